"""A report of one's own choice: one page about some strategies of one game, with its tables and plots beside it."""

import csv
import html
import itertools
import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import polars as pl
import pytest

from knotlab import play, report_game
from knotlab.analysis.report.front import cards_dealt, seat_effect
from knotlab.analysis.report.game import pairs
from knotlab.analysis.result import Conditions, tremble_note
from knotlab.reports.page.game_front import certainty, seat_words
from knotlab.sim import games
from knotlab.sim.settings import make_rules
from tests.cli import GAME, knotlab, refused, strategy_file

SHED, ACES, RANDOM = "shed", "hoard-aces", "random"
SETTINGS = ("--set", "packs=2", "--seed", 4)
RESULTS = ["At a glance", "Wins and losses", "Places", "Seats", "Who beats whom"]
METHOD = ["Settings", "How this was done"]


def rows(file: Path) -> list[dict[str, str]]:
    """The rows of a CSV file, as text."""
    return list(csv.DictReader(file.read_text().splitlines()))


def sections(page: str) -> list[str]:
    """The headings of a page, in their order."""
    return re.findall(r'<h2 id="[^"]+">([^<]+)</h2>', page)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a report on three strategies at a table of three; tests only read it."""
    folder = tmp_path_factory.mktemp("own") / "report"
    answer = knotlab("report", GAME, SHED, ACES, RANDOM, "--games", 90, *SETTINGS, "--out", folder)
    assert (answer.status, answer.err) == (0, "") and str(folder / "report.html") in answer.out
    return folder


def test_the_page_stands_alone_and_says_what_it_is_about(table: Path) -> None:
    page = (table / "report.html").read_text()
    assert sections(page) == [*RESULTS, *METHOD]
    best, *others = sorted(rows(table / "rates.csv"), key=lambda row: float(row["mean_place"]))
    said = re.fullmatch(r"Twisted Knot, 3 players, packs=2: (.+) does best", re.findall("<h1>(.+)</h1>", page)[0])
    is_certain = f"It is certain that {best['strategy']} is the best" in page
    assert said and said[1] in (
        [best["strategy"]] if is_certain else [f"{best['strategy']} or {others[0]['strategy']}"]
    )
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page) and "@import" not in page
    text = html.unescape(re.sub(r"<[^>]+>", " ", page))
    assert "Played with packs=2." in text and "usually 1" in text
    assert tremble_note(GAME) in text
    assert page.count("<figure>") == 4 and page.count("<svg") == 4


def test_its_numbers_are_those_of_play(table: Path) -> None:
    played = knotlab("play", GAME, SHED, ACES, RANDOM, "--games", 90, *SETTINGS, "--by-seat", "--json").json
    page = (table / "report.html").read_text()
    kept = {row["strategy"]: row for row in rows(table / "rates.csv")}
    assert len(played["record"]) == 12 and f">{played['record']}<" in page
    assert {row["record"] for row in kept.values()} == {played["record"]}
    for row in played["strategies"]:
        assert float(kept[row["strategy"]]["win_rate"]) == row["win_rate"]
        for metric in ("win_rate", "loss_rate"):
            low, high = 100 * row[f"{metric}_low"], 100 * row[f"{metric}_high"]
            shown = f"{100 * row[metric]:.2f}% [{low:.2f}, {high:.2f}]" in page
            assert shown, row
    seats = {(row["strategy"], int(row["seat"])): float(row["mean_place"]) for row in rows(table / "seats.csv")}
    assert seats == {(row["strategy"], row["seat"]): row["mean_place"] for row in played["by_seat"]}
    places = {row["strategy"]: [float(row[f"place_{k}"]) for k in (1, 2, 3)] for row in rows(table / "places.csv")}
    assert places == {row["strategy"]: [row[f"place_{k}"] for k in (1, 2, 3)] for row in played["places"]}


def test_its_games_are_sliced_by_the_size_of_table(table: Path) -> None:
    kept = {row["strategy"].partition(":")[0]: float(row["loss_rate"]) for row in rows(table / "rates.csv")}
    sliced = knotlab("rate", table, "--players", 3, "--of", "lost", "--by", "player", "--json").json["slices"]
    assert {row["player"].partition(":")[0]: row["value"] for row in sliced} == pytest.approx(kept)
    said = refused("rate", table, "--players", 5, "--of", "lost")
    assert "has results at tables of 3 players; choose one of them with --players" in said
    for metric in ("loss_rate", "win_rate"):
        shown = knotlab("show", table, "--players", 3, "--json").json["strategies"]
        assert {row["strategy"]: row[metric] for row in shown} == {
            row["strategy"]: float(row[metric]) for row in rows(table / "rates.csv")
        }
    kept_run = next(table.glob("kept/table-*"))
    assert "a run itself says how many play" in refused("rate", kept_run, "--players", 3, "--of", "lost")


def test_every_table_and_plot_lies_beside_the_page(table: Path) -> None:
    names = {path.name for path in table.iterdir()}
    stems = ("rates", "places", "seats", "pairs")
    assert names == {
        *(f"{stem}.{kind}" for stem in stems for kind in ("csv", "png", "svg")),
        "report.html",
        "kept",
        "command",
        "SHA256SUMS",
    }
    assert all(row["settings"] == "packs=2" for stem in stems for row in rows(table / f"{stem}.csv"))
    assert all("packs=2" in (table / f"{stem}.svg").read_text() for stem in stems)


@pytest.mark.long
def test_the_command_on_the_page_makes_the_same_page_without_playing_again(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (table / "report.html").read_text()
    command = html.unescape(re.search(r"The same page again: <code>(.*?)</code>", before)[1])  # type: ignore[index]

    def never(*_: object, **__: object) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr("knotlab.sim.playing.delivery._deliver", never)
    assert knotlab(*shlex.split(command)[1:]).status == 0
    assert (table / "report.html").read_text() == before


@pytest.mark.long
def test_the_function_writes_the_same_page_into_another_folder(table: Path, tmp_path: Path) -> None:
    options = {"games": 90, "set": {"packs": 2}, "seed": 4, "progress": False}
    written = report_game(GAME, [SHED, ACES, RANDOM], out=tmp_path / "page", **options)  # type: ignore[arg-type]
    assert written.page == tmp_path / "page" / "report.html" and written.content.games == 90
    for name in ("rates", "places", "seats", "pairs"):
        for kind in ("csv", "svg"):
            assert (written.page.parent / f"{name}.{kind}").read_bytes() == (table / f"{name}.{kind}").read_bytes()
    assert written.page.read_text().replace(str(written.page.parent), str(table)) == (table / "report.html").read_text()


@pytest.mark.long
def test_any_number_of_strategies_plays_at_a_table_of_any_size(tmp_path: Path) -> None:
    words = (SHED, ACES, RANDOM, "ten-chain", "--players", 3, "--games", 240, *SETTINGS)
    page = tmp_path / "report" / "report.html"
    assert knotlab("report", GAME, *words, "--out", page.parent, "--json").json == {"page": str(page)}
    rated = knotlab("tournament", GAME, *words, "--json").json
    assert sections(page.read_text()) == [*RESULTS, "Ratings", *METHOD]
    kept = {row["strategy"]: row for row in rows(page.parent / "rates.csv")}
    assert {row["strategy"]: row["loss_rate"] for row in rated["rates"]} == {
        name: float(row["loss_rate"]) for name, row in kept.items()
    }
    seats, places = pd.DataFrame(rated["seats"]), pd.DataFrame(rated["places"]).set_index("strategy")
    first_screen, deals = page.read_text(), rated["facts"]["deals"]
    assert rated["facts"]["games"] == deals * 4 * 3 and f"{deals * 4 * 3:,} games: on every deal" in first_screen
    for name, row in kept.items():
        assert seats[seats["strategy"] == name]["win_rate"].mean() == pytest.approx(float(row["win_rate"]))
        assert places.loc[name].sum() == pytest.approx(1) and places.loc[name, "unfinished"] == 0
        mean = sum(k * places.loc[name, f"place_{k}"] for k in (1, 2, 3))
        assert mean == pytest.approx(float(row["mean_place"]))


def test_tables_of_several_sizes_are_on_one_page_and_in_one_frame(tmp_path: Path) -> None:
    """One size as a run, as the strategies fill its table; the other as a tournament."""
    words = (SHED, ACES, RANDOM, "--games", 300, *SETTINGS)
    page = tmp_path / "both" / "report.html"
    assert knotlab("report", GAME, *words, "--players", 3, "--players", 4, "--out", page.parent).status == 0
    text = page.read_text()
    assert sections(text) == ["At a glance", "3 players", "4 players", *METHOD]
    assert "<h1>Twisted Knot, 3 and 4 players, packs=2</h1>" in text
    assert " cards, seat" not in text  # 108 are dealt out evenly among three and among four
    assert all(f"With {n} players, {RANDOM}" not in text and f"With {n} players, " in text for n in (3, 4))
    assert len(set(re.findall(r'\bid="([^"]+)"', text))) == len(re.findall(r'\bid="([^"]+)"', text))
    options = {"games": 300, "set": {"packs": 2}, "seed": 4, "progress": False}
    report = report_game(GAME, [SHED, ACES, RANDOM], players=(3, 4), out=page.parent, **options)  # type: ignore[arg-type]
    frame = report.to_pandas().set_index(["players", "strategy"])["loss_rate"]
    rated = knotlab("tournament", GAME, *words, "--players", 4, "--json").json["rates"]
    played = knotlab("play", GAME, *words, "--json").json["strategies"]
    for n, known in ((3, played), (4, rated)):
        assert {row["strategy"]: row["loss_rate"] for row in known} == frame[n].to_dict()
    lost = report.games().group_by("players", "player").agg(pl.col("lost").mean()).collect()
    assert {(row["players"], row["player"]): row["lost"] for row in lost.to_dicts()} == pytest.approx(frame.to_dict())


def by_seat(shares: dict[str, list[float]]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Win rates of strategies by seat, a hundredth sure, and their means."""
    rows = [(name, seat, share) for name, own in shares.items() for seat, share in enumerate(own)]
    seats = pd.DataFrame(rows, columns=["strategy", "seat", "win_rate"])
    seats = seats.assign(win_rate_low=seats["win_rate"] - 0.01, win_rate_high=seats["win_rate"] + 0.01)
    return seats, seats.groupby("strategy", as_index=False)["win_rate"].mean()


