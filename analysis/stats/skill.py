"""How far skill decides between two players: what follows from the chance that the better one finishes ahead."""

import numpy as np

ELO_SCALE = 400  # points in which odds grow tenfold
SURE = 0.95
NODES = 80  # at which an integral over a normal distribution is taken
MOST = 100_001  # games after which nobody waits for an answer


def elo(ahead: float) -> float:
    """A chance of finishing ahead as a difference of ratings, in points of the logistic Elo scale.

    >>> round(elo(10 / 11)), round(elo(0.5))
    (400, 0)
    """
    with np.errstate(divide="ignore"):
        return float(ELO_SCALE * np.log10(np.divide(ahead, 1 - ahead)))


def decided_by_skill(ahead: float) -> float:
    """The share of the variance of a single result that is down to which of two known players it is: (2 P - 1)
    squared, 0 if both are equal and 1 if the better one is always ahead.

    >>> round(decided_by_skill(0.9), 2), decided_by_skill(0.5)
    (0.64, 0.0)
    """
    return (2 * ahead - 1) ** 2


def games_to_tell(ahead: float) -> int | None:
    """The least odd number of games of which the better player leads in most with a chance of 95%; None above 100,001.

    ahead: the chance that the better player is ahead in one game; games are independent, and half a game lost for a tie
    is counted as a chance of one half.

    >>> games_to_tell(0.97), games_to_tell(0.6), games_to_tell(0.5)
    (1, 67, None)
    """
    from scipy.stats import binom

    if ahead <= 0.5:
        return None
    low, high = 0, MOST // 2  # n = 2 k + 1 games suffice for k = high, but not for k < low
    if binom.sf(high, MOST, ahead) < SURE:
        return None
    while low < high:
        k = (low + high) // 2
        low, high = (low, k) if binom.sf(k, 2 * k + 1, ahead) >= SURE else (k + 1, high)
    return 2 * low + 1


def decided_among_rated(spread: float) -> float:
    """The mean of (2 P - 1) squared over pairs drawn at random from people whose Elo ratings are known.

    spread: the standard deviation of ratings, in points of the logistic Elo scale; ratings are taken to be normal, and
    P is the chance of winning that they give.

    >>> round(decided_among_rated(123.4), 3), round(decided_among_rated(0.0), 3)
    (0.175, 0.0)
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    chances = 1 / (1 + 10 ** (-spread * np.sqrt(2) * nodes / ELO_SCALE))
    return float(weights @ (2 * chances - 1) ** 2 / weights.sum())
