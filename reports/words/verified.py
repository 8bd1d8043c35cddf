"""What was found in checked files and folders, in lines."""

from collections.abc import Iterator

from knotlab.analysis.audit import FolderAudit, VerifiedFolders
from knotlab.analysis.runs.verified import VerifiedRecords
from knotlab.reports.words.numbers import spans


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
        state = "whole" if folder.is_whole else f"{folder.sound} of {total} pieces are whole"
        head += f" ({folder.command}): {state}"
        if folder.is_whole:
            head += f", {folder.sound} piece{'' if folder.sound == 1 else 's'}"
    lines = [head]
    if folder.missing:
        lines.append(f"  missing: {spans('piece', folder.missing)}; the same command plays what is missing")
    if folder.unlogged:
        lines.append(f"  no event log of {spans('piece', folder.unlogged)}; the same command with --log writes it")
    if folder.is_older:
        lines.append("  its result is older than the pieces beside it; the same command makes it again")
    lines += [f"  {fault}" for fault in folder.faults]
    if folder.leftovers:
        lines.append(f"  {folder.leftovers} temporary files of a command that was killed; the next one removes them")
    return lines
