"""Games that a player learns from, in one compiled function: its moves are drawn at random, the likelier the higher the
network scores them, and after a game each becomes likelier or less likely by how much its player gained by it (actor
and critic: Sutton and Barto, Reinforcement Learning, 2018, chapter 13).

How well a player stands is guessed by a second network, the critic, which sees all cards. What a move gained is the sum
of the changes of that guess from then on, each counting the less the later it comes (generalised advantages: Schulman,
Moritz, Levine, Jordan and Abbeel, 2016).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import jit, whole
from knotlab.sim.kernels.choice import move_maker, rate_signature
from knotlab.sim.kernels.turns import State, build_turns
from knotlab.sim.kernels.vectors import ROOM, sum_rows
from knotlab.sim.lowlevel import caller
from knotlab.sim.protocol import CHANCE, MAX_SEATS, OVER, TURN
from knotlab.studies.publishing.champions.gradients import add_rows, add_vector, back, spread, weigh
from knotlab.studies.publishing.champions.records import (
    REMEMBERED_DECISIONS,
    REMEMBERED_ENTRIES,
    REMEMBERED_MOVES,
    Environment,
)

MOST_TURNS = 3_000  # of a game; a longer one ends there
MOST_MOVES = 400  # of a decision of the learner's; one with more is decided at random
FAINT = 1e-7  # a slope that is not worth the work
BASE, SLOPE, SUM = range(3)  # vectors of the room's: what moves share, a move's slopes, their sum
LEARNER = 0


def build_lesson(environment: Environment) -> Callable[..., Any]:
    """A function that plays games and adds up slopes: `lesson(states, options, run, games, hyper, weights, slopes,
    room, counts)`.

    slopes: sums over all decisions, by which weights should grow. Deterministic: the same from the same arguments.
    """
    game = games.find(environment.game)
    turns, call_rate = build_turns(game), caller(rate_signature(game))
    start, begin, apply_at, legal = turns.start, turns.open, turns.apply, game.rules.legal
    draw_chance, settle = game.rules.draw_chance, game.rules.settle
    think, study = _build_think(environment), _build_study()

    @jit
    def decide(state, options, n, who, run, hyper, weights, room, at):
        """The number of a move; at: decisions, moves and entries remembered so far, three numbers."""
        view, hidden, _ = state
        by_lot = np.random.random() < hyper.tremble
        chosen = 0
        if who < 0:
            player = run.players[-1 - who]
            chosen = call_rate(player.rate_address, view, options, n, player)
        elif n > MOST_MOVES or is_full(at, n):
            by_lot = True
        else:
            chosen, entries = think(view, hidden, options, n, who, hyper, weights, room, at)
            if who == LEARNER and hyper.learning:
                room.seat[at[0]], room.chosen[at[0]] = view.seat, -1 if by_lot else chosen
                at[0] += 1
                at[1] += n
                at[2] = entries
        return np.random.randint(n) if by_lot else chosen

    @jit
    def play(state, options, run, seats, hyper, weights, room, at):
        """Play a game."""
        view, hidden, chance = state
        start(state, run, None)
        status = TURN
        while status != OVER and run.turns < MOST_TURNS:
            status = begin(state, run, None)
            while status != TURN and status != OVER:
                if status == CHANCE:
                    draw_chance(view, hidden, chance)
                    status = settle(view, hidden, None)
                    continue
                n = legal(view, options)
                chosen = 0
                if n > 1:
                    chosen = decide(state, options, n, seats[view.seat], run, hyper, weights, room, at)
                status = apply_at(state, options, chosen, None)
            run.turns += 1

    @whole(nogil=True)
    def lesson(states, options, runs, games, hyper, weights, slopes, room, counts):
        np.random.seed(hyper.seed)
        state, run = State(states.views[0], states.hiddens[0], states.chances[0]), runs[0]
        view, _, _ = state
        at = np.zeros(3, np.int64)
        for g in range(games.numbers.shape[0]):
            run.deal = np.uint64(games.numbers[g])
            for seat in range(view.players):
                run.seating[seat] = max(0, -1 - games.seats[g, seat])
            at[:] = 0
            play(state, options[0], run, games.seats[g], hyper, weights, room, at)
            for seat in range(view.players):
                games.results[g, seat] = worth(view, seat) - hyper.price * run.turns
            if hyper.learning:
                study(games.results[g], at[0], hyper, weights, slopes, room, counts)

    learn: Callable[..., Any] = lesson
    return learn


@jit
def worth(view, seat):
    """Minus 1 for the loser; in a game that was broken off, all who hold cards lose as often as each other."""
    if view.places[seat] == 0:
        return -1.0 / view.holding
    return 0.0 if view.places[seat] < view.players else -1.0


def _build_think(environment: Environment) -> Callable[..., Any]:
    """A function that scores the moves of a decision, remembers them, and draws one: its number, and how many entries
    are remembered then.
    """
    move_at = move_maker(games.find(environment.game))
    prepare, describe_hidden = environment.prepare, environment.describe_hidden
    describe_decision, describe_move = environment.describe_decision, environment.describe_move
    decision_rows, move_rows = environment.decision_rows, environment.move_rows

    @jit
    def think(view, hidden, options, n, who, hyper, weights, room, at):
        d, first, e = at
        view.plan[:] = 0.0
        prepare(view)
        rows, values = room.rows[e:], room.values[e:]
        k = describe_decision(view, rows, values)
        sum_rows(room.work, BASE, weights.decisions, who * decision_rows, rows, values, k)
        if who == LEARNER and hyper.learning:
            room.first_entry[d], room.first_move[d], room.n_moves[d], room.seen[d] = e, first, n, k
            k = describe_hidden(view, hidden, rows, values, k)
            room.seen_by_critic[d] = k
            sum_rows(room.critic_units[d], 0, weights.critic, 0, rows, values, k)
            room.guess[d] = weigh(room.critic_units, d, weights.critic_last, 0)
        e += k
        for i in range(first, first + n):
            rows, values = room.rows[e:], room.values[e:]
            k = describe_move(view, move_at(options, i - first), rows, values)
            add_rows(room.units, i, room.work, BASE, weights.moves, who * move_rows, rows, values, k)
            room.entry[i], room.n_entries[i] = e, k
            room.share[i] = weigh(room.units, i, weights.last, 2 * who)
            e += k
        return draw(room.share[first : first + n], hyper.learning), e

    return think


@jit
def is_full(at, n):
    """Whether there is no room left to remember a decision of n moves."""
    entries = at[2] + (n + 1) * ROOM
    return at[0] == REMEMBERED_DECISIONS or at[1] + n > REMEMBERED_MOVES or entries > REMEMBERED_ENTRIES


@jit
def draw(share, by_lot):
    """From scores, the number of a move: one drawn at random, the scores giving way to how likely each was; or the
    first of the best.
    """
    n = share.shape[0]
    if not by_lot:
        return best_of(share)
    soften(share)
    left = np.random.random()
    for i in range(n - 1):
        left -= share[i]
        if left < 0.0:
            return i
    return n - 1


@jit
def best_of(scores):
    """The number of the first of the best moves."""
    best = 0
    for i in range(1, scores.shape[0]):
        best = i if scores[i] > scores[best] else best
    return best


@jit
def soften(share):
    """Turn scores into how likely each move is."""
    top, total = share[best_of(share)], 0.0
    for i in range(share.shape[0]):
        share[i] = np.exp(share[i] - top)
        total += share[i]
    for i in range(share.shape[0]):
        share[i] /= total


def _build_study() -> Callable[..., Any]:
    """A function that adds up, over the decisions of a game, by which weights should grow."""

    @jit
    def study(results, n, hyper, weights, slopes, room, counts):
        following, later = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
        for seat in range(results.shape[0]):
            following[seat] = results[seat]
        for d in range(n - 1, -1, -1):
            seat = room.seat[d]
            gain = following[seat] - room.guess[d] + hyper.fading * later[seat]
            following[seat], later[seat] = room.guess[d], gain
            counts.decisions[0] += 1
            counts.gains[0] += gain * gain
            study_guess(d, gain, weights, slopes, room)
            if room.chosen[d] >= 0:
                study_moves(d, gain / hyper.scale, hyper.variety, weights, slopes, room)

    return study


@jit
def study_guess(d, wrong, weights, slopes, room):
    """The critic's slopes, for a guess that was too low by so much."""
    e = room.first_entry[d]
    back(slopes.critic_last, 0, room.work, SLOPE, room.critic_units, d, weights.critic_last, 0, wrong)
    spread(slopes.critic, 0, room.rows[e:], room.values[e:], room.seen_by_critic[d], room.work, SLOPE)


