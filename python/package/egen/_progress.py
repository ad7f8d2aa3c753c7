"""Progress: how does a person see that something is under way?"""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

#: Nobody needs a bar for less.
PATIENCE = 2.0


class Progress:
    """A bar of tqdm, if that is installed, for what takes longer than a person waits. It is called with what is done, and perhaps with the whole.

    With `wanted` None it is shown where a person is looking: on a terminal, or in a notebook.
    """

    def __init__(self, total: int | None, unit: str, wanted: bool | None) -> None:
        self._total, self._unit = total, unit
        self._wanted = _is_watched() if wanted is None else wanted
        self._start = time.monotonic()
        self._bar: Any = None

    def __call__(self, done: int, total: int | None = None) -> None:
        """Tells how much is done."""
        self._total = total or self._total
        if self._wanted and self._bar is None and time.monotonic() - self._start > PATIENCE:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self._wanted = False
                return
            self._bar = tqdm(total=self._total, unit=f" {self._unit}", leave=False)
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()


def _is_watched() -> bool:
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
