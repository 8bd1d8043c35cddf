"""Hands to practise bidding on, in words: the hand, and the answer."""

from knotlab.analysis.bidding.card_practice import Practice, PracticeHand
from knotlab.sim.games.twyst.cards import N_RANKS, RANKS

SIGNS = ((3, "♠"), (2, "♥"), (1, "♦"), (0, "♣"))


def summary(practice: Practice) -> str:
    """How the card does on these hands."""
    lost = practice.loss
    return (
        f"On these {len(practice.hands):,} hands the card loses {lost.value:.1f} points per deal "
        f"[{lost.low:.1f}, {lost.high:.1f}] against the best of all thirteen bids, and is within 3 points of it with "
        f"{practice.near:.0%} of them."
    )


def answer(hand: PracticeHand) -> str:
    """What the card shows with a hand, and all thirteen bids."""
    best = hand.bids[0]
    (shown,) = (bid for bid in hand.bids if bid.card == hand.shown)
    cost = best.points - shown.points
    verdict = "the best" if shown is best else f"{cost:.1f} points less than the {best.card}"
    worth = ", ".join(f"{bid.card} {_whole(bid.points)} [{_whole(bid.low)}, {_whole(bid.high)}]" for bid in hand.bids)
    return f"The card shows the {hand.shown}, {verdict}. All bids: {worth}."


def _whole(points: float) -> str:
    """Points without a fraction, and without a sign where nothing is left."""
    return f"{points:.0f}".replace("-0", "0") if abs(points) < 1 else f"{points:.0f}"


def by_suits(cards: tuple[int, ...]) -> str:
    """A hand by suits, high cards first."""
    suits = []
    for suit, sign in SIGNS:
        ranks = [RANKS[card % N_RANKS] for card in sorted(cards, reverse=True) if card // N_RANKS == suit]
        suits.append(f"{sign} {' '.join(ranks) or '-'}")
    return "  ".join(suits)
