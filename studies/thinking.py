"""How strong thinkers are for the time that they take: with rollouts that are played to the end, and with rollouts that
end with the critic's word at one's own next turn after some turns.

All thinkers of a table play the same deals, each in every seat, against champions. What was played is kept, and the
same command plays more of it.

Command: python -m knotlab.studies.thinking --seconds 60
Result: a table for each game in Markdown, printed; docs/pictures/thinking-GAME.svg
Page: docs/thinking.md
"""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib import rc_context

from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import Estimate, mean_of_values
from knotlab.reports.plots.style import COLOURS, MARKERS, RC, SOFT, new_figure
from knotlab.reports.words.layout import markdown_table
from knotlab.sim import games
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.job import compile_ahead
from knotlab.sim.storage.result_files import writing
from knotlab.studies.command import ROOT, parser, run

GAMES = ("twisted-knot", "knotweed")
PLAYERS = (2, 3, 4)
OVER_CHAMPIONS = "thinker:base=champion,opponents=champion"
WAYS = {"to the end": "", "cut after 6 turns": ",cut=1,after=6", "cut after 20 turns": ",cut=1"}
ROLLOUTS = (16, 50, 200, 400)
TODAY = ("to the end", 200)
SEED, BATCH, MOST, ENOUGH = 1, 4, 1_000, 30  # but for the seed, deals: at a time, at most, and to be told
KEPT = Path("out/thinking")
TIMES = (0.1, 0.3, 1, 3, 10, 30)  # milliseconds at the ticks of a plot
PICTURES = ROOT / "docs" / "pictures"


@dataclass(frozen=True)
class Thinker:
    """One who looks ahead, at a table with champions."""

    game: str
    players: int
    way: str
    rollouts: int

    @property
    def spelling(self) -> str:
        """How he is spelled."""
        return f"{OVER_CHAMPIONS},rollouts={self.rollouts}{WAYS[self.way]}"

    @property
    def file(self) -> str:
        """The name of the file that keeps what he played."""
        return f"{self.game}-{self.players}-{self.rollouts}-{self.way.replace(' ', '-')}.npz"


@dataclass(frozen=True, eq=False)
class Played:
    """What a thinker played: the share of games lost on each deal, seconds of a processor and choices, his own."""

    lost: np.ndarray
    seconds: float = 0.0
    choices: float = 0.0

    @property
    def milliseconds(self) -> float:
        """What one of his choices takes."""
        return 1000 * self.seconds / self.choices


def read(thinker: Thinker, folder: Path) -> Played:
    """What was kept of a thinker."""
    file = folder / thinker.file
    if not file.is_file():
        return Played(np.zeros(0))
    with np.load(file) as kept:
        return Played(kept["lost"], float(kept["seconds"]), float(kept["choices"]))


def play_more(thinker: Thinker, seconds: float, folder: Path) -> Played:
    """Play on for so many seconds of a processor, or until there are enough deals, and keep it."""
    played, n = read(thinker, folder), thinker.players
    job = make_job(thinker.game, [thinker.spelling, *["champion"] * (n - 1)], seed=SEED)
    compile_ahead(job)
    until = played.seconds + seconds
    while played.seconds < until and len(played.lost) < MOST:
        numbers = np.arange(BATCH * n) + len(played.lost) * n
        before = time.process_time()
        results = play_numbers(job, numbers)
        took = time.process_time() - before
        places = results["place"][np.arange(len(numbers)), job.seat_of(0, numbers)]
        lost = (places == n).reshape(BATCH, n).mean(axis=1)
        own = results["free"].sum() / n  # about as many as the others have
        played = Played(np.append(played.lost, lost), played.seconds + took, played.choices + own)
        with writing(folder / thinker.file) as stream:
            np.savez(stream, lost=played.lost, seconds=played.seconds, choices=played.choices)
    return played


def thinkers(game: str, players: int) -> Iterator[Thinker]:
    """All that are compared at a table."""
    for way in WAYS:
        for rollouts in ROLLOUTS:
            yield Thinker(game, players, way, rollouts)


