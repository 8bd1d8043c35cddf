"""The boxes of tips and the rest of the page below the first screen: every number that depends on the chosen table is a
published number of that table, or says of which other one it is; and every word for a direction follows from it.
"""

import itertools
import json
import math
import re
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.judgement.at_table import AS_A_RULE, CHOICES
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.report.contests import published_contests
from knotlab.analysis.report.play import opening
from knotlab.reports.page import contests
from knotlab.reports.page.answers import stretched
from knotlab.reports.page.blocks import Html
from knotlab.reports.page.report import to_watch
from knotlab.reports.page.tips import tips_by_game
from knotlab.reports.words.at_table import RULES, SAME_PLAINLY
from knotlab.reports.words.claims import tally, tally_of_champions
from knotlab.reports.words.directions import NUMERALS
from knotlab.reports.words.names import reader_names
from knotlab.reports.words.strong_players import WORDS, yardstick
from tests.reports.pages import Element, tree_of
from tests.reports.published_numbers import (
    FIELDS,
    KEYS,
    TIPS,
    all_cards,
    cards,
    cells,
    elsewhere,
    fewer,
    first_screen,
    habit_advice,
    is_said,
    of_rule,
    plain_cell,
    published_of,
)

ALWAYS_NOT = "Don\N{RIGHT SINGLE QUOTATION MARK}t always"
METHOD = re.compile(
    r".+? does so in (.+?)[.] Without it, it loses (.+?), (with [0-9, and]+|nowhere) certainly more than by rules "
    r"made up at random that change as many choices: (.+?)[.] At plain tables, always doing it .+?: (.+?)[.]"
    r"(?: Of 100 games .+)?"
)


@pytest.mark.parametrize("key", KEYS)
def test_a_habit_that_turns_round_with_others_at_the_table_says_so_on_its_card(key: str) -> None:
    """Where its first habit and the first rule laid over the champion, or one that always binds it, are certain, and
    point opposite ways.
    """
    turned: dict[str, bool] = {}
    for name, tip in TIPS.items():
        rows, rules = [*tip.words.rows], [*tip.words.strong]
        habit = cells().get((name, rows[0], int(key[0]), "mixed")) if rows else None
        for label in [*rules[:1], *(rule for rule in rules[1:] if ":oblige=" in rule)]:
            rule = cells().get((name, label, int(key[0]), "champion"))
            if habit and rule and min(abs(habit["effect"]), abs(rule["effect"])) >= 0.005:
                is_certain = all(each["low"] > 0 or each["high"] < 0 for each in (habit, rule))
                signs = [each["effect"] * each["advice"] > 0 for each in (habit, rule)]
                turned[f"tip-{name}"] = turned.get(f"tip-{name}", False) or (is_certain and signs[0] != signs[1])
        for label in set(rules) & set(SAME_PLAINLY) if key.endswith("strong") else ():  # what plain players do too
            rule, habit = (cells()[each] for each in ((name, label, int(key[0]), "champion"), plain_cell(label)))
            turned[f"tip-{name}"] = turned.get(f"tip-{name}", False) or rule["low"] > 0 > habit["high"]
    for name, is_turned in turned.items():
        said = [p.text for p in cards()[name].at(key).all("p") if p.text.startswith("Not so elsewhere")]
        assert bool(said) == is_turned, (name, said)
        does = TIPS[name.removeprefix("tip-")].words.rows
        for words, values in (
            elsewhere(name, next(iter(does.values())), said[0].partition(": ")[2], int(key[0])) if said else ()
        ):
            assert any(is_said(words, value) for value in values), (said, values)
    assert sum(turned.values()) > 1


def test_two_tips_of_one_question_say_which_stacks_they_are_about() -> None:
    """Small stacks with aces or nines help a little; stacks of any cards cost the more, the larger they are."""
    by_cards, by_size = (cards()[f"tip-{name}"].at("3-plain").text for name in ("TK-C20", "TK-C25"))
    assert "with aces or nines" in by_cards and "fewer with 3" in by_cards
    assert "whatever the cards" in by_size and "Pick up any one or two cards" in by_size and "more with 3" in by_size


