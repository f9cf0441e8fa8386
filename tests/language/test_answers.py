"""Every command, its help and the rules, typed in a session: each answers, in one language."""

from __future__ import annotations

import re

import pytest
from catalog_words import foreign
from hypothesis import given
from hypothesis import strategies as st
from language.talk import EN, LANGUAGES, RO, session

from crescent_a11y.interface.session import Session
from crescent_a11y.language import manual
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import shown_name
from crescent_a11y.language.fold import fold
from crescent_a11y.language.vocabulary import NAMES, SPECS, phrases


def check(talk: Session, line: str) -> str:
    said = talk.handle_line(line)
    assert said.text.strip(), line
    assert not foreign(said.text, said.language), (line, said.text)
    return said.text


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@pytest.mark.parametrize("name", NAMES)
def test_every_word_of_every_command_is_answered_in_the_language(t: Translator, name: str) -> None:
    spec = next(spec for spec in SPECS if spec.name == name)
    for other in LANGUAGES:
        for word in spec.words(other).split(","):
            check(session(t.language), word)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_under_each_of_its_words(t: Translator, name: str) -> None:
    spec = next(spec for spec in SPECS if spec.name == name)
    asked = shown_name(next(spec for spec in SPECS if spec.name == "help"), t)
    for other in LANGUAGES:
        for word in spec.words(other).split(","):
            text = check(session(t.language), f"{asked} {word}")
            assert text == spec.help(t)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_the_first_help_is_short_and_in_the_language(t: Translator) -> None:
    text = check(session(t.language), "help")
    assert text == manual.help_text(t)
    assert len(text.splitlines()) < 20


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_every_section_of_the_rules_is_read_by_its_number(t: Translator) -> None:
    sections = manual.rules_sections(t)
    for number, (heading, text) in enumerate(sections, 1):
        said = check(session(t.language), f"rules {number}")
        assert said.split() == f"{heading}. {' '.join(text)}".split()
    first = check(session(t.language), "rules")
    for number, (heading, _) in enumerate(sections[1:], 2):
        assert f"{number} {heading}" in first


@pytest.mark.parametrize("number", ["0", "8", "-1", "x", "1 2", "٣", "²", "9" * 30])
def test_a_section_that_is_not_there_is_told_so(number: str) -> None:
    last = len(manual.rules_sections(EN))
    for t in LANGUAGES:
        text = check(session(t.language), f"rules {number}")
        assert text == manual.no_such_section(t)
        assert str(last) in text


def test_the_rules_are_those_of_both_languages_section_by_section() -> None:
    romanian, english = manual.rules_sections(RO), manual.rules_sections(EN)
    assert len(romanian) == len(english)
    for (_, one), (_, other) in zip(romanian, english, strict=True):
        assert re.findall(r"\d+", " ".join(one)) == re.findall(r"\d+", " ".join(other))


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_no_help_is_offered_on_what_is_no_command(t: Translator) -> None:
    for topic in ("xyzzy", "\x1b[31m", "undo redo"):
        text = session(t.language).handle_line(f"help {topic}").text
        assert text.isprintable()
        assert text not in {spec.help(t) for spec in SPECS}


@pytest.mark.parametrize(
    ("start", "typed", "language"),
    [
        ("ro", "limba en", "en"),
        ("ro", "language English", "en"),
        ("ro", "limba engleză", "en"),
        ("en", "language ro", "ro"),
        ("en", "limba Română", "ro"),
        ("en", "limba romana", "ro"),
        ("ro", "limba ro", "ro"),
    ],
)
def test_the_language_changes_with_its_own_answer(start: str, typed: str, language: str) -> None:
    talk = session(start)
    said = talk.handle_line(typed)
    assert said.language == language
    assert said.text == ("Limba este româna." if language == "ro" else "The language is English.")
    assert talk.handle_line("status").language == language


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_the_opening_says_code_redeals_and_how_to_get_help(t: Translator) -> None:
    said = session(t.language).opening()
    assert "CR1-N-AAAAAAB" in said.text
    assert ("3 redistribuiri" if t.language == "ro" else "3 redeals") in said.text
    assert ("ajutor" if t.language == "ro" else "help") in said.text
    assert len(said.text.splitlines()) <= 4
    assert not foreign(said.text, t.language)


PHRASES = sorted({word for t in LANGUAGES for spec in SPECS for word in phrases(spec.words(t))})
FILE_WORDS = tuple(
    word
    for t in LANGUAGES
    for spec in SPECS
    if spec.name in ("log", "verify", "save", "load")
    for word in phrases(spec.words(t))
)

_SMALL = "1 5 10 14 16 17 0 us dc f ascendentă de pe on 3 as rege pică"
texts = st.one_of(
    st.text(max_size=60),
    st.text(min_size=1001, max_size=1100),
    st.lists(
        st.one_of(
            st.sampled_from(PHRASES),
            st.sampled_from(_SMALL.split()),
            st.text(max_size=4),
        ),
        max_size=6,
    ).map(" ".join),
)


@given(st.lists(texts, max_size=6), st.sampled_from(["ro", "en"]))
def test_any_text_gets_a_printable_answer(lines: list[str], language: str) -> None:
    talk = session(language)
    for line in lines:
        # What begins a command that writes or reads a file is left out.
        first = fold(line).partition(" ")[0]
        if first and any(word.startswith(first.rstrip(".,;:!")) for word in FILE_WORDS):
            continue
        said = talk.handle_line(line)
        assert said.text.strip()
        assert all(part.isprintable() for part in said.text.split("\n"))
        assert sum(map(len, talk.play.game.table.places)) == 104
