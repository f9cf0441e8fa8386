"""Figures of the games that have ended, in SQLite; it never knows more than the archive does.

The archive is the truth, the database only saves reading it: it can be lost and made again.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from crescent_a11y.engine.deal import Variant
from crescent_a11y.engine.view import ReadView, no_view
from crescent_a11y.interface.archive import Ended, read_ended
from crescent_a11y.interface.gamelog import SUFFIX, Outcome
from crescent_a11y.interface.places import (
    Failure,
    failure,
    make_folder,
    open_file,
)
from crescent_a11y.language.troubles import FailureKind

if TYPE_CHECKING:
    import sqlite3

FILE = "statistics.db"
"""The name of the database in the data folder."""

VERSION = 1
"""The version of the tables that this program reads and writes."""

_PATIENCE = 0.3
"""Seconds that another program's write is waited for; an answer waits with it."""

_RANKS = {Outcome.WON: 0, Outcome.BLOCKED: 1, Outcome.GIVEN_UP: 2}

# A game can have several logs, when it was restarted, or saved and loaded: it counts once, by the
# best of them and, of several such, by the first. So the order in which they come does not matter.
_TABLES = """
CREATE TABLE IF NOT EXISTS game (
    id TEXT PRIMARY KEY,
    variant TEXT NOT NULL,
    code TEXT NOT NULL,
    rank INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    redeals INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    finished TEXT NOT NULL,
    file TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS log (file TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_ADD = """
INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
    variant = excluded.variant, code = excluded.code, rank = excluded.rank, moves = excluded.moves,
    redeals = excluded.redeals, seconds = excluded.seconds, finished = excluded.finished,
    file = excluded.file
WHERE (excluded.rank, excluded.finished, excluded.file) < (rank, finished, file)
"""
_ADD_LOG = "INSERT OR IGNORE INTO log VALUES (?)"


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of some games; a game is won, blocked or given up.

    Streaks count games won in a row, in the order in which they ended; `streak` is the one that
    lasts. `best_…` and `median_…` are of the games won, None where there are none: the move
    counter, and the time played in seconds. A median of an even number can end in a half.
    """

    played: int = 0
    won: int = 0
    blocked: int = 0
    given_up: int = 0
    streak: int = 0
    best_streak: int = 0
    best_moves: int | None = None
    median_moves: float | None = None
    best_seconds: int | None = None
    median_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of all games, and of each variant that was played.

    `skipped` are the files of the archive that could not be read, where the archive was read.
    """

    total: Figures
    variants: Mapping[Variant, Figures]
    skipped: tuple[Path, ...] = ()


class Statistics:
    """The database of the games that have ended. It never raises: a Failure is given instead."""

    def __init__(self, path: Path, archive: Path, read_view: ReadView = no_view) -> None:
        """`path` is the database, `archive` the folder of the logs; neither need be there yet.

        `read_view` reads `expect` lines, as for `Journal.open`.
        """
        self._path = path
        self._archive = archive
        self._read_view = read_view

    def add(self, ended: Ended) -> Failure | None:
        """Count a game that has come into the archive; twice the same changes nothing."""
        try:
            with _database(self._path) as database:
                _insert(database, ended)
        except _Trouble as trouble:
            return trouble.failure
        return None

    def catch_up(self) -> Failure | None:
        """Count the logs of the archive that the database has not seen.

        There are some after a crash between the archive and the database, or when the database was
        locked. Logs that the player has deleted stay counted. Cheap where nothing is missing.
        """
        try:
            names = _names(self._archive)
            if self._path.exists():
                with _database(self._path, "BEGIN") as database:
                    names -= {name for (name,) in database.execute("SELECT file FROM log")}
            if names:
                with _database(self._path) as database:
                    self._take(database, sorted(names))
        except _Trouble as trouble:
            return trouble.failure
        return None

    def summary(self) -> Summary | Failure:
        """Give the figures; where no game has ended yet, they are zeros."""
        try:
            if not self._path.exists():
                return _summary([])
            with _database(self._path, "BEGIN") as database:
                return _summary(_rows(database, self._path))
        except _Trouble as trouble:
            return trouble.failure

    def rebuild(self) -> Summary | Failure:
        """Make the database anew from the archive alone, and give the figures.

        A damaged database is replaced; one of a newer version is refused.
        """
        try:
            names = sorted(_names(self._archive))
            try:
                return self._rebuild(names)
            except _Trouble as trouble:
                if trouble.failure.kind is not FailureKind.DAMAGED:
                    raise
            self._remove()
            return self._rebuild(names)
        except _Trouble as trouble:
            return trouble.failure

    def _remove(self) -> None:
        try:
            for path in (self._path, self._path.with_name(f"{self._path.name}-journal")):
                path.unlink(missing_ok=True)
        except OSError as error:
            raise _Trouble(failure(error, self._path)) from None

    def _rebuild(self, names: list[str]) -> Summary:
        with _database(self._path) as database:
            database.execute("DELETE FROM game")
            database.execute("DELETE FROM log")
            skipped = self._take(database, names)
            return _summary(_rows(database, self._path), skipped)

    def _take(self, database: sqlite3.Connection, names: Iterable[str]) -> tuple[Path, ...]:
        """Count logs of the archive; give those that can't be read, which are tried again."""
        skipped = []
        for name in names:
            path = self._archive / name
            ended = None
            with suppress(OSError):
                ended = read_ended(path, self._read_view)
            if ended is None:
                skipped.append(path)
            else:
                _insert(database, ended)
        return tuple(skipped)


