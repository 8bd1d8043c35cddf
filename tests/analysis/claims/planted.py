"""Claims planted for tests, and findings made up for them."""

from typing import Any

import polars as pl

from knotlab.analysis.claims import Contrast, Duel, Ratio, Tip, Verdict
from knotlab.analysis.claims.cells import Cell, cells_of
from knotlab.analysis.claims.experiment import Experiment
from knotlab.analysis.claims.finding import Finding, Measurement, make_finding
from knotlab.analysis.claims.trial import Trial
from knotlab.sim.games.twisted_knot.state import LAY, LAYING, PICK_UP

ACES, SHED = "hoard-aces:tremble=0.02", "shed:tremble=0.02"
TRIAL = Trial(level=0.05, cells=1, seed=3)
MARGIN = 0.04  # so wide that a few thousand deals settle a duel
MADE = (pl.col("move_kind"), pl.col("move_rank"), pl.col("move_count"))
AWAY = (pl.lit(PICK_UP), pl.lit(-1), pl.col("stack_size"))
FACES_A_STACK = (pl.col("decision") == LAYING) & (pl.col("stack_size") > 0)
COULD_PICK_UP = FACES_A_STACK & (pl.col("move_kind") == LAY)
PICKS_UP = pl.col("move_kind") == PICK_UP


def planted(*experiments: Experiment, game: str = "twisted-knot", **options: Any) -> Tip:
    """A claim with some experiments."""
    return Tip("XX-C1", game, "a planted claim", "nowhere", "as it stands", experiments, **options)


def cell_of(experiment: Experiment, game: str = "twisted-knot") -> Cell:
    """The first cell of an experiment."""
    return cells_of(planted(experiment, game=game))[0]


def duel(a: str, b: str, **options: Any) -> Duel:
    """A duel that is settled soon."""
    return Duel(f"{a} over {b}", a, b, players=(3,), fields=("simple",), **({"margin": MARGIN} | options))


def share(threshold: float) -> Contrast:
    """How often players pick up a stack, against a threshold."""
    ratio = Ratio(PICKS_UP, FACES_A_STACK)
    return Contrast(f"pick-ups against {threshold}", ratio, None, threshold, 0.02, "share", fields=("simple",))


def some_finding(verdict: Verdict = Verdict.SUPPORTED, **measured: Any) -> Finding:
    """A finding of a planted duel."""
    return make_finding(cell_of(duel(ACES, SHED)), TRIAL, verdict, Measurement(**measured))


def comparable(finding: Finding) -> dict[str, Any]:
    """A finding without the time that it took; None for nan, which is not equal to itself."""
    return {name: None if name == "seconds" or value != value else value for name, value in vars(finding).items()}
