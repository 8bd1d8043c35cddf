"""What holds for the runs, records and commands of every game."""

import json
import random
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.kernels import trace
from knotlab.sim.playing.batches import play_games, play_numbers
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.records import record_game, record_of
from knotlab.sim.playing.run import run
from knotlab.sim.playing.traced import play_traced
from knotlab.sim.playing.trying import IN_TRIAL
from knotlab.sim.playing.verify import Fault, verify
from tests.cli import GAME, knotlab, program
from tests.sim.conforming import GAMES, Forgery, Record, every_game, forgeries, job, jobs, oracle, scatter

pytestmark = pytest.mark.more  # players of several kinds at each table, whose kernels take long to compile


# --- a game is the same wherever it is played ---


@every_game
@pytest.mark.parametrize("fixed_seats", [False, True])
def test_a_game_is_the_same_in_whatever_batch_it_is_played(name: str, fixed_seats: bool) -> None:
    sizes = (1, 2, 3) if OFF else (1, 7, 16)
    firsts = [10 + sum(sizes[:i]) for i in range(len(sizes))]
    for setup in range(len(oracle(name).SETUPS)):
        of_job = job(name, setup, fixed_seats)
        together = play_games(of_job, 10, sum(sizes))
        parts = [play_games(of_job, first, count) for first, count in zip(firsts, sizes, strict=True)]
        assert np.array_equal(np.concatenate(parts), together)
        assert np.array_equal(play_numbers(of_job, np.arange(9 + sum(sizes), 9, -1))[::-1], together)


