"""Records of Twisted Knot: what is recorded can be refereed, and no forged record passes."""

import random
from functools import cache
from itertools import pairwise

import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.verify import verify
from tests.sim.conforming import Forgery, Record, events_of, forgeries, refuse_forged
from tests.twisted_knot.oracle import ORDER
from tests.twisted_knot.scripts import ANYTHING, COLLECT, COLLECT_DRAWING, EAGER, LOWEST, job

N_GAMES = 40 if OFF else 200
PLAYERS = (ANYTHING, EAGER, LOWEST, COLLECT, COLLECT_DRAWING)
MULTIPLYING = ("2", "9", "10", "Jk", "J", "K", "A")


@cache
def recorded(index: int) -> Record:
    """A game of settings and players that change with its number."""
    chance = random.Random(index)
    ranks = chance.choice([MULTIPLYING, MULTIPLYING[1:], chance.sample(MULTIPLYING, chance.randint(0, 6))])
    players = [chance.choice(PLAYERS)] * 8 if index % 2 else chance.choices(PLAYERS, k=8)
    changes = (
        f"packs={chance.choice((1, 1, 2, 4))}",
        f"jokers={chance.randint(0, 4)}",
        f"eight={chance.choice(('invisible', 'repeat'))}",
        f"multiply={','.join(ranks) or 'none'}",
        f"turn_limit={chance.choice((1, 40, 100, 600))}",
    )
    return record_game(
        job(players[: chance.randint(2, 8)], *changes, seed=index, fixed_seats=bool(index % 3)), index % 7
    )


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.long) for first in range(40, N_GAMES, 40))]
)
def test_every_recorded_game_is_accepted(first: int) -> None:
    for index in range(first, first + 40):
        verify(recorded(index))


def test_the_recorded_games_end_in_every_way() -> None:
    assert {recorded(index)["result"]["end"] for index in range(N_GAMES)} == {"finished", "stalled", "capped"}


# --- forgeries of the deal ---


def another_card_in_the_deal(forged: Record, chance: random.Random) -> None:
    """TK-1: no longer the cards of the packs."""
    pile = chance.choice(forged["deal"])
    place = chance.randrange(len(pile))
    pile[place] = chance.choice([card for card in ORDER if card != pile[place]])


def a_card_dealt_to_the_wrong_seat(forged: Record, chance: random.Random) -> bool | None:
    """TK-2: piles of the wrong sizes."""
    forged["deal"][-1].append(forged["deal"][0].pop())
    return len(forged["deal"][0]) != len(forged["deal"][-1]) + 2 or len(forged["deal"]) > 1


def start_with(forged: Record, chance: random.Random, several: bool) -> bool | None:
    """A game of one turn, played by a seat whose first card is not the lowest, where one or several others hold the
    lowest.
    """
    order = ["2", "3", "5", "Q", "7", "9", "10", "Jk", "6", "J", "K", "A", "4", "8"]
    n, firsts = len(forged["deal"]), [pile[0] for pile in forged["deal"]]
    lowest = min(firsts, key=order.index)
    harmless = [
        seat for seat, card in enumerate(firsts) if card in {"3", "5", "Q", "7", "Jk", "6", "J", "K"} - {lowest}
    ]
    if not harmless or (firsts.count(lowest) > 1) != several:
        return False
    seat = chance.choice(harmless)
    forged["events"] = [*forged["events"][:n], {"do": "lay", "seat": seat, "card": firsts[seat], "count": 1}]
    forged["rules"]["turn_limit"] = 1
    forged["result"] = {"end": "capped", "places": [0] * n, "turns": 1}


def another_starter(forged: Record, chance: random.Random) -> bool | None:
    """TK-3: not the holder of the lowest first card."""
    return start_with(forged, chance, several=False)


def a_starter_not_among_those_of_equal_cards(forged: Record, chance: random.Random) -> bool | None:
    """TK-3: the lot is only among the holders of the lowest first card."""
    return start_with(forged, chance, several=True)


# --- forgeries of the events ---


