"""What the report draws besides the tips: what a card is worth, solos by the strength of the hand, and how early a game
shows who will lose it.

Cards: who was dealt one, against who was dealt none (`observed`), and on the same deal with a card of that
rank in place of one by lot, taken from where nobody has seen it, against the card as it was dealt (`exchanged`).
Solos: an ace, a court or a deuce is shown with every hand that has one, and the numeral that the bidding card would
show instead, against the same bids of the others.
Course: whoever has most cards at a part of a game's turns, in hand and pile.

Command: python -m knotlab.studies.publishing.pictures reports/findings/pictures.csv (a step of make findings)
Result: reports/findings/pictures.csv
Page: the report ("Cards, solos, who is behind")
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl

from knotlab import play, rate
from knotlab.analysis.bidding.bids import force_bids
from knotlab.analysis.bidding.card import Ace, BiddingCard, Hands
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.claims.evidence.champions import as_table
from knotlab.analysis.claims.evidence.pictures import CARDS, COURSE, EXCHANGED, NUMERAL, OBSERVED, PicturePoint
from knotlab.analysis.claims.kinds.positions import Branch, WaysOn, play_on
from knotlab.analysis.claims.kinds.what_if import LOT
from knotlab.analysis.claims.model.events import logged, spans
from knotlab.analysis.claims.model.field import line_ups
from knotlab.analysis.claims.rulebooks.twisted_knot.measures import first_of_seat, lost, opens_turn
from knotlab.analysis.defaults import BIDDER, DEFAULT_SEED
from knotlab.analysis.runs.measures import MeasuredRate
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.player_games import AT_START
from knotlab.analysis.runs.player_games import RANKS as PLURALS
from knotlab.analysis.stats.estimate import Between, mean_of_values
from knotlab.sim.games.knotweed import cards as knotweed
from knotlab.sim.games.twyst import cards as twyst
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.branch import Positions
from knotlab.sim.playing.job import Job
from knotlab.sim.storage.result_files import publish
from knotlab.studies.command import parser, run

DEALS = 20_000
PLAYER = {"knotweed": "all-round", "twyst": BIDDER}  # in all seats
PLAYERS = {"knotweed": 3, "twyst": 4}
METRIC = {"knotweed": "loss_rate", "twyst": "mean_score"}
COURSE_DEALS, SIZES, PACKS = 2_000, (2, 3, 4, 5), (1, 2)
PARTS = (25, 50, 75, 90)  # per cent of a game's turns


# --- what a card is worth ---


def exchange(swap: Callable[..., bool], rank: int) -> Callable[[Positions, pl.DataFrame], np.ndarray]:
    """A change that puts a card of the rank in the place of one in hand, both by lot, in each of some positions."""

    def change(start: Positions, rows: pl.DataFrame) -> np.ndarray:
        return np.array([swap(*each, rank) for each in zip(start.views, start.hiddens, rows["game"], strict=True)])

    return change


def _from_draw_pile(view: np.record, hidden: np.record, lot: int, rank: int) -> bool:
    """Make the exchange in one position; whether there was a card. A card of the rank stays as it is."""
    held = [
        (of, suit)
        for of in range(knotweed.N_RANKS)
        for suit in range(knotweed.N_SUITS)
        for _ in range(knotweed.copies(int(view.hand[of]), suit))
    ]
    old, old_suit = held[lot % len(held)]
    if old == rank:
        return True
    end = int(hidden.drawn) + int(view.draw_size)
    places = [place for place in range(int(hidden.drawn), end) if knotweed.rank_of(int(hidden.draw[place])) == rank]
    if not places:
        return False
    place = places[lot // len(held) % len(places)]
    suit = knotweed.suit_of(int(hidden.draw[place]))
    hidden.draw[place] = 4 * old + old_suit
    view.hand[old] -= knotweed.single(old_suit)
    view.hand[rank] += knotweed.single(suit)
    _write_sets(view)
    hidden.hands[view.seat], hidden.suits[view.seat] = view.hand, view.suits
    return True


def _write_sets(view: np.record) -> None:
    """The sets of ranks in a hand, from its groups."""
    view.held = sum(1 << rank for rank in range(knotweed.N_RANKS) if view.hand[rank])
    for suit in range(knotweed.N_SUITS):
        ranks = [rank for rank in range(knotweed.N_RANKS) if knotweed.copies(int(view.hand[rank]), suit)]
        view.suits[suit] = sum(1 << rank for rank in ranks)


def _from_others(view: np.record, hidden: np.record, lot: int, rank: int) -> bool:
    """Make the exchange in one position; whether another player had a card. A card of the rank stays as it is."""
    mine = int(view.hand)
    held = [card for card in range(twyst.N_CARDS) if mine >> card & 1]
    old = held[lot % len(held)]
    if old % twyst.N_RANKS == rank:
        return True
    wanted = [card for card in range(rank, twyst.N_CARDS, twyst.N_RANKS) if not mine >> card & 1]
    if not wanted:
        return False
    new = wanted[lot // len(held) % len(wanted)]
    (other,) = (seat for seat in range(4) if int(hidden.hands[seat]) >> new & 1)
    both = 1 << old | 1 << new
    view.hand = mine ^ both
    for seat in (int(view.seat), other):
        hidden.hands[seat] ^= both
        hidden.dealt[seat] ^= both
    return True


RANKS = {"knotweed": (knotweed.RANKS, _from_draw_pile), "twyst": (twyst.RANKS, _from_others)}


def table(game: str) -> Job:
    """The deals of a game, each played once, by its player in all seats."""
    return make_job(game, [PLAYER[game]] * PLAYERS[game], seed=DEFAULT_SEED, fixed_seats=True)


def worth(game: str, deals: int) -> Iterator[PicturePoint]:
    """What a card of each rank is worth, exchanged and observed."""
    yield from exchanged(game, deals)
    yield from observed(game, deals)


def exchanged(game: str, deals: int) -> Iterator[PicturePoint]:
    """The same deal with a card of each rank, against the card as it was dealt."""
    ranks, swap = RANKS[game]
    where = pl.col("step") == 0 if game == "twyst" else opens_turn & first_of_seat
    branches = (Branch(None), *(Branch(None, exchange(swap, rank)) for rank in range(len(ranks))))
    gains: list[list[np.ndarray]] = [[] for _ in ranks]
    for job, first, count in spans([table(game)], 0, deals):
        for frame in logged(job, first, count):
            rows = frame.filter(where).sort("game", LOT).unique("game", keep="first", maintain_order=True)
            came = play_on(WaysOn(branches, METRIC[game], "seat"), job, rows, (), 1)
            for rank in range(len(ranks)):
                gain = came.payoffs[rank + 1] - came.payoffs[0]
                gains[rank].append(gain[came.possible[rank + 1]])
    for name, each in zip(ranks, gains, strict=True):
        yield point(CARDS, game, PLAYERS[game], name, EXCHANGED, np.concatenate(each))


def observed(game: str, deals: int) -> Iterator[PicturePoint]:
    """Who was dealt a card of each rank, against who was dealt none."""
    with TemporaryDirectory() as folder:
        players = PLAYERS[game]
        run = play(game, [PLAYER[game]] * players, games=deals * players, out=Path(folder) / "run", progress=False)
        of, sign = ("score", 1.0) if game == "twyst" else ("lost", -1.0)
        mean = rate_of(run, of).value
        for name in RANKS[game][0]:
            held = rate_of(run, of, f"{PLURALS[name]}{AT_START} >= 1")
            apart = sign / (1 - held.cases / (deals * players * players))  # those without: all, less those with one
            ends = sorted(apart * (end - mean) for end in (held.low, held.high))
            gain = Between(apart * (held.value - mean), *ends)
            yield PicturePoint(CARDS, game, players, name, OBSERVED, gain, int(held.cases))


def rate_of(run: PlayResult, of: str, among: str = "true") -> MeasuredRate:
    """One rate of a run, over all players of all games."""
    found = rate(run, of, among)
    assert isinstance(found, MeasuredRate)  # as it has no slices
    return found


def point(picture: str, game: str, players: int, group: str, series: str, values: np.ndarray) -> PicturePoint:
    """The mean of numbers, one per deal."""
    mean = mean_of_values(values)
    return PicturePoint(picture, game, players, group, series, Between(mean.value, mean.low, mean.high), mean.n)


# --- solos by strength ---

NEVER, ALWAYS = 999, -999  # points that no hand has, and that every hand has
RANKS_OF = {
    "ace": [twyst.ACE],
    "court": [twyst.JACK, twyst.KING - 1, twyst.KING],
    "deuce": [twyst.DEUCE],
    NUMERAL: range(1, twyst.TEN + 1),
}
SHOWN = {  # what makes the card show a kind with every hand that has one: sure tricks, court points and danger
    "ace": (ALWAYS, NEVER, ALWAYS),
    "court": (NEVER, ALWAYS, ALWAYS),
    "deuce": (NEVER, NEVER, NEVER),
    NUMERAL: (NEVER, NEVER, ALWAYS),
}
CLASSES = {"ace": (0, 2, 4, 5, 6, 7, 8), "court": (0, 40, 48, 56, 64, 69, 76), "deuce": (0, 7, 13, 20, 30)}


def solos(deals: int) -> Iterator[PicturePoint]:
    """What a solo earns, and the card's best numeral in its place, by the points that the card counts for it."""
    bids = force_bids(make_job("twyst", [PLAYER["twyst"]] * SEATS, seed=DEFAULT_SEED), 0, deals)
    hands, card, rows = Hands(bids.cards), standard_card().card, np.arange(deals)
    shown = {kind: forced(card, *points).shown(hands) for kind, points in SHOWN.items()}
    came = {kind: bids.scores[rows, (hands.cards == shown[kind][:, None]).argmax(axis=1)] for kind in SHOWN}
    counted = {
        "ace": hands.sure_tricks.sum(axis=1),
        "court": card.best_court(hands)[1],
        "deuce": hands.danger(card.deuce),
    }
    kinds = {kind: np.isin(shown[kind] % twyst.N_RANKS, RANKS_OF[kind]) for kind in SHOWN}
    for kind, classes in CLASSES.items():
        can = kinds[kind] & kinds[NUMERAL]
        number = np.searchsorted(classes[1:], counted[kind], side="right")
        for i, least in enumerate(classes):
            here = can & (number == i)
            for series in (kind, NUMERAL):
                yield point(f"solo by {kind}", "twyst", SEATS, f"{least}", series, came[series][here])


