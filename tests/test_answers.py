"""The answers of the page: every sentence follows its numbers, and changes or is refused when these change."""

import html
import math
import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from knotlab.analysis.claims.cells import tips
from knotlab.analysis.report.published import published_games
from knotlab.analysis.runs.fields import watched
from knotlab.analysis.runs.play import make_job
from knotlab.reports.answers import findings
from knotlab.reports.answers.advice import advice, rows_of
from knotlab.reports.answers.directions import HELPS, HURTS, NOTHING, OPEN, in_hundred
from knotlab.reports.answers.findings import (
    FOLDER,
    ShippedCell,
    ShippedHeadline,
    TipFound,
    games_by_letters,
    shipped,
)
from knotlab.reports.answers.forest import best, forest, stretched
from knotlab.reports.answers.plots import finding, plots
from knotlab.reports.page.answers import answers, headline, tips_by_game, verdict_words
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.verify import verify

TIPS = {tip.id: tip for tip in shipped()}
HALF = "\N{VULGAR FRACTION ONE HALF}"
VARIANTS = {"TK-C28"}
AT_THE_DEAL = {"TK-C8", "TK-C19"}  # what is changed there is what the whole game begins with


def cell(effect: float, low: float, high: float, **changes: object) -> ShippedCell:
    """A cell of a duel at a table of three in mixed company."""
    made = ShippedCell(
        "TK-C1", "hoard-aces", "duel", 3, "mixed", effect, low, high, "loss_rate", all_low=low, all_high=high
    )
    return replace(made, **changes)


def size(effect: float, all_half: float = 0.005, **changes: object) -> ShippedCell:
    """The size of the same duel's effect, +- 0.25 games in 100 by itself."""
    made = cell(effect, effect - 0.0025, effect + 0.0025)
    return replace(made, **({"all_low": effect - all_half, "all_high": effect + all_half} | changes))


def sentence_of(*cells: ShippedCell, headline: ShippedHeadline | None = None) -> str:
    """What is said of a habit with these cells."""
    tip = replace(TIPS["TK-C1"], cells=cells, headline=headline)
    said = advice(tip)
    return f"{said.opening} {said.sentence}"


def answered(answer: str, advises: int = 1) -> ShippedHeadline:
    """A headline of the duel."""
    return ShippedHeadline(answer, "hoard-aces", advises, 0.03, 0.02, 0.04, "loss_rate")


def test_every_tip_of_the_findings_has_words_and_every_word_a_tip() -> None:
    assert list(TIPS) == list(pd.read_csv(FOLDER / "tips.csv")["id"])
    for tip in TIPS.values():
        assert tip.words["title"] and len(tip.words["cards"]) > 0
        for label in [*rows_of(tip), *tip.words.get("also", {})]:
            assert tip.cells_of(label), (tip.id, label)


def test_the_headline_counts_the_verdicts() -> None:
    verdicts = pd.read_csv(FOLDER / "tips.csv")["verdict"]
    hold, wrong = (verdicts == "supported").sum(), (verdicts == "refuted").sum()
    proved = sum(bool(tip.exact) for tip in tips())
    assert headline() == f"{len(verdicts)} tips on trial: {hold} hold ({proved} proved by counting), {wrong} are wrong"


def test_what_is_proved_is_told_from_what_held_when_it_was_played() -> None:
    exact = {tip.id for tip in tips() if tip.exact}
    assert {name for name, tip in TIPS.items() if verdict_words(tip)[0] == "proved"} == exact
    assert verdict_words(replace(TIPS["TY-C4"], verdict="refuted"))[0] == "disproved"
    assert verdict_words(TIPS["TK-C1"])[0] == "holds" and verdict_words(TIPS["TK-C27"])[0] == "just shown"
    page = str(answers().blocks[0].html)
    counted = {word: int(n) for n, word in re.findall(r"<b>(\d+)</b><small>(.+?)</small>", page)}
    assert counted["proved"] == len(exact) and sum(counted.values()) == len(TIPS)


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (0.1068, "11 fewer"),
        (-0.0499, "5 more"),
        (0.044, f"4{HALF} fewer"),
        (0.004, f"{HALF} fewer"),
        (-0.0103, "1 more"),
        (0.002, "as many"),
    ],
)
def test_games_in_a_hundred_go_to_the_next_half(effect: float, words: str) -> None:
    assert in_hundred(effect) == words


