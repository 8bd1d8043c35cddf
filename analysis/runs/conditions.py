"""Conditions as columns of an event log: functions of a view and a move, as rules are (strategies/ruled.py), asked of
every decision and the move that was made there. So all that a player sees can be asked, not only what a log holds.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.frames import check_columns
from knotlab.analysis.runs.fields import baseline
from knotlab.analysis.runs.play import load_job
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.eventlog import row_dtype
from knotlab.sim.playing.batches import play_logged
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.playing.players import LogConditions
from knotlab.sim.playing.run import log_frame, piece_deals
from knotlab.sim.playing.trial import try_out
from knotlab.sim.storage.pieces import lazy_rows, widened
from knotlab.sim.storage.run_folder import RunFolder
from knotlab.strategies.asked import asked
from knotlab.strategies.resolve import player
from knotlab.strategies.ruled import find_rule, name_rule

WRITTEN = re.compile(r"holds\(\s*'([^']+)'\s*\)", re.IGNORECASE)  # in a measure's text
COLUMN = re.compile(r"holds\((.+)\)")
BARE = re.compile(r"holds\([^']+\)")  # the name of such a column


def holds(condition: str | Callable[..., Any]) -> pl.Expr:
    """Whether a condition holds at a decision, for the measures of claims and of `rate`.

    Parameters
    ----------
    condition
        A function ``(view, move)`` that gives True or False, or how it is spelled after ``--oblige``: ``FILE.py:NAME``,
        or the name of a rule that ships. It gets the view before the decision, and the move that is made.

    Returns
    -------
    polars.Expr
        True or false for each row of the event log.

    Examples
    --------
    >>> def is_rich(view, move):
    ...     return view.hand[12] >= 2
    >>> print(holds(is_rich))
    col("holds(is_rich)")
    """
    return pl.col(column_of(name_rule(condition)))


def column_of(text: str) -> str:
    """What the answers to a condition are called."""
    return f"holds({text})"


def by_columns(names: Iterable[str]) -> tuple[str, ...]:
    """Names of columns, with those of the answers to conditions that are written as in measures; measures as they are.

    >>> by_columns(["seat", "holds('mine.py:is_rich')"])
    ('seat', 'holds(mine.py:is_rich)')
    """
    asked = ((name, WRITTEN.fullmatch(name)) for name in names)
    return tuple(column_of(match[1]) if match else name for name, match in asked)


def conditions_in(measures: Iterable[str | pl.Expr]) -> tuple[str, ...]:
    """The conditions that measures, or names of columns, speak of, as they are spelled, each once."""
    found: list[str] = []
    for each in measures:
        if isinstance(each, str):
            found += (COLUMN if BARE.fullmatch(each) else WRITTEN).findall(each)
        else:
            found += COLUMN.findall("\n".join(each.meta.root_names()))
    return tuple(dict.fromkeys(found))


def condition_hashes(game: str, measures: Iterable[str | pl.Expr]) -> dict[str, str]:
    """The fingerprint of each condition that measures speak of, by the column of its answers."""
    return {column_of(text): find_rule(game, text).fingerprint for text in conditions_in(measures)}


def check_measures(measures: Collection[pl.Expr], game: str, known: Collection[str], where: str) -> None:
    """Raise InputError if a measure names a column or a condition that there is not. where: what has the columns."""
    conditions = conditions_in(measures)
    for text in conditions:
        find_rule(game, text)
    check_columns(measures, [*known, *map(column_of, conditions)], where)


def asking(job: Job, measures: Iterable[str | pl.Expr]) -> Job:
    """A job whose event log answers the conditions of some measures; raises InputError if one is none, or must not be
    asked.
    """
    conditions = conditions_in(measures)
    if not conditions:
        return job
    for text in conditions:  # tried as a rule is, laid over somebody
        under_rule = player(job.game, f"{baseline(job.game)}:forbid={text}")
        try_out(replace(job, players=(under_rule,) * job.n_players, conditions=None))
    columns = tuple(map(column_of, conditions))
    return replace(job, conditions=LogConditions(columns, asked(job.game, conditions)))


def log_again(folder: Path, measures: Iterable[str | pl.Expr], strategies_from: Sequence[Path | str]) -> pl.LazyFrame:
    """The event log of a kept run, played again when its rows are wanted, with the conditions of some measures.

    strategies_from: files with users' strategies. Raises InputError if the games cannot be played again, or are those
    of matches.
    """
    job, kept = asking(load_job(folder, strategies_from), measures), RunFolder(folder)
    if job.match is not None:
        raise InputError("conditions are about the decisions of single games; these are matches")
    compile_ahead(job, log=True)

    def frames(names: list[str]) -> Iterator[pl.DataFrame]:
        for number in kept.numbers():
            rows = kept.read_piece(number)
            assert rows is not None
            for _, log in play_logged(job, job.game_of(number * piece_deals(job)), rows.height):
                yield widened(log_frame(job, log)).select(names)

    empty = log_frame(job, np.zeros(0, row_dtype(games.find(job.game))))
    return lazy_rows(frames, widened(empty).schema)
