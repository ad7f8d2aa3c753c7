"""Folders for Hugging Face: does sentence-transformers give the vectors of `egen embed`?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

for module in ("sentence_transformers", "pyarrow"):
    pytest.importorskip(module, reason=f"{module} is not installed")

import numpy
import pyarrow.parquet
from command_line import ROOT, egen

from egen import command, hf

PLAIN, TREE, VALUES = ("cl-mean", "cl-max", "seq2seq"), ("symbols",), ("values", "wide")
# Several variables, unknown functions, fractions, calculus, one token, many digits, more depths than a model tells apart.
OTHERS = ["x", "12", "-3/7 + y", "0.25*t", "f(x) + g(x, y) - f(h(x, y, z))", "diff(y^2, y)", "\\int x^2 dx", "123456789*a - b"]
OTHERS += ["sin(" * 40 + "u" + ")" * 40, "pi*e"]


@pytest.fixture(scope="module")
def formulas() -> list[str]:
    """Rows of the sample, and others."""
    table = pyarrow.parquet.read_table(ROOT / "sample/data/train-00003.parquet", columns=["infix"])
    return table["infix"].to_pylist()[::2] + OTHERS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


def load(name: str, folder: Path, onnx: bool = False) -> Any:
    from sentence_transformers import SentenceTransformer

    if not (folder / name).exists():
        hf.export(name, folder / name, with_onnx=onnx)
    return SentenceTransformer(str(folder / name), trust_remote_code=name not in PLAIN, device="cpu")


def texts(formulas: list[str]) -> list[str]:
    return command.ask(egen(), ["export", "inputs", "--format", "text", "-"], "\n".join(formulas) + "\n").decode().splitlines()


def vectors(name: str, formulas: list[str]) -> Any:
    lines = command.ask(egen(), ["embed", "-", "--model", name], "\n".join(formulas) + "\n").decode().splitlines()
    return numpy.array([json.loads(line)["meaning"] for line in lines])


@pytest.mark.parametrize("name", [*PLAIN, *TREE, *VALUES])
def test_vectors_are_those_of_egen(name: str, folder: Path, formulas: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EGEN", egen())
    model = load(name, folder)
    found = model.encode(formulas if name in VALUES else texts(formulas), batch_size=64)
    cosines = (found * vectors(name, formulas)).sum(1)
    assert len(cosines) == len(formulas) and cosines.min() > 0.9999, f"{formulas[cosines.argmin()]}: {cosines.min()}"
    assert numpy.allclose(numpy.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert (folder / name / "egen_modules.py").exists() == (name not in PLAIN)


def test_prefix_form_in_x_is_read_as_it_is_and_what_would_be_misread_is_refused(folder: Path) -> None:
    egen()
    tokenizer = load("cl-mean", folder).tokenizer
    words = lambda text: tokenizer.convert_ids_to_tokens(tokenizer(text)["input_ids"])
    assert words("- * 2 sin x -13") == ["START", "sub", "mul", "INT+", "2", "sin", "x1", "INT-", "1", "3", "END"]
    assert words("  add x1  10 ") == ["START", "add", "x1", "INT+", "1", "0", "END"]
    assert words("FRAC -1 4") == words("-1/4") == ["START", "FRAC", "INT-", "1", "INT+", "4", "END"]
    for text in ("d x sin x", "int x x", "+ x y", "0.25", "call f 1 x", "sin(x)", "1/-3", "1/x", "--3", "sine x"):
        with pytest.raises(Exception, match="(?i)unk|vocab"):
            tokenizer(text)


def test_what_is_too_long_or_no_formula_gets_no_vector(folder: Path) -> None:
    egen()
    with pytest.raises(Exception):
        load("cl-mean", folder).encode("sin " * 300 + "x1")
    for text in ("add x1", "x1 x1", "sin"):
        with pytest.raises(ValueError, match="formula"):
            load("symbols", folder).encode(text)


@pytest.mark.parametrize("name", ["cl-mean", "symbols"])
def test_onnx_gives_the_same_vectors(name: str, tmp_path: Path, formulas: list[str]) -> None:
    runtime = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")
    pytest.importorskip("onnx", reason="onnx is not installed")
    egen()
    model = load(name, tmp_path, onnx=True)
    session = runtime.InferenceSession(str(tmp_path / name / "onnx" / "model.onnx"))
    some = texts(formulas)[:100]
    features = model.preprocess(some)
    found = session.run(None, {one.name: features[one.name].numpy() for one in session.get_inputs()})[0]
    assert (found * model.encode(some)).sum(1).min() > 0.9999


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.safetensors").write_bytes(b"nothing")
    for name in (str(tmp_path / "a.safetensors"), "no-such-model"):
        with pytest.raises((hf.ExportError, command.CommandError)):
            hf.export(name, tmp_path / "out", egen())
    assert not (tmp_path / "out").exists()
