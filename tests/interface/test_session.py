"""The rules of a session: what each typed line does, what is answered, what is never done."""

from __future__ import annotations

import copy
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from catalog_words import foreign
from hypothesis import given, settings
from hypothesis import strategies as st
from player import LANGUAGES, NEXT_DEAL, Player, answer_which, is_clean
from strategies import DATA, card, numbered, read_words, spell, state

from crescent_a11y.engine.deal import DealCode, deal
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.record import Record, Step
from crescent_a11y.engine.replay import Report
from crescent_a11y.engine.rules import Move, Redeal, is_blocked, legal_moves
from crescent_a11y.engine.table import PILES, Place, Table
from crescent_a11y.interface.files import FileProblem, LogWriter, judge_file, trouble_of
from crescent_a11y.interface.typed import LONGEST_LINE
from crescent_a11y.language.catalog import load
from crescent_a11y.language.manual import command_help
from crescent_a11y.language.vocabulary import NAMES, SPECS
from crescent_a11y.language.words import card_name

WON = Record.parse((DATA / "won.crescent").read_text())
BLOCKED = Record.parse((DATA / "blocked.crescent").read_text())

ONE_PLACE = Table.of(["5C 10H", "2S 9H", "5D"], redeals=3)
SEVERAL_PLACES = Table.of(["5C 10H", "2S 9H", "5D", "3C JH"], redeals=3)
BOTH_FOUNDATIONS = Table.of(["2D 6S", "9H"], "us:5 ds:7", redeals=3)
TWINS = Table.of(["5C 10H", "3D 10H", "2S 9H"], redeals=3)


def judged(path: Path) -> Report:
    return judge_file(str(path), read_words)


def moved(step: object) -> Move | None:
    action = step.action if isinstance(step, Step) else None
    return action if isinstance(action, Move) else None


def lines_of(record: Record) -> Iterator[str]:
    """The lines that play a record, the moves by their places."""
    for step in record.steps:
        move = moved(step)
        yield "redeal" if move is None else f"{move.source.code} {move.destination.code}"


# Moves


