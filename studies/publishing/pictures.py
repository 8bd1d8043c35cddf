"""What the report draws besides the tips: what a card is worth, what makes players pick up, solos by the strength of
the hand, and how early a game shows who will lose it; of the shedding games at every table that a reader can choose.

Cards: who was dealt one, against who was not (`observed`), and on the same deal with a card of that rank in place of
one by lot (in Twisted Knot of the first one), taken from where nobody has seen it, against the card as it was dealt
(`exchanged`).
Pick-ups: how often whoever faces a rank takes the stack, after one card of it and after two.
Solos: an ace, a court or a deuce is shown with every hand that has one, and the numeral that the bidding card would
show instead, against the same bids of the others.
Course: whoever has most cards at a part of a game's turns, in hand and pile, and how many turns there are.

Command: python -m knotlab.studies.publishing.pictures reports/findings/pictures.csv (a step of make findings)
Result: reports/findings/pictures.csv
Page: the report ("Cards, solos, who is behind")
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.bidding.bids import force_bids
from knotlab.analysis.bidding.card import Ace, BiddingCard, Hands
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.claims.evidence.champions import as_table
from knotlab.analysis.claims.evidence.pictures import (
    CARDS,
    COURSE,
    EXCHANGED,
    NUMERAL,
    OBSERVED,
    PICKED_UP,
    TURNS,
    PicturePoint,
)
from knotlab.analysis.claims.judgement.at_table import CHOICES, SIZES, Against, TableChoice
from knotlab.analysis.claims.kinds.positions import Branch, WaysOn, play_on
from knotlab.analysis.claims.kinds.what_if import LOT
from knotlab.analysis.claims.model.events import logged, spans
from knotlab.analysis.claims.model.field import Field, line_ups
from knotlab.analysis.claims.rulebooks.twisted_knot import changes
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twisted_knot.saving import has_first_card
from knotlab.analysis.defaults import BIDDER, DEFAULT_SEED
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import Between, mean_of_values
from knotlab.analysis.stats.rates import rate, rates_by
from knotlab.sim import budget
from knotlab.sim.compiling.sources import parsed_hash, result_sources
from knotlab.sim.games.knotweed import cards as knotweed
from knotlab.sim.games.twisted_knot import cards as twisted_knot
from knotlab.sim.games.twyst import cards as twyst
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.branch import Positions, positions
from knotlab.sim.playing.job import Job
from knotlab.sim.storage import result_files
from knotlab.sim.storage.result_files import publish
from knotlab.studies.command import parser, run
from knotlab.studies.publishing.chances import FIELDS

DEALS = 10_000
PICK_UP_DEALS, COURSE_DEALS = 4_000, 2_000
COURSE_SIZES, PACKS = (*SIZES, 5), (1, 2)
PARTS = (25, 50, 75, 90)  # per cent of a game's turns
LAID = ("one", "two")  # cards of a rank, that somebody faces
OF_TWYST = TableChoice(SEATS, Against.STRONG)
KEPT = Path("out/pictures")
Change = Callable[[Positions, pl.DataFrame], np.ndarray]


def tables(game: str, choice: TableChoice, rules: Sequence[str] = ()) -> list[Job]:
    """The line-ups of a table, each in its own seats. Bidders by the cards are the only company of Twyst."""
    field: Field = (BIDDER,) if game == "twyst" else FIELDS[choice.against]
    return [
        make_job(game, line_up, seed=DEFAULT_SEED, rules=rules, fixed_seats=True)
        for line_up in line_ups(game, field, choice.players)
    ]


# --- what a card is worth ---


def exchange(swap: Callable[..., bool], rank: int) -> Change:
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


class Cards(NamedTuple):
    """How cards of a game are exchanged, and what came of it.

    ranks: their names. changes: for each rank one that puts it in the place of another card. where: before which
    decisions, one of a deal by lot. dealt: the decisions at which every player holds what was dealt. held: whether
    hands hold a card of a rank. value: what a player gets, `metric` as a column.
    """

    ranks: Sequence[str]
    changes: Sequence[Change]
    where: pl.Expr
    dealt: pl.Expr
    held: Callable[[np.ndarray, int], np.ndarray]
    value: pl.Expr
    metric: str


def _counts(hands: np.ndarray, rank: int) -> np.ndarray:
    return np.asarray(hands[:, rank] > 0)


def _bits(hands: np.ndarray, rank: int) -> np.ndarray:
    of_rank = sum(1 << card for card in range(rank, twyst.N_CARDS, twyst.N_RANKS))
    return np.asarray(hands & of_rank > 0)


GAIN = 1.0 - seen.lost.cast(pl.Float64)  # of a game that is not lost
FIRST_TURN = seen.opens_turn & seen.first_of_seat
GAMES = {
    "twisted-knot": Cards(
        twisted_knot.NAMES,
        changes.first_cards,
        has_first_card,
        seen.first_of_seat & (pl.col("hand_size") == 1),
        _counts,
        GAIN,
        "loss_rate",
    ),
    "knotweed": Cards(
        knotweed.RANKS,
        [exchange(_from_draw_pile, rank) for rank in range(knotweed.N_RANKS)],
        FIRST_TURN,
        FIRST_TURN,
        _counts,
        GAIN,
        "loss_rate",
    ),
    "twyst": Cards(
        twyst.RANKS,
        [exchange(_from_others, rank) for rank in range(twyst.N_RANKS)],
        pl.col("step") == 0,
        seen.first_of_seat,
        _bits,
        pl.col("final_score").cast(pl.Float64),
        "mean_score",
    ),
}


def worth(game: str, choice: TableChoice, deals: int) -> Iterator[PicturePoint]:
    """What a card of each rank is worth at a table, exchanged and observed."""
    how = GAMES[game]
    branches = (Branch(None), *(Branch(None, change) for change in how.changes))
    gains: list[list[np.ndarray]] = [[] for _ in how.ranks]
    dealt = []
    for job, first, count in spans(tables(game, choice), 0, deals):
        for frame in logged(job, first, count):
            rows = frame.filter(how.where).sort("game", LOT).unique("game", keep="first", maintain_order=True)
            came = play_on(WaysOn(branches, how.metric, "seat"), job, rows, (), 1)
            for rank in range(len(how.ranks)):
                gain = came.payoffs[rank + 1] - came.payoffs[0]
                gains[rank].append(gain[came.possible[rank + 1]])
            dealt.append(hands_of(how, job, frame))
    for name, each in zip(how.ranks, gains, strict=True):
        yield point(CARDS, game, choice, name, EXCHANGED, np.concatenate(each))
    yield from observed(game, choice, pl.concat(dealt), deals)


def hands_of(how: Cards, job: Job, frame: pl.DataFrame) -> pl.DataFrame:
    """What each player of some finished games got, and of which ranks it was dealt a card: a truth value for each."""
    rows = frame.with_columns(value=how.value).filter(how.dealt & (pl.col("final_end") == 0))
    hands = positions(job, rows["game"].to_numpy(), rows["step"].to_numpy().astype(np.int64)).views["hand"]
    return rows.select("game", "value").with_columns(
        **{name: how.held(hands, rank) for rank, name in enumerate(how.ranks)}
    )


def observed(game: str, choice: TableChoice, hands: pl.DataFrame, deals: int) -> Iterator[PicturePoint]:
    """Who was dealt a card of each rank, against who was dealt none."""
    mean = float(hands["value"].to_numpy().mean())
    for name in GAMES[game].ranks:
        held = rate(hands.lazy(), pl.col("value"), pl.col(name), 1, deals)
        without = 1 - held.cases / hands.height  # what they have more than all is this share of what they have more
        gain = Between(*((end - mean) / without for end in (held.value, held.low, held.high)))
        yield PicturePoint(CARDS, game, choice.players, str(choice.against), name, OBSERVED, gain, int(held.cases))


def point(picture: str, game: str, choice: TableChoice, group: str, series: str, values: np.ndarray) -> PicturePoint:
    """The mean of numbers, one per deal."""
    mean = mean_of_values(values)
    between = Between(mean.value, mean.low, mean.high)
    return PicturePoint(picture, game, choice.players, str(choice.against), group, series, between, mean.n)


# --- what makes players pick up ---


def picked_up(choice: TableChoice, deals: int) -> Iterator[PicturePoint]:
    """How often whoever faces one card of a rank, or two, picks up."""
    game, faced = "twisted-knot", seen.faces & (pl.col("top_count") <= len(LAID))
    frames = [
        frame.select("game", "top", "top_count", is_faced=faced, takes=seen.picks_up).filter("is_faced")
        for job, first, count in spans(tables(game, choice), 0, deals)
        for frame in logged(job, first, count)
    ]
    rates = rates_by(pl.concat(frames).lazy(), pl.col("takes"), pl.lit(1), 1, deals, ("top", "top_count"))
    for (top, count), each in rates.items():
        share, name = Between(each.value, each.low, each.high), twisted_knot.NAMES[top]
        yield PicturePoint(
            PICKED_UP, game, choice.players, str(choice.against), name, LAID[count - 1], share, int(each.cases)
        )


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
    bids = force_bids(make_job("twyst", [BIDDER] * SEATS, seed=DEFAULT_SEED), 0, deals)
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
                yield point(f"solo by {kind}", "twyst", OF_TWYST, f"{least}", series, came[series][here])


def forced(card: BiddingCard, ace: int, court: int, deuce: int) -> BiddingCard:
    """The card with other points from which an ace and a court are shown, and a deuce up to another danger."""
    of_court, of_deuce = card.court._replace(least=court), card.deuce._replace(most=deuce)
    return replace(card, ace=Ace(ace, ace), court=of_court, deuce=of_deuce)


# --- the course of a game ---


def course(choice: TableChoice, packs: int, deals: int) -> Iterator[PicturePoint]:
    """How often whoever has most cards loses, by the part of a game's turns that is over, and how many turns it has."""
    game, series = "twisted-knot", f"{packs} packs" if packs > 1 else "1 pack"
    last: dict[int, list[np.ndarray]] = defaultdict(list)
    turns = []
    for job, first, count in spans(tables(game, choice, [f"packs={packs}"]), 0, deals):
        for frame in logged(job, first, count):
            turns.append(frame.unique("game", maintain_order=True)["final_turns"].to_numpy())
            for part in PARTS:
                last[part].append(most_lose(frame, part))
    for part, values in last.items():
        yield point(COURSE, game, choice, str(part), series, np.concatenate(values))
    yield point(COURSE, game, choice, TURNS, series, np.concatenate(turns))


