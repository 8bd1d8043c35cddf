"""The rulebooks' claims: games that show a tip, positions that are changed, and what the rules say."""

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.claims import Branch, Curve, Duel, Tip, Transcript, WhatIf
from knotlab.analysis.claims.kinds.on_top import OnTop
from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.model.events import logged
from knotlab.analysis.claims.model.tip import seen_in
from knotlab.analysis.claims.rulebooks.library import tip_named, tips
from knotlab.analysis.claims.rulebooks.twisted_knot.cards import GOES_ON
from knotlab.analysis.claims.rulebooks.twisted_knot.changes import five_while_jacks_may_come, pile_card_to_hand
from knotlab.analysis.runs.play import make_job
from knotlab.reports.words.telling import told
from knotlab.sim.games.twisted_knot.cards import N_RANKS, NAMES, RANK
from knotlab.sim.playing.branch import Positions, own_choice, play_branches, positions
from knotlab.sim.protocol import FINISHED
from tests.analysis.claims.planted import TRIAL
from tests.project.documents import ROOT
from tests.strategies.twisted_knot.choices import scores
from tests.twisted_knot.positions import position

SHOWN = [(tip, transcript) for tip in tips() for transcript in tip.transcripts]
OF_WHOLE_PLAYERS = ("TK-C13",)


def named(value: object) -> str:
    """What a parameter of a test is called."""
    return value.id if isinstance(value, Tip) else value.strategies[0] if isinstance(value, Transcript) else ""


@pytest.mark.long
@pytest.mark.parametrize(("tip", "transcript"), SHOWN, ids=named)
def test_the_game_shown_for_a_tip_shows_it(tip: Tip, transcript: Transcript) -> None:
    frame = pl.concat(logged(make_job(tip.game, transcript.strategies), transcript.index, 1))
    assert frame.filter(transcript.shows).height > 0


def test_every_strategy_of_a_duel_about_a_tip_is_shown_in_play() -> None:
    def bare(strategy: str) -> str:
        return strategy.partition("@")[0].partition(":")[0]

    for tip in tips():
        if tip.is_judged and not tip.is_variant and tip.id not in OF_WHOLE_PLAYERS:
            duels = [each for each in tip.experiments if isinstance(each, Duel) and not isinstance(each, OnTop)]
            # Under a rule, plain players; whoever looks ahead takes too long to be shown.
            tried = {bare(duel.a) for duel in duels} - {"shed", "finisher", "thinker"}
            assert tried <= {bare(transcript.strategies[0]) for transcript in tip.transcripts}, tip.id


@pytest.mark.parametrize(
    "tip", [tip for tip in tips() if tip.is_judged and tip.experiments and not tip.is_variant], ids=named
)
def test_what_would_change_a_verdict_is_told_with_the_margins_of_its_experiments(tip: Tip) -> None:
    """Alone, or below or above what a share is compared with; of TK-C14, how exact its two numbers are."""
    known = set[float]()
    for each in tip.experiments:
        margin, compared, exact = each.margin, getattr(each, "threshold", 0.0), each.exact_to or 0.0
        values = (margin, compared + margin, compared - margin, exact)
        known |= {round(scale * value, 6) for scale in (1, 100) for value in values}
    numbers = re.findall(r"(?:over|within|than|by|in over|gained|add) (\d[\d.]*|one|ten)\b", tip.overturned_by)
    said = {{"one": 1.0, "ten": 10.0}.get(number) or float(number) for number in numbers}
    assert said and said <= known, (tip.overturned_by, known)


def test_the_page_on_results_names_the_margins_of_tips_and_no_others() -> None:
    page = (ROOT / "docs" / "results.md").read_text("utf-8")
    (said,) = re.findall(r"The margins of \[tips\].*?\n\n", page, re.S)
    experiments = [(each, each.unit_in(tip.game)) for tip in tips() for each in tip.experiments]
    used = {each.margin * (100 if unit in ("loss_rate", "share", "deals") else 1) for each, unit in experiments}
    named = {float(number) for number in re.findall(r"\d[\d.]*\d|\d", said.replace(" in 100", ""))}
    assert named == {round(margin, 6) for margin in used}


def test_the_moment_that_shows_a_tip_is_told_in_words() -> None:
    tip = tip_named("TK-C1")
    words = told(seen_in(tip, tip.transcripts[0]))
    assert re.search(r"Seat 1 \(hoard-aces\) (takes [^.]*; )?lays A A", words) and "In the end: finished after" in words


def test_every_group_of_a_curve_by_strategy_has_its_name() -> None:
    """Strategies listed for a table take its chairs in turn, so a table of more chairs than strategies would have
    players without a name.
    """
    curves = [shown for tip in tips() for shown in tip.curves if isinstance(shown, Curve)]
    by_player = [shown for shown in curves if str(shown.group) == str(pl.col("player"))]
    assert len(by_player) >= 3
    assert all(len(shown.field) == len(shown.names) == shown.players for shown in by_player)


