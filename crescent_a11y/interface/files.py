"""Opens the files that a player or the shell names, safely; it never reads more than it needs.

It follows no pipe or device, holds at most one line of a log in memory, and overwrites nothing.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, starmap
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.record import LONGEST_LINE, Claim, Step, header, write
from crescent_a11y.engine.replay import Report, replay
from crescent_a11y.engine.table import Place
from crescent_a11y.engine.view import ReadView
from crescent_a11y.interface.places import NotRegular, be_regular, hold, regular_descriptor
from crescent_a11y.language.troubles import FileTrouble

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

STANDARD_INPUT = "-"
LONGEST_TABLE = 64 * 1024
"""The most bytes that a table in words can have."""

_BUFFER = 64 * 1024


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
        case NotRegular():
            return FileTrouble.NOT_A_FILE
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
        descriptor = regular_descriptor(name)
    except (OSError, ValueError) as error:
        raise FileProblem(name, trouble_of(error)) from None
    with open(descriptor, "rb", buffering=0) as file:
        size = os.fstat(descriptor).st_size
        with io.BufferedReader(_Beginning(file, size), _BUFFER) as beginning:
            yield beginning


class _Beginning(io.RawIOBase):
    """A file as long as it was when it was opened: reading one that grows comes to an end."""

    def __init__(self, file: io.FileIO, size: int) -> None:
        self._file = file
        # The system's own files, such as those in /proc, all say that they are empty.
        self._left = size or _BUFFER

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        count = self._file.readinto(memoryview(buffer)[: self._left])
        self._left -= count or 0
        return count


def bounded_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file with their ends, cut where a log's line would be too long."""
    return iter(partial(file.readline, LONGEST_LINE + 3), b"")


def judge_file(name: str, read_view: ReadView, *, standard_input: bool = False) -> Report:
    """Replay the log in a file; with `standard_input`, that for "-". Raises FileProblem.

    Where the player's lines come from standard input, it is no log.
    """
    with open_ordinary(name, standard_input=standard_input) as file:
        try:
            return replay(bounded_lines(file), read_view)
        except OSError as error:
            raise FileProblem(name, trouble_of(error)) from None


class TableText(NamedTuple):
    """A table in words, or why it cannot be read; its number, from 1, where there are several."""

    number: int | None
    text: str
    trouble: FileTrouble | None = None


def table_texts(name: str) -> Iterator[TableText]:
    """The tables in words that a file holds, or standard input for "-".

    A file is one table, however it is broken into lines, unless it says more than a table has
    places; then blank lines are between its tables. Raises FileProblem, also where the only table
    is longer than `LONGEST_TABLE` or not UTF-8. What is wrong with one of several tables is told
    in its `trouble`; one that is too long ends the reading.
    """
    with open_ordinary(name, standard_input=True) as file:
        try:
            head = file.read(LONGEST_TABLE + 1)
            if _has_several_tables(head):
                head += file.readline(LONGEST_TABLE)
                lines = chain(io.BytesIO(head), iter(partial(file.readline, LONGEST_TABLE), b""))
                yield from starmap(_table_text, enumerate(_blocks(lines), 1))
                return
        except OSError as error:
            raise FileProblem(name, trouble_of(error)) from None
    found = _table_text(None, head)
    if found.trouble is not None:
        raise FileProblem(name, found.trouble)
    yield found


_PART_OF_TABLE = re.compile(rb"[^;.\s][^;.]*")
_BLANK_LINE = re.compile(rb"\n[^\S\n]*\n")


def _has_several_tables(head: bytes) -> bool:
    return len(_PART_OF_TABLE.findall(head)) > len(Place) and bool(_BLANK_LINE.search(head.strip()))


def _blocks(lines: Iterable[bytes]) -> Iterator[bytes]:
    """What stands between blank lines; no more than the beginning of what is too long."""
    block = b""
    for line in lines:
        if line.strip():
            block += line
            if len(block) > LONGEST_TABLE:
                break
        elif block:
            yield block
            block = b""
    if block:
        yield block


