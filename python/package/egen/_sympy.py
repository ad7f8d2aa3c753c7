"""SymPy: what is taken of its objects? Imported only where SymPy is wanted."""

from __future__ import annotations

from typing import Any, NamedTuple

from ._optional import needed

with needed("sympy"):
    import sympy

#: What egen can assume of a variable, each implied by none before it.
HEARD = ("integer", "positive", "negative", "nonnegative", "nonpositive", "nonzero")


class Said(NamedTuple):
    """What is said of a symbol."""

    srepr: str
    facts: list[str]
    #: What egen has no word for, such as odd=True.
    others: list[str]


class Taken(NamedTuple):
    """What is taken of an object."""

    shown: str
    srepr: str
    said: list[Said]


def taken(thing: Any) -> Taken:
    """The object as texts, and what was said of its symbols.

    >>> taken(sympy.Symbol("n", integer=True, positive=True)).said
    [Said(srepr="Symbol('n', integer=True, positive=True)", facts=['integer', 'positive'], others=[])]
    """
    symbols = sorted(thing.atoms(sympy.Symbol), key=lambda symbol: symbol.name)
    said = [_said(symbol) for symbol in symbols if len(symbol.assumptions0) > 1]
    return Taken(str(thing), sympy.srepr(thing), said)


def _said(symbol: Any) -> Said:
    known = symbol.assumptions0
    facts: list[str] = []
    for fact in HEARD:
        if known.get(fact) and not (facts and sympy.Symbol("x", **dict.fromkeys(facts, True)).assumptions0.get(fact)):
            facts.append(fact)
    # What follows from these, and from being a real number, is heard as well.
    heard = sympy.Symbol("x", real=True, **dict.fromkeys(facts, True)).assumptions0
    others = [f"{fact}={value}" for fact, value in known.items() if heard.get(fact) != value]
    srepr = sympy.srepr(symbol)
    # What was said in so many words comes before what follows from it.
    return Said(srepr, facts, sorted(others, key=lambda fact: fact not in srepr))


def relations(thing: Any) -> list[tuple[Any, str, Any]]:
    """The sides and signs of a relation, or of several that all hold.

    >>> x = sympy.Symbol("x")
    >>> relations(x > 1)
    [(x, '>', 1)]
    """
    if isinstance(thing, sympy.And):
        return [one for part in thing.args for one in relations(part)]
    sign = getattr(thing, "rel_op", None)
    if sign is None:
        raise TypeError(f"expected a relation such as x > 0, got {thing}")
    return [(thing.lhs, sign, thing.rhs)]
