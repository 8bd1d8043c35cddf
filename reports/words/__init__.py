"""Results as words and tables of text."""


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """A text with a small letter at its beginning."""
    return text[:1].lower() + text[1:]
