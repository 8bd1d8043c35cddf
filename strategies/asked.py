"""Conditions: functions `condition(view, move)`, as rules are (`ruled.py`), laid over nobody but asked of every
decision and the move that is made there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from knotlab.sim.compiling.jit import strict
from knotlab.sim.compiling.sources import text_hash
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.choice import build_score, move_maker
from knotlab.sim.playing.players import Functions
from knotlab.sim.protocol import Game
from knotlab.strategies.compiling import functions
from knotlab.strategies.ruled import MOST, TRUTHS, FoundBy, fault_of, find_rule, found_by_of


@dataclass(frozen=True)
class Asked:
    """Some conditions, in the place of a law."""

    conditions: tuple[Functions, ...]

    def build(self, game: Game, rate: Callable[..., Any]) -> Callable[..., Any]:
        """The answers about a move, `(view, options, chosen, player)`: a bit for each condition, the first lowest."""
        answers, move_at = strict(lambda view, move, player: 0), move_maker(game)
        for condition, is_true in reversed([*zip(self.conditions, TRUTHS, strict=False)]):
            answers = _with_answer(answers, build_score(condition.score, ""), is_true)

        def answer(view, options, chosen, player):
            return answers(view, move_at(options, chosen), player)

        return answer

    def fault(self, error: Exception) -> str:
        """What is wrong with a condition, if that is why the compiler stopped; empty if it is not."""
        return fault_of(self.conditions, error)


def _with_answer(others: Callable[..., Any], fits: Callable[..., Any], is_true: Callable[..., Any]) -> Any:
    return strict(lambda view, move, player: 2 * others(view, move, player) + is_true(fits(view, move, player)))


def asked(game: str, texts: Sequence[str]) -> Functions:
    """What answers, of every decision, whether some conditions hold: `Conditions.functions` of a job.

    texts: how they are spelled. Raises InputError as `find_rule` does, or if there are more than MOST.
    """
    if len(texts) > MOST:
        raise InputError(f"at most {MOST} conditions can be asked about at once; these are {len(texts)}")
    return _asked(
        game, tuple((functions(rule), found_by_of(rule)) for rule in (find_rule(game, text) for text in texts))
    )


@cache
def _asked(game: str, rules: tuple[tuple[Functions, FoundBy], ...]) -> Functions:
    conditions, found_by = zip(*rules, strict=True)
    return Functions(
        game,
        ".".join(("asked", *(condition.name for condition in conditions))),
        conditions[0].score,
        None,
        "",
        text_hash("asked", *(condition.fingerprint for condition in conditions))[:16],
        any(condition.bounds for condition in conditions),
        rebuild=(_asked_elsewhere, (game, found_by)),
        combines=conditions,
        law=Asked(conditions),
    )


def _asked_elsewhere(game: str, found_by: tuple[FoundBy, ...]) -> Functions:
    """The same in another process; raises InputError if its sources are others there."""
    return _asked(game, tuple((functions(rule), each) for each in found_by for rule in [each.rule()]))
