"""The findings that ship: every tip with its verdict, and every cell with effect and interval."""

import csv
import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "findings"
RULES = {"TK": "twisted-knot", "KW": "knotweed", "TY": "twyst"}  # which game a tip's number names


@dataclass(frozen=True)
class Cell:
    """One experiment at one table: effect and interval, + for what `label` names; per game lost where more is worse."""

    tip: str
    label: str
    kind: str
    players: int
    company: str
    verdict: str
    effect: float
    low: float
    high: float
    unit: str
    games: int

    @property
    def is_certain(self) -> bool:
        """Whether the interval leaves nothing out on one side of zero."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class TipFound:
    """A tip as the findings have it, with the words for readers (`words.toml`)."""

    id: str
    statement: str
    verdict: str
    games: int
    cells: tuple[Cell, ...]
    words: Mapping[str, Any]

    @property
    def game(self) -> str:
        """The game that it is about."""
        return RULES[self.id.split("-")[0]]

    def cells_of(self, label: str) -> tuple[Cell, ...]:
        """The cells of one experiment."""
        return tuple(cell for cell in self.cells if cell.label == label)


def number(text: str) -> float:
    """A number of a table, nan where there is none."""
    return float(text) if text else math.nan


@cache
def shipped(folder: Path = FOLDER) -> tuple[TipFound, ...]:
    """All tips of the findings in a folder, in their order."""
    words = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))
    with (folder / "cells.csv").open(encoding="utf-8", newline="") as file:
        cells = [_cell(row) for row in csv.DictReader(file) if not row["tip"].startswith("#")]
    with (folder / "tips.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["id"] in words]
    return tuple(
        TipFound(
            row["id"],
            row["tip"],
            row["verdict"],
            int(float(row["games"] or 0)),
            tuple(cell for cell in cells if cell.tip == row["id"]),
            words[row["id"]],
        )
        for row in rows
    )


@cache
def shipped_games() -> tuple[dict[str, Any], ...]:
    """The recorded games that ship, one of a kind, with what their moves are worth."""
    file = FOLDER / "watch.jsonl"
    return tuple(map(json.loads, file.read_text("utf-8").splitlines())) if file.exists() else ()


def _cell(row: Mapping[str, str]) -> Cell:
    """A line of `cells.csv`."""
    effect, low, high = (number(row[name]) for name in ("effect", "low", "high"))
    return Cell(
        tip=row["tip"],
        label=row["label"],
        kind=row["kind"],
        players=int(row["players"]),
        company=row["field"],
        verdict=row["verdict"],
        effect=effect,
        low=low,
        high=high,
        unit=row["unit"],
        games=int(row["games"]),
    )
