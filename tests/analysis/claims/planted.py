"""Claims planted for tests, and results made up for them."""

from typing import Any

import polars as pl

from knotlab.analysis.claims import Contrast, Duel, Ratio, Tip, Verdict
from knotlab.analysis.claims.evidence.record import Evidence, TipHeadline
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.experiment import Experiment
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import FEWER, PLAYER, Meaning
from knotlab.analysis.stats.headline import Headline
from knotlab.analysis.stats.sizes import Size
from knotlab.analysis.stats.verdicts import HeadlineAnswer
from knotlab.sim.games.twisted_knot.state import LAY, LAYING, PICK_UP

ACES, SHED = "hoard-aces", "shed"
TRIAL = Inquiry(level=0.05, cells=1, seed=3)
LOST = Meaning("loss_rate", PLAYER, FEWER)
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


def size(label: str, value: float, half_width: float = 0.001, players: int = 3, field: str = "simple") -> Evidence:
    """A duel's effect at one table, with the interval for all cells together."""
    ends = (value - half_width, value + half_width)
    found = Size(value, 0.0003, *ends, *ends, 1000)
    shares = {"half_width": 0.0025, "in_choices": 0.03, "in_play": 0.2}
    return Evidence("XX-C1", label, LOST, found, margin=0.005, kind="duel", players=players, field=field, **shares)


def result_of(answer: HeadlineAnswer, verdict: Verdict, *sizes: Evidence, tip: Tip | None = None) -> TipResult:
    """A claim with a headline and the sizes of its cells."""
    headline = Headline(answer, 0.02, 0.01, 0.03, 0.005)
    label = sizes[0].label if sizes else "one"
    claim = tip or planted(duel(ACES, SHED))
    mean = TipHeadline(label, LOST, 1, headline, 100)
    return TipResult(claim.id, claim.game, claim.statement, verdict, sizes, mean, 60_000, tip=claim)
