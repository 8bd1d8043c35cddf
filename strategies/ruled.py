"""A rule laid over a player: a function `rule(view, move)` that says of each legal move whether it is so, which the
player has to do without (`forbid`) or to do wherever he can (`oblige`). All else is the player's own.

He plays the move that he likes best among those that are allowed, and on as usual where the rule leaves none, or none
of his moves is meant by it. The move that begins a turn which is certain to go out is always allowed, in games whose
strategies find such turns: `plan_going_out` and `goes_out` of the module `_habits` next to them. The rules that ship
are its `HABITS`, and the `ADVICE` of the module `_advice`. A rule is compiled, tried out, hashed, sent and recorded as
a strategy is. A second function, its condition, may say where the rule is laid: `RULE when CONDITION`, or `unless`.
"""

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF, entry, intrinsic, is_compiled, once, record_type, strict, vector_type
from knotlab.sim.compiling.later import types
from knotlab.sim.compiling.messages import in_words, line_with
from knotlab.sim.compiling.sources import text_hash
from knotlab.sim.errors import InputError, OtherStrategyError
from knotlab.sim.kernels.choice import build_score, move_maker
from knotlab.sim.kernels.shown import shown_to_plan
from knotlab.sim.playing.players import Functions
from knotlab.sim.playing.stepper import room_for_moves
from knotlab.sim.protocol import Game
from knotlab.sim.settings import unknown
from knotlab.strategies.catalogue import run_file
from knotlab.strategies.compiling import functions
from knotlab.strategies.declare import Strategy
from knotlab.strategies.fingerprints import hash_of_file
from knotlab.strategies.home import folder_of, home_of, module_of
from knotlab.strategies.inspection import python_function
from knotlab.strategies.sending import Sources, local_file, sources_of
from knotlab.strategies.spelling import RULES

LEAST = float(np.finfo(np.float64).min)  # of the scores of moves that are allowed: the others have minus infinity
MOST = 8  # rules or conditions in one function
NO_TRUTH = re.compile(r">>> truth(\d)\((.+)\)")  # in what Numba says of the value of one of them, by number
WHERE = re.compile(r"\s+(when|unless)\s+")  # between a rule and its condition

typed_in: dict[str, Callable[..., Any]] = {}  # rules of the running program, by name


class Rule(Strategy):
    """A rule, or its condition, as a strategy whose scores are truth values; no catalogue has it."""

    noun = "rule"


class Laid(NamedTuple):
    """A rule as it is laid over a player: `forbid` or `oblige`, and where: everywhere, or only at moves of which the
    condition has this value.
    """

    kind: str
    holds: bool
    rule: Rule
    condition: Rule | None = None

    @property
    def rules(self) -> list[Rule]:
        """The rule, and its condition if it has one."""
        return [self.rule] if self.condition is None else [self.rule, self.condition]


# --- which rule is meant ---


def name_rule(given: str | Callable[..., Any]) -> str:
    """A rule's spelling from what somebody gives: `FILE.py:FUNCTION`, the name of a rule that ships, or a function."""
    if isinstance(given, str):
        return given
    if not callable(given):
        raise InputError(f"a rule is named by FILE.py:FUNCTION or by its function, not by {given!r}")
    name = str(getattr(given, "__name__", given))
    if any(name in shipped_rules(game) for game in games.names()):
        raise InputError(f"there is a rule '{name}' that ships; choose another name, or name yours as 'FILE.py:{name}'")
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


@once
def _asking_kernel(game: str, name: str) -> Callable[..., Any]:
    """The compiled function that says of each of some moves whether a rule that comes with a game is so."""
    found, rule = games.find(game), shipped_rules(game)[name]
    move_at = move_maker(found)

    def ask(view: Any, options: Any, said: Any) -> None:
        for i in range(said.shape[0]):
            said[i] = rule(view, move_at(options, i))

    signature = types.none(record_type(found.view), record_type(found.options), vector_type(np.int64))
    return entry(ask, signature, f"{game}.rule_{name}")


def shows(game: str, name: str, view: np.record, moves: Sequence[tuple[int, ...]]) -> np.ndarray:
    """Whether each of some moves in a position is as a rule that comes with a game says, bool (moves,)."""
    options, said = room_for_moves(game), np.zeros(len(moves), np.int64)
    options["move"][: len(moves)] = moves
    _asking_kernel(game, name)(view, options, said)
    return said > 0


def _module(game: str, name: str) -> ModuleType | None:
    """A module of a game's rules, if it has it."""
    return module_of(game, name) if (folder_of(game) / f"{name}.py").is_file() else None


def find_laid(game: str, kind: str, text: str) -> Laid:
    """A rule as it is laid over a player, by its spelling: `RULE`, `RULE when CONDITION` or `RULE unless CONDITION`. A
    condition without a file is in that of the rule. Raises InputError as `find_rule` does.
    """
    rule, *where = WHERE.split(text)
    if len(where) > 2:
        raise InputError(f"a rule has one condition, after 'when' or 'unless'; '{text}' has {len(where) // 2}")
    if not where:
        return Laid(kind, True, find_rule(game, rule))
    word, condition = where
    file = rule.rpartition(":")[0]
    condition = condition if ":" in condition or not file else f"{file}:{condition}"
    return Laid(kind, word == "when", find_rule(game, rule), find_rule(game, condition))


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
    written, _ = home_of(rule, is_compiled=True)
    inline = name in typed_in and not file
    return Rule(game=game, name=name, title=name, score=score, file=written, inline=inline)


