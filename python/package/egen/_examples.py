"""Examples: how do workers and ranks share the pairs and triplets of a corpus?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from . import _egen

#: Examples that are fetched together.
BLOCK = 256


class Examples:
    """Pairs or triplets of a corpus, as dicts. Made by `egen.corpus.pairs` and `egen.corpus.triplets`.

    Each example is a function of the seed and its number. Rank k of n has the numbers k, k + n, k + 2n, …, which its workers share in the same
    way.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        split: str,
        hard: float | None,
        seed: int,
        form: str,
        limit: int | None,
        even: bool,
        rank: int | None,
        world_size: int | None,
    ) -> None:
        if (rank is None) != (world_size is None):
            raise ValueError("rank and world_size belong together")
        if rank is not None and world_size is not None and not 0 <= rank < world_size:
            raise ValueError(f"there is no rank {rank} of {world_size}: they are numbered from 0")
        self._arguments = (os.fspath(path), split, hard, form, limit, even)
        self._seed, self._epoch = seed, 0
        self._rank = None if rank is None or world_size is None else (rank, world_size)
        self._inner = self._open()

    def _open(self) -> _egen._Examples:
        path, split, hard, form, limit, even = self._arguments
        return _egen._Examples(path, split, hard, form, limit, even, self._seed + self._epoch)

    def set_epoch(self, epoch: int) -> None:
        """Another order, which all workers and ranks must be told alike: that of seed + epoch."""
        self._epoch = epoch
        self._inner.reseed(self._seed + epoch)

    def __len__(self) -> int:
        """How many there are for this rank, with all its workers."""
        rank, ranks = self._rank or _rank()
        return len(range(rank, len(self._inner), ranks))

    def __iter__(self) -> Iterator[dict[str, str]]:
        (rank, ranks), (worker, workers) = self._rank or _rank(), self._worker()
        numbers = range(rank + ranks * worker, len(self._inner), ranks * workers)
        for start in range(0, len(numbers), BLOCK):
            for example in self._inner.take(list(numbers[start : start + BLOCK])):
                yield dict(zip(("anchor", "positive", "negative"), example))

    def _worker(self) -> tuple[int, int]:
        return 0, 1

    # A worker that is started afresh reads the corpus again.
    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name != "_inner"}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._inner = self._open()


def _rank() -> tuple[int, int]:
    """The rank of this process in PyTorch's process group, if there is one."""
    distributed = sys.modules.get("torch.distributed")
    if distributed is not None and distributed.is_available() and distributed.is_initialized():
        return distributed.get_rank(), distributed.get_world_size()
    return 0, 1
