"""The training of egen-model in PyTorch, for the scripts that compare or spread it: batches, losses, rates, the optimiser.
"""
import math

from torch_model import KINDS, POINTS, F, here, nn, torch


class Batch:
    """What a model reads and writes, padded."""

    def __init__(self, tensors, prefix="", double=False):
        get = lambda name: tensors.get(prefix + name)
        rows = lambda name, lengths: nn.utils.rnn.pad_sequence(get(name).split(lengths), batch_first=True)
        lengths = get("lengths").tolist()
        self.read = {name: rows(name, lengths).long() for name in ("tokens", "depths", "slots")} | {"lengths": get("lengths")}
        if get("values") is not None:
            kept = (get("kept")[:, None] >> torch.arange(POINTS) & 1).repeat(1, KINDS)
            values = rows("values", lengths) * kept[:, None]
            self.read["values"] = values.double() if double else values
        self.groups = get("groups")
        self.targets, self.target_lengths = None, get("target_lengths")
        if self.target_lengths is not None:
            self.targets = rows("targets", self.target_lengths.tolist()).long()

    def scores(self, model, rows):
        """Scores of the tokens to be written, the tokens, and which are no padding."""
        seen, wanted = self.targets[:, :-1], self.targets[:, 1:]
        count = len(wanted)
        real = here(self.target_lengths - 1, wanted.shape[1])
        return model.scores(rows[:count], self.read["lengths"][:count], seen), wanted, real


def contrast(vectors, groups, kind, temperature, edit_weight=None):
    """InfoNCE, the paper's or ours: anchors, partners and perhaps negatives one after the other."""
    count = len(groups)
    anchors, partners, rest = F.normalize(vectors, dim=1).split([count, count, len(vectors) - 2 * count])
    own = torch.eye(count, dtype=torch.bool, device=vectors.device)

    def direction(rows, others, hidden_others, hidden_rest, weight):
        scores = rows @ torch.cat([others, rest]).T / temperature
        hidden = torch.cat([hidden_others, hidden_rest], 1)[:, : scores.shape[1]]
        weights = torch.cat([torch.zeros_like(own, dtype=scores.dtype), weight * own], 1)[:, : scores.shape[1]]
        return F.cross_entropy((scores + weights).masked_fill(hidden, -torch.inf), torch.arange(count, device=vectors.device))

    if kind == "negatives-of-the-batch":
        return direction(anchors, partners, ~own, torch.zeros_like(own), 0.0)
    same = (groups[:, None] == groups) & ~own
    return (direction(anchors, partners, same, same, edit_weight) + direction(partners, anchors, same, same, edit_weight)) / 2


def loss(model, batch, training):
    rows = model.rows(**batch.read)
    total = 0.0
    if training["contrast"]:
        total = total + contrast(model.pool(rows, batch.read["lengths"], batch.read.get("values")), batch.groups, **training["contrast"])
    if training["generation"]:
        scores, wanted, real = batch.scores(model, rows)
        found = F.cross_entropy(scores[real], wanted[real], label_smoothing=training["generation"]["smoothing"])
        total = total + training["generation"]["weight"] * found
    return total


def rate(training, share, epoch):
    """The learning rate after a share of the training and so many epochs."""
    schedule, most = training["schedule"], training["rate"]
    fall = lambda share: schedule["least"] + (most - schedule["least"]) * 0.5 * (1 + math.cos(math.pi * min(max(share, 0), 1)))
    if schedule["kind"] == "cosine":
        warmup = schedule["warmup"]
        return most * share / warmup if share < warmup else fall((share - warmup) / (1 - warmup))
    start, length = 0, schedule["first"]
    while epoch >= start + length:
        start, length = start + length, length * schedule["factor"]
    return fall((epoch - start) / length)


def optimiser(model, training):
    """AdamW as egen-model has it."""
    return torch.optim.AdamW(model.parameters(), lr=training["rate"], betas=(0.9, 0.999), eps=1e-8, weight_decay=training["decay"])
