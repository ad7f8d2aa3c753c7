#!/usr/bin/env python3
"""Which pairs of equal expressions does SymPy give, as the authors of SemEmb made theirs?

    pip install sympy mpmath pyarrow
    python3 tools/make_sympy_pairs.py --out pairs.txt --pairs 60000 --without SPLIT_DIR

Initial expressions are small random trees and shapes in x with the integers 2 to 9. SymPy simplifies, expands, factors,
rewrites them and so on; what is new and short enough is a line of the initial expression's block. An integral F of f is the
line d/dx F in the block of f; a derivative has a block of its own, first d/dx f, then what SymPy makes of it. Nothing is
checked unless `--verified` is given: SymPy's slips belong to such a set, and `egen corpus verify` counts them.

The functions of `--without` (the test part of a split, or a text with a prefix expression a line) are left out, compared by
values. A run that was ended goes on where its last batch was written. Each candidate has a random generator of its own, so
the same seed gives the same file, but for what meets a time limit.
"""
import argparse, collections, glob, json, os, random, subprocess, sys, time

# The order of SymPy's sets, and so the form of its results, follows the hashes of strings.
if os.environ.get("PYTHONHASHSEED") != "0":
    os.environ["PYTHONHASHSEED"] = "0"
    os.execv(sys.executable, [sys.executable, *sys.argv])

import mpmath as mp
import sympy as sp
from mp_value import tree, value
from sympy_form import (FUNCTIONS, GRID, X, attempt, from_paper, largest_number, model_tokens, paper_text,
                        same_function, to_sympy, to_tree, values)

BATCH = 200
CIRCULAR = ["sin", "cos", "tan", "csc", "sec", "cot"]
ARCS = ["asin", "acos", "atan", "acsc", "asec", "acot"]
HYPERBOLIC = ["sinh", "cosh", "tanh", "csch", "sech", "coth"]
AREAS = ["asinh", "acosh", "atanh", "acsch", "asech", "acoth"]
OTHERS = ["ln", "exp", "sqrt", "abs"]
# A tree of one family has identities to find, one of all families seldom has.
PALETTES = [CIRCULAR, CIRCULAR, HYPERBOLIC, HYPERBOLIC, ["sin", "cos"], ["sinh", "cosh"], ["sinh", "cosh", "tanh", "exp"], ARCS, AREAS,
            CIRCULAR + ARCS, HYPERBOLIC + AREAS, ["ln", "exp", "sqrt"], ["ln"], ["exp"], ["sqrt"],
            CIRCULAR + HYPERBOLIC + OTHERS, CIRCULAR + ARCS + HYPERBOLIC + AREAS + OTHERS]
ALL = [name for name in FUNCTIONS if name != "sign"] + ["sqrt"]


# -- initial expressions

def integer(rng):
    return str(rng.randint(2, 9) * rng.choice([1, 1, 1, -1]))


def leaf(rng):
    return "x" if rng.random() < 0.65 else str(rng.randint(2, 9))


def random_tree(rng, size, palette):
    """A tree with so many operators."""
    if size == 0:
        return leaf(rng)
    if rng.random() < (0.5 if size < 4 else 0.35):
        return (rng.choice(palette), random_tree(rng, size - 1, palette))
    op = rng.choices(["+", "-", "*", "/", "pow"], [5, 4, 5, 4, 3])[0]
    if op == "pow":
        return ("pow", random_tree(rng, size - 1, palette), str(rng.choice([2, 2, 2, 3, 3, 4, 5, -1, -2, -3])))
    left = rng.randint(0, size - 1)
    return (op, random_tree(rng, left, palette), random_tree(rng, size - 1 - left, palette))


def linear(rng):
    kind = rng.randrange(6)
    if kind <= 1:
        return "x"
    if kind == 2:
        return ("*", integer(rng), "x")
    if kind == 3:
        return ("/", "x", integer(rng))
    if kind == 4:
        return (rng.choice("+-"), "x", str(rng.randint(2, 9)))
    return (rng.choice("+-"), ("*", integer(rng), "x"), str(rng.randint(2, 9)))


