"""Expressions: reading, writing, values, and what is refused."""

import copy
import math
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import egen


def test_notations_give_the_same_expression():
    texts = {
        "auto": r"\frac{\sin 2x}{2}",
        "infix": "sin(2*x)/2",
        "prefix": "/ sin * 2 x 2",
        "sexpr": "(/ (sin (* 2 x)) 2)",
    }
    exprs = {egen.parse(text, notation=notation) for notation, text in texts.items()}
    assert len(exprs) == 1
    (expr,) = exprs
    assert egen.parse(expr.mathml, "mathml") == expr
    assert egen.parse(expr) == expr
    assert str(expr) == expr.infix == "sin(2*x)/2"
    assert repr(expr) == "Expr('sin(2*x)/2')"


def test_numbers_are_exact():
    assert egen.parse(7) == egen.parse("7")
    assert egen.parse(0.1) == egen.parse("0.1")
    assert egen.parse(1e-7) == egen.parse("0.0000001")
    assert egen.parse(np.float64(0.5)) == egen.parse("0.5")
    assert egen.parse(Fraction(1, 3)) == egen.parse("1/3")
    for no_number in (math.nan, math.inf):
        with pytest.raises(ValueError, match="no real number"):
            egen.parse(no_number)


@pytest.mark.parametrize("thing", [None, True, b"x", object(), ["x"], 1j])
def test_what_is_no_formula_is_refused(thing):
    with pytest.raises((TypeError, egen.ReadError)):
        egen.parse(thing)


def test_errors_have_their_place_in_characters():
    with pytest.raises(egen.ReadError) as caught:
        egen.parse("αβ + sin(x) + f(")
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.text == "αβ + sin(x) + f("
    assert 14 <= error.start <= error.end <= len(error.text)
    assert error.message in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (again.start, again.end, again.text) == (error.start, error.end, error.text)


def test_equations_and_unknown_names_are_refused():
    with pytest.raises(egen.ReadError, match="equation"):
        egen.parse("x = 2")
    with pytest.raises(ValueError, match="no notation is called"):
        egen.parse("x", "words")
    with pytest.raises(ValueError, match="no form is called"):
        egen.parse("x").to("words")


def test_expressions_are_values():
    a, b = egen.parse("x + 1"), egen.parse("x+1")
    assert a == b and hash(a) == hash(b) and a != egen.parse("1 + x")
    assert a != "x + 1" and (a == 3) is False
    assert pickle.loads(pickle.dumps(a)) == a == copy.deepcopy(a)
    with pytest.raises(TypeError):
        egen.Expr()
    with pytest.raises(AttributeError):
        a.infix = "y"


@pytest.mark.parametrize("text", ["diff(sin(x)*y, x)", "integrate(f(x), x)", "x_1 + alpha*E^x", "log(x, 2)", "-3/4", "sqrt(2)*pi^e"])
def test_pickles_are_exact(text):
    expr = egen.parse(text)
    assert pickle.loads(pickle.dumps(expr)) == expr


def test_tokens_are_those_that_lengths_are_counted_in():
    assert egen.parse("x - 12/5").tokens == "sub x div INT+ 1 2 INT+ 5".split()


def test_substitution_is_simultaneous_and_catches_nothing():
    assert egen.parse("x - y").subs(x="y", y="x") == egen.parse("y - x")
    assert egen.parse("x").subs({egen.parse("x"): 2}) == egen.parse("2")
    assert egen.parse("diff(x^2*y, x)").subs(y=3) == egen.parse("diff(x^2*3, x)")
    assert egen.parse("diff(x^2*y, x)").subs(x="t") == egen.parse("diff(t^2*y, t)")
    for wrong in ({"x": 2}, {"y": "x"}, {"y": "x + 1"}, {"x": "y"}, {"x": "t", "y": "t"}):
        with pytest.raises(ValueError, match="derivative"):
            egen.parse("diff(x^2*y, x)").subs(wrong)
    with pytest.raises(TypeError, match="two values"):
        egen.parse("x").subs({"x": 1}, x=2)
    with pytest.raises(ValueError, match="expected a variable"):
        egen.parse("x").subs({"x + 1": 2})


