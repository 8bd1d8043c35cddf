"""Looking ahead: a player who tries each legal move out by playing on from it, many times, before he chooses.

All that he cannot see is redealt for each rollout, uniformly among what agrees with his view; then the players
whom he assumes play on, himself included. The moves of a decision share the deals and the random streams of each
rollout. Copying the position, dealing and playing on are one compiled function, made from the game's rules, that calls
the assumed players by their addresses.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.kernels.chance import CHANCES, OWN, rewind, seed_streams, uniform
from knotlab.sim.kernels.choice import PLAYER, break_tie, draw_uniforms, rate_signature
from knotlab.sim.kernels.memory import copy_record, copy_state, record_finder
from knotlab.sim.kernels.shown import shown, shown_to_plan
from knotlab.sim.kernels.turns import RUN, State, build_turns
from knotlab.sim.lowlevel import caller
from knotlab.sim.protocol import DECIDE, OVER, Game

# The parameters of every player who looks ahead, in order: rollouts of each move at most; how likely a departure from
# the base's move may be by mere luck; the tremble of the assumed players, which their records have; the share of the
# rollouts that are cut, and after how many turns they are.
ROLLOUTS, LEVEL, _, CUT, AFTER = range(5)
BASE, OPPONENTS = range(2)  # the assumed players: what one would oneself play, and what all others do

LOOKS = 4  # times at which moves are compared: after an eighth, a quarter, half and all of the rollouts
LEAST = (-0.25, 0.25, 0.75, 0.0)  # mean gains, in standard errors, below which a move is given up at each of them
MOST_TURNS = 300  # of a rollout; one that is longer counts as what its position is worth then
# Of a move: its rollouts (negative once it is given up), its gains over the base's move in them, and their squares.
COUNT, SUM, SQUARES = range(3)
BEHIND = 2.0  # more than a place can be worth: what scores of moves that are not chosen fall behind by
PLAYED_AT = 0  # where the plan keeps how many rollouts were played


class Room(NamedTuple):
    """What a decision is worked out in: the position as it is dealt, and as it is played on; the state of play, and the
    moves of the decisions that come up.
    """

    dealt: Any
    live: Any
    run: Any
    scratch: Any


def build_look_ahead(game: Game, worth: Callable[..., Any], critic: Callable[..., Any]) -> Callable[..., Any]:
    """A strategy's `rate(view, options, n, player)` (sim/kernels/choice.py) that looks ahead.

    worth: `worth(view, seat)`, what the position at the end of a rollout is worth to the player on a seat. critic:
    `critic(view)`, the chance to lose of the player whose turn begins, with which a rollout may be cut. A move's score
    is what it gains on average over the move that the base would play, less BEHIND unless it is the one chosen.
    """
    base_move, try_moves = build_base_move(game), build_rollouts(game, worth, critic)
    view_dtype, hidden_dtype, options_dtype = game.view, game.hidden, game.options

    @jit
    def look_ahead(view, options, n, player, arrays, gains):
        views, hiddens, chances, runs, scratch = arrays
        dealt, live = State(views[0], hiddens[0], chances[0]), State(views[1], hiddens[1], chances[1])
        room = Room(dealt, live, runs[0], scratch[0])
        base = base_move(view, options, n, player, room)
        played, rollouts, chosen = 0, int(player.value[ROLLOUTS]), base
        for look in range(LOOKS):
            until = rollouts >> (LOOKS - 1 - look)
            view.plan[PLAYED_AT] += try_moves(options, n, player, base, played, until, room, gains)
            played = until
            best = best_of(gains, n, base, played, LEAST[look])
            if best == base:
                break
            if chance_of_luck(gains, best) * LOOKS * (n - 1) < player.value[LEVEL]:
                chosen = best
                break
        write_scores(options, n, gains, chosen)
        return chosen

    def rate(view, options, n, player):
        view.plan[:] = 0.0
        arrays = (
            np.zeros(2, view_dtype),
            np.zeros(2, hidden_dtype),
            np.zeros(2, CHANCES),
            np.zeros(1, RUN),
            np.empty(1, options_dtype),
        )
        # Arrays of this call's own: a record taken from one does not keep it, an argument does.
        return look_ahead(view, options, n, player, arrays, np.zeros((n, 3)))

    return rate


def build_base_move(game: Game) -> Callable[..., Any]:
    """A function that makes all ready for the rollouts of a decision, and gives the number of the base's move."""
    call_rate, assumed = caller(rate_signature(game)), record_finder(PLAYER)

    @jit
    def base_move(view, options, n, player, room):
        seat, run = view.seat, room.run
        for other in range(view.players):
            run.seating[other] = BASE if other == seat else OPPONENTS
        for who in (BASE, OPPONENTS):
            copy_record(run.players[who], assumed(player.assumed_address, who))
        own = run.players[BASE]
        known, _, chance = room.dealt
        mine, _, _ = room.live
        copy_record(known, view)
        seed_streams(chance, view.decision_uniform)
        if own.reads_game:
            known.game_uniform = run.game_uniform[seat] = uniform(chance, 3 * seat + OWN)
        copy_record(mine, known)
        run.new_turn = 1
        if own.reads_game:
            draw_uniforms(mine, chance, own, run)
        chosen = call_rate(own.rate_address, mine, options, n, own)
        if options.equals > 1:
            chosen = break_tie(options, n, chance, seat, options.best, options.equals)
        return chosen

    return base_move