def shape(rng):
    """What stands in exercises: one or two functions of something linear, polynomials and their quotients."""
    palette = rng.choice(PALETTES)
    f, g = (lambda: (rng.choice(palette), linear(rng))), (lambda: (rng.choice(ALL), linear(rng)))
    small = lambda: str(rng.choice([2, 2, 3, 3, 4, 5]))
    kind = rng.randrange(12)
    if kind == 0:
        return g()
    if kind == 1:
        return ("*", integer(rng), g())
    if kind == 2:
        return (rng.choice("+-"), ("*", integer(rng), g()), str(rng.randint(2, 9)))
    if kind == 3:
        return ("pow", g(), rng.choice([small(), "-" + small()]))
    if kind == 4:
        return (rng.choice("+-*/"), f(), f())
    if kind == 5:
        return (rng.choice("+-*/"), g(), f())
    if kind == 6:
        return ("*", rng.choice(["x", ("pow", "x", small())]), f())
    if kind == 7:
        return (rng.choice("*/"), linear(rng), ("pow", linear(rng), small()))
    if kind == 8:
        return (rng.choice("*/+-"), ("+", ("*", integer(rng), "x"), integer(rng)), ("-", ("*", integer(rng), "x"), integer(rng)))
    if kind == 9:
        return ("+", ("*", integer(rng), ("pow", "x", small())), rng.choice([("*", integer(rng), "x"), integer(rng)]))
    if kind == 10:
        return (rng.choice("+-"), ("pow", f(), "2"), rng.choice([("pow", f(), "2"), integer(rng)]))
    # f and g of the same argument: sin(ax + b) cos(ax + b).
    inner = linear(rng)
    return (rng.choice("*/+-"), (rng.choice(palette), inner), (rng.choice(palette), inner))


def initial(rng):
    if rng.random() < 0.45:
        return shape(rng)
    return random_tree(rng, rng.choices([1, 2, 3, 4, 5, 6], [1, 3, 5, 6, 5, 3])[0], rng.choice(PALETTES))


# -- what SymPy makes of them

def rewrites(e, rng, limit):
    """Ways to write e with other functions: those that its own functions know."""
    names = {type(f).__name__ for f in e.atoms(sp.Function)}
    targets = []
    if names & set(CIRCULAR):
        targets += [sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc]
    if names & set(ARCS):
        targets += [sp.asin, sp.acos, sp.atan, sp.acot, sp.asec, sp.acsc]
    if names & set(HYPERBOLIC):
        targets += [sp.exp, sp.sinh, sp.cosh, sp.tanh, sp.coth]
    if names & set(AREAS):
        targets += [sp.log]
    if "Abs" in names:
        targets += [sp.sign]
    rng.shuffle(targets)
    return [("rewrite", lambda e, target=target: e.rewrite(target), 0.3) for target in targets[:limit]]


FORMS = [
    ("simplify", sp.simplify, 0.3),
    ("trigsimp", sp.trigsimp, 0.2),
    ("expand", sp.expand, 0.3),
    ("expand", lambda e: sp.expand(e, trig=True), 0.3),
    ("factor", sp.factor, 0.4),
    ("together", sp.together, 0.3),
    ("apart", lambda e: sp.apart(e, X), 0.3),
    ("powsimp", lambda e: sp.powdenest(sp.powsimp(e)), 0.3),
    ("logcombine", lambda e: sp.logcombine(e, force=True), 0.3),
    ("expand", lambda e: sp.expand_log(e, force=True), 0.3),
    ("cancel", sp.cancel, 0.3),
]
# These cannot act where there are no such functions.
NEEDS = {"trigsimp": set(CIRCULAR + HYPERBOLIC), "logcombine": {"log"}}
QUICK = [("factor", sp.factor, 0.3), ("together", sp.together, 0.3), ("expand", sp.expand, 0.3)]


