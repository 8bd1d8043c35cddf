"""The report: a page that stands alone, with its tables and plots beside it and the same numbers in all."""

import html
import io
import math
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

import knotlab
from knotlab.analysis.bidding.bids import Thresholds
from knotlab.analysis.report import contests
from knotlab.analysis.report.contests import play_contest
from knotlab.analysis.report.settings import ReportSettings, load_or_make
from knotlab.analysis.tournaments.result import entrants
from knotlab.analysis.tournaments.setup import usual_entrants
from knotlab.reports.page.contests import ahead_of, headline, points_data, points_headline, precision
from knotlab.reports.page.report import command, game_section, rulings_of
from knotlab.reports.page.tournament import Entry, entries, rungs
from knotlab.reports.plots.style import inline
from knotlab.reports.words import bidding as words
from knotlab.reports.words.numbers import amount, with_ends
from knotlab.reports.words.rulings import rulings
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.protocol import Measure
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import players
from tests.reports.pages import scripts_of, untimed_page

pytestmark = pytest.mark.more


@pytest.fixture(scope="module")
def folder(report: Path) -> Path:
    assert report.name == "report.html"
    return report.parent


def test_the_page_needs_nothing_from_outside(folder: Path) -> None:
    page = (folder / "report.html").read_text("utf-8")
    assert not re.findall(r"<(?:link|img|iframe)\b|<script[^>]*src=", page)
    fetched = re.findall(
        r'(?:src|href)="([^"#][^"]*)"', re.sub(r"<svg.*?</svg>|<script.*?</script>", "", page, flags=re.DOTALL)
    )
    assert fetched and all((folder / name).is_file() for name in fetched)
    assert "@import" not in page and "url(http" not in page
    allowed, there = scripts_of(page)
    assert allowed == there
    assert len(page) < 5_000_000


def test_each_game_with_places_has_a_chart_of_games_lost_and_won_and_tables_of_each_number_of_players(
    folder: Path,
) -> None:
    page = (folder / "report.html").read_text("utf-8")
    for game in ("twisted-knot", "knotweed"):
        for result in ("lost", "won"):
            assert page.count(f'<figure class="contest" data-game="{game}" data-result="{result}">') == 1
    for n in (2, 3, 4):
        for table in ("rates", "pairs"):
            assert all(f'<pre id="csv-{game}-{n}-players-{table}">' in page for game in ("twisted-knot", "knotweed"))
    assert '<pre id="csv-twyst-4-players-points">' in page


def test_the_page_is_small_enough_to_be_sent(folder: Path) -> None:
    page = (folder / "report.html").read_text("utf-8")
    assert len(page.encode()) < 900_000
    assert len(re.findall(r"<[a-z]", page)) < 14_000


@pytest.mark.parametrize("name", games.listed())
def test_the_rules_of_each_game_are_on_the_page_and_every_ruling_cited_is_linked(folder: Path, name: str) -> None:
    page = (folder / "report.html").read_text("utf-8")
    numbers = list(rulings(games.find(name)))
    for number in numbers:
        assert page.count(f'id="{number.lower()}"') == 1
    written = rulings_of(games.find(name))[0].html
    assert written in page
    unlinked = re.sub(r"<h4.*?</h4>|<code>.*?</code>|<a .*?</a>", "", written)
    assert not re.search(rf"\b(?:{'|'.join(numbers)})\b", unlinked)
    assert {*re.findall(r'href="#([^"]+)"', written)} <= {number.lower() for number in numbers}


# The table cards, in tables of their own; a pact, where its ally sits; a later champion, among the earlier one.
MEASURED_APART = ("card", "pact", "champion-v3")


def test_every_strategy_is_in_the_tables_and_follows_its_tip_as_it_does_on_trial(folder: Path) -> None:
    for game in ("twisted-knot", "knotweed"):
        played = players(game, entrants(game))
        assert {*pd.read_csv(folder / f"{game}-2-players-rates.csv")["strategy"]} == {each.name for each in played}
        assert {name.partition("@")[0] for name in entrants(game)} == {
            name
            for name, strategy in catalogue(game).items()
            if not (strategy.is_slow or strategy.cheats or name in MEASURED_APART)
        }


def csv_in(page: str, name: str) -> pd.DataFrame:
    """A table within the page."""
    match = re.search(f'<pre id="csv-{name}">(.*?)</pre>', page, re.DOTALL)
    assert match
    return pd.read_csv(io.StringIO(html.unescape(match[1])), dtype=str)


def test_the_pages_numbers_are_those_of_the_csv_files(folder: Path) -> None:
    page = (folder / "report.html").read_text("utf-8")
    for n in (2, 3, 4):
        for game in ("twisted-knot", "knotweed"):
            shown = csv_in(page, f"{game}-{n}-players-rates").set_index("spelling")
            spelt = {name: row for names, row in shown.iterrows() for name in str(names).split(" = ")}
            rows = pd.read_csv(folder / f"{game}-{n}-players-rates.csv").to_dict("records")
            assert {row["strategy"] for row in rows} == {*spelt}
            for row in rows:
                low, high = 100 * row["loss_rate_low"], 100 * row["loss_rate_high"]
                lost = f"{100 * row['loss_rate']:.1f} [{low:.1f}, {high:.1f}]"
                assert spelt[row["strategy"]]["lost in 100"] == lost


