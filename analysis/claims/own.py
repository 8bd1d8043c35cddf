"""Claims of somebody's own, from a Python file with a list TIPS: a family of their own, checked before anything is
played.
"""

import re
import reprlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args, get_type_hints

from typeguard import CollectionCheckStrategy, TypeCheckError, check_type

from knotlab.analysis.claims.cells import Cell, cells_of, family, tips
from knotlab.analysis.claims.record import Terms, question_of, record
from knotlab.analysis.claims.tip import Duel, Experiment, Shown, Spread, Tables, Tip, WhatIf
from knotlab.analysis.runs.fields import named_fields
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown
from knotlab.strategies.files import run_file
from knotlab.strategies.resolve import players

ID = re.compile(r"[A-Z]+-C[0-9]+")
DECIDED = (Verdict.SUPPORTED, Verdict.REFUTED, Verdict.EQUIVALENT)


def read_claims(file: Path | str, strategies_from: Sequence[Path | str] = ()) -> tuple[Tip, ...]:
    """The claims of a file, each checked; raises InputError with the file, the claim and what is wrong.
    strategies_from: with strategies they name.
    """
    path, found = Path(file).resolve(), getattr(run_file(file, "file with claims"), "TIPS", None)
    if not isinstance(found, list | tuple) or not found or not all(isinstance(one, Tip) for one in found):
        what = "has no list TIPS" if found is None else f"has TIPS that are no list of claims: {reprlib.repr(found)}"
        raise InputError(f"{path} {what}; write TIPS = [Tip(...), ...] with Tip from knotlab.analysis.claims.tip")
    for tip in found:
        try:
            _check_types(tip)
            _check_id(tip, found)
        except InputError as error:
            raise InputError(f"{path}: {error}") from None
    terms = own_terms(found, strategies_from)
    for tip in found:
        try:
            _check(tip, terms)
        except InputError as error:
            raise InputError(f"{path}, {tip.id}: {error}") from None
    return tuple(found)


def own_terms(own: Sequence[Tip], strategies_from: Sequence[Path | str] = (), **others: Any) -> Terms:
    """Terms under which claims share a level among themselves alone; others: as `Terms` has them."""
    return Terms(claims=family(own), strategies_from=tuple(map(Path, strategies_from)), **others)


# --- what a claim is made of ---


def _check_types(one: Any, tip: str = "") -> None:
    """Raise InputError if a field of a claim, or of what it is made of, is of another type than declared."""
    where = tip or repr(getattr(one, "id", ""))
    for name, hint in get_type_hints(type(one)).items():
        value = getattr(one, name)
        parts = value if isinstance(value, tuple) and not _is_part(value) else (value,)
        for part in parts:
            if _is_part(part):
                _check_types(part, where)
        try:
            check_type(value, hint, collection_check_strategy=CollectionCheckStrategy.ALL_ITEMS)
            is_right = hint is bool or not any(
                isinstance(part, bool) for part in parts
            )  # True would pass for the number 1
        except TypeCheckError:
            is_right = False
        if not is_right:
            raise InputError(
                f"claim {where}: {name} of {type(one).__name__} takes {_spell(hint)}, not {reprlib.repr(value)}"
            )


def _is_part(value: Any) -> bool:
    """Whether a value is of a class of `knotlab.analysis.claims.tip`."""
    return type(value).__module__ == Tip.__module__


def _spell(hint: Any) -> str:
    """A type as it is written in Python."""
    return (
        hint.__name__
        if isinstance(hint, type) and not get_args(hint)
        else re.sub(r"\b[a-z_.]+\.(?=[A-Z])", "", str(hint))
    )


def _check_id(tip: Tip, own: Sequence[Tip]) -> None:
    """Raise InputError unless an id can stand for a claim: in words, in the names of files, and among all others."""
    if not ID.fullmatch(tip.id):
        raise InputError(f"a claim's id is written as in MY-C1: capital letters, -C and a number, not '{tip.id}'")
    if tip.id in [one.id for one in tips()]:
        raise InputError(f"{tip.id} is the id of a claim that ships; choose another one")
    if sum(one.id == tip.id for one in own) > 1:
        raise InputError(f"two claims have the id {tip.id}")


