"""The columns of the first screen: of each game what to do at the chosen table, what not, and what depends on how many
play, with what it is worth.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.at_table import (
    SIZES,
    Against,
    HabitWorth,
    TableChoice,
    as_habit,
    at_table,
    has_trials,
    of_champion,
    points_against,
)
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.verdicts import Direction
from knotlab.reports.words import uncapital
from knotlab.reports.words.at_table import (
    AT_TIMES,
    COLOURS,
    DONT,
    SHORT,
    always,
    amount,
    best_and_worst,
    colour,
    how,
    known_beside,
    named,
    other_than,
    own_losses,
    where,
)
from knotlab.reports.words.directions import NUMERALS
from knotlab.reports.words.strong_players import WORDS, habits_of, link_of
from knotlab.sim import games

DO, DO_NOT, DEPENDS, FOUND = 5, 4, 2, 3  # bars of each kind


class Bar(NamedTuple):
    """A habit on the first screen.

    link: the id of its card. does: what one does. size: the share of games lost fewer by whoever does it, with its
    interval. words, colour: that in words, and the class of their colour. note: what it is worth at other sizes, or if
    always done. whom: for whom alone it helps. is_found: by the champion, in no rulebook. is_always: it is about doing
    so wherever one can.
    """

    link: str
    does: str
    size: Between
    words: str
    colour: str
    note: str = ""
    whom: str = ""
    is_found: bool = False
    is_always: bool = False

    @property
    def value(self) -> float:
        """The share of games lost fewer, without its interval."""
        return self.size.value


class GameHabits(NamedTuple):
    """A game on the first screen: what to do, what not, what depends on how many play, and at plain tables what the
    champion does and the rulebooks do not say, if a plain player always does it; the largest first. tips: how many
    there are.
    """

    game: str
    do: list[Bar]
    do_not: list[Bar]
    depends: list[Bar]
    found: list[Bar]
    tips: int


def column(game: str, tips: Iterable[TipResult], choice: TableChoice) -> GameHabits:
    """A game's habits that were tried at a table. Of a tip, or of each half of one, what helps most and what hurts
    most; nothing of one whose gain is at plain tables mostly that of another tip, which stands there itself.
    """
    do, do_not, depends, of_game = list[Bar](), list[Bar](), list[Bar](), [tip for tip in tips if tip.game == game]
    for tip in of_game:
        if tip.words.most and choice.against == Against.PLAIN:
            continue
        known = [each for each in own_losses(tip, choice) if not where(each, choice)]
        others = turned(tip, choice) if known else ""
        if others:
            depends.append(_bar(tip, known[0], choice, others))
            known = known[1:]
        helps, hurts = best_and_worst(tip, known, choice.against)
        do += [_bar(tip, each, choice) for each in helps]
        do_not += [_bar(tip, each, choice) for each in hurts]
    do, do_not = _joined(do, do_not)
    found = found_by_champion(game, choice)
    if choice.against == Against.STRONG:
        do, found = [*do, *found], []
    found = _largest(found)[:FOUND]
    return GameHabits(
        game, _largest(do)[:DO], _largest(do_not)[:DO_NOT], _largest(depends)[:DEPENDS], found, len(of_game)
    )


def _joined(do: Sequence[Bar], do_not: Sequence[Bar]) -> tuple[list[Bar], list[Bar]]:
    """What helps at times with what always doing so costs beside it, not in a line of its own."""
    kept = {bar.does: bar for bar in do_not if bar.is_always}
    overdone = {bar.does: kept.get(always(bar.does)) for bar in do}
    noted = [bar._replace(note=f"always: {over.words}") if (over := overdone[bar.does]) else bar for bar in do]
    return noted, [bar for bar in do_not if bar not in overdone.values()]


def in_short(bar: Bar) -> str:
    """What one does, in few words where there are any."""
    return SHORT.get(uncapital(bar.does), uncapital(bar.does))


def _largest(bars: Iterable[Bar]) -> list[Bar]:
    return sorted(bars, key=lambda bar: -abs(bar.value))


def turned(tip: TipResult, choice: TableChoice) -> str:
    """What a tip's first habit is worth at other sizes of table of the same kind, where it points both ways; empty
    where it does not, or where rules laid over the champion say when to do it.
    """
    if has_trials(tip, choice.against) or not own_losses(tip, choice):
        return ""
    at_sizes = [own_losses(tip, TableChoice(players, choice.against))[0] for players in SIZES]
    tried = [(players, each) for players, each in zip(SIZES, at_sizes, strict=True) if each.players == players]
    if len({each.direction for _, each in tried if each.matters}) < len(COLOURS):
        return ""
    return "; ".join(f"with {NUMERALS[n]} {amount(each)}" for n, each in tried if n != choice.players)


def for_whom(worth: HabitWorth, others: Sequence[HabitWorth], against: Against) -> str:
    """For whom alone a habit helps, in few words, or who may show it at times only. worth, others: what is known of it,
    and of whatever belongs to the same tip, with others at the table.
    """
    if worth.direction != Direction.HURTS or not worth.matters:
        return ""
    if against == Against.PLAIN and worth.is_always and any(_helps_at_times(each) for each in others):
        return f"strong: {AT_TIMES}"
    return f"{against} only"


def _helps_at_times(worth: HabitWorth) -> bool:
    return worth.direction == Direction.HELPS and worth.matters and how(worth) == AT_TIMES


def _bar(tip: TipResult, worth: HabitWorth, choice: TableChoice, note: str = "") -> Bar:
    said = "; ".join(filter(None, (note, "" if worth.is_rule else tip.words.when)))
    numbers = worth.size, amount(worth), colour(worth)
    found = known_beside(tip, worth, choice)
    others = at_table(tip, TableChoice(choice.players, other_than(choice.against)))
    whom = for_whom(as_habit(found, worth), others, choice.against) if found else ""
    return Bar(f"tip-{tip.id}", named(tip, worth), *numbers, said, whom, is_always=worth.is_always)


def found_by_champion(game: str, choice: TableChoice) -> list[Bar]:
    """The champion's own habits that help it, or at plain tables matter to a plain player who always has them; none of
    a game without any.
    """
    bars = []
    for number, habit in habits_of(game).items() if game in WORDS else ():
        plain, strong = (of_champion(habit, choice._replace(against=each)) for each in Against)
        worth, other = (strong, plain) if choice.against == Against.STRONG else (plain, strong)
        is_told = worth.matters and not where(worth, choice)
        if is_told and (worth.is_always or worth.direction == Direction.HELPS):
            does = WORDS[game][number][0]
            numbers = worth.size, amount(worth), colour(worth)
            is_turned = points_against(worth, other)
            whom = for_whom(other, (), choice.against) if is_turned else ""
            does = always(does) if worth.is_always else does
            bars.append(Bar(link_of(game, number), does, *numbers, whom=whom, is_found=True))
    return bars


def as_good(bars: Sequence[Bar]) -> list[bool]:
    """Which habits after the second may be as good as it is: their differences lie within the intervals of both, taken
    as of other deals.
    """
    second = bars[1] if len(bars) > 1 else None
    return [i > 1 and second is not None and _is_level(second, bar) for i, bar in enumerate(bars)]


def _is_level(one: Bar, other: Bar) -> bool:
    halves = [(bar.size.high - bar.size.low) / 2 for bar in (one, other)]
    return one.value - other.value <= math.hypot(*halves)


def first_advice(habits: GameHabits) -> str:
    """A game's habit that helps most at a table, or hurts most if none helps, other than doing something always."""
    bars = [bar for bar in (*habits.do, *habits.do_not) if not bar.is_always]
    best = max(bars, key=lambda bar: (bar in habits.do, abs(bar.value)))
    dont = f"{uncapital(DONT)} " if best.colour == COLOURS[Direction.HURTS] else ""
    return f"{games.find(habits.game).title}: {dont}{in_short(best)}."
