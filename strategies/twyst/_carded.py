"""How a bidding card of Twyst is followed. A card is a TOML text, whose words `analysis/bidding/card.py` explains;
here it is a few whole numbers, each below 2 ** 53, so that they fit into parameters.
"""

from collections.abc import Mapping
from typing import Any

from knotlab.sim.compiling.jit import strict
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import ACE, DEUCE, JACK, KING, N_RANKS, N_SUITS, TEN, suit_mask
from knotlab.sim.lowlevel import count_bits, lowest_bit
from knotlab.strategies.cards.lines import Bits, layout, pack
from knotlab.strategies.twyst._measures import has, suit_cards

N_COLUMNS = 3
NUMBERS, LENGTHS, LOWEST = 8, 7, 4  # numerals from 3 to 10, suits up to seven cards, cards that a deuce looks at
ALL_SURE = 7  # cards of a suit with Ace, King and Queen that are all sure tricks
SIGN = 32  # what may be negative is kept higher by so much
SOLOS = layout(ace=4, king=4, queen=4, jack=4, tricks=4, points=8, trump=5, sure=3, short=4, from_court=10)
DANGER = layout(**{f"limit{i}": 4 for i in range(LOWEST)}, **{f"times{i}": 4 for i in range(LOWEST)}, most=10)
NUMBER = layout(**{f"of_{pips}": 6 for pips in range(3, 3 + NUMBERS)})
LENGTH = layout(**{f"of_{cards}": 6 for cards in range(1, 1 + LENGTHS)})
COUNTS = layout(least=6, top=6, middle=6, long=6, one_suit=1)
A, K, Q, J, TRICKS, POINTS, TRUMP, SURE, SHORT, FROM_COURT = SOLOS.values()
MOST, LEAST, TOP, MIDDLE, LONG, ONE_SUIT = DANGER["most"], *COUNTS.values()
NUMERALS = (1 << JACK) - 2  # 3 to 10 of a suit
EACH, SMALL = 6, 63  # bits of a numeral's or a length's points, and the most that they hold
NONE = -1
NEVER = -10_000


def numbers_of(content: Mapping[str, Any]) -> dict[str, int]:
    """A card's numbers, by the names of the parameters of `carded`, from the content of its text; raises InputError if
    it is no such card, or has more columns or larger points than `carded` can follow.
    """
    try:
        points, ace, court, deuce, columns = (content[name] for name in ("points", "ace", "court", "deuce", "numerals"))
        honours = dict(zip(("ace", "king", "queen", "jack"), (points[name] for name in "AKQJ"), strict=True))
        solos = honours | {name: min(ace[name], SOLOS[name].mask) for name in ("tricks", "points")}  # more has no hand
        solos |= {name: court[name] for name in ("trump", "sure", "short")} | {"from_court": court["least"]}
        danger = {f"limit{i}": limit for i, limit in enumerate(deuce["limits"])}
        danger |= {f"times{i}": times for i, times in enumerate(deuce["times"])} | {"most": max(deuce["most"], -1) + 1}
        numbers = {"solos": _packed(SOLOS, solos), "danger": _packed(DANGER, danger)}
        if len(columns) > N_COLUMNS:
            raise ValueError(f"it has {len(columns)} columns of numerals, and {N_COLUMNS} can be followed")
        unused = {"least": SMALL, "number": {}, "length": {}, "top": 0, "middle": 0, "long": 0}
        for place, column in enumerate([*columns, *[unused] * (N_COLUMNS - len(columns))], 1):
            numbers[f"numbers{place}"] = _packed(NUMBER, {f"of_{pips}": n for pips, n in column["number"].items()})
            numbers[f"lengths{place}"] = _packed(LENGTH, {f"of_{cards}": n for cards, n in column["length"].items()})
            counts = {name: column[name] + SIGN for name in ("top", "middle", "long")}
            counts |= {"least": column["least"], "one_suit": column.get("one_suit", False)}
            numbers[f"counts{place}"] = _packed(COUNTS, counts)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise InputError(f"this is no bidding card that a player can follow ({error})") from None
    return numbers


def _packed(places: Mapping[str, Bits], parts: Mapping[str, int]) -> int:
    """Some parts as one number; raises ValueError if one is not there, or does not fit."""
    for name, value in parts.items():
        if name not in places or not isinstance(value, int) or not 0 <= value <= places[name].mask:
            raise ValueError(f"{name} = {value!r}")
    return pack(places, parts)


@strict
def of(number, at, mask):
    """A part of a packed number."""
    return number >> at & mask


@strict
def honour_points(cards, solos):
    """Points of the Ace, King, Queen and Jack of a suit."""
    return (
        has(cards, ACE) * of(solos, A.at, A.mask)
        + has(cards, KING) * of(solos, K.at, K.mask)
        + has(cards, KING - 1) * of(solos, Q.at, Q.mask)
        + has(cards, JACK) * of(solos, J.at, J.mask)
    )


@strict
def hand_points(hand, solos):
    """Points of all honours of a hand."""
    total = 0
    for suit in range(N_SUITS):
        total += honour_points(suit_cards(hand, suit), solos)
    return total


@strict
def sure_tricks(cards):
    """The sure tricks of a suit: its cards in sequence from the Ace down, and with three of them also each other card
    beyond the fourth, or all cards if there are seven.
    """
    in_sequence, length = 0, count_bits(cards)
    while in_sequence < N_RANKS and has(cards, ACE - in_sequence):
        in_sequence += 1
    if in_sequence < 3:
        return in_sequence
    return length if length >= ALL_SURE else in_sequence + max(0, length - max(in_sequence, 4))