def test_the_habits_of_champions_stand_in_rows_with_published_numbers_and_grey_where_they_show_nothing() -> None:
    page = "".join(str(block.html) for part in tips_by_game({}).parts for block in part.blocks)  # type: ignore[attr-defined]
    rows = {
        row.attributes.get("id"): row for each in tree_of(page).all("table", class_="habits") for row in each.all("tr")
    }
    published = pd.read_csv(FINDINGS / "habits.csv")
    assert len(rows) - 1 == len(published) / 3  # but for the rows of heads
    for row in published.to_dict("records"):
        cells = rows[f"habit-{row['game']}-{row['habit']}"].all("td", data_p=str(row["players"]))
        for cell, value in zip(cells, (row["effect"], -row["plain"]), strict=True):
            assert is_said(cell.text, value), (cell.text, value)
        strong, plain = (cell.attributes["class"] for cell in cells)
        assert strong in ("helps", "soft") and (strong == "soft" or row["effect_low"] > 0)
        assert plain == "soft" or (row["plain_low"] > 0 if plain == "hurts" else row["plain_high"] < 0)


def test_every_tip_without_a_verdict_that_is_a_habit_says_why() -> None:
    untold = [tip for tip in TIPS.values() if tip.verdict == "no verdict" and tip.words.kind == "habit"]
    assert len(untold) > 2 and all("so there is no verdict" in cards()[f"tip-{tip.id}"].text for tip in untold)


@pytest.mark.parametrize("name", [tip.id for tip in shipped() if tip.words.kind == "habit"])
@pytest.mark.parametrize("against", ["plain", "strong"])
def test_every_line_of_a_card_has_the_published_number_of_each_size(name: str, against: str) -> None:
    card = cards()[f"tip-{name}"].at(f"3-{against}")
    (lines,) = card.all("div", class_="numbers")
    field = {"plain": "mixed", "strong": "champion"}[against]
    for line in lines.all("p"):
        if f", {AS_A_RULE}" in line.text:  # a difference of two, which has a test of its own
            continue
        head = "".join(part for part in line.inside if isinstance(part, str)).strip()
        said = re.fullmatch(r"(.+?)(?: \((.+)\))?:", head)
        assert said
        for span in line.all("span"):
            words, players = span.all("b")[0].text, int(span.attributes["data-p"])
            in_field = FIELDS.get(said[2] or "", None) or field
            if said[1].startswith("Games lost in 100"):  # one line alone: the title says what is done, or not to do
                assert said[1].partition(" by ")[2] in ("whoever does", "the next player")
                known = [
                    (name, label, players, in_field) for label in (*TIPS[name].words.rows, *TIPS[name].words.strong)
                ]
                values = [cells()[each]["effect"] for each in known if each in cells()]
            else:
                values = published_of(f"tip-{name}", said[1], players, in_field)
            turned = [-value for value in values] if TIPS[name].id == "KW-C7" else values  # the next player loses more
            if words == "not tried":
                assert not values
            else:
                assert any(is_said(words, value) for value in turned), (head, words, turned)


