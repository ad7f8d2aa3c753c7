"""Columns: how do lists, Arrow, polars and pandas become formulas, one after the other?"""

from __future__ import annotations

from typing import Any

from ._optional import needed


def column(values: Any) -> list[Any]:
    """The values of a list, another iterable, or a column, with None where one is missing.

    >>> column(("x", "y"))
    ['x', 'y']
    """
    if isinstance(values, (str, bytes)):
        raise TypeError("expected a list or a column of formulas, got one text")
    # pyarrow, polars and pandas, in this order; iterating a column of pyarrow gives scalars of its own.
    for name in ("to_pylist", "to_list"):
        if hasattr(values, name):
            return list(getattr(values, name)())
    if hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__"):
        with needed("pyarrow"):
            import pyarrow

        made = pyarrow.chunked_array(values) if hasattr(values, "__arrow_c_stream__") else pyarrow.array(values)
        return list(made.to_pylist())
    return list(values)


def pairs_of(pairs: Any) -> tuple[list[Any], int]:
    """The pairs of an iterable of them, or of the first two columns of a table.

    >>> pairs_of([("x", "y")])
    ([('x', 'y')], 1)
    """
    table = _first_two(pairs)
    made = list(pairs) if table is None else list(zip(*table))
    return made, len(made)


def _first_two(table: Any) -> list[list[Any]] | None:
    """The first two columns of a table of pyarrow, polars, pandas, `datasets` or another one of Arrow; None if it is no table."""
    # A query of polars that was not carried out yet.
    if hasattr(table, "collect") and hasattr(table, "collect_schema"):
        table = table.collect()
    if hasattr(table, "iloc") and hasattr(table, "columns"):
        columns = [table[name] for name in table.columns[:2]]
    elif hasattr(table, "get_columns"):
        columns = table.get_columns()[:2]
    elif hasattr(table, "__arrow_c_stream__"):
        with needed("pyarrow"):
            import pyarrow

        columns = pyarrow.table(table).columns[:2]
    elif hasattr(table, "column_names") and hasattr(table, "__getitem__"):
        columns = [table[name] for name in table.column_names[:2]]
    else:
        return None
    if len(columns) < 2:
        raise ValueError("expected a table whose first two columns are the sides")
    return [column(values) for values in columns]
