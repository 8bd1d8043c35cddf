"""Twyst: what each of the thirteen bids of your own hand is worth. The other three hands are redealt many times,
the others bid and play by a strategy, and every bid is played on the same deals.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.bids import bid_moves
from knotlab.analysis.bidding.card import STANDARD, BiddingCard, hands_of, row_names
from knotlab.analysis.bidding.card_text import card_named
from knotlab.analysis.bidding.in_match import UNIT, InMatch, in_match
from knotlab.analysis.decisions.advice import CAP, MoveAdvice, advising
from knotlab.analysis.decisions.rollouts import MOST, DecisionPoint, made_anew, play_from
from knotlab.analysis.defaults import BIDDER, Progress, untold
from knotlab.analysis.result import Conditions, Result, conditions_of
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.sequence import EXACT, Watch
from knotlab.analysis.stats.watching import Goal, Watcher
from knotlab.sim.compiling.jit import entry, once, vector_type
from knotlab.sim.compiling.later import types
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import N_CARDS, N_RANKS, NOTHING, RANKS, SUITS
from knotlab.sim.games.twyst.contracts import settle_contract
from knotlab.sim.games.twyst.settings import largest_score
from knotlab.sim.games.twyst.state import CONTRACTS, SEATS, VIEW
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.storage.result_files import as_plain
from knotlab.strategies.resolve import Named
from knotlab.strategies.spelling import short_name

RANK = "[2-9TJQKA]"
BY_CARD = re.compile(f"({RANK}[SHDC])+")  # AS, or ASKSQS
BY_SUIT = re.compile(f"([SHDC]{RANK}+)+")  # SA, SAKQ72, or a whole hand
IN_WORDS = re.compile(f"\\b({RANK}+)\\s+OF\\s+([SHDC])\\b")  # AKQ72 of spades
OF_ONE_SUIT = re.compile(f"\\s*({RANK}*|-)\\s*")
SUIT_ENDS = "-"  # a suit is empty, or the next one begins
SIGNS = str.maketrans(
    dict(zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True))
    | dict.fromkeys(':,=()"', " ")
    | dict.fromkeys("-\u2013\u2014;|", f" {SUIT_ENDS} ")
)
UNSEEN = str.maketrans("", "", "\ufeff\u200b\u2060\ufe0e\ufe0f")  # what begins a file, or stands between letters


def card_name(card: int) -> str:
    """A card as it is written, as `10H`."""
    return f"{RANKS[card % N_RANKS]}{SUITS[card // N_RANKS]}"


def read_hand(text: str) -> int:
    """The set of the cards of a hand, as other programs and books write it, too, wherever it has one meaning.

    text: by suits, as `S AKQ72 H 83 D K9 C AT54`, `SAKQ72 H83 DK9 CAT54` or `♠AKQ72 ♥83 ♦K9 ♣AT54`; card by card, as
    `AS 10H` or `SA H10`; in words, as `AKQ72 of spades`; or as in PBN, `AKQ72.83.K9.AT54`, points or spaces between
    spades, hearts, diamonds and clubs. A ten is `T` or `10`; a suit that is not named, or has a dash for cards, is
    empty. Returns bit c for card c. Raises InputError if this is no hand of thirteen different cards.

    >>> read_hand("S AKQ72 H 83 D K9 C AT54") == read_hand("AS KS QS 7S 2S 8H 3H KD 9D AC 10C 5C 4C")
    True
    """
    cards: list[str] = []
    suit = ""  # of ranks that stand by themselves
    for word in _words(text):
        if word in SUITS or word == SUIT_ENDS:
            suit = word.strip(SUIT_ENDS)
        elif BY_CARD.fullmatch(word):
            cards, suit = cards + re.findall("..", word), ""
        elif BY_SUIT.fullmatch(word):
            groups = re.findall("([SHDC])([^SHDC]+)", word)
            cards, suit = cards + [rank + of for of, ranks in groups for rank in ranks], ""
        elif suit:
            cards += [rank + suit for rank in word]
        else:
            raise InputError(f"'{word}' belongs to no suit; write a hand as \"S AKQ72 H 83 D K9 C AT54\"")
    return _set_of([card.replace("T", "10") for card in cards])


def _words(text: str) -> list[str]:
    """A hand in words, with suits as letters and a ten as T."""
    pbn = re.sub(r"^\s*[NESW]:(?=.*\.)", "", text.upper().translate(UNSEEN))  # whose hand it is
    plain = re.sub(r"\b(SPADE|HEART|DIAMOND|CLUB)S?\b", lambda name: name[0][0], pbn.translate(SIGNS))
    words = IN_WORDS.sub(r"\2\1", plain.replace("10", "T"))
    for fields in (words.split("."), words.split()):
        if len(fields) == len(SUITS) and all(map(OF_ONE_SUIT.fullmatch, fields)):
            words = " ".join(f"{suit} {field}" for suit, field in zip("SHDC", fields, strict=True))
            break
    return words.replace(".", " ").split()


def _set_of(cards: Sequence[str]) -> int:
    """The set of some cards by name, if they are a hand."""
    codes = {card_name(card): card for card in range(N_CARDS)}
    for card in cards:
        if card not in codes:
            raise InputError(f"there is no card '{card}'; ranks are {' '.join(reversed(RANKS))} (or T), suits S H D C")
        if cards.count(card) > 1:
            raise InputError(f"the hand has {card} twice; a pack has it once")
    if len(cards) != N_RANKS:
        raise InputError(f"a hand has {N_RANKS} cards, not {len(cards)}")
    return sum(1 << codes[card] for card in cards)


STANDARD_CARD = STANDARD.stem
LEVEL = 0.05  # that any of the thirteen intervals misses
PLANNED = 4000  # deals at which intervals of matches are narrowest
CLEARLY = 0.03  # of matches: a difference that matters
TWYST = Table("twyst")


class Hand(NamedTuple):
    """A hand as a set of cards, and the seat that holds it."""

    cards: int
    seat: int


class ByCard(NamedTuple):
    """What a bidding card says to a hand: the card's name, what it shows, and the number of the row that says so; and
    the settings that the card was made for, where these differ from the defaults.
    """

    card: BiddingCard
    name: str
    shown: int
    row: int
    rules: Sequence[str]


@dataclass(frozen=True, eq=False, repr=False)
class HandBids(Result):
    """What each bid of a hand is worth.

    strategy: how the others bid, and how all play the cards; if there are `others`, who sit after the bidder in this
    order, how he plays on himself. own: what it would show itself; several cards where it draws lots. by_card: what a
    bidding card says. deals: how often the other hands were dealt. table: one row per card, the best bid first: points
    per deal with an interval, whether they are certainly fewer than those of another (`worse`), how often the bidder
    comes to play a contract, in how many of these deals it scores, and the contract that it is most often; in a match
    also the share of matches won (`won`) with an interval, by which bids are then in order. totals: points of seats 0
    to 3 before the deal, if it is one of a match.
    """

    hand: Hand
    strategy: str
    own: tuple[str, ...]
    by_card: ByCard
    deals: int
    table: pd.DataFrame
    totals: tuple[int, ...]
    _conditions: Conditions
    others: tuple[str, ...] = ()

    @property
    def conditions(self) -> Conditions:
        return self._conditions

    def to_pandas(self) -> pd.DataFrame:
        """One row per card of the hand, the best bid first."""
        return self.table

    @property
    def loss(self) -> float:
        """By how many points a deal what the bidding card shows falls short of the bid with the most points."""
        points = self.table.set_index("card")["points"]
        return float(points.max() - points[card_name(self.by_card.shown)])

    def _heading(self) -> str:
        return f"{self.settings_line}; seat {self.hand.seat}, {self.who}, {self.deals:,} deals of the other hands"

    @property
    def who(self) -> str:
        """Who plays, in words."""
        names = [short_name(self.conditions.game, name) for name in dict.fromkeys(self.others)]
        return self.strategy + (f" among {', '.join(names)}" if names else "")

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return self.conditions.facts | {
            "seat": self.hand.seat,
            "hand": [*self.table["card"].sort_values()],
            "strategy": self.strategy,
            **({"field": [*self.others]} if self.others else {}),
            "own": [*self.own],
            "by_card": card_name(self.by_card.shown),
            "card": self.by_card.name,
            "row": row_names(self.by_card.card)[self.by_card.row],
            "loss": self.loss,
            "deals": self.deals,
            **({"match": asdict(self.conditions.match), "totals": self.totals} if self.conditions.match else {}),
            "bids": as_plain(self.table.to_dict("records")),
        }


def bids_of_hand(
    hand: str,
    *,
    seat: int = 0,
    strategy: Named = BIDDER,
    field: Sequence[Named] = (),
    precision: float = 3.0,
    table: Table = TWYST,
    totals: tuple[int, ...] = (),
    card: str = STANDARD_CARD,
    workers: int | None = None,
    on_progress: Progress = untold,
) -> HandBids:
    """`advise` before the bid of a hand, until each of the thirteen is known well enough.

    hand: as `read_hand` takes it. seat: who holds it, 0 (the eldest) to 3. strategy: how the others bid, and how all
    four play the cards. field: the three others, if they play otherwise, as they sit after the bidder. precision: half
    the width that the intervals are to have, in points per deal. They hold for all thirteen bids together, at any time
    that one looks. table: where it is played: rule settings, seed, files with further strategies, and the match that
    the deal is one of, if any. totals: points of seats 0 to 3 before the deal; none: 0. card: the bidding card that is
    asked, by its name or file. Raises InputError if the hand is none, a number makes no sense, or the table is one of
    another game.

    >>> bids = bids_of_hand("S AKQ72 H 83 D K9 C AT54", strategy="cautious+random", precision=60, workers=1)
    >>> len(bids.table)
    13
    """
    if seat not in range(SEATS):
        raise InputError(f"seats are 0 (the eldest) to {SEATS - 1}, not {seat}")
    if not 0 < precision < math.inf:
        raise InputError(f"the precision is a number of points above 0, not {precision:g}")
    if table.game != TWYST.game:
        raise InputError(f"hands are bid in {TWYST.game}, not in {table.game}")
    held = Hand(read_hand(hand), seat)
    said = by_card(held, card)
    names: list[Named] = [strategy, *(field or [strategy] * (SEATS - 1))]
    asked = table.job([*np.roll(np.array(names, object), seat)])
    job, match = replace(asked, match=None), asked.match
    if totals and match is None:
        raise InputError("--totals are those of a match; say with --target or --rounds what ends it")
    totals = (totals or (0,) * SEATS) if match else ()
    rest = in_match(job, match, totals) if match else None
    compile_ahead(job)
    tried, deals = _Tried(job, held, totals), 0
    point = before_the_bid(job, held, totals)
    for advice in advising(point, seconds=math.inf, precision=precision, playing=tried, workers=workers):
        deals, before = advice.values[0].n, deals
        on_progress(deals - before)
    rows = tried.table(advice)
    if rest:
        rows = tried.with_matches(rows, rest)
    scores = np.array(point.scores())
    own = tuple(card_name(int(point.moves[i][1])) for i in np.flatnonzero(scores == scores.max()))
    others = tuple(job.players[(seat + after) % SEATS].name for after in range(1, SEATS)) if field else ()
    return HandBids(held, job.players[seat].name, own, said, deals, rows, totals, conditions_of(asked), others)


def by_card(hand: Hand, name: str) -> ByCard:
    """What a bidding card says to a hand; raises InputError if there is no such card."""
    made, hands = card_named(name), hands_of(np.array([hand.cards]))
    card = made.card
    return ByCard(card, name, int(card.shown(hands)[0]), int(card.rows_of(hands)[0]), made.made["rules"])


def try_bids(job: Job, hand: Hand, deals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Every bid of a hand on some deals of the others: scores and contracts, of shape (deals, 13)."""
    scores, contracts = score_bids(job, hand, deals)
    return scores[..., hand.seat], contracts


