"""How rounds of Knotweed make a series (KW-2): whoever wins a round starts the next; totals are rounds won."""

import numpy as np

from knotlab.sim.protocol import MatchRules


def points(results: np.ndarray, n: int) -> np.ndarray:
    """One for the round's winner; an unfinished round in which nobody has gone out gives none."""
    return np.asarray(results["place"][:, :n] == 1, np.int64)


def next_first(results: np.ndarray, n: int) -> np.ndarray:
    """KW-2: the winner's seat; after a round without one the same seat as before."""
    return np.asarray(np.argmax(results["place"][:, :n] == 1, axis=1))


MATCH_RULES = MatchRules("round", points, next_first)
