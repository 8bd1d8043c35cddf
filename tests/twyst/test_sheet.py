"""The sheet of a tuned bidder: a hand counted out as by hand, what is shown with it, the page; and when rounds of best
responses have settled.
"""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from knotlab.analysis.bidding.bids import Bids, Thresholds
from knotlab.analysis.bidding.hand import read_hand
from knotlab.analysis.stats.estimate import Estimate
from knotlab.analysis.stats.verdicts import RoundsEnd
from knotlab.analysis.tuning import best_response
from knotlab.analysis.tuning.tune import CountedOtherwise, WholeWay
from knotlab.reports.plots.sheet import a5
from knotlab.reports.words.bidding import COUNTING
from knotlab.reports.words.card import rules_in_words
from knotlab.reports.words.sheet import HAND, NUMERAL, Sheet, _rows, _shown, _ties, _worked, gained, sheet_text
from knotlab.strategies.twyst import _measures as measures
from tests.cli import knotlab, refused

USUAL = Thresholds(ace=7.5, court=6.5, misere=0.7, numeral=7.0, slope=0.5)


def test_the_hand_on_the_sheet_is_counted_out_as_by_hand() -> None:
    assert HAND == "S KQ9743 H Q65 D AJ83 C -"
    assert list(_worked(read_hand(HAND), USUAL)) == [
        ("Honour tricks", "♠ K 0.6 + Q 0.5 = 1.1, ♥ Q 0.3, ♦ A 1.0 + J 0.1 = 1.1, ♣ 0.0"),
        ("No-trump tricks", "honours 2.5 + ♠ 1.4 for length = 3.90: not enough for an Ace"),
        (
            "Trump tricks of ♠",
            "own honours 1.1 + 0.9 x 1.4 of the others + 0.8 x 3 for length + 0.5 x 2 for short suits = 5.76: not "
            "enough for a K, Q or J of ♠",
        ),
        (
            "Danger",
            # hearts 5 6 Q: 2 + 1 + 0.7 x 5; diamonds 3 8 J A: 3 + 0.7 x 4 + 0.3 x 5
            "♠ 0.0, ♥ 6.5, ♦ 7.3, ♣ 0.0; together 13.8, divided by 10 = 1.38: too much for a deuce",
        ),
    ]


@pytest.mark.parametrize(
    ("thresholds", "shows"),
    [
        (USUAL, "7S: of the numerals"),  # 7 + 0.5 x 1.76 = 7.88
        (USUAL._replace(slope=1.0), "9S: of the numerals"),  # 8.76
        (USUAL._replace(court=5.7), "KS"),
        (USUAL._replace(court=5.7, ace=3.9), "AD"),
    ],
)
def test_what_is_shown_with_that_hand_follows_from_the_thresholds(thresholds: Thresholds, shows: str) -> None:
    assert _shown(read_hand(HAND), thresholds).startswith(shows)


