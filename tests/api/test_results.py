"""What every result offers: its conditions, tables for pandas and Polars, a view for notebooks, plots."""

import warnings
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from matplotlib.figure import Figure

from knotlab import ablate, play, rate, replay
from knotlab.analysis.bidding.hand import bids_of_hand
from knotlab.analysis.decisions.advice import advise
from knotlab.analysis.decisions.rollouts import decision_of
from knotlab.analysis.duels.duel import duel
from knotlab.analysis.duels.question import Decision, make_question
from knotlab.analysis.result import Conditions, Result, Shown, changed_settings
from knotlab.analysis.runs.measures import SlicedRate, log_of, measured, players_of, sliced
from knotlab.analysis.runs.play import Table, make_job
from knotlab.analysis.runs.play_result import PlayResult, load
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.tournaments.result import read
from knotlab.analysis.tournaments.setup import make_setup
from knotlab.analysis.tournaments.tournament import tournament
from knotlab.analysis.tuning.best_response import best_responses
from knotlab.analysis.tuning.search import SearchSize
from knotlab.analysis.tuning.task import Effort, make_task
from knotlab.analysis.tuning.tune import tune
from knotlab.reports.plots import comparisons
from knotlab.reports.plots import play as plays
from knotlab.reports.plots.draw import declared, drawings, plot_of
from knotlab.reports.plots.style import lettered, new_figure, save
from knotlab.reports.words.measures import rate_unit, slices_found, with_names
from knotlab.reports.words.play import at_an_end
from knotlab.sim.errors import InputError

TWO_PACKS = ("packs=2", "preset=southampton")
SHED = "shed:tremble=0.05"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """One small result of each kind, all but those about Twyst of games with two packs by the rules of Southampton."""
    folder = tmp_path_factory.mktemp("results")
    run = play("twisted-knot", [SHED, "random", SHED], games=60, seed=3, set=TWO_PACKS, out=folder / "run", log=True)
    table = Table("twisted-knot", 3, TWO_PACKS, seed=3)
    question = make_question(table, "hoard-aces", SHED, decision=Decision(margin=0.1, cap=8000))
    setup = make_setup("twisted-knot", [SHED, "random"], n_players=3, seed=3, rules=TWO_PACKS)
    task = make_task(table, "hoard-aces", field="simple")
    effort = Effort(SearchSize(1, 2, 10), 1000, 100)
    tuned = [
        run,
        duel(question),
        tournament(setup, 60, out=folder / "cup"),
        tune(task, effort),
        bids_of_hand(
            "S AKQ72 H 83 D K9 C AT54",
            strategy="cautious+random",
            precision=60,
            table=Table("twyst", seed=3),
            workers=1,
        ),
        advise(decision_of(make_job("twisted-knot", ["random"] * 3, seed=3, rules=TWO_PACKS), 0, 20), rollouts=20),
        measured(log_of(run.scan_log(), run.conditions, run.deals), "move_kind = 'PICK_UP'", "top = 'Jk'"),
        sliced(players_of(run.games(), run.conditions, run.deals), "lost", "nines_at_start >= 2", ["seat", "player"]),
    ]
    removed = {"field": "simple", "players": 3, "deals": 100, "seed": 3, "set": TWO_PACKS}
    tuned.append(ablate("twisted-knot", "hoard-aces", **removed))  # type: ignore[arg-type]
    tuned.append(replay("twisted-knot", ["random"] * 3, seed=3, set=TWO_PACKS))
    kept = {f"{type(result).__name__} kept": result for result in (load(folder / "run"), read(folder / "cup"))}
    return {type(result).__name__: result for result in tuned} | kept


NAMES = "PlayResult DuelResult TournamentResult Tuned Ablation HandBids MoveAdvice MeasuredRate".split()
NAMES += "SlicedRate Replay".split()
KEPT = ("PlayResult kept", "TournamentResult kept")


