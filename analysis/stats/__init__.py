"""Statistics: estimates with their intervals, confidence sequences, rankings, shares of variance. Nothing here plays a
game.
"""
