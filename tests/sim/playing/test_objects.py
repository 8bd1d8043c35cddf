"""Players that are objects in plain Python: the games are those of a compiled strategy that decides alike, each seat
and game has its own object, and what goes wrong is one sentence.
"""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import polars as pl
import pytest

import knotlab
from knotlab.analysis.runs.play import load_job, make_job
from knotlab.reports.words.duel import all_of
from knotlab.sim import games
from knotlab.sim.errors import InputError, RunError, StrategyError
from knotlab.sim.games.twisted_knot.state import PICK_UP
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.branch import play_again
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.records import decisions_of, record_of
from knotlab.sim.playing.traced import play_traced
from knotlab.sim.playing.verify import verify
from knotlab.sim.storage.run_folder import RunFolder
from knotlab.strategies import declare
from knotlab.strategies.declare import param
from tests.cli import knotlab as command
from tests.cli import program, refused, strategy_file

GAME = "twisted-knot"


@pytest.fixture(autouse=True)
def nothing_is_declared_for_long() -> Iterator[None]:
    """What a test declares, at the top of this file too, is gone after it."""
    yield
    forget()


def forget() -> None:
    """Nothing is declared in this file any more; what ships may have been loaded since."""
    declare.declared[:] = [each for each in declare.declared if each.file != Path(__file__)]


def declared(game: str, maker: Any, **parameters: Any) -> Any:
    """A class, or what makes an object, as a player of a game."""
    return declare.player(game, **parameters)(maker)


def job_of(*players: Any, game: str = GAME, seed: int = 5) -> Job:
    """Games of some players, spelled or declared."""
    return make_job(game, list(players), seed=seed)


class First:
    """Plays the first move."""

    def choose(self, view: Any, moves: Any) -> Any:
        return moves[0]


# --- the same games ---


def value(move: Any) -> int:
    """A number that no two moves of a decision share."""
    total = 0
    for k in range(len(move)):
        total = total * 64 + move[k] % 64
    return total


class Highest:
    """Plays the move with the highest number."""

    def choose(self, view: Any, moves: Any) -> Any:
        return max(moves, key=value)


SCORES = {
    "twisted-knot": "return (move.kind * 64 + move.rank % 64) * 64 + move.count % 64",
    "knotweed": "return ((move.kind * 64 + move.pile % 64) * 64 + move.rank % 64) * 64 + move.cards % 64",
    "twyst": "return (move.kind * 64 + move.card % 64) * 64 + move.seat % 64",
}


@pytest.mark.more
@pytest.mark.tried
@pytest.mark.parametrize("game", ["twisted-knot", pytest.param("knotweed", marks=pytest.mark.long), "twyst"])
def test_an_object_plays_the_games_of_a_compiled_strategy_that_decides_alike(game: str, tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "highest_score", SCORES[game], game=game)
    plain = declared(game, type("Highest", (Highest,), {}))
    usual = {"twisted-knot": ["shed"] * 2, "knotweed": ["finisher"] * 2, "twyst": ["threshold+solid"] * 3}[game]
    compiled = make_job(game, ["highest-score", *usual], seed=5, strategies_from=[file])
    asked = job_of(plain, *usual, game=game)
    assert play_games(compiled, 0, 60).tobytes() == play_games(asked, 0, 60).tobytes()
    numbers = np.arange(20)
    assert play_again(compiled, numbers).tobytes() == play_again(asked, numbers).tobytes()


SAME_SCORE = """
import json  # which the compiler would refuse within a function


def rank_of(move):
    return json.loads(json.dumps({"rank": max(move.rank, 0)}))["rank"]


def score(view, move, keep):
    return keep * view.hand[move.rank] - rank_of(move) // 3
"""


