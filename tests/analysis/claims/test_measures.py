"""What the claims read from the event log, against the same games told move by move: counted by hand from their
records.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.claims.model.events import logged
from knotlab.analysis.claims.rulebooks.knotweed import per_game
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twyst import bare_nemo, contract
from knotlab.analysis.runs.play import make_job
from knotlab.sim.games.twisted_knot.cards import JOKER, RANK, TEN, TWO
from knotlab.sim.games.twyst.state import NEMO
from knotlab.sim.playing.branch import positions
from knotlab.sim.playing.records import record_game

N_GAMES = 120
SHED = ["shed"] * 3


def facings(stated: dict[str, Any]) -> Iterator[tuple[str, int, int, bool]]:
    """Each turn on cards that another player laid: the rank and number of these, the cards in hand as the turn began,
    and whether he picked up.
    """
    hands, stack, top, layer, turn, seat = [0] * len(stated["players"]), 0, ("", 0), -1, None, -1
    for event in stated["events"]:
        if event["seat"] != seat:
            seat = event["seat"]
            # Who has none in hand takes one at once (TK-5).
            turn = (*top, max(hands[seat], 1)) if stack and layer != seat else None
        if turn and event["do"] in ("lay", "pick-up"):
            yield *turn, event["do"] == "pick-up"
            turn = None
        match event["do"]:
            case "take":
                hands[seat] += len(event["cards"])
            case "lay":
                hands[seat] -= event["count"]
                stack, top, layer = stack + event["count"], (event["card"], event["count"]), seat
            case "discard":
                hands[seat] -= 1
            case "pass":
                hands[seat] -= 1
                hands[event["to"]] += 1
            case "pick-up":
                hands[seat] += stack
                stack = 0
            case "clear":
                stack = 0


@pytest.fixture(scope="module")
def by_hand() -> dict[tuple[int, int, int], list[bool]]:
    """Whether each player who faced some cards picked up, by their rank and number and the cards in hand."""
    job, collected = make_job("twisted-knot", SHED, seed=3), defaultdict(list)
    for index in range(N_GAMES):
        for card, count, hand, picked in facings(record_game(job, index)):
            collected[RANK[card], count, hand].append(picked)
    return collected


@pytest.mark.parametrize(
    ("rank", "count", "hand"), [(JOKER, 1, 2), (TWO, 2, 2), (TWO, 1, 2), (TWO, 1, 1), (JOKER, 1, 5)]
)
def test_pick_ups_after_cards_are_counted_as_by_hand(
    rank: int, count: int, hand: int, by_hand: dict[tuple[int, int, int], list[bool]]
) -> None:
    job = make_job("twisted-knot", SHED, seed=3)
    measures = (
        seen.faces_cards(rank, count, hand).sum().alias("cases"),
        (seen.faces_cards(rank, count, hand) & seen.picks_up).sum().alias("picked"),
    )
    result = pl.concat(rows.select(measures) for rows in logged(job, 0, N_GAMES)).sum()
    stated = by_hand[rank, count, hand]
    assert len(stated) >= 5
    assert result.row(0) == (len(stated), sum(stated))


@pytest.mark.parametrize("ranks", [(TWO,), (JOKER, TEN)])
def test_what_lies_in_the_stack_is_what_the_position_has(ranks: tuple[int, ...]) -> None:
    job = make_job("twisted-knot", ["shed", "all-round", "random"], seed=5, fixed_seats=True)
    rows = pl.concat(logged(job, 0, 12)).with_columns(there=seen.in_stack(*ranks)).filter(seen.is_laying)
    views = positions(job, rows["game"].to_numpy(), rows["step"].to_numpy().astype(np.int64)).views
    counts = views["stack_counts"][:, list(ranks)]
    assert rows["there"].to_list() == (counts > 0).any(axis=1).tolist() and 0 < rows["there"].sum() < rows.height


@pytest.mark.long
def test_resets_of_a_game_are_counted_as_by_hand() -> None:
    job = make_job("knotweed", ["random"] * 4, seed=3)
    games = (
        pl.concat(logged(job, 0, 6))
        .select("game", begins=pl.col("step") == 0, n=per_game("reset", 1).of)
        .filter("begins")
        .sort("game")
    )
    stated = [sum(event["do"] == "reset" for event in record_game(job, index)["events"]) for index in range(6)]
    assert games["n"].to_list() == stated and sum(stated) > 0


@pytest.mark.long
def test_hands_without_a_trick_are_those_that_the_records_know() -> None:
    """What a player has won after his last move leaves out a last trick that others complete."""
    job = make_job("twyst", ["threshold@v2+solid"] * 4, seed=5)
    rows = pl.concat(logged(job, 0, 12_000)).with_columns(
        bare=bare_nemo, seen=pl.col("tricks_after").max().over("game", "seat")
    )
    bids = rows.filter((pl.col("step") < 4) & (contract == NEMO) & (pl.col("seen") == 0) & (pl.col("final_score") == 0))
    stated = [
        record_game(job, int(game))["result"]["tricks"][seat] == 0
        for game, seat in bids.select("game", "seat").iter_rows()
    ]
    assert bids["bare"].to_list() == stated and 0 < sum(stated) < len(stated)
