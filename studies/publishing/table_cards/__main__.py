"""The table cards of Twisted Knot and Knotweed: their lines, and what they are worth at the table.

Lines are found from decisions of champions, then of the card so found among champions, from the lines that ship on
(`--afresh`: from none). What is done is kept in `out/table-cards`, so a command that was stopped goes on from there.

Command: python -m knotlab.studies.publishing.table_cards [--afresh | --measure]
Result: strategies/GAME/card.txt, reports/findings/table-cards.csv, reports/findings/table-card-lines.csv
Page: docs/table-cards.md
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from knotlab.analysis.claims.evidence.champions import as_table
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.runs.play import Table
from knotlab.analysis.tuning.table_cards import ROUNDS, SIZES, ByPlay
from knotlab.sim.storage.result_files import publish, write_whole
from knotlab.strategies.cards.shipped import shipped_card
from knotlab.strategies.cards.text import read_line, write_card
from knotlab.strategies.home import folder_of
from knotlab.studies.command import parser, run
from knotlab.studies.publishing.table_cards import choices, worth
from knotlab.studies.publishing.table_cards.decisions import Decisions, decisions
from knotlab.studies.publishing.table_cards.published import CARDS, LINES
from knotlab.studies.publishing.table_cards.search import Search
from knotlab.studies.publishing.table_cards.trying import CARD_GAMES, drafted

KEPT = Path("out/table-cards")
EACH = 8000  # decisions at each size of table
TRIES = {12: 30_000, 6: 8000, 30: 20_000}  # by the most lines of a card; the one that ships has 12
FIRST = {
    "twisted-knot": "Go out if you are certain to in this turn.",
    "knotweed": "Go out if your whole hand can be played in this turn.",
}


def decided(game: str, stage: str, lines: Sequence[int] | None) -> Decisions:
    """Decisions at all sizes of table, of champions or of a card, from what was kept or played now."""
    file = KEPT / f"{game}-{stage}.npz"
    if not file.exists():
        who = None if lines is None else drafted(game, lines)
        parts = [decisions(game, size, EACH, who) for size in SIZES]
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(
            file,
            allow_pickle=False,
            **{name: np.concatenate([getattr(part, name) for part in parts]) for name in Decisions._fields},
        )
    with np.load(file) as kept:
        return Decisions(**kept)


def searched(game: str, found: Decisions, most: int, stage: str, lines: Sequence[int]) -> list[int]:
    """The lines of a card, from what was kept or searched now."""
    file = KEPT / f"{game}-{stage}-{most}.json"
    if not file.exists():
        fixed = read_line(FIRST[game], CARD_GAMES[game].phrases)
        better = Search(game, found, most, most, [fixed]).improve(lines, TRIES[most])
        write_whole(file, json.dumps(better).encode())
    return [int(line) for line in json.loads(file.read_text("utf-8"))]


def played(game: str, lines: Sequence[int]) -> list[int]:
    """The lines of the card that ships, after a search by play, which goes on from what was kept."""
    search = ByPlay(Table(game), None, KEPT / f"{game}-played", lines)
    while search.rounds < ROUNDS:
        search.play_round()
    return list(search.found().card.lines)


def find_cards(game: str, lines: Sequence[int]) -> None:
    """Find the cards of all lengths, and write them."""
    first = decided(game, "champions", None)
    lines = searched(game, first, 12, "first", lines)
    second = decided(game, "card", lines)
    both = Decisions(*(np.concatenate(parts) for parts in zip(first, second, strict=True)))
    lines = searched(game, both, 12, "second", lines)
    lines = played(game, lines)
    title = shipped_card(game).title
    for most in TRIES:
        file = folder_of(game) / "card.txt" if most == 12 else worth.shortened(game, most)
        found = lines if most == 12 else searched(game, both, most, "second", lines)
        write_whole(file, write_card(title, found, CARD_GAMES[game].phrases).encode())


def main(words: Sequence[str] | None = None) -> None:
    """Find the cards and measure them, or one of both."""
    reader = parser(__doc__)
    reader.add_argument("--afresh", action="store_true", help="search from no lines on, not from those that ship")
    reader.add_argument("--measure", action="store_true", help="only measure the cards as they are")
    asked = reader.parse_args(words)
    if not asked.measure:
        for game in CARD_GAMES:
            find_cards(game, () if asked.afresh else shipped_card(game).lines)
        print("the cards are written; the same command with --measure says what they are worth", file=sys.stderr)
        return
    found = [row for game in CARD_GAMES for row in worth.rows(KEPT / "games", game)]
    publish(FINDINGS / CARDS, as_table(found))
    publish(FINDINGS / LINES, as_table([line for game in CARD_GAMES for line in choices.told(game)]))


if __name__ == "__main__":
    run(main)
