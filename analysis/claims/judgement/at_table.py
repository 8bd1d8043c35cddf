"""What is known of a habit at the table that a reader chose: how many play, and against whom.

At plain tables it is what a script gains by the habit in the mixed field. At strong tables it is what a rule that
forbids the champion the habit, or obliges it to, costs among champions; of tips without such trials, what a script
gains among champions. The champion's own habits are forbidden to it there, and obliged to a plain player at plain
tables. Where nothing was played at the chosen table, the nearest one stands for it, and is named.
"""

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from knotlab.analysis.claims.evidence.champions import ChampionHabit, published_pairs
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.bound import is_beyond_at, is_beyond_lot
from knotlab.analysis.claims.model.meaning import FEWER, PLAYER, Meaning
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.intervals import certain_sign
from knotlab.analysis.stats.verdicts import Direction

CHAMPION, RANDOM, MIXED, STRONG, OBLIGE = "champion", "random", "mixed", "strong", ":oblige="
AGAINST_RANDOM = f"against {RANDOM}"  # of a label: the other side of the duel moves at random
ONE_CHOICE = "what-if"  # the kind of experiment that changes one
AS_A_RULE = "as a rule"  # instead of the label of an experiment: a tip against its opposite
LOST = Meaning("loss_rate", PLAYER, FEWER)
SMALL = 0.005  # the smallest effect that matters, in games lost
LOST_ANYWAY = 0.9  # of games: a script that loses more than these among champions shows nothing there


class Against(StrEnum):
    """Who the others at the table are."""

    PLAIN = "plain"
    STRONG = "strong"


class TableChoice(NamedTuple):
    """A table that a reader can choose."""

    players: int
    against: Against


SIZES = (2, 3, 4)
CHOICES = [TableChoice(players, against) for against in Against for players in SIZES]
USUAL = TableChoice(3, Against.PLAIN)
FIELDS = {Against.PLAIN: (MIXED, "simple", "strong"), Against.STRONG: ("strong", MIXED, "simple")}  # nearest first


class HabitWorth(NamedTuple):
    """What is known of doing something, at the chosen table or the nearest one.

    label: the experiment, or the number of the champion's habit. meaning, size: what is counted, for whoever does it,
    and how much, with the 95% interval. direction: which way it points. players, field: where it was played. is_here:
    that is the chosen table. is_rule: a rule was laid over the champion. is_always: it is done wherever it can be.
    is_once: in a single choice of a game as it is otherwise played. is_lost: by a script that loses nearly all games
    there, with it or without. advice: 1 if it is what the tip advises where it helps, -1 if not.
    """

    label: str
    meaning: Meaning
    size: Between
    direction: Direction
    players: int
    field: str
    is_here: bool
    is_rule: bool = False
    is_always: bool = False
    is_once: bool = False
    is_lost: bool = False
    advice: int = 1

    @property
    def matters(self) -> bool:
        """Whether its direction is known, and it is no smaller than what matters: what is told in colour, and advised
        or warned of; anything else is grey wherever it is told. What a script gains among champions tells strong
        players nothing.
        """
        is_evidence = self.field != STRONG
        return is_evidence and self.direction in (Direction.HELPS, Direction.HURTS) and abs(self.size.value) >= SMALL


def has_trials(tip: TipResult, against: Against) -> bool:
    """Whether what is told of a tip at plain or strong tables are rules laid over the champion."""
    return against == Against.STRONG and any(tip.cells_of(label) for label in tip.words.strong)


def at_table(tip: TipResult, choice: TableChoice) -> list[HabitWorth]:
    """What is known of each habit of a tip, the one that its headline is about first."""
    if has_trials(tip, choice.against):
        return [of_rule(tip.game, tip.cells_of(label), choice) for label in tip.words.strong if tip.cells_of(label)]
    headline = tip.headline.label if tip.headline else ""
    labels = sorted(tip.words.rows, key=lambda label: label != headline)
    return [of_habit(tip.game, cells, choice) for label in labels if (cells := tip.cells_of(label))]


def of_habit(game: str, cells: Sequence[Evidence], choice: TableChoice) -> HabitWorth:
    """What a script gains by a habit. cells: all that were played of it."""
    fields = FIELDS[choice.against]

    def distance(cell: Evidence) -> tuple[int, int]:
        place = fields.index(cell.field) if cell.field in fields else len(fields)
        return place, abs(cell.players - choice.players)

    cell = min(cells, key=distance)
    size = Between(cell.effect, cell.low, cell.high)
    is_here = distance(cell) == (0, 0)
    table = cell.players, cell.field, is_here
    is_once, is_lost = cell.kind == ONE_CHOICE, is_lost_anyway(game, cell)
    return HabitWorth(
        cell.label, cell.meaning, size, cell.direction, *table, is_once=is_once, is_lost=is_lost, advice=cell.advice
    )


