"""The rules of a game on the page: its rulings as HTML, every ruling with an id to link to."""

import re

from markdown_it import MarkdownIt
from markupsafe import Markup

from knotlab.reports.page.blocks import Written
from knotlab.reports.words.rulings import has_page, page, rulings
from knotlab.sim.protocol import Game

_SCROLL = '<div class="scroll" tabindex="0" role="region" aria-label="table">'


def blocks(game: Game) -> list[Written]:
    """The rulings of a game, folded away; nothing for a game without such a page."""
    if not has_page(game):
        return []
    text = re.sub(r"^# .*\n", "", page(game))  # the section has the game's name already
    text = re.split(r"^## (?:Records|Draws)$", text, maxsplit=1, flags=re.MULTILINE)[0]  # not for players
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = re.sub(r"<(/?)h([2-4])>", lambda tag: f"<{tag[1]}h{int(tag[2]) + 1}>", html)  # they stand within a section
    html = html.replace("<table>", f"{_SCROLL}<table>").replace("</table>", "</table></div>")
    known = "|".join(sorted(rulings(game), key=len, reverse=True))
    html = re.sub(rf"<h4>({known})</h4>", lambda head: f'<h4 id="{head[1].lower()}">{head[1]}</h4>', html)
    parts = re.split(r"(<h4.*?</h4>|<code>.*?</code>)", html)
    parts[::2] = [re.sub(rf"\b({known})\b", _link, part) for part in parts[::2]]
    return [Written("How it is played, ruling by ruling", Markup("".join(parts)))]


def _link(number: re.Match[str]) -> str:
    return f'<a href="#{number[0].lower()}">{number[0]}</a>'
