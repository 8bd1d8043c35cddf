"""Twyst: bidding by the state of a match (`match-wise`): before each deal that setting of the bidder is taken which
gives the best chance to win the match.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.bids import COUNTED
from knotlab.analysis.bidding.match_chances import DEALS, PLAIN, TO_500, Chances, chances, grid_of, scores_of, standings
from knotlab.analysis.bidding.match_kernels import LOWEST, MOST_DEALS, NO_LIMIT, NO_TARGET, STEP, weigher
from knotlab.analysis.defaults import MATCH_DEALS, MATCHES, Progress, untold
from knotlab.analysis.result import Shown
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import Estimate, mean_of
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.job import Job
from knotlab.sim.protocol import Match
from knotlab.sim.storage.result_files import parsed_toml, read_text
from knotlab.strategies.spelling import bare_names
from knotlab.strategies.tuned import find
from knotlab.strategies.twyst._carded import numbers_of
from knotlab.strategies.twyst.carded import CHANCES
from knotlab.strategies.twyst.match_wise import WAYS

PART = 200  # of the deals and of the ways' deals tell what all take
DEALS_APART = 1 << 32  # deal k of the matches 4 m to 4 m + 3 is deal m + k * DEALS_APART of the run


@dataclass(frozen=True)
class MatchWise:
    """How to bid by the state of the match; of a match over rounds, with as many left as its chances say.

    way (int array of shape (n, n, n, n, 4)): by the totals of seats 0 to 3 as places on the grid and by seat, the
    number of the best way to bid in `ways`. promise (float array of the same shape): how much more that way promises
    than the usual one, as a share of matches.
    """

    chances: Chances
    way: np.ndarray
    promise: np.ndarray
    ways: tuple[str, ...] = tuple(WAYS)

    def of(self, own: int, others: Sequence[int], seat: int = 0) -> tuple[str, float]:
        """The best way to bid for a seat with a total, against others with theirs (in the order after the seat), and
        what it promises.
        """
        places = tuple(np.roll(np.searchsorted(self.chances.grid, [own, *others]), seat))
        return self.ways[self.way[places][seat]], float(self.promise[places][seat])

    def to_pandas(self) -> pd.DataFrame:
        """A row for each standing: the best way to bid for the eldest, and what it promises."""
        rows = []
        for columns, own, others in standings(self.chances.match):
            way, promise = self.of(own, others)
            rows.append(columns | {"way": way, "promise": promise})
        return pd.DataFrame(rows)


# By name, how each way to bid by a card changes the sure tricks and the hand points of its Ace, the points of its court
# and the danger of its deuce. The first is the usual way.
CARD_WAYS = {
    "as usual": (0, 0, 0),
    "Ace from a trick less": (-1, 0, 0),
    "Ace from two tricks less": (-2, 0, 0),
    "court from 5 points less": (0, -5, 0),
    "court from 10 points less": (0, -10, 0),
    "bold deuces": (0, 0, 10),
    "any solo": (-1, -5, 10),
    "fewer solos": (2, 5, -5),
    "no solo": (20, 500, -500),
}
CHANGED = (("ace", ("tricks", "points")), ("court", ("least",)), ("deuce", ("most",)))
LEAST_OF = {"tricks": 0, "points": 0, "least": 0, "most": -1}  # no hand has less danger than 0
DRAWN_MOST = max(CHANCES, key=lambda name: CHANCES[name])  # of the cards from which `carded` draws


def ways_of(bidder: str) -> dict[str, str]:
    """The ways to bid of somebody who counts by `threshold`, or follows a card, by name: how each is spelled. One who
    draws from the cards follows the likeliest card in all ways but the usual one. Raises InputError for another bidder.
    """
    name, _, file = bidder.partition("@")
    if name == "carded":
        content = parsed_toml(read_text(find("twyst", file or DRAWN_MOST), is_linked=True))
        return {way: _changed_card(content, changes) if any(changes) else bidder for way, changes in CARD_WAYS.items()}
    if bare_names(bidder)[0] != COUNTED:
        raise InputError(f"ways to bid are those of '{COUNTED}' and of 'carded', not of '{bidder}'")
    joint = "," if ":" in bidder else ":"
    return {way: f"{bidder}{joint}{changes_of(way)}" if changes_of(way) else bidder for way in WAYS}


def _changed_card(content: dict[str, Any], changes: tuple[int, ...]) -> str:
    """The bidder by a card in which some numbers are others."""
    changed = dict(content)
    for (part, numbers), change in zip(CHANGED, changes, strict=True):
        changed[part] = content[part] | {each: max(content[part][each] + change, LEAST_OF[each]) for each in numbers}
    return "carded:" + ",".join(f"{name}={number}" for name, number in numbers_of(changed).items())


def players_of(way: str, seat: int, bidder: str, player: str) -> list[str]:
    """The table at which one seat bids in some way, and all others as usual.

    way: one of `ways_of` the bidder, by name. seat: who bids in this way. bidder, player: who bids, and who plays the
    cards. Returns spellings of the players of seats 0 to 3.
    """
    return [f"{ways_of(bidder)[way] if each == seat else bidder}+{player}" for each in range(SEATS)]


def changes_of(way: str) -> str:
    """How a way to bid changes the bidder `threshold`, as in its spelling.

    >>> changes_of("any solo")
    'ace=6,court=5.5,misere=1.4'
    """
    named = zip(("ace", "court", "misere"), WAYS[way], strict=True)
    return ",".join(f"{name}={value:g}" for name, value in named if value == value)


def match_wise(
    chances: Sequence[Chances],
    bidder: str = "threshold",
    player: str = "champion",
    *,
    deals: int = 600,
    table: Table = PLAIN,
) -> tuple[MatchWise, ...]:
    """Find the best way to bid for every state of a match.

    chances: the chances to win when all four bid as usual, as `chances` returns them. bidder, player: who bids (as
    `ways_of` takes it), and who plays the cards. deals: on how many deals each way is tried in each seat; other ones
    than those of the chances. table: the same. Returns for each of the chances the best way for each state and seat,
    and what it promises.
    """
    ways, other = tuple(ways_of(bidder)), replace(table, seed=table.seed + 1)
    scores = np.array(
        [[scores_of(players_of(way, seat, bidder, player), deals, other) for seat in range(SEATS)] for way in ways]
    )
    found = []
    for number, here in enumerate(chances):
        match, after = here.match, chances[max(number - 1, 0)]
        left = NO_LIMIT if match.games is None else match.games - 1
        way, promise = np.zeros(here.share.shape, np.int64), np.zeros(here.share.shape)
        share = np.ascontiguousarray(after.share)
        weigher()(scores, here.grid, share, match.target or NO_TARGET, left, way, promise)
        found.append(MatchWise(here, in_any_order(way), in_any_order(promise), ways))
    return tuple(found)


def as_usual(bidder: str, match: Match = TO_500) -> MatchWise:
    """A player who bids as usual whatever the totals, in a match to a target."""
    shape = (len(grid_of(match)),) * SEATS + (SEATS,)
    nothing = np.zeros(shape, np.int64), np.zeros(shape)
    return MatchWise(Chances(match, np.zeros(shape), 1), *nothing, tuple(ways_of(bidder)))


def seconds_of_tables(bidder: str, player: str, deals: int, table: Table) -> float:
    """Seconds that the chances, and the ways to bid tried on so many deals, take in a match to 500, from a part of it.

    Both are done once before, so that what is compiled or loaded first does not count.
    """
    usual, few = as_usual(bidder), max(deals // PART, 1)
    players = [f"{bidder}+{player}"] * SEATS
    scores = np.zeros((len(usual.ways), SEATS, few, SEATS), np.int64)
    way, promise = np.zeros(usual.way.shape, np.int64), np.zeros(usual.promise.shape)
    seconds = []
    for _ in range(2):
        started = time.perf_counter()
        scores_of(players, (DEALS + len(usual.ways) * SEATS * deals) // PART, table)
        weigher()(scores, usual.chances.grid, usual.chances.share, TO_500.target, NO_LIMIT, way, promise)
        seconds.append(time.perf_counter() - started)
    return PART * min(seconds)


def in_any_order(found: np.ndarray) -> np.ndarray:
    """What was found for one's own total and ascending totals of the others after one's seat, by totals of seats 0 to 3
    in any order.
    """
    n = len(found)
    places = np.indices((n,) * SEATS).reshape(SEATS, -1).T
    result = np.empty_like(found)
    for seat in range(SEATS):
        others = np.sort(np.delete(places, seat, axis=1), axis=1)
        result[..., seat] = found[places[:, seat], *others.T, seat].reshape((n,) * SEATS)
    return result


def gain(
    stages: Sequence[MatchWise],
    bidder: str = "threshold",
    player: str = "champion",
    *,
    matches: int = MATCHES,
    table: Table = PLAIN,
    on_progress: Progress = untold,
) -> Estimate:
    """How many more of a hundred matches a match-wise player wins than his share, against three who bid as usual.

    All matches are played card by card. Four are played on the same deals, the match-wise player beginning each in
    another seat: if he bid as usual, too, they would be four times the same match, of which each seat has its share. So
    the luck of the cards is the same for all, and the gain is seen in few matches.

    stages: how to bid by the state of the match, as `match_wise` returns it. bidder, player: who bids, and who plays
    the cards. matches: how many matches, a multiple of four; of other deals than the chances and the choice. table: the
    same. Returns matches of 100, with its 95% interval, the deals being the units; above zero is better than a quarter.
    Raises InputError if the number of matches is no multiple of four.
    """
    if matches % SEATS:
        raise InputError(f"each match is played in all four seats, so give a multiple of 4, not {matches}")
    other = replace(table, seed=table.seed + 2)
    jobs = {
        (way, seat): other.job(players_of(name, seat, bidder, player), fixed_seats=True)
        for way, name in enumerate(stages[-1].ways)
        for seat in range(SEATS)
    }
    totals, seats = np.zeros((matches, SEATS), np.int64), np.arange(matches) % SEATS
    match = stages[-1].chances.match
    live, shares = np.arange(matches), np.zeros(matches, np.int64)  # shares in twelfths
    for number in range(MOST_DEALS):
        stage = stages[0] if match.games is None else stages[-1 - number]
        totals[live] += _next_deal(stage, jobs, totals[live], seats[live], live // SEATS + number * DEALS_APART)
        is_over = (totals[live].max(axis=1) >= (match.target or NO_TARGET)) | (number + 1 == match.games)
        ended = live[is_over]
        winners = totals[ended] == totals[ended].max(axis=1)[:, None]
        shares[ended] = winners[np.arange(len(ended)), seats[ended]] * 12 // winners.sum(axis=1)
        live = live[~is_over]
        totals[live], seats[live] = np.roll(totals[live], -1, axis=1), (seats[live] - 1) % SEATS
        on_progress(len(ended))
        if not len(live):
            break
    shares[live] = 3
    more = 100 * (shares.reshape(-1, SEATS).sum(axis=1) - 12)
    return mean_of(more, 12.0 * SEATS)


def _next_deal(
    wise: MatchWise, jobs: dict[tuple[int, int], Job], totals: np.ndarray, seats: np.ndarray, numbers: np.ndarray
) -> np.ndarray:
    """The scores of one deal of some matches; seats: where the match-wise player sits in each."""
    grid = wise.chances.grid
    up = 0 if wise.chances.match.games is None else grid[-1] - totals.max(axis=1, keepdims=True)
    places = np.clip(np.floor((totals + up - LOWEST) / STEP + 0.5), 0, len(grid) - 1).astype(np.int64)
    ways = wise.way[(*places.T, seats)]
    scores = np.zeros((len(totals), SEATS), np.int64)
    for (way, seat), job in jobs.items():
        chosen = (ways == way) & (seats == seat)
        if chosen.any():
            scores[chosen] = play_numbers(job, numbers[chosen])["score"][:, :SEATS]
    return scores


@dataclass(frozen=True, repr=False)
class MatchAdvice(Shown):
    """The chances to win a match by the totals, how to bid by them, and how many matches more of a hundred that wins.

    bidder, player: who bids, and who plays the cards, in all seats. match: what ends it. stages: the chances and the
    ways to bid, for a match over rounds by the rounds that are left, from one on. gain: of a hundred matches, against
    three who bid as usual. deals, matches, seed: deals on which each way to bid was tried, matches that measured the
    gain, and the seed of both. rules: settings as `KEY=VALUE`.
    """

    bidder: str
    player: str
    match: Match
    stages: tuple[MatchWise, ...]
    gain: Estimate
    deals: int
    matches: int
    seed: int
    rules: tuple[str, ...] = ()

    @property
    def settings_line(self) -> str:
        """What was played, and what bidding by the state of the match wins."""
        gain = f"{self.gain.value:.2f} [{self.gain.low:.2f}, {self.gain.high:.2f}]"
        return (
            f"Twyst, matches {', '.join([self.end, *self.rules])}, {self.bidder}+{self.player}, seed {self.seed}; "
            f"bidding by the state of the match wins {gain} more of 100 matches"
        )

    @property
    def end(self) -> str:
        """What ends the match, in words."""
        return f"to {self.match.target} points" if self.match.games is None else f"over {self.match.games} rounds"

    def to_pandas(self) -> pd.DataFrame:
        """One row per own total and total of the best of the others, or per rounds left and lead over that one: the
        chance with its interval, and how to bid.
        """
        return pd.concat(
            [stage.chances.to_pandas().merge(stage.to_pandas()) for stage in self.stages], ignore_index=True
        )

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        asked = {"bidder": self.bidder, "player": self.player, "target": self.match.target, "rounds": self.match.games}
        return (
            asked
            | {"set": [*self.rules], "deals": self.deals, "seed": self.seed, "gain": self.gain.facts()}
            | {"table": self.to_pandas().to_dict("records")}
        )


def match_advice(
    bidder: str = "threshold",
    player: str = "champion",
    *,
    match: Match = TO_500,
    deals: int = MATCH_DEALS,
    matches: int = MATCHES,
    table: Table = PLAIN,
    on_progress: Progress = untold,
) -> MatchAdvice:
    """Work out the chances, the ways to bid and the gain.

    bidder, player: who bids, and who plays the cards. match: what ends it. deals: deals on which each way to bid is
    tried. matches: matches that measure the gain; as many more as make it a multiple of four. Raises InputError if the
    bidder has no ways to bid, or a setting makes no sense.
    """
    matches += -matches % SEATS  # the same deals with match-wise in every seat
    ways_of(bidder)  # refused before anything is played
    winning = chances(bidder, player, match=match, table=table)
    stages = match_wise(winning, bidder, player, deals=deals, table=table)
    more = gain(stages, bidder, player, matches=matches, table=table, on_progress=on_progress)
    return MatchAdvice(bidder, player, match, stages, more, deals, matches, table.seed, tuple(table.rules))
