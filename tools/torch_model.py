"""The model of egen-model in PyTorch, for the scripts that compare the two.

Its parts are called as in a model file, so that `load` only turns matrices (a file has a row for each input of a map, PyTorch one for each output).
Sequences are padded to the longest; `lengths` says what is real.
"""
import json, os, sys

try:
    import torch
except ModuleNotFoundError:
    sys.exit("PyTorch is missing: pip install torch")
from torch import nn
from torch.nn import functional as F

POINTS, KINDS, DEPTHS, SLOTS = 64, 9, 32, 8


def read_safetensors(path):
    """The tensors of a file and the entries of its header."""
    with open(path, "rb") as file:
        return read_frame(file)


def read_frame(file):
    """The tensors and entries of the next safetensors file in a stream, or None at its end."""
    start = file.read(8)
    if not start:
        return None
    header = json.loads(file.read(int.from_bytes(start, "little")))
    entries = header.pop("__metadata__", {})
    data = bytearray(file.read(max(about["data_offsets"][1] for about in header.values())))
    kinds = {"F32": torch.float32, "F16": torch.float16, "I64": torch.int64, "U8": torch.uint8}

    def tensor(about):
        start, end = about["data_offsets"]
        kind = kinds[about["dtype"]]
        return torch.frombuffer(data, dtype=kind, count=(end - start) // kind.itemsize, offset=start).view(about["shape"])

    return {name: tensor(about) for name, about in header.items()}, entries


def turned(name, tensor):
    """A tensor of a model file by the name and in the shape that PyTorch gives it; the shape is turned back in the same way."""
    if name in {"tokens", "tree.depth", "tree.slot", "decoder.tokens"}:
        return f"{name}.weight", tensor
    name = name.replace(".scale", ".weight").replace(".shift", ".bias")
    return name, tensor.T if tensor.dim() == 2 else tensor


def state(tensors):
    """The tensors of a model file as PyTorch has them. What an optimiser left is no part of the model."""
    return dict(turned(name, tensor.float()) for name, tensor in tensors.items() if not name.startswith("optimiser."))


def save(path, weights, like):
    """Writes PyTorch's weights as a model file with the names, shapes and header of another."""
    from safetensors.torch import save_file

    tensors, entries = read_safetensors(like)
    theirs = {name: weights[turned(name, tensor)[0]].detach().cpu().float() for name, tensor in tensors.items()}
    ours = {name: turned(name, tensor)[1].contiguous() for name, tensor in theirs.items()}
    save_file(ours, f"{path}.part", metadata=entries)
    os.replace(f"{path}.part", path)


def load(path):
    """The model in a file."""
    tensors, entries = read_safetensors(path)
    header = json.loads(entries["egen"])
    model = Model(header["config"], len(header["vocabulary"]))
    model.load_state_dict(state(tensors))
    return model


def here(lengths, longest):
    """Which places of padded rows are real."""
    return torch.arange(longest, device=lengths.device)[None] < lengths[:, None]


class Attention:
    """How rows attend to rows, given queries, keys and values with the heads side by side."""

    def __init__(self, heads):
        self.heads = heads

    def __call__(self, query, key, value, mask):
        query, key, value = (x.unflatten(2, (self.heads, -1)).transpose(1, 2) for x in (query, key, value))
        return F.scaled_dot_product_attention(query, key, value, attn_mask=mask).transpose(1, 2).flatten(2)


class Cross(nn.Module):
    """A decoder's second attention, to the encoder's rows."""

    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.query, self.memory, self.out = nn.Linear(width, width), nn.Linear(width, 2 * width), nn.Linear(width, width)


class Layer(nn.Module):
    def __init__(self, config, cross=False):
        super().__init__()
        width, hidden = config["width"], config["hidden"]
        self.attend = Attention(config["heads"])
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, hidden), nn.Linear(hidden, width)
        if cross:
            self.cross = Cross(width)

    def forward(self, x, mask, memory=None, memory_mask=None):
        x = x + self.out(self.attend(*self.qkv(self.norm1(x)).chunk(3, dim=2), mask))
        if memory is not None:
            query = self.cross.query(self.cross.norm(x))
            x = x + self.cross.out(self.attend(query, *self.cross.memory(memory).chunk(2, dim=2), memory_mask))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Decoder(nn.Module):
    def __init__(self, config, vocabulary):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, config["width"])
        self.layers = nn.ModuleList(Layer(config, cross=True) for _ in range(config["decoder"]))
        self.norm = nn.LayerNorm(config["width"])
        self.output = nn.Linear(config["width"], vocabulary)


