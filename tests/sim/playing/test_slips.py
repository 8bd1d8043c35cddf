"""Strategies with slips: each kind is refused before it plays, in every game, with its line or its decision."""

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import cloudpickle
import pytest

from knotlab.analysis.runs.play import Table, make_job
from knotlab.analysis.tuning.task import make_task
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing import trial, trying
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.players import Player, scores_of
from knotlab.sim.playing.trial import _try, close, try_out
from knotlab.sim.playing.trying import score_twice, tried
from knotlab.sim.playing.watch import deciding_within
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import bind, spelled
from tests.cli import GAME, knotlab, strategy_file

pytestmark = pytest.mark.tried

TOP = """import os
import time

import numpy as np
from numba import njit, objmode

import at_hand
from knotlab import param, strategy

FEW = np.arange(4.0)


def set_seat(view):
    view.seat = 1


def set_first(numbers):
    numbers[0] = 1


@njit
def set_first_compiled(numbers):
    numbers[0] = 1


@njit
def far(numbers, i):
    return numbers[i + 300]


def unfilled(n):
    return np.empty(n)


"""
# What stands beside each file, under a name that others have too.
AT_HAND = "import random\n\nBY_CHANCE = random.random()\n\n\ndef drawn(x):\n    return x + random.random()\n"
SOME = "view.hand_sizes"  # an array that every game's view has
LARGE = "if view.players >= 3:\n        "
CHANGED = "line .*: a strategy cannot change"
BEYOND = "beyond the end of an array"
UNCHECKED = "with '(flat|as_strided)' it could read beyond"
OTHERWISE = "other scores the second time"
AGAIN = "run again, its file gives other values"
CHANCE = "draws random numbers of its own"
TO_PYTHON = "cannot be compiled: it goes back to Python"

