"""What ships, played again: on new deals of the same number as what was found, and cells to the last digit."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from knotlab.analysis.claims.evidence.files import published
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.model.inquiry import USUAL
from knotlab.analysis.claims.model.meaning import FEWER, PLAYER, Meaning
from knotlab.analysis.claims.retest import tips as tips_again
from knotlab.analysis.claims.retest.play import Lot, first_deals, other_seed, play_again
from knotlab.analysis.claims.retest.tips import Retest, TipRetest, TipToPlay, mean_of, schedule
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.duels.designs import Design, effect_unit, effects, play_deals
from knotlab.analysis.stats.rounds import STEPS
from knotlab.analysis.stats.watching import PowerSums
from knotlab.sim.storage import result_files
from knotlab.sim.storage.pieces import digest
from tests.analysis.claims.planted import ACES, SHED, TRIAL, cell_of, duel

JACKS, STACKS = tip_named("TK-C10"), tip_named("TK-C7")  # a duel and a rate, both cheap
TIPS = (JACKS, STACKS)
NEW = replace(USUAL, seed=other_seed(USUAL.seed))
STEPS_TO_PLAY = 20  # readings of the clock, one for each second


@pytest.fixture(scope="module")
def cells() -> list[Evidence]:
    """What is published of two tips."""
    return [cell for tip in TIPS for cell in published()[tip.id].cells]


def ticking() -> Callable[[], float]:
    """A clock on which each look takes a second, so that a budget is a number of steps."""
    ticks = count()
    return lambda: float(next(ticks))


def played(cells: list[Evidence], seconds: float = STEPS_TO_PLAY, workers: int = 1) -> list[Retest]:
    """What is known after each step."""
    return list(play_again(cells, TIPS, seconds=seconds, workers=workers, clock=ticking()))


@pytest.fixture(scope="module")
def agreed(cells: list[Evidence]) -> list[Retest]:
    return played(cells)


@pytest.mark.long
def test_new_deals_agree_with_what_is_published_and_every_cell_is_equal(agreed: list[Retest]) -> None:
    end = agreed[-1]
    assert [tip.tip for tip in end.tips] == [JACKS.id, STACKS.id]
    assert all(tip.is_enough and abs(tip.z) < 4 for tip in end.tips) and end.off == []
    assert len(end.cells) == end.n_cells == sum(len(cells_of(tip)) for tip in TIPS)
    assert end.unequal == [] and end.seed != USUAL.seed
    assert all(tip.here.meaning == tip.published.meaning for tip in end.tips)


def test_a_cell_that_there_is_no_more_is_not_equal_and_no_part_of_its_tip(cells: list[Evidence]) -> None:
    gone = replace(cells[0], label="gone")
    plain = {cell.name for tip in TIPS for cell in cells_of(tip) if cell.is_of_headline}
    assert sum(len(tip.cells) for tip in tips_again.tips_to_play([*cells, gone], TIPS, 1)) == len(plain) == 2
    lot = Lot([gone], TIPS, 1)
    lot.draw(1, 1)
    assert [(cell.cell, cell.is_equal) for cell in lot.drawn] == [(gone.name, False)] and lot.is_empty


def test_fewer_deals_are_compared_where_games_take_long() -> None:
    for exact_to, deals in ((None, 200), (0.005, 200), (0.03, 20)):
        cell = cell_of(replace(duel(ACES, SHED), exact_to=exact_to))
        assert first_deals(cell, TRIAL) == digest(cell.experiment.play(cell, TRIAL, 0, deals))


def test_a_cell_without_an_error_cannot_be_compared(cells: list[Evidence]) -> None:
    twin = [replace(cell, size=replace(cell.size, error=math.nan)) if cell.tip == JACKS.id else cell for cell in cells]
    assert [tip.tip for tip in tips_again.tips_to_play(twin, TIPS, 1)] == [STACKS]


@pytest.mark.long
def test_the_mean_here_is_that_of_other_deals_of_the_same_duels(cells: list[Evidence]) -> None:
    (tip,) = tips_again.tips_to_play([cell for cell in cells if cell.tip == JACKS.id], TIPS, NEW.seed)
    tip.play(workers=1)
    expected = []
    for cell in (each for each in cells_of(JACKS) if each.is_of_headline):
        question = cell.experiment.question(cell, NEW)  # type: ignore[attr-defined]
        design = question.lineups()
        deals = effects(play_deals(design, (question.metric,), 0, tips_again.FIRST_ROUNDS), question.metric)
        expected.append(deals / effect_unit(design, question.metric))
    result = tip.result(0.05)
    assert result.here.effect == pytest.approx(np.mean(expected), abs=1e-6)
    errors = [numbers.std(ddof=1) / math.sqrt(len(numbers)) for numbers in expected]
    assert result.here.size.error == pytest.approx(math.sqrt(sum(error**2 for error in errors)) / len(errors), rel=1e-4)
    assert result.deals == len(errors) * tips_again.FIRST_ROUNDS and result.games == 4 * result.deals


@pytest.mark.long
def test_both_means_of_a_rate_are_centred_by_the_pilot_that_was_published(cells: list[Evidence]) -> None:
    cell = cells_of(STACKS)[0]
    evidence = next(each for each in cells if each.name == cell.name)
    pilot = tips_again.pilot_of(cell, evidence, 1)
    usual, new = (result_files.as_plain(cell.experiment.pilot(cell, inquiry, 1)) for inquiry in (USUAL, NEW))
    assert result_files.as_plain(pilot) == usual != new  # as plain data: a record that holds NaN is not equal to itself
    sampler = cell.experiment.sampler(cell, USUAL, pilot)
    assert sampler.pilot.centre == pilot.centre


def test_the_default_seed_is_another_than_the_published_one_and_others_are_taken_as_they_are() -> None:
    assert other_seed(USUAL.seed) != USUAL.seed and other_seed(other_seed(USUAL.seed)) == other_seed(USUAL.seed)
    assert other_seed(12) == 12


@pytest.mark.long
def test_a_longer_budget_begins_with_the_steps_of_a_shorter_one_with_any_workers(
    cells: list[Evidence], agreed: list[Retest]
) -> None:
    short = played(cells, seconds=STEPS_TO_PLAY / 2, workers=2)
    assert len(short) < len(agreed)
    for again, other in zip(short[:-1], agreed, strict=False):
        assert repr(again.tips) == repr(other.tips)
    fewer, more = sorted((short[-1].cells, agreed[-1].cells), key=len)
    assert fewer and repr(fewer) == repr(more[: len(fewer)])


class Costly(TipToPlay):
    """A tip that costs something and is played at no cost."""

    spread, cost = 1.0, 1.0  # type: ignore[assignment]

    def __init__(self, spread: float, cost: float) -> None:
        super().__init__(JACKS, {}, USUAL, 1)
        self.spread, self.cost = spread, cost  # type: ignore[misc]


def order(tips: list[Costly], n: int) -> Iterator[int]:
    """Which tips are played in the first steps."""
    for _, tip in zip(range(n), schedule(tips), strict=False):
        assert isinstance(tip, Costly)
        tip.rounds += 1000
        yield tips.index(tip)


def test_cheap_tips_come_first_and_then_those_whose_interval_narrows_fastest() -> None:
    assert list(order([Costly(2, 9), Costly(1, 9), Costly(1, 1)], 3)) == [2, 1, 0]
    alike, wide = Costly(1, 1), Costly(8, 1)
    steps = list(order([alike, wide], 100))
    assert steps[:2] == [0, 1] and set(steps[2:5]) == {1}
    assert wide.rounds / alike.rounds == pytest.approx(8 ** (2 / 3), rel=0.1)  # a sum of widths is least there


def test_nothing_to_play_ends_at_once() -> None:
    (end,) = play_again([], TIPS, seconds=60, workers=1)
    assert (end.tips, end.cells, end.n_tips, end.n_cells) == ((), (), 0, 0)


def compared(here: float, error: float = 0.001, *, level: float = 0.05, is_enough: bool = True) -> TipRetest:
    """A tip that was found to be worth 0.05 with an error of 0.001."""
    found, now = (
        Evidence("TK-C1", "x", Meaning("loss_rate", PLAYER, FEWER), size)
        for size in (mean_of(0.05, 0.001, 1000), mean_of(here, error, 100))
    )
    return TipRetest(found, now, 400, level, is_enough)


def test_both_errors_count_and_the_level_is_shared() -> None:
    assert compared(0.053, 0.002).z == pytest.approx(0.003 / math.sqrt(5e-6))
    assert compared(0.053).is_off and not compared(0.053, 0.002).is_off
    assert not compared(0.053, level=0.05 / 33).is_off and not compared(0.053, is_enough=False).is_off
    assert compared(0.047).is_off


@pytest.mark.parametrize(("share", "is_enough"), [(0.5, True), (0.001, False), (0.0, False)])
def test_rare_or_missing_differences_are_too_few_for_a_comparison(
    cells: list[Evidence], share: float, is_enough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Design, "compile", lambda design: None)  # nothing is played
    jacks = [cell for cell in cells if cell.label == "jack-bomb"]
    (tip,) = tips_again.tips_to_play(jacks, TIPS, 1)
    (cell,) = tip.cells
    numbers = np.zeros(1000, np.int64)
    numbers[: round(1000 * share)] = STEPS
    tip.samplers = {cell: cell.experiment.sampler(cell, USUAL, tips_again.pilot_of(cell, jacks[0], 1))}
    tip.sums = {cell: PowerSums()}
    tip.sums[cell].add(numbers)
    assert tip.result(0.05).is_enough == is_enough
