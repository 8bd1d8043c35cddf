"""Rulings TY-1 to TY-4: the deal, the bids, the contract they make, who leads."""

import random
from collections.abc import Iterable

import pytest

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import NAMES, mask
from knotlab.sim.games.twyst.state import CONTRACTS
from knotlab.sim.playing.records import record_of
from knotlab.sim.playing.traced import play_traced
from knotlab.sim.settings import make_rules
from tests.twyst.positions import after_bids, contracts, fill, moves, play, start
from tests.twyst.scripts import RANDOM, job

# --- TY-1, TY-2: deal and bids ---


@pytest.mark.parametrize("n_players", [2, 3, 5])
def test_ty_1_four_players_and_no_other_number(n_players: int) -> None:
    with pytest.raises(InputError):
        make_rules(games.find("twyst"), n_players)


@pytest.mark.parametrize("index", range(5))
def test_ty_1_thirteen_cards_each_dealt_singly_from_the_eldest(index: int) -> None:
    played = play_traced(job([RANDOM] * 4, seed=index), index)
    deck = [NAMES[card] for card in played.states.hiddens[0].deck]
    deal = record_of(played)["deal"]
    assert sorted(deck) == sorted(NAMES)
    assert [sorted(hand) for hand in deal] == [sorted(deck[seat::4]) for seat in range(4)]


def test_ty_2_any_card_may_be_bid_and_nobody_may_abstain() -> None:
    game = start(fill([{"AS", "2C", "10H"}, set(), set(), set()]))
    for seat in range(4):
        assert int(game.view.seat) == seat
        assert len(moves(game)) == 13
        assert mask(" ".join(moves(game))) == game.hidden.dealt[seat]
        play(game, moves(game)[seat])


def test_ty_2_bids_are_hidden_until_all_are_turned() -> None:
    game = start(fill([{"AS"}, {"KC"}, {"2D"}, {"5H"}]))
    for card in ("AS", "KC", "2D"):
        play(game, card)
        assert game.view.shown.tolist() == [-1] * 4
        assert game.view.contracts.tolist() == [-1] * 4
        assert game.view.played == 0
    play(game, "5H")
    assert [NAMES[card] for card in game.view.shown] == ["AS", "KC", "2D", "5H"]


def test_ty_2_a_bid_card_stays_in_the_hand_and_is_played_later() -> None:
    game = play(after_bids("KS 3C 4D 5H"), "lead0")
    assert "KS" in moves(game)
    assert game.view.hand_sizes.tolist() == [13] * 4
    play(game, "KS")
    assert not game.hidden.hands[0] & mask("KS")


# --- TY-3: contracts ---


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        ("AS 3C 4D 5H", ["ace-solo 0 target 7"]),
        ("3S 2C 4D 5H", ["misere 1 target 0"]),
        ("AS KC 10D AH", ["ace-solo 0 target 7", "ace-solo 3 target 7"]),
        ("2S AC 2D KH", ["misere 0 target 0", "ace-solo 1 target 7", "misere 2 target 0"]),
        ("AS AC AD AH", [f"ace-solo {seat} target 7" for seat in range(4)]),
        ("2S 2C 2D 2H", [f"misere {seat} target 0" for seat in range(4)]),
        ("3S 3C 3D AH", ["ace-solo 3 target 7"]),
    ],
)
def test_ty_3_1_every_ace_is_a_solo_and_every_deuce_a_misere_all_at_once(bids: str, expected: list[str]) -> None:
    assert contracts(bids) == expected
    assert after_bids(bids).view.trump == -1


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        ("JS 3C 4D 5H", "court-solo S 0 target 7"),
        ("JS QC KD 10H", "court-solo D 2 target 7"),
        ("JS QC 10D QH", "court-solo C 1 target 7"),
        ("KS KC KD KH", "court-solo S 0 target 7"),
        ("10S 10C JH 10H", "court-solo H 2 target 7"),
        ("9S JS QS 10S", "court-solo S 2 target 7"),
    ],
)
def test_ty_3_2_the_highest_court_is_a_solo_and_of_equals_the_eldest(bids: str, expected: str) -> None:
    assert contracts(bids) == [expected]


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        ("3S 4C 10D 9H", "twist-solo D 2"),
        ("9S 9C 3D 4H", "twist-solo S 0"),
        ("3C 10S 10D 10H", "twist-solo S 1"),
        ("3C 3D 3H 3S", "twist-solo C 0"),
    ],
)
def test_ty_3_3_four_suits_of_numerals_are_a_twist_solo_of_the_highest(bids: str, expected: str) -> None:
    assert contracts(bids) == [expected]


@pytest.mark.parametrize(
    ("numeral", "other", "target"),
    [
        (10, 3, 10),
        (7, 3, 7),
        (6, 7, 7),
        (8, 9, 9),
        (3, 4, 7),
        (3, 5, 8),
        (6, 5, 11),
        (3, 6, 9),
        (10, 9, 10),
        (4, 6, 10),
    ],
)
def test_ty_3_4_a_trump_duo_aims_at_the_higher_numeral_from_seven_on_else_at_the_sum(
    numeral: int, other: int, target: int
) -> None:
    assert contracts(f"{numeral}S 10C {other}S 9D") == [f"trump-duo S 0 2 target {target}"]
    assert contracts(f"10C {numeral}H 9D {other}H") == [f"trump-duo H 1 3 target {target}"]


