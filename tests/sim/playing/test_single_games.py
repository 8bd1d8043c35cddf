"""Games one by one: records written and verified, replays told."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from knotlab.reports.words.numbers import MINUS
from tests.cli import GAME, Answer, knotlab, refused, strategy_file

PLAYERS = ("shed:tremble=0.1", "random", "ten-chain:tens=3,tremble=0.1")
SEED = ("--seed", 77)


def written(file: Path, *words: object) -> list[dict[str, Any]]:
    """The records that a `records` command writes."""
    answer = knotlab("records", GAME, *PLAYERS, *SEED, *words, "--save", file)
    assert (answer.status, answer.err) == (0, "") and str(file) in answer.out
    return [json.loads(line) for line in file.read_text().splitlines()]


def replayed(*words: object) -> Answer:
    """A replay that succeeds."""
    answer = knotlab("replay", GAME, *PLAYERS, *SEED, *words)
    assert (answer.status, answer.err) == (0, "")
    return answer


def decisions(events: list[dict[str, Any]]) -> list[list[Any]]:
    """The moves with scores of every decision that was a choice."""
    result = [
        decision["moves"] for event in events for decision in (*event.get("before", ()), event) if "moves" in decision
    ]
    return [moves for moves in result if len(moves) > 1]


# --- records ---


def test_records_are_one_json_object_a_line_with_consecutive_numbers(tmp_path: Path) -> None:
    answer = written(tmp_path / "games.jsonl", "--games", 5)
    assert [record["index"] for record in answer] == [0, 1, 2, 3, 4]
    assert {record["seed"] for record in answer} == {77}
    assert [record["players"][0] for record in answer] == [PLAYERS[index % 3] for index in range(5)]


def test_ranges_of_records_make_the_same_file_as_one_range(tmp_path: Path) -> None:
    written(tmp_path / "all.jsonl", "--games", 9)
    for first, games in ((0, 4), (4, 1), (5, 4)):
        written(tmp_path / f"from-{first}.jsonl", "--first", first, "--games", games)
    joined = b"".join((tmp_path / f"from-{first}.jsonl").read_bytes() for first in (0, 4, 5))
    assert joined == (tmp_path / "all.jsonl").read_bytes()


def test_the_best_of_the_moves_is_played_where_nobody_trembles(tmp_path: Path) -> None:
    for record in written(tmp_path / "why.jsonl", "--games", 6, "--why"):
        for event in record["events"]:
            if (
                len(event.get("moves", ())) > 1
                and event["do"] in ("lay", "discard", "pass", "pick-up")
                and not event.get("tremble")
            ):
                best = max(score for _, score in event["moves"])
                played = [
                    score
                    for move, score in event["moves"]
                    if all(event.get(name) == value for name, value in move.items())
                ]
                assert played == [best]


def test_records_of_fixed_seats_keep_everybody_where_named(tmp_path: Path) -> None:
    assert all(
        record["players"] == list(PLAYERS)
        for record in written(tmp_path / "fixed.jsonl", "--games", 3, "--fixed-seats")
    )


def test_records_carry_the_settings(tmp_path: Path) -> None:
    (record,) = written(tmp_path / "southern.jsonl", "--games", 1, "--set", "preset=southampton", "--set", "packs=2")
    assert (
        record["rules"] | {"eight": "repeat", "packs": 2, "players": 3, "multiply": ["9", "10", "Jk", "J", "K", "A"]}
        == record["rules"]
    )


# --- verification ---


def test_records_hold(tmp_path: Path) -> None:
    written(tmp_path / "games.jsonl", "--games", 6, "--why", "--set", "packs=3")
    answer = knotlab("verify", tmp_path / "games.jsonl")
    assert (answer.status, answer.err) == (0, "") and "6 of 6 records are valid" in answer.out
    assert knotlab("verify", tmp_path / "games.jsonl", "--json").json == {"records": 6, "valid": 6, "faults": []}


def test_records_of_several_files_are_counted_together(tmp_path: Path) -> None:
    for name in ("one.jsonl", "two.jsonl"):
        written(tmp_path / name, "--games", 2)
    assert "4 of 4 records are valid" in knotlab("verify", tmp_path / "one.jsonl", tmp_path / "two.jsonl").out


def test_a_record_that_was_changed_does_not_hold_and_the_status_is_1(tmp_path: Path) -> None:
    content = written(tmp_path / "games.jsonl", "--games", 3)
    content[1]["result"]["turns"] += 1
    (tmp_path / "changed.jsonl").write_text("\n".join(json.dumps(record) for record in content) + "\n")
    answer = knotlab("verify", tmp_path / "changed.jsonl")
    assert (answer.status, answer.err) == (1, "")
    assert "changed.jsonl, line 2: " in answer.out and "2 of 3 records are valid" in answer.out
    replayed = knotlab("verify", tmp_path / "changed.jsonl", "--json")
    (fault,) = json.loads(replayed.out)["faults"]
    assert replayed.status == 1 and (fault["line"], bool(fault["fault"])) == (2, True)


@pytest.mark.parametrize("line", ["{", "[]", "3", '"text"', "null", "{}", "\x00"])
def test_a_line_that_is_no_record_does_not_hold(line: str, tmp_path: Path) -> None:
    written(tmp_path / "games.jsonl", "--games", 1)
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write(line + "\n")
    answer = knotlab("verify", tmp_path / "games.jsonl")
    assert (
        (answer.status, answer.err) == (1, "")
        and "games.jsonl, line 2: " in answer.out
        and "1 of 2 records are valid" in answer.out
    )


# --- replay ---


@pytest.mark.parametrize("index", [0, 1, 2, 10**6])
def test_a_replay_names_the_players_by_seat_and_ends_with_the_ending(index: int) -> None:
    lines = replayed("--index", index).out.splitlines()
    assert lines[0].endswith(", ".join(f"seat {seat} ({PLAYERS[(seat + index) % 3]})" for seat in range(3)))
    assert f"game {index} of seed 77" in lines[0]
    assert re.fullmatch(
        r"finished after \d+ turns: 1\. seat \d \(.*\), 2\. seat \d \(.*\), 3\. seat \d \(.*\)", lines[-1]
    )


def test_a_replay_of_an_unfinished_game_ends_with_how_it_ended() -> None:
    assert replayed("--set", "turn_limit=7").out.splitlines()[-1] == "capped after 7 turns"


def test_a_replay_tells_every_event_of_the_record(tmp_path: Path) -> None:
    (record,) = written(tmp_path / "game.jsonl", "--first", 4, "--games", 1)
    text = replayed("--index", 4).out
    assert len(re.findall(r"^seat \d (?!is dealt)", text, re.M)) == len(record["events"])
    assert [int(seat) for seat in re.findall(r"^seat (\d) ", text, re.M)] == [
        event["seat"] for event in record["events"]
    ]


def test_a_replay_with_reasons_lists_every_legal_move_with_its_score(tmp_path: Path) -> None:
    (record,) = written(tmp_path / "game.jsonl", "--first", 4, "--games", 1, "--why")
    text = replayed("--index", 4, "--why").out
    lists = [line.partition("could: ")[2].split("; ") for line in text.splitlines() if "could: " in line]
    wanted = decisions(record["events"])
    assert len(lists) == len(wanted) > 0
    for listed, moves in zip(lists, wanted, strict=True):
        assert len(set(listed)) == len(moves)
        scores = sorted((score for _, score in moves), reverse=True)
        told = [float(each.rpartition(" ")[2].replace(MINUS, "-")) for each in listed]
        assert told == pytest.approx(scores, rel=1e-5)
    without = [line for line in text.splitlines() if "could: " not in line]
    assert without == replayed("--index", 4).out.splitlines()


def test_a_replay_as_json_is_the_record(tmp_path: Path) -> None:
    (record,) = written(tmp_path / "game.jsonl", "--first", 4, "--games", 1, "--why")
    assert replayed("--index", 4, "--why", "--json").json == record


@pytest.mark.parametrize(
    "words", [(), ("--fixed-seats",), ("--set", "preset=southampton", "--set", "packs=2")], ids=" ".join
)
def test_a_replay_from_a_run_folder_is_that_of_the_named_strategies(words: tuple[str, ...], tmp_path: Path) -> None:
    knotlab("play", GAME, *PLAYERS, *SEED, "--games", 12, "--out", tmp_path / "run", *words)
    for options in ((), ("--why",), ("--json",)):
        kept = knotlab("replay", "--run", tmp_path / "run", "--index", 10, *options)
        assert kept == replayed("--index", 10, *words, *options)


def test_the_games_worth_watching_are_as_long_as_they_are_said_to_be() -> None:
    answer = knotlab("play", GAME, *PLAYERS, *SEED, "--games", 300, "--set", "turn_limit=400", "--json").json
    told_of = answer["run"]["telling_games"]
    turns = {
        name: replayed("--index", index, "--set", "turn_limit=400", "--json").json["result"]["turns"]
        for name, index in told_of.items()
    }
    ends = {
        name: replayed("--index", index, "--set", "turn_limit=400", "--json").json["result"]["end"]
        for name, index in told_of.items()
    }
    assert turns["shortest"] <= answer["run"]["mean_turns"] <= turns["longest"]
    assert (ends["shortest"], ends["longest"]) == ("finished", "finished")


# --- replay of a file of records, and as a page ---


@pytest.mark.parametrize("options", [(), ("--why",)], ids=str)
def test_a_replay_of_a_file_of_records_is_that_of_the_game(options: tuple[str, ...], tmp_path: Path) -> None:
    written(tmp_path / "games.jsonl", "--first", 3, "--games", 3, *options)
    for index in (3, 5):
        assert knotlab("replay", "--record", tmp_path / "games.jsonl", "--index", index) == replayed(
            "--index", index, *options
        )
    # The first there is.
    assert knotlab("replay", "--record", tmp_path / "games.jsonl") == replayed("--index", 3, *options)


def page_record(page: Path) -> dict[str, Any]:
    """The one record within a page."""
    text = page.read_text("utf-8")
    (content,) = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)
    (record,) = json.loads(content)
    assert isinstance(record, dict)
    return record


def test_a_replay_as_a_page_holds_the_record_with_its_reasons_and_needs_nothing_else(tmp_path: Path) -> None:
    (record,) = written(tmp_path / "games.jsonl", "--first", 4, "--games", 1, "--why")
    answer = replayed("--index", 4, "--html", tmp_path / "deep" / "game.html")
    assert str(tmp_path / "deep" / "game.html") in answer.out
    assert page_record(tmp_path / "deep" / "game.html") == record
    text = (tmp_path / "deep" / "game.html").read_text("utf-8")
    outside = r"<(?:link|img|iframe)\b|<script[^>]*src=|https?://(?!www\.w3\.org/2000/svg)"
    assert not re.findall(outside, text) and len(text) < 500_000


def test_a_page_of_a_record_without_reasons_has_none(tmp_path: Path) -> None:
    (record,) = written(tmp_path / "games.jsonl", "--games", 1)
    answer = knotlab("replay", "--record", tmp_path / "games.jsonl", "--html", tmp_path / "game.html")
    assert (answer.status, answer.err) == (0, "") and page_record(tmp_path / "game.html") == record


def test_a_record_that_does_not_hold_is_told_by_its_fault_alone(tmp_path: Path) -> None:
    (record,) = written(tmp_path / "games.jsonl", "--games", 1)
    for spoilt in (record | {"events": [{"do": "shout"}, *record["events"]]}, record | {"result": {}}):
        (tmp_path / "spoilt.jsonl").write_text(json.dumps(spoilt) + "\n")
        answer = knotlab("replay", "--record", tmp_path / "spoilt.jsonl")
        assert answer.status == 1 and "this record is not valid" in answer.line


def test_lines_that_python_cannot_read_are_faults(tmp_path: Path) -> None:
    (tmp_path / "deep.jsonl").write_text("[" * 100_000 + "\n" + "9" * 5_000 + "\n")
    answer = knotlab("verify", tmp_path / "deep.jsonl")
    assert answer.status == 1 and answer.err == "" and answer.out.endswith("0 of 2 records are valid\n")


def test_an_empty_line_between_records_is_a_fault(tmp_path: Path) -> None:
    written(tmp_path / "games.jsonl", "--games", 2)
    text = (tmp_path / "games.jsonl").read_text()
    (tmp_path / "games.jsonl").write_text(text.replace("\n", "\n\n", 1))
    answer = knotlab("verify", tmp_path / "games.jsonl")
    assert answer.status == 1 and "line 2: it is not JSON" in answer.out and "2 of 3 records are valid" in answer.out


def test_a_run_is_replayed_with_nothing_of_ones_own_but_where_its_strategies_are(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "mine", "return -1.0 * move.rank")
    table = (GAME, "mine", "random", *SEED, "--strategies-from", file)
    assert knotlab("play", *table, "--games", 4, "--out", tmp_path / "run").status == 0
    before = knotlab("replay", "--run", tmp_path / "run", "--index", 2, "--strategies-from", file).out
    (tmp_path / "there").mkdir()
    moved = file.rename(tmp_path / "there" / file.name)
    assert knotlab("replay", "--run", tmp_path / "run", "--index", 2, "--strategies-from", moved).out == before
    for words in (SEED, ("--set", "packs=2"), ("--fixed-seats",)):
        assert "leave out --seed, --set and --fixed-seats" in refused("replay", "--run", tmp_path / "run", *words)


def test_a_record_that_cannot_be_replayed_is_refused(tmp_path: Path) -> None:
    written(tmp_path / "games.jsonl", "--first", 3, "--games", 2)
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "broken.jsonl").write_text("{}\n")
    assert "no game 7" in refused("replay", "--record", tmp_path / "games.jsonl", "--index", 7)
    assert "it has 3, 4" in refused("replay", "--record", tmp_path / "games.jsonl", "--index", 0)
    assert "no record in" in refused("replay", "--record", tmp_path / "empty.jsonl")
    assert "broken.jsonl, line 1" in refused("replay", "--record", tmp_path / "broken.jsonl")
    assert "absent.jsonl" in refused("replay", "--record", tmp_path / "absent.jsonl")


@pytest.mark.parametrize(
    "words", [(GAME, *PLAYERS, "--run", "run"), ("--run", "run", "--record", "games.jsonl"), ()], ids=" ".join
)
def test_a_replay_takes_one_source(words: tuple[str, ...]) -> None:
    assert "either" in refused("replay", *words)


def test_a_replay_is_a_page_or_json() -> None:
    assert "--html" in refused("replay", GAME, *PLAYERS, "--html", "game.html", "--json")


def test_a_match_of_a_run_is_told_with_all_its_games(tmp_path: Path) -> None:
    table = ("twyst", *["cautious+high"] * 4)
    assert knotlab("play", *table, *SEED, "--rounds", 3, "--games", 4, "--out", tmp_path / "run").status == 0
    knotlab("records", *table, *SEED, "--rounds", 3, "--first", 1, "--games", 1, "--save", tmp_path / "games.jsonl")
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    words = ("replay", "--run", tmp_path / "run", "--index", 1)
    assert len(games) == 3 and knotlab(*words, "--json").json == {"match": 1, "games": games}
    lines = knotlab(*words).out.splitlines()
    assert [line for line in lines if line.startswith("Game ")] == [f"Game {k} of the 3 of match 1:" for k in (1, 2, 3)]
    assert sum(line.startswith("scores: ") for line in lines) == 3
    so_far = [f"totals so far, by seat: {', '.join(map(str, game['totals']))}" for game in games[1:]]
    assert [line for line in lines if line.startswith("totals so far")] == so_far
    assert "--record FILE" in refused(*words, "--html", tmp_path / "game.html")
    assert "matches 0 to 3" in refused("replay", "--run", tmp_path / "run", "--index", 4)
    assert "this run is one of matches" in refused("whatif", "--run", tmp_path / "run", "--index", 1)
    number = re.search(r"game (\d+) of seed", lines[1])
    assert number and knotlab("replay", *table, *SEED, "--index", number[1], "--json").json == {
        key: games[0][key] for key in games[0] if key not in ("match", "number", "totals")
    }
