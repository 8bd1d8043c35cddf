"""Claims on trial: what verdicts say about them, how many there are, the same findings however they are played, known
answers.
"""

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.claims import branches, contrast, curves, record, settle, trial
from knotlab.analysis.claims.cells import Cell, cells_of, chosen, count, tip_named, tips
from knotlab.analysis.claims.events import logged
from knotlab.analysis.claims.finding import Finding, TipResult
from knotlab.analysis.claims.record import Terms
from knotlab.analysis.claims.tip import (
    BETTER,
    NO_WORSE,
    NOT_WORTH_IT,
    Branch,
    Contrast,
    Curve,
    Duel,
    Ratio,
    Tip,
    Transcript,
    WhatIf,
)
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.rates import rate
from knotlab.analysis.stats.sequence import VERDICTS, Interval, Moments, Watch
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.stats.watching import Goal, Watcher
from knotlab.reports.words.claims import paragraph
from knotlab.reports.words.shown import moment
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.twisted_knot.state import LAY, LAYING, PICK_UP

ACES, SHED = "hoard-aces:tremble=0.02", "shed:tremble=0.02"
TERMS = Terms(level=0.05, claims=1, seed=3)
MARGIN = 0.04  # so wide that a few thousand deals settle a duel
MADE = (pl.col("move_kind"), pl.col("move_rank"), pl.col("move_count"))
AWAY = (pl.lit(PICK_UP), pl.lit(-1), pl.col("stack_size"))
COULD_PICK_UP = (pl.col("decision") == LAYING) & (pl.col("move_kind") == LAY) & (pl.col("stack_size") > 0)


def planted(*experiments: Duel | Contrast | WhatIf) -> Tip:
    return Tip("XX-C1", "twisted-knot", "a planted claim", "nowhere", "as it stands", experiments)


def duel(a: str, b: str, **options: object) -> Duel:
    return Duel(f"{a} over {b}", a, b, players=(3,), fields=("simple",), **({"margin": MARGIN} | options))  # type: ignore[arg-type]


def verdicts(*experiments: Duel | Contrast | WhatIf) -> list[str]:
    return [settle.settle(cell, TERMS, workers=2).verdict for cell in cells_of(planted(*experiments))]


def told(found: Finding) -> dict:
    return {name: None if name == "seconds" or value != value else value for name, value in vars(found).items()}


# --- what verdicts say ---


@pytest.mark.parametrize(
    ("means", "supported", "refuted", "equivalent"),
    [
        (BETTER, Verdict.SUPPORTED, Verdict.REFUTED, Verdict.EQUIVALENT),
        (NOT_WORTH_IT, Verdict.REFUTED, Verdict.SUPPORTED, Verdict.SUPPORTED),
        (NO_WORSE, Verdict.SUPPORTED, Verdict.REFUTED, Verdict.SUPPORTED),
    ],
)
def test_a_claim_maps_verdicts_to_answers(means: dict, supported: str, refuted: str, equivalent: str) -> None:
    cell = cells_of(planted(duel(ACES, SHED, means=means)))[0]
    said = [
        settle.about_tip(cell, verdict)
        for verdict in (
            Verdict.SUPPORTED,
            Verdict.REFUTED,
            Verdict.EQUIVALENT,
            Verdict.UNDECIDED,
            Verdict.NEVER_CAME_UP,
        )
    ]
    assert said == [supported, refuted, equivalent, Verdict.UNDECIDED, Verdict.NEVER_CAME_UP]


