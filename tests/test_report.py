"""The report: a page that stands alone, with its tables and plots beside it and the same numbers in all."""

import re
from pathlib import Path

import pandas as pd
import pytest

from reports.page import points
from reports.page.report import headline, write_report
from reports.plots.style import inline


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("report") / "deep" / "report"
    assert write_report(out, 30, 7, workers=1) == out / "report.html"
    return out


def test_the_page_needs_nothing_from_outside(folder: Path) -> None:
    page = (folder / "report.html").read_text("utf-8")
    assert not re.findall(r"<(?:link|img|iframe)\b|<script[^>]*src=", page)
    fetched = re.findall(r'(?:src|href)="([^"#][^"]*)"', re.sub(r"<svg.*?</svg>|<script.*?</script>", "", page, flags=re.DOTALL))
    assert fetched and all((folder / name).is_file() for name in fetched)
    assert "@import" not in page and "url(http" not in page
    assert len(page) < 5_000_000


def test_there_is_a_table_and_two_plots_for_two_three_and_four_players(folder: Path) -> None:
    page = (folder / "report.html").read_text("utf-8")
    assert page.count("<table>") == 2 * 3 + 1  # both games with places, and Twyst
    assert len(re.findall(r'<svg role="img" aria-label="[^"]{40,}"', page)) == 2 * 6 + 2
    for n in (2, 3, 4):
        for plot in ("rates", "ahead"):
            for ending in ("png", "svg"):
                assert all((folder / f"{game}-{n}-players-{plot}.{ending}").stat().st_size > 1000 for game in ("twisted-knot", "knotweed"))


def test_the_pages_numbers_are_those_of_the_csv_files(folder: Path) -> None:
    page = (folder / "report.html").read_text("utf-8")
    for n in (2, 3, 4):
        rates = [pd.read_csv(folder / f"{game}-{n}-players-rates.csv") for game in ("twisted-knot", "knotweed")]
        for row in pd.concat(rates).to_dict("records"):
            assert f"{100 * row['loss_rate']:.2f} [{100 * row['loss_rate_low']:.2f}, {100 * row['loss_rate_high']:.2f}]" in page


def test_points_of_twyst_are_told_with_intervals_for_every_bidder_with_every_player(folder: Path) -> None:
    page, rows = (folder / "report.html").read_text("utf-8"), pd.read_csv(folder / "twyst-points.csv").to_dict("records")
    assert {(row["bidder"], row["player"]) for row in rows} == {(b, p) for b in ("random", "cautious", "threshold") for p in ("random", "high", "solid")}
    for row in rows:
        assert f"{row['mean_score']:.2f} [{row['mean_score_low']:.2f}, {row['mean_score_high']:.2f}]" in page
    assert all((folder / f"twyst-points-{plot}.{ending}").stat().st_size > 1000 for plot in ("each", "pairs") for ending in ("png", "svg"))


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
    scores = apart.rename(columns=lambda name: name.replace("loss_rate", "mean_score")).sort_values("mean_score", ascending=False, ignore_index=True)
    assert "too close" not in points.headline(scores)
    assert "too close" in points.headline(scores.assign(mean_score_low=0.0, mean_score_high=1.0))
