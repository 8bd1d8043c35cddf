"""One sentence a tip, made from its cells by the template of its kind.

A habit's number is that of the mixed company, players of all kinds; where that of another company is certainly another
one, by a game in 100 or more, or on the other side of zero, that is said as an exception. What to do follows from the
tip's headline.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from knotlab.reports.answers.directions import (
    HELPS,
    HURTS,
    NOTHING,
    NUMERALS,
    OPEN,
    by_players,
    certainly_apart,
    direction_of,
    listed,
    typical,
    worth,
)
from knotlab.reports.answers.findings import ShippedCell, TipFound

COMPANIES = {"simple": "simple", "strong": "strong", "mixed": "mixed"}
RARE = "Hardly ever comes up."
AT_TIMES = "At times."


class Advice(NamedTuple):
    """What to say of a tip: the opening word, the sentence, and which way it points (`HELPS` ..; none of facts)."""

    opening: str
    sentence: str
    direction: str | None


def advice(tip: TipFound) -> Advice:
    """What to do about a tip, in a player's words."""
    return TEMPLATES[tip.words["kind"]](tip)


def rows_of(tip: TipFound) -> dict[str, Any]:
    """The experiments that a tip's sentence is about: what is done or counted in each, by label."""
    return dict(tip.words.get("rows", {}))


# --- habits ---


def opening_of(cells: Sequence[ShippedCell]) -> tuple[str, str]:
    """The first words of a habit's sentence, and which way it points over all."""
    ways = {n: direction_of(typical(group)) for n, group in by_players(cells).items()}
    for way, words in ((HELPS, "Do it."), (HURTS, "Don't."), (NOTHING, "Makes no odds."), (OPEN, "Not known.")):
        if set(ways.values()) == {way}:
            return words, way
    helped = [n for n, way in ways.items() if way == HELPS]
    if helped and HURTS not in ways.values():
        return f"Only with {listed([NUMERALS[n] for n in helped])} players.", HELPS
    if not helped and HURTS in ways.values():
        return "Don't.", HURTS
    return ("It depends.", NOTHING) if helped else ("Makes no odds that we can see.", NOTHING)


def by_headline(tip: TipFound, cells: Sequence[ShippedCell]) -> tuple[str, str]:
    """The first words of the habit that a tip's headline is about, and which way it points over all."""
    opening, way = opening_of(cells)
    if tip.headline is None or cells[0].label != tip.headline.label:
        return opening, way
    answers = {
        "too small to matter": ("Makes no odds.", NOTHING),
        "depends": ("It depends.", NOTHING),
        "open": ("Not known.", OPEN),
        "hardly ever acts": (RARE, NOTHING),
        "better at times": (AT_TIMES, HELPS),
    }
    if tip.headline.answer in answers:
        return answers[tip.headline.answer]
    helps = (tip.headline.answer == "better") == (tip.headline.advice == 1)
    if not helps:
        return "Don't.", HURTS
    return (opening, HELPS) if opening.startswith("Only with") else ("Do it.", HELPS)


def habit(tip: TipFound) -> Advice:
    """Do it or not: a sentence for each row, how many games in 100 are lost less."""
    who, when = tip.words.get("whose", "you lose"), tip.words.get("when", "")
    cells_by_words = [(words, tip.cells_of(label)) for label, words in rows_of(tip).items()]
    cells_by_words = [(words, cells) for words, cells in cells_by_words if cells]
    if not cells_by_words:
        return Advice("Not known.", "Nothing has been played yet.", OPEN)
    openings = [by_headline(tip, cells) for _, cells in cells_by_words]
    directions = {way for _, way in openings}
    if len(cells_by_words) == 1:
        rarity = how_rare(cells_by_words[0][1]) if openings[0][0] in (RARE, AT_TIMES) else ""
        sentence = rarity + _losses(cells_by_words[0][1], who, when) + _exceptions(cells_by_words[0][1])
        return Advice(openings[0][0], sentence + _beside(tip), openings[0][1])
    parts = [
        f"{words[0].upper()}{words[1:]}: {opening[:1].lower()}{opening[1:-1]}. {_losses(cells, who, when)}"
        for (words, cells), (opening, _) in zip(cells_by_words, openings, strict=True)
    ]
    opening = openings[0][0] if len(set(openings)) == 1 else "It depends."
    if len(directions) == 1 and len(set(openings)) == 1:
        parts = [f"{words[0].upper()}{words[1:]}: {_losses(cells, who, short=True)}" for words, cells in cells_by_words]
        parts += (
            [f"(Games lost out of 100{when and f' {when}'}.)"]
            if len(directions) == 1 and OPEN not in directions
            else []
        )
    return Advice(opening, " ".join(parts) + _beside(tip), directions.pop() if len(directions) == 1 else NOTHING)


