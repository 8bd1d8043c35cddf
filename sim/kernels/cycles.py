"""The search for cycles: games in which everything would repeat itself from some turn on (TK-27).

What players do depends on the position alone, random streams included. Where one comes for the second time, all that
lies between the two comes again and again, and the game ends as stalled at its second coming. Only *quiet* turns can
lie in a cycle, those since the last change that cannot be undone and the last word drawn from a stream:

    quiet:  0    1    2    3    4    5    6    7    8    9
            A -> B -> C -> D -> E -> F -> D -> E -> F -> D ..
                                          |              |
              its fingerprint is known: the mark         it is the position marked: a cycle of 3 turns

A *fingerprint* is kept for each of the first `KEPT_PRINTS` quiet turns. Where one has come before, the position is
copied onto a second state, the *mark*; the cycle is certain when that very position comes back. Where no fingerprints
are kept (cycles too long, or words drawn too often), the mark moves on at doubling distances, which finds a cycle of
any length (Brent, "An improved Monte Carlo factorization algorithm", BIT 20, 1980).

The cycle is found late: in the picture D is marked at 6 and found again at 9, although the game ends at 6. So the game
is taken back to the turn of the first return, from the fingerprints where they tell it, else by playing it again.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.kernels.memory import copy_state
from knotlab.sim.protocol import Game, record_dtype

KEPT_PRINTS = 64
SLOTS = 256  # of the hash table of fingerprints, by their last bits
# Quiet turns before the first mark that no fingerprint asks for; only when a cycle is looked for depends on it.
QUIET_TURNS = 64
# Turns without a word drawn before fingerprints are kept: those who draw often go in no circles, and need not pay.
CALM_TURNS = 8

CYCLE = record_dtype(
    [
        ("progress", "i8"),  # what cannot be undone, and words drawn, as they last were
        ("drawn", "i8"),
        ("quiet", "i8"),  # turns since either changed
        ("calm", "i8"),  # turns since a word was drawn
        ("mark", "i8"),  # turn of the marked position, -1 for none
        ("next_mark", "i8"),  # turn of the next mark
        ("counts", "i8", 3),  # decisions, free and scored when the position was marked
        ("period", "i8"),  # length of the cycle found
        ("due", "i8"),  # turn by which a position that seems to have come back must come back once more
        ("first_print", "i8"),  # from which of the quiet turns on fingerprints are kept, KEPT_PRINTS if none are
        ("prints", "i8", KEPT_PRINTS),  # fingerprints of positions, by quiet turns
        ("places", "u1", SLOTS),  # by their last bits: which of these it is
    ]
)


class Search(NamedTuple):
    """The compiled steps of the search in one game. `mark` holds marked positions; each reads and writes
    `run.cycle`.
    """

    begin: Callable[..., Any]  # (state, run): before the first turn
    is_found: Callable[..., Any]  # (state, mark, run): after each turn; whether a cycle was found
    goes_on: Callable[..., Any]  # (run): whether a game at its limit of turns may still be found to be in a cycle
    # (state, mark, options, run, other_run): the turn before which a position comes for the second time, once a cycle
    # was found; the state of play is that of this turn
    first_return: Callable[..., Any]
    replay: Callable[..., Any]  # (state, options, run, n_turns): bring a state to the start of the turn after n_turns


def build_search(game: Game, start: Callable[..., Any], call_turn: Callable[..., Any]) -> Search:
    """The search in one game, given what deals it and what plays one turn by address, `call_turn(address, state,
    options, run, log)`: games are seldom played again, so a turn need not be part of each kernel once more.
    """
    same = _build_comparison(game)
    replay, first_return = _build_first_return(start, call_turn, same)
    return Search(begin, _build_look(game, same), goes_on, first_return, replay)


def _build_comparison(game: Game) -> Callable[..., Any]:
    """A function that compares two complete positions, random streams included (TK-27)."""
    same_position = game.rules.same_position

    @inline
    def same(state, other):
        view, hidden, chance = state
        other_view, other_hidden, other_chance = other
        return chance.drawn == other_chance.drawn and same_position(view, hidden, other_view, other_hidden)

    return same


@inline
def begin(state, run):
    """Before the first turn: nothing is quiet yet, and a first look will find that all has changed."""
    cycle = run.cycle
    cycle.progress, cycle.drawn = -1, state[2].drawn
    cycle.calm, cycle.first_print = CALM_TURNS - 1, KEPT_PRINTS


@inline
def goes_on(run):
    """Whether it may still be found, beyond the limit of turns, that a cycle was entered before: that is a stall too.
    Brent's search takes at most four times as long.
    """
    return run.cycle.quiet > 0 and run.turns < 4 * (run.limit + QUIET_TURNS)


def _build_look(game: Game, same: Callable[..., Any]) -> Callable[..., Any]:
    """One step of the search, after a turn."""
    if not hasattr(game.rules, "fingerprint"):
        return inline(lambda state, mark, run: False)
    is_quiet, suspect = _build_quiet(game), _build_suspicion(game)

    @inline
    def is_found(state, mark, run):
        cycle = run.cycle
        if is_quiet(state, run) and cycle.mark >= 0 and same(state, mark):
            cycle.period = run.turns - cycle.mark
            return True
        if cycle.quiet < KEPT_PRINTS and cycle.calm >= CALM_TURNS:
            suspect(state, run)
        if run.turns == cycle.next_mark and cycle.quiet > 0:
            copy_state(mark, state)
            cycle.mark, cycle.next_mark = run.turns, run.turns + cycle.quiet
            cycle.counts[0], cycle.counts[1], cycle.counts[2] = run.decisions, run.free, run.scored
        return False

    return is_found


def _build_quiet(game: Game) -> Callable[..., Any]:
    """A function that counts quiet turns, and starts the search again with every change that cannot be undone: whether
    this turn was quiet.
    """
    progress = game.rules.progress
    leave_sketch = getattr(game.rules, "leave_sketch", inline(lambda view, hidden: None))

    @inline
    def is_quiet(state, run):
        view, hidden, chance = state
        cycle, done, drawn = run.cycle, progress(view, hidden), chance.drawn
        cycle.quiet += 1
        cycle.calm += 1
        if done == cycle.progress and drawn == cycle.drawn:
            return True
        cycle.mark, cycle.next_mark, cycle.due = -1, run.turns + QUIET_TURNS, -1
        cycle.progress, cycle.quiet = done, 0
        if drawn != cycle.drawn:
            leave_sketch(view, hidden)
            cycle.drawn, cycle.calm, cycle.first_print = drawn, 0, KEPT_PRINTS
        elif cycle.first_print < KEPT_PRINTS:
            cycle.first_print = 0
        return False

    return is_quiet


def _build_suspicion(game: Game) -> Callable[..., Any]:
    """A function that keeps the position's fingerprint, and asks for a mark if it has come before."""
    fingerprint = game.rules.fingerprint
    keep_sketch = getattr(game.rules, "keep_sketch", inline(lambda view, hidden: None))

    @inline
    def suspect(state, run):
        view, hidden, _ = state
        cycle = run.cycle
        if cycle.first_print == KEPT_PRINTS:
            keep_sketch(view, hidden)
            cycle.first_print = cycle.quiet
        stands_for = fingerprint(view, hidden)
        place = stands_for & (SLOTS - 1)
        before = cycle.places[place]
        cycle.prints[cycle.quiet], cycle.places[place] = stands_for, cycle.quiet
        is_known = cycle.first_print <= before < cycle.quiet
        if is_known and cycle.prints[before] == stands_for and run.turns > cycle.due:
            cycle.next_mark, cycle.due = run.turns, run.turns + cycle.quiet - before

    return suspect


