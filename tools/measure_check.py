#!/usr/bin/env python3
"""Does `egen check` refute every wrong step of real students, and no right one?

    pip install mpmath
    cargo build --release && python3 tools/measure_check.py DATA_DIR [--egen target/release/egen]

DATA_DIR holds cogtutor_steps.tsv (a student's step a row, with a label, as a side of an equation and as the whole
equation) and derivations_mathsteps.tsv (each step equals the one before). Labels may be wrong, so every step is decided here too: by exact fractions
where there are only these, by mpmath at 60 digits elsewhere, at points that share nothing with egen's.
"""
import argparse, ast, collections, csv, json, os, random, re, statistics, subprocess, sys, time
from fractions import Fraction
import mpmath as mp

mp.mp.dps = 60


class Undefined(Exception):
    pass


def number(x):
    return mp.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def power(base, exponent):
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator == 1 and abs(exponent) < 1000:
        if base == 0 and exponent < 0:
            raise Undefined
        return base ** int(exponent)
    if number(base) < 0:
        raise Undefined
    return number(base) ** number(exponent)


def root(x):
    if number(x) < 0:
        raise Undefined
    return mp.sqrt(number(x))


def value(node, at, text):
    if isinstance(node, ast.Constant):
        return Fraction(ast.get_source_segment(text, node))
    if isinstance(node, ast.Name):
        return at[node.id]
    if isinstance(node, ast.UnaryOp):
        inner = value(node.operand, at, text)
        return -inner if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.Call):
        return {"Abs": abs, "sqrt": root}[node.func.id](value(node.args[0], at, text))
    a, b = value(node.left, at, text), value(node.right, at, text)
    if isinstance(node.op, ast.Pow):
        return power(a, b)
    if not (isinstance(a, Fraction) and isinstance(b, Fraction)):
        a, b = number(a), number(b)
    if isinstance(node.op, ast.Div):
        if b == 0:
            raise Undefined
        return a / b
    return {ast.Add: lambda: a + b, ast.Sub: lambda: a - b, ast.Mult: lambda: a * b}[type(node.op)]()


def names(tree):
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - called


def differ(before, after, rng):
    """A point at which they certainly differ, or None."""
    trees = [ast.parse(text, mode="eval").body for text in (before, after)]
    variables = sorted(names(trees[0]) | names(trees[1]))
    met = 0
    for _ in range(60 if variables else 1):
        at = {v: Fraction(rng.randint(-60, 90), rng.randint(1, 13)) for v in variables}
        try:
            x, y = value(trees[0], at, before), value(trees[1], at, after)
        except Undefined:
            continue
        met += 1
        if isinstance(x, Fraction) and isinstance(y, Fraction):
            apart = x != y
        else:
            apart = abs(number(x) - number(y)) > mp.mpf(10) ** -45 * max(1, abs(number(x)))
        if apart:
            return {v: str(x) for v, x in at.items()}
    assert met, (before, after)
    return None


def is_rounding(before, after):
    """Is the result a number with decimals, and less than a unit in its last place away?"""
    found = re.fullmatch(r"-?\d*\.(\d+)", after.strip())
    tree = ast.parse(before, mode="eval").body
    if not found or names(tree):
        return False
    gap = abs(number(value(tree, {}, before)) - mp.mpf(after))
    return 0 < gap < mp.mpf(10) ** -len(found.group(1))


def check(binary, derivations):
    """The answers for some derivations, by derivation and step; and the seconds."""
    text = "\n\n".join("\n".join(lines) for lines in derivations) + "\n"
    start = time.time()
    run = subprocess.run([binary, "check", "-", "--jsonl", "--from", "infix"], input=text, capture_output=True, text=True)
    # Facts and words are no steps.
    answers = [a for a in map(json.loads, run.stdout.splitlines()) if a["step"] is not None or a["error"]]
    want = sum(len(lines) - 1 for lines in derivations)
    assert len(answers) == want, (len(answers), want, run.stderr[-2000:])
    for answer in answers:
        if answer.get("error"):
            print("  NOT READ:", answer["error"])
    return {(a["problem"], a["step"]): a for a in answers}, time.time() - start


