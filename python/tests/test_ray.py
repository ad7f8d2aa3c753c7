"""Ray: is a corpus made by many workers the corpus of one machine, whoever dies on the way?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray", reason="Ray is not installed")
if sys.platform != "linux":
    pytest.skip("workers are found by /proc", allow_module_level=True)

from command_line import FLAGS, children, egen, one_machine, same_bytes

from egen import ray as shards

SHARDS = 5


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return one_machine(tmp_path_factory.mktemp("one") / "corpus")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two machines, as far as Ray can tell."""
    from ray.cluster_utils import Cluster

    # Nobody else's cluster is meant.
    os.environ.pop("RAY_ADDRESS", None)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
    cluster.add_node(num_cpus=2)
    cluster.wait_for_nodes()
    yield cluster
    cluster.shutdown()


def plan(out: Path) -> shards.Plan:
    return shards.Plan(out, SHARDS, FLAGS, egen())


def test_workers_that_are_killed_change_nothing(tmp_path: Path, corpus: Path, cluster: Any) -> None:
    victims: set[int] = set()
    done = threading.Event()

    def kill() -> None:
        # Three workers of Ray (their commands must go with them), then a command by itself.
        while len(victims) < 4 and not done.is_set():
            for child, worker in children(str(tmp_path)):
                victim = worker if len(victims) < 3 else child
                if victim not in victims and worker not in victims and worker != os.getpid():
                    os.kill(victim, signal.SIGKILL)
                    victims.add(victim)
                    break
            time.sleep(0.3)

    killer = threading.Thread(target=kill)
    killer.start()
    said: list[str] = []
    try:
        out = shards.generate(plan(tmp_path / "corpus"), cluster.address, say=said.append)
    finally:
        done.set()
        killer.join()
    assert len(victims) == 4, f"only {len(victims)} could be killed before the end"
    assert same_bytes(out, corpus)
    assert not (tmp_path / "corpus.shards").exists()
    assert any(line.startswith(f"{SHARDS} of {SHARDS} shards") for line in said), said
    assert not children(str(tmp_path)), "nobody works on after the end"


def test_a_run_that_is_killed_goes_on_with_the_shards_that_are_whole(tmp_path: Path, corpus: Path, cluster: Any) -> None:
    out = tmp_path / "corpus"
    words = [sys.executable, "-m", "egen.ray", "generate", "--shards", str(SHARDS), "--out", str(out), "--keep", "--address", cluster.address]
    words += ["--egen", egen(), "--", *FLAGS]
    whole = lambda: [shard for shard in range(SHARDS) if shards.whole(plan(out).part(shard), shard, SHARDS)]
    first = subprocess.Popen(words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 300
    while not whole():
        assert first.poll() is None and time.monotonic() < deadline
        time.sleep(0.1)
    first.kill()
    first.wait()
    before = {shard: (plan(out).part(shard) / "manifest.json").stat().st_mtime_ns for shard in whole()}
    assert 0 < len(before) < SHARDS and not out.exists()
    again = subprocess.run(words, capture_output=True, text=True)
    assert again.returncode == 0, again.stderr
    assert same_bytes(out, corpus)
    for shard, time_of in before.items():
        assert (plan(out).part(shard) / "manifest.json").stat().st_mtime_ns == time_of, f"shard {shard} was made again"


def test_what_would_be_another_corpus_is_refused(tmp_path: Path, corpus: Path) -> None:
    with pytest.raises(shards.RayError, match="holds a corpus already"):
        shards.generate(plan(corpus))
    shards.begin(plan(tmp_path / "corpus"))
    with pytest.raises(shards.RayError, match="was begun with"):
        shards.begin(shards.Plan(tmp_path / "corpus", SHARDS, ("--seed", "4")))
    for flag in ("--shard=0/2", "--out"):
        with pytest.raises(shards.RayError, match="for this program"):
            shards.Plan(tmp_path, 2, (flag,))
    assert shards.absolute(["--source", "a.txt", "--rules=b.rules"]) == ("--source", f"{Path.cwd()}/a.txt", f"--rules={Path.cwd()}/b.rules")


def test_what_egen_says_no_to_ends_the_run_with_its_words(tmp_path: Path, cluster: Any) -> None:
    with pytest.raises(shards.RayError, match="no-such-file"):
        shards.generate(shards.Plan(tmp_path / "corpus", 2, ("--source", "/no-such-file"), egen()), cluster.address, say=lambda _: None)