def test_a_habit_that_helps_everywhere_is_to_be_done_and_one_that_hurts_is_not() -> None:
    assert sentence_of(cell(0.05, 0.01, 0.09)) == "Do it. Out of 100 games you lose about 5 fewer with three players."
    assert sentence_of(cell(-0.05, -0.09, -0.01)) == "Don't. Out of 100 games you lose about 5 more with three players."
    assert sentence_of(cell(0.05, -0.01, 0.11)).startswith("Not known. No effect has been seen yet.")
    assert sentence_of(cell(0.001, -0.001, 0.003)).startswith("Makes no odds.")


def test_a_habit_that_helps_some_tables_names_them() -> None:
    helps, unknown = cell(0.05, 0.01, 0.09, players=2), cell(0.05, -0.01, 0.11)
    assert sentence_of(helps, unknown) == (
        "Only with two players. Out of 100 games you lose about 5 fewer with two players; not known with three."
    )
    assert sentence_of(helps, cell(-0.05, -0.09, -0.01)).startswith("It depends.")


def test_a_choice_at_one_moment_is_said_of_the_games_in_which_it_comes_up() -> None:
    for name in ("TK-C6", "KW-C7"):
        assert "Out of 100 games with this choice " in advice(TIPS[name]).sentence
    assert "(Games lost out of 100 with this choice.)" in advice(TIPS["TK-C25"]).sentence
    assert "(Games lost out of 100.)" in advice(TIPS["TK-C13"]).sentence
    moments = {name for name, tip in TIPS.items() if any(cell.kind == "what-if" for cell in tip.cells)}
    assert {name for name, tip in TIPS.items() if "when" in tip.words} == moments - AT_THE_DEAL - {"KW-C3", "TY-C3"}


def test_an_exception_is_told_only_where_it_is_certain() -> None:
    usual = cell(0.05, 0.01, 0.09)
    turned = cell(-0.02, -0.03, -0.01, company="strong")
    assert sentence_of(usual, turned).endswith(" Except in strong company: 2 more with three players.")
    assert "Except" not in sentence_of(usual, replace(turned, low=-0.05, high=0.02, all_low=-0.06, all_high=0.03))


@pytest.mark.parametrize(
    ("answer", "advises", "opening"),
    [
        ("better", 1, "Do it. Out of 100 games you lose about 3 fewer"),
        ("better", -1, "Don't. "),
        ("worse", 1, "Don't. "),
        ("worse", -1, "Do it. "),
        ("too small to matter", 1, "Makes no odds. "),
        ("depends", 1, "It depends. "),
        ("open", 1, "Not known. "),
        ("hardly ever acts", 1, "Hardly ever comes up. "),
    ],
)
def test_what_to_do_follows_from_the_headline(answer: str, advises: int, opening: str) -> None:
    assert sentence_of(size(0.03), headline=answered(answer, advises)).startswith(opening)


@pytest.mark.parametrize(("share", "words"), [(0.0143, "70"), (0.0023, "430"), (0.0002, "5,000")])
def test_a_habit_too_rare_for_a_headline_says_how_rare_it_is_and_still_its_size(share: float, words: str) -> None:
    rare = answered("hardly ever acts")
    assert sentence_of(size(0.03, in_choices=share), headline=rare) == (
        f"Hardly ever comes up. It changes about one choice in {words}. "
        "Out of 100 games you lose about 3 fewer with three players."
    )
    assert "choice" not in sentence_of(size(0.03), headline=rare)
    assert "choice" not in sentence_of(size(0.03, in_choices=share), headline=answered("better"))


def test_the_rare_tips_say_the_published_share_of_choices() -> None:
    table = pd.read_csv(FOLDER / "cells.csv")
    for name, tip in TIPS.items():
        if tip.verdict == "hardly ever acts":
            mean = table[(table.tip == name) & (table.field == "mixed")].in_choices.mean()
            (number,) = re.findall(r"one choice in ([\d,]+)\.", advice(tip).sentence)
            assert float(number.replace(",", "")) == pytest.approx(1 / mean, rel=0.05)


def test_where_a_habit_does_nothing_at_some_tables_the_others_are_named() -> None:
    assert sentence_of(size(0.03), size(0.001, players=2), headline=answered("better")) == (
        "Only with three players. Out of 100 games you lose about as many with two players and 3 fewer with three."
    )