def _build_first_return(
    start: Callable[..., Any], call_turn: Callable[..., Any], same: Callable[..., Any]
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Functions that bring a game to a turn of a game that is played again, and to the first return of a position."""

    @jit
    def replay(state, options, run, n_turns):
        start(state, run, None)
        for _ in range(n_turns):
            call_turn(run.turn_address, state, options, run, None)

    @jit
    def locate(state, other, options, run, other_run, period):
        """Two games played again, one ahead by the cycle's length, until they meet."""
        replay(state, options, run, period)
        start(other, other_run, None)
        while not same(state, other):
            call_turn(run.turn_address, state, options, run, None)
            call_turn(other_run.turn_address, other, options, other_run, None)
        return run.turns

    @jit
    def first_return(state, mark, options, run, other_run):
        cycle = run.cycle
        last = cycle.mark - (run.turns - cycle.quiet)  # which of the quiet turns was marked
        if cycle.first_print + cycle.period <= last < KEPT_PRINTS:
            at = cycle.first_print
            while cycle.prints[at] != cycle.prints[at + cycle.period]:
                at += 1
            # Mostly it is the turn that was marked. Nothing is known of the turns before the first fingerprint.
            if at + cycle.period == last and (at > cycle.first_print or at == 0):
                run.turns = cycle.mark
                run.decisions, run.free, run.scored = cycle.counts[0], cycle.counts[1], cycle.counts[2]
                return run.turns
        return locate(state, mark, options, run, other_run, cycle.period)

    return replay, first_return
