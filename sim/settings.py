"""Rule settings from what a user writes: parsers of values, presets, and one clear sentence about what is wrong."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from knotlab.sim.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from knotlab.sim.protocol import Game


def number(text: str) -> int:
    """A whole number as people write it: `250000`, `250_000`, `1e6`."""
    cleaned = text.replace("_", "").strip()
    try:
        return int(cleaned)
    except ValueError:
        value = float(cleaned)
    if value != int(value):
        raise ValueError(text)
    return int(value)


def whole_number(name: str, low: int, high: int) -> Callable[[str], int]:
    """A parser of whole numbers in a range."""

    def parse(text: str) -> int:
        try:
            value = number(text)
        except (ValueError, OverflowError):
            raise InputError(f"{name} must be a whole number from {low} to {high}, not '{text}'") from None
        if not low <= value <= high:
            raise InputError(f"{name} must be a whole number from {low} to {high}, not {text}")
        return value

    return parse


def one_of(name: str, *choices: str) -> Callable[[str], str]:
    """A parser of a word out of a few."""

    def parse(text: str) -> str:
        if text not in choices:
            raise InputError(f"{name} must be one of {', '.join(choices)}, not '{text}'")
        return text

    return parse


def unknown(kind: str, given: str, known: Iterable[str], where: str = "") -> InputError:
    """The error for a name that does not exist, such as a setting `of twyst`: it says which name is nearest, and
    lists all of them.

    kind: what it is the name of. where: what has them, such as `of twyst`.
    """
    names = sorted(known)
    missing = f"{kind} '{given}' {where}".rstrip()
    hint = did_you_mean(given, names) or ";"
    return InputError(f"there is no {missing}{hint} known: {', '.join(names) or 'none'}")


def make_rules(game: "Game", n_players: int, changes: Sequence[str] = ()) -> dict[str, Any]:
    """Every setting of a game, from its defaults, a preset and changes.

    changes: what differs from the defaults, each as `KEY=VALUE`; `preset=NAME` changes several settings at once.
    Returns the value of every setting by name, and `players`. Raises InputError if a key or a value does not exist, or
    the game is not for this many players.
    """
    low, high = game.players
    if not low <= n_players <= high:
        allowed = f"{low} to {high}" if low < high else f"{low}"
        raise InputError(f"{game.title} is for {allowed} players, one strategy for each, not {n_players}")
    pairs = [split(change) for change in changes]
    for number, (key, value) in enumerate(pairs):
        if any(key == before and value != other for before, other in pairs[:number]):
            raise InputError(f"the setting {key} is given twice, with different values")
    rules: dict[str, Any] = {"players": n_players} | {
        setting.name: setting.default_for(n_players) for setting in game.settings
    }
    for key, value in pairs:
        if key == "preset":
            if value not in game.presets:
                raise unknown("preset", value, game.presets)
            rules |= game.presets[value]
    parsers = {setting.name: setting.parse for setting in game.settings}
    for key, value in pairs:
        if key == "players":
            raise InputError("players is not a setting: the number of players is the number of strategies named")
        if key in parsers:
            rules[key] = parsers[key](value)
        elif key != "preset":
            raise unknown("setting", key, [*parsers, "preset"], f"of {game.name}")
    game.check(rules)
    return rules


def stated_rules(game: "Game", n_players: int, stated: Mapping[str, Any]) -> dict[str, Any]:
    """The same from settings by name with their values, as records and manifests state them."""
    return make_rules(
        game, n_players, [f"{name}={spelt(value)}" for name, value in stated.items() if name != "players"]
    )


def split(change: str) -> tuple[str, str]:
    """`key=value` in its two parts."""
    key, equals, value = change.partition("=")
    if not equals or not key.strip():
        raise InputError(f"a setting is written KEY=VALUE, not '{change}'")
    return key.strip(), value.strip()


def spelt(value: Any) -> str:
    """A setting's value as it is written on the command line."""
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return ",".join(str(part) for part in value) or "none"
    return str(value)


def plain_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by name with their values as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in rules.items()}
