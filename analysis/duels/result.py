"""What a duel came to."""

import math
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl

from knotlab.analysis.duels.designs import effects, shape_of, unit_of_effects
from knotlab.analysis.duels.partings import PartedAt, PartedGame
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.duels.question import QuestionFacts, hash_of, metric_asked, metrics_asked
from knotlab.analysis.duels.totals import Blocks, MetricRow, Totals, blocks_of, count_up, cycle_of
from knotlab.analysis.result import RESULT, Conditions, Result
from knotlab.analysis.stats.intervals import certain_sign
from knotlab.analysis.stats.moments import Moments
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.stats.sequence import VERDICTS, Watch, deals_to_decide, exact_share
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.stats.watching import Goal, Look, Watcher
from knotlab.sim.errors import InputError
from knotlab.sim.protocol import Match
from knotlab.sim.storage.pieces import undamaged
from knotlab.sim.storage.result_files import Real, as_plain, from_plain, load, write
from knotlab.sim.storage.run_folder import RunFolder, is_older, mixed_versions, with_origin


@dataclass(frozen=True, eq=False, repr=False)
class DuelResult(Result):
    """A verdict and what it rests on.

    question: all that was fixed in advance. hash: twelve digits that stand for it. pilot: what was seen in advance.
    margin: the smallest effect that matters. reach: the largest effect that is possible. planned, cap: deals: as many
    as were planned, and at most. rows: a line for each metric. unfinished_games: games that stalled or were capped.
    seconds: how long it took, with the pilot, NaN if that is not known. mixed: as in `Conditions`. folder: where its
    deals are kept, if they are. typed: what A and B were called by whoever asked, if that is known: the files of their
    settings are only in these names.
    """

    question: QuestionFacts
    hash: str
    pilot: Pilot
    margin: float
    reach: float
    planned: int
    cap: int
    games_per_deal: int
    path: tuple[Look, ...]
    rows: tuple[MetricRow, ...]
    unfinished_games: int
    seconds: Real = math.nan
    mixed: str = ""
    folder: Path | None = None
    typed: tuple[str, ...] = ()

    @property
    def conditions(self) -> Conditions:
        question = self.question
        match = Match(**question["match"]) if "match" in question else None
        rules, seed = question["rules"], question["seed"]
        n = question["players"]
        once = tuple(question.get("unrepeatable", ()))
        return Conditions(
            question["game"], n, rules, seed, self.games, match, mixed=self.mixed, unrepeatable=once, record=self.hash
        )

    @property
    def n_deals(self) -> int:
        """Deals played, the pilot's not counted."""
        return self.path[-1].deals if self.path else 0

    @property
    def games(self) -> int:
        """Games played on them."""
        return self.n_deals * self.games_per_deal

    @property
    def unfinished(self) -> float:
        """The share of games that stalled or were capped."""
        return self.unfinished_games / self.games if self.games else math.nan

    @property
    def verdict(self) -> Verdict:
        """What the evidence says (`knotlab.analysis.stats.verdicts`)."""
        return VERDICTS[self.path[-1].verdict] if self.path else Verdict.RARE

    @property
    def is_size_open(self) -> bool:
        """Whether only the direction is known, not whether the effect is large enough to matter."""
        is_large = self.low > self.margin or self.high < -self.margin
        return self.verdict in (Verdict.HOLDS, Verdict.WRONG) and not is_large

    @property
    def low(self) -> float:
        """The lower end of the running interval of A minus B."""
        return self.path[-1].low if self.path else -self.reach

    @property
    def high(self) -> float:
        """Its upper end."""
        return self.path[-1].high if self.path else self.reach

    @property
    def certain_sign(self) -> int:
        """1 where A is certainly better, however little; -1 where B is, else 0."""
        return certain_sign(self.low, self.high)

    @property
    def effect(self) -> float:
        """The mean of A minus B, in A's favour."""
        return self.path[-1].mean if self.path else math.nan

    @property
    def watch(self) -> Watch:
        """How the mean was watched."""
        metric = metric_asked(self.question)
        return Watch(
            self.margin,
            self.question["level"] / self.question["family"],
            self.reach,
            self.planned,
            self.question["fine"],
            exact=exact_share(metric.reach is not None),
        )

    @property
    def deals_to_decide(self) -> int | None:
        """For an undecided question, the deals projected to settle it, if more than were played; none where that cannot
        be said.
        """
        if self.verdict != Verdict.OPEN:
            return None
        sd = next(row.sd for row in self.rows if row.metric == self.question["metric"])
        projected = deals_to_decide(self.watch, Moments(self.n_deals, self.effect, sd, self.pilot.skewness))
        return projected if projected is not None and projected > self.n_deals else None

    def to_pandas(self) -> pd.DataFrame:
        """One row per metric, the deciding one first."""
        frame = pd.DataFrame([asdict(row) for row in self.rows])
        frame.insert(1, "decides", frame["metric"] == self.question["metric"])
        return frame.assign(deals=self.n_deals, games=self.games).sort_values(
            "decides", ascending=False, kind="stable", ignore_index=True
        )

    def path_to_pandas(self) -> pd.DataFrame:
        """One row per look: deals, mean, low, high and the verdict then."""
        frame = pd.DataFrame([asdict(look) for look in self.path], columns=list(Look.__dataclass_fields__))
        return frame.assign(verdict=[VERDICTS[verdict] for verdict in frame["verdict"]])

    def deals(self) -> pd.DataFrame:
        """One row per deal of a duel that is kept in a folder: its number, its games without an end, and for each
        metric what A and B got, in the metric's unit (`loss_rate_a`, `loss_rate_b`), and what of that is in favour of A
        (`loss_rate_effect`).

        Raises InputError if the duel was not kept.
        """
        if self.folder is None:
            raise InputError(
                "the deals of this duel were not kept; give duel(.., out=FOLDER), and read them from there"
            )
        question, n = self.question, self.question["players"]
        shape = shape_of(question["design"], n, self.pilot.single)
        pieces = [RunFolder(self.folder).read_piece(number) for number in range(RunFolder(self.folder).n_pieces)]
        frame = pl.concat([piece for piece in pieces if piece is not None]).filter(pl.col("deal") < self.n_deals)
        columns = {"deal": frame["deal"].to_numpy(), "unfinished": frame["unfinished"].to_numpy()}
        for metric in metrics_asked(question):
            unit = unit_of_effects(shape, n, metric)
            of_side = UNIT * shape.deal_scale
            columns |= {f"{metric.name}_{side}": frame[f"{metric.name}_{side}"].to_numpy() / of_side for side in "ab"}
            columns[f"{metric.name}_effect"] = effects(frame, metric) / unit
        return pd.DataFrame(columns)

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        derived = {
            "verdict": self.verdict,
            "size_open": self.is_size_open,
            "effect": self.effect,
            "low": self.low,
            "high": self.high,
            "deals": self.n_deals,
            "games": self.games,
            "unfinished": self.unfinished,
            "deals_to_decide": self.deals_to_decide,
        }
        facts = derived | asdict(DuelResult(**own(self) | {"folder": None}))
        del facts["folder"], facts["typed"]
        return facts

    def partings_to_pandas(self) -> pd.DataFrame:
        """One row per decision that is kept of those at which the two first part in the pilot: its kind, in how many
        games and which share of them, and the example: game and decision, who else plays, what A and B do.
        """
        rows = [
            {"kind": each.kind, "games": each.games, "share": each.share} | asdict(example)
            for each in self.pilot.partings
            for example in each.examples
        ]
        return pd.DataFrame(rows, columns=["kind", "games", "share", *(each.name for each in fields(PartedAt))])

    def _heading(self) -> str:
        a, b = self.question["a"]["name"], self.question["b"]["name"]
        size = " (size open)" if self.is_size_open else ""
        head = f"{self.verdict}{size}: {a} over {b} by {self.question['metric']}, margin {self.margin:.4g}"
        line = f"{self.n_deals:,} deals; worth {self.pilot.vrf:.1f} x the games"
        return f"{head}\n{self.settings_line}; {line}"


