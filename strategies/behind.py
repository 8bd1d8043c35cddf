"""Scores of moves that wait: behind all other moves, or only behind those that score more than a certain one."""

from knotlab.sim.compiling.jit import strict

FAR = 1e6  # more than the scores of any two moves differ by
CLOSE = 1e-6


@strict
def behind_all(score):
    """A score below those of all moves that do not wait; among moves that wait, the order stays."""
    return score - FAR


@strict
def just_above(score, least):
    """A score just above a certain one if it is above it at all; the order of such scores stays."""
    return min(score, least + CLOSE * (score - least))
