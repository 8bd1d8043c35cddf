"""The search for a card's lines by play: a changed card is kept if it certainly loses fewer games on the same deals."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from knotlab.studies.publishing.table_cards.proposals import Proposals
from knotlab.studies.publishing.table_cards.trying import FIELDS, SIZES, drafted, lost, table

LOOKS = (0, 100, 300, 900, 2600)  # deals after which it is seen whether to go on
LEAST = (-0.3, 0.3, 0.8, 1.5)  # standard errors that a gain must have there
SURE = 4.5  # and with which no further look is needed
AMONG_CHAMPIONS = 0.8  # of all weight
FRESH = 10**6  # deals from which the numbers of the first are drawn


class ByPlay(Proposals):
    """A search by play; games lost among champions count by what part they are of the way from the best script's to an
    equal share, those at plain tables by what part they are of an equal share.
    """

    def __init__(self, game: str, most: int, seed: int, scripts: dict[int, float], fixed: Sequence[int] = ()) -> None:
        super().__init__(game, most, seed, fixed)
        strong, plain = FIELDS
        self.tables = [
            *((table(game, n, strong), AMONG_CHAMPIONS / len(SIZES) / (scripts[n] - 1 / n)) for n in SIZES),
            *((table(game, n, plain), (1 - AMONG_CHAMPIONS) / len(SIZES) * n) for n in SIZES),
        ]

    def losses(self, lines: Sequence[int], deals: np.ndarray) -> np.ndarray:
        """What a card loses on each of some deals, weighted; shape (deals,)."""
        who = drafted(self.game, lines)
        each = [weight * lost(at, who, deals, "tune") / at.unit for at, weight in self.tables]
        return np.asarray(np.sum(each, axis=0))

    def improve(self, lines: Sequence[int], tries: int) -> list[int]:
        """Lines that lose fewer games, from some lines on; each that is kept is held against others on fresh deals."""
        best, first = [line for line in lines if line not in self.fixed], 0
        for _ in range(tries):
            tried = self.changed(best)
            if tried != best and self.is_better([*self.fixed, *tried], [*self.fixed, *best], first):
                best, first = tried, int(self.rng.integers(FRESH))
        return [*self.fixed, *best]

    def is_better(self, tried: Sequence[int], best: Sequence[int], first: int) -> bool:
        """Whether a card certainly loses fewer games than another from some deal on."""
        gains = np.zeros(0)
        for (start, end), least in zip(pairwise(LOOKS), LEAST, strict=True):
            deals = np.arange(first + start, first + end)
            gains = np.append(gains, self.losses(best, deals) - self.losses(tried, deals))
            error = float(gains.std()) / len(gains) ** 0.5
            if not gains.any() or gains.mean() < least * error:
                return False
            if gains.mean() > SURE * error:
                return True
        return True
