#!/usr/bin/env python3
"""How fast does egen-model train beside PyTorch, on the same model, batches and threads, in turns in one run?

    pip install torch
    cargo build --release -p egen-burn --example throughput
    egen corpus export sample --pairs --to infix > pairs.tsv
    python3 tools/measure_training.py pairs.tsv

The model is an encoder of symbols: width 128, 4 layers, 4 heads, 512 between the linear maps of a layer, normalised first,
GELU (tanh), sines and cosines for places, mean over tokens, InfoNCE in both directions (temperature 0.05), AdamW, clipping.
On a machine that is busy with other things, read the ratio of processor time at `--threads 1`: two threads that wait for each other lose
more than one that is interrupted. Two kinds of batches: 512 sequences of 20 tokens, and pairs of the corpus as they come, which PyTorch pads to the longest.
"""
import argparse, os, random, statistics, subprocess, sys, time

from torch_model import F, Model, nn, torch

UNARY = "sin cos tan exp ln sqrt asin acos atan sinh cosh tanh".split()


CONFIG = {
    "width": 128, "heads": 4, "hidden": 512, "layers": 4, "decoder": 0,
    "max_tokens": 256, "markers": False, "tree": False, "values": 0, "pooling": "mean",
}


class Torch:
    def __init__(self, batches, vocabulary):
        torch.manual_seed(1)
        self.model = Model(CONFIG, vocabulary)
        self.optimiser = torch.optim.AdamW(self.model.parameters(), lr=1e-4, weight_decay=1e-2)
        self.batches, self.at = batches, 0

    def steps(self, count):
        start, work = time.perf_counter(), time.process_time()
        for _ in range(count):
            tokens, lengths = self.batches[self.at % len(self.batches)]
            self.at += 1
            vectors = F.normalize(self.model(tokens, lengths), dim=1)
            a, b = vectors.chunk(2)
            scores, target = a @ b.T / 0.05, torch.arange(len(a))
            loss = (F.cross_entropy(scores, target) + F.cross_entropy(scores.T, target)) / 2
            self.optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 4.0)
            self.optimiser.step()
        return time.perf_counter() - start, time.process_time() - work


class Egen:
    def __init__(self, binary, pairs, size, threads, what="train"):
        environment = os.environ | {"RAYON_NUM_THREADS": str(threads)}
        self.process = subprocess.Popen([binary, what, str(size)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.process.stdin.write("".join(f"{a}\t{b}\n" for a, b in pairs) + "\n")

    def steps(self, count):
        before = self.work()
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()
        seconds = float(self.process.stdout.readline().split()[0])
        return seconds, self.work() - before

    def work(self):
        """Processor time so far: fields 14 and 15 of Linux's stat, after the name, which may hold anything."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tokens(binary, pairs):
    text = "".join(f"{a}\t{b}\n" for a, b in pairs) + "\n"
    lines = subprocess.run([binary, "tokens"], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [torch.tensor([int(n) for n in line.split()]) for line in lines]
    return list(zip(rows[::2], rows[1::2]))


def padded(pairs, size):
    batches = []
    for start in range(0, len(pairs) - size // 2 + 1, size // 2):
        chunk = pairs[start : start + size // 2]
        rows = [a for a, _ in chunk] + [b for _, b in chunk]
        batches.append((nn.utils.rnn.pad_sequence(rows, batch_first=True), torch.tensor([len(row) for row in rows])))
    return batches


def chain(rng):
    text = "x"
    for _ in range(19):
        text = f"{rng.choice(UNARY)}({text})"
    return text


def products(threads_batch_rows=10240):
    """Processor time that the matrix products of one step take alone in PyTorch: forwards, and twice as much backwards."""
    shapes = [(128, 384), (128, 128), (128, 512), (512, 128)] * 4
    x = {k: torch.randn(threads_batch_rows, k) for k in (128, 384, 512)}
    w = [torch.randn(k, n) for k, n in shapes]

    def run():
        for (k, n), weight in zip(shapes, w):
            x[k] @ weight
            x[n] @ weight.T
            x[k].T @ x[n]

    run()
    times = []
    for _ in range(5):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def compare(name, binary, pairs, size, args):
    rows = padded(tokens(binary, pairs), size)
    ours, theirs = Egen(binary, pairs, size, args.threads), Torch(rows, 256)
    ours.steps(1), theirs.steps(1)
    runs = [(ours.steps(args.steps), theirs.steps(args.steps)) for _ in range(args.rounds)]
    length = sum(int(lengths.sum()) for _, lengths in rows) / len(rows) / size
    real = length * size * len(rows) / sum(t.numel() for t, _ in rows)
    print(f"{name}: {size} sequences, {length:.1f} tokens each, {real:.0%} of the padded rows are tokens")
    best = []
    for who, run in zip(("egen-model", "PyTorch"), zip(*runs)):
        rates, work = [size * args.steps / wall for wall, _ in run], [work / args.steps for _, work in run]
        print(f"  {who:10} best {max(rates):5.0f}, median {statistics.median(rates):5.0f} sequences a second; processor time of a step: best {min(work):.3f} s, median {statistics.median(work):.3f} s")
        best.append((max(rates), min(work)))
    median = statistics.median(theirs[0] / ours[0] for ours, theirs in runs)
    print(f"  ratio: {median:.2f} (median of turns), {best[0][0] / best[1][0]:.2f} (best), {best[1][1] / best[0][1]:.2f} (processor time, best)")
    ours.process.stdin.close()
    return best[0][1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", help="expressions in two columns with a tab between")
    parser.add_argument("--binary", default="target/release/examples/throughput")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--steps", type=int, default=3)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    print(f"PyTorch {torch.__version__}, {args.threads} threads")
    rng = random.Random(1)
    step = compare("equal lengths", args.binary, [(chain(rng), chain(rng)) for _ in range(256)], 512, args)
    limit = products()
    flops = 10240 * 6 * 4 * (128 * 384 + 128 * 128 + 2 * 128 * 512)
    print(f"  the products of a step alone take PyTorch {limit:.3f} s of processor time ({flops / limit / 1e9:.0f} GFLOP/s a core); our whole step does {flops / step / 1e9:.0f} GFLOP/s a core, {limit / step:.0%} of that")
    with open(args.pairs) as file:
        pairs = [line.rstrip("\n").split("\t")[:2] for line in file]
    rng.shuffle(pairs)
    compare("the corpus", args.binary, pairs[: 4 * 256], 512, args)


if __name__ == "__main__":
    sys.exit(main())