@pytest.mark.parametrize("name", [tip.id for tip in shipped() if tip.words.strong])
def test_a_number_that_is_certain_and_shows_nothing_says_what_rules_by_lot_cost(name: str) -> None:
    (lines,) = cards()[f"tip-{name}"].at("3-strong").all("div", class_="numbers")
    for line in lines.all("p"):
        grey = [b.text for b in line.all("b") if b.attributes["class"] == "soft"]
        is_large = [words for words in grey if words != "not tried" and abs(fewer(words)) >= 1]
        why = "Grey: perhaps chance" if TIPS[name].words.is_usual else "Grey, because any rule costs"
        notes = [part.text for part in line.all("small") if part.text.startswith(why)]
        assert len(notes) == 1 if is_large else len(notes) <= 1, line.text
        for low, high in re.findall(r"\[(\N{MINUS SIGN}?\d+), (\d+)\]", "".join(notes)):
            assert int(low.replace("\N{MINUS SIGN}", "-")) <= int(high)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_card_whose_lines_come_to_different_things_says_what_each_does_and_which_the_mark_is_of(players: int) -> None:
    comes_to = {"helps": "gain", "hurts": "cost", "soft": "make"}
    told = 0
    for name, card in cards().items():
        tip, shown = TIPS[name.removeprefix("tip-")], card.at(f"{players}-plain")
        said = [part.text for part in shown.all("header")[0].all("small") if "the mark is of " in part.text]
        lines = [line for part in shown.all("div", class_="numbers") for line in part.all("p")]
        spans = [span for line in lines for span in line.all("span", **{"data-p": str(players)})]
        ways = [comes_to[span.all("b")[0].attributes["class"]] for span in spans if "not tried" not in span.text]
        if len(set(ways)) > 1 and tip.verdict != "holds, if not overdone":
            assert said, name
            parts = re.findall(r"the ([a-z, ]+?) (gain|cost|make)s? ", said[0].partition(";")[0])
            found = {
                ordinal: verb for some, verb in parts for ordinal in re.findall(r"first|second|third|fourth", some)
            }
            assert [found[ordinal] for ordinal in ("first", "second", "third", "fourth")[: len(ways)]] == ways, said
            assert tip.headline and lines[0].text.lower().startswith(tip.words.rows[tip.headline.label]), name
            told += 1
        else:
            assert all(way in said[0] for way in set(ways) for _ in said), (name, said)
    assert told >= (1 if players < 4 else 0)


@pytest.mark.parametrize("name", [tip.id for tip in shipped() if f"tip-{tip.id}" in cards()])
def test_every_dot_of_a_card_stands_where_its_published_number_is(name: str) -> None:
    """Of what is told at the chosen tables: of the habit at plain tables, of each rule at strong ones."""
    for key in ("3-plain", "3-strong"):
        for lane in cards()[f"tip-{name}"].at(key).all("figure", class_="lanes"):
            for line in lane.all("div")[:-1]:
                if line.own.lower().endswith(AS_A_RULE):  # a difference of two, which has a test of its own
                    continue
                places = known_places(name, line.own, key)
                for dot in line.all("i"):
                    assert dot.attributes["style"] in places[int(dot.attributes["data-p"])], (key, line.text)


def place_of(value: float, low: float, high: float) -> str:
    """The style of a dot with a value and its interval, whose middle is not the value, as the scale is stretched."""
    (least, most), at = sorted(map(stretched, (low, high))), stretched(value)
    return f"left:{at}%;--w:{round(most - least, 1)};--o:{round((least + most) / 2 - at, 1)}"


def known_places(name: str, word: str, key: str) -> dict[int, set[str]]:
    """Where dots may stand in a line of a card's plot, by players: at what is published of its habits or rules; where
    lines have the names of what is done, at what is published of that.
    """
    tip, places = TIPS[name], {n: set[str]() for n in (2, 3, 4)}
    label = {f"{words[0].upper()}{words[1:]}": label for label, words in tip.words.rows.items()}.get(word)
    if label:
        rows = {(n, field): row for (of, its, n, field), row in cells().items() if (of, its) == (name, label)}
        field = "strong" if key.endswith("strong") and (3, "strong") in rows else "mixed"
        for (n, in_field), row in rows.items():
            if in_field == field:
                places[n].add(place_of(row["effect"], row["low"], row["high"]))
        return places
    kind, how_often = word.partition(", ")[::2] if word[0] in "ps" else ("rule", word)
    is_rule = bool(tip.words.strong) and kind != "plain"
    assert how_often == "always" or is_rule or not tip.words.strong
    field = "champion" if is_rule else {"plain": "mixed", "strong": "strong"}[kind]
    for (of, label, players, in_field), row in cells().items():
        is_obliged = ":oblige=" in label
        if (of, in_field) != (name, field) or label not in (tip.words.strong if is_rule else tip.words.rows):
            continue
        sign = row["advice"] * habit_advice(name) if is_rule and kind == "strong" else 1
        is_always = is_obliged != (sign < 0)  # never to do the opposite is always to do it
        if not is_rule or (how_often == "always") == is_always:
            turn = (-1 if is_obliged else 1) * sign
            places[players].add(place_of(*(turn * row[end] for end in ("effect", "low", "high"))))
    return places


