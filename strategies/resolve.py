"""From what somebody names to the player that takes part in a run."""

from collections.abc import Sequence
from pathlib import Path

from knotlab.sim.players import Player
from knotlab.strategies import spelling as spellings
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.compiling import combined, functions
from knotlab.strategies.declare import declared
from knotlab.strategies.fingerprints import strategy_hash
from knotlab.strategies.spelling import Part, noise_of, spell
from knotlab.strategies.validation import validate


def player(game: str, spelling: str, files: Sequence[Path | str] = ()) -> Player:
    """The player that `name:key=value,...` names, or `first+second` of two such; raises InputError with what is wrong
    and what there is.

    `name@file.toml` takes the values of a settings file first; a file at the second of two serves the first as well, if
    it has settings for it.

    >>> player("twisted-knot", "random:tremble=0.02").tremble
    0.02
    """
    read = parts(game, spelling, files)
    bound = bind(read)
    if not all(part.strategy.is_shipped for part in read):
        validate(bound)
    return bound


def players(game: str, spellings: Sequence[str], files: Sequence[Path | str] = ()) -> tuple[Player, ...]:
    """Several players, in order."""
    return tuple(player(game, spelling, files) for spelling in spellings)


def parts(game: str, spelling: str, files: Sequence[Path | str] = ()) -> list[Part]:
    """The one or two strategies of a player's spelling; raises InputError as `player` does."""
    return spellings.read_parts(game, spelling, catalogue(game, files))


def bind(read: Sequence[Part]) -> Player:
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
    )


def user_files(used: Player) -> list[str]:
    """The files, named by a user, that a player's strategies come from."""
    single = used.functions.parts or (used.functions,)
    return [file for part in single if part.again for file in part.again[1][2:] if file]


def strategy_hashes(used: Sequence[Player]) -> dict[str, str]:
    """A hash of the sources of each strategy that some players have, by its name."""
    scores = {part.score for player in used for part in player.functions.parts or (player.functions,)}
    by_name = {strategy.name: strategy for strategy in declared if strategy.score in scores}
    return {name: strategy_hash(strategy) for name, strategy in sorted(by_name.items())}
