#!/usr/bin/env python3
"""Does `egen check` name the wrong step of random derivations, and only that?

    cargo build --release && python3 tools/measure_derivations.py [--count 2000] [--seed 1] [--egen target/release/egen]

Every derivation is made with its truth: a line is given, right, wrong, loses a solution or gains one. It is written in several layouts (plain
lines, align, a numbered list with dollar signs, sentences, arrows). Counted is what a reader would call a false answer: right work that is
refuted, and mistakes that are proved; and what is only not decided. Exit status 1 if there is a false answer.
"""
import argparse, collections, json, os, random, subprocess, sys, tempfile
from fractions import Fraction

GIVEN, RIGHT, WRONG, LOST, GAINED = "given", "right", "wrong", "lost", "gained"


def number(value):
    value = Fraction(value)
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def total(*terms):
    """The sum of coefficients with their factors: total((2, "x"), (-1, "")) is 2x - 1."""
    out = ""
    for coefficient, factor in terms:
        if coefficient == 0:
            continue
        size = abs(Fraction(coefficient))
        body = factor if factor and size == 1 else number(size) + factor
        sign = ("-" if coefficient < 0 else "") if not out else (" - " if coefficient < 0 else " + ")
        out += sign + body
    return out or "0"


def linear(a, b):
    return total((a, "x"), (b, ""))


def quadratic(a, b, c):
    return total((a, "x^2"), (b, "x"), (c, ""))


def minus(root):
    return "x" if root == 0 else f"({linear(1, -root)})"


def fraction(above, below):
    return f"\\frac{{{above}}}{{{below}}}"


