"""A process that plays a game of another simulator at random, in that simulator's own environment.

Arguments: the simulator, the game, its parameters as JSON, seconds. Prints seconds of processor time, games, decisions
and the seconds to the end of the first game, all of the processor.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any


def open_spiel(name: str, parameters: dict[str, Any]) -> tuple[Callable[[int], int], str]:
    """One game in OpenSpiel's own C++ loop, bots at random; decisions are those of its game."""
    import pyspiel

    game = pyspiel.load_game(name, parameters)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def play(seed: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return sum(1 for step in state.full_history() if step.player >= 0)

    return play, "decisions"


def in_python(name: str, parameters: dict[str, Any]) -> tuple[Callable[[int], int], str]:
    """The same with OpenSpiel's bots that are written in Python."""
    import numpy as np
    import pyspiel
    from open_spiel.python.bots.uniform_random import UniformRandomBot

    game = pyspiel.load_game(name, parameters)
    bots = [UniformRandomBot(seat, np.random.RandomState(seat)) for seat in range(game.num_players())]

    def play(seed: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return sum(1 for step in state.full_history() if step.player >= 0)

    return play, "decisions"


def rlcard(name: str, parameters: dict[str, Any]) -> tuple[Callable[[int], int], str]:
    """One game of RLCard's environment with its agents that play at random."""
    import rlcard as library
    from rlcard.agents import RandomAgent

    env = library.make(name, config={"seed": 1} | parameters)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(seed: int) -> int:
        trajectories, _ = env.run(is_training=False)
        return sum((len(steps) - 1) // 2 for steps in trajectories)

    return play, "decisions"


if __name__ == "__main__":
    library, name, parameters, seconds = sys.argv[1:]
    play, _ = {"OpenSpiel": open_spiel, "OpenSpiel, bots in Python": in_python, "RLCard": rlcard}[library](
        name, json.loads(parameters)
    )
    decisions, games = play(1), 1
    first = time.process_time()
    begun, decisions = time.process_time(), 0
    while time.process_time() - begun < float(seconds):
        decisions += play(games)
        games += 1
    used = time.process_time() - begun
    print(json.dumps({"seconds": used, "games": games - 1, "decisions": decisions, "first": first}))
