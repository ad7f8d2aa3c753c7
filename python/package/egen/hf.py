"""Models for Hugging Face: how does a file of egen become a folder that sentence-transformers loads?

    python -m egen.hf export --model cl-mean --out cl-mean
    python -m egen.hf export --model run/model.safetensors --out mine

The encoder is BERT with the normalisation before each part of a layer, which transformers has as MegatronBERT: the same numbers under other
names, sines and cosines as the table of positions. A model of symbols in a row (cl-mean, cl-max, seq2seq) therefore needs no code of ours.
One that knows the tree (symbols) gets a module of a few lines, since no tokenizer.json can compute depths; one that reads values (values, wide)
gets a module that asks the command `egen` for them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from . import command
from ._optional import needed

Array = NDArray[numpy.float32]
Tensors = dict[str, Array]
MODULES = Path(__file__).with_name("hf_modules.py")
DEPTHS, SLOTS = 32, 8


class ExportError(RuntimeError):
    """Why there is no folder."""


class Model:
    """A file of egen."""

    def __init__(self, path: Path) -> None:
        with needed("safetensors"):
            from safetensors import safe_open
        try:
            with safe_open(str(path), framework="numpy") as file:
                header = json.loads((file.metadata() or {})["egen"])
                self.tensors: Tensors = {name: file.get_tensor(name).astype(numpy.float32) for name in file.keys()}
        except KeyError:
            raise ExportError(f"{path} is no model of egen") from None
        except Exception as error:
            raise ExportError(f"{path} cannot be read: {error}") from error
        self.config: dict[str, Any] = header["config"]
        self.vocabulary: list[str] = header["vocabulary"]

    def map(self, name: str) -> tuple[Array, Array]:
        """A linear map as PyTorch has it: a row for each output, and what is added."""
        return numpy.ascontiguousarray(self.tensors[f"{name}.weight"].T), self.tensors[f"{name}.bias"]

    @property
    def positions(self) -> int:
        """The longest sequence."""
        return int(self.config["max_tokens"]) + (2 if self.config["markers"] else 0)


def bert_config(model: Model) -> dict[str, Any]:
    """The settings of MegatronBERT."""
    config = model.config
    return {
        "architectures": ["MegatronBertModel"],
        "model_type": "megatron-bert",
        "vocab_size": len(model.vocabulary),
        "hidden_size": config["width"],
        "num_hidden_layers": config["layers"],
        "num_attention_heads": config["heads"],
        "intermediate_size": config["hidden"],
        "hidden_act": "gelu_pytorch_tanh",
        "hidden_dropout_prob": 0.0,
        "attention_probs_dropout_prob": 0.0,
        "max_position_embeddings": model.positions,
        "type_vocab_size": DEPTHS * SLOTS if config["tree"] else 1,
        "layer_norm_eps": 1e-5,
        "pad_token_id": 0,
        "dtype": "float32",
    }


def bert_weights(model: Model) -> Tensors:
    """The weights by the names that MegatronBERT has for them."""
    width, tensors = model.config["width"], model.tensors
    column = numpy.arange(width)
    angle = numpy.arange(model.positions)[:, None] / 10_000.0 ** (column // 2 * 2 / width)
    out: Tensors = {
        "embeddings.word_embeddings.weight": tensors["tokens"],
        "embeddings.position_embeddings.weight": numpy.where(column % 2 == 0, numpy.sin(angle), numpy.cos(angle)).astype(numpy.float32),
        "embeddings.token_type_embeddings.weight": numpy.zeros((1, width), numpy.float32),
    }
    if model.config["tree"]:
        both = tensors["tree.depth"][:, None] + tensors["tree.slot"][None]
        out["embeddings.token_type_embeddings.weight"] = both.reshape(DEPTHS * SLOTS, width)

    def norm(ours: str, theirs: str) -> None:
        out[f"{theirs}.weight"], out[f"{theirs}.bias"] = tensors[f"{ours}.scale"], tensors[f"{ours}.shift"]

    for layer in range(model.config["layers"]):
        ours, theirs = f"layers.{layer}", f"encoder.layer.{layer}"
        norm(f"{ours}.norm1", f"{theirs}.attention.ln")
        norm(f"{ours}.norm2", f"{theirs}.ln")
        weight, bias = model.map(f"{ours}.qkv")
        for name, rows, added in zip(("query", "key", "value"), numpy.split(weight, 3), numpy.split(bias, 3), strict=True):
            out[f"{theirs}.attention.self.{name}.weight"], out[f"{theirs}.attention.self.{name}.bias"] = rows, added
        for name, place in (("out", "attention.output"), ("up", "intermediate"), ("down", "output")):
            out[f"{theirs}.{place}.dense.weight"], out[f"{theirs}.{place}.dense.bias"] = model.map(f"{ours}.{name}")
    norm("norm", "encoder.ln")
    return out


def tokenizer(model: Model, tokens: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """tokenizer.json: texts of `egen export inputs --format text`, and prefix form in x alone without derivatives, integrals and decimals.
    Every other word is refused. It does not check that a formula is complete."""

    def word(text: str, instead: str) -> dict[str, Any]:
        return {"type": "Replace", "pattern": {"Regex": f"(?<= ){text}(?= |$)"}, "content": instead}

    # A number is its sign, as a token of its own, and its digits one by one.
    def sign(minus: str, name: str) -> dict[str, Any]:
        return {"type": "Replace", "pattern": {"Regex": f" {minus}(?=[0-9]+(?: |$))"}, "content": f" {name} "}

    # Text begins with a space, so that every word has one before it.
    steps: list[dict[str, Any]] = [{"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "}, {"type": "Strip", "strip_left": True, "strip_right": True}]
    steps += [{"type": "Prepend", "prepend": " "}]
    # -1/3 as egen prints it, in lowest terms, is a token of its own and two numbers.
    steps += [{"type": "Replace", "pattern": {"Regex": " (?=-?[0-9]+/[0-9]+(?: |$))"}, "content": " FRAC "}]
    steps += [{"type": "Replace", "pattern": {"Regex": "(?<=[0-9])/(?=[0-9]+(?: |$))"}, "content": " "}, sign("", "INT+"), sign("-", "INT-")]
    for token in tokens:
        steps += [word("".join(f"\\x{ord(c):02x}" for c in other), token["words"][0]) for other in token["words"][1:]]
    ids = {token["words"][0]: at for at, token in enumerate(tokens)}
    special = [{"id": ids[name], "content": name} for name in ("PAD", "START", "END")]
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    marked = [{"SpecialToken": {"id": name, "type_id": 0}} for name in ("START", "END")]
    template = {
        "type": "TemplateProcessing",
        "single": [marked[0], {"Sequence": {"id": "A", "type_id": 0}}, marked[1]],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}],
        "special_tokens": {name: {"id": name, "ids": [ids[name]], "tokens": [name]} for name in ("START", "END")},
    }
    split = {"type": "Split", "pattern": {"Regex": "[A-Za-z][^ ]*|[^ ]"}, "behavior": "Isolated", "invert": False}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [token | flags for token in special],
        "normalizer": {"type": "Sequence", "normalizers": steps},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, split]},
        "post_processor": template if model.config["markers"] else None,
        "decoder": None,
        # A word that is not in the vocabulary is an error: there is no token for what is unknown.
        "model": {"type": "WordLevel", "vocab": ids, "unk_token": "UNKNOWN"},
    }


class Folder:
    """A folder of sentence-transformers that is being written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.modules: list[dict[str, Any]] = []

    def text(self, name: str, text: str) -> None:
        (self.path / name).parent.mkdir(parents=True, exist_ok=True)
        (self.path / name).write_text(text, encoding="utf-8")

    def json(self, name: str, content: Any) -> None:
        self.text(name, json.dumps(content, indent=2) + "\n")

    def module(self, kind: str, config: dict[str, Any] | None = None, weights: Tensors | None = None) -> None:
        """Adds a module; the first one lies in the folder itself."""
        at = len(self.modules)
        path = "" if at == 0 else f"{at}_{kind.rpartition('.')[2]}"
        self.modules.append({"idx": at, "name": str(at), "path": path, "type": kind})
        if path:
            (self.path / path).mkdir()
        if config is not None:
            self.json(f"{path}/config.json" if path else "config.json", config)
        if weights is not None:
            with needed("safetensors"):
                from safetensors.numpy import save_file
            save_file(weights, str(self.path / path / "model.safetensors"), metadata={"format": "pt"})


