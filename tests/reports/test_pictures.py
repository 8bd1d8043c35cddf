"""The page's pictures of cards and of the length of games show published numbers, and their titles what came out."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.claims.evidence.pictures import PicturePoint
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.page.pictures import drawn
from knotlab.reports.words.names import RANK_NAMES
from knotlab.reports.words.pictures import BarPicture, cards_of, lengths, pictures, solos
from knotlab.sim import games
from knotlab.studies.publishing import pictures as study

RANKS = {name: rank for rank, name in RANK_NAMES.items()}


FIRST_CARDS, KNOTWEED, TWYST, PICKED_UP, BY_POINTS, COURSE = range(6)


@pytest.fixture(scope="module")
def made() -> list[BarPicture]:
    return pictures()


def points(picture: str, game: str, scale: float = 1.0) -> dict[tuple[str, str], float]:
    """The published values of a picture, by group and series."""
    rows = pd.read_csv(FINDINGS / "pictures.csv", dtype={"group": str})
    rows = rows[(rows["picture"] == picture) & (rows["game"] == game)]
    return {(row["group"], row["series"]): scale * row["value"] for row in rows.to_dict("records")}


def curve(tip: str, number: int) -> pd.DataFrame:
    rows = pd.read_csv(FINDINGS / "curves.csv", dtype={"group": str})
    return rows[(rows["tip"] == tip) & (rows["curve"] == number)]


def test_first_cards_are_ranked_by_what_the_exchange_gains(made: list[BarPicture]) -> None:
    cards, seen = (curve("TK-C8", number).set_index("group") for number in (1, 2))
    values = [bar.values for bar in made[FIRST_CARDS].bars]
    names = [RANKS[bar.name] for bar in made[FIRST_CARDS].bars]
    assert [each.value for each, _ in values] == pytest.approx(sorted(cards["value"], reverse=True))
    assert cards["value"].loc[names].tolist() == pytest.approx([each.value for each, _ in values])
    mean = (seen["value"] * seen["cases"]).sum() / seen["cases"].sum()
    assert [each.value for _, each in values] == pytest.approx((100 * (mean - seen["value"].loc[names])).tolist())
    said = re.fullmatch("(.+) to begin with is worth most, (.+) least", made[FIRST_CARDS].title)
    exchanged = cards.loc[names]
    may_be_most = exchanged["high"] >= exchanged["low"].iloc[0]
    may_be_least = exchanged["low"] <= exchanged["high"].iloc[-1]
    assert said
    for words, may_be in zip(said.groups(), (may_be_most, may_be_least), strict=True):
        told = [name for name in RANKS if re.search(rf"\b{name}\b", words)]
        assert sorted(RANKS[name] for name in told) == sorted(may_be[may_be].index)
    assert all(each.low < each.value < each.high for pair in values for each in pair)


def test_what_makes_players_pick_up_is_sorted_and_named_in_the_title(made: list[BarPicture]) -> None:
    published = curve("TK-C27", 1)
    shares = published.set_index(["group", "column"])["value"].to_dict()
    ones = [bar.values[0].value for bar in made[PICKED_UP].bars]
    assert ones == sorted(ones, reverse=True) and len(ones) == (published["column"] == "one").sum()
    for bar in made[PICKED_UP].bars:
        for many, value in zip(("one", "two"), bar.values, strict=False):
            assert value.value == pytest.approx(100 * shares[RANKS[bar.name], many])
    assert made[PICKED_UP].title.startswith(f"A {made[PICKED_UP].bars[0].name} makes") and made[
        PICKED_UP
    ].title.endswith(f" {ones[-1]:.0f}")


def test_lengths_are_those_of_one_pack_and_of_two() -> None:
    (made,) = (lengths(tip.cells) for tip in shipped() if tip.id == "TK-C30")
    cells = pd.read_csv(FINDINGS / "cells.csv")
    turns = cells[(cells["tip"] == "TK-C30") & (cells["unit"] == "turns")]
    by_label = [rows.sort_values("players")["effect"].tolist() for _, rows in turns.groupby("label")]
    assert [[bar.values[i].value for bar in made.bars] for i in (0, 1)] == by_label
    assert made.heads == ("one pack", "two packs") and "twice" in made.title


def test_everything_drawn_lies_within_its_scale(made: list[BarPicture]) -> None:
    for picture in map(drawn, made):
        marks = [mark for bar in picture.bars for mark in bar.marks]
        assert min(mark.left for mark in marks) >= 0 and max(mark.left + mark.width for mark in marks) <= 100.11
        assert all(mark.left - 0.1 <= mark.at <= mark.left + mark.width + 0.1 for mark in marks)


@pytest.mark.parametrize(("which", "game", "scale"), [(KNOTWEED, "knotweed", 100), (TWYST, "twyst", 1)])
def test_cards_are_ranked_by_the_exchange_with_what_was_observed_beside_it(
    made: list[BarPicture], which: int, game: str, scale: float
) -> None:
    published = points("cards", game, scale)
    bars = made[which].bars
    causes = [bar.values[0].value for bar in bars]
    assert len(bars) == 13 and causes == sorted(causes, reverse=True)
    for bar in bars:
        rank = RANKS[bar.name]
        both = [each.value for each in bar.values]
        assert both == pytest.approx([published[rank, "exchanged"], published[rank, "observed"]])


def test_titles_of_cards_say_whether_a_rank_certainly_counts() -> None:
    def point(rank: str, series: str, value: float) -> PicturePoint:
        return PicturePoint("cards", "knotweed", 3, rank, series, Between(value, value - 0.01, value + 0.01), 9)

    some = [point("A", "exchanged", 0.05), point("A", "observed", 0.01), point("8", "exchanged", -0.02)]
    some.append(point("8", "observed", -0.02))
    picture = cards_of("knotweed", some)
    assert picture.title == "Knotweed: an ace is worth most, 4 to 6 games a deal"
    some += [point("K", "exchanged", 0.015), point("K", "observed", 0.0)]
    then = "Knotweed: an ace is worth most, 4 to 6 games a deal, then a king, 0 to 2"
    assert cards_of("knotweed", some).title == then
    some[4] = point("K", "exchanged", 0.04)
    assert cards_of("knotweed", some).title == "Knotweed: an ace or a king is worth most"
    assert "furthest apart for an ace (5.0 fewer and 1.0 fewer): whoever holds one often holds a second" in picture.says
    few = [point(each.group, each.series, 0.002) for each in some]
    assert cards_of("knotweed", few).title == "Knotweed: no rank is certainly worth more than another"


def test_solos_are_named_from_where_they_certainly_pay() -> None:
    def point(kind: str, least: int, series: str, value: float) -> PicturePoint:
        return PicturePoint(f"solo by {kind}", "twyst", 4, f"{least}", series, Between(value, value - 5, value + 5), 9)

    some = []
    for kind, values in {"ace": (-9, 8, 90), "court": (-9, 60, 90), "deuce": (8, -9, -90)}.items():
        for least, value in zip((0, 10, 20), values, strict=True):
            some += [point(kind, least, kind, value), point(kind, least, "numeral", 0)]
    card = standard_card().card
    ours = replace(card, ace=card.ace._replace(tricks=20), court=card.court._replace(least=10))
    picture = solos(some, ours)
    title = "A solo pays more than a numeral: an ace from 20 sure tricks, a court from 10 court points, "
    assert picture.title == f"{title}a deuce nowhere for certain"
    chance = (
        f"For a deuce up to 9 danger, it earned more, too, which may be chance (on the card up to {card.deuce.most})."
    )
    assert chance in picture.says
    assert [bar.name for bar in picture.bars[:2]] == ["ace 20+", "ace 10\N{EN DASH}19"]
    assert [bar.words for bar in picture.bars[-3:]] == ["8, 0", "\u22129, 0", "\u221290, 0"]


def test_the_course_of_games_is_the_published_one(made: list[BarPicture]) -> None:
    rows = pd.read_csv(FINDINGS / "pictures.csv", dtype={"group": str})
    rows = rows[rows["picture"] == "course"]
    tables = [list(100 * table["value"]) for _, table in rows.groupby(["players", "series"])]
    assert [[each.value for each in bar.values] for bar in made[COURSE].bars] == [
        pytest.approx(table) for table in tables
    ]
    half = rows[(rows["players"] == 3) & (rows["series"] == "1 pack") & (rows["group"] == "50")].iloc[0]
    low, high = (f"{100 * half[end]:.0f}" for end in ("value_low", "value_high"))
    assert f"loses {low} to {high} of 100 games of three with one pack" in made[COURSE].title
    assert all(table == sorted(table) for table in tables), "the nearer the end, the surer"


def test_an_exchange_in_twyst_swaps_two_cards_between_two_hands() -> None:
    view, hidden = (np.zeros(1, of) for of in (games.find("twyst").view, games.find("twyst").hidden))
    suits = [0b1111111111111 << 13 * seat for seat in range(4)]  # each holds a suit
    view["hand"], hidden["hands"][0], hidden["dealt"][0] = suits[0], suits, suits
    start: Any = SimpleNamespace(views=view, hiddens=hidden)
    assert study.exchange(study._from_others, 12)(start, pl.DataFrame({"game": [0]})).tolist() == [True]
    ace, deuce = 1 << 25, 1 << 0  # the first suit's deuce goes, as the lot says, and the second suit's ace comes
    assert view["hand"][0] == suits[0] ^ deuce ^ ace == hidden["hands"][0, 0] == hidden["dealt"][0, 0]
    assert hidden["hands"][0, 1] == suits[1] ^ ace ^ deuce and hidden["hands"][0, 2] == suits[2]


def test_an_exchange_in_knotweed_takes_a_card_from_the_draw_pile() -> None:
    view, hidden = (np.zeros(1, of) for of in (games.find("knotweed").view, games.find("knotweed").hidden))
    view["hand"][0, [3, 7]], view["draw_size"] = (0o1, 0o1000), 2  # the four of clubs and the eight of spades
    hidden["draw"][0, :3], hidden["drawn"] = (4 * 3 + 1, 4 * 9 + 2, 4 * 12 + 3), 1  # the first one was drawn
    start: Any = SimpleNamespace(views=view, hiddens=hidden)
    lot = pl.DataFrame({"game": [0]})
    assert (
        study.exchange(study._from_draw_pile, 3)(start, lot).tolist() == [True] and view["hand"][0, 3] == 0o1
    )  # it stays as it is
    assert study.exchange(study._from_draw_pile, 5)(start, lot).tolist() == [False]
    assert study.exchange(study._from_draw_pile, 9)(start, lot).tolist() == [True]
    assert view["hand"][0].nonzero()[0].tolist() == [7, 9] and view["hand"][0, 9] == 0o100
    assert view["held"][0] == 1 << 7 | 1 << 9 and view["suits"][0].tolist() == [0, 0, 1 << 9, 1 << 7]
    assert hidden["draw"][0, :3].tolist() == [13, 4 * 3, 51] and (hidden["hands"][0, 0] == view["hand"][0]).all()


def test_whoever_has_most_cards_is_counted_at_a_part_of_the_turns() -> None:
    """Two games of ten turns: in the first the one with most cards loses, in the second two share the most."""
    rows = [
        (0, 0, 0, 5, 5, 0, 2), (0, 1, 1, 1, 2, 0, 1), (0, 6, 1, 30, 9, 0, 1),
        (1, 0, 0, 4, 4, 0, 2), (1, 1, 1, 5, 3, 0, 1),
    ]  # fmt: skip
    names = ["game", "turn", "seat", "hand_size", "pile_size", "placed", "final_place"]
    frame = pl.DataFrame(rows, names, orient="row").with_columns(final_end=0, final_turns=10)
    assert study.most_lose(frame, 50).tolist() == [1.0, 0.5]
