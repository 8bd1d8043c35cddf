"""What the site's pages have that is generated while they are built: the command reference, the lists of strategies,
and links from every ruling cited to its text.
"""

import re
from collections.abc import Iterator
from typing import Any

from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from typer.cli import get_docs_for_click
from typer.main import get_command

from knotlab.reports.cli.app import app
from knotlab.reports.words import tables
from knotlab.reports.words.rulings import rulings
from knotlab.sim import games
from knotlab.strategies.catalogue import catalogue

UNLINKED = {"a", "code", "h1", "h2", "h3", "h4", "h5", "h6", "nav", "pre", "script", "style", "svg"}


def on_page_markdown(markdown: str, page: Page, config: Any, files: Files) -> str:
    """Write what is generated into a page: `<!-- commands -->`, `<!-- strategies GAME -->`."""
    markdown = markdown.replace("](docs/", "](")  # links of files that stand at the repository's top
    markdown = re.sub(r"<!-- strategies ([\w-]+) -->", lambda match: _strategies(match[1]), markdown)
    return markdown.replace("<!-- commands -->", "\n\n".join(_commands()))


def on_page_content(html: str, page: Page, config: Any, files: Files) -> str:
    """Link every ruling that a page's text cites."""
    pages = {
        number: f"rules/{game}.html#{number.lower()}"
        for game in games.names()
        if files.get_file_from_path(f"rules/{game}.md")
        for number in rulings(games.find(game))
    }
    cited = re.compile(r"\b(?:%s)\b" % "|".join(sorted(pages, key=len, reverse=True)))

    def link(match: re.Match[str]) -> str:
        return f'<a href="{get_relative_url(pages[match[0]], page.url)}">{match[0]}</a>'

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
            parts[i] = cited.sub(link, part)
    return "".join(parts)


def _commands() -> Iterator[str]:
    """The command reference: a list of all commands in their groups, then each as Typer documents it."""
    group: Any = get_command(app)
    context = group.make_context("knotlab", [], resilient_parsing=True)
    panels: dict[str, list[str]] = {}
    for name, command in group.commands.items():
        line = f"- [`knotlab {name}`](#knotlab-{name}): {' '.join(command.help.split())}"
        panels.setdefault(command.rich_help_panel, []).append(line)
    for panel, lines in panels.items():
        yield f"**{panel}**"
        yield "\n".join(lines)
    for name, command in group.commands.items():
        yield get_docs_for_click(obj=command, ctx=context, name=name, call_prefix="knotlab").strip()


def _strategies(game: str) -> str:
    """The shipped strategies of a game: what each does, and its parameters with their bounds."""
    lines = ["| strategy | what it does | parameters |", "|---|---|---|"]
    for strategy in catalogue(game).values():
        facts = tables.strategy_facts(strategy)
        parameters = ", ".join(
            f"`{name}`={about['default']:g} ({about['low']:g} to {about['high']:g})"
            for name, about in facts["parameters"].items()
        )
        lines.append(f"| `{facts['name']}` | {' '.join(facts['idea'].split())} | {parameters} |")
    return "\n".join(lines)
