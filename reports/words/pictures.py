"""Pictures that belong to no single tip, in words: what a card is worth, what makes players pick up, what solos earn,
how long games take and how early they show who loses. Each is a list of bars under a title that says what came out.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from knotlab.analysis.bidding.card import BiddingCard
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.evidence.pictures import (
    CARDS,
    COURSE,
    EXCHANGED,
    NUMERAL,
    OBSERVED,
    SOLOS,
    PicturePoint,
    published_pictures,
)
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.model.chart import Chart
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.intervals import certain_order
from knotlab.reports.words import capital, charts
from knotlab.reports.words.directions import NUMERALS, OR, listed
from knotlab.reports.words.names import RANK_NAMES, rank_name
from knotlab.reports.words.numbers import in_digits
from knotlab.sim import games

FIRST_CARD, PICKED_UP, LENGTH = "TK-C8", "TK-C27", "TK-C30"
ONE, TWO = "one", "two"  # how many cards were laid
LOST_FEWER, POINTS = "games lost in 100: more to the left, fewer to the right", "points a deal"
TWICE = 0.1  # how far from twice as long is still called that


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


def pictures() -> list[BarPicture]:
    """All that ship, except for those that stand in the box of a tip."""
    points = published_pictures()
    return [
        first_cards(*published_charts()[FIRST_CARD]),
        cards_of("knotweed", points),
        cards_of("twyst", points),
        picked_up(*published_charts()[PICKED_UP]),
        solos(points, standard_card().card),
        course(points),
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


def first_cards(changed: Chart, seen: Chart) -> BarPicture:
    """What a first card is worth: by the same deal with it in place of another, and by who was dealt it.

    changed: games lost fewer in 100 with each card in place of the dealt one. seen: games lost by who was dealt it.
    """
    cases = [rate.cases for rate in seen.rates]
    mean = sum(rate.value * n for rate, n in zip(seen.rates, cases, strict=True)) / sum(cases)
    dealt = {seen.name(i): rate for i, rate in enumerate(seen.rates)}
    both = {}
    for i, rate in enumerate(changed.rates):
        own = dealt[changed.name(i)]
        both[changed.name(i)] = (
            Between(rate.value, rate.low, rate.high),
            Between(*(100 * (mean - share) for share in (own.value, own.high, own.low))),
        )
    order = sorted(both, key=lambda rank: -both[rank][0].value)
    widest = max(order, key=lambda rank: abs(both[rank][0].value - both[rank][1].value))
    bars = tuple(PictureBar(RANK_NAMES[rank], both[rank], _fewer(both[rank][0].value)) for rank in order)
    causal, observed = (_fewer(each.value) for each in both[widest])
    most, least = (
        listed([rank_name(rank) for rank in order if not certain_order(both[end][0], both[rank][0])], OR)
        for end in (order[0], order[-1])
    )
    return BarPicture(
        f"{capital(most)} to begin with is worth most, {least} least",
        f"Twisted Knot, a simple table of three; games lost in 100, fewer to the right. Exchanged, with the number "
        f"beside it: the same deal with this card in place of the first one of a player who does not start. Observed: "
        f"all who were dealt it. They are furthest apart for {rank_name(widest)} ({causal} and {observed}): the lowest "
        f"first card starts the game, so who was dealt a low one mostly started, and "
        "the start is observed with the card.",
        ("exchanged", "observed"),
        bars,
        FIRST_CARD,
        LOST_FEWER,
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


def cards_of(game: str, points: Sequence[PicturePoint]) -> BarPicture:
    """What a card of each rank is worth in Knotweed, in games lost, or in Twyst, in points."""
    scale, unit = (1.0, "points") if game == "twyst" else (100.0, "games")
    values = values_of(CARDS, points, scale, game)
    ranks = list(dict.fromkeys(group for group, _ in values))
    order = sorted(ranks, key=lambda rank: -values[rank, EXCHANGED].value)
    bars = []
    for rank in order:
        both = values[rank, EXCHANGED], values[rank, OBSERVED]
        words = in_digits(both[0].value, "+.1f") if unit == "points" else _fewer(both[0].value)
        bars.append(PictureBar(RANK_NAMES[rank], both, words))
    found = f"{games.find(game).title}: {_most([(rank, values[rank, EXCHANGED]) for rank in order], unit)}"
    says, counted = f"{HOW[game]} {_gap(values, ranks, unit)}", LOST_FEWER if unit == "games" else POINTS
    return BarPicture(found, says, ("exchanged", "observed"), tuple(bars), unit=counted)


def _most(ranks: Sequence[tuple[str, Between]], unit: str) -> str:
    """Which rank is certainly worth most, and how much, and which next; ranks: the best first."""
    names, values = zip(*ranks, strict=True)
    if certain_order(values[0], values[-1]) <= 0:
        return "no rank is certainly worth more than another"
    level = [rank_name(rank) for rank, value in ranks if certain_order(values[0], value) <= 0]
    if len(level) > 1:
        return f"{listed(level, OR)} is worth most"
    first, second = (" to ".join(in_digits(end, ".0f") for end in value[1:]) for value in values[:2])
    is_second = len(values) > 2 and certain_order(values[1], values[2]) > 0
    then = f", then {rank_name(names[1])}, {second}" if is_second else ""
    return f"{level[0]} is worth most, {first} {unit} a deal{then}"


WITH_OR_WITHOUT = "Observed: who was dealt one, against who was dealt none."
HOW = {
    "knotweed": "Three all-round players; games lost in 100, fewer to the right. Exchanged, with the number beside it: "
    f"the same deal with a card of this rank, from the draw pile, in place of one in hand. {WITH_OR_WITHOUT}",
    "twyst": "Four bidders by the cards; points a deal. Exchanged, with the number beside it: the same deal with a "
    "card of this rank, from another hand, in place of one of the eldest player's, both by lot. "
    f"{WITH_OR_WITHOUT}",
}


def _gap(values: Mapping[Group, Between], ranks: Sequence[str], unit: str) -> str:
    """Where cause and observation are furthest apart, and why."""
    widest = max(ranks, key=lambda rank: abs(values[rank, EXCHANGED].value - values[rank, OBSERVED].value))
    causal, observed = values[widest, EXCHANGED], values[widest, OBSERVED]
    told = [_fewer(each.value) if unit == "games" else in_digits(each.value, "+.1f") for each in (causal, observed)]
    amounts = " and ".join(told)
    apart = f"They are furthest apart for {rank_name(widest)} ({amounts})"
    if not certain_order(causal, observed):
        return f"{apart}, which may be chance."
    return f"{apart}: whoever holds one often holds a second, and both are observed."


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


def course(points: Sequence[PicturePoint]) -> BarPicture:
    """How often whoever has most cards loses, by the part of the game that is over."""
    tables: dict[tuple[int, str], dict[int, Between]] = {}
    for each in points:
        if each.picture == COURSE:
            share = Between(*(100 * part for part in each.value))
            tables.setdefault((each.players, each.series), {})[int(each.group)] = share
    bars = []
    for (players, packs), by_part in tables.items():
        words = ", ".join(f"{share.value:.0f}" for share in by_part.values())
        name = f"{NUMERALS[players]}, {'one pack' if packs.startswith('1') else 'two packs'}"
        bars.append(PictureBar(name, tuple(by_part.values()), words))
    low, high = (f"{end:.0f}" for end in tables[3, "1 pack"][50][1:])
    half = low if low == high else f"{low} to {high}"
    return BarPicture(
        f"With half of the turns gone, whoever has most cards loses {half} of 100 games of three with one pack",
        "Twisted Knot, two to five players, plain tables: games lost in 100 by whoever has most cards in hand and "
        "pile, by how much of the game is over. Without any knowledge it would be 50 with two players, 33 with three.",
        ("a quarter", "half, three quarters and nine tenths of the turns"),
        tuple(bars),
        unit="games lost in 100",
    )


def picked_up(chart: Chart) -> BarPicture:
    """How often the next player picks up, by the rank on top, laid alone or twice."""
    rank, laid = chart.axes
    shares = {
        (rank.label(row), laid.label(column)): Between(100 * rate.value, 100 * rate.low, 100 * rate.high)
        for (row, column), rate in zip(chart.groups, chart.rates, strict=True)
    }
    order = sorted((of for of, many in shares if many == ONE), key=lambda of: -shares[of, ONE].value)
    bars = []
    for of in order:
        values = tuple(shares[of, many] for many in (ONE, TWO) if (of, many) in shares)
        bars.append(PictureBar(RANK_NAMES[of], values, ", ".join(f"{value.value:.0f}" for value in values)))
    most, least = (f"{shares[of, ONE].value:.0f}" for of in (order[0], order[-1]))
    return BarPicture(
        f"{capital(rank_name(order[0]))} makes the next player pick up {most} times in 100, "
        f"{rank_name(order[-1])} {least}",
        "Twisted Knot, a simple table of three: pick-ups in 100, by the cards that were laid last.",
        ("one card", "two of its rank"),
        tuple(bars),
        PICKED_UP,
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
