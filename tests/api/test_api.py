"""The public functions: light to import, with the options of the command line, quiet where nobody watches."""

import csv
import importlib.metadata
import inspect
import json
import math
import os
import subprocess
import sys
import typing
from pathlib import Path

import polars as pl
import pytest

import knotlab
from knotlab import duel, param, play, rate, replay, strategy, tournament, tune, whatif
from knotlab.analysis.claims.evidence.results import ClaimsResult
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.stages import play as stages_play
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.reports import progress
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.games.twisted_knot.state import PICK_UP
from tests.cli import GAME
from tests.cli import knotlab as command

FUNCTIONS = (
    "advise play show duel tournament claims tune ablate whatif rate replay records verify cost bid card match "
    "table_card catalogue check report report_game rules view"
).split()
SHED = "shed:tremble=0.05"
OF, AMONG = "move_kind = 'PICK_UP'", "top = 'Jk'"


def loaded_by(statement: str) -> set[str]:
    """The top-level packages, beside Python's own, that a statement loads into a bare interpreter."""
    script = f"import sys\nbefore = set(sys.modules)\n{statement}\nprint(*sorted(set(sys.modules) - before))"
    environment = os.environ | {"PYTHONPATH": str(Path(knotlab.__file__).parent.parent)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    return {name for name in done.stdout.split() if name.partition(".")[0] not in sys.stdlib_module_names}


# --- the front door ---


def test_importing_knotlab_loads_nothing_but_the_front_door() -> None:
    """Far below 100 ms: Numba, pandas and the like take a second and more."""
    assert loaded_by("import knotlab") == {"knotlab", "knotlab.analysis", "knotlab.analysis.drawing"}


def test_declaring_a_strategy_loads_neither_tables_nor_plots() -> None:
    packages = {name.partition(".")[0] for name in loaded_by("from knotlab import param, strategy")}
    assert not packages & {"pandas", "polars", "matplotlib", "rich", "typer"}


def test_every_public_name_is_there_and_listed() -> None:
    assert set(knotlab.__all__) == {
        *FUNCTIONS,
        "environment",
        "param",
        "play_part",
        "player",
        "sit_at",
        "strategy",
        "to_pandas",
    }
    assert all(callable(getattr(knotlab, name)) and name in dir(knotlab) for name in knotlab.__all__)
    with pytest.raises(AttributeError, match="no attribute 'paly'"):
        _ = knotlab.paly


def test_types_are_shipped_and_complete() -> None:
    assert (Path(knotlab.__file__).parent / "py.typed").exists()
    for name in FUNCTIONS:
        signature = inspect.signature(getattr(knotlab, name))
        annotations = [each.annotation for each in signature.parameters.values()] + [signature.return_annotation]
        assert inspect.Signature.empty not in annotations, name


def test_a_part_of_a_run_is_played_as_on_the_command_line(tmp_path: Path) -> None:
    options: dict[str, typing.Any] = {"games": 30_000, "seed": 4, "workers": 1, "progress": False}
    words = "knotweed", ["dump", "random"]
    mine = knotlab.play_part((2, 2), knotlab.play, *words, out=tmp_path / "mine", **options).result
    line = ("play", "knotweed", "dump", "random", "--games", 30_000, "--seed", 4, "--part", "2/2")
    assert command(*line, "--workers", 1, "--out", tmp_path / "other").status == 0
    parts = [sorted((tmp_path / name).rglob("*.parquet")) for name in ("mine", "other")]
    assert [file.read_bytes() for file in parts[0]] == [file.read_bytes() for file in parts[1]] != []
    assert mine and 0 < mine.games < 30_000


# --- what it takes ---


def test_the_numbers_are_those_of_the_command() -> None:
    result = play(GAME, [SHED, "random", SHED], games=300, seed=3, set={"packs": 2})
    words = ("play", GAME, SHED, "random", SHED, "--games", 300, "--seed", 3, "--set", "packs=2", "--json")
    assert result.to_pandas().to_dict("records") == command(*words).json["strategies"]


def test_settings_are_a_mapping_or_texts() -> None:
    given = [{"packs": 2, "multiply": ("9", "K")}, ["packs=2", "multiply=9,K"], ("multiply=9,K", "packs=2")]
    runs = [play(GAME, [SHED, "random"], games=40, seed=3, set=each).to_pandas() for each in given]
    assert runs[0].equals(runs[1]) and runs[0].equals(runs[2])
    assert play(GAME, ["shed", "random"], games=2, set="packs=2").rules["packs"] == 2
    with pytest.raises(InputError, match="packs must be a whole number from 1 to 4"):
        play(GAME, ["shed", "random"], games=2, set={"packs": 9})


@pytest.mark.long
def test_a_function_stands_where_a_spelling_does(tmp_path: Path) -> None:
    @strategy(GAME, keep=param(2, 0, 8))
    def api_own(view, move, keep):
        """Lay high cards first."""
        return -100.0 if move.kind == PICK_UP else 1.0 * move.rank + keep

    spelled = play(GAME, ["api-own", SHED], games=200, seed=3).to_pandas()
    assert play(GAME, [api_own, SHED], games=200, seed=3).to_pandas().equals(spelled)
    assert (
        tournament(GAME, [api_own, SHED], games=60, players=2, seed=3)
        .to_pandas()["strategy"]
        .str.contains("api-own")
        .any()
    )
    assert "api-own" in duel(GAME, api_own, "random", field=[api_own], margin=0.1, seed=3).question["a"]["name"]
    assert "api-own" in tune(GAME, api_own, field=[SHED], budget=0.001, seed=3).winner.name
    assert (
        "api-own" in whatif(GAME, [api_own, SHED], index=1, decision=8, rollouts=5, seed=3).position.job.players[0].name
    )
    assert "api-own" in str(replay(GAME, [api_own, "shed"], seed=3))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: play(GAME, "shed"), "strategies are given as a list"),  # type: ignore[arg-type]
        (lambda: play(GAME, [lambda view, move: 0.0, "shed"]), "is not a strategy yet"),
        (lambda: duel(GAME, 3, "shed"), "named by its spelling or by its function"),  # type: ignore[arg-type]
        (lambda: play(GAME, ["shed"] * 2, games=2.5), "games must be a whole number of 1 or more, not '2.5'"),  # type: ignore[arg-type]
        (lambda: play(GAME, ["shed"] * 2, games=True), "games must be a whole number of 1 or more, not 'True'"),
        (lambda: play(GAME, ["shed"] * 2, games=float("nan")), "games must be a whole number"),  # type: ignore[arg-type]
        (lambda: play(GAME, ["shed"] * 2, games=0), "games must be a whole number of 1 or more, not 0"),
        (lambda: duel(GAME, "shed", "random", margin=5), "the margin is a share between 0 and 1, such as 0.005"),
        (lambda: duel(GAME, "shed", "random", margin=1.0), "the margin is a share between 0 and 1"),
        (lambda: duel(GAME, "shed", "random", precision=0.0), "the precision is a share between 0 and 1"),
        (lambda: duel(GAME, "shed", "random", metric="mean_place", margin=2), "the margin is a number between 0 and 2"),
        (lambda: duel("twyst", "threshold+solid", "random", margin=-1), "the margin is a number above 0"),
        (lambda: tune(GAME, "shed"), "has no parameters"),
        (lambda: tune(GAME, "hoard-aces", budget=0), "budget must be a number of minutes greater than 0, not '0'"),
        (lambda: tournament(GAME, ["shed"]), "two strategies or more"),
        (lambda: tournament(GAME, "shed"), "strategies are given as a list"),
        (lambda: knotlab.claims("TK-C99"), "there is no claim 'TK-C99'"),
        (lambda: knotlab.claims("TK-C1", budget=-1), "budget must be a number of minutes greater than 0, not '-1'"),
        (lambda: knotlab.claims("TK-C1", strategies_from="x.py"), "claims_from"),
        (lambda: knotlab.claims("KW-C1", readings=True, stages="sizes"), "leave out stages"),
        (lambda: knotlab.claims("TY-C6", readings=True), "none of these claims has a headline"),
        (lambda: replay(), "give either a game"),
        (lambda: replay(GAME, ["shed"] * 2, run="x"), "give either a game"),
        (lambda: replay(run="x", seed=5), "leave out seed, set and fixed_seats"),
        (lambda: replay(GAME, ["shed"] * 2, purpose="paly"), "there is no purpose 'paly'"),
        (lambda: whatif(), "give a game and one strategy per player, or run FOLDER"),
        (lambda: rate("no-such-folder", OF), "is not a run folder"),
        (lambda: rate(pl.DataFrame({"game": [1]}), OF), "a log alone needs game=, players= and deals="),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_one_sentence(call: typing.Callable[[], object], says: str) -> None:
    with pytest.raises(InputError) as refused:
        call()
    assert says in str(refused.value) and "\n" not in str(refused.value)


