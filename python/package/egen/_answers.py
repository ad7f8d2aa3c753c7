"""Answers: what do verdicts and checked lines hold?"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from . import _shown
from ._egen import EgenError, Expr, ReadError, UndecidedError


class Step(NamedTuple):
    """One line of a proof: an expression, and why it equals the one before. The first has no reason.

    >>> egen.equal("(x+1)^2", "x^2 + 2x + 1").steps[1]
    Step(expr=Expr('x^2 + 2*x + 1'), why='by algebra')
    """

    expr: Expr
    why: str


class Case(NamedTuple):
    """A proof that holds under a condition; together the conditions hold everywhere but at single points.

    >>> [case.assumed for case in egen.equal("atan(x)", "sqrt(x^2)*acos(1/sqrt(x^2 + 1))/x").cases]
    ['x > 0', 'x < 0']
    """

    assumed: str
    steps: tuple[Step, ...]


class Counterexample(NamedTuple):
    """A point at which both sides certainly differ, and their values there, to their certain digits.

    >>> egen.equal("x^2", "x^3").counterexample
    Counterexample(at={'x': Fraction(2, 1)}, left='4', right='8')
    """

    at: dict[str, Fraction]
    left: str
    right: str


class Exceptional(NamedTuple):
    """A single value of a variable at which equal sides are not alike.

    >>> egen.equal("(x^2 - 1)/(x - 1)", "x + 1").exceptions
    (Exceptional(variable='x', at=Fraction(1, 1), found='no first value'),)
    """

    variable: str
    at: Fraction
    found: str


Status = Literal["proved", "agree", "refuted", "unknown", "error"]


@dataclass(frozen=True)
class Verdict:
    """The answer to "are these equal?". Its truth value is an error where nothing was decided.

    >>> verdict = egen.equal("sqrt(x^2)", "abs(x)")
    >>> verdict
    <egen.Verdict proved: sqrt(x^2), abs(x)>
    >>> print(verdict)
    proved  sqrt(x^2)  =  abs(x)
          sqrt(x^2)
        = abs(x)      by algebra
    >>> bool(verdict), bool(egen.equal("x", "x + 1"))
    (True, False)
    >>> bool(egen.equal("tanh(10^6)", "1"))
    Traceback (most recent call last):
        ...
    egen.UndecidedError: unknown: the values are too large or too close to be told apart at the highest precision
    """

    #: proved, agree (the same value in every region, to many digits), refuted, unknown; or error, for a pair of `equal_many` that could
    #: not be read.
    status: Status
    #: The texts of the two sides.
    input: tuple[str, str]
    #: How it was proved.
    proof: Literal["identical", "arithmetic", "steps", "cases"] | None = None
    #: The proof, if it is one chain.
    steps: tuple[Step, ...] = ()
    #: The proof, if it goes by cases.
    cases: tuple[Case, ...] = ()
    #: Where they differ.
    counterexample: Counterexample | None = None
    #: How the domain of the second relates to that of the first.
    domain: Literal["equal", "wider", "narrower", "overlapping"] | None = None
    #: Single values at which equal sides are not alike; there may be more.
    exceptions: tuple[Exceptional, ...] = ()
    #: Do they agree over the complex numbers, with principal values? None when that could not be told.
    complex: bool | None = None
    #: In how many regions of the common domain they were compared, and whether that is all of them.
    regions: int = 0
    complete: bool = False
    #: At how many points, and to how many digits at the best of them.
    points: int = 0
    digits: int = 0
    #: Why they are refuted, or why nothing could be told.
    reason: str | None = None
    #: What the reader decided.
    notes: tuple[str, ...] = ()
    #: Why a side could not be read; or the defect of egen that it met.
    error: ReadError | EgenError | None = field(default=None, compare=False)
    #: The time that it took.
    ms: float = field(default=0.0, compare=False)
    _json: str = field(default="", repr=False, compare=False)

    @property
    def decided(self) -> bool:
        """Is there a truth value?

        >>> egen.equal("tanh(10^6)", "1").decided
        False
        """
        return self.status in ("proved", "agree", "refuted")

    def __bool__(self) -> bool:
        if not self.decided:
            raise UndecidedError(f"{self.status}: {self.error or self.reason}")
        return self.status != "refuted"

    # A point is a dict, which has no hash.
    def __hash__(self) -> int:
        return hash((self.status, self.input))

    def json(self) -> str:
        """The answer as one line of JSON, as `egen equal --jsonl` prints it.

        >>> egen.equal("x", "x + 1").json()[:21]
        '{"verdict":"refuted",'
        """
        return self._json

    def __repr__(self) -> str:
        return f"<egen.Verdict {self.status}: {self.input[0]}, {self.input[1]}>"

    def __str__(self) -> str:
        return _shown.text(self)

    def _repr_html_(self) -> str:
        return _shown.html(self)


def verdict(fields: dict[str, Any]) -> Verdict:
    """A verdict of the fields that the compiled module gives."""
    if fields["status"] == "error":
        return Verdict(**fields)
    fields["steps"] = tuple(Step(*step) for step in fields["steps"])
    fields["cases"] = tuple(Case(assumed, tuple(Step(*step) for step in steps)) for assumed, steps in fields["cases"])
    fields["exceptions"] = tuple(Exceptional(*one) for one in fields["exceptions"])
    fields["notes"] = tuple(fields["notes"])
    if fields["counterexample"] is not None:
        fields["counterexample"] = Counterexample(*fields["counterexample"])
    return Verdict(**fields)


@dataclass(frozen=True)
class Line:
    """What was found about a line of a derivation, or about a part of one.

    >>> egen.check("x^2 = 2x\\nx = 2")[1]
    <egen.Line 2 lost: x = 2 (x = 0 is lost: both sides were divided by x)>
    """

    #: proved, agree, refuted, unknown, lost (solutions), gained (solutions), fact, skipped (text), or error (a formula that cannot be read).
    verdict: Literal["proved", "agree", "refuted", "unknown", "lost", "gained", "fact", "skipped", "error"]
    #: The number of the step in its problem, of the line in the text, and of the problem, from 1.
    step: int | None
    line: int
    problem: int
    #: The text that it is about.
    input: str
    #: The notation of the formula: latex, or infix for every other one; None for text.
    notation: Literal["latex", "infix"] | None
    #: False if it claims something and could not be read; None for text that claims nothing.
    understood: bool | None
    #: What stood before and what it says, in infix.
    before: str | None
    after: str | None
    #: What it is about.
    kind: Literal["expressions", "equation", "inequality", "text"]
    reason: str | None
    #: The point of a refutation, where its coordinates are rational.
    at: dict[str, Fraction]
    #: The solutions that are lost or gained.
    solutions: list[str]
    #: The slip that would explain it.
    fix: str | None
    #: Refuted, but by no more than the last digits of decimals may be off?
    rounding: bool
    notes: list[str]
    #: Why it could not be read.
    error: str | None
    _json: str = field(default="", repr=False, compare=False)

    @property
    def holds(self) -> bool | None:
        """Does the step hold? None for what is no step, and where nothing was decided.

        >>> [line.holds for line in egen.check("2x + 3x\\n= 5x\\n= 6x")]
        [True, False]
        """
        if self.verdict in ("proved", "agree"):
            return True
        return False if self.verdict in ("refuted", "lost", "gained") else None

    def __hash__(self) -> int:
        return hash((self.verdict, self.line, self.input))

    def json(self) -> str:
        """The line as JSON, as `egen check --jsonl` prints it.

        >>> egen.check("x = 2")[0].json()[:31]
        '{"file":null,"problem":1,"line"'
        """
        return self._json

    def __repr__(self) -> str:
        text = self.error or self.reason
        return f"<egen.Line {self.line} {self.verdict}: {self.after or self.input.strip()}{f' ({text})' if text else ''}>"
