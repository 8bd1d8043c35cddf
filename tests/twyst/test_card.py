"""The bidding card of Twyst: how hands are counted and what is shown, the text, drawing hands by rows, what rows and
cards score, and the commands.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.bidding import card_make
from knotlab.analysis.bidding.bids import Bids
from knotlab.analysis.bidding.card import BIDS, NEVER, STANDARD, Column, Court, Danger, Hands, read_card, row_names
from knotlab.analysis.bidding.card_make import Making, changes, compare, tried_bids
from knotlab.analysis.bidding.card_measure import STANDARD as PRACTICE
from knotlab.analysis.bidding.card_measure import (
    BidScores,
    bid_scores,
    draw,
    draw_by,
    loss,
    measure_rows,
    places,
    read_practice,
    shown_scores,
    within,
)
from knotlab.analysis.bidding.card_search import Scheme, Strong, fit, is_strong, scores_of, tried_from
from knotlab.analysis.bidding.card_text import card_named, card_text, read_made, standard_card
from knotlab.analysis.bidding.hand import Hand, by_card, card_name, read_hand
from knotlab.analysis.defaults import untold
from knotlab.analysis.runs.play import Table, make_job
from knotlab.reports.plots.bidding import a6
from knotlab.reports.words.card import at_a_glance
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import NAMES
from knotlab.sim.games.twyst.settings import SCORES, possible_scores
from knotlab.sim.settings import make_rules
from knotlab.studies.card_schemes import SIMPLE
from tests.cli import knotlab, refused
from tests.project.documents import ROOT
from tests.twyst.card_player import show

CARD = standard_card().card
JOB = make_job("twyst", ["threshold+solid"] * 4, seed=5)


def hands_of(*texts: str) -> Hands:
    """Hands as they are written."""
    return Hands(np.array([[card for card in range(52) if read_hand(text) >> card & 1] for text in texts]))


def test_a_hand_is_counted_as_the_card_says() -> None:
    hands = hands_of("S AKQ72 H 83 D K9 C AT54", "S 2468 H 2468 D 246 C 3A", "S AKQJT98765432")
    assert hands.points((4, 3, 2, 1)).tolist() == [4 + 3 + 2 + 3 + 4, 4, 10]
    card = replace(CARD, court=Court(trump=4, sure=0, short=2, least=0))
    solid = hands_of(
        "S AKQJT H A32 D A32 C 32", "S AKQ432 H AK2 D 76 C 98", "S AKQ5432 H AK D 76 C 98", "S AKJT98 H KQJ D 76 C 98"
    )
    clubs_first = [[0, 1, 1, 5], [0, 0, 2, 3 + 2], [0, 0, 2, 7], [0, 0, 0, 2]]
    assert solid.sure_tricks.tolist() == clubs_first
    with_sure = replace(card, court=card.court._replace(sure=3))
    more = solid.court_points(with_sure) - solid.court_points(card)
    assert more.tolist() == [[3 * (sum(suits) - own) for own in suits] for suits in clubs_first]
    assert hands.court_points(card).tolist() == [
        [16 + 4 + 16, 16 + 3 + 8, 16 + 8, 16 + 9 + 20],
        [4 + 4 + 8, 4 + 12, 4 + 16, 4 + 16],
        [10 + 8, 10 + 8, 10 + 8, 10 + 10 + 52 + 12],
    ]
    # the first: spades 2 7 Q, hearts 3 8, diamonds 9 K, clubs 4 5 10
    danger = [2 * 0 + 2 + 5, 2 * 0 + 3, 2 * 6 + 8, 2 * 1 + 0 + 3]
    assert hands.danger(Danger((3, 5, 7), (2, 1, 1), 0)).tolist() == [sum(danger), 9, 0]
    fourth = [2 * 0 + 2 * 2 + 5 + 4, 2 * 0 + 2 * 3, 2 * 6 + 2 * 8, 2 * 1 + 2 * 0 + 3 + 5]
    assert Hands(hands.cards[:1]).danger(Danger((3, 5, 7, 9), (2, 2, 1, 1), 0)).tolist() == [sum(fourth)]


def test_numerals_count_what_their_suit_holds_and_high_ones_its_length() -> None:
    hands = hands_of("S AKQT98 H 83 D K9 C AT5")
    card = replace(CARD, columns=(Column(0, (0,) * 8, (0,) * 7, top=1, middle=10, long=100),))
    (points,) = card.numerals(hands)
    spades = 1 * 3 + 10 * 3  # A twice and K; Q, 10 and 9; two cards beyond the fourth
    expected = {"10S": spades + 600, "9S": spades + 400, "8S": spades + 200, "8H": 0, "3H": 0}
    expected |= {"9D": 1 + 10, "10C": 2 + 10, "5C": 2 + 10}
    found = {f"{number}{'CDHS'[suit]}": points[suit, number - 3] for suit in range(4) for number in range(3, 11)}
    assert {name: value for name, value in found.items() if value != NEVER} == expected


@pytest.mark.long
def test_a_player_who_reads_the_text_alone_shows_the_same() -> None:
    text, hands = STANDARD.read_text("utf-8"), draw(np.random.default_rng(7), 3000)
    rows = CARD.rows_of(hands)
    rare = draw_by(CARD.rows_of, 6, 40, seed=8).hands
    courts = hands_of("S AKQJ H AKQJ D AKQ C AK", "S AKQJ H AKQJ D AKQ C A2")
    assert set(rows) >= {1, 2, 3, 4, 5}
    for some in (hands, rare, courts):
        expected = [show(text, [NAMES[card] for card in cards]) for cards in some.cards]
        assert [NAMES[card] for card in CARD.shown(some)] == expected


def test_a_card_that_takes_no_counting_shows_what_its_sentence_says() -> None:
    """Told from the words alone: of the longest suit, of equals the first in their order, what they name, else the
    lowest.
    """
    made = card_named("glance")
    glance = at_a_glance(made)
    assert glance and at_a_glance(standard_card()) is None
    found = re.fullmatch(r"Longest suit \(if equal, first of (....)\): (?:\d, else )+lowest numeral", glance.show)
    assert found
    order = ["\u2663\u2666\u2665\u2660".index(sign) for sign in found[1]]  # clubs, diamonds, hearts, spades
    named = [int(number) for number in re.findall("[0-9]+", glance.show)]
    hands = draw(np.random.default_rng(9), 2000)
    told = 0
    for cards, shown, row in zip(hands.cards, made.card.shown(hands), made.card.rows_of(hands), strict=True):
        held = [[card % 13 + 2 for card in cards if card // 13 == suit] for suit in range(4)]
        numerals = [[pips for pips in suit if 3 <= pips <= 10] for suit in held]
        longest = max(order, key=lambda suit: len(held[suit]))  # the first of equals
        if row == len(BIDS) and numerals[longest]:
            number = next((each for each in named if each in numerals[longest]), min(numerals[longest]))
            assert card_name(int(shown)) == f"{number}{'CDHS'[longest]}"
            told += 1
    assert told > 1800
    low, high = sorted(map(abs, made.made["gains"][1:]))
    assert f"{low:.1f}, {high:.1f}] points a deal {'more' if made.made['gains'][0] > 0 else 'fewer'}" in glance.costs


def test_a_card_is_shown_from_a_hand_that_has_it() -> None:
    hands = draw_by(CARD.rows_of, 6, 50, seed=3).hands
    assert (hands.cards == CARD.shown(hands)[:, None]).any(axis=1).all()


def test_a_card_that_is_written_is_the_card_that_is_read() -> None:
    made = standard_card()
    assert read_made(card_text(made)) == made
    assert card_text(made) == STANDARD.read_text("utf-8")


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("tricks =", "beyond ="),
        lambda text: text.replace("sure =", "solid ="),
        lambda text: text.replace("10 = 0", "10 = nothing"),
        lambda text: text.replace("limits = [3, 5, 7, 9]", "limits = 3"),
    ],
)
def test_a_text_that_is_no_card_is_refused_in_a_sentence(edit: Callable[[str], str]) -> None:
    with pytest.raises(InputError, match=r"this is no bidding card \(.*\); 'knotlab card --save card.toml' writes one"):
        read_card(edit(STANDARD.read_text("utf-8")))


def test_the_card_that_ships_rests_on_400_hands_in_every_row_and_no_interval_is_impossible() -> None:
    made = standard_card()
    assert [row["bid"] for row in made.rows] == ["ace", "court", "deuce", *(f"numeral from {n}" for n in (0, 8, 12))]
    possible = possible_scores(make_rules(games.find("twyst"), 4))
    for row in made.rows:
        least, most = possible[row["bid"].split()[0]]
        assert row["hands"] >= 400 and least <= row["low"] <= row["points"] <= row["high"] <= most
    assert sum(row["share"] for row in made.rows) == pytest.approx(1, abs=1e-3)
    assert "nan" not in STANDARD.read_text("utf-8")


def test_intervals_are_cut_where_a_contract_cannot_pay_more() -> None:
    rules = make_rules(games.find("twyst"), 4)
    assert within(-400, 300, "ace", rules) == (-260, 260)
    assert within(-400, 300, "court", rules) == (-195, 195)
    assert within(-100, 151, "deuce", rules) == (-100, 150)
    assert within(-400, 300, "deuce", rules | {"misere": 100, "misere_lost": 50}) == (-50, 100)


@pytest.mark.long
def test_weights_of_rows_leave_means_as_they_are() -> None:
    """By rows or plainly drawn, the mean of a measure is the same; 4.5 standard errors."""
    drawn, plain = draw_by(CARD.rows_of, 6, 400, seed=1), draw(np.random.default_rng(2), 40_000)
    assert np.bincount(drawn.stratum).tolist() == [400] * 6
    assert drawn.weights.sum() == pytest.approx(1)
    for measure in (lambda hands: hands.points((4, 3, 2, 1)), lambda hands: hands.lengths.max(axis=1)):
        values, others = measure(drawn.hands), measure(plain)
        by_row = np.array([values[drawn.stratum == row].var(ddof=1) / 400 for row in range(6)])
        error = np.sqrt((drawn.shares**2 * by_row).sum() + others.var(ddof=1) / len(others))
        assert abs((drawn.weights * values).sum() - others.mean()) < 4.5 * error


@pytest.mark.long
def test_the_rows_together_score_what_the_card_scores_on_plain_hands() -> None:
    rows = measure_rows(CARD, JOB, hands_each=200, deals_each=10, seed=4, workers=1)
    plain = draw(np.random.default_rng(5), 1500)
    tried = bid_scores(JOB, plain, 10, workers=1)
    scores = tried.scores[np.arange(1500), :, places(plain, CARD.shown(plain))].mean(axis=1)
    errors = (rows["share"] * (rows["high"] - rows["low"]) / 2 / 1.97) ** 2
    error = np.sqrt(errors.sum() + scores.var(ddof=1) / 1500)
    assert abs((rows["share"] * rows["points"]).sum() / rows["share"].sum() - scores.mean()) < 4.5 * error
    assert not rows.isna().any().any()


def test_some_bids_of_a_hand_score_what_they_score_among_all_thirteen() -> None:
    hands, some = draw(np.random.default_rng(7), 5), np.array([[12, 0, 3, 7, 5], [1, 12, 4, 6, 0]])
    all_bids, chosen = bid_scores(JOB, hands, 6, workers=1), bid_scores(JOB, hands, 6, workers=1, places=some)
    for every, those in zip(all_bids, chosen, strict=True):
        assert [those[i].T.tolist() for i in range(5)] == [every[i, :, some[:, i]].tolist() for i in range(5)]
    of_seats = shown_scores(JOB, hands, some, 6, 1, untold)
    assert [of_seats[:, i, :, i % 4].tolist() for i in range(5)] == [chosen.scores[i].T.tolist() for i in range(5)]


def test_the_best_bid_is_not_scored_on_the_deals_that_chose_it() -> None:
    """All bids are worth the same: what looks best does so by chance, and nothing is lost."""
    scores = np.random.default_rng(6).normal(0, 60, (2000, 20, 13))
    lost, losses = loss(BidScores(scores, scores > 0), np.zeros(2000, int))
    assert lost.low < 0 < lost.high and len(losses) == 2000
    clear = np.zeros((50, 20, 13))
    clear[:, :, 3] = 10
    assert loss(BidScores(clear, clear > 0), np.zeros(50, int))[0].value == 10


def invented(n_hands: int = 4000) -> Bids:
    """Hands on which only 7s of a suit with three cards score, and kings with six of their suit score more."""
    cards = draw(np.random.default_rng(9), n_hands).cards
    lengths = Hands(cards).lengths
    own = np.take_along_axis(lengths, cards // 13, axis=1)
    scores = np.where(cards % 13 == 5, 10.0, 0.0) + np.where(own == 3, 12.0, 0.0)
    scores = np.where(cards % 13 > 8, np.where((cards % 13 == 11) & (own > 5), 100.0, -100.0), scores)
    nothing = np.zeros(n_hands)
    return Bids(cards, np.where(cards % 13 == 0, -100.0, scores), nothing, nothing, np.zeros((n_hands, 4)))


def test_a_card_is_fitted_to_what_scores() -> None:
    tried = tried_from(invented())
    card = fit(Scheme("two", (0, 10), SIMPLE), tried)
    for column in card.columns:
        assert max(column.number) == column.number[4] and max(column.length) == column.length[2]
    simple = fit(Scheme("numbers", lengths=False), tried)
    assert simple.size < card.size
    assert scores_of(card, tried).mean() > scores_of(simple, tried).mean()
    assert card.deuce.most < 0  # a deuce always loses: no danger is little enough


def test_hands_drawn_for_strength_stand_in_place_of_the_strong_ones_with_their_weight() -> None:
    bids = invented()
    ordinary = ~is_strong(Hands(bids.cards))
    drawn = Hands(bids.cards[~ordinary][:2].repeat(3, axis=0))
    tried = tried_from(bids, Strong(drawn, np.full((6, 13), 7.0)))
    assert len(tried.hands) == ordinary.sum() + 6 and tried.weights.sum() == pytest.approx(len(bids))
    assert (tried.weights[:-6] == 1).all() and tried.weights[-1] == pytest.approx((~ordinary).sum() / 6)
    assert np.nanmean(tried.scores[-6:]) == 7 and (~ordinary).sum() > 6


def test_making_a_card_resumes_from_its_folder_and_refuses_one_of_another_field(tmp_path: Path) -> None:
    making = Making(Table("twyst", seed=3), hands=400, workers=1, out=tmp_path)
    counted: list[int] = []
    first = tried_bids(making, counted.append)
    assert sum(counted) == 400
    (file,) = (tmp_path / "parts").iterdir()
    before = file.stat().st_mtime_ns
    for hands in (400, 300):  # of a longer run those that are wanted
        again = tried_bids(replace(making, hands=hands), counted.append)
        for name, values in vars(first).items():
            kept = getattr(again, name)
            assert kept.dtype == values.dtype and kept.tolist() == values[:hands].tolist()
    assert sum(counted) == 400 + 400 + 300 and file.stat().st_mtime_ns == before
    assert knotlab("verify", tmp_path).out.startswith(f"{tmp_path} (card): whole, 1 piece\n")
    assert "the bids that a bidding card was made from" in refused("show", tmp_path)
    with pytest.raises(InputError, match="holds a different run: its strategies and strategy_sources differ"):
        tried_bids(replace(making, field="cautious+solid"))


def test_what_differs_between_two_cards_is_said() -> None:
    assert changes(CARD, CARD) == []
    own = replace(
        CARD,
        ace=CARD.ace._replace(tricks=5, points=999),  # of hand points, of which no hand has as many
        columns=(CARD.columns[0]._replace(number=(0,) * 7 + (9,)), *CARD.columns[1:]),
    )
    assert changes(own, CARD) == [
        f"Ace: by sure tricks from 5 instead of from {CARD.ace.tricks}",
        f"Ace: by hand points never instead of from {CARD.ace.points}",
        "numerals from 0 hand points: other numbers, best a 10 of 5 cards instead of a 3 of 5 cards",
    ]


def test_a_card_gains_nothing_over_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_make, "COMPARED", 20)
    difference = compare(CARD, CARD, Making(Table("twyst"), workers=1))
    assert (difference.gain, list(difference.changes)) == (0, [])


@pytest.mark.parametrize("changed", [(), tuple(SCORES), (*SCORES, "lost", "partners")])
def test_a_card_fits_its_page_whatever_rules_it_is_for(changed: tuple[str, ...]) -> None:
    others = {"lost": "shortfall", "partners": "own"} | dict.fromkeys(SCORES, 99)
    made = standard_card()
    rules = [f"{name}={others[name]}" for name in changed]
    figure = a6(replace(made, made=dict(made.made) | {"rules": rules, "matches": "matches to 300"}))
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    assert all(box.x0 >= 0 and box.x1 <= figure.bbox.x1 and box.y0 >= 0 for box in boxes)
    for one, other in combinations(boxes, 2):
        across = min(one.x1, other.x1) - max(one.x0, other.x0)
        assert across < 1 or min(one.y1, other.y1) - max(one.y0, other.y0) < 3  # pixels of a descender
    words = " ".join(text.get_text() for text in figure.axes[0].texts)
    assert "matches to 300." in words and ("99 points for a Misere that is made;" in words) == ("misere" in changed)


def test_the_command_shows_and_saves_the_card(tmp_path: Path) -> None:
    answer = knotlab("card", "--save", tmp_path / "card.toml")
    assert answer.status == 0 and f"An Ace: {CARD.ace.tricks} or more" in answer.out
    assert (tmp_path / "card.toml").read_text() == STANDARD.read_text("utf-8")
    starts = {tmp_path / "card.pdf": b"%PDF", tmp_path / "card.svg": b"<?xml", tmp_path / "card.png": b"\x89PNG"}
    answer = knotlab("card", *chain.from_iterable(("--save", file) for file in starts))
    assert answer.status == 0 and all(f"The card is at {file}" in answer.out for file in starts)
    assert all(file.read_bytes().startswith(start) for file, start in starts.items())
    content = (tmp_path / "card.pdf").read_bytes()
    assert b"/MediaBox [ 0 0 297.6" in content and b" 419.5" in content  # 105 by 148 mm in points


def test_the_documentations_picture_is_the_card_that_ships(tmp_path: Path) -> None:
    """By its words and numbers, which a picture keeps as comments; letters are named anew in each."""
    knotlab("card", "--save", tmp_path / "card.svg")
    drawn, shown = (
        re.findall("<!-- (.*?) -->", file.read_text("utf-8"))
        for file in (tmp_path / "card.svg", ROOT / "docs" / "pictures" / "bidding-card.svg")
    )
    assert shown == drawn and len(shown) > 100


def test_a_card_is_not_saved_as_another_kind_of_file(tmp_path: Path) -> None:
    assert "--save writes a file ending in .pdf, .svg, .png, .toml" in refused("card", "--save", tmp_path / "card.md")


@pytest.mark.long
def test_the_bids_of_a_hand_come_with_what_the_card_shows() -> None:
    hand = "S AKQ72 H 83 D K9 C AT54"
    words = ("bid", hand, "--strategy", "cautious+random", "--precision", 60, "--workers", 1)
    shown = card_name(int(CARD.shown(hands_of(hand))[0]))
    answer = knotlab(*words, "--json").json
    points = {row["card"]: row["points"] for row in answer["bids"]}
    assert (answer["by_card"], answer["card"], answer["row"]) == (shown, "second", "numeral from 12")
    assert answer["loss"] == pytest.approx(max(points.values()) - points[shown])
    (line,) = (line for line in knotlab(*words).out.splitlines() if line.startswith("The bidding card shows the "))
    assert "same card" in line or f" {shown} (the numerals for 12+ hand points), " in line


@pytest.mark.parametrize(
    ("hand", "shown", "row"),
    [
        ("S AKQJT H A54 D A32 C 87", "AD", "ace"),  # seven sure tricks
        ("S AKQ5 H AK32 D AK C AK4", "AC", "ace"),  # 30 hand points
        ("S KQJT98765 H K D K C K4", "KS", "court"),
        ("S 4 H 32 D 65432 C 65432", "2C", "deuce"),
    ],
)
def test_a_card_says_by_which_row_it_shows_what(hand: str, shown: str, row: str) -> None:
    said = by_card(Hand(read_hand(hand), 0), "second")
    assert (card_name(said.shown), row_names(said.card)[said.row]) == (shown, row)


def test_a_bid_by_a_card_of_ones_own_names_it(tmp_path: Path) -> None:
    text = STANDARD.read_text("utf-8").replace("tricks = 7", "tricks = 1")
    (tmp_path / "ours.toml").write_text(text)
    held = Hand(read_hand("S AKQ72 H 83 D K9 C AT54"), 0)
    said = by_card(held, str(tmp_path / "ours.toml"))
    assert (card_name(said.shown), said.row) == ("AC", 0) and said.name.endswith("ours.toml")
    assert "there is no bidding card 'theirs'" in refused("bid", "S AKQ72 H 83 D K9 C AT54", "--card", "theirs")


def test_the_hands_to_practise_on_that_ship_are_those_of_the_card() -> None:
    shipped = read_practice(PRACTICE.read_text("utf-8"))
    assert len(shipped.hands) == 10 and all(len(hand.bids) == 13 for hand in shipped.hands)
    shown = CARD.shown(Hands(np.array([hand.cards for hand in shipped.hands])))
    assert [hand.shown for hand in shipped.hands] == [NAMES[card] for card in shown]


@pytest.mark.parametrize("said", ["1", '"yes"'])
def test_a_column_says_true_or_false_or_is_refused_in_a_sentence(said: str) -> None:
    text = (STANDARD.parent / "glance.toml").read_text("utf-8").replace("one_suit = true", f"one_suit = {said}")
    with pytest.raises(InputError, match=r"^this is no bidding card \(one_suit is true or false, not "):
        read_card(text)
