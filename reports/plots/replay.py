"""The plot of a recorded game: what each player did, move after move."""

import matplotlib as mpl
from matplotlib.figure import Figure

from knotlab.reports.plots.declare import plot_of
from knotlab.reports.plots.style import COLOURS, MARKERS, RC, footnote, new_figure
from knotlab.reports.viewer.replay import Replay


@plot_of(Replay, "moves", first=True)
def moves(result: Replay) -> Figure:
    """A line for each seat of the (first) game, with a mark for each move and what comes of it."""
    game = result.record
    frame = result.to_pandas()
    frame = frame[frame["game"] == game["index"]]
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.6, 1.8 + 0.4 * len(game["players"]))
        for number, (kind, some) in enumerate(frame.groupby("do", sort=False)):
            colour = COLOURS[number % len(COLOURS)]
            marker = MARKERS[(number + number // len(COLOURS)) % len(MARKERS)]
            axes.plot(some["event"], some["seat"], marker, color=colour, markersize=4, label=kind)
        axes.set_yticks(
            range(len(game["players"])), [f"seat {seat}: {name}" for seat, name in enumerate(game["players"])]
        )
        axes.set_ylim(len(game["players"]) - 0.5, -0.5)
        axes.set_xlabel("event of the record")
        axes.set_title(result.conditions.title)
        figure.legend(frameon=False, loc="outside right upper")
        footnote(figure, f"Game {game['index']} of seed {game['seed']}.")
    return figure
