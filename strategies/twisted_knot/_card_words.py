"""The words of a table card of Twisted Knot (`strategies/cards/text.py`)."""

import re
from collections.abc import Mapping

from knotlab.sim.games.twisted_knot.cards import ALL, RANK
from knotlab.strategies.cards.amounts import bounds, counted, listed, subjects
from knotlab.strategies.cards.text import Amount, Phrase, Phrases
from knotlab.strategies.twisted_knot import _card as card

MANY = 9  # ranks, from which on the others are listed
NUMBERS = {
    "{}": card.ANY_NUMBER,
    "a single {}": card.ONE,
    "two or more of {}": card.SEVERAL,
    "only some of your {}": card.SOME,
    "{} as the last of your hand": card.LAST_CARDS,
    "{} as the fourth alike on top": card.FOURTH,
}
ORDER = "2 3 4 5 6 7 8 9 10 J Q K A Jk".split()  # in which cards are listed
HELD = {
    "no {}": (0, 0),
    "at most one card that is {}": (0, 1),
    "at most two cards that are {}": (0, 2),
    "at most three cards that are {}": (0, 3),
    "at least two cards that are {}": (1, 2),
    "at least three cards that are {}": (1, 3),
    "{}": (1, 1),
}
ALIKE = {
    "no {}": (0, 0),
    "at most one {}": (0, 1),
    "at most two of {}": (0, 2),
    "at most three of {}": (0, 3),
    "two or more of {}": (1, 2),
    "three or more of {}": (1, 3),
    "{}": (1, 1),
}
PLACES = (("the stack has", card.IN_STACK, HELD), ("you hold", card.IN_HAND, HELD), ("on top is", card.ON_TOP, ALIKE))
SIZES = {
    "you hold": card.OWN_HAND,
    "your pile has": card.OWN_PILE,
    "the next player holds": card.NEXT_HAND,
    "the next player, pile included, has": card.NEXT_ALL,
    "the stack has": card.STACK,
}
OTHERS = bounds(
    "size",
    card.SIZE_BOUND.mask,
    lambda n: f"somebody else, pile included, has at most {n} cards" if n else None,
    lambda n: f"everybody else, pile included, has at least {n} cards" if n else None,
)


def _names(ranks: int) -> list[str]:
    return [name for name in ORDER if ranks >> RANK[name] & 1]


def _read_names(words: str) -> int | None:
    """The ranks in `3, 8 or A`; None if it is no such list."""
    names = re.split(", | or ", words)
    return sum(1 << RANK[name] for name in names) if set(names) <= set(ORDER) else None


def _ranks(part: str) -> Amount:
    """Cards by rank: `3, 8 or A`; of most ranks `any card but 3 or 8`; of all `any card`."""

    def write(parts: Mapping[str, int]) -> str:
        names, others = _names(parts[part]), _names(ALL & ~parts[part])
        if not others:
            return "any card"
        return f"any card but {listed(others)}" if len(names) >= MANY else listed(names)

    def read(words: str) -> dict[str, int] | None:
        if words == "any card":
            return {part: ALL}
        ranks = _read_names(words.removeprefix("any card but "))
        if ranks is None:
            return None
        return {part: ALL & ~ranks if words.startswith("any card but ") else ranks}

    return Amount(write, read)


def _other_ranks(part: str) -> Amount:
    """The ranks that are not among most of them."""

    def write(parts: Mapping[str, int]) -> str | None:
        return listed(_names(ALL & ~parts[part])) if len(_names(parts[part])) >= MANY else None

    def read(words: str) -> dict[str, int] | None:
        ranks = _read_names(words)
        return None if ranks is None else {part: ALL & ~ranks}

    return Amount(write, read)


PHRASES = Phrases(
    card.PARTS,
    (
        (
            *subjects(SIZES, "size", counted("size", card.SIZE_BOUND.mask, "card")),
            Phrase("{}", {"size": card.FEWEST}, OTHERS),
        ),
        [
            Phrase(f"{where} {words}", {"cards": place, "cards_least": least, "cards_bound": bound}, _ranks("among"))
            for where, place, amounts in PLACES
            for words, (least, bound) in amounts.items()
        ],
    ),
    (
        Phrase("lay all your cards of a rank", {"move": card.LAYS, "number": card.ALL_OF_THEM, "ranks": ALL}),
        Phrase(
            "lay all your cards of a rank, but not {}",
            {"move": card.LAYS, "number": card.ALL_OF_THEM},
            _other_ranks("ranks"),
        ),
        Phrase("lay all your {}", {"move": card.LAYS, "number": card.ALL_OF_THEM}, _ranks("ranks")),
        *(
            Phrase(f"lay {words}", {"move": card.LAYS, "number": number}, _ranks("ranks"))
            for words, number in NUMBERS.items()
        ),
        Phrase("pick up", {"move": card.PICKS_UP}),
        Phrase("give away {}", {"move": card.GIVES}, _ranks("ranks")),
        Phrase("top up", {"move": card.TOPS_UP}),
        Phrase("go out if you are certain to in this turn", {"move": card.GOES_OUT}),
    ),
)
