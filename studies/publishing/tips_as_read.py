"""The page of tips as they are read, written from the tips.

Command: python -m knotlab.studies.publishing.tips_as_read (a step of make findings)
Result: docs/tips-as-read.md
Page: docs/tips-as-read.md
"""

import math
from collections.abc import Iterator

from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.model.inquiry import USUAL
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.words import capital
from knotlab.reports.words.strong_players import on_top
from knotlab.sim import games
from knotlab.studies.command import ROOT

PAGE = ROOT / "docs" / "tips-as-read.md"
HEAD = """# The tips as they are read

A rulebook says things like "collect aces". To test that, somebody must decide what exactly is done, by whom, and what
it is compared with. This page explains that for each tip: what the book says, in our words; how we read it; how it is
tested, and why that is a fair test; the verdict, and what would change it. The numbers are on [the page of
tips](tips.md), what can be held against each verdict on [a page of its own](objections.md), and [how cells become a
verdict](verdicts.md) has the rules.

A habit *acts* in the choices where the player who follows it does something different from the player without it; the
shares are those of the published cells. A habit rarely comes up, and has no other verdict, where it changes the course
of fewer than 1 deal in 100 in every cell.
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(map(_of_game, games.listed()))


def _of_game(game: str) -> str:
    mine = [tip for tip in tips() if tip.game == game]
    return f"\n## {games.find(game).title}\n" + "".join("\n".join(_entry(tip)) for tip in mine) if mine else ""


def _entry(tip: Tip) -> Iterator[str]:
    yield f"\n### {tip.id}\n"
    yield f"**The book** ({tip.source}): {tip.statement}\n"
    yield f"**As read:** {tip.reading}\n"
    yield f"**Tried by:** {_tried(tip)}\n"
    yield f"**A fair trial?** {tip.fair}{_acts(tip)}\n"
    yield f"**Verdict:** {_verdicts(shipped()[tip.id])}\n"
    yield f"**What would change the verdict:** {tip.overturned_by}\n"


def _tried(tip: Tip) -> str:
    """The experiments, each once, with who plays."""
    if tip.is_variant:
        return "the duels of the other tips, under the variant's rules."
    ways = [f"{each.label}: {each.describe(USUAL)}" for each in tip.experiments]
    ways += [f"{question.label}: by the rules" for question in tip.exact]
    return ("; ".join(ways) or "curves alone").replace("_", "\\_").replace("*", "\\*") + "."


def _verdicts(result: TipResult) -> str:
    """What came out at plain tables, and for strong players where that was tried."""
    strong = on_top(result)
    return f"{capital(result.verdict)}.{f' Strong players: {strong}' if strong else ''}"


def _acts(tip: Tip) -> str:
    """How often its habits act, by the cells that are published."""
    shares = [cell.in_choices for cell in shipped()[tip.id].cells if not math.isnan(cell.in_choices)]
    if not shares:
        return ""
    low, high = (f"{100 * share:.3g}" for share in (min(shares), max(shares)))
    return f" It acts in {low if low == high else f'{low} to {high}'}% of choices."


def write() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    write()
