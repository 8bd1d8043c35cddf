"""Sound play in every role."""

import pytest

from tests.strategies.twyst.choices import best, named
from tests.twyst.positions import play, position


def facing(trick: str, hand: str, bids: str, tricks: str = "") -> str:
    """What `solid` plays to the cards of a trick led by seat 0, holding a hand; the others have low minor cards
    besides.
    """
    cards, n = trick.split(), len(hand.split())
    fillers = iter(
        [
            card
            for card in ("2D 3D 5D 6D 7D 8D 9D 2C 4C 5C 6C 7C 8C").split()
            if card not in hand.split() and card not in bids.split()
        ]
    )
    hands = []
    for seat in range(4):
        held = hand.split() if seat == len(cards) else [cards[seat]] if seat < len(cards) else []
        hands.append(" ".join([*held, *(next(fillers) for _ in range(n - len(held)))]))
    lines = "\n".join(f"hand {seat}: {held}" for seat, held in enumerate(hands))
    game = play(position(f"bids: {bids}\nlead: 0\n{lines}" + (f"\ntricks: {tricks}" if tricks else "")), trick)
    return best(game, "solid")


@pytest.mark.parametrize(
    ("bids", "leader"),
    [("3C AS 4D 5H", "lead1"), ("3C KS 4D 5H", "lead1"), ("3C 4D 9S 5H", "lead2"), ("3C 4D 5H 2S", "lead0")],
)
def test_soloists_lead_themselves_and_a_misere_plays_last(bids: str, leader: str) -> None:
    assert named(bids, "solid") == leader


def test_fourth_to_play_wins_with_the_cheapest_card_that_does() -> None:
    assert facing("9H JH 3H", "QH KH", "4C 3C 10D AS") == "QH"


def test_a_trick_that_cannot_be_won_takes_the_lowest_card() -> None:
    assert facing("9H AH 3H", "QH 4H", "4C 3C 10D AS") == "4H"


def test_a_friend_s_sure_trick_is_left_to_him() -> None:
    assert facing("9H JH 3H", "QH 4H", "AS 3C 4D 5S") == "4H"  # seat 1 wins, against the soloist of seat 0
    assert facing("9H JH 3H", "QH 4H", "4C 3C 10D AS") == "QH"  # the soloist himself takes it


def test_a_partner_s_sure_trick_is_left_to_him_in_a_duo() -> None:
    assert facing("9H JH 3H", "QH 4H", "4C 3S 10D 5S") == "4H"
    assert facing("9H JH 3H", "QH 4H", "4S 3C 10D 5S") == "QH"


def test_a_misere_throws_its_highest_card_that_loses() -> None:
    assert facing("9H JH 3H", "10H 4H QH", "4C 3C 10D 2S") == "10H"
    assert facing("9H JH 3H", "10S 4S QS", "4C 3C 10D 2H") == "QS"


def test_a_misere_is_not_helped() -> None:
    assert facing("9H 8H", "10H 4H", "2S 3C 10D 4D") == "4H"  # the Misere's 9 wins so far: stay below it
    assert facing("3H", "10H 4H", "4D 3C 10D 2S", tricks="11 0 0 0") == "4H"  # the Misere is still to play


def test_in_a_nemo_clean_tricks_are_won_and_others_left() -> None:
    assert facing("9H JH 3H", "QH KH", "4S 5S 6S 7C") == "QH"
    assert facing("9H JH 3S", "QH 4H", "4S 5S 6S 7C") == "4H"


def test_trumps_are_drawn_by_the_soloist() -> None:
    game = position(
        "bids: KS 3C 4D 5H\nhand 0: AS 10S AH 4C\nhand 1: 2S 5C 6C 7C\nhand 2: 3S 8C 9C 10C\nhand 3: 2D 3D 6D 5D"
    )
    assert best(game, "solid") == "AS"


def test_winners_are_led_at_no_trump() -> None:
    game = position("bids: AS 3C 4D 5H\nhand 0: 10S AH 4C\nhand 1: 2S 5C 6C\nhand 2: JS 8C 9C\nhand 3: 2D 3D 6D")
    assert best(game, "solid") == "AH"
