"""Rules that forbid moves at random: how many they forbid, that this says nothing of the moves, and that tables which
are played again replace the ones that were published.
"""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from knotlab.analysis.claims.evidence.champions import RandomRule, published_random_rules
from knotlab.analysis.stats.estimate import Between
from knotlab.strategies.inspection import python_function
from knotlab.studies import random_rules
from knotlab.studies.random_rules import LOST, RULES, main

POSITIONS = 5000


def positions() -> list[SimpleNamespace]:
    """Hands of any cards, of two players."""
    rng = np.random.default_rng(3)
    hands = rng.multinomial(8, np.ones(14) / 14, POSITIONS)
    others = rng.integers(1, 12, POSITIONS)
    return [
        SimpleNamespace(hand=[*map(int, hand), 0, 0], hand_sizes=[8, int(other), *[0] * 6])
        for hand, other in zip(hands, others, strict=True)
    ]


def test_so_many_of_100_moves_are_forbidden_whatever_their_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 5,000 positions, within four standard errors, of a low and of a high rank, and of both together as often as
    by chance.
    """
    monkeypatch.setattr(random_rules, "lot", python_function(random_rules.lot))
    moves, views = [SimpleNamespace(kind=0, rank=rank) for rank in (0, 12)], positions()
    for of_100, rule in RULES.items():
        forbids, share = python_function(rule), of_100 / 100
        forbidden = np.array([[forbids(view, move) for move in moves] for view in views])
        for wanted, seen in ((share, forbidden[:, 0]), (share, forbidden[:, 1]), (share**2, forbidden.all(axis=1))):
            assert abs(seen.mean() - wanted) < 4 * (wanted * (1 - wanted) / POSITIONS) ** 0.5


def test_a_table_that_is_played_takes_the_place_of_the_published_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    played = {"found": 0.1}

    def control(game: str, players: int, folder: Path, workers: int | None) -> list[RandomRule]:
        return [RandomRule(game, players, k, k / 1000, LOST, Between(played["found"], 0.0, 0.2)) for k in (4, 1)]

    monkeypatch.setattr(random_rules, "control", control)
    file = tmp_path / "random-rules.csv"
    main([str(file), "--players", "3"])
    played["found"] = 0.15
    main([str(file), "--players", "2", "--players", "3", "--game", "knotweed"])
    table = [(each.game, each.players, each.of_100, each.effect.value) for each in published_random_rules(tmp_path)]
    assert table == [
        ("twisted-knot", 3, 1, 0.1),
        ("twisted-knot", 3, 4, 0.1),
        *[("knotweed", players, k, 0.15) for players in (2, 3) for k in (1, 4)],
    ]


@pytest.mark.long
def test_what_ships_is_what_the_command_gives_and_it_goes_on_from_what_was_kept(tmp_path: Path) -> None:
    """The cheapest table; played again from kept deals, no deal is played anew."""
    file, shipped = tmp_path / "random-rules.csv", published_random_rules()
    words = [str(file), "--game", "knotweed", "--players", "4", "--out", str(tmp_path / "kept")]
    main(words)
    played = file.read_bytes()
    wanted = [each for each in shipped if (each.game, each.players) == ("knotweed", 4)]
    assert list(published_random_rules(tmp_path)) == wanted
    kept = sorted((tmp_path / "kept").rglob("*.parquet"))
    written = [each.stat().st_mtime_ns for each in kept]
    main(words)
    assert file.read_bytes() == played
    assert kept and [each.stat().st_mtime_ns for each in kept] == written
