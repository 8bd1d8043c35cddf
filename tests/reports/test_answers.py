"""The answers of the page: every sentence follows its numbers, and changes or is refused when these change."""

import html
import math
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from knotlab.analysis.claims.evidence import files
from knotlab.analysis.claims.evidence.files import games_by_letters
from knotlab.analysis.claims.evidence.record import Evidence, TipHeadline
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.judgement.habits import usual_of
from knotlab.analysis.claims.judgement.tips import for_the_strong
from knotlab.analysis.claims.model.meaning import FEWER, PLAYER, Meaning
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.report.contests import published_games
from knotlab.analysis.runs.fields import watched
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.headline import Headline
from knotlab.analysis.stats.sizes import Size
from knotlab.analysis.stats.verdicts import Direction, ForTheStrong, HeadlineAnswer, Verdict
from knotlab.reports.page.answers import habit_rows, stretched
from knotlab.reports.page.tips import tips_by_game
from knotlab.reports.words import capital, uncapital
from knotlab.reports.words.advice import TEMPLATES, advice, breaks_even
from knotlab.reports.words.claims import headline, verdict_words
from knotlab.reports.words.directions import NUMERALS, in_hundred
from knotlab.reports.words.effects import finding
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.verify import verify
from tests.reports.published_numbers import first_screen

TIPS = {tip.id: tip for tip in shipped()}
HALF = "\N{VULGAR FRACTION ONE HALF}"
LOST = Meaning("loss_rate", PLAYER, FEWER)
VARIANTS = {"TK-C28"}
UNTURNED = ("exact", "seldom", "shown", "skill", "told", "variant")  # sentences not about effects of their own cells
UNJUDGED = {"TK-C9", "TK-C25", "TK-C30", "KW-C6", "KW-C9", "KW-C10", "TY-C3", "TY-C7"}  # played and shown
AT_THE_DEAL = {"TK-C19"}  # what is changed there is what the whole game begins with


def cell(effect: float, low: float, high: float, **changes: Any) -> Evidence:
    """A cell of a duel at a table of three in a mixed field, the interval for all cells together its own."""
    ends = {"all_low": changes.pop("all_low", low), "all_high": changes.pop("all_high", high)}
    size = Size(effect, 0.001, low, high, **ends, deals=5000)
    made = Evidence("TK-C1", "hoard-aces", LOST, size, margin=0.005, kind="duel", players=3, field="mixed")
    return replace(made, **changes)


def size(effect: float, all_half: float = 0.005, **changes: Any) -> Evidence:
    """The size of the same duel's effect, +- 0.25 games in 100 by itself."""
    together = {"all_low": effect - all_half, "all_high": effect + all_half}
    return cell(effect, effect - 0.0025, effect + 0.0025, **(together | changes))


def sentence_of(*cells: Evidence, headline: TipHeadline | None = None) -> str:
    """What is said of a habit with these cells."""
    tip = replace(TIPS["TK-C1"], cells=cells, headline=headline)
    said = advice(tip)
    return f"{said.opening} {said.sentence}"


def answered(answer: str, advises: int = 1) -> TipHeadline:
    """A headline of the duel."""
    headline = Headline(HeadlineAnswer(answer), 0.03, 0.02, 0.04, 0.005)
    return TipHeadline("hoard-aces", LOST, advises, headline)


def test_every_tip_of_the_findings_has_words_and_every_word_a_tip() -> None:
    assert list(TIPS) == list(pd.read_csv(FINDINGS / "tips.csv")["id"])
    for tip in TIPS.values():
        assert tip.words.kind in TEMPLATES and tip.words.title and len(tip.words.cards) > 0
        for label in [*tip.words.names, *tip.words.beside]:
            assert tip.cells_of(label), (tip.id, label)


def test_the_headline_counts_the_verdicts() -> None:
    verdicts = pd.read_csv(FINDINGS / "tips.csv")["verdict"]
    hold, wrong = verdicts.str.startswith("holds").sum(), (verdicts == "wrong").sum()
    proved, told = sum(bool(tip.exact) for tip in tips()), (verdicts == "no verdict").sum()
    are = {0: "none is", 1: "1 is"}.get(int(wrong), f"{wrong} are")
    said = f"{hold} hold ({proved} proved by counting), {are} wrong"
    named = {
        "depends": "depend on the table",
        "makes no difference": "make no difference",
        "rarely comes up": "rarely come up",
        "open": "are open",
    }
    *others, last = [words for verdict, words in named.items() if verdict in set(verdicts)]
    said += f", {len(verdicts) - hold - wrong - told} {', '.join(others)} or {last}"
    assert headline() == f"{len(verdicts)} tips: {said}; {told} are reported without a verdict"


