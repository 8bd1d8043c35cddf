"""Why the better move of a choice is better, in sentences."""

from knotlab.analysis.bidding.card import row_names
from knotlab.analysis.bidding.hand import STANDARD_CARD, Hand, by_card, card_name
from knotlab.analysis.claims.rulebooks.reasons import reasons_for
from knotlab.analysis.decisions.sitting import Looked
from knotlab.reports.words.card import SIGNS
from knotlab.reports.words.strong_players import reason_words
from knotlab.sim.games.twyst.state import BIDDING


def why(game: str, looked: Looked) -> list[str]:
    """The habits and tips that the best move follows and the one that was made does not, by name; at a bid of Twyst,
    what the bidding card shows, and by which row.
    """
    if looked.best == looked.taken:
        return []
    if game == "twyst":
        return [_by_the_card(looked)] if looked.view.decision == BIDDING else []
    return [reason_words(game, reason) for reason in reasons_for(game, looked.view, looked.best, looked.taken)]


def _by_the_card(looked: Looked) -> str:
    said = by_card(Hand(int(looked.view.hand), int(looked.view.seat)), STANDARD_CARD)
    name = card_name(said.shown)
    which = {looked.best.card: "it", looked.taken.card: "yours"}.get(said.shown, f"the {name[:-1]}{SIGNS[name[-1]]}")
    return f"The bidding card shows {which}, by its row '{row_names(said.card)[said.row]}'."
