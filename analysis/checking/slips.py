"""Slips in a strategy: what compiles and means something else than it seems to, found in the code or in its choices."""

import ast
import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.players import Player, scores_of
from knotlab.sim.playing.watch import watched
from knotlab.sim.protocol import Game
from knotlab.strategies.declare import Strategy
from knotlab.strategies.fingerprints import source_files
from knotlab.strategies.home import is_shipped
from knotlab.strategies.resolve import random_decisions

OFTEN = 1000  # choices in which a kind of move was possible, from which on it is strange that it was never taken
MANY_TIES = 0.05  # share of choices
AMOUNTS = ("count", "cards")  # numbers of a move that say how many cards of its rank
TRIED_GAMES, TRIED_CHOICES = 10, 1500  # of random moves, in which parameters are changed
SEEN_BEFORE = ("known", "cleared", "discards", "played")  # fields of the view that tell what has happened
# Methods of lists and the like.
CHANGES = ("append", "extend", "insert", "pop", "remove", "add", "update", "clear", "setdefault")


# --- in the code ---


class GameWords:
    """A game's words in a user's code."""

    def __init__(self, game: Game) -> None:
        cards = games.module_of(game.name, "cards")
        self.home, self.game = cards.__name__, game
        self.ranks: Sequence[str] = getattr(cards, "RANKS", cards.NAMES)
        self.constants = {name for name, value in vars(cards).items() if name.isupper() and type(value) is int}
        self.shapes = {name: shape for name, _, shape, *_ in game.view_fields}
        self.meanings = {name: meaning for name, _, _, _, meaning, *_ in game.view_fields}
        self.of_rank = {"rank"} | {name for name, meaning in self.meanings.items() if meaning.startswith("rank of")}

    def array(self, node: ast.AST) -> str:
        """The name of the array of the view that a node is; empty if it is none."""
        is_one = isinstance(node, ast.Attribute) and bool(self.shapes.get(node.attr))
        return node.attr if is_one and isinstance(node, ast.Attribute) and node.attr != "plan" else ""


def slips_in(strategy: Strategy) -> list[str]:
    """What compiles in the files of a strategy and means something else, each in a sentence with its line. Raises
    InputError if they keep something in memory between moves.
    """
    words, found = GameWords(games.find(strategy.game)), list[str]()
    for file in source_files(strategy.file):
        if file.suffix != ".py" or is_shipped(file):
            continue
        tree = ast.parse(file.read_bytes())
        _refuse_memory(tree, file, words)
        for node in ast.walk(tree):
            found += [f"{file}, line {getattr(node, 'lineno', 0)}: {slip}" for slip in _slips_of(node, words)]
    return found


