"""From games to knowledge: play by name, statistics by deal, results as pandas and Polars frames."""

from analysis.play import PlayResult, play

__all__ = ["PlayResult", "play"]
