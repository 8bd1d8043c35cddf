"""What a strategy is shown of the view: the same memory, of a type that can be read alone.

The engine's own view is a record that may be written. A strategy gets it as a `ShownView`, whose fields cannot be set
and whose arrays cannot be changed, so that the compiler refuses what would change the game, with the line, in helpers
too. `plan` gets one whose `plan` can be filled. Without the compiler a strategy gets a twin of the record whose numbers
are Python's own, as wide as they need be.
"""

from functools import cache
from typing import Any

import numpy as np

from knotlab.sim.compiling.jit import OFF, intrinsic

PLAN = "plan"  # the field that a strategy's plan fills


@cache
def view_type() -> Any:
    """The compiler's type of a view that can be read alone: of a record, and of the one array that can be changed."""
    from numba.core import types
    from numba.core.datamodel.models import NestedArrayModel, RecordModel
    from numba.extending import lower_setattr_generic, register_model

    class ShownArray(types.NestedArray):
        def __init__(self, array: Any) -> None:
            super().__init__(array.dtype, array.shape)
            self.name = f"nestedarray(read-only {array.dtype}, {array.shape})"
            self.mutable = False

    class ShownView(types.Record):
        def __init__(self, record: Any, writable: str) -> None:
            fields = {name: field.type for name, field in record.fields.items()}
            arrays = [name for name, kind in fields.items() if isinstance(kind, types.NestedArray) and name != writable]
            fields |= {name: ShownArray(fields[name]) for name in arrays}
            places = [(name, {"type": kind, "offset": record.offset(name)}) for name, kind in fields.items()]
            super().__init__(places, record.size, record.aligned)  # type: ignore[arg-type]

    def refuse(context, builder, signature, args, name):
        """No field can be set; in the words in which the compiler says so of a tuple."""
        raise NotImplementedError(f"No definition for lowering {signature.args[0]}.{name} = {signature.args[1]}")

    register_model(ShownArray)(NestedArrayModel)
    register_model(ShownView)(RecordModel)
    lower_setattr_generic(ShownView)(refuse)
    return ShownView


def _showing(writable: str) -> Any:
    @intrinsic
    def show(typing_context, view):
        def codegen(context, builder, signature, args):
            return args[0]

        return view_type()(view, writable)(view), codegen

    return show


class PlainNumbers(np.ndarray):
    """An array of a view without the compiler: read-only, its numbers Python's own."""

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        return found.item() if isinstance(found, np.generic) else found


class PlainView:
    """A view without the compiler that can be read alone; writable: the one array in it that can be changed."""

    def __init__(self, view: np.record, writable: str = "") -> None:
        vars(self).update(_view=view, _writable=writable)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in (self._view.dtype.names or ()):
            raise AttributeError(f"neither the view nor the move has a field '{name}'")
        field = self._view[name]
        if not isinstance(field, np.ndarray):
            return field.item()
        if name == self._writable:
            return field
        numbers = field.astype(np.int64 if field.dtype.kind == "i" else field.dtype).view(PlainNumbers)
        numbers.flags.writeable = False
        return numbers

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a strategy cannot change view.{name}")


# (view): the view as a strategy's score gets it, and as its plan does.
shown = PlainView if OFF else _showing("")
shown_to_plan = (lambda view: PlainView(view, PLAN)) if OFF else _showing(PLAN)
