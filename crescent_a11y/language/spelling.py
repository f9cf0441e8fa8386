"""Letters one by one, and short text for braille; it shortens and spells, and says nothing new."""

from __future__ import annotations

from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.words import sentence

CELLS = 40
"""The most cells that a short form may take: a usual display's line."""


def braille_cells(text: str) -> str:
    """The beginning of a text in letters, digits and blanks, at most `CELLS` long, whole words.

    Only the first sentence counts: it holds the news.
    """
    first = text.split(". ", 1)[0]
    kept = "".join(character if character.isalnum() else " " for character in first)
    short = ""
    for word in kept.split():
        longer = f"{short} {word}".strip()
        if len(longer) > CELLS:
            break
        short = longer
    return short


def spelled(t: Translator, text: str) -> str:
    """Letters and digits one by one, each letter with a word of the spelling alphabet."""
    alphabet = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", _alphabet(t).split(", "), strict=True))
    return (
        ", ".join(
            sentence(alphabet.get(character, character))
            for character in text
            if character.isalnum()
        )
        + "."
    )


def _alphabet(t: Translator) -> str:
    return t.pgettext(
        "spelling alphabet, words for the letters from A to Z, separated by commas",
        "alfa, bravo, charlie, delta, echo, foxtrot, golf, hotel, india, juliett, kilo, lima, "
        "mike, november, oscar, papa, quebec, romeo, sierra, tango, uniform, victor, whiskey, "
        "xray, yankee, zulu",
    )
