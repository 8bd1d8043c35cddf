"""The kernel: plays a batch of any game between strategies that score legal moves.

`build_batch` makes a game's kernel from its rules. Strategies are functions of one fixed signature, called by address, so a kernel is compiled
once whatever strategies it plays. How a decision is made, and every random word it takes, is fixed in `draw_protocol.md`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import types

from sim import jit as compiling
from sim.chance import CHANCES, OWN, TIES, TREMBLE, below, rewind, uniform
from sim.jit import inline, jit, record, vector
from sim.lowlevel import caller
from sim.protocol import CAPPED, CHANCE, FINISHED, MAX_PARAMETERS, MAX_SEATS, OVER, STALLED, TURN, Game, record_dtype
from sim.trace import FORCED, SCORED, TRACE_TYPE, TREMBLED, note_decision

# Turns without anything irreversible before positions are compared (TK-27); only when it is looked for, not what is found, depends on it.
QUIET_TURNS = 32

PLAYER = record_dtype(
    [
        ("value", "f8", MAX_PARAMETERS),
        ("tremble", "f8"),
        ("temperature", "f8"),
        ("reads_game", "i8"),  # whether the strategy reads any of its own uniform numbers
        ("reads_turn", "i8"),
        ("reads_decision", "i8"),
        ("cheats", "i8"),  # whether it is offered moves that break the rules
        ("score", "i8"),  # addresses of the strategy's functions (sim/lowlevel.py); plan is 0 if it has none
        ("plan", "i8"),
    ]
)

RUN = record_dtype(
    [
        ("deal", "u8"),
        ("rollout", "u8"),
        ("rotation", "i8"),
        ("game", "i8"),  # number of the game in this batch
        ("limit", "i8"),
        ("player", "i8", MAX_SEATS),  # by seat
        ("game_uniform", "f8", MAX_SEATS),  # by seat
        ("new_turn", "i8"),
        ("turns", "i8"),
        ("decisions", "i8"),
        ("free", "i8"),
        ("scored", "i8"),
    ]
)


class Table(NamedTuple):
    """One complete position with its random streams: three records, or three arrays of them."""

    views: Any
    hiddens: Any
    chances: Any


# --- one decision ---


@inline
def draw_uniforms(view, chance, player, run):
    """The strategy's own random numbers for a decision with a choice."""
    own = 3 * view.seat + OWN
    if player.reads_turn and run.new_turn:
        view.turn_uniform = uniform(chance, own)
    run.new_turn = 0
    if player.reads_decision:
        view.decision_uniform = uniform(chance, own)


@inline
def break_tie(options, n, chance, seat, best, equals):
    """The number of one of the moves that share the highest score, by one draw."""
    skip = below(chance, 3 * seat + TIES, equals)
    if equals == n:
        return skip
    for i in range(n):
        if options.score[i] == best:
            if skip == 0:
                return i
            skip -= 1
    return n - 1


@inline
def weight(score, best, temperature):
    """How likely a move is at a temperature, up to a common factor."""
    if score == best:
        return 1.0
    if best == np.inf:
        return 0.0
    return np.exp((score - best) / temperature)


@jit
def pick_softly(options, n, chance, seat, temperature):
    """The number of a move drawn with probability proportional to exp(score / temperature)."""
    best = options.score[0]
    for i in range(1, n):
        best = max(best, options.score[i])
    total = 0.0
    for i in range(n):
        total += weight(options.score[i], best, temperature)
    target = uniform(chance, 3 * seat + TREMBLE) * total
    running = 0.0
    last = 0
    for i in range(n):
        share = weight(options.score[i], best, temperature)
        running += share
        if share > 0.0:
            last = i
        if running > target:
            return i
    return last


def build_choice(game: Game) -> Callable:
    """The function that makes one decision by a strategy's scores, for a game's moves."""
    move_at = _move_maker(game)
    call_score, call_plan = caller(score_signature(game)), caller(plan_signature(game))

    @inline
    def rate(view, options, n, player):
        """Ask the strategy for every legal move's score: the first of the highest, its score, and how many share it."""
        if player.plan:
            call_plan(player.plan, view, player)
        best, equals, chosen = -np.inf, 0, 0
        for i in range(n):
            value = call_score(player.score, view, move_at(options, i), player)
            if value != value:
                raise ValueError("a score is not a number (NaN)")
            options.score[i] = value
            better = value > best
            equals = 1 if better else equals + (value == best)
            chosen = i if better else chosen
            best = value if better else best
        return chosen, best, equals

    @inline
    def choose(table, options, n, player, run, trace):
        """The number of the move to play, of n >= 2."""
        view, chance = table.views, table.chances
        seat = view.seat
        run.free += 1
        if player.reads_game:
            draw_uniforms(view, chance, player, run)
        trembles = player.tremble > 0.0 and uniform(chance, 3 * seat + TREMBLE) < player.tremble
        chosen, best, equals = 0, 0.0, 1
        if trace is not None or not trembles:
            chosen, best, equals = rate(view, options, n, player)
            run.scored += n
        if trembles:
            chosen = below(chance, 3 * seat + TREMBLE, n)
        elif player.temperature > 0.0:
            chosen = pick_softly(options, n, chance, seat, player.temperature)
        elif equals > 1:
            chosen = break_tie(options, n, chance, seat, best, equals)
        note_decision(trace, seat, options, n, chosen, TREMBLED if trembles else SCORED)
        return chosen

    return choose


