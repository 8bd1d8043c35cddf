"""What the tests that hold for every game share: its tables of players and settings, and what it restates for them in
`tests/<game>/oracle.py`.
"""

import contextlib
import copy
import inspect
import random
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player, scores_of
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.verify import Fault, verify
from knotlab.strategies.resolve import bind, spelled
from tests.project.packages import ROOT
from tests.referee.protocol import Player as Asked

Record = dict[str, Any]
Forgery = Callable[[Record, random.Random], bool | None]  # changes a record; False if that is no forgery
GAMES = games.names()
every_game = pytest.mark.parametrize("name", GAMES)


def package(name: str) -> str:
    """The name of a game's folders."""
    return name.replace("-", "_")


def oracle(name: str) -> Any:
    """A game's `SETUPS` and `EXTREMES` (numbers of players and settings), `TRANSCRIPTS` (golden games),
    `SOMETIMES` (fields that only some events of a kind have), `table_of(rules, deal)` (follows events and counts
    cards), `observed(deal, events, seat)`, `recorded()` (games by the second implementation).
    """
    return import_module(f"tests.{package(name)}.oracle")


def state(name: str) -> ModuleType:
    """The module of a game with its view and moves."""
    return import_module(f"knotlab.sim.games.{package(name)}.state")


def scatter(name: str) -> Path:
    """The file of strategies that look at all a player sees."""
    return ROOT / "tests" / package(name) / "scatter.py"


@cache
def player_named(name: str, spelling: str) -> Player:
    """A player of a game, also one of its file `scatter`; looked up and looked at once, which would else take longer
    than the games.
    """
    return bind(spelled(name, spelling, [scatter(name)]))  # half a player, too


@cache
def job(name: str, setup: int, fixed_seats: bool = False) -> Job:
    """A run of one of the game's setups between players who look at everything, tremble, read random numbers, or play
    at random.
    """
    n, changes = oracle(name).SETUPS[setup]
    players = ["scatter:tremble=0.1", "random:tremble=0", "scatter:salt=3,spread=500,tremble=0", "moody:tremble=0"] * 2
    return make_job(
        name, players[:n], seed=77 + setup, rules=changes, fixed_seats=fixed_seats, strategies_from=[scatter(name)]
    )


def jobs(name: str) -> list[Job]:
    """A run of every setup of a game."""
    return [job(name, setup) for setup in range(len(oracle(name).SETUPS))]


def asked(player: Player) -> Asked:
    """The same strategy, asked by a referee."""
    how = player.tremble, player.temperature, player.reads, player.cheats
    return Asked(player.name, partial(scores_of, player), *how)


def played_by_both(
    referee: Any,
    n_games: int,
    seed: int,
    make: Callable[[np.random.Generator], Job],
    told: Callable[[dict], dict] = lambda record: record,
) -> Iterator[tuple[dict, list[tuple[Any, Any, Any]]]]:
    """Games that the simulator and a referee have played, which must be equal in every event: the record of each, and
    its decisions as view, moves and move.

    make: draws who plays what. told: what of a record is compared. Without the compiler few games are played.
    """
    rng = np.random.default_rng(seed)
    for _ in range(max(5, n_games // 50) if OFF else n_games):
        job, index = make(rng), int(rng.integers(2**40))
        decisions: list = []
        theirs = referee.play(
            dict(job.rules),
            [asked(player) for player in job.players],
            job.seed,
            index,
            fixed_seats=job.fixed_seats,
            on_decision=lambda view, moves, scores, chosen, seen=decisions: seen.append((view, moves, moves[chosen])),
        )
        assert told(record_game(job, index)) == told(theirs), (
            f"game {index} of seed {job.seed}, {[player.name for player in job.players]}, {job.rules}"
        )
        yield theirs, decisions


def events_of(forged: Record, do: str) -> list[Record]:
    """The events of a kind."""
    return [event for event in forged["events"] if event["do"] == do]


def forgeries(module: str) -> list[Forgery]:
    """The functions of a module that forge a record."""
    functions = [each for each in vars(sys.modules[module]).values() if isinstance(each, FunctionType)]
    return [each for each in functions if [*inspect.signature(each).parameters] == ["forged", "chance"]]


def refuse_forged(forge: Forgery, recorded: Callable[[int], Record], n_games: int) -> None:
    """Records that were changed are refused; without the compiler a few of them are enough. recorded: a record by its
    number.
    """
    forged = 0
    for index in range(n_games):
        candidate, is_forged = copy.deepcopy(recorded(index)), False
        with contextlib.suppress(IndexError):  # there is nothing to choose from
            is_forged = forge(candidate, random.Random(index)) is not False and candidate != recorded(index)
        if is_forged:
            with pytest.raises(Fault):
                verify(candidate)
            forged += 1
        if forged == (4 if OFF else 20):
            break
    assert forged >= (1 if OFF else 3)
