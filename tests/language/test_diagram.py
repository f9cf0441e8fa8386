"""The table in words: what is written is read again, and what no table can be is refused."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from language.talk import EN, LANGUAGES, RO, decomposed, with_cedillas, without_marks
from strategies import DATA, card, tables

from crescent_a11y.engine.table import Place, Sight, Table, View
from crescent_a11y.engine.view import (
    Contradiction,
    ImpossibleCount,
    ThirdCopy,
    UnreadableView,
    WrongTop,
    WrongTotal,
    contradiction,
)
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.diagram import describe, describe_place, read
from crescent_a11y.language.positions import contradiction_text, unreadable_view

DIAGRAMS = sorted(DATA.glob("diagram-*.txt"))
TEXT = (DATA / "diagram-before-move-10.txt").read_text("utf-8").strip()
VIEW = read(LANGUAGES, TEXT)

P = Place.parse


def told(**places: Sight) -> View:
    """The table before the tenth move with other words for some of its places."""
    changed = {P(name.removeprefix("p")): sight for name, sight in places.items()}
    return tuple(changed.get(place, VIEW[place]) for place in Place)


def unreadable(text: str) -> UnreadableView:
    with pytest.raises(UnreadableView) as caught:
        read(LANGUAGES, text)
    return caught.value


# The same table, both ways


def test_the_three_diagrams_are_there() -> None:
    assert len(DIAGRAMS) == 3


@pytest.mark.parametrize("path", DIAGRAMS, ids=lambda path: path.stem)
def test_a_diagram_is_described_to_the_letter(path: Path) -> None:
    text = path.read_text("utf-8").strip()
    assert describe(RO, read(LANGUAGES, text)) == text


@pytest.mark.parametrize("path", DIAGRAMS, ids=lambda path: path.stem)
def test_the_english_twin_of_a_diagram_is_read_as_the_same_table(path: Path) -> None:
    view = read(LANGUAGES, path.read_text("utf-8"))
    assert contradiction(view) is None
    assert read(LANGUAGES, describe(EN, view)) == view


def test_places_are_said_in_the_words_of_the_diagrams() -> None:
    assert describe_place(RO, P("us"), Sight(2, card("2S"))) == (
        "fundație ascendentă de pică: 2 de pică deasupra, 2 cărți"
    )
    assert describe_place(EN, P("us"), Sight(2, card("2S"))) == (
        "ascending foundation of spades: 2 of spades on top, 2 cards"
    )
    assert describe_place(RO, P("dc"), Sight(1, card("KC"))) == (
        "fundație descendentă de treflă: rege de treflă deasupra, 1 carte"
    )
    assert describe_place(EN, P("dc"), Sight(1, card("KC"))) == (
        "descending foundation of clubs: king of clubs on top, 1 card"
    )
    assert describe_place(RO, P("1"), Sight(4, card("JD"))) == (
        "stiva 1: 4 cărți, valet de caro deasupra"
    )
    assert describe_place(EN, P("1"), Sight(4, card("JD"))) == (
        "pile 1: 4 cards, jack of diamonds on top"
    )
    assert describe_place(RO, P("3"), Sight(0, None)) == "stiva 3: goală"
    assert describe_place(EN, P("3"), Sight(0, None)) == "pile 3: empty"


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@given(table=tables)
def test_a_table_described_and_read_again_is_the_same(t: Translator, table: Table) -> None:
    text = describe(t, table.view)
    assert read(LANGUAGES, text) == table.view
    assert "\n" not in text


@given(table=tables)
def test_each_language_reads_its_own_tables_only(table: Table) -> None:
    with pytest.raises(UnreadableView):
        read([EN], describe(RO, table.view))
    with pytest.raises(UnreadableView):
        read([RO], describe(EN, table.view))


# What does not matter


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@given(data=st.data(), table=tables)
def test_line_breaks_between_words_do_not_matter(
    t: Translator, data: st.DataObject, table: Table
) -> None:
    words = describe(t, table.view).split(" ")
    gaps = data.draw(
        st.lists(
            st.sampled_from([" ", "\n", "\r\n", "\n\n  ", "\t", "  "]),
            min_size=len(words),
            max_size=len(words),
        )
    )
    text = "".join(map("".join, zip(words, gaps, strict=True)))
    assert read(LANGUAGES, text) == table.view


@pytest.mark.parametrize(
    "change",
    [str.upper, str.lower, str.title, without_marks, with_cedillas, decomposed],
    ids=["capitals", "small", "title", "bare", "cedillas", "decomposed"],
)
def test_case_and_the_form_of_diacritics_do_not_matter(change: Callable[[str], str]) -> None:
    for t in LANGUAGES:
        text = change(describe(t, VIEW))
        assert read(LANGUAGES, text) == VIEW


@given(table=tables, order=st.permutations(list(Place)))
def test_the_order_of_the_places_does_not_matter(table: Table, order: list[Place]) -> None:
    for t in LANGUAGES:
        text = "; ".join(describe_place(t, place, table.view[place]) for place in order)
        assert read(LANGUAGES, text) == table.view


def test_the_full_stops_and_the_semicolons_may_change_places() -> None:
    assert read(LANGUAGES, TEXT.replace(";", ".")) == VIEW
    assert read(LANGUAGES, TEXT.replace(".", ";")) == VIEW
    assert read(LANGUAGES, TEXT.removesuffix(".")) == VIEW


# What is refused


@pytest.mark.parametrize("place", Place, ids=lambda place: place.code)
def test_a_missing_place_is_noticed_at_the_end(place: Place) -> None:
    for t in LANGUAGES:
        text = "; ".join(describe_place(t, one, VIEW[one]) for one in Place if one != place)
        error = unreadable(text)
        assert (error.column, error.word) == (len(text) + 1, "")


@pytest.mark.parametrize("place", Place, ids=lambda place: place.code)
def test_a_place_told_twice_is_refused_where_it_stands_again(place: Place) -> None:
    for t in LANGUAGES:
        first = describe(t, VIEW)
        again = describe_place(t, place, VIEW[place])
        error = unreadable(f"{first} {again}.")
        assert error.column == len(first) + 2
        assert again.startswith(error.word.removesuffix("..."))


def test_a_place_told_twice_in_two_languages_is_refused() -> None:
    error = unreadable(f"{describe(RO, VIEW)} {describe_place(EN, P('3'), VIEW[2])}")
    assert error.word.startswith("pile 3")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("stiva 7: 6 cărți", "stiva 17: 6 cărți"),
        ("stiva 7: 6 cărți", "stiva 0: 6 cărți"),
        ("stiva 7: 6 cărți", "stiva 07: 6 cărți"),
        ("stiva 7: 6 cărți", "stiva us: 6 cărți"),
        ("stiva 7: 6 cărți", "stiva 7: șase cărți"),
        ("stiva 7: 6 cărți", "stiva 7: 1 cărți"),
        ("stiva 7: 6 cărți", "stiva 7: 6 de cărți"),
        ("stiva 7: 6 cărți", "stiva 7: -6 cărți"),
        ("stiva 7: 6 cărți", "stiva 7: 105 cărți"),
        ("stiva 7: 6 cărți", "grămada 7: 6 cărți"),
        ("stiva 7: 6 cărți, 5 de cupă deasupra", "stiva 7: 6 cărți"),
        ("stiva 7: 6 cărți, 5 de cupă deasupra", "stiva 7: 6 cărți, 5 de cupă"),
        ("stiva 7: 6 cărți, 5 de cupă deasupra", "stiva 7: 6 cărți, 1 de cupă deasupra"),
        ("stiva 7: 6 cărți, 5 de cupă deasupra", "stiva 7: 6 cărți, 5 de frunză deasupra"),
        ("stiva 7: 6 cărți, 5 de cupă deasupra", "stiva 7: 6 cărți, 5 of hearts on top"),
        ("stiva 7: 6 cărți, 5 de cupă deasupra", "stiva 7: plină"),
        ("descendentă de caro: rege", "ascendentă de frunză: rege"),
    ],
)
def test_words_that_tell_no_place_are_refused_at_their_column(old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    text = TEXT.replace(old, new)
    error = unreadable(text)
    start = max(text.rfind(end, 0, text.index(new)) for end in ("; ", ". ")) + 2
    assert error.column == start + 1
    assert text[start:].startswith(error.word.removesuffix("..."))


def test_an_empty_text_tells_no_place() -> None:
    for text in ("", " \n", ";;..;"):
        assert unreadable(text).word == ""


def test_the_words_of_a_refusal_are_printable_and_short() -> None:
    error = unreadable("stiva \x1b[31m 1: \u202e" + "x" * 1000)
    assert error.word.isprintable()
    assert len(error.word) <= 63


@given(
    st.text(alphabet=st.sampled_from("stiva 12:,;. deasupra cărți\x1b\u0301\u202e"), max_size=80)
)
def test_no_text_but_a_table_is_read(text: str) -> None:
    assert unreadable(text).column >= 1


# What no table can show

CASES: list[tuple[str, View, Contradiction, str, str]] = [
    (
        "103 cards",
        told(p11=Sight(5, card("KC"))),
        WrongTotal(103),
        "Masa are 103 cărți; trebuie să aibă 104.",
        "The table has 103 cards; it must have 104.",
    ),
    (
        "105 cards",
        told(p11=Sight(7, card("KC"))),
        WrongTotal(105),
        "Masa are 105 cărți; trebuie să aibă 104.",
        "The table has 105 cards; it must have 104.",
    ),
    (
        "a count that contradicts the top of its foundation",
        told(us=Sight(3, card("2S"))),
        WrongTop(P("us"), Sight(3, card("2S"))),
        "2 de pică nu poate fi pe fundația ascendentă de pică cu 3 cărți.",
        "The 2 of spades cannot lie on the ascending foundation of spades with 3 cards.",
    ),
    (
        "a foundation with a card of another suit",
        told(dh=Sight(2, card("QD"))),
        WrongTop(P("dh"), Sight(2, card("QD"))),
        "Dama de caro nu poate fi pe fundația descendentă de cupă cu 2 cărți.",
        "The queen of diamonds cannot lie on the descending foundation of hearts with 2 cards.",
    ),
    (
        "a foundation of no card",
        told(ud=Sight(0, card("AD"))),
        ImpossibleCount(P("ud"), Sight(0, card("AD"))),
        "Fundația ascendentă de caro nu poate avea 0 cărți.",
        "The ascending foundation of diamonds cannot have 0 cards.",
    ),
    (
        "a foundation of fourteen cards",
        told(uc=Sight(14, card("KC"))),
        ImpossibleCount(P("uc"), Sight(14, card("KC"))),
        "Fundația ascendentă de treflă nu poate avea 14 cărți.",
        "The ascending foundation of clubs cannot have 14 cards.",
    ),
    (
        "a pile of fourteen cards",
        told(p3=Sight(14, card("7D"))),
        ImpossibleCount(P("3"), Sight(14, card("7D"))),
        "Stiva 3 nu poate avea 14 cărți.",
        "Pile 3 cannot have 14 cards.",
    ),
    (
        "a pile of no card with a card on top",
        told(p3=Sight(0, card("7D"))),
        ImpossibleCount(P("3"), Sight(0, card("7D"))),
        "Stiva 3 nu poate avea 0 cărți.",
        "Pile 3 cannot have 0 cards.",
    ),
    (
        "a third copy of a card",
        told(p3=Sight(4, card("6S"))),
        ThirdCopy(card("6S")),
        "6 de pică apare a treia oară; sunt doar două.",
        "The 6 of spades is there a third time; there are two.",
    ),
]


@pytest.mark.parametrize(
    ("view", "reason", "romanian", "english"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_what_no_table_can_be_is_refused_with_its_reason(
    view: View, reason: Contradiction, romanian: str, english: str
) -> None:
    found = contradiction(view)
    assert found == reason
    assert contradiction_text(RO, reason) == romanian
    assert contradiction_text(EN, reason) == english


@pytest.mark.parametrize("view", [case[1] for case in CASES], ids=[case[0] for case in CASES])
def test_what_contradicts_itself_is_still_read_word_for_word(view: View) -> None:
    for t in LANGUAGES:
        if all((seen.count == 0) == (seen.top is None) for seen in view):
            assert read(LANGUAGES, describe(t, view)) == view


def test_a_description_of_103_cards_is_read_and_found_impossible() -> None:
    text = TEXT.replace("stiva 11: 6 cărți", "stiva 11: 5 cărți")
    assert contradiction(read(LANGUAGES, text)) == WrongTotal(103)


@given(data=st.data())
def test_a_wrong_count_anywhere_is_found(data: st.DataObject) -> None:
    table = data.draw(tables)
    place = data.draw(st.sampled_from(Place))
    count = data.draw(st.integers(0, 104).filter(lambda n: n != len(table.places[place])))
    seen = replace(table.view[place], count=count)
    view = tuple(seen if one == place else table.view[one] for one in Place)
    assert contradiction(view) is not None


def test_a_table_that_is_not_understood_is_told_with_column_and_word() -> None:
    error = unreadable(TEXT.replace("stiva 2: 6", "stiva 2: x"))
    column = TEXT.index("stiva 2:") + 1
    assert unreadable_view(RO, error).startswith(f"Nu înțeleg, la caracterul {column}: stiva 2: x")
    assert unreadable_view(EN, error).startswith(
        f"Not understood at character {column}: stiva 2: x"
    )


def test_a_table_that_is_not_whole_is_told_so() -> None:
    error = unreadable(TEXT.partition(";")[0])
    assert unreadable_view(RO, error) == "Masa nu este întreagă: trebuie 8 fundații și 16 stive."
    assert unreadable_view(EN, error) == (
        "The table is not whole: 8 foundations and 16 piles are needed."
    )


# Long texts


def seconds(text: str) -> float:
    """The least of three times that it takes to refuse a text."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        with pytest.raises(UnreadableView):
            read(LANGUAGES, text)
        times.append(time.perf_counter() - start)
    return min(times)


