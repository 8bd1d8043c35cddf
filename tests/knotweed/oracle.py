"""Knotweed restated from the rulings for tests: a table followed event by event, and what each seat has seen."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from knotlab.sim import games
from knotlab.sim.settings import make_rules
from tests.referee import knotweed as referee
from tests.referee.protocol import Player, anything

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
SETUPS = (  # numbers of players and settings that the tests of all games play
    (2, ("turn_limit=60",)),
    (3, ("cheating=0.3", "turn_limit=60")),
    (5, ("decks=1", "turn_limit=60")),
    (8, ("decks=4", "cheating=0", "turn_limit=40")),
    (4, ("decks=1", "reset=missing", "turn_limit=60")),
)
EXTREMES = (  # tables with as many and as few players, cards and liberties as there can be
    (8, ("decks=4", "cheating=1")),
    (2, ()),
)
READINGS = {"reset": (3, ["decks=1"])}  # by setting: players and settings with which the other reading comes up
TRANSCRIPTS = {  # golden games: strategies, settings, seed, number of the game
    "two-players": (["dump:tremble=0", "hold-back:tremble=0"], [], 11, 1),
    "four-players": ([f"{name}:tremble=0" for name in ("dump", "hold-back", "finisher", "split-to-go-out")], [], 12, 2),
    "chance": (["finisher:tremble=0,temperature=2", "random:tremble=0", "dump:tremble=0.2"], [], 13, 0),
    "capped": (["dump:tremble=0", "random:tremble=0,temperature=1"], ["turn_limit=3"], 14, 0),
}
SOMETIMES = frozenset({"cheat"})  # fields that only some events of a kind have


class Table:
    """A round followed by its events alone."""

    def __init__(self, deal: Mapping[str, Any]) -> None:
        self.hands = [Counter(hand) for hand in deal["hands"]]
        self.piles: list[str] = [deal["start"]]
        self.heap: Counter[str] = Counter()
        self.draw = list(deal["draw"])
        self.turn_of: int | None = None

    def follow(self, event: Mapping[str, Any]) -> None:
        """One event; the first of another seat opens a turn."""
        if event.get("seat", self.turn_of) != self.turn_of:
            self.turn_of = event["seat"]
            self.open_turn()
        getattr(self, "_" + event["do"].replace("-", "_"))(event)

    def open_turn(self) -> None:
        """KW-3: what stands when a turn begins, so that it can be taken back."""
        self.before = [Counter(hand) for hand in self.hands], list(self.piles), Counter(self.heap)

    def _play(self, event: Mapping[str, Any]) -> None:
        cards, pile = event["cards"], event["pile"]
        self.heap[self.piles[pile]] += 1
        self.piles[pile] = cards[0]
        self.piles += cards[1:]
        self.hands[event["seat"]].subtract(cards)

    def _pass(self, event: Mapping[str, Any]) -> None:
        pass

    def _draw(self, event: Mapping[str, Any]) -> None:
        for card in event["cards"]:
            assert self.draw.pop(0) == card
            self.hands[event["seat"]][card] += 1

    def _reset(self, event: Mapping[str, Any]) -> None:
        cards = [event["start"], *event["draw"]]
        assert not self.draw and Counter(cards) == +(self.heap + Counter(self.piles))
        self.piles, self.draw, self.heap = [event["start"]], list(event["draw"]), Counter()

    def _out(self, event: Mapping[str, Any]) -> None:
        assert self.hands[event["seat"]].total() == 0

    def _prune(self, event: Mapping[str, Any]) -> None:
        assert len(set(event["piles"])) == len(event["piles"]) == -(-len(self.piles) // 2)
        self.heap.update(self.piles[pile] for pile in event["piles"])
        self.piles = [card for pile, card in enumerate(self.piles) if pile not in event["piles"]]

    def _caught(self, event: Mapping[str, Any]) -> None:
        self.hands, self.piles, self.heap = self.before[0], list(self.before[1]), self.before[2]

    def everything(self) -> Counter[str]:
        """All cards, wherever they are."""
        return +(sum(self.hands, Counter()) + Counter(self.piles) + self.heap + Counter(self.draw))


def table_of(rules: Mapping[str, Any], deal: Mapping[str, Any]) -> Table:
    """The table of a round."""
    return Table(deal)


def observed(deal: Mapping[str, Any], events: Sequence[Mapping[str, Any]], seat: int) -> list[Any]:
    """KW-13: what a seat has seen: its hand, the first pile and every event, but of cards that others drew only how
    many; after a reset not their order.
    """
    shown: list[Any] = [sorted(deal["hands"][seat]), deal["start"], len(deal["draw"])]
    for event in events:
        if event["do"] == "reset":
            shown.append((event["start"], sorted(event["draw"])))
        elif event["do"] == "draw" and event["seat"] != seat:
            shown.append((event["seat"], len(event["cards"])))
        else:
            shown.append(event)
    return shown


def recorded() -> Iterator[dict[str, Any]]:
    """Records by the second implementation, of games in which everything happens."""
    cheating, honest = (
        make_rules(games.find("knotweed"), 3, changes)
        for changes in (["cheating=0.5", "turn_limit=60"], ["turn_limit=100"])
    )
    for index in range(20):
        yield referee.play(cheating, [Player("any", anything, cheats=True)] * 3, 1, index)
        yield referee.play(honest, [Player("eager", eager)] * 3, 1, index)


def eager(view: object, moves: Sequence[referee.Move]) -> list[float]:
    """Scores for playing whatever can be played."""
    return [float(move.kind == referee.PLAY) for move in moves]
