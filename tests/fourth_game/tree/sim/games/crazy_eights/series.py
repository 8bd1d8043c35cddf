"""How rounds of Crazy Eights make a match (CE-14)."""

import numpy as np

from knotlab.sim.protocol import MatchRules


def points(results: np.ndarray, n: int) -> np.ndarray:
    """The round's scores."""
    return results["score"][:, :n].astype(np.int64)


def next_first(results: np.ndarray, n: int) -> np.ndarray:
    """The deal moves on by one seat."""
    return np.ones(len(results), np.int64)


MATCH_RULES = MatchRules("round", points, next_first)
