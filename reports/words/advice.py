"""One sentence a tip, made from its cells by the template of its kind.

A habit's number is that of plain tables, the mixed field; where that of a different field certainly differs by as much
as one would notice, or is on the other side of zero (`is_exception`), that is said as an exception, but for a script's
among champions where the champion itself was asked, or beats every script nearly always. What to do follows from the
tip's headline; where strong players are told something else, both answers open the sentence.
"""

import itertools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.champions import PairAhead, published_aims, published_pairs
from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.at_table import STRONG, is_lost_anyway
from knotlab.analysis.claims.judgement.habits import (
    Told,
    by_players,
    is_exception,
    mean_of_sizes,
    share_in_play,
    together,
    told_of,
    told_where_certain,
    typical,
    usual_of,
)
from knotlab.analysis.claims.judgement.tips import difference, differs_for_the_strong, for_the_strong
from knotlab.analysis.claims.model.meaning import FEWER, MORE, PLAYER
from knotlab.analysis.claims.model.tip import Says
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.verdicts import NO_ANSWER, Direction, ForTheStrong, ToDo, Verdict
from knotlab.reports.words import capital, charts, uncapital
from knotlab.reports.words.directions import NUMERALS, OR, listed, share_of, tables_of, with_interval, worth
from knotlab.reports.words.names import reader_name
from knotlab.reports.words.readings import SOUTHAMPTON

STRONG_PLAYERS = "For strong players"


class Advice(NamedTuple):
    """What to say of a tip: the opening word, the sentence, and which way it points (none of facts)."""

    opening: str
    sentence: str
    direction: Direction | None


def advice(tip: TipResult) -> Advice:
    """What to do about a tip, in a player's words."""
    said, strong = TEMPLATES[tip.words.kind](tip), for_the_strong(tip)
    if tip.verdict in NO_ANSWER:  # nothing is advised where nothing was decided
        return said._replace(opening=tip.verdict.opening, direction=said.direction and Direction.OPEN)
    opening = said.opening if said.direction is None else _for_both(said.opening, said.direction, strong)
    if tip.verdict == Verdict.NO_VERDICT:
        two_answers = "" if opening == said.opening else f" {opening}"
        return Advice(tip.verdict.opening + two_answers, said.sentence, said.direction and Direction.OPEN)
    return said._replace(opening=opening)


def _for_both(opening: str, direction: Direction, strong: ForTheStrong | None) -> str:
    """What to do, for plain players and for strong ones, if these are told something else."""
    depends_too = opening == ToDo.DEPENDS and strong not in (ForTheStrong.YES, ForTheStrong.NO)
    at_times_too = opening == ToDo.AT_TIMES and strong == ForTheStrong.RIGHT_MOMENT
    if depends_too or at_times_too or not differs_for_the_strong(direction, strong):
        return opening
    return f"At plain tables: {uncapital(opening)} {STRONG_PLAYERS}: {uncapital(str(strong))}"


# --- habits ---


def habit(tip: TipResult) -> Advice:
    """Do it or not: a sentence for each row, how many games in 100 are lost less."""
    when = tip.words.when
    cells_by_words = [(words, tip.cells_of(label)) for label, words in tip.words.rows.items()]
    cells_by_words = [(words, cells) for words, cells in cells_by_words if cells]
    if not cells_by_words:
        return Advice(ToDo.OPEN.value, "Nothing has been played yet.", Direction.OPEN)
    habits = [told_of(tip, cells) for _, cells in cells_by_words]
    exceptions = [_exceptions(tip, cells) for _, cells in cells_by_words]
    if len(habits) == 1:
        ((_, cells),), (told,) = cells_by_words, habits
        rarity = how_rare(cells) if told.to_do in (ToDo.RARE, ToDo.AT_TIMES) else ""
        return Advice(
            tip.verdict.opening if tip.words.apart else _opening(told),  # as that is no choice that a player has
            rarity + _losses(cells, when) + exceptions[0] + _beside(tip),
            told.to_do.direction,
        )
    labels = [cells[0].label for _, cells in cells_by_words]
    to_do, direction = together(tip, dict(zip(labels, habits, strict=True)))
    if len(set(habits)) == 1 and to_do == habits[0].to_do:
        opening = _opening(habits[0])
        parts = [
            f"{capital(words)}: {_losses(cells, short=True)}{but}"
            for (words, cells), but in zip(cells_by_words, exceptions, strict=True)
        ]
        parts += [f"(Games lost out of 100{when and f' {when}'}.)"] if direction != Direction.OPEN else []
    else:
        opening = to_do.value
        parts = [
            f"{capital(words)}: {uncapital(_opening(told))} {_losses(cells, when)}{but}"
            for (words, cells), told, but in zip(cells_by_words, habits, exceptions, strict=True)
        ]
    return Advice(opening, " ".join(parts) + _most(tip) + _halves(tip) + _beside(tip), direction)


