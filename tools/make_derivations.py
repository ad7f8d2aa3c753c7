#!/usr/bin/env python3
"""Which derivations, with one mistake each, does SymPy write from the rows of a split?

    pip install sympy mpmath pyarrow
    cargo build --release -p egen
    egen corpus split CORPUS --out SPLIT
    python3 tools/make_derivations.py SPLIT --out crates/egen-eval/data/derivations.jsonl.gz

A row is the first line, as it stands. A step lets SymPy evaluate the deepest subexpressions that it can evaluate, one level a
line, or applies another of its functions (expand, factor, simplify, rewrite, ...) to the line or to a part of it. The e-graph
and its rules have no part in this. At a step drawn uniformly one function of the new line, or if there is none one of
+ - * /, becomes another one, and the derivation goes on from there with right steps.

Every right step was compared by mpmath at twenty points and by `egen equal` (proved or agree); of every mistake both say that
it is one. A derivation ends before a step of which that cannot be said. The rows of the test part have functions that do not
occur in training. A run that was ended goes on after its last batch (FILE.partial). The same seed gives the same derivations,
but for steps that meet SymPy's time limits.
"""
import argparse, collections, fractions, functools, glob, gzip, itertools, json, os, random, statistics, subprocess, sys, time

# The order of SymPy's sets, and so the form of its results, follows the hashes of strings.
if os.environ.get("PYTHONHASHSEED") != "0":
    os.environ["PYTHONHASHSEED"] = "0"
    os.execv(sys.executable, [sys.executable, *sys.argv])

import mpmath as mp
import pyarrow.parquet as pq
import sympy as sp
from mp_value import tree, value
from sympy_form import (FUNCTIONS, GRID, X, attempt, float_value, is_number, largest_number, model_tokens,
                        text, to_sympy, to_tree)

BATCH = 60
MAX_TOKENS = 60
MAX_NUMBER = 99_999
MIN_LINES = 4
DIRECT = {"sin", "cos", "tan", "csc", "sec", "cot", "sinh", "cosh", "tanh", "csch", "sech", "coth"}
ARITHMETIC = ["+", "-", "*", "/"]
# |u| may be mistaken for another function, but nobody writes it for one; sqrt is a power to SymPy.
MISTAKABLE = [name for name in FUNCTIONS if name != "sign"]
WRITTEN_BY_MISTAKE = [name for name in MISTAKABLE if name != "abs"]
# How many steps are looked for. Short lines soon have no more to do, so fewer are found: the mean is near six.
STEPS = [5, 6, 7, 8, 9, 10, 11]
WEIGHTS = [2, 3, 4, 5, 4, 3, 2]


# -- steps

def order_free(t):
    """A key that is the same for trees that differ in the order of terms and factors, or in how a number is written."""
    if isinstance(t, str):
        return fractions.Fraction(t) if is_number(t) else t
    if t[0] in "+*":
        return (t[0], *sorted(map(order_free, flat(t[0], t)), key=repr))
    parts = tuple(map(order_free, t[1:]))
    if t[0] == "/" and all(isinstance(part, fractions.Fraction) for part in parts) and parts[1]:
        return parts[0] / parts[1]
    return (t[0], *parts)


def flat(op, t):
    if isinstance(t, str) or t[0] != op:
        return [t]
    return flat(op, t[1]) + flat(op, t[2])


def children(t):
    return () if isinstance(t, str) else t[2:] if t[0] == "d" else t[1:]


def height(t):
    return max((1 + height(part) for part in children(t)), default=0)


@functools.lru_cache(200_000)
def evaluated(t):
    """What SymPy makes of a subexpression when it builds it, or None where that is what it was but for the order."""
    new = attempt(0.5, lambda: to_tree(sp.diff(to_sympy(t[2]), X) if t[0] == "d" else to_sympy(t)))
    return None if new is None or order_free(new) == order_free(t) else new


def evaluate_level(t):
    """The line with the deepest level that SymPy can evaluate evaluated; nothing if there is none."""
    found = {}
    def look(part):
        if not isinstance(part, str):
            for child in children(part):
                look(child)
            new = evaluated(part)
            if new is not None:
                found.setdefault(height(part), {})[part] = new
    look(t)
    if found:
        level = found[min(found)]
        kind = "differentiate" if all(part[0] == "d" for part in level) else "evaluate"
        yield replaced(t, level), kind


def replaced(t, table):
    if isinstance(t, str):
        return t
    return table.get(t) or (t[0], *(replaced(part, table) for part in t[1:]))


