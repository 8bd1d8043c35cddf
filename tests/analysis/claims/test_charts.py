"""What is shown without a verdict: rates by group."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from knotlab.analysis.claims import Curve, Side, Surface
from knotlab.analysis.claims.model import chart, events
from knotlab.analysis.claims.model.chart import Chart, Sample
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.claims.rulebooks.twisted_knot.spread import Spread
from knotlab.analysis.claims.stages.play import keep_chart, read_chart, try_stages
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.variance import SOURCES
from knotlab.sim.errors import InputError
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.job import Job
from knotlab.sim.protocol import CAPPED, FINISHED, STALLED
from knotlab.sim.storage import result_files
from tests.analysis.claims.planted import PICKS_UP, TRIAL, planted


def sample(deals: int, game: str = "twisted-knot") -> Sample:
    return Sample(game, deals, DEFAULT_SEED)


@pytest.mark.long
def test_the_sources_of_the_spread_are_a_curve() -> None:
    shown = Spread("sources", ("shed", "random"), 2).play(sample(200))
    assert [shown.name(i) for i in range(len(shown.groups))] == list(SOURCES)
    assert sum(rate.value for rate in shown.rates) == pytest.approx(1.0)


@pytest.mark.more
def test_a_rate_at_several_tables_is_that_of_each_alone() -> None:
    shown = tip_named("TK-C24").curves[0].play(sample(80))
    assert [shown.name(i) for i in range(4)] == ["none", "0.1%", "1%", "5%"]
    ends = [
        play_games(make_job("twisted-knot", [strategy] * 3), 0, 240)["end"]
        for strategy in ("shed:tremble=0", "shed:tremble=0.001")
    ]
    assert [rate.value for rate in shown.rates[:2]] == [float((end != FINISHED).mean()) for end in ends]
    # Without a tremble a locked game is seen to stall; with the least of it nothing comes back exactly, and the game is
    # capped.
    assert [[kind in end for end in ends] for kind in (STALLED, CAPPED)] == [[True, False], [False, True]]


def test_a_surface_has_the_rates_of_planted_rows_and_no_cell_with_few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A case a game in each of three cells: lost by turns, always lost, and off the axes; and 29 in another."""

    def planted(_: Job, first: int, count: int) -> Iterator[pl.DataFrame]:
        for game in range(first, first + count):
            rows = [(game, 1, 0, game % 2), (game, 2, 1, 1), (game, 9, 0, 1), *([(game, 1, 1, 1)] if game < 29 else [])]
            yield pl.DataFrame(rows, schema=["game", "hand", "pile", "lost"], orient="row")

    monkeypatch.setattr(events, "logged", planted)
    monkeypatch.setattr("knotlab.sim.playing.job.compile_ahead", lambda *_, **__: None)
    sides = Side(pl.col("hand"), "hand", range(1, 3)), Side(pl.col("pile"), "pile", range(2))
    shown = Surface("lost", pl.col("lost") == 1, pl.col("hand") > 0, *sides, "share").play(sample(60))
    assert shown.is_surface and shown.groups == ((1, 0), (2, 1)) and shown.size == 4
    assert [rate.value for rate in shown.rates] == pytest.approx([0.5, 1.0], abs=0.01)
    assert shown.rates[0].cases == shown.rates[1].cases >= 60 and shown.rates[0].n == 60


def test_a_groups_share_of_all_cases_rests_on_the_deals_without_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """One case a game in one group, and in every other deal two more in another: two of four, and two of four."""

    def planted(_: Job, first: int, count: int) -> Iterator[pl.DataFrame]:
        for game in range(first, first + count):
            rows = [(game, 1, 1), *([(game, 2, 1)] * (2 if game // 3 % 2 else 0))]
            yield pl.DataFrame(rows, schema=["game", "group", "case"], orient="row")

    monkeypatch.setattr(events, "logged", planted)
    monkeypatch.setattr("knotlab.sim.playing.job.compile_ahead", lambda *_, **__: None)
    case, group = pl.col("case") == 1, pl.col("group")
    shown = Curve("shares", case, case, group, "group", "share", of_all=True).play(sample(60))
    assert shown.groups == ((1,), (2,)) and [rate.value for rate in shown.rates] == pytest.approx([0.5, 0.5])


@pytest.mark.long
def test_no_twist_solo_is_made_with_fewer_than_four_tricks() -> None:
    """TY-3: more tricks than each of three others, of thirteen."""
    shown = tip_named("TY-C2").curves[1].play(sample(3000, "twyst"))
    made = {int(shown.name(i)): rate.value for i, rate in enumerate(shown.rates)}
    assert made[3] == 0.0 < made[4] < made[6]


def test_a_kept_chart_is_read_again_also_where_an_interval_has_no_ends(tmp_path: Path) -> None:
    """As of two groups with one deal, whose spread nobody knows, beside one that is known."""
    description = Spread("sources", ("shed", "random"), 2)
    rates = (Rate(0.5, math.nan, math.nan, math.nan, 1, 1.0, 1.0), Rate(0.25, 0.01, 0.23, 0.27, 90, 80.0, 1.0))
    made = Chart(description.label, description.unit, description.axes(), ((0,), (1,)), rates)
    keep_chart(tmp_path / "chart.json", made)
    again = read_chart(tmp_path / "chart.json", description)
    assert again.groups == made.groups and again.rates[1] == rates[1]
    assert repr(again.rates[0]) == repr(rates[0])
    result_files.write(tmp_path / "chart.json", result_files.sealed([[[0], {"value": "much"}]]))
    with pytest.raises(InputError, match="is damaged"):
        read_chart(tmp_path / "chart.json", description)


@pytest.mark.long
def test_charts_are_kept_with_the_cells_and_played_anew_on_other_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chart.Description, "deals", 60)
    shown = (Curve("picked up", PICKS_UP, pl.lit(1.0), pl.col("seat"), "seat", "share"), tip_named("TK-C27").curves[0])
    tip = planted(curves=shown)

    def charts(seed: int = 3, out: Path | None = tmp_path) -> list[tuple]:
        (result,) = try_stages([tip], replace(TRIAL, seed=seed), out=out)
        played = result.charts
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


def test_a_curve_or_a_surface_of_a_column_that_there_is_not_is_refused_in_a_sentence() -> None:
    top, one = pl.col("top"), pl.lit(1)
    side, wrong = Side(top, "top", range(3)), Side(pl.col("stack"), "stack", range(3))
    for shown in (Curve("x", one, one, pl.col("stack"), "a", "share"), Surface("x", one, one, side, wrong, "share")):
        with pytest.raises(InputError, match="no column 'stack' in the event log of twisted-knot"):
            shown.check("twisted-knot", ())
