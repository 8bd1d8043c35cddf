"""A card for each tip, in a part of the page for each game."""

import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from markupsafe import Markup

from knotlab.analysis.claims.evidence.files import games_by_letters
from knotlab.analysis.claims.evidence.results import TipResult, cells_to_pandas
from knotlab.analysis.claims.judgement.at_table import (
    CHAMPION,
    CHOICES,
    SIZES,
    USUAL,
    Against,
    TableChoice,
    at_table,
    has_trials,
    usually,
)
from knotlab.analysis.claims.judgement.tips import for_the_strong, is_tried_on_champion
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.on_top import OnTop
from knotlab.analysis.claims.model.experiment import Experiment
from knotlab.analysis.claims.rulebooks.library import tips as tried
from knotlab.analysis.claims.rulebooks.published import ShippedMoment, shipped, shipped_habit_moments, shipped_moments
from knotlab.analysis.stats.verdicts import Direction, Verdict
from knotlab.reports.page.answers import lane_ticks
from knotlab.reports.page.blocks import Html, Section, Text
from knotlab.reports.page.chooser import ShownAt, at_size, at_tables, key, varied
from knotlab.reports.page.tip_curves import Picture, curve_plots
from knotlab.reports.page.tip_plots import Lane, lanes, own_picture
from knotlab.reports.template import packed, render
from knotlab.reports.words import capital
from knotlab.reports.words.advice import Advice, advice, breaks_even, counted_beside
from knotlab.reports.words.at_table import (
    DONT,
    NumberLine,
    elsewhere,
    how,
    is_drawn,
    is_warned_of,
    is_wrong_in_all,
    lead_at,
    leads,
    number_lines,
    phrase,
    title,
)
from knotlab.reports.words.cell_pictures import deals_of
from knotlab.reports.words.champion_habits import habit_lines
from knotlab.reports.words.claims import of_tip, verdict_words
from knotlab.reports.words.directions import NUMERALS, OR, counted, listed
from knotlab.reports.words.effects import SizeLine, sizes, table_name
from knotlab.reports.words.moments import as_players_say, beside_others
from knotlab.reports.words.picking_up import BY_WHAT, PICKING_UP, picking_up
from knotlab.reports.words.picking_up import GAME as PICKED_UP_IN
from knotlab.reports.words.strong_players import (
    champion_sentences,
    on_top,
    strong_mark,
    thinker_sentences,
    yardstick,
)
from knotlab.sim import games

HOW_TO_READ = (
    "Each tip has a box: what to do at the chosen table, what that is worth with two, three and four players, and "
    "a plot with a dot for each size of table, at plain and at strong tables. A hollow dot proves nothing, the line "
    "behind a dot is its 95% interval; dots to the right of the middle speak for the habit. The mark says what became "
    "of the tip over all plain tables; at strong ones, what it is worth to a champion, where that was tried. At simple "
    "tables all follow simple scripts, at plain ones each kind of player sits in turn, at strong ones champions. The "
    "boxes are in the order of what their titles are worth at the chosen table, whichever way it points; what makes no "
    "difference, has no verdict, was not tried there, or is no habit, comes last."
)
SEEN = {"simple": "at simple tables", "mixed": "at plain tables", "strong": "among champions"}


# --- the lines of a card ---


def lines(tip: TipResult) -> list[ShownAt[list[NumberLine]]]:
    """A card's numbers, at each kind of table."""
    return [ShownAt(at_tables(against), list(number_lines(tip, against))) for against in Against]


def unit_of(tip: TipResult) -> str:
    """What a card's numbers count."""
    cells = [cell for label in tip.words.rows for cell in tip.cells_of(label)]
    return counted(cells[0].meaning) if cells and cells[0].unit == "loss_rate" else ""


def unit_alone(tip: TipResult) -> str:
    """What the numbers of a card's only line count, and whose they are."""
    unit = capital(unit_of(tip))
    return unit if " by " in unit else f"{unit} by whoever does"


# --- what was not tried ---


class Untried(NamedTuple):
    """A table at which what a tip's box tells of was not tried: how many play, and the command that tries it, if one
    does.
    """

    players: str
    command: str


