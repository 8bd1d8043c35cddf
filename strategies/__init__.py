"""Strategies: functions that score legal moves. `strategy` and `param` declare one, and `player` a player in plain
Python; a game's folder holds the shipped ones, one idea a file.
"""

from knotlab.strategies.declare import param, player, strategy

__all__ = ["param", "player", "strategy"]
