"""Run folders: a manifest and one Parquet piece after another, each whole or absent, each with a checksum.

A piece holds some consecutive deals in all their rotations, one row per game, and always the same ones: so a run that
was stopped at any moment, and run again, leaves the same files as one that was not, but for the manifest's times. Each
piece carries what its run is, with the players' identity, and the versions that made it: so pieces of one run that were
played on several machines are the run as a whole as soon as their files are in one folder, and no others fit there.
"""

import os
from collections.abc import Iterator
from errno import ENOENT
from functools import cache
from pathlib import Path
from typing import TypeVar

import polars as pl
import polars.selectors as cs

from knotlab.sim.errors import InputError, RunError
from knotlab.sim.machine import other_versions, versions
from knotlab.sim.storage import sealed_rows
from knotlab.sim.storage.files import write_whole
from knotlab.sim.storage.json_data import plain_hash
from knotlab.sim.storage.log_files import LogFiles
from knotlab.sim.storage.manifest import MANIFEST, ManifestFolder

Rows = TypeVar("Rows", pl.DataFrame, pl.LazyFrame)


def widened(rows: Rows) -> Rows:
    """Rows with integers in 64 bits, so that arithmetic does not wrap around; packed columns, unsigned, stay as they
    are.
    """
    return rows.with_columns((cs.integer() - cs.by_dtype(pl.UInt64)).cast(pl.Int64))


@cache
def versions_here() -> dict[str, str]:
    """The versions with which this process plays."""
    return versions()


def pieces_hash(folder: Path) -> str:
    """A hash of all pieces in a folder and in the folders within it, by which a result knows what it was made of."""
    files = sorted(folder.rglob("parts/part-*.parquet"))
    return plain_hash([[file.relative_to(folder).as_posix(), sealed_rows.seal_of(file)] for file in files])


