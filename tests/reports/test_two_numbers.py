"""The two numbers of a tip, as lists have them, are the published ones of its tables."""

import pandas as pd
import pytest

import knotlab
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.judgement.at_table import Against
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.words.at_table import number_lines
from knotlab.reports.words.two_numbers import two_numbers
from tests.cli import knotlab as knotlab_command

CELLS = pd.read_csv(FINDINGS / "cells.csv")
CELLS["follows"] = CELLS["effect"] * CELLS["advice"]
LISTED = [tip for tip in shipped() if any(two_numbers(tip))]
SIZES = {"twyst": (4,)}


def told(words: str) -> list[tuple[str, str]]:
    """Each number with its direction: the one after it, or the one that all share; without the sign of what is always
    done.
    """
    parts = [part.partition(" ")[::2] for part in words.removesuffix("*").split("/")]
    shared = parts[-1][1] if sum(bool(way) for _, way in parts) == 1 else ""
    return [(number, "" if number in "0?\N{EN DASH}" else way or shared) for number, way in parts]


def is_said(number: str, way: str, row: pd.Series) -> bool:
    """Whether a number of games in 100, or of points, says what was published of following the tip."""
    scale = 1 if row["unit"] == "mean_score" else 100
    plus = "fewer" if row["field"] == "champion" else row["plus"]  # what a rule costs, its opposite saves
    exact = scale * row["follows"]
    if number == "0":
        return bool(abs(exact) < 0.5)
    value = float(number.replace("½", ".5")) * (1 if way == plus else -1)
    return value * exact > 0 and abs(value - exact) <= (0.5 if abs(exact) >= 5 else 0.25) + 1e-9


def is_withheld(rows: pd.DataFrame, players: int, number: str) -> bool:
    """Whether there is no number to tell, or none that is certain."""
    return players not in rows.index or (number == "?" and bool(rows.loc[players, "certain_sign"] == 0))


@pytest.mark.parametrize("name", [tip.id for tip in LISTED])
def test_both_numbers_are_published_ones_of_one_experiment_at_every_size_of_table(name: str) -> None:
    tip = shipped()[name]
    own, sizes = CELLS[CELLS["tip"] == tip.id], SIZES.get(tip.game, (2, 3, 4))
    rules = list(tip.words.strong)
    is_ruled = own["label"].isin(rules).any()
    for words, field, labels in zip(
        two_numbers(tip),
        ("mixed", "champion" if is_ruled else "strong"),
        (list(tip.words.rows), rules if is_ruled else list(tip.words.rows)),
        strict=True,
    ):
        if not words:
            assert own[(own["field"] == field) & own["label"].isin(labels[:1])].empty
            continue
        fits = []
        at_field = own[own["field"] == field]
        tried = [at_field[at_field["label"] == label].set_index("players") for label in labels]
        if tip.words.is_usual and field == "champion":  # both rules together say what is usually better
            both = sum(rows["follows"] for rows in tried)
            tried = [tried[0].assign(follows=both)]
        for rows in tried:
            fits.append(
                [n for n in sizes if n in rows.index]
                == [n for n, (number, _) in zip(sizes, told(words), strict=True) if number != "\N{EN DASH}"]
                and all(
                    number in "?\N{EN DASH}" or is_said(number, way, rows.loc[n])
                    for n, (number, way) in zip(sizes, told(words), strict=True)
                )
            )
        assert any(fits), (tip.id, words)


@pytest.mark.parametrize("name", ["TK-C25", "TK-C29", "KW-C1"])
def test_strong_players_are_told_the_number_in_colour_that_stands_in_the_tip_s_box(name: str) -> None:
    """Where the rule laid over the champion that is about the tip itself shows nothing, and another one does, or both
    together.
    """
    tip = shipped()[name]
    lines = [line.numbers for line in number_lines(tip, Against.STRONG)]
    coloured = next(line for line in lines if any(number.colour != "soft" for number in line))
    for (number, way), shown in zip(told(two_numbers(tip)[1]), coloured, strict=True):
        assert f"{number} {way}" == shown.words or (number == "?" and shown.colour == "soft")


def test_a_sign_tells_what_a_champion_must_always_do_from_what_it_does_at_times() -> None:
    signed = {tip.id for tip in shipped() if any(words.endswith("*") for words in two_numbers(tip))}
    assert signed == {"TK-C3", "TK-C10", "KW-C2"}  # obliged, or forbidden the opposite
    assert not any(two_numbers(tip)[0].endswith("*") for tip in shipped())


def test_both_numbers_of_a_tip_of_several_habits_are_of_the_same_one() -> None:
    """Of TK-C25, three to five cards: champions do that of which they lose most if it is forbidden."""
    plain, strong = (told(words) for words in two_numbers(shipped()["TK-C25"]))
    cells = CELLS[CELLS["tip"] == "TK-C25"].set_index(["label", "field", "players"], drop=False)
    assert is_said(*plain[1], cells.loc["pick up a stack of 3 to 5", "mixed", 3])
    for (number, way), players in zip(strong, (2, 3, 4), strict=True):
        rule = cells.loc["champion:forbid=picks_up_some", "champion", players]
        assert number == "?" or is_said(number, way, rule)


def test_what_a_script_gains_where_it_loses_nearly_all_games_is_not_shown() -> None:
    """Between two, a champion of Twisted Knot finishes ahead of every script in more than 90 of 100 games."""
    pairs = pd.read_csv(FINDINGS / "skill.csv").query("better == 'champion' and other != 'random' and rules.isna()")
    least = pairs.groupby(["game", "players"])["ahead"].min()
    assert least[least > 0.9].index.tolist() == [("twisted-knot", 2)]
    unruled = [tip for tip in LISTED if not tip.words.strong and tip.game == "twisted-knot" and two_numbers(tip)[1]]
    hidden = [tip.id for tip in unruled if told(two_numbers(tip)[1])[0] == ("?", "")]
    tried = CELLS[(CELLS["players"] == 2) & (CELLS["field"] == "strong") & (CELLS["kind"] == "duel")]
    assert hidden == [tip.id for tip in unruled if tip.id in set(tried["tip"])] != []
    assert any(told(two_numbers(tip)[1])[1][0] not in "?\N{EN DASH}" for tip in unruled)  # with three


def test_the_command_lists_the_two_numbers_of_every_tip_that_has_any() -> None:
    lines = {line.split()[0]: line for line in knotlab_command("claims").out.splitlines() if "-C" in line[:5]}
    for tip in LISTED:
        assert all(number in lines[tip.id] for number in two_numbers(tip)), tip.id


def test_the_plot_of_all_tips_is_titled_by_how_many_certainly_help_and_which_does_most() -> None:
    tips = pd.read_csv(FINDINGS / "tips.csv")
    own = tips[(tips["unit"] == "loss_rate") & (tips["side"] == "the player") & tips["effect"].notna()]
    best = own.loc[own["effect"].idxmax(), "id"]
    (axes,) = knotlab.claims().plot().axes
    title = " ".join(axes.get_title(loc="left").split())
    certain = (own["low"] > 0).sum()
    assert title == f"{certain} of {len(own)} tips certainly help, most of all {best} {shipped()[best].words.title}"
