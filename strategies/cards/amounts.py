"""What may stand in the place of a phrase of a table card: numbers, or cards by rank."""

from collections.abc import Callable, Mapping, Sequence

from knotlab.strategies.cards.text import Amount, Phrase


def table(words: Mapping[str, Mapping[str, int]]) -> Amount:
    """One of some words, each of which stands for parts."""

    def write(parts: Mapping[str, int]) -> str | None:
        return next((text for text, meant in words.items() if all(parts[n] == v for n, v in meant.items())), None)

    return Amount(write, lambda text: dict(words[text]) if text in words else None)


def bounds(part: str, most: int, at_most: Callable[[int], str | None], at_least: Callable[[int], str | None]) -> Amount:
    """A number that is at most, or at least, so much: the parts `PART_least` and `PART_bound`.

    most: the largest bound. at_most, at_least: the words for one, None where it is not asked for.
    """
    words = {}
    for least, wording in ((0, at_most), (1, at_least)):
        for bound in range(most + 1):
            if (text := wording(bound)) is not None:
                words[text] = {f"{part}_least": least, f"{part}_bound": bound}
    return table(words)


def counted(part: str, most: int, noun: str) -> Amount:
    """A number of things."""

    def things(number: int) -> str:
        return f"{number} {noun}" + ("s" if number != 1 else "")

    return bounds(
        part,
        most,
        lambda n: f"no {noun}s" if n == 0 else f"at most {things(n)}",
        lambda n: f"at least {things(n)}" if n else None,
    )


def listed(names: Sequence[str], last: str = "or") -> str:
    """Names with commas between them, and a word before the last.

    >>> listed(["3", "8", "A"])
    '3, 8 or A'
    """
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def subjects(kinds: Mapping[str, int], part: str, amount: Amount) -> list[Phrase]:
    """Phrases that differ in their subject, which stands for a kind of a part."""
    return [Phrase(f"{subject} {{}}", {part: kind}, amount) for subject, kind in kinds.items()]
