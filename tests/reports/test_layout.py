"""Tables on a narrow terminal: columns are left out and named, and neither a digit nor a name is cut."""

import io

from rich.console import Console

from knotlab.reports.words.layout import TextTable


def printed(table: TextTable, width: int) -> str:
    """A table as a terminal of this width shows it."""
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(table)
    return console.file.getvalue()  # type: ignore[attr-defined]


NUMBER = "-28.20% [-32.18, -24.12]"
MEASURES = ["win rate", "loss rate", "mean place", "unfinished"]
TABLE = TextTable("", ["move", *MEASURES], [["lay three aces", *[NUMBER] * 4], ["pick up", *[NUMBER] * 4]])


def test_columns_without_room_are_left_out_and_named() -> None:
    text = printed(TABLE, 48)
    assert "no room here for “unfinished”; a wider terminal has it" in " ".join(text.split())
    assert "win rate" in " ".join(text.split()) and "mean" in text and "…" not in text


def test_cells_break_between_words_and_no_digit_is_cut() -> None:
    for width in (20, 30, 48, 80, 200):
        text = printed(TABLE, width)
        assert "…" not in text and text.count("-28.20%") == text.count("-32.18") == text.count("-24.12") >= 2
        assert max(map(len, text.split("no room")[0].splitlines())) <= width


def test_a_name_that_is_longer_than_a_line_goes_on_in_the_next() -> None:
    name = "champion:forbid=" + "a" * 40
    text = printed(TextTable("", ["metric", name], [["loss rate", "21.37%"]]), 40)
    letters = "".join(character for character in text.partition("21.37")[0] if character in "ahmpionfrbid:=c")
    assert letters.count("a") >= 40 and "…" not in text


def test_an_interval_is_broken_only_where_columns_would_be_left_out_otherwise() -> None:
    assert [printed(TABLE, width).count("[-32.18, -24.12]") for width in (80, 88, 200)] == [0, 8, 8]


def test_a_title_goes_on_below_itself_not_below_its_id() -> None:
    title = "Discard piles with the next player in mind"
    text = printed(TextTable("", ["tip", "worth"], [[f"KW-C7  {title}", "1"]], dense=True, least=2, hang=7), 40)
    first, second = [line.rstrip(" 1") for line in text.splitlines() if set(line) & set("Dp")][-2:]
    assert f"{first.strip()} {second.strip()}" == f"KW-C7  {title}" and second.startswith(" " * 7)