@pytest.mark.parametrize(
    "line",
    [
        "1 2",
        "  1   2  ",
        "move 1 to 2",
        "MOVE 1 2",
        "mută 1 pe 2",
        "muta 1 2",
        "pile 1 onto pile 2",
        "stiva 1 pe stiva 2",
        "10H 9H",
        "th 9h",
        "10 of hearts on 9 of hearts",
        "10 de cupă pe 9 de cupă",
        "zece de cupa peste noua de cupa",
        "1 9H",
        "10H 2",
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_is_read_in_either_language_whatever_the_current_one(
    language: str, line: str
) -> None:
    player = Player(language, table=ONE_PLACE)
    answer = player.type(line)
    assert spell([player.game.table.top(Place.P2)]) == "10H"
    assert player.game.moves == 1
    assert answer.startswith(card_name(load(language), card("10H")))


def test_a_move_says_the_card_its_place_and_what_it_uncovered() -> None:
    answer = Player("ro", table=ONE_PLACE).type("1 2")
    first, second = answer.split(". ", 1)
    assert first == "10 de cupă pe 9 de cupă, stiva 2"
    assert "treflă" in second
    assert "stiva 1" in second.lower()


@pytest.mark.parametrize(
    ("language", "line", "rule"),
    [
        ("en", "1 3", "It must be the same suit"),
        ("ro", "1 3", "Trebuie să fie de aceeași culoare"),
        ("en", "1 2", "It must be one rank higher or lower"),
        ("ro", "1 2", "Trebuie să fie de rang mai mare sau mai mic"),
        ("en", "1 4", "This pile is full; choose another destination"),
        ("ro", "1 4", "Această stivă este plină; alege altă destinație"),
        ("en", "1 5", "Nothing can be placed on an empty pile"),
        ("ro", "1 5", "Nu se poate plasa pe o stivă goală"),
        ("en", "us ds", "The base of the foundation is locked"),
        ("ro", "us ds", "Baza fundației este blocată"),
    ],
)
def test_a_refusal_says_the_rule_first_then_the_facts_and_changes_nothing(
    language: str, line: str, rule: str
) -> None:
    table = Table.of(["5C 10H", "2S 7H", "5D", "9H " * 13], redeals=3)
    player = Player(language, table=table)
    answer = player.type(line)
    assert answer.startswith(rule)
    assert len(answer) > len(rule) + 10
    assert player.game.table == table
    assert player.game.moves == 0


def test_a_pile_alone_moves_its_card_where_only_one_place_takes_it() -> None:
    player = Player(table=ONE_PLACE)
    assert "pile 2" in player.type("1")
    assert player.game.moves == 1
    assert not player.is_asked_where


def test_a_pile_alone_that_no_place_takes_is_told_and_not_selected() -> None:
    player = Player(table=ONE_PLACE)
    answer = player.type("3")
    assert "5 of diamonds" in answer
    assert not player.is_asked_where
    player.type("2")
    assert spell([player.game.table.top(Place.P1)]) == "9H", "2 stood for itself"


def test_an_empty_pile_alone_is_refused() -> None:
    player = Player(table=ONE_PLACE)
    assert player.type("5").startswith("There is no card to move.")


def test_a_pile_alone_that_several_places_take_is_selected_and_they_are_read() -> None:
    player = Player(table=SEVERAL_PLACES)
    answer = player.type("1")
    assert answer.index("pile 2") < answer.index("pile 4") < answer.index("?")
    assert player.game.moves == 0
    assert player.is_asked_where


@pytest.mark.parametrize("place", ["4", "4.", "JH", "valet de cupă"])
def test_the_place_after_a_selection_is_its_destination(place: str) -> None:
    player = Player(table=SEVERAL_PLACES)
    player.type("1", place)
    assert spell([player.game.table.top(Place.P4)]) == "10H"
    assert not player.is_asked_where


@pytest.mark.parametrize("line", ["", "   ", "cancel", "renunță", "lasă"])
def test_an_empty_line_and_cancel_let_go_of_a_selection(line: str) -> None:
    player = Player(table=SEVERAL_PLACES)
    answer = player.type("1", line)
    assert "10 of hearts" in answer
    assert not player.is_asked_where
    player.type("4")
    assert spell([player.game.table.top(Place.P4)]) != "10H"


@pytest.mark.parametrize(
    "line", ["table", "pile 4", "foundations", "moves", "status", "code", "help", "rules", "masa"]
)
def test_commands_that_only_tell_keep_a_selection(line: str) -> None:
    player = Player(table=SEVERAL_PLACES)
    player.type("1", line)
    assert player.is_asked_where
    player.type("2")
    assert spell([player.game.table.top(Place.P2)]) == "10H"


def test_cancel_with_nothing_selected_is_answered() -> None:
    assert "No card" in Player(table=ONE_PLACE).type("cancel")


@pytest.mark.parametrize("zone", ["f", "foundation", "fundație", "pe fundație"])
def test_the_foundation_zone_is_the_foundation_of_the_suit_that_accepts(zone: str) -> None:
    player = Player(table=Table.of(["2D 6S", "9H"], "us:5", redeals=3))
    player.type(f"1 {zone}")
    assert len(player.game.table.places[Place.US]) == 6
    assert player.game.moves == 1


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ("us", Place.US),
        ("ds", Place.DS),
        ("ascending", Place.US),
        ("descending", Place.DS),
        ("up", Place.US),
        ("DESCENDING", Place.DS),
        ("ascendentă", Place.US),
        ("ascendenta", Place.US),
        ("descendentă", Place.DS),
        ("sus", Place.US),
        ("jos", Place.DS),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_both_foundations_accept_the_player_is_asked_which(
    language: str, answer: str, place: Place
) -> None:
    player = Player(language, table=BOTH_FOUNDATIONS)
    question = player.type("1 f")
    assert question.endswith("?")
    assert player.game.moves == 0
    player.type(answer)
    assert spell([player.game.table.top(place)]) == "6S"
    assert player.game.moves == 1


@pytest.mark.parametrize("answer", ["uh", "3", "dd", "up of hearts"])
def test_a_place_that_was_not_offered_moves_nothing(answer: str) -> None:
    player = Player(table=BOTH_FOUNDATIONS)
    player.type("1 f", answer)
    assert player.game.table == BOTH_FOUNDATIONS
    assert not player.is_asked_where


@pytest.mark.parametrize("line", ["", "cancel", "renunță"])
def test_a_choice_can_be_dropped(line: str) -> None:
    player = Player(table=BOTH_FOUNDATIONS)
    player.type("1 f", line)
    assert player.game.table == BOTH_FOUNDATIONS
    assert not player.is_asked_where


def test_a_card_that_no_foundation_takes_is_told_what_they_want() -> None:
    player = Player(table=BOTH_FOUNDATIONS)
    answer = player.type("2 f")
    assert answer.startswith("No foundation takes the 9 of hearts")
    assert "2" in answer
    assert "queen" in answer


def test_two_piles_with_the_same_top_card_are_asked_for() -> None:
    player = Player("ro", table=TWINS)
    question = player.type("10 de cupă pe 9 de cupă")
    assert "pe stiva 1 și pe stiva 2" in question
    assert player.game.moves == 0
    player.type("2")
    assert spell(player.game.table.top(place) for place in PILES[:3]) == "10H 3D 10H"


def test_of_several_readings_the_only_allowed_one_is_played_without_a_question() -> None:
    # The ace and the king lie on piles and, as bases, on foundations.
    player = Player(table=Table.of(["2D AS", "3C KS"], redeals=3))
    answer = player.type("AS KS")
    assert spell([player.game.table.top(Place.P2)]) == "AS"
    assert "?" not in answer


def test_a_card_that_is_not_on_top_is_said_so() -> None:
    player = Player("ro", table=ONE_PLACE)
    assert player.type("5 de treflă pe 9 de cupă").startswith("5 de treflă nu este deasupra")
    assert player.type("10 de cupă pe 2 de pică").startswith("2 de pică nu este deasupra")
    assert player.game.moves == 0


def test_a_whole_table_is_not_moved_by_half_a_line() -> None:
    player = Player(table=ONE_PLACE)
    for line in ("move", "f", "1 2 3", "1 to", "move 1 banana"):
        player.type(line)
        assert player.game.table == ONE_PLACE, line


# What is not understood


@pytest.mark.parametrize(
    ("language", "line", "word", "near"),
    [
        ("en", "redael", "redael", "redeal"),
        ("en", "tabel", "tabel", "table"),
        ("ro", "redistribiue", "redistribiue", "redistribuie"),
        ("ro", "fundati", "fundati", ""),
        ("ro", "anuleza", "anuleza", "anulează"),
        ("en", "1 banana", "banana", ""),
    ],
)
def test_the_word_that_was_not_understood_is_named_with_the_nearest_commands(
    language: str, line: str, word: str, near: str
) -> None:
    answer = Player(language).type(line)
    if near:
        assert near in answer
        assert word in answer
    elif line != "fundati":
        assert word in answer


@pytest.mark.parametrize("line", ["0 1", "1 17", "17", "pile 99", "stiva 0", "99999999999 1"])
def test_a_pile_that_does_not_exist_is_named(line: str) -> None:
    player = Player()
    answer = player.type(line)
    wrong = max(re.findall(r"\d+", line), key=lambda x: (not 1 <= int(x) <= 16, len(x)))
    assert f"There is no pile {wrong}" in answer
    assert player.game.moves == 0


def test_an_abbreviation_of_several_commands_is_told_as_such() -> None:
    answer = Player("en").type("re")
    assert "redeal" in answer
    assert "redo" in answer


def test_an_empty_line_is_answered() -> None:
    assert "help" in Player().type("")
    assert "ajutor" in Player("ro").type("")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_longer_than_any_command_is_refused_whole(language: str) -> None:
    player = Player(language, table=ONE_PLACE)
    answer = player.type("1 2" + " " * LONGEST_LINE)
    assert player.game.table == ONE_PLACE
    assert len(answer) < 200
    player.type("1 2" + " " * (LONGEST_LINE - 3))
    assert player.game.moves == 1


CONTROLS = "\x00\x07\x08\x1b\x7f\x85\x9b\u202e\u2028\u2066\ufeff\udc9b\U000e0001"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "before", ["", "1 ", "pile ", "help ", "new ", "undo ", "table ", "log ", "verify "]
)
def test_control_characters_never_come_back_raw(language: str, before: str, tmp_path: Path) -> None:
    with inside(tmp_path):
        for control in CONTROLS:
            answer = Player(language).type(f"{before}a{control}[31mz")
            assert is_clean(answer)
            if control not in {"\x85", "\u2028"}:  # these are blanks to a reader
                assert f"U+{ord(control):04X}" in answer, repr(control)


@pytest.mark.parametrize(
    ("language", "line", "question"),
    [
        ("ro", "damă", "Dama de ce culoare?"),
        ("ro", "as", "Asul de ce culoare?"),
        ("ro", "unde as", "Asul de ce culoare?"),
        ("ro", "10 pe as", "Asul de ce culoare?"),
        ("ro", "zece", "10 de ce culoare?"),
        ("ro", "10 pe rege", "Regele de ce culoare?"),
        ("ro", "regele din stiva 2", "Regele de ce culoare?"),
        ("en", "queen", "The queen of which suit?"),
        ("en", "ten", "The 10 of which suit?"),
        ("en", "move 1 to the king", "The king of which suit?"),
    ],
)
def test_a_rank_alone_is_asked_for_its_suit(language: str, line: str, question: str) -> None:
    player = Player(language, table=ONE_PLACE)
    assert player.type(line) == question
    assert player.game.moves == 0


@pytest.mark.parametrize(
    ("language", "line", "question"),
    [
        ("ro", "aujtor", "Nu înțeleg: aujtor. Ai vrut să scrii ajutor?"),
        ("ro", "anuleza", "Nu înțeleg: anuleza. Ai vrut să scrii anulează, salvează sau pauză?"),
        ("en", "undoo", "Not understood: undoo. Did you mean undo?"),
    ],
)
def test_a_typo_is_answered_with_the_command_that_it_looks_like(
    language: str, line: str, question: str
) -> None:
    assert Player(language).type(line) == question


# The side of a foundation


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("1 pe fundația ascendentă", Place.US),
        ("1 pe fundatia descendenta", Place.DS),
        ("1 sus", Place.US),
        ("1 jos", Place.DS),
        ("1 to the ascending foundation", Place.US),
        ("1 down", Place.DS),
        ("6 de pică pe fundația descendentă", Place.DS),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_side_names_the_foundation_of_the_suit_of_the_card(
    language: str, line: str, place: Place
) -> None:
    player = Player(language, table=BOTH_FOUNDATIONS)
    player.type(line)
    assert spell([player.game.table.top(place)]) == "6S"
    assert player.game.moves == 1


def test_a_side_that_does_not_take_the_card_is_refused_by_what_it_wants() -> None:
    for language, refusal in (
        (
            "ro",
            "Nu este cartea care urmează. "
            "Fundația descendentă de cupă primește dama de cupă, nu 9 de cupă.",
        ),
        (
            "en",
            "It is not the next card. The descending foundation of hearts takes "
            "the queen of hearts, not the 9 of hearts.",
        ),
    ):
        player = Player(language, table=BOTH_FOUNDATIONS)
        assert player.type("2 jos") == refusal
        assert player.game.table == BOTH_FOUNDATIONS


# Suits at a glance


def test_a_suit_is_told_by_its_foundations_and_then_its_tops_in_runs() -> None:
    table = Table.of(["5C KS", "2D AS", "5D 4S", "3C 2S", "AD", "4S", "5S", "9S"], redeals=3)
    said = {
        "en": "Spades: up wants 2, down wants queen. "
        "4 piles 3 and 6, 5 pile 7; 9 pile 8; king pile 1, ace pile 2, 2 pile 4.",
        "ro": "Pică: urmează 2 în sus, damă în jos. "
        "4 stivele 3 și 6, 5 stiva 7; 9 stiva 8; rege stiva 1, as stiva 2, 2 stiva 4.",
    }
    for language, text in said.items():
        for line in ("suit spades", "culoare pică", "spades", "pică", "PICA.", "spade"):
            assert Player(language, table=table).type(line) == text


def test_a_suit_that_shows_nowhere_is_told_so() -> None:
    table = Table.of(["5C KS"], "uh:13 dc:13 uc:13", redeals=3)
    assert Player("en", table=table).type("diamonds").endswith(" No pile shows this suit.")
    assert Player("en", table=table).type("clubs").startswith("Clubs: both foundations are comple")


# Places of a selected card


def test_the_places_of_a_selected_card_are_told_by_what_lies_on_them() -> None:
    table = Table.of(["5C KS", "2S QS", "5D AS", "3C JH"], "us:12", redeals=3)
    said = {
        "en": "The king of spades goes on the queen of pile 2, on the ace of pile 3, or on the "
        "ascending foundation. Where?",
        "ro": "Regele de pică merge pe dama din stiva 2, pe asul din stiva 3 sau pe fundația "
        "ascendentă. Unde?",
    }
    for language, text in said.items():
        assert Player(language, table=table).type("1") == text


# The player's own abbreviations


@pytest.mark.parametrize("line", ["alias z code", "alias z = code", "alias z=code", "alias Z code"])
def test_an_abbreviation_stands_for_its_command(line: str) -> None:
    player = Player()
    assert player.type(line) == "z means code."
    assert player.type("z") == player.type("Z") == player.type("code")
    assert player.type("alias") == "z means code."


def test_an_abbreviation_may_begin_a_line_and_may_hold_a_move() -> None:
    player = Player("ro", table=ONE_PLACE)
    player.type("prescurtare z mută 1", "prescurtare ș stiva")
    assert player.type("ș 3").startswith("Stiva 3:")
    assert player.type("z 2").startswith("10 de cupă pe 9 de cupă")


def test_an_abbreviation_that_hides_a_command_is_told_so_and_forgotten_again() -> None:
    player = Player()
    said = player.type("alias table status")
    assert said == "table now means status, and hides the command table."
    assert player.type("table") == player.type("status")
    assert player.type("forget table") == "table no longer has a meaning of yours."
    assert player.type("table") != player.type("status")


@pytest.mark.parametrize("line", ["forget z", "unalias z", "uită z", "UITA Z"])
def test_forget_takes_back_one_abbreviation_and_no_other(line: str) -> None:
    player = Player()
    player.type("alias z code", "alias w status")
    assert "z" in player.type(line).lower()
    assert player.type("z").startswith("Not understood: z")
    assert player.type("w") == player.type("status")
    assert player.type("alias") == "w means status."


def test_forget_without_the_name_of_one_leaves_all_as_they_are() -> None:
    player = Player()
    player.type("alias z code")
    for line in ("forget", "forget banana", "forget code"):
        assert player.type(line)
    assert player.type("alias") == "z means code."


@pytest.mark.parametrize(
    "line", ["alias z", "alias z =", "alias = code", "alias " + "z" * 21 + " x"]
)
def test_half_an_abbreviation_is_told_how_to_be_made(line: str) -> None:
    player = Player()
    assert player.type(line) == "Type alias, a word, and the command it stands for."
    assert player.type("alias").startswith("You have none.")


# Again, oops and why


@pytest.mark.parametrize(
    ("line", "mended", "language"),
    [
        ("1 banana", "oops 2", "en"),
        ("banana 2", "oops 1", "en"),
        ("1 banană", "corectez 2", "ro"),
        ("mvoe 1 2", "oops move", "en"),
        ("move 1 ov", "oops 2", "en"),
        ("mută 1 ut", "corectez 2", "ro"),
    ],
)
def test_oops_puts_a_word_in_place_of_the_one_that_was_not_understood(
    line: str, mended: str, language: str
) -> None:
    player = Player(language, table=ONE_PLACE)
    player.type(line)
    assert player.game.moves == 0
    player.type(mended)
    assert player.game.moves == 1
    assert spell([player.game.table.top(Place.P2)]) == "10H"


def test_oops_mends_a_line_once_and_only_what_was_not_understood() -> None:
    player = Player(table=ONE_PLACE)
    nothing = player.type("oops 2")
    assert player.type("code", "oops 2") == nothing
    player.type("1 banana", "oops 2", "undo")
    assert player.type("oops 2") == nothing
    assert player.game.moves == 0


def test_again_does_the_last_command_once_more() -> None:
    player = Player()
    assert player.type("again") == "There is no command to do again."
    player.type("3 7", "6 8", "undo")
    player.type("again")
    assert player.game.moves == 0
    told = player.type("pile 3")
    assert player.type("banana", "again") == told
    assert player.type("again") == told


def test_why_says_the_rule_and_where_the_card_could_go() -> None:
    player = Player(table=Table.of(["5C 10H", "2S 7H", "5D 9H", "9D JH"], redeals=3))
    assert player.type("why") == "Nothing was refused."
    player.type("1 2")
    answer = player.type("why")
    assert "the next rank" in answer
    assert answer.endswith("The 10 of hearts goes on the 9 of pile 3 or on the jack of pile 4.")
    player.type("reasons off")
    assert player.type("1 2") == "Refused."
    assert player.type("why") == answer


# Redeal, undo, redo


@pytest.mark.parametrize("line", ["redeal", "redistribuie", "Redistribuire", "REDISTRIBUIREA"])
def test_a_redeal_brings_the_bottom_card_of_each_pile_to_the_top(line: str) -> None:
    player = Player(table=Table.of(["2H 9C JD JD", "5S", "8C 7C"], redeals=3))
    answer = player.type(line)
    assert spell(player.game.table.places[Place.P1]) == "9C JD JD 2H"
    assert spell(player.game.table.places[Place.P2]) == "5S"
    assert "2 of hearts" in answer
    assert "8 of clubs" in answer
    assert "5 of spades" not in answer, "a pile of one card has no new top"
    assert answer.startswith("Redealt, 2 left. ")
    assert player.game.moves == 0


def test_the_fourth_redeal_is_refused() -> None:
    player = Player("ro")
    player.type("redistribuie", "redistribuie", "redistribuie")
    table = player.game.table
    assert player.type("redistribuie").startswith("Nicio redistribuire")
    assert player.game.table == table


@pytest.mark.parametrize("line", ["undo 3", "anulează 3", "ANULEAZA 3", "înapoi 3", "u 3"])
def test_undo_with_a_number_takes_back_so_many_moves(line: str) -> None:
    player = Player()
    before = [player.game.table]
    for move in ("3 7", "6 8", "13 15", "4 12"):
        player.type(move)
        before.append(player.game.table)
    answer = player.type(line)
    assert player.game.table == before[1]
    assert player.game.moves == 1
    assert answer.startswith("3 moves taken back")


def test_undo_of_more_moves_than_there_are_says_so() -> None:
    player = Player()
    player.type("3 7", "6 8")
    answer = player.type("undo 9")
    assert answer.startswith("2 moves taken back")
    assert "No more" in answer
    assert player.game.table == deal(numbered(1))


@pytest.mark.parametrize("line", ["undo 0", "undo 101", "undo x", "undo -1", "undo 1 2", "undo ١"])
def test_undo_takes_a_number_from_1_to_100(line: str) -> None:
    player = Player()
    player.type("3 7")
    answer = player.type(line)
    assert "Not understood" in answer
    assert player.game.moves == 1


def test_redo_plays_again_until_another_move_is_made() -> None:
    player = Player()
    player.type("3 7")
    after = player.game.table
    player.type("undo", "redo")
    assert player.game.table == after
    player.type("undo")
    other = next(move for move in legal_moves(player.game.table) if move.source != Place.P3)
    player.type(f"{other.source.code} {other.destination.code}")
    table = player.game.table
    assert "nothing to play again" in player.type("redo")
    assert player.game.table == table


def test_undo_does_not_reach_behind_a_redeal() -> None:
    player = Player()
    player.type("3 7", "redeal")
    table = player.game.table
    assert "redeal" in player.type("undo")
    assert player.game.table == table


# New games


@pytest.mark.parametrize(
    "code",
    ["CR1-N-AAAAAAR", "cr1-n-aaaaaar", "CR1NAAAAAAR", "cr1 n aaaaaar", " CR1 - N - AAAAAAR ", "17"],
)
@pytest.mark.parametrize("command", ["new", "nou", "joc nou", "Partidă nouă", "new game"])
def test_new_takes_a_deal_code_in_every_form(command: str, code: str) -> None:
    player = Player()
    answer = player.type("3 7", f"{command} {code}")
    assert player.game.table == deal(numbered(17))
    assert player.game.moves == 0
    assert "CR1-N-AAAAAAR" in answer


def test_new_without_a_code_deals_another_game() -> None:
    player = Player()
    assert str(NEXT_DEAL) in player.type("new")
    assert player.game.table == deal(NEXT_DEAL)


@pytest.mark.parametrize(
    "code",
    ["CR1-N-AAAAAA", "CR2-N-AAAAAAB", "CR1-X-AAAAAAB", "CR1-N-AAAAAA1", "8031810176", "x", "1 17x"],
)
def test_new_with_a_wrong_code_is_answered_and_leaves_the_game(code: str) -> None:
    player = Player(interactive=True)
    player.type("3 7")
    before = state(player.game)
    answer = player.type(f"new {code}")
    assert code.lower() in answer.lower()
    assert state(player.game) == before
    assert not player.session.asks


@pytest.mark.parametrize("line", ["restart", "reîncepe", "start over", "de la inceput"])
def test_restart_deals_the_very_cards_of_the_code(line: str) -> None:
    player = Player()
    player.type("3 7", "redeal", line)
    assert player.game.table == deal(numbered(1))
    assert player.game.code == numbered(1)
    assert state(player.game) == state(Game(numbered(1)))


# Confirmation


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["new", "restart", "redeal", "new 17"])
@pytest.mark.parametrize("yes", ["yes", "y", "da", "DA", " d "])
def test_on_a_terminal_what_loses_something_is_done_after_yes(
    language: str, command: str, yes: str
) -> None:
    player = Player(language, interactive=True)
    player.type("3 7")
    before = player.game.table
    question = player.type(command)
    assert question.endswith("?")
    assert player.session.asks
    assert player.game.table == before
    player.type(yes)
    assert player.game.table != before
    assert not player.session.asks


