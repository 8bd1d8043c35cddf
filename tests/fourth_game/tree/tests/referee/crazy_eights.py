"""A referee for Crazy Eights: slow, plain, and independent of the fast kernel.

Written from the rulings (CE-1 to CE-15), the record format and the draw protocol only. It plays whole rounds from a
seed and writes the record of each, so that the two implementations can be compared event for event and view for view.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np

from knotlab.sim.games.crazy_eights.state import VIEW
from tests.referee.protocol import DEAL_STREAM, Player, Referee, record_of, shuffled

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
SUITS = "CDHS"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
FORCED_DRAWS = 2  # CE-11

# What a view and a move say in numbers (`knotlab view crazy-eights`).
TURN, NAMING = range(2)
PLAY, DRAW, PASS, NAME = range(4)
NONE = -1


class Move(NamedTuple):
    """A legal move as strategies see it."""

    kind: int
    value: int


def points(card: str) -> int:
    """CE-13: what a card counts in hand."""
    rank = card[:-1]
    if rank == "8":
        return 50
    if rank in ("J", "Q", "K"):
        return 10
    return 1 if rank == "A" else int(rank)


def counts(cards: Sequence[str]) -> list[int]:
    """How many of each card there are, in the listed order of the pack."""
    held = Counter(cards)
    return [held[card] for card in PACK]


@dataclass
class Table:
    """The cards: hands by seat, the stock (next card first), the pile (its top last), and the suit asked for."""

    hands: list[list[str]]
    stock: list[str]
    pile: list[str] = field(default_factory=list)
    suit: str | None = None

    def matches(self, card: str) -> bool:
        """CE-6: whether a card can be played."""
        return card[:-1] == "8" or card[-1] == self.suit or card[:-1] == self.pile[-1][:-1]

    def can_draw(self) -> bool:
        """CE-10: whether there is a card to draw."""
        return len(self.stock) > 0 or len(self.pile) > 1


class Round(Referee):
    """One round: the table, whose turn it is, and the events so far."""

    def __init__(
        self, rules: dict, seated: Sequence[Player], seed: int, purpose: int, deal: int, on_decision: Callable | None
    ) -> None:
        super().__init__(rules, seated, seed, purpose, deal, on_decision)
        self.turns, self.idle, self.drawn = 0, 0, 0
        self.two_played = False
        self.out: int | None = None
        self.table = self.deal_cards()
        self.dealt = {"hands": [list(hand) for hand in self.table.hands], "stock": list(self.table.stock)}
        self.turn_up()

    # The start

    def deal_cards(self) -> Table:
        """CE-1, CE-2: the shuffled packs dealt out."""
        cards = shuffled([card for card in PACK for _ in range(self.rules["packs"])], self.streams[DEAL_STREAM])
        hands: list[list[str]] = [[] for _ in range(self.n)]
        for _ in range(self.rules["cards"]):
            for hand in hands:
                hand.append(cards.pop(0))
        return Table(hands, cards)

    def turn_up(self) -> None:
        """CE-3: the first card that is not an eight starts the pile; eights before it go beneath the stock."""
        table, turned = self.table, []
        while True:
            turned.append(table.stock.pop(0))
            if turned[-1][:-1] != "8":
                break
        table.stock += turned[:-1]
        table.pile, table.suit = turned[-1:], turned[-1][-1]
        self.events.append({"do": "turn-up", "cards": turned})

    # The course of the round

    def run(self) -> str:
        """Turn after turn until the round ends: how it ended (CE-12)."""
        while True:
            if self.turns == self.rules["turn_limit"]:
                return "capped"
            self.play_turn()
            self.turns += 1
            if self.out is not None or self.idle == self.n:
                return "finished"
            self.seat = (self.seat + 1) % self.n

    def play_turn(self) -> None:
        """CE-5: draws that a two brings, then decisions until a card is played or the player passes."""
        self.drawn = 0
        self.turn_uniform = self.decision_uniform = math.nan
        moved = self.draw_for_two()
        self.two_played = False
        while True:
            move = self.decide(TURN, self.moves())
            if move.kind == PASS:
                self.note("pass")
                self.idle = 0 if moved else self.idle + 1
                return
            moved = True
            if move.kind == PLAY:
                self.play_card(PACK[move.value])
                self.idle = 0
                return
            self.draw()
            self.drawn += 1

    def draw_for_two(self) -> bool:
        """CE-11: two cards, or as many as there are; whether any was drawn."""
        if self.rules["twos"] != "draw" or not self.two_played:
            return False
        some = False
        for _ in range(FORCED_DRAWS):
            if self.table.can_draw():
                self.draw()
                some = True
        return some

    def moves(self) -> list[Move]:
        """CE-6, CE-8, CE-9: the legal moves of a turn in listed order."""
        hand = self.table.hands[self.seat]
        plays = [Move(PLAY, number) for number, card in enumerate(PACK) if card in hand and self.table.matches(card)]
        may_draw = self.drawn < self.rules["draws"] and self.table.can_draw()
        return [*plays, Move(DRAW if may_draw else PASS, NONE)]

    def play_card(self, card: str) -> None:
        """CE-6, CE-7, CE-12: a card onto the pile; an eight names a suit unless its player is out."""
        table, hand = self.table, self.table.hands[self.seat]
        hand.remove(card)
        table.pile.append(card)
        self.note("play", card=card)
        self.two_played = card[:-1] == "2"
        if not hand:
            self.out = self.seat
        elif card[:-1] == "8":
            table.suit = None
            named = self.decide(NAMING, [Move(NAME, suit) for suit in range(len(SUITS))])
            table.suit = SUITS[named.value]
            self.note("name", suit=table.suit)
            return
        table.suit = card[-1]

    def draw(self) -> None:
        """CE-8, CE-10: one card from the stock, which is renewed if it is empty."""
        table = self.table
        if not table.stock:
            beneath, table.pile = table.pile[:-1], table.pile[-1:]
            table.stock = shuffled(sorted(beneath, key=PACK.index), self.streams[DEAL_STREAM])
            self.note("reshuffle", stock=list(table.stock))
        card = table.stock.pop(0)
        table.hands[self.seat].append(card)
        self.note("draw", card=card)

    def scores(self) -> list[int]:
        """CE-13: everybody loses the points in his hand; whoever is out wins what the others lose."""
        lost = [sum(points(card) for card in hand) for hand in self.table.hands]
        return [sum(lost) if seat == self.out else -points for seat, points in enumerate(lost)]

    def result(self, end: str) -> dict:
        """The record's last part."""
        return {"end": end, "score": self.scores(), "turns": self.turns}

    def view(self, kind: int) -> np.record:
        """CE-15: a fresh record of what the player to move knows."""
        record, table = np.zeros(1, VIEW)[0], self.table
        record.players, record.packs, record.cards = self.n, self.rules["packs"], self.rules["cards"]
        record.draws, record.twos = self.rules["draws"], self.rules["twos"] == "draw"
        record.seat, record.next, record.decision = self.seat, (self.seat + 1) % self.n, kind
        record.hand[:] = counts(table.hands[self.seat])
        record.hand_sizes[: self.n] = [len(hand) for hand in table.hands]
        record.top = PACK.index(table.pile[-1])
        record.suit = NONE if table.suit is None else SUITS.index(table.suit)
        record.stock, record.pile_size = len(table.stock), len(table.pile)
        record.pile[:] = counts(table.pile)
        record.drawn, record.idle = self.drawn, self.idle
        record.game_uniform = self.game_uniforms[self.seat]
        record.turn_uniform, record.decision_uniform = self.turn_uniform, self.decision_uniform
        return record


play = partial(record_of, "crazy-eights", Round)
