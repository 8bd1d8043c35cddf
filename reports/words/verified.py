"""What was found in checked files and folders, in lines."""

from collections.abc import Iterator, Sequence

from knotlab.analysis.audit import FolderAudit
from knotlab.analysis.runs.verified import VerifiedRecords
from knotlab.analysis.verified_folders import VerifiedFolders


def lines(found: VerifiedRecords | VerifiedFolders) -> Iterator[str]:
    """What there is to say."""
    if isinstance(found, VerifiedFolders):
        for folder in found.folders:
            yield from _lines_of(folder)
        return
    for fault in found.faults:
        yield f"{fault.file}, line {fault.line}: {fault.fault}"
    yield f"{found.valid} of {found.records} records are valid"


def _lines_of(folder: FolderAudit) -> list[str]:
    """What there is to say of one folder."""
    total = folder.sound + len(folder.missing) + sum("part-" in fault for fault in folder.faults)
    head = f"{folder.folder}"
    if folder.command and folder.command != "result":
        state = "whole" if folder.is_whole else f"{folder.sound} of {total} parts are whole"
        head += f" ({folder.command}): {state}"
        if folder.is_whole:
            head += f", {folder.sound} part{'' if folder.sound == 1 else 's'}"
    lines = [head]
    if folder.missing:
        lines.append(f"  missing: {_spans('part', folder.missing)}; the same command plays what is missing")
    if folder.unlogged:
        lines.append(f"  no event log of {_spans('part', folder.unlogged)}; the same command with --log writes it")
    lines += [f"  {fault}" for fault in folder.faults]
    if folder.leftovers:
        lines.append(f"  {folder.leftovers} temporary files of a command that was killed; the next one removes them")
    return lines


def _spans(noun: str, numbers: Sequence[int]) -> str:
    """Numbers in words, neighbours together.

    >>> _spans("part", [0, 3, 4, 5])
    'parts 0, 3 to 5'
    """
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    words = [str(first) if first == last else f"{first} to {last}" for first, last in spans]
    return f"{noun}{'' if len(numbers) == 1 else 's'} {', '.join(words)}"