def test_what_a_seat_is_worth_is_held_against_the_steps_between_strategies() -> None:
    """Seats differ by 0.06: more than the step from a to b, 0.02, and less than that from b to c, 0.18."""
    effect = seat_effect(*by_seat({"a": [0.46, 0.40], "b": [0.44, 0.38], "c": [0.26, 0.20]}), "win_rate")
    assert effect and (effect.most, effect.least, effect.is_certain, effect.gaps) == (0, 1, True, 2)
    assert effect.gap == pytest.approx(0.06)
    assert [(gap.more, gap.less) for gap in effect.smaller] == [("a", "b")]
    even = seat_effect(*by_seat({"a": [0.41, 0.40], "b": [0.20, 0.20]}), "win_rate")
    assert even and not even.is_certain
    seats, rates = by_seat({"a": [0.4, 0.3]})
    assert seat_effect(seats.assign(win_rate=[0.4, None]), rates, "win_rate") is None


def test_seats_are_compared_by_the_measure_that_is_named_the_better_seat_first() -> None:
    """By places, of which fewer are better: seat 1 is better, and the step from a to b is the largest smaller one."""
    shares = {"a": [2.06, 2.00], "b": [2.09, 2.03], "c": [2.50, 2.40]}
    seats, rates = (
        table.rename(columns=lambda name: name.replace("win_rate", "mean_place")) for table in by_seat(shares)
    )
    effect, about = seat_effect(seats, rates, "mean_place"), SimpleNamespace(names={name: name for name in "abc"})
    assert effect
    words = seat_words(effect, about)  # type: ignore[arg-type]
    assert words.startswith(
        "by mean place, by which the table ranks, where one sits matters more than 1 of the 2 steps"
    )
    assert "seat 1 comes in at 2.143 [2.133, 2.153] on average and seat 0 comes in at 2.217" in words
    assert words.endswith("the largest of those steps, between a and b, is 0.030 of a place.")
    wins = seat_effect(*by_seat({"a": [0.46, 0.40], "b": [0.44, 0.38]}), "win_rate")
    assert wins
    words = seat_words(wins, about)  # type: ignore[arg-type]
    assert words.startswith("by games won, where one sits matters more than the step")
    assert (
        "seat 0 wins 45.00% [44.00, 46.00] of its games and seat 1 wins 39.00%" in words and "between a and b" in words
    )


