"""What the checker says of logs, tables and files: each problem in whole, plain sentences."""

from __future__ import annotations

import re

import pytest
from language.talk import EN, LANGUAGES, RO
from strategies import card, move

from crescent_a11y.engine.deal import Variant
from crescent_a11y.engine.game import NothingToUndo, UndoLimit
from crescent_a11y.engine.record import (
    BadDealCode,
    BadEncoding,
    CardMismatch,
    ClaimMismatch,
    Expected,
    Fault,
    PositionMismatch,
    Problem,
    Syntax,
    TimeMismatch,
    TooLong,
    UnknownCard,
    UnknownPlace,
    UnsupportedVersion,
)
from crescent_a11y.engine.rules import GameOver, SamePlace, WrongSuit
from crescent_a11y.engine.table import Place, Sight, Table
from crescent_a11y.language.catalog import Translator, load
from crescent_a11y.language.figures import Counts, statistics
from crescent_a11y.language.positions import allowed, moves_listed
from crescent_a11y.language.refusals import refused
from crescent_a11y.language.reports import fault_text, not_a_place, problem_text, refusal_text
from crescent_a11y.language.shell import help_text, usage
from crescent_a11y.language.troubles import FileTrouble, file_trouble

P = Place.parse
COMMANDS = ("play", "deal", "verify", "check", "solve", "survey", "stats")

PROBLEMS: list[tuple[Problem, str, str]] = [
    (
        UnknownPlace("zz"),
        "zz nu este un loc. Locurile sunt de la 1 la 16 și us, uh, ud, uc, ds, dh, dd, dc.",
        "zz is not a place. Places are 1 to 16 and us, uh, ud, uc, ds, dh, dd, dc.",
    ),
    (
        UnknownCard("zz"),
        "zz nu este o carte. O carte este un rang, A, de la 2 la 10, J, Q sau K, și o culoare, "
        "S, H, D sau C.",
        "zz is not a card. A card is a rank, A, 2 to 10, J, Q or K, and a suit, S, H, D or C.",
    ),
    (
        BadDealCode("zz"),
        "zz nu este un cod de joc. Un cod arată ca CR1-N-AAAAAAB sau este un număr.",
        "zz is not a deal code. A code looks like CR1-N-AAAAAAB, or is a number.",
    ),
    (
        UnsupportedVersion("2"),
        "Versiunea 2 a jurnalului nu este cunoscută aici, doar versiunea 1.",
        "Version 2 of the log is not known here, only version 1.",
    ),
    (TooLong(), "Linia are mai mult de 4096 de octeți.", "The line has more than 4096 bytes."),
    (
        TooLong("12345678901"),
        "12345678901 are mai mult de zece cifre.",
        "12345678901 has more than ten digits.",
    ),
    (
        BadEncoding(0xFF),
        "Octetul FF nu ține de un text în UTF-8.",
        "The byte FF does not belong to text in UTF-8.",
    ),
    (
        CardMismatch(card("QS"), P("3"), card("AS")),
        "Jurnalul numește dama de pică, dar pe stiva 3 este asul de pică.",
        "The log names the queen of spades, but on pile 3 lies the ace of spades.",
    ),
    (
        TimeMismatch(3, 5),
        "Timpul scade de la 5 la 3 secunde.",
        "The time goes back from 5 to 3 seconds.",
    ),
    (
        PositionMismatch(P("3"), Sight(3, card("AS")), Sight(0, None)),
        "Masa diferă. În jurnal: stiva 3: 3 cărți, as de pică deasupra. În joc: stiva 3: goală.",
        "The table differs. In the log: pile 3: 3 cards, ace of spades on top. "
        "In the game: pile 3: empty.",
    ),
    (
        ClaimMismatch("moves", 3, 4),
        "Jurnalul susține 3 mutări; la redare rezultă 4 mutări.",
        "The log claims 3 moves; the replay gives 4 moves.",
    ),
    (
        ClaimMismatch("redeals", 1, 20),
        "Jurnalul susține 1 redistribuire; la redare rezultă 20 de redistribuiri.",
        "The log claims 1 redeal; the replay gives 20 redeals.",
    ),
    (
        ClaimMismatch("time", 61, 3600),
        "Jurnalul susține 1 minut și 1 secundă; la redare rezultă 1 oră.",
        "The log claims 1 minute and 1 second; the replay gives 1 hour.",
    ),
    (
        WrongSuit(card("QC"), P("us"), card("KS")),
        "Trebuie să fie de aceeași culoare. "
        "Dama de treflă nu merge pe fundația ascendentă de pică.",
        "It must be the same suit. "
        "The queen of clubs does not go on the ascending foundation of spades.",
    ),
    (
        NothingToUndo(UndoLimit.START),
        "Nu este nimic de anulat. Încă nu ai făcut nicio mutare.",
        "There is nothing to undo. No move has been made yet.",
    ),
    (
        GameOver(),
        "Partida este deja câștigată; nu mai poate urma nimic.",
        "The game is won already; nothing can follow.",
    ),
]