def by_the_sheet(held: int, thresholds: Thresholds) -> tuple[set[int], dict[int, float]]:
    """The cards that a reader of the sheet may show; and what each suit's best numeral counts, in trump tricks."""
    cards = [card for card in range(52) if held >> card & 1]
    tricks = [float(measures.trump_tricks(held, suit)) for suit in range(4)]
    aces = {card for card in cards if card % 13 == 12}
    if aces and measures.no_trump_tricks(held) >= thresholds.ace:
        return aces, {}
    courts = [card for card in cards if 9 <= card % 13 < 12 and tricks[card // 13] >= thresholds.court]
    if courts:
        return {max(courts, key=lambda card: (tricks[card // 13], card % 13))}, {}
    deuces = {card for card in cards if card % 13 == 0}
    if deuces and measures.misere_danger(held) <= thresholds.misere:
        return deuces, {}
    best, counts = set(), {}
    for suit in range(4):
        numerals = [card % 13 + 2 for card in cards if card // 13 == suit and 1 <= card % 13 <= 8]
        if numerals:
            wanted = thresholds.numeral + thresholds.slope * (tricks[suit] - 4)
            row = min(max(round(wanted), 3), 10)
            number = min(numerals, key=lambda each: (abs(each - row), -each if wanted > row else each))
            best.add(13 * suit + number - 2)
            counts[suit] = tricks[suit] - 0.05 * abs(number - row)
    return best, counts


def test_what_the_sheet_says_of_cards_that_fit_is_what_the_bidder_does() -> None:
    chance, suits = np.random.default_rng(3), 0
    hands = [sum(1 << int(card) for card in chance.permutation(52)[:13]) for _ in range(3000)]
    bids, thresholds = Bids.untried(hands), Thresholds(ace=4.5, court=5.5, misere=1.0, numeral=6.8, slope=1.265)
    shown = bids.cards[np.arange(len(hands)), bids.chosen(thresholds)]
    for held, card in zip(hands, map(int, shown), strict=True):
        allowed, counts = by_the_sheet(held, thresholds)
        assert card in allowed
        if counts:
            most = float(measures.trump_tricks(held, card // 13))
            assert counts[card // 13] > max(counts.values()) - 0.05  # a row's middle is half a rank from its ends
            suits += any(measures.trump_tricks(held, suit) > most + 0.01 for suit in counts)
    assert suits > 10  # a numeral that is near goes before a suit with a little more trump tricks


def test_a_tie_between_numerals_is_settled_by_the_half_of_the_row() -> None:
    # 5.76 trump tricks ask for 7 + 0.7 x 1.76 = 8.23, an 8: the hand has a 9 and a 7
    upper = _shown(read_hand(HAND), USUAL._replace(slope=0.7))
    assert upper.startswith("9S") and "(the 7 is as near, but 5.76 trump tricks lie in the upper half" in upper
    lower = _shown(read_hand(HAND), USUAL._replace(slope=0.5))  # 7.88
    assert lower.startswith("7S") and "(the 9 is as near, but 5.76 trump tricks lie in the lower half" in lower
    assert "as near" not in _shown(read_hand(HAND), USUAL._replace(slope=1.0))


def found_by(gains: list[CountedOtherwise], *, whole: bool = True, improved: bool = True) -> Any:
    """A result whose gains are these."""
    space = SimpleNamespace(player=SimpleNamespace(name="threshold+solid"))
    base = SimpleNamespace(game="twyst", match=None)
    task = SimpleNamespace(space=space, field="strong-1", margin=0.1, arena=SimpleNamespace(base=base))
    conditions = SimpleNamespace(game="twyst")
    way = WholeWay("threshold:ace=5+solid", tuple(gains)) if whole else None
    metric = SimpleNamespace(name="mean_score")
    return SimpleNamespace(
        task=task, conditions=conditions, whole=way, improved=improved, metric=metric, gain=POINTS.gain, other=gains[0]
    )


MATCHES = CountedOtherwise("matches to 300, won of 100", "win_rate", Estimate(0.047, 0.003, 0.04, 0.054, n=9), 0.005)
POINTS = CountedOtherwise("points a deal", "mean_score", Estimate(-2.9, 0.2, -3.3, -2.5, n=9), 0.1)


def test_the_whole_way_is_told_in_matches_and_points_and_where_they_do_not_agree() -> None:
    told = list(gained(found_by([MATCHES, POINTS])))
    assert told == [
        "4.7 more [4.0, 5.4] matches to 300, won of 100, and 2.9 fewer [2.5, 3.3] points a deal, than with the values "
        "from which the search began, at strong tables.",
        "That is better in matches to 300, won of 100, and worse in points a deal: do so only where the first is what "
        "counts.",
    ]
    better = replace(POINTS, gain=Estimate(1.0, 0.2, 0.6, 1.4, n=9))
    assert len(list(gained(found_by([MATCHES, better])))) == 1


def test_short_suits_count_and_enough_is_said() -> None:
    worked = dict(_worked(read_hand("S AKQ972 H AK D 8653 C 4"), USUAL._replace(court=6.5)))
    # 1 + 0.8 + 0.7 = 2.5; 0.9 x 1.8 = 1.62; 0.8 x 3 = 2.4; one club: 0.5
    assert worked["Trump tricks of ♠"].endswith("0.5 x 1 for short suits = 7.02: enough for a K, Q or J of ♠")


def test_a_threshold_is_rough_where_no_step_from_it_matters() -> None:
    steps = pd.DataFrame({"parameter": ["ace", "ace", "court", "court"], "flat": [True, False, True, True]})
    rows = dict(_rows(USUAL, steps))
    assert rows["K, Q or J"] == "6.5 trump tricks of its suit or more (roughly)" and "(roughly)" not in rows["an Ace"]


def sheet(basis: str = "gain", thresholds: Thresholds = USUAL) -> Sheet:
    held = read_hand(HAND)
    worked, shows = list(_worked(held, thresholds)), _shown(held, thresholds)
    ties = ("If several cards fit", _ties(thresholds))
    rows = _rows(thresholds, None)
    return Sheet("Made for: " + RULES, basis, rows, COUNTING, NUMERAL, ties, "♠ A K", worked, shows)


ALL_OTHERS = ["lost=shortfall", "partners=own", "ace=25", "court=20", "numerals=25", "misere=200", "misere_lost=100"]
RULES = rules_in_words([*ALL_OTHERS, "nemo=12", "nemo_clean=30"], "matches to 300")


def test_rules_of_a_group_are_told_as_a_player_says_them() -> None:
    assert rules_in_words(["numerals=25", "misere=200"], "matches to 300") == (
        "25 points for each trick of a Twist solo, a Trump duo and a Plain duo; 200 points for a Misere that is made; "
        "matches to 300"
    )
    assert rules_in_words(["lost=nothing"]) == "a failed contract pays for nothing" and not rules_in_words([])
    assert "=" not in RULES


def test_a_sheet_fits_its_page() -> None:
    basis = " ".join([*gained(found_by([MATCHES, POINTS])), "gain over threshold+solid " * 4])
    figure = a5(sheet(basis, USUAL._replace(slope=1.25, numeral=5.9)))  # eight numerals, and a tie
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    assert all(box.x0 >= 0 and box.x1 <= figure.bbox.x1 and box.y0 >= 0 for box in boxes)
    rows = sorted((box.y0, box.y1) for box in boxes if box.x0 < 30)
    assert all(below[1] <= above[0] + 2 for below, above in pairwise(rows))  # pixels of a descender


def test_a_sheet_in_text_has_all_its_parts() -> None:
    text = sheet_text(sheet("gain of 1."))
    assert max(map(len, text.splitlines())) < 80
    text = " ".join(text.split())
    assert "K, Q or J 6.5 trump tricks of its suit or more" in text and "gain of 1." in text
    assert all(f"- {term}: {meaning}" in text for term, meaning in (*COUNTING, NUMERAL))
    assert text.index("A numeral: Take the suit with most trump tricks") < text.index("An exception: ")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("twisted-knot", "hoard-aces", "--save", "a.pdf"), "a sheet is for Twyst's bidder 'threshold'; the values of"),
        (("twyst", "threshold+solid", "--save", "a.md"), "--save writes a file ending in .toml, .pdf, .png, .txt"),
    ],
)  # fmt: skip
def test_what_has_no_sheet_is_refused_at_once(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    file = tmp_path / words[-1]
    assert says in refused("tune", *words[:-1], file) and not file.exists()


@pytest.mark.long
@pytest.mark.parametrize("ending", ["txt", "png", "pdf"])
def test_tune_writes_the_sheet_that_it_prints(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"sheet.{ending}"
    words = ("tune", "twyst", "threshold+solid", "--field", "simple", "--set", "misere=100", "--budget", 0.5)
    printed = knotlab(*words, "--save", file).out
    assert "How to count" in printed and "So show the " in printed
    start = {
        "txt": b"Twyst: what to show. Made for: 100 points for a Misere that is made",
        "png": b"\x89PNG",
        "pdf": b"%PDF",
    }[ending]
    assert file.read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("winners", "highs", "rounds", "end"),
    [
        ((1,), [0.9], 1, RoundsEnd.SETTLED),
        ((1, 2), [1.1, 0.9], 2, RoundsEnd.SETTLED),  # a gain of 0.5 that may exceed the margin of 1 settles nothing
        ((1, 2, 3), [1.1] * 3, 3, RoundsEnd.OPEN),
        ((1, 0), [1.1] * 2, 2, RoundsEnd.CYCLES),
        ((0, 0, 0), [math.nan] * 3, 3, RoundsEnd.OPEN),  # nothing better is found, which is not known to be settled
        ((0, 1, 0), [math.nan, 1.1, 1.1], 3, RoundsEnd.CYCLES),
    ],
)
def test_rounds_have_settled_only_if_the_gain_is_certainly_below_the_margin(
    winners: tuple[int, ...], highs: list[float], rounds: int, end: RoundsEnd, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = iter(winners)
    space = SimpleNamespace(player=0, point=lambda player: float(player) * best_response.np.ones(1))
    task = SimpleNamespace(space=space, margin=1.0)
    gains = iter(highs)

    def tuned(*of: object, **how: object) -> SimpleNamespace:
        gain = SimpleNamespace(value=0.5, high=next(gains))
        return SimpleNamespace(effort=None, gain=gain, task=task, winner=next(points))

    monkeypatch.setattr(best_response, "at_table", lambda *of: task)
    monkeypatch.setattr(best_response, "tune", tuned)
    found = best_response.best_responses(task, 1.0, rounds=3)  # type: ignore[arg-type]
    assert (len(found.rounds), found.end) == (rounds, end)
