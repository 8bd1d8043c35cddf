"""What to do about a tip's habits: which tables stand for a habit, which way it points over all of them, and in which
fields it certainly comes out otherwise.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from knotlab.analysis.claims.evidence.record import Evidence, TipHeadline
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.tips import about_half
from knotlab.analysis.stats.verdicts import LEAST_IN_PLAY, Direction, HeadlineAnswer, ToDo, Verdict

APART, PART = 1.0, 0.25  # games in 100, and part of the usual effect, by which a field differs enough to be named


def by_players(cells: Sequence[Evidence]) -> dict[int, list[Evidence]]:
    """Cells by the number of players."""
    groups: dict[int, list[Evidence]] = {}
    for cell in sorted(cells, key=lambda cell: cell.players):
        groups.setdefault(cell.players, []).append(cell)
    return groups


def typical(cells: Sequence[Evidence]) -> Evidence:
    """The cell that stands for a number of players: that of the mixed field, or the only one there is."""
    return next((cell for cell in cells if cell.field == "mixed"), cells[0])


def share_in_play(cells: Sequence[Evidence]) -> float:
    """In what share of deals a habit changes the course, or its case comes up, as the mean of its usual tables."""
    shares = [cell.in_play for group in by_players(cells).values() for cell in usual_of(group)]
    return sum(shares) / len(shares)


def usual_of(cells: Sequence[Evidence]) -> Sequence[Evidence]:
    """The cells of the mixed field, or all of them where none is mixed."""
    return [cell for cell in cells if cell.field == "mixed"] or cells


def is_partial(cells: Sequence[Evidence]) -> bool:
    """Whether some of the usual tables are left out of a headline's mean, as the tip rarely comes up there."""
    return len({cell.in_play >= LEAST_IN_PLAY for cell in usual_of(cells)}) > 1


def mean_of_sizes(tip: TipResult, label: str = "") -> TipHeadline | None:
    """A tip's headline with the mean of the sizes that its sentence tells in the place of the mean that was watched
    until the answer was known: that of the same tables, on deals of their own, with its 95% interval. Nothing where
    there is no headline or no such mean. label: of another habit of the tip.
    """
    told = tip.headline
    if told is None or math.isnan(told.effect):
        return None
    cells = usual_of(tip.cells_of(label or told.label))
    effect = told.advice * sum(cell.effect for cell in cells) / len(cells)
    half = math.hypot(*(cell.high - cell.low for cell in cells)) / 2 / len(cells)
    return replace(told, headline=replace(told.headline, effect=effect, low=effect - half, high=effect + half))


def is_wrong_as_read(tip: TipResult) -> bool:
    """Whether a tip gains in no amount, and word for word costs games (`in_its_amount`)."""
    told = tip.headline
    makes_none = told is not None and told.headline.answer == HeadlineAnswer.NO_DIFFERENCE and told.advice > 0
    return tip.verdict == Verdict.WRONG and makes_none


def is_exception(cell: Evidence, usual: Evidence) -> bool:
    """Whether a field's effect is certainly another one than the usual field's: on the other side of zero, or of
    another size, by as much as one would notice.
    """
    points = cell.direction in (Direction.HELPS, Direction.HURTS)
    is_turned = cell.is_certain and points and cell.effect * usual.effect < 0
    is_apart = cell.size.all_low > usual.size.all_high or cell.size.all_high < usual.size.all_low
    is_noticed = 100 * abs(cell.effect - usual.effect) >= max(APART, 100 * PART * abs(usual.effect))
    return (is_apart and is_noticed) or (is_turned and usual.direction != Direction.OPEN)


class Told(NamedTuple):
    """What to do about one habit; with how many players, where it does not help or hurt all, and with how many of the
    others it makes no difference.
    """

    to_do: ToDo
    players: tuple[int, ...] = ()
    others: tuple[int, ...] = ()


