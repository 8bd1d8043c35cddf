"""Every tip says what it was read to mean, why that is a fair trial, and what would change its verdict."""

import re

import pytest

from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.studies.publishing.tips_as_read import PAGE, page

ACTS = re.compile(r" It acts in [^%]*% of choices\.")  # figures of the findings, which are published apart


@pytest.mark.parametrize("tip", tips(), ids=lambda tip: tip.id)
def test_each_tip_has_its_four_parts(tip: Tip) -> None:
    for text in (tip.statement, tip.reading, tip.fair, tip.overturned_by):
        assert text.endswith(".") and len(text.split()) > 4


def test_the_page_is_written_from_the_tips() -> None:
    assert ACTS.sub("", PAGE.read_text("utf-8")) == ACTS.sub("", page())


@pytest.mark.parametrize("tip", tips(), ids=lambda tip: tip.id)
def test_the_page_has_all_parts_of_each_tip(tip: Tip) -> None:
    entry = PAGE.read_text("utf-8").partition(f"### {tip.id}\n")[2].partition("###")[0]
    assert all(text in entry for text in (tip.statement, tip.reading, tip.fair, tip.overturned_by))
    assert all(each.label.replace("_", "\\_") in entry for each in tip.experiments if not tip.is_variant)
