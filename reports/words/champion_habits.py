"""What champions do that the rulebooks do not say, as the page tells it: a row of numbers for each habit, and what they
rest on.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.champions import ChampionHabit
from knotlab.analysis.claims.judgement.at_table import Against, TableChoice, of_champion
from knotlab.analysis.claims.judgement.bound import is_beyond_lot, lot_of
from knotlab.reports.words.at_table import amount, colour
from knotlab.reports.words.directions import listed
from knotlab.reports.words.strong_players import (
    WORDS,
    always,
    cost,
    habits_of,
    link_of,
    of_hundred,
    plainly,
    to_thinkers,
    worth,
)
from knotlab.strategies.ruled import shipped_habits


class HabitNumber(NamedTuple):
    """Games lost in 100 by whoever does it: how many play, the words, and the class of their colour."""

    players: int
    words: str
    colour: str


class HabitLine(NamedTuple):
    """A habit on the page: the id of its part, what it is, and what there is to say; by players, how many games more or
    fewer the champion loses by it, and a plain player who always does it; and all that with intervals, with how
    often it comes up, what rules drawn by lot cost that change as many choices, and what it is worth to thinkers.
    """

    link: str
    title: str
    says: str
    strong: list[HabitNumber]
    plain: list[HabitNumber]
    method: str


def habit_lines(game: str) -> list[HabitLine]:
    """The habits of a game's champion; none where it has none."""
    return [
        HabitLine(
            link_of(game, which),
            *WORDS[game][which],
            _numbers(found, Against.STRONG),
            _numbers(found, Against.PLAIN),
            _method(game, which, found),
        )
        for which, found in (habits_of(game).items() if game in WORDS else ())
    ]


def _numbers(habit: Sequence[ChampionHabit], against: Against) -> list[HabitNumber]:
    """What it is worth at each size of table."""
    known = [of_champion(habit, TableChoice(each.players, against)) for each in habit]
    return [HabitNumber(worth.players, amount(worth), colour(worth)) for worth in known]


def _method(game: str, which: int, habit: Sequence[ChampionHabit]) -> str:
    """What its numbers rest on. habit: at all sizes of table."""

    def by_size(words: Callable[[ChampionHabit], str]) -> str:
        return listed([f"{words(each)} with {each.players}" for each in habit])

    beyond = listed([f"{each.players}" for each in habit if is_beyond_lot(each, habit)])
    said = (
        f"Where it could do otherwise, a champion does so in {by_size(_often)}. Without it, it loses {by_size(worth)}, "
        f"{f'with {beyond}' if beyond else 'nowhere'} certainly more than by rules made up at random that change as "
        f"many choices: {by_size(_by_lot)}. At plain tables, always doing it {always(habit)}: {by_size(plainly)}."
    )
    thinkers = to_thinkers(game, shipped_habits(game)[which - 1])
    return f"{said} Of 100 games between two thinkers, one without it loses {thinkers}." if thinkers else said


def _often(habit: ChampionHabit) -> str:
    return of_hundred(habit.champion, " of 100")


def _by_lot(habit: ChampionHabit) -> str:
    return cost(lot_of(habit).value)
