"""The first screen: what to do and what not at the chosen table, what to show with a hand of Twyst, who is strongest,
and which tips are wrong.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import pandas as pd
from markupsafe import Markup

from knotlab.analysis.claims.evidence.champions import published_looking_ahead
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.at_table import CHAMPION, CHOICES, SIZES, Against, TableChoice
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.report.contests import published_contests
from knotlab.analysis.stats.intervals import TIE
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.page.bidding import SAMPLE
from knotlab.reports.page.chooser import ShownAt, at_size, varied
from knotlab.reports.page.contests import is_near
from knotlab.reports.page.tournament import Entry, entries, ranked, rungs
from knotlab.reports.template import render
from knotlab.reports.words import capital, uncapital
from knotlab.reports.words.at_table import FIELDS, at_each_rate, lead_at, phrase
from knotlab.reports.words.columns import GameHabits, as_good, column, first_advice, in_short
from knotlab.reports.words.names import reader_names
from knotlab.reports.words.numeral_advice import numeral_advice
from knotlab.reports.words.strong_players import yardstick
from knotlab.sim import games

TERMS = {  # the games' own words
    "twisted-knot": (
        "Stack: the cards on the table. Pile: your own face-down cards, taken one by one once your hand is empty."
    ),
    "knotweed": (
        "Pile: one of those on the table, to which everybody plays. Pay: draw up to three cards for a play of another "
        "rank. Group: several cards of one rank, each of which begins a pile."
    ),
    "twyst": (
        "Numeral: a card from 3 to 10, which looks for a partner of its suit. Solo: an ace, king, queen or jack to win "
        "seven tricks alone, or a deuce to win none. Twist solo: four numerals of four suits; the highest plays "
        "alone, and needs no seven tricks, only more than any other player."
    ),
}


def columns(choice: TableChoice) -> list[GameHabits]:
    """The habits of each game at a table, games that have none left out."""
    return [found for name in games.listed() if (found := column(name, shipped(), choice)).do]


def page_title() -> list[list[ShownAt[str]]]:
    """The page's title: a piece of advice for each game at each table."""
    habits = [varied(partial(_first_advice, each.game)) for each in columns(CHOICES[0])]
    return [*habits, [ShownAt("", numeral_advice().title)]]


def _first_advice(game: str, choice: TableChoice) -> str:
    return first_advice(column(game, shipped(), choice))


def _titles() -> dict[str, str]:
    return {name: games.find(name).title for name in games.listed()}


class GameColumn(NamedTuple):
    """A game's column: its name, its habits at each table, and the value of the longest bar."""

    game: str
    shown: list[ShownAt[GameHabits]]
    longest: float


def game_columns() -> list[GameColumn]:
    """The columns of the games that have habits."""
    made = []
    for name in (each.game for each in columns(CHOICES[0])):
        shown = varied(lambda choice, name=name: column(name, shipped(), choice))  # type: ignore[misc]
        values = [abs(bar.value) for _, part in shown for bar in (*part.do, *part.do_not, *part.depends)]
        made.append(GameColumn(name, shown, max(values)))
    return made


class Best(NamedTuple):
    """Who does best in a game: the name, how well, and who may be as good."""

    name: str
    how_well: str
    rival: str = ""


def strongest(game: str) -> list[ShownAt[Best]]:
    """Who does best in the published tournaments of a game at each size of table: who loses least, or wins most
    points.
    """
    contests = {each.contest.result.facts["players"]: each.contest for each in published_contests(game)}
    (first, *_) = contests.values()
    if first.points is not None:
        best, second, *_ = sorted(first.points.to_dict("records"), key=lambda row: -row["mean_score"])
        name, other = reader_names(game, [best["strategy"], second["strategy"]]).values()
        rival = f"or {uncapital(other)}: {second['mean_score']:.1f}" * is_near(best, second)
        return [ShownAt("", Best(name, f"wins {best['mean_score']:.1f} points a deal", rival))]
    lineup = entries(game, {n: each.result.rates for n, each in contests.items()})
    return [ShownAt(at_size(n), _loses_least(game, n, lineup, contests[n].result.ratings)) for n in SIZES]


def _loses_least(game: str, players: int, lineup: Sequence[Entry], ratings: pd.DataFrame) -> Best:
    best = ranked(lineup, players, "lost")[0]
    others = len(rungs(lineup, ratings)[0]) - 1
    level = f"{others} other{'s' * (others > 1)} may be as good" if others else ""
    rival = level or beaten_by(game, players, best.spellings[0])
    how_well = f"loses {100 * best.share(players, 'lost').value:.0f} of 100 (even {100 / players:.0f})"
    return Best(best.name, how_well, rival)


def beaten_by(game: str, players: int, best: str) -> str:
    """How often a player who looks ahead, which is too slow for tournaments, finishes ahead of the best one in them;
    empty if it does not certainly do better, or was not met.
    """
    return "".join(
        f"who looks ahead, far slower, finishes ahead of it in {100 * each.ahead.value:.0f} of 100"
        for each in published_looking_ahead()
        if (each.game, each.players, each.other) == (game, players, best) and each.ahead.sign(TIE) > 0
    )


def wrong_tips(game: str) -> list[tuple[str, str, list[ShownAt[str]]]]:
    """A game's wrong tips: the id of the box, the tip, and what is known of it at each table."""
    wrong = (tip for tip in shipped() if tip.game == game and tip.verdict == Verdict.WRONG)
    return [(f"tip-{tip.id}", tip.words.title, varied(partial(known_of_wrong, tip))) for tip in wrong]


def known_of_wrong(tip: TipResult, choice: TableChoice) -> str:
    """What was tried of a wrong tip, and what is known of it at a table."""
    among = "" if choice.against == Against.PLAIN else f"{FIELDS[CHAMPION]}, "
    return f"Tried as “{phrase(tip, lead_at(tip, choice))}”. {capital(f'{among}{at_each_rate(tip, choice)}')}"


def first_screen() -> Markup:
    """The first screen, below the page's title and the chooser."""
    facts = {
        "columns": game_columns(),
        "strongest": {name: strongest(name) for name in games.listed()},
        "wrong": {name: wrong_tips(name) for name in games.listed()},
        "titles": _titles(),
        "terms": TERMS,
        "numerals": numeral_advice(),
        "sample": SAMPLE,
        "yardstick": yardstick,
        "in_short": in_short,
        "as_good": as_good,
        "capital": capital,
    }
    return Markup(render("page/first_screen.html", **facts))
