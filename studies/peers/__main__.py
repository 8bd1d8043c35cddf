"""knotlab's games next to those of OpenSpiel and RLCard, all at random, on one machine in one run.

The others get a throw-away environment. Crazy Eights, the small fourth game of the tests, is the one game that both
knotlab and OpenSpiel have. Times are of the processor; with two processes at once, they show what two cores give.

Command: python -m knotlab.studies.peers (make peers)
Result: docs/peers.md with a picture, and three lines of the README
Page: docs/peers.md, README.md
"""

import contextlib
import json
import os
import subprocess
import tempfile
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt

from knotlab.studies.command import ROOT, between, measured, parser, run
from tests.fourth_game.project import with_fourth_game
from tests.speed.compare import driver

README, SPEED = ROOT / "README.md", "speed"  # and the mark of its lines
PAGE = ROOT / "docs" / "peers.md"
PICTURE = ROOT / "docs" / "pictures" / "peers.svg"
SECONDS = 2.0  # that a measurement takes
FEW = 1000  # games of knotlab's that show how many fill that time

PEERS: list[tuple[str, str, dict[str, Any]]] = [
    ("OpenSpiel", "crazy_eights", {"players": 3, "max_draw_cards": 3, "reshuffle": True}),
    ("OpenSpiel", "hearts", {}),
    ("OpenSpiel", "spades", {}),
    ("OpenSpiel", "gin_rummy", {}),
    ("RLCard", "gin-rummy", {}),
    ("RLCard", "uno", {}),
]
SHARED = "crazy-eights"
IN_PYTHON = "OpenSpiel, bots in Python"
PLAIN = """from knotlab import player


@player("crazy-eights")
class AnyMove:
    def choose(self, view, moves):
        return view.random.choice(moves)
"""
OURS = {SHARED: 3, "twisted-knot": 3, "knotweed": 3, "twyst": 4}
COLOURS = {"knotlab": "#0072b2", "OpenSpiel": "#d55e00", "RLCard": "#666666"}
PACKAGES = {"OpenSpiel": "open_spiel", "RLCard": "rlcard"}

TEXT = """# Compared with other simulators

Every player moves at random. `make peers` measures everything in one run on one machine and writes this page. The
others run in a separate environment, knotlab from this checkout. Times are CPU times on one core; the column "two
cores" says how many times as many games two processes play as one. "First start" is the time from the start of a
process to the end of its first game, which for knotlab includes compiling with an empty cache.

{table}

{versions}

![Nanoseconds a decision, of each simulator and game](pictures/peers.svg)

## Bots in Python

The same Crazy Eights where each player is an object in Python that draws a move: in knotlab under `@player`, in
OpenSpiel its own `UniformRandomBot`. knotlab asks it only where there is a choice.

{plain}

## What is not comparable

- Only Crazy Eights is the same game in knotlab and OpenSpiel: three players with five cards each, up to three draws a
  turn, plain twos, and the pile shuffled when the stock is empty. Both ask again after each card drawn and ask for the
  suit after an eight. OpenSpiel ends a game after 100 cards played, knotlab after 1,000 turns.
- A decision is whatever the simulator asks a player for. If only one move is legal, knotlab does not ask the strategy,
  but counts the move as a decision.
- OpenSpiel plays in its own C++ loop with its C++ bots; RLCard plays in Python and encodes each position for learning.
  knotlab prepares what a strategy may see before each decision, and records places or points.
- Hearts, spades and rummy are different games from Twyst, Twisted Knot and Knotweed; their rows show only orders of
  magnitude.
"""


@dataclass(frozen=True)
class GameSpeed:
    """A game of a simulator: one process alone, and the games a second of two at once."""

    simulator: str
    game: str
    seconds: float
    games: int
    decisions: int
    first: float
    together: float

    @property
    def speed(self) -> float:
        """Games a second."""
        return self.games / self.seconds

    @property
    def per_decision(self) -> float:
        """Nanoseconds of one core for a decision."""
        return 1e9 * self.seconds / self.decisions

    def cells(self) -> list[str]:
        """The row of the table."""
        numbers = (f"{self.per_decision:,.0f}", f"{self.speed:,.0f}", f"{self.decisions / self.games:.0f}")
        return [self.simulator, self.game, *numbers, f"{self.together / self.speed:.2f}", f"{self.first:.1f}"]


HEAD = ["simulator", "game", "ns a decision", "games/s", "decisions a game", "two cores", "first start, s"]


def run_at_once(commands: Sequence[list[str]], env: dict[str, str], text: str = "") -> list[dict[str, Any]]:
    """What some processes answer that run at the same time, with the wall clock's seconds of each."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": env}
    answers = []
    with contextlib.ExitStack() as stack:
        processes = [stack.enter_context(subprocess.Popen(words, **pipes)) for words in commands]
        for process in processes:
            assert process.stdin
            process.stdin.write(text)
            process.stdin.close()
        for words, process in zip(commands, processes, strict=True):
            assert process.stdout
            lines = process.stdout.read().splitlines()
            if process.wait() or not lines:
                raise SystemExit(f"{' '.join(words[:3])} failed")
            answers.append(json.loads(lines[-1]))
    return answers


def peer(python: Path, simulator: str, game: str, parameters: dict[str, Any]) -> GameSpeed:
    """A game of another simulator."""
    program = str(Path(__file__).with_name("peer_driver.py"))
    words = [str(python), program, simulator, game, json.dumps(parameters), str(SECONDS)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    (alone,) = run_at_once([words], environment)
    both = run_at_once([words, words], environment)
    return GameSpeed(simulator, game, **alone, together=sum(each["games"] / each["seconds"] for each in both))


def seconds_of_children() -> float:
    """Processor seconds of all processes that this one has started and that have ended."""
    used = os.times()
    return used.children_user + used.children_system


def ours(tree: Path, cache: Path, game: str, n_players: int, plain: Path | None = None) -> GameSpeed:
    """A game of knotlab's, from a tree that has it; plain: the file of a player in Python who plays it."""
    words, environment = driver(tree, cache)
    name = "any-move:tremble=0" if plain else "random:tremble=0"
    request: dict[str, Any] = {"game": game, "players": [name] * n_players, "games": 1}
    request |= {"files": [str(plain)]} if plain else {}
    before = seconds_of_children()
    run_at_once([words], environment, json.dumps(request))
    first = seconds_of_children() - before
    (few,) = run_at_once([words], environment, json.dumps(request | {"games": FEW}))
    n = round(FEW * SECONDS / few["seconds"])
    text = json.dumps(request | {"games": n})
    (alone,) = run_at_once([words], environment, text)
    both = run_at_once([words, words], environment, text)
    together = sum(n / each["seconds"] for each in both)
    simulator = "knotlab, bots in Python" if plain else "knotlab"
    return GameSpeed(simulator, game, alone["seconds"], n, alone["decisions"], first, together)


