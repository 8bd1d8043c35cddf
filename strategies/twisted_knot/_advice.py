"""What the tips of the rulebook advise, or advise against, as rules over view and move, to be laid over a player
(`strategies/ruled.py`). What a rule is about is open to the player: where it speaks of laying, the card can be laid.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, EIGHT, FIVE, JACK, JOKER, KING, NINE, QUEEN, TEN, THREE, TWO
from knotlab.sim.games.twisted_knot.demand import satisfying
from knotlab.sim.games.twisted_knot.state import LAY, LAYING, PICK_UP
from knotlab.strategies.twisted_knot._count import most_held
from knotlab.strategies.twisted_knot._habits import keeps, may_lay

FEW_IN_HAND = 2  # cards of a player who may soon be out of cards to answer with
MANY_IN_HAND = 4  # cards of a hand that is not about to be emptied
FEW, MANY = 2, 6  # cards of a small and of a large stack
BIG = 10  # cards of a stack for which jacks are saved between two
WANTED = 1 << THREE | 1 << EIGHT | 1 << NINE | 1 << TEN | 1 << ACE | 1 << JOKER  # ranks that are good to have
WEAPONS = 1 << TWO | 1 << JOKER
TENS_AND_KINGS = 1 << TEN | 1 << KING | 1 << ACE  # what wins several goes, with what ends them
TENS_AND_NINES = 1 << TEN | 1 << THREE | 1 << NINE
ACES_AND_NINES = 1 << ACE | 1 << NINE
TO_GO_OUT = 1 << TEN | 1 << ACE | 1 << NINE
NEAR_THE_END = 6  # cards of a pile near the end, as `planned-finish` has it
SMALL = 3  # cards of a stack that is picked up for its aces and nines


@strict
def saves(view, move, rank):
    """Whether cards of a rank could be laid, and the move lays others: nobody picks up for the sake of saving."""
    return move.kind == LAY and keeps(view, move, rank)


@strict
def keeps_any(view, move, ranks):
    """Whether a card of some ranks could be laid, and the move lays none of them."""
    could_lay = view.decision == LAYING and satisfying(view)[0] & view.held & ranks != 0
    return could_lay and not (move.kind == LAY and ranks >> move.rank & 1 == 1)


@strict
def lays_together(view, move, rank):
    """Whether a move lays several cards of a rank where one would do: a joker wants a pair."""
    return move.kind == LAY and move.rank == rank and move.count > 1 and view.demand != JOKER


@strict
def chooses_to_pick_up(view, move):
    """Whether a move picks up the stack although a card could be laid."""
    return move.kind == PICK_UP and view.decision == LAYING and (satisfying(view)[0] & view.held) != 0


@strict
def could_lay_others(view, ranks):
    """Whether a card could be laid whose rank is none of these."""
    return satisfying(view)[0] & view.held & ~ranks != 0


@strict
def saves_aces(view, move):
    """Whether aces could be laid, and the move lays others."""
    return saves(view, move, ACE)


@strict
def lays_aces_together(view, move):
    """Whether a move lays several aces where one would do."""
    return lays_together(view, move, ACE)


@strict
def saves_nines(view, move):
    """Whether nines could be laid, and the move lays others."""
    return saves(view, move, NINE)


@strict
def saves_aces_and_nines(view, move):
    """Whether aces or nines could be laid, and the move lays others."""
    return move.kind == LAY and keeps_any(view, move, ACES_AND_NINES)


@strict
def lays_nines_together(view, move):
    """Whether a move lays several nines where one would do."""
    return lays_together(view, move, NINE)


@strict
def saves_queens(view, move):
    """Whether queens could be laid, not as the answer to a two, and the move lays others."""
    return view.demand != TWO and saves(view, move, QUEEN)


@strict
def keeps_queens(view, move):
    """Whether queens could be laid, not as the answer to a two, and the move does not lay them."""
    return view.demand != TWO and keeps(view, move, QUEEN)


@strict
def keeps_tens_and_kings(view, move):
    """Whether tens, kings or aces could be laid, and the move lays none of them."""
    return keeps_any(view, move, TENS_AND_KINGS)


@strict
def saves_tens_and_kings(view, move):
    """Whether tens, kings or aces could be laid, and the move lays others."""
    return move.kind == LAY and keeps_tens_and_kings(view, move)


@strict
def keeps_tens_and_nines(view, move):
    """Whether tens, threes or nines could be laid, and the move lays none of them."""
    return keeps_any(view, move, TENS_AND_NINES)


@strict
def saves_tens_and_nines(view, move):
    """Whether tens, threes or nines could be laid, and the move lays others."""
    return move.kind == LAY and keeps_tens_and_nines(view, move)


@strict
def keeps_for_last_turn(view, move):
    """Whether tens, aces or nines could be laid with a small pile, and the move lays none of them."""
    return view.pile_sizes[view.seat] <= NEAR_THE_END and keeps_any(view, move, TO_GO_OUT)


@strict
def saves_for_last_turn(view, move):
    """Whether tens, aces or nines could be laid with a small pile, and the move lays others."""
    return move.kind == LAY and keeps_for_last_turn(view, move)


@strict
def lays_last_five(view, move):
    """Whether a move lays the last five in a hand of four cards or more, not as the answer to a jack."""
    has_many = view.hand_sizes[view.seat] >= MANY_IN_HAND and view.demand != JACK
    return has_many and move.kind == LAY and move.rank == FIVE and move.count == view.hand[FIVE]


@strict
def lays_jacks_together(view, move):
    """Whether a move lays several jacks where one would do."""
    return lays_together(view, move, JACK)


@strict
def lays_jacks_by_counting(view, move):
    """Whether a move lays, on a big stack, more jacks than the next player may hold fives, by all that was seen."""
    return move.kind == LAY and move.rank == JACK and view.stack_size >= BIG and move.count > most_held(view, FIVE)


@strict
def presses_at(view, move, few):
    """Whether a move lays twos or jokers at a player with so many cards in hand at most, at one card a single two."""
    cards = view.hand_sizes[view.next]
    if move.kind != LAY or cards == 0 or cards > few:
        return False
    return (move.rank == TWO and (cards > 1 or move.count == 1)) or (move.rank == JOKER and cards > 1)


@strict
def presses(view, move):
    """Whether a move lays twos or jokers at a player with two cards in hand, or a single two at one with one card."""
    return presses_at(view, move, FEW_IN_HAND)


@strict
def presses_at_one(view, move):
    """The same at a player with one card alone."""
    return presses_at(view, move, 1)


@strict
def presses_at_three(view, move):
    """The same at a player with at most three cards."""
    return presses_at(view, move, 3)


@strict
def presses_at_four(view, move):
    """The same at a player with at most four cards."""
    return presses_at(view, move, 4)


@strict
def presses_at_six(view, move):
    """The same at a player with at most six cards."""
    return presses_at(view, move, 6)


@strict
def presses_by_choice(view, move):
    """Whether a move does so although cards of other ranks could be laid: nobody picks up for the sake of sparing."""
    return could_lay_others(view, WEAPONS) and presses(view, move)


@strict
def lets_top_up(view, move):
    """Whether a move lays a joker, or several twos, at a player with one card in hand."""
    if move.kind != LAY or view.hand_sizes[view.next] != 1:
        return False
    return move.rank == JOKER or (move.rank == TWO and move.count > 1)


@strict
def keeps_off_pile_at(view, move, few):
    """Whether a move lays aces, twos or jokers at a player with so many cards in hand at most, so that cards come into
    that hand: those that aces pass on, or a stack that has to be picked up. Nothing is laid that lets the player top
    up.
    """
    has_few = view.hand_sizes[view.next] <= few and not lets_top_up(view, move)
    return has_few and move.kind == LAY and (move.rank == ACE or move.rank == TWO or move.rank == JOKER)


@strict
def keeps_off_pile(view, move):
    """Whether a move lays such cards at a player with at most two cards in hand."""
    return keeps_off_pile_at(view, move, FEW_IN_HAND)


@strict
def keeps_off_pile_at_none(view, move):
    """The same at a player without a hand alone."""
    return keeps_off_pile_at(view, move, 0)


@strict
def keeps_off_pile_at_one(view, move):
    """The same at a player with at most one card."""
    return keeps_off_pile_at(view, move, 1)


@strict
def keeps_off_pile_at_three(view, move):
    """The same at a player with at most three cards."""
    return keeps_off_pile_at(view, move, 3)


@strict
def keeps_off_pile_at_four(view, move):
    """The same at a player with at most four cards."""
    return keeps_off_pile_at(view, move, 4)


@strict
def keeps_off_pile_at_six(view, move):
    """The same at a player with at most six cards."""
    return keeps_off_pile_at(view, move, 6)


@strict
def keeps_off_pile_by_choice(view, move):
    """Whether a move does so although cards of other ranks could be laid."""
    return could_lay_others(view, WEAPONS | 1 << ACE) and keeps_off_pile(view, move)


@strict
def lets_top_up_by_choice(view, move):
    """Whether a move does so although a single two, or a card of another rank, could be laid."""
    return (may_lay(view, TWO) or could_lay_others(view, WEAPONS)) and lets_top_up(view, move)


@strict
def picks_up_for_aces_and_nines(view, move):
    """Whether a move picks up a small stack with aces or nines in it although a card could be laid."""
    has_some = view.stack_counts[ACE] + view.stack_counts[NINE] > 0
    return has_some and view.stack_size <= SMALL and chooses_to_pick_up(view, move)


@strict
def picks_up_few(view, move):
    """Whether a move picks up one or two cards although a card could be laid."""
    return view.stack_size <= FEW and chooses_to_pick_up(view, move)


@strict
def picks_up_some(view, move):
    """Whether a move picks up three to five cards although a card could be laid."""
    return FEW < view.stack_size < MANY and chooses_to_pick_up(view, move)


@strict
def picks_up_many(view, move):
    """Whether a move picks up six cards or more although a card could be laid."""
    return view.stack_size >= MANY and chooses_to_pick_up(view, move)


@strict
def picks_up_wanted(view, move):
    """Whether a move picks up a stack with a 3, 8, 9, 10, ace or joker in it although a card could be laid."""
    return (view.stack_held & WANTED) != 0 and chooses_to_pick_up(view, move)


@strict
def picks_up_unwanted(view, move):
    """Whether a move picks up a stack without any of these although a card could be laid."""
    return (view.stack_held & WANTED) == 0 and chooses_to_pick_up(view, move)


ADVICE = (
    saves_aces,
    lays_aces_together,
    saves_nines,
    saves_aces_and_nines,
    lays_nines_together,
    saves_queens,
    keeps_queens,
    keeps_tens_and_kings,
    saves_tens_and_kings,
    keeps_tens_and_nines,
    saves_tens_and_nines,
    keeps_for_last_turn,
    saves_for_last_turn,
    lays_last_five,
    lays_jacks_together,
    lays_jacks_by_counting,
    presses,
    presses_at_one,
    presses_at_three,
    presses_at_four,
    presses_at_six,
    presses_by_choice,
    keeps_off_pile,
    keeps_off_pile_at_none,
    keeps_off_pile_at_one,
    keeps_off_pile_at_three,
    keeps_off_pile_at_four,
    keeps_off_pile_at_six,
    keeps_off_pile_by_choice,
    lets_top_up,
    lets_top_up_by_choice,
    picks_up_for_aces_and_nines,
    picks_up_few,
    picks_up_some,
    picks_up_many,
    picks_up_wanted,
    picks_up_unwanted,
)