@every_game
def test_a_game_is_the_same_for_any_number_of_workers_and_size_of_parts(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_job, frames = job(name, 0), []
    for deals, workers in ((4096, 1), (5, 2), (11, 1)):
        monkeypatch.setattr("knotlab.sim.playing.run.PIECE_DEALS", deals)
        parts = list(run(of_job, 20, workers=workers))
        assert len(parts) == -(-20 // deals)
        frames.append(pl.concat(parts))
    for frame in frames[1:]:
        assert_frame_equal(frame, frames[0])


@every_game
@given(
    cuts=st.sets(st.integers(1, 29), max_size=5),
    workers=st.integers(1, 3),
    shuffle=st.randoms(use_true_random=False),
    alone=st.integers(0, 29),
)
@settings(max_examples=6 if OFF else 25)
def test_a_game_is_the_same_however_a_run_is_cut_and_ordered(
    name: str, cuts: set[int], workers: int, shuffle: random.Random, alone: int
) -> None:
    """Batches of any sizes, in any order, by any number of workers, and one game by itself."""
    of_job = job(name, 0)
    together = play_games(of_job, 0, 30)
    parts = np.split(np.arange(30), sorted(cuts))
    shuffle.shuffle(parts)
    for numbers, played in zip(parts, fan_out(play_numbers, [(of_job, part) for part in parts], workers), strict=True):
        assert np.array_equal(played, together[numbers])
    assert np.array_equal(play_numbers(of_job, np.array([alone])), together[[alone]])
    assert play_traced(of_job, alone).result == together[alone]


@every_game
def test_a_game_played_alone_and_traced_is_that_of_the_batch(name: str) -> None:
    for of_job in jobs(name):
        for index, result in enumerate(play_games(of_job, 5, 8), 5):
            assert play_traced(of_job, index).result == result


@every_game
def test_the_rotations_of_a_deal_share_its_cards_and_the_players_move_on(name: str) -> None:
    for of_job in jobs(name):
        n = len(of_job.players)
        records = [record_game(of_job, index) for index in range(2 * n)]
        assert (
            all(each["deal"] == records[0]["deal"] for each in records[:n]) and records[n]["deal"] != records[0]["deal"]
        )
        spelt = [player.name for player in of_job.players]
        assert [each["players"] for each in records[:n]] == [spelt[index:] + spelt[:index] for index in range(n)]


# --- records ---


@every_game
def test_records_are_json_hold_and_agree_with_the_results(name: str) -> None:
    fields = games.find(name).result_fields
    for of_job in jobs(name):
        for index, result in enumerate(play_games(of_job, 0, 12)):
            content = json.loads(json.dumps(record_game(of_job, index)))
            verify(content)
            assert (content["game"], content["seed"], content["index"]) == (name, of_job.seed, index)
            for field, _ in fields:
                stated = content["result"].get(field, content["result"].get(field + "s"))
                assert stated == result[field][: len(of_job.players)].tolist()


@every_game
def test_records_with_reasons_are_the_same_games_with_every_choice_explained(name: str) -> None:
    for of_job in jobs(name):
        plain, why = record_game(of_job, 3), json.loads(json.dumps(record_game(of_job, 3, why=True)))
        verify(why)
        message = [
            decision
            for event in why["events"]
            for decision in (*event.get("before", ()), event)
            if len(decision.get("moves", ())) > 1
        ]
        assert message and all(
            len({json.dumps(move) for move, _ in decision["moves"]}) == len(decision["moves"]) for decision in message
        )
        for event in why["events"]:
            for key in ("moves", "before", "tremble"):
                event.pop(key, None)
        assert why == json.loads(json.dumps(plain))


@every_game
def test_a_game_longer_than_a_trace_has_room_for_is_recorded_as_any_other(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, empty = record_game(job(name, 0), 0, why=True), trace.empty
    monkeypatch.setattr(trace, "empty", lambda game, events=4, moves=4: empty(game, events, moves))
    assert record_game(job(name, 0), 0, why=True) == usual


@cache
def recorded(name: str) -> list[list[str]]:
    """Some records of each of a game's jobs, as JSON."""
    return [[json.dumps(record_game(each, index)) for index in range(4 if OFF else 10)] for each in jobs(name)]


def an_event_of_another_seat(forged: Record, chance: random.Random) -> None:
    """Somebody acts out of turn, or what happened is told of somebody else."""
    event = chance.choice([event for event in forged["events"] if "seat" in event])
    event["seat"] = (event["seat"] + chance.randint(1, len(forged["players"]) - 1)) % len(forged["players"])


def an_event_too_many(forged: Record, chance: random.Random) -> None:
    """Something happens after the end."""
    forged["events"].append(dict(forged["events"][-1]))


def an_unknown_event(forged: Record, chance: random.Random) -> None:
    """Something that cannot happen in the game."""
    chance.choice(forged["events"])["do"] = "shout"


def the_end_left_out(forged: Record, chance: random.Random) -> None:
    """The events stop too early."""
    del forged["events"][chance.randrange(len(forged["events"]) // 2, len(forged["events"]) - 1) :]


def another_number_in_the_result(forged: Record, chance: random.Random) -> None:
    """A place, a score or a number of turns that is not that of the game."""
    result = forged["result"]
    field = chance.choice(sorted(set(result) - {"end"}))
    if isinstance(result[field], list):
        result[field][chance.randrange(len(result[field]))] += chance.choice((-1, 1))
    else:
        result[field] += chance.choice((-1, 1))


def a_part_of_the_result_left_out(forged: Record, chance: random.Random) -> None:
    """Every part of the result is there."""
    del forged["result"][chance.choice(sorted(forged["result"]))]


def another_end(forged: Record, chance: random.Random) -> None:
    """The game did not end so."""
    forged["result"]["end"] = chance.choice(
        [end for end in ("finished", "stalled", "capped", "won") if end != forged["result"].get("end", "finished")]
    )


def a_setting_left_out(forged: Record, chance: random.Random) -> None:
    """Every setting is named, but for those of how the rulebook is read."""
    readings = {setting.name for setting in games.find(forged["game"]).readings}
    named = sorted(set(forged["rules"]) - readings)
    if named:
        del forged["rules"][chance.choice(named)]
    else:
        del forged["rules"]


def a_setting_that_does_not_exist(forged: Record, chance: random.Random) -> None:
    """No other setting is named."""
    forged["rules"]["stakes"] = 3


def a_field_left_out(forged: Record, chance: random.Random) -> None:
    """Every field of the format is there."""
    del forged[chance.choice(("game", "rules", "seed", "index", "players", "deal", "events", "result"))]


def a_field_of_another_type(forged: Record, chance: random.Random) -> None:
    """Every field of the format is what it should be."""
    forged[chance.choice(("game", "rules", "seed", "index", "players", "deal", "events", "result"))] = chance.choice(
        (None, -1, "x", [3], 1.5)
    )


def another_number_of_players(forged: Record, chance: random.Random) -> None:
    """A name for each seat."""
    forged["players"].append("random")


# Of the other games, forgeries are among the tests of their own verifier.
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name != GAME)) for name in games.names()]
)
@pytest.mark.parametrize("forgery", forgeries(__name__))
def test_no_forged_record_holds(name: str, forgery: Forgery) -> None:
    for records in recorded(name):
        for index, record in enumerate(records):
            forged = json.loads(record)
            forgery(forged, random.Random(index))
            with pytest.raises(Fault):
                verify(forged)


# --- by the command line, compiled or not ---


@pytest.mark.long
@every_game
def test_the_same_games_are_played_with_and_without_the_compiler(name: str, tmp_path: Path) -> None:
    n, changes = oracle(name).SETUPS[0]
    words = ["records", name, *["scatter:tremble=0.1", "random"] * (n // 2), "--games", 3]
    words += ["--strategies-from", scatter(name)] + [word for change in changes for word in ("--set", change)]
    assert knotlab(*words, "--save", tmp_path / "here.jsonl").status == 0
    assert (
        program(*words, "--save", tmp_path / "there.jsonl", env={"NUMBA_DISABLE_JIT": "0" if OFF else "1"}).status == 0
    )
    assert (tmp_path / "here.jsonl").read_bytes() == (tmp_path / "there.jsonl").read_bytes()


@pytest.mark.parametrize(
    "name", ["twyst", *(pytest.param(name, marks=pytest.mark.long) for name in GAMES if name != "twyst")]
)
def test_the_same_games_are_played_whatever_the_seed_of_pythons_hashes(name: str, tmp_path: Path) -> None:
    """The twin: a score that hangs on a hash, of a strategy that nobody tries."""
    score = "def chancy(view, move):\n    return HASH * (1 + move[0] + 3 * move[1]) % 97\n"
    head = f"from knotlab import strategy\n\nHASH = hash('x') % 97\n\n\n@strategy('{name}')\n"
    (tmp_path / "chancy.py").write_text(head + score)
    n = oracle(name).SETUPS[0][0]

    def played(strategy: str, seed: int) -> list[bytes]:
        out = tmp_path / f"{strategy}-{seed}"
        words = ("--strategies-from", scatter(name), "--strategies-from", tmp_path / "chancy.py", "--games", 30 * n)
        seats = [strategy, *["random"] * (n - 1)]
        seeds = {"PYTHONHASHSEED": seed, IN_TRIAL: tmp_path / "trial"}
        assert program("play", name, *seats, *words, "--out", out, env=seeds).status == 0
        return [part.read_bytes() for part in (out / "parts").iterdir()]

    assert played("scatter", 1) == played("scatter", 2)
    assert name != GAME or played("chancy", 1) != played("chancy", 2)


@every_game
def test_every_command_knows_the_game(name: str, tmp_path: Path) -> None:
    n, changes = oracle(name).SETUPS[-1]
    table = [name, *["random"] * n, *(word for change in changes for word in ("--set", change))]
    file, run_folder, mine = tmp_path / "games.jsonl", tmp_path / "run", tmp_path / "mine.py"
    for words in (
        ("play", *table, "--games", 2 * n, "--by-seat", "--out", run_folder),
        ("show", run_folder),
        ("records", *table, "--games", 2, "--why", "--save", file),
        ("verify", file),
        ("replay", *table, "--index", 1),
        ("replay", *table, "--index", 1, "--why"),
        ("replay", "--run", run_folder, "--index", 1, "--json"),
        ("strategies", name),
        ("rules", name),
        ("view", name),
        ("new", mine, "--game", name),
        ("check", mine, "--games", 20),
    ):
        answer = knotlab(*words)
        assert (answer.status, answer.err) == (0, ""), (words, answer)
        assert answer.out.strip(), words


@every_game
def test_every_game_is_told_from_its_deal_to_its_end(name: str) -> None:
    from knotlab.reports.words.telling import tell

    for of_job in jobs(name):
        played = play_traced(of_job, 2)
        lines = list(tell(record_of(played)))
        message = record_of(played)
        assert len(lines) == 2 + len(games.find(name).events.describe_deal(message["deal"])) + len(message["events"])
        assert all(line.strip() for line in lines)
