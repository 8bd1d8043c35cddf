"""How am I doing? The chance to lose at the chosen table, by the cards in hand and the piles, as a table in colours."""

from functools import partial
from typing import NamedTuple

from knotlab.analysis.claims.evidence.chances import Chance, published_chances
from knotlab.analysis.claims.judgement.at_table import TableChoice
from knotlab.reports.page.chooser import ShownAt, varied
from knotlab.reports.words.chances import PILES, by_hand, by_piles, classes, finding, is_known, precision, sentence
from knotlab.sim import games

STRONGEST = 75  # per cent of the colour of the largest chance at a table


class ChanceTable(NamedTuple):
    """The chances at one table.

    title, says: what they show. heads: the classes of the piles. rows: a class of the hand, and for each head the games
    in 100 that are lost with the strength of the colour; nothing where that is not well known.
    """

    title: str
    says: str
    heads: list[str]
    rows: list[tuple[str, list[tuple[str, int] | None]]]


class GameChances(NamedTuple):
    """A game: its name, its title, what stands across, and its chances at each table."""

    game: str
    title: str
    across: str
    shown: list[ShownAt[ChanceTable]]


def game_chances() -> list[GameChances]:
    """The games of which chances are published."""
    return [
        GameChances(name, games.find(name).title, PILES[name].name, varied(partial(_table, name)))
        for name in dict.fromkeys(chance.game for chance in published_chances())
    ]


def _table(game: str, choice: TableChoice) -> ChanceTable:
    wanted = (game, choice.players, str(choice.against))
    chances = [each for each in published_chances() if (each.game, each.players, each.against) == wanted]
    most = max(chance.lost.value for chance in chances)
    hands, piles = (sorted({by(chance) for chance in chances}) for by in (by_hand, by_piles))
    known = {(chance.hand, chance.beside): chance for chance in chances if is_known(chance)}

    def cell(chance: Chance | None) -> tuple[str, int] | None:
        if chance is None:
            return None
        return f"{100 * chance.lost.value:.0f}", round(STRONGEST * chance.lost.value / most)

    rows = [[cell(known.get((hand, beside))) for beside in piles] for hand in hands]
    named = [(name, row) for name, row in zip(classes(hands), rows, strict=True) if any(row)]
    return ChanceTable(finding(chances), f"{sentence(chances)} {precision(chances)}", classes(piles), named)
