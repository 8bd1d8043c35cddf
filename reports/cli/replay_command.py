"""The command that shows the game in which a strategy failed."""

import shlex

from knotlab.analysis.result import changed_settings
from knotlab.sim.errors import StrategyError
from knotlab.sim.playing.match import single_games
from knotlab.strategies.resolve import user_files


def with_replay(error: StrategyError) -> str:
    """The error with the command that shows the game in which it happened, if one does."""
    if error.job is None:
        return str(error)
    job = single_games(error.job)
    words = ["knotlab", "replay", job.game, *(player.name for player in job.players)]
    words += ["--seed", str(job.seed), "--index", str(error.index)]
    files = dict.fromkeys(file for player in job.players for file in user_files(player))
    words += [word for file in files for word in ("--strategies-from", file)]
    words += ["--fixed-seats"] if job.fixed_seats else []
    words += ["--purpose", job.purpose] if job.purpose != "play" else []
    changed = changed_settings(job.game, len(job.players), job.rules)
    words += [word for setting in changed for word in ("--set", setting)]
    return f"{error}; see it with: {shlex.join([*words, '--why'])}"
