"""Whether the tips of the rulebooks hold, or claims of one's own: `claims`."""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, overload

from knotlab.analysis.claims.evidence.results import ClaimsResult, some_of
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.readings.changes import ReadingChanges
from knotlab.analysis.claims.readings.play import pairs_of, try_readings
from knotlab.analysis.claims.rulebooks.selection import select
from knotlab.analysis.claims.stages.play import Stage, try_stages
from knotlab.analysis.runs.parts import chosen_part
from knotlab.api.given import SEED, Files, files
from knotlab.reports.answers.findings import shipped
from knotlab.reports.progress import progress as showing
from knotlab.sim.errors import InputError
from knotlab.sim.playing.delivery import WHOLE
from knotlab.sim.playing.fanout import playing_on, refuse_cluster


@overload
def claims(
    ids: str | Sequence[str] = (),
    *,
    claims_from: str | Path | None = None,
    strategies_from: Files = (),
    play: bool = False,
    quick: bool = False,
    stages: str | None = None,
    readings: Literal[True],
    precision: float | None = None,
    budget: float | None = None,
    seed: int = SEED,
    workers: int | None = None,
    backend: Any = "threads",
    out: str | Path | None = None,
    progress: bool = True,
) -> ReadingChanges: ...
@overload
def claims(
    ids: str | Sequence[str] = (),
    *,
    claims_from: str | Path | None = None,
    strategies_from: Files = (),
    play: bool = False,
    quick: bool = False,
    stages: str | None = None,
    readings: Literal[False] = False,
    precision: float | None = None,
    budget: float | None = None,
    seed: int = SEED,
    workers: int | None = None,
    backend: Any = "threads",
    out: str | Path | None = None,
    progress: bool = True,
) -> ClaimsResult: ...
def claims(
    ids: str | Sequence[str] = (),
    *,
    claims_from: str | Path | None = None,
    strategies_from: Files = (),
    play: bool = False,
    quick: bool = False,
    stages: str | None = None,
    readings: bool = False,
    precision: float | None = None,
    budget: float | None = None,
    seed: int = SEED,
    workers: int | None = None,
    backend: Any = "threads",
    out: str | Path | None = None,
    progress: bool = True,
) -> ClaimsResult | ReadingChanges:
    """Whether the tips of the rulebooks hold, or claims of your own: verdicts, where they hold, and by how much.

    Published findings load at once. Claims are played with `play=True`, or with any
    option about how to play; claims of your own always are.

    Parameters
    ----------
    ids
        Which claims, such as ``"TK-C1"`` or ``["TK-C1", "KW-C2"]``; all unless given.
    claims_from
        A Python file with claims of your own, ``TIPS``: those alone, at a level of their own.
    strategies_from
        Python files with strategies that claims of your own name.
    play
        Test the claims again instead of returning what is published.
    quick
        A first look: headlines, played until no effect above eight times the declared margin is left, at one size of
        table for each experiment.
    stages
        Play up to ``"headlines"``, ``"sizes"`` or ``"curves"``: a headline for each claim, the size of the effect at
        each table, and what is shown with it; by default up to sizes, in a quick pass up to headlines.
    readings
        The effects of the claims under each other reading of the rulebooks instead, on the same deals.
    precision
        Half the width of the intervals of sizes: a share such as 0.0025 for effects on games lost and won
        and other shares; where no effect is a share, a number in the unit of the effects.
    budget
        Minutes after which to stop, compiling and curves included; the cheapest claims are played first.
    seed, workers, backend, progress
        As in `play`; claims of your own are not played by a cluster.
    out
        A folder that keeps the deals of every cell; the same call resumes there.

    Returns
    -------
    ClaimsResult or ReadingChanges
        What is published, or was played, one row per claim; with `readings`, one row per claim and reading.

    Raises
    ------
    InputError
        If there is no such claim, or a file cannot be used.
    StrategyError
        If a strategy fails in a game.
    RunError
        If the folder cannot be written.

    Examples
    --------
    >>> from knotlab import claims
    >>> claims("TY-C4")["TY-C4"].verdict
    'holds'
    >>> str(claims("TY-C4", play=True)["TY-C4"].verdict)
    'holds'
    """
    wanted, paths = [ids] if isinstance(ids, str) else list(ids), [Path(path) for path in files(strategies_from)]
    if claims_from is None and paths:
        raise InputError("strategies_from is for claims of your own; give their file, too, as claims_from")
    if budget is not None and not 0 < budget < float("inf"):
        raise InputError(f"budget is a number of minutes above 0, not {budget!r}")
    last = stages or (Stage.HEADLINES if quick else Stage.SIZES)
    if last == Stage.HEADLINES and precision is not None:
        raise InputError('precision is about the sizes of effects, and there are none; add stages="sizes"')
    if readings and stages is not None:
        raise InputError("readings is a stage of its own; leave out stages")
    selection = select(wanted, claims_from=claims_from, strategies_from=paths, quick=quick, seed=seed)

    how = (stages, precision, budget, out, workers, claims_from)
    is_about_playing = play or quick or readings or backend != "threads" or seed != SEED
    if not is_about_playing and all(option is None for option in how):
        return some_of(shipped(), [tip.id for tip in selection.tips] if wanted else ())
    with contextlib.ExitStack() as stack:
        if chosen_part() != WHOLE and budget is not None:
            raise InputError("a part of claims is played to its end; leave out budget: when stopped, it resumes")
        selection = selection.part(chosen_part())
        stack.enter_context(playing_on(backend, workers))
        if claims_from is not None:
            refuse_cluster("claims of your own")
        tips, trial, folder = selection.tips, selection.trial, None if out is None else Path(out)
        if readings:
            advance = stack.enter_context(showing("readings", len(pairs_of(tips)), progress))
            return try_readings(
                tips, trial, out=folder, minutes=budget, workers=workers, on_step=lambda name: advance(1)
            )
        cells = sum(len(cells_of(tip, trial.one_size)) for tip in tips)
        advance = stack.enter_context(showing("cells", cells, progress))
        return try_stages(
            tips,
            trial,
            until=last,
            precision=precision,
            out=folder,
            minutes=budget,
            workers=workers,
            on_step=lambda name: advance(1),
        )