def two_events_in_the_wrong_order(forged: Record, chance: random.Random) -> bool | None:
    """Neighbours exchanged, of different seats or of different kinds."""
    events = forged["events"]
    at = chance.randrange(len(events) - 1)
    event, other = events[at : at + 2]
    if (event["seat"], event["do"]) == (other["seat"], other["do"]):
        return False
    events[at : at + 2] = [other, event]


def last_lays(forged: Record) -> list[Record]:
    """The lays that are a player's last cards: he holds these and no others."""
    events = forged["events"]
    return [event for event, following in pairwise(events) if event["do"] == "lay" and following["do"] == "out"]


def a_card_too_many_laid(forged: Record, chance: random.Random) -> None:
    """TK-16: more cards than the hand holds."""
    chance.choice(last_lays(forged))["count"] += 1


def no_card_laid(forged: Record, chance: random.Random) -> None:
    """TK-6: a lay of none."""
    chance.choice(events_of(forged, "lay"))["count"] = 0


def another_card_taken(forged: Record, chance: random.Random) -> None:
    """TK-2: not the pile's top card."""
    cards = chance.choice(events_of(forged, "take"))["cards"]
    place = chance.randrange(len(cards))
    cards[place] = chance.choice([card for card in ORDER if card != cards[place]])


def a_card_passed_to_another_seat(forged: Record, chance: random.Random) -> None:
    """TK-21: not the next player."""
    event = chance.choice(events_of(forged, "pass"))
    event["to"] = (event["to"] + 1) % len(forged["deal"])


def a_discard_told_as_a_pass(forged: Record, chance: random.Random) -> None:
    """TK-18, 21: 9s discard and Aces pass."""
    given = [event for event in forged["events"] if event["do"] in ("discard", "pass")]
    event = chance.choice(given)
    event["do"] = "pass" if event["do"] == "discard" else "discard"
    event.setdefault("to", (event["seat"] + 1) % len(forged["deal"]))


def a_wrong_place_when_going_out(forged: Record, chance: random.Random) -> None:
    """TK-9: places are given in order."""
    chance.choice(events_of(forged, "out"))["place"] += 1


def a_turn_after_the_end(forged: Record, chance: random.Random) -> bool | None:
    """TK-9: whoever was the last to go out takes a card that no pile holds, and the game counts as capped."""
    events, result = forged["events"], forged["result"]
    if result["end"] != "finished":
        return False
    seat = events[-1]["seat"]
    stack_left = events[-2]["do"] != "clear"
    then = {"do": "pick-up", "seat": seat} if stack_left else {"do": "lay", "seat": seat, "card": "2", "count": 1}
    events += [{"do": "take", "seat": seat, "cards": ["2"]}, then]
    result |= {"end": "capped", "turns": result["turns"] + 1}
    forged["rules"]["turn_limit"] = result["turns"]


# --- forgeries of the result ---


def another_limit(forged: Record, chance: random.Random) -> bool | None:
    """TK-27: it would have been capped, or played on."""
    turns, is_capped = forged["result"]["turns"], forged["result"]["end"] == "capped"
    forged["rules"]["turn_limit"] = max(1, turns + chance.randint(1, 20) * (1 if is_capped else -1))
    return turns > 1


def a_finished_game_told_as_capped(forged: Record, chance: random.Random) -> bool | None:
    """TK-27: a game that ends with its last turn is finished."""
    result = forged["result"]
    if result["end"] != "finished":
        return False
    forged["rules"]["turn_limit"], result["end"] = result["turns"], "capped"


# --- forgeries of the form ---


def settings_of_another_pack(forged: Record, chance: random.Random) -> None:
    """TK-1: the deal is not of these packs."""
    forged["rules"]["packs"] = forged["rules"]["packs"] % 4 + 1


def a_setting_outside_its_bounds(forged: Record, chance: random.Random) -> None:
    """TK-1, TK-29: there are no such settings."""
    name, value = chance.choice([("packs", 5), ("jokers", -1), ("eight", "wild"), ("multiply", ["4"]), ("players", 9)])
    forged["rules"][name] = value


@pytest.mark.parametrize("forgery", forgeries(__name__))
def test_a_forged_record_is_refused(forgery: Forgery) -> None:
    refuse_forged(forgery, recorded, N_GAMES)
