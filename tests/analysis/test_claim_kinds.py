"""Kinds of experiments beyond plain duels: what-ifs about another player, by another strategy, at the best position;
matches; sources; pairs of metrics.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.claims import branches, contrast, curves, settle
from knotlab.analysis.claims.cells import Cell, cells_of, tip_named, tips
from knotlab.analysis.claims.curves import play_curve
from knotlab.analysis.claims.events import BLOCK, frames, logged
from knotlab.analysis.claims.finding import Finding, Plane
from knotlab.analysis.claims.record import Terms, look_every, record
from knotlab.analysis.claims.rulebooks._knot import GOES_ON, without_a_pile_card
from knotlab.analysis.claims.rulebooks.twisted_knot import (
    KNOWING,
    every_part,
    ranks_differ,
    some_part,
    varying_protects,
)
from knotlab.analysis.claims.tip import Axis, Branch, Contrast, Ratio, Spread, Surface, Tip, WhatIf
from knotlab.analysis.runs.fields import members
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.variance import SOURCES
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.branch import Positions, own_choice, play_branches, positions
from knotlab.sim.games.twisted_knot.cards import FOUR, N_RANKS, NAMES
from knotlab.sim.games.twisted_knot.state import LAY, LAYING, PICK_UP
from knotlab.sim.job import Job, play_games
from knotlab.sim.protocol import CAPPED, FINISHED, STALLED, Match
from knotlab.strategies.resolve import players
from tests.strategies.twisted_knot.choices import scores
from tests.twisted_knot.positions import position

COULD_PICK_UP = (pl.col("decision") == LAYING) & (pl.col("move_kind") == LAY) & (pl.col("stack_size") > 0)
MADE = Branch((pl.col("move_kind"), pl.col("move_rank"), pl.col("move_count")))
AWAY = Branch((pl.lit(PICK_UP), pl.lit(-1), pl.col("stack_size")))
OWN, BY_LOT, SAME_ONE = Branch(None), Branch(None, strategy="random"), Branch(None, strategy="shed:tremble=0.02")


def deals_of(first: Branch, second: Branch, players: int = 3, n: int = 100, **options: object) -> pl.DataFrame:
    """The deals of a what-if among players who shed."""
    asked = WhatIf("a choice", COULD_PICK_UP, first, second, tables=("simple",), **options)  # type: ignore[arg-type]
    tip = Tip("XX-C1", "twisted-knot", "a planted claim", "nowhere", "as it stands", (asked,))
    return branches.play(asked, branches.jobs(Cell(tip, asked, "simple", players), 3), "play", 0, n)


def test_a_forced_move_may_be_made_of_constants_alone() -> None:
    """A single four that was laid, forced again, is worth what it was."""
    where = (pl.col("move_kind") == LAY) & (pl.col("move_rank") == FOUR) & (pl.col("move_count") == 1)
    asked = WhatIf("a four", where, Branch((pl.lit(LAY), pl.lit(FOUR), pl.lit(1))), MADE, tables=("simple",))
    tip = Tip("XX-C1", "twisted-knot", "a planted claim", "nowhere", "as it stands", (asked,))
    deals = branches.play(asked, branches.jobs(Cell(tip, asked, "simple", 3), 3), "play", 0, 100)
    assert deals["one_m"].sum() > 1 and (deals["one_n"] == 0).all()


def test_what_one_of_two_players_gains_the_next_one_loses() -> None:
    own, next_one = deals_of(MADE, AWAY, 2), deals_of(MADE, AWAY, 2, whose="next", sign=-1)
    assert own["one_n"].equals(next_one["one_n"]) and own["one_n"].abs().sum() > 0


def test_a_chair_taken_by_the_same_strategy_changes_nothing_and_by_a_random_one_much() -> None:
    assert (deals_of(OWN, SAME_ONE)["one_n"] == 0).all()
    assert deals_of(OWN, BY_LOT)["one_n"].mean() > 0.2  # type: ignore[operator]


def test_the_best_position_is_found_where_there_is_one_and_nowhere_else() -> None:
    options = {"n": 40, "rollouts": 8, "at_best": 0.01, "judged": 100}
    assert deals_of(OWN, BY_LOT, **options)["one_n"].mean() > 0.25  # type: ignore[arg-type, operator]
    assert (deals_of(OWN, SAME_ONE, **options)["one_n"] == -0.5).all()  # type: ignore[arg-type]
    assert deals_of(BY_LOT, OWN, **options)["one_n"].mean() < 0.25  # type: ignore[arg-type, operator]


def deeper(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Put the unseen cards of all piles in the opposite order: as good or bad for all that a player can see."""
    for view, hidden in zip(start.views, start.hiddens, strict=True):
        for seat in range(view.players):
            places = seat + view.players * np.arange(hidden.taken[seat], hidden.taken[seat] + view.pile_sizes[seat])
            hidden.deck[places] = hidden.deck[places[::-1]]
    return np.ones(rows.height, bool)


