"""What the site's pages have that is generated while they are built: the command reference, the lists of strategies,
and links from every ruling cited to its text.
"""

import logging
import re
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from typer.cli import get_docs_for_click
from typer.main import get_command

from knotlab import report
from knotlab.analysis.runs.fields import members, named_fields
from knotlab.reports.cli.commands import app
from knotlab.reports.words.lookups import strategy_facts
from knotlab.reports.words.rulings import rulings, with_links
from knotlab.sim import games
from knotlab.strategies.catalogue import catalogue
from knotlab.studies.__main__ import table as studies_table
from knotlab.studies.publishing.champion_tables import (
    best_responses_table,
    expert_table,
    followed_table,
    habits_text,
    pairs_text,
    random_rules_table,
    rules_of_tips_table,
    shares_table,
    thinkers_table,
)
from knotlab.studies.publishing.table_cards.published import cards_table, lines_table, moments_table

REPORT = "report.html"
FRONT = f"""**[Open the report]({REPORT})**: what to do at the table, what not, and what it is worth, for your number of
players.

[![The first screen of the report: what to do in each game, as bars of games lost in 100](pictures/front.png)]({REPORT})
"""
GAMES = "The games"  # the section of the site that has a page for each game
ROOT = Path(__file__).parent.parent
SHOWN = 3  # strategies of a field that are named


def on_config(config: Any) -> Any:
    """Put a page of each game in front of the section on games, and the tutorials into one of their own. Warnings are
    told, and so fail a strict build, even if it is to be quiet.
    """
    log = logging.getLogger("mkdocs")
    log.setLevel(min(log.level, logging.WARNING))
    (section,) = [entry[GAMES] for entry in config.nav if GAMES in entry]
    section[:0] = [{games.find(name).title: f"rules/{name}.md"} for name in games.listed()]
    notebooks = sorted(Path(config["docs_dir"]).glob("notebooks/*.ipynb"))
    if notebooks:
        config.nav.insert(1, {"Tutorials": [*(f"notebooks/{path.name}" for path in notebooks), "house-rule.md"]})
    return config


def on_nav(nav: Navigation, config: Any, files: Files) -> Navigation:
    """Put the report first, which is no page of the site but a file in it."""
    nav.items.insert(0, Link("The report", REPORT))
    return nav


def on_files(files: Files, config: Any) -> Files:
    """Make the page of a game that has none in the folder `rules`: its rulings and its strategies."""
    for name in games.listed():
        if files.get_file_from_path(f"rules/{name}.md") is None:
            rulings_of = f"<!-- file sim/games/{name.replace('-', '_')}/rulings.md -->"
            content = f"{rulings_of}\n\n## Strategies\n\n<!-- strategies {name} -->\n"
            files.append(File.generated(config, f"rules/{name}.md", content=content))
    front = ROOT / "reports" / "gallery" / "page-light.png"
    files.append(File.generated(config, "pictures/front.png", abs_src_path=str(front)))
    with TemporaryDirectory() as folder:
        page = report(budget=0, out=Path(folder) / "report", progress=False).page
        files.append(File.generated(config, REPORT, content=page.read_text("utf-8")))
    return files


def on_post_page(output: str, page: Page, config: Any) -> str:
    """Make a page as accessible as the theme does not."""
    return accessible(output)


def on_post_template(output_content: str, template_name: str, config: Any) -> str:
    """The same for the page of addresses that do not exist, which is no page of ours."""
    return accessible(output_content)


def accessible(output: str) -> str:
    """Name what the theme leaves without a name, and let the keyboard reach code that scrolls."""
    output = output.replace('role="dialog">', 'role="dialog" aria-label="Search">', 1)
    output = output.replace("<th></th>", "<td></td>").replace(
        '<div class="highlight-', '<div tabindex="0" class="highlight-'
    )
    output = re.sub(
        r'(data-md-level="\d") aria-labelledby="__nav_(\w+)_label"', r'\1 aria-label="Pages, part \2"', output
    )
    return re.sub(r"<pre(?![^>]*tabindex)", '<pre tabindex="0"', output)


