"""Damage at random to whatever is read back: it is refused in one sentence, or it changes nothing; `verify` finds it.

Each reader meets some mutations of its files in every test run, and 10,000 in the long one, which counts outcomes.
"""

import contextlib
import json
import math
import os
import random
import re
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knotlab.analysis.audit import audit
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.runs import code, play
from knotlab.analysis.tournaments.result import read as read_tournament
from knotlab.sim.compiling.sources import parsed_hash
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.playing.verify import Fault
from knotlab.sim.storage.result_files import sealed, unsealed
from tests.cli import GAME, knotlab
from tests.sim.storage.harm import CHANGED, GONE, LINKED, SEALED, harm, repair, sealed_again, with_rows
from tests.sim.storage.kept_files import CUP, DUEL, KINDS, PLAY, Reader

pytestmark = pytest.mark.more

FEW = settings(max_examples=8, suppress_health_check=list(HealthCheck), derandomize=True)
MANY = 10_000
SEEDS = st.integers(0, 2**32)
VERIFIED = [name for name, kind in KINDS.items() if kind.is_verified]
Copy = Callable[[str], Path]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A function that makes a folder of a kind, once; tests only read it."""
    folders: dict[str, Path] = {}

    def made(kind: str) -> Path:
        if kind not in folders:
            folder = tmp_path_factory.mktemp("undisturbed") / "kept"
            KINDS[kind].make(folder)
            folders[kind] = folder
        return folders[kind]

    return made


@pytest.fixture(autouse=True)
def what_no_harm_changes_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes of sources, versions and the pilots of cells: finding them takes longer than everything else."""
    hashed, listed, played, pilots = cache(parsed_hash), cache(code.code_files), Duel.pilot, dict[str, Any]()

    def piloted(experiment: Any, cell: Any, inquiry: Any, workers: int) -> Any:
        if cell.name not in pilots:
            pilots[cell.name] = played(experiment, cell, inquiry, workers)
        return pilots[cell.name]

    monkeypatch.setattr(code, "parsed_hash", lambda paths: hashed(tuple(paths)))
    monkeypatch.setattr(code, "code_files", lambda game, module, functions=(): listed(game, module, tuple(functions)))
    monkeypatch.setattr(play, "library_versions", cache(play.library_versions))
    monkeypatch.setattr(Duel, "pilot", piloted)


@pytest.fixture
def copy(kept: Copy, tmp_path: Path) -> Copy:
    """A function that copies a folder of a kind, to do harm to."""
    return lambda kind: Path(shutil.copytree(kept(kind), tmp_path / "kept"))


# --- harm, and what comes of it ---

REFUSED, HARMLESS, FORGED, TOLD = "refused", "harmless", "shown as it was forged", "said to lack the piece that is gone"
NO_HARM = {REFUSED, HARMLESS, FORGED, TOLD}
SLOW = 60  # seconds after which something hangs


class Hang(Exception):
    """Something takes longer than it may."""


@contextlib.contextmanager
def no_longer_than(seconds: int) -> Iterator[None]:
    """Raise Hang once the block has taken so long."""

    def give_up(*_: object) -> None:
        raise Hang(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def outcome(folder: Path, ask: Callable[[Path], str], seed: int, kinds: tuple[str, ...]) -> str:
    """What comes of harm to one file of a folder, which is repaired afterwards.

    ask: what a reader answers: refused, harmless, that a piece is gone, or wrong, which is right of what is forged
    alone; it is told which file was harmed.
    """
    chance = random.Random(seed)
    before = {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file() and path.name != ".lock"}
    file = chance.choice(list(before))
    kind = harm(file, list(before.values()), chance, kinds)
    try:
        with no_longer_than(SLOW):
            answer = ask(file)
        return FORGED if answer == "wrong" and kind == SEALED else answer
    except Exception as error:
        return f"crashed: {type(error).__name__}: {error} by {seed}"
    finally:
        repair(folder, before)


def asked(folder: Path, show: Reader, truth: Any, by_verify: bool) -> Callable[[Path], str]:
    """A reader that is asked within this process.

    by_verify: whether `verify` is asked first. What it says is whole must be shown as before.
    """

    def ask(_: Path) -> str:
        try:
            if by_verify and not all(each.is_whole for each in audit(folder)):
                return REFUSED
            shown = is_refused(show, folder, truth)
        except InputError:
            return REFUSED
        return "wrong" if shown == REFUSED and by_verify else shown

    return ask


def is_refused(show: Reader, folder: Path, truth: Any) -> str:
    """Whether a damaged folder is refused, shown as before, or otherwise."""
    try:
        return HARMLESS if show(folder) == truth else "wrong"
    except (InputError, RunError, Fault):
        return REFUSED


def kinds_of(kind: str, by_verify: bool) -> tuple[str, ...]:
    """Which kinds of harm are done to a kind of folder."""
    return (GONE, CHANGED, *([LINKED] if by_verify else []), *([SEALED] if KINDS[kind].is_verified else []))


def check_few(kind: str, folder: Path, by_verify: bool) -> None:
    """Some mutations, none of which may go unnoticed where it matters."""
    show = KINDS[kind].show
    truth = show(folder)
    assert not by_verify or all(each.is_whole for each in audit(folder))

    @FEW
    @given(SEEDS)
    def damage(seed: int) -> None:
        assert outcome(folder, asked(folder, show, truth, by_verify), seed, kinds_of(kind, by_verify)) in NO_HARM

    damage()


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[pytest.mark.long] * (kind == "tuning")) for kind in KINDS])
def test_damage_is_refused_or_changes_nothing(kind: str, copy: Copy) -> None:
    check_few(kind, copy(kind), by_verify=False)


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.long] * (kind == "tuning")) for kind in VERIFIED]
)
def test_no_damage_that_matters_is_whole_to_verify(kind: str, copy: Copy) -> None:
    check_few(kind, copy(kind), by_verify=True)


