"""The golden transcripts still hold, by both implementations."""

import pytest

from tests.twisted_knot.transcripts import FOLDER, GAMES, agreed, told


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_it_was_written_down(name: str) -> None:
    assert agreed(name)
    assert told(name) == (FOLDER / f"{name}.txt").read_text("utf-8")
