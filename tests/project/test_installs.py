"""knotlab as others get it: from a wheel, from a source distribution, and in a folder whose files have our names."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.cli import strategy_file, untimed_text
from tests.project.packages import ROOMS, ROOT

pytestmark = pytest.mark.more

BUILD = """
import sys
from setuptools import build_meta

print(getattr(build_meta, sys.argv[1])(sys.argv[2]))
"""
SHIPPED = (".py", ".toml", ".md", ".txt", ".html", ".css", ".js", ".csv", ".json", ".jsonl", ".npz")
AS_ON_WINDOWS = ("--config", "core.symlinks=false", "--config", "core.autocrlf=true")

# What somebody may well have in a folder of his own, and a script beside it.
OTHERS = {
    "analysis.py": "raise RuntimeError('somebody else\\'s analysis was imported')\n",
    "sim.py": "raise RuntimeError('somebody else\\'s sim was imported')\n",
    "strategies/__init__.py": "raise RuntimeError('somebody else\\'s strategies were imported')\n",
    "reports/__init__.py": "raise RuntimeError('somebody else\\'s reports were imported')\n",
    "script.py": """
import sys
from tempfile import TemporaryDirectory

from knotlab import play
from knotlab.strategies.resolve import player

if __name__ == "__main__":
    with TemporaryDirectory() as out:
        result = play("twisted-knot", ["shed", "random"], games=20, seed=1, workers=2, backend=sys.argv[1], out=out)
    print(result.to_pandas().to_csv(index=False))
    print(player("twisted-knot", "hoard-aces").functions.fingerprint)
    print(__import__("knotlab").__file__)
""",
}


def build(kind: str, source: Path, into: Path) -> Path:
    """Build a wheel or a source distribution of a copy of the project."""
    done = building(kind, source, into)
    assert done.returncode == 0, done.stderr
    return into / done.stdout.splitlines()[-1]


def building(kind: str, source: Path, into: Path) -> subprocess.CompletedProcess[str]:
    """Run the build of a wheel or a source distribution, dated the same every time."""
    into.mkdir()
    words = [sys.executable, "-c", BUILD, kind, str(into)]
    dated = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
    return subprocess.run(words, cwd=source, env=dated, capture_output=True, text=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout, built from a copy so that nothing is left behind."""
    copy = tmp_path_factory.mktemp("checkout") / "knotlab"
    passed_by = shutil.ignore_patterns(".*", "out", "build", "*.egg-info", "__pycache__", "tests")
    shutil.copytree(ROOT, copy, symlinks=True, ignore=passed_by)
    return build("build_wheel", copy, copy.parent / "wheel")


@pytest.fixture(scope="module")
def unpacked(wheel: Path) -> Path:
    """The folder that an installer would have put the wheel's packages into."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(wheel.parent / "site-packages")
    return wheel.parent / "site-packages"


def test_a_wheel_holds_every_source_and_data_file_of_the_four_folders(unpacked: Path) -> None:
    wanted = {
        file.relative_to(ROOT)
        for room in ROOMS
        for file in (ROOT / room).rglob("*")
        if file.suffix in SHIPPED and "__pycache__" not in file.parts
    }
    packed = {file.relative_to(unpacked / "knotlab") for file in (unpacked / "knotlab").rglob("*") if file.is_file()}
    assert wanted and wanted <= packed and not any("studies" in path.parts for path in packed)
    assert Path("py.typed") in packed
    assert {path.name for path in unpacked.iterdir() if path.suffix != ".dist-info"} == {"knotlab"}


def unpack(archive: Path, to: Path) -> None:
    """Unpack an archive of ours: `shutil` asks for a filter from Python 3.14 on, which 3.11.2 does not know."""
    to.mkdir()
    subprocess.run(["tar", "xf", archive, "-C", to], check=True)


def test_a_source_distribution_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    archive = build("build_sdist", wheel.parent.parent / "knotlab", tmp_path / "sdist")
    unpack(archive, tmp_path / "source")
    (source,) = (tmp_path / "source").iterdir()
    again = build("build_wheel", source, tmp_path / "wheel")
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        packages = [name for name in first.namelist() if name.startswith("knotlab/")]
        assert packages == [name for name in second.namelist() if name.startswith("knotlab/")]
        assert all(first.read(name) == second.read(name) for name in packages)


def test_two_builds_of_a_commit_give_the_same_bytes(tmp_path: Path) -> None:
    """From clones in different folders, whose files have different ages."""
    made = []
    for name in ("first", "a second"):
        copy = clone(tmp_path / name)
        for file in copy.rglob("*.py"):
            os.utime(file, (1, len(made)))
        made.append([build(f"build_{kind}", copy, tmp_path / f"{kind} {name}") for kind in ("wheel", "sdist")])
    assert [each.read_bytes() for each in made[0]] == [each.read_bytes() for each in made[1]]


def test_the_readme_in_a_package_leads_to_the_repository_if_its_address_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KNOTLAB_REPOSITORY", "https://example.org/somebody/knotlab/")
    with zipfile.ZipFile(build("build_wheel", clone(tmp_path / "clone"), tmp_path / "wheel")) as archive:
        (metadata,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA"))
    head, _, text = metadata.partition("\n\n")
    assert "Project-URL: Source, https://example.org/somebody/knotlab\n" in head
    assert "](https://example.org/somebody/knotlab/blob/HEAD/docs/tips.md)" in text
    assert 'src="https://example.org/somebody/knotlab/raw/HEAD/reports/gallery/page-light.png"' in text
    assert re.findall(r"\]\((?!https?:|#)[^)]*\)|src(?:set)?=\"(?!https:)[^\"]*", text) == []


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is in a source distribution of this checkout's last commit."""
    folder = tmp_path_factory.mktemp("sdist")
    unpack(build("build_sdist", clone(folder / "clone"), folder / "made"), folder / "in")
    (unpacked,) = (folder / "in").iterdir()
    return unpacked


