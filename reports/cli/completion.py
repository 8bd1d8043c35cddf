"""What the shell can complete: read from files as text, since importing a game takes too long for a key press."""

import ast
import contextlib
import io
import re
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from pathlib import Path

import typer

ROOT = Path(__file__).parents[2]
MOST = 20  # whole numbers that are listed as values of a setting


def complete_game() -> list[str]:
    """The games."""
    return [folder.name.replace("_", "-") for folder in _folders("sim/games")]


def complete_strategy(ctx: typer.Context) -> list[str]:
    """The strategies of the game named before: those that ship, and those in files named before."""
    game = _game(ctx)
    shipped = [file.stem for file in (ROOT / "strategies" / _folder(game)).glob("[a-z]*.py")]
    return sorted(name.replace("_", "-") for name in [*shipped, *_own(game, ctx.params.get("strategies_from") or ())])


def complete_field(ctx: typer.Context) -> list[str]:
    """The fields of the game named before, with their versions and without, and its strategies."""
    package = ROOT / "strategies" / _folder(_game(ctx)) / "__init__.py"
    fields = _dictionary(_parsed(package), "FIELDS")
    names = dict.fromkeys(field.rpartition("-")[0] for field in fields)
    return [*names, *fields, *complete_strategy(ctx)]


def complete_setting(ctx: typer.Context) -> list[str]:
    """The settings with their values, and the presets, of the game named before, or that a strategy file named before
    is about; of Twyst in commands that are about it where no game is named.
    """
    needs_game = any(parameter.name == "game" for parameter in ctx.command.params) and ctx.command.name != "card"
    game = _game_of_file(ctx) if ctx.command.name == "check" else _game(ctx) or ("" if needs_game else "twyst")
    folder = ROOT / "sim" / "games" / _folder(game)
    module = _parsed(folder / "settings.py")
    calls = [node for node in ast.walk(module) if isinstance(node, ast.Call) and _name(node) == "Setting"]
    pairs = [f"{_text(call.args[0])}={value}" for call in calls for value in _values(call, folder)]
    return [*pairs, *(f"preset={name}" for name in _dictionary(module, "PRESETS"))]


def complete_claim() -> list[str]:
    """The ids of the claims."""
    files = (ROOT / "analysis" / "claims" / "rulebooks").rglob("*.py")
    return sorted(
        {name for file in files for name in re.findall(r'"([A-Z]{2}-C\d+)"', file.read_text("utf-8"))}, key=_number
    )


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


def _number(claim: str) -> tuple[str, int]:
    """A claim's place in a list."""
    game, number = claim.split("-C")
    return game, int(number)


def _folders(parent: str) -> list[Path]:
    return sorted(path.parent for path in (ROOT / parent).glob("*/__init__.py"))


def _folder(game: str) -> str:
    """The name of a game's folder, one that does not exist if this is none."""
    return game.replace("-", "_") or "none"


def _own(game: str, files: Sequence[Path]) -> Iterator[str]:
    """The strategies of a game in somebody's own files, as far as they can be read."""
    for file in files:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            yield from re.findall(rf'@strategy\("{game}"[^\n]*\)\ndef (\w+)\(', Path(file).read_text("utf-8"))


def _parsed(file: Path) -> ast.Module:
    """A module's syntax tree, an empty one if there is no such file."""
    with contextlib.suppress(OSError):
        return ast.parse(file.read_text("utf-8"))
    return ast.Module([], [])


def _dictionary(module: ast.Module, name: str) -> list[str]:
    """The keys of a dictionary that a module declares."""
    for node in module.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node.value, ast.Dict):
            continue
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        if isinstance(target, ast.Name) and target.id == name:
            return [_text(key) for key in node.value.keys if key is not None]
    return []


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _text(node: ast.expr) -> str:
    """A constant as it is typed."""
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _constant(node: ast.expr, folder: Path) -> str:
    """A whole number that a module of the game has a name for."""
    if not isinstance(node, ast.Name):
        return ""
    texts = (file.read_text("utf-8") for file in folder.glob("*.py"))
    matches = (re.search(rf"^{node.id} = (\d+)$", text, re.MULTILINE) for text in texts)
    return next((match[1] for match in matches if match), "")


def _values(setting: ast.Call, folder: Path) -> list[str]:
    """What a setting can be, as far as its declaration lists it; else its default, nothing if that is not plain."""
    for parser in setting.args[4:5]:
        if isinstance(parser, ast.Call) and _name(parser) == "one_of":
            return [_text(choice) for choice in parser.args[1:]]
        if isinstance(parser, ast.Call) and _name(parser) == "whole_number":
            low, high = (_text(bound) or _constant(bound, folder) for bound in parser.args[1:3])
            if low and high and int(high) - int(low) < MOST:
                return [str(value) for value in range(int(low), int(high) + 1)]
    default = _text(setting.args[1])
    return ["none" if default == "None" else default]


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
