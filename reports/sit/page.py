"""The page of a table: the viewer's table, one's moves, a hint, and the review after the game."""

from markdown_it import MarkdownIt

from knotlab.reports.template import render
from knotlab.reports.words import rulings
from knotlab.sim import games

# What is practised in each game: the words on the page for one and for many, and what is lost.
PRACTISED = {
    "twyst": ("hand", "hands bid", "points"),
    "twisted-knot": ("position", "positions", "games of 100"),
    "knotweed": ("position", "positions", "games of 100"),
}


def sit_page(game: str) -> str:
    """The page of a game's table, with the game's rules on it; it asks for all else."""
    found = games.find(game)
    rules = MarkdownIt("commonmark", {"html": False}).enable("table").render(rulings.page(found))
    return render("sit/sit.html", title=found.title, rules=rules, game=game, practised=PRACTISED.get(game))