@jit
def study_moves(d, gain, variety, weights, slopes, room):
    """The player's slopes at a decision: the move chosen is to become likelier by its gain, and shares more even."""
    first, n = room.first_move[d], room.n_moves[d]
    for i in range(first, first + n):
        room.slope[i] = gain * ((i - first == room.chosen[d]) - room.share[i])
    carry_back(d, variety, weights, slopes, room)


@jit
def carry_back(d, variety, weights, slopes, room):
    """Add up the player's slopes at a decision, from those of its moves' scores; shares are to become more even."""
    first, n, e = room.first_move[d], room.n_moves[d], room.first_entry[d]
    evenness = 0.0
    for i in range(first, first + n):
        evenness -= room.share[i] * np.log(max(room.share[i], FAINT))
    room.work[SUM, :] = np.float32(0.0)
    for i in range(first, first + n):
        share = room.share[i]
        slope = room.slope[i] - variety * share * (np.log(max(share, FAINT)) + evenness)
        if abs(slope) > FAINT:
            back(slopes.last, 0, room.work, SLOPE, room.units, i, weights.last, 0, slope)
            f = room.entry[i]
            spread(slopes.moves, 0, room.rows[f:], room.values[f:], room.n_entries[i], room.work, SLOPE)
            add_vector(room.work, SUM, room.work, SLOPE)
    spread(slopes.decisions, 0, room.rows[e:], room.values[e:], room.seen[d], room.work, SUM)
