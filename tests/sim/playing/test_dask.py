"""Runs on a real Dask cluster of a scheduler and two workers on this machine: the same files as by threads, whatever
becomes of the workers, and one sentence where it cannot go on.
"""

import contextlib
import os
import pickle
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cloudpickle
import distributed
import joblib
import polars as pl
import pytest

import knotlab as package
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.claims.rulebooks.selection import Selection
from knotlab.analysis.claims.stages.play import try_stages
from knotlab.analysis.runs.play import Table, make_job, play_job
from knotlab.analysis.tournaments.setup import make_setup, plan
from knotlab.analysis.tuning.search import SearchSize
from knotlab.analysis.tuning.task import Effort, make_task
from knotlab.analysis.tuning.tune import Tuned, tune
from knotlab.sim.compiling import cache_folder, precompile
from knotlab.sim.compiling.precompile import Kernel
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.playing.cluster import PATIENCE, Cluster, Sent, close, fan_out_on
from knotlab.sim.playing.fanout import backend_named, playing_on
from knotlab.sim.playing.trying import IN_TRIAL
from knotlab.sim.storage.run_folder import RunFolder
from knotlab.strategies.sending import Sources, local_file
from tests.analysis.claims.planted import ACES, SHED, TRIAL, duel, planted
from tests.cli import GAME, contents, finished, knotlab, program, refused, replay_command, start, strategy_file
from tests.project.packages import ROOT, lay_out
from tests.sim.playing.test_slips import ONE_FOR_EACH_SENTENCE, SLIPS, players, written

pytestmark = pytest.mark.more

SOURCE = Path(str(package.__file__)).parents[1]
RUN = ("play", GAME, "shed", "random", "--fixed-seats", "--seed", 11)
LONG, PARTS = (*RUN, "--games", 60_000), 15  # of 4,096 games


def dask(*words: object, source: Path | str = SOURCE, **settings: object) -> subprocess.Popen[bytes]:
    """Start a scheduler or a worker. settings: of Dask's scheduler."""
    named = {f"DASK_DISTRIBUTED__SCHEDULER__{name.upper()}": str(value) for name, value in settings.items()}
    environment = os.environ | {"PYTHONPATH": str(source)} | named
    environment.pop(IN_TRIAL, None)  # workers try out what they play
    command = [sys.executable, "-P", "-m", "dask", *map(str, words), "--no-dashboard"]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Machines:
    """A scheduler with its workers."""

    def __init__(self, **settings: object) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.backend = f"dask://127.0.0.1:{self.port}"
        self.scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", self.port, **settings)
        self.workers: list[subprocess.Popen[bytes]] = []
        end = time.monotonic() + 120
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.1)
        pytest.fail("the scheduler does not answer")

    def restart_scheduler(self) -> None:
        """Kill the scheduler and start another one at its address."""
        self.scheduler.kill()
        self.scheduler.wait()
        self.scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", self.port)

    def hire(self, *options: str, source: Path | str = SOURCE) -> None:
        """Start one more worker."""
        address = f"tcp://127.0.0.1:{self.port}"
        self.workers.append(dask("worker", address, "--nthreads", 1, *options, source=source))

    def dismiss(self) -> None:
        """End the workers."""
        stop(self.workers)
        self.workers.clear()

    def end(self) -> None:
        """Stop everything; the scheduler last, as workers wait for one that is gone."""
        close()
        self.dismiss()
        stop([self.scheduler])


