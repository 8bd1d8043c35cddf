"""The first strategy that `knotlab new` writes: read from `first_strategy/`."""

import keyword
import re
from pathlib import Path


def first_strategy(game: str, stem: str) -> str:
    """A commented strategy file for a game; its function is named after the file."""
    name = re.sub(r"\W+", "_", stem).strip("_").lower() or "my_strategy"
    if keyword.iskeyword(name) or name[0].isdigit():
        name = f"my_{name}"
    template = (Path(__file__).parent / "first_strategy" / f"{game}.txt").read_text()
    return template.replace("FUNCTION", name).replace("SPELLING", name.replace("_", "-"))