# By what is wrong: what stands at the top of the file, the body before `return score`, and what is said.
SLIPS = {
    "a field as a number of its own": ("", f"{LARGE}view.seat = 3", CHANGED),
    "a field counted up": ("", "view.players += 1", CHANGED),
    "a field by its name in brackets": ("", 'view["seat"] = 1', CHANGED),
    "a field set by a helper": ("", "set_seat(view)", CHANGED),
    "a field that is an array": ("", f"{SOME} = np.zeros(8, np.int32)", CHANGED),
    "a number of an array": ("", f"{SOME}[0] = 0", CHANGED),
    "a number of an array counted down": ("", f"{LARGE}{SOME}[view.seat] -= 1", CHANGED),
    "a slice": ("", f"{SOME}[:] = 0", CHANGED),
    "numbers that fulfil a condition": ("", f"{SOME}[{SOME} > 2] = 0", CHANGED),
    "two numbers exchanged": ("", f"{SOME}[0], {SOME}[1] = {SOME}[1], {SOME}[0]", CHANGED),
    "an array by another name": ("", f"mine = {SOME}\n    mine[1] = 1", CHANGED),
    "a part of an array by another name": ("", f"mine = {SOME}[1:]\n    mine[0] = 1", CHANGED),
    "an array turned round": ("", f"{SOME}[::-1][0] = 1", CHANGED),
    "an array in another shape": ("", f"{SOME}.reshape({SOME}.size)[0] = 1", CHANGED),
    "an array as it is": ("", f"np.asarray({SOME})[0] = 1", CHANGED),
    "an array changed by a helper": ("", f"set_first({SOME})", CHANGED),
    "an array changed by a compiled helper": ("", f"set_first_compiled({SOME})", CHANGED),
    "an array in a list": ("", f"both = [{SOME}, {SOME}]\n    both[0][0] = 1", CHANGED),
    "an array that may be the view's": ("", f"a = FEW.astype(np.int32)\n    {LARGE}a = {SOME}\n    a[0] = 1", CHANGED),
    "sorting in place": ("", f"{SOME}.sort()", "cannot be compiled"),
    "filling": ("", f"{SOME}.fill(0)", "cannot be compiled"),
    "adding into": ("", f"np.add({SOME}, {SOME}, {SOME})", "cannot be compiled"),
    "a way round the compiler": ("", f"for x in np.nditer({SOME}):\n        x[...] = 50", "changes view.hand_sizes"),
    "another way round the compiler": ("", f"np.ascontiguousarray({SOME})[1] = 50", "changes view.hand_sizes"),
    "beyond an array of the view": ("", f"{LARGE}score += {SOME}[view.seat + 9]", BEYOND),
    "before an array of the view": ("", f"score += {SOME}[-9 - view.seat]", BEYOND),
    "beyond an array of its own": ("", "own = np.zeros(3)\n    score += own[3 + move[0]]", BEYOND),
    "beyond an array of the file": ("", "score += FEW[4 + move[0]]", BEYOND),
    "beyond an array in a compiled helper": ("", f"score += far({SOME}, move[0])", BEYOND),
    "beyond an array by its flat numbers": ("", f"score += {SOME}.flat[60 + move[0]]", UNCHECKED),
    "beyond an array by strides": ("", f"score += np.lib.stride_tricks.as_strided({SOME}, (900,))[800]", UNCHECKED),
    "writing beyond an array": ("", "own = np.zeros(3)\n    own[400 + move[0]] = 1.0\n    score += own[0]", BEYOND),
    "memory that nobody filled": ("", "seen = np.empty(64)\n    seen[3] += 1.0\n    score += seen[3]", OTHERWISE),
    "memory like an array's": ("", f"score += np.empty_like({SOME})[2] % 1000", OTHERWISE),
    "memory from a helper": ("", "score += unfilled(9)[move[0] % 9]", OTHERWISE),
    "memory for some hundred numbers": ("", "seen = np.empty(700)\n    score += seen[340]", OTHERWISE),
    "memory for some thousand numbers": ("", "seen = np.empty((70, 70))\n    score += seen[35, 35]", OTHERWISE),
    "a variable that has no value yet": (
        "",
        "for i in range(view.seat - view.seat):\n        seen = 1.0 + i\n    score += seen",
        "variable 'seen'",
    ),
    "memory at a larger table": ("", f"own = FEW\n    {LARGE}own = np.empty(7)\n    score += own[3]", OTHERWISE),
    "chance in the score": ("", "score += np.random.random()", CHANCE),
    "chance in a helper's module": ("", "score += at_hand.drawn(1.0)", CHANCE),
    "chance at the top of a module": ("", "score += at_hand.BY_CHANCE", AGAIN),
    "chance at the top of the file": ("BONUS = np.random.random(9)\n", "score += BONUS[2]", AGAIN),
    "the clock": ("NOW = time.time()\n", "score += NOW % 7", AGAIN),
    "the number of the process": ("OWN = os.getpid()\n", "score += OWN % 7", AGAIN),
    "a hash of a text": ("OWN = hash('ace')\n", "score += OWN % 7", AGAIN),
    "a hash of a text in the score": ("", "score += hash('ace') % 1000", "a text's hash"),
    "the order of a set": ("ORDER = ' '.join({'a', 'b', 'c', 'd', 'e', 'f'})\n", "score += ord(ORDER[0])", AGAIN),
    "a value in a function's default": (
        "def odd(x, by=time.time()):\n    return x + by % 7\n\n\n",
        "score += odd(1.0)",
        AGAIN,
    ),
    "going back to Python": ("", "with objmode(now='f8'):\n        now = time.time()\n    score += now", TO_PYTHON),
    "more than 64 bits": (
        "",
        "code = 1\n    for i in range(40):\n        code = code * 13 + view.players\n    score += code % 7",
        "in plain Python",
    ),
    "sums in single precision": (
        "SINGLE = np.linspace(-1.0, 1.0, 8, dtype=np.float32)\n",
        f"score += (SINGLE[move[0] % 8] * {SOME}[0] + SINGLE[3]) ** 2",
        "single precision",
    ),
    "rounding halves of a cent": ("", "score += round(2.675, 2) * move[0]", "in plain Python"),
}  # fmt: skip
PLANNED = {
    "a plan that changes the view": ("view.seat = 1", CHANGED),
    "a plan that changes an array of the view": (f"{SOME}[view.seat] = 1", CHANGED),
    "a plan that writes beyond its room": ("view.plan[view.seat + 96] = 1.0", BEYOND),
    "a plan that writes far beyond its room": (f"{LARGE}view.plan[4000 * (1 + view.seat)] = 1.0", BEYOND),
}
QUICK = ("a field as a number of its own", "beyond an array of the view", "memory that nobody filled")
FIRST = {said: kind for kind, (_, _, said) in reversed(SLIPS.items())}  # of the kinds that are refused with a sentence
# Slips of all kinds are tried in one game, in this process; in the other games, one kind for each sentence; in other
# ways, one kind for each sentence, in one of the games. All kinds in all games and ways are in the long tests.
GAME_OF = dict(zip(FIRST.values(), cycle(games.names())))
ONE_FOR_EACH_SENTENCE = [
    pytest.param(game, kind, marks=() if GAME_OF.get(kind) == game else pytest.mark.long)
    for game in games.names()
    for kind in SLIPS
]