@pytest.mark.more
@pytest.mark.parametrize("noise", ["", ":tremble=0", ":temperature=2"])
def test_a_strategy_that_is_not_compiled_plays_as_it_would_if_it_were(noise: str, tmp_path: Path) -> None:
    compiled = strategy_file(
        tmp_path,
        "fast",
        "return keep * view.hand[move.rank] - max(move.rank, 0) // 3",
        parameters="keep=param(2, 0, 4)",
    )
    plain = tmp_path / "slow.py"
    head = "from knotlab import param, strategy\n"
    plain.write_text(
        f"{head}{SAME_SCORE}\n\n@strategy('twisted-knot', compiled=False, keep=param(2, 0, 4))\n"
        "def slow(view, move, keep):\n    return score(view, move, keep)\n"
    )
    fast, slow = (
        play_games(make_job(GAME, [f"{name}{noise}", "shed", "random"], seed=5, strategies_from=[file]), 0, 60)
        for name, file in (("fast", compiled), ("slow", plain))
    )
    assert fast.tobytes() == slow.tobytes()


@pytest.mark.tried
def test_a_strategy_that_the_compiler_refuses_plays_in_plain_python_and_remembers_the_game(tmp_path: Path) -> None:
    file = strategy_file(
        tmp_path,
        "counting",
        "view.memory[move.rank] = view.memory.get(move.rank, 0) + 1",
        "return view.memory[move.rank]",
    )
    words = ("play", GAME, "counting", "shed", "--games", 20, "--strategies-from", file)
    said = refused(*words)
    assert f"{file}, line " in said
    assert said.endswith("in plain Python, which is slower, with --interpreted or @strategy(.., compiled=False)")
    assert "counting" in command(*words, "--interpreted").out
    file.write_text(file.read_text().replace('@strategy("twisted-knot"', '@strategy("twisted-knot", compiled=False'))
    assert "counting" in command(*words).out


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        (None, "returned nothing"),
        (float("nan"), "returned nan"),
        (np.float32("nan"), r"returned np.float32\(nan\)"),
        ("7x", "returned '7x'"),
        pytest.param(10**400, "returned 10+", id="too large"),
    ],
)
def test_scores_of_plain_python_are_checked(returned: Any, said: str) -> None:
    declare.strategy(GAME, compiled=False)(_returning(returned))
    with pytest.raises(StrategyError, match=rf"{said} \(test_objects.py, line \d+\); return a number for every move"):
        play_games(job_of("wrong", "shed"), 0, 2)


def test_an_infinite_score_forbids_a_move_or_demands_it() -> None:
    """As in a compiled strategy, also where their sum is no number."""

    def last(view: Any, move: Any) -> float:
        return np.inf if move.kind == PICK_UP else -np.inf

    declare.strategy(GAME, compiled=False)(last)
    record = record_of(play_traced(job_of("last:tremble=0", "shed"), 0), why=True)
    own = [each for each in decisions_of(record) if each["seat"] == 0 and len(each["moves"]) > 1]
    scores = [score for each in own for _, score in each["moves"]]
    assert {"inf", "-inf"} <= set(scores), scores[:9]


def _returning(value: Any) -> Any:
    def wrong(view: Any, move: Any) -> Any:
        return value

    return wrong


def test_an_object_sees_just_what_a_view_has() -> None:
    class Looking(First):
        def choose(self, view: Any, moves: Any) -> Any:
            seen.update({name: getattr(view, name) for name in dir(view) if name not in ("random", "memory")})
            with pytest.raises(AttributeError, match="cannot change view"):
                view.seat = 1
            with pytest.raises(AttributeError, match="no field 'deck_order'"):
                view.deck_order  # noqa: B018
            assert isinstance(moves, tuple), "who could sort them would have another one played"
            return moves[0]

    seen: dict[str, Any] = {}
    job = job_of(declared(GAME, Looking), "shed")
    traced = play_traced(job, 0)
    view = traced.states.views[0]
    assert set(seen) == set(games.find(GAME).view.names or ())
    for name in ("players", "packs", "hand", "pile_sizes", "stack", "plan", "known"):
        assert np.shape(seen[name]) == np.shape(view[name])
    assert isinstance(seen["hand"], tuple) and type(seen["seat"]) is int and type(seen["decision_uniform"]) is float