def test_luck_with_hidden_cards_is_no_better_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Piles turned round gain nothing that a player could know. With cards as dealt (the twin) most deals would have a
    position where they gain.
    """
    options = {"n": 40, "rollouts": 8, "at_best": 0.01, "judged": 100}
    turned = deals_of(Branch(None, deeper), OWN, **options)["one_n"].mean()  # type: ignore[arg-type]
    play = branches.play_branches
    monkeypatch.setattr(
        branches, "play_branches", lambda job, begun, moves, n, unseen: play(job, begun, moves, n, unseen=False)
    )
    as_dealt = deals_of(Branch(None, deeper), OWN, **options)["one_n"].mean()  # type: ignore[arg-type]
    assert turned < 0.25 < as_dealt  # type: ignore[operator]


def test_a_rate_of_matches_is_that_of_the_same_matches_played() -> None:
    below = pl.mean_horizontal((pl.col(f"total_{player}") < 0).cast(pl.Float64) for player in range(4))
    asked = Contrast(
        "below zero",
        Ratio(below, pl.lit(1.0), by_games=True, match=Match(target=200)),
        None,
        0.0,
        0.01,
        "share",
        ("simple",),
        (4,),
    )
    tip = Tip("XX-C1", "twyst", "a planted claim", "nowhere", "as it stands", (asked,))
    tables = contrast.jobs(Cell(tip, asked, "simple", 4), 3)
    deals = contrast.play(asked, tables, "play", 0, 50)
    assert deals["one_m"].sum() == 200
    totals = frames(replace(tables[0][0], purpose="play"), 0, 200, True)
    by_hand = sum(int((part[f"total_{player}"] < 0).sum()) for part in totals for player in range(4))
    assert deals["one_n"].sum() == pytest.approx(by_hand / 4)


@pytest.mark.parametrize("by_games", [False, True])
def test_games_without_an_end_are_counted_in_rates(by_games: bool) -> None:
    """Plain scripts stall in many games."""
    asked = Contrast(
        "turns", Ratio(pl.lit(1.0), pl.lit(1.0), by_games=by_games), None, 0.0, 10.0, "turns", (("shed",),)
    )
    tables = contrast.jobs(
        Cell(Tip("XX-C1", "twisted-knot", "a planted claim", "nowhere", "as it stands", (asked,)), asked, ("shed",), 3),
        3,
    )
    deals = contrast.play(asked, tables, "play", 20, 40)
    ends = play_games(replace(tables[0][0], purpose="play"), 60, 120)["end"].reshape(40, 3)
    assert deals["games"].to_list() == [3] * 40
    assert deals["unfinished"].to_list() == (ends != FINISHED).sum(axis=1).tolist() and (ends != FINISHED).any()


def test_rollouts_without_an_end_are_counted_in_what_ifs() -> None:
    """Where nothing is left to chance, all rollouts of a position end as its game did."""
    asked = WhatIf("nothing", COULD_PICK_UP, OWN, MADE, tables=(("shed",),), rollouts=3)
    cell = Cell(
        Tip("XX-C1", "twisted-knot", "a planted claim", "nowhere", "as it stands", (asked,)), asked, ("shed",), 3
    )
    (job,) = branches.jobs(cell, 3)
    deals = branches.play(asked, (job,), "play", 20, 40)
    ends = play_games(replace(job, purpose="play"), 20, 40)["end"]
    asked_about = deals["one_m"].to_numpy()  # a game that stalls at once may have no such position
    assert deals["games"].to_list() == (6 * asked_about).tolist()
    endless = asked_about * (ends != FINISHED)
    assert deals["unfinished"].to_list() == (6 * endless).tolist() and 0 < endless.sum() < asked_about.sum()


def test_the_sources_of_the_spread_are_shown_as_a_curve_is() -> None:
    tip = tip_named("TK-C23")
    line = play_curve(tip, Spread("sources", ("shed", "random"), 2), 200)
    assert [line.name(i) for i in range(len(line.groups))] == list(SOURCES)
    assert sum(rate.value for rate in line.rates) == pytest.approx(1.0)


def test_in_mixed_company_every_strategy_of_the_field_plays_and_deals_do_not_depend_on_how_they_are_cut() -> None:
    asked = Contrast("turns", Ratio(pl.col("turns"), pl.lit(1.0), by_games=True), None, 0.0, 10.0, "turns", ("mixed",))
    cell = Cell(Tip("XX-C1", "twisted-knot", "a planted claim", "nowhere", "as it stands", (asked,)), asked, "mixed", 3)
    (companies,) = contrast.jobs(cell, 3)
    assert {player.name for job in companies for player in job.players} == {
        player.name for player in players("twisted-knot", members("twisted-knot", "mixed", 3))
    }
    whole = contrast.play(asked, [companies], "play", 0, 700)
    cut = pl.concat(
        [contrast.play(asked, [companies], "play", first, count) for first, count in ((0, 130), (130, 401), (531, 169))]
    )
    assert whole.equals(cut)
    alone = contrast.play(asked, [companies[2:3]], "play", 2 * BLOCK, BLOCK)
    assert whole[2 * BLOCK : 3 * BLOCK].equals(alone)


def test_looks_come_after_whole_rounds_of_the_companies() -> None:
    """A company that plays in a part of a round only would weigh more than its share."""
    asked = Contrast(
        "turns", Ratio(pl.col("turns"), pl.lit(1.0), by_games=True), None, 0.0, 10.0, "turns", ("mixed", "simple")
    )
    tip = Tip("XX-C1", "knotweed", "a planted claim", "nowhere", "as it stands", (asked,))
    found = {cell.field: settle.settle(cell, Terms(claims=1, wider=1e-4), rest=2500) for cell in cells_of(tip)}
    n = len(members("knotweed", "mixed", 3))
    assert look_every(contrast.jobs(cells_of(tip)[0], 3)) == BLOCK * n == 550
    assert found["mixed"].deals == 2200 and found["simple"].deals % (BLOCK * n) != 0
    assert record(cells_of(tip)[0], Terms())["look_every"] == 550 and "look_every" not in record(
        cells_of(tip)[1], Terms()
    )


def knows(players: int, label: str, answer: str) -> Finding:
    return replace(finding(label, answer), players=players)


@pytest.mark.parametrize(
    ("fixed", "varied", "says"),
    [
        (Verdict.SUPPORTED, Verdict.SUPPORTED, Verdict.SUPPORTED),
        (Verdict.SUPPORTED, Verdict.REFUTED, Verdict.REFUTED),
        (Verdict.REFUTED, Verdict.SUPPORTED, Verdict.REFUTED),
        (Verdict.SUPPORTED, Verdict.UNDECIDED, Verdict.UNDECIDED),
        (Verdict.UNDECIDED, Verdict.SUPPORTED, Verdict.UNDECIDED),
        (Verdict.EQUIVALENT, Verdict.REFUTED, Verdict.REFUTED),
    ],
)
def test_varying_protects_only_where_the_script_is_exploited(fixed: str, varied: str, says: str) -> None:
    cells = [knows(n, KNOWING, fixed) for n in (2, 3)] + [
        knows(n, f"{KNOWING}, against one drawn each turn", varied) for n in (2, 3)
    ]
    assert varying_protects(cells)[0] == says


def test_where_only_some_are_exploited_it_depends() -> None:
    cells = [
        knows(2, KNOWING, Verdict.SUPPORTED),
        knows(3, KNOWING, Verdict.REFUTED),
        knows(2, "varied", Verdict.SUPPORTED),
        knows(3, "varied", Verdict.REFUTED),
    ]
    assert varying_protects(cells)[0] == Verdict.MIXED


@pytest.mark.parametrize(
    ("answers", "all_hold", "one_holds"),
    [
        ((Verdict.SUPPORTED, Verdict.SUPPORTED), Verdict.SUPPORTED, Verdict.SUPPORTED),
        ((Verdict.SUPPORTED, Verdict.REFUTED), Verdict.REFUTED, Verdict.SUPPORTED),
        ((Verdict.SUPPORTED, Verdict.UNDECIDED), Verdict.UNDECIDED, Verdict.SUPPORTED),
        ((Verdict.REFUTED, Verdict.UNDECIDED), Verdict.REFUTED, Verdict.UNDECIDED),
        ((Verdict.EQUIVALENT, Verdict.EQUIVALENT), Verdict.REFUTED, Verdict.REFUTED),
        ((Verdict.UNDECIDED, Verdict.UNDECIDED), Verdict.UNDECIDED, Verdict.UNDECIDED),
    ],
)
def test_a_claim_of_several_parts_is_concluded_table_by_table(
    answers: tuple[str, str], all_hold: str, one_holds: str
) -> None:
    cells = [finding(label, answer) for label, answer in zip(("one", "other"), answers, strict=True)]
    assert (every_part(cells)[0], some_part(cells)[0]) == (all_hold, one_holds)
    elsewhere = [replace(one, players=9, about_tip=Verdict.SUPPORTED) for one in cells]
    assert every_part(cells + elsewhere)[0] == (
        Verdict.SUPPORTED if all_hold in (Verdict.SUPPORTED, Verdict.UNDECIDED) else Verdict.MIXED
    )


@pytest.mark.parametrize(("number", "end"), [(0, STALLED), (1, CAPPED)])
def test_a_rate_at_several_tables_is_that_of_each_alone(number: int, end: int) -> None:
    tip = tip_named("TK-C24")
    line = play_curve(tip, tip.curves[number], 80)
    assert [line.name(i) for i in range(4)] == ["none", "0.1 %", "1 %", "5 %"]
    alone = [
        float((play_games(make_job("twisted-knot", [table] * 3), 0, 240)["end"] == end).mean())
        for table in ("shed", "shed:tremble=0.001")
    ]
    assert [found.value for found in line.rates[:2]] == alone
    # Without a tremble a locked game is seen to stall; with the least of it nothing comes back exactly, and the game is
    # capped.
    assert (alone[0] > 0 == alone[1]) if end == STALLED else (alone[1] > 0 == alone[0])


def test_what_goes_on_what_is_what_the_rules_let_one_lay() -> None:
    hand = " ".join(NAMES)
    for top, row in zip(NAMES, GOES_ON.cells, strict=True):
        lays = scores(position(f"hand 0: {hand}\nhand 1: K K\nhand 2: 9 9\nstack: {top}\nturn: 0"), "shed")
        assert {name for name, may in zip(NAMES, row, strict=True) if may} == {
            move.removeprefix("lay ") for move in lays if move.startswith("lay ")
        }, top


def test_a_surface_has_the_rates_of_planted_rows_and_no_cell_with_few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A case a game in each of three cells: lost by turns, always lost, and off the axes; and 29 in another."""

    def planted(_: Job, first: int, count: int) -> Iterator[pl.DataFrame]:
        for game in range(first, first + count):
            rows = [(game, 1, 0, game % 2), (game, 2, 1, 1), (game, 9, 0, 1), *([(game, 1, 1, 1)] if game < 29 else [])]
            yield pl.DataFrame(rows, schema=["game", "hand", "pile", "lost"], orient="row")

    monkeypatch.setattr(curves, "logged", planted)
    monkeypatch.setattr(curves, "compile_ahead", lambda *_, **__: None)
    axes = Axis(pl.col("hand"), "hand", range(1, 3)), Axis(pl.col("pile"), "pile", range(2))
    tip = Tip("XX-C1", "twisted-knot", "a planted claim", "nowhere", "as it stands")
    plane = play_curve(tip, Surface("lost", pl.col("lost") == 1, pl.col("hand") > 0, *axes, "share"), 60)
    assert isinstance(plane, Plane) and plane.groups == ((1, 0), (2, 1)) and plane.size == 4
    assert [rate.value for rate in plane.rates] == pytest.approx([0.5, 1.0], abs=0.01)
    assert plane.rates[0].cases == plane.rates[1].cases >= 60 and plane.rates[0].n == 60


