"""The one record of an effect: where it was measured, what its number counts, and the number with its intervals."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from knotlab.analysis.claims.evidence.rows import columns_of, meaning_of, number, part_of
from knotlab.analysis.claims.model.chart import NOTICED
from knotlab.analysis.claims.model.meaning import MORE, Meaning
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.headline import Headline, answer_of_both
from knotlab.analysis.stats.intervals import certain_sign
from knotlab.analysis.stats.sizes import NO_SIZE, Size
from knotlab.analysis.stats.verdicts import Direction, HeadlineAnswer


@dataclass(frozen=True)
class Evidence:
    """An effect at one table, or the mean over all tables of a claim.

    tip, label: the claim's id, and the experiment. meaning: what the number counts. size: the number with its
    intervals; without deals until as many are played as were fixed. advice: 1 if a number above zero speaks for what
    the tip advises, -1 if against it. margin: the smallest effect that matters. kind, players, field, roster, rules:
    the kind of experiment, and the table: how many play (0: all tables together), in which field (roster: its version,
    such as `mixed-1`; empty for listed strategies), with which settings. half_width: half the width that the interval
    was to have. in_choices, in_play: the shares of choices and of deals in which the two sides differ, in the pilot.
    won: where the number is about games lost among three players or more: the same in games won, + for more.
    first_deals, found_by: a hash of what the first deals came to, and the version of knotlab that played them.
    """

    tip: str
    label: str
    meaning: Meaning
    size: Size
    advice: int = 1
    margin: float = math.nan
    kind: str = ""
    players: int = 0
    field: str = ""
    roster: str = ""
    rules: str = ""
    half_width: float = math.nan
    in_choices: float = math.nan
    in_play: float = math.nan
    won: Size = NO_SIZE
    first_deals: str = ""
    found_by: str = ""

    @property
    def name(self) -> str:
        """What tells it apart from all others."""
        return f"{self.tip} {self.label}, {self.players} players, {self.field}"

    @property
    def unit(self) -> str:
        """The unit of the number."""
        return self.meaning.unit

    @property
    def effect(self) -> float:
        """The number."""
        return self.size.value

    @property
    def low(self) -> float:
        """Where its 95% interval begins."""
        return self.size.low

    @property
    def high(self) -> float:
        """Where it ends."""
        return self.size.high

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return self.size.deals

    @property
    def is_certain(self) -> bool:
        """Whether its direction holds for all cells together."""
        return self.size.certain_sign != 0

    @property
    def more(self) -> float:
        """How much more there is of what is counted."""
        return self.effect if self.meaning.plus == MORE else -self.effect

    @property
    def direction(self) -> Direction:
        """Which way it points. Of games lost, what is too small to notice is nothing, whatever its sign, and open only
        where the interval is wide.
        """
        is_told = self.is_certain
        if self.unit == "loss_rate":
            is_told |= certain_sign(self.low, self.high) != 0 and 100 * abs(self.effect) >= NOTICED
            if not is_told and 100 * (self.high - self.low) / 2 <= 2 * NOTICED:
                return Direction.NOTHING
        if not is_told:
            return Direction.OPEN
        return Direction.HELPS if self.effect > 0 else Direction.HURTS

    @property
    def games_won(self) -> Size:
        """The same in games won; of two players the one loses what the other wins."""
        return self.size if self.unit == "loss_rate" and self.players == 2 else self.won

    def row(self) -> dict[str, Any]:
        """It as a row of a table; what is not known is nan or empty."""
        size = self.size
        return {
            "tip": self.tip,
            "label": self.label,
            "kind": self.kind,
            "players": self.players,
            "field": self.field,
            "roster": self.roster,
            "rules": self.rules,
            **columns_of(self.meaning),
            "advice": self.advice,
            "effect": size.value,
            "low": size.low,
            "high": size.high,
            "all_low": size.all_low,
            "all_high": size.all_high,
            "error": size.error,
            "deals": size.deals,
            "certain_sign": size.certain_sign,
            "half_width": self.half_width,
            "margin": self.margin,
            "in_choices": self.in_choices,
            "in_play": self.in_play,
            **columns_of(Between(self.won.value, self.won.low, self.won.high), "win_rate"),
            "first_deals": self.first_deals,
            "found_by": self.found_by,
        }


FIELDS = ("simple", "mixed", "strong")  # the weakest first; others after them


def in_order(cells: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Cells as they are listed: those of an experiment together, by how many play and in which field."""
    known = list(cells)
    labels = list(dict.fromkeys(cell.label for cell in known))

    def place(cell: Evidence) -> tuple[int, int, int]:
        field = FIELDS.index(cell.field) if cell.field in FIELDS else len(FIELDS)
        return labels.index(cell.label), cell.players, field

    return tuple(sorted(known, key=place))


