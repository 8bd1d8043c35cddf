"""The catalogue of strategies: those of the games' folders, of installed packages (entry point group
`knotlab.strategies`) and of a user's files.
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.jit import parsed_hash, strict
from knotlab.sim.players import Functions, Player
from knotlab.sim.protocol import MAX_PARAMETERS
from knotlab.sim.settings import number, unknown
from knotlab.sim.sources import source_hash
from knotlab.strategies import tuned
from knotlab.strategies.careful import look_at
from knotlab.strategies.declare import Parameter, Strategy, called_by, declared, draws, reads_plan, recursive
from knotlab.strategies.files import USER_MODULE, run_file
from knotlab.strategies.sources import own_sources

CONSTANTS = (int, float, str, tuple, np.ndarray, np.generic)
ENTRY_POINTS = "knotlab.strategies"
SHIPPED = Path(__file__).parent.resolve()
NOISE = {"tremble": Parameter(0.0, 0.0, 1.0, False), "temperature": Parameter(0.0, 0.0, float("inf"), False)}


@cache
def _load_shipped(game: str) -> None:
    """Import every strategy file of a game's folder, and those of installed packages."""
    folder = SHIPPED / game.replace("-", "_")
    for file in sorted(folder.glob("*.py")):
        if not file.name.startswith("_"):
            import_module(f"knotlab.strategies.{folder.name}.{file.stem}")
    for point in entry_points(group=ENTRY_POINTS):
        try:
            point.load()
        except Exception as error:
            package = point.dist.name if point.dist else point.value
            said = f"{type(error).__name__}: {error}"
            raise InputError(
                f"the installed package '{package}' has strategies that cannot be loaded ({point.name}): {said}"
            ) from None


def load_files(files: Sequence[Path | str]) -> None:
    """Load a user's strategy files; raises InputError on one that cannot be read or run, or that has no strategy."""
    for file in files:
        run_file(file, "strategy file")
        path = Path(file).resolve()
        if not any(one.file == path for one in declared):
            raise InputError(
                f'{path} has no strategy in it; put @strategy("GAME") above a function (knotlab new shows one)'
            )


def catalogue(game: str, files: Sequence[Path | str] = ()) -> dict[str, Strategy]:
    """All strategies of a game by name, in alphabetical order; raises InputError if two have one name."""
    games.find(game)
    _load_shipped(game)
    load_files(files)
    wanted = {Path(file).resolve() for file in files}
    found: dict[str, Strategy] = {}
    for one in declared:
        if one.game != game or (_is_user_file(one) and one.file not in wanted):
            continue
        same_file_again = one.name in found and found[one.name].file == one.file and one.file in wanted
        if one.name in found and not same_file_again:
            raise InputError(f"{one.file}: there is a strategy '{one.name}' of {game} already; choose another name")
        found[one.name] = one
    return dict(sorted(found.items()))


def own(game: str, files: Sequence[Path | str] = ()) -> list[str]:
    """The strategies of a game that do not ship: those of a user's files and of installed packages."""
    return [name for name, one in catalogue(game, files).items() if not one.file.is_relative_to(SHIPPED)]


def _is_user_file(one: Strategy) -> bool:
    """Whether a strategy comes from a file that somebody named, not from an installed package."""
    module = sys.modules.get(one.score.__module__)
    return module is None or module.__name__.startswith(USER_MODULE)


class Part(NamedTuple):
    """A strategy as a player's spelling has it: the values of its parameters, tremble and temperature."""

    strategy: Strategy
    values: dict[str, float]
    noise: dict[str, float]


def player(game: str, spelling: str, files: Sequence[Path | str] = ()) -> Player:
    """The player that `name:key=value,...` names, or `first+second` of two such; raises InputError with what is wrong
    and what there is.

    `name@file.toml` takes the values of a settings file first; a file at the second of two serves the first as well, if
    it has settings for it.

    >>> player("twisted-knot", "random:tremble=0.02").tremble
    0.02
    """
    read = parts(game, spelling, files)
    found = bind(read)
    if not all(part.strategy.file.is_relative_to(SHIPPED) for part in read):
        look_at(found)
    return found


def parts(game: str, spelling: str, files: Sequence[Path | str] = ()) -> list[Part]:
    """The one or two strategies of a player's spelling; raises InputError as `player` does."""
    words = re.split(r"\+(?=\s*[A-Za-z])", spelling)
    if len(words) > 2 or (len(words) == 2 and not games.find(game).first_part):
        raise InputError(
            f"'{spelling}': "
            + ("a combination has two strategies" if len(words) > 2 else f"{game} does not combine strategies with +")
        )
    if len(words) == 2 and "@" in words[1] and "@" not in words[0]:
        name, colon, tail = words[0].partition(":")
        file = words[1].partition(":")[0].partition("@")[2].strip()
        if name.strip() in tuned.parameters(game, file):
            words[0] = f"{name}@{file}{colon}{tail}"
    return [_read(game, word, files) for word in words]


