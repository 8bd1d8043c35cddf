"""What the bids of one's own hand are worth: the hand as it is written, the deals of the others, contracts and points,
held against other ways to the same numbers.
"""

from collections.abc import Sequence

import joblib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knotlab import bid
from knotlab.analysis.bidding import hand as of_hand
from knotlab.analysis.bidding.bids import Bids, bid_moves, positions
from knotlab.analysis.bidding.hand import Hand, bids_of_hand, card_name, read_hand
from knotlab.analysis.decisions.advice import AT_ONCE, EVEN
from knotlab.analysis.decisions.rollouts import MOST
from knotlab.analysis.runs.play import Table, make_job
from knotlab.reports.words.bidding import hand_answer
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import mask, rank_of
from knotlab.sim.games.twyst.state import CONTRACTS, VIEW
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job
from knotlab.studies.thresholds import thresholds_of
from tests.cli import knotlab, refused
from tests.referee.twyst import Card, contracts_of

STRONG = "S AKQ72 H 83 D K9 C AT54"
JOB = ("twyst", ["threshold+solid"] * 4)


def test_a_hand_is_read_by_suits_or_card_by_card() -> None:
    cards = mask("AS KS QS 7S 2S 8H 3H KD 9D AC 10C 5C 4C")
    assert read_hand(STRONG) == cards
    assert read_hand("c: at54, d: k9, h: 83, s: akq72") == cards
    assert read_hand("S A K Q 7 2 H 8 3 D K 9 C A 10 5 4") == cards
    assert read_hand("10C AS KS QS 7S 2S 8H 3H KD 9D AC 5C 4C") == cards


@pytest.mark.parametrize(
    "text",
    [
        "AKQ72.83.K9.AT54",
        "N:AKQ72.83.K9.AT54",
        "\ufeffN:AKQ72.83.K9.AT54\r\n",
        "\ufeffS AKQ72\nH 83\nD K9\nC AT54\n",
        "♠\u200bAKQ72 ♥\u200b83 ♦\u200bK9 ♣\u200bAT54",
        "s:akq72.83.k9.a1054",
        "SAKQ72.H83.DK9.CAT54",
        "SAKQ72 H83 DK9 CAT54",
        "SAKQ72H83DK9CA1054",
        "(S=AKQ72 | H=83 | D=K9 | C=A1054)",
        "♠AKQ72 ♥83 ♦K9 ♣AT54",
        "♠\ufe0f A K Q 7 2, ♥\ufe0f 8 3, ♦\ufe0f K 9, ♣\ufe0f A 10 5 4",
        "A♠ K♠ Q♠ 7♠ 2♠ 8♥ 3♥ K♦ 9♦ A♣ 10♣ 5♣ 4♣",
        "SA SK SQ S7 S2 H8 H3 DK D9 CA C10 C5 C4",
        "AsKsQs7s2s8h3hKd9dAcTc5c4c",
        "Spades: A K Q 7 2; hearts: 8 3; Diamonds K9 Clubs AT54",
        "S. AKQ72 H. 83 D. K9 C. AT54",
    ],
)
def test_a_hand_is_read_as_others_write_it(text: str) -> None:
    assert read_hand(text) == mask("AS KS QS 7S 2S 8H 3H KD 9D AC 10C 5C 4C")


def test_empty_suits_are_read_as_others_write_them() -> None:
    expected = mask("AH QH JH 8H 5H 9D 8D 6D JC 10C 9C 7C 3C")
    suits = (
        "S - H AQJ85 D 986 C JT973",
        "♠\u2014 ♥AQJ85 ♦986 ♣JT973",
        "S-HAQJ85D986CJT973",
        "S \u2013 H AQJ85 D 986 C JT973",
        "S: H: AQJ85 D: 986 C: JT973",
    )
    for text in (".AQJ85.986.JT973", "-.AQJ85.986.JT973", "\u2014.AQJ85.986.JT973", *suits):
        assert read_hand(text) == expected