class _Trouble(Exception):  # noqa: N818 - never leaves the module
    def __init__(self, found: Failure) -> None:
        super().__init__(found)
        self.failure = found


@contextmanager
def _database(path: Path, begin: str = "BEGIN IMMEDIATE") -> Iterator[sqlite3.Connection]:
    """Hold the database, in one transaction that counts only if all goes well.

    "BEGIN" alone is for reading, also from a disk that can't be written to.
    """
    import sqlite3  # noqa: PLC0415 - only who has ended a game, or asks, pays for it

    try:
        if begin != "BEGIN":
            make_folder(path.parent)
            # SQLite would make the file readable for everybody.
            os.close(open_file(path, os.O_RDWR | os.O_CREAT))
        database = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
        with closing(database):
            database.execute(begin)
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version > VERSION:
                raise _Trouble(Failure(FailureKind.NEWER, path))
            if version < VERSION:
                # Killed before its first game was counted; or an empty file, put there by hand.
                for statement in filter(str.strip, _TABLES.split(";")):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {VERSION}")
            yield database
            database.execute("COMMIT")
    except OSError as error:
        raise _Trouble(failure(error, path)) from None
    except sqlite3.Error as error:
        raise _Trouble(Failure(_kind(error), path)) from None


def _kind(error: sqlite3.Error) -> FailureKind:
    # Python 3.10 tells neither the name nor the number of the error.
    text = str(error)
    for part, kind in _MESSAGES.items():
        if part in text:
            return kind
    return FailureKind.OTHER


_MESSAGES = {
    "locked": FailureKind.LOCKED,
    "busy": FailureKind.LOCKED,
    "readonly": FailureKind.FORBIDDEN,
    "full": FailureKind.FULL,
    "malformed": FailureKind.DAMAGED,
    "not a database": FailureKind.DAMAGED,
    "no such": FailureKind.DAMAGED,
    "has no column": FailureKind.DAMAGED,
    "columns but": FailureKind.DAMAGED,
    "ON CONFLICT": FailureKind.DAMAGED,
}


def _names(archive: Path) -> set[str]:
    try:
        return {name for name in os.listdir(archive) if name.endswith(SUFFIX)}
    except FileNotFoundError:
        return set()
    except OSError as error:
        raise _Trouble(failure(error, archive)) from None


def _insert(database: sqlite3.Connection, ended: Ended) -> None:
    database.execute(_ADD_LOG, (ended.path.name,))
    rank = _RANKS.get(ended.outcome)
    if rank is None or ended.is_replayed:
        return
    code = ended.code
    row = (ended.game, code.variant.value, str(code), rank, ended.moves, ended.redeals)
    database.execute(_ADD, (*row, ended.seconds, ended.finished, ended.path.name))


_VARIANTS = {variant.value for variant in Variant}
_Row = tuple[str, int, int, int]
"""Variant, rank, moves, seconds."""


def _rows(database: sqlite3.Connection, path: Path) -> list[_Row]:
    rows = database.execute(
        "SELECT variant, rank, moves, seconds FROM game ORDER BY finished, file"
    ).fetchall()
    for variant, *numbers in rows:
        if variant not in _VARIANTS or not all(isinstance(number, int) for number in numbers):
            raise _Trouble(Failure(FailureKind.DAMAGED, path))
    return rows


def _summary(rows: list[_Row], skipped: tuple[Path, ...] = ()) -> Summary:
    played = {row[0] for row in rows}
    variants = {
        variant: _figures([row for row in rows if row[0] == variant.value])
        for variant in Variant
        if variant.value in played
    }
    return Summary(_figures(rows), variants, skipped)


def _figures(rows: list[_Row]) -> Figures:
    from statistics import median  # noqa: PLC0415 - it brings fractions and decimals along

    streak = best_streak = 0
    for _, rank, _, _ in rows:
        streak = streak + 1 if rank == _RANKS[Outcome.WON] else 0
        best_streak = max(best_streak, streak)
    counts = Counter(rank for _, rank, _, _ in rows)
    won = [row for row in rows if row[1] == _RANKS[Outcome.WON]]
    moves = [moves for _, _, moves, _ in won]
    times = [seconds for _, _, _, seconds in won]
    return Figures(
        played=len(rows),
        won=len(won),
        blocked=counts[_RANKS[Outcome.BLOCKED]],
        given_up=counts[_RANKS[Outcome.GIVEN_UP]],
        streak=streak,
        best_streak=best_streak,
        best_moves=min(moves, default=None),
        median_moves=median(moves) if moves else None,
        best_seconds=min(times, default=None),
        median_seconds=median(times) if times else None,
    )
