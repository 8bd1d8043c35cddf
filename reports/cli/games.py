"""What the commands about single games print."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from knotlab.api import reading
from knotlab.api.declare import Option
from knotlab.api.options import Csv, Json
from knotlab.sim.errors import InputError, RunError, StrategyError, on_command_line

if TYPE_CHECKING:
    from knotlab.analysis.audit import VerifiedFolders
    from knotlab.analysis.decisions.advice import MoveAdvice
    from knotlab.analysis.record_files import VerifiedRecords
    from knotlab.api.single_games import WrittenRecords
    from knotlab.reports.viewer.replay import Replay


def records(written: "WrittenRecords") -> None:
    """How many records there are, and where."""
    print(f"{written.records} record{'s' if written.records > 1 else ''} written to {written.file}")


def verify(found: "VerifiedRecords | VerifiedFolders", json: Json = False) -> int:
    """What is wrong, and what is missing; exit status 1 if something is wrong, 3 if something is missing only."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.checks import verified_lines

    answer(verified_lines(found), found.facts, json)
    return 1 if found.faults else 0 if found.is_whole else 3


Html = Annotated[
    Path | None,
    Option(
        "write a page to watch the game on, with the score of every legal move",
        "FILE",
        reading.file_ending_in(".html", ".htm"),
    ),
]


def replay(game: "Replay", html: Html = None, json: Json = False) -> None:
    """The story of a game, a page or the record."""
    from knotlab.reports.output import print_json, say, write_file

    if html and json:
        raise InputError("give either --html FILE or --json, not both")
    if html and "match" in game.record:
        raise InputError(
            "--html shows a single game, but this run is one of matches; write the match's games with 'knotlab "
            "records', and show one with --record FILE --index N"
        )
    if html:
        write_file(html, game.to_html().encode())
        print(f"The game is at {html.resolve()}")
    elif json:
        print_json(game.facts())
    else:
        say(game.story())
        if game.failure:
            raise RunError(str(game.failure))


def advise(advice: "MoveAdvice", csv: Csv = None, json: Json = False) -> None:
    """The sentence that follows, and what each move is worth."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.measures import moves_table

    def facts() -> dict[str, Any]:
        moves = advice.to_pandas().to_dict("records")
        known = {"player": advice.player, "hidden": advice.hidden, "trust": advice.trust}
        known |= {"deals_looked_at": advice.looked, "is_decided": advice.is_decided, "is_close": advice.is_close}
        return known | {"moves": moves}

    lines = (f"{advice.sentence()}.", moves_table(advice), on_command_line(advice.basis))
    answer(lines, facts, json, advice.to_pandas, csv, advice.conditions)


def with_replay(error: StrategyError) -> str:
    """The error with the command that shows the game in which it happened, if one does."""
    from knotlab.analysis.result import changed_settings
    from knotlab.sim.playing.match import single_games
    from knotlab.strategies.compiling import strategies_of
    from knotlab.strategies.resolve import user_files

    if error.job is None:
        return str(error)
    job = single_games(error.job)
    words = ["knotlab", "replay", job.game, *(player.name for player in job.players)]
    words += ["--seed", str(job.seed), "--index", str(error.index)]
    files = dict.fromkeys(file for player in job.players for file in user_files(player))
    words += [word for file in files for word in ("--strategies-from", file)]
    plain = any(strategy.interpreted for player in job.players for strategy in strategies_of(player))
    words += ["--interpreted"] if plain else []
    words += ["--fixed-seats"] if job.fixed_seats else []
    words += ["--purpose", job.purpose] if job.purpose != "play" else []
    changed = changed_settings(job.game, len(job.players), job.rules)
    words += [word for setting in changed for word in ("--set", setting)]
    return f"{error}; see it with: {shlex.join([*words, '--why'])}"