def test_what_is_proved_is_told_from_what_held_when_it_was_played() -> None:
    exact = {tip.id for tip in tips() if tip.exact}
    assert {name for name, tip in TIPS.items() if verdict_words(tip)[0] == "holds, proved"} == exact
    assert verdict_words(replace(TIPS["TY-C4"], verdict=Verdict.WRONG))[0] == "wrong, proved"
    assert verdict_words(TIPS["TK-C1"])[0] == "holds" and verdict_words(TIPS["TK-C27"])[0] == "no verdict"
    (tally,) = first_screen().at("3-plain").all("div", class_="tally")
    counted = {part.all("small")[0].text: int(part.all("b")[0].text) for part in tally.all("span")}
    assert counted["holds, proved"] == len(exact) and sum(counted.values()) == len(TIPS)


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (0.1068, "11 fewer"),
        (-0.0499, "5 more"),
        (0.044, f"4{HALF} fewer"),
        (0.004, f"{HALF} fewer"),
        (-0.0103, "1 more"),
        (0.002, "the same number"),
    ],
)
def test_games_in_a_hundred_go_to_the_next_half(effect: float, words: str) -> None:
    assert in_hundred(LOST, effect) == words


def test_a_habit_that_helps_everywhere_is_to_be_done_and_one_that_hurts_is_not() -> None:
    assert sentence_of(cell(0.05, 0.01, 0.09)) == "Do it. Out of 100 games, you lose about 5 fewer with three players."
    assert (
        sentence_of(cell(-0.05, -0.09, -0.01)) == "Don't. Out of 100 games, you lose about 5 more with three players."
    )
    assert sentence_of(cell(0.05, -0.01, 0.11)).startswith("Open. No effect has been seen yet.")
    assert sentence_of(cell(0.001, -0.001, 0.003)).startswith("Makes no difference.")


def test_a_habit_that_helps_some_tables_names_them() -> None:
    helps, unknown = cell(0.05, 0.01, 0.09, players=2), cell(0.05, -0.01, 0.11)
    assert sentence_of(helps, unknown) == (
        "Do it with two players. Out of 100 games, you lose about 5 fewer with two players; open with three."
    )
    assert sentence_of(helps, cell(-0.05, -0.09, -0.01)).startswith("It depends.")


def test_a_choice_at_one_moment_is_said_of_the_games_in_which_it_comes_up() -> None:
    for name in ("TK-C6", "KW-C7"):
        assert "Out of 100 games where this comes up, " in advice(TIPS[name]).sentence
    assert "(Games lost out of 100 where this comes up.)" in advice(TIPS["TK-C25"]).sentence
    assert "(Games lost out of 100.)" in advice(TIPS["TK-C13"]).sentence
    moments = {name for name, tip in TIPS.items() if any(cell.kind == "what-if" for cell in tip.cells)}
    others = {"KW-C3", "TY-C3", "TY-C7", "TK-C9"}  # whose rows are about other experiments, or about points
    assert {name for name, tip in TIPS.items() if tip.words.when} == moments - AT_THE_DEAL - others


def test_an_exception_is_told_only_where_it_is_certain() -> None:
    usual = cell(0.05, 0.01, 0.09)
    turned = cell(-0.02, -0.03, -0.01, field="strong")
    assert sentence_of(usual, turned).endswith(" At strong tables, however: 2 more with three players.")
    assert "however" not in sentence_of(usual, cell(-0.02, -0.05, 0.02, all_low=-0.06, all_high=0.03, field="strong"))


