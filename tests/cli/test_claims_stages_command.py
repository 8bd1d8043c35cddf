"""The command `claims --stages`: headlines and sizes as a user sees them."""

import csv
import json
from pathlib import Path

import pandas as pd
import pytest

from knotlab import claims
from knotlab.analysis.claims.evidence.files import CELLS, TIPS, read_evidence
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.model.inquiry import USUAL
from knotlab.analysis.claims.model.meaning import Precision, precision_for
from knotlab.analysis.claims.retest.play import is_same
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.claims.stages.claims_run import ClaimsRun
from knotlab.analysis.claims.stages.tip_run import TipRun
from knotlab.analysis.stats.headline import Headline
from knotlab.analysis.stats.verdicts import HeadlineAnswer
from knotlab.api import reading
from knotlab.api.claims import _half_width
from knotlab.reports.words.claims import depends_on
from knotlab.sim.errors import InputError
from tests.cli import GAME, knotlab

OWN = """
from knotlab.analysis.claims import Duel, Tip

ACES = Duel("aces", "hoard-aces", "shed", players=(3,), fields=("simple",), margin=0.04)
TIPS = [Tip("XX-C1", "twisted-knot", "keep your aces", "a hunch", "as it stands", (ACES,))]
"""
STAGES = ("--stages", "sizes", "--precision", "2%")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a claim of one's own, and the folder `kept` beside it."""
    file = tmp_path_factory.mktemp("own") / "own.py"
    file.write_text(OWN)
    return file


