"""What a large run will take: a fixed part and a part for each game, from runs of two sizes; the command."""

import math
from pathlib import Path

import pytest

from knotlab.analysis import costs
from knotlab.analysis.result import Conditions
from knotlab.analysis.runs.play import Table, make_job, play_job
from knotlab.analysis.speed import cost
from knotlab.reports.words.measures import cost_lines
from knotlab.sim.errors import InputError
from knotlab.sim.protocol import Match
from tests.cli import knotlab, refused

TABLE = ("twisted-knot", ["random"] * 3)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs so small that an estimate is rough."""
    monkeypatch.setattr(cost, "SECONDS", 0.02)


class Stopwatch:
    """A clock by which a run takes `start` seconds, and `per_game` more for each game; the processor takes three times
    as many for each game.
    """

    def __init__(self, start: float, per_game: float) -> None:
        self.start, self.per_game, self.now = start, per_game, cost.Time(0.0, 0.0)

    def played(self, games: int) -> None:
        for_games = self.per_game * games
        self.now = cost.Time(self.now.wall + self.start + for_games, self.now.cores + self.start + 3 * for_games)

    def __call__(self) -> cost.Time:
        return self.now


@pytest.fixture
def stopwatch(monkeypatch: pytest.MonkeyPatch) -> Stopwatch:
    """Runs of known times, which play few games."""
    watch = Stopwatch(start=0.7, per_game=1e-4)

    class Played:
        def __init__(self, games: int) -> None:
            self.games = games

    def play(job: object, games: int, **_: object) -> Played:
        watch.played(games)
        return Played(games)

    monkeypatch.setattr(cost, "play_job", play)
    return watch


@pytest.mark.more
def test_the_fixed_part_and_that_of_each_game_are_told_apart(stopwatch: Stopwatch) -> None:
    told = cost.estimate_cost(cost.playing_of(make_job(*TABLE)), [1000, 10**9], workers=4, clock=stopwatch)
    assert told.wall == pytest.approx((0.7, 1e-4)) and told.cores == pytest.approx((0.7, 3e-4))
    small, large = told.to_pandas().to_dict("records")
    assert small["hours"] == pytest.approx(0.8 / 3600) and large["hours"] == pytest.approx(100_000.7 / 3600)
    assert small["core-hours"] == pytest.approx(1 / 3600) and large["core-hours"] == pytest.approx(300_000.7 / 3600)
    (axes,) = told.plot().axes
    assert axes.lines[0].get_ydata().tolist() == [small["hours"], large["hours"]] and axes.get_yscale() == "log"
    assert math.isnan(large["disk, GB"]) and told.facts()["runs"][0]["disk, GB"] is None


@pytest.mark.long
def test_disk_is_what_a_run_writes(tmp_path: Path) -> None:
    """Against a run of another size, in a folder of its own."""
    job = make_job(*TABLE)
    told = cost.estimate_cost(cost.playing_of(job, 2, keep=True), [50_000], workers=2)
    play_job(job, 50_000, out=tmp_path / "run", workers=2)
    written = sum(file.stat().st_size for file in (tmp_path / "run").rglob("*") if file.is_file())
    assert told.to_pandas()["disk, GB"][0] * 1e9 == pytest.approx(written, rel=0.2)


def test_records_take_the_disk_that_their_file_takes(tmp_path: Path) -> None:
    asked = costs.AskedCommand(Table("twisted-knot", seed=3), TABLE[1])
    told = cost.estimate_cost(costs.playing("records", asked), [400])
    words = ("records", "twisted-knot", *TABLE[1], "--seed", 3, "--games", 400, "--save", tmp_path / "games.jsonl")
    assert knotlab(*words).status == 0 and told.workers == 1
    assert told.to_pandas()["disk, GB"][0] * 1e9 == pytest.approx((tmp_path / "games.jsonl").stat().st_size, rel=0.2)


def test_no_games_cost_nothing_that_could_be_told() -> None:
    with pytest.raises(InputError, match="the number of games is 1 or more"):
        cost.estimate_cost(cost.playing_of(make_job(*TABLE)), [0])


@pytest.mark.long
def test_the_command_prints_a_line_for_each_number_of_games(tmp_path: Path) -> None:
    answer = knotlab("cost", "twisted-knot", *TABLE[1], "--workers", 1, "--csv", tmp_path / "cost.csv")
    assert answer.status == 0 and "1,000,000,000" in answer.out and "games a second with 1 worker\n" in answer.out
    facts = knotlab("cost", "twisted-knot", *TABLE[1], "--workers", 1, "--games", 5000, "--json").json
    assert [run["games"] for run in facts["runs"]] == [5000] and facts["games_per_second"] > 100
    assert (tmp_path / "cost.csv").read_text().count("twisted-knot") == len(cost.SIZES)
    wrong = knotlab("cost", "twisted-knot", "random")
    assert wrong.status == 2


@pytest.mark.long
def test_a_tournament_costs_more_than_its_games_would_as_a_run() -> None:
    """It plays as many games again for invasions."""
    words = ("--games", 100_000, "--workers", 1, "--json")
    run = knotlab("cost", *TABLE[:1], "random", "shed", "hoard-aces", *words).json
    cup = knotlab("cost", *TABLE[:1], "random", "shed", "hoard-aces", *words, "--command", "tournament").json
    (alone,), (rated,) = run["runs"], cup["runs"]
    assert rated["in all"] > 2 * alone["in all"] == 200_000 and rated["hours"] > alone["hours"]


def test_a_report_at_two_sizes_of_table_plays_at_both(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[int, int]] = []

    def part(asked: costs.AskedCommand) -> cost.Playable:
        size = asked.table.players or 0

        def play(games: int, out: Path | None) -> int:
            played.append((size, games))
            return games + size

        conditions = Conditions("twisted-knot", size, {}, 1)
        return cost.Playable(conditions, lambda: None, play, asked.keep, in_all=lambda games: size * games)

    monkeypatch.setattr(costs, "_report_at", part)
    asked = costs.AskedCommand(Table("twisted-knot", 3), ["shed", "random"], sizes=(3, 5))
    both = costs.playing("report", asked)
    assert both.play(100, None) == 103 and played == [(3, 100), (5, 100)]
    assert both.has_disk and both.tables == (3, 5) and both.in_all(100) == 800


def test_a_small_run_that_something_else_slowed_makes_no_game_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """The larger runs take 0.4 s, and 0.6 s of four processors; the smaller ones as long, as the machine was busy."""
    now = cost.Time(0.0, 0.0)

    def play(games: int, out: Path | None) -> int:
        nonlocal now
        now = cost.Time(now.wall + 0.4, now.cores + games * 7.5e-5)
        return games

    monkeypatch.setattr(cost, "MOST_GAMES", 2000)
    asked = cost.Playable(Conditions("twisted-knot", 3, {}, 1), lambda: None, play, first=2000)
    told = cost.estimate_cost(asked, [1_000_000], workers=1, clock=lambda: now)
    assert told.cores.per_game == pytest.approx(7.5e-5) and told.wall.per_game == pytest.approx(7.5e-5)
    assert cost.estimate_cost(asked, [1_000_000], workers=4, clock=lambda: now).wall.per_game == pytest.approx(5e-5)


def test_what_more_is_played_than_was_asked_for_is_told_and_timed(stopwatch: Stopwatch) -> None:
    """Of 1e-4 s a game that is played: 1,500 more at every size, and twice as many besides."""

    def in_all(games: int) -> int:
        return 1500 + 3 * games

    def play(games: int, out: Path | None) -> int:
        stopwatch.played(in_all(games))
        return games

    asked = cost.Playable(Conditions("twisted-knot", 3, {}, 1), lambda: None, play, tables=(3, 5), in_all=in_all)
    told = cost.estimate_cost(asked, [1_000_000], workers=4, clock=stopwatch)
    assert told.wall == pytest.approx((0.7, 1e-4))
    assert told.to_pandas()["in all"].to_list() == [3_001_500]
    heading, _, note, *_ = cost_lines(told)
    assert heading == "Twisted Knot, 3 and 5 players; seed 1: 10,000 games a second with 4 workers"
    assert note == "games: for the rates at tables of each size; in all: with those for the rest of the result, too"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--command", "tournament", "--log"), "tournament has no event log of its own; leave out --log"),
        (("--command", "tournament", "--fixed-seats"), "tournament has no fixed seats; leave out --fixed-seats"),
        (("--command", "records", "--players", 3), "as many players as strategies are named"),
        (("--command", "duel", "--keep"), "--keep is about the games that play, tournament, report keep"),
        (("--command", "duel", "--players", 2, "--players", 3), "duel is played at tables of one size"),
        (("--players", 3), "as many players as strategies are named"),
        (("--command", "ablate"), "ablate takes one strategy, not 2"),
        (("--command", "tournamnt"), "did you mean 'tournament'"),
    ],
)
def test_what_does_not_go_together_is_said_in_a_sentence(words: tuple[object, ...], said: str) -> None:
    assert said in refused("cost", "twisted-knot", "shed", "random", *words)


@pytest.mark.more
@pytest.mark.parametrize("command", ["duel", "tune", "tournament", "play", "records"])
def test_a_command_that_plays_matches_is_told_in_matches(command: str) -> None:
    names = {"duel": 2, "tune": 1}.get(command, 4)
    bidders = ["threshold:ace=7+random", "cautious+random", "threshold+random", "random+random"][:names]
    asked = costs.AskedCommand(Table("twyst", seed=3, match=Match(target=300)), bidders)
    what = costs.playing(command, asked)
    assert what.unit == "matches" and what.conditions.matches == "matches to 300"
    single = costs.playing(command, asked._replace(table=Table("twyst", seed=3)))
    assert single.unit == "games"


@pytest.mark.more
def test_a_target_moves_the_time_of_a_command() -> None:
    words = ("cost", "twyst", *["random+random"] * 4, "--games", 2000, "--workers", 1, "--json")
    deal, match = knotlab(*words).json, knotlab(*words, "--target", 300).json
    assert match["matches_per_second"] < deal["games_per_second"] / 2


def test_players_who_take_seconds_for_a_game_play_few() -> None:
    slow, played = Stopwatch(start=0.0, per_game=2.0), list[int]()

    def play(games: int, out: Path | None) -> int:
        slow.played(games)
        played.append(games)
        return games

    asked = cost.Playable(Conditions("twisted-knot", 2, {}, 1), lambda: None, play)
    assert cost.estimate_cost(asked, [1000], workers=1, clock=slow).wall.per_game == pytest.approx(6.0)
    assert sum(played) < 25


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--command", "rate", "--target", 300), "rate plays single games; leave out --target and --rounds"),
        (("--target", 300, "--rounds", 4), "give only one of the two"),
    ],
)
def test_a_target_that_nothing_has_is_refused(words: tuple[object, ...], said: str) -> None:
    assert said in refused("cost", "twyst", *["random+random"] * 4, *words)


def test_matches_over_rounds_have_no_cost_of_match() -> None:
    words = ("cost", "twyst", "threshold+solid", "--command", "match", "--rounds", 4)
    assert "told for matches to a target; leave out --rounds" in refused(*words)
