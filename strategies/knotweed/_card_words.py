"""The words of a table card of Knotweed (`strategies/cards/text.py`)."""

from collections.abc import Iterator, Mapping

from knotlab.strategies.cards.amounts import bounds, counted, subjects, table
from knotlab.strategies.cards.text import Amount, Phrase, Phrases
from knotlab.strategies.knotweed import _card as card

BOUND = card.SIZE_BOUND.mask  # the largest number that a line may name


def _needed(part: str) -> Amount:
    """How many piles are needed, a pile for each rank and for each card to draw: more or fewer than there are."""

    def words(bound: int, more: str, fewer: str, equal: str) -> str:
        apart = bound - card.ZERO
        if apart == 0:
            return f"{equal} piles"
        first, last = (more, "more") if apart > 0 else (fewer, "fewer")
        return f"{first} {abs(apart)} {last} pile{'s' * (abs(apart) > 1)}"

    return bounds(
        part,
        BOUND,
        lambda bound: words(bound, "at most", "at least", "no more"),
        lambda bound: words(bound, "at least", "at most", "no fewer"),
    )


def _fewest(part: str) -> Amount:
    return bounds(
        part,
        BOUND,
        lambda n: f"somebody else holds at most {n} cards" if n else None,
        lambda n: f"everybody else holds at least {n} cards" if n else None,
    )


def _conditions(part: str) -> list[Phrase]:
    cards = {
        "you hold": card.OWN_HAND,
        "the next player holds": card.NEXT_HAND,
        "the draw pile has": card.DRAW_PILE,
        "the turn has cost you": card.PENALTY,
    }
    return [
        *subjects(cards, part, counted(part, BOUND, "card")),
        Phrase("you hold {}", {part: card.OWN_RANKS}, counted(part, BOUND, "rank")),
        Phrase("{}", {part: card.FEWEST}, _fewest(part)),
        Phrase("the table has {}", {part: card.PILES}, counted(part, BOUND, "pile")),
        Phrase("you have made {}", {part: card.PLAYS}, counted(part, BOUND, "play")),
        Phrase("you need {} than there are", {part: card.SHORT}, _needed(part)),
    ]


def _traits(part: str) -> Iterator[tuple[str, dict[str, int]]]:
    """What may be said of a play, with the parts that this stands for."""
    yield "", {part: card.ANY_PLAY}
    kinds = {
        "costs {}": (card.COST, counted(part, BOUND, "card")),
        "adds {} to the cost": (card.EXTRA, counted(part, BOUND, "card")),
        "has {}": (card.CARDS, counted(part, BOUND, "card")),
        "keeps back {} of its rank": (card.LEFT, counted(part, BOUND, "card")),
        "is of a rank of which you hold {}": (card.GROUP, counted(part, BOUND, "card")),
        "leaves you {}": (card.HAND_AFTER, counted(part, BOUND, "card")),
        "makes a pile of a suit that {} of yours have": (card.FOUND_AFTER, counted(part, BOUND, "other rank")),
        "uses the only pile for {} of yours": (card.LOST_AFTER, counted(part, BOUND, "other rank")),
        "leaves you needing {} than there are": (card.SHORT_AFTER, _needed(part)),
    }
    for words, (kind, amount) in kinds.items():
        for least in (0, 1):
            for bound in range(BOUND + 1):
                meant = {part: kind, f"{part}_least": least, f"{part}_bound": bound}
                if (text := amount.write(meant)) is not None:
                    yield words.replace("{}", text), meant
    yield "has a card of your longest suit", {part: card.IN_LONGEST, f"{part}_least": 1, f"{part}_bound": 1}


FIRST, SECOND = (table(dict(_traits(part))) for part in ("trait", "second"))


def _write_play(parts: Mapping[str, int]) -> str:
    """What is played: anything, or what has one or two traits."""
    traits = list(filter(None, (FIRST.write(parts), SECOND.write(parts))))
    return f"what {' and '.join(traits)}" if traits else "anything"


def _read_play(words: str) -> dict[str, int] | None:
    first, _, second = words.removeprefix("what ").partition(" and ")
    one, two = FIRST.read("" if words == "anything" else first), SECOND.read(second)
    return None if one is None or two is None else one | two


PHRASES = Phrases(
    card.PARTS,
    (_conditions("size"), _conditions("other")),
    (
        Phrase("stop", {"move": card.STOPS}),
        Phrase("pass", {"move": card.PASSES}),
        Phrase("go out if your whole hand can be played in this turn", {"move": card.GOES_OUT}),
        Phrase("play {}", {"move": card.PLAYS_CARDS}, Amount(_write_play, _read_play)),
    ),
)
