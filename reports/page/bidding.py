"""What to bid, on the page: the card for the table with hands to practise on, and folded away the formula by which the
others bid, and where each bid begins to pay.
"""

from pathlib import Path

import pandas as pd

from knotlab.analysis.bidding.guide import Guide
from knotlab.reports.output import write_csv
from knotlab.reports.page import kitchen_card
from knotlab.reports.page.bid_card import FEWEST, card
from knotlab.reports.page.blocks import Block, CommandBlock, Files, Folded, Glossary, Html, PictureBlock, Section, Text
from knotlab.reports.page.pictures import files, picture
from knotlab.reports.plots import guide as plots
from knotlab.reports.words import guide as words
from knotlab.reports.words.names import reader_name

LEAST = 2  # slices of a curve that can be drawn


def section(guide: Guide, seed: int, folder: Path) -> Section:
    """The guide as tables and plots, written beside the page too."""
    tables = {
        "twyst-guide-bids": guide.table,
        "twyst-guide-hands": pd.DataFrame(words.example_rows(guide), columns=list(words.EXAMPLE_HEADS)),
    }
    tables |= {f"twyst-guide-{kind}": frame for kind, frame in guide.curves.items()}
    for name, table in tables.items():
        write_csv(table, folder / f"{name}.csv")
    kinds = [kind for kind, frame in guide.curves.items() if len(frame.dropna()) >= LEAST]
    formula: list[Block] = [
        Text(words.FORMULA),
        Text(based_on(guide), soft=True),
        Html(card(guide)),
        Glossary("How to count a hand", words.COUNTING),
        Text(words.LOOK, soft=True),
        *(gains(guide, kind, folder) for kind in kinds),
        *(Text(sentence[0].upper() + sentence[1:]) for sentence in words.crossings(told_of(guide))),
        Text(words.gain_sentence(guide), soft=True),
        CommandBlock("Retest:", f"knotlab guide {guide.strategy} --deals {guide.deals} --seed {seed}"),
    ]
    title = "The formula by which the others bid, and where each bid begins to pay"
    beside = Files([*(f"{name}.csv" for name in tables), *files(*(f"twyst-guide-{kind}" for kind in kinds))])
    return Section("twyst-guide", "What to bid", [*kitchen_card.blocks(), Folded(title, formula), beside])


def told_of(guide: Guide) -> pd.DataFrame:
    """The kinds of bid that come often enough to say anything of."""
    return guide.table[(guide.table["share"] * guide.deals).round() >= FEWEST]


def based_on(guide: Guide) -> str:
    """What the guide rests on."""
    name = reader_name("twyst", guide.strategy)
    return (
        f"From {guide.deals:,} deals on which every bid was tried ({guide.conditions.title}). The others were: "
        f"{name[0].lower()}{name[1:]}."
    )


def gains(guide: Guide, kind: str, folder: Path) -> PictureBlock:
    """Where one kind of bid begins to pay."""
    frame = guide.curves[kind].dropna()
    by_slice = "; ".join(
        f"{row['from']:g} to {row['to']:g}: {row['gain']:+z.1f} [{row['gain_low']:.1f}, {row['gain_high']:.1f}]"
        for row in frame.to_dict("records")
    )
    description = (
        f"Points gained by showing {words.NAMES[kind]} instead of the next best, by {words.MEASURES[kind]}. {by_slice}."
    )
    caption = f"What showing {words.NAMES[kind]} gains over the next best bid, by {words.MEASURES[kind]}."
    return picture(folder / f"twyst-guide-{kind}", plots.gains(guide, kind), description, caption)
