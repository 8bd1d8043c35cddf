"""A referee for Twisted Knot: slow, plain, and independent of the fast kernel.

Written from the rulings (TK-1 to TK-29), the record format and the draw protocol only. It plays whole games from a seed
and writes the record of each, so that the two implementations can be compared event for event and view for view.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from knotlab.sim.games.twisted_knot.state import VIEW
from tests.referee.protocol import DEAL_STREAM, Player, Referee, filled, record_of, riffled, shuffled

# A rank is its place in this list (draw protocol); NONE stands for "no rank" and "no seat".
CODES = ("2", "5", "Q", "7", "9", "10", "Jk", "6", "J", "K", "A", "3", "4", "8")
TWO, FIVE, QUEEN, SEVEN, NINE, TEN, JOKER, SIX, JACK, KING, ACE, THREE, FOUR, EIGHT = RANKS = range(14)
NONE = -1

# What a view and a move say in numbers (`knotlab view twisted-knot`).
TOPPING_UP, LAYING, PAIRING, GIVING, TAKING = range(5)
LAY, PICK_UP, TOP_UP, GO_ON, DISCARD, PASS = range(6)


class Move(NamedTuple):
    """A legal move as strategies see it."""

    kind: int
    rank: int
    count: int  # type: ignore[assignment]


# TK-11, all rows that need no number and no search; TK-12, 13 and 14 are functions below.
SATISFIED_BY = {
    "3": "3 5 Q 7 9 10 Jk 6 J K A 4 8",
    "5": "Q 10 Jk 6 A 4 8",
    "Q": "3 Q 7 9 10 Jk 6 J K A 4 8",
    "7": "7 9 Jk J K 3",
    "9": "9 10 Jk 6 J K A 3 4 8",
    "10": "10 Jk 6 J K A 3 4 8",
    "6": "6 J K A 3 4 8",
    "J": "J K A 3 4 8",
    "K": "K A 3 4 8",
    "A": "A 3 4 8",
}

# TK-3, first cards from the lowest on; and TK-13, card order. Ranks on one level are equals.
START_LEVELS = ("2", "3", "5", "Q", "7", "9", "10", "Jk", "6", "J", "K", "A", "4 8")
ORDER_LEVELS = ("2", "5", "Q", "7", "9", "10", "Jk", "6", "J", "K", "A", "3 4 8")


def level_of(rank: int, levels: Sequence[str]) -> int:
    """Number of the level on which a rank stands."""
    return next(number for number, level in enumerate(levels) if CODES[rank] in level.split())


def beats_in_order(rank: int, showing: int) -> bool:
    """TK-13: whether a rank beats the showing card in card order alone."""
    if showing == NONE:
        return True
    if rank == TWO:
        return False
    if showing == THREE:
        return True
    if rank == FIVE and showing == FIVE:
        return False
    return level_of(rank, ORDER_LEVELS) >= level_of(showing, ORDER_LEVELS)


def first_from_top(stack: Sequence[int], skipped: tuple[int, ...]) -> int:
    """First rank from the top of a stack that is not one of the skipped ones, NONE if there is none (TK-13, TK-28)."""
    for rank in reversed(stack):
        if rank not in skipped:
            return rank
    return NONE


def alike_on_top(stack: Sequence[int]) -> int:
    """Cards of one rank lying together on top (TK-25)."""
    run = 0
    for rank in reversed(stack):
        if rank != stack[-1]:
            break
        run += 1
    return run


def counts(cards: Iterable[int]) -> list[int]:
    """Number of cards of each rank."""
    by_rank = [0] * len(CODES)
    for rank in cards:
        by_rank[rank] += 1
    return by_rank


def left_by_a_game(cards: Sequence[int]) -> list[int]:
    """TK-30: hands of eight lay by turns what they have of their lowest rank; the cards in the order of the lays."""
    hands, left = [sorted(cards[i : i + 8]) for i in range(0, len(cards), 8)], []
    while any(hands):
        for hand in filter(None, hands):
            lowest = hand.count(hand[0])
            left += hand[:lowest]
            del hand[:lowest]
    return left


def bit_set(ranks: Iterable[int]) -> int:
    """A set of ranks as a number: bit r for rank r."""
    return sum(1 << rank for rank in ranks)


class Game(Referee):
    """One game: the table, the players' cards and knowledge, and the events so far."""

    def __init__(
        self, rules: dict, seated: Sequence[Player], seed: int, purpose: int, deal: int, on_decision: Callable | None
    ) -> None:
        super().__init__(rules, seated, seed, purpose, deal, on_decision)
        self.multiplies = [CODES[rank] in rules["multiply"] for rank in RANKS]
        self.repeats = rules["eight"] == "repeat"
        self.set_up_cards()
        self.set_up_turn()

    # Setting up

    def set_up_cards(self) -> None:
        """TK-1, TK-2: shuffle, deal, and nothing known yet."""
        pack = self.shuffled_pack()
        self.deck = counts(pack)
        self.piles = [pack[seat :: self.n] for seat in range(self.n)]
        self.dealt = [[CODES[rank] for rank in pile] for pile in self.piles]
        self.hands = [counts([]) for _ in range(self.n)]
        self.stack: list[int] = []
        self.top_count = 0
        self.cleared = counts([])
        self.discards = [counts([]) for _ in range(self.n)]
        self.known = np.zeros((self.n, self.n, len(CODES)), dtype=np.int32)

    def set_up_turn(self) -> None:
        """What belongs to the course of play: direction, turn, go."""
        self.direction = 1
        self.seat = self.starter = self.first_card = NONE
        self.turns = 0
        self.goes = self.misses = 0
        self.pairs = self.pair_mask = 0
        self.bound = False  # TK-5: the card was taken unseen, so it must be laid if it can be

    def shuffled_pack(self) -> list[int]:
        """TK-1, TK-30 and the draw protocol's shuffle."""
        packs, jokers = self.rules["packs"], self.rules["jokers"]
        cards = [rank for rank in RANKS for _ in range(packs * (jokers if rank == JOKER else 4))]
        cards = shuffled(cards, self.streams[DEAL_STREAM])
        if self.rules["shuffle"] != "thorough":
            cards = left_by_a_game(cards)
            for _ in range(int(self.rules["shuffle"].removeprefix("riffles:"))):
                cards = riffled(cards, self.streams[DEAL_STREAM])
        return cards

    def begin(self) -> None:
        """TK-3: first cards and the starter."""
        firsts = []
        for seat in range(self.n):
            firsts.append(self.piles[seat][0])
            self.take(seat, 1)
        levels = [level_of(rank, START_LEVELS) for rank in firsts]
        holders = [seat for seat in range(self.n) if levels[seat] == min(levels)]
        chosen = self.streams[DEAL_STREAM].below(len(holders)) if len(holders) > 1 else 0
        self.seat = self.starter = holders[chosen]
        self.first_card = firsts[self.starter]

    # The course of the game

    def run(self) -> str:
        """The whole game; returns how it ended (TK-9, TK-27)."""
        self.begin()
        seen = set()
        while True:
            position = self.position()
            if position in seen:
                return "stalled"
            if self.turns == self.rules["turn_limit"]:
                return "capped"
            seen.add(position)
            self.play_turn()
            if self.holding() == 1:
                return "finished"

    def position(self) -> tuple:
        """TK-27: everything on which the rest of the game depends. Players who are out remember nothing."""
        active = [seat for seat in range(self.n) if self.places[seat] == 0]
        return (
            self.seat,
            self.direction if len(active) > 2 else 0,
            *map(bytes, (*self.hands, *self.piles, self.places)),
            bytes(self.stack),
            self.top_count,
            *map(bytes, (self.cleared, *self.discards)),
            self.known[active].tobytes(),
            tuple(stream.drawn for stream in self.streams),
        )

    def play_turn(self) -> None:
        """TK-5, TK-26: one go and all that it earns; then play moves on."""
        self.goes, self.misses = 1, 0
        self.turn_uniform = self.decision_uniform = math.nan
        while self.goes > 0 and self.play_go():
            self.goes -= 1
        self.turns += 1
        self.pass_turn_on()

    def pass_turn_on(self) -> None:
        """TK-22, TK-26: on to the next player after those who miss a turn."""
        misses = self.misses
        if self.rules["kings"] == "opponents":
            opponents = [seat for seat in self.others() if self.places[seat] == 0]
            misses = min(misses, len(opponents))
        for _ in range(misses + 1):
            self.seat = self.next_seat()
        if self.holding() == 2:  # TK-20: direction has no meaning any more
            self.direction = 1

    def play_go(self) -> bool:
        """TK-5, 6, 8, 14: one go. False if the turn is over with it: picked up, or out."""
        if not self.open_go():
            self.pick_up()
            return False
        lays = self.lays()
        move = self.decide(LAYING, lays if lays and self.bound else [*lays, *self.pick_ups()])
        if move.kind == PICK_UP:
            self.pick_up()
            return False
        self.lay(move)
        while self.pairs > 0:
            self.lay(self.decide(PAIRING, self.lays()))
        return self.places[self.seat] == 0

    def open_go(self) -> bool:
        """TK-14: the pairs owed are settled now. TK-5: a card for an empty hand, and False if the player, asked before
        seeing it, would rather pick up. TK-8: topping up.
        """
        demand, count = self.demand()
        self.pairs = count if demand == JOKER else 0
        self.pair_mask = bit_set(rank for rank in RANKS if beats_in_order(rank, self.showing())) if self.pairs else 0
        self.bound = self.hand_size(self.seat) == 0 and self.rules["pile_card"] == "unseen" and bool(self.stack)
        if self.bound and self.decide(TAKING, [Move(TOP_UP, NONE, 1), *self.pick_ups()]).kind == PICK_UP:
            return False
        if self.hand_size(self.seat) == 0:
            self.take(self.seat, 1)
        missing = max(0, self.cards_demanded() - self.hand_size(self.seat))
        left = len(self.piles[self.seat])
        offered = missing if missing <= left else left if self.rules["top_up"] == "rest" else 0
        if offered > 0:
            move = self.decide(TOPPING_UP, [Move(TOP_UP, NONE, offered), Move(GO_ON, NONE, 0)])
            if move.kind == TOP_UP:
                self.take(self.seat, offered)
        return True

    def holding(self) -> int:
        """Players who still hold cards (TK-9)."""
        return self.places.count(0)

    def next_seat(self) -> int:
        """TK-4: the next seat that still holds cards, in the direction now valid."""
        seat = (self.seat + self.direction) % self.n
        while self.places[seat] != 0:
            seat = (seat + self.direction) % self.n
        return seat

    def hand_size(self, seat: int) -> int:
        """Cards in a hand."""
        return sum(self.hands[seat])

    # The demand

    def top(self) -> int:
        """Rank of the last lay."""
        return self.stack[-1] if self.stack else NONE

    def showing(self) -> int:
        """TK-13: the showing card."""
        return first_from_top(self.stack, (EIGHT, JOKER))

    def repeated(self) -> int:
        """TK-28: the repeated card."""
        return first_from_top(self.stack, (EIGHT,))

    def times(self, rank: int, count: int) -> int:
        """TK-29: as how many cards so many of a rank count."""
        return count if rank != NONE and self.multiplies[rank] else 1

    def stands_for(self) -> int:
        """Rank whose demand and effect the last lay has: its own, or in the variant the card its 8s repeat (TK-28)."""
        if not self.repeats or self.top() != EIGHT:
            return self.top()
        looks_through = self.rules["eight_on_joker"] == "beneath" and self.repeated() == JOKER
        return self.showing() if looks_through else self.repeated()

    def number_laid(self) -> int:
        """Cards of the last lay; TK-28: of 8s laid directly on a joker, if they look through it, as if one."""
        under = self.stack[: len(self.stack) - self.top_count]
        on_joker = self.top() == EIGHT and under and under[-1] == JOKER
        return 1 if on_joker and self.repeats and self.rules["eight_on_joker"] == "beneath" else self.top_count

    def demand(self) -> tuple[int, int]:
        """Rank to be answered and how many cards of it count."""
        if not self.stack:
            return NONE, 0
        return self.stands_for(), self.times(self.stands_for(), self.number_laid())

    def is_magic(self) -> bool:
        """TK-12: whether the demand is that of Magic Jacks, by the players holding cards now."""
        table_has_them = self.rules["magic_jacks"] == "last-two" or self.n == 2
        return self.demand()[0] == JACK and self.holding() == 2 and table_has_them

    def cards_demanded(self) -> int:
        """TK-8: k, the number of cards that the demand needs in all."""
        demand, count = self.demand()
        if demand == JOKER:
            return 2 * self.pairs
        return count if demand == TWO or self.is_magic() else 1

    def satisfies(self, rank: int, count: int) -> bool:
        """TK-10 to 13: whether so many of a rank meet the demand, when it is not a joker's."""
        demand, number = self.demand()
        if demand == NONE:
            return True
        if demand == EIGHT:
            return beats_in_order(rank, self.showing())
        if demand == TWO:
            return rank == QUEEN and count >= number
        if self.is_magic():
            return rank == FIVE and count >= number
        return CODES[rank] in SATISFIED_BY[CODES[demand]].split()

    def can_supply(self, hand: Sequence[int], pairs: int) -> bool:
        """TK-14: whether a hand holds so many pairs that serve in this go; four of a rank are two."""
        return sum(hand[rank] // 2 for rank in RANKS if self.pair_mask >> rank & 1) >= pairs

    def serves_as_pair(self, rank: int, count: int) -> bool:
        """TK-14: two or more cards that beat what showed, and the hand left holds all the pairs owed after them."""
        left = list(self.hands[self.seat])
        left[rank] -= count
        return count >= 2 and bool(self.pair_mask >> rank & 1) and self.can_supply(left, self.pairs - 1)

    def lays(self) -> list[Move]:
        """TK-16: legal lays, in card order and by ascending number."""
        hand = self.hands[self.seat]
        fits = self.serves_as_pair if self.pairs > 0 else self.satisfies
        return [Move(LAY, rank, count) for rank in RANKS for count in range(1, hand[rank] + 1) if fits(rank, count)]

    def pick_ups(self) -> list[Move]:
        """TK-6: the pick-up, legal whenever there is a stack."""
        return [Move(PICK_UP, NONE, len(self.stack))] if self.stack else []

    # What happens

    def take(self, seat: int, number: int) -> None:
        """Cards from the top of a pile into its owner's hand (TK-3, 5, 8, 23)."""
        cards = self.piles[seat][:number]
        self.piles[seat] = self.piles[seat][number:]
        for rank in cards:
            self.hands[seat][rank] += 1
        self.events.append({"do": "take", "seat": seat, "cards": [CODES[rank] for rank in cards]})

    def pick_up(self) -> None:
        """TK-6: the whole stack into the hand, seen by all; misses stay pending by the other reading only."""
        self.note("pick-up")
        picked = counts(self.stack)
        for rank in RANKS:
            self.hands[self.seat][rank] += picked[rank]
        for viewer in self.others():
            self.known[viewer, self.seat] = np.minimum(self.known[viewer, self.seat] + picked, self.deck)
        self.empty_table()
        if self.rules["pick_up_misses"] == "cancelled":
            self.misses = 0

    def others(self) -> list[int]:
        """All seats but the one to move."""
        return [seat for seat in range(self.n) if seat != self.seat]

    def empty_table(self) -> None:
        """No stack and no last lay."""
        self.stack = []
        self.top_count = 0

    def lay(self, move: Move) -> None:
        """One lay in the order of the rulings: the cards, the effect, the clearing, going out; then whether pairs
        lapse.
        """
        self.put_on_stack(move.rank, move.count)
        self.pairs = max(0, self.pairs - 1)
        self.take_effect()
        if move.rank == FOUR or alike_on_top(self.stack) >= 4:
            self.clear()
        if self.hand_size(self.seat) == 0 and not self.piles[self.seat]:
            self.go_out()
        if not self.can_supply(self.hands[self.seat], self.pairs):
            self.pairs = 0

    def put_on_stack(self, rank: int, count: int) -> None:
        """Cards from the hand to the table, seen by all."""
        self.note("lay", card=CODES[rank], count=count)
        self.hands[self.seat][rank] -= count
        self.stack += [rank] * count
        self.top_count = count
        for viewer in self.others():
            self.forget(viewer, rank, count)

    def forget(self, viewer: int, rank: int, count: int) -> None:
        """Cards that a viewer has seen leaving the hand of the player to move."""
        left = self.known[viewer, self.seat, rank] - count
        self.known[viewer, self.seat, rank] = max(0, left)

    def take_effect(self) -> None:
        """TK-17 to 22, TK-28, 29: what the lay now on top does."""
        rank = self.stands_for()
        number = self.times(rank, self.number_laid())
        if rank == NINE:
            self.give_away(number, NONE)
        elif rank == TEN:
            self.goes += number
        elif rank == JACK and number % 2 == 1 and self.holding() > 2:
            self.direction = -self.direction
        elif rank == ACE:
            self.give_away(number, self.next_seat())
        elif rank == KING:
            self.misses += number

    def give_away(self, number: int, receiver: int) -> None:
        """TK-23: cards one at a time, out of the game (TK-18) or to a receiver (TK-21)."""
        hand, kind = self.hands[self.seat], DISCARD if receiver == NONE else PASS
        number = min(number, self.hand_size(self.seat) + len(self.piles[self.seat]))
        for owed in range(number, 0, -1):
            if self.hand_size(self.seat) == 0:
                self.take(self.seat, 1)
            moves = [Move(kind, rank, 1) for rank in RANKS if hand[rank] > 0]
            move = self.decide(GIVING, moves, owed, receiver)
            hand[move.rank] -= 1
            if kind == DISCARD:
                self.discard(move.rank)
            else:
                self.pass_card(move.rank, receiver)

    def discard(self, rank: int) -> None:
        """TK-18: a card leaves the game, known to the discarder only."""
        self.note("discard", card=CODES[rank])
        self.discards[self.seat][rank] += 1

    def pass_card(self, rank: int, receiver: int) -> None:
        """TK-21: a card changes hands, known to the two only."""
        self.note("pass", to=receiver, card=CODES[rank])
        self.hands[receiver][rank] += 1
        self.known[self.seat, receiver, rank] = min(self.known[self.seat, receiver, rank] + 1, self.deck[rank])
        self.forget(receiver, rank, 1)

    def clear(self) -> None:
        """TK-24, TK-25: the stack leaves the game for one more go; pairs still owed are void (TK-14)."""
        self.note("clear")
        for rank in self.stack:
            self.cleared[rank] += 1
        self.empty_table()
        self.goes += 1
        self.pairs = 0

    def go_out(self) -> None:
        """TK-9: the next place; pairs still owed lapse."""
        place = self.n - self.holding() + 1
        self.places[self.seat] = place
        self.note("out", place=place)
        self.pairs = 0

    def view(self, kind: int, owed: int = 0, receiver: int = NONE) -> np.record:
        """A fresh record of what the player to move knows."""
        fields = self.setting_fields() | self.table_fields() | self.knowledge_fields() | self.uniforms()
        record = filled(VIEW, fields | {"decision": kind, "owed": owed, "receiver": receiver})
        record["known"][: self.n, : len(CODES)] = self.known[self.seat]
        return record

    def setting_fields(self) -> dict:
        """What stays the same for the whole game."""
        return {
            "players": self.n,
            "packs": self.rules["packs"],
            "jokers": self.rules["jokers"],
            "riffles": -1
            if self.rules["shuffle"] == "thorough"
            else int(self.rules["shuffle"].removeprefix("riffles:")),
            "repeats": int(self.repeats),
            "multiply": [int(flag) for flag in self.multiplies],
            "unseen": int(self.rules["pile_card"] == "unseen"),
            "misses_kept": int(self.rules["pick_up_misses"] == "kept"),
            "short_piles": int(self.rules["top_up"] == "rest"),
            "magic_at": 0 if self.rules["magic_jacks"] == "two-players" and self.n > 2 else 2,
            "misses_end": int(self.rules["kings"] == "opponents"),
            "through_jokers": int(self.repeats and self.rules["eight_on_joker"] == "beneath"),
            "deck": self.deck,
            "starter": self.starter,
            "first_card": self.first_card,
        }

    def table_fields(self) -> dict:
        """The stack and what it demands; the go and the turn."""
        demand, demand_count = self.demand()
        return {
            "stack": self.stack,
            "stack_size": len(self.stack),
            "stack_counts": counts(self.stack),
            "stack_held": bit_set(set(self.stack)),
            "top": self.top(),
            "top_count": self.top_count,
            "alike": alike_on_top(self.stack),
            "demand": demand,
            "demand_count": demand_count,
            "showing": self.showing(),
            "repeated": self.repeated(),
            "pairs": self.pairs,
            "pair_mask": self.pair_mask,
            "bound": int(self.bound),
            "goes": self.goes,
            "misses": self.misses,
        }

    def knowledge_fields(self) -> dict:
        """Who sits where with how many cards, what has left the game; `known` is filled in apart."""
        return {
            "seat": self.seat,
            "next": self.next_seat(),
            "hand": self.hands[self.seat],
            "held": bit_set(rank for rank in RANKS if self.hands[self.seat][rank] > 0),
            "hand_sizes": [self.hand_size(seat) for seat in range(self.n)],
            "pile_sizes": [len(pile) for pile in self.piles],
            "places": self.places,
            "holding": self.holding(),
            "direction": self.direction,
            "cleared": self.cleared,
            "discarded": sum(sum(by_rank) for by_rank in self.discards),
            "discards": self.discards[self.seat],
        }

    def told_rules(self) -> dict:
        """The settings as the record has them."""
        return {**self.rules, "multiply": list(self.rules["multiply"])}

    def result(self, end: str) -> dict:
        """TK-9: who was out when; the one player left in a finished game is the loser."""
        return {"end": end, "places": self.final_places(end), "turns": self.turns}


play = partial(record_of, "twisted-knot", Game)
