"""What all results have in common: the conditions under which the games were played, tables, and a picture.

A result is a class that derives from `Result`, with `conditions` and `to_pandas()`; its plots are the
functions in `reports/plots/` that are declared as plots of it.
"""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from knotlab.analysis.drawing import draw
from knotlab.sim import games as game_list
from knotlab.sim.protocol import Match
from knotlab.sim.settings import plain_rules, spelt

if TYPE_CHECKING:  # each takes long to import, and is not needed to name a game's rules
    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

    from knotlab.sim.playing.job import Job

RESULT = "result.json"  # the file of a folder in which a result is kept
RECORD = 12  # digits of the hash of what a question, a run or a tournament is


@dataclass(frozen=True)
class Conditions:
    """Under which conditions games were played.

    game: its name, as on the command line. players: the number of players at a table. rules: every rule setting by
    name. seed: of the games' random numbers; None where it is not known. games: how many games, or matches, were
    played; None where that is not what a result rests on. match: what a match is, if matches were played in place of
    single games. fixed_seats: whether everybody kept one seat. mixed: with which different versions they were played,
    in words; empty if with the same ones. unrepeatable: the players who need not decide alike whenever a game is played
    again. record: twelve digits of a hash of all that was fixed beforehand; empty where that is not known.
    """

    game: str
    players: int
    rules: Mapping[str, Any]
    seed: int | None
    games: int | None = None
    match: Match | None = None
    fixed_seats: bool = False
    mixed: str = ""
    unrepeatable: tuple[str, ...] = ()
    record: str = ""

    @property
    def title(self) -> str:
        """Game, players and the rule settings that differ from the defaults, for the title of a table or a plot.

        >>> Conditions("twisted-knot", 3, {"packs": 2}, seed=1, games=9000).title
        'Twisted Knot, 3 players, packs=2'
        """
        game = game_list.find(self.game)
        parts = [game.title, f"{self.players} players", *changed_settings(self.game, self.players, self.rules)]
        return ", ".join([*parts, *filter(None, [self.matches]), *(["fixed seats"] if self.fixed_seats else [])])

    @property
    def played(self) -> str:
        """What was played, in the plural."""
        return "matches" if self.match else "games"

    @property
    def matches(self) -> str:
        """What the matches are, if matches were played.

        >>> Conditions("twyst", 4, {}, seed=1, match=Match(target=300)).matches
        'matches to 300'
        """
        rules = game_list.find(self.game).match_rules
        if self.match is None or rules is None:
            return ""
        target, n_games = self.match.target, self.match.games
        return f"matches to {target}" if target else f"matches of {n_games} {rules.unit}s"

    @property
    def note(self) -> str:
        """What is to be known of the players in every table: `tremble_note` of the game, of versions, the record."""
        mixed = f"Its pieces were played with different versions: {self.mixed}." if self.mixed else ""
        who = " and ".join(self.unrepeatable)
        once = f"These games cannot be played again from their seed: {who} need not repeat." if who else ""
        record = f"Record {self.record}." if self.record else ""
        return " ".join(filter(None, (tremble_note(self.game), mixed, once, record)))

    @property
    def facts(self) -> dict[str, Any]:
        """Game, players, rules and seed as plain data, and the record if there is one.

        >>> Conditions("twyst", 4, {"lost": "others"}, seed=1).facts
        {'game': 'twyst', 'players': 4, 'rules': {'lost': 'others'}, 'seed': 1}
        """
        rules = plain_rules(self.rules)
        once = {"unrepeatable": list(self.unrepeatable)} if self.unrepeatable else {}
        facts = {"game": self.game, "players": self.players, "rules": rules, "seed": self.seed}
        return facts | once | ({"record": self.record} if self.record else {})

    def stamp(self, table: pd.DataFrame) -> pd.DataFrame:
        """A table with the conditions in columns of their own, where it has none of that name: for files that are read
        by themselves.

        >>> import pandas as pd
        >>> rates = pd.DataFrame({"win_rate": [0.5]})
        >>> Conditions("twisted-knot", 3, {"packs": 2}, seed=1).stamp(rates).iloc[0].to_dict()
        {'win_rate': 0.5, 'game': 'twisted-knot', 'players': 3, 'settings': 'packs=2', 'seed': 1}
        """
        settings = " ".join(changed_settings(self.game, self.players, self.rules))
        named = {"game": self.game, "players": self.players, "settings": settings, "seed": self.seed}
        named |= {"record": self.record} if self.record else {}
        return table.assign(**{name: value for name, value in named.items() if name not in table})

    @property
    def line(self) -> str:
        """The title with the number of games and the seed.

        >>> Conditions("twisted-knot", 3, {}, seed=1, games=9000).line
        'Twisted Knot, 3 players; 9,000 games, seed 1'
        """
        games = [] if self.games is None else [f"{self.games:,} {self.played}"]
        seed = [] if self.seed is None else [f"seed {self.seed}"]
        return "; ".join([self.title, *([", ".join(games + seed)] if games + seed else [])])


