"""The commands `duel`, `tournament` and `selfcheck`: what they print, keep, and refuse."""

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console

from knotlab import duel
from knotlab.analysis.stats.watching import Look
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.reports.plots.comparisons import axis_of, duel_title
from knotlab.reports.plots.style import broken
from knotlab.reports.words.duel import _gain, duel_facts
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.tournament import fitting
from tests.cli import GAME, knotlab, refused

ACES, SHED = "hoard-aces", "shed"
DUEL = ("duel", GAME, ACES, SHED, "--margin", "4%", "--seed", 3)
CUP = ("tournament", GAME, ACES, SHED, "random", "--games", 3000)


def test_a_duel_ends_with_a_sentence_a_table_and_what_it_rests_on() -> None:
    answer = knotlab(*DUEL)
    assert (answer.status, answer.err) == (0, "")
    first, *rest = answer.out.splitlines()
    where = "at a table of 3 (against the field simple-1)"
    assert first.startswith(f"Holds: {ACES} is better than {SHED} {where}, by ")
    text = "\n".join(rest)
    for words in (
        "loss rate (decides)",
        "win rate",
        "mean place",
        "games on",
        "the two play differently in",
        "times as many games",
        "Record ",
    ):
        assert words in text


@pytest.mark.long
def test_a_duel_as_json_tells_the_same_as_its_csv(tmp_path: Path) -> None:
    content = knotlab(*DUEL, "--json", "--csv", tmp_path / "duel.csv").json
    assert (
        content["verdict"] == "holds"
        and content["path"][-1]["deals"] == content["deals"]
        and len(content["hash"]) == 12
    )
    rows = list(csv.DictReader((tmp_path / "duel.csv").read_text().splitlines()))
    assert [row["metric"] for row in rows] == ["loss_rate", "win_rate", "mean_place"]
    assert float(rows[0]["effect"]) == pytest.approx(content["effect"])


@pytest.mark.long
def test_a_kept_duel_has_its_table_and_plot_and_is_shown_again(tmp_path: Path) -> None:
    played = knotlab(*DUEL, "--out", tmp_path / "run")
    assert {"table.csv", "table.md", "path.csv", "interval.png", "interval.svg", "result.json", "manifest.json"} <= {
        p.name for p in (tmp_path / "run").iterdir()
    }
    assert knotlab("show", tmp_path / "run").out == played.out
    assert knotlab("show", tmp_path / "run", "--json").json["hash"] in played.out
    refused(*DUEL, "--level", "1%", "--out", tmp_path / "run")
    (tmp_path / "run" / "result.json").write_text("{")
    assert "damaged" in refused("show", tmp_path / "run")


@pytest.mark.long
def test_every_verdict_has_its_sentence() -> None:
    sentences = {
        "Wrong: ": ("duel", GAME, SHED, ACES, "--margin", "4%", "--seed", 3),
        f"Makes no difference: {ACES} and {SHED} do equally well": (*DUEL[:4], "--margin", "30%"),
        "Open: ": ("duel", GAME, "shed", "shed:tremble=0.03", "--cap", 1000),
        "Rarely comes up: ": ("duel", GAME, SHED, "shed:tremble=0.0200001"),
    }
    for beginning, words in sentences.items():
        assert knotlab(*words).out.startswith(beginning), words


def test_a_player_from_a_file_is_called_by_it_in_a_picture_and_a_wide_interval_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "tuned.toml"
    file.write_text('game = "twisted-knot"\n[parameters.shed]\ntremble = 0.123456\n')
    result = duel(GAME, f"shed@{file}", "random", players=2, margin=0.05, seed=1, workers=1, progress=False)
    title = duel_title(result)
    assert title.startswith(f"{file} is better than random, by ") and f"more won by {file}" not in title
    assert axis_of(result, "above").endswith(f"fewer lost by {file}")
    assert "typed" not in result.facts() and "0.123456" in duel_title(replace(result, typed=()))
    looks = [Look(deals, 0.1, 0.0, 0.2, verdict) for deals, verdict in ((100, 0), (200, 1))]
    early = replace(result, path=tuple(looks), planned=1000)
    wide = "it ended as soon as that was certain, so the interval is wide"
    assert any(line.startswith(wide) for line in duel_facts(early))
    paths = (looks[1], looks[1]), (*looks, looks[0])
    for other in (replace(early, planned=200), *(replace(early, path=path) for path in paths)):
        assert not any(line.startswith(wide) for line in duel_facts(other))


