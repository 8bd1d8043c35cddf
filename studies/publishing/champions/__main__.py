"""The champions, who learn their games from seeds by playing them.

What has been learnt is kept in `out/champions`, so that a command which was stopped goes on where it was.

Command: python -m knotlab.studies.publishing.champions GAME [--version v2] (make champions)
Result: strategies/GAME/champion.npz, champion_v3.npz in the folders of Twisted Knot and Knotweed
Page: docs/champions.md
"""

from collections.abc import Sequence
from pathlib import Path

from knotlab.sim.machine import cores
from knotlab.studies.command import parser, run
from knotlab.studies.publishing.champions import make, make_twyst

TWYST = "twyst"


def main(words: Sequence[str] | None = None) -> None:
    """Let a game's champion learn, and write its weights."""
    reader = parser(__doc__)
    reader.add_argument("game", choices=[*dict.fromkeys(game for game, _ in make.ENVIRONMENTS), TWYST])
    reader.add_argument("--version", choices=make.VERSIONS, default="v2", help="v3 goes on from v2 (not Twyst)")
    reader.add_argument("--lessons", type=int, default=0, help="to try it out: so many and no more (not Twyst)")
    reader.add_argument("--folder", type=Path, default=make.FOLDER, help="where learners are kept")
    reader.add_argument("--weights", type=Path, help="the file to write, instead of the one that ships")
    reader.add_argument("--workers", type=int, default=cores(), help="tables that are learnt at beside each other")
    asked = reader.parse_args(words)
    if asked.game == TWYST:
        make_twyst.make(asked.folder / TWYST, asked.weights or make_twyst.WEIGHTS)
    else:
        weights = asked.weights or make.WEIGHTS[asked.game, asked.version]
        make.make(asked.game, asked.version, asked.lessons, asked.folder, weights, asked.workers)


if __name__ == "__main__":
    run(main)