def finding(label: str, answer: str) -> Finding:
    return Finding(
        "TK-C26",
        "",
        label,
        "duel",
        4,
        "mixed",
        "",
        answer,
        answer,
        0,
        0,
        0,
        0,
        "loss_rate",
        False,
        0,
        0,
        1,
        1,
        0,
        True,
        None,
        0.05,
        "",
        0,
    )


@pytest.mark.parametrize(
    ("lost", "won", "says"),
    [
        (Verdict.SUPPORTED, Verdict.REFUTED, Verdict.SUPPORTED),
        (Verdict.SUPPORTED, Verdict.SUPPORTED, Verdict.REFUTED),
        (Verdict.SUPPORTED, Verdict.EQUIVALENT, Verdict.REFUTED),
        (Verdict.SUPPORTED, Verdict.UNDECIDED, Verdict.UNDECIDED),
        (Verdict.EQUIVALENT, Verdict.EQUIVALENT, Verdict.REFUTED),
    ],
)
def test_two_rankings_differ_where_two_strategies_change_places(lost: str, won: str, says: str) -> None:
    cells = [finding("a or b, by games lost", lost), finding("a or b, by games won", won)]
    assert ranks_differ(cells)[0] == says
    assert (
        ranks_differ(
            [
                *cells,
                finding("a or c, by games lost", Verdict.SUPPORTED),
                finding("a or c, by games won", Verdict.REFUTED),
            ]
        )[0]
        == Verdict.SUPPORTED
    )


