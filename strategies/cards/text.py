"""The text of a table card: a title, then one rule a line, in plain English with fixed phrases.

A line is `PLAYERS: if CONDITION and CONDITION, MOVE.` Players and conditions may be missing, and `do not` before the
move advises against it. Which conditions and moves there are is the game's: its `Phrases`, each a sentence with a place
for a number or for cards, by which lines are read and written alike.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from knotlab.sim.errors import InputError
from knotlab.strategies import param
from knotlab.strategies.cards.lines import Bits, pack, unpack

MOST = 12  # lines that a card has at most
# The parameters of `card`: the lines of a card of one's own
OWN_LINES: dict[str, Any] = {f"line{number}": param(0, 0, 2**53) for number in range(1, MOST + 1)}
PLAYERS = {
    "Two players": 0b001,
    "Three players": 0b010,
    "Four or more players": 0b100,
    "Two or three players": 0b011,
    "Three or more players": 0b110,
    "Two, or four or more players": 0b101,
}
EVERYBODY = 0b111
AGAINST = "do not "


class Phrase(NamedTuple):
    """A condition or a move in words, with `{}` where its amount is.

    parts: the line's parts that it stands for. amounts: what may be written in its place, and the parts that this
    stands for, or what reads and writes them.
    """

    words: str
    parts: Mapping[str, int]
    amount: "Amount | None" = None


class Amount(NamedTuple):
    """What may stand in the place of a phrase: `write(parts)` gives the words, `read(words)` the parts; both give None
    where there is none.
    """

    write: Callable[[Mapping[str, int]], str | None]
    read: Callable[[str], dict[str, int] | None]


class Phrases(NamedTuple):
    """How lines of a game are worded.

    conditions: in each of these groups a line has one phrase at most. moves: one of them is in every line.
    """

    parts: Mapping[str, Bits]
    conditions: Sequence[Sequence[Phrase]]
    moves: Sequence[Phrase]


class Card(NamedTuple):
    """A table card: its title, its lines as people read them, and these as numbers.

    made_for: of one that does not ship, the number of players and the rules.
    """

    title: str
    texts: tuple[str, ...]
    lines: tuple[int, ...]
    made_for: str = ""


def parameters_of(lines: Sequence[int]) -> dict[str, int]:
    """A card's lines as the parameters of `card`; 0 is no line."""
    return dict(zip(OWN_LINES, [*lines, *[0] * (MOST - len(lines))], strict=True))


def read_settings(content: Mapping[str, Any], phrases: Phrases) -> dict[str, dict[str, Any]] | None:
    """The parameters of `card` from the content of a card's file, `lines = ["..", ..]`; None of another file. Raises
    InputError if a line is none, or there are too many.
    """
    texts = content.get("lines")
    if texts is None:
        return None
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts) or not 1 <= len(texts) <= MOST:
        raise InputError(f"a table card has 'lines', a list of one to {MOST} texts")
    return {"card": parameters_of([read_line(text, phrases) for text in texts])}


def read_card(file: Path, phrases: Phrases) -> Card:
    """A card from its file: the title, an empty line, and the lines with their numbers."""
    title, _, *rows = file.read_text("utf-8").splitlines()
    texts = tuple(re.sub(r"^\d+\. ", "", row) for row in rows)
    return Card(title, texts, tuple(read_line(text, phrases) for text in texts))


def write_card(title: str, lines: Sequence[int], phrases: Phrases) -> str:
    """The text of a card."""
    rows = [f"{number}. {write_line(line, phrases)}" for number, line in enumerate(lines, 1)]
    return "\n".join([title, "", *rows]) + "\n"


def card_text(game: str, card: Card) -> str:
    """A card as a settings file, from which `card@FILE.toml` plays."""
    made = {"made_for": card.made_for} if card.made_for else {}
    return tomli_w.dumps({"game": game, "title": card.title} | made | {"lines": [*card.texts]})


def write_line(line: int, phrases: Phrases) -> str:
    """A line in words."""
    parts = unpack(phrases.parts, line)
    where = next((name for name, players in PLAYERS.items() if players == parts["players"]), "")
    conditions = [words for group in phrases.conditions if (words := _write(group, parts))]
    move = (AGAINST if parts["against"] else "") + str(_write(phrases.moves, parts))
    text = f"if {' and '.join(conditions)}, {move}" if conditions else move
    return (f"{where}: {text}" if where else text[0].upper() + text[1:]) + "."


def read_line(text: str, phrases: Phrases) -> int:
    """A line's number from its words; raises InputError if it is none."""
    where, colon, rest = text.rstrip(".").rpartition(": ")
    if colon and where not in PLAYERS:
        raise InputError(f"a line of a card begins with its players, one of {', '.join(PLAYERS)}, not with '{where}'")
    parts = {"players": PLAYERS[where] if colon else EVERYBODY}
    verbs = "|".join(sorted({phrase.words.split()[0] for phrase in phrases.moves}))
    given = re.fullmatch(rf"(?:if (?P<if>.+?), )?(?P<against>{AGAINST})?(?P<move>(?:{verbs})\b.*)", rest, re.IGNORECASE)
    if given is None:
        raise InputError(f"a card's line is 'if .., lay ..', 'lay ..', or the same with 'do not', not '{text}'")
    groups = list(phrases.conditions)
    for words in given["if"].split(" and ") if given["if"] else []:
        found = next(((i, read) for i, group in enumerate(groups) if (read := _read(group, words))), None)
        if found is None:
            raise InputError(f"'{words}' is no condition of a card's line, or a second one of its kind: {text}")
        parts |= found[1]
        del groups[found[0]]
    move = _read(phrases.moves, given["move"][:1].lower() + given["move"][1:])
    if move is None:
        raise InputError(f"'{given['move']}' is no move of a card's line: {text}")
    return pack(phrases.parts, parts | move | {"against": int(bool(given["against"]))})


def _write(group: Sequence[Phrase], parts: Mapping[str, int]) -> str | None:
    """The first phrase of a group that says what the parts do."""
    for phrase in group:
        if all(parts[name] == value for name, value in phrase.parts.items()):
            amount = phrase.amount.write(parts) if phrase.amount else ""
            if amount is not None:
                return phrase.words.replace("{}", amount)
    return None


def _read(group: Sequence[Phrase], words: str) -> dict[str, int] | None:
    """The parts that some words stand for, None if no phrase of a group is like them."""
    for phrase in group:
        given = re.fullmatch(re.escape(phrase.words).replace(re.escape("{}"), "(.+)"), words)
        amount = phrase.amount.read(given[1]) if given and phrase.amount else {}
        if given and amount is not None:
            return {**phrase.parts, **amount}
    return None
