"""What a champion of Twyst looks at: rows of weights that describe a decision, and rows that describe each card.

Every fact is a choice among a few possibilities, each with a row of its own in the table of weights; a card's score
comes from the sum of the rows that apply (`_network.py`). There is a network for each role, once to lead and once to
follow. The weights are in `champion.npz`; how they are learnt is described in `docs/champions.md`.
"""

from itertools import accumulate

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twyst.cards import ALL, NOTHING, rank_of, suit_mask, suit_of
from knotlab.sim.games.twyst.rules import beats
from knotlab.sim.games.twyst.state import ACE_SOLO, COURT_SOLO, MISERE, NEMO, SEATS, TRUMP_DUO, TWIST_SOLO
from knotlab.sim.lowlevel import count_bits
from knotlab.strategies.twyst._table import higher, lower

# Roles: a contractor's is the number of his contract, a soloist's opponents have these.
AGAINST_ACE, AGAINST_MISERE, AGAINST_COURT, AGAINST_TWIST, AGAINST_DUO, AGAINST_SEVERAL = range(7, 13)
ROLES = 13
DECISION_ROWS, CARD_ROWS = 4, 7  # how many describe a decision, and a card
HIDDEN = 8  # hidden units: what the first half finds raises a score, what the second half finds lowers it

# Slots of the plan.
OUT, FIRST_ROW, SUITS, STATE, SUMS = range(5)  # SUMS: the first of those that the network needs
SHOWN_AT = 12  # the bit of SUITS from which the suits shown stand


def starts(*sizes: int) -> tuple[int, ...]:
    """Where each kind of fact begins, by how many possibilities each has, and where the last one ends."""
    return tuple(accumulate((0, *sizes)))


# First rows of each kind of fact: of decisions, then of cards led, or of cards played to a trick.
NEED, TRUMPS, LENGTHS, AROUND, OUT_OF, REST, SIGNS, RANKS, STAGES, LEAD_ROWS = starts(
    16 * 13, 4 * 7 * 7, 2 * 8 * 4, 5 * 6 * 4, 4 * 8 * 3, 14 * 8 * 2, 4 * 16, 13 * 2, 13 * 2 * 2
)
_, _, TABLE, SUIT_LED, WINS, PLACES, HOLDS, HEIGHTS, TOKENS, LEFT, RUNS_OUT, FOLLOW_ROWS = starts(
    16 * 13, 7 * 7, 3 * 4 * 4, 2 * 2 * 9 * 2,
    3 * 2 * 12 * 4, 3 * 4 * 4 * 2, 3 * 7 * 4 * 4, 3 * 13 * 2, 3 * 4 * 16, 3 * 14 * 4, 3 * 4 * 8,
)  # fmt: skip
ROWS = ROLES * (LEAD_ROWS + FOLLOW_ROWS)


@strict
def role_of(view):
    """The number of the network for a player's part in the contract."""
    if view.contract != NOTHING:
        return int(view.contract)
    kinds = 0
    for seat in range(SEATS):
        if view.contracts[seat] != NOTHING:
            kinds |= 1 << view.contracts[seat]
    if kinds == 1 << ACE_SOLO:
        return AGAINST_ACE
    if kinds == 1 << MISERE:
        return AGAINST_MISERE
    if kinds == 1 << COURT_SOLO:
        return AGAINST_COURT
    if kinds == 1 << TWIST_SOLO:
        return AGAINST_TWIST
    return AGAINST_DUO if kinds == 1 << TRUMP_DUO else AGAINST_SEVERAL


@strict
def one_to_watch(view):
    """How many places on the partner sits, or the first soloist for those against him; 0 for one who plays alone."""
    if view.partner != NOTHING:
        return view.partner - view.seat & 3
    if view.contract != NOTHING:
        return 0
    opponents_partner = 0
    for step in range(1, SEATS):
        seat = view.seat + step & 3
        if view.contracts[seat] == NOTHING:
            opponents_partner = step
        elif view.partners[seat] == NOTHING:
            return step
    return opponents_partner


@strict
def standing(view):
    """How the contract stands, as a number 0..15: tricks it still needs, or in a Twist solo and a Nemo how it goes."""
    seat = view.seat
    if view.contract == NOTHING:
        while view.contracts[seat] == NOTHING:
            seat = seat + 1 & 3
    contract = view.contracts[seat]
    if contract == NEMO:
        return 0 if view.tricks[seat] == 0 else 1 if view.tricks[seat] == view.clean[seat] else 2
    if contract == TWIST_SOLO:
        most = 0
        for other in range(SEATS):
            if other != seat:
                most = max(most, view.tricks[other])
        return min(max(view.tricks[seat] - most + 7, 0), 15)
    won = view.tricks[seat]
    if view.partners[seat] != NOTHING:
        won += view.tricks[view.partners[seat]]
    return min(max(view.targets[seat] - won + 2, 0), 15)


@strict
def friends_of(view):
    """The set of seats on the player's side."""
    if view.contract == NOTHING:
        return 15 & ~view.contractors
    return 1 << view.seat | (1 << view.partner if view.partner != NOTHING else 0)


