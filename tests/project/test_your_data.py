"""The page on tables names the columns that the tables have."""

import re
from pathlib import Path

import polars as pl
import pytest

import knotlab
from knotlab.sim.errors import InputError
from tests.project.packages import ROOT

PAGE = (ROOT / "docs" / "your-data.md").read_text()
KNOT, SMALL = "twisted-knot", ["shed", "random", "hoard-aces"]


def documented() -> dict[str, list[str]]:
    """The columns that the page lists for each frame, in their order."""
    sections = re.findall(r"<!-- (.+?) -->\n\n((?:\|.*\n)+)", PAGE)
    return {
        frame: [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
        for frame, table in sections
    }


def test_every_column_is_on_the_page_and_no_other(tmp_path: Path) -> None:
    known = {
        "run": knotlab.play(KNOT, SMALL, games=300, seed=1, out=tmp_path / "run"),
        "duel": knotlab.duel(KNOT, "shed", "random", players=2, margin=0.1, seed=1, out=tmp_path / "duel"),
        "tournament": knotlab.tournament(KNOT, SMALL, games=300, seed=1, out=tmp_path / "tournament"),
    }
    pages = documented()
    assert set(known) == {frame.partition(".")[0] for frame in pages}
    for frame, columns in pages.items():
        owner, _, name = frame.partition(".")
        found = getattr(known[owner], name.removesuffix("()"))
        table = found() if name.endswith("()") else found
        has = table.collect_schema().names() if isinstance(table, pl.LazyFrame) else list(table.columns)
        assert sorted(columns) == sorted(has), frame


def test_the_deals_of_a_duel_are_those_of_its_table(tmp_path: Path) -> None:
    """Every number of the table is the mean over the deals; a duel that was not kept has none."""
    played = knotlab.duel(KNOT, "hoard-aces", "random", players=3, margin=0.1, seed=1, out=tmp_path)
    for result in (played, knotlab.show(tmp_path)):
        deals = result.deals()
        assert list(deals["deal"]) == list(range(result.n_deals))
        for row in result.to_pandas().itertuples():
            for side in ("a", "b", "effect"):
                assert deals[f"{row.metric}_{side}"].mean() == pytest.approx(getattr(row, side))
    with pytest.raises(InputError, match="were not kept"):
        knotlab.duel(KNOT, "shed", "random", players=2, margin=0.1, seed=1).deals()
