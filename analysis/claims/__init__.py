"""The claims of the rulebooks tried by experiments: as data (one file per game), settled cell by cell.

What a file of claims needs can be imported from here. Each name is found when it is first used: published verdicts are
read without what plays.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knotlab.analysis.claims.kinds.contrast import Contrast, Ratio
    from knotlab.analysis.claims.kinds.duel import Duel
    from knotlab.analysis.claims.kinds.gains import Doses, Gains
    from knotlab.analysis.claims.kinds.only_when import OnlyWhen
    from knotlab.analysis.claims.kinds.positions import Branch, as_it_is
    from knotlab.analysis.claims.kinds.rates import Curve, Side, Surface
    from knotlab.analysis.claims.kinds.what_if import WhatIf
    from knotlab.analysis.claims.model.experiment import AT_TIMES, BETTER, HARMS, NO_WORSE, NOT_WORTH_IT
    from knotlab.analysis.claims.model.tip import Exact, Matrix, Tip, Transcript
    from knotlab.analysis.runs.conditions import holds
    from knotlab.analysis.stats.verdicts import Verdict

__all__ = [
    "AT_TIMES",
    "BETTER",
    "HARMS",
    "NOT_WORTH_IT",
    "NO_WORSE",
    "Branch",
    "Contrast",
    "Curve",
    "Doses",
    "Duel",
    "Exact",
    "Gains",
    "Matrix",
    "OnlyWhen",
    "Ratio",
    "Side",
    "Surface",
    "Tip",
    "Transcript",
    "Verdict",
    "WhatIf",
    "as_it_is",
    "holds",
]

_NAMES = {
    "claims.kinds.contrast": ("Contrast", "Ratio"),
    "claims.kinds.duel": ("Duel",),
    "claims.kinds.gains": ("Doses", "Gains"),
    "claims.kinds.only_when": ("OnlyWhen",),
    "claims.kinds.positions": ("Branch", "as_it_is"),
    "claims.kinds.rates": ("Curve", "Side", "Surface"),
    "claims.kinds.what_if": ("WhatIf",),
    "claims.model.experiment": ("AT_TIMES", "BETTER", "HARMS", "NO_WORSE", "NOT_WORTH_IT"),
    "claims.model.tip": ("Exact", "Matrix", "Tip", "Transcript"),
    "runs.conditions": ("holds",),
    "stats.verdicts": ("Verdict",),
}
_HOMES = {name: f"knotlab.analysis.{home}" for home, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)
