#!/usr/bin/env python3
"""How fast is the Python package beside SymPy, NumPy and PyTorch, in one run?

    pip install ./python sympy numpy torch
    cargo build --release -p egen-train --example inputs
    python3 tools/measure_python.py DATA_DIR [--timeout 5] [--limit N]

DATA_DIR holds identities.tsv and rubi_derivatives.tsv. Three questions:
  equal_many   against `simplify(lhs - rhs) == 0` of SymPy, with a time limit a pair, both from the same text. SymPy answers in a process of
               its own, one pair after the other; egen once on one thread and once on all. `doit` is called first where there are derivatives.
  evaluate     `Expr.evaluate` on a million points against `sympy.lambdify` with NumPy
  encode       against the same model in PyTorch (tools/torch_model.py), 256 formulas at a time. egen reads texts and computes values of
               subexpressions as well; PyTorch gets ready tensors. Left out if torch is not installed or the example not built.
"""
import argparse, collections, os, platform, statistics, subprocess, sys, tempfile, time

import numpy as np
import sympy

import egen
from measure_prove import Sympy, read_rows

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
POINTS = ["sin(x)^2 + cos(x)", "x^3 - 2*x + 1", "exp(-x^2/2)/sqrt(2*pi)", "ln(1 + x^2)*atan(x)", "(x^2 - 1)/(x^2 + 1)*sqrt(x + 3)",
          "tanh(x)", "2^x", "1/(x^2 - 2)", "sqrt(sin(x))"]


def best(work, rounds=5):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def pairs(folder, limit, seconds):
    rows = read_rows(folder, limit)
    print(f"\n## equal_many beside simplify (SymPy {sympy.__version__}), {seconds:g} s a pair\n")
    print("| | pairs | who | decided equal | refuted | unknown or not | over time | total | median |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in sorted({row.file for row in rows}):
        some = [row for row in rows if row.file == name]
        texts = [(row.lhs, row.rhs) for row in some]
        for threads in (1, 0):
            start = time.perf_counter()
            verdicts = egen.equal_many(texts, threads=threads, timeout=seconds)
            took = time.perf_counter() - start
            count = collections.Counter(v.status for v in verdicts)
            late = sum(v.reason == "the time was over" for v in verdicts)
            who = f"egen, {'one thread' if threads else f'{os.cpu_count()} threads'}"
            print(f"| {name} | {len(some)} | {who} | {count['proved']} proved, {count['agree']} agree | {count['refuted']} | {count['unknown'] + count['error'] - late} | {late} "
                  f"| {took:.2f} s | {statistics.median(v.ms for v in verdicts):.2f} ms |", flush=True)
        theirs = Sympy(seconds, False, True)
        start = time.perf_counter()
        answers = [theirs.ask(row) for row in some]
        took = time.perf_counter() - start
        theirs.stop()
        count = collections.Counter(answer.verdict.split(":")[0] for answer in answers)
        print(f"| {name} | {len(some)} | SymPy, one process | {count['proved']} | - | {count['not'] + count['error']} | {count['timeout']} | {took:.1f} s "
              f"| {statistics.median(a.ms for a in answers):.1f} ms |", flush=True)


def evaluation():
    x = np.linspace(0.1, 10, 1_000_000)
    print("\n## Expr.evaluate beside lambdify, a million points\n")
    print("| expression | egen, one thread | egen, all threads | lambdify with NumPy | largest relative difference |")
    print("|---|---|---|---|---|")
    np.seterr(invalid="ignore")
    for text in POINTS:
        expr = egen.parse(text)
        theirs = sympy.lambdify(sympy.Symbol("x"), expr.sympy(), "numpy")
        one, many = best(lambda: expr.evaluate(x, threads=1)), best(lambda: expr.evaluate(x))
        gap = np.nanmax(np.abs(expr.evaluate(x) - theirs(x)) / np.maximum(np.abs(theirs(x)), 1e-300))
        print(f"| `{text}` | {1e3 * one:.1f} ms | {1e3 * many:.1f} ms | {1e3 * best(lambda: theirs(x)):.1f} ms | {gap:.1e} |", flush=True)


def encoding(binary):
    print("\n## encode beside PyTorch, 256 formulas at a time\n")
    try:
        from check_vectors import Batch
        from torch_model import load, read_safetensors, torch
    except (SystemExit, ModuleNotFoundError):
        return print("Left out: PyTorch is not installed.")
    if not os.path.exists(binary):
        return print(f"Left out: {binary} is not built.")
    file = os.path.join(ROOT, "crates", "egen-model", "models", "wide.safetensors")
    formulas = [str(e) for text in ("sin(2x)", "x^2 - 1", "exp(3x)", "ln(x) + 1") for e in egen.expand(text, 64, order="diverse")]
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "inputs.safetensors")
        subprocess.run([binary, "embed", file, out], input="\n".join(formulas) + "\n", text=True, check=True)
        batch = Batch(read_safetensors(out)[0])
    theirs, ours = load(file).eval(), egen.load()

    def forward():
        with torch.inference_mode():
            rows = theirs.rows(**batch.read)
            return theirs.pool(rows, batch.read["lengths"], batch.read.get("values"))

    vectors = torch.nn.functional.normalize(forward(), dim=1).numpy()
    cosine = (vectors * ours.encode(formulas)).sum(1).min()
    print(f"{len(formulas)} formulas, {sum(len(egen.parse(t).tokens) for t in formulas) / len(formulas):.1f} tokens each; PyTorch {torch.__version__}; smallest cosine of both {cosine:.7f}\n")
    print("| | formulas a second |\n|---|---|")
    for threads in (1, os.cpu_count()):
        torch.set_num_threads(threads)
        print(f"| egen, {threads} threads: texts to vectors | {len(formulas) / best(lambda: ours.encode(formulas, threads=threads)):.0f} |")
        print(f"| PyTorch, {threads} threads: tensors to vectors | {len(formulas) / best(forward):.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("--timeout", type=float, default=5.0)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--inputs", default=os.path.join(ROOT, "target", "release", "examples", "inputs"))
    args = parser.parse_args()
    print(f"egen {egen.__version__}, Python {platform.python_version()}, NumPy {np.__version__}, {os.cpu_count()} cores")
    pairs(args.data, args.limit, args.timeout)
    evaluation()
    encoding(args.inputs)


if __name__ == "__main__":
    main()