def beside(played: Played, other: Played) -> Estimate | None:
    """How many more games one loses than another on the deals that both played, if these are enough."""
    n = min(len(played.lost), len(other.lost))
    return mean_of_values(played.lost[:n] - other.lost[:n]) if n >= ENOUGH and played is not other else None


def rows(game: str, players: int, folder: Path) -> list[tuple[str, ...]]:
    """The rows of a table of players."""
    found = {thinker: read(thinker, folder) for thinker in thinkers(game, players)}
    today, written = found[Thinker(game, players, *TODAY)], list[tuple[str, ...]]()
    for thinker, played in found.items():
        if len(played.lost) > 1:
            more = beside(played, today)
            written.append(
                (
                    str(players),
                    thinker.way,
                    str(thinker.rollouts),
                    f"{played.milliseconds:.2f}",
                    in_100(mean_of_values(played.lost)),
                    "" if more is None else in_100(more),
                    f"{players * len(played.lost):,}",
                )
            )
    return written


def in_100(share: Estimate) -> str:
    """A share in 100, with its interval; `-` of fewer deals than are enough."""
    if share.n < ENOUGH:
        return "-"
    return "{:z.1f} [{:z.1f}, {:z.1f}]".format(*(100 * each for each in share.between)).replace("-", "\N{MINUS SIGN}")


def draw(game: str, folder: Path, file: Path) -> None:
    """Games lost by the time of a choice, at each size of table."""
    figure, panels = new_figure(10, 3.6, len(PLAYERS))
    for axes, players in zip(panels, PLAYERS, strict=True):
        for k, way in enumerate(WAYS):
            found = [read(Thinker(game, players, way, rollouts), folder) for rollouts in ROLLOUTS]
            found = [played for played in found if len(played.lost) >= ENOUGH]
            shares = np.array([mean_of_values(played.lost).between for played in found]).reshape(-1, 3).T * 100
            axes.errorbar(
                [played.milliseconds for played in found],
                shares[0],
                [shares[0] - shares[1], shares[2] - shares[0]],
                marker=MARKERS[k],
                color=COLOURS[k],
                label=way,
                capsize=2,
            )
        axes.axhline(100 / players, color=SOFT, linewidth=0.8)
        axes.set(xscale="log", title=f"{players} players", xlabel="milliseconds a choice", xlim=(TIMES[0], TIMES[-1]))
        axes.set_xticks(TIMES, [f"{each:g}" for each in TIMES])
        axes.set_xticks([], minor=True)
    panels[0].set(ylabel="of 100 games lost")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(WAYS), frameon=False)
    with rc_context(RC):
        figure.savefig(file, metadata={"Date": None})


COLUMNS = (
    "players", "rollouts are played", "rollouts", "milliseconds a choice", "of 100 games lost",
    "more than with 200 to the end", "games",
)  # fmt: skip


def main(words: Sequence[str] | None = None) -> None:
    """Play on, then print the tables and draw the picture."""
    reader = parser(__doc__)
    reader.add_argument("--seconds", type=float, default=0.0, help="to play on with each thinker; none: what there is")
    reader.add_argument("--game", choices=GAMES, action="append", help="both unless given")
    reader.add_argument("--players", type=int, choices=PLAYERS, action="append", help="all unless given")
    reader.add_argument("--out", type=Path, default=KEPT, help="where what was played is kept")
    reader.add_argument("--pictures", type=Path, default=PICTURES, help="where the plots are written")
    asked = reader.parse_args(words)
    asked.out.mkdir(parents=True, exist_ok=True)
    for game in asked.game or GAMES:
        for players in asked.players or PLAYERS:
            for thinker in thinkers(game, players):
                if asked.seconds:
                    lost = mean_of_values(play_more(thinker, asked.seconds, asked.out).lost)
                    print(f"{thinker.file}: {in_100(lost)}", file=sys.stderr, flush=True)
    for game in GAMES:
        written = [row for players in PLAYERS for row in rows(game, players, asked.out)]
        print(f"### {games.find(game).title}\n\n{markdown_table(COLUMNS, written)}\n")
        draw(game, asked.out, asked.pictures / f"thinking-{game}.svg")


if __name__ == "__main__":
    run(main)
