"""The sentences of the game, one by one, in both languages: each event, refusal and question."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import pytest
from language.talk import LANGUAGES, session
from strategies import card, move

from crescent_a11y.engine.cards import Suit
from crescent_a11y.engine.game import NothingToRedo, NothingToUndo, Refusal, UndoLimit
from crescent_a11y.engine.rules import (
    BaseLocked,
    FoundationComplete,
    FoundationToPile,
    GameOver,
    NoRedeals,
    NotNext,
    PileEmpty,
    PileFull,
    RedealNoEffect,
    SamePlace,
    SourceEmpty,
    WrongRank,
    WrongSuit,
    judge,
    legal_moves,
)
from crescent_a11y.engine.table import FOUNDATIONS, PILES, Place, Table
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.refusals import refused
from crescent_a11y.language.words import suit_name

P = Place.parse
COMPLETE = "us:13 uh:13 ud:13 uc:13 ds:13 dh:13 dd:13"


class Said(NamedTuple):
    """Lines typed on a small table, and how the answer to the last one begins.

    `piles` are separated by bars; `romanian` and `english` are whole sentences.
    """

    name: str
    piles: str
    foundations: str
    lines: str
    romanian: str
    english: str


def answer(language: str, said: Said, redeals: int = 0) -> str:
    talk = session(language, Table.of(said.piles.split("|"), said.foundations, redeals))
    answers = [talk.handle_line(line).text for line in said.lines.split("|")]
    return answers[-1]


# Events. A spare move, of the 2 or the 3 of diamonds on the other, keeps the game from its end.

SPARE = "|5C 2D|5C 3D"
EVENTS = [
    Said(
        "a card to a pile",
        "4H 10S AS|5C KS" + SPARE,
        "",
        "1 2",
        "As de pică pe rege de pică, stiva 2. Stiva 1: 10 de pică, 2 cărți.",
        "Ace of spades on king of spades, pile 2. Pile 1: 10 of spades, 2 cards.",
    ),
    Said(
        "a queen to a pile, a jack uncovered",
        "JC QH|5C KH" + SPARE,
        "",
        "1 2",
        "Damă de cupă pe rege de cupă, stiva 2. Stiva 1: valet de treflă, 1 carte.",
        "Queen of hearts on king of hearts, pile 2. Pile 1: jack of clubs, 1 card.",
    ),
    Said(
        "the last card of a pile",
        "AS|5C KS" + SPARE,
        "",
        "1 2",
        "As de pică pe rege de pică, stiva 2. Stiva 1 este goală.",
        "Ace of spades on king of spades, pile 2. Pile 1 is empty.",
    ),
    Said(
        "a card to an ascending foundation",
        "QC 2H|5C" + SPARE,
        "",
        "1 f",
        "2 de cupă pe fundația ascendentă, 2 cărți. Stiva 1: damă de treflă, 1 carte.",
        "2 of hearts on the ascending foundation, 2 cards. Pile 1: queen of clubs, 1 card.",
    ),
    Said(
        "a card to a descending foundation",
        "JC QC|5C" + SPARE,
        "",
        "1 f",
        "Damă de treflă pe fundația descendentă, 2 cărți. Stiva 1: valet de treflă, 1 carte.",
        "Queen of clubs on the descending foundation, 2 cards. Pile 1: jack of clubs, 1 card.",
    ),
    Said(
        "the last card of an ascending foundation",
        "4H KD|5C" + SPARE,
        "ud:12",
        "1 ud",
        "Rege de caro completează fundația ascendentă. Stiva 1: 4 de cupă, 1 carte.",
        "King of diamonds completes the ascending foundation. Pile 1: 4 of hearts, 1 card.",
    ),
    Said(
        "the last card of a descending foundation",
        "4H AC|5C" + SPARE,
        "dc:12",
        "1 dc",
        "As de treflă completează fundația descendentă. Stiva 1: 4 de cupă, 1 carte.",
        "Ace of clubs completes the descending foundation. Pile 1: 4 of hearts, 1 card.",
    ),
    Said(
        "a card from the ascending to the descending foundation",
        "4H|5C" + SPARE,
        "us:7 ds:6",
        "us ds",
        "7 de pică pe fundația descendentă, 7 cărți. Fundația ascendentă: 6 de pică, 6 cărți.",
        "7 of spades on the descending foundation, 7 cards. "
        "Ascending foundation: 6 of spades, 6 cards.",
    ),
    Said(
        "a card from the descending to the ascending foundation",
        "4H|5C" + SPARE,
        "us:7 ds:6",
        "ds us",
        "8 de pică pe fundația ascendentă, 8 cărți. Fundația descendentă: 9 de pică, 5 cărți.",
        "8 of spades on the ascending foundation, 8 cards. "
        "Descending foundation: 9 of spades, 5 cards.",
    ),
    Said(
        "a card alone that one place takes",
        "4H 10S AS|5C KS" + SPARE,
        "",
        "1",
        "As de pică pe rege de pică, stiva 2. Stiva 1: 10 de pică, 2 cărți.",
        "Ace of spades on king of spades, pile 2. Pile 1: 10 of spades, 2 cards.",
    ),
    Said(
        "a move to a pile taken back",
        "4H 10S AS|5C KS" + SPARE,
        "",
        "1 2|undo",
        "As de pică înapoi pe stiva 1. Stiva 2: rege de pică, 2 cărți.",
        "Ace of spades back on pile 1. Pile 2: king of spades, 2 cards.",
    ),
    Said(
        "a move to a foundation taken back",
        "QC 2H|5C" + SPARE,
        "",
        "1 f|undo",
        "2 de cupă înapoi pe stiva 1. Fundația ascendentă: as de cupă, 1 carte.",
        "2 of hearts back on pile 1. Ascending foundation: ace of hearts, 1 card.",
    ),
    Said(
        "a move from the ascending foundation taken back",
        "4H|5C" + SPARE,
        "us:7 ds:6",
        "us ds|undo",
        "7 de pică înapoi pe fundația ascendentă. Fundația descendentă: 8 de pică, 6 cărți.",
        "7 of spades back on the ascending foundation. "
        "Descending foundation: 8 of spades, 6 cards.",
    ),
    Said(
        "a move from the descending foundation taken back",
        "4H|5C" + SPARE,
        "us:7 ds:6",
        "ds us|undo",
        "8 de pică înapoi pe fundația descendentă. Fundația ascendentă: 7 de pică, 7 cărți.",
        "8 of spades back on the descending foundation. "
        "Ascending foundation: 7 of spades, 7 cards.",
    ),
    Said(
        "a move played again",
        "QC 2H|5C" + SPARE,
        "",
        "1 f|undo|redo",
        "2 de cupă pe fundația ascendentă, 2 cărți. Stiva 1: damă de treflă, 1 carte.",
        "2 of hearts on the ascending foundation, 2 cards. Pile 1: queen of clubs, 1 card.",
    ),
    Said(
        "two moves taken back",
        "QC 2H|4C 4H 3H" + SPARE,
        "",
        "1 f|2 f|undo 2",
        "2 mutări anulate. Stiva 1: 2 de cupă, 2 cărți. Stiva 2: 3 de cupă, 3 cărți. "
        "Fundația ascendentă: as de cupă, 1 carte.",
        "2 moves taken back. Pile 1: 2 of hearts, 2 cards. Pile 2: 3 of hearts, 3 cards. "
        "Ascending foundation: ace of hearts, 1 card.",
    ),
    Said(
        "fewer moves taken back than asked for",
        "QC 2H|4C 4H 5H" + SPARE,
        "",
        "1 f|undo 5",
        "1 mutare anulată. Mai mult nu se poate anula. Stiva 1: 2 de cupă, 2 cărți. "
        "Fundația ascendentă: as de cupă, 1 carte.",
        "1 move taken back. No more can be undone. Pile 1: 2 of hearts, 2 cards. "
        "Ascending foundation: ace of hearts, 1 card.",
    ),
]


STYLES = [
    Said(
        "brief, to a pile",
        "4H 10S AS|5C KS" + SPARE,
        "",
        "verbosity brief|1 2",
        "As de pică, stiva 2; apare 10 de pică.",
        "Ace of spades, pile 2; uncovers 10 of spades.",
    ),
    Said(
        "brief, to a foundation",
        "QC 2H|5C" + SPARE,
        "",
        "verbosity brief|1 f",
        "2 de cupă, fundația ascendentă; apare damă de treflă.",
        "2 of hearts, ascending foundation; uncovers queen of clubs.",
    ),
    Said(
        "brief, the last card of a pile",
        "AS|5C KS" + SPARE,
        "",
        "verbosity brief|1 2",
        "As de pică, stiva 2; stiva 1 goală.",
        "Ace of spades, pile 2; pile 1 empty.",
    ),
    Said(
        "full",
        "4H 10S AS|5C KS" + SPARE,
        "",
        "verbosity full|1 2",
        "As de pică pe rege de pică, stiva 2. Stiva 1: 10 de pică, 2 cărți. "
        "Stiva 2 are acum 3 cărți. Mutarea 1.",
        "Ace of spades on king of spades, pile 2. Pile 1: 10 of spades, 2 cards. "
        "Pile 2 now has 3 cards. Move 1.",
    ),
    Said(
        "cards by their codes",
        "4H 10S AS|5C KS" + SPARE,
        "",
        "cards codes|1 2",
        "AS pe KS, stiva 2. Stiva 1: 10S, 2 cărți.",
        "AS on KS, pile 2. Pile 1: 10S, 2 cards.",
    ),
    Said(
        "without counts",
        "4H 10S AS|5C KS" + SPARE,
        "",
        "counts off|1 2",
        "As de pică pe rege de pică, stiva 2. Stiva 1: 10 de pică.",
        "Ace of spades on king of spades, pile 2. Pile 1: 10 of spades.",
    ),
]


@pytest.mark.parametrize("said", STYLES, ids=[said.name for said in STYLES])
def test_an_event_is_told_in_the_style_that_was_chosen(said: Said) -> None:
    assert answer("ro", said) == said.romanian
    assert answer("en", said) == said.english


@pytest.mark.parametrize("said", EVENTS, ids=[said.name for said in EVENTS])
def test_an_event_is_told_outcome_first(said: Said) -> None:
    assert answer("ro", said) == said.romanian
    assert answer("en", said) == said.english


def test_a_redeal_tells_the_tops_that_came_up() -> None:
    said = Said(
        "",
        "QC 2H 4S|4C 4H 5S|JH",
        "",
        "redeal",
        " Stiva 1: damă de treflă; stiva 2: 4 de treflă.",
        " Pile 1: queen of clubs; pile 2: 4 of clubs.",
    )
    for redeals, romanian, english in (
        (4, "Redistribuit, mai rămân 3.", "Redealt, 3 left."),
        (3, "Redistribuit, mai rămân 2.", "Redealt, 2 left."),
        (2, "Redistribuit, mai rămâne 1.", "Redealt, 1 left."),
        (1, "Redistribuit pentru ultima oară.", "Redealt, for the last time."),
    ):
        assert answer("ro", said, redeals).startswith(romanian + said.romanian)
        assert answer("en", said, redeals).startswith(english + said.english)


ENDINGS = [
    (
        Said(
            "a win",
            "AC",
            COMPLETE + " dc:12",
            "1 f",
            "Stiva 1 este goală. Ai câștigat cu 1 mutare, în 0 secunde. "
            "Scrie nou pentru altă partidă.",
            "Pile 1 is empty. You won with 1 move, in 0 seconds. Type new for another game.",
        ),
        0,
    ),
    (
        Said(
            "a block after a move",
            "5H 6S|7S",
            "",
            "1 2",
            "Partida este blocată: nu mai există nicio mutare. Scrie anulează sau nou.",
            "The game is blocked: no move is left. Type undo, or new.",
        ),
        0,
    ),
    (
        Said(
            "a block after a redeal",
            "5H 6S|7C",
            "",
            "redeal",
            "Partida este blocată: nu mai există nicio mutare. Scrie nou pentru altă partidă.",
            "The game is blocked: no move is left. Type new for another game.",
        ),
        1,
    ),
    (
        Said(
            "only a redeal is left",
            "5H 4H 6S|7S",
            "",
            "1 2",
            "Nu mai există mutări. Scrie redistribuie: 1 redistribuire rămasă.",
            "No move is left. Type redeal: 1 redeal left.",
        ),
        1,
    ),
]


@pytest.mark.parametrize(("said", "redeals"), ENDINGS, ids=[case[0].name for case in ENDINGS])
def test_how_the_game_stands_is_told_at_once(said: Said, redeals: int) -> None:
    assert answer("ro", said, redeals).endswith(f" {said.romanian}")
    assert answer("en", said, redeals).endswith(f" {said.english}")


# Refusals

REFUSALS: list[tuple[Refusal, str, str]] = [
    (
        GameOver(),
        "Partida este câștigată și încheiată. Scrie nou pentru alta.",
        "The game is won and over. Type new for another one.",
    ),
    (
        SamePlace(P("3")),
        "Sursa și destinația sunt același loc. Stiva 3 apare de două ori.",
        "Source and destination are the same place. Pile 3 is named twice.",
    ),
    (
        SourceEmpty(P("3")),
        "Nu este nicio carte de mutat. Stiva 3 este goală.",
        "There is no card to move. Pile 3 is empty.",
    ),
    (
        BaseLocked(P("us"), card("AS")),
        "Baza fundației este blocată. Asul de pică nu pleacă niciodată de pe fundație.",
        "The base of the foundation is locked. The ace of spades never leaves its foundation.",
    ),
    (
        BaseLocked(P("dh"), card("KH")),
        "Baza fundației este blocată. Regele de cupă nu pleacă niciodată de pe fundație.",
        "The base of the foundation is locked. The king of hearts never leaves its foundation.",
    ),
    (
        FoundationToPile(card("3C"), P("uc"), P("3")),
        "De pe fundație nicio carte nu se întoarce pe o stivă. "
        "3 de treflă poate merge doar pe fundația descendentă.",
        "No card goes back from a foundation to a pile. "
        "The 3 of clubs can go only to the descending foundation.",
    ),
    (
        FoundationToPile(card("QC"), P("dc"), P("3")),
        "De pe fundație nicio carte nu se întoarce pe o stivă. "
        "Dama de treflă poate merge doar pe fundația ascendentă.",
        "No card goes back from a foundation to a pile. "
        "The queen of clubs can go only to the ascending foundation.",
    ),
    (
        PileEmpty(card("3C"), P("8")),
        "Nu se poate plasa pe o stivă goală. Stiva 8 rămâne goală.",
        "Nothing can be placed on an empty pile. Pile 8 stays empty.",
    ),
    (
        PileFull(card("3C"), P("8")),
        "Această stivă este plină; alege altă destinație. Stiva 8 are 13 cărți.",
        "This pile is full; choose another destination. Pile 8 has 13 cards.",
    ),
    (
        WrongSuit(card("QC"), P("8"), card("KS")),
        "Trebuie să fie de aceeași culoare. "
        "Dama de treflă nu merge pe stiva 8, care primește dama sau asul de pică.",
        "It must be the same suit. "
        "The queen of clubs does not go on pile 8, which takes the queen or the ace of spades.",
    ),
    (
        WrongSuit(card("QC"), P("us"), card("KS")),
        "Trebuie să fie de aceeași culoare. "
        "Dama de treflă nu merge pe fundația ascendentă de pică.",
        "It must be the same suit. "
        "The queen of clubs does not go on the ascending foundation of spades.",
    ),
    (
        WrongSuit(card("AC"), P("dd"), card("KD")),
        "Trebuie să fie de aceeași culoare. "
        "Asul de treflă nu merge pe fundația descendentă de caro.",
        "It must be the same suit. "
        "The ace of clubs does not go on the descending foundation of diamonds.",
    ),
    (
        WrongRank(card("JH"), P("8"), card("9H")),
        "Trebuie să fie de rang mai mare sau mai mic. "
        "Valetul de cupă nu merge pe stiva 8, care primește 8 sau 10 de cupă.",
        "It must be one rank higher or lower. "
        "The jack of hearts does not go on pile 8, which takes the 8 or the 10 of hearts.",
    ),
    (
        WrongRank(card("8H"), P("8"), card("AH")),
        "Trebuie să fie de rang mai mare sau mai mic. "
        "8 de cupă nu merge pe stiva 8, care primește regele sau 2 de cupă.",
        "It must be one rank higher or lower. "
        "The 8 of hearts does not go on pile 8, which takes the king or the 2 of hearts.",
    ),
    (
        FoundationComplete(card("JH"), P("uh")),
        "Fundația este completă. Fundația ascendentă de cupă are toate cele 13 cărți.",
        "This foundation is complete. The ascending foundation of hearts has its 13 cards.",
    ),
    (
        FoundationComplete(card("JH"), P("dh")),
        "Fundația este completă. Fundația descendentă de cupă are toate cele 13 cărți.",
        "This foundation is complete. The descending foundation of hearts has its 13 cards.",
    ),
    (
        NotNext(card("JH"), P("uh"), card("2H")),
        "Nu este cartea care urmează. "
        "Fundația ascendentă de cupă primește 2 de cupă, nu valetul de cupă.",
        "It is not the next card. "
        "The ascending foundation of hearts takes the 2 of hearts, not the jack of hearts.",
    ),
    (
        NotNext(card("AS"), P("ds"), card("QS")),
        "Nu este cartea care urmează. "
        "Fundația descendentă de pică primește dama de pică, nu asul de pică.",
        "It is not the next card. "
        "The descending foundation of spades takes the queen of spades, not the ace of spades.",
    ),
    (
        NoRedeals(),
        "Nicio redistribuire. Toate sunt folosite.",
        "No redeals left. All are used.",
    ),
    (
        RedealNoEffect(),
        "Redistribuirea nu ar schimba nimic. Nicio stivă nu are două cărți; redistribuirea rămâne.",
        "A redeal would change nothing. No pile has two cards; the redeal is kept.",
    ),
    (
        NothingToUndo(UndoLimit.START),
        "Nu este nimic de anulat. Încă nu ai făcut nicio mutare.",
        "There is nothing to undo. No move has been made yet.",
    ),
    (
        NothingToUndo(UndoLimit.REDEAL),
        "Nu este nimic de anulat. De la redistribuire nu ai făcut nicio mutare, iar cele dinainte "
        "nu se mai pot anula.",
        "There is nothing to undo. No move has been made since the redeal, and those from before "
        "it cannot be undone.",
    ),
    (
        NothingToUndo(UndoLimit.BACK_AT_START),
        "Nu este nimic de anulat. Toate mutările sunt luate înapoi.",
        "There is nothing to undo. All moves are taken back.",
    ),
    (
        NothingToUndo(UndoLimit.BACK_AT_REDEAL),
        "Nu este nimic de anulat. Toate mutările de la redistribuire sunt luate înapoi, iar cele "
        "dinainte nu se mai pot anula.",
        "There is nothing to undo. All moves since the redeal are taken back, and those from "
        "before it cannot be undone.",
    ),
    (
        NothingToUndo(UndoLimit.HUNDRED),
        "Nu este nimic de anulat. Se pot anula doar ultimele 100 de mutări.",
        "There is nothing to undo. Only the last 100 moves can be undone.",
    ),
    (
        NothingToRedo(),
        "Nu este nimic de refăcut. Nu ai anulat nicio mutare.",
        "There is nothing to play again. No move has been taken back.",
    ),
]


@pytest.mark.parametrize(
    ("refusal", "romanian", "english"),
    REFUSALS,
    ids=[f"{case[0].code}-{number}" for number, case in enumerate(REFUSALS)],
)
def test_a_refusal_gives_the_rule_and_then_the_facts(
    refusal: Refusal, romanian: str, english: str
) -> None:
    for t in LANGUAGES:
        assert refused(t, refusal) == (romanian if t.language == "ro" else english)


SPOKEN_REFUSALS = [
    Said(name, f"{top}|5C KS{SPARE}", "", lines, romanian, english)
    for name, top, lines, romanian, english in (
        ("suit", "3C QC", "1 2", "Trebuie să fie de aceeași culoare.", "It must be the same suit."),
        ("empty pile", "3C QC", "1 16", "Nu se poate plasa pe o stivă goală.", "Nothing can be"),
        ("no card", "3C QC", "16 1", "Nu este nicio carte de mutat.", "There is no card to move."),
        ("base", "3C QC", "us 1", "Baza fundației este blocată.", "The base of the foundation is"),
        ("no redeals", "3C QC", "redeal", "Nicio redistribuire.", "No redeals left."),
        ("no undo", "3C QC", "undo", "Nu este nimic de anulat.", "There is nothing to undo."),
        ("no redo", "3C QC", "redo", "Nu este nimic de refăcut.", "There is nothing to play"),
        ("no foundation", "3C 9C", "1 f", "Nicio fundație nu primește", "No foundation takes"),
    )
]


@pytest.mark.parametrize("said", SPOKEN_REFUSALS, ids=[said.name for said in SPOKEN_REFUSALS])
def test_a_refusal_is_told_with_its_reason_unless_reasons_are_off(said: Said) -> None:
    off = said._replace(lines=f"reasons off|{said.lines}")
    on = said._replace(lines=f"reasons off|reasons on|{said.lines}")
    for language, reason, short in (
        ("ro", said.romanian, "Refuzat."),
        ("en", said.english, "Refused."),
    ):
        assert answer(language, said).startswith(reason)
        assert answer(language, off) == short
        assert answer(language, on).startswith(reason)


NO_FOUNDATION = [
    (
        "",
        "Pe fundațiile de treflă urmează 2 în sus și dama în jos.",
        "The foundations of clubs want the 2 going up, the queen going down.",
    ),
    (
        "uc:13",
        "Pe fundația descendentă de treflă urmează dama.",
        "The descending foundation of clubs wants the queen.",
    ),
    (
        "dc:13",
        "Pe fundația ascendentă de treflă urmează 2.",
        "The ascending foundation of clubs wants the 2.",
    ),
    (
        "uc:13 dc:13",
        "Ambele fundații de treflă sunt complete.",
        "Both foundations of clubs are complete.",
    ),
]


@pytest.mark.parametrize(
    ("foundations", "romanian", "english"),
    NO_FOUNDATION,
    ids=["both", "down", "up", "neither"],
)
def test_a_card_that_no_foundation_takes_is_told_what_they_want(
    foundations: str, romanian: str, english: str
) -> None:
    said = Said("", "3C 9C|5C KS" + SPARE, foundations, "1 f", "", "")
    assert answer("ro", said) == f"Nicio fundație nu primește 9 de treflă. {romanian}"
    assert answer("en", said) == f"No foundation takes the 9 of clubs. {english}"


# Questions and answers

ANSWERS = [
    Said("nothing", "5H|4D", "", "", "Scrie o mutare sau ajutor.", "Type a move, or help."),
    Said(
        "no pile",
        "5H|4D",
        "",
        "17",
        "Nu există stiva 17; stivele sunt de la 1 la 16.",
        "There is no pile 17; the piles are 1 to 16.",
    ),
    Said(
        "an unknown word",
        "5H|4D",
        "",
        "xyzzy",
        "Nu înțeleg: xyzzy. Scrie ajutor pentru comenzi.",
        "Not understood: xyzzy. Type help for the commands.",
    ),
    Said(
        "half a move",
        "5H|4D",
        "",
        "move",
        "Ce carte? Scrie două locuri, de exemplu 10 14.",
        "Which card? Type two places, such as 10 14.",
    ),
    Said(
        "a line that is too long",
        "5H|4D",
        "",
        "x" * 1001,
        "Rândul este prea lung. Scrie ajutor pentru comenzi.",
        "That line is too long. Type help for the commands.",
    ),
    Said(
        "a word too many",
        "5H|4D",
        "",
        "code now",
        "Nu înțeleg: now, după cod.",
        "Not understood: now, after code.",
    ),
    Said(
        "a number that is none",
        "5H|4D",
        "",
        "undo x",
        "Nu înțeleg: x. Trebuie un număr de la 1 la 100.",
        "Not understood: x. A number from 1 to 100 is needed.",
    ),
    Said(
        "no deal code",
        "5H|4D",
        "",
        "new abc",
        "abc nu este un cod de joc. Un cod arată ca CR1-N-AAAAAAB sau este un număr.",
        "abc is not a deal code. A code looks like CR1-N-AAAAAAB, or is a number.",
    ),
    Said(
        "a card on no pile",
        "5H|4D",
        "",
        "9H 1",
        "9 de cupă nu este deasupra niciunei stive.",
        "The 9 of hearts is not on top of any pile.",
    ),
    Said(
        "a card on two piles",
        "5H 6S|4D 6S|7S",
        "",
        "6S 7S",
        "6 de pică este pe stiva 1 și pe stiva 2. Care?",
        "The 6 of spades lies on pile 1 and on pile 2. Which one?",
    ),
    Said(
        "a card that both foundations take",
        "5H QS",
        "us:11",
        "1 f",
        "Ambele fundații primesc dama de pică. Ascendentă sau descendentă?",
        "Both foundations take the queen of spades. Ascending or descending?",
    ),
    Said(
        "a card alone that goes nowhere",
        "5H QS",
        "us:4 ds:4",
        "1",
        "Niciun loc nu primește dama de pică.",
        "No place takes the queen of spades.",
    ),
    Said(
        "a selected card let go",
        "5H QS|KS|JS",
        "us:4 ds:4",
        "1|cancel",
        "Dama de pică rămâne.",
        "The queen of spades stays.",
    ),
    Said(
        "nothing to cancel",
        "5H",
        "",
        "cancel",
        "Nicio carte nu așteaptă o destinație.",
        "No card waits for a destination.",
    ),
    Said(
        "one pile",
        "5H QS",
        "",
        "pile 1",
        "Stiva 1: 2 cărți, damă de pică deasupra.",
        "Pile 1: 2 cards, queen of spades on top.",
    ),
    Said("an empty pile", "5H", "", "pile 2", "Stiva 2: goală.", "Pile 2: empty."),
    Said(
        "the foundations",
        "5H",
        "us:5 dh:13",
        "foundations",
        "Ascendente: 5 de pică, as de cupă, as de caro și as de treflă. "
        "Descendente: rege de pică, cupă completă, rege de caro și rege de treflă.",
        "Ascending: 5 of spades, ace of hearts, ace of diamonds, and ace of clubs. "
        "Descending: king of spades, hearts complete, king of diamonds, and king of clubs.",
    ),
    Said(
        "the moves",
        "5H 6S|4D 2H|7S",
        "us:5 ds:7",
        "moves",
        "Pică: 6 din stiva 1 pe 3; 6 din stiva 1 pe fundația ascendentă; "
        "6 din stiva 1 pe fundația descendentă; 7 din stiva 3 pe 1.\n"
        "Cupă: 2 din stiva 2 pe fundația ascendentă.",
        "Spades: 6 from pile 1 to 3; 6 from pile 1 to the ascending foundation; "
        "6 from pile 1 to the descending foundation; 7 from pile 3 to 1.\n"
        "Hearts: 2 from pile 2 to the ascending foundation.",
    ),
    Said(
        "the counters",
        "5H 2S|4D 3H" + SPARE,
        "",
        "1 f|status",
        "1 mutare, 0 redistribuiri rămase, 0 secunde, 9 din 104 cărți pe fundații.",
        "1 move, 0 redeals left, 0 seconds, 9 of 104 cards on the foundations.",
    ),
    Said("the code", "5H", "", "code", "Codul de joc CR1-N-AAAAAAB.", "Deal code CR1-N-AAAAAAB."),
    Said(
        "the start again",
        "5H",
        "",
        "restart",
        "Partida CR1-N-AAAAAAB de la început.",
        "Game CR1-N-AAAAAAB from the start.",
    ),
    Said("the end", "5H", "", "quit", "La revedere.", "Goodbye."),
]


@pytest.mark.parametrize("said", ANSWERS, ids=[said.name for said in ANSWERS])
def test_a_line_is_answered_in_these_words(said: Said) -> None:
    assert answer("ro", said) == said.romanian
    assert answer("en", said) == said.english


def test_a_foundation_among_the_places_of_a_card_has_its_article() -> None:
    said = Said("", "5H 6S|4D 7S", "us:6 ds:6", "6S", "", "")
    assert "pe stiva 1 și pe fundația ascendentă. Care?" in answer("ro", said)
    assert "on pile 1 and on the ascending foundation. Which one?" in answer("en", said)


def test_the_places_of_a_selected_card_are_all_named() -> None:
    said = Said("", "5H 2S|AS|3S", "", "1", "", "")
    for language, pile, foundation in (
        ("ro", "stiva", "fundația ascendentă"),
        ("en", "pile", "ascending foundation"),
    ):
        text = answer(language, said)
        assert text.endswith("?")
        assert foundation in text
        assert re.findall(rf"{pile} (\d+)", text) == ["2", "3"]


@pytest.mark.parametrize(
    ("line", "names"),
    [("aujtor", "ajutor"), ("mtari", "mutări"), ("mut", "mută și mutări")],
)
def test_near_commands_are_offered_in_the_words_of_the_language(line: str, names: str) -> None:
    text = session("ro").handle_line(line).text
    assert names in text
    assert text[-1] in "?."


# All of them

BIG = Table.of(
    ["2C 3C 4C", "5S 6S", "7H 8D", "9C", "10D 4H", "JS QH", "KC AD 5D", "3S"], "us:2 dh:3 uc:13"
)
UNDO_LINES = "1 f|undo|redo|undo 3|2 3|foundations|moves|status|table|pile 1|pile 16|us ds|redeal"


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_answer_begins_with_a_capital_a_digit_or_the_table(language: str) -> None:
    talk = session(language, BIG)
    lines = [f"{one.code} {other.code}" for one in Place for other in Place]
    for line in (*lines, *UNDO_LINES.split("|")):
        text = talk.handle_line(line).text
        assert text[0].isupper() or text[0].isdigit() or line == "table", text
        assert text[-1] in ".?", text
        assert " ." not in text
        assert ".." not in text
        assert "{" not in text


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
def test_every_refusal_on_a_table_has_two_sentences_and_no_more_than_thirty_words(
    t: Translator,
) -> None:
    seen = set()
    for source in Place:
        for destination in Place:
            refusal = judge(BIG, move(f"{source.code} {destination.code}"))
            if refusal is not None:
                seen.add(refusal.code)
                text = refused(t, refusal)
                assert len(re.findall(r"[.?](?: |$)", text)) == 2, text
                assert len(text.split()) <= 30, text
    assert len(seen) >= 8


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("number", range(0, 50, 5))
def test_the_answer_to_a_plain_move_has_at_most_twenty_words(language: str, number: int) -> None:
    longest = 0
    for deal in range(number, number + 5):
        talk = session(language, number=deal)
        choice = random.Random(deal)
        for _ in range(40):
            moves = list(legal_moves(talk.play.game.table))
            if not moves:
                break
            ahead = [one for one in moves if not one.destination.is_pile]
            one = choice.choice(ahead or moves)
            text = talk.handle_line(f"{one.source.code} {one.destination.code}").text
            if next(legal_moves(talk.play.game.table), None) is None:
                break
            longest = max(longest, len(text.split()))
            assert len(text.split()) <= 20, text
    assert longest > 8


def test_masculine_and_feminine_cards_have_their_own_articles() -> None:
    articles = {"AS": "asul", "JS": "valetul", "QS": "dama", "KS": "regele", "7S": "7"}
    for code, name in articles.items():
        text = session("ro", Table.of([f"2D {code}"])).handle_line("1 2").text
        assert text.startswith("Nu se poate plasa")
        said = Said("", f"2D {code}|9D 3H", "us:5 ds:5", "1 2", "", "")
        assert f"{name.capitalize()} de pică nu merge" in answer("ro", said)


def test_suits_are_named_in_their_order() -> None:
    for t in LANGUAGES:
        suits = [suit_name(t, suit) for suit in Suit]
        text = session(t.language).handle_line("foundations").text
        assert re.findall("|".join(suits), text) == suits * 2


def test_every_place_is_said_once_in_the_table_from_the_foundations_on() -> None:
    for language, pile in (("ro", "stiva"), ("en", "pile")):
        text = session(language).handle_line("table").text
        assert len(re.findall(rf"{pile} \d+:", text)) == len(PILES)
        assert text.count(":") == len(PILES) + len(FOUNDATIONS)
