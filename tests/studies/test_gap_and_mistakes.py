"""What players of the cards give away and lose to a better one, against their deals one by one."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import InputError
from knotlab.sim.playing.match import records_of
from knotlab.studies.command import USUAL, as_dealt
from knotlab.studies.gap import CONTRACTOR, OPPONENT, gap, some_of_each
from knotlab.studies.gap import main as gap_main
from knotlab.studies.mistakes import ANY_KIND, Mistakes, contract_of, mistakes
from knotlab.studies.mistakes import main as mistakes_main
from knotlab.studies.par import par_table
from tests.cli import knotlab

pytestmark = [pytest.mark.long, pytest.mark.skipif(OFF, reason="whole deals take too long without the compiler")]
FOURTH = replace(USUAL, seed=4)


@pytest.fixture(scope="module")
def judged() -> Mistakes:
    return mistakes(["solid", "random"], 12, 5, table=FOURTH)


def test_the_table_counts_the_cards_and_adds_up_what_they_gave_away(judged: Mistakes) -> None:
    table = judged.to_pandas()
    for player, deals in judged.cards.items():
        every = table[(table["player"] == player) & (table["kind"] == ANY_KIND)]
        assert every["deals"].sum() == 12 and every["cards"].sum() == 12 * 20
        total = sum(card.given_away for deal in deals for card in deal)
        assert (every["deals"] * every["points given away"]).sum() == pytest.approx(total)
        kinds = table[(table["player"] == player) & (table["kind"] != ANY_KIND)]
        assert kinds["mistakes"].sum() == every["mistakes"].sum()
    sums = {player: sum(card.given_away for deal in deals for card in deal) for player, deals in judged.cards.items()}
    assert sums["random"] > sums["solid"] > 0


def test_moments_are_the_costliest_of_the_most_frequent_kinds(judged: Mistakes) -> None:
    moments = judged.moments("random")
    assert [moment.mistakes for moment in moments] == sorted((moment.mistakes for moment in moments), reverse=True)
    for moment in moments:
        alike = [
            card.given_away
            for deal in judged.cards["random"]
            for card in deal
            if (card.contract, card.kind) == (moment.card.contract, moment.card.kind) and card.given_away
        ]
        assert len(alike) == moment.mistakes and max(alike) == moment.card.given_away


def test_the_records_of_moments_show_the_mistake_to_the_viewer(judged: Mistakes) -> None:
    kept = {record["index"]: record for record in judged.records("random")}
    for moment in judged.moments("random"):
        choice = kept[moment.game]["events"][moment.card.event]
        played = [move["card"] for move, _ in choice["moves"]].index(choice["card"])
        assert played in choice["par"]["worse"] and choice["par"]["given_away"] == moment.card.given_away
        assert max(choice["par"]["values"]) - choice["par"]["values"][played] == moment.card.given_away


def test_a_player_loses_nothing_to_itself_and_random_play_loses_much() -> None:
    same = gap("solid", "solid", 6, table=FOURTH)
    assert same.losses and not any(lost for losses in same.losses.values() for lost in losses)
    assert sum(len(losses) for (_, role), losses in same.losses.items() if role == CONTRACTOR) == 6
    bad = gap("random", "solid", 30, table=FOURTH)
    for role in (CONTRACTOR, OPPONENT):
        assert sum(sum(losses) for (_, each), losses in bad.losses.items() if each == role) > 0


@pytest.mark.skipif(OFF, reason="twenty thousand deals")
def test_so_many_deals_of_each_contract_are_those_that_come_first() -> None:
    """Against the contracts of recorded deals, one after another."""
    few = gap("solid", "solid", 3, each=True, table=FOURTH)
    counted = {contract: len(losses) for (contract, role), losses in few.losses.items() if role == CONTRACTOR}
    assert set(counted.values()) == {3} and len(counted) == 8 and few.deals == 24
    job = as_dealt(FOURTH, "threshold+solid")
    names = [contract_of(record) for number in range(40) for record in records_of(job, number)]
    first = [number for number, name in enumerate(names) if names[:number].count(name) < 3]
    assert set(first) <= set(some_of_each(job, 3).tolist())


@pytest.mark.parametrize(
    ("players", "count", "tricks", "rules", "complaint"),
    [
        (["solid"], 0, 9, [], "deals must be 1 or more"),
        (["solid"], 1, 14, [], "tricks from 1 to 13"),
        (["solid", "solid"], 1, 9, [], "only once"),
        (["random"], 1, 9, ["partners=own"], "leave out partners=own"),
    ],
)
def test_impossible_questions_are_refused(
    players: list[str], count: int, tricks: int, rules: list[str], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        mistakes(players, count, tricks, table=replace(USUAL, rules=rules))
    with pytest.raises(InputError, match="1 or more"):
        gap("solid", "sampler", 0)
    with pytest.raises(InputError, match="leave out partners=own"):
        par_table(1, replace(USUAL, rules=["partners=own"]))


def test_the_commands_print_their_tables_and_where_to_watch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "moments.jsonl"
    mistakes_main(["random", "--deals", "4", "--tricks", "4", "--save", str(file)])
    out = capsys.readouterr().out
    assert "The most frequent mistakes of random" in out and "nan" not in out
    index = json.loads(file.read_text().splitlines()[0])["index"]
    assert knotlab("replay", "--record", file, "--index", index, "--html", tmp_path / "game.html").status == 0
    gap_main(["random", "--yardstick", "high", "--deals", "4"])
    assert "points per deal that random loses to high, by contract" in capsys.readouterr().out