@given(st.permutations(range(52)), st.sampled_from(("pbn", "spaces", "suits", "cards")))
def test_a_hand_is_never_misread(cards: Sequence[int], way: str) -> None:
    held = sorted(cards[:13])
    names = [card_name(card) for card in held]
    by_suit = {suit: "".join(name[:-1] for name in names if name[-1] == suit) for suit in "SHDC"}
    text = {
        "pbn": ".".join(by_suit.values()),
        "spaces": " ".join(ranks or "-" for ranks in by_suit.values()),
        "suits": " ".join(f"{suit}{ranks}" for suit, ranks in by_suit.items()),
        "cards": " ".join(name[-1] + name[:-1] for name in names),
    }[way]
    assert read_hand(text) == sum(1 << card for card in held)


@pytest.mark.parametrize(
    "text",
    [
        "AKQ72.83.K9",  # a suit is lacking
        "AKQ72.83.K9.AT54.2",
        "AKQ72 83 K9",  # which suit is lacking
        "AKQ72 83 K9 A T54",
        "S AKQ72 8H 3 DK9 CAT54",  # the 3 may be a spade or a heart
        "N:AKQ72.83.K9.AT54 J.T.A.2 T9.J.2.Q 8.Q.3.J",
        "SAK QJ H83 DK9 CAT54",
        "S AQ72 | 83 | K96 | JT54",  # of thirteen ranks
        "S AQ72 - 83 K96 JT54",
    ],
)
def test_what_has_two_meanings_or_none_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_hand(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("S AKQ72 H 83 D K9 C AT5", "a hand has 13 cards, not 12"),
        ("S AKQ72 H 83 D K9 C AAT5", "the hand has AC twice; a pack has it once"),
        (
            "S AKQ7X H 83 D K9 C AT54",
            "there is no card 'XS'; ranks are A K Q J 10 9 8 7 6 5 4 3 2 (or T), suits S H D C",
        ),
        ("AKQ72 H 83 D K9 C AT54", "'AKQ72' belongs to no suit; write a hand as \"S AKQ72 H 83 D K9 C AT54\""),
    ],
)
def test_what_is_no_hand_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        read_hand(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_playing_on_to_a_later_decision_is_what_the_game_itself_does(seat: int) -> None:
    """Stopped before the first bid and let go again, or stopped once: the same position and the same game."""
    job = make_job(*JOB, seed=5)
    numbers = np.arange(40) * 4
    early = branch.positions(job, numbers, np.zeros(40, np.int64))
    before = [part.tobytes() for part in early]
    later, straight = branch.advance(job, early, seat), branch.positions(job, numbers, np.full(40, seat))
    assert [part.tobytes() for part in early] == before
    for part, other in ((later.views, straight.views), (later.hiddens, straight.hiddens)):
        assert all(part[name].tobytes() == other[name].tobytes() for name in part.dtype.names or ())
    moves = branch.own_choice(job, 40)
    scores = [branch.play_branches(job, start, moves, 2)["score"].tolist() for start in (later, straight)]
    assert scores[0] == scores[1]


def test_a_game_that_ends_before_the_decision_is_named() -> None:
    job = make_job(*JOB, seed=5)
    start = branch.positions(job, np.array([8]), np.array([0]))
    with pytest.raises(InputError, match="game 8 has no decision 500"):
        branch.advance(job, start, 500)


def dealt_anew(job: Job, held: Hand, deals: np.ndarray) -> branch.Positions:
    """Deals before any bid, with a hand in its seat."""
    view = np.zeros(1, VIEW)[0]
    view.hand, view.seat = held
    return branch.choices_made_anew(job, view, deals, 0)


@pytest.mark.parametrize("seat", range(4))
def test_the_other_hands_are_dealt_evenly_from_the_cards_that_are_left(seat: int) -> None:
    job, cards = make_job(*JOB, seed=5), read_hand(STRONG)
    deals = np.arange(2000)
    start = dealt_anew(job, Hand(cards, seat), deals)
    hands = start.hiddens["hands"]
    assert (hands[:, seat] == cards).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == (1 << 52) - 1).all()
    held = (hands[:, :, None] >> np.arange(52)) & 1
    assert (held.sum(axis=2) == 13).all()
    others = [other for other in range(4) if other != seat]
    left = [card for card in range(52) if not cards >> card & 1]
    shares = held[:, others][:, :, left].mean(axis=0)
    assert abs(shares - 1 / 3).max() < 5 * (2 / 9 / 2000) ** 0.5


