"""Tournaments: tables counted by hand from games played apart, ranks, cycles, and results that are kept."""

from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import mean_of_values
from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.tournaments.assess import assess
from knotlab.analysis.tournaments.counts import Batch, Played
from knotlab.analysis.tournaments.result import TABLES, Playing, TournamentResult, from_plain, keep, read
from knotlab.analysis.tournaments.setup import make_setup, play_tables, usual_entrants
from knotlab.analysis.tournaments.tournament import tournament
from knotlab.reports.words.tournament import last_found, left_out, lines, one_each, rating_rows, tables, too_slow
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.batches import play_games, play_numbers
from knotlab.sim.playing.match import match_results, match_results_again, play_matches
from knotlab.sim.protocol import Match

NAMES = ["hoard-aces", "shed", "random"]


@pytest.fixture(scope="module")
def cup() -> TournamentResult:
    return tournament(make_setup("twisted-knot", NAMES, seed=5), 9000, workers=2)


def test_every_strategy_meets_the_same_others_on_every_deal() -> None:
    setup = make_setup("twisted-knot", NAMES, n_players=4, seed=5)
    others = setup.opponents.of(0, 10)
    frame = play_tables(setup, others[2:5], play_numbers, 2)
    assert frame.height == 3 * 3 * 4
    for row in range(frame.height):
        deal, i, rotation = 2 + row // 12, row // 4 % 3, row % 4
        table = [NAMES[k] for k in (i, *others[deal])]
        places = play_games(make_job("twisted-knot", table, seed=5), deal * 4 + rotation, 1)[0]["place"]
        assert [frame[f"result_{player}"][row] for player in range(4)] == [
            places[(player - rotation) % 4] for player in range(4)
        ]


def test_others_are_drawn_with_equal_chances_and_do_not_depend_on_how_many_deals_there_are() -> None:
    setup = make_setup("twisted-knot", NAMES, n_players=4, seed=5)
    drawn = setup.opponents.of(0, 30_000)
    others = setup.opponents
    for first, count in ((0, 100), (1700, 33), (150, 5)):
        assert (others.of(first, count) == drawn[first : first + count]).all()
    counts = np.bincount(drawn.ravel(), minlength=3)
    assert np.abs(counts - 30_000).max() < 4 * np.sqrt(90_000 * 2 / 9)  # z = 4


def test_ratings_are_means_of_places_and_the_better_ones_come_first(cup: TournamentResult) -> None:
    assert list(cup.ratings["strategy"]) == NAMES
    assert (cup.ratings["low"] < cup.ratings["rating"]).all() and (cup.ratings["rating"] < cup.ratings["high"]).all()
    assert cup.ratings["worst_rank"].iloc[-1] == cup.ratings["best_rank"].iloc[-1] == 3
    assert cup.ratings["strength"].is_monotonic_decreasing and (cup.ratings["strength_error"] < 0.3).all()
    assert cup.cycles == ()
    assert cup.sources["share"].sum() == pytest.approx(1)


def test_who_is_ahead_and_who_is_behind_add_up_to_one(cup: TournamentResult) -> None:
    pairs = cup.pairs.set_index(["strategy", "against"])["ahead"]
    for strategy, other in pairs.index:
        assert pairs[strategy, other] + pairs[other, strategy] == pytest.approx(1)
    assert pairs[NAMES[0], NAMES[2]] > 0.9
    gains = cup.invasions.set_index(["strategy", "among"])["gain"]
    assert gains[NAMES[0], NAMES[2]] > 0.5 > -0.5 > gains[NAMES[2], NAMES[0]]


def test_it_is_the_same_for_any_number_of_workers(cup: TournamentResult) -> None:
    again = tournament(make_setup("twisted-knot", NAMES, seed=5), 9000, workers=1)
    pd.testing.assert_frame_equal(again.ratings, cup.ratings)
    pd.testing.assert_frame_equal(again.pairs, cup.pairs)
    pd.testing.assert_frame_equal(again.invasions, cup.invasions)


def made_up(ahead: np.ndarray, deals: int, seed: int, again: int = 0, cuts: int = 1) -> TournamentResult:
    """A tournament of two players whose every game is a toss of a coin: ahead[i, j] that i wins. again: deals played
    twice, to the same end. cuts: batches in which the games come.
    """
    rng, m = np.random.default_rng(seed), len(ahead)
    others = rng.integers(m, size=(deals, 1))
    wins = rng.random((deals, m, 2)) < ahead[np.arange(m)[None, :, None], others[:, :, None]]
    results = np.stack([2 - wins, 1 + wins], axis=3)
    names = tuple(f"s{i}" for i in range(m))
    metric = metric_named(games.find("twisted-knot"), "mean_place")
    gains = [mean_of_values(rng.normal(size=50)) for _ in range(m * (m - 1))]
    batches = [Batch(*tables, 0) for tables in zip(*(np.array_split(t, cuts) for t in (results, others)), strict=True)]
    played = Played("twisted-knot", names, metric, 2, deals, batches, np.array_split(results[:again], cuts))
    return assess(played, gains, Playing({}, 0, 0.0))


