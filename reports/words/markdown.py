"""Texts and tables in Markdown."""

import re
from collections.abc import Sequence

SPECIAL = re.compile(r"[\\`*_<>|~&]|(?<=\])\(")


def escape(text: str) -> str:
    """A text as Markdown shows it, in one line: nothing in it is a mark, a link or a tag.

    >>> escape("a|b <b> [x](y)")
    'a\\\\|b \\\\<b\\\\> [x]\\\\(y)'
    """
    return SPECIAL.sub(lambda mark: f"\\{mark[0]}", " ".join(text.split()))


def code(text: str) -> str:
    """A text as code, whatever is in it."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    inner = " ".join(text.split())
    return f"{fence} {inner} {fence}" if "`" in inner else f"{fence}{inner}{fence}"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table, its cells escaped."""
    lines = [list(map(escape, columns)), ["---"] * len(columns), *(list(map(escape, row)) for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
