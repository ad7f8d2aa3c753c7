"""SymPy's objects: what is taken of them, and what is refused."""

import pytest

import egen

sympy = pytest.importorskip("sympy")
x, y = sympy.symbols("x y")


def test_what_symbols_were_told_is_assumed_and_said():
    positive, whole = sympy.Symbol("x", positive=True), sympy.Symbol("n", integer=True)
    verdict = egen.equal(positive, "sqrt(x^2)")
    assert verdict.status == "proved" and verdict.notes == ("assumed, since SymPy's symbols say so: x > 0",)
    assert egen.equal("sqrt(x^2)", x).status == "refuted"
    assert egen.equal(whole, "n + sin(pi*n)").status == "proved"
    assert egen.equal(sympy.Symbol("x", nonnegative=True), "abs(x)") and egen.equal(-sympy.Symbol("x", negative=True), "abs(x)")
    assert [v.status for v in egen.equal_many([(positive, "abs(x)"), (x, "abs(x)")])] == ["proved", "refuted"]
    root = sympy.sqrt(positive**2 + 1)
    assert egen.count(root, max_tokens=9) == egen.count(egen.parse(root), max_tokens=9, assume="x > 0")
    # The number that is called E is no symbol.
    assert egen.equal(sympy.Symbol("E", positive=True), "abs(e)").status != "proved"


@pytest.mark.parametrize("fact", ["imaginary", "odd", "prime", "irrational", "infinite"])
def test_what_cannot_be_assumed_is_refused(fact):
    symbol = sympy.Symbol("n", **{fact: True})
    with pytest.raises(egen.ReadError, match=f"{fact}=True"):
        egen.equal(symbol, "n")
    assert egen.parse(symbol) == egen.parse("n")


def test_symbols_that_share_a_name_are_not_mixed_up():
    for left, right in ((x, sympy.Symbol("x", positive=True)), (sympy.Dummy("x"), sympy.Dummy("x")), (sympy.Symbol("alpha"), sympy.Symbol("α"))):
        with pytest.raises(egen.ReadError, match="two different symbols"):
            egen.parse(left - right)


def test_floats_have_the_digits_that_were_typed():
    assert egen.equal(sympy.Float(0.1) * x, "x/10").status == "proved"
    assert egen.parse(sympy.Float("0.1", 50)) == egen.parse("0.1")


def test_relations_are_assumptions():
    assert egen.equal("sqrt(x^2)", x, assume=x > 0) and egen.equal("abs(x)*abs(y)", x * y, assume=[x > 0, y >= 0])
    assert egen.equal("abs(x)", x, assume=sympy.And(x > 0, x < 1)).status == "proved"
    for wrong in (sympy.Eq(x, 1), x + 1, sympy.Or(x > 0, x < -1)):
        with pytest.raises((TypeError, ValueError)):
            egen.equal("x", "x", assume=wrong)


def test_sympy_takes_expressions():
    expr = egen.parse("sin(x)^2 + cos(x)^2")
    assert sympy.simplify(expr) == 1 and sympy.sympify(egen.parse("x")) == x
    assert sympy.sin(x) + egen.parse("x") == sympy.sin(x) + x


@pytest.mark.parametrize("thing", [sympy.I * x, sympy.oo, sympy.Matrix([x]), sympy.Eq(x, y), x > 0, sympy.Sum(x, (x, 0, 1)), sympy.Function("f")])
def test_what_is_out_of_scope_is_refused_by_its_name(thing):
    with pytest.raises((egen.ReadError, TypeError), match="out of scope|expected"):
        egen.parse(thing)
    assert egen.equal_many([(thing, x), (x, x)])[1].status == "proved"