def from_row(row: Mapping[str, str]) -> Evidence:
    """The evidence of a row of text, as `Evidence.row` writes it."""
    numbers = {name: number(row[name]) for name in ("error", "low", "high", "all_low", "all_high")}
    won = part_of(Between, "win_rate", row)
    unknown = math.nan
    return Evidence(
        tip=row["tip"],
        label=row["label"],
        meaning=meaning_of(row),
        size=Size(number(row["effect"]), **numbers, deals=int(row["deals"])),
        advice=int(row["advice"]),
        margin=number(row["margin"]),
        kind=row["kind"],
        players=int(row["players"]),
        field=row["field"],
        roster=row["roster"],
        rules=row["rules"],
        half_width=number(row["half_width"]),
        in_choices=number(row["in_choices"]),
        in_play=number(row["in_play"]),
        won=Size(won.value, unknown, won.low, won.high, unknown, unknown, 0),
        first_deals=row["first_deals"],
        found_by=row["found_by"],
    )


class Elsewhere(NamedTuple):
    """The mean of a rule where its condition does not hold.

    what, when: following the rule, and the condition, in words.
    """

    what: str
    when: str
    headline: Headline

    def row(self, there: HeadlineAnswer) -> dict[str, Any]:
        """It as columns of a tip's row. there: the answer where the condition holds."""
        here = self.headline
        row = {"rule": self.what, "condition": self.when, "there": str(there), "elsewhere": str(here.answer)}
        return row | columns_of(Between(here.effect, here.low, here.high), "effect_elsewhere")


def elsewhere_from(row: Mapping[str, str], margin: float) -> Elsewhere | None:
    """The mean elsewhere of a row of text, as `Elsewhere.row` writes it, if it has one."""
    if not row.get("elsewhere"):
        return None
    value, low, high = part_of(Between, "effect_elsewhere", row)
    headline = Headline(HeadlineAnswer(row["elsewhere"]), value, low, high, margin)
    return Elsewhere(row["rule"], row["condition"], headline)


@dataclass(frozen=True)
class TipHeadline:
    """A tip's headline: the mean over its tables, turned so that a number above zero is for following the advice.

    advice: 1 if the tip advises what the experiment names first, -1 if it advises against it. elsewhere: of a rule that
    is said to help only under a condition, the mean where that does not hold; the headline itself is about where it
    does, and the answer about both.
    """

    label: str
    meaning: Meaning
    advice: int
    headline: Headline
    rounds: int = 0
    elsewhere: Elsewhere | None = None

    @property
    def answer(self) -> HeadlineAnswer:
        """What the evidence says about following the advice."""
        return answer_of_both(self.headline, self.elsewhere.headline) if self.elsewhere else self.headline.answer

    @property
    def favours_first(self) -> bool:
        """Whether it is for what the experiment names first."""
        return self.headline.favours_first(self.advice)

    @property
    def unit(self) -> str:
        """The unit of the mean."""
        return self.meaning.unit

    @property
    def effect(self) -> float:
        """The mean."""
        return self.headline.effect

    @property
    def low(self) -> float:
        """Where its interval begins."""
        return self.headline.low

    @property
    def high(self) -> float:
        """Where it ends."""
        return self.headline.high

    def row(self) -> dict[str, Any]:
        """It as columns of a tip's row."""
        headline = self.headline
        return {
            "answer": str(self.answer),
            "label": self.label,
            **columns_of(self.meaning),
            "advice": self.advice,
            "effect": headline.effect,
            "low": headline.low,
            "high": headline.high,
            "margin": headline.margin,
            "better_at": tables_named(headline.plus),
            "worse_at": tables_named(headline.minus),
            "heterogeneity": headline.heterogeneity,
            "rounds": self.rounds,
        } | (self.elsewhere.row(headline.answer) if self.elsewhere else {})


def tables_named(tables: tuple[tuple[int, str], ...]) -> str:
    """Some tables as a cell of text: how many play, and the field.

    >>> tables_named(((2, "simple"), (3, "mixed")))
    '2 simple; 3 mixed'
    """
    return "; ".join(f"{players} {field}" for players, field in tables)


def tables_read(text: str) -> tuple[tuple[int, str], ...]:
    """The tables that a cell of text names."""
    parts = (part.partition(" ") for part in text.split("; ") if part)
    return tuple((int(players), field) for players, _, field in parts)