def stop(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    """End processes, by force if need be."""
    for process in processes:
        process.terminate()
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
        process.kill()
        process.wait()


@contextlib.contextmanager
def machines(workers: int, *options: str, **settings: object) -> Iterator[Machines]:
    """A cluster of its own. options: of its workers; settings: of its scheduler."""
    started = Machines(**settings)
    try:
        for _ in range(workers):
            started.hire(*options)
        yield started
    finally:
        started.end()


@pytest.fixture(autouse=True)
def workers_compile_what_a_test_needs_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests of this process have compiled does not travel to them."""
    monkeypatch.setattr(precompile, "made_ready", set())


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster with two workers that nothing happens to."""
    with machines(2, "--no-nanny") as started:
        yield started.backend


@pytest.fixture(scope="module")
def unmanned() -> Iterator[Machines]:
    """A scheduler without workers."""
    with machines(0) as started:
        yield started


# --- the same as on one machine ---


def test_a_run_on_a_cluster_leaves_the_same_files(cluster: str, tmp_path: Path) -> None:
    for name, how in (("threads", ("--workers", 2)), ("dask", ("--backend", cluster))):
        answer = knotlab(*RUN, "--games", 30_000, "--out", tmp_path / name, *how)
        assert (answer.status, answer.err) == (0, "")
    assert contents(tmp_path / "dask") == contents(tmp_path / "threads")


def test_duels_and_tournaments_are_the_same(cluster: str, tmp_path: Path) -> None:
    duel = ("duel", GAME, "hoard-aces", "shed", "--players", 3, "--seed", 8, "--json")
    cup = ("tournament", GAME, "shed", "random", "hoard-aces", "--players", 2, "--games", 3000, "--json")
    for words in (duel, cup):
        here, there = (knotlab(*words, *how).json for how in ((), ("--backend", cluster)))
        for answer in (here, there):
            answer.pop("seconds", None)
            answer.get("facts", {}).pop("seconds", None)
        assert here == there


@pytest.mark.tried
@pytest.mark.parametrize("after", ["another", "absent"])
def test_a_strategy_travels_as_it_was_whatever_is_at_its_path(cluster: str, after: str, tmp_path: Path) -> None:
    helping = f"helping_{after}"  # a name of its own, as a process loads one module of a name
    (tmp_path / f"{helping}.py").write_text("FACTOR = 3\n")
    top = f"import {helping}\n"
    file = strategy_file(tmp_path, "own", f"return view.turn_uniform * move.rank * {helping}.FACTOR", top=top)
    job = make_job(GAME, ["own:tremble=0.1", "random"], seed=3, strategies_from=[file])
    here = play_job(job, 2000, workers=1)
    if after == "another":
        strategy_file(tmp_path, "own", "return -1.0 * move.rank")
    else:
        file.unlink()
        (tmp_path / f"{helping}.py").unlink()
    there = play_job(job, 2000, backend=cluster)
    assert there.to_pandas().equals(here.to_pandas())
    assert there.tally.decisions == here.tally.decisions


def test_sent_files_are_put_where_they_can_be_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOTLAB_CACHE_DIR", str(tmp_path / "cache"))
    sent = Sources("/absent/deep/own.py", (("/absent/deep/own.py", b"1"), ("/absent/beside.py", b"2")))
    file = local_file(sent)
    assert file.read_bytes() == b"1" and (file.parents[1] / "beside.py").read_bytes() == b"2"
    assert file.is_relative_to(tmp_path / "cache") and local_file(sent) == file
    other = local_file(Sources(sent.file, (sent.contents[0], ("/absent/beside.py", b"3"))))
    assert other != file


def only_the_workers_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have games fail that are played in this process."""
    monkeypatch.setattr("knotlab.analysis.duels.designs.play_numbers", lambda *_: pytest.fail("the driver played"))
    monkeypatch.setattr("knotlab.sim.playing.run.play_games", lambda *_: pytest.fail("the driver played"))


def test_cells_of_claims_are_the_same_and_played_by_the_workers(
    cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tip = [planted(duel(ACES, SHED))]
    here = try_stages(tip, TRIAL, until="headlines", out=tmp_path / "here", workers=2)
    only_the_workers_play(monkeypatch)
    with playing_on(cluster):
        there = try_stages(tip, TRIAL, until="headlines", out=tmp_path / "there", workers=2)
    assert [repr(each.headline) for each in there] == [repr(each.headline) for each in here]
    kept = [
        {str(file.relative_to(top)): file.read_bytes() for file in top.rglob("*.parquet")}
        for top in (tmp_path / "here", tmp_path / "there")
    ]
    assert kept[0] and kept[0] == kept[1]


@pytest.mark.long
def test_tuning_is_the_same_and_played_by_the_workers(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def tuned() -> Tuned:
        task = make_task(Table(GAME, 2, seed=3), "hoard-aces", field=["shed"])
        return tune(task, Effort(SearchSize(2, 12, 20), 400, 400))

    here = tuned()
    only_the_workers_play(monkeypatch)
    with playing_on(cluster):
        there = tuned()
    assert there.path.tolist() == here.path.tolist() and there.winner.values == here.winner.values
    assert there.gain == here.gain and there.scores == here.scores


def test_a_client_handed_over_and_one_set_by_joblib_are_used(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words: dict[str, Any] = {"games": 9000, "fixed_seats": True, "seed": 3, "progress": False}
    here = package.play(GAME, ["shed", "random"], **words)
    only_the_workers_play(monkeypatch)
    with distributed.Client(cluster.replace("dask", "tcp"), set_as_default=False) as client:
        handed = package.play(GAME, ["shed", "random"], **words, backend=client)
        with client.as_current(), joblib.parallel_config("dask"):
            ambient = package.play(GAME, ["shed", "random"], **words)
    assert handed.to_pandas().equals(here.to_pandas()) and ambient.to_pandas().equals(here.to_pandas())


def test_what_is_set_around_a_call_counts_unless_another_backend_is_named() -> None:
    assert backend_named("threads") == "threading"
    with joblib.parallel_config("loky"):
        assert (backend_named("threads"), backend_named("dask://127.0.0.1:1")) == ("loky", "dask://127.0.0.1:1")
    with playing_on("processes"):
        assert backend_named("threads") == "loky"
    assert backend_named("threads") == "threading"


def test_one_worker_of_a_machine_compiles_before_any_of_them_plays(
    cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "compiled"
    command = f"echo begun >> {file}; sleep 1; echo done >> {file}"
    slow = Kernel(subprocess.check_call, (("sh", "-c", command),))
    monkeypatch.setattr("knotlab.sim.compiling.precompile.made_ready", {slow})
    texts = list(fan_out_on(cluster, file.read_text, [()] * 8))
    # each of the two workers looks for the kernel and then makes it, one after the other, before it plays
    assert file.read_text().split() == ["begun", "done"] * 4
    assert all(text.split()[:4] == ["begun", "done"] * 2 for text in texts)
    assert list(fan_out_on(cluster, len, [([1],)])) == [1] and file.read_text().split() == ["begun", "done"] * 4


def test_progress_says_how_many_workers_play(
    cluster: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("knotlab.reports.progress.SECONDS", 0.0)
    package.play(GAME, ["shed", "random"], games=30_000, seed=3, backend=cluster)
    lines = capsys.readouterr().err.splitlines()
    assert re.search(r"30,0\d\d of 30,0\d\d, [\d,]+/s on 2 workers after", lines[-1])
    package.play(GAME, ["shed", "random"], games=9000, seed=3)
    assert "worker" not in capsys.readouterr().err


# --- what travels ---


@pytest.fixture
def traffic(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[int]]:
    """The sizes in bytes of all that is sent to the workers, and of what they send back of each part."""
    sizes: dict[str, list[int]] = {"sent": [], "answered": []}
    send, gather = Cluster.send, Cluster._gather

    def measured_send(self: Cluster, each: Sent) -> Sent:
        sizes["sent"].append(len(cloudpickle.dumps((self.function, self.arguments[each.number], self.kernels))))
        return send(self, each)

    async def measured_gather(self: Cluster, futures: list[Any]) -> list[bytes]:
        answers = await gather(self, futures)
        sizes["answered"] += map(len, answers)
        return answers

    monkeypatch.setattr(Cluster, "send", measured_send)
    monkeypatch.setattr(Cluster, "_gather", measured_gather)
    return sizes


def test_only_sums_travel_where_no_games_are_kept(cluster: str, traffic: dict[str, list[int]]) -> None:
    assert knotlab(*RUN, "--games", 30_000, "--backend", cluster).status == 0
    assert len(traffic["answered"]) == 8 and max(traffic["answered"]) < 4096  # bytes for 4096 deals
    duel = ("duel", GAME, "hoard-aces", "shed", "--players", 3, "--seed", 8, "--games", 60_000, "--backend", cluster)
    traffic["answered"].clear()
    assert knotlab(*duel).status == 0
    assert max(traffic["answered"][-6:]) < 20_000  # bytes for 1,667 deals, whose rows take 25 columns of 8 bytes each
    assert max(traffic["sent"]) < 20_000


def test_a_task_of_a_tournament_holds_its_own_share_alone() -> None:
    setup = make_setup(GAME, ["shed", "random", "hoard-aces"], n_players=3, seed=1)
    for small, large in zip(plan(setup, 20_000), plan(setup, 2_000_000), strict=True):
        sizes = [len(pickle.dumps(stage.share(0, min(stage.batch, stage.units)))) for stage in (small, large)]
        assert sizes[1] <= sizes[0] + 8 < 20_000


@pytest.mark.parametrize("is_shared", [True, False])
def test_workers_at_the_runs_folder_write_there_themselves(
    is_shared: bool, cluster: str, traffic: dict[str, list[int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert knotlab(*RUN, "--games", 30_000, "--out", tmp_path / "here").status == 0
    written, write = [], RunFolder.write_piece

    def noted(self: RunFolder, number: int, frame: pl.DataFrame) -> None:
        written.append(number)
        write(self, number, frame)

    monkeypatch.setattr(RunFolder, "write_piece", noted)
    if not is_shared:  # a folder of the same name on another machine has no such sign in it
        monkeypatch.setattr(
            "knotlab.sim.playing.delivery._signed", lambda folder: contextlib.nullcontext(tmp_path / "none")
        )
    assert knotlab(*RUN, "--games", 30_000, "--out", tmp_path / "there", "--backend", cluster).status == 0
    assert contents(tmp_path / "there") == contents(tmp_path / "here")
    left = [file.name for file in (tmp_path / "there").rglob(".*") if file.name != ".lock"]
    assert left == [] and written == ([] if is_shared else list(range(8)))
    assert (max(traffic["answered"]) < 4096) == is_shared


# --- what goes wrong ---


@pytest.fixture(scope="module")
def by_threads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A long run as threads leave it."""
    folder = tmp_path_factory.mktemp("threads") / "run"
    assert knotlab(*LONG, "--out", folder).status == 0
    return folder


def parts_of(folder: Path) -> list[Path]:
    """What a run has kept."""
    return [*folder.glob("parts/part-*.parquet")]


def wait_for_part(process: subprocess.Popen[str], folder: Path, parts: int = 1) -> None:
    """Wait until a run has kept a part, or several."""
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        if len(parts_of(folder)) >= parts:
            return
        time.sleep(0.01)
    pytest.fail(f"no part was kept: {finished(process)}")


def test_a_worker_that_freezes_is_named_and_costs_seconds(by_threads: Path, tmp_path: Path) -> None:
    with machines(2, "--no-nanny") as started:
        process = start(*LONG, "--out", tmp_path / "dask", "--backend", started.backend)
        wait_for_part(process, tmp_path / "dask", 4)  # so that both play
        begun = time.monotonic()
        started.workers[0].send_signal(signal.SIGSTOP)
        answer = finished(process, 300)
        assert answer.status == 0 and time.monotonic() - begun < 120
        said = r"knotlab: the worker tcp://127\.0\.0\.1:\d+ has been silent for \d+ s; others play its pieces\n"
        assert re.fullmatch(said, answer.err)
    assert contents(tmp_path / "dask") == contents(by_threads)


def test_a_result_that_a_frozen_worker_has_is_made_by_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("knotlab.sim.playing.cluster.SILENT", 1.0)
    with machines(2, "--no-nanny") as started:
        cluster = Cluster(started.backend, len, [([1, 2, 3],)])
        while cluster.threads() < 2:
            time.sleep(0.1)
        sent = deque([cluster.send(Sent(0))])
        with cluster.client.as_current():
            distributed.wait([sent[0].future], timeout=60)
        (holder,) = cluster.client.who_has([sent[0].future])[sent[0].future.key]
        os.kill(cluster.client.run(os.getpid, workers=[holder])[holder], signal.SIGSTOP)
        end, results = time.monotonic() + 60, list[Any]()
        while not results and time.monotonic() < end:
            cluster.threads()
            results += cluster.results(sent)
        assert results == [(3, None)] and f"the worker {holder} has been silent" in capsys.readouterr().err
        cluster.give_up([])


def test_all_workers_killed_and_then_another_scheduler_change_nothing(by_threads: Path, tmp_path: Path) -> None:
    with machines(1, "--no-nanny") as started:
        process = start(*LONG, "--out", tmp_path / "dask", "--backend", started.backend)
        wait_for_part(process, tmp_path / "dask")
        started.workers[0].send_signal(signal.SIGKILL)
        started.hire("--no-nanny")
        wait_for_part(process, tmp_path / "dask", 1 + len(parts_of(tmp_path / "dask")))
        assert process.poll() is None and len(parts_of(tmp_path / "dask")) < PARTS
        started.restart_scheduler()
        started.hire("--no-nanny")
        answer = finished(process)
        assert (answer.status, answer.err) == (0, "")
    assert contents(tmp_path / "dask") == contents(by_threads)


def test_a_scheduler_that_is_gone_ends_the_run_in_one_sentence_and_it_resumes(tmp_path: Path) -> None:
    run = (*LONG, "--out", tmp_path / "run")
    with machines(1, "--no-nanny") as started:
        process = start(*run, "--backend", started.backend, env={PATIENCE: 5})
        wait_for_part(process, tmp_path / "run")
        started.scheduler.send_signal(signal.SIGKILL)
        answer = finished(process)
    assert answer.status == 1 and "the same command continues from there" in answer.line
    assert knotlab(*run).status == 0
    assert knotlab("verify", tmp_path / "run").out.startswith(f"{tmp_path / 'run'} (play): whole, {PARTS} pieces")


def test_a_driver_that_is_killed_is_resumed(cluster: str, by_threads: Path, tmp_path: Path) -> None:
    run = (*LONG, "--out", tmp_path / "dask", "--backend", cluster)
    process = start(*run)
    wait_for_part(process, tmp_path / "dask")
    process.kill()
    assert finished(process).status == -signal.SIGKILL
    kept = {file: file.stat().st_mtime_ns for file in parts_of(tmp_path / "dask")}
    assert 0 < len(kept) < PARTS and knotlab(*run).status == 0
    assert {file: file.stat().st_mtime_ns for file in kept} == kept
    assert contents(tmp_path / "dask") == contents(by_threads)


ENDS = "__import__('os')._exit(3)"
CLUSTERS = {
    "the scheduler gives up": (2, ("--no-nanny",), {"allowed_failures": 0}),
    "workers are started anew": (1, (), {}),
}


@pytest.mark.parametrize(
    "which", [pytest.param(each, marks=[pytest.mark.long] * ("anew" in each)) for each in CLUSTERS]
)
def test_a_part_that_ends_its_workers_is_named_once_it_was_given_up_twice(which: str) -> None:
    workers, options, settings = CLUSTERS[which]
    calls = [(str(k),) if k != 40 else (ENDS,) for k in range(60)]
    results: list[int] = []
    with machines(workers, *options, **settings) as started:
        with pytest.raises(
            RunError, match=r"^piece 41 of 60 ended every worker that it was tried on, most recently tcp://127"
        ):
            results.extend(fan_out_on(started.backend, eval, calls))
    assert results == list(range(40))  # also those that went to their end with it


@pytest.mark.long
def test_a_decision_without_end_on_a_worker_is_named_with_a_command_that_shows_it(tmp_path: Path) -> None:
    """Programs, and a worker of its own, as each goes on deciding until it ends."""
    lines = ("steps = 0.5", "while view.game_uniform > 0.9985 and steps >= 0.0: steps += 0.25", "return steps")
    words = ("--strategies-from", strategy_file(tmp_path, "endless", *lines), "--games", 20_000, "--seed", 4)
    soon = ("--move-seconds", 0.5)
    with machines(1, "--no-nanny") as started:
        there = program("play", GAME, "endless", "random", *words, *soon, "--backend", started.backend).line
    shown = program(*replay_command(there), *soon)
    said = re.search(r"'endless' failed in game \d+ \(deal \d+\) at decision \d+: no score after 0\.5 s", there)
    assert said and shown.status == 1 and said[0] in shown.err


@pytest.fixture(scope="module")
def other_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache as another machine has it: with the code of what ships, and none of the strategies below."""
    assert knotlab(*RUN, "--games", 10).status == 0

    def others(folder: str, names: list[str]) -> list[str]:
        contents = {name: (Path(folder) / name).read_bytes() for name in names}
        return [name for name, code in contents.items() if name[0] == "." or b"slip" in code or b"rarely" in code]

    base = tmp_path_factory.mktemp("cache")
    shutil.copytree(cache_folder.folder(), base / cache_folder.folder().name, ignore=others)
    return base


@pytest.fixture(scope="module")
def elsewhere(other_cache: Path) -> Iterator[str]:
    """The address of a cluster whose worker has a cache of its own."""
    with machines(0) as started, pytest.MonkeyPatch.context() as patch:
        patch.setenv("KNOTLAB_CACHE_DIR", str(other_cache))
        started.hire("--no-nanny")
        patch.undo()
        yield started.backend


@pytest.mark.tried
@pytest.mark.parametrize(("game", "kind"), ONE_FOR_EACH_SENTENCE)
def test_a_slip_is_refused_whatever_the_workers_have_in_their_cache(
    game: str, kind: str, elsewhere: str, tmp_path: Path
) -> None:
    top, body, said = SLIPS[kind]
    words = ("--strategies-from", written(tmp_path, game, top, body), "--games", 3000, "--backend", elsewhere)
    assert re.search(said, refused("play", game, *players(game), *words))


@pytest.mark.tried
def test_a_worker_with_a_cache_of_its_own_blames_a_read_beyond_an_array(
    elsewhere: str, other_cache: Path, tmp_path: Path
) -> None:
    """It is too rare for a trial to meet it; the driver's cache has the code of `check`."""
    lines = ("own = np.zeros(3)", "return own[3 if view.game_uniform > 0.9995 else 2]")
    file = strategy_file(tmp_path, "rarely", *lines, top="import numpy as np")
    assert knotlab("check", file, "--games", 20).status == 0
    words = ("play", GAME, "rarely", "random", "--strategies-from", file, "--games", 9000)
    before = {*other_cache.rglob("*.bin")}
    here, there = (knotlab(*words, *how) for how in (("--workers", 1), ("--backend", elsewhere)))
    assert here.status == 1 and "IndexError" in here.line and there.line == here.line
    compiled = {*other_cache.rglob("*.bin")} - before
    assert any(b"rarely" in file.read_bytes() for file in compiled)


@pytest.fixture(scope="module")
def other_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another version of knotlab, in which one strategy plays otherwise."""
    copy = lay_out(tmp_path_factory.mktemp("other"))
    file = copy / "knotlab" / "strategies" / "twisted_knot" / "_extra.py"
    file.write_text("HOLD = 3\n")
    return copy


@pytest.fixture(scope="module")
def other_versions(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where a worker finds knotlab as it is, with another NumPy installed for another Python."""
    folder = tmp_path_factory.mktemp("versions")
    (folder / "numpy-99.8.7.dist-info").mkdir()
    (folder / "numpy-99.8.7.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 99.8.7\n")
    (folder / "sitecustomize.py").write_text('import platform\n\nplatform.python_version = lambda: "3.99.1"\n')
    return os.pathsep.join(map(str, (folder, SOURCE)))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("other_source", r"it has knotlab's sources \w{12} in place of \w{12}$"),
        ("other_versions", r"it has python 3\.99\.1 in place of 3\.[\d.]+, numpy 99\.8\.7 in place of [\d.]+$"),
    ],
)
def test_a_worker_with_other_code_or_versions_is_refused_by_its_address(
    source: str, said: str, unmanned: Machines, request: pytest.FixtureRequest
) -> None:
    unmanned.hire("--no-nanny", source=request.getfixturevalue(source))
    try:
        line = refused(*RUN, "--games", 10, "--backend", unmanned.backend)
    finally:
        unmanned.dismiss()
    assert "the worker tcp://127.0.0.1:" in line and re.search(said, line), line


