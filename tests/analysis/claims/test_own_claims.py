"""Claims of somebody's own: `knotlab claims --claims-from FILE`, and what is said of files that cannot be used."""

from pathlib import Path

import pandas as pd
import pytest

from knotlab import claims
from knotlab.analysis.claims.evidence.readings import ReadingChanges, published_readings
from knotlab.analysis.claims.evidence.results import ClaimsResult
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.model.chart import Sample
from knotlab.analysis.claims.model.registration import name_of, registration
from knotlab.analysis.claims.rulebooks.library import levels_of
from knotlab.analysis.claims.rulebooks.selection import own_inquiry, read_claims, select
from knotlab.analysis.claims.stages import play
from knotlab.analysis.stats.verdicts import Verdict
from tests.cli import knotlab, refused, strategy_file

DUEL = 'Duel("an idea", "shed", "random", players=(3,), fields=("simple",), margin=0.02)'
FILE = """import polars as pl

from knotlab.analysis.claims import Branch, Contrast, Curve, Duel, Ratio, Tip, WhatIf
from knotlab.analysis.claims.rulebooks.twisted_knot.spread import Spread
from knotlab.analysis.claims.rulebooks.twisted_knot.table_rates import TableRates


def nothing(positions, rows):
    return positions.views["seat"] >= 0


def tip(id, *experiments, game="twisted-knot", **others):
    return Tip(id, game, "a claim of my own", "heard", "as it stands.", experiments, **others)


"""
TWO = f"TIPS = [tip('MY-C1', {DUEL}), tip('MY-C2', {DUEL.replace('(3,)', '(2, 3)')})]"


def own_file(folder: Path, content: str) -> Path:
    file = folder / "mine.py"
    file.write_text(FILE + content + "\n")
    return file


@pytest.mark.long
def test_claims_of_ones_own_share_the_level_among_themselves(tmp_path: Path) -> None:
    file, kept, table = own_file(tmp_path, TWO), tmp_path / "kept", tmp_path / "cells.csv"
    words = ("claims", "my-c1", "--claims-from", file, "--quick", "--out", kept)
    answer = knotlab(*words, "--csv", table, "--findings", tmp_path / "findings", "--json").json
    assert answer["level"] == 0.05
    assert [(each["id"], each["verdict"], len(each["cells"])) for each in answer["claims"]] == [
        ("MY-C1", Verdict.HOLDS, 1)
    ]
    assert pd.read_csv(table)["tip"].empty and "## MY-C1" in (tmp_path / "findings" / "findings.md").read_text()
    levels = levels_of(own_inquiry(read_claims(file)))
    assert (levels.headline, levels.cell) == (0.05 / 2 / 2, 0.05 / 2 / 3)  # the whole file's, though one is tried
    assert knotlab(*words).status == 0
    assert sorted(path.name.partition("-headline-")[0].partition("-pilot-")[0] for path in kept.iterdir()) == [
        "MY-C1", "MY-C1",
    ]  # fmt: skip


def test_claims_of_ones_own_are_listed_alone(tmp_path: Path) -> None:
    file = own_file(tmp_path, TWO)
    assert [
        (each["id"], each["cells"])
        for each in knotlab("claims", "--claims-from", file, "--list", "--json").json["claims"]
    ] == [("MY-C1", 1), ("MY-C2", 2)]
    assert refused("claims", "MY-C3", "--claims-from", file).endswith(
        "there is no claim 'MY-C3'; did you mean 'MY-C2'? known: MY-C1, MY-C2"
    )
    assert "there is no claim 'TK-C1'" in refused("claims", "TK-C1", "--claims-from", file)


