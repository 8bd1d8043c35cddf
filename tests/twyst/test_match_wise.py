"""Chances to win a match, and bidding by them: deals put together by hand, another interpolation, matches played."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator

from knotlab import play
from knotlab.analysis.bidding.match_chances import Chances, grid_of, smooth
from knotlab.analysis.bidding.match_kernels import LOWEST, NO_LIMIT, NO_TARGET, STEP, chance_after, simulator, weigher
from knotlab.analysis.bidding.match_wise import WAYS, MatchWise, gain, in_any_order, players_of
from knotlab.sim.compiling.jit import OFF, whole
from knotlab.sim.errors import InputError
from knotlab.sim.protocol import Match
from knotlab.strategies.twyst._match_ways import WAY_AT
from tests.cli import knotlab, refused, strategy_file

TARGET = 200
GRID = grid_of(Match(TARGET))
N = len(GRID)
SHAPE = (N, N, N, N, 4)
HIGH = "from knotlab.strategies.twyst.high import high\n"

pytestmark = pytest.mark.skipif(OFF, reason="thousands of matches")


def simulated(scores: list[list[int]], matches: int = 1, games: int = NO_LIMIT) -> np.ndarray:
    """The shares of matches won with certain deals, as simulated."""
    won = np.zeros(SHAPE)
    simulator()(7, np.array(scores, np.int64), GRID, TARGET if games == NO_LIMIT else NO_TARGET, games, matches, won)
    return won / matches


def at(*totals: int) -> tuple[int, ...]:
    """Totals as places on the grid."""
    return tuple(int(place) for place in np.searchsorted(GRID, totals))


def test_the_deal_moves_on_and_the_highest_total_wins() -> None:
    """With 100 points for the eldest in every deal, matches can be played by hand."""
    share = simulated([[100, 0, 0, 0]])
    assert share[at(100, 0, 0, 0)].tolist() == [1, 0, 0, 0]
    assert share[at(0, 100, 0, 0)].tolist() == [0, 1, 0, 0]  # 100 100 0 0, then seat 1 is the eldest
    assert share[at(0, 0, 0, 100)].tolist() == [0, 0, 0, 1]  # 100 100 100 200
    assert share[at(-150, 0, 0, 50)].tolist() == [0, 1, 0, 0]  # -50 100 100 150, 50 200


def test_a_match_over_rounds_ends_with_the_last_of_them_whatever_the_totals() -> None:
    """The same deals: whoever is the eldest in turn gains 100 points."""
    share = simulated([[100, 0, 0, 0]], games=3)
    assert share[at(100, 0, 0, 150)].tolist() == [1, 0, 0, 0]  # 200 100 100 150
    assert share[at(0, 0, 0, 150)].tolist() == [0, 0, 0, 1]
    assert simulated([[100, 0, 0, 0]], games=1)[at(50, 0, 150, 150)].tolist() == [1 / 3, 0, 1 / 3, 1 / 3]


def test_equal_totals_share_the_match() -> None:
    share = simulated([[100, 100, 0, 0]])
    assert share[at(100, 100, 0, 0)].tolist() == [0.5, 0.5, 0, 0]


def random_share(seed: int) -> np.ndarray:
    """Some shares that add up to 1."""
    share: np.ndarray = np.random.default_rng(seed).dirichlet(np.ones(4), SHAPE[:4])
    return share


def test_smoothed_chances_add_up_and_forget_how_the_others_sit() -> None:
    share = smooth(random_share(1))
    assert np.allclose(share.sum(axis=-1), 1.0)
    raw = smooth(np.ones(SHAPE) * [0.4, 0.2, 0.2, 0.2])  # a seat that is better by itself stays so
    assert np.allclose(raw[at(0, 50, 100, -100)], [0.4, 0.2, 0.2, 0.2])
    alike = random_share(2)[..., :1].repeat(4, axis=-1)
    changed = smooth(alike)
    assert changed[at(0, 50, 100, -100)][0] == pytest.approx(changed[at(0, 100, -100, 50)][0], rel=0.1)


@whole()
def chance(totals: Any, seat: Any, scores: Any, share: Any, target: Any, games: Any = NO_LIMIT) -> Any:
    """`chance_after`, to be called from here."""
    return chance_after(totals, seat, scores, share, target, games)


def test_between_the_grid_s_points_chances_lie_on_straight_lines() -> None:
    share, random = random_share(3), np.random.default_rng(4)
    for _ in range(200):
        totals, scores = random.integers(-200, 150, 4), random.integers(-60, 40, 4)
        seat = int(random.integers(4))
        after = totals + scores
        found = chance(totals, seat, scores, share, TARGET)
        between = RegularGridInterpolator([GRID] * 4, share[..., (seat - 1) % 4])
        assert found == pytest.approx(float(between(np.clip(np.roll(after, -1), LOWEST, TARGET - STEP))[0]))


def test_whoever_reaches_the_target_highest_wins() -> None:
    share = random_share(5)
    totals = np.array([150, 150, 0, 0])
    for seat, expected in ((0, 0.0), (1, 1.0), (2, 0.0)):
        assert chance(totals, seat, np.array([50, 60, 0, 0]), share, TARGET) == expected
    assert chance(totals, 0, np.array([60, 60, 0, 0]), share, TARGET) == 0.5


def test_the_way_that_promises_most_is_taken_and_a_trifle_is_not() -> None:
    share = np.full(SHAPE, 0.25)
    scores = np.zeros((3, 4, 10, 4), np.int64)
    for seat in range(4):
        scores[1, seat, :5, seat] = 1000  # the second way wins every other match at once
        scores[2, seat, :4, seat] = 1000
    way, promise = np.zeros(SHAPE, np.int64), np.zeros(SHAPE)
    weigher()(scores, GRID, share, TARGET, NO_LIMIT, way, promise)
    assert way[at(0, -50, 0, 100)].tolist() == [1] * 4  # the others' totals in ascending order
    assert promise[at(0, -50, 0, 100)] == pytest.approx(0.5 + 0.5 * 0.25 - 0.25)
    assert in_any_order(way)[at(0, 100, -50, 0)].tolist() == [1] * 4
    assert [way[at(own, -50, 0, 100)][0] for own in (-200, -150, -100)] == [0, 0, 1]  # near the end of the totals
    trifle = share + 0.0
    way[:], scores[:] = 0, 0
    weigher()(scores, GRID, trifle, TARGET, NO_LIMIT, way, promise)
    assert not way.any()


def test_over_rounds_only_differences_count_and_the_last_deal_is_for_the_lead() -> None:
    """In the last deal the second way gains 100 points, which wins only if one is less than that behind."""
    share, scores = random_share(7), np.zeros((2, 4, 1, 4), np.int64)
    for seat in range(4):
        scores[1, seat, 0, seat] = 100
    for totals, seat in (((0, 50, -100, 0), 1), ((100, -50, 0, 0), 2)):
        found = [
            chance(np.array(totals) + more, seat, scores[1, seat, 0], share, NO_TARGET, 1) for more in (0, 40, -70)
        ]
        assert found[0] == pytest.approx(found[1]) == pytest.approx(found[2])
    way, promise = np.zeros(SHAPE, np.int64), np.zeros(SHAPE)
    weigher()(scores, GRID, share, NO_TARGET, 0, way, promise)
    assert way[at(100, 0, 50, 150)].tolist() == [1] * 4 and (promise[at(100, 0, 50, 150)] == 1).all()
    assert promise[at(50, 0, 50, 150)].tolist() == [0.5] * 4  # equal totals
    assert way[at(0, 0, 50, 150)].tolist() == [0] * 4  # too far behind
    assert not way[at(100, 0, 50, 100)].any()  # nobody leads with the highest total: not a state that is looked up


def wise(way: int, rounds: int | None = None) -> MatchWise:
    """One way to bid, whatever the totals; rounds: that are left, if not a target ends the match."""
    match = Match(TARGET) if rounds is None else Match(games=rounds)
    shape = (len(grid_of(match)),) * 4 + (4,)
    return MatchWise(Chances(match, np.zeros(shape), 1), np.full(shape, way), np.zeros(shape))


def test_who_bids_as_usual_wins_his_share_and_who_never_goes_alone_wins_less() -> None:
    usual = gain([wise(0)], player="solid", matches=400)
    assert usual.value == 0 and usual.n == 100  # all seats of a match together have it
    names = list(WAYS)
    assert gain([wise(names.index("any solo"))], player="solid", matches=400).value != usual.value
    with pytest.raises(InputError, match="ways to bid are those of 'threshold' and of 'carded', not of 'cautious'"):
        players_of("no solo", 2, "cautious", "solid")
    assert players_of("no solo", 2, "threshold", "solid")[2] == "threshold:ace=14,court=14,misere=0+solid"


@pytest.mark.long
def test_the_gain_over_rounds_is_that_of_ordinary_matches() -> None:
    """One way to bid throughout; a match-wise player who can only bid in one way is a bidder with other thresholds."""
    number = list(WAYS).index("any solo")
    ours = gain([wise(number, left) for left in (1, 2, 3)], player="high", matches=8_000)
    players = players_of("any solo", 0, "threshold", "high")
    theirs = play("twyst", players, games=8_000, seed=5, rounds=3).estimate("win_rate", 0)
    assert abs(ours.value / 100 + 0.25 - theirs.value) < 4 * np.hypot(ours.error / 100, theirs.error)  # z = 4
    assert max(ours.error / 100, theirs.error) < 0.006


@pytest.mark.long
def test_by_rounds_the_command_tells_the_rounds_left_and_the_lead() -> None:
    words = ("match", "--player", "solid", "--rounds", 2, "--deals", 100, "--matches", 200)
    facts = json.loads(knotlab(*words, "--json").out)
    assert facts["rounds"] == 2 and {"left", "lead", "chance", "low", "high", "way", "promise"} == set(
        facts["table"][0]
    )
    chance = {(row["left"], row["lead"]): row["chance"] for row in facts["table"]}
    assert {left for left, _ in chance} == {1, 2} and chance[1, 200] > chance[2, 200] > chance[2, 0] > chance[2, -200]
    said = knotlab(*words).out
    assert "200 matches over 2 rounds" in said and "match-wise does not bid so" in said


@pytest.mark.long
def test_the_gain_is_that_of_ordinary_matches() -> None:
    """The strategy that ships, among the same players in matches of `play`: other deals, another way of playing."""
    shipped = MatchWise(Chances(Match(500), np.zeros(0), 1), WAY_AT, np.zeros(0))
    ours = gain([shipped], "threshold@v3", "high", matches=8_000)
    players = ["match-wise+high"] + ["threshold@v3+high"] * 3
    theirs = play("twyst", players, games=8_000, seed=3, target=500).estimate("win_rate", 0)
    assert abs(ours.value / 100 + 0.25 - theirs.value) < 4 * np.hypot(ours.error / 100, theirs.error)  # z = 4
    assert max(ours.error / 100, theirs.error) < 0.004


@pytest.mark.long
def test_the_command_prints_chances_ways_and_the_gain() -> None:
    words = ("match", "--player", "solid", "--target", 150, "--deals", 100, "--matches", 200)
    answer = knotlab(*words)
    assert (
        answer.status == 0
        and answer.out.startswith("Against three")
        and "more matches in 100" in answer.out
        and "nan" not in answer.out
    )
    facts = json.loads(knotlab(*words, "--json").out)
    assert {"own", "best", "chance", "low", "high", "way", "promise"} == set(facts["table"][0])
    assert facts["gain"]["n"] == 50
    cheap = json.loads(knotlab(*words, "--set", "ace=1", "--set", "court=1", "--json").out)
    assert cheap["set"] == ["ace=1", "court=1"] and cheap["table"] != facts["table"]
    assert "in 204 matches" in knotlab(*words[:-1], 201).out  # whole deals, as in `play`
    with pytest.raises(InputError, match="multiple of 4"):
        gain([wise(0)], player="solid", matches=201)
    assert "100" in refused("match", "--target", 20)


@pytest.mark.long
def test_a_card_player_of_one_s_own_who_plays_like_a_shipped_one_gets_the_same_advice(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "mine", "return high(view, move)", game="twyst", top=HIGH)
    words = ("match", "--target", 150, "--deals", 100, "--matches", 200, "--json")
    own, shipped = (
        knotlab(*words, "--player", *player).json for player in (("mine", "--strategies-from", file), ("high",))
    )
    assert own.pop("player") == "mine" and shipped.pop("player") == "high" and own == shipped
    assert "is known once its file is named" in refused(*words, "--player", "mine")