def level(game: str, kind: str) -> pytest.MarkDecorator | tuple[()]:
    """With which tests a slip is tried in this process."""
    if game == GAME:
        return () if kind in QUICK else pytest.mark.more
    return pytest.mark.more if kind in FIRST.values() else pytest.mark.long


def written(folder: Path, game: str, top: str, body: str, declared: str = "") -> Path:
    """A file with a strategy that has a slip, and a module beside it."""
    (folder / "at_hand.py").write_text(AT_HAND)
    file = folder / "slip.py"
    score = "    score = 0.25 * move[1] - move[0]\n"
    head = f'@strategy("{game}"{declared})\ndef slip(view, move):\n'
    file.write_text(f"{TOP}{top}{head}{score}    {body}\n    return score\n")
    return file


def players(game: str) -> list[str]:
    """A strategy with a slip at a table of three, or of as many as there must be."""
    return ["slip", *["random"] * (max(3, games.find(game).players[0]) - 1)]


def said_of(game: str, file: Path) -> str:
    """Why a strategy is refused."""
    with pytest.raises(InputError) as refused:
        try_out(make_job(game, players(game), strategies_from=[file]))
    return str(refused.value)


@pytest.mark.parametrize(
    ("game", "kind"),
    [pytest.param(game, kind, marks=level(game, kind)) for game in games.names() for kind in SLIPS],
)
def test_a_slip_is_refused_before_it_plays(game: str, kind: str, tmp_path: Path) -> None:
    top, body, said = SLIPS[kind]
    refusal = said_of(game, written(tmp_path, game, top, body))
    assert "slip" in refusal and re.search(said, refusal), refusal


def shown_once(player: Player, view: Any, moves: Any, where: str) -> Any:
    """A decision's scores, of memory that is not zero."""
    trying.fill_given(1)
    return scores_of(player, view, moves)


