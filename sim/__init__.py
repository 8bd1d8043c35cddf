"""The simulator: games, the kernels that play them, random streams, run folders. It knows nothing of strategies,
statistics or reports.
"""
