"""What `verify` does with folders."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import typer

from knotlab.analysis.audit import FolderAudit, audit
from knotlab.reports.output import print_json


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