def test_a_company_is_an_exception_only_if_its_size_is_certainly_another_one_and_by_enough() -> None:
    usual, headline = size(0.03), answered("better")
    other = size(0.06, company="strong")
    assert sentence_of(usual, other, headline=headline).endswith(
        " Except in strong company: 6 fewer with three players."
    )
    assert "Except" not in sentence_of(usual, size(0.06, 0.04, company="strong"), headline=headline)  # wide intervals
    # 1 game in 100 more.
    assert "Except" not in sentence_of(usual, size(0.039, 0.002, company="strong"), headline=headline)
    assert "Except" not in sentence_of(usual, replace(other, all_low=math.nan, all_high=math.nan), headline=headline)


def test_a_size_is_certain_only_by_the_interval_for_all_cells_together() -> None:
    assert size(0.006).is_certain and not size(0.004).is_certain
    assert not replace(size(0.05), all_low=math.nan, all_high=math.nan).is_certain


def test_every_tip_that_is_played_has_a_headline_but_for_variants() -> None:
    assert {tip.id for tip in shipped() if tip.cells and tip.headline is None} == VARIANTS


def flipped(tip: TipFound) -> TipFound:
    """The same tip with every effect the other way round."""
    cells = [
        replace(
            each,
            effect=-each.effect,
            low=-each.high,
            high=-each.low,
            all_low=-each.all_high,
            all_high=-each.all_low,
        )
        for each in tip.cells
    ]
    answers = {"better": "worse", "worse": "better"}
    headline = tip.headline and replace(
        tip.headline,
        answer=answers.get(tip.headline.answer, tip.headline.answer),
        effect=-tip.headline.effect,
        low=-tip.headline.high,
        high=-tip.headline.low,
    )
    return replace(tip, cells=tuple(cells), headline=headline)


@pytest.mark.parametrize("name", [name for name, tip in TIPS.items() if tip.words["kind"] not in ("exact", "shown")])
def test_each_sentence_changes_if_its_numbers_turn_round(name: str) -> None:
    said, other = advice(TIPS[name]), advice(flipped(TIPS[name]))
    quiet = said.direction in (OPEN, NOTHING) and name in ("TK-C8", "TK-C9", "TK-C10", "TK-C18")
    assert (said != other) or quiet
    if said.direction in (HELPS, HURTS):
        assert said.opening != other.opening or said.sentence != other.sentence


@pytest.mark.parametrize("name", [name for name, tip in TIPS.items() if len(rows_of(tip)) == 1])
def test_amounts_of_single_habits_are_those_of_the_table(name: str) -> None:
    tip, table = TIPS[name], pd.read_csv(FOLDER / "cells.csv")
    if tip.words["kind"] != "habit":
        return
    (label,) = rows_of(tip)
    mine = table[(table.tip == name) & (table.label == label) & (table.field == "mixed")]
    for number in re.findall(rf"(\d*{HALF}?) (?:fewer|more) with", advice(tip).sentence.split("Except")[0]):
        value = float(number.replace(HALF, "") or 0) + (0.5 if HALF in number else 0)
        assert any(abs(100 * abs(effect) - value) <= 0.5 for effect in mine.effect), (number, list(mine.effect))


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ([("strong", 2), ("strong", 3)], ["60 (two players)", "40 (three players)"]),
        ([("simple", 3), ("strong", 3)], ["60 (simple company)", "40 (strong company)"]),
        ([("simple", 2), ("strong", 3)], ["60 (two players, simple company)", "40 (three players, strong company)"]),
    ],
)
def test_chances_that_differ_are_told_by_what_tells_their_tables_apart(
    cells: list[tuple[str, int]], told: list[str]
) -> None:
    rows = tuple(
        replace(TIPS["TK-C11"].cells[0], effect=effect, company=company, players=players)
        for effect, (company, players) in zip((0.1, -0.1), cells, strict=True)
    )
    tip = replace(TIPS["TK-C11"], verdict="mixed", cells=rows)
    assert f"In {' and '.join(told)} of 100 cases" in advice(tip).sentence


def test_the_forest_is_in_order_and_its_scale_keeps_signs() -> None:
    rows = forest(shipped())
    assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)
    assert stretched(0) == 50 and stretched(0.3) > stretched(0.1) > 50 > stretched(-0.01)
    assert all(0 <= dot.left <= 100 for row in rows for dot in row.dots)
    sizes = [dot for row in rows for dot in row.dots if dot.result == "lost"]
    assert sizes
    assert all(dot.is_hollow == (not (dot.cell.all_low > 0 or dot.cell.all_high < 0)) for dot in sizes)


