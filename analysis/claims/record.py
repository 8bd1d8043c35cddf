"""What a cell is, fixed before it is played: the terms of all cells, its tables, its record and its hash."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knotlab.analysis.claims import branches, contrast
from knotlab.analysis.claims.cells import LEVEL, QUICK, Cell, count
from knotlab.analysis.claims.events import round_of
from knotlab.analysis.claims.tip import Branch, Contrast, Duel, Ratio, WhatIf
from knotlab.analysis.duels.question import Question, make_question
from knotlab.analysis.runs.play import DEFAULT_SEED
from knotlab.analysis.runs.provenance import rules_hash
from knotlab.sim.job import STREAM_VERSION, Job
from knotlab.sim.settings import json_value
from knotlab.strategies.declare import USER_MODULE
from knotlab.strategies.resolve import player, strategy_hashes


@dataclass(frozen=True)
class Terms:
    """What all cells of a run share.

    level: of all of them together; claims: how many those are; wider: times the declared margins; seed: of the deals;
    one_size: whether each experiment is played at one size of table only; strategies_from: files with strategies of
    somebody's own.
    """

    level: float = LEVEL
    claims: int | None = None
    wider: float = 1.0
    seed: int = DEFAULT_SEED
    one_size: bool = False
    strategies_from: tuple[Path, ...] = ()

    @property
    def family(self) -> int:
        """How many cells share the level: all that ship, unless it is said otherwise."""
        return count() if self.claims is None else self.claims

    @property
    def alpha(self) -> float:
        """The level of one cell (Bonferroni)."""
        return self.level / max(self.family, 1)


LOOK_EVERY = 100  # deals, where one company plays all of them
USUAL, QUICKLY = Terms(), Terms(wider=QUICK, one_size=True)


def tables_of(cell: Cell, terms: Terms) -> list[tuple[Job, ...]]:
    """The tables of a contrast, or the one of a what-if, each with the companies that play at it by turns."""
    if isinstance(cell.experiment, Contrast):
        return contrast.jobs(cell, terms.seed, terms.strategies_from)
    return [branches.jobs(cell, terms.seed, terms.strategies_from)]


def look_every(tables: Sequence[Sequence[Job]]) -> int:
    """How many deals are between looks at least: where companies play by turns, rounds in which each plays as many, as
    part of a round is not a fair mix.
    """
    return max(LOOK_EVERY, *map(round_of, tables))


def question_of(cell: Cell, terms: Terms) -> Question:
    """A cell's duel as a claim."""
    asked = cell.experiment
    assert isinstance(asked, Duel)
    field = (
        None if asked.design != "field" else cell.field if isinstance(cell.field, str) else cell.seats(cell.players - 1)
    )
    return make_question(
        cell.tip.game, asked.a, asked.b, design=asked.design, n_players=cell.players, field=field, metric=asked.metric,
        margin=asked.margin * terms.wider, level=terms.level, family=terms.family, seed=terms.seed, rules=asked.rules,
        strategies_from=terms.strategies_from, fine=asked.margin if terms.wider > 1 else None,
    )  # fmt: skip


def record(cell: Cell, terms: Terms) -> dict[str, Any]:
    """All that a cell's verdict depends on, as plain data."""
    asked = cell.experiment
    told: dict[str, Any] = {"cell": cell.name, "kind": kind_of(cell), "means": dict(asked.means)}
    if isinstance(asked, Duel):
        claim = question_of(cell, terms)
        return told | {
            "claim": claim.record(),
            "sources": strategy_hashes(claim.players()),
            "rules_sources": rules_hash(cell.tip.game),
        }
    tables = [job for companies in tables_of(cell, terms) for job in companies]
    told |= {"rules": [{name: json_value(value) for name, value in job.rules.items()} for job in tables]}
    told |= {
        "strategies": [[one.name for one in job.players] for job in tables],
        "seed": terms.seed,
        "stream_version": STREAM_VERSION,
    }
    told |= {"sources": [strategy_hashes(job.players) for job in tables], "rules_sources": rules_hash(cell.tip.game)}
    every = look_every(tables_of(cell, terms))
    told |= {"look_every": every} if every > LOOK_EVERY else {}
    told |= {
        "margin": asked.margin * terms.wider,
        "level": terms.level,
        "claims": terms.family,
        "kept": contrast.PLAYED,
    }
    if isinstance(asked, Contrast):
        told |= {
            "one": _ratio(asked.one),
            "other": _ratio(asked.other),
            "threshold": asked.threshold,
            "sign": asked.sign,
        }
        return told | {"most_cases": contrast.MOST_CASES}
    told |= {
        "where": str(asked.where),
        "ways": [_branch(cell, branch, terms) for branch in (asked.first, asked.second)],
        "rollouts": asked.rollouts,
    }
    return told | {
        "metric": asked.metric,
        "whose": asked.whose,
        "sign": asked.sign,
        "at_best": asked.at_best,
        "judged": asked.judged,
    }


def _branch(cell: Cell, branch: Branch, terms: Terms) -> list[Any]:
    taken = branch.strategy and strategy_hashes([player(cell.tip.game, branch.strategy, terms.strategies_from)])
    altered = branch.alter and code_name(branch.alter)
    return [None if branch.move is None else list(map(str, branch.move)), altered, branch.strategy, taken]


def code_name(function: Callable[..., Any]) -> str:
    """A function's name, of somebody's own with a hash of its file."""
    return function.__module__.partition(USER_MODULE)[2] + function.__name__


def _ratio(ratio: Ratio | None) -> list[Any] | None:
    return (
        None
        if ratio is None
        else [str(ratio.of), str(ratio.among), list(ratio.rules), list(ratio.table), ratio.by_games, ratio.match]
    )


def name_of(cell: Cell, terms: Terms) -> str:
    """The name of a cell's record: printed with the verdict, and in the name of the cell's folder."""
    return named(record(cell, terms))


def named(told: Mapping[str, Any]) -> str:
    """Twelve hexadecimal digits of a record's SHA-256."""
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:12]


def kind_of(cell: Cell) -> str:
    """The kind of experiment, in a word."""
    return {Duel: "duel", Contrast: "rate", WhatIf: "what-if"}[type(cell.experiment)]
