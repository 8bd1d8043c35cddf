"""A position written down, as a decision to be advised on."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import numpy as np

from knotlab.analysis.decisions.advice import strong_player, who_plays_on
from knotlab.analysis.decisions.rollouts import DecisionPoint
from knotlab.analysis.decisions.written.lines import PositionLines, seated
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing import branch
from knotlab.sim.playing.stepper import Stepper


def position_as_text(game: str, view: np.record, hidden: np.record) -> str:
    """A position before a decision in one line, which `position_written` reads: what the player to move knows.

    view, hidden: its two parts. Raises InputError if positions of the game cannot be written.
    """
    lines: list[str] = _module(game).lines_of(view, hidden)
    return "; ".join(lines)


def _module(game: str) -> ModuleType:
    """The module of a game in this package; raises InputError if it has none."""
    name = f"{__package__}.{game.replace('-', '_')}"
    if importlib.util.find_spec(name) is None:
        raise InputError(f"positions of {game} cannot be written; name a decision of a game with --record FILE")
    return importlib.import_module(name)


def position_written(
    game: str,
    text: str,
    players: Sequence[str] = (),
    rules: Sequence[str] = (),
    strategies_from: Sequence[Path] = (),
    seed: int = DEFAULT_SEED,
) -> DecisionPoint:
    """The decision before which a position stands.

    text: lines of the game's module in this package, or the same in one line with semicolons between. players: who
    plays on, by seat; none: the game's strong player. rules: settings, as `KEY=VALUE`. seed: of what chance brings from
    there on. Raises InputError if there can be no such position.

    >>> point = position_written("knotweed", "hand 0: 6C 9H; hand 1: ?x3; piles: 5C KD; draw: ?x45")
    >>> int(point.view["piles"]), int(point.view["draw_size"])
    (2, 45)
    """
    found, kind = games.find(game), _module(game)
    lines, (least, most) = PositionLines(text, kind.KEYS, kind.NAMES), found.players
    n_players = seated(lines, kind.HELD, least)[0] if least < most else least
    named = list(players) or [strong_player(game, n_players)] * n_players
    if len(named) != n_players:
        raise InputError(f"the position has {n_players} players, and {len(named)} are named to play on; name one each")
    job = who_plays_on(make_job(game, named, seed=seed, rules=rules, strategies_from=strategies_from))
    step = Stepper(found, job.rules)
    number = kind.place(step, lines)
    return DecisionPoint(job, branch.standing(job, step.view, step.hidden), number)
