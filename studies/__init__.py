"""Studies: what only makes this repository's own pages, and in `publishing` what makes the data that ship.

They run in a checkout, `python -m knotlab.studies` lists them, and no wheel has them. Each is one file or folder with
one command. The docstring at its top says which page shows what it found.
"""