def test_each_seat_and_game_has_its_own_object_that_is_told_how_it_ended() -> None:
    made: list[Any] = []

    class Remembering(First):
        def __init__(self, weight: int) -> None:
            self.weight, self.seats, self.started, self.outcome = weight, set[int](), 0, ()
            made.append(self)

        def start(self, view: Any) -> None:
            self.started += 1

        def choose(self, view: Any, moves: Any) -> Any:
            self.seats.add(view.seat)
            return moves[0]

        def over(self, outcome: Any) -> None:
            assert self.outcome == ()
            self.outcome = outcome

    declared(GAME, Remembering, weight=param(3, 0, 8))
    job = job_of("remembering:weight=2", "remembering", "shed")
    results = play_games(job, 0, 6)
    asked_first = made[: 2 * 6]
    assert {each.weight for each in made} == {2, 3} and all(type(each.weight) is int for each in made)
    assert all(each.started == 1 and len(each.seats) == 1 for each in made)
    outcomes = [tuple(int(place) for place in row) for row in results["place"][:, :3] for _ in range(2)]
    assert [each.outcome for each in asked_first] == outcomes


# --- events ---


class Hearing(First):
    """Notes what it is told, and at which choice."""

    heard: ClassVar[dict[int, list[tuple[int, dict[str, Any]]]]] = {}  # by seat

    def __init__(self) -> None:
        self.choices, self.events = 0, list[tuple[int, dict[str, Any]]]()

    def start(self, view: Any) -> None:
        Hearing.heard[view.seat] = self.events

    def saw(self, event: dict[str, Any]) -> None:
        self.events.append((self.choices, event))

    def choose(self, view: Any, moves: Any) -> Any:
        self.choices += 1
        return moves[0]


# Where events hold cards that only the player sees who does it.
HIDES: dict[str, dict[str, str]] = {
    "twisted-knot": {"take": "cards", "discard": "card"},
    "knotweed": {"draw": "cards", "reset": "draw"},
    "twyst": {},
}


@pytest.mark.long
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("is_table_again", [False, True])
def test_an_object_is_told_of_all_that_its_seat_sees_and_of_nothing_else(game: str, is_table_again: bool) -> None:
    usual = {"twisted-knot": ["shed"] * 2, "knotweed": ["finisher"] * 2, "twyst": ["threshold+solid"] * 3}[game]
    job = job_of(declared(game, type("Hearing", (Hearing,), {})), *usual, game=game)
    for index in range(4):
        Hearing.heard.clear()
        if is_table_again:
            play_again(job, np.array([index]))
        else:
            play_games(job, index, 1)
        ((seat, told),) = Hearing.heard.items()
        if not is_table_again:
            record = record_of(play_traced(job, index))
            seen = games.find(game).events.as_seen(seat, record["deal"], record["events"])[1]
            assert [event for _, event in told] == seen
        hidden = [event for _, event in told if event.get("seat") != seat and event["do"] in HIDES[game]]
        assert bool(hidden) == bool(HIDES[game])
        assert all(set(event[HIDES[game][event["do"]]]) <= {"?"} for event in hidden)
        if game == "twyst":
            assert all(choices > 0 for choices, event in told if event["do"] == "bid"), "bids are turned together"
            assert sum(event["do"] == "bid" for _, event in told) == 4


def test_an_error_in_what_is_told_of_events_is_said_with_the_line() -> None:
    class Deaf(First):
        def saw(self, event: Any) -> None:
            raise KeyError(event["do"])

    with pytest.raises(StrategyError, match=r"KeyError: 'bid' \(test_objects.py, line \d+\)"):
        play_games(job_of(declared("twyst", Deaf), *["random"] * 3, game="twyst"), 0, 1)


# --- chance ---


class ByChance:
    """Draws its moves from three places."""

    def choose(self, view: Any, moves: Any) -> Any:
        draws = (view.random.random(), random.random(), np.random.random())
        return moves[int(sum(draws) * len(moves)) % len(moves)]


