#!/usr/bin/env python3
"""Does egen-model compute and learn what PyTorch computes and learns from the same weights?

    pip install torch
    python3 tools/check_vectors.py                            vectors of all small presets, weights drawn at random
    python3 tools/check_vectors.py MODEL ... [--expressions FILE]
    python3 tools/check_vectors.py --train 100 [--preset tiny]

A MODEL is a file (model.safetensors or a checkpoint) or the name of a preset. FILE has an expression on each line; for a model with a decoder,
what it shall write may follow a tab. `--train` trains on a part of sample/ and repeats each step in PyTorch: the same first weights and batches, its own
gradients, clipping, AdamW and rates.

PyTorch computes everything once in single and once in double precision. Exit status 1 if a cosine is below 0.9999, a loss differs by more than 0.1 %,
or anything of ours is ten times as far from double precision as PyTorch's single precision is. The last is what finds mistakes: with the other GELU
the smallest cosine is 1 - 7e-8, and without weight decay 30 losses differ by 0.013 %, but that is 1,000 and 400 times as far.
"""
import argparse, json, math, os, random, shutil, subprocess, sys, tempfile

from torch_model import F, load, nn, read_safetensors, state, torch
from torch_training import Batch, loss, optimiser, rate

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PRESETS = "tiny tiny-seq2seq small small-symbols small-seq2seq small-cl-mean small-cl-max".split()
COSINE, LOSS, TIMES = 0.9999, 1e-3, 10
# The last bit of a number of single precision, relative to it: PyTorch may be nearer by chance.
BIT = torch.finfo(torch.float32).eps

# Among them: one token, the same values throughout, no value anywhere, more depths and digits than the tables have rows, several variables.
EXPRESSIONS = """x
12
-3/7
pi*e
sin(2*x)	2*sin(x)*cos(x)
(x - 1)*(x + 1)	x^2 - 1
ln(-x^2 - 1)
sqrt(x - 100)
12345678901234567890/97*x
f(x) + g(x, y) - f(h(x, y, z))
a*b*c*d + sin(u)*cos(v)^w - z/(a + 1)
exp(x)*ln(x)*sin(x)*tan(x)*x
asin(x + 9) + acosh(x)
1/(1 + 1/(1 + 1/(1 + 1/x)))
x^3 - 3*x^2*y + 3*x*y^2 - y^3	(x - y)^3
\\int x^2 dx"""


def inputs(*arguments, text=None):
    command = ["cargo", "run", "--quiet", "--release", "-p", "egen-train", "--example", "inputs", "--", *arguments]
    if subprocess.run(command, input=text, text=True, cwd=ROOT).returncode != 0:
        sys.exit(f"failed: {' '.join(command)}")


def expressions(rng):
    """The ones above, 45 functions of each other, and chains of many lengths, so that the batch has more than one block."""
    names = "sin cos tan exp ln sqrt asin acos atan sinh cosh tanh".split()

    def chain(length):
        return "".join(f"{rng.choice(names)}(" for _ in range(length)) + "x" + ")" * length

    return "\n".join([EXPRESSIONS, chain(45), *(chain(rng.randrange(25)) for _ in range(60))]) + "\n"


def answers(path, tensors, double):
    """Vectors and logarithms of probabilities as PyTorch computes them, in double precision."""
    model, batch = load(path), Batch(tensors, double=double)
    if double:
        model.double()
    with torch.no_grad():
        rows = model.rows(**batch.read)
        vectors = model.pool(rows, batch.read["lengths"], batch.read.get("values")).double()
        if batch.targets is None:
            return vectors, None
        scores, wanted, real = batch.scores(model, rows)
        each = scores.log_softmax(2).gather(2, wanted[..., None])[..., 0]
        return vectors, (each * real).sum(1, keepdim=True).double()


def compare(what, ours, single, double):
    """Says how far numbers lie apart, and whether ours are about as near to those in double precision as PyTorch's."""
    both, exact, torchs = ((a - b).abs().max().item() for a, b in ((ours, single), (ours, double), (single, double)))
    print(f"  {what}: largest difference {both:.1e}; from double precision {exact:.1e} (PyTorch {torchs:.1e})")
    return exact <= TIMES * max(torchs, BIT * double.abs().max().item())


def check_vectors(name, text, folder):
    """Compares the answers about some expressions, and says whether they agree."""
    path, out = (os.path.join(folder, file) for file in ("model.safetensors", "inputs.safetensors"))
    if os.path.exists(name):
        path = os.path.abspath(name)
    else:
        inputs("draw", name, path)
    inputs("embed", path, out, text=text)
    tensors, _ = read_safetensors(out)
    ours = tensors["vectors"].double(), tensors["log_probabilities"].double() if "log_probabilities" in tensors else None
    single, double = (answers(path, tensors, double) for double in (False, True))
    cosine = F.cosine_similarity(ours[0], single[0]).min().item()
    print(f"{name}: {len(ours[0])} expressions, {len(tensors['tokens'])} tokens, numbers up to {ours[0].abs().max():.3g}")
    print(f"  smallest cosine with PyTorch's vectors: 1 - {1 - cosine:.1e}")
    good = compare("numbers of vectors", ours[0], single[0], double[0]) and cosine >= COSINE
    if ours[1] is not None:
        good &= compare(f"logarithms of probabilities, {ours[1].min():.4g} to {ours[1].max():.4g}", ours[1], single[1], double[1])
    return good


