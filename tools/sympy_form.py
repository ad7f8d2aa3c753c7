"""How are SymPy's expressions written in prefix notation, and prefix trees read by SymPy?

Trees are those of mp_value: a token, or a tuple of an operator and its arguments, ("d", "x", body) for a derivative.
`to_sympy` lets SymPy evaluate all it wants; `to_tree` writes what SymPy would print, with - and / and sqrt as a person
writes them. What has no real meaning here (I, zoo, Piecewise, Integral, ...) is `Unreadable`.
"""
import fractions, math, signal
import sympy as sp
from sympy.functions.elementary.hyperbolic import acoth, acsch, asech

X = sp.Symbol("x", real=True)
FUNCTIONS = {
    "abs": sp.Abs, "sign": sp.sign, "exp": sp.exp, "ln": sp.log,
    "sin": sp.sin, "cos": sp.cos, "tan": sp.tan, "csc": sp.csc, "sec": sp.sec, "cot": sp.cot,
    "asin": sp.asin, "acos": sp.acos, "atan": sp.atan, "acsc": sp.acsc, "asec": sp.asec, "acot": sp.acot,
    "sinh": sp.sinh, "cosh": sp.cosh, "tanh": sp.tanh, "csch": sp.csch, "sech": sp.sech, "coth": sp.coth,
    "asinh": sp.asinh, "acosh": sp.acosh, "atanh": sp.atanh, "acsch": acsch, "asech": asech, "acoth": acoth,
    "erf": sp.erf,
}
NAMES = {function: name for name, function in FUNCTIONS.items()}
CONSTANTS = {"pi": sp.pi, "e": sp.E}
PAPER = {"+": "add", "-": "sub", "*": "mul", "/": "div"}


class Unreadable(Exception):
    """The expression has a part for which there is no operator."""


class TooLong(BaseException):
    """The time is up. No Exception, since SymPy catches those and goes on."""


armed = False


def stop(*_):
    if armed:
        raise TooLong


def clock(seconds):
    """Raises TooLong after so much processor time; 0 disarms it."""
    global armed
    armed = seconds > 0
    # It comes again, since a single one may be lost in a destructor, where Python ignores exceptions.
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.2 if armed else 0)


# For good: with the default handler a late signal would end the process.
signal.signal(signal.SIGPROF, stop)


def attempt(seconds, function, *args):
    """The result, or None if it takes more processor time than that or fails: SymPy's simplify may take hours, and whatever
    SymPy raises means that it has no such form."""
    try:
        try:
            clock(seconds)
            return function(*args)
        finally:
            clock(0)
    except TooLong:
        # It may have come just before the clock was disarmed.
        clock(0)
        return None
    except Exception:  # noqa: BLE001: see above.
        return None


def is_number(t):
    return isinstance(t, str) and t[-1].isdigit()


def tokens(t):
    return [t] if isinstance(t, str) else [word for part in t for word in tokens(part)]


def text(t):
    return " ".join(tokens(t))


def model_tokens(t):
    """The length that a model reads: an integer is its sign and its digits, p/q a division of two."""
    if not isinstance(t, str):
        return 1 + sum(model_tokens(part) for part in t[1:])
    if not is_number(t):
        return 1
    n = fractions.Fraction(t)
    digits = len(str(abs(n.numerator)))
    return 1 + digits if n.denominator == 1 else 3 + digits + len(str(n.denominator))


def paper_text(t):
    """The paper's words: add x INT+ 1 2."""
    def word(token):
        if not is_number(token):
            return PAPER.get(token, token)
        assert "." not in token, token
        return " ".join(["INT-" if token[0] == "-" else "INT+", *token.lstrip("-")])
    return " ".join(word(token) for token in tokens(t))


def from_paper(line):
    """The short tokens of a line, which may be in the paper's words."""
    back, out, digits = {word: op for op, word in PAPER.items()}, [], False
    for word in line.split():
        if word in ("INT+", "INT-"):
            out.append("-" if word == "INT-" else "")
            digits = True
        elif digits and len(word) == 1 and word.isdigit():
            out[-1] += word
        else:
            out.append(back.get(word, word))
            digits = False
    return out


def largest_number(t):
    if isinstance(t, str):
        return abs(fractions.Fraction(t)) if is_number(t) else 0
    return max(largest_number(part) for part in t[1:])


def to_sympy(t):
    if isinstance(t, str):
        return X if t == "x" else CONSTANTS[t] if t in CONSTANTS else sp.Rational(t)
    if t[0] == "d":
        return sp.Derivative(to_sympy(t[2]), to_sympy(t[1]))
    args = [to_sympy(part) for part in t[1:]]
    match t[0]:
        case "+":
            return args[0] + args[1]
        case "-":
            return args[0] - args[1]
        case "*":
            return args[0] * args[1]
        case "/":
            return args[0] / args[1]
        case "pow":
            return args[0] ** args[1]
        case "log":
            return sp.log(args[0]) / sp.log(args[1])
        case "neg":
            return -args[0]
        case "sqrt":
            return sp.sqrt(args[0])
    return FUNCTIONS[t[0]](*args)


