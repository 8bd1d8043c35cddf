"""Measures of an event log from text: exact in whole numbers, names of cards and moves, and nothing but measures."""

import operator
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from knotlab import play
from knotlab.analysis.runs.measures import LONGEST, measure
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.eventlog import columns
from knotlab.sim.storage.run_folder import RunFolder
from tests.cli import knotlab, refused

TABLES = {
    "twisted-knot": ["shed:tremble=0.1", "random", "hoard-aces:tremble=0.1"],
    "knotweed": ["dump:tremble=0.1", "random", "random"],
    "twyst": ["threshold+random", "random", "random", "random"],
}
OPERATORS: dict[str, Callable[[int, int], object]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "/": operator.truediv,
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
ONE_SIDED: dict[str, Callable[[int], object]] = {
    "-{}": operator.neg,
    "{} ** 3": lambda value: value**3,
    "{} ** 2 - 1": lambda value: value**2 - 1,
    "abs({} - 100)": lambda value: abs(value - 100),
    "{} * 100": lambda value: value * 100,
    "{} // -7": lambda value: value // -7,
    "{} % -7": lambda value: value % -7,
}
CONSTANTS = (1, 7, -3, 255, 2**40)


class Folders(dict[str, Path]):
    """Small kept runs with their event logs, by game, each played when it is first read."""

    def __init__(self, top: Path) -> None:
        self.top = top

    def __missing__(self, game: str) -> Path:
        self[game] = self.top / game
        play(game, TABLES[game], games=24, seed=3, out=self[game], log=True)
        return self[game]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A small kept run of each game, with its event log."""
    return Folders(tmp_path_factory.mktemp("measures"))


def rows_as_written(folder: Path) -> pl.DataFrame:
    """Rows of the log in the types in which they were written, read by none of the code under test."""
    return pl.concat(pl.read_parquet(file) for file in sorted(folder.glob("log/log-*.parquet"))).head(400)


def evaluated(folder: Path, game: str, texts: list[str], n_rows: int) -> pl.DataFrame:
    """Measures of the log's first rows, a column each."""
    rows = RunFolder(folder).scan_log().head(n_rows)
    return rows.select(measure(text, game).alias(str(i)) for i, text in enumerate(texts)).collect()


@pytest.mark.long
@pytest.mark.parametrize("game", TABLES)
def test_every_operator_on_every_integer_column_is_pythons_own(game: str, folders: dict[str, Path]) -> None:
    """Each column with its neighbour and with constants. What Python refuses (division by 0) has no value, and what 64
    bits do not hold is refused when it is worked out.
    """
    rows = rows_as_written(folders[game])
    names = [name for name, *_ in columns(games.find(game))]
    assert rows.columns == names and all(dtype.is_integer() for dtype in rows.dtypes)
    values = {name: [int(value) for value in rows[name]] for name in names}
    expected: dict[str, list[object]] = {}
    for name, other in zip(names, [*names[1:], names[0]], strict=True):
        for sign, operation in OPERATORS.items():
            pairs = zip(values[name], values[other], strict=True)
            expected[f"{name} {sign} {other}"] = [_or_none(operation, *pair) for pair in pairs]
            for constant in CONSTANTS:
                expected[f"{name} {sign} {constant}"] = [operation(value, constant) for value in values[name]]
        for form, single in ONE_SIDED.items():
            expected[form.format(name)] = [single(value) for value in values[name]]
    too_large = [text for text, numbers in expected.items() if not all(map(_is_held, numbers))]
    for text in too_large:
        with pytest.raises(pl.exceptions.InvalidOperationError, match="from `i128` to `i64` failed"):
            evaluated(folders[game], game, [text], rows.height)
    texts = [text for text in expected if text not in too_large]
    result = evaluated(folders[game], game, texts, rows.height)
    for number, text in enumerate(texts):
        got = result[str(number)].to_list()
        if " / " in text:
            got = [value if value is not None and np.isfinite(value) else None for value in got]
            assert got == [None if n is None else pytest.approx(n, rel=1e-15) for n in expected[text]], text
        else:
            assert got == expected[text], text


def _is_held(number: object) -> bool:
    """Whether 64 bits hold a number exactly, where it is a whole one."""
    return not isinstance(number, int) or -(2**63) <= number < 2**63


def _or_none(operation: Callable[[int, int], object], left: int, right: int) -> object:
    """An operation's outcome, None where Python refuses it."""
    try:
        return operation(left, right)
    except ZeroDivisionError:
        return None


@pytest.mark.more
def test_the_log_is_scanned_with_64_bits_and_packed_columns_keep_their_bits(folders: dict[str, Path]) -> None:
    written = rows_as_written(folders["twisted-knot"])
    scanned = RunFolder(folders["twisted-knot"]).scan_log().head(written.height).collect()
    assert {name for name, dtype in scanned.schema.items() if dtype == pl.UInt64} == {"hand", "taken"}
    assert all(dtype == pl.Int64 for name, dtype in scanned.schema.items() if name not in ("hand", "taken"))
    assert scanned["hand"].to_list() == written["hand"].to_list()
    games_of_it = RunFolder(folders["twisted-knot"]).scan().collect()
    assert set(games_of_it.dtypes) == {pl.Int64}


def test_polars_expressions_do_not_wrap_around(folders: dict[str, Path]) -> None:
    written = rows_as_written(folders["twisted-knot"])
    expected = [int(a) - int(b) for a, b in zip(written["hand_size"], written["next_hand"], strict=True)]
    rows = RunFolder(folders["twisted-knot"]).scan_log().head(written.height)
    assert rows.select(pl.col("hand_size") - pl.col("next_hand")).collect().to_series().to_list() == expected
    assert min(expected) < 0


def test_the_command_tells_the_true_mean(folders: dict[str, Path]) -> None:
    rows = pl.concat(pl.read_parquet(file) for file in folders["twisted-knot"].glob("log/log-*.parquet"))
    differences = [int(a) - int(b) for a, b in zip(rows["hand_size"], rows["next_hand"], strict=True)]
    answer = knotlab("rate", folders["twisted-knot"], "--of", "hand_size - next_hand").out
    assert f": {sum(differences) / len(differences):.4g} (" in answer


def test_cards_and_moves_go_by_their_names(folders: dict[str, Path]) -> None:
    """Names come from the game: ranks of Twisted Knot, cards of Twyst, kinds of move."""
    assert _same("twisted-knot", folders, "top = 'Jk'", "top = 6")
    assert _same("twisted-knot", folders, "'2' = top", "top = 0")
    assert _same("twisted-knot", folders, "top in ('Jk', '10')", "top = 6 or top = 5")
    assert _same("twisted-knot", folders, "move_kind = 'PICK_UP'", "move_kind = 1")


@pytest.mark.long
def test_cards_and_moves_of_other_games_go_by_their_names_too(folders: dict[str, Path]) -> None:
    assert _same("knotweed", folders, "move_kind <> 'PLAY'", "not move_kind = 0")
    assert _same("twyst", folders, "move_card = '3C'", "move_card = 1")


def _same(game: str, folders: dict[str, Path], text: str, other: str) -> bool:
    """Whether two measures are the same and happen in some rows but not in all."""
    result = evaluated(folders[game], game, [text, other], 5000)
    return result["0"].to_list() == result["1"].to_list() and 0 < result["0"].sum() < result.height


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("top = Jk", "names of cards and moves stand in single quotes: write 'Jk' for Jk"),
        ("move_kind = PICK_UP", "write 'PICK_UP' for PICK_UP"),
        ("top = 'Jo'", "there is no card 'Jo' in twisted-knot"),
        ("top = 'PICK_UP'", "there is no card 'PICK_UP' in twisted-knot"),
        ("move_kind = 'PICKUP'", "did you mean 'PICK_UP'?"),
        ("hand_sizes = 1", "did you mean 'hand_size'?"),
        ("game.top = 1", "there is no column 'game.top' in the event log of twisted-knot"),
        ("top + 'Jk'", "can only be compared with a column"),
        ("1 < top < 5", "1 < x < 5 is written 1 < x and x < 5"),
        ("top and goes", "'top' is a number where a condition is needed"),
        ("-top ** 2", "can be read in two ways"),
        ("2 ** -1", "an exponent is a whole number from 0 to 63, not '-1'"),
        ("2 ** top", "an exponent is a whole number from 0 to 63"),
        ("2 ** 3 ** 2", "an exponent is a whole number from 0 to 63"),
        ("(top ** 3) ** 2", "is a power of a power; write it as one"),
        ("POW(9, 999)", "cannot be part of a measure"),
        ("9 ** 100", "an exponent is a whole number from 0 to 63"),
        ("9" * 50, "is larger than 64 bits hold"),
        ("rpad('x',2000000000,'y')", "cannot be part of a measure"),
        ("read_csv('x')", "cannot be part of a measure"),
        ("(select 1)", "cannot be read as a measure"),
        ("sum(top)", "cannot be part of a measure"),
        ("top; goes", "cannot be read as a measure"),
        ("top top", "cannot be read as a measure"),
        ("top is null", "cannot be read as a measure"),
        ("top = 1 or lambda", "cannot be read as a measure"),
        ("top | 1", "cannot be read as a measure"),
        ("top[0]", "cannot be read as a measure"),
        ("hand_size between 1", "cannot be read as a measure"),
        ("case(1, 2, 3)", "cannot be read as a measure"),
        ("__import__('os')", "cannot be part of a measure"),
        ("(top, goes)", "cannot be part of a measure"),
        ("hand_size in 3", "'in' takes values in brackets"),
        ("hand_size in ()", "'in' takes values in brackets"),
        ("'Jk' = 'Jk'", "can only be compared with a column"),
        ("hand_size = true", "one is a condition, the other a number"),
        ("", "cannot be read as a measure"),
        ("top) + (goes", "cannot be read as a measure"),
        ("set top = 1", "cannot be read as a measure"),
        ("case when top = 3 then 1 end", "a case says what holds otherwise"),
        ("case top when 3 then 1 else 0 end", "a case starts with a condition"),
        ("(" * 400 + "top" + ")" * 400, "nested too deeply"),
        ("+".join(["top"] * 5000), f"a measure has at most {LONGEST:,} characters"),
    ],
)
def test_what_is_no_measure_is_refused_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        measure(text, "twisted-knot")
    assert says in str(error.value) and "\n" not in str(error.value) and len(str(error.value)) < 500