def forced(card: BiddingCard, ace: int, court: int, deuce: int) -> BiddingCard:
    """The card with other points from which an ace and a court are shown, and a deuce up to another danger."""
    of_court, of_deuce = card.court._replace(least=court), card.deuce._replace(most=deuce)
    return replace(card, ace=Ace(ace, ace), court=of_court, deuce=of_deuce)


# --- the course of a game ---


def course(players: int, packs: int, deals: int) -> Iterator[PicturePoint]:
    """How often whoever has most cards loses, by the part of a game's turns that is over."""
    jobs = [
        make_job("twisted-knot", line_up, seed=DEFAULT_SEED, rules=[f"packs={packs}"], fixed_seats=True)
        for line_up in line_ups("twisted-knot", "mixed-2", players)
    ]
    last: dict[int, list[np.ndarray]] = defaultdict(list)
    for job, first, count in spans(jobs, 0, deals):
        for frame in logged(job, first, count):
            for part in PARTS:
                last[part].append(most_lose(frame, part))
    for part, values in last.items():
        yield point(
            COURSE,
            "twisted-knot",
            players,
            str(part),
            f"{packs} packs" if packs > 1 else "1 pack",
            np.concatenate(values),
        )


def most_lose(frame: pl.DataFrame, part: int) -> np.ndarray:
    """For each game, the share of those with most cards, as they were seen on turn last, who lost it."""
    before = (pl.col("final_end") == 0) & (pl.col("turn") < pl.col("final_turns") * part / 100)
    seen = frame.with_columns(lost=lost.cast(pl.Float64)).filter(before)
    cards = seen.group_by("game", "seat", maintain_order=True).agg(
        cards=(pl.col("hand_size") + pl.col("pile_size")).last(),
        out=pl.col("placed").last(),
        lost=pl.col("lost").last(),
    )
    left = cards.filter(pl.col("out") == 0)
    most = left.filter(pl.col("cards") == pl.col("cards").max().over("game"))
    return most.group_by("game", maintain_order=True).agg(pl.col("lost").mean())["lost"].to_numpy()


def main(words: Sequence[str] | None = None) -> None:
    """Publish what all pictures are drawn from."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="the table to write")
    reader.add_argument(
        "--deals", type=int, default=DEALS, metavar="N", help="deals of each picture of cards; twice as many of solos"
    )
    asked = reader.parse_args(words)
    points = [point for game in PLAYER for point in worth(game, asked.deals)]
    points += solos(2 * asked.deals)
    lengths = min(asked.deals, COURSE_DEALS)
    points += [point for players in SIZES for packs in PACKS for point in course(players, packs, lengths)]
    publish(asked.file, as_table(points))


if __name__ == "__main__":
    run(main)
