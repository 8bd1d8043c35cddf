"""The verdict on a tip: what its headline, its questions and its trials on top of the champion say of it."""

import math
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.bound import is_beyond
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.headline import Headline, certainly_below
from knotlab.analysis.stats.intervals import certain_sign
from knotlab.analysis.stats.sizes import Size
from knotlab.analysis.stats.verdicts import NO_ANSWER, Direction, ForTheStrong, HeadlineAnswer, PlayedHere, Verdict


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


def about_condition(answer: HeadlineAnswer) -> Verdict:
    """What a headline about a rule and its condition says about the tip that the rule helps only under it.

    >>> print(about_condition(HeadlineAnswer.ONLY_THERE), about_condition(HeadlineAnswer.REGARDLESS))
    holds wrong
    """
    alone = {
        HeadlineAnswer.ONLY_THERE: Verdict.HOLDS,
        HeadlineAnswer.OPEN: Verdict.OPEN,
        HeadlineAnswer.RARE: Verdict.RARE,
        HeadlineAnswer.DEPENDS: Verdict.DEPENDS,
    }
    return alone.get(answer, Verdict.WRONG)


def in_its_amount(
    verdict: Verdict, amounts: Mapping[str, Sequence[Size]], literal: str | None, advice: int, margin: float
) -> Verdict:
    """What a tip with an amount comes to.

    It holds if not overdone where word for word it hurts. That it gains nothing is only said if no amount gains more
    than the margin, for which all have to be known; and that it makes no difference only if it does no harm word for
    word.

    verdict: by the headline, which is about the best amount. amounts: the sizes of each other amount by its label, +
    for the habit; none of those that were not played. literal: the label of the one that follows the tip word for word,
    if one does. advice: 1 if the tip advises the habit, -1 if it advises against it. margin: the smallest effect that
    matters.
    """
    gains_nothing = (Verdict.WRONG, Verdict.NO_DIFFERENCE) if advice > 0 else (Verdict.HOLDS,)
    if verdict in gains_nothing and not all(sizes and certainly_below(sizes, margin) for sizes in amounts.values()):
        return Verdict.OPEN
    if advice > 0 and literal is not None and certainly_below(amounts[literal]):
        return {Verdict.HOLDS: Verdict.NOT_OVERDONE, Verdict.NO_DIFFERENCE: Verdict.WRONG}.get(verdict, verdict)
    return verdict


BY_SIGN = {1: Verdict.HOLDS, 0: Verdict.OPEN, -1: Verdict.WRONG}  # that is certain, or 0


def about_half(cells: Sequence[Evidence], margin: float) -> Verdict:
    """What the mean of some tables says of a habit that a tip advises. margin: the smallest effect that matters."""
    if not cells:
        return Verdict.OPEN
    effect, half = _mean(cells)
    is_small = max(half - effect, effect + half) < margin
    return Verdict.NO_DIFFERENCE if is_small else BY_SIGN[certain_sign(effect - half, effect + half)]


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


def about_difference(one: Sequence[Evidence], other: Sequence[Evidence]) -> Verdict:
    """What comes of a tip that says that there is more to gain in one place than in another."""
    if not one or not other:
        return Verdict.OPEN
    return BY_SIGN[difference(one, other).sign()]


def difference(one: Sequence[Evidence], other: Sequence[Evidence]) -> Between:
    """By how much the mean effect of some tables is above that of others that were played on deals of their own, with
    an interval at the level of one published cell.
    """
    (effect, half), (other_effect, other_half) = _mean(one), _mean(other)
    value, both = effect - other_effect, math.hypot(half, other_half)
    return Between(value, value - both, value + both)


def of_halves(halves: Sequence[Verdict]) -> Verdict:
    """What comes of a tip that says several things: it holds only if all of them do.

    >>> print(of_halves([Verdict.HOLDS, Verdict.OPEN]), of_halves([Verdict.OPEN, Verdict.WRONG]))
    open wrong
    """
    said = together(halves)
    return Verdict.OPEN if said == Verdict.HOLDS and not set(halves).isdisjoint(NO_ANSWER) else said


def played_here(published: TipResult, played: TipResult) -> PlayedHere:
    """What comes of holding a headline that was played here against the one that is published."""
    if played.headline is None or played.headline.answer == HeadlineAnswer.OPEN:
        return PlayedHere.NOT_YET
    is_same = published.headline and published.headline.answer == played.headline.answer
    return PlayedHere.SAME if is_same else PlayedHere.OTHER


# --- on top of the champion ---


class RuleCost(Enum):
    """Whether a rule costs the champion games; `BOUND`: no more than being bound does."""

    COSTS, BOUND, SAVES, NOTHING, UNKNOWN = "costs", "bound", "saves", "nothing", "unknown"


