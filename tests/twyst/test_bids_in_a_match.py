"""What a bid wins of the match that its deal is one of, against matches counted by hand."""

import numpy as np
import pandas as pd
import pytest

from knotlab.analysis.bidding import in_match as of_match
from knotlab.analysis.bidding.hand import Hand, HandBids, by_card, read_hand
from knotlab.analysis.bidding.in_match import InMatch, gain_in_matches, in_match
from knotlab.analysis.result import Conditions
from knotlab.analysis.runs.play import make_job
from knotlab.reports.words.bidding import hand_answer
from knotlab.sim import games
from knotlab.sim.protocol import Match
from knotlab.sim.settings import make_rules
from tests.cli import knotlab, refused

HAND = "S AKQ72 H 83 D K9 C AT54"
TO_300 = Match(target=300)
ELDEST_GETS_TEN = np.array([[10, 0, 0, 0]])
WAYS = np.array([[[25, 0, 0, 0], [5, 0, 0, 0], [10, 0, 0, 0]]])  # what the eldest, seat 0, gets for three ways to bid


@pytest.mark.more
@pytest.mark.parametrize(
    ("match", "totals", "seat", "won"),
    [
        # To 30, with ten for seats 1, 2, 3, 0, 1 .. in turn: from 25, seat 0 comes to 35 in its next turn; from 5, to
        # 15 and 25, and seat 1 to 30 after that; from 10, to 20 and 30, when the others have 20.
        (Match(target=30), (0, 0, 0, 0), 0, [1, 0, 1]),
        (Match(target=30), (0, 0, 0, 0), 1, [0, 1, 0]),
        # Seat 2 is ten short and the eldest of the next deal but one; with 25 on 5, the match is over at once.
        (Match(target=30), (5, 0, 20, 0), 0, [1, 0, 0]),
        (Match(target=30), (5, 0, 20, 0), 2, [0, 1, 1]),
        # One more round, in which seat 1 gets ten: 10 each, and the match is shared. No more round: 10 against 0.
        (Match(games=2), (0, 0, 0, 0), 0, [1, 0, 0.5]),
        (Match(games=1), (0, 0, 0, 0), 0, [1, 1, 1]),
        (Match(games=1), (0, 10, 10, 0), 0, [1, 0, 1 / 3]),
    ],
)
def test_the_rest_of_a_match_is_played_from_the_totals_after_the_deal(match, totals, seat, won) -> None:
    found = InMatch(match, totals, ELDEST_GETS_TEN).won(WAYS, seat, 1, 0)
    np.testing.assert_allclose(found, [won])


# where the eldest is seat 1, 2, 3, 0
SEAT_2_GETS_TEN = np.array([[[0, 10, 0, 0]], [[10, 0, 0, 0]], [[0, 0, 0, 10]], [[0, 0, 10, 0]]])


@pytest.mark.more
@pytest.mark.parametrize(
    ("totals", "seat", "won"),
    [
        ((0, 0, 0, 0), 0, [0, 0, 0]),
        ((0, 0, 0, 0), 2, [1, 1, 1]),  # ten in each of three deals, in which seat 0 comes to 25 at most
        ((5, 0, 0, 0), 0, [1, 0, 0]),
        ((5, 0, 0, 0), 2, [0, 1, 1]),
    ],
)
def test_who_is_the_eldest_matters_to_the_rest_of_a_match_of_different_players(totals, seat, won) -> None:
    found = InMatch(Match(target=30), totals, SEAT_2_GETS_TEN).won(WAYS, seat, 1, 0)
    np.testing.assert_allclose(found, [won])