@pytest.mark.parametrize("name", [*NAMES, *KEPT])
def test_a_result_says_under_which_conditions_it_was_played(name: str, results: dict[str, Result]) -> None:
    result = results[name]
    rules = "Twyst, 4 players" if name == "HandBids" else "Twisted Knot, 3 players, preset=southampton, packs=2"
    assert result.conditions.title == rules
    assert result.settings_line.startswith(rules + "; ") and result.settings_line.endswith("seed 3")
    if name != "Replay":  # which is a story and a viewer
        assert rules in repr(result) and rules in result._repr_html_()


def test_the_number_of_games_stands_in_the_settings(results: dict[str, Result]) -> None:
    assert results["PlayResult"].settings_line.endswith("; 60 games, seed 3")
    assert f"; {results['DuelResult'].games:,} games, " in results["DuelResult"].settings_line  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [*NAMES, *KEPT])
def test_the_tables_of_pandas_and_polars_are_the_same(name: str, results: dict[str, Result]) -> None:
    table, other = results[name].to_pandas(), results[name].to_polars()
    assert isinstance(table, pd.DataFrame) and isinstance(other, pl.DataFrame)
    assert len(table) and list(table.columns) == other.columns
    for column in table.columns:
        for a, b in zip(table[column], other[column], strict=True):
            assert a == b or (a != a and (b is None or b != b)), column


@pytest.mark.long
@pytest.mark.parametrize("name", [*NAMES, *KEPT])
def test_every_plot_is_a_figure_that_a_notebook_shows_with_the_settings_in_it(
    name: str, results: dict[str, Result]
) -> None:
    result = results[name]
    for kind in [None, *drawings()[type(result)]]:
        figure = result.plot(kind)
        assert isinstance(figure, Figure)
        words = [axes.get_title(loc="left") for axes in figure.axes] + [figure.get_supxlabel(), figure.get_suptitle()]
        assert any(result.conditions.title in " ".join(text.split()) for text in words), (kind, words)
        assert figure._repr_png_().startswith(b"\x89PNG")  # type: ignore[attr-defined]


def test_slices_of_too_few_deals_are_not_drawn_and_said_to_be_left_out() -> None:
    """One of a single deal would stretch the axis over all that can be."""
    lost = [*(0.2 + 0.1 * (k % 2) for k in range(100)), 1.0]
    games = pl.DataFrame({"game": range(101), "lost": lost, "seat": ["0", "1"] * 50 + ["2"]})
    by_seat = rate(games, "lost", by="seat", game="twisted-knot", players=3, deals=101, fixed_seats=True)
    figure = plays.slices(by_seat)
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["seat 0", "seat 1"]
    assert "Left out: 1 in which fewer than 30 deals have a case." in " ".join(figure.get_supxlabel().split())
    few = replace(by_seat, slices={("2",): by_seat.slices["2",]})
    assert [label.get_text() for label in plays.slices(few).axes[0].get_yticklabels()] == ["seat 2"]


def test_slices_of_two_columns_have_a_row_for_the_first_and_a_colour_for_the_last_the_best_player_at_the_top() -> None:
    lost = pl.DataFrame({"game": range(100), "lost": [0.0, 1.0] * 50, "seat": ["0", "1"] * 50})
    by_seat = rate(lost, "lost", by="seat", game="twisted-knot", players=3, deals=100, fixed_seats=True)
    one = by_seat.slices["0",]
    rates = {("a", False): 0.4, ("a", True): 0.3, ("b", False): 0.2, ("b", True): 0.1}
    shown = {key: replace(one, value=each, low=each - 0.05, high=each + 0.05) for key, each in rates.items()}
    for of, order in (("lost", ["b", "a"]), ("won", ["a", "b"])):
        figure = plays.slices(replace(by_seat, of=of, by=("player", "nines_at_start >= 2"), slices=shown))
        (axes,) = figure.axes
        tops = sorted(zip(axes.get_yticks(), axes.get_yticklabels(), strict=True), key=lambda item: -item[0])
        assert [label.get_text() for _, label in tops] == order
        (legend,) = figure.legends
        words = [text.get_text() for text in legend.get_texts()]
        assert words == ["nines at start: fewer than 2", "nines at start: 2 or more"]
        assert figure.get_suptitle().startswith("Games") and figure.get_suptitle().count("\n") < 2