@pytest.mark.long
def test_everything_in_a_claim_may_name_strategies_of_ones_own(tmp_path: Path) -> None:
    strategies = strategy_file(tmp_path, "mine_alone", "return -1.0 * move.rank")
    experiments = """
        Duel("duel", "mine-alone", "shed", (2,), (("mine-alone:tremble=0.1",),)),
        Contrast("rate", Ratio(pl.col("seat") == 0, pl.lit(1.0), table=("mine-alone",)), None, 0.5, 0.1,
                  "share", (("shed", "mine-alone"),), (2,)),
        WhatIf("what-if", pl.col("stack_size") > 0, Branch(None, strategy="mine-alone"), Branch(None, nothing),
               fields=(("random",),), players=(2,))
    """
    curves = """
        Curve("curve", pl.lit(1.0), pl.lit(1.0), pl.col("seat"), "seat", "share", ("mine-alone:tremble=0.1",), 2),
        Spread("s", ("mine-alone", "shed"), 2),
        TableRates("t", pl.col("turn") > 9, pl.lit(1.0), ("mine-alone:tremble=0.1", "shed:tremble=0.1"),
               "who", "share", ("mine", "shed"), 2)
    """
    file = own_file(tmp_path, f"TIPS = [tip('MY-C1', {experiments}, curves=({curves}))]")
    assert "there is no strategy 'mine-alone' for twisted-knot" in refused("claims", "--claims-from", file)
    own = read_claims(file, [strategies])
    inquiry, cells = own_inquiry(own, [strategies]), cells_of(own[0])
    assert all("mine-alone" in str(registration(cell, inquiry)["sources"]) for cell in cells)
    deals = cells[2].experiment.play(cells[2], inquiry, 0, 20)
    assert deals.height == 20 and deals["cases"].sum() > 0
    sample = Sample("twisted-knot", 20, inquiry.seed, inquiry.strategies_from)
    assert all(shown.play(sample).rates for shown in own[0].curves)
    before = [name_of(cell, inquiry) for cell in cells]
    strategy_file(tmp_path, "mine_alone", "return 1.0 * move.rank")
    assert not set(before) & {name_of(cell, inquiry) for cell in cells}


def test_what_a_claim_alters_is_part_of_its_record(tmp_path: Path) -> None:
    content = (
        "TIPS = [tip('MY-C1', WhatIf('w', pl.col('step') > 0, Branch(None, nothing), Branch(None), "
        "fields=('simple',), players=(2,)))]"
    )
    names = []
    for more in ("", "OTHERWISE = True"):
        own = read_claims(own_file(tmp_path, f"{content}\n{more}"))
        names.append(name_of(cells_of(own[0])[0], own_inquiry(own)))
    assert names[0] != names[1]


