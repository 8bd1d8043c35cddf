"""Tips under other readings of the rulebooks: what is played, what counts as a flip, and that it can be stopped."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.claims import other_readings as readings
from knotlab.analysis.claims.evidence.readings import Reading, ReadingChange, ReadingChanges
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.kinds.contrast import Contrast
from knotlab.analysis.claims.kinds.positions import Branch
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.model.experiment import with_changes
from knotlab.analysis.claims.other_readings import FIRST_DEAL, pairs_of, readings_of, try_readings
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.duels.designs import effect_unit, effects, play_deals
from knotlab.analysis.stats.sizes import Size
from knotlab.analysis.stats.verdicts import HeadlineAnswer
from knotlab.reports.words import readings as words
from knotlab.sim.errors import InputError
from tests.analysis.claims.planted import ACES, AWAY, COULD_PICK_UP, LOST, SHED, TRIAL, cell_of, duel, planted, share

DEALS = 300
UNSEEN = Reading("TK-5", "pile_card", "unseen")


@pytest.fixture
def one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twisted Knot with one reading, so that little is played."""
    monkeypatch.setattr(readings, "readings_of", lambda game: [UNSEEN])


def change(usual: float, other: float, low: float, high: float) -> ReadingChange:
    """What another reading changes, the interval for all together given."""
    sizes = [Size(value, 0.001, value - 0.002, value + 0.002, -1.0, 1.0, 1000) for value in (usual, other)]
    sizes.append(Size(other - usual, 0.001, low, high, low, high, 1000))
    before, then, between = (Evidence("XX-C1", "a duel", LOST, each, margin=0.005) for each in sizes)
    return ReadingChange("XX-C1", "twisted-knot", UNSEEN, before, then, between, 10)


def test_the_readings_of_a_game_are_those_of_its_rulings() -> None:
    assert [(each.ruling, each.change) for each in readings_of("twisted-knot")] == [
        ("TK-5", "pile_card=unseen"),
        ("TK-6", "pick_up_misses=kept"),
        ("TK-8", "top_up=rest"),
        ("TK-12", "magic_jacks=two-players"),
        ("TK-22", "kings=opponents"),
        ("TK-28", "eight_on_joker=beneath"),
        ("TK-30", "shuffle=riffles:3"),
        ("TK-29", "multiply=none"),
    ]
    needed = [each.ruling for each in readings_of("twisted-knot") if each.rules == ("preset=southampton",)]
    assert needed == ["TK-28", "TK-29"]
    assert [each.change for each in readings_of("knotweed")] == ["reset=missing"]


def test_each_tip_that_has_a_headline_is_tried_under_each_reading_of_its_game() -> None:
    tried = {(tip.id, reading.change) for tip, reading in pairs_of(tips())}
    sampled = [tip for tip in tips() if tip.headline_experiment]
    assert tried == {(tip.id, reading.change) for tip in sampled for reading in readings_of(tip.game)}
    assert not any(tip.is_variant for tip, _ in pairs_of(tips()))


@pytest.mark.usefixtures("one_reading")
def test_both_readings_are_played_on_the_same_deals_and_the_change_is_their_difference() -> None:
    tip = planted(duel(ACES, SHED))
    (difference,) = try_readings([tip], TRIAL, deals=DEALS, workers=2)
    numbers = []
    for rules in ((), ("pile_card=unseen",)):
        cell = cells_of(tip)[0]
        question = replace(cell.experiment, rules=rules).question(cell, TRIAL)  # type: ignore[attr-defined, type-var]
        design = question.lineups()
        sums = effects(play_deals(design, (question.metric,), FIRST_DEAL, DEALS), question.metric)
        numbers.append(sums / effect_unit(design, question.metric))
    assert difference.usual.effect == pytest.approx(numbers[0].mean(), abs=1e-6)
    assert difference.other.effect == pytest.approx(numbers[1].mean(), abs=1e-6)
    between = numbers[1] - numbers[0]
    assert difference.change.effect == pytest.approx(between.mean(), abs=1e-6)
    assert difference.change.size.error == pytest.approx(between.std(ddof=1) / np.sqrt(DEALS), abs=1e-6)
    assert difference.games == 2 * DEALS * design.games and np.any(between != 0)


@pytest.mark.long
@pytest.mark.usefixtures("one_reading")
def test_what_is_kept_is_not_played_again_and_a_budget_leaves_out_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tip = planted(share(0.2))
    assert try_readings([tip], TRIAL, deals=DEALS, minutes=1e-9, out=tmp_path).missing == 1
    first = try_readings([tip], TRIAL, deals=DEALS, out=tmp_path, workers=1)

    def never(*anything: object) -> pl.DataFrame:
        raise AssertionError("played again")

    monkeypatch.setattr(readings, "_play", never)
    assert repr(try_readings([tip], TRIAL, deals=DEALS, out=tmp_path, workers=2)) == repr(first)
    (difference,) = first
    expected = difference.other.effect - difference.usual.effect
    assert difference.meaning.unit == "share" and difference.change.effect == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("usual", "other", "low", "high", "answers", "flips"),
    [
        (0.02, 0.001, -0.03, -0.01, (HeadlineAnswer.BETTER, HeadlineAnswer.NO_DIFFERENCE), True),
        (0.02, 0.001, -0.04, 0.002, (HeadlineAnswer.BETTER, HeadlineAnswer.NO_DIFFERENCE), False),
        (0.02, -0.02, -0.06, -0.02, (HeadlineAnswer.BETTER, HeadlineAnswer.WORSE), True),
        (0.02, 0.06, 0.03, 0.05, (HeadlineAnswer.BETTER, HeadlineAnswer.BETTER), False),
    ],
)
def test_an_answer_flips_where_the_interval_for_all_together_leaves_out_zero(
    usual: float, other: float, low: float, high: float, answers: tuple[HeadlineAnswer, HeadlineAnswer], flips: bool
) -> None:
    difference = change(usual, other, low, high)
    assert difference.answers == answers and difference.flips == flips
    page = words.markdown(ReadingChanges((difference,), 0, TRIAL))
    assert ("**better, then" in page) == flips and "| XX-C1 | TK-5 | pile\\_card=unseen |" in page


def test_every_kind_of_experiment_can_be_played_under_other_rules() -> None:
    what_if = WhatIf("away", COULD_PICK_UP, Branch(AWAY), Branch(None), fields=("simple",))
    for experiment in (duel(ACES, SHED), share(0.2), what_if):
        changed = experiment.under(("kings=opponents",))  # type: ignore[attr-defined]
        assert {job.rules["kings"] for job in changed.jobs(cell_of(changed), TRIAL)} == {"opponents"}
        assert {job.rules["kings"] for job in experiment.jobs(cell_of(experiment), TRIAL)} == {"around"}
    two = share(0.2)
    both = Contrast("two", two.ratio, two.ratio, 0.0, 0.02, "share", fields=("simple",)).under(("kings=opponents",))
    assert [ratio.rules for ratio in both.ratios] == [("kings=opponents",)] * 2


def test_a_changed_setting_counts_before_the_experiment_s_own() -> None:
    assert with_changes(("lost=others", "partners=own"), ("lost=shortfall",)) == ("partners=own", "lost=shortfall")


@pytest.mark.parametrize(
    ("options", "sentence"), [({"minutes": 0.0}, "minutes above 0"), ({"deals": 1}, "2 deals or more, not 1")]
)
def test_numbers_that_make_no_sense_are_refused(options: dict[str, float], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        try_readings([], TRIAL, **options)  # type: ignore[arg-type]
