"""A claim of the rulebooks as data: what it says, how it is interpreted, and the experiments that try it."""

from dataclasses import dataclass, field

import polars as pl

from knotlab.analysis.claims.model.chart import Description
from knotlab.analysis.claims.model.exact import Exact, Matrix
from knotlab.analysis.claims.model.experiment import Experiment
from knotlab.analysis.claims.model.words import Words

# What many tips say of their trial.
SAME_PLAYER = (
    "Both sides are the same player but for this habit, in the same seats of the same deals, among two, three and four "
    "players in simple, strong and mixed fields."
)
MORE_LOST = (
    "If whoever follows it certainly lost more than 0.5 games in 100 more, over all tables, the tip would be wrong; "
    "within 0.5 either way it would make no difference."
)
NO_VERDICT_TO_CHANGE = "Nothing: there is no verdict to change."


@dataclass(frozen=True, eq=False)
class Transcript:
    """A game in which the tip does what it describes.

    strategies: who plays, as on the command line. words: what happens in it, in a few words. shows: which decisions of
    its event log show it.
    """

    strategies: tuple[str, ...]
    index: int
    words: str
    shows: pl.Expr


@dataclass(frozen=True, eq=False)
class Tip:
    """A claim about playing well.

    id: its number, such as TK-C1. statement: what it says, in a sentence. reading: how it is interpreted, and what was
    assumed. exact: questions of it that the rules settle. curves: what is shown without a verdict. transcripts: games
    in which it can be seen. headline: the label of the experiment whose mean effect over all its cells is the tip's
    headline; none: the first. words: how it is put to readers. fair: why trying it so is fair. overturned_by: what
    would change the verdict. is_variant: whether its duels are those of the other claims under other rules.
    """

    id: str
    game: str
    statement: str
    source: str
    reading: str
    experiments: tuple[Experiment, ...] = ()
    exact: tuple[Exact, ...] = ()
    curves: tuple[Description, ...] = ()
    transcripts: tuple[Transcript, ...] = ()
    is_variant: bool = False
    headline: str | None = None
    words: Words = field(default_factory=Words)
    fair: str = ""
    overturned_by: str = ""

    @property
    def headline_experiment(self) -> Experiment | None:
        """The experiment that the headline is about; none where nothing is tried by playing, and for a variant, which
        is about differences to other claims.
        """
        if self.is_variant or not self.experiments:
            return None
        return next(
            (experiment for experiment in self.experiments if experiment.label == self.headline), self.experiments[0]
        )

    @property
    def units(self) -> tuple[str, ...]:
        """The units of its effects, one for each experiment."""
        return tuple(experiment.unit_in(self.game) for experiment in self.experiments)

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """The tables that its exact questions can be read from."""
        return tuple(question.shows for question in self.exact if question.shows)
