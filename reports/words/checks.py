"""What was checked, in lines: a strategy that was tried out, the statistics themselves, files and folders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from knotlab.analysis.audit import FolderAudit, VerifiedFolders
from knotlab.analysis.record_files import VerifiedRecords
from knotlab.analysis.reproduction import PlayedAgain
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.numbers import heading, several, spans, spell
from knotlab.sim.storage.result_files import SUMS, shown

if TYPE_CHECKING:
    import pandas as pd

    from knotlab.analysis.checking.check import Checked, Compiling
    from knotlab.analysis.checking.rules import CheckedRule


def selfchecks(checks: pd.DataFrame) -> TextTable:
    """The checks of the statistics, one a line."""
    heads = ["game", "check", "measured", "expected", "holds"]
    rows = [[*each[:-1], "yes" if each[-1] else "NO"] for each in checks[heads].itertuples(index=False)]
    return TextTable("self-check", heads, rows)


def checked(result: Checked | CheckedRule) -> str:
    """What a try-out saw, in a few lines."""
    from knotlab.analysis.checking.check import TRIAL_SECONDS
    from knotlab.analysis.checking.rules import CheckedRule

    if isinstance(result, CheckedRule):
        of_all = f"true of a move in {result.true:,} of {result.decisions:,} decisions of games of random moves"
        return "\n".join([f"{result.name}: a rule; {of_all}", *_warned(result.warnings)])
    facts, extent = result.facts(), result.games
    lines = [f"{result.name}: {_compiling(result.compiling)}"]
    if not result.faults:
        against = ", ".join([f"{result.opponent} at the smallest table", *result.settings])
        few = f"; stopped after {TRIAL_SECONDS:g} s" if extent.played < extent.wanted else ""
        numbers = ", ".join(
            f"{heading(name)} {spell(name, facts[name])}"
            for name in facts
            if name.endswith("_rate") or name.startswith("mean_")
        )
        lines.append(f"  {several(extent.played, 'games')} against {against}{few}: {numbers}")
        lines.append(f"  {facts['unfinished']} unfinished; {facts['reads']}")
        lines.append(
            f"  in the first {extent.traced:,} games {facts['choices']:,} choices between "
            f"{facts['moves_per_choice']:.1f} moves on average; equally good best moves in {facts['tie_share']:.1%}"
        )
        for name, offered, taken in result.kinds:
            lines.append(f"    {name}: possible in {offered:,} choices, taken in {taken:,}")
    lines += [f"  fault: {fault}" for fault in result.faults]
    return "\n".join([*lines, *_warned(result.warnings)])


def _warned(warnings: Sequence[str]) -> list[str]:
    return [f"  warning: {warning}" for warning in warnings]


def _compiling(seconds: Compiling) -> str:
    """How long compiling took."""
    own = f"compiled in {seconds.strategy:.2f} s" if seconds.strategy else "compiled before"
    simulator = f", after {seconds.simulator:.0f} s for the simulator (once per installation)"
    return own + (simulator if seconds.simulator else "")


def verified_lines(found: VerifiedRecords | VerifiedFolders | PlayedAgain) -> Iterator[str]:
    """What there is to say."""
    if isinstance(found, PlayedAgain):
        yield from verified_lines(found.files)
        yield f"knotlab {found.command}"
        yield from found.differences
        many = f"{found.compared:,} {'piece or table' if found.compared == 1 else 'pieces and tables'}"
        if not found.differences:
            yield f"{found.folder} was played again: the same ({many})"
            return
        cause = f"; perhaps because {'; '.join(found.files.faults)}" if found.files.faults else ""
        yield f"{found.folder} was played again: {found.unequal:,} not the same, of {many}{cause}"
        return
    if isinstance(found, VerifiedFolders):
        for folder in found.folders:
            yield from _lines_of(folder)
        return
    for fault in found.faults:
        yield f"{fault.file}, line {fault.line}: {fault.fault}"
    yield f"{found.valid} of {found.records} records are valid"


def _lines_of(folder: FolderAudit) -> list[str]:
    """What there is to say of one folder."""
    if folder.is_unlisted:
        return [f"{folder.folder} has no {SUMS}, so its pages, tables, plots and sources were not checked"]
    missing = sum(last - first + 1 for first, last in folder.missing) + len(folder.absent) * (folder.command == "files")
    kind = "file" if folder.command == "files" else "piece"
    total = folder.sound + missing + sum("part-" in fault or kind == "file" for fault in folder.faults)
    head = f"{folder.folder}"
    if folder.command and folder.command != "result":
        state = "whole" if folder.is_whole else f"{folder.sound:,} of {total:,} {kind}s are whole"
        head += f" ({folder.command}): {state}"
        if folder.is_whole:
            head += f", {folder.sound} {kind}{'' if folder.sound == 1 else 's'}"
    lines = [head]
    if folder.missing:
        lines.append(f"  missing: {spans('piece', folder.missing)}; the same command plays what is missing")
    if folder.unlogged:
        lines.append(f"  no event log of {spans('piece', folder.unlogged)}; the same command with --log writes it")
    if folder.is_open:
        lines.append("  not finished; the same command continues")
    if folder.absent:
        lines.append(f"  not there: {', '.join(folder.absent)}; the same command makes it")
    if folder.strays:
        lines.append(f"  not read, since no piece has such a name: {', '.join(map(shown, folder.strays))}")
    if folder.is_older:
        lines.append("  its result is older than the pieces in the folder; the same command computes it again")
    lines += [f"  {fault}" for fault in folder.faults]
    if folder.replayed:
        lines.append(f"  {folder.replayed:,} of its games were played again by the rules")
    if folder.unplayed:
        lines.append(f"  no game was played again: {folder.unplayed}")
    if folder.leftovers:
        lines.append(f"  {folder.leftovers} temporary files of a command that was killed; the next one removes them")
    return lines
