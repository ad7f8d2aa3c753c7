"""What sentence-transformers lacks to run a model of egen that knows the tree of a formula, or its values.

This file is copied into the folders of such models as `egen_modules.py`; `trust_remote_code=True` lets it run. It needs nothing of the package `egen`.
A model of symbols in a row needs no code: its folder has none.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

import torch
from sentence_transformers.models import Module, Transformer
from torch import Tensor, nn
from torch.nn import functional as F
from transformers import MegatronBertConfig, MegatronBertModel


def places(ids: Sequence[int], arguments: Sequence[int], digits: range) -> list[tuple[int, int]]:
    """The depth of each token in the tree, and which argument it is of the token above; for a digit, which digit."""
    found: list[tuple[int, int]] = []
    open_places = [(0, 0)]
    number, digit = (0, 0), 0
    for at, token in enumerate(ids):
        if token in digits and found:
            found.append((number[0] + 1, digit))
            digit += 1
            continue
        if not open_places:
            raise ValueError(f"the formula is over before token {at + 1} of {len(ids)}")
        number, digit = open_places.pop(), 0
        found.append(number)
        open_places.extend((number[0] + 1, slot) for slot in reversed(range(arguments[token])))
    if open_places:
        raise ValueError("the formula lacks an argument at its end")
    return found


class Tree(Transformer):  # type: ignore[misc]
    """A transformer whose token types are places in the tree, which no tokenizer.json can compute."""

    def preprocess(self, inputs: Any, prompt: str | None = None, **kwargs: Any) -> dict[str, Any]:
        features: dict[str, Any] = super().preprocess(inputs, prompt, **kwargs)
        settings = self.model.config.egen
        digits = range(*settings["digits"])
        types = torch.zeros_like(features["input_ids"])
        for row, (ids, mask) in enumerate(zip(features["input_ids"], features["attention_mask"], strict=True)):
            real = ids[mask.bool()].tolist()
            try:
                found = places(real, settings["arguments"], digits)
            except ValueError as error:
                raise ValueError(f"`{inputs[row]}`: {error}") from None
            deepest, last = settings["depths"] - 1, settings["slots"] - 1
            numbers = [min(depth, deepest) * settings["slots"] + min(slot, last) for depth, slot in found]
            types[row, : len(real)] = torch.tensor(numbers)
        features["token_type_ids"] = types
        return features


class Values(Module):  # type: ignore[misc]
    """A transformer that also reads what each part of a formula is worth at 64 points. Only egen computes that: the command `egen` must be on
    the path, or the variable EGEN must say where it is. In return formulas may have any notation that egen reads."""

    config_keys = ["bert", "egen"]
    save_in_root = True
    INPUTS = "egen.safetensors"

    def __init__(self, bert: dict[str, Any], egen: dict[str, Any], inputs: str) -> None:
        super().__init__()
        self.bert, self.egen, self.inputs = bert, egen, inputs
        width, features = bert["hidden_size"], egen["features"]
        self.model = MegatronBertModel(MegatronBertConfig(**bert), add_pooling_layer=False)
        self.up, self.down = nn.Linear(features, egen["values"]), nn.Linear(egen["values"], width)
        self.root = nn.Linear(width, width, bias=False) if egen["root"] else None
        self.whole = nn.Linear(features, width, bias=False) if egen["whole"] else None

    def preprocess(self, inputs: Sequence[str], prompt: str | None = None, **kwargs: Any) -> dict[str, Any]:
        if any("\n" in text for text in inputs):
            raise ValueError("a formula is one line")
        tensors = self.ask([(prompt or "") + text for text in inputs])
        lengths = tensors["lengths"]
        mask = torch.arange(int(lengths.max()))[None] < lengths[:, None]
        types = tensors["depths"].long() * self.egen["slots"] + tensors["slots"].long()

        def padded(rows: Tensor) -> Tensor:
            out = torch.zeros((*mask.shape, *rows.shape[1:]), dtype=rows.dtype)
            out[mask] = rows
            return out

        return {
            "input_ids": padded(tensors["tokens"].long()),
            "token_type_ids": padded(types),
            "attention_mask": mask.long(),
            "values": padded(tensors["values"]),
        }

    def ask(self, texts: Sequence[str]) -> dict[str, Tensor]:
        """What the model reads of formulas. The answer has a safetensors file for each 1,024 of them."""
        command = shutil.which(os.environ.get("EGEN", "egen"))
        if command is None:
            raise RuntimeError("this model needs the command `egen`: put it on the path, or let the variable EGEN say where it is")
        arguments = [command, "export", "inputs", "--model", self.inputs, "-"]
        done = subprocess.run(arguments, input="\n".join(texts).encode() + b"\n", capture_output=True, check=False)
        if done.returncode != 0:
            raise ValueError(done.stderr.decode(errors="replace").strip())
        parts = list(frames(done.stdout))
        return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}

    def forward(self, features: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        values, mask = features["values"], features["attention_mask"]
        rows = self.model.embeddings.word_embeddings(features["input_ids"]) + self.down(F.gelu(self.up(values), approximate="tanh"))
        rows = self.model(inputs_embeds=rows, token_type_ids=features["token_type_ids"], attention_mask=mask).last_hidden_state
        real = mask[..., None].to(rows.dtype)
        vectors = (rows * real).sum(1) / real.sum(1)
        if self.root is not None:
            vectors = vectors + self.root(rows[:, 0])
        if self.whole is not None:
            vectors = vectors + self.whole(values[:, 0])
        features.update(token_embeddings=rows, sentence_embedding=vectors)
        return features

    def get_embedding_dimension(self) -> int:
        return int(self.bert["hidden_size"])

    @property
    def max_seq_length(self) -> int:
        return int(self.bert["max_position_embeddings"])

    def save(self, output_path: str, *args: Any, safe_serialization: bool = True, **kwargs: Any) -> None:
        self.save_config(output_path)
        self.save_torch_weights(output_path, safe_serialization=safe_serialization)
        shutil.copyfile(self.inputs, os.path.join(output_path, self.INPUTS))

    @classmethod
    def load(cls, model_name_or_path: str, subfolder: str = "", **kwargs: Any) -> Values:
        known = ("token", "cache_folder", "revision", "local_files_only")
        hub = {"subfolder": subfolder} | {name: kwargs[name] for name in known if name in kwargs}
        inputs = cls.load_file_path(model_name_or_path, filename=cls.INPUTS, **hub)
        model = cls(**cls.load_config(model_name_or_path, **hub), inputs=str(inputs))
        cls.load_torch_weights(model_name_or_path, model=model, **hub)
        return model


def frames(data: bytes) -> Any:
    """The safetensors files in a stream, each as its tensors."""
    kinds = {"F32": torch.float32, "I64": torch.int64, "U8": torch.uint8}
    buffer, start = bytearray(data), 0
    while start < len(buffer):
        size = int.from_bytes(buffer[start : start + 8], "little")
        header = json.loads(buffer[start + 8 : start + 8 + size])
        header.pop("__metadata__", None)
        start, end, tensors = start + 8 + size, 0, {}
        for name, about in header.items():
            first, last = about["data_offsets"]
            kind, end = kinds[about["dtype"]], max(end, last)
            count = (last - first) // kind.itemsize
            tensors[name] = torch.frombuffer(bytearray(buffer[start + first : start + last]), dtype=kind, count=count).view(about["shape"])
        yield tensors
        start += end
