"""The verdict on a tip: what its headline, its questions and its trials on top of the champion say of it."""

import math
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.stats.headline import Headline, certainly_negative
from knotlab.analysis.stats.verdicts import NO_ANSWER, ForTheStrong, HeadlineAnswer, PlayedHere, Verdict


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
    says = Verdict(means[Verdict.HOLDS if headline.favours_first(advice) else Verdict.WRONG])
    if headline.is_size_open and {says, alone[HeadlineAnswer.NO_DIFFERENCE]} == {Verdict.HOLDS, Verdict.WRONG}:
        return Verdict.OPEN
    return says


def in_its_amount(verdict: Verdict, literal: Sequence[Evidence]) -> Verdict:
    """The verdict on a tip whose best amount was tried: it holds if not overdone, where word for word it hurts.

    verdict: on the best amount. literal: the tables of the experiment that follows the tip word for word, once all of
    them were played.
    """
    is_overdone = verdict == Verdict.HOLDS and certainly_negative([cell.size for cell in literal])
    return Verdict.NOT_OVERDONE if is_overdone else verdict


def together(verdicts: Iterable[Verdict]) -> Verdict:
    """What some verdicts on the same tip say together.

    >>> print(together([Verdict.HOLDS, Verdict.OPEN]), together([Verdict.HOLDS, Verdict.WRONG]))
    holds depends
    """
    said = set(verdicts)
    decided = said - set(NO_ANSWER)
    if not decided:
        return said.pop() if len(said) == 1 else Verdict.OPEN
    return decided.pop() if len(decided) == 1 else Verdict.DEPENDS


def played_here(published: TipResult, played: TipResult) -> PlayedHere:
    """What comes of holding a headline that was played here against the one that is published."""
    if played.headline is None or played.headline.answer == HeadlineAnswer.OPEN:
        return PlayedHere.NOT_YET
    is_same = published.headline and published.headline.answer == played.headline.answer
    return PlayedHere.SAME if is_same else PlayedHere.OTHER


# --- on top of the champion ---


class RuleCost(Enum):
    """Whether a rule costs the champion games."""

    COSTS, SAVES, NOTHING, UNKNOWN = "costs", "saves", "nothing", "unknown"


def for_the_strong(tip: TipResult) -> ForTheStrong | None:
    """What the costs of the rules that forbid the champion a tip's habit, or oblige it to, together say of the tip;
    nothing if not all of them were played.

    A rule that the tip is right about if it costs something says that the habit gains; one that it is right about if it
    costs nothing, that it can be kept always.
    """
    by_rule = [tip.cells_of(label) for label in tip.words.strong]
    if not by_rule or not all(by_rule):
        return None
    gains, keeps = [[cost_of(cells) for cells in by_rule if cells[0].advice == advice] for advice in (1, -1)]
    if RuleCost.UNKNOWN in (*gains, *keeps):
        return ForTheStrong.OPEN
    if RuleCost.COSTS in gains:
        return ForTheStrong.RIGHT_MOMENT if RuleCost.COSTS in keeps else ForTheStrong.YES
    if gains:
        return ForTheStrong.NO if RuleCost.COSTS in keeps or RuleCost.SAVES in gains else ForTheStrong.NO_GAIN
    if RuleCost.COSTS in keeps:
        return ForTheStrong.NOT_ALWAYS
    return ForTheStrong.YES if RuleCost.SAVES in keeps else ForTheStrong.NO_GAIN


def cost_of(cells: Sequence[Evidence]) -> RuleCost:
    """Whether a rule costs games, as the mean of its tables: more or fewer than the margin, or certainly not."""
    effect = sum(cell.effect for cell in cells) / len(cells)
    half = 2 * math.hypot(*(cell.size.error for cell in cells)) / len(cells)
    margin = cells[0].margin
    if abs(effect) > half and abs(effect) >= margin:
        return RuleCost.COSTS if effect > 0 else RuleCost.SAVES
    return RuleCost.NOTHING if abs(effect) + half < 2 * margin else RuleCost.UNKNOWN
