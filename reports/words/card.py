"""The bidding card of Twyst in words, for the terminal and for the card that is printed, and hands to practise on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from knotlab.analysis.bidding.card import BIDS, HONOURS, LENGTHS, NUMBERS, OUT_OF_REACH, BiddingCard
from knotlab.analysis.bidding.card_text import GAINS, MadeCard, card_text
from knotlab.reports.words import uncapital
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.names import reader_name
from knotlab.reports.words.numbers import in_digits, with_ends
from knotlab.sim import games
from knotlab.sim.games.twyst.cards import N_RANKS, RANKS
from knotlab.sim.settings import split
from knotlab.sim.storage.result_files import parsed_toml

if TYPE_CHECKING:
    from knotlab.analysis.bidding.card_make import Difference
    from knotlab.analysis.bidding.card_measure import Practice, PracticeHand


STRENGTHS = {1: ("any hand",), 2: ("weak", "strong"), 3: ("weak", "fair", "strong")}
COURT = {11: "Jack", 12: "Queen", 13: "King", 14: "Ace"}
TIMES = {1: "", 2: " (twice)"}
COUNTED = {
    "top": "King of its suit (Ace twice)",
    "middle": "each Q, J, 10, 9 of its suit",
    "long": "8, per card past 4 (9 twice, 10 thrice)",
}
IN_FULL = {  # for those who read a card without what is printed around it
    "top": "for the king of its suit; twice for the ace",
    "middle": "for each queen, jack, 10 and 9 of its suit",
    "long": "for an 8, for each card of its suit beyond the fourth; twice for a 9, three times for a 10",
}
LENGTH_NAMES = ("one", "two", "three", "four", "five", "six", "seven or more")
PLACES = ("lowest card", "second", "third", "fourth")


class Bid(NamedTuple):
    """A solo on the card: the cards that show it, what it needs, how that is counted, and what it scores."""

    cards: Sequence[tuple[str, str]]
    head: str
    how: Sequence[str]
    worth: str


class Words(NamedTuple):
    """All words of a card."""

    subtitle: str
    rules: str
    points: str
    bids: Sequence[Bid]
    columns: Sequence[str]
    column_worth: Sequence[str]
    lengths: Sequence[str]
    others_head: str
    others: Sequence[tuple[str, str, str]]
    basis: str


def numbers_of(card: BiddingCard) -> dict[str, Any]:
    """A card's numbers, as the page's script reads them."""
    columns = [column._asdict() for column in card.columns]
    solos = {bid: getattr(card, bid)._asdict() for bid in BIDS}
    return {"honours": card.honours, **solos, "columns": columns}


def facts(made: MadeCard, other: MadeCard | None, difference: Difference | None) -> dict[str, Any]:
    """A card, or two of which one is drawn before each deal, as their texts have them; and what somebody gains with the
    first.
    """
    cards = [parsed_toml(card_text(each)) for each in (made, other) if each]
    return {"cards": cards, "difference": asdict(difference) if difference else None}


def words_of(made: MadeCard) -> Words:
    """The words of a card."""
    card = made.card
    names = STRENGTHS.get(len(card.columns), [""] * len(card.columns))
    rules = rules_in_words(made.made["rules"], made.made.get("matches", ""))
    return Words(
        "Go from the top. Show what your hand is good enough for first.",
        f"Made for: {rules}." if rules else "",
        "    ".join(f"{honour} {points}" for honour, points in zip(HONOURS, card.honours, strict=True)),
        [_ace(made), _court(made), _deuce(made)],
        [f"{name} {span}".strip() for name, span in zip(names, spans(card), strict=True)],
        [_worth(made, f"numeral from {column.least}") for column in card.columns],
        [*(str(length) for length in LENGTHS[:-1]), f"{LENGTHS[-1]}+"],
        "What a card that somebody else shows tells of their hand, on average",
        [
            (row["shown"], f"{row['cards']:.1f}", in_digits(row["points"], ".0f"))
            for row in made.others
            if row["shown"] not in ("2", "A")  # solos without a trump: nothing of the suit
        ],
        basis(made),
    )


def rules_in_words(settings: Sequence[str], matches: str = "") -> str:
    """The settings of a group that differ from the usual ones, as a player says them, and its matches if it has any.

    >>> rules_in_words(["misere=200", "lost=shortfall"], "matches to 300")
    '200 points for a Misere that is made; a failed contract pays for target minus tricks won; matches to 300'
    """
    meanings = {setting.name: setting.meaning for setting in games.find("twyst").settings}
    words = []
    for name, value in map(split, settings):
        head, is_choice, choices = meanings[name].partition(": ")
        if is_choice:
            said = re.search(rf"\b{value} \((.*?)\)", choices)
            words.append(f"{head.removeprefix('what ')} {said[1] if said else value}")
        else:
            words.append(f"{value} {head.partition(', 0..')[0]}")
    return "; ".join([*words, *filter(None, [matches])])


def basis(made: MadeCard) -> str:
    """What a card rests on."""
    fewest = min(row["hands"] for row in made.rows)
    others = uncapital(reader_name("twyst", made.made["field"]))
    fitted = f"fitted to {made.made['hands']:,} hands (others: {others})"
    return f"Points per deal [95%], {fitted}; each row rests on {fewest:,} more."


def spans(card: BiddingCard) -> list[str]:
    """The hand points of each column."""
    ends = [column.least - 1 for column in card.columns[1:]]
    return [f"{column.least} to {end}" for column, end in zip(card.columns, ends, strict=False)] + [
        f"{card.columns[-1].least}+" if len(card.columns) > 1 else ""
    ]


def _ace(made: MadeCard) -> Bid:
    how = [
        "sure tricks: in each suit the cards in sequence from the Ace;",
        "with A, K, Q also each past the fourth (of seven or more: all)",
    ]
    tricks, points = made.card.ace
    if points < OUT_OF_REACH:
        how[-1] += ","
        how.append(f"or with {points} hand points or more")
    return Bid([("A", "♠")], f"An Ace: {_from(tricks)}", how, _worth(made, "ace"))


def _from(points: int) -> str:
    return "never" if points == OUT_OF_REACH else f"{points} or more"


def _court(made: MadeCard) -> Bid:
    trump, sure, short, least = made.card.court
    others = [f"+{sure} per sure trick of other suits"] if sure else []
    others += [f"+{short} per card {'they lack' if sure else 'another suit lacks'} of two"] if short else []
    how = [f"hand points, those of its suit again, +{trump} for each card of it"]
    if others:
        how = [f"{how[0]},", ", ".join(others)]
    return Bid([("J", "♥"), ("Q", "♥"), ("K", "♥")], f"K, Q or J: {_from(least)}", how, _worth(made, "court"))


def _deuce(made: MadeCard) -> Bid:
    deuce = made.card.deuce
    above = [
        f"{place} above {COURT.get(limit, limit)}{TIMES.get(times, f' ({times} times)')}"
        for place, limit, times in zip(PLACES, deuce.limits, deuce.times, strict=False)
    ]
    how = [
        f"add up, in each suit, how far the {above[0].replace(' above', ' is above')},",
        f"the {', '.join(above[1:])}",
    ]
    return Bid([("2", "♦")], f"A deuce: {deuce.most} or less", how, _worth(made, "deuce"))


def _worth(made: MadeCard, bid: str) -> str:
    """How often a row comes and what it scores."""
    row = made.row(bid)
    if row is None:
        return "hardly ever"
    often = f"{row['share']:.0%}" if row["share"] >= 0.1 else f"1 hand in {1 / row['share']:,.0f}"
    return f"{often}: {with_ends(row['points'], row['low'], row['high'], '.0f')}"


def terminal(made: MadeCard) -> list[str | TextTable]:
    """A card as lines and tables for the terminal."""
    words = words_of(made)
    head = " ".join(filter(None, ["Twyst: what to show.", words.subtitle, words.rules]))
    lines: list[str | TextTable] = [head, f"Hand points: {words.points}"]
    for bid in words.bids:
        lines.append(f"{bid.head} ({' '.join(bid.how)}). {bid.worth}")
    glance = at_a_glance(made)
    lines.append(f"Otherwise, {uncapital(glance.show)}. {glance.costs}." if glance else numeral_table(made))
    heads = ["shown", *(shown for shown, _, _ in words.others)]
    columns = list(zip(*words.others, strict=True))[1:] or [(), ()]
    rows = [[name, *column] for name, column in zip(("cards of the suit", "hand points"), columns, strict=True)]
    return [*lines, row_table(made), TextTable(words.others_head, heads, rows, dense=True), words.basis]


class Glance(NamedTuple):
    """What a card shows that is followed without counting: a numeral of the longest suit.

    numbers: of numerals, the first one first. show: the rule in words. costs: what that costs.
    """

    numbers: list[int]
    show: str
    costs: str


def at_a_glance(made: MadeCard) -> Glance | None:
    """The numeral of such a card in words, None of another card, whose numerals are to be counted."""
    (column, *more) = made.card.columns
    if GAINS not in made.made or more or not column.one_suit:
        return None
    numbers = sorted(NUMBERS, key=lambda each: -column.number[each - 3])
    named = next(numbers[:n] for n in range(len(numbers)) if numbers[n:] == sorted(numbers[n:]))
    gained, *ends = made.made[GAINS]
    low, high = sorted(map(abs, ends))
    costs = f"{with_ends(abs(gained), low, high, '.1f')} points a deal {'more' if gained > 0 else 'fewer'}"
    suit = f"Longest suit (if equal, first of {''.join(reversed(SIGNS.values()))})"
    show = f"{suit}: {', else '.join([*map(str, named), 'lowest numeral'])}"
    return Glance(numbers, show, f"This scores {costs} than counting")


def numeral_table(made: MadeCard, counted: Mapping[str, str] = COUNTED) -> TextTable:
    """The numerals: points of numbers, of lengths, and of what else counts, by hand points. counted: its names."""
    words, columns = words_of(made), made.card.columns
    points = [(f"a {number}", [column.number[i] for column in columns]) for i, number in enumerate(NUMBERS)][::-1]
    points += [(f"suit of {name}", [column.length[i] for column in columns]) for i, name in enumerate(words.lengths)]
    points += [(name, [getattr(column, key) for column in columns]) for key, name in counted.items()]
    rows = [[name, *map(in_digits, values)] for name, values in points]
    title = "Otherwise a numeral: add up what it counts, and show the one with the most points"
    return TextTable(title, ["hand points", *words.columns], rows, dense=True)


def row_table(made: MadeCard) -> TextTable:
    """What each row scores."""
    rows = [
        [
            row["bid"],
            f"{row['share']:.1%}",
            with_ends(row["points"], row["low"], row["high"], "+.1f"),
            f"{row['plays']:.0%}",
            f"{row['scores']:.0%}",
        ]
        for row in made.rows
    ]
    heads = ["row", "share", "points per deal [95%]", "you play", "then it scores"]
    return TextTable("What the rows score", heads, rows, dense=True)


def differences(difference: Difference) -> list[str]:
    """What one's own card has that the standard one has not, and what that gains."""
    gain = in_digits(difference.gain, "+z.2f")
    ends = f"[{in_digits(difference.low, '.2f')}, {in_digits(difference.high, '.2f')}]"
    head = f"What it gains over the second card under these rules and in this field: {gain} {ends} points per deal."
    won = difference.won
    if won:
        more = with_ends(won.value, won.low, won.high, "+z.1f")
        head += f" What one player who uses it wins more of 100 {difference.matches}: {more}."
    return [head, *difference.changes] if difference.changes else [head, "The two cards are the same."]


