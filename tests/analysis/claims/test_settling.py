"""Findings are the same however cells are played, kept and read again; what is damaged or edited is refused."""

import json
import math
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.claims import Branch, Curve, Duel, Tip, Verdict, WhatIf, chart, schedule
from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.cells import cells_of, tip_named
from knotlab.analysis.claims.experiment import Sitting
from knotlab.analysis.claims.finding import unplayed
from knotlab.analysis.claims.kinds.contrast import Contrast
from knotlab.analysis.claims.measured import STEPS, _Settling
from knotlab.analysis.claims.result import TipResult
from knotlab.analysis.claims.run import try_claims
from knotlab.analysis.claims.schedule import deals_to_go
from knotlab.analysis.claims.settle import settle
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.stats.sequence import Watch
from knotlab.analysis.stats.watching import Goal, Watcher
from knotlab.reports.words.claims import paragraph
from knotlab.sim.errors import InputError
from knotlab.sim.storage.json_data import sealed
from tests.analysis.claims.planted import (
    AWAY,
    COULD_PICK_UP,
    MADE,
    MARGIN,
    PICKS_UP,
    SHED,
    TRIAL,
    cell_of,
    comparable,
    duel,
    planted,
    share,
)

NARROW = duel(SHED, "shed:tremble=0.025", margin=0.01)


def findings(tip: Tip, **options: object) -> list[dict]:
    """What the cells of a claim come to, without the time that it took."""
    return [comparable(finding) for finding in only(try_claims([tip], TRIAL, **options)).findings]  # type: ignore[arg-type]


def only(claims: ClaimsResult) -> TipResult:
    """The result of a single claim."""
    (result,) = claims.results
    return result


def test_a_better_an_equal_and_a_worse_strategy_get_their_verdicts() -> None:
    pairs = [("shed", "random"), ("random", "shed"), (SHED, "shed:tremble=0.021")]
    verdicts = [settle(cell_of(duel(a, b)), TRIAL, workers=2).verdict for a, b in pairs]
    assert verdicts == [Verdict.SUPPORTED, Verdict.REFUTED, Verdict.EQUIVALENT]


def test_where_strategies_hardly_differ_the_case_never_came_up() -> None:
    assert settle(cell_of(duel(SHED, "shed:tremble=0.0200001")), TRIAL).verdict == Verdict.NEVER_CAME_UP


def test_findings_are_the_same_for_any_workers_and_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    what_if = WhatIf("pick up", COULD_PICK_UP, Branch(AWAY), Branch(MADE), margin=0.1, fields=("simple",))
    tip = planted(duel("shed", "random"), share(0.2), what_if)
    usual = findings(tip, workers=1)
    assert findings(tip, workers=2) == usual
    monkeypatch.setattr(schedule, "FIRST_ROUND", 1000)
    assert findings(tip, workers=2, minutes=5, out=tmp_path) == usual
    monkeypatch.setattr(WhatIf, "play_tables", None)
    monkeypatch.setattr(Contrast, "play_tables", None)
    assert findings(tip, out=tmp_path) == usual


def test_charts_are_kept_with_the_cells_and_played_anew_on_other_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chart.Description, "deals", 60)
    shown = (Curve("picked up", PICKS_UP, pl.lit(1.0), pl.col("seat"), "seat", "share"), tip_named("TK-C27").curves[0])
    tip = planted(curves=shown)

    def charts(seed: int = 3, out: Path | None = tmp_path) -> list[tuple]:
        played = only(try_claims([tip], replace(TRIAL, seed=seed), out=out)).charts
        return [(shown.groups, shown.rates) for shown in played]

    usual = charts()
    assert charts(out=None) == usual and all(groups for groups, _ in usual)
    assert charts(4) != usual and len(list(tmp_path.iterdir())) == 4
    with monkeypatch.context() as without:
        without.setattr(chart.Description, "play", None)
        assert charts() == usual
    damaged = min(tmp_path.iterdir())
    for content in ("{", "[]x", "[[[0], 1]]", '[[[0], {"value": "high"}]]', "{}"):
        damaged.write_text(content)
        with pytest.raises(InputError, match=f"{damaged.name} is damaged .*; remove it"):
            charts(), charts(4)
    damaged.unlink()
    assert charts() == usual


# --- sittings and budgets ---


def test_a_pause_is_no_verdict_and_the_same_cell_goes_on(tmp_path: Path) -> None:
    cell = cell_of(NARROW)
    paused = settle(cell, TRIAL, tmp_path, pause_after=1000)
    assert not paused.is_settled and paused.verdict == Verdict.UNDECIDED and 1000 <= paused.deals < 3000
    assert not list(tmp_path.glob("*/finding.json"))
    longer = settle(cell, TRIAL, tmp_path, pause_after=4000)
    assert longer.deals > paused.deals and math.isfinite(longer.effect)


@pytest.mark.parametrize(("to_decide", "more"), [(5000, 1000), (10**8, 6000), (None, 6000), (3000, 1)])
def test_a_cell_is_at_most_as_far_from_its_verdict_as_from_its_cap(to_decide: int | None, more: int) -> None:
    """Early projections go far beyond the cap where an effect lies near the margin; such a cell must not wait for
    ever.
    """
    finding = unplayed(cell_of(duel("shed", "random")), TRIAL)
    assert deals_to_go(replace(finding, deals=4000, cap=10_000, to_decide=to_decide)) == more


def test_what_a_budget_does_not_reach_is_undecided(tmp_path: Path) -> None:
    result = only(try_claims([planted(duel("shed", "random"))], TRIAL, minutes=1e-9, out=tmp_path, workers=1))
    assert [(cell.about_tip, cell.verdict, cell.deals, cell.is_settled) for cell in result.findings] == [
        (Verdict.UNDECIDED, Verdict.UNDECIDED, 0, False)
    ]
    assert result.verdict == Verdict.UNDECIDED and result.where == "undecided 1 of 1"
    assert "not played yet" in paragraph(result)


@pytest.mark.parametrize("minutes", [0.0, -1.0, math.inf, math.nan])
def test_a_budget_that_makes_no_sense_is_one_sentence(minutes: float) -> None:
    with pytest.raises(InputError, match="the budget is a number of minutes above 0, not"):
        try_claims([tip_named("TK-C22")], minutes=minutes)


def test_a_file_in_place_of_the_folder_is_one_sentence_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x")
    with pytest.raises(InputError, match="mine is a file, but a folder is needed"):
        try_claims([tip_named("TK-C8")], out=tmp_path / "mine")


def test_what_was_played_before_counts_whatever_the_budget(tmp_path: Path) -> None:
    tip = planted(NARROW, share(0.2))
    before = [settle(cell, TRIAL, tmp_path, pause_after=1500) for cell in cells_of(tip)]
    assert findings(tip, minutes=1e-9, out=tmp_path, workers=1) == [comparable(finding) for finding in before]
    assert before[0].deals >= 1500 and not before[0].is_settled


def test_what_was_settled_before_counts_whatever_the_budget(tmp_path: Path) -> None:
    tip = planted(duel("shed", "random"))
    before = settle(cells_of(tip)[0], TRIAL, tmp_path)
    result = only(try_claims([tip], TRIAL, minutes=1e-9, out=tmp_path, workers=1))
    assert [cell.verdict for cell in result.findings] == [before.verdict] == [Verdict.SUPPORTED]


def test_numbers_too_skew_for_a_look_have_an_effect_but_no_interval() -> None:
    """One deal in a thousand decides all: the guard wants 25,000 deals of such, so after 1,000 nothing is known of the
    mean.
    """
    experiment = share(0.5)
    cell = cell_of(experiment)
    watcher = Watcher(Watch(MARGIN, TRIAL.alpha, 900.0, 1000), STEPS, Goal(2000))
    watcher.add(np.array([900] + [0] * 999) * STEPS)
    settling = _Settling(experiment, cell, TRIAL, Sitting())
    finding = settling._found(Pilot(2000, 1.0, 900.0, 30.0, 1.0), watcher, math.nan)
    assert (finding.effect, finding.about_tip, finding.is_settled) == (0.9, Verdict.UNDECIDED, False)
    assert math.isnan(finding.low) and math.isnan(finding.high)
    assert "[interval unknown]" in paragraph(TipResult(cell.tip, (finding,)))


# --- what is kept ---


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """A function that puts what is kept of a settled cell into a folder, and returns where its finding is, if there is
    one; each cell is settled once.
    """
    made: dict[tuple[Duel | Contrast, int | None], Path] = {}

    def copy(experiment: Duel | Contrast, folder: Path, pause_after: int | None = None) -> Path:
        if (experiment, pause_after) not in made:
            made[experiment, pause_after] = tmp_path_factory.mktemp("settled")
            settle(cell_of(experiment), TRIAL, made[experiment, pause_after], pause_after=pause_after)
        shutil.copytree(made[experiment, pause_after], folder, dirs_exist_ok=True)
        return next(folder.iterdir()) / "finding.json"

    return copy


@pytest.mark.parametrize("content", ["[1", "[]", "{}", '{"content": {}}', "null", "\x00"])
def test_a_damaged_finding_is_one_sentence(content: str, settled: Callable[..., Path], tmp_path: Path) -> None:
    file = settled(duel("shed", "random"), tmp_path)
    file.write_text(content)
    with pytest.raises(InputError, match=r"finding\.json is damaged \(.*\); remove it"):
        settle(cell_of(duel("shed", "random")), TRIAL, tmp_path)


@pytest.mark.parametrize(
    ("field", "value"), [("verdict", "refuted"), ("about_tip", "refuted"), ("effect", 0.9), ("beside", 1.5)]
)
def test_an_edited_finding_is_refused_and_made_again_from_its_deals(
    field: str, value: object, settled: Callable[..., Path], tmp_path: Path
) -> None:
    experiment = duel("shed", "random")
    file = settled(experiment, tmp_path)
    usual = file.read_text()
    kept = json.loads(usual)
    kept["content"][field] = value
    file.write_text(json.dumps(kept))
    with pytest.raises(InputError, match="it is not as it was written"):
        settle(cell_of(experiment), TRIAL, tmp_path)
    file.unlink()
    again = settle(cell_of(experiment), TRIAL, tmp_path)
    assert again.verdict == Verdict.SUPPORTED and json.loads(file.read_text())["content"][field] != value


@pytest.mark.parametrize("experiment", [NARROW, share(0.2)], ids=["duel", "rate"])
@pytest.mark.parametrize("pilot", [{}, {"sd": "wide"}, 5, None])
def test_a_damaged_pilot_is_one_sentence(
    experiment: Duel | Contrast, pilot: object, settled: Callable[..., Path], tmp_path: Path
) -> None:
    settled(experiment, tmp_path, pause_after=1000).unlink(missing_ok=True)
    manifest = next(tmp_path.glob("*/manifest.json"))
    content = json.loads(manifest.read_text())
    content["identity"]["pilot"] = pilot
    del content["checksum"]
    manifest.write_text(json.dumps(sealed(content)))  # as somebody forges it who knows how checksums are made
    with pytest.raises(InputError, match=r"manifest\.json is damaged \(.*\)"):
        settle(cell_of(experiment), TRIAL, tmp_path, pause_after=1000)