def dense(weight: Array, bias: Array | None = None) -> tuple[str, dict[str, Any], Tensors]:
    """A linear map of the vector."""
    config = {"in_features": weight.shape[1], "out_features": weight.shape[0], "bias": bias is not None}
    weights = {"linear.weight": numpy.ascontiguousarray(weight)} | ({} if bias is None else {"linear.bias": bias})
    return "sentence_transformers.models.Dense", config | {"activation_function": "torch.nn.modules.linear.Identity"}, weights


def write(model: Model, file: Path, tokens: Sequence[dict[str, Any]], name: str, path: Path) -> None:
    """Writes the folder of a model."""
    config, folder = model.config, Folder(path)
    if [token["name"] for token in tokens] != model.vocabulary:
        raise ExportError("the model reads other tokens than this version of egen")
    if config["markers"] and (config["tree"] or config["values"]):
        raise ExportError("markers together with places in the tree or with values are not supported")
    arguments = [token["arguments"] for token in tokens]
    digits = [model.vocabulary.index("0"), model.vocabulary.index("9") + 1]
    bert, weights, width = bert_config(model), bert_weights(model), config["width"]
    if config["values"]:
        parts = {f"model.{key}": value for key, value in weights.items()}
        for ours in ("up", "down"):
            parts[f"{ours}.weight"], parts[f"{ours}.bias"] = model.map(f"values.{ours}")
        for ours in ("root", "whole"):
            if f"{ours}.weight" in model.tensors:
                parts[f"{ours}.weight"] = numpy.ascontiguousarray(model.tensors[f"{ours}.weight"].T)
        about = {"features": len(model.tensors["values.up.weight"]), "values": config["values"], "slots": SLOTS}
        about |= {"root": "root.weight" in model.tensors, "whole": "whole.weight" in model.tensors}
        folder.module("egen_modules.Values", {"bert": bert, "egen": about}, parts)
        shutil.copyfile(file, path / "egen.safetensors")
    else:
        tree = {"egen": {"arguments": arguments, "digits": digits, "depths": DEPTHS, "slots": SLOTS}} if config["tree"] else {}
        lift: Array | None = None
        if config["pooling"] == "max":
            # Markers take no part: their rows become 0, and all others are lifted above 0 first. A normalised row is at most √width long.
            lift = numpy.abs(weights["encoder.ln.weight"]) * numpy.float32(width**0.5) + numpy.abs(weights["encoder.ln.bias"])
            weights["encoder.ln.bias"] = weights["encoder.ln.bias"] + lift
        folder.module("egen_modules.Tree" if tree else "sentence_transformers.models.Transformer", bert | tree, weights)
        # Nothing is cut off: too long a formula must fail and not get the vector of its beginning.
        settings = {"model_kwargs": {"add_pooling_layer": False}, "processor_kwargs": {"model_max_length": 1_000_000}}
        folder.json("sentence_bert_config.json", settings)
        folder.json("tokenizer.json", tokenizer(model, tokens))
        folder.json("tokenizer_config.json", {"tokenizer_class": "PreTrainedTokenizerFast", "pad_token": "PAD", "model_max_length": 1_000_000})
        if config["markers"]:
            words = [token["words"][0] for token in tokens]
            silent = {"START": 0.0, "END": 0.0}
            each = numpy.array([silent.get(word, 1.0) for word in words], numpy.float32)
            about = {"vocab": words, "word_weights": silent, "unknown_word_weight": 1}
            folder.module("sentence_transformers.models.WordWeights", about, {"emb_layer.weight": each[:, None]})
        modes = {"mean": ["mean"], "max": ["max"], "mean-and-root": ["cls", "mean"]}[config["pooling"]]
        pooling = {f"pooling_mode_{mode}_token{'' if mode == 'cls' else 's'}": mode in modes for mode in ("cls", "mean", "max")}
        folder.module("sentence_transformers.models.Pooling", {"word_embedding_dimension": width} | pooling)
        if config["pooling"] == "mean-and-root":
            folder.module(*dense(numpy.concatenate([model.tensors["root.weight"].T, numpy.eye(width, dtype=numpy.float32)], axis=1)))
        if lift is not None:
            folder.module(*dense(numpy.eye(width, dtype=numpy.float32), -lift))
    folder.module("sentence_transformers.models.Normalize")
    folder.json("modules.json", folder.modules)
    folder.json("config_sentence_transformers.json", {"model_type": "SentenceTransformer", "similarity_fn_name": "cosine"})
    if any(module["type"].startswith("egen_modules.") for module in folder.modules):
        shutil.copyfile(MODULES, path / "egen_modules.py")
    folder.text("README.md", card(model, name))