def test_substitution_does_not_fill_the_memory():
    large = egen.parse("+".join(["x"] * 2000))
    with pytest.raises(ValueError, match="would have 15999999 nodes"):
        large.subs(x=large.subs(x="x*x"))


def test_derivatives():
    assert egen.parse("x^2").diff() == egen.parse("2*x")
    assert egen.parse("x*y").diff("y") == egen.parse("x")
    with pytest.raises(TypeError, match="by which variable"):
        egen.parse("x*y").diff()


def test_values_are_certain():
    assert float(egen.parse("1/3")) == 1 / 3
    assert egen.parse("sin(x)")(x="pi/6") == 0.5
    assert egen.parse("x")(x=0.1) == 0.1
    assert math.isnan(egen.parse("ln(x)")(x=-1))
    assert egen.parse("exp(x)")(x=1000) == math.inf
    assert egen.parse("diff(x^3, x)")(x=2) == 12.0
    assert egen.parse("pi").digits(30) == "3.14159265358979323846264338328"
    assert egen.parse("1/x").digits(x=0) is None
    with pytest.raises(egen.EvaluationError, match="no real value"):
        float(egen.parse("sqrt(-1)"))
    with pytest.raises(egen.EvaluationError, match="unknown function"):
        egen.parse("f(2) + 1", "infix")()
    with pytest.raises(TypeError, match="a value is missing: x"):
        float(egen.parse("x"))
    with pytest.raises(TypeError, match="no variable z"):
        egen.parse("x")(x=1, z=2)
    with pytest.raises(ValueError, match="contains the variable"):
        egen.parse("x")(x="y")


def test_evaluation_is_vectorised():
    x = np.linspace(-2, 2, 10_001)
    values = egen.parse("sqrt(x)*exp(x)/(x - 1)").evaluate(x)
    with np.errstate(invalid="ignore", divide="ignore"):
        wanted = np.sqrt(x) * np.exp(x) / (x - 1)
    wanted[~np.isfinite(wanted)] = np.nan
    np.testing.assert_allclose(values, wanted, rtol=1e-12)
    assert np.isnan(values[0]) and np.isnan(values[7500])


def test_evaluation_broadcasts_and_keeps_shapes():
    grid = egen.parse("x + 10*y").evaluate(x=np.arange(3)[:, None], y=np.arange(2))
    assert grid.tolist() == [[0, 10], [1, 11], [2, 12]]
    assert egen.parse("x").evaluate(2.0).shape == ()
    assert egen.parse("pi").evaluate() == math.pi
    assert egen.parse("x").evaluate(np.arange(6)[::-2]).tolist() == [5, 3, 1]
    assert egen.parse("x").evaluate([]).shape == (0,)
    with pytest.raises(TypeError, match="by its name: x=…, y=…"):
        egen.parse("x*y").evaluate([1.0])
    with pytest.raises(TypeError, match="a value is missing: y"):
        egen.parse("x*y").evaluate(x=[1.0])
    with pytest.raises(ValueError):
        egen.parse("x*y").evaluate(x=[1.0, 2.0], y=[1.0, 2.0, 3.0])
    with pytest.raises(egen.EvaluationError, match="unknown function"):
        egen.parse("f(x) + 1", "infix").evaluate([1.0])


def test_evaluation_where_floating_point_cannot_tell():
    # The square root of what is 0 exactly, and of what rounding makes negative; overflow; infinity is no number.
    assert egen.parse("sqrt((x + 1/3) - x - 1/3)").evaluate([1e15, 0.7]).tolist() == [0.0, 0.0]
    assert egen.parse("exp(x)/exp(x)").evaluate([1000.0]).tolist() == [1.0]
    assert np.isnan(egen.parse("1/x").evaluate([math.inf, math.nan, 0.0])).all()


