"""Cards that are only tried: players whose parameters are the lines, so that none has to be compiled."""

from knotlab.sim.compiling.jit import strict
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed import _card as weed
from knotlab.strategies.twisted_knot import _card as knot

LINE = param(0, 0, 2**53)


@strict
def read_knot(
    view,
    l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15, l16, l17, l18, l19, l20, l21, l22, l23,
    l24, l25, l26, l27, l28, l29, l30,
):  # fmt: skip
    """Which lines hold now."""
    knot.read_lines(view, (
        l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15, l16, l17, l18, l19, l20, l21, l22, l23,
        l24, l25, l26, l27, l28, l29, l30,
    ))  # fmt: skip


@strategy(
    "twisted-knot", plan=read_knot,
    l1=LINE, l2=LINE, l3=LINE, l4=LINE, l5=LINE, l6=LINE, l7=LINE, l8=LINE, l9=LINE, l10=LINE, l11=LINE,
    l12=LINE, l13=LINE, l14=LINE, l15=LINE, l16=LINE, l17=LINE, l18=LINE, l19=LINE, l20=LINE, l21=LINE,
    l22=LINE, l23=LINE, l24=LINE, l25=LINE, l26=LINE, l27=LINE, l28=LINE, l29=LINE, l30=LINE,
)  # fmt: skip
def drafted_knot(
    view, move,
    l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15, l16, l17, l18, l19, l20, l21, l22, l23,
    l24, l25, l26, l27, l28, l29, l30,
):  # fmt: skip
    """Play by a card whose lines are the parameters; 0 is no line."""
    return knot.follow(view, move, (
        l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15, l16, l17, l18, l19, l20, l21, l22, l23,
        l24, l25, l26, l27, l28, l29, l30,
    ))  # fmt: skip


@strict
def read_weed(
    view,
    l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15, l16, l17, l18, l19, l20, l21, l22, l23,
    l24, l25, l26, l27, l28, l29, l30,
):  # fmt: skip
    """Which lines hold now."""
    weed.read_lines(view, (
        l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15, l16, l17, l18, l19, l20, l21, l22, l23,
        l24, l25, l26, l27, l28, l29, l30,
    ))  # fmt: skip


@strategy(
    "knotweed", plan=read_weed,
    l1=LINE, l2=LINE, l3=LINE, l4=LINE, l5=LINE, l6=LINE, l7=LINE, l8=LINE, l9=LINE, l10=LINE, l11=LINE,
    l12=LINE, l13=LINE, l14=LINE, l15=LINE, l16=LINE, l17=LINE, l18=LINE, l19=LINE, l20=LINE, l21=LINE,
    l22=LINE, l23=LINE, l24=LINE, l25=LINE, l26=LINE, l27=LINE, l28=LINE, l29=LINE, l30=LINE,
)  # fmt: skip
def drafted_weed(
    view, move,
    l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15, l16, l17, l18, l19, l20, l21, l22, l23,
    l24, l25, l26, l27, l28, l29, l30,
):  # fmt: skip
    """Play by a card whose lines are the parameters; 0 is no line."""
    return weed.follow(view, move, (
        l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15, l16, l17, l18, l19, l20, l21, l22, l23,
        l24, l25, l26, l27, l28, l29, l30,
    ))  # fmt: skip
