"""Results as words and tables of text."""

UNTIL_WHOLE = (  # of what a budget cut short
    "the same command with a longer --budget, or none, plays all of it; before that, knotlab verify --play has nothing "
    "whole to compare with"
)


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """A text with a small letter at its beginning."""
    return text[:1].lower() + text[1:]