def test_a_wide_margin_never_hides_an_effect_beyond_the_declared_one() -> None:
    """At a quick look an effect between the two margins still supports; one below the declared margin still makes no
    difference.
    """
    watch = Watch(8 * MARGIN, 0.05, 1.0, 1000, MARGIN)
    seen = Moments(2000, 0.0, 0.1, 0.0)
    verdicts = [
        VERDICTS[int(watch.judge(Interval(low, high), seen))]
        for low, high in ((MARGIN + 0.01, 0.2), (-0.2, -MARGIN - 0.01), (-0.2, 0.2), (-0.9, 0.9))
    ]
    assert verdicts == [Verdict.SUPPORTED, Verdict.REFUTED, Verdict.EQUIVALENT, Verdict.UNDECIDED]
    cell, quick = cells_of(planted(duel(ACES, SHED)))[0], replace(TERMS, wider=8.0)
    assert record.question_of(cell, quick).fine == MARGIN and record.question_of(cell, TERMS).fine is None
    assert [settle.told_margin(cell, quick, verdict) for verdict in (Verdict.SUPPORTED, Verdict.EQUIVALENT)] == [
        MARGIN,
        8 * MARGIN,
    ]


def with_answers(*answers: str) -> TipResult:
    found = Finding(
        "XX-C1",
        "",
        "",
        "duel",
        3,
        "simple",
        "",
        "",
        "",
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
    return TipResult(planted(), tuple(replace(found, about_tip=answer) for answer in answers))


@pytest.mark.parametrize(
    ("answers", "together"),
    [
        ((Verdict.SUPPORTED, Verdict.SUPPORTED), Verdict.SUPPORTED),
        ((Verdict.SUPPORTED, Verdict.UNDECIDED), Verdict.SUPPORTED),
        ((Verdict.SUPPORTED, Verdict.REFUTED), Verdict.MIXED),
        ((Verdict.EQUIVALENT, Verdict.SUPPORTED), Verdict.MIXED),
        ((Verdict.UNDECIDED, Verdict.NEVER_CAME_UP), Verdict.UNDECIDED),
        ((Verdict.NEVER_CAME_UP,), Verdict.NEVER_CAME_UP),
    ],
)
def test_cells_together_say_what_they_all_say(answers: tuple[str, ...], together: str) -> None:
    assert with_answers(*answers).verdict == together


@pytest.mark.parametrize(
    ("otherwise", "which"),
    [
        ([], ""),
        ([("one", 3, "simple")], "one, 3 players, simple"),
        ([("one", n, company) for n in (2, 3, 4) for company in ("simple", "strong")], "one"),
        (
            [
                ("one", 2, "simple"),
                *((label, 3, company) for label in ("one", "other", "third") for company in ("simple", "strong")),
            ],
            "3 players; one, 2 players, simple",
        ),
        ([("one", 2, "simple"), ("one", 3, "strong"), ("other", 2, "strong"), ("other", 3, "simple")], ""),
    ],
)
def test_a_summary_names_the_cells_that_say_otherwise_if_they_are_few(
    otherwise: list[tuple[str, int, str]], which: str
) -> None:
    (usual,) = with_answers(Verdict.SUPPORTED).findings
    cells = [
        replace(
            usual,
            label=label,
            players=n,
            field=company,
            about_tip=Verdict.REFUTED if (label, n, company) in otherwise else Verdict.SUPPORTED,
        )
        for label in ("one", "other", "third")
        for n in (2, 3, 4)
        for company in ("simple", "strong")
    ]
    told = TipResult(planted(), tuple(cells)).where
    says = f", {Verdict.REFUTED} {len(otherwise)} of 18" if otherwise else ""
    assert told == f"{Verdict.SUPPORTED} {18 - len(otherwise)} of 18{says}" + (f" ({which})" if which else "")


# --- how many ---


def test_every_claim_of_the_list_ships_and_all_cells_share_the_level() -> None:
    numbers = {"twisted-knot": ("TK", 28), "knotweed": ("KW", 8), "twyst": ("TY", 6)}  # letters, and how many
    for game in games.listed():
        found = [tip.id for tip in tips() if tip.game == game]
        letters, n = numbers.get(game, (found[0].split("-")[0], len(found)) if found else ("", 0))
        assert found == [f"{letters}-C{i}" for i in range(1, n + 1)]
    assert [tip.game for tip in tips()] == sorted((tip.game for tip in tips()), key=games.listed().index)
    cells = [cell for tip in tips() for cell in cells_of(tip)]
    assert len(cells) == count() == sum(len(tip.experiments and cells_of(tip)) for tip in tips())
    assert Terms().alpha * len(cells) == pytest.approx(0.05)
    assert len({cell.name for cell in cells}) == len(cells)
    assert all(tip.experiments or tip.exact or tip.curves for tip in tips())


def test_margins_are_those_that_were_fixed_beforehand() -> None:
    duels = [one for tip in tips() for one in tip.experiments if isinstance(one, Duel)]
    assert {one.margin for one in duels if one.metric != "mean_score"} == {0.005}
    named = [one for one in duels if all(isinstance(field, str) for field in one.fields)]
    assert all(one.fields == ("simple", "strong", "mixed") for one in named)


def test_the_record_names_everything_that_was_fixed() -> None:
    usual = duel(ACES, SHED)
    others = [
        duel(SHED, ACES),
        duel(ACES, SHED, margin=0.05),
        duel(ACES, SHED, means=NO_WORSE),
        duel(ACES, SHED, rules=("preset=southampton",)),
    ]
    names = {record.name_of(cells_of(planted(one))[0], TERMS) for one in [usual, *others]}
    names |= {
        record.name_of(cells_of(planted(usual))[0], replace(TERMS, **change))
        for change in ({"seed": 4}, {"claims": 2}, {"wider": 2.0})
    }
    assert len(names) == 8


def test_an_unknown_claim_is_one_sentence() -> None:
    with pytest.raises(InputError, match="there is no claim 'TK-C99'; did you mean 'TK-C"):
        tip_named("TK-C99")
    assert [tip.id for tip in chosen(["tk-c22", "TK-C1"])] == ["TK-C1", "TK-C22"]


# --- planted claims ---


def test_a_better_an_equal_and_a_worse_strategy_get_their_verdicts() -> None:
    assert verdicts(duel("shed", "random"), duel("random", "shed"), duel(SHED, "shed:tremble=0.021")) == [
        Verdict.SUPPORTED,
        Verdict.REFUTED,
        Verdict.EQUIVALENT,
    ]


def test_strategies_that_hardly_differ_are_not_tried() -> None:
    assert verdicts(duel(SHED, "shed:tremble=0.0200001")) == [Verdict.NEVER_CAME_UP]


@pytest.mark.parametrize(("rough", "least", "begins"), [(False, 400, 2000), (True, 100, 250)])
@pytest.mark.parametrize("one_in", [2, 50])
def test_a_pilot_goes_on_until_it_has_cases_enough_and_a_rough_one_makes_do_with_fewer(
    one_in: int, rough: bool, least: int, begins: int
) -> None:
    def play(purpose: str, first: int, count: int) -> pl.DataFrame:
        return pl.DataFrame({"one_m": 1.0 * (np.arange(first, first + count) % one_in == 0)})

    deals = settle._pilot_deals(play, (), 1, rough)
    cases = deals["one_m"].sum()
    assert cases >= least and (deals.height == begins or deals["one_m"][: deals.height // 2].sum() < least)
    assert (deals.height == begins) == (begins // one_in >= least)


def share(threshold: float) -> Contrast:
    ratio = Ratio(pl.col("move_kind") == PICK_UP, (pl.col("decision") == LAYING) & (pl.col("stack_size") > 0))
    return Contrast(f"pick-ups against {threshold}", ratio, None, threshold, 0.02, "share", tables=("simple",))


def shares(deals: int) -> tuple[float, pl.DataFrame]:
    """The share of pick-ups among the first cases of each game, counted otherwise."""
    frame = pl.concat(logged(make_job("twisted-knot", [SHED] * 3, seed=3), 0, 3 * deals))
    cases = (
        frame.filter((pl.col("decision") == LAYING) & (pl.col("stack_size") > 0))
        .group_by("game", maintain_order=True)
        .head(contrast.MOST_CASES)
    )
    return float((cases["move_kind"] == PICK_UP).mean()), cases  # type: ignore[arg-type]


def test_a_rate_above_at_and_below_its_threshold_gets_its_verdict() -> None:
    truth, _ = shares(1500)
    assert verdicts(share(truth - 0.1), share(truth), share(truth + 0.1)) == [
        Verdict.SUPPORTED,
        Verdict.EQUIVALENT,
        Verdict.REFUTED,
    ]


def test_the_effect_of_a_contrast_is_the_difference_of_the_rates() -> None:
    """Against `rate` over the same rows; the one-step form differs by a product of two relative errors of a pilot of
    400 deals, below 0.001 here.
    """
    first = pl.col("top") == 0
    picks, among = pl.col("move_kind") == PICK_UP, (pl.col("decision") == LAYING) & (pl.col("stack_size") > 0)
    one, other = Ratio(picks, among & first), Ratio(picks, among & ~first)
    asked = Contrast("two or not", one, other, 0.0, 0.02, "share", tables=("simple",))
    tables = contrast.jobs(Cell(planted(asked), asked, "simple", 3), 3)
    facts = contrast.centre(contrast.play(asked, tables, "pilot", 0, 400), asked)
    mean = contrast.effects(contrast.play(asked, tables, "play", 0, 600), asked, facts).mean()
    rows = pl.concat(logged(tables[0][0], 0, 1800)).lazy().filter(among)
    early = rows.with_columns(pl.col("game").cum_count().over("game").alias("k")).filter(
        pl.col("k") <= contrast.MOST_CASES
    )
    found = [rate(early, picks, side, 3, 600).value for side in (first, ~first)]
    assert mean == pytest.approx(found[0] - found[1], abs=0.001)


def test_a_case_that_counts_several_times_weighs_as_often_below_and_once_above() -> None:
    """Total over total: cards in hand a player, from the sum over some of them and their number."""
    tables = [make_job("twisted-knot", [SHED] * 3, seed=3)]
    several = Ratio(2.0 * pl.col("hand_size") + 3.0 * pl.col("next_hand"), (pl.col("decision") == LAYING) * pl.lit(5.0))
    asked = Contrast("cards in hand", several, None, 0.0, 1.0, "cards", tables=("simple",))
    found = contrast.play(asked, [tuple(tables)], "play", 0, 50)
    cases = pl.concat(logged(tables[0], 0, 150)).filter(pl.col("decision") == LAYING)
    first = (
        cases.group_by("game", maintain_order=True)
        .head(contrast.MOST_CASES)
        .cast({"hand_size": pl.Float64, "next_hand": pl.Float64})
    )
    assert found["one_n"].sum() == pytest.approx((2 * first["hand_size"] + 3 * first["next_hand"]).sum())
    assert found["one_m"].sum() == 5 * first.height
    told = rate(first.lazy(), several.of, several.among, 3, 50)
    assert told.value == pytest.approx(found["one_n"].sum() / found["one_m"].sum())


# --- what-ifs ---


def what_if(first: Branch, second: Branch, where: pl.Expr = COULD_PICK_UP) -> tuple[pl.DataFrame, WhatIf]:
    asked = WhatIf("a choice", where, first, second, margin=MARGIN, tables=("simple",))
    job = branches.jobs(Cell(planted(asked), asked, "simple", 3), 3)
    return branches.play(asked, job, "play", 0, 120), asked


def test_a_choice_against_itself_makes_no_difference_on_any_deal() -> None:
    deals, _ = what_if(Branch(MADE), Branch(MADE))
    assert (deals["one_n"] == 0).all() and deals["one_m"].mean() > 0.9  # type: ignore[operator]


def test_a_lay_that_wins_at_once_is_never_lost_and_beats_picking_up() -> None:
    deals, _ = what_if(Branch(MADE), Branch(AWAY), COULD_PICK_UP & (pl.col("placed") == 1))
    cases = deals.filter(pl.col("one_m") == 1)
    assert cases.height > 50 and (cases["first"] == 0).all()
    assert cases["second"].min() < 0 and (cases["one_n"] >= 0).all()  # type: ignore[operator]


def test_positions_are_one_a_deal_and_the_same_whatever_the_pieces() -> None:
    whole, asked = what_if(Branch(MADE), Branch(AWAY))
    job = branches.jobs(Cell(planted(asked), asked, "simple", 3), 3)
    pieces = pl.concat([branches.play(asked, job, "play", first, 40) for first in (0, 40, 80)])
    assert whole.equals(pieces)


# --- the same however it is played ---

MIXED = (
    duel("shed", "random"),
    share(0.2),
    WhatIf("pick up", COULD_PICK_UP, Branch(AWAY), Branch(MADE), margin=0.1, tables=("simple",)),
)


def test_findings_are_the_same_for_any_workers_and_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tip = planted(*MIXED)
    usual = [told(one) for one in trial.try_claims([tip], TERMS, workers=1)[0].findings]
    assert [told(one) for one in trial.try_claims([tip], TERMS, workers=2)[0].findings] == usual
    monkeypatch.setattr(trial, "FIRST_REST", 1000)
    in_rounds = trial.try_claims([tip], TERMS, workers=2, minutes=5, out=tmp_path)
    assert [told(one) for one in in_rounds[0].findings] == usual
    monkeypatch.setattr(branches, "play", None)
    monkeypatch.setattr(contrast, "play", None)
    assert [told(one) for one in trial.try_claims([tip], TERMS, out=tmp_path)[0].findings] == usual


def test_curves_are_kept_with_the_cells_and_played_anew_on_other_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "CURVE_DEALS", 60)
    asked = (
        Curve("picked up", pl.col("move_kind") == PICK_UP, pl.lit(1.0), pl.col("seat"), "seat", "share"),
        tip_named("TK-C27").curves[0],
    )
    tip = replace(planted(), curves=asked)

    def lines(seed: int = 3) -> list[tuple]:
        return [
            (line.groups, line.rates)
            for line in trial.try_claims([tip], replace(TERMS, seed=seed), out=tmp_path)[0].lines
        ]

    usual = lines()
    assert [(line.groups, line.rates) for line in trial.try_claims([tip], TERMS)[0].lines] == usual
    assert all(line[0] for line in usual) and lines(4) != usual and len(list(tmp_path.iterdir())) == 4
    with monkeypatch.context() as without:
        without.setattr(curves, "play_curve", None)
        assert lines() == usual
    damaged = min(tmp_path.iterdir())
    damaged.write_text("{")
    with pytest.raises(InputError, match=f"{damaged.name} is damaged; remove it"):
        lines(), lines(4)
    damaged.unlink()
    assert lines() == usual


def test_a_rest_is_no_verdict_and_the_same_cell_goes_on(tmp_path: Path) -> None:
    narrow = duel(SHED, "shed:tremble=0.025", margin=0.01)
    cell = cells_of(planted(narrow))[0]
    rested = settle.settle(cell, TERMS, tmp_path, rest=1000)
    assert not rested.is_settled and rested.verdict == Verdict.UNDECIDED and 1000 <= rested.deals < 3000
    assert not list(tmp_path.glob("*/finding.json"))
    longer = settle.settle(cell, TERMS, tmp_path, rest=4000)
    assert longer.deals > rested.deals and math.isfinite(longer.effect)


@pytest.mark.parametrize(("to_decide", "more"), [(5000, 1000), (10**8, 6000), (None, 6000), (3000, 1)])
def test_a_cell_is_at_most_as_far_from_its_verdict_as_from_its_cap(to_decide: int | None, more: int) -> None:
    """Early projections go far beyond the cap where an effect lies near the margin; such a cell must not wait for
    ever.
    """
    cell = cells_of(planted(duel("shed", "random")))[0]
    assert trial._to_go(replace(settle.unplayed(cell, TERMS), deals=4000, cap=10_000, to_decide=to_decide)) == more


def test_what_a_budget_does_not_reach_is_open(tmp_path: Path) -> None:
    found = trial.try_claims([planted(duel("shed", "random"))], TERMS, minutes=1e-9, out=tmp_path, workers=1)[0]
    assert [(one.about_tip, one.verdict, one.deals, one.is_settled) for one in found.findings] == [
        (Verdict.UNDECIDED, Verdict.UNDECIDED, 0, False)
    ]
    assert found.verdict == Verdict.UNDECIDED and found.where == "undecided 1 of 1"
    assert "not played yet" in paragraph(found)


def test_a_file_in_place_of_the_folder_is_one_sentence_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x")
    with pytest.raises(InputError, match="mine is a file, but a folder is needed"):
        trial.try_claims([tip_named("TK-C8")], out=tmp_path / "mine")


def test_what_was_played_before_is_told_whatever_the_budget(tmp_path: Path) -> None:
    asked = (duel(SHED, "shed:tremble=0.025", margin=0.01), share(0.2))
    tip = planted(*asked)
    before = [settle.settle(cell, TERMS, tmp_path, rest=1500) for cell in cells_of(tip)]
    found = trial.try_claims([tip], TERMS, minutes=1e-9, out=tmp_path, workers=1)[0].findings
    assert (
        [told(one) for one in found] == [told(one) for one in before]
        and before[0].deals >= 1500
        and not before[0].is_settled
    )


def test_what_was_settled_before_is_told_whatever_the_budget(tmp_path: Path) -> None:
    tip = planted(duel("shed", "random"))
    before = settle.settle(cells_of(tip)[0], TERMS, tmp_path)
    found = trial.try_claims([tip], TERMS, minutes=1e-9, out=tmp_path, workers=1)[0]
    assert [one.verdict for one in found.findings] == [before.verdict] == [Verdict.SUPPORTED]


def test_numbers_too_skew_for_a_look_have_an_effect_but_no_interval() -> None:
    """One deal in a thousand decides all: the guard wants 25,000 deals of such, so after 1,000 nothing is known of the
    mean.
    """
    cell = cells_of(planted(share(0.5)))[0]
    watcher = Watcher(Watch(MARGIN, TERMS.alpha, 900.0, 1000), settle.STEPS, Goal(2000))
    watcher.add(np.array([900] + [0] * 999) * settle.STEPS)
    found = settle._finding(cell, TERMS, settle.Pilot({}, 1.0, 900.0, 30.0, 1.0, math.nan), watcher, 3, math.nan, 0.0)
    assert (found.effect, found.about_tip, found.is_settled) == (0.9, Verdict.UNDECIDED, False)
    assert math.isnan(found.low) and math.isnan(found.high)
    assert "[interval unknown]" in paragraph(TipResult(cell.tip, (found,)))


def test_a_damaged_finding_is_one_sentence(tmp_path: Path) -> None:
    cell = cells_of(planted(duel("shed", "random")))[0]
    settle.settle(cell, TERMS, tmp_path)
    file = next(tmp_path.glob("*/finding.json"))
    file.write_text("[1")
    with pytest.raises(InputError, match=r"finding\.json is damaged; remove it"):
        settle.settle(cell, TERMS, tmp_path)


# --- settled by enumeration ---


def test_exact_claims_hold() -> None:
    results = [trial.conclude(tip, [], []) for tip in chosen(["TK-C22", "TY-C2", "TY-C4"])]
    assert [result.verdict for result in results] == [Verdict.SUPPORTED] * 3
    fewest = min(max(hand) for hand in _hands() if sorted(hand)[-1] > sorted(hand)[-2])
    assert f"{fewest} tricks" in results[1].exact[0][2]


def _hands() -> list[tuple[int, ...]]:
    """All ways in which four players can share thirteen tricks."""
    return [(a, b, c, 13 - a - b - c) for a in range(14) for b in range(14 - a) for c in range(14 - a - b)]


def test_southampton_repeats_the_duels_and_says_which_come_out_otherwise() -> None:
    variant = tip_named("TK-C28")
    assert variant.is_variant and all(
        one.rules == ("preset=southampton",) for one in variant.experiments if isinstance(one, Duel)
    )
    base, other = with_answers(Verdict.SUPPORTED, Verdict.SUPPORTED), with_answers(Verdict.SUPPORTED, Verdict.REFUTED)
    base_cells = tuple(replace(one, label=str(i), low=0.01, high=0.02) for i, one in enumerate(base.findings))
    other_cells = tuple(replace(one, label=str(i), low=-0.02, high=-0.01) for i, one in enumerate(other.findings))
    compared = trial.compare_variants([replace(base, findings=base_cells), TipResult(variant, other_cells)])
    assert compared[1].verdict == Verdict.SUPPORTED and compared[1].note.startswith("1 of 2 duels")
    near = tuple(replace(one, high=0.015) for one in other_cells)  # another answer, but the intervals overlap
    for unlike in (base_cells, near):
        assert (
            trial.compare_variants([replace(base, findings=base_cells), TipResult(variant, unlike)])[1].verdict
            == Verdict.REFUTED
        )
    still_open = (base_cells[0], replace(base_cells[1], about_tip=Verdict.UNDECIDED))
    assert (
        trial.compare_variants([replace(base, findings=base_cells), TipResult(variant, still_open)])[1].verdict
        == Verdict.UNDECIDED
    )
    (alone,) = trial.compare_variants([TipResult(variant, other_cells)])
    assert alone.verdict == Verdict.UNDECIDED and "nothing to compare" in alone.note


def test_whole_numbers_of_effects_lose_nothing_that_matters() -> None:
    values = np.random.default_rng(1).normal(size=1000)
    assert abs(np.rint(values * settle.STEPS).sum() / settle.STEPS - values.sum()) < 1e-3 * MARGIN


# --- games that show a tip ---


SHOWN = [(tip, one) for tip in tips() for one in tip.transcripts]


@pytest.mark.parametrize(
    ("tip", "one"), SHOWN, ids=lambda told: told.id if isinstance(told, Tip) else told.strategies[0]
)
def test_the_game_told_for_a_tip_shows_it(tip: Tip, one: Transcript) -> None:
    frame = pl.concat(logged(make_job(tip.game, one.strategies), one.index, 1))
    assert frame.filter(one.shows).height > 0


def test_every_strategy_of_a_duel_about_a_tip_is_shown_in_play() -> None:
    for tip in tips():
        asked = {
            one.a.partition("@")[0].partition(":")[0]
            for one in tip.experiments
            if isinstance(one, Duel) and not tip.is_variant
        }
        asked -= (
            {"shed", "hoard-aces", "joker-pressure", "all-round"} if tip.id in ("TK-C13", "TK-C26") else set()
        )  # these compare whole players
        assert asked <= {one.strategies[0].partition("@")[0].partition(":")[0] for one in tip.transcripts}, tip.id


def test_the_moment_that_shows_a_tip_is_told_in_words() -> None:
    tip = tip_named("TK-C1")
    told = moment(tip, tip.transcripts[0])
    assert re.search(r"Seat 0 \(hoard-aces\) (takes [^.]*; )?lays A A", told) and "In the end: finished after" in told


def test_every_group_of_a_curve_by_strategy_has_its_name() -> None:
    """Strategies listed for a table take its chairs in turn, so a table of more chairs than strategies would have
    players without a name.
    """
    by_player = [
        curve
        for tip in tips()
        for curve in tip.curves
        if isinstance(curve, Curve) and str(curve.group) == str(pl.col("player"))
    ]
    assert len(by_player) >= 3
    assert all(len(curve.table) == len(curve.names) == curve.players for curve in by_player)
