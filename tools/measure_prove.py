#!/usr/bin/env python3
"""How many published identities does egen prove, how many does SymPy, and does egen prove anything that is false?"""
import argparse, collections, math, multiprocessing, os, random, re, signal, statistics, sys, time
from typing import NamedTuple
from measure_compare import corrupt, differ_at, egen, random_point, to_prefix, variables
from mp_value import tree

HELP = """
DATA_DIR holds identities.tsv (lhs, rhs, source, variables, domain, points, kind, tier; with a header) and
rubi_derivatives.tsv (Derivative(F, x), f, source, variables, domain, points; without one). Both programs get the same text and
their times include reading it. SymPy is asked in a process of its own, with a time limit, and in two ways:
  simplify   simplify(lhs - rhs) == 0
  doit       simplify((lhs - rhs).doit()) == 0: simplify itself evaluates derivatives at its end only, when little is
             simplified any more, so without this SymPy misses derivatives that it knows well

Then one operator or number of each right side is changed, --ways times: what egen proves of that is looked at with
mpmath, and the exit status is 1 if it proved two sides equal that differ.

    pip install mpmath sympy
    cargo build --release
    python3 tools/measure_prove.py DATA_DIR                      all of it; SymPy takes minutes
    python3 tools/measure_prove.py DATA_DIR --no-sympy           egen only
    python3 tools/measure_prove.py DATA_DIR --limit 20 --ways 2  a quick look
"""
IDENTITIES, RUBI = "identities.tsv", "rubi_derivatives.tsv"
GRACE = 5  # seconds after which a worker that does not hear its alarm is ended


class Row(NamedTuple):
    file: str
    lhs: str
    rhs: str
    source: str
    count: int  # of variables
    domain: str
    kind: str
    tier: str


class Answer(NamedTuple):
    verdict: str
    ms: float


GROUPS = [
    ("identities, core, one variable", lambda r: r.tier == "core" and r.count == 1),
    ("identities, core, two variables", lambda r: r.tier == "core" and r.count == 2),
    ("identities, up to two variables", lambda r: r.file == IDENTITIES and r.count <= 2),
    ("identities, all", lambda r: r.file == IDENTITIES),
    ("Rubi derivatives", lambda r: r.file == RUBI),
]


def read_rows(folder, limit):
    rows = []
    for name, skip in ((IDENTITIES, 1), (RUBI, 0)):
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            for line in f.read().splitlines()[skip:][:limit]:
                c = line.split("\t")
                rows.append(Row(name, c[0], c[1], c[2], int(c[3]), c[4], c[6] if len(c) > 6 else "deriv", c[7] if len(c) > 7 else ""))
    return rows


class TimeUp(BaseException):
    """Not an Exception: SymPy catches those and would go on."""


def sympy_worker(pipe, seconds, real, doit):
    import sympy

    def ring(*_):
        raise TimeUp

    def read(text):
        names = {n for n in re.findall(r"[A-Za-z_]\w*", text) if not hasattr(sympy, n)}
        return sympy.sympify(text, locals={n: sympy.Symbol(n, real=True) for n in names} if real else None)

    signal.signal(signal.SIGALRM, ring)
    pipe.send(sympy.__version__)
    while True:
        lhs, rhs = pipe.recv()
        start = time.perf_counter()
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds)
            difference = read(lhs) - read(rhs)
            verdict = "proved" if sympy.simplify(difference.doit() if doit else difference) == 0 else "not"
            signal.setitimer(signal.ITIMER_REAL, 0)
        except TimeUp:
            verdict = "timeout"
        except Exception as error:
            signal.setitimer(signal.ITIMER_REAL, 0)
            verdict = f"error: {type(error).__name__}"
        pipe.send((verdict, 1000 * (time.perf_counter() - start)))


class Sympy:
    """SymPy in a process that is replaced when it no longer answers."""

    def __init__(self, seconds, real, doit):
        os.environ["PYTHONHASHSEED"] = "0"  # simplify depends on the order of sets
        self.context, self.seconds, self.settings = multiprocessing.get_context("spawn"), seconds, (seconds, real, doit)
        self.start()

    def start(self):
        self.pipe, inner = self.context.Pipe()
        self.process = self.context.Process(target=sympy_worker, args=(inner, *self.settings), daemon=True)
        self.process.start()
        inner.close()
        self.version = self.pipe.recv()

    def stop(self):
        self.process.kill()
        self.process.join()

    def ask(self, row):
        try:
            self.pipe.send((row.lhs, row.rhs))
            if self.pipe.poll(self.seconds + GRACE):
                return Answer(*self.pipe.recv())
            verdict = "timeout"
        except (EOFError, OSError):
            verdict = "error: the process ended"
        self.stop()
        self.start()
        return Answer(verdict, 1000 * self.seconds)


def ask_sympy(rows, seconds, real):
    """SymPy's answers by way. Each way has a process of its own, so none finds what another left in SymPy's cache."""
    by = {}
    for way in ("simplify", "doit"):
        sympy = Sympy(seconds, real, way == "doit")
        # Without a derivative there is nothing to do, and the ways are the same.
        by[way] = [by["simplify"][i] if way == "doit" and "Derivative" not in row.lhs + row.rhs else sympy.ask(row)
                   for i, row in enumerate(rows)]
        sympy.stop()
    print(f"SymPy {sympy.version}: {seconds:g} s a pair, {'real' if real else 'plain'} symbols")
    return by


def ask_egen(binary, rows):
    answers = egen(binary, [(r.lhs, r.rhs) for r in rows], "--from", "infix", "--threads", "1")
    return [Answer("error" if a.get("error") else a["verdict"], a["ms"]) for a in answers]


