"""Short text for braille displays, and codes spelled letter by letter."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from language.talk import EN, LANGUAGES, RO, session
from strategies import codes, numbers

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.rules import legal_moves
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.spelling import CELLS, braille_cells, spelled

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def is_short(text: str) -> bool:
    """Whether a text has at most 40 cells of letters, digits and single blanks."""
    return (
        len(text) <= CELLS == 40
        and all(one.isalnum() or one == " " for one in text)
        and text == " ".join(text.split())
    )


@given(st.text(max_size=200))
def test_the_short_form_of_any_text_fits_a_display(text: str) -> None:
    assert is_short(braille_cells(text))


def test_the_short_form_is_the_first_sentence_in_whole_words() -> None:
    assert braille_cells("Ace of spades stays. Pile 1 is empty.") == "Ace of spades stays"
    assert braille_cells("a" * 38 + " bc de") == "a" * 38
    assert braille_cells("a" * 41) == ""


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@given(number=numbers, seed=st.integers(0, 1000))
def test_every_answer_of_a_game_has_a_short_form_that_fits(
    t: Translator, number: int, seed: int
) -> None:
    talk = session(t.language, number=number)
    choice = random.Random(seed)
    for _ in range(12):
        moves = list(legal_moves(talk.play.game.table))
        line = choice.choice(["undo", "redeal", "status", "pile 3", "9 9"])
        if moves and choice.random() < 0.7:
            one = choice.choice(moves)
            line = f"{one.source.code} {one.destination.code}"
        short = talk.handle_line(line).braille
        assert short
        assert is_short(short), short


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_a_word_of_the_spelling_alphabet_begins_with_its_letter(t: Translator) -> None:
    words = spelled(t, LETTERS).removesuffix(".").split(", ")
    own_names = {"ro": {"W": "Dublu ve", "Y": "I grec"}, "en": {}}[t.language]
    assert len(set(words)) == len(LETTERS)
    for letter, word in zip(LETTERS, words, strict=True):
        assert word.startswith(letter) or own_names[letter] == word
        assert len(word) > 1


@given(codes)
def test_a_code_is_spelled_letter_by_letter_without_its_hyphens(code: DealCode) -> None:
    kept = [one for one in str(code) if one.isalnum()]
    for t in LANGUAGES:
        words = spelled(t, str(code)).removesuffix(".").split(", ")
        assert len(words) == len(kept) == 11


def test_digits_are_spelled_as_they_are() -> None:
    assert spelled(EN, "CR1") == "Charlie, Romeo, 1."
    assert spelled(RO, "CR1") == "Constantin, Radu, 1."