@pytest.mark.parametrize("key", KEYS)
def test_cards_stand_in_the_order_of_what_their_titles_are_worth_at_the_chosen_table(key: str) -> None:
    """Of plain tables the first number is the title's, of rules laid over the champion the largest that is proved."""
    place = [f"{choice.players}-{choice.against}" for choice in CHOICES].index(key)
    shown: dict[str, list[tuple[int, float]]] = {"twisted-knot": [], "knotweed": []}
    for name, card in cards().items():
        tip = TIPS[name.removeprefix("tip-")]
        if tip.game not in shown or tip.words.kind != "habit" or tip.verdict == "no verdict":
            continue
        (numbers,) = card.at(key).all("div", class_="numbers")
        lines = numbers.all("p") if key.endswith("strong") and tip.words.strong else numbers.all("p")[:1]
        lines = [line for line in lines if key.endswith("strong") or "(" not in line.text.partition(":")[0]]
        here = [span.all("b")[0] for line in lines for span in line.all("span") if span.attributes["data-p"] == key[0]]
        sizes = [abs(fewer(each.text)) for each in here if each.attributes["class"] in ("helps", "hurts")]
        place_here = int(card.attributes["data-order"].split()[place])
        is_elsewhere = any("(at" in line.text for line in lines)
        shown[tip.game].append((place_here, 0.0 if is_elsewhere else max(sizes, default=0.0)))
    for game, cards_shown in shown.items():
        sizes = [size for _, size in sorted(cards_shown)]
        large = [size for size in sizes if size >= 1]
        assert sizes[: len(large)] == large == sorted(large, reverse=True) and len(large) > 1, (game, sizes)


@pytest.mark.parametrize("key", KEYS)
def test_titles_follow_the_numbers_of_the_chosen_table(key: str) -> None:
    """A title begins with "Don't" where the first line of the card says that whoever does it loses more."""
    told = 0
    for name, card in cards().items():
        title, lines = card.at(key).all("h4")[0].text, card.at(key).all("div", class_="numbers")
        tip = TIPS[name.removeprefix("tip-")]
        if not lines or title == tip.words.title or tip.id == "KW-C7":
            continue
        ((first, *_), players) = lines[0].all("p"), key[0]
        numbers = {span.attributes["data-p"]: span.all("b")[0].text for span in first.all("span")}
        known = [fewer(words) for words in numbers.values() if words != "not tried"]
        number = known[0] if numbers[players] == "not tried" else fewer(numbers[players])
        if abs(number) < 1 or " hardly any difference" in title or title.startswith(ALWAYS_NOT):
            continue
        assert title.startswith("Don\N{RIGHT SINGLE QUOTATION MARK}t") == (number < 0), (name, title, number)
        told += 1
    assert told > 8


def test_a_size_of_table_without_a_trial_is_a_state_with_its_command() -> None:
    card = cards()["tip-TK-C3"]
    for key in KEYS:
        assert ("players, where it was not tried: knotlab duel" in card.at(key).text) == (key[0] != "3")
    command = card.at("4-plain").all("details")[0].all("code")[-1].text
    (tip,) = (tip for tip in tips() if tip.id == "TK-C3")
    assert command == f"knotlab duel twisted-knot {tip.experiments[0].a} shed --players 4 --field mixed"  # type: ignore[attr-defined]


def test_every_rule_is_said_to_the_reader_alone_and_no_words_are_left_over() -> None:
    rules = [(tip, label) for tip in TIPS.values() for label in tip.words.strong]
    assert set(RULES) <= {label.partition(":")[2] for _, label in rules}
    for tip, label in rules:
        said = of_rule(tip, label)
        assert said and not re.search(r"\b(it|its|them|there|these)\b", said), (label, said)