REFUSED = {"dask://127.0.0.1": "as dask://HOST:8786", "dask://:8786": "as dask://HOST:8786"}


@pytest.mark.parametrize("backend", REFUSED)
def test_an_address_that_is_none_is_refused(backend: str) -> None:
    assert REFUSED[backend] in refused(*RUN, "--games", 10, "--backend", backend)


def test_what_a_cluster_cannot_do_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = ("--backend", "dask://127.0.0.1:1")
    assert "leave out the number of workers" in refused(*RUN, "--games", 10, "--workers", 2, *address)
    assert "event log" in refused(*RUN, "--games", 10, "--out", tmp_path / "run", "--log", *address)
    own = ROOT / "tests" / "analysis" / "claims" / "test_own_claims.py"
    for words in (("claims", "TK-C1", "--quick"), ("tune", GAME), ("report",)):
        assert "leave out the number of workers" in refused(*words, "--workers", 2, "--out", tmp_path / "x", *address)
    chosen = Selection([tip_named("TK-C1")], file=own)
    monkeypatch.setattr("knotlab.analysis.claims.rulebooks.selection.select", lambda *_, **__: chosen)
    with pytest.raises(InputError, match="your own claims can only be played by this machine's own workers"):
        package.claims("TK-C1", claims_from=own, backend=address[1])
    with pytest.raises(InputError, match="a Dask client that is connected, not 3"):
        package.play(GAME, ["shed", "random"], backend=3)


