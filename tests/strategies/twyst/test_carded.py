"""The bidder who follows a bidding card: by a second player who reads its text alone, with other cards, and what is
refused.
"""

from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.bidding.card import STANDARD, read_card
from knotlab.analysis.bidding.match_wise import ways_of
from knotlab.analysis.runs.play import make_job
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import NAMES
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing import branch
from knotlab.strategies.resolve import player
from knotlab.strategies.tuned import find
from knotlab.strategies.twyst.carded import CHANCES
from tests.twyst.card_player import show

SECOND = STANDARD.read_text("utf-8")
COURT = read_card(SECOND).court.least
LEAST, SURE = f"least = {COURT}", f"sure = {read_card(SECOND).court.sure}"
OTHERS = {
    "two columns, one of them for the best hands": (
        ("least = 8\n", "least = 17\n"), ("\n[[numerals]]\nleast = 12", "\n[[left_out]]\nleast = 12"),
    ),
    "solos with most hands": (
        ("tricks = 7", "tricks = 3"), (LEAST, f"least = {COURT - 18}"), ("most = 4", "most = 14"),
    ),
    "other counts": (
        ("A = 4\nK = 3\nQ = 2\nJ = 1", "A = 9\nK = 5\nQ = 0\nJ = 4"), ("limits = [3, 5, 7, 9]", "limits = [4, 6]"),
        ("times = [2, 2, 1, 1]", "times = [1, 3]"), ("top = -1", "top = 6"), ("long = 1", "long = -3"),
        ("middle = 1", "middle = -2"),
    ),
    "no deuce, no Ace": (("most = 4", "most = -1"), ("tricks = 7", "tricks = 999"), ("points = 25", "points = 999")),
    "an Ace for few points, a court for sure tricks": (("points = 25", "points = 15"), (SURE, "sure = 7")),
}  # fmt: skip


def edited(*changes: tuple[str, str]) -> str:
    """The text of the second card with some words replaced."""
    text = SECOND
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def shown_and_expected(text: str, bidder: str, deals: int) -> tuple[list[str], list[str]]:
    """What the bidder shows with the hands of some deals, and what a reader of the card's text would."""
    job = make_job("twyst", [f"{bidder}+high"] * SEATS, seed=11)
    start = branch.positions(job, np.arange(deals) * SEATS, np.zeros(deals, np.int64))
    hands = start.hiddens["hands"].reshape(-1).copy()
    shown = branch.advance(job, start, SEATS).views["shown"].reshape(-1)
    names = [[NAMES[card] for card in range(52) if int(hand) >> card & 1] for hand in hands]
    return [NAMES[int(card)] for card in shown], [show(text, hand) for hand in names]


@pytest.mark.more
@pytest.mark.parametrize("card", ["second", "glance"])
def test_the_bidder_shows_what_a_reader_of_a_card_that_ships_would(card: str) -> None:
    text = (STANDARD.parent / f"{card}.toml").read_text("utf-8")
    shown, expected = shown_and_expected(text, f"carded@{card}", 1000)
    assert shown == expected


@pytest.mark.long
@pytest.mark.parametrize("changes", [*OTHERS.values()], ids=[*OTHERS])
def test_the_bidder_shows_what_a_reader_of_the_text_would(changes: tuple, tmp_path: Path) -> None:
    text = edited(*changes)
    (tmp_path / "ours.toml").write_text(text)
    shown, expected = shown_and_expected(text, f"carded@{tmp_path}/ours.toml", 1000)
    assert shown == expected
    assert len({name[:-1] for name in shown}) >= 8


@pytest.mark.more
def test_a_card_that_reads_otherwise_is_followed_otherwise(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(edited(*OTHERS["other counts"]))
    shown, expected = shown_and_expected(SECOND, f"carded@{tmp_path}/ours.toml", 200)
    assert shown != expected


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ((LEAST, "least = 2000"), r"this is no bidding card that a player can follow \(from_court = 2000\)"),
        (("7 = 11", "7 = 64"), r"\(of_7 = 64\)"),
        (("top = -1", "top = 0.5"), r"\(top = 32.5\)"),
        (("long = 3", "longest = 3"), r"\('long'\)"),
        (
            ("\n[[rows]]", "\n[[numerals]]\nleast = 20\n\n[[rows]]"),
            "it has 4 columns of numerals, and 3 can be followed",
        ),
    ],
)
def test_a_card_that_cannot_be_followed_is_refused_in_a_sentence(
    change: tuple[str, str], sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "ours.toml").write_text(SECOND.replace(*change, 1))
    with pytest.raises(InputError, match=sentence):
        player("twyst", f"carded@{tmp_path}/ours.toml+high")


@pytest.mark.more
def test_players_of_both_cards_draw_one_of_them_before_each_deal() -> None:
    texts = [find("twyst", name).read_text("utf-8") for name in CHANCES]
    assert len(texts) == 2 and sum(CHANCES.values()) == pytest.approx(1)
    shown, first = shown_and_expected(texts[0], "carded", 400)
    shown_too, second = shown_and_expected(texts[1], "carded", 400)
    assert shown == shown_too and all(
        card in both for card, both in zip(shown, zip(first, second, strict=True), strict=True)
    )
    apart = [card == one for card, one, other in zip(shown, first, second, strict=True) if one != other]
    chance = next(iter(CHANCES.values()))
    assert len(apart) > 100
    assert abs(np.mean(apart) - chance) < 4 * (chance * (1 - chance) / len(apart)) ** 0.5


@pytest.mark.more
@pytest.mark.parametrize(
    ("way", "changes"),
    [
        (
            "any solo",
            (
                ("tricks = 7", "tricks = 6"),
                ("points = 25", "points = 24"),
                (LEAST, f"least = {COURT - 5}"),
                ("most = 4", "most = 14"),
            ),
        ),
        (
            "no solo",
            (
                ("tricks = 7", "tricks = 27"),
                ("points = 25", "points = 45"),
                (LEAST, f"least = {COURT + 500}"),
                ("most = 4", "most = -1"),
            ),
        ),
    ],
)
def test_a_way_to_bid_by_the_totals_of_a_match_is_the_card_with_other_numbers(way: str, changes: tuple) -> None:
    ways = ways_of("carded@second")
    shown, expected = shown_and_expected(edited(*changes), ways[way], 400)
    assert shown == expected and ways["as usual"] == "carded@second"
    assert ways_of("carded")[way] == ways[way] != ways_of("carded@first")[way]  # drawn more often than the first
