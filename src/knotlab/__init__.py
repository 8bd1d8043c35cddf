"""knotlab: a Monte Carlo strategy laboratory for Twisted Knot, Knotweed and Twyst.

What the command line does, under the same names: `play`, `duel`, `tournament`, `rate`. `strategy` and `param` declare a
strategy. Each is imported when it is first used, so `import knotlab` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from knotlab.analysis.drawing import draw_with

if TYPE_CHECKING:
    from knotlab.analysis.duels.duel import duel
    from knotlab.analysis.runs.play import play
    from knotlab.analysis.stats.rates import rate
    from knotlab.analysis.tournaments.tournament import tournament
    from knotlab.strategies.declare import param, strategy

__all__ = ["duel", "param", "play", "rate", "strategy", "tournament"]

_HOMES = {
    "duel": "knotlab.analysis.duels.duel",
    "param": "knotlab.strategies.declare",
    "play": "knotlab.analysis.runs.play",
    "rate": "knotlab.analysis.stats.rates",
    "strategy": "knotlab.strategies.declare",
    "tournament": "knotlab.analysis.tournaments.tournament",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'knotlab' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]


def _drawing() -> Any:
    """The function that draws results: looked up when the first one is drawn."""
    return import_module("knotlab.reports.plots.draw").draw


draw_with(_drawing)
