"""Pictures that belong to no single tip, in words: what a card is worth, what makes players pick up, what solos earn,
how long games take and how early they show who loses. Each is a list of bars under a title that says what came out.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from knotlab.analysis.bidding.card import BiddingCard
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.claims.evidence.pictures import (
    CARDS,
    COURSE,
    EXCHANGED,
    NUMERAL,
    OBSERVED,
    PICKED_UP,
    SOLOS,
    TURNS,
    PicturePoint,
    published_pictures,
)
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.judgement.at_table import SIZES, TableChoice
from knotlab.analysis.claims.model.chart import Chart
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.intervals import certain_order
from knotlab.reports.words import capital, charts
from knotlab.reports.words.at_table import TABLES_AGAINST, name_of
from knotlab.reports.words.directions import NUMERALS, OR, listed
from knotlab.reports.words.names import RANK_NAMES, rank_name
from knotlab.reports.words.numbers import in_digits
from knotlab.sim import games

PICK_UPS, LENGTH = "TK-C27", "TK-C30"
ONE, TWO = "one", "two"  # how many cards were laid
LOST_FEWER, POINTS = "games lost in 100: more to the left, fewer to the right", "points a deal"
TWICE = 0.1  # how far from twice as long is still called that
NAMED_ALL = 4  # of ranks that may be worth most or least, so many are named


class PictureBar(NamedTuple):
    """A line of values that are compared: its name, the values with their intervals, and words for them. first: of
    which series the first value is.
    """

    name: str
    values: tuple[Between, ...]
    words: str
    first: int = 0


class BarPicture(NamedTuple):
    """A list of bars.

    title: what came out. says: what is shown, and how to read it. heads: what the values are. bars: in their order.
    tip: the id of the tip whose data they are, if it is one. unit: what stands below their axis, if they have one.
    """

    title: str
    says: str
    heads: tuple[str, ...]
    bars: tuple[PictureBar, ...]
    tip: str = ""
    unit: str = ""


def pictures(choice: TableChoice) -> list[BarPicture]:
    """All that ship, at a table, except for those in the box of a tip; those of Twyst are the same at all."""
    points = published_pictures()
    of_twyst = [each for each in points if each.game == "twyst"]
    here = [each for each in points if (each.players, each.against) == choice]
    return [
        cards_of("twisted-knot", here, choice),
        cards_of("knotweed", here, choice),
        cards_of("twyst", of_twyst, choice),
        picked_up(here, choice),
        solos(of_twyst, standard_card().card),
        course([each for each in points if each.against == choice.against], choice),
    ]


def of_chart(chart: Chart) -> BarPicture:
    """A chart whose groups have names as bars, the greatest first."""
    ends = [charts.drawn_ends(chart, i) for i in range(len(chart.rates))]
    order = sorted(range(len(ends)), key=lambda i: -ends[i].value)
    words = [_fewer(each.value) if chart.is_gain else charts.number(each.value) for each in ends]
    names = [RANK_NAMES.get(charts.plain_name(chart, i), charts.plain_name(chart, i)) for i in range(len(ends))]
    return BarPicture(
        f"{charts.title(chart)}.",
        f"{capital(charts.values_of(chart, 'to the right'))}. Lines: 95% intervals over {chart.rates[0].n:,} deals.",
        (),
        tuple(PictureBar(names[i], (ends[i],), words[i]) for i in order),
    )


def _fewer(value: float) -> str:
    """Games in 100 that are lost fewer, in words."""
    amount = in_digits(abs(value), ".1f")
    return f"{amount} {'fewer' if value > 0 else 'more'}" if float(amount) else "the same"


Group = tuple[str, str]  # of a point: its group and its series


def values_of(picture: str, points: Iterable[PicturePoint], scale: float = 1.0, game: str = "") -> dict[Group, Between]:
    """The values of a picture's points, in their order."""
    return {
        (each.group, each.series): Between(*(scale * part for part in each.value))
        for each in points
        if each.picture == picture and game in ("", each.game)
    }


def cards_of(game: str, points: Sequence[PicturePoint], choice: TableChoice) -> BarPicture:
    """What a card of each rank is worth, in games lost or in points. points: of the table."""
    scale, unit = (1.0, POINTS) if game == "twyst" else (100.0, LOST_FEWER)
    values = values_of(CARDS, points, scale, game)
    order = sorted({group for group, _ in values}, key=lambda rank: -values[rank, EXCHANGED].value)
    bars = []
    for rank in order:
        both = values[rank, EXCHANGED], values[rank, OBSERVED]
        bars.append(PictureBar(RANK_NAMES[rank], both, _worth(both[0].value, unit)))
    title = f"{games.find(game).title}: {_most([(rank, values[rank, EXCHANGED]) for rank in order], unit)}"
    table = "four bidders by the cards; points a deal" if game == "twyst" else f"{name_of(choice)}; {IN_GAMES}"
    says = f"{games.find(game).title}, {table}. {HOW[game]} {_gap(game, values, order, unit)}"
    return BarPicture(title, says, ("exchanged", "observed"), tuple(bars), unit=unit)


