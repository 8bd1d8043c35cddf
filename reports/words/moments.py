"""The best moments of the games that show a tip at work, and of champions with habits of their own, in words: what is
done there, and what that is worth.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from knotlab.analysis.claims.evidence.champions import ChampionHabit
from knotlab.analysis.claims.model.meaning import FEWER, PLAYER, Meaning
from knotlab.analysis.claims.rulebooks.published import ShippedMoment
from knotlab.reports.words.card import SIGNS
from knotlab.reports.words.directions import with_interval
from knotlab.reports.words.numbers import in_digits
from knotlab.reports.words.strong_players import WORDS, link_of
from knotlab.reports.words.telling import decisions_of
from knotlab.sim import games

SHOWN = 10  # moments in the list
LOST = "loss_rate"
FEWER_LOST = Meaning(LOST, PLAYER, FEWER)
NOTICED_IN = {LOST: 0.01, "mean_score": 1.0}  # by what another move has to be better to be told, by what is counted


def as_players_say(words: str) -> str:
    """Moves of records in words, without the numbers of piles, and with suits as signs.

    >>> as_players_say("“stop” rather than “play 4S 4H onto pile 0”")
    '“stop” rather than “play 4♠ 4♥”'
    """
    without = re.sub(r" onto pile \d+", "", words)
    return re.sub(r"\b(10|[2-9AKQJ])([SHDC])\b", lambda card: card[1] + SIGNS[card[2]], without)


class BestMoment(NamedTuple):
    """A moment: its tip, or the link of a champion's habit; what happens, why it matters, and how much it is worth in
    the unit of its game.
    """

    tip: str
    happens: str
    why: str
    gain: float


def best_moments(moments: Iterable[ShippedMoment]) -> list[BestMoment]:
    """Those in which the move that shows the tip is worth most against the best other move, by what that changes."""
    told = [found for moment in moments if (found := _told(moment))]
    return sorted(told, key=lambda moment: -moment.gain)[:SHOWN]


def habit_moments(habits: Iterable[ChampionHabit]) -> list[BestMoment]:
    """A champion's moment for each habit that has one, by what it is worth; one that shows two habits stands once."""
    told: dict[tuple[str, int, int], BestMoment] = {}
    for habit in habits:
        if moment := habit.moment:
            title, _ = WORDS[habit.game][habit.habit]
            worth = with_interval(FEWER_LOST, *moment.gain)
            why = f"With “{moment.move}” {worth} games in 100 are lost from here than with “{moment.instead}”."
            found = BestMoment(link_of(habit.game, habit.habit), title, as_players_say(why), moment.gain.value)
            told.setdefault((habit.game, moment.index, moment.decision), found)
    return sorted(told.values(), key=lambda moment: -moment.gain)


def beside_others(moment: ShippedMoment) -> str:
    """What the move of a moment was worth beside the best other one, or why that is not told."""
    choice = _choice(moment)
    if len(choice["moves"]) < 2:
        return "no other move was possible"
    values = [value for value in choice.get("whatif", {}).get("values", ()) if value is not None]
    if len({*values}) == 1:
        return "to whoever moves, all moves were worth the same: others gain or lose by it"
    if (chosen := _chosen(moment)) is None:
        return "what the other moves were worth was not played"
    _, taken, value, best, _ = chosen
    metric = moment.record["whatif"]["metric"]
    if max(values) - min(values) < NOTICED_IN[metric]:
        return "here all moves were worth about the same"
    if value - best >= NOTICED_IN[metric]:
        gain = value - best
        more = f"{_number(100 * gain)} fewer games in 100 lost" if metric == LOST else f"{_number(gain)} points more"
        return f"here {more} than with the best other move"
    if best - value < NOTICED_IN[metric]:
        return "here another move was about as good"
    is_certain = taken in choice["whatif"]["worse"]
    return f"here the exception: another move was {'' if is_certain else 'perhaps '}better"


def _choice(moment: ShippedMoment) -> Mapping[str, Any]:
    """The choice that shows the tip, with what was chosen: to stop, where that has no event of its own."""
    choices = [choice for event in moment.record["events"] for choice in decisions_of(event)]
    return {"do": "stop", **choices[moment.decision]}


class _Chosen(NamedTuple):
    """The moves at a moment, the one that was made and its worth, and that of the best other one: more is better."""

    moves: list[Mapping[str, Any]]
    taken: int
    value: float
    best: float
    other: int


def _chosen(moment: ShippedMoment) -> _Chosen | None:
    """What a moment's move was worth beside the others; nothing where it was no choice, or that is not known."""
    choice = _choice(moment)
    moves = [move for move, _ in choice["moves"]]
    made = {**choice, "do": "top-up", "count": len(choice["cards"])} if choice["do"] == "take" else choice
    taken = next((i for i, move in enumerate(moves) if all(made.get(key) == part for key, part in move.items())), None)
    if taken is None or len(moves) < 2 or "whatif" not in choice:
        return None
    values, sign = choice["whatif"]["values"], -1 if moment.record["whatif"]["metric"] == LOST else 1
    others = [(sign * value, i) for i, value in enumerate(values) if i != taken and value is not None]
    if values[taken] is None or not others:
        return None
    return _Chosen(moves, taken, sign * values[taken], *max(others))


def _told(moment: ShippedMoment) -> BestMoment | None:
    """A moment with the worth of its move; nothing where the move that shows it was no choice, or not the best."""
    record, chosen = moment.record, _chosen(moment)
    if chosen is None or chosen.value <= chosen.best:
        return None
    moves, taken, value, best, other = chosen
    describe = games.find(record["game"]).events.describe_move
    move, instead = (describe(moves[i]) for i in (taken, other))
    if record["whatif"]["metric"] == LOST:
        numbers = f"{_number(-100 * value)} games in 100 are lost from here, and {_number(-100 * best)}"
    else:
        numbers = f"{_number(value)} points are to be expected, and {_number(best)}"
    why = f"With “{move}” {numbers} with the next best move, “{instead}”."
    return BestMoment(moment.tip, moment.words, as_players_say(why), value - best)


def _number(value: float) -> str:
    return in_digits(value, ".0f") if abs(value) >= 10 else in_digits(value, ".1f")
