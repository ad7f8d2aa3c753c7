#!/usr/bin/env python3
"""Do the rows of a corpus hold according to mpmath, which shares nothing with egen but the prefix notation?

    pip install mpmath pyarrow
    python3 tools/recheck_corpus.py CORPUS [--rows 20000] [--seed 1] [--points 6] [--parts]
    python3 tools/recheck_corpus.py --original clusters.txt [--egen target/release/egen] [--rows 2000]

The first form takes random rows of a folder that egen made and evaluates each and its initial expression at random real
points of their common domain, to 50 digits; a row that differs is listed, and the status is 1. The second takes random rows of a
text of clusters and lists where the verdicts of `egen corpus verify` and mpmath's differ.
"""
import argparse, collections, glob, json, multiprocessing, os, random, subprocess, sys
import mpmath as mp
from mp_value import CONSTANTS, BINARY, INVERSE_BY_RECIPROCAL, UNARY, tree, value

TRIES = 400


def variables(tokens):
    known = set(CONSTANTS) | BINARY | set(INVERSE_BY_RECIPROCAL) | set(UNARY) | {"d"}
    return sorted({t for t in tokens if t not in known and t[0].isalpha()})


def differ(a, b, at):
    """None where one has no value that digits can settle, else whether they differ there."""
    def values(digits):
        with mp.workdps(digits):
            point = {name: mp.mpf(text) for name, text in at.items()}
            return value(a, point), value(b, point)

    def close(x, y):
        return x is not None and y is not None and abs(x - y) <= mp.mpf(10) ** -30 * max(abs(x), abs(y))
    x, y = values(50)
    if x is None or y is None:
        return None
    if close(x, y):
        # Values that only rounding puts into a domain, such as that of asin(coth 90), are none.
        return False if close(*values(300)) else None
    # Cancellation may have left no digits: only what more digits do not change is a value, and zero may be what is left.
    (x, y), (u, v) = values(200), values(400)
    settled = close(x, u) and close(y, v) and u != 0 and v != 0
    return not close(u, v) if settled else None


def random_point(names, numbers, rng, attempt):
    """Small numbers, and where the numbers of the expressions may put an edge or a narrow domain: that of atanh(x + 8), say."""
    def coordinate():
        if attempt % 2 or attempt > 15 and rng.random() < 0.7:
            a, b = rng.choice(numbers), rng.choice(numbers)
            return rng.choice([1, -1]) * rng.choice([a, a / b, a * b]) + rng.uniform(-1, 1) * rng.choice([0.1, 1, b])
        scale = rng.choice([1, 1, 2, 3, 6, 10] + [0.05, 30] * (attempt > 15))
        return rng.choice([1, 1, -1]) * rng.uniform(0, scale)
    return {name: f"{coordinate():.6f}" for name in names}


def numbers_of(tokens):
    """The sizes of the numbers in an expression, and 1."""
    return [1.0] + [abs(float(t)) for t in tokens if t.lstrip("-").replace(".", "", 1).isdigit() and float(t) != 0]


def judge(case):
    """`same`, `differs` (with the point), `no point` or `unreadable`, of two prefix expressions."""
    key, initial, member, extra, points = case
    if initial == member:
        return key, "same", None
    rng = random.Random(f"{key}")
    try:
        ta, tb = tree(initial.split()), tree(member.split())
    except (AssertionError, IndexError):
        return key, "unreadable", None
    numbers = numbers_of(initial.split() + member.split())
    names, seen = variables(initial.split() + member.split()), 0
    for attempt in range(TRIES if names else 1):
        at = extra if extra and attempt == 0 else random_point(names, numbers, rng, attempt)
        try:
            found = differ(ta, tb, at)
        except (OverflowError, MemoryError, mp.NoConvergence, mp.libmp.ComplexResult):
            continue
        if found:
            return key, "differs", at
        seen += found is not None
        if seen >= (points if names else 1):
            return key, "same", None
    return key, "same" if seen else "no point", None


def judge_all(cases, processes):
    with multiprocessing.Pool(processes) as pool:
        for done, answer in enumerate(pool.imap(judge, cases, chunksize=50), 1):
            if done % 2000 == 0:
                print(f"  {done} of {len(cases)}", file=sys.stderr)
            yield answer


