"""The rule settings of a result, as far as they are not the game's usual ones: what titles, files and commands say."""

from collections.abc import Mapping
from typing import Any

from knotlab.sim import games
from knotlab.sim.settings import spelt


def changed(game: str, rules: Mapping[str, Any]) -> dict[str, str]:
    """The settings that differ from the defaults at a table of so many players, as one would write them; a preset that
    explains some of them stands for those.

    >>> changed("twisted-knot", {"players": 3, "packs": 2})
    {'packs': '2'}
    """
    found = games.find(game)
    known = {setting.name: setting.default_for(rules["players"]) for setting in found.settings}
    other = {name: value for name, value in rules.items() if name in known and _plain(value) != _plain(known[name])}
    for preset, changes in found.presets.items():
        if changes and all(_plain(rules.get(name)) == _plain(value) for name, value in changes.items()):
            rest = {name: spelt(value) for name, value in other.items() if name not in changes}
            return {"preset": preset} | rest
    return {name: spelt(value) for name, value in other.items()}


def _plain(value: Any) -> Any:
    """A setting's value as one that was kept as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


def phrase(game: str, rules: Mapping[str, Any]) -> str:
    """The same in one line, empty for the usual rules.

    >>> phrase("twisted-knot", {"players": 2, "packs": 2, "jokers": 4})
    'packs=2, jokers=4'
    """
    return ", ".join(f"{name}={value}" for name, value in changed(game, rules).items())


def as_options(game: str, rules: Mapping[str, Any]) -> list[str]:
    """The same as words of a command line."""
    return [word for name, value in changed(game, rules).items() for word in ("--set", f"{name}={value}")]
