"""The catalogs: whole, the same in each language, clean in spelling and free of the other's words.

A catalog that is not whole never gets compiled.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest
from language.talk import EN, LANGUAGES, READER, RO, ROOT, catalogs, letters_only, with_cedillas

from crescent_a11y.language.catalog import MissingCatalog, Translator, languages, load
from crescent_a11y.language.commands import Reader
from crescent_a11y.language.fold import fold
from crescent_a11y.language.manual import help_text
from crescent_a11y.language.vocabulary import SPECS, phrases


class Text(NamedTuple):
    """A message of a catalog: its context and source, and its forms in the language."""

    context: str
    source: str
    forms: tuple[str, ...]


def texts(language: str) -> list[Text]:
    catalog = catalogs().load(ROOT / "locale" / language / "LC_MESSAGES" / "crescent_a11y.po")
    found = []
    for message in catalog:
        if message.id:
            sources, forms = catalogs().strings(message)
            found.append(Text(message.context or "", sources[0], tuple(forms)))
    return found


def ids(language: str) -> set[tuple[str, str]]:
    return {(text.context, text.source) for text in texts(language)}


ROMANIAN, ENGLISH = texts("ro"), texts("en")


# Whole, and the same in both languages


def test_there_are_a_romanian_and_an_english_catalog() -> None:
    assert set(languages()) >= {"ro", "en"}


def test_a_language_without_a_catalog_is_refused_and_not_replaced() -> None:
    with pytest.raises(MissingCatalog):
        load("fr")


@pytest.mark.parametrize("language", ["ro", "en"])
def test_a_catalog_holds_every_sentence_of_the_code_and_no_other(language: str) -> None:
    code = {
        (message.context or "", catalogs().strings(message)[0][0])
        for message in catalogs().extract(ROOT)
        if message.id
    }
    assert ids(language) == code


@pytest.mark.parametrize("language", ["ro", "en"])
def test_nothing_in_a_catalog_is_fuzzy_empty_or_has_other_placeholders(language: str) -> None:
    path = ROOT / "locale" / language / "LC_MESSAGES" / "crescent_a11y.po"
    catalog = catalogs().load(path)
    assert catalogs().problems(catalog) == []
    assert not catalog.fuzzy
    assert catalog.obsolete == {}


def test_english_sentences_are_their_own_source() -> None:
    for text in ENGLISH:
        assert text.forms[0] == text.source


def test_both_catalogs_have_the_same_messages_with_their_plurals() -> None:
    assert ids("ro") == ids("en")
    plural = {text.source for text in ENGLISH if len(text.forms) > 1}
    assert plural
    for text in ROMANIAN:
        assert len(text.forms) == (3 if text.source in plural else 1)


def test_the_catalogs_in_the_package_are_those_of_the_source() -> None:
    for t in LANGUAGES:
        for text in texts(t.language):
            if len(text.forms) > 1:
                continue
            source, context = text.source, text.context
            found = t.pgettext(context, source) if context else t.gettext(source)
            assert found == text.forms[0]


# What is not whole is not compiled


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "locale", tmp_path / "locale")
    return tmp_path


def po(root: Path, language: str = "ro") -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "crescent_a11y.po"


def change(root: Path, old: str, new: str, language: str = "ro") -> None:
    path = po(root, language)
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def refuse(root: Path) -> str:
    with pytest.raises(ValueError, match=r"crescent_a11y\.po of ") as caught:
        catalogs().compile_all(root)
    assert not (root / "crescent_a11y/locale/ro/LC_MESSAGES/crescent_a11y.mo").exists()
    return str(caught.value)


def test_whole_catalogs_are_compiled_into_the_package(copy: Path) -> None:
    catalogs().compile_all(copy)
    for language in ("ro", "en"):
        made = copy / "crescent_a11y/locale" / language / "LC_MESSAGES/crescent_a11y.mo"
        assert made.read_bytes()[:4] in (b"\xde\x12\x04\x95", b"\x95\x04\x12\xde")


def test_a_fuzzy_message_is_not_compiled(copy: Path) -> None:
    change(copy, 'msgid "Refused."', '#, fuzzy\nmsgid "Refused."')
    assert "fuzzy: 'Refused.'" in refuse(copy)


def test_a_fuzzy_header_is_not_compiled(copy: Path) -> None:
    path = po(copy)
    path.write_text(path.read_text("utf-8").replace('msgid ""\n', '#, fuzzy\nmsgid ""\n', 1))
    refuse(copy)


def test_an_empty_translation_is_not_compiled(copy: Path) -> None:
    change(copy, 'msgstr "Refuzat."', 'msgstr ""')
    assert "not translated: 'Refused.'" in refuse(copy)


def test_an_empty_plural_form_is_not_compiled(copy: Path) -> None:
    change(copy, 'msgstr[2] "{count} de cărți"', 'msgstr[2] ""')
    assert "not translated: '{count} card'" in refuse(copy)


def test_a_lacking_plural_form_is_not_compiled(copy: Path) -> None:
    change(copy, 'msgstr[2] "{count} de cărți"\n', "")
    assert "not translated: '{count} card'" in refuse(copy)


@pytest.mark.parametrize("wrong", ["{card} rămâne {place}.", "{cardul} rămâne.", "Rămâne."])
def test_other_placeholders_are_not_compiled(copy: Path, wrong: str) -> None:
    change(copy, 'msgstr "{card} rămâne."', f'msgstr "{wrong}"')
    assert "other placeholders: '{card} stays.'" in refuse(copy)


def test_other_placeholders_in_one_plural_form_are_not_compiled(copy: Path) -> None:
    change(copy, 'msgstr[2] "{count} de cărți"', 'msgstr[2] "{number} de cărți"')
    assert "other placeholders: '{count} card'" in refuse(copy)


def test_a_message_that_one_language_lacks_is_not_compiled(copy: Path) -> None:
    change(copy, 'msgid "Refused."\nmsgstr "Refuzat."\n', "")
    assert "Refused." in refuse(copy)


def test_a_folder_without_catalogs_is_not_compiled(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no catalogs"):
        catalogs().compile_all(tmp_path)


# Romanian letters and words


TYPED = ("typed", "command", "spelling")


def all_forms(found: list[Text], *, typed: bool) -> list[str]:
    """The texts of a catalog, with or without the words that a player may type."""
    return [
        form for text in found if typed or not text.context.startswith(TYPED) for form in text.forms
    ]


def test_romanian_is_written_with_commas_below() -> None:
    for form in all_forms(ROMANIAN, typed=True):
        assert not set(form) & set("şţŞŢãõâ̂") - {"â"}, form
        assert form == unicodedata.normalize("NFC", form)
        letters = {letter for letter in form if letter.isalpha() and not letter.isascii()}
        assert letters <= set("ăâîșțĂÂÎȘȚ"), form


def test_romanian_writes_a_circumflex_within_words_and_i_circumflex_at_their_ends() -> None:
    for form in all_forms(ROMANIAN, typed=True):
        for word in letters_only(form):
            assert "î" not in word[1:-1] or word.startswith(("ne", "re")), word
            assert not word.startswith("â"), word


def test_romanian_has_no_hyphen_that_a_reader_would_call_a_dash() -> None:
    names = r"crescent-a11y|CR1-\S+|\{\w+\}"
    # The options of the shell have dashes of their own.
    in_game = [text for text in without_usage(ROMANIAN) if "--" not in text.source]
    for form in all_forms(in_game, typed=False):
        assert not re.search(r"\w-[^\W\d_]", re.sub(names, "", form)), form


_FORMATS = (
    "crescent cr aaaaaab deal won blocked open json utf us uh ud uc ds dh dd dc ks qs ro en "
    "j k s h c "  # and a, q and d: letters of the codes of cards
    "play verify check lang log version help format text stats dask cluster"
)
FORMAT_WORDS = frozenset(_FORMATS.split())
"""Words of the logs, of card and deal codes, of the shell and of file formats."""

_COMMON = (
    "a are as complete d enter face f four i m minute n q r t y "
    "alias braille bravo interval normal oops program quebec standard stop test valid"
)
COMMON_WORDS = frozenset(_COMMON.split())
"""Words that both languages have, each in its own meaning or the same."""


@pytest.mark.parametrize(
    ("found", "other"), [(ROMANIAN, ENGLISH), (ENGLISH, ROMANIAN)], ids=["ro", "en"]
)
def test_no_word_of_the_other_language_is_in_a_sentence(
    found: list[Text], other: list[Text]
) -> None:
    words = {word for form in all_forms(without_usage(other), typed=True) for word in _words(form)}
    assert len(words) > 300
    foreign = {
        form: words.intersection(_words(form)) - FORMAT_WORDS - COMMON_WORDS
        for form in all_forms(without_usage(found), typed=True)
    }
    assert {form: some for form, some in foreign.items() if some} == {}


def without_usage(found: list[Text]) -> list[Text]:
    """The texts without the lines that say how a command of the shell is written."""
    return [text for text in found if not text.source.startswith("Usage:")]


def test_words_of_formats_stand_only_where_files_and_the_shell_are_spoken_of() -> None:
    words = {"won", "blocked", "open", "json", "play", "verify", "check"}
    for text in ROMANIAN:
        if words & {word for form in text.forms for word in _words(form)}:
            about_files = text.context == "expected in a log" or text.source.startswith("Usage:")
            assert about_files or "json" in text.source.lower(), text


def _words(form: str) -> list[str]:
    """The words of a text without placeholders, codes of cards and options of the shell."""
    other = r"\{[^}]*\}|\b(?:10|[2-9AJQK])[SHDC]\b|--\w+( (on|off|ask)\b)?"
    return letters_only(re.sub(other, " ", form))


# What a voice cannot read well


@pytest.mark.parametrize("found", [ROMANIAN, ENGLISH], ids=["ro", "en"])
def test_no_sentence_has_a_symbol_in_it(found: list[Text]) -> None:
    allowed = set(" .,:;?!…'()-")
    for text in without_usage(found):
        for form in text.forms:
            # A time of a log is shown as it is typed.
            bare = re.sub(r"\{[^}]*\}|@83", "", form)
            assert {one for one in bare if not one.isalnum()} <= allowed, form


@pytest.mark.parametrize("found", [ROMANIAN, ENGLISH], ids=["ro", "en"])
def test_no_sentence_has_two_blanks_or_a_blank_before_a_stop(found: list[Text]) -> None:
    for form in all_forms(found, typed=False):
        assert form.strip() == " ".join(form.split()), form
        assert not re.search(r" [.,:;?!](?!\w)|[.,;?!]{2}", form), form


@pytest.mark.parametrize("found", [ROMANIAN, ENGLISH], ids=["ro", "en"])
def test_placeholders_are_names_without_formats(found: list[Text]) -> None:
    for form in all_forms(found, typed=True):
        for _, name, spec, conversion in Formatter().parse(form):
            assert name is None or name.isidentifier(), form
            assert not spec, form
            assert conversion is None, form


def test_a_translation_ends_as_its_source_does() -> None:
    for text in ROMANIAN:
        if text.context.startswith(TYPED):
            continue
        for form in text.forms:
            assert (form[-1] in ".?:") == (text.source[-1] in ".?:"), form


def test_a_translation_begins_with_a_capital_where_its_source_does() -> None:
    for text in ROMANIAN:
        if text.source[0].isalpha() and not text.context:
            assert text.forms[0][0].isupper() == text.source[0].isupper(), text


# The words of the rules


@pytest.mark.parametrize(
    "sentence",
    [
        "Trebuie să fie de aceeași culoare",
        "Trebuie să fie de rang mai mare sau mai mic",
        "Această stivă este plină; alege altă destinație",
        "Nu se poate plasa pe o stivă goală",
        "Baza fundației este blocată",
        "Nicio redistribuire",
    ],
)
def test_the_refusals_of_the_rules_begin_their_sentences_to_the_letter(sentence: str) -> None:
    beginnings = [form for form in all_forms(ROMANIAN, typed=False) if form.startswith(sentence)]
    assert len(beginnings) == 1
    assert beginnings[0].startswith(f"{sentence}.")


# The words of commands


def command_words(t: Translator) -> set[str]:
    return {phrase for spec in SPECS for phrase in phrases(spec.words(t))}


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_a_help_text_begins_with_its_command_as_it_is_typed(t: Translator) -> None:
    for spec in SPECS:
        words = tuple(f"{word.strip()} " for word in spec.words(t).split(","))
        said = spec.help(t).removeprefix("cu ")  # "cu motive oprit": with reasons off
        assert spec.name == "move" or said.startswith(words)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_the_first_help_names_commands_as_they_are_typed(t: Translator) -> None:
    known = {word.split()[0] for word in command_words(t)}
    lines = [line for line in help_text(t).splitlines() if line[0].islower()]
    assert len(lines) > 4
    for line in lines:
        for first in re.findall(r"(?:^|; )(\w+)", line):
            assert fold(first) in known, line


@pytest.mark.parametrize(
    ("found", "t", "asks"),
    [(ROMANIAN, RO, "Scrie|ca să ieși, scrie"), (ENGLISH, EN, "[Tt]ype")],
    ids=["ro", "en"],
)
def test_what_a_sentence_says_to_type_is_understood(
    found: list[Text], t: Translator, asks: str
) -> None:
    known = {word.split()[0] for word in command_words(t)}
    others = {"o", "doua", "it", "numele", "unde", "a", "its", "two", "where", "the", "f"}
    understood = 0
    for form in all_forms(found, typed=False):
        for word in re.findall(rf"\b(?:{asks}) (\w+)", form):
            understood += fold(word) in known
            assert fold(word) in known | others, form
    assert understood > 5


def test_words_to_type_are_found_whatever_their_diacritics() -> None:
    reader = Reader([RO])
    for spec in SPECS:
        for word in spec.words(RO).split(","):
            typed = (word, word.upper(), with_cedillas(word), phrases(word)[0])
            assert {reader.topic([fold(one)], "ro") for one in typed} == {spec.name}


def test_a_language_is_found_by_its_name_in_either_language() -> None:
    for name in ("română", "romaneste", "Romanian", "ro"):
        assert READER.language(name) == "ro"
    for name in ("English", "ENGLEZĂ", "engleza", "en"):
        assert READER.language(name) == "en"
