"""Twyst: makes a bidding card for given rules and field: tries every bid on many hands, fits the card, and measures
its rows on other hands.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.bidding.bids import Bids, force_bids
from knotlab.analysis.bidding.card import BIDS, OUT_OF_REACH, BiddingCard, Column, hands_of
from knotlab.analysis.bidding.card_measure import bid_scores, draw, draw_strong, measure_rows, places, shown_scores
from knotlab.analysis.bidding.card_search import HIGH_CARDS, STANDARD_SCHEME, Strong, Tried, fit, tried_from
from knotlab.analysis.bidding.card_text import MadeCard, Row
from knotlab.analysis.bidding.in_match import gain_in_matches
from knotlab.analysis.defaults import BY_FORMULA, Progress, untold
from knotlab.analysis.result import changed_settings, conditions_of
from knotlab.analysis.runs.play import Table, identity, provenance
from knotlab.analysis.stats.estimate import Estimate, mean_of_values
from knotlab.analysis.stats.intervals import certain_sign
from knotlab.sim.games.twyst.cards import N_RANKS, N_SUITS, RANKS
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job
from knotlab.sim.storage.pieces import Pieces, undamaged
from knotlab.sim.storage.run_folder import RunFolder

FIELD = BY_FORMULA
HANDS = 400_000
ROW_HANDS, ROW_DEALS = 400, 50
OTHERS_DEALS = 20_000
PIECE = 20_000  # hands in a part of a run folder
STRONG_SHARE, STRONG_DEALS = 0.02, 10  # hands drawn for strength, as a share of all hands; deals on which each is tried
COMPARED, COMPARED_DEALS = 1000, 50
COLUMNS = {"cards": (N_RANKS,), "scores": (N_RANKS,), "no_trump": (), "danger": (), "tricks": (N_SUITS,)}  # of a hand


@dataclass(frozen=True)
class Making:
    """What a card is made from: rules, seed and files (`table`), the strategy of all four, how many hands, and a folder
    to resume from.
    """

    table: Table
    field: str = FIELD
    hands: int = HANDS
    workers: int | None = None
    out: Path | None = None

    @property
    def job(self) -> Job:
        """Four players of the field."""
        return replace(self.table.job([self.field] * SEATS), match=None)


OF_ROWS = (len(BIDS) + len(STANDARD_SCHEME.columns)) * ROW_HANDS * ROW_DEALS  # deals that measure the rows of a card


def fitted_to(hands: int) -> int:
    """How often every bid of a hand is tried to fit a card to so many hands: those drawn for strength on some deals."""
    return hands + round(STRONG_SHARE * hands) * STRONG_DEALS


def steps(hands: int) -> int:
    """How many steps of progress `make_card` reports: hands with every bid, and deals of the rows."""
    return fitted_to(hands) + OF_ROWS


def make_card(making: Making, on_progress: Progress = untold) -> MadeCard:
    """Make a card of the standard kind.

    Raises InputError if the rules, the field or the folder make no sense.
    """
    job = making.job
    card = fit(STANDARD_SCHEME, tried_hands(making, on_progress))
    made = origin(making, job, making.field) | matches_of(making.table)
    return measured(card, job, made, making.workers, on_progress)


def origin(making: Making, job: Job, field: str) -> dict[str, Any]:
    """What a card was made from, as `made` of a `MadeCard` has it; field: in words, or its strategy."""
    rules = changed_settings("twyst", SEATS, job.rules)
    return {"field": field, "hands": making.hands, "seed": job.seed, "rules": rules}


def measured(
    card: BiddingCard, job: Job, made: dict[str, Any], workers: int | None, on_progress: Progress = untold
) -> MadeCard:
    """A card with what its rows score, and what others see of it, on hands to which none was fitted. job: four players,
    as `measure_rows` takes them.
    """
    job = replace(job, purpose="confirm")
    rows = measure_rows(
        card, job, hands_each=ROW_HANDS, deals_each=ROW_DEALS, seed=job.seed, workers=workers, on_progress=on_progress
    )
    return MadeCard(card, rows.to_dict("records"), others_hands(job), made)


def matches_of(table: Table) -> dict[str, str]:
    """The matches that a card is for, as `made` of a `MadeCard` has them; nothing if it is for single deals."""
    named = conditions_of(table.job([BY_FORMULA] * SEATS)).matches
    return {"matches": named} if named else {}


def tried_hands(making: Making, on_progress: Progress = untold) -> Tried:
    """Every bid of many hands, the strong ones drawn for it."""
    bids, job = tried_bids(making, on_progress), replace(making.job, purpose="select")
    hands = draw_strong(np.random.default_rng([job.seed, 5]), round(STRONG_SHARE * making.hands))
    scores = bid_scores(job, hands, STRONG_DEALS, making.workers, on_progress).scores.mean(axis=1)
    return tried_from(bids, Strong(hands, scores))


def tried_bids(making: Making, on_progress: Progress = untold) -> Bids:
    """Every bid of many hands, those of an earlier run from its folder.

    Raises InputError if the folder holds something else, or is damaged.
    """
    job = replace(making.job, purpose="select")
    folder = None if making.out is None else RunFolder(making.out)
    pieces = []
    with _opened(folder, making, job) if folder else contextlib.nullcontext():
        for number, first in enumerate(range(0, making.hands, PIECE)):
            count = min(PIECE, making.hands - first)
            rows = folder.read_piece(number, count) if folder else None
            if rows is None:
                pieces.append(force_bids(job, first, count, making.workers, on_progress))
                if folder:
                    folder.write_piece(number, pl.DataFrame({name: getattr(pieces[-1], name) for name in COLUMNS}))
            else:
                assert folder is not None
                with undamaged(folder.piece_path(number)):
                    pieces.append(Bids(*(_column(rows[name].head(count), shape) for name, shape in COLUMNS.items())))
                on_progress(count)
    return Bids(*(np.concatenate([getattr(piece, name) for piece in pieces]) for name in COLUMNS))


def _column(column: pl.Series, shape: tuple[int, ...]) -> np.ndarray:
    """A column's numbers; raises ValueError unless those of each row have a shape."""
    values = column.to_numpy()
    if values.shape[1:] != shape or values.dtype.kind not in "iuf":
        raise ValueError("it has other numbers")
    return values