@dataclass(frozen=True, eq=False, repr=False)
class ShownDuel(DuelResult):
    """A duel with a game in which it helped to play as A, or backfired.

    shown: which of the two. game: it.
    """

    shown: str = ""
    game: PartedGame | None = None

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return super().facts() | {"shown": {"game": self.shown} | (self.game.facts() if self.game else {})}


def with_game(result: DuelResult, shown: str, game: PartedGame) -> ShownDuel:
    """The same result with a game."""
    return ShownDuel(**own(result), shown=shown, game=game)


def own(result: DuelResult) -> dict[str, Any]:
    """What every duel's result has, for one of a wider kind."""
    return {each.name: getattr(result, each.name) for each in fields(DuelResult)}


# --- in a run folder ---


def keep(result: DuelResult, folder: Path) -> None:
    """Write a result into its run folder, but for the time that it took, which the manifest has: two of the same duel
    are the same.
    """
    facts = {name: value for name, value in result.facts().items() if name not in ("seconds", "mixed")}
    write(folder / RESULT, with_origin(facts, folder))


def read(folder: Path) -> DuelResult:
    """The result of a duel in a run folder, checked against the deals next to it.

    Raises InputError if there is none, or it is damaged, or was edited.
    """
    file, run = folder / RESULT, RunFolder(folder)
    if not os.path.lexists(file):
        raise InputError(f"{folder} has no verdict yet; give the same duel with --out {folder} again to continue")
    try:
        content = load(file)
        result = from_plain(DuelResult, content)
        is_older(content, folder)
        identity = run.manifest()["identity"]
        _compare(result.question, from_plain(QuestionFacts, identity.get("question")), "its question")
        _compare(as_plain(result.pilot), identity.get("pilot"), "its pilot")
        _confirm(result, run)
    except InputError:
        raise
    except (ValueError, ArithmeticError) as error:
        raise InputError(
            f"{file} is damaged ({error}); remove it, and the same duel with --out {folder} writes it again"
        ) from None
    return replace(result, seconds=run.seconds, mixed=mixed_versions(folder), folder=folder)