@pytest.mark.parametrize(
    ("lows", "says"),
    [((0.52, 0.55), "together)."), ((0.48, 0.55), "together); it is not certainly ahead of b.")],
)
def test_whom_the_best_is_not_certainly_ahead_of_is_named(lows: tuple[float, float], says: str) -> None:
    pairs = [
        {"strategy": "a", "against": other, "ahead_low": low, "ahead_high": 0.6}
        for other, low in zip("bc", lows, strict=True)
    ]
    ratings = pd.DataFrame({"strategy": list("abc"), "best_rank": [1, 2, 3]})
    content = SimpleNamespace(result=SimpleNamespace(ratings=ratings), pairs=pd.DataFrame(pairs))
    about = SimpleNamespace(ranking=list("abc"), names={name: name for name in "abc"}, rates=ratings)
    assert certainty(content, about).endswith(says)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("players", "changes", "dealt"),
    [(5, ["preset=southampton"], [11, 11, 11, 11, 10]), (5, ["jokers=0"], [11, 11, 10, 10, 10]), (3, [], [18, 18, 18])],
)
def test_who_is_dealt_fewer_cards_is_counted(players: int, changes: list[str], dealt: list[int]) -> None:
    rules = make_rules(games.find(GAME), players, changes)
    assert cards_dealt(Conditions(GAME, players, rules, seed=1)) == dealt


