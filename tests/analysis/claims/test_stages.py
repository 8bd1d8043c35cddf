"""Tips in three stages: what is played for a headline and for sizes, and that it can be stopped anywhere."""

import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from knotlab.analysis.claims import AT_TIMES, BETTER, HARMS, NO_WORSE, NOT_WORTH_IT, Duel, Tip
from knotlab.analysis.claims.evidence.results import ClaimsResult
from knotlab.analysis.claims.judgement.tips import about_tip, in_its_amount
from knotlab.analysis.claims.kinds.on_top import OnTop
from knotlab.analysis.claims.model.cells import cells_of, headlines
from knotlab.analysis.claims.model.experiment import PLAIN, Sampler
from knotlab.analysis.claims.model.inquiry import QUICK, USUAL
from knotlab.analysis.claims.model.tip import TipWords
from knotlab.analysis.claims.rulebooks.library import levels_of, tips
from knotlab.analysis.claims.stages.play import result_of, try_stages
from knotlab.analysis.claims.stages.tip_run import FRESH, _play_deals
from knotlab.analysis.claims.stages.watched_mean import APART, _numbers, _play_rounds
from knotlab.analysis.duels.designs import effect_unit, effects, play_deals
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.betting import counted, exact_ends
from knotlab.analysis.stats.headline import Headline, MeanEvidence, answer_of_mean
from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.stats.moments import Moments
from knotlab.analysis.stats.rounds import STEPS, PilotedCell, RoundPlan, plan_rounds
from knotlab.analysis.stats.sequence import VERDICTS, Interval
from knotlab.analysis.stats.sizes import Size
from knotlab.analysis.stats.verdicts import HeadlineAnswer, Verdict
from knotlab.analysis.stats.watching import Watcher
from knotlab.reports.words.claims import closing
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.batches import play_games
from tests.analysis.claims.planted import ACES, SHED, TRIAL, duel, planted, share

MARGIN, PRECISION = 0.04, 0.02


def two_tips() -> list[Tip]:
    """A duel and a rate, both soon known."""
    first, second = planted(duel(ACES, SHED)), planted(share(0.2))
    object.__setattr__(second, "id", "XX-C2")
    return [first, second]


def known(result: ClaimsResult) -> list[object]:
    """What came of it, without times."""
    return [repr((each.verdict, each.headline, each.cells, each.games)) for each in result]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> ClaimsResult:
    """Both stages at one go."""
    folder = tmp_path_factory.mktemp("whole")
    return try_stages(two_tips(), TRIAL, until="sizes", precision=PRECISION, out=folder, workers=2)


