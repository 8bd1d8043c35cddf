"""Examples in docstrings are shown as code, under a heading of their own or not; public functions with the parameters
that their options declare.
"""

import inspect
import re
from importlib import import_module
from typing import Any

from griffe import Extension, Function, Object

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Doctests(Extension):
    """Puts the examples of every docstring between marks of code."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Every object, once all of its package is known."""
        if obj.docstring and "\nExamples\n---" not in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", obj.docstring.value)


class Declarations(Extension):
    """Gives each public function the parameters of its docstring, and plain types."""

    def on_function(self, *, func: Function, **_: Any) -> None:
        """Every function, as soon as it is known."""
        is_public = any(each.callable_path.endswith("public") for each in func.decorators)
        if is_public and func.path.startswith("knotlab.api."):
            function = getattr(import_module(func.module.path), func.name)
            if func.docstring:
                func.docstring.value = inspect.getdoc(function) or ""
            signature = inspect.signature(function)
            for parameter in func.parameters:
                parameter.annotation = inspect.formatannotation(signature.parameters[parameter.name].annotation)
