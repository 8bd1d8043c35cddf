"""The command line by `python -m knotlab.reports.cli`."""

from knotlab.reports.cli import program

if __name__ == "__main__":
    program()
