"""The stubs: do they say what is there, and are they believed?"""

import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent.parent


def run(*command, cwd=HERE):
    return subprocess.run([sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True, timeout=600)


def content(done):
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_is_content():
    pytest.importorskip("mypy")
    content(run("mypy", "--strict", "package/egen", "tests/typed.py"))


def test_stubs_are_those_of_the_compiled_module(tmp_path):
    pytest.importorskip("mypy")
    # The names of a compiled module are all its names.
    allowed = tmp_path / "allowed"
    allowed.write_text("egen._egen.__all__\n")
    content(run("mypy.stubtest", "egen._egen", "--allowlist", str(allowed), cwd=tmp_path))


def test_pyright_is_content():
    pytest.importorskip("pyright")
    if run("pyright", "--version").returncode != 0:
        pytest.skip("pyright cannot be started: it needs Node.js and its package from npm")
    content(run("pyright", "--pythonpath", sys.executable))
