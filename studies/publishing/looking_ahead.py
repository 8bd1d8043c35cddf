"""How often a player who looks ahead finishes ahead of the strongest others, two at a table. It is too slow for the
tournaments that ship, so it meets only those who lose least in them.

Command: python -m knotlab.studies.publishing.looking_ahead reports/findings/looking-ahead.csv (a step of make findings)
Result: reports/findings/looking-ahead.csv
Page: the report (who beats whom)
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from knotlab import play
from knotlab.analysis.claims.evidence.champions import LookingAhead, as_table
from knotlab.analysis.report.contests import published_contests
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.page.tournament import entries, ranked
from knotlab.sim.storage.result_files import publish
from knotlab.studies.command import parser, run
from knotlab.studies.publishing.best_responses import AFTER, ROLLOUTS, SEED, thinker

PLAYERS, BEST, GAMES_PLAYED = 2, 6, 600
KEPT = Path("out/looking-ahead")


def opponents(game: str) -> list[str]:
    """Those who lose least in a game's published tournament of two, the best first."""
    (rates,) = (
        each.contest.result.rates
        for each in published_contests(game)
        if each.contest.result.facts["players"] == PLAYERS
    )
    return [entry.spellings[0] for entry in ranked(entries(game, {PLAYERS: rates}), PLAYERS, "lost")[:BEST]]


def meetings(game: str, out: Path) -> Iterator[LookingAhead]:
    """What comes of games against each of them. out: a folder that keeps what is played, and goes on from there."""
    for number, other in enumerate(opponents(game)):
        names = [thinker(game, "champion"), other]
        rates = play(game, names, games=GAMES_PLAYED, seed=SEED, out=out / f"{game}-{number}").to_pandas()
        (own,) = (row for row in rates.to_dict("records") if row["strategy"].startswith("thinker"))
        yield LookingAhead(game, PLAYERS, other, ROLLOUTS, Between.of(own, "win_rate"), GAMES_PLAYED)


def main(words: Sequence[str] | None = None) -> None:
    """Publish the table of all of them."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="the table to write")
    reader.add_argument("--out", type=Path, default=KEPT, help="where what was played is kept")
    asked = reader.parse_args(words)
    publish(asked.file, as_table(row for game in AFTER for row in meetings(game, asked.out)))


if __name__ == "__main__":
    run(main)