@pytest.mark.more
@pytest.mark.parametrize("divides", [False, True])
@pytest.mark.parametrize("game", games.names())
def test_plain_python_finds_memory_that_nobody_filled(
    game: str, divides: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a slip is found where the C library does not fill memory as it hands it out, also if it fails on zeros."""
    if divides and trying._mallopt() is None:
        pytest.skip("this C library cannot fill memory as it hands it out, and zeros would fail before")
    monkeypatch.setattr(trying, "score_twice", shown_once)
    top, body, said = SLIPS["memory for some thousand numbers"]
    body = body.replace("score += seen[35, 35]", "score += 1.0 / seen[35, 35]") if divides else body
    job = make_job(game, players(game), strategies_from=[written(tmp_path, game, top, body)])
    refusal, _ = trial._child(is_plain=True).ask(cloudpickle.dumps((job, trying.tried(job)[1])))
    assert re.search(said, refusal), refusal


@pytest.mark.more
@pytest.mark.parametrize("kind", PLANNED)
@pytest.mark.parametrize("game", games.names())
def test_a_plan_writes_into_its_own_room_alone(game: str, kind: str, tmp_path: Path) -> None:
    body, said = PLANNED[kind]
    plan = f"def fill(view):\n    {body}\n    view.plan[0] = 1.0\n\n\n"
    refusal = said_of(game, written(tmp_path, game, plan, "score += view.plan[0]", ", plan=fill"))
    assert "slip" in refusal and re.search(said, refusal), refusal


@pytest.mark.more
@pytest.mark.parametrize(("game", "kind"), ONE_FOR_EACH_SENTENCE)
def test_a_slip_is_refused_whatever_was_done_before(game: str, kind: str, tmp_path: Path) -> None:
    top, body, said = SLIPS[kind]
    file = written(tmp_path, game, top, body)
    knotlab("check", file)
    words = ("play", game, *players(game), "--strategies-from", file, "--games", 3000)
    for options in (("--backend", "processes", "--workers", 2), ("--workers", 1))[: 1 + (game == GAME)]:
        answer = knotlab(*words, *options)
        assert answer.status == 2 and re.search(said, answer.line), answer


@pytest.mark.more
@pytest.mark.parametrize("kind", QUICK)
def test_check_shows_a_slip_again(kind: str, tmp_path: Path) -> None:
    top, body, said = SLIPS[kind]
    answer = knotlab("check", written(tmp_path, GAME, top, body))
    assert answer.status and re.search(said, answer.out + answer.err), answer
    assert said == CHANGED or re.search(r"game \d+ of its trial, decision \d+", answer.out + answer.err), answer


@pytest.mark.more
@pytest.mark.parametrize(
    ("top", "body", "said"),
    [
        (
            "if 'KNOTLAB_IN_TRIAL' in os.environ:\n    os._exit(3)\n",
            "score += 1.0",
            r"ended the process .*\(status 3\)",
        ),
        ("", "while score < 1e300:\n        score += 1e-9 * view.players", r"decision \d+: no score after 0\.5 s"),
    ],
    ids=["a fault that ends the process", "a decision without end"],
)
def test_what_ends_or_holds_up_its_process_is_a_sentence(top: str, body: str, said: str, tmp_path: Path) -> None:
    with deciding_within(0.5):
        assert re.search(said, said_of(GAME, written(tmp_path, GAME, top, body or "score += 1.0")))


def test_a_search_over_parameters_is_tried_at_its_bounds(tmp_path: Path) -> None:
    """At the value that it starts from nothing is wrong."""
    lines = ("few = np.zeros(6)", "return few[int(keep)] - move.rank")
    file = strategy_file(tmp_path, "ranging", *lines, top="import numpy as np", parameters="keep=param(1.0, 0.0, 9.0)")
    table = Table(GAME, 2, strategies_from=[file])
    with pytest.raises(InputError, match=BEYOND):
        make_task(table, "ranging", field=["random"])
    make_task(table, "ranging", field=["random"], dials=["keep=0..5"])


def test_a_process_that_took_long_to_begin_tries_decisions_as_well(tmp_path: Path) -> None:
    job = make_job(GAME, ["slip", "shed"], strategies_from=[written(tmp_path, GAME, "", "score += 1.0")])
    assert [decision.where for decision in tried(job, since=-1000.0)[1]]


def test_what_a_trial_found_is_kept_for_a_strategy_and_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, tables = written(tmp_path, GAME, "", "score += 1.0"), list[object]()
    monkeypatch.setattr(trial, "base_folder", lambda: tmp_path)
    monkeypatch.setattr(trial, "_try", lambda job: tables.append(job) or "")

    def trials(*players: str, rules: Sequence[str] = ()) -> int:
        monkeypatch.setattr(trial, "_known", {})  # as in another process
        try_out(make_job(GAME, players, rules=rules, strategies_from=[file]))
        return len(tables)

    assert trials("slip", "shed", "random") == 1
    assert trials("slip", "shed", "random") == trials("all-round", "slip", "random") == 1
    assert trials("slip", "shed", "random", "random") == 2
    assert trials("slip", "shed", "random", rules=["turn_limit=12"]) == 3
    text = file.read_text()
    file.write_text(text.replace("score += 1.0", "score += 2.0"))
    assert trials("slip", "shed", "random") == 4
    file.write_text(f"{text}# a comment\n")
    assert trials("slip", "shed", "random") == 4


def test_only_users_strategies_are_scored_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = list[str]()

    def noted(player: Player, *arguments: Any) -> Any:
        names.append(player.name)
        return score_twice(player, *arguments)

    monkeypatch.setattr(trying, "score_twice", noted)
    file = written(tmp_path, GAME, "", "score += 1.0")
    assert tried(make_job(GAME, ["shed", "slip", "random"], strategies_from=[file]))[0] == ""
    assert set(names) == {"slip"}


@pytest.mark.long
@pytest.mark.parametrize("game", games.names())
def test_what_ships_reads_within_arrays_and_fills_its_memory(game: str) -> None:
    """Bounds of its arrays are not checked in play, and it plays without a trial."""
    job = make_job(game, ["random"] * max(3, games.find(game).players[0]))
    for name, strategy in catalogue(game).items():
        if not strategy.is_slow:
            player = bind(spelled(game, name))  # halves of a player, too
            mine = replace(player, functions=replace(player.functions, bounds=True))
            fault, seen = tried(replace(job, players=(mine, *job.players[1:])))
            assert not fault and seen, (name, fault)


SEVERAL = """PRIME = np.uint64(1099511628211)
TABLE = ((0.5, (1.0, -2.0)), (1.5, (0.25, 3.0)))
SQUARE = np.outer(np.arange(1.0, 6.0), np.arange(5.0))


def weigher(by):
    def weigh(x):
        return by * x

    return weigh


weigh = weigher(0.75)


@njit
def extremes(numbers):
    return numbers.min(), numbers.max()


"""
# Sound strategies that are unusual: the body before `return score`.
SOUND = {
    "ties that argsort decides": f"score = float(np.argsort({SOME})[move[0] % {SOME}.size])",
    "ties that sorted decides": f"score = float(sorted([x for x in {SOME}])[move[1] % 2])",
    "the first of equal ones": f"score += np.argmax({SOME}) - np.argmin({SOME})",
    "a hash that wraps around 64 bits": (
        "h = np.uint64(14695981039346656037)\n    for x in move:\n        h = (h ^ np.uint64(x + 1)) * PRIME\n    "
        "score = float(h >> np.uint64(40))"
    ),
    "whole numbers of NumPy's that wrap around": (
        "h = np.int64(7)\n    for x in move:\n        h = h * np.int64(6364136223846793005) + np.int64(x)\n    "
        "score = float(h % np.int64(1009))"
    ),
    "a hash kept within 32 bits": (
        "h = 7\n    for x in move:\n        h = (h * 1103515245 + x + 12345) & 0x7FFFFFFF\n    score = h % 1009 + 0.0"
    ),
    "bits of one number": f"bits = 0\n    for x in {SOME}:\n        bits |= 1 << (x % 60)\n    score += bits >> 3",
    "its own random numbers": "score = np.floor(8 * view.game_uniform) - np.floor(8 * view.decision_uniform)",
    "never better than nothing": "score = -np.inf if move[0] == 0 else 0.0",
    "all moves alike": "score = 0.0",
    "vast and tiny scores": "score = 1e300 * move[0] - 5e-324 * move[1]",
    "scores that differ in their last digits": "score = 0.1 + 0.2 * move[0] - 0.3 * move[0]",
    "a product of matrices": "score += (SQUARE @ SQUARE)[move[0] % 5, 2] + np.dot(SQUARE[1], SQUARE[:, 2].copy())",
    "a network": f"score += np.tanh(SQUARE[:3, :2].copy() @ {SOME}[:2].astype(np.float64)).sum()",
    "a copy that is changed": f"mine = {SOME}.copy()\n    mine[0] += 3\n    mine.sort()\n    score -= mine[-1]",
    "memory that is filled": "own = np.empty(9)\n    own[:] = move[0]\n    score += own[move[0] % 9]",
    "from behind": f"score += {SOME}[-1]",
    "a tuple of tuples": "score += TABLE[1][1][0] * move[0] + TABLE[0][0]",
    "a function made by a function": "score += weigh(move[0])",
    "two values of a helper": f"low, high = extremes({SOME})\n    score += high - low",
    "a list and a set of its own": "few = {1, 2}\n    score += len([x for x in range(9) if x not in few])",
    "a dictionary of its own": "seen = {0: 1.0}\n    seen[move[0]] = 2.0\n    score += seen[0]",
    "remainders and divisions of numbers below zero": "score += (-7 - move[0]) % 5 + (-7 - move[0]) // 2",
    "rounding halves": "score += round(0.5 + move[0])",
    "a mean without numbers": "score += np.zeros(0).sum() + (np.nan if move[0] < 0 else 1.0)",
}
# Of them, what takes long to compile.
LONGER = (
    "ties that argsort decides",
    "ties that sorted decides",
    "the first of equal ones",
    "a product of matrices",
    "a network",
    "a copy that is changed",
    "two values of a helper",
    "a list and a set of its own",
    "a dictionary of its own",
)


@pytest.mark.more
@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[pytest.mark.long] * (kind in LONGER)) for kind in SOUND])
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] * (game != GAME)) for game in games.names()]
)
def test_a_sound_strategy_that_is_unusual_is_not_refused(game: str, kind: str, tmp_path: Path) -> None:
    file = written(tmp_path, game, SEVERAL, f"score *= 1.0\n    {SOUND[kind]}")
    n = max(3, games.find(game).players[0])
    job = make_job(game, ["slip" if game != "twyst" else "slip+slip", *["random"] * (n - 1)], strategies_from=[file])
    try_out(job)
    assert play_games(job, 0, 2 * n).shape == (2 * n,)


def test_a_sound_strategy_is_not_refused(tmp_path: Path) -> None:
    body = "own = np.zeros(9)\n    own[move[0]] = view.game_uniform\n    score += own.sum() + far(np.arange(400.0), 3)"
    file = written(tmp_path, GAME, "", body)
    try_out(make_job(GAME, ["slip", "shed", "random"], strategies_from=[file]))


@pytest.mark.long
def test_a_first_trial_takes_two_seconds_of_processor_time_however_slow_a_strategy_is(tmp_path: Path) -> None:
    """Two seconds where counting to five million takes 0.22; a machine that others use, too, takes longer for both."""
    resource = pytest.importorskip("resource")  # which Windows lacks
    file = written(tmp_path, GAME, "", "for i in range(20_000):\n        score += 1e-9 * (i % (1 + move[0]))")
    job = make_job(GAME, ["slip", "shed", "random"], strategies_from=[file])
    assert _try(job) == ""  # compiles it
    took, counting = [], []
    for _ in range(3):
        close()
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.process_time()
        sum(i & 3 for i in range(5_000_000))
        counting.append(time.process_time() - begun)
        _try(job)
        close()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert 0.5 < min(took) < 2.0 * max(1.0, max(counting) / 0.22)
