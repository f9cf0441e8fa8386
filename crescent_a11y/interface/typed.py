"""What is typed: how long a line can be, what it can hold, what came before; it reads no key."""

from __future__ import annotations

import unicodedata

from crescent_a11y.interface.wrapping import columns_of

LONGEST_LINE = 1000
"""The longest line, in characters; of a longer one a terminal hands on one character more."""


def typed(text: str) -> str:
    """Return the text as a keyboard could give it: every character has a width."""
    text = unicodedata.normalize("NFC", text)
    return "".join(char for char in map(_typable, text) if columns_of(char))


def _typable(char: str) -> str:
    """Return what the key gives to the line: the character, a stand-in for it, or nothing."""
    if "\udc80" <= char <= "\udcff":
        return "\ufffd"  # a byte that is no text in the terminal's encoding
    if unicodedata.category(char) == "Zs":
        return " "
    return char if char.isprintable() else ""


class Past:
    """The commands so far, and the place among them that the line being typed was taken from."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self.begin()

    def begin(self) -> None:
        """Start an empty line after the last command; forget what was edited and not entered."""
        self._place = len(self._lines)
        self._drafts: dict[int, str] = {}

    def move(self, step: int, text: str) -> str | None:
        """Leave the line with this text for another; None if there is none in that direction."""
        place = self._place + step
        if not 0 <= place <= len(self._lines):
            return None
        self._drafts[self._place] = text
        self._place = place
        return self._drafts[place] if place in self._drafts else self._lines[place]

    def add(self, text: str) -> bool:
        """Keep a command, unless it is blank or the same as the last; return whether it is kept."""
        if not text.strip() or self._lines[-1:] == [text]:
            return False
        self._lines.append(text)
        return True