# --- rates and single games ---


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> PlayResult:
    """A kept run with its log."""
    return play(GAME, [SHED, "random", SHED], games=90, seed=3, out=tmp_path_factory.mktemp("run"), log=True)


def test_a_rate_is_the_same_of_a_result_a_folder_and_a_log(run: PlayResult) -> None:
    folder = run.folder
    assert folder is not None
    expected = command("rate", folder, "--of", OF, "--among", AMONG, "--json").json
    kept = command("show", folder, "--json").json
    assert all(expected[name] == kept[name] for name in ("record", "game", "players", "rules", "seed"))
    for other in (
        rate(run, OF, AMONG),
        rate(folder, OF, AMONG),
        rate(str(folder), pl.col("move_kind") == PICK_UP, pl.col("top") == 6),
        rate(run.scan_log(), OF, AMONG, game=GAME, players=3, deals=run.deals),
        rate(run.scan_log().collect(), OF, AMONG, game=GAME, players=3, deals=run.deals),
    ):
        assert (other.value, other.low, other.high, other.cases, other.n) == tuple(
            expected[name] for name in ("value", "low", "high", "cases", "n")
        )
    narrow = pl.read_parquet(f"{folder}/log/*.parquet")  # in the types in which it was written
    assert rate(narrow, "hand_size - next_hand", game=GAME, players=3, deals=run.deals).value < 100
    for share, number in (("hand_size + 1 > next_hand", "hand_size + 1"), (pl.col("top") == 6, pl.col("top"))):
        assert (rate(run, share).is_share, rate(run, number).is_share) == (True, False)
        assert rate(run, share, by="seat").is_share and not rate(run, number, by="seat").is_share
    with pytest.raises(InputError, match="a run itself says"):
        rate(run, OF, game=GAME)
    with pytest.raises(InputError, match="no decision in these games is one with top = 20"):
        rate(run, OF, "top = 20")


