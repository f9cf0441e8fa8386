"""The words that each language's catalog knows, and what of a text is in another language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from crescent_a11y.engine.table import Place
from crescent_a11y.language.catalog import load
from crescent_a11y.language.words import duration

_SOURCES = Path(__file__).resolve().parents[1] / "locale"
_FIELD = re.compile(r"\{\w*\}")
_DEAL_CODE = re.compile(r"\bCR1-[NFD]-[A-Z]{7}\b")
_CARD_CODE = re.compile(r"\b(?:10|[2-9AJQK])[SHDC]\b")
_WORD = re.compile(r"[^\W\d_]+")


def tokens(text: str) -> set[str]:
    """The words of a text in small letters; codes of deals and cards are no words."""
    text = _CARD_CODE.sub(" ", _DEAL_CODE.sub(" ", text))
    return {word.lower() for word in _WORD.findall(text)}


@cache
def words_of(language: str) -> frozenset[str]:
    """Every word of a language's catalog, of its times, and the names of places."""
    path = _SOURCES / language / "LC_MESSAGES" / "crescent_a11y.po"
    with path.open("rb") as file:
        catalog = read_po(file)
    texts = []
    for message in catalog:
        if message.id:
            strings = message.string
            texts += [strings] if isinstance(strings, str) else list(strings)
    found = tokens(" ".join(_FIELD.sub(" ", text) for text in texts))
    t = load(language)
    for seconds in (0, 1, 2, 60, 61, 125, 1300, 3600, 3661, 7325, 90000):
        found |= tokens(duration(t, seconds))
    return frozenset(found | {place.code for place in Place})


def foreign(text: str, language: str, *names: str) -> set[str]:
    """The words of a text that its language does not have; `names` are none of any language."""
    return tokens(text) - words_of(language) - tokens(" ".join(names))