@pytest.mark.more
def test_what_goes_on_what_is_what_the_rules_let_one_lay() -> None:
    hand = " ".join(NAMES)
    for top, row in zip(NAMES, GOES_ON.cells, strict=True):
        lays = scores(position(f"hand 0: {hand}\nhand 1: K K\nhand 2: 9 9\nstack: {top}\nturn: 0"), "shed")
        assert {name for name, may in zip(NAMES, row, strict=True) if may} == {
            move.removeprefix("lay ") for move in lays if move.startswith("lay ")
        }, top


# --- changed positions ---

CHANGED = [
    pytest.param(tip, experiment, branch, marks=[pytest.mark.more] * (tip.id == "TK-C19"))  # rare
    for tip in tips()
    for experiment in tip.experiments
    if isinstance(experiment, WhatIf)
    for branch in experiment.branches
    if branch.alter
]


@pytest.mark.long
@pytest.mark.parametrize(("tip", "what_if", "branch"), CHANGED, ids=named)
def test_a_changed_position_holds_the_same_cards_in_both_its_parts(tip: Tip, what_if: WhatIf, branch: Branch) -> None:
    """Each card is in one place, what the player sees of his hand is what he has, and no card has come or gone."""
    cell = Cell(tip, what_if, "simple", 3)
    job = replace(what_if.tables(cell, TRIAL)[0][0], purpose="play")
    rows = pl.concat(logged(job, 0, 200)).filter(what_if.where)
    start = positions(job, rows["game"].to_numpy(), rows["step"].to_numpy().astype(np.int64))
    changed = Positions(*(part.copy() for part in start))
    assert branch.alter
    possible = branch.alter(changed, rows)
    assert possible.sum() > 20
    for i in np.flatnonzero(possible):
        before, after = (cards_in(Positions(*(part[i : i + 1] for part in parts))) for parts in (start, changed))
        view, hidden = changed.views[i], changed.hiddens[i]
        assert (hidden["hands"][view["seat"]] == view["hand"]).all() and hidden["held"][view["seat"]] == view["held"]
        assert view["hand"].sum() == view["hand_sizes"][view["seat"]]
        assert before == after
    results = play_branches(job, changed, own_choice(job, rows.height), 1)
    assert (results["end"] == FINISHED).mean() > 0.9


@pytest.mark.more
def test_a_card_moved_from_the_pile_to_the_hand_is_the_top_card() -> None:
    job = make_job("twisted-knot", ["shed"] * 3, fixed_seats=True)
    rows = pl.concat(logged(job, 0, 20)).filter(pl.col("pile_size") > 1).unique("game", keep="first")
    start = positions(job, rows["game"].to_numpy(), rows["step"].to_numpy().astype(np.int64))
    changed = Positions(*(part.copy() for part in start))
    assert pile_card_to_hand(changed, rows).all()
    for i, seat in enumerate(rows["seat"].to_list()):
        top = int(start.hiddens[i]["deck"][seat + 3 * start.hiddens[i]["taken"][seat]])
        more = changed.views[i]["hand"].astype(int) - start.views[i]["hand"]
        assert more[top] == 1 == more.sum() and changed.views[i]["held"] >> top & 1
        assert start.views[i]["pile_sizes"][seat] - changed.views[i]["pile_sizes"][seat] == 1


@pytest.mark.parametrize(
    ("hand", "stack", "cleared", "may_come"), [("J 6", "Jx2", 0, True), ("J 6", "Jx2", 1, False), ("6", "J", 3, False)]
)
def test_a_five_is_dealt_while_a_jack_may_be_in_another_hand(
    hand: str, stack: str, cleared: int, may_come: bool
) -> None:
    """Of four jacks some are in the own hand, in the stack or cleared; the others are with other players."""
    others = "J" if may_come else "7"
    game = position(f"hand 0: {hand}\npile 0: 5\nhand 1: {others}\npile 1: 5 6\nstack: {stack}\nturn: 0")
    assert game.view.cleared[RANK["J"]] == cleared
    start = Positions(game.view.reshape(1), game.hidden.reshape(1), np.zeros(1), np.zeros(1))
    rows = pl.DataFrame({"seat": [0], "game": [0]})
    assert five_while_jacks_may_come(start, rows).tolist() == [may_come]


def cards_in(start: Positions) -> Counter[int]:
    """The cards of a position by rank: piles, hands, what lies on the table and what was cleared from it."""
    view, hidden = start.views[0], start.hiddens[0]
    n, cards = int(view["players"]), Counter[int]()
    for card in range(int(hidden["n_cards"])):
        if card // n >= hidden["taken"][card % n]:
            cards[int(hidden["deck"][card])] += 1
    for rank in range(N_RANKS):
        on_table = int(view["stack_counts"][rank]) + int(view["cleared"][rank])
        cards[rank] += int(hidden["hands"][:, rank].sum()) + on_table
    return cards
