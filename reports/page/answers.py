"""The first two parts of the page: answers at a glance, and every tip by game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from knotlab.analysis.claims.evidence.files import games_by_letters
from knotlab.analysis.claims.evidence.results import TipResult, cells_to_pandas
from knotlab.analysis.claims.rulebooks.library import tips as tried
from knotlab.analysis.claims.rulebooks.published import shipped, shipped_moments
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.page.blocks import Html, Section, Text
from knotlab.reports.page.curves import CurvePicture, drawn_curves
from knotlab.reports.template import render
from knotlab.reports.words.advice import Advice, advice
from knotlab.reports.words.champion_habits import habit_lines
from knotlab.reports.words.effects import TICKS, Plot, SizeLine, best, forest, plots, sizes, stretched
from knotlab.reports.words.strong_players import champion_sentences, expert_sentence
from knotlab.sim import games

SIGNS = {  # of each verdict: a glyph, and its class on the page
    Verdict.HOLDS: ("✓", "good"),
    Verdict.DEPENDS: ("~", "mixed"),
    Verdict.WRONG: ("✗", "bad"),
    Verdict.NO_DIFFERENCE: ("=", "same"),
    Verdict.OPEN: ("?", "open"),
    Verdict.RARE: ("?", "open"),
    Verdict.NO_VERDICT: ("·", "shown"),
}
PROVED = ", proved"  # of tips settled by counting
HOW_TO_READ = (
    "In a plot a large dot is a table in a mixed field, with its interval, and small dots are tables in a simple and "
    "in a strong field (champions, against whom simple players lose most games whatever they do); a hollow one could "
    "be nothing. The upright line is no difference, and what speaks for the habit lies to its right."
)


class TipCard(NamedTuple):
    """A tip as the page draws it."""

    tip: TipResult
    advice: Advice
    verdict: tuple[str, str, str]
    sizes: Sequence[SizeLine]
    csv: str
    here: str
    plots: Sequence[Plot]
    method: tuple[str, str]
    curves: Sequence[CurvePicture]
    moment: tuple[str, str] | None
    champion: str
    expert: str


def answers() -> Section:
    """The first screen: how many tips hold, what helps and hurts most, and all habits on one scale."""
    tips = shipped()
    counts = Counter(verdict_words(tip) for tip in tips)
    judged = [(f"{verdict}{proved}", *signs) for verdict, signs in SIGNS.items() for proved in ("", PROVED)]
    tally = [(counts[words], *words) for words in judged if counts[words]]
    ticks = [(stretched(tick), f"{abs(100 * tick):.0f}") for tick in TICKS]
    facts = {
        "tally": tally,
        "best": [(tip, row, row.value > 0, verdict_words(tip)) for tip, row in best(tips.results)],
        "rows": forest(tips.results),
        "ticks": ticks,
        "band": (stretched(-0.005), stretched(0.005)),
        "games": [(name, games.find(name).title) for name in games.listed()],
        "titles": {name: games.find(name).title for name in games.listed()},
        "n_games": sum(tip.games for tip in tips),
    }
    return Section("answers", "Answers", [Html(Markup(render("page/answers.html", **facts)))])


def verdict_words(tip: TipResult) -> tuple[str, str, str]:
    """Word, glyph and class of a tip's verdict: one that is proved is told from one that held when it was played."""
    return (f"{tip.verdict}{PROVED if tip.is_proved else ''}", *SIGNS[tip.verdict])


def headline() -> str:
    """How many tips, how many hold, how many are wrong; which part of the first is proved."""
    tips = shipped()
    counts = Counter(tip.verdict for tip in tips)
    proved = sum(tip.is_proved and tip.verdict == Verdict.HOLDS for tip in tips)
    hold, wrong = counts[Verdict.HOLDS], counts[Verdict.WRONG]
    return f"{len(tips)} tips on trial: {hold} hold ({proved} proved by counting), {wrong} are wrong"


def tips_by_game(lines: Mapping[str, str]) -> Section:
    """A card for each tip, in a part for each game. lines: what was played of tips just now, by id."""
    parts = []
    for name in games.listed():
        cards = [_card(tip, lines.get(tip.id, "")) for tip in shipped() if tip.game == name]
        if cards:
            markup = Markup(render("page/tips.html", cards=cards, habits=habit_lines(name)))
            parts.append(Section(f"advice-{name}", games.find(name).title, [Html(markup)]))
    return Section("advice", "Tips by game", [Text(HOW_TO_READ)], parts)


def _card(tip: TipResult, here: str) -> TipCard:
    return TipCard(
        tip=tip,
        advice=advice(tip),
        verdict=verdict_words(tip),
        sizes=sizes(tip),
        csv=experiments(tip),
        here=here,
        plots=plots(tip),
        method=_method(tip.id),
        curves=drawn_curves(tip.id),
        moment=moment_links().get(tip.id),
        champion=champion_sentences(tip),
        expert=expert_sentence(tip),
    )


@cache
def _methods() -> dict[str, tuple[str, str]]:
    """By a tip's id, how it was read and why trying it so is fair."""
    return {tip.id: (tip.reading, tip.fair) for tip in tried()}


def _method(tip: str) -> tuple[str, str]:
    return _methods().get(tip, ("", ""))


def experiments(tip: TipResult) -> str:
    """All experiments of a tip as CSV, shares to six digits."""
    return str(cells_to_pandas(tip.cells).to_csv(index=False, float_format="%.6g"))


def moment_links() -> dict[str, tuple[str, str]]:
    """For each tip that is seen at work where the viewer shows it, as `#watch=tk1:48`, and what happens, by id. The
    viewer's first game of each kind is another one.
    """
    letters, numbers = {game: text.lower() for text, game in games_by_letters().items()}, Counter[str]()
    links = {}
    for moment in shipped_moments():
        game = moment.record["game"]
        numbers[game] += 1
        links[moment.tip] = (f"#watch={letters[game]}{numbers[game]}:{moment.step}", moment.words)
    return links
