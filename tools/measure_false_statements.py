#!/usr/bin/env python3
"""Does `egen equal` call a false statement equal? Verdicts and times by family, and every wrong one.

    cargo build --release -p egen
    cargo run --release -p egen-corpus --example false_statements -- 100000 7 > statements.tsv
    python3 tools/measure_false_statements.py statements.tsv

A line of the file is left, right, assumptions, family, witness. The exit status is 1 if a statement is called equal.
"""
import argparse, collections, statistics, sys
from typing import NamedTuple
from measure_compare import egen

VERDICTS = ("refuted", "unknown", "agree", "proved", "error")
EQUAL = ("agree", "proved")


class Statement(NamedTuple):
    left: str
    right: str
    assume: str
    family: str
    witness: str


class Answer(NamedTuple):
    verdict: str
    ms: float
    error: str


def read(path, limit):
    with open(path, encoding="utf-8") as f:
        lines = f.read().splitlines()[:limit]
    return [Statement(*line.split("\t")) for line in lines]


def ask(binary, statements, options):
    """An answer for each; those with the same assumptions are asked at once, since `--assume` is for all pairs of a file."""
    groups = collections.defaultdict(list)
    for at, statement in enumerate(statements):
        groups[statement.assume].append(at)
    answers = [None] * len(statements)
    for assume, places in groups.items():
        # "--assume=…": a condition may begin with a minus.
        given = [f"--assume={assume}"] if assume else []
        pairs = [(statements[at].left, statements[at].right) for at in places]
        for at, answer in zip(places, egen(binary, pairs, "--from", "infix", *given, *options)):
            error = answer.get("error")
            answers[at] = Answer("error" if error else answer["verdict"], answer.get("ms", 0), str(error or ""))
    print(f"{len(statements)} statements under {len(groups)} assumptions")
    return answers


def row(name, answers):
    counts, ms = collections.Counter(a.verdict for a in answers), [a.ms for a in answers]
    return (f"{name:18}{len(answers):8}" + "".join(f"{counts[v]:9}" for v in VERDICTS)
            + f"{statistics.mean(ms):11.2f}{max(ms):11.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("statements", metavar="FILE")
    parser.add_argument("--egen", default="target/release/egen", metavar="PATH", help="the program to measure (%(default)s)")
    parser.add_argument("--numeric", action="store_true", help="compare only, look for no proofs")
    parser.add_argument("--limit", type=int, metavar="N", help="the first N only")
    parser.add_argument("--show", type=int, default=200, metavar="N", help="at most so many wrong ones (%(default)s)")
    parser.add_argument("--slow", type=float, default=2000, metavar="MS", help="name those that took longer (%(default)g)")
    args = parser.parse_args()
    statements = read(args.statements, args.limit)
    answers = ask(args.egen, statements, ["--numeric"] if args.numeric else [])
    both = list(zip(statements, answers))
    print(f"{'family':18}{'all':>8}" + "".join(f"{v:>9}" for v in VERDICTS) + f"{'mean ms':>11}{'longest':>11}")
    for family in dict.fromkeys(sorted(s.family for s in statements)):
        print(row(family, [a for s, a in both if s.family == family]))
    print(row("all", answers))
    for title, chosen in (("called equal", [b for b in both if b[1].verdict in EQUAL]),
                          ("not read", [b for b in both if b[1].verdict == "error"]),
                          (f"longer than {args.slow:g} ms", [b for b in both if b[1].ms > args.slow])):
        print(f"== {title}: {len(chosen)}")
        for s, a in chosen[:args.show]:
            assumed = f"  for {s.assume}" if s.assume else ""
            print(f"  {s.family}: {a.verdict} {a.error}{a.ms:.0f} ms: {s.left}  =  {s.right}{assumed}  (false at {s.witness})")
    sys.exit(1 if any(a.verdict in EQUAL for a in answers) else 0)


if __name__ == "__main__":
    main()
