"""Twyst: hands to train bidding on, with what each of their thirteen bids is worth, in a table made beforehand.

The table is a text with a line for each hand, in letters of base 64: nine for the set of its cards, one for its seat,
then two for the points of each bid, in the order of the cards, and one for half the width of its interval.
"""

import string
from functools import cache
from pathlib import Path
from typing import NamedTuple

from knotlab.sim.games.twyst.cards import N_CARDS, N_RANKS

TABLE = Path(__file__).with_name("trainer.txt")
LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
BASE, CARD_LETTERS = len(LETTERS), 9
STEPS, MIDDLE = 5, BASE * BASE // 2  # steps in a point; the number that stands for no points
WIDTH_STEPS = 10


class TrainingHand(NamedTuple):
    """A hand with all its bids.

    cards: thirteen, ascending. seat: who holds it. points: per deal, by card. halves: half the width of each interval,
    in points; the thirteen hold together with 95% confidence.
    """

    cards: tuple[int, ...]
    seat: int
    points: tuple[float, ...]
    halves: tuple[float, ...]

    def line(self) -> str:
        """The hand as a line of the table."""
        bids = zip(self.points, self.halves, strict=True)
        letters = [_letters(sum(1 << card for card in self.cards), CARD_LETTERS), LETTERS[self.seat]]
        for points, half in bids:
            letters += [_letters(round(STEPS * points) + MIDDLE, 2), LETTERS[min(BASE - 1, round(WIDTH_STEPS * half))]]
        return "".join(letters)


def _letters(number: int, n: int) -> str:
    return "".join(LETTERS[number // BASE**place % BASE] for place in reversed(range(n)))


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = BASE * number + LETTERS.index(letter)
    return number


def hand_of(line: str) -> TrainingHand:
    """The hand that a line of the table tells of."""
    held, seat, rest = _number(line[:CARD_LETTERS]), LETTERS.index(line[CARD_LETTERS]), line[CARD_LETTERS + 1 :]
    bids = [rest[place : place + 3] for place in range(0, 3 * N_RANKS, 3)]
    return TrainingHand(
        tuple(card for card in range(N_CARDS) if held >> card & 1),
        seat,
        tuple((_number(bid[:2]) - MIDDLE) / STEPS for bid in bids),
        tuple(_number(bid[2]) / WIDTH_STEPS for bid in bids),
    )


@cache
def table() -> tuple[str, ...]:
    """The lines of the table that comes with the program."""
    return tuple(TABLE.read_text("ascii").split())