def test_points_of_twyst_are_told_with_intervals_for_every_bidder_with_every_player(folder: Path) -> None:
    rows = csv_in((folder / "report.html").read_text("utf-8"), "twyst-4-players-points")
    assert {*rows["spelling"]} == {
        "threshold@v3+champion",
        "carded+champion",
        *(f"{b}+{p}" for b in ("random", "cautious", "threshold") for p in ("random", "high", "solid")),
    }
    assert rows["points a deal"].str.fullmatch(r"-?[\d.]+ \[-?[\d.]+, -?[\d.]+\]").all()


def test_the_same_report_again_is_read_and_not_played_and_other_deals_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*_: object, **__: object) -> None:
        raise AssertionError("it was played again")

    before = (folder / "report.html").read_text("utf-8")
    monkeypatch.setattr(contests, "tournament", play)
    monkeypatch.setattr(contests, "round_robin", play)
    monkeypatch.setattr("knotlab.analysis.tournaments.result.seconds_of", lambda _: math.nan)  # it was stopped
    wanted = {"seed": 7, "budget": 0, "workers": 1, "out": folder, "progress": False}
    knotlab.report(deals=30, **wanted)
    again = (folder / "report.html").read_text("utf-8")
    assert untimed_page(before) == untimed_page(again) and "nan s" not in again
    with pytest.raises(AssertionError, match="played again"):
        knotlab.report(deals=31, **wanted)


OWN = """from knotlab.strategies import strategy


@strategy("{game}")
def mine(view, move):
    \"\"\"An idea that nobody else has.\"\"\"
    return 0.0
"""


def test_strategies_of_a_users_own_take_part(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN.format(game="knotweed"))
    wanted = ReportSettings(tmp_path / "report", 2, 7, workers=1, strategies_from=(file,))
    outcome = play_contest(wanted, "knotweed", 2)
    assert "mine" in set(outcome.result.ratings["strategy"])
    section = game_section("knotweed", [outcome], wanted.strategies_from, wanted.out)
    assert "An idea that nobody else has." in str(section)
    assert command(wanted).endswith(f"--strategies-from {file}")
    alone = replace(wanted, strategies_from=())
    assert wanted.sources != alone.sources and "--strategies-from" not in command(alone)
    file.write_text(OWN.format(game="knotweed").replace("0.0", "1.0"))
    assert replace(wanted).sources != wanted.sources


def test_a_users_own_strategy_of_twyst_meets_all_bidders_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN.format(game="twyst"))
    assert usual_entrants("twyst", [file]) == [*usual_entrants("twyst"), "mine"]


def test_kept_numbers_that_are_damaged_are_one_sentence(tmp_path: Path) -> None:
    wanted = ReportSettings(tmp_path, 2, 7)
    load_or_make(wanted, "points", {"deals": 1000}, lambda: {"x": 1})
    assert load_or_make(wanted, "points", {"deals": 1000}, lambda: {"x": 2}) == {"x": 1}
    next(tmp_path.rglob("points-*.json")).write_text("{")
    with pytest.raises(InputError, match=r"damaged .*; remove it"):
        load_or_make(wanted, "points", {"deals": 1000}, lambda: {"x": 2})


def test_numerals_rise_with_trump_tricks_as_the_bidder_shows_them() -> None:
    shown = words.steps(Thresholds(ace=7.0, court=6.0, misere=0.5, numeral=7.0, slope=0.5))
    assert shown == [("under 1.0", 5), ("1.0 to 3.0", 6), ("3.0 to 5.0", 7), ("5.0 to 7.0", 8), ("over 7.0", 9)]
    assert words.steps(Thresholds(ace=7.0, court=6.0, misere=0.5, numeral=7.0, slope=0.0)) == []


def test_what_is_rounded_to_nothing_has_no_minus() -> None:
    assert with_ends(-0.01, -0.3, 0.28, "z.1f") == "0.0 [\N{MINUS SIGN}0.3, 0.3]"
    assert [amount(metric, -1e-6, signed) for metric in ("loss_rate", "mean_place") for signed in (False, True)] == [
        "0.00",
        "+0.00",
        "0.000",
        "+0.000",
    ]
    assert amount("loss_rate", -0.01, True) == "\N{MINUS SIGN}1.00"


def test_ids_of_the_plots_do_not_collide(folder: Path) -> None:
    ids = re.findall(r'\bid="([^"]+)"', (folder / "report.html").read_text("utf-8"))
    assert len(ids) == len(set(ids))


def test_names_that_look_like_markup_stay_text() -> None:
    svg = inline('<svg height="1pt" viewBox="0 0 1 1" width="1pt" x="0"></svg>', "p", '<script>"')
    assert "<script>" not in svg and "&lt;script&gt;&quot;" in svg


def entry(name: str, rate: float, half: float) -> Entry:
    """An entry that loses and wins some share of its games at a table of two."""
    row = {f"{field}{end}": rate + way * half for field in ("loss_rate", "win_rate") for end, way in ENDS.items()}
    return Entry(name, (), (name,), {2: row})


