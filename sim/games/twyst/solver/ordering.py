"""Which cards to try in a position, and in which order."""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twyst.cards import N_RANKS, suit_mask, suit_of
from knotlab.sim.games.twyst.solver.state import is_striving, live_cards, wins
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.lowlevel import highest_bit, lowest_bit


@jit
def list_moves(search, ply):
    """TY-5: the cards to try, without those equal to a lower one, the most promising first."""
    own = search.hands[search.seat[ply]]
    cards = own
    if ply & 3:
        following = own & suit_mask(suit_of(search.card[ply & ~3]))
        cards = following if following else own
    live, n = live_cards(search, ply), 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        below = live & suit_mask(suit_of(card)) & ((1 << card) - 1)
        if below and own >> highest_bit(below) & 1:
            continue
        promise, place = promise_of(search, ply, card), n
        while place and promise_at(search, ply, place - 1) < promise:
            search.moves[ply, place] = search.moves[ply, place - 1]
            place -= 1
        search.moves[ply, place] = promise << 6 | card
        n += 1
    search.n_moves[ply] = n


@inline
def promise_at(search, ply, place):
    """The promise of a card on the list, which holds it above the card's six bits."""
    return search.moves[ply, place] >> 6


@inline
def promise_of(search, ply, card):
    """How soon a card is to be tried."""
    return looks_of_duck(search, ply, card) if search.counted != search.striving else looks_of(search, ply, card)


@inline
def looks_of_duck(search, ply, card):
    """Where tricks are unwelcome: the highest card that does not win, for the others a low one."""
    rank = card - N_RANKS * suit_of(card)
    counted = search.counted >> search.seat[ply] & 1
    return rank if counted and not wins(search, ply, card) else N_RANKS - rank


@jit
def looks_of(search, ply, card):
    """The cheapest card that wins the trick against all that foes still hold, unless a friend wins it; else a low
    one.
    """
    seat, led = search.seat[ply], search.card[ply & ~3] if ply & 3 else card
    friend = foe = -1
    for turn in range(ply & ~3, (ply & ~3) + SEATS):
        if turn != ply:
            if turn < ply:
                other, power = search.seat[turn], power_of(search, search.card[turn], led)
            else:
                other = seat + turn - ply & 3
                power = best_power(search, search.hands[other], led)
            if is_striving(search, other) == is_striving(search, seat):
                friend = max(friend, power)
            else:
                foe = max(foe, power)
    low = N_RANKS - (card - N_RANKS * suit_of(card))
    if friend > foe:
        return (30 if ply & 3 == 0 else 0) + low
    return (40 if power_of(search, card, led) > foe else 0) + low


@inline
def power_of(search, card, led):
    """What a card is worth in a trick: its rank in the suit led, more as a trump, nothing elsewhere."""
    suit = suit_of(card)
    rank = card - N_RANKS * suit
    return rank + N_RANKS if suit == search.trump else rank if suit == suit_of(led) else -1


@inline
def best_power(search, hand, led):
    """The most that a hand can put into a trick."""
    following = hand & suit_mask(suit_of(led))
    trumps = hand & suit_mask(search.trump) if search.trump >= 0 else 0
    if following:
        return power_of(search, highest_bit(following), led)
    return power_of(search, highest_bit(trumps), led) if trumps else -1
