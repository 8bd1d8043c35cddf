"""knotlab: a Monte Carlo strategy laboratory for Twisted Knot, Knotweed and Twyst.

What the command line does, under the same names; `strategy`, `player` and `param`, which declare who plays; and
`to_pandas`, which gives a Polars frame to pandas. Each is imported when it is first used, so `import knotlab` costs
next to nothing.
"""

from importlib import import_module
from os import environ as _environ
from os import path as _path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knotlab.analysis.frames import to_pandas
    from knotlab.api.claims import claims
    from knotlab.api.duels import duel
    from knotlab.api.environments import environment
    from knotlab.api.lookups import catalogue, check, rules, view
    from knotlab.api.measuring import cost, rate
    from knotlab.api.playing import play, play_part, show
    from knotlab.api.report import report, report_game
    from knotlab.api.single_games import records, replay, verify, whatif
    from knotlab.api.sitting import advise, sit_at
    from knotlab.api.table_cards import table_card
    from knotlab.api.tournaments import tournament
    from knotlab.api.tuning import ablate, tune
    from knotlab.api.twyst import bid, card, match
    from knotlab.strategies.declare import param, player, strategy

__all__ = [
    "ablate",
    "advise",
    "bid",
    "card",
    "catalogue",
    "check",
    "claims",
    "cost",
    "duel",
    "environment",
    "match",
    "param",
    "play",
    "play_part",
    "player",
    "rate",
    "records",
    "replay",
    "report",
    "report_game",
    "rules",
    "show",
    "sit_at",
    "strategy",
    "table_card",
    "to_pandas",
    "tournament",
    "tune",
    "verify",
    "view",
    "whatif",
]

_NAMES = {
    "analysis.frames": ("to_pandas",),
    "api.claims": ("claims",),
    "api.duels": ("duel",),
    "api.environments": ("environment",),
    "api.lookups": ("catalogue", "check", "rules", "view"),
    "api.measuring": ("cost", "rate"),
    "api.playing": ("play", "play_part", "show"),
    "api.report": ("report", "report_game"),
    "api.single_games": ("records", "replay", "verify", "whatif"),
    "api.sitting": ("advise", "sit_at"),
    "api.table_cards": ("table_card",),
    "api.tournaments": ("tournament",),
    "api.tuning": ("ablate", "tune"),
    "api.twyst": ("bid", "card", "match"),
    "strategies.declare": ("param", "player", "strategy"),
}
_HOMES = {name: f"knotlab.{home}" for home, names in _NAMES.items() for name in names}


# In a checkout the four folders stand at its top: the links to them next to this file are for tools that read code
# without importing it, and a clone on Windows has none. In an installed package the folders themselves stand here.
_sim = _path.join(_path.dirname(__file__), "sim")
if _path.islink(_sim) or not _path.isdir(_sim):
    __path__.insert(0, _path.normpath(_path.join(_sim, "..", "..", "..")))
if _named := _environ.get("KNOTLAB_GAMES"):
    try:
        __path__.insert(0, import_module("knotlab.games_from").path_with(_named, __path__[0]))
    except ValueError as _error:
        raise ImportError(f"KNOTLAB_GAMES: {_error}") from None


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
