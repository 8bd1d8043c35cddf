"""Better parameters for a strategy, and what each is worth: `tune`, `ablate`."""

import contextlib
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from knotlab.analysis.defaults import ABLATION_DEALS, DEFAULT_SEED, TUNED_AGAINST
from knotlab.api import options, reading
from knotlab.api.declare import Argument, Option, declared, public

if TYPE_CHECKING:
    from knotlab.analysis.tuning.best_response import BestResponses
    from knotlab.analysis.tuning.result import Ablation
    from knotlab.analysis.tuning.task import Task
    from knotlab.analysis.tuning.tune import Tuned

Tunable = Annotated[
    options.StrategyGiven | None,
    Argument(
        "the strategy whose parameters are tuned",
        "STRATEGY",
        default="the game's strongest",
        completes="strategy",
        python="A function below `@strategy` stands for its name.",
    ),
]
Tuning = Annotated[
    str | Sequence[str],
    Option(
        "tune this parameter (repeatable), or NAME=LOW..HIGH", "NAME", default="all, within their bounds", repeats=True
    ),
]
Against = Annotated[
    options.FieldGiven,
    Option(
        "the other players: simple, strong, mixed, or strategies separated by spaces",
        "NAME",
        completes="field",
        python="Or a list with a strategy for each.",
    ),
]
Alike = Annotated[bool, Option("afterwards, give the winning values to all players and tune again, until nobody gains")]
SHORTEST = 1e-3  # minutes, which is as little as can be tuned
Budget = Annotated[
    float,
    Option(
        "end this long after the start, including compiling, the search, the race and the confirmation",
        "MINUTES",
        reading.amount("minutes"),
    ),
]
TunedFile = Annotated[
    str | Path | Sequence[str | Path],
    Option(
        "write the values (.toml; every command then accepts NAME@FILE as a strategy), or, for a bidder of Twyst, a "
        "sheet to bid by (.pdf, .png, .txt) (repeatable)",
        "FILE",
        reading.several(reading.file_ending_in(".toml", ".pdf", ".png", ".txt", no_other=True)),
        repeats=True,
    ),
]


@public
def tune(
    game: options.Game,
    strategy: Tunable = None,
    *,
    parameter: Tuning = (),
    field: Against = TUNED_AGAINST,
    players: options.Players = None,
    metric: options.Metric = None,
    alike: Alike = False,
    target: options.Target = None,
    rounds: options.Rounds = None,
    budget: Budget = 3.0,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    strategies_from: options.From = (),
    move_seconds: options.MoveSeconds = None,
    workers: options.Workers = None,
    backend: options.Backend = "threads",
    save: TunedFile = (),
    out: options.Out = None,
    progress: options.Progress = True,
) -> "Tuned | BestResponses":
    """Search for the parameter values with which a strategy does best, race them against the starting values, and
    confirm the winner on fresh deals.

    Returns
    -------
    Tuned or BestResponses
        With `alike`, `BestResponses`: the rounds, one after another. The (last) winner's `sensitivity` says what a step
        of each parameter changes.

    >>> from knotlab import tune
    >>> result = tune("twisted-knot", "hoard-aces", field="simple", players=2, budget=0.02, seed=1)
    >>> list(result.to_pandas().columns)
    ['parameter', 'before', 'tuned', 'low', 'high']
    """
    from knotlab.analysis.tuning.best_response import BestResponses
    from knotlab.analysis.tuning.otherwise import with_other_count, with_whole_way
    from knotlab.analysis.tuning.result import facts, sensitivity, write_settings
    from knotlab.reports.words import tuning as words
    from knotlab.sim import budget as clock
    from knotlab.sim.playing.fanout import playing_on

    paths, dials = reading.files(strategies_from), [parameter] if isinstance(parameter, str) else parameter
    files = [*([Path(out) / "tuned.toml"] if out else []), *reading.files(save)]
    folder, told = None if out is None else Path(out), ["nothing is confirmed yet"]
    with clock.within(budget, clock.GRACE), playing_on(backend, workers), _saying(told, folder):
        with clock.within(budget):
            task = _task(game, strategy, dials, field, players, metric, target, rounds, seed, set, paths)
            _refuse_sheet(task, files)
            left = clock.seconds_left() / 60
        result = _tuned(task, alike, max(left, SHORTEST), workers, folder, paths, progress, told)
        last = result.rounds[-1] if isinstance(result, BestResponses) else result
        found = facts(last, paths)
        told[:] = [
            f"{found['strategy']}: {words.found(found, last.metric.name)}; what a step of each parameter changes "
            "is not known yet"
        ]
        steps = sensitivity(last.task, last.winner, last.effort.confirm, workers)
        last = with_other_count(replace(last, sensitivity=steps, strategies_from=tuple(paths)), workers)
        if isinstance(result, BestResponses):
            last = with_whole_way(last, task, len(result.rounds), workers)
    if kept := next(filter(_is_toml, files), None):
        asked = {"field": field, "players": players, "metric": metric, "target": target, "rounds": rounds, "set": set}
        last = replace(last, proof=_proof(last, kept, folder, asked | {"strategies_from": strategies_from}))
    full = replace(result, rounds=(*result.rounds[:-1], last)) if isinstance(result, BestResponses) else last
    for file in files:
        if _is_toml(file):
            write_settings(last, file, paths)
        else:
            _write_sheet(full, file)
    if folder:
        _keep_tables(last, folder)
    return full


