"""A bidding card of Twyst as a text: TOML with comments that say how to count, for people and programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knotlab.analysis.bidding.card import COUNTS, HONOURS, LENGTHS, NUMBERS, STANDARD, BiddingCard, read_card
from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown
from knotlab.sim.storage.result_files import parsed_toml, read_text

Row = Mapping[str, Any]
GAINS = "gains"  # of `made`: what a card that is followed at a glance gains over the two cards, with its interval


@dataclass(frozen=True)
class MadeCard:
    """A card with what it rests on.

    rows: what each row scores, as `measure_rows` has it. others: what a card that another player shows tells of their
    hand, as `others_hands` has it. made: `field` (the strategy of all four), `hands` (that the card was fitted to),
    `seed`, `rules`: the settings that differ from the defaults, and `matches` if it was made for some.
    """

    card: BiddingCard
    rows: Sequence[Row]
    others: Sequence[Row]
    made: Mapping[str, Any]

    def row(self, bid: str) -> Row | None:
        """A row by its name, None if no hand comes to it."""
        return next((row for row in self.rows if row["bid"] == bid), None)


TOP = """\
# What to show in Twyst. Go from the top; show what your hand is good enough for first.

game = "twyst"

# Hand points: for each Ace, King, Queen and Jack of the hand.
[points]
"""
ACE = """
# Sure tricks: in each suit the cards in sequence from the Ace down (A K Q 10 has three), and in a suit with Ace, King
# and Queen also each other card beyond the fourth; of seven cards or more with these three, all. An Ace with so many
# sure tricks or more, or with so many hand points or more.
[ace]
"""
COURT = """
# Court points of a suit: hand points, those of the suit once more, so many for each card of the suit (trump), for each
# sure trick of the other suits (sure), and for each card that another suit lacks of two (short). The highest King,
# Queen or Jack of the suit that has most, with so many or more.
[court]
"""
DEUCE = """
# Danger: compare the lowest cards of each suit with the limits, the lowest first (Jack 11, Queen 12, King 13, Ace 14).
# Add up by how much they are higher, each so many times. A deuce with so much danger or less.
[deuce]
"""
NUMERALS = """
# Otherwise a numeral. Take the column for your hand points. Each numeral counts the points of its number, those of the
# length of its suit (7: or longer), top for a King of its suit and twice that for an Ace, and middle for each Queen,
# Jack, 10 or 9 of its suit (itself included). An 8 counts long for each card of its suit beyond the fourth, a 9 twice
# and a 10 three times that. Show the one with most; of equals the highest, and of equal numbers the first suit of
# clubs, diamonds, hearts, spades. Without a numeral: a deuce, or else the highest card.
"""
ONE_SUIT = "one_suit = true  # only numerals of the longest suit that has any, of the first of equals\n\n"
ROWS = """
# What each row scores. hands: tried. share: of all hands. points: per deal, with a 95% interval from low to high.
# plays: how often you come to play a contract. scores: how often it then scores.
"""
OTHERS = """
# What the card that another player shows tells of their hand: cards of its suit and hand points, on average.
"""


def card_text(made: MadeCard) -> str:
    """A card as a text that `read_made` reads."""
    card = made.card
    parts = [TOP, *_fields(zip(HONOURS, card.honours, strict=True))]
    parts += [ACE, *_fields(card.ace._asdict().items())]
    parts += [COURT, *_fields(card.court._asdict().items())]
    parts += [DEUCE, *_fields(card.deuce._asdict().items()), NUMERALS]
    for column in card.columns:
        parts.append("[[numerals]]\n")
        fields = {"number": _inline(NUMBERS, column.number), "length": _inline(LENGTHS, column.length)}
        parts += [f"least = {column.least}\n", *(f"{name} = {value}\n" for name, value in fields.items())]
        parts += _fields((name, getattr(column, name)) for name in COUNTS)
        parts += [ONE_SUIT if column.one_suit else "\n"]
    parts += [ROWS, *_tables("rows", made.rows), OTHERS, *_tables("others", made.others)]
    parts += ["\n# How the card was made: the others bid and all played as `field`.\n[made]\n"]
    parts += _fields(made.made.items())
    return "".join(parts)


def read_made(text: str) -> MadeCard:
    """A card with what it rests on from its text; raises InputError if it is none."""
    card = read_card(text)
    content = parsed_toml(text)
    try:
        return MadeCard(card, content["rows"], content["others"], content["made"])
    except KeyError as error:
        raise InputError(f"this bidding card does not say what it rests on: {error} is missing") from None


def standard_card() -> MadeCard:
    """The card to bid by: where everybody follows it, nobody has much to gain by bidding differently."""
    return read_made(STANDARD.read_text("utf-8"))


def card_named(name: str) -> MadeCard:
    """A card that ships by its name, or one by its file; raises InputError if there is none, or it cannot be read."""
    shipped = {file.stem: file for file in STANDARD.parent.glob("*.toml")}
    file = shipped.get(name, Path(name))
    if not file.is_file():
        raise unknown("bidding card", name, sorted(shipped), "that ships, and no such file")
    return read_made(read_text(file, is_linked=True))


def _fields(items: Any) -> list[str]:
    return [f"{name} = {_value(value)}\n" for name, value in items]


def _tables(name: str, rows: Sequence[Row]) -> list[str]:
    return [line for row in rows for line in (f"[[{name}]]\n", *_fields(row.items()), "\n")]


def _inline(names: Sequence[int], values: Sequence[int]) -> str:
    return "{ " + ", ".join(f"{name} = {value}" for name, value in zip(names, values, strict=True)) + " }"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)
