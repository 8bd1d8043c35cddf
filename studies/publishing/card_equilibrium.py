"""Bidding cards of Twyst for a table at which everybody has them. Cards are fitted in rounds, each to a field that
draws from all cards before it, the later ones more often (fictitious play). Of the last ones two are chosen, with the
chance of each, that leave least to gain; then a card fitted to them, the tuned formula and other bidders are tried on
fresh hands.

Command: python -m knotlab.studies.publishing.card_equilibrium OUT [--hands N], then the same with --rows
Result: first.toml and second.toml in `strategies/twyst/cards` with their chances, and a table of what others gain; the
    rounds are kept in OUT, and the same command goes on. With --check, only the table. With --rows, what each row of
    the two cards scores; with --among, what they score in other fields; with --single, what others gain where all
    follow the same card
Page: docs/bidding-card.md
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from knotlab.analysis.bidding.card import read_card
from knotlab.analysis.bidding.card_make import measured
from knotlab.analysis.bidding.card_text import GAINS, MadeCard, card_text
from knotlab.analysis.bidding.field import (
    FIRST,
    CardTable,
    Drawers,
    before,
    chosen,
    fitted,
    gains,
    points,
)
from knotlab.analysis.stats.estimate import mean_of_values
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.storage.result_files import parsed_toml, write_whole
from knotlab.strategies.home import folder_of
from knotlab.strategies.twyst.carded import CHANCES
from knotlab.studies.command import parser_of_deals, run, table_of, tell
from knotlab.studies.thresholds import tuned_formula

ROUNDS, HANDS, FRESH, AMONG = 8, 100_000, 100_000, 20_000
# The numbers of other deals.
FIRST_ANSWER, FIRST_FRESH, FIRST_AMONG, FIRST_SINGLE = (number * 10**7 for number in (2, 3, 4, 5))
CARDS = folder_of("twyst") / "cards"
NAMES = ("first", "second")
GLANCE = "glance"  # a card that is followed without counting, but for solos
SINGLE = (*NAMES, "formula")
BIDDERS = (
    "carded",
    "carded@first",
    "carded@second",
    "carded@glance",
    "carded@formula",
    "threshold@v3",
    "cautious",
    "random",
)
FIELDS = ("carded", "carded@formula", "threshold@v3", "cautious", "random")
OTHERS = ("carded@formula", "threshold@v3", "threshold", "cautious", "random")


def spelled(file: Path) -> str:
    """The bidder who follows a card."""
    return f"carded@{file}"


def rounds(out: Path, count: int, hands: int, room: CardTable) -> list[str]:
    """The bidders by the cards of so many rounds, those by formula first; cards that are kept are not fitted again."""
    out.mkdir(parents=True, exist_ok=True)
    bidders = [FIRST]
    for number in range(1, count + 1):
        file = out / f"round-{number}.toml"
        if not file.is_file():
            card, _ = fitted(before(bidders), number * hands, hands, room)
            made = {"field": f"the cards of {number - 1} rounds", "hands": hands, "seed": room.table.seed, "rules": []}
            write_whole(file, card_text(MadeCard(card, [], [], made)).encode())
        bidders.append(spelled(file))
        print(f"round {number} of {count}", flush=True)
    return bidders


def table_of_gains(field: Drawers, others: Mapping[str, str], first: int, count: int, room: CardTable) -> pd.DataFrame:
    """What other bidders gain in a field, in points a deal with 95% intervals, each by its name."""
    found = gains(field, others, first, count, room)
    rows = [{"bidder": name, "gain": each.value, "low": each.low, "high": each.high} for name, each in found.items()]
    return pd.DataFrame(rows)


def among(first: int, count: int, room: CardTable) -> pd.DataFrame:
    """What bidders score, in points a deal with 95% intervals: a row for each, a column for each kind of field."""
    rows = []
    for bidder in BIDDERS:
        row = {"bidder": bidder}
        for other in FIELDS:
            mean = mean_of_values(points(bidder, Drawers((other,), (1.0,)), first, count, room))
            row[f"three {other}"] = f"{mean.value:.1f} [{mean.low:.1f}, {mean.high:.1f}]"
        rows.append(row)
    return pd.DataFrame(rows)


def answers(field: Drawers, file: Path, first: int, hands: int, room: CardTable, named: str) -> tuple[str, str]:
    """The best answers to a field on some hands: the bidder by a card that is fitted to it, which is written to a
    file, and the bidder by formula whose thresholds score most.
    """
    card, bids = fitted(field, first, hands, room)
    made = {"field": named, "hands": len(bids), "seed": room.table.seed, "rules": []}
    write_whole(file, card_text(MadeCard(card, [], [], made)).encode())
    return spelled(file), tuned_formula(bids)


def singles(out: Path, hands: int, fresh: int, room: CardTable) -> pd.DataFrame:
    """What others gain, in points a deal with 95% intervals, where everybody else follows the same card: a row for each
    of the cards that ship and each of the others.
    """
    tables = []
    for number, name in enumerate(SINGLE):
        field = Drawers((f"carded@{name}",), (1.0,))
        file, first = out / f"answer-to-{name}.toml", FIRST_SINGLE + number * hands
        card, formula = answers(field, file, first, hands, room, f"the {name} card")
        others = {"a card fitted to it": card, "the formula tuned to it": formula} | {each: each for each in OTHERS}
        others = {each: bidder for each, bidder in others.items() if bidder != f"carded@{name}"}
        tables.append(table_of_gains(field, others, FIRST_FRESH, fresh, room).assign(card=name))
    return pd.concat(tables, ignore_index=True)


def install(field: Drawers, made: Mapping[str, object]) -> None:
    """Write the two cards to where they ship, each with its chance."""
    for name, bidder, chance in zip(NAMES, field.bidders, field.chances, strict=True):
        card = read_card(Path(bidder.partition("@")[2]).read_text("utf-8"))
        text = card_text(MadeCard(card, [], [], {**made, "chance": round(chance, 2)}))
        write_whole(CARDS / f"{name}.toml", text.encode())


def check(out: Path, hands: int, room: CardTable) -> pd.DataFrame:
    """What a card fitted to the two, the tuned formula and other bidders gain among players of the two cards."""
    field = shipped()
    answer, formula = answers(field, out / "answer.toml", FIRST_ANSWER, 2 * hands, room, "the two cards")
    others = {"a card fitted to the two": answer, "the formula tuned to them": formula}
    return table_of_gains(field, others | {each: each for each in OTHERS}, FIRST_FRESH, FRESH, room)


def shipped() -> Drawers:
    """The two cards as they are written, with their chances."""
    made = [parsed_toml((CARDS / f"{name}.toml").read_text("utf-8"))["made"] for name in NAMES]
    return Drawers(tuple(f"carded@{name}" for name in NAMES), tuple(float(each["chance"]) for each in made))


def measure(room: CardTable) -> None:
    """Write into the files of the two cards and of the one for a glance what their rows score, where everybody draws
    from the two, and how many points a deal the last one gains.
    """
    for name in (*CHANCES, GLANCE):
        text = (CARDS / f"{name}.toml").read_text("utf-8")
        made = parsed_toml(text)["made"]
        if name == GLANCE:
            gained = gains(shipped(), {name: f"carded@{name}"}, FIRST_FRESH, FRESH, room)[name]
            made[GAINS] = [round(number, 3) for number in (gained.value, gained.low, gained.high)]
        whole = measured(read_card(text), room.job(["carded"] * SEATS), made, room.workers)
        write_whole(CARDS / f"{name}.toml", card_text(whole).encode())


def main(words: Sequence[str] | None = None) -> None:
    """Find the two cards, write them, and tell what others gain; or measure their rows."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("out", type=Path, metavar="OUT", help="where the rounds are kept")
    reader.add_argument("--hands", type=int, default=HANDS, metavar="N", help="hands to which each card is fitted")
    reader.add_argument("--check", action="store_true", help="only tell what others gain among the cards that ship")
    reader.add_argument("--rows", action="store_true", help="measure the rows of the cards that ship")
    reader.add_argument("--among", action="store_true", help="tell what they and other bidders score in five fields")
    reader.add_argument("--single", action="store_true", help="tell what others gain where all follow the same card")
    asked = reader.parse_args(words)
    room = CardTable(table_of(asked), workers=asked.workers)
    if asked.among:
        table = among(FIRST_AMONG, AMONG, room)
        tell("points a deal of one player among three others [95%]", table, asked.csv)
        return
    if asked.single:
        table = singles(asked.out, asked.hands, FRESH, room)
        tell("points a deal that others gain where everybody else follows the same card [95%]", table, asked.csv)
        return
    if asked.rows:
        measure(room)
        return
    if not asked.check:
        found = rounds(asked.out, ROUNDS, asked.hands, room)
        made = {"field": "the cards before it", "hands": asked.hands, "seed": asked.seed, "rules": []}
        install(chosen(found, room), made)
    tell(
        "points a deal that others gain among players of the two cards [95%]",
        check(asked.out, asked.hands, room),
        asked.csv,
    )


if __name__ == "__main__":
    run(main)
