"""The whole scheme of headlines and sizes on made-up tips whose truth is known: `make scheme`.

A family is 35 tips of 9 cells each. Every cell has its own law of D, within 1; rounds play some deals of each, and are
watched by both sequences. Margins and half-widths are ten times those of the shipped claims, so that a family takes
seconds; all else is as there.
"""

import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np

from knotlab.analysis.stats.headline import CellEvidence, Headline, MeanEvidence, headline_of, share_out
from knotlab.analysis.stats.moments import Moments, moments
from knotlab.analysis.stats.rounds import PilotedCell, plan_rounds
from knotlab.analysis.stats.sequence import Watch
from knotlab.analysis.stats.sizes import Size, deals_for_size, size_of
from knotlab.analysis.stats.verdicts import HeadlineAnswer
from tests.analysis.streams import (
    HARDLY_VARIES,
    LOSES_HARDLY_EVER,
    LOSES_RARELY,
    SWINGS,
    Law,
    Rounds,
    Seen,
    unguarded,
    watch_streams,
)

FAMILIES, TIPS, CELLS, LEVEL = 400, 35, 9, 0.05
MARGIN, HALF_WIDTH = 0.05, 0.025
PILOT_DEALS = 2000
VALUES = np.array([-1.0, 0.0, 1.0])
SPREADS = (0.3, 0.5, 0.8)  # shares of deals that differ, by cell
LEVELS = share_out(LEVEL, TIPS, TIPS * CELLS)

# The means of a tip's nine cells; a family's tips take them in turn.
MEANS = {
    "no effect": [[0.0] * CELLS],
    "small": [[MARGIN] * CELLS, [MARGIN / 2] * CELLS, [-MARGIN] * CELLS, [0.01, 0.02, 0.03] * 3],
    "mixed": [[0.1, -0.1, 0.0] * 3, [0.12, 0.06, -0.03] * 3, [0.15] * 3 + [-0.15] * 6, [0.02, -0.02, 0.0] * 3],
    "large": [[0.15] * CELLS, [0.3, 0.2, 0.1] * 3, [-0.2] * CELLS, [0.06] * CELLS],
}


def cell_law(mean: float, spread: float) -> Law:
    """D is -1, 0 or 1, and not 0 in this share of deals."""
    return Law(tuple(VALUES), ((spread - mean) / 2, 1 - spread, (spread + mean) / 2))


