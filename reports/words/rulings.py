"""The rulings of a game: the page `rulings.md` in its folder, as a whole or ruling by ruling.

A ruling begins with a heading that is its number and nothing else (`### TK-14`) and ends before the next heading.
"""

import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from knotlab.sim.errors import InputError
from knotlab.sim.protocol import Game

# In these elements of a page nothing is linked: it is a link already, a heading, or text to be copied.
UNLINKED = frozenset({"a", "code", "h1", "h2", "h3", "h4", "h5", "h6", "nav", "pre", "script", "style", "svg"})
_HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)
_NUMBER = re.compile(r"[A-Z]+-\d+")


def has_page(game: Game) -> bool:
    """Whether a game's folder has a page of rulings."""
    return _file(game).is_file()


def page(game: Game) -> str:
    """The whole page, in Markdown.

    Raises InputError if the game's folder has no such page.
    """
    if not has_page(game):
        raise InputError(f"{game.name} has no rulings: its folder has no file rulings.md")
    return _file(game).read_text("utf-8")


def _file(game: Game) -> Traversable:
    return files(game.rules.__package__ or "") / "rulings.md"


def rulings(game: Game) -> dict[str, str]:
    """The text of every ruling by number, in the page's order, each with its heading.

    Examples
    --------
    >>> from knotlab.sim import games
    >>> list(rulings(games.find("twyst")))[:3]
    ['TY-1', 'TY-2', 'TY-3']
    """
    text = page(game)
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return {
        heading[2]: text[heading.start() : end].strip() + "\n"
        for heading, end in zip(headings, ends, strict=True)
        if _NUMBER.fullmatch(heading[2])
    }


def ruling(game: Game, number: str) -> str:
    """The text of one ruling; upper and lower case are alike.

    Raises InputError if the game has no ruling of that number.
    """
    known = rulings(game)
    if number.upper() not in known:
        first, *_, last = known
        raise InputError(f"{game.name} has no ruling {number}; it has {first} to {last}")
    return known[number.upper()]


def with_links(html: str, addresses: Mapping[str, str]) -> str:
    """A page in HTML with a link at every ruling that its text cites.

    html: well-formed but for elements without an end, such as `<br>`. addresses: where to find a ruling, by number;
    those without an address are left as they are.

    Examples
    --------
    >>> with_links("<p>TY-1, <code>TY-1</code></p>", {"TY-1": "#ty-1"})
    '<p><a href="#ty-1">TY-1</a>, <code>TY-1</code></p>'
    """
    cited = re.compile(rf"\b(?:{'|'.join(sorted(addresses, key=len, reverse=True))})\b")
    within: list[str] = []  # the open elements in which nothing is linked
    parts = re.split(r"(<[^>]*>)", html)
    for i, part in enumerate(parts):
        tag = re.match(r"<(/?)(\w+)", part)
        if tag and tag[2] in UNLINKED and not part.endswith("/>"):
            if tag[1]:
                within.pop()
            else:
                within.append(tag[2])
        elif not part.startswith("<") and not within:
            parts[i] = cited.sub(lambda match: f'<a href="{addresses[match[0]]}">{match[0]}</a>', part)
    return "".join(parts)
