"""Code as users write it, for type checkers; it is never run."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

import egen


def expressions() -> None:
    e: egen.Expr = egen.parse(r"\sin x", notation="latex")
    texts: list[str] = [e.infix, e.latex, e.prefix, e.mathml, e.to("json")]
    names: tuple[str, ...] = e.variables
    other: egen.Expr = 2 * e.subs(x="y + 1").diff("y") + 1
    value: float = float(e(x=0.5)) + e(x="pi/6")
    values: NDArray[np.float64] = e.evaluate(np.linspace(0, 1)) + e.evaluate(x=[1.0])
    digits: str | None = e.digits(30, x=1)
    print(texts, names, other, value, values, digits)


def verdicts() -> None:
    verdict: egen.Verdict = egen.equal("x", egen.parse("x"), assume=["x > 0"])
    if verdict.counterexample is not None:
        at: dict[str, Fraction] = verdict.counterexample.at
        print(at)
    steps: list[str] = [step.why for step in verdict.steps]
    many: list[egen.Verdict] = egen.equal_many([("x", "y")], timeout=1.0)
    columns: list[egen.Verdict] = egen.equal_many(["x"], ["y"], threads=2)
    lines: list[egen.Line] = egen.check("x = 2")
    if isinstance(verdict.error, egen.ReadError):
        place: tuple[int, int] = (verdict.error.start, verdict.error.end)
        print(place)
    print(steps, many, columns, lines[0].holds)


def expansions() -> None:
    members: list[egen.Expr] = egen.expand("x", 5, order="diverse") + egen.sample("x", 5)
    count: int = egen.count("x")
    svg: str = egen.graph("x", only=["add-zero"]).svg
    print(members, count, svg)


def vectors() -> None:
    model: egen.Model = egen.load("wide")
    encoded: NDArray[np.float32] = model.encode(["x", egen.parse("y")], by="both")
    cosine: float = model.similarity("x", "y")
    cosines: NDArray[np.float32] = model.similarity(["x"], ["y"])
    print(encoded, cosine, cosines)


def corpora() -> None:
    made: egen.corpus.Made = egen.corpus.generate("out", formulas=["x"], shard=(0, 2))
    rows: egen.corpus.Rows = egen.corpus.read("out", columns=["infix"])
    for example in egen.corpus.triplets("out", hard=0.5, rank=0, world_size=2):
        anchor: str = example["anchor"]
        print(anchor)
    print(made.rows, len(rows))
