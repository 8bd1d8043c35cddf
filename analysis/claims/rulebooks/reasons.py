"""Why one move is better than another: the champion's habits, and the rules about tips, that the better one shows and
the other does not, each with what it costs a champion to do without it.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from knotlab.analysis.claims.evidence.champions import FORBIDDEN, published_habits
from knotlab.analysis.claims.evidence.files import published
from knotlab.analysis.claims.judgement.bound import is_beyond_at
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.strategies.ruled import shipped_habits, shows

PLAYERS = 3  # of the tables whose numbers are told
SHOWN = 2  # reasons for one move


class Reason(NamedTuple):
    """Something that the better move does.

    rule: by name. cost: how many games more a champion loses among champions that is forbidden to do it, as a share.
    tip, title: the id and the title of the tip that it is about; empty for a habit that no tip mentions. words: what is
    forbidden, of a tip. habit: its number in its table; 0 for a tip.
    """

    rule: str
    cost: float
    tip: str = ""
    title: str = ""
    words: str = ""
    habit: int = 0


@cache
def known_reasons(game: str) -> tuple[Reason, ...]:
    """All that are certain to cost a champion something to do without, the dearest first; of tips those alone that cost
    more than rules made up at random do, as a rule about many cards costs much whatever they are.
    """
    habits = [each for each in published_habits() if each.game == game and each.players == PLAYERS]
    names = shipped_habits(game)
    found = [
        Reason(names[each.habit - 1], each.effect.value, habit=each.habit) for each in habits if each.effect.low > 0
    ]
    results = published()
    for tip in tips():
        for label, words in tip.words.strong.items() if tip.game == game else ():
            cells = results[tip.id].cells_of(label) if label.startswith(FORBIDDEN) else ()
            here = next((cell for cell in cells if cell.players == PLAYERS and cell.low > 0), None)
            if here is not None and is_beyond_at(game, here, cells):
                found.append(Reason(label.removeprefix(FORBIDDEN), here.effect, tip.id, tip.words.title, words))
    return tuple(sorted(found, key=lambda reason: -reason.cost))


def reasons_for(game: str, view: np.record, better: tuple[int, ...], taken: tuple[int, ...]) -> Sequence[Reason]:
    """What the better of two moves does and the other does not, the dearest to do without first."""
    moves, found = [better, taken], []
    for reason in known_reasons(game):
        is_better, is_taken = shows(game, reason.rule, view.copy(), moves)
        if is_better and not is_taken:
            found.append(reason)
    return found[:SHOWN]
