"""The page's pictures of cards and of the length of games show published numbers, and their titles what came out."""

import pandas as pd
import pytest

from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.page.pictures import drawn
from knotlab.reports.words.names import RANK_NAMES
from knotlab.reports.words.pictures import BarPicture, pictures

RANKS = {name: rank for rank, name in RANK_NAMES.items()}


@pytest.fixture(scope="module")
def made() -> list[BarPicture]:
    return pictures(shipped())


def curve(tip: str, number: int) -> pd.DataFrame:
    rows = pd.read_csv(FINDINGS / "curves.csv", dtype={"group": str})
    return rows[(rows["tip"] == tip) & (rows["curve"] == number)]


def test_first_cards_are_ranked_by_what_the_exchange_gains(made: list[BarPicture]) -> None:
    cards, seen = (curve("TK-C8", number).set_index("group") for number in (1, 2))
    values = [bar.values for bar in made[0].bars]
    names = [RANKS[bar.name] for bar in made[0].bars]
    assert [each.value for each, _ in values] == pytest.approx(sorted(cards["value"], reverse=True))
    assert cards["value"].loc[names].tolist() == pytest.approx([each.value for each, _ in values])
    mean = (seen["value"] * seen["cases"]).sum() / seen["cases"].sum()
    assert [each.value for _, each in values] == pytest.approx((100 * (mean - seen["value"].loc[names])).tolist())
    assert made[0].title == "An ace to begin with is worth most, a five least"
    assert all(each.low < each.value < each.high for pair in values for each in pair)


def test_what_makes_players_pick_up_is_sorted_and_named_in_the_title(made: list[BarPicture]) -> None:
    published = curve("TK-C27", 1)
    shares = published.set_index(["group", "column"])["value"].to_dict()
    ones = [bar.values[0].value for bar in made[1].bars]
    assert ones == sorted(ones, reverse=True) and len(ones) == (published["column"] == "one").sum()
    for bar in made[1].bars:
        for many, value in zip(("one", "two"), bar.values, strict=False):
            assert value.value == pytest.approx(100 * shares[RANKS[bar.name], many])
    assert made[1].title.startswith(f"A {made[1].bars[0].name} makes") and made[1].title.endswith(f" {ones[-1]:.0f}")


def test_lengths_are_those_of_one_pack_and_of_two(made: list[BarPicture]) -> None:
    cells = pd.read_csv(FINDINGS / "cells.csv")
    turns = cells[(cells["tip"] == "TK-C30") & (cells["unit"] == "turns")]
    by_label = [rows.sort_values("players")["effect"].tolist() for _, rows in turns.groupby("label")]
    assert [[bar.values[i].value for bar in made[2].bars] for i in (0, 1)] == by_label
    assert made[2].heads == ("one pack", "two packs") and "twice" in made[2].title


def test_everything_drawn_lies_within_its_scale(made: list[BarPicture]) -> None:
    for picture in map(drawn, made):
        marks = [mark for bar in picture.bars for mark in bar.marks]
        assert min(mark.left for mark in marks) >= 0 and max(mark.left + mark.width for mark in marks) <= 100.11
        assert all(mark.left - 0.1 <= mark.at <= mark.left + mark.width + 0.1 for mark in marks)