def test_threads_do_not_change_values():
    x = np.linspace(0, 50, 100_003)
    expr = egen.parse("sin(x)*ln(x) - tan(x)")
    one, many = expr.evaluate(x, threads=1), expr.evaluate(x, threads=3)
    np.testing.assert_array_equal(one, many)


def test_arrays_that_are_no_real_numbers_are_refused():
    square = egen.parse("x^2")
    for wrong in (np.array([1 + 2j]), [1j], np.array(["1"]), np.array(["2020-01-01"], dtype="datetime64[D]")):
        with pytest.raises(TypeError, match="expected real numbers"):
            square.evaluate(wrong)
    assert np.isnan(square.evaluate(np.ma.array([1, 2], mask=[False, True]))).tolist() == [False, True]
    for kind in ("float16", "float32", "int8", "uint64", "bool", ">f8", "longdouble", "object"):
        assert square.evaluate(np.array([0, 1], dtype=kind)).tolist() == [0.0, 1.0], kind


def test_values_come_in_a_dict_too():
    # `threads` and `digits` are keywords, and no names for variables beside a dict.
    expr = egen.parse("threads + 2*digits")
    assert expr.evaluate({"threads": [1.0, 2.0], "digits": 3}).tolist() == [7.0, 8.0]
    assert expr({"threads": 1}, digits=3) == 7.0 and expr.digits(5, {"threads": 1, "digits": 3}) == "7"
    with pytest.raises(TypeError, match="two values for x"):
        egen.parse("x")({"x": 1}, x=2)
    # Of a constant, an array says how often.
    assert egen.parse("2 + 1").evaluate(np.zeros((2, 1))).tolist() == [[3.0], [3.0]]


def test_numbers_of_all_kinds_are_taken():
    assert egen.parse(Decimal("1E+3")) == egen.parse("1000") and egen.parse(Decimal("-0.10")) == egen.parse("-0.1")
    for no_number in (Decimal("NaN"), Decimal("-Infinity"), 10**5000):
        with pytest.raises(egen.ReadError):
            egen.parse(no_number)


def test_arithmetic_builds_expressions():
    x, y = egen.parse("x"), egen.parse("y")
    assert 2 * x + y / 3 - 1 == egen.parse("2*x + y/3 - 1")
    assert -(x**2) == egen.parse("-x^2") and 2**x == egen.parse("2^x")
    assert abs(x) == egen.parse("abs(x)") and +x == x and f"{x + 1:>6}|" == " x + 1|"
    with pytest.raises(TypeError):
        x + "y"
    with pytest.raises(TypeError):
        pow(x, 2, 3)


def test_notebooks_see_latex_and_mathml():
    bundle = egen.parse("sqrt(x)/2")._repr_mimebundle_()
    assert bundle["text/latex"] == r"$\displaystyle \frac{\sqrt{x}}{2}$"
    assert bundle["text/html"].startswith("<math") and bundle["text/plain"] == "Expr('sqrt(x)/2')"


def test_sympy_goes_both_ways():
    sympy = pytest.importorskip("sympy")
    x, y = sympy.symbols("x y")
    for form in (sympy.sin(x) ** 2 / 3 + sympy.exp(-y), sympy.Rational(3, 7) * sympy.sqrt(x), sympy.pi + sympy.E, sympy.log(x)):
        assert egen.parse(form).sympy() - form == 0
    assert bool(egen.equal(sympy.sin(2 * x), 2 * sympy.sin(x) * sympy.cos(x)))
    assert egen.equal_many([(x + x, "2x")])[0].status == "proved"
    assert egen.parse("`E` + beta + gamma + S").sympy().free_symbols == set(sympy.symbols("E beta gamma S"))
    assert egen.parse("f(x) + diff(x^2, x)", "infix").sympy() is not None
    with pytest.raises((egen.ReadError, TypeError)):
        egen.parse(sympy.Matrix([1, 2]))