def _move_maker(game: Game) -> Callable:
    """A function that gives legal move number i as the game's own tuple."""
    move = game.move
    if len(move._fields) == 3:
        return inline(lambda options, i: move(options.move[i, 0], options.move[i, 1], options.move[i, 2]))
    return inline(lambda options, i: move(options.move[i, 0], options.move[i, 1], options.move[i, 2], options.move[i, 3]))


# --- one turn, one game, a batch ---


def build_turn(game: Game) -> tuple[Callable, Callable]:
    """Functions that start a game and that play one turn of it."""
    rules, choose, apply_at = game.rules, build_choice(game), _apply_maker(game)
    deal, begin, open_turn, legal = rules.deal, rules.begin, rules.open_turn, rules.legal
    draw_chance, settle, tell_cheats = rules.draw_chance, rules.settle, _cheats_teller(game)

    @jit
    def start(table, players, run, trace):
        """Deal the game anew and make its first position."""
        view, hidden, chance = table
        rewind(chance, run.deal, run.rollout)
        deal(view, hidden, chance)
        if begin(view, hidden, trace) == CHANCE:
            draw_chance(view, hidden, chance)
            settle(view, hidden, trace)
        run.turns = run.decisions = run.free = run.scored = 0
        view.turn_uniform = view.decision_uniform = np.nan
        for seat in range(view.players):
            run.game_uniform[seat] = np.nan
            if players[run.player[seat]].reads_game:
                run.game_uniform[seat] = uniform(chance, 3 * seat + OWN)

    @jit
    def play_turn(table, options, players, run, trace):
        """All that one player does until play passes on: TURN or OVER."""
        view, hidden, chance = table
        player = players[run.player[view.seat]]
        view.game_uniform = run.game_uniform[view.seat]
        tell_cheats(view, player)
        if player.reads_game:
            view.turn_uniform = view.decision_uniform = np.nan
        run.new_turn = 1
        status = open_turn(view, hidden, trace)
        while status != TURN and status != OVER:
            if status == CHANCE:
                draw_chance(view, hidden, chance)
                status = settle(view, hidden, trace)
                continue
            n = legal(view, options)
            run.decisions += 1
            chosen = 0
            if n > 1:
                chosen = choose(table, options, n, player, run, trace)
            else:
                note_decision(trace, view.seat, options, n, 0, FORCED)
            status = apply_at(table, options, chosen, trace)
        run.turns += 1
        return status

    return start, play_turn


def _cheats_teller(game: Game) -> Callable:
    """A function that tells a view whether its player cheats, in games in which one can."""
    if "cheats" not in (game.view.names or ()):
        return inline(lambda view, player: None)

    @inline
    def tell_cheats(view, player):
        view.cheats = player.cheats

    return tell_cheats


def _apply_maker(game: Game) -> Callable:
    """A function that plays legal move number i."""
    apply = game.rules.apply
    if len(game.move._fields) == 3:

        @inline
        def apply_at(table, options, i, trace):
            return apply(table.views, table.hiddens, trace, options.move[i, 0], options.move[i, 1], options.move[i, 2])
    else:

        @inline
        def apply_at(table, options, i, trace):
            return apply(table.views, table.hiddens, trace, options.move[i, 0], options.move[i, 1], options.move[i, 2], options.move[i, 3])

    return apply_at


