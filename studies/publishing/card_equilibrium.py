"""Bidding cards of Twyst for a table at which everybody has them. Cards are fitted in rounds, each to a company that
draws from all cards before it, the later ones more often (fictitious play). Of the last ones two are chosen, with the
chance of each, that leave least to gain; then a card fitted to them, the tuned formula and other bidders are tried on
fresh hands.

Command: python -m knotlab.studies.publishing.card_equilibrium OUT [--hands N], then the same with --rows
Result: first.toml and second.toml in `strategies/twyst/cards` with their chances, and a table of what others gain; the
    rounds are kept in OUT, and the same command goes on. With --rows, what each row of the two cards scores; with
    --among, what they score in other companies; with --single, what others gain where all follow the same card
Page: docs/bidding-card.md
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.bids import CHUNK, Bids, best_thresholds, force, positions, thresholds_of
from knotlab.analysis.bidding.card import read_card
from knotlab.analysis.bidding.card_make import FIELD, ROW_DEALS, ROW_HANDS, others_hands
from knotlab.analysis.bidding.card_measure import measure_rows
from knotlab.analysis.bidding.card_search import STANDARD_SCHEME, fit, tried_from
from knotlab.analysis.bidding.card_text import MadeCard, card_text
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import mean_of_values
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing import branch
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.storage.result_files import parsed_toml, write_whole
from knotlab.strategies.tuned import SHIPPED
from knotlab.strategies.twyst.carded import CHANCES
from knotlab.studies.command import parser_of_deals, run, tell

ROUNDS, HANDS, FRESH, AMONG = 8, 100_000, 100_000, 20_000
POOL = 4  # of the last cards, from which two are chosen
POOL_HANDS = 10_000  # on which the others of the pool are tried among two
FIRST_POOL, FIRST_ANSWER, FIRST_FRESH, FIRST_AMONG, FIRST_SINGLE = (
    number * 10**7 for number in (1, 2, 3, 4, 5)
)  # the numbers of other deals
SHARES = np.arange(0.1, 0.91, 0.1)  # of the first of the two
PLAY = "+champion"
CARDS = SHIPPED / "twyst" / "cards"
NAMES = ("first", "second")
SINGLE = (*NAMES, "usual")
BIDDERS = ("carded", "carded@first", "carded@second", "carded@usual", "threshold@v3", "cautious", "random")
COMPANIES = ("carded", "carded@usual", "threshold@v3", "cautious", "random")
OTHERS = ("carded@usual", "threshold@v3", "threshold", "cautious", "random")


class Company(NamedTuple):
    """Three others, each of whom has one of some bidders, with the chance of each."""

    bidders: tuple[str, ...]
    chances: tuple[float, ...]

    def jobs(self, bidder: str, first: int, count: int, seed: int) -> list[tuple[Job, np.ndarray]]:
        """Who plays which of some deals: one bidder among three others, who are drawn for each deal by a seed."""
        drawn = np.random.default_rng([seed, first]).choice(len(self.bidders), (count, 3), p=self.chances)
        jobs = []
        for trio in np.unique(drawn, axis=0):
            deals = first + np.flatnonzero((drawn == trio).all(axis=1))
            job = make_job("twyst", [each + PLAY for each in (bidder, *(self.bidders[i] for i in trio))], seed=seed)
            jobs += [(job, deals[at : at + CHUNK]) for at in range(0, len(deals), CHUNK)]
        return jobs


def tried(company: Company, first: int, count: int, seed: int, workers: int | None) -> Bids:
    """Every bid of some hands in a company."""
    tasks = company.jobs(company.bidders[0], first, count, seed)
    compile_ahead(tasks[0][0])
    order = np.argsort(np.concatenate([deals for _, deals in tasks]))
    pieces = zip(*fan_out(force, tasks, workers), strict=True)
    return Bids(*(np.concatenate(columns)[order] for columns in pieces))


def points(bidder: str, company: Company, first: int, count: int, seed: int, workers: int | None) -> np.ndarray:
    """What a bidder scores on some deals in a company, shape (count,)."""
    tasks = company.jobs(bidder, first, count, seed)
    compile_ahead(tasks[0][0])
    order = np.argsort(np.concatenate([deals for _, deals in tasks]))
    return np.concatenate(list(fan_out(_points, tasks, workers)))[order]


def _points(job: Job, deals: np.ndarray) -> np.ndarray:
    """The same for one line-up."""
    start = positions(job, deals)
    results = branch.play_branches(job, start, branch.own_choice(job, len(deals)), 1)[:, 0, 0]
    return np.asarray(results["score"][np.arange(len(deals)), start.views["seat"]], float)


def spelled(file: Path) -> str:
    """The bidder who follows a card."""
    return f"carded@{file}"


def rounds(out: Path, count: int, hands: int, seed: int, workers: int | None) -> list[str]:
    """The bidders by the cards of so many rounds, the usual card first; those that are kept are not fitted again."""
    bidders = ["carded@usual"]
    for number in range(1, count + 1):
        file = out / f"round-{number}.toml"
        if not file.is_file():
            weights = np.arange(1.0, len(bidders) + 1)
            company = Company(tuple(bidders), tuple(weights / weights.sum()))
            card = fit(STANDARD_SCHEME, tried_from(tried(company, number * hands, hands, seed, workers)))
            made = {"field": f"the cards of {number - 1} rounds{PLAY}", "hands": hands, "seed": seed, "rules": []}
            write_whole(file, card_text(MadeCard(card, [], [], made)).encode())
        bidders.append(spelled(file))
        print(f"round {number} of {count}", flush=True)
    return bidders


def regret(company: Company, bidders: Sequence[str], first: int, count: int, seed: int, workers: int | None) -> float:
    """What the best of some bidders gains, in points a deal, over drawing from a company's cards as its members do."""
    worth = {each: points(each, company, first, count, seed, workers).mean() for each in {*bidders, *company.bidders}}
    own = sum(chance * worth[each] for each, chance in zip(company.bidders, company.chances, strict=True))
    return float(max(worth[each] for each in bidders) - own)


