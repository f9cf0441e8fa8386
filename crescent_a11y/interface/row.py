"""The row of the screen that shows the line being typed: what to write, which it never does.

Screen readers speak what a program writes. So a key writes no more than what it changed on the
line, with printing characters, backspaces and line ends alone: no escape, and no line anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crescent_a11y.interface.wrapping import usable_columns, wrapped


class Row:
    """The row of the screen that shows the line being typed.

    Each method takes the width of the terminal in columns and returns what to write: printing
    characters, backspaces and line ends. The row never uses the last column. Where the line is
    too long for that, or the cursor moves left of what the row shows, it goes on in a fresh row
    that shows the line from another start.
    """

    def __init__(self, width: Callable[[str], int]) -> None:
        """`width` gives the columns that a character takes."""
        self._width = width
        self._prompt = ""
        self._lead = ""  # what stands before the text: the prompt, or nothing
        self._text = ""  # the whole line
        self._start = 0  # the place in the line of the first character shown
        self._shown = ""
        self._cursor = 0  # a place in what is shown

    def begin(self, prompt: str, columns: int) -> str:
        """Start an empty line; a prompt longer than the row takes the rows before it too."""
        blanks = prompt[len(prompt.rstrip()) :]
        room = usable_columns(columns) - len(blanks)
        rows = wrapped(prompt, room, self._width)
        # A last word as long as the row leaves no place for the line beside it.
        fits = bool(rows) and self._measure(rows[-1]) <= room
        self._prompt = rows.pop() + blanks if fits else ""
        return "".join(row + "\n" for row in rows) + self.draw("", 0, columns)

    def draw(self, text: str, cursor: int, columns: int) -> str:
        """Show the prompt and the line on an empty row, with half a row before the cursor."""
        start = self._fitting_before(text, cursor, usable_columns(columns) // 2)
        if start > 0:
            blank = text.find(" ", start - 1, cursor - 1)
            start = start if blank < 0 else blank + 1
        return self._draw(text, cursor, columns, start)

    def update(self, text: str, cursor: int, columns: int, *, anew: bool = False) -> str:
        """Show what has changed since the last call, or with `anew` the whole line."""
        if not self._fits(columns):
            # The terminal has broken the row in two: leave from the end of what it shows.
            return self._shown[self._cursor :] + "\n" + self.draw(text, cursor, columns)
        if self._holds(text, cursor, columns):
            return self._change(text, cursor, columns, anew=anew)
        if anew or not text.startswith(self._text[: self._start + self._cursor]):
            return "\n" + self.draw(text, cursor, columns)
        word = text.rfind(" ", 0, cursor) + 1
        start = max(word, self._fitting_before(text, cursor, usable_columns(columns) // 2))
        return "\n" + self._draw(text, cursor, columns, start)

    def _fits(self, columns: int) -> bool:
        return self._measure(self._lead + self._shown) <= usable_columns(columns)

    def _holds(self, text: str, cursor: int, columns: int) -> bool:
        return (
            cursor >= self._start
            and text.startswith(self._text[: self._start])
            and self._measure(self._lead + text[self._start : cursor]) <= usable_columns(columns)
        )

    def _draw(self, text: str, cursor: int, columns: int, start: int) -> str:
        """Show the line on an empty row: from its beginning if that fits, or from `start`."""
        if self._measure(self._prompt + text[:cursor]) <= usable_columns(columns):
            self._lead, self._start = self._prompt, 0
        else:
            self._lead, self._start = "", start
        self._text = text
        self._shown = self._visible(text, columns)
        self._cursor = cursor - self._start
        return self._lead + self._shown + self._back(self._shown[self._cursor :])

    def _change(self, text: str, cursor: int, columns: int, *, anew: bool) -> str:
        old, at = self._shown, self._cursor
        self._text = text
        self._shown = self._visible(text, columns)
        self._cursor = cursor - self._start
        if self._shown == old and not anew:
            return self._back(old[self._cursor : at]) + old[at : self._cursor]
        kept = 0 if anew else len(shared_beginning([old, self._shown]))
        surplus = self._measure(old[kept:]) - self._measure(self._shown[kept:])
        return (
            self._back(old[kept:at])
            + old[at:kept]
            + self._shown[kept:]
            + " " * surplus
            + "\b" * surplus
            + self._back(self._shown[self._cursor :])
        )

    def _visible(self, text: str, columns: int) -> str:
        room = usable_columns(columns) - self._measure(self._lead)
        end = self._start
        while end < len(text) and self._width(text[end]) <= room:
            room -= self._width(text[end])
            end += 1
        return text[self._start : end]

    def _fitting_before(self, text: str, cursor: int, room: int) -> int:
        start = cursor
        while start > 0 and self._width(text[start - 1]) <= room:
            room -= self._width(text[start - 1])
            start -= 1
        return start

    def _back(self, text: str) -> str:
        return "\b" * self._measure(text)

    def _measure(self, text: str) -> int:
        return sum(map(self._width, text))


def shared_beginning(texts: Sequence[str]) -> str:
    """The longest beginning that all of the texts have; there must be one text at least."""
    first, last = min(texts), max(texts)
    end = 0
    while end < len(first) and first[end] == last[end]:
        end += 1
    return first[:end]
