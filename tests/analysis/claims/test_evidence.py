"""Evidence is read as it was written, and stands as long as its first deals come out the same."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib import pyplot as plt

from knotlab.analysis.claims.evidence.files import CELLS, TIPS, published, read_evidence, write_evidence
from knotlab.analysis.claims.evidence.record import Elsewhere, Evidence, in_order
from knotlab.analysis.claims.evidence.results import ClaimsResult
from knotlab.analysis.claims.kinds.contrast import Contrast
from knotlab.analysis.claims.kinds.positions import Branch
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.model.chart import NOTICED
from knotlab.analysis.claims.model.meaning import MORE, Meaning
from knotlab.analysis.claims.retest.play import is_same, stamped
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.stats.headline import Headline
from knotlab.analysis.stats.verdicts import Direction, HeadlineAnswer, Verdict
from knotlab.reports.plots.effects import by_players
from knotlab.reports.words.claims import answer_of
from knotlab.studies.publishing import findings_check
from knotlab.studies.publishing.findings_check import changed
from tests.analysis.claims.planted import (
    ACES,
    AWAY,
    COULD_PICK_UP,
    LOST,
    MADE,
    SHED,
    TRIAL,
    cell_of,
    duel,
    planted,
    result_of,
    share,
    size,
)  # fmt: skip

DUEL = duel(ACES, SHED)
CELL = cell_of(DUEL)


@pytest.fixture(scope="module")
def played() -> Evidence:
    """A cell of a duel, with what its first deals come to."""
    tip = planted(DUEL)
    result = result_of(HeadlineAnswer.BETTER, Verdict.HOLDS, size(DUEL.label, 0.02), tip=tip)
    ((evidence,),) = (each.cells for each in stamped(ClaimsResult((result,), TRIAL), TRIAL))
    return evidence


@pytest.mark.more
def test_a_cell_stands_as_long_as_its_first_deals_come_out_the_same(played: Evidence) -> None:
    assert played.name == CELL.name and is_same(played, CELL, TRIAL)
    assert not is_same(played, CELL, replace(TRIAL, seed=4))
    assert not is_same(played, None, TRIAL)
    gone, other = replace(played, label="gone"), replace(played, first_deals="0" * 24)
    assert changed([played, gone, other], [CELL], TRIAL, workers=1) == [gone, other]


@pytest.mark.more
def test_the_command_says_which_cells_are_to_be_played_again(
    played: Evidence, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = result_of(HeadlineAnswer.BETTER, Verdict.HOLDS, played, tip=planted(DUEL))
    monkeypatch.setattr(findings_check, "tips", lambda: [planted(DUEL)])
    monkeypatch.setattr(findings_check, "USUAL", TRIAL)
    monkeypatch.setattr(findings_check, "published", lambda: ClaimsResult((result,)))
    assert findings_check.main([]) == 0 and "1 cells, 1 of them the same today" in capsys.readouterr().out
    other = replace(result, cells=(replace(played, first_deals="other"),))
    monkeypatch.setattr(findings_check, "published", lambda: ClaimsResult((other,)))
    assert findings_check.main([]) == 1
    assert f"{CELL.name}: its first deals come out otherwise" in capsys.readouterr().out


@pytest.mark.parametrize("has_headline", [True, False])
def test_a_claim_alone_is_read_as_it_was_written(has_headline: bool, tmp_path: Path) -> None:
    claim = next(each for each in published() if (each.headline is not None) == has_headline)
    write_evidence(ClaimsResult((claim,)), tmp_path)
    (again,) = read_evidence(tmp_path)
    assert (again.id, again.verdict, again.headline) == (claim.id, claim.verdict, claim.headline)
    assert again.note == claim.note and len(again.cells) == len(claim.cells)


def test_what_is_written_is_read_again(tmp_path: Path, played: Evidence) -> None:
    rare = replace(played, field="strong", meaning=Meaning("loss_rate", "the next player", MORE), advice=-1)
    claims = ClaimsResult((result_of(HeadlineAnswer.DEPENDS, Verdict.DEPENDS, played, rare),))
    write_evidence(claims, tmp_path)
    again = read_evidence(tmp_path)
    (before,), (after,) = claims, again
    assert repr((after.cells, after.headline, after.verdict)) == repr((before.cells, before.headline, before.verdict))
    with (tmp_path / CELLS).open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["side"], row["plus"], row["advice"]) for row in rows] == [
        ("the player", "fewer", "1"),
        ("the next player", "more", "-1"),
    ]
    assert (tmp_path / TIPS).read_text().count("XX-C1") == 1


def test_what_is_known_of_a_rule_elsewhere_is_read_as_it_was_written(tmp_path: Path) -> None:
    claim = result_of(HeadlineAnswer.BETTER, Verdict.HOLDS, size(DUEL.label, 0.02))
    assert claim.headline
    elsewhere = Headline(HeadlineAnswer.WORSE, -0.03, -0.04, -0.02, claim.headline.headline.margin)
    told = replace(claim.headline, elsewhere=Elsewhere("picking up", "while nobody is nearly out", elsewhere))
    write_evidence(ClaimsResult((replace(claim, headline=told),)), tmp_path)
    ((again,),) = ([each.headline for each in read_evidence(tmp_path)],)
    assert again and again.elsewhere and again.answer == HeadlineAnswer.ONLY_THERE
    assert (again.headline.answer, again.effect) == (HeadlineAnswer.BETTER, told.effect)
    assert repr(again.elsewhere) == repr(told.elsewhere)


@pytest.mark.parametrize(("low", "says"), [(0.002, ", perhaps too little to matter"), (0.01, "")])
def test_a_rule_that_perhaps_helps_too_little_is_told_so_in_words_and_in_a_plot(
    low: float, says: str, tmp_path: Path
) -> None:
    claim = result_of(HeadlineAnswer.BETTER, Verdict.HOLDS, size(DUEL.label, 0.02))
    assert claim.headline
    there = replace(claim.headline.headline, effect=0.012, low=low, high=0.02, margin=0.005)
    elsewhere = Elsewhere("picking up", "early", Headline(HeadlineAnswer.WORSE, -0.03, -0.04, -0.02, 0.005))
    told = replace(claim.headline, headline=there, elsewhere=elsewhere)
    write_evidence(ClaimsResult((replace(claim, headline=told),)), tmp_path)
    (again,) = read_evidence(tmp_path)
    assert again.headline and answer_of(again.headline) == f"picking up helps only early{says}"
    same = Headline(HeadlineAnswer.BETTER, 0.012, low, 0.02, 0.005)  # elsewhere, and there it is certainly enough
    sure = replace(claim.headline, elsewhere=elsewhere._replace(headline=same))
    assert answer_of(sure) == (
        "the condition does not change the answer: picking up helps either way (2.0 fewer there, 1.2 fewer elsewhere: "
        f"in which case more is not certain){says and f'; elsewhere{says}'}"
    )
    assert again.game == claim.game  # which the letters XX do not tell
    (axes,) = ClaimsResult((again,)).plot("XX-C1").axes
    assert f"helps only early{says}" in " ".join(axes._left_title.get_text().split())  # type: ignore[attr-defined]
    with_both = replace(again, cells=(*again.cells, size("picking up elsewhere", -0.03)))
    names = [label.get_text() for label in by_players(ClaimsResult((with_both, with_both))).axes[0].get_yticklabels()]
    assert [" ".join(name.split()) for name in names] == [
        f"XX-C1 {label}" for label in (DUEL.label, "picking up elsewhere") for _ in range(2)
    ]
    plt.close("all")


def test_every_published_cell_counts_what_its_experiment_counts_today() -> None:
    cells = {cell.name: cell for tip in tips() for cell in cells_of(tip)}
    for result in published():
        for each in result.cells:
            experiment = cells[each.name].experiment
            assert each.meaning == experiment.meaning_in(result.game) and each.advice == experiment.advice, each.name


def test_what_a_number_counts_is_said_by_the_experiment() -> None:
    """A what-if about the next player's loss says so; a rate of which less is for the tip says fewer."""
    assert DUEL.meaning_in("twisted-knot") == LOST
    assert duel(ACES, SHED, metric="win_rate").meaning_in("twisted-knot").plus == MORE
    what_if = WhatIf("away", COULD_PICK_UP, Branch(AWAY), Branch(MADE), whose="next", sign=-1)
    assert what_if.meaning_in("twisted-knot") == Meaning("loss_rate", "the next player", MORE)
    assert replace(what_if, whose="seat", sign=1).meaning_in("twisted-knot") == LOST
    rate: Contrast = share(0.5)
    assert rate.meaning_in("twisted-knot") == Meaning("share", "", MORE)
    assert replace(rate, sign=-1).meaning_in("twisted-knot").plus == "fewer"


