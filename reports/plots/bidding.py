"""The plots of bidding in Twyst: what a bid gains over the next best, by what the hand holds; the bids of one hand; the
chances to win a match.
"""

from functools import partial

import matplotlib as mpl
from matplotlib.figure import Figure

from knotlab.analysis.bidding.guide import Guide
from knotlab.analysis.bidding.hand import HandBids
from knotlab.analysis.bidding.match_wise import MatchAdvice
from knotlab.reports.plots.draw import plot_of
from knotlab.reports.plots.style import COLOURS, RC, SOFT, footnote, new_figure
from knotlab.reports.words.guide import MEASURES, NAMES


def gains(made: Guide, kind: str) -> Figure:
    """The gain of one kind of bid over what would be shown instead, by its measure, with 95% intervals and where it
    begins to pay.
    """
    frame = made.curves[kind].dropna()
    row = made.table.set_index("bid").loc[kind]
    middle = (frame["from"] + frame["to"]) / 2
    reach = [frame["gain"] - frame["gain_low"], frame["gain_high"] - frame["gain"]]
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 3.8)
        axes.axvspan(
            row["crossing_low"],
            row["crossing_high"],
            color=COLOURS[5],
            alpha=0.3,
            linewidth=0,
            label="where forced bids cross, 95%",
        )
        axes.axvline(
            row["threshold"], color=COLOURS[1], linestyle="--", label=f"the guide's threshold, {row['threshold']:g}"
        )
        axes.axhline(0, color=SOFT, linewidth=1)
        axes.errorbar(middle, frame["gain"], yerr=reach, fmt="o-", color=COLOURS[0], capsize=3, markersize=5)
        axes.set_xlabel(MEASURES[kind])
        axes.set_ylabel("points gained by the bid")
        axes.set_title(f"{made.conditions.title}: to show {NAMES[kind]}")
        axes.legend(frameon=False)
        footnote(
            figure,
            f"Bars: 95% intervals; {int(frame['hands'].sum()):,} hands that come to this choice, of {made.deals:,}.",
        )
    return figure


for _kind in ("ace", "court", "misere"):
    plot_of(Guide, _kind)(partial(gains, kind=_kind))


@plot_of(HandBids, "bids", first=True)
def bids(hand_bids: HandBids) -> Figure:
    """The points of each bid of a hand with their intervals, the best bid on top."""
    table = hand_bids.table.iloc[::-1]
    reach = [table["points"] - table["low"], table["high"] - table["points"]]
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(6.4, 4.6)
        axes.axvline(0, color=SOFT, linewidth=1)
        axes.errorbar(
            table["points"], range(len(table)), xerr=reach, fmt="o", color=COLOURS[0], capsize=3, markersize=5
        )
        axes.set_yticks(range(len(table)), table["card"])
        axes.set_xlabel("points per deal")
        axes.set_ylabel("card shown")
        axes.set_title(
            f"{hand_bids.conditions.title}, seat {hand_bids.hand.seat}: show the {hand_bids.table['card'][0]}"
        )
        footnote(
            figure, f"95% intervals for all thirteen bids together; {hand_bids.deals:,} deals; {hand_bids.strategy}."
        )
    return figure


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
