"""The pages of rulings: complete, cited by code and tests, and saying what the second implementations play."""

import ast
import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from knotlab.reports.words.rulings import page, rulings, with_links
from knotlab.sim import games
from tests.cli import knotlab, refused
from tests.project.packages import ROOT
from tests.referee import knotweed, twisted_knot, twyst

ROOMS = ("sim", "strategies", "analysis", "reports", "tests", "docs")
TEXTS = (".css", ".html", ".ipynb", ".js", ".md", ".py", ".toml", ".txt")
NUMBERS = {"twisted-knot": 30, "knotweed": 13, "twyst": 8}  # how many rulings these games have


# --- what a text cites ---


def all_numbers() -> set[str]:
    """The numbers of all rulings of all games."""
    return {number for name in games.names() for number in rulings(games.find(name))}


def citations(text: str) -> Iterator[tuple[str, int, int]]:
    """Every citation in a text as letters, first and last number: `TK-5, 8` are two, `TK-10..16` is one."""
    letters = "|".join(sorted({number.split("-")[0] for number in all_numbers()}))
    more = r"(?:\.\.|, | to | and |, and )(?:\1-)?\d+(?![\w%])(?!\.\d)"
    for match in re.finditer(rf"\b({letters})-(\d+)((?:{more})*)", text):
        first = last = int(match[2])
        for joint, number in re.findall(r"(\.\.|, and |, | to | and )(?:[A-Z]+-)?(\d+)", match[3]):
            if joint in ("..", " to "):
                last = int(number)
            else:
                yield match[1], first, last
                first = last = int(number)
        yield match[1], first, last
    for match in re.finditer(rf"(?<![a-z])({letters.lower()})_(\d+)(?=_)", text):
        yield match[1].upper(), int(match[2]), int(match[2])


def unknown(text: str) -> list[str]:
    """The numbers cited in a text that no page of rulings has."""
    cited = {f"{letters}-{n}" for letters, first, last in citations(text) for n in (first, last)}
    return sorted(cited - all_numbers())


def cited_in(text: str, whole: tuple[int, int]) -> set[int]:
    """The numbers that a text cites; naming all rulings of a game at once cites none of them."""
    ranges = {(first, last) for _, first, last in citations(text)} - {whole}
    return {n for first, last in ranges for n in range(first, last + 1)}


def texts() -> Iterator[Path]:
    """The files in which rulings may be cited."""
    for room in ROOMS:
        yield from sorted(path for path in (ROOT / room).rglob("*") if path.suffix in TEXTS)
    yield ROOT / "README.md"


def test_citations_are_found_however_they_are_written() -> None:
    text = "TK-14 and (TK-5, 8), KW-3..8; TY-1 to TY-6 and TY-8. def test_tk_11_on_top_4(): TK-C3, TK-9, 30%"
    result = [("TK", 14, 14), ("TK", 5, 5), ("TK", 8, 8), ("KW", 3, 8), ("TY", 1, 6), ("TY", 8, 8), ("TK", 9, 9)]
    assert list(citations(text)) == [*result, ("TK", 11, 11)]


def test_a_ruling_that_does_not_exist_is_noticed() -> None:
    assert unknown("TK-31, TK-30, KW-1..14 and def test_ty_9_is_cited()") == ["KW-14", "TK-31", "TY-9"]


def test_every_ruling_cited_exists() -> None:
    cited = {str(path): unknown(path.read_text("utf-8")) for path in texts() if path != Path(__file__)}
    assert {path: numbers for path, numbers in cited.items() if numbers} == {}


@pytest.mark.parametrize("name", games.names())
def test_rulings_are_numbered_without_gaps(name: str) -> None:
    numbers = list(rulings(games.find(name)))
    letters = numbers[0].split("-")[0]
    assert numbers == [f"{letters}-{n}" for n in range(1, NUMBERS.get(name, len(numbers)) + 1)]


def test_no_two_games_number_their_rulings_alike() -> None:
    numbers = [number for name in games.names() for number in rulings(games.find(name))]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("name", games.names())
def test_every_ruling_is_cited_by_the_game_s_code(name: str) -> None:
    numbers = rulings(games.find(name))
    cited = set()
    for file in Path(games.find(name).rules.__file__ or "").parent.glob("*.py"):
        cited |= cited_in(file.read_text("utf-8"), (1, len(numbers)))
    assert cited == set(range(1, len(numbers) + 1))


@pytest.mark.parametrize("name", games.names())
def test_every_ruling_is_cited_by_a_test_of_the_game(name: str) -> None:
    """By the name or the docstring of a test, or by that of its module."""
    numbers = rulings(games.find(name))
    cited = set()
    for file in (ROOT / "tests" / name.replace("-", "_")).glob("test_*.py"):
        module = ast.parse(file.read_text("utf-8"))
        tests = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
        documented: list[ast.Module | ast.FunctionDef] = [module, *tests]
        said = [*(test.name for test in tests), *(ast.get_docstring(node) or "" for node in documented)]
        cited |= cited_in("\n".join(said), (1, len(numbers)))
    assert cited == set(range(1, len(numbers) + 1))


# --- what the pages say ---


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in a text, without their headings."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    rules = [i for i, row in enumerate(cells) if set(row[0]) == {"-"}]
    return [row for i, row in enumerate(cells) if i not in rules and i + 1 not in rules]