@pytest.mark.parametrize("command", ["new", "restart", "redeal"])
@pytest.mark.parametrize("no", ["no", "n", "nu", "NU", "", "maybe", "quit", "1 2", "yes please"])
def test_any_answer_but_yes_changes_nothing(command: str, no: str) -> None:
    player = Player(interactive=True)
    player.type("3 7")
    before = state(player.game)
    player.type(command, no)
    assert state(player.game) == before
    assert not player.session.asks
    assert not player.session.ended


@pytest.mark.parametrize("command", ["new", "restart", "redeal"])
def test_nothing_is_asked_where_nothing_can_be_lost(command: str) -> None:
    player = Player(interactive=True)
    player.type(command)
    assert not player.session.asks
    if command != "redeal":
        assert player.game.moves == 0
    else:
        assert player.game.redeals == 1


@pytest.mark.parametrize("command", ["new", "restart", "redeal"])
def test_nothing_is_ever_asked_when_input_is_piped(command: str) -> None:
    player = Player(interactive=False)
    player.type("3 7")
    before = player.game.table
    player.type(command)
    assert not player.session.asks
    assert player.game.table != before


@pytest.mark.parametrize(
    ("off", "on"), [("confirm off", "confirm on"), ("confirmare oprit", "confirmă da")]
)
def test_confirm_off_asks_no_more_and_on_asks_again(off: str, on: str) -> None:
    player = Player(interactive=True)
    player.type("3 7", off, "restart")
    assert player.game.moves == 0
    player.type("3 7", on, "restart")
    assert player.session.asks
    assert player.game.moves == 1


