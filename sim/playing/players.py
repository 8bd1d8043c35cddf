"""A player of a run: a strategy's functions with parameters bound, as the kernel needs them."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF, NotLoaded, entry, once, whole
from knotlab.sim.compiling.messages import explain
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.choice import PLAYER, build_asking, build_rate, build_score, rate_signature, score_signature
from knotlab.sim.kernels.lookahead import build_look_ahead
from knotlab.sim.kernels.memory import address_of_records
from knotlab.sim.kernels.shown import view_type
from knotlab.sim.lowlevel import address_of
from knotlab.sim.playing import asked
from knotlab.sim.playing.stepper import room_for_moves
from knotlab.sim.protocol import MAX_SEATS


@dataclass(frozen=True)
class Functions:
    """A strategy's functions: `score(view, move, *parameters)` and, if it has one, `plan(view, *parameters)`.

    kinds: a letter for each parameter, `i` for whole numbers and `f` for others. fingerprint: of all its sources
    outside the simulator. Must be unique by name, game and fingerprint. bounds: compiled with array bounds checked, as
    all that do not ship are. rebuild: a function and arguments that make the same in another process, where compiled
    code cannot be sent. combines: of a combination, the functions it is made of. looks_ahead: `score` is the
    `worth(view, seat)`, and `plan` the `critic(view)`, of a player who looks ahead (sim/kernels/lookahead.py). law:
    what is laid over it (strategies/ruled.py): `build(game, rate)` gives its `rate` under that, `fault(error)` says
    what is wrong with it where the compiler stops. asks: the player is an object in Python (asked.py), and `score`
    makes one, given its parameters. repeats: whether that decides alike whenever a game is played again. told: whether
    it may have a method `saw`, which is told of events. noun: what it is, in messages.
    """

    game: str
    name: str
    score: Callable[..., Any]
    plan: Callable[..., Any] | None
    kinds: str
    fingerprint: str = ""
    bounds: bool = False
    rebuild: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
    combines: tuple["Functions", ...] = ()
    looks_ahead: bool = False
    law: Any = None
    asks: bool = False
    repeats: bool = True
    told: bool = False
    noun: str = "strategy"

    def arguments(self, values: Sequence[float]) -> list[float]:
        """The values of its parameters as Python has them."""
        return [int(value) if kind == "i" else value for kind, value in zip(self.kinds, values, strict=True)]

    def __reduce__(self) -> Any:
        return self.rebuild or super().__reduce__()


class LogConditions(NamedTuple):
    """What is asked about every decision of an event log.

    columns: what the answers are called. functions: its `rate(view, options, chosen, player)` gives the answers about
    the chosen move, a bit for each, the first one lowest.
    """

    columns: tuple[str, ...]
    functions: Functions


@dataclass(frozen=True)
class Player:
    """A strategy as somebody named it: functions, parameter values, tremble and temperature.

    reads: which of its own uniform numbers the strategy reads, out of game, turn and decision. cheats: whether it is
    offered moves that break the rules. assumed: of a player who looks ahead, what he would play himself and what he
    thinks that all others play.
    """

    name: str
    functions: Functions
    values: tuple[float, ...] = ()
    tremble: float = 0.0
    temperature: float = 0.0
    reads: frozenset[str] = frozenset()
    cheats: bool = False
    assumed: tuple["Player", ...] = ()


def is_users(player: Player) -> bool:
    """Whether a player has a strategy that does not ship, or plays on with one."""
    return any(each.functions.bounds for each in (player, *player.assumed))


def player_records(players: Sequence[Player]) -> np.ndarray:
    """The kernel's records of some players, shape (8,); compiles their strategies."""
    records = np.zeros(MAX_SEATS, PLAYER)
    records[: len(players)] = records_of_players(players)
    return records


def records_of_players(players: Sequence[Player]) -> np.ndarray:
    """The kernel's records of any number of players, shape (players,); compiles their strategies."""
    return np.array([_record_of(player) for player in players], PLAYER)


@lru_cache(maxsize=256)
def _record_of(player: Player) -> np.record:
    """The kernel's record of one player, made once however often it plays."""
    record: np.record = np.zeros(1, PLAYER)[0]
    record.value[: len(player.values)] = player.values
    record.tremble, record.temperature = player.tremble, player.temperature
    record.reads_game = bool(player.reads)
    record.cheats = player.cheats
    record.reads_turn, record.reads_decision = "turn" in player.reads, "decision" in player.reads
    record.rate_address = address_of(compiled(player.functions))
    if player.functions.asks:
        record.asks_address = asked.asks_address()
    if player.assumed:
        record.assumed_address = _address_of_assumed(player.assumed)
    return record


@cache
def _address_of_assumed(players: tuple[Player, ...]) -> int:
    """Where the kernel's records of assumed players are."""
    return address_of_records(player_records(players))


@once
def compiled(functions: Functions) -> Callable[..., Any]:
    """A strategy's `rate(view, options, n, player)` (choice.py); raises InputError, with file and line, if Numba
    cannot compile it.
    """
    if functions.asks:
        rate: Callable[..., Any] = _asking(functions.game)
        return rate
    game = games.find(functions.game)
    if not OFF:
        view_type()  # which the compiler has to know before it begins
    if functions.looks_ahead and functions.plan:
        rate = build_look_ahead(game, functions.score, functions.plan)
    else:
        rate = build_rate(game, functions.score, functions.plan, functions.kinds)
    if functions.law:
        rate = functions.law.build(game, rate)
    if OFF:  # a signature would load the compiler
        return rate
    try:
        return entry(
            rate,
            rate_signature(game),
            f"{functions.game}.{functions.name}.rate",
            functions.fingerprint,
            functions.bounds,
        )
    except NotLoaded:
        raise
    except Exception as error:  # Numba has errors of its own for most faults, and Python's for some
        if functions.law and (fault := functions.law.fault(error)):
            raise InputError(fault) from None
        for each in functions.combines:
            compiled(each)  # says which of them it is
        error = error if functions.looks_ahead else _fault_of_score(functions) or error
        raise InputError(
            f"{functions.noun} '{functions.name}' cannot be compiled: "
            f"{explain(error, [*filter(None, (functions.score, functions.plan))], game)}"
        ) from None


@once
def _asking(name: str) -> Callable[..., Any]:
    """The `rate` of objects in a game, the same for all of them."""
    game = games.find(name)
    return entry(build_asking(game), rate_signature(game), f"{name}.ask")


def _fault_of_score(functions: Functions) -> Exception | None:
    """What is wrong with the score function taken alone, if that is where the fault lies: the plainer of two errors."""
    score = build_score(functions.score, functions.kinds)
    try:
        whole()(getattr(score, "py_func", score)).compile(score_signature(games.find(functions.game)))
    except Exception as error:
        return error
    return None


def scores_of(player: Player, view: np.record, moves: Sequence[tuple[int, ...]]) -> np.ndarray:
    """A player's scores of some moves in one position, shape (moves,); its plan, if it has one, is in `view.plan`
    afterwards.
    """
    options = room_for_moves(player.functions.game)
    options["move"][: len(moves)] = moves
    asking = asked.alone(player) if player.functions.asks else contextlib.nullcontext()
    with asking, np.errstate(divide="raise"):  # without the compiler NumPy's numbers divide by zero with a warning only
        compiled(player.functions)(view, options, len(moves), _record_of(player))
    scores: np.ndarray = options["score"][: len(moves)].copy()
    return scores
