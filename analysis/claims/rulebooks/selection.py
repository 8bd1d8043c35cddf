"""Which claims are tried, and what their cells share: those that ship, or those of a file."""

import re
import reprlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import polars as pl

from knotlab.analysis.claims.model.cells import cells_of, family, headlines
from knotlab.analysis.claims.model.chart import Description
from knotlab.analysis.claims.model.experiment import Experiment
from knotlab.analysis.claims.model.field import Field, check_field
from knotlab.analysis.claims.model.inquiry import QUICK, USUAL, Inquiry
from knotlab.analysis.claims.model.registration import registration
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.rulebooks.library import chosen, tips
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.parts import Part
from knotlab.sim.settings import unknown
from knotlab.strategies.catalogue import run_file

# Types that the module of tips names without importing them when it runs.
NAMED = {"Description": Description, "Experiment": Experiment, "pl": pl}
OWN_FILES = ("*-C*-*",)  # of which a folder of claims has some


@dataclass(frozen=True)
class Selection:
    """The claims that a user named.

    inquiry: what their cells share. file: the file that they come from; none: they ship.
    """

    tips: Sequence[Tip]
    inquiry: Inquiry = USUAL
    file: Path | None = None

    def at(self, rules: Sequence[str], players: Sequence[int], field_in: Callable[[str], Field | None]) -> "Selection":
        """The same claims at other tables, as a family of their own: as far as they are tried by playing.

        rules: settings, each as `KEY=VALUE`. players: the sizes of table; none: those of each claim. field_in: gives
        the field of a game; none: those of each claim. Raises InputError if a claim is not tried by playing, or not
        there.
        """
        moved = [_at(tip, rules, players, field_in(tip.game)) for tip in self.tips]
        inquiry = own_inquiry(moved, self.inquiry.strategies_from, replace(self.inquiry, rules=tuple(rules)))
        for tip in moved:
            try:
                _check(tip, inquiry)
            except InputError as error:
                raise InputError(f"{tip.id}: {error}") from None
        return replace(self, tips=moved, inquiry=inquiry)

    def part(self, part: Part) -> "Selection":
        """Those claims that belong to a part: every N-th."""
        return replace(self, tips=[self.tips[number] for number in part.of_first(len(self.tips))])


def select(
    ids: Sequence[str] = (),
    *,
    claims_from: Path | str | None = None,
    strategies_from: Sequence[Path | str] = (),
    quick: bool = False,
    seed: int = DEFAULT_SEED,
) -> Selection:
    """The claims of some ids, and how they are to be tried.

    ids: which claims, such as `["TK-C1"]`; all of them if none is named. claims_from: a Python file with a list `TIPS`:
    its claims alone, at a level of their own. strategies_from: files with strategies that those claims name. quick: a
    first look: it stops where no effect above eight times the declared margin is left, at one size of table. Raises
    InputError if there is no such claim, or a file cannot be used.

    >>> [tip.id for tip in select(["ty-c4"]).tips]
    ['TY-C4']
    """
    inquiry = replace(QUICK if quick else USUAL, seed=seed)
    if claims_from is None:
        return Selection(chosen(ids), inquiry)
    own = read_claims(claims_from, strategies_from)
    return Selection(chosen(ids, own), own_inquiry(own, strategies_from, inquiry), Path(claims_from))


def _at(tip: Tip, rules: Sequence[str], players: Sequence[int], field: Field | None) -> Tip:
    """A claim as it is tried at other tables; raises InputError if it is not tried by playing."""
    if not tip.experiments:
        raise InputError(f"{tip.id} is not tried by playing, so it has no other tables")
    moved = tuple(each.under(tuple(rules)).at(tuple(players), field) for each in tip.experiments)
    return replace(tip, experiments=moved, exact=(), curves=(), transcripts=())


ID = re.compile(r"[A-Z]+-C[0-9]+")


def read_claims(file: Path | str, strategies_from: Sequence[Path | str] = ()) -> tuple[Tip, ...]:
    """The claims of a file, each checked.

    file: a Python file with a list `TIPS`. strategies_from: files with strategies that the claims name. Returns the
    claims, in their order. Raises InputError with the file, the claim, and what is wrong.
    """
    path, own = Path(file).resolve(), getattr(run_file(file, "file with claims"), "TIPS", None)
    if not isinstance(own, list | tuple) or not own or not all(isinstance(tip, Tip) for tip in own):
        what = "has no list TIPS" if own is None else f"has TIPS that are no list of claims: {reprlib.repr(own)}"
        raise InputError(f"{path} {what}; write TIPS = [Tip(...), ...] with Tip from knotlab.analysis.claims")
    for tip in own:
        try:
            _check_types(tip)
            _check_id(tip, own)
        except InputError as error:
            raise InputError(f"{path}: {error}") from None
    inquiry = own_inquiry(own, strategies_from)
    for tip in own:
        try:
            _check(tip, inquiry)
        except InputError as error:
            raise InputError(f"{path}, {tip.id}: {error}") from None
    return tuple(own)


