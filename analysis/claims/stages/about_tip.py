"""What a headline says about the tip."""

from collections.abc import Mapping
from typing import Any

from knotlab.analysis.stats.headline import Headline
from knotlab.analysis.stats.verdicts import HeadlineAnswer, Verdict


def about_tip(headline: Headline, means: Mapping[Any, str], advice: int) -> Verdict:
    """What a headline says about the tip.

    headline: what the evidence says about following the advice. means: what the experiment's own verdicts say about the
    tip. advice: 1 if the tip advises what the experiment names first, else -1. Returns `open`, too, where it is open
    whether the effect matters and the tip is right in one case only.
    """
    alone = {
        HeadlineAnswer.DEPENDS: Verdict(means.get(Verdict.DEPENDS, Verdict.DEPENDS)),
        HeadlineAnswer.OPEN: Verdict.OPEN,
        HeadlineAnswer.RARE: Verdict.RARE,
        HeadlineAnswer.AT_TIMES: Verdict(means.get(Verdict.DEPENDS, Verdict.DEPENDS)),
        HeadlineAnswer.NO_DIFFERENCE: Verdict(means[Verdict.NO_DIFFERENCE]),
    }
    if headline.answer in alone:
        return alone[headline.answer]
    favours_first = (headline.answer == HeadlineAnswer.BETTER) == (advice == 1)
    says = Verdict(means[Verdict.HOLDS if favours_first else Verdict.WRONG])
    if headline.is_size_open and {says, alone[HeadlineAnswer.NO_DIFFERENCE]} == {Verdict.HOLDS, Verdict.WRONG}:
        return Verdict.OPEN
    return says
