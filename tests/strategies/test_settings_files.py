"""Settings files: `NAME@FILE` is a strategy with the values of the file, and a bad file is one clear sentence."""

from pathlib import Path

import pytest

from knotlab.sim.errors import InputError
from knotlab.strategies.resolve import player
from tests.cli import knotlab, refused


def a_file(folder: Path, *lines: str, game: str = "twyst") -> Path:
    file = folder / "mine.toml"
    file.write_text("\n".join([f'game = "{game}"', *lines]))
    return file


def test_a_settings_file_gives_the_values_and_what_is_written_after_it_comes_on_top(tmp_path: Path) -> None:
    file = a_file(tmp_path, "[parameters.threshold]", "ace = 8.25", "misere = 1", "[parameters.solid]")
    for spelling in (f"threshold@{file}+solid", f"threshold+solid@{file}", f"threshold@{file}+solid@{file}"):
        assert player("twyst", spelling) == player("twyst", "threshold:ace=8.25,misere=1+solid")
    assert player("twyst", f"threshold:ace=9+solid@{file}:tremble=0.1") == player(
        "twyst", "threshold:ace=9,misere=1+solid:tremble=0.1"
    )


def test_every_command_takes_a_settings_file_as_a_strategy(tmp_path: Path) -> None:
    file = a_file(tmp_path, "[parameters.hoard-aces]", "tremble = 0.25", game="twisted-knot")
    answer = knotlab("play", "twisted-knot", f"hoard-aces@{file}", "shed", "--games", "20", "--json").json
    assert "hoard-aces:tremble=0.25" in str(answer)


@pytest.mark.parametrize(
    ("lines", "game", "says"),
    [
        (
            ["[parameters.threshold]", "acre = 1"],
            "twyst",
            "there is no parameter 'acre' of 'threshold'; did you mean 'ace'?",
        ),
        (["[parameters.threshold]", "ace = 99"], "twyst", "'threshold' takes a number from 0 to 14 for ace, not 99"),
        (
            ["[parameters.threshold]", "ace = true"],
            "twyst",
            "'threshold' takes a number from 0 to 14 for ace, not True",
        ),
        (
            ["[parameters.bold]", "ace = 9"],
            "twyst",
            "there is no strategy 'threshold' in the settings file .*; known: bold",
        ),
        (["[parameters.threshold]"], "knotweed", "is for knotweed, not for twyst"),
        (["ace = 9"], "twyst", r"has no table \[parameters.NAME\]"),
        (["ace = = 9"], "twyst", "cannot be read"),
        (["[parameters.threshold]", "ace = " + "9" * 5000], "twyst", "cannot be read: a number in it is too long"),
    ],
)
def test_a_bad_settings_file_is_one_clear_sentence(tmp_path: Path, lines: list[str], game: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        player("twyst", f"threshold@{a_file(tmp_path, *lines, game=game)}")


def test_a_settings_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert f"there is no settings file {tmp_path}/none.toml" in refused(
        "play", "twyst", f"threshold@{tmp_path}/none.toml", *["random"] * 3
    )
