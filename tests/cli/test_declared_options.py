"""Options are declared once: the help of the command, the docstring, the reading and the sentences come from there."""

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

import knotlab
from knotlab.api import reading
from knotlab.api.declare import Argument, Option, PythonOption, declared, public
from knotlab.reports.cli.command import Pair, add
from knotlab.reports.cli.commands import COMMANDS, app
from knotlab.sim.errors import InputError

NO_COMMANDS = {"environment", "param", "player", "play_part", "sit_at", "strategy", "to_pandas"}
PACKAGE = Path(knotlab.__file__).parent

Word = Annotated[str, Argument("the word", "WORD")]
Times = Annotated[int, Option("how often, at least --most-often", "N", reading.whole(1, 9))]
Share = Annotated[float | None, Option("how much of it", "SIZE", reading.size, default="all")]
Loud = Annotated[bool, Option("with an exclamation mark")]
Tone = Annotated[str, PythonOption("in which tone", python="Any.")]


@public
def shout(word: Word, *, times: Times = 2, share: Share = None, loud: Loud = False, tone: Tone = "calm") -> str:
    """Say a word, as with --times.

    Returns
    -------
    str
    """
    return " ".join([word[: round(len(word) * (share or 1))]] * times) + "!" * loud


def printed(said: str, upper: Annotated[bool, Option("in capitals")] = False) -> int:
    print(said.upper() if upper else said)
    return 3 if upper else 0


@pytest.fixture
def said():
    """What a command line of one function and one printing function answers to some words."""
    line = typer.Typer()
    add(line, "Panel", "shout", shout, printed)
    line.command("other")(lambda: None)
    return lambda *words: CliRunner().invoke(line, ["shout", *words], standalone_mode=False)


def test_a_command_has_the_options_of_its_function_and_of_what_prints_its_answer(said) -> None:
    assert said("hey").stdout == "hey hey\n"
    assert said("hello", "--times", "1e0", "--share", "40%", "--loud").stdout == "he!\n"
    answer = said("hey", "--upper")
    assert (answer.stdout, answer.return_value) == ("HEY HEY\n", 3)
    text = said("--help").stdout
    for words in (
        "how often, at least --most-often",
        "[default: 2]",
        "(all)",
        "with an exclamation mark",
        "in capitals",
    ):
        assert words in " ".join(text.replace("│", " ").split())
    assert "tone" not in text


def test_the_docstring_says_what_the_help_says_in_the_spelling_of_python() -> None:
    text = inspect.getdoc(shout) or ""
    assert text.startswith("Say a word, as with times.\n\nParameters\n----------\nword\n    The word.\ntimes\n")
    assert "    How often, at least most_often.\nshare\n    How much of it. Unless given: all.\n" in text
    assert "tone\n    In which tone. Any.\n\nReturns\n-------\nstr" in text
    assert str(inspect.signature(shout)).startswith("(word: str, *, times: int = 2, share: float | None = None, loud")


def test_what_is_wrong_is_said_in_the_spelling_of_who_asks(said) -> None:
    refused = said("hey", "--times", "10").exception
    assert isinstance(refused, InputError) and refused.typed == "--times must be a whole number from 1 to 9, not 10"
    with pytest.raises(InputError) as error:
        shout("hey", times=10)
    assert str(error.value) == "times must be a whole number from 1 to 9, not 10"
    assert shout("hey", times=1e0, share=0.34) == "h"  # type: ignore[arg-type]


def test_every_command_that_answers_a_question_is_a_public_function_and_the_other_way_round() -> None:
    unasked = {"new", "compile", "selfcheck", "bench", "sit"}
    functions = {name for name in knotlab.__all__ if name not in NO_COMMANDS}
    listed = [each for commands in COMMANDS.values() for each in commands]
    pairs = [each for each in listed if isinstance(each, Pair)]
    made = [each for each in listed if not isinstance(each, Pair)]
    named = {each[2] if len(each) > 2 else each[0].__name__: each[0].__name__ for each in made}
    paired = {function.__name__ for pair in pairs for function, _ in pair}
    assert {*named, *(pair.alone[0].__name__ for pair in pairs)} == set(get_command(app).commands)  # type: ignore[attr-defined]
    assert functions == {*named.values(), *paired} - unasked
    assert {name for name, function in named.items() if function not in functions} == unasked


def test_every_option_has_a_line_of_help_that_ends_without_a_full_stop() -> None:
    for name in knotlab.__all__:
        if name not in NO_COMMANDS:
            for option in declared(getattr(knotlab, name)).values():
                assert option.option.help and not option.option.help.endswith("."), (name, option.name)


OPTION = """
Short = Annotated[bool, Option("the names alone, without --strategies-from")]

"""


@pytest.mark.more
def test_a_new_option_takes_its_declaration_and_the_function_that_uses_it(tmp_path: Path) -> None:
    """A copy of one module is edited in these two places, and in no other file."""
    package = tmp_path / "knotlab"
    package.mkdir()
    for each in PACKAGE.iterdir():
        if each.name != "api":
            (package / each.name).symlink_to(each.resolve())
    shutil.copytree(PACKAGE / "api", package / "api")
    module = package / "api" / "lookups.py"
    text = module.read_text("utf-8")
    declared_there = text.replace("\n\n@public\ndef catalogue(", OPTION + "\n@public\ndef catalogue(")
    asked = declared_there.replace(
        "def catalogue(game: MaybeGame = None, *, ", "def catalogue(game: MaybeGame = None, *, short: Short = False, "
    )
    used = asked.replace(
        "    names = [game] if game else games.names()\n",
        "    names = [game] if game else games.names()\n    if short:\n        return Catalogue({})\n",
    )
    assert len({text, declared_there, asked, used}) == 4
    module.write_text(used, "utf-8")
    run = {"env": os.environ | {"PYTHONPATH": str(tmp_path)}, "capture_output": True, "text": True, "check": True}
    words = [sys.executable, "-m", "knotlab.reports.cli", "strategies", "--short"]
    assert subprocess.run([*words, "--json"], **run).stdout.strip() == "{}"  # type: ignore[call-overload]
    assert "the names alone" in subprocess.run([*words, "--help"], **run).stdout  # type: ignore[call-overload]
    script = "import knotlab; print(knotlab.catalogue(short=True).facts(), knotlab.catalogue.__doc__)"
    told = subprocess.run([sys.executable, "-c", script], **run).stdout  # type: ignore[call-overload]
    assert told.startswith("{} ") and "short\n    The names alone, without strategies_from.\n" in told


@pytest.mark.parametrize("name", sorted(get_command(app).commands))  # type: ignore[attr-defined]
def test_every_option_of_one_value_is_refused_when_it_is_given_twice(name: str) -> None:
    command = get_command(app).commands[name]  # type: ignore[attr-defined]
    options = [each for each in command.params if each.param_type_name == "option" and each.name != "help"]
    for option in options:
        if not (option.is_flag or option.multiple):
            with pytest.raises(InputError, match=" takes one value, and it was given 2 times"):
                command.make_context(name, [option.opts[0], "1", option.opts[0], "2"])
    repeated = {option.opts[0] for option in options if option.multiple}
    assert repeated <= {"--set", "--strategies-from", "--players", "--player", "--parameter", "--save"}
