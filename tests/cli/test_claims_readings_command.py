"""The command `claims --readings`: what other readings of the rulebooks change, as a user sees it."""

import csv
from pathlib import Path

import pytest

from knotlab import claims
from knotlab.analysis.defaults import DEFAULT_SEED
from tests.cli import knotlab

OWN = """
from knotlab.analysis.claims import Duel, Tip

DUMP = Duel("dump", "dump", "random", players=(3,), fields=("simple",), margin=0.04)
TIPS = [Tip("XX-C1", "knotweed", "play all you can", "a hunch", "as it stands", (DUMP,))]
"""


@pytest.mark.long
def test_the_table_is_printed_and_written(tmp_path: Path) -> None:
    file, page = tmp_path / "own.py", tmp_path / "page"
    file.write_text(OWN)
    words = ("claims", "--claims-from", file, "--readings", "--quick", "--out", tmp_path / "kept")
    answer = knotlab(*words, "--findings", page)
    assert (
        answer.status == 0
        and "reset=missing" in answer.out
        and "of 1 estimates certainly say something else" in answer.out
    )
    assert "| XX-C1 | KW-10 | reset=missing |" in (page / "readings.md").read_text()
    (row,) = csv.DictReader((page / "readings.csv").read_text().splitlines())
    difference = float(row["other_value"]) - float(row["usual_value"])
    assert float(row["change_value"]) == pytest.approx(difference, abs=1e-6)
    (entry,) = knotlab(*words, "--json").json["readings"]
    assert entry["change_value"] == float(row["change_value"]) and entry["change_deals"] == 500
    result = claims(claims_from=file, readings=True, quick=True, out=tmp_path / "kept", progress=False)
    assert result.to_polars().to_dicts() == [entry] and result.missing == 0 and len(result) == 1
    assert (
        result.settings_line == f"Knotweed; 1 pair of a tip and a reading; {result.games:,} games, seed {DEFAULT_SEED}"
    )
    assert "reset=missing" in result._repr_html_() and result.games > 2 * 500
    (axes,) = result.plot().axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["XX-C1, reset=missing"]
