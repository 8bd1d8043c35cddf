"""Looking ahead by sampling: a slow yardstick that shows how much sound play leaves on the table."""

from typing import Any, NamedTuple

import numpy as np

from knotlab.sim.compiling.jit import jit
from knotlab.sim.games.twyst.cards import N_RANKS, NOTHING
from knotlab.sim.games.twyst.rules import apply, open_turn, playable
from knotlab.sim.games.twyst.solver.state import RESULT, SEARCH
from knotlab.sim.games.twyst.state import BID, BIDDING, HIDDEN, NAME_LEADER, NAMING, PLAY, VIEW, Move
from knotlab.sim.games.twyst.unseen import UNSEEN, deal_unseen, survey, uniform_number
from knotlab.sim.kernels.chance import CHANCES, seed_streams
from knotlab.sim.kernels.memory import copy_record
from knotlab.sim.lowlevel import count_bits, lowest_bit
from knotlab.sim.protocol import OVER
from knotlab.strategies import param, strategy
from knotlab.strategies.twyst._ending import holders_of, room_for, set_question, solved_worth, worth_of
from knotlab.strategies.twyst._judgement import survey_table
from knotlab.strategies.twyst._network import sum_decision, weigh
from knotlab.strategies.twyst._table import look
from knotlab.strategies.twyst.champion import WORDS
from knotlab.strategies.twyst.solid import solid

BETWEEN_EQUALS = 1e-5  # what a solved deal played out counts: only where cards are equal, all cards open


class Desk(NamedTuple):
    """Arrays that a decision works in, each of one record but for the results of the solver."""

    views: Any
    hiddens: Any
    unseens: Any
    chances: Any
    searches: Any
    results: Any


def look_ahead(view, samples, champions, solved):
    """Write what each legal move comes to, in listed order and summed over the deals, into the plan."""
    if view.decision != BIDDING:
        tricks = N_RANKS - view.trick
        holders = holders_of(view) if tricks <= solved else 0
        # Arrays of this call's own: a record taken from one does not keep it, an argument does.
        desk = Desk(
            np.zeros(1, VIEW),
            np.zeros(1, HIDDEN),
            np.zeros(1, UNSEEN),
            np.zeros(1, CHANCES),
            np.zeros(1 if holders else 0, SEARCH),
            np.zeros(room_for(tricks) if holders else 0, RESULT),
        )
        try_all(view, samples, champions, holders, desk)


@jit
def try_all(view, samples, champions, holders, desk):
    """Deal the unseen cards this many times, and add up what each legal move then comes to: solved if there are holders
    of a contract against all others, otherwise played out.
    """
    hidden, unseen, chance, views = desk.hiddens[0], desk.unseens[0], desk.chances[0], desk.views
    seed_streams(chance, view.decision_uniform)
    ways = survey(unseen, view)
    kind = NAME_LEADER if view.decision == NAMING else PLAY
    moves = 15 if view.decision == NAMING else playable(view)
    if holders:
        set_question(desk.searches[0], view, holders)
    view.plan[:] = 0.0
    for _ in range(samples):
        number, left, slot = uniform_number(chance, ways), moves, 0
        while left:
            hidden.hands[view.seat] = view.hand
            deal_unseen(unseen, number, hidden.hands, view.seat)
            copy_record(views[0], view)
            move = lowest_bit(left)
            card, seat = (NOTHING, move) if kind == NAME_LEADER else (move, NOTHING)
            status = apply(views[0], hidden, None, kind, card, seat)
            weight = 1.0
            if holders:
                view.plan[slot] += solved_worth(desk.searches, desk.results, views[0], hidden, holders, view.seat)
                weight = BETWEEN_EQUALS
            play_out(views[0], hidden, status, champions)
            view.plan[slot] += weight * worth_of(views[0], view.seat)
            left &= left - 1
            slot += 1


@jit
def play_out(view, hidden, status, champions):
    """Play a deal to its end, everybody like `solid` or like `champion`."""
    while status != OVER:
        open_turn(view, hidden, None)
        chosen = champion_card(view) if champions else solid_card(view)
        status = apply(view, hidden, None, PLAY, chosen, NOTHING)


@jit
def solid_card(view):
    """The card that `solid` plays, the first in listed order of equally good ones."""
    cards = playable(view)
    chosen, best = lowest_bit(cards), -np.inf
    if cards & cards - 1:
        look(view)
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            score = solid(view, Move(PLAY, card, NOTHING))
            if score > best:
                chosen, best = card, score
    return chosen


@jit
def champion_card(view):
    """The card that `champion` plays, the first in listed order of equally good ones."""
    cards = playable(view)
    chosen, best = lowest_bit(cards), -np.inf
    if cards & cards - 1:
        survey_table(view)
        sum_decision(view, WORDS)
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            score = weigh(view, card, WORDS)
            if score > best:
                chosen, best = card, score
    return chosen


@strategy(
    "twyst",
    title="Card sampler",
    plan=look_ahead,
    samples=param(20, 1, 100_000),
    champions=param(0, 0, 1),
    solved=param(0, 0, 13),
)
def sampler(view, move, samples, champions, solved):
    """Deal the unseen cards at random, play out each legal move with everybody playing like `solid`, and take the move
    that is best on average; with `solved`, solve the last tricks instead.

    Each deal is equally likely among all that agree with what is known: sizes of the hands, bid cards still in them,
    suits that somebody failed to follow. What bids and play suggest beyond that is not used. Best is the mean of one's
    own points less the others' mean, so that a player who cannot score works against those who can. The deals come from
    a generator seeded with the decision's own uniform number. It is a player of the cards: combine it with a bidder.

    Solved means that the two sides, contractors and all others, play the rest of the deal as well as can be with all
    cards open. Of cards that are then equal the one that is better played out is taken. In a Nemo, in a Twist solo,
    while several solos are open, and with partners who score their own tricks there are no two sides, and deals are
    played out. As if all hands were seen later on, what can be found out and what can be hidden counts for nothing.

    Source: no advice; the method is known as determinized, or perfect information, Monte Carlo. What solving with all
    cards open overlooks: I. Frank and D. Basin, "Search in games with incomplete information", Artificial Intelligence
    100 (1998).

    Assumed: in the rollouts, the first of several cards that `solid` (or `champion`) likes equally is played.

    Parameters
    ----------
    samples
        How many deals, the same for every move.
    champions
        1 if everybody goes on like `champion` in the rollouts, 0 like `solid`.
    solved
        With at most this many tricks left, each deal is solved; 0: none, as in earlier versions. Up to 5 cost next to
        nothing, 7 take five times as long as 0, and every trick more several times longer.
    """
    if move.kind == BID:
        return 0.0
    if move.kind == NAME_LEADER:
        return view.plan[move.seat] / samples
    return view.plan[count_bits(playable(view) & (1 << move.card) - 1)] / samples
