"""How strategies do, as sections of a page: their rates, places, seats, and who finishes ahead of whom. Everything is
also written next to the page, tables as CSV and plots as PNG and SVG.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from knotlab.analysis.report.front import cards_dealt, seat_effect
from knotlab.analysis.result import Conditions
from knotlab.analysis.stats.metrics import direction
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import Files, PageBlock, Section, TableBlock, TableColumn, Text, files, picture
from knotlab.reports.plots import play as plots
from knotlab.reports.plots.comparisons import Wording, ahead, heat_map
from knotlab.reports.words.directions import listed
from knotlab.reports.words.numbers import heading, interval_of, several, spell

FEW = 3  # opponents that a sentence names one by one


@dataclass(frozen=True)
class Standings:
    """The tables of some strategies, with names in full: rates, places, seats and pairs, as `PlayResult` and
    `TournamentResult` have them.

    names: what strategies are called on the page, in the tables' order. against: whom, for captions. suffix: of the
    names of files and sections, if a page has several of a kind.
    """

    conditions: Conditions
    names: dict[str, str]
    rates: pd.DataFrame
    places: pd.DataFrame
    seats: pd.DataFrame
    pairs: pd.DataFrame
    deals: int
    against: str
    suffix: str = ""

    def stem(self, name: str) -> str:
        """What the files and the section of a table are called."""
        return name + self.suffix

    @property
    def metrics(self) -> list[str]:
        """What the rates are of."""
        return [name for name in self.rates.columns if f"{name}_low" in self.rates]

    @property
    def decisive(self) -> str:
        """The metric by which strategies are ranked."""
        return "mean_place" if "mean_place" in self.metrics else "mean_score"

    def named(self, table: pd.DataFrame) -> pd.DataFrame:
        """A table with the strategies' short names, the best of them first."""
        columns = [column for column in ("strategy", "against") if column in table]
        order = {name: number for number, name in enumerate(self.ranking)}
        ranked = table.sort_values("strategy", key=lambda names: names.map(order), kind="stable", ignore_index=True)
        return ranked.assign(**{column: ranked[column].map(self.names) for column in columns})

    @property
    def ranking(self) -> list[str]:
        """The strategies, the best first, with names in full."""
        ranked = self.rates.sort_values(self.decisive, ascending=direction(self.decisive) < 0, kind="stable")
        return list(ranked["strategy"])

    def ranked(self) -> pd.DataFrame:
        """The rates, best first, with short names."""
        return self.named(self.rates)

    @property
    def note(self) -> str:
        """What intervals rest on."""
        return f"Bars: 95% intervals over {several(self.deals, 'deals')}."


def rates(standings: Standings, folder: Path) -> Section:
    """Games won and lost and mean places, or scores, with what unfinished games could change."""
    frame, title = standings.ranked(), standings.conditions.title
    unfinished = any(f"{metric}_least" in frame for metric in standings.metrics) and bounds_matter(standings)
    columns = [TableColumn("strategy")]
    for metric in standings.metrics:
        columns.append(TableColumn(f"{heading(metric)} [95%]", number=True))
        columns += [TableColumn(f"{heading(metric)} at worst", number=True)] if unfinished else []
    rows = []
    for row in frame.to_dict("records"):
        cells = [row["strategy"]]
        for metric in standings.metrics:
            cells.append(interval_of(metric, row))
            if unfinished:
                ends = (spell(metric, row[f"{metric}_{end}"]).removesuffix("%") for end in ("least", "greatest"))
                cells.append(" .. ".join(ends))
        rows.append([*cells, f"{row['games']:,}"])
    table = TableBlock(f"Best first, {standings.against}", [*columns, TableColumn("games", number=True)], rows)
    if standings.decisive == "mean_score":
        figure = plots.means(frame, title, standings.decisive)
    else:
        figure = plots.rates(frame, title, standings.conditions.players)
    words = "Dot plot with 95% intervals. " + "; ".join(
        f"{row['strategy']}: " + ", ".join(f"{heading(name)} {spell(name, row[name])}" for name in standings.metrics)
        for row in frame.to_dict("records")
    )
    stem = folder / standings.stem("rates")
    what = "Points" if standings.decisive == "mean_score" else "Wins and losses"
    return _section(
        "rates",
        what,
        standings,
        folder,
        [
            Text(headline(standings)),
            table,
            picture(stem, figure, words, f"{what}, with 95% intervals."),
        ],
    )