def how_rare(cells: Sequence[ShippedCell]) -> str:
    """In one of how many choices a habit changes anything, as the mean of its usual tables; nothing where not known."""
    shares = [typical(group).in_choices for group in by_players(cells).values()]
    share = sum(shares) / len(shares)
    return f"It changes about one choice in {float(f'{1 / share:.1e}'):,.0f}. " if share > 0 else ""


def _losses(cells: Sequence[ShippedCell], who: str, when: str = "", short: bool = False) -> str:
    """How many games in 100 are lost fewer or more, by the number of players."""
    amounts = {n: typical(group) for n, group in by_players(cells).items()}
    certain = {n: cell for n, cell in amounts.items() if direction_of(cell) != OPEN}
    unknown = [n for n in amounts if n not in certain]
    groups: dict[str, list[int]] = {}
    for n, cell in certain.items():
        groups.setdefault(worth(cell), []).append(n)
    parts = [f"{words} with {listed([NUMERALS[n] for n in some])}" for words, some in groups.items()]
    parts[:1] = [f"{part} players" for part in parts[:1]]
    opening = "" if short else f"Out of 100 games {when and f'{when} '}{who} about "
    if not parts:
        return f"{'no effect seen yet' if short else 'No effect has been seen yet'}."
    open_ones = f"; not known with {listed([NUMERALS[n] for n in unknown])}" if unknown else ""
    return f"{opening}{listed(parts)}{open_ones}."


def _exceptions(cells: Sequence[ShippedCell]) -> str:
    """Companies in which it is certainly otherwise than in the mixed one."""
    others: dict[str, list[str]] = {}
    for n, group in by_players(cells).items():
        usual = typical(group)
        for cell in group:
            if cell is not usual and _is_exception(cell, usual):
                players = "" if cell.company in others else " players"
                others.setdefault(cell.company, []).append(f"{worth(cell)} with {NUMERALS[n]}{players}")
    parts = [f"in {COMPANIES.get(company, company)} company: {listed(amounts)}" for company, amounts in others.items()]
    return f" Except {'; '.join(parts)}." if parts else ""


def _is_exception(cell: ShippedCell, usual: ShippedCell) -> bool:
    """Whether a company's effect is certainly another one than the usual company's."""
    is_turned = cell.is_certain and direction_of(cell) in (HELPS, HURTS) and cell.effect * usual.effect < 0
    return certainly_apart(cell, usual) or (is_turned and direction_of(usual) != OPEN)


def _beside(tip: TipFound) -> str:
    """What else was counted of a habit."""
    extra = [_counted(tip.cells_of(label), says) for label, says in tip.words.get("also", {}).items()]
    return "".join(f" {part}." for part in extra)


# --- numbers, chances, points ---


def _counted(cells: Sequence[ShippedCell], says: dict[str, Any]) -> str:
    """A number of turns, cards or cases in a hundred: over all tables, from the least to the most."""
    scale = says.get("scale", 1)
    amounts = sorted(abs(scale * cell.effect) for cell in cells)
    ways = {cell.effect > 0 for cell in cells}
    if len(ways) > 1:
        return f"{says['more'].replace('{k}', _span(amounts))}, at most; in some company it is the other way round"
    return str(says["more" if ways == {True} else "less"]).replace("{k}", _span(amounts))


def _span(amounts: Sequence[float]) -> str:
    """From the least to the most, in as few digits as tell."""
    low, high = (f"{value:.0f}" if amounts[-1] >= 5 else f"{value:.1f}" for value in (amounts[0], amounts[-1]))
    return low if low == high else f"{low} to {high}"


def amount(tip: TipFound) -> Advice:
    """A fact in numbers."""
    parts = [_counted(cells, says) for label, says in rows_of(tip).items() if (cells := tip.cells_of(label))]
    return Advice(_judged(tip), "; ".join(parts) + ".", None)


