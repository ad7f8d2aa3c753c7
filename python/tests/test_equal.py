"""Verdicts and derivations."""

import json
import pickle
from fractions import Fraction

import pytest

import egen


def test_statuses_and_what_they_hold():
    proved = egen.equal("sin(2x)", "2 sin(x) cos(x)")
    assert proved.status == "proved" and proved.proof == "steps" and len(proved.steps) >= 2
    assert proved.steps[0].why == "" and proved.steps[-1].expr == egen.parse("2 sin(x) cos(x)")
    assert proved.complex is True and proved.domain == "equal" and proved.decided and bool(proved) is True
    refuted = egen.equal("sqrt(x^2)", "x")
    assert refuted.status == "refuted" and bool(refuted) is False
    assert refuted.counterexample == egen.Counterexample({"x": Fraction(-1)}, "1", "-1")
    assert "at x = -1" in refuted.reason
    agree = egen.equal("abs(x - ln(x) - 1)", "x - ln(x) - 1")
    assert agree.status == "agree" and agree.regions == 2 and agree.complete and agree.digits > 60 and bool(agree)
    point = egen.equal("(x^2 - 1)/(x - 1)", "x + 1").exceptions[0]
    assert (point.variable, point.at, point.found) == ("x", 1, "no first value")
    assert egen.equal("2 + 2", "4").proof == "arithmetic" and egen.equal("x", "x").proof == "identical"


def test_an_undecided_verdict_has_no_truth_value():
    unknown = egen.equal("tanh(10^6)", 1)
    assert unknown.status == "unknown" and not unknown.decided and unknown.reason
    with pytest.raises(egen.UndecidedError, match="too close"):
        bool(unknown)
    with pytest.raises(egen.UndecidedError):
        assert unknown


def test_assumptions():
    assert egen.equal("sqrt(x^2)", "x", "x > 0").status == "proved"
    assert egen.equal("cos(pi*n)", "(-1)^n", assume=["n integer"]).decided
    assert egen.equal("sqrt(x^2)*sqrt(y^2)", "x*y", assume=["x > 0", "y > 0"])
    with pytest.raises(egen.ReadError):
        egen.equal("x", "x", assume="x >")


def test_numeric_looks_for_no_proof():
    assert egen.equal("sin(2x)", "2 sin(x) cos(x)", numeric=True).status == "agree"


def test_json_is_a_line_with_the_fields_of_the_command():
    answer = json.loads(egen.equal("x/x", "1").json())
    assert answer["verdict"] == "proved" and answer["input"] == ["x/x", "1"] and answer["line"] is None
    assert answer["except"] == [{"at": {"x": 0.0}, "found": "no first value"}]


def test_verdicts_are_values():
    verdict = egen.equal("sin(2x)", "2 sin(x) cos(x)")
    again = pickle.loads(pickle.dumps(verdict))
    assert again == verdict and again.json() == verdict.json() and again.steps == verdict.steps
    with pytest.raises(AttributeError):
        verdict.status = "refuted"


def test_many_keep_their_order_and_go_on_after_errors():
    pairs = [("x + x", "2x"), ("x", "x + 1"), ("sin(", "x"), ("x", None), ("x", float("nan")), ("x", 1)] * 20
    verdicts = egen.equal_many(pairs, threads=2)
    assert [v.status for v in verdicts] == ["proved", "refuted", "error", "error", "error", "refuted"] * 20
    assert [json.loads(v.json())["line"] for v in verdicts] == list(range(1, 121))
    error = verdicts[2]
    assert error.error.start == 4 and json.loads(error.json())["verdict"] == "error"
    with pytest.raises(egen.UndecidedError, match="error"):
        bool(error)
    assert pickle.loads(pickle.dumps(error)).error.text == "sin("
    assert egen.equal_many([]) == []
    assert [v.status for v in egen.equal_many(iter([("x", "x")]))] == ["proved"]


