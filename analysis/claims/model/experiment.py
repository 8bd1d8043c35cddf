"""What every kind of experiment offers. A kind is a module of its own in `kinds`; nothing else knows which there are.

An experiment belongs to a claim and is played in several fields and at tables of several sizes. Each combination is a
cell. What the evidence of all cells together says about the tip is fixed with the experiment (`means`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.claims.model.field import Field, Site, name_of_field
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import Meaning
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.stats.rounds import PilotedCell as RoundCell
from knotlab.analysis.stats.sizes import HALF_WIDTH
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.compiling.precompile import Kernel
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job, kernels_of
from knotlab.sim.settings import split

LEAST_CASES = 100  # deals with a case in the pilot, for the size of an effect that rarely comes up


@dataclass(frozen=True, eq=False)
class Sampler:
    """Deals of a cell, one after another.

    pilot: what was seen in advance. reach: the largest |D| that is possible, or that the pilot saw. is_bounded: whether
    the reach is a bound. cycle: after how many deals all line-ups, and all rotations that are played by turns, have
    come as often. draw: d of `count` deals from deal `first` on, of shape (count,). draw_won: where D is about games
    lost among three or more: D of some deals, and the same in games won.
    """

    pilot: Pilot
    reach: float
    is_bounded: bool
    games: int
    cycle: int
    draw: Callable[[int, int], np.ndarray]
    draw_won: Callable[[int, int], tuple[np.ndarray, np.ndarray]] | None = None

    @property
    def is_tried(self) -> bool:
        """Whether enough deals have a case, or come out differently, to judge a tip by them."""
        return self.has_size and not self.pilot.is_rare

    @property
    def has_size(self) -> bool:
        """Whether the size of the effect can be told: of one that rarely comes up only if the pilot found cases."""
        pilot = self.pilot
        has_cases = not pilot.is_rare or pilot.in_play * pilot.deals >= LEAST_CASES
        return has_cases and (pilot.sd > 0 or self.is_bounded)

    def for_rounds(self) -> RoundCell:
        """What is known of it before the first round."""
        pilot = self.pilot
        return RoundCell(pilot.sd, pilot.skewness, self.reach, self.games, self.cycle, pilot.mean)


# In these versions, also when there are newer ones.
PLAIN = "mixed-2"  # whom somebody plays against who has read the rulebook: verdicts speak of these tables
FIELDS = ("simple-1", "strong-1", PLAIN)
ALL_SIZES = (2, 3, 4)
DECIDED = (Verdict.HOLDS, Verdict.WRONG, Verdict.NO_DIFFERENCE)

# What each verdict of an experiment says about the tip.
BETTER = dict(zip(DECIDED, DECIDED, strict=True))  # the tip says: this is better
NOT_WORTH_IT = BETTER | {  # it says: this gains nothing
    Verdict.HOLDS: Verdict.WRONG,
    Verdict.WRONG: Verdict.HOLDS,
    Verdict.NO_DIFFERENCE: Verdict.HOLDS,
}
NO_WORSE = BETTER | {Verdict.NO_DIFFERENCE: Verdict.HOLDS}  # it says: this does no harm
HARMS = NOT_WORTH_IT | {Verdict.NO_DIFFERENCE: Verdict.WRONG}  # it says: this does harm
AT_TIMES = BETTER | {Verdict.DEPENDS: Verdict.HOLDS}  # it says: there are tables at which this is better


class BothSides(NamedTuple):
    """What a rule is tried with that is said to help only under a condition.

    what, when: following the rule, and the condition, in words. elsewhere: the label of the experiment about where the
    condition does not hold.
    """

    what: str
    when: str
    elsewhere: str


class Experiment(ABC):
    """One way to try a tip.

    kind: what this kind is called in tables. label: what the experiment compares, in a few words. players: the sizes of
    table that it is played at. fields: the fields that it is played in: names, or tuples of strategies that take the
    chairs in turn. margin: the smallest effect that matters, in the experiment's unit. means: what each verdict on the
    experiment (holds, wrong, makes no difference) says about the tip; for depends, too, if a tip that depends on the
    table is right or wrong for that. rules: rule settings that differ from the game's defaults, as `KEY=VALUE`.
    exact_to: half the width that the interval of a size has at most; none: about what is usual for its unit. pair: what
    else a headline about this one judges.
    """

    kind: ClassVar[str]
    with_log: ClassVar[bool] = True  # whether its games are played with the event log
    decides_by_size: ClassVar[bool] = False  # whether its sizes decide something by themselves, as no mean is watched
    pair: BothSides | None = None
    label: str
    players: tuple[int, ...]
    fields: tuple[Field, ...]
    margin: float
    means: Mapping[Any, str]
    rules: tuple[str, ...] = ()
    exact_to: float | None = None

    @abstractmethod
    def unit_in(self, game: str) -> str:
        """The unit of its effects (`knotlab.analysis.claims.model.meaning`)."""

    def meaning_in(self, game: str) -> Meaning:
        """What its effects count; a number above zero says that there is more of it, unless a kind says otherwise."""
        return Meaning(self.unit_in(game))

    @abstractmethod
    def jobs(self, cell: Site, inquiry: Inquiry) -> Sequence[Job]:
        """All that a cell plays."""

    def kernels(self, cell: Site, inquiry: Inquiry) -> list[Kernel]:
        """All compiled functions that a cell needs, its pilot included."""
        jobs, has_log = self.jobs(cell, inquiry), self.with_log
        return [kernel for job in jobs for kernel in kernels_of(job, has_log, traced=not has_log)]

    @abstractmethod
    def play(self, cell: Site, inquiry: Inquiry, first: int, count: int) -> pl.DataFrame:
        """Some consecutive deals of a cell: one row per deal, with the numbers that its verdict rests on.

        inquiry: what all cells of the inquiry share. first: the number of the first deal. Returns one row per deal.
        """

    @abstractmethod
    def pilot(self, cell: Site, inquiry: Inquiry, workers: int) -> Pilot:
        """Play a cell's pilot, on deals of its own."""

    @abstractmethod
    def sampler(self, cell: Site, inquiry: Inquiry, pilot: Pilot) -> Sampler:
        """The deals of a cell, for the stages of a tip."""

    def is_bounded(self, game: str) -> bool:
        """Whether |D| has a bound by design, so that an exact sequence can be watched: where duels and what-ifs count
        places, losses or wins, and where they ask for the best position. Points have none, nor have rates, as a deal
        may have any number of cases; their means are watched by the asymptotic sequence alone.
        """
        return False

    @abstractmethod
    def registration(self, cell: Site, inquiry: Inquiry) -> dict[str, Any]:
        """All that a cell's verdict depends on but for the code, as plain data."""

    def functions(self) -> tuple[Callable[..., Any], ...]:
        """The functions that it was given, whose code its verdict depends on."""
        return ()

    @abstractmethod
    def sources(self, cell: Site, inquiry: Inquiry) -> Any:
        """Hashes of the strategies that play, as plain data."""

    @abstractmethod
    def describe(self, inquiry: Inquiry) -> str:
        """How it is done, in a sentence."""

    def under(self, rules: tuple[str, ...]) -> "Experiment":
        """The same experiment with some rule settings changed, each as `KEY=VALUE`."""
        return replace(self, rules=with_changes(self.rules, rules))  # type: ignore[type-var]

    def at(self, players: tuple[int, ...], field: Field | None) -> "Experiment":
        """The same experiment with other numbers of players, and in another field, if any are given."""
        return replace(self, players=players or self.players, fields=self.fields if field is None else (field,))  # type: ignore[type-var]

    @property
    def advice(self) -> int:
        """1 if the tip advises what an effect above zero favours, -1 if it advises against it."""
        return -1 if self.means.get(Verdict.WRONG) == Verdict.HOLDS else 1

    @property
    def headline_fields(self) -> tuple[Field, ...]:
        """The fields that a headline speaks of: the plain one, in whichever version, or all where it is not played in
        that.
        """
        plain = name_of_field(PLAIN)
        return tuple(each for each in self.fields if name_of_field(each) == plain) or self.fields

    @property
    def is_at_times(self) -> bool:
        """Whether the tip says no more than that there are tables at which the first side is better."""
        return self.means.get(Verdict.DEPENDS) == Verdict.HOLDS

    def half_width(self, game: str) -> float:
        """Half the width that the interval of an effect's size is to have: 0.25 games in 100, or half the margin in any
        other unit, unless the experiment says otherwise.
        """
        if self.exact_to is not None:
            return self.exact_to
        return HALF_WIDTH if self.unit_in(game) in ("loss_rate", "win_rate") else self.margin / 2

    def check(self, game: str, inquiry: Inquiry) -> None:
        """Raise InputError if it cannot be played, or its words and numbers make no sense."""
        where = f"'{self.label}'"
        if not self.players or not self.fields:
            raise InputError(f"{where} has no players or no field to be played in")
        if not 0 < self.margin < float("inf"):
            raise InputError(f"{where}: the smallest effect that matters is a number above 0, not {self.margin:g}")
        allowed = (*DECIDED, Verdict.OPEN)
        if {*self.means} - {Verdict.DEPENDS} != set(DECIDED) or not set(self.means.values()) <= set(allowed):
            raise InputError(f"{where}: means says for each of {_listed(DECIDED)} one of {_listed(allowed)}")


def with_changes(rules: Sequence[str], changes: Sequence[str]) -> tuple[str, ...]:
    """Rule settings with others added, which count where both name the same one.

    >>> with_changes(("decks=2", "reset=empty"), ("reset=missing",))
    ('decks=2', 'reset=missing')
    """
    changed = {split(change)[0] for change in changes}
    return (*(rule for rule in rules if split(rule)[0] not in changed), *changes)


def _listed(words: Sequence[str]) -> str:
    """Some words in quotes."""
    return ", ".join(f"'{word}'" for word in words)
