"""Plots declare themselves: of which kind of result, and under which name."""

from collections.abc import Callable
from typing import Any, TypeVar

from matplotlib.figure import Figure

Plot = Callable[[Any], Figure]
Declared = TypeVar("Declared", bound=Callable[..., Figure])

declared: dict[type, dict[str, Plot]] = {}  # by the kind of result; the first plot is drawn unless one is named


def plot_of(kind: type, name: str, *, first: bool = False) -> Callable[[Declared], Declared]:
    """Declare a function as a plot of a kind of result.

    kind: the class of the results. name: what `plot` calls it. first: whether it is drawn where no name is given.
    Returns a decorator, which takes the function and gives it back as it is.
    """

    def declare(function: Declared) -> Declared:
        others = declared.get(kind, {})
        declared[kind] = {name: function, **others} if first else {**others, name: function}
        return function

    return declare