def test_a_replay_is_the_story_that_the_command_tells(run: PlayResult) -> None:
    stated = command("replay", GAME, SHED, "random", SHED, "--seed", 3, "--index", 4).out
    assert str(replay(GAME, [SHED, "random", SHED], seed=3, index=4)) + "\n" == stated
    assert str(replay(run=run, index=4)) + "\n" == stated and repr(replay(run=run.folder, index=4)) + "\n" == stated
    why = command("replay", GAME, SHED, "random", SHED, "--seed", 3, "--index", 4, "--why").out
    assert str(replay(run=run, index=4, why=True)) + "\n" == why != stated


def test_a_replay_shows_the_viewer_in_a_notebook(run: PlayResult, tmp_path: Path) -> None:
    page = replay(run=run, index=4)._repr_html_()
    assert page.startswith("<iframe srcdoc=") and page.count("<iframe") == 1 and "&lt;script" in page
    file = tmp_path / "games.jsonl"
    assert command("records", GAME, SHED, "random", "--seed", 3, "--games", 3, "--save", file).status == 0
    assert replay(record=file, index=2).record == json.loads(file.read_text().splitlines()[2])
    record = json.loads(file.read_text().splitlines()[0])
    record["result"]["turns"] += 1
    file.write_text(json.dumps(record))
    with pytest.raises(RunError, match="this record is not valid"):
        replay(record=file)


def test_a_match_is_told_game_by_game() -> None:
    run = play("knotweed", ["dump", "random"], games=2, seed=3, rounds=2)
    story = str(replay(run=run, index=1))
    assert "Game 1 of the 2 of match 1:" in story and "Game 2 of the 2 of match 1:" in story
    with pytest.raises(InputError, match="is one of matches"):
        whatif(run=run)