def exceptions_of(tip: TipResult) -> Counter[tuple[str, int]]:
    """The tables at which a tip's rows certainly come out otherwise: further from plain ones than a game in 100 and a
    quarter, or the other way. Champions who were asked themselves tell more than a script among them; between two, one
    loses more than 90 of 100 games of Twisted Knot to them, and who plays at random loses as many anywhere.
    """
    cells = pd.read_csv(FINDINGS / "cells.csv").query("tip == @tip.id and unit == 'loss_rate'")
    is_asked, found = (cells.field == "champion").any(), Counter[tuple[str, int]]()
    for (label, players), group in cells.groupby(["label", "players"]):
        if label not in tip.words.rows or "mixed" not in (by_field := group.set_index("field")).index:
            continue
        usual = by_field.loc["mixed"]
        for field, other in by_field.drop("mixed").iterrows():
            is_apart = other.all_low > usual.all_high or other.all_high < usual.all_low
            by = abs(other.effect - usual.effect)
            is_turned = other.all_low * other.all_high > 0 > other.effect * usual.effect and abs(usual.effect) >= 0.0025
            is_lost = (tip.game == "twisted-knot" and players == 2) or label.endswith("against random")
            is_ruled = is_asked and label != "fear openings"  # the half of KW-C3 that its rules are not about
            is_told = field != "strong" or not (is_ruled or is_lost)
            if is_told and ((is_apart and by >= max(0.01, abs(usual.effect) / 4)) or is_turned):
                found[str(field), int(players)] += 1
    return found


@pytest.mark.parametrize("name", [tip.id for tip in shipped() if tip.words.kind == "habit"])
def test_the_exceptions_of_every_row_of_a_tip_are_told(name: str) -> None:
    told, sentence = Counter[tuple[str, int]](), advice(TIPS[name]).sentence
    for said in re.findall(r" At (\w+ tables, however: [^.]+)\.", sentence):
        for part in said.split("; at "):
            field, numbers = part.split(" tables", 1)
            told.update((field, n) for n, word in NUMERALS.items() if re.search(rf"\b{word}\b", numbers))
    assert told == exceptions_of(TIPS[name])
    assert bool(told) or name not in ("TK-C2", "TK-C10", "TK-C13", "TK-C20", "KW-C3")


@pytest.mark.parametrize(
    ("answer", "advises", "opening"),
    [
        ("better", 1, "Do it. Out of 100 games, you lose about 3 fewer"),
        ("better", -1, "Don't. "),
        ("worse", 1, "Don't. "),
        ("worse", -1, "Do it. "),
        ("makes no difference", 1, "Makes no difference. "),
        ("depends", 1, "It depends. "),
        ("open", 1, "Open. "),
        ("rarely comes up", 1, "Rarely comes up. "),
    ],
)
def test_what_to_do_follows_from_the_headline(answer: str, advises: int, opening: str) -> None:
    assert sentence_of(size(0.03), headline=answered(answer, advises)).startswith(opening)


LAWS = ("champion:forbid=lays_aces_together", "champion:oblige=saves_aces")
AT_BOTH = "At plain tables: {}. For strong players: {}."


def under(label: str, cost: float, advice: int) -> Evidence:
    """What a rule costs the champion."""
    meaning = Meaning("loss_rate", "the champion under the rule")
    return size(cost, label=label, meaning=meaning, advice=advice, field="champion")


@pytest.mark.parametrize(
    ("effect", "forbidden", "obliged", "opening"),
    [
        (0.03, 0.05, 0.0, "Do it."),
        (0.03, 0.05, 0.05, AT_BOTH.format("do it", "at the right moment, not always")),
        (0.03, -0.05, 0.05, AT_BOTH.format("do it", "no")),
        (-0.03, 0.05, 0.05, AT_BOTH.format("don't", "at the right moment, not always")),
        (-0.03, 0.05, 0.0, AT_BOTH.format("don't", "yes")),
        (-0.03, -0.05, 0.05, "Don't."),
        (0.001, 0.05, 0.05, AT_BOTH.format("makes no difference", "at the right moment, not always")),
    ],
)
def test_where_strong_players_are_told_something_else_both_answers_come_first(
    effect: float, forbidden: float, obliged: float, opening: str
) -> None:
    """Forbidden the habit the champion loses more, or less; obliged to have it always, more or as much."""
    laws = (under(LAWS[0], forbidden, 1), under(LAWS[1], obliged, -1))
    assert sentence_of(size(effect), *laws).startswith(f"{opening} Out of 100 games")
    unknown = replace(laws[1], size=replace(laws[1].size, all_low=-0.4, all_high=0.4))
    assert "For strong" not in sentence_of(size(effect), laws[0], unknown)


