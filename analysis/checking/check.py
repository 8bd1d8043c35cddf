"""Trying out a strategy file: compile it with bounds checked, play it watched, so that a decision without end is
noticed, and say what was seen.
"""

import contextlib
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.checking.locate import locate
from knotlab.analysis.checking.rules import CheckedRule, check_rule, rules_of
from knotlab.analysis.checking.slips import Choices, idle_parameters, slips_in
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.result import changed_settings
from knotlab.analysis.runs.tally import Tally, new_tally
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.compiling.precompile import Kernel, make_ready
from knotlab.sim.errors import InputError, RunError, StrategyError
from knotlab.sim.kernels.trace import DECISION, SCORED
from knotlab.sim.playing import stepper
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.job import (
    NO_MATCH,
    NOBODY,
    Job,
    batch_kernel,
    cause_of,
    fresh_runs,
    fresh_states,
    kernels_of,
    traced_kernel,
)
from knotlab.sim.playing.players import Player, compiled, scores_of
from knotlab.sim.playing.run import frame_of
from knotlab.sim.playing.traced import play_traced
from knotlab.sim.playing.trial import try_out
from knotlab.sim.playing.trying import fields_written
from knotlab.sim.playing.watch import TookTooLong, watched
from knotlab.sim.settings import make_rules
from knotlab.strategies.catalogue import Aside, catalogue, run_file
from knotlab.strategies.declare import Strategy, declared
from knotlab.strategies.resolve import bind, player, random_decisions
from knotlab.strategies.spelling import with_defaults


class Failure(RunError):
    """A strategy failed.

    where: the decision, in words; cause: what went wrong; view: what the strategy saw then; endless: whether it was
    given up because the decision took too long.
    """

    def __init__(self, where: str, cause: str, view: np.record, endless: bool = False) -> None:
        super().__init__(f"{where}: {cause}")
        self.where, self.cause, self.view, self.endless = where, cause, view, endless


def play_watched(job: Job, first: int, count: int) -> np.ndarray:
    """Play games first .. first + count - 1: records of the game's result dtype; raises Failure."""
    game = games.find(job.game)
    if any(player.functions.asks for player in job.players):
        try:
            return play_games(job, first, count)
        except StrategyError as error:
            where = f"game {error.index}, decision {error.decision}"
            raise Failure(where, error.cause, np.zeros(1, game.view)[0]) from error
    states, runs = fresh_states(game, job), fresh_runs(job)
    numbers, results = np.arange(first, first + count), np.zeros(count, game.result)
    kernel, options = batch_kernel(job.game, job.told), np.zeros(1, game.options)

    def play() -> None:
        with np.errstate(divide="raise"):  # without the compiler NumPy's numbers would only warn
            kernel(states, options, runs, *NOBODY, numbers, NO_MATCH, results, job.rotations, None, None, None)

    try:
        watched(play, lambda: (int(runs[0].batch_index), int(runs[0].decisions)))
    except Exception as error:
        endless = isinstance(error, TookTooLong)
        where = f"game {numbers[runs[0].batch_index]}, decision {runs[0].decisions}"
        cause = str(error) if endless else cause_of(error)
        raise Failure(where, cause, states.views[0].copy(), endless) from error
    return results


TRACED_GAMES = 100
TRIAL_SECONDS = 60.0  # after which no more games are begun
MOST_AT_ONCE = 4096  # games
OPPONENT = "random"
TRIED_AT = 3  # players, next to the smallest table


class CheckedGames(NamedTuple):
    """How many games were played, how many were asked for, and in how many of them choices were counted."""

    played: int = 0
    wanted: int = 0
    traced: int = 0


class Compiling(NamedTuple):
    """Seconds that it took to compile the simulator and the strategy; 0 for what was compiled before."""

    simulator: float
    strategy: float


@dataclass(frozen=True)
class Checked:
    """What was seen of one strategy.

    settings: rule settings that differ from the defaults. numbers: results, and what its choices were like. kinds: name
    of a kind of move, choices in which it was possible, and taken. faults: what is wrong, in sentences. warnings: what
    is right and may mean something else than was thought.
    """

    name: str
    opponent: str
    settings: tuple[str, ...]
    games: CheckedGames
    compiling: Compiling
    reads: frozenset[str]
    numbers: dict[str, float]
    kinds: tuple[tuple[str, int, int], ...]
    faults: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    def facts(self) -> dict[str, Any]:
        """As plain data."""
        reads = (
            f"reads its own {' and '.join(sorted(self.reads))} uniform"
            if self.reads
            else "reads none of its own random numbers"
        )
        return {
            "name": self.name,
            "games": self.games.played,
            "games_wanted": self.games.wanted,
            "games_traced": self.games.traced,
            "opponent": self.opponent,
            "settings": list(self.settings),
            "compile_seconds": self.compiling._asdict(),
            "reads": reads,
            "kinds": [{"kind": kind, "possible": offered, "taken": taken} for kind, offered, taken in self.kinds],
            "faults": list(self.faults),
            "warnings": list(self.warnings),
        } | self.numbers


