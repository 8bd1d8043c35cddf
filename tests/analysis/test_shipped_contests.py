"""The tournaments that ship: today's code plays the same, and the page has them at once."""

import json
from pathlib import Path

import pandas as pd
import pytest

from knotlab.analysis.claims.retest.play import Repeatable, play_again
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.report.contests import CONTESTS, play_contest, published_contests, sizes
from knotlab.analysis.report.settings import ReportSettings
from knotlab.analysis.tournaments.result import PublishedContest
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.studies.publishing import contests

SHIPPED = tuple(published_contests())
KNOTWEED = next(contest for contest in SHIPPED if contest.name == "tournament of knotweed, 2 players")


def edited(contest: PublishedContest, **content: object) -> PublishedContest:
    """A twin of what ships."""
    return PublishedContest(contest.content | content)


def test_every_game_ships_its_tournaments_for_the_page() -> None:
    expected = {f"tournament of {game}, {n} players" for game in games.listed() for n in sizes(game)}
    assert {contest.name for contest in SHIPPED} == expected
    facts = [contest.content["result"]["facts"] for contest in SHIPPED]
    assert {each["deals"] for each in facts} == {contests.DEALS} and {each["seed"] for each in facts} == {DEFAULT_SEED}
    assert sum(file.stat().st_size for file in CONTESTS.iterdir()) < 1_000_000


@pytest.mark.parametrize(
    "contest",
    [
        pytest.param(each, marks=pytest.mark.long if each.name == KNOTWEED.name else pytest.mark.more)
        for each in SHIPPED
    ],
    ids=lambda contest: contest.name,
)
def test_todays_code_plays_what_ships(contest: PublishedContest) -> None:
    assert contest.is_equal()


@pytest.mark.more
def test_twins_that_differ_are_seen() -> None:
    assert not edited(KNOTWEED, first_deals="0" * 24).is_equal()


@pytest.mark.long
def test_what_is_published_is_what_was_played(tmp_path: Path) -> None:
    settings = ReportSettings(tmp_path / "report", 4, DEFAULT_SEED, workers=1)
    played = play_contest(settings, "knotweed", 2)
    contests.write_contest(tmp_path / "shipped", played)
    (contest,) = published_contests(folder=tmp_path / "shipped")
    for name in ("ratings", "rates", "pairs", "places"):
        expected, result = getattr(played.result, name), getattr(contest.contest.result, name)
        pd.testing.assert_frame_equal(result, expected, check_dtype=False, rtol=1e-8)
    assert contest.contest.games == played.games and contest.is_equal()


def test_an_edited_file_is_refused(tmp_path: Path) -> None:
    file = CONTESTS / "knotweed-2-players.json"
    content = json.loads(file.read_text("utf-8"))
    content["games"] += 1
    (tmp_path / file.name).write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"is not as it was published .*; install knotlab again"):
        list(published_contests(folder=tmp_path))


def test_those_whose_first_deals_come_out_otherwise_are_named(tmp_path: Path) -> None:
    for players, changes in ((2, {}), (3, {"first_deals": "0" * 24})):
        (contest,) = (each for each in SHIPPED if each.name == f"tournament of knotweed, {players} players")
        contests._write(tmp_path / f"knotweed-{players}-players.json", contest.content | changes)
    assert contests.changed(tmp_path) == ["tournament of knotweed, 3 players"]


def test_tournaments_are_drawn_by_lot_with_the_cells() -> None:
    unequal: Repeatable = edited(KNOTWEED, first_deals="0" * 24)
    *_, again = play_again([], [], seconds=60.0, tables=[KNOTWEED, unequal][1:])
    assert [cell.cell for cell in again.unequal] == [KNOTWEED.name] and again.n_cells == again.n_tables == 1
    *_, again = play_again([], [], seconds=60.0, tables=[KNOTWEED])
    assert len(again.cells) == 1 and not again.unequal
