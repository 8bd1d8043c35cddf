"""A claim of the rulebooks as data: what it says, how it is interpreted, and the experiments that try it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from knotlab.analysis.stats.verdicts import Verdict

if TYPE_CHECKING:  # each takes long to import, and the words of a tip need none
    import pandas as pd
    import polars as pl

    from knotlab.analysis.claims.model.chart import Description
    from knotlab.analysis.claims.model.experiment import Experiment


@dataclass(frozen=True)
class Says:
    """The sentence on an experiment's number.

    text: the sentence; of an amount it has {k} for the number and {way} for its direction: fewer or more, as the cells
    have it of the experiment's first side. ways: other words for these two, where that reads better or the sentence is
    about the other side. name: of what the number is, where the experiment's label does not say it to readers. base: of
    a chance, what the experiment's share was compared with. rest: the sentence is about the other cases.
    """

    text: str
    ways: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    base: float | None = None
    rest: bool = False

    @property
    def is_total(self) -> bool:
        """Whether the number is how many there are, not how many more or fewer than with something else."""
        return bool(self.text) and not self.base and "{way}" not in self.text


@dataclass(frozen=True)
class TipWords:
    """The words of a tip for readers.

    kind: the template of its sentence (`knotlab.reports.words.advice`). title: the advice, or the fact, in few words.
    cards: drawn next to it. rows: by the label of an experiment, what one does in it. says: by the label, what is said
    of its number. beside: what is said of experiments next to a habit. when: which games are meant, where a choice at
    one moment was tried, not a habit for whole games. apart: its habits are not drawn among all habits, as they are not
    choices that a player at a table has. aside: its curves show something else than it says. strong: by the label of an
    experiment on top of the champion, what it is forbidden or obliged to do. is_usual: it says what is usually better,
    so for strong players it holds if doing so always costs less than doing so never. halves: its rows are habits of
    their own, not amounts of one. other_half: the label of the experiment about what else the tip says, which has to
    hold, too. unsettled: why nothing that is tried is its headline, if so; {difference} stands for
    that between the two numbers that are told. most: the label of the experiment without what most of the gain comes
    from, and what that is. seldom: the label of a curve of shares, and the group that is held against all others. told:
    by the label of a curve, a sentence on what came out, with the names of groups in braces for their numbers, or
    {half} for the group by which half of all has happened. even: of rows that differ in an amount, the sentence on
    where they break even, with {k} for the amount.
    """

    kind: str = ""
    title: str = ""
    cards: tuple[str, ...] = ()
    rows: Mapping[str, str] = field(default_factory=dict)
    says: Mapping[str, Says] = field(default_factory=dict)
    beside: Mapping[str, Says] = field(default_factory=dict)
    when: str = ""
    apart: bool = False
    aside: bool = False
    strong: Mapping[str, str] = field(default_factory=dict)
    is_usual: bool = False
    halves: bool = False
    other_half: str = ""
    unsettled: str = ""
    most: tuple[str, ...] = ()
    seldom: tuple[str, ...] = ()
    told: Mapping[str, str] = field(default_factory=dict)
    even: str = ""

    @property
    def is_advice(self) -> bool:
        """Whether the tip is something that one can follow, and no fact about the game."""
        return self.kind in ("habit", "points")

    @property
    def names(self) -> dict[str, str]:
        """The experiments that the sentence is about, by label: what is done in each, its name, or the label."""
        return dict(self.rows) | {label: says.name or label for label, says in self.says.items()}


@dataclass(frozen=True)
class Matrix:
    """What the rules say about each pair of a row and a column, shown next to an exact claim.

    cells: yes or no for each row and column. row_axis, rows: what the rows are, and their names. column_axis, columns:
    what the columns are, and their names. yes, no: what yes and no mean, such as "may be laid". note: how to read it,
    in a sentence. corner: the row and column from which on there is a box around the cells.
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
        """One row per row, one column per column: 1 for yes, 0 for no."""
        import pandas as pd

        return pd.DataFrame(
            [[name, *map(int, row)] for name, row in zip(self.rows, self.cells, strict=True)],
            columns=[self.row_axis, *self.columns],
        )


@dataclass(frozen=True)
class Exact:
    """A question that the rules settle.

    label: the question in a few words. settle: called without arguments, gives the verdict on the tip and a sentence
    with what was counted. shows: the table that the answer can be read from, if there is one.
    """

    label: str
    settle: Callable[[], tuple[Verdict, str]]
    shows: Matrix | None = None


# What many tips say of their trial.
SAME_PLAYER = (
    "Both sides are the same player except for this habit, in the same seats of the same deals, at tables of two, "
    "three and four players, simple, plain and strong."
)
MORE_LOST = (
    "If a player who follows it certainly lost over 0.5 more games in 100, as the mean over plain tables, the tip "
    "would be wrong; if the difference were within 0.5 either way, it would make no difference."
)
JUST_SHOWN = "Nothing: there is no verdict to change."


