"""Cards at the table: the players that they are, and games that they lose, on the same deals as other players."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from knotlab.analysis.runs.fields import groups
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.tuning.arena import Arena
from knotlab.analysis.tuning.table_cards import SIZES
from knotlab.sim import games
from knotlab.sim.playing.players import Player
from knotlab.strategies.cards.text import Phrases
from knotlab.strategies.knotweed._card_words import PHRASES as WEED
from knotlab.strategies.resolve import player
from knotlab.strategies.twisted_knot._card_words import PHRASES as KNOT

DRAFTED = Path(__file__).with_name("drafted.py")
MOST = 30  # lines
FIELDS = ("strong-1", "mixed-2")  # among champions, and at plain tables


class CardGame(NamedTuple):
    """A game with a card: the strategy that plays cards that are only tried, the words of lines, the best scripts, by
    the number of players, and players who follow one tip.
    """

    drafted: str
    phrases: Phrases
    scripts: dict[int, str]
    tips: tuple[str, ...]


CARD_GAMES = {
    "twisted-knot": CardGame(
        "drafted-knot",
        KNOT,
        {2: "all-round@v1-2-players", 3: "all-round@v2-3-players", 4: "all-round@v2-4-players"},
        (
            "shed",
            "hoard-aces@tips-v1",
            "hoard-nines@tips-v1",
            "ten-chain",
            "ten-king-chain@tips-v1",
            "joker-pressure@tips-v1",
            "planned-finish@tips-v1",
            "pick-up-for-aces-and-nines@tips-v1",
        ),
    ),
    "knotweed": CardGame(
        "drafted-weed",
        WEED,
        dict.fromkeys(SIZES, "all-round@v2"),
        (
            "dump",
            "cheapest",
            "finisher",
            "hold-back@tips-v1",
            "split-to-go-out",
            "split-only-to-go-out@tips-v1",
            "always-play",
        ),
    ),
}


def drafted(game: str, lines: Sequence[int]) -> Player:
    """The player of a card that is only tried."""
    who = player(game, CARD_GAMES[game].drafted, [DRAFTED])
    return replace(who, values=tuple(map(float, [*lines, *[0] * (MOST - len(lines))])))


def table(game: str, size: int, field: str) -> Arena:
    """A table of so many players, one of whom is tried in every seat of each deal; the others are a field's."""
    base = make_job(game, ["random"] * size)
    return Arena(base, groups(game, field, size - 1, []), metric_named(games.find(game), "loss_rate"))


def lost(at: Arena, who: Player, deals: np.ndarray, purpose: str = "confirm") -> np.ndarray:
    """What a player loses on each of some deals, in all seats of each: whole numbers, which the table's unit makes the
    share of its games; shape (deals,).
    """
    return -at.scores(who, purpose, deals)
