"""Loads the catalog of a language from the installed package; it never takes another one."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

DOMAIN = "crescent_a11y"

# `importlib.resources` would do the same, but takes longer to import than everything here.
_FOLDER = Path(__file__).parent.parent / "locale"


class MissingCatalog(LookupError):  # noqa: N818 - it is the catalog that is missing
    """The package holds no catalog for a language."""


class Translator(gettext.GNUTranslations):
    """The sentences and words of one language; English message texts are the keys.

    `language` is the code of the language, such as "ro".
    """

    language: str


def languages() -> tuple[str, ...]:
    """The codes of the languages the package has catalogs for, sorted."""
    if not _FOLDER.is_dir():
        return ()
    return tuple(sorted(entry.name for entry in _FOLDER.iterdir() if entry.is_dir()))


@cache
def load(language: str) -> Translator:
    """The translator of a language. Raises MissingCatalog."""
    source = _FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    try:
        with source.open("rb") as file:
            translator = Translator(file)
    except OSError:
        raise MissingCatalog(language) from None
    translator.language = language
    return translator
