"""The strategies that the tips of Twisted Knot are tried with, and the settings that they were tuned to."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.gains import Doses
from knotlab.analysis.claims.model.experiment import PLAIN
from knotlab.analysis.claims.model.field import name_of_field
from knotlab.analysis.claims.model.tip import Tip, Transcript
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.strategies.tuned import settings_of

GAME = "twisted-knot"
TUNED = "tips-v1"  # settings found on deals that no verdict uses (`knotlab.studies.publishing.retune`)
SWITCHES = ("tip", "model", "limit", "tremble", "temperature")  # set by the experiments, not tuned
ONLY_TWO, ONLY_THREE = (2,), (3,)


def following(name: str, *fixed: str, **options: Any) -> Duel:
    """A strategy that follows a tip against the same strategy with the tip switched off.

    name: the strategy. Its parameters are those that suit it best. fixed: parameters that the tip itself fixes, as
    `KEY=VALUE`. options: as for `Duel`.
    """
    on, off = ",".join(fixed), ",".join([*fixed, "tip=0"])
    return Duel(name, f"{name}@{TUNED}{':' if on else ''}{on}", f"{name}@{TUNED}:{off}", **options)


# What tips with an amount are read to mean, where the book names none: nothing here is tuned. A card that is kept is
# kept while the hand has four cards or more: with fewer, the hand is to be emptied.
LITERAL = {
    "save-queens": "queens=1,hand=4",
    "save-fives": "fives=1,hand=4",
    "jack-bomb": "jacks=2,stack=10,hand=4",
    "count-fives": "fives=1,jacks=2,stack=10,hand=4",
    "joker-pressure": "cards=2,hand=4",
    "two-pressure": "cards=2,most=4,hand=4",
}
HANDS = (1, 4, 6, 8, 10, 12)  # from how many cards in hand on


def as_written(name: str, *changes: str) -> str:
    """A strategy with the amounts that its tip is read to name, some of them changed, each as `KEY=VALUE`."""
    settings = dict(part.split("=") for part in (*LITERAL[name].split(","), *changes))
    return f"{name}:{','.join(f'{key}={value}' for key, value in settings.items())}"


def literally(name: str, **options: Any) -> Duel:
    """A strategy that does what the book says, as it is read, against the same one with the tip switched off; options:
    as for `Duel`.
    """
    return Duel(name, as_written(name), as_written(name, "tip=0"), **options)


def at_amount(label: str, name: str, settings: str, **options: Any) -> Duel:
    """A strategy with the amounts that the book names, where `following` has those that suit it best, against the same
    one with the tip switched off; options: as for `Duel`.
    """
    return Duel(label, f"{name}:{settings}", f"{name}:{settings},tip=0", fields=(PLAIN,), **options)


def in_amount(label: str, name: str, *changes: str, **options: Any) -> Duel:
    """The same in another amount: some of its settings changed, each as `KEY=VALUE`; options: as for `Duel`."""
    return Duel(label, as_written(name, *changes), as_written(name, *changes, "tip=0"), **options)


def by_amount(
    name: str, label: str, setting: str, amounts: Sequence[int], axis: str, field: str = "simple-1", players: int = 3
) -> Doses:
    """What a strategy gains by one of its amounts, all else as the tip is read.

    amounts: the values of it that are tried. Returns Doses: to be shown next to a tip.
    """
    strategies = {f"{amount}": as_written(name, f"{setting}={amount}") for amount in amounts}
    literal = as_written(name).partition(f"{setting}=")[2].partition(",")[0]
    return Doses(label, strategies, as_written(name, "tip=0"), literal, axis, field, players)


def by_hand(name: str, words: str, field: str = "simple-1", players: int = 3) -> Doses:
    """What a strategy gains by the least hand that cards are kept in.

    words: what is kept, for the curve's label. Returns Doses: to be shown next to a tip.
    """
    label = f"{words}, by the least hand in which they are, {players} players, {name_of_field(field)} field"
    return by_amount(name, label, "hand", HANDS, "cards in hand at least", field, players)


def by_least_hand(name: str, words: str, *fixed: str) -> Doses:
    """The same of a strategy whose tip names no hand, all else as it suits the strategy best, at plain tables of three.

    fixed: parameters that the tip itself fixes, as `KEY=VALUE`.
    """
    label = f"{words}, by the least hand in which cards are kept, 3 players"
    return tuned_amounts(name, label, "hand", HANDS, "cards in hand at least", "tip=0", *fixed)


def tuned_amounts(
    name: str, label: str, setting: str, amounts: Sequence[int], axis: str, without: str, *fixed: str, literal: str = ""
) -> Doses:
    """What a strategy gains by one of its amounts over doing without, all else as it suits it best, at plain tables of
    three.

    amounts: the values of it that are tried. without: what makes it do without, as `KEY=VALUE`.
    """
    strategies = {f"{n}": f"{name}@{TUNED}:{','.join((*fixed, f'{setting}={n}'))}" for n in amounts}
    return Doses(label, strategies, f"{name}@{TUNED}:{','.join((*fixed, without))}", literal, axis, PLAIN)


def tuned_settings(tip: Tip) -> str:
    """A sentence on the settings that a claim's strategies were tuned to, if they were."""
    tuned = [duel for duel in tip.experiments if isinstance(duel, Duel) and f"@{TUNED}" in duel.a]
    if not tuned or tip.is_variant:
        return ""
    several = len({_name_and_file(duel)[1] for duel in tuned}) > 1
    parts = {}
    for duel in tuned:
        name, file = _name_and_file(duel)
        values = [f"{key}={value:g}" for key, value in settings_of(GAME, name, file).items() if key not in SWITCHES]
        parts[name, file] = f"{f'{duel.label}: ' if several else ''}{name} with {', '.join(values)}"
    return f" Tuned on other deals: {'; '.join(parts.values())}."


def _name_and_file(duel: Duel) -> tuple[str, str]:
    """The strategy of a duel's first side and its file of settings."""
    name, _, file = duel.a.partition(":")[0].partition("@")
    return name, file


def shown(name: str, index: int, words: str, shows: pl.Expr, players: int = 3, which: int = 0) -> Transcript:
    """A game of a tip's strategy, with the settings that it is tried with, among players who just shed.

    index: the number of the game. words: what is to be seen. shows: where it is to be seen. which: of these places.
    """
    follows = as_written(name) if name in LITERAL else name if "@" in name else f"{name}@{TUNED}"
    return Transcript((follows, *["shed"] * (players - 1)), index, words, shows, which)


def strong(index: int, words: str, shows: pl.Expr) -> Transcript:
    """A game of the strongest script among players who just shed."""
    return Transcript(("all-round", "shed", "shed"), index, words, seen.mine & shows)
