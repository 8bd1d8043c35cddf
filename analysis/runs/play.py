"""Play n games between named strategies; the result is a table by strategy, by deal."""

import math
import platform
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from knotlab.analysis.defaults import DEFAULT_SEED, Progress, untold
from knotlab.analysis.result import RECORD
from knotlab.analysis.runs.code import rules_hash
from knotlab.analysis.runs.play_result import PlayResult, match_of
from knotlab.analysis.runs.tally import new_tally
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.machine import cores, library_versions
from knotlab.sim.playing.fanout import THREADS
from knotlab.sim.playing.job import STREAM_VERSION, Job
from knotlab.sim.playing.parts import WHOLE, Part
from knotlab.sim.playing.players import Player
from knotlab.sim.playing.run import KeptChoices, piece_deals, pieces_of, run
from knotlab.sim.protocol import Match
from knotlab.sim.settings import make_rules, plain_rules, stated_rules
from knotlab.sim.storage.pieces import undamaged
from knotlab.sim.storage.result_files import plain_hash
from knotlab.sim.storage.run_folder import MANIFEST, RunFolder
from knotlab.strategies.resolve import Named, players, strategy_hashes


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

    rules: rule settings as `KEY=VALUE`. fixed_seats: whether everybody keeps one seat. match: what a match is, if
    matches are played in place of single games. Raises InputError if there is no such game, strategy or setting, or
    they do not go together.
    """
    if not 0 <= seed < 2**64:
        raise InputError(f"a seed is a whole number from 0 to 2^64 - 1, not {seed}")
    seated = players(game, strategies, strategies_from)
    chosen = make_rules(games.find(game), len(seated), rules)
    job = Job(game, chosen, seated, seed, fixed_seats=fixed_seats, match=match)
    if match is not None and job.unrepeatable:
        raise InputError(f"'{job.unrepeatable[0]}' need not repeat its games, so it plays single games, not matches")
    refuse_rounds(match, seated)
    return job


def refuse_rounds(match: Match | None, seated: Sequence[Player]) -> None:
    """Raise InputError if a player bids by how far the target of a match is, and its matches have none."""
    names = {each.name for player in seated for each in (player.functions, *player.functions.combines)}
    if match is not None and match.target is None and "match-wise" in names:
        raise InputError(
            "match-wise bids by how far the target of a match is, and does not see how many rounds are left; play it "
            "with --target, or take threshold@v3, which bids the same whatever the score"
        )


@dataclass(frozen=True)
class Table:
    """A table to play at, as a user describes it.

    players: how many play; none: what is usual. rules: settings that differ from the defaults, as `KEY=VALUE`. seed: of
    the games' random numbers. strategies_from: files with the user's own strategies. match: what a match is, if matches
    are played in place of single games.
    """

    game: str
    players: int | None = None
    rules: Sequence[str] = ()
    seed: int = DEFAULT_SEED
    strategies_from: Sequence[Path | str] = ()
    match: Match | None = None

    def job(self, strategies: Sequence[Named], *, fixed_seats: bool = False) -> Job:
        """What some strategies play at this table; raises InputError if it makes no sense."""
        return make_job(
            self.game,
            strategies,
            seed=self.seed,
            rules=self.rules,
            fixed_seats=fixed_seats,
            match=self.match,
            strategies_from=self.strategies_from,
        )


def play_job(
    job: Job,
    games_wanted: int,
    *,
    strategies_from: Sequence[Path | str] = (),
    workers: int | None = None,
    backend: str = THREADS,
    out: Path | str | None = None,
    log: bool = False,
    on_progress: Progress = untold,
    part: Part = WHOLE,
) -> PlayResult:
    """Play a job and count it up.

    games_wanted: the least number of games; deals are played in all rotations. workers: none for one per core. backend:
    what plays: threads, processes or a cluster. out: a folder that keeps what is played, and from which the same call
    goes on. log: whether the folder also keeps the decisions. on_progress: called with the number of further games that
    are done. part: which pieces of the run are played and counted.
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
            goes_on = folder.n_pieces > 0  # what was played before would make this command look fast
            folder.open(
                identity(job), provenance(job, strategies_from), job.games_on(deals), pieces_of(job, deals), log=log
            )
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
        record=plain_hash(identity(job))[:RECORD],
        job=job,
        planned=None if part == WHOLE else job.games_on(deals),
        unrepeatable=job.unrepeatable,
    )


