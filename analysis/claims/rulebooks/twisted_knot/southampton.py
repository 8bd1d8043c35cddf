"""The claim that the Southampton rules change how to play: TK-C28."""

from collections.abc import Sequence
from dataclasses import replace

from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.model.experiment import FIELDS
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.model.words import Words
from knotlab.analysis.claims.rulebooks.twisted_knot.players import GAME, ONLY_THREE

OF_WHOLE_PLAYERS = ("TK-C13", "TK-C26")  # these compare players, not tips


def southampton(tips: Sequence[Tip]) -> Tip:
    """The claim, with the duels of the other tips."""
    duels = [
        _under_southampton(experiment)
        for tip in tips
        for experiment in tip.experiments
        if isinstance(experiment, Duel) and experiment.fields == FIELDS and tip.id not in OF_WHOLE_PLAYERS
    ]
    return Tip(
        "TK-C28",
        GAME,
        "The Southampton rules change how to play.",
        "not in the book",
        "All duels of tips again under the variant, at one size of table, except those of TK-C13, C14 and C26. The "
        "claim holds if the effect of any of them certainly differs from that under the usual rules.",
        tuple(duels),
        words=Words("variant", "Southampton rules: the same habits", ("8", "2")),
        is_variant=True,
        fair=(
            "The same duels as under the usual rules, with the same players on deals of the same numbers; "
            "only the rules differ."
        ),
        overturned_by=(
            "A duel whose effect certainly differs between the two rules supports it; if none did, it would not hold."
        ),
    )


def _under_southampton(duel: Duel) -> Duel:
    """A duel of another claim under the variant's rules, at one size of table."""
    players = ONLY_THREE if 3 in duel.players else duel.players
    return replace(duel, players=players, rules=("preset=southampton",))
