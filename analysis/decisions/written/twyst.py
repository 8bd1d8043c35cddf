"""Positions of Twyst: before your bid, before you name who leads, or before you play a card.

hand 1: AS KS 9H ..    # yours, as it is now, with your bid card until it is played
bids: KS 3C 4D 5H      # by seat; left out before your bid
lead: 2                # who leads to the first trick, where a soloist has named him
cards: 4D 5D AD 3D ..  # all that have been played, in their order
totals: 120 -40 0 310  # by seat, points won in the match; left out in a deal by itself
"""

import numpy as np

from knotlab.analysis.decisions.written.lines import PositionLines
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import ALL, CODE, N_RANKS, NAMES, NOTHING, SUITS, spell, suit_of
from knotlab.sim.games.twyst.state import BID, BIDDING, NAME_LEADER, NAMING, PLAY, SEATS
from knotlab.sim.playing.stepper import Stepper

KEYS = ("hand N", "bids", "lead", "cards", "totals")
HELD = ()


def place(step: Stepper, lines: PositionLines) -> int:
    """Put a position on the table; the number of the decision. Raises InputError if it cannot be."""
    seats = lines.numbered("hand")
    if len(seats) != 1 or not seats <= set(range(SEATS)):
        raise InputError("exactly one hand is named, yours: 'hand 2: AS KS ..', with your seat from 0 to 3")
    (own,) = seats
    hand = _set(lines, f"hand {own}")
    step.deal(0)
    step.begin()
    step.view.totals = _totals(lines)
    if "bids" not in lines:
        return _before_the_bid(step, lines, own, hand)
    played = _play(step, lines, own)
    _check(step, lines, own, hand)
    _give(step, own, hand)
    step.open_turn()
    return SEATS + played


def lines_of(view: np.record, hidden: np.record) -> list[str]:
    """A position as lines."""
    lines = [f"hand {view.seat}: {' '.join(spell(int(view.hand)))}"]
    if view.decision != BIDDING:
        played = view.order[: SEATS * int(view.trick) + int(view.laid)]
        lines.append(f"bids: {' '.join(NAMES[card] for card in view.shown)}")
        lines += [f"cards: {' '.join(NAMES[card] for card in played)}"] if len(played) else []
        is_named = int(view.contractors).bit_count() == 1 and view.decision != NAMING
        lines += [f"lead: {view.opener}"] if is_named else []
    return lines + ([f"totals: {' '.join(map(str, view.totals))}"] if view.totals.any() else [])


def _set(lines: PositionLines, key: str) -> int:
    """The set of the cards in a line; each is there once."""
    names = lines.cards(key).names
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError(f"'{key}' has {twice[0]} twice; a pack has it once")
    return sum(1 << CODE[name] for name in names)


def _totals(lines: PositionLines) -> list[int]:
    words = lines.text("totals", "0 0 0 0").split()
    if len(words) != SEATS or not all(word.lstrip("-").isdecimal() for word in words):
        raise InputError(f"'totals' are four whole numbers, one a seat, not '{lines.text('totals')}'")
    return [int(word) for word in words]


def _before_the_bid(step: Stepper, lines: PositionLines, own: int, hand: int) -> int:
    """A hand that is to be bid; the bids made before it have not been turned."""
    if hand.bit_count() != N_RANKS:
        raise InputError(f"a hand has {N_RANKS} cards before the bids, not {hand.bit_count()}; name the 'bids' after")
    if "cards" in lines or "lead" in lines:
        raise InputError("cards are played after the bids; name the four 'bids' too, by seat")
    step.view.seat, step.hidden.hands[own] = own, hand
    step.open_turn()
    return own


