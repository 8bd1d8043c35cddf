"""Twyst: how simple and how good bidding cards are, beside the formula of `threshold`."""

from dataclasses import replace

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.bids import Bids
from knotlab.analysis.bidding.card import Hands
from knotlab.analysis.bidding.card_make import COMPANY, Making, Progress, tried_bids
from knotlab.analysis.bidding.card_measure import Trials, draw, front, front_row, trials
from knotlab.analysis.bidding.card_search import SCHEMES, fit, tried_from
from knotlab.analysis.bidding.guide import thresholds_of
from knotlab.sim.games.twyst.cards import N_SUITS
from knotlab.strategies.twyst._measures import misere_danger, no_trump_tricks, trump_tricks

CHECKED = (1000, 400)  # fresh hands, and how often the other hands are dealt for each
DEALS = 1200  # the same, with those on which the best bid is chosen beforehand
FORMULA = "the formula of the bidder threshold"
BEST = "the bid that was best on 800 other deals"


def scheme_table(making: Making, on_progress: Progress = None) -> pd.DataFrame:
    """Fit each kind of card, and measure what it loses on fresh hands.

    Parameters
    ----------
    making : Making
    on_progress : callable or None
        Called with the number of further deals.

    Returns
    -------
    DataFrame
        A row for each card, and two with `numbers` missing, for the formula and for the bid that was best on other
        deals: `loss` per deal against the best of all thirteen bids, with a 95% interval, and `near`.
    """
    tried = tried_from(tried_bids(making, on_progress))
    cards = [(scheme.name, fit(scheme, tried)) for scheme in SCHEMES]
    job = replace(making.job, purpose="confirm")
    hands = draw(np.random.default_rng([job.seed, 3]), CHECKED[0])
    tried_twice = trials(job, hands, DEALS, making.workers, on_progress)
    fresh = Trials(*(part[:, : CHECKED[1]] for part in tried_twice))
    best_elsewhere = tried_twice.scores[:, CHECKED[1] :].mean(axis=1).argmax(axis=1)
    others = [(FORMULA, formula_places(hands)), (BEST, best_elsewhere)]
    rows = [front_row(name, None, fresh, place) for name, place in others]
    return pd.concat([front(cards, hands, fresh), pd.DataFrame(rows)], ignore_index=True)


def formula_places(hands: Hands) -> np.ndarray:
    """The place among the cards of each hand of the card that the tuned formula shows."""
    sets = [int(number) for number in (np.int64(1) << hands.cards.astype(np.int64)).sum(axis=1)]
    tricks = np.array([[trump_tricks(hand, suit) for suit in range(N_SUITS)] for hand in sets])
    no_trump, danger = (np.array([measure(hand) for hand in sets]) for measure in (no_trump_tricks, misere_danger))
    return Bids(hands.cards, np.zeros(hands.cards.shape), no_trump, danger, tricks).chosen(thresholds_of(COMPANY))