def _worth(value: float, unit: str) -> str:
    return in_digits(value, "+.1f") if unit == POINTS else _fewer(value)


def _most(ranks: Sequence[tuple[str, Between]], unit: str) -> str:
    """Which rank is certainly worth most, and which next or least; ranks: the best first."""
    names, values = zip(*ranks, strict=True)
    if certain_order(values[0], values[-1]) <= 0:
        return "no rank is certainly worth more than another"
    most = [rank_name(rank) for rank, value in ranks if certain_order(values[0], value) <= 0]
    least = [rank_name(rank) for rank, value in ranks[::-1] if certain_order(value, values[-1]) <= 0]
    if unit == LOST_FEWER and max(len(most), len(least)) > NAMED_ALL:
        return f"{most[0]} is worth more than {least[0]}"
    if unit == LOST_FEWER:
        return f"{listed(most, OR)} is worth most, {listed(least, OR)} least"
    if len(most) > 1:
        return f"{listed(most, OR)} is worth most"
    first, second = (" to ".join(in_digits(end, ".0f") for end in value[1:]) for value in values[:2])
    is_second = len(values) > 2 and certain_order(values[1], values[2]) > 0
    then = f", then {rank_name(names[1])}, {second}" if is_second else ""
    return f"{most[0]} is worth most, {first} points a deal{then}"


IN_GAMES = "games lost in 100, fewer to the right"
EXCHANGE = "Exchanged, with the number beside it: the same deal with"
HOW = {
    "twisted-knot": f"{EXCHANGE} this card in place of the first one of a player who does not start. Observed: who was "
    "dealt it, against who was not.",
    "knotweed": f"{EXCHANGE} a card of this rank, from the draw pile, in place of one in hand. Observed: who was dealt "
    "one, against who was dealt none.",
    "twyst": f"{EXCHANGE} a card of this rank, from another hand, in place of one of the eldest player's, both by lot. "
    "Observed: who was dealt one, against who was dealt none.",
}
TOGETHER = {  # why a card and what is seen of its holders part
    "twisted-knot": "first cards settle who starts, and the start is observed with the card",
    "knotweed": "whoever holds one often holds a second, and both are observed",
    "twyst": "whoever holds one often holds a second, and both are observed",
}


def _gap(game: str, values: Mapping[Group, Between], ranks: Sequence[str], unit: str) -> str:
    """Where cause and observation are furthest apart, and why."""
    widest = max(ranks, key=lambda rank: abs(values[rank, EXCHANGED].value - values[rank, OBSERVED].value))
    causal, observed = values[widest, EXCHANGED], values[widest, OBSERVED]
    amounts = f"{_worth(causal.value, unit)} and {_worth(observed.value, unit)}"
    apart = f"They are furthest apart for {rank_name(widest)} ({amounts})"
    return f"{apart}: {TOGETHER[game]}." if certain_order(causal, observed) else f"{apart}, which may be chance."


NAMED = {
    "solo by ace": ("an ace", "ace {}", "sure tricks"),
    "solo by court": ("a court", "court {}", "court points"),
    "solo by deuce": ("a deuce", "deuce {}", "danger"),
}


def solos(points: Sequence[PicturePoint], card: BiddingCard) -> BarPicture:
    """What solos earn by what the bidding card counts for them, and a numeral in their place; with the card's own
    limits where they are others.
    """
    bars, found, perhaps = [], [], ""
    limits = {"ace": card.ace.tricks, "court": card.court.least, "deuce": card.deuce.most}
    for picture in SOLOS:
        values = values_of(picture, points)
        kind = picture.removeprefix("solo by ")
        least = sorted({int(group) for group, _ in values})
        is_low = kind == "deuce"  # which is the better the less danger there is
        ordered = least if is_low else least[::-1]
        ends = dict(zip(least, [following - 1 for following in least[1:]], strict=False)) if is_low else {}
        more = [low for low in least if values[f"{low}", kind].value > values[f"{low}", NUMERAL].value]
        pays = [low for low in least if certain_order(values[f"{low}", kind], values[f"{low}", NUMERAL]) > 0]
        says, name, unit = NAMED[picture]
        if known := pays or more:
            side, limit = ("up to", ends.get(max(known), max(known))) if is_low else ("from", min(known))
            on_card = "" if limit == limits[kind] else f" (on the card {side} {limits[kind]})"
            where = f"{says} {side} {limit} {unit}"
            found.append(f"{where}{on_card}" if pays else f"{says} nowhere for certain")
            perhaps += "" if pays else f"For {where}, it earned more, too, which may be chance{on_card}. "
        else:
            found.append(f"{says} never")
        for low in ordered:
            both = values[f"{low}", kind], values[f"{low}", NUMERAL]
            words = ", ".join(in_digits(value.value, ".0f") for value in both)
            bars.append(PictureBar(name.format(_class(low, least)), both, words))
    first, *others = found
    title = f"A solo pays more than a numeral: {first}, {', '.join(others)}"
    return BarPicture(
        title,
        "Twyst, four bidders by the cards; points a deal, by what the card for your table counts: sure tricks, court "
        f"points, danger. All hands that have such a card show it, and then the card's best numeral instead. {perhaps}"
        "The card also weighs one solo against another, so its limit may be another; its points are of those hands "
        "alone that come to its line, as no line above is good enough.",
        ("solo", "numeral"),
        tuple(bars),
        unit=POINTS,
    )


