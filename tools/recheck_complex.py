#!/usr/bin/env python3
"""Do the rows of a corpus that are labelled `complex = true` hold over the complex numbers, according to numpy and mpmath?

    pip install mpmath numpy pyarrow
    python3 tools/recheck_complex.py CORPUS [--rows 20000] [--seed 1] [--points 200] [--label false]

Takes random rows with that label and evaluates each and its initial expression at random complex points with principal branches:
in floating point with error estimates, and where that sees a difference or cannot tell, with mpmath to as many digits as settle
it. A row that differs is listed with the point, and the status is 1. Derivatives are carried out first; rows with derivatives of
|u| and sgn u, which have none over the complex numbers, are left out. With `--label false` the rows with that label are taken, and
those that differ at no point are listed; some of them may differ elsewhere.
"""
import argparse, collections, glob, multiprocessing, os, random, sys
from fractions import Fraction
import mpmath as mp
import numpy as np
from mp_value import BINARY, CONSTANTS, INVERSE_BY_RECIPROCAL, UNARY, depends, tree

EPSILON = 2.0 ** -52
LARGEST_IMAGINARY = 50
ASKED = 4  # points at which mpmath is asked, of those that differ and of those that are unclear

NUMPY = {
    "neg": np.negative, "abs": lambda z: np.abs(z) + 0j, "sign": lambda z: z / np.abs(z), "sqrt": np.sqrt, "exp": np.exp, "ln": np.log,
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "csc": lambda z: 1 / np.sin(z), "sec": lambda z: 1 / np.cos(z), "cot": lambda z: 1 / np.tan(z),
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "csch": lambda z: 1 / np.sinh(z), "sech": lambda z: 1 / np.cosh(z), "coth": lambda z: 1 / np.tanh(z),
    "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh,
    "acot": lambda z: np.arctan(1 / z), "asec": lambda z: np.arccos(1 / z), "acsc": lambda z: np.arcsin(1 / z),
    "acsch": lambda z: np.arcsinh(1 / z), "asech": lambda z: np.arccosh(1 / z), "acoth": lambda z: np.arctanh(1 / z),
}


# f'(u) in prefix, valid off the cuts of f.
SLOPES = {
    "neg": "-1", "sqrt": "/ 1 * 2 sqrt u", "exp": "exp u", "ln": "/ 1 u", "sin": "cos u", "cos": "neg sin u", "tan": "pow sec u 2",
    "csc": "neg * csc u cot u", "sec": "* sec u tan u", "cot": "neg pow csc u 2", "sinh": "cosh u", "cosh": "sinh u", "tanh": "pow sech u 2",
    "csch": "neg * csch u coth u", "sech": "neg * sech u tanh u", "coth": "neg pow csch u 2",
    "asin": "/ 1 sqrt - 1 pow u 2", "acos": "/ -1 sqrt - 1 pow u 2", "atan": "/ 1 + 1 pow u 2", "asinh": "/ 1 sqrt + 1 pow u 2",
    "acosh": "/ 1 * sqrt - u 1 sqrt + u 1", "atanh": "/ 1 - 1 pow u 2", "acot": "/ -1 + 1 pow u 2", "acoth": "/ 1 - 1 pow u 2",
    "asec": "/ 1 * pow u 2 sqrt - 1 / 1 pow u 2", "acsc": "/ -1 * pow u 2 sqrt - 1 / 1 pow u 2",
    "acsch": "/ -1 * pow u 2 sqrt + 1 / 1 pow u 2", "asech": "/ -1 * pow u 2 * sqrt - / 1 u 1 sqrt + / 1 u 1",
}


class NoDerivative(Exception):
    """|u| and sgn u."""


def put(t, u):
    return (u if t == "u" else t) if isinstance(t, str) else (t[0], *(put(part, u) for part in t[1:]))


def slope(t, x):
    """The derivative of a tree without derivatives."""
    if isinstance(t, str) or not depends(t, x):
        return "1" if t == x else "0"
    if t[0] in ("abs", "sign"):
        raise NoDerivative
    a, da = t[1], slope(t[1], x)
    if t[0] in SLOPES:
        return ("*", put(tree(SLOPES[t[0]].split()), a), da)
    b, db = t[2], slope(t[2], x)
    if t[0] in "+-":
        return (t[0], da, db)
    if t[0] == "*":
        return ("+", ("*", da, b), ("*", a, db))
    if t[0] == "/":
        return ("-", ("/", da, b), ("/", ("*", t, db), b))
    if t[0] == "log":
        return slope(("/", ("ln", a), ("ln", b)), x)
    first = ("*", ("*", b, ("pow", a, ("-", b, "1"))), da)
    return ("+", first, ("*", ("*", t, ("ln", a)), db)) if depends(b, x) else first


