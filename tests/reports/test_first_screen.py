"""The first screen and the list of all habits: every number that depends on the chosen table is a published number of
that table, or says of which other one it is; and every word for a direction follows from it.
"""

import json
import re

import pandas as pd
import pytest

from knotlab.analysis.bidding.card_text import card_named
from knotlab.analysis.claims.evidence.champions import published_habits
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.judgement.at_table import Against
from knotlab.analysis.claims.judgement.bound import lot_of
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.page.short import page_title
from knotlab.reports.page.tips import tips_by_game
from knotlab.reports.words.at_table import RULES, SAME_PLAINLY, SHORT, Bar, SizeNumber, as_good, number_lines
from knotlab.reports.words.names import reader_names
from knotlab.reports.words.strong_players import WORDS
from tests.reports.pages import Element, tree_of
from tests.reports.published_numbers import (
    FIELDS,
    KEYS,
    TIPS,
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

FIELDS_OF = {"plain": "mixed", "strong": "champion"}


def where_of(small: str, key: str) -> tuple[int, str]:
    """How many players, and in which field, by the small print beside a number at a chosen table."""
    players, against = int(key[0]), key[2:]
    field = FIELDS_OF[against]
    said = [part for part in re.split(r", |; ", small) if part]
    for part in said:
        if match := re.fullmatch(r"(\d) players", part):
            players = int(match[1])
        elif part in FIELDS:
            field = FIELDS[part] or field
    return players, field


def not_every_time(name: str, does: str, said: str) -> list[tuple[str, list[float]]]:
    """What is said beside a rule laid over the champion of doing so always, or at times, and the shares meant."""
    what = does.removeprefix("Always ")
    return [
        (words.strip(), [v for n in (2, 3, 4) for v in published_of(name, asked, n, "champion")])
        for how, words in re.findall(r"(at times|always): ([^;(.]+)", said)
        for asked in [f"Always {what}" if how == "always" else what]
    ]


@pytest.mark.parametrize("key", KEYS)
def test_every_bar_is_a_published_number_of_the_chosen_table_or_names_the_other(key: str) -> None:
    seen = 0
    for bars in first_screen().at(key).all("ul", class_="bars"):
        for bar in bars.all("li"):
            ((link,), (number,), small) = bar.all("a"), bar.all("b"), bar.all("small")
            players, field = where_of(small[0].text if small else "", key)
            values = published_of(link.attributes["href"][1:], link.text, players, field)
            assert any(is_said(number.text, value) for value in values), (key, bar.text, values)
            name, beside = link.attributes["href"][1:], small[0].text if small else ""
            said, is_little = abs(fewer(number.text)), bool(re.search(r"\ba little\b", beside))
            assert is_little if 0 < said < 1 else said == 1 or not is_little, bar.text
            assert not is_little or any(abs(value) < 0.01 for value in values), (key, bar.text, values)
            for words, values in [
                *elsewhere(name, link.text, beside, players),
                *not_every_time(name, link.text, beside),
            ]:
                assert any(is_said(words, value) for value in values), (key, bar.text, values)
            if always := re.search(r"(?<!; )always: ([^;(]+)", bar.text):
                overdone = published_of(name, f"Always {link.text.lower()}", players, field)
                assert any(is_said(always[1].strip(), value) for value in overdone), (key, bar.text, overdone)
            seen += 1
    assert seen > 7


@pytest.mark.parametrize("key", KEYS)
def test_the_short_answers_name_the_two_habits_of_each_game_that_help_most_and_what_is_wrong(key: str) -> None:
    screen = first_screen().at(key)
    most, _, _, wrong = screen.all("dl", class_="short")[0].all("dd")
    (helps,) = (row for row in most.all("div", class_="row") if row.attributes["data-only"] == key)
    (kind,) = (each for each in most.all("div") if each.all("b") and helps in each.all("div", class_="row"))
    assert kind.all("b")[0].text == f"{key[2:].capitalize()} tables"
    assert helps.all("i")[0].text == f"{key[0]} players"
    games = screen.all("section", class_="game")[:2]
    best = [bars.all("li")[:2] for game in games for bars in game.all("ul", class_="bars")[:1]]
    links = helps.all("a")
    assert [link.attributes["href"] for link in links] == [
        bar.all("a")[0].attributes["href"] for bars in best for bar in bars
    ]
    long = {short: does for does, short in SHORT.items()}
    for span in helps.all("span"):
        ((link,), (number,), small) = span.all("a"), span.all("b"), span.all("small")
        does = long.get((said := words_of(link))[0].lower() + said[1:], said)
        players, field = where_of(small[0].text if small else "", key)
        values = published_of(link.attributes["href"][1:], does[0].upper() + does[1:], players, field)
        if number.text == "a little":
            assert all(0 < value < 0.01 for value in values), (key, span.text, values)
        else:
            assert any(is_said(f"{number.text} fewer", value) for value in values), (key, span.text, values)
    for game in helps.all("p"):
        assert sum(len(words_of(link).split()) for link in game.all("a")) <= 10, game.text
    published = pd.read_csv(FINDINGS / "tips.csv")
    named = {link.attributes["href"].removeprefix("#tip-"): link.text for link in wrong.all("a")}
    assert [*named] == [*published.loc[published["verdict"] == "wrong", "id"]]
    for (name, tip), small in zip(named.items(), wrong.all("small"), strict=True):
        (does, told) = re.fullmatch("Tried as “(.+)”. Lost of 100 by whoever does so: (.+)", small.text).groups()  # type: ignore[union-attr]
        card = cards()[f"tip-{name}"].at(key)
        title = card.all("h4")[0].text
        assert tip == TIPS[name].words.title and re.sub(r"^Don.t (?:always )?|: open$", "", title).lower() == does
        numbers = re.findall(r"(at times|always), ([^;(.]+)", told)
        assert [often for often, _ in numbers] == ["at times", "always"][key.endswith("plain") :]
        for often, words in numbers:
            is_rule = key.endswith("strong") and often == "always"
            asked = f"{'Always ' if is_rule else ''}{does[0].upper()}{does[1:]}"
            values = published_of(f"tip-{name}", asked, int(key[0]), FIELDS_OF[key[2:]])
            assert any(is_said(words.strip(), value) for value in values), (key, often, words, values)
            assert title.startswith("Don") or "not proved" in told


@pytest.mark.parametrize("key", KEYS)
def test_the_short_answers_warn_of_what_costs_a_champion_games_if_it_always_does_so(key: str) -> None:
    """Hoarding aces and nines, say: whoever of champions lays other cards first wherever it can loses more, but so does
    one that never may lay several of them at once; nothing is said where rules by lot may cost as much.
    """
    (row,) = (each for each in first_screen().all("div", class_="row") if each.attributes["data-only"] == key)
    for name, rule in (("TK-C1", "champion:oblige=saves_aces"), ("TK-C2", "champion:oblige=saves_nines")):
        cost = cells()[name, rule, int(key[0]), "champion"]
        for span in row.all("span"):
            if key.endswith("plain") and span.all("a")[0].attributes["href"] == f"#tip-{name}":
                colours = {number.colour for number in numbers_of(name, "Always ", int(key[0]))}
                assert cost["low"] > 0 and colours <= {"hurts", "soft"}
                assert [sign.text for sign in span.all("abbr")] == ["strong: at times"] * ("hurts" in colours)


def words_of(link: Element) -> str:
    """What a link says, without the tag that stands in it."""
    return "".join(part for part in link.inside if isinstance(part, str)).strip()


def numbers_of(name: str, begins: str, players: int) -> list[SizeNumber]:
    """A card's numbers at strong tables, in the lines that begin so."""
    lines = [line for line in number_lines(TIPS[name], Against.STRONG) if line.does.startswith(begins)]
    return [number for line in lines for number in line.numbers if number.players == players]


@pytest.mark.parametrize("key", KEYS)
def test_no_title_and_no_name_of_a_habit_says_no_twice(key: str) -> None:
    titles = [card.at(key).all("h4")[0].text for card in cards().values()]
    titles += [link.text for bars in first_screen().at(key).all("ul", class_="bars") for link in bars.all("a")]
    for title in titles:
        assert len(re.findall(r"Don\u2019t|\b(?:no|not|never|unless)\b(?! always)", title)) < 2, title


@pytest.mark.parametrize("key", KEYS)
def test_a_habit_is_not_both_advised_and_warned_of(key: str) -> None:
    """What helps at times says itself what always doing so costs; the title says the same."""
    (title,) = (shown.part for shown in page_title() if not shown.at or key in shown.at.split())
    assert "always" not in title
    names = [
        link.text.lower().removeprefix("always ") for ul in first_screen().at(key).all("ul") for link in ul.all("a")
    ]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("key", KEYS)
def test_bars_stand_under_what_their_numbers_say_and_the_largest_of_the_table_first(key: str) -> None:
    for game in first_screen().at(key).all("section", class_="game")[:2]:
        heads = [part for group in game.all("div", role="group") for part in group.all("h4", "ul")]
        for head, bars in zip(heads[::2], heads[1::2], strict=True):
            items = bars.all("li")
            numbers = [fewer(item.all("b")[0].text) for item in items]
            if head.text.startswith("Do"):
                assert all((number > 0) == (not head.text.startswith("Don")) for number in numbers)
            here = [abs(n) for n, item in zip(numbers, items, strict=True) if not item.all(class_="elsewhere")]
            assert here == sorted(here, reverse=True)


@pytest.mark.parametrize("key", KEYS)
def test_every_row_of_the_habits_has_both_kinds_of_tables_numbers(key: str) -> None:
    rows = first_screen().at(key).all("div", class_="habit")
    assert len(rows) > 25
    told = 0
    for row in rows:
        ((link,), numbers) = row.all("a"), row.all(class_="worth")
        does = link.text.removesuffix(" new")
        for against, number in zip(("plain", "strong"), numbers, strict=True):
            small = number.all("small")
            words = number.text.removeprefix(against).removesuffix(small[0].text if small else "").strip()
            if words == "not tried":
                continue
            beside = not_every_time(link.attributes["href"][1:], does, row.text)
            assert all(any(is_said(said, value) for value in values) for said, values in beside)
            assert ("always" in row.text and not beside) == link.attributes["href"].startswith("#habit-")
            players, field = where_of(small[0].text if small else "", f"{key[0]}-{against}")
            name = link.attributes["href"][1:]
            values = published_of(name, does, players, field)
            if field == "champion" and name.startswith("tip-") and not values:  # the first rule, told of the habit
                tip = TIPS[name.removeprefix("tip-")]
                rule = cells()[tip.id, next(iter(tip.words.strong)), players, field]
                values = [rule["effect"] * rule["advice"] * habit_advice(tip.id)]
                called, _, opposite = (small[0].text if small else does).partition(": ")
                rule_says = of_rule(tip, next(iter(tip.words.strong)))
                if not tip.words.is_usual:  # beside which stands a difference of two, which has a test of its own
                    assert called.lower() == rule_says.lower() or players != int(key[0]), (called, rule_says)
                    assert not opposite or is_said(opposite, -values[0])
            if field == "mixed" and name.startswith("tip-") and not values:  # plain players who do as a rule says
                rules = TIPS[name.removeprefix("tip-")].words.strong
                alike = {RULES[rule.partition(":")[2]]: plain_cell(rule) for rule in rules if rule in SAME_PLAINLY}
                values = [cells()[alike[does.lower()]]["effect"]] if alike[does.lower()][2] == players else []
            assert any(is_said(words, value) for value in values), (key, row.text, values)
            told += 1
    assert told > 30


@pytest.mark.parametrize("key", KEYS)
def test_what_the_first_screen_names_is_called_so_in_the_list_of_all_habits(key: str) -> None:
    screen = first_screen().at(key)
    names = {part.text.removesuffix(" new") for row in screen.all("div", class_="habit") for part in row.all("a")}
    beside = {part.text.partition(":")[0] for row in screen.all("div", class_="habit") for part in row.all("small")}
    for link in (each for bars in screen.all("ul", class_="bars") for each in bars.all("a")):
        does = link.text if link.attributes["href"].startswith("#tip-") else link.text.removeprefix("Always ")
        assert {does, does[0].upper() + does[1:]} & names or does[0].lower() + does[1:] in beside, does


def test_the_scale_of_all_habits_stands_above_and_below_them() -> None:
    above, below = (
        [em.text for em in head.all("em", class_="tick")] for head in first_screen().all("div", class_="forest-head")
    )
    assert above == below and len(above) > 5


def test_a_short_name_begins_as_the_long_one() -> None:
    assert all(re.findall(r"\w+", long)[:2] == short.replace(",", "").split()[:2] for long, short in SHORT.items())


@pytest.mark.parametrize("key", KEYS)
def test_what_the_first_screen_says_of_a_tip_stands_on_its_card_in_the_same_words(key: str) -> None:
    told = 0
    for bar in first_screen().at(key).all("li"):
        link = bar.all("a")[0].attributes["href"][1:] if bar.all("a") else ""
        if not link.startswith("tip-") or bar.all(class_="elsewhere"):
            continue
        spans = [span for part in cards()[link].at(key).all("div", class_="numbers") for span in part.all("span")]
        words = [span.all("b")[0].text for span in spans if span.attributes["data-p"] == key[0]]
        assert bar.all("b")[0].text in words, (key, bar.text, words)
        told += 1
    assert told > 2


@pytest.mark.parametrize("key", KEYS)
def test_what_is_grey_in_one_place_is_grey_in_all_and_not_advised(key: str) -> None:
    """Of every habit at every size, and with either kind of player: on the first screen, in the list of all habits, on
    the cards of tips, and in the table of what champions do, where what helps is worth more than rules by lot cost.
    """
    players, screen = key[0], first_screen().at(key)
    page = tree_of("".join(str(block.html) for part in tips_by_game({}).parts for block in part.blocks))  # type: ignore[attr-defined]
    colours: dict[tuple[str, str, str], set[str]] = {}

    def seen(link: str, against: str, words: str, colour: str) -> None:
        if colour in ("helps", "hurts", "soft") and "not tried" not in words:
            colours.setdefault((link, against, words), set()).add(colour)

    for part in (*screen.all("ul", class_="bars"), *screen.all("div", class_="row", data_only=key)):
        for item in part.all("li") or part.all("span"):
            ((link,), (number,)) = item.all("a"), item.all("b")
            colour = number.attributes["class"]
            assert colour in ("helps", "hurts") or re.search(r"\bwith (two|three|four) \d", item.text), (key, item.text)
            if not item.all(class_="elsewhere") and number.text != "a little":
                words = number.text if " " in number.text else f"{number.text} fewer"
                seen(link.attributes["href"][1:], key[2:], words, colour)
    for row in screen.all("div", class_="habit"):
        dots = row.all("i", class_="dot")
        for against, number in zip(("plain", "strong"), row.all(class_="worth"), strict=True):
            if not (small := number.all("small")) or small[0].text.startswith("always"):
                colour = number.attributes["class"].removeprefix("worth ")
                words = number.text.removesuffix(small[0].text if small else "").strip()
                seen(row.all("a")[0].attributes["href"][1:], against, words, colour)
                for dot in dots if colour == "soft" else ():
                    assert "hollow" in dot.attributes["class"] or f"dot {against}" not in dot.attributes["class"]
    for name, card in cards().items():
        for lines in card.at(key).all("div", class_="numbers"):
            for span in lines.all("span", data_p=players):
                seen(name, key[2:], span.all("b")[0].text, span.all("b")[0].attributes["class"])
    for habit in (each for each in published_habits() if str(each.players) == players):
        link = f"habit-{habit.game}-{habit.habit}"
        (row,) = page.all("tr", id=link)
        for against, cell in zip(("strong", "plain"), row.all("td", data_p=players), strict=True):
            seen(link, against, cell.text, cell.attributes["class"])
            is_more = habit.effect.value > lot_of(habit).value
            assert against == "plain" or cell.attributes["class"] == "soft" or is_more, (link, cell.text)
    assert len(colours) > 40 and not {each: found for each, found in colours.items() if len(found) > 1}


@pytest.mark.parametrize("key", KEYS)
def test_the_pages_title_is_what_helps_most_in_each_game_at_the_table(key: str) -> None:
    (title,) = (shown.part for shown in page_title() if not shown.at or key in shown.at.split())
    for game in first_screen().at(key).all("section", class_="game")[:2]:
        bars = [bar for bar in game.all("li") if not bar.all(class_="elsewhere") and "depends" not in bar.text]
        gains = {bar.all("a")[0].text: fewer(bar.all("b")[0].text) for bar in bars}
        gains = {name: gain for name, gain in gains.items() if not name.startswith("Always")}
        best = max(gains.values())
        said = [
            name
            for name, gain in gains.items()
            if gain >= best - 0.5 and SHORT.get(name[0].lower() + name[1:], name).lower() in title.lower()
        ]
        assert said and best > 0, (key, title, gains)


def test_habits_that_may_be_as_good_as_the_second_are_counted_those_of_other_tables_left_out() -> None:
    """Beside the root of the sum of both errors' squares, here 0.5: 0.4 lies within it, 0.6 does not."""

    def bar(value: float, error: float, where: str = "") -> Bar:
        return Bar("", f"{value}", Between(value, value - error, value + error), "", "helps", where)

    bars = [bar(9.0, 0.1), bar(5.0, 0.3), bar(4.6, 0.4), bar(4.4, 0.4), bar(5.0, 0.3, "3 players")]
    assert as_good(bars, 1) == "or 1 other" and as_good(bars, 0) == "" and as_good(bars[:2], 1) == ""
    assert as_good([*bars, bar(4.9, 0.4)], 1) == "or 2 others"


def test_every_habit_of_the_champion_that_helps_at_a_table_is_on_its_first_screen_or_in_the_list_below() -> None:
    links = {row.all("a")[0].attributes["href"] for row in first_screen().all("div", class_="habit")}
    assert {f"#habit-{game}-{number}" for game in WORDS for number in WORDS[game]} <= links


def test_the_first_screen_names_the_strongest_player_of_each_game_whatever_table_is_chosen() -> None:
    for game in ("twisted-knot", "knotweed"):
        best: list[tuple[str, float]] = []
        for n in (2, 3, 4):
            result = json.loads((FINDINGS / "contests" / f"{game}-{n}-players.json").read_text("utf-8"))["result"]
            surely = max(row["low"] for row in result["ratings"])
            # Those who play alike have equal numbers, and one name.
            others = len({(row["low"], row["high"]) for row in result["ratings"] if row["high"] >= surely}) - 1
            said = [part.text for part in first_screen().all("small") if part.text.startswith(f"with {n}, {others} ")]
            assert len(said) == (others > 0) == (game == "knotweed" and n == 4)
            row = min(result["rates"], key=lambda row: row["loss_rate"])
            best.append((reader_names(game, [row["strategy"]])[row["strategy"]], 100 * row["loss_rate"]))
        ((name,), shares) = {each for each, _ in best}, sorted(share for _, share in best)
        assert best_of(game) == f"{name} loses {shares[0]:.0f} to {shares[-1]:.0f} of 100"
    rows = json.loads((FINDINGS / "contests" / "twyst-4-players.json").read_text("utf-8"))["points"]
    second, best_row = sorted(rows, key=lambda row: row["mean_score"])[-2:]
    name, other = reader_names("twyst", [best_row["strategy"], second["strategy"]]).values()
    assert best_of("twyst") == f"{name} {best_row['mean_score']:.1f} points a deal"
    rival = f"or {other[0].lower()}{other[1:]}: {second['mean_score']:.1f}"
    is_near = second["mean_score_high"] >= best_row["mean_score_low"]
    assert (rival in [part.text for part in first_screen().all("small")]) == is_near


def best_of(game: str) -> str:
    """Who is called the strongest of a game, and how well that player does, at all tables alike."""
    (said,) = (span for span in first_screen().all("span") if span.all("a", href=f"#{game}"))
    assert "data-at" not in said.attributes
    return " ".join(part.text for part in said.all("a", "small"))


def test_the_first_screens_rule_for_twyst_has_the_order_of_its_card() -> None:
    (column,) = card_named("glance").card.columns
    suits, numerals = (
        [each.strip(" :") for each in re.sub(r"^(All suits of|the first of) ", "", line.text).split("→")]
        for line in first_screen().all("div", class_="glance")[0].all("div")
    )
    by_length, by_number = (
        sorted(range(len(points)), key=lambda i: -points[i]) for points in (column.length, column.number)
    )
    assert suits == [["one", "two", "three", "four", "five", "six"][i] for i in by_length[:3]]
    assert numerals == [f"{i + 3}" for i in by_number[:5]]


@pytest.mark.parametrize("key", KEYS)
def test_beside_what_was_not_tried_stands_what_was_instead_with_its_published_number(key: str) -> None:
    told = 0
    for row in first_screen().at(key).all("div", class_="habit"):
        name = row.all("a")[0].attributes["href"].removeprefix("#")
        for against, number in zip(("plain", "strong"), row.all(class_="worth"), strict=True):
            if "not tried but: " in (said := number.text):
                does, _, words = said.partition("but: ")[2].rpartition(", ")
                long = {short: each for each, short in SHORT.items()}.get(does, does)
                fields = ("mixed",) if against == "plain" else ("champion", "strong")
                values = [value for field in fields for value in published_of(name, long, int(key[0]), field)]
                assert any(is_said(words, value) for value in values), (key, said)
                told += 1
    assert told > 3
