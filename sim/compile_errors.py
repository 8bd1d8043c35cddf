"""What Numba says when it cannot compile a strategy, in one sentence with file and line."""

import difflib
import re

from sim.protocol import Game

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_NOISE = re.compile(r"^(Failed in|During|Pass |File |def |\s*<source|\s*\^|$|- )")
_ATTRIBUTE = re.compile(r"Unknown attribute '(\w+)' of type Record")


def explain(error: Exception, file: str, game: Game) -> str:
    """Where in `file` the compiler stopped, and why."""
    text = str(error) or type(error).__name__
    lines = text.splitlines()
    places = [int(line) for path, line in _PLACE.findall(text) if path.endswith(file.rsplit("/", 1)[-1])]
    reason = next((line.strip() for line in lines if not _NOISE.match(line)), text.strip().splitlines()[0])
    reason = re.sub(r"Record\([^)]*\)[^,;]*", "the view", reason) if "Record(" in reason else reason
    attribute = _ATTRIBUTE.search(text)
    if attribute or isinstance(error, KeyError):
        reason = _no_field(attribute.group(1) if attribute else error.args[0], game)
    elif "No conversion from none to float64" in text or "can't unify return type" in text.lower() or "Can't unify return type" in text:
        reason = "a way through the function returns no score; return a number everywhere"
    where = f"{file}, line {places[-1]}" if places else file
    return f"{where}: {reason[:300]}"


def _no_field(name: str, game: Game) -> str:
    """A field that the view or the move does not have."""
    fields = [field[0] for field in game.view_fields] + list(game.move._fields)
    near = difflib.get_close_matches(name, fields, 1, 0.5)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return f"neither the view nor the move has a field '{name}'{hint} (knotlab view {game.name} lists them)"