def _opening(told: Told) -> str:
    """The first words of a habit's sentence."""
    players, others = (listed([NUMERALS[n] for n in some], OR) for some in (told.players, told.others))
    said = told.to_do.value.format(players=players)
    return f"{said.removesuffix('.')}; with {others}, the difference is too small to matter." if others else said


def how_rare(cells: Sequence[Evidence]) -> str:
    """In how many deals of 100 a habit comes up, as the mean of its usual tables; nothing where not known."""
    share = share_in_play(cells)
    return f"It comes up in about {float(f'{100 * share:.1e}'):g} of 100 deals. " if share > 0 else ""


def _losses(cells: Sequence[Evidence], when: str = "", short: bool = False) -> str:
    """How many games in 100 are lost fewer or more, by the number of players."""
    amounts = {n: typical(group) for n, group in by_players(cells).items()}
    certain = {n: cell for n, cell in amounts.items() if cell.direction != Direction.OPEN}
    unknown = [n for n in amounts if n not in certain]
    parts = _by_amount(certain)
    opening = "" if short else f"Out of 100 games{when and f' {when}'}, {_who(cells[0])} about "
    if not parts:
        return f"{'no effect seen yet' if short else 'No effect has been seen yet'}."
    open_ones = f"; open with {listed([NUMERALS[n] for n in unknown], OR)}" if unknown else ""
    return f"{opening}{listed(parts)}{open_ones}."


def _by_amount(cells: Mapping[int, Evidence]) -> list[str]:
    """Amounts, each with the sizes of table that have it. cells: by the number of players."""
    groups: dict[str, list[int]] = {}
    for n, cell in cells.items():
        groups.setdefault(worth(cell), []).append(n)
    parts = [f"{words} with {listed([NUMERALS[n] for n in some], OR)}" for words, some in groups.items()]
    parts[:1] = [f"{part} players" for part in parts[:1]]
    return parts


def _who(cell: Evidence) -> str:
    """Who it is that loses or wins."""
    verb = "lose" if cell.unit == "loss_rate" else "win"
    return f"you {verb}" if cell.meaning.side == PLAYER else f"{cell.meaning.side} {verb}s"


def _exceptions(tip: TipResult, cells: Sequence[Evidence]) -> str:
    """Tables at which one of a tip's habits certainly comes out otherwise than at the plain ones; what champions lose
    under rules tells more than a script among them, but of a tip of two habits it tells of the first alone.
    """
    others: dict[str, dict[int, Evidence]] = {}
    is_about_rules = not tip.words.halves or cells[0].label == next(iter(tip.words.rows))
    is_asked = is_about_rules and for_the_strong(tip) is not None
    for n, group in by_players(cells).items():
        usual = typical(group)
        for cell in group:
            is_hidden = (is_asked and cell.field == STRONG) or is_lost_anyway(tip.game, cell)
            if cell is not usual and not is_hidden and is_exception(cell, usual):
                others.setdefault(cell.field, {})[n] = cell
    parts = [
        f"{tables_of(field)}{'' if i else ', however'}: {listed(_by_amount(amounts))}"
        for i, (field, amounts) in enumerate(others.items())
    ]
    return f" At {'; at '.join(parts)}." if parts else ""


def _most(tip: TipResult) -> str:
    """What most of a tip's gain comes from, by what is left without it."""
    whole = mean_of_sizes(tip)
    if not tip.words.most or whole is None:
        return ""
    label, most = tip.words.most
    rest = mean_of_sizes(tip, label)
    assert rest is not None
    tenths = round(10 * (1 - rest.effect / whole.effect))
    return f" {'All that is gained comes' if tenths >= 10 else f'About {tenths} tenths of the gain come'} from {most}."


def _halves(tip: TipResult) -> str:
    """What each of a tip's two halves comes to, where both were tried with and without the other."""
    chart = next((chart for chart in published_charts().get(tip.id, ()) if chart.halves), None)
    return f" {charts.halves(chart)}." if chart else ""


def _beside(tip: TipResult) -> str:
    """What was counted next to a habit, and between which amounts it breaks even."""
    return f"{counted_beside(tip)} {breaks_even(tip)}".rstrip()