@pytest.mark.parametrize("game", ["twisted-knot", "knotweed"])
def test_a_ranking_has_the_published_shares_of_the_chosen_size_the_best_first(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contests, "write_tables", lambda *_: None)  # the plots beside the page take long
    monkeypatch.setattr(contests, "rungs", lambda *_: [])
    played = [each.contest for each in published_contests(game)]
    (chart,) = (block for block in contests.blocks(game, played, tmp_path) if isinstance(block, Html))
    tree = tree_of(str(chart.html))
    for result, n in itertools.product(("lost", "won"), (2, 3, 4)):
        rows = json.loads((FINDINGS / "contests" / f"{game}-{n}-players.json").read_text("utf-8"))["result"]["rates"]
        names = reader_names(game, [row["strategy"] for row in rows])
        rate = {"lost": "loss_rate", "won": "win_rate"}[result]
        shares = {names[row["strategy"]]: 100 * row[rate] for row in rows}
        (ranking,) = tree.at(f"{n}-strong").all("figure", data_result=result)
        shown = [(row.own.removesuffix(", tuned"), row.all("b")[0].text) for row in ranking.all("li")]
        assert len(shown) > 8 and all(abs(int(number) - shares[name]) <= 0.5 for name, number in shown)
        told = [shares[name] for name, _ in shown]
        assert told == sorted(told, reverse=result == "won")


@pytest.mark.parametrize("key", KEYS)
def test_every_chance_to_lose_is_the_published_one_of_the_chosen_table(key: str) -> None:
    published = pd.read_csv(FINDINGS / "chances.csv")
    published = published[published["lost_high"] - published["lost_low"] <= 0.12]
    shown = first_screen().at(key).all("table", class_="chances")
    for game, table in zip(("twisted-knot", "knotweed"), shown, strict=True):
        is_here = (
            (published["game"] == game) & (published["players"] == int(key[0])) & (published["against"] == key[2:])
        )
        known = {(row["hand"], row["beside"]): row["lost"] for row in published[is_here].to_dict("records")}
        heads, *rows = table.all("tr")[1:]
        across = [least(head.text) for head in heads.all("th")[1:]]
        said = {}
        for row in rows:
            down = least(row.all("th")[0].text)
            said |= {(down, at): cell.text for at, cell in zip(across, row.all("td"), strict=True) if cell.text}
        assert said == {cell: f"{100 * lost:.0f}" for cell, lost in known.items()}


def least(words: str) -> int:
    """The smallest number of a class."""
    return int(re.split("[\N{EN DASH}+]", words)[0])


def more(words: str) -> float:
    """How many games in 100 are lost more, to a tenth, as words say it."""
    said = re.fullmatch(r"([\d.]+) (more|fewer)|as many", words)
    assert said, words
    return 0.0 if not said[1] else float(said[1]) * (1 if said[2] == "more" else -1)


def test_every_habit_of_the_champion_has_the_published_numbers_and_their_intervals() -> None:
    """Of how often a champion shows it, of one without it, and of a plain player who always has it, by players."""
    page = "".join(str(block.html) for part in tips_by_game({}).parts for block in part.blocks)  # type: ignore[attr-defined]
    parts = [part for each in tree_of(page).all("div", class_="learnt") for part in each.all("p") if part.all("b")]
    said_of = {part.all("b")[0].text: METHOD.fullmatch(part.text) for part in parts}
    published = pd.read_csv(FINDINGS / "habits.csv").to_dict("records")
    for row in published:
        found = said_of[f"{WORDS[row['game']][row['habit']][0]}."]
        assert found
        often, without, lots, always = (by_size(found[i]) for i in (1, 2, 4, 5))
        shares = [f"{100 * row[f'champion{end}']:.0f}" for end in ("", "_low", "_high")]
        assert often[row["players"]] == f"{shares[0]} of 100 [{shares[1]}, {shares[2]}]"
        beyond = [more(re.sub(r" [\[(].*", "", without[n])) - float(lots[n]) for n in lots if f"{n}" in found[3]]
        assert all(each > 0 for each in beyond) and bool(beyond) == (found[3] != "nowhere")
        for name, line in (("effect", without), ("plain", always)):
            said = line[row["players"]]
            told = re.fullmatch(r"(.+?) \[(.+?)\]", said)
            assert told, said
            value, ends = more(told[1]), re.split(r" to |, ", told[2])
            if ends == ["to a tenth"]:  # both are as the number
                ends = [told[1]] * 2
            elif " to " not in told[2]:  # both on the side of the number, the smaller one first
                ends = [f"{end} {'more' if value > 0 else 'fewer'}" for end in ends]
            numbers = [value, *sorted(map(more, ends))]
            assert numbers == pytest.approx([100 * row[f"{name}{end}"] for end in ("", "_low", "_high")], abs=0.0501)
    assert len(published) > 25


