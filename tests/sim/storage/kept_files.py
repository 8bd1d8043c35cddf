"""One of each kind of what is read back, with what a user is shown of it: for tests that do damage to it."""

import contextlib
import json
import math
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from knotlab.analysis.bidding import card_make
from knotlab.analysis.bidding.card import STANDARD
from knotlab.analysis.bidding.card_make import Making, tried_bids
from knotlab.analysis.bidding.card_text import read_made
from knotlab.analysis.claims import Tip
from knotlab.analysis.claims.evidence.champions import published_among_experts, published_followed, published_habits
from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.evidence.readings import published_readings
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.model.chart import Chart
from knotlab.analysis.claims.rulebooks.published import shipped, shipped_habit_moments, shipped_moments
from knotlab.analysis.claims.rulebooks.selection import Selection
from knotlab.analysis.claims.rulebooks.twisted_knot.spread import Spread
from knotlab.analysis.claims.stages.claims_run import ClaimsRun
from knotlab.analysis.claims.stages.play import keep_chart, read_chart, try_stages
from knotlab.analysis.duels.result import read as read_duel
from knotlab.analysis.record_files import read_record
from knotlab.analysis.report.contests import CONTESTS, published_contests, published_games
from knotlab.analysis.report.settings import ReportSettings, load_or_make
from knotlab.analysis.runs.measures import log_of, measured
from knotlab.analysis.runs.play import Table
from knotlab.analysis.runs.play_result import load
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.tournaments.result import read as read_tournament
from knotlab.analysis.tuning.search import candidates
from knotlab.analysis.tuning.task import ROUND
from knotlab.analysis.tuning.tune import _saved_effort, saved_gains
from knotlab.reports.viewer.replay import replay_page
from knotlab.reports.words.telling import tell
from knotlab.sim import budget
from knotlab.sim.budget import TimeIsUp, within
from knotlab.sim.compiling import disk_cache, sources
from knotlab.sim.errors import RunError
from knotlab.sim.playing.parts import Part
from knotlab.sim.storage.pieces import undamaged
from knotlab.sim.storage.result_files import SUMS, as_plain
from knotlab.sim.storage.run_folder import RunFolder
from knotlab.strategies.resolve import players
from knotlab.strategies.tuned import folder_of
from tests.analysis.claims.planted import TRIAL, cell_of, duel
from tests.cli import GAME, knotlab, put_together

WORDS = (GAME, "shed", "random", "--set", "turn_limit=20", "--seed", 5)
CELL = cell_of(duel("shed", "random"))
TIPS = tuple(replace(CELL.tip, id=f"XX-C{k}") for k in (1, 2))
MAKING = Making(Table("twyst", seed=3), hands=30, workers=1)
SPREAD = Spread("sources", ("shed", "random"), 2)
SOURCES = sorted(Path(sources.__file__).parent.glob("c*.py"))
Reader = Callable[[Path], Any]


class Kind(NamedTuple):
    """A kind of folder. make: writes one. show: what a user is shown of it. is_verified: whether `verify` takes it."""

    make: Callable[[Path], object]
    show: Reader
    is_verified: bool = True


def commands(*lines: tuple[object, ...]) -> Callable[[Path], None]:
    """A folder that commands write; `kept` stands for its path in their words."""

    def make(folder: Path) -> None:
        for words in lines:
            answer = knotlab(*(str(word).replace("kept", str(folder)) for word in words))
            assert answer.status == 0, answer

    return make


# --- runs ---


def whole(folder: Path) -> Any:
    """A run; one that is not complete is said to be so."""
    result = load(folder)
    if result.complete < 1:
        raise RunError("of a run that is not complete")
    return result


def run_shown(folder: Path) -> Any:
    """The tables and facts of a run."""
    result = whole(folder)
    return result.to_pandas().to_json(), result.facts()


def rate_shown(folder: Path) -> Any:
    """A rate of a run's event log."""
    result = whole(folder)
    rate = measured(log_of(result.scan_log(), result.conditions, result.deals), "hand_size", "moves > 1")
    return rate.value, rate.low, rate.high, rate.cases, rate.n


