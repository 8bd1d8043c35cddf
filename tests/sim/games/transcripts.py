"""Golden transcripts: a few games of each game told move by move. `make transcripts` writes them, and only where both
implementations agree.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

from knotlab.analysis.runs.play import make_job
from knotlab.reports.words.telling import tell
from knotlab.sim import games
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.records import record_of
from knotlab.sim.playing.traced import play_traced
from tests.project.packages import ROOT
from tests.sim.conforming import asked, oracle, package

# Game and transcript: strategies, settings, seed, number of the game (`TRANSCRIPTS` of the game's oracle).
GAMES: dict[tuple[str, str], tuple[list[str], list[str], int, int]] = {
    (game, name): played for game in games.names() for name, played in oracle(game).TRANSCRIPTS.items()
}


def file_of(game: str, name: str) -> Path:
    """Where a transcript stands."""
    return ROOT / "tests" / package(game) / "golden" / f"{name}.txt"


def job(game: str, name: str) -> tuple[Job, int]:
    """The job and game number of a transcript."""
    strategies, rules, seed, index = GAMES[game, name]
    return make_job(game, strategies, seed=seed, rules=rules), index


def story(game: str, name: str) -> str:
    """The game as the kernel plays it, in words."""
    of_job, index = job(game, name)
    return "\n".join(tell(record_of(play_traced(of_job, index)))) + "\n"


def by_referee(of_job: Job, index: int) -> dict[str, Any]:
    """The game's record by the second implementation."""
    referee = import_module(f"tests.referee.{package(of_job.game)}")
    record: dict[str, Any] = referee.play(
        dict(of_job.rules), [asked(player) for player in of_job.players], of_job.seed, index
    )
    return record


def agreed(game: str, name: str) -> bool:
    """Whether the second implementation plays the same game."""
    of_job, index = job(game, name)
    return record_of(play_traced(of_job, index)) == by_referee(of_job, index)


def write() -> None:
    """Write every transcript; raises SystemExit at the first that the two implementations play differently."""
    for game, name in GAMES:
        if not agreed(game, name):
            raise SystemExit(f"the implementations disagree about '{name}' of {game}; nothing is written for it")
        file_of(game, name).parent.mkdir(exist_ok=True)
        file_of(game, name).write_text(story(game, name), "utf-8")


if __name__ == "__main__":
    write()
