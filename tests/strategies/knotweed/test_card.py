"""The table card of Knotweed, line by line."""

from tests.strategies.knotweed.choices import does

test_its_lines_decide = does(
    "card",
    {
        "1: it goes out whatever that costs": ("5C", "4C 4D", {"": "0: 4C 4D"}),
    },
)