def test_many_refuses_what_are_no_pairs():
    with pytest.raises(ValueError, match="a pair"):
        egen.equal_many([("x", "y", "z")])
    with pytest.raises(ValueError, match="a pair"):
        egen.equal_many(["xy"])
    with pytest.raises(ValueError, match="2 formulas on the left, 1 on the right"):
        egen.equal_many(["x", "y"], ["x"])
    with pytest.raises(TypeError, match="one text"):
        egen.equal_many("x", "y")
    for wrong in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="positive"):
            egen.equal_many([("x", "x")], timeout=wrong)


def test_a_row_that_is_no_formula_does_not_end_the_rest():
    class Broken:
        def __float__(self):
            raise RuntimeError("broken")

    pandas = pytest.importorskip("pandas")
    wrong = [True, b"x", {}, 1j, Broken(), pandas.NA, 10**5000]
    verdicts = egen.equal_many([("x", "x"), *(("x", thing) for thing in wrong), ("x", "x/1")])
    assert [v.status for v in verdicts] == ["proved", *["error"] * len(wrong), "proved"]
    assert "got bool" in str(verdicts[1].error)
    # A dict would give its keys, and a set has no order.
    for row in ({"a": "x", "b": "x"}, {"x", "y"}, None, 5, ("x",), "xy"):
        with pytest.raises(ValueError, match="row 2: expected a pair"):
            egen.equal_many([("x", "x"), row])


def test_verdicts_and_lines_have_hashes():
    pair = [("x", "y"), ("sin(", "x"), ("x", "x")]
    assert len({*egen.equal_many(pair), *egen.equal_many(pair)}) == 3
    assert egen.equal_many(pair) == egen.equal_many(pair)
    assert len({*egen.check("x = 2\n2x = 5"), *egen.check("x = 2\n2x = 5")}) == 2


def test_points_of_many_digits():
    # More of them than Python writes out.
    point = egen.equal("abs(x - 10^6000)", "10^6000 - x").counterexample.at["x"]
    assert point > 10**6000


def test_a_time_that_never_ends_is_none():
    assert egen.equal("x", "x", timeout=float("inf")).status == "proved"
    assert [line.verdict for line in egen.check("2x = 4\nx = 2", timeout=60)] == ["fact", "proved"]
    assert {line.verdict for line in egen.check("sin(a*b)*ln(c + 2) + tan(d)\n= tan(d) + ln(2 + c)*sin(b*a)", timeout=1e-9)} <= {"agree", "unknown"}


def test_threads_are_bounded():
    for wrong in (-1, 1025, 10**6):
        with pytest.raises(ValueError, match="from 0"):
            egen.equal_many([("x", "x")], threads=wrong)
        with pytest.raises(ValueError, match="from 0"):
            egen.load().encode(["x"], threads=wrong)


def test_many_takes_columns():
    pa, pl, pd = (pytest.importorskip(name) for name in ("pyarrow", "polars", "pandas"))
    left, right = ["x + x", "x", None], ["2x", "y", "x"]
    wanted = ["proved", "refuted", "error"]
    tables = [pa.table({"a": left, "b": right}), pl.DataFrame({"a": left, "b": right}), pd.DataFrame({"a": left, "b": right})]
    for table in tables:
        assert [v.status for v in egen.equal_many(table)] == wanted, type(table)
    for kind in (pa.array, lambda v: pa.chunked_array([v[:1], v[1:]]), pl.Series, pd.Series, tuple, list):
        assert [v.status for v in egen.equal_many(kind(left), kind(right))] == wanted, kind
    with pytest.raises(ValueError, match="first two columns"):
        egen.equal_many(pa.table({"a": left}))


def test_a_time_limit_ends_in_unknown_or_in_what_is_certain():
    # Six variables and long numbers: nothing here is decided in a tenth of a millisecond.
    left = "sin(a*b*c + d*e*f)*ln(a^2 + b^2 + c^2 + 123456789/987654321)"
    right = "ln(c^2 + b^2 + a^2 + 123456789/987654321)*sin(f*e*d + c*b*a)"
    slow = egen.equal_many([(left, right)] * 4, timeout=1e-4)
    assert {v.status for v in slow} <= {"unknown", "agree"}
    assert any(v.reason == "the time was over" for v in slow)
    assert egen.equal(left, right, timeout=60).status == "proved"
    # A refutation that was found is certain, however late it is.
    assert egen.equal("x", "x + 1", timeout=1e-9).status in ("refuted", "unknown")