@contextlib.contextmanager
def _opened(folder: RunFolder, making: Making, job: Job) -> Iterator[None]:
    """The folder of a making, of which more hands may be there than are wanted."""
    with folder.locked():
        kept = folder.manifest()["games"] if folder.exists() else 0
        what = identity(job) | {"command": "card", "part_deals": PIECE}
        hands = max(making.hands, kept)
        folder.open(what, provenance(job, making.table.strategies_from), hands, Pieces(hands, PIECE))
        yield
        folder.finish(None)


def others_hands(job: Job) -> list[Row]:
    """What a card that is shown tells: for each rank that is shown often enough, the cards of its suit that the player
    holds, and their hand points.
    """
    start = branch.positions(job, np.arange(OTHERS_DEALS) * SEATS, np.zeros(OTHERS_DEALS, np.int64))
    dealt = start.hiddens["hands"].reshape(-1).copy()
    shown = branch.advance(job, start, SEATS).views["shown"].reshape(-1).astype(int)
    hands = hands_of(dealt)
    points = hands.points(HIGH_CARDS)
    length = hands.lengths[np.arange(len(hands)), shown // N_RANKS]
    rows: list[Row] = []
    for rank in range(N_RANKS):
        here = shown % N_RANKS == rank
        if here.sum() >= ROW_HANDS:
            row = {"shown": RANKS[rank], "share": float(here.mean()), "cards": float(length[here].mean())}
            rows.append(row | {"points": float(points[here].mean())})
    return rows


@dataclass(frozen=True)
class Difference:
    """What another card scores more than the standard one, per deal, with a 95% interval; where they differ; and how
    many more of 100 matches one player wins with it, if matches are meant, and what these are.
    """

    gain: float
    low: float
    high: float
    changes: Sequence[str]
    won: Estimate | None = None
    matches: str = ""

    @property
    def certain(self) -> tuple[bool, bool]:
        """Whether it is certain who gains: in points, and in matches if any are meant."""
        ends = [(self.low, self.high), (self.won.low, self.won.high) if self.won else (0.0, 0.0)]
        points, matches = (certain_sign(*each) != 0 for each in ends)
        return points, matches


def compare(own: BiddingCard, standard: BiddingCard, making: Making, on_progress: Progress = untold) -> Difference:
    """What one's own card gains over the standard one under one's own rules, on the same fresh hands.

    making: what the own card was made from. Returns the gain in points per deal, and where the cards differ.
    """
    job = replace(making.job, purpose="confirm")
    hands = draw(np.random.default_rng([making.job.seed, 1]), COMPARED)
    shown = np.array([places(hands, card.shown(hands)) for card in (own, standard)])
    scores = shown_scores(job, hands, shown, COMPARED_DEALS, making.workers, on_progress)
    every = np.arange(COMPARED)
    own_scores, standard_scores = scores[:, every, :, every % SEATS].mean(axis=2).T
    gain, match = mean_of_values(own_scores - standard_scores), making.table.match
    won = gain_in_matches(scores, match, job.seed) if match else None
    named = matches_of(making.table).get("matches", "")
    return Difference(gain.value, gain.low, gain.high, changes(own, standard), won, named)


def changes(own: BiddingCard, standard: BiddingCard) -> list[str]:
    """Where two cards differ, one sentence for each bid."""
    sentences = []
    for name, limit, before, after in (
        ("Ace: by sure tricks", "from ", standard.ace.tricks, own.ace.tricks),
        ("Ace: by hand points", "from ", standard.ace.points, own.ace.points),
        ("King, Queen or Jack: points for each card of the suit", "", standard.court.trump, own.court.trump),
        ("King, Queen or Jack: points for each sure trick of other suits", "", standard.court.sure, own.court.sure),
        (
            "King, Queen or Jack: points for each card that a suit lacks of two",
            "",
            standard.court.short,
            own.court.short,
        ),
        ("King, Queen or Jack: by court points", "from ", standard.court.least, own.court.least),
        ("deuce: by danger", "up to ", standard.deuce.most, own.deuce.most),
    ):
        if before != after:
            now, then = ("never" if each == OUT_OF_REACH else f"{limit}{each}" for each in (after, before))
            sentences.append(f"{name} {now} instead of {then}")
    for before_column, column in zip(standard.columns, own.columns, strict=True):
        if before_column != column:
            favourites = [_favourite(each) for each in (column, before_column)]
            same = favourites[0] == favourites[1]
            what = f"still best {favourites[0]}" if same else f"best {favourites[0]} instead of {favourites[1]}"
            sentences.append(f"numerals from {column.least} hand points: other numbers, {what}")
    return sentences


def _favourite(column: Column) -> str:
    """The number and the length of suit that count most in a column."""
    number, length = column.number, column.length
    suit = length.index(max(length)) + 1
    return f"a {number.index(max(number)) + 3} of {suit} card{'s' if suit > 1 else ''}"