def most_lose(frame: pl.DataFrame, part: int) -> np.ndarray:
    """For each game, the share of those with most cards, as they were seen on turn last, who lost it."""
    before = (pl.col("final_end") == 0) & (pl.col("turn") < pl.col("final_turns") * part / 100)
    before_it = frame.with_columns(lost=seen.lost.cast(pl.Float64)).filter(before)
    cards = before_it.group_by("game", "seat", maintain_order=True).agg(
        cards=(pl.col("hand_size") + pl.col("pile_size")).last(),
        out=pl.col("placed").last(),
        lost=pl.col("lost").last(),
    )
    left = cards.filter(pl.col("out") == 0)
    most = left.filter(pl.col("cards") == pl.col("cards").max().over("game"))
    return most.group_by("game", maintain_order=True).agg(pl.col("lost").mean())["lost"].to_numpy()


def parts(deals: int) -> list[tuple[str, Callable[[], Iterable[PicturePoint]]]]:
    """What is played, one thing after another, by name. deals: of each picture of cards; of Twyst more."""
    cards = [(game, choice, deals) for game in ("twisted-knot", "knotweed") for choice in CHOICES]
    cards.append(("twyst", OF_TWYST, 2 * deals))
    taken, courses = min(deals, PICK_UP_DEALS), min(deals, COURSE_DEALS)
    sizes = [TableChoice(players, against) for against in Against for players in COURSE_SIZES]
    return [
        *((f"cards of {game}, {choice}", partial(worth, game, choice, n)) for game, choice, n in cards),
        *((f"pick-ups, {choice}", partial(picked_up, choice, taken)) for choice in CHOICES),
        ("solos", partial(solos, 4 * deals)),
        *((f"course, {at}, {packs} packs", partial(course, at, packs, courses)) for at in sizes for packs in PACKS),
    ]


