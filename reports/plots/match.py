"""The chances to win a match of Twyst, drawn."""

import matplotlib as mpl
from matplotlib.figure import Figure

from knotlab.analysis.bidding.match_wise import MatchAdvice
from knotlab.reports.plots.declare import plot_of
from knotlab.reports.plots.style import COLOURS, RC, footnote, new_figure


@plot_of(MatchAdvice, "chances", first=True)
def chances(advice: MatchAdvice) -> Figure:
    """The chance to win by one's own total, a line for each total of the best of the others."""
    table = advice.to_pandas()
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 3.8)
        for number, (best, rows) in enumerate(table.groupby("best")):
            axes.plot(rows["own"], 100 * rows["chance"], color=COLOURS[number % len(COLOURS)], label=f"{best}")
        axes.set_xlabel("own total")
        axes.set_ylabel("chance to win, %")
        axes.legend(title="best of the others")
        axes.set_title(f"Twyst, matches to {advice.chances.target}, {advice.bidder}+{advice.player}")
        footnote(figure, "The two others are 100 points behind the best; whoever deals.")
    return figure