class Model(nn.Module):
    """`config` is that of a model file."""

    def __init__(self, config, vocabulary):
        super().__init__()
        self.config, width, values = config, config["width"], config["values"]
        self.tokens = nn.Embedding(vocabulary, width)
        count = config["max_tokens"] + (2 if config["markers"] or config["decoder"] else 0)
        angle = torch.arange(count).double()[:, None] / 10000 ** (torch.arange(0, width, 2).double() / width)
        self.register_buffer("places", torch.stack([angle.sin(), angle.cos()], 2).flatten(1).float(), persistent=False)
        if config["tree"]:
            self.tree = nn.ModuleDict({"depth": nn.Embedding(DEPTHS, width), "slot": nn.Embedding(SLOTS, width)})
        if values:
            self.values = nn.ModuleDict({"up": nn.Linear(POINTS * KINDS, values), "down": nn.Linear(values, width)})
        self.layers = nn.ModuleList(Layer(config) for _ in range(config["layers"]))
        self.norm = nn.LayerNorm(width)
        if config["pooling"] in ("mean-and-root", "mean-root-and-values"):
            self.root = nn.Linear(width, width, bias=False)
        if config["pooling"] == "mean-root-and-values":
            self.whole = nn.Linear(POINTS * KINDS, width, bias=False)
        if config["decoder"]:
            self.decoder = Decoder(config, vocabulary)

    def rows(self, tokens, lengths, depths=None, slots=None, values=None):
        """The last rows of the encoder, normalised."""
        longest = tokens.shape[1]
        mask = here(lengths, longest)[:, None, None] if bool((lengths < longest).any()) else None
        x = self.tokens(tokens) + self.places[:longest]
        if self.config["tree"]:
            x = x + self.tree["depth"](depths) + self.tree["slot"](slots)
        if self.config["values"]:
            x = x + self.values["down"](F.gelu(self.values["up"](values), approximate="tanh"))
        for layer in self.layers:
            x = layer(x, mask)
        return self.norm(x)

    def pool(self, x, lengths, values=None):
        """A vector for each sequence. Markers are left out."""
        first = 1 if self.config["markers"] else 0
        if self.config["markers"]:
            x, lengths = x[:, 1:-1], lengths - 2
        ragged = bool((lengths < x.shape[1]).any())
        real = here(lengths, x.shape[1])[..., None] if ragged else None
        if self.config["pooling"] == "max":
            return (x.masked_fill(~real, -torch.inf) if ragged else x).amax(1)
        mean = (x * real).sum(1) / lengths[:, None] if ragged else x.mean(1)
        if self.config["pooling"] == "mean-root-and-values":
            mean = mean + self.whole(values[:, first])
        return mean + self.root(x[:, 0]) if self.config["pooling"] != "mean" else mean

    def forward(self, tokens, lengths, depths=None, slots=None, values=None):
        return self.pool(self.rows(tokens, lengths, depths, slots, values), lengths, values)

    def scores(self, memory, lengths, targets):
        """A score for each token that may follow each beginning of the targets, which padding does not change: nobody looks ahead."""
        x = self.decoder.tokens(targets) + self.places[: targets.shape[1]]
        causal = torch.ones(targets.shape[1], targets.shape[1], dtype=torch.bool, device=targets.device).tril()
        for layer in self.decoder.layers:
            x = layer(x, causal, memory, here(lengths, memory.shape[1])[:, None, None])
        return self.decoder.output(self.decoder.norm(x))