def _slips_of(node: ast.AST, words: GameWords) -> Iterator[str]:
    """What is wrong with one expression."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from _compared(node, node.left, node.comparators[0], words)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len" and node.args:
        if name := words.array(node.args[0]):
            sizes = [each for each in words.shapes if each in (f"{name}_size", f"{name}_sizes", f"{name}s_size")]
            hint = f"; view.{sizes[0]}: {words.meanings[sizes[0]]}" if sizes else ""
            yield f"len(view.{name}) is always {words.shapes[name][0]}, the room that the field has{hint}"
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name) and node.slice.id in words.constants:
        name, counts = words.array(node.value), ""
        if name and not words.meanings[name].startswith("by "):
            if f"{name}_counts" in words.shapes:
                counts = f"; view.{name}_counts[{node.slice.id}] is"
            yield f"view.{name}[{node.slice.id}] is what lies at a position ({words.meanings[name]}), no count{counts}"


def _compared(node: ast.Compare, left: ast.AST, right: ast.AST, words: GameWords) -> Iterator[str]:
    """What is wrong with a comparison of two things."""
    text, is_within = ast.unparse(node), isinstance(node.ops[0], ast.In | ast.NotIn)
    if is_within and (name := words.array(right)) and words.meanings[name].startswith("by "):
        yield f"'{text}' looks for a number among counts ({words.meanings[name]}); view.{name}[..] > 0 asks for one"
        return
    if not is_within and not isinstance(node.ops[0], ast.Eq | ast.NotEq):
        return
    for field, other in ((left, right), (right, left)):
        values = other.elts if isinstance(other, ast.Tuple | ast.List | ast.Set) else [other]
        constants = [each.value for each in values if isinstance(each, ast.Constant)]
        if not isinstance(field, ast.Attribute) or not constants:
            continue
        if any(isinstance(value, str) for value in constants):
            yield f"'{text}' compares a number with a text, which is never the same; see knotlab view {words.game.name}"
        elif field.attr in words.of_rank:
            yield from _ranks_meant(text, constants, words)


def _ranks_meant(text: str, constants: Sequence[Any], words: GameWords) -> Iterator[str]:
    """What numbers of ranks stand for, if they are numbers of ranks."""
    numbers = [value for value in constants if type(value) is int and 0 <= value < len(words.ranks)]
    if numbers:
        means = ", ".join(f"{value} is the {words.ranks[value]}" for value in numbers)
        own = [f"the {value} is {words.ranks.index(str(value))}" for value in numbers if str(value) in words.ranks]
        also = f", and {', '.join(own)}" if own else ""
        yield f"'{text}': ranks are positions in an order, in which {means}{also}; take the names of {words.home}"


def _refuse_memory(tree: ast.Module, file: Path, words: GameWords) -> None:
    """Raise InputError if a function changes what the module holds."""
    held = {
        name.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for node in ast.walk(function):
            if name := _changed(node, held):
                seen = ", ".join(f"view.{field}" for field in SEEN_BEFORE if field in words.shapes)
                raise InputError(
                    f"{file}, line {getattr(node, 'lineno', 0)}: a strategy has no memory, so '{name}' cannot change "
                    f"from move to move; what has happened is in the view ({seen or 'knotlab view lists it'}), and "
                    "view.game_uniform is a random number that stays the same for a game"
                )


def _changed(node: ast.AST, held: set[str]) -> str:
    """The name of what a statement changes of what a module holds."""
    if isinstance(node, ast.Global):
        return node.names[0]
    if isinstance(node, ast.Assign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        places = [each.value for each in targets if isinstance(each, ast.Subscript)]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
        places = [node.func.value]
    else:
        return ""
    return next((each.id for each in places if isinstance(each, ast.Name) and each.id in held), "")


# --- in its choices ---


class Choices:
    """Choices of a player, counted for what is strange about them.

    n: how many. alike: those in which all moves had the same score. tied: those in which the best ones differed in one
    number alone, by its name.
    """

    def __init__(self, fields: Sequence[str]) -> None:
        self.fields, self.n, self.alike, self.tied = fields, 0, 0, Counter[str]()

    def add(self, moves: np.ndarray, scores: np.ndarray) -> None:
        """Count one."""
        self.n += 1
        self.alike += int(scores.min() == scores.max())
        best = moves[scores == scores.max()]
        differ = [name for name, values in zip(self.fields, best.T, strict=True) if (values != values[0]).any()]
        self.tied.update(differ if len(differ) == 1 else ())

    def slips(self, kinds: Sequence[tuple[str, int, int]]) -> Iterator[str]:
        """What is strange; kinds: name of a kind of move, choices in which it was possible, and taken."""
        if self.n and self.alike == self.n:
            yield "it gives every move the same score, so it plays at random"
            return
        for kind, possible, taken in kinds:
            if possible >= OFTEN and not taken:
                yield f"{kind} was possible in {possible:,} choices and never taken"
        for name in AMOUNTS:
            if self.tied[name] > MANY_TIES * self.n:
                of_all = f"{self.tied[name] / self.n:.0%} of the choices"
                yield f"in {of_all} more and fewer cards of one rank were equally good (move.{name}), and one was drawn"


def idle_parameters(strategy: Strategy, player: Player) -> list[str]:
    """The parameters that changed no choice between their bounds, in some games of random moves."""
    kind = games.find(strategy.game)
    positions = [
        (view.copy(), list(moves))
        for seed in range(TRIED_GAMES)
        for view, moves in random_decisions(kind, seed)
        if len(moves) > 1
    ][:TRIED_CHOICES]
    idle = []
    for i, (name, parameter) in enumerate(strategy.parameters.items()):
        before, after = player.values[:i], player.values[i + 1 :]
        others = [replace(player, values=(*before, value, *after)) for value in (parameter.low, parameter.high)]
        with contextlib.suppress(Exception):  # one that fails, or never ends, at a bound changes something
            watched(partial(_refuse_change, [player, *others], positions))
            idle.append(name)
    return idle


def _refuse_change(players: Sequence[Player], positions: Sequence[tuple[np.record, list[Any]]]) -> None:
    """Raise ValueError if some players like other moves best than the first of them."""
    for view, moves in positions:
        first, *others = (scores_of(player, view.copy(), moves) for player in players)
        if any(list(other == other.max()) != list(first == first.max()) for other in others):
            raise ValueError