@strict
def shown_ace(hand, points, solos):
    """The Ace to show, `NONE` if the hand is not good enough for one."""
    shown, sure = NONE, 0
    for suit in range(N_SUITS):
        cards = suit_cards(hand, suit)
        sure += sure_tricks(cards)
        if shown == NONE and has(cards, ACE):
            shown = suit * N_RANKS + ACE
    is_good = sure >= of(solos, TRICKS.at, TRICKS.mask) or points >= of(solos, POINTS.at, POINTS.mask)
    return shown if is_good else NONE


@strict
def shown_court(hand, points, solos):
    """The King, Queen or Jack to show, `NONE` if the hand is not good enough for one."""
    best, most, missing, sure = NONE, NEVER, 0, 0
    for suit in range(N_SUITS):
        missing += max(0, 2 - count_bits(suit_cards(hand, suit)))
        sure += sure_tricks(suit_cards(hand, suit))
    for suit in range(N_SUITS):
        cards = suit_cards(hand, suit)
        if cards >> JACK & 7:
            length = count_bits(cards)
            worth = points + honour_points(cards, solos) + of(solos, TRUMP.at, TRUMP.mask) * length
            worth += of(solos, SURE.at, SURE.mask) * (sure - sure_tricks(cards))
            worth += of(solos, SHORT.at, SHORT.mask) * (missing - max(0, 2 - length))
            if worth > most:
                rank = KING if has(cards, KING) else KING - 1 if has(cards, KING - 1) else JACK
                best, most = suit * N_RANKS + rank, worth
    return best if most >= of(solos, FROM_COURT.at, FROM_COURT.mask) else NONE


@strict
def first_deuce(hand):
    """The first deuce of a hand, `NONE` without one."""
    for suit in range(N_SUITS):
        if has(suit_cards(hand, suit), DEUCE):
            return suit * N_RANKS + DEUCE
    return NONE


@strict
def is_safe(hand, danger):
    """Whether a hand is safe enough for a deuce."""
    total = 0
    for suit in range(N_SUITS):
        cards = suit_cards(hand, suit)
        for place in range(LOWEST):
            if cards:
                above = lowest_bit(cards) + 2 - of(danger, 4 * place, 15)
                total += of(danger, 4 * (LOWEST + place), 15) * max(0, above)
                cards &= cards - 1
    return total < of(danger, MOST.at, MOST.mask)


@strict
def suit_worth(cards, lengths, counts):
    """What a suit's length, King, Ace and middle cards count for each of its numerals."""
    length = min(count_bits(cards), LENGTHS)
    tops = has(cards, KING) + 2 * has(cards, ACE)
    middles = count_bits(cards >> TEN - 1 & 15)
    worth = of(lengths, EACH * (length - 1), SMALL) if length > 0 else 0
    return worth + (of(counts, TOP.at, SMALL) - SIGN) * tops + (of(counts, MIDDLE.at, SMALL) - SIGN) * middles


@strict
def shown_numeral(hand, numbers, lengths, counts):
    """The numeral to show by a column, `NONE` without one: of equals the highest, then the first suit."""
    best, most = NONE, NEVER
    long = of(counts, LONG.at, SMALL) - SIGN
    for rank in range(TEN, DEUCE, -1):
        for suit in range(N_SUITS):
            cards = suit_cards(hand, suit)
            if has(cards, rank):
                beyond = max(0, count_bits(cards) - 4) * max(0, rank + 2 - 7)
                worth = of(numbers, EACH * (rank - 1), SMALL) + suit_worth(cards, lengths, counts) + long * beyond
                if worth > most:
                    best, most = suit * N_RANKS + rank, worth
    return best


@strict
def longest_suit(hand):
    """The cards of a hand's longest suit that has a numeral, of the first of equals; no cards without any."""
    best = 0
    for suit in range(N_SUITS):
        cards = hand & suit_mask(suit)
        has_numeral = suit_cards(hand, suit) & NUMERALS
        if has_numeral and count_bits(cards) > count_bits(best):
            best = cards
    return best


@strict
def highest_card(hand):
    """The highest card of a hand, the first suit of equals."""
    best = 0
    for card in range(N_SUITS * N_RANKS):
        if hand >> card & 1 and card % N_RANKS > best % N_RANKS:
            best = card
    return best


@strict
def shown_by(hand, solos, danger, numbers, lengths, counts):
    """The card that a bidding card shows with a hand.

    hand: bit c for card c. numbers, lengths, counts: three numbers each, one a column.
    """
    points, deuce = hand_points(hand, solos), first_deuce(hand)
    ace = shown_ace(hand, points, solos)
    if ace != NONE:
        return ace
    court = shown_court(hand, points, solos)
    if court != NONE:
        return court
    if deuce != NONE and is_safe(hand, danger):
        return deuce
    column = 0
    for other in range(1, N_COLUMNS):
        if points >= of(counts[other], LEAST.at, LEAST.mask):
            column = other
    looked_at = longest_suit(hand) if of(counts[column], ONE_SUIT.at, ONE_SUIT.mask) else hand
    numeral = shown_numeral(looked_at, numbers[column], lengths[column], counts[column])
    if numeral != NONE:
        return numeral
    return deuce if deuce != NONE else highest_card(hand)
