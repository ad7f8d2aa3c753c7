"""Shown: how does a person read a verdict, on a terminal and in a notebook?"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._answers import Step, Verdict

#: What stands between the two sides.
SIGNS = {"proved": "=", "agree": "=", "refuted": "≠"}
#: Where the second is defined, beside the first.
DOMAINS = {
    "wider": "the second is defined where the first is, and more",
    "narrower": "the second is defined on a part of where the first is",
    "overlapping": "each is defined somewhere where the other is not",
}


def text(verdict: Verdict) -> str:
    """The verdict, its proof and what else is known, as lines."""
    left, right = verdict.input
    lines = [f"{verdict.status}  {left}  {SIGNS.get(verdict.status, '=?')}  {right}"]
    for assumed, steps in _proofs(verdict):
        lines += [f"  for {assumed}:"] * bool(assumed)
        written = [step.expr.infix for step in steps]
        width = max(map(len, written))
        lines += [f"    {'= ' if step.why else '  '}{one:{width}}   {step.why}".rstrip() for one, step in zip(written, steps, strict=True)]
    return "\n".join(lines + [f"  {line}" for line in _remarks(verdict)])


def html(verdict: Verdict) -> str:
    """The same for a notebook, with formulas as they are printed."""
    left, right = map(escape, verdict.input)
    parts = [f"<div><b>{verdict.status}</b> <code>{left}</code> {SIGNS.get(verdict.status, '=?')} <code>{right}</code></div>"]
    for assumed, steps in _proofs(verdict):
        parts += [f"<div>for {escape(assumed)}:</div>"] * bool(assumed)
        rows = (f"<tr><td>{'=' if step.why else ''}</td><td>{step.expr.mathml}</td><td style='text-align:left'>{escape(step.why)}</td></tr>" for step in steps)
        parts.append(f"<table>{''.join(rows)}</table>")
    return "".join(parts + [f"<div>{escape(line)}</div>" for line in _remarks(verdict)])


def _proofs(verdict: Verdict) -> list[tuple[str, tuple[Step, ...]]]:
    """Each chain of steps, and what is assumed in it."""
    whole = [("", verdict.steps)] if verdict.steps else []
    return whole + [(case.assumed, case.steps) for case in verdict.cases]


def _remarks(verdict: Verdict) -> list[str]:
    """What there is to say beside the proof."""
    found: list[str] = []
    if verdict.counterexample is not None:
        at, left, right = verdict.counterexample
        where = ", ".join(f"{name} = {value}" for name, value in at.items())
        found.append(f"{f'at {where}: ' if where else ''}the first is {left}, the second is {right}")
    elif verdict.error is not None or verdict.reason is not None:
        found.append(str(verdict.error or verdict.reason))
    if verdict.status == "agree":
        found.append(f"the same value at {verdict.points} points, to at most {verdict.digits} digits; regions: {verdict.regions}")
    found += [DOMAINS[verdict.domain]] if verdict.domain in DOMAINS else []
    found += [f"at {one.variable} = {one.at}: {one.found}" for one in verdict.exceptions]
    return found + [f"note: {note}" for note in verdict.notes]