def test_ty_3_4_the_duo_are_partners_and_the_others_are_not() -> None:
    view = after_bids("10C 3H 9D 8H").view
    assert view.partners.tolist() == [-1, 3, -1, 1]
    assert view.contractors == 0b1010


@pytest.mark.parametrize(
    ("bids", "pairs"),
    [("3S 4S 5C 6C", ["0 1", "2 3"]), ("3S 5C 4S 6C", ["0 2", "1 3"]), ("3S 5C 6C 4S", ["0 3", "1 2"])],
)
def test_ty_3_5_two_and_two_are_plain_duos(bids: str, pairs: list[str]) -> None:
    assert contracts(bids) == [f"plain-duo {pair} target 7" for pair in pairs]
    assert after_bids(bids).view.trump == -1


@pytest.mark.parametrize("bids", ["3S 4S 5S 6S", "3S 4S 5S 6C", "3D 4S 5S 6S", "3S 4H 5S 6S", "3S 4S 10C 6S"])
def test_ty_3_6_three_or_four_of_a_suit_are_a_nemo(bids: str) -> None:
    assert contracts(bids) == ["nemo 0 1 2 3 unwanted S"]


def oracle(shown: list[tuple[int, str]]) -> list[tuple[str, set[int]]]:
    """TY-3 anew: groups of contractors for cards as (number 2..14, suit)."""
    numbers, suits = [number for number, _ in shown], [suit for _, suit in shown]
    if 14 in numbers or 2 in numbers:
        return [
            ("ace-solo" if number == 14 else "misere", {seat})
            for seat, number in enumerate(numbers)
            if number in (2, 14)
        ]
    if max(numbers) > 10:
        return [("court-solo", {numbers.index(max(numbers))})]
    groups = {suit: {seat for seat in range(4) if suits[seat] == suit} for suit in suits}
    sizes = sorted(len(group) for group in groups.values())
    if sizes == [1, 1, 1, 1]:
        return [("twist-solo", {numbers.index(max(numbers))})]
    if sizes == [1, 1, 2]:
        return [("trump-duo", next(group for group in groups.values() if len(group) == 2))]
    return [("plain-duo", group) for group in groups.values()] if sizes == [2, 2] else [("nemo", {0, 1, 2, 3})]


def number_of(card: str) -> tuple[int, str]:
    """A card as (2..14, suit)."""
    return {"J": 11, "Q": 12, "K": 13, "A": 14}.get(card[:-1]) or int(card[:-1]), card[-1]


def test_ty_3_any_four_cards_make_the_contract_of_the_table() -> None:
    chance, seen = random.Random(3), set()
    for case in range(1500):
        pack = [card for card in NAMES if case % 3 or number_of(card)[0] in range(3, 11)]
        bids = chance.sample(pack, 4)
        view = after_bids(" ".join(bids)).view
        estimate = {seat: CONTRACTS[contract] for seat, contract in enumerate(view.contracts) if contract >= 0}
        expected = {seat: name for name, group in oracle([number_of(card) for card in bids]) for seat in group}
        assert estimate == expected, bids
        seen |= set(estimate.values())
    assert seen == set(CONTRACTS)


# --- TY-4: who leads ---


def leads(bids: str) -> Iterable[str]:
    """Who may be made to lead: nothing if the rule says it."""
    return [move for move in moves(after_bids(bids)) if move.startswith("lead")]


@pytest.mark.parametrize(
    ("bids", "soloist"), [("3C AS 4D 5H", 1), ("3C 4D 2S 5H", 2), ("3C 4D 5H JS", 3), ("3C 4D 5H 9S", 3)]
)
def test_ty_4_a_single_soloist_names_any_of_the_four_to_lead(bids: str, soloist: int) -> None:
    for leader in range(4):
        game = after_bids(bids)
        assert int(game.view.seat) == soloist
        assert moves(game) == ["lead0", "lead1", "lead2", "lead3"]
        play(game, f"lead{leader}")
        assert int(game.view.seat) == int(game.view.leader) == int(game.view.opener) == leader
        assert game.events()[-1] == {"do": "lead", "seat": leader, "by": soloist}


@pytest.mark.parametrize(
    "bids", ["3C AS AD 5H", "3C 4D 2S AH", "3C 4D 2S 2H", "3C 4C 5H 9S", "3C 4C 5H 9H", "3C 4C 5C 9S"]
)
def test_ty_4_else_the_eldest_leads(bids: str) -> None:
    game = after_bids(bids)
    assert not leads(bids)
    assert int(game.view.seat) == 0
    assert game.events()[-1] == {"do": "lead", "seat": 0, "by": None}
