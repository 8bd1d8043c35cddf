"""The tables of docs/champions.md about what strong players make of the tips, as it is published: how often champions
follow them, what the tips with the largest effects are worth among players who look ahead, champions' own habits, what
habits are worth to thinkers, how far the champions can be exploited, and how far skill decides.
"""

import math

from knotlab.analysis.claims.evidence.champions import (
    FORBIDDEN,
    ChampionHabit,
    PairAhead,
    published_among_experts,
    published_among_thinkers,
    published_best_responses,
    published_pairs,
    published_random_rules,
)
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.judgement.at_table import CHAMPION, SIZES
from knotlab.analysis.claims.judgement.bound import at_random, is_beyond
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.report.contests import published_contests
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.skill import decided_by_skill, elo
from knotlab.reports.words.directions import NUMERALS, in_words, with_interval
from knotlab.reports.words.layout import markdown_table
from knotlab.reports.words.strong_players import (
    WORDS,
    always,
    among_thinkers,
    command,
    followed_of,
    habits_of,
    plainly,
    worth,
)
from knotlab.sim import games
from knotlab.strategies.ruled import shipped_habits
from knotlab.studies.publishing.thinkers import CONTROL, CONTROLLED, PLAYERS

FOLLOWED_COLUMNS = ("habit", "players", "choices that it changes", "champion: with it", "without it", "another move")
EXPERT_COLUMNS = (
    "habit",
    "game",
    "players",
    "games lost in 100 among champions",
    "among thinkers",
    "deals",
    "games",
    "unfinished",
)
THINKER_COLUMNS = ("a player that", "game", "among champions", "among thinkers", "games", "unfinished")
RESPONSE_COLUMNS = ("game", "players", "learner", "against champion@v2", "against champion@v3")
PAIR_COLUMNS = ("better", "other", "players", "finishes ahead", "decided by skill", "Elo", "games to tell")
VERSIONS = ("v2", "v3")
SHARE_COLUMNS = ("game", "players", "strategies", "strategy", "at most", "opponents", "seat", "cards", "rest")
RULE_COLUMNS = (
    "game",
    "players",
    "moves forbidden, in 100",
    "choices changed, in 100",
    "additional games lost, in 100",
)
RANDOM = "random"
SHARES = ("changes", "champion", "all_round")
COLUMNS = (
    "habit",
    "players",
    "choices that it changes",
    "followed by the champion, where possible",
    "by all-round",
    "lost without it",
    "lost by a plain player who always follows it",
)


def percent(share: Between) -> str:
    """A share with its interval in per cent, to a tenth."""
    if math.isnan(share.low):
        return "-"
    return f"{100 * share.value:.1f}% [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def followed_table(game: str) -> str:
    """The table of a game's habits, in Markdown."""
    rows = [
        (f"{words} ({tip.id})", str(each.players), *map(percent, each.shares))
        for tip in shipped()
        if tip.game == game
        for label, words in tip.words.names.items()
        for each in followed_of(tip, label)
    ]
    return markdown_table(FOLLOWED_COLUMNS, rows)


def expert_table() -> str:
    """The table of all that ship, in Markdown."""
    tips = {tip.id: tip for tip in shipped()}
    rows = []
    for each in published_among_experts():
        tip = tips[each.tip]
        among = next(
            cell for cell in tip.cells_of(each.label) if (cell.players, cell.field) == (each.players, "strong")
        )
        rows.append(
            (
                f"{tip.words.names.get(each.label, each.label)} ({tip.id})",
                games.find(tip.game).title,
                str(each.players),
                in_words(among),
                with_interval(each.meaning, *each.effect),
                str(each.deals),
                f"{each.games:,}",
                str(each.unfinished),
            )
        )
    return markdown_table(EXPERT_COLUMNS, rows)


def thinkers_table() -> str:
    """What habits are worth to thinkers, in Markdown, beside what they are worth to champions of the same table."""
    own = {
        (game, rule, each.players): (f"does without “{WORDS[game][which][0]}”", worth(each))
        for game in WORDS
        for which, rule in enumerate(shipped_habits(game), 1)
        for each in habits_of(game)[which]
    }
    of_tips = {
        (tip.game, cell.label.removeprefix(FORBIDDEN), cell.players): (f"is {words} ({tip.id})", in_words(cell))
        for tip in shipped()
        for label, words in tip.words.strong.items()
        for cell in tip.cells_of(label)
    }
    controls = {(CONTROLLED, CONTROL, PLAYERS): ("is forbidden a tenth of its moves by lot", "-")}
    rows = []
    for each in published_among_thinkers():
        words, champion = (own | of_tips | controls)[each.game, each.rule, each.players]
        counts = (f"{each.games:,}", str(each.unfinished))
        rows.append((words, games.find(each.game).title, champion, among_thinkers(each), *counts))
    return markdown_table(THINKER_COLUMNS, rows)


def random_rules_table() -> str:
    """What rules drawn by lot cost a champion, in Markdown."""
    rows = [
        (
            games.find(each.game).title,
            str(each.players),
            str(each.of_100),
            f"{100 * each.changed:.1f}",
            with_interval(each.meaning, *each.effect),
        )
        for each in published_random_rules()
    ]
    return markdown_table(RULE_COLUMNS, rows)