def counted_beside(tip: TipResult) -> str:
    """What else was counted of a habit."""
    counted = [(tip.cells_of(label), says) for label, says in tip.words.beside.items()]
    extra = [_counted(cells, says) for cells, says in counted if cells]
    return "".join(f" {part}." for part in extra)


# --- numbers, chances, points ---


def _counted(cells: Sequence[Evidence], says: Says) -> str:
    """A number of turns, cards or cases in a hundred: over all tables, from the least to the most. What there is more
    or fewer of is what the cells themselves say; `says` may name both words otherwise, or count the other of two sides.
    """
    amounts = sorted(abs(cell.meaning.scale * cell.effect) for cell in cells)
    ways = {cell.meaning.way(cell.effect) for cell in cells}
    usual = cells[0].meaning.way(max(cells, key=lambda cell: abs(cell.effect)).effect)
    sentence = says.text.replace("{k}", _span(amounts)).replace("{way}", says.ways.get(usual, usual))
    return sentence if len(ways) == 1 else f"{sentence}, at most; at some tables it is the other way round"


def _span(amounts: Sequence[float]) -> str:
    """From the least to the most, in as few digits as tell."""
    low, high = (f"{value:.0f}" if amounts[-1] >= 5 else f"{value:.1f}" for value in (amounts[0], amounts[-1]))
    return low if low == high else f"{low} to {high}"


def amount(tip: TipResult) -> Advice:
    """A fact in numbers."""
    parts = [_counted(cells, says) for label, says in tip.words.says.items() if (cells := tip.cells_of(label))]
    return Advice(tip.verdict.opening, "; ".join(parts) + ".", None)


def seldom(tip: TipResult) -> Advice:
    """How seldom something is under one condition, and how often under others."""
    label, group = tip.words.seldom
    chart = next(chart for chart in published_charts()[tip.id] if chart.label == label)
    shares = {chart.name(i): rate.value for i, rate in enumerate(chart.rates)}
    one = shares.pop(group)
    what, by = label.split(", by the ")
    others = f"{100 * min(shares.values()):.0f} to {100 * max(shares.values()):.0f}"
    said = f"Of 100 {what.partition(' of ')[0]}, by the {by}, {others} are {what.partition(' ')[2]}"
    return Advice(tip.verdict.opening, f"{said}; with a {group} there, {_rarely(one)}.", None)


def _rarely(share: float) -> str:
    """A share of cases in 100, or of one in how many, to two digits, where that is less than one.

    >>> _rarely(0.0153), _rarely(0.00026)
    ('1.5', 'one of about 3,800 is')
    """
    return f"{100 * share:.2g}" if share >= 0.01 else f"one of about {float(f'{1 / share:.1e}'):,.0f} is"


def unsettled(tip: TipResult) -> Advice:
    """What is open, with the numbers there are, and why."""
    known = [(cells, says) for label, says in tip.words.says.items() if (cells := tip.cells_of(label))]
    numbers, why = f"{'; '.join(_counted(*each) for each in known)}. " if known else "", tip.words.unsettled
    if len(known) > 1:
        (one, _), (other, _) = known
        why = why.replace("{difference}", with_interval(one[0].meaning, *difference(one, other)))
    return Advice(tip.verdict.opening, numbers + why, None)


def by_size(tip: TipResult) -> Advice:
    """A number at each size of table, and how many games tell there who plays better."""
    parts = []
    for label, says in tip.words.says.items():
        cells = tip.cells_of(label)
        numbers = [f"{cell.meaning.scale * cell.effect:.0f} with {NUMERALS[cell.players]}" for cell in cells]
        numbers[:1] = [f"{number.replace(' ', f' {cells[0].unit} ', 1)} players" for number in numbers[:1]]
        parts.append(says.text.replace("{k}", listed(numbers)))
    return Advice(tip.verdict.opening, " ".join([*parts, _games_that_tell(tip.game)]), None)


def chance(tip: TipResult) -> Advice:
    """How often something happens, in 100; what is told alike of several sizes of table, in one sentence."""
    by_text: dict[str, list[tuple[Says, Sequence[Evidence]]]] = {}
    for label, says in tip.words.says.items():
        by_text.setdefault(says.text, []).append((says, tip.cells_of(label)))
    parts = []
    for text, ((says, cells), *others) in by_text.items():
        if tip.verdict == Verdict.DEPENDS:
            amounts = [f"{100 * share_of(cell, says):.0f} ({_apart(cell, cells)})" for cell in cells]
            parts.append(f"In {listed(amounts)} of 100 cases, {text}.")
        elif others:
            spans = [f"{_shares(*each)} with {NUMERALS[each[1][0].players]}" for each in others]
            first = f"{_shares(says, cells)} with {NUMERALS[cells[0].players]} players"
            parts.append(f"Of 100 cases, {text} in {listed([first, *spans])}.")
        else:
            parts.append(f"In {_shares(says, cells)} of 100 cases, {text}.")
    return Advice(tip.verdict.opening, " ".join(parts), None)


