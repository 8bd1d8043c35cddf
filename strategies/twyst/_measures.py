"""What a hand of thirteen cards looks worth before the bids: hand measures that bidding ideas share.

Each is a sum over suits. A suit is its 13 cards as bits, bit 12 the Ace.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twyst.cards import ACE, N_RANKS, N_SUITS, ONE_SUIT
from knotlab.sim.lowlevel import count_bits, lowest_bit

KING, QUEEN, JACK = ACE - 1, ACE - 2, ACE - 3
ROUNDS = 4  # a suit is hardly led more often than this


@strict
def suit_cards(hand, suit):
    """The cards of one suit as 13 bits."""
    return hand >> N_RANKS * suit & ONE_SUIT


@strict
def has(cards, rank):
    """1 if a suit has a rank, else 0."""
    return cards >> rank & 1


@strict
def honours(cards):
    """Tricks by high cards: an Ace 1; a King 0.8 with the Ace, 0.6 guarded by one card, 0.2 alone; a Queen 0.7 with two
    higher, 0.5 with one, 0.3 guarded by two cards, else 0; a Jack 0.5 with two or more higher, 0.1 guarded by three
    cards.
    """
    size = count_bits(cards)
    worth = 1.0 * has(cards, ACE)
    higher = has(cards, ACE)
    if has(cards, KING):
        worth += 0.8 if higher else 0.6 if size > 1 else 0.2
        higher += 1
    if has(cards, QUEEN):
        worth += 0.7 if higher == 2 else 0.5 if higher == 1 else 0.3 if size > 2 else 0.0
        higher += 1
    if has(cards, JACK):
        worth += 0.5 if higher >= 2 else 0.1 if size > 3 else 0.0
    return worth


@strict
def length_tricks(cards, first, worth):
    """`worth` for every card of a suit from number `first + 1` on."""
    return worth * max(0, count_bits(cards) - first)


@strict
def honours_by_suit(hand):
    """Tricks by high cards in each suit."""
    return (
        honours(suit_cards(hand, 0)),
        honours(suit_cards(hand, 1)),
        honours(suit_cards(hand, 2)),
        honours(suit_cards(hand, 3)),
    )


@strict
def no_trump_tricks(hand):
    """Tricks at no trump: honours, and for each card beyond the fourth 0.7 if the suit has at least an honour trick,
    else 0.2.
    """
    return no_trump_tricks_with(hand, honours_by_suit(hand))


@strict
def no_trump_tricks_with(hand, high):
    """The same, where the honours by suit are at hand."""
    total = 0.0
    for suit in range(N_SUITS):
        total += high[suit] + length_tricks(suit_cards(hand, suit), 4, 0.7 if high[suit] >= 1.0 else 0.2)
    return total


@strict
def trump_tricks(hand, trump):
    """Tricks with a trump suit: honours (in side suits 0.9 of them), 0.8 for each trump beyond the third, and with
    three or more trumps 0.5 for every card that a side suit has fewer than two.
    """
    return trump_tricks_with(hand, trump, honours_by_suit(hand))


@strict
def trump_tricks_with(hand, trump, high):
    """The same, where the honours by suit are at hand."""
    trumps = suit_cards(hand, trump)
    total = high[trump] + length_tricks(trumps, 3, 0.8)
    for suit in range(N_SUITS):
        if suit != trump:
            total += 0.9 * high[suit]
            if count_bits(trumps) > 2:
                total += 0.5 * max(0, 2 - count_bits(suit_cards(hand, suit)))
    return total


@strict
def misere_danger(hand):
    """How likely a hand is to be made to win a trick: for the first four cards of each suit from below, number k = 0..3
    of rank r (deuce 0), the excess of r over 2k + 1, with weight 1, 1, 0.7, 0.3, divided by 10. A suit of 2 4 6 8 has
    none.
    """
    total = 0.0
    for suit in range(N_SUITS):
        cards, k = suit_cards(hand, suit), 0
        while cards and k < ROUNDS:
            excess = max(0, lowest_bit(cards) - 2 * k - 1)
            total += excess * (1.0 if k < 2 else 0.7 if k == 2 else 0.3)
            cards &= cards - 1
            k += 1
    return total / 10.0
