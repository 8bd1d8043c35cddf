"""Contrasts of rates: against the same numbers counted otherwise."""

import time
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.claims import Contrast, Ratio, Verdict
from knotlab.analysis.claims.kinds.contrast import MOST_CASES
from knotlab.analysis.claims.kinds.measured import assess, look_every, pilot_deals
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.model.events import BLOCK, frames, logged
from knotlab.analysis.claims.model.registration import registration
from knotlab.analysis.claims.stages.play import try_stages
from knotlab.analysis.duels import pilot as the_pilot
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.runs.fields import members
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.rates import rate
from knotlab.analysis.stats.rounds import STEPS
from knotlab.sim.games.twisted_knot.state import LAYING
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.job import Job
from knotlab.sim.protocol import FINISHED, Match
from knotlab.strategies.resolve import players
from tests.analysis.claims.planted import FACES_A_STACK, MARGIN, PICKS_UP, SHED, TRIAL, cell_of, planted, share


def turns(fields: tuple, by_games: bool = True) -> Contrast:
    """Turns of a game, or decisions."""
    measure = pl.col("turns") if by_games else pl.lit(1.0)
    return Contrast("turns", Ratio(measure, pl.lit(1.0), by_games=by_games), None, 0.0, 10.0, "turns", fields)


def line_ups_of(experiment: Contrast, game: str = "twisted-knot") -> list[Job]:
    """Who plays the first cell of an experiment."""
    (line_ups,) = experiment.tables(cell_of(experiment, game), TRIAL)
    return [replace(job, purpose="play") for job in line_ups]


@pytest.mark.long
def test_a_rate_above_at_and_below_its_threshold_gets_its_verdict() -> None:
    log = pl.concat(logged(make_job("twisted-knot", [SHED] * 3, seed=3), 0, 4500)).filter(FACES_A_STACK)
    cases = log.group_by("game", maintain_order=True).head(MOST_CASES)
    truth = float(cases.select(PICKS_UP.mean()).item())
    verdicts = [
        try_stages([planted(share(threshold))], TRIAL, until="headlines", workers=2)["XX-C1"].verdict
        for threshold in (truth - 0.1, truth, truth + 0.1)
    ]
    assert verdicts == [Verdict.HOLDS, Verdict.NO_DIFFERENCE, Verdict.WRONG]


@pytest.mark.more
def test_the_effect_of_a_contrast_is_the_difference_of_the_rates() -> None:
    """Against `rate` over the same rows; the one-step form differs by a product of two relative errors of a pilot of
    400 deals, below 0.001 here.
    """
    first = pl.col("top") == 0
    ratio, other = Ratio(PICKS_UP, FACES_A_STACK & first), Ratio(PICKS_UP, FACES_A_STACK & ~first)
    contrast = Contrast("two or not", ratio, other, 0.0, 0.02, "share", fields=("simple",))
    tables = contrast.tables(cell_of(contrast), TRIAL)
    centre = contrast.centre(contrast.play_tables(tables, (), "pilot", 0, 400))
    mean = contrast.effects(contrast.play_tables(tables, (), "play", 0, 600), centre).mean()
    rows = pl.concat(logged(tables[0][0], 0, 1800)).lazy().filter(FACES_A_STACK)
    early = rows.with_columns(pl.col("game").cum_count().over("game").alias("k")).filter(pl.col("k") <= MOST_CASES)
    rates = [rate(early, PICKS_UP, side, 3, 600).value for side in (first, ~first)]
    assert mean == pytest.approx(rates[0] - rates[1], abs=0.001)


@pytest.mark.more
def test_without_a_cut_every_case_of_a_game_counts() -> None:
    contrast = replace(share(0.2), most_cases=None)
    deals = contrast.play(cell_of(contrast), TRIAL, 0, 50)
    cases = pl.concat(logged(make_job("twisted-knot", [SHED] * 3, seed=3), 0, 150)).filter(FACES_A_STACK)
    assert deals["cases"].sum() == cases.height > share(0.2).play(cell_of(share(0.2)), TRIAL, 0, 50)["cases"].sum()
    assert deals["total"].sum() == cases.filter(PICKS_UP).height
    assert "count" not in contrast.describe(TRIAL) and "first 20 cases" in share(0.2).describe(TRIAL)


@pytest.mark.more
def test_a_case_that_counts_several_times_weighs_as_often_below_and_once_above() -> None:
    """Total over total: cards in hand a player, from the sum over some of them and their number."""
    laying = pl.col("decision") == LAYING
    several = Ratio(2.0 * pl.col("hand_size") + 3.0 * pl.col("next_hand"), laying * pl.lit(5.0))
    contrast = Contrast("cards in hand", several, None, 0.0, 1.0, "cards", fields=("simple",))
    deals = contrast.play(cell_of(contrast), TRIAL, 0, 50)
    cases = pl.concat(logged(make_job("twisted-knot", [SHED] * 3, seed=3), 0, 150)).filter(laying)
    first = cases.group_by("game", maintain_order=True).head(MOST_CASES).cast({"hand_size": float, "next_hand": float})
    assert deals["total"].sum() == pytest.approx((2 * first["hand_size"] + 3 * first["next_hand"]).sum())
    assert deals["cases"].sum() == 5 * first.height
    assert rate(first.lazy(), several.of, several.among, 3, 50).value == pytest.approx(
        deals["total"].sum() / deals["cases"].sum()
    )


