"""Chances to lose: against a count by hand of the same games, and in words against numbers made up for it."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from knotlab import play
from knotlab.analysis.claims.evidence.chances import Chance, published_chances
from knotlab.analysis.claims.judgement.at_table import Against
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.words.chances import WIDEST, finding, precision, sentence
from knotlab.studies.publishing import chances as study

DEALS = 40
PILES = (1, 2, 3, 4, 5, 6, 8, 11)


def class_of(number: int) -> int:
    """The last class that begins with no more."""
    return max(low for low in PILES if low <= number)


@pytest.mark.long
def test_a_chance_is_the_share_of_turns_after_which_that_player_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted turn by turn in the log of the same games, played by another command."""
    monkeypatch.setattr(study, "FIELDS", {Against.PLAIN: "simple-1"})
    found = {(each.hand, each.beside): each for each in study.chances("knotweed", 2, Against.PLAIN, DEALS)}
    run = play("knotweed", ["dump", "dump"], games=2 * DEALS, seed=DEFAULT_SEED, out=tmp_path / "run", log=True)
    turns: dict[tuple[int, int], list[bool]] = defaultdict(list)
    rows = run.scan_log().sort("game", "step").collect().to_dicts()
    winners = {row["game"]: row["seat"] for row in rows if row["placed"] == 1}
    before = None
    for row in rows:
        if (row["game"], row["turn"]) != before and row["holding"] == 2:
            lost = row["seat"] != winners[row["game"]]
            turns[class_of(row["hand_size"]), class_of(row["piles"])].append(lost)
        before = row["game"], row["turn"]
    assert len(found) >= 5
    for group, chance in found.items():
        assert chance.cases == len(turns[group])
        assert chance.lost.value == pytest.approx(sum(turns[group]) / len(turns[group]))


def made_up(game: str, rates: dict[tuple[int, int], float]) -> list[Chance]:
    return [
        Chance(game, 3, "plain", hand, beside, Between(lost, lost, lost), 100) for (hand, beside), lost in rates.items()
    ]


def test_the_words_say_which_of_the_two_numbers_tells_more() -> None:
    by_pile = made_up("twisted-knot", {(1, 0): 0.1, (9, 0): 0.2, (1, 9): 0.5, (9, 9): 0.6})
    assert finding(by_pile) == "your pile tells you more than your hand"
    assert sentence(by_pile) == (
        "With no cards in your pile you lose 15 games in 100, with 9 or more 55; with 1 card in hand you lose 30 games "
        "in 100, with 9 or more 40."
    )
    by_hand = made_up("knotweed", {(1, 1): 0.1, (9, 1): 0.5, (1, 9): 0.2, (9, 9): 0.6})
    assert finding(by_hand) == "your hand tells you more than the piles"
    alike = made_up("knotweed", {(1, 1): 0.1, (9, 1): 0.5, (1, 9): 0.4, (9, 9): 0.9})
    assert finding(alike) == "your hand and the piles both tell"


def test_a_sentence_is_about_hands_that_are_well_known_and_says_which_piles_come_with_them() -> None:
    rates = {(1, 0): 0.1, (1, 9): 0.6, (5, 0): 0.2, (5, 9): 0.7, (9, 0): 0.2, (9, 9): 0.7}
    turns = {(1, 0): 100, (1, 9): 300, (5, 0): 200, (5, 9): 100, (9, 0): 1, (9, 9): 1}
    chances = [replace(each, cases=turns[each.hand, each.beside]) for each in made_up("twisted-knot", rates)]
    unsure = [replace(each, lost=Between(0.5, 0.3, 0.7)) if each.hand == 9 else each for each in chances]
    assert sentence(unsure).partition("; ")[2] == (
        "with 1 card in hand you lose 48 games in 100, with 5\N{EN DASH}8 37. Half of the turns with 1 card in hand "
        "come with 9 or more cards in your pile, half of those with 5\N{EN DASH}8 with 0 or more: so compare hands "
        "within a column."
    )


def test_the_words_say_how_far_the_intervals_of_what_is_shown_reach() -> None:
    reaches = {(1, 0): (0.001, 0.011), (2, 0): (0.018, 0.01), (3, 0): (0.041, 0.02), (4, 0): (WIDEST, 0.01)}
    chances = [
        replace(each, lost=Between(0.3, 0.3 - reaches[each.hand, 0][0], 0.3 + reaches[each.hand, 0][1]))
        for each in made_up("knotweed", dict.fromkeys(reaches, 0.3))
    ]
    assert (
        precision(chances)
        == "The numbers below are known to \N{PLUS-MINUS SIGN}5 (95%), half of them to \N{PLUS-MINUS SIGN}2."
    )
    assert precision(chances[1:2]) == "The numbers below are known to \N{PLUS-MINUS SIGN}2 (95%)."


def test_every_table_of_the_report_has_its_chances_and_they_come_to_one_loser() -> None:
    """Over all turns the mean chance is near one in as many as play: each has about as many turns in a game."""
    tables = defaultdict(list)
    for each in published_chances():
        assert not each.lost.low > each.lost.value and not each.lost.value > each.lost.high
        tables[each.game, each.players, each.against].append(each)
    assert len(tables) == 2 * 3 * 2
    for (_, players, _), found in tables.items():
        turns = pl.Series([each.cases for each in found])
        mean = (turns * pl.Series([each.lost.value for each in found])).sum() / turns.sum()
        assert mean == pytest.approx(1 / players, rel=0.2)
