"""The two languages and a session to talk to, for the tests of what is said and understood."""

from __future__ import annotations

import importlib.util
import re
import unicodedata
from functools import cache
from pathlib import Path
from types import ModuleType

from strategies import numbered

from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.table import Table
from crescent_a11y.interface.play import Recollection
from crescent_a11y.interface.session import Session
from crescent_a11y.language.catalog import Translator, load
from crescent_a11y.language.commands import Reader

RO, EN = load("ro"), load("en")
LANGUAGES: tuple[Translator, ...] = (RO, EN)
READER = Reader(LANGUAGES)
ROOT = Path(__file__).parents[2]


def session(
    language: str,
    table: Table | None = None,
    number: int = 1,
    variant: Variant = Variant.TRADITIONAL,
) -> Session:
    """A session at the start of a deal, or on a prepared table; its clock stands still."""
    made = Session(
        LANGUAGES,
        language,
        numbered(number),
        clock=lambda: 0.0,
        new_code=lambda: numbered(number + 1),
    )
    if table is not None:
        made.play.go_on(Game(DealCode(variant, number), table), Recollection(), 0)
    return made


def letters_only(text: str) -> list[str]:
    """The words of a text, in lower case, without what has digits in it."""
    return re.findall(r"[^\W\d_]+", text.casefold())


def without_marks(text: str) -> str:
    """A text whose letters have lost their diacritics."""
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def with_cedillas(text: str) -> str:
    """A text whose commas below are cedillas, as old keyboards write them."""
    return text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))


def decomposed(text: str) -> str:
    """A text whose diacritics are characters of their own."""
    return unicodedata.normalize("NFD", text)


@cache
def catalogs() -> ModuleType:
    """The program that extracts, checks and compiles the catalogs."""
    spec = importlib.util.spec_from_file_location("catalogs", ROOT / "locale" / "catalogs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
