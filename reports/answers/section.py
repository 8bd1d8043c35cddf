"""The first two parts of the page: answers at a glance, and every tip by game."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from knotlab.reports.answers.advice import Advice, advice
from knotlab.reports.answers.findings import TipFound, shipped
from knotlab.reports.answers.forest import TICKS, Bar, bars, best, forest, stretched
from knotlab.reports.page.blocks import Html, Section
from knotlab.reports.page.template import render
from knotlab.sim import games

# What is said of a tip's verdict: word, glyph and class of its colour, in the order of the bar.
VERDICTS = {
    "supported": ("holds", "✓", "good"),
    "mixed": ("depends", "~", "mixed"),
    "refuted": ("wrong", "✗", "bad"),
    "equivalent": ("makes no odds", "=", "same"),
    "undecided": ("still open", "?", "open"),
    "never came up": ("never came up", "?", "open"),
    "hardly ever acts": ("too rare to judge", "?", "open"),
    "descriptive": ("just shown", "·", "shown"),
}


class TipCard(NamedTuple):
    """A tip as the page draws it."""

    tip: TipFound
    advice: Advice
    verdict: tuple[str, str, str]
    bars: Sequence[Bar]
    zero: float


def answers() -> Section:
    """The first screen: how many tips hold, what helps and hurts most, and all habits on one scale."""
    tips = shipped()
    counts = Counter(tip.verdict for tip in tips)
    tally = [(counts[name], *words) for name, words in VERDICTS.items() if counts[name]]
    ticks = [(stretched(tick), f"{100 * tick:+.0f}".replace("-", "\u2212") if tick else "0") for tick in TICKS]
    facts = {
        "tally": tally,
        "best": [(tip, row, advice(tip), row.value > 0) for tip, row in best(tips)],
        "rows": forest(tips),
        "ticks": ticks,
        "band": (stretched(-0.005), stretched(0.005)),
        "games": [(name, games.find(name).title) for name in games.listed()],
        "titles": {name: games.find(name).title for name in games.listed()},
        "n_games": sum(tip.games for tip in tips),
    }
    return Section("answers", "Answers", [Html(Markup(render("answers/answers.html", **facts)))])


def headline() -> str:
    """How many tips, how many hold, how many are wrong."""
    tips = shipped()
    counts = Counter(tip.verdict for tip in tips)
    return f"{len(tips)} tips on trial: {counts['supported']} hold, {counts['refuted']} are wrong"


def tips_by_game() -> Section:
    """A card for each tip, in a part for each game."""
    parts = []
    for name in games.listed():
        cards = [_card(tip) for tip in shipped() if tip.game == name]
        if cards:
            markup = Markup(render("answers/tips.html", cards=cards))
            parts.append(Section(f"advice-{name}", games.find(name).title, [Html(markup)]))
    return Section("advice", "Tips by game", [], parts)


def _card(tip: TipFound) -> TipCard:
    drawn, zero = bars(tip)
    return TipCard(tip, advice(tip), VERDICTS[tip.verdict], drawn, zero)