class RunFolder(ManifestFolder):
    """A folder that holds a run.

    Parameters
    ----------
    path : Path
        Where it is; it need not exist yet.
    """

    def numbers(self) -> list[int]:
        """The numbers of the pieces that are there."""
        return sorted(int(file.stem.removeprefix("part-")) for file in self.parts.glob("part-[0-9]*.parquet"))

    @property
    def n_parts(self) -> int:
        """How many parts of the run were played before."""
        return sum(1 for _ in self.parts.glob("part-*.parquet"))

    def check_versions(self) -> None:
        """Raise InputError if the run was begun with other versions than this process has."""
        self._check_made_with(self.path, versions_here(), "this command has")

    def _check_made_with(self, what: Path, made_with: dict[str, str], who: str) -> None:
        """Raise InputError if some versions are other than those with which the run was begun."""
        begun = self.manifest()["provenance"].get("versions", made_with)
        if other := other_versions(begun, made_with):
            raise InputError(
                f"{what}: the run was begun with other versions than {who}: {other}; all pieces of a run are played "
                f"with the same ones"
            )

    def part_path(self, number: int) -> Path:
        """The file of part `number`."""
        return self.parts / f"part-{number:06d}.parquet"

    def leftovers(self) -> list[Path]:
        """Temporary files that a command left which was ended by force."""
        return super().leftovers() + self.log.leftovers()

    def write_part(self, number: int, frame: pl.DataFrame) -> None:
        """Write one part, whole or not at all, with a checksum of what is in it and of the run it belongs to."""
        self._write_rows(self.part_path(number), number, frame)

    def _write_rows(self, path: Path, number: int, frame: pl.DataFrame) -> None:
        """Write the rows of a part into a file."""
        with self.writing():
            if not (self.path / MANIFEST).exists():
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
            self.check_versions()
            note = {"run": self.manifest()["identity"], "versions": versions_here()}
            write_whole(path, sealed_rows.packed(frame, self._place(number), note))

    def _staged_path(self, number: int) -> Path:
        return self.parts / f".{self.part_path(number).name}.staged"

    def stage_part(self, number: int, frame: pl.DataFrame) -> None:
        """Write one part under another name, for whoever holds the lock to take."""
        self._write_rows(self._staged_path(number), number, frame)

    def staged(self) -> list[int]:
        """The numbers of the parts that are staged."""
        return [int(file.name.split("-")[1].split(".")[0]) for file in self.parts.glob(".part-*.staged")]

    def drop_staged(self, number: int) -> None:
        """Forget a part that was staged."""
        self._staged_path(number).unlink(missing_ok=True)

    def take_staged(self, number: int) -> None:
        """Make a part of the run of one that was staged."""
        with self.writing():
            try:
                os.replace(self._staged_path(number), self.part_path(number))
            except FileNotFoundError:
                raise RunError(
                    f"part {number} was written by a worker, but has not arrived in {self.path}; what is there is "
                    f"kept, and the same command resumes from it"
                ) from None

    def has_part(self, number: int, n_games: int) -> bool:
        """Whether a part has a file with at least so many games; what is damaged counts as kept, until it is read."""
        if not self.part_path(number).exists():
            return False
        try:
            return self.rows_of(number) >= n_games
        except InputError:
            return True

    def read_part(self, number: int, n_games: int) -> pl.DataFrame | None:
        """A part, if it is there.

        Parameters
        ----------
        number : int
            Which part.
        n_games : int
            How many games it must have at least.

        Returns
        -------
        DataFrame or None
            The part, or None if it is not there or has fewer games.

        Raises
        ------
        InputError
            If it is damaged, belongs to another run, or was played with other versions.
        """
        path = self.part_path(number)
        if not path.exists():
            return None
        try:
            content = sealed_rows.sound(path.read_bytes(), self._place(number))
            made_with = sealed_rows.note_of(content).get("versions")
            frame = pl.read_parquet(content)
        except (OSError, ValueError):
            raise InputError(
                f"{path} is damaged or belongs to another run; remove it, and the same command plays it again"
            ) from None
        if made_with is not None:
            self._check_made_with(path, made_with, "this piece")
        return frame if frame.height >= n_games else None

    def _place(self, number: int) -> str:
        """Which part of which run."""
        return f"{self.identity_hash} {number}"

    @property
    def log(self) -> LogFiles:
        """Where the event log is."""
        return LogFiles(self.path / "log")

    def has_log(self, number: int, n_games: int) -> bool:
        """Whether the event log of a part is there for at least so many games; raises InputError if it is damaged."""
        return self.log.games(number, self.identity_hash) >= n_games

    def write_log(self, number: int, n_games: int, pieces: Iterator[pl.DataFrame]) -> None:
        """Write the event log of a part, which counts once it is whole."""
        with self.writing():
            self.log.write(number, n_games, pieces, self.identity_hash)

    def scan_log(self) -> pl.LazyFrame:
        """The event log, lazily.

        Returns
        -------
        LazyFrame
            One row per decision, integers in 64 bits.

        Raises
        ------
        InputError
            If the run has no event log, or only part of one, or one that is damaged or of another run.
        """
        run, numbers = self.identity_hash, self.numbers()
        if not numbers or any(self.log.games(number, run) < self.rows_of(number) for number in numbers):
            raise InputError(
                f"{self.path} has no complete event log; run the command in its manifest with --log to write one"
            )
        return widened(pl.scan_parquet([file for number in numbers for file in self.log.pieces(number)]))

    def rows_of(self, number: int) -> int:
        """How many rows a part has, by its file's header; raises InputError if it is missing or damaged."""
        try:
            content = sealed_rows.sound(self.part_path(number).read_bytes(), self._place(number))
            return int(pl.scan_parquet(content).select(pl.len()).collect().item())
        except (OSError, ValueError):
            raise InputError(
                f"{self.part_path(number)} is missing or damaged; the command in the manifest plays it again"
            ) from None

    def scan(self) -> pl.LazyFrame:
        """All games lazily, one row per game, integers in 64 bits."""
        return widened(pl.scan_parquet(self.parts / "part-*.parquet"))
