"""Twyst restated from the rulings for tests: a table followed event by event, and what each seat has seen."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from knotlab.sim import games
from knotlab.sim.settings import make_rules
from tests.referee import twyst as referee
from tests.referee.protocol import Player, anything

# Numbers of players and settings that the tests of all games play.
SETUPS = (
    (4, ()),
    (4, ("lost=shortfall",)),
    (4, ("partners=own",)),
    (4, ("ace=7", "court=9", "numerals=4", "misere=70", "misere_lost=30", "nemo=3", "nemo_clean=11", "lost=nothing")),
)
EXTREMES = ()  # tables with more, or fewer, players, cards or liberties: there are none
READINGS = {"lost": (4, []), "partners": (4, [])}  # by setting: players and settings with which it comes up
TRANSCRIPTS = {  # golden games: strategies, settings, seed, number of the game
    "solo": (["threshold+solid", "threshold+high", "cautious+solid", "random"], [], 11, 1),
    "duo": (["cautious+solid", "cautious+high", "cautious+solid", "cautious+high"], [], 12, 0),
    "shortfall": (
        ["threshold:ace=5+solid", "random+high", "random", "threshold:court=5+solid"],
        ["lost=shortfall"],
        13,
        2,
    ),
}
SOMETIMES = frozenset({"suit"})  # fields that only some events of a kind have


class Table:
    """A deal followed by its events alone."""

    def __init__(self, deal: Sequence[Sequence[str]]) -> None:
        self.hands = [Counter(hand) for hand in deal]
        self.trick: list[str] = []
        self.won: Counter[str] = Counter()

    def follow(self, event: Mapping[str, Any]) -> None:
        """One event; bids stay in the hands, and the contract and the leader move no card."""
        if event["do"] == "card":
            self.hands[event["seat"]].subtract([event["card"]])
            self.trick.append(event["card"])
        elif event["do"] == "trick":
            assert len(self.trick) == 4
            self.won.update(self.trick)
            self.trick = []

    def everything(self) -> Counter[str]:
        """All cards, wherever they are."""
        return +(sum(self.hands, Counter(self.trick)) + self.won)


def table_of(rules: Mapping[str, Any], deal: Sequence[Sequence[str]]) -> Table:
    """The table of a deal."""
    return Table(deal)


def observed(deal: Sequence[Sequence[str]], events: Sequence[Mapping[str, Any]], seat: int) -> list[Any]:
    """TY-8: what a seat has seen: its hand and every event, but of the bids its own alone until all are turned."""
    turned = sum(event["do"] == "bid" for event in events) == 4
    hidden = [event["do"] == "bid" and event["seat"] != seat and not turned for event in events]
    return [
        sorted(deal[seat]),
        *({"do": "bid"} if hides else event for event, hides in zip(events, hidden, strict=True)),
    ]


def recorded() -> Iterator[dict[str, Any]]:
    """Records by the second implementation, of games in which everything happens."""
    rules = make_rules(games.find("twyst"), 4)
    for index in range(20):
        yield referee.play(rules, [Player("any", anything)] * 4, 1, index)
