"""What cards give away with all hands open: against a plain search of every line of play and the scores of TY-6."""

import json
from pathlib import Path
from typing import Any

import pytest

from knotlab.analysis.bidding.open_play import Judge, OpenDeal
from knotlab.analysis.runs.play import make_job
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twyst.cards import CODE, mask
from knotlab.sim.games.twyst.open_cards import Position, Solver
from knotlab.sim.playing.match import records_of
from knotlab.studies.mistakes import contract_of, kind_of, played_cards
from tests.cli import knotlab, one_line
from tests.twyst.test_open_cards import by_brute_force

pytestmark = [pytest.mark.more, pytest.mark.skipif(OFF, reason="whole deals take too long without the compiler")]


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    """Deals of many contracts."""
    jobs = [
        make_job("twyst", [name] * 4, seed=4, fixed_seats=True)
        for name in ("threshold+solid", "random", "random+solid")
    ]
    return [record for job in jobs for number in range(12) for record in records_of(job, number, why=True)]


def points_by_hand(record: dict[str, Any], table: OpenDeal, event: dict[str, Any], seats: set[int]) -> int:
    """The points of one contract by TY-6, if its seats take all that a plain search finds."""
    position, won = table.position, sum(table.tricks[seat] for seat in seats)
    if event["name"] == "nemo":
        suit = "CDHS".index(event["suit"])
        (seat,) = seats
        return 10 * (table.clean[seat] + by_brute_force(position, seats, seats, suit))
    if event["name"] == "misere":
        return 150 if won + by_brute_force(position, {0, 1, 2, 3} - seats, seats) == 0 else -150
    won += by_brute_force(position, seats, seats)
    rate = {"ace-solo": 20, "court-solo": 15}.get(event["name"], 10)
    if event["name"] == "twist-solo" or won >= event["target"]:
        return rate * won
    return 0 if event["name"] == "plain-duo" else -rate * (13 - won)


def value_by_hand(record: dict[str, Any], table: OpenDeal) -> int:
    """The value of a deal for the seat to play."""
    groups = [
        (event, {seat})
        for event in record["events"]
        if event["do"] == "contract" and event["name"] == "nemo"
        for seat in range(4)
    ] or [(event, set(event["contractors"])) for event in record["events"] if event["do"] == "contract"]
    own = [(event, seats) for event, seats in groups if table.seat in seats]
    if own and own[0][0]["name"] != "plain-duo":
        return points_by_hand(record, table, *own[0])
    return sum(
        (1 if (event, seats) in own else -1) * points_by_hand(record, table, event, seats) for event, seats in groups
    )


@pytest.mark.more
def test_values_are_those_of_a_plain_search_and_the_rules_scores(records: list[dict[str, Any]]) -> None:
    contracts = set()
    for record in records:
        judge = Judge(record, Solver(1024))
        for _, table in judge.tables():
            if table.position.tricks in (2, 3) and not table.position.table:
                assert judge.value(table, table.seat) == value_by_hand(record, table), (record["events"], table)
                contracts.add(contract_of(record))
    assert len(contracts) > 5


def test_a_card_gives_away_what_the_value_falls_by_and_the_best_gives_nothing(records: list[dict[str, Any]]) -> None:
    given = 0
    for record in records:
        judge = Judge(record, solver := Solver(4096))
        cards = {card.event: card for card in played_cards(record, solver, 6)}
        for number, table in judge.tables():
            if table.position.tricks > 6:
                assert number not in cards
                continue
            moves = [CODE[move["card"]] for move, _ in record["events"][number]["moves"]]
            values = {card: judge.value_after(table, card) for card in moves}
            shortfall = judge.value(table, table.seat) - values[cards[number].card]
            assert cards[number].given_away == shortfall >= 0
            if contract_of(record) != "several solos":
                assert max(values.values()) == judge.value(table, table.seat)
            given += shortfall
    assert given > 0


def test_the_tricks_of_a_table_are_those_of_the_record(records: list[dict[str, Any]]) -> None:
    for record in records:
        *_, (number, table) = Judge(record, Solver(1024)).tables()
        end = table.after(CODE[record["events"][number]["card"]], -1)
        assert list(end.tricks) == record["result"]["tricks"]


def test_what_is_done_with_a_card_has_a_name() -> None:
    hands = (mask("2C 3H"), mask("AC AH"), mask("4D 5D"), mask("2S 3S"))
    assert kind_of(Position(hands), CODE["2C"]) == "lead"
    rest = (mask("3H"), *hands[1:])
    assert kind_of(Position(rest, 0, 1, (CODE["2C"],)), CODE["AC"]) == "follow"
    rest = (mask("3H"), mask("AH"), *hands[2:])
    led = (CODE["2C"], CODE["AC"])
    assert kind_of(Position(rest, 0, 1, led), CODE["4D"]) == "trump"
    assert kind_of(Position(rest, 0, 2, led), CODE["4D"]) == "discard"


def test_aces_and_deuces_together_are_several_solos_and_two_pairs_are_not() -> None:
    def record(*names: str) -> dict[str, Any]:
        return {"events": [{"do": "contract", "name": name} for name in names]}

    assert contract_of(record("ace-solo", "misere")) == "several solos"
    assert contract_of(record("plain-duo", "plain-duo")) == "plain-duo"
    assert contract_of(record("nemo")) == "nemo"


def test_records_with_par_have_the_values_of_the_last_tricks_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    answer = knotlab("records", "twyst", *["threshold+solid"] * 4, "--games", 1, "--par", 4, "--save", file)
    assert answer.status == 0, answer
    record = json.loads(file.read_text())
    assert record["par"] == {"tricks": 4, "metric": "mean_score"}
    cards = [event for event in record["events"] if event["do"] == "card"]
    assert not any("par" in event for event in cards[:36])
    assert all(("par" in event) == (len(event["moves"]) > 1) for event in cards[36:])
    assert knotlab("verify", file).status == 0 and knotlab("replay", "--record", file).status == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("twyst", *["random"] * 4, "--par", 5, "--whatif", 100), "--par and --whatif"),
        (("knotweed", "random", "random", "--par", 5), "--par is for twyst only"),
        (("twyst", *["random"] * 4, "--par", 14), "--par"),
        (("twyst", *["cautious+random"] * 4, "--par", 4, "--set", "partners=own"), "valued by their joint tricks"),
    ],
)
def test_par_where_it_does_not_fit_is_refused(tmp_path: Path, words: tuple[object, ...], complaint: str) -> None:
    answer = knotlab("records", *words, "--save", tmp_path / "games.jsonl")
    assert answer.status == 2 and complaint in one_line(answer.err) and not list(tmp_path.iterdir())
