"""The report: a page that stands alone, with its tables and plots beside it and the same numbers in all."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from knotlab.analysis.bidding.guide import from_facts, make_guide
from knotlab.analysis.stats.estimate import Estimate
from knotlab.analysis.tournaments.tournament import usual_entrants
from knotlab.reports.page import bidding, playing, points, rules
from knotlab.reports.page.pictures import Pictures
from knotlab.reports.page.playing import ReportSettings, load_or_make
from knotlab.reports.page.report import command, game_section, write_report
from knotlab.reports.page.tournaments import headline
from knotlab.reports.plots.style import inline
from knotlab.reports.words import guide
from knotlab.reports.words.numbers import amount
from knotlab.reports.words.rulings import rulings
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.protocol import Measure
from knotlab.strategies.catalogue import catalogue


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
    assert len(page) < 5_000_000


def test_there_are_tables_and_plots_for_two_three_and_four_players(folder: Path) -> None:
    page = (folder / "report.html").read_text("utf-8")
    assert (
        re.sub('<details class="written">.*?</details>', "", page, flags=re.DOTALL).count("<table>")
        == 2 * (2 * 3 + 1) + 1
    )  # rates and ratings of both games with places, and of Twyst; the run's facts
    assert len(re.findall(r'<svg role="img" aria-label="[^"]{40,}"', page)) == 3 * 6 + 4
    for n in (2, 3, 4):
        for plot in ("rates", "ratings", "ahead"):
            for ending in ("png", "svg"):
                assert all(
                    (folder / f"{game}-{n}-players-{plot}.{ending}").stat().st_size > 1000
                    for game in ("twisted-knot", "knotweed")
                )


@pytest.mark.parametrize("name", games.listed())
def test_the_rules_of_each_game_are_on_the_page_and_every_ruling_cited_is_linked(folder: Path, name: str) -> None:
    page = (folder / "report.html").read_text("utf-8")
    numbers = list(rulings(games.find(name)))
    for number in numbers:
        assert page.count(f'id="{number.lower()}"') == 1
    written = rules.blocks(games.find(name))[0].html
    assert written in page
    unlinked = re.sub(r"<h4.*?</h4>|<code>.*?</code>|<a .*?</a>", "", written)
    assert not re.search(rf"\b(?:{'|'.join(numbers)})\b", unlinked)
    assert {*re.findall(r'href="#([^"]+)"', written)} <= {number.lower() for number in numbers}


def test_every_strategy_is_in_the_tables(folder: Path) -> None:
    for game in ("twisted-knot", "knotweed"):
        assert {*pd.read_csv(folder / f"{game}-2-players-rates.csv")["strategy"]} == {
            f"{name}:tremble=0.02" for name, strategy in catalogue(game).items() if not strategy.is_slow
        }


def test_the_pages_numbers_are_those_of_the_csv_files(folder: Path) -> None:
    page = (folder / "report.html").read_text("utf-8")
    for n in (2, 3, 4):
        rates = [pd.read_csv(folder / f"{game}-{n}-players-rates.csv") for game in ("twisted-knot", "knotweed")]
        for row in pd.concat(rates).to_dict("records"):
            assert (
                f"{100 * row['loss_rate']:.2f} [{100 * row['loss_rate_low']:.2f}, {100 * row['loss_rate_high']:.2f}]"
                in page
            )


def test_points_of_twyst_are_told_with_intervals_for_every_bidder_with_every_player(folder: Path) -> None:
    page, rows = (
        (folder / "report.html").read_text("utf-8"),
        pd.read_csv(folder / "twyst-4-players-points.csv").to_dict("records"),
    )
    assert {(row["bidder"], row["player"]) for row in rows} == {
        (b, p) for b in ("random", "cautious", "threshold") for p in ("random", "high", "solid")
    }
    for row in rows:
        assert f"{row['mean_score']:.2f} [{row['mean_score_low']:.2f}, {row['mean_score_high']:.2f}]" in page
    assert all(
        (folder / f"twyst-4-players-points-{plot}.{ending}").stat().st_size > 1000
        for plot in ("each", "pairs")
        for ending in ("png", "svg")
    )


def test_the_same_report_again_is_read_and_not_played_and_other_deals_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*_: object, **__: object) -> None:
        raise AssertionError("it was played again")

    before = (folder / "report.html").read_text("utf-8")
    monkeypatch.setattr(playing, "tournament", play)
    monkeypatch.setattr(playing, "round_robin", play)
    write_report(ReportSettings(folder, 30, 7, workers=1))
    assert untimed(before) == untimed((folder / "report.html").read_text("utf-8"))
    with pytest.raises(AssertionError, match="played again"):
        write_report(ReportSettings(folder, 31, 7, workers=1))


def untimed(page: str) -> str:
    """A page without the time that its command took."""
    return re.sub(r"time of this command.*?</tr>", "", page, flags=re.DOTALL)


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
    found = playing.played_tournament(wanted, "knotweed", 2)
    assert "mine:tremble=0.02" in set(found.result.ratings["strategy"])
    section, _ = game_section("knotweed", [found], None, wanted, Pictures(wanted.out))
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
    wanted = ReportSettings(tmp_path, 2, 7, bids=1000)
    load_or_make(wanted, "guide", {"hands": 1000}, lambda: {"x": 1})
    assert load_or_make(wanted, "guide", {"hands": 1000}, lambda: {"x": 2}) == {"x": 1}
    next(tmp_path.rglob("guide-*.json")).write_text("{")
    with pytest.raises(InputError, match=r"damaged .*; remove it"):
        load_or_make(wanted, "guide", {"hands": 1000}, lambda: {"x": 2})


def test_a_guide_kept_as_plain_data_is_the_same_guide() -> None:
    made = make_guide("threshold+solid", 1000, seed=3, workers=1, rollouts=10)
    again = from_facts(json.loads(json.dumps(made.facts())))
    assert (
        again.facts() == made.facts()
        and again.thresholds == made.thresholds
        and repr(again.examples) == repr(made.examples)
    )


def test_the_guides_section_has_its_hands_plots_and_files(tmp_path: Path) -> None:
    made = make_guide("threshold+solid", 1000, seed=3, workers=1, rollouts=10)
    section = bidding.section(made, 3, Pictures(tmp_path))
    kinds = [block.kind for block in section.blocks]
    assert kinds.count("picture") == len(list(tmp_path.glob("*.png"))) == len(list(tmp_path.glob("*.svg"))) >= 2
    assert kinds.count("table") == 2
    files = next(block for block in section.blocks if block.kind == "files")
    assert {*files.names} == {path.name for path in tmp_path.iterdir()}  # type: ignore[union-attr]


def test_what_is_rounded_to_nothing_has_no_minus() -> None:
    assert guide.points(Estimate(-0.01, 0.15, -0.3, 0.28, 100)) == "0.0 [-0.3, 0.3]"
    assert [amount(metric, -1e-6, signed) for metric in ("loss_rate", "mean_place") for signed in (False, True)] == [
        "0.00",
        "+0.00",
        "0.000",
        "+0.000",
    ]
    assert amount("loss_rate", -0.01, True) == "-1.00"


def test_ids_of_the_plots_do_not_collide(folder: Path) -> None:
    ids = re.findall(r'\bid="([^"]+)"', (folder / "report.html").read_text("utf-8"))
    assert len(ids) == len(set(ids))


def test_names_that_look_like_markup_stay_text() -> None:
    svg = inline('<svg height="1pt" viewBox="0 0 1 1" width="1pt" x="0"></svg>', "p", '<script>"')
    assert "<script>" not in svg and "&lt;script&gt;&quot;" in svg


def test_the_headline_says_when_the_best_two_are_too_close_to_tell() -> None:
    rows = [("a", 0.30, 0.28, 0.32), ("b", 0.31, 0.29, 0.33), ("c", 0.5, 0.48, 0.52)]
    ratings = pd.DataFrame(rows, columns=["strategy", "loss_rate", "loss_rate_low", "loss_rate_high"])
    assert "too close to tell" in headline(ratings)
    apart = ratings.assign(loss_rate_low=ratings["loss_rate"] - 0.001, loss_rate_high=ratings["loss_rate"] + 0.001)
    assert "too close" not in headline(apart)
    scores = apart.rename(columns=lambda name: name.replace("loss_rate", "mean_score")).sort_values(
        "mean_score", ascending=False, ignore_index=True
    )
    twyst = games.find("twyst")
    assert "too close" not in points.headline(twyst, scores)
    assert "too close" in points.headline(twyst, scores.assign(mean_score_low=0.0, mean_score_high=1.0))


def test_points_are_shown_in_the_words_and_measures_of_their_game(tmp_path: Path) -> None:
    chips = replace(
        games.find("twyst"), match_rules=None, first_part=(), measures=(Measure("score", "chips", digits=1),)
    )
    row = {"strategy": "a", "mean_score": 2.5, "mean_score_low": 1.5, "mean_score_high": 3.5, "games": 40, "deals": 10}
    ratings = pd.DataFrame(
        [row, row | {"strategy": "b", "mean_score": -2.5, "mean_score_low": -3.5, "mean_score_high": -1.5}]
    )
    blocks = points.point_blocks(chips, "chips", ratings, 80, Pictures(tmp_path))
    said = str(blocks)
    assert "a wins most, 2.5 chips a game" in said and "chips a game [95%]" in said and "2.5 [1.5, 3.5]" in said
    assert not re.search("tricks|deal each|bidder", said)
    assert sorted(points.point_files(chips, "chips")) == sorted(file.name for file in tmp_path.glob("*.*"))
