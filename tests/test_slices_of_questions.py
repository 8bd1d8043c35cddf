"""Duels of fixed size and claims played in parts and put together: the same deals and the same answers as in one piece,
or one sentence.
"""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest

import knotlab as package
from knotlab.sim.errors import InputError
from tests.cli import GAME, knotlab, refused

DUEL = ("duel", GAME, "shed", "random", "--players", 2, "--set", "turn_limit=12", "--seed", 5, "--games", 55_000)
OWN = """
from knotlab.analysis.claims import Duel, Tip

def tip(id, players):
    return Tip(id, "twisted-knot", "keep your aces", "a hunch", "as it stands", (
        Duel("aces", "hoard-aces:tremble=0.02", "shed:tremble=0.02", players=(players,), fields=("simple",),
             margin=0.05),))

TIPS = [tip("XX-C1", 2), tip("XX-C2", 3), tip("XX-C3", 2)]
"""
STAGES = ("--stages", "headlines")


def parts_of(folder: Path) -> dict[str, bytes]:
    """All deals in a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.parquet")}


def untimed(answer: Any) -> Any:
    """An answer but for how long it took."""
    if isinstance(answer, dict):
        return {name: untimed(value) for name, value in answer.items() if name not in ("seconds", "question")}
    return [untimed(value) for value in answer] if isinstance(answer, list) else answer


def forbid_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every attempt to play a part fail."""
    monkeypatch.setattr("knotlab.sim.playing.delivery._play", lambda *_: pytest.fail("a part was played"))


# --- duels ---


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A duel in one piece, then its three parts; tests only read them."""
    top = tmp_path_factory.mktemp("duels")
    assert knotlab(*DUEL, "--out", top / "whole").status == 0
    for k in (1, 2, 3):
        answer = knotlab(*DUEL, "--out", top / f"duel-{k}", "--part", f"{k}/3")
        assert (answer.status, answer.err) == (0, "") and f"part {k}/3 of the duel" in answer.out
    return [top / name for name in ("whole", "duel-1", "duel-2", "duel-3")]


def test_a_duel_in_parts_is_the_one_in_one_piece(
    duels: Sequence[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, *parts = duels
    assert [len(parts_of(part)) for part in parts] == [2, 2, 2]
    merged = knotlab("merge", *reversed(parts), "--out", tmp_path / "duel")
    assert (merged.status, merged.err) == (0, "") and "whole, 6 parts" in merged.out
    assert merged.out.rstrip().endswith(f"--out {tmp_path / 'duel'}") and "--part" not in merged.out
    assert parts_of(tmp_path / "duel") == parts_of(whole)
    forbid_playing(monkeypatch)
    there = knotlab(*DUEL, "--out", tmp_path / "duel", "--json").json
    assert untimed(there) == untimed(knotlab(*DUEL, "--out", whole, "--json").json)
    assert there["rows"][0]["metric"] == "loss_rate" and there["path"][-1]["deals"] >= 55_000 / there["games_per_deal"]
    assert knotlab("verify", tmp_path / "duel").status == 0


def test_a_part_of_a_duel_is_whole_by_itself_and_resumes(
    duels: Sequence[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = Path(shutil.copytree(duels[2], tmp_path / "part"))
    assert knotlab("verify", part).status == 0
    lost = sorted((part / "parts").glob("*.parquet"))[1]
    lost.unlink()
    assert "1 of 2 parts are whole\n  missing: part 4" in knotlab("verify", part).out
    assert "1 of 6 parts of the run are missing" in refused("merge", duels[1], part, duels[3], "--out", tmp_path / "d")
    assert knotlab(*DUEL, "--out", part, "--part", "2/3").status == 0
    assert parts_of(part) == parts_of(duels[2])
    forbid_playing(monkeypatch)
    assert knotlab(*DUEL, "--out", part, "--part", "2/3").status == 0


def test_parts_of_a_duel_that_do_not_fit_are_refused(duels: Sequence[Path], tmp_path: Path) -> None:
    line = refused("merge", *duels[1:3], "--out", tmp_path / "duel")
    assert "2 of 6 parts of the run are missing" in line and "duel-3;" in line and "--part 3/3" in line
    assert "holds part 1/3, not part 2/3" in refused(*DUEL, "--out", duels[1], "--part", "2/3")
    other = [word if word != 5 else 6 for word in DUEL]
    assert knotlab(*other, "--out", tmp_path / "other", "--part", "2/3").status == 0
    assert "are not parts of the same run" in refused("merge", duels[1], tmp_path / "other", "--out", tmp_path / "duel")
    assert "give it with --games" in refused(*DUEL[:-2], "--out", tmp_path / "none", "--part", "1/3")
    assert "leave out --precision" in refused(*DUEL, "--precision", "1%", "--out", tmp_path / "none", "--part", "1/3")
    assert "name one with --out" in refused(*DUEL, "--part", "1/3")
    assert not (tmp_path / "none").exists()


def test_python_plays_the_same_parts_of_a_duel(duels: Sequence[Path], tmp_path: Path) -> None:
    options: dict[str, Any] = {"players": 2, "set": {"turn_limit": 12}, "seed": 5, "progress": False}
    package.duel(GAME, "shed", "random", games=55_000, part=(3, 3), out=tmp_path / "duel", **options)
    assert parts_of(tmp_path / "duel") == parts_of(duels[3])
    for more, sentence in (({}, "needs a fixed number of games"), ({"precision": 0.01}, "leave out precision")):
        with pytest.raises(InputError, match=sentence):
            package.duel(GAME, "shed", "random", part=(1, 3), out=tmp_path / "none", **options, **more)


# --- claims ---


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with three claims, beside folders with all of them, and with two parts of them; tests only read them."""
    file = tmp_path_factory.mktemp("claims") / "own.py"
    file.write_text(OWN)
    words = ("claims", "--claims-from", file, *STAGES)
    assert knotlab(*words, "--out", file.parent / "whole").status == 0
    for k in (1, 2):
        answer = knotlab(*words, "--out", file.parent / f"part-{k}", "--part", f"{k}/2")
        assert answer.status == 0 and f"part {k}/2 of 3 claims: {3 - k} of them" in answer.err
    return file


