"""The claims' part of the page: one table of all tips and verdicts, and a section for each claim."""

from collections import Counter
from collections.abc import Sequence

from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.result import TipResult, cells_to_pandas, tips_to_pandas
from knotlab.analysis.claims.trial import Trial
from knotlab.analysis.claims.units import unit_named
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import Block, Column, Files, Section, Table, Text
from knotlab.reports.page.pictures import Pictures
from knotlab.reports.page.tip import claim
from knotlab.reports.words import claims as words
from knotlab.sim import games

TIPS = (
    Column("claim"),
    Column("tip", text=True),
    Column("verdict", choose=True),
    Column("effect", text=True),
    Column("where", text=True),
    Column("game", choose=True),
    Column("games", number=True),
    Column("VRF", number=True),
)
PREDICATES = {  # what is said of one tip, and of several
    Verdict.SUPPORTED: ("is supported", "are supported"),
    Verdict.REFUTED: ("is refuted", "are refuted"),
    Verdict.EQUIVALENT: ("makes no difference that matters", "make no difference that matters"),
    Verdict.MIXED: ("has mixed evidence", "have mixed evidence"),
    Verdict.UNDECIDED: ("is undecided", "are undecided"),
    Verdict.NEVER_CAME_UP: ("never came up", "never came up"),
    Verdict.NO_LARGE_EFFECT: ("shows no large effect yet", "show no large effect yet"),
    Verdict.DESCRIPTIVE: ("is shown without a verdict", "are shown without a verdict"),
}


def section(claims: ClaimsResult, minutes: float, pictures: Pictures) -> Section:
    """All claims: what they came to, the table, and by game each claim in a section of its own; tables and plots are
    written beside the page too.
    """
    results, folder = claims.results, pictures.folder
    write_csv(tips_to_pandas(results), folder / "tips.csv")
    write_csv(cells_to_pandas(results), folder / "cells.csv")
    title = "Tips and verdicts; each number leads to the claim's own section"
    blocks: list[Block] = [
        Text(counts(results)),
        Text(standing(results, minutes)),
        Table(title, TIPS, [tip_row(result) for result in results]),
        Text(trial_words(claims.trial), soft=True),
        Files(["tips.csv", "cells.csv"]),
    ]
    return Section("tips", "Tried again here: a quick pass", blocks, _by_game(claims, pictures))


def _by_game(claims: ClaimsResult, pictures: Pictures) -> list[Section]:
    """The claims of each game, each in a section of its own."""
    parts = []
    for game in games.listed():
        about = [claim(result, claims.trial, pictures) for result in claims.results if result.tip.game == game]
        if about:
            parts.append(Section(f"tips-{game}", f"{games.find(game).title}, tip by tip", [], about))
    return parts


# --- all of them ---


def counts(results: Sequence[TipResult]) -> str:
    """How many tips got each verdict."""
    verdicts = Counter(result.verdict for result in results).most_common()
    return f"Of {len(results)} tips {', '.join(f'{n} {PREDICATES[verdict][n > 1]}' for verdict, n in verdicts)}."


def standing(results: Sequence[TipResult], minutes: float) -> str:
    """How far it has come, and what is still undecided."""
    cells = [cell for result in results for cell in result.findings]
    missing = [result.tip.id for result in results if result.tip.experiments and not result.findings]
    unsettled = [result.tip.id for result in results if any(not cell.is_settled for cell in result.findings)]
    decided = sum(cell.about_tip not in NO_ANSWER for cell in cells)
    games_played = sum(cell.games for cell in cells)
    sentences = [
        f"{decided:,} of {len(cells):,} cells were decided in {games_played:,} games, within a budget of "
        f"{minutes:g} minutes."
    ]
    if unsettled:
        sentences.append(f"A larger budget continues with cells of {', '.join(unsettled)}.")
    if missing:
        sentences.append(f"Not reached within the budget: {', '.join(missing)}.")
    return " ".join(sentences)


def trial_words(trial: Trial) -> str:
    """What all verdicts have in common."""
    sentences = [
        f"The chance that any verdict is wrong is at most {100 * trial.level:g}%, shared by all {trial.family} cells "
        f"that ship.",
        "Effects are + for what the experiment names, with intervals that are valid at every look; differences of "
        "shares are percentage points.",
    ]
    if trial.is_quick:
        sentences.append(
            f"This is a quick pass: {words.quick_margins(trial.wider)}, and each experiment is played at one size of "
            f"table."
        )
    return " ".join(sentences)


def tip_row(result: TipResult) -> list[str | tuple[str, str]]:
    """A claim's line of the table."""
    tip = result.tip
    return [
        (tip.id, tip.id),
        tip.statement,
        result.verdict,
        words.effects_span(result),
        result.where or "-",
        games.find(tip.game).title,
        f"{result.games:,}",
        words.middle_vrf(result),
    ]


def headlines(results: Sequence[TipResult]) -> list[tuple[str, str, str]]:
    """What the claims say at a glance: by game the counts, the tip worth most and the one that costs most, each with
    the section it comes from.
    """
    lines = []
    for game in dict.fromkeys(result.tip.game for result in results):
        about = [result for result in results if result.tip.game == game]
        lines.append((counts(about), f"tips-{game}", f"{games.find(game).title}, tip by tip"))
        for verdict, opening, sign in ((Verdict.SUPPORTED, "Worth most", 1), (Verdict.REFUTED, "Costs most", -1)):
            if best := extreme(about, verdict, sign):
                tip, cell = best[0].tip, best[1]
                worth = f"{words.effect(cell)} {unit_named(cell.unit).words}, {words.where(cell)}"
                lines.append((f"{opening}: {tip.statement.rstrip('.')} ({worth}).", tip.id, tip.id))
    return lines


def extreme(results: Sequence[TipResult], verdict: Verdict, sign: int) -> tuple[TipResult, Finding] | None:
    """Of the duels with a verdict on their tip the one with the greatest effect for (or against) it, if there is one. A
    duel under other rules says nothing for or against its tip.
    """
    cells = [
        (result, cell)
        for result in results
        for cell in result.findings
        if not result.tip.is_variant and cell.kind == "duel" and cell.about_tip == verdict and sign * cell.effect > 0
    ]
    return max(cells, key=lambda pair: sign * pair[1].effect, default=None)
