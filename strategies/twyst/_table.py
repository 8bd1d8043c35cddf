"""The state of a trick for the player to move: shared by the ways of playing."""

from knotlab.sim.games.twyst.cards import ALL, NOTHING, suit_mask, suit_of
from knotlab.sim.games.twyst.state import MISERE, NEMO, SEATS
from knotlab.sim.jit import strict
from knotlab.sim.lowlevel import count_bits

TAKING, DUCKING, CLEANING = range(3)  # what a player is after
AIM, FRIENDS, UNSEEN, ENEMIES_TO_COME, PREY = range(5)  # slots of the plan


@strict
def look(view):
    """Write into the plan: aim, set of friends (oneself included), cards in the others' hands, opponents still to play
    to the trick, live Miseres.
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
    return higher(card) & slot(view, UNSEEN) == 0


@strict
def trumps_out(view):
    """The number of trumps in the others' hands."""
    return count_bits(slot(view, UNSEEN) & suit_mask(view.trump)) if view.trump != NOTHING else 0


@strict
def holds(view, card):
    """Whether a card that wins now is sure to win: no opponent is still to play, or it is the best left and cannot be
    trumped.
    """
    if view.plan[ENEMIES_TO_COME] == 0:
        return True
    return is_master(view, card) and (
        suit_of(card) == view.trump or trumps_out(view) == 0 or (suit_of(card) == view.suit and view.trick < 2)
    )


@strict
def friend_has_it(view):
    """Whether a friend's card wins the trick for good."""
    return slot(view, FRIENDS) >> view.winning & 1 and holds(view, view.best)