def best_responses_table() -> str:
    """How many games fewer than even best responses lose, in Markdown, against one version beside the other."""
    found = {(each.game, each.players, each.learner, each.version): each for each in published_best_responses()}
    rows = []
    for game, players, learner in dict.fromkeys(key[:3] for key in found):
        against = (found.get((game, players, learner, version)) for version in VERSIONS)
        cells = (with_interval(each.meaning, *each.effect) if each else "-" for each in against)
        rows.append((games.find(game).title, str(players), learner, *cells))
    return markdown_table(RESPONSE_COLUMNS, rows)


def rules_of_tips_table() -> str:
    """What the rules of tips cost a champion at each size of table and, in brackets, rules drawn by lot that change as
    many choices, in Markdown.
    """
    rows = []
    for tip in shipped():
        for label in dict.fromkeys(cell.label for cell in tip.cells if cell.field == CHAMPION):
            cells = tip.cells_of(label)
            costs = {cell.players: _beside_lots(tip.game, cell) for cell in cells}
            more = "yes" if is_beyond(tip.game, cells) else "no"
            rows.append((f"{label.partition(':')[2]} ({tip.id})", *(costs.get(n, "-") for n in SIZES), more))
    return markdown_table(("rule", *(f"{n} players" for n in SIZES), "beyond being bound"), rows)


def _beside_lots(game: str, cell: Evidence) -> str:
    """What a rule costs at a table and, in brackets, one drawn by lot."""
    lot = at_random(game, cell)
    at_least = " or more" if math.isinf(lot.high) else ""
    return f"{100 * cell.effect:z.1f} ({100 * lot.value:.1f}{at_least})".replace("-", "\N{MINUS SIGN}")


def habits_text(game: str) -> str:
    """The habits of a game's champion, in Markdown: a paragraph and a moment each, then a table."""
    return "\n\n".join([*(_paragraph(game, *each) for each in habits_of(game).items()), _table(game)])


def _paragraph(game: str, which: int, found: list[ChampionHabit]) -> str:
    """What a habit is, what it is worth, and how to see it."""
    title, says = WORDS[game][which]
    by_size = ", ".join(f"{worth(habit)} with {NUMERALS[habit.players]} players" for habit in found)
    (moment,) = (habit.moment for habit in found if habit.moment)
    lost = with_interval(found[0].meaning, *moment.gain)
    seen = (
        f"At decision {moment.decision} of game {moment.index} the champion's move is “{moment.move}”; without the "
        f"habit it is “{moment.instead}”, which loses {lost} of 100 games from there:"
    )
    plain = f"At plain tables, always doing it {always(found)}."
    lines = [f"**{which}. {title}.** {says} Games in 100 lost without it: {by_size}. {plain} {seen}"]
    return "\n\n".join([*lines, f"```console\n$ {command(game, moment)}\n```"])


def _table(game: str) -> str:
    """How often the habits show, and what they are worth."""
    rows = [
        (
            WORDS[game][which][0],
            str(each.players),
            *(percent(getattr(each, name)) for name in SHARES),
            worth(each),
            plainly(each),
        )
        for which, found in habits_of(game).items()
        for each in found
    ]
    return markdown_table(COLUMNS, rows)


def pairs_text() -> str:
    """Who finishes ahead of whom, in Markdown: able players first, then pairs with a player who moves at random."""
    able = [pair for pair in published_pairs() if RANDOM not in (pair.better + pair.other)]
    rest = [pair for pair in published_pairs() if pair not in able and not pair.rules]
    tables = [
        f"**{games.find(game).title}{f', `{rules}`' if rules else ''}**\n\n"
        f"{_pair_table([pair for pair in able if (pair.game, pair.rules) == (game, rules)])}"
        for game, rules in dict.fromkeys((pair.game, pair.rules) for pair in able)
    ]
    return "\n\n".join([*tables, f"**Against a player who moves at random**\n\n{_pair_table(rest)}"])


def _pair_table(some: list[PairAhead]) -> str:
    """Pairs of players, one a row."""
    rows = []
    for pair in some:
        ratings = f"{elo(pair.ahead.value):.0f}" if pair.ahead.value < 1 else f"{elo(pair.ahead.low):.0f} or more"
        measures = (f"{100 * decided_by_skill(pair.ahead.value):.1f}%", ratings)
        names = (pair.better, pair.other, str(pair.players))
        rows.append((*names, percent(pair.ahead), *measures, "-" if math.isnan(pair.needed) else f"{pair.needed:,.0f}"))
    return markdown_table(PAIR_COLUMNS, rows)


def shares_table() -> str:
    """The shares of strategy and of the rest in the tournaments that ship, in Markdown, with their ceilings."""
    rows = []
    for contest in published_contests():
        result = contest.contest.result
        shares = result.sources.set_index("source")["share"]
        of = {name: f"{100 * shares[name]:.1f}%" for name in ("strategy", "opponents", "seat", "cards")}
        rest = f"{100 * (shares['interaction'] + shares['chance']):.1f}%"
        most = "-" if math.isnan(result.ceiling) else f"{100 * result.ceiling:.1f}%"
        game, players = games.find(result.facts["game"]).title, str(result.facts["players"])
        strategies = str(len(result.ratings))
        rows.append((game, players, strategies, of["strategy"], most, of["opponents"], of["seat"], of["cards"], rest))
    return markdown_table(SHARE_COLUMNS, rows)