def card(model: Model, name: str) -> str:
    """What people read first."""
    config = model.config
    code = config["tree"] or config["values"]
    load = f'SentenceTransformer("./{name}"{", trust_remote_code=True" if code else ""})'
    if config["values"]:
        example, reads = "'sin(2x)', '2 sin(x) cos(x)'", "It reads any notation that egen reads. Values are computed by the command `egen`, which must be on the path (or named by the variable EGEN)."
    else:
        example, reads = "'sin mul 2 x1', 'mul 2 mul sin x1 cos x1'", (
            "It reads what `egen export inputs --format text` writes of a formula in any notation; also prefix form in x alone, "
            "without derivatives, integrals and decimals (`sin * 2 x`). A word that it does not know is refused"
            + ("; so is what is no formula." if config["tree"] else ". That a formula is complete is not checked.")
        )
    why = ""
    if config["values"]:
        why = "\n`egen_modules.py` is needed because the model reads values of every part of a formula at 64 points, which only egen computes.\n"
    elif config["tree"]:
        why = "\n`egen_modules.py` is needed because the model knows the place of each token in the tree, which no tokenizer can compute.\n"
    return f"""---
library_name: sentence-transformers
pipeline_tag: sentence-similarity
license:
- mit
- apache-2.0
tags:
- sentence-transformers
- mathematics
- feature-extraction
---

# {name}

Vectors of formulas, of {config["width"]} numbers and length 1: equal formulas lie together. Made by egen; the same vectors as `egen embed` gives, to rounding.

```python
from sentence_transformers import SentenceTransformer

model = {load}
vectors = model.encode([{example}])
print(model.similarity(vectors, vectors))
```

{reads}
{why}
At most {config["max_tokens"]} tokens and 8 variables; more is an error. A near vector is no proof.
"""