def test_titles_of_heat_maps_and_slices_say_what_came_out() -> None:
    rows = [
        ("a", "b", 0.6, 0.55, 0.7),
        ("a", "c", 0.6, 0.49, 0.7),
        ("c", "a", 0.4, 0.3, 0.51),
        ("c", "b", 0.9, 0.8, 1.0),
    ]
    table = pd.DataFrame(rows, columns=["strategy", "against", "ahead", "ahead_low", "ahead_high"])
    table = pd.concat([table, pd.DataFrame([{"strategy": "b", "against": "a", "ahead": 0.4, "ahead_low": 0.3}])])
    pairs = comparisons.ahead(table.fillna({"ahead_high": 0.45}), ["a", "b", "c"])
    assert pairs.found == "a is certainly ahead of 1 of 2 others"
    assert pairs.best_found == "a gains among players of 1 of 2 others"

    def rate_of(value: float) -> Any:
        return SimpleNamespace(value=value, low=value - 0.1, high=value + 0.1)

    shares = {("0",): rate_of(0.2), ("1",): rate_of(0.55), ("2",): rate_of(0.3)}
    sliced = SimpleNamespace(of="lost", among="true", by=["seat"], slices=shares, is_share=False)
    assert slices_found(sliced) == "games lost in 100: most for seat 1 (55), fewest for seat 0 (20)"  # type: ignore[arg-type]
    sliced.slices = {**shares, ("3",): SimpleNamespace(value=1.0, low=1.0, high=1.0)}  # of a single deal
    assert slices_found(sliced) == "games lost in 100: most for seat 1 (55), fewest for seat 0 (20)"  # type: ignore[arg-type]
    sliced.slices = {("0",): rate_of(0.2), ("1",): rate_of(0.3)}
    assert slices_found(sliced) == "games lost in 100, with no certain difference"  # type: ignore[arg-type]


def test_a_replay_is_drawn_with_a_stroke_for_all_that_a_player_did_and_says_who_went_out() -> None:
    """Of a game that is read here from its record."""
    game = replay("knotweed", ["dump", "finisher", "dump"], seed=5)
    (axes,) = game.plot().axes
    drawn = sorted(at for line in axes.collections for at in line.get_positions())  # type: ignore[attr-defined]
    assert drawn == [number for number, event in enumerate(game.record["events"]) if "seat" in event]
    out = [event["seat"] for event in game.record["events"] if event["do"] == "out"]
    names = ["Dumper (seat 0)", "Finisher", "Dumper (seat 2)"]
    (last,) = {0, 1, 2} - set(out)
    title = " ".join(axes.get_title("left").split())
    assert title.startswith(f"{names[out[0]]} went out first; {names[last]} was left with the last cards after ")


def test_a_condition_is_told_in_per_cent_and_ranks_and_moves_by_their_names() -> None:
    few, many = (Rate(share, 0.01, share - 0.02, share + 0.02, 100, 400.0, 1.0) for share in (0.2, 0.55))
    slices = {(0, 3): few, (6, 0): many, (-1, 0): replace(few, value=0.3)}
    played = Conditions("twisted-knot", 3, {}, 1)
    sliced = with_names(SlicedRate("hand_size > 2", "true", ("top", "seat"), slices, played, is_share=True))
    assert list(sliced.slices) == [("two", 3), ("joker", 0), (-1, 0)]
    found = "“hand_size > 2”: most often for top joker, seat 0 (55%), least often for top two, seat 3 (20%)"
    assert slices_found(sliced) == found and rate_unit(sliced) == ("% of cases with “hand_size > 2”", 100.0)
    assert "(55% [53, 57])" in slices_found(sliced, ends=True)


