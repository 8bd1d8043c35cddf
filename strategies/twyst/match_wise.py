"""Bidding by the state of a match: other thresholds where they win more matches."""

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twyst.cards import N_SUITS
from knotlab.sim.games.twyst.state import BID, BIDDING
from knotlab.strategies import param, strategy
from knotlab.strategies.twyst._match_ways import LOWEST, N_TOTALS, STEP, TARGET, WAY_AT
from knotlab.strategies.twyst.threshold import FIRST_SUIT, measure, worth_of

# By name, the thresholds of each way to bid for an Ace, a court and a deuce. The first is the usual way; a number that
# is not there is as usual.
USUAL = np.nan
WAYS = {
    "as usual": (USUAL, USUAL, USUAL),
    "Ace from 6 tricks": (6.0, USUAL, USUAL),
    "Ace from 5 tricks": (5.0, USUAL, USUAL),
    "court from 5.5 tricks": (USUAL, 5.5, USUAL),
    "court from 4.5 tricks": (USUAL, 4.5, USUAL),
    "bold deuces": (USUAL, USUAL, 1.4),
    "any solo": (6.0, 5.5, 1.4),
    "fewer solos": (9.0, 7.5, 0.4),
    "no solo": (14.0, 14.0, 0.0),
}
THRESHOLDS = np.array(list(WAYS.values()))
WAY = FIRST_SUIT + N_SUITS  # where the plan keeps the number of the way to bid


@strict
def place_of(total, target):
    """The place of a total on the grid, counted from the target of the match."""
    nearest = np.floor((total + TARGET - target - LOWEST) / STEP + 0.5)
    return int(min(max(nearest, 0.0), N_TOTALS - 1.0))


@strict
def plan(view, ace, court, misere, numeral, slope, target):
    """The hand's measures, and the way to bid by the totals."""
    measure(view, ace, court, misere, numeral, slope)
    if view.decision == BIDDING:
        a, b = place_of(view.totals[0], target), place_of(view.totals[1], target)
        c, d = place_of(view.totals[2], target), place_of(view.totals[3], target)
        view.plan[WAY] = WAY_AT[a, b, c, d, view.seat]


@strict
def changed(threshold, way, bid):
    """A threshold in some way to bid; bid: 0 for an Ace, 1 for a court, 2 for a deuce."""
    other = THRESHOLDS[way, bid]
    return threshold if np.isnan(other) else other


@strategy(
    "twyst",
    title="Match-wise bidder",
    plan=plan,
    ace=param(6.667, 0.0, 14.0),
    court=param(6.519, 0.0, 14.0),
    misere=param(0.365, 0.0, 10.0),
    numeral=param(7.427, 0.0, 20.0),
    slope=param(0.7044, 0.0, 10.0),
    target=param(500, 1, 100_000),
)
def match_wise(view, move, ace, court, misere, numeral, slope, target):
    """Bid like `threshold`, but show an Ace, a court or a deuce on other hands where that wins more matches.

    It is a bidder: combine it with a player of the cards. In a deal by itself all totals are 0, and so it bids as it
    does at the beginning of a match.

    Source: the chances to win a match by the four totals, from simulated matches (`docs/match.md`); which way to bid is
    best for which totals is in `_match_ways.py`.

    Assumed: that the others bid as `threshold@v3` does, and that the match is to 500 points unless `target` says
    otherwise.

    Parameters
    ----------
    ace, court, misere, numeral, slope
        As in `threshold`, where it bids as usual; the defaults are those of `threshold@v3`.
    target
        The points that end the match.
    """
    if move.kind != BID:
        return 0.0
    way = int(view.plan[WAY])
    own = changed(ace, way, 0), changed(court, way, 1), changed(misere, way, 2)
    return worth_of(view, move, *own, numeral, slope)
