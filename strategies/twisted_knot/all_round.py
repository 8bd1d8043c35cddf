"""An all-round player: the tips that work, weighed against each other."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, FIVE, FOUR, JACK, KING, N_RANKS, NINE, TEN
from knotlab.sim.games.twisted_knot.demand import satisfying
from knotlab.sim.games.twisted_knot.state import DISCARD, LAY, LAYING, PAIRING, PASS, PICK_UP, TOP_UP
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._finish import COUNT_AT, RANK_AT, brings_back, plan_finish
from knotlab.strategies.twisted_knot._guess import STUCK_AT, USED, answering, guess_stuck

FEW = 2  # cards in a hand that hardly holds an answer
WORTH_AT = USED  # where the plan keeps, by rank, what laying it is worth
WEIGHT = (-50.0, 50.0)


@strict
def plan(
    view, two, five, queen, seven, nine, ten, joker, six, jack, king, ace, three, four, eight, empties, carried, stuck,
    few, stack, lonely, pick_up, pick_card, pick_wanted, give_ace, give_nine, give_high, fives, jacks, kings, clears,
    together, topping,
):  # fmt: skip
    """Look for a turn that goes out; for each rank that may be laid, guess whether the next player could answer it."""
    worth = (two, five, queen, seven, nine, ten, joker, six, jack, king, ace, three, four, eight)
    for rank in range(N_RANKS):
        view.plan[WORTH_AT + rank] = worth[rank]
    plan_finish(view)
    if (view.decision == LAYING or view.decision == PAIRING) and view.goes <= 1:
        ranks = view.pair_mask if view.pairs > 0 else satisfying(view)[0]
        guess_stuck(view, view.held & ranks & ~(1 << FOUR | 1 << TEN))


@strategy(
    "twisted-knot", title="All-rounder", plan=plan,
    two=param(43.2, *WEIGHT), five=param(37.98, *WEIGHT), queen=param(6.326, *WEIGHT), seven=param(32.61, *WEIGHT),
    nine=param(2.811, *WEIGHT), ten=param(20.44, *WEIGHT), joker=param(13.54, *WEIGHT), six=param(13.71, *WEIGHT),
    jack=param(-2.765, *WEIGHT), king=param(-15.12, *WEIGHT), ace=param(-43.28, *WEIGHT), three=param(15.7, *WEIGHT),
    four=param(-33.0, *WEIGHT), eight=param(-1.938, *WEIGHT), empties=param(23.2, *WEIGHT),
    carried=param(40.25, *WEIGHT), stuck=param(-7.125, *WEIGHT), few=param(25.21, *WEIGHT), stack=param(2.347, *WEIGHT),
    lonely=param(-29.95, *WEIGHT), pick_up=param(-20.59, *WEIGHT), pick_card=param(-14.98, *WEIGHT),
    pick_wanted=param(38.42, *WEIGHT), give_ace=param(9.515, *WEIGHT), give_nine=param(15.6, *WEIGHT),
    give_high=param(2.261, *WEIGHT), fives=param(-7.881, *WEIGHT), jacks=param(-11.62, *WEIGHT),
    kings=param(-9.886, *WEIGHT), clears=param(26.61, *WEIGHT), together=param(1.558, *WEIGHT),
    topping=param(5.848, *WEIGHT),
)  # fmt: skip
def all_round(
    view, move, two, five, queen, seven, nine, ten, joker, six, jack, king, ace, three, four, eight, empties, carried,
    stuck, few, stack, lonely, pick_up, pick_card, pick_wanted, give_ace, give_nine, give_high, fives, jacks, kings,
    clears, together, topping,
):  # fmt: skip
    """Go out if the hand is certain to; otherwise weigh what a lay is worth, whom it troubles and what it carries off.

    Source: no single tip; a weighted sum of several, tuned (`tuned/v2-3-players.toml`). The defaults are for a table of
    three; `all-round@v1-2-players` and the like have the weights for others.

    Parameters
    ----------
    two, five, queen, seven, nine, ten, joker, six, jack, king, ace, three, four, eight
        What laying a rank is worth, in steps of the card order; the ranks with the least are collected.
    empties
        Laying the last card of the hand.
    carried
        Each pile card that nines or aces carry off.
    stuck
        That the next player cannot answer, times how likely that seems.
    few
        The same again, if the next player has one or two cards in hand.
    stack
        The same again, for each card that the next player would pick up.
    lonely
        Winning a go with nothing to lay in it.
    pick_up, pick_card, pick_wanted
        Picking up; each card of the stack; each ace or nine in it.
    give_ace, give_nine, give_high
        Giving away an ace or a nine; each step of the card order of a card given away.
    fives, jacks
        Laying them where jacks are Magic Jacks.
    kings
        Kings that bring the turn back.
    clears
        Each card that a four clears away.
    together
        Each further card of a rank.
    topping
        Topping up.
    """
    if move.kind == LAY:
        if move.rank == view.plan[RANK_AT] and move.count == view.plan[COUNT_AT]:
            return 1000.0
        worth = view.plan[WORTH_AT + move.rank] + together * (move.count - 1)
        worth += trouble(view, move, stuck, few, stack, lonely)
        left = view.hand_sizes[view.seat] - move.count
        worth += empties if left == 0 else 0.0
        if move.rank == KING:
            return worth + (kings if brings_back(view.misses + move.count, view.holding, view.misses_end) else 0.0)
        carries = move.rank == NINE or move.rank == ACE
        worth += carried * min(max(move.count - left, 0), view.pile_sizes[view.seat]) if carries else 0.0
        worth += clears * view.stack_size if move.rank == FOUR else 0.0
        magic = view.holding == view.magic_at
        return worth + (jacks if magic and move.rank == JACK else fives if magic and move.rank == FIVE else 0.0)
    if move.kind == PICK_UP:
        return pick_up + pick_card * view.stack_size + pick_wanted * (view.stack_counts[ACE] + view.stack_counts[NINE])
    if move.kind == DISCARD or move.kind == PASS:
        kept = give_ace if move.rank == ACE else give_nine if move.rank == NINE else 0.0
        return 1000.0 if move.rank == view.plan[RANK_AT] else -give_high * move.rank - kept
    return topping if move.kind == TOP_UP else 0.0


@strict
def trouble(view, move, stuck, few, stack, lonely):
    """What a lay is worth for the answer that it demands: from the next player, or from oneself where another go is
    won.
    """
    if move.rank == FOUR:
        return 0.0
    if move.rank == TEN or view.goes > 1:
        held = view.held if view.hand[move.rank] > move.count else view.held & ~(1 << move.rank)
        return 0.0 if held & answering(view, move.rank) else lonely
    few_held = few if view.hand_sizes[view.next] <= FEW else 0.0
    return view.plan[STUCK_AT + move.rank] * (stuck + few_held + stack * (view.stack_size + move.count))
