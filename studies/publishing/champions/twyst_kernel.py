"""Twyst's champion learns: deals of its own, in which the cards of some decisions are all played on to the end.

At such a decision the champion would choose each card with a probability that grows with its score (softmax). What
every card comes to says whether the mean would be higher if a card were likelier; the weights are moved that way, by
steps that shrink with what a weight has moved before (Adagrad: Duchi, Hazan and Singer, 2011). Cards are played on with
the cards as they lie, so what bids and earlier play say about them is learnt, too. The network is in numbers with
fractions here; `strategies/twyst/_network.py` is its twin in whole ones.
"""

import numpy as np

from knotlab.sim.compiling.jit import jit, strict, whole
from knotlab.sim.games.twyst.cards import N_RANKS, NOTHING
from knotlab.sim.games.twyst.contracts import score_of
from knotlab.sim.games.twyst.rules import apply, begin, deal, open_turn, playable
from knotlab.sim.games.twyst.state import BID, MISERE, NAME_LEADER, NAMING, PLAY, SEATS, VIEW, Move
from knotlab.sim.games.twyst.state import HIDDEN as POSITION
from knotlab.sim.kernels.chance import CHANCES, seed_streams
from knotlab.sim.lowlevel import lowest_bit
from knotlab.sim.protocol import OVER, TURN, record_dtype
from knotlab.strategies.twyst._judgement import CARD_ROWS, DECISION_ROWS, HIDDEN, card_rows, decision_rows, survey_table
from knotlab.strategies.twyst.sampler import solid_card
from knotlab.strategies.twyst.threshold import measure, threshold

SUMS = 4  # slot of the plan from which what the decision gives each hidden unit stands


@strict
def sum_decision(view, weights):
    """Write into the plan what the decision gives each hidden unit."""
    rows = decision_rows(view)
    for unit in range(HIDDEN):
        view.plan[SUMS + unit] = 0.0
        for k in range(DECISION_ROWS):
            if rows[k] >= 0:
                view.plan[SUMS + unit] += weights[rows[k], unit]


@strict
def hidden_unit(view, rows, unit, weights):
    """What one hidden unit comes to before it is cut off at 0."""
    total = view.plan[SUMS + unit]
    for k in range(CARD_ROWS):
        total += weights[rows[k], unit]
    return total


@strict
def weigh(view, card, weights):
    """A card's score: the sum of its rows' own weights, and what the hidden units find: the first half of them raises
    it, the others lower it.
    """
    rows, score = card_rows(view, card), 0.0
    for k in range(CARD_ROWS):
        score += weights[rows[k], HIDDEN]
    for unit in range(HIDDEN):
        found = hidden_unit(view, rows, unit, weights)
        if found > 0.0:
            score += found if unit < HIDDEN // 2 else -found
    return score


USUAL = (7.835, 6.336, 0.7201, 7.051, 0.524)  # how the bidder of most deals bids
LEAST, MOST = (3.5, 5.5, 0.0, 4.0, 0.0), (7.5, 8.0, 2.0, 9.0, 1.5)  # and that of the others: anything between
OTHERS = 0.4  # share of deals with such a bidder
TAKEN = (1.0, 1.0, 0.5, 0.3, 0.2, 1.0, 1.0)  # by contract, share of deals that are played
SOLID = 0.15  # share of seats in which `solid` plays
ASTRAY = 0.1  # share of decisions at which a card is drawn by its probability
LOOKED_AT = 0.2  # share of decisions learnt from
POINTS = 50.0  # points that count as 1
SMALL = 1e-3

DECISION = record_dtype(
    [
        ("n", "i8"),  # cards to choose from
        ("best", "i8"),  # the number of the one with the highest score
        ("scores", "f8", N_RANKS),
        ("likely", "f8", N_RANKS),  # the probability of each
        ("values", "f8", N_RANKS),  # what each comes to
        ("rows", "i8", (N_RANKS, CARD_ROWS)),
        ("units", "f8", (N_RANKS, HIDDEN)),
        ("looked", "i8"),  # decisions learnt from so far, and what the best card was worth there above the mean of all
        ("gained", "f8"),
    ]
)


@jit
def bid_card(view, b):
    """The bid of `threshold` with five parameters."""
    measure(view, b[0], b[1], b[2], b[3], b[4])
    cards = view.hand
    chosen, best = NOTHING, -np.inf
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        score = threshold(view, Move(BID, card, NOTHING), b[0], b[1], b[2], b[3], b[4])
        if score > best:
            chosen, best = card, score
    return chosen


@jit
def bid_all(view, hidden):
    """Four bids, mostly the usual ones."""
    others = np.random.random() < OTHERS
    for _ in range(SEATS):
        open_turn(view, hidden, None)
        bidder = USUAL
        if others:
            bidder = between(0), between(1), between(2), between(3), between(4)
        apply(view, hidden, None, BID, bid_card(view, bidder), NOTHING)


@jit
def between(parameter):
    """Some value of a bidder's parameter."""
    return LEAST[parameter] + (MOST[parameter] - LEAST[parameter]) * np.random.random()


@jit
def start_deal(view, hidden, chance):
    """Deal and bid until a contract comes up that is taken; then somebody is to lead."""
    taken = 0.0
    while np.random.random() >= taken:
        seed_streams(chance, np.random.random())
        deal(view, hidden, chance)
        begin(view, hidden, None)
        bid_all(view, hidden)
        taken = TAKEN[view.contracts[lowest_bit(view.contractors)]]
    if view.decision == NAMING:
        open_turn(view, hidden, None)
        apply(view, hidden, None, NAME_LEADER, NOTHING, view.seat + (view.contract == MISERE) & 3)