def bind(read: Sequence[Part]) -> Player:
    """The player that has one strategy, or two in combination."""
    noise = _one_noise("+".join(part.strategy.name for part in read), [part.noise for part in read])
    name = "+".join(
        _spell(part.strategy, part.values, noise if i == len(read) - 1 else {}) for i, part in enumerate(read)
    )
    used = tuple(part.strategy for part in read)
    together = functions(used[0]) if len(used) == 1 else pair(*used)
    bound = tuple(value for part in read for value in part.values.values())
    reads = frozenset[str]().union(*(one.reads for one in used))
    return Player(name, together, bound, noise["tremble"], noise["temperature"], reads, any(one.cheats for one in used))


def _read(game: str, spelling: str, files: Sequence[Path | str]) -> Part:
    """What `name@file:key=value,...` names."""
    head, _, tail = spelling.strip().partition(":")
    name, at, file = (part.strip() for part in head.partition("@"))
    known = catalogue(game, files)
    if name not in known:
        raise unknown(f"strategy of {game}", name, known)
    one = known[name]
    values = {key: parameter.default for key, parameter in one.parameters.items()}
    noise = dict.fromkeys(NOISE, 0.0)
    for key, value in tuned.settings_of(game, name, file).items() if at else ():
        _set(one, values, noise, key, str(value))
    said: set[str] = set()
    for text in filter(None, tail.split(",")):
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise InputError(f"a parameter of '{name}' is written NAME=VALUE, not '{text}'")
        if key in said:
            raise InputError(f"'{spelling}' sets {key} twice")
        said.add(key)
        _set(one, values, noise, key, value)
    return Part(one, values, noise)


def _set(one: Strategy, values: dict[str, float], noise: dict[str, float], key: str, text: str) -> None:
    """Set a parameter, tremble or temperature from text."""
    if key in values:
        values[key] = _value(one.name, key, text, one.parameters[key])
    elif key in noise:
        noise[key] = _value(one.name, key, text, NOISE[key])
    else:
        raise unknown(f"parameter of '{one.name}'", key, [*values, *noise])


def _one_noise(spelling: str, parts: Sequence[dict[str, float]]) -> dict[str, float]:
    """Tremble and temperature of a whole player, each set in at most one of its parts."""
    twice = [key for key in NOISE if sum(part[key] != 0.0 for part in parts) > 1]
    if twice:
        raise InputError(f"'{spelling}' sets {twice[0]} twice; it is the player's, so set it once")
    return {key: max(part[key] for part in parts) for key in NOISE}


def players(game: str, spellings: Sequence[str], files: Sequence[Path | str] = ()) -> tuple[Player, ...]:
    """Several players, in order."""
    return tuple(player(game, spelling, files) for spelling in spellings)


def _value(name: str, key: str, text: str, parameter: Parameter) -> float:
    """A parameter's value from text, within its bounds."""
    kind = "a whole number" if parameter.whole else "a number"
    expected = f"'{name}' takes {kind} from {parameter.low:g} to {parameter.high:g} for {key}, not {text or 'nothing'}"
    try:
        value = number(text) if parameter.whole else float(text)
    except (ValueError, OverflowError):
        raise InputError(expected) from None
    if not parameter.low <= value <= parameter.high or value == float("inf"):
        raise InputError(expected)
    return float(value)


def _spell(one: Strategy, values: dict[str, float], noise: dict[str, float]) -> str:
    """The one full spelling of a player: the name and whatever differs from its defaults."""
    changed = [f"{key}={_number(value)}" for key, value in values.items() if value != one.parameters[key].default]
    changed += [f"{key}={_number(value)}" for key, value in noise.items() if value != 0.0]
    return one.name + (":" + ",".join(changed) if changed else "")


def _number(value: float) -> str:
    """A number in as few digits as say it exactly."""
    short = f"{value:g}"
    return (
        short
        if float(short) == value and "e+" not in short
        else f"{int(value)}"
        if value == int(value)
        else repr(value)
    )


@cache
def functions(one: Strategy) -> Functions:
    """What the simulator needs of a strategy; raises InputError if it calls itself, which compiled code cannot be kept
    of.
    """
    looping = next(filter(None, (recursive(function) for function in (one.score, one.plan) if function)), None)
    if looping:
        raise InputError(
            f"strategy '{one.name}' cannot be compiled: {one.file}: '{looping}' calls itself; write it as a loop"
        )
    if any(draws(function) for function in (one.score, one.plan) if function):
        raise InputError(
            f"strategy '{one.name}' draws random numbers of its own, so no game could be played again; read "
            f"view.decision_uniform (or game_uniform,"
            " turn_uniform), or play it with tremble or temperature"
        )
    if one.plan is None and reads_plan(one.score):
        raise InputError(
            f"strategy '{one.name}' looks at view.plan and has no plan to fill it; declare one: "
            f'@strategy("{one.game}", plan=...)'
        )
    kinds = "".join("i" if parameter.whole else "f" for parameter in one.parameters.values())
    fingerprint = _shipped_hash() if one.file.is_relative_to(SHIPPED) else _hash(one)
    elsewhere = (again, (one.game, one.name, str(one.file) if _is_user_file(one) else ""))
    return Functions(one.game, one.name, one.score, one.plan, kinds, fingerprint, again=elsewhere)


