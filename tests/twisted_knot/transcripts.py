"""Golden transcripts: a few games told move by move. `make transcripts` writes them, and only where both implementations agree."""

from pathlib import Path

from analysis.play import make_job
from reports.telling import tell
from sim.job import Job, play_traced
from sim.records import record_of
from tests.referee import twisted_knot as referee
from tests.twisted_knot.test_second_implementation import for_referee

FOLDER = Path(__file__).parent / "golden"
GAMES = {
    "three-players": (["shed:tremble=0.02", "hoard-aces:tremble=0.02", "joker-pressure:tremble=0.02"], [], 11, 4),
    "southampton": (["shed:tremble=0.02", "ten-chain:tremble=0.02", "hoard-nines:tremble=0.02"], ["preset=southampton"], 12, 7),
    "two-players": (["random", "shed:tremble=0.02"], [], 13, 1),
    "stalled": (["shed", "shed", "shed"], [], 20260101, 9),
}


def job(name: str) -> tuple[Job, int]:
    """The job and game number of a transcript."""
    strategies, rules, seed, index = GAMES[name]
    return make_job("twisted-knot", strategies, seed=seed, rules=rules), index


def told(name: str) -> str:
    """The game as the kernel plays it, in words."""
    of_job, index = job(name)
    return "\n".join(tell(record_of(play_traced(of_job, index)))) + "\n"


def agreed(name: str) -> bool:
    """Whether the second implementation plays the same game."""
    of_job, index = job(name)
    theirs = referee.play(dict(of_job.rules), [for_referee(player) for player in of_job.players], of_job.seed, index)
    return record_of(play_traced(of_job, index)) == theirs


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        if not agreed(name):
            raise SystemExit(f"the implementations disagree about '{name}'; nothing is written for it")
        (FOLDER / f"{name}.txt").write_text(told(name), "utf-8")