def test_the_same_seed_gives_the_same_games_and_leaves_the_programs_own_chance_alone() -> None:
    job = job_of(declared(GAME, ByChance), "shed", "shed")
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()
    first = play_games(job, 0, 8)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before
    random.seed(2)
    again = np.concatenate([play_games(job, 4, 4), play_games(job, 0, 4)])
    others = play_games(job_of("by-chance", "shed", "shed", seed=6), 0, 8)
    first, again, others = (results["decisions"].tolist() for results in (first, again, others))
    assert first == again[4:] + again[:4] and first != others


def test_an_object_that_remembers_earlier_games_is_refused() -> None:
    class Counting:
        choices = 0

        def choose(self, view: Any, moves: Any) -> Any:
            Counting.choices += 1
            return moves[Counting.choices % len(moves)]

    job = job_of(declared(GAME, Counting), "shed")
    with pytest.raises(RunError, match=r"game 0 is another one when it is played again .* draw from view\.random"):
        play_games(job, 0, 4)


def test_a_game_that_is_told_is_the_game_that_was_played() -> None:
    job = job_of(declared(GAME, ByChance), "by-chance", "shed")
    results = play_games(job, 0, 3)
    for index in (2, 0):
        traced = play_traced(job, index)
        assert traced.result.tobytes() == results[index].tobytes()
        verify(record_of(traced))


# --- what goes wrong ---


class ReturnsNothing(First):
    """Forgets to answer."""

    def choose(self, view: Any, moves: Any) -> Any:
        return None


class Illegal(First):
    """Plays a move that there is not."""

    def choose(self, view: Any, moves: Any) -> Any:
        return (99, 0, 0)


class Fails(First):
    """Fails while it chooses."""

    def choose(self, view: Any, moves: Any) -> Any:
        return moves[len(moves)]


class FailsAtTheStart(First):
    """Fails before it is asked."""

    def start(self, view: Any) -> None:
        raise ValueError("no book of openings")


class FailsAtTheEnd(First):
    """Fails when it is told the outcome."""

    def over(self, outcome: Any) -> None:
        raise OSError("the notes are full")


def cannot_be_made() -> Any:
    """Makes nothing."""
    raise RuntimeError("no engine")


@pytest.mark.parametrize(
    ("maker", "said"),
    [
        (ReturnsNothing, r"played None \(test_objects.py, line \d+\), which is not legal; legal are Move\("),
        (Illegal, r"played \(99, 0, 0\) \(test_objects.py, line \d+\), which is not legal"),
        (Fails, r"IndexError: tuple index out of range \(test_objects.py, line \d+\)"),
        (FailsAtTheStart, r"ValueError: no book of openings \(test_objects.py, line \d+\)"),
        (FailsAtTheEnd, r"OSError: the notes are full \(test_objects.py, line \d+\)"),
        (cannot_be_made, r"RuntimeError: no engine \(test_objects.py, line \d+\)"),
    ],
)
def test_what_goes_wrong_is_said_with_the_line(maker: Any, said: str) -> None:
    named = declared(GAME, maker)
    with pytest.raises(StrategyError, match=said) as caught:
        play_games(job_of("shed", named), 0, 4)
    assert caught.value.strategy == next(each.name for each in declare.declared if each.score is maker)


def test_a_class_without_choose_is_refused() -> None:
    with pytest.raises(InputError, match=r"the player 'no-choice' needs a method choose\(self, view, moves\)"):
        declared(GAME, type("NoChoice", (), {}))


@pytest.mark.parametrize(
    ("spelled", "game"),
    [("first+solid", "twyst"), ("thinker:opponents=first", GAME), ("first:forbid={file}:never", GAME)],
)
def test_what_only_compiled_strategies_can_do_is_refused(spelled: str, game: str, tmp_path: Path) -> None:
    declared(game, First)
    file = tmp_path / "mine.py"
    file.write_text("def never(view, move):\n    return False\n")
    said = r"'first' is played in plain Python, so it cannot .*; name a compiled strategy"
    with pytest.raises(InputError, match=said):
        job_of(spelled.format(file=file), *["random"] * (3 if game == "twyst" else 1), game=game)


