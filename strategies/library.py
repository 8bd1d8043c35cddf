"""The catalogue of strategies: those of the games' folders, of installed packages (entry point group `knotlab.strategies`) and of a user's files."""

import importlib.util
import sys
import traceback
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from sim import games
from sim.errors import InputError
from sim.jit import source_hash
from sim.players import Functions, Player
from sim.settings import number, unknown
from strategies.declare import Parameter, Strategy, declared, own_sources

ENTRY_POINTS = "knotlab.strategies"
SHIPPED = Path(__file__).parent.resolve()
NOISE = {"tremble": Parameter(0.0, 0.0, 1.0, False), "temperature": Parameter(0.0, 0.0, float("inf"), False)}


@cache
def _load_shipped(game: str) -> None:
    """Import every strategy file of a game's folder, and those of installed packages."""
    folder = SHIPPED / game.replace("-", "_")
    for file in sorted(folder.glob("*.py")):
        if not file.name.startswith("_"):
            import_module(f"strategies.{folder.name}.{file.stem}")
    for point in entry_points(group=ENTRY_POINTS):
        point.load()


@lru_cache(maxsize=64)
def _load_file(path: Path, content_hash: str) -> None:
    """Run a user's strategy file once for each content of it."""
    name = f"knotlab_user_{content_hash[:12]}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(declared)
    try:
        sys.modules[name] = module
        spec.loader.exec_module(module)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except SyntaxError as error:
        raise InputError(f"{path}, line {error.lineno}: syntax error: {error.msg}") from None
    except Exception as error:
        line = next((frame.lineno for frame in reversed(traceback.extract_tb(error.__traceback__)) if frame.filename == str(path)), "?")
        raise InputError(f"{path}, line {line}: {type(error).__name__}: {error}") from None
    finally:
        if sys.exc_info()[0] is not None:
            declared[:] = before
    if len(declared) == len(before):
        raise InputError(f'{path} has no strategy in it; put @strategy("GAME") above a function (knotlab new shows one)')


def load_files(files: Sequence[Path | str]) -> None:
    """Load a user's strategy files; raises InputError on one that cannot be read or that has no strategy."""
    for file in files:
        path = Path(file).resolve()
        try:
            content = source_hash([path])
        except OSError as error:
            raise InputError(f"cannot read the strategy file {file}: {error.strerror}") from None
        _load_file(path, content)


def catalogue(game: str, files: Sequence[Path | str] = ()) -> dict[str, Strategy]:
    """All strategies of a game by name, in alphabetical order; raises InputError if two have one name."""
    games.find(game)
    _load_shipped(game)
    load_files(files)
    wanted = {Path(file).resolve() for file in files}
    found: dict[str, Strategy] = {}
    for one in declared:
        file = one.file.resolve()
        if one.game != game or (_is_user_file(one) and file not in wanted):
            continue
        same_file_again = one.name in found and found[one.name].file.resolve() == file and file in wanted
        if one.name in found and not same_file_again:
            raise InputError(f"{one.file}: there is a strategy '{one.name}' of {game} already; choose another name")
        found[one.name] = one
    return dict(sorted(found.items()))


def _is_user_file(one: Strategy) -> bool:
    """Whether a strategy comes from a file that somebody named, not from an installed package."""
    module = sys.modules.get(one.score.__module__)
    return module is None or module.__name__.startswith("knotlab_user_")


def player(game: str, spelling: str, files: Sequence[Path | str] = ()) -> Player:
    """The player that `name:key=value,...` names; raises InputError with what is wrong and what there is.

    >>> player("twisted-knot", "random:tremble=0.02").tremble
    0.02
    """
    name, _, tail = spelling.partition(":")
    known = catalogue(game, files)
    if name not in known:
        raise unknown(f"strategy of {game}", name, known)
    one = known[name]
    values = {key: parameter.default for key, parameter in one.parameters.items()}
    noise = dict.fromkeys(NOISE, 0.0)
    for pair in filter(None, tail.split(",")):
        key, equals, text = (part.strip() for part in pair.partition("="))
        if not equals:
            raise InputError(f"a parameter of '{name}' is written NAME=VALUE, not '{pair}'")
        if key in values:
            values[key] = _value(name, key, text, one.parameters[key])
        elif key in noise:
            noise[key] = _value(name, key, text, NOISE[key])
        else:
            raise unknown(f"parameter of '{name}'", key, [*values, *noise])
    return Player(_spell(one, values, noise), functions(one), tuple(values.values()), noise["tremble"], noise["temperature"], one.reads, one.cheats)


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
    changed = [f"{key}={value:g}" for key, value in values.items() if value != one.parameters[key].default]
    changed += [f"{key}={value:g}" for key, value in noise.items() if value != 0.0]
    return one.name + (":" + ",".join(changed) if changed else "")


def functions(one: Strategy) -> Functions:
    """What the simulator needs of a strategy."""
    kinds = "".join("i" if parameter.whole else "f" for parameter in one.parameters.values())
    fingerprint = "" if one.file.resolve().is_relative_to(SHIPPED) else source_hash(own_sources(one.file))[:16]
    elsewhere = (again, (one.game, one.name, str(one.file) if _is_user_file(one) else ""))
    return Functions(one.game, one.name, one.score, one.plan, kinds, fingerprint, again=elsewhere)


def again(game: str, name: str, file: str) -> Functions:
    """A strategy's functions by name, in another process."""
    return functions(catalogue(game, [file] if file else [])[name])


def sources(used: Sequence[Player]) -> dict[str, str]:
    """A hash of the sources of each strategy that some players have, by its name."""
    found = {one.name: own_sources(one.file) for player in used for one in declared if one.score is player.functions.score}
    return {name: source_hash(files)[:16] for name, files in sorted(found.items())}