def untried(tip: TipResult) -> list[ShownAt[Untried]]:
    """The tables at which something that a tip's box tells of was not tried."""
    found = []
    for choice in CHOICES if tip.words.kind == "habit" else ():
        at = SIZES.index(choice.players)
        lines = [line for line in number_lines(tip, choice.against) if not line.numbers[at].is_tried]
        for line in lines[:1]:
            command = command_for(tip, line.label, choice.players)
            found.append(ShownAt(key(choice), Untried(NUMERALS[choice.players], command)))
    return found


def command_for(tip: TipResult, label: str, players: int) -> str:
    """The command that plays one of a tip's experiments at another table; nothing for one about single moments."""
    if not isinstance(experiment := _experiments().get((tip.id, label)), Duel):
        return ""
    who = [experiment.a, experiment.b]
    if isinstance(experiment, OnTop):
        way, rule = label.removeprefix(f"{CHAMPION}:").split("=")
        who = [CHAMPION, f"--{way}", rule]
    field = [] if isinstance(experiment, OnTop) else ["--field", "mixed"]
    return shlex.join(["knotlab", "duel", tip.game, *who, "--players", f"{players}", *field])


@cache
def _experiments() -> dict[tuple[str, str], Experiment]:
    return {(tip.id, each.label): each for tip in tried() for each in tip.experiments}


# --- the cards ---


class TipCard(NamedTuple):
    """A tip as the page draws it. habit: what it is about, where its title at strong tables names a rule laid over the
    champion. elsewhere: what it comes to with others at the table, where that is the other way round. parts: what
    its lines come to, where that differs. verdict: over all plain tables. marks: word, glyph and class of what
    became of it; among: at strong tables, among which champions that is. on_champion: whether rules were laid over
    the champion. is_split: whether it points another way at some tables than at others. is_warned: whether it says
    what not to do.
    """

    tip: TipResult
    title: list[ShownAt[str]]
    advice: Advice
    verdict: str
    marks: list[ShownAt[tuple[str, str, str]]]
    among: list[ShownAt[str]]
    parts: list[ShownAt[str]]
    on_champion: bool
    is_split: bool
    is_warned: bool
    order: str
    is_habit: bool
    habit: str
    unit: str
    alone: str
    elsewhere: list[ShownAt[str]]
    lines: list[ShownAt[list[NumberLine]]]
    lanes: list[ShownAt[list[Lane]]]
    untried: list[ShownAt[Untried]]
    seen: str
    why: str
    shown: Sequence[Picture]
    sizes: Sequence[SizeLine]
    deals: str
    here: str
    method: tuple[str, str]
    curves: Sequence[Picture]
    moment: tuple[str, str] | None
    champion: str
    thinkers: str
    on_top: str


def tips_by_game(here: Mapping[str, str]) -> Section:
    """A card for each tip, in a part for each game. here: what was played of tips just now, by id."""
    parts, places = [], [_places(choice) for choice in CHOICES]
    orders = {tip.id: " ".join(str(place[tip.id]) for place in places) for tip in shipped()}
    for name in games.listed():
        cards = [_card(tip, orders[tip.id], here.get(tip.id, "")) for tip in shipped() if tip.game == name]
        if cards:
            cards.sort(key=lambda card: int(card.order.split()[CHOICES.index(USUAL)]))
            by_lot = [ShownAt(at_size(players), yardstick(name, players)) for players in SIZES]
            facts = {"cards": cards, "habits": habit_lines(name), "by_lot": by_lot, "ticks": lane_ticks()}
            facts |= {"sizes": SIZES, "game": games.find(name).title}
            if name == PICKED_UP_IN:
                ways = [(at_tables(each), picking_up(each)) for each in Against]
                facts |= {"pick_ups": ways, "picking": PICKING_UP, "by_what": BY_WHAT}
            facts |= {"capital": capital, "of_tip": of_tip, "table_name": table_name, "watch": moment_links()}
            facts |= {str(against): at_tables(against) for against in Against}
            markup = Markup(render("page/tips.html", **facts))
            parts.append(Section(f"advice-{name}", games.find(name).title, [Html(markup)]))
    cells = packed({tip.id: experiments(tip) for tip in shipped()})
    table = Html(Markup(f'<script type="text/plain" id="cells">{cells}</script>'))
    return Section("advice", "Tips by game", [Text(HOW_TO_READ), table], parts)