def test_rock_paper_scissors_shows_as_a_cycle_and_equal_strategies_do_not() -> None:
    rock = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.7], [0.7, 0.3, 0.5]])
    assert made_up(rock, 3000, 1).cycles == (("s0", "s1", "s2"),)
    assert made_up(np.full((3, 3), 0.5), 3000, 2).cycles == ()


def test_it_is_the_same_in_whatever_batches_the_games_come() -> None:
    ahead = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.7], [0.7, 0.3, 0.5]])
    whole, cut = (made_up(ahead, 210, 5, again=210, cuts=cuts) for cuts in (1, 7))
    for name in TABLES:
        pd.testing.assert_frame_equal(getattr(whole, name), getattr(cut, name), rtol=1e-9)


def test_a_strategy_that_never_loses_and_one_that_never_wins_are_answered() -> None:
    always = np.array([[0.5, 1.0], [0.0, 0.5]])
    result = made_up(always, 300, 3)
    assert result.ratings["strength"].isna().all() and np.isfinite(result.ratings["rating"]).all()
    assert any(line.startswith("no strengths: ") for line in lines(result)) and rating_rows(result)[0][-1] == "-"
    assert from_plain(result.plain()).ratings["strength"].isna().all()
    assert result.pairs.set_index("strategy")["ahead"].to_dict() == {"s0": 1.0, "s1": 0.0}
    # Two deals tell nothing of shares.
    assert np.isnan(tournament(make_setup("twisted-knot", NAMES[:2]), 1, workers=1).sources["share"]).all()


def test_twyst_is_rated_by_points_over_bidders_and_players() -> None:
    result = tournament(make_setup("twyst", ["threshold+solid", "random+random"]), 800, workers=2)
    assert result.facts["metric"] == "mean_score"
    assert list(result.ratings["strategy"]) == ["threshold+solid", "random+random"]
    assert all("+" in name for name in usual_entrants("twyst"))


def test_a_kept_tournament_is_read_again(cup: TournamentResult, tmp_path: Path) -> None:
    keep(cup, tmp_path / "t")
    again = read(tmp_path / "t")
    pd.testing.assert_frame_equal(again.ratings, cup.ratings)
    assert again.facts | {"seconds": 0} == cup.facts | {"seconds": 0} and repr(again) == repr(cup)
    with pytest.raises(InputError, match="holds no tournament"):
        read(tmp_path)


def test_who_sets_no_tremble_has_the_game_s_however_entrants_are_chosen() -> None:
    named = make_setup("twisted-knot", ["shed", "hoard-aces:tremble=0.1", "random:tremble=0"]).entrants
    assert [player.tremble for player in named] == [0.02, 0.1, 0.0]
    assert [player.name for player in named] == ["shed", "hoard-aces:tremble=0.1", "random:tremble=0"]
    assert {player.tremble for player in make_setup("knotweed").entrants} == {0.02}
    assert {player.tremble for player in make_setup("twyst", ["threshold+solid", "random"]).entrants} == {0.0}


def test_a_tremble_in_a_settings_file_is_kept(tmp_path: Path) -> None:
    (tmp_path / "still.toml").write_text('game = "twisted-knot"\n\n[parameters.shed]\ntremble = 0\n')
    entrants = make_setup("twisted-knot", [f"shed@{tmp_path / 'still.toml'}", "random"]).entrants
    assert [player.tremble for player in entrants] == [0.0, 0.02]


def test_who_plays_only_where_named_is_told_where_nobody_was(cup: TournamentResult) -> None:
    usual = replace(cup, ratings=pd.DataFrame({"strategy": usual_entrants("twisted-knot")}))
    assert left_out(usual) == "strategies that take part only if you name them: card, champion-v3, thinker (slow)"
    assert too_slow(usual) == "Too slow to take part: “Looks ahead”."
    assert not left_out(cup) and not too_slow(cup)


def test_strategies_that_play_alike_are_one_row_with_all_their_names() -> None:
    """With a tremble that never strikes, a strategy is another one by name alone."""
    names = ["shed", "shed:tremble=0.02000000000000001", "random"]
    result = tournament(make_setup("twisted-knot", names, n_players=2, seed=5), 300, workers=2)
    shown, called = one_each(result)
    assert list(called.values()) == [f"{names[0]} = {names[1]}", "random"] and len(result.ratings) == 3
    assert list(shown.ratings["strategy"]) == list(called) and len(shown.pairs) == len(shown.invasions) == 2
    assert [table.rows[0][0] for table in tables(result)[:2]] == [called["shed"]] * 2


