"""The first two parts of the page, answers at a glance and a card for each tip, and that about other readings."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from knotlab.analysis.claims.evidence.files import games_by_letters, published_charts
from knotlab.analysis.claims.evidence.readings import ReadingChange, published_readings
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult, cells_to_pandas
from knotlab.analysis.claims.judgement.habits import typical
from knotlab.analysis.claims.rulebooks.library import tips as tried
from knotlab.analysis.claims.rulebooks.published import shipped, shipped_moments
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.page.blocks import Html, Section, Text
from knotlab.reports.template import render
from knotlab.reports.words import capital, charts, effects
from knotlab.reports.words.advice import Advice, advice
from knotlab.reports.words.claims import PROVED, verdict_words
from knotlab.reports.words.directions import counted, in_hundred
from knotlab.reports.words.effects import MARGIN, SizeLine, best, for_others, forest, sizes
from knotlab.reports.words.readings import told
from knotlab.reports.words.strong_players import champion_sentences, expert_sentence, habit_lines, on_top
from knotlab.sim import games

FEW = 3  # tables that the sentence says as well as a picture would
ROOM = 0.02  # of the width of a picture, left free at both ends
LEAST = 3  # groups of a curve that is drawn
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 330, 132, 34, 24, 8  # of a curve, and of its margins, in pixels
NAMES, SHORT = 16, 6  # names that fit below its axis, and characters of a name that need not be turned
TURNED = 24  # pixels more below an axis with names that are turned


# --- effects by table ---


class Mark(NamedTuple):
    """A table's dot, in per cent from the left; hollow if it could be nothing. usual: in the field that is told."""

    left: float
    is_hollow: bool
    is_usual: bool
    field: str
    words: str


class TableLine(NamedTuple):
    """All tables of one number of players, the usual one's interval from left for a width, and its effect in words."""

    players: int
    marks: list[Mark]
    left: float
    width: float
    words: str


class TablePlot(NamedTuple):
    """One experiment's effects. zero: where no difference stands, in per cent from the left."""

    title: str
    lines: list[TableLine]
    zero: float


def plots(tip: TipResult) -> list[TablePlot]:
    """A plot of each experiment about games lost that has more tables than a sentence can hold."""
    meanings = dict.fromkeys(cell.meaning for cell in tip.cells if cell.unit == "loss_rate")
    pictures = [picture for meaning in meanings for picture in effects.pictures(tip, meaning)]
    return [_plot(each) for each in pictures if len(each.cells) > FEW and each.label in tip.words.names]


def _plot(picture: effects.EffectPicture) -> TablePlot:
    room = (picture.high - picture.low) * ROOM or 1.0
    low, width = picture.low - room, picture.high - picture.low + 2 * room

    def place(value: float) -> float:
        return round(100 * (value - low) / width, 1)

    def line(cells: Sequence[Evidence]) -> TableLine:
        usual = typical(cells)
        marks = [
            Mark(place(cell.effect), not cell.is_certain, cell is usual, cell.field, effects.dot_words(cell))
            for cell in cells
        ]
        left, right = (place(usual.effect if math.isnan(end) else end) for end in (usual.low, usual.high))
        return TableLine(usual.players, marks, left, round(right - left, 1), in_hundred(usual.meaning, usual.effect))

    return TablePlot(picture.title, list(map(line, picture.groups)), place(0.0))


# --- curves ---


class PointPlace(NamedTuple):
    """Where a group stands in a picture, in pixels; its name, if there is room; whether it is the tip as it is read."""

    x: float
    y: float
    top: float
    bottom: float
    label: str
    is_literal: bool


class CurvePlot(NamedTuple):
    """A curve as a picture in pixels. zero: where zero stands. is_turned: whether names are. height: of all of it."""

    curve: charts.DrawnCurve
    places: list[PointPlace]
    zero: float
    ticks: list[tuple[float, str]]
    caption: str
    is_turned: bool
    height: int


def curve_plots(tip: str) -> list[CurvePlot]:
    """The pictures of a tip's curves."""
    shown = [chart for chart in published_charts().get(tip, ()) if not chart.is_surface and len(chart.groups) >= LEAST]
    return [draw(charts.curve(chart)) for chart in shown]


