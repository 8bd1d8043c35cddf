"""The claims about Twisted Knot."""

from dataclasses import replace

from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.rulebooks.twisted_knot import collecting, pressing, saving, whole_game, winning
from knotlab.analysis.claims.rulebooks.twisted_knot.moments import MOMENTS
from knotlab.analysis.claims.rulebooks.twisted_knot.players import tuned_settings
from knotlab.analysis.claims.rulebooks.twisted_knot.southampton import southampton

# Settings without which another reading of a ruling never comes up.
READ_WITH = {"eight_on_joker": ("preset=southampton",)}


def _number(tip: Tip) -> int:
    """A claim's number."""
    return int(tip.id.partition("-C")[2])


_tips = sorted((*collecting.TIPS, *saving.TIPS, *winning.TIPS, *pressing.TIPS, *whole_game.TIPS), key=_number)

TIPS = [
    replace(tip, transcripts=tuple(MOMENTS.get(tip.id, ())), reading=tip.reading + tuned_settings(tip))
    for tip in (*_tips, southampton(_tips))
]
