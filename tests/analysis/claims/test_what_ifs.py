"""What-ifs: about the player to move or another one, by another strategy, at the best position."""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.claims import Branch, WhatIf
from knotlab.analysis.claims.kinds import positions
from knotlab.analysis.claims.kinds.positions import WaysOn, play_on
from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.model.events import logged
from knotlab.analysis.claims.rulebooks.best_position import BestPosition
from knotlab.analysis.runs.play import make_job
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.branch import Positions
from knotlab.sim.protocol import FINISHED
from tests.analysis.claims.planted import AWAY, COULD_PICK_UP, MADE, MARGIN, TRIAL, cell_of

OWN, BY_LOT, SAME_ONE = Branch(None), Branch(None, strategy="random"), Branch(None, strategy="shed")


def what_if(
    first: Branch, second: Branch | tuple[Branch, ...], where: pl.Expr = COULD_PICK_UP, **options: Any
) -> WhatIf:
    return WhatIf("a choice", where, first, second, **({"margin": MARGIN, "fields": ("simple",)} | options))


def deals_of(experiment: WhatIf, n: int = 100) -> pl.DataFrame:
    return experiment.play(cell_of(experiment), TRIAL, 0, n)


def test_sizes_are_as_exact_however_many_branches_there_are() -> None:
    experiments = [what_if(OWN, BY_LOT), what_if(OWN, (BY_LOT, SAME_ONE)), what_if(OWN, BY_LOT, metric="mean_place")]
    assert [each.half_width("twisted-knot") for each in experiments] == [0.0025, 0.0025, MARGIN / 2]


@pytest.mark.more
def test_a_choice_against_itself_makes_no_difference_on_any_deal() -> None:
    deals = deals_of(what_if(Branch(MADE), Branch(MADE)))
    assert (deals["gain"] == 0).all() and deals["cases"].mean() > 0.9  # type: ignore[operator]


@pytest.mark.more
def test_a_choice_against_several_is_held_against_their_mean() -> None:
    several = deals_of(what_if(Branch(MADE), (Branch(AWAY), BY_LOT)))
    apart = [deals_of(what_if(Branch(MADE), other))["gain"].to_numpy() for other in (Branch(AWAY), BY_LOT)]
    assert several["gain"].to_numpy() == pytest.approx(np.mean(apart, axis=0)) and apart[0].any()
    assert several["games"].max() == 4 * 3  # rollouts of each branch


def nowhere(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """A change that is never possible."""
    return np.zeros(rows.height, bool)


def test_of_several_only_those_that_are_possible_count() -> None:
    alone = deals_of(what_if(Branch(MADE), Branch(AWAY)))
    assert deals_of(what_if(Branch(MADE), (Branch(AWAY), Branch(None, nowhere))))["gain"].equals(alone["gain"])
    never = deals_of(what_if(Branch(MADE), (Branch(None, nowhere), Branch(None, nowhere))))
    assert never["cases"].sum() == 0


def test_a_lay_that_wins_at_once_is_never_lost_and_beats_picking_up() -> None:
    winning = what_if(Branch(MADE), Branch(AWAY), COULD_PICK_UP & (pl.col("placed") == 1))
    cases = deals_of(winning, 120).filter(pl.col("cases") == 1)
    assert cases.height > 50 and (cases["first"] == 0).all()
    assert cases["second"].min() < 0 and (cases["gain"] >= 0).all()  # type: ignore[operator]


def test_positions_are_one_per_deal_and_the_same_whatever_the_pieces() -> None:
    experiment = what_if(Branch(MADE), Branch(AWAY))
    pieces = [experiment.play(cell_of(experiment), TRIAL, first, 40) for first in (0, 40, 80)]
    assert deals_of(experiment, 120).equals(pl.concat(pieces))


def test_what_one_of_two_players_gains_the_next_one_loses() -> None:
    own, other = (
        deals_of(what_if(Branch(MADE), Branch(AWAY), players=(2,), **options))
        for options in ({}, {"whose": "next", "sign": -1})
    )
    assert own["gain"].equals(other["gain"]) and own["gain"].abs().sum() > 0


def test_a_chair_taken_by_the_same_strategy_changes_nothing_and_by_a_random_one_much() -> None:
    assert (deals_of(what_if(OWN, SAME_ONE))["gain"] == 0).all()
    assert deals_of(what_if(OWN, BY_LOT))["gain"].mean() > 0.2  # type: ignore[operator]


def at_best(first: Branch, second: Branch) -> float:
    """The mean of D where the best position of each deal is asked for."""
    options: dict[str, Any] = {"margin": MARGIN, "fields": ("simple",), "rollouts": 8}
    experiment = BestPosition("a choice", COULD_PICK_UP, first, second, **options, least=0.01, judges=100)
    return float(deals_of(experiment, 40)["gain"].to_numpy().mean())


@pytest.mark.long
def test_the_best_position_is_found_where_there_is_one_and_nowhere_else() -> None:
    assert at_best(OWN, BY_LOT) > 0.25
    assert at_best(OWN, SAME_ONE) == -0.5
    assert at_best(BY_LOT, OWN) < 0.25


def deeper(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Put the unseen cards of all piles in the opposite order: as good or bad for all that a player can see."""
    for view, hidden in zip(start.views, start.hiddens, strict=True):
        for seat in range(view.players):
            places = seat + view.players * np.arange(hidden.taken[seat], hidden.taken[seat] + view.pile_sizes[seat])
            hidden.deck[places] = hidden.deck[places[::-1]]
    return np.ones(rows.height, bool)


@pytest.mark.long
def test_luck_with_hidden_cards_is_no_better_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Piles turned round gain nothing that a player could know. With cards as dealt (the twin) most deals would have a
    position where they gain.
    """
    turned = at_best(Branch(None, deeper), OWN)
    play = positions.play_branches
    monkeypatch.setattr(positions, "play_branches", lambda *arguments: play(*arguments[:-1], False))
    assert turned < 0.25 < at_best(Branch(None, deeper), OWN)


def test_rollouts_without_an_end_are_counted() -> None:
    """Where nothing is left to chance, all rollouts of a position end as its game did."""
    experiment = what_if(OWN, Branch(MADE), fields=(("shed:tremble=0",),), rollouts=3)
    cell: Cell = cell_of(experiment)
    deals = experiment.play(cell, TRIAL, 20, 40)
    ((job,),) = experiment.tables(cell, TRIAL)
    ends = play_games(replace(job, purpose="play"), 20, 40)["end"]
    has_position = deals["cases"].to_numpy()  # a game that stalls at once may have no such position
    assert deals["games"].to_list() == (6 * has_position).tolist()
    endless = has_position * (ends != FINISHED)
    assert deals["unfinished"].to_list() == (6 * endless).tolist() and 0 < endless.sum() < has_position.sum()


@pytest.mark.more
def test_rollouts_that_are_skipped_are_the_first_ones() -> None:
    job = make_job("twisted-knot", ["shed", "random", "random"], fixed_seats=True)
    rows = pl.concat(logged(job, 0, 40)).filter(pl.col("step") == 9)
    ways = WaysOn((Branch(None), Branch(None)), "mean_place", "seat")
    one, three = (play_on(ways, job, rows, (), count).payoffs[0] for count in (1, 3))
    last_two = play_on(ways, job, rows, (), 2, skipped=1).payoffs[0]
    assert 2 * last_two == pytest.approx(3 * three - one)
