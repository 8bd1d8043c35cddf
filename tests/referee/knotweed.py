"""A referee for Knotweed: slow, plain, and independent of the fast kernel.

Written from the rulings (KW-1 to KW-13), the record format and the draw protocol only. It plays whole rounds from a
seed and writes the record of each, so that the two implementations can be compared event for event and view for view.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import NamedTuple

import numpy as np

from knotlab.sim.games.knotweed.state import VIEW
from tests.referee.protocol import DEAL_STREAM, Player, Referee, filled, record_of, shuffled

# A card is 4 * rank + suit (draw protocol).
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
NONE = -1
PASS_PENALTY = CAUGHT_PENALTY = LARGEST_PENALTY = 3

# What a view and a move say in numbers (`knotlab view knotweed`).
PLAYING, PRUNING, TAKING = range(3)
PLAY, STOP, PASS, PRUNE, SNEAK, TAKE, SKIMP = range(7)


class Move(NamedTuple):
    """A legal move as strategies see it."""

    kind: int
    pile: int
    rank: int
    cards: int


@dataclass
class Turn:
    """The turn in progress: what it has done, and how the table was when it began."""

    standing: int
    tops: list[int]
    hand: list[int]
    heap: list[int]
    open: list[bool]
    laid: list[Move]
    penalty: int = 0
    cheated: bool = False


def rank_of(card: int) -> int:
    """Rank 0..12, A to K."""
    return card // 4


def suit_of(card: int) -> int:
    """Suit 0..3 of C D H S."""
    return card % 4


def name_of(card: int) -> str:
    """The code of the rulings."""
    return RANKS[rank_of(card)] + SUITS[suit_of(card)]


def names(cards: Iterable[int]) -> list[str]:
    """Codes of some cards, in their order."""
    return [name_of(card) for card in cards]


def packed(suits: Iterable[int]) -> int:
    """A group as a number, from its cards' suits: three bits a suit, clubs lowest."""
    return sum(1 << 3 * suit for suit in suits)


@cache
def cards_of(rank: int, group: int) -> tuple[int, ...]:
    """The cards of a group, in the pack's listed order."""
    return tuple(4 * rank + suit for suit in range(4) for _ in range(group >> 3 * suit & 7))


def by_rank(cards: Iterable[int]) -> list[int]:
    """The group of each rank among some cards."""
    groups = [0] * len(RANKS)
    for card in cards:
        groups[rank_of(card)] += packed([suit_of(card)])
    return groups


@cache
def groups_in(group: int) -> list[int]:
    """All groups that a group contains, in the order of the draw protocol: by spades, hearts, diamonds, clubs."""
    copies = [group >> 3 * suit & 7 for suit in (3, 2, 1, 0)]
    choices = product(*(range(number + 1) for number in copies))
    return [packed([3] * s + [2] * h + [1] * d + [0] * c) for s, h, d, c in choices if s + h + d + c > 0]


def fits(card: int, top: int) -> bool:
    """KW-4: whether a card could be played alone."""
    return rank_of(card) == rank_of(top) or suit_of(card) == suit_of(top)


@cache
def is_legal(rank: int, group: int, top: int) -> bool:
    """KW-4: whether a card of the group could be played alone; the others ride along."""
    return any(fits(card, top) for card in cards_of(rank, group))


def penalty_of(rank: int, top: int) -> int:
    """KW-5: steps up from the top's rank, wrapping K to A, three at most."""
    return min(LARGEST_PENALTY, (rank - rank_of(top)) % len(RANKS))


