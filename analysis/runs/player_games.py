"""Each player's games as a table: a row for every game of a player, with who he was, where he sat, what he was dealt
and what came of it.

Nothing of this is kept but results: names and seats follow from the number of a game, and cards are dealt again from
the seed when they are asked for. Rows are made some deals at a time, and only the columns that are wanted.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.runs.fields import watched
from knotlab.analysis.stats.payoffs import UNIT, lost, won
from knotlab.sim import games
from knotlab.sim.playing.branch import positions
from knotlab.sim.playing.job import Job
from knotlab.sim.settings import stated_rules
from knotlab.sim.storage.pieces import lazy_rows
from knotlab.strategies.resolve import players

NAMES = ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings")
RANKS = dict(zip(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"), NAMES, strict=True))
RANKS |= {"A": "aces", "Jk": "jokers"}
AT_START = "_at_start"
DEALS = 500  # that are dealt again at a time
SHARES = {"lost": lost, "won": won}


class GameRows(NamedTuple):
    """Some whole deals, each array with a row for a game.

    game, deal: their numbers. seats, players: of each player at the table his seat, and which of the strategies he is;
    shape (games, players). fields: each result field by player, same shape. end, turns: of the game. shown: how many of
    the players have a row of their own; the others are named beside them.
    """

    game: np.ndarray
    deal: np.ndarray
    seats: np.ndarray
    players: np.ndarray
    fields: Mapping[str, np.ndarray]
    end: np.ndarray
    turns: np.ndarray
    shown: int


@dataclass(frozen=True)
class PlayerGames:
    """The games of some strategies at a table of one size.

    rules: by name, as values or as a folder has them. strategies: all that take part, by number. fields: the result
    fields that are known. pieces: the games, some at a time, as often as they are asked for. others: how many players
    of a game are named beside the one whose row it is.
    """

    game: str
    rules: Mapping[str, Any]
    seed: int
    n_players: int
    strategies: tuple[str, ...]
    fields: tuple[str, ...]
    pieces: Callable[[], Iterator[GameRows]]
    others: int = 0

    @property
    def schema(self) -> dict[str, Any]:
        """Columns and their types."""
        name = pl.Enum(list(dict.fromkeys(self.strategies)))
        schema: dict[str, Any] = {"players": pl.Int64, "game": pl.Int64, "deal": pl.Int64, "player": name}
        schema |= {"seat": pl.Int64, "began": pl.Boolean}
        schema |= {f"other_{number}": name for number in range(1, self.others + 1)}
        schema |= {"end": pl.Int64, "turns": pl.Int64} | dict.fromkeys(self.fields, pl.Int64)
        schema |= dict.fromkeys(SHARES if "place" in self.fields else (), pl.Float64)
        return schema | {rank + AT_START: pl.Int64 for rank in sorted(ranks_of(self.game), key=[*RANKS.values()].index)}

    def scan(self) -> pl.LazyFrame:
        """All rows, lazily."""
        return lazy_rows(lambda names: (self._frame(piece, names) for piece in self.pieces()), self.schema)

    def _frame(self, piece: GameRows, wanted: Sequence[str]) -> pl.DataFrame:
        """The rows of some games, with some columns."""
        made = {name: values for name, values in self._columns(piece, wanted).items() if name in wanted}
        frame = pl.DataFrame({name: np.ascontiguousarray(values).ravel() for name, values in made.items()})
        texts = self.schema
        named = [
            pl.lit(pl.Series(list(self.strategies), dtype=pl.String)).gather(pl.col(name)).cast(texts[name]).alias(name)
            for name in wanted
            if isinstance(texts[name], pl.Enum)
        ]
        return frame.with_columns(named).select(pl.col(name).cast(texts[name]) for name in wanted)

    def _columns(self, piece: GameRows, wanted: Sequence[str]) -> dict[str, np.ndarray]:
        """Columns by name, each of shape (games, shown)."""
        shape = (len(piece.game), piece.shown)

        def of_game(values: np.ndarray) -> np.ndarray:
            return np.broadcast_to(values[:, None], shape)

        columns = {name: of_game(getattr(piece, name)) for name in ("game", "deal", "end", "turns")}
        columns |= {"players": np.full(shape, self.n_players)}
        columns |= {"player": piece.players[:, : piece.shown], "seat": piece.seats[:, : piece.shown]}
        columns |= {name: values[:, : piece.shown] for name, values in piece.fields.items()}
        columns |= {f"other_{number}": piece.players[:, [number]] for number in range(1, self.others + 1)}
        for name in set(wanted) & SHARES.keys():
            columns[name] = SHARES[name](piece.fields["place"]).value[:, : piece.shown] / UNIT
        if any(name == "began" or name.endswith(AT_START) for name in wanted):
            columns |= self._dealt(piece)
        return columns

    def _dealt(self, piece: GameRows) -> dict[str, np.ndarray]:
        """Who had the first decision, and everybody's first cards by rank."""
        deals, which = np.unique(piece.deal, return_inverse=True)
        first, cards = deal_again(self._dealer, deals)
        rows, seats = which.reshape(-1, 1), piece.seats[:, : piece.shown]
        ranks = ranks_of(self.game)
        counts = {rank + AT_START: cards[rows, seats, number] for number, rank in enumerate(ranks)}
        return counts | {"began": first[rows] == seats}

    @property
    def _dealer(self) -> Job:
        """A job with the same deals; who plays it does not matter."""
        rules = stated_rules(games.find(self.game), self.n_players, self.rules)
        return Job(
            self.game, rules, players(self.game, watched(self.game)[:1] * self.n_players), self.seed, fixed_seats=True
        )


def deal_again(job: Job, deals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Who decides first on each of some deals of a job with fixed seats, a seat, shape (deals,), and how many cards of
    each rank each seat is dealt, shape (deals, seats, ranks).
    """
    events, ranks = games.find(job.game).events, {rank: i for i, rank in enumerate(ranks_of(job.game))}
    numbers = {card: ranks[rank_name(card)] for card in cards_of(job.game)}
    first, cards = np.zeros(len(deals), np.int64), np.zeros((len(deals), job.n_players, len(ranks)), np.int64)
    for begin in range(0, len(deals), DEALS):
        some = deals[begin : begin + DEALS]
        dealt = positions(job, some, np.zeros(len(some)))
        first[begin : begin + DEALS] = dealt.views["seat"]
        for row, (view, hidden) in enumerate(zip(dealt.views, dealt.hiddens, strict=True), begin):
            told = events.deal_of(view, hidden)
            for seat, hand in enumerate(told["hands"] if isinstance(told, dict) else told):
                cards[row, seat] = np.bincount([numbers[card] for card in hand], minlength=len(ranks))
    return first, cards


def cards_of(game: str) -> tuple[str, ...]:
    """The names of a game's cards."""
    return tuple(games.module_of(game, "cards").NAMES)


def rank_name(card: str) -> str:
    """The rank of a card in words: with a suit at its end or without.

    >>> rank_name("10C"), rank_name("Jk")
    ('tens', 'jokers')
    """
    return RANKS.get(card) or RANKS.get(card[:-1], card)


def ranks_of(game: str) -> tuple[str, ...]:
    """A game's ranks in words, in the order of its cards.

    >>> ranks_of("twyst")[:2]
    ('twos', 'threes')
    """
    return tuple(dict.fromkeys(map(rank_name, cards_of(game))))
