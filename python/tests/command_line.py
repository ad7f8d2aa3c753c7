"""What tests of the command line share: where egen is, and whether two folders are the same."""

from __future__ import annotations

import filecmp
import os
from pathlib import Path

import pytest

from egen import command

ROOT = Path(__file__).parents[2]
# Five blocks of clusters, so that five shards have something to do.
FLAGS = ("--limit", "140", "--members", "12", "--seed", "3")


def egen() -> str:
    """The command; without it a test is skipped."""
    try:
        return command.find()
    except command.CommandError as error:
        pytest.skip(str(error))


def one_machine(folder: Path, *flags: str) -> Path:
    """The corpus of a run that was never divided."""
    command.ask(egen(), ["corpus", "generate", *(flags or FLAGS), "--out", str(folder)])
    return folder


def files(folder: Path) -> list[str]:
    """The files of a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def same_bytes(one: Path, other: Path) -> bool:
    """Do two folders hold the same files with the same bytes?"""
    names = files(one)
    return names == files(other) and filecmp.cmpfiles(one, other, names, shallow=False)[0] == names


def children(word: str) -> list[tuple[int, int]]:
    """Processes of egen with this word among their arguments, each with its parent."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            continue
        if b"--shard" in words and any(word.encode() in one for one in words) and words[0].decode() == os.path.abspath(egen()):
            found.append((int(folder.name), parent))
    return found
