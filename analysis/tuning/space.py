"""What is tuned: some of a player's parameters, each between bounds, as a point in the unit cube."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from knotlab.sim.errors import InputError
from knotlab.sim.playing.players import Player
from knotlab.sim.settings import unknown
from knotlab.strategies.resolve import bind, parts
from knotlab.strategies.spelling import SpelledPart

GOLDEN = (5**0.5 - 1) / 2  # the fractions of its multiples lie as evenly as can be


@dataclass(frozen=True)
class Dial:
    """A parameter that is tuned.

    slot: its position among the player's values. whole: whether it is a whole number.
    """

    name: str
    slot: int
    low: float
    high: float
    whole: bool


@dataclass(frozen=True)
class Space:
    """A player and which of its parameters may move."""

    player: Player
    dials: tuple[Dial, ...]

    @property
    def slots(self) -> list[int]:
        """The numbers of the dials among the player's values."""
        return [dial.slot for dial in self.dials]

    def point(self, player: Player) -> np.ndarray:
        """The position of a player in the unit cube, shape (dials,)."""
        return np.array([(player.values[dial.slot] - dial.low) / (dial.high - dial.low) for dial in self.dials])

    def settings(self, point: np.ndarray) -> np.ndarray:
        """The parameter values at a point; whole numbers are not yet rounded."""
        low, high = (np.array([getattr(dial, end) for dial in self.dials]) for end in ("low", "high"))
        return np.asarray(np.clip(low + point * (high - low), low, high))

    def at(self, values: Sequence[float]) -> Player:
        """The player with other values of the dials; its name does not change."""
        changed = list(self.player.values)
        for slot, value in zip(self.slots, values, strict=True):
            changed[slot] = float(value)
        return replace(self.player, values=tuple(changed))

    def rounded(self, point: np.ndarray) -> Player:
        """The player at a point: whole parameters to the nearest integer, others to four digits."""
        pairs = zip(self.dials, self.settings(point), strict=True)
        return self.at(
            [
                float(np.floor(value + 0.5)) if dial.whole else min(max(float(f"{value:.4g}"), dial.low), dial.high)
                for dial, value in pairs
            ]
        )

    def by_deal(self, point: np.ndarray, deals: np.ndarray) -> list[tuple[Player, np.ndarray]]:
        """The players that a point stands for on some deals, each with the rows of its deals.

        A whole parameter is floor(x + u), where u in [0, 1) depends on the deal, so that its mean over deals changes
        smoothly with x. All parameters share the deal's u, so k of them make at most k + 1 players.
        """
        values, whole = self.settings(point), np.array([dial.whole for dial in self.dials])
        u = deals * GOLDEN % 1.0
        table = np.where(whole, np.floor(values + u[:, None]), values)
        settings, which = np.unique(table, axis=0, return_inverse=True)
        return [(self.at(row), np.flatnonzero(which.ravel() == i)) for i, row in enumerate(settings)]


def make_space(game: str, spelling: str, dials: Sequence[str] = (), files: Sequence[Path | str] = ()) -> Space:
    """The space of a player's parameters.

    game, spelling: the game and the player. dials: the parameters to tune, as `NAME` or `NAME=LOW..HIGH`; none for all.
    Raises InputError if there is nothing to tune or no such parameter, or its bounds make no sense.
    """
    strategies = parts(game, spelling, files)
    declared = _dials(strategies)
    if not declared:
        raise InputError(f"'{spelling}' has no parameters, so there is nothing to tune")
    chosen = [_dial(spelling, text, declared) for text in dials] or list(declared.values())
    for dial in chosen:
        if not (np.isfinite(dial.low) and np.isfinite(dial.high)):
            raise InputError(f"parameter '{dial.name}' has no bounds on both sides; give them as {dial.name}=LOW..HIGH")
    chosen = [dial for dial in chosen if dial.low < dial.high]
    if not chosen or len({dial.slot for dial in chosen}) < len(chosen):
        raise InputError(
            "no parameter has room between its bounds" if not chosen else "a parameter to tune is named twice"
        )
    player = bind(strategies)
    for dial in chosen:
        if not dial.low <= player.values[dial.slot] <= dial.high:
            raise InputError(
                f"'{dial.name}' starts at {player.values[dial.slot]:g}, which is outside {dial.low:g}..{dial.high:g}"
            )
    return Space(player, tuple(sorted(chosen, key=lambda dial: dial.slot)))


def _dials(strategies: Sequence[SpelledPart]) -> dict[str, Dial]:
    """All parameters of a player by name; a name in both its strategies is preceded by the strategy's and a point."""
    keys = [key for part in strategies for key in part.values]
    dials: dict[str, Dial] = {}
    for part in strategies:
        for key, parameter in part.strategy.parameters.items():
            name = key if keys.count(key) == 1 else f"{part.strategy.name}.{key}"
            dials[name] = Dial(name, len(dials), parameter.low, parameter.high, parameter.whole)
    return dials


def _dial(spelling: str, text: str, known: dict[str, Dial]) -> Dial:
    """One parameter to tune, with bounds of its own, if given, within the declared ones."""
    name, equals, bounds = (part.strip() for part in text.partition("="))
    if name not in known:
        raise unknown("parameter", name, known, f"of '{spelling}'")
    dial = known[name]
    if not equals:
        return dial
    low, _, high = bounds.partition("..")
    try:
        bounded = replace(dial, low=float(low), high=float(high))
    except ValueError:
        raise InputError(f"bounds are written {name}=LOW..HIGH, not '{text}'") from None
    if not bounded.low < bounded.high:
        raise InputError(f"the bounds of '{name}' are the wrong way round: {low} is not below {high}")
    if not dial.low <= bounded.low <= bounded.high <= dial.high:
        raise InputError(f"the bounds of '{name}' lie within {dial.low:g}..{dial.high:g}, unlike {bounds}")
    if dial.whole and not (bounded.low.is_integer() and bounded.high.is_integer()):
        raise InputError(f"'{name}' is a whole number, so its bounds are, too, unlike {bounds}")
    return bounded
