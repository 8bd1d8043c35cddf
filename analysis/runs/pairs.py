"""Who finishes ahead of whom among the strategies of a run, game by game."""

import itertools

import numpy as np
import pandas as pd

from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.stats.estimate import mean_of
from knotlab.analysis.stats.intervals import SHARE, interval_for_certainty


def pairs(result: PlayResult) -> pd.DataFrame:
    """Who finishes ahead of whom in the games of a run.

    Parameters
    ----------
    result
        A run whose games were kept in a folder.

    Returns
    -------
    pandas.DataFrame
        One row per ordered pair of strategies: `strategy`, `against`, the share of games in which the first is ahead
        (`ahead`, with its 95% interval over deals `ahead_low`, `ahead_high`, and `all_low`, `all_high`, which hold for
        all pairs together and are not known below 30 deals), and `games`. Ahead is who has the better
        place, or scores more in a game without places; level players count one half each, and those who still hold
        cards at the end of an unfinished game are level behind all others. A strategy that takes several seats is
        compared with each of them.

    Raises
    ------
    InputError
        If the games were not kept.
    """
    order, names = _order(result), len(result.names)
    together = 1 - (1 - result.confidence) / max(names * (names - 1) // 2, 1)
    rows = []
    for i, j in itertools.permutations(range(names), 2):
        seated = list(itertools.product(result.tally.groups[i], result.tally.groups[j]))
        halves = sum(2 * (order[:, a] < order[:, b]) + (order[:, a] == order[:, b]) for a, b in seated)
        by_deal = np.asarray(halves, np.int64).reshape(result.deals, result.tally.rotations).sum(axis=1)
        scale = 2 * result.tally.rotations * len(seated)
        ahead = mean_of(by_deal, scale, result.confidence, SHARE)
        row = {"strategy": result.names[i], "against": result.names[j]} | ahead.columns("ahead")
        low, high = interval_for_certainty(ahead.value, ahead.error, ahead.n, together, SHARE)
        rows.append(row | {"all_low": low, "all_high": high, "games": result.games})
    return pd.DataFrame(rows)


def _order(result: PlayResult) -> np.ndarray:
    """Numbers of which the lower is ahead, shape (games, players), games in their order."""
    n = result.tally.n_players
    frame = result.scan().sort("game").collect()
    if "place_0" in frame.columns:
        places = frame.select(f"place_{player}" for player in range(n)).to_numpy()
        return np.where(places == 0, n + 1, places)
    return -frame.select(f"score_{player}" for player in range(n)).to_numpy()