def chance(tip: TipFound) -> Advice:
    """How often something happens, in 100."""
    parts = []
    for label, says in rows_of(tip).items():
        cells = tip.cells_of(label)
        if tip.verdict == "mixed":
            amounts = [f"{100 * (says['base'] + cell.effect):.0f} ({_apart(cell, cells)})" for cell in cells]
            parts.append(f"In {listed(amounts)} of 100 cases {says['says']}.")
            continue
        shares = sorted(100 * (says["base"] + cell.effect) for cell in cells)
        span = f"{shares[0]:.0f}" if round(shares[0]) == round(shares[-1]) else f"{shares[0]:.0f} to {shares[-1]:.0f}"
        parts.append(f"In {span} of 100 cases {says['says']}.")
    return Advice(_judged(tip), " ".join(parts), None)


def _apart(cell: ShippedCell, cells: Sequence[ShippedCell]) -> str:
    """What tells a cell from the others of its row: how many play, in which company."""
    told = [f"{NUMERALS[cell.players]} players"] if len(by_players(cells)) > 1 else []
    if len({each.company for each in cells}) > 1:
        told.append(f"{cell.company} company")
    return ", ".join(told)


def spread(tip: TipFound) -> Advice:
    """How much of what separates first from last is down to strategy."""
    parts = []
    for label, words in rows_of(tip).items():
        shares = sorted(100 * (0.5 + cell.effect) for cell in tip.cells_of(label))
        if shares:
            ends = [f"{share:.0f}" for share in (shares[0], shares[-1])]
            parts.append(f"{' to '.join(dict.fromkeys(ends))} {words}")
    if not parts:
        return Advice("Not known.", "Nothing has been played yet.", None)
    parts[0] = parts[0].replace(" among", " parts in 100 among", 1)
    sentence = f"Of what separates first from last, strategy makes {'; '.join(parts)}."
    return Advice(_judged(tip), f"{sentence} The rest is seats, cards and chance.", None)


def points(tip: TipFound) -> Advice:
    """What it is worth in points per deal."""
    (words,), cells = rows_of(tip).values(), tip.cells
    certain = [cell for cell in cells if cell.is_certain]
    if not certain:
        return Advice("Not known.", "No company has been found in which it is certain to gain or to cost.", OPEN)
    sentences = [
        f"In {cell.company} company you {'gain' if cell.effect > 0 else 'lose'} about {abs(cell.effect):.0f} points a "
        f"deal if you {words}"
        for cell in certain
    ]
    ways = {cell.effect > 0 for cell in certain}
    opening = "It depends." if len(ways) > 1 else "Do it." if True in ways else "Don't."
    rest = " In other company it is not known." if len(certain) < len(cells) else ""
    way = NOTHING if len(ways) > 1 else HELPS if True in ways else HURTS
    return Advice(opening, ". ".join(sentences) + "." + rest, way)


# --- the rest ---


def exact(tip: TipFound) -> Advice:
    """What the rules settle."""
    return Advice("True." if tip.verdict == "supported" else "Wrong.", "It follows from the rules of the game.", None)


def shown(tip: TipFound) -> Advice:
    """What is shown and not judged."""
    return Advice("Just shown.", f"No advice to follow: {tip.statement[0].lower()}{tip.statement[1:]}", None)


def variant(tip: TipFound) -> Advice:
    """How many habits come out otherwise than under the usual rules, and how they do."""
    ways = [direction_of(cell) for cell in tip.cells]
    counts = f"{ways.count(HELPS)} help, {ways.count(HURTS)} hurt, {ways.count(NOTHING)} make no odds"
    unknown = f", {ways.count(OPEN)} not known" if OPEN in ways else ""
    differ = f"{tip.where.partition(' (')[0]}. " if tip.where else ""
    sentence = f"{differ}The habits under these rules, at {len(ways)} tables: {counts}{unknown}."
    return Advice(_judged(tip), sentence, None)


def _judged(tip: TipFound) -> str:
    """A fact's first word."""
    words = {
        "supported": "True.",
        "refuted": "Wrong.",
        "mixed": "It depends.",
        "undecided": "Not known.",
        "hardly ever acts": RARE,
    }
    return words.get(tip.verdict, "Just shown.")


TEMPLATES: dict[str, Callable[[TipFound], Advice]] = {
    "habit": habit,
    "amount": amount,
    "chance": chance,
    "points": points,
    "spread": spread,
    "exact": exact,
    "shown": shown,
    "variant": variant,
}
