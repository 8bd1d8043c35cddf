"""From what somebody names to the player that takes part in a run."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from knotlab.sim.errors import InputError
from knotlab.sim.playing.players import Player
from knotlab.strategies.catalogue import catalogue, strategy_of
from knotlab.strategies.compiling import combined, functions, strategies_of
from knotlab.strategies.declare import Strategy
from knotlab.strategies.spelling import SpelledPart, default_part, noise_of, read_parts, spell
from knotlab.strategies.validation import completed, half_of, refuse_half

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
    read = _parts(game, strategy, known)
    bound = bind(read)
    if len(read) == 1:
        refuse_half(bound)
    return bound


def parts(game: str, strategy: Named, files: Sequence[Path | str] = ()) -> list[SpelledPart]:
    """The one or two strategies of a player; raises InputError as `player` does."""
    return _parts(game, strategy, catalogue(game, files))


def _parts(game: str, strategy: Named, known: Mapping[str, Strategy]) -> list[SpelledPart]:
    if isinstance(strategy, str):
        return read_parts(game, strategy, known)
    if not callable(strategy):
        raise InputError(f"a strategy is named by its spelling or by its function, not by {strategy!r}")
    return [default_part(strategy_of(game, strategy), known)]


def bind(read: Sequence[SpelledPart]) -> Player:
    """The player that has one strategy, or two in combination."""
    strategies = [part.strategy for part in read]
    together = functions(strategies[0]) if len(strategies) == 1 else combined(*strategies)
    noise = noise_of(read)
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


def _assumed(part: SpelledPart, assumed: SpelledPart) -> Player:
    """A player whom one who looks ahead assumes, with his noise as tremble unless the spelling gives another."""
    return bind([assumed._replace(noise={"tremble": part.values["noise"]} | assumed.noise)])


def whole_players(game: str, files: Sequence[Path | str] = ()) -> list[str]:
    """Spellings of the strategies that do not ship, each combined with the usual other half if it is half a player."""
    known, spellings = catalogue(game, files), []
    for name, strategy in known.items():
        if not strategy.is_shipped:
            half = half_of(bind([default_part(strategy, known)]))
            spellings.append(name if half is None else completed(game, name, half))
    return spellings


def user_files(player: Player) -> list[str]:
    """The files, named by a user, that a player's strategies come from."""
    return [str(strategy.file) for strategy in strategies_of(player) if strategy.is_users]


def strategy_hashes(players: Sequence[Player]) -> dict[str, str]:
    """The fingerprint of each strategy that some players have, by its name."""
    by_name = {strategy.name: strategy for player in players for strategy in strategies_of(player)}
    return {name: strategy.fingerprint for name, strategy in sorted(by_name.items())}