def parts_shown(folder: Path) -> Any:
    """What the parts of a run are together, and the first alone."""
    with tempfile.TemporaryDirectory() as top:
        together = put_together(Path(top) / "run", folder / "1", folder / "2")
        shown = copied_shown(together)
    return shown, load(folder / "1").to_pandas().to_json()


def keep_copied(folder: Path) -> None:
    """The files of two parts of a run in one folder."""
    parts = folder.with_name(f"{folder.name}-parts")
    commands(*PARTS)(parts)
    put_together(folder, parts / "2", parts / "1")


def copied_shown(folder: Path) -> Any:
    """A run without its facts, which name the folder."""
    return whole(folder).to_pandas().to_json(), rate_shown(folder)


def keep_tuning(folder: Path) -> None:
    """A tuning run of the least effort, however long that takes here."""
    with patch.object(budget, "GRACE", 600.0):
        commands(TUNE)(folder)


def tuning_shown(folder: Path) -> Any:
    """All generations of a tuning run, as its command reads them; it plays those that are not there."""
    run = RunFolder(folder)
    with undamaged(folder):
        identity, effort = run.manifest()["identity"], _saved_effort(run)
        if effort is None:
            raise RunError("the command has another run here")
        shape = (effort.search.restarts, min(ROUND, effort.search.generations), candidates(len(identity["parameters"])))
    rounds = [saved_gains(run, number, shape) for number in range(-(-effort.search.generations // ROUND))]
    if any(gains is None for gains in rounds):
        raise RunError("the same command plays the others")
    return identity, np.array(rounds).tolist()


# --- verdicts ---


def keep_tournament(folder: Path) -> None:
    """A tournament without what nobody reads back: tables and pictures for people."""
    commands((*CUP, "--out", "kept"))(folder)
    for file in folder.glob("*.*"):
        if file.suffix != ".json" and file.is_file():
            file.unlink()
    listed = [line.split("  ", 1) for line in (folder / SUMS).read_text().splitlines()]
    left = [f"{checksum}  {name}\n" for checksum, name in listed if (folder / name).exists()]
    (folder / SUMS).write_text("".join(left))


def tournament_shown(folder: Path) -> Any:
    """The tables of a tournament; how long it took is known of stages whose manifests are there."""
    shown = read_tournament(folder).plain()
    return json.dumps(shown | {"facts": shown["facts"] | {"seconds": None}}, default=float)


def duel_shown(folder: Path) -> Any:
    """The verdict of a duel, numbers to six digits: it is checked against its deals to nine."""
    return rounded(as_plain(read_duel(folder).facts()))


def rounded(content: Any) -> Any:
    """Plain data with numbers to six digits."""
    if isinstance(content, dict):
        return {name: rounded(each) for name, each in content.items()}
    if isinstance(content, list):
        return [rounded(each) for each in content]
    return float(f"{content:.6g}") if isinstance(content, float) else content


def bids_shown(folder: Path) -> Any:
    """The bids that a bidding card is made from; those that are to be tried again are said to be so."""
    again = patch.object(card_make, "force_bids", side_effect=RunError("the same command tries them again"))
    with again, patch.object(card_make, "PIECE", 20):
        return {name: values.tolist() for name, values in vars(tried_bids(replace(MAKING, out=folder))).items()}


def keep_bids(folder: Path) -> None:
    """The bids of two parts of a run."""
    with patch.object(card_make, "PIECE", 20):
        tried_bids(replace(MAKING, out=folder))


def stages_of(tips: Sequence[Tip], folder: Path) -> Any:
    """What the first stage of some claims comes to, from a folder."""
    return [repr(each.headline) for each in try_stages(tips, TRIAL, until="headlines", out=folder, workers=1)]


def keep_claims(folder: Path) -> None:
    """Two parts of two claims."""
    for k in (1, 2):
        stages_of(Selection(TIPS, TRIAL).part(Part(k, 2)).tips, folder / str(k))


def claims_shown(folder: Path) -> Any:
    """What parts of claims come to together."""
    with tempfile.TemporaryDirectory() as top:
        return stages_of(TIPS, put_together(Path(top) / "claims", folder / "1", folder / "2"))


def keep_curve(folder: Path) -> None:
    """A chart with an interval that is known and one that is not."""
    rates = (Rate(0.5, math.nan, math.nan, math.nan, 1, 1.0, 1.0), Rate(0.25, 0.01, 0.23, 0.27, 90, 80.0, 1.0))
    folder.mkdir()
    chart = Chart(SPREAD.label, SPREAD.unit, SPREAD.axes(), ((0,), (1,)), rates)
    keep_chart(folder / "XX-C1-curve-0.json", chart)


def curve_shown(folder: Path) -> Any:
    """A kept chart."""
    return repr(read_chart(folder / "XX-C1-curve-0.json", SPREAD))


def pilot_shown(folder: Path, minutes: float = -1.0) -> Any:
    """A pilot of the stages of claims; one that is to be played is said to be so."""
    try:
        with within(minutes):
            return repr(ClaimsRun(TRIAL, folder, 1, None, lambda step: None).pilot(CELL))
    except TimeIsUp:
        raise RunError("the same command plays it") from None


# --- pages ---


def numbers_shown(folder: Path) -> Any:
    """Numbers that a report keeps."""
    wanted = ReportSettings(folder, 2, 7)
    wanted.__dict__["sources"] = "a hash of today's sources"
    return load_or_make(wanted, "numbers", {"hands": 1000}, lambda: {"x": [1.5, None, "two"], "y": {"z": 3}})


def shipped_shown(folder: Path) -> Any:
    """A tournament as it is published."""
    tables = [contest.contest.result.plain() for contest in published_contests(folder=folder)]
    if not tables:
        raise RunError("it is missing")
    return json.dumps(tables, default=float)


def keep_shipped(folder: Path) -> None:
    """A tournament that ships."""
    folder.mkdir()
    shutil.copy(CONTESTS / "knotweed-2-players.json", folder)


def findings_shown(folder: Path) -> Any:
    """Tips with their cells, curves, champions' choices and habits, readings and games to watch as they are
    published.
    """
    tips = (shipped, published_charts, published_among_experts, published_followed, published_readings)
    readers = (*tips, published_habits, published_games, shipped_habit_moments, shipped_moments)
    return repr([read.__wrapped__(folder) for read in readers])


def keep_findings(folder: Path) -> None:
    """The findings that ship, without the tournaments."""
    folder.mkdir()
    for file in FINDINGS.iterdir():
        if file.is_file():
            shutil.copy(file, folder)


# --- texts that users may write, too: nothing of them is shown, since they may say otherwise ---


def records_shown(folder: Path) -> None:
    """Records of games; what is verified is told, too."""
    replay_page(read_record(folder / "games.jsonl"))
    if knotlab("verify", folder / "games.jsonl").status:
        raise RunError("one of the records is not valid")
    for line in (folder / "games.jsonl").read_text("utf-8").removesuffix("\n").split("\n"):
        "\n".join(tell(json.loads(line)))


def keep_records(folder: Path) -> None:
    """A game with reasons."""
    folder.mkdir()
    commands(("records", *WORDS, "--games", 1, "--why", "--save", "kept/games.jsonl"))(folder)


def settings_shown(folder: Path) -> None:
    """A strategy's settings; whatever is taken are finite numbers."""
    (player,) = players(GAME, [f"all-round@{folder / 'best.toml'}"])
    assert all(map(math.isfinite, player.values)), player


def keep_settings(folder: Path) -> None:
    """Settings of a strategy as tuning has found them."""
    folder.mkdir()
    shutil.copy(folder_of(GAME) / "v1-3-players.toml", folder / "best.toml")


def card_shown(folder: Path) -> None:
    """A bidding card, as the program reads its own."""
    with contextlib.suppress(FileNotFoundError, UnicodeDecodeError):
        read_made((folder / "card.toml").read_text("utf-8"))


def keep_card(folder: Path) -> None:
    """The bidding card that ships."""
    folder.mkdir()
    shutil.copy(STANDARD, folder / "card.toml")


# --- the cache ---


class Compiled:
    """Stands for what Numba compiles: the text is its machine code."""

    library = SimpleNamespace(_final_module=SimpleNamespace(functions=(), global_variables=()))

    def __init__(self, text: str) -> None:
        self.text = text

    def _reduce(self) -> tuple[str]:
        return (self.text,)

    @staticmethod
    def _rebuild(context: Any, text: str) -> str:
        return text


def keep_kernels(folder: Path) -> None:
    """Three compiled functions."""
    folder.mkdir()
    with patch.object(disk_cache, "folder", lambda: folder):
        for name in ("deal", "play", "count"):
            disk_cache.DiskCache(name).save_overload("signature", Compiled(name))


def kernels_shown(folder: Path) -> Any:
    """Compiled functions from the cache; those that are not there are compiled."""
    patched = {"folder": lambda: folder, "CompileResult": Compiled, "make_known": lambda *_: None}
    with patch.multiple(disk_cache, **patched):
        names = ("deal", "play", "count")
        return [disk_cache.DiskCache(name).load_overload("signature", Compiled("")) or name for name in names]


def hashes_shown(folder: Path) -> Any:
    """Hashes of sources, which are kept with what is compiled."""
    folder.mkdir(exist_ok=True)
    with patch.object(sources, "base_folder", lambda: folder):
        return sources.parsed_hash(SOURCES[:1]), sources.parsed_hash(SOURCES[1:2])


PLAY, CUP = ("play", *WORDS, "--games", 40), ("tournament", *WORDS, "--players", 2, "--games", 40)
TUNE = ("tune", "twyst", "threshold+solid", "--budget", 0.001, "--seed", 1, "--workers", 1, "--out", "kept")
DUEL = ("duel", *WORDS[:3], "--players", 2, "--seed", 5, "--workers", 1, "--precision", "2%", "--out", "kept")
PARTS = [
    ("play", *WORDS, "--fixed-seats", "--games", 5000, "--log", "--part", f"{k}/2", "--out", f"kept/{k}")
    for k in (1, 2)
]

KINDS: dict[str, Kind] = {
    "run": Kind(commands((*PLAY, "--out", "kept")), run_shown),
    "event log": Kind(commands((*PLAY, "--log", "--out", "kept")), rate_shown),
    "parts": Kind(commands(*PARTS), parts_shown, is_verified=False),
    "copied parts": Kind(keep_copied, copied_shown),
    "tournament": Kind(keep_tournament, tournament_shown),
    "duel": Kind(commands(DUEL), duel_shown),
    "bids of a card": Kind(keep_bids, bids_shown),
    "tuning": Kind(keep_tuning, tuning_shown),
    "parts of claims": Kind(keep_claims, claims_shown),
    "rounds of a claim": Kind(partial(stages_of, TIPS[:1]), partial(stages_of, TIPS[:1])),
    "chart": Kind(keep_curve, curve_shown),
    "pilot": Kind(lambda folder: pilot_shown(folder, math.inf), pilot_shown),
    "report": Kind(numbers_shown, numbers_shown),
    "shipped results": Kind(keep_shipped, shipped_shown, is_verified=False),
    "findings that ship": Kind(keep_findings, findings_shown, is_verified=False),
    "records": Kind(keep_records, records_shown, is_verified=False),
    "settings": Kind(keep_settings, settings_shown, is_verified=False),
    "bidding card": Kind(keep_card, card_shown, is_verified=False),
    "kernels": Kind(keep_kernels, kernels_shown, is_verified=False),
    "hashes of sources": Kind(hashes_shown, hashes_shown, is_verified=False),
}