def test_nobody_is_certainly_the_worst_who_may_be_ahead_of_another(cup: TournamentResult) -> None:
    """Ranks count each strategy of those that play alike, which are one row: five of them in these three rows."""
    rows = {"strategy": ["shed", "finisher", "random"], "best_rank": [1, 2, 2], "worst_rank": [1, 5, 5]}
    assert last_found(replace(cup, ratings=pd.DataFrame(rows))) == "random is last, but finisher may be worst"
    rows |= {"best_rank": [1, 2, 5], "worst_rank": [1, 4, 5]}
    assert last_found(replace(cup, ratings=pd.DataFrame(rows))) == "random is certainly the worst"


@pytest.mark.parametrize(("deals", "is_estimated"), [(99, False), (100, True)])
def test_it_is_told_when_deals_are_too_few_for_the_sources_of_variation(deals: int, is_estimated: bool) -> None:
    told = "\n".join(lines(made_up(np.array([[0.5, 0.7], [0.3, 0.5]]), deals, 4, again=deals)))
    assert ("sources of the variation of single results: strategy " in told) == is_estimated
    assert ("not estimated from fewer than 100 deals" in told) == (not is_estimated)


@pytest.mark.long
def test_a_tournament_goes_on_where_it_stopped_and_a_longer_one_extends_it(
    cup: TournamentResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = make_setup("twisted-knot", NAMES, seed=5)

    class Stopped(Exception):
        pass

    def stop(games: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        tournament(setup, 9000, workers=1, out=tmp_path, on_progress=stop)
    whole = tournament(setup, 4500, workers=1, out=tmp_path / "short")
    assert whole.facts["deals"] == 500
    # Whoever plays a kept part again fails.
    monkeypatch.setattr(import_module("knotlab.analysis.tournaments.setup"), "play_numbers", None)
    assert tournament(setup, 4500, workers=1, out=tmp_path / "short").ratings.equals(whole.ratings)
    monkeypatch.undo()
    for path in (tmp_path, tmp_path / "short"):
        result = tournament(setup, 9000, workers=1, out=path)
        assert (
            result.ratings.equals(cup.ratings)
            and result.invasions.equals(cup.invasions)
            and result.sources.equals(cup.sources)
        )
    with pytest.raises(InputError, match="holds a different run: its seed"):
        tournament(make_setup("twisted-knot", NAMES, seed=6), 9000, workers=1, out=tmp_path)


SURE = '''
from knotlab.strategies import param, strategy


@strategy("twyst", sign=param(1.0, -1.0, 1.0))
def sure(view, move, sign):
    """The highest or the lowest card, whatever happens: no two moves are worth the same."""
    return sign * (move.card + 0.01 * move.seat)
'''


@pytest.mark.more
def test_chance_of_play_is_a_source_of_variance_and_scripts_without_any_have_none(tmp_path: Path) -> None:
    """Two scripts that never toss a coin play the same deal twice alike; random ones do not."""
    (tmp_path / "sure.py").write_text(SURE)
    shares = []
    for entrants in (["sure", "sure:sign=-1"], ["random", "random+high"]):
        setup = make_setup("twyst", entrants, seed=2, strategies_from=[tmp_path / "sure.py"])
        shares.append(tournament(setup, 4000, workers=2).sources.set_index("source")["share"]["chance"])
    assert shares[0] == 0 < 0.1 < shares[1]


@pytest.mark.more
def test_a_tournament_in_matches_has_the_places_of_matches_played_apart(tmp_path: Path) -> None:
    names, match = ["threshold+solid", "random+high"], Match(games=2)
    setup = make_setup("twyst", names, seed=5, match=match)
    result = tournament(setup, 24, out=tmp_path)
    assert result.conditions.matches == "matches of 2 deals" and read(tmp_path).rates.equals(result.rates)
    others, won = setup.opponents.of(0, result.facts["deals"]), np.zeros(2)
    frame = play_tables(setup, others, match_results, 0)
    for row, found in enumerate(frame.select(pl.col("^result_.*$")).rows()):
        deal, i, rotation = row // 8, row // 4 % 2, row % 4
        job = make_job("twyst", [names[k] for k in (i, *others[deal])], seed=5, match=match)
        assert found == play_matches(job, 4 * deal + rotation, 1).select(pl.col("^place_.*$")).row(0)
        won[i] += (found[0] == 1) / found.count(1)
    rates = result.rates.set_index("strategy")["win_rate"]
    assert rates[names].to_list() == pytest.approx((won / (4 * len(others))).tolist())
    with pytest.raises(InputError, match="matches have no rows by game"):
        result.games()


@pytest.mark.more
def test_matches_played_again_begin_with_the_same_deal_and_go_on_with_others() -> None:
    numbers = np.arange(40)
    for n_games, is_same in ((1, True), (2, False)):
        job = make_job("twyst", ["threshold+solid", "cautious+solid"] * 2, seed=5, match=Match(games=n_games))
        once, again = (play(job, numbers)["place"] for play in (match_results, match_results_again))
        assert (once == again).all() == is_same
