"""Why the better move of a choice is better, in sentences."""

import numpy as np

from knotlab.analysis.bidding.card import hands_of
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.claims.rulebooks.reasons import reasons_for
from knotlab.analysis.runs.sitting import Looked
from knotlab.reports.words.strong_players import reason_words
from knotlab.sim.games.twyst.state import BIDDING


def why(game: str, looked: Looked) -> list[str]:
    """The habits and tips that the best move follows and the one that was made does not, by name; in Twyst whether the
    bidding card shows it.
    """
    if looked.best == looked.taken:
        return []
    if game == "twyst":
        if looked.view.decision != BIDDING:
            return []
        shown = standard_card().card.shown(hands_of(np.array([int(looked.view.hand)])))[0]
        return ["The bidding card shows it."] if int(shown) == looked.best.card else []
    return [reason_words(game, reason) for reason in reasons_for(game, looked.view, looked.best, looked.taken)]