def for_the_strong(tip: TipResult, players: int = 0) -> ForTheStrong | None:
    """What the costs of the rules that forbid the champion a tip's habit, or oblige it to, together say of the tip;
    nothing if not all of them were played.

    A rule that the tip is right about if it costs something says that the habit gains; one that it is right about if it
    costs nothing, that it can be kept always. What a rule costs no more than being bound does, says neither, but what
    costs games, if perhaps as any rule, is not to be kept always. players: of the only table that is asked; 0 for all
    together.
    """
    by_rule = [tip.cells_of(label) for label in tip.words.strong]
    if not by_rule or not all(by_rule):
        return None
    against, along = ([cells for cells in by_rule if cells[0].advice == advice] for advice in (1, -1))
    gains, keeps = ([cost_of(tip.game, cells, players) for cells in some] for some in (against, along))
    if tip.words.is_usual and _costs_less(*(_of_size(cells, players) for cells in (along[0], against[0]))):
        return ForTheStrong.YES
    if RuleCost.UNKNOWN in (*gains, *keeps):
        return ForTheStrong.OPEN
    if RuleCost.COSTS in gains:
        always_costs = {RuleCost.COSTS, RuleCost.BOUND} & set(keeps)
        return ForTheStrong.RIGHT_MOMENT if always_costs else ForTheStrong.YES
    if RuleCost.BOUND in gains or not gains:
        return _by_always(keeps, ForTheStrong.NOT_SHOWN if gains else ForTheStrong.NO_GAIN)
    return ForTheStrong.NO if RuleCost.COSTS in keeps or RuleCost.SAVES in gains else ForTheStrong.NO_GAIN


def is_tried_on_champion(tip: TipResult, players: int) -> bool:
    """Whether all of a tip's rules were laid over the champion at a size of table."""
    return bool(tip.words.strong) and all(
        any(cell.players == players for cell in tip.cells_of(label)) for label in tip.words.strong
    )


def _by_always(keeps: Sequence[RuleCost], otherwise: ForTheStrong) -> ForTheStrong:
    """What always following a tip says of it, where nothing is known of what it gains."""
    by_cost = {
        RuleCost.COSTS: ForTheStrong.NOT_ALWAYS,
        RuleCost.BOUND: ForTheStrong.NOT_SHOWN,
        RuleCost.SAVES: ForTheStrong.YES,
    }
    return next((answer for cost, answer in by_cost.items() if cost in keeps), otherwise)


AGREEING = {  # what is said to the strong where plain players are told the same
    Direction.HELPS: {ForTheStrong.YES},
    Direction.HURTS: {ForTheStrong.NO, ForTheStrong.NO_GAIN, ForTheStrong.NOT_ALWAYS},
    Direction.NOTHING: {ForTheStrong.NO_GAIN, ForTheStrong.NOT_ALWAYS},
}


def differs_for_the_strong(direction: Direction, strong: ForTheStrong | None) -> bool:
    """Whether strong players are told something else than plain ones, for whom a habit points some way.

    >>> differs_for_the_strong(Direction.HURTS, ForTheStrong.RIGHT_MOMENT)
    True
    """
    is_known = strong not in (None, ForTheStrong.OPEN, ForTheStrong.NOT_SHOWN) and direction in AGREEING
    return is_known and strong not in AGREEING[direction]


def cost_of(game: str, cells: Sequence[Evidence], players: int = 0) -> RuleCost:
    """Whether a rule costs games, as the mean of its tables: more or fewer than the margin, or certainly not. players:
    of the only table that is asked; even there it costs more than being bound does only if it does so as the mean.
    """
    here = _of_size(cells, players)
    (effect, half), margin = _mean(here), cells[0].margin
    if abs(effect) > half and abs(effect) >= margin:
        if effect < 0:
            return RuleCost.SAVES
        return RuleCost.COSTS if is_beyond(game, here) and is_beyond(game, cells) else RuleCost.BOUND
    return RuleCost.NOTHING if abs(effect) + half < 2 * margin else RuleCost.UNKNOWN


def _of_size(cells: Sequence[Evidence], players: int) -> Sequence[Evidence]:
    """The cells of a size of table; all if none was played there."""
    return [cell for cell in cells if cell.players == players] or cells


def _costs_less(one: Sequence[Evidence], other: Sequence[Evidence]) -> bool:
    """Whether a rule certainly costs less than another."""
    return difference(one, other).high < 0


def _mean(cells: Sequence[Evidence]) -> tuple[float, float]:
    """The mean effect of some tables, and half the width of its interval. It is held to the level of one published
    cell; such means are not counted among the cells that share it.
    """
    half = math.hypot(*(cell.size.all_high - cell.size.all_low for cell in cells)) / 2 / len(cells)
    return sum(cell.effect for cell in cells) / len(cells), half
