"""The state of a trick for the player to move: shared by the ways of playing."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twyst.cards import ALL, N_SUITS, NOTHING, suit_mask, suit_of
from knotlab.sim.games.twyst.state import MISERE, NEMO, PLAYING, SEATS
from knotlab.sim.lowlevel import count_bits, highest_bit

TAKING, DUCKING, CLEANING = range(3)  # what a player is after
AIM, FRIENDS, UNSEEN, ENEMIES_TO_COME, PREY, MASTERS, WINNERS, SURE, TRUMPS_OUT, RUFFED = range(10)  # slots of the plan


@strict
def look(view):
    """Write into the plan: aim, set of friends (oneself included), cards in the others' hands, opponents still to play
    to the trick, live Miseres; and what `look_closer` adds.
    """
    friends = 1 << view.seat
    if view.partner != NOTHING:
        friends |= 1 << view.partner
    prey, takers = 0, 0
    for seat in range(SEATS):
        if view.contracts[seat] == MISERE and seat != view.seat:
            prey |= (view.tricks[seat] == 0) << seat
        takers += view.contracts[seat] != NOTHING and view.contracts[seat] != MISERE
    if view.contract == NOTHING:
        friends = 15 & ~view.contractors
    aim = TAKING
    if view.contract == NEMO:
        aim = CLEANING
    elif view.contract == MISERE or (view.contract == NOTHING and (takers == 0 or may_catch(view, prey))):
        aim = DUCKING
    view.plan[AIM] = aim
    view.plan[FRIENDS] = friends
    view.plan[UNSEEN] = ALL & ~view.played & ~view.hand
    view.plan[ENEMIES_TO_COME] = count_bits(to_come(view) & ~friends)
    view.plan[PREY] = prey
    if aim != DUCKING and view.decision == PLAYING:
        look_closer(view)


@strict
def look_closer(view):
    """Write into the plan: cards that are the best left of their suits, those that beat the trick as it stands (none if
    a friend has it), and of these those that are sure to win it; how many trumps others have, and the suits that
    opponents may trump.
    """
    others = slot(view, UNSEEN)
    masters = 0
    for suit in range(N_SUITS):
        of_suit = others & suit_mask(suit)
        masters |= suit_mask(suit) & -(2 << highest_bit(of_suit)) if of_suit else suit_mask(suit)
    trumps = suit_mask(view.trump) if view.trump != NOTHING else 0
    out = count_bits(others & trumps)
    view.plan[MASTERS], view.plan[TRUMPS_OUT] = masters, out
    if view.laid == 0:
        voids = 0
        for seat in range(SEATS):
            voids |= 0 if slot(view, FRIENDS) >> seat & 1 else int(view.voids[seat])
        view.plan[RUFFED] = voids if out > 0 else 0
        return
    safe = ALL if out == 0 else trumps | suit_mask(view.suit) if view.trick < 2 else trumps
    holding = ALL if view.plan[ENEMIES_TO_COME] == 0 else masters & safe
    friends_trick = slot(view, FRIENDS) >> view.winning & holding >> view.best & 1
    winners = 0 if friends_trick else higher(view.best) | (trumps if suit_of(view.best) != view.trump else 0)
    view.plan[WINNERS], view.plan[SURE] = winners, winners & holding


@strict
def may_catch(view, prey):
    """Whether this trick may yet go to one of the live Miseres."""
    return prey != 0 and (view.laid == 0 or prey >> view.winning & 1 or prey & to_come(view) != 0)


@strict
def to_come(view):
    """The set of seats that play to this trick after the player to move."""
    seats = 0
    for step in range(1, SEATS - view.laid):
        seats |= 1 << (view.seat + step & 3)
    return seats


@strict
def slot(view, number):
    """A set that the plan holds."""
    return int(view.plan[number])


@strict
def higher(card):
    """The cards of the same suit that beat a card."""
    return suit_mask(suit_of(card)) & -(2 << card)


@strict
def lower(card):
    """The cards of the same suit that a card beats."""
    return suit_mask(suit_of(card)) & ((1 << card) - 1)


@strict
def is_master(view, card):
    """Whether no card in the others' hands is higher in its suit."""
    return slot(view, MASTERS) >> card & 1