def train(folder, steps, training, double):
    """The losses, norms and rates of each step in PyTorch, and the weights at the end."""
    model = load(os.path.join(folder, "first.safetensors"))
    tensors, _ = read_safetensors(os.path.join(folder, "batches.safetensors"))
    if double:
        model.double()
    adamw = optimiser(model, training)
    log = []
    for step in range(steps):
        now = rate(training, (step + 1) / steps, step / int(tensors["epoch"]))
        adamw.param_groups[0]["lr"] = now
        found = loss(model, Batch(tensors, f"{step}.", double), training)
        adamw.zero_grad()
        found.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), training["clip"])
        adamw.step()
        log.append({"loss": found.item(), "norm": norm.item(), "rate": now})
    return log, model.state_dict()


def check_training(preset, steps, folder):
    """Trains in both, and says whether the losses agree."""
    corpus, run = os.path.join(folder, "corpus"), os.path.join(folder, "run")
    # Fewer clusters than the presets' batches have anchors, but for the tiny ones: equal expressions of different pairs meet.
    os.makedirs(os.path.join(corpus, "data"))
    for file in ("train-00000.parquet", "train-00001.parquet"):
        shutil.copy(os.path.join(ROOT, "sample", "data", file), os.path.join(corpus, "data"))
    inputs("train", corpus, preset, str(steps), run)
    with open(os.path.join(run, "run.json")) as file:
        training = json.load(file)["settings"]["preset"]["training"]
    with open(os.path.join(run, "log.jsonl")) as file:
        ours = [line for line in map(json.loads, file) if "loss" in line]
    (single, weights), (double, _) = (train(run, steps, training, double) for double in (False, True))
    apart = lambda a, b, what: [abs(one[what] - other[what]) / abs(other[what]) for one, other in zip(a, b, strict=True)]
    both, exact, torchs = apart(ours, single, "loss"), apart(ours, double, "loss"), apart(single, double, "loss")
    print(f"{preset}: {steps} steps\n\n  step  rate        egen-model  PyTorch     difference   in double   egen-model   PyTorch")
    for at in sorted({0, *range(9, steps, 10), steps - 1}):
        rows = f"{ours[at]['rate']:.4e}  {ours[at]['loss']:<10.7f}  {single[at]['loss']:<10.7f}  {both[at]:.1e}"
        print(f"  {at + 1:4}  {rows}      {double[at]['loss']:<10.7f}  {exact[at]:.1e}      {torchs[at]:.1e}")
    norm, rates = (max(apart(ours, single, what)) for what in ("norm", "rate"))
    print(f"\n  largest relative difference of a loss: {max(both):.1e}; from double precision {max(exact):.1e} (PyTorch {max(torchs):.1e})")
    print(f"  largest relative difference of a gradient's norm: {norm:.1e}, of a rate: {rates:.1e}")
    first, last = (state(read_safetensors(os.path.join(run, file))[0]) for file in ("first.safetensors", "checkpoint.safetensors"))
    print(f"  at the end the weights are {distance(last, first):.3g} from where they began, and {distance(last, weights):.1e} from PyTorch's")
    return max(both) <= LOSS and max(exact) <= TIMES * max(*torchs, BIT)


def distance(one, other):
    """How far weights are apart without the biases of keys. These add the same to all scores of a query, which changes no share:
    their gradient is rounding and nothing else, and AdamW makes steps of it."""
    total = 0.0
    for name, weights in one.items():
        apart = (weights - other[name]).double().square()
        if name.endswith("qkv.bias"):
            apart.chunk(3)[1].zero_()
        if name.endswith("memory.bias"):
            apart.chunk(2)[0].zero_()
        total += apart.sum().item()
    return math.sqrt(total)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", metavar="MODEL", help="a file or the name of a preset")
    parser.add_argument("--expressions", metavar="FILE", help="an expression on each line, perhaps a tab and what shall be written")
    parser.add_argument("--train", type=int, metavar="STEPS", help="compare so many steps of training")
    parser.add_argument("--preset", default="tiny", help="what is trained (tiny)")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch (1)")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    print(f"PyTorch {torch.__version__}\n")
    text = expressions(random.Random(1))
    if args.expressions:
        with open(args.expressions) as file:
            text = file.read()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name in args.models or ([] if args.train else PRESETS):
            good &= check_vectors(name, text, folder)
        if args.train:
            good &= check_training(args.preset, args.train, folder)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