def _places(choice: TableChoice) -> dict[str, int]:
    """The place of each tip's card at a table: by what its title is worth there, either way; then what makes no
    difference, is not known or not judged, what was tried at other tables alone, and what is no habit last.
    """
    worth = {tip.id: _worth(tip, choice) for tip in shipped()}
    return {name: place for place, name in enumerate(sorted(worth, key=worth.__getitem__, reverse=True))}


def _worth(tip: TipResult, choice: TableChoice) -> tuple[bool, bool, float]:
    """Whether what a tip's title says was tried at a table, whether it matters and is judged there, and how much."""
    if tip.words.kind != "habit":
        return False, False, -1.0
    found = at_table(tip, choice)
    if tip.words.is_usual and has_trials(tip, choice.against):
        titled = [usually(tip, choice)]
    elif has_trials(tip, choice.against):
        titled = [each for each in leads(found) if each] or found
    else:
        titled = [lead_at(tip, choice)]
    is_judged = tip.verdict != Verdict.NO_VERDICT or has_trials(tip, choice.against)
    return max((each.is_here, each.matters and is_judged, abs(each.size.value)) for each in titled)


def _card(tip: TipResult, order: str, here: str) -> TipCard:
    curves, is_habit, titles = curve_plots(tip.id), is_drawn(tip), varied(lambda choice: title(tip, choice))
    known, shown = lanes(tip), [] if is_habit or tip.words.aside else curves[:1]
    own = None if known or shown else own_picture(tip)
    return TipCard(
        tip=tip,
        title=titles,
        advice=advice(tip),
        verdict=verdict_words(tip)[0],
        marks=varied(partial(_mark, tip)),
        among=varied(partial(_among, tip)) if for_the_strong(tip) else [],
        parts=varied(partial(parts_of, tip)),
        on_champion=for_the_strong(tip) is not None,
        is_split=is_split(tip),
        is_warned=is_warned_of(tip),
        order=order,
        is_habit=is_habit,
        habit=tip.words.rows[next(iter(tip.words.rows))] if has_trials(tip, Against.STRONG) and is_habit else "",
        unit=unit_of(tip),
        alone=unit_alone(tip) if is_habit and not any(each.part.startswith(DONT) for each in titles) else "",
        elsewhere=varied(partial(_elsewhere, tip)) if tip.words.kind == "habit" else [],
        lines=lines(tip) if tip.words.kind == "habit" else [],
        lanes=known,
        untried=untried(tip),
        seen=seen_at(tip),
        why=why_untold(tip),
        shown=[own] if own else shown,
        sizes=[] if own and tip.words.kind != "habit" else sizes(tip),
        deals=deals_of([size.cell for size in sizes(tip)]),
        here=here,
        method=_methods().get(tip.id, ("", "")),
        curves=curves[len(shown) :],
        moment=moment_links().get(tip.id),
        champion=champion_sentences(tip),
        thinkers=thinker_sentences(tip),
        on_top=on_top(tip),
    )


def _mark(tip: TipResult, choice: TableChoice) -> tuple[str, str, str]:
    """Word, glyph and class of what became of a tip over all plain tables, or where rules were laid over the champion,
    at one size of strong table.
    """
    strong = strong_mark(tip, choice.players) if choice.against == Against.STRONG else None
    return strong or verdict_words(tip)


def _among(tip: TipResult, choice: TableChoice) -> str:
    """Among which champions a tip's mark at a strong table was found: where not all of its rules were tried with so
    many players, with how many they were.
    """
    if choice.against == Against.PLAIN:
        return ""
    sizes_tried = [n for n in SIZES if is_tried_on_champion(tip, n)] or [*SIZES]
    where = "" if choice.players in sizes_tried else f" with {listed([NUMERALS[n] for n in sizes_tried])} players"
    return f"among champions{where}"


def _elsewhere(tip: TipResult, choice: TableChoice) -> str:
    for worth in at_table(tip, choice):
        if said := elsewhere(tip, worth, choice):
            of = "" if worth == lead_at(tip, choice) else f" ({phrase(tip, worth)}, {how(worth)})"
            return f"Not so elsewhere{of}: {said}."
    return ""


def is_split(tip: TipResult) -> bool:
    """Whether what a tip is about certainly helps at some tables without trials of champions, and hurts at others,
    plain ones among them.
    """
    cells = tip.cells_of(tip.headline.label) if tip.headline and not for_the_strong(tip) else []
    return any(cell.field == "mixed" for cell in cells) and {Direction.HELPS, Direction.HURTS} <= {
        cell.direction for cell in cells
    }