def _table_text(number: int | None, data: bytes) -> TableText:
    if len(data) > LONGEST_TABLE:
        return TableText(number, "", FileTrouble.TOO_LARGE)
    try:
        return TableText(number, data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return TableText(number, "", FileTrouble.NOT_TEXT)


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


def _create(name: str) -> io.FileIO:
    """A new file, written without a buffer. Raises FileProblem, also where there is one."""
    try:
        return Path(name).expanduser().open("x+b", buffering=0)
    except (OSError, ValueError, RuntimeError) as error:
        trouble = FileTrouble.OTHER if isinstance(error, RuntimeError) else trouble_of(error)
        if trouble is FileTrouble.MISSING:
            trouble = FileTrouble.NO_FOLDER
        raise FileProblem(name, trouble) from None


def _append(file: io.FileIO, text: str) -> None:
    """Write all of a text. Raises OSError, and leaves then not even a part of it."""
    size = file.tell()
    data = memoryview(text.encode("utf-8"))
    try:
        while data:
            data = data[file.write(data) or 0 :]
    except OSError:
        with suppress(OSError):
            file.truncate(size)
        raise


def write_new(name: str, text: str) -> None:
    """Write a new file. Raises FileProblem, also where there is a file of that name."""
    with _create(name) as file:
        try:
            _append(file, text)
        except OSError as error:
            raise FileProblem(name, trouble_of(error)) from None


class LineWriter:
    """Writes whole lines to a file, at once.

    Nothing is buffered: a line is in the file when `write` returns, or, where it cannot be written,
    not even a part of it is.
    """

    def __init__(self, name: str, file: io.FileIO) -> None:
        """Write at the present position of a file, which is called by `name`."""
        self.name = name
        self._file: io.FileIO | None = file

    def write(self, text: str) -> None:
        """Append lines. Raises FileProblem once, when the file cannot be written any more."""
        file = self._file
        if file is None:
            return
        try:
            _append(file, text)
        except OSError as error:
            self._file = None
            with suppress(OSError):
                file.close()
            raise FileProblem(self.name, trouble_of(error)) from None

    def close(self) -> None:
        """Close the file. Raises FileProblem."""
        if self._file is not None:
            file, self._file = self._file, None
            try:
                file.close()
            except OSError as error:
                raise FileProblem(self.name, trouble_of(error)) from None


class LogWriter(LineWriter):
    """Writes the log of a game to a new file."""

    def __init__(self, name: str, code: DealCode) -> None:
        """Begin the file. Raises FileProblem, also where there is a file of that name."""
        super().__init__(name, _create(name))
        self.write(header(code))

    def add(self, *items: Step | Claim) -> None:
        """Append lines. Raises FileProblem once, when the file cannot be written any more."""
        self.write("".join(map(write, items)))

    def close(self, *claims: Claim) -> None:
        """Append the claims and close. Raises FileProblem."""
        self.add(*claims)
        super().close()


class ContinuedFile(LineWriter):
    """A file of lines that an earlier run may have begun: read to its end, then written on."""

    def __init__(self, name: str) -> None:
        """Open or make the file, for this program alone. Raises FileProblem."""
        try:
            file = _create(name)
        except FileProblem as problem:
            if problem.trouble is not FileTrouble.EXISTS:
                raise
            file = _open_existing(name)
        super().__init__(name, file)
        if not hold(file.fileno()):
            file.close()
            raise FileProblem(name, FileTrouble.IN_USE)

    def lines(self) -> Iterator[bytes]:
        """The lines there are, cut where they are too long; to be read to the end first.

        A last line without its end is one that could not be written whole. It is not given, and is
        cut off. Raises FileProblem.
        """
        assert self._file is not None  # noqa: S101 - it is closed at the end
        whole = 0
        try:
            with open(self._file.fileno(), "rb", closefd=False) as file:
                for line in bounded_lines(file):
                    if line.endswith(b"\n"):
                        whole += len(line)
                        yield line
                    elif len(line) > LONGEST_LINE:
                        yield line
            self._file.truncate(whole)
            self._file.seek(whole)
        except OSError as error:
            raise FileProblem(self.name, trouble_of(error)) from None


def _open_existing(name: str) -> io.FileIO:
    try:
        path = Path(name).expanduser()
        be_regular(os.stat(path))
        return path.open("r+b", buffering=0)
    except OSError as error:
        raise FileProblem(name, trouble_of(error)) from None