TARGETS = [sp.exp, sp.log, sp.sin, sp.cos, sp.tan, sp.sinh, sp.cosh, sp.tanh, sp.asin, sp.acos, sp.atan, sp.Pow, sp.Abs, sp.sign]
# Each with its kind, a weight and a time limit.
TRANSFORMS = [
    ("expand", sp.expand, 4, 0.5),
    ("expand_trig", sp.expand_trig, 2, 0.5),
    ("expand_log", lambda e: sp.expand_log(e, force=True), 2, 0.3),
    ("factor", sp.factor, 4, 0.5),
    ("together", sp.together, 3, 0.3),
    ("apart", lambda e: sp.apart(e, X), 2, 0.5),
    ("cancel", sp.cancel, 1, 0.5),
    ("powsimp", lambda e: sp.powdenest(sp.powsimp(e)), 2, 0.3),
    ("logcombine", lambda e: sp.logcombine(e, force=True), 2, 0.3),
    ("radsimp", sp.radsimp, 1, 0.3),
    ("trigsimp", sp.trigsimp, 2, 0.3),
    ("simplify", sp.simplify, 3, 0.4),
] + [("rewrite", lambda e, target=target: e.rewrite(target), 0.6, 0.4) for target in TARGETS]


def parts_of(t):
    yield t
    for child in children(t):
        yield from parts_of(child)


@functools.lru_cache(100_000)
def transformed(part, way):
    """What one of SymPy's functions makes of a part, or None where that is the same or nothing that can be read."""
    kind, function, _, seconds = TRANSFORMS[way]
    # It is slow, and of one function alone it makes nothing.
    if kind == "trigsimp" and sum(word in DIRECT for word in text(part).split()) < 2:
        return None
    new = attempt(seconds, lambda: to_tree(function(to_sympy(part))))
    if new is None:
        return None
    # What SymPy does to any expression that it builds is a step of its own.
    same = (order_free(part), order_free(evaluated(part) or part))
    return None if order_free(new) in same else new


def transform(t, rng):
    """Lines to which other functions of SymPy lead, applied to the line or to a part of it, in random order."""
    parts = [part for part in parts_of(t) if "x" in text(part).split() and part != "x" and "d" not in text(part).split()]
    tried = set()
    for _ in range(20 if parts else 0):
        way = rng.choices(range(len(TRANSFORMS)), [weight for _, _, weight, _ in TRANSFORMS])[0]
        part = parts[0] if rng.random() < 0.5 else rng.choice(parts)
        if (part, way) not in tried:
            tried.add((part, way))
            new = transformed(part, way)
            if new is not None:
                yield replaced(t, {part: new}), TRANSFORMS[way][0]


# -- what is right, by mpmath

@functools.lru_cache(50_000)
def defined(t):
    """Where on the grid it has a value; derivatives are looked at as what they are derivatives of."""
    def without(t):
        return t if isinstance(t, str) else without(t[2]) if t[0] == "d" else (t[0], *map(without, t[1:]))
    body, out = without(t), set()
    for at, x in enumerate(GRID):
        try:
            float_value(body, x)
            out.add(at)
        except (ArithmeticError, ValueError):
            pass
    return frozenset(out)


@functools.lru_cache(200_000)
def exact_value(t, at):
    with mp.workdps(40):
        return attempt(0.5, value, t, {"x": mp.mpf(repr(GRID[at]))})


