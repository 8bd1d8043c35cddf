"""A claim of the rulebooks as data: what it says, how it was read, and the experiments that put it on trial.

An experiment with a verdict is a duel, a contrast of rates or a what-if; each is played at some tables, and each table
of it is one cell. What a verdict says about the claim is fixed by the experiment (`means`). An exact claim is settled
by enumeration; curves are shown without a verdict.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pandas as pd
import polars as pl

from knotlab.analysis.stats.variance import SOURCES
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.protocol import Match

BETTER = {
    Verdict.SUPPORTED: Verdict.SUPPORTED,
    Verdict.REFUTED: Verdict.REFUTED,
    Verdict.EQUIVALENT: Verdict.EQUIVALENT,
}
NOT_WORTH_IT = {
    Verdict.SUPPORTED: Verdict.REFUTED,
    Verdict.REFUTED: Verdict.SUPPORTED,
    Verdict.EQUIVALENT: Verdict.SUPPORTED,
}  # of a gain that the claim denies
NO_WORSE = {
    Verdict.SUPPORTED: Verdict.SUPPORTED,
    Verdict.REFUTED: Verdict.REFUTED,
    Verdict.EQUIVALENT: Verdict.SUPPORTED,
}
FIELDS = ("simple", "strong", "mixed")
ALL_TABLES = (2, 3, 4)


@dataclass(frozen=True)
class Duel:
    """A follows the tip, B differs from it in that alone.

    players: sizes of tables. fields: named ones, or strategies that take the other chairs in turn. margin: the smallest
    effect that matters by the metric, None for the share of games lost.
    """

    label: str
    a: str
    b: str
    players: tuple[int, ...] = ALL_TABLES
    fields: tuple[str | tuple[str, ...], ...] = FIELDS
    rules: tuple[str, ...] = ()
    design: str = "field"
    metric: str | None = None
    margin: float = 0.005
    means: Mapping[Any, str] = field(default_factory=lambda: BETTER)


@dataclass(frozen=True, eq=False)
class Ratio:
    """The total of `of` over that of `among`, over the rows of the event log (or over games), if wanted under rules or
    at a table of its own.

    table: one strategy for all chairs. Beside the log's columns the rows have the game's result for the player who
    decides as `final_place` (or `final_score`), and the `final_turns` and `final_end` of the game. by_games: rows of
    games (`knotlab.sim.run.frame_of`); with a match of matches instead (`knotlab.sim.match.play_matches`).
    """

    of: pl.Expr
    among: pl.Expr
    rules: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    by_games: bool = False
    match: Match | None = None


@dataclass(frozen=True, eq=False)
class Contrast:
    """A ratio against a threshold, or less another ratio; + speaks for the claim.

    tables: named fields whose strategies take all chairs in turn, or strategies that do.
    """

    label: str
    one: Ratio
    other: Ratio | None
    threshold: float
    margin: float
    unit: str
    tables: tuple[str | tuple[str, ...], ...] = FIELDS
    players: tuple[int, ...] = (3,)
    sign: int = 1
    means: Mapping[Any, str] = field(default_factory=lambda: BETTER)


class Branch(NamedTuple):
    """How one of two branches of a position begins.

    move: the numbers of a move as expressions of the log's row; None lets the strategy choose. alter: changes the
    position first, in place, given the positions and the rows; what it returns, shape (games,), tells where that was
    possible; None leaves all as it is. strategy: who takes the chair of the player to move from there on, None for the
    same as before.
    """

    move: tuple[pl.Expr, ...] | None
    alter: Callable[..., Any] | None = None
    strategy: str | None = None


@dataclass(frozen=True, eq=False)
class WhatIf:
    """Two branches from the same positions, one a deal, drawn by lot from the decisions that `where` names; + if the
    first is better for the player.

    whose: the field of the view that names the player whose payoff counts. sign: -1 if what he loses speaks for the
    claim. at_best: take every position of a deal, find the one where the first branch seems best by the rollouts, and
    ask whether it gains more than this there by as many others as `judged` says: D is that, 0 or 1, less a half. What
    the player cannot see is dealt anew in each of these rollouts: as dealt, the position found would be one where the
    first branch is lucky. Where no position gains so much the others say yes at most half of the time: so a mean of D
    above 1/4 shows that more than half of the deals have such a position. A mean below shows nothing, as positions that
    gain little are missed.
    """

    label: str
    where: pl.Expr
    first: Branch
    second: Branch
    margin: float = 0.005
    metric: str = "loss_rate"
    tables: tuple[str | tuple[str, ...], ...] = FIELDS
    players: tuple[int, ...] = (3,)
    rollouts: int = 4
    means: Mapping[Any, str] = field(default_factory=lambda: BETTER)
    whose: str = "seat"
    sign: int = 1
    at_best: float | None = None
    judged: int = 1000

    @property
    def unit(self) -> str:
        """In what effects are told."""
        return self.metric if self.at_best is None else "deals"


@dataclass(frozen=True)
class Matrix:
    """What the rules say of each pair of a row and a column, shown beside an exact claim.

    note: how to read it, in a sentence; corner: the row and the column from which on there is a box around it.
    """

    label: str
    cells: tuple[tuple[bool, ...], ...]
    row_axis: str
    rows: tuple[str, ...]
    column_axis: str
    columns: tuple[str, ...]
    yes: str
    no: str
    note: str = ""
    corner: tuple[int, int] | None = None

    def to_pandas(self) -> pd.DataFrame:
        """A row a row, a column a column: 1 for yes, 0 for no."""
        return pd.DataFrame(
            [[name, *map(int, row)] for name, row in zip(self.rows, self.cells, strict=True)],
            columns=[self.row_axis, *self.columns],
        )


@dataclass(frozen=True)
class Exact:
    """A question settled from the rules by enumeration: `settle()` gives the answer and what was found, in a sentence;
    shows: what it is read from.
    """

    label: str
    settle: Callable[[], tuple[Verdict, str]]
    shows: Matrix | None = None


@dataclass(frozen=True, eq=False)
class Curve:
    """A rate by groups, shown with intervals, without a verdict and outside the count of cells.

    group: whole numbers; names: what they are called. of_all: each group's cases
    as a share of those of all groups.
    """

    label: str
    of: pl.Expr
    among: pl.Expr
    group: pl.Expr
    axis: str
    unit: str
    table: str | tuple[str, ...] = "simple"
    players: int = 3
    names: tuple[str, ...] = ()
    of_all: bool = False


class Axis(NamedTuple):
    """One side of a surface: whole numbers, what they count, which of them are shown, and what each is called if it has
    a name.
    """

    group: pl.Expr
    name: str
    values: range
    names: tuple[str, ...] = ()

    def told(self, value: int) -> str:
        """What a number is called."""
        return self.names[value] if self.names else str(value)


@dataclass(frozen=True, eq=False)
class Surface:
    """A rate by two groups at once, shown with intervals as a curve is: a few columns as lines, more of them as a
    map.
    """

    label: str
    of: pl.Expr
    among: pl.Expr
    rows: Axis
    columns: Axis
    unit: str
    table: str | tuple[str, ...] = "simple"
    players: int = 3


@dataclass(frozen=True, eq=False)
class Gains:
    """What each of some ways to alter a position gains over another one, in games lost, + for the player: what-ifs side
    by side, shown as a curve is.
    """

    label: str
    where: pl.Expr
    alters: tuple[Callable[..., Any], ...]
    other: Callable[..., Any]
    axis: str
    names: tuple[str, ...]
    table: str = "simple"
    players: int = 3
    rollouts: int = 2
    unit: str = "points of games lost"


@dataclass(frozen=True, eq=False)
class Spread:
    """Where the spread of places comes from among some strategies (`knotlab.analysis.stats.variance`), shown as a curve
    is.
    """

    label: str
    strategies: tuple[str, ...]
    players: int = 3
    axis: str = "source"
    unit: str = "share"
    names: tuple[str, ...] = SOURCES


@dataclass(frozen=True, eq=False)
class Tables:
    """A rate at several tables side by side, each of one strategy in all chairs, shown as a curve is."""

    label: str
    of: pl.Expr
    among: pl.Expr
    tables: tuple[str, ...]
    axis: str
    unit: str
    names: tuple[str, ...]
    players: int = 3


Experiment = Duel | Contrast | WhatIf
Shown = Curve | Surface | Gains | Spread | Tables  # without a verdict


@dataclass(frozen=True, eq=False)
class Transcript:
    """A game in which the tip does what it describes: strategies as on the command line, its number, and which
    decisions of its event log show it.
    """

    strategies: tuple[str, ...]
    index: int
    words: str
    shows: pl.Expr


@dataclass(frozen=True, eq=False)
class Tip:
    """A claim. source: where it stands; reading: how it was read, what was assumed. conclude: the answer and a sentence
    from all cells, where the claim is about them together. is_variant: whether its duels are those of the other claims
    under other rules."""

    id: str
    game: str
    statement: str
    source: str
    reading: str
    experiments: tuple[Experiment, ...] = ()
    exact: tuple[Exact, ...] = ()
    curves: tuple[Shown, ...] = ()
    transcripts: tuple[Transcript, ...] = ()
    conclude: Callable[[Sequence[Any]], tuple[Verdict, str]] | None = None
    is_variant: bool = False

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """What its exact questions are read from, where that can be shown."""
        return tuple(one.shows for one in self.exact if one.shows)