def chosen(bidders: Sequence[str], seed: int, workers: int | None) -> Company:
    """Two of the last cards, and the chance of each, among whom the others of them gain least."""
    pool = bidders[-POOL:]
    companies = [
        Company((one, other), (float(chance), float(1 - chance)))
        for one, other in itertools.combinations(pool, 2)
        for chance in SHARES
    ]
    return min(companies, key=lambda company: regret(company, pool, FIRST_POOL, POOL_HANDS, seed, workers))


def gains(
    company: Company, others: Mapping[str, str], first: int, count: int, seed: int, workers: int | None
) -> pd.DataFrame:
    """What other bidders gain in a company, in points a deal with 95% intervals, over drawing from its cards: on the
    same hands, each by its name.
    """
    own = sum(
        chance * points(each, company, first, count, seed, workers)
        for each, chance in zip(company.bidders, company.chances, strict=True)
    )
    rows = []
    for name, bidder in others.items():
        gain = mean_of_values(points(bidder, company, first, count, seed, workers) - own)
        rows.append({"bidder": name, "gain": gain.value, "low": gain.low, "high": gain.high})
    return pd.DataFrame(rows)


def among(first: int, count: int, seed: int, workers: int | None) -> pd.DataFrame:
    """What bidders score, in points a deal with 95% intervals: a row for each, a column for each kind of company."""
    rows = []
    for bidder in BIDDERS:
        row = {"bidder": bidder}
        for other in COMPANIES:
            mean = mean_of_values(points(bidder, Company((other,), (1.0,)), first, count, seed, workers))
            row[f"three {other}"] = f"{mean.value:.1f} [{mean.low:.1f}, {mean.high:.1f}]"
        rows.append(row)
    return pd.DataFrame(rows)


def answers(
    company: Company, file: Path, first: int, hands: int, seed: int, workers: int | None, field: str
) -> tuple[str, str]:
    """The best answers to a company on some hands: the bidder by a card that is fitted to it, which is written to a
    file, and the bidder by formula whose thresholds score most.
    """
    bids = tried(company, first, hands, seed, workers)
    best = best_thresholds(bids, thresholds_of(FIELD))
    made = {"field": field, "hands": len(bids), "seed": seed, "rules": []}
    write_whole(file, card_text(MadeCard(fit(STANDARD_SCHEME, tried_from(bids)), [], [], made)).encode())
    return spelled(file), "threshold:" + ",".join(f"{name}={value:.4g}" for name, value in best._asdict().items())