def _class(low: int, least: Sequence[int]) -> str:
    """A class by its least number."""
    above = [each for each in least if each > low]
    if not above:
        return f"{low}+"
    return f"{low}\N{EN DASH}{above[0] - 1}" if above[0] > low + 1 else f"{low}"


def course(points: Sequence[PicturePoint], choice: TableChoice) -> BarPicture:
    """How often whoever has most cards loses, by the part of the game that is over, and how long a game takes. points:
    of every size of table.
    """
    at_sizes = {n: values_of(COURSE, [each for each in points if each.players == n]) for n in SIZES}
    bars = []
    for players, values in at_sizes.items():
        for packs in dict.fromkeys(packs for _, packs in values):
            shares = [
                Between(*(100 * part for part in share))
                for (group, of), share in values.items()
                if of == packs and group != TURNS
            ]
            long = f"{values[TURNS, packs].value:.0f}"
            name = f"{NUMERALS[players]}, {packs} ({long})"
            bars.append(PictureBar(name, tuple(shares), ", ".join(f"{share.value:.0f}" for share in shares)))
    half, turns = at_sizes[choice.players]["50", "1 pack"], at_sizes[choice.players][TURNS, "1 pack"]
    lost, long = _span(100 * half.low, 100 * half.high), _span(turns.low, turns.high)
    return BarPicture(
        f"With half of the turns gone, whoever has most cards loses {lost} of 100 games of {NUMERALS[choice.players]} "
        f"with one pack, which take {long} turns",
        f"Twisted Knot, {listed([NUMERALS[n] for n in SIZES], OR)} players, {TABLES_AGAINST[choice.against]}: games "
        "lost in 100 by whoever has most cards in hand and pile, by how much of the game is over; in brackets its "
        f"turns. Without any knowledge it would be {100 / choice.players:.0f} with {NUMERALS[choice.players]}.",
        ("a quarter", "half, three quarters and nine tenths of the turns"),
        tuple(bars),
        unit="games lost in 100",
    )


def _span(low: float, high: float) -> str:
    return " to ".join(dict.fromkeys((f"{low:.0f}", f"{high:.0f}")))


def picked_up(points: Sequence[PicturePoint], choice: TableChoice) -> BarPicture:
    """How often the next player picks up, by the rank on top, laid alone or twice. points: of the table."""
    shares = values_of(PICKED_UP, points, 100.0)
    order = sorted((of for of, many in shares if many == ONE), key=lambda of: -shares[of, ONE].value)
    bars = []
    for of in order:
        values = tuple(shares[of, many] for many in (ONE, TWO) if (of, many) in shares)
        bars.append(PictureBar(RANK_NAMES[of], values, ", ".join(f"{value.value:.0f}" for value in values)))
    most, least = (f"{shares[of, ONE].value:.0f}" for of in (order[0], order[-1]))
    return BarPicture(
        f"{capital(rank_name(order[0]))} makes the next player pick up {most} times in 100, "
        f"{rank_name(order[-1])} {least}",
        f"Twisted Knot, {name_of(choice)}: pick-ups in 100, by the cards that were laid last.",
        ("one card", "two of its rank"),
        tuple(bars),
        PICK_UPS,
        "pick-ups in 100",
    )


def lengths(cells: Sequence[Evidence]) -> BarPicture:
    """How many turns a game takes, by players, with one pack and with two."""
    turns = {(cell.players, cell.label.rpartition(" with ")[2]): cell for cell in cells if cell.unit == "turns"}
    packs = tuple(dict.fromkeys(of for _, of in turns))
    one, two = (sum(cell.effect for (_, of), cell in turns.items() if of == pack) for pack in packs)
    bars = []
    for players in sorted({players for players, _ in turns}):
        values = tuple(Between(cell.effect, cell.low, cell.high) for cell in (turns[players, pack] for pack in packs))
        words = ", ".join(f"{value.value:.0f}" for value in values)
        bars.append(PictureBar(f"{NUMERALS[players]} players", values, words))
    times = "twice" if abs(two / one - 2) < TWICE else f"{two / one:.1f} times"
    return BarPicture(
        f"A second pack makes games {times} as long",
        "Twisted Knot, plain tables: turns in a game.",
        packs,
        tuple(bars),
        LENGTH,
        "turns in a game",
    )