ALIKE = {
    Direction.HELPS: ToDo.DO,
    Direction.HURTS: ToDo.DO_NOT,
    Direction.NOTHING: ToDo.NO_DIFFERENCE,
    Direction.OPEN: ToDo.OPEN,
}
BY_ANSWER = {
    HeadlineAnswer.NO_DIFFERENCE: ToDo.NO_DIFFERENCE,
    HeadlineAnswer.DEPENDS: ToDo.DEPENDS,
    HeadlineAnswer.OPEN: ToDo.OPEN,
    HeadlineAnswer.RARE: ToDo.RARE,
    HeadlineAnswer.AT_TIMES: ToDo.AT_TIMES,
}


def told_by_tables(cells: Sequence[Evidence]) -> Told:
    """What the tables of a habit say of it; an effect that is certainly smaller than the margin makes no difference."""
    typically = {n: typical(group) for n, group in by_players(cells).items()}
    ways = {
        n: Direction.NOTHING if max(-cell.low, cell.high) < cell.margin else cell.direction
        for n, cell in typically.items()
    }
    if len(set(ways.values())) == 1:
        return Told(ALIKE[ways.popitem()[1]])
    helped, hurt, same = (
        tuple(n for n, way in ways.items() if way == known)
        for known in (Direction.HELPS, Direction.HURTS, Direction.NOTHING)
    )
    if helped and hurt:
        return Told(ToDo.DEPENDS)
    if helped or hurt:
        return Told(ToDo.DO_WITH if helped else ToDo.DO_NOT_WITH, helped or hurt, same)
    return Told(ToDo.NO_DIFFERENCE)


BY_HALF = {
    Verdict.HOLDS: ToDo.DO,
    Verdict.WRONG: ToDo.DO_NOT,
    Verdict.NO_DIFFERENCE: ToDo.NO_DIFFERENCE,
    Verdict.OPEN: ToDo.OPEN,
}


def told_of(tip: TipResult, cells: Sequence[Evidence]) -> Told:
    """What to do about a habit of a tip: what the headline says, if it is the one that the headline is about; of what
    else the tip says, what its verdict counts.

    cells: all tables of the habit.
    """
    by_tables, headline = told_by_tables(cells), tip.headline
    if cells[0].label == tip.words.other_half:
        return Told(BY_HALF[about_half(usual_of(cells), cells[0].margin)])
    if headline is None or cells[0].label != headline.label:
        return by_tables
    if headline.headline.answer in BY_ANSWER:
        return Told(BY_ANSWER[headline.headline.answer])
    all_alike, some = (ToDo.DO, ToDo.DO_WITH) if headline.favours_first else (ToDo.DO_NOT, ToDo.DO_NOT_WITH)
    return by_tables if by_tables.to_do == some else Told(all_alike)


def together(tip: TipResult, habits: Mapping[str, Told]) -> tuple[ToDo, Direction]:
    """What several habits of a tip come to, and which way they point: what the one does that its headline is about, if
    it is among them. habits: by the label of their experiment.
    """
    if tip.verdict == Verdict.NOT_OVERDONE:
        return ToDo.NOT_OVERDONE, Direction.HELPS
    if tip.verdict == Verdict.DEPENDS:
        return ToDo.DEPENDS, Direction.NOTHING
    if tip.headline and tip.headline.label in habits:
        to_do = ToDo.DO_NOT if is_wrong_as_read(tip) else habits[tip.headline.label].to_do
        return to_do, to_do.direction
    told = list(habits.values())
    directions = {habit.to_do.direction for habit in told}
    to_do = told[0].to_do if len(set(told)) == 1 else ToDo.DEPENDS
    return to_do, directions.pop() if len(directions) == 1 else Direction.NOTHING


def told_where_certain(cells: Sequence[Evidence]) -> ToDo:
    """What to do about a habit that is judged by the fields in which its effect is certain."""
    ways = {cell.direction for cell in cells if cell.is_certain}
    return ALIKE[ways.pop()] if len(ways) == 1 else ToDo.DEPENDS if ways else ToDo.OPEN
