"""Corpora on many machines: which shards are missing, and who makes them?

    python -m egen.ray generate --shards 64 --out corpus -- --preset wide --members 500

A task of Ray makes each shard by `egen corpus generate --shard i/N`; at the end `egen corpus merge` puts them together. A shard depends on
its number and the flags alone, so it does not matter which machine makes it, or how often one dies: the corpus has the bytes of a run on one
machine. Shards are kept in OUT.shards until then, and a run that was killed goes on with what is there.

Every machine must see OUT under the same path and have the command `egen`, of the same version.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __package__:
    from . import command
else:
    sys.exit("run it as a module: python -m egen.ray")

# What this program says to `egen corpus generate` itself.
OURS = ("--out", "--shard", "--resume", "--threads")
# Flags whose values are files: a task may run in another folder.
FILES = ("--source", "--templates", "--rules")


class RayError(RuntimeError):
    """Why there is no corpus."""


class Lost(RuntimeError):
    """The command was killed before its shard was whole. The same again may work."""


@dataclass(frozen=True)
class Plan:
    """Which corpus, in how many shards, where."""

    out: Path
    shards: int
    flags: tuple[str, ...] = ()
    """Further flags of `egen corpus generate`."""
    egen: str | None = None
    """The command on every machine; None looks for it there."""
    threads: int = 1
    """Threads of each shard, and processors that its task asks for."""
    retries: int = 16
    """How often a shard may be lost."""

    def __post_init__(self) -> None:
        if self.shards < 1:
            raise RayError("at least one shard is needed")
        for flag in self.flags:
            if flag.split("=")[0] in OURS:
                raise RayError(f"{flag} is for this program to say; give --out and --shards before the --")

    @property
    def folder(self) -> Path:
        """Where the shards are."""
        return self.out.with_name(self.out.name + ".shards")

    def part(self, shard: int) -> Path:
        """The folder of a shard."""
        return self.folder / f"part-{shard:05}"

    def arguments(self, shard: int) -> list[str]:
        """What makes a shard, or what is missing of it."""
        ours = ["--shard", f"{shard}/{self.shards}", "--threads", str(self.threads), "--out", str(self.part(shard)), "--resume"]
        return ["corpus", "generate", *self.flags, *ours]


def absolute(flags: Sequence[str]) -> tuple[str, ...]:
    """The flags with files by their whole paths."""
    found = list(flags)
    for at, flag in enumerate(found):
        name, equals, value = flag.partition("=")
        if name in FILES and equals:
            found[at] = f"{name}={Path(value).absolute()}"
        elif at > 0 and found[at - 1] in FILES:
            found[at] = str(Path(flag).absolute())
    return tuple(found)


def whole(part: Path, shard: int, shards: int) -> dict[str, Any] | None:
    """The manifest of a shard that is finished: what a folder holds is written at the end."""
    try:
        manifest: dict[str, Any] = json.loads((part / "manifest.json").read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return None
    if manifest.get("shard") != [shard, shards]:
        raise RayError(f"{part} is not shard {shard} of {shards}: choose another --out, or remove it")
    return manifest if manifest["splits"] else None


def begin(plan: Plan) -> None:
    """Begins a run, or takes up the one that is there, if it is the same."""
    if (plan.out / "manifest.json").exists() or (plan.out / "data").exists():
        raise RayError(f"{plan.out} holds a corpus already: choose another --out")
    wanted = {"shards": plan.shards, "flags": list(plan.flags)}
    path = plan.folder / "run.json"
    if path.exists():
        there = json.loads(path.read_text(encoding="utf-8"))
        if there != wanted:
            raise RayError(f"{plan.folder} was begun with {json.dumps(there)}, now {json.dumps(wanted)}: choose another --out, or remove it")
        return
    plan.folder.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    draft.write_text(json.dumps(wanted) + "\n", encoding="utf-8")
    draft.replace(path)


def die_with_parent() -> None:
    """A worker that is killed takes its command along: two of one shard would remove each other's unfinished files."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def make(plan: Plan, shard: int) -> str:
    """Makes a shard on the machine where it is called; gives what the command complained about."""
    done = subprocess.run(
        [command.find(plan.egen), *plan.arguments(shard)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=die_with_parent,
        check=False,
    )
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode < 0:
        raise Lost(f"shard {shard}: killed by signal {-done.returncode}")
    # A line of --from that cannot be read is trouble, and the corpus of the others is whole.
    if whole(plan.part(shard), shard, plan.shards) is None:
        raise RayError(f"shard {shard}: {said or f'egen ended with status {done.returncode}'}")
    return said if done.returncode else ""


def say(text: str) -> None:
    """Tells those who wait; standard output carries the answer only."""
    print(text, file=sys.stderr, flush=True)


def generate(plan: Plan, address: str | None = None, keep: bool = False, say: Callable[[str], None] = say) -> Path:
    """Makes the corpus on a Ray cluster: the one at `address`, or the one that Ray finds, or one of this machine."""
    begin(plan)
    missing = [shard for shard in range(plan.shards) if whole(plan.part(shard), shard, plan.shards) is None]
    say(f"{plan.shards - len(missing)} of {plan.shards} shards are there")
    if missing:
        run(plan, missing, address, say)
    merge(plan, say)
    if not keep:
        shutil.rmtree(plan.folder)
    return plan.out


def run(plan: Plan, missing: Sequence[int], address: str | None, say: Callable[[str], None]) -> None:
    """Lets Ray make shards, and waits for them."""
    try:
        # By name: a checker that does not find Ray would take this file for it.
        ray: Any = importlib.import_module("ray")
    except ModuleNotFoundError as error:
        raise RayError("Ray is missing: pip install ray") from error
    ours = not ray.is_initialized()
    if ours:
        ray.init(address=address, log_to_driver=False, include_dashboard=False if address is None else None)
    # Machines that make shards need the command, and nothing of this package.
    for module in (sys.modules[__name__], command):
        if module.__name__ != "__main__":
            ray.cloudpickle.register_pickle_by_value(module)
    try:
        settings = {"num_cpus": plan.threads, "max_retries": plan.retries, "retry_exceptions": [Lost]}
        task = ray.remote(make).options(**settings)
        waiting = {task.remote(plan, shard): shard for shard in missing}
        started, rows = time.monotonic(), 0
        while waiting:
            ready, _ = ray.wait(list(waiting), num_returns=1)
            shard = waiting.pop(ready[0])
            try:
                complaint = ray.get(ready[0])
            except ray.exceptions.RayTaskError as error:
                raise error.as_instanceof_cause() from None
            except ray.exceptions.RayError as error:
                raise RayError(f"shard {shard} was lost {plan.retries + 1} times: {error}") from error
            manifest = whole(plan.part(shard), shard, plan.shards)
            if manifest is None:
                raise RayError(f"{plan.part(shard)} is not to be seen from here: --out must be a folder that all machines share")
            if complaint:
                say(f"shard {shard}: {complaint}")
            rows += manifest["rows"]
            took = time.monotonic() - started
            say(f"{plan.shards - len(waiting)} of {plan.shards} shards, {rows} rows in {took:.0f} s")
    finally:
        if ours:
            ray.shutdown()


def merge(plan: Plan, say: Callable[[str], None]) -> None:
    """Puts the shards together. The corpus gets its name when it is whole."""
    draft = plan.out.with_name(plan.out.name + ".merging")
    shutil.rmtree(draft, ignore_errors=True)
    parts = [str(plan.part(shard)) for shard in range(plan.shards)]
    say(command.ask(command.find(plan.egen), ["corpus", "merge", *parts, "--out", str(draft)]).decode().strip().replace(draft.name, plan.out.name))
    if plan.out.exists():
        plan.out.rmdir()
    draft.rename(plan.out)


def main(arguments: Sequence[str] | None = None) -> int:
    """The program."""
    parser = argparse.ArgumentParser(prog="python -m egen.ray", description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    options = commands.add_parser("generate", help="make a corpus on a Ray cluster", epilog="What follows -- goes to `egen corpus generate`.")
    options.add_argument("--shards", type=int, required=True, help="how many parts there are; several for each processor, so that none waits for long")
    options.add_argument("--out", type=Path, required=True, help="the folder to write to, which all machines see")
    options.add_argument("--address", default=os.environ.get("RAY_ADDRESS"), help="the cluster (RAY_ADDRESS, or one of this machine)")
    options.add_argument("--egen", help="the command, on every machine (the variable EGEN there, or the path)")
    options.add_argument("--threads", type=int, default=1, help="threads of each shard (1)")
    options.add_argument("--retries", type=int, default=16, help="how often a shard may be lost (16)")
    options.add_argument("--keep", action="store_true", help="keep the shards")
    options.add_argument("flags", nargs="*", metavar="-- FLAGS", help="further flags of `egen corpus generate`")
    args = parser.parse_args(arguments)
    try:
        plan = Plan(args.out.absolute(), args.shards, absolute(args.flags), args.egen, args.threads, args.retries)
        print(generate(plan, args.address, args.keep))
    except (RayError, Lost, command.CommandError) as error:
        say(f"error: {error}")
        return 2
    except KeyboardInterrupt:
        say("stopped; the same command goes on")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