LONG_NAMES = (
    "lays-the-lowest-of-all-ranks-first-and-never-picks-up-before-the-end-of-the-game",
    "стратегия:длина=2.345,карты=0.4567,ранг=12,конец=0.125+стратегия-длинного-имени",
    "手札を早く減らす方針手札を早く減らす方針",
    "x" * 200,
)
LONG_TITLE = "Twisted Knot, 4 players, turn_limit=20, jokers=3, eights=both, packs=2, preset=southampton"


def drawn(kind: str) -> Figure:
    """A plot of strategies with long names."""
    numbers = {"strategy": LONG_NAMES, "deals": 20, "games": 60}
    for metric in ("win_rate", "loss_rate"):
        numbers |= {metric: 0.25, f"{metric}_low": 0.2, f"{metric}_high": 0.3}
    frame = pd.DataFrame(numbers)
    match kind:
        case "rates":
            return plays.rates(frame, LONG_TITLE, 4)
        case "means":
            return plays.means(frame, LONG_TITLE, "win_rate")
        case "places":
            return plays.shares_of_places(frame[["strategy", "win_rate", "loss_rate"]], LONG_TITLE, LONG_TITLE * 2)
        case "matrix":
            rows = [(a, b, 0.5, 0.4, 0.6) for a in LONG_NAMES for b in LONG_NAMES]
            table = pd.DataFrame(rows, columns=["strategy", "against", "ahead", "all_low", "all_high"])
            words = comparisons.Wording(LONG_TITLE, "of this one", "this one", "above one half", LONG_TITLE)
            return comparisons.heat_map(comparisons.ahead(table, list(LONG_NAMES)), words)
    figure, (axes,) = new_figure(7.2, 4.0)
    return lettered(figure, axes, f"{LONG_NAMES[0]} (A) over {LONG_NAMES[1]}: holds", LONG_TITLE * 2)


@pytest.mark.parametrize("kind", ["rates", "means", "places", "matrix", "a duel"])
@pytest.mark.filterwarnings("ignore:Glyph")
def test_plots_with_long_and_foreign_names_neither_clip_nor_overprint(kind: str, tmp_path: Path) -> None:
    figure = drawn(kind)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        svg = save(figure, tmp_path / "plot")
    assert "手札を早く減らす方針" in svg or kind == "a duel"
    texts = [figure._supxlabel]  # type: ignore[attr-defined]
    for axes in figure.axes:
        texts += [axes._left_title, *axes.get_yticklabels()]  # type: ignore[attr-defined]
    texts += [figure._suptitle] if figure.get_suptitle() else []  # type: ignore[attr-defined]
    boxes = {text.get_text(): text.get_window_extent() for text in texts if text.get_text()}
    assert len(boxes) >= 2
    for said, box in boxes.items():
        assert box.x0 >= 0 and box.x1 <= figure.bbox.x1 and box.y0 >= 0 and box.y1 <= figure.bbox.y1, said
    for (said, box), (other, at) in combinations(boxes.items(), 2):
        assert not box.overlaps(at), (said, other)


def test_what_came_out_is_certain_only_if_nobody_else_s_interval_meets_it() -> None:
    rows = [
        {"strategy": name, "loss_rate": low + 0.05, "loss_rate_low": low, "loss_rate_high": low + 0.1}
        for name, low in (("a", 0.1), ("b", 0.15), ("c", 0.6))
    ]
    assert at_an_end(rows, "loss_rate", most=False, ends=True) == (
        "a loses least, 15.0 games in 100 [10.0, 20.0], too close to call with b"
    )
    assert at_an_end(rows, "loss_rate", most=True, played="matches", ends=True) == (
        "c certainly loses most, 65.0 matches in 100 [60.0, 70.0]"
    )
    single = [row | {"loss_rate_low": np.nan, "loss_rate_high": np.nan} for row in rows]  # of a single deal
    assert at_an_end(single, "loss_rate", most=False, ends=True) == (
        "a loses least, 15.0 games in 100, too close to call with 2 others"
    )