def test_a_case_without_a_value_is_refused(folders: dict[str, Path]) -> None:
    """A quotient by 0 would otherwise count as 0, or make the mean infinite."""
    for text in ("hand_size // pile_size", "hand_size / pile_size"):
        assert "divided by 0" in refused("rate", folders["twisted-knot"], "--of", text)
        assert knotlab("rate", folders["twisted-knot"], "--of", text, "--among", "pile_size > 0").status == 0


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("top between '2' and 'Jk' and hand_size > 2", "top >= 0 and top <= 6 and hand_size > 2"),
        ("hand_size not between 2 and 3 + 1", "not (hand_size >= 2 and hand_size <= 4)"),
        ("hand_size between case when top = 6 and goes = 0 then 1 else 2 end and 3",
         "hand_size in (1, 2, 3) and (hand_size > 1 or top = 6 and goes = 0)"),
        ("hand_size not in (2, next_hand)", "hand_size <> 2 and hand_size != next_hand"),
        ("CASE WHEN top = 'Jk' THEN hand_size WHEN top = 3 THEN 1 ELSE 0 END = 1",
         "top = 6 and hand_size = 1 or top = 3"),
        ("case when top = 6 then hand_size = 1 else false end", "top = 6 and hand_size = 1"),
        ("least(hand_size, next_hand, 3) + greatest(1, hand_size) > 5",
         "not (least(least(3, hand_size), next_hand) + greatest(hand_size, 1) <= 5)"),
        ("(top = 6) = (hand_size > 3)", "top = 6 and hand_size > 3 or not top = 6 and not hand_size > 3"),
        ('"top" = 6 or not not hand_size * 1.5 > 4.5', "hand_size > 3 or top == 6"),
        ("abs(hand_size - next_hand) > 1", "hand_size > next_hand + 1 or next_hand > +hand_size - -1"),
    ],
)  # fmt: skip
def test_what_can_be_said_in_two_ways_is_the_same(text: str, other: str, folders: dict[str, Path]) -> None:
    assert _same("twisted-knot", folders, text, other)


def test_the_command_refuses_what_64_bits_do_not_hold(folders: dict[str, Path]) -> None:
    assert "larger than 64 bits hold" in refused("rate", folders["twisted-knot"], "--of", "hand * hand")
    assert knotlab("rate", folders["twisted-knot"], "--of", "hand // 16 ** 3 % 16").status == 0