def _is_function(value: Any) -> bool:
    return isinstance(value, FunctionType) or is_compiled(value)


# --- laid over a player ---


@dataclass(frozen=True)
class Law:
    """What is laid over a player: whether it is obliged, the value that its condition has to have, and the functions of
    the rule and of the condition, if there is one.
    """

    is_obliged: bool
    holds: bool
    rule: Functions
    condition: Functions | None = None

    def build(self, game: Game, rate: Callable[..., Any]) -> Callable[..., Any]:
        """The player's `rate(view, options, n, player)` (sim/kernels/choice.py) under the law."""
        usual, is_meant, move_at = strict(rate), self._is_meant(), move_maker(game)
        mark_exempt, obliged = _exempt(game), self.is_obliged

        def under_law(view, options, n, player):
            chosen, n_fit = usual(view, options, n, player), 0
            allowed = np.empty(n, np.bool_)
            for i in range(n):
                allowed[i] = is_meant(view, move_at(options, i), player) == obliged
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

    def _is_meant(self) -> Callable[..., Any]:
        """A function that says of a move whether the rule is about it: it is so, and the condition is as it has to
        be.
        """
        fits, is_true, holds = build_score(self.rule.score, ""), *TRUTHS[:2]
        if self.condition is None:
            return strict(lambda view, move, player: is_true(fits(view, move, player)))
        is_so, wanted = build_score(self.condition.score, ""), self.holds
        return strict(
            lambda view, move, player: is_true(fits(view, move, player)) and holds(is_so(view, move, player)) == wanted
        )

    def fault(self, error: Exception) -> str:
        """What is wrong with the rule, or its condition, if that is why the compiler stopped; empty if it is not."""
        return fault_of((self.rule, *([self.condition] if self.condition else [])), error)


def fault_of(rules: Sequence[Functions], error: Exception) -> str:
    """Which rule gives no truth value, if that is why the compiler stopped; empty if it is not."""
    found = NO_TRUTH.search(str(error))
    if not found:
        return ""
    faulty = rules[int(found[1])]
    rule = python_function(faulty.score)
    line = line_with([rule], None, rule.__code__.co_firstlineno)
    file = rule.__code__.co_filename
    kind = "nothing on one path" if found[2].startswith("Optional") else in_words(found[2])
    return f"{file}, line {line}: the rule '{faulty.name}' gives {kind}, not True or False"


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


def _checked(name: str) -> Callable[..., Any]:
    """`_truth` under a name, by which `fault_of` tells whose value it is."""
    checked = FunctionType(_truth.__code__, globals(), name)
    return _plain_truth if OFF else intrinsic(checked)


TRUTHS = tuple(_checked(f"truth{number}") for number in range(MOST))


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


class FoundBy(NamedTuple):
    """By what another process finds a rule: its name or its function, the hash of its sources, and these sources."""

    game: str
    by: str | Callable[..., Any]
    fingerprint: str
    sent: Sources | None

    def rule(self) -> Rule:
        """The rule there; raises InputError if its sources are others."""
        by = self.by if isinstance(self.by, str) else name_rule(self.by)
        rule = find_rule(self.game, f"{local_file(self.sent)}:{by}" if self.sent else by)
        if rule.fingerprint != self.fingerprint:
            raise OtherStrategyError(f"the rule '{rule.name}' is not the one where the command was given")
        return rule


def found_by_of(rule: Rule) -> FoundBy:
    sent = None if rule.inline or rule.is_shipped else sources_of(rule)
    return FoundBy(rule.game, rule.score if rule.inline else rule.name, rule.fingerprint, sent)


def ruled(base: Functions, laid: Laid) -> Functions:
    """What the simulator needs of a player with a rule laid over it.

    base: what it needs of the player. Raises InputError if the rule cannot be compiled.
    """
    return _ruled(base, laid.kind, laid.holds, tuple((functions(rule), found_by_of(rule)) for rule in laid.rules))


@cache
def _ruled(base: Functions, kind: str, holds: bool, rules: tuple[tuple[Functions, FoundBy], ...]) -> Functions:
    module = _module(base.game, "_habits")
    exempt = hash_of_file(Path(str(module.__file__))) if module else ""
    laid, found_by = zip(*rules, strict=True)
    where = ("when" if holds else "unless",) if len(laid) > 1 else ()
    return Functions(
        base.game,
        ".".join((base.name, kind, *where, *(rule.name for rule in laid))),
        base.score,
        base.plan,
        base.kinds,
        text_hash(base.fingerprint, kind, *where, *(rule.fingerprint for rule in laid), exempt)[:16],
        base.bounds or any(rule.bounds for rule in laid),
        rebuild=(_ruled_elsewhere, (base, kind, holds, found_by)),
        combines=(*(base.combines or (base,)), *laid),
        looks_ahead=base.looks_ahead,
        law=Law(kind == RULES[1], holds, *laid),
    )


def _ruled_elsewhere(base: Functions, kind: str, holds: bool, found_by: tuple[FoundBy, ...]) -> Functions:
    """The same in another process, perhaps on another machine; raises InputError if its sources are others there."""
    return ruled(base, Laid(kind, holds, *(each.rule() for each in found_by)))
