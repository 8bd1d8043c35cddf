"""Strategies: functions that score legal moves. `strategy` and `param` declare one; a game's folder holds the shipped
ones, one idea a file.
"""

from knotlab.strategies.declare import param, strategy

__all__ = ["param", "strategy"]
