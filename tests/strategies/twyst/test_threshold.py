"""Bidding by hand measures."""

import pytest

from knotlab.sim.playing.players import scores_of
from knotlab.strategies.resolve import bind, spelled
from knotlab.strategies.twyst.threshold import DANGER, FIRST_SUIT, NO_TRUMP
from tests.strategies.twyst.choices import bid
from tests.twyst.positions import fill, start

BALANCED = "AS KS 4S 3S AC 5C 3C QD 5D 4D 6H 4H 3H"
LOW = "2S 4S 6S 3C 4C 5C 2D 4D 6D 2H 3H 5H 7H"
STRONG_SPADES = "KS QS JS 10S 9S 8S 7S AC KC AD 3D 4H 5H"
STRONG_NO_TRUMP = "AS KS QS JS 10S 9S AC KC AD KD 3H 4H 5H"


def measures(hand: str) -> dict[str, float]:
    """The hand's measures by name; trump tricks by suit."""
    game = start(fill([set(hand.split()), set(), set(), set()]))
    who = bind(spelled("twyst", "threshold"))
    scores_of(who, game.view, game.moves())
    result = game.view.plan
    return {
        "no trump": result[NO_TRUMP],
        "danger": result[DANGER],
        **{suit: result[FIRST_SUIT + i] for i, suit in enumerate("CDHS")},
    }


def test_no_trump_tricks_are_honours_and_length() -> None:
    # Spades: Ace 1 + King 0.8; clubs: Ace 1; diamonds: a Queen guarded by two 0.3; no suit longer than four.
    assert measures(BALANCED)["no trump"] == pytest.approx(3.1)
    # Spades: 1 + 0.8 + 0.7 + 0.5 and two cards beyond the fourth at 0.7; clubs and diamonds: 1.8 each.
    assert measures(STRONG_NO_TRUMP)["no trump"] == pytest.approx(3.0 + 1.4 + 3.6)


def test_trump_tricks_add_length_and_short_suits() -> None:
    # Spades as trump: 1.8 + 0.8 for the fourth; 0.9 (1 + 0.3) beside; no suit shorter than two.
    assert measures(BALANCED)["S"] == pytest.approx(2.6 + 0.9 * 1.3)
    # Spades: a guarded King 0.6, a Queen behind it 0.5, a Jack behind both 0.5, four cards beyond the third at 0.8;
    # beside 0.9 (1.8 + 1).
    assert measures(STRONG_SPADES)["S"] == pytest.approx(1.6 + 3.2 + 0.9 * 2.8)


def test_danger_counts_cards_above_the_places_where_they_are_safe() -> None:
    assert measures("2S 4S 6S 8S 2C 4C 6C 2D 4D 6D 2H 4H 6H")["danger"] == 0.0
    # A bare Ace of hearts, rank 12, place 0: 11 over 1; everything else is low.
    assert measures("2S 4S 6S 8S 2C 4C 6C 8C 2D 4D 6D 8D AH")["danger"] == pytest.approx(1.1)


def test_a_solo_is_bid_when_its_measure_reaches_its_threshold() -> None:
    assert bid(STRONG_NO_TRUMP, "threshold:ace=8") == "AC or AD or AS"
    assert bid(STRONG_NO_TRUMP, "threshold:ace=8.1,court=14,numeral=6,slope=1") == "10S"
    assert bid(STRONG_SPADES, "threshold:ace=14,court=7") == "KS"
    assert bid(STRONG_SPADES, "threshold:ace=14,court=8,numeral=6,slope=1") == "9S"
    assert bid(LOW, "threshold:misere=0.5") == "2D or 2H or 2S"
    assert bid(BALANCED, "threshold:misere=0") in ("3S", "4S")


def test_a_better_hand_shows_a_higher_numeral_of_its_best_suit() -> None:
    strong = "10S 9S 8S 7S 5S 3S AC KC AD 3D 4H 5H 6H"
    assert bid(strong, "threshold:ace=14,numeral=3,slope=0") == "3S"
    assert bid(strong, "threshold:ace=14,numeral=3,slope=5") in ("7S", "8S", "9S", "10S")
