"""Play n games between named strategies; the result is a table by strategy, by deal."""

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.provenance import identity, provenance
from knotlab.analysis.runs.tally import Tally
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.delivery import WHOLE, Part
from knotlab.sim.playing.fanout import THREADS
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.run import run
from knotlab.sim.protocol import Match
from knotlab.sim.settings import make_rules
from knotlab.sim.storage.store import RunFolder
from knotlab.strategies.resolve import Named, players


def make_job(
    game: str,
    strategies: Sequence[Named],
    *,
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    fixed_seats: bool = False,
    match: Match | None = None,
    strategies_from: Sequence[Path | str] = (),
) -> Job:
    """What `play` plays.

    Parameters
    ----------
    game
        Its name.
    strategies
        One for each player.
    seed
        Of the random numbers.
    rules
        Rule settings as `KEY=VALUE`.
    fixed_seats
        Whether everybody keeps one seat.
    match
        What a match is, if matches are played in place of single games.
    strategies_from
        Files with further strategies.

    Returns
    -------
    Job
        What can be played.

    Raises
    ------
    InputError
        If there is no such game, strategy or setting, or they do not go together.
    """
    if not 0 <= seed < 2**64:
        raise InputError(f"a seed is a whole number from 0 to 2^64 - 1, not {seed}")
    named = players(game, strategies, strategies_from)
    return Job(game, make_rules(games.find(game), len(named), rules), named, seed, fixed_seats=fixed_seats, match=match)


def play_job(
    job: Job,
    games_wanted: int,
    *,
    strategies_from: Sequence[Path | str] = (),
    workers: int | None = None,
    backend: str = THREADS,
    out: Path | str | None = None,
    log: bool = False,
    on_progress: Callable[[int], None] | None = None,
    part: Part = WHOLE,
) -> PlayResult:
    """Play a job and count it up.

    Parameters
    ----------
    job
        What is played.
    games_wanted
        The least number of games; deals are played in all rotations.
    strategies_from
        Files with further strategies.
    workers
        None for one per core.
    backend
        What plays: threads, processes or a cluster.
    out
        A folder that keeps what is played, and from which the same call goes on.
    log
        Whether the folder also keeps the decisions.
    on_progress
        Called with the number of further games that are done.
    part
        Which pieces of the run are played and counted.

    Returns
    -------
    PlayResult
        The counts.
    """
    if games_wanted < 1:
        raise InputError(f"the number of games is 1 or more, not {games_wanted}")
    deals = job.deals_for(games_wanted)
    names = tuple(player.name for player in job.players)
    tally, started = new_tally(job.game, names, job.rotations, job.match), time.perf_counter()
    folder = None if out is None else RunFolder(Path(out))

    def count_up() -> None:
        played = run(
            job,
            deals,
            folder=folder,
            log=log,
            workers=workers,
            backend=backend,
            on_progress=on_progress,
            summary=new_tally(job.game, names, job.rotations, job.match).of,
            part=part,
        )
        for counts in played:
            tally.merge(counts)

    if folder is None:
        count_up()
    else:
        with folder.locked():
            goes_on = folder.n_parts > 0  # what was played before would make this command look fast
            folder.open(identity(job), provenance(job, strategies_from), job.games_on(deals))
            count_up()
            folder.finish(None if goes_on else time.perf_counter() - started)
    seconds = math.nan if folder and goes_on else time.perf_counter() - started
    return PlayResult(
        job.game,
        names,
        job.rules,
        job.seed,
        job.fixed_seats,
        tally,
        seconds,
        folder=None if out is None else Path(out),
        match=job.match,
        job=job,
        planned=None if part == WHOLE else job.games_on(deals),
    )


def new_tally(game: str, names: Sequence[str], rotations: int, match: Match | None = None) -> Tally:
    """Empty counts of games, or of matches, for players by number; a strategy that is named twice is counted
    together.

    Parameters
    ----------
    game
        Its name.
    names
        The strategies by player.
    rotations
        In how many rotations a deal is played.
    match
        What a match is, if matches are counted.

    Returns
    -------
    Tally
        Without a game.
    """
    groups = [[number for number, other in enumerate(names) if other == name] for name in dict.fromkeys(names)]
    return Tally(game, groups, len(names), rotations, match is not None)
