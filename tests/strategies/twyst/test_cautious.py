"""Numerals only."""

from tests.strategies.twyst.choices import bid


def test_the_lowest_numeral_of_the_longest_suit_is_shown() -> None:
    assert bid("AS KS QS 9S 8S 4C AC KC 2D 3D 5H 6H AH", "cautious") == "8S"


def test_a_suit_without_numerals_is_passed_over() -> None:
    assert bid("AS KS QS JS 2S AC KC QC 10C AD KD QD AH", "cautious") == "10C"


def test_without_a_numeral_the_lowest_court_is_shown() -> None:
    assert bid("AS KS QS 2S AC KC QC 2C AD KD QD 2D JH", "cautious") == "JH"
