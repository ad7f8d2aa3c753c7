#!/usr/bin/env python3
"""How fast does egen-model embed beside PyTorch, on the same model, expressions and threads, in turns in one run?

    pip install torch
    cargo build --release -p egen-burn --example throughput
    egen corpus export sample --pairs --to infix > pairs.tsv
    python3 tools/measure_embedding.py pairs.tsv

The model is that of tools/measure_training.py. Expressions come as tokens to both, one at a time and 256 at a time (which PyTorch pads to
the longest). Beside it: `egen embed` of one formula, from the start of the program to its end.
"""
import argparse, random, statistics, subprocess, sys, time

from measure_training import CONFIG, Egen, tokens
from torch_model import Model, nn, torch


class Torch:
    def __init__(self, batches):
        torch.manual_seed(1)
        self.model, self.batches, self.at = Model(CONFIG, 256).eval(), batches, 0

    @torch.inference_mode()
    def steps(self, count):
        start = time.perf_counter()
        for _ in range(count):
            self.model(*self.batches[self.at % len(self.batches)])
            self.at += 1
        return time.perf_counter() - start


def compare(name, pairs, size, steps, args):
    rows = [row for pair in tokens(args.binary, pairs) for row in pair]
    chunks = [rows[start : start + size] for start in range(0, len(rows) - size + 1, size)]
    batches = [(nn.utils.rnn.pad_sequence(c, batch_first=True), torch.tensor([len(row) for row in c])) for c in chunks]
    ours, theirs = Egen(args.binary, pairs, size, args.threads, "embed"), Torch(batches)
    ours.steps(steps), theirs.steps(steps)
    runs = [(ours.steps(steps)[0], theirs.steps(steps)) for _ in range(args.rounds)]
    ours.process.stdin.close()
    print(f"{name}: {sum(map(len, rows)) / len(rows):.1f} tokens each")
    for who, seconds in zip(("egen-model", "PyTorch"), zip(*runs)):
        print(f"  {who:10} best {size * steps / min(seconds):6.0f}, median {size * steps / statistics.median(seconds):6.0f} expressions a second")
    print(f"  ratio: {statistics.median(theirs / ours for ours, theirs in runs):.2f} (median of turns)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", help="expressions in two columns with a tab between")
    parser.add_argument("--binary", default="target/release/examples/throughput")
    parser.add_argument("--egen", default="target/release/egen")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    print(f"PyTorch {torch.__version__}, {args.threads} threads")
    with open(args.pairs) as file:
        pairs = [line.rstrip("\n").split("\t")[:2] for line in file]
    random.Random(1).shuffle(pairs)
    compare("one at a time", pairs[:256], 1, 512, args)
    compare("256 at a time", pairs[:1024], 256, 8, args)
    times = []
    for _ in range(20):
        start = time.perf_counter()
        subprocess.run([args.egen, "embed", "sin(2x)"], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    print(f"egen embed of one formula, with the start of the program: median {1000 * statistics.median(times):.0f} ms, longest {1000 * max(times):.0f} ms")


if __name__ == "__main__":
    sys.exit(main())