def check(file: Path, n_games: int, rules: Sequence[str] = ()) -> list[Checked] | list[CheckedRule]:
    """Try out every strategy of a file, or every rule of one without strategies.

    file: a Python file with strategies, or rules. n_games: how many games each strategy plays against a random player,
    rounded up to whole deals; fewer if they take more than a minute. rules: rule settings, `KEY=VALUE`. Returns what
    was seen of each. What they print goes where `Aside` says; plain Python prints as it always does, so that a debugger
    works. Raises InputError if the file has neither, or one cannot be compiled, or there is no such setting.
    """
    path = file.resolve()
    run_file(file, "strategy file")
    laid = [] if any(strategy.file == path for strategy in declared) else rules_of(file)
    if laid:
        with contextlib.nullcontext() if OFF else contextlib.redirect_stdout(Aside()):
            return [check_rule(rule) for rule in laid]
    strategies = [
        strategy for game in games.names() for strategy in catalogue(game, [file]).values() if strategy.file == path
    ]
    if not strategies:
        raise InputError(f"{file} has no strategy for a game that there is; known games: {', '.join(games.names())}")
    first_of = {strategy.game: strategy for strategy in reversed(strategies)}
    slips = {strategy: tuple(slips_in(strategy)) for strategy in first_of.values()}
    with contextlib.nullcontext() if OFF else contextlib.redirect_stdout(Aside()):
        checked = {strategy: check_strategy(strategy, n_games, rules) for strategy in strategies}
    return [replace(result, warnings=slips.get(each, ()) + result.warnings) for each, result in checked.items()]


def check_strategy(strategy: Strategy, n_games: int, rules: Sequence[str] = ()) -> Checked:
    """Try out one strategy at the smallest table, the others playing at random."""
    game = games.find(strategy.game)
    others = (player(strategy.game, OPPONENT),) * game.players[0]
    job = Job(strategy.game, make_rules(game, len(others), rules), others, DEFAULT_SEED)
    settings = tuple(changed_settings(strategy.game, len(others), job.rules))
    mine = bind([with_defaults(strategy, catalogue(strategy.game))])
    mine = replace(mine, functions=replace(mine.functions, bounds=True))
    seconds = _compile(job, mine)
    job = replace(job, players=(mine, *others[1:]))
    wanted = job.games_on(job.deals_for(n_games))
    nothing = Checked(
        strategy.name, OPPONENT, settings, CheckedGames(0, wanted), seconds, strategy.reads, {}, (), faults=()
    )
    try:
        if written := [] if strategy.asks else _try_random_moves(mine):
            changed = (f"it changes view.{name}; a strategy may write view.plan alone" for name in written)
            return replace(nothing, faults=tuple(changed))
        tally = _play(job, wanted)  # first, as it can tell the line of a fault
        if refused := _tried(job, rules):
            return replace(nothing, faults=(refused,))
        traced, numbers, kinds, strange = _choices(job, tally.games)
        idle = [] if strategy.asks else idle_parameters(strategy, mine)
        strange += [f"{name} changed no choice between its bounds" for name in idle]
    except Failure as failure:
        return replace(nothing, faults=(_fault(strategy, failure),))
    numbers = {name: int(sums.total[0]) / (UNIT * tally.games) for name, sums in tally.sums.items()} | numbers
    numbers["unfinished"] = int(tally.ends[1:].sum())
    games_seen = CheckedGames(tally.games, wanted, traced)
    return replace(nothing, games=games_seen, numbers=numbers, kinds=kinds, warnings=tuple(strange))


def _compile(job: Job, mine: Player) -> Compiling:
    """Compile all that plays the games, the strategy last."""
    simulator = [*kernels_of(job), Kernel(traced_kernel, (job.game,), job.game), *stepper.step_kernels(job.game)]
    return Compiling(_seconds(simulator, make_ready), _seconds([Kernel(compiled, (mine.functions,), job.game)], _make))


