"""What many commands have in common, as records: what is played, by what means, and where the result goes."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.reports.cli.values import PartOption


@dataclass(frozen=True)
class GameOptions:
    """The game to play, its rule settings as `KEY=VALUE`, the seed, and the files that strategies come from."""

    game: str
    settings: tuple[str, ...] = ()
    seed: int = DEFAULT_SEED
    strategies_from: tuple[Path, ...] = ()


@dataclass(frozen=True)
class RunOptions:
    """How many workers play (None: one for each core), what joblib runs them with, the folder that keeps the games, and
    which part of how many is played (None: all).
    """

    workers: int | None = None
    backend: str = "threads"
    out: Path | None = None
    part: PartOption | None = None


@dataclass(frozen=True)
class Output:
    """Where a result goes besides the terminal: a CSV file, or JSON in place of tables."""

    csv: Path | None = None
    json: bool = False


def game_options(
    game: str, settings: Sequence[str] | None, seed: int, strategies_from: Sequence[Path] | None
) -> GameOptions:
    """The record of these options, repeatable ones being None if they are not given."""
    return GameOptions(game, tuple(settings or ()), seed, tuple(strategies_from or ()))