ORDINALS = ("first", "second", "third", "fourth")
# What one line, or several, come to, by the class of their numbers' colour; of any other.
COMES_TO = {"helps": ("gains", "gain"), "hurts": ("costs games", "cost games")}
SAME = ("makes hardly any difference", "make hardly any difference")


def parts_of(tip: TipResult, choice: TableChoice) -> str:
    """What each line of a card comes to at a table, and which of them the mark is about, where they differ; empty where
    the mark says so itself, or rules laid over the champion are told there.
    """
    if tip.words.kind != "habit" or tip.verdict == Verdict.NOT_OVERDONE or has_trials(tip, choice.against):
        return ""
    told = [line.numbers for line in number_lines(tip, choice.against)]
    by_size = [[number.colour for number in numbers if number.is_tried] for numbers in zip(*told, strict=True)]
    lines: dict[tuple[str, str], list[str]] = {}
    for n, number in enumerate(numbers[SIZES.index(choice.players)] for numbers in told):
        if number.is_tried:
            lines.setdefault(COMES_TO.get(number.colour, SAME), []).append(ORDINALS[n])
    if not lines or all(len(set(colours)) < 2 for colours in by_size):
        return ""
    comes_to = [f"the {listed(some)} {does[len(some) > 1]}" for does, some in lines.items()]
    of = "all" if is_wrong_in_all(tip, choice.against) else "the first"
    return f"Of these lines, {listed(comes_to)}; the mark is of {of}, over all plain tables."


def seen_at(tip: TipResult) -> str:
    """At which tables a fact was seen; empty of habits, whose numbers stand by table, and of what the rules settle."""
    if tip.words.kind == "habit" or not tip.cells:
        return ""
    players = sorted({cell.players for cell in tip.cells})
    fields = [word for field, word in SEEN.items() if any(cell.field == field for cell in tip.cells)]
    among = f", {listed(fields)}" if fields else ""
    least = min((cell.deals for cell in tip.cells if cell.deals), default=0)
    deals = f", in {least:,} deals or more" if least else ""
    return f"Seen at tables of {listed([NUMERALS[n] for n in players], OR)}{among}{deals}."


def why_untold(tip: TipResult) -> str:
    """Why a tip has no verdict, as its reading says, what else was counted, and where its rows break even; empty of
    tips that are judged.
    """
    if tip.verdict != Verdict.NO_VERDICT:
        return ""
    reading = re.split(r"(?<=[.])\s+", _methods()[tip.id][0])
    said = [*(part for part in reading if "no verdict" in part), counted_beside(tip).strip(), breaks_even(tip)]
    return " ".join(filter(None, said))


@cache
def _methods() -> dict[str, tuple[str, str]]:
    """By a tip's id, how it was read and why trying it so is fair."""
    settings = re.compile(r"Tuned on other deals: .*")  # in the names that a command takes, which prints them
    return {tip.id: (settings.sub("The settings were tuned on other deals.", tip.reading), tip.fair) for tip in tried()}


def experiments(tip: TipResult) -> str:
    """All experiments of a tip as CSV, shares to six digits, without the hashes that `findings-check` compares."""
    table = cells_to_pandas(tip.cells).drop(columns="first_deals")
    return str(table.to_csv(index=False, float_format="%.6g"))


def to_watch() -> list[ShippedMoment]:
    """The games in which something is seen at work, in the viewer's order: those of tips, then those of champions."""
    return [*shipped_moments(), *shipped_habit_moments()]


@cache
def moment_links() -> dict[str, tuple[str, str]]:
    """For each tip, and each habit of a champion, that is seen at work where the viewer shows it, as `#watch=tk1:48`,
    and what happens with what that is worth, by id. The viewer's first game of each kind is another one.
    """
    letters, numbers = {game: text.lower() for text, game in games_by_letters().items()}, Counter[str]()
    links = {}
    for moment in to_watch():
        game = moment.record["game"]
        numbers[game] += 1
        happens = f"{as_players_say(moment.words)} ({beside_others(moment)})"
        links[moment.tip] = (f"#watch={letters[game]}{numbers[game]}:{moment.step}", happens)
    return links