@dataclass(frozen=True, eq=False)
class Transcript:
    """A game in which the tip does what it describes.

    strategies: who plays, as on the command line. words: what happens in it, in a few words. shows: which decisions of
    its event log show it. which: of these, the one that is shown: the first in which the move was no worse than others.
    """

    strategies: tuple[str, ...]
    index: int
    words: str
    shows: pl.Expr
    which: int = 0


@dataclass(frozen=True, eq=False)
class Tip:
    """A claim about playing well.

    id: its number, such as TK-C1. statement: what it says, in a sentence. reading: how it is interpreted, and what was
    assumed. exact: questions of it that the rules settle. curves: what is shown without a verdict. transcripts: games
    in which it can be seen. headline: the label of the experiment whose mean effect over all its cells is the tip's
    headline; none: the first. literal: the label of the experiment that follows the tip word for word, where that of
    the headline does so in the amount that was found best. amounts: the labels of those that follow it in any other
    amount. more_than: the labels of two experiments, if the tip says that the first has the larger effect. is_judged:
    whether what is tried gives a verdict. words: how it is put to readers. fair: why trying it so is fair.
    overturned_by: what would change the verdict. is_variant: whether its duels are those of the other claims
    under other rules.
    """

    id: str
    game: str
    statement: str
    source: str
    reading: str
    experiments: tuple[Experiment, ...] = ()
    exact: tuple[Exact, ...] = ()
    curves: tuple[Description, ...] = ()
    transcripts: tuple[Transcript, ...] = ()
    is_variant: bool = False
    headline: str | None = None
    literal: str | None = None
    amounts: tuple[str, ...] = ()
    more_than: tuple[str, str] | None = None
    is_judged: bool = True
    words: TipWords = field(default_factory=TipWords)
    fair: str = ""
    overturned_by: str = ""

    def __post_init__(self) -> None:
        """Put the experiments that an `OnlyWhen` stands for in its place."""
        if isinstance(self.experiments, tuple):
            parts = (side for each in self.experiments for side in getattr(each, "sides", (each,)))
            object.__setattr__(self, "experiments", tuple(parts))

    @property
    def before_play(self) -> Verdict:
        """What there is to say of it before anything is played, or for ever if it is not judged."""
        return Verdict.OPEN if self.is_judged else Verdict.NO_VERDICT

    @property
    def other_amounts(self) -> tuple[str, ...]:
        """The labels of the experiments that follow it in another amount than that of its headline."""
        return self.amounts if self.literal is None else (self.literal, *self.amounts)

    @property
    def headline_experiment(self) -> Experiment | None:
        """The experiment that the headline is about; none where nothing is tried by playing or judged, where nothing
        that is tried can settle it, and for a variant, which is about differences to other claims.
        """
        if self.is_variant or not self.is_judged or self.words.unsettled or not self.experiments:
            return None
        return next(
            (experiment for experiment in self.experiments if experiment.label == self.headline), self.experiments[0]
        )

    @property
    def headline_experiments(self) -> tuple[Experiment, ...]:
        """The experiment that the headline is about, and the one that it judges, too, if there is one."""
        first = self.headline_experiment
        if first is None or first.pair is None:
            return () if first is None else (first,)
        return (first, *(each for each in self.experiments if each.label == first.pair.elsewhere))

    @property
    def units(self) -> tuple[str, ...]:
        """The units of its effects, one for each experiment."""
        return tuple(experiment.unit_in(self.game) for experiment in self.experiments)

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """The tables that its exact questions can be read from."""
        return tuple(question.shows for question in self.exact if question.shows)


class Moment(NamedTuple):
    """A game in which a tip is seen at work.

    record: the game, with the reasons of its decisions. at: the number of the first event that shows it. decision: the
    number of the decision that led to it.
    """

    record: dict[str, Any]
    at: int
    decision: int


@cache
def seen_in(tip: Tip, transcript: Transcript) -> Moment:
    """The game of a transcript, played once, and where in it the tip is at work."""
    import polars as pl

    from knotlab.analysis.claims.model.events import logged
    from knotlab.analysis.runs.play import make_job
    from knotlab.sim.playing.records import record_game

    job = make_job(tip.game, transcript.strategies)
    step = pl.concat(logged(job, transcript.index, 1)).filter(transcript.shows)["step"][transcript.which]
    record = record_game(job, transcript.index, why=True)
    decisions = accumulate(
        sum("moves" in part for part in (*event.get("before", ()), event)) for event in record["events"]
    )
    return Moment(record, next(number for number, done in enumerate(decisions) if done > step), int(step))
