"""The claims about Twisted Knot; TK-C28 repeats the duels of the others under the Southampton rules."""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules

from knotlab.analysis.claims.evidence.readings import Reading
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.model.experiment import PLAIN
from knotlab.analysis.claims.model.tip import Tip, TipWords
from knotlab.analysis.claims.rulebooks.twisted_knot.players import GAME, tuned_settings

# Settings without which another reading of a ruling never comes up.
READ_WITH = {"eight_on_joker": ("preset=southampton",)}
# What a setting that is about more than the reading of the rulebook may be read to be.
READ_BESIDES = (Reading("TK-29", "multiply", "none", ("preset=southampton",)),)
OF_WHOLE_PLAYERS = ("TK-C13",)  # it compares players, not tips


def southampton(tips: Sequence[Tip]) -> Tip:
    """The claim, with the duels of the other tips."""
    duels = [
        replace(experiment, fields=(PLAIN,), rules=("preset=southampton",))
        for tip in tips
        for experiment in tip.experiments
        if isinstance(experiment, Duel) and PLAIN in experiment.fields and tip.id not in OF_WHOLE_PLAYERS
    ]
    return Tip(
        "TK-C28",
        GAME,
        "The Southampton rules change how to play.",
        "not in the book",
        "All duels of tips again under the variant, except those of TK-C13 and C14. The "
        "claim holds if the effect of any of them certainly differs from that under the usual rules.",
        tuple(duels),
        words=TipWords("variant", "Southampton rules change the numbers, hardly the advice", ("8", "2")),
        is_variant=True,
        fair=(
            "The same duels as under the usual rules, with the same players on deals of the same numbers; "
            "only the rules differ."
        ),
        overturned_by=(
            "A duel whose effect certainly differs between the two sets of rules supports it; if there were none, it "
            "would not hold."
        ),
    )


_parts = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
_others = [tip for part in _parts for tip in getattr(part, "TIPS", ())]
_tips = sorted((*_others, southampton(_others)), key=lambda tip: int(tip.id.partition("-C")[2]))

TIPS = [replace(tip, reading=tip.reading + tuned_settings(tip)) for tip in _tips]