def test_an_object_cannot_play_on_from_one_position() -> None:
    said = "'first' is played in plain Python, so it cannot play on from one position"
    with pytest.raises(InputError, match=said):
        knotlab.whatif(GAME, [declared(GAME, First), "shed"], index=0, decision=3)
    with pytest.raises(InputError, match=said):
        knotlab.bid("S AKQ72 H 83 D K9 C AT54", strategy=declared("twyst", First), precision=60, progress=False)


# --- files and other processes ---

FILE = """
from collections import Counter

from knotlab import player


@player("twisted-knot")
class Counter_of_ranks:
    '''Lays what it has laid least often.'''

    def __init__(self):
        self.laid = Counter()

    def choose(self, view, moves):
        move = min(moves, key=lambda each: (each.kind, self.laid[each.rank], each.rank))
        self.laid[move.rank] += 1
        return move
"""


@pytest.mark.more
def test_a_file_with_an_object_plays_the_same_in_other_processes_and_goes_on_in_its_folder(tmp_path: Path) -> None:
    file, words = tmp_path / "mine.py", ("counter-of-ranks", "shed", "shed")
    file.write_text(FILE)
    options = ("--strategies-from", file, "--games", 600, "--json")
    here = command("play", GAME, *words, *options, "--workers", 1).json
    there = command(
        "play", GAME, *words, *options, "--workers", 2, "--backend", "processes", "--out", tmp_path / "run"
    ).json
    assert here["players"] == there["players"]
    assert command("verify", tmp_path / "run", "--strategies-from", file).status == 0
    file.write_text(FILE.replace("each.kind, ", ""))
    assert "other" in refused("play", GAME, *words, *options, "--out", tmp_path / "run")


