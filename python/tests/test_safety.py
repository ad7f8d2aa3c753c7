"""What must not happen: an abort, an overflow of the stack, a lock that is held, a Ctrl-C that is not heard, memory that grows."""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import egen
from egen import _egen

DEEP = 10**6
LETTERS = list("xyzabefn0123456789+-*/^()[]{}|=,.;_'\"\\ $<>&!?%αβπ√≤∞\n\t\0") + [
    "\\frac", "\\sin", "\\left(", "\\right)", "\\sqrt", "sin", "cos", "ln", "exp", "sqrt", "<math>", "<mi>", "</mi>", "Symbol('x')",
    "Add(", "Integer(", "diff(", "integrate(", "1e999", "\\begin{align}", "&=", "\\\\", "^{\\prime}", "\U0001f600", "\ud800",
]  # fmt: skip


def test_a_panic_is_an_exception():
    with pytest.raises(egen.EgenError, match="asked for by a test"):
        _egen._panic()
    assert issubclass(egen.EgenError, RuntimeError)
    assert egen.parse("x").infix == "x"


def deep_texts():
    for opening, closing in (("(", ")"), ("[", "]"), ("{", "}"), ("\\left(", "\\right)"), ("sin(", ")"), ("-", ""), ("\\sqrt{", "}"),
                             ("\\frac{", "}{x}"), ("<mrow>", "</mrow>"), ("(sin ", ")"), ("sin ", ""), ("Add(", ")"), ("|", "|"), ("x^", "")):  # fmt: skip
        for deep in (300, 10**5, DEEP):
            yield opening * deep + "x" + closing * deep
            yield opening * deep


def read_deeply():
    for text in deep_texts():
        for notation in ("auto", "latex", "infix", "prefix", "sexpr", "mathml", "srepr"):
            try:
                expr = egen.parse(text, notation)
            except egen.ReadError:
                continue
            for form in ("infix", "latex", "prefix", "paper", "sexpr", "sympy", "mathml", "json"):
                expr.to(form)
            hash(expr), expr.variables, expr.subs(x="y"), expr == expr


def test_deep_nesting_does_not_overflow_the_stack():
    read_deeply()


def test_nor_in_a_thread_with_a_small_stack():
    before = threading.stack_size(128 * 1024)
    failed = []

    def work():
        try:
            read_deeply()
            assert egen.equal("sin(2x)", "2 sin(x) cos(x)").status == "proved"
            assert egen.parse("((" * 100 + "x" + "))" * 100).infix == "x"
        except BaseException as error:
            failed.append(error)

    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert not failed


def test_expressions_that_were_built_deep_are_safe():
    expr = egen.parse("x")
    for _ in range(3000):
        expr = 1 + expr * 2
    assert egen.equal(expr, expr).status in ("proved", "unknown")
    assert expr.diff() != expr and len(expr.tokens) > 6000
    with pytest.raises(egen.ExpandError, match="nodes"):
        egen.expand(expr)
    assert expr.evaluate([0.0])[0] == expr(x=0)


def fuzzed(count, seed):
    dice = random.Random(seed)
    for _ in range(count):
        yield "".join(dice.choices(LETTERS, k=dice.randrange(1, 24)))


def test_fuzzed_strings_never_abort():
    read = 0
    for text in fuzzed(10_000, seed=1):
        try:
            expr = egen.parse(text)
        except egen.ReadError as error:
            assert 0 <= error.start <= error.end <= len(error.text)
            continue
        read += 1
        assert egen.parse(expr.prefix, "prefix") == expr
        try:
            expr.evaluate(**{name: [0.5, -2.0] for name in expr.variables})
        except (egen.EvaluationError, TypeError, egen.ReadError):
            pass
    assert read > 100


def test_fuzzed_pairs_and_derivations_never_abort():
    texts = list(fuzzed(600, seed=2))
    verdicts = egen.equal_many(texts[:300], texts[300:], timeout=0.5)
    assert len(verdicts) == 300 and {v.status for v in verdicts} <= {"proved", "agree", "refuted", "unknown", "error"}
    clean = "\n".join(texts).encode("utf-8", "replace").decode()
    assert all(line.verdict for line in egen.check(clean))


def test_threads_share_nothing_that_breaks():
    answers, errors = [], []

    def work(k):
        try:
            expr = egen.parse(f"sin({k}*x)^2 + cos({k}*x)^2")
            answers.append((egen.equal(expr, 1).status, float(expr.evaluate([0.3])[0]), egen.load().encode(expr).shape))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(16)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not errors and len(answers) == 16
    assert all(status == "proved" and value == pytest.approx(1) and shape == (128,) for status, value, shape in answers)


def test_the_lock_is_free_while_pairs_are_compared():
    pairs = [(f"sin({k}*x + y)*cos(y)", f"(sin({k}*x + 2*y) + sin({k}*x))/2") for k in range(40)]
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    verdicts = egen.equal_many(pairs, threads=1)
    took = time.monotonic() - start
    done.set()
    thread.join()
    assert all(verdicts)
    # With the lock held there would be one tick at most.
    assert len(ticks) > took / 0.005 / 20


