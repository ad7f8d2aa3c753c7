#!/usr/bin/env python3
"""How fast does egen-model train on each device, on the same model and batches, in turns in one run?

    cargo build --release -p egen-burn --features flex --example throughput
    python3 tools/measure_devices.py cpu flex

The model is that of measure_training.py: width 128, 4 layers, symbols only; 512 sequences of 20 tokens a step. Processor time is what a step
used of all cores together; on a busy machine it says more than the clock.
"""
import argparse, os, random, statistics, subprocess

UNARY = "sin cos tan exp ln sqrt asin acos atan sinh cosh tanh".split()


def chain(rng):
    text = "x"
    for _ in range(19):
        text = f"{rng.choice(UNARY)}({text})"
    return text


class Device:
    def __init__(self, binary, name, pairs, size, threads):
        environment = os.environ | {"RAYON_NUM_THREADS": str(threads)}
        self.name = name
        self.process = subprocess.Popen([binary, "train", str(size), name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.process.stdin.write("".join(f"{a}\t{b}\n" for a, b in pairs) + "\n")

    def steps(self, count):
        before = self.work()
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()
        seconds, loss, *_ = self.process.stdout.readline().split()
        return float(seconds), self.work() - before, float(loss)

    def work(self):
        """Processor time so far: fields 14 and 15 of Linux's stat, after the name, which may hold anything."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("devices", nargs="+", help="cpu, flex, wgpu, cuda: those that the example was built with")
    parser.add_argument("--binary", default="target/release/examples/throughput")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--steps", type=int, default=2)
    args = parser.parse_args()
    rng = random.Random(1)
    pairs = [(chain(rng), chain(rng)) for _ in range(2 * args.batch)]
    devices = [Device(args.binary, name, pairs, args.batch, args.threads) for name in args.devices]
    for device in devices:
        device.steps(1)
    runs = [[device.steps(args.steps) for device in devices] for _ in range(args.rounds)]
    print(f"{args.batch} sequences of 20 tokens a step, {args.threads} threads, {args.rounds} turns of {args.steps} steps")
    for device, run in zip(devices, zip(*runs)):
        rates, work = [args.batch * args.steps / wall for wall, _, _ in run], [work / args.steps for _, work, _ in run]
        print(f"  {device.name:5} best {max(rates):5.0f}, median {statistics.median(rates):5.0f} sequences a second; processor time of a step: best {min(work):.3f} s, median {statistics.median(work):.3f} s; loss {run[-1][2]:.4f}")
        device.process.stdin.close()


if __name__ == "__main__":
    main()