@pytest.mark.parametrize(
    ("forbidden", "obliged", "opening"),
    [
        (0.05, 0.0, AT_BOTH.format("it depends", "yes")),
        (-0.05, 0.05, AT_BOTH.format("it depends", "no")),
        (0.05, 0.05, "It depends."),
    ],
)
def test_where_a_tip_depends_strong_players_are_told_first_if_it_does_not_for_them(
    forbidden: float, obliged: float, opening: str
) -> None:
    laws = (under(LAWS[0], forbidden, 1), under(LAWS[1], obliged, -1))
    assert sentence_of(size(0.03), *laws, headline=answered("depends")).startswith(f"{opening} Out of 100 games")


def test_a_tip_that_gains_in_no_amount_and_costs_games_word_for_word_is_not_to_be_followed() -> None:
    """Its headline, in its best amount, makes no difference: a published tip, and its twin whose verdict is wrong."""
    weapons = TIPS["TK-C15"]
    assert weapons.headline and weapons.headline.answer == HeadlineAnswer.NO_DIFFERENCE
    assert advice(weapons).opening == "Makes no difference."
    assert advice(replace(weapons, verdict=Verdict.WRONG)).opening == "Don't."


@pytest.mark.parametrize(("share", "words"), [(0.00929, "0.93"), (0.0023, "0.23"), (0.0002, "0.02")])
def test_a_habit_too_rare_for_a_headline_says_how_rare_it_is_and_still_its_size(share: float, words: str) -> None:
    rare = answered("rarely comes up")
    assert sentence_of(size(0.03, in_play=share), headline=rare) == (
        f"Rarely comes up. It comes up in about {words} of 100 deals. "
        "Out of 100 games, you lose about 3 fewer with three players."
    )
    assert "deals" not in sentence_of(size(0.03), headline=rare)
    assert "deals" not in sentence_of(size(0.03, in_play=share), headline=answered("better"))


def test_a_tip_that_pays_at_times_says_the_published_share_of_deals() -> None:
    table = pd.read_csv(FINDINGS / "cells.csv")
    at_times = [name for name, tip in TIPS.items() if tip.headline and tip.headline.answer == HeadlineAnswer.AT_TIMES]
    assert at_times == ["TK-C20"]
    for name in at_times:
        habit = (table.tip == name) & (table.label == TIPS[name].headline.label)
        mean = table[habit & (table.field == "mixed")].in_play.mean()
        (number,) = re.findall(r"in about ([\d.]+) of 100 deals\.", advice(TIPS[name]).sentence)
        assert float(number) == pytest.approx(100 * mean, rel=0.05)


def test_where_a_habit_does_nothing_at_some_tables_the_others_are_named() -> None:
    assert sentence_of(size(0.03), size(0.001, players=2), headline=answered("better")) == (
        "Do it with three players; with two, the difference is too small to matter. Out of 100 games, you lose "
        "about the same number with two players and 3 fewer with three."
    )
    assert sentence_of(size(-0.03), size(0.001, players=2), headline=answered("worse")) == (
        "Don't with three players; with two, the difference is too small to matter. Out of 100 games, you lose "
        "about the same number with two players and 3 more with three."
    )


def test_a_row_about_what_else_a_tip_says_is_told_as_its_verdict_counts_it() -> None:
    """Counting jacks and fives costs games by itself, but not certainly among all that is published."""
    tip = TIPS["TK-C10"]
    cells = usual_of(tip.cells_of(tip.words.other_half))
    half = math.hypot(*(cell.size.all_high - cell.size.all_low for cell in cells)) / 2 / len(cells)
    mean = sum(cell.effect for cell in cells) / len(cells)
    says = "open" if abs(mean) < half else "do it" if mean > 0 else "don't"
    assert f" {capital(tip.words.rows[tip.words.other_half])}: {says}. " in advice(tip).sentence