def test_a_source_distribution_holds_all_that_git_does(source: Path) -> None:
    """But for the links, without which it is what a clone on Windows is."""
    line = ["git", "ls-tree", "-r", "--format=%(objectmode) %(path)", "HEAD"]
    listed = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    links = {each.partition(" ")[2] for each in listed if each.startswith("120000")}
    files = {str(file.relative_to(source)) for file in source.rglob("*") if file.is_file()}
    assert len(listed) > 900 and links == {f"src/knotlab/{name}" for name in (*ROOMS, "studies")}
    assert {each.partition(" ")[2] for each in listed} - links - files == set()
    made = {each for each in files if ".egg-info/" not in each} - {each.partition(" ")[2] for each in listed}
    assert made == {"PKG-INFO", "setup.cfg"}


@pytest.mark.long
@pytest.mark.tried  # as those tests expect
def test_the_tests_run_from_a_source_distribution(source: Path) -> None:
    """Some of them; the others are found and imported."""
    some = ("tests/knotweed", *(f"tests/project/test_{name}.py" for name in ("documents", "licences", "names")))
    for words in (["-m", "not more and not long", *some], ["--collect-only", "tests"]):
        line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words]
        done = subprocess.run(line, cwd=source, env=os.environ | {"PYTHONPATH": "src"}, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-4000:]
        assert re.search(r"\b\d{3,} passed", done.stdout) or done.stdout.count("::") > 2000


@pytest.mark.parametrize("room", ROOMS)
def test_a_build_that_would_lack_packages_fails(room: str, tmp_path: Path) -> None:
    """As a clone would lack them whose links were taken for folders."""
    copy = tmp_path / "checkout"
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        copy.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, copy)
    for name in {*ROOMS, "src/knotlab"} - {room}:
        (copy / name).mkdir(parents=True)
        (copy / name / "__init__.py").touch()
    done = building("build_wheel", copy, tmp_path / "wheel")
    assert done.returncode and not list((tmp_path / "wheel").iterdir())
    assert done.stderr.strip().endswith(
        f"knotlab cannot be built: {room}/__init__.py is missing; build from a whole clone of the repository"
    )


def clone(into: Path, *settings: str) -> Path:
    """What git makes of this checkout's last commit elsewhere."""
    subprocess.run(["git", "clone", "--quiet", *settings, str(ROOT), str(into)], check=True)
    return into


