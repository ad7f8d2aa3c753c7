#!/usr/bin/env python3
"""Training past one machine: the model, batches, losses and steps of `egen train`, spread by PyTorch's DistributedDataParallel.

    pip install torch safetensors
    torchrun --nproc-per-node 2 tools/train_ddp.py split --preset small --steps 1000 --out model
    egen embed --model model/model.safetensors 'sin(2x)'

Every process asks the command `egen` for its share of the batches (`egen export batches`): with W processes, step n learns from batches W·n to
W·n + W − 1 of the seed, as `egen train --accumulate W` does. Gradients are averaged, so that the two are the same training up to rounding
(`tools/check_ddp.py`). The folder gets model.safetensors, which egen reads, log.jsonl, and checkpoint.pt, from which the same command goes on after an
interruption. On several machines all see the corpus, and the folder must be one that they share; with GPUs add --device cuda (not tried here).
"""
import argparse, json, os, subprocess, sys, tempfile, time

from torch_model import load, nn, read_frame, save, torch
from torch_training import Batch, loss, optimiser, rate

import torch.distributed as dist


class Lesson(nn.Module):
    """The model together with its loss: what DDP wraps must compute in `forward`."""

    def __init__(self, model, training):
        super().__init__()
        self.model, self.training_settings = model, training

    def forward(self, batch):
        return loss(self.model, batch, self.training_settings)


class Batches:
    """The batches of one process, made by a process of egen beside it."""

    def __init__(self, args, rank, world, done):
        self.device = args.device
        choice = [word for change in args.set for word in ("--set", change)]
        numbers = ["--first", str(done * world + rank), "--stride", str(world), "--limit", str(args.steps - done)]
        data = ["export", "batches", *args.corpora, "--preset", args.preset, *choice, "--split", args.split, "--seed", str(args.seed)]
        self.process = subprocess.Popen([args.egen, *data, *numbers], stdout=subprocess.PIPE)

    def __iter__(self):
        while (frame := read_frame(self.process.stdout)) is not None:
            tensors, entries = frame
            yield Batch({name: tensor.to(self.device) for name, tensor in tensors.items()}), json.loads(entries["egen-batch"])
        if self.process.wait() != 0:
            sys.exit("egen made no more batches")


def first_weights(args, path):
    """The weights that `egen train` begins with."""
    choice = [word for change in args.set for word in ("--set", change)]
    subprocess.run([args.egen, "export", "model", "--preset", args.preset, *choice, "--seed", str(args.seed), "--out", path], check=True)


def train(args, rank, world):
    torch.set_num_threads(args.threads)
    os.makedirs(args.out, exist_ok=True)
    place = lambda name: os.path.join(args.out, name)
    settings = {name: value for name, value in vars(args).items() if name in ("corpora", "preset", "set", "split", "seed", "steps")} | {"world": world}
    kept = torch.load(place("checkpoint.pt"), weights_only=True) if os.path.exists(place("checkpoint.pt")) else None
    if kept and kept["settings"] != settings:
        sys.exit(f"{args.out} was begun with {kept['settings']}, now {settings}: choose another --out")
    with tempfile.TemporaryDirectory() as folder:
        first = os.path.join(folder, "first.safetensors")
        first_weights(args, first)
        model = load(first).to(args.device)
        if kept:
            model.load_state_dict(kept["model"])
        step, lesson = kept["step"] if kept else 0, None
        # What was written after the checkpoint comes once more.
        log = open(place("log.jsonl"), "r+" if kept else "w") if rank == 0 else None
        if log and kept:
            for _ in range(step):
                log.readline()
            log.seek(log.tell()), log.truncate()

        def keep():
            if rank == 0:
                torch.save({"settings": settings, "step": step, "model": model.state_dict(), "adamw": adamw.state_dict()}, place("checkpoint.part"))
                os.replace(place("checkpoint.part"), place("checkpoint.pt"))

        started = time.monotonic()
        for batch, about in Batches(args, rank, world, step):
            training = about["training"]
            if lesson is None:
                # Only now is it known how to learn: the data say it.
                lesson = nn.parallel.DistributedDataParallel(Lesson(model, training))
                adamw = optimiser(model, training)
                if kept:
                    adamw.load_state_dict(kept["adamw"])
            now = rate(training, (step + 1) / args.steps, step / -(-about["epoch"] // world))
            adamw.param_groups[0]["lr"] = now
            adamw.zero_grad()
            found = lesson(batch)
            found.backward()
            norm = nn.utils.clip_grad_norm_(model.parameters(), training["clip"])
            adamw.step()
            step += 1
            mean = found.detach().clone()
            dist.all_reduce(mean)
            mean = mean.item() / world
            if not mean < float("inf"):
                sys.exit(f"step {step}: the loss is {mean}")
            if rank == 0:
                log.write(json.dumps({"step": step, "loss": mean, "norm": norm.item(), "rate": now, "seconds": round(time.monotonic() - started, 2)}) + "\n")
                log.flush()
            if step % args.checkpoint_every == 0 and step < args.steps:
                keep()
        if step < args.steps:
            sys.exit(f"only {step} of {args.steps} steps")
        if lesson is not None:
            keep()
        if rank == 0:
            save(place("model.safetensors"), model.state_dict(), first)
            print(place("model.safetensors"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", nargs="+", metavar="CORPUS")
    parser.add_argument("--out", required=True, help="the folder of the run")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--preset", default="small", help="as for `egen train` (small)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting of the preset")
    parser.add_argument("--split", default="train")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cpu", help="cpu or cuda (cpu)")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch in each process (1)")
    parser.add_argument("--checkpoint-every", type=int, default=200, metavar="STEPS")
    parser.add_argument("--egen", default=os.environ.get("EGEN", "egen"), help="the command")
    args = parser.parse_args()
    dist.init_process_group("nccl" if args.device == "cuda" else "gloo")
    rank, world = dist.get_rank(), dist.get_world_size()
    if args.device == "cuda":
        args.device = f"cuda:{os.environ['LOCAL_RANK']}"
        torch.cuda.set_device(args.device)
    try:
        train(args, rank, world)
    finally:
        dist.destroy_process_group()


if __name__ == "__main__":
    main()