def test_nothing_is_told_of_tables_at_which_the_other_side_loses_nearly_every_game() -> None:
    """Among champions, a player at random does with three and four players, too, where a plan does not."""
    pairs = pd.read_csv(FINDINGS / "skill.csv").query(
        "game == 'twisted-knot' and better == 'champion' and rules.isna()"
    )
    assert (pairs.query("other == 'random'")["ahead"] > 0.9).all()
    assert (pairs.query("other != 'random'").groupby("players")["ahead"].min() > 0.9).tolist() == [True, False, False]
    cells = pd.read_csv(FINDINGS / "cells.csv").query("tip == 'TK-C13' and field == 'strong'")
    assert set(cells["players"]) == {2, 3, 4}  # they stay as data
    assert "strong tables" not in advice(TIPS["TK-C13"]).sentence


def test_a_tip_without_a_verdict_still_has_two_answers_where_they_differ() -> None:
    assert advice(TIPS["TK-C25"]).opening == (
        f"No verdict. At plain tables: don't. For strong players: {uncapital(str(for_the_strong(TIPS['TK-C25'])))}"
    )
    assert advice(TIPS["TK-C9"]).opening == "No verdict."  # it depends, or is right at the right moment: not apart
    assert for_the_strong(TIPS["TK-C9"]) == ForTheStrong.RIGHT_MOMENT


def test_a_line_up_is_an_exception_only_if_its_size_is_certainly_another_one_and_by_enough() -> None:
    usual, headline = size(0.03), answered("better")
    other = size(0.06, field="strong")
    assert sentence_of(usual, other, headline=headline).endswith(
        " At strong tables, however: 6 fewer with three players."
    )
    assert "however" not in sentence_of(usual, size(0.06, 0.04, field="strong"), headline=headline)  # wide intervals
    # 1 game in 100 more.
    assert "however" not in sentence_of(usual, size(0.039, 0.002, field="strong"), headline=headline)
    assert "however" not in sentence_of(usual, size(0.06, math.nan, field="strong"), headline=headline)


def test_a_size_is_certain_only_by_the_interval_for_all_cells_together() -> None:
    assert size(0.006).is_certain and not size(0.004).is_certain
    assert not size(0.05, math.nan).is_certain


HALF_OPEN = "TK-C10"  # whose other half is not decided


def test_every_tip_that_is_played_has_a_headline_but_for_variants() -> None:
    unjudged = {tip.id for tip in shipped() if tip.verdict == "no verdict"}
    assert {tip.id for tip in shipped() if tip.cells and tip.headline is None} == VARIANTS | UNJUDGED | {"TK-C14"}
    assert unjudged >= UNJUDGED
    undecided = {tip.id for tip in tips() if tip.words.unsettled or tip.id == HALF_OPEN}
    assert undecided == {tip.id for tip in shipped() if tip.verdict == "open"}


def flipped(tip: TipResult) -> TipResult:
    """The same tip with every effect the other way round."""

    def turned(each: Evidence) -> Evidence:
        old = each.size
        size = replace(
            old, value=-old.value, low=-old.high, high=-old.low, all_low=-old.all_high, all_high=-old.all_low
        )
        return replace(each, size=size)

    headline = tip.headline
    if headline:
        old = headline.headline
        answers = {HeadlineAnswer.BETTER: HeadlineAnswer.WORSE, HeadlineAnswer.WORSE: HeadlineAnswer.BETTER}
        new = replace(old, answer=answers.get(old.answer, old.answer), effect=-old.effect, low=-old.high, high=-old.low)
        headline = replace(headline, headline=new)
    return replace(tip, cells=tuple(map(turned, tip.cells)), headline=headline)


@pytest.mark.parametrize(
    "name",
    [name for name, tip in TIPS.items() if tip.cells and tip.words.kind not in UNTURNED],
)
def test_each_sentence_changes_if_its_numbers_turn_round(name: str) -> None:
    said, other = advice(TIPS[name]), advice(flipped(TIPS[name]))
    quiet = said.direction in (Direction.OPEN, Direction.NOTHING) and name in ("TK-C8", "TK-C9", "TK-C10", "TK-C18")
    assert (said != other) or quiet
    if said.direction in (Direction.HELPS, Direction.HURTS):
        assert said.opening != other.opening or said.sentence != other.sentence


