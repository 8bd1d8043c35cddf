"""The bidding guide's part of the page: what to show with which hand, hands to practise on, and where each bid begins
to pay.
"""

from functools import partial

import pandas as pd

from knotlab.analysis.bidding.guide import Guide
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import Block, Column, Command, Files, Glossary, Picture, Section, Table, Text
from knotlab.reports.page.pictures import Pictures, files
from knotlab.reports.plots import guide as plots
from knotlab.reports.words import guide as words

LEAST = 2  # slices of a curve that can be drawn

BIDS = tuple(Column(head, number=head not in words.HEADS[:2], text=head == words.HEADS[1]) for head in words.HEADS)
HANDS = tuple(Column(head, number=head.startswith("points")) for head in words.EXAMPLE_HEADS)


def section(guide: Guide, seed: int, pictures: Pictures) -> Section:
    """The guide as tables and plots, written beside the page too."""
    tables = {
        "twyst-guide-bids": guide.table,
        "twyst-guide-hands": pd.DataFrame(words.example_rows(guide), columns=list(words.EXAMPLE_HEADS)),
    }
    tables |= {f"twyst-guide-{kind}": frame for kind, frame in guide.curves.items()}
    for name, table in tables.items():
        write_csv(table, pictures.folder / f"{name}.csv")
    kinds = [kind for kind, frame in guide.curves.items() if len(frame.dropna()) >= LEAST]
    blocks: list[Block] = [
        Text(words.opening(guide)),
        Table("What to show, tried from the top", BIDS, words.bid_rows(guide)),
        Glossary("How to count a hand", words.COUNTING),
        Table("Five hands to practise on", HANDS, words.example_rows(guide)),
        Text(words.LOOK, soft=True),
        *(picture(guide, kind, pictures) for kind in kinds),
        *(Text(sentence[0].upper() + sentence[1:]) for sentence in words.crossings(guide.table)),
        Text(words.gain_sentence(guide), soft=True),
        Command("Again:", f"knotlab guide {guide.strategy} --deals {guide.deals} --seed {seed}"),
        Files([*(f"{name}.csv" for name in tables), *files(*(f"twyst-guide-{kind}" for kind in kinds))]),
    ]
    return Section("twyst-guide", "What to bid", blocks)


def picture(guide: Guide, kind: str, pictures: Pictures) -> Picture:
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
    return pictures.draw(
        f"twyst-guide-{kind}",
        partial(plots.gains, guide, kind),
        description,
        caption,
        guide.thresholds,
        guide.deals,
        frame,
        guide.table,
    )
