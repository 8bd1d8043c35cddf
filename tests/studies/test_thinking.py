"""How strong thinkers are for their time: what is compared is played on the same deals, and played once."""

from pathlib import Path

import numpy as np
import pytest

from knotlab.strategies.resolve import player
from knotlab.studies import thinking
from knotlab.studies.thinking import GAMES, Played, Thinker, beside, play_more, read, thinkers


def test_only_deals_that_both_have_played_are_compared() -> None:
    one, other = Played(np.tile([1.0, 0.5, 0.5], 10)), Played(np.tile([0.5, 0.5, 0.75, 0.0], 10))
    found = beside(one, other)
    assert found is not None and found.n == 30
    assert found.value == pytest.approx(2 / 3 - (7 * 1.75 + 1.0) / 30)
    assert beside(one, one) is None and beside(one, Played(other.lost[:29])) is None


@pytest.mark.parametrize("game", GAMES)
def test_every_thinker_can_be_spelled_and_has_a_file_of_its_own(game: str) -> None:
    known = [thinker for players in thinking.PLAYERS for thinker in thinkers(game, players)]
    assert len({thinker.file for thinker in known}) == len(known)
    for thinker in known:
        cut = player(game, thinker.spelling).values[3]
        assert cut == (0.0 if thinker.way == "to the end" else 1.0)


@pytest.mark.long
def test_what_was_played_is_kept_and_played_on_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST", 2 * thinking.BATCH)
    thinker = Thinker("knotweed", 2, "cut after 6 turns", 16)
    first = play_more(thinker, 1e-9, tmp_path)
    assert len(first.lost) == thinking.BATCH and set(first.lost) <= {0.0, 0.5, 1.0}
    both = play_more(thinker, 60.0, tmp_path)
    assert both.lost[: thinking.BATCH].tolist() == first.lost.tolist() and len(both.lost) == 2 * thinking.BATCH
    assert read(thinker, tmp_path).lost.tolist() == both.lost.tolist() and both.milliseconds > 0
