"""The examples in docstrings give what they say."""

import doctest
import re
from importlib import import_module

import pytest

from tests.project.packages import ROOMS, ROOT

FOLDERS = [*(ROOT / room for room in ROOMS), ROOT / "src" / "knotlab" / "api"]
WITH_EXAMPLES = sorted(
    ".".join(("knotlab", *file.relative_to(folder.parent).with_suffix("").parts)).removesuffix(".__init__")
    for folder in FOLDERS
    for file in folder.rglob("*.py")
    if re.search("^ *>>> ", file.read_text("utf-8"), re.MULTILINE)
)
TOOLS = ("tests.analysis.reestimate", "tests.speed.compare")


SLOW = tuple(f"knotlab.api.{name}" for name in ("measuring", "report", "tuning", "twyst"))


def level(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """Examples of the public functions play."""
    if name in SLOW:
        return (pytest.mark.long,)
    return (
        (pytest.mark.more,)
        if name.startswith(("knotlab.api.", "knotlab.analysis.bidding.hand", "knotlab.analysis.decisions.move_values"))
        else ()
    )


@pytest.mark.parametrize("name", [pytest.param(name, marks=level(name)) for name in (*WITH_EXAMPLES, *TOOLS)])
def test_the_examples_of_a_module_give_what_they_say(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert result.attempted and not result.failed
