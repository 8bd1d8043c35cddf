"""Cards to try next: a table card with one line new, changed, elsewhere, or gone, drawn at random."""

from collections.abc import Sequence

import numpy as np

from knotlab.sim.errors import InputError
from knotlab.strategies.cards.lines import pack, unpack
from knotlab.strategies.cards.text import EVERYBODY, Phrases, read_line, write_line

NUMBERS = ("size_bound", "other_bound", "trait_bound", "second_bound")  # numbers, small ones of which are likelier


class Proposals:
    """What is tried in a search for a card of so many lines at most; those that are fixed come before them."""

    def __init__(self, phrases: Phrases, most: int, seed: int | Sequence[int], fixed: Sequence[int] = ()) -> None:
        self.phrases, self.most, self.fixed = phrases, most, tuple(fixed)
        self.rng = np.random.default_rng(seed)

    def changed(self, lines: list[int]) -> list[int]:
        """The lines with one new, another, elsewhere, or gone."""
        lines, how, has_room = list(lines), self.rng.random(), len(lines) + len(self.fixed) < self.most
        at = int(self.rng.integers(max(1, len(lines))))
        if how < 0.45 or not lines:
            new = self._another(0)
            return [*lines[:at], new, *lines[at if has_room else at + 1 :]]
        if how < 0.8:
            lines[at] = self._another(lines[at])
        elif how < 0.9:
            lines.insert(int(self.rng.integers(len(lines))), lines.pop(at))
        elif how < 0.95 or not has_room:
            del lines[at]
        else:
            lines.insert(int(self.rng.integers(len(lines) + 1)), self._another(lines[at]))
        return lines

    def _another(self, line: int) -> int:
        """A random line, or one with some parts of another; such as can be said."""
        parts, names = unpack(self.phrases.parts, line), list(self.phrases.parts)
        chosen = names if line == 0 else self.rng.choice(names, self.rng.geometric(0.7), replace=False)
        for name in chosen:
            parts[str(name)] = self._value(str(name), parts[str(name)])
        text = write_line(pack(self.phrases.parts, parts), self.phrases)
        try:
            return read_line(text, self.phrases)
        except InputError:  # there is no such move
            return self._another(line)

    def _value(self, name: str, old: int) -> int:
        """A random value of a part: of sets of ranks mostly a few, of numbers mostly small or near the old one."""
        mask, lot = self.phrases.parts[name].mask, self.rng.random()
        if name in ("ranks", "among"):
            count = int(min(14, self.rng.geometric(0.4)))
            few = sum(1 << int(rank) for rank in self.rng.choice(14, count, replace=False))
            return old ^ 1 << int(self.rng.integers(14)) if old and lot < 0.7 else few
        if name == "players" and lot < 0.7:
            return EVERYBODY
        if name in ("size", "cards", "other", "trait", "second") and lot < 0.4:
            return 0
        if name in NUMBERS and lot < 0.8:
            return int(np.clip(old + self.rng.integers(-2, 3) if old else self.rng.geometric(0.25), 0, mask))
        return int(self.rng.integers(mask + 1))
