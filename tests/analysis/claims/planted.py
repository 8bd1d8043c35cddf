"""Claims planted for tests, and results made up for them."""

from typing import Any

import polars as pl

from knotlab.analysis.claims import Contrast, Duel, Ratio, Tip, Verdict
from knotlab.analysis.claims.cells import Cell, cells_of
from knotlab.analysis.claims.experiment import Experiment
from knotlab.analysis.claims.headlines import CellSize, TipHeadline
from knotlab.analysis.claims.result import TipResult
from knotlab.analysis.claims.trial import Trial
from knotlab.analysis.stats.headline import Headline, HeadlineAnswer
from knotlab.analysis.stats.sizes import Size
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
    usual: dict[str, Any] = {"players": (3,), "fields": ("simple",), "margin": MARGIN}
    return Duel(f"{a} over {b}", a, b, **(usual | options))


def share(threshold: float) -> Contrast:
    """How often players pick up a stack, against a threshold."""
    ratio = Ratio(PICKS_UP, FACES_A_STACK)
    return Contrast(f"pick-ups against {threshold}", ratio, None, threshold, 0.02, "share", fields=("simple",))


def size(label: str, value: float, half_width: float = 0.001, players: int = 3, field: str = "simple") -> CellSize:
    """A cell's effect, with the interval for all cells together."""
    ends = (value - half_width, value + half_width)
    found = Size(value, 0.0003, *ends, *ends, 1000)
    return CellSize(label, players, field, "loss_rate", found, 0.0025, 0.03, 0.2)


def result_of(answer: HeadlineAnswer, verdict: Verdict, *sizes: CellSize, tip: Tip | None = None) -> TipResult:
    """A claim with a headline and the sizes of its cells."""
    headline = Headline(answer, 0.02, 0.01, 0.03, 0.005)
    label = sizes[0].label if sizes else "one"
    played = TipHeadline(sizes, 100, 60_000, label, "loss_rate", headline, verdict)
    return TipResult(tip or planted(duel(ACES, SHED)), headline=played)
