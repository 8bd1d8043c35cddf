"""The lines of a position, and the cards in them."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from knotlab.sim.errors import InputError
from knotlab.sim.protocol import HIDDEN

WORD = re.compile(r"(?P<name>\S+?)(?:x(?P<count>\d+))?", re.IGNORECASE)


class Cards(NamedTuple):
    """What stands in a line: cards by name, in their order, those that were laid together side by side; and how many
    are there that nobody has seen.
    """

    lays: tuple[tuple[str, int], ...]
    unseen: int

    @property
    def names(self) -> list[str]:
        """Every card by name."""
        return [name for name, count in self.lays for _ in range(count)]

    def __len__(self) -> int:
        return self.unseen + sum(count for _, count in self.lays)


class PositionLines:
    """The lines of a position: `key: value`, each on a line of its own or behind a semicolon; what follows a # is left
    out.

    text: the position. keys: all that there are, with N for a seat. names: of all cards. Raises InputError at a line
    that is none, and, when they are asked for, at a card that is none.
    """

    def __init__(self, text: str, keys: Collection[str], names: Collection[str]) -> None:
        self._names = {name.upper(): name for name in names}
        self._found: dict[str, str] = {}
        for line in re.split(r"[;\n]", re.sub(r"#.*", "", text)):
            key, colon, value = line.partition(":")
            name = " ".join(key.lower().split())
            if not name:
                continue
            if not colon or re.sub(r"\d+", "N", name) not in keys:
                raise InputError(f"a position has no line '{line.strip()}'; its lines are {', '.join(keys)}")
            if name in self._found:
                raise InputError(f"the position has the line '{name}' twice; write it once")
            self._found[name] = value.strip()

    def __contains__(self, key: str) -> bool:
        return key in self._found

    def text(self, key: str, default: str = "") -> str:
        """What a line says."""
        return self._found.get(key, default)

    def number(self, key: str, default: int) -> int:
        """The whole number in a line."""
        text = self.text(key, str(default))
        if not text.isdecimal():
            raise InputError(f"'{key}' is a whole number, not '{text}'")
        return int(text)

    def seats(self, key: str) -> list[int]:
        """The seats in a line, in their order."""
        words = self.text(key).split()
        if not all(word.isdecimal() for word in words) or len(set(words)) < len(words):
            raise InputError(f"'{key}' names seats, each once, as in '{key}: 3 2', not '{self.text(key)}'")
        return [int(word) for word in words]

    def numbered(self, *keys: str) -> set[int]:
        """The seats that lines of some keys are about."""
        found = (re.fullmatch(rf"(?:{'|'.join(keys)}) (\d+)", name) for name in self._found)
        return {int(match[1]) for match in found if match}

    def cards(self, key: str, *, may_be_unseen: bool = False) -> Cards:
        """The cards in a line: `10 Ax3 ?x2`."""
        lays, unseen = [], 0
        for word in self.text(key).split():
            match = WORD.fullmatch(word)
            name, count = (match["name"].upper(), int(match["count"] or 1)) if match else (word, 0)
            if name == HIDDEN and may_be_unseen:
                unseen += count
            elif name == HIDDEN:
                raise InputError(f"each card of '{key}' has been seen, so it is named, and none of them is '?'")
            elif name not in self._names or count < 1:
                known = ", ".join([*self._names.values()][:14]) + (" .." if len(self._names) > 14 else "")
                raise InputError(f"there is no card '{word}' (in '{key}'); cards are {known}, and 6x2 is two of a kind")
            else:
                lays.append((self._names[name], count))
        return Cards(tuple(lays), unseen)


def with_count(names: Iterable[str], unseen: int = 0) -> str:
    """Cards in a line: `10 Ax3 ?x2`, each kind once, where it comes first."""
    counted = [*Counter(names).items(), *([(HIDDEN, unseen)] if unseen else [])]
    return " ".join(name if count == 1 else f"{name}x{count}" for name, count in counted)


def places_line(places: Sequence[int]) -> list[str]:
    """The line of those who are out, by what place each seat has; none if nobody is."""
    out = sorted((int(place), seat) for seat, place in enumerate(places) if place)
    return [f"out: {' '.join(str(seat) for _, seat in out)}"] if out else []


def accounted_for(pack: Mapping[str, int], seen: Iterable[str], unseen: int, rest: str) -> None:
    """Check that a position has all the cards of the game.

    pack: how many there are of each. seen: every card that is named. unseen: how many are not. rest: how to name those
    that are missing. Raises InputError if there are too many or too few.
    """
    counts = Counter(seen)
    for name, count in counts.items():
        if count > pack.get(name, 0):
            raise InputError(f"the position has {count} cards {name}, but there are {pack.get(name, 0)} in the game")
    missing = sum(pack.values()) - counts.total() - unseen
    if missing > 0:
        raise InputError(f"{missing} of the game's {sum(pack.values())} cards are not in the position; {rest}")
    if missing < 0:
        raise InputError(f"the position has {-missing} cards more than the {sum(pack.values())} of the game; {rest}")


def seated(lines: PositionLines, keys: tuple[str, ...], least: int) -> tuple[int, int, list[int]]:
    """How many players there are, whose turn it is, and who is out, in that order.

    keys: of the lines that say what a player holds. Raises InputError if they do not go together.
    """
    out, turn = lines.seats("out"), lines.number("turn", 0)
    holding = lines.numbered(*keys)
    n_players = 1 + max({*holding, *out, least - 1})
    for seat in range(n_players):
        if (seat in holding) == (seat in out):
            what = "is out, but holds cards" if seat in out else "has no cards"
            raise InputError(f"seat {seat} {what}; name what it holds ('{keys[0]} {seat}: ?x4') or list it in 'out'")
    if turn not in holding:
        raise InputError(f"it is the turn of seat {turn}, which holds no cards; 'turn' names the seat that is yours")
    return n_players, turn, out
