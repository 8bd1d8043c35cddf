"""The claims of the rulebooks tried by experiments: as data (one file per game), settled cell by cell.

What a file of claims needs can be imported from here.
"""

from knotlab.analysis.claims.kinds.contrast import Contrast, Ratio
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.gains import Doses, Gains
from knotlab.analysis.claims.kinds.positions import Branch
from knotlab.analysis.claims.kinds.rates import Curve, Side, Surface
from knotlab.analysis.claims.kinds.what_if import BestPosition, WhatIf
from knotlab.analysis.claims.model.experiment import AT_TIMES, BETTER, HARMS, NO_WORSE, NOT_WORTH_IT
from knotlab.analysis.claims.model.tip import Exact, Matrix, Tip, Transcript
from knotlab.analysis.stats.verdicts import Verdict

__all__ = [
    "AT_TIMES",
    "BETTER",
    "HARMS",
    "NOT_WORTH_IT",
    "NO_WORSE",
    "BestPosition",
    "Branch",
    "Contrast",
    "Curve",
    "Doses",
    "Duel",
    "Exact",
    "Gains",
    "Matrix",
    "Ratio",
    "Side",
    "Surface",
    "Tip",
    "Transcript",
    "Verdict",
    "WhatIf",
]