def bounds_matter(standings: Standings) -> bool:
    """Whether unfinished games leave open what a rate would have been."""
    frame = standings.rates
    return any((frame[f"{metric}_least"] < frame[f"{metric}_greatest"]).any() for metric in standings.metrics)


def headline(standings: Standings) -> str:
    """What the rates say in a sentence."""
    frame, metric = standings.ranked(), standings.decisive
    best, worst = frame.iloc[0], frame.iloc[-1]
    if metric == "mean_score":
        lead = f"{best['strategy']} scores most, {spell(metric, best[metric])} points per deal"
        last = f"{worst['strategy']} least, {spell(metric, worst[metric])}"
    else:
        rates = f"{spell('win_rate', best['win_rate'])} and losing {spell('loss_rate', best['loss_rate'])} of its games"
        lead = f"{best['strategy']} does best, with a mean place of {spell(metric, best[metric])}, winning {rates}"
        last = f"{worst['strategy']} does worst, with a mean place of {spell(metric, worst[metric])}"
    if len(frame) == 1:
        return f"{lead}."
    return f"{lead}; {last}."


def places(standings: Standings, folder: Path) -> Section | None:
    """How often each strategy took each place; nothing for a game without places."""
    frame = standings.named(standings.places)
    shares = [name for name in frame.columns if name != "strategy"]
    if not shares:
        return None
    columns = [TableColumn("strategy"), *(TableColumn(f"{heading(name)}, %", number=True) for name in shares)]
    rows = [[row["strategy"], *(f"{100 * row[name]:.2f}" for name in shares)] for row in frame.to_dict("records")]
    table = TableBlock(f"Share of its games that a strategy ended in each place, {standings.against}", columns, rows)
    words = "Stacked bars of the places of each strategy. " + "; ".join(", ".join(row) for row in rows)
    title = f"{standings.conditions.title}: {plots.places_found(frame)}"
    figure = plots.shares_of_places(frame, title, f"Shares of games on {several(standings.deals, 'deals')}.")
    caption = "How many of a strategy's games ended in each place."
    plot = picture(folder / standings.stem("places"), figure, words, caption)
    return _section("places", "Places", standings, folder, [table, plot])


def seats(standings: Standings, folder: Path) -> Section:
    """The rates by seat."""
    frame, metric = standings.named(standings.seats).dropna(), standings.decisive
    columns = [TableColumn("strategy", choose=True), TableColumn("seat", number=True)]
    columns += [TableColumn(f"{heading(name)} [95%]", number=True) for name in standings.metrics]
    rows = [
        [row["strategy"], f"{row['seat']}", *(interval_of(name, row) for name in standings.metrics)]
        for row in frame.to_dict("records")
    ]
    table = TableBlock(f"By seat, {standings.against}; seat 0 is dealt to first", columns, rows)
    words = f"{heading(metric).capitalize()} by seat with 95% intervals. " + "; ".join(
        f"{row['strategy']} in seat {row['seat']}: {spell(metric, row[metric])}" for row in frame.to_dict("records")
    )
    title = f"{standings.conditions.title}, {heading(metric)} by seat: {best_seat(standings)}"
    figure = plots.seats(frame, title, metric, standings.note + deal_words(cards_dealt(standings.conditions)))
    plot = picture(folder / standings.stem("seats"), figure, words, f"{heading(metric).capitalize()} by seat.")
    return _section("seats", "Seats", standings, folder, [table, plot])