def report_time(answers, seconds):
    ms = [a["ms"] for a in answers if "ms" in a]
    print(f"  {1000 * seconds / len(answers):.2f} ms per step of wall time; of each step's own time"
          f" the median is {statistics.median(ms):.2f} ms, the mean {statistics.mean(ms):.2f}, the longest {max(ms):.0f}")


def students(binary, folder, rng):
    with open(os.path.join(folder, "cogtutor_steps.tsv")) as f:
        rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    found, seconds = check(binary, [(row["before"], row["after"]) for row in rows])
    answers = [found[n + 1, 1] for n in range(len(rows))]
    truth = [differ(row["before"], row["after"], rng) is not None for row in rows]
    print(f"== cogtutor_steps.tsv: {len(rows)} steps")
    table = collections.Counter((row["mistake"], "differ" if t else "equal", a["verdict"])
                                for row, t, a in zip(rows, truth, answers))
    for (label, maths, verdict), count in sorted(table.items()):
        print(f"  label {'mistake' if label == '1' else 'right'}, in truth {maths}: {verdict} {count}")
    # What only rounds is neither right nor refuted.
    rounded = [t and is_rounding(row["before"], row["after"]) for row, t in zip(rows, truth)]
    wrong = [(row, a) for row, t, r, a in zip(rows, truth, rounded, answers) if t and not r]
    right = [(row, a) for row, t, a in zip(rows, truth, answers) if not t]
    refuted = sum(a["verdict"] == "refuted" for _, a in wrong)
    falls = [(row, a) for row, a in right if a["verdict"] == "refuted"]
    print(f"  against the mathematics: {refuted} of {len(wrong)} wrong steps refuted, {len(falls)} of {len(right)} right steps refuted;"
          f" of {sum(rounded)} that only round {sum(r and a['verdict'] == 'unknown' and a['rounding'] for r, a in zip(rounded, answers))} are unknown and said to")
    labelled = [a for row, a in zip(rows, answers) if row["mistake"] == "1"]
    fine = [a for row, a in zip(rows, answers) if row["mistake"] == "0"]
    print(f"  against the labels: {sum(a['verdict'] == 'refuted' for a in labelled)} of {len(labelled)} mistakes refuted,"
          f" {sum(a['verdict'] == 'refuted' for a in fine)} of {len(fine)} right steps refuted")
    print(f"  {sum(a['rounding'] for a in labelled)} mistakes are said to be rounding")
    odd = [(row, a) for row, t, a in zip(rows, truth, answers) if (row["mistake"] == "1") != t]
    print(f"  the label disagrees with the mathematics: {len(odd)}, by rounding {sum(is_rounding(r['before'], r['after']) for r, _ in odd)}")
    for row, a in odd:
        kind = "rounding" if is_rounding(row["before"], row["after"]) else "no rounding"
        print(f"    {row['idx']}: {row['before']} → {row['after']}   label {row['mistake']} {row['label']}; {kind}; egen {a['verdict']}"
              f"{', rounding' if a['rounding'] else ''}")
    roundings = [(t and is_rounding(row["before"], row["after"]), a["rounding"]) for row, t, a in zip(rows, truth, answers)]
    print(f"  roundings: {sum(r for r, _ in roundings)}, said to be one {sum(s for _, s in roundings)}, both {sum(r and s for r, s in roundings)}")
    print(f"  a likely slip is named for {sum(bool(a['fix']) for _, a in wrong)} of {refuted} refuted steps")
    for row, a in [(row, a) for row, a in wrong if a["verdict"] != "refuted"] + falls:
        print(f"    OFFENDS: {row['idx']}: {row['before']} → {row['after']}: {a['verdict']}, {a['reason']}")
    report_time(answers, seconds)
    return len(falls) + len(wrong) - refuted