def _seconds(kernels: list[Kernel], make: Callable[[list[Kernel]], object]) -> float:
    """The seconds that some kernels took to compile, 0 if all were compiled before."""
    started, are_there = time.perf_counter(), all(kernel.is_there() for kernel in kernels)
    make(kernels)
    return 0.0 if are_there else time.perf_counter() - started


def _make(kernels: list[Kernel]) -> None:
    """Compile some kernels here and without a word: a strategy takes a second, whenever it is edited."""
    for kernel in kernels:
        kernel.make(*kernel.arguments)


def _fault(strategy: Strategy, failure: Failure) -> str:
    """A failure in a sentence, with the line if plain Python fails there too."""
    place = None if strategy.asks else locate(strategy, failure.view)
    if place is None or place.endless != failure.endless:
        return str(failure)
    what = ": this loop does not end" if place.endless else ""
    return f"{failure} ({place.file}, line {place.line}{what})"


def _try_random_moves(mine: Player) -> list[str]:
    """The fields of the view that a player changes in a game of random moves; raises Failure."""
    for number, (view, moves) in enumerate(random_decisions(games.find(mine.functions.game)), start=1):
        seen = view.copy()
        try:
            watched(partial(scores_of, mine, seen, moves))
        except Exception as error:
            endless = isinstance(error, TookTooLong)
            where = f"a game of random moves, decision {number}"
            raise Failure(where, str(error) if endless else cause_of(error), view.copy(), endless) from error
        if written := fields_written(view, seen):
            return written
    return []


def _tried(job: Job, rules: Sequence[str]) -> str:
    """What a trial says of the strategy, at this table and at one of three; empty if nothing is wrong."""
    low, high = games.find(job.game).players
    mine, other = job.players[:2]
    sizes = dict.fromkeys((low, min(max(low, TRIED_AT), high)))
    tables = [make_rules(games.find(job.game), n, rules) for n in sizes]
    try:
        try_out(*(replace(job, rules=table, players=(mine, *[other] * (table["players"] - 1))) for table in tables))
    except InputError as error:
        return str(error)
    return ""


def _play(job: Job, n_games: int) -> Tally:
    """The results of this many games, or of those that a minute is enough for; raises Failure."""
    tally = new_tally(job.game, [player.name for player in job.players], job.rotations)
    until = math.inf if OFF else time.monotonic() + TRIAL_SECONDS
    count = job.rotations
    while tally.games < n_games and (tally.games == 0 or time.monotonic() < until):
        count = min(count, n_games - tally.games)
        tally.add(frame_of(job, tally.games, play_watched(job, tally.games, count)))
        count = min(2 * count, job.games_on(MOST_AT_ONCE // job.rotations))
    return tally


def _choices(job: Job, n_games: int) -> tuple[int, dict[str, float], tuple[tuple[str, int, int], ...], list[str]]:
    """In how many games choices were counted, what they were like, how often each kind of move was possible and taken,
    and what is strange about that.
    """
    offered, taken = Counter[int](), Counter[int]()
    n_games, game, moves_seen, ties = min(TRACED_GAMES, n_games), games.find(job.game), 0, 0
    seen = Choices(game.move._fields)
    for index in range(n_games):
        for moves, scores, chosen in choices_of(job, index):
            seen.add(moves, scores)
            moves_seen += len(moves)
            ties += int(np.sum(scores == scores.max()) > 1)
            offered.update({int(kind) for kind in moves[:, 0]})
            taken[int(moves[chosen, 0])] += 1
    n = max(seen.n, 1)
    numbers = {"choices": seen.n, "moves_per_choice": moves_seen / n, "tie_share": ties / n}
    kinds = tuple((game.move_kinds[kind][0], offered[kind], taken[kind]) for kind in sorted(offered))
    return n_games, numbers, kinds, list(seen.slips(kinds))


def choices_of(job: Job, index: int) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """The first player's choices of one game, but for trembles: legal moves, scores and the number chosen."""
    played = play_traced(job, index)
    seats = job.players_by_seat(index)
    first = 0
    for code, seat, n, chosen in played.trace.events[: int(played.trace.sizes[0])]:
        if code == DECISION:
            if seats[seat] == 0 and chosen % 4 == SCORED:
                yield played.trace.moves[first : first + n], played.trace.scores[first : first + n], int(chosen) // 4
            first += int(n)