class Game(Referee):
    """One round: the table, the hands, and the events so far."""

    def __init__(
        self, rules: dict, seated: Sequence[Player], seed: int, purpose: int, deal: int, on_decision: Callable | None
    ) -> None:
        super().__init__(rules, seated, seed, purpose, deal, on_decision)
        self.deal_cards()
        self.turns = 0
        self.chosen: list[int] = []
        self.open_turn()

    # Cards

    def deal_cards(self) -> None:
        """KW-1: five cards each, one that starts the first pile, the rest to draw from."""
        pack = self.shuffled([card for card in range(52) for _ in range(self.rules["decks"])])
        dealt = 5 * self.n
        self.hands = [pack[seat : dealt : self.n] for seat in range(self.n)]
        self.tops = [pack[dealt]]
        self.heap: list[int] = []  # played cards that are no pile's top
        self.draw_pile = pack[dealt + 1 :]
        self.dealt = {
            "hands": [names(hand) for hand in self.hands],
            "start": name_of(self.tops[0]),
            "draw": names(self.draw_pile),
        }

    def shuffled(self, cards: list[int]) -> list[int]:
        """The draw protocol's shuffle, of cards in the pack's listed order."""
        return shuffled(sorted(cards), self.streams[DEAL_STREAM])

    def played(self) -> list[int]:
        """KW-10, KW-13: all cards out of hands and not to be drawn; pile tops and heap."""
        return self.tops + self.heap

    # The course of the round

    def run(self) -> str:
        """The whole round; returns how it ended (KW-8, KW-12)."""
        seen = set()
        while True:
            position = self.position()
            if position in seen:
                return "stalled"
            if self.turns == self.rules["turn_limit"]:
                return "capped"
            seen.add(position)
            self.play_turn()
            self.turns += 1
            if self.holding() == 1:
                return "finished"
            self.seat = self.next_seat()

    def position(self) -> tuple:
        """KW-12: everything on which the rest of the round depends."""
        hands = tuple(tuple(sorted(hand)) for hand in self.hands)
        table = (tuple(self.tops), tuple(sorted(self.heap)), tuple(self.draw_pile))
        return (self.seat, hands, table, tuple(stream.drawn for stream in self.streams))

    def holding(self) -> int:
        """Players who still hold cards (KW-8)."""
        return self.places.count(0)

    def next_seat(self) -> int:
        """KW-2: the next seat clockwise that still holds cards."""
        seat = (self.seat + 1) % self.n
        while self.places[seat] != 0:
            seat = (seat + 1) % self.n
        return seat

    def open_turn(self) -> None:
        """A new turn: every pile that stands can be played on (KW-3)."""
        standing = len(self.tops)
        self.turn = Turn(standing, list(self.tops), list(self.hands[self.seat]), list(self.heap), [True] * standing, [])
        self.turn_uniform = self.decision_uniform = math.nan
        self.chosen = []

    def play_turn(self) -> None:
        """KW-3, 7, 8, 11: plays or a pass; the cards one means to take; chance; then out, or the penalty."""
        self.open_turn()
        self.make_plays()
        due = self.cards_due()
        taken = self.cards_to_take(due)
        if self.is_caught():
            self.take_back()
            self.draw(CAUGHT_PENALTY)
        elif not self.hands[self.seat]:
            self.go_out()
        elif taken < due:
            self.note("draw", cards=names(self.drawn(taken)), cheat=True)
        else:
            self.draw(self.turn.penalty)

    def make_plays(self) -> None:
        """KW-3, KW-7: plays until the player stops, passes, or has no card left."""
        while self.hands[self.seat]:
            move = self.decide(PLAYING, self.moves_in_play())
            if move.kind == STOP:
                return
            if move.kind == PASS:
                self.note("pass")
                self.turn.penalty = PASS_PENALTY
                return
            self.lay(move)

    def moves_in_play(self) -> list[Move]:
        """The moves in listed order: legal plays, the stop or pass, and for a cheat the illegal plays (KW-11)."""
        ending = Move(STOP if self.turn.laid else PASS, NONE, NONE, 0)
        return [*self.plays(PLAY), ending, *(self.plays(SNEAK) if self.may_cheat() else [])]

    def plays(self, kind: int) -> list[Move]:
        """Legal or illegal plays by pile, rank and group (KW-4, KW-11), on piles still open (KW-3)."""
        groups = [
            (rank, group) for rank, held in enumerate(by_rank(self.hands[self.seat])) for group in groups_in(held)
        ]
        piles = [pile for pile, still_open in enumerate(self.turn.open) if still_open]
        return [
            Move(kind, pile, rank, group)
            for pile in piles
            for rank, group in groups
            if is_legal(rank, group, self.tops[pile]) == (kind == PLAY)
        ]

    def may_cheat(self) -> bool:
        """KW-11: the house rule is on and the strategy declares that it cheats."""
        return self.rules["cheating"] is not None and self.seated[self.seat].cheats

    def lay(self, move: Move) -> None:
        """KW-6: a group replaces its pile by one pile for each card; what was on top is buried."""
        cards = cards_of(move.rank, move.cards)
        illegal = {"cheat": True} if move.kind == SNEAK else {}
        self.note("play", pile=move.pile, cards=names(cards), **illegal)
        turn, hand, top = self.turn, self.hands[self.seat], self.tops[move.pile]
        for card in cards:
            hand.remove(card)
        self.heap.append(top)
        self.tops[move.pile] = cards[0]
        self.tops += cards[1:]
        turn.open[move.pile] = False
        turn.open += [False] * (len(cards) - 1)
        turn.laid.append(move)
        turn.penalty = max(turn.penalty, penalty_of(move.rank, top))
        turn.cheated |= move.kind == SNEAK

    # The end of a turn

    def cards_due(self) -> int:
        """KW-7, 8, 10: the penalty as far as there are cards; nothing for one who has no card left."""
        return min(self.turn.penalty, len(self.draw_pile)) if self.hands[self.seat] else 0

    def cards_to_take(self, due: int) -> int:
        """KW-11: one who may cheat decides how many of the cards due he takes."""
        if due == 0 or not self.may_cheat():
            return due
        moves = [Move(TAKE, NONE, NONE, due)] + [Move(SKIMP, NONE, NONE, fewer) for fewer in range(due)]
        move = self.decide(TAKING, moves, due)
        self.turn.cheated |= move.kind == SKIMP
        return move.cards

    def is_caught(self) -> bool:
        """KW-11: chance decides once in a turn with a cheat."""
        return self.turn.cheated and self.streams[DEAL_STREAM].uniform() < self.rules["cheating"]

    def take_back(self) -> None:
        """KW-11: hand, piles and heap as they were when the turn began."""
        self.note("caught")
        self.hands[self.seat], self.tops, self.heap = self.turn.hand, self.turn.tops, self.turn.heap

    def draw(self, penalty: int) -> None:
        """KW-10: penalty cards as long as there are any, the rest is forgiven; the reset, once none is left or, by the
        other reading, once one is missing.
        """
        if penalty == 0:
            return
        cards = self.drawn(min(penalty, len(self.draw_pile)))
        if cards:
            self.note("draw", cards=names(cards))
        comes = {"empty": not self.draw_pile, "missing": len(cards) < penalty}
        if comes[self.rules["reset"]] and len(self.played()) > 1:
            self.reset()

    def drawn(self, number: int) -> list[int]:
        """So many cards from the draw pile to the hand."""
        cards, self.draw_pile = self.draw_pile[:number], self.draw_pile[number:]
        self.hands[self.seat] += cards
        return cards

    def reset(self) -> None:
        """KW-10: all cards out of hands are shuffled; the first starts the only pile."""
        cards = self.shuffled(self.played())
        self.tops, self.heap, self.draw_pile = cards[:1], [], cards[1:]
        self.events.append({"do": "reset", "start": name_of(cards[0]), "draw": names(self.draw_pile)})

    def go_out(self) -> None:
        """KW-8: the next place; then KW-9."""
        place = self.n - self.holding() + 1
        self.places[self.seat] = place
        self.note("out", place=place)
        if self.holding() >= 2 and len(self.tops) >= 2:
            self.prune()

    def prune(self) -> None:
        """KW-9: half of the piles, rounded up, to the played cards, chosen one by one."""
        number = (len(self.tops) + 1) // 2
        while len(self.chosen) < number:
            moves = [
                Move(PRUNE, pile, NONE, len(self.chosen)) for pile in range(len(self.tops)) if pile not in self.chosen
            ]
            self.chosen.append(self.decide(PRUNING, moves, 0, number - len(self.chosen)).pile)
        self.note("prune", piles=self.chosen)
        self.heap += [self.tops[pile] for pile in self.chosen]
        self.tops = [top for pile, top in enumerate(self.tops) if pile not in self.chosen]

    # What the player to move knows

    def view(self, kind: int, due: int = 0, to_prune: int = 0) -> np.record:
        """A fresh record of what the player to move knows (KW-13)."""
        fields = self.player_fields() | self.table_fields() | self.turn_fields() | self.uniforms()
        return filled(VIEW, fields | {"decision": kind, "due": due, "to_prune": to_prune})

    def player_fields(self) -> dict:
        """The settings, who sits where with how many cards, and the player's own hand."""
        hand = self.hands[self.seat]
        cheating = self.rules["cheating"]
        return {
            "players": self.n,
            "decks": self.rules["decks"],
            "cheating": -1.0 if cheating is None else cheating,
            "cheats": int(self.seated[self.seat].cheats),
            "late_reset": int(self.rules["reset"] == "missing"),
            "seat": self.seat,
            "next": self.next_seat(),
            "hand": by_rank(hand),
            "held": sum(1 << rank for rank in {rank_of(card) for card in hand}),
            "suits": [sum(1 << rank_of(card) for card in set(hand) if suit_of(card) == suit) for suit in range(4)],
            "hand_sizes": [len(cards) for cards in self.hands],
            "places": self.places,
            "holding": self.holding(),
        }

    def table_fields(self) -> dict:
        """The piles, the cards played and those to draw from."""
        return {
            "piles": len(self.tops),
            "standing": self.turn.standing,
            "tops": self.tops,
            "draw_size": len(self.draw_pile),
            "played": by_rank(self.played()),
            "n_played": len(self.played()),
        }

    def turn_fields(self) -> dict:
        """What the turn has done so far; when pruning, a pile is open as long as it is not chosen."""
        turn = self.turn
        pruning = self.places[self.seat] != 0
        return {
            "open": [int(pile not in self.chosen if pruning else turn.open[pile]) for pile in range(len(self.tops))],
            "plays": len(turn.laid),
            "laid": [[move.pile, move.rank, move.cards] for move in turn.laid],
            "penalty": turn.penalty,
            "cheated": int(turn.cheated),
        }

    def result(self, end: str) -> dict:
        """KW-8: who was out when; the one player left in a finished round is the loser."""
        return {"end": end, "places": self.final_places(end), "turns": self.turns}


play = partial(record_of, "knotweed", Game)
