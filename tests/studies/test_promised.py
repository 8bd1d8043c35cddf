"""What players expect of their cards beside what comes of them, against the games one by one."""

from dataclasses import replace

import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import InputError
from knotlab.sim.playing.match import records_of
from knotlab.studies.command import USUAL, as_dealt
from knotlab.studies.gap import CONTRACTOR, OPPONENT
from knotlab.studies.promised import COLUMNS, TWO_SIDED, Promised, main, promised

pytestmark = [pytest.mark.long, pytest.mark.skipif(OFF, reason="whole deals take too long without the compiler")]
FOURTH = replace(USUAL, seed=4)
PLAYER = "sampler:samples=5,solved=4"


@pytest.fixture(scope="module")
def measured() -> Promised:
    return promised([PLAYER], 2, 4, table=FOURTH)


def test_what_came_are_the_points_above_the_others_mean(measured: Promised) -> None:
    """Of the first two deals of each contract, from their records: a deal counts where a role has a choice."""
    job, counts, expected = as_dealt(FOURTH, f"threshold+{PLAYER}"), {}, []
    for number in range(2000):
        (record,) = records_of(job, number)
        contract = [event for event in record["events"] if event["do"] == "contract"]
        name = contract[0]["name"]
        if name not in TWO_SIDED or (name != "plain-duo" and len(contract) > 1) or counts.get(name, 0) == 2:
            continue
        counts[name] = counts.get(name, 0) + 1
        (record,) = records_of(job, number, why=True)
        score, cards = record["result"]["score"], [event for event in record["events"] if event["do"] == "card"]
        soloists = {seat for event in contract for seat in event["contractors"]}
        choices = [event["seat"] for event in cards[36:40] if event["seat"] in soloists and len(event["moves"]) > 1]
        if choices:
            expected.append(sum(score[seat] - (sum(score) - score[seat]) / 3 for seat in choices) / len(choices))
        if len(counts) == len(TWO_SIDED) and set(counts.values()) == {2}:
            break
    assert measured.deals == 10 and len(expected) > 4
    assert [came for _, _, came in measured.means[PLAYER, CONTRACTOR, 4]] == pytest.approx(expected)


def test_in_the_last_two_tricks_what_is_played_is_what_it_is_worth_with_open_hands(measured: Promised) -> None:
    """Nearly: of two tricks there is little left to lose, so that a wrong share of a seat would show."""
    table = measured.to_pandas()
    last = table[table["tricks"] == 2]
    assert set(last["role"]) == {CONTRACTOR, OPPONENT}
    assert ((last["open"] - last["scored"]).abs() < 5).all()


def test_the_table_has_the_means_and_the_difference_between_the_promise_and_what_came(measured: Promised) -> None:
    table = measured.to_pandas()
    assert [list(left) == sorted(left, reverse=True) for _, left in table.groupby("role")["tricks"]] == [True, True]
    for row in table.itertuples():
        deals = measured.means[row.player, row.role, row.tricks]
        assert row.deals == len(deals)
        for place, name in enumerate(COLUMNS):
            assert getattr(row, name) == pytest.approx(sum(deal[place] for deal in deals) / len(deals))
        assert row.overrated == pytest.approx(row.promised - row.scored, abs=1e-3)
        assert row.low <= row.overrated <= row.high


@pytest.mark.parametrize("wanted", [(0, 7), (1, 14)])
def test_impossible_numbers_are_refused(wanted: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="deals must be 1 or more, and tricks from 1 to 13"):
        promised([PLAYER], *wanted)


def test_a_player_named_twice_would_count_each_deal_twice_and_is_refused() -> None:
    with pytest.raises(InputError, match="only once"):
        promised([PLAYER, PLAYER], 1, 7)


def test_partners_who_score_their_own_tricks_are_refused() -> None:
    with pytest.raises(InputError, match="joint tricks"):
        promised([PLAYER], 1, 7, table=replace(USUAL, rules=["partners=own"]))


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    main([PLAYER, "--each", "1", "--tricks", "3", "--seed", "4"])
    out = capsys.readouterr().out
    assert "threshold bids" in out and CONTRACTOR in out and OPPONENT in out