def _confirm(result: DuelResult, run: RunFolder) -> None:
    """Raise ValueError unless a result is what the deals next to it say."""
    question, n = result.question, result.question["players"]
    metric, shape = metric_asked(question), shape_of(question["design"], n, result.pilot.single)
    margin, reach = result.pilot.margin_and_reach(metric, question["margin"])
    cycle = cycle_of(metric, max(len(question["opponents"]), 1), shape)
    goal = Goal(result.n_deals, precision=-1.0)
    watcher = Watcher(result.watch, unit_of_effects(shape, n, metric), goal, cycle=cycle)
    totals = Totals(metrics_asked(question), shape, n)
    if result.path:
        count_up(_played(run, watcher, totals, result.n_deals), metric, watcher, totals)
    computed = {
        "hash": hash_of(question),
        "margin": margin,
        "reach": reach,
        "games_per_deal": shape.games,
        "path": watcher.path,
        "rows": totals.rows(watcher, metric.name),
        "unfinished_games": totals.unfinished,
    }
    for name, value in computed.items():
        _compare(as_plain(getattr(result, name)), as_plain(value), f"its {name.replace('_', ' ')}")


def _played(run: RunFolder, watcher: Watcher, totals: Totals, deals: int) -> Iterator[Blocks]:
    """The first deals of a run folder as sums, piece by piece."""
    for number in range(run.n_pieces):
        piece = run.read_piece(number)
        if piece is None:
            raise ValueError(f"piece {number} of its deals is missing")
        with undamaged(run.piece_path(number)):
            blocks = blocks_of(totals.metrics, watcher.steps, piece.filter(pl.col("deal") < deals))
        yield blocks


def _compare(kept_value: Any, computed: Any, name: str) -> None:
    """Raise ValueError unless two pieces of plain data are the same, numbers but for their last digits."""
    if not _is_same(kept_value, computed):
        raise ValueError(f"{name} is not what the deals beside it say")


def _is_same(a: Any, b: Any) -> bool:
    """Whether two pieces of plain data are the same."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_is_same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_is_same, a, b))
    if isinstance(a, float) or isinstance(b, float):
        numbers = isinstance(a, int | float) and isinstance(b, int | float)
        return numbers and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
    return bool(a == b)
