"""A game as an environment of PettingZoo, in which what is learnt elsewhere plays: each seat without a strategy is an
agent.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.object_view import ObjectView
from knotlab.sim.playing.outside import OutsideGame
from knotlab.sim.playing.records import record_of
from knotlab.sim.protocol import FINISHED, UNIFORM, Game

NOT_SEEN = ("plan",)  # of a view: what belongs to strategies that score


def bounds_of(values: Sequence[Any]) -> tuple[Any, ...]:
    """The least and the greatest value of a field: one pair, or one for each of its columns."""
    return tuple(map(bounds_of, values)) if isinstance(values[0], tuple) else (min(values), max(values))


class Environment(AECEnv):  # type: ignore[misc]
    """A game whose agents choose among the legal moves.

    An action is the number of a legal move as listed. An observation holds the view as one row of numbers
    ("observation"), the moves as rows ("moves") and which actions there are ("action_mask"); if more moves are legal
    than there are rows, only the first can be chosen. When the game is over, each agent is rewarded by what it is worth
    to it.

    job: games with fixed seats, from the first on; at each reset the next one is dealt. outside: the seats that are
    agents. metric: how a game counts. rows: the most moves to choose from. columns: what each number of an
    "observation" is.
    """

    def __init__(self, job: Job, outside: Collection[int], metric: Metric, rows: int) -> None:
        super().__init__()
        self.game: Game = games.find(job.game)
        self._job, self._index, self._metric = job, -1, metric
        self._seats = {f"player_{seat}": seat for seat in sorted(outside)}
        self._fields = [field for field in self.game.view_fields if field[0] not in NOT_SEEN and field[3] != UNIFORM]
        self.metadata = {"name": f"knotlab {job.game}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = list(self._seats)
        self.columns = [
            "".join((name, *(f"[{i}]" for i in at))) for name, _, shape, *_ in self._fields for at in np.ndindex(*shape)
        ]
        self._rows = min(rows, self.game.max_moves)
        self.action_spaces = {agent: Discrete(self._rows) for agent in self._seats}
        self.observation_spaces = {agent: self._space() for agent in self._seats}

    def _space(self) -> Dict:
        """What observations there are."""
        bounds = [
            np.broadcast_to(bounds_of(ranges), (*shape, 2)).reshape(-1, 2) for _, _, shape, ranges, *_ in self._fields
        ]
        self._lowest, high = np.concatenate(bounds).astype(np.float64).T
        largest = np.iinfo(np.int64).max
        return Dict(
            {
                "observation": Box(self._lowest, high, dtype=np.float64),
                "moves": Box(-largest, largest, (self._rows, len(self.game.move._fields)), np.int64),
                "action_mask": Box(0, 1, (self._rows,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Dict:
        """What an agent can observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Deal the next game; with a seed, the first one of a run with that seed."""
        if seed is not None:
            self._job, self._index = replace(self._job, seed=seed), -1
        self._index += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._seen = {agent: self._observation(None, ()) for agent in self.agents}
        self._under_way = OutsideGame(self._job, self._index, self._seats.values())
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play the move of that number for the agent whose turn it is. Raises InputError if there is none."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        n = min(len(self._under_way.moves), self._rows)
        if action is None or not 0 <= action < n:
            raise InputError(f"there is no move {action}; the legal moves are 0 to {n - 1}")
        self._cumulative_rewards[agent] = 0.0
        self._seen[agent]["action_mask"][:] = 0
        self._clear_rewards()
        self._under_way.choose(int(action))
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Turn to the agent that chooses next, or end."""
        if self._under_way.traced is None:
            view, moves = self._under_way.view, self._under_way.moves
            self.agent_selection = f"player_{view.seat}"
            self._seen[self.agent_selection] = self._observation(view, moves)
            return
        result = self._under_way.traced.result
        payoffs = self._metric.payoff(np.array([result[self._metric.field][: self._job.n_players]], np.int64))
        worth = payoffs.value[0] * self._metric.factor / UNIT
        self.rewards = {agent: float(worth[self._seats[agent]]) for agent in self.agents}
        is_finished = bool(result.end == FINISHED)
        self.terminations = dict.fromkeys(self.agents, is_finished)
        self.truncations = dict.fromkeys(self.agents, not is_finished)

    def _observation(self, view: ObjectView | None, moves: tuple[Any, ...]) -> dict[str, np.ndarray]:
        """What the player to move sees; nothing yet without a view."""
        if view is None:
            row = self._lowest.copy()
        else:
            row = np.concatenate([np.ravel(getattr(view, name)) for name, *_ in self._fields]).astype(np.float64)
        rows = np.zeros((self._rows, len(self.game.move._fields)), np.int64)
        rows[: len(moves)] = moves[: self._rows] or rows[:0]
        return {"observation": row, "moves": rows, "action_mask": (np.arange(self._rows) < len(moves)).astype(np.int8)}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent saw at its last choice; it has actions only while the choice is its own."""
        return self._seen[agent]

    def record(self) -> dict[str, Any]:
        """The record of the game, with all cards. Raises InputError until it is over."""
        if self._under_way.traced is None:
            raise InputError("the game is not over yet; its record is complete when every agent has terminated")
        return record_of(self._under_way.traced)

    def render(self) -> str:
        """What the player to move sees, and the moves that are legal; nothing once the game is over."""
        view, moves = self._under_way.view, self._under_way.moves
        return "" if view is None else "\n".join(map(repr, (view, *moves)))

    def close(self) -> None:
        """Give up the game under way."""
        del self._under_way