@strict
def survey_table(view):
    """Write into the plan what all cards have in common, but for the sums."""
    out = ALL & ~view.played & ~view.hand
    suits = 0
    for step in range(SEATS):
        seat = view.seat + step & 3
        if step:
            suits |= view.voids[seat] << 4 * (step - 1)
        suits |= 1 << SHOWN_AT + 4 * suit_of(view.shown[seat]) + step
    special = view.trump if view.trump != NOTHING else view.unwanted
    specials_out = count_bits(out & suit_mask(special)) if special != NOTHING else 0
    first = role_of(view) * (LEAD_ROWS + FOLLOW_ROWS)
    winner = 0
    if view.laid:
        first += LEAD_ROWS
        winner = winner_of(view, out)
    view.plan[OUT], view.plan[FIRST_ROW], view.plan[SUITS] = out, first, suits
    view.plan[STATE] = one_to_watch(view) | specials_out << 2 | (special + 1) << 6 | winner << 9


@strict
def state_of(view):
    """What `survey_table` wrote down: who is to be watched, cards of the special suit still out, that suit, and the
    winner so far.
    """
    state = int(view.plan[STATE])
    return state & 3, state >> 2 & 15, (state >> 6 & 7) - 1, state >> 9


@strict
def winner_of(view, out):
    """Who wins the trick so far, as a number 0..11: foe or friend, opponents still to play, and whether the best card
    is the highest left of its suit.
    """
    friends, foes_to_come = friends_of(view), 0
    for step in range(1, SEATS - view.laid):
        foes_to_come += 1 - (friends >> (view.seat + step & 3) & 1)
    master = 1 * (higher(view.best) & out == 0)
    return int((friends >> view.winning & 1) * 6 + foes_to_come * 2 + master)


@strict
def decision_rows(view):
    """The rows that describe a decision; -1 where there is none."""
    first, out = int(view.plan[FIRST_ROW]), int(view.plan[OUT])
    place, specials_out, special, winner = state_of(view)
    trumps_out = min(specials_out, 6)
    own = min(count_bits(view.hand & suit_mask(special)), 6) if special != NOTHING else 0
    need = first + NEED + standing(view) * 13 + view.trick
    if view.laid == 0:
        return need, first + TRUMPS + (place * 7 + trumps_out) * 7 + own, -1, -1
    table = first + TABLE + ((view.laid - 1) * 4 + place) * 4 + (winner >= 6) * 2 + (winner & 1)
    follows = 1 * (view.hand & suit_mask(view.suit) != 0)
    unseen = min(count_bits(out & suit_mask(view.suit)), 8)
    dirty = 1 * (view.unwanted != NOTHING and view.on_table & suit_mask(view.unwanted) != 0)
    suit_led = first + SUIT_LED + ((1 * (view.suit == special) * 2 + follows) * 9 + unseen) * 2 + dirty
    return need, first + TRUMPS + trumps_out * 7 + own, table, suit_led


@strict
def card_rows(view, card):
    """The seven rows that describe a card."""
    first, out, suit = int(view.plan[FIRST_ROW]), int(view.plan[OUT]), suit_of(card)
    place, specials_out, special, winner = state_of(view)
    own_above, own_below = count_bits(view.hand & higher(card)), count_bits(view.hand & lower(card))
    above, below = count_bits(out & higher(card)), count_bits(out & lower(card))
    own, unseen = own_above + own_below + 1, above + below
    suits = int(view.plan[SUITS]) >> suit
    voids = suits & 1 | suits >> 3 & 2 | suits >> 6 & 4
    shown = suits >> SHOWN_AT + 3 * suit & 15
    is_special, rank = 1 * (suit == special), rank_of(card)
    if view.laid == 0:
        kind = 0 if is_special else 1 if specials_out > 0 else 2
        return (
            first + LENGTHS + (is_special * 8 + min(own, 8) - 1) * 4 + min(above, 3),
            first + AROUND + (min(above, 4) * 6 + min(below, 5)) * 4 + min(own_above, 3),
            first + OUT_OF + (place * 8 + voids) * 3 + kind,
            first + REST + (unseen * 8 + min(own, 8) - 1) * 2 + is_special,
            first + SIGNS + place * 16 + shown,
            first + RANKS + rank * 2 + is_special,
            first + STAGES + (view.trick * 2 + 1 * (above == 0)) * 2 + is_special,
        )
    kind = 0 if suit == view.suit else 1 if is_special else 2
    wins = 1 * beats(view, card, suit)
    few_above = min(above, 3)
    return (
        first + WINS + (((view.laid - 1) * 2 + wins) * 12 + winner) * 4 + few_above,
        first + PLACES + ((kind * 4 + min(own_above, 3)) * 4 + min(own_below, 3)) * 2 + wins,
        first + HOLDS + ((kind * 7 + min(own, 7) - 1) * 4 + few_above) * 4 + min(below, 3),
        first + HEIGHTS + (kind * 13 + rank) * 2 + wins,
        first + TOKENS + (kind * 4 + place) * 16 + shown,
        first + LEFT + (kind * 14 + unseen) * 4 + few_above,
        first + RUNS_OUT + (kind * 4 + place) * 8 + voids,
    )
