"""A user's program as type checkers see it: what the public functions take, and that what they give has a type."""

from typing import Any, assert_type

import knotlab
from knotlab import (
    bid,
    catalogue,
    claims,
    cost,
    duel,
    param,
    play,
    play_part,
    rate,
    rules,
    strategy,
    to_pandas,
    tournament,
)
from knotlab.analysis.duels.result import DuelResult
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.sim.errors import InputError
from knotlab.sim.games.twisted_knot.state import LAY


@strategy("twisted-knot", hunch=param(1, 0, 1))
def proud(view: Any, move: Any, hunch: float) -> float:
    """High cards first."""
    return 2.0 * move.rank if hunch and move.kind == LAY else 0.0


def main() -> None:
    """Never run."""
    try:
        result = play("twisted-knot", ["shed", "random", proud], games=2_000, seed=1, workers=2, set={"packs": 2})
    except InputError as error:
        print(str(error))
        return
    assert_type(result, PlayResult)
    print(result.names, to_pandas(result.to_polars()))
    answer = duel("twisted-knot", proud, games=100, margin=0.01)
    assert_type(answer, DuelResult)
    print(answer.verdict, answer.to_polars().height, answer.plot())
    print(tournament("twyst", games=1000).to_pandas(), claims(["TK-C1"]), rules("twyst"), catalogue("knotweed"))
    print(rate("run", of="turns"), cost("twyst", ["random"]), bid("SAKQJ"))
    print(play_part((2, 3), duel, "twisted-knot", "shed", "random", games=55_000, out="duel-2"))
    print(knotlab.__all__)