def test_a_result_in_memory_can_be_asked_what_if(run: PlayResult) -> None:
    named = whatif(GAME, [SHED, "random", SHED], seed=3, index=4, decision=10, rollouts=20)
    assert whatif(run=run, index=4, decision=10, rollouts=20).to_pandas().equals(named.to_pandas())


# --- claims ---


def test_claims_that_ship_are_read_and_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same as the command shows, and the published file holds."""
    monkeypatch.setattr(stages_play, "try_stages", lambda *_, **__: pytest.fail("a claim was played"))
    every = knotlab.claims()
    assert isinstance(every, ClaimsResult) and every.is_published
    with (FINDINGS / "tips.csv").open(encoding="utf-8", newline="") as file:
        published = {row["id"]: row for row in csv.DictReader(file)}
    assert {tip.id: tip.verdict for tip in every} == {name: row["verdict"] for name, row in published.items()}
    some = knotlab.claims(["ty-c4", "TK-C1"])
    (first, last) = some.to_pandas().to_dict("records")
    assert (first["id"], last["id"]) == ("TK-C1", "TY-C4") and math.isnan(last["effect"])
    row = published["TK-C1"]
    names = ("effect", "low", "high")
    assert [first[name] for name in names] == [float(row[name]) for name in names]
    shown = {claim["id"]: claim for claim in command("claims", "TK-C1", "TY-C4", "--json").json["claims"]}
    assert shown["TK-C1"]["headline"]["effect"] == first["effect"] and shown["TK-C1"]["games"] == first["games"]
    assert len(some.cells()) == sum(len(claim["cells"]) for claim in shown.values())


def test_claims_that_ship_are_shown_and_drawn_as_any_result() -> None:
    some = knotlab.claims(["TK-C1", "TK-C2", "TY-C4"])
    assert some._repr_html_().startswith("<p>Twisted Knot, Twyst; 3 claims, 48 cells, as published; ")
    assert some.to_polars().columns == some.to_pandas().columns.to_list()
    (axes,) = some.plot().axes
    names = [label.get_text().split()[0] for label in axes.get_yticklabels()]
    assert names == ["TK-C2", "TK-C1"]  # the one that helps most is on top; TY-C4 is settled by counting
    (axes,) = some.plot("TK-C2").axes
    assert len(axes.get_yticklabels()) == 18  # nine tables, in its best amount and word for word
    title = " ".join(axes.get_title("left").split())  # broken into lines
    assert title.startswith("TK-C2, holds, if not overdone: Hoard nines, but")
    with pytest.raises(InputError, match="there is no plot 'TY-C5' of this result"):
        some.plot("TY-C5")
    with pytest.raises(InputError, match="there is no claim 'TK-C3' among these"):
        some["TK-C3"]


@pytest.mark.long
def test_each_claim_that_ships_has_tables_and_plots_of_its_own_settled_or_shown_ones_too() -> None:
    for tip in knotlab.claims():
        assert tip._repr_html_().startswith(f"<p>{tip.id}, ") and f"{tip.games:,} games" in repr(tip)
        assert len(tip.to_pandas()) == len(tip.to_polars()) == len(tip.cells)
        if tip.games or tip.to_pandas().shape[0]:
            assert tip.plot().axes, tip.id


def test_curves_and_surfaces_that_ship_are_drawn_as_they_are_published() -> None:
    with (FINDINGS / "curves.csv").open(encoding="utf-8", newline="") as file:
        published = [row for row in csv.DictReader(file) if (row["tip"], row["curve"]) == ("KW-C5", "2")]
    (axes,) = knotlab.claims("KW-C5").plot("KW-C5-curve-2").axes
    line = next(line for line in axes.get_lines() if len(line.get_xdata()) == len(published))
    assert list(line.get_xdata()) == [int(row["group"]) for row in published]
    scale = 100 if published[0]["unit"] == "share" else 1
    assert line.get_ydata() == pytest.approx([scale * float(row["value"]) for row in published])
    (axes,) = knotlab.claims("TK-C27").plot().axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["one", "two", "three or more"]
    (axes,) = knotlab.claims("TY-C4")["TY-C4"].plot().axes
    assert axes.get_title("left").startswith("TY-C4: how many tricks two")


HOW_TO_PLAY = {
    "play": True,
    "quick": True,
    "stages": "headlines",
    "budget": 5.0,
    "seed": 3,
    "workers": 1,
    "out": "kept",
}  # fmt: skip


@pytest.mark.parametrize("option", HOW_TO_PLAY)
def test_an_option_about_how_to_play_plays_as_on_the_command_line(option: str, tmp_path: Path) -> None:
    value = tmp_path / "kept" if option == "out" else HOW_TO_PLAY[option]
    played = knotlab.claims("TY-C4", **{option: value})  # type: ignore[call-overload]
    assert isinstance(played, ClaimsResult) and not played.is_published and played["TY-C4"].verdict == "holds"
    words = (f"--{option}",) if value is True else (f"--{option}", value)
    assert "published results" not in command("claims", "TY-C4", *words).out


# --- progress ---


def test_nothing_is_printed_where_nobody_watches(capfd: pytest.CaptureFixture[str]) -> None:
    play(GAME, [SHED, "random"], games=40, seed=3)
    duel(GAME, "shed", "random", players=2, margin=0.2, seed=3)
    assert capfd.readouterr() == ("", "")


class Display:
    """A notebook's display: what was shown, and each later text in its place."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, content: dict[str, str], raw: bool, display_id: bool) -> "Display":
        assert raw and display_id
        self.texts.append(content["text/plain"])
        return self

    def update(self, content: dict[str, str], raw: bool) -> None:
        self.texts.append(content["text/plain"])


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Display:
    """A cell of a notebook, as far as progress goes, that is told of every step."""
    pytest.importorskip("IPython")
    display = Display()
    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr(progress, "in_notebook", lambda: True)
    monkeypatch.setattr(progress, "SECONDS_IN_NOTEBOOK", 0.0)
    return display


