"""The rules of a game on the page: its rulings as HTML, every ruling with an id to link to."""

import re

from markdown_it import MarkdownIt
from markupsafe import Markup

from knotlab.reports.page.blocks import Written
from knotlab.reports.words.rulings import has_page, page, rulings, with_links
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
    known = rulings(game)
    html = re.sub(
        rf"<h4>({'|'.join(known)})</h4>", lambda heading: f'<h4 id="{heading[1].lower()}">{heading[1]}</h4>', html
    )
    html = with_links(html, {number: f"#{number.lower()}" for number in known})
    return [Written("How it is played, ruling by ruling", Markup(html))]
