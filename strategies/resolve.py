"""From what somebody names to the player that takes part in a run; and whether a strategy decides only a part of what a
player decides and leaves the rest to chance, found out in games of random moves: in Twyst some bid, and some play the
cards.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.asked import refuse_object
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Functions, Player, scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.playing.trial import try_out
from knotlab.sim.protocol import Game
from knotlab.sim.settings import make_rules
from knotlab.strategies.catalogue import catalogue, strategy_of
from knotlab.strategies.compiling import combined, functions, strategies_of
from knotlab.strategies.declare import Strategy, as_played
from knotlab.strategies.home import module_of
from knotlab.strategies.ruled import Rule, find_laid, ruled
from knotlab.strategies.spelling import SpelledStrategy, noise_of, read_strategies, rule_of, spell, with_defaults

MATCH_TOTALS = (-100, 100)  # between which a seat's points lie in the middle of a match
WHOLLY_RANDOM = "random"  # the strategy that is named most need not be tried
GAMES = 3  # of random moves, in which a strategy that always scores all moves alike is taken to leave them to chance


def random_decisions(game: Game, seed: int = 0) -> Iterator[tuple[np.record, list[Any]]]:
    """The views and legal moves of all decisions of one game of random moves, at the smallest table; where players see
    the totals of a match, of another one too, in a match under way.
    """
    step = Stepper(game, make_rules(game, game.players[0]))
    yield from _decisions(step, seed)
    if "totals" in (game.view.names or ()):
        step.view.totals[:] = np.random.default_rng(seed).integers(*MATCH_TOTALS, len(step.view.totals))
        yield from _decisions(step, seed)


def _decisions(step: Stepper, seed: int) -> Iterator[tuple[np.record, list[Any]]]:
    for _ in step.random_game(seed):
        yield step.view, step.moves()


@dataclass(frozen=True)
class Half:
    """What a strategy leaves to chance: whether that is the game's first part, and the kinds of move."""

    first: bool
    moves: tuple[str, ...]


def half_of(player: Player) -> Half | None:
    """What a player leaves to chance, if it decides something else; None in games that do not combine strategies."""
    functions = player.functions
    is_whole = functions.combines or functions.asks or functions.name == WHOLLY_RANDOM
    if not games.find(functions.game).first_part or is_whole:
        return None
    return _half(functions, player.values)


@cache
def _half(functions: Functions, values: tuple[float, ...]) -> Half | None:
    game, player = games.find(functions.game), Player(functions.name, functions, values)
    decided: dict[bool, bool] = {True: False, False: False}
    kinds: dict[bool, set[int]] = {True: set(), False: set()}
    for seed in range(GAMES):
        for view, moves in random_decisions(game, seed):
            first = int(view.decision) in game.first_part
            kinds[first] |= {int(move[0]) for move in moves}
            if not decided[first] and len(moves) > 1:
                try:
                    decided[first] = len(set(scores_of(player, view.copy(), moves).tolist())) > 1
                except Exception:  # the games will say where it fails
                    return None
            if all(decided.values()):
                return None
    if not any(decided.values()):
        return None  # wholly at random
    return Half(not decided[True], tuple(game.move_kinds[kind][0] for kind in sorted(kinds[not decided[True]])))


def completed(game: str, name: str, half: Half, other: str = "") -> str:
    """A combination of a strategy with what it lacks: another one, or else that of the game's usual combination.

    other: what it is combined with; that of the game's usual combination unless given.
    """
    first, _, second = str(module_of(game).TUNABLE).partition("+")
    return f"{other or first}+{name}" if half.first else f"{name}+{other or second}"


def refuse_half(player: Player) -> None:
    """Raise InputError if a player leaves a part of its decisions to chance and decides the others, or only seems to,
    by what it finds in memory that it has not filled.
    """
    half = half_of(player)
    if half is None:
        return
    game, name = games.find(player.functions.game), player.functions.name
    n = game.players[0]
    try_out(Job(game.name, make_rules(game, n), (player,) * n, seed=0))
    missing, present = game.part_names if half.first else reversed(game.part_names)
    whole, by_chance = (completed(game.name, name, half, other) for other in ("", "random"))
    raise InputError(
        f"'{name}' is a {present} without a {missing}: it leaves {' and '.join(half.moves)} to chance; name both, as "
        f"in {whole}, or {by_chance} if chance is what you want"
    )


Named = str | Callable[..., float]  # a player as spelled, or the function under `@strategy`


