"""The slots of a data folder, one for each program that plays; it touches none that is locked.

The first slot is the player's usual game. A program that finds it taken plays in the next, and what
is left there when that program has ended becomes a save.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from crescent_a11y.engine.view import ReadView
from crescent_a11y.interface.archive import ARCHIVE, DAMAGED, GameArchive
from crescent_a11y.interface.gamelog import SUFFIX, GameLog, Watch, find_log
from crescent_a11y.interface.places import Lock, Unwritable, clear_spares
from crescent_a11y.interface.saves import SAVES, Saves
from crescent_a11y.language.troubles import FailureKind, Obstacle

_SLOTS = 9
"""How many programs can keep a game at once."""

_DAY = 86_400.0
"""Seconds after which no program still writes a file that it has begun."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot that is ours now: its file, its lock, and the log that was found there.

    `obstacle` tells why it is not the first.
    """

    path: Path
    lock: Lock
    log: GameLog
    obstacle: Obstacle | None


def slot_path(folder: Path, number: int) -> Path:
    """The file of a slot; they count from 1."""
    return folder / (f"current{SUFFIX}" if number == 1 else f"current-{number}{SUFFIX}")


def take_slot(folder: Path, read_view: ReadView, watch: Watch | None) -> Slot:
    """Lock the first slot that can be had, and read it. Raises OSError."""
    obstacle = None
    for number in range(1, _SLOTS + 1):
        path = slot_path(folder, number)
        lock = _lock(path)
        if lock is None:
            obstacle = obstacle or Obstacle.LOCKED
            continue
        try:
            log = find_log(path, read_view, watch)
        except BaseException:
            lock.release()
            raise
        if log.is_newer:
            lock.release()
            obstacle = obstacle or Obstacle.NEWER
            continue
        return Slot(path, lock, log, obstacle)
    raise Unwritable(FailureKind.LOCKED)


def gather(folder: Path, archive: GameArchive, saves: Saves, read_view: ReadView) -> list[str]:
    """Make saves of the games in all slots but the first whose programs no longer run.

    Gives the names of the saves; files that were never finished are removed. Raises nothing: a file
    that can't be put away stays.
    """
    for name in (SAVES, ARCHIVE, DAMAGED):
        clear_spares(folder / name, rf".+{re.escape(SUFFIX)}", age=_DAY)
    kept: list[str] = []
    names: list[str] = []
    with suppress(OSError):
        names = os.listdir(folder)
    for number in range(2, _SLOTS + 1):
        path = slot_path(folder, number)
        if not any(name.startswith(path.name) for name in names):
            continue
        # What fails here is no reason to play in memory; the file stays for the next time.
        with suppress(OSError):
            lock = _lock(path)
            if lock is not None:
                try:
                    clear_spares(folder, re.escape(path.name))
                    kept += _gather_one(path, archive, saves, read_view)
                finally:
                    lock.release()
    return kept


def _lock(path: Path) -> Lock | None:
    return Lock.take(path.with_suffix(".lock"))


def _gather_one(path: Path, archive: GameArchive, saves: Saves, read_view: ReadView) -> list[str]:
    log = find_log(path, read_view)
    if log.has_ended or log.is_newer or log.game is None or log.game.is_won:
        if not log.is_newer:
            archive.settle(path, log)
        return []
    if log.fault is not None:
        archive.set_aside(path)
    log.reopen()
    names = [saves.keep(log)] if log.is_played else []
    path.unlink()
    return names