def score_bids(
    job: Job, hand: Hand, deals: np.ndarray, totals: tuple[int, ...] = (), places: Sequence[int] = range(N_RANKS)
) -> tuple[np.ndarray, np.ndarray]:
    """The same with the scores of all seats, of shape (deals, bids, 4).

    totals: points before the deal, in a match. places: of the bids among the hand's sorted cards.
    """
    start, moves = made_anew(before_the_bid(job, hand, totals), deals), bid_moves(np.array([hand.cards]))[0][places]
    results = play_from(job, start, moves)
    shown = branch.advance(job, start, SEATS).views.copy()
    contracts = np.zeros((len(deals), len(moves)), np.int64)
    contracts_kernel()(shown, hand.seat, np.ascontiguousarray(moves[:, 1]), contracts)
    return np.moveaxis(results["score"][..., :SEATS], 0, 1).astype(np.int64), contracts


def before_the_bid(job: Job, hand: Hand, totals: tuple[int, ...] = ()) -> DecisionPoint:
    """The decision of who bids with a hand, as `advise` takes it; the others hold the cards of some deal."""
    view = np.zeros(1, VIEW)[0]
    view["hand"], view["seat"] = hand.cards, hand.seat
    view["totals"][: len(totals)] = totals
    return DecisionPoint(job, branch.choices_made_anew(job, view, np.zeros(1, np.int64), hand.seat), hand.seat)


