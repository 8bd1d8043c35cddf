"""The par of deals that can be worked out on paper, and of random ones by the solver's plain answers."""

from dataclasses import replace

import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twyst.cards import ALL, ONE_SUIT, mask
from knotlab.sim.games.twyst.open_cards import Solver
from knotlab.sim.games.twyst.state import ACE_SOLO, COURT_SOLO, PLAIN_DUO, TRUMP_DUO
from knotlab.sim.playing.match import records_of
from knotlab.studies.command import USUAL, as_dealt
from knotlab.studies.par import Par, _bids, par_of, par_table
from knotlab.studies.solver_speed import measure_solver, random_deal

FIFTH = replace(USUAL, seed=5)
SUITS = tuple(ONE_SUIT << 13 * suit for suit in range(4))
pytestmark = [pytest.mark.long, pytest.mark.skipif(OFF, reason="whole deals take too long without the compiler")]


def test_who_has_a_whole_suit_makes_an_ace_solo_with_all_tricks_and_leads() -> None:
    # At no trump the leader's suit takes all thirteen tricks: 13 x 20. Nobody could do better.
    assert par_of(SUITS, Solver()) == [Par(260, "ace-solo", None, None, seat) for seat in range(4)]


def test_a_court_solo_worked_out_on_paper() -> None:
    # Seat 0 has the clubs but the ace, and the 2 of diamonds; seat 1 the ace of clubs and the other diamonds. With
    # clubs as trump two tricks are lost, one to the ace of clubs and one with the 2 of diamonds: 11 x 15. Without an
    # ace seat 0 cannot bid an Ace solo, and a Misere pays less. Seat 1 at no trump takes every trick.
    a, b, c, d = SUITS
    hands = (a ^ mask("AC") | mask("2D"), b ^ mask("2D") | mask("AC"), c, d)
    pars = par_of(hands, Solver())
    assert pars[0][:4] == (165, "court-solo", "C", None)
    assert pars[1][:2] == (260, "ace-solo")


def test_the_cards_that_a_bid_needs() -> None:
    a, b, c, d = SUITS
    bids = set(_bids(SUITS))
    assert {(bid.contract, bid.seats, bid.trump) for bid in bids} == {
        *((ACE_SOLO, (seat,), -1) for seat in range(4)),
        *((COURT_SOLO, (seat,), seat) for seat in range(4)),
    }
    shared = (a ^ mask("4C 9C") | mask("5D 2D"), b ^ mask("5D 2D") | mask("4C 9C"), c, d)
    duos = {(bid.seats, bid.trump, bid.target) for bid in _bids(shared) if bid.contract == TRUMP_DUO}
    assert duos == {((0, 1), 0, 7), ((0, 1), 1, 7)}  # the 3 and the 4 of clubs: 7; the 5 and the 7 of diamonds: 7
    assert not any(bid.contract == PLAIN_DUO for bid in _bids(shared))  # seats 2 and 3 share no suit
    low = (mask("5C 2D"), mask("6C"), mask("4H"), mask("6H 3C"))
    duos = {(bid.seats, bid.trump, bid.target) for bid in _bids(low) if bid.contract == TRUMP_DUO}
    assert duos == {((0, 1), 0, 11), ((0, 3), 0, 8), ((1, 3), 0, 9), ((2, 3), 2, 10)}
    plain = {bid.seats for bid in _bids(low) if bid.contract == PLAIN_DUO}
    assert plain == {(0, 1), (2, 3)}


def test_the_par_of_deals_is_of_those_that_are_dealt() -> None:
    rows = par_table(1, FIFTH).to_dict("records")
    (record,) = records_of(as_dealt(FIFTH, "random"), 0)
    assert [row["hand"].split() for row in rows] == record["deal"]
    for row in rows:
        partner = row["partner"]
        assert (row["contract"] is None) == (row["points"] == 0)
        if partner is not None:  # partners score alike, so that what one can have the other can
            assert rows[partner]["points"] >= row["points"]


@pytest.mark.long
def test_what_a_failed_contract_pays_for_does_not_matter_to_a_par() -> None:
    assert par_table(1, replace(USUAL, rules=["lost=shortfall"])).equals(par_table(1))


@pytest.mark.long
def test_no_contract_of_a_random_deal_scores_more_than_its_par() -> None:
    solver = Solver()
    deal = random_deal(3, 0)
    pars = par_of(deal.hands, solver)
    for seat in range(4):
        for trump in range(-1, 4):
            for leader in range(4):
                position = type(deal)(deal.hands, leader, trump)
                tricks = solver.most_tricks(position, 1 << seat)
                rate, held = (20, 1 << 12) if trump < 0 else (15, 7 << 9)
                cards = deal.hands[seat]
                suits = range(4) if trump < 0 else (trump,)
                if tricks >= 7 and any(cards >> 13 * suit & held for suit in suits):
                    assert pars[seat].points >= rate * tricks


def test_a_random_deal_is_the_whole_pack_and_each_question_has_a_speed() -> None:
    a, b, c, d = random_deal(1, 0).hands
    assert a | b | c | d == ALL and random_deal(1, 1) != random_deal(1, 0)
    speed = measure_solver(1, 6)
    assert len(speed) == 4 and (speed["deals solved/s"] > 0).all() and (speed["positions per deal"] > 1).all()