@pytest.mark.more
def test_a_rate_of_matches_is_that_of_the_same_matches_played() -> None:
    below = pl.mean_horizontal((pl.col(f"total_{player}") < 0).cast(pl.Float64) for player in range(4))
    ratio = Ratio(below, pl.lit(1.0), by_games=True, match=Match(target=200))
    contrast = Contrast("below zero", ratio, None, 0.0, 0.01, "share", ("simple",), (4,))
    deals = contrast.play(cell_of(contrast, "twyst"), TRIAL, 0, 50)
    assert deals["cases"].sum() == 200
    totals = frames(line_ups_of(contrast, "twyst")[0], 0, 200, True)
    by_hand = sum(int((part[f"total_{player}"] < 0).sum()) for part in totals for player in range(4))
    assert deals["total"].sum() == pytest.approx(by_hand / 4)


@pytest.mark.more
@pytest.mark.parametrize("by_games", [False, True])
def test_games_without_an_end_are_counted(by_games: bool) -> None:
    """Plain scripts that never tremble stall in many games."""
    contrast = turns((("shed:tremble=0",),), by_games)
    deals = contrast.play(cell_of(contrast), TRIAL, 20, 40)
    ends = play_games(line_ups_of(contrast)[0], 60, 120)["end"].reshape(40, 3)
    assert deals["games"].to_list() == [3] * 40
    assert deals["unfinished"].to_list() == (ends != FINISHED).sum(axis=1).tolist() and (ends != FINISHED).any()


@pytest.mark.long
def test_in_a_mixed_field_every_strategy_plays_and_deals_do_not_depend_on_how_they_are_cut() -> None:
    contrast = turns(("mixed",))
    line_ups = line_ups_of(contrast)
    assert {player.name for job in line_ups for player in job.players} == {
        player.name for player in players("twisted-knot", members("twisted-knot", "mixed", 3))
    }
    whole = contrast.play_tables([line_ups], (), "play", 0, 700)
    pieces = [
        contrast.play_tables([line_ups], (), "play", first, count)
        for first, count in ((0, 130), (130, 401), (531, 169))
    ]
    assert whole.equals(pl.concat(pieces))
    alone = contrast.play_tables([line_ups[2:3]], (), "play", 2 * BLOCK, BLOCK)
    assert whole[2 * BLOCK : 3 * BLOCK].equals(alone)


@pytest.mark.long
def test_deals_come_in_whole_rounds_of_the_line_ups() -> None:
    """A line-up that plays in a part of a round only would weigh more than its share."""
    contrast = turns(("mixed", "simple"))
    mixed, simple = cells_of(planted(contrast, game="knotweed"))
    n = len(members("knotweed", "mixed", 3))
    assert look_every(contrast.tables(mixed, TRIAL)) == BLOCK * n == 400
    assert registration(mixed, TRIAL)["look_every"] == 400 and "look_every" not in registration(simple, TRIAL)
    pilot = Pilot(2000, 1.0, 9.0, 0.0, 1.0, centre={"cases": 1.0, "rate": 1.0})
    assert [contrast.sampler(cell, TRIAL, pilot).cycle for cell in (mixed, simple)] == [400, 1]


# --- the pilot ---


@pytest.mark.parametrize(("rough", "least", "begins"), [(False, 400, 2000), (True, 100, 250)])
@pytest.mark.parametrize("one_in", [2, 50])
def test_a_pilot_goes_on_until_it_has_cases_enough_and_a_rough_one_makes_do_with_fewer(
    one_in: int, rough: bool, least: int, begins: int
) -> None:
    def play(purpose: str, first: int, count: int) -> pl.DataFrame:
        return pl.DataFrame({"cases": 1.0 * (np.arange(first, first + count) % one_in == 0), "games": np.ones(count)})

    deals = pilot_deals(play, 1, rough)
    cases = deals["cases"].sum()
    assert cases >= least and (deals.height == begins or deals["cases"][: deals.height // 2].sum() < least)
    assert (deals.height == begins) == (begins // one_in >= least)


def test_a_pilot_of_slow_games_has_two_hundred_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two games a deal, with a hundredth of the limit, so that the test is quick."""
    monkeypatch.setattr(the_pilot, "SLOW", the_pilot.SLOW / 100)

    def play(purpose: str, first: int, count: int) -> pl.DataFrame:
        started = time.thread_time()
        while time.thread_time() - started < 2e-4 * count * pace:
            pass
        return pl.DataFrame({"cases": np.ones(count), "games": np.ones(count)})

    pace = 1.1
    assert pilot_deals(play, 1).height == 200
    pace = 0.5
    assert pilot_deals(play, 1).height == 2000


def test_what_never_happens_never_came_up() -> None:
    never = Contrast("never", Ratio(pl.lit(1.0), pl.col("step") < 0), None, 0.5, 0.1, "share", fields=("simple",))
    nothing = never.play(cell_of(never), TRIAL, 0, 20)
    assert assess(never, nothing).in_play == 0


def test_whole_numbers_of_effects_lose_nothing_that_matters() -> None:
    values = np.random.default_rng(1).normal(size=1000)
    assert abs(np.rint(values * STEPS).sum() / STEPS - values.sum()) < 1e-3 * MARGIN


def test_the_strategies_of_a_ratios_table_take_its_chairs_by_turns() -> None:
    named = Ratio(pl.lit(1.0), pl.lit(1.0), table=("shed", "random"), by_games=True)
    contrast = Contrast("named", named, None, 0.5, 0.02, "share", fields=("simple",), players=(3,))
    ((job,),) = contrast.tables(cell_of(contrast), TRIAL)
    assert [player.name for player in job.players] == ["shed", "random", "shed"]