class Maker:
    """One kind of derivation a method. `None` is a draw that would not be what its labels say."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def nonzero(self, largest):
        return self.random.choice([n for n in range(-largest, largest + 1) if n])

    def upto(self, low, high):
        return self.random.randint(low, high)

    def either(self, right, wrong):
        """The last line: as it is, or with a mistake."""
        return (right, RIGHT) if self.random.random() < 0.5 else (wrong, WRONG)

    def linear_equation(self):
        a, b, c, d = (self.nonzero(9) for _ in range(4))
        if a == c or d == -b:
            return None
        root, turned = Fraction(d - b, a - c), Fraction(d + b, a - c)
        lines = [(f"{linear(a, b)} = {linear(c, d)}", GIVEN)]
        if self.random.random() < 0.3:
            return None if root == turned else lines + [(f"{total((a - c, 'x'))} = {d + b}", WRONG)]
        lines.append((f"{total((a - c, 'x'))} = {d - b}", RIGHT))
        return None if root == 0 else lines + [self.either(f"x = {number(root)}", f"x = {number(-root)}")]

    def factored(self):
        p, q, a = self.upto(-9, 9), self.upto(-9, 9), self.random.choice([1, 1, 2, 3])
        if p in (q, -q) or 0 in (p, q):
            return None
        lead = "" if a == 1 else str(a)
        lines = [(f"{quadratic(a, -a * (p + q), a * p * q)} = 0", GIVEN)]
        if self.random.random() < 0.3:
            return lines + [(f"{lead}{minus(-p)}{minus(-q)} = 0", WRONG)]
        lines.append((f"{lead}{minus(p)}{minus(q)} = 0", RIGHT))
        if self.random.random() < 0.3:
            return lines + [(f"x = {p}", LOST)]
        return lines + [self.either(f"x = {p} or x = {q}", f"x = {-p} or x = {q}")]

    def completed_square(self):
        h, k = self.nonzero(7), self.upto(1, 9)
        inner = linear(1, h)
        lines = [
            (f"{quadratic(1, 2 * h, h * h - k * k)} = 0", GIVEN),
            (f"({inner})^2 = {k * k}", RIGHT),
        ]
        if self.random.random() < 0.3:
            return lines + [(f"{inner} = {k}", LOST)]
        return lines + [(f"{inner} = ± {k}", RIGHT), self.either(f"x = {-h} ± {k}", f"x = {h} ± {k}")]

    def radical_equation(self):
        large, small = self.upto(0, 9), self.upto(-9, 8)
        if (large + small) % 2 == 0:
            return None
        c = (large + small - 1) // 2
        b = c * c - large * small
        if not small < c <= large or c == 0:
            return None
        return [
            (f"sqrt({linear(1, b)}) = {linear(1, -c)}", GIVEN),
            (f"{linear(1, b)} = ({linear(1, -c)})^2", GAINED),
            (f"0 = {quadratic(1, -(2 * c + 1), c * c - b)}", RIGHT),
            (f"x = {large} or x = {small}", RIGHT),
        ]

    def inequality(self):
        a, b, c = self.nonzero(9), self.upto(-9, 9), self.upto(-20, 20)
        turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "\\leq": "\\geq", "\\geq": "\\leq"}
        sign = self.random.choice(list(turned))
        after = turned[sign] if a < 0 else sign
        bound = number(Fraction(c - b, a))
        return [
            (f"{linear(a, b)} {sign} {c}", GIVEN),
            (f"{total((a, 'x'))} {sign} {c - b}", RIGHT),
            self.either(f"x {after} {bound}", f"x {turned[after]} {bound}"),
        ]

    def quadratic_inequality(self):
        p = self.upto(-5, 2)
        q = self.upto(p + 1, 6)
        return [
            (f"{quadratic(1, -(p + q), p * q)} < 0", GIVEN),
            (f"{minus(p)}{minus(q)} < 0", RIGHT),
            self.either(f"{p} < x < {q}", f"x < {p} or x > {q}"),
        ]

    def absolute_value(self):
        a, b, k = self.upto(1, 3), self.nonzero(9), self.upto(1, 9)
        inner = linear(a, b)
        lines = [(f"|{inner}| = {k}", GIVEN)]
        if self.random.random() < 0.3:
            return lines + [(f"{inner} = {k}", LOST)]
        roots = [Fraction(k - b, a), Fraction(-k - b, a)]
        wrong = Fraction(k + b, a)
        if wrong in roots:
            return None
        right, slipped = (f"x = {number(roots[0])} or x = {number(other)}" for other in (roots[1], wrong))
        return lines + [(f"{inner} = {k} or {inner} = -{k}", RIGHT), self.either(right, slipped)]

    def rational_equation(self):
        a, b, p, q = self.nonzero(6), self.nonzero(6), self.upto(-6, 6), self.upto(-6, 6)
        if a in (b, -b) or p == q:
            return None
        root = Fraction(a * q - b * p, a - b)
        if root in (0, p, q):
            return None
        lines = [(f"{fraction(a, linear(1, -p))} = {fraction(b, linear(1, -q))}", GIVEN)]
        if self.random.random() < 0.3:
            return lines + [(f"{a}{minus(p)} = {b}{minus(q)}", WRONG)]
        return lines + [
            (f"{a}{minus(q)} = {b}{minus(p)}", RIGHT),
            self.either(f"x = {number(root)}", f"x = {number(-root)}"),
        ]

    def system(self):
        x, y, (a, b, c, d) = self.upto(-9, 9), self.nonzero(9), [self.nonzero(6) for _ in range(4)]
        if a * d == b * c:
            return None
        first, second = ((total((m, "x"), (n, "y")), m * x + n * y) for m, n in ((a, b), (c, d)))
        return [
            (f"{first[0]} = {first[1]} and {second[0]} = {second[1]}", GIVEN),
            (f"So {total((a * d - b * c, 'x'))} = {(a * d - b * c) * x}", RIGHT),
            (f"So x = {x}", RIGHT),
            self.either(f"Therefore y = {y}", f"Therefore y = {-y}"),
        ]

    def product(self):
        a, b, c, d = (self.nonzero(7) for _ in range(4))
        middle = a * d + b * c
        return [
            (f"({linear(a, b)})({linear(c, d)})", GIVEN),
            (f"= {total((a * c, 'x^2'), (a * d, 'x'), (b * c, 'x'), (b * d, ''))}", RIGHT),
            self.either(f"= {quadratic(a * c, middle, b * d)}", f"= {quadratic(a * c, middle + 1, b * d)}"),
        ]

    def fractions(self):
        a, b, c, d = self.upto(1, 9), self.upto(2, 9), self.upto(1, 9), self.upto(2, 9)
        if b == d:
            return None
        lines = [(f"{fraction(a, b)} + {fraction(c, d)}", GIVEN)]
        if self.random.random() < 0.3:
            return lines + [(f"= {fraction(a + c, b + d)}", WRONG)]
        above = a * d + c * b
        return lines + [
            (f"= {fraction(a * d, b * d)} + {fraction(c * b, b * d)}", RIGHT),
            self.either(f"= {fraction(above, b * d)}", f"= {fraction(above + 1, b * d)}"),
        ]

    def cancelled(self):
        a = self.upto(1, 9)
        return [
            (fraction(f"x^2 - {a * a}", f"x - {a}"), GIVEN),
            self.either(f"= x + {a}", f"= x - {a}"),
        ]

    def powers(self):
        a, b, c = self.upto(3, 6), self.upto(3, 6), self.upto(2, 4)
        return self.random.choice([
            [(f"x^{a} \\cdot x^{b}", GIVEN), self.either(f"= x^{{{a + b}}}", f"= x^{{{a * b}}}")],
            [(f"(x^{a})^{b}", GIVEN), self.either(f"= x^{{{a * b}}}", f"= x^{{{a + b}}}")],
            [(f"({c}x)^{a}", GIVEN), self.either(f"= {c ** a}x^{a}", f"= {c}x^{a}")],
            [(f"\\sqrt{{{c * c}x^2 + {a * a}}}", GIVEN), (f"= {c}x + {a}", WRONG)],
        ])

    def identities(self):
        a = self.upto(2, 9)
        return self.random.choice([
            [("\\sin^2 x - \\cos^2 x", GIVEN), ("= 1 - 2\\cos^2 x", RIGHT), self.either("= -\\cos 2x", "= \\cos 2x")],
            [("(\\sin x + \\cos x)^2", GIVEN), self.either("= 1 + \\sin 2x", "= 1 + 2\\sin 2x")],
            [(f"\\ln({a}x) - \\ln x", GIVEN), self.either(f"= \\ln {a}", f"= \\ln({a - 1}x)")],
            [(f"\\ln(x + {a})", GIVEN), (f"= \\ln x + \\ln {a}", WRONG)],
            [(f"e^{{{a}\\ln x}}", GIVEN), self.either(f"= x^{a}", f"= {a}x")],
        ])

    def derivative(self):
        n, a = self.upto(3, 6), self.upto(2, 5)
        return self.random.choice([
            [(f"y = {a}x^{n}", GIVEN), self.either(f"y' = {a * n}x^{n - 1}", f"y' = {a * n}x^{n}")],
            [(f"f(x) = sin({a}x)", GIVEN), self.either(f"f'(x) = {a} cos({a}x)", f"f'(x) = cos({a}x)")],
            [(f"\\frac{{d}}{{dx}} ({a} \\cos x)", GIVEN), self.either(f"= -{a} \\sin x", f"= {a} \\sin x")],
            [(f"x^2 + y^2 = {a * a}", GIVEN), self.either("2x + 2y y' = 0", "2x + 2y = 0 \\cdot y'")],
        ])

    def integral(self):
        n, a = self.upto(2, 6), self.upto(2, 6)
        whole = lambda above: f"= {fraction(above, n + 1)} x^{{{n + 1}}} + C"
        return self.random.choice([
            [(f"\\int {a} x^{n} \\, dx", GIVEN), self.either(whole(a), whole(a * n))],
            [(f"\\int \\cos({a}x) \\, dx", GIVEN), self.either(f"= \\frac{{\\sin({a}x)}}{{{a}}} + C", f"= {a}\\sin({a}x) + C")],
            [(f"\\int_0^{a} 2x \\, dx", GIVEN), (f"= [x^2]_0^{a}", RIGHT), self.either(f"= {a * a}", f"= {a * a + 1}")],
        ])

    def solved_for_a_letter(self):
        # An arrow or a word says that it follows: without one a line in several letters may be a further equation.
        return self.random.choice([
            [("v = u + a t", GIVEN), ("So v - u = a t", RIGHT), self.either("So t = \\frac{v - u}{a}", "So t = \\frac{v + u}{a}")],
            [("E = \\frac{1}{2} m v^2", GIVEN), self.either("So 2E = m v^2", "So 2E = 2 m v^2")],
            [("\\frac{1}{f} = \\frac{1}{u} + \\frac{1}{v}", GIVEN), self.either("So \\frac{1}{f} = \\frac{u + v}{u v}", "So \\frac{1}{f} = \\frac{1}{u + v}")],
        ])


KINDS = [name for name in vars(Maker) if not name.startswith("_") and name not in ("nonzero", "upto", "either")]


def in_words(rng, line):
    return line if line.startswith(("So ", "Therefore ", "=")) else rng.choice(["We get ", "So ", "Hence ", "This gives "]) + line + "."


def listed(at, line):
    word, rest = next(((word, line[len(word):]) for word in ("So ", "Therefore ") if line.startswith(word)), ("", line))
    return f"{at}. Step {at}: {word}${rest}$"


# The text of a derivation, and how many lines stand before its first one.
LAYOUTS = {
    "plain": lambda rng, lines: ("\n".join(lines), 0),
    "align": lambda rng, lines: ("\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}", 1),
    "list": lambda rng, lines: ("Work through the following.\n\n" + "\n".join(listed(at + 1, line) for at, line in enumerate(lines)), 2),
    "sentences": lambda rng, lines: ("We are given " + lines[0] + ".\n" + "\n".join(in_words(rng, line) for line in lines[1:]), 0),
    "arrows": lambda rng, lines: (lines[0] + "\n" + "\n".join(line if line.startswith("=") else "=> " + line for line in lines[1:]), 0),
}
# Which verdict counts for a line with several rows.
WEIGHT = ["refuted", "lost", "gained", "error", "unknown", "fact", "agree", "proved", "skipped"]


def judged(egen, path):
    answer = subprocess.run([egen, "check", path, "--jsonl"], capture_output=True, text=True)
    verdicts = collections.defaultdict(list)
    for line in answer.stdout.splitlines():
        row = json.loads(line)
        verdicts[row["line"]].append(row["verdict"])
    return {line: min(all_of, key=WEIGHT.index) for line, all_of in verdicts.items()}


def outcome(label, verdict):
    holds, fails = verdict in ("proved", "agree"), verdict in ("refuted", "lost", "gained")
    if label in (GIVEN, RIGHT):
        return "false answer" if fails else "as it is" if holds or label == GIVEN else "not decided"
    return "false answer" if holds else "as it is" if fails else "not decided"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--egen", default="target/release/egen")
    args = parser.parse_args()
    maker, counts, shown = Maker(args.seed), collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "derivation.txt")
        for _ in range(args.count):
            kind = maker.random.choice(KINDS)
            derivation = getattr(maker, kind)()
            if derivation is None:
                continue
            layout = maker.random.choice(list(LAYOUTS))
            text, before = LAYOUTS[layout](maker.random, [line for line, _ in derivation])
            with open(path, "w") as file:
                file.write(text)
            verdicts = judged(args.egen, path)
            for at, (_, label) in enumerate(derivation):
                verdict = verdicts.get(before + at + 1, "skipped")
                found = outcome(label, verdict)
                counts[layout, "right" if label in (GIVEN, RIGHT) else "mistake", found] += 1
                if found != "as it is" and shown[kind, found] < 2:
                    shown[kind, found] += 1
                    print(f"{found}: line {at + 1} of {kind} is {label}, and the verdict is {verdict}\n{text}\n")
                if label in (WRONG, LOST):
                    break
    print(f"{'layout':12}{'lines':10}{'as it is':>10}{'not decided':>13}{'false':>7}")
    for layout in LAYOUTS:
        for lines in ("right", "mistake"):
            row = [counts[layout, lines, found] for found in ("as it is", "not decided", "false answer")]
            print(f"{layout:12}{lines:10}{row[0]:10}{row[1]:13}{row[2]:7}")
    return int(any(found == "false answer" for _, _, found in counts))


if __name__ == "__main__":
    sys.exit(main())
