"""Whether the tips of the rulebooks hold, or claims of your own: `claims`."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.api import reading
from knotlab.api.declare import Argument, Option, public
from knotlab.api.options import (
    Backend,
    FieldGiven,
    From,
    MoveSeconds,
    Progress,
    Seed,
    SettingsGiven,
    Workers,
    listing,
)
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.claims.evidence.readings import ReadingChanges
    from knotlab.analysis.claims.evidence.results import ClaimsResult
    from knotlab.analysis.claims.model.tip import Tip
    from knotlab.analysis.claims.rulebooks.selection import Selection
    from knotlab.reports.words.claims import ListedClaims

Ids = Annotated[
    str | Sequence[str], Argument("which claims, such as TK-C1", "ID", default="all", completes="claim", repeats=True)
]
Listed = Annotated[bool, Option("only list the claims")]
Play = Annotated[bool, Option("test the claims again, instead of showing the published results")]
Quick = Annotated[
    bool,
    Option(
        "a first look: headlines only, played until any effect above 8 times the margin would have shown; one "
        "table size per experiment"
    ),
]
Stages = Annotated[
    str | None,
    Option(
        "play up to this stage: headlines (is the tip right?), sizes (by how much, at each table), or curves",
        "LAST",
        default="sizes; headlines with --quick",
    ),
]
Precision = Annotated[
    float | None,
    Option(
        "half the width of the 95% intervals of sizes, such as 0.25%; without % where effects are not shares",
        "HALF",
        reading.size,
        python="A share is a number between 0 and 1.",
    ),
]
Readings = Annotated[
    bool, Option("show the effects of the tips under each alternative reading of the rulebooks, on the same deals")
]
Budget = Annotated[
    float | None,
    Option(
        "stop this long after the start, compiling and curves included; the cheapest claims are played first",
        "MINUTES",
        reading.amount("minutes"),
    ),
]
ClaimsFolder = Annotated[
    str | Path | None,
    Option(
        "keep the deals of every cell in this folder, and resume from what is there",
        "FOLDER",
        reading.path,
        around=listing,
    ),
]
Findings = Annotated[
    str | Path | None,
    Option("write tables, plots and a page in Markdown into this folder", "FOLDER", reading.path, around=listing),
]
Own = Annotated[
    str | Path | None,
    Option(
        "a Python file with your own claims in a list called TIPS; only these are tested, at a level of their own",
        "FILE",
        reading.path,
    ),
]


Rules = Annotated[
    SettingsGiven,
    Option(
        "try the named claims under this rule setting (repeatable); a published reading of the rules is shown, not "
        "played, unless an option says how to play",
        "KEY=VALUE",
        completes="setting",
        repeats=True,
        python='As `{"kings": "opponents"}` or `["kings=opponents"]`.',
    ),
]
Tables = Annotated[
    int | Sequence[int],
    Option(
        "try the named claims with this many players (repeatable)",
        "N",
        reading.several(reading.whole(1)),
        default="as each claim says",
        repeats=True,
    ),
]
Field = Annotated[
    FieldGiven | None,
    Option(
        "try the named claims with these other players: simple, mixed, strong, expert, or strategies separated by "
        "spaces",
        "NAME",
        default="as each claim says",
        completes="field",
        python="Or a list of strategies, which take the other chairs in turn.",
    ),
]


@public
def claims(
    ids: Ids = (),
    *,
    list: Listed = False,
    play: Play = False,
    quick: Quick = False,
    stages: Stages = None,
    precision: Precision = None,
    readings: Readings = False,
    set: Rules = (),
    players: Tables = (),
    field: Field = None,
    budget: Budget = None,
    out: ClaimsFolder = None,
    findings: Findings = None,
    claims_from: Own = None,
    strategies_from: From = (),
    move_seconds: MoveSeconds = None,
    seed: Seed = DEFAULT_SEED,
    workers: Workers = None,
    backend: Backend = "threads",
    progress: Progress = True,
) -> "ClaimsResult | ReadingChanges | ListedClaims":
    """Show the published verdict on each rulebook tip, or test tips (or your own claims) by playing: whether each
    holds, where, and by how much.

    Claims are played with --play, or with any option that says how to play. --set, --players and --field try them at
    tables other than their own.

    Returns
    -------
    ClaimsResult, ReadingChanges or ListedClaims
        The published results, or those just played, one row per claim; with `readings`, one row per claim and
        reading, which is also what is returned for `set` if that is a published reading; with `list`, only the claims.

    >>> from knotlab import claims
    >>> str(claims("TY-C4")["TY-C4"].verdict)
    'holds'
    >>> str(claims("TY-C4", play=True)["TY-C4"].verdict)
    'holds'
    """
    from knotlab.analysis.claims.model.inquiry import Stage

    wanted, paths = [ids] if isinstance(ids, str) else [*ids], reading.files(strategies_from)
    if claims_from is None and paths:
        raise InputError("--strategies-from is for your own claims; name their file, too, with --claims-from FILE")
    last = stages or (Stage.HEADLINES if quick else Stage.SIZES)
    if last == Stage.HEADLINES and precision is not None:
        raise InputError("--precision is about the sizes of effects, and none are played; add --stages=sizes")
    if readings and stages is not None:
        raise InputError("--readings is a stage of its own; leave out --stages")
    rules, sizes = reading.settings(set), tuple(players) if isinstance(players, Sequence) else (players,)
    is_elsewhere = bool(rules or sizes or field is not None)
    if is_elsewhere and (readings or list or not (wanted or claims_from)):
        raise InputError("--set, --players and --field are about claims that you name, without --readings and --list")
    how = (stages, precision, budget, out, findings, workers, claims_from)
    is_about_playing = play or quick or readings or backend != "threads" or seed != DEFAULT_SEED
    if not list and not is_about_playing and all(option is None for option in how):
        if not is_elsewhere:
            return _published(wanted)
        if not sizes and field is None and (known := _published_reading(wanted, rules)):
            return known
    from knotlab.analysis.claims.rulebooks.selection import select
    from knotlab.sim.budget import within

    selection = select(wanted, claims_from=claims_from, strategies_from=paths, quick=quick, seed=seed)
    if is_elsewhere:
        from knotlab.api.given import field_of

        selection = selection.at(rules, sizes, lambda game: None if field is None else field_of(game, field, paths))
    if list:
        from knotlab.reports.words.claims import ListedClaims

        return ListedClaims(tuple(selection.tips))
    selection, half = _part_of(selection, budget, findings), _half_width(precision, selection.tips)
    kept, page = (None if folder is None else Path(folder) for folder in (out, findings))
    with within(budget), _playing(selection, backend, workers):
        if readings:
            return _other_readings(selection, kept, budget, workers, page, progress)
        return _tried(selection, last, half, kept, budget, workers, page, progress)


def _published(ids: Sequence[str]) -> "ClaimsResult":
    """What is published of some claims, read without what plays them; raises InputError if there is no such claim."""
    from knotlab.analysis.claims.evidence.results import some_of
    from knotlab.analysis.claims.rulebooks.published import shipped

    if not {name.upper() for name in ids} <= {tip.id for tip in shipped()}:
        from knotlab.analysis.claims.rulebooks.library import chosen

        chosen(ids)
    return some_of(shipped(), ids)


def _published_reading(ids: Sequence[str], rules: Sequence[str]) -> "ReadingChanges | None":
    """What is published of some claims under some settings; nothing unless there is something of each."""
    from knotlab.analysis.claims.evidence.readings import published_readings

    wanted = {name.upper() for name in ids}
    known = published_readings()
    found = [each for each in known if each.tip in wanted and {*each.reading.rules, each.reading.change} == {*rules}]
    return replace(known, changes=tuple(found)) if {each.tip for each in found} == wanted else None


def _part_of(selection: "Selection", budget: float | None, findings: str | Path | None) -> "Selection":
    """The claims of the part that is to be played: all of them unless one is."""
    from knotlab.sim.playing.parts import WHOLE, chosen_part

    if chosen_part() != WHOLE and budget is not None:
        raise InputError("a part of claims is played to its end, so --part takes no --budget; when stopped, it resumes")
    if chosen_part() != WHOLE and findings is not None:
        raise InputError("--findings is about all claims; put the parts together first")
    return selection.part(chosen_part())


def _half_width(precision: float | None, tips: Sequence["Tip"]) -> float | None:
    """The precision of sizes; raises InputError if it was typed in the wrong unit."""
    from knotlab.analysis.claims.model.meaning import unit_named

    if not isinstance(precision, reading.TypedSize):
        return precision
    has_shares = any(unit_named(unit).is_share for tip in tips for unit in tip.units)
    if has_shares and not precision.is_share:
        raise InputError(
            f"--precision is a share of games and needs a % sign, as in --precision=0.25%, not '{precision.text}'"
        )
    if precision.is_share and not has_shares:
        raise InputError(f"--precision takes a number without a % sign for these claims, not '{precision.text}'")
    return float(precision)


@contextlib.contextmanager
def _playing(selection: "Selection", backend: Any, workers: int | None) -> Iterator[None]:
    """Have everything played by the backend; raises InputError if that cannot be, or an expression of a claim of one's
    own cannot be read.
    """
    import polars as pl

    from knotlab.sim.playing.fanout import playing_on, refuse_cluster

    with playing_on(backend, workers):
        if selection.file is not None:
            refuse_cluster("your own claims")
        try:
            yield
        except pl.exceptions.PolarsError as error:
            if selection.file is None:
                raise
            reason = str(error).splitlines()[0]
            raise InputError(
                f"{selection.file}: an expression of a claim cannot be read from the event log: {reason}"
            ) from None


def _other_readings(
    selection: "Selection",
    out: Path | None,
    budget: float | None,
    workers: int | None,
    findings: Path | None,
    progress: bool,
) -> "ReadingChanges":
    """The effects under other readings of the rulebooks, showing how far it is."""
    from knotlab.analysis.claims.other_readings import pairs_of, try_readings
    from knotlab.reports.progress import progress as showing
    from knotlab.sim.storage.result_files import check_own

    if findings:
        check_own(findings, ("findings.md", "readings.md"))
    tips, inquiry = selection.tips, selection.inquiry
    with showing("readings", len(pairs_of(tips)), progress) as advance:
        changes = try_readings(tips, inquiry, out=out, minutes=budget, workers=workers, on_step=lambda name: advance(1))
    if findings:
        _write_page(changes, findings)
    return changes


def _write_page(changes: "ReadingChanges", folder: Path) -> None:
    """Write `readings.md` and `readings.csv`."""
    from knotlab.reports.output import write_csv, write_file
    from knotlab.reports.words.readings import markdown

    write_file(folder / "readings.md", markdown(changes).encode())
    write_csv(changes.to_pandas(), folder / "readings.csv")


def _tried(
    selection: "Selection",
    last: str,
    precision: float | None,
    out: Path | None,
    budget: float | None,
    workers: int | None,
    findings: Path | None,
    progress: bool,
) -> "ClaimsResult":
    """The claims, tried stage by stage, showing how far it is."""
    from knotlab.analysis.claims.evidence.files import TIPS
    from knotlab.analysis.claims.model.cells import cells_of, headlines
    from knotlab.analysis.claims.model.inquiry import Stage
    from knotlab.analysis.claims.stages.play import try_stages
    from knotlab.reports.page.findings import write_stages
    from knotlab.reports.progress import progress as showing
    from knotlab.sim.storage.result_files import check_own

    if findings:
        check_own(findings, (TIPS,))
    sampled = [tip for tip in selection.tips if tip.experiments]
    cells = sum(len(cells_of(tip, selection.inquiry.one_size)) for tip in sampled)
    steps = headlines(sampled) + cells * (last != Stage.HEADLINES)
    with showing("headlines and sizes", steps, progress) as advance:
        found = try_stages(
            selection.tips,
            selection.inquiry,
            until=last,
            precision=precision,
            out=out,
            minutes=budget,
            workers=workers,
            on_step=lambda name: advance(1),
        )
    if findings:
        write_stages(found, findings)
    return found
