"""The file of the current game, which grows by each action; a file not vouched for it never writes.

The file is "ours" while its name leads to the very file that was last written for this game, and
that holds nothing but a beginning of what was written. What a log says is not known here: it is
bytes.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from crescent_a11y.interface.places import (
    Lock,
    Unwritable,
    clear_spares,
    flush,
    open_file,
    replace_file,
    sync_folder,
    write_all,
)
from crescent_a11y.language.troubles import FailureKind


class CurrentFile:
    """The file at `path`, for the one who holds its lock. Whatever fails raises OSError."""

    def __init__(self, path: Path, lock: Lock | None = None) -> None:
        """Without a lock, nothing can be written."""
        self.path = path
        self._lock = lock
        self._descriptor: int | None = None
        self._ours: tuple[int, int] | None = None  # the file at `path`, if it is of this game
        self._held: bytes | bytearray = b""  # what that file holds, or a beginning of it
        self._safe = 0  # how many bytes of the file are known to be on the disk

    # Whose it is

    @property
    def is_locked(self) -> bool:
        """Whether there is a lock; it may have come to nothing, which `check_lock` tells."""
        return self._lock is not None

    def check_lock(self) -> None:
        """Raise Unwritable where the file is not, or no longer, this program's alone."""
        if self._lock is None:
            raise Unwritable(FailureKind.LOCKED)
        if not self._lock.is_good:
            raise Unwritable(FailureKind.GONE)

    @property
    def is_ours(self) -> bool:
        """Whether what is there under the name is as it was left. Raises FileNotFoundError."""
        state = os.stat(self.path)
        if _identity(state) != self._ours or state.st_size > len(self._held):
            return False
        return self._held.startswith(self.path.read_bytes())

    def vouch(self) -> None:
        """Take what is there under the name, as it is, to be of this game."""
        self._vouch(self.path.read_bytes())

    def disown(self) -> None:
        """Take what is there under the name to be of another game."""
        self._ours = None

    def release(self) -> None:
        """Let go of the lock."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # What it holds

    def holds(self, text: bytearray) -> bool:
        """Whether all of a log is known to be on the disk."""
        return self._safe == len(text)

    def clear_spares(self) -> None:
        """Remove what a program that was killed over a new file left of it."""
        clear_spares(self.path.parent, re.escape(self.path.name))

    def take_up(self, text: bytearray, *, is_torn: bool) -> None:
        """Go on writing to the file, which holds a log, and half a line more where it is torn.

        What a program that was killed has written need not be on the disk: it is waited for.
        """
        self._take_up(text)
        if is_torn:
            os.ftruncate(self._open, self._safe)
        flush(self._open)
        sync_folder(self.path.parent)

    def write_anew(self, text: bytearray) -> None:
        """Give the file a whole log, and go on writing to it."""
        self.close()
        replace_file(self.path, bytes(text))
        self._take_up(text)

    def write_last(self, text: bytearray) -> None:
        """Give the file a whole log, to which nothing will be added."""
        self.close()
        replace_file(self.path, bytes(text))
        self._vouch(text)

    def write_on(self, text: bytearray) -> None:
        """Write what the file does not have yet of a log, and wait until the disk holds it.

        The file is always a beginning of the log, even where the last call was interrupted at
        whatever point: what it holds tells what is missing.
        """
        if _identity(os.stat(self.path)) != self._ours:
            raise Unwritable(FailureKind.CHANGED)
        size = self._size(text)
        write_all(self._open, bytes(text[size:]))
        flush(self._open)
        self._safe = len(text)

    def cut_back(self, text: bytearray) -> None:
        """Leave no half line of a log behind, where that can be done; else a reader drops it."""
        with suppress(OSError):
            if _identity(os.stat(self.path)) == self._ours and self._size(text) > self._safe:
                os.ftruncate(self._open, self._safe)

    def rescue(self, text: bytearray) -> None:
        """Write to the file after all what it lacks of a log."""
        self.check_lock()
        self._descriptor = self._opened()
        self.write_on(text)

    def leave(self, *, is_free: bool) -> None:
        """Have no game; the file can be written over where it is free, as it is kept elsewhere."""
        self.close()
        self._safe = 0
        if not is_free:
            self.disown()

    def close(self) -> None:
        """Stop writing to the file."""
        if self._descriptor is not None:
            file, self._descriptor = self._descriptor, None
            with suppress(OSError):
                os.close(file)

    @property
    def _open(self) -> int:
        if self._descriptor is None:
            raise Unwritable(FailureKind.GONE)
        return self._descriptor

    def _opened(self) -> int:
        return open_file(self.path, os.O_RDWR | os.O_APPEND)

    def _take_up(self, text: bytearray) -> None:
        self._descriptor = self._opened()
        self._vouch(text)
        self._safe = len(text)

    def _vouch(self, text: bytes | bytearray) -> None:
        self._ours, self._held = _identity(os.stat(self.path)), text

    def _size(self, text: bytearray) -> int:
        """How much of a log the open file holds. Raises Unwritable where it holds another thing.

        The whole file is compared, as no size and no time tells for sure that it is as it was.
        """
        os.lseek(self._open, 0, os.SEEK_SET)
        found = os.read(self._open, len(text) + 1)
        if len(found) < self._safe or not text.startswith(found):
            raise Unwritable(FailureKind.CHANGED)
        return len(found)


def _identity(state: os.stat_result) -> tuple[int, int]:
    return state.st_dev, state.st_ino
