"""Games for what is learnt elsewhere: `environment`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.api import options, reading
from knotlab.api.declare import PythonOption, public
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.runs.environment import Environment

AGENT = "agent"
Seated = Annotated[
    Sequence[options.StrategyGiven] | None,
    PythonOption(
        "who sits on each seat: a strategy, or 'agent'",
        default="an agent on each seat of the usual table",
    ),
]
Rows = Annotated[
    int, PythonOption("the most legal moves to choose from; where there are more, the first", read=reading.whole(1))
]


@public
def environment(
    game: options.Game,
    *,
    players: Seated = None,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    metric: options.Metric = None,
    most_moves: Rows = 256,
    strategies_from: options.From = (),
) -> "Environment":
    """Make a PettingZoo environment of a game, to train a policy in it: an AECEnv.

    Returns
    -------
    Environment
        Its agents are `player_0`, ..: the seats without a strategy. An action is the number of a legal move. An
        observation has the view (`observation`, whose numbers `columns` names), the moves (`moves`, shape (most_moves,
        numbers of a move)) and which of them are legal (`action_mask`). When the game is over, each agent gets the
        metric as its reward, with a minus where less is better.
    """
    from knotlab.analysis.runs.fields import usual_players
    from knotlab.analysis.stats.metrics import metric_named
    from knotlab.api.given import job_of, strategies_of
    from knotlab.sim import games

    try:
        from knotlab.analysis.runs.environment import Environment
    except ImportError:
        raise InputError("an environment needs the package pettingzoo: pip install 'knotlab[pettingzoo]'") from None

    given = strategies_of(players) if players is not None else [AGENT] * usual_players(game)
    outside = [seat for seat, player in enumerate(given) if player == AGENT]
    if not outside:
        raise InputError(f"nobody learns at this table; write '{AGENT}' in place of a strategy")
    seated = ["random" if player == AGENT else player for player in given]
    job = job_of(game, seated, seed, set, True, strategies_from)
    return Environment(job, outside, metric_named(games.find(game), metric), most_moves)