def _shares(says: Says, cells: Sequence[Evidence]) -> str:
    """In how many of 100 cases it happens, from the least of some tables to the most."""
    shares = sorted(100 * share_of(cell, says) for cell in cells)
    return f"{shares[0]:.0f}" if round(shares[0]) == round(shares[-1]) else f"{shares[0]:.0f} to {shares[-1]:.0f}"


def _apart(cell: Evidence, cells: Sequence[Evidence]) -> str:
    """What tells a cell from the others of its row: how many play, in which field."""
    told = [f"{NUMERALS[cell.players]} players"] if len(by_players(cells)) > 1 else []
    if len({each.field for each in cells}) > 1:
        told.append(tables_of(cell.field))
    return ", ".join(told)


def skill(tip: TipResult) -> Advice:
    """How often the better of two players finishes ahead, between two: the strongest pair of able ones, and the pair
    who are nearest to each other.
    """
    between_two = [pair for pair in _able_pairs(tip.game) if pair.players == 2 and not pair.rules]
    surest, nearest = (_finishes_ahead(pair) for pair in (between_two[0], between_two[-1]))
    return Advice(
        Verdict.NO_VERDICT.opening, f"It depends on who plays. Between two players, {surest}; {nearest}.", None
    )


_CERTAINLY = "with 95% certainty"


def _able_pairs(game: str) -> list[PairAhead]:
    """The published pairs of a game without players who move at random, at each table the surest one first."""
    return [pair for pair in published_pairs() if pair.game == game and "random" not in pair.better + pair.other]


def _games_that_tell(game: str) -> str:
    """How many games tell who is better of the pair that is surest between two, by packs and players."""
    able = _able_pairs(game)
    better, other = able[0].better, able[0].other
    names = [reader_name(game, name) for name in (better, other)]
    parts = []
    for rules, packs in (("", "with one pack"), ("packs=2", "with two packs")):
        some = [pair for pair in able if (pair.better, pair.other, pair.rules) == (better, other, rules)]
        games = [f"{pair.needed:,.0f} with {NUMERALS[pair.players]}" for pair in some]
        games[:1] = [f"{number} players" for number in games[:1]]
        parts.append(f"{packs}, {listed(games)}")
    takes = f"How many games it takes to tell {_CERTAINLY} that “{names[0]}” plays better than “{names[1]}”"
    return f"{takes}: {'; '.join(parts)}."


def _finishes_ahead(pair: PairAhead) -> str:
    """How often one player finishes ahead of another, and how many games it takes to see it."""
    better, other = (reader_name(pair.game, name) for name in (pair.better, pair.other))
    games = "no number of games" if math.isnan(pair.needed) else f"{pair.needed:,.0f} game{'s' * (pair.needed > 1)}"
    return (
        f"“{better}” finishes ahead of “{other}” in {100 * pair.ahead.value:.0f} games of 100, so {games} "
        f"tell{'s' * (pair.needed == 1)} {_CERTAINLY} who is better"
    )


def points(tip: TipResult) -> Advice:
    """What each row is worth in points per deal."""
    rows = [(words, tip.cells_of(label)) for label, words in tip.words.rows.items()]
    to_do = told_where_certain([cell for _, cells in rows for cell in usual_of(cells)])
    rarity = how_rare(rows[0][1]) if tip.verdict == Verdict.RARE else ""
    said = [*(_points(words, cells) for words, cells in rows), _curves_told(tip)]
    return Advice(to_do.value, rarity + " ".join(filter(None, said)), to_do.direction)


def _points(words: str, cells: Sequence[Evidence]) -> str:
    """What one row is worth in the mixed field, and in others where that is certainly something else."""
    usual = usual_of(cells)
    others = [
        cell
        for cell in cells
        if cell not in usual and any(cell.direction != each.direction or is_exception(cell, each) for each in usual)
    ]
    certain = [cell for cell in (*usual, *others) if cell.is_certain]
    if not certain:
        return f"No table has been found at which you certainly gain or lose anything if you {words}."
    sentences = [
        f"At {tables_of(cell.field)}, {'however, ' if cell in others else ''}you {_gain(cell)} if you {words}"
        for cell in certain
    ]
    rest = " At other tables, it is open." if len(certain) < len(usual) else ""
    return ". ".join(sentences) + "." + rest