ENDS = {"": 0, "_low": -1, "_high": 1}


def test_the_headline_says_when_the_best_two_are_too_close_to_call() -> None:
    near = [entry("A", 0.30, 0.02), entry("B", 0.31, 0.02), entry("C", 0.5, 0.02)]
    assert headline(near, 2) == (
        "2 players: a loses least (30 games in 100, too close to call with b (31)). C loses most."
    )
    apart = [entry("A", 0.30, 0.001), entry("B", 0.31, 0.001), entry("C", 0.5, 0.001)]
    assert "too close" not in headline(apart, 2)


def test_twysts_headline_says_when_the_best_two_are_too_close_to_tell() -> None:
    rows = [("a", 9.0, 8.9, 9.1), ("b", 8.0, 7.9, 8.1), ("c", 2.0, 1.9, 2.1)]
    scores = pd.DataFrame(rows, columns=["strategy", "mean_score", "mean_score_low", "mean_score_high"])
    twyst = games.find("twyst")
    assert "too close" not in points_headline(twyst, scores)
    assert "too close" in points_headline(twyst, scores.assign(mean_score_low=0.0, mean_score_high=10.0))


def test_the_title_of_who_finishes_ahead_counts_whom_the_best_certainly_does() -> None:
    rows = [("a", "b", 0.6, 0.55, 0.65), ("a", "c", 0.6, 0.49, 0.7), ("b", "c", 0.9, 0.8, 1.0)]
    pairs = pd.DataFrame(rows, columns=["strategy", "against", "ahead", "ahead_low", "ahead_high"])
    lineup = [Entry(name.upper(), (), (name,), {}) for name in "abc"]
    result = SimpleNamespace(pairs=pairs)
    assert ahead_of(lineup, result) == "a is certainly ahead of 1 of 2 others, perhaps not of c"  # type: ignore[arg-type]
    assert ahead_of(lineup[1:], result) == "b is certainly ahead of everybody else"  # type: ignore[arg-type]
    known = "are known to \N{PLUS-MINUS SIGN}11 (95%, for all pairs together), half of them to \N{PLUS-MINUS SIGN}10."
    assert precision(result) == f"Numbers of who beats whom {known}"  # type: ignore[arg-type]
    pairs.loc[:, ["ahead_low", "ahead_high"]] = float("nan")  # of too few games
    assert precision(result).startswith("Too few games")  # type: ignore[arg-type]


def test_a_player_with_settings_of_its_own_is_called_tuned() -> None:
    rates = pd.DataFrame({"strategy": ["shed", "save-queens:queens=3"], "loss_rate": [0.3, 0.4]})
    assert {entry.name for entry in entries("twisted-knot", {2: rates})} == {"Plain shedder", "Queens saver, tuned"}


def test_those_who_play_alike_at_every_table_are_one_entry_with_their_other_names() -> None:
    rows = [("finisher", 0.3), ("cheapest", 0.4), ("always-play", 0.3)]
    two = pd.DataFrame(rows, columns=["strategy", "loss_rate"])
    outcome = entries("knotweed", {2: two, 3: two})
    assert [(each.name, each.also, each.spellings) for each in outcome] == [
        ("Never passes", ("Finisher",), ("always-play", "finisher")),
        ("Cheapest play", (), ("cheapest",)),
    ]
    three = two.assign(loss_rate=[0.3, 0.4, 0.30000001])
    assert len(entries("knotweed", {2: two, 3: three})) == 3


def test_on_a_ladder_each_is_certainly_worse_than_somebody_above_and_than_nobody_beside() -> None:
    spans = {"a": (5, 9), "b": (3, 6), "c": (1, 4), "d": (-3, 0)}
    ratings = pd.DataFrame(
        [(name, low, high, (low + high) / 2) for name, (low, high) in spans.items()],
        columns=["strategy", "low", "high", "rating"],
    )
    lineup = [entry(name, 0.3, 0.1) for name in "dcba"]
    assert [[each.name for each in rung] for rung in rungs(lineup, ratings)] == [["a", "b"], ["c"], ["d"]]


def test_points_are_shown_in_the_words_and_measures_of_their_game() -> None:
    chips = replace(
        games.find("twyst"), match_rules=None, first_part=(), measures=(Measure("score", "chips", digits=1),)
    )
    row = {"strategy": "a", "mean_score": 2.5, "mean_score_low": 1.5, "mean_score_high": 3.5, "games": 40, "deals": 10}
    ratings = pd.DataFrame(
        [row, row | {"strategy": "b", "mean_score": -2.5, "mean_score_low": -3.5, "mean_score_high": -1.5}]
    )
    assert points_headline(chips, ratings) == "a wins most, 2.5 chips a game; b wins least, \u22122.5."
    data = points_data(chips, ratings, {"a": "Able", "b": "Bold"})
    assert data.splitlines() == [
        "player,chips a game,games,spelling",
        'Able,"2.5 [1.5, 3.5]",40,a',
        'Bold,"-2.5 [-3.5, -1.5]",40,b',
    ]
