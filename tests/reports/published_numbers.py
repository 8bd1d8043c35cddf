"""What the findings say of a chosen table, read from their files themselves, and how to find it on the page."""

import re
from functools import cache
from typing import Any

import pandas as pd

from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.page.answers import answers
from knotlab.reports.page.first_screen import first_screen as screen
from knotlab.reports.page.tips import tips_by_game
from knotlab.reports.words.at_table import RULES, SAME_PLAINLY
from tests.reports.pages import Element, tree_of

TIPS = {tip.id: tip for tip in shipped()}
KEYS = [f"{n}-{against}" for against in ("plain", "strong") for n in (2, 3, 4)]
FIELDS = {
    "": None,
    "among champions": "champion",
    "a plain player among champions": "strong",
    "at plain tables": "mixed",
    "at simple tables": "simple",
}
SAID = re.compile(r"(?:([\d,]+)?(½)? (fewer|more)|the same number)")
Row = dict[str, Any]


@cache
def cells() -> dict[tuple[str, str, int, str], Row]:
    """The published cells, by tip, label, players and field."""
    rows = pd.read_csv(FINDINGS / "cells.csv").to_dict("records")
    return {(row["tip"], row["label"], row["players"], row["field"]): row for row in rows}  # type: ignore[misc]


@cache
def habits() -> dict[tuple[str, int, str], float]:
    """What is published of the champion's habits: games lost fewer with one, by its part's id, players and field."""
    rows = pd.read_csv(FINDINGS / "habits.csv").to_dict("records")
    signs = {"champion": ("effect", 1), "mixed": ("plain", -1)}
    return {
        (f"habit-{row['game']}-{row['habit']}", row["players"], field): sign * row[column]
        for row in rows
        for field, (column, sign) in signs.items()
    }


@cache
def first_screen() -> Element:
    return tree_of(f"<div>{screen()}{answers().blocks[0].html}</div>")  # type: ignore[attr-defined]


def full_name(link: Element) -> str:
    """What a link of the first screen is about, which stands beside it where a short name stands in it."""
    return link.attributes.get("title", link.text)


def bars_of(screen: Element) -> list[Element]:
    """The habits of the first screen, each with its number."""
    return [bar for bars in screen.all("ul", class_="bars") for bar in bars.all("li")]


@cache
def all_cards() -> Element:
    return tree_of("".join(str(block.html) for part in tips_by_game({}).parts for block in part.blocks))  # type: ignore[attr-defined]


@cache
def cards() -> dict[str, Element]:
    return {each.attributes["id"]: each for each in all_cards().all("article", class_="tip")}


def fewer(words: str) -> float:
    """How many games in 100 are lost fewer, as words say it."""
    said = SAID.fullmatch(words)
    assert said, words
    if not said[3]:
        return 0.0
    return (float(said[1] or 0) + (0.5 if said[2] else 0.0)) * (1 if said[3] == "fewer" else -1)


def is_said(words: str, published: float) -> bool:
    """Whether words say a published share of games lost fewer: to the nearest half, from five on to the nearest one;
    the same number of what nobody would notice, or what may be nothing.
    """
    said, exact = fewer(words), 100 * published
    if said == 0:
        return abs(exact) < 0.5
    return said * exact > 0 and abs(said - exact) <= (0.5 if abs(exact) >= 5 else 0.25) + 1e-9


def published_of(link: str, does: str, players: int, field: str) -> list[float]:
    """The published shares of games lost fewer that could be meant: of the tip's habit, or the rule, of these words,
    with so many players, in this field; of the champion's habit with this link.
    """
    if link.startswith("habit-"):
        return [habits()[link, players, field]]
    tip = TIPS[link.removeprefix("tip-")]
    words, is_always = re.subn(r"^Always |, always$", "", does)
    words = words.removesuffix(", at times").lower()
    known = dict(tip.words.rows) | {label: of_rule(tip, label) for label in tip.words.strong}
    found = []
    for label, said in known.items():
        is_obliged = ":oblige=" in label
        row = cells().get((tip.id, label, players, field))
        if row and said.lower() in (words, does.lower()) and (is_always or not is_obliged):
            found.append(-row["effect"] if is_obliged else row["effect"])
    return found


def elsewhere(name: str, does: str, said: str, players: int) -> list[tuple[str, list[float]]]:
    """What is said beside a habit about others at the table, in words, and the published shares that could be meant."""
    told = re.findall(r"(?:([^;:]+), )?(at times|always), (among champions|at plain tables): ([^;(.]+)", said)
    found = []
    for other, how, place, words in told:
        what = (other or does).strip().removeprefix("Always ")
        asked = f"Always {what}" if (how, place) == ("always", "among champions") else what
        found.append((words.strip(), published_of(name, asked, players, FIELDS[place] or "")))
    return found


def plain_cell(label: str) -> tuple[str, str, int, str]:
    """The cell in which plain players do what a rule forbids the champion."""
    (key,) = (each for each in cells() if (*each[:2], each[3]) == (*SAME_PLAINLY[label], "mixed"))
    return key


def habit_advice(name: str) -> int:
    """1 if a tip advises its first habit, -1 if it advises against it."""
    label = next(iter(TIPS[name].words.rows))
    (advice,) = {row["advice"] for key, row in cells().items() if key[:2] == (name, label)}
    return int(advice)


def of_rule(tip: TipResult, label: str) -> str:
    """What one does who does what a rule is about."""
    return RULES.get(label.partition(":")[2]) or tip.words.strong[label].partition(" to ")[2]