def test_a_scheduler_that_is_not_there_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATIENCE, "2")
    answer = knotlab(*RUN, "--games", 10, "--backend", "dask://127.0.0.1:1")
    assert answer.status == 1 and "there is no Dask scheduler at dask://127.0.0.1:1" in answer.line


def test_a_cluster_without_workers_is_told_in_one_sentence(unmanned: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATIENCE, "3")
    answer = knotlab(*RUN, "--games", 10, "--backend", unmanned.backend)
    assert answer.status == 1 and "there has been no worker at dask://" in answer.line


def test_a_worker_that_ends_while_it_compiles_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATIENCE, "30")
    file = tmp_path / "compiling"
    endless = Kernel(subprocess.check_call, (("sh", "-c", f"test -e {file} || {{ touch {file}; sleep 150; }}"),))
    monkeypatch.setattr("knotlab.sim.compiling.precompile.made_ready", {endless})
    with machines(1, "--no-nanny") as started, ThreadPoolExecutor(1) as thread:
        results = thread.submit(lambda: list(fan_out_on(started.backend, len, [([1],)])))
        end = time.monotonic() + 60
        while not file.exists() and time.monotonic() < end:
            time.sleep(0.05)
        started.hire("--no-nanny")
        started.workers[0].send_signal(signal.SIGKILL)
        assert results.result(timeout=100) == [1]