@pytest.mark.parametrize("seat", range(4))
def test_each_of_the_others_bids_a_card_of_the_hand_dealt_to_him_by_his_own_strategy(seat: int) -> None:
    """As the bidder by thresholds reads each hand off its measures, without playing; it draws lots among cards of equal
    worth, which are of one rank.
    """
    job, cards = make_job(*JOB, seed=5), read_hand(STRONG)
    deals = np.arange(40)
    dealt = dealt_anew(job, Hand(cards, seat), deals)
    hands = dealt.hiddens["hands"].copy()
    shown = branch.advance(job, dealt, 4).views["shown"]
    for own, bids in zip(hands, shown, strict=True):
        for other in set(range(4)) - {seat}:
            assert own[other] >> bids[other] & 1
            hand = Bids.untried([int(own[other])])
            advised = hand.cards[0, hand.chosen(thresholds_of("threshold+solid"))[0]]
            assert rank_of(bids[other]) == rank_of(advised)


def test_deals_do_not_depend_on_how_they_are_grouped() -> None:
    job, held = make_job(*JOB, seed=5), Hand(read_hand(STRONG), 2)
    whole = of_hand.try_bids(job, held, np.arange(40))
    pieces = [of_hand.try_bids(job, held, np.arange(first, first + 20)) for first in (0, 20)]
    for number in (0, 1):
        assert (whole[number] == np.concatenate([piece[number] for piece in pieces])).all()


def test_contracts_are_those_of_the_rulings() -> None:
    """By the second implementation, from the four cards that are shown."""
    job, held = make_job(*JOB, seed=5), Hand(read_hand(STRONG), 1)
    deals = np.arange(60)
    _, contracts = of_hand.try_bids(job, held, deals)
    dealt = dealt_anew(job, held, deals)
    shown = branch.advance(job, dealt, 4).views["shown"]
    cards = bid_moves(np.array([held.cards]))[0, :, 1]
    for i in range(60):
        for m, card in enumerate(cards):
            bids = [*map(int, shown[i])]
            bids[1] = int(card)
            names = [
                contract.name
                for contract in contracts_of([Card(*divmod(each, 13)) for each in bids])
                if 1 in contract.contractors
            ]
            assert [CONTRACTS[contracts[i, m]]] * int(contracts[i, m] >= 0) == names


