"""Rules that forbid moves at random: how many they forbid, that this says nothing of the moves, and what stands between
the ones that were played.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from knotlab.strategies.inspection import python_function
from knotlab.studies import random_rules
from knotlab.studies.random_rules import RULES, Bound, at_random

POSITIONS = 5000


def positions() -> list[SimpleNamespace]:
    """Hands of any cards, of two players."""
    rng = np.random.default_rng(3)
    hands = rng.multinomial(8, np.ones(14) / 14, POSITIONS)
    others = rng.integers(1, 12, POSITIONS)
    return [
        SimpleNamespace(hand=[*map(int, hand), 0, 0], hand_sizes=[8, int(other), *[0] * 6])
        for hand, other in zip(hands, others, strict=True)
    ]


def test_so_many_of_100_moves_are_forbidden_whatever_their_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 5,000 positions, within four standard errors, of a low and of a high rank, and of both together as often as
    by chance.
    """
    monkeypatch.setattr(random_rules, "lot", python_function(random_rules.lot))
    moves, views = [SimpleNamespace(kind=0, rank=rank) for rank in (0, 12)], positions()
    for of_100, rule in RULES.items():
        forbids, share = python_function(rule), of_100 / 100
        forbidden = np.array([[forbids(view, move) for move in moves] for view in views])
        for wanted, seen in ((share, forbidden[:, 0]), (share, forbidden[:, 1]), (share**2, forbidden.all(axis=1))):
            assert abs(seen.mean() - wanted) < 4 * (wanted * (1 - wanted) / POSITIONS) ** 0.5


@pytest.mark.parametrize(("changed", "cost"), [(0.0, 0.0), (0.01, 0.03), (0.03, 0.08), (0.05, np.nan)])
def test_between_rules_that_were_played_costs_lie_on_straight_lines(changed: float, cost: float) -> None:
    played = [Bound(1, 0.02, 0.06, 0.05, 0.07), Bound(4, 0.04, 0.10, 0.09, 0.11)]
    assert at_random(changed, played) == pytest.approx(cost, nan_ok=True)