ALTERED = [
    (tip.id, one, branch)
    for tip in tips()
    for one in tip.experiments
    if isinstance(one, WhatIf)
    for branch in (one.first, one.second)
    if branch.alter
]


@pytest.mark.parametrize(("name", "asked", "branch"), ALTERED, ids=lambda one: one if isinstance(one, str) else "")
def test_a_changed_position_holds_the_same_cards_in_both_its_parts(name: str, asked: WhatIf, branch: Branch) -> None:
    """Each card is in one place, what the player sees of his hand is what he has, and no more than one card has left
    the game.
    """
    tip = tip_named(name)
    job = replace(branches.jobs(Cell(tip, asked, "simple", 3), 3)[0], purpose="play")
    rows = pl.concat(logged(job, 0, 60)).filter(asked.where)
    start = positions(job, rows["game"].to_numpy(), rows["step"].to_numpy().astype(np.int64))
    changed = Positions(*(part.copy() for part in start))
    assert branch.alter
    possible = branch.alter(changed, rows)
    assert possible.sum() > 20
    for i in np.flatnonzero(possible):
        before, after = (cards_in(Positions(*(part[i : i + 1] for part in told))) for told in (start, changed))
        view, hidden = changed.views[i], changed.hiddens[i]
        assert (hidden["hands"][view["seat"]] == view["hand"]).all() and hidden["held"][view["seat"]] == view["held"]
        assert view["hand"].sum() == view["hand_sizes"][view["seat"]]
        assert sum((before - after).values()) <= (branch.alter is without_a_pile_card) and not after - before
    results = play_branches(job, changed, own_choice(job, rows.height), 1)
    assert (results["end"] == FINISHED).mean() > 0.9


def cards_in(one: Positions) -> Counter[int]:
    """The cards of a position by rank: piles, hands, what lies on the table and what was cleared from it."""
    view, hidden = one.views[0], one.hiddens[0]
    n, found = int(view["players"]), Counter[int]()
    for card in range(int(hidden["n_cards"])):
        if card // n >= hidden["taken"][card % n]:
            found[int(hidden["deck"][card])] += 1
    for rank in range(N_RANKS):
        found[rank] += (
            int(hidden["hands"][:, rank].sum()) + int(view["stack_counts"][rank]) + int(view["cleared"][rank])
        )
    return found