# --- what it names ---


def _check(tip: Tip, terms: Terms) -> None:
    """Raise InputError if a claim has nothing to try, or names what is not there."""
    games.find(tip.game)
    if not (tip.experiments or tip.exact or tip.curves):
        raise InputError("there is nothing in it to try; give it experiments=(Duel(...),)")
    for experiment in tip.experiments:
        _check_experiment(experiment, tip)
    cells = cells_of(tip)
    for name, times in Counter(cell.name for cell in cells).items():
        if times > 1:
            raise InputError(f"two of its cells are '{name}'; give experiments labels of their own")
    for cell in cells:
        _check_table(tip.game, cell.field, cell.players)
        record(cell, terms)
        if isinstance(cell.experiment, Duel):
            question_of(cell, terms).lineups()
    for curve in tip.curves:
        _check_curve(curve, tip.game, terms)


def _check_experiment(asked: Experiment, tip: Tip) -> None:
    """Raise InputError if an experiment has no cell, or numbers and words that make no sense."""
    where = f"'{asked.label}'"
    if not asked.players or not (asked.fields if isinstance(asked, Duel) else asked.tables):
        raise InputError(f"{where} has no players or no company to be played in")
    if not 0 < asked.margin < float("inf"):
        raise InputError(f"{where}: the smallest effect that matters is a number above 0, not {asked.margin:g}")
    allowed = (*DECIDED, Verdict.UNDECIDED, *([Verdict.DESCRIPTIVE] if tip.conclude else []))
    if set(asked.means) != set(DECIDED) or not set(asked.means.values()) <= set(allowed):
        raise InputError(f"{where}: means says for each of {_listed(DECIDED)} one of {_listed(allowed)}")
    if isinstance(asked, Duel) and asked.design != "field" and asked.fields != ((asked.b,),):
        raise InputError(f"{where}: A and B alone are in the design '{asked.design}'; write fields=(({asked.b!r},),)")
    if isinstance(asked, WhatIf):
        game = games.find(tip.game)
        metric_named(game, asked.metric)
        if asked.rollouts < 1 or asked.judged < 1:
            raise InputError(f"{where}: rollouts and judged are 1 or more, not {min(asked.rollouts, asked.judged)}")
        if asked.whose not in (game.view.names or ()):
            raise unknown(f"field of the view of {tip.game}", asked.whose, game.view.names or ())


def _listed(words: Sequence[str]) -> str:
    """Some words in quotes."""
    return ", ".join(f"'{word}'" for word in words)


def _check_table(game: str, field: str | tuple[str, ...], n_players: int) -> None:
    """Raise InputError if there is no such table."""
    low, high = games.find(game).players
    if not low <= n_players <= high:
        raise InputError(f"{game} has {f'{low} to {high}' if low < high else low} players, not {n_players}")
    if isinstance(field, str) and field not in named_fields(game):
        raise unknown(f"field of {game}", field, named_fields(game))
    if not field:
        raise InputError("a table has one strategy or more")


def _check_curve(curve: Shown, game: str, terms: Terms) -> None:
    """Raise InputError if a curve names what is not there."""
    if isinstance(curve, Spread):
        players(game, curve.strategies, terms.strategies_from)
        return
    if isinstance(curve, Tables):
        if not curve.tables or len(curve.names) != len(curve.tables):
            raise InputError(
                f"'{curve.label}' has {len(curve.tables)} tables and {len(curve.names)} names; each table has one"
            )
        for name in curve.tables:
            _check_table(game, (name,), curve.players)
            make_job(game, [name] * curve.players, strategies_from=terms.strategies_from)
        return
    _check_table(game, curve.table, curve.players)
    for seats in Cell(Tip("", game, "", "", ""), None, curve.table, curve.players).companies():  # type: ignore[arg-type]
        make_job(game, seats, strategies_from=terms.strategies_from)