def on_page_markdown(markdown: str, page: Page, config: Any, files: Files) -> str:
    """Write into a page what a comment in it stands for: `<!-- file PATH -->` (from the repository's top), `<!--
    commands -->`, `<!-- fields -->`, `<!-- games ANCHOR -->` (links to the games' pages), `<!-- strategies GAME -->`,
    `<!-- followed GAME -->` (how often champions follow its tips), `<!-- habits GAME -->` (what else they do),
    `<!-- cards GAME -->` (games that table cards lose), `<!-- lines GAME -->` (what each of their lines is worth),
    `<!-- moments GAME -->` (moments to watch them at),
    `<!-- expert -->` (tips among players who look ahead), `<!-- thinkers -->` (what habits are worth to them),
    `<!-- random rules -->`, `<!-- rules of tips -->` (what rules cost a champion), `<!-- best responses -->` (how far
    champions can be exploited), `<!-- pairs -->` (who finishes ahead of whom), `<!-- shares -->` (where the spread of
    results comes from), `<!-- studies -->`, `<!-- front -->` (the way to the report).
    """
    markdown = re.sub(r"<!-- file (\S+) -->", lambda match: (ROOT / match[1]).read_text("utf-8"), markdown)
    markdown = markdown.replace("<!-- front -->", FRONT).replace(
        "](docs/", "]("
    )  # links of files that stand at the top
    markdown = re.sub(r"<!-- strategies ([\w-]+) -->", lambda match: _strategies(match[1]), markdown)
    markdown = re.sub(r"<!-- followed ([\w-]+) -->", lambda match: followed_table(match[1]), markdown)
    markdown = re.sub(r"<!-- habits ([\w-]+) -->", lambda match: habits_text(match[1]), markdown)
    markdown = re.sub(r"<!-- cards ([\w-]+) -->", lambda match: cards_table(match[1]), markdown)
    markdown = re.sub(r"<!-- lines ([\w-]+) -->", lambda match: lines_table(match[1]), markdown)
    markdown = re.sub(r"<!-- moments ([\w-]+) -->", lambda match: moments_table(match[1]), markdown)
    markdown = markdown.replace("<!-- expert -->", expert_table()).replace("<!-- studies -->", studies_table())
    markdown = markdown.replace("<!-- thinkers -->", thinkers_table())
    markdown = markdown.replace("<!-- random rules -->", random_rules_table())
    markdown = markdown.replace("<!-- best responses -->", best_responses_table())
    markdown = markdown.replace("<!-- rules of tips -->", rules_of_tips_table())
    markdown = markdown.replace("<!-- pairs -->", pairs_text()).replace("<!-- shares -->", shares_table())
    markdown = re.sub(r"<!-- games ([\w-]+) -->", lambda match: ", ".join(_games(match[1], page)), markdown)
    markdown = markdown.replace("<!-- fields -->", "\n".join(_fields()))
    return markdown.replace("<!-- commands -->", "\n\n".join(_commands()))


def on_page_content(html: str, page: Page, config: Any, files: Files) -> str:
    """Link every ruling that a page's text cites."""
    addresses = {
        number: get_relative_url(f"rules/{game}.html#{number.lower()}", page.url)
        for game in games.names()
        if files.get_file_from_path(f"rules/{game}.md")
        for number in rulings(games.find(game))
    }
    return with_links(html, addresses)


def on_post_build(config: Any) -> None:
    """Fail if a link within the site leads nowhere, or a page loads something from the network."""
    site = Path(config["site_dir"]).resolve()
    pages = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', html)) for path, html in pages.items()}
    wrong = []
    for path, html in pages.items():
        if path.name not in ("404.html", REPORT):  # links of one start at the site's root, scripts follow the other's
            wrong += [f"{path.name}: {link}" for link in _links(html) if not _leads_somewhere(path, link, anchors)]
        loaded = re.findall(r'<(?:script|img|iframe)[^>]* src="(https?:[^"]*)|<link[^>]* href="(https?:[^"]*)', html)
        wrong += [f"{path.name} loads {''.join(address)}" for address in loaded]
    if wrong:
        raise PluginError("\n".join(["links that lead nowhere:", *sorted(set(wrong))]))


def _links(html: str) -> list[str]:
    """The links of a page to other places of the site."""
    return [link for link in re.findall(r'<a\b[^>]* href="([^"]+)"', html) if not re.match(r"[a-z]+:", link)]


def _leads_somewhere(page: Path, link: str, anchors: Mapping[Path, Set[str]]) -> bool:
    """Whether the page, or the file, that a link names is there, with the anchor."""
    name, _, anchor = unquote(link).partition("#")
    target = (page.parent / name).resolve() if name else page.resolve()
    if target not in anchors:
        return target.is_file() and not anchor
    return not anchor or anchor in anchors[target]


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


def _games(anchor: str, page: Page) -> Iterator[str]:
    """A link to the page of each game, from another page."""
    folder = "" if page.file.src_uri.startswith("rules/") else "rules/"
    for name in games.listed():
        yield f"[{games.find(name).title}]({folder}{name}.md#{anchor})"


def _fields() -> Iterator[str]:
    """Who sits in each named field of each game: the first strategies, and how many there are."""
    yield "| game | field | strategies in it |\n|---|---|---|"
    for game in games.names():
        for field in named_fields(game):
            names = members(game, field, 3)
            more = f", and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            yield f"| {game} | `{field}` | {', '.join(map(_short, names[:SHOWN]))}{more} |"


def _short(spelling: str) -> str:
    """A strategy's spelling, with only its name where it has many parameters."""
    name, _, parameters = spelling.partition(":")
    return f"`{spelling}`" if parameters.count(",") < SHOWN else f"`{name}` with weights set by hand"


def _strategies(game: str) -> str:
    """The shipped strategies of a game: what each does, and its parameters with their bounds."""
    lines = ["| strategy | what it does | parameters |", "|---|---|---|"]
    for strategy in catalogue(game).values():
        facts = strategy_facts(strategy)
        parameters = [f"`{name}`={assumed} (a strategy)" for name, assumed in facts["assumed"].items()]
        parameters += [
            f"`{name}`={about['default']:g} ({about['low']:g} to {about['high']:g})"
            for name, about in facts["parameters"].items()
        ]
        lines.append(f"| `{facts['name']}` | {' '.join(facts['idea'].split())} | {', '.join(parameters)} |")
    return "\n".join(lines)