@pytest.mark.parametrize("name", [name for name, tip in TIPS.items() if len(tip.words.names) == 1])
def test_amounts_of_single_habits_are_those_of_the_table(name: str) -> None:
    tip, table = TIPS[name], pd.read_csv(FINDINGS / "cells.csv")
    if tip.words.kind != "habit":
        return
    (label,) = tip.words.names
    mine = table[(table.tip == name) & (table.label == label) & (table.field == "mixed")]
    for number in re.findall(rf"(\d*{HALF}?) (?:fewer|more) with", advice(tip).sentence.split("however")[0]):
        value = float(number.replace(HALF, "") or 0) + (0.5 if HALF in number else 0)
        assert any(abs(100 * abs(effect) - value) <= 0.5 for effect in mine.effect), (number, list(mine.effect))


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ([("strong", 2), ("strong", 3)], ["60 (two players)", "40 (three players)"]),
        ([("simple", 3), ("strong", 3)], ["60 (simple tables)", "40 (strong tables)"]),
        ([("simple", 2), ("strong", 3)], ["60 (two players, simple tables)", "40 (three players, strong tables)"]),
    ],
)
def test_chances_that_differ_are_told_by_what_tells_their_tables_apart(
    cells: list[tuple[str, int]], told: list[str]
) -> None:
    seen = TIPS["TK-C11"].cells[0]
    rows = tuple(
        replace(cell(effect, 0, 0, field=field, players=players), label=seen.label, meaning=seen.meaning)
        for effect, (field, players) in zip((0.1, -0.1), cells, strict=True)
    )
    tip = replace(TIPS["TK-C11"], verdict=Verdict.DEPENDS, cells=rows)
    assert f"In {' and '.join(told)} of 100 cases, " in advice(tip).sentence


def test_the_scale_of_habits_keeps_signs_and_holds_every_dot() -> None:
    assert stretched(0) == 50 and stretched(0.3) > stretched(0.1) > 50 > stretched(-0.01)
    told = [each for row in habit_rows() for shown in row.shown for each in shown.part if not isinstance(each, str)]
    assert len(told) > 100 and all(0 <= each.left <= 100 for each in told)


def test_the_games_that_ship_are_those_that_are_played_today(tmp_path: Path) -> None:
    assert published_games()
    for record in published_games():
        verify(record)
        again = record_game(make_job(record["game"], watched(record["game"])), record["index"])
        for field in ("rules", "seed", "players", "deal", "result"):
            assert record[field] == again[field]
        assert record["whatif"]["rollouts"] >= 1000


def test_the_letters_of_a_number_name_the_game_that_has_such_rulings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert games_by_letters() == {"KW": "knotweed", "TK": "twisted-knot", "TY": "twyst"}
    (tmp_path / "crazy_eights").mkdir()
    (tmp_path / "crazy_eights" / "rulings.md").write_text("# Crazy Eights\n\nAs in TK-1\n\n### CE-1\n**Cards.**\n")
    monkeypatch.setattr(files.games, "__file__", str(tmp_path / "__init__.py"))
    assert games_by_letters.__wrapped__() == {"CE": "crazy-eights"}


def test_a_plots_title_counts_the_tables_that_are_certain() -> None:
    helps, hurts, unknown = cell(0.05, 0.01, 0.09), cell(-0.05, -0.09, -0.01), cell(0.05, -0.01, 0.11)
    assert finding([helps] * 4) == "fewer games lost at all 4 tables"
    assert finding([hurts] * 4) == "more games lost at all 4 tables"
    assert finding([unknown] * 4) == "no certain difference at any of 4 tables"
    assert finding([helps, helps, unknown, hurts]) == "certainly fewer games lost at 2 of 4 tables, more at 1"
    assert finding([hurts, unknown, unknown, unknown]) == "certainly more games lost at 1 of 4 tables"


def test_a_tips_drawer_says_how_it_was_read_and_how_to_play_it_anew() -> None:
    page = "".join(str(block.html) for part in tips_by_game({}).parts for block in part.blocks)
    for tip in tips():
        article = page.partition(f'id="tip-{tip.id}"')[2].partition("</article>")[0]
        drawer = html.unescape(article.partition("<details>")[2])
        read, tuned, _ = tip.reading.partition("Tuned on other deals: ")
        assert read.strip() in drawer and tip.fair in drawer
        assert bool(tuned) == ("The settings were tuned on other deals." in drawer)
        assert f"knotlab claims --play {tip.id}" in drawer