def _is_toml(file: Path) -> bool:
    """Whether a file holds values, and no sheet."""
    return file.suffix == ".toml"


def _proof(result: "Tuned", file: Path, folder: Path | None, asked: dict[str, Any]) -> str:
    """The duel between what was found, by its file, and the player from whom the search began.

    folder: of the search, which takes the duel's. asked: what else was given, which the duel takes, too.
    """
    from knotlab.analysis.commands import PROOF, words_of
    from knotlab.analysis.tuning.result import strategies_of
    from knotlab.api.duels import duel

    game, start = result.conditions.game, result.whole.start if result.whole else result.task.space.player.name
    parts = strategies_of(game, start, result.winner, result.strategies_from)
    tuned = "+".join(f"{each.strategy.name}@{file}" if each.values else each.strategy.name for each in parts)
    options = declared(duel)
    given = {name: each.default for name, each in options.items()} | asked
    words = words_of("duel", options, given | {"game": game, "a": tuned, "b": start})
    return shlex.join(["knotlab", *words, *([f"--out={folder / PROOF}"] if folder else [])])


def _refuse_sheet(task: "Task", files: Sequence[Path]) -> None:
    """Raise InputError where a sheet is wanted of what has none, before anything is played."""
    from knotlab.reports.words.sheet import check_sheet

    if not all(map(_is_toml, files)):
        check_sheet(task)


def _write_sheet(result: "Tuned | BestResponses", file: Path) -> None:
    """Write a sheet as the kind of file that its ending names."""
    from knotlab.reports.output import write_file
    from knotlab.reports.plots.sheet import save_sheet
    from knotlab.reports.words.sheet import sheet_of, sheet_text

    sheet = sheet_of(result)
    write_file(file, sheet_text(sheet).encode() if file.suffix == ".txt" else save_sheet(sheet, file))


def _task(
    game: str,
    strategy: options.StrategyGiven | None,
    dials: Sequence[str],
    field: options.FieldGiven,
    players: int | None,
    metric: str | None,
    target: int | None,
    rounds: int | None,
    seed: int,
    set: Any,
    paths: Sequence[Path],
) -> "Task":
    """What is tuned where."""
    from knotlab.analysis.runs.fields import usual_tunable
    from knotlab.analysis.runs.play import Table
    from knotlab.analysis.tuning.task import make_task
    from knotlab.api.given import field_of, spelled
    from knotlab.sim.playing.match import make_match

    others = field_of(game, field, paths)
    table = Table(game, players, reading.settings(set), seed, paths, make_match(game, target, rounds))
    named = spelled(game, strategy or usual_tunable(game))
    return make_task(table, named, field=others, metric=metric, dials=dials)


