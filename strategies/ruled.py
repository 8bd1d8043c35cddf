"""A rule laid over a player: a function `rule(view, move)` that says of each legal move whether it is so, which the
player has to do without (`forbid`) or to do wherever he can (`oblige`). All else is the player's own.

He plays the move that he likes best among those that are allowed, and on as usual where the rule leaves none, or none
of his moves is meant by it. The move that begins a turn which is certain to go out is always allowed, in games whose
strategies find such turns: `plan_going_out` and `goes_out` of the module `_habits` next to them. The rules that ship
are its `HABITS`, and the `ADVICE` of the module `_advice`. A rule is compiled, tried out, hashed, sent and recorded as
a strategy is.
"""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from knotlab.sim.compiling.jit import OFF, intrinsic, is_compiled, strict
from knotlab.sim.compiling.later import types
from knotlab.sim.compiling.messages import in_words, line_with
from knotlab.sim.compiling.sources import text_hash
from knotlab.sim.errors import InputError, OtherStrategyError
from knotlab.sim.kernels.choice import build_score, move_maker
from knotlab.sim.kernels.shown import shown_to_plan
from knotlab.sim.playing.players import Functions
from knotlab.sim.protocol import Game
from knotlab.sim.settings import unknown
from knotlab.strategies.catalogue import run_file
from knotlab.strategies.compiling import functions
from knotlab.strategies.declare import Strategy
from knotlab.strategies.fingerprints import SHIPPED, hash_of_file
from knotlab.strategies.inspection import python_function
from knotlab.strategies.sending import Sources, local_file, sources_of
from knotlab.strategies.spelling import RULES

LEAST = float(np.finfo(np.float64).min)  # of the scores of moves that are allowed: the others have minus infinity
NO_TRUTH = re.compile(r">>> truth\((.+)\)")  # in what Numba says of a rule's value

typed_in: dict[str, Callable[..., Any]] = {}  # rules of the running program, by name


class Rule(Strategy):
    """A rule as a strategy whose scores are truth values; no catalogue has it."""


# --- which rule is meant ---


def name_rule(game: str, given: str | Callable[..., Any]) -> str:
    """A rule's spelling from what somebody gives: `FILE.py:FUNCTION`, the name of a rule that ships, or a function."""
    if isinstance(given, str):
        return given
    if not callable(given):
        raise InputError(f"a rule is named by FILE.py:FUNCTION or by its function, not by {given!r}")
    name = str(getattr(given, "__name__", given))
    if name in shipped_rules(game):
        raise InputError(f"there is a rule '{name}' that ships; choose another name")
    typed_in[name] = given
    return name


def shipped_habits(game: str) -> list[str]:
    """The rules about what champions do and no tip says, by name, in the order of their table."""
    module = _module(game, "_habits")
    return [] if module is None else [rule.__name__ for rule in module.HABITS]


def shipped_rules(game: str) -> dict[str, Callable[..., Any]]:
    """The rules that come with a game, by name."""
    habits, advice = _module(game, "_habits"), _module(game, "_advice")
    rules = (*(habits.HABITS if habits else ()), *(advice.ADVICE if advice else ()))
    return {rule.__name__: rule for rule in rules}


def _module(game: str, name: str) -> ModuleType | None:
    """A module of a game's rules, if it has it."""
    folder = game.replace("-", "_")
    has_one = (SHIPPED / folder / f"{name}.py").is_file()
    return import_module(f"knotlab.strategies.{folder}.{name}") if has_one else None


def find_rule(game: str, text: str) -> Rule:
    """A rule by its spelling; raises InputError if there is none, or it does not take a view and a move."""
    file, _, name = text.rpartition(":")
    if file:
        module = run_file(file, "rule file")
        known = {key: value for key, value in vars(module).items() if _is_function(value)}
        own = [key for key, value in known.items() if value.__module__ == module.__name__]
        where = f"in {file}"
    else:
        known, where = typed_in | shipped_rules(game), f"for {game} (one of your own is named FILE.py:FUNCTION)"
        own = list(known)
    if name not in known:
        raise unknown("rule", name, own, where)
    rule = python_function(known[name])
    takes = list(inspect.signature(rule).parameters)
    if len(takes) != 2:
        raise InputError(f"a rule takes (view, move), unlike {name}({', '.join(takes)}) in {rule.__code__.co_filename}")
    score = known[name] if is_compiled(known[name]) else strict(rule)
    written = Path(rule.__code__.co_filename)
    inline = name in typed_in and not file
    return Rule(game, name, name, score, None, {}, False, written if inline else written.resolve(), inline, {})


def _is_function(value: Any) -> bool:
    return isinstance(value, FunctionType) or is_compiled(value)


# --- laid over a player ---


