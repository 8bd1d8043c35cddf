"""Tips among players who look ahead: which are chosen, how large their effects are, and what ships."""

import math
from itertools import pairwise
from pathlib import Path

import pytest

from knotlab.analysis.claims.evidence.champions import published_among_experts
from knotlab.analysis.claims.evidence.rows import FINDINGS, published_rows
from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.words.strong_players import thinker_sentences
from knotlab.studies.publishing import expert
from knotlab.studies.publishing.champion_tables import expert_table
from knotlab.studies.publishing.expert import kept_size, to_play
from knotlab.studies.publishing.followed import duels_about


def test_tips_are_chosen_that_can_show_something_the_largest_effect_of_each() -> None:
    """Between two players; those left out have smaller effects than their tip's, or lose to champions anyway."""
    effects = {
        (row["tip"], row["label"]): abs(float(row["effect"]))
        for row in published_rows(FINDINGS / "cells.csv")
        if (row["field"], row["unit"], row["players"]) == ("strong", "loss_rate", "2")
    }
    chosen = to_play(FINDINGS)
    own = [effects[cell.tip.id, cell.experiment.label] for cell in chosen]
    assert len({cell.tip.id for cell in chosen}) == len(chosen)
    assert all(more >= less for more, less in pairwise(own))
    habits = {
        (tip.id, duel.label)
        for game in ("twisted-knot", "knotweed")
        for tip, duel in duels_about(game)
        if duel.label != tip.literal
    }
    of_tip = dict(zip((cell.tip.id for cell in chosen), own, strict=True))
    for (tip, label), value in effects.items():
        if (tip, label) in habits:
            assert value <= of_tip[tip] if tip in of_tip else tip.startswith("TK")
    assert all((cell.field, cell.players) == ("expert-1", 2) for cell in chosen)


def test_an_effect_is_the_published_one_in_a_line_up_that_is_quick_and_is_played_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same deals in simple line-up: the published size is within four standard errors (95% is 1.96 of them)."""
    tip, duel = duels_about("knotweed")[2]
    row = next(
        row
        for row in published_rows(FINDINGS / "cells.csv")
        if (row["tip"], row["label"], row["players"], row["field"]) == (tip.id, duel.label, "2", "simple")
    )
    found = kept_size(Cell(tip, duel, "simple", 2), 200, 1, tmp_path)
    effect = found.effect
    assert abs(effect.value - float(row["effect"])) < 4 * (effect.high - effect.low) / 2 / 1.96
    assert effect.low > 0 and (found.games, found.unfinished) == (800, 0)
    assert (found.meaning.unit, found.meaning.side, found.meaning.plus) == (row["unit"], row["side"], row["plus"])
    monkeypatch.setattr(expert, "size_of", lambda *_: pytest.fail("it is there"))
    assert kept_size(Cell(tip, duel, "simple", 2), 200, 1, tmp_path) == found


def test_what_ships_are_the_chosen_with_their_intervals_on_the_page_and_in_the_docs() -> None:
    found = published_among_experts()
    assert [(each.tip, each.label, each.players) for each in found] == [
        (cell.tip.id, cell.experiment.label, cell.players) for cell in to_play(FINDINGS)
    ]
    for each in found:
        assert each.effect.low < each.effect.value < each.effect.high and not math.isnan(each.effect.low)
        assert each.games == 2 * each.players * each.deals
    assert len(expert_table().splitlines()) == 2 + len(found)
    said = {tip.id: thinker_sentences(tip) for tip in shipped()}
    named = {tip.id: tip.words.names for tip in shipped()}
    worded = [each for each in found if each.label in named[each.tip]]
    told = {tip for tip, words in said.items() if "against one who looks ahead" in words}
    assert told == {each.tip for each in worded}
    first, effect = worded[0], worded[0].effect.value
    assert f"{100 * abs(effect):.1f} {'fewer' if effect >= 0 else 'more'} [" in said[first.tip]