def carried_out(t):
    """The same tree with all derivatives carried out."""
    if isinstance(t, str):
        return t
    return slope(carried_out(t[2]), t[1]) if t[0] == "d" else (t[0], *(carried_out(part) for part in t[1:]))


def moved(f, z, error):
    """The value, and how far it moves with the argument. Across a cut it jumps, which makes it unclear, as it should."""
    value = f(z)
    step = np.maximum(error, EPSILON * np.abs(z))
    return value, sum(np.abs(f(z + step * turn) - value) for turn in (1, -1, 1j, -1j)) + 8 * EPSILON * np.abs(value)


def approximate(t, at, count):
    """Values and error estimates at all points at once."""
    if isinstance(t, str):
        if t in at:
            return at[t], np.zeros(count)
        number = complex(CONSTANTS[t]()) if t in CONSTANTS else complex(float(Fraction(t)))
        return np.full(count, number), np.full(count, abs(number) * EPSILON if t in CONSTANTS or number.real % 1 else 0.0)
    args = [approximate(part, at, count) for part in t[1:]]
    if t[0] in NUMPY:
        return moved(NUMPY[t[0]], *args[0])
    (a, da), (b, db) = args
    if t[0] in "+-":
        value = a + b if t[0] == "+" else a - b
        return value, da + db + 2 * EPSILON * np.abs(value)
    if t[0] == "*":
        value = a * b
        return value, np.abs(a) * db + np.abs(b) * da + da * db + 4 * EPSILON * np.abs(value)
    if t[0] == "log":
        (a, da), (b, db) = moved(np.log, a, da), moved(np.log, b, db)
    if t[0] in ("/", "log"):
        value, below = a / b, np.abs(b) - db
        return value, np.where(below > 0, (da + np.abs(value) * db) / np.where(below > 0, below, 1), np.inf) + 6 * EPSILON * np.abs(value)
    assert t[0] == "pow", t[0]
    if np.all(db == 0) and np.all(b == np.rint(b.real)):
        value = a ** b
        return value, np.abs(value) * (np.abs(b) * da / np.maximum(np.abs(a) - da, 1e-300) + 4 * EPSILON * (1 + np.abs(b)))
    value, error = moved(lambda z: z ** b, a, da)
    turns = np.abs(np.log(a))
    return value, error + np.abs(value) * turns * (db + 4 * EPSILON * np.abs(b))


def total(a, b):
    """a + b, unless a part of it is lost whole: 1 + tanh(-250000 + i) is 2 exp(-500000 + 2i), and mpmath has its imaginary part only."""
    value = a + b
    for part in (mp.re, mp.im):
        if part(value) == 0 and part(a) != 0:
            raise ValueError("nothing is left of a sum at this precision")
    return value


def exact(t, at):
    """The value by mpmath at the current precision."""
    if isinstance(t, str):
        return at[t] if t in at else CONSTANTS[t]() if t in CONSTANTS else mp.mpf(t)
    args = [exact(part, at) for part in t[1:]]
    if t[0] in INVERSE_BY_RECIPROCAL:
        return INVERSE_BY_RECIPROCAL[t[0]](1 / args[0])
    if t[0] == "abs":
        return mp.fabs(args[0])
    if t[0] in UNARY:
        value = UNARY[t[0]](args[0])
        # acos(tanh(10^6)) is small and not 0, and on which side of its cut tan of it is follows from that.
        if t[0] in ("tanh", "coth") and abs(mp.re(value)) == 1:
            raise ValueError("nothing is left of 1 - |tanh| at this precision")
        return value
    a, b = args
    return {"+": lambda: total(a, b), "-": lambda: total(a, -b), "*": lambda: a * b, "/": lambda: a / b, "log": lambda: mp.log(a) / mp.log(b),
            "pow": lambda: mp.mpf(1) if a == 0 and b == 0 else mp.power(a, b)}[t[0]]()