@pytest.mark.parametrize("name", games.names())
def test_every_setting_is_named_with_its_default_and_its_ruling(name: str) -> None:
    game = games.find(name)
    table = {row[0].strip("`"): row[1:] for row in rows(page(game)) if len(row) == 4}
    assert list(table) == ["players", *(setting.name for setting in game.settings)]
    for setting in game.settings:
        default, _, cited = table[setting.name]
        spelled = ",".join(setting.default) if isinstance(setting.default, tuple) else str(setting.default)
        assert default.split(";")[0] == spelled.lower().replace("jk,j,k,a", "Jk,J,K,A")
        assert set(re.findall(r"\d+", setting.rulings)) <= set(re.findall(r"\d+", cited))


def test_tk_11_is_what_the_second_implementation_plays() -> None:
    named = {row[0]: row[1] for row in rows(rulings(games.find("twisted-knot"))["TK-11"])}
    for top, ranks in twisted_knot.SATISFIED_BY.items():
        said = re.split(r" \(|;", named[top])[0]
        without = said.removeprefix("anything but ").split(" and ") if said.startswith("anything but") else None
        expected = set(twisted_knot.CODES) - set(without) if without else set(said.split())
        assert expected == set(ranks.split()), top


def test_tk_3_and_tk_13_have_the_orders_that_the_second_implementation_plays() -> None:
    texts = rulings(games.find("twisted-knot"))
    order = next(line for line in texts["TK-13"].splitlines() if " < " in line)
    assert tuple(level.strip().replace(" = ", " ") for level in order.split("<")) == twisted_knot.ORDER_LEVELS
    start = next(line for line in texts["TK-3"].splitlines() if line.startswith("    "))
    *single, _, four, _, eight, _, _, _ = start.replace(",", "").split()
    assert (*single, f"{four} {eight}") == twisted_knot.START_LEVELS


def card(name: str) -> twyst.Card:
    """A card of Twyst by its name."""
    return next(each for each in twyst.PACK if each.name == name)


@pytest.mark.parametrize(
    ("bids", "contracts"),
    [
        ("AS 2H KD 5C", [("ace-solo", (0,), None), ("misere", (1,), 0)]),
        ("KD QS KH 3C", [("court-solo", (0,), None)]),
        ("9C 4C 10D 3H", [("trump-duo", (0, 1), 9)]),
        ("5C 6C 10D 3H", [("trump-duo", (0, 1), 11)]),
    ],
)
def test_the_examples_of_ty_3_are_right(bids: str, contracts: list) -> None:
    assert f"`{bids}`" in rulings(games.find("twyst"))["TY-3"]
    made = twyst.contracts_of([card(name) for name in bids.split()])
    assert [(each.name, each.contractors) for each in made] == [(name, seats) for name, seats, _ in contracts]
    assert all(target in (None, each.target) for each, (*_, target) in zip(made, contracts, strict=True))


def test_the_examples_of_ty_6_and_kw_5_are_right() -> None:
    duo = twyst.Contract("trump-duo", (0, 1), trump=0, target=9)
    assert [twyst.score_of(duo, 0, [4, 3, 3, 3], [0] * 4, twyst.Pay(lost)) for lost in ("others", "shortfall")] == [
        -60,
        -20,
    ]
    five, king = 4 * knotweed.RANKS.index("5"), 4 * knotweed.RANKS.index("K")
    costs = [knotweed.penalty_of(knotweed.RANKS.index(rank), five) for rank in "56784"]
    assert costs == [0, 1, 2, 3, 3] and knotweed.penalty_of(knotweed.RANKS.index("A"), king) == 1


def test_rulings_are_linked_in_text_and_nowhere_else() -> None:
    html = "<h3>TY-1</h3><p>TY-1, TY-10, <em>TY-2</em>.<br>TY-1</p><pre>TY-1 <span>TY-2</span></pre>TY-2"
    linked = with_links(html, {"TY-1": "a.html#ty-1", "TY-10": "#ty-10"})
    first, tenth = '<a href="a.html#ty-1">TY-1</a>', '<a href="#ty-10">TY-10</a>'
    rest = "<pre>TY-1 <span>TY-2</span></pre>TY-2"
    assert linked == f"<h3>TY-1</h3><p>{first}, {tenth}, <em>TY-2</em>.<br>{first}</p>{rest}"


# --- the command ---


@pytest.mark.parametrize("name", games.names())
def test_the_command_prints_the_page_as_it_is(name: str) -> None:
    assert knotlab("rules", name, "--text").out == page(games.find(name))


def test_the_command_prints_single_rulings() -> None:
    known = rulings(games.find("twyst"))
    assert knotlab("rules", "twyst", "ty-4", "TY-2").out == f"{known['TY-4']}\n{known['TY-2']}"
    assert knotlab("rules", "twyst", "TY-4", "--json").json["twyst"]["rulings"] == {"TY-4": known["TY-4"]}
    assert knotlab("rules", "twyst", "--text", "--json").json["twyst"]["rulings"] == known


def test_a_ruling_that_is_not_there_is_refused_with_those_that_are() -> None:
    assert refused("rules", "twyst", "TK-14").endswith("twyst has no ruling TK-14; it has TY-1 to TY-8")


def test_in_a_terminal_the_page_is_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from knotlab.reports.output import print_markdown

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    with contextlib.redirect_stdout(terminal):
        print_markdown("### TY-1\n**The deal.** Thirteen cards.")
    shown = terminal.getvalue()
    assert "\x1b[" in shown and "The deal." in shown and "**" not in shown and "#" not in shown
