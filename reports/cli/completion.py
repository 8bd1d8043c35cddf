"""What the shell can complete. Games, strategies and claims are found in files as text: importing all of them takes too
long for a key press, and the help loads nothing of them. A game that is named is imported for its settings.
"""

import contextlib
import io
import re
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from importlib import import_module
from inspect import getclosurevars
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from knotlab.sim.protocol import Setting

ROOT = Path(__file__).parents[2]
MOST = 20  # whole numbers that are listed as values of a setting


def complete_game() -> list[str]:
    """The games."""
    return sorted(file.parent.name.replace("_", "-") for file in (ROOT / "sim" / "games").glob("*/__init__.py"))


def complete_strategy(ctx: typer.Context) -> list[str]:
    """The strategies of the game named before: those that ship, and those in files named before."""
    game = _game(ctx)
    shipped = [file.stem for file in (ROOT / "strategies" / _folder(game)).glob("[a-z]*.py")]
    return sorted(name.replace("_", "-") for name in [*shipped, *_own(game, ctx.params.get("strategies_from") or ())])


def complete_field(ctx: typer.Context) -> list[str]:
    """The fields of the game named before, with their versions and without, and its strategies."""
    game = _game(ctx)
    fields = import_module(f"knotlab.strategies.{_folder(game)}").FIELDS if game in complete_game() else {}
    return [*dict.fromkeys(field.rpartition("-")[0] for field in fields), *fields, *complete_strategy(ctx)]


def complete_setting(ctx: typer.Context) -> list[str]:
    """The settings with their values, and the presets, of the game named before, or that a strategy file named before
    is about; of Twyst in commands that are about it where no game is named.
    """
    needs_game = any(parameter.name == "game" for parameter in ctx.command.params) and ctx.command.name != "card"
    name = _game_of_file(ctx) if ctx.command.name == "check" else _game(ctx) or ("" if needs_game else "twyst")
    if name not in complete_game():
        return []
    game = import_module(f"knotlab.sim.games.{_folder(name)}").GAME
    pairs = [f"{each.name}={value}" for each in game.settings for value in _values(each)]
    return [*pairs, *(f"preset={preset}" for preset in game.presets)]


def _values(setting: "Setting") -> list[str]:
    """What a setting can be, as far as what reads it (`sim/settings.py`) was given a short list; else its default."""
    from knotlab.sim.settings import spelt

    given = getclosurevars(setting.parse).nonlocals
    if "choices" in given:
        return [*given["choices"]]
    if "low" in given and given["high"] - given["low"] < MOST:
        return [str(value) for value in range(given["low"], given["high"] + 1)]
    return [spelt(setting.default)]


def complete_claim() -> list[str]:
    """The ids of the claims."""
    texts = (file.read_text("utf-8") for file in (ROOT / "analysis" / "claims" / "rulebooks").rglob("*.py"))
    claims = {claim for text in texts for claim in re.findall(r'"([A-Z]{2}-C\d+)"', text)}
    return sorted(claims, key=lambda claim: (claim[:2], int(claim[4:])))


COMPLETIONS: dict[str, Callable[..., list[str]]] = {
    "game": complete_game,
    "strategy": complete_strategy,
    "field": complete_field,
    "setting": complete_setting,
    "claim": complete_claim,
}


def _game(ctx: typer.Context) -> str:
    """The game named before; while an option waits for its value, words that stand by themselves are not taken apart
    yet.
    """
    return str(ctx.params.get("game") or next((word for word in ctx.args if word in complete_game()), ""))


def _game_of_file(ctx: typer.Context) -> str:
    """The game of the first strategy in the file named before; nothing if there is none."""
    for file in map(Path, [ctx.params.get("file") or "", *ctx.args]):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            games = re.findall(r'^@strategy\(\s*"([a-z-]+)"', file.read_text("utf-8"), re.MULTILINE)
            if games:
                return str(games[0])
    return ""


def _folder(game: str) -> str:
    """The name of a game's folder, one that does not exist if this is none."""
    return game.replace("-", "_") or "none"


def _own(game: str, files: Sequence[Path]) -> Iterator[str]:
    """The strategies of a game in somebody's own files, as far as they can be read."""
    for file in files:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            yield from re.findall(rf'@strategy\("{game}"[^\n]*\)\ndef (\w+)\(', Path(file).read_text("utf-8"))


# --- bash ---


def join_words(environment: MutableMapping[str, str]) -> str:
    """Put words together that bash has split at an equals sign; what stands before that sign, and the sign, in the word
    that is to be completed.

    >>> line = {"COMP_WORDS": "knotlab play --set eight = inv", "COMP_CWORD": "5"}
    >>> environment = {"_KNOTLAB_COMPLETE": "complete_bash"} | line
    >>> join_words(environment), environment["COMP_WORDS"], environment["COMP_CWORD"]
    ('eight=', 'knotlab play --set eight=inv', '3')
    """
    if environment.get("_KNOTLAB_COMPLETE") != "complete_bash" or "=" not in environment.get("COMP_WORDS", "").split():
        return ""
    joined: list[str] = []
    for number, word in enumerate(environment["COMP_WORDS"].split()[: int(environment["COMP_CWORD"]) + 1]):
        glued = joined and number and (word == "=" or joined[-1].endswith("="))
        joined[-1:] = [joined[-1] + word] if glued else [*joined[-1:], word]
    environment.update({"COMP_WORDS": " ".join(joined), "COMP_CWORD": str(len(joined) - 1)})
    before, sign, _ = joined[-1].rpartition("=")
    return before + sign


def complete_rest(typed: str, complete: Callable[[], None]) -> None:
    """Print completions without what bash takes for another word."""
    answer = io.StringIO()
    try:
        with contextlib.redirect_stdout(answer):
            complete()
    finally:
        print("\n".join(line.removeprefix(typed) for line in answer.getvalue().splitlines()))
