"""Results as words and tables of text."""

UNTIL_WHOLE = "knotlab verify --play will not play a folder of it again until it is whole"  # of what a budget cut short


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """A text with a small letter at its beginning."""
    return text[:1].lower() + text[1:]