# What the other commands tell


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_its_help_under_its_own_word(language: str, name: str) -> None:
    t = load(language)
    word = next(spec.words(t) for spec in SPECS if spec.name == name).split(",")[0]
    verb = "help" if language == "en" else "ajutor"
    assert Player(language).type(f"{verb} {word}") == command_help(t, name)


def test_help_on_what_is_no_command_names_it() -> None:
    assert "banana" in Player().type("help banana")


def test_the_table_is_told_in_words_that_can_be_read_back() -> None:
    for language, line in (("en", "table"), ("ro", "masa")):
        player = Player(language)
        player.type("3 7")
        assert read_words(player.type(line)) == player.game.table.view


def test_a_pile_is_told_with_its_count_and_its_top_card() -> None:
    player = Player("ro")
    assert player.type("stiva 3") == "Stiva 3: 6 cărți, 9 de caro deasupra."
    assert player.type("pile") != player.type("stiva 3")


def test_moves_tells_every_legal_move_suit_by_suit() -> None:
    player = Player("ro")
    lines = player.type("mutări").splitlines()
    assert sum(line.count(";") + 1 for line in lines) == len(list(legal_moves(player.game.table)))
    suits = ["Pică", "Cupă", "Caro", "Treflă"]
    told = [line.split(":")[0] for line in lines]
    assert told == [suit for suit in suits if suit in told]


