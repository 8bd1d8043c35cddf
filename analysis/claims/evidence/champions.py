"""What champions do about habits, what habits are worth among champions and among players who look ahead, what rules
drawn by lot cost a champion, how far it can be exploited, who finishes ahead of whom, and what playing to win comes to:
the records of `followed.csv`, `habits.csv`, `expert.csv`, `thinkers.csv`, `random-rules.csv`, `best-responses.csv`,
`skill.csv`, `looking-ahead.csv` and `aims.csv`, which studies write and pages read.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from knotlab.analysis.claims.evidence.rows import as_csv, reader_of, row_of
from knotlab.analysis.claims.model.meaning import Meaning
from knotlab.analysis.stats.estimate import Between

EXPERT, FOLLOWED, HABITS, SKILL = "expert.csv", "followed.csv", "habits.csv", "skill.csv"
THINKERS, RANDOM_RULES, AIMS = "thinkers.csv", "random-rules.csv", "aims.csv"
BEST_RESPONSES, LOOKING_AHEAD = "best-responses.csv", "looking-ahead.csv"
LOST_WITHOUT = Meaning("loss_rate", "whoever does without the habit")
DIGITS = 6
FORBIDDEN = "champion:forbid="  # what begins the label of an experiment with a champion who does without a habit


@dataclass(frozen=True)
class AmongExperts:
    """The effect of a tip's duel with players who look ahead in the other chairs, as a share of games.

    deals, games, unfinished: how many were played, and how many of the games had no end.
    """

    tip: str
    label: str
    players: int
    meaning: Meaning
    effect: Between
    deals: int
    games: int
    unfinished: int


@dataclass(frozen=True)
class AmongThinkers:
    """What a habit is worth between players who look ahead, as a share of games.

    rule: the name of the rule that forbids it. deals, games, unfinished: as in `AmongExperts`.
    """

    game: str
    rule: str
    players: int
    meaning: Meaning
    effect: Between
    deals: int
    games: int
    unfinished: int


@dataclass(frozen=True)
class RandomRule:
    """A rule that forbids a champion moves drawn by lot, so many of 100, at tables of one size among champions.

    changed: the share of choices that it changes. effect: how many games more the champion loses under it, as a share.
    """

    game: str
    players: int
    of_100: int
    changed: float
    meaning: Meaning
    effect: Between


@dataclass(frozen=True)
class Followed:
    """What champions do about the habit of a tip's experiment at tables of one size.

    deals, decisions: how many were played, and at how many decisions of theirs the habit would change what is chosen.
    share: these decisions among all choices. follows, without, other: of these, where the champion chooses as somebody
    with the habit, as the same player without it, or neither.
    """

    tip: str
    label: str
    players: int
    deals: int
    decisions: int
    share: Between
    follows: Between
    without: Between
    other: Between

    @property
    def shares(self) -> tuple[Between, ...]:
        """All four, in the order of the table."""
        return self.share, self.follows, self.without, self.other


@dataclass(frozen=True)
class HabitMoment:
    """A decision of a game of three champions at which a habit shows.

    index, decision: the number of the game, and of the decision in it. move, instead: what the champion does, and what
    it would do without the habit, in words. gain: how many games more, as a share, the other move loses from there.
    """

    index: int
    decision: int
    move: str
    instead: str
    gain: Between


@dataclass(frozen=True)
class ChampionHabit:
    """A habit of a game's champion at tables of one size.

    habit: its number. effect: what it is worth. plain: how many games more, as a share, a plain player loses at plain
    tables if it shows the habit wherever it can. changes: the share of choices at which the champion shows it and could
    do otherwise. champion, all_round: of the choices at which it can show and need not, where it does with a champion
    and would with an all-round player. moment: at one size of table.
    """

    game: str
    habit: int
    players: int
    deals: int
    meaning: Meaning
    effect: Between
    plain: Between
    changes: Between
    champion: Between
    all_round: Between
    moment: HabitMoment | None = None


@dataclass(frozen=True)
class BestResponse:
    """What somebody who has learnt against a version of a game's champion, at tables of one size, gains over even.

    weights: what tells the champion's weights from others. learner, budget: who learnt, and with how much. effect: how
    many games fewer than an equal share are lost, a lower bound of what can be found. games: how many that was judged
    on. seed: of the learner.
    """

    game: str
    players: int
    version: str
    weights: str
    learner: str
    budget: str
    meaning: Meaning
    effect: Between
    games: int
    seed: int


@dataclass(frozen=True)
class PairAhead:
    """Two players of a game at tables of one size.

    ahead: the chance that the better one finishes ahead of the other in a game with both. needed: how many games tell
    who is better (`knotlab.analysis.stats.skill`), nan if too many. games: how many were played in all. rules: settings
    that differ from the defaults.
    """

    game: str
    players: int
    better: str
    other: str
    ahead: Between
    needed: float
    games: int
    rules: str = ""


@dataclass(frozen=True)
class LookingAhead:
    """How often a player who looks ahead finishes ahead of another at tables of one size.

    rollouts: how many of each move it tries, cut short. ahead: the chance. games: how many were played.
    """

    game: str
    players: int
    other: str
    rollouts: int
    ahead: Between
    games: int


@dataclass(frozen=True)
class TunedToWin:
    """What a player who is tuned to win comes to against the same one who is tuned not to lose, as a share of games:
    how many more it wins, or loses, as the meaning has it.
    """

    game: str
    players: int
    meaning: Meaning
    effect: Between
    deals: int


def as_table(records: Iterable[Any]) -> str:
    """Records as CSV, numbers to six digits."""
    return as_csv(map(row_of, records), DIGITS)


published_among_experts = reader_of(AmongExperts, EXPERT)  # the largest effect among champions first
published_among_thinkers = reader_of(AmongThinkers, THINKERS)  # the habit that is worth most to a champion first
published_random_rules = reader_of(RandomRule, RANDOM_RULES)  # by game and players, the fewest forbidden moves first
published_best_responses = reader_of(BestResponse, BEST_RESPONSES)  # by game, players, learner and version
published_followed = reader_of(Followed, FOLLOWED)  # by game, players and tip
published_habits = reader_of(ChampionHabit, HABITS)  # by game, number and players
published_pairs = reader_of(PairAhead, SKILL)  # by game and players, the surest pair first
published_looking_ahead = reader_of(LookingAhead, LOOKING_AHEAD)  # by game, the strongest opponent first
published_aims = reader_of(TunedToWin, AIMS)  # games won, then games lost
