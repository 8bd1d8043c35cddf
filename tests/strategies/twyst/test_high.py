"""The highest card every time."""

from tests.strategies.twyst.choices import best, named
from tests.twyst.positions import play, position

TEXT = """
    bids: KS 3C 4D 5H
    hand 0: 9H 4C QD
    hand 1: 10H KH 2S
    hand 2: 3H 4S AC
    hand 3: 4H JS QC
"""


def test_the_highest_card_is_led_and_followed_with() -> None:
    game = position(TEXT)
    assert best(game, "high") == "QD"
    play(game, "9H")
    assert best(game, "high") == "KH"


def test_the_soloist_leads_himself() -> None:
    assert named("3C KS 4D 5H", "high") == "lead1"