def test_claims_in_parts_are_those_in_one_piece(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top, words = own.parent, ("claims", "--claims-from", own, *STAGES)
    assert {path.name[:5] for path in (top / "part-1").glob("XX-*")} == {"XX-C1", "XX-C3"}
    merged = knotlab("merge", top / "part-2", top / "part-1", "--out", tmp_path / "claims")
    assert (merged.status, merged.err) == (0, "") and "2 parts from 2 folders" in merged.out
    assert parts_of(tmp_path / "claims") == parts_of(top / "whole") != {}
    assert knotlab("verify", tmp_path / "claims").status == 0
    forbid_playing(monkeypatch)
    here = knotlab(*words, "--out", tmp_path / "claims", "--json").json
    assert untimed(here) == untimed(knotlab(*words, "--out", top / "whole", "--json").json)
    assert [claim["id"] for claim in here["claims"]] == ["XX-C1", "XX-C2", "XX-C3"]


def test_parts_of_claims_that_are_missing_or_not_complete_are_named_with_their_commands(
    own: Path, tmp_path: Path
) -> None:
    top = own.parent
    line = refused("merge", top / "part-1", "--out", tmp_path / "claims")
    assert "1 of 2 parts of claims are missing" in line and "--part 2/2" in line and "part-2" in line
    part = Path(shutil.copytree(top / "part-2", tmp_path / "part"))
    note = json.loads((part / "slice.json").read_text())
    note["content"]["is_complete"] = True
    (part / "slice.json").write_text(json.dumps(note))
    assert knotlab("merge", top / "part-1", part, "--out", tmp_path / "fine").status == 0
    note["content"]["k"] = 1
    (part / "slice.json").write_text(json.dumps(note))
    assert "slice.json is damaged" in refused("merge", top / "part-1", part, "--out", tmp_path / "claims")


def test_a_part_of_claims_that_was_interrupted_is_not_merged(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("claims", "--claims-from", own, *STAGES, "--out", tmp_path / "part", "--part", "2/2")
    with monkeypatch.context() as context:
        context.setattr("knotlab.sim.playing.delivery._play", interrupt)
        context.setattr("os._exit", leave)
        assert knotlab(*words, "--workers", 1).status == 130
    line = refused("merge", own.parent / "part-1", tmp_path / "part", "--out", tmp_path / "claims")
    assert "is not complete; go on with: knotlab" in line
    assert knotlab(*words).status == 0
    assert parts_of(tmp_path / "part") == parts_of(own.parent / "part-2")
    assert knotlab("merge", own.parent / "part-1", tmp_path / "part", "--out", tmp_path / "claims").status == 0


def interrupt(*_: object) -> None:
    """What happens where somebody stops a command."""
    raise KeyboardInterrupt


def leave(status: int) -> NoReturn:
    """What stands in for the end of the process."""
    raise SystemExit(status)


def test_damaged_and_other_parts_of_claims_are_refused(own: Path, tmp_path: Path) -> None:
    top = own.parent
    part = Path(shutil.copytree(top / "part-2", tmp_path / "part"))
    deals = max(part.rglob("*.parquet"))
    deals.write_bytes(deals.read_bytes()[:-1])
    assert "is damaged" in refused("merge", top / "part-1", part, "--out", tmp_path / "claims")
    words = ("claims", "--claims-from", own)
    assert "not this part 1/2" in refused(*words, *STAGES, "--out", top / "part-2", "--part", "1/2")
    assert "other claims" in refused(*words, "--stages", "sizes", "--out", top / "part-2", "--part", "2/2")
    assert "claims as a whole" in refused(*words, *STAGES, "--out", top / "whole", "--part", "1/2")
    assert "--budget" in refused(*words, *STAGES, "--budget", 1, "--out", tmp_path / "none", "--part", "1/2")
    assert "merge the parts first" in refused(
        *words, *STAGES, "--findings", tmp_path / "page", "--out", tmp_path / "none", "--part", "1/2"
    )
    assert "holds no part of claims" in refused("merge", top / "part-1", top / "whole", "--out", tmp_path / "claims")


def test_python_plays_the_same_parts_of_claims(own: Path, tmp_path: Path) -> None:
    options: dict[str, Any] = {"claims_from": own, "stages": "headlines", "part": (2, 2), "progress": False}
    played = package.claims(out=tmp_path / "part", **options)
    assert [result.tip.id for result in played] == ["XX-C2"]
    assert parts_of(tmp_path / "part") == parts_of(own.parent / "part-2")
    with pytest.raises(InputError, match="leave out budget"):
        package.claims(out=tmp_path / "none", budget=1, **options)
