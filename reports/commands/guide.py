"""The bidding guide of Twyst as text and Markdown."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from analysis.estimate import Estimate
from analysis.guide import Guide, make_guide
from reports.output import print_json, seed_of, whole
from sim.errors import RunError

NAMES = {"ace": "an Ace (Ace solo)", "court": "a King, Queen or Jack (Court solo)", "misere": "a deuce (Misere)", "numeral": "a numeral"}
COUNTING = """How to count a suit's **honour tricks**: Ace 1; King 0.8 with the Ace, 0.6 with another card, 0.2 alone; Queen 0.7 below two higher honours,
0.5 below one, 0.3 with two small cards; Jack 0.5 below two higher honours, 0.1 with three small cards.

- **No-trump tricks**: honour tricks of all suits; for each card beyond the fourth of a suit 0.7 if the suit has an honour trick, else 0.2.
- **Trump tricks** of a suit: its honour tricks and 0.9 times those of the other suits; 0.8 for each trump beyond the third; with three trumps or more
  0.5 for each card that another suit has fewer than two.
- **Danger**: in each suit take the four lowest cards and hold them against 3, 5, 7, 9. Count by how many ranks each is higher (an Ace ranks 14),
  the third at 0.7, the fourth at 0.3; add up and divide by 10."""


def guide(strategy: str, deals: str, seed: str, settings: Sequence[str] | None, workers: str | None, out: Path | None, json: bool) -> None:
    """Make the guide, and print or write it."""
    n_workers = None if workers is None else whole(workers, "--workers", 1)
    made = make_guide(strategy, whole(deals, "--deals", 1), seed=seed_of(seed), rules=settings or (), workers=n_workers)
    text = markdown(made)
    if out:
        try:
            out.write_text(text)
        except OSError as error:
            raise RunError(f"cannot write {out}: {error.strerror}") from None
    if json:
        print_json(facts(made))
    elif out:
        print(f"The guide is at {out.resolve()}")
    else:
        print(text)


def facts(made: Guide) -> dict[str, Any]:
    """A guide as plain data."""
    return {
        "strategy": made.strategy,
        "deals": made.deals,
        "thresholds": made.thresholds._asdict(),
        "table": made.table.astype(object).where(made.table.notna(), None).to_dict("records"),
        "curves": {kind: frame.astype(object).where(frame.notna(), None).to_dict("records") for kind, frame in made.curves.items()},
        "best": {key: float(value) for key, value in made.best._asdict().items()},
        "gain": vars(made.gain),
        "examples": [vars(one) | {"score": vars(one.score), "best_score": vars(one.best_score)} for one in made.examples],
    }


def markdown(made: Guide) -> str:
    """The guide on one page."""
    told = made.thresholds
    needs = {
        "ace": f"no-trump tricks {told.ace:g} or more",
        "court": f"trump tricks of its suit {told.court:g} or more",
        "misere": f"danger {told.misere:g} or less",
        "numeral": f"anything else: of the suit with most trump tricks t, the numeral nearest {told.numeral:g} {'+' if told.slope >= 0 else '-'} "
        f"{abs(told.slope):g} x (t - 4)",
    }
    lines = ["# Twyst: what to bid", "", f"From {made.deals:,} deals on which every bid was tried while the others bid and played as `{made.strategy}`."]
    lines += ["Try the bids from the top; the first that the hand is good enough for is the one.", ""]
    lines += ["| show | the hand must hold | of all hands | points, on average | scores | loses |", "|---|---|---|---|---|---|"]
    for row in made.table.to_dict("records"):
        score = f"{row['score']:.1f} [{row['score_low']:.1f}, {row['score_high']:.1f}]"
        lines.append(f"| {NAMES[row['bid']]} | {needs[row['bid']]} | {row['share']:.1%} | {score} | {row['scores']:.0%} | {row['loses']:.0%} |")
    lines += ["", COUNTING, "", "## Five hands", "", "| hand | the guide | points | best of all bids | points |", "|---|---|---|---|---|"]
    lines += [f"| {one.hand} | {one.bid} | {_points(one.score)} | {one.best} | {_points(one.best_score)} |" for one in made.examples]
    lines += ["", "Points are means over deals of the other three hands, with 95 % intervals; the best of thirteen looks a little better than it is.", ""]
    lines += ["## Where bids begin to pay", "", *crossings(made.table), "", gain_sentence(made), ""]
    for kind, frame in made.curves.items():
        lines += [f"### {NAMES[kind]}", "", frame.to_markdown(index=False, floatfmt=".1f"), ""]
    return "\n".join(lines)


def crossings(table: pd.DataFrame) -> list[str]:
    """A sentence for each solo: whether the threshold agrees with where the forced bids cross."""
    found = []
    for row in table[table["crossing"].notna()].to_dict("records"):
        agrees = "agrees" if row["crossing_low"] <= row["threshold"] <= row["crossing_high"] else "differs"
        found.append(
            f"- {NAMES[row['bid']]}: the threshold {row['threshold']:g} {agrees} with the crossing of the forced bids, "
            f"{row['crossing']:.2f} [{row['crossing_low']:.2f}, {row['crossing_high']:.2f}]."
        )
    return found


def gain_sentence(made: Guide) -> str:
    """What other thresholds would gain."""
    best = ", ".join(f"{key} {float(value):.3g}" for key, value in made.best._asdict().items())
    return f"The thresholds that score most on these deals are {best}; in one seat they gain {_points(made.gain)} points a deal, measured on other deals."


def _points(found: Estimate) -> str:
    return f"{found.value:.1f} [{found.low:.1f}, {found.high:.1f}]"