def test_one_strategy_fills_a_table_with_itself(tmp_path: Path) -> None:
    assert knotlab("report", GAME, SHED, "--players", 4, "--games", 40, "--out", tmp_path / "alone").status == 0
    row = rows(tmp_path / "alone" / "rates.csv")[0]
    assert (float(row["win_rate"]), float(row["mean_place"])) == (0.25, 2.5)
    says = "Of the 54 cards, seats 0 and 1 are dealt 14 each, and seats 2 and 3 are dealt 13 each."
    assert says in (tmp_path / "alone" / "report.html").read_text()


@pytest.mark.long
def test_a_game_with_points_has_scores_in_the_place_of_places(tmp_path: Path) -> None:
    words = ("twyst", "threshold+solid", "cautious+high", "random+random", "random+high", "--games", 40)
    assert knotlab("report", *words, "--out", tmp_path / "points").status == 0
    page = (tmp_path / "points" / "report.html").read_text()
    assert sections(page) == ["At a glance", "Points", "Seats", "Who beats whom", *METHOD]
    played = knotlab("play", *words, "--json").json["strategies"]
    assert {row["strategy"]: float(row["mean_score"]) for row in rows(tmp_path / "points" / "rates.csv")} == {
        row["strategy"]: row["mean_score"] for row in played
    }
    assert ("scores more than" in page, "finishes ahead" in page) == (True, False)


