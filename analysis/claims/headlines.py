"""What the stages of a tip come to: its headline, and the size of the effect in each cell."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from knotlab.analysis.stats.headline import CellEvidence, Headline, HeadlineAnswer
from knotlab.analysis.stats.sizes import NO_SIZE, Size
from knotlab.analysis.stats.verdicts import Verdict

ENDS = {"": "value", "_low": "low", "_high": "high"}  # of an effect in games won: the ends of columns' names


@dataclass(frozen=True)
class CellSize:
    """The size of an experiment's effect at one table.

    Parameters
    ----------
    label
        The experiment.
    players, field
        The table: how many play, in which company.
    unit
        The unit of the effect, + for the experiment's first side.
    size
        The mean with its intervals; without deals until as many are played as were fixed.
    half_width
        Half the width that its interval was to have.
    in_choices, in_play
        The shares of choices and of deals in which the two sides differ, in the pilot.
    won
        Where the effect is in games lost among three players or more: the same in games won, + for more, on the same
        deals.
    """

    label: str
    players: int
    field: str
    unit: str
    size: Size
    half_width: float
    in_choices: float
    in_play: float
    won: Size = NO_SIZE

    def evidence(self) -> CellEvidence:
        """What it adds to a headline."""
        return CellEvidence(self.players, self.field, self.size, self.in_choices)

    def row(self) -> dict[str, Any]:
        """It as a row of a table."""
        row: dict[str, Any] = asdict(self)
        won = {f"win_rate{end}": row["won"][name] for end, name in ENDS.items()}
        row |= row.pop("size") | won
        del row["won"]
        return row | {"certain_sign": self.size.certain_sign}


@dataclass(frozen=True)
class TipHeadline:
    """A tip's headline and what it rests on.

    Parameters
    ----------
    sizes
        The cells of all its experiments.
    rounds, games
        How many were played, for the headline and for the sizes together.
    label
        The experiment that the headline is about.
    unit
        The unit of its numbers, + for following the advice.
    headline
        What the evidence says; none for a variant, and where the pilots are not played yet.
    about_tip
        What that says about the tip.
    """

    sizes: tuple[CellSize, ...]
    rounds: int
    games: int
    label: str = ""
    unit: str = ""
    headline: Headline | None = None
    about_tip: Verdict = Verdict.UNDECIDED


def about_tip(headline: Headline, means: Mapping[Any, str], advice: int) -> Verdict:
    """What a headline says about the tip.

    Parameters
    ----------
    headline
        What the evidence says about following the advice.
    means
        What the experiment's own verdicts say about the tip.
    advice
        1 if the tip advises what the experiment names first, else -1.

    Returns
    -------
    Verdict
        `undecided`, too, where it is open whether the effect matters and the tip is right in one case only.
    """
    alone = {
        HeadlineAnswer.DEPENDS: Verdict(means.get(Verdict.MIXED, Verdict.MIXED)),
        HeadlineAnswer.OPEN: Verdict.UNDECIDED,
        HeadlineAnswer.HARDLY_ACTS: Verdict.NEVER_CAME_UP,
        HeadlineAnswer.AT_TIMES: Verdict(means.get(Verdict.MIXED, Verdict.MIXED)),
        HeadlineAnswer.TOO_SMALL: Verdict(means[Verdict.EQUIVALENT]),
    }
    if headline.answer in alone:
        return alone[headline.answer]
    favours_first = (headline.answer == HeadlineAnswer.BETTER) == (advice == 1)
    says = Verdict(means[Verdict.SUPPORTED if favours_first else Verdict.REFUTED])
    if headline.is_size_open and {says, alone[HeadlineAnswer.TOO_SMALL]} == {Verdict.SUPPORTED, Verdict.REFUTED}:
        return Verdict.UNDECIDED
    return says