def test_status_tells_moves_redeals_time_and_cards_on_the_foundations() -> None:
    player = Player("ro")
    player.type("3 7", "redistribuie")
    player.time += 61
    answer = player.type("stare")
    assert "1 mutare" in answer
    assert "2 redistribuiri rămase" in answer
    assert "1 minut și 1 secundă" in answer
    assert "8 din 104" in answer


def test_code_tells_the_code_that_deals_the_same_cards() -> None:
    player = Player()
    code = re.findall(r"CR1-N-[A-Z]{7}", player.type("code"))
    assert code == ["CR1-N-AAAAAAB"]
    player.type("3 7", f"new {code[0]}")
    assert player.game.table == deal(numbered(1))


def test_foundations_tells_eight_tops() -> None:
    answer = Player().type("foundations")
    assert answer.count("ace of") == 4
    assert answer.count("king of") == 4


@pytest.mark.parametrize("line", ["repeat", "repetă", "r"])
def test_repeat_says_the_last_answer_again(line: str) -> None:
    player = Player()
    said = player.type("pile 3")
    assert player.type(line) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_every_command_is_read_page_by_page(language: str) -> None:
    t = load(language)
    player = Player(language)
    verb, every = {"en": ("help", "all"), "ro": ("ajutor", "tot")}[language]
    pages = [player.type(f"{verb} {every}")]
    while re.search(rf"{verb} (\d+)", pages[-1].splitlines()[-1]):
        pages.append(player.type(f"{verb} {every} {len(pages) + 1}"))
    said = [line for page in pages for line in page.splitlines()]
    assert [line for line in said if line in {spec.help(t) for spec in SPECS}] == [
        spec.help(t) for spec in SPECS
    ]
    for number, page in enumerate(pages, 1):
        assert re.findall(r"\d+", page.splitlines()[0]) == [str(number), str(len(pages))]
        assert len(page.splitlines()) <= 8
        assert player.type(f"{verb} {number}") == page
    for wrong in ("0", "99", "x"):
        assert player.type(f"{verb} {every} {wrong}") not in pages
        assert player.type(f"{verb} {wrong}") not in pages


def test_a_page_of_the_help_takes_no_second_number() -> None:
    player = Player()
    assert player.type("help all 1 2") != player.type("help all 1")


def test_rules_are_read_by_section() -> None:
    player = Player()
    assert "16 piles" in player.type("rules")
    assert player.type("rules 3") != player.type("rules 4")
    assert "1 to" in player.type("rules 99")


