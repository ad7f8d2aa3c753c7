"""Corpora: made, read, and shared without overlap."""

import itertools
import pickle

import pytest

import egen


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("corpus") / "small"
    made = egen.corpus.generate(out, formulas=["sin(2x)", "x^2 - 1", "exp(3x)", "ln(x) + 1"], members=12, seed=5)
    assert made.clusters == 4 and made.rows == 48
    return out


def test_the_same_seed_gives_the_same_bytes(folder, tmp_path):
    egen.corpus.generate(tmp_path / "again", formulas=["sin(2x)", "x^2 - 1", "exp(3x)", "ln(x) + 1"], members=12, seed=5, threads=1)
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            assert (tmp_path / "again" / file.relative_to(folder)).read_bytes() == file.read_bytes(), file


def test_every_row_is_equal_to_its_initial_expression(folder):
    table = pytest.importorskip("pyarrow") and egen.corpus.read(folder).to_arrow()
    verdicts = egen.equal_many(table.column("initial"), table.column("prefix"), notation="prefix")
    assert len(verdicts) == 48 and all(verdicts)


def test_rows_go_to_arrow_polars_and_pandas(folder):
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    rows = egen.corpus.read(folder, columns=["cluster", "infix"])
    assert len(rows) == 48 and rows.splits == ["train"] and "48 rows" in repr(rows)
    assert pa.table(rows).equals(rows.to_arrow()) and rows.to_arrow().column_names == ["cluster", "infix"]
    assert pl.DataFrame(rows).equals(rows.to_polars()) and rows.to_polars().height == 48
    pytest.importorskip("pandas")
    assert rows.to_pandas().shape == (48, 2)


def test_what_is_no_corpus_is_refused(folder, tmp_path):
    for wrong in (lambda: egen.corpus.read(tmp_path), lambda: egen.corpus.read(folder, "test"), lambda: egen.corpus.pairs(tmp_path / "no")):
        with pytest.raises(egen.CorpusError):
            wrong()
    with pytest.raises(egen.CorpusError, match="resume=True"):
        egen.corpus.generate(folder, formulas=["x"])
    with pytest.raises(egen.CorpusError, match="shard"):
        egen.corpus.generate(tmp_path / "shard", formulas=["x^2"], shard=(3, 2))
    with pytest.raises(egen.ReadError):
        egen.corpus.generate(tmp_path / "bad", formulas=["sin("])
    for wrong in ({"preset": "nonsense"}, {"members": 0}, {"plain_share": 2.0}):
        with pytest.raises(ValueError):
            egen.corpus.generate(tmp_path / "wrong", **wrong)
    with pytest.raises(ValueError, match="belong together"):
        egen.corpus.pairs(folder, rank=1)
    with pytest.raises(egen.CorpusError, match="no end"):
        egen.corpus.pairs(folder, even=True)


def test_shards_hold_the_whole(folder, tmp_path):
    formulas = [f"sin({k}*x) + {k}" for k in range(1, 71)]
    parts = [egen.corpus.generate(tmp_path / f"part-{k}", formulas=formulas, members=3, shard=(k, 2)) for k in range(2)]
    assert sum(part.clusters for part in parts) == 70


def test_pairs_are_all_pairs_once(folder):
    pairs = egen.corpus.pairs(folder, seed=1)
    seen = [(pair["anchor"], pair["positive"]) for pair in pairs]
    assert len(pairs) == len(seen) == 4 * 12 * 11
    rows = egen.corpus.read(folder).to_arrow().to_pylist()
    wanted = [(a["prefix"], b["prefix"]) for a, b in itertools.permutations(rows, 2) if a["cluster"] == b["cluster"]]
    assert sorted(seen) == sorted(wanted)
    assert [tuple(p.values()) for p in egen.corpus.pairs(folder, seed=1)] == seen
    pairs.set_epoch(1)
    assert [tuple(p.values()) for p in pairs] == [tuple(p.values()) for p in egen.corpus.pairs(folder, seed=2)] != seen


def test_triplets_have_negatives_that_differ(folder):
    triplets = list(egen.corpus.triplets(folder, hard=0.5, limit=60, form="infix"))
    assert len(triplets) == 60
    anchors, negatives = [t["anchor"] for t in triplets], [t["negative"] for t in triplets]
    assert {v.status for v in egen.equal_many(anchors, negatives)} == {"refuted"}
    assert all(egen.equal_many(anchors, [t["positive"] for t in triplets]))


def test_ranks_share_without_overlap(folder):
    whole = sorted(tuple(p.values()) for p in egen.corpus.pairs(folder, seed=3))
    parts = [egen.corpus.pairs(folder, seed=3, rank=rank, world_size=5) for rank in range(5)]
    shared = [tuple(p.values()) for part in parts for p in part]
    assert sorted(shared) == whole and [len(part) for part in parts] == [len(list(part)) for part in parts]


def test_examples_are_picklable(folder):
    pairs = egen.corpus.pairs(folder, seed=3, limit=10)
    pairs.set_epoch(2)
    assert list(pickle.loads(pickle.dumps(pairs))) == list(pairs)


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_workers_of_a_loader_share_without_overlap(folder, start):
    data = pytest.importorskip("torch.utils.data", reason="PyTorch is not installed")
    egen.load().encode(["x"] * 300)  # Threads that were there before a fork are not missed after it.
    whole = sorted(tuple(p.values()) for p in egen.corpus.pairs(folder, seed=3))
    for ranks in (1, 2):
        shared = []
        for rank in range(ranks):
            pairs = egen.corpus.pairs(folder, seed=3, rank=rank, world_size=ranks)
            assert isinstance(pairs, data.IterableDataset)
            loader = data.DataLoader(pairs, batch_size=None, num_workers=3, multiprocessing_context=start)
            mine = [tuple(pair.values()) for pair in loader]
            assert len(mine) == len(pairs)
            shared += mine
        assert sorted(shared) == whole
