"""The legal moves of a decision, told once more: rulings TK-8 and TK-10 to TK-16, 28 and 29 over cards by name, with
nothing kept that can be counted.

A `Table` follows a game by its events alone. It knows the settings, every hand, pile and lay, and from these alone says
which moves are legal.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from knotlab.sim import games
from knotlab.sim.settings import make_rules
from tests.referee import twisted_knot as referee
from tests.referee.protocol import Player, anything

ORDER = ("2", "5", "Q", "7", "9", "10", "Jk", "6", "J", "K", "A", "3", "4", "8")
HIGHEST = ("3", "4", "8")
SETUPS = (  # numbers of players and settings that the tests of all games play
    (2, ("turn_limit=80",)),
    (3, ("preset=southampton", "turn_limit=80")),
    (5, ("packs=2", "multiply=9,10", "turn_limit=80")),
    (8, ("jokers=4", "turn_limit=60")),
    (3, ("pile_card=unseen", "pick_up_misses=kept", "top_up=rest", "shuffle=riffles:2", "turn_limit=80")),
    (4, ("magic_jacks=two-players", "kings=opponents", "eight=repeat", "eight_on_joker=beneath", "turn_limit=80")),
)
ROWS = {
    "3": "5 Q 7 9 10 Jk 6 J K A 3 4 8",
    "5": "Q 10 Jk 6 A 4 8",
    "Q": "Q 7 9 10 Jk 6 J K A 3 4 8",
    "7": "7 9 Jk J K 3",
    "9": "9 10 Jk 6 J K A 3 4 8",
    "10": "10 Jk 6 J K A 3 4 8",
    "6": "6 J K A 3 4 8",
    "J": "J K A 3 4 8",
    "K": "K A 3 4 8",
    "A": "A 3 4 8",
}
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


def beats_in_order(card: str, showing: str | None) -> bool:
    """TK-13: by card order only; 3 is low when it shows and high when it is laid."""
    if showing is None:
        return True
    if card == "2" or (card == "5" and showing == "5"):
        return False
    return showing == "3" or card in HIGHEST or ORDER.index(card) >= ORDER.index(showing)


@dataclass
class Table:
    """All cards of a game in progress, by name. The `debtor` owes so many more pairs (`owed`) over the card that was
    `shown` when his go began.
    """

    rules: Mapping[str, Any]
    hands: list[Counter]
    piles: list[list[str]]
    lays: list[tuple[str, int]] = field(default_factory=list)
    cleared: Counter = field(default_factory=Counter)
    discards: list[Counter] = field(default_factory=list)
    known: dict[tuple[int, int], Counter] = field(default_factory=dict)  # viewer, seat
    out: set[int] = field(default_factory=set)
    debtor: int = 0
    owed: int = 0
    shown: str | None = None
    bound: bool = False  # TK-5: whoever takes a card unseen must lay if that is possible

    def __post_init__(self) -> None:
        self.discards = self.discards or [Counter() for _ in self.hands]
        self.pack = self.everything()
        self.known = {(viewer, seat): Counter() for viewer in range(len(self.hands)) for seat in range(len(self.hands))}

    def follow(self, event: Mapping[str, Any]) -> None:
        """What one event does to the cards."""
        hand, do = self.hands[event["seat"]], event["do"]
        self.learn(event)
        if do == "take":
            taken = [self.piles[event["seat"]].pop(0) for _ in event["cards"]]
            assert taken == event["cards"]
            hand.update(taken)
        elif do == "lay":
            hand[event["card"]] -= event["count"]
            self.lays.append((event["card"], event["count"]))
            self.owed = max(0, self.owed - 1)
        elif do == "pick-up":
            hand.update(self.stack())
            self.lays, self.owed = [], 0
        elif do == "clear":
            self.cleared.update(self.stack())
            self.lays, self.owed = [], 0
        elif do == "out":
            self.out.add(event["seat"])
            self.owed = 0
        else:
            hand[event["card"]] -= 1
            gets = self.hands[event["to"]] if do == "pass" else self.discards[event["seat"]]
            gets[event["card"]] += 1

    def learn(self, event: Mapping[str, Any]) -> None:
        """What the other players see, before the cards move; of no rank do they know more cards than there are."""
        seat, do, others = (
            event["seat"],
            event["do"],
            [viewer for viewer in range(len(self.hands)) if viewer != event["seat"]],
        )
        for viewer in others:
            if do == "lay":
                self.known[viewer, seat] -= Counter({event["card"]: event["count"]})
            elif do == "pick-up":
                self.known[viewer, seat] = (self.known[viewer, seat] + Counter(self.stack())) & self.pack
        if do == "pass":
            self.known[seat, event["to"]] = (self.known[seat, event["to"]] + Counter([event["card"]])) & self.pack
            self.known[event["to"], seat] -= Counter([event["card"]])

    def stack(self) -> list[str]:
        """The table stack, bottom first."""
        return [card for card, count in self.lays for _ in range(count)]

    def first_but(self, *skipped: str) -> str | None:
        """The first card from the top that is none of these."""
        return next((card for card in reversed(self.stack()) if card not in skipped), None)

    def alike(self) -> int:
        """TK-25: cards of one rank together on top."""
        stack = self.stack()
        return next((n for n, card in enumerate(reversed(stack)) if card != stack[-1]), len(stack))

    def demand(self) -> tuple[str | None, int]:
        """The card to be answered and how many of it count; in the variant 8s are the card they repeat (TK-28, 29)."""
        if not self.lays:
            return None, 0
        card, count = self.lays[-1]
        asks: str | None = card
        if card == "8" and self.rules["eight"] == "repeat":
            asks = self.first_but("8")
            if asks == "Jk" and self.rules["eight_on_joker"] == "beneath":
                asks = self.first_but("8", "Jk")
                count = 1 if self.lays[-2][0] == "Jk" else count
        return asks, count if asks in self.rules["multiply"] else 1

    def magic(self) -> bool:
        """TK-12: a Jack to be answered, two players left."""
        if self.rules["magic_jacks"] == "two-players" and len(self.hands) != 2:
            return False
        return self.demand()[0] == "J" and len(self.hands) - len(self.out) == 2

    def needed(self) -> int:
        """TK-8: k."""
        card, count = self.demand()
        return 2 * count if card == "Jk" else count if card == "2" or self.magic() else 1

    def missing(self, seat: int) -> int:
        """TK-8: how many cards may be taken when a go begins, 0 if none."""
        short, pile = max(0, self.needed() - self.hands[seat].total()), len(self.piles[seat])
        if self.rules["top_up"] == "rest":
            return min(short, pile)
        return short if short <= pile else 0

    def begin_go(self, seat: int) -> None:
        """TK-5, 14: whether the player has no hand yet; what showed, and the pairs owed, when the go began."""
        self.bound = self.hands[seat].total() == 0
        card, count = self.demand()
        self.debtor = seat
        self.owed, self.shown = (count if card == "Jk" else 0), self.first_but("8", "Jk")

    def pairs_in(self, hand: Counter) -> int:
        """TK-14: the pairs that a hand can supply in this go."""
        return sum(n // 2 for card, n in hand.items() if beats_in_order(card, self.shown))

    def satisfies(self, hand: Counter, card: str, count: int) -> bool:
        """TK-10 to TK-15: whether so many cards of a hand may be laid."""
        if self.owed:
            left = hand - Counter({card: count})
            return count >= 2 and beats_in_order(card, self.shown) and self.pairs_in(left) >= self.owed - 1
        asks, number = self.demand()
        if asks is None:
            return True
        if asks == "8":
            return beats_in_order(card, self.first_but("8", "Jk"))
        if asks == "2" or self.magic():
            return card == ("Q" if asks == "2" else "5") and count >= number
        return card in ROWS[asks].split()

    def lays_of(self, seat: int) -> list[str]:
        """TK-16: the lays of a hand in listed order."""
        hand = self.hands[seat]
        fits = [(card, n) for card in ORDER for n in range(1, hand[card] + 1) if self.satisfies(hand, card, n)]
        return [f"lay {card}" + (f"x{n}" if n > 1 else "") for card, n in fits]

    def choices_of(self, seat: int) -> list[str]:
        """TK-5, 6: the lays of a hand, and the pick-up if there is a stack, unless a card taken unseen must be laid."""
        lays = self.lays_of(seat)
        return lays if lays and self.bound else lays + ["pick up"] * bool(self.lays)

    def gifts_of(self, seat: int) -> list[str]:
        """TK-23: what may be given away for the lay on top."""
        verb = {"9": "discard", "A": "pass"}[self.demand()[0] or ""]
        return [f"{verb} {card}" for card in ORDER if self.hands[seat][card] > 0]

    def everything(self) -> Counter:
        """All cards, wherever they are."""
        return sum([*self.hands, *self.discards, *map(Counter, self.piles)], Counter(self.stack())) + self.cleared


def counters(piles: Iterable[Sequence[str]]) -> list[Counter]:
    """Each of some hands by card."""
    return [Counter(pile) for pile in piles]


def table_of(rules: Mapping[str, Any], deal: Sequence[Sequence[str]]) -> Table:
    """The table of a deal."""
    return Table(rules, counters([[]] * len(deal)), [list(pile) for pile in deal])


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
