"""The column `given_away` of an event log: what a plain search finds, where it is empty, and what is refused."""

import json
from itertools import islice
from pathlib import Path

import polars as pl
import pytest

from knotlab import play, rate
from knotlab.analysis.bidding.open_play import Judge
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.open_cards import Solver
from knotlab.sim.games.twyst.state import PLAY
from knotlab.sim.playing.match import records_of
from tests.cli import knotlab, one_line
from tests.twyst.test_open_play import points_by_hand

pytestmark = pytest.mark.skipif(OFF, reason="whole deals take too long without the compiler")
PLAYERS = ["threshold+solid", "random", "cautious+high", "random"]
TRICKS = 4


def test_the_column_is_what_records_say_and_empty_elsewhere(tmp_path: Path) -> None:
    run = play("twyst", PLAYERS, games=8, seed=6, out=tmp_path / "run", log=True, par=TRICKS, progress=False)
    rows = run.scan_log().collect().partition_by("game", maintain_order=True)
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
    assert rate(run, "given_away", among="given_away >= 0").value == pytest.approx(column.mean())


def test_a_card_gives_away_what_a_plain_search_says(tmp_path: Path) -> None:
    """Deals of one contract for which both searches count points in the same way, in the last two tricks."""
    run = play("twyst", ["random+solid"] * 4, games=40, seed=4, out=tmp_path / "run", log=True, par=2, progress=False)
    log = run.scan_log().collect()
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
    ("words", "complaint"),
    [
        (("twyst", *["random"] * 4, "--par", 5), "par is a column of the event log; keep one with --log and --out"),
        (("knotweed", "random", "random", "--log", "--par", 5), "only in twyst can all cards be laid open"),
        (("twyst", *["random"] * 4, "--log", "--par", 14), "--par"),
        (("twyst", *["random"] * 4, "--log", "--par", 5, "--set", "partners=own"), "leave out partners=own"),
    ],
)
def test_a_column_that_cannot_be_is_refused(tmp_path: Path, words: tuple[object, ...], complaint: str) -> None:
    answer = knotlab("play", *words, "--games", 4, "--out", tmp_path / "run")
    assert answer.status == 2 and complaint in one_line(answer.err)


def test_a_run_with_the_column_is_another_run(tmp_path: Path) -> None:
    def again(par: int | None) -> pl.DataFrame:
        run = play("twyst", PLAYERS, games=4, seed=1, out=tmp_path / "run", log=True, par=par, progress=False)
        return run.scan_log().collect()

    first = again(1)
    assert again(1).equals(first) and "given_away" in first.columns
    for other in (None, 2):
        with pytest.raises(InputError, match="holds another run: its par differ"):
            again(other)