@cache
def _shipped_hash() -> str:
    """A hash of all the sources of the strategies that come with the package."""
    return parsed_hash(sorted(SHIPPED.rglob("*.py")))[:16]


def _hash(one: Strategy) -> str:
    """A hash of a strategy's own sources, and of what somebody else's has read from elsewhere: compiled code keeps its
    numbers.
    """
    return source_hash(own_sources(one.file), *(() if one.file.is_relative_to(SHIPPED) else _constants(one)))[:16]


def _constants(one: Strategy) -> list[str]:
    """The numbers, texts and arrays outside of functions that a strategy uses, with their values."""
    used = [function for whole in (one.score, one.plan) if whole for function in called_by(whole)]
    named = [pair for function in used for pair in _named(function)]
    return sorted(
        {
            f"{name}={value.tolist() if isinstance(value, np.ndarray) else value!r}"
            for name, value in named
            if isinstance(value, CONSTANTS)
        }
    )


def _named(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function names from outside: globals, what it takes from modules among them, and what the function around
    it had.
    """
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        yield name, value
        if isinstance(value, ModuleType):
            yield from ((f"{name}.{inner}", getattr(value, inner)) for inner in names if hasattr(value, inner))
    yield from (
        (name, cell.cell_contents)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    )


def again(game: str, name: str, file: str) -> Functions:
    """A strategy's functions by name, in another process."""
    return functions(catalogue(game, [file] if file else [])[name])


@cache
def pair(first: Strategy, second: Strategy) -> Functions:
    """What the simulator needs of a combination `first+second`: the first decides what the game's `first_part` says,
    the second all else.
    """
    parts = functions(first), functions(second)
    kinds = parts[0].kinds + parts[1].kinds
    if len(kinds) > MAX_PARAMETERS:
        raise InputError(f"'{first.name}+{second.name}' has {len(kinds)} parameters; {MAX_PARAMETERS} is the most")
    score = _either(first, parts[0].score, parts[1].score, ["view", "move"], parts)
    plan = _either(first, first.plan, second.plan, ["view"], parts) if first.plan or second.plan else None
    fingerprint = "-".join(sorted({part.fingerprint for part in parts}))
    elsewhere = (again_pair, tuple((part.again or (None, ()))[1] for part in parts))
    return Functions(
        first.game, f"{first.name}+{second.name}", score, plan, kinds, fingerprint, again=elsewhere, parts=parts
    )


def _either(
    first: Strategy, one: Callable | None, other: Callable | None, takes: list[str], parts: tuple[Functions, Functions]
) -> Callable:
    """One compiled function that calls the first or the second strategy's, each with its own parameters, by the kind of
    decision.
    """
    mine, theirs = ([f"{letter}{i}" for i in range(len(part.kinds))] for letter, part in zip("ab", parts, strict=True))
    calls = [
        f"{name}({', '.join(takes + own)})" if function else "None"
        for name, function, own in (("one", one, mine), ("other", other, theirs))
    ]
    condition = " or ".join(f"view.decision == {kind}" for kind in games.find(first.game).first_part)
    source = (
        f"def either({', '.join(takes + mine + theirs)}):\n    if {condition}:\n        return {calls[0]}\n    "
        f"return {calls[1]}\n"
    )
    names: dict[str, Any] = {"one": one, "other": other, "__name__": __name__}
    exec(compile(source, str(first.file), "exec"), names)
    return strict(names["either"])


def again_pair(first: tuple[str, str, str], second: tuple[str, str, str]) -> Functions:
    """A combination's functions by its strategies' names, in another process."""
    files = [file for _, _, file in (first, second) if file]
    found = catalogue(first[0], files)
    return pair(found[first[1]], found[second[1]])


def user_files(used: Player) -> list[str]:
    """The files, named by a user, that a player's strategies come from."""
    parts = used.functions.parts or (used.functions,)
    return [file for part in parts if part.again for file in part.again[1][2:] if file]


def sources(used: Sequence[Player]) -> dict[str, str]:
    """A hash of the sources of each strategy that some players have, by its name."""
    scores = {part.score for player in used for part in player.functions.parts or (player.functions,)}
    found = {one.name: one for one in declared if one.score in scores}
    return {name: _hash(one) for name, one in sorted(found.items())}