def linear_root(equation):
    """The one solution of a linear equation in one variable as a fraction; None for any other equation."""
    text = re.sub(r"(?<=[\d)])(?=[a-z(])", "*", equation.replace("^", "**"))
    sides = [side.strip() for side in text.split("=")]
    if len(sides) != 2:
        return None
    try:
        trees = [ast.parse(side, mode="eval").body for side in sides]
        variables = sorted(names(trees[0]) | names(trees[1]))
        if len(variables) != 1:
            return None
        at = lambda x: value(trees[0], {variables[0]: Fraction(x)}, sides[0]) - value(trees[1], {variables[0]: Fraction(x)}, sides[1])
        zero, one, two, three = (at(x) for x in range(4))
    except (SyntaxError, Undefined, KeyError, AttributeError):
        return None
    slope = one - zero
    if slope == 0 or two - one != slope or three - two != slope:
        return None
    return -zero / slope


def equations(binary, folder):
    """The same steps as whole equations, by their solutions."""
    with open(os.path.join(folder, "cogtutor_steps.tsv")) as f:
        rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    pairs = [(row, linear_root(row["eq1"]), linear_root(row["eq2"])) for row in rows]
    pairs = [(row, a, b) for row, a, b in pairs if a is not None and b is not None]
    text = "\n\n".join(f"{row['eq1']}\n{row['eq2']}" for row, _, _ in pairs) + "\n"
    run = subprocess.run([binary, "check", "-", "--jsonl", "--from", "infix"], input=text, capture_output=True, text=True)
    last = {}
    for answer in map(json.loads, run.stdout.splitlines()):
        last[answer["problem"]] = answer
    table = collections.Counter()
    falls, missed = [], []
    for n, (row, a, b) in enumerate(pairs):
        verdict = last[n + 1]["verdict"]
        table["same" if a == b else "other", verdict + (", rounding" if last[n + 1]["rounding"] else "")] += 1
        if a == b and verdict in ("refuted", "lost"):
            falls.append((row, verdict))
        if a != b and verdict != "refuted" and not last[n + 1]["rounding"]:
            missed.append((row, verdict))
    print(f"== cogtutor_steps.tsv as equations: {len(pairs)} of {len(rows)} are linear on both lines")
    for (truth, verdict), count in sorted(table.items()):
        print(f"  the {truth} solution: {verdict} {count}")
    for row, verdict in falls + missed:
        print(f"    OFFENDS: {row['idx']}: {row['eq1']} → {row['eq2']}: {verdict}")
    return len(falls) + len(missed)


def derivations(binary, folder, rng):
    chains = collections.OrderedDict()
    with open(os.path.join(folder, "derivations_mathsteps.tsv")) as f:
        for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            chains.setdefault(row["derivation"], []).append(row["expr"])
    found, seconds = check(binary, list(chains.values()))
    print(f"== derivations_mathsteps.tsv: {len(found)} steps in {len(chains)} derivations, all meant to be right")
    print("  ", dict(collections.Counter(a["verdict"] for a in found.values())))
    offending = 0
    for n, (name, lines) in enumerate(chains.items()):
        for k, (before, after) in enumerate(zip(lines, lines[1:])):
            answer, apart = found[n + 1, k + 1], differ(before, after, rng) is not None
            good = ("refuted",) if apart else ("proved", "agree")
            if answer["verdict"] not in good:
                offending += 1
                print(f"    OFFENDS: {name}: {before} → {after}: {answer['verdict']}, {answer['reason']}")
            elif apart:
                print(f"    the label disagrees with the mathematics: {name}: {before} → {after}: refuted, {answer['reason']}")
    report_time(list(found.values()), seconds)
    return offending


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("--egen", default="target/release/egen")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    offending = students(args.egen, args.data, rng) + equations(args.egen, args.data) + derivations(args.egen, args.data, rng)
    sys.exit(1 if offending else 0)


if __name__ == "__main__":
    main()
