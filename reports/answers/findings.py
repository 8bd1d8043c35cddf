"""The findings that ship: every tip with its headline, and every cell with the size of its effect."""

import json
import math
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.analysis.report.published import FINDINGS
from knotlab.analysis.result import Shown
from knotlab.sim import games as game_list
from knotlab.sim.storage.result_files import published, published_rows

FOLDER = FINDINGS
GAMES = Path(__file__).parents[2] / "sim" / "games"


@dataclass(frozen=True)
class ShippedCell:
    """One experiment at one table: effect and 95% interval, + for what `label` names.

    A rate of games lost is turned round, so that + is fewer. all_low, all_high: the interval that holds for all cells
    together. in_choices: the share of choices that the tip changes.
    won: the same in games won, nan where that was not counted.
    """

    tip: str
    label: str
    kind: str
    players: int
    company: str
    effect: float
    low: float
    high: float
    unit: str
    deals: int = 0
    won: float = math.nan
    won_low: float = math.nan
    won_high: float = math.nan
    all_low: float = math.nan
    all_high: float = math.nan
    in_choices: float = math.nan

    @property
    def is_certain(self) -> bool:
        """Whether the direction holds for all cells together."""
        return self.all_low > 0 or self.all_high < 0


@dataclass(frozen=True)
class ShippedHeadline:
    """What the mean of a tip's cells came to, + for following the advice.

    answer: as in `knotlab.analysis.stats.headline.HeadlineAnswer`. label: the experiment. advice: -1 if the tip
    advises against what the experiment names first.
    """

    answer: str
    label: str
    advice: int
    effect: float
    low: float
    high: float
    unit: str


@dataclass(frozen=True, repr=False)
class TipFound(Shown):
    """A tip as the findings have it, with the words for readers (`words.toml`)."""

    id: str
    statement: str
    verdict: str
    games: int
    cells: tuple[ShippedCell, ...]
    words: Mapping[str, Any]
    headline: ShippedHeadline | None = None
    where: str = ""  # in how many cells it holds, in words

    @property
    def is_proved(self) -> bool:
        """Whether it was settled by counting in the rules, without playing."""
        return bool(self.words["kind"] == "exact")

    @property
    def game(self) -> str:
        """The game that it is about."""
        return games_by_letters()[self.id.partition("-")[0]]

    @property
    def settings_line(self) -> str:
        """The game, and how many cells and games there are."""
        title = game_list.find(self.game).title
        return f"{title}; 1 claim, {len(self.cells)} cells, as shipped; {self.games:,} games"

    def to_pandas(self) -> pd.DataFrame:
        """One row per cell: an experiment at one table, with the size of its effect."""
        return pd.DataFrame([asdict(cell) for cell in self.cells], columns=list(ShippedCell.__dataclass_fields__))

    def _heading(self) -> str:
        return f"{self.id}, {self.verdict}: {self.statement}\n{self.settings_line}"

    def cells_of(self, label: str) -> tuple[ShippedCell, ...]:
        """The cells of one experiment."""
        return tuple(cell for cell in self.cells if cell.label == label)


@cache
def games_by_letters() -> dict[str, str]:
    """Which game the letters of a tip's or a ruling's number name, found by the first ruling of each game."""
    pages = {file.parent.name.replace("_", "-"): file.read_text("utf-8") for file in GAMES.glob("*/rulings.md")}
    first = {game: re.search(r"^#+ ([A-Z]+)-\d+$", page, re.MULTILINE) for game, page in pages.items()}
    return {heading[1]: game for game, heading in first.items() if heading}


def number(text: str) -> float:
    """A number of a table, nan where there is none."""
    return float(text) if text else math.nan


@cache
def shipped(folder: Path = FOLDER) -> tuple[TipFound, ...]:
    """All tips of the findings in a folder, in their order; raises InputError if a file is not as it was published."""
    words = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))
    cells = [_cell(row) for row in published_rows(folder / "cells.csv") if not row["tip"].startswith("#")]
    rows = [row for row in published_rows(folder / "tips.csv") if row["id"] in words]
    return tuple(
        TipFound(
            row["id"],
            row["tip"],
            row["verdict"],
            int(float(row["games"] or 0)),
            tuple(cell for cell in cells if cell.tip == row["id"]),
            words[row["id"]],
            _headline(row) if row.get("answer") else None,
            row["where"],
        )
        for row in rows
    )


def _headline(row: Mapping[str, str]) -> ShippedHeadline:
    """The headline of a line of `tips.csv`."""
    effect, low, high = (number(row[name]) for name in ("mean", "mean_low", "mean_high"))
    return ShippedHeadline(row["answer"], row["label"], int(row["advice"]), effect, low, high, row["mean_unit"])


@dataclass(frozen=True)
class ShippedMoment:
    """A recorded game in which a tip is seen at work.

    tip: its id. words: what happens, in a few words. at: the number of the event that shows it. decision: the number of
    the decision that led to it.
    """

    tip: str
    words: str
    at: int
    decision: int
    record: Mapping[str, Any]

    @property
    def step(self) -> int:
        """The number of the viewer's step: choices that have no event of their own are steps, too."""
        steps, decisions = 0, 0
        for event in self.record["events"]:
            for choice in event.get("before", ()):
                if decisions == self.decision:
                    return steps
                decisions, steps = decisions + 1, steps + (len(choice["moves"]) > 1)
            decisions += "moves" in event
            if decisions > self.decision:
                return steps
            steps += 1
        return steps


@cache
def shipped_moments(folder: Path = FOLDER) -> tuple[ShippedMoment, ...]:
    """The games that ship in which tips are seen at work, in the order of the tips; raises InputError if their file is
    not as it was published.
    """
    return tuple(ShippedMoment(**json.loads(line)) for line in published(folder / "moments.jsonl").splitlines())


def moment_links() -> dict[str, tuple[str, str]]:
    """For each tip that is seen at work where the viewer shows it, as `#watch=tk1:48`, and what happens, by id. The
    viewer's first game of each kind is another one.
    """
    letters, numbers = {game: text.lower() for text, game in games_by_letters().items()}, Counter[str]()
    links = {}
    for moment in shipped_moments():
        game = moment.record["game"]
        numbers[game] += 1
        links[moment.tip] = (f"#watch={letters[game]}{numbers[game]}:{moment.step}", moment.words)
    return links


def _cell(row: Mapping[str, str]) -> ShippedCell:
    """A line of `cells.csv`."""
    effect, low, high = (number(row[name]) for name in ("effect", "low", "high"))
    won, won_low, won_high = (number(row[f"win_rate{end}"]) for end in ("", "_low", "_high"))
    if row["unit"] == "loss_rate" and row["players"] == "2":  # the one loses what the other wins
        won, won_low, won_high = effect, low, high
    return ShippedCell(
        tip=row["tip"],
        label=row["label"],
        kind=row["kind"],
        players=int(row["players"]),
        company=row["field"],
        effect=effect,
        low=low,
        high=high,
        unit=row["unit"],
        deals=int(float(row["deals"] or 0)),
        won=won,
        won_low=won_low,
        won_high=won_high,
        all_low=number(row.get("all_low", "")),
        all_high=number(row.get("all_high", "")),
        in_choices=number(row.get("in_choices", "")),
    )