def identity(job: Job) -> dict[str, Any]:
    """All on which the games of a run depend."""
    return {
        "command": "play",
        "game": job.game,
        "rules": plain_rules(job.rules),
        **named(job.players),
        **({"unrepeatable": list(job.unrepeatable)} if job.unrepeatable else {}),
        "strategy_sources": strategy_hashes(job.players, repeating=False),
        "rules_sources": rules_hash(job.game),
        "seed": job.seed,
        "purpose": job.purpose,
        "fixed_seats": job.fixed_seats,
        "match": None if job.match is None else asdict(job.match),
        "stream_version": STREAM_VERSION,
        "part_deals": piece_deals(job),
    }


def named(players: Sequence[Player]) -> dict[str, Any]:
    """Who plays, for a manifest: how players are spelled, and the tremble that each has."""
    return {"strategies": [player.name for player in players], "tremble": [player.tremble for player in players]}


def provenance(job: Job, strategies_from: Sequence[Path | str] = ()) -> dict[str, Any]:
    """Versions, machine and command line."""
    return {
        "argv": sys.argv[1:],
        "strategies_from": [str(Path(file).resolve()) for file in strategies_from],
        "versions": library_versions(),
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": cores()},
    }


def load_job(folder: Path | str, strategies_from: Sequence[Path | str] = ()) -> Job:
    """What a run folder's games were played with, if wanted by strategies from other files than then; raises InputError
    if another command wrote it, or rules or strategies have been edited since."""
    kept = RunFolder(Path(folder))
    with undamaged(kept.path / MANIFEST):
        job = _load_job(kept, strategies_from)
    changed = [key for key, value in identity(job).items() if kept.manifest()["identity"].get(key) != value]
    if changed:
        raise InputError(f"the games of {folder} cannot be played again: {' and '.join(changed)} have changed since")
    return replace(job, choices=KeptChoices(kept.path)) if job.unrepeatable else job


def _load_job(kept: RunFolder, strategies_from: Sequence[Path | str]) -> Job:
    manifest = kept.manifest()
    settings = manifest["identity"]
    command = settings["command"].partition(":")[0]
    if command != "play":
        raise InputError(
            f"{kept.path} was written by knotlab {command}; single games are played again from a folder of knotlab play"
        )
    seated = _named_players(manifest, strategies_from)
    try:
        rules = stated_rules(games.find(settings["game"]), len(seated), settings["rules"])
    except InputError as error:
        raise ValueError from error
    lacking = {setting.name: setting.default for setting in games.find(settings["game"]).lackable}
    changed = plain_rules(rules) != lacking | settings["rules"]
    if changed or not 0 <= settings["seed"] < 2**64:
        raise ValueError
    return Job(
        settings["game"], rules, seated, settings["seed"], fixed_seats=settings["fixed_seats"], match=match_of(settings)
    )


def _named_players(manifest: dict[str, Any], strategies_from: Sequence[Path | str]) -> tuple[Player, ...]:
    """A run's players, by strategies that ship or come from files that the user names: a folder may be a stranger's, so
    what it names itself is not run.
    """
    try:
        return players(manifest["identity"]["game"], manifest["identity"]["strategies"], strategies_from)
    except InputError as error:
        files = manifest["provenance"]["strategies_from"]
        if strategies_from or not files:
            raise
        options = " ".join(f"--strategies-from {shlex.quote(file)}" for file in files)
        raise InputError(
            f"{error.typed}; the games were played with strategies from files, which are run only if you name them, as "
            f"they may do anything: {options}"
        ) from None
