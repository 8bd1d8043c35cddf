"""What being bound costs a champion by itself: what rules drawn by lot cost it that change as many of its choices.

A rule that costs no more than that does not show that what it forbids is worth anything, or that what it demands harms.
"""

import math
from collections.abc import Sequence

import numpy as np

from knotlab.analysis.claims.evidence.champions import ChampionHabit, published_random_rules
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.stats.estimate import Between

NORMAL = 1.96
TRACED = 1000  # games of the pilot of a rule that are told move by move, in which changed choices are counted
UNKNOWN = Between(math.nan, math.nan, math.nan)


def at_random(game: str, cell: Evidence) -> Between:
    """What a rule drawn by lot costs that changes as many choices as a rule that was laid over the champion, with an
    interval. Both shares of choices are counted in a sample of games, so the ends of the interval are where both are
    off by chance; nothing is known of a rule of which no game of the sample is told.
    """
    parted = TRACED * (1 - (1 - cell.in_play) ** (1 / cell.players))  # games of the sample, at least
    if not parted > 0:
        return UNKNOWN
    off = NORMAL * math.sqrt(2 / parted)
    changed = Between(cell.in_choices, cell.in_choices * (1 - off), cell.in_choices * (1 + off))
    return drawn_by_lot(game, cell.players, changed)


def drawn_by_lot(game: str, players: int, changed: Between) -> Between:
    """What a rule drawn by lot costs that changes a share of choices: on straight lines between the rules that were
    played. One that changes more choices than any of these costs more than the last of them, so its upper end is not
    known; nothing is where none was played.
    """
    known = [each for each in published_random_rules() if (each.game, each.players) == (game, players)]
    if not known:
        return UNKNOWN
    shares = [0.0, *(each.changed for each in known)]
    value, low, high = ([0.0, *ends] for ends in zip(*(each.effect for each in known), strict=True))
    return Between(
        float(np.interp(changed.value, shares, value)),
        float(np.interp(changed.low, shares, low)),
        float(np.interp(changed.high, shares, high)) if changed.high <= shares[-1] else math.inf,
    )


def is_beyond(game: str, cells: Sequence[Evidence]) -> bool:
    """Whether a rule certainly costs more than being bound does, as the mean of some tables."""
    ends = [(cell.size.all_low, cell.size.all_high) for cell in cells]
    costs = [Between(cell.effect, *each) for cell, each in zip(cells, ends, strict=True)]
    return costs_more(costs, [at_random(game, cell) for cell in cells])


def is_beyond_at(game: str, cell: Evidence, cells: Sequence[Evidence]) -> bool:
    """Whether a rule certainly costs more than being bound does at one of its tables, and as the mean of them all: of
    several tables, one may stick out by chance.
    """
    return is_beyond(game, [cell]) and is_beyond(game, cells)


def is_beyond_lot(here: ChampionHabit, habit: Sequence[ChampionHabit]) -> bool:
    """The same of doing without a habit of the champion. habit: at all its tables."""
    sizes = ([here], habit)
    return all(costs_more([each.effect for each in some], [lot_of(each) for each in some]) for some in sizes)


def lot_of(habit: ChampionHabit) -> Between:
    """What a rule drawn by lot costs that changes as many choices as doing without a habit of the champion."""
    return drawn_by_lot(habit.game, habit.players, habit.changes)


def costs_more(costs: Sequence[Between], lots: Sequence[Between]) -> bool:
    """Whether some costs are certainly more than those of lots, as the mean; where none was drawn, any cost counts."""
    if any(math.isnan(lot.value) for lot in lots):
        return True
    more = sum(cost.value - lot.value for cost, lot in zip(costs, lots, strict=True)) / len(costs)
    half = math.hypot(*((cost.high - cost.low) / 2 for cost in costs), *(lot.high - lot.value for lot in lots))
    return more > half / len(costs)