def written(e):
    """The tree, or None. Putting terms in order compares their numbers, which may take long or fail: cosh(exp(exp(99)))."""
    return None if e is None else attempt(0.3, to_tree, e)


def fits(t, args):
    return model_tokens(t) <= args.max_tokens and largest_number(t) <= args.max_number


class Block:
    """An expression and others equal to it, each once."""
    def __init__(self, first, args):
        self.args, self.lines, self.kinds = args, [first], []

    def add(self, e, kind, wrap=None):
        """Was it new, and short enough?"""
        t = written(e)
        if t is None:
            return False
        t = wrap(t) if wrap else t
        new = t not in self.lines and fits(t, self.args)
        if new:
            self.lines.append(t)
            self.kinds.append(kind)
        return new

    def add_forms(self, e, kind):
        """What was rewritten is also expanded and so on: the quick ways, since it is only written otherwise."""
        if self.add(e, kind) and kind == "rewrite":
            for kind, function, seconds in QUICK:
                self.add(attempt(seconds, function, e), f"rewrite, {kind}")


def integral(e):
    done = sp.integrate(e, X, manual=True)
    return None if done.has(sp.Integral) else done


def blocks(number, args, known, seen):
    """Up to two blocks from the candidate with this number: of the expression and of its derivative."""
    rng = random.Random(f"{args.seed}/{number}")
    e = attempt(0.3, to_sympy, initial(rng))
    first = written(e)
    if first is None or e.free_symbols != {X} or first in seen or not fits(first, args):
        return
    seen.add(first)
    its = values(first)
    if not has_values(its):
        return
    if is_new(its, known):
        block = Block(first, args)
        names = {type(f).__name__ for f in e.atoms(sp.Function)}
        for kind, function, seconds in FORMS + rewrites(e, rng, 6):
            if not (kind in NEEDS and names.isdisjoint(NEEDS[kind])):
                block.add_forms(attempt(seconds, function, e), kind)
        if rng.random() < args.integrals:
            block.add(attempt(0.3, integral, e), "integrate", lambda t: ("d", "x", t))
        if len(block.lines) > 1:
            yield block
    derivative = attempt(0.3, sp.diff, e, X)
    unevaluated = ("d", "x", first)
    evaluated = written(derivative)
    if evaluated is None or not fits(unevaluated, args):
        return
    its = values(evaluated)
    if has_values(its) and is_new(its, known):
        block = Block(unevaluated, args)
        block.add(derivative, "differentiate")
        if model_tokens(evaluated) <= 2 * args.max_tokens:
            # Simplifying takes most of the time, and seldom says more of a derivative than of its function.
            simplify = [("simplify", sp.simplify, 0.3)] if rng.random() < 0.2 else []
            for kind, function, seconds in QUICK + rewrites(derivative, rng, 3) + simplify:
                block.add_forms(attempt(seconds, function, derivative), kind)
        if len(block.lines) > 1:
            yield block


def has_values(its):
    return sum(v is not None for v in its) >= 4


def is_new(its, known):
    return not any(same_function(its, other) for other in known)


# -- files

def functions_of(path):
    """The values of every function that is to be left out."""
    if path is None:
        return []
    if os.path.isdir(path):
        import pyarrow.parquet as pq
        parts = [pq.read_table(f, columns=["initial"]) for f in sorted(glob.glob(f"{path}/data/test-*.parquet"))]
        lines = sorted({row for part in parts for row in part["initial"].to_pylist()})
    else:
        with open(path, encoding="utf-8") as f:
            lines = [line for line in f.read().splitlines() if line]
    if not lines:
        sys.exit(f"{path}: nothing to leave out")
    mp.mp.dps = 20
    def at(t, x):
        y = value(t, {"x": mp.mpf(repr(x))})
        return None if y is None else float(y)
    known = []
    for line in lines:
        t = tree(from_paper(line))
        known.append([at(t, x) for x in GRID] if "d" in line.split() else values(t))
    return known


