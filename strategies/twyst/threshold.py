"""Bidding by hand measures against thresholds: each kind of bid when the hand looks good enough for it."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twyst.cards import ACE, DEUCE, JACK, N_SUITS, rank_of, suit_of
from knotlab.sim.games.twyst.state import BID, BIDDING
from knotlab.strategies import param, strategy
from knotlab.strategies.twyst._measures import honours_by_suit, misere_danger, no_trump_tricks_with, trump_tricks_with

NO_TRUMP, DANGER, FIRST_SUIT = 0, 1, 2  # slots of the plan; one for each suit from FIRST_SUIT on
TOO_WEAK = -1000.0


@strict
def measure(view, ace, court, misere, numeral, slope):
    """The hand's measures, once per decision."""
    if view.decision == BIDDING:
        high = honours_by_suit(view.hand)
        view.plan[NO_TRUMP] = no_trump_tricks_with(view.hand, high)
        view.plan[DANGER] = misere_danger(view.hand)
        for suit in range(N_SUITS):
            view.plan[FIRST_SUIT + suit] = trump_tricks_with(view.hand, suit, high)


@strict
def over(margin, worth):
    """A bid's score by how far the hand is above or below its threshold."""
    return worth + 10.0 * margin if margin >= 0.0 else TOO_WEAK + 10.0 * margin


@strategy(
    "twyst",
    title="Hand-strength bidder",
    plan=measure,
    ace=param(7.5, 0.0, 14.0),
    court=param(6.5, 0.0, 14.0),
    misere=param(0.7, 0.0, 10.0),
    numeral=param(7.0, 0.0, 20.0),
    slope=param(0.5, 0.0, 10.0),
)
def threshold(view, move, ace, court, misere, numeral, slope):
    """Show an Ace, a court or a deuce if the hand is good enough for a solo, otherwise a numeral of the best suit, the
    higher the better the hand.

    It is a bidder: combine it with a player of the cards.

    Source: the usual way of valuing hands; the thresholds are tuned in `tuned/`.

    Assumed: an Ace is preferred to a court, and a court to a deuce, if more than one is good enough.

    Parameters
    ----------
    ace
        Estimated tricks at no trump from which an Ace is shown. Honours: Ace 1, King 0.8 to 0.2, Queen 0.7 to 0, Jack
        0.5 to 0, by what is above and below it; 0.7 for each card beyond the fourth of a suit with an honour trick,
        else 0.2.
    court
        Estimated tricks with the court's suit as trump from which a court is shown. The same honours, at 0.9 in side
        suits; 0.8 for each trump beyond the third; with three trumps, 0.5 for each card that a side suit has fewer than
        two.
    misere
        The greatest danger at which a deuce is shown: 0 for suits like 2 4 6 8; a lone 5 adds 0.2, a lone Ace 1.1
        (`_measures.py` has the formula).
    numeral
        The numeral shown with 4 estimated tricks.
    slope
        How much higher the numeral is for each further trick.
    """
    return worth_of(view, move, ace, court, misere, numeral, slope) if move.kind == BID else 0.0


@strict
def worth_of(view, move, ace, court, misere, numeral, slope):
    """A bid's score, from the hand's measures in the plan."""
    rank, suit = rank_of(move.card), suit_of(move.card)
    tricks = view.plan[FIRST_SUIT + suit]
    if rank == ACE:
        return over(view.plan[NO_TRUMP] - ace, 3000.0)
    if rank >= JACK:
        return over(tricks - court, 2000.0) + rank / 100.0
    if rank == DEUCE:
        return over(misere - view.plan[DANGER], 1000.0)
    wanted = numeral + slope * (tricks - 4.0)
    return 20.0 * tricks - abs(rank + 2.0 - wanted)