def _tuned(
    task: "Task",
    alike: bool,
    budget: float,
    workers: int | None,
    folder: Path | None,
    paths: Sequence[Path],
    progress: bool,
    told: list[str],
) -> "Tuned | BestResponses":
    """Tune, showing how the gains stand; told: what was shown last."""
    from knotlab.analysis.tuning.best_response import ROUNDS, best_responses
    from knotlab.analysis.tuning.result import facts
    from knotlab.analysis.tuning.tune import tune as tune_task
    from knotlab.reports.progress import watching
    from knotlab.reports.words import tuning as words

    metric = task.arena.metric.name
    with watching("rounds" if alike else "generations", progress) as bar:

        def show(text: str, done: int, planned: int) -> None:
            told[:] = [f"{done} of {planned} {'rounds' if alike else 'generations'}, {text}; nothing is confirmed yet"]
            bar.show(text, done, planned)

        def show_round(number: int, tuned: "Tuned") -> None:
            show(f"round {number}: {words.found(facts(tuned), metric)}", number, ROUNDS)

        def show_generations(done: int, planned: int, gains: Any) -> None:
            show(words.progress_line(gains, metric), done, planned)

        if alike:
            return best_responses(task, budget, workers=workers, out=folder, strategies_from=paths, on_round=show_round)
        return tune_task(task, budget, workers=workers, out=folder, strategies_from=paths, on_round=show_generations)


@contextlib.contextmanager
def _saying(told: Sequence[str], folder: Path | None) -> Iterator[None]:
    """Have the end of the budget say what is known: what was told last."""
    from knotlab.sim.budget import TimeIsUp

    try:
        yield
    except TimeIsUp as up:
        then = "the same command goes on" if folder else "give a longer --budget, or --out FOLDER to go on from there"
        raise TimeIsUp(f"{up}; {told[0]}; {then}") from None


def _keep_tables(result: "Tuned", folder: Path) -> None:
    """Write the tables of a tuning next to its run."""
    from knotlab.analysis.tuning.result import path_to_pandas
    from knotlab.reports.output import write_csv

    assert result.sensitivity is not None
    write_csv(result.sensitivity, folder / "sensitivity.csv", result.conditions)
    write_csv(path_to_pandas(result), folder / "generations.csv", result.conditions)


Removed = Annotated[
    str | Sequence[str],
    Option(
        "remove this parameter, or several separated by commas (repeatable)",
        "NAME",
        default="each tip or parameter in turn",
        repeats=True,
    ),
]
Deals = Annotated[int, Option("deals, the same for every variant", "N", reading.whole(100))]


@public
def ablate(
    game: options.Game,
    strategy: Tunable = None,
    *,
    parameter: Removed = (),
    field: Against = TUNED_AGAINST,
    players: options.Players = None,
    metric: options.Metric = None,
    target: options.Target = None,
    rounds: options.Rounds = None,
    deals: Deals = ABLATION_DEALS,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    strategies_from: options.From = (),
    move_seconds: options.MoveSeconds = None,
    workers: options.Workers = None,
    progress: options.Progress = True,
) -> "Ablation":
    """Measure what each tip in a strategy is worth: remove its parameters (set them to 0) and play the same deals
    again.

    Returns
    -------
    Ablation
        One row per tip or parameter; a change above 0 is an improvement.

    >>> from knotlab import ablate
    >>> ablate("twisted-knot", "hoard-aces", field="simple", players=2, deals=100).to_pandas()["parameter"].to_list()
    ['others', 'tip']
    """
    from knotlab.analysis.runs.fields import tips_within, usual_tunable
    from knotlab.analysis.tuning.result import Ablation, ablation
    from knotlab.api.given import spelled
    from knotlab.reports.progress import progress as showing

    paths, removed = reading.files(strategies_from), [parameter] if isinstance(parameter, str) else parameter
    task = _task(game, strategy, (), field, players, metric, target, rounds, seed, set, paths)
    tips = tips_within(game, spelled(game, strategy or usual_tunable(game)))
    groups = (
        {text: text.split(",") for text in removed} or tips or {dial.name: [dial.name] for dial in task.space.dials}
    )
    with showing("parameters removed", len(groups), progress) as advance:
        return Ablation(task, deals, ablation(task, groups, deals, workers, advance))
