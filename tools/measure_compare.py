#!/usr/bin/env python3
"""How often is `egen equal` right on published identities, and on corrupted ones?

    pip install mpmath
    cargo build --release && python3 tools/measure_compare.py DATA_DIR [--egen target/release/egen] [--ways 1]

DATA_DIR holds identities.tsv and rubi_derivatives.tsv. Every refutation is recomputed with mpmath
at 50 digits; every corruption that is not refuted is searched with mpmath for a point of difference.
"""
import argparse, collections, json, os, random, subprocess, sys
import mpmath as mp
from mp_value import UNARY, INVERSE_BY_RECIPROCAL, tree, value

ASSUME = {"ok_pos": "{} > 0", "ok_unit": "-1 < {} < 1", "ok_gt1": "{} > 1"}
FUNCTIONS = sorted((set(UNARY) | set(INVERSE_BY_RECIPROCAL)) - {"neg"})
ARITHMETIC = ["+", "-", "*", "/"]


def egen(binary, pairs, *options):
    text = "".join(f"{a}\t{b}\n" for a, b in pairs)
    run = subprocess.run([binary, "equal", "--pairs", "-", "--jsonl", *options], input=text, capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(pairs), (len(answers), len(pairs), run.stderr[-2000:])
    return answers


def to_prefix(binary, texts):
    run = subprocess.run([binary, "parse", "-", "--from", "infix", "--to", "prefix", "--jsonl"],
                         input="".join(t + "\n" for t in texts), capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def rows(folder):
    for name, header in (("identities.tsv", True), ("rubi_derivatives.tsv", False)):
        with open(os.path.join(folder, name)) as f:
            lines = f.read().splitlines()[1 if header else 0:]
        for line in lines:
            c = line.split("\t")
            yield name, c[0], c[1], int(c[3]), c[4]


def corrupt(tokens, rng):
    """One operator or one number changed."""
    places = [i for i, t in enumerate(tokens)
              if t in FUNCTIONS or t in ARITHMETIC or t.lstrip("-").replace(".", "", 1).isdigit()]
    if not places:
        return None
    at = rng.choice(places)
    old, out = tokens[at], list(tokens)
    if old in ARITHMETIC:
        out[at] = rng.choice([o for o in ARITHMETIC if o != old])
    elif old in FUNCTIONS:
        out[at] = rng.choice([o for o in FUNCTIONS if o != old])
    else:
        out[at] = str(rng.choice([n for n in range(-9, 10) if str(n) != old]))
    return out


def differ_at(a, b, point):
    with mp.workdps(60):
        at = {k: mp.mpf(v if isinstance(v, str) else repr(v)) for k, v in point.items()}
        x, y = value(a, at), value(b, at)
    if x is None or y is None:
        return None
    return abs(x - y) > mp.mpf(10) ** -40 * max(1, abs(x), abs(y))


def random_point(names, rng):
    scale = rng.choice([0.5, 1, 1, 2, 3, 6, 10])
    sign = rng.choice([1, 1, -1])
    return {n: round(sign * rng.uniform(0, scale), 4) if len(names) == 1 else round(rng.choice([1, 1, -1]) * rng.uniform(0, scale), 4)
            for n in names}


def really_differ(a, b, names, rng):
    """A point at which mpmath sees a difference, or None."""
    for _ in range(60):
        point = random_point(names, rng)
        if differ_at(a, b, point):
            return point
    return None


def variables(tokens):
    known = set(FUNCTIONS) | set(ARITHMETIC) | {"pow", "log", "neg", "d", "pi", "e"}
    return sorted({t for t in tokens if t not in known and t[0].isalpha()})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("--egen", default="target/release/egen")
    parser.add_argument("--ways", type=int, default=1, help="corruptions per row")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    mp.mp.dps = 50
    table = list(rows(args.data))

    print("== identities as published")
    answers = egen(args.egen, [(a, b) for _, a, b, _, _ in table], "--from", "infix")
    counts = collections.Counter()
    for (name, a, b, n, domain), answer in zip(table, answers):
        few = "0" if n == 0 else "1-2" if n <= 2 else "3+"
        counts[name, domain, few, "error" if answer.get("error") else answer["verdict"]] += 1
        if domain == "ok_all" and (answer["verdict"] not in ("agree", "proved")):
            print(f"  {answer['verdict']}: {a}  =  {b}   {answer.get('error') or answer['reason']}")
    for key, count in sorted(counts.items()):
        print("  ", *key, count)
    for name in ("identities.tsv", "rubi_derivatives.tsv"):
        good = sum(v for k, v in counts.items() if k[0] == name and k[1] == "ok_all" and k[2] == "1-2" and k[3] in ("agree", "proved"))
        all_ = sum(v for k, v in counts.items() if k[0] == name and k[1] == "ok_all" and k[2] == "1-2")
        print(f"  {name}: {good} of {all_} rows in one or two variables agree ({100 * good / all_:.2f} %)")

    print("== rows that hold on a part only")
    for (name, a, b, n, domain), answer in zip(table, answers):
        if domain in ASSUME:
            names = variables(to_prefix(args.egen, [a])[0]["output"].split())
            options = [x for v in names for x in ("--assume", ASSUME[domain].format(v))]
            inside = egen(args.egen, [(a, b)], "--from", "infix", *options)[0]
            print(f"  {domain}: without {answer['verdict']}/{answer['domain']}, with {inside['verdict']}/{inside['domain']}:  {a} = {b}")

    print("== corrupted right sides")
    rng = random.Random(args.seed)
    lefts, rights = (to_prefix(args.egen, [row[k] for row in table]) for k in (1, 2))
    cases = []
    for left, right in zip(lefts, rights):
        for _ in range(args.ways):
            bad = corrupt(right["output"].split(), rng)
            if bad:
                cases.append((left["output"], " ".join(bad)))
    verdicts = egen(args.egen, cases, "--from", "prefix")
    tally, wrong = collections.Counter(), 0
    for (a, b), answer in zip(cases, verdicts):
        ta, tb = tree(a.split()), tree(b.split())
        names = variables(a.split() + b.split())
        if answer["verdict"] == "refuted":
            stands = differ_at(ta, tb, answer["at"])
            tally["refuted"] += 1
            if not stands:
                wrong += 1
                print("  REFUTATION FALLS:", a, "|", b, answer)
        else:
            point = really_differ(ta, tb, names, rng)
            tally["missed" if point else "no difference found"] += 1
            if point:
                print(f"  missed ({answer['verdict']}, {answer['reason']}): {a} | {b}  differ at {point}")
    differing = tally["refuted"] + tally["missed"]
    print(f"  {len(cases)} corruptions: {dict(tally)}")
    print(f"  refuted {tally['refuted']} of {differing} that really differ ({100 * tally['refuted'] / differing:.2f} %), {wrong} refutations fall")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