def best_seat(standings: Standings) -> str:
    """Which seat does best over all strategies, if one certainly does."""
    effect = seat_effect(standings.seats, standings.rates, standings.decisive)
    if effect is None or not effect.is_certain:
        return "no seat is certainly better than another"
    return f"seat {effect.most if direction(standings.decisive) > 0 else effect.least} does best"


def deal_words(dealt: Sequence[int]) -> str:
    """Who is dealt more cards than others, as a further sentence; nothing if nobody is.

    >>> deal_words([11, 11, 11, 10]), deal_words([13, 13])
    (' Of the 43 cards, seats 0, 1 and 2 are dealt 11 each, and seat 3 is dealt 10.', '')
    """
    shares = sorted(set(dealt), reverse=True)
    if len(shares) == 1:
        return ""
    told = []
    for share in shares:
        seats = [str(seat) for seat, n in enumerate(dealt) if n == share]
        several = len(seats) > 1
        told.append(
            f"seat{'s' * several} {listed(seats)} {f'are dealt {share} each' if several else f'is dealt {share}'}"
        )
    return f" Of the {sum(dealt)} cards, {', and '.join(told)}."


def who_beats_whom(standings: Standings, folder: Path) -> Section | None:
    """Who finishes ahead of whom, or scores more; nothing for a single strategy."""
    frame = standings.named(standings.pairs)
    if frame.empty:
        return None
    order = list(standings.ranked()["strategy"])
    rows = [
        [row["strategy"], row["against"], interval_of("ahead_rate", row, "ahead")] for row in frame.to_dict("records")
    ]
    columns = (
        TableColumn("strategy", choose=True),
        TableColumn("against", choose=True),
        TableColumn("ahead [95%]", number=True),
    )
    scores = standings.decisive == "mean_score"
    verb = "scores more than" if scores else "finishes ahead of"
    caption = f"Share of games in which the first {verb} the second; equal ones count one half each"
    title = f"{standings.conditions.title}: who {'scores more' if scores else 'finishes ahead'}, %"
    note = f"*: significant at 5% for all pairs together; {several(standings.deals, 'deals')}."
    down, across = (
        ("this one scores more ...", "... than this one")
        if scores
        else ("this one finishes ahead ...", "... of this one")
    )
    pairs = ahead(frame, order)
    wording = Wording(f"{pairs.found}\n{title}", down, across, "above one half", note)
    words = f"Heat map of who {'scores more' if scores else 'finishes ahead'}. " + "; ".join(
        f"{row['strategy']} {verb} {row['against']} in {100 * row['ahead']:.1f}%" for row in frame.to_dict("records")
    )
    figure = heat_map(pairs, wording)
    plot = picture(
        folder / standings.stem("pairs"), figure, words, "The same as a heat map; * marks significant differences."
    )
    return _section("pairs", "Who beats whom", standings, folder, [plot, TableBlock(caption, columns, rows)])


def pair_sentence(standings: Standings) -> str:
    """How often the best strategy finishes ahead of the others: of each, or of those that it beats least and most."""
    frame, first = standings.named(standings.pairs), standings.ranked()["strategy"].iloc[0]
    rows = frame[frame["strategy"] == first].sort_values("ahead").to_dict("records")
    shares = [f"{row['against']} in {interval_of('ahead_rate', row, 'ahead')}" for row in rows]
    verb, linked = (
        ("scores more than", "; than ") if standings.decisive == "mean_score" else ("finishes ahead of", "; of ")
    )
    if len(shares) > FEW:
        return f"{first} {verb} {shares[0]} of the games{linked}{shares[-1]}; all others lie between."
    return f"{first} {verb} {linked.join(shares)} of the games."


def _section(name: str, title: str, standings: Standings, folder: Path, blocks: list[PageBlock]) -> Section:
    """A section with the files of its table and plot."""
    stem = standings.stem(name)
    write_csv(getattr(standings, name), folder / f"{stem}.csv", standings.conditions)
    return Section(stem, title, [*blocks, Files([f"{stem}.csv", *files(stem)])])
