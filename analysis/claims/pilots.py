"""The pilots of experiments that give one number per deal: deals that say by what effects are centred, and how much
they vary.
"""

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from knotlab.analysis.duels.pilot import PIECES, PILOT_DEALS, Pilot, skewness_of
from knotlab.sim.playing.fanout import fan_out

if TYPE_CHECKING:
    from knotlab.analysis.claims.measured import Measured

CASES = "cases"  # column: a deal's cases
_PIECE = PILOT_DEALS // PIECES
# Deals with a case that a pilot looks for, so that their share, by which effects are centred, is known well.
_LEAST_CASES = 400
_MOST_PILOT = 64 * PILOT_DEALS


def pilot_deals(play: Any, workers: int, rough: bool = False) -> pl.DataFrame:
    """The pilot's deals: more of them, up to a bound, where cases are rare. rough: wide margins make do with an eighth
    of them, and a quarter of the cases.
    """
    deals = pl.DataFrame()
    least, begin = (_LEAST_CASES // 4, PIECES // 8) if rough else (_LEAST_CASES, PIECES)
    while deals.height < _MOST_PILOT and (not deals.height or (deals[CASES] != 0).sum() < least):
        first = deals.height
        pieces = max(begin, first // _PIECE)
        parts = fan_out(play, [("pilot", first + i * _PIECE, _PIECE) for i in range(pieces)], workers)
        deals = pl.concat([deals, *parts])
    return deals


def assess(experiment: "Measured", deals: pl.DataFrame) -> Pilot:
    """What a pilot's deals tell."""
    in_play = float((deals[CASES] != 0).to_numpy().mean())
    if in_play == 0:
        return Pilot(deals.height, math.nan, math.nan, 0.0, 0.0)
    centre = experiment.centre(deals)
    if not all(value > 0 for name, value in centre.items() if name.endswith(CASES)):
        return Pilot(deals.height, math.nan, math.nan, 0.0, 0.0, centre=centre)
    numbers = experiment.effects(deals, centre)
    return Pilot(
        deals.height,
        float(numbers.std(ddof=1)),
        float(np.abs(numbers).max()),
        skewness_of(numbers),
        in_play if np.isfinite(numbers).all() else 0.0,
        experiment.vrf(deals),
        centre=centre,
    )