def to_tree(e):
    # No line is as long as this; as a tree, a sum is as deep as it has terms, and Python's recursion has a limit.
    if len(e.args) > 100:
        raise Unreadable(e.func)
    if e.is_Rational:
        return str(e.p) if e.q == 1 else ("/", str(e.p), str(e.q))
    if e is X:
        return "x"
    if e is sp.pi:
        return "pi"
    if e is sp.E:
        return "e"
    if e.is_Add:
        first, *others = e.as_ordered_terms()
        out = to_tree(first)
        for term in others:
            # The sign of the number in front decides, as in print: could_extract_minus_sign looks deeper.
            if term.as_coeff_Mul()[0].is_negative:
                out = ("-", out, to_tree(-term))
            else:
                out = ("+", out, to_tree(term))
        return out
    if e.is_Mul:
        return product(e)
    if isinstance(e, sp.exp):
        return ("exp", to_tree(e.exp))
    if e.is_Pow:
        if e.exp.is_Rational and e.exp.is_negative:
            return ("/", "1", power(e.base, -e.exp))
        return power(e.base, e.exp)
    if isinstance(e, sp.Derivative):
        if e.variables != (X,):
            raise Unreadable(e)
        return ("d", "x", to_tree(e.expr))
    if e.func in NAMES and len(e.args) == 1:
        return (NAMES[e.func], to_tree(e.args[0]))
    raise Unreadable(e)


def power(base, exponent):
    if exponent == 1:
        return to_tree(base)
    if exponent == sp.S.Half:
        return ("sqrt", to_tree(base))
    return ("pow", to_tree(base), to_tree(exponent))


def product(e):
    """A quotient of two products, with the sign in front or in the first number."""
    number, rest = e.as_coeff_Mul()
    if not number.is_Rational:
        raise Unreadable(e)
    above, below = [], []
    for factor in rest.as_ordered_factors():
        if factor.is_Pow and not isinstance(factor, sp.exp) and factor.exp.is_Rational and factor.exp.is_negative:
            below.append(power(factor.base, -factor.exp))
        else:
            above.append(to_tree(factor))
    p, q = abs(number.p), number.q
    negative = number.is_negative
    if p != 1:
        above.insert(0, str(-p if negative else p))
        negative = False
    if q != 1:
        below.insert(0, str(q))
    if not above:
        above, negative = ["-1" if negative else "1"], False
    out = chain(above)
    if below:
        out = ("/", out, chain(below))
    return ("neg", out) if negative else out


def chain(factors):
    out = factors[0]
    for factor in factors[1:]:
        out = ("*", out, factor)
    return out


REAL = {
    "neg": lambda a: -a, "abs": abs, "sign": lambda a: math.copysign(1, a) if a else 0.0, "sqrt": math.sqrt, "exp": math.exp, "ln": math.log,
    "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "csc": lambda a: 1 / math.sin(a), "sec": lambda a: 1 / math.cos(a), "cot": lambda a: 1 / math.tan(a),
    "asin": math.asin, "acos": math.acos, "atan": math.atan,
    "acsc": lambda a: math.asin(1 / a), "asec": lambda a: math.acos(1 / a), "acot": lambda a: math.atan(1 / a),
    "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh,
    "csch": lambda a: 1 / math.sinh(a), "sech": lambda a: 1 / math.cosh(a), "coth": lambda a: 1 / math.tanh(a),
    "asinh": math.asinh, "acosh": math.acosh, "atanh": math.atanh,
    "acsch": lambda a: math.asinh(1 / a), "asech": lambda a: math.acosh(1 / a), "acoth": lambda a: math.atanh(1 / a),
    "erf": math.erf,
}


def float_value(t, x):
    """The value in floating point; ArithmeticError or ValueError where there is none."""
    if isinstance(t, str):
        return x if t == "x" else math.pi if t == "pi" else math.e if t == "e" else float(t)
    if len(t) == 2:
        return REAL[t[0]](float_value(t[1], x))
    if t[0] == "d":
        raise ValueError("no derivatives in floating point")
    a, b = float_value(t[1], x), float_value(t[2], x)
    match t[0]:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return a / b
        case "log":
            return math.log(a) / math.log(b)
    # math.pow and not **, which answers with a complex number.
    return math.pow(a, b)


# Wherever asin(a x + b) with |a|, |b| <= 9 lives (0.22 wide at least), one of these falls.
GRID = [round(-12.05 + 0.17 * k, 2) for k in range(143)] + [-47.3, -21.9, 21.3, 46.1]


def values(t):
    """Its values on the grid, None where it has none."""
    out = []
    for x in GRID:
        try:
            y = float_value(t, x)
            out.append(y if math.isfinite(y) else None)
        except (ArithmeticError, ValueError):
            out.append(None)
    return out


def same_function(a, b):
    """Do two lists of values agree where both are defined? A few may be lost in rounding."""
    common = agree = 0
    for u, v in zip(a, b):
        if u is not None and v is not None:
            common += 1
            agree += abs(u - v) <= 1e-6 * max(abs(u), abs(v))
            if common - agree > 20:
                return False
    return agree >= 2 and agree >= 0.9 * common