def laws_of(means: list[float]) -> tuple[Law, ...]:
    """The laws of a tip's cells."""
    return tuple(cell_law(mean, SPREADS[k // 3]) for k, mean in enumerate(means))


# The laws of a tip's nine cells. The skew ones have means of just the margin, and are those that guards are for:
# without them, the asymptotic sequence errs.
SCENARIOS = {name: [laws_of(means) for means in tips] for name, tips in MEANS.items()}
SKEWED = "skewed"
SKEW_LAWS = (LOSES_RARELY, LOSES_HARDLY_EVER, Law(tuple(0.9 * x for x in SWINGS.values), SWINGS.chances), HARDLY_VARIES)
SCENARIOS[SKEWED] = [(law.moved(MARGIN),) * CELLS for law in SKEW_LAWS]
MOST_ROUNDS = 20_000  # of skew numbers, where shipped tips might play more


@dataclass
class Tally:
    """What came of some families."""

    families: int = 0
    wrong_headline: int = 0
    wrong_sign: int = 0
    peeked_wrong: int = 0
    unguarded_wrong: int = 0
    naive_wrong: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    covered: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))


def simulate(scenario: str, families: int, seed: int) -> Tally:
    """Families of one scenario, from pilots to headlines."""
    rng, tally = np.random.default_rng([seed, len(scenario), families]), Tally(families)
    kinds = SCENARIOS[scenario]
    wrong, sign, peeked, unguarded_wrong, naive = (np.zeros(families, bool) for _ in range(5))
    for number, laws in enumerate(kinds):
        tips, means = len(range(number, TIPS, len(kinds))), tuple(law.mean for law in laws)
        watch, rounds, cap = plan_of(laws)
        seen, without_guards = (
            watch_streams(each, rounds, families * tips, cap, int(rng.integers(2**31)), rounds.mean, as_tips=True)
            for each in (watch, unguarded(watch))
        )
        for i in range(families * tips):
            family, sizes = i // tips, [measured_size(law, rng) for law in laws]
            headline = headline_of_stream(seen, i, sizes)
            wrong[family] |= is_wrong(headline, means)
            unguarded_wrong[family] |= is_wrong(headline_of_stream(without_guards, i, sizes), means)
            sign[family] |= has_wrong_sign(sizes, means)
            peeked[family] |= bool(seen.peeked[i])
            naive[family] |= any(
                size.low > 0 >= mean or size.high < 0 <= mean for size, mean in zip(sizes, means, strict=True)
            )
            tally.answers[headline.answer] += 1
            count_coverage(tally, headline, sizes, means)
    tally.wrong_headline, tally.wrong_sign = int(wrong.sum()), int((wrong | sign).sum())
    tally.peeked_wrong, tally.naive_wrong = int(peeked.sum()), int(naive.sum())
    tally.unguarded_wrong = int(unguarded_wrong.sum())
    return tally


def plan_of(laws: tuple[Law, ...]) -> tuple[Watch, Rounds, int]:
    """How a tip is watched, its rounds, and how many there are at most."""
    cells = [PilotedCell(law.sd, law.skewness, 1.0) for law in laws]
    plan = plan_rounds(cells, MARGIN, LEVELS.headline, is_bounded=True)
    return plan.watch, Rounds(laws, plan.deals), min(-(-plan.cap // 100) * 100, MOST_ROUNDS)


def measured_size(law: Law, rng: np.random.Generator) -> Size:
    """The second stage of a cell: as many deals as a pilot says."""
    pilot = _seen(law, PILOT_DEALS, rng)
    return size_of(_seen(law, deals_for_size(float(pilot.sd), float(pilot.skewness), HALF_WIDTH), rng), LEVELS.cell)


def _seen(law: Law, deals: int, rng: np.random.Generator) -> Moments:
    counts = rng.multinomial(deals, law.chances)
    return moments(deals, *(float(counts @ np.array(law.values) ** power) for power in (1, 2, 3)))


def headline_of_stream(seen: Seen, i: int, sizes: list[Size]) -> Headline:
    """The headline of one tip."""
    low, high = float(seen.known.low[i]), float(seen.known.high[i])
    cells = [CellEvidence(2 + k % 3, "abc"[k // 3], size) for k, size in enumerate(sizes)]
    return headline_of(cells, MeanEvidence((low + high) / 2, low, high, True), margin=MARGIN, alpha=LEVELS.headline)


def is_wrong(headline: Headline, means: tuple[float, ...]) -> bool:
    """Whether a headline says what is not so, its sign and the cells that it names included."""
    truth, least = float(np.mean(means)), 0.0 if headline.is_size_open else MARGIN
    by_place = dict(zip([(2 + k % 3, "abc"[k // 3]) for k in range(CELLS)], means, strict=True))
    if headline.answer == HeadlineAnswer.DEPENDS:
        return any(by_place[at] <= 0 for at in headline.plus) or any(by_place[at] >= 0 for at in headline.minus)
    says = {
        HeadlineAnswer.BETTER: truth > least + 1e-12,
        HeadlineAnswer.WORSE: truth < -least - 1e-12,
        HeadlineAnswer.NO_DIFFERENCE: abs(truth) < MARGIN - 1e-12,
    }
    sign_is_wrong = headline.certain_sign * truth < 0 or (headline.certain_sign != 0 and abs(truth) < 1e-12)
    return not says.get(headline.answer, True) or sign_is_wrong


def has_wrong_sign(sizes: list[Size], means: tuple[float, ...]) -> bool:
    """Whether a direction is called certain that is another one."""
    return any(size.certain_sign and size.certain_sign * mean <= 0 for size, mean in zip(sizes, means, strict=True))


def count_coverage(tally: Tally, headline: Headline, sizes: list[Size], means: tuple[float, ...]) -> None:
    """Count intervals that cover, by headline, and among cells whose direction is certain."""
    for size, mean in zip(sizes, means, strict=True):
        for group in (str(headline.answer), "all cells", *(["certain cells"] if size.certain_sign else [])):
            tally.covered[group][0] += size.low <= mean <= size.high
            tally.covered[group][1] += 1


def report(families: int, seed: int) -> str:
    """Figures of all scenarios, as a table."""
    started, lines = time.perf_counter(), [f"{families} families of {TIPS} tips with {CELLS} cells each, seed {seed}"]
    for scenario in SCENARIOS:
        tally = simulate(scenario, families, seed)
        shares = ", ".join(f"{answer} {n / TIPS / families:.1%}" for answer, n in tally.answers.most_common())
        covered = ", ".join(f"{group} {hit / n:.2%} of {n:,}" for group, (hit, n) in tally.covered.items())
        lines += [
            f"{scenario}: any wrong headline in {tally.wrong_headline} families, any wrong statement in "
            f"{tally.wrong_sign} ({tally.wrong_sign / families:.2%}, at most 5%)",
            f"  headlines: {shares}",
            f"  95% intervals cover: {covered}",
            f"  twins: looking with z = 1.96 errs in {tally.peeked_wrong / families:.0%} of families, rounds without "
            f"guards in {tally.unguarded_wrong / families:.0%}, cells judged one by one in "
            f"{tally.naive_wrong / families:.0%}",
        ]
    return "\n".join([*lines, f"{time.perf_counter() - started:.0f} s"])


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else FAMILIES, 1))
