"""How deals of Twyst make a match (TY-7)."""

import numpy as np

from knotlab.sim.protocol import MatchRules


def points(results: np.ndarray, n: int) -> np.ndarray:
    """TY-7: the deal's scores, which may be negative."""
    return results["score"][:, :n].astype(np.int64)


def next_first(results: np.ndarray, n: int) -> np.ndarray:
    """TY-1: the deal moves on by one seat."""
    return np.ones(len(results), np.int64)


MATCH_RULES = MatchRules("deal", points, next_first)
