"""The words of the tips that ship, remembered on disk: to read them in the rulebooks loads all that plays tips, which
takes longer than to print them.
"""

import contextlib
import hashlib

from knotlab.analysis.claims.model.tip import TipWords
from knotlab.sim.compiling.jit import base_folder
from knotlab.sim.compiling.sources import result_sources
from knotlab.sim.storage import result_files

KEPT = 5  # states of the code of which the words are remembered


def words_of_tips() -> dict[str, TipWords]:
    """The words of every tip that ships, by its id, as the code says them now."""
    code = hashlib.sha256(b"\0".join(file.read_bytes() for file in result_sources("*.py"))).hexdigest()[:24]
    file = base_folder() / f"words-{code}.json"
    with contextlib.suppress(OSError, ValueError):  # not there, or damaged
        words: dict[str, TipWords] = result_files.from_plain(
            dict[str, TipWords], result_files.unsealed(result_files.load(file))
        )
        return words
    from knotlab.analysis.claims.rulebooks.library import tips

    words = {tip.id: tip.words for tip in tips()}
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        result_files.write(file, result_files.sealed(words))
        result_files.prune(file.parent.glob("words-*"), KEPT)
    return words
