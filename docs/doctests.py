"""Examples in docstrings are shown as code, under a heading of their own or not."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Doctests(Extension):
    """Puts the examples of every docstring between marks of code."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Every object, once all of its package is known."""
        if obj.docstring and "\nExamples\n---" not in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", obj.docstring.value)
