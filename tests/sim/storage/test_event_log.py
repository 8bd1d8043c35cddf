"""The event log: a row for each decision, the same whatever the batches, told by other means to be what happened."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from knotlab import to_pandas
from knotlab.analysis.runs.fields import watched
from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.kernels.trace import DECISION, rows_of
from knotlab.sim.playing import batches
from knotlab.sim.playing.batches import play_games, play_logged
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.traced import play_traced
from knotlab.sim.storage.run_folder import RunFolder
from tests.cli import knotlab, timeless_list
from tests.referee import twisted_knot as referee
from tests.sim.conforming import asked

TABLES = {
    "twisted-knot": ["shed:tremble=0.05", "hoard-nines:tremble=0.05", "random"],
    "knotweed": ["dump:tremble=0.05", "finisher", "random"],
    "twyst": ["threshold+solid", "random", "cautious+high", "random"],
}
TABLES |= {name: watched(name) for name in games.names() if name not in TABLES}
# The kernel that logs takes longest to compile: one game's is among the tests of `make test`.
every_game = pytest.mark.parametrize(
    "game", [pytest.param(name, marks=[pytest.mark.long] * (name != "twisted-knot")) for name in games.names()]
)


def logged(job: Job, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Results and rows of some games."""
    pieces = [(results.copy(), rows.copy()) for results, rows in play_logged(job, first, count)]
    return np.concatenate([results for results, _ in pieces]), np.concatenate([rows for _, rows in pieces])


@every_game
def test_a_logged_run_plays_the_same_games_and_has_a_row_for_each_decision(game: str) -> None:
    job = make_job(game, TABLES[game], seed=4)
    results, rows = logged(job, 5, 200)
    assert (results == play_games(job, 5, 200)).all()
    assert np.bincount(rows["game"], minlength=205)[5:].tolist() == results["decisions"].tolist()
    for number in (5, 77, 204):
        steps = rows["step"][rows["game"] == number]
        assert steps.tolist() == list(range(len(steps)))


