"""Text streams that get each text in one write, and say when nobody reads them any more.

It is apart from the terminal because every command of the shell needs it, and must start quickly.
"""

from __future__ import annotations

import os
import select
import sys
from typing import TextIO

USUAL_COLUMNS = 80
"""The width of a terminal that does not tell it."""

_BASE_LETTERS = str.maketrans("ăâîșțşţĂÂÎȘȚŞŢ", "aaiststAAISTST")


class TerminalClosed(Exception):  # noqa: N818 - it is news, and nobody's error
    """Nobody can read the answers any more: the terminal or the pipe was closed."""


class TextOutput:
    """A text stream that gets every text in one write.

    The stream is None where the program was started without one; then every write fails.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._encoding = getattr(stream, "encoding", None) or "utf-8"
        self._descriptor = _descriptor(stream)
        self.is_terminal = stream is not None and stream.isatty()

    def columns(self) -> int | None:
        """Return the width of the terminal, None where the stream is none."""
        if not self.is_terminal or self._descriptor is None:
            return None
        try:
            return os.get_terminal_size(self._descriptor).columns or USUAL_COLUMNS
        except OSError:
            return USUAL_COLUMNS

    def displayable(self, text: str) -> str:
        """Return the text as the stream's encoding can show it, one character for each."""
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return "".join(map(self._nearest, text))
        return text

    def write(self, text: str) -> None:
        """Write the text at once; raise `TerminalClosed` when the stream takes no more."""
        text = self.displayable(text)
        try:
            if self._stream is None:
                raise BrokenPipeError
            if self._descriptor is None or sys.platform == "win32":
                # A Windows console takes text, not bytes.
                self._stream.write(text)
                self._stream.flush()
            else:
                self._stream.flush()  # what others may have left there comes first
                _write_all(self._descriptor, text.encode(self._encoding))
        except OSError as error:
            raise TerminalClosed from error

    def _nearest(self, char: str) -> str:
        for candidate in (char, char.translate(_BASE_LETTERS)):
            try:
                candidate.encode(self._encoding)
            except UnicodeEncodeError:
                continue
            return candidate
        return "?"


def _descriptor(stream: TextIO | None) -> int | None:
    try:
        return None if stream is None else stream.fileno()
    except OSError:  # a stream in memory
        return None


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[_write_some(descriptor, data) :]


def _write_some(descriptor: int, data: bytes) -> int:
    try:
        return os.write(descriptor, data)
    except BlockingIOError:  # whoever started the program may have set that up
        select.select([], [descriptor], [])
        return 0
