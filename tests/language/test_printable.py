"""Text from a player or a file: what a terminal could act on is told by its code, never sent."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent_a11y.language.printable import LONGEST_QUOTE, printable

UNSAFE = st.characters(categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


@pytest.mark.parametrize(
    ("character", "code"),
    [
        ("\x00", "U+0000"),
        ("\x07", "U+0007"),
        ("\x1b", "U+001B"),
        ("\x7f", "U+007F"),
        ("\x9b", "U+009B"),
        ("\xad", "U+00AD"),
        ("\u200b", "U+200B"),
        ("\u200f", "U+200F"),
        ("\u202e", "U+202E"),
        ("\u2028", "U+2028"),
        ("\u2066", "U+2066"),
        ("\ufeff", "U+FEFF"),
        ("\ud800", "U+D800"),
        ("\ue000", "U+E000"),
        ("\U000e0041", "U+E0041"),
    ],
)
def test_a_character_that_is_not_printed_is_told_by_its_code(character: str, code: str) -> None:
    assert printable(f"a{character}b") == f"a {code} b"


@given(st.text(st.one_of(UNSAFE, st.characters())), st.integers(1, 100))
def test_no_character_survives_that_a_terminal_could_act_on(text: str, longest: int) -> None:
    shown = printable(text, longest)
    assert shown.isprintable()
    assert not {unicodedata.category(character)[0] for character in shown} & {"C"}
    assert not {unicodedata.category(character) for character in shown} & {"Zl", "Zp"}
    shown.encode("utf-8")


@given(st.text(), st.integers(1, 100))
def test_a_quotation_is_no_longer_than_its_limit(text: str, longest: int) -> None:
    assert len(printable(text, longest)) <= longest + 3
    assert len(printable(text)) <= LONGEST_QUOTE + 3


def test_what_is_cut_ends_with_dots_and_what_is_not_does_not() -> None:
    assert printable("x" * 60) == "x" * 60
    assert printable("x" * 61) == "x" * 60 + "..."
    assert printable("x" * 5, 3) == "xxx..."
    assert printable("xx yy", 3) == "xx..."


@pytest.mark.parametrize("text", ["șțăîâ ȘȚĂÎÂ", "s\u0326t\u0326", "日本語", "AS 10H", "-?!.,:;"])
def test_letters_of_any_language_stay_as_they_are(text: str) -> None:
    assert printable(text) == text


def test_a_quotation_is_one_line() -> None:
    assert "\n" not in printable("a\nb\r\nc")
    assert printable("  a \t b  ").startswith("a")
