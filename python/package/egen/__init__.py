"""Formulas: read them, decide whether two are equal, check derivations, find what equals a formula, and give formulas vectors.

>>> import egen
>>> egen.equal("sin(2x)", r"2 \\sin x \\cos x").status
'proved'
>>> egen.equal("sqrt(x^2)", "x").counterexample
Counterexample(at={'x': Fraction(-1, 1)}, left='1', right='-1')

Wherever a formula is expected, a text in any notation will do (LaTeX, infix, prefix, MathML, SymPy's srepr), an `Expr`, a number, or a
SymPy object. What SymPy's symbols were told (positive=True, integer=True) counts where two formulas are compared or one is expanded; an
`Expr` keeps their names only.
"""

from . import corpus
from ._answers import Case, Counterexample, Exceptional, Line, Step, Verdict
from ._ask import check, equal, equal_many, load, sample
from ._egen import (
    CorpusError,
    EgenError,
    EvaluationError,
    ExpandError,
    Expr,
    Graph,
    ModelError,
    ReadError,
    UndecidedError,
    __version__,
    count,
    expand,
    graph,
    parse,
)
from ._model import Model

__all__ = [
    "Case",
    "CorpusError",
    "Counterexample",
    "EgenError",
    "EvaluationError",
    "Exceptional",
    "ExpandError",
    "Expr",
    "Graph",
    "Line",
    "Model",
    "ModelError",
    "ReadError",
    "Step",
    "UndecidedError",
    "Verdict",
    "__version__",
    "check",
    "corpus",
    "count",
    "equal",
    "equal_many",
    "expand",
    "graph",
    "load",
    "parse",
    "sample",
]
