"""The column `given_away` of an event log: what a plain search finds, where it is empty, and what is refused."""

import json
from itertools import islice
from pathlib import Path

import polars as pl
import pytest

from knotlab import play
from knotlab.analysis.bidding.open_play import Judge
from knotlab.analysis.runs.play import make_job
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.open_cards import Solver
from knotlab.sim.games.twyst.state import PLAY
from knotlab.sim.playing.match import records_of
from knotlab.studies.given_away import main, with_column
from tests.cli import knotlab
from tests.twyst.test_open_play import points_by_hand

pytestmark = [pytest.mark.long, pytest.mark.skipif(OFF, reason="whole deals take too long without the compiler")]
PLAYERS = ["threshold+solid", "random", "cautious+high", "random"]
TRICKS = 4


def test_the_column_is_what_records_say_and_empty_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, log = tmp_path / "run", tmp_path / "log.parquet"
    play("twyst", PLAYERS, games=8, seed=6, out=kept, log=True, progress=False)
    main([str(kept), "--tricks", str(TRICKS), "--save", str(log)])
    rows = pl.read_parquet(log).partition_by("game", maintain_order=True)
    file = tmp_path / "games.jsonl"
    made = knotlab("records", "twyst", *PLAYERS, "--games", 8, "--seed", 6, "--par", TRICKS, "--save", file)
    assert made.status == 0
    for game, line in zip(rows, file.read_text().splitlines(), strict=True):
        cards = [event for event in json.loads(line)["events"] if event["do"] == "card"]
        judged = [event.get("par", {"given_away": 0})["given_away"] for event in cards[-4 * TRICKS :]]
        played = game.filter(pl.col("decision") == PLAY)["given_away"].to_list()
        assert played == [None] * (len(cards) - 4 * TRICKS) + judged
        assert game.filter(pl.col("decision") != PLAY)["given_away"].null_count() == len(game) - len(cards)
    column = pl.concat(rows)["given_away"].drop_nulls()
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"cards that give something away, of each card: {(column > 0).mean():.4g} [")
    assert out[1].startswith(f"points given away, of each card: {column.mean():.4g} [")


def test_a_card_gives_away_what_a_plain_search_says(tmp_path: Path) -> None:
    """Deals of one contract for which both searches count points in the same way, in the last two tricks."""
    run = play("twyst", ["random+solid"] * 4, games=40, seed=4, out=tmp_path / "run", log=True, progress=False)
    log = with_column(run.scan_log().collect(), run.job, 2)
    compared = 0
    for number, game in enumerate(log.partition_by("game", maintain_order=True)):
        (record,) = records_of(run.job, number)
        judge = Judge(record, Solver())
        contracts = [event for event in record["events"] if event["do"] == "contract"]
        if len(contracts) > 1:
            continue
        seats = set(contracts[0]["contractors"])
        found = game["given_away"].drop_nulls().to_list()
        tables = [table for _, table in islice(judge.tables(), 44, 52)]
        if contracts[0]["name"] == "nemo":
            continue
        values = [points_by_hand(record, table, contracts[0], seats) for table in tables]
        for given, table, value, after in zip(found, tables, values, values[1:], strict=False):
            assert given == (value - after if table.seat in seats else after - value)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize(
    ("game", "players", "rules", "tricks", "complaint"),
    [
        ("knotweed", 2, [], 5, "only in twyst can all cards be laid open"),
        ("twyst", 4, [], 14, "1 to 13 tricks to judge, not 14"),
        ("twyst", 4, ["partners=own"], 5, "leave out partners=own"),
    ],
)
def test_a_column_that_cannot_be_is_refused(
    game: str, players: int, rules: list[str], tricks: int, complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        with_column(pl.DataFrame(), make_job(game, ["random"] * players, rules=rules), tricks)
