"""Twyst: what to bid: `bid`, `card`, `match`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from knotlab.analysis.defaults import BIDDER, DEFAULT_SEED, MATCH_DEALS, MATCHES
from knotlab.api import reading
from knotlab.api.declare import Argument, Option, public
from knotlab.api.options import (
    FieldGiven,
    From,
    MoveSeconds,
    Progress,
    Rounds,
    Seed,
    Settings,
    StrategyGiven,
    Target,
    Workers,
    listing,
)
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.bidding.card_make import Difference, Making
    from knotlab.analysis.bidding.card_text import MadeCard
    from knotlab.analysis.bidding.hand import HandBids
    from knotlab.analysis.bidding.match_wise import MatchAdvice

Hand = Annotated[str, Argument('the thirteen cards by suits, as in "S AKQ72 H 83 D K9 C AT54"', "HAND")]
Seat = Annotated[int, Option("your seat; 0 is the eldest", "S", reading.whole(0, 3))]
AllFour = Annotated[
    StrategyGiven,
    Option(
        "how the others bid, and how everybody plays the cards; with --field, how you do yourself",
        "NAME",
        completes="strategy",
    ),
]
Others = Annotated[
    FieldGiven | None,
    Option(
        "the three others, if they do not bid and play as --strategy says: simple, strong, or one strategy or three "
        "separated by spaces, in their order after you",
        "NAME",
        default="as --strategy",
        completes="field",
        python="Or a list with a strategy for each.",
    ),
]
HalfWidth = Annotated[
    float,
    Option(
        "half the width of the intervals, in points per deal; they hold for all thirteen bids together",
        "POINTS",
        reading.amount("points per deal"),
    ),
]

Totals = Annotated[
    Sequence[int],
    Option(
        "in a match: the points of seats 0 to 3 before this deal", "P,P,P,P", reading.whole_numbers, default="0 each"
    ),
]


Adviser = Annotated[
    str | Path | None,
    Option(
        "another card: first, formula (an answer to bidders by formula), glance (without counting), or a file that "
        "'knotlab card --save FILE.toml' wrote",
        "NAME",
        default="second",
    ),
]


@public
def bid(
    hand: Hand,
    *,
    seat: Seat = 0,
    strategy: AllFour = BIDDER,
    field: Others = None,
    precision: HalfWidth = 3.0,
    target: Target = None,
    rounds: Rounds = None,
    totals: Totals = (),
    card: Adviser = None,
    seed: Seed = DEFAULT_SEED,
    set: Settings = (),
    strategies_from: From = (),
    move_seconds: MoveSeconds = None,
    workers: Workers = None,
    progress: Progress = True,
) -> "HandBids":
    """Say what to bid with your hand: the points of all thirteen bids, over many deals of the other hands; with
    --target or --rounds (those that are left), also how many matches in 100 each bid wins; and what a bidding card
    tells you to show, by which of its rows, and what that costs.

    >>> from knotlab import bid
    >>> bids = bid("S AKQ72 H 83 D K9 C AT54", strategy="cautious+random", precision=60)
    >>> len(bids.to_pandas())
    13
    """
    from knotlab.analysis.bidding.hand import STANDARD_CARD, bids_of_hand
    from knotlab.analysis.decisions.advice import CAP
    from knotlab.analysis.runs.play import Table
    from knotlab.api.given import field_of
    from knotlab.reports.progress import progress as showing
    from knotlab.sim.playing.match import make_match

    match, paths = make_match("twyst", target, rounds), reading.files(strategies_from)
    with showing("deals of the other hands, at most", CAP, progress) as advance:
        return bids_of_hand(
            hand,
            seat=seat,
            strategy=strategy,
            field=() if field is None else _three(field_of("twyst", field, paths)),
            precision=precision,
            table=Table("twyst", None, reading.settings(set), seed, paths, match),
            totals=tuple(totals),
            card=STANDARD_CARD if card is None else str(card),
            workers=workers,
            on_progress=advance,
        )


def _three(field: str | tuple[str, ...]) -> tuple[str, ...]:
    """The three others of a field; raises InputError if it has another number."""
    from knotlab.analysis.runs.fields import members

    kinds = tuple(members("twyst", field, 4)) if isinstance(field, str) else field
    if len(kinds) not in (1, 3):
        raise InputError(f"name one strategy for all three others, or three, not {len(kinds)}")
    return kinds * (3 // len(kinds))


class CardResult(NamedTuple):
    """A bidding card; how it compares with the one of today, if it was made; and the files it was written to.
    other: for a table where everybody bids by the cards, the second one, and its files; `chance` of `made` says how
    often each is drawn. rounds: how many found the two, of 8.
    """

    made: "MadeCard"
    difference: "Difference | None"
    files: Sequence[Path] = ()
    other: "tuple[MadeCard, Sequence[Path]] | None" = None
    rounds: int | None = None


CardField = Annotated[
    str | None,
    Option(
        "make one card for this field only: how the others bid, and how everybody plays the cards",
        "NAME",
        default="everybody bids by the cards that are sought",
    ),
]
Hands = Annotated[
    int | None,
    Option(
        "hands to fit each card to; every bid with each is tried",
        "N",
        reading.whole(20_000),
        default="100,000 for each of up to eight cards; 400,000 with --field",
    ),
]
SearchBudget = Annotated[
    float | None,
    Option(
        "begin no other round of the search after so long; at least one is played",
        "MINUTES",
        reading.amount("minutes"),
        default="all rounds",
    ),
]
BidsFolder = Annotated[
    str | Path | None,
    Option(
        "keep the rounds, or with --field the bids tried, in this folder; the same command resumes from there",
        "DIR",
        reading.path,
        around=listing,
    ),
]
CardFile = Annotated[
    str | Path | Sequence[str | Path],
    Option(
        "write the card for printing (.pdf, .svg, .png), or as text by which 'bid', players and other programs can go "
        "(.toml; repeatable)",
        "FILE",
        reading.several(reading.file_ending_in(".pdf", ".svg", ".png", ".toml", no_other=True)),
        repeats=True,
    ),
]


@public
def card(
    *,
    card: Adviser = None,
    field: CardField = None,
    hands: Hands = None,
    target: Target = None,
    rounds: Rounds = None,
    seed: Seed = DEFAULT_SEED,
    set: Settings = (),
    strategies_from: From = (),
    move_seconds: MoveSeconds = None,
    workers: Workers = None,
    out: BidsFolder = None,
    budget: SearchBudget = None,
    save: CardFile = (),
    progress: Progress = True,
) -> CardResult:
    """Print the bidding card, or another one by name; with --set, --target, --rounds or --hands, find cards for your
    own rules with which nobody has much to gain by bidding differently, and say what one player gains with them; with
    --field, build one card against players who bid in another way.

    >>> from knotlab import card
    >>> shipped = card()
    >>> shipped.made.card.court.trump, shipped.difference
    (7, None)
    """
    from knotlab.analysis.bidding.card_text import card_named, standard_card

    is_made = bool(set) or any(given is not None for given in (field, hands, target, rounds, out, budget))
    if card is not None and is_made:
        raise InputError("--card prints a card that is there; leave it out to make another one")
    if field is not None and budget is not None:
        raise InputError("--budget is for a search without --field, which makes one card from all hands")
    files = reading.files(save)
    if not is_made:
        made = standard_card() if card is None else card_named(str(card))
        return _kept(CardResult(made, None, files))
    from knotlab.analysis.bidding import card_group, card_make
    from knotlab.analysis.runs.play import Table
    from knotlab.sim.playing.match import make_match

    match = make_match("twyst", target, rounds)
    table = Table("twyst", None, reading.settings(set), seed, reading.files(strategies_from), match)
    folder = None if out is None else Path(out)
    if field is not None:
        making = card_make.Making(table, field, hands or card_make.HANDS, workers, folder)
        return _kept(CardResult(*_made(making, progress), files))
    making = card_make.Making(table, "", hands or card_group.HANDS, workers, folder)
    return _kept(_found(making, budget, files, progress))


def _kept(result: CardResult) -> CardResult:
    """The same, its cards written."""
    for made, files in filter(None, [(result.made, result.files), result.other]):
        for file in files:
            _save(made, file)
    return result


def _found(making: "Making", minutes: float | None, files: Sequence[Path], progress: bool) -> CardResult:
    """Cards for everybody under a group's own rules."""
    from knotlab.analysis.bidding import card_group
    from knotlab.reports.progress import progress as showing

    with showing("rounds of cards", card_group.ROUNDS, progress) as advance:
        found = card_group.group_cards(making, minutes, advance)
    second = [(made, [file.with_stem(f"{file.stem}-2") for file in files]) for made in found.cards[1:]]
    return CardResult(found.cards[0], found.difference, files, second[0] if second else None, found.rounds)