def by_size(said: str) -> dict[int, str]:
    """What is said of each size of table, by players."""
    return {int(players): words for words, players in re.findall(r"(.+?) with (\d)(?:, | and |$)", said)}


@pytest.mark.parametrize("key", ["3-plain", "3-strong"])
def test_a_card_has_one_mark_and_at_strong_tables_says_beside_it_what_became_of_the_tip_at_plain_ones(key: str) -> None:
    verdicts = pd.read_csv(FINDINGS / "tips.csv").set_index("id")["verdict"]
    for name, card in cards().items():
        tip = TIPS[name.removeprefix("tip-")]
        shown = card.at(key).all("header")[0]
        (mark,), small = shown.all("span", class_="pill"), " ".join(each.text for each in shown.all("small"))
        tried = key == "3-strong" and any(tip.cells_of(label) for label in tip.words.strong)
        if tried:
            is_here = all(any(cell.players == 3 for cell in tip.cells_of(label)) for label in tip.words.strong)
            among = "among champions" if is_here else r"among champions with \w+ players"
            assert re.match(rf"{among}; at plain tables: {verdicts[tip.id]}", small), small
        else:
            named = f"“{tip.words.title}” is" if verdicts[tip.id] == "wrong" else ":?"
            said = re.sub(rf"^the tip ?{named} ", "", mark.text.partition(" ")[2])
            assert said.removesuffix(", proved") == verdicts[tip.id]
        assert " the tip" in mark.text
        if tried or verdicts[tip.id] != "no verdict":  # no other reason stands beside a mark
            assert not [
                each.text for each in card.at(key).all("p", class_="soft") if "there is no verdict" in each.text
            ]
    card = cards()["tip-TK-C29"]
    for n in (2, 3, 4):  # mark, title and colours tell of the same size of table
        at_strong = card.at(f"{n}-strong")
        lines = at_strong.all("div", class_="numbers")[0].all("p")
        at_times, always = (line.all("b")[n - 2] for line in lines)
        assert fewer(at_times.text) > 0 > fewer(always.text)
        helps, hurts = at_times.attributes["class"] == "helps", always.attributes["class"] == "hurts"
        mark = at_strong.all("span", class_="pill")[0].text
        assert (helps, hurts) == ("right moment" in mark, "not always" in mark)
        is_warned = at_strong.all("h4")[0].text.startswith("Don\N{RIGHT SINGLE QUOTATION MARK}t always")
        assert is_warned == (hurts and not helps)


@pytest.mark.parametrize("key", [key for key in KEYS if key.endswith("strong")])
def test_what_a_script_gains_among_champions_is_grey(key: str) -> None:
    lines = [line for card in cards().values() for part in card.at(key).all(class_="numbers") for line in part.all("p")]
    of_scripts = [line for line in lines if "(a plain player among champions)" in line.text]
    numbers = [number for line in of_scripts for number in line.all("b") if number.text != "not tried"]
    assert len(numbers) > 5 and {number.attributes["class"] for number in numbers} == {"soft"}
    title = cards()["tip-KW-C7"].at(key).all("h4")[0].text
    assert title.endswith(": open"), (key, title)


def habit_rows_at(key: str) -> list[Element]:
    return first_screen().at(key).all("div", class_="habit")


