"""Duels of fixed size and claims played in parts, whose files are copied into one folder: the same deals and the same
answers as in one piece, or one sentence.
"""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli import GAME, knotlab, put_together, refused

DUEL = ("duel", GAME, "shed", "random", "--players", 2, "--set", "turn_limit=12", "--seed", 5, "--games", 55_000)
OWN = """
from knotlab.analysis.claims import Duel, Tip

def tip(id, players):
    return Tip(id, "twisted-knot", "keep your aces", "a hunch", "as it stands", (
        Duel("aces", "hoard-aces", "shed", players=(players,), fields=("simple",),
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


@pytest.mark.long
def test_a_duel_in_parts_is_the_one_in_one_piece(
    duels: Sequence[Path], tmp_path: Path, forbid_playing: Callable[[], None]
) -> None:
    whole, *parts = duels
    forbid_playing()
    assert [len(parts_of(part)) for part in parts] == [2, 2, 2]
    duel = put_together(tmp_path / "duel", *reversed(parts))
    assert parts_of(duel) == parts_of(whole)
    assert "no verdict yet" in refused("show", duel)
    there = knotlab(*DUEL, "--out", duel, "--json").json
    assert untimed(there) == untimed(knotlab(*DUEL, "--out", whole, "--json").json)
    assert there["rows"][0]["metric"] == "loss_rate" and there["path"][-1]["deals"] >= 55_000 / there["games_per_deal"]
    assert knotlab("verify", duel).out == f"{duel} (duel): whole, 6 pieces\n"
    assert knotlab("show", duel).err == ""


@pytest.mark.more
def test_a_part_of_a_duel_says_what_is_missing_and_resumes(
    duels: Sequence[Path], tmp_path: Path, forbid_playing: Callable[[], None]
) -> None:
    part = Path(shutil.copytree(duels[2], tmp_path / "part"))
    assert "2 of 6 pieces are whole\n  missing: pieces 0, 2 to 3, 5;" in knotlab("verify", part).out
    assert "no verdict yet" in refused("show", part) and "missing: duel: pieces 0, 2 to 3, 5" in refused("show", part)
    lost = sorted((part / "parts").glob("*.parquet"))[1]
    lost.unlink()
    assert "missing: pieces 0, 2 to 5;" in knotlab("verify", part).out
    assert knotlab(*DUEL, "--out", part, "--part", "2/3").status == 0
    assert parts_of(part) == parts_of(duels[2])
    forbid_playing()
    assert knotlab(*DUEL, "--out", part, "--part", "2/3").status == 0


@pytest.mark.long
def test_a_verdict_that_is_older_than_the_deals_beside_it_is_made_again(duels: Sequence[Path], tmp_path: Path) -> None:
    fewer = tuple(20_000 if word == 55_000 else word for word in DUEL)
    duel = tmp_path / "duel"
    assert knotlab(*fewer, "--out", duel).status == 0
    before = knotlab("show", duel)
    put_together(duel, *duels[1:])
    answer = knotlab("show", duel)
    assert (answer.status, answer.out) == (0, before.out) and "older than the pieces in" in answer.err
    answer = knotlab("verify", duel)
    assert answer.status == 3 and "its result is older than the pieces in the folder" in answer.out
    assert untimed(knotlab(*DUEL, "--out", duel, "--json").json) == untimed(
        knotlab(*DUEL, "--out", duels[0], "--json").json
    )
    assert knotlab("show", duel).err == "" and "is older than" not in knotlab("verify", duel).out


@pytest.mark.more
@pytest.mark.parametrize("words", [("replay", "--index", 1), ("whatif", "--index", 1, "--decision", 2)])
def test_a_duel_is_not_called_damaged_where_games_are_wanted(words: Sequence[object], duels: Sequence[Path]) -> None:
    assert refused(*words, "--run", duels[0]).endswith(
        f"{duels[0]} was written by knotlab duel; single games are played again from a folder of knotlab play"
    )


@pytest.mark.more
def test_parts_of_a_duel_that_do_not_fit_are_refused(duels: Sequence[Path], tmp_path: Path) -> None:
    other = [word if word != 5 else 6 for word in DUEL]
    assert knotlab(*other, "--out", tmp_path / "other", "--part", "2/3").status == 0
    duel = put_together(tmp_path / "duel", duels[1], tmp_path / "other")
    assert "part-000001.parquet is damaged or belongs to another run" in refused(*DUEL, "--out", duel)
    answer = knotlab("verify", duel)
    assert answer.status == 1 and answer.out.count("belongs to another run") == 2  # pieces 1 and 4
    assert "give it with --games" in refused(*DUEL[:-2], "--out", tmp_path / "none", "--part", "1/3")
    assert "leave out --precision" in refused(*DUEL, "--precision", "1%", "--out", tmp_path / "none", "--part", "1/3")
    assert "name one with --out" in refused(*DUEL, "--part", "1/3")
    assert not (tmp_path / "none").exists()


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
        assert answer.status == 0 and f"part {k}/2 of the claims: {3 - k} of them" in answer.err
    return file


@pytest.mark.long
def test_claims_in_parts_are_those_in_one_piece(own: Path, tmp_path: Path, forbid_playing: Callable[[], None]) -> None:
    top, words = own.parent, ("claims", "--claims-from", own, *STAGES)
    forbid_playing()
    assert {path.name[:5] for path in (top / "part-1").glob("XX-*")} == {"XX-C1", "XX-C3"}
    claims = put_together(tmp_path / "claims", top / "part-2", top / "part-1")
    assert parts_of(claims) == parts_of(top / "whole") != {}
    assert knotlab("verify", claims).status == 0
    here = knotlab(*words, "--out", claims, "--json").json
    assert untimed(here) == untimed(knotlab(*words, "--out", top / "whole", "--json").json)
    assert [claim["id"] for claim in here["claims"]] == ["XX-C1", "XX-C2", "XX-C3"]


@pytest.mark.long
def test_claims_of_which_a_part_is_missing_are_played_on(own: Path, tmp_path: Path) -> None:
    top, words = own.parent, ("claims", "--claims-from", own, *STAGES)
    claims = put_together(tmp_path / "claims", top / "part-1")
    lost = max((claims / "parts").parent.rglob("*.parquet"))
    assert "prints them, and plays those that are missing" in refused("show", claims)
    lost.unlink()
    assert knotlab(*words, "--out", claims).status == 0
    assert parts_of(claims) == parts_of(top / "whole")


@pytest.mark.long
def test_damaged_parts_of_claims_and_those_of_others_are_refused(own: Path, tmp_path: Path) -> None:
    top, words = own.parent, ("claims", "--claims-from", own)
    claims = put_together(tmp_path / "claims", top / "part-1", top / "part-2")
    deals = max(claims.rglob("*.parquet"))
    before = deals.read_bytes()
    deals.write_bytes(before[:-1])
    assert "is damaged" in refused(*words, *STAGES, "--out", claims)
    assert knotlab("verify", claims).status == 1
    deals.write_bytes(min(top.glob("part-*/XX-C1*/parts/*.parquet")).read_bytes())
    assert "belongs to another run" in refused(*words, *STAGES, "--out", claims)
    assert knotlab("verify", claims).status == 1
    assert "--budget" in refused(*words, *STAGES, "--budget", 1, "--out", tmp_path / "none", "--part", "1/2")
    assert "put the parts together first" in refused(
        *words, *STAGES, "--findings", tmp_path / "page", "--out", tmp_path / "none", "--part", "1/2"
    )
