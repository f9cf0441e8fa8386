"""Makes text from a player or a file safe to show; it never changes a printable letter."""

from __future__ import annotations

LONGEST_QUOTE = 60
"""The most characters of somebody else's text that are repeated in an answer."""


def printable(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Text without control, format or other characters that a terminal could act on.

    Each of those is written as its code point, such as "U+001B"; what is longer than `longest`
    characters is cut.
    """
    shown = "".join(
        character if character.isprintable() else f" U+{ord(character):04X} "
        for character in text[: longest + 1]
    )
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else shown[:longest].rstrip() + "..."
