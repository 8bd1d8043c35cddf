"""Strategies that fail in the middle of a run: exit status 1, one line that says where, and a command that shows it."""

import re
from pathlib import Path

import polars as pl
import pytest

from knotlab import play
from knotlab.sim.errors import StrategyError
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.run import PIECE_DEALS
from knotlab.sim.playing.watch import deciding_within, move_seconds
from tests.cli import GAME, Answer, knotlab, parts, program, refused, replay_command, strategy_file

pytestmark = pytest.mark.tried

FAILURES = {
    "divides by zero": (("return 1 / (move.rank - move.rank)",), "ZeroDivisionError"),
    "divides by a zero of its own numbers": (("return 1.0 / (view.turn_uniform * 0.0)",), "ZeroDivisionError"),
    "takes the remainder by zero": (("return 1.0 + move.rank % (view.players - view.players)",), "ZeroDivisionError"),
    "raises": (("if move.kind == PICK_UP: raise ValueError('no idea')", "return 0.0"), "no idea"),
    "gives no number": (("return float('nan')",), "NaN"),
    "makes no number": (("return float('inf') - float('inf') * move.rank",), "NaN"),
    "returns nothing for some moves": (("if move.kind == LAY:", "    return 1.0"), "nothing"),
}


# With this seed and a limit of 0.9997, part 0 fails near its end (game 3562) and part 1 soon after its beginning (game
# 4435).
LATE_THEN_EARLY = 171


def failing(folder: Path, kind: str) -> tuple[Answer, Path]:
    """What playing with a failing strategy gives back, and its file."""
    lines, _ = FAILURES[kind]
    file = strategy_file(folder, "failing", *lines)
    return knotlab("play", GAME, "random", "failing", "--strategies-from", file, "--games", 20, "--seed", 9), file


def where(line: str) -> tuple[int, int]:
    """The numbers of the game and of the decision in an error line."""
    game, decision = re.search(r"game (\d+) \(deal \d+\) at decision (\d+)", line).groups()  # type: ignore[union-attr]
    return int(game), int(decision)


@pytest.mark.parametrize("kind", FAILURES)
def test_a_strategy_that_fails_ends_the_run_with_one_line_that_says_where_and_why(kind: str, tmp_path: Path) -> None:
    answer, _ = failing(tmp_path, kind)
    assert answer.status == 1
    assert "'failing'" in answer.line and FAILURES[kind][1] in answer.line
    game, decision = where(answer.line)
    assert 0 <= game < 20 and decision >= 1


@pytest.mark.parametrize("kind", FAILURES)
def test_the_replay_command_of_the_line_tells_the_moves_up_to_the_failure(kind: str, tmp_path: Path) -> None:
    played, _ = failing(tmp_path, kind)
    answer = knotlab(*replay_command(played.line))
    assert answer.status == 1 and answer.err.count("\n") == 1
    assert "'failing'" in answer.err and FAILURES[kind][1] in answer.err and where(answer.err) == where(played.line)
    assert f"game {where(played.line)[0]} of seed 9" in answer.out and "is dealt" in answer.out
    assert "finished after" not in answer.out and "capped after" not in answer.out
    assert answer.out.count("\nseat ") >= (where(played.line)[1] > 2)


def test_a_tournament_names_the_table_at_which_a_strategy_failed(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "failing", *FAILURES["raises"][0])
    names = ("shed", "failing", "random", "hoard-aces")
    played = knotlab("tournament", GAME, *names, "--strategies-from", file, "--games", 200)
    assert played.status == 1 and "'failing'" in played.line
    assert where(knotlab(*replay_command(played.line)).err) == where(played.line)


def test_infinite_scores_are_numbers(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "endless", "return float('-inf') if move.kind == PICK_UP else float('inf')")
    assert knotlab("play", GAME, "random", "endless", "--strategies-from", file, "--games", 2).status == 0


def test_the_replay_command_has_the_settings_seats_parameters_and_files_of_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "my strategies"
    folder.mkdir()
    file = strategy_file(
        folder,
        "late",
        "if view.decision >= after and view.hand_sizes[view.seat] > 5: return 1 / 0",
        "return 0.0",
        parameters="after=param(1, 0, 9)",
    )
    words = (
        "late:after=0,tremble=0.5 shed:tremble=0.25 --fixed-seats --set eight=repeat --set multiply=none --set packs=2"
    )
    answer = knotlab("play", GAME, *words.split(), "--seed", 2**64 - 1, "--games", 50, "--strategies-from", file)
    assert answer.status == 1
    again = knotlab(*replay_command(answer.line))
    assert again.status == 1 and where(again.err) == where(answer.line)
    assert "late:after=0,tremble=0.5" in again.out


