"""From four bid cards to a contract (TY-3), and from thirteen tricks to the scores (TY-6)."""

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twyst.cards import ACE, DEUCE, JACK, N_RANKS, NOTHING, SEVEN, TEN, rank_of, suit_mask, suit_of
from knotlab.sim.games.twyst.state import (
    ACE_SOLO,
    BY_ACE,
    BY_CLEAN_NEMO,
    BY_COURT,
    BY_LOST_MISERE,
    BY_MISERE,
    BY_NEMO,
    BY_NUMERALS,
    COURT_SOLO,
    FOR_NOTHING,
    MISERE,
    NEMO,
    PLAIN_DUO,
    SEATS,
    SHORTFALL,
    TRUMP_DUO,
    TWIST_SOLO,
)
from knotlab.sim.kernels.trace import note
from knotlab.sim.lowlevel import count_bits, highest_bit, lowest_bit

CONTRACTED = 1  # what a trace notes: the group's lowest seat, its contract, the set of its seats

MAJORITY = 7


@jit
def settle_contract(view, trace):
    """TY-3: the contract that the four cards shown make; the first kind that applies."""
    clear_contract(view)
    if not open_solos(view) and not court_solo(view):
        of_numerals(view)
    announce(view, trace)


@inline
def clear_contract(view):
    """No contract as yet."""
    view.trump = view.unwanted = NOTHING
    view.contractors = 0
    for seat in range(SEATS):
        view.contracts[seat] = view.partners[seat] = view.targets[seat] = NOTHING


@inline
def appoint(view, seat, contract, target):
    """Make a player a contractor."""
    view.contracts[seat] = contract
    view.targets[seat] = target
    view.contractors |= 1 << seat


@inline
def open_solos(view):
    """TY-3.1: every Ace is a solo at no trump, every deuce a Misere, all at once; whether there is any."""
    for seat in range(SEATS):
        rank = rank_of(view.shown[seat])
        if rank == ACE:
            appoint(view, seat, ACE_SOLO, MAJORITY)
        elif rank == DEUCE:
            appoint(view, seat, MISERE, 0)
    return view.contractors != 0


@inline
def court_solo(view):
    """TY-3.2: a solo by the highest court, of equals by the eldest's; whether there is one."""
    soloist = highest(view)
    if rank_of(view.shown[soloist]) < JACK:
        return False
    appoint(view, soloist, COURT_SOLO, MAJORITY)
    view.trump = suit_of(view.shown[soloist])
    return True


@inline
def highest(view):
    """The seat that shows the highest rank, of equals the eldest."""
    winner = 0
    for seat in range(1, SEATS):
        if rank_of(view.shown[seat]) > rank_of(view.shown[winner]):
            winner = seat
    return winner


@inline
def of_numerals(view):
    """TY-3.3 to 3.6: by how many suits four numerals have."""
    suits = 0
    for seat in range(SEATS):
        suits |= 1 << suit_of(view.shown[seat])
    kinds = count_bits(suits)
    if kinds == SEATS:
        soloist = highest(view)
        appoint(view, soloist, TWIST_SOLO, NOTHING)
        view.trump = suit_of(view.shown[soloist])
    elif kinds == SEATS - 1:
        trump_duo(view)
    elif kinds == 2 and count_bits(alike(view, 0)) == 2:
        pair_up(view, PLAIN_DUO, alike(view, 0), MAJORITY)
        pair_up(view, PLAIN_DUO, 15 ^ alike(view, 0), MAJORITY)
    else:
        nemo(view)


@jit
def alike(view, seat):
    """The set of seats that show the same suit as a seat, itself included."""
    suit, seats = suit_of(view.shown[seat]), 0
    for other in range(SEATS):
        seats |= (suit_of(view.shown[other]) == suit) << other
    return seats


@inline
def pair_up(view, contract, seats, target):
    """Make two players partners in a contract."""
    first, second = lowest_bit(seats), highest_bit(seats)
    appoint(view, first, contract, target)
    appoint(view, second, contract, target)
    view.partners[first], view.partners[second] = second, first


@inline
def trump_duo(view):
    """TY-3.4: the two of one suit; the higher numeral if it is 7 to 10, else the sum of both, is their target."""
    seat = 0
    while count_bits(alike(view, seat)) == 1:
        seat += 1
    seats = alike(view, seat)
    first, second = rank_of(view.shown[lowest_bit(seats)]), rank_of(view.shown[highest_bit(seats)])
    higher = max(first, second)
    target = higher + 2 if SEVEN <= higher <= TEN else first + second + 4  # a numeral is its rank + 2
    pair_up(view, TRUMP_DUO, seats, target)
    view.trump = suit_of(view.shown[seat])


@inline
def nemo(view):
    """TY-3.6: each for himself, and nobody wants the suit that three or four show."""
    most = 0 if count_bits(alike(view, 0)) > 1 else 1
    view.unwanted = suit_of(view.shown[most])
    for seat in range(SEATS):
        appoint(view, seat, NEMO, NOTHING)


@inline
def announce(view, trace):
    """Note each group of contractors, by its lowest seat."""
    if trace is not None:
        for seat in range(SEATS):
            contract = view.contracts[seat]
            if contract == NEMO and seat == 0:
                note(trace, CONTRACTED, seat, contract, 15)
            elif contract != NOTHING and contract != NEMO and not 0 <= view.partners[seat] < seat:
                partner = 1 << view.partners[seat] if view.partners[seat] >= 0 else 0
                note(trace, CONTRACTED, seat, contract, 1 << seat | partner)


# --- scores (TY-6) ---


@inline
def is_clean(view, cards):
    """TY-3.6: whether a trick is without the unwanted suit of a Nemo."""
    return view.unwanted != NOTHING and cards & suit_mask(view.unwanted) == 0


@jit
def score_of(view, seat):
    """TY-6: what the deal is worth to one player."""
    contract, tricks = view.contracts[seat], view.tricks[seat]
    if contract == NOTHING:
        return 0
    if contract == MISERE:
        return view.points[BY_MISERE] if tricks == 0 else -view.points[BY_LOST_MISERE]
    if contract == NEMO:
        return view.points[BY_CLEAN_NEMO if view.clean[seat] == tricks else BY_NEMO] * view.clean[seat]
    if contract == TWIST_SOLO:
        return twist_score(view, seat)
    if contract == ACE_SOLO:
        return target_score(view, seat, view.points[BY_ACE])
    return target_score(view, seat, view.points[BY_COURT if contract == COURT_SOLO else BY_NUMERALS])


@inline
def twist_score(view, seat):
    """TY-6: more tricks than any other single player; a tie fails and pays for all tricks of the best opponent."""
    most = 0
    for other in range(SEATS):
        if other != seat:
            most = max(most, view.tricks[other])
    rate = view.points[BY_NUMERALS]
    if view.tricks[seat] > most:
        return rate * view.tricks[seat]
    return 0 if view.lost == FOR_NOTHING else -rate * most


@inline
def target_score(view, seat, rate):
    """TY-6: so much for every trick won (by partners jointly, or by each of them), or off for every trick lost; nothing
    off in a Plain duo.
    """
    won = own = view.tricks[seat]
    if view.partners[seat] >= 0:
        won += view.tricks[view.partners[seat]]
    if won >= view.targets[seat]:
        return rate * (own if view.own_tricks else won)
    if view.contracts[seat] == PLAIN_DUO or view.lost == FOR_NOTHING:
        return 0
    return -rate * ((view.targets[seat] if view.lost == SHORTFALL else N_RANKS) - won)
