"""Opens the files that a player or the shell names, safely; it never reads more than it needs.

It follows no pipe or device, holds at most one line of a log in memory, and overwrites nothing.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.record import LONGEST_LINE, Claim, Step, header, write
from crescent_a11y.engine.replay import Report, replay
from crescent_a11y.engine.view import ReadView
from crescent_a11y.language.troubles import FileTrouble

STANDARD_INPUT = "-"
LONGEST_TABLE = 64 * 1024
"""The most bytes that a table in words can have."""


class FileProblem(Exception):  # noqa: N818 - it carries the trouble, which has its sentence
    """A file that cannot be used; `name` as it was given, `trouble` says why."""

    def __init__(self, name: str, trouble: FileTrouble) -> None:
        super().__init__(name, trouble)
        self.name = name
        self.trouble = trouble


def trouble_of(error: OSError | ValueError) -> FileTrouble:
    """What an error of the system means for the player."""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return FileTrouble.MISSING
        case IsADirectoryError():
            return FileTrouble.FOLDER
        case PermissionError():
            return FileTrouble.NO_PERMISSION
        case FileExistsError():
            return FileTrouble.EXISTS
        case _:
            return FileTrouble.OTHER


@contextmanager
def open_ordinary(name: str, *, standard_input: bool = False) -> Iterator[BinaryIO]:
    """Open a file for reading; with `standard_input`, that for "-". Raises FileProblem.

    A pipe or a device is refused: opening or reading one could wait for ever.
    """
    if standard_input and name == STANDARD_INPUT:
        if sys.stdin is None:  # the program was started without one
            raise FileProblem(name, FileTrouble.OTHER)
        yield sys.stdin.buffer
        return
    try:
        if stat.S_ISDIR(os.stat(name).st_mode):
            raise FileProblem(name, FileTrouble.FOLDER)
        # Opened without waiting, then looked at: the name may mean something else by now.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(name, flags)
    except (OSError, ValueError) as error:
        raise FileProblem(name, trouble_of(error)) from None
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise FileProblem(name, FileTrouble.NOT_A_FILE)
        yield file


def bounded_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file with their ends, cut where a log's line would be too long."""
    return iter(lambda: file.readline(LONGEST_LINE + 3), b"")


def judge_file(name: str, read_view: ReadView, *, standard_input: bool = False) -> Report:
    """Replay the log in a file; with `standard_input`, that for "-". Raises FileProblem.

    Where the player's lines come from standard input, it is no log.
    """
    with open_ordinary(name, standard_input=standard_input) as file:
        try:
            return replay(bounded_lines(file), read_view)
        except OSError as error:
            raise FileProblem(name, trouble_of(error)) from None


def read_table_text(name: str) -> str:
    """The text of a file that holds a table in words, or of standard input for "-".

    Raises FileProblem, also where the file is longer than `LONGEST_TABLE` or not UTF-8.
    """
    with open_ordinary(name, standard_input=True) as file:
        try:
            data = file.read(LONGEST_TABLE + 1)
        except OSError as error:
            raise FileProblem(name, trouble_of(error)) from None
    if len(data) > LONGEST_TABLE:
        raise FileProblem(name, FileTrouble.TOO_LARGE)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileProblem(name, FileTrouble.NOT_TEXT) from None


def logs_in(folder: str) -> list[str]:
    """The names of the logs in a folder, sorted. Raises FileProblem, also where there is none."""
    try:
        names = sorted(
            os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".crescent")
        )
    except OSError as error:
        raise FileProblem(folder, trouble_of(error)) from None
    if not names:
        raise FileProblem(folder, FileTrouble.EMPTY_FOLDER)
    return names


class LogWriter:
    """Writes the log of a game to a new file, each line at once."""

    def __init__(self, name: str, code: DealCode) -> None:
        """Begin the file. Raises FileProblem, also where there is a file of that name."""
        self.name = name
        self._file: TextIO | None = None
        try:
            path = Path(name).expanduser()
            self._file = path.open("x", encoding="utf-8", newline="\n")
            self._file.write(header(code))
            self._file.flush()
        except (OSError, ValueError, RuntimeError) as error:
            trouble = FileTrouble.OTHER if isinstance(error, RuntimeError) else trouble_of(error)
            raise FileProblem(name, trouble) from None

    def add(self, *items: Step | Claim) -> None:
        """Append lines. Raises FileProblem once, when the file cannot be written any more."""
        if self._file is None:
            return
        try:
            self._file.write("".join(map(write, items)))
            self._file.flush()
        except OSError as error:
            self._file = None
            raise FileProblem(self.name, trouble_of(error)) from None

    def close(self, *claims: Claim) -> None:
        """Append the claims and close. Raises FileProblem."""
        self.add(*claims)
        if self._file is not None:
            file, self._file = self._file, None
            try:
                file.close()
            except OSError as error:
                raise FileProblem(self.name, trouble_of(error)) from None
