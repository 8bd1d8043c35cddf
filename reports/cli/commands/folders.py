"""What `verify` does with folders."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import typer

from knotlab.analysis.audit import FolderAudit, audit
from knotlab.reports.output import print_json
from knotlab.reports.words.numbers import spans


def verify(folders: Sequence[Path], json: bool) -> None:
    """Check folders that commands keep; exit status 1 if a file in one is damaged or was edited."""
    audits = [each for folder in folders for each in audit(folder)]
    if json:
        plain = [asdict(each) | {"folder": str(each.folder), "whole": each.is_whole} for each in audits]
        print_json({"folders": plain, "whole": all(each.is_whole for each in audits)})
    else:
        for each in audits:
            for line in _lines(each):
                print(line)
    if any(each.faults for each in audits):
        raise typer.Exit(1)


def _lines(folder: FolderAudit) -> list[str]:
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