def test_with_reasons_off_a_refusal_is_one_word() -> None:
    player = Player()
    long = player.type("1 2")
    player.type("reasons off")
    assert player.type("1 2") == "Refused."
    player.type("motive pornit")
    assert player.type("1 2") == long


@pytest.mark.parametrize("line", ["reasons maybe", "confirm", "language", "language fr", "log"])
def test_a_setting_that_is_not_understood_changes_nothing(line: str) -> None:
    player = Player()
    said = player.type("1 2")
    player.type(line)
    assert player.type("1 2") == said


@pytest.mark.parametrize("line", ["quit", "exit", "q", "ieși", "iesi", "închide", "IESIRE"])
def test_quit_ends_the_session_with_a_word(line: str) -> None:
    player = Player()
    player.type(line)
    assert player.session.ended


@pytest.mark.parametrize("line", ["quit now", "quitt", "table quit"])
def test_only_quit_alone_ends_the_session(line: str) -> None:
    player = Player()
    player.type(line)
    assert not player.session.ended


# Language


def test_the_language_changes_in_the_midst_of_a_game_and_nothing_else_does() -> None:
    player = Player("en")
    player.type("3 7", "redeal", "12", "undo")
    before = state(player.game)
    assert "româna" in player.type("language ro")
    assert state(player.game) == before
    assert player.type("1 1").startswith("Sursa și destinația")
    assert "English" in player.type("limba engleză")
    assert player.type("1 1").startswith("Source and destination")
    assert state(player.game) == before


def test_a_selection_outlives_a_change_of_language() -> None:
    player = Player("en", table=SEVERAL_PLACES)
    player.type("1", "limba ro", "4")
    assert spell([player.game.table.top(Place.P4)]) == "10H"


TOUR = {
    "en": (
        "|help|rules|rules 2|table|pile 3|foundations|moves|status|code|1 2|3 f|3 7|7|us ds|undo|"
        "undo|redo|redo|undo 5|redeal|redeal|redeal|redeal|undo|repeat|banana|re|17|pile|undo x|"
        "new x|new 3|restart|cancel|reasons off|1 2|reasons on|confirm|confirm off|confirm on|"
        "language|language en|log|verify|verify nowhere.crescent|help help|help banana|rules 99|"
        "AS|ace of spades|QD KD|table now|last 3|spell|verbosity|verbosity brief|3 7|undo|"
        "verbosity full|3 7|cards|counts|counts off|undo|braille|speech|stop"
    ),
    "ro": (
        "|ajutor|reguli|reguli 2|masa|stiva 3|fundații|mutări|stare|cod|1 2|3 f|3 7|7|us ds|"
        "anulează|anulează|refă|refă|anulează 5|redistribuie|redistribuie|redistribuie|"
        "redistribuie|anulează|repetă|banană|re|17|stiva|anulează x|nou x|nou 3|reîncepe|renunță|"
        "motive oprit|1 2|motive pornit|confirmare|confirmare oprit|confirmare pornit|limba|"
        "limba ro|jurnal|verifică|verifică nicăieri.crescent|ajutor ajutor|ajutor banană|"
        "reguli 99|AS|as de pică|QD KD|masa acum"
    ),
}
TYPED = "x re banană banana nicăieri nowhere crescent now acum"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_session_has_no_word_of_the_other_language(language: str) -> None:
    t = load(language)
    helps = [spec.words(t).split(",")[0] for spec in SPECS]
    verb = "help" if language == "en" else "ajutor"
    player = Player(language)
    lines = [*TOUR[language].split("|"), *helps[:-1], *(f"{verb} {word}" for word in helps)]
    for line in lines:
        answer = player.type(line)
        assert not foreign(answer, language, TYPED), f"{line!r} is answered with {answer!r}"


# The end of a game


def play_won(player: Player, *, all_but: int = 0) -> str:
    player.type(f"new {WON.code}")
    answer = ""
    for line in list(lines_of(WON))[: len(WON.steps) - all_but]:
        answer = player.type(line)
        if player.session.asks:
            answer = player.type("yes")
    return answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_win_is_told_at_once_with_what_can_be_done_next(language: str) -> None:
    player = Player(language)
    before = play_won(player, all_but=1)
    player.time += 754
    last = list(lines_of(WON))[-1]
    answer = player.type(last)
    won, again = {"en": ("You won", "new"), "ro": ("Ai câștigat", "nou")}[language]
    assert won not in before
    assert won in answer
    assert answer.endswith(".")
    assert again in answer.split(won)[1]
    assert f"{player.game.moves} " in answer
    assert player.game.is_won


def test_after_a_win_every_action_is_refused_with_the_reason() -> None:
    player = Player("ro", interactive=True)
    play_won(player)
    table = player.game.table
    for line in (
        "1 2",
        "1",
        "us ds",
        "1 f",
        "redistribuie",
        "anulează",
        "anulează 3",
        "refă",
        "asul de pică",
        "AS KS",
    ):
        assert player.type(line).startswith("Partida este câștigată"), line
    assert player.game.table == table
    assert player.game.is_won


@pytest.mark.parametrize(
    "line", ["table", "status", "code", "foundations", "help", "rules", "moves"]
)
def test_after_a_win_the_commands_that_tell_still_do(line: str) -> None:
    player = Player()
    play_won(player)
    assert not player.type(line).startswith("The game is won and over")


@pytest.mark.parametrize("line", ["new", "restart"])
def test_after_a_win_a_new_game_begins_without_a_question(line: str) -> None:
    player = Player(interactive=True)
    play_won(player)
    player.type(line)
    assert not player.game.is_won
    assert not player.session.asks
    assert player.game.moves == 0


def test_a_game_won_twice_is_won_by_playing_it_twice() -> None:
    player = Player()
    first = play_won(player)
    player.type("restart")
    assert not player.game.is_won
    assert player.type(*lines_of(WON)).split("won")[0] == first.split("won")[0]


@pytest.mark.parametrize(
    ("language", "blocked", "undo", "new"),
    [
        ("en", "The game is blocked", "undo", "new"),
        ("ro", "Partida este blocată", "anulează", "nou"),
    ],
)
def test_a_block_is_told_at_once_with_undo_and_a_new_game(
    language: str, blocked: str, undo: str, new: str
) -> None:
    player = Player(language, code=BLOCKED.code)
    *lines, last = lines_of(BLOCKED)
    for line in lines:
        assert blocked not in player.type(line), line
    answer = player.type(last)
    assert blocked in answer
    assert undo in answer.split(blocked)[1]
    assert new in answer.split(blocked)[1]
    assert blocked not in player.type(undo)
    assert blocked in player.type("redo")