def test_all_bids_are_tried_on_the_same_deals_until_each_is_known_well_enough() -> None:
    """Held against the deals of each look, counted here; other workers, or processes set around it, change nothing."""
    table = Table("twyst", seed=5)
    with joblib.parallel_config("loky"):
        bids = bids_of_hand(STRONG, seat=2, strategy="threshold+solid", precision=8, table=table, workers=1)
    other = bids_of_hand(STRONG, seat=2, strategy="threshold+solid", precision=8, table=table, workers=2)
    assert bids.table.equals(other.table)
    deals = np.concatenate([part * MOST + np.arange(EVEN) for part in range(bids.deals // EVEN)])
    scores, contracts = of_hand.try_bids(make_job(*JOB, seed=5), bids.hand, deals)
    cards = [card_name(int(card)) for card in bid_moves(np.array([bids.hand.cards]))[0, :, 1]]
    rows = bids.table.set_index("card").loc[cards]
    assert len(deals) == bids.deals and rows["points"].to_numpy() == pytest.approx(scores.mean(axis=0))
    assert rows["plays"].to_numpy() == pytest.approx((contracts >= 0).mean(axis=0))
    assert ((rows["high"] - rows["low"]) <= 16).all() and (rows["low"] < rows["points"]).all()
    wide = 4 * scores[: -EVEN * AT_ONCE].std(axis=0) / len(deals[: -EVEN * AT_ONCE]) ** 0.5
    assert (wide > 8).any()  # a look earlier, some were not


@pytest.mark.long
def test_the_eldests_bids_are_worth_what_they_are_with_the_engines_own_way_of_dealing_anew() -> None:
    """Hidden cards dealt by the game's own uniform dealing, from a deal in which the eldest happens to hold a hand."""
    job = make_job(*JOB, seed=11)
    start = positions(job, np.array([0]))
    hand = int(start.views["hand"][0])
    other = branch.play_branches(job, start, bid_moves(np.array([hand])), 4000, unseen=True)["score"][0, :, :, 0]
    names = [card_name(int(card)) for card in bid_moves(np.array([hand]))[0, :, 1]]
    result = bids_of_hand(
        " ".join(names), strategy="threshold+solid", precision=4, table=Table("twyst", seed=77), workers=1
    ).table.set_index("card")
    assert set(result.index) == set(names)
    for name, scores in zip(names, other, strict=True):
        error = scores.std() / 4000**0.5
        row = result.loc[name]
        assert row["low"] - 4 * error <= scores.mean() <= row["high"] + 4 * error, name


def test_a_hand_of_all_top_cards_is_shown_as_an_ace_and_one_of_all_low_cards_as_a_deuce() -> None:
    """All thirteen tricks at 20 points, and no trick at all at 150: certain whatever the others hold."""
    top = bid("S AKQJ H AKQ D AKQ C AKQ", strategy="random+solid", precision=20, progress=False).to_pandas()
    assert top["card"][0] in ("AS", "AH", "AD", "AC") and top["points"][0] > 200 and top["low"][0] > 150
    low = bid("S 2345 H 234 D 234 C 234", strategy="cautious+solid", precision=20, progress=False).to_pandas()
    assert low["card"][0].startswith("2") and low["points"][0] > 100


def test_the_strategy_itself_shows_what_its_thresholds_say() -> None:
    of_sheet = "threshold:ace=14,court=14,misere=0,numeral=7,slope=1.65+random"
    bids = bids_of_hand("S AK9743 H K6 D 853 C 84", strategy=of_sheet, precision=60, workers=1)
    assert bids.own == ("9S",)  # 4.74 trump tricks of spades: 7 + 1.65 x 0.74 = 8.2
    line = next(line for line in hand_answer(bids) if "itself shows" in line)
    assert line.startswith("threshold:ace=14,") and "itself shows the 9S" in line
    by_lot = bids_of_hand("S AK9743 H K6 D 853 C 84", strategy="random+random", precision=60, workers=1)
    assert not any("itself shows" in line for line in hand_answer(by_lot))


@pytest.mark.more
def test_a_bidder_of_ones_own_bids_among_three_others() -> None:
    own, field = "threshold:ace=14,court=14,misere=0,numeral=7,slope=1.65+random", ["random+high", "cautious+high"]
    hand = "S AK9743 H K6 D 853 C 84"
    told = bids_of_hand(hand, seat=1, strategy=own, field=[*field, "cautious+random"], precision=60, workers=1)
    assert told.others == (*field, "cautious+random") and told.own == ("9S",)
    assert told.strategy == own.replace("numeral=7,", "")  # which is what it is anyway
    assert told.who.endswith("+random among random+high, cautious+high, cautious+random")
    alike = [bids_of_hand(hand, strategy=own, field=each, precision=60, workers=1) for each in ((), [own] * 3)]
    assert alike[0].table.equals(alike[1].table)
    weak, strong = (
        bids_of_hand(hand, strategy="cautious+solid", field=[each] * 3, precision=15, workers=1)
        for each in ("random+random", "threshold+solid")
    )
    points = [each.table.set_index("card")["points"]["KS"] for each in (weak, strong)]
    assert points[0] > points[1]  # a court solo takes more tricks of those who play at random


@pytest.mark.parametrize("field", ["mixed", "random+high cautious+high"])
def test_three_others_are_one_or_three_strategies(field: str) -> None:
    assert "name one strategy for all three others, or three, not " in refused("bid", STRONG, "--field", field)


def test_the_seat_and_the_precision_are_checked() -> None:
    with pytest.raises(InputError, match="seats are 0"):
        bids_of_hand(STRONG, seat=4)
    with pytest.raises(InputError, match="the precision is a number of points above 0, not 0"):
        bids_of_hand(STRONG, precision=0)
    with pytest.raises(InputError, match="hands are bid in twyst, not in knotweed"):
        bids_of_hand(STRONG, table=Table("knotweed"))


@pytest.mark.long
def test_the_command_answers_first() -> None:
    done = knotlab("bid", STRONG, "--precision", 30, "--workers", 1)
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0].startswith("Show the ") and "points per deal [" in lines[0]
    assert any(line.startswith("The bidding card shows the ") for line in lines)
    rows = knotlab("bid", STRONG, "--precision", 30, "--workers", 1, "--json").json
    assert len(rows["bids"]) == 13 and rows["bids"][0]["card"] == lines[0].split()[2].rstrip(":")
    points = [row["points"] for row in rows["bids"]]
    assert points == sorted(points, reverse=True)