@jit
def best_card(view, weights):
    """The champion's card."""
    cards = playable(view)
    chosen, best = lowest_bit(cards), -np.inf
    if cards & cards - 1:
        survey_table(view)
        sum_decision(view, weights)
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            score = weigh(view, card, weights)
            if score > best:
                chosen, best = card, score
    return chosen


@jit
def play_out(view, hidden, card, player, weights, by_solid):
    """What a card comes to for a player: the points above the mean of the others', in parts of `POINTS`."""
    status = apply(view, hidden, None, PLAY, card, NOTHING)
    while status != OVER:
        open_turn(view, hidden, None)
        chosen = solid_card(view) if by_solid else best_card(view, weights)
        status = apply(view, hidden, None, PLAY, chosen, NOTHING)
    worth = 0.0
    for other in range(SEATS):
        worth += score_of(view, other) * (1.0 if other == player else -1.0 / 3.0)
    return worth / POINTS


@jit
def judge(view, cards, weights, decision):
    """Write down the score and the probability of each card."""
    survey_table(view)
    sum_decision(view, weights)
    decision.n = decision.best = 0
    while cards:
        decision.scores[decision.n] = weigh(view, lowest_bit(cards), weights)
        if decision.scores[decision.n] > decision.scores[decision.best]:
            decision.best = decision.n
        decision.n += 1
        cards &= cards - 1
    total, top = 0.0, decision.scores[decision.best]
    for i in range(decision.n):
        decision.likely[i] = np.exp(decision.scores[i] - top)
        total += decision.likely[i]
    for i in range(decision.n):
        decision.likely[i] /= total


@jit
def try_all(views, hiddens, cards, weights, by_solid, decision):
    """Write down the rows and hidden units of each card, and its result."""
    for i in range(decision.n):
        card = lowest_bit(cards)
        cards &= cards - 1
        numbers = card_rows(views[0], card)
        for k in range(CARD_ROWS):
            decision.rows[i, k] = numbers[k]
        for unit in range(HIDDEN):
            decision.units[i, unit] = hidden_unit(views[0], numbers, unit, weights)
    cards = playable(views[0])
    for i in range(decision.n):
        views[1] = views[0]
        for seat in range(SEATS):
            hiddens[1].hands[seat] = hiddens[0].hands[seat]
        decision.values[i] = play_out(views[1], hiddens[1], lowest_bit(cards), views[0].seat, weights, by_solid)
        cards &= cards - 1


@jit
def move_weight(weights, squares, row, unit, slope, rate):
    """One step of one weight."""
    squares[row, unit] += slope * slope
    weights[row, unit] += rate * slope / np.sqrt(squares[row, unit] + SMALL)


@jit
def learn_from(view, weights, squares, rate, decision):
    """Move the weights so that better cards become likelier."""
    mean = plain = 0.0
    for i in range(decision.n):
        mean += decision.likely[i] * decision.values[i]
        plain += decision.values[i] / decision.n
    shared = decision_rows(view)
    for unit in range(HIDDEN + 1):
        sign = 1.0 if unit < HIDDEN // 2 or unit == HIDDEN else -1.0
        together = 0.0
        for i in range(decision.n):
            if unit == HIDDEN or decision.units[i, unit] > 0.0:
                slope = sign * decision.likely[i] * (decision.values[i] - mean)
                together += slope
                for k in range(CARD_ROWS):
                    move_weight(weights, squares, decision.rows[i, k], unit, slope, rate)
        if unit < HIDDEN:
            for k in range(DECISION_ROWS):
                if shared[k] >= 0:
                    move_weight(weights, squares, shared[k], unit, together, rate)
    decision.looked += 1
    decision.gained += decision.values[decision.best] - plain


@jit
def drawn(decision):
    """The number of a card drawn by its probability."""
    rest = np.random.random()
    for i in range(decision.n):
        rest -= decision.likely[i]
        if rest < 0.0:
            return i
    return decision.best


@jit
def card_number(cards, number):
    """One of some cards, by its place among them."""
    for _ in range(number):
        cards &= cards - 1
    return lowest_bit(cards)


@jit
def next_card(views, hiddens, weights, squares, decision, by_solid, rate, solid):
    """Choose a card for the player to move, and sometimes learn from the decision."""
    view = views[0]
    cards = playable(view)
    judge(view, cards, weights, decision)
    if np.random.random() < LOOKED_AT:
        try_all(views, hiddens, cards, weights, by_solid, decision)
        learn_from(view, weights, squares, rate, decision)
    if solid:
        return solid_card(view)
    return card_number(cards, drawn(decision) if np.random.random() < ASTRAY else decision.best)


@jit
def learn_deal(views, hiddens, chance, weights, squares, decision, by_solid, rate):
    """Play one deal, and learn from some of its decisions."""
    view, hidden = views[0], hiddens[0]
    start_deal(view, hidden, chance)
    solid = np.random.random(SEATS) < SOLID
    status = TURN
    while status != OVER:
        open_turn(view, hidden, None)
        card = lowest_bit(playable(view))
        if playable(view) != 1 << card:
            card = next_card(views, hiddens, weights, squares, decision, by_solid, rate, solid[view.seat])
        status = apply(view, hidden, None, PLAY, card, NOTHING)


@whole(nogil=True)
def learn(seed, n_deals, weights, squares, rate, by_solid):
    """Play this many deals and learn from them; changes weights and squares. What the best cards were worth above the
    mean of all, in points per decision.
    """
    np.random.seed(seed)
    views, hiddens = np.zeros(2, VIEW), np.zeros(2, POSITION)
    decisions, chances = np.zeros(1, DECISION), np.zeros(1, CHANCES)
    for _ in range(n_deals):
        learn_deal(views, hiddens, chances[0], weights, squares, decisions[0], by_solid, rate)
    return POINTS * decisions[0].gained / decisions[0].looked