def test_a_block_after_a_redeal_offers_no_undo() -> None:
    table = Table.of(["5S 6S", "9C 7S"], redeals=1)
    assert is_blocked(Table.of(["6S 5S", "7S 9C"], redeals=0))
    player = Player(table=table)
    answer = player.type("redeal")
    assert "blocked" in answer
    assert "undo" not in answer
    assert "new" in answer


def test_where_only_a_redeal_is_left_it_is_named() -> None:
    table = Table.of(["5D 6S", "3C 7S"], redeals=2)
    player = Player(table=table)
    answer = player.type("1 2")
    assert answer.endswith(" No move is left. Type redeal: 2 redeals left.")
    assert "blocked" not in answer


def test_a_wrap_from_king_to_ace_as_the_only_move_is_no_block() -> None:
    player = Player(table=Table.of(["2D 6S", "3C 7S", "5H KD", "8C AD"], "dd:1"))
    assert "blocked" not in player.type("1 2")
    assert not player.game.is_blocked
    player.type("3 4")
    assert spell([player.game.table.top(Place.P4)]) == "KD"


# Logs


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_log_begun_in_the_middle_holds_every_step(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "partida mea.crescent"
    monkeypatch.chdir(tmp_path)
    player = Player(language)
    player.type("3 7", "undo", "redo", "redeal")
    player.time += 5
    command = "log" if language == "en" else "jurnal"
    assert "partida mea.crescent" in player.type(f"{command} {path.name}")
    player.time += 5
    player.type("1 1", "undo", "undo")
    legal = next(iter(legal_moves(player.game.table)))
    player.type(f"{legal.source.code} {legal.destination.code}")
    player.session.close()
    report = judged(path)
    assert report.fault is None
    assert report.game is not None
    assert state(report.game) == state(player.game)
    assert report.seconds == 10
    assert [name for name, _ in Record.parse(path.read_text()).claims] == [
        "result",
        "moves",
        "redeals",
        "time",
        "hints",
    ]


def test_a_file_that_is_there_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.crescent"
    path.write_bytes(b"mine\n")
    player = Player()
    answer = player.type("3 7", f"log {path}")
    assert "a.crescent" in answer
    assert "there already" in answer
    player.type("6 8")
    player.session.close()
    assert path.read_bytes() == b"mine\n"
    with pytest.raises(FileProblem):
        Player(log=path)
    assert path.read_bytes() == b"mine\n"


@pytest.mark.parametrize("name", ["nowhere/a.crescent", "", ".", "a\x00b", "x" * 300, "\ud800"])
def test_a_log_that_cannot_be_begun_is_one_answer_and_the_game_goes_on(
    name: str, tmp_path: Path
) -> None:
    with inside(tmp_path):
        player = Player()
        player.type("3 7")
        before = state(player.game)
        answer = player.type(f"log {name}")
        assert "\n" not in answer
        assert state(player.game) == before
        player.type("6 8")
        assert player.game.moves == 2
        assert os.listdir() == []


def test_a_log_that_fails_later_is_told_once_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(log=tmp_path / "a.crescent")

    def fail(log: LogWriter, *_: object) -> None:
        raise FileProblem(log.name, trouble_of(OSError("no space left")))

    player.type("3 7")
    monkeypatch.setattr(LogWriter, "add", fail)
    answer = player.type("6 8")
    assert answer.startswith("4 of clubs"), "the move is told first"
    assert "the game goes on" in answer
    assert player.game.moves == 2
    assert "goes on" not in player.type("13 15")
    player.session.close()


def test_a_redeal_whose_log_fails_leaves_a_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(log=tmp_path / "a.crescent")

    def fail(log: LogWriter, *_: object) -> None:
        raise FileProblem(log.name, trouble_of(OSError("no space left")))

    monkeypatch.setattr(LogWriter, "add", fail)
    player.type("redeal")
    expected = Game(numbered(1))
    expected.act(Redeal())
    assert state(player.game) == state(expected)


def test_a_second_log_ends_the_first_one_with_its_claims(tmp_path: Path) -> None:
    first, second = tmp_path / "a.crescent", tmp_path / "b.crescent"
    player = Player(log=first)
    player.type("3 7", f'log "{second}"', "6 8")
    player.session.close()
    one, two = judged(first), judged(second)
    assert one.fault is None
    assert two.fault is None
    assert (one.moves, two.moves) == (1, 2)
    assert Record.parse(first.read_text()).claims


def test_a_second_log_that_cannot_be_begun_leaves_the_first_one_going(tmp_path: Path) -> None:
    first = tmp_path / "a.crescent"
    player = Player(log=first)
    player.type("3 7", f"log {tmp_path / 'no' / 'b.crescent'}", "6 8")
    player.session.close()
    assert judged(first).moves == 2


@pytest.mark.parametrize("line", ["new", "restart"])
def test_a_new_game_ends_the_log_of_the_one_before(line: str, tmp_path: Path) -> None:
    path = tmp_path / "a.crescent"
    player = Player(log=path)
    player.type("3 7", line, "redeal")
    player.session.close()
    report = judged(path)
    assert report.fault is None
    assert (report.moves, report.redeals) == (1, 0)


def test_a_log_may_be_named_from_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    player = Player()
    player.type("log ~/a.crescent")
    player.session.close()
    assert judged(tmp_path / "a.crescent").fault is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_verify_in_the_game_judges_a_log(language: str) -> None:
    player = Player(language)
    before = state(player.game)
    command = "verify" if language == "en" else "verifică"
    good = player.type(f"{command} {DATA / 'won.crescent'}")
    assert "115" in good
    bad = player.type(f"{command} {DATA / 'wrong-logs' / 'wrong-suit-pile.crescent'}")
    rule = "the same suit" if language == "en" else "de aceeași culoare"
    assert rule in bad
    assert "3" in bad
    assert state(player.game) == before


@pytest.mark.parametrize("name", ["nowhere.crescent", ".", "a\x00b", "/dev/zero", "-"])
def test_verify_in_the_game_of_what_is_no_log_is_answered(name: str, tmp_path: Path) -> None:
    with inside(tmp_path):
        answer = Player().type(f"verify {name}")
    assert "\n" not in answer


# A whole game


def named(player: Player, move: Move, language: str, *, codes: bool) -> str:
    """A move by its cards: the one that moves and the one that it goes on."""
    table = player.game.table
    tops = [table.top(move.source), table.top(move.destination)]
    if codes:
        return spell(tops)
    t = load(language)
    on = " on " if language == "en" else " pe "
    return on.join(card_name(t, top) for top in tops if top)


@pytest.mark.parametrize("naming", ["places", "words", "codes"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_won_by_typing_and_its_log_is_valid(
    language: str, naming: str, tmp_path: Path
) -> None:
    path = tmp_path / "won.crescent"
    player = Player(language, code=WON.code, log=path)
    answer = ""
    for step in WON.steps:
        player.time += 3
        move = moved(step)
        if move is None:
            answer = player.type("redeal")
        elif naming == "places":
            answer = player.type(f"{move.source.code} {move.destination.code}")
        else:
            answer = player.type(named(player, move, language, codes=naming == "codes"))
            while player.is_asked_where:
                answer = answer_which(player, move, answer)
    assert player.game.is_won
    assert ("You won" if language == "en" else "Ai câștigat") in answer
    player.session.close()
    report = judged(path)
    assert report.fault is None
    assert (report.result, report.moves, report.foundation_cards) == ("won", 115, 104)
    assert player.type(f"verify {path}").startswith("Valid")


def test_one_digit_changed_in_any_move_of_a_log_is_a_fault_there_or_later(tmp_path: Path) -> None:
    path = tmp_path / "won.crescent"
    player = Player(code=WON.code, log=path)
    player.type(*lines_of(WON))
    player.session.close()
    lines = path.read_text().splitlines(keepends=True)
    at_the_line = 0
    changed = 0
    for number, line in enumerate(lines):
        move, blank, time = line.partition(" @")
        if not blank:
            continue
        for column, digit in enumerate(move):
            if not digit.isdigit():
                continue
            other = "1" if digit != "1" else "2"
            text = move[:column] + other + move[column + 1 :] + blank + time
            path.write_text("".join([*lines[:number], text, *lines[number + 1 :]]))
            fault = judged(path).fault
            assert fault is not None, text
            assert fault.line >= number + 1, text
            at_the_line += fault.line == number + 1
            changed += 1
    assert changed > 150
    assert at_the_line > changed * 0.9


# Whatever is typed


@contextmanager
def inside(folder: Path | str) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


WORDS = sorted(
    {
        word.strip()
        for language in LANGUAGES
        for spec in SPECS
        for word in spec.words(load(language)).split(",")
    }
    | {"da", "nu", "yes", "no", "on", "off", "pornit", "oprit", "ro", "en", "f", "pe", "to", "de"}
    | {place.code for place in Place}
    | {"AS", "10h", "Kd", "as de pică", "queen of hearts", "0", "17", "100", "CR1-N-AAAAAAB"}
)
LINES = st.one_of(
    st.text(max_size=30),
    st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join),
    st.tuples(st.sampled_from(WORDS), st.text(max_size=10)).map(" ".join),
    st.builds("{} {}".format, st.sampled_from(list(Place)).map(lambda p: p.code), st.just("f")),
    st.integers(0, 200).map(lambda n: f"move:{n}"),
)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(LINES, max_size=25),
    st.sampled_from(LANGUAGES),
    st.booleans(),
    st.integers(0, 100),
)
def test_any_text_typed_is_answered_and_104_cards_are_there(
    lines: list[str], language: str, interactive: bool, number: int
) -> None:
    with tempfile.TemporaryDirectory() as folder, inside(folder):
        player = Player(language, code=numbered(number), interactive=interactive)
        for line in lines:
            if line.startswith("move:"):
                legal = list(legal_moves(player.game.table)) or [Move(Place.P1, Place.P2)]
                move = legal[int(line[5:]) % len(legal)]
                line = f"{move.source.code} {move.destination.code}"  # noqa: PLW2901
            before = copy.deepcopy(player.game)
            player.type(line)
            if player.game.moves != before.moves:
                assert player.game.table != before.table or player.game.moves == 0, line
            assert player.session.prompt.strip()
        player.session.close()


@settings(deadline=None, max_examples=40)
@given(st.lists(LINES, max_size=25), st.integers(0, 100))
def test_whatever_was_typed_the_log_of_it_is_valid(lines: list[str], number: int) -> None:
    with tempfile.TemporaryDirectory() as folder, inside(folder):
        path = Path(folder) / "log of the test"
        player = Player(code=numbered(number), log=path)
        game = player.game
        for line in lines:
            player.time += 0.4
            player.type("redeal" if line.startswith("move:") and len(line) > 7 else line)
            if player.game is not game:
                break
        player.session.close()
        report = judged(path)
        assert report.fault is None, report.fault


@pytest.mark.parametrize("language", ["ro", "en"])
def test_all_prompts_have_one_width(language: str) -> None:
    player = Player(language, interactive=True)
    prompts = [player.session.prompt]
    for line in ("lesson", "lesson off", "8 7", "8", "5", "redeal"):
        player.type(line)
        prompts.append(player.session.prompt)
    assert len(set(prompts)) > 1
    assert {len(prompt) for prompt in prompts} == {len("Command: ")}, prompts


@pytest.mark.parametrize(
    ("language", "rank", "question", "suit"),
    [
        ("ro", "damă", "Dama de ce culoare?", "pică"),
        ("en", "queen", "The queen of which suit?", "spades"),
    ],
)
def test_a_suit_answers_the_question_for_it(
    language: str, rank: str, question: str, suit: str
) -> None:
    player, twin = Player(language), Player(language)
    assert player.type(rank) == question
    assert player.type(suit) == twin.type("QS")
    assert player.type(suit) == twin.type(suit)


def test_an_abbreviation_that_is_none_is_not_taken_back() -> None:
    player = Player("en")
    player.type("alias z = table")
    assert player.type("forget x") == "x has no meaning of yours."


def test_a_page_that_the_help_lacks_is_told_with_those_it_has() -> None:
    assert Player("en").type("help all 99").startswith("The help has pages 1 to ")


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("ro", "5 de caro așteaptă o destinație: scrie un loc sau renunță."),
        ("en", "The 5 of diamonds waits for its destination: type a place, or cancel."),
    ],
)
def test_help_begins_with_what_can_be_done_at_the_moment(language: str, first: str) -> None:
    player = Player(language, code=DealCode.parse("CR1-N-AAAAAET"))
    usual = player.type("help").splitlines()
    assert len(usual) == 10
    player.type("8")
    assert player.type("help").splitlines() == [first, *usual]
