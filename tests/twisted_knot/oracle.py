"""Twisted Knot restated from the rulings for tests: a table followed event by event, and what each seat has seen."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from knotlab.sim import games
from knotlab.sim.settings import make_rules
from tests.referee import twisted_knot as referee
from tests.referee.protocol import Player, anything

ORDER = ("2", "5", "Q", "7", "9", "10", "Jk", "6", "J", "K", "A", "3", "4", "8")
SETUPS = (  # numbers of players and settings that the tests of all games play
    (2, ("turn_limit=80",)),
    (3, ("preset=southampton", "turn_limit=80")),
    (5, ("packs=2", "multiply=9,10", "turn_limit=80")),
    (8, ("jokers=4", "turn_limit=60")),
    (3, ("pile_card=unseen", "pick_up_misses=kept", "top_up=rest", "shuffle=riffles:2", "turn_limit=80")),
    (4, ("magic_jacks=two-players", "kings=opponents", "eight=repeat", "eight_on_joker=beneath", "turn_limit=80")),
)
EXTREMES = (  # tables with as many and as few players, cards and liberties as there can be
    (8, ("packs=4", "jokers=4", "eight=repeat")),
    (2, ("jokers=0", "multiply=none")),
)
READINGS = {  # by setting: players and settings with which the other reading comes up
    "pile_card": (3, []),
    "pick_up_misses": (3, []),
    "top_up": (2, []),
    "magic_jacks": (3, []),
    "kings": (2, []),
    "eight_on_joker": (3, ["eight=repeat", "jokers=4"]),
    "shuffle": (3, []),
}
TRANSCRIPTS = {  # golden games: strategies, settings, seed, number of the game
    "three-players": (["shed", "hoard-aces", "joker-pressure"], [], 11, 4),
    "southampton": (["shed", "ten-chain", "hoard-nines"], ["preset=southampton"], 12, 7),
    "two-players": (["random:tremble=0", "shed"], [], 13, 1),
    "stalled": (["shed:tremble=0"] * 3, [], 20260101, 9),
}
SOMETIMES = frozenset[str]()  # fields that only some events of a kind have


class Table:
    """Where all cards of a game are, followed by its events alone."""

    def __init__(self, deal: Sequence[Sequence[str]]) -> None:
        self.piles = [list(pile) for pile in deal]
        self.hands = [Counter[str]() for _ in deal]
        self.stack, self.gone = Counter[str](), Counter[str]()

    def follow(self, event: Mapping[str, Any]) -> None:
        """What one event does to the cards."""
        hand, do = self.hands[event["seat"]], event["do"]
        if do == "take":
            assert [self.piles[event["seat"]].pop(0) for _ in event["cards"]] == event["cards"]
            hand.update(event["cards"])
        elif do == "lay":
            hand[event["card"]] -= event["count"]
            self.stack[event["card"]] += event["count"]
        elif do in ("pick-up", "clear"):
            (hand if do == "pick-up" else self.gone).update(self.stack)
            self.stack.clear()
        elif do != "out":
            hand[event["card"]] -= 1
            (self.hands[event["to"]] if do == "pass" else self.gone)[event["card"]] += 1

    def everything(self) -> Counter[str]:
        """All cards, wherever they are."""
        return +sum([*self.hands, *map(Counter, self.piles), self.stack], self.gone)


def table_of(rules: Mapping[str, Any], deal: Sequence[Sequence[str]]) -> Table:
    """The table of a deal."""
    return Table(deal)


def observed(deal: Sequence[Sequence[str]], events: Sequence[Mapping[str, Any]], seat: int) -> list[Any]:
    """What a seat has seen: of the first cards its own and the lowest; every event, but of cards that others take,
    discard or pass on only how many.
    """
    shown: list[Any] = [min((pile[0] for pile in deal), key=ORDER.index)]
    for event in events:
        mine = seat in (event["seat"], event.get("to"))
        hidden = event["do"] in ("take", "discard", "pass") and not (
            event["seat"] == seat if event["do"] == "take" else mine
        )
        shown.append((event["do"], event["seat"], event.get("to"), len(event.get("cards", ()))) if hidden else event)
    return shown


def recorded() -> Iterator[dict[str, Any]]:
    """Records by the second implementation, of games in which everything happens."""
    rules = make_rules(games.find("twisted-knot"), 2, ["eight=repeat"])
    for index in range(20):
        yield referee.play(rules, [Player("any", anything)] * 2, 1, index)
