"""Pages from templates: each is one file that stands alone, with its style and scripts within it."""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup

from knotlab.reports.words.telling import tell, without_reasons
from knotlab.sim import games

HERE = Path(__file__).parent
LAST = "viewer.js"  # the scripts of the viewer before this one say how each game is drawn


def source(name: str) -> Markup:
    """One of the page's own files: a style sheet without the spaces and lines around its marks, or a script without
    indents, and without lines that are comments.
    """
    text = (HERE / name).read_text("utf-8")
    if name.endswith(".css"):
        return Markup(re.sub(r"(?<=[{};:,])\s+|\s+(?=[{}])", "", text))
    return Markup(re.sub(r"^ *(?://.*\n)?", "", text, flags=re.MULTILINE) if name.endswith(".js") else text)


def viewer_scripts() -> Markup:
    """The replay viewer's scripts, one a game, and the stepping itself at the end."""
    names = sorted((path.name for path in (HERE / "viewer").glob("*.js")), key=lambda name: (name == LAST, name))
    return Markup("\n").join(source(f"viewer/{name}") for name in names)


def only(scripts: str) -> Markup:
    """What a page's policy says of scripts: those of the page itself, each by its hash, run in it, and no other."""
    texts = re.findall(r"<script[^>]*>(.*?)</script>", scripts, re.DOTALL)
    hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return Markup(" ".join(f"'sha256-{each}'" for each in hashes) or "'none'")


def packed(records: object) -> str:
    """Records, or whatever JSON can hold, small enough for a page: JSON, compressed, as letters and digits."""
    return base64.b64encode(gzip.compress(json.dumps(records, separators=(",", ":")).encode(), mtime=0)).decode()


def story(record: Mapping[str, Any]) -> list[str]:
    """A recorded game as lines of text, for readers without scripts."""
    return list(tell(without_reasons(record)))


def credits() -> str:
    """Who made the games, as far as they say."""
    made = (games.find(name) for name in games.listed())
    return " ".join(f"{game.title}: {game.credit}." for game in made if game.credit)


def render(template: str, **facts: object) -> str:
    """A page from a template, named from `reports/` on; every text in it is escaped."""
    return _environment().get_template(template).render(**facts)


@cache
def _environment() -> Environment:
    """What templates are found, read and filled in by."""
    environment = Environment(
        loader=FileSystemLoader(HERE), autoescape=select_autoescape(["html"]), trim_blocks=True, lstrip_blocks=True
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}  # fields keep their order
    environment.globals |= {
        "source": source,
        "viewer_scripts": viewer_scripts,
        "only": only,
        "packed": packed,
        "story": story,
        "credits": credits,
    }
    return environment
