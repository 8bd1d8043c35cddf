"""How a player is spelled: `name@file:key=value,...`, or two of these with a plus sign between them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.settings import number, unknown
from knotlab.strategies import tuned
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.declare import Parameter, Strategy

PLUS = r"\+(?=\s*[A-Za-z])(?![^@:]*\.toml)"  # between the two strategies of a combination; not one in a file's path
HEAD = r"(?s)[^:@]*(?:@(?:.*?\.toml(?=\s*(?:$|:))|[^:]*))?"  # name@file; in a file's path there may be colons, too

# What every player has next to its strategy's parameters: both make its play noisy. What is usual is the game's.
NOISE = {"tremble": Parameter(0.0, 0.0, 1.0, False), "temperature": Parameter(0.0, 0.0, float("inf"), False)}

RULES = ("forbid", "oblige")  # how a rule is laid over a player: no move that it means, or always one


class SpelledStrategy(NamedTuple):
    """A strategy as a player's spelling has it: the values of all its parameters, tremble and temperature if the
    spelling sets them, the players whom one who looks ahead assumes, and the rule that the player has to do without or
    to follow, by `forbid` or `oblige`.
    """

    strategy: Strategy
    values: dict[str, float]
    noise: dict[str, float]
    assumed: dict[str, "SpelledStrategy"]
    rules: dict[str, str]


def read_strategies(game: str, spelling: str, known: Mapping[str, Strategy]) -> list[SpelledStrategy]:
    """The one or two strategies of a player's spelling, out of a game's catalogue."""
    words = re.split(PLUS, spelling)
    if len(words) > 2:
        raise InputError(f"'{spelling}': a combination has two strategies")
    if len(words) == 2 and not games.find(game).first_part:
        raise InputError(f"'{spelling}': {game} does not combine strategies with +")
    if len(words) == 2 and "@" in words[1] and "@" not in words[0]:
        name, colon, tail = words[0].partition(":")
        file = _head_and_tail(words[1])[0].partition("@")[2].strip()
        if name.strip() in tuned.parameters(game, file):
            words[0] = f"{name}@{file}{colon}{tail}"
    return [_read_one(game, word, known) for word in words]


def with_defaults(strategy: Strategy, known: Mapping[str, Strategy]) -> SpelledStrategy:
    """A strategy with the defaults of its parameters, out of a game's catalogue."""
    values = {key: parameter.default for key, parameter in strategy.parameters.items()}
    spelled = SpelledStrategy(strategy, values, {}, {}, {})
    for key, spelling in strategy.assumed.items():
        _assume(spelled, key, spelling, known)
    return spelled


def _assume(spelled: SpelledStrategy, key: str, spelling: str, known: Mapping[str, Strategy]) -> None:
    """Set whom a player who looks ahead assumes to play."""
    assumed = _read_one(spelled.strategy.game, spelling, known)
    if assumed.assumed:
        name = spelled.strategy.name
        raise InputError(f"'{name}' plays on with {key}={spelling}, which looks ahead itself; name one that does not")
    spelled.assumed[key] = assumed


def _read_one(game: str, spelling: str, known: Mapping[str, Strategy]) -> SpelledStrategy:
    """What `name@file:key=value,...` names."""
    head, tail = _head_and_tail(spelling.strip())
    name, at, file = (text.strip() for text in head.partition("@"))
    if name not in known:
        hint = "one of your own is known once its file is named (--strategies-from FILE, in Python strategies_from=)"
        raise InputError(f"{unknown('strategy', name, known, f'for {game}')}; {hint}")
    spelled = with_defaults(known[tuned.tunings(game).strategies.get(f"{name}@{file}", name)], known)
    for key, value in tuned.settings_of(game, name, file).items() if at else ():
        _set(spelled, key, str(value), known)
    keys: set[str] = set()
    for text in filter(None, tail.split(",")):
        key, equals, value = (word.strip() for word in text.partition("="))
        if not equals:
            raise InputError(f"a parameter of '{name}' is written NAME=VALUE, not '{text}'")
        if key in keys:
            raise InputError(f"'{spelling}' sets {key} twice")
        keys.add(key)
        _set(spelled, key, value, known)
    return spelled


def _head_and_tail(spelling: str) -> tuple[str, str]:
    """What stands before and after the colon in `name@file:key=value,...`."""
    head = re.match(HEAD, spelling)
    assert head
    return head[0], spelling[head.end() :].strip().removeprefix(":")


def _set(spelled: SpelledStrategy, key: str, text: str, known: Mapping[str, Strategy]) -> None:
    """Set a parameter, tremble, temperature or an assumed player from text."""
    name = spelled.strategy.name
    if key in spelled.assumed:
        _assume(spelled, key, text, known)
    elif key in spelled.values:
        spelled.values[key] = _value(name, key, text, spelled.strategy.parameters[key])
    elif key in NOISE:
        spelled.noise[key] = _value(name, key, text, NOISE[key])
    elif key in RULES:
        spelled.rules[key] = text
    else:
        raise unknown("parameter", key, [*spelled.assumed, *spelled.values, *NOISE, *RULES], f"of '{name}'")


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