def rates_of(*losses: float) -> pd.DataFrame:
    """Rates of some strategies, each a game in 100 either way."""
    frame = pd.DataFrame({"strategy": [f"player {i}" for i in range(len(losses))], "deals": 20, "games": 60})
    for metric, values in (("win_rate", 1 - np.array(losses)), ("loss_rate", np.array(losses))):
        frame = frame.assign(**{metric: values, f"{metric}_low": values - 0.01, f"{metric}_high": values + 0.01})
    return frame


@pytest.mark.parametrize(
    ("losses", "ends", "says"),
    [
        ((0.52, 0.48), (-3, 3), "player 1 loses least, 48 games in 100"),
        ((0.505, 0.495), (-1.5, 1.5), "player 1 loses least, 49.5 games in 100, too close to call with player 0"),
        ((0.3, 0.7), (29, 71), "player 0 loses least, 30 games in 100"),
    ],
)
def test_rates_that_are_near_an_equal_share_are_drawn_as_differences_from_it(
    losses: tuple[float, float], ends: tuple[float, float], says: str
) -> None:
    figure = plays.rates(rates_of(*losses), "Twisted Knot", 2)
    assert " ".join(figure.get_suptitle().split()) == f"Twisted Knot: {says}"  # type: ignore[attr-defined]
    drawn = [path.vertices[:, 0] for line in figure.axes[1].collections for path in line.get_paths()]
    assert (min(map(min, drawn)), max(map(max, drawn))) == pytest.approx(ends)


@pytest.mark.parametrize(
    ("low", "says"),
    [
        (15.0, "b has most, 20"),
        (5.0, "b has most, 20, too close to call with a"),
        (np.nan, "b has most, 20, too close to call with a"),  # on a single deal
    ],
)
def test_means_name_who_has_most_if_that_can_be_told(low: float, says: str) -> None:
    ends = {"mean_score": [8.0, 20.0], "mean_score_low": [6.0, low], "mean_score_high": [10.0, 25.0]}
    frame = pd.DataFrame({"strategy": ["a", "b"], "deals": [40, 40], **ends})
    figure = plays.means(frame, "Twyst, 4 players", "mean_score")
    assert " ".join(figure.get_suptitle().split()) == f"Twyst, 4 players: {says}"  # type: ignore[attr-defined]


@pytest.mark.parametrize("sign", [1, -1])
def test_a_duel_that_ended_at_its_first_look_shows_how_its_mean_spreads_and_says_who_is_better(sign: int) -> None:
    """Over 400 deals with a spread of 40 games in 100, so with a standard error of 2; no mean is beyond 16."""
    sides = {"a": {"name": "one"}, "b": {"name": "other"}, "game": "knotweed"}
    named = sides | {"metric": "loss_rate", "level": 0.05, "family": 1}
    row = SimpleNamespace(metric="loss_rate", sd=0.4)
    low, high = sorted((sign * 0.05, sign * 0.15))
    verdict = Verdict.HOLDS if sign > 0 else Verdict.WRONG
    facts = {"n_deals": 400, "effect": sign * 0.1, "low": low, "high": high, "margin": 0.005, "reach": 0.16}
    facts |= {"verdict": verdict}
    conditions = SimpleNamespace(title="a table", played="games")
    result: Any = SimpleNamespace(
        question=named, rows=[row], conditions=conditions, settings_line="", typed=(), **facts
    )
    (axes,) = comparisons.at_first_look(result).axes
    bell = max((path.vertices for each in axes.collections for path in each.get_paths()), key=len)
    assert (bell[:, 0].min(), bell[:, 0].max()) == pytest.approx(sorted((sign * 2, sign * 16)))
    assert bell[bell[:, 1].argmax(), 0] == pytest.approx(sign * 10, abs=0.1)
    better = "better" if sign > 0 else "worse"
    assert " ".join(axes.get_title("left").split()) == f"one is {better} than other, by 10.00 games lost in 100"
    assert axes.get_xlabel() == "games lost in 100; right of zero: fewer lost by one"


