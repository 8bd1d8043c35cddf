"""Frames of Polars: as frames of pandas, and which columns they have."""

from collections.abc import Collection, Iterable
from typing import Any

import pandas as pd
import polars as pl

from knotlab.sim.settings import unknown

WHOLE = (pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64)
# What pandas calls the types of columns in which values are missing; where none is, they have NumPy's.
NULLABLE: dict[type[pl.DataType], str] = {kind: str(kind) for kind in WHOLE} | {pl.Boolean: "boolean"}


def to_pandas(frame: pl.DataFrame | pl.LazyFrame) -> pd.DataFrame:
    """A Polars frame as a pandas frame: the games of a run and its event log, for instance.

    Polars' own method of this name needs pyarrow, which knotlab does without.

    Parameters
    ----------
    frame
        A frame, or a lazy one, which is collected.

    Returns
    -------
    pandas.DataFrame
        The same columns and rows. Whole numbers keep their width and stay exact where values are missing (``Int64``),
        as do true and false (``boolean``); texts are ``str``, and categories stay categories. What pandas has no type
        for, such as a list, is an object.

    Examples
    --------
    >>> frame = pl.DataFrame({"won": [True, None], "cards": [3, None], "by": ["shed", None]})
    >>> [str(kind) for kind in to_pandas(frame).dtypes]
    ['boolean', 'Int64', 'str']
    """
    whole = frame.collect() if isinstance(frame, pl.LazyFrame) else frame
    return pd.DataFrame({column.name: _column(column) for column in whole}, index=range(whole.height))


def _column(column: pl.Series) -> Any:
    """A column as pandas holds it."""
    kind = column.dtype
    if kind == pl.String:
        return pd.array(column.to_list(), dtype="str")
    if isinstance(kind, pl.Enum):
        return pd.Categorical(column.to_list(), kind.categories.to_list(), ordered=True)
    if kind == pl.Categorical:
        return pd.Categorical(column.to_list(), column.drop_nulls().unique(maintain_order=True).to_list())
    if column.null_count() and kind.base_type() in NULLABLE:
        return pd.array(column.to_list(), dtype=NULLABLE[kind.base_type()])
    if kind.base_type() in (*NULLABLE, pl.Float32, pl.Float64, pl.Date, pl.Duration) or kind == pl.Datetime("us"):
        return column.to_numpy(writable=True)
    return pd.Series(column.to_list(), dtype=object)


def check_columns(expressions: Iterable[pl.Expr], known: Collection[str], where: str) -> None:
    """Raise InputError if an expression names a column that there is not. where: what has them."""
    named = (name for expression in expressions for name in expression.meta.root_names())
    missing = next((name for name in named if name not in known and not name.startswith(("^", "*"))), None)
    if missing is not None:
        raise unknown("column", missing, known, where)
