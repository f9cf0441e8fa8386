"""Typed lines: every form that is understood, and what is said of those that are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from language.talk import EN, LANGUAGES, READER, RO, decomposed, with_cedillas, without_marks
from strategies import card

from crescent_a11y.engine.cards import ALL_CARDS, Card, Rank, Suit
from crescent_a11y.engine.table import FOUNDATIONS, PILES, Place
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import (
    Ambiguous,
    Answer,
    Empty,
    MoveTyped,
    NoSuchPile,
    NotUnderstood,
    Order,
    Parsed,
    Taken,
    Target,
    WhichCard,
    WhichPlace,
    WhichSuit,
    Zone,
    shown_name,
)
from crescent_a11y.language.fold import fold
from crescent_a11y.language.vocabulary import NAMES, SPECS, phrases
from crescent_a11y.language.words import card_name, place_name, rank_name, the_card

P = Place.parse

SPELLINGS: list[Callable[[str], str]] = [
    str,
    str.upper,
    str.title,
    without_marks,
    with_cedillas,
    decomposed,
]
WORDS = [
    (spec.name, word.strip())
    for t in LANGUAGES
    for spec in SPECS
    for word in spec.words(t).split(",")
]

either = st.sampled_from(["ro", "en"])


def parse(line: str, language: str = "ro") -> Parsed:
    return READER.parse(line, language)


def moved(source: Target, destination: Target | None = None) -> MoveTyped:
    return MoveTyped(source, destination)


# Commands


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(("name", "word"), WORDS, ids=[word for _, word in WORDS])
def test_a_command_is_understood_by_each_of_its_words_in_any_spelling(
    name: str, word: str, language: str
) -> None:
    for spell in SPELLINGS:
        for line in (spell(word), f"  {spell(word)} ", f"{spell(word)}."):
            expected = WhichCard() if name == "move" else Order(name)
            assert parse(line, language) == expected, line


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(("name", "word"), WORDS, ids=[word for _, word in WORDS])
def test_what_follows_a_command_is_kept_as_it_was_typed(
    name: str, word: str, language: str
) -> None:
    if name not in ("move", "foundations", "top"):  # these may begin a move
        assert parse(f"{word}  Ştiu", language) == Order(name, ("stiu",), "Ştiu")


def test_the_name_of_a_file_keeps_its_case_blanks_and_dots() -> None:
    order = Order("log", ("partida", "mea.crescent."), "Partida  Mea.crescent.")
    found = parse("jurnal Partida  Mea.crescent.")
    assert isinstance(found, Order)
    assert (found.name, found.rest) == (order.name, order.rest)


def test_no_word_is_of_two_commands_in_whatever_languages() -> None:
    owners: dict[str, set[str]] = {}
    for name, word in WORDS:
        owners.setdefault(fold(word), set()).add(name)
    assert {word: names for word, names in owners.items() if len(names) > 1} == {}


def test_every_command_has_words_of_its_own_in_each_language() -> None:
    for t in LANGUAGES:
        shown = [shown_name(spec, t) for spec in SPECS]
        assert all(shown)
        assert len(set(shown)) == len(SPECS)


def test_no_word_of_a_command_is_a_place_or_a_card() -> None:
    for name, word in WORDS:
        # The row on top is called as the side that goes up; alone, the word is the command.
        for language in ("ro", "en"):
            assert READER.place(word, language) is None or name in ("foundations", "top"), word
        assert not isinstance(parse(word), MoveTyped), word


@pytest.mark.parametrize("language", ["ro", "en"])
def test_a_beginning_of_one_command_only_is_enough(language: str) -> None:
    own = {
        word: spec.name
        for t in LANGUAGES
        if t.language == language
        for spec in SPECS
        for word in phrases(spec.words(t))
        if " " not in word
    }
    checked = 0
    for word, name in own.items():
        for length in range(2, len(word)):
            start = word[:length]
            names = {other for one, other in own.items() if one.startswith(start)}
            found = parse(start, language)
            if names == {name} and isinstance(found, Order):
                checked += 1
                assert found.name == name or start in {fold(w) for _, w in WORDS}, start
    assert checked > 50


@pytest.mark.parametrize(
    ("line", "language", "name"),
    [
        ("anul", "ro", "undo"),
        ("anul 3", "en", "undo"),
        ("redist", "ro", "redeal"),
        ("und", "en", "undo"),
        ("found", "ro", "foundations"),
        ("fundații", "en", "foundations"),
        ("AJU", "en", "help"),
        ("Regul", "ro", "rules"),
        ("redis", "ro", "redeal"),
        ("ref", "ro", "redo"),
        ("rei", "ro", "restart"),
        ("joc", "ro", "new"),
        ("start", "en", "restart"),
    ],
)
def test_a_command_is_abbreviated_where_it_is_the_only_one(
    line: str, language: str, name: str
) -> None:
    found = parse(line, language)
    assert isinstance(found, Order)
    assert found.name == name


@pytest.mark.parametrize(
    ("line", "language", "names"),
    [
        ("red", "en", {"redeal", "redo"}),
        ("mov", "ro", {"move", "moves"}),
        ("muta", "en", set()),
        ("mut", "ro", {"move", "moves"}),
        ("cod", "en", set()),
        ("red", "ro", {"redeal", "replay"}),
        ("re", "ro", {"redeal", "redo", "restart", "repeat", "rules", "cancel", "replay"}),
    ],
)
def test_an_abbreviation_of_several_commands_names_them_all(
    line: str, language: str, names: set[str]
) -> None:
    found = parse(line, language)
    if not names:
        assert not isinstance(found, Ambiguous)
        return
    assert isinstance(found, Ambiguous)
    assert found.word == line
    assert set(found.commands) == names


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_an_abbreviation_means_a_command_of_the_language_before_any_of_another(
    t: Translator,
) -> None:
    own = {word: spec.name for spec in SPECS for word in phrases(spec.words(t))}
    other = {fold(word): name for name, word in WORDS if fold(word) not in own}
    shared = 0
    for word in own:
        for length in range(1, len(word)):
            start = word[:length]
            found = parse(start, t.language)
            if not isinstance(found, Ambiguous) or " " in start:
                continue
            begun = {name for one, name in own.items() if one.startswith(start)}
            assert set(found.commands) <= begun, start
            shared += any(one.startswith(start) for one in other)
    assert shared > 10


@pytest.mark.parametrize(
    ("line", "language", "expected"),
    [
        ("mut 10 14", "ro", moved(P("10"), P("14"))),
        ("mov 10 14", "en", moved(P("10"), P("14"))),
        ("mo 10 to 14", "en", moved(P("10"), P("14"))),
        ("mut as de pică pe rege de pică", "ro", moved(card("AS"), card("KS"))),
        ("mut 10 f", "ro", moved(P("10"), Zone())),
        ("mut 10 pe fundația ascendentă", "ro", moved(P("10"), Zone(None, True))),
        ("mut stiva 10 pe stiva 14", "ro", moved(P("10"), P("14"))),
    ],
)
def test_an_ambiguous_abbreviation_before_two_places_is_a_move(
    line: str, language: str, expected: MoveTyped
) -> None:
    assert parse(line, language) == expected


@pytest.mark.parametrize(
    ("line", "language"), [("mut 10", "ro"), ("mov 10", "en"), ("mut", "ro"), ("re 10 14", "en")]
)
def test_an_ambiguous_abbreviation_before_anything_else_is_told_as_such(
    line: str, language: str
) -> None:
    assert isinstance(parse(line, language), Ambiguous)


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("word", ["de", "la", "pe", "in", "din", "of", "on", "the", "from"])
def test_a_small_word_is_no_abbreviation(word: str, language: str) -> None:
    found = parse(word, language)
    if isinstance(found, Order):
        # One letter may begin a command; but not one that throws the game away.
        assert len(word) == 1
        assert found.name not in ("restart", "new", "quit", "redeal")
    else:
        assert isinstance(found, NotUnderstood) or (len(word) == 1 and isinstance(found, Ambiguous))
        assert found.word == word


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("word", ["yes", "no", "y", "n", "da", "nu", "d"])
def test_an_answer_to_no_question_is_no_command(word: str, language: str) -> None:
    assert isinstance(parse(word, language), Answer)


def test_a_command_of_several_words_needs_the_first_one_whole() -> None:
    assert parse("de la inc") != Order("restart")
    assert parse("de la început") == Order("restart")
    assert parse("partidă nouă") == Order("new")
    assert parse("start over", "ro") == Order("restart")


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    "line",
    ["10 pe", "10 to", "move 10 to", "mută 10 pe", "10 stiva", "10 pe stiva", "AS pe", "10 on the"],
)
def test_half_a_move_lacks_a_place_and_looks_like_no_command(line: str, language: str) -> None:
    assert parse(line, language) == WhichPlace()


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("word", ["pe", "to", "xx", "q2", "10 xy", "zz 5"])
def test_a_tiny_word_looks_like_no_command(word: str, language: str) -> None:
    found = parse(word, language)
    assert isinstance(found, NotUnderstood)
    assert found.nearest == ()


# Moves by places

TEN_FOURTEEN = MoveTyped(P("10"), P("14"))


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    "line",
    [
        "10 14",
        " 10   14 ",
        "10 14.",
        "muta 10 14",
        "mută 10 14",
        "MUTĂ 10 14",
        "m 10 14",
        "mutare 10 14",
        "move 10 14",
        "move 10 to 14",
        "move the card from 10 to 14",
        "10 to 14",
        "10 on 14",
        "10 onto 14",
        "10 over 14",
        "10 -> 14",
        "10 → 14",
        "10 - 14",
        "10 pe 14",
        "10 la 14",
        "10 peste 14",
        "10 în 14",
        "10 in 14",
        "din 10 în 14",
        "din 10 in 14",
        "mută din 10 pe 14",
        "mută cartea din 10 pe 14",
        "de pe 10 pe 14",
        "de la 10 la 14",
        "mută de la 10 la 14",
        "stiva 10 stiva 14",
        "stiva 10 pe stiva 14",
        "mută stiva 10 pe stiva 14",
        "pile 10 to pile 14",
        "the pile 10 to the pile 14",
        "from pile 10 to pile 14",
        "pile 10 pe stiva 14",
    ],
)
def test_a_move_from_pile_to_pile_is_understood_in_each_form(line: str, language: str) -> None:
    assert parse(line, language) == TEN_FOURTEEN


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("10 f", moved(P("10"), Zone())),
        ("10 F", moved(P("10"), Zone())),
        ("move 10 f", moved(P("10"), Zone())),
        ("10 pe fundație", moved(P("10"), Zone())),
        ("10 to the foundation", moved(P("10"), Zone())),
        ("10 pe fundația de pică", moved(P("10"), Zone(Suit.SPADES))),
        ("10 to the foundation of spades", moved(P("10"), Zone(Suit.SPADES))),
        ("f", moved(Zone())),
        ("us ds", moved(P("us"), P("ds"))),
        ("US DS", moved(P("us"), P("ds"))),
        ("mută us ds", moved(P("us"), P("ds"))),
        ("10 us", moved(P("10"), P("us"))),
        ("3 uh", moved(P("3"), P("uh"))),
        ("stiva 10 pe fundația ascendentă de pică", moved(P("10"), P("us"))),
        ("pile 10 to the ascending foundation of spades", moved(P("10"), P("us"))),
        ("10 pe fundația de pică ascendentă", moved(P("10"), P("us"))),
        ("10 descending clubs", moved(P("10"), P("dc"))),
        ("10 up hearts", moved(P("10"), P("uh"))),
        ("10 jos caro", moved(P("10"), P("dd"))),
        ("fundatia ascendenta de pica pe fundatia descendenta de pica", moved(P("us"), P("ds"))),
        ("10", moved(P("10"))),
        ("mută 10", moved(P("10"))),
        ("muta stiva 10", moved(P("10"))),
        ("us", moved(P("us"))),
        ("pe 14", moved(P("14"))),
    ],
)
def test_a_move_with_foundations_is_understood_in_each_form(
    line: str, expected: MoveTyped, language: str
) -> None:
    assert parse(line, language) == expected


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    ("line", "zone"),
    [
        ("5 pe fundația ascendentă", Zone(None, True)),
        ("5 pe fundatia descendenta", Zone(None, False)),
        ("5 ascendentă", Zone(None, True)),
        ("5 jos", Zone(None, False)),
        ("5 f sus", Zone(None, True)),
        ("5 up", Zone(None, True)),
        ("5 to the ascending foundation", Zone(None, True)),
        ("5 to the descending foundation", Zone(None, False)),
        ("move 5 down", Zone(None, False)),
        ("mută 5 pe fundație", Zone()),
        ("5 pe fundația de cupă", Zone(Suit.HEARTS)),
    ],
)
def test_a_side_without_a_suit_is_a_zone_with_that_side(
    line: str, zone: Zone, language: str
) -> None:
    assert parse(line, language) == moved(P("5"), zone)


@pytest.mark.parametrize("place", Place, ids=lambda place: place.code)
def test_a_place_is_understood_by_its_code_and_its_name(place: Place) -> None:
    for name in (place.code, place.code.upper(), place_name(RO, place), place_name(EN, place)):
        for spell in SPELLINGS:
            assert READER.place(spell(name), "ro") == READER.place(spell(name), "en") == place, name


def test_a_pile_alone_is_a_move_and_pile_with_its_word_is_a_question() -> None:
    assert parse("10") == moved(P("10"))
    assert parse("stiva 10") == Order("pile", ("10",), "10")
    assert parse("pile 10") == Order("pile", ("10",), "10")


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("word", ["0", "17", "999", "00", "010", "10000000000000000000000"])
def test_a_number_of_no_pile_is_told_as_such(word: str, language: str) -> None:
    for line in (word, f"5 {word}", f"{word} 5", f"move {word} 5", f"mută stiva {word} pe stiva 5"):
        assert parse(line, language) == NoSuchPile(word), line


@given(st.integers(0, 10**30), either)
def test_a_number_is_a_pile_from_1_to_16(number: int, language: str) -> None:
    expected: Parsed = NoSuchPile(str(number))
    if 1 <= number <= 16:
        expected = moved(PILES[number - 1])
    assert parse(str(number), language) == expected


@given(st.sampled_from(Place), st.sampled_from(Place), either)
def test_two_places_are_a_move(source: Place, destination: Place, language: str) -> None:
    for to in ("", "pe ", "to ", "la "):
        line = f"{source.code} {to}{destination.code}"
        assert parse(line, language) == moved(source, destination)


def test_from_after_a_place_is_not_read_as_to() -> None:
    for line, word in (("9 from 3", "from"), ("9 din 3", "din"), ("9 de pe 3", "de")):
        found = parse(line)
        assert isinstance(found, NotUnderstood)
        assert found.word == word


# Moves by cards


@pytest.mark.parametrize("one", ALL_CARDS, ids=lambda one: one.code)
def test_a_card_is_understood_by_its_code_and_its_name(one: Card) -> None:
    names = [one.code, one.code.lower()]
    names += [name(t, one) for t in LANGUAGES for name in (card_name, the_card)]
    if one.rank == Rank.TEN:
        names += ["T" + one.suit.code, "t" + one.suit.code.lower()]
    for name in names:
        for spell in SPELLINGS:
            for language in ("ro", "en"):
                # In Romanian "as" is any ace before it is the code of one.
                bare = spell(name) in ("as", "As") and language == "ro"
                assert READER.place(spell(name), language) == (None if bare else one), name
                expected = WhichSuit(Rank.ACE) if bare else moved(one)
                assert parse(spell(name), language) == expected, name


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    "line",
    [
        "AS KS",
        "as ks",
        "as de pica pe rege de pica",
        "As de pică pe Rege de pică",
        "asul de pică pe regele de pică",
        "mută asul de pică pe regele de pică",
        "muta as de pica rege de pica",
        "cartea as de pica pe cartea rege de pica",
        "ace of spades on king of spades",
        "the ace of spades on the king of spades",
        "move the ace of spades onto the king of spades",
        "ace of spades pe rege de pică",
        "as pica rege pica",
        "ace spades king spades",
        "ace of spade to king of spade",
        "as de pi pe popa de pi",
        "AS pe rege de pică",
    ],
)
def test_a_move_from_card_to_card_is_understood_in_each_form(line: str, language: str) -> None:
    assert parse(line, language) == moved(card("AS"), card("KS"))


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("th", moved(card("10H"))),
        ("10h 9h", moved(card("10H"), card("9H"))),
        ("zece de cupă pe nouă de cupă", moved(card("10H"), card("9H"))),
        ("noua de cupa pe zece de cupa", moved(card("9H"), card("10H"))),
        ("nine of hearts on ten of hearts", moved(card("9H"), card("10H"))),
        ("opt de cupă pe șapte de cupă", moved(card("8H"), card("7H"))),
        ("8 de cupă pe 9 de cupă", moved(card("8H"), card("9H"))),
        ("8 of hearts on 9 of hearts", moved(card("8H"), card("9H"))),
        ("8 de cupă pe stiva 9", moved(card("8H"), P("9"))),
        ("8 of hearts on pile 9", moved(card("8H"), P("9"))),
        ("stiva 8 pe 9 de cupă", moved(P("8"), card("9H"))),
        ("damă de caro pe fundație", moved(card("QD"), Zone())),
        ("regina de caro f", moved(card("QD"), Zone())),
        ("queen of diamonds to ascending foundation of diamonds", moved(card("QD"), P("ud"))),
        ("th us", moved(card("10H"), P("us"))),
        ("doi de inimă pe fundația ascendentă de cupă", moved(card("2H"), P("uh"))),
        ("valetul de treflă 12", moved(card("JC"), P("12"))),
        ("knave of clubs 12", moved(card("JC"), P("12"))),
        ("10 de cupă în 14", moved(card("10H"), P("14"))),
    ],
)
def test_cards_and_places_may_be_mixed(line: str, expected: MoveTyped, language: str) -> None:
    assert parse(line, language) == expected


@pytest.mark.parametrize("word", ["as", "opt", "nouă", "rege", "damă", "valet", "zece", "șase"])
def test_no_command_hides_a_card_at_the_start_of_a_move(word: str) -> None:
    for suit in ("pică", "cupă", "caro", "treflă"):
        for language in ("ro", "en"):
            found = parse(f"{word} de {suit}", language)
            assert isinstance(found, MoveTyped), word
            assert isinstance(found.source, Card)


@given(st.sampled_from(ALL_CARDS), st.sampled_from(ALL_CARDS), st.sampled_from(LANGUAGES), either)
def test_two_cards_are_a_move_in_any_language(
    source: Card, destination: Card, t: Translator, language: str
) -> None:
    to = "pe" if t.language == "ro" else "on"
    line = f"{card_name(t, source)} {to} {card_name(t, destination)}"
    assert parse(line, language) == moved(source, destination)


# Ranks without a suit


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    ("line", "rank"),
    [
        ("Damă", Rank.QUEEN),
        ("dama", Rank.QUEEN),
        ("REGINA", Rank.QUEEN),
        ("queen", Rank.QUEEN),
        ("popa.", Rank.KING),
        ("unu", Rank.ACE),
        ("ace", Rank.ACE),
        ("zece", Rank.TEN),
        ("nouă", Rank.NINE),
        ("deuce", Rank.TWO),
        ("rege de frunză", Rank.KING),
        ("mută dama", Rank.QUEEN),
        ("move the jack", Rank.JACK),
        ("10 pe damă", Rank.QUEEN),
        ("damă de pică pe rege", Rank.KING),
        ("AS pe rege", Rank.KING),
        ("ace of spades on king", Rank.KING),
    ],
)
def test_a_rank_without_a_suit_is_asked_for_its_suit(line: str, rank: Rank, language: str) -> None:
    assert parse(line, language) == WhichSuit(rank)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_every_rank_that_has_a_word_is_asked_for_its_suit(t: Translator) -> None:
    for rank in Rank:
        word = rank_name(t, rank)
        if not word.isdigit():
            for spell in SPELLINGS:
                expected = moved(card("AS")) if spell(word) == "AS" else WhichSuit(rank)
                assert parse(spell(word), t.language) == expected, word


@pytest.mark.parametrize("line", ["as", "As", "Ás", "as."])
def test_as_alone_is_an_ace_in_romanian_and_the_ace_of_spades_in_english(line: str) -> None:
    assert parse(line, "ro") == WhichSuit(Rank.ACE)
    assert parse(line, "en") == moved(card("AS"))


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("line", ["AS KS", "as ks", "AS 14", "AS f", "mută AS pe 14"])
def test_as_with_a_destination_is_the_ace_of_spades_in_any_language(
    line: str, language: str
) -> None:
    found = parse(line, language)
    assert isinstance(found, MoveTyped)
    assert found.source == card("AS")
    assert found.destination is not None


# What is not understood


@pytest.mark.parametrize("line", ["", " ", "\t", "\n", "\u00a0", "->"])
def test_white_space_is_empty(line: str) -> None:
    assert parse(line) == Empty()


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("xyzzy", "xyzzy"),
        ("10 xyzzy", "xyzzy"),
        ("xyzzy 10", "xyzzy"),
        ("10 14 15", "15"),
        ("10 14 acum", "acum"),
        ("mută xyzzy", "xyzzy"),
        ("move 10 to Xyzzy!", "Xyzzy"),
        ("10 pe fundația ascendentă de frunză", "frunză"),
        ("stiva zece pe stiva 14", "zece"),
        ("10-14", "10-14"),
        ("1O 14", "1O"),
    ],
)
def test_the_first_word_that_is_not_understood_is_told(line: str, word: str, language: str) -> None:
    found = parse(line, language)
    assert isinstance(found, NotUnderstood)
    assert found.word == word


def _typos(word: str) -> set[str]:
    typos = {word[:i] + word[i + 1 :] for i in range(len(word))}
    typos |= {word[:i] + "x" + word[i:] for i in range(len(word) + 1)}
    typos |= {word[:i] + "x" + word[i + 1 :] for i in range(len(word))}
    typos |= {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}
    return typos - {word}


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@pytest.mark.parametrize("name", NAMES)
def test_one_wrong_letter_finds_the_command(name: str, t: Translator) -> None:
    spec = next(spec for spec in SPECS if spec.name == name)
    for word in phrases(spec.words(t)):
        if len(word) < 4 or " " in word:
            continue
        for typo in _typos(word):
            found = parse(typo, t.language)
            if isinstance(found, NotUnderstood):
                assert found.word == typo
                assert name in found.nearest, typo
                assert len(found.nearest) <= 3


@pytest.mark.parametrize(
    ("line", "language", "name"),
    [
        ("mtari", "ro", "moves"),
        ("anuleza", "ro", "undo"),
        ("redistribue", "ro", "redeal"),
        ("aujtor", "ro", "help"),
        ("staus", "en", "status"),
        ("ajutro", "en", "help"),
        ("undoo", "en", "undo"),
        ("quti", "en", "quit"),
    ],
)
def test_a_usual_typo_finds_its_command_first(line: str, language: str, name: str) -> None:
    found = parse(line, language)
    assert isinstance(found, NotUnderstood)
    assert found.nearest[0] == name


def test_what_is_like_no_command_names_none() -> None:
    assert parse("xyzzy") == NotUnderstood("xyzzy", ())


# The Romanian ace and the code of the ace of spades


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("as", 2),
        ("As", 2),
        ("unde as", 7),
        ("unde este as?", 12),
        ("where as", 8),
        ("mutări as", 9),
        ("10 pe as", 8),
        ("as 10", 2),
        ("as pe 10", 2),
        ("as f", 2),
        ("mută as pe 10", 7),
        ("as pe rege de pică", 2),
    ],
)
def test_a_bare_as_is_asked_for_its_suit_wherever_a_card_is_wanted_in_romanian(
    line: str, end: int
) -> None:
    found = parse(line.removesuffix("?"), "ro")
    assert found == WhichSuit(Rank.ACE)
    assert isinstance(found, WhichSuit)
    assert found.end == end


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("AS", moved(card("AS"))),
        ("AS.", moved(card("AS"))),
        ("AS 10", moved(card("AS"), P("10"))),
        ("10 pe AS", moved(P("10"), card("AS"))),
        ("AS KS", moved(card("AS"), card("KS"))),
        ("as ks", moved(card("AS"), card("KS"))),
        ("ks as", moved(card("KS"), card("AS"))),
        ("as pe ks", moved(card("AS"), card("KS"))),
        ("mută as ks", moved(card("AS"), card("KS"))),
        ("unde AS", Order("where", ("as",), "AS")),
        ("as de pică", moved(card("AS"))),
        ("as de treflă pe AS", moved(card("AC"), card("AS"))),
    ],
)
def test_as_in_capitals_or_beside_another_code_is_the_ace_of_spades(
    line: str, expected: Parsed
) -> None:
    assert parse(line, "ro") == expected


def test_as_is_a_code_where_it_is_no_word_of_the_language() -> None:
    assert parse("as", "en") == moved(card("AS"))
    assert parse("where as", "en") == Order("where", ("as",), "as")
    assert parse("10 as", "en") == moved(P("10"), card("AS"))


@pytest.mark.parametrize(
    ("line", "language", "rank"),
    [
        ("unde rege", "ro", Rank.KING),
        ("unde este regele", "ro", Rank.KING),
        ("unde 10", "ro", Rank.TEN),
        ("where is the queen", "en", Rank.QUEEN),
        ("where 7", "en", Rank.SEVEN),
        ("moves king", "en", Rank.KING),
    ],
)
def test_a_rank_without_a_suit_is_asked_for_it_where_a_card_is_asked_about(
    line: str, language: str, rank: Rank
) -> None:
    assert parse(line, language) == WhichSuit(rank)


def test_a_number_after_moves_is_a_pile() -> None:
    assert parse("moves 10", "en") == Order("moves", ("10",), "10")


# What no alias may hide

TAKEN = {
    Taken.NUMBER: "5 16 17 100 5. ٥ ½",
    Taken.PLACE: "us DC f F. stiva pile fundație foundation sus up jos ascending",
    Taken.CARD: "AS as 10h TH 2c ace as king regele zece ten pică hearts inimă damă",
    Taken.ANSWER: "yes Y no n da D nu NU. d",
}


@pytest.mark.parametrize(
    ("taken", "word"), [(taken, word) for taken in TAKEN for word in TAKEN[taken].split()]
)
def test_a_word_that_names_a_place_or_a_card_or_answers_is_taken(taken: Taken, word: str) -> None:
    assert READER.taken(word) is taken


@pytest.mark.parametrize("word", ["z", "ș", "m2", "table", "masa", "r", "xyzzy", "5a", "1-2", "în"])
def test_any_other_word_is_free(word: str) -> None:
    assert READER.taken(word) is None


# Any text at all

_SMALL = "de of pe to la f as rege nouă 10 cupă spades ascendentă sus 0 17 -> ? ."
pieces = st.one_of(
    st.sampled_from([word for _, word in WORDS]),
    st.sampled_from([place.code for place in (*PILES, *FOUNDATIONS)]),
    st.sampled_from(_SMALL.split()),
    st.text(max_size=5),
)


@given(st.one_of(st.text(max_size=200), st.lists(pieces, max_size=8).map(" ".join)), either)
def test_any_text_is_one_of_the_things_that_a_line_can_be(line: str, language: str) -> None:
    found = parse(line, language)
    assert isinstance(
        found,
        get_args(Parsed),
    )
    if isinstance(found, NotUnderstood | Ambiguous):
        assert found.word in line
    if isinstance(found, Order):
        assert found.name in NAMES
        assert found.rest in line


@given(st.lists(pieces, max_size=8).map(" ".join), either, st.sampled_from(SPELLINGS[1:]))
def test_spelling_changes_nothing_that_is_understood(
    line: str, language: str, spell: Callable[[str], str]
) -> None:
    assume(fold(spell(line)) == fold(line))
    assume("as" not in fold(line).split())  # in capitals it is a code
    one, other = parse(line, language), parse(spell(line), language)
    assert type(one) is type(other)
    if isinstance(one, MoveTyped):
        assert one == other


@given(st.text(max_size=30), either)
def test_every_other_reader_takes_any_text(text: str, language: str) -> None:
    assert READER.answer(text) in (True, False, None)
    assert READER.side(text) in (True, False, None)
    assert READER.switch(text) in (True, False, None)
    assert READER.language(text) in ("ro", "en", None)
    assert READER.topic(fold(text).split(), language) in (*NAMES, None)
    assert READER.taken(text) in (*Taken, None)
    place = READER.place(text, language)
    assert place is None or isinstance(place, Place | Card | Zone)
    for word in READER.completions(text, language):
        assert fold(word).startswith(fold(text.rsplit(maxsplit=1)[-1]) if text[-1:].strip() else "")


# Answers to questions


@pytest.mark.parametrize(
    ("words", "meaning"),
    [("da d yes y DA Yes D", True), ("nu n no NU No N", False), ("poate maybe x", None)],
)
def test_yes_and_no_are_understood_in_any_language(words: str, meaning: bool | None) -> None:
    for word in words.split():
        assert READER.answer(word) is meaning
        assert READER.answer(f" {word} ") is meaning
        assert READER.answer(f"{word}.") is meaning


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ("ascendentă ascendenta Ascendent ascending up sus", True),
        ("descendentă descendenta descending down jos", False),
        ("stânga left", None),
    ],
)
def test_a_foundation_is_chosen_by_its_side(words: str, meaning: bool | None) -> None:
    for word in words.split():
        assert READER.side(word) is meaning
        assert READER.side(f"{word}!") is meaning


@pytest.mark.parametrize(
    ("words", "meaning"),
    [("pornit pornite on", True), ("oprit oprite off", False), ("maybe", None)],
)
def test_a_setting_is_turned_on_and_off_in_any_language(words: str, meaning: bool | None) -> None:
    for word in words.split():
        assert READER.switch(word) is meaning
        assert READER.switch(f"{word}.") is meaning


# Completion


def test_the_first_word_is_completed_by_the_commands_of_the_language() -> None:
    assert "anulează" in READER.completions("anu", "ro")
    assert "anulează" in READER.completions("ANU", "ro")
    assert "undo" in READER.completions("un", "en")
    assert "undo" not in READER.completions("un", "ro")
    assert READER.completions("xyz", "ro") == []


def test_nothing_typed_offers_every_command_of_the_language() -> None:
    for t in LANGUAGES:
        shown = sorted(shown_name(spec, t) for spec in SPECS)
        assert READER.completions("", t.language) == shown


def test_a_suit_is_completed_after_a_rank() -> None:
    assert READER.completions("as de pi", "ro") == ["pică"]
    assert READER.completions("ace of sp", "en") == ["spades"]
    assert set(READER.completions("ace of ", "en")) >= {"spades", "hearts", "diamonds", "clubs"}


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_what_is_completed_is_understood(t: Translator) -> None:
    for word in READER.completions("", t.language):
        assert not isinstance(parse(word, t.language), NotUnderstood | Ambiguous)
