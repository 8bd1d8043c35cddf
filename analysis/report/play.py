"""All that a report of all games shows, played or as it is published: tournaments and games to watch, and then the
tips once more, within a budget of minutes.

What is published is tested on new deals and on its first deals, or all tips are played at their declared margins.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from knotlab.analysis.claims.evidence.files import published
from knotlab.analysis.claims.evidence.results import ClaimsResult
from knotlab.analysis.claims.model.cells import cells_of, headlines
from knotlab.analysis.claims.model.inquiry import Inquiry, Stage
from knotlab.analysis.claims.retest.play import play_again
from knotlab.analysis.claims.retest.tips import Retest
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.stages.claims_run import kernels_of
from knotlab.analysis.claims.stages.play import try_stages
from knotlab.analysis.report.contests import (
    kernels_of_contests,
    play_contest,
    published_contests,
    published_games,
    sizes,
)
from knotlab.analysis.report.settings import ReportSettings
from knotlab.analysis.runs.code import rules_hash
from knotlab.analysis.runs.fields import watched
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.tournaments.result import Contest
from knotlab.sim import budget, games
from knotlab.sim.compiling.precompile import Kernel, compiling
from knotlab.sim.playing.records import record_game

CLAIMS = "claims"  # where all tips are, within the report's folder of games


@dataclass(frozen=True)
class ReportContent:
    """What a report of all games shows, as far as it is there.

    to_watch: a recorded game of each kind. rules: a hash of the rules by game. contests: by game, one for each number
    of players; None as long as they are being played. retest: the published tips on new deals, and published results
    from their first deals. all_tips: all tips, played at their declared margins. stopped: what the budget went into, if
    it ended before the tournaments did.
    """

    to_watch: Sequence[Mapping[str, Any]]
    rules: Mapping[str, str]
    contests: Mapping[str, Sequence[Contest]] | None = None
    retest: Retest | None = None
    all_tips: ClaimsResult | None = None
    stopped: str = ""

    @property
    def games(self) -> int:
        """All games of the tournaments."""
        contests = (self.contests or {}).values()
        return sum(contest.games + contest.points_games for of_game in contests for contest in of_game)


def play_report(
    settings: ReportSettings, show: Callable[[ReportContent], object] = lambda content: None
) -> ReportContent:
    """Play what a report shows.

    show: called with all that is there whenever there is more: at first with what needs no playing.
    """
    content = opening()
    if not (settings.published and all_published()):
        show(content)
    done: dict[str, list[Contest]] = {}
    with budget.within(settings.minutes or None, budget.GRACE):
        try:
            with compiling(kernels(settings)):
                with budget.within(settings.minutes or None):
                    contests(settings, done)
                    content = replace(content, contests=done)
                show(content)
                if settings.all_tips:
                    return replace(content, all_tips=play_tips(settings))
                for again in retest(settings):
                    content = replace(content, retest=again)
                    show(content)
        except budget.TimeIsUp as up:
            return replace(content, contests=done, stopped="" if content.retest else str(up))
    return content


def kernels(settings: ReportSettings) -> Iterator[Kernel]:
    """The compiled functions of tournaments that are played, and of the tips that are played after them."""
    for name in games.listed():
        if not (settings.published and any(published_contests(name))):
            yield from kernels_of_contests(settings, name)
    if settings.minutes and not settings.published:
        yield from kernels_of((cell for tip in tips() for cell in cells_of(tip)), Inquiry(seed=settings.seed))


def opening() -> ReportContent:
    """What is there before any tournament."""
    return ReportContent(list(games_to_watch()), {name: rules_hash(name) for name in games.listed()})


def all_published() -> bool:
    """Whether the tournaments of every game are published, so that none is played."""
    return all(any(published_contests(name)) for name in games.listed())


def games_to_watch() -> Iterator[Mapping[str, Any]]:
    """A recorded game of each kind: the published one, with what its moves are worth, or one that is played now."""
    known = {record["game"]: record for record in published_games()}
    for name in games.listed():
        yield known.get(name) or record_game(make_job(name, watched(name)), 0, why=True)


def contests(settings: ReportSettings, done: dict[str, list[Contest]]) -> None:
    """Add the tournaments of each game, one for each number of players."""
    for name in games.listed():
        known = [published.contest for published in published_contests(name)] if settings.published else []
        done[name] = known or [play_contest(settings, name, n) for n in sizes(name)]


def retest(settings: ReportSettings) -> Iterator[Retest]:
    """The published tips and tournaments, tested until the time is up; nothing without a budget."""
    if settings.minutes:
        yield from play_again(
            [cell for result in published() for cell in result.cells],
            tips(),
            seconds=budget.seconds_left() - budget.GRACE,
            seed=settings.seed,
            workers=settings.workers,
            tables=list(published_contests()),
        )


def play_tips(settings: ReportSettings) -> ClaimsResult:
    """All tips in stages until the time is up; what was played before into the same folder is loaded."""
    sampled = [tip for tip in tips() if tip.experiments]
    steps = headlines(sampled) + sum(len(cells_of(tip)) for tip in sampled)
    with settings.watch("all tips: headlines and sizes", steps) as advance:
        return try_stages(
            sampled,
            Inquiry(seed=settings.seed),
            until=Stage.SIZES,
            out=settings.folder / CLAIMS,
            workers=settings.workers,
            on_step=lambda name: advance(1),
        )
