"""Text in the rows of a screen: its columns, and where it is broken; it writes nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence

LONGEST_ANSWER = 20
"""More rows than this lose their beginning under a screen reader."""

_FEWEST_COLUMNS = 8
_FIRST_ACCENT = "\u0300"  # the first character that stands on the one before it


def answer_rows(text: str, columns: int | None, width: Callable[[str], int]) -> str:
    """An answer as it is written: whole rows with their ends, or nothing."""
    rows = wrapped(text, None if columns is None else usable_columns(columns), width)
    return "".join(row + "\n" for row in rows)


def wrapped(text: str, columns: int | None, width: Callable[[str], int]) -> list[str]:
    """Return the lines of a text, none blank, broken at blanks where longer than `columns`.

    A longer word is left whole; `width` gives the columns of a character. None breaks no line.
    Rows end after a clause where they can, unless that takes more than `LONGEST_ANSWER` rows.
    """
    lines = _wrapped(text, columns, width, by_clauses=True)
    if len(lines) > LONGEST_ANSWER:
        return _wrapped(text, columns, width, by_clauses=False)
    return lines


def _wrapped(
    text: str, columns: int | None, width: Callable[[str], int], *, by_clauses: bool
) -> list[str]:
    lines: list[str] = []
    for line in text.splitlines():
        shown = without_controls(line).rstrip()
        if columns is None or sum(map(width, shown)) <= columns:
            lines += [shown] if shown else []
            continue
        lines += _rows(shown.split(), columns, width, by_clauses=by_clauses)
    return lines


def _rows(
    words: Sequence[str], columns: int, width: Callable[[str], int], *, by_clauses: bool
) -> Iterator[str]:
    """Fill rows with words; one that is more than half full ends after a clause if asked to."""
    row: list[str] = []
    for word in words:
        if row and sum(map(width, " ".join((*row, word)))) > columns:
            end = _clause(row, columns // 2, width) if by_clauses else len(row)
            yield " ".join(row[:end])
            row = row[end:]
        row.append(word)
    yield " ".join(row)


def _clause(row: Sequence[str], least: int, width: Callable[[str], int]) -> int:
    """How many words of a row make whole clauses that fill at least some columns; else all."""
    for end in range(len(row), 0, -1):
        if sum(map(width, " ".join(row[:end]))) < least:
            break
        if row[end - 1].endswith((";", ".", "?")):
            return end
    return len(row)


def usable_columns(columns: int) -> int:
    """The columns that a row can fill."""
    # A character in the last column would put the cursor where a backspace goes astray.
    return max(columns, _FEWEST_COLUMNS) - 1


def without_controls(text: str) -> str:
    """The text without control characters, and with blanks for tabs."""
    spaced = text.replace("\t", " ")
    return "".join(char for char in spaced if unicodedata.category(char) != "Cc")


def columns_of(char: str) -> int:
    """Return the columns that a character takes; for Latin letters that needs no library."""
    if char < _FIRST_ACCENT and char.isprintable():
        return 1
    # It takes long to import, and a pipe or a file never needs it.
    from prompt_toolkit.utils import get_cwidth  # noqa: PLC0415

    return get_cwidth(char)
