"""How many cells there are, and what each is registered by."""

import re
from dataclasses import replace

import pytest

from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.model.cells import cells_of, family
from knotlab.analysis.claims.model.experiment import NO_WORSE
from knotlab.analysis.claims.model.inquiry import USUAL, Inquiry
from knotlab.analysis.claims.model.registration import name_of
from knotlab.analysis.claims.rulebooks.library import chosen, count, levels_of, tip_named, tips
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.sim import games
from knotlab.sim.errors import InputError
from tests.analysis.claims.planted import ACES, SHED, TRIAL, cell_of, duel


def test_every_claim_ships_and_all_cells_share_the_level() -> None:
    letters = {"twisted-knot": "TK", "knotweed": "KW", "twyst": "TY"}
    for game in games.listed():
        ids = [tip.id for tip in tips() if tip.game == game]
        assert ids == [f"{letters.get(game, ids[0].split('-')[0])}-C{i}" for i in range(1, len(ids) + 1)]
    assert {tip.id for tip in tips()} == {tip.id for tip in shipped()}
    assert [tip.game for tip in tips()] == sorted((tip.game for tip in tips()), key=games.listed().index)
    cells = [cell for tip in tips() for cell in cells_of(tip)]
    assert len(cells) == family(tips()) <= count()
    assert levels_of(Inquiry()).cell * count() == pytest.approx(0.05 / 2)
    assert len({cell.name for cell in cells}) == len(cells)
    assert all(tip.experiments or tip.exact or tip.curves or tip.words.unsettled for tip in tips())


def test_margins_are_those_that_were_fixed_beforehand() -> None:
    duels = [experiment for tip in tips() for experiment in tip.experiments if isinstance(experiment, Duel)]
    assert {experiment.margin for experiment in duels if experiment.metric != "mean_score"} == {0.005}
    named = [experiment for experiment in duels if all(isinstance(field, str) for field in experiment.fields)]
    of_twyst = ("simple-1", "strong-2", "mixed-2")
    assert {experiment.fields for experiment in named} == {("simple-1", "strong-1", "mixed-2"), of_twyst, ("mixed-2",)}


def test_everything_that_was_fixed_is_registered() -> None:
    usual = duel(ACES, SHED)
    others = [
        duel(SHED, ACES),
        duel(ACES, SHED, margin=0.05),
        duel(ACES, SHED, means=NO_WORSE),
        duel(ACES, SHED, rules=("preset=southampton",)),
    ]
    names = {name_of(cell_of(experiment), TRIAL) for experiment in [usual, *others]}
    changes: list[dict] = [{"seed": 4}, {"wider": 2.0}]
    names |= {name_of(cell_of(usual), replace(TRIAL, **change)) for change in changes}
    assert len(names) == 7


def test_an_unknown_claim_is_one_sentence() -> None:
    with pytest.raises(InputError, match="there is no claim 'TK-C99'; did you mean 'TK-C"):
        tip_named("TK-C99")
    assert [tip.id for tip in chosen(["tk-c22", "TK-C1"])] == ["TK-C1", "TK-C22"]


def test_no_duel_of_a_tip_plays_a_side_whose_result_is_known() -> None:
    """Were B the whole field, it would lose one game of so many as there are players, whoever they are. A rule over a
    plain player is left out: that player is one of many in the plain field.
    """
    duels = [cell for tip in tips() for cell in cells_of(tip) if isinstance(cell.experiment, Duel)]
    duels = [cell for cell in duels if not re.search(":(oblige|forbid)=", cell.experiment.a)]
    assert len(duels) > 200
    for cell in duels:
        design = cell.experiment.question(cell, USUAL).lineups()  # type: ignore[attr-defined]
        for lineups in design.sets:
            for lineup in lineups[1:]:
                assert len({player.name for player in lineup.job.players}) > 1, cell.name
