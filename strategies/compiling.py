"""What the simulator needs of a strategy, or of two in combination: functions to compile, found again by name in other
processes.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.jit import strict
from knotlab.sim.players import Functions
from knotlab.sim.protocol import MAX_PARAMETERS
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.declare import Strategy
from knotlab.strategies.fingerprints import fingerprint
from knotlab.strategies.inspection import draws_random_numbers, reads_plan, recursive_function


@cache
def functions(strategy: Strategy) -> Functions:
    """What the simulator needs of a strategy; raises InputError if it cannot be compiled or played again."""
    _check(strategy)
    kinds = "".join("i" if parameter.whole else "f" for parameter in strategy.parameters.values())
    name = (strategy.game, strategy.name, str(strategy.file) if strategy.is_users else "")
    return Functions(
        strategy.game,
        strategy.name,
        strategy.score,
        strategy.plan,
        kinds,
        fingerprint(strategy),
        again=(functions_named, name),
    )


def _check(strategy: Strategy) -> None:
    """Raise InputError if a function of a strategy calls itself, draws random numbers of its own, or reads a plan that
    there is not.
    """
    recursive = next(filter(None, map(recursive_function, strategy.functions)), None)
    if recursive:
        raise InputError(
            f"strategy '{strategy.name}' cannot be compiled: {strategy.file}: '{recursive}' calls itself; write it as "
            "a loop"
        )
    if any(map(draws_random_numbers, strategy.functions)):
        raise InputError(
            f"strategy '{strategy.name}' draws random numbers of its own, so no game could be played again; read "
            "view.decision_uniform (or game_uniform, turn_uniform), or play it with tremble or temperature"
        )
    if strategy.plan is None and reads_plan(strategy.score):
        raise InputError(
            f"strategy '{strategy.name}' looks at view.plan and has no plan to fill it; declare one: "
            f'@strategy("{strategy.game}", plan=...)'
        )


def functions_named(game: str, name: str, file: str) -> Functions:
    """A strategy's functions by its name, in another process. file: of a user's strategy, else empty."""
    return functions(catalogue(game, [file] if file else [])[name])


@cache
def combined(first: Strategy, second: Strategy) -> Functions:
    """What the simulator needs of a combination `first+second`: the first decides what the game's `first_part` says,
    the second all else.
    """
    parts = functions(first), functions(second)
    name, kinds = f"{first.name}+{second.name}", parts[0].kinds + parts[1].kinds
    if len(kinds) > MAX_PARAMETERS:
        raise InputError(f"'{name}' has {len(kinds)} parameters; {MAX_PARAMETERS} is the most")
    score = _either(first, [part.score for part in parts], ["view", "move"], parts)
    plan = _either(first, [part.plan for part in parts], ["view"], parts) if first.plan or second.plan else None
    prints = "-".join(sorted({part.fingerprint for part in parts}))
    names = tuple(part.again[1] for part in parts if part.again)
    return Functions(first.game, name, score, plan, kinds, prints, again=(combination_named, names), parts=parts)


def _either(
    first: Strategy, called: list[Callable | None], takes: list[str], parts: tuple[Functions, Functions]
) -> Callable:
    """One compiled function that calls the first or the second of two, each with its own parameters, by the kind of
    decision.
    """
    own = [[f"{letter}{i}" for i in range(len(part.kinds))] for letter, part in zip("ab", parts, strict=True)]
    calls = [
        f"{name}({', '.join(takes + mine)})" if function else "None"
        for name, function, mine in zip(("first", "second"), called, own, strict=True)
    ]
    condition = " or ".join(f"view.decision == {kind}" for kind in games.find(first.game).first_part)
    source = (
        f"def either({', '.join(takes + own[0] + own[1])}):\n"
        f"    if {condition}:\n        return {calls[0]}\n    return {calls[1]}\n"
    )
    names: dict[str, Any] = {"first": called[0], "second": called[1], "__name__": __name__}
    exec(compile(source, str(first.file), "exec"), names)
    return strict(names["either"])


def combination_named(first: tuple[str, str, str], second: tuple[str, str, str]) -> Functions:
    """A combination's functions by its strategies' names, in another process."""
    known = catalogue(first[0], [file for _, _, file in (first, second) if file])
    return combined(known[first[1]], known[second[1]])
