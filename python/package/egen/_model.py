"""Models: vectors of formulas as NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from . import _egen
from ._columns import column
from ._progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._typing import Formula, Formulas

By = Literal["meaning", "shape", "both"]


class Model:
    """A model that gives formulas vectors of length 1. Made by `egen.load`.

    *meaning* is a vector in which equal formulas lie together, *shape* one that knows how they are written, *both* one after the other.
    Names of variables do not count, only their order.

    >>> egen.load("values")
    <egen.Model values>
    """

    def __init__(self, inner: _egen._Model) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """The name or the file that it was loaded by.

        >>> egen.load().name
        'wide'
        """
        return self._inner.name

    def width(self, by: By = "meaning") -> int:
        """How many numbers a vector has.

        >>> egen.load().width(), egen.load().width("both")
        (128, 256)
        """
        return self._inner.width(by)

    def encode(
        self,
        formulas: Formula | Formulas,
        by: By = "meaning",
        *,
        strict: bool = True,
        threads: int = 0,
        progress: bool | None = None,
    ) -> NDArray[np.float32]:
        """The vectors of formulas, a row each; of one formula, one vector.

        A formula that cannot be read is a `ReadError`; if not `strict`, its row is NaN and the rest goes on.

        >>> vectors = egen.load().encode(["sin(2x)", "2 sin(x) cos(x)", "sin(3x)"])
        >>> vectors.dtype, vectors.shape
        (dtype('float32'), (3, 128))
        >>> bool(vectors[0] @ vectors[1] > 0.99 > vectors[0] @ vectors[2])
        True
        """
        if _is_one(formulas):
            vector: NDArray[np.float32] = self._inner._encode([formulas], by, strict, 1, _silent)[0]
            return vector
        texts = column(formulas)
        with Progress(len(texts), "formulas", progress) as told:
            return self._inner._encode(texts, by, strict, threads, told)

    @overload
    def similarity(self, a: Formula, b: Formula, by: By = "meaning") -> float: ...  # type: ignore[overload-overlap]
    @overload
    def similarity(self, a: Formulas, b: Formulas, by: By = "meaning") -> NDArray[np.float32]: ...
    def similarity(self, a: Any, b: Any, by: By = "meaning") -> float | NDArray[np.float32]:
        """How near two formulas are: the cosine of their vectors. Of lists, the cosines of all pairs, a row for each of `a`.

        A near one need not be equal: `egen.equal` says what is true.

        >>> egen.load().similarity("sin(2x)", "2 sin(x) cos(x)") > 0.99
        True
        >>> egen.load().similarity(["x^2", "x^3"], ["x*x"]).shape
        (2, 1)
        """
        if _is_one(a) != _is_one(b):
            raise TypeError("expected two formulas, or two lists of formulas")
        left, right = self.encode(a, by), self.encode(b, by)
        return float(left @ right) if _is_one(a) else left @ right.T

    def __repr__(self) -> str:
        return f"<egen.Model {self.name}>"

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        from ._ask import load

        return load, (self.name,)


def _silent(_done: int) -> None:
    pass


def _is_one(formulas: Any) -> bool:
    """Is it one formula, and not several?"""
    return isinstance(formulas, (str, _egen.Expr, int, float)) or not (
        hasattr(formulas, "__iter__") or hasattr(formulas, "__arrow_c_stream__") or hasattr(formulas, "__arrow_c_array__")
    )