def test_what_is_usually_better_is_told_by_the_difference_of_its_two_rules() -> None:
    cells = pd.read_csv(FINDINGS / "cells.csv").query("tip == 'KW-C1' and field == 'champion'")
    costs = cells.pivot(index="players", columns="label", values=["effect", "low", "high", "all_low", "all_high"])
    along, against = "champion:forbid=passes", "champion:oblige=passes_if_all_cost_three"
    for n in (2, 3, 4):
        card = cards()["tip-KW-C1"].at(f"{n}-strong")
        number = card.all("div", class_="numbers")[0].all("b")[n - 2]
        gain = costs["effect"][against][n] - costs["effect"][along][n]
        halves = [(costs["all_high"][each][n] - costs["all_low"][each][n]) / 2 for each in (along, against)]
        is_certain = gain > math.hypot(*halves)
        assert fewer(number.text) == pytest.approx(100 * gain, abs=0.3)
        assert number.attributes["class"] == ("helps" if is_certain else "soft")
        (dot,) = card.all("figure", class_="lanes")[0].all("i", **{"data-p": str(n)})
        own = [(costs["high"][each][n] - costs["low"][each][n]) / 2 for each in (along, against)]
        assert dot.attributes["style"] == place_of(gain, gain - math.hypot(*own), gain + math.hypot(*own))
        (row,) = (row for row in habit_rows_at(f"{n}-strong") if row.all("a")[0].attributes["href"] == "#tip-KW-C1")
        assert row.all("small")[-1].text == "as a rule"
        assert row.all(class_="worth")[1].text.removeprefix("strong").split() == [
            *number.text.split(),
            *([] if is_certain else ["(not", "proved)"]),
            *"as a rule".split(),
        ]
        assert ("holds" in card.all("span", class_="pill")[0].text) == is_certain
        assert card.all("h4")[0].text == f"{TIPS['KW-C1'].words.title}{'' if is_certain else ': open'}"


def test_what_plain_players_do_too_is_told_beside_the_rule_of_the_champion() -> None:
    cells = pd.read_csv(FINDINGS / "cells.csv")
    (cell,) = cells[cells["label"] == "pick up a stack with a card worth having"].to_dict("records")
    rows = habit_rows_at(f"{cell['players']}-plain")
    (row,) = (row for row in rows if "Pick up a card worth having" in row.all("a")[0].text)
    assert fewer(row.all(class_="worth")[0].text) == pytest.approx(100 * cell["effect"], abs=0.5)


def test_the_best_moments_speak_for_advice_by_the_titles_that_its_cards_have() -> None:
    moments = tree_of(str(to_watch(opening()).blocks[-1].html)).all("ol", class_="moments")[0].all("li")  # type: ignore[attr-defined]
    titles = {card.at("3-plain").all("h4")[0].text for card in cards().values()}
    named = [re.fullmatch(r"\((.+) \(\S+\)\)\.", moment.all("span")[0].text) for moment in moments]
    assert len(named) > 5 and all(name and name[1] in titles and not name[1].startswith("Don") for name in named)


def test_the_counts_of_tips_add_up() -> None:
    verdicts = pd.read_csv(FINDINGS / "tips.csv")["verdict"].value_counts()
    words = r"Of (\d+) tips (\d+) hold, (\d+|none) (?:is|are) wrong, (\d+) (?:is|are) neither and (\d+) have no verdict"
    words += r" \(habits: at plain tables\)"
    said = re.fullmatch(words, tally())
    assert said
    whole, hold, wrong, neither, rest = (0 if number == "none" else int(number) for number in said.groups())
    assert whole == hold + wrong + neither + rest == verdicts.sum()
    assert (wrong, rest) == (verdicts.get("wrong", 0), verdicts["no verdict"])
    assert hold == verdicts[[name for name in verdicts.index if name.startswith("holds")]].sum()


def test_the_counts_of_tips_among_champions_add_up() -> None:
    for n in (2, 3, 4):
        said = re.fullmatch(
            rf"Of (\d+) tips tried on champions with {NUMERALS[n]} players (\d+) hold, "
            r"(\d+|none) (?:is|are) wrong and (\d+) (?:is|are) neither",
            tally_of_champions(n),
        )
        assert said
        whole, *parts = (0 if number == "none" else int(number) for number in said.groups())
        assert whole == sum(parts) == len(tried_on_champions(n))


