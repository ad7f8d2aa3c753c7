"""Examples as a dataset of PyTorch, which must be installed."""

from __future__ import annotations

from torch.utils.data import IterableDataset, get_worker_info

from ._examples import Examples


class TorchExamples(Examples, IterableDataset):  # type: ignore[misc]
    """Pairs or triplets of a corpus, as a dataset of PyTorch."""

    def _worker(self) -> tuple[int, int]:
        info = get_worker_info()
        return (0, 1) if info is None else (info.id, info.num_workers)
