"""Run folders that are not the command's, or damaged: exit status 2, one sentence, and nothing touched."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knotlab.sim.errors import InputError
from knotlab.sim.storage.result_files import sealed
from knotlab.sim.storage.run_folder import RunFolder, check_same
from tests.cli import GAME, contents, knotlab, one_line, refused, strategy_file

PLAYERS = ("shed", "random", "hoard-aces:others=2")
GAMES = 12_300  # just over one part of 4096 deals in three rotations
RUN = ("play", GAME, *PLAYERS, "--seed", 11)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run; tests only read it."""
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    assert knotlab(*RUN, "--games", GAMES, "--out", folder).status == 0
    return folder


def files(folder: Path) -> dict[Path, bytes]:
    """Every file with its bytes."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- not this run's folder ---


FOREIGN = {
    "another seed": ("seed", ("play", GAME, *PLAYERS, "--seed", 12)),
    "other strategies": ("strategies", ("play", GAME, "shed", "random", "hoard-aces", "--seed", 11)),
    "strategies in another order": ("strategies", ("play", GAME, *reversed(PLAYERS), "--seed", 11)),
    "other settings": ("rules", (*RUN, "--set", "eight=repeat")),
    "fixed seats": ("fixed_seats", (*RUN, "--fixed-seats")),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_folder_of_another_run_is_refused_with_what_differs(kind: str, kept: Path) -> None:
    what, words = FOREIGN[kind]
    before = files(kept)
    line = refused(*words, "--games", GAMES, "--out", kept)
    assert str(kept) in line and what in line and "--out" in line
    assert files(kept) == before


def test_what_only_the_run_in_the_folder_is_makes_it_another_one(kept: Path) -> None:
    there = RunFolder(kept).manifest()
    for name in ("seed", "strategies", "rules"):
        known = {key: value for key, value in there["identity"].items() if key != name}
        with pytest.raises(InputError, match=f"holds a different run: its {name} differ"):
            check_same(kept, there, known, GAMES)


def test_the_folder_of_a_strategy_that_was_edited_since_is_refused(tmp_path: Path) -> None:
    run = (
        "play",
        GAME,
        "own",
        "random",
        "--strategies-from",
        tmp_path / "own.py",
        "--games",
        20,
        "--out",
        tmp_path / "run",
    )
    strategy_file(tmp_path, "own", "return 1.0 * move.rank")
    assert knotlab(*run).status == 0
    strategy_file(tmp_path, "own", "return -1.0 * move.rank")
    line = refused(*run)
    assert str(tmp_path / "run") in line and "strateg" in line


OWN = """from knotlab.analysis.claims import Duel, Tip

DUELS = (Duel("an idea", "own", "random", players=(2,), margin=0.02),)
TIPS = [Tip("MY-C1", "twisted-knot", "a claim of my own", "heard", "as it stands.", DUELS)]
"""
FOLDERS = {
    "a duel": ("duel", GAME, "own", "shed", "--players", 2),
    "a duel against it": ("duel", GAME, "shed", "own", "--players", 2),
    "a duel among it": ("duel", GAME, "shed", "random", "--field", "own"),
    "a tournament": ("tournament", GAME, "own", "shed", "--players", 2, "--games", 400),
    "tuning": ("tune", GAME, "own", "--players", 2, "--budget", 0.02),
    "tuning among it": ("tune", GAME, "all-round", "--players", 2, "--budget", 0.02, "--field", "own"),
}


def of_own(tmp_path: Path, words: tuple[object, ...]) -> tuple[Path, list[object]]:
    """A strategy's file, and the words of a command that it plays in."""
    body, parameters = "return keep * move.rank * (move.rank <= 5)", "keep=param(1.0, 0.0, 2.0)"
    file = strategy_file(tmp_path, "own", body, parameters=parameters)
    return file, [*words, "--strategies-from", file, "--workers", 1]


@pytest.mark.long
@pytest.mark.parametrize("kind", FOLDERS)
def test_no_folder_is_continued_by_an_edited_strategy_under_the_same_name(kind: str, tmp_path: Path) -> None:
    file, words = of_own(tmp_path, FOLDERS[kind])
    words += ["--out", tmp_path / "run"]
    status = knotlab(*words).status
    file.write_text(f"{file.read_text()}# a comment\n")
    assert knotlab(*words).status == status != 2
    file.write_text(file.read_text().replace("<=", "<"))
    assert "strategy_sources" in refused(*words)