def _gain(cell: Evidence) -> str:
    """How many points somebody gains or loses."""
    verb = {FEWER: "lose", MORE: "gain"}[cell.meaning.way(cell.effect)]
    return f"{verb} about {abs(cell.effect):.{0 if abs(cell.effect) >= 10 else 1}f} points a deal"


# --- the rest ---


def exact(tip: TipResult) -> Advice:
    """What the rules settle, as it was counted in them."""
    from knotlab.analysis.claims.rulebooks.library import tip_named  # loads all that plays

    counted = [question.settle()[1] for question in tip_named(tip.id).exact]
    return Advice(tip.verdict.opening, f"Counted in the rules: {'; '.join(counted)}.", None)


def told(tip: TipResult) -> Advice:
    """What a tip's curves show."""
    return Advice(tip.verdict.opening, _curves_told(tip), None)


def shown(tip: TipResult) -> Advice:
    """What came out where nothing is judged."""
    said = f"{_curves_told(tip)} The tip describes the game and advises nothing."
    return Advice(Verdict.NO_VERDICT.opening, said.strip(), None)


def _curves_told(tip: TipResult) -> str:
    """What is said of a tip's curves, with their numbers."""
    known = {chart.label: chart for chart in published_charts().get(tip.id, ())}
    return " ".join(charts.told(known[label], sentence) for label, sentence in tip.words.told.items())


def breaks_even(tip: TipResult) -> str:
    """Between which amounts a tip's rows turn from one way to the other, at every size of table; empty of tips whose
    rows are not amounts of the same.
    """
    if not tip.words.even:
        return ""
    amounts = {label: int(re.findall(r"\d+", words)[0]) for label, words in tip.words.rows.items()}
    parts = []
    for players, cells in by_players([cell for label in amounts for cell in tip.cells_of(label)]).items():
        effects = sorted((amounts[cell.label], cell.effect) for cell in cells)
        turns = [f"between {one} and {next_}" for (one, a), (next_, b) in itertools.pairwise(effects) if a * b < 0]
        parts.append(f"{turns[0] if turns else f'none up to {effects[-1][0]}'} with {NUMERALS[players]}")
    return f"{tip.words.even.replace('{k}', listed(parts))} players."


def aims(tip: TipResult) -> Advice:
    """What is shown of the two aims of a game, and what the same player comes to who is tuned to either."""
    said, (won, lost) = shown(tip), published_aims()
    more = [with_interval(each.meaning, *each.effect) for each in (won, lost)]
    sentence = (
        f"With {NUMERALS[won.players]} players, a script that is tuned to win wins {more[0]} of 100 games than the "
        f"same one tuned not to lose, and loses {more[1]}."
    )
    if won.effect.value <= 0:
        sentence += " So its search has not found what is best for winning, and shows no difference between the aims."
    elif won.effect.sign() > 0 > lost.effect.sign():
        sentence += " So playing for the win is paid for with games lost."
    return said._replace(sentence=f"{sentence} {said.sentence}")


def variant(tip: TipResult) -> Advice:
    """How many effects of habits differ from those under the usual rules, by which a variant is judged, and how many
    turn round, so that one should do something else.
    """
    does = {label: words for other in shipped() for label, words in other.words.rows.items()}
    said, _, turned = tip.where.partition(" (")[0].partition(": ")
    differ, _, turn = said.partition(", ")
    named = "; ".join(does.get(label, label) for label in turned.split(", "))
    parts = [SOUTHAMPTON]
    parts += [f"The verdict goes by what habits are worth: {differ}."] if differ else []
    parts += (
        [f"What to do changes in {turn.partition(' ')[0]} of them, where helping turns to hurting or back: {named}."]
        if turn
        else []
    )
    return Advice(tip.verdict.opening, " ".join(parts), None)


TEMPLATES: dict[str, Callable[[TipResult], Advice]] = {
    "habit": habit,
    "amount": amount,
    "seldom": seldom,
    "by_size": by_size,
    "unsettled": unsettled,
    "chance": chance,
    "points": points,
    "skill": skill,
    "exact": exact,
    "told": told,
    "shown": shown,
    "aims": aims,
    "variant": variant,
}
