"""What being bound costs a champion by itself: what rules drawn by lot cost it that change as many of its choices.

A rule that costs no more than that does not show that what it forbids is worth anything, or that what it demands harms.
"""

import math
from collections.abc import Sequence

import numpy as np

from knotlab.analysis.claims.evidence.champions import published_random_rules
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.stats.estimate import Between

NORMAL = 1.96
TRACED = 100  # games of a pilot that are told move by move, in which changed choices are counted
UNKNOWN = Between(math.nan, math.nan, math.nan)


def at_random(game: str, cell: Evidence) -> Between:
    """What a rule drawn by lot costs that changes as many choices as a rule that was laid over the champion, with an
    interval: on straight lines between the rules that were played.

    Both shares of choices are counted in a sample of games, so the ends of the interval are where both are off by
    chance. A rule that changes more choices than any that was played costs more than the last of these, so its upper
    end is not known; nothing is where none was played.
    """
    known = [each for each in published_random_rules() if (each.game, each.players) == (game, cell.players)]
    parted = TRACED * (1 - (1 - cell.in_play) ** (1 / cell.players))  # games of the sample, at least
    if not known or not parted > 0:
        return UNKNOWN
    shares = [0.0, *(each.changed for each in known)]
    value, low, high = ([0.0, *ends] for ends in zip(*(each.effect for each in known), strict=True))
    off = NORMAL * math.sqrt(2 / parted)
    most = cell.in_choices * (1 + off)
    return Between(
        float(np.interp(cell.in_choices, shares, value)),
        float(np.interp(cell.in_choices * (1 - off), shares, low)),
        float(np.interp(most, shares, high)) if most <= shares[-1] else math.inf,
    )


def is_beyond(game: str, cells: Sequence[Evidence]) -> bool:
    """Whether a rule certainly costs more than being bound does, as the mean of some tables; where no rule was drawn by
    lot, any cost counts.
    """
    lots = [at_random(game, cell) for cell in cells]
    if any(math.isnan(lot.value) for lot in lots):
        return True
    more = sum(cell.effect - lot.value for cell, lot in zip(cells, lots, strict=True)) / len(cells)
    half = math.hypot(
        *((cell.size.all_high - cell.size.all_low) / 2 for cell in cells), *(lot.high - lot.value for lot in lots)
    )
    return more > half / len(cells)
