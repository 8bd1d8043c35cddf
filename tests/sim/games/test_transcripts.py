"""The golden transcripts still hold, by both implementations."""

import pytest

from knotlab.sim import games
from tests.sim.games import transcripts
from tests.sim.games.transcripts import GAMES, agreed, file_of, story


@pytest.mark.parametrize(("game", "name"), GAMES, ids=lambda word: word)
def test_a_golden_game_is_played_as_it_was_written_down(game: str, name: str) -> None:
    assert agreed(game, name)
    assert story(game, name) == file_of(game, name).read_text("utf-8")


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_golden_transcripts_and_no_file_beside_them(game: str) -> None:
    written = {file_of(of_game, name) for of_game, name in GAMES if of_game == game}
    assert written and set(next(iter(written)).parent.iterdir()) == written


def test_nothing_is_written_where_the_implementations_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "by_referee", lambda of_job, index: {})
    before = {file_of(*which): file_of(*which).read_bytes() for which in GAMES}
    with pytest.raises(SystemExit, match="disagree"):
        transcripts.write()
    assert {file: file.read_bytes() for file in before} == before