def kept(name: str, deals: int, play: Callable[[], Iterable[PicturePoint]], out: Path) -> list[PicturePoint]:
    """What a part came to, as far as its intervals are known, from an earlier run's folder if today's code played it
    there.
    """
    code = parsed_hash([*result_sources("*.py", "*.npz", "*.toml", "*.txt"), Path(__file__)])
    file = out / f"{result_files.plain_hash([name, deals, code])}.json"
    if not file.exists():
        budget.check()
        out.mkdir(parents=True, exist_ok=True)
        known = [point for point in play() if not math.isnan(point.value.low)]
        result_files.write(file, result_files.sealed(known))
    return result_files.read_as(list[PicturePoint], file)


def main(words: Sequence[str] | None = None) -> None:
    """Publish what all pictures are drawn from."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="the table to write")
    reader.add_argument(
        "--deals",
        type=int,
        default=DEALS,
        metavar="N",
        help="deals of each picture of cards; of Twyst two and four times",
    )
    reader.add_argument("--out", type=Path, default=KEPT, help="where what was played is kept")
    asked = reader.parse_args(words)
    points = [point for name, play in parts(asked.deals) for point in kept(name, asked.deals, play, asked.out)]
    publish(asked.file, as_table(points))


if __name__ == "__main__":
    run(main)
