"""Asking: the functions of the package that need more than one call of the compiled module."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from . import _egen
from ._answers import Line, Verdict, verdict
from ._columns import column, pairs_of
from ._model import Model
from ._progress import Progress

if TYPE_CHECKING:
    from ._typing import Assume, Formula, Formulas


def equal(
    left: Formula,
    right: Formula,
    assume: Assume = None,
    *,
    notation: str = "auto",
    numeric: bool = False,
    timeout: float | None = None,
) -> Verdict:
    """Are two expressions equal wherever both are defined? Over the reals, single points aside.

    `assume` says where it must hold: 'x > 0', '0 < x < 1', 'n integer', a relation of SymPy's, or several of them. What SymPy's symbols
    were told (positive=True, integer=True) is assumed too, and said in the notes. With `numeric` no proof is looked for.
    `timeout` is a number of seconds after which nobody waits any longer; `equal_many` says what that means.

    >>> egen.equal("ln(x^2)", "2 ln x")
    <egen.Verdict proved: ln(x^2), 2 ln x>
    >>> egen.equal("sqrt(x^2)", "x", assume="x > 0").status
    'proved'
    """
    return verdict(_egen._equal(left, right, assume, notation, numeric, timeout))


def equal_many(
    left: Formulas | Iterable[Sequence[Formula | None]],
    right: Formulas | None = None,
    *,
    assume: Assume = None,
    notation: str = "auto",
    numeric: bool = False,
    threads: int = 0,
    timeout: float | None = None,
    progress: bool | None = None,
) -> list[Verdict]:
    """Verdicts on many pairs, in their order, on all cores and without Python's lock: for graders and rewards.

    Give an iterable of pairs or a table whose first two columns are the sides, or two lists or columns (Arrow, polars, pandas). A pair of
    which a side is missing or cannot be read has the status 'error', and the rest goes on.

    `timeout` is a number of seconds for each pair. It is looked at between the steps of a comparison, so that a pair ends a little later,
    by the time of one step; no thread is left behind. What is not decided by then is 'unknown', with the reason 'the time was over'. A pair
    of which numbers have shown in time that it is equal, and only the proof is missing, is 'agree'. Without it, limits on the work
    keep most pairs below a second.

    >>> [v.status for v in egen.equal_many([("x + x", "2x"), ("x", "y"), ("x", "sin(")])]
    ['proved', 'refuted', 'error']
    >>> [v.status for v in egen.equal_many(["x + x", "x"], ["2x", "x/1"], timeout=1.0)]
    ['proved', 'proved']
    """
    if right is None:
        left, total = pairs_of(left)
    else:
        left, right = column(left), column(right)
        total = len(left)
    with Progress(total, "pairs", progress) as told:
        fields = _egen._equal_many(left, right, assume, notation, numeric, timeout, threads, told)
    return [verdict(one) for one in fields]


def check(
    text: str, assume: Assume = None, *, notation: str = "auto", numeric: bool = False, timeout: float | None = None
) -> list[Line]:
    """Checks a derivation: a formula a line, or a chain a = b = c; words around formulas are skipped, and said to be.

    `timeout` is a number of seconds for all of it: what is not decided by then is 'unknown'.

    >>> for line in egen.check("(x+1)^2 - 1\\n= x^2 + 2x\\n= x^2 + 3x"):
    ...     print(line.step, line.verdict, line.reason)
    1 proved by algebra
    2 refuted at x = 1: before is 3, after is 4
    """
    return [Line(**fields) for fields in _egen._check(text, assume, notation, numeric, timeout)]


def sample(
    expr: Formula, n: int = 20, *, max_tokens: int = 25, assume: Assume = None, seed: int = 0, nodes: int = 10_000
) -> list[_egen.Expr]:
    """Random expressions that equal this one, each verified, all of at most `max_tokens` prefix tokens equally likely.

    >>> egen.sample("sin(2x)", 2, seed=1) == egen.sample("sin(2x)", 2, seed=1)
    True
    """
    return _egen.expand(expr, n, order="uniform", max_tokens=max_tokens, assume=assume, seed=seed, nodes=nodes)


def load(model: str | os.PathLike[str] = "wide") -> Model:
    """A model that gives formulas vectors: one that comes with egen (wide, values, symbols, seq2seq, cl-mean, cl-max), or a file.

    >>> model = egen.load()
    >>> model.encode(["sin(2x)", "2 sin(x) cos(x)"]).shape
    (2, 128)
    """
    return Model(_egen._load(os.fspath(model)))