SLOW = [(f"sin({k}*x*y + z)^9 + ln(x^2 + {k}) + asin(y/({k} + y^2))", f"ln({k} + x^2) + asin(y/(y^2 + {k})) + sin(z + x*y*{k})^9") for k in range(2, 2000)]
INTERRUPTED = """
import os, signal, sys, threading, time
import egen
sys.path.insert(0, {here!r})
from test_safety import SLOW
import numpy
large = numpy.linspace(1, 2, 3_000_000)
work = {{
    "equal_many": lambda: egen.equal_many(SLOW * 20),
    "check": lambda: egen.check("\\n\\n".join(f"{{a}}\\n= {{b}}" for a, b in SLOW * 5)),
    "encode": lambda: egen.load().encode([a for a, _ in SLOW] * 40),
    "evaluate": lambda: egen.parse("exp(1000*x) - sin(exp(1000*x))").evaluate(large),
    "expand": lambda: egen.expand("sin(x)^2 + cos(2*x)*x", 100_000, order="diverse", max_tokens=40),
    "generate": lambda: egen.corpus.generate(sys.argv[2], preset="paper", members=10),
}}[sys.argv[1]]
def threads():
    return len(os.listdir("/proc/self/task")) if sys.platform == "linux" else threading.active_count()
before = threads()
threading.Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.monotonic()
try:
    work()
except KeyboardInterrupt:
    took = time.monotonic() - start
    # Threads that were told to end take a moment.
    while threads() > before and time.monotonic() < start + 60:
        time.sleep(0.05)
    print("interrupted", took, threads() - before)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("what", ["equal_many", "check", "encode", "evaluate", "expand", "generate"])
def test_an_interruption_is_heard_and_leaves_no_thread(what, tmp_path):
    script = INTERRUPTED.format(here=os.path.dirname(__file__))
    run = subprocess.run([sys.executable, "-c", script, what, str(tmp_path / "corpus")], capture_output=True, text=True, timeout=300)
    assert run.stdout, run.stderr
    word, seconds, left = run.stdout.split()
    assert word == "interrupted" and float(seconds) < 60 and int(left) == 0


DAEMONS = """
import threading, time
import egen
pairs = [(f"sin({k}*x*y + z)^9 + ln(x^2 + {k})", f"ln({k} + x^2) + sin(z + x*y*{k})^9") for k in range(2, 3000)]
for work in (
    lambda: egen.equal_many(pairs),
    lambda: [egen.equal(*pair) for pair in pairs],
    lambda: [egen.parse(left) for left, _ in pairs * 1000],
    lambda: egen.load().encode([left for left, _ in pairs] * 20),
):
    threading.Thread(target=work, daemon=True).start()
time.sleep(SECONDS)
"""


@pytest.mark.parametrize("seconds", [0.05, 0.1, 0.15, 0.2, 0.3, 0.4])
def test_the_interpreter_ends_while_daemons_work(seconds):
    run = subprocess.run([sys.executable, "-c", DAEMONS.replace("SECONDS", str(seconds))], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr


def test_texts_of_signs_take_no_longer_than_their_length():
    for sign in ("$", "\\(", "\\[", "\\", "(", "|", "'", ",", ";"):
        start = time.monotonic()
        egen.check(sign * (200_000 // len(sign)), timeout=5)
        assert time.monotonic() - start < 20, sign


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_goes_on():
    egen.equal_many([("x + x", "2x")] * 8)
    egen.load().encode(["x"] * 300)
    egen.parse("x").evaluate(np.arange(10_000.0))
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map_async(forked, range(4)).get(timeout=120)
    assert found == [("proved", (300, 128), 49_995_000.0)] * 4


def forked(_):
    (verdict,) = egen.equal_many([("x + x", "2x")])
    return verdict.status, egen.load().encode(["x"] * 300).shape, float(egen.parse("x").evaluate(np.arange(10_000.0)).sum())


def test_expressions_travel_between_processes():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(str, (egen.parse("x + 1"),)) == "x + 1"
        assert pool.apply(egen.equal, ("x + x", "2x")).status == "proved"


SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
inner = interpreters.create()
code = '''
try:
    import egen
    assert egen.equal("x + x", "2x").status == "proved"
    print("works")
except ImportError as error:
    print("refused:", error)
'''
result = interpreters.run_string(inner, code)
if result is not None:
    print("refused:", result.formatted)
"""


def test_a_subinterpreter_works_or_is_refused():
    code = "import egen\negen.parse('x')\n" + SUBINTERPRETER
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert "works" in run.stdout or "refused:" in run.stdout


def test_memory_does_not_grow():
    resource = pytest.importorskip("resource")

    def calls(count):
        for k in range(count):
            expr = egen.parse(f"sin({k % 50}*x) + {k % 7}")
            expr.subs(x="y + 1").diff().latex
            expr.evaluate([1.0, 2.0])
            try:
                egen.parse("sin(" * (k % 9 + 1))
            except egen.ReadError:
                pass
            if k % 100 == 0:
                egen.equal_many([("x + x", "2x")] * 10)

    calls(3_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    calls(10_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 20_000, f"{grown} kilobytes"
