"""Measurements of speed: against an earlier commit and bare loops (compare), against other simulators (peers)."""