def run(*words: object, cwd: Path) -> str:
    """What a program prints in a folder, outside this checkout's environment."""
    free = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "VIRTUAL"))}
    done = subprocess.run([*map(str, words)], cwd=cwd, env=free, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.long
@pytest.mark.tried  # as the tests of the clone expect
def test_a_clone_as_windows_makes_it_installs_plays_passes_the_tests_and_builds_the_same_wheel(tmp_path: Path) -> None:
    """Without symbolic links and with the line ends that git would give text there, were it not told otherwise."""
    usual, windows = clone(tmp_path / "usual"), clone(tmp_path / "windows", *AS_ON_WINDOWS)
    assert (usual / "src" / "knotlab" / "sim").is_symlink() and (windows / "src" / "knotlab" / "sim").is_file()
    wheels = [build("build_wheel", each, tmp_path / f"{each.name}-wheel") for each in (usual, windows)]
    assert wheels[0].read_bytes() == wheels[1].read_bytes()
    assert run("git", "status", "--porcelain", cwd=windows) == ""
    played = []
    for name, what in (("installed", [wheels[1]]), ("editable", ["--editable", f"{windows}[dev]"])):
        run(sys.executable, "-m", "venv", tmp_path / name, cwd=tmp_path)
        programs = tmp_path / name / "bin"
        run(programs / "pip", "install", "--constraint", windows / "constraints.txt", *what, cwd=tmp_path)
        words = ("play", "twisted-knot", "shed", "random", "--games", 100)
        played.append(untimed_text(run(programs / "knotlab", *words, cwd=tmp_path)))
    assert played[0] == played[1] and "shed" in "".join(played[0])
    python = tmp_path / "editable" / "bin" / "python"
    run(python, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", "-m", "not more and not long", cwd=windows)


def further_python() -> str:
    """Another version of Python that can make environments; skips the test if none is installed."""
    for name in (f"python3.{minor}" for minor in range(11, 15) if minor != sys.version_info.minor):
        if shutil.which(name) and subprocess.run([name, "-c", "import ensurepip"], capture_output=True).returncode == 0:
            return name
    pytest.skip("no further version of Python from 3.11 on is installed")


@pytest.mark.long
def test_a_folder_is_played_again_with_another_version_of_python(tmp_path: Path) -> None:
    """From the folder alone, with the strategy in it, by an install of its own; and what was changed is
    named.
    """
    strategy_file(tmp_path, "mine", "return -1.0 * move.rank")
    folder, players = tmp_path / "kept", ("mine", "shed", "random")
    words = ("play", "twisted-knot", *players, "--strategies-from", "mine.py", "--games", 300, "--out", folder)
    run(Path(sys.executable).parent / "knotlab", *words, cwd=tmp_path)
    (tmp_path / "mine.py").unlink()
    programs = tmp_path / "other" / "bin"
    run(further_python(), "-m", "venv", programs.parent, cwd=tmp_path)
    source = clone(tmp_path / "source")
    run(programs / "pip", "install", "--quiet", "--constraint", source / "constraints.txt", source, cwd=tmp_path)
    assert "the same" in run(programs / "knotlab", "verify", folder, "--play", cwd=tmp_path)
    kept = folder / "command" / "files" / "mine.py"
    kept.write_text(kept.read_text().replace("-1.0", "1.0"))
    changed = subprocess.run([programs / "knotlab", "verify", folder, "--play"], capture_output=True, text=True)
    assert changed.returncode == 1 and "when played again" in changed.stdout


def answers(folder: Path, packages: Path, backend: str) -> list[str]:
    """What the script in somebody's folder prints, with knotlab from a certain place."""
    for name, text in OTHERS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    words = [sys.executable, "script.py", backend]
    environment = os.environ | {"PYTHONPATH": str(packages)}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert Path(lines[-1]).is_relative_to(packages)
    return lines[:-1]


@pytest.fixture(scope="module")
def without_links(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of a checkout in which files with the links' texts stand for them, as on Windows."""
    top = tmp_path_factory.mktemp("windows")
    for room in ROOMS:
        shutil.copytree(ROOT / room, top / room, ignore=shutil.ignore_patterns("__pycache__", "gallery"))
    shutil.copytree(ROOT / "src", top / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", *ROOMS))
    for room in ROOMS:
        (top / "src" / "knotlab" / room).write_text(f"../../{room}")
    return top / "src"


@pytest.mark.parametrize("backend", [pytest.param("threads", marks=pytest.mark.long), "processes"])
def test_a_folder_with_files_of_our_names_plays_alike_in_all_installs(
    backend: str, unpacked: Path, without_links: Path, tmp_path: Path
) -> None:
    checkout = answers(tmp_path, ROOT / "src", backend)
    assert checkout == answers(tmp_path, unpacked, backend) == answers(tmp_path, without_links, backend)
    assert "random" in "".join(checkout)


def test_a_python_that_is_too_old_gets_one_sentence(tmp_path: Path) -> None:
    old = tmp_path / "python3.10"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    names = (f"PYTHON={old}", f"VENV={tmp_path / 'venv'}")
    answer = subprocess.run(["make", "-s", "setup", *names], cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode and not answer.stdout
    assert answer.stderr.splitlines()[0] == (
        "knotlab needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.13"
    )
    assert list(tmp_path.iterdir()) == [old]


def test_the_lowest_versions_that_are_admitted_are_those_that_are_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pins = (ROOT / "constraints.txt").read_text("utf-8").lower().replace("_", "-").split()
    named = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    lowest = [re.sub(r"(\[\w+\])?>=([^,;]+).*", r"==\2", requirement.lower()) for requirement in named]
    assert len(lowest) > 30 and [each for each in lowest if each not in pins] == []


def test_the_page_about_releases_names_every_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    page = (ROOT / "docs" / "releasing.md").read_text("utf-8")
    (said,) = re.findall(r"^The extras are (.+?)\n\n", page, re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"`([\w-]+)`", said)) == set(extras)
