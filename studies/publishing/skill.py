"""Who finishes ahead of whom, and in how many games that shows: named players of each game, two by two.

All of them play a tournament, so with three or more players the rest of the table is drawn from them, too.

Command: python -m knotlab.studies.publishing.skill reports/findings/skill.csv (a step of make findings)
Result: reports/findings/skill.csv
Page: docs/champions.md, the report (TK-C23)
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from knotlab.analysis.claims.evidence.champions import PairAhead, as_table
from knotlab.analysis.report.contests import sizes
from knotlab.analysis.runs.fields import members
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.tournaments.setup import make_setup
from knotlab.analysis.tournaments.tournament import tournament
from knotlab.sim.storage.result_files import publish
from knotlab.studies.command import parser, run

GAMES_PLAYED = 100_000  # at each size of table
FEWER_PLAYED, TWO_PACKS = 40_000, ("packs=2",)  # TK-C30: longer games
KEPT = Path("out/skill")
# A game's strongest player, its strongest script, a plain player with a good habit and one without, and one at random.
NAMED = {
    "twisted-knot": ("champion", "scripts-1", "hoard-nines@tips-v1", "shed", "random"),
    "knotweed": ("champion", "scripts-1", "finisher", "dump", "random"),
    "twyst": ("strong-1", "scripts-1", "cautious+high", "random+random"),
}


def pairs(
    game: str,
    players: int,
    games: int = GAMES_PLAYED,
    workers: int | None = None,
    out: Path | None = None,
    rules: tuple[str, ...] = (),
) -> Iterator[PairAhead]:
    """Each two of the named players of a game at tables of one size, the surest pair first. out: a folder that keeps
    what is played, and goes on from there. rules: settings that differ from the defaults, as `KEY=VALUE`.
    """
    entrants = [members(game, name, players)[0] if name.endswith("-1") else name for name in NAMED[game]]
    setup = make_setup(game, entrants, n_players=players, rules=rules)
    folder = out and out / "-".join((game, f"{players}-players", *rules))
    result = tournament(setup, games, workers=workers, out=folder)
    called = dict(zip((player.name for player in setup.entrants), entrants, strict=True))
    for row in result.skill_to_pandas().to_dict("records"):
        ahead = Between(row["ahead"], row["ahead_low"], row["ahead_high"])
        names = called[row["better"]], called[row["other"]]
        yield PairAhead(game, players, *names, ahead, row["games"], result.facts["games"], " ".join(rules))


def main(words: Sequence[str] | None = None) -> None:
    """Publish the table of all pairs."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="the table to write")
    reader.add_argument("--out", type=Path, default=KEPT, help="where what was played is kept")
    asked = reader.parse_args(words)
    found = [pair for game in NAMED for players in sizes(game) for pair in pairs(game, players, out=asked.out)]
    for players in sizes("twisted-knot"):
        found += pairs("twisted-knot", players, FEWER_PLAYED, out=asked.out, rules=TWO_PACKS)
    publish(asked.file, as_table(found))


if __name__ == "__main__":
    run(main)