def own_inquiry(own: Sequence[Tip], strategies_from: Sequence[Path | str] = (), inquiry: Inquiry = USUAL) -> Inquiry:
    """What claims share that have a level among themselves alone. inquiry: what they share next to that."""
    files = tuple(map(Path, strategies_from))
    return replace(inquiry, cells=family(own), tips=headlines(own), strategies_from=files)


# --- what a claim is made of ---


def _check_types(part: Any, tip: str = "") -> None:
    """Raise InputError if a field of a claim, or of what it is made of, is of another type than declared."""
    where = tip or repr(getattr(part, "id", ""))
    for name, hint in _declared(part).items():
        value = getattr(part, name)
        values = value if isinstance(value, tuple) and not _is_part(value) else (value,)
        for inner in values:
            if _is_part(inner):
                _check_types(inner, where)
        if not _fits(value, hint):
            raise InputError(
                f"claim {where}: {name} of {type(part).__name__} takes {_spell(hint)}, not {reprlib.repr(value)}"
            )


def _declared(part: Any) -> dict[str, Any]:
    """The fields of a claim, or of a part of one, with their types."""
    hints = get_type_hints(type(part), localns=NAMED)
    names = getattr(part, "_fields", None) or [field.name for field in fields(part)]
    return {name: hints[name] for name in names}


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is of a declared type: a whole number is a number, but True is none."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        return any(_fits(value, each) for each in inner)
    if kind is tuple and isinstance(value, tuple):
        kinds = inner[:1] * len(value) if inner[-1:] == (...,) else inner
        return len(kinds) == len(value) and all(map(_fits, value, kinds))
    if kind is Mapping and isinstance(value, Mapping):
        return all(_fits(key, inner[0]) and _fits(each, inner[1]) for key, each in value.items())
    if kind is Any or not isinstance(kind, type):
        return True
    return isinstance(value, int | float if kind is float else kind) and (kind is bool or not isinstance(value, bool))


def _is_part(value: Any) -> bool:
    """Whether a value is what claims are made of: a record of knotlab's claims, or one that derives from one."""
    has_fields = is_dataclass(value) or (isinstance(value, tuple) and hasattr(value, "_fields"))
    return has_fields and any(parent.__module__.startswith("knotlab.analysis.claims") for parent in type(value).__mro__)


def _spell(hint: Any) -> str:
    """A type as it is written in Python."""
    if isinstance(hint, type) and not get_args(hint):
        return hint.__name__
    return re.sub(r"\b[a-z_.]+\.(?=[A-Z])", "", str(hint))


def _check_id(tip: Tip, own: Sequence[Tip]) -> None:
    """Raise InputError unless an id can stand for a claim: in words, in the names of files, and among all others."""
    if not ID.fullmatch(tip.id):
        raise InputError(f"a claim's id is written as in MY-C1: capital letters, -C and a number, not '{tip.id}'")
    if tip.id in [shipped.id for shipped in tips()]:
        raise InputError(f"{tip.id} is the id of a claim that ships; choose another one")
    if sum(other.id == tip.id for other in own) > 1:
        raise InputError(f"two claims have the id {tip.id}")


# --- what it names ---


def _check(tip: Tip, inquiry: Inquiry) -> None:
    """Raise InputError if a claim has nothing to try, or names what does not exist."""
    games.find(tip.game)
    if not (tip.experiments or tip.exact or tip.curves):
        raise InputError("there is nothing in it to try; give it experiments=(Duel(...),)")
    for experiment in tip.experiments:
        experiment.check(tip.game, inquiry)
    labels = [experiment.label for experiment in tip.experiments]
    amounts = [(label, "that follows it in another amount") for label in tip.amounts]
    parts = (
        (tip.headline, "for its headline"),
        (tip.literal, "that follows it word for word"),
        (tip.words.other_half, "about what else it says"),
    )
    for name, use in (*parts, *amounts):
        if name and name not in labels:
            raise unknown("experiment", name, labels, use)
    cells = cells_of(tip)
    for name, times in Counter(cell.name for cell in cells).items():
        if times > 1:
            raise InputError(f"two of its cells are '{name}'; give experiments labels of their own")
    for cell in cells:
        check_field(tip.game, cell.field, cell.players)
        registration(cell, inquiry)
        cell.experiment.jobs(cell, inquiry)
    for description in tip.curves:
        description.check(tip.game, inquiry.strategies_from)
