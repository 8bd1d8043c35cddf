"""The strategies that the tips of Twisted Knot are tried with, and the settings that they were tuned to."""

from typing import Any

from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.tip import Tip
from knotlab.strategies.tuned import settings_of

GAME = "twisted-knot"
TREMBLE = "tremble=0.02"
TUNED = "tips-v1"  # settings found on deals that no verdict uses (`knotlab.analysis.tuning.retune`)
SHED = f"shed:{TREMBLE}"
SWITCHES = ("tip", "model", "limit", "tremble", "temperature")  # set by the experiments, not tuned
ONLY_TWO, ONLY_THREE = (2,), (3,)


def following(name: str, *fixed: str, **options: Any) -> Duel:
    """A strategy that follows a tip against the same strategy with the tip switched off.

    Parameters
    ----------
    name
        The strategy. Its parameters are those that suit it best.
    fixed
        Parameters that the tip itself fixes, as `KEY=VALUE`.
    options
        As for `Duel`.
    """
    a, b = (f"{name}@{TUNED}:{','.join((*fixed, *switch, TREMBLE))}" for switch in ((), ("tip=0",)))
    return Duel(name, a, b, **options)


def tuned_settings(tip: Tip) -> str:
    """A sentence on the settings that a claim's strategies were tuned to, if they were."""
    tuned = [duel for duel in tip.experiments if isinstance(duel, Duel) and f"@{TUNED}" in duel.a]
    if not tuned or tip.is_variant:
        return ""
    several = len({_name_and_file(duel)[1] for duel in tuned}) > 1
    parts = {}
    for duel in tuned:
        name, file = _name_and_file(duel)
        values = [f"{key}={value:g}" for key, value in settings_of(GAME, name, file).items() if key not in SWITCHES]
        parts[name, file] = f"{f'{duel.label}: ' if several else ''}{name} with {', '.join(values)}"
    return f" Tuned on other deals: {'; '.join(parts.values())}."


def _name_and_file(duel: Duel) -> tuple[str, str]:
    """The strategy of a duel's first side and its file of settings."""
    name, _, file = duel.a.partition(":")[0].partition("@")
    return name, file