def draw(rows: Sequence[GameSpeed], file: Path) -> None:
    """Nanoseconds a decision on one core, as dots, the quickest on top."""
    plt.rcParams["svg.hashsalt"] = "knotlab"
    figure, axes = plt.subplots(figsize=(7, 0.35 * len(rows) + 1), layout="constrained")
    ordered = sorted(rows, key=lambda row: -row.per_decision)
    for place, row in enumerate(ordered):
        axes.plot(row.per_decision, place, "o" if row.simulator == "knotlab" else "s", color=COLOURS[row.simulator])
    axes.set_yticks(range(len(ordered)), [f"{row.simulator}: {row.game}" for row in ordered])
    axes.set(xscale="log", xlabel="CPU time per decision, ns, with random players; faster to the left")
    axes.grid(axis="x", color="#dddddd")
    figure.savefig(file, metadata={"Date": None})


def in_words(game: str) -> str:
    """A game's name as simulators write it, for people."""
    return game.replace("_", " ").replace("-", " ").title()


def summary(rows: Sequence[GameSpeed]) -> str:
    """The README's lines, which name no game but the README's own."""
    own = [(row.per_decision, in_words(row.game)) for row in rows if row.simulator == "knotlab" and row.game != SHARED]
    knotlab = " to ".join(f"{speed:,.0f} ({game})" for speed, game in (min(own), max(own)))
    others = {}
    for simulator in COLOURS:
        speeds = [row.per_decision for row in rows if row.simulator == simulator]
        others[simulator] = f"{min(speeds):,.0f} to {max(speeds):,.0f}"
    ours, openspiels = (
        next(row for row in rows if in_words(row.game) == in_words(SHARED) and row.simulator == simulator)
        for simulator in ("knotlab", "OpenSpiel")
    )
    times = openspiels.per_decision / ours.per_decision
    return (
        f"\n- One random decision takes knotlab {knotlab} nanoseconds on one core.\n"
        f"- OpenSpiel takes {others['OpenSpiel']} nanoseconds and RLCard {others['RLCard']},"
        " in the card games that come with them.\n"
        f"- In the one game that is the same in both, knotlab makes decisions {times:.1f} times as fast as OpenSpiel.\n"
        "  [More](docs/peers.md); `make peers` measures it again.\n\n"
    )


def table_of(rows: Sequence[GameSpeed]) -> str:
    """Games as a table of a page."""
    cells = [HEAD, ["---"] * 2 + ["---:"] * (len(HEAD) - 2), *(row.cells() for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def write_page(rows: Sequence[GameSpeed], plain: Sequence[GameSpeed], versions: str) -> None:
    """The page with its tables and picture, and the README's lines. plain: those with bots in Python."""
    draw(rows, PICTURE)
    PAGE.write_text(TEXT.format(table=table_of(rows), plain=table_of(plain), versions=versions), "utf-8")
    README.write_text(between(README.read_text("utf-8"), SPEED, summary(rows)), "utf-8")


def in_python(tree: Path, folder: Path, python: Path) -> list[GameSpeed]:
    """The game that both have, between bots in Python; python: of the environment that has OpenSpiel."""
    file = folder / "any_move.py"
    file.write_text(PLAIN, "utf-8")
    _, name, parameters = PEERS[0]
    return [ours(tree, folder / "cache", SHARED, OURS[SHARED], file), peer(python, IN_PYTHON, name, parameters)]


def main(words: Sequence[str] | None = None) -> None:
    """Measure everything and write the page."""
    parser(__doc__).parse_args(words)
    with tempfile.TemporaryDirectory(prefix="knotlab-peers-") as folder:
        venv.create(Path(folder, "env"), with_pip=True)
        python = Path(folder, "env", "bin", "python")
        pip = [str(python), "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "--quiet", *PACKAGES.values()], check=True)
        frozen = subprocess.run([*pip, "list", "--format", "json"], capture_output=True, text=True, check=True).stdout
        installed = {each["name"].replace("-", "_"): each["version"] for each in json.loads(frozen)}
        project = with_fourth_game(Path(folder, "project"))
        rows = [ours(project.root, Path(folder, "cache"), game, players) for game, players in OURS.items()]
        rows += [peer(python, *each) for each in PEERS]
        plain = in_python(project.root, Path(folder), python)
    others = ", ".join(f"{name} {installed[package]}" for name, package in PACKAGES.items())
    write_page(rows, plain, f"{measured()}, {others}.")
    print(PAGE.read_text("utf-8"))


if __name__ == "__main__":
    run(main)