_TROUBLE: dict[str, Callable[[int], str]] = {
    "piles without an end": lambda n: "stiva 1: " * n,
    "colons": lambda n: "stiva 1" + ":" * 8 * n,
    "commas": lambda n: "stiva 1: " + "," * 8 * n,
    "colons and commas": lambda n: "stiva 1" + ":," * 4 * n,
    "colons, commas and half a pile": lambda n: "pile " + ": , on top " * n + "x",
    "half foundations": lambda n: "fundație ascendentă de " + ": , deasupra" * n + ", x:",
    "tops": lambda n: "ascending foundation of spades: " + "on top " * n,
    "separators": lambda n: ";. " * 4 * n,
    "blanks": lambda n: "stiva" + " " * 8 * n + "1",
    "marks": lambda n: "stiva" + "\u0301" * 8 * n,
    "letters that fold to many": lambda n: "\ufdfa" * n,
    "mixed up": lambda n: "".join(
        random.Random(n).choices(re.findall(r"\w+|\W", TEXT), k=4 * n)
    ).replace(";", ",").replace(".", ":"),
}  # fmt: skip


@pytest.mark.parametrize("make", _TROUBLE.values(), ids=_TROUBLE)
def test_a_long_text_is_refused_in_time_that_grows_as_it_does(make: Callable[[int], str]) -> None:
    before = seconds(make(25))
    for size in (100, 400, 1600, 6400):
        took = seconds(make(size))
        # Four times the text: four times as long, and eight times that on a busy machine.
        assert took <= 32 * max(before, 0.001), size
        before = took


def test_many_places_with_a_wrong_word_each_are_refused_at_the_first() -> None:
    text = "; ".join(f"stiva {n}: goală" for n in range(1, 20_000))
    assert unreadable(text).word == "stiva 17: goală"
