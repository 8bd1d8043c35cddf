"""Tables for pandas: every column keeps its kind, and nothing needs pyarrow."""

import subprocess
import sys
from datetime import date, datetime, timedelta
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import knotlab
from knotlab import to_pandas

MISSING = object()
COLUMNS = {  # a Polars column, what pandas calls its type, and its values there
    "whole numbers": (pl.Series([1, 2**63 - 1, -5]), "int64", [1, 2**63 - 1, -5]),
    "small ones": (pl.Series([1, 2, 255], dtype=pl.UInt8), "uint8", [1, 2, 255]),
    "64 bits": (pl.Series([0, 1, 2**64 - 1], dtype=pl.UInt64), "uint64", [0, 1, 2**64 - 1]),
    "whole numbers, one missing": (pl.Series([1, None, 2**63 - 1]), "Int64", [1, MISSING, 2**63 - 1]),
    "64 bits, one missing": (pl.Series([None, 1, 2**64 - 1], dtype=pl.UInt64), "UInt64", [MISSING, 1, 2**64 - 1]),
    "numbers": (pl.Series([0.1, -2.0, 1e300]), "float64", [0.1, -2.0, 1e300]),
    "numbers, one missing": (pl.Series([0.1, None, 2.0]), "float64", [0.1, MISSING, 2.0]),
    "true and false": (pl.Series([True, False, True]), "bool", [True, False, True]),
    "true, false and missing": (pl.Series([True, False, None]), "boolean", [True, False, MISSING]),
    "texts": (pl.Series(["shed", "", "random"]), "str", ["shed", "", "random"]),
    "texts, one missing": (pl.Series(["shed", None, "random"]), "str", ["shed", MISSING, "random"]),
    "categories": (pl.Series(["b", None, "a"], dtype=pl.Categorical), "category", ["b", MISSING, "a"]),
    "a fixed list": (pl.Series(["Q", "J", None], dtype=pl.Enum(["J", "Q", "K"])), "category", ["Q", "J", MISSING]),
    "days": (pl.Series([date(2026, 1, 2)]), "datetime64[s]", [datetime(2026, 1, 2)]),
    "moments": (pl.Series([datetime(2026, 1, 2, 3), None, datetime(1970, 1, 1)]), "datetime64[us]", None),
    "spans": (pl.Series([timedelta(hours=1), None, timedelta(0)]), "timedelta64[us]", None),
    "lists": (pl.Series([[1], [], [2, 3]]), "object", [[1], [], [2, 3]]),
    "beyond 64 bits": (pl.Series([2**100, 0, -1], dtype=pl.Int128), "object", [2**100, 0, -1]),
    "nothing at all": (pl.Series([None, None, None]), "object", [MISSING] * 3),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_keeps_its_kind_and_its_values(name: str) -> None:
    column, kind, values = COLUMNS[name]
    got = to_pandas(pl.DataFrame({"x": column}))["x"]
    assert str(got.dtype) == kind
    expected = column.to_list() if values is None else values
    assert [MISSING if is_missing(value) else value for value in got] == [
        MISSING if value is None else value for value in expected
    ]


def is_missing(value: object) -> bool:
    """Whether pandas takes a value for none."""
    return not isinstance(value, list) and bool(pd.isna(value))


def test_a_fixed_list_keeps_its_order_and_what_does_not_occur() -> None:
    got = to_pandas(pl.DataFrame({"x": COLUMNS["a fixed list"][0]}))["x"]
    assert got.cat.ordered and got.cat.categories.to_list() == ["J", "Q", "K"]


def test_frames_that_are_lazy_or_empty_or_without_columns() -> None:
    frame = pl.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    assert to_pandas(frame.lazy()).to_dict("list") == {"a": [1, 2], "b": ["x", "y"]}
    assert to_pandas(frame.clear()).dtypes.astype(str).to_dict() == {"a": "int64", "b": "str"}
    assert to_pandas(pl.DataFrame()).empty


def test_columns_can_be_written_to() -> None:
    got = to_pandas(pl.DataFrame({"a": [1, 2], "b": [0.5, 1.5]}))
    got.loc[0, ["a", "b"]] = [7, 0.25]
    assert got.to_dict("list") == {"a": [7, 2], "b": [0.25, 1.5]}


TABLES = {  # how each public function whose result is a table is called, few games each, in this order
    "play": "play('twisted-knot', ['shed', 'random'], games=40, out='run', log=True)",
    "show": "show('run')",
    "rate": "rate('run', 'move_kind = \\'PICK_UP\\'')",
    "duel": "duel('twisted-knot', 'shed', 'random', margin=0.3)",
    "tournament": "tournament('twisted-knot', ['shed', 'random'], games=8, players=2)",
    "claims": "claims('TK-C1')",
    "whatif": "whatif('twisted-knot', ['shed', 'random'], decision=3, rollouts=5)",
    "advise": "advise('knotweed', 'hand 0: 6C 9H; hand 1: ?x3; piles: 5C KD; draw: ?x45', rollouts=5)",
    "replay": "replay('twisted-knot', ['shed', 'random'], index=1)",
    "tune": "tune('twyst', 'threshold+random', budget=1)",
    "ablate": "ablate('twisted-knot', 'hoard-aces', field='simple', players=2, deals=100)",
    "bid": "bid('S AKQ72 H 83 D K9 C AT54', strategy='random+random', precision=100)",
    "match": "match(player='random', deals=100, matches=200)",
    "cost": "cost('twisted-knot', ['shed', 'random'], games=1000)",
    "catalogue": "catalogue('twisted-knot')",
    "rules": "rules('twisted-knot')",
    "view": "view('twisted-knot')",
}
NO_TABLES = set(
    "card check environment param play_part player records report report_game sit_at strategy table_card to_pandas "
    "verify".split()
)
WITHOUT_PYARROW = """
import sys
sys.modules["pyarrow"] = None
import knotlab
from knotlab import *

def shown(result):
    assert len(result.to_pandas()) == len(result.to_polars()) > 0 and repr(result) and result._repr_html_()
    return result

"""


@pytest.mark.long
def test_every_table_comes_as_pandas_without_pyarrow(tmp_path: Path) -> None:
    assert set(TABLES) | NO_TABLES == set(knotlab.__all__)
    lines = [f"{name}_ = shown({call})" for name, call in TABLES.items()]
    lines += ["assert len(to_pandas(play_.scan())) == 40 and len(to_pandas(play_.scan_log())) > 40"]
    script = tmp_path / "script.py"
    script.write_text(WITHOUT_PYARROW + "\n".join(lines))
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
