"""What there is to look up: the strategies, the rules and the view of games, as data and in tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.table import Table

from knotlab.analysis.result import Shown, tremble_note
from knotlab.reports.words import rulings, tables
from knotlab.sim import games as game_list
from knotlab.sim.protocol import Game
from knotlab.strategies.declare import Strategy

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Catalogue(Shown):
    """The strategies of some games, by game and name."""

    strategies: Mapping[str, Mapping[str, Strategy]]

    @property
    def settings_line(self) -> str:
        """Whose strategies they are."""
        return f"strategies of {', '.join(game_list.find(name).title for name in self.strategies)}"

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {game: [tables.strategy_facts(each) for each in known.values()] for game, known in self._items()}

    def to_pandas(self) -> pd.DataFrame:
        """One row per strategy: its game, name, idea, parameters and versions."""
        import pandas as pd

        return pd.DataFrame([{"game": game, **facts} for game, each in self.facts().items() for facts in each])

    def lines(self) -> Iterator[str | Table]:
        """A table for each game, and what every strategy takes."""
        for game, known in self._items():
            yield tables.strategies(game, known)
        yield "NAME@VERSION plays a strategy with the tuned parameters of a version."
        yield "Every strategy also takes tremble=P (a random legal move with probability P) and temperature=T."
        yield from filter(None, dict.fromkeys(map(tremble_note, self.strategies)))

    def _items(self) -> Iterator[tuple[str, Mapping[str, Strategy]]]:
        yield from self.strategies.items()


@dataclass(frozen=True, repr=False)
class Rules(Shown):
    """The settings of some games; with `text`, their rulings, or those with some numbers."""

    games: Sequence[Game]
    numbers: Sequence[str] = ()
    text: bool = False

    @property
    def settings_line(self) -> str:
        """Whose settings they are."""
        return f"rule settings of {', '.join(game.title for game in self.games)}"

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {game.name: tables.rules_facts(game) | self._rulings(game) for game in self.games}

    def to_pandas(self) -> pd.DataFrame:
        """One row per setting: its game, name, default, meaning and rulings."""
        import pandas as pd

        return pd.DataFrame(
            [{"game": game, **row} for game, facts in self.facts().items() for row in facts["settings"]]
        )

    def rulings(self) -> Iterator[str]:
        """The rulings that are asked for, in Markdown."""
        for game in self.games:
            if self.numbers:
                yield "\n".join(rulings.ruling(game, number) for number in self.numbers)
            elif self.text:
                yield rulings.page(game)

    def lines(self) -> Iterator[str | Table]:
        """A table of settings for each game, with its presets."""
        for game in self.games:
            yield tables.rules(game)
            for preset, changes in game.presets.items():
                yield f"preset={preset}: {tables.changed_settings(changes) or 'the defaults'}"
            yield f"How it is played: knotlab rules {game.name} --text"

    def _rulings(self, game: Game) -> dict[str, dict[str, str]]:
        """The rulings that are asked for, by number."""
        if self.numbers:
            return {"rulings": {number.upper(): rulings.ruling(game, number) for number in self.numbers}}
        return {"rulings": rulings.rulings(game)} if self.text else {}


@dataclass(frozen=True, repr=False)
class View(Shown):
    """What a strategy of a game sees, the kinds of move, and the columns of the event log."""

    game: Game

    @property
    def settings_line(self) -> str:
        """Whose view it is."""
        return f"view of {self.game.title}"

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "fields": tables.view_facts(self.game),
            "moves": tables.move_facts(self.game),
            "log": tables.log_facts(self.game),
        }

    def to_pandas(self) -> pd.DataFrame:
        """One row per field: name, shape, range, meaning and rulings."""
        import pandas as pd

        return pd.DataFrame(tables.view_facts(self.game))

    def lines(self) -> Iterator[str | Table]:
        """Tables of the fields, moves, cards and columns."""
        yield from tables.view(self.game)
        if rulings.has_page(self.game):
            number = next(iter(rulings.rulings(self.game)))
            yield f"What a ruling says: knotlab rules {self.game.name} {number}"
