"""The seal of rows kept as Parquet: no changed byte is read, and none that belongs elsewhere."""

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knotlab.sim.storage import pieces

ROWS = pl.DataFrame({"game": range(50), "place": [1, 2] * 25})
NOTE = {"run": {"seed": 1, "text": "knotlab-seal \x18@"}, "versions": {"numba": "0.1"}}
CONTENT = pieces.packed(ROWS, "run 7", NOTE)


def test_sealed_rows_are_read_as_they_were() -> None:
    assert pl.read_parquet(pieces.sound(CONTENT, "run 7")).equals(ROWS)
    assert pieces.packed(ROWS, "run 7", NOTE) == CONTENT


def test_the_note_and_the_seal_are_read_without_the_rows(tmp_path: Path) -> None:
    assert pieces.note_of(pieces.sound(CONTENT, "run 7")) == NOTE
    (tmp_path / "rows.parquet").write_bytes(CONTENT)
    seal = pieces.seal_of(tmp_path / "rows.parquet")
    assert len(seal) == 64 and seal.encode() in CONTENT
    other = pieces.packed(ROWS.head(49), "run 7", NOTE)
    (tmp_path / "rows.parquet").write_bytes(other)
    assert pieces.seal_of(tmp_path / "rows.parquet") != seal


def test_any_parquet_reader_can_read_them(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("sealed") / "rows.parquet"
    file.write_bytes(CONTENT)
    assert pl.read_parquet(file).equals(ROWS)


@given(at=st.integers(0, len(CONTENT) - 1), other=st.integers(1, 255))
def test_no_byte_can_be_another(at: int, other: int) -> None:
    changed = CONTENT[:at] + bytes([CONTENT[at] ^ other]) + CONTENT[at + 1 :]
    with pytest.raises(ValueError, match=r"not as it was sealed|not found"):
        pieces.sound(changed, "run 7")


@given(start=st.integers(0, len(CONTENT)), length=st.integers(1, len(CONTENT)), put_in=st.binary(max_size=20))
def test_nothing_can_be_cut_out_or_put_in(start: int, length: int, put_in: bytes) -> None:
    changed = CONTENT[:start] + put_in + CONTENT[start + length :]
    if changed != CONTENT:
        with pytest.raises(ValueError, match=r"not as it was sealed|not found"):
            pieces.sound(changed, "run 7")


def test_they_belong_to_one_place() -> None:
    with pytest.raises(ValueError, match=r"not as it was sealed|not found"):
        pieces.sound(CONTENT, "run 8")


ENDING = """
import time
import polars as pl
from knotlab.sim.storage.pieces import lazy_rows

def frames(names):
    for number in range(400):
        time.sleep(0.02)
        yield pl.DataFrame({"a": [number] * 1000})

few = lazy_rows(frames, {"a": pl.Int64}).filter(pl.col("a") > 0).head(60)
print(few.select("a", b=pl.col("a") + 1).group_by("a").agg(pl.col("b").mean()).collect().height)
"""


@pytest.mark.more
def test_a_program_that_wants_a_few_rows_ends_well_while_others_are_still_read() -> None:
    """With `register_io_source` alone Python aborts it."""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr
