"""Harm to one file of a folder, at random: its bytes changed, its place taken by a link or what is no file, or values
changed and the seal made again.
"""

import contextlib
import io
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl

from knotlab.sim.errors import InputError
from knotlab.sim.storage.pieces import note_of, packed
from knotlab.sim.storage.result_files import CHECKSUM, sealed
from knotlab.sim.storage.run_folder import RunFolder

GONE, CHANGED, LINKED, SEALED = "gone", "changed", "linked", "sealed again"
ABSURD = (0, -1, 1, 10**12, 2**63, 1.5, None, True, "", "x", "../x", [], {}, [1, 0], {"x": None}, "\x1b[31m" * 90)


def harm(file: Path, others: list[bytes], chance: random.Random, kinds: tuple[str, ...]) -> str:
    """Do harm of one of some kinds to a file; which kind it was."""
    kind = chance.choices(kinds, [{GONE: 1, CHANGED: 14, LINKED: 3, SEALED: 6}[kind] for kind in kinds])[0]
    if kind == GONE:
        file.unlink()
    elif kind == LINKED:
        put_in_place(file, chance)
    elif kind == SEALED and (content := sealed_again(file, chance)) is not None:
        file.write_bytes(content)
    else:
        kind = CHANGED
        file.write_bytes(damaged(file.read_bytes(), others, chance))
    return kind


def damaged(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """A file's bytes with one thing wrong, or those of another file."""
    at = chance.randrange(len(content) + 1)
    span = content[at : at + chance.randint(1, 30)]
    spelt = [b"0", b"-1", b"null", b"1e999", b'"x"', b"[]", b"{}", b"\xe2\x80\xa8", b"9" * 5000, b"[" * 3000]
    return chance.choice(
        [
            content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :],
            content[:at] + content[at + len(span) :],
            content[:at] + span + content[at:],
            content[:at],
            content[:at] + chance.choice(spelt) + content[at + chance.randint(0, 3) :],
            chance.choice(others),
            b"",
        ]
    )


def put_in_place(file: Path, chance: random.Random) -> None:
    """Put what is no file in the place of one: a link to the same content, to nothing or to what never ends, a pipe, a
    folder.
    """
    aside = file.with_name(f".{file.name}.aside")
    kind = chance.choice(["aside", "nowhere", "/dev/zero", "pipe", "folder"])
    file.rename(aside)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to(aside.name if kind == "aside" else kind)


def sealed_again(file: Path, chance: random.Random) -> bytes | None:
    """A file with another value and a seal that fits; None if it is none that is sealed so."""
    with contextlib.suppress(ValueError, InputError, pl.exceptions.PolarsError):
        if file.suffix == ".json":
            content = json.loads(file.read_text("utf-8"))
            if isinstance(content, dict) and content.pop(CHECKSUM, None) is not None:
                change = chance.choice(list(_places(content)))
                change(chance.choice(ABSURD))
                return json.dumps(sealed(content)).encode()
        elif file.name.startswith("part-") and file.parent.name == "parts":
            return with_rows(file, lambda rows: forged_rows(rows, chance))
    return None


def with_rows(file: Path, change: Callable[[pl.DataFrame], pl.DataFrame]) -> bytes:
    """A piece with its rows changed, sealed again."""
    number, run, content = int(file.stem.removeprefix("part-")), RunFolder(file.parents[1]), file.read_bytes()
    rows = change(pl.read_parquet(io.BytesIO(content)))
    return packed(rows, run._place(number), note_of(io.BytesIO(content)))


def _places(content: Any) -> Iterator[Callable[[Any], None]]:
    """Functions each of which puts another value in one place of some plain data, at whatever depth."""
    for key in list(content) if isinstance(content, dict) else range(len(content)):
        yield lambda value, key=key: content.__setitem__(key, value)
        if isinstance(content[key], dict | list):
            yield from _places(content[key])


def forged_rows(rows: pl.DataFrame, chance: random.Random) -> pl.DataFrame:
    """Rows of which one column is another, or is gone, or that are there twice or not at all."""
    name = chance.choice(rows.columns)
    column, kind = pl.col(name), rows.schema[name]
    ways = (
        lambda: rows.drop(name),
        lambda: rows.rename({name: name + "x"}),
        lambda: rows.with_columns(pl.lit("x").alias(name)),
        lambda: rows.with_columns(pl.lit(None).cast(kind).alias(name)),
        lambda: rows.with_columns(pl.lit(float("nan")).alias(name)),
        lambda: rows.with_columns((column.cast(pl.Float64, strict=False) * 1e30).alias(name)),
        lambda: rows.with_columns(column.shift(1).alias(name)),
        lambda: rows.with_columns(pl.lit(chance.choice([-1, 0, 255, 2**62])).alias(name)),
        lambda: pl.concat([rows, rows]),
        lambda: rows.head(0),
        lambda: rows.reverse(),
    )
    return chance.choice(ways)()


def repair(folder: Path, before: dict[Path, bytes]) -> None:
    """Give a folder its files again, and no other."""
    for path in list(folder.rglob("*")):
        if path.is_symlink() or path.is_fifo() or (path.is_file() and path.name != ".lock" and path not in before):
            path.unlink()
        elif path.is_dir() and path in before:
            path.rmdir()
    for path, content in before.items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