@pytest.mark.parametrize(
    ("half_width", "direction"), [(0.0049, Direction.NOTHING), (0.0051, Direction.OPEN), (0.0009, Direction.HELPS)]
)
def test_what_is_not_certain_is_nothing_if_it_is_known_to_half_a_game_in_100(
    half_width: float, direction: Direction
) -> None:
    assert NOTICED == 0.25 and size("one", 0.001, half_width).direction == direction


def test_a_cell_that_is_certainly_against_what_is_named_first_is_for_a_tip_that_advises_against_it() -> None:
    against = replace(size("one", -0.02), advice=-1)
    result = result_of(HeadlineAnswer.BETTER, Verdict.HOLDS, against, size("other", -0.02), size("third", 0.0))
    assert result.where == "certainly for the tip in 1 of 3 cells, against it in 1"


def test_cells_are_listed_by_experiment_players_and_company_from_simple_to_strong() -> None:
    mixed_up = [
        replace(size("0", 0.0, 0.1), label=label, players=players, field=field)
        for label in ("later", "first")
        for players in (3, 2)
        for field in ("champion", "strong", "mixed", "simple")
    ]
    listed = [(cell.label, cell.players, cell.field) for cell in in_order(mixed_up)]
    fields = ("simple", "mixed", "strong", "champion")
    assert listed == [(label, n, field) for label in ("later", "first") for n in (2, 3) for field in fields]