def usual_noise(game: str) -> dict[str, float]:
    """Tremble and temperature of a player whose spelling sets none.

    >>> usual_noise("twisted-knot"), usual_noise("twyst")
    ({'tremble': 0.02, 'temperature': 0.0}, {'tremble': 0.0, 'temperature': 0.0})
    """
    return {"tremble": games.find(game).tremble, "temperature": 0.0}


def noise_of(strategies: Sequence[SpelledStrategy]) -> dict[str, float]:
    """Tremble and temperature of a player: each set in one of its strategies at most, or as is usual in the game."""
    for key in NOISE:
        if sum(spelled.noise.get(key, 0.0) != 0.0 for spelled in strategies) > 1:
            names = "+".join(spelled.strategy.name for spelled in strategies)
            raise InputError(f"'{names}' sets {key} twice; it is the player's, so set it once")
    usual = usual_noise(strategies[0].strategy.game)
    return {
        key: max((spelled.noise[key] for spelled in strategies if key in spelled.noise), default=usual[key])
        for key in NOISE
    }


def rule_of(strategies: Sequence[SpelledStrategy]) -> tuple[str, str] | None:
    """The rule laid over a whole player: whether it is forbidden or obliged, and its spelling."""
    laid = [rule for spelled in strategies for rule in spelled.rules.items()]
    if len(laid) > 1:
        raise InputError(
            f"a player takes one rule, forbidden or obliged; '{strategies[0].strategy.name}' is given {len(laid)}"
        )
    return laid[0] if laid else None


def spell(strategies: Sequence[SpelledStrategy]) -> str:
    """The one full spelling of a player: the names, and whatever differs from the defaults."""
    noise = _changed_noise(noise_of(strategies), usual_noise(strategies[0].strategy.game))
    if rule := rule_of(strategies):
        noise.append("=".join(rule))
    return "+".join(
        _spell_one(spelled, noise if number == len(strategies) else [])
        for number, spelled in enumerate(strategies, start=1)
    )


def _changed_noise(noise: Mapping[str, float], usual: Mapping[str, float]) -> list[str]:
    return [f"{key}={shortest(value)}" for key, value in noise.items() if value != usual[key]]


def _spell_one(spelled: SpelledStrategy, noise: list[str]) -> str:
    defaults = spelled.strategy.parameters
    usual = {"tremble": spelled.values.get("noise", 0.0), "temperature": 0.0}  # of assumed players
    assumed = {key: _spell_one(player, _changed_noise(player.noise, usual)) for key, player in spelled.assumed.items()}
    changed = [f"{key}={name}" for key, name in assumed.items() if name != spelled.strategy.assumed[key]]
    changed += [f"{key}={shortest(value)}" for key, value in spelled.values.items() if value != defaults[key].default]
    return spelled.strategy.name + (":" + ",".join(changed + noise) if changed or noise else "")


def shortest(value: float) -> str:
    """A number in as few digits as say it exactly.

    >>> shortest(0.02), shortest(1e7), shortest(0.12345678)
    ('0.02', '10000000', '0.12345678')
    """
    short = f"{value:g}"
    if float(short) == value and "e+" not in short:
        return short
    return f"{int(value)}" if value == int(value) else repr(value)


# --- short names ---


def bare_names(spelling: str) -> list[str]:
    """The names of the one or two strategies in a spelling, without files and parameters.

    >>> bare_names("threshold:ace=7+solid@v1:tremble=1e-5")
    ['threshold', 'solid']
    """
    return [re.split("[:@]", part.strip())[0] for part in re.split(PLUS, spelling)]


def short_name(game: str, name: str) -> str:
    """The shortest spelling of a player of a game, from the full one: settings that ship are called by their name.

    >>> short_name("twyst", "threshold:ace=6.667,court=6.519,misere=0.365,numeral=7.427,slope=0.7044+champion")
    'threshold@v3+champion'
    >>> short_name("twisted-knot", "hoard-aces:tremble=0")
    'hoard-aces:tremble=0'
    """
    return "+".join(_short_one(game, text) for text in re.split(PLUS, name)) if "=" in name else name


def short_names(game: str, names: Iterable[str]) -> dict[str, str]:
    """The shortest spellings of some players, by their names in full.

    >>> short_names("twisted-knot", ["shed", "shed:tremble=0"])
    {'shed': 'shed', 'shed:tremble=0': 'shed:tremble=0'}
    """
    return {name: short_name(game, name) for name in names}


def _short_one(game: str, name: str) -> str:
    """The same for one strategy: its settings, and whatever comes after them."""
    for full, short in _settings(game).items():
        if name == full or name.startswith(full + ","):
            rest = name[len(full) + 1 :]
            return f"{short}:{rest}" if rest else short
    return name


@cache
def _settings(game: str) -> dict[str, str]:
    """Settings that ship with a game, by the full spelling of their strategies: those with most parameters first, and
    none with only one, which says more than a name. Of several that are the same, the last counts.
    """
    known = catalogue(game)
    named = [f"{strategy}@{version}" for strategy, all_of in tuned.versions(game).items() for version in all_of]
    full = {spell(read_strategies(game, name, known)): name for name in named}
    return {spelling: full[spelling] for spelling in sorted(full, key=len, reverse=True) if "," in spelling}
