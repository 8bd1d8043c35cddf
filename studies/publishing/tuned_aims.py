"""What a player who is tuned to win comes to against the same one who is tuned not to lose, in the same seats of the
same deals at plain tables of three: how many games more it wins, and how many more it loses.

Both tunings began with the same settings, among the same players (`retune not-to-lose to-win`), on other deals.

Command: python -m knotlab.studies.publishing.tuned_aims reports/findings/aims.csv (a step of make findings)
Result: reports/findings/aims.csv
Page: docs/tips.md, the report (TK-C26)
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from knotlab.analysis.claims.evidence.champions import TunedToWin, as_table
from knotlab.analysis.claims.model.experiment import PLAIN
from knotlab.analysis.claims.model.meaning import meaning_of
from knotlab.analysis.duels.designs import effect_unit, effects, play_deals
from knotlab.analysis.duels.question import make_question
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import mean_of_values
from knotlab.analysis.stats.metrics import metric_named
from knotlab.sim import games
from knotlab.sim.storage.result_files import publish
from knotlab.studies.command import parser, run

GAME, PLAYERS, DEALS = "twisted-knot", 3, 60_000  # between two the aims are the same
TO_WIN, NOT_TO_LOSE = "all-round@to-win", "all-round@not-to-lose"
SIDE = "whoever is tuned to win"


def differences(deals: int) -> Iterator[TunedToWin]:
    """What it wins and loses more, on so many deals."""
    design = make_question(Table(GAME, PLAYERS), TO_WIN, NOT_TO_LOSE, field=PLAIN).lineups()
    design.compile()
    metrics = [metric_named(games.find(GAME), name) for name in ("win_rate", "loss_rate")]
    played = play_deals(design, metrics, 0, deals)
    for metric in metrics:
        mean = mean_of_values(effects(played, metric) / effect_unit(design, metric))
        yield TunedToWin(GAME, PLAYERS, meaning_of(metric, SIDE), mean.between, deals)


def main(words: Sequence[str] | None = None) -> None:
    """Play, and publish the table."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="the table to write")
    reader.add_argument("--deals", type=int, default=DEALS, metavar="N")
    asked = reader.parse_args(words)
    publish(asked.file, as_table(differences(asked.deals)))


if __name__ == "__main__":
    run(main)
