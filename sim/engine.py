"""The kernel: plays a batch of any game between strategies that score legal moves.

`build_batch` makes a game's kernel from its rules. Strategies are functions of one fixed signature, called by address, so a kernel is compiled
once whatever strategies it plays. How a decision is made, and every random word it takes, is fixed in `draw_protocol.md`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import types

from sim import jit as compiling
from sim.chance import CHANCES, OWN, rewind, uniform
from sim.choice import PLAYER, build_choice
from sim.jit import inline, jit, vector
from sim.protocol import CAPPED, CHANCE, FINISHED, MAX_SEATS, OVER, STALLED, TURN, Game, record_dtype
from sim.trace import FORCED, TRACE_TYPE, note_decision

# Turns without anything irreversible before positions are compared (TK-27); only when it is looked for, not what is found, depends on it.
QUIET_TURNS = 64

RUN = record_dtype(
    [
        ("deal", "u8"),
        ("rollout", "u8"),
        ("rotation", "i8"),
        ("game", "i8"),  # number of the game in this batch
        ("limit", "i8"),
        ("players", PLAYER, MAX_SEATS),  # by number of player
        ("player", "i8", MAX_SEATS),  # by seat
        ("game_uniform", "f8", MAX_SEATS),  # by seat
        ("new_turn", "i8"),
        ("turns", "i8"),
        ("decisions", "i8"),
        ("free", "i8"),
        ("scored", "i8"),
        ("mark", "i8"),  # the search for cycles: turn of the marked position, -1 for none
        ("next_mark", "i8"),  # turn of the next mark
        ("progress", "i8"),  # what cannot be undone, and words drawn, as they last were
        ("drawn", "i8"),
        ("quiet", "i8"),  # turns since either changed
        ("apart", "u1", 128),  # two threads writing to one cache line would each wait for the other
    ]
)


class Table(NamedTuple):
    """One complete position with its random streams: three records, or three arrays of them."""

    views: Any
    hiddens: Any
    chances: Any


# --- one turn, one game, a batch ---


def build_turn(game: Game) -> tuple[Callable, Callable]:
    """Functions that start a game and that play one turn of it."""
    rules, choose, apply_at = game.rules, build_choice(game), _apply_maker(game)
    deal, begin, open_turn, legal = rules.deal, rules.begin, rules.open_turn, rules.legal
    draw_chance, settle, tell_cheats = rules.draw_chance, rules.settle, _cheats_teller(game)

    @jit
    def start(table, run, trace):
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
            if run.players[run.player[seat]].reads_game:
                run.game_uniform[seat] = uniform(chance, 3 * seat + OWN)

    @jit
    def play_turn(table, options, run, trace):
        """All that one player does until play passes on: TURN or OVER."""
        view, hidden, chance = table
        player = run.players[run.player[view.seat]]
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
    def replay(table, options, run, turns):
        """Bring a table to the start of the turn after so many turns."""
        start(table, run, None)
        for _ in range(turns):
            play_turn(table, options, run, None)

    @jit
    def locate(table, other, options, run, run2, period):
        """The turn before which a position comes for the second time, given the cycle's length: the table is left there."""
        replay(table, options, run, period)
        replay(other, options, run2, 0)
        while not same(table, other):
            play_turn(table, options, run, None)
            play_turn(other, options, run2, None)
        return run.turns

    @inline
    def period_of(table, mark, run):
        """Brent's search for a cycle, a step a turn: the cycle's length once it is known, else 0.

        The mark is a copy of an earlier position; it moves on at doubling distances, and starts anew with every change that cannot be undone.
        """
        done, drawn = progress(table.views, table.hiddens), table.chances.drawn
        if done != run.progress or drawn != run.drawn:
            run.mark, run.next_mark, run.progress, run.drawn, run.quiet = -1, run.turns + QUIET_TURNS, done, drawn, 0
            return 0
        run.quiet += 1
        if run.mark >= 0 and same(table, mark):
            return run.turns - run.mark
        return 0

    @jit
    def play_game(tables, options, run, run2):
        """Play a game from its deal: FINISHED, STALLED or CAPPED. tables: the live table and one for marks, as record arrays."""
        table = Table(tables.views[0], tables.hiddens[0], tables.chances[0])
        mark = Table(tables.views[1], tables.hiddens[1], tables.chances[1])
        start(table, run, None)
        run.progress = -1
        while play_turn(table, options, run, None) != OVER:
            period = period_of(table, mark, run)
            if period > 0:
                if locate(table, mark, options, run, run2, period) <= run.limit:
                    return STALLED
                replay(table, options, run, run.limit)
                return CAPPED
            if run.turns == run.next_mark and run.quiet > 0:
                tables.views[1] = tables.views[0]
                tables.hiddens[1] = tables.hiddens[0]
                tables.chances[1] = tables.chances[0]
                run.mark, run.next_mark = run.turns, run.turns + run.quiet
            # At the limit a cycle already entered is still a stall: look on for as long as Brent's search can take.
            if run.turns >= run.limit and (run.quiet == 0 or run.turns >= 4 * (run.limit + QUIET_TURNS)):
                if run.turns > run.limit:
                    replay(table, options, run, run.limit)
                return CAPPED
        if run.turns > run.limit:
            replay(table, options, run, run.limit)
            return CAPPED
        return FINISHED

    return play_game


def build_batch(game: Game) -> Callable:
    """A function that plays some games of a run, by number, and writes their results; both of shape (games,)."""
    play_game, write_result = build_game(game), game.rules.write_result

    def play_batch(tables, options, runs, numbers, results, rotations):
        run, run2, choices = runs[0], runs[1], options[0]
        n = tables.views[0].players
        for i in range(results.shape[0]):
            run.game = i
            run.deal = run2.deal = np.uint64(numbers[i] // rotations)
            run.rotation = numbers[i] % rotations
            for seat in range(n):
                run.player[seat] = run2.player[seat] = (seat + run.rotation) % n
            result = results[i]
            result.end = play_game(tables, choices, run, run2)
            result.turns, result.decisions, result.free, result.scored = run.turns, run.decisions, run.free, run.scored
            write_result(tables.views[0], tables.hiddens[0], result)

    return play_batch


def build_traced(game: Game) -> Callable:
    """A function that plays one game up to its run's limit of turns and traces it; its last status."""
    start, play_turn = build_turn(game)

    def play_traced(tables, options, runs, trace):
        table, run, choices = Table(tables.views[0], tables.hiddens[0], tables.chances[0]), runs[0], options[0]
        start(table, run, trace)
        status = TURN
        while status == TURN and run.turns < run.limit:
            status = play_turn(table, choices, run, trace)
        return status

    return play_traced


# --- compiling ---


def _tables_type(game: Game) -> Any:
    return types.NamedTuple([vector(game.view), vector(game.hidden), vector(CHANCES)], Table)


def compile_batch(game: Game) -> Callable:
    """The game's compiled batch kernel."""
    common = (_tables_type(game), vector(game.options), vector(RUN))
    signature = types.none(*common, vector(np.int64), vector(game.result), types.int64)
    return compiling.entry(build_batch(game), signature, f"{game.name}.play_batch")


def compile_traced(game: Game) -> Callable:
    """The game's compiled tracing kernel."""
    common = (_tables_type(game), vector(game.options), vector(RUN))
    return compiling.entry(build_traced(game), types.int64(*common, TRACE_TYPE), f"{game.name}.play_traced")
