"""Folds what people type so that case and diacritics do not matter; it never guesses."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """Lower case without marks: "Pică", "PICĂ" and "pica" are one.

    Comma-below, cedilla and decomposed forms of the Romanian letters all lose their marks; runs of
    white space become one blank. Digits of other forms stay what they are: "1²" is not 12.
    """
    decomposed = unicodedata.normalize("NFD", text.casefold())
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    return " ".join(bare.split())
