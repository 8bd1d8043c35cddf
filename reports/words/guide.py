"""The bidding guide of Twyst in words: what a hand must hold for each bid, how to count it, and what the bids come
to.
"""

from typing import Any

import pandas as pd

from knotlab.analysis.bidding.bids import Thresholds
from knotlab.analysis.bidding.changes import CHANGES, HOLDS, OPEN
from knotlab.analysis.bidding.guide import Guide
from knotlab.analysis.stats.estimate import Estimate

NAMES = {
    "ace": "an Ace (Ace solo)",
    "court": "a King, Queen or Jack (Court solo)",
    "misere": "a deuce (Misere)",
    "numeral": "a numeral",
}
MEASURES = {"ace": "no-trump tricks", "court": "trump tricks of its suit", "misere": "danger"}
HEADS = ("show", "the hand must hold", "of all hands", "points, on average", "scores", "loses")
EXAMPLE_HEADS = ("hand", "the guide", "points", "best of all bids", "points of the best")
COUNTING = (
    (
        "Honour tricks of a suit",
        "Ace 1; King 0.8 with the Ace, 0.6 with another card, 0.2 alone; Queen 0.7 below two higher honours, 0.5 "
        "below one, 0.3 with "
        "two small cards; Jack 0.5 below two higher honours, 0.1 with three small cards.",
    ),
    (
        "No-trump tricks",
        "honour tricks of all suits; for each card beyond the fourth of a suit 0.7 if the suit has an honour trick, "
        "else 0.2.",
    ),
    (
        "Trump tricks of a suit",
        "its honour tricks and 0.9 times those of the other suits; 0.8 for each trump beyond the third; with three "
        "trumps or more 0.5 "
        "for each card that another suit has fewer than two.",
    ),
    (
        "Danger",
        "in each suit take the four lowest cards and hold them against 3, 5, 7, 9. Count by how many ranks each is "
        "higher (an Ace ranks 14), the third "
        "at 0.7, the fourth at 0.3; add up and divide by 10.",
    ),
)
LOOK = (
    "Points are means over deals of the other three hands, with 95% intervals; the best of thirteen looks a "
    "little better than it is."
)


def opening(made: Guide) -> str:
    """What the guide rests on and how it is used."""
    tried = (
        f"From {made.deals:,} deals on which every bid was tried while the others bid and played as {made.strategy}."
    )
    return f"{tried} Try the bids from the top; the first that the hand is good enough for is the one."


def needs(told: Thresholds) -> dict[str, str]:
    """What a hand must hold for each kind of bid."""
    slope = f"{'+' if told.slope >= 0 else '-'} {abs(told.slope):g} x (t - 4)"
    return {
        "ace": f"{MEASURES['ace']} {told.ace:g} or more",
        "court": f"{MEASURES['court']} {told.court:g} or more",
        "misere": f"{MEASURES['misere']} {told.misere:g} or less",
        "numeral": f"anything else: of the suit with most trump tricks t, the numeral nearest {told.numeral:g} {slope}",
    }


def bid_rows(made: Guide) -> list[list[str]]:
    """A line for each kind of bid, in the order of `HEADS`."""
    return [
        [NAMES[row["bid"]], needs(made.thresholds)[row["bid"]], *_worth(row)] for row in made.table.to_dict("records")
    ]


def _worth(row: dict[str, Any]) -> list[str]:
    if not row["share"]:
        return [f"{0:.1%}", "-", "-", "-"]
    score = f"{row['score']:z.1f} [{row['score_low']:z.1f}, {row['score_high']:z.1f}]"
    return [f"{row['share']:.1%}", score, f"{row['scores']:.0%}", f"{row['loses']:.0%}"]


def example_rows(made: Guide) -> list[list[str]]:
    """A line for each hand to practise on, in the order of `EXAMPLE_HEADS`."""
    return [[one.hand, one.bid, points(one.score), one.best, points(one.best_score)] for one in made.examples]