def percentile(values, share):
    values = sorted(values)
    return values[max(0, math.ceil(share * len(values)) - 1)]


def line(name, answers):
    proved, ms = sum(a.verdict == "proved" for a in answers), [a.ms for a in answers]
    numbers = (statistics.median(ms), statistics.mean(ms), percentile(ms, 0.95), max(ms))
    others = collections.Counter(a.verdict for a in answers if a.verdict != "proved")
    return (f"  {name:9}{proved:5} of {len(answers):4}  {100 * proved / len(answers):6.2f} %  "
            + "".join(f"{n:11.2f}" for n in numbers)
            + f"{sum(m > 1000 for m in ms):7}   " + ", ".join(f"{n} {v}" for v, n in sorted(others.items())))


def show(row, *verdicts):
    print(f"  {', '.join(verdicts)}: {row.source}  [{row.kind}; {row.count} variables; {row.domain}]  {row.lhs}  =  {row.rhs}")


def report_proofs(rows, by):
    print(f"== proved{'':21}  share  {'median ms':>13}{'mean':>11}{'95 %':>11}{'max':>11}   >1 s   the others")
    for title, belongs in GROUPS:
        at = [i for i, row in enumerate(rows) if belongs(row)]
        if at:
            print(title)
            for name, answers in by.items():
                print(line(name, [answers[i] for i in at]))
    proved = [{name for name, answers in by.items() if answers[i].verdict == "proved"} for i in range(len(rows))]
    said = lambda i, names: [f"{name} {by[name][i].verdict}" for name in names]
    others = [name for name in by if name != "egen"]
    if others:
        only = [i for i, names in enumerate(proved) if names == {"egen"}]
        print(f"== proved by egen and by SymPy in no way: {len(only)}")
        for i in only:
            show(rows[i], *said(i, others))
        only = [i for i, names in enumerate(proved) if names and "egen" not in names]
        print(f"== proved by SymPy in some way and not by egen: {len(only)}")
        for i in only:
            show(rows[i], *said(i, by))
    left = [i for i, names in enumerate(proved) if "egen" not in names]
    print(f"== not proved by egen: {len(left)}")
    for i in left:
        show(rows[i], *said(i, by))
    print("   by kind:", ", ".join(f"{kind} {n}" for kind, n in collections.Counter(rows[i].kind for i in left).most_common()))


def look(left, right, rng):
    """What mpmath says of two sides in prefix notation: a point of difference, and the number of points at which both have a value."""
    a, b, names = tree(left.split()), tree(right.split()), variables(left.split() + right.split())
    common = 0
    for _ in range(30 if names else 1):
        point = random_point(names, rng)
        differs = differ_at(a, b, point)
        if differs:
            return point, common
        common += differs is not None
    return None, common


def report_corruptions(binary, rows, ways, seed):
    """The number of false proofs."""
    rng = random.Random(seed)
    lefts, rights = (to_prefix(binary, texts) for texts in ([r.lhs for r in rows], [r.rhs for r in rows]))
    cases = []
    for row, left, right in zip(rows, lefts, rights):
        if "output" not in left or "output" not in right:
            continue  # what cannot be read was counted above
        tokens = right["output"].split()
        made = (corrupt(tokens, rng) for _ in range(ways))
        cases += [(row, left["output"], " ".join(bad)) for bad in made if bad]
    start = time.perf_counter()
    answers = egen(binary, [(a, b) for _, a, b in cases], "--from", "prefix", "--threads", "1")
    seconds = time.perf_counter() - start
    print(f"== {len(cases)} corruptions of {len(rows)} rows, {seconds:.1f} s:",
          dict(collections.Counter("error" if a.get("error") else a["verdict"] for a in answers).most_common()))
    false, equal, unseen = [], 0, []
    for (row, a, b), answer in zip(cases, answers):
        if answer["verdict"] == "proved":
            point, common = look(a, b, rng)
            if point is not None:
                false.append((row, a, b, point))
            elif common:
                equal += 1
            else:
                unseen.append((row, a, b))
    print(f"  proved, according to mpmath: {equal} happen to be equal, {len(unseen)} have no common point, {len(false)} ARE DIFFERENT")
    for row, a, b in unseen:
        print(f"  no common point: {row.source}: {a} | {b}")
    for row, a, b, point in false:
        print(f"  FALSE PROOF: {row.source}: {a} | {b}  differ at {point}")
    return len(false)


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=HELP, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", metavar="DATA_DIR")
    parser.add_argument("--egen", default="target/release/egen", metavar="PATH", help="the program to measure (%(default)s)")
    parser.add_argument("--no-sympy", action="store_true", help="measure egen only")
    parser.add_argument("--timeout", type=float, default=10, metavar="SECONDS", help="SymPy's time for a pair (%(default)g)")
    parser.add_argument("--real", action="store_true", help="tell SymPy that the variables are real (not, by default)")
    parser.add_argument("--ways", type=int, default=10, help="corruptions of each row (%(default)s)")
    parser.add_argument("--limit", type=int, metavar="N", help="take the first N rows of each file only")
    parser.add_argument("--seed", type=int, default=1, help="of the corruptions (%(default)s)")
    args = parser.parse_args()
    rows = read_rows(args.data, args.limit)
    by = {"egen": ask_egen(args.egen, rows)}
    if not args.no_sympy:
        by.update(ask_sympy(rows, args.timeout, args.real))
    report_proofs(rows, by)
    sys.stdout.flush()
    sys.exit(1 if report_corruptions(args.egen, rows, args.ways, args.seed) else 0)


if __name__ == "__main__":
    main()