def player(game: str, strategy: Named, files: Sequence[Path | str] = ()) -> Player:
    """The player that a spelling names, or that plays a strategy's function with its defaults.

    Parameters
    ----------
    game : str
        The game's name.
    strategy : str or function
        `name:key=value,...`, or `first+second` of two such where the game combines strategies. `name@file.toml` takes
        the values of a settings file first; a file at the second of two serves the first as well, if it has settings
        for it. Or the function below `@strategy` itself.
    files : sequence of paths
        Python files with your own strategies that the spelling may name.

    Returns
    -------
    Player
        Ready to take part in a run.

    Raises
    ------
    InputError
        If there is no such strategy, parameter or value, or the strategy cannot be compiled; it says what there is.

    Examples
    --------
    >>> player("twisted-knot", "shed").tremble, player("twisted-knot", "shed:tremble=0").tremble
    (0.02, 0.0)
    """
    return _player(game, strategy, catalogue(game, files))


def players(game: str, strategies: Sequence[Named], files: Sequence[Path | str] = ()) -> tuple[Player, ...]:
    """Several players, in order; everything as in `player`.

    strategies: spellings or functions, one for each player. Returns players ready to take part in a run.
    """
    known = catalogue(game, files)
    return tuple(_player(game, strategy, known) for strategy in strategies)


def _player(game: str, strategy: Named, known: Mapping[str, Strategy]) -> Player:
    read = _spelled(game, strategy, known)
    bound = bind(read)
    if len(read) == 1:
        refuse_half(bind([read[0]._replace(rules={})]))
    return bound


def spelled(game: str, strategy: Named, files: Sequence[Path | str] = ()) -> list[SpelledStrategy]:
    """The one or two strategies of a player; raises InputError as `player` does."""
    return _spelled(game, strategy, catalogue(game, files))


def _spelled(game: str, strategy: Named, known: Mapping[str, Strategy]) -> list[SpelledStrategy]:
    if isinstance(strategy, str):
        return read_strategies(game, strategy, known)
    if not callable(strategy):
        raise InputError(f"a strategy is named by its spelling or by its function, not by {strategy!r}")
    return [with_defaults(strategy_of(game, strategy), known)]


def bind(read: Sequence[SpelledStrategy]) -> Player:
    """The player that has one strategy, or two in combination, with a rule laid over them if they are spelled so."""
    strategies = [as_played(part.strategy) for part in read]
    together = functions(strategies[0]) if len(strategies) == 1 else combined(*strategies)
    noise, rule = noise_of(read), rule_of(read)
    if rule:
        refuse_object(strategies[0], "have a rule laid over it")
        laid = find_laid(strategies[0].game, *rule)
        strategies, together = [*strategies, *laid.rules], ruled(together, laid)
    return Player(
        spell(read),
        together,
        tuple(value for part in read for value in part.values.values()),
        noise["tremble"],
        noise["temperature"],
        frozenset[str]().union(*(strategy.reads for strategy in strategies)),
        any(strategy.cheats for strategy in strategies),
        tuple(_assumed(part, assumed) for part in read for assumed in part.assumed.values()),
    )


def _assumed(part: SpelledStrategy, assumed: SpelledStrategy) -> Player:
    """A player whom one who looks ahead assumes, with his noise as tremble unless the spelling gives another."""
    refuse_object(assumed.strategy, "be asked in games that another player imagines")
    return bind([assumed._replace(noise={"tremble": part.values["noise"]} | assumed.noise)])


def whole_players(game: str, files: Sequence[Path | str] = ()) -> list[str]:
    """Spellings of the strategies that do not ship, each combined with the usual other half if it is half a player."""
    known, spellings = catalogue(game, files), []
    for name, strategy in known.items():
        if not strategy.is_shipped:
            half = half_of(bind([with_defaults(strategy, known)]))
            spellings.append(name if half is None else completed(game, name, half))
    return spellings


def user_files(player: Player) -> list[str]:
    """The files, named by a user, that a player's strategies come from; those of rules are in his spelling."""
    return [str(each.file) for each in strategies_of(player) if each.is_users and not isinstance(each, Rule)]


def strategy_hashes(players: Sequence[Player], *, repeating: bool = True) -> dict[str, str]:
    """The fingerprint of each strategy that some players have, by its name.

    repeating: whether all that they play must be the same whenever it is played again; then raises InputError if one of
    them need not repeat.
    """
    for player in players if repeating else ():
        if not player.functions.repeats:
            raise InputError(
                f"'{player.name}' need not repeat its games, and this must be found again by whoever plays it again; "
                "such a player takes part in play, duel, tournament, records and replay"
            )
    by_name = {strategy.name: strategy for player in players for strategy in strategies_of(player)}
    return {name: strategy.fingerprint for name, strategy in sorted(by_name.items())}