def compare(a, b):
    """(points in common, points at which they differ) among at most twenty, spread over where both are defined."""
    common = sorted(defined(a) & defined(b))
    chosen = common if len(common) <= 20 else [common[k * (len(common) - 1) // 19] for k in range(20)]
    seen = differ = 0
    for at in chosen:
        u, v = exact_value(a, at), exact_value(b, at)
        if u is not None and v is not None:
            seen += 1
            differ += abs(u - v) > mp.mpf(10) ** -20 * max(abs(u), abs(v)) + mp.mpf(10) ** -25
    return seen, differ


def is_right(a, b):
    seen, differ = compare(a, b)
    return seen >= 4 and not differ


# -- derivations

def fits(t):
    return model_tokens(t) <= MAX_TOKENS and largest_number(t) <= MAX_NUMBER


def next_line(lines, rng):
    """A right step from the last line: (line, kind), or None."""
    before = {order_free(line) for line in lines}
    # Evaluation leads; other steps come between, and after it.
    ways = [evaluate_level(lines[-1]), transform(lines[-1], rng)]
    if rng.random() > 0.65:
        ways.reverse()
    for line, kind in itertools.chain(*ways):
        if fits(line) and order_free(line) not in before and is_right(lines[-1], line):
            return line, kind
    return None


def go_on(lines, kinds, steps, rng):
    """Adds so many right steps, or fewer."""
    lines, kinds = list(lines), list(kinds)
    for _ in range(steps):
        step = next_line(lines, rng)
        if step is None:
            break
        lines.append(step[0])
        kinds.append(step[1])
    return lines, kinds


def places(t, words, path=()):
    """Paths to the operators of a tree that are among these words."""
    if isinstance(t, str):
        return []
    own = [path] if t[0] in words else []
    return own + [place for k, part in enumerate(t[1:], 1) for place in places(part, words, path + (k,))]


def exchanged(t, path, word):
    if not path:
        return (word, *t[1:])
    k = path[0]
    return (*t[:k], exchanged(t[k], path[1:], word), *t[k + 1:])


def at_path(t, path):
    return at_path(t[path[0]], path[1:]) if path else t


def mistake(before, line, rng):
    """The line with one function, or else one arithmetic operator, exchanged, so that it no longer equals the line before."""
    functions = places(line, MISTAKABLE)
    found, words = (functions, WRITTEN_BY_MISTAKE) if functions else (places(line, ARITHMETIC), ARITHMETIC)
    for _ in range(12):
        if not found:
            return None
        path = rng.choice(found)
        old = at_path(line, path)[0]
        new = rng.choice([word for word in words if word != old])
        wrong = exchanged(line, path, new)
        seen, differ = compare(before, wrong)
        if seen >= 4 and differ >= seen // 2:
            return wrong, f"{old} -> {new}"
    return None


def derive(first, rng, faultless):
    """A derivation from this line, or None. Its steps are right by mpmath, its mistake is wrong."""
    lines, kinds = go_on([first], [], rng.choices(STEPS, WEIGHTS)[0], rng)
    if len(lines) < MIN_LINES:
        return None
    if rng.random() < faultless:
        return {"lines": lines, "mistake": None, "kinds": kinds, "changed": None}
    steps = len(kinds)
    at = rng.randint(1, steps)
    best = None
    # After some mistakes nothing is left to do. If the first were taken, mistakes would gather in last lines.
    for _ in range(4):
        wrong = mistake(lines[at - 1], lines[at], rng)
        if wrong is None:
            break
        longer = go_on(lines[:at] + [wrong[0]], kinds[:at - 1] + ["mistake"], steps - at, rng)
        if best is None or len(longer[0]) > len(best["lines"]):
            best = {"lines": longer[0], "mistake": at, "kinds": longer[1], "changed": wrong[1]}
        if len(best["kinds"]) == steps:
            break
    return best if best and len(best["lines"]) >= MIN_LINES else None


# -- what is right, by egen

def verdicts(binary, pairs):
    run = subprocess.run([binary, "equal", "--pairs", "-", "--from", "prefix", "--jsonl", "--threads", "1"],
                         input="".join(f"{a}\t{b}\n" for a, b in pairs), capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(pairs), run.stderr[-2000:]
    return ["error" if answer.get("error") else answer["verdict"] for answer in answers]


def spelled(binary, texts):
    """The lines as the program prints them."""
    run = subprocess.run([binary, "parse", "-", "--from", "prefix", "--to", "prefix", "--jsonl"],
                         input="".join(line + "\n" for line in texts), capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(texts), run.stderr[-2000:]
    return [answer["output"] for answer in answers]


def verified(binary, found, tally):
    """The derivations whose steps egen confirms, cut before the first step that it does not."""
    for derivation in found:
        derivation["lines"] = [text(line) for line in derivation["lines"]]
    printed = iter(spelled(binary, [line for derivation in found for line in derivation["lines"]]))
    for derivation in found:
        derivation["lines"] = [next(printed) for _ in derivation["lines"]]
    answers = iter(verdicts(binary, [pair for derivation in found for pair in zip(derivation["lines"], derivation["lines"][1:])]))
    kept = []
    for derivation in found:
        lines, at = derivation["lines"], derivation["mistake"]
        own = [next(answers) for _ in lines[1:]]
        tally.update(f"{'mistake' if k == at else 'right'}, {verdict}" for k, verdict in enumerate(own, 1))
        stands = [verdict == "refuted" if k == at else verdict in ("proved", "agree") for k, verdict in enumerate(own, 1)]
        steps = stands.index(False) if False in stands else len(stands)
        # A mistake that is cut off would leave a derivation that nobody drew without one.
        if steps + 1 >= MIN_LINES and (at is None or at <= steps):
            derivation["lines"], derivation["kinds"] = lines[:steps + 1], derivation["kinds"][:steps]
            kept.append(derivation)
    return kept


# -- files

def rows_of(folder, part, seed):
    files = sorted(glob.glob(f"{folder}/data/{part}-*.parquet"))
    if not files:
        sys.exit(f"{folder}/data: no {part}-*.parquet")
    rows = [row for f in files for row in pq.read_table(f, columns=["prefix"])["prefix"].to_pylist()]
    random.Random(f"{seed}/{part}").shuffle(rows)
    return rows


def make_part(part, rows, enough, args, partial, earlier):
    """Batches of rows until there is enough. What an earlier run made is in `earlier`."""
    kept, tally, done = [], collections.Counter(), 0
    for batch in earlier:
        kept += batch["derivations"]
        tally.update(batch["tally"])
        done = batch["rows"]
    began = time.process_time()
    while done < len(rows) and not enough(kept):
        found, counts = [], collections.Counter()
        for row in rows[done:done + BATCH]:
            derivation = derive(tree(row.split()), random.Random(f"{args.seed}/{part}/{row}"), args.faultless)
            counts["rows"] += 1
            if derivation:
                found.append({"part": part, **derivation})
        good = verified(args.egen, found, counts)
        counts["confirmed"] += len(good)
        done += BATCH
        kept += good
        tally.update(counts)
        partial.write(json.dumps({"part": part, "rows": done, "tally": counts, "derivations": good}) + "\n")
        partial.flush()
        steps = sum(len(d["kinds"]) for d in kept)
        print(f"{part}: {done} rows, {len(kept)} derivations, {steps} steps, {time.process_time() - began:.0f} s", file=sys.stderr, flush=True)
    if not enough(kept):
        sys.exit(f"{part}: all {len(rows)} rows give {len(kept)} derivations only")
    return kept, tally


def read_partial(path):
    batches = {"train": [], "test": []}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            whole = [line for line in f if line.endswith("\n")]
        # A line that a kill cut short would spoil the one written after it.
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(whole)
        for line in whole:
            batch = json.loads(line)
            batches[batch["part"]].append(batch)
    return batches


def table(part, derivations, tally):
    steps = [kind for d in derivations for kind in d["kinds"]]
    tokens = [model_tokens(tree(line.split())) for d in derivations for line in d["lines"]]
    wrong = [d for d in derivations if d["mistake"]]
    print(f"== {part}: {len(derivations)} derivations, {len(steps)} steps, {len(wrong)} mistakes ({100 * len(wrong) / len(steps):.1f} %)")
    print(f"   lines a derivation {statistics.mean(len(d['lines']) for d in derivations):.2f}; "
          f"tokens a line {statistics.mean(tokens):.1f} (median {statistics.median(tokens):.0f}, most {max(tokens)})")
    for kind, count in collections.Counter(steps).most_common():
        print(f"   {kind:16}{count:7}{100 * count / len(steps):7.1f} %")
    operators = sum(d["changed"][0] in ARITHMETIC for d in wrong)
    print(f"   mistakes: {len(wrong) - operators} functions, {operators} operators")
    where = collections.Counter(min(4, int(5 * (d["mistake"] - 1) / max(1, len(d["kinds"]) - 1))) for d in wrong)
    print("   where, by fifths of the derivation:", " ".join(str(where[k]) for k in range(5)))
    print("   verdicts:", ", ".join(f"{name} {count}" for name, count in sorted(tally.items())))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("split", metavar="DIR", help="a split, with the parts train and test")
    parser.add_argument("--out", required=True, metavar="FILE", help="JSON lines, gzip")
    parser.add_argument("--train", type=int, default=600, metavar="N", help="derivations from train rows (%(default)s)")
    parser.add_argument("--steps", type=int, default=18_000, metavar="N", help="steps from test rows (%(default)s)")
    parser.add_argument("--faultless", type=float, default=0.1, metavar="SHARE", help="of derivations without a mistake (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--egen", default="target/release/egen", metavar="PATH", help="%(default)s")
    args = parser.parse_args()
    partial = args.out + ".partial"
    earlier = read_partial(partial)
    wanted = [("train", lambda kept: len(kept) >= args.train), ("test", lambda kept: sum(len(d["kinds"]) for d in kept) >= args.steps)]
    made = []
    with open(partial, "a", encoding="utf-8") as f:
        for part, enough in wanted:
            made.append((part, *make_part(part, rows_of(args.split, part, args.seed), enough, args, f, earlier[part])))
    # No time and no name in the header: the same derivations are the same bytes.
    with open(args.out, "wb") as f, gzip.GzipFile(filename="", mode="wb", fileobj=f, compresslevel=9, mtime=0) as z:
        for _, derivations, _ in made:
            for d in derivations:
                ordered = {key: d[key] for key in ("part", "lines", "mistake", "kinds", "changed")}
                z.write((json.dumps(ordered, separators=(",", ":")) + "\n").encode())
    os.remove(partial)
    for part, derivations, tally in made:
        table(part, derivations, tally)


if __name__ == "__main__":
    main()