@pytest.mark.more
def test_a_notebook_is_told_how_far_it_is_and_nothing_remains(notebook: Display) -> None:
    play(GAME, ["shed", "random"], games=10_000, seed=3, fixed_seats=True)
    assert notebook.texts[0] == notebook.texts[-1] == ""
    assert any(text.startswith(f"{GAME}: shed, random: 10,000 of 10,000, ") for text in notebook.texts)
    notebook.texts.clear()
    duel(GAME, "shed", "random", players=2, margin=0.2, seed=3)
    assert any(" deals; " in text and "margin 20.00" in text for text in notebook.texts)


@pytest.mark.more
def test_progress_can_be_turned_off(notebook: Display) -> None:
    play(GAME, ["shed", "random"], games=40, seed=3, progress=False)
    duel(GAME, "shed", "random", players=2, margin=0.2, seed=3, progress=False)
    assert notebook.texts == []


def test_how_fast_it_goes_counts_from_when_something_was_done_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not from the start, when kernels are compiled: 600 games in 3 seconds, after 100 that took 97."""
    clock, texts = [0.0], list[str]()
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    lines = progress.Lines("games", 1000, 1.0, texts.append)
    for clock[0], more in ((97.0, 100), (98.0, 200), (100.0, 400)):
        lines.advance(progress.NO_TASK, more)
    assert texts == ["games: 100 of 1,000", "games: 300 of 1,000, 200/s", "games: 700 of 1,000, 200/s"]


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bar that the command line shows: rich's, on standard error."""
    seen: list[str] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress.Progress, "advance", lambda self, task, more: seen.append(f"{more}"))
    play(GAME, ["shed", "random"], games=40, seed=3)
    assert seen == ["40"]


def test_versions_agree() -> None:
    assert importlib.metadata.version("knotlab") and DEFAULT_SEED == make_job(GAME, ["shed"] * 2).seed


@pytest.mark.parametrize("seed", [1.5, True, "x", -1, 2**64, math.nan])
def test_a_seed_is_a_whole_number(seed: typing.Any) -> None:
    with pytest.raises(InputError, match=r"seed must be a whole number from 0 to 2\^64 - 1"):
        play(GAME, [SHED, "random"], games=4, seed=seed)