def test_the_first_failure_of_the_run_is_told_whatever_the_workers(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "rarely", "return float('nan') if view.game_uniform > 0.9997 else 0.0")
    words = ("random", "rarely", "--strategies-from", file, "--games", 8192, "--fixed-seats", "--seed", LATE_THEN_EARLY)
    serial, parallel = (knotlab("play", GAME, *words, "--workers", n).line for n in (1, 2))
    assert 3000 < where(serial)[0] < 4096
    assert parallel == serial


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.more), 2])
def test_the_parts_before_a_failure_are_kept(workers: int, tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "rarely", "return float('nan') if view.game_uniform > 0.9999 else 0.0")
    words = ("random", "rarely", "--strategies-from", file, "--games", 40_000, "--fixed-seats", "--workers", workers)
    answer = knotlab("play", GAME, *words, "--out", tmp_path / "run")
    assert answer.status == 1
    failed, _ = where(answer.line)
    kept = parts(tmp_path / "run")
    assert kept == [f"part-{number:06d}.parquet" for number in range(failed // 4096)] != []
    games = pl.concat([pl.read_parquet(tmp_path / "run" / "parts" / name) for name in kept])
    assert games["game"].to_list() == list(range(4096 * len(kept)))


def test_a_failure_in_a_run_folder_can_be_replayed_from_it(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "failing", *FAILURES["raises"][0])
    played = knotlab(
        "play", GAME, "random", "failing", "--strategies-from", file, "--games", 20, "--out", tmp_path / "run"
    )
    answer = knotlab("replay", "--run", tmp_path / "run", "--index", where(played.line)[0], "--strategies-from", file)
    assert answer.status == 1 and "no idea" in answer.err and answer.out.count("seat") > 2


def test_a_plan_that_fails_is_blamed_too(tmp_path: Path) -> None:
    file = strategy_file(
        tmp_path, "planner", "return view.plan[0]", top="\n\ndef plan(view):\n    view.plan[0] = 1 / (view.players - 2)"
    )
    file.write_text(file.read_text().replace('@strategy("twisted-knot")', '@strategy("twisted-knot", plan=plan)'))
    answer = knotlab("play", GAME, "random", "planner", "--strategies-from", file, "--games", 4)
    assert answer.status == 1 and "'planner'" in answer.line and "ZeroDivisionError" in answer.line


@pytest.mark.more
def test_a_decision_without_end_ends_the_run_with_the_strategys_name(tmp_path: Path) -> None:
    """It comes up in one game of three thousand, so that a trial does not meet it; what was played before is kept. A
    program of its own, as the decision goes on until its process ends.
    """
    lines = ("steps = 0.0", "while view.game_uniform > 0.9997 and steps >= 0.0: steps += 0.25", "return steps")
    file, out = strategy_file(tmp_path, "endless", *lines), tmp_path / "run"
    words = ("play", GAME, "random", "endless", "--strategies-from", file, "--seed", LATE_THEN_EARLY + 1)
    answer = program(*words, "--games", 40_000, "--fixed-seats", "--out", out, "--move-seconds", 1)
    assert answer.status == 1 and "'endless' failed in game" in answer.line and "no score after 1 s" in answer.line
    assert len(parts(out)) == where(answer.line)[0] // PIECE_DEALS


WITHOUT_END = {
    "a duel": ("duel", GAME, "endless", "random", "--players", 2),
    "a tournament": ("tournament", GAME, "endless", "random", "--players", 2, "--games", 4000),
    "tuning": ("tune", GAME, "endless", "--players", 2, "--budget", 2),
    "a report": ("report", GAME, "endless", "random", "--games", 4000),
    "claims in stages": ("claims", "--claims-from", "OWN", "--stages", "sizes", "--precision", "2%"),
    "processes": ("play", GAME, "endless", "random", "--games", 40_000, "--backend", "processes"),
}
OWN = """from knotlab.analysis.claims import Duel, Tip

DUELS = (Duel("an idea", "endless", "random", players=(2, 3), margin=0.02),)
TIPS = [Tip("MY-C1", "twisted-knot", "a claim of my own", "heard", "as it stands.", DUELS)]
"""


@pytest.mark.long
@pytest.mark.parametrize("kind", WITHOUT_END)
def test_a_decision_without_end_ends_every_command_that_plays_and_is_shown_by_another(
    kind: str, tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(OWN)
    lines = ("steps = keep", "while view.game_uniform > 0.999 and steps >= 0.0: steps += 0.25", "return steps")
    file = strategy_file(tmp_path, "endless", *lines, parameters="keep=param(0.5, 0.0, 1.0)")
    words = [tmp_path / "own.py" if word == "OWN" else word for word in WITHOUT_END[kind]]
    words += ["--strategies-from", file, "--out", tmp_path / "out", "--workers", 2, "--move-seconds", 0.5]
    answer = program(*words)
    assert answer.status == 1 and "'endless' failed in game" in answer.line and "no score after 0.5 s" in answer.line
    shown = program(*replay_command(answer.line), "--move-seconds", 0.5)
    assert shown.status == 1 and "'endless' failed in game" in shown.err and where(shown.err) == where(answer.line)


@pytest.mark.parametrize("backend", ["threads", pytest.param("processes", marks=pytest.mark.more)])
def test_the_seconds_of_a_decision_hold_on_every_worker(backend: str) -> None:
    with deciding_within(3.5):
        assert list(fan_out(move_seconds_after, [(0,)] * 3, 2, backend)) == [3.5] * 3
    assert list(fan_out(move_seconds_after, [(0,)] * 3, 2, backend)) == [10.0] * 3


def move_seconds_after(number: int) -> float:
    """Seconds that a decision may take where this is called."""
    return move_seconds()


def test_the_python_call_raises_an_error_that_says_the_same(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "failing", *FAILURES["raises"][0])
    with pytest.raises(StrategyError, match="no idea") as raised:
        play(GAME, ["random", "failing"], games=20, strategies_from=[file])
    assert raised.value.strategy == "failing" and raised.value.index < 20 and raised.value.decision >= 1


def test_a_failing_strategy_does_not_hide_what_is_wrong_with_the_words(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "failing", *FAILURES["raises"][0])
    assert "'failed'" in refused("play", GAME, "random", "failed", "--strategies-from", file)


@pytest.mark.more
def test_a_failure_in_a_duels_pilot_names_the_games_that_show_it(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "failing", "if view.stack_size > 12: raise ValueError('too many')", "return 0.0")
    words = ("duel", GAME, "failing", "shed", "--strategies-from", file)
    answer = knotlab(*words)
    assert answer.status == 1 and "--purpose pilot" in answer.line
    actual = knotlab(*replay_command(answer.line))
    assert actual.status == 1 and "too many" in actual.err and where(actual.err) == where(answer.line)


@pytest.mark.more
def test_a_failure_on_a_way_that_the_game_did_not_go_is_one_line(tmp_path: Path) -> None:
    file = strategy_file(
        tmp_path,
        "failing",
        "if view.stack_size > 12: raise ValueError('too many')",
        "return 1.0 if move.kind == LAY else 0.0",
    )
    words = ("whatif", GAME, "failing", "failing", "--strategies-from", file, "--rollouts", 20, "--index", 8)
    # 2: a decision without a choice.
    answer = next(answer for k in range(10) if (answer := knotlab(*words, "--decision", k)).status != 2)
    assert answer.status == 1 and "'failing' failed in game 8" in answer.line and "too many" in answer.line
    assert "on a path that the game did not take" in answer.line and "see it with" not in answer.line
    assert answer.line.endswith("(deal 4 of seed 20260101)")


@pytest.mark.parametrize("option", [("--json",), ("--html", "game.html")])
def test_a_failed_game_is_no_json_and_no_page(
    option: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    played, _ = failing(tmp_path, "raises")
    answer = knotlab(*(word for word in replay_command(played.line) if word != "--why"), *option)
    assert (answer.status, answer.out) == (1, "") and not list(tmp_path.glob("*.html"))


@pytest.mark.more
def test_a_score_without_bound_is_a_word_in_json(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "sure", "return float('inf') if move.kind == LAY else float('-inf')")
    words = ("whatif", GAME, "sure", "shed", "--strategies-from", file, "--rollouts", 10, "--json")
    content = next(answer.json for k in range(3, 30) if (answer := knotlab(*words, "--decision", k)).status == 0)
    assert {move["score"] for move in content["moves"]} <= {"inf", "-inf"}


@pytest.mark.parametrize(
    "command", [("replay",), ("replay", "--json"), ("records", "--games", 1, "--save", "games.jsonl")], ids=str
)
def test_a_strategy_that_fails_where_it_trembles_fails_in_one_line_once_it_is_asked(
    command: tuple, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In play nobody asks it; a trace tells the scores of every decision."""
    monkeypatch.chdir(tmp_path)
    table = (
        GAME,
        "random",
        "failing:tremble=1",
        "--strategies-from",
        strategy_file(tmp_path, "failing", *FAILURES["divides by zero"][0]),
    )
    assert knotlab("play", *table, "--games", 20).status == 0
    answer = knotlab(command[0], *table, *command[1:])
    assert (
        answer.status == 1
        and "'failing:tremble=1' failed in game 0 (deal 0) at decision" in answer.line
        and "ZeroDivisionError" in answer.line
    )


def test_records_before_a_failure_are_kept(tmp_path: Path) -> None:
    file = strategy_file(
        tmp_path,
        "late",
        "if view.game_uniform > 0.8 and move.kind == PICK_UP: raise ValueError('no idea')",
        "return -1.0 * move.rank",
    )
    out = tmp_path / "games.jsonl"
    answer = knotlab("records", GAME, "random", "late", "--strategies-from", file, "--games", 50, "--save", out)
    n = len(out.read_text().splitlines())
    assert (
        answer.status == 1
        and 0 < n < 50
        and answer.err.splitlines()[0].endswith(f"--first {n}, or skip the game that fails with --first {n + 1}")
    )
    assert knotlab("verify", out).out == f"{n} of {n} records are valid\n"
