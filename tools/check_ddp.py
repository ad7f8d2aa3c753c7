#!/usr/bin/env python3
"""Is training by tools/train_ddp.py the training of `egen train`?

    pip install torch safetensors
    python3 tools/check_ddp.py [CORPUS] [--preset tiny] [--steps 50] [--processes 2]

Both train from the same first weights on the same batches: `egen train --accumulate 2` and two processes of PyTorch. Without a CORPUS it is a part of
sample/, with edits made for it. Exit status 1 if a loss differs by more than 0.1 %, or if a vector that `egen embed` gives for one model has a cosine
below 0.9999 with that for the other.
"""
import argparse, json, math, os, shutil, subprocess, sys, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
LOSS, COSINE = 1e-3, 0.9999


def run(*words):
    if subprocess.run(words, stdout=subprocess.DEVNULL).returncode != 0:
        sys.exit(f"failed: {' '.join(words)}")


def lines(path):
    with open(path) as file:
        return [line for line in map(json.loads, file) if "loss" in line]


def vectors(egen, model, formulas):
    done = subprocess.run([egen, "embed", "-", "--from", "prefix", "--model", model], input="\n".join(formulas), capture_output=True, text=True)
    return [json.loads(line)["meaning"] for line in done.stdout.splitlines()]


def formulas(egen, corpus, count):
    done = subprocess.run([egen, "corpus", "export", corpus, "--pairs", "--limit", str(count)], capture_output=True, text=True, check=True)
    return [text for line in done.stdout.splitlines() for text in line.split("\t")[:2]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", nargs="?")
    parser.add_argument("--preset", default="tiny")
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--egen", default=os.environ.get("EGEN", "egen"))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = lambda *names: os.path.join(folder, *names)
        corpus = args.corpus
        if corpus is None:
            corpus = place("corpus")
            os.makedirs(os.path.join(corpus, "data"))
            for file in ("train-00000.parquet", "train-00001.parquet"):
                shutil.copy(os.path.join(ROOT, "sample", "data", file), os.path.join(corpus, "data"))
            run(args.egen, "corpus", "negatives", corpus)
        same = ["--preset", args.preset, "--steps", str(args.steps)]
        run(args.egen, "train", corpus, *same, "--accumulate", str(args.processes), "--log-every", "1", "--validate-every", "1000000", "--out", place("egen"))
        script = os.path.join(ROOT, "tools", "train_ddp.py")
        run(sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(args.processes), script, corpus, *same, "--egen", args.egen, "--out", place("ddp"))
        ours, theirs = lines(place("egen", "log.jsonl")), lines(place("ddp", "log.jsonl"))
        if not len(ours) == len(theirs) == args.steps:
            sys.exit(f"{len(ours)} and {len(theirs)} steps, wanted {args.steps}")
        apart = lambda what: max(abs(a[what] - b[what]) / abs(a[what]) for a, b in zip(ours, theirs))
        print(f"{args.preset}: {args.steps} steps, {args.processes} processes; loss from {ours[0]['loss']:.4f} to {ours[-1]['loss']:.4f}")
        print(f"  largest relative difference of a loss {apart('loss'):.1e}, of a gradient's norm {apart('norm'):.1e}, of a rate {apart('rate'):.1e}")
        texts = formulas(args.egen, corpus, 150)
        # In single precision both: model.safetensors of `egen train` has half.
        one, other = (vectors(args.egen, path, texts) for path in (place("egen", "checkpoint.safetensors"), place("ddp", "model.safetensors")))
        if not len(one) == len(other) == len(texts):
            sys.exit("not every formula has a vector")
        cosines = [math.fsum(a * b for a, b in zip(*two)) for two in zip(one, other)]
        print(f"  smallest cosine of {len(cosines)} vectors by `egen embed`: 1 - {1 - min(cosines):.1e}")
        return 0 if apart("loss") <= LOSS and min(cosines) >= COSINE else 1


if __name__ == "__main__":
    sys.exit(main())
