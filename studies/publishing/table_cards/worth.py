"""What table cards and their lines are worth: games lost among champions and at plain tables, by whole cards of
several lengths, by scripts and by players who follow one tip; games lost more without a line; how often a line drops a
move.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from knotlab.analysis.stats.estimate import Between, mean_of
from knotlab.analysis.stats.intervals import Range
from knotlab.analysis.tuning.table_cards import SIZES
from knotlab.sim.compiling.sources import text_hash
from knotlab.sim.playing.players import Player
from knotlab.strategies.cards.shipped import shipped_card
from knotlab.strategies.cards.text import read_card
from knotlab.strategies.resolve import player
from knotlab.studies.publishing.table_cards.decisions import drops
from knotlab.studies.publishing.table_cards.published import SHIPPED_CARD, CardWorth
from knotlab.studies.publishing.table_cards.trying import CARD_GAMES, FIELDS, drafted, lost, table

HERE = Path(__file__).parent
DEALS, DEALS_WITHOUT = 24_000, 600  # for whole cards, and for one without a line
STRONG, PLAIN = FIELDS


def shortened(game: str, length: int) -> Path:
    """The file of a card that is longer or shorter than the one that ships."""
    return HERE / f"{game}-{length}.txt"


def cards(game: str) -> dict[str, tuple[int, ...]]:
    """The lines of all cards of a game, by name."""
    files = sorted(HERE.glob(f"{game}-*.txt"))
    others = {f"card-{file.stem.split('-')[-1]}": read_card(file, CARD_GAMES[game].phrases).lines for file in files}
    return {SHIPPED_CARD: shipped_card(game).lines, **others}


def measured(kept: Path, game: str, who: Player, size: int, field: str, deals: int) -> np.ndarray:
    """What a player loses on each deal, as `lost` has it, from what was kept or played now; shape (deals,)."""
    name = text_hash(game, who.name, repr(who.values), who.functions.fingerprint, field, str((size, deals)))
    file = kept / f"{name[:16]}.npy"
    if file.exists():
        return np.asarray(np.load(file))
    numbers = lost(table(game, size, field), who, np.arange(deals))
    kept.mkdir(parents=True, exist_ok=True)
    np.save(file, numbers)
    return numbers


def rows(kept: Path, game: str) -> Iterator[CardWorth]:
    """What all cards of a game are worth, and others beside them."""
    kind, known = CARD_GAMES[game], cards(game)
    for size in SIZES:
        share = drops(game, known[SHIPPED_CARD], size)
        for field in FIELDS:
            unit = table(game, size, field).unit
            players = {name: drafted(game, lines) for name, lines in known.items()}
            players[kind.scripts[size]] = player(game, kind.scripts[size])
            players |= {name: player(game, name) for name in kind.tips} if field == PLAIN else {}
            card = measured(kept, game, players[SHIPPED_CARD], size, field, DEALS)
            for name, who in players.items():
                found = _estimates(measured(kept, game, who, size, field, DEALS), card, unit)
                yield CardWorth(game, name, 0, size, field, DEALS, *found)
            for line in range(len(known[SHIPPED_CARD])):
                rest = [each for number, each in enumerate(known[SHIPPED_CARD]) if number != line]
                without = measured(kept, game, drafted(game, rest), size, field, DEALS_WITHOUT)
                found = _estimates(without, card[:DEALS_WITHOUT], unit)
                yield CardWorth(game, SHIPPED_CARD, line + 1, size, field, DEALS_WITHOUT, *found, share[line])


def _estimates(numbers: np.ndarray, card: np.ndarray, unit: int) -> tuple[Between, Between]:
    """The share of games lost, and how much more that is than by the card, over deals, with 95% intervals."""
    lost, more = mean_of(numbers, unit, bounds=Range(0.0, 1.0)), mean_of(numbers - card, unit, bounds=Range(-1.0, 1.0))
    return lost.between, more.between