def build_game(game: Game) -> Callable:
    """A function that plays one game to its end, stalled and capped games included."""
    start, play_turn = build_turn(game)
    progress, same_position = game.rules.progress, game.rules.same_position

    @inline
    def same(table, other):
        """TK-27: the same complete position, random streams included."""
        return table.chances.drawn == other.chances.drawn and same_position(table.views, table.hiddens, other.views, other.hiddens)

    @jit
    def replay(table, options, players, run, turns):
        """Bring a table to the start of the turn after so many turns."""
        start(table, players, run, None)
        for _ in range(turns):
            play_turn(table, options, players, run, None)

    @jit
    def locate(table, other, options, players, run, run2, period):
        """The turn before which a position comes for the second time, given the cycle's length: the table is left there."""
        replay(table, options, players, run, period)
        replay(other, options, players, run2, 0)
        while not same(table, other):
            play_turn(table, options, players, run, None)
            play_turn(other, options, players, run2, None)
        return run.turns

    @inline
    def period_of(table, mark, marks, turn):
        """Brent's search for a cycle, a step a turn: the cycle's length once it is known, else 0.

        marks: [turn of the mark or -1, turn of the next mark, progress, words drawn, quiet turns]. The mark is a copy of an
        earlier position; it moves on at doubling distances, and starts anew with every change that cannot be undone.
        """
        done, drawn = progress(table.views, table.hiddens), table.chances.drawn
        if done != marks[2] or drawn != marks[3]:
            marks[0], marks[1], marks[2], marks[3], marks[4] = -1, turn + QUIET_TURNS, done, drawn, 0
            return 0
        marks[4] += 1
        if marks[0] >= 0 and same(table, mark):
            return turn - marks[0]
        return 0

    @jit
    def play_game(tables, options, players, run, run2, marks):
        """Play a game from its deal: FINISHED, STALLED or CAPPED. tables: the live table and one for marks, as record arrays."""
        table = Table(tables.views[0], tables.hiddens[0], tables.chances[0])
        mark = Table(tables.views[1], tables.hiddens[1], tables.chances[1])
        start(table, players, run, None)
        marks[2] = -1
        while play_turn(table, options, players, run, None) != OVER:
            period = period_of(table, mark, marks, run.turns)
            if period > 0:
                if locate(table, mark, options, players, run, run2, period) <= run.limit:
                    return STALLED
                replay(table, options, players, run, run.limit)
                return CAPPED
            if run.turns == marks[1] and marks[4] > 0:
                tables.views[1] = tables.views[0]
                tables.hiddens[1] = tables.hiddens[0]
                tables.chances[1] = tables.chances[0]
                marks[0], marks[1] = run.turns, run.turns + marks[4]
            # At the limit a cycle already entered is still a stall: look on for as long as Brent's search can take.
            if run.turns >= run.limit and (marks[4] == 0 or run.turns >= 4 * (run.limit + QUIET_TURNS)):
                if run.turns > run.limit:
                    replay(table, options, players, run, run.limit)
                return CAPPED
        if run.turns > run.limit:
            replay(table, options, players, run, run.limit)
            return CAPPED
        return FINISHED

    return play_game


def build_batch(game: Game) -> Callable:
    """A function that plays some games of a run, by number, and writes their results; both of shape (games,)."""
    play_game, write_result = build_game(game), game.rules.write_result

    def play_batch(tables, options, players, runs, marks, numbers, results, rotations):
        run, run2, choices = runs[0], runs[1], options[0]
        n = tables.views[0].players
        for i in range(results.shape[0]):
            run.game = i
            run.deal = run2.deal = np.uint64(numbers[i] // rotations)
            run.rotation = numbers[i] % rotations
            for seat in range(n):
                run.player[seat] = run2.player[seat] = (seat + run.rotation) % n
            result = results[i]
            result.end = play_game(tables, choices, players, run, run2, marks)
            result.turns, result.decisions, result.free, result.scored = run.turns, run.decisions, run.free, run.scored
            write_result(tables.views[0], tables.hiddens[0], result)

    return play_batch


def build_traced(game: Game) -> Callable:
    """A function that plays one game up to its run's limit of turns and traces it; its last status."""
    start, play_turn = build_turn(game)

    def play_traced(tables, options, players, runs, trace):
        table, run, choices = Table(tables.views[0], tables.hiddens[0], tables.chances[0]), runs[0], options[0]
        start(table, players, run, trace)
        status = TURN
        while status == TURN and run.turns < run.limit:
            status = play_turn(table, choices, players, run, trace)
        return status

    return play_traced


# --- signatures ---


def score_signature(game: Game) -> Any:
    """score(view, move, player) -> float64, all strategies' one signature."""
    move = types.NamedUniTuple(types.int64, len(game.move._fields), game.move)
    return types.float64(record(game.view), move, record(PLAYER))


def plan_signature(game: Game) -> Any:
    """plan(view, player) -> None."""
    return types.none(record(game.view), record(PLAYER))


def _tables_type(game: Game) -> Any:
    return types.NamedTuple([vector(game.view), vector(game.hidden), vector(CHANCES)], Table)


def compile_batch(game: Game) -> Callable:
    """The game's compiled batch kernel."""
    common = (_tables_type(game), vector(game.options), vector(PLAYER), vector(RUN))
    signature = types.none(*common, vector(np.int64), vector(np.int64), vector(game.result), types.int64)
    return compiling.entry(build_batch(game), signature, f"{game.name}.play_batch")


def compile_traced(game: Game) -> Callable:
    """The game's compiled tracing kernel."""
    common = (_tables_type(game), vector(game.options), vector(PLAYER), vector(RUN))
    return compiling.entry(build_traced(game), types.int64(*common, TRACE_TYPE), f"{game.name}.play_traced")