def refuted(binary, found):
    """Which (block, line) are refuted, by one run of the program."""
    asked = [(b, k) for b, block in enumerate(found) for k in range(1, len(block.lines))]
    lines = "".join(f"{paper_text(found[b].lines[0])}\t{paper_text(found[b].lines[k])}\n" for b, k in asked)
    run = subprocess.run([binary, "equal", "--pairs", "-", "--from", "prefix", "--numeric", "--jsonl"], input=lines, capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(asked), run.stderr[-2000:]
    return {place for place, answer in zip(asked, answers) if answer.get("error") or answer["verdict"] == "refuted"}


def take_up(out, state):
    """What an earlier run left: its counts and its first lines. What it wrote after its last whole batch is cut off."""
    if not (os.path.exists(out) and os.path.exists(state)):
        open(out, "w").close()
        return {"candidates": 0, "bytes": 0, "blocks": 0, "kinds": {}}, set()
    with open(state, encoding="utf-8") as f:
        done = json.load(f)
    os.truncate(out, done["bytes"])
    with open(out, encoding="utf-8") as f:
        return done, {tree(from_paper(block.split("\n", 1)[0])) for block in f.read().split("\n\n") if block.strip()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, metavar="FILE", help="blocks of lines; FILE.state beside it remembers how far it came")
    parser.add_argument("--pairs", type=int, default=60_000, metavar="N", help="stop when so many are there (%(default)s)")
    parser.add_argument("--without", metavar="PATH", help="leave out the functions of a split's test part, or of a text's lines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-tokens", type=int, default=25, help="of each side (%(default)s)")
    parser.add_argument("--max-number", type=int, default=999, help="%(default)s")
    parser.add_argument("--integrals", type=float, default=0.3, metavar="SHARE", help="of the expressions that are integrated too (%(default)s)")
    parser.add_argument("--verified", action="store_true", help="drop the lines that `egen equal` refutes")
    parser.add_argument("--egen", default="target/release/egen", metavar="PATH", help="the program for --verified (%(default)s)")
    args = parser.parse_args()
    known = functions_of(args.without)
    state = args.out + ".state"
    done, seen = take_up(args.out, state)
    kinds, began, before = collections.Counter(done["kinds"]), time.process_time(), sum(done["kinds"].values())
    while kinds.total() < args.pairs:
        found = [block for number in range(done["candidates"], done["candidates"] + BATCH) for block in blocks(number, args, known, seen)]
        bad = refuted(args.egen, found) if args.verified else set()
        with open(args.out, "a", encoding="utf-8") as f:
            for b, block in enumerate(found):
                kept = [k for k in range(1, len(block.lines)) if (b, k) not in bad]
                if kept:
                    f.write("".join(paper_text(block.lines[k]) + "\n" for k in [0, *kept]) + "\n")
                    kinds.update(block.kinds[k - 1] for k in kept)
                    done["blocks"] += 1
        done.update(candidates=done["candidates"] + BATCH, bytes=os.path.getsize(args.out), kinds=dict(kinds))
        with open(state + ".new", "w", encoding="utf-8") as f:
            json.dump(done, f)
        os.replace(state + ".new", state)
        spent = time.process_time() - began
        print(f"{done['candidates']} candidates, {done['blocks']} blocks, {kinds.total()} pairs, {spent:.0f} s, "
              f"{(kinds.total() - before) / max(spent, 1):.1f} pairs/s", file=sys.stderr, flush=True)
    print(f"{'form':16}{'pairs':>8}")
    for kind, count in kinds.most_common():
        print(f"{kind:16}{count:8}")
    print(f"{'all':16}{kinds.total():8}   in {done['blocks']} blocks from {done['candidates']} candidates")


if __name__ == "__main__":
    main()
