"""A spelling without tremble is one player: in every function that takes players, and in every folder."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import knotlab as api
from knotlab.sim import games
from knotlab.sim.playing import players as seated
from knotlab.sim.playing.players import Player
from knotlab.sim.storage.result_files import sealed, unsealed
from knotlab.sim.storage.run_folder import MANIFEST
from knotlab.strategies.resolve import player
from tests.cli import GAME, knotlab, refused

TABLE = ("shed", "random:tremble=0")
PLAYED = {("shed", 0.02), ("random", 0.0)}
QUIET: dict[str, Any] = {"seed": 1, "progress": False}
MINE = """
from knotlab import strategy

@strategy("twisted-knot")
def mine(view, move):
    return 1.0 * move.rank
"""
CLAIMS = """
from knotlab.analysis.claims import Duel, Tip

TIPS = [Tip("MY-C1", "twisted-knot", "Shed.", "a table", "as it is said",
            (Duel("shed", "shed", "random:tremble=0", players=(2,), fields=(("shed",),), margin=0.1),))]
"""


def written(folder: Path, text: str) -> Path:
    """A file with a text."""
    (folder / "mine.py").write_text(text)
    return folder / "mine.py"


def kept(folder: Path, **options: Any) -> Path:
    """The folder of a run."""
    api.play(GAME, TABLE, games=4, out=folder / "run", **options, **QUIET)
    return folder / "run"


CALLS: dict[str, Callable[[Path], object]] = {
    "play": lambda folder: api.play(GAME, TABLE, games=4, **QUIET),
    "duel": lambda folder: api.duel(GAME, *TABLE, players=2, field=["shed"], margin=0.2, **QUIET),
    "tournament": lambda folder: api.tournament(GAME, TABLE, games=4, players=2, **QUIET),
    "cost": lambda folder: api.cost(GAME, TABLE, games=1000, workers=1),
    "records": lambda folder: api.records(GAME, TABLE, games=2, save=folder / "games.jsonl", **QUIET),
    "replay": lambda folder: api.replay(GAME, TABLE, seed=1),
    "whatif": lambda folder: api.whatif(GAME, TABLE, seed=1, decision=5, rollouts=4),
    "report": lambda folder: api.report_game(GAME, TABLE, games=4, out=folder / "page", **QUIET),
    "claims": lambda folder: api.claims(claims_from=written(folder, CLAIMS), quick=True, progress=False),
    "rate": lambda folder: api.rate(kept(folder, log=True), "turn"),
    "replay of a run": lambda folder: api.replay(run=kept(folder)),
    "whatif of a run": lambda folder: api.whatif(run=kept(folder), decision=5, rollouts=4),
}
SLOW = ("claims", "cost", "report")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, float]]:
    """Who plays from now on: strategy and tremble of each player that a kernel is given."""
    seen: set[tuple[str, float]] = set()
    record_of = seated._record_of

    def noted(each: Player) -> Any:
        seen.add((each.functions.name, each.tremble))
        return record_of(each)

    monkeypatch.setattr(seated, "_record_of", noted)
    return seen


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name in SLOW)) for name in CALLS])
def test_a_spelling_is_the_same_player_in_every_function(
    name: str, played: set[tuple[str, float]], tmp_path: Path
) -> None:
    CALLS[name](tmp_path)
    assert played == PLAYED


@pytest.mark.long
def test_whoever_is_tuned_or_tried_out_plays_as_his_name_says(played: set[tuple[str, float]], tmp_path: Path) -> None:
    others = {"players": 2, "field": ["random:tremble=0"]}
    api.ablate(GAME, "hoard-aces", deals=100, **others, **QUIET)
    assert played == {("hoard-aces", 0.02), ("random", 0.0)}
    played.clear()
    api.tune(GAME, "hoard-aces:tremble=0", budget=0.001, **others, **QUIET)
    assert played == {("hoard-aces", 0.0), ("random", 0.0)}
    played.clear()
    api.check(written(tmp_path, MINE), games=4)
    assert played == {("mine", 0.02), ("random", 0.02)}


def test_what_a_name_without_tremble_means_is_the_game_s() -> None:
    for game in games.names():
        random = "random+random" if games.find(game).first_part else "random"
        assert player(game, random).tremble == games.find(game).tremble == (0.0 if game == "twyst" else 0.02)
        assert player(game, f"{random}:tremble={games.find(game).tremble}").name == random
    assert player(GAME, "shed:tremble=0").name == "shed:tremble=0"
    thinker = "thinker:opponents=shed:tremble=0,tremble=0"
    assert player(GAME, player(GAME, thinker).name) == player(GAME, thinker)
    assert player(GAME, thinker).assumed[1].tremble == 0.0


@pytest.mark.parametrize(
    "command", ["play", *(pytest.param(each, marks=pytest.mark.more) for each in ("duel", "tournament"))]
)
def test_a_folder_begun_when_no_tremble_meant_none_is_refused_with_what_to_do(command: str, tmp_path: Path) -> None:
    words = {"play": (), "duel": ("--players", 2, "--margin", "20%"), "tournament": ("--players", 2)}[command]
    asked = (command, GAME, *TABLE, *words, "--games", 4, "--out", tmp_path / "run")
    assert knotlab(*asked).status == 0
    manifest = tmp_path / "run" / ("ratings" if command == "tournament" else "") / MANIFEST
    content = unsealed(json.loads(manifest.read_text()))
    trembles = content["identity"].pop("tremble")
    assert trembles == [0.02, 0.0]
    manifest.write_text(json.dumps(sealed(content)))
    reading = {"play": ("show", tmp_path / "run"), "duel": ("show", tmp_path / "run"), "tournament": asked}[command]
    for again in (asked, reading):
        assert "a strategy that sets no tremble had none" in (line := refused(*again)) and "NAME:tremble=0" in line
    if command == "play":
        assert "NAME:tremble=0" in refused("replay", "--run", tmp_path / "run")


def unfinished(game: str, names: Sequence[str]) -> float:
    """The share of games between some players that do not end."""
    return float(api.play(game, names, games=3000, **QUIET).facts()["unfinished_share"])


def test_hardly_a_game_is_without_an_end_unless_nobody_trembles() -> None:
    """Where all of 3,000 games end, fewer than one in a thousand do not, with 95% certainty."""
    assert unfinished(GAME, ["shed", "hoard-aces"]) == unfinished("knotweed", ["dump", "cheapest"]) == 0.0
    assert unfinished(GAME, ["shed:tremble=0", "hoard-aces:tremble=0"]) > 0.1