def recheck(args):
    import pyarrow.parquet as parquet
    files = sorted(glob.glob(os.path.join(args.corpus, "data", "*.parquet"))) or [args.corpus]
    counts = [parquet.read_metadata(file).num_rows for file in files]
    order = random.Random(args.seed).sample(range(sum(counts)), sum(counts))
    rank = {at: place for place, at in enumerate(order)}
    cases, before = [], 0
    for file, count in zip(files, counts):
        table = parquet.read_table(file, columns=["cluster", "member", "initial", "prefix", "domain", "part"]).to_pylist()
        for at, row in enumerate(table, before):
            if not args.parts or row["part"] != "natural":
                key = (row["cluster"], row["member"], row["domain"])
                cases.append((rank[at], (key, row["initial"], row["prefix"], None, args.points)))
        before += count
    cases = [case for _, case in sorted(cases)[:args.rows]]
    tally, bare = collections.Counter(), collections.Counter()
    for case, (key, verdict, at) in zip(cases, judge_all(cases, args.processes)):
        tally[verdict] += 1
        if verdict == "differs":
            print(f"  DIFFERS at {at}: cluster {key[0]} member {key[1]}: {case[1]} | {case[2]}")
        if verdict == "no point":
            bare[key[2]] += 1
            print(f"  no common point in {TRIES}: cluster {key[0]} member {key[1]} ({key[2]}): {case[1]} | {case[2]}")
    print(f"{len(cases)} rows of {sum(counts)}: {tally['same']} the same, {tally['differs']} differ, "
          f"{tally['no point']} without a common point {dict(bare)}")
    return 1 if tally["differs"] else 0


def compare_verdicts(args):
    with open(args.original) as file:
        lines = file.read().split("\n")
    rows, initial = [], None
    for number, line in enumerate(lines, 1):
        line = line.strip()
        initial = None if not line else initial or line
        if line:
            rows.append((number, initial, line))
    run = subprocess.run([args.egen, "corpus", "verify", args.original, "--jsonl"], capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    summary = answers.pop()["summary"]
    assert summary["rows"] == len(rows), (summary["rows"], len(rows), run.stderr)
    bad = {answer["line"]: answer for answer in answers}
    chosen = sorted(random.Random(args.seed).sample(rows, min(args.rows, len(rows))))
    cases = []
    for number, initial, line in chosen:
        at = (bad.get(number) or {}).get("at")
        cases.append((number, initial, line, at and {name: x if isinstance(x, str) else repr(x) for name, x in at.items()}, args.points))
    tally, wrong = collections.Counter(), 0
    for case, (number, verdict, at) in zip(cases, judge_all(cases, args.processes)):
        answer = bad.get(number)
        mine = "holds" if answer is None else answer["verdict"]
        tally[mine, verdict] += 1
        if (mine, verdict) in (("holds", "differs"), ("refuted", "same"), ("refuted", "no point")):
            wrong += 1
            print(f"  line {number}: egen {mine} {answer and answer['at']}, mpmath {verdict} {at or ''}: {case[1]} | {case[2]}")
        elif mine == "unreadable" and verdict != "unreadable" or mine == "unknown" and verdict != "no point" or mine == "holds" and verdict != "same":
            print(f"  line {number}: egen {mine} ({answer and answer['reason']}), mpmath {verdict} {at or ''}: {case[1]} | {case[2]}")
    for (mine, verdict), count in sorted(tally.items()):
        print(f"  egen {mine:10} mpmath {verdict:9} {count}")
    print(f"{len(cases)} rows of {len(rows)}: {wrong} disagreements")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", nargs="?")
    parser.add_argument("--rows", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--original", metavar="FILE")
    parser.add_argument("--egen", default="target/release/egen")
    parser.add_argument("--points", type=int, default=6, help="points of the common domain for each row")
    parser.add_argument("--parts", action="store_true", help="only rows that were drawn from a graph on a part of the domain")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    if (args.corpus is None) == (args.original is None):
        parser.error("give a corpus, or --original FILE")
    args.rows = args.rows or (2000 if args.original else 20000)
    sys.exit(compare_verdicts(args) if args.original else recheck(args))


if __name__ == "__main__":
    main()