@once
def contracts_kernel() -> Any:
    """The compiled function that tells, from four bid cards, what contract each other card of one seat would have made
    (TY-3).
    """

    def contracts(views: Any, seat: int, cards: Any, made: Any) -> None:
        for i in range(views.shape[0]):
            view = views[i]
            for m in range(cards.shape[0]):
                view.shown[seat] = cards[m]
                settle_contract(view, None)
                made[i, m] = view.contracts[seat]

    numbers, pairs = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    return entry(contracts, types.none(vector_type(VIEW), types.int64, numbers, pairs), "twyst.contracts")


class _Tried:
    """Every bid of a hand on deals of the others, of which contracts and all players' scores are kept, by part."""

    def __init__(self, job: Job, hand: Hand, totals: tuple[int, ...]) -> None:
        self._job, self._hand, self._totals = job, hand, totals
        self._parts: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._cards = [card_name(int(card)) for card in bid_moves(np.array([hand.cards]))[0, :, 1]]

    def __call__(self, moves: Sequence[Any], n: int, part: int) -> np.ndarray:
        """The bidder's scores, as `advising` wants them."""
        self._parts[part] = score_bids(self._job, self._hand, np.arange(n) + part * MOST, self._totals)
        return self._parts[part][0][..., self._hand.seat].T

    def table(self, advice: MoveAdvice) -> pd.DataFrame:
        """One row per card, the best bid first."""
        most = largest_score(self._job.rules)
        scores, contracts = (np.concatenate([each[k] for _, each in sorted(self._parts.items())]) for k in (0, 1))
        rows = []
        for i, (card, value) in enumerate(zip(self._cards, advice.values, strict=True)):
            plays = contracts[:, i] != NOTHING
            often = np.bincount(contracts[plays, i], minlength=len(CONTRACTS))
            rows.append(
                {
                    "card": card,
                    "points": value.mean,
                    "low": max(value.low, -most),
                    "high": min(value.high, most),
                    "worse": value.is_worse,
                    "plays": plays.mean(),
                    "scores": (scores[plays, i, self._hand.seat] > 0).mean() if plays.any() else math.nan,
                    "contract": CONTRACTS[int(often.argmax())] if plays.any() else None,
                }
            )
        return pd.DataFrame(rows).sort_values("points", ascending=False, kind="stable", ignore_index=True)

    def with_matches(self, rows: pd.DataFrame, rest: InMatch) -> pd.DataFrame:
        """The rows with the share of matches that each bid wins, the best first."""
        watch, goal = Watch(CLEARLY, LEVEL / N_RANKS, 1.0, PLANNED, exact=EXACT), Goal(CAP, precision=0.0)
        parts = sorted(self._parts.items())
        won = np.concatenate(
            [rest.won(points, self._hand.seat, self._job.seed, part * MOST) for part, (points, _) in parts]
        )
        shares = []
        for card, own in zip(self._cards, won.T, strict=True):
            watcher = Watcher(watch, UNIT, goal)
            watcher.add(np.rint(own * UNIT).astype(np.int64))
            low, high = max(watcher.known.low, 0.0), min(watcher.known.high, 1.0)
            shares.append({"card": card, "won": own.mean(), "won_low": low, "won_high": high})
        return rows.merge(pd.DataFrame(shares), on="card").sort_values(
            "won", ascending=False, kind="stable", ignore_index=True
        )