def _play(step: Stepper, lines: PositionLines, own: int) -> int:
    """Turn the bids and play the cards of the lines, whoever is dealt them; the number of decisions since the bids."""
    bids, cards = lines.cards("bids").names, lines.cards("cards").names
    if len(bids) != SEATS or len(set(bids)) < SEATS:
        raise InputError(f"there are four bids, all different, by seat, not '{lines.text('bids')}'")
    if len(cards) >= ALL.bit_count() or len(set(cards)) < len(cards):
        raise InputError("each of the 'cards' has been played once, and one at least is left in your hand")
    move = step.game.move
    for bid in bids:
        step.play(move(BID, CODE[bid], NOTHING))
    is_named = step.view.decision == NAMING
    if is_named and ("lead" in lines or cards):
        leader = lines.number("lead", SEATS)
        if leader not in range(SEATS):
            raise InputError(f"seat {step.view.seat} alone has a contract and names who leads; say whom: 'lead: 2'")
        step.play(move(NAME_LEADER, NOTHING, leader))
    elif "lead" in lines:
        raise InputError("nobody names who leads here, so leave out 'lead': seat 0 does, as the eldest")
    for card in cards:
        step.play(move(PLAY, CODE[card], NOTHING))
    return len(cards) + int(is_named and step.view.decision != NAMING)


def _check(step: Stepper, lines: PositionLines, own: int, hand: int) -> None:
    """Refuse a hand that is not that of the player to move, or does not go with what has been played."""
    view = step.view
    if int(view.seat) != own:
        raise InputError(f"it is the turn of seat {view.seat}, but the hand is that of seat {own}; check the 'cards'")
    size, again = int(view.hand_sizes[own]), [*spell(hand & int(view.played))]
    if hand.bit_count() != size:
        raise InputError(f"seat {own} has {size} cards left, not {hand.bit_count()}")
    if again:
        raise InputError(f"{again[0]} has been played, so it is in no hand")
    for seat, bid in enumerate(map(int, view.shown)):
        had = [int(cards) | (hand if other == own else 0) for other, cards in enumerate(view.played_by[:SEATS])]
        holders = [other for other in range(SEATS) if had[other] >> bid & 1]
        if holders not in ([seat], [] if seat != own else [seat]):
            where = f"with seat {holders[0]}" if holders else "not in your hand"
            raise InputError(f"seat {seat} bade {NAMES[bid]}, which is {where}; check 'bids' and the order of 'cards'")
    void = [SUITS[suit_of(CODE[name])] for name in spell(hand) if int(view.voids[own]) >> suit_of(CODE[name]) & 1]
    if void:
        raise InputError(f"you did not follow to {void[0]} before, so you hold none")


def _give(step: Stepper, own: int, hand: int) -> None:
    """Give the others cards that agree with what is known; each rollout deals them anew."""
    view, hidden = step.view, step.hidden
    known = [0 if seat == own else (1 << int(view.shown[seat])) & ~int(view.played) for seat in range(SEATS)]
    room = [0 if seat == own else int(view.hand_sizes[seat]) - known[seat].bit_count() for seat in range(SEATS)]
    rest = [CODE[name] for name in spell(ALL & ~int(view.played) & ~hand & ~sum(known))]
    holders: dict[int, int] = {}

    def may_hold(seat: int, card: int) -> bool:
        return room[seat] > 0 and not int(view.voids[seat]) >> suit_of(card) & 1

    def find_room(card: int, tried: set[int]) -> bool:
        """Give a card to somebody, who may pass one of his on (Kuhn's matching)."""
        for seat in range(SEATS):
            if seat in tried or not may_hold(seat, card):
                continue
            tried.add(seat)
            held = [other for other, holder in holders.items() if holder == seat]
            if len(held) < room[seat] or any(find_room(other, tried) for other in held):
                holders[card] = seat
                return True
        return False

    if not all(find_room(card, set()) for card in rest):
        raise InputError("no deal agrees with these cards: too many would be of suits that the others failed to follow")
    for seat in range(SEATS):
        given = sum(1 << card for card, holder in holders.items() if holder == seat)
        hidden.hands[seat] = hand if seat == own else known[seat] | given
        hidden.dealt[seat] = int(hidden.hands[seat]) | int(view.played_by[seat])