def test_time_limits_never_say_what_is_false():
    false = [("sin(x)^2 + cos(x)^2", "1 + 10^(-30)"), ("abs(x)", "x"), ("ln(x^2)", "2*ln(x) + 10^(-40)"), ("exp(x) - 1", "x")]
    for timeout in (1e-6, 1e-5, 1e-4, 1e-3, 1e-2):
        for verdict in egen.equal_many(false * 5, timeout=timeout):
            assert verdict.status in ("refuted", "unknown"), (timeout, verdict)


def test_derivations():
    lines = egen.check("sqrt(x + 2) = x\nx + 2 = x^2\nx = 2 or x = -1\n\nwhat else\n2x + 3x\n= 6x")
    assert [line.verdict for line in lines] == ["fact", "gained", "proved", "skipped", "refuted"]
    assert lines[1].solutions == ["x = -1"] and lines[1].holds is False and lines[0].holds is None
    assert lines[4].at == {"x": 1} and lines[4].fix and lines[4].line == 7
    assert json.loads(lines[4].json())["verdict"] == "refuted"
    assert pickle.loads(pickle.dumps(lines)) == lines
    assert egen.check("") == []
    assert egen.check("x\n= sin(")[0].verdict == "error"
    assert [line.verdict for line in egen.check("sqrt(x^2)\n= x", assume="x > 0")] == ["proved"]


def test_expansions_are_verified_and_counted():
    members = egen.expand("sin(2x)", 10)
    assert len(members) == 10 and all(egen.equal("sin(2x)", member) for member in members)
    assert egen.count("sin(x)", max_tokens=25) > 10**9
    assert egen.sample("x^2 - 1", 5, seed=3) == egen.sample("x^2 - 1", 5, seed=3) != egen.sample("x^2 - 1", 5, seed=4)
    for wrong in (lambda: egen.expand("sqrt(-1 - x^2)"), lambda: egen.count("ln(-exp(x))")):
        with pytest.raises(egen.ExpandError):
            wrong()
    assert egen.expand("sin(2x)", 0) == []
    for wrong in (lambda: egen.expand("x", order="best"), lambda: egen.count("x", max_tokens=61), lambda: egen.expand("x", 10**6)):
        with pytest.raises(ValueError):
            wrong()


def test_graphs():
    graph = egen.graph("(x+8)-8", only=["add-sub-assoc", "sub-self", "add-zero"])
    assert graph.svg.startswith("<svg") and graph._repr_svg_() == graph.svg and "classes" in repr(graph)
    assert json.loads(graph.json)["stop"] == "saturated"
    with pytest.raises(egen.ExpandError, match="no rule and no family"):
        egen.graph("x", only=["nonsense"])
    again = pickle.loads(pickle.dumps(graph))
    assert (again.svg, again.grammar, again.json, repr(again)) == (graph.svg, graph.grammar, graph.json, repr(graph))


def test_verdicts_are_shown():
    refuted = egen.equal("sqrt(x^2)", "x")
    assert str(refuted).splitlines() == ["refuted  sqrt(x^2)  ≠  x", "  at x = -1: the first is 1, the second is -1"]
    [error] = egen.equal_many([("x", "<b>(")])
    assert str(error).startswith("error  x  =?  <b>(\n") and "<b>(" not in error._repr_html_()
    proved = egen.equal("(x^2 - 1)/(x - 1)", "x + 1")
    assert str(proved).splitlines()[-1] == "  at x = 1: no first value"
    assert proved._repr_html_().count("<tr>") == len(proved.steps) == proved._repr_html_().count("<math")
    cases = egen.equal("atan(x)", "sqrt(x^2)*acos(1/sqrt(x^2 + 1))/x")
    assert [line for line in str(cases).splitlines() if "for" in line] == ["  for x > 0:", "  for x < 0:"]
    assert "defined" in str(egen.equal("ln(x^2)", "2 ln x")) and "points" in str(egen.equal("x + 1", "1 + x", numeric=True))
