"""Who finishes ahead of whom, as it is published: against games of the two alone, and as the page tells it."""

import math

import pytest

from knotlab import play
from knotlab.analysis.claims.evidence.champions import PairAhead, published_pairs
from knotlab.analysis.stats.skill import games_to_tell
from knotlab.studies.publishing.champion_tables import RANDOM, pairs_text, shares_table
from knotlab.studies.publishing.skill import NAMED

BETWEEN_TWO = [
    pair
    for pair in published_pairs()
    if pair.players == 2 and not pair.rules and pair.better in ("champion", "finisher")
]
DEALS = 2000


@pytest.mark.long
@pytest.mark.parametrize("pair", BETWEEN_TWO, ids=lambda pair: f"{pair.game}-{pair.better}-{pair.other}")
def test_between_two_it_is_the_share_of_games_that_the_better_one_wins(pair: PairAhead) -> None:
    rates = play(pair.game, [pair.better, pair.other], games=2 * DEALS, seed=77).to_pandas()
    won = float(rates.iloc[0]["win_rate"])
    room = 4 * math.sqrt(max(won * (1 - won), 0.001) / DEALS)
    assert pair.ahead.low - room < won < pair.ahead.high + room


def test_every_pair_of_the_named_players_is_there_once_with_the_games_that_its_chance_takes() -> None:
    for game, named in NAMED.items():
        of_game = [pair for pair in published_pairs() if pair.game == game]
        tables = {(pair.players, pair.rules) for pair in of_game}
        assert len(of_game) == len(tables) * math.comb(len(named), 2)
        pairs = {(pair.players, pair.rules, frozenset((pair.better, pair.other))) for pair in of_game}
        assert len(pairs) == len(of_game)
    for pair in published_pairs():
        assert 0.5 <= pair.ahead.low <= pair.ahead.value <= pair.ahead.high <= 1
        if pair.ahead.value < 1:  # as published, to six digits
            assert games_to_tell(pair.ahead.value) == pytest.approx(pair.needed, rel=0.01)


def test_the_page_lists_able_players_apart_from_those_who_move_at_random() -> None:
    able, _, others = pairs_text().partition("Against a player who moves at random")
    assert RANDOM not in able and all(RANDOM in line for line in others.splitlines() if "%" in line)
    told = [pair for pair in published_pairs() if not (pair.rules and RANDOM in pair.better + pair.other)]
    assert pairs_text().count("]") == len(told)  # an interval each
    line, _ = (line for line in able.splitlines() if line.startswith("| champion | shed | 2 |"))  # one pack, then two
    (pair,) = (pair for pair in BETWEEN_TWO if pair.other == "shed")
    assert f"{100 * pair.ahead.value:.1f}%" in line and line.endswith(f"| {pair.needed:.0f} |")


@pytest.mark.long
def test_the_shares_of_every_tournament_that_ships_add_up_and_stay_below_their_ceiling() -> None:
    rows = [line.strip("| ").split(" | ") for line in shares_table().splitlines()[2:]]
    assert len(rows) == 7
    for _, _, _, strategy, most, *others in rows:
        numbers = [float(cell.rstrip("%")) for cell in (strategy, *others)]
        assert sum(numbers) == pytest.approx(100, abs=0.4)
        assert most == "-" or numbers[0] < float(most.rstrip("%"))