@pytest.mark.parametrize(
    ("metric", "times", "named"),
    [("loss_rate", 100, "games lost in 100"), ("mean_score", 1, "points per deal")],
)
def test_gains_of_best_responses_are_drawn_in_the_unit_that_is_named(metric: str, times: int, named: str) -> None:
    frame = pd.DataFrame({"round": [1, 2], "gain": [0.03, 0.01], "gain_low": [0.02, 0.0], "gain_high": [0.04, 0.02]})
    first = SimpleNamespace(metric=SimpleNamespace(name=metric), task=SimpleNamespace(margin=0.005))
    conditions = SimpleNamespace(title="a table", played="games")
    result: Any = SimpleNamespace(to_pandas=lambda: frame, rounds=[first], conditions=conditions, end="settled")
    (axes,) = comparisons.rounds(result).axes
    (line,) = (each for each in axes.lines if len(each.get_ydata()) == 2 and each.get_marker() == "o")
    assert list(line.get_ydata()) == pytest.approx([times * 0.03, times * 0.01])
    assert axes.get_ylabel().replace("\n", " ") == f"{named}, above zero: better"


def test_a_plot_that_does_not_exist_is_answered_with_those_that_do(
    results: dict[str, Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:  # a new plot needs no further list
        patched.setitem(declared, PlayResult, dict(declared.get(PlayResult, {})))
        plot_of(PlayResult, "by-weekday")(lambda _: Figure())
        drawings.cache_clear()
        with pytest.raises(InputError, match=r"known: by-weekday, .*places, .*rates"):
            results["PlayResult"].plot("raets")
        assert isinstance(results["PlayResult"].plot("by-weekday"), Figure)
    drawings.cache_clear()


def test_every_kind_of_result_has_a_plot() -> None:
    drawn = set(drawings())  # which loads every kind of result
    kinds, collected = [Shown], []
    while kinds:
        kinds = [below for kind in kinds for below in kind.__subclasses__()]
        collected += kinds
    assert collected and set(collected) - {Result} == drawn


@pytest.mark.long
def test_the_answers_of_best_responses_are_a_result_too(tmp_path: Path) -> None:
    task = make_task(Table("twisted-knot", 2, seed=3), "hoard-aces", field="simple")
    result = best_responses(task, 0.01, rounds=1, out=tmp_path / "rounds")
    assert list(result.to_pandas()["round"]) == [1] and "Twisted Knot, 2 players" in repr(result)
    assert isinstance(result.plot(), Figure)


def test_settings_are_told_as_they_differ_from_the_defaults_of_the_table() -> None:
    rules = make_job("twisted-knot", ["shed"] * 4, rules=("preset=southampton", "multiply=9,K")).rules
    assert changed_settings("twisted-knot", 4, rules) == ["eight=repeat", "multiply=9,K"]
    assert changed_settings("twisted-knot", 4, make_job("twisted-knot", ["shed"] * 4).rules) == []
    for players in (2, 4, 6):
        assert changed_settings("knotweed", players, make_job("knotweed", ["dump"] * players).rules) == []


def test_matches_and_fixed_seats_stand_in_the_title() -> None:
    job = make_job("knotweed", ["dump"] * 2, fixed_seats=True)
    result = play("knotweed", ["dump", "random"], games=2, seed=1, rounds=3)
    assert result.conditions.title.endswith(", matches of 3 rounds") and result.conditions.line.endswith("seed 1")
    assert "2 matches" in result.settings_line
    single = play("knotweed", ["dump", "random"], games=2, seed=1, fixed_seats=True)
    assert single.conditions.title == "Knotweed, 2 players, fixed seats" and job.fixed_seats
