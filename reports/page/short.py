"""The answers that stand first on the page, each under a short label: what helps most, who is strongest, which tips are
wrong, and what to show with a hand of Twyst.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.at_table import CHOICES, SIZES, TableChoice
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.report.contests import published_contests
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.page.answers import columns
from knotlab.reports.page.bidding import SAMPLE
from knotlab.reports.page.chooser import ShownAt, at_tables, key, varied
from knotlab.reports.page.contests import is_near
from knotlab.reports.page.tournament import entries, ranked, rungs
from knotlab.reports.template import render
from knotlab.reports.words import capital, uncapital
from knotlab.reports.words.at_table import (
    TABLES_AGAINST,
    Bar,
    GameHabits,
    as_good,
    at_each_rate,
    first_advice,
    in_short,
    lead_at,
    phrase,
)
from knotlab.reports.words.names import reader_names
from knotlab.reports.words.numeral_advice import numeral_advice
from knotlab.sim import games

NOTE = (
    "Fewer games lost of 100. Plain: scripts and one champion; strong: champions. Plain or strong only: hurts elsewhere"
    "; strong, at times: always doing it hurts there; or others: may be as good."
)


def page_title() -> list[ShownAt[str]]:
    """The page's title, a piece of advice for each table."""
    return varied(lambda choice: f"{first_advice(columns(choice), _titles())} {numeral_advice().title}")


def _titles() -> dict[str, str]:
    return {name: games.find(name).title for name in games.listed()}


class HelpsMost(NamedTuple):
    """What helps most at a table: its key and how many play, and of each game the two habits that help most, with how
    many more may be as good as the second.
    """

    key: str
    players: int
    games: list[tuple[str, list[Bar], str]]


def helps_most() -> list[tuple[str, list[HelpsMost]]]:
    """What helps most, for each kind of table, with its name, at each size."""
    tables = [HelpsMost(key(each), each.players, [_best_two(its) for its in columns(each)]) for each in CHOICES]
    return [
        (capital(name), [table for table in tables if table.key in at_tables(against).split()])
        for against, name in TABLES_AGAINST.items()
    ]


def _best_two(habits: GameHabits) -> tuple[str, list[Bar], str]:
    return habits.game, habits.do[:2], as_good(habits.do, 1)


class Best(NamedTuple):
    """Who does best in a game: the name, how well, and who may be as good."""

    name: str
    how_well: str
    rival: str = ""


def strongest(game: str) -> list[Best]:
    """Who does best in the published tournaments of a game: who loses least, at whatever size of table, or
    wins most points.
    """
    contests = [each.contest for each in published_contests(game)]
    results = {each.result.facts["players"]: each.result for each in contests}
    if (points := contests[0].points) is not None:
        best, second, *_ = sorted(points.to_dict("records"), key=lambda row: -row["mean_score"])
        name, other = reader_names(game, [best["strategy"], second["strategy"]]).values()
        rival = f"or {uncapital(other)}: {second['mean_score']:.1f}" * is_near(best, second)
        return [Best(name, f"{best['mean_score']:.1f} points a deal", rival)]
    lineup = entries(game, {n: result.rates for n, result in results.items()})
    by_name, level = dict[str, list[str]](), dict[str, list[str]]()
    for n in SIZES:
        best_of = ranked(lineup, n, "lost")[0]
        by_name.setdefault(best_of.name, []).append(f"{100 * best_of.share(n, 'lost').value:.0f}")
        others = len(rungs(lineup, results[n].ratings)[0]) - 1
        if others:
            level.setdefault(best_of.name, []).append(f"with {n}, {others} other{'s' * (others > 1)} may be as good")
    return [
        Best(name, f"loses {_span(numbers)} of 100", "; ".join(level.get(name, [])))
        for name, numbers in by_name.items()
    ]


def _span(numbers: Sequence[str]) -> str:
    """From the least to the most of some numbers."""
    return " to ".join(dict.fromkeys((min(numbers, key=int), max(numbers, key=int))))


def known_of_wrong(tip: TipResult, choice: TableChoice) -> str:
    """What was tried of a wrong tip, and what is known of it at a table."""
    return f"Tried as “{phrase(tip, lead_at(tip, choice))}”. {at_each_rate(tip, choice)}"


def short_answers() -> Markup:
    """The short answers to what is asked first."""
    facts = {
        "helps_most": helps_most(),
        "strongest": [(name, strongest(name)) for name in games.listed()],
        "wrong": [
            (tip.game, f"tip-{tip.id}", tip.words.title, varied(partial(known_of_wrong, tip)))
            for tip in shipped()
            if tip.verdict == Verdict.WRONG
        ],
        "titles": _titles(),
        "numerals": numeral_advice(),
        "sample": SAMPLE,
        "in_short": in_short,
        "note": NOTE,
        "capital": capital,
        "uncapital": uncapital,
    }
    return Markup(render("page/short.html", **facts))
