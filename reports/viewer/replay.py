"""Recorded games to watch: found in a file of records, and written as a page with the replay viewer."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from knotlab.reports.page.template import render
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.records import check_shape


def replay_page(record: Mapping[str, Any]) -> str:
    """A page that stands alone, in which one recorded game can be watched step by step."""
    title = f"{games.find(record['game']).title}, game {record['index']} of seed {record['seed']}"
    return render("page/replay.html", title=title, records=[record])


def read_record(file: Path, index: int | None) -> dict[str, Any]:
    """The record of game `index` of a file of records, or its first; raises InputError if there is none."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {file}: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    found = []
    for number, line in enumerate(lines, 1):
        record = _record(file, number, line)
        if index in (None, record["index"]):
            return record
        found.append(record["index"])
    if not found:
        raise InputError(f"there is no record in {file}")
    raise InputError(f"there is no game {index} in {file}; it has {_spell(found)}")


def _record(file: Path, number: int, line: str) -> dict[str, Any]:
    """One line as a record of the right form."""
    try:
        record = json.loads(line)
        check_shape(record)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{file}, line {number}: not a record ({error}); knotlab records writes them") from None
    return record


def _spell(indices: list[int]) -> str:
    """The numbers of some games, the first few of many."""
    shown = ", ".join(str(index) for index in indices[:10])
    return shown if len(indices) <= 10 else f"{shown}, ... {indices[-1]}"