def onnx(folder: Path) -> Path:
    """Writes the whole model, from numbers of tokens to vectors of length 1, as onnx/model.onnx. Only for models of symbols."""
    with needed("torch"):
        import torch
    with needed("sentence-transformers"):
        from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(folder), trust_remote_code=True, device="cpu").eval()
    features = dict(model.preprocess(["sin x1", "mul 2 mul sin x1 cos x1"]))
    names = [name for name in ("input_ids", "attention_mask", "token_type_ids") if name in features]
    if "values" in features:
        raise ExportError("a model that reads values is not exported to ONNX")

    class Whole(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, *inputs: torch.Tensor) -> torch.Tensor:
            found: torch.Tensor = self.model(dict(zip(names, inputs, strict=True)))["sentence_embedding"]
            return found

    path = folder / "onnx" / "model.onnx"
    path.parent.mkdir()
    shape = {0: torch.export.Dim("formulas"), 1: torch.export.Dim("tokens")}
    with torch.no_grad():
        torch.onnx.export(
            Whole(),
            tuple(features[name] for name in names),
            str(path),
            dynamo=True,
            external_data=False,
            verbose=False,
            input_names=names,
            output_names=["sentence_embedding"],
            dynamic_shapes=(tuple(shape for _ in names),),
        )
    return path


def export(model: str, out: Path, egen: str | None = None, with_onnx: bool = False) -> Path:
    """Writes the folder of a model: the name of one that comes with egen, or a file. It gets its name when it is whole."""
    if out.exists():
        raise ExportError(f"{out} is there already")
    program = command.find(egen)
    tokens = [json.loads(line) for line in command.ask(program, ["export", "vocabulary"]).splitlines()]
    out.absolute().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.absolute().parent) as temporary:
        file = Path(model)
        if not file.is_file():
            file = Path(temporary) / "egen.safetensors"
            command.ask(program, ["export", "model", model, "--out", str(file)])
        draft = Path(temporary) / out.name
        draft.mkdir()
        write(Model(file), file, tokens, out.name, draft)
        if with_onnx:
            onnx(draft)
        draft.rename(out)
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """The program."""
    parser = argparse.ArgumentParser(prog="python -m egen.hf", description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    options = commands.add_parser("export", help="write a folder that sentence-transformers loads")
    options.add_argument("--model", required=True, help="wide, values, symbols, seq2seq, cl-mean or cl-max, or a file of `egen train`")
    options.add_argument("--out", type=Path, required=True, help="the folder to write")
    options.add_argument("--egen", help="the command (the variable EGEN, or the path)")
    options.add_argument("--onnx", action="store_true", help="also write onnx/model.onnx (needs torch, sentence-transformers and onnx)")
    args = parser.parse_args(arguments)
    try:
        print(export(args.model, args.out, args.egen, args.onnx))
    except (ExportError, command.CommandError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
