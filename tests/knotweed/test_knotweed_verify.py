"""Records of Knotweed: what is recorded can be refereed, and no forged record passes."""

import json
import random
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.verify import verify
from tests.knotweed.oracle import PACK
from tests.knotweed.scripts import ANYTHING, CROOK, EAGER, IDLE, SHARPER, job
from tests.sim.conforming import Forgery, Record, events_of, forgeries, refuse_forged

N_GAMES = 40 if OFF else 160
PLAYERS = (ANYTHING, EAGER, EAGER, SHARPER, CROOK, IDLE)


@cache
def recorded(index: int) -> Record:
    """A round of settings and players that change with its number."""
    chance = random.Random(index)
    players = [chance.choice(PLAYERS)] * 8 if index % 2 else chance.choices(PLAYERS, k=8)
    changes = [
        f"cheating={chance.choice(('none', 'none', '0', '0.3', '0.05', '1'))}",
        f"turn_limit={chance.choice((1, 20, 60, 250))}",
        f"reset={('empty', 'empty', 'missing')[index % 3]}",
    ]
    changes += [f"decks={chance.randint(1, 4)}"] if chance.random() < 0.5 else []
    return json.loads(
        json.dumps(
            record_game(
                job(players[: chance.randint(2, 8)], *changes, seed=index, fixed_seats=bool(index % 3)), index % 7
            )
        )
    )


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.long) for first in range(40, N_GAMES, 40))]
)
def test_every_recorded_round_is_accepted(first: int) -> None:
    for index in range(first, first + 40):
        verify(recorded(index))


def test_the_recorded_rounds_end_in_every_way_and_have_every_event() -> None:
    assert {recorded(index)["result"]["end"] for index in range(N_GAMES)} == {"finished", "stalled", "capped"}
    events = Counter(
        (event["do"], bool(event.get("cheat"))) for index in range(N_GAMES) for event in recorded(index)["events"]
    )
    wanted = {"play", "pass", "draw", "reset", "out", "prune", "caught"}
    assert set(events) == {(do, False) for do in wanted} | {("play", True), ("draw", True)}


def test_a_record_has_just_the_fields_of_the_format() -> None:
    record = recorded(0)
    assert set(record) == {"game", "rules", "seed", "index", "players", "deal", "events", "result"}
    assert set(record["rules"]) == {"players", "decks", "cheating", "reset", "turn_limit"}
    assert set(record["deal"]) == {"hands", "start", "draw"}
    assert set(record["result"]) == {"end", "places", "turns"}


# --- forgeries ---


def another_card_in_the_deal(forged: Record, chance: random.Random) -> None:
    """KW-1: no longer the cards of the decks."""
    hand = chance.choice(forged["deal"]["hands"])
    hand[0] = chance.choice([card for card in PACK if card != hand[0]])


def another_start(forged: Record, chance: random.Random) -> bool | None:
    """KW-1: the first pile is another card than was dealt; the first play does not fit or costs something else."""
    deal, first = forged["deal"], forged["events"][0]
    used = [card for event in forged["events"] for card in event.get("cards", ())]
    if (
        first["do"] != "play"
        or first.get("cheat")
        or deal["start"][:-1] == first["cards"][0][:-1]
        or deal["start"] not in [*deal["draw"], deal["start"]]
    ):
        return False
    others = [i for i, card in enumerate(deal["draw"]) if card not in used and card[:-1] != first["cards"][0][:-1]]
    others = [i for i in others if all(deal["draw"][i][-1] != card[-1] for card in first["cards"])]
    i = chance.choice(others)
    deal["start"], deal["draw"][i] = deal["draw"][i], deal["start"]


def cards_of_a_group_in_descending_order(forged: Record, chance: random.Random) -> None:
    """A group lies in the order of the pack; another order would name other piles."""
    plays = [event for event in events_of(forged, "play") if len(set(event["cards"])) > 1]
    chance.choice(plays)["cards"].reverse()


def a_legal_play_called_a_cheat(forged: Record, chance: random.Random) -> None:
    """KW-11: the flag belongs to illegal plays."""
    plays = [event for event in events_of(forged, "play") if not event.get("cheat")]
    chance.choice(plays)["cheat"] = True


def an_illegal_play_not_called_a_cheat(forged: Record, chance: random.Random) -> None:
    """KW-11: the flag is missing."""
    plays = [event for event in events_of(forged, "play") if event.get("cheat")]
    del chance.choice(plays)["cheat"]


def an_honest_draw_called_a_cheat(forged: Record, chance: random.Random) -> None:
    """KW-11: as many cards as were due."""
    draws = [event for event in events_of(forged, "draw") if not event.get("cheat")]
    chance.choice(draws)["cheat"] = True


def another_card_drawn(forged: Record, chance: random.Random) -> None:
    """KW-10: not the next card."""
    draws = [event for event in events_of(forged, "draw") if event["cards"]]
    cards = chance.choice(draws)["cards"]
    place = chance.randrange(len(cards))
    cards[place] = chance.choice([card for card in PACK if card != cards[place]])


def another_card_in_a_reset(forged: Record, chance: random.Random) -> None:
    """KW-10: not the cards out of hands."""
    reset = chance.choice(events_of(forged, "reset"))
    reset["start"] = chance.choice([card for card in PACK if card != reset["start"]])


def a_pile_too_many_pruned(forged: Record, chance: random.Random) -> None:
    """KW-9: half of the piles, rounded up."""
    piles = chance.choice(events_of(forged, "prune"))["piles"]
    piles.append(next(pile for pile in range(210) if pile not in piles))


def a_pile_pruned_twice(forged: Record, chance: random.Random) -> None:
    """KW-9: different piles."""
    prunes = [event for event in events_of(forged, "prune") if len(event["piles"]) > 1]
    piles = chance.choice(prunes)["piles"]
    piles[-1] = piles[0]


def not_caught_after_all(forged: Record, chance: random.Random) -> None:
    """KW-11: the plays of one who was caught are on the table again, and his three cards are drawn all the same."""
    events = forged["events"]
    caught = [
        i + 1
        for i, (event, following) in enumerate(pairwise(events[:-30]))
        if event["do"] == "play" and following["do"] == "caught"
    ]
    del events[chance.choice(caught)]


def cheating_switched_off(forged: Record, chance: random.Random) -> bool | None:
    """KW-11: no cheat without the house rule."""
    if not any(event.get("cheat") or event["do"] == "caught" for event in forged["events"]):
        return False
    forged["rules"]["cheating"] = None


@pytest.mark.parametrize("forgery", forgeries(__name__))
def test_no_forged_record_passes(forgery: Forgery) -> None:
    refuse_forged(forgery, recorded, N_GAMES)