@pytest.mark.parametrize("key", KEYS)
def test_the_tally_counts_the_marks_of_the_boxes_and_which_tips_no_champion_tried(key: str) -> None:
    (tally,) = first_screen().at(key).all("div", class_="tally")
    parts = tally.all("span")
    counted = {(each.attributes["class"], each.all("small")[0].text): int(each.all("b")[0].text) for each in parts}
    tried = {*TIPS} if key.endswith("plain") else tried_on_champions(int(key[0]))
    seen: Counter[tuple[str, str]] = Counter()
    for name in TIPS:
        (pill,) = cards()[f"tip-{name}"].at(key).all("span", class_="pill")
        colour = pill.attributes["class"].removeprefix("pill ")
        words = [word for kind, word in counted if kind == colour and re.search(rf"\b{word}s?(?:$|\W)", pill.text)]
        seen[(colour, max(words, key=len)) if name in tried else ("is-shown", "not tried")] += 1
    assert seen == counted


def tried_on_champions(players: int) -> set[str]:
    """The tips whose rules were all laid over the champion at a size of table."""
    return {
        name
        for name, tip in TIPS.items()
        if tip.words.strong and all((name, label, players, "champion") in cells() for label in tip.words.strong)
    }


@pytest.mark.parametrize("name", ["TK-C8", "TK-C11"])
def test_curves_of_something_else_than_the_tip_says_stand_with_its_method(name: str) -> None:
    card = cards()[f"tip-{name}"]
    (method,) = card.all("details")
    titles = [title.text for title in card.all("figcaption")]
    assert titles and titles == [title.text for title in method.all("figcaption")]


def test_two_tips_of_one_question_lead_to_each_other() -> None:
    for one, other in (("TK-C20", "TK-C25"), ("TK-C25", "TK-C20")):
        assert cards()[f"tip-{one}"].all("a", href=f"#tip-{other}")


@pytest.mark.parametrize("game", ["twisted-knot", "knotweed"])
def test_what_rules_made_up_at_random_cost_stands_beside_what_champions_do_and_at_strong_tables_alone(
    game: str,
) -> None:
    for key in KEYS:
        players = int(key[0])
        rows = pd.read_csv(FINDINGS / "random-rules.csv").query("game == @game and players == @players")
        said = yardstick(game, players)
        told = re.findall(r"([\d.]*\d)(?: of 100 games)? if it changes ([\d.]*\d)", said)
        for numbers, column in zip(zip(*told, strict=True), ("effect", "changed"), strict=True):
            assert [*map(float, numbers)] == pytest.approx([*(100 * rows[column])], abs=0.51)
        (part,) = first_screen().at(key).all("section", **{"aria-labelledby": f"first-{game}"})
        assert (said in part.text) == key.endswith("strong")
        (below,) = (
            each for each in all_cards().at(key).all("div", class_="learnt") if each.all("tr", id=f"habit-{game}-1")
        )
        assert said in below.text and below.text.count("a rule made up at random") == 1


@pytest.mark.parametrize("key", KEYS)
def test_what_was_not_tried_at_a_table_has_the_command_that_tries_it_or_the_reason(key: str) -> None:
    players, against = key.split("-")
    told = 0
    for name, card in cards().items():
        shown = card.at(key)
        numbers = [span.text for part in shown.all("div", class_="numbers") for span in part.all("span")]
        commands = [code.text for code in shown.all("code") if f"--players {players}" in code.text]
        reason = f"Not tried with {NUMERALS[int(players)]} players: it is about single moments" in shown.text
        assert bool(commands) + reason == (f"not tried with {players}" in numbers), name
        rules = TIPS[name.removeprefix("tip-")].words.strong
        if against == "strong" and rules and commands:
            found = re.fullmatch(rf"knotlab duel \S+ champion --(\w+) (\w+) --players {players}", commands[0])
            assert found and f"champion:{found[1]}={found[2]}" in rules
            told += 1
    assert told == {"2-strong": 1, "3-strong": 2, "4-strong": 3}.get(key, 0)  # TK-C3; TK-C9, C10; all three