@pytest.mark.more
def test_the_deals_that_may_follow_are_played_by_those_who_sit_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best of four sits in seat 2, which is the second after the eldest of the next deal, seat 1, and so on."""
    monkeypatch.setattr(of_match, "POOL", 2000)
    job = make_job("twyst", ["random+random", "random+random", "threshold+solid", "random+random"], seed=3)
    pool = in_match(job, TO_300, (0, 0, 0, 0)).pool
    assert pool.shape == (4, 2000, 4) and pool.mean(axis=1).argmax(axis=1).tolist() == [1, 0, 3, 2]
    assert in_match(make_job("twyst", ["random+random"] * 4, seed=3), TO_300, (0, 0, 0, 0)).pool.shape == (2000, 4)


@pytest.mark.more
def test_whole_matches_are_played_by_a_player_in_every_seat() -> None:
    """One who gets ten in each deal wins them all against one who gets nothing where the others get ten each; one who
    gets as much as two others, a third.
    """
    gets = np.zeros((3, 80, 2, 4))
    seats = np.arange(80) % 4
    for hand, seat in enumerate(seats):
        gets[0, hand, :, seat] = 10
        gets[1, hand] = 10
        gets[1, hand, :, seat] = 0
        gets[2, hand][:, [seat, (seat + 1) % 4, (seat + 3) % 4]] = 10
    for match in (Match(target=30), Match(games=5)):
        assert gain_in_matches(gets[:2], match, 1).value == 100
        assert gain_in_matches(gets[[2, 1]], match, 1).value == pytest.approx(100 / 3)
        assert gain_in_matches(gets[[2, 2]], match, 1).value == 0


@pytest.mark.long
def test_a_bid_in_a_match_says_what_it_wins_of_it_and_a_lead_wins_more() -> None:
    words = ("bid", HAND, "--strategy", "cautious+solid", "--precision", 30, "--target", 300, "--json")
    level, ahead, behind = (
        knotlab(*words, f"--totals={totals}").json["bids"] for totals in ("0,0,0,0", "200,0,0,0", "0,200,200,200")
    )
    assert level[0]["won"] == max(bid["won"] for bid in level)
    assert behind[0]["won_high"] < level[0]["won_low"] and level[0]["won_high"] < ahead[0]["won_low"]
    out = knotlab(*words[:-1], "--totals", "0,0,0,0").out
    assert f"it wins {100 * level[0]['won']:.1f} [" in out and "matches of 100" in out


def told(card: str, own: str, *, match: Match | None = TO_300, rules: dict[str, object] | None = None) -> list[str]:
    """What is said of three bids, of which one wins most matches and another has most points."""
    columns = ["card", "points", "low", "high", "worse", "won", "won_low", "won_high"]
    rows = [
        ("QS", 28, 26, 30, True, 0.30, 0.28, 0.32),
        ("KS", 29, 27, 31, True, 0.29, 0.27, 0.31),
        ("10S", 43, 41, 45, False, 0.26, 0.25, 0.27),
        ("2H", -9, -11, -7, True, 0.2, 0.19, 0.21),
    ]
    table = pd.DataFrame(rows, columns=columns)
    if match is None:
        table = table.drop(columns=["won", "won_low", "won_high"]).sort_values("points", ascending=False)
    cards = {"QS": 49, "KS": 50, "10S": 47, "2H": 26}
    said = by_card(Hand(read_hand(HAND), 0), "second")._replace(shown=cards[card])
    settings = make_rules(games.find("twyst"), 4)
    conditions = Conditions("twyst", 4, settings | (rules or {}), 1, match=match)
    return hand_answer(HandBids(Hand(0, 0), "a+b", (own,), said, 9, table, (0,) * 4 if match else (), conditions))


def test_in_a_match_bids_are_compared_by_the_matches_that_the_best_wins() -> None:
    first, alike, card, own = told("10S", "QS")
    assert first == (
        "Show the QS: it wins 30.0 [28.0, 32.0] of 100 matches to 300, with 0, 0, 0, 0 points before the deal; about "
        "28 [26, 30] points per deal."
    )
    assert alike == "Perhaps as good: KS."
    assert card.endswith(", which is worth 4.0 matches of 100 less, though 15 points per deal more.")
    assert own == "a+b itself shows the QS, too."
    *_, card, own = told("KS", "2H")
    assert card.endswith(", which is perhaps as good (in these deals 1.0 matches of 100 less).")
    assert own == "a+b itself shows the 2H, which is worth 10.0 matches of 100 less."


def test_in_single_deals_bids_are_compared_by_points() -> None:
    first, card, own = told("10S", "QS", match=None)
    assert first == "Show the 10S: about 43 [41, 45] points per deal." and card.endswith(", too.")
    assert own == "a+b itself shows the QS, which is worth 15 points per deal less."


def test_a_card_that_is_for_other_rules_says_so() -> None:
    other = "The bidding card (made for other rules: the usual scores) shows"
    (said,) = (line for line in told("QS", "QS", rules={"misere": 200}) if line.startswith("The bidding card"))
    assert said.startswith(other)
    assert not any("other rules" in line for line in told("QS", "QS"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--totals", "1,2,3,4"), "--totals are those of a match; say with --target or --rounds what ends it"),
        (("--target", 300, "--totals", "1,2,3"), "--totals are the points of seats 0 to 3, four numbers, not 3"),
        (("--target", 300, "--totals", "1,2,3,310"), "somebody has 310 points, and the match ended at 300"),
        (("--target", 300, "--totals", "1,2,many,4"), "--totals takes whole numbers with commas between them"),
        (("--target", 300, "--rounds", 4), "give only one of the two"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_a_sentence(words: tuple[object, ...], said: str) -> None:
    assert said in refused("bid", HAND, *words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("match", "--rounds", 6, "--target", 300), "give only one of the two"),
        (("match", "--rounds", 21), "1 to 20"),
    ],
)
def test_what_a_match_means_nothing_for_is_said_in_a_sentence(words: tuple[object, ...], said: str) -> None:
    assert said in refused(*words)