@pytest.mark.long
def test_an_object_is_checked_and_takes_part_in_duels(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    assert "games against random" in command("check", file, "--games", 50).out
    answer = command("duel", GAME, "counter-of-ranks", "random", "--strategies-from", file, "--players", 2)
    assert "Holds: counter-of-ranks is better than random" in answer.out


@pytest.mark.long
def test_an_object_takes_part_in_tournaments_and_in_the_report_of_a_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    words = (GAME, "counter-of-ranks", "shed", "random", "--strategies-from", file, "--games", 300)
    found = command("tournament", *words, "--json").json
    assert [each["strategy"] for each in found["ratings"]] == ["shed", "counter-of-ranks", "random"]
    assert command("report", *words, "--out", tmp_path / "page").status == 0


FAULTS = """
import json

from knotlab import player


@player("twisted-knot")
class Faulty:
    '''Goes wrong in the fifth choice of some games.'''

    def __init__(self):
        self.choices = 0

    def choose(self, view, moves):
        self.choices += 1
        if self.choices == 5 and view.decision_uniform < 0.1:
            FAULT
        return moves[0]
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("json.loads('[')", r"JSONDecodeError: .* \(faulty.py, line 17\)"),
        ("return None", r"it played None \(faulty.py, line 14\), which is not legal; legal are .*"),
        ("while True: pass", r"no move after 0.5 s \(faulty.py, line 17\)"),
        ("__import__('select').select([], [], [], 600)", r"no move after 0.5 s \(faulty.py, line 17\)"),
        ("view.seat = 1", r"AttributeError: a player cannot change view.seat \(faulty.py, line 17\)"),
    ],
)
def test_each_fault_is_one_sentence_with_game_decision_and_line_from_other_processes_too(
    fault: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "faulty.py"
    file.write_text(FAULTS.replace("FAULT", fault))
    words = ("play", GAME, "faulty", "shed", "--games", 2000, "--strategies-from", file, "--move-seconds", 0.5)
    options = ("--out", tmp_path / "out", "--workers", 2, "--backend", "processes")
    answer = program(*words, *options, timeout=300)
    assert answer.status == 1 and len(answer.err.strip().splitlines()) <= 2
    found = re.search(rf"'faulty' failed in game (\d+) \(deal (\d+)\) at decision \d+: {said}", answer.err)
    assert found and int(found[1]) // 2 == int(found[2]), answer.err


# --- players who need not repeat ---

ONCE = """
import os

from knotlab import player


@player("twisted-knot", repeats=False)
class Anyhow:
    '''Plays whatever comes to mind, never twice the same.'''

    def choose(self, view, moves):
        return moves[os.urandom(1)[0] % len(moves)]
"""


CLAIM = """
from knotlab.analysis.claims import Duel, Tip

duel = Duel("an idea", "anyhow", "random", players=(2,), fields=("simple",), margin=0.02)
TIPS = [Tip("MY-C1", "twisted-knot", "a claim of my own", "heard", "as it stands.", (duel,))]
"""


@pytest.fixture
def anyhow(tmp_path: Path) -> Path:
    """The file of a player who does not repeat."""
    file = tmp_path / "anyhow.py"
    file.write_text(ONCE)
    return file


@pytest.mark.more
def test_what_nobody_can_play_again_is_kept_choice_by_choice_and_never_played_twice(
    anyhow: Path, tmp_path: Path
) -> None:
    out, files = tmp_path / "out", ("--strategies-from", anyhow)
    words = ("play", GAME, "anyhow", "shed", *files, "--out", out)
    first = command(*words, "--games", 8)
    assert "These games cannot be played again from their seed: anyhow need not repeat." in first.out
    assert json.loads((out / "manifest.json").read_text())["identity"]["unrepeatable"] == ["anyhow"]
    before = {file.name: file.read_bytes() for file in (out / "parts").iterdir()}
    command(*words, "--games", 12, "--workers", 2, "--backend", "processes")
    after = {file.name: file.read_bytes() for file in (out / "parts").iterdir()}
    assert len(after) == 6 and {name: after[name] for name in before} == before
    assert command("verify", out, *files, "--games", 12).status == 0
    job, rows = load_job(out, [anyhow]), knotlab.show(out).scan().collect()
    for index in (11, 3, 3):
        record = record_of(play_traced(job, index))
        verify(record)
        by_player = [rows[f"place_{player}"][index] for player in job.players_by_seat(index)]
        assert record["result"]["places"] == by_player


def pieces_in(folder: Path) -> dict[str, bytes]:
    """Every file with games in a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("part-*")}


@pytest.mark.more
@pytest.mark.parametrize(
    ("words", "n_pieces"),
    [
        (("play", GAME, "anyhow", "shed", "--games", 40), 20),
        (("tournament", GAME, "anyhow", "shed", "random", "--players", 2, "--games", 60), 10 + 10 + 5),
        pytest.param(("duel", GAME, "anyhow", "shed", "--players", 2), 200 + 30, marks=pytest.mark.long),
    ],
    ids=["play", "tournament", "duel"],
)
def test_after_a_fault_the_deals_that_are_kept_are_not_played_again_nor_when_they_are_verified(
    words: tuple[Any, ...], n_pieces: int, anyhow: Path, tmp_path: Path
) -> None:
    dead, asked, out = tmp_path / "dead", tmp_path / "asked", tmp_path / "out"
    dead.touch()
    fault = f"if view.game_uniform > 0.95 and os.path.exists({str(dead)!r}): raise OSError('the line is dead')"
    note = f"with open({str(asked)!r}, 'a') as file: print('.', end='', file=file)"
    anyhow.write_text(ONCE.replace("        return", f"        {fault}\n        {note}\n        return"))
    words = (*words, "--strategies-from", anyhow, "--out", out, "--workers", 1)
    said = command(*words)
    assert said.status == 1 and "OSError: the line is dead" in said.err
    before = pieces_in(out)
    assert 0 < len(before) < n_pieces
    dead.unlink()
    asked.unlink()
    assert command(*words).status == 0
    after = pieces_in(out)
    assert len(after) == n_pieces and {name: after[name] for name in before} == before
    of_pieces = {name: pl.read_parquet(content)["choices"].list.len().sum() for name, content in after.items()}
    assert asked.stat().st_size == sum(n for name, n in of_pieces.items() if name not in before)
    asked.unlink()
    told = command("verify", out, "--play").out.splitlines()[-1]
    n_tables = len([*out.glob("*.csv")])
    assert told.endswith(f"the same ({n_pieces + n_tables} pieces and tables)") and not asked.exists()
    run = RunFolder((out / max(set(after) - set(before))).parents[1])
    rows = run.read_piece(0)
    assert rows is not None
    other = rows.with_columns(pl.Series("choices", [[1], *([[]] * (rows.height - 1))], pl.List(pl.Int64)))
    run.write_piece(0, other)
    assert "the choices that are kept are not those of this game" in command("verify", out, "--play").err
    assert not asked.exists()


