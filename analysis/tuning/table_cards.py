"""A table card for a group's own rules and number of players. Lines are changed, one by one, as long as whoever plays
by them certainly loses fewer games.

Each round tries some changes of the card on the same deals, among champions and at plain tables. The folder keeps the
card and the number of the round, and the random numbers of a round depend on nothing else, so a search that was stopped
goes on as if it had not been.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd

from knotlab.analysis.defaults import Progress, untold
from knotlab.analysis.result import changed_settings
from knotlab.analysis.runs.fields import groups
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import Between, mean_of
from knotlab.analysis.stats.intervals import Range
from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.tuning.arena import Arena, all_scores
from knotlab.analysis.tuning.card_lines import Proposals
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.players import Player
from knotlab.sim.storage.result_files import check_own, read_text, write_whole
from knotlab.strategies.cards.amounts import listed
from knotlab.strategies.cards.shipped import phrases_of, shipped_card
from knotlab.strategies.cards.text import MOST, Card, parameters_of, read_line, write_line
from knotlab.strategies.resolve import player

SIZES = (2, 3, 4)  # tables that a card is for unless their size is given
FIELDS = ("strong", "mixed")  # who else plays: champions, and the players of plain tables
WEIGHTS = {"strong": 2, "mixed": 1}  # of a share of games lost, counted in equal shares
ROUNDS, TRIED = 600, 8  # rounds of a search, and changes that each of them tries
LOOKS = (0, 100, 300, 900, 2600)  # deals after which it is seen whether to go on with a change
LEAST = (0.0, 0.5, 1.0, 1.5)  # standard errors that it must have gained there
FRESH = 10**6  # deals from which the numbers of the first are drawn
COMPARED = 4000  # fresh deals on which the card that was found is compared with the one that ships
KEPT = "card-search.json"


@dataclass(frozen=True)
class CardPlace:
    """A table at which cards are tried. field: who else plays."""

    players: int
    field: str
    arena: Arena

    def lost(self, who: Player, deals: np.ndarray, purpose: str, workers: int | None = None) -> np.ndarray:
        """What a player loses on each of some consecutive deals, in all seats: whole numbers, which the table's unit
        makes the share of its games; shape (deals,).
        """
        return -all_scores(self.arena, [who], purpose, int(deals[0]), len(deals), workers)[:, 0]


@dataclass(frozen=True)
class CardAtTable:
    """What a card is worth at a table: the shares of games lost, and how much smaller that share is than with the card
    that ships, on the same deals; each with a 95% interval. field: who else plays.
    """

    players: int
    field: str
    lost: Between
    usual: Between
    fewer: Between


@dataclass(frozen=True)
class FoundCard:
    """A table card for a group's own rules.

    rules: the settings that differ from the defaults. rounds, of: how many were played, and how many there are. deals,
    tables: what it is worth, table by table, on so many fresh deals each; none if nothing better than the card that
    ships was found.
    """

    game: str
    card: Card
    rules: Sequence[str]
    rounds: int
    of: int
    deals: int
    tables: Sequence[CardAtTable]

    def to_pandas(self) -> pd.DataFrame:
        """What the card is worth, one row a table; shares of games."""
        names = ("lost", "usual", "fewer")
        return pd.DataFrame(
            [
                {"players": each.players, "field": each.field}
                | {
                    f"{name}{end}": value
                    for name in names
                    for end, value in zip(("", "_low", "_high"), getattr(each, name), strict=True)
                }
                for each in self.tables
            ]
        )


def places(table: Table) -> list[CardPlace]:
    """The tables of a search: of the size that is given, or of all usual ones."""
    metric, found = metric_named(games.find(table.game), "loss_rate"), []
    for size in SIZES if table.players is None else (table.players,):
        base = table.job(["random"] * size)
        found += [CardPlace(size, name, Arena(base, groups(table.game, name, size - 1), metric)) for name in FIELDS]
    return found


def follower(game: str, lines: Sequence[int]) -> Player:
    """The player who follows the lines of a card."""
    who = _card_player(game)
    return replace(who, values=tuple(map(float, parameters_of(lines).values())))


@cache
def _card_player(game: str) -> Player:
    return player(game, "card")


def find_card(
    table: Table,
    *,
    workers: int | None = None,
    minutes: float | None = None,
    out: Path | None = None,
    on_progress: Progress = untold,
) -> FoundCard:
    """Search for a card, from the one that ships, and compare both.

    table: the game, the rules, and the number of players if the card is for one only. minutes: no other round begins
    after so many; none: all are played. out: the folder that keeps the card. on_progress: called with the rounds that
    are kept, then with 1 after each. Raises InputError if the game has no card, the rules make no sense or the folder
    holds something else.
    """
    search = ByPlay(table, workers, out)
    start = time.monotonic()
    on_progress(search.rounds)
    while search.rounds < ROUNDS:
        search.play_round()
        on_progress(1)
        if minutes is not None and time.monotonic() - start > 60 * minutes:
            break
    return search.found()


class ByPlay:
    """A search under way: its card's lines, and how many rounds were played.

    lines: where it begins; the card that ships unless given.
    """

    def __init__(self, table: Table, workers: int | None, out: Path | None, lines: Sequence[int] = ()) -> None:
        self.table, self.workers, self.places = table, workers, places(table)
        self.game, self.phrases, self.usual = table.game, phrases_of(table.game), shipped_card(table.game)
        self.fixed, *others = lines or self.usual.lines  # it is about going out, which no card should do without
        self.best, self.first, self.rounds = others, 0, 0
        job = self.places[0].arena.base
        self.rules = changed_settings(table.game, len(job.players), job.rules)
        self.made = {"game": table.game, "players": table.players, "rules": self.rules, "seed": table.seed}
        self.file = None if out is None else out / KEPT
        if self.file is not None:
            check_own(self.file.parent, [KEPT])
            if self.file.is_file():
                self._go_on(self.file)
        for place in self.places:
            place.arena.compile(follower(self.game, self.usual.lines))

    def _go_on(self, file: Path) -> None:
        """Take up what a file keeps; raises InputError if it is the search for something else."""
        try:
            kept = json.loads(read_text(file))
            is_other = kept["made"] != self.made
            lines = [read_line(text, self.phrases) for text in kept["lines"]]
            self.best, self.first, self.rounds = lines[1:], int(kept["first"]), int(kept["rounds"])
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{file} is damaged ({error}); give another folder") from None
        if is_other:
            raise InputError(f"{file} is a search under other rules, of other players or seed; give another folder")

    def play_round(self) -> None:
        """Try some changes, and keep the best of those that certainly lose fewer games."""
        proposals = Proposals(self.phrases, MOST, [self.table.seed, self.rounds], [self.fixed])
        tried = [proposals.changed(self.best) for _ in range(TRIED)]
        left = [lines for lines in tried if lines != self.best]
        before, gains = np.zeros(0), {number: np.zeros(0) for number in range(len(left))}
        for (start, end), least in zip(pairwise(LOOKS), LEAST, strict=True):
            deals = np.arange(self.first + start, self.first + end)
            if gains:
                before = self._losses(self.best, deals)
            for number in list(gains):
                gain = np.append(gains[number], before - self._losses(left[number], deals))
                error = float(gain.std()) / len(gain) ** 0.5
                if gain.any() and gain.mean() >= least * error:
                    gains[number] = gain
                else:
                    del gains[number]
        if gains:
            self.best = left[max(gains, key=lambda number: float(gains[number].mean()))]
            self.first = int(proposals.rng.integers(FRESH))  # what has been kept is held against others on fresh deals
        self.rounds += 1
        self._keep()

    def _losses(self, lines: Sequence[int], deals: np.ndarray) -> np.ndarray:
        """Games lost on each deal at all tables, weighted; shape (deals,)."""
        who, total = follower(self.game, [self.fixed, *lines]), np.zeros(len(deals))
        for place in self.places:
            share = place.lost(who, deals, "tune", self.workers) / place.arena.unit
            total += WEIGHTS[place.field] * place.players * share
        return total

    def _keep(self) -> None:
        """Write where the search is."""
        if self.file is not None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            state = {"made": self.made, "rounds": self.rounds, "first": self.first, "lines": self._texts()}
            write_whole(self.file, json.dumps(state, indent=1).encode())

    def _texts(self) -> list[str]:
        return [write_line(line, self.phrases) for line in [self.fixed, *self.best]]

    def found(self) -> FoundCard:
        """The card as it is, with what it is worth."""
        lines = (self.fixed, *self.best)
        card = Card(self.usual.title, tuple(self._texts()), lines, self._made_for())
        worth = [] if lines == self.usual.lines else [*map(self._worth, self.places)]
        return FoundCard(self.game, card, self.rules, self.rounds, ROUNDS, COMPARED, worth)

    def _made_for(self) -> str:
        """For how many players and under which rules a card is sought."""
        sizes = dict.fromkeys(str(place.players) for place in self.places)
        return ", ".join([f"{listed([*sizes])} players", *(self.rules or ["the usual rules"])])

    def _worth(self, place: CardPlace) -> CardAtTable:
        """What the card is worth at a table."""
        deals, unit = np.arange(COMPARED), place.arena.unit
        mine, usual = (
            place.lost(follower(self.game, lines), deals, "confirm", self.workers)
            for lines in ([self.fixed, *self.best], self.usual.lines)
        )
        by_mine, by_usual = (mean_of(numbers, unit, bounds=Range(0.0, 1.0)).between for numbers in (mine, usual))
        fewer = mean_of(usual - mine, unit, bounds=Range(-1.0, 1.0)).between
        return CardAtTable(place.players, place.field, by_mine, by_usual, fewer)
