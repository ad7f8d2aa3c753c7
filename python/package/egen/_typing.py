"""Types: what may be given where a formula is expected?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

import numpy as np

from ._egen import Expr


class SymPy(Protocol):
    """A SymPy object, as far as it can be told without SymPy."""

    @property
    def free_symbols(self) -> Any: ...


class ArrowStream(Protocol):
    """A column or a table of pyarrow, polars, pandas and others."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class ArrowArray(Protocol):
    """A single Arrow array."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...


Formula: TypeAlias = "str | Expr | int | float | Fraction | Decimal | np.integer[Any] | np.floating[Any] | SymPy"
Formulas: TypeAlias = "Iterable[Formula | None] | ArrowStream | ArrowArray"
Assume: TypeAlias = "str | SymPy | Sequence[str | SymPy] | None"
