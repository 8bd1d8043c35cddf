"""How often champions follow the tips: stand-ins of whom that is known, a second count, and the table that ships."""

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from knotlab.analysis.claims.evidence.rows import FINDINGS, published_rows
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.runs.play import make_job
from knotlab.reports.words.strong_players import champion_sentences
from knotlab.sim.errors import InputError
from knotlab.strategies.resolve import players
from knotlab.studies.publishing.asking import BOTH, FIRST, OTHER, SECOND, ask, count_choice
from knotlab.studies.publishing.champion_tables import followed_table
from knotlab.studies.publishing.followed import CHAMPION, SIZES, duels_about
from tests.studies import asked_again
from tests.studies.asked_again import DEALS, both

pytestmark = pytest.mark.long

GAMES = ("twisted-knot", "knotweed")


def test_stand_ins_and_a_second_count() -> None:
    """Without the compiler, which would take longer than the games."""
    command, env = [sys.executable, "-P", asked_again.__file__], os.environ | {"NUMBA_DISABLE_JIT": "1"}
    facts = json.loads(subprocess.run(command, capture_output=True, check=True, env=env).stdout)
    follower, without = facts["rows"]
    assert (follower["tip"], follower["deals"], without["deals"]) == ("KW-C1", DEALS, DEALS)
    assert [follower[name][0] for name in ("follows", "without", "other")] == [1.0, 0.0, 0.0]
    assert [without[name][0] for name in ("follows", "without", "other")] == [0.0, 1.0, 0.0]
    assert follower["decisions"] > DEALS and 0 < follower["share"][0] < 1
    asked, again = facts["counts"]
    assert asked == again and all(asked[0][1])


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_second_count_of_what_champions_choose(game: str) -> None:
    for _, duel in duels_about(game)[:2]:
        asked, again = both(game, CHAMPION, (duel.a, duel.b), 3, 3)
        assert asked == again and all(np.array([counts for _, counts in asked]).sum(axis=0))


def test_two_who_share_one_of_their_best_moves_do_not_choose_differently() -> None:
    says = np.array([[FIRST, SECOND, OTHER, FIRST], [BOTH, FIRST, OTHER, SECOND]], np.int8)
    counts = np.zeros((2, BOTH), np.int64)
    for chosen in (0, 1, 2, 3, 3):
        count_choice(chosen, 4, says, counts)
    assert counts[0, [OTHER, FIRST, SECOND]].tolist() == [1, 3, 1] and not counts[1].any()


def test_who_draws_random_numbers_cannot_be_asked() -> None:
    pair = players("knotweed", ["dump", "dump:temperature=1"])
    with pytest.raises(InputError, match="draws random numbers"):
        ask(make_job("knotweed", ["dump"] * 2), np.arange(1), [(pair[0], pair[1])])


def test_tips_are_asked_about_that_one_player_follows_and_does_not_follow() -> None:
    """As the rulebooks' pages have them: not what compares different players, nor the tips under other rules. Two of a
    tip are two cards, a right amount and the literal one, a whole and a half, or two halves.
    """
    found = Counter(tip.id for game in GAMES for tip, _ in duels_about(game))
    twice = dict.fromkeys(("TK-C2", "TK-C12", "TK-C15", "KW-C3"), 2)
    others = ("TK-C1", "TK-C3", "TK-C4", "TK-C5", "TK-C9", "TK-C10", "TK-C18", "TK-C20")
    assert found == twice | dict.fromkeys((*others, "KW-C1", "KW-C2", "KW-C4"), 1)


def test_the_table_that_ships_is_of_all_tips_and_sizes() -> None:
    rows = published_rows(FINDINGS / "followed.csv")
    expected = [
        (tip.id, duel.label, str(size))
        for game in GAMES
        for size in SIZES
        for tip, duel in duels_about(game)
        if size in duel.players
    ]
    assert [(row["tip"], row["label"], row["players"]) for row in rows] == expected
    for row in rows:
        shares = [
            [float(row[f"{name}{end}"]) for end in ("_low", "", "_high")] for name in ("follows", "without", "other")
        ]
        assert all(low <= high for share in shares for low, high in pairwise(share))
        assert sum(value for _, value, _ in shares) == pytest.approx(1, abs=2e-6)


def test_pages_say_of_every_habit_what_champions_do() -> None:
    for game in GAMES:
        lines = followed_table(game).splitlines()[2:]
        told = [duel for tip, duel in duels_about(game) if duel.label in tip.words.names]
        assert len(lines) == sum(len(set(duel.players) & set(SIZES)) for duel in told)
    said = {tip.id: champion_sentences(tip) for tip in shipped()}
    assert {tip for tip, words in said.items() if words} == {tip.id for game in GAMES for tip, _ in duels_about(game)}
    row = next(
        row for row in published_rows(FINDINGS / "followed.csv") if (row["tip"], row["players"]) == ("TK-C1", "3")
    )
    assert f" in {100 * float(row['follows']):.0f} of 100 " in said["TK-C1"]
    assert "(two players)" in said["TK-C9"]  # of which there are no others