WRONG = {
    "a syntax error": ("TIPS = [", "syntax error"),
    "an error": ("TIPS = [1 / 0]", "line 16: ZeroDivisionError: division by zero"),
    "no list": ("", "has no list TIPS; write TIPS = [Tip(...), ...]"),
    "an empty list": ("TIPS = []", "TIPS that are no list of claims: []"),
    "one claim instead of a list": (f"TIPS = tip('MY-C1', {DUEL})", "TIPS that are no list of claims"),
    "another type": ("TIPS = ['MY-C1']", "TIPS that are no list of claims: ['MY-C1']"),
    "an id of no shape": (
        f"TIPS = [tip('mine', {DUEL})]",
        "a claim's id is written as in MY-C1: capital letters, -C and a number, not 'mine'",
    ),
    "an id that is a number": (f"TIPS = [tip(1, {DUEL})]", "claim 1: id of Tip takes str, not 1"),
    "an id that ships": (f"TIPS = [tip('TK-C1', {DUEL})]", "TK-C1 is the id of a claim that ships"),
    "one id twice": (f"TIPS = [tip('MY-C1', {DUEL})] * 2", "two claims have the id MY-C1"),
    "nothing to try": ("TIPS = [tip('MY-C1')]", "MY-C1: there is nothing in it to try"),
    "another game": (
        f"TIPS = [tip('MY-C1', {DUEL}, game='twisted')]",
        "there is no game 'twisted'; did you mean 'twisted-knot'?",
    ),
    "another strategy": (
        f"TIPS = [tip('MY-C1', {DUEL.replace('shed', 'shedd')})]",
        "there is no strategy 'shedd' for twisted-knot; did you mean 'shed'?",
    ),
    "a parameter out of bounds": (
        f"TIPS = [tip('MY-C1', {DUEL.replace('shed', 'shed:tremble=2')})]",
        "takes a number from 0 to 1 for tremble, not 2",
    ),
    "one strategy twice": (
        f"TIPS = [tip('MY-C1', {DUEL.replace('random', 'shed')})]",
        "a duel needs two different strategies",
    ),
    "another field": (
        f"TIPS = [tip('MY-C1', {DUEL.replace('simple', 'simpel')})]",
        "there is no field 'simpel' for twisted-knot; did you mean 'simple'?",
    ),
    "a field without a comma": (
        f"TIPS = [tip('MY-C1', {DUEL.replace(',)', ')')})]",
        "players of Duel takes tuple[int, ...], not 3",
    ),
    "an empty table": (f"TIPS = [tip('MY-C1', {DUEL.replace('simple', '')})]", "there is no field '' for twisted-knot"),
    "too many players": (
        f"TIPS = [tip('MY-C1', {DUEL.replace('(3,)', '(9,)')})]",
        "twisted-knot has 2 to 8 players, not 9",
    ),
    "no players": (f"TIPS = [tip('MY-C1', {DUEL.replace('(3,)', '()')})]", "'an idea' has no players or no field"),
    "a margin of nothing": (
        f"TIPS = [tip('MY-C1', {DUEL.replace('0.02)', '0)')})]",
        "the smallest effect that matters is a number above 0, not 0",
    ),
    "a word for a margin": (
        f"TIPS = [tip('MY-C1', {DUEL.replace('0.02)', 'None)')})]",
        "margin of Duel takes float, not None",
    ),
    "a truth for a margin": (
        f"TIPS = [tip('MY-C1', {DUEL.replace('0.02)', 'True)')})]",
        "margin of Duel takes float, not True",
    ),
    "a truth for a number of players": (
        f"TIPS = [tip('MY-C1', {DUEL.replace('(3,)', '(True,)')})]",
        "players of Duel takes tuple[int, ...], not (True,)",
    ),
    "a number in place of words": (
        f"TIPS = [tip('MY-C1', {DUEL[:-1]}, means={{'effect': 3}}))]",
        "means of Duel takes Mapping[Any, str], not {'effect': 3}",
    ),
    "a line-up with a number in it": (
        "TIPS = [tip('MY-C1', " + DUEL.replace('"simple"', "('shed', 2)") + ")]",
        "fields of Duel takes tuple[str | tuple[str, ...], ...], not (('shed', 2),)",
    ),
    "another metric": (f"TIPS = [tip('MY-C1', {DUEL[:-1]}, metric='mean_score'))]", "MY-C1: there is no"),
    "another rule": (
        f"TIPS = [tip('MY-C1', {DUEL[:-1]}, rules=('pack=2',)))]",
        "there is no setting 'pack' of twisted-knot",
    ),
    "meanings of its own": (
        f"TIPS = [tip('MY-C1', {DUEL[:-1]}, means={{'holds': 'yes'}}))]",
        "means says for each of 'holds', 'wrong', 'makes no difference' one of 'holds'",
    ),
    "a design without a field": (
        f"TIPS = [tip('MY-C1', {DUEL[:-1]}, design='invader'))]",
        "write fields=(('random',),)",
    ),
    "one cell twice": (
        f"TIPS = [tip('MY-C1', {DUEL}, {DUEL})]",
        "two of its cells are 'MY-C1 an idea, 3 players, simple'",
    ),
    "another unit": (
        "TIPS = [tip('MY-C1', Contrast('c', Ratio(pl.lit(1), pl.lit(1)), None, 0.5, 0.1, 'shares', ('simple',)))]",
        "there is no unit 'shares'; did you mean 'share'?",
    ),
    "another player of a what-if": (
        "TIPS = [tip('MY-C1', WhatIf('w', pl.lit(True), Branch(None), Branch(None, nothing), fields=('simple',), "
        "players=(2,), whose='me'))]",
        "there is no field 'me' in the view of twisted-knot",
    ),
    "a branch of another kind": (
        "TIPS = [tip('MY-C1', WhatIf('w', pl.lit(True), Branch((1, 2)), Branch(None)))]",
        "move of Branch takes tuple[Expr, ...]",
    ),
    "no rollouts": (
        "TIPS = [tip('MY-C1', WhatIf('w', pl.lit(True), Branch(None), Branch(None, nothing), rollouts=0))]",
        "1 or more, not 0",
    ),
    "tables without names": (
        "TIPS = [tip('MY-C1', curves=(TableRates('t', pl.lit(1), pl.lit(1), ('shed',), 'x', 'share', ()),))]",
        "1 tables and 0 names",
    ),
    "a curve at another table": (
        "TIPS = [tip('MY-C1', curves=(Curve('c', pl.lit(1), pl.lit(1), pl.lit(1), 'x', 'share', 'sampel'),))]",
        "'simple'?",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_file_of_claims_that_cannot_be_used_is_one_sentence(kind: str, tmp_path: Path) -> None:
    content, said = WRONG[kind]
    file = own_file(tmp_path, content)
    line = refused("claims", "--claims-from", file, "--list")
    assert str(file) in line and said in line


def test_files_of_claims_that_are_missing_or_no_python_are_one_sentence(tmp_path: Path) -> None:
    absent, text = tmp_path / "absent.py", own_file(tmp_path, TWO).rename(tmp_path / "mine.txt")
    assert f"cannot read the file with claims {absent}: No such file" in refused("claims", "--claims-from", absent)
    assert "ends in .py" in refused("claims", "--claims-from", text)
    assert "--strategies-from is for your own claims" in refused("claims", "TK-C22", "--strategies-from", absent)


def test_a_column_that_the_event_log_does_not_have_is_one_sentence(tmp_path: Path) -> None:
    wrong = "Contrast('c', Ratio(pl.col('move_rnak') > 1, pl.lit(1.0)), None, 0.5, 0.1, 'share', ('simple',), (2,))"
    file = own_file(tmp_path, f"TIPS = [tip('MY-C1', {wrong})]")
    line = refused("claims", "--claims-from", file, "--list")
    assert f"{file}, MY-C1: there is no column 'move_rnak' in what 'c' is read from; did you mean 'move_rank'?" in line
    assert "known: decision, demand," in line


UNLESS = """
from knotlab.analysis.claims import OnlyWhen


def keep(view, move):
    return move.rank == 12


def early(view, move):
    return view.hand_sizes[view.seat] > 3


ONLY = dict(how="forbid", label="keeping aces", when="early", players=(2, 3), fields=("simple",))
TIPS = [tip("MY-C1", OnlyWhen(keep, early, **ONLY))]
"""


def test_a_rule_with_a_condition_is_two_experiments_of_one_headline(tmp_path: Path) -> None:
    (own,) = read_claims(own_file(tmp_path, UNLESS))
    inquiry, cells = own_inquiry([own]), cells_of(own)
    assert [(cell.experiment.label, cell.players) for cell in cells] == [
        ("keeping aces early", 2),
        ("keeping aces early", 3),
        ("keeping aces elsewhere", 2),
        ("keeping aces elsewhere", 3),
    ]
    assert all(cell.is_of_headline for cell in cells)
    assert levels_of(inquiry) == (0.05 / 2 / 2, 0.05 / 2 / 4)
    names = [cell.experiment.jobs(cell, inquiry)[0].players[0].name for cell in cells[1:3]]
    assert names == ["shed:forbid=keep when early", "shed:forbid=keep unless early"]
    assert len({name_of(cell, inquiry) for cell in cells}) == 4


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('how="forbid"', 'how="forbids"', "there is no way to lay a rule 'forbids' over a player; did you mean 'for"),
        ("(keep, early", '("mine.py:kept", early', "there is no rule 'kept' in mine.py; did you mean 'keep'?"),
        ("(keep, early", "(keep, 3", "condition of UnderRule takes str | Callable[..., Any], not 3"),
        ("(keep, early", "(keep, ''", "'keeping aces early' has no condition; give it a function or its name"),
        ("move.rank == 12", "move.rang == 12", "there is no field 'rang' in the move; did you mean 'rank'?"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_rule_and_its_condition_is_one_sentence(
    old: str, new: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = own_file(tmp_path, UNLESS.replace(old, new))
    assert says in refused("claims", "--claims-from", file, "--quick")


@pytest.mark.long
def test_a_rule_that_helps_only_under_a_condition_is_found_out(tmp_path: Path) -> None:
    """Not to pick up is good for a random player, and not to lay is bad; the rule is the one or the other."""
    content = """
from knotlab.analysis.claims import OnlyWhen
from knotlab.sim.games.twisted_knot.state import LAY, PICK_UP


def unwise(view, move):
    return move.kind == (PICK_UP if view.hand_sizes[view.seat] > 3 else LAY)


def many(view, move):
    return view.hand_sizes[view.seat] > 3


ONLY = dict(how="forbid", label="the rule", when="with many cards", players=(2,), margin=0.02)
TIPS = [tip("MY-C1", OnlyWhen(unwise, many, "random", fields=(("random",),), **ONLY))]
"""
    words = ("claims", "--claims-from", own_file(tmp_path, content), "--quick")
    (claim,) = knotlab(*words, "--json").json["claims"]
    headline = claim["headline"]
    assert (headline["answer"], claim["verdict"]) == ("helps only there", Verdict.HOLDS)
    assert headline["effect"] > 0 > headline["effect_elsewhere"]


# --- at other tables ---


def test_a_published_reading_of_the_rules_is_shown_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "try_stages", lambda *how, **more: pytest.fail("it is played"))
    found = claims(["KW-C1", "kw-c2"], set={"reset": "missing"})
    assert isinstance(found, ReadingChanges)
    published = {change.tip: change for change in published_readings() if change.reading.change == "reset=missing"}
    assert [(change.tip, change.other.effect) for change in found] == [
        (name, published[name].other.effect) for name in ("KW-C1", "KW-C2")
    ]
    shown = knotlab("claims", "TK-C1", "--set", "preset=southampton", "--set", "multiply=none", "--json").json
    assert [each["reading"] for each in shown["readings"]] == ["multiply=none"]


def test_claims_are_tried_at_other_tables_by_other_rules(tmp_path: Path) -> None:
    file = own_file(tmp_path, TWO)
    for selection in (select(["TK-C1"]), select(["MY-C2"], claims_from=file)):
        moved = selection.at(["packs=2"], [5, 6], lambda game: ("shed", "random"))
        cells = cells_of(moved.tips[0])
        assert {(cell.players, cell.field_name) for cell in cells} == {(5, "shed, random"), (6, "shed, random")}
        assert len({cell.experiment.label for cell in cells}) == len(selection.tips[0].experiments)
        jobs = [job for cell in cells for job in cell.experiment.jobs(cell, moved.inquiry)]
        assert {(job.rules["packs"], len(job.players)) for job in jobs} == {(2, 5), (2, 6)}
        assert levels_of(moved.inquiry).headline == 0.05 / 2  # a family of its own


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("TK-C22", "--set", "kings=opponents"), "TK-C22 is not tried by playing, so it has no other tables"),
        (("--set", "kings=opponents"), "--set, --players and --field are about claims that you name"),
        (("TK-C1", "--readings", "--players", 5), "without --readings and --list"),
        (("TK-C1", "--set", "king=opponents"), "TK-C1: there is no setting 'king' of twisted-knot; did you mean 'kin"),
        (("TK-C1", "--players", 9), "TK-C1: twisted-knot has 2 to 8 players, not 9"),
        (("TK-C1", "--field", "sheds"), "there is no field or strategy 'sheds' for twisted-knot; did you mean 'shed'"),
    ],
)  # fmt: skip
def test_tables_at_which_no_claim_can_be_tried_are_one_sentence(words: tuple[str | int, ...], says: str) -> None:
    assert says in refused("claims", *words)


@pytest.mark.long
def test_own_claims_give_what_those_give_that_ship(tmp_path: Path) -> None:
    own = claims(
        claims_from=own_file(tmp_path, TWO.replace("random", "save-fives")),
        precision=0.05,
        set=["packs=2"],
        players=[2, 4],
    )
    shipped = claims("TK-C1")
    assert isinstance(own, ClaimsResult) and isinstance(shipped, ClaimsResult)
    assert set(own.to_pandas()) == set(shipped.to_pandas()) and set(own.cells()) == set(shipped.cells())
    assert own.to_pandas()["effect"].notna().all() and own.cells()["effect"].notna().all()
    assert [*zip(own.cells()["tip"], own.cells()["players"], strict=True)] == [
        (tip, n) for tip in ("MY-C1", "MY-C2") for n in (2, 4)
    ]
    assert (own.cells()["rules"] == "packs=2").all()