def draw(curve: charts.DrawnCurve) -> CurvePlot:
    """A curve as a picture."""
    ((_, points),) = curve.lines
    span = (curve.high - curve.low) or 1.0
    first, last = (end(point.at for point in points) for end in (min, max))
    step, every = (WIDTH - LEFT) / (last - first + 1), math.ceil(len(points) / NAMES)

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - curve.low) / span, 1)

    places = [
        PointPlace(
            round(LEFT + step * (point.at - first + 0.5), 1),
            y(point.value),
            y(point.high),
            y(point.low),
            "" if i % every else point.name,
            point.is_literal,
        )
        for i, point in enumerate(points)
    ]
    caption = f"{capital(curve.values)}, by {curve.axis}. {curve.note}"
    is_turned = max(len(place.label) for place in places) > SHORT
    ticks = [(y(tick), words) for tick, words in curve.ticks]
    return CurvePlot(curve, places, y(0.0), ticks, caption, is_turned, HEIGHT + TURNED * is_turned)


END = 0.5  # the ends of the scale
TICKS = (-0.30, -0.10, -0.03, -0.01, 0.0, 0.01, 0.03, 0.10, 0.30)


def answers() -> Section:
    """The first screen: how many tips hold, what helps and hurts most, and all habits on one scale."""
    tips = shipped()
    counts = Counter(verdict_words(tip) for tip in tips)
    judged = [(f"{says}{proved}", says.glyph, says.colour) for says in Verdict for proved in ("", PROVED)]
    tally = [(counts[words], *words) for words in judged if counts[words]]
    ticks = [(stretched(tick), f"{abs(100 * tick):.0f}") for tick in TICKS]
    facts = {
        "tally": tally,
        "best": [(*each, verdict_words(each[0].tip), for_others(*each)) for each in best(tips.results)],
        "rows": forest(tips.results),
        "ticks": ticks,
        "stretched": stretched,
        "band": (stretched(-MARGIN), stretched(MARGIN)),
        "games": [(name, games.find(name).title) for name in games.listed()],
        "titles": {name: games.find(name).title for name in games.listed()},
        "n_games": sum(tip.games for tip in tips),
    }
    return Section("answers", "Answers", [Html(Markup(render("page/answers.html", **facts)))])


def stretched(value: float) -> float:
    """A place on the scale, in per cent from the left."""
    return round(50 + 50 * math.asinh(value / MARGIN) / math.asinh(END / MARGIN), 2)


HOW_TO_READ = (
    "In a plot, a large dot is a table in a mixed field, with its interval; small dots are tables in a simple and in "
    "a strong field (champions, against whom simple players lose most games whatever they do). A hollow dot may be "
    "chance. The vertical line marks no difference; dots to its right speak for the habit."
)


class TipCard(NamedTuple):
    """A tip as the page draws it."""

    tip: TipResult
    advice: Advice
    verdict: tuple[str, str, str]
    sizes: Sequence[SizeLine]
    csv: str
    here: str
    plots: Sequence[TablePlot]
    method: tuple[str, str]
    curves: Sequence[CurvePlot]
    moment: tuple[str, str] | None
    champion: str
    expert: str
    on_top: str


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
        curves=curve_plots(tip.id),
        moment=moment_links().get(tip.id),
        champion=champion_sentences(tip),
        expert=expert_sentence(tip),
        on_top=on_top(tip),
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


def other_readings() -> Section | None:
    """The readings that turn a tip's answer; nothing where none ship."""
    readings = published_readings()
    if not len(readings):
        return None
    flips = [each for each in readings if each.flips]
    words = (
        f"Rulebooks leave room for interpretation. Tips were also played under alternative readings on "
        f"the same deals, {len(readings)} pairs of a tip and a reading: in {len(flips)} of these pairs the answer is "
        f"certainly different, at a level that all pairs share. The documentation lists them all."
    )
    return Section("readings", "If the rules are read differently", [Text(words), *map(Text, sentences(flips))])


def sentences(flips: list[ReadingChange]) -> Iterator[str]:
    """A sentence for each."""
    titles = {tip.id: tip.words.title for tip in shipped()}
    for each in flips:
        usual, other, change = told(each)
        reading = f"the alternative reading of {each.reading.ruling} ({each.reading.settings})"
        said = f"{each.says}. {usual} by the ruling, {other} otherwise"
        unit = counted(each.meaning)
        yield f"{titles[each.tip]} ({each.tip}), by {reading}: {said}, a change of {change} {unit}."