def differ(a, b, point):
    """Do they differ at a point? None where 1,200 digits do not settle it."""
    def values(digits):
        with mp.workdps(digits):
            at = {name: mp.mpc(z) for name, z in point.items()}
            return exact(a, at), exact(b, at)

    def close(x, y):
        return abs(x - y) <= mp.mpf(10) ** -25 * max(abs(x), abs(y))
    try:
        if close(*values(50)):
            return False
        # cot(8x)^2 + 1 is 10^-340 at x = 50i.
        (x, y), (u, v) = values(500), values(1200)
        # A zero may be what is left of 1 - tanh(359).
        return not close(u, v) if close(x, u) and close(y, v) and u != 0 and v != 0 else None
    except (ZeroDivisionError, OverflowError, ValueError, MemoryError, mp.libmp.ComplexResult):
        return None


def random_points(names, rng, count):
    """All quadrants, sizes from 10^-3 to 50, and small real parts with large imaginary ones, where exp has a value."""
    def coordinate():
        polar = 10 ** rng.uniform(-3, np.log10(LARGEST_IMAGINARY), count) * np.exp(1j * rng.uniform(-np.pi, np.pi, count))
        tall = rng.uniform(-4, 4, count) + 1j * rng.uniform(-LARGEST_IMAGINARY, LARGEST_IMAGINARY, count)
        return np.where(rng.random(count) < 0.6, polar, tall)
    return {name: coordinate() for name in names}


def judge(case):
    """`same`, `differs` (with the point), `unclear` or `left out`, of two prefix expressions."""
    key, initial, member, points, seed = case
    tokens = initial.split() + member.split()
    if initial == member:
        return "same", None
    try:
        a, b = carried_out(tree(initial.split())), carried_out(tree(member.split()))
    except NoDerivative:
        return "left out", None
    known = set(CONSTANTS) | BINARY | set(INVERSE_BY_RECIPROCAL) | set(UNARY) | {"d"}
    names = sorted({t for t in tokens if t not in known and t[0].isalpha()})
    at = random_points(names, np.random.default_rng([seed, *key]), points)
    with np.errstate(all="ignore"):
        (x, dx), (y, dy) = approximate(a, at, points), approximate(b, at, points)
        gap, error, size = np.abs(x - y), dx + dy, np.maximum(np.abs(x), np.abs(y))
        usable = np.isfinite(gap) & np.isfinite(error)
        apart = usable & (gap > 16 * error)
        alike = usable & ~apart & (error <= 1e-6 * size)
        ratio = np.where(apart, gap / np.maximum(error, 1e-300), 0)
    order = [k for k in np.argsort(-ratio) if apart[k]][:ASKED] + list(np.flatnonzero(usable & ~apart & ~alike)[:ASKED])
    agreeing = int(alike.sum())
    for k in order:
        point = {name: complex(z[k]) for name, z in at.items()}
        found = differ(a, b, point)
        if found:
            return "differs", point
        agreeing += found is False
    return "same" if agreeing else "unclear", None


def main():
    import pyarrow.parquet as parquet
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus")
    parser.add_argument("--rows", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--examples", type=int, default=20, help="rows that differ, to be listed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--label", choices=["true", "false"], default="true")
    args = parser.parse_args()
    labels, cases = collections.Counter(), []
    for file in sorted(glob.glob(os.path.join(args.corpus, "data", "*.parquet"))) or [args.corpus]:
        for row in parquet.read_table(file, columns=["cluster", "member", "initial", "prefix", "complex"]).to_pylist():
            labels[row["complex"]] += 1
            if row["complex"] is (args.label == "true"):
                cases.append(((row["cluster"], row["member"]), row["initial"], row["prefix"], args.points, args.seed))
    if not cases:
        sys.exit(f"{args.corpus}: no row is labelled complex = {args.label}")
    cases = random.Random(args.seed).sample(cases, min(args.rows, len(cases)))
    print(f"labels: {labels[True]} true, {labels[False]} false, {labels[None]} not told")
    tally, wrong = collections.Counter(), "differs" if args.label == "true" else "same"
    with multiprocessing.Pool(args.processes) as pool:
        for case, (verdict, point) in zip(cases, pool.imap(judge, cases, chunksize=50)):
            tally[verdict] += 1
            if verdict == wrong and tally[verdict] <= args.examples:
                print(f"  {verdict.upper()} {point or ''}: cluster {case[0][0]} member {case[0][1]}: {case[1]} | {case[2]}", flush=True)
            if sum(tally.values()) % 2000 == 0:
                print(f"  {sum(tally.values())} of {len(cases)}", file=sys.stderr)
    print(f"{len(cases)} rows labelled {args.label}: {tally['same']} the same, {tally['differs']} differ, "
          f"{tally['unclear']} without a clear point, {tally['left out']} left out")
    sys.exit(1 if tally[wrong] else 0)


if __name__ == "__main__":
    main()