@pytest.mark.parametrize(
    ("problem", "romanian", "english"),
    PROBLEMS,
    ids=[f"{case[0].code}-{number}" for number, case in enumerate(PROBLEMS)],
)
def test_a_problem_of_a_log_is_told_in_these_words(
    problem: Problem, romanian: str, english: str
) -> None:
    assert problem_text(RO, problem) == romanian
    assert problem_text(EN, problem) == english


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@pytest.mark.parametrize("expected", Expected, ids=lambda expected: expected.name)
def test_what_a_log_should_have_is_told_in_a_sentence_with_one_capital(
    expected: Expected, t: Translator
) -> None:
    for word in ("", "zz"):
        text = problem_text(t, Syntax(word, expected))
        assert text[0].isupper()
        assert not re.search(r"[A-ZĂÂÎȘȚ]", text[1:]), text
        assert text.endswith(".")
        assert word in text
        assert re.search(r"\b(nu|not)\b", text) if word else not re.search(r"\b(nu|not)\b", text)


def test_a_wrong_word_of_a_log_is_repeated_without_control_characters() -> None:
    for t in LANGUAGES:
        for problem in (
            UnknownPlace("\x1b[31m"),
            UnknownCard("\x07"),
            BadDealCode("\x9b"),
            UnsupportedVersion("\u202e"),
            Syntax("\x1b", Expected.NUMBER),
        ):
            text = problem_text(t, problem)
            assert text.isprintable()
            assert "U+" in text


def test_what_is_told_of_a_log_or_a_table_advises_no_player() -> None:
    for t in LANGUAGES:
        game = refused(t, GameOver())
        assert re.search(r"\b(type|scrie)\b", game, re.IGNORECASE), "the player is told what to do"
        for text in (problem_text(t, GameOver()), refusal_text(t, GameOver())):
            assert not re.search(r"\b(type|scrie)\b", text, re.IGNORECASE)
            assert text != game


def test_the_number_of_the_move_comes_before_its_problem() -> None:
    fault = Fault(9, 4, UnknownPlace("zz"), 7)
    assert fault_text(RO, fault) == f"mutarea 7: {problem_text(RO, UnknownPlace('zz'))}"
    assert fault_text(EN, fault) == f"move 7: {problem_text(EN, UnknownPlace('zz'))}"
    assert not fault_text(EN, Fault(9, 4, UnknownPlace("zz"))).startswith("move")


# A foundation within a sentence has its article

ON_FOUNDATION: list[tuple[Problem, str, str]] = [
    (
        CardMismatch(card("QS"), P("us"), card("2S")),
        "Jurnalul numește dama de pică, dar pe fundația ascendentă de pică este 2 de pică.",
        "The log names the queen of spades, "
        "but on the ascending foundation of spades lies the 2 of spades.",
    ),
    (
        SamePlace(P("dh")),
        "Sursa și destinația sunt același loc. Fundația descendentă de cupă apare de două ori.",
        "Source and destination are the same place. "
        "The descending foundation of hearts is named twice.",
    ),
]


@pytest.mark.parametrize(
    ("problem", "romanian", "english"), ON_FOUNDATION, ids=[case[0].code for case in ON_FOUNDATION]
)
def test_a_foundation_in_a_problem_has_its_article(
    problem: Problem, romanian: str, english: str
) -> None:
    assert problem_text(RO, problem) == romanian
    assert problem_text(EN, problem) == english


def test_a_foundation_in_an_allowed_move_has_its_article() -> None:
    table = Table.of(["5C 2S", "KS"])
    assert allowed(RO, table, move("1 us")) == (
        "Permis: 2 de pică de pe stiva 1 pe fundația ascendentă de pică."
    )
    assert allowed(EN, table, move("1 us")) == (
        "Allowed: 2 of spades from pile 1 to the ascending foundation of spades."
    )
    assert moves_listed(RO, table, [move("1 us")]) == [
        "2 de pică de pe stiva 1 pe fundația ascendentă de pică"
    ]
    assert moves_listed(EN, table, [move("1 us")]) == [
        "2 of spades from pile 1 to the ascending foundation of spades"
    ]


