"""The sentences on the front of the page about some strategies, for each size of table."""

from collections.abc import Sequence

from knotlab.analysis.report.front import SeatEffect, cards_dealt, contenders, seat_effect
from knotlab.analysis.report.game import GameContent
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.stats.intervals import TIE, certain_sign
from knotlab.analysis.stats.metrics import direction
from knotlab.reports.page import standings as parts
from knotlab.reports.page.blocks import Section
from knotlab.reports.page.standings import Standings
from knotlab.reports.words import capital
from knotlab.reports.words.directions import OR, listed
from knotlab.reports.words.numbers import interval_of, spell

MEASURES = {  # by what seats are compared, and what a seat does
    "mean_place": ("by mean place, by which the table ranks", "comes in at", " on average"),
    "win_rate": ("by games won", "wins", " of its games"),
    "mean_score": ("by points, by which the table ranks", "gets", " a game"),
}
CAUTION = (
    "What not to conclude: that strategies whose intervals overlap may be in either order. They are compared in the "
    "same games, which tells more than the interval of each; what is certain is said above. Every strategy sat in "
    "every seat equally often, so what a seat is worth is in none of their rates; but in a single game it may weigh "
    "more than who plays how. Another size of table, other rules or other opponents can turn the order round. And the "
    "numbers are of these scripts among each other, not of people."
)


def sentences(content: GameContent, about: Standings, results: Sequence[Section]) -> list[tuple[str, str, str]]:
    """Who is best and how surely, whom that one beats, and what seats are worth; each with the section it comes
    from.
    """

    def told_of(words: str) -> str:
        return f"With {about.conditions.players} players, {words}" if about.suffix else capital(words)

    rates, pairs, seats = (about.stem(name) for name in ("rates", "pairs", "seats"))
    told = [(told_of(parts.headline(about)), rates, results[0].title)]
    if len(about.rates) > 1:
        told.append((told_of(certainty(content, about)), pairs, "Who beats whom"))
        told.append((told_of(parts.pair_sentence(about)), pairs, "Who beats whom"))
    by_wins = "win_rate" in about.metrics and about.conditions.players > 2  # between two, places say the same
    both = (about.decisive, *(["win_rate"] if by_wins else []))
    told_worth = [seat_words(worth, about) for name in both if (worth := seat_effect(about.seats, about.rates, name))]
    if not told_worth:
        return told
    words = " ".join([told_of(told_worth[0]), *map(capital, told_worth[1:]), "Seat 0 is dealt to first."])
    return [*told, (f"{words}{parts.deal_words(cards_dealt(about.conditions))}", seats, "Seats")]


def title(contents: Sequence[GameContent], shown: Sequence[Standings]) -> str:
    """Who does best, as far as that is certain, and at which tables."""
    sizes = " and ".join(str(each.conditions.players) for each in shown)
    tables = shown[0].conditions.title.replace(f"{shown[0].conditions.players} players", f"{sizes} players")
    bests = {_best(*each) for each in zip(contents, shown, strict=True)}
    return f"{tables}: {bests.pop()}" if len(bests) == 1 else tables


def _best(content: GameContent, about: Standings) -> str:
    best, *others = about.ranking
    if not others:
        return f"{about.names[best]} alone"
    rivals = [about.names[name] for name in contenders(content, best)]
    if len(rivals) >= parts.FEW:
        return "too close to call"
    return f"{listed([about.names[best], *rivals], OR)} does best"


def certainty(content: GameContent, about: Standings) -> str:
    """How surely the best one is the best."""
    best = about.ranking[0]
    others = [about.names[name] for name in contenders(content, best)]
    if not others:
        first = f"it is certain that {about.names[best]} is the best of these {len(about.rates)}"
        if isinstance(content.result, PlayResult):
            return f"{first} (95%, for all together)."
        pairs = content.pairs[content.pairs["strategy"] == best].to_dict("records")
        level = [row["against"] for row in pairs if certain_sign(row["ahead_low"], row["ahead_high"], TIE) <= 0]
        but = f"; it is not certainly ahead of {listed([about.names[name] for name in level], OR)}" if level else ""
        return f"{first} on average (95%, for all together){but}."
    named = " or ".join(others) if len(others) <= parts.FEW else f"any of {len(others)} others"
    return f"the best may also be {named}; more games would tell (95%, for all together)."


def seat_words(effect: SeatEffect, about: Standings) -> str:
    """Whether seats matter, and whether more than strategies do."""
    by, verb, of = MEASURES[effect.metric]
    columns, better = [effect.metric, f"{effect.metric}_low", f"{effect.metric}_high"], direction(effect.metric)
    first, last = (
        f"seat {seat} {verb} {interval_of(effect.metric, dict(zip(columns, ends, strict=True)))}"
        for seat, ends in ((effect.most, effect.high), (effect.least, effect.low))[::better]
    )
    shares = f"over all strategies, {first}{of} and {last}"
    if not effect.is_certain:
        return f"{by}, no seat is certainly better than another: {shares}."
    if not effect.smaller:
        return f"{by}, seats matter{', though less than who plays' if effect.gaps else ''}: {shares}."
    steps = f"{len(effect.smaller)} of the {effect.gaps} steps"
    if len(effect.smaller) == effect.gaps:
        steps = f"any of the {effect.gaps} steps" if effect.gaps > 1 else "the step"
    largest = max(effect.smaller, key=lambda gap: gap.size)
    ends = " and ".join(about.names[name] for name in (largest.more, largest.less)[::better])
    return (
        f"{by}, where one sits matters more than {steps} from one strategy to the next: {shares}, a gap of "
        f"{_size(effect, effect.gap)}; the largest of those steps, between {ends}, is {_size(effect, largest.size)}."
    )


def _size(effect: SeatEffect, gap: float) -> str:
    """A gap in words."""
    if effect.metric == "win_rate":
        return f"{100 * gap:.2f} percentage points"
    return f"{spell(effect.metric, gap)}{' of a place' if effect.metric == 'mean_place' else ''}"