def build_rollouts(game: Game, worth: Callable[..., Any], critic: Callable[..., Any]) -> Callable[..., Any]:
    """A function that plays some more rollouts of the base's move and of each move that is still tried, and adds up
    what these gain; how many that were.
    """
    deal, play_out = _build_deal(game), _build_play_out(game, worth, critic)

    @jit
    def try_moves(options, n, player, base, first, until, room, gains):
        count = 0
        for rollout in range(first, until):
            deal(room, rollout)
            turns = turns_until_cut(player, rollout)
            usual = play_out(options, base, room, turns)
            count += 1
            for move in range(n):
                if move != base and gains[move, COUNT] == rollout:
                    gain = play_out(options, move, room, turns) - usual
                    gains[move, COUNT] += 1.0
                    gains[move, SUM] += gain
                    gains[move, SQUARES] += gain * gain
                    count += 1
        return count

    return try_moves


def _build_deal(game: Game) -> Callable[..., Any]:
    """A function that sets the streams to the start of a rollout's and deals all that the player cannot see."""
    imagine = game.rules.imagine

    @jit
    def deal(room, rollout):
        view, hidden, chance = room.dealt
        run = room.run
        rewind(chance, 0, rollout + 1)
        imagine(view, hidden, chance)
        if run.players[OPPONENTS].reads_game:
            for seat in range(view.players):
                if seat != view.seat:
                    run.game_uniform[seat] = uniform(chance, 3 * seat + OWN)

    return deal


@jit
def turns_until_cut(player, rollout):
    """After how many turns a rollout may end with the critic's word: those that are cut are spread evenly."""
    cut = player.value[CUT]
    is_cut = math.floor((rollout + 1) * cut) > math.floor(rollout * cut)
    return int(player.value[AFTER]) if is_cut else MOST_TURNS


def _build_play_out(game: Game, worth: Callable[..., Any], critic: Callable[..., Any]) -> Callable[..., Any]:
    """A function that plays a move, and on from it until the player's place is known or the game is over, or, after
    some turns, the player is to decide as his turn begins: what that is worth to him.
    """
    turns, width, has_place = build_turns(game), len(game.move._fields), _place_reader(game)
    begin, go_on, apply_at = turns.open, turns.go_on, turns.apply

    @jit
    def finish_turn(state, options, run, status):
        return go_on(state, options, run, None, None, None, status)

    @jit
    def play_out(options, move, room, turns):
        dealt, live, run, scratch = room
        view = live[0]
        copy_state(live, dealt)
        for k in range(width):
            scratch.move[0, k] = options.move[move, k]
        seat = view.seat
        run.new_turn, run.turns = 1, 0
        status = finish_turn(live, scratch, run, apply_at(live, scratch, 0, None))
        while status != OVER and run.turns < MOST_TURNS and not has_place(view, seat):
            status = begin(live, run, None)
            if run.turns >= turns and view.seat == seat and status == DECIDE:
                view.plan[:] = 0.0
                return 1.0 - critic(shown_to_plan(view))
            status = finish_turn(live, scratch, run, status)
        return worth(shown(view), seat)

    return play_out


def _place_reader(game: Game) -> Callable[..., Any]:
    """A function that says whether a seat has its place already, in games with places."""
    if game.has_places:
        return inline(lambda view, seat: view.places[seat] > 0)
    return inline(lambda view, seat: False)


@jit
def best_of(gains, n, base, played, least):
    """The most promising of the moves that are still tried; the base's move itself if all have been given up, since
    they gained less on average than this many standard errors.
    """
    best = base
    for move in range(n):
        if move != base and gains[move, COUNT] == played:
            if mean_of(gains, move) < least * error_of(gains, move):
                gains[move, COUNT] = -played
            elif best == base or gains[move, SUM] > gains[best, SUM]:
                best = move
    return best


@jit
def mean_of(gains, move):
    """A move's mean gain in its rollouts."""
    return gains[move, SUM] / max(abs(gains[move, COUNT]), 1.0)


@jit
def error_of(gains, move):
    """The standard error of a move's mean gain, as if there had been one rollout more, with a gain of 1."""
    count, mean = gains[move, COUNT], mean_of(gains, move)
    return math.sqrt(max((gains[move, SQUARES] + 1.0) / (count + 1.0) - mean * mean, 1e-12) / count)


@jit
def chance_of_luck(gains, move):
    """How likely as large a mean gain would be if the move were no better than the base's."""
    return 0.5 * math.erfc(mean_of(gains, move) / error_of(gains, move) / math.sqrt(2.0))


@jit
def write_scores(options, n, gains, chosen):
    """Each move's mean gain, less BEHIND unless it is the chosen one."""
    options.equals = 1
    for move in range(n):
        options.score[move] = mean_of(gains, move) - BEHIND * (move != chosen)
    options.best = options.score[chosen]
