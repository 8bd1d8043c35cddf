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
from knotlab.analysis.claims.judgement.at_table import CHOICES, USUAL, TableChoice
from knotlab.analysis.claims.model.events import logged
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.page.chooser import key
from knotlab.reports.page.pictures import drawn
from knotlab.reports.words import capital
from knotlab.reports.words.at_table import name_of
from knotlab.reports.words.directions import NUMERALS
from knotlab.reports.words.names import RANK_NAMES, rank_name
from knotlab.reports.words.pictures import BarPicture, cards_of, lengths, pictures, solos
from knotlab.sim import games
from knotlab.studies.publishing import pictures as study

RANKS = {name: rank for rank, name in RANK_NAMES.items()}


FIRST_CARDS, KNOTWEED, TWYST, PICKED_UP, BY_POINTS, COURSE = range(6)


@pytest.fixture(scope="module", params=CHOICES, ids=key)
def choice(request: pytest.FixtureRequest) -> TableChoice:
    chosen: TableChoice = request.param
    return chosen


@pytest.fixture(scope="module")
def made(choice: TableChoice) -> list[BarPicture]:
    return pictures(choice)


def rows_of(picture: str, game: str, players: int, against: str) -> pd.DataFrame:
    rows = pd.read_csv(FINDINGS / "pictures.csv", dtype={"group": str})
    is_asked = (rows["picture"] == picture) & (rows["game"] == game)
    return rows[is_asked & (rows["players"] == players) & (rows["against"] == against)]


def points(picture: str, game: str, players: int, against: str, scale: float = 1.0) -> dict[tuple[str, str], float]:
    """The published values of a picture at a table, by group and series."""
    rows = rows_of(picture, game, players, against)
    return {(row["group"], row["series"]): scale * row["value"] for row in rows.to_dict("records")}


def test_what_makes_players_pick_up_is_sorted_and_named_in_the_title(
    made: list[BarPicture], choice: TableChoice
) -> None:
    published = points("pick-ups", "twisted-knot", *choice, 100)
    ones = [bar.values[0].value for bar in made[PICKED_UP].bars]
    assert ones == sorted(ones, reverse=True) and len(ones) == sum(many == "one" for _, many in published)
    for bar in made[PICKED_UP].bars:
        for many, value in zip(("one", "two"), bar.values, strict=False):
            assert value.value == pytest.approx(published[RANKS[bar.name], many])
    first, title = rank_name(RANKS[made[PICKED_UP].bars[0].name]), made[PICKED_UP].title
    assert title.startswith(f"{capital(first)} makes") and title.endswith(f" {ones[-1]:.0f}")
    assert name_of(choice) in made[PICKED_UP].says


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


@pytest.mark.parametrize(
    ("which", "game", "scale"), [(FIRST_CARDS, "twisted-knot", 100), (KNOTWEED, "knotweed", 100), (TWYST, "twyst", 1)]
)
def test_cards_are_ranked_by_the_exchange_with_what_was_observed_beside_it(
    made: list[BarPicture], choice: TableChoice, which: int, game: str, scale: float
) -> None:
    table = (4, "strong") if game == "twyst" else choice
    published = points("cards", game, *table, scale)
    bars = made[which].bars
    causes = [bar.values[0].value for bar in bars]
    assert len(bars) == len(published) // 2 and causes == sorted(causes, reverse=True)
    for bar in bars:
        rank = RANKS[bar.name]
        both = [each.value for each in bar.values]
        assert both == pytest.approx([published[rank, "exchanged"], published[rank, "observed"]])
    assert game == "twyst" or name_of(choice) in made[which].says


def test_titles_name_every_first_card_that_may_be_worth_most_or_least(
    made: list[BarPicture], choice: TableChoice
) -> None:
    rows = rows_of("cards", "twisted-knot", *choice)
    cards = rows[rows["series"] == "exchanged"].sort_values("value", ascending=False)
    may_be_most = set(cards[cards["value_high"] >= cards["value_low"].iloc[0]]["group"])
    may_be_least = set(cards[cards["value_low"] <= cards["value_high"].iloc[-1]]["group"])
    said = re.fullmatch("Twisted Knot: (.+) is worth most, (.+) least", made[FIRST_CARDS].title)
    if not said:
        assert max(len(may_be_most), len(may_be_least)) > 4
        return
    for words, may_be in zip(said.groups(), (may_be_most, may_be_least), strict=True):
        assert {RANKS[name] for name in RANKS if re.search(rf"\b{name}\b", words)} == may_be


