"""Forced bids in Twyst: the rule read off them is the strategy's own."""

from dataclasses import replace

import numpy as np
import pytest

from knotlab.analysis.bidding.bids import Bids, Thresholds, bid_moves, force_bids, positions
from knotlab.analysis.runs.play import Table, make_job
from knotlab.sim.errors import InputError
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.players import scores_of
from knotlab.strategies.resolve import player
from knotlab.studies.thresholds import Choice, best_cut, choice, gain_there_is, thresholds_of

DEFAULTS = Thresholds(7.5, 6.5, 0.7, 7.0, 0.5)
BOLD = Thresholds(3.0, 4.0, 1.5, 8.0, 1.0)


def spelt(stated: Thresholds) -> str:
    return "threshold:" + ",".join(f"{key}={value:g}" for key, value in stated._asdict().items()) + "+solid"


@pytest.fixture(scope="module")
def tried() -> Bids:
    return force_bids(make_job("twyst", ["threshold+solid"] * 4, seed=3), 0, 1200, 1)


@pytest.mark.more
@pytest.mark.parametrize("stated", [DEFAULTS, BOLD])
def test_the_card_read_off_is_one_that_the_strategy_itself_scores_highest(tried: Bids, stated: Thresholds) -> None:
    job = make_job("twyst", ["threshold+solid"] * 4, seed=3)
    start, shown = positions(job, np.arange(200)), tried.chosen(stated)
    moves = bid_moves(start.views["hand"])
    for i in range(200):
        scores = scores_of(player("twyst", spelt(stated)), start.views[i], [tuple(move) for move in moves[i].tolist()])
        assert scores[shown[i]] == pytest.approx(scores.max())


@pytest.mark.more
def test_what_is_read_off_for_other_thresholds_is_what_they_score_when_played(tried: Bids) -> None:
    job = make_job("twyst", [spelt(BOLD), *["threshold+solid"] * 3], seed=3)
    deals = np.arange(1200)
    seats = deals % 4
    played = play_numbers(job, deals * 4 + (-seats) % 4)["score"][deals, seats].astype(float)
    apart = tried.score(BOLD) - played  # the same deals and bids; ties in bidding and play fall differently
    assert abs(apart.mean()) < 4 * apart.std() / 1200**0.5  # z 4
    assert (apart == 0).mean() > 0.5


def test_a_bid_that_always_or_never_pays_has_its_best_cut_outside_all_hands() -> None:
    measure, nothing = np.array([1.0, 2.0, 3.0]), np.zeros(3)
    assert best_cut(Choice(measure, nothing + 1, nothing), rising=True) < 1.0
    assert best_cut(Choice(measure, nothing - 1, nothing), rising=True) > 3.0
    assert best_cut(Choice(measure, nothing - 1, nothing), rising=False) < 1.0


@pytest.mark.more
def test_hands_that_prefer_an_ace_solo_do_not_come_to_the_choice_of_a_court(tried: Bids) -> None:
    all_hands, fewer = (
        len(choice(tried, stated, "court").measure)
        for stated in (DEFAULTS._replace(ace=99.0), DEFAULTS._replace(ace=2.0))
    )
    assert fewer < all_hands


@pytest.mark.long
def test_against_players_who_never_bid_alone_forced_bids_tell_of_a_large_gain() -> None:
    job = replace(make_job("twyst", ["threshold+solid", *["cautious+high"] * 3], seed=3), purpose="select")
    best, gain = gain_there_is(force_bids(job, 0, 1000, 1), DEFAULTS)
    assert gain.low > 20 and best.ace < DEFAULTS.ace and best.misere > DEFAULTS.misere


@pytest.mark.long
def test_tuning_finds_at_least_four_fifths_of_the_gain_that_forced_bids_tell_of() -> None:
    from knotlab.analysis.tuning.task import make_task
    from knotlab.analysis.tuning.tune import tune

    job = replace(make_job("twyst", ["threshold+solid", *["cautious+high"] * 3], seed=3), purpose="pilot")
    _, there_is = gain_there_is(force_bids(job, 0, 10_000), DEFAULTS)
    tuned = tune(make_task(Table("twyst", 4, seed=3), "threshold+solid", field=["cautious+high"] * 3), 1.0)
    assert tuned.gain.low >= 0.8 * there_is.value


def test_thresholds_are_those_of_the_bidder_that_counts() -> None:
    assert thresholds_of("threshold:ace=3,court=4,misere=1.5,numeral=8,slope=1+solid") == BOLD
    with pytest.raises(InputError, match=r"as in threshold\+solid, not of 'cautious\+high'"):
        thresholds_of("cautious+high")