@every_game
def test_rows_say_what_a_traced_game_says(game: str) -> None:
    job = make_job(game, TABLES[game], seed=9)
    _, rows = logged(job, 0, 12)
    width = len(games.find(game).move._fields)
    for index in range(12):
        traced, first = play_traced(job, index).trace, 0
        messages = []
        for _, seat, n, chosen in (row for row in rows_of(traced) if row[0] == DECISION):
            messages.append((seat, n, chosen % 4, *(int(value) for value in traced.moves[first + chosen // 4][:width])))
            first += n
        mine = rows[rows["game"] == index]
        names = ["seat", "moves", "how", *(f"move_{name}" for name in games.find(game).move._fields)]
        assert [tuple(int(row[name]) for name in names) for row in mine] == messages
        assert all(int(row["player"]) == job.players_by_seat(index)[int(row["seat"])] for row in mine)


@pytest.mark.more
def test_a_game_of_twisted_knot_is_logged_as_the_second_implementation_sees_it() -> None:
    job = make_job("twisted-knot", TABLES["twisted-knot"], seed=9, rules=["turn_limit=400"])
    _, rows = logged(job, 0, 30)
    names = (
        "hand_size pile_size stack_size top top_count demand demand_count pairs goes holding next_hand next_pile"
    ).split()
    for index in range(30):
        seen: list[tuple[np.record, int]] = []
        referee.play(
            dict(job.rules), [asked(player) for player in job.players], job.seed, index,
            on_decision=lambda view, moves, scores, chosen, seen=seen: seen.append((view.copy(), len(moves))),
        )  # fmt: skip
        mine, seen = rows[(rows["game"] == index) & (rows["moves"] > 1)], [each for each in seen if each[1] > 1]
        assert len(mine) == len(seen)
        for row, (view, n_moves) in zip(mine, seen, strict=True):
            stated = {
                "stack_size": view.stack_size,
                "top": view.top,
                "top_count": view.top_count,
                "demand": view.demand,
                "demand_count": view.demand_count,
            }
            stated |= {
                "hand_size": view.hand_sizes[view.seat],
                "pile_size": view.pile_sizes[view.seat],
                "pairs": view.pairs,
                "goes": view.goes,
            }
            stated |= {
                "holding": view.holding,
                "next_hand": view.hand_sizes[view.next],
                "next_pile": view.pile_sizes[view.next],
            }
            assert {name: int(row[name]) for name in names} == {name: int(stated[name]) for name in names}
            assert int(row["moves"]) == n_moves
            assert [int(row["hand"]) // 16**rank % 16 for rank in range(14)] == view.hand[:14].tolist()


@pytest.mark.parametrize("game", ["twisted-knot", pytest.param("knotweed", marks=pytest.mark.long)])
def test_a_place_is_logged_once(game: str) -> None:
    results, rows = logged(make_job(game, TABLES[game], seed=9), 0, 50)
    placed = rows[rows["placed"] > 0]
    logged_places = sorted(
        zip(placed["game"].tolist(), placed["seat"].tolist(), placed["placed"].tolist(), strict=True)
    )
    n = len(TABLES[game])
    assert logged_places == [
        (i, seat, place)
        for i, places in enumerate(results["place"][:, :n].tolist())
        for seat, place in enumerate(places)
        if 0 < place < n
    ]


def test_small_room_gives_the_same_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    job = make_job("twisted-knot", TABLES["twisted-knot"], seed=2)
    whole = logged(job, 0, 100)
    monkeypatch.setattr(batches, "LOG_ROOM", 64)  # less than most games need
    pieces = logged(job, 0, 100)
    assert (whole[0] == pieces[0]).all() and (whole[1] == pieces[1]).all()


def test_a_game_without_room_leaves_the_rows_before_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    job = make_job("twisted-knot", TABLES["twisted-knot"], seed=2)
    whole = logged(job, 0, 20)
    monkeypatch.setattr(batches, "LOG_ROOM", int((whole[1]["game"] < 2).sum()))  # just what two games need
    pieces = logged(job, 0, 20)
    assert (whole[1] == pieces[1]).all()


def test_turns_played_while_a_cycle_was_looked_for_are_not_logged() -> None:
    job = make_job("twisted-knot", [f"{name}:tremble=0" for name in ("shed", "hoard-nines", "hoard-aces")], seed=1)
    results, rows = logged(job, 0, 60)
    assert (results["end"] == 1).any(), "no game stalled"
    last = [int(rows["turn"][rows["game"] == index].max()) for index in range(60)]
    assert last == (results["turns"] - 1).tolist()


# --- in a run folder ---


RUN = ("play", "twisted-knot", *TABLES["twisted-knot"][:2], "--fixed-seats", "--games", 5000, "--seed", 5)


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a run folder but the manifest, which tells of a clock, and the line on it in the list."""
    return {
        str(path.relative_to(folder)): timeless_list(path) if path.name == "SHA256SUMS" else path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }


@pytest.mark.long
def test_a_log_added_to_a_run_later_is_the_log_of_one_that_had_it_from_the_start(tmp_path: Path) -> None:
    assert knotlab(*RUN, "--out", tmp_path / "first", "--log").status == 0
    assert knotlab(*RUN, "--out", tmp_path / "second").status == 0
    assert not (tmp_path / "second" / "log").exists()
    assert knotlab(*RUN, "--out", tmp_path / "second", "--log", "--workers", 1).status == 0
    assert files(tmp_path / "first") == files(tmp_path / "second")


@pytest.mark.more
def test_a_run_with_a_log_that_goes_on_without_one_is_not_called_whole(tmp_path: Path) -> None:
    """What a run was begun with stays promised, even once all of it is gone."""
    few, run = (*RUN[:-3], 300, *RUN[-2:]), tmp_path / "run"
    assert knotlab(*few, "--out", run, "--log").status == 0 and knotlab("verify", run).status == 0
    assert knotlab(*RUN, "--out", run).status == 0
    for _ in range(2):
        answer = knotlab("verify", run)
        assert answer.status == 3 and "no event log of piece" in answer.out
        shutil.rmtree(run / "log", ignore_errors=True)


def test_a_log_needs_a_folder() -> None:
    answer = knotlab(*RUN, "--log")
    assert answer.status == 2 and "--out" in answer.line


def test_a_rate_is_the_share_that_counting_gives(tmp_path: Path) -> None:
    assert knotlab(*RUN, "--out", tmp_path / "run", "--log").status == 0
    content = knotlab(
        "rate", tmp_path / "run", "--of", "move_kind = 1", "--among", "decision = 1 and stack_size >= 3", "--json"
    ).json
    rows = to_pandas(pl.read_parquet(tmp_path / "run" / "log" / "*.parquet"))
    cases = rows[(rows["decision"] == 1) & (rows["stack_size"] >= 3)]
    assert content["value"] == pytest.approx((cases["move_kind"] == 1).mean())
    assert content["cases"] == len(cases) and content["n"] == 5000


@pytest.mark.more
def test_a_rate_over_all_decisions_names_no_condition(tmp_path: Path) -> None:
    assert knotlab(*RUN, "--out", tmp_path / "run", "--log").status == 0
    of_size = ("rate", tmp_path / "run", "--of", "hand_size")
    over_all, over_some = (knotlab(*of_size, *more).out for more in ((), ("--among", "decision = 1")))
    assert over_all.startswith("hand_size: ") and over_some.startswith("hand_size, among decision = 1: ")


def test_a_log_that_is_written_once_more_counts_only_when_it_is_whole(tmp_path: Path) -> None:
    """Where writing stops after the first of its frames, the note of the earlier one no longer vouches for it."""
    run, frame = RunFolder(tmp_path), pl.DataFrame({"game": [1, 2]})
    run.open({"game": "knotweed", "seed": 1}, {}, 2, log=True)
    run.write_log(0, 2, iter([frame, frame]))
    assert run.has_log(0, 2)

    def stopped() -> Iterator[pl.DataFrame]:
        yield frame
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.write_log(0, 2, stopped())
    assert not run.has_log(0, 1)
