"""What is the real value of an expression, according to mpmath?

An evaluator that shares nothing with egen but the prefix notation, to check egen with.
`value(tokens, at)` returns an mpf, or None where some part has no finite real value, or one so large or small that mpmath
would take hours over it.
"""
import mpmath as mp

CONSTANTS = {"pi": lambda: mp.pi, "e": lambda: mp.e}
INVERSE_BY_RECIPROCAL = {"acot": mp.atan, "asec": mp.acos, "acsc": mp.asin, "acsch": mp.asinh, "asech": mp.acosh, "acoth": mp.atanh}
UNARY = {
    "neg": lambda x: -x, "abs": abs, "sign": mp.sign, "sqrt": mp.sqrt, "exp": mp.exp, "ln": mp.log,
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "csc": mp.csc, "sec": mp.sec, "cot": mp.cot,
    "asin": mp.asin, "acos": mp.acos, "atan": mp.atan,
    "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh, "csch": mp.csch, "sech": mp.sech, "coth": mp.coth,
    "asinh": mp.asinh, "acosh": mp.acosh, "atanh": mp.atanh,
    "erf": mp.erf,
}
BINARY = {"+", "-", "*", "/", "pow", "log"}
GROWING = {"exp", "sinh", "cosh", "csch", "sech"}
LARGEST = 20_000  # bits before or after the point


def tree(tokens):
    """Nested tuples from prefix tokens."""
    def take(at):
        token = tokens[at]
        if token in UNARY or token in INVERSE_BY_RECIPROCAL:
            a, at = take(at + 1)
            return (token, a), at
        if token in BINARY:
            a, at = take(at + 1)
            b, at = take(at)
            return (token, a, b), at
        if token == "d":
            body, after = take(at + 2)
            return ("d", tokens[at + 1], body), after
        return token, at + 1
    result, end = take(0)
    assert end == len(tokens), tokens
    return result


def real(x):
    """The real number that x is, or None."""
    x = mp.mpmathify(x)
    if isinstance(x, mp.mpc):
        if x.imag != 0:
            return None
        x = x.real
    return x if mp.isfinite(x) else None


def too_large(op, args):
    """Would the result, or a period count on the way to it, have more digits than are worth waiting for?"""
    size = max((abs(mp.mag(a)) for a in args if a != 0), default=0)
    if op in GROWING:
        return abs(args[0]) > LARGEST
    if op == "pow" and args[0] != 0:
        return abs(args[1]) * max(1, abs(mp.mag(args[0]))) > LARGEST
    return size > LARGEST


def depends(t, name):
    return t == name if isinstance(t, str) else any(depends(part, name) for part in t[1:])


def value(t, at):
    if isinstance(t, str):
        if t in at:
            return at[t]
        if t in CONSTANTS:
            return CONSTANTS[t]()
        return mp.mpf(t)
    if t[0] == "d":
        name, body = t[1], t[2]
        if value(body, at) is None:
            return None
        def f(x):
            y = value(body, {**at, name: x})
            if y is None:
                raise ValueError
            return y
        try:
            with mp.workdps(2 * mp.mp.dps + 20):
                return real(mp.diff(f, at[name], h=mp.mpf(10) ** (-mp.mp.dps // 3)))
        except ValueError:
            return None
    args = [value(part, at) for part in t[1:]]
    if any(a is None for a in args) or too_large(t[0], args):
        return None
    try:
        if t[0] in INVERSE_BY_RECIPROCAL:
            return real(INVERSE_BY_RECIPROCAL[t[0]](1 / args[0]))
        if t[0] in UNARY:
            return real(UNARY[t[0]](args[0]))
        a, b = args
        if t[0] == "pow" and a < 0 and any(depends(t[2], name) for name in at):
            return None  # x^y with varying y exists at isolated points only
        return real({"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b,
                     "pow": lambda: mp.mpf(1) if a == 0 and b == 0 else a ** b, "log": lambda: mp.log(a) / mp.log(b)}[t[0]]())
    except (ZeroDivisionError, ValueError, OverflowError):
        return None
