"""Crazy Eights against the referee, written from the rulings: the same rounds, event for event (CE-1 to CE-13,
CE-15)."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import InputError
from knotlab.sim.games.crazy_eights.series import MATCH_RULES
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.records import record_game
from knotlab.sim.settings import make_rules
from tests.referee import crazy_eights as referee
from tests.sim.conforming import asked, played_by_both, player_named

GAME = games.find("crazy-eights")
STRATEGIES = ("scatter", "scatter:salt=3,spread=500", "moody", "random:tremble=0.5", "keep-eights", "longest-suit")


def some_job(rng: np.random.Generator) -> Job:
    """Any settings, any strategies, any seed."""
    n, packs = int(rng.integers(2, 7)), int(rng.integers(1, 3))
    most = min(10, (48 * packs - 1) // n)
    values = {"packs": packs, "cards": rng.integers(1, most + 1), "draws": rng.integers(1, 6)}
    values |= {"twos": rng.choice(["plain", "draw"]), "turn_limit": rng.choice([9, 80, 300])}
    rules = make_rules(GAME, n, [f"{name}={value}" for name, value in values.items()])
    players = tuple(player_named("crazy-eights", str(name)) for name in rng.choice(STRATEGIES, n))
    return Job("crazy-eights", rules, players, int(rng.integers(2**63)))


def cases(record: dict[str, Any]) -> set[str]:
    """What seldom happens in a round, as far as it does in this one."""
    events, result, rules = record["events"], record["result"], record["rules"]
    met = {"an eight turned up (CE-3)"} if len(events[0]["cards"]) > 1 else set()
    for event, after in zip(events, [*events[1:], {"do": "over", "seat": -1}], strict=True):
        if event["do"] == "play" and event["card"][0] == "8" and after["do"] == "over":
            met.add("a last eight names nothing (CE-7)")
        if event["do"] == "play" and event["card"][0] == "2" and rules["twos"] == "draw":
            met |= {f"after a two: {after['do']} (CE-11)"}
        if event["do"] == "reshuffle":
            met.add("the stock renewed (CE-10)")
    met.add("blocked (CE-12)" if result["end"] == "finished" and max(result["score"]) <= 0 else result["end"])
    return met


MUST_OCCUR = {
    "an eight turned up (CE-3)",
    "a last eight names nothing (CE-7)",
    "the stock renewed (CE-10)",
    *(f"after a two: {do} (CE-11)" for do in ("draw", "over", "reshuffle")),
    "blocked (CE-12)",
    "finished",
    "capped",
}


def test_both_implementations_play_the_same_rounds_and_meet_every_rare_case() -> None:
    met = Counter(case for record, _ in played_by_both(referee, 300, 20271, some_job) for case in cases(record))
    assert OFF or set(met) >= MUST_OCCUR, f"met {dict(met)}"


def test_a_rule_that_differs_is_noticed() -> None:
    """CE-11: the referee is given the other value of a setting."""
    job = Job("crazy-eights", make_rules(GAME, 3, ["twos=draw"]), (player_named("crazy-eights", "scatter"),) * 3, 5)
    other, players = dict(job.rules) | {"twos": "plain"}, [asked(player) for player in job.players]
    assert any(
        referee.play(other, players, 5, index)["events"] != record_game(job, index)["events"] for index in range(5)
    )


@pytest.mark.parametrize(("players", "packs", "cards"), [(2, 1, 7), (3, 1, 5), (4, 1, 5), (5, 2, 5), (6, 2, 5)])
def test_ce_1_and_2_packs_and_cards_go_by_the_number_of_players(players: int, packs: int, cards: int) -> None:
    rules = make_rules(GAME, players)
    assert (rules["packs"], rules["cards"]) == (packs, cards)


def test_ce_2_a_card_other_than_an_eight_is_left_to_turn_up() -> None:
    make_rules(GAME, 6, ["packs=1", "cards=7"])
    with pytest.raises(InputError, match=r"at least 5 must be left \(CE-2\)"):
        make_rules(GAME, 6, ["packs=1", "cards=8"])


def test_ce_14_scores_are_added_up_and_the_deal_moves_on_by_one_seat() -> None:
    results = np.zeros(2, GAME.result)
    results["score"][:, :3] = [[79, -51, -28], [-9, -10, -6]]
    assert MATCH_RULES.points(results, 3).tolist() == [[79, -51, -28], [-9, -10, -6]]
    assert MATCH_RULES.next_first(results, 3).tolist() == [1, 1]