def tremble_note(game: str) -> str:
    """How often players of a game move at random whose names do not say it, in a sentence; nothing if they never do.

    >>> tremble_note("knotweed")
    'A strategy that sets no tremble plays a random legal move in 2% of its decisions; with NAME:tremble=0, in none.'
    >>> tremble_note("twyst")
    ''
    """
    share = game_list.find(game).tremble
    if not share:
        return ""
    usual = f"A strategy that sets no tremble plays a random legal move in {100 * share:g}% of its decisions"
    return f"{usual}; with NAME:tremble=0, in none."


def conditions_of(job: Job) -> Conditions:
    """The conditions of a job, however many games of it are played."""
    return Conditions(job.game, len(job.players), job.rules, job.seed, None, job.match, job.fixed_seats)


def changed_settings(game: str, players: int, rules: Mapping[str, Any]) -> list[str]:
    """The settings that differ from a game's defaults, as `KEY=VALUE`; those of a preset together as `preset=NAME`.

    >>> changed_settings("twisted-knot", 2, {"packs": 2, "eight": "repeat"})
    ['packs=2', 'eight=repeat']
    """
    rules_of_game = game_list.find(game)
    values = {setting.name: setting.default_for(players) for setting in rules_of_game.settings}
    fitting = [
        name
        for name, preset in rules_of_game.presets.items()
        if preset and all(key in rules and spelt(rules[key]) == spelt(preset[key]) for key in preset)
    ]
    preset = max(fitting, key=lambda name: len(rules_of_game.presets[name]), default=None)
    values |= rules_of_game.presets[preset] if preset else {}
    changed = [
        f"{name}={spelt(rules[name])}" for name in values if name in rules and spelt(rules[name]) != spelt(values[name])
    ]
    return [*([f"preset={preset}"] if preset else []), *changed]


class Shown(ABC):
    """What is shown as a table with a line about its settings above it, and can be drawn.

    A dataclass that derives from it is declared with `repr=False`.
    """

    @property
    @abstractmethod
    def settings_line(self) -> str:
        """What was played, in one line: game, players, changed settings, games and seed."""

    @abstractmethod
    def to_pandas(self) -> pd.DataFrame:
        """The main table as a pandas frame."""

    def to_polars(self) -> pl.DataFrame:
        """The main table as a Polars frame."""
        import polars as pl

        frame = self.to_pandas()
        return pl.DataFrame({str(name): frame[name].to_list() for name in frame.columns}, strict=False)

    def plot(self, kind: str | None = None) -> Figure:
        """Draw the result.

        kind: which of its plots; the most telling one unless it is named. A name that does not exist is answered with
        those that do. The figure is shown at the end of a notebook's cell; `figure.savefig("plot.png")` keeps it.
        """
        figure: Figure = draw(self, kind)
        return figure

    def _heading(self) -> str:
        """What stands above the table where the result is shown."""
        return self.settings_line

    def _shown(self) -> pd.DataFrame:
        return self.to_pandas()

    def _note(self) -> str:
        """What stands below it; empty if nothing does."""
        return ""

    def __repr__(self) -> str:
        table = self._shown()
        rows = [] if table.empty else [table.to_string(index=False, float_format="{:.4f}".format), self._note()]
        return "\n".join(filter(None, [self._heading(), *rows]))

    def _repr_html_(self) -> str:
        lines = "<br>".join(html.escape(line) for line in self._heading().splitlines())
        table = self._shown()
        note = f"<p>{html.escape(self._note())}</p>" if self._note() else ""
        rows = "" if table.empty else table.to_html(index=False, float_format="{:.4f}".format) + note
        return f"<p>{lines}</p>{rows}"


class Result(Shown):
    """What is known of games played under the same conditions."""

    @property
    @abstractmethod
    def conditions(self) -> Conditions:
        """The game, rules, players and seed that the result is about."""

    @property
    def settings_line(self) -> str:
        """The conditions in one line: game, players, changed settings, games and seed."""
        return self.conditions.line

    def _note(self) -> str:
        return self.conditions.note