@pytest.mark.more
@pytest.mark.parametrize("wider", [USUAL.wider, QUICK.wider], ids=["in stages", "quick"])
@pytest.mark.parametrize(
    "metric", ["loss_rate", *(pytest.param(other, marks=pytest.mark.long) for other in ("win_rate", "mean_place"))]
)
@pytest.mark.parametrize("players", [2, 3, 8])
def test_a_claim_that_nearly_every_deal_shows_is_decided_at_the_first_look(
    players: int, metric: str, wider: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a duel is (tests/analysis/test_duel.py), if it does not share its level with others."""
    watchers: list[Watcher] = []
    make = RoundPlan.watcher

    def kept(plan: RoundPlan) -> Watcher:
        watchers.append(make(plan))
        return watchers[-1]

    monkeypatch.setattr(RoundPlan, "watcher", kept)
    margin = metric_named(games.find("twisted-knot"), metric).margin
    fields = ("simple" if players > 2 else ("random",),)
    simple = duel("shed:tremble=0.02", "random", players=(players,), fields=fields, metric=metric, margin=margin)
    result = try_stages([planted(simple)], replace(TRIAL, wider=wider, tips=1), until="headlines", workers=2)["XX-C1"]
    assert result.headline and (result.verdict, len(watchers[-1].path)) == (Verdict.HOLDS, 1)
    assert result.headline.rounds == 30 or (players, metric) == (8, "win_rate")


@pytest.mark.long
def test_a_headline_is_the_mean_of_the_first_deals_and_a_size_that_of_others(whole: ClaimsResult) -> None:
    result = whole["XX-C1"]
    played = result.headline
    cell = cells_of(two_tips()[0])[0]
    question = cell.experiment.question(cell, TRIAL)  # type: ignore[attr-defined]
    design = question.lineups()
    assert played
    deals, size = played.rounds, result.cells[0].size
    numbers = effects(play_deals(design, (question.metric,), 0, deals), question.metric)
    assert played.effect == pytest.approx(numbers.mean() / effect_unit(design, question.metric), abs=1e-6)
    fresh = effects(play_deals(design, (question.metric,), FRESH, size.deals), question.metric)
    fresh = fresh / effect_unit(design, question.metric)
    assert size.value == pytest.approx(fresh.mean(), abs=1e-6)
    assert size.error == pytest.approx(fresh.std(ddof=1) / math.sqrt(size.deals), abs=1e-6)
    assert result.games == (deals + size.deals) * design.games
    assert not np.array_equal(numbers[:100], np.rint(fresh[:100] * effect_unit(design, question.metric)))


@pytest.mark.parametrize("counts_wins", [False, True])
def test_deals_of_sizes_begin_behind_those_of_headlines(counts_wins: bool) -> None:
    begun = list[int]()

    def draw(first: int, count: int) -> np.ndarray:
        begun.append(first)
        return np.zeros(count)

    won = (lambda first, count: (draw(first, count), np.zeros(count))) if counts_wins else None
    sampler = SimpleNamespace(draw=draw, draw_won=won)
    assert _play_deals(sampler, 0, 3, 2).height == _play_deals(sampler, 10, 3, 2).height == 2
    assert begun == [FRESH + 3, FRESH + 13]


@pytest.mark.more
def test_an_interval_is_no_wider_than_was_said_even_if_the_pilot_saw_too_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = Duel.pilot
    monkeypatch.setattr(Duel, "pilot", lambda *asked: replace(seen := pilot(*asked), sd=seen.sd / 2))
    at_most, about = 0.008, replace(duel(ACES, SHED), players=(2,))
    wide, narrow = (
        try_stages([planted(each)], TRIAL, until="sizes", precision=precision, out=tmp_path, workers=1)["XX-C1"]
        for each, precision in ((about, at_most), (replace(about, exact_to=at_most), None))
    )
    assert wide.cells[0].size.half_width > 1.5 * at_most
    cell, size = cells_of(planted(about))[0], narrow.cells[0].size
    assert 0.95 * at_most < size.half_width <= at_most
    question = cell.experiment.question(cell, TRIAL)  # type: ignore[attr-defined]
    design = question.lineups()
    deals = effects(play_deals(design, (question.metric,), FRESH, size.deals), question.metric)
    assert size.value == pytest.approx(deals.mean() / effect_unit(design, question.metric), abs=1e-6)


@pytest.mark.more
@pytest.mark.parametrize("is_exact", [True, False])
def test_what_decides_by_its_size_has_the_simultaneous_interval_of_bets_on_its_deals(
    is_exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As what rules cost champions does (`OnTop`), and a plain duel does not; of two players D is within 1."""
    assert OnTop.decides_by_size and not Duel.decides_by_size
    monkeypatch.setattr(Duel, "decides_by_size", is_exact)
    tip = planted(replace(duel(ACES, SHED), players=(2,)))
    (cell,) = cells_of(tip)
    size = try_stages([tip], TRIAL, until="sizes", precision=PRECISION, workers=1)["XX-C1"].cells[0].size
    question = cell.experiment.question(cell, TRIAL)  # type: ignore[attr-defined]
    design = question.lineups()
    deals = effects(play_deals(design, (question.metric,), FRESH, size.deals), question.metric)
    numbers, counts = np.unique(deals / effect_unit(design, question.metric), return_counts=True)
    ends = exact_ends(counted(numbers, counts, 1.0), levels_of(TRIAL).cell)
    assert ((size.all_low, size.all_high) == pytest.approx(ends, abs=1e-6)) == is_exact


@pytest.mark.long
def test_sizes_count_games_won_on_the_same_deals(whole: ClaimsResult) -> None:
    """From `knotlab.play`, game by game: how often the first player is first, and last, with either strategy."""
    (cell,) = whole["XX-C1"].cells
    size, won = cell.size, cell.won
    rates = {}
    for strategy in (ACES, SHED):
        job = make_job("twisted-knot", [strategy, SHED, SHED], seed=TRIAL.seed)
        places = play_games(job, job.game_of(FRESH), job.games_on(size.deals))["place"][:, :3]
        chairs = job.seat_of(0, np.arange(len(places)))
        place = places[np.arange(len(places)), chairs]
        assert (place > 0).all()
        rates[strategy] = (place == 1).mean(), (place == 3).mean()
    (aces_first, aces_last), (shed_first, shed_last) = rates[ACES], rates[SHED]
    assert won.value == pytest.approx(aces_first - shed_first, abs=1e-6)
    assert size.value == pytest.approx(shed_last - aces_last, abs=1e-6)
    assert won.deals == size.deals and won.low < won.value < won.high
    row = whole.cells().iloc[0]
    assert (row["win_rate"], row["win_rate_low"], row["win_rate_high"]) == (won.value, won.low, won.high)


@pytest.mark.long
def test_games_won_are_not_counted_where_they_say_nothing_new(whole: ClaimsResult) -> None:
    two = cells_of(planted(replace(duel(ACES, SHED), players=(2,))))[0]
    assert two.experiment.sampler(two, TRIAL, Pilot(2000, 1.0, 1.0, 0.0, 1.0)).draw_won is None
    assert math.isnan(whole["XX-C2"].cells[0].won.value)


@pytest.mark.long
def test_intervals_of_sizes_are_as_narrow_as_was_wanted(whole: ClaimsResult) -> None:
    """A pilot of 2,000 deals knows a standard deviation to 2%, and a half-width with it; 10% is five times that."""
    for result in whole:
        for cell in result.cells:
            assert (cell.size.high - cell.size.low) / 2 <= 1.1 * PRECISION == 1.1 * cell.half_width
            assert cell.size.all_low < cell.size.low


@pytest.mark.long
def test_hoarding_aces_is_better_and_players_pick_up_more_than_every_fifth_time(whole: ClaimsResult) -> None:
    for result in whole:
        assert result.headline and result.headline.answer == HeadlineAnswer.BETTER and result.verdict == Verdict.HOLDS
    assert list(whole.cells()["certain_sign"]) == [1, 1]
    unbounded = [line for line in closing(whole) if line.startswith("no bound by design")]
    assert unbounded == ["no bound by design, so first looked at after 1,000 rounds or more: XX-C2"]


def test_where_every_deal_is_bet_on_the_cells_of_a_round_have_cards_of_their_own() -> None:
    played: list[int] = []

    def draw(first: int, count: int) -> np.ndarray:
        played.extend(range(first, first + count))
        return np.full(count, 0.5)

    samplers = [Sampler(Pilot(2000, sd, 1.0, 0.0, 1.0), 1.0, True, 4, 1, draw) for sd in (0.1, 0.2)]
    cells = [sampler.for_rounds() for sampler in samplers]
    apart, shared = (plan_rounds(cells, MARGIN, 0.05, is_bounded) for is_bounded in (True, False))
    assert apart.deals == (1, 2)
    for plan, firsts in ((apart, (5, APART + 10)), (shared, (5, 10))):
        played.clear()
        rounds = _play_rounds(samplers, plan, 5, 10)
        assert played == [*range(firsts[0], firsts[0] + 10), *range(firsts[1], firsts[1] + 20)]
        numbers, deals = _numbers(rounds, plan)
        assert (numbers == STEPS // 2).all()
        assert [each.shape for each in deals] == ([(10, 1), (10, 2)] if plan is apart else [])


@pytest.mark.long
def test_what_was_stopped_anywhere_goes_on_to_the_same_end(whole: ClaimsResult, tmp_path: Path) -> None:
    """Stopped after each step in turn, with another number of workers."""

    class Stopped(Exception):
        pass

    def stop(name: str) -> None:
        raise Stopped

    for until in ("headlines", "sizes"):
        with pytest.raises(Stopped):
            try_stages(two_tips(), TRIAL, until=until, precision=PRECISION, out=tmp_path, workers=1, on_step=stop)
    done = try_stages(two_tips(), TRIAL, until="sizes", precision=PRECISION, out=tmp_path, workers=1)
    assert known(done) == known(whole)


@pytest.mark.long
def test_a_tip_whose_best_amount_gains_holds_if_not_overdone_where_word_for_word_it_hurts() -> None:
    """Hoarding aces gains and shedding them all loses; a word-for-word form that gains as well leaves it at that."""
    best, hurts = duel(ACES, SHED, margin=0.005), duel(SHED, ACES, margin=0.005)
    again = replace(best, label="the same, word for word")
    literal = {hurts.label: "holds, if not overdone", again.label: "holds"}
    for experiment in (hurts, again):
        tip = planted(best, experiment, literal=experiment.label)
        (result,) = try_stages([tip], TRIAL, until="sizes", precision=PRECISION, workers=2)
        assert result.verdict == literal[experiment.label]


@pytest.mark.long
def test_a_tip_whose_other_half_costs_games_depends() -> None:
    """Hoarding aces gains; its other half gains as well, or costs games."""
    gains, costs = duel(ACES, SHED, margin=0.005), duel(SHED, ACES, margin=0.005)
    again = replace(gains, label="the other half")
    for experiment, says in ((again, "holds"), (costs, "depends")):
        tip = planted(gains, experiment, words=TipWords(other_half=experiment.label))
        (result,) = try_stages([tip], TRIAL, until="sizes", precision=PRECISION, workers=2)
        assert result.verdict == says


def sizes(high: float) -> list[Size]:
    """Two cells, the upper ends of whose simultaneous intervals have this mean."""
    unknown = [math.nan] * 4
    return [Size(high - 0.02, *unknown, all_high=high + more, deals=9_000) for more in (-0.004, 0.004)]


GAINS, LITTLE, HURTS, UNKNOWN = sizes(0.03), sizes(0.004), sizes(-0.01), list[Size]()


@pytest.mark.parametrize(
    ("verdict", "advice", "amounts", "literal", "comes_to"),
    [
        ("holds", 1, [HURTS], 0, "holds, if not overdone"),
        ("holds", 1, [LITTLE], 0, "holds"),
        ("holds", 1, [UNKNOWN], 0, "holds"),
        ("wrong", 1, [HURTS, LITTLE], 0, "wrong"),
        ("wrong", 1, [HURTS, GAINS], 0, "open"),
        ("wrong", 1, [UNKNOWN], None, "open"),
        ("makes no difference", 1, [LITTLE], 0, "makes no difference"),
        ("makes no difference", 1, [HURTS], 0, "wrong"),
        ("makes no difference", 1, [GAINS, HURTS], 1, "open"),
        ("depends", 1, [GAINS], None, "depends"),
        ("holds", -1, [HURTS, LITTLE], None, "holds"),
        ("holds", -1, [HURTS, GAINS], None, "open"),
        ("wrong", -1, [HURTS], None, "wrong"),
    ],
)
def test_that_a_tip_gains_nothing_is_said_of_all_amounts_or_not_at_all(
    verdict: str, advice: int, amounts: list[list[Size]], literal: int | None, comes_to: str
) -> None:
    """A margin of half a game in 100: some amounts may gain more for all that is known, others cannot."""
    named = {str(number): each for number, each in enumerate(amounts)}
    name = None if literal is None else str(literal)
    assert in_its_amount(Verdict(verdict), named, name, advice, 0.005) == comes_to


def test_a_headline_speaks_of_the_plain_field_alone_or_where_there_is_none_of_all() -> None:
    tip = planted(replace(duel(ACES, SHED), fields=("simple-1", PLAIN)))
    assert [cell.field for cell in cells_of(tip) if cell.is_of_headline] == [PLAIN]
    newest = planted(replace(duel(ACES, SHED), fields=("mixed", "strong")))
    assert {cell.field for cell in cells_of(newest) if cell.is_of_headline} == {"mixed"}
    elsewhere = planted(replace(duel(ACES, SHED), fields=("simple-1", (SHED,))))
    assert all(cell.is_of_headline for cell in cells_of(elsewhere))
    unjudged = planted(duel(ACES, SHED), is_judged=False)
    assert unjudged.headline_experiment is None and not any(cell.is_of_headline for cell in cells_of(unjudged))


def test_without_time_everything_is_open_and_says_so(tmp_path: Path) -> None:
    result = try_stages(two_tips(), TRIAL, until="sizes", minutes=1e-9, out=tmp_path)
    assert [each.verdict for each in result] == [Verdict.OPEN] * 2
    assert result.cells().empty


def test_a_budget_that_ends_between_two_pilots_leaves_all_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, pilot = [0.0], Duel.pilot

    def played(*words: Any) -> Any:
        found, now[0] = pilot(*words), 3.0  # seconds; the budget ends at 2
        return found

    monkeypatch.setattr("knotlab.sim.budget.time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(Duel, "pilot", played)
    tip = planted(replace(duel(ACES, SHED), players=(2, 3)))
    result = try_stages([tip], TRIAL, until="headlines", minutes=2 / 60, out=tmp_path)
    assert [each.verdict for each in result] == [Verdict.OPEN]
    assert len(result["XX-C1"].cells) == 1 and result["XX-C1"].games == 0
    assert result.stopped == "the budget ended before everything was played"


@pytest.mark.long
def test_headlines_alone_have_no_sizes_but_all_cells(tmp_path: Path) -> None:
    result = try_stages(two_tips()[:1], TRIAL, until="headlines", out=tmp_path)
    assert [cell.deals for each in result for cell in each.cells] == [0]


@pytest.mark.parametrize(("tremble", "is_rare"), [(0.02001, True), (0.021, False)])
def test_a_tip_rarely_comes_up_that_changes_hardly_any_deal_however_few_choices(
    tremble: float, is_rare: bool, tmp_path: Path
) -> None:
    """Strategies that tremble a little more or less differ in a choice of a thousand, or of a hundred thousand."""
    tip = planted(duel(SHED, f"shed:tremble={tremble}"))
    result = try_stages([tip], TRIAL, until="headlines", out=tmp_path)
    played, (cell,) = result["XX-C1"].headline, result["XX-C1"].cells
    assert played and (played.answer == HeadlineAnswer.RARE) == is_rare
    assert (result["XX-C1"].verdict == Verdict.RARE) == is_rare and (played.rounds == 0) == is_rare
    assert cell.in_choices < 0.02 and (cell.in_play < 0.01) == is_rare


@pytest.mark.long
def test_advice_against_what_is_named_first_turns_the_headline_around(whole: ClaimsResult, tmp_path: Path) -> None:
    result = try_stages([planted(duel(ACES, SHED, means=NOT_WORTH_IT))], TRIAL, until="headlines", out=tmp_path)
    played, other = result["XX-C1"].headline, whole["XX-C1"].headline
    assert played and other and played.answer == HeadlineAnswer.WORSE and result["XX-C1"].verdict == Verdict.WRONG
    assert (played.low, played.high) == (-other.high, -other.low) and played.meaning == other.meaning


def test_a_file_in_place_of_the_folder_is_one_sentence_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x")
    with pytest.raises(InputError, match="mine is a file, but a folder is needed"):
        try_stages(two_tips(), TRIAL, out=tmp_path / "mine")


@pytest.mark.long
def test_a_better_and_a_worse_strategy_and_one_as_good_get_their_verdicts(tmp_path: Path) -> None:
    for (a, b, margin), verdict in {
        ("shed:tremble=0", "random:tremble=0", 0.08): Verdict.HOLDS,
        ("random:tremble=0", "shed:tremble=0", 0.08): Verdict.WRONG,
        (SHED, "shed:tremble=0.15", 0.25): Verdict.NO_DIFFERENCE,
    }.items():
        result = try_stages([planted(duel(a, b, margin=margin))], TRIAL, until="headlines", out=tmp_path)
        assert result["XX-C1"].verdict == verdict, (a, b)


# --- a quick pass ---


@pytest.mark.long
def test_a_quick_pass_is_the_same_headline_of_fewer_rounds(whole: ClaimsResult, tmp_path: Path) -> None:
    """Margins eight times as wide: of the same deals the first ones, and what is certain of them."""
    declared = [planted(duel(ACES, SHED, margin=MARGIN / 8, players=(2, 3)))]
    quick = try_stages(declared, replace(TRIAL, wider=8.0, one_size=True), until="headlines", out=tmp_path)["XX-C1"]
    slow = try_stages(two_tips()[:1], TRIAL, until="headlines", out=tmp_path)["XX-C1"]
    assert quick.headline and slow.headline
    assert [cell.players for cell in quick.cells] == [3] and quick.verdict == slow.verdict == Verdict.HOLDS
    assert 0 < quick.headline.rounds <= slow.headline.rounds
    assert quick.headline.headline.margin == MARGIN / 8 and quick.headline.low > 0


@pytest.mark.parametrize(
    ("ends", "is_done"),
    [
        ((MARGIN + 0.01, 0.2), True),  # beyond the declared margin
        ((-0.2, -MARGIN - 0.01), True),
        ((-0.2, 0.2), True),  # within eight times the margin
        ((-0.9, 0.9), False),
    ],
)
def test_a_quick_pass_stops_where_no_large_effect_is_left(ends: tuple[float, float], is_done: bool) -> None:
    cell = PilotedCell(0.5, 0.0, 1.0)
    watch = plan_rounds([cell], 8 * MARGIN, 0.05, fine=MARGIN).watch
    judged = int(watch.judge(Interval(*ends), Moments(20_000, 0.0, 0.1, 0.0)))
    assert (VERDICTS[judged] != Verdict.OPEN) == is_done


def test_what_a_quick_pass_saw_nothing_of_is_open() -> None:
    """Within eight times the margin, but not within the margin: a smaller effect that matters may be there."""
    mean = MeanEvidence(0.0, -2 * MARGIN, 2 * MARGIN, True)
    assert answer_of_mean(mean, MARGIN) == HeadlineAnswer.OPEN
    assert answer_of_mean(mean._replace(low=-MARGIN / 2, high=MARGIN / 2), MARGIN) == HeadlineAnswer.NO_DIFFERENCE


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"until": "size"}, "there is no stage 'size'"),
        ({"precision": 0.0}, "the precision is a share between 0 and 1, such as 0.0025, not 0"),
        ({"minutes": -1.0}, "the budget is a number of minutes above 0, not -1"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        try_stages(two_tips(), TRIAL, **options)  # type: ignore[arg-type]


# What headlines say about a tip: that A is better, worth nothing, no worse, harmful.
S, R, E, U = Verdict.HOLDS, Verdict.WRONG, Verdict.NO_DIFFERENCE, Verdict.OPEN
SAYS = [
    # interval of following the advice, answer, BETTER, NOT_WORTH_IT, NO_WORSE, HARMS
    ((0.01, 0.02), HeadlineAnswer.BETTER, S, S, S, S),
    ((-0.02, -0.01), HeadlineAnswer.WORSE, R, R, R, R),
    ((-0.001, 0.004), HeadlineAnswer.NO_DIFFERENCE, E, S, S, R),
    ((0.001, 0.02), HeadlineAnswer.BETTER, S, S, S, U),
    ((-0.02, -0.001), HeadlineAnswer.WORSE, R, U, U, R),
    ((-0.02, 0.02), HeadlineAnswer.OPEN, U, U, U, U),
    ((-0.02, 0.02), HeadlineAnswer.DEPENDS, Verdict.DEPENDS, Verdict.DEPENDS, Verdict.DEPENDS, Verdict.DEPENDS),
    ((-0.02, 0.02), HeadlineAnswer.RARE, *[Verdict.RARE] * 4),
]


@pytest.mark.parametrize("case", SAYS)
def test_what_a_headline_says_about_the_tip_is_as_it_was_declared(case: tuple[object, ...]) -> None:
    (low, high), answer, *expected = case  # type: ignore[misc]
    headline = Headline(answer, (low + high) / 2, low, high, 0.005)
    kinds = (BETTER, NOT_WORTH_IT, NO_WORSE, HARMS)
    advice = [planted(duel(ACES, SHED, means=means)).experiments[0].advice for means in kinds]
    assert advice == [1, -1, 1, -1]
    assert [about_tip(headline, means, each) for means, each in zip(kinds, advice, strict=True)] == expected


@pytest.mark.parametrize(
    ("deals", "in_play", "is_tried", "has_size"),
    [(2000, 0.01, True, True), (2000, 0.0095, False, False), (100_000, 0.0095, False, True)],
)
def test_what_rarely_comes_up_is_not_judged_but_has_a_size_if_the_pilot_came_to_cases(
    deals: int, in_play: float, is_tried: bool, has_size: bool
) -> None:
    sampler = Sampler(Pilot(deals, 1.0, 10.0, 0.0, in_play), 10.0, False, 4, 1, lambda first, count: np.zeros(count))
    assert (sampler.is_tried, sampler.has_size) == (is_tried, has_size)


def test_a_tip_that_says_at_times_holds_where_tables_differ() -> None:
    answers = [
        (HeadlineAnswer.DEPENDS, S),
        (HeadlineAnswer.BETTER, S),
        (HeadlineAnswer.WORSE, R),
        (HeadlineAnswer.NO_DIFFERENCE, E),
        (HeadlineAnswer.OPEN, U),
    ]
    answers += [(HeadlineAnswer.AT_TIMES, S), (HeadlineAnswer.RARE, Verdict.RARE)]
    for answer, says in answers:
        assert about_tip(Headline(answer, 0.0, -0.02, 0.02, 0.005), AT_TIMES, 1) == says


def test_every_sampled_tip_declares_its_headline_and_variants_have_none() -> None:
    for tip in tips():
        labels = [experiment.label for experiment in tip.experiments]
        assert tip.headline is None or tip.headline in labels, tip.id
        can_tell = bool(labels) and tip.is_judged and not tip.words.unsettled
        assert (tip.headline_experiment is not None) == (can_tell and not tip.is_variant)
    levels = levels_of(TRIAL)
    judged = [tip for tip in tips() if tip.is_judged and not tip.is_variant and not tip.words.unsettled]
    assert headlines(tips()) == sum(bool(tip.experiments) for tip in judged)
    assert levels.cell == 0.025  # one cell, half of the level


def test_what_nothing_that_is_tried_can_settle_is_open() -> None:
    """Whether anything is played about it, or nothing at all."""
    unsettled = [tip for tip in tips() if tip.words.unsettled]
    assert len({bool(tip.experiments) for tip in unsettled}) == 2
    assert all(result_of(tip).verdict == Verdict.OPEN for tip in unsettled)