def _save(made: "MadeCard", file: Path) -> None:
    """Write a card as text to go on from, or drawn."""
    from knotlab.analysis.bidding.card_text import card_text
    from knotlab.reports.output import write_file
    from knotlab.reports.plots.bidding import save_card

    write_file(file, card_text(made).encode() if file.suffix == ".toml" else save_card(made, file))


def _made(making: "Making", progress: bool) -> "tuple[MadeCard, Difference]":
    """A card of your own, and how it compares with the one that ships."""
    from knotlab.analysis.bidding import card_make
    from knotlab.analysis.bidding.card_text import standard_card
    from knotlab.reports.progress import progress as showing

    total = card_make.steps(making.hands) + card_make.COMPARED * card_make.COMPARED_DEALS
    with showing("deals tried", total, progress) as advance:
        made = card_make.make_card(making, advance)
        return made, card_make.compare(made.card, standard_card().card, making, advance)


InAllSeats = Annotated[
    str,
    Option("the bidder in all seats: threshold, or carded, also with its settings (carded@ours.toml)", "NAME"),
]
CardPlayer = Annotated[str, Option("the strategy that plays the cards in all seats", "NAME")]
MatchEnd = Annotated[int | None, Option("points that end a match", "POINTS", reading.whole(100), default="500")]
MatchRounds = Annotated[
    int | None, Option("rounds that end a match, instead of a number of points", "K", reading.whole(1, 20))
]
WayDeals = Annotated[int, Option("deals on which each way to bid is tried", "N", reading.whole(100))]
GainMatches = Annotated[int, Option("matches with which to measure the gain", "N", reading.whole(100))]


@public
def match(
    *,
    bidder: InAllSeats = "carded",
    player: CardPlayer = "champion",
    target: MatchEnd = None,
    rounds: MatchRounds = None,
    deals: WayDeals = MATCH_DEALS,
    matches: GainMatches = MATCHES,
    seed: Seed = DEFAULT_SEED,
    set: Settings = (),
    strategies_from: From = (),
    move_seconds: MoveSeconds = None,
    progress: Progress = True,
) -> "MatchAdvice":
    """Compute the chance of winning a match from any score (with --rounds, with any number of rounds left), how to bid
    at that score, and how many more matches per hundred this wins.
    """
    from knotlab.analysis.bidding.match_chances import TO_500
    from knotlab.analysis.bidding.match_wise import match_advice
    from knotlab.analysis.runs.play import Table
    from knotlab.reports.progress import progress as showing
    from knotlab.sim.playing.match import make_match

    end = make_match("twyst", target, rounds) or TO_500
    with showing("matches played", matches + -matches % 4, progress) as advance:
        return match_advice(
            bidder,
            player,
            match=end,
            deals=deals,
            matches=matches,
            table=Table("twyst", None, reading.settings(set), seed, reading.files(strategies_from)),
            on_progress=advance,
        )
