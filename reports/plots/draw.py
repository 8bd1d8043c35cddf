"""Which plots each kind of result has, by name: they declare themselves, and the first is drawn unless one is named."""

import pkgutil
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any, TypeVar

import matplotlib as mpl
from matplotlib.figure import Figure

from knotlab.reports import plots
from knotlab.reports.plots.style import RC
from knotlab.reports.words.lookups import Catalogue, Rules, View
from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown

Plot = Callable[[Any], Figure]
Declared = TypeVar("Declared", bound=Callable[..., Figure])

declared: dict[type, dict[str, Plot]] = {}  # by the kind of result
found: dict[type, Callable[[Any], Mapping[str, Callable[[], Figure]]]] = {}  # where each result has plots of its own


def plot_of(kind: type, name: str, *, first: bool = False) -> Callable[[Declared], Declared]:
    """Declare a function as a plot of a kind of result, drawn in the one visual language.

    kind: the class of the results. name: what `plot` calls it. first: whether it is drawn where no name is given.
    """

    def declare(function: Declared) -> Declared:
        others, drawn = declared.get(kind, {}), mpl.rc_context(RC)(function)
        declared[kind] = {name: drawn, **others} if first else {**others, name: drawn}
        return drawn

    return declare


@cache
def drawings() -> dict[type, Any]:
    """The plots of every kind of result, or a function that finds those of one."""
    for module in pkgutil.iter_modules(plots.__path__, f"{plots.__name__}."):  # each declares its plots
        import_module(module.name)
    return {**declared, **found, **{kind: {} for kind in (Catalogue, Rules, View)}}  # those are tables of words


def draw(result: Any, kind: str | None) -> Figure:
    """Draw a result; raises InputError with the names of its plots if there is none of that name."""
    listed = next(drawings()[parent] for parent in type(result).__mro__ if parent in drawings())
    named = listed(result) if callable(listed) else {name: partial(plot, result) for name, plot in listed.items()}
    if not named:
        raise InputError("there is nothing to plot in this result; it has no effects, no curves and no table of rules")
    if kind is not None and kind not in named:
        raise unknown("plot", kind, named, "of this result")
    figure: Figure = named[kind or next(iter(named))]()
    return figure