def test_headlines_and_sizes_are_printed_and_written(own: Path, tmp_path: Path) -> None:
    kept = own.parent / "kept"
    answer = knotlab("claims", "--claims-from", own, *STAGES, "--out", kept, "--csv", tmp_path / "sizes.csv")
    assert answer.status == 0 and "1 of 1 headlines known" in answer.out
    assert "XX-C1" in answer.out and "better" in answer.out and "certain" in answer.out
    (row,) = csv.DictReader((tmp_path / "sizes.csv").read_text().splitlines())
    assert row["tip"] == "XX-C1" and row["certain_sign"] == "1"
    assert float(row["all_low"]) < float(row["low"]) < float(row["effect"]) < float(row["high"])
    again = knotlab("claims", "--claims-from", own, *STAGES, "--out", kept, "--json").json
    (stated,) = again["claims"]
    assert stated["verdict"] == "holds" and stated["headline"]["answer"] == "better"
    assert stated["cells"][0]["effect"] == pytest.approx(float(row["effect"]))
    registered = {file.stem.rpartition("-")[2] for file in kept.glob("XX-C1-pilot-*.json")}
    played = [json.loads(file.read_text("utf-8"))["identity"] for file in kept.glob("XX-C1-*/manifest.json")]
    assert len(registered) == 1 and {each["command"] for each in played} == {"claims: headline", "claims: size"}
    assert all({*each["cells"]} == registered for each in played)  # one name for a question in all that it plays
    here = claims(claims_from=own, stages="sizes", precision=0.02, out=kept, progress=False)
    assert here.cells()["effect"].tolist() == [pytest.approx(float(row["effect"]))]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--stages", "size"), "there is no stage 'size'; did you mean 'sizes'?"),
        (("--quick", "--precision", "1%"), "the sizes of effects, and none are played; add --stages sizes"),
        (("--stages", "sizes", "--precision", 0), "--precision must be a number greater than 0"),
        (
            ("--stages", "sizes", "--precision", 0.02),
            "--precision is a share of games and needs a % sign, as in --precision 0.25%, not '0.02'",
        ),
        (("--stages", "sizes", "--precision", "200%"), "the precision is a share between 0 and 1, such as 0.0025"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(own: Path, options: tuple[object, ...], sentence: str) -> None:
    answer = knotlab("claims", "--claims-from", own, *options)
    assert answer.status == 2 and sentence in answer.line


def test_a_precision_is_about_effects_that_are_shares_where_there_are_any() -> None:
    """The others are as declared: half a margin; half of those of games lost is a quarter of a game in 100."""
    assert precision_for(tip_named("TK-C6").units, 0.01) == Precision(0.01, is_share=True)
    cells = {cell.experiment.unit_in(GAME): cell for cell in cells_of(tip_named("TK-C6"))}
    lost, turns = cells["loss_rate"], cells["turns"]
    run = ClaimsRun(USUAL, Path(), 1, Precision(0.01, is_share=True), lambda name: None)
    tip_run = TipRun(tip_named("TK-C6"), run)
    assert tip_run.half_width(lost) == 0.01 and tip_run.half_width(turns) == turns.experiment.margin / 2
    with pytest.raises(InputError, match="the precision is a share between 0 and 1"):
        precision_for(["loss_rate", "turns"], 2.0)


def test_a_number_without_a_per_cent_sign_is_about_other_units() -> None:
    answer = knotlab("claims", "TY-C3", "--stages", "sizes", "--precision", "2%")
    assert answer.status == 2 and "takes a number without a % sign for these claims, not '2%'" in answer.line
    assert _half_width(reading.size("--precision", "2.5"), [tip_named("TY-C3")]) == 2.5


@pytest.mark.parametrize(
    ("use", "words"), [("headline", "for its headline"), ("literal", "that follows it word for word")]
)
def test_an_experiment_that_is_not_there_is_refused(use: str, words: str, own: Path) -> None:
    file = own.parent / "other.py"
    file.write_text(OWN.replace("(ACES,))", f"(ACES,), {use}='acse')"))
    answer = knotlab("claims", "--claims-from", file, "--list")
    assert answer.status == 2 and f"there is no experiment 'acse' {words}; did you mean 'aces'?" in answer.line


def test_claims_are_played_in_stages_unless_quick(own: Path, tmp_path: Path) -> None:
    """The same numbers with and without the name of the stage; a page with a plot."""
    kept = own.parent / "kept"
    words = ("claims", "--claims-from", own, "--precision", "2%", "--out", kept, "--findings", tmp_path / "found")
    answer = knotlab(*words, "--json")
    named = knotlab("claims", "--claims-from", own, *STAGES, "--out", kept, "--json")
    assert answer.json["claims"] == named.json["claims"]
    page = (tmp_path / "found" / "findings.md").read_text()
    assert "Following the tip: better; on average" in page and "XX-C1-loss_rate.svg" in page
    assert "games lost in 100: more to the left" in (tmp_path / "found" / "XX-C1-loss_rate.svg").read_text()
    here = claims(claims_from=own, precision=0.02, out=kept, progress=False)
    assert here.cells()["effect"].tolist() == [
        pytest.approx(cell["effect"]) for cell in answer.json["claims"][0]["cells"]
    ]
    assert here.plot("XX-C1").axes[0].get_title(loc="left").startswith("XX-C1, holds: Aces: ")


@pytest.mark.long
def test_a_quick_pass_is_a_headline_without_sizes_that_says_what_it_rests_on(own: Path) -> None:
    answer = knotlab("claims", "--claims-from", own, "--quick")
    assert "it stops when any effect above 8 times the declared margin would have shown, at one size" in answer.out
    (quick,) = knotlab("claims", "--claims-from", own, "--quick", "--json").json["claims"]
    assert quick["headline"]["answer"] == "better" and quick["verdict"] == "holds"
    assert [cell["deals"] for cell in quick["cells"]] == [0]


@pytest.mark.parametrize(
    ("plus", "minus", "words"),
    [
        ([(2, "simple"), (2, "strong")], [(4, "simple")], "helps between two, hurts among four"),
        ([(2, "mixed"), (3, "mixed")], [(4, "mixed")], "helps between two and among three, hurts among four"),
        (
            [(4, "simple")],
            [(4, "strong"), (4, "mixed")],
            "helps at simple tables, hurts at strong and plain tables",
        ),
        (
            [(2, "simple"), (3, "strong")],
            [(2, "strong"), (3, "simple")],
            "helps at 2 players simple, 3 players strong, hurts at 2 players strong, 3 players simple",
        ),
    ],
)
def test_a_tip_that_depends_says_where(plus: list[tuple[int, str]], minus: list[tuple[int, str]], words: str) -> None:
    headline = Headline(HeadlineAnswer.DEPENDS, 0.0, -0.01, 0.01, 0.005, tuple(plus), tuple(minus))
    assert depends_on(headline) == words


@pytest.mark.long
def test_headlines_and_sizes_are_written_as_they_are_published(tmp_path: Path) -> None:
    """With the first deals by which they are known to stand."""
    words = ("claims", "TK-C24", "--stages", "sizes", "--precision", "20%", "--workers", 1)
    (claim,) = knotlab(*words, "--findings", tmp_path / "found", "--json").json["claims"]
    headlines, sizes = (pd.read_csv(tmp_path / "found" / name) for name in (TIPS, CELLS))
    assert headlines["answer"].to_list() == [claim["headline"]["answer"]]
    assert headlines["effect"].to_list() == pytest.approx([claim["headline"]["effect"]])
    for name in ("effect", "deals"):
        assert sizes[name].to_list() == pytest.approx([cell[name] for cell in claim["cells"]])
    (result,) = read_evidence(tmp_path / "found")
    cells = {cell.name: cell for cell in cells_of(tip_named("TK-C24"))}
    assert [is_same(each, cells[each.name], USUAL) for each in result.cells] == [True] * 3
