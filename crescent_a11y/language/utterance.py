"""What the program says at one time, as text, speech and braille; it holds words and makes none."""

from __future__ import annotations

from typing import NamedTuple


class Utterance(NamedTuple):
    """One answer of the program.

    `text` is whole sentences, one or more lines without a trailing line end: it is what a terminal
    shows and what a voice speaks. `braille` is the same news in at most 40 cells of letters, digits
    and spaces, or empty where there is no short form. `language` is the code of the language of
    both, "ro" or "en". `is_silent` is true for an answer that is only shown: speech is cut instead.
    """

    text: str
    language: str
    braille: str = ""
    is_silent: bool = False