@pytest.mark.long
def test_claims_play_anew_what_an_edited_strategy_plays(tmp_path: Path) -> None:
    (tmp_path / "own_claims.py").write_text(OWN)
    file, words = of_own(tmp_path, ("claims", "--claims-from", tmp_path / "own_claims.py", "--quick", "--json"))

    def found(folder: str) -> Any:
        return knotlab(*words, "--out", tmp_path / folder).json["claims"]

    first = found("run")
    file.write_text(file.read_text().replace("<= 5", "< 2"))
    assert found("run") == found("fresh") != first


def test_settings_and_strategies_that_are_only_spelt_otherwise_are_the_same_run(kept: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(kept, tmp_path / "run"))
    spelt = (
        "play",
        GAME,
        "shed:temperature=0,tremble=2e-2",
        "random",
        "hoard-aces:others=2",
        "--seed",
        "11",
        "--set",
        "packs=1",
        "--set",
        "preset=twisted-knot",
    )
    assert knotlab(*spelt, "--games", "1.23e4", "--out", folder).status == 0
    one, other = (contents(each) for each in (folder, kept))
    assert one.pop("command/command.json") != other.pop("command/command.json")  # in the words of the last command
    assert one.pop("SHA256SUMS") != other.pop("SHA256SUMS")
    assert one == other


@pytest.mark.parametrize("edited", ["return -1.0 * move.rank", None], ids=["edited", "gone"])
def test_a_game_of_a_run_folder_is_not_replayed_once_its_strategy_is_another(
    edited: str | None, tmp_path: Path
) -> None:
    file = strategy_file(tmp_path, "own", "return 1.0 * move.rank")
    assert (
        knotlab(
            "play", GAME, "own", "random", "--strategies-from", file, "--games", 20, "--out", tmp_path / "run"
        ).status
        == 0
    )
    assert knotlab("replay", "--run", tmp_path / "run", "--strategies-from", file).status == 0
    if edited:
        strategy_file(tmp_path, "own", edited)
    else:
        file.unlink()
    line = refused("replay", "--run", tmp_path / "run", "--strategies-from", file)
    assert str(tmp_path / "run") in line or str(file) in line


@pytest.mark.parametrize("games", [1, GAMES - 3])
def test_fewer_games_than_the_folder_holds_are_refused_with_how_many_it_holds(games: int, kept: Path) -> None:
    before = files(kept)
    line = refused(*RUN, "--games", games, "--out", kept)
    assert f"{GAMES:,}" in line and "knotlab show" in line
    assert files(kept) == before


def test_a_folder_with_other_things_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear")
    line = refused(*RUN, "--games", 10, "--out", tmp_path / "letters")
    assert str(tmp_path / "letters") in line and "not empty" in line
    assert files(tmp_path / "letters") == {tmp_path / "letters" / "dear.txt": b"Dear"}


@pytest.mark.parametrize("left", [(), (".lock",), (".lock", ".manifest.json.x1y2")], ids=["nothing", "lock", "both"])
def test_a_folder_that_is_empty_or_holds_what_a_killed_run_leaves_is_taken(
    left: tuple[str, ...], tmp_path: Path
) -> None:
    for name in left:
        (tmp_path / name).touch()
    assert knotlab(*RUN, "--games", 10, "--out", tmp_path).status == 0
    assert (tmp_path / "manifest.json").is_file()


def test_a_folder_is_locked_by_one_command_at_a_time_and_free_afterwards(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "run").locked():
        line = refused(*RUN, "--games", 10, "--out", tmp_path / "run")
        assert "is being written by another knotlab process" in line and str(tmp_path / "run") in line
    assert knotlab(*RUN, "--games", 10, "--out", tmp_path / "run").status == 0


def test_a_file_given_as_the_folder_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear")
    line = refused(*RUN, "--games", 10, "--out", tmp_path / "letter")
    assert str(tmp_path / "letter") in line and "is a file" in line
    assert (tmp_path / "letter").read_text() == "Dear"


@pytest.mark.parametrize("command", [("show",), ("replay", "--run")], ids=" ".join)
def test_showing_what_is_no_run_folder_is_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear")
    for path, why in ((tmp_path, "no manifest"), (tmp_path / "absent", "not exist"), (tmp_path / "letter", "no man")):
        assert f"{path} is not a run folder" in (line := refused(*command, path)) and why in line


# --- damaged ---


def change(**values: Any) -> Callable[[dict[str, Any]], str]:
    """A manifest with some values changed, or left out where the value is ..."""
    return lambda manifest: resealed({name: value for name, value in (manifest | values).items() if value is not ...})


MANIFESTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "empty": lambda manifest: "",
    "torn": lambda manifest: json.dumps(manifest)[:200],
    "no JSON": lambda manifest: "PAR1",
    "a list": lambda manifest: "[]",
    "nothing in it": lambda manifest: "{}",
    "no identity": change(identity=...),
    "identity of the wrong kind": change(identity=[]),
    "empty identity": change(identity={}),
    "no games": change(games=...),
    "games of the wrong kind": change(games="many"),
    "fewer games than none": change(games=-5),
    "more games than there can be": change(games=2**62),
    "pieces of no rows": change(pieces={"rows": 10, "each": 0}),
    "fewer rows than none": change(pieces={"rows": -1, "each": 5}),
    "rows in words": change(pieces={"rows": "x", "each": 5}),
    "pieces that are a number": change(pieces=7),
    "a log in words": change(log="yes"),
    "a need elsewhere": change(needs=["../../../etc/passwd"]),
    "needs in words": change(needs="result.json"),
    "times that are a list": change(times=[]),
    "no provenance": change(provenance=...),
    "no times": change(times=...),
    "another format": change(format=99),
    "no checksum": lambda manifest: json.dumps({name: each for name, each in manifest.items() if name != "checksum"}),
}


def resealed(manifest: dict[str, Any]) -> str:
    """A manifest with a checksum that fits, as somebody forges it who knows how checksums are made."""
    return json.dumps(sealed({name: value for name, value in manifest.items() if name != "checksum"}))


def spoilt(kept: Path, top: Path, spoil: Callable[[dict[str, Any]], str]) -> tuple[Path, Path]:
    """A copy of the complete run with another manifest, and that."""
    folder = Path(shutil.copytree(kept, top / "run"))
    manifest = folder / "manifest.json"
    manifest.write_text(spoil(json.loads(manifest.read_text())))
    return folder, manifest


def inside(part: str, **values: Any) -> Callable[[dict[str, Any]], str]:
    """A manifest with some values of one of its parts changed."""
    return lambda manifest: resealed(manifest | {part: manifest[part] | values})


WRONG_VALUES: dict[str, tuple[str, Callable[[dict[str, Any]], str]]] = {
    "a match of another kind": ("show", inside("identity", match={"foo": 1})),
    "seconds in words": ("show", inside("times", seconds="abc")),
    "no rules": ("replay", inside("identity", rules={})),
    "rules in words": (
        "replay",
        lambda manifest: inside("identity", rules=manifest["identity"]["rules"] | {"packs": "two"})(manifest),
    ),
    "more packs than there may be": (
        "replay",
        lambda manifest: inside("identity", rules=manifest["identity"]["rules"] | {"packs": 99})(manifest),
    ),
    "a negative seed": ("replay", inside("identity", seed=-5)),
    "strategies that are numbers": ("replay", inside("identity", strategies=[1, 2, 3])),
    "files that are numbers": ("replay", inside("provenance", strategies_from=[5])),
}


@pytest.mark.parametrize("kind", WRONG_VALUES)
def test_wrong_values_in_a_manifest_are_one_sentence(kind: str, kept: Path, tmp_path: Path) -> None:
    command, spoil = WRONG_VALUES[kind]
    folder, manifest = spoilt(kept, tmp_path, spoil)
    line = refused("show", folder) if command == "show" else refused("replay", "--run", folder, "--index", 0)
    assert "damaged" in line and str(manifest) in line


def test_a_cell_of_claims_is_not_shown_as_a_run(kept: Path, tmp_path: Path) -> None:
    folder, _ = spoilt(kept, tmp_path, inside("identity", command="claims: rounds"))
    assert "is the deals of a claim: the same claims command prints" in refused("show", folder)


@pytest.mark.parametrize("kind", MANIFESTS)
def test_a_damaged_manifest_is_refused_whatever_is_wrong_with_it(kind: str, kept: Path, tmp_path: Path) -> None:
    folder, manifest = spoilt(kept, tmp_path, MANIFESTS[kind])
    before = files(folder)
    for words in ((*RUN, "--games", GAMES, "--out", folder), ("show", folder), ("replay", "--run", folder)):
        assert str(manifest) in refused(*words)
        assert files(folder) == before
    assert knotlab("verify", folder).status == 1


def test_a_run_that_was_stopped_is_shown_with_how_far_it_came(kept: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(kept, tmp_path / "run"))
    last = max((folder / "parts").iterdir())
    last.unlink()
    answer, how_far = knotlab("show", folder), "of a run that is 99% complete: 12,288 of 12,300 games"
    assert answer.status == 0 and f"{how_far}; missing: piece" in one_line(answer.err)
    again = knotlab(*RUN, "--games", GAMES, "--out", folder)
    assert again.status == 0 and "games/s" not in again.out  # what was kept took no time now
    assert knotlab("show", folder).err == ""