@dataclass(frozen=True)
class Law:
    """What is laid over a player: a rule's functions, whether it is obliged, and which of a game's turns are exempt."""

    rule: Functions
    is_obliged: bool

    def build(self, game: Game, rate: Callable[..., Any]) -> Callable[..., Any]:
        """The player's `rate(view, options, n, player)` (sim/kernels/choice.py) under the law."""
        usual, fits_at, move_at = strict(rate), build_score(self.rule.score, ""), move_maker(game)
        mark_exempt, obliged = _exempt(game), self.is_obliged

        def under_law(view, options, n, player):
            chosen, n_fit = usual(view, options, n, player), 0
            allowed = np.empty(n, np.bool_)
            for i in range(n):
                allowed[i] = truth(fits_at(view, move_at(options, i), player)) == obliged
                n_fit += allowed[i] == obliged
            if n_fit == 0 or (obliged and n_fit == n):
                return chosen
            mark_exempt(view, options, n, player, allowed)
            if not allowed.any():
                return chosen
            best, equals = -np.inf, 0
            for i in range(n):
                value = max(options.score[i], LEAST) if allowed[i] else -np.inf
                options.score[i] = value
                better = value > best
                equals = 1 if better else equals + (value == best)
                chosen = i if better else chosen
                best = value if better else best
            options.best, options.equals = best, equals
            return chosen

        return under_law

    def fault(self, error: Exception) -> str:
        """What is wrong with the rule, if that is why the compiler stopped; empty if it is not."""
        found = NO_TRUTH.search(str(error))
        if not found:
            return ""
        rule = python_function(self.rule.score)
        line = line_with([rule], None, rule.__code__.co_firstlineno)
        file = rule.__code__.co_filename
        kind = "nothing on one path" if found[1].startswith("Optional") else in_words(found[1])
        return f"{file}, line {line}: the rule '{self.rule.name}' gives {kind}, not True or False"


def _truth(typing_context, value):
    """A truth value, and nothing else."""
    from numba.core.errors import TypingError

    if types.unliteral(value) != types.boolean:
        raise TypingError("no truth value")
    return types.boolean(value), lambda context, builder, signature, arguments: context.cast(
        builder, arguments[0], value, types.boolean
    )


def _plain_truth(value):
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"a rule gives True or False, not {value!r}")
    return value


_truth.__name__ = "truth"
truth = _plain_truth if OFF else intrinsic(_truth)


def _exempt(game: Game) -> Callable[..., Any]:
    """A function that marks the moves which begin a turn that is certain to go out; the plan stays as it was."""
    habits, move_at = _module(game.name, "_habits"), move_maker(game)
    if habits is None:
        return strict(lambda view, options, n, player, allowed: None)
    plan, goes_out_at = habits.plan_going_out, build_score(habits.goes_out, "")

    def mark(view, options, n, player, allowed):
        kept = view.plan.copy()
        view.plan[:] = 0.0
        plan(shown_to_plan(view))
        for i in range(n):
            allowed[i] = allowed[i] or goes_out_at(view, move_at(options, i), player)
        view.plan[:] = kept

    return strict(mark)


def ruled(base: Functions, kind: str, rule: Rule) -> Functions:
    """What the simulator needs of a player with a rule laid over it.

    base: what it needs of the player. kind: `forbid` or `oblige`. Raises InputError if the rule cannot be compiled.
    """
    sent = None if rule.inline or rule.is_shipped else sources_of(rule)
    by = rule.score if rule.inline else rule.name
    return _ruled(base, kind, functions(rule), (rule.game, by, rule.fingerprint, sent))


@cache
def _ruled(base: Functions, kind: str, rule: Functions, found_by: tuple[Any, ...]) -> Functions:
    module = _module(base.game, "_habits")
    exempt = hash_of_file(Path(str(module.__file__))) if module else ""
    return Functions(
        base.game,
        f"{base.name}.{kind}.{rule.name}",
        base.score,
        base.plan,
        base.kinds,
        text_hash(base.fingerprint, kind, rule.fingerprint, exempt)[:16],
        base.bounds or rule.bounds,
        rebuild=(_ruled_elsewhere, (base, kind, *found_by)),
        combines=(*(base.combines or (base,)), rule),
        looks_ahead=base.looks_ahead,
        law=Law(rule, kind == RULES[1]),
    )


def _ruled_elsewhere(
    base: Functions, kind: str, game: str, by: str | Callable[..., Any], fingerprint: str, sent: Sources | None
) -> Functions:
    """The same in another process, perhaps on another machine; raises InputError if its sources are others there."""
    if not isinstance(by, str):
        by = name_rule(game, by)
    rule = find_rule(game, f"{local_file(sent)}:{by}" if sent else by)
    if rule.fingerprint != fingerprint:
        raise OtherStrategyError(f"the rule '{rule.name}' is not the one where the command was given")
    return ruled(base, kind, rule)
