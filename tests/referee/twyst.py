"""A referee for Twyst: slow, plain, and independent of the fast kernel.

Written from the rulings (TY-1 to TY-8), the record format and the draw protocol only. It plays whole deals from a seed
and writes the record of each, so that the two implementations can be compared event for event and view for view.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim.games.twyst.state import VIEW
from tests.referee.protocol import DEAL_STREAM, Player, Referee, filled, record_of, shuffled

SEATS = range(4)
ELDEST = 0
SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # low to high
NUMERALS = ("3", "4", "5", "6", "7", "8", "9", "10")
NONE = -1

# What a view and a move say in numbers (`knotlab view twyst`).
CONTRACTS = ("ace-solo", "misere", "court-solo", "twist-solo", "trump-duo", "plain-duo", "nemo")
BIDDING, NAMING, PLAYING = range(3)
BID, NAME_LEADER, PLAY = range(3)


class Move(NamedTuple):
    """A legal move as strategies see it."""

    kind: int
    card: int
    seat: int


class Card(NamedTuple):
    """A card; suit and rank are places in the two lists above, so that cards sort into their listed order."""

    suit: int
    rank: int

    @property
    def number(self) -> int:
        """Its place in the listed order of the pack."""
        return len(RANKS) * self.suit + self.rank

    @property
    def name(self) -> str:
        """As the records write it."""
        return RANKS[self.rank] + SUITS[self.suit]

    @property
    def face(self) -> str:
        """The rank as written."""
        return RANKS[self.rank]

    @property
    def points(self) -> int:
        """The number on a numeral."""
        return int(self.face)


PACK = [Card(suit, rank) for suit in range(len(SUITS)) for rank in range(len(RANKS))]


def card_set(cards: Iterable[Card]) -> int:
    """A set of cards as a number: bit n for card number n."""
    return sum(1 << card.number for card in cards)


def bit_set(numbers: Iterable[int]) -> int:
    """A set of small numbers (suits, seats) as a number."""
    return sum(1 << number for number in numbers)


# The contract (TY-3)


@dataclass(frozen=True)
class Contract:
    """What one contractor, or several together, undertook."""

    name: str
    contractors: tuple[int, ...]
    trump: int = NONE
    target: int = NONE
    unwanted: int = NONE

    @property
    def is_solo(self) -> bool:
        """Whether it is played by one alone (TY-4)."""
        return len(self.contractors) == 1


def contracts_of(bids: Sequence[Card]) -> list[Contract]:
    """TY-3: the first of the six rules that applies."""
    rules = (aces_and_deuces, court_solo, twist_solo, trump_duo, plain_duo, nemo)
    return next(contracts for contracts in (rule(bids) for rule in rules) if contracts)


def aces_and_deuces(bids: Sequence[Card]) -> list[Contract]:
    """TY-3, 1: every Ace plays solo, every deuce a Misere, all at once."""
    results = []
    for seat, card in enumerate(bids):
        if card.face == "A":
            results.append(Contract("ace-solo", (seat,), target=7))
        elif card.face == "2":
            results.append(Contract("misere", (seat,), target=0))
    return results


def eldest_of_highest(bids: Sequence[Card], seats: Sequence[int]) -> int:
    """TY-3: who of some seats, listed ascending, has shown the highest rank; the lowest seat among equals."""
    highest = max(bids[seat].rank for seat in seats)
    return next(seat for seat in seats if bids[seat].rank == highest)


def court_solo(bids: Sequence[Card]) -> list[Contract]:
    """TY-3, 2: the highest court."""
    courts = [seat for seat in SEATS if bids[seat].face in ("K", "Q", "J")]
    if not courts:
        return []
    soloist = eldest_of_highest(bids, courts)
    return [Contract("court-solo", (soloist,), trump=bids[soloist].suit, target=7)]


def seats_by_suit(bids: Sequence[Card]) -> dict[int, tuple[int, ...]]:
    """For each suit shown the seats that showed it, in the order of their lowest seats."""
    return {card.suit: tuple(seat for seat in SEATS if bids[seat].suit == card.suit) for card in bids}


def shape(bids: Sequence[Card]) -> list[int]:
    """How many cards of each suit were shown, the most first."""
    return sorted(Counter(card.suit for card in bids).values(), reverse=True)


def twist_solo(bids: Sequence[Card]) -> list[Contract]:
    """TY-3, 3: four suits; the highest numeral."""
    if shape(bids) != [1, 1, 1, 1]:
        return []
    soloist = eldest_of_highest(bids, SEATS)
    return [Contract("twist-solo", (soloist,), trump=bids[soloist].suit)]


def trump_duo(bids: Sequence[Card]) -> list[Contract]:
    """TY-3, 4: two of one suit, two others; a numeral of seven or more is the target, else the sum of both."""
    if shape(bids) != [2, 1, 1]:
        return []
    suit, pair = next((suit, seats) for suit, seats in seats_by_suit(bids).items() if len(seats) == 2)
    numerals = [bids[seat].points for seat in pair]
    target = max(numerals) if max(numerals) >= 7 else sum(numerals)
    return [Contract("trump-duo", pair, trump=suit, target=target)]


def plain_duo(bids: Sequence[Card]) -> list[Contract]:
    """TY-3, 5: two and two; the pair with the lowest seat first."""
    if shape(bids) != [2, 2]:
        return []
    return [Contract("plain-duo", pair, target=7) for pair in seats_by_suit(bids).values()]


def nemo(bids: Sequence[Card]) -> list[Contract]:
    """TY-3, 6: three or four of one suit, which is then unwanted."""
    suit = next((suit for suit, seats in seats_by_suit(bids).items() if len(seats) >= 3), NONE)
    return [] if suit == NONE else [Contract("nemo", tuple(SEATS), unwanted=suit)]


# The score (TY-6)


class Pay(NamedTuple):
    """TY-6: what is paid for, by the names of the settings."""

    lost: str = "others"
    partners: str = "joint"
    ace: int = 20
    court: int = 15
    numerals: int = 10
    misere: int = 150
    misere_lost: int = 150
    nemo: int = 10
    nemo_clean: int = 20

    @property
    def points(self) -> list[int]:
        """The scores, as a view lists them."""
        return list(self[2:])


USUAL = Pay()


def scores_of(
    contracts: Sequence[Contract], tricks: Sequence[int], clean: Sequence[int], pay: Pay = USUAL
) -> list[int]:
    """TY-6: the score of every seat; nothing for those who have no contract."""
    scores = [0] * len(SEATS)
    for contract in contracts:
        for seat in contract.contractors:
            scores[seat] = score_of(contract, seat, tricks, clean, pay)
    return scores


def score_of(contract: Contract, seat: int, tricks: Sequence[int], clean: Sequence[int], pay: Pay = USUAL) -> int:
    """TY-6: the score of one contractor."""
    won = sum(tricks[each] for each in contract.contractors)
    made = won >= contract.target
    missed = {"others": 13 - won, "shortfall": contract.target - won, "nothing": 0}[pay.lost]
    if contract.name == "ace-solo":
        return pay.ace * won if made else -pay.ace * missed
    if contract.name == "court-solo":
        return pay.court * won if made else -pay.court * missed
    credited = won if pay.partners == "joint" else tricks[seat]
    if contract.name == "trump-duo":
        return pay.numerals * credited if made else -pay.numerals * missed
    if contract.name == "plain-duo":
        return pay.numerals * credited if made else 0
    if contract.name == "misere":
        return pay.misere if won == 0 else -pay.misere_lost
    if contract.name == "twist-solo":
        return twist_score(seat, tricks, pay)
    return nemo_score(tricks[seat], clean[seat], pay)


def twist_score(soloist: int, tricks: Sequence[int], pay: Pay) -> int:
    """TY-6: more tricks than anybody else; a tie fails and pays for the tricks of the opponent with most."""
    best_of_others = max(tricks[seat] for seat in SEATS if seat != soloist)
    if tricks[soloist] > best_of_others:
        return pay.numerals * tricks[soloist]
    return 0 if pay.lost == "nothing" else -pay.numerals * best_of_others


def nemo_score(tricks: int, clean: int, pay: Pay) -> int:
    """TY-6: so much for a clean trick; more instead if there were no others."""
    return (pay.nemo_clean if clean == tricks else pay.nemo) * clean


# The deal


@dataclass
class Trick:
    """One trick: who led, and the cards in the order in which they were played."""

    leader: int
    cards: list[Card]

    def seat_of(self, place: int) -> int:
        """Who plays the card at a place in the order."""
        return (self.leader + place) % len(SEATS)

    def to_move(self) -> int:
        """Whose card comes next."""
        return self.seat_of(len(self.cards))

    def suit(self) -> int:
        """The suit led."""
        return self.cards[0].suit if self.cards else NONE

    def best(self, trump: int) -> Card:
        """TY-5: the highest trump, else the highest card of the suit led."""
        trumps = [card for card in self.cards if card.suit == trump]
        return max(trumps or [card for card in self.cards if card.suit == self.suit()])

    def winner(self, trump: int) -> int:
        """Who played that card."""
        return self.seat_of(self.cards.index(self.best(trump)))

    def is_clean(self, unwanted: int) -> bool:
        """TY-3, 6: whether no card of the unwanted suit lies in it."""
        return all(card.suit != unwanted for card in self.cards)


class Deal(Referee):
    """One deal: hands, bids, contracts, tricks, and the events so far."""

    def __init__(
        self,
        rules: dict,
        seated: Sequence[Player],
        seed: int,
        purpose: int,
        deal: int,
        on_decision: Callable | None,
        totals: Sequence[int],
    ) -> None:
        super().__init__(rules, seated, seed, purpose, deal, on_decision)
        self.totals = list(totals)
        self.pay = Pay(**{name: rules[name] for name in Pay._fields if name in rules})
        self.deal_cards()
        self.bids: list[Card] = []
        self.contracts: list[Contract] = []
        self.opener = NONE
        self.trick: Trick | None = None
        self.winners: list[int] = []
        self.clean_winners: list[int] = []
        self.played: list[tuple[int, Card]] = []
        self.voids: list[set[int]] = [set() for _ in SEATS]

    def deal_cards(self) -> None:
        """TY-1: the shuffle, and the cards one by one from the eldest on."""
        pack = shuffled(PACK, self.streams[DEAL_STREAM])
        self.hands = [sorted(pack[seat :: len(SEATS)]) for seat in SEATS]
        self.dealt = [[card.name for card in hand] for hand in self.hands]

    def note(self, do: str, **fields: object) -> None:
        """Write an event; whose it is, is among its fields."""
        self.events.append({"do": do, **fields})

    # The course of the deal

    def run(self) -> str:
        """The whole deal, which always ends."""
        self.bid()
        self.find_leader()
        leader = self.opener
        for _ in RANKS:
            leader = self.play_trick(leader)
        return "finished"

    def bid(self) -> None:
        """TY-2: a card from everybody; nobody sees another's before all are turned. TY-3: the contract."""
        bids = [self.ask(seat, BIDDING, [Move(BID, card.number, NONE) for card in self.hands[seat]]) for seat in SEATS]
        self.bids = [PACK[move.card] for move in bids]
        for seat, card in enumerate(self.bids):
            self.note("bid", seat=seat, card=card.name)
        self.contracts = contracts_of(self.bids)
        for contract in self.contracts:
            self.note_contract(contract)

    def note_contract(self, contract: Contract) -> None:
        """Write down a contract; one without a number to reach has none."""
        self.note(
            "contract",
            name=contract.name,
            trump=None if contract.trump == NONE else SUITS[contract.trump],
            contractors=list(contract.contractors),
            target=None if contract.target == NONE else contract.target,
        )
        if contract.unwanted != NONE:
            self.events[-1]["suit"] = SUITS[contract.unwanted]

    def find_leader(self) -> None:
        """TY-4: a soloist who is alone names the leader, else the eldest leads."""
        alone = len(self.contracts) == 1 and self.contracts[0].is_solo
        if alone:
            soloist = self.contracts[0].contractors[0]
            self.opener = self.ask(soloist, NAMING, [Move(NAME_LEADER, NONE, seat) for seat in SEATS]).seat
        else:
            self.opener = ELDEST
        self.note("lead", seat=self.opener, by=soloist if alone else None)

    def play_trick(self, leader: int) -> int:
        """TY-5: four cards; returns the winner, who leads next. TY-3, 6: whether the trick is clean."""
        self.trick = Trick(leader, [])
        while len(self.trick.cards) < len(SEATS):
            self.play_card(self.trick.to_move())
        winner = self.trick.winner(self.trump())
        self.note("trick", seat=winner)
        self.winners.append(winner)
        if self.unwanted() != NONE and self.trick.is_clean(self.unwanted()):
            self.clean_winners.append(winner)
        return winner

    def play_card(self, seat: int) -> None:
        """TY-5: one card to the trick; TY-8: who cannot follow shows it."""
        assert self.trick is not None
        move = self.ask(seat, PLAYING, [Move(PLAY, card.number, NONE) for card in self.legal_cards(seat)])
        card = PACK[move.card]
        if self.trick.cards and card.suit != self.trick.suit():
            self.voids[seat].add(self.trick.suit())
        self.hands[seat].remove(card)
        self.trick.cards.append(card)
        self.played.append((seat, card))
        self.note("card", seat=seat, card=card.name)

    def legal_cards(self, seat: int) -> list[Card]:
        """TY-5: the cards of the suit led, if there are any, else all."""
        assert self.trick is not None
        following = [card for card in self.hands[seat] if card.suit == self.trick.suit()]
        return following or list(self.hands[seat])

    def trump(self) -> int:
        """The trump suit, NONE if there is none or none yet."""
        return max((contract.trump for contract in self.contracts), default=NONE)

    def unwanted(self) -> int:
        """The suit that spoils tricks, NONE outside Nemo."""
        return max((contract.unwanted for contract in self.contracts), default=NONE)

    def tricks_won(self) -> list[int]:
        """Tricks by seat."""
        return [self.winners.count(seat) for seat in SEATS]

    def clean_tricks(self) -> list[int]:
        """Tricks by seat that count in Nemo (TY-3, 6); 0 in other contracts."""
        return [self.clean_winners.count(seat) for seat in SEATS]

    def result(self, end: str) -> dict:
        """TY-6: tricks and score by seat."""
        tricks = self.tricks_won()
        score = scores_of(self.contracts, tricks, self.clean_tricks(), self.pay)
        return {"tricks": tricks, "score": score}

    # Decisions

    def ask(self, seat: int, kind: int, moves: list[Move]) -> Move:
        """One decision of a seat; each is a turn of its own."""
        self.seat, self.turn_uniform, self.decision_uniform = seat, math.nan, math.nan
        return self.decide(kind, moves)

    def told_rules(self) -> dict:
        """The settings as the record has them."""
        return self.pay._asdict()

    def view(self, kind: int) -> np.record:
        """A fresh record of what the player to move knows (TY-8)."""
        seat = self.seat
        fields = {
            "players": len(SEATS),
            "lost": ("others", "shortfall", "nothing").index(self.pay.lost),
            "own_tricks": int(self.pay.partners == "own"),
            "points": self.pay.points,
            "totals": self.totals,
            "seat": seat,
            "decision": kind,
            "hand": card_set(self.hands[seat]),
            "hand_sizes": [len(hand) for hand in self.hands],
            "shown": [card.number for card in self.bids] or [NONE] * len(SEATS),
        }
        return filled(
            VIEW, fields | self.contract_fields(seat) | self.trick_fields() | self.history_fields() | self.uniforms()
        )

    def contract_fields(self, seat: int) -> dict:
        """Who undertook what (TY-3)."""
        kinds, partners, targets = ([NONE] * len(SEATS) for _ in range(3))
        for contract in self.contracts:
            for each in contract.contractors:
                kinds[each] = CONTRACTS.index(contract.name)
                targets[each] = contract.target
                if len(contract.contractors) == 2:
                    partners[each] = next(other for other in contract.contractors if other != each)
        return {
            "contracts": kinds,
            "partners": partners,
            "targets": targets,
            "contractors": bit_set(each for each in SEATS if kinds[each] != NONE),
            "contract": kinds[seat],
            "partner": partners[seat],
            "trump": self.trump(),
            "unwanted": self.unwanted(),
        }

    def trick_fields(self) -> dict:
        """The trick in progress (TY-5)."""
        trick = self.trick or Trick(NONE, [])
        table = [NONE] * len(SEATS)
        for place, card in enumerate(trick.cards):
            table[trick.seat_of(place)] = card.number
        return {
            "leader": trick.leader,
            "trick": len(self.winners),
            "laid": len(trick.cards),
            "on_table": card_set(trick.cards),
            "table": table,
            "suit": trick.suit(),
            "best": trick.best(self.trump()).number if trick.cards else NONE,
            "winning": trick.winner(self.trump()) if trick.cards else NONE,
        }

    def history_fields(self) -> dict:
        """What has been played so far and what it showed (TY-5, TY-8)."""
        return {
            "tricks": self.tricks_won(),
            "clean": self.clean_tricks(),
            "played": card_set(card for _, card in self.played),
            "played_by": [card_set(card for who, card in self.played if who == seat) for seat in SEATS],
            "order": [card.number for _, card in self.played],
            "winners": self.winners,
            "opener": self.opener,
            "voids": [bit_set(suits) for suits in self.voids],
        }


def play(
    rules: dict, players: Sequence[Player], seed: int, index: int, *, totals: Sequence[int] = (0, 0, 0, 0), **how: Any
) -> dict:
    """Play game `index` of a run, one deal, and return its record. totals: by seat, in the match before it (TY-7)."""
    return record_of("twyst", partial(Deal, totals=totals), rules, players, seed, index, **how)
