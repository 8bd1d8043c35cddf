"""Claims of somebody's own, from a Python file with a list TIPS: a family of their own, checked before anything is played."""

import importlib.util
import re
import reprlib
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from analysis.claims.cells import Cell, cells_of, family, tips
from analysis.claims.record import OWN_MODULE, Terms, claim_of, record
from analysis.claims.tip import FAILS, HOLDS, SAME, Duel, Experiment, Shown, Spread, Tip, WhatIf
from analysis.fields import named_fields
from analysis.metrics import metric_named
from analysis.play import make_job
from analysis.sequence import UNDECIDED, VERDICTS
from sim import games
from sim.errors import InputError
from sim.jit import source_hash
from sim.settings import unknown
from strategies.declare import declared
from strategies.library import players

ID = re.compile(r"[A-Z]+-C[0-9]+")
DECIDED = {verdict for number, verdict in enumerate(VERDICTS) if number != UNDECIDED}


def read_claims(file: Path | str, strategies_from: Sequence[Path | str] = ()) -> tuple[Tip, ...]:
    """The claims of a file, each checked; raises InputError with the file, the claim and what is wrong. strategies_from: with strategies they name."""
    path = Path(file).resolve()
    found = _run(path, file)
    if not isinstance(found, list | tuple) or not found or not all(isinstance(one, Tip) for one in found):
        what = "has no list TIPS" if found is None else f"has TIPS that are no list of claims: {reprlib.repr(found)}"
        raise InputError(f"{path} {what}; write TIPS = [Tip(...), ...] with Tip from analysis.claims.tip")
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


def _run(path: Path, file: Path | str) -> Any:
    """Run a file; its TIPS, None without them."""
    if path.suffix != ".py":
        raise InputError(f"a file with claims ends in .py, unlike {path}")
    try:
        name = f"{OWN_MODULE}{source_hash([path])[:12]}"
    except OSError as error:
        raise InputError(f"cannot read the file with claims {file}: {error.strerror}") from None
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before, paths = list(declared), list(sys.path)
    try:
        sys.modules[name] = module
        sys.path.insert(0, str(path.parent))  # so that the file may import what stands beside it
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise InputError(f"{path}, line {error.lineno}: syntax error: {error.msg}") from None
    except (Exception, SystemExit) as error:
        line = next((frame.lineno for frame in reversed(traceback.extract_tb(error.__traceback__)) if frame.filename == str(path)), "?")
        raise InputError(f"{path}, line {line}: {type(error).__name__}: {error}") from None
    finally:
        sys.path[:] = paths
        if sys.exc_info()[0] is not None:
            declared[:] = before
    return getattr(module, "TIPS", None)


# --- what a claim is made of ---


def _check_types(one: Any, tip: str = "") -> None:
    """Raise InputError if a field of a claim, or of what it is made of, is of another type than declared."""
    where = tip or repr(getattr(one, "id", ""))
    for name, hint in get_type_hints(type(one)).items():
        value = getattr(one, name)
        if not _fits(value, hint):
            raise InputError(f"claim {where}: {name} of {type(one).__name__} takes {_spell(hint)}, not {reprlib.repr(value)}")
        for part in (value,) if _is_part(value) else value if isinstance(value, tuple) else ():
            if _is_part(part):
                _check_types(part, where)


def _is_part(value: Any) -> bool:
    """Whether a value is of a class of `analysis.claims.tip`."""
    return type(value).__module__ == Tip.__module__


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is of a declared type."""
    kind, inner = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType):
        return any(_fits(value, one) for one in inner)
    if kind is tuple:
        return isinstance(value, tuple) and all(_fits(one, inner[0]) for one in value)
    if kind is Mapping:
        return isinstance(value, Mapping) and all(_fits(one, want) for pair in value.items() for one, want in zip(pair, inner, strict=True))
    if hint is Callable or kind is Callable:
        return callable(value)
    return isinstance(value, int | float if hint is float else hint) and (hint is bool or not isinstance(value, bool))


def _spell(hint: Any) -> str:
    """A type as it is written in Python."""
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else re.sub(r"\b[a-z_.]+\.(?=[A-Z])", "", str(hint))


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
            claim_of(cell, terms).lineups()
    for curve in tip.curves:
        _check_curve(curve, tip.game, terms)


def _check_experiment(asked: Experiment, tip: Tip) -> None:
    """Raise InputError if an experiment has no cell, or numbers and words that make no sense."""
    where = f"'{asked.label}'"
    if not asked.players or not (asked.fields if isinstance(asked, Duel) else asked.tables):
        raise InputError(f"{where} has no players or no company to be played in")
    if not 0 < asked.margin < float("inf"):
        raise InputError(f"{where}: the smallest effect that matters is a number above 0, not {asked.margin:g}")
    if set(asked.means) != DECIDED or (not tip.conclude and not set(asked.means.values()) <= {HOLDS, FAILS, SAME}):
        raise InputError(f"{where}: means says of each of {', '.join(sorted(DECIDED))} one of '{HOLDS}', '{FAILS}', '{SAME}'")
    if isinstance(asked, Duel) and asked.design != "field" and asked.fields != ((asked.b,),):
        raise InputError(f"{where}: A and B alone are in the design '{asked.design}'; write fields=(({asked.b!r},),)")
    if isinstance(asked, WhatIf):
        game = games.find(tip.game)
        metric_named(game, asked.metric)
        if asked.whose not in (game.view.names or ()):
            raise unknown(f"field of the view of {tip.game}", asked.whose, game.view.names or ())


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
    _check_table(game, curve.table, curve.players)
    for seats in Cell(Tip("", game, "", "", ""), None, curve.table, curve.players).companies():  # type: ignore[arg-type]
        make_job(game, seats, strategies_from=terms.strategies_from)
