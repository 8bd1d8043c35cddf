"""Twyst: hands to practise bidding on: what all thirteen bids of each are worth, and how a bidding card does."""

from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.bidding.card_measure import Loss
from knotlab.sim.storage.result_files import parsed_toml

STANDARD = Path(__file__).with_name("practice.toml")  # the hands on the page, for the card that comes with the program


@dataclass(frozen=True)
class Worth:
    """A card as a bid: points per deal with an interval."""

    card: str
    points: float
    low: float
    high: float


@dataclass(frozen=True)
class PracticeHand:
    """A hand, what the card shows with it, and all thirteen bids, the best first."""

    cards: tuple[int, ...]
    seat: int
    shown: str
    bids: tuple[Worth, ...]


@dataclass(frozen=True)
class Practice:
    """Hands to practise on. loss: of the card against the best bid, per deal. near: the share of hands on which it is
    within 3 points of the best; best and card are compared on deals that did not choose the best.
    """

    hands: tuple[PracticeHand, ...]
    deals: int
    loss: Loss
    near: float


def read_practice(text: str) -> Practice:
    """Hands to practise on, from the text that the study `card_practice` writes."""
    content = parsed_toml(text)
    hands = tuple(
        PracticeHand(tuple(hand["cards"]), hand["seat"], hand["shown"], tuple(Worth(**bid) for bid in hand["bids"]))
        for hand in content["hands"]
    )
    return Practice(hands, content["deals"], Loss(*content["loss"]), content["near"])


def standard_practice() -> Practice:
    """The hands that come with the program."""
    return read_practice(STANDARD.read_text("utf-8"))
