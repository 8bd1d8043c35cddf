"""Names for readers: as strategies give them, or their own in words; no two of those that ship are the same."""

from pathlib import Path

import pytest

from knotlab.analysis.tournaments.result import entrants
from knotlab.reports.words.names import reader_name, reader_names
from knotlab.sim import games
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import players


@pytest.mark.parametrize("game", games.listed())
def test_every_strategy_that_ships_has_a_name_of_its_own(game: str) -> None:
    names = [reader_name(game, name) for name in catalogue(game)]
    assert len(set(names)) == len(names)
    for name, called in zip(catalogue(game), names, strict=True):
        assert called != name and called[0].isupper() and not set(called) & set("_@:+="), called
        assert reader_name(game, f"{name}@tips-v1") == called


def test_a_strategy_is_called_as_its_file_says_or_by_its_name_in_words(tmp_path: Path) -> None:
    assert reader_name("twisted-knot", "shed") == "Plain shedder"
    assert reader_name("knotweed", "finisher") == "Finisher"
    assert reader_name("twisted-knot", "my_idea") == "My idea"
    assert reader_name("a-game-of-ones-own", "first-thing") == "First thing"
    file = tmp_path / "own.py"
    file.write_text(
        'from knotlab import strategy\n\n\n@strategy("twisted-knot", title="Queen\'s friend")\n'
        "def queens_friend(view, move):\n    return 0.0\n"
    )
    catalogue("twisted-knot", [file])
    assert reader_name("twisted-knot", "queens-friend") == "Queen's friend"


def test_the_same_strategy_twice_is_told_apart_by_its_parameters() -> None:
    assert list(reader_names("twisted-knot", ["ten-chain:tens=3", "ten-chain", "shed"]).values()) == [
        "Ten chainer (tens=3)",
        "Ten chainer",
        "Plain shedder",
    ]


def test_tips_play_in_the_pages_tournaments_as_they_do_on_trial() -> None:
    assert players("twisted-knot", ["hoard-nines@tips-v1"])[0].name == "hoard-nines:others=2"
    chosen = entrants("twisted-knot")
    assert {"hoard-nines@tips-v1", "exploiter@tips-v1", "shed"} <= {*chosen} and "hoard-nines" not in chosen


def test_versions_of_a_bidder_are_told_apart_by_their_version() -> None:
    assert reader_names("twyst", ["threshold@v3", "threshold", "cautious"]) == {
        "threshold@v3": "Hand-strength bidder (v3)",
        "threshold": "Hand-strength bidder",
        "cautious": "Cautious bidder",
    }
