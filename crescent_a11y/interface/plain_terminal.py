"""Lines from a pipe, a file or a terminal that edits them itself; it writes no escape."""

from __future__ import annotations

import select
import sys
from typing import BinaryIO

from crescent_a11y.interface.output import TextOutput
from crescent_a11y.interface.typed import LONGEST_LINE
from crescent_a11y.interface.wrapping import answer_rows, without_controls

_PIECE = 4 * (LONGEST_LINE + 1)  # bytes; a character takes at most four


class PlainTerminal:
    """Lines as they come, without editing.

    `source` gives the lines as bytes in `encoding`. A person types them if `interactive`; nobody
    else needs a prompt, and none is written.
    """

    def __init__(
        self,
        source: BinaryIO,
        output: TextOutput,
        *,
        interactive: bool = False,
        encoding: str = "utf-8",
    ) -> None:
        self.interactive = interactive
        self._source = source
        self._output = output
        self._encoding = encoding
        self._held: list[str | None] = []

    def say(self, text: str) -> None:
        """See `terminal.Terminal.say`; lines are wrapped only where the output is a terminal."""
        if answer := answer_rows(text, self._output.columns(), len):
            self._output.write(answer)

    def read(self, prompt: str) -> str:
        """See `terminal.Terminal.read`."""
        if not self._held:
            return self._read(prompt)
        line = self._held.pop(0)
        self._output.write(prompt + without_controls(line or "") + "\n")
        if line is None:
            raise EOFError
        return line

    def read_fresh(self, prompt: str) -> str:
        """See `terminal.Terminal.read_fresh`.

        Only whole lines are held back, for the terminal keeps the rest to itself; and none on
        Windows. The lines of a pipe or a file are not typed: they come in their order.
        """
        if self.interactive:
            while _has_input(self._source):
                self._held.append(_read_line(self._source, self._encoding))
                if self._held[-1] is None:
                    break
        return self._read(prompt)

    def break_off(self, error: BaseException) -> None:
        """See `terminal.Terminal.break_off`."""
        raise error

    def is_interrupted(self) -> bool:
        """See `terminal.Terminal.is_interrupted`; lines count only where a person types them."""
        if not self.interactive:
            return False
        if not self._held:
            if not _has_input(self._source):
                return False
            self._held.append(_read_line(self._source, self._encoding))
        if self._held[0] == "":
            del self._held[0]
        return True

    def _read(self, prompt: str) -> str:
        try:
            if self.interactive:
                self._output.write(prompt)
            line = _read_line(self._source, self._encoding)
        except KeyboardInterrupt:
            self._end_line()
            raise
        if line is None:
            self._end_line()
            raise EOFError
        return line

    def _end_line(self) -> None:
        if self.interactive:
            self._output.write("\n")


def _has_input(source: BinaryIO) -> bool:
    return sys.platform != "win32" and bool(select.select([source], [], [], 0)[0])


def _read_line(source: BinaryIO, encoding: str) -> str | None:
    """Return the next line without its end, or None; keep no more of it than can be needed."""
    try:
        kept = piece = source.readline(_PIECE)
        while len(piece) == _PIECE and not piece.endswith(b"\n"):
            piece = source.readline(_PIECE)
    except OSError:  # the terminal has gone
        return None
    line = kept.decode(encoding, "replace").removesuffix("\n").removesuffix("\r")
    return line[: LONGEST_LINE + 1] if kept else None
