"""What docs/security.md claims: data runs no code, whoever wrote it."""

import json
from pathlib import Path

import pytest

from knotlab.sim.json_data import sealed
from tests.cli import GAME, knotlab, refused, strategy_file


def stranger(folder: Path, mark: Path) -> tuple[Path, Path]:
    """A run folder with a strategy file inside that leaves a mark when it is run; checksums fit, as its author can see
    to that.
    """
    file = strategy_file(folder, "mine", "return -1.0 * move.rank", top=f"open({str(mark)!r}, 'w').close()")
    words = ("play", GAME, "mine", "random", "--strategies-from", file, "--games", 4, "--out", folder / "run")
    assert knotlab(*words).status == 0
    inside = file.rename(folder / "run" / file.name)
    mark.unlink()
    return folder / "run", inside


def names(run: Path, file: object) -> None:
    """Have a manifest name a strategy file."""
    content = json.loads((run / "manifest.json").read_text())
    content["provenance"]["strategies_from"] = [str(file)]
    del content["checksum"]
    (run / "manifest.json").write_text(json.dumps(sealed(content)))


@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize("command", ["replay", "whatif"])
def test_a_run_folder_runs_no_strategy_file_that_it_names_itself(
    command: str, relative: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, file = stranger(tmp_path, tmp_path / "ran")
    monkeypatch.chdir(run)
    names(run, file.name if relative else file)
    words = (command, "--run", run, "--index", 0, *(("--decision", 3) if command == "whatif" else ()))
    line = refused(*words)
    assert f"--strategies-from {file.name if relative else file}" in line and "only if you name them" in line
    assert not (tmp_path / "ran").exists()
    assert knotlab(*words, "--strategies-from", file).status == 0
    assert (tmp_path / "ran").exists()


@pytest.mark.parametrize("command", ["show", "verify"])
def test_looking_at_a_run_folder_runs_nothing(command: str, tmp_path: Path) -> None:
    run, _ = stranger(tmp_path, tmp_path / "ran")
    assert knotlab(command, run).status == 0
    assert not (tmp_path / "ran").exists()


MEASURES = ["read_csv('/etc/passwd')", "(select 1)", "hand_size.__class__", "__import__('os')", "1; select 2"]


@pytest.mark.parametrize("measure", MEASURES)
def test_measures_call_and_read_nothing(measure: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert knotlab("play", GAME, "shed", "random", "--games", 4, "--log", "--out", run).status == 0
    assert refused("rate", run, "--of", measure)


def test_settings_files_are_data(tmp_path: Path) -> None:
    file = tmp_path / "best.toml"
    file.write_text(f"hold = \"__import__('pathlib').Path({str(tmp_path / 'ran')!r}).touch()\"\n")
    assert refused("play", GAME, f"shed@{file}", "random", "--games", 4)
    assert not (tmp_path / "ran").exists()