@pytest.mark.more
def test_a_duel_of_players_who_need_not_repeat_says_so_and_has_no_parts(anyhow: Path, tmp_path: Path) -> None:
    words = ("duel", GAME, "anyhow", "shed", "--games", 100, "--part", "1/2", "--out", tmp_path / "out")
    assert "all parts of a duel begin with the same pilot" in refused(*words, "--strategies-from", anyhow)
    result = knotlab.duel(GAME, "anyhow", "shed", players=2, strategies_from=[anyhow], progress=False)
    said = "\n".join(map(str, all_of(result)))
    assert "Wrong: anyhow is worse than shed" in said and "nan" not in said and "where they first part" not in said
    assert "anyhow need not repeat" in result.conditions.note and result.question["unrepeatable"] == ["anyhow"]


@pytest.mark.more
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("duel", GAME, "anyhow", "shed", "--show", "helped"), "need not repeat its games, so leave out --show"),
        (("claims", "--claims-from", "{claims}", "--quick"), "'anyhow' need not repeat its games"),
    ],
)
def test_what_must_be_found_again_is_refused_to_players_who_need_not_repeat(
    words: tuple[Any, ...], said: str, anyhow: Path, tmp_path: Path
) -> None:
    claims = tmp_path / "claims.py"
    claims.write_text(CLAIM)
    asked = [str(word).format(claims=claims) for word in words]
    assert said in refused(*asked, "--strategies-from", anyhow)


def test_players_who_need_not_repeat_play_no_matches_and_their_games_come_back_from_a_folder_only(
    tmp_path: Path,
) -> None:
    assert not job_of(declared("twyst", First), *["random"] * 3, game="twyst").unrepeatable
    forget()  # as if a cell of a notebook were written anew
    once = declared("twyst", First, repeats=False)
    with pytest.raises(InputError, match="'first' need not repeat its games, so it plays single games, not matches"):
        knotlab.play("twyst", [once, *["random"] * 3], target=500)
    result = knotlab.play("twyst", [once, *["random"] * 3], games=4)
    with pytest.raises(InputError, match="first need not repeat these games; play with out=FOLDER"):
        knotlab.replay(run=result, index=0)


@pytest.mark.tried
@pytest.mark.parametrize("is_interpreted", [False, True])
def test_a_strategy_with_a_plan_needs_the_compiler(is_interpreted: bool, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from knotlab import strategy\n\n\ndef plan(view):\n    view.plan[0] = 1.0\n\n\n"
        "@strategy('twisted-knot', plan=plan)\ndef planning(view, move):\n    return view.plan[0] * move.rank\n"
    )
    words = ("play", GAME, "planning", "shed", "--games", 4, "--strategies-from", file)
    if is_interpreted:
        assert refused(*words, "--interpreted").endswith("takes the compiler; play it without --interpreted")
    else:
        assert command(*words).status == 0
