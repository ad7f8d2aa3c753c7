"""The command: where is `egen`, and what does it answer?

Some parts of the package work by the command alone, so that a machine which only makes shards needs nothing else.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence


class CommandError(RuntimeError):
    """The command is not there, or it said no."""


def find(path: str | None = None) -> str:
    """The command: `path`, or what the variable EGEN says, or the first `egen` on the path."""
    wanted = path or os.environ.get("EGEN") or "egen"
    found = shutil.which(wanted)
    if found is None:
        raise CommandError(f"`{wanted}` is no program: give its path by --egen or the variable EGEN, or put egen on the path")
    return os.path.abspath(found)


def ask(command: str, arguments: Sequence[str], text: str | None = None) -> bytes:
    """What the command answers on standard output."""
    done = subprocess.run([command, *arguments], input=text.encode() if text is not None else None, capture_output=True, check=False)
    if done.returncode != 0:
        raise CommandError(done.stderr.decode(errors="replace").strip() or f"egen ended with status {done.returncode}")
    return done.stdout