CASES = [(kind, False) for kind in KINDS] + [(kind, True) for kind in VERIFIED]


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "by_verify"), CASES, ids=lambda each: {False: "shown", True: "verified"}.get(each, each)
)
def test_damage_counted_by_outcome(kind: str, by_verify: bool, copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    folder, show = copy(kind), KINDS[kind].show
    ask = asked(folder, show, show(folder), by_verify)
    count(partial(outcome, folder, ask, kinds=kinds_of(kind, by_verify)), MANY, kind, capsys)


def count(one: Callable[[int], str], n: int, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Count what comes of harm by so many seeds, and print it; none of it may be anything but refused or harmless."""
    counts = Counter(map(one, range(n)))
    with capsys.disabled():
        print(f"\n{what}: {dict(counts)}")
    assert counts.keys() <= NO_HARM and sum(counts.values()) == n


# --- through the command line ---

DRAWN = ("replay", GAME, "all-round@kept/best.toml", "random")
COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "run": (("show", "kept"), ("verify", "kept"), ("replay", "--run", "kept")),
    "event log": (("rate", "kept", "--of", "hand_size"), ("verify", "kept")),
    "copied parts": (("show", "kept"), ("verify", "kept")),
    "tournament": (("show", "kept"), ("verify", "kept")),
    "duel": (("show", "kept"), ("verify", "kept")),
    "bids of a card": (("verify", "kept"),),
    "tuning": (("verify", "kept"),),
    "parts of claims": (("verify", "kept"),),
    "rounds of a claim": (("verify", "kept"),),
    "chart": (("verify", "kept"),),
    "pilot": (("verify", "kept"),),
    "report": (("verify", "kept"),),
    "records": (("verify", "kept/games.jsonl"), ("replay", "--record", "kept/games.jsonl")),
    "settings": (DRAWN,),
}
TEXTS = ("records", "settings")  # which users write, too, so that another text may say something else
LINES = [(kind, words) for kind, lines in COMMANDS.items() for words in lines]


def answered(folder: Path, words: tuple[str, ...], truth: str, is_text: bool) -> Callable[[Path], str]:
    """A command that is asked: one sentence and a status for what is bad, and no fault of knotlab's.

    What `show` prints of a run may differ in two cases: a piece is gone, as if it had not been played yet, and standard
    error says which one, and of how many games the tables are; or the manifest of a tournament's stage is gone, so that
    nobody knows how long it took, and no time is given.
    """

    def ask(file: Path) -> str:
        answer = knotlab(*(word.replace("kept", str(folder)) for word in words))
        if answer.status == 0:
            if is_text or words[0] == "verify" or answer.out == truth:
                return HARMLESS
            if file.name == "manifest.json" and not os.path.lexists(file):
                return HARMLESS if answer.out == re.sub(r"; \d+\.\d s$", "", truth, flags=re.MULTILINE) else "wrong"
            return TOLD if words[0] == "show" and lacking(answer.err) == [file.name] else "wrong"
        said = answer.out if words[0] == "verify" and not answer.err else answer.line
        assert answer.status in (1, 2, 3) and len(said) < 5000 and "\x1b" not in said, answer
        return REFUSED

    return ask


def lacking(err: str) -> list[str]:
    """The files of the pieces that a run is said to lack, if its share is said, too."""
    said = re.match(r"knotlab: of a run that is \d+% complete: [\d,]+ of [\d,]+ games; missing: piece (\d+);", err)
    return [f"part-{int(number):06}.parquet" for number in said.groups()] if said else []


@pytest.mark.parametrize("n", [pytest.param(4, id="a few"), pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize(("kind", "words"), LINES, ids=lambda each: each if isinstance(each, str) else each[0])
def test_harm_is_refused_by_commands(
    kind: str, words: tuple[str, ...], n: int, copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy(kind)
    before = knotlab(*(word.replace("kept", str(folder)) for word in words))
    assert before.status == 0, before
    ask = answered(folder, words, before.out, kind in TEXTS)
    kinds = (GONE, CHANGED, LINKED, SEALED)
    count(lambda seed: outcome(folder, ask, seed, kinds), n, f"{kind} by {words[0]}", capsys)


# --- forged pieces by name ---


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("duel", lambda rows: rows.drop("win_rate_a")),
        ("duel", lambda rows: rows.rename({"deal": "dealx"})),
        ("duel", lambda rows: rows.reverse()),
        ("rounds of a claim", lambda rows: rows.drop("number")),
        pytest.param("tuning", lambda rows: rows.drop("restart"), marks=pytest.mark.long),
        pytest.param("tuning", lambda rows: rows.reverse(), marks=pytest.mark.long),
        ("bids of a card", lambda rows: rows.with_columns(pl.lit(0).alias("cards"))),
        ("bids of a card", lambda rows: rows.with_columns(pl.lit("x").alias("danger"))),
        ("bids of a card", lambda rows: rows.with_columns(pl.lit(float("nan")).alias("danger"))),
    ],
)
def test_a_piece_with_other_columns_types_or_deals_is_refused(
    kind: str, rows: Callable[[pl.DataFrame], pl.DataFrame], copy: Copy
) -> None:
    folder = copy(kind)
    (file, *_) = folder.rglob("part-000000.parquet")
    file.write_bytes(with_rows(file, rows))
    with pytest.raises(InputError, match=r"part-000000\.parquet is damaged"):
        KINDS[kind].show(folder)


@pytest.mark.parametrize(
    ("kind", "file", "at", "value"),
    [
        ("bids of a card", "manifest.json", ("provenance", "versions"), None),
        ("duel", "manifest.json", ("needs",), None),
        *[
            ("rounds of a claim", "*-pilot-*.json", (name,), value)
            for name in ("sd", "skewness")
            for value in (None, 1e12)
        ],
    ],
)
def test_a_sealed_file_with_a_value_that_cannot_be_is_refused(
    kind: str, file: str, at: tuple[str, ...], value: object, copy: Copy
) -> None:
    (path,) = (folder := copy(kind)).rglob(file)
    content = unsealed(json.loads(path.read_text()))
    place = content
    for name in at[:-1]:
        place = place[name]
    assert place[at[-1]] is not None
    place[at[-1]] = value
    path.write_text(json.dumps(sealed(content)))
    with pytest.raises(InputError, match="is damaged"):
        KINDS[kind].show(folder)


@pytest.mark.parametrize("table", ["ratings", "rates", "pairs", "invasions"])
def test_a_tournament_that_tells_of_a_strategy_without_a_rating_is_refused(table: str, copy: Copy) -> None:
    folder = copy("tournament")
    content = unsealed(json.loads((folder / "result.json").read_text()))
    content[table][0]["strategy"] = "another"
    (folder / "result.json").write_text(json.dumps(sealed(content)))
    with pytest.raises(InputError, match=r"result\.json is damaged"):
        read_tournament(folder)


def test_how_long_a_tournament_took_is_told_of_all_its_stages_or_not_at_all(copy: Copy) -> None:
    folder = copy("tournament")
    manifest = folder / "again" / "manifest.json"
    assert read_tournament(folder).facts["seconds"] > 0
    manifest.unlink()
    assert math.isnan(read_tournament(folder).facts["seconds"])
    manifest.symlink_to("nowhere")
    with pytest.raises(InputError, match=r"manifest\.json is damaged"):
        read_tournament(folder)


# --- by commands that go on with a run ---

RESUMED = {"run": (*PLAY, "--out", "kept"), "duel": DUEL, "tournament": (*CUP, "--out", "kept")}


@pytest.mark.parametrize("n", [pytest.param(12, id="a few"), pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", RESUMED)
def test_a_forged_piece_is_refused_or_counted_by_whoever_goes_on_with_its_run(kind: str, n: int, copy: Copy) -> None:
    folder, words = copy(kind), RESUMED[kind]
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != ".lock"}
    pieces = sorted(path for path in before if path.suffix == ".parquet")
    counts = Counter[int]()
    for seed in range(n):
        chance = random.Random(seed)
        file = chance.choice(pieces)
        file.write_bytes(sealed_again(file, chance) or b"")
        (folder / "result.json").unlink(missing_ok=True)
        answer = knotlab(*(str(word).replace("kept", str(folder)) for word in words))
        assert answer.status in (0, 2), (answer, seed)
        counts[answer.status] += 1
        repair(folder, before)
    assert counts[2] > 0