def singles(out: Path, hands: int, fresh: int, seed: int, workers: int | None) -> pd.DataFrame:
    """What others gain, in points a deal with 95% intervals, where everybody else follows the same card: a row for each
    of the cards that ship and each of the others.
    """
    tables = []
    for number, name in enumerate(SINGLE):
        company = Company((f"carded@{name}",), (1.0,))
        file, first = out / f"answer-to-{name}.toml", FIRST_SINGLE + number * hands
        card, formula = answers(company, file, first, hands, seed, workers, f"the {name} card")
        others = {"a card fitted to it": card, "the formula tuned to it": formula} | {each: each for each in OTHERS}
        others = {each: bidder for each, bidder in others.items() if bidder != f"carded@{name}"}
        tables.append(gains(company, others, FIRST_FRESH, fresh, seed, workers).assign(card=name))
    return pd.concat(tables, ignore_index=True)


def install(company: Company, made: Mapping[str, object]) -> None:
    """Write the two cards to where they ship, each with its chance."""
    for name, bidder, chance in zip(NAMES, company.bidders, company.chances, strict=True):
        card = read_card(Path(bidder.partition("@")[2]).read_text("utf-8"))
        text = card_text(MadeCard(card, [], [], {**made, "chance": round(chance, 2)}))
        write_whole(CARDS / f"{name}.toml", text.encode())


def measure(seed: int, workers: int | None) -> None:
    """Write into the files of the two cards what their rows score, where everybody draws from the two."""
    job = replace(make_job("twyst", [f"carded{PLAY}"] * SEATS, seed=seed), purpose="confirm")
    others = others_hands(job)
    for name in CHANCES:
        text = (CARDS / f"{name}.toml").read_text("utf-8")
        card = read_card(text)
        rows = measure_rows(card, job, hands_each=ROW_HANDS, deals_each=ROW_DEALS, seed=seed, workers=workers)
        whole = MadeCard(card, rows.to_dict("records"), others, parsed_toml(text)["made"])
        write_whole(CARDS / f"{name}.toml", card_text(whole).encode())


def main(words: Sequence[str] | None = None) -> None:
    """Find the two cards, write them, and tell what others gain; or measure their rows."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("out", type=Path, metavar="OUT", help="where the rounds are kept")
    reader.add_argument("--hands", type=int, default=HANDS, metavar="N", help="hands to which each card is fitted")
    reader.add_argument("--rows", action="store_true", help="measure the rows of the cards that ship")
    reader.add_argument("--among", action="store_true", help="tell what they and other bidders score in five companies")
    reader.add_argument("--single", action="store_true", help="tell what others gain where all follow the same card")
    asked = reader.parse_args(words)
    if asked.among:
        table = among(FIRST_AMONG, AMONG, asked.seed, asked.workers)
        tell("points a deal of one player among three others [95%]", table, asked.csv)
        return
    if asked.single:
        table = singles(asked.out, asked.hands, FRESH, asked.seed, asked.workers)
        tell("points a deal that others gain where everybody else follows the same card [95%]", table, asked.csv)
        return
    if asked.rows:
        measure(asked.seed, asked.workers)
        return
    found = rounds(asked.out, ROUNDS, asked.hands, asked.seed, asked.workers)
    company = chosen(found, asked.seed, asked.workers)
    install(
        company,
        {
            "field": "the cards before it",
            "hands": asked.hands,
            "seed": asked.seed,
            "rules": [],
        },
    )
    file, hands = asked.out / "answer.toml", 2 * asked.hands
    answer, formula = answers(company, file, FIRST_ANSWER, hands, asked.seed, asked.workers, "the two cards")
    others = {"a card fitted to the two": answer, "the formula tuned to them": formula}
    others |= {each: each for each in OTHERS}
    told = gains(company, others, FIRST_FRESH, FRESH, asked.seed, asked.workers)
    tell("points a deal that others gain among players of the two cards [95%]", told, asked.csv)


if __name__ == "__main__":
    run(main)