def is_lost_anyway(game: str, cell: Evidence) -> bool:
    """Whether a script played there that loses nearly all games, with a habit or without: one among champions, where
    these finish ahead of every script that has a plan.
    """
    ahead = [
        pair.ahead.value
        for pair in published_pairs()
        if (pair.game, pair.players, pair.better, pair.rules) == (game, cell.players, CHAMPION, "")
        and (pair.other == RANDOM) == cell.label.endswith(AGAINST_RANDOM)
    ]
    is_script = cell.field == STRONG and cell.kind != ONE_CHOICE
    return is_script and bool(ahead) and min(ahead) > LOST_ANYWAY


TURNED = {Direction.HELPS: Direction.HURTS, Direction.HURTS: Direction.HELPS}


def of_rule(game: str, cells: Sequence[Evidence], choice: TableChoice) -> HabitWorth:
    """What the champion gains by what a rule forbids it, or loses by what one obliges it to; its direction is open
    where the rule costs something, but no more there than being bound does. cells: all of the rule.
    """
    cell = min(cells, key=lambda cell: abs(cell.players - choice.players))
    is_here, is_always = cell.players == choice.players, OBLIGE in cell.label
    size = Between(cell.effect, cell.low, cell.high)
    table = cell.players, CHAMPION, is_here, True
    is_bound = cell.direction == Direction.HELPS and not is_beyond_at(game, cell, cells)
    direction = Direction.OPEN if is_bound else cell.direction
    done = HabitWorth(cell.label, LOST, size, direction, *table, advice=cell.advice)
    return turned(done)._replace(is_always=True) if is_always else done


def usually(tip: TipResult, choice: TableChoice) -> HabitWorth:
    """What a tip about what is usually better gains the champion: how many games fewer it loses if it must always
    follow the tip than if it must always do the opposite; certain only at the level that all published cells share.
    """
    against, along = (
        min((cell for cell in _rule_cells(tip) if cell.advice == advice), key=lambda cell: _off(cell, choice))
        for advice in (1, -1)
    )
    value = against.effect - along.effect
    half, all_half = (
        math.hypot(*((high - low) / 2 for low, high in ends))
        for ends in (
            [(cell.low, cell.high) for cell in (against, along)],
            [(cell.size.all_low, cell.size.all_high) for cell in (against, along)],
        )
    )
    sign = certain_sign(value - all_half, value + all_half)
    direction = {1: Direction.HELPS, -1: Direction.HURTS}.get(sign, Direction.OPEN)
    size = Between(value, value - half, value + half)
    is_here = against.players == choice.players
    return HabitWorth(AS_A_RULE, LOST, size, direction, against.players, CHAMPION, is_here, is_rule=True)


def _rule_cells(tip: TipResult) -> list[Evidence]:
    return [cell for label in tip.words.strong for cell in tip.cells_of(label)]


def _off(cell: Evidence, choice: TableChoice) -> int:
    return abs(cell.players - choice.players)


def turned(worth: HabitWorth) -> HabitWorth:
    """What is known of not doing it."""
    value, low, high = worth.size
    direction = TURNED.get(worth.direction, worth.direction)
    return worth._replace(size=Between(-value, -high, -low), direction=direction, advice=-worth.advice)


def as_habit(rule: HabitWorth, habit: HabitWorth) -> HabitWorth:
    """What is known from a rule laid over the champion, told of a habit of the same tip, of which the rule may be about
    the opposite: never to do that is always to show the habit.
    """
    return rule if rule.advice == habit.advice else turned(rule)._replace(is_always=not rule.is_always)


def points_against(one: HabitWorth, other: HabitWorth) -> bool:
    """Whether one certainly points the other way than the other, both by no less than what matters."""
    signs = certain_sign(one.size.low, one.size.high) * certain_sign(other.size.low, other.size.high)
    return signs < 0 and min(abs(one.size.value), abs(other.size.value)) >= SMALL


def of_champion(habit: Sequence[ChampionHabit], choice: TableChoice) -> HabitWorth:
    """What one of the champion's own habits is worth: to itself among champions, or to a plain player at plain tables
    who shows it wherever it can; open where doing without it does not cost the champion more there than being bound
    does. habit: at all sizes of table.
    """
    found = min(habit, key=lambda each: abs(each.players - choice.players))
    is_strong, (value, low, high) = choice.against == Against.STRONG, found.plain
    effect = Between(*found.effect) if is_strong else Between(-value, -high, -low)
    sign, is_small = certain_sign(effect.low, effect.high), max(-effect.low, effect.high) <= SMALL
    unsure = Direction.NOTHING if is_small else Direction.OPEN
    direction = {1: Direction.HELPS, -1: Direction.HURTS}.get(sign, unsure)
    if is_strong and direction == Direction.HELPS and not is_beyond_lot(found, habit):
        direction = Direction.OPEN
    table = found.players, CHAMPION if is_strong else MIXED, found.players == choice.players
    return HabitWorth(str(found.habit), LOST, effect, direction, *table, is_rule=is_strong, is_always=not is_strong)