def found_in(rounds: int, made: MadeCard, difference: Difference) -> list[str]:
    """How cards for everybody came about, and what one player gains with the first, or that it is not certain."""
    chance, won = made.made["chance"], difference.won
    assert won is not None  # a group plays matches
    draw = f" Draw this card before each deal with a chance of {chance:.0%}, and else the other one below."
    points = f"{with_ends(difference.gain, difference.low, difference.high, '+z.2f')} points a deal"
    matches = f"{with_ends(won.value, won.low, won.high, '+z.1f')} of 100 {difference.matches}"
    gains = [
        text if is_certain else f"{text} (not certain)"
        for text, is_certain in zip((points, matches), difference.certain, strict=True)
    ]
    return [
        f"Found in {rounds} rounds, in each of which a card was fitted to those before it.{draw if chance < 1 else ''}",
        f"What one player gains who follows it in place of today's card, where the others draw from today's: "
        f"{' and '.join(gains)}.",
    ]


SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))  # of suits, the highest first


def summary(practice: Practice) -> str:
    """How the card does on these hands."""
    lost = practice.loss
    ends = f"[{in_digits(lost.low, '.1f')}, {in_digits(lost.high, '.1f')}]"
    return (
        f"On these {len(practice.hands):,} hands the card loses {in_digits(lost.value, '.1f')} points per deal {ends} "
        "against the best of all thirteen bids, and is within 3 points of it with "
        f"{practice.near:.0%} of them."
    )


def says(hand: PracticeHand) -> str:
    """What the card shows with a hand, and whether that is the best."""
    best = hand.bids[0]
    (shown,) = (bid for bid in hand.bids if bid.card == hand.shown)
    cost = best.points - shown.points
    verdict = "the best" if shown is best else f"{cost:.1f} points less than the {best.card}"
    return f"The card shows the {hand.shown}, {verdict}."


def answer(hand: PracticeHand) -> str:
    """What the card shows with a hand, and all thirteen bids."""
    worth = ", ".join(f"{bid.card} {with_ends(bid.points, bid.low, bid.high, 'z.0f')}" for bid in hand.bids)
    return f"{says(hand)} All bids: {worth}."


def by_suits(cards: tuple[int, ...]) -> str:
    """A hand by suits, high cards first."""
    suits = []
    for suit, sign in zip((3, 2, 1, 0), SIGNS.values(), strict=True):
        ranks = [RANKS[card % N_RANKS] for card in sorted(cards, reverse=True) if card // N_RANKS == suit]
        suits.append(f"{sign} {' '.join(ranks) or '-'}")
    return "  ".join(suits)
