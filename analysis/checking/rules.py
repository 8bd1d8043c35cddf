"""Trying out the rules of a file, which are laid over players: what compiles and means something else than it seems to,
and whether a rule is ever true.
"""

import inspect
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from knotlab.analysis.checking.slips import slips_in
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.players import Player, scores_of
from knotlab.strategies.catalogue import run_file
from knotlab.strategies.compiling import functions
from knotlab.strategies.home import folder_of
from knotlab.strategies.inspection import python_function
from knotlab.strategies.resolve import random_decisions
from knotlab.strategies.ruled import Rule, find_laid, find_rule

DECISIONS = 5000  # of random moves, in which it is asked whether a rule is true of a move
TAKES = ["view", "move"]


@dataclass(frozen=True)
class CheckedRule:
    """What was seen of one rule.

    decisions: how many of games of random moves it was asked about. true: in how many it is true of some move.
    warnings: what is right and may mean something else than was thought.
    """

    name: str
    game: str
    decisions: int
    true: int
    warnings: tuple[str, ...]
    faults: tuple[str, ...] = ()

    def facts(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def rules_of(file: Path) -> list[Rule]:
    """The rules of a file: its functions that take view and move, for the game whose modules it imports. Raises
    InputError if one cannot be read, or nothing says for which game they are.
    """
    module = run_file(file, "strategy file")
    names = [
        name
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__
        and callable(value)
        and list(inspect.signature(python_function(value)).parameters) == TAKES
    ]
    if not names:
        return []
    imported = set(re.findall(r"\bknotlab\.(?:sim\.games|strategies)\.(\w+)", file.read_text("utf-8")))
    of = [game for game in games.names() if folder_of(game).name in imported]
    if len(of) != 1:
        raise InputError(
            f'{file} has no strategy in it; put @strategy("GAME") above a function, or, if they are rules, import '
            "names of one game, as in 'from knotlab.sim.games.twisted_knot.state import LAY'"
        )
    return [find_rule(of[0], f"{file}:{name}") for name in names]


def check_rule(rule: Rule) -> CheckedRule:
    """Ask a rule about the moves of some games of random moves. Raises InputError if it cannot be compiled."""
    asked, true = 0, 0
    who = Player(rule.name, functions(rule))
    for view, moves in islice(_decisions(rule.game), DECISIONS):
        asked += 1
        true += bool(scores_of(who, view.copy(), moves).any())
    never = [f"{rule.name} was true of no move in {asked:,} decisions of games of random moves"] * (not true)
    return CheckedRule(rule.name, rule.game, asked, true, (*slips_in(rule), *never))


def _decisions(game: str) -> Iterator[tuple[np.record, list[Any]]]:
    """Decisions of one game of random moves after another."""
    seed = 0
    while True:
        yield from random_decisions(games.find(game), seed)
        seed += 1


def warnings_of_law(game: str, how: str, text: str) -> list[str]:
    """What is strange about a rule that is laid over a player, and its condition, if they are in a user's file; how: by
    `forbid` or `oblige`; text: its spelling.
    """
    users = [rule for rule in find_laid(game, how, text).rules if not (rule.inline or rule.is_shipped)]
    return list(dict.fromkeys(warning for rule in users for warning in check_rule(rule).warnings))
