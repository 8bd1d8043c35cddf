"""Crazy Eights restated from the rulings for tests: a table followed event by event, and what each seat has seen. Slow,
plain, and without the kernel's tables.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from knotlab.sim import games
from knotlab.sim.settings import make_rules
from tests.referee import crazy_eights as referee
from tests.referee.protocol import Player, anything

SETUPS = (  # numbers of players and settings that the tests of all games play
    (2, ("turn_limit=80",)),
    (3, ("preset=draw-twos", "turn_limit=80")),
    (4, ("cards=10", "draws=5", "turn_limit=60")),
    (6, ("packs=2", "cards=10", "draws=1", "twos=draw", "turn_limit=60")),
)
EXTREMES = (  # tables with as many and as few players, cards and liberties as there can be
    (6, ("packs=2", "cards=10", "draws=5", "twos=draw")),
    (2, ("packs=1", "draws=1")),
)
TRANSCRIPTS = {  # strategies, settings, seed, number of the game
    "three-players": (["longest-suit:tremble=0.02", "keep-eights:tremble=0.02", "random"], [], 11, 4),
    "draw-twos": (["high-cards", "longest-suit"], ["preset=draw-twos", "cards=10"], 12, 1),
    "capped": (["random:temperature=1", "high-cards", "random", "longest-suit"], ["draws=1", "turn_limit=9"], 14, 2),
}
SOMETIMES = frozenset[str]()  # fields that only some events of a kind have


class Table:
    """A round followed by its events alone."""

    def __init__(self, deal: Mapping[str, Any]) -> None:
        self.hands = [Counter(hand) for hand in deal["hands"]]
        self.stock, self.pile, self.suit = list(deal["stock"]), list[str](), ""

    def follow(self, event: Mapping[str, Any]) -> None:
        """One event."""
        getattr(self, "_" + event["do"].replace("-", "_"))(event)

    def _turn_up(self, event: Mapping[str, Any]) -> None:
        *eights, start = event["cards"]
        assert [self.stock.pop(0) for _ in event["cards"]] == event["cards"]
        assert start[:-1] != "8" and all(card[:-1] == "8" for card in eights)
        self.stock += eights
        self.pile, self.suit = [start], start[-1]

    def _play(self, event: Mapping[str, Any]) -> None:
        assert self.hands[event["seat"]][event["card"]] > 0 and event["card"] in self.matching(event["seat"])
        self.hands[event["seat"]][event["card"]] -= 1
        self.pile.append(event["card"])
        self.suit = event["card"][-1]

    def _name(self, event: Mapping[str, Any]) -> None:
        assert self.pile[-1][:-1] == "8"
        self.suit = event["suit"]

    def _draw(self, event: Mapping[str, Any]) -> None:
        assert self.stock.pop(0) == event["card"]
        self.hands[event["seat"]][event["card"]] += 1

    def _reshuffle(self, event: Mapping[str, Any]) -> None:
        assert not self.stock and Counter(event["stock"]) == Counter(self.pile[:-1])
        self.stock, self.pile = list(event["stock"]), self.pile[-1:]

    def _pass(self, event: Mapping[str, Any]) -> None:
        pass

    def matching(self, seat: int) -> set[str]:
        """CE-6: the cards of a hand that match."""
        hand, top = +self.hands[seat], self.pile[-1]
        return {card for card in hand if card[:-1] in ("8", top[:-1]) or card[-1] == self.suit}

    def everything(self) -> Counter[str]:
        """All cards, wherever they are."""
        return +(sum(self.hands, Counter()) + Counter(self.stock) + Counter(self.pile))


def table_of(rules: Mapping[str, Any], deal: Mapping[str, Any]) -> Table:
    """The table of a round."""
    return Table(deal)


def observed(deal: Mapping[str, Any], events: Sequence[Mapping[str, Any]], seat: int) -> list[Any]:
    """CE-15: what a seat has seen: its hand and every event, but of cards that others drew only that they were drawn,
    and of a reshuffle not the order.
    """
    shown: list[Any] = [sorted(deal["hands"][seat]), len(deal["stock"])]
    for event in events:
        if event["do"] == "reshuffle":
            shown.append((event["seat"], sorted(event["stock"])))
        elif event["do"] == "draw" and event["seat"] != seat:
            shown.append((event["seat"], "draw"))
        else:
            shown.append(event)
    return shown


def recorded() -> Iterator[dict[str, Any]]:
    """Records by the second implementation, of games in which everything happens."""
    rules = make_rules(games.find("crazy-eights"), 3, ["twos=draw", "turn_limit=80"])
    for index in range(20):
        yield referee.play(rules, [Player("any", anything)] * 3, 1, index)