def crossings(table: pd.DataFrame) -> list[str]:
    """A sentence for each solo: whether the threshold agrees with where the forced bids cross, and what the difference
    is worth.
    """
    found = []
    for row in table[table["crossing"].notna()].to_dict("records"):
        agrees = "agrees" if row["crossing_low"] <= row["threshold"] <= row["crossing_high"] else "differs"
        found.append(
            f"{NAMES[row['bid']]}: the threshold {row['threshold']:g} {agrees} "
            f"{'with' if agrees == 'agrees' else 'from'} the crossing of the forced bids, "
            f"{row['crossing']:.2f} [{row['crossing_low']:.2f}, {row['crossing_high']:.2f}]; to move it there would "
            f"change the score by {row['moved']:+z.2f} "
            "points a deal."
        )
    return found


def gain_sentence(made: Guide) -> str:
    """What other thresholds would gain."""
    best = ", ".join(f"{key} {float(value):.3g}" for key, value in made.best._asdict().items())
    return (
        f"The thresholds that score most on these deals are {best}; in one seat they gain {points(made.gain)} "
        f"points a deal, measured on other deals."
    )


VERDICTS = {
    HOLDS: (
        "the guide holds there, as other thresholds gain less than the margin of {margin:.2f} points a deal in one seat"
    ),
    CHANGES: (
        "it takes another guide, as other thresholds gain more than the margin of {margin:.2f} points a deal in "
        "one seat"
    ),
    OPEN: (
        "whether other thresholds gain more than the margin of {margin:.2f} points a deal in one seat stays open; "
        "more --deals tell"
    ),
}
CASE_HEADS = ("case", *MEASURES, "numeral", "slope", "other thresholds gain, points a deal")


def case_rows(cases: pd.DataFrame) -> list[list[str]]:
    """A line for each case, in the order of `CASE_HEADS`."""
    rows = []
    for row in cases.to_dict("records"):
        cuts = [f"{row[kind]:.2f} [{row[f'{kind}_low']:.2f}, {row[f'{kind}_high']:.2f}]" for kind in MEASURES]
        rows.append(
            [
                row["case"],
                *cuts,
                f"{row['numeral']:g}",
                f"{row['slope']:g}",
                f"{row['gain']:+z.2f} [{row['gain_low']:.2f}, {row['gain_high']:.2f}]",
            ]
        )
    return rows


def target_table(steps: pd.DataFrame) -> tuple[list[str], list[list[str]]]:
    """Heads and lines: a line for each step of a threshold, a column for each target."""
    targets = list(dict.fromkeys(steps["target"]))
    rows = []
    for (name, value), some in steps.groupby(["parameter", "value"], sort=False):
        told = [
            f"{100 * row['change']:+z.2f} [{100 * row['low']:.2f}, {100 * row['high']:.2f}]"
            for row in some.to_dict("records")
        ]
        rows.append([name, f"{value:g}", *told])
    return ["threshold", "step to", *(f"to {target:,}" for target in targets)], rows


def cases_say(cases: pd.DataFrame) -> list[str]:
    """What the cases after the first come to, a sentence for each."""
    usual, told = cases.iloc[0], []
    for row in cases.iloc[1:].to_dict("records"):
        moved = [
            NAMES[kind]
            for kind in MEASURES
            if row[f"{kind}_low"] > usual[f"{kind}_high"] or row[f"{kind}_high"] < usual[f"{kind}_low"]
        ]
        crossing = f"the crossing moves for {', '.join(moved)}" if moved else "no crossing certainly moves"
        told.append(f"{row['case']}: {crossing}; {VERDICTS[row['guide']].format(margin=row['margin'])}")
    return told


def steps_say(steps: pd.DataFrame) -> list[str]:
    """What the steps come to, a sentence for each target."""
    told = []
    for target, some in steps.groupby("target", sort=False):
        better = [f"{row['parameter']} to {row['value']:g}" for row in some.to_dict("records") if row["low"] > 0]
        told.append(
            f"matches to {target:,}: "
            + (f"a step that certainly wins more: {', '.join(better)}" if better else "no step certainly wins more")
        )
    return told


def points(found: Estimate) -> str:
    """A score with its interval."""
    return f"{found.value:z.1f} [{found.low:z.1f}, {found.high:z.1f}]"
