"""What the commands print that look for better parameters."""

from typing import TYPE_CHECKING

from knotlab.api.options import Csv, Json

if TYPE_CHECKING:
    from knotlab.analysis.tuning.best_response import BestResponses
    from knotlab.analysis.tuning.result import Ablation
    from knotlab.analysis.tuning.tune import Tuned


def tune(result: "Tuned | BestResponses", json: Json = False) -> None:
    """What was found, and what a step of each parameter changes."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.tuning import lines, plain

    answer(lines(result), plain(result), json)


def ablate(result: "Ablation", csv: Csv = None, json: Json = False) -> None:
    """What removing each parameter changes."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.tuning import ablation_lines

    answer(ablation_lines(result), result.facts(), json, result.to_pandas(), csv, result.conditions)
