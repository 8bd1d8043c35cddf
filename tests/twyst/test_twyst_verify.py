"""Records of Twyst: what is recorded can be refereed, and no forged record passes."""

import json
import random
from functools import cache

import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twyst.state import CONTRACTS
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.verify import verify
from tests.sim.conforming import Forgery, Record, events_of, forgeries, refuse_forged
from tests.twyst.scripts import NUMERALS, RANDOM, job

N_GAMES = 40 if OFF else 200


@cache
def recorded(index: int) -> Record:
    """A deal of players and a setting that change with its number."""
    players = [RANDOM] * 4 if index % 3 == 0 else [NUMERALS] * 4
    changes = [f"lost={('others', 'shortfall')[index % 2]}", f"partners={('joint', 'own')[index // 2 % 2]}"]
    changes += ["misere=100", "nemo=5"] if index % 5 == 0 else []
    return record_game(job(players, *changes, seed=index), index)


def test_every_recorded_deal_is_accepted() -> None:
    for index in range(N_GAMES):
        verify(json.loads(json.dumps(recorded(index))))


def test_the_recorded_deals_have_every_contract() -> None:
    assert {
        event["name"] for index in range(N_GAMES) for event in recorded(index)["events"] if event["do"] == "contract"
    } == set(CONTRACTS)


def test_a_record_has_the_fields_and_the_order_of_events_that_the_records_page_says() -> None:
    for index in range(20):
        record = recorded(index)
        kinds = [event["do"] for event in record["events"]]
        contracts = kinds.count("contract")
        assert record["rules"] == {
            "lost": ("others", "shortfall")[index % 2],
            "partners": ("joint", "own")[index // 2 % 2],
            "ace": 20,
            "court": 15,
            "numerals": 10,
            "misere": 150 if index % 5 else 100,
            "misere_lost": 150,
            "nemo": 10 if index % 5 else 5,
            "nemo_clean": 20,
        }
        assert kinds == ["bid"] * 4 + ["contract"] * contracts + ["lead"] + (["card"] * 4 + ["trick"]) * 13
        assert set(record["result"]) == {"tricks", "score"}
        assert sum(record["result"]["tricks"]) == 13
        assert [len(hand) for hand in record["deal"]] == [13] * 4


def test_a_record_from_before_scores_were_settings_was_played_by_their_defaults() -> None:
    for index in (1, 2, 5):  # the scores of the last one are others
        record = json.loads(json.dumps(recorded(index)))
        record["rules"] = {name: record["rules"][name] for name in ("lost", "partners")}
        if index % 5 or not {"misere", "nemo"} & {event["name"] for event in events_of(record, "contract")}:
            verify(record)


# --- forgeries ---


def a_card_twice_in_the_deal(forged: Record, chance: random.Random) -> None:
    """TY-1: not one pack."""
    seat, other = chance.sample(range(4), 2)
    forged["deal"][seat][0] = forged["deal"][other][0]


def a_card_dealt_to_the_wrong_seat(forged: Record, chance: random.Random) -> None:
    """TY-1: not thirteen each."""
    forged["deal"][0].append(forged["deal"][3].pop())


def another_card_bid(forged: Record, chance: random.Random) -> None:
    """TY-2: a card of somebody else."""
    seat = chance.randrange(4)
    events_of(forged, "bid")[seat]["card"] = chance.choice(forged["deal"][(seat + 1) % 4])


def another_contract(forged: Record, chance: random.Random) -> None:
    """TY-3: not the contract of these bids."""
    event = chance.choice(events_of(forged, "contract"))
    event["name"] = chance.choice([name for name in CONTRACTS if name != event["name"]])


def another_contractor(forged: Record, chance: random.Random) -> bool | None:
    """TY-3: somebody else plays the contract."""
    event = chance.choice(events_of(forged, "contract"))
    event["contractors"] = [(seat + 1) % 4 for seat in event["contractors"]]
    return len(event["contractors"]) < 4


def another_unwanted_suit(forged: Record, chance: random.Random) -> bool | None:
    """TY-3: not the suit of these bids."""
    event = events_of(forged, "contract")[0]
    if "suit" not in event:
        return False
    event["suit"] = "CDHS"["DHSC".index(event["suit"])]


def a_leader_named_by_somebody_else(forged: Record, chance: random.Random) -> None:
    """TY-4: not the one who may name the leader."""
    event = events_of(forged, "lead")[0]
    event["by"] = 0 if event["by"] is None else chance.choice([None, (event["by"] + 1) % 4])


def another_leader(forged: Record, chance: random.Random) -> None:
    """TY-4: not the one who leads then."""
    event = events_of(forged, "lead")[0]
    event["seat"] = (event["seat"] + chance.randint(1, 3)) % 4


def a_revoke(forged: Record, chance: random.Random) -> bool | None:
    """TY-5: a card of another suit by one who could follow."""
    cards = events_of(forged, "card")
    for at in range(1, 40):
        suit = cards[at - at % 4]["card"][-1]
        later = [card for card in cards[at + 1 :] if card["seat"] == cards[at]["seat"] and card["card"][-1] != suit]
        if at % 4 and cards[at]["card"][-1] == suit and later:
            cards[at]["card"], later[0]["card"] = later[0]["card"], cards[at]["card"]
            return True
    return False


def a_trick_to_another_seat(forged: Record, chance: random.Random) -> None:
    """TY-5: not the winner."""
    event = chance.choice(events_of(forged, "trick"))
    event["seat"] = (event["seat"] + chance.randint(1, 3)) % 4


def the_other_setting(forged: Record, chance: random.Random) -> bool | None:
    """TY-6: a failed solo or trump duo pays something else."""
    forged["rules"]["lost"] = {"others": "shortfall", "shortfall": "others"}[forged["rules"]["lost"]]
    failed = [seat for seat, score in enumerate(forged["result"]["score"]) if score < 0]
    names = {
        event["name"] for event in events_of(forged, "contract") for seat in event["contractors"] if seat in failed
    }
    return bool(names & {"ace-solo", "court-solo", "trump-duo"})


def other_scores(forged: Record, chance: random.Random) -> bool | None:
    """TY-6: somebody scored by other points."""
    name = chance.choice(["ace", "court", "numerals", "misere", "misere_lost", "nemo", "nemo_clean"])
    forged["rules"][name] += 1
    scored = {event["name"]: event["contractors"] for event in events_of(forged, "contract")}
    needed = {"ace": "ace-solo", "court": "court-solo", "numerals": "twist-solo"}.get(name)
    return bool(needed in scored)


def an_unknown_setting(forged: Record, chance: random.Random) -> None:
    """Only the game's settings, each with one of its values."""
    name, value = chance.choice([("lost", "everything"), ("jokers", 2), ("ace", 76), ("court", 15.0)])
    forged["rules"][name] = value


@pytest.mark.parametrize("forgery", forgeries(__name__))
def test_a_forged_record_is_refused(forgery: Forgery) -> None:
    refuse_forged(forgery, recorded, N_GAMES)
