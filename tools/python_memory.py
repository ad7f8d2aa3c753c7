#!/usr/bin/env python3
"""Does memory grow over a million random calls of the Python package, and does any of them end the interpreter?

    pip install ./python pytest
    python3 tools/python_memory.py [CALLS]

Every call is one function of the package on a random text, most of which are no formulas. Exceptions are counted. Printed are the resident
memory and the count of each outcome, ten times. Exit status 1 if memory has grown by more than 30 MB since the first tenth.
"""
import collections, os, random, sys

import numpy as np

import egen

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python", "tests"))
from test_safety import LETTERS  # noqa: E402

NAMES = ["x", "y", "sin(x)", "x^2", "1/x", "ln(x)", "sqrt(x + 1)", "2*x", "\\frac{x}{2}", "-x", "pi", "exp(x)", "3", "0.5", "x*y"]
MODEL = egen.load()


def text(dice):
    if dice.random() < 0.5:
        return "".join(dice.choices(LETTERS, k=dice.randrange(1, 16)))
    return dice.choice([" + ", "*", " - ", "/"]).join(dice.choices(NAMES, k=dice.randrange(1, 5)))


def call(dice):
    pick, given = dice.random(), text(dice)
    if pick < 0.6:
        return egen.parse(given).latex
    expr = egen.parse(given)
    if pick < 0.75:
        return expr.subs(x=text(dice)).diff("x").prefix
    if pick < 0.9:
        return expr.evaluate(**{name: np.array([0.5, 2.0]) for name in expr.variables})
    if pick < 0.93:
        return hash(expr), expr.tokens, expr.mathml
    if pick < 0.98:
        return MODEL.encode(expr)
    if pick < 0.995:
        return egen.equal(expr, text(dice), numeric=True, timeout=0.2).json()
    if pick < 0.9995:
        return [line.verdict for line in egen.check(f"{given}\n= {expr.infix}".encode("utf-8", "replace").decode(), numeric=True)]
    return egen.expand(expr, 3, nodes=100)


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main():
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    dice, outcomes, first = random.Random(1), collections.Counter(), None
    # Rules are kept ready for the last eight sets of variables, 5 MB each: that is no growth.
    for name in "abcdfghk":
        egen.expand(f"{name} + 1", 1, nodes=50)
    for tenth in range(10):
        for _ in range(calls // 10):
            try:
                call(dice)
                outcomes["answered"] += 1
            except Exception as error:
                outcomes[type(error).__name__] += 1
        now = resident()
        first = first or now
        print(f"{(tenth + 1) * (calls // 10):9,} calls, {now:6.1f} MB, {dict(outcomes.most_common())}", flush=True)
    sys.exit(now - first > 30)


if __name__ == "__main__":
    main()