def test_a_duel_of_players_who_lose_anyway_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against champions between two, where a plain player loses nearly every game; and as if it took less."""
    options = {"players": 2, "games": 400, "margin": 0.05, "workers": 1, "progress": False}
    lost, even = (duel(GAME, "shed", "hoard-aces", field=[other], **options) for other in ("champion", "shed"))
    says = "both lose more than {} games of 100, so this says little about what parts them"
    assert says.format(90) in list(duel_facts(lost)) and says.format(90) not in list(duel_facts(even))
    monkeypatch.setattr("knotlab.reports.words.duel.LOST_ANYWAY", 0.2)
    assert says.format(20) in list(duel_facts(even))


def test_a_title_is_broken_between_words_or_after_a_sign() -> None:
    title = broken(
        "threshold:misere=1.067,numeral=5.176,slope=4.941+solid is better than threshold+solid, by 5.5 of 100"
    )
    assert title.splitlines()[0] == "threshold:misere=1.067,numeral=5.176," and "slope=4.941+solid is better" in title
    assert (
        broken("a plain title of words", 12) == "a plain\ntitle of\nwords"
        and len(max(title.splitlines(), key=len)) <= 46
    )


@pytest.mark.parametrize(
    ("difference", "says"),
    [
        ((-0.0079, -0.02, 0.004), "a difference of +0.79 games lost in 100 [\N{MINUS SIGN}0.40, +2.00] in favour of b"),
        ((0.0079, -0.004, 0.02), "a difference of +0.79 games lost in 100 [\N{MINUS SIGN}0.40, +2.00] in favour of a"),
    ],
)
def test_a_difference_is_told_of_whom_it_favours(difference: tuple[float, float, float], says: str) -> None:
    assert _gain("loss_rate", difference, ("a", "b"), "games") == says


def test_a_direction_whose_size_is_open_says_so() -> None:
    assert "is open" in knotlab(*DUEL[:4], "--margin", "6%", "--cap", 1000, "--seed", 3).out.splitlines()[0]


@pytest.mark.long
def test_a_duel_in_other_games_and_designs() -> None:
    content = knotlab(
        "duel", "twyst", "threshold+solid", "random+random", "--design", "partners", "--precision", 2, "--json"
    ).json
    assert (content["verdict"], content["question"]["metric"], content["question"]["players"]) == (
        "holds",
        "mean_score",
        4,
    )
    content = knotlab("duel", "knotweed", "dump", "random", "--field", "dump random", "--workers", 1, "--json").json
    assert content["question"]["field"] == ["dump", "random"]


@pytest.mark.parametrize(
    ("option", "said"), [("2.5%", "margin 2.5%"), pytest.param("30e-1%", "margin 3%", marks=pytest.mark.long)]
)
def test_a_margin_is_printed_as_it_is_written(option: str, said: str) -> None:
    answer = knotlab(*DUEL[:4], "--margin", option)
    assert answer.status == 0 and said in answer.out, answer


@pytest.mark.long
def test_points_and_places_take_bare_numbers() -> None:
    placed = knotlab(*DUEL[:4], "--metric", "mean_place", "--margin", 0.4, "--json").json
    assert placed["margin"] == 0.4
    share = knotlab(*DUEL[:4], "--margin", "25%", "--json").json
    assert share["margin"] == 0.25


BAD = {
    "two different strategies": ("duel", GAME, "shed", "shed"),
    "--margin must be a number greater than 0, with % if it is a share of games, not '0'": (*DUEL[:4], "--margin", 0),
    "--margin must be a number greater than 0, with % if it is a share of games, not 'x'": (*DUEL[:4], "--margin", "x"),
    "--margin is a share of games and needs a % sign, as in --margin 0.5%, not '5'": (*DUEL[:4], "--margin", 5),
    "--precision is a share of games and needs a % sign, as in --precision 0.5%, not '0.002'": (
        *DUEL[:4],
        "--precision",
        0.002,
    ),
    "--margin must be less than 100%, the largest difference possible, not '100%'": (*DUEL[:4], "--margin", "100%"),
    "--precision must be less than 100%": (*DUEL[:4], "--precision", "250%"),
    "--margin must be less than 2, the largest difference possible, not '2'": (
        *DUEL[:4],
        "--metric",
        "mean_place",
        "--margin",
        2,
    ),
    "--margin takes a number without a % sign for 'mean_place', not '1%'": (
        *DUEL[:4],
        "--metric",
        "mean_place",
        "--margin",
        "1%",
    ),
    "--level must be less than 100%, not '100%'": (*DUEL, "--level", "100%"),
    "--level must be a percentage, as in --level 5%, not '0.05'": (*DUEL, "--level", "0.05"),
    "one for each other player": (*DUEL, "--field", "shed random shed", "--players", 3),
    "a field at this table has 3 strategies": (
        "duel",
        "twyst",
        "cautious+solid",
        "random",
        "--field",
        "threshold+solid",
    ),
    "the field of plain tables is called 'mixed', not 'plain'": (*DUEL, "--field", "plain"),
    "there is no field or strategy 'strng' for twisted-knot; did you mean 'strong'": (*DUEL, "--field", "strng"),
    "there is no metric 'lost' for twisted-knot; did you mean 'loss_rate'": (*DUEL, "--metric", "lost"),
    "there is no metric 'mean_score' for twisted-knot": (*DUEL, "--metric", "mean_score"),
    "there is no design 'fild'; did you mean 'field'": (*DUEL, "--design", "fild"),
    "before 30": (*DUEL, "--cap", 10),
    "--precision must be a number greater than 0": (*DUEL, "--precision", -1),
    "2 to 8 players": (*DUEL, "--players", 12),
    "--workers must be a whole number of 1 or more": (*DUEL, "--workers", 0),
    "two strategies or more": ("tournament", GAME, "shed"),
    "shed is named twice": ("tournament", GAME, "shed", "shed", "random"),
    "Twyst is for 4 players": ("tournament", "twyst", "--players", 3),
    "--games must be a whole number of 1 or more": (*CUP[:-1], 0),
    "known: all-round": ("tournament", GAME, "sheda", "zzz"),
}


def test_too_few_games_for_an_interval_are_said_to_be_so() -> None:
    answer = knotlab(*CUP[:-1], 1)
    assert answer.status == 0 and "nan" not in answer.out
    assert "of the games with both, which are too few for an interval" in answer.out


@pytest.mark.parametrize("sentence", BAD)
def test_bad_input_is_one_clear_sentence(sentence: str) -> None:
    assert sentence in refused(*BAD[sentence])


def test_a_tournament_prints_rates_ratings_matrices_cycles_and_sources() -> None:
    answer = knotlab(*CUP)
    assert (answer.status, answer.err) == (0, "")
    for words in (
        "win rate [95%]",
        "loss rate [95%]",
        "ratings by mean place (first place +1, last place \N{MINUS SIGN}1)",
        "rank",
        "strength",
        "finishes ahead",
        "gain of the row's strategy",
        "no cycles",
        "opponents",
        "of the games with both",
        "games on",
        "Record ",
    ):
        assert words in answer.out


@pytest.mark.long
def test_a_kept_tournament_has_tables_and_plots_and_is_shown_again(tmp_path: Path) -> None:
    played = knotlab(*CUP, "--out", tmp_path / "cup", "--csv", tmp_path / "ratings.csv")
    names = {path.name for path in (tmp_path / "cup").iterdir()}
    assert {
        f"{name}.{kind}" for name in ("rates", "ratings", "pairs", "invasions") for kind in ("csv", "png", "svg")
    } | {"tables.md", "result.json"} <= names
    assert knotlab("show", tmp_path / "cup").out == played.out
    record = played.out.split("Record ")[1][:12]
    assert f"Record {record}." in (tmp_path / "cup" / "tables.md").read_text()
    assert knotlab("show", tmp_path / "cup", "--json").json["record"] == record
    other = knotlab(*CUP, "--seed", 4).out.split("Record ")[1][:12]
    assert other != record
    content = knotlab("show", tmp_path / "cup", "--json").json
    rows = list(csv.DictReader((tmp_path / "ratings.csv").read_text().splitlines()))
    assert {row["strategy"] for row in content["ratings"]} == {row["strategy"] for row in rows}
    for row, rate in zip(rows, content["rates"], strict=True):
        assert (row["strategy"], float(row["win_rate"])) == (rate["strategy"], rate["win_rate"])
        assert (
            f"{100 * rate['loss_rate']:.2f}% [{100 * rate['loss_rate_low']:.2f}, {100 * rate['loss_rate_high']:.2f}]"
            in played.out
        )


def many(metric: str, n: int = 20) -> TournamentResult:
    """A tournament of so many strategies with made-up numbers: the first is better than all others."""
    names = [f"strategy-number-{i}" for i in range(n)]
    both = [(a, b) for a in range(n) for b in range(n) if a != b]
    pairs = [
        {"strategy": names[a], "against": names[b], "ahead": 0.5 + 0.2 * (a == 0) - 0.2 * (b == 0)} for a, b in both
    ]
    pairs = [row | {"ahead_low": row["ahead"] - 0.1, "ahead_high": row["ahead"] + 0.1} for row in pairs]
    gains = [{"strategy": names[a], "among": names[b], "gain": -0.25 if a else 0.5} for a, b in both]
    gains = [row | {"low": row["gain"] - 0.4, "high": row["gain"] + 0.4} for row in gains]
    ratings = [
        {"strategy": name, "rating": 0.0, "low": -1.0, "high": 1.0, "best_rank": 1, "worst_rank": n}
        | {"strength": 0.0, "strength_error": 1.0}
        for name in names
    ]
    rates = [
        {"strategy": name, "win_rate": 0.5, "win_rate_low": 0.4, "win_rate_high": 0.6, "games": 9} for name in names
    ]
    facts = {
        "game": GAME,
        "players": 3,
        "rules": {},
        "seed": 1,
        "games": 9,
        "deals": 3,
        "metric": metric,
        "alpha": 0.05,
    }
    tables = {
        "ratings": ratings,
        "rates": rates,
        "places": [],
        "seats": [],
        "pairs": pairs,
        "invasions": gains,
        "sources": [{"source": "seat", "share": float("nan")}],
    }
    return TournamentResult(facts, cycles=(), **{name: pd.DataFrame(rows) for name, rows in tables.items()})


@pytest.mark.parametrize("metric", ["mean_place", "loss_rate", "mean_score"])
def test_matrices_of_twenty_strategies_fit_a_terminal_of_140_columns(metric: str) -> None:
    tables, note = fitting(many(metric), 140)
    assert note == "" and all(table.width <= 140 for table in tables[2:])
    ahead, gains = tables[2:]
    assert ahead.rows[0][2:] == ["70*"] * 19 and ahead.rows[1][1:4] == ["30*", "", "50"]
    expected = {
        "mean_place": ("50*", "\u221225"),
        "loss_rate": ("50*", "\u221225"),
        "mean_score": ("0.5*", "\u22120.2"),
    }
    assert (gains.rows[0][2], gains.rows[1][1]) == expected[metric]
    assert ("(first place +100, last place \N{MINUS SIGN}100)" in gains.title) == (metric == "mean_place")


@pytest.mark.parametrize("columns", [1, 3, 6])
def test_a_dense_table_is_printed_whole_from_its_width_on(columns: int) -> None:
    rows = [["a" * 150, *["12.3*"] * columns], ["b", *["100.0*"] * columns]]
    table = TextTable("title", ["", *map(str, range(columns))], rows, dense=True)
    for width, is_cut in ((table.width - 1, True), (table.width, False)):
        printed = io.StringIO()
        Console(file=printed, width=width).print(table.for_terminal(width))
        assert ("\N{HORIZONTAL ELLIPSIS}" in printed.getvalue()) == is_cut


def test_matrices_that_do_not_fit_are_named_with_the_way_to_them() -> None:
    tables, note = fitting(many("mean_place"), 80)
    assert len(tables) == 2 and "two matrices of 20 strategies" in note and "--out FOLDER" in note


def test_a_table_stands_below_the_sentence_that_says_what_came_out(tmp_path: Path) -> None:
    game = ("twisted-knot", "shed", "random")
    assert knotlab("play", *game, "--games", 400).out.startswith("shed certainly loses least, ")
    cup = knotlab("tournament", *game, "--players", 2, "--games", 400, "--out", tmp_path / "cup").out
    assert cup.startswith("shed is certainly the best (rating +")
    assert "; random is certainly the worst (rating \N{MINUS SIGN}" in cup.splitlines()[0]
    sliced = knotlab("rate", tmp_path / "cup", "--of", "lost", "--by", "player").out
    assert re.match(r"games lost in 100: most for random \([\d.]+ \[.+\]\), fewest for shed \(", sliced)
    rare = ("--among", "deal = 0", "--by", "player")  # slices of one deal have no interval
    assert "nan" not in knotlab("rate", tmp_path / "cup", "--of", "turns", *rare).out
    once = knotlab("rate", tmp_path / "cup", "--of", "turns", *rare[:2]).out.splitlines()[0]
    assert not any(word in once for word in ("nan", "interval", "- to -")), once