def test_how_seldom_many_cards_lie_under_a_two_is_told_by_the_published_curve() -> None:
    curve = pd.read_csv(FINDINGS / "curves.csv").query("tip == 'TK-C7' and curve == 2").set_index("group")["value"]
    others = 100 * curve.drop("2")
    told = r"Of 100 pick-ups, by the card on top, (\d+) to (\d+) are of .*; with a 2 there, one of about ([\d,]+) is"
    low, high, one = (float(said.replace(",", "")) for said in re.findall(told, advice(TIPS["TK-C7"]).sentence)[0])
    assert one == pytest.approx(1 / curve["2"], rel=0.05)
    assert abs(low - others.min()) <= 0.5 and abs(high - others.max()) <= 0.5


def test_what_most_of_a_gain_comes_from_is_told_by_what_is_left_without_it() -> None:
    name, rest = "TK-C3", "ten-king-chain"
    cells = pd.read_csv(FINDINGS / "cells.csv").query("tip == @name and field == 'mixed'").groupby("label")["effect"]
    headline = TIPS[name].headline
    assert headline
    tenths = round(10 * (1 - cells.mean()[rest] / cells.mean()[headline.label]))
    said = "All that is gained comes" if tenths >= 10 else f"About {tenths} tenths of the gain come"
    assert f" {said} from {TIPS[name].words.most[1]}." in advice(TIPS[name]).sentence
    assert rest == TIPS[name].words.most[0] and tenths > 5


def test_what_each_half_of_a_tip_comes_to_is_told_by_its_curve() -> None:
    """More games lost are below zero in the curve. Both halves at once are a duel of the tip, too, on other deals."""
    curve = pd.read_csv(FINDINGS / "curves.csv").query("tip == 'TK-C10' and axis == 'half of the tip'")
    told = re.findall(
        r"saving loses ([\d.]+) (\w+) \[.* counting ([\d.]+) (\w+) \[.* lose ([\d.]+) (\w+) \[",
        advice(TIPS["TK-C10"]).sentence,
    )[0]
    said = [float(number) * {"more": -1, "fewer": 1}[way] for number, way in zip(told[::2], told[1::2], strict=True)]
    first, second, both, *rest = curve["value"]
    assert said == pytest.approx(rest, abs=0.051)
    assert rest == pytest.approx([(first + both - second) / 2, (second + both - first) / 2, both - first - second])
    (cell,) = (each for each in TIPS["TK-C10"].cells_of("count-fives") if each.field == "mixed")
    error = math.hypot(100 * cell.size.error, (curve["high"] - curve["low"]).iloc[2] / 3.92)
    assert abs(100 * cell.effect - both) < 4 * error


def test_the_verdict_on_cards_under_a_two_rests_on_how_often_there_are_many() -> None:
    """The share of its cell, which is held against one in a hundred, is that of the curve, on other deals."""
    tip, curves = TIPS["TK-C7"], pd.read_csv(FINDINGS / "curves.csv").query("tip == 'TK-C7'")
    (cell,) = (each for each in tip.cells if each.field == "mixed")
    assert tip.headline and tip.headline.label == cell.label and cell.unit == "share"
    share = curves.query("curve == 2 and group == '2'").iloc[0]
    error = math.hypot(cell.size.error, (share["high"] - share["low"]) / 3.92)
    assert abs((0.01 - cell.effect) - share["value"]) < 4 * error
    sizes = curves.query("curve == 3").set_index("group")["value"]
    assert sizes.sum() == pytest.approx(1, abs=0.001) and sizes[sizes.index.astype(int) >= 6].sum() < 0.01


def test_care_in_splitting_gains_most_before_players_with_about_six_cards_and_nothing_before_everybody() -> None:
    curves = pd.read_csv(FINDINGS / "curves.csv").query("tip == 'KW-C4'")
    assert curves.groupby("group")["value"].mean().idxmax() == "6"  # the amount of the tip's headline
    for _, curve in curves.groupby("curve"):
        gains = curve.set_index("group")
        assert gains.loc[["2", "3", "4", "6"], "value"].is_monotonic_increasing and (gains["low"][:-1] > 0).all()
        assert gains.loc["any", "low"] < 0 and gains.loc["any", "value"] < gains["value"][:-1].min()