@pytest.mark.long
def test_strategies_of_ones_own_take_part(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "my_own", '"""A bold idea."""', "return 0.0")
    words = ("my-own", SHED, "--strategies-from", file, "--games", 20, "--out", tmp_path / "own")
    assert knotlab("report", GAME, *words).status == 0
    page = (tmp_path / "own" / "report.html").read_text()
    assert "A bold idea" in page and f"--strategies-from {file}" in html.unescape(page)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((GAME, SHED, ACES, "--deals", 10, "--budget", 0), "--deals, --budget can be given only without a GAME"),
        (("--players", 3, "--set", "packs=2"), "--players, --set can be given only with a GAME"),
        ((GAME, SHED), "2 to 8 players"),
        ((GAME, SHED, ACES, "--players", 9), "2 to 8 players"),
        ((GAME, SHED, ACES, "--players", 3, "--players", 3), "3 players are given twice"),
        ((GAME, SHED, ACES, "--players", 3, "--players", "many"), "--players must be a whole number"),
        ((GAME, SHED, "sheda"), "there is no strategy 'sheda' for twisted-knot"),
        (("bridge", SHED, ACES), "there is no game 'bridge'"),
        ((GAME, SHED, ACES, "--set", "pack=2"), "did you mean 'packs'"),
        ((GAME, SHED, ACES, "--games", "many"), "--games must be a whole number of 1 or more, not 'many'"),
    ],
)
def test_bad_input_is_one_sentence_and_writes_nothing(words: tuple[object, ...], said: str, tmp_path: Path) -> None:
    assert said in refused("report", *words, "--out", tmp_path / "never")
    assert not (tmp_path / "never").exists()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("precious")
    assert "this command wrote nothing that is in it" in refused("report", GAME, SHED, ACES, "--out", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("game", "strategies", "rules"),
    [
        (GAME, [SHED, ACES, SHED], {"turn_limit": 60}),  # so that many games are not finished
        ("knotweed", ["dump", "random", "cheapest"], {}),
        ("twyst", ["threshold+solid", "random+random", "random+random", "cautious+high"], {}),
    ],
)
def test_who_is_ahead_of_whom_is_counted_game_by_game(
    game: str, strategies: list[str], rules: dict[str, object], tmp_path: Path
) -> None:
    result = play(game, strategies, games=60, seed=3, set=rules, out=tmp_path / "kept")
    n, frame = len(strategies), result.scan().collect()
    numbers = [
        [row[f"score_{p}"] if game == "twyst" else -(row[f"place_{p}"] or n + 1) for p in range(n)]
        for row in frame.to_dicts()
    ]
    if game == GAME:
        assert any(row["end"] for row in frame.to_dicts())
    outcome = {(row["strategy"], row["against"]): row["ahead"] for row in pairs(result).to_dict("records")}
    names = [player.partition(",")[0] for player in result.players]
    for a, b in itertools.permutations(result.names, 2):
        met = [
            (game_numbers[i], game_numbers[j])
            for game_numbers in numbers
            for i, j in itertools.permutations(range(n), 2)
            if (result.players[i], result.players[j]) == (a, b)
        ]
        share = sum(1.0 if number > other else 0.5 if number == other else 0.0 for number, other in met) / len(met)
        assert outcome[a, b] == pytest.approx(share), (a, b, names)
    assert len(outcome) == len(result.names) * (len(result.names) - 1)


@pytest.mark.parametrize(("deals", "is_certain"), [(29, False), (30, True)])
def test_a_pair_is_certain_for_all_pairs_together_and_from_thirty_deals_on(
    tmp_path: Path, deals: int, is_certain: bool
) -> None:
    result = play(GAME, [SHED, ACES, RANDOM], games=3 * deals, out=tmp_path / "run")
    frame = pairs(result)
    assert (result.deals, (frame["all_low"] > 0.5).any()) == (deals, is_certain)
    assert frame["ahead_low"].notna().all() and frame["all_low"].notna().all() == is_certain
    assert not (frame["all_low"] > frame["ahead_low"]).any()
