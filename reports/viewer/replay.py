"""A recorded game to watch: told as text, and written as a page with the replay viewer."""

import html
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pandas as pd

from knotlab.analysis.duels.partings import HELPED
from knotlab.analysis.duels.result import ShownDuel
from knotlab.analysis.result import Conditions, Result
from knotlab.reports.template import render
from knotlab.reports.words.duel import name_in_words, names_of, parting
from knotlab.reports.words.telling import decisions_of, tell, without_reasons
from knotlab.sim import games
from knotlab.sim.errors import RunError, StrategyError


@dataclass(frozen=True, repr=False)
class Replay(Result):
    """A recorded game, or the games of a match: text when printed, and a viewer to step through at the end of a cell of
    a notebook. Plot: `moves`.

    records: of the games, with every legal move's score where that is known. why: whether the text tells these.
    failure: of a strategy; then the record ends there.
    """

    records: tuple[Mapping[str, Any], ...]
    why: bool = False
    failure: StrategyError | None = None

    @property
    def record(self) -> Mapping[str, Any]:
        """The record of the (first) game."""
        return self.records[0]

    @property
    def conditions(self) -> Conditions:
        """The game, rules, players and seed that the record names."""
        return Conditions(self.record["game"], len(self.record["players"]), self.record["rules"], self.record["seed"])

    def to_pandas(self) -> pd.DataFrame:
        """One row per event of a player: its number in its game's record, seat, strategy, what was done, and in
        words.
        """
        rows = [
            {
                "game": record["index"],
                "event": number,
                "seat": event["seat"],
                "strategy": record["players"][event["seat"]],
                "do": event["do"],
                "words": games.find(record["game"]).events.describe(event),
            }
            for record in self.records
            for number, event in enumerate(record["events"])
            if "seat" in event
        ]
        return pd.DataFrame(rows)

    def to_html(self) -> str:
        """A page that stands alone, in which the (first) game can be watched step by step."""
        self._refuse_failure()
        return replay_page(self.record)

    def facts(self) -> dict[str, Any]:
        """The record, or those of a match."""
        self._refuse_failure()
        records = [dict(record if self.why else without_reasons(record)) for record in self.records]
        return {"match": self.record["match"], "games": records} if "match" in self.record else records[0]

    def _refuse_failure(self) -> None:
        """Raise RunError if the game broke off."""
        if self.failure:
            raise RunError(str(self.failure))

    def story(self) -> str:
        """What happened, up to where it broke off."""
        ended = self.failure is None
        stories = ["\n".join(tell(record if self.why else without_reasons(record), ended)) for record in self.records]
        if "match" not in self.record:
            return stories[0]
        heads = [_head(record, len(stories)) for record in self.records]
        return "\n\n".join(f"{head}\n{story}" for head, story in zip(heads, stories, strict=True))

    def __str__(self) -> str:
        return self.story() + (f"\n{self.failure}" if self.failure else "")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if self.failure:
            return f"<pre>{html.escape(str(self))}</pre>"
        page = html.escape(self.to_html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 40em; border: 0" title="a recorded game"></iframe>'


def _head(record: Mapping[str, Any], games_of_match: int) -> str:
    """What stands above the story of a game of a match."""
    totals = f"\ntotals so far, by seat: {', '.join(map(str, record['totals']))}" if record["number"] else ""
    return f"Game {record['number'] + 1} of the {games_of_match} of match {record['match']}:{totals}"


def replay_page(record: Mapping[str, Any], *others: Mapping[str, Any], heading: str = "", lead: str = "") -> str:
    """A page that stands alone, in which one recorded game, or several, can be watched step by step.

    heading: what stands above it. lead: a paragraph below that.
    """
    title = f"{games.find(record['game']).title}, game {record['index']} of seed {record['seed']}"
    heading = heading or "A recorded game"
    return render("page/replay.html", title=title, records=[record, *others], heading=heading, lead=lead)


def parted_page(result: ShownDuel) -> str:
    """A page that opens where the two of a duel part, in a game in which that helped or backfired, with what the moves
    were worth there.
    """
    game = result.game
    assert game
    names, records = [*map(name_in_words, names_of(result))], []
    for name, move, record in zip(names, (game.moment.a, game.moment.b), deepcopy(game.records), strict=True):
        values = game.worth.values
        worse = [number for number, value in enumerate(values) if value.is_worse]
        worth = {"values": [round(value.mean, 4) for value in values], "worse": worse}
        decisions = [each for event in record["events"] for each in decisions_of(event)]
        decisions[game.moment.decision]["whatif"] = worth
        record |= {"whatif": {"rollouts": values[0].n, "metric": game.worth.metric}}
        opened = {"opens": game.moment.decision, "about": f"{name} plays '{move}'"}
        records.append(record | opened | {"names": [name_in_words(each) for each in record["players"]]})
    better = "better" if result.shown == HELPED else "worse"
    heading = f"A game that came out {better} for {names[0]} than for {names[1]}"
    return replay_page(*records, heading=heading, lead=parting(result))
