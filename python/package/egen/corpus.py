"""Corpora of verified equivalent expressions: make them, read them, and draw pairs and triplets to train on.

>>> import tempfile
>>> folder = tempfile.mkdtemp() + "/corpus"
>>> made = egen.corpus.generate(folder, formulas=["sin(2x)", "x^2 - 1"], members=10)
>>> made.rows, made.clusters
(20, 2)
>>> egen.corpus.read(folder).to_arrow().column("infix")[0].as_py()
'sin(2*x)'
>>> next(iter(egen.corpus.pairs(folder, form="infix", seed=1)))  # doctest: +ELLIPSIS
{'anchor': '...', 'positive': '...'}
"""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _egen
from ._columns import column
from ._examples import Examples
from ._optional import needed
from ._progress import Progress

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ._typing import Formulas

__all__ = ["Examples", "Made", "Rows", "generate", "pairs", "read", "triplets"]


class Made(NamedTuple):
    """What a corpus holds.

    >>> Made(rows=20, clusters=2, rejects=0)
    Made(rows=20, clusters=2, rejects=0)
    """

    rows: int
    clusters: int
    rejects: int


def generate(
    out: str | os.PathLike[str],
    *,
    preset: str = "paper",
    formulas: Formulas | None = None,
    name: str = "formulas",
    limit: int | None = None,
    members: int = 110,
    max_tokens: int = 25,
    max_number: int = 999,
    plain_share: float = 0.5,
    part_share: float = 0.25,
    seed: int = 0,
    threads: int = 0,
    shard: tuple[int, int] | None = None,
    resume: bool = False,
    progress: bool | None = None,
) -> Made:
    """Makes a corpus in a folder: clusters of equal expressions, every row verified.

    The initial expressions are those of a preset ("paper", "wide"), or `formulas`, of which the manifest keeps the `name`. The same seed
    gives the same bytes as `egen corpus generate`, for any number of threads. A formula without a cluster is warned of. Ctrl-C ends it after the blocks that are under way (some
    seconds); `resume` goes on.
    """
    wanted = {
        "out": os.fspath(out),
        "preset": preset,
        "name": name,
        "limit": limit,
        "members": members,
        "max_tokens": max_tokens,
        "max_number": max_number,
        "plain_share": plain_share,
        "part_share": part_share,
        "seed": seed,
        "threads": threads,
        "shard": shard,
        "resume": resume,
    }
    with Progress(None, "clusters", progress) as told:
        made, missing = _egen._generate(wanted, None if formulas is None else column(formulas), told)
    for told_of in missing:
        warnings.warn(told_of, stacklevel=2)
    return Made(*made)


class Rows:
    """The rows of a split of a corpus, which are Parquet files: whoever asks for them reads these, and nothing is copied in between.

    Whatever takes Arrow streams takes them: `polars.DataFrame(rows)`, `pyarrow.table(rows)`, DuckDB.
    """

    def __init__(self, path: str | os.PathLike[str], split: str = "train", columns: list[str] | None = None) -> None:
        files, self._rows, self.splits = _egen._files(os.fspath(path), split)
        #: The files of the split.
        self.files: list[str] = [os.fspath(file) for file in files]
        self.split, self._columns = split, columns

    def __len__(self) -> int:
        return self._rows

    def to_arrow(self) -> pyarrow.Table:
        """A pyarrow table."""
        with needed("pyarrow"):
            from pyarrow import dataset

        return dataset.dataset(self.files, format="parquet").to_table(columns=self._columns)

    def to_polars(self) -> polars.DataFrame:
        """A polars data frame."""
        with needed("polars"):
            import polars

        return polars.read_parquet(self.files, columns=self._columns)

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas data frame."""
        with needed("pandas"):
            import pandas  # noqa: F401
        return self.to_arrow().to_pandas()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        try:
            from pyarrow import dataset
        except ImportError:
            return self.to_polars().__arrow_c_stream__(requested_schema)
        scanner = dataset.dataset(self.files, format="parquet").scanner(columns=self._columns)
        return scanner.to_reader().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<egen.corpus.Rows {self.split}: {self._rows} rows in {len(self.files)} files>"


def read(path: str | os.PathLike[str], split: str = "train", columns: list[str] | None = None) -> Rows:
    """The rows of a split of a corpus: all columns, or those that are named."""
    return Rows(path, split, columns)


def pairs(
    path: str | os.PathLike[str],
    split: str = "train",
    *,
    seed: int = 0,
    form: str = "prefix",
    limit: int | None = None,
    even: bool = False,
    rank: int | None = None,
    world_size: int | None = None,
) -> Examples:
    """Pairs of equal expressions: dicts with `anchor` and `positive`, every pair of the split once, in random order.

    With PyTorch it is an `IterableDataset`. The workers of a `DataLoader` and the ranks of a process group (or `rank` of `world_size`)
    share the pairs without overlap. `even` makes clusters equally likely, and needs a `limit`. The pairs of a seed are those of
    `egen corpus export --pairs`; those of epoch n (`set_epoch`) are those of seed + n.
    """
    return _examples(path, split, None, seed, form, limit, even, rank, world_size)


def triplets(
    path: str | os.PathLike[str],
    split: str = "train",
    *,
    hard: float = 0.0,
    seed: int = 0,
    form: str = "prefix",
    limit: int | None = None,
    even: bool = False,
    rank: int | None = None,
    world_size: int | None = None,
) -> Examples:
    """Triplets: as `pairs`, and `negative`, an expression that equals neither. The share `hard` of them has one thing changed only."""
    return _examples(path, split, hard, seed, form, limit, even, rank, world_size)


def _examples(*arguments: Any) -> Examples:
    try:
        from ._torch import TorchExamples
    except ImportError:
        return Examples(*arguments)
    return TorchExamples(*arguments)