def test_a_number_that_could_be_nothing_has_no_colour() -> None:
    rows = {row.name: row for row in forest(shipped())}
    table = pd.read_csv(FOLDER / "cells.csv")
    joker = table[table.label == "first card Jk rather than any"]
    assert ((joker.low < 0) & (joker.high > 0)).all() and not rows["Begin with a joker"].is_certain
    assert rows["Hoard nines and lay them together"].is_certain
    page = str(answers().blocks[0].html)
    number = re.escape(rows["Begin with a joker"].number)
    assert re.search(rf'>Begin with a joker</a>.*?<span data-result="lost" class="worth soft">{number} ', page)


def test_the_first_cards_are_the_greatest_effects_either_way() -> None:
    chosen = best(shipped())
    assert [row.value > 0 for _, row in chosen] == [True] * 4 + [False] * 2
    assert len({tip.id for tip, _ in chosen}) == 6


def test_the_games_that_ship_are_those_that_are_played_today(tmp_path: Path) -> None:
    assert published_games()
    for record in published_games():
        verify(record)
        again = record_game(make_job(record["game"], watched(record["game"])), 0)
        for field in ("rules", "seed", "players", "deal", "result"):
            assert record[field] == again[field]
        assert record["whatif"]["rollouts"] >= 1000


def test_the_letters_of_a_number_name_the_game_that_has_such_rulings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert games_by_letters() == {"KW": "knotweed", "TK": "twisted-knot", "TY": "twyst"}
    (tmp_path / "crazy_eights").mkdir()
    (tmp_path / "crazy_eights" / "rulings.md").write_text("# Crazy Eights\n\nAs in TK-1\n\n### CE-1\n**Cards.**\n")
    monkeypatch.setattr(findings, "GAMES", tmp_path)
    assert games_by_letters.__wrapped__() == {"CE": "crazy-eights"}


def test_a_plots_title_counts_the_tables_that_are_certain() -> None:
    helps, hurts, unknown = cell(0.05, 0.01, 0.09), cell(-0.05, -0.09, -0.01), cell(0.05, -0.01, 0.11)
    assert finding([helps] * 4) == "fewer games lost at all 4 tables"
    assert finding([hurts] * 4) == "more games lost at all 4 tables"
    assert finding([unknown] * 4) == "no certain difference at any of 4 tables"
    assert finding([helps, helps, unknown, hurts]) == "certainly fewer games lost at 2 of 4 tables, more at 1"
    assert finding([hurts, unknown, unknown, unknown]) == "certainly more games lost at 1 of 4 tables"


def test_a_card_has_a_plot_where_a_sentence_cannot_hold_the_numbers() -> None:
    for tip in TIPS.values():
        drawn = plots(tip)
        assert all(sum(len(line.marks) for line in plot.lines) > 3 for plot in drawn)
        assert all(0 <= mark.left <= 100 for plot in drawn for line in plot.lines for mark in line.marks)
    (nines,) = plots(TIPS["TK-C2"])
    table = pd.read_csv(FOLDER / "cells.csv").query("tip == 'TK-C2'")
    assert ((table.effect > 0) & (table.all_high > 0)).all()
    many = f"certainly fewer games lost at {(table.all_low > 0).sum()} of {len(table)} tables"
    assert nines.title == f"Hoard nines and lay them together: {many}"
    assert [line.players for line in nines.lines] == [2, 3, 4]
    assert all([mark.company for mark in line.marks if mark.is_usual] == ["mixed"] for line in nines.lines)
    assert all(mark.left > nines.zero for line in nines.lines for mark in line.marks)
    assert not plots(TIPS["TK-C16"]) and not plots(TIPS["TK-C17"]) and not plots(TIPS["TK-C26"])


def test_the_first_screen_says_of_each_habit_what_became_of_its_tip() -> None:
    page = str(answers().blocks[0].html)
    cards = re.findall(r'href="#tip-([A-Z-]+\d+)".*?<span class="pill is-(\w+)">(.) tip (?:is )?(.+?)</span>', page)
    assert len(cards) == 6
    assert all((word, glyph, kind) == verdict_words(TIPS[name]) for name, kind, glyph, word in cards)
    assert [word for _, _, _, word in cards] == ["holds"] * 4 + ["wrong"] * 2


def test_a_tips_drawer_says_how_it_was_read_and_how_to_play_it_anew() -> None:
    page = "".join(str(block.html) for part in tips_by_game({}).parts for block in part.blocks)
    for tip in tips():
        article = page.partition(f'id="tip-{tip.id}"')[2].partition("</article>")[0]
        drawer = html.unescape(article.partition("<details>")[2])
        assert tip.reading in drawer and tip.fair in drawer
        assert f"knotlab claims --play {tip.id}" in drawer
