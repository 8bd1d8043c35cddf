"""What is said of a part of a run that was played here, the others being played elsewhere."""

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knotlab.api.parts import PlayedPart


def say_part(played: "PlayedPart[Any]", command: str) -> None:
    """Which part it is, where it is, and how it becomes one with the others; on standard error after a result."""
    k, n = played.part
    after = (
        f"copy the files of all parts into one folder (cp -rn {played.folder}/. FOLDER/); the same command without "
        "--part and with --out FOLDER prints the whole"
    )
    if played.result is None:
        print(f"part {k}/{n} of the {command} is in {played.folder}; {after}")
        return
    if command == "play":
        of = f"a run of {played.result.planned:,} games: {played.result.games:,} of them"
    else:
        of = f"the {command}: {len(played.result)} of them"
    print(f"knotlab: part {k}/{n} of {of}; {after}", file=sys.stderr)
