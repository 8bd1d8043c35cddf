"""What the champion looks at: a description of a decision, and one of each of its moves (`networks/descriptions.py`).

Most entries have the value 1 and say which of some cases is there. A small network weighs them; its weights are in
`champion.npz`, and how it learnt them is described in `docs/champions.md`.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, EIGHT, FIVE, FOUR, JACK, KING, N_RANKS, NINE, TEN
from knotlab.sim.games.twisted_knot.demand import satisfying
from knotlab.sim.games.twisted_knot.state import DISCARD, LAY, LAYING, PAIRING, PASS, PICK_UP
from knotlab.sim.lowlevel import lowest_bit
from knotlab.strategies.networks.descriptions import CASES, case_of, enter, rows_for
from knotlab.strategies.twisted_knot._finish import COUNT_AT, RANK_AT, brings_back, plan_finish
from knotlab.strategies.twisted_knot._guess import STUCK_AT, UNSEEN_AT, answering, count_unseen, guess_stuck

FEW = 2  # cards in a hand that hardly holds an answer
STUCK_BY_EIGHT_AT = 2  # where the plan keeps how likely the next player is stuck after an 8
HIDDEN_AT = 16  # and from where on what the decision gives the network: there it takes all the room that is left

# Where the rows of a description begin, by what they say.
IN_DECISION = rows_for(
    always=1, kind=5, hand=4 * N_RANKS, ranks=1, unseen=N_RANKS, known=2 * N_RANKS, demand=N_RANKS + 1,
    showing=N_RANKS + 1, top_count=5, alike=4, stack=CASES, stack_cards=N_RANKS, own_hand=CASES, own_pile=CASES,
    next_hand=CASES, next_pile=CASES, fewest=CASES, before=CASES, holding=3, goes=3, misses=4, owed=5, receiver=1,
)  # fmt: skip
IN_MOVE = rows_for(
    lay=4 * N_RANKS, left_of_rank=4, left=CASES, together=1, large=N_RANKS, few=N_RANKS, goes_on=N_RANKS, stuck=3,
    lonely=1, carried=4, back=1, clears=3, magic=2, alike=1, finish=1, pick_up=CASES, picked=N_RANKS, wanted=1, stack=1,
    other=3, discard=N_RANKS, pass_=N_RANKS, held=4, to_few=N_RANKS, gift=1,
)  # fmt: skip


@strict
def prepare(view):
    """Into the plan: a turn that goes out, and how likely the next player is stuck after each rank, as `all-round` has
    it, and how many cards of each rank nobody has seen.
    """
    plan_finish(view)
    if (view.decision == LAYING or view.decision == PAIRING) and view.goes <= 1:
        ranks = view.pair_mask if view.pairs > 0 else satisfying(view)[0]
        guess_stuck(view, view.held & ranks & ~(1 << FOUR | 1 << TEN))
    else:
        count_unseen(view)


@strict
def make_room(view):
    """Move what the plan holds out of the way of the network."""
    view.plan[STUCK_BY_EIGHT_AT] = view.plan[STUCK_AT + EIGHT]


@strict
def describe_decision(view, rows, values):
    """Describe a decision; how many entries that takes."""
    n = describe_cards(view, rows, values)
    n = describe_table(view, rows, values, n)
    return describe_players(view, rows, values, n)


@strict
def describe_cards(view, rows, values):
    """Describe the cards of the hand, those nobody has seen, and those the next player is known to hold; how many
    entries that takes.
    """
    n = enter(rows, values, 0, IN_DECISION.always, 1.0)
    ranks, me, after = 0, view.held, view.next
    while me:
        rank = lowest_bit(me)
        me &= me - 1
        ranks += 1
        n = enter(rows, values, n, IN_DECISION.hand + 4 * rank + min(view.hand[rank], 4) - 1, 1.0)
    for rank in range(N_RANKS):
        known, hidden = view.known[after, rank], view.plan[UNSEEN_AT + rank]
        rows[n], values[n] = IN_DECISION.unseen + rank, hidden / 4
        n += hidden > 0.0  # written in any case: a branch would be guessed wrong too often
        rows[n], values[n] = IN_DECISION.known + 2 * rank + (known > 1), 1.0
        n += known > 0
    return enter(rows, values, n, IN_DECISION.ranks, ranks / 7)


@strict
def describe_table(view, rows, values, n):
    """Describe the stack, and what it demands, after n entries; how many there are then."""
    n = enter(rows, values, n, IN_DECISION.demand + view.demand + 1, 1.0)
    n = enter(rows, values, n, IN_DECISION.showing + view.showing + 1, 1.0)
    n = enter(rows, values, n, IN_DECISION.top_count + min(view.top_count, 4), 1.0)
    n = enter(rows, values, n, IN_DECISION.alike + min(view.alike, 3), 1.0)
    n = enter(rows, values, n, IN_DECISION.stack + case_of(view.stack_size), 1.0)
    ranks = view.stack_held
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        n = enter(rows, values, n, IN_DECISION.stack_cards + rank, view.stack_counts[rank] / 2)
    return n


@strict
def describe_players(view, rows, values, n):
    """Describe hands and piles, one's own, the next player's, and those of the others, and one's turn so far, after n
    entries; how many there are then.
    """
    me, after = view.seat, view.next
    n = enter(rows, values, n, IN_DECISION.own_hand + case_of(view.hand_sizes[me]), 1.0)
    n = enter(rows, values, n, IN_DECISION.own_pile + case_of(view.pile_sizes[me]), 1.0)
    n = enter(rows, values, n, IN_DECISION.next_hand + case_of(view.hand_sizes[after]), 1.0)
    n = enter(rows, values, n, IN_DECISION.next_pile + case_of(view.pile_sizes[after]), 1.0)
    if view.players > 2:
        n = enter(rows, values, n, IN_DECISION.holding + min(view.holding, 4) - 2, 1.0)
        fewest, before = 999, me
        for k in range(1, view.players):
            seat = (me + k * view.direction) % view.players
            if view.places[seat] == 0:
                fewest, before = min(fewest, view.hand_sizes[seat] + view.pile_sizes[seat]), seat
        n = enter(rows, values, n, IN_DECISION.fewest + case_of(fewest), 1.0)
        n = enter(rows, values, n, IN_DECISION.before + case_of(view.hand_sizes[before] + view.pile_sizes[before]), 1.0)
    n = enter(rows, values, n, IN_DECISION.kind + view.decision, 1.0)
    n = enter(rows, values, n, IN_DECISION.goes + min(view.goes, 3) - 1, 1.0)
    n = enter(rows, values, n, IN_DECISION.misses + min(view.misses, 3), 1.0)
    n = enter(rows, values, n, IN_DECISION.owed + min(view.owed, 4), 1.0)
    return enter(rows, values, n, IN_DECISION.receiver, 1.0) if view.receiver >= 0 else n


@strict
def describe_move(view, move, rows, values):
    """Describe a move; how many entries that takes."""
    if move.kind == LAY:
        return _describe_lay(view, move, rows, values)
    if move.kind == DISCARD or move.kind == PASS:
        return _describe_gift(view, move, rows, values)
    if move.kind != PICK_UP:
        return enter(rows, values, 0, IN_MOVE.other + (move.kind - PICK_UP), max(move.count, 1))
    n = enter(rows, values, 0, IN_MOVE.pick_up + case_of(view.hand_sizes[view.seat]), 1.0)
    n = enter(rows, values, n, IN_MOVE.stack, view.stack_size / 6)
    n = enter(rows, values, n, IN_MOVE.wanted, view.stack_counts[ACE] + view.stack_counts[NINE])
    ranks = view.stack_held
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        n = enter(rows, values, n, IN_MOVE.picked + rank, view.stack_counts[rank] / 2)
    return n


@strict
def _describe_lay(view, move, rows, values):
    """Describe a lay: the cards, what is left, whom it troubles, and what else it does."""
    rank, count = move.rank, move.count
    left = view.hand_sizes[view.seat] - count
    n = enter(rows, values, 0, IN_MOVE.lay + 4 * rank + min(count, 4) - 1, 1.0)
    n = enter(rows, values, n, IN_MOVE.left_of_rank + min(view.hand[rank] - count, 3), 1.0)
    n = enter(rows, values, n, IN_MOVE.left + case_of(left), 1.0)
    if rank == view.plan[RANK_AT] and count == view.plan[COUNT_AT]:
        n = enter(rows, values, n, IN_MOVE.finish, 1.0)
    if count > 1:
        n = enter(rows, values, n, IN_MOVE.together, count - 1)
    if left > 6:
        n = enter(rows, values, n, IN_MOVE.large + rank, 1.0)
    if view.hand_sizes[view.next] <= FEW:
        n = enter(rows, values, n, IN_MOVE.few + rank, 1.0)
    if count + (view.alike if view.top == rank else 0) >= 4:
        n = enter(rows, values, n, IN_MOVE.alike, 1.0)
    n = _describe_trouble(view, move, rows, values, n)
    return _describe_effect(view, move, left, rows, values, n)


@strict
def _describe_trouble(view, move, rows, values, n):
    """The answer that a lay demands: from the next player, or from oneself where another go is won."""
    rank = move.rank
    if rank == FOUR:
        return n
    if rank == TEN or view.goes > 1:
        n = enter(rows, values, n, IN_MOVE.goes_on + rank, 1.0)
        held = view.held if view.hand[rank] > move.count else view.held & ~(1 << rank)
        return n if held & answering(view, rank) else enter(rows, values, n, IN_MOVE.lonely, 1.0)
    stuck = view.plan[STUCK_BY_EIGHT_AT if rank == EIGHT else STUCK_AT + rank]
    if stuck > 0.0:
        n = enter(rows, values, n, IN_MOVE.stuck, stuck)
        n = enter(rows, values, n, IN_MOVE.stuck + 1, stuck * min(view.stack_size + move.count, 20) / 6)
        if view.hand_sizes[view.next] <= FEW:
            n = enter(rows, values, n, IN_MOVE.stuck + 2, stuck)
    return n


@strict
def _describe_effect(view, move, left, rows, values, n):
    """What a lay does next to the demand that it leaves."""
    rank, count = move.rank, move.count
    if rank == NINE or rank == ACE:
        carried = min(max(count - left, 0), view.pile_sizes[view.seat])
        if carried > 0:
            n = enter(rows, values, n, IN_MOVE.carried + (rank == ACE), carried)
        return enter(rows, values, n, IN_MOVE.carried + 2 + (rank == ACE), min(count, left))
    if rank == KING:
        back = brings_back(view.misses + count, view.holding, view.misses_end)
        return enter(rows, values, n, IN_MOVE.back, 1.0) if back else n
    if rank == FOUR:
        n = enter(rows, values, n, IN_MOVE.clears, view.stack_size / 6)
        n = enter(rows, values, n, IN_MOVE.clears + 1, (view.stack_counts[ACE] + view.stack_counts[NINE]) / 2)
        return enter(rows, values, n, IN_MOVE.clears + 2, 1.0 * (view.stack_size == 0))
    if view.holding == view.magic_at and (rank == JACK or rank == FIVE):
        return enter(rows, values, n, IN_MOVE.magic + (rank == FIVE), 1.0)
    return n


@strict
def _describe_gift(view, move, rows, values):
    """Describe a card to be given away."""
    rank = move.rank
    n = enter(rows, values, 0, (IN_MOVE.discard if move.kind == DISCARD else IN_MOVE.pass_) + rank, 1.0)
    n = enter(rows, values, n, IN_MOVE.held + min(view.hand[rank], 4) - 1, 1.0)
    if rank == view.plan[RANK_AT]:
        n = enter(rows, values, n, IN_MOVE.gift, 1.0)
    if view.hand_sizes[view.next] <= FEW and move.kind == PASS:
        n = enter(rows, values, n, IN_MOVE.to_few + rank, 1.0)
    return n
