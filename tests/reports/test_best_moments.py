"""The list of best moments says what the records say: the move that was made, and the best of the others."""

import re

import pandas as pd
import pytest

from knotlab.analysis.claims.evidence.champions import published_habits
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.rulebooks.published import ShippedMoment, shipped_moments
from knotlab.reports.words.moments import beside_others, best_moments, habit_moments
from knotlab.studies.publishing.games_to_watch import lead_changes

SUITS = str.maketrans("SHDC", "♠♥♦♣")


def moment(metric: str, values: list[float]) -> ShippedMoment:
    """A lay of two nines that could have been one nine or a pick-up."""
    moves = [[{"do": "lay", "card": "9", "count": count}, 1.0] for count in (1, 2)] + [[{"do": "pick-up"}, 0.0]]
    event = {"do": "lay", "seat": 0, "card": "9", "count": 2, "moves": moves, "whatif": {"values": values, "worse": []}}
    return ShippedMoment(
        "TK-C2", "nines laid", 0, 0, {"game": "twisted-knot", "events": [event], "whatif": {"metric": metric}}
    )


def test_a_moment_says_what_its_move_loses_and_what_the_best_other_one_does() -> None:
    (found,) = best_moments([moment("loss_rate", [0.2, 0.05, 0.3])])
    assert found.why == "With “lay 9 9” 5.0 games in 100 are lost from here, and 20 with the next best move, “lay 9”."
    assert found.gain == 0.2 - 0.05
    (points,) = best_moments([moment("mean_score", [12.0, 30.0, -4.0])])
    assert points.why == "With “lay 9 9” 30 points are to be expected, and 12 with the next best move, “lay 9”."


def test_a_move_that_was_not_the_best_is_no_best_moment() -> None:
    assert best_moments([moment("loss_rate", [0.01, 0.05, 0.3])]) == []


def test_a_move_says_by_how_much_it_came_out_better_or_that_it_came_out_worse_and_how_sure_that_is() -> None:
    said = "here 15 fewer games in 100 lost than with the best other move"
    assert beside_others(moment("loss_rate", [0.2, 0.05, 0.3])) == said
    assert beside_others(moment("mean_score", [2.0, 30.0, -4.0])) == "here 28 points more than with the best other move"
    assert beside_others(moment("loss_rate", [0.045, 0.05, 0.3])) == "here another move was about as good"
    assert beside_others(moment("loss_rate", [0.045, 0.05, 0.051])) == "here all moves were worth about the same"
    worse = moment("loss_rate", [0.01, 0.05, 0.3])
    assert beside_others(worse) == "here the exception: another move was perhaps better"
    worse.record["events"][0]["whatif"]["worse"] = [1]
    assert beside_others(worse) == "here the exception: another move was better"
    assert "exception" in beside_others(moment("mean_score", [12.0, 10.0, -4.0]))
    assert beside_others(moment("mean_score", [0.5, 0, -4.0])) == "here another move was about as good"
    worse.record["events"][0].pop("whatif")
    assert beside_others(worse) == "what the other moves were worth was not played"


def test_a_turn_that_is_ended_is_held_against_going_on_and_not_what_the_next_player_does() -> None:
    stops = {"moves": [[{"do": "play", "pile": 0, "cards": ["5H"]}, 0.0], [{"do": "stop"}, 1.0]]}
    stops["whatif"] = {"values": [0.4, 0.1], "worse": [0]}  # type: ignore[assignment]
    next_one = {"do": "pass", "moves": [[{"do": "pass"}, 0.0], [{"do": "play"}, 0.0]], "before": [stops]}
    record = {"game": "knotweed", "whatif": {"metric": "loss_rate"}}
    record["events"] = [{**next_one, "whatif": {"values": [0.9, 0.2], "worse": [0]}}]  # type: ignore[assignment]
    ended = ShippedMoment("KW-C3", "a turn ended", 0, 0, record)
    assert beside_others(ended) == "here 30 fewer games in 100 lost than with the best other move"
    assert best_moments([ended])[0].why.startswith("With “stop” 10 games in 100 are lost from here, and 40 with")


def test_cards_taken_from_the_pile_are_held_against_going_on_and_piles_discarded_cost_their_player_nothing() -> None:
    said = {each.tip: beside_others(each) for each in shipped_moments()}
    (taken,) = (each for each in shipped_moments() if each.tip == "TK-C19")
    value, other = taken.record["events"][taken.at]["whatif"]["values"]
    assert said["TK-C19"] == f"here {100 * (other - value):.1f} fewer games in 100 lost than with the best other move"
    assert said["KW-C7"].startswith("to whoever moves, all moves were worth the same")
    assert all(said[tip] == "no other move was possible" for tip in ("TK-C6", "TK-C7"))
    assert not [tip for tip, words in said.items() if "exception" in words]


def test_those_that_ship_are_listed_the_most_telling_of_a_game_first() -> None:
    gains = [found.gain for found in best_moments(shipped_moments())]
    assert len(gains) >= 8 and gains == sorted(gains, reverse=True) and min(gains) > 0


def test_the_moments_of_champions_are_the_published_ones_the_most_telling_first() -> None:
    rows = pd.read_csv(FINDINGS / "habits.csv").dropna(subset="gain").sort_values("gain", ascending=False)
    once = rows.drop_duplicates(["game", "index", "decision"])
    found = habit_moments(published_habits())
    assert [each.gain for each in found] == pytest.approx(once["gain"].tolist()) and len(once) < len(rows)
    for each, row in zip(found, once.to_dict("records"), strict=True):
        move, instead = (re.sub(r" onto pile \d", "", row[of]).translate(SUITS) for of in ("move", "instead"))
        assert f"“{move}”" in each.why and each.why.endswith(f"than with “{instead}”.")
        assert f" {100 * row['gain']:.1f} fewer [" in each.why


def test_the_lead_is_the_fewest_cards_and_changes_are_counted() -> None:
    assert lead_changes([(0, 3), (1, 5), (0, 6), (1, 4), (0, 2)]) == 2
    assert lead_changes([(0, 3), (0, 2)]) == 0
