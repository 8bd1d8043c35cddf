"""The public functions: what the command line does, under the same names and options, for scripts and notebooks.

`from knotlab import play, duel, tournament, tune, claims, whatif, bid, rate, replay` finds them. Options are as
on the command line, with `set` for rule settings and shares from 0 to 1. Each shows a progress bar in a terminal and in
a notebook, which `progress=False` turns off.
"""