def test_titles_of_cards_say_whether_a_rank_certainly_counts() -> None:
    def point(rank: str, series: str, value: float) -> PicturePoint:
        between = Between(value, value - 0.01, value + 0.01)
        return PicturePoint("cards", "knotweed", 3, "plain", rank, series, between, 9)

    some = [point("A", "exchanged", 0.05), point("A", "observed", 0.01), point("8", "exchanged", -0.02)]
    some.append(point("8", "observed", -0.02))
    picture = cards_of("knotweed", some, USUAL)
    assert picture.title == "Knotweed: an ace is worth most, an eight least"
    assert picture.says.startswith("Knotweed, three players, plain tables; games lost in 100, fewer to the right.")
    some += [point("K", "exchanged", 0.04), point("K", "observed", 0.0)]
    assert cards_of("knotweed", some, USUAL).title == "Knotweed: an ace or a king is worth most, an eight least"
    assert "furthest apart for an ace (5.0 fewer and 1.0 fewer): whoever holds one often holds a second" in picture.says
    for rank, value in zip("45679", (0.041, 0.042, 0.043, 0.044, 0.045), strict=True):
        some += [point(rank, "exchanged", value), point(rank, "observed", value)]
    assert cards_of("knotweed", some, USUAL).title == "Knotweed: an ace is worth more than an eight"
    few = [point(each.group, each.series, 0.002) for each in some]
    assert cards_of("knotweed", few, USUAL).title == "Knotweed: no rank is certainly worth more than another"


def test_solos_are_named_from_where_they_certainly_pay() -> None:
    def point(kind: str, least: int, series: str, value: float) -> PicturePoint:
        return PicturePoint(
            f"solo by {kind}", "twyst", 4, "strong", f"{least}", series, Between(value, value - 5, value + 5), 9
        )

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


def test_twyst_says_how_much_the_best_ranks_are_worth() -> None:
    (title,) = (picture.title for picture in pictures(USUAL) if picture.title.startswith("Twyst"))
    rows = rows_of("cards", "twyst", 4, "strong").set_index(["series", "group"])
    ends = {rank: rows.loc["exchanged", rank][["value_low", "value_high"]] for rank in "AK"}
    ace, king = (" to ".join(f"{end:.0f}" for end in ends[rank]) for rank in "AK")
    assert title == f"Twyst: an ace is worth most, {ace} points a deal, then a king, {king}"


def test_the_course_and_length_of_games_are_the_published_ones(made: list[BarPicture], choice: TableChoice) -> None:
    sizes = [rows_of("course", "twisted-knot", players, choice.against) for players in (2, 3, 4)]
    tables = [table for rows in sizes for _, table in rows.groupby("series")]
    shares = [list(100 * table[table["group"] != "turns"]["value"]) for table in tables]
    assert [[each.value for each in bar.values] for bar in made[COURSE].bars] == [
        pytest.approx(each) for each in shares
    ]
    turns = [table.set_index("group")["value"]["turns"] for table in tables]
    assert [bar.name.partition("(")[2] for bar in made[COURSE].bars] == [f"{long:.0f})" for long in turns]
    mine = sizes[choice.players - 2]
    half, whole = (mine[(mine["series"] == "1 pack") & (mine["group"] == part)].iloc[0] for part in ("50", "turns"))
    lost = " to ".join(dict.fromkeys(f"{100 * half[end]:.0f}" for end in ("value_low", "value_high")))
    long = " to ".join(dict.fromkeys(f"{whole[end]:.0f}" for end in ("value_low", "value_high")))
    told = f"loses {lost} of 100 games of {NUMERALS[choice.players]} with one pack, which take {long} turns"
    assert made[COURSE].title.endswith(told)


def test_holders_of_a_card_are_held_against_those_without_one() -> None:
    hands = pl.DataFrame({"game": [0, 0, 1, 1], "value": [1.0, 0.0, 1.0, 1.0]}).with_columns(
        **{name: pl.Series([True, False, name == "A", False]) for name in study.GAMES["knotweed"].ranks}
    )
    found = {each.group: each for each in study.observed("knotweed", USUAL, hands, 2)}
    assert found["A"].value.value == pytest.approx(1.0 - 0.5) and found["A"].cases == 2
    assert found["2"].value.value == pytest.approx(1.0 - 2 / 3) and found["2"].cases == 1


@pytest.mark.parametrize(("game", "cards"), [("twisted-knot", 1), ("knotweed", 5)])
def test_hands_are_looked_at_as_they_were_dealt(game: str, cards: int) -> None:
    """Each player of a game once, but in Twisted Knot who was passed a card before; what they get is the game's."""
    how, job = study.GAMES[game], study.tables(game, USUAL)[0]
    (frame,) = logged(job, 0, 20)
    hands = study.hands_of(how, job, frame)
    each = hands.group_by("game").agg(pl.len(), pl.col("value").sum())
    whole = each.filter(pl.col("len") == USUAL.players)
    assert each["len"].max() == USUAL.players and whole.height >= (20 if game == "knotweed" else 10)
    assert whole["value"].unique().to_list() == [USUAL.players - 1]
    ranks = hands.select(how.ranks).sum_horizontal()
    assert ranks.min() >= 1 and ranks.max() <= cards  # type: ignore[operator]


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