def test_piles_in_an_allowed_move_are_named_by_their_numbers() -> None:
    table = Table.of(["5C QS", "KS"])
    assert allowed(RO, table, move("1 2")) == "Permis: damă de pică de pe stiva 1 pe stiva 2."
    assert allowed(EN, table, move("1 2")) == "Allowed: queen of spades from pile 1 to pile 2."


# Files and the shell


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@pytest.mark.parametrize("trouble", FileTrouble, ids=lambda trouble: trouble.name)
def test_a_trouble_with_a_file_is_one_sentence_that_names_it(
    trouble: FileTrouble, t: Translator
) -> None:
    text = file_trouble(t, "un\x1b[2J.crescent", trouble)
    assert text.isprintable()
    assert "un U+001B [2J.crescent" in text
    assert text.endswith(".")
    # The name of a file keeps its letters wherever it stands.
    assert text[0].isupper() or text.startswith("un U+001B [2J.crescent ")


def test_every_trouble_with_a_file_has_words_of_its_own() -> None:
    for t in LANGUAGES:
        assert len({file_trouble(t, "x", trouble) for trouble in FileTrouble}) == len(FileTrouble)


def test_braces_in_the_name_of_a_file_are_repeated_as_they_are() -> None:
    for t in LANGUAGES:
        for trouble in FileTrouble:
            assert "{name}{0}" in file_trouble(t, "{name}{0}", trouble)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@pytest.mark.parametrize("command", [*COMMANDS, None])
def test_the_help_of_the_shell_begins_with_how_a_command_is_written(
    command: str | None, t: Translator
) -> None:
    first, *rest = help_text(t, command).splitlines()
    assert first == usage(t, command)
    assert f"crescent-a11y {command}" in first or command is None
    assert all(line.endswith(".") for line in rest)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_the_help_of_every_command_ends_with_its_exit_statuses(t: Translator) -> None:
    begin = {"ro": "Codul de ieșire 0: ", "en": "Status 0: "}[t.language]
    for command in (*COMMANDS, None):
        statuses = help_text(t, command).splitlines()[-1]
        assert statuses.startswith(begin)
        assert "; 2: " in statuses
    assert "; 3: " in help_text(t, "solve")


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_the_help_without_a_command_says_what_each_does(t: Translator) -> None:
    lines = help_text(t, None).splitlines()
    for command in COMMANDS:
        (line,) = (line for line in lines if line.startswith(f"{command} "))
        assert len(line.split()) > 2


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_the_help_of_play_explains_every_option_and_each_choice_of_speech(t: Translator) -> None:
    text = help_text(t, "play").partition("\n")[2]
    for option in ("--deal", "--log", "--speech on", "--speech off", "--speech ask"):
        assert option in text


def test_a_word_that_is_no_place_is_answered_with_the_places() -> None:
    for t in LANGUAGES:
        text = not_a_place(t, "zz")
        assert text.startswith("zz ")
        assert all(place.code in re.findall(r"\w+", text) for place in tuple(Place)[16:])


@pytest.mark.parametrize(
    ("language", "total", "face_down"),
    [
        (
            "ro",
            "2 partide: câștigate 1, blocate 0, abandonate 1.",
            "Jocul cu fața în jos. 1 partidă",
        ),
        ("en", "2 games: 1 won, 0 blocked, 1 given up.", "Face-down game. 1 game"),
    ],
)
def test_the_figures_are_told_of_all_games_and_of_each_variant(
    language: str, total: str, face_down: str
) -> None:
    won = Counts(1, 1, 0, 0, 1, 1, 120, 120.0, 600, 600.0)
    left = Counts(1, 0, 0, 1, 0, 0, None, None, None, None)
    both = Counts(2, 1, 0, 1, 0, 1, 120, 120.0, 600, 600.0)
    of_each = {Variant.TRADITIONAL: won, Variant.FACE_DOWN: left}
    lines = statistics(load(language), both, of_each).splitlines()
    assert len(lines) == 3
    assert lines[0].startswith(total)
    assert lines[2].startswith(face_down)
    assert statistics(load(language), won, {Variant.TRADITIONAL: won}).count("\n") == 0
