"""knotlab: a Monte Carlo strategy laboratory for Twisted Knot, Knotweed and Twyst.

What the command line does, under the same names: `play`, `duel`, `tournament`, `tune`, `claims`, `whatif`, `guide`,
`bid`, `rate`, `replay`. `strategy` and `param` declare a strategy, and `to_pandas` gives a Polars frame to pandas. Each
is imported when it is first used, so `import knotlab` costs next to nothing.
"""

from importlib import import_module
from os import path as _path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knotlab.analysis.frames import to_pandas
    from knotlab.api.claims import claims
    from knotlab.api.duels import duel
    from knotlab.api.parts import play_part
    from knotlab.api.playing import play, rate
    from knotlab.api.single_games import replay, whatif
    from knotlab.api.tournaments import tournament
    from knotlab.api.tuning import bid, guide, tune
    from knotlab.strategies.declare import param, strategy

__all__ = [
    "bid",
    "claims",
    "duel",
    "guide",
    "param",
    "play",
    "play_part",
    "rate",
    "replay",
    "strategy",
    "to_pandas",
    "tournament",
    "tune",
    "whatif",
]

_HOMES = {
    "bid": "knotlab.api.tuning",
    "claims": "knotlab.api.claims",
    "duel": "knotlab.api.duels",
    "guide": "knotlab.api.tuning",
    "param": "knotlab.strategies.declare",
    "play": "knotlab.api.playing",
    "play_part": "knotlab.api.parts",
    "rate": "knotlab.api.playing",
    "replay": "knotlab.api.single_games",
    "strategy": "knotlab.strategies.declare",
    "to_pandas": "knotlab.analysis.frames",
    "tournament": "knotlab.api.tournaments",
    "tune": "knotlab.api.tuning",
    "whatif": "knotlab.api.single_games",
}


# In a checkout the four folders stand at its top: the links to them beside this file are for tools that read code
# without importing it, and a clone on Windows has none. In an installed package the folders themselves stand here.
_sim = _path.join(_path.dirname(__file__), "sim")
if _path.islink(_sim) or not _path.isdir(_sim):
    __path__.insert(0, _path.normpath(_path.join(_sim, "..", "..", "..")))


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'knotlab' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]


def _drawing() -> Any:
    """The function that draws results: looked up when the first one is drawn."""
    return import_module("knotlab.reports.plots.draw").draw


import_module("knotlab.analysis.drawing").draw_with(_drawing)