def test_a_larger_stack_picked_up_by_choice_costs_more_as_its_title_says() -> None:
    cells = pd.read_csv(FINDINGS / "cells.csv").query("tip == 'TK-C25' and kind == 'what-if'")
    by_size = cells[cells.label.str.contains(r"of \d")].pivot_table(index="field", columns="label", values="effect")
    assert TIPS["TK-C25"].words.title.endswith("the more, the worse") and by_size.shape == (3, 3)
    assert (by_size.diff(axis=1).iloc[:, 1:] < 0).all().all()  # of 1 to 2, of 3 to 5, of 6 or more


def test_what_turns_round_under_southampton_rules_is_told_by_the_table() -> None:
    """By each cell's own interval, with effects of at least a quarter of a game in 100, as tips tell them."""
    table = pd.read_csv(FINDINGS / "cells.csv")
    told = table[(table.low * table.high > 0) & (table.effect.abs() >= 0.0025)]
    here, usual = told[told.tip == "TK-C28"], told[told.tip != "TK-C28"]
    both = here.merge(usual, on=["label", "players", "field"])
    turned = both[both.effect_x * both.effect_y < 0]
    turned = turned.loc[(turned.effect_y - turned.effect_x).abs().sort_values().index[::-1], "label"].tolist()
    sentence = advice(TIPS["TK-C28"]).sentence
    does = [words for label in turned for tip in TIPS.values() if (words := tip.words.rows.get(label))]
    assert len(does) == len(turned) > 1
    assert f" changes in {len(turned)} of them, where helping turns to hurting or back: {'; '.join(does)}." in sentence
    differ = int(re.findall(r": (\d+) of \d+ effects", sentence)[0])
    assert len(turned) < differ / 2 and "hardly the advice" in TIPS["TK-C28"].words.title


TOLD = [(tip.id, label) for tip in shipped() for label in tip.words.told]


@pytest.mark.parametrize(("name", "label"), TOLD)
def test_what_is_told_of_a_curve_has_its_published_numbers(name: str, label: str) -> None:
    rows = pd.read_csv(FINDINGS / "curves.csv", dtype={"group": str, "column": str}, keep_default_na=False)
    rows = rows.query("tip == @name and label == @label")
    sentence = TIPS[name].words.told[label]
    groups = re.findall(r"{([^}]+)}", sentence)
    pattern = re.sub(r"\\{[^}]+\\}", r"(\\N{MINUS SIGN}?[\\d.]*\\d)", re.escape(sentence))
    said = re.findall(pattern, advice(TIPS[name]).sentence)[0]
    for group, number in zip(groups, [said] if isinstance(said, str) else said, strict=True):
        if group == "half":
            assert rows["group"][rows["value"].cumsum() >= 0.5].iloc[0] == number
            continue
        row, _, column = group.partition(", ")
        (found,) = rows[(rows["group"] == row) & (rows["column"] == column)].to_dict("records")
        scale = 100 if found["unit"] == "share" else 1
        assert float(number.replace("\N{MINUS SIGN}", "-")) == pytest.approx(scale * found["value"], abs=0.5)
    assert groups


def test_a_tip_that_only_describes_the_game_does_not_say_itself_over_again() -> None:
    for tip in (tip for tip in shipped() if tip.words.kind == "shown" and tip.words.told):
        said = advice(tip).sentence
        assert re.search(r"\d", said) and tip.statement.lower().rstrip(".") not in said.lower()


def test_where_cheating_breaks_even_is_between_the_rows_where_it_turns() -> None:
    cells = pd.read_csv(FINDINGS / "cells.csv").query("tip == 'KW-C9' and field == 'mixed'")
    cells = cells.assign(caught=cells["label"].str.extract(r"(\d+) of", expand=False).astype(int))
    for players, numeral in ((2, "two"), (3, "three"), (4, "four")):
        here = cells[cells["players"] == players].set_index("caught")["effect"].sort_index()
        pays = here[here > 0].index.max()
        dear = here[here < 0].index.min()
        where = "none up to 100" if math.isnan(dear) else f"between {pays} and {dear}"
        assert f"{where} with {numeral}" in breaks_even(TIPS["KW-C9"])
