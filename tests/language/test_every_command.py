"""Every command in both languages: one line that orders it, and how its answer begins.

A command that has no line here is found by the first test.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from catalog_words import foreign
from language.talk import LANGUAGES, READER, session

from crescent_a11y.engine.table import Table
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import Order, WhichCard
from crescent_a11y.language.fold import fold
from crescent_a11y.language.vocabulary import NAMES, SPECS, phrases

TABLE = ("5C 10H", "2S 9H", "5D", "3C JH", "7S 2C", "4D 3D")
"""The piles on which the lines are typed: few cards, so that looking ahead takes no time."""

FOUNDATIONS = "us:13 ds:13 uh:8 dh:2 ud:13 dd:9 uc:4 dc:13"


class Line(NamedTuple):
    """What is typed in Romanian and in English, and how each is answered; a bar parts lines."""

    romanian: str
    romanian_answer: str
    english: str
    english_answer: str


LINES = {
    "move": Line("mută 1 2", "10 de cupă pe 9 de cupă, stiva 2.", "move 1 2", "10 of hearts on 9"),
    "redeal": Line("redistribuie", "Redistribuit, mai rămân 2.", "redeal", "Redealt, 2 left."),
    "undo": Line("1 2|anulează", "10 de cupă înapoi pe stiva 1.", "1 2|undo", "10 of hearts back"),
    "redo": Line("1 2|anulează|refă", "10 de cupă pe 9", "1 2|undo|redo", "10 of hearts on 9"),
    "table": Line("masa", "fundație ascendentă de pică: ", "table", "ascending foundation of s"),
    "pile": Line("stiva 3", "Stiva 3: 1 carte, 5 de caro", "pile 3", "Pile 3: 1 card, 5 of"),
    "foundations": Line("fundații", "Ascendente: ", "foundations", "Ascending: "),
    "suit": Line("culoare cupă", "Cupă: urmează 9 în sus", "suit hearts", "Hearts: up wants 9,"),
    "where": Line(
        "unde 9 de cupă", "9 de cupă: pe stiva 2", "where 9H", "The 9 of hearts: on pile 2"
    ),
    "wanted": Line("cerute", "Pică, în sus completă", "wanted", "Spades, up complete"),
    "seen": Line("văzute 3", "Stiva 3, de sus în jos: 5 de", "seen 3", "Pile 3, from the top: 5"),
    "left": Line(
        "stânga", "Stiva 1: 10 de cupă, 2 cărți;", "left", "Pile 1: 10 of hearts, 2 cards;"
    ),
    "top": Line("sus", "Stiva 5: 2 de treflă", "top", "Pile 5: 2 of clubs"),
    "right": Line("dreapta", "Stiva 13 goală; ", "right", "Pile 13 empty; "),
    "changes": Line("masa|schimbări", "Nimic schimbat.", "table|changes", "Nothing has changed."),
    "moves": Line("mutări", "Cupă: 10 din stiva 1 pe 2;", "moves", "Hearts: 10 from pile 1 to 2;"),
    "status": Line("stare", "0 mutări, 3 redistribuiri r", "status", "0 moves, 3 redeals left, "),
    "new": Line(
        "nou 17", "Partida CR1-N-AAAAAAR, 3 red", "new 17", "Game CR1-N-AAAAAAR, 3 redeals."
    ),
    "restart": Line(
        "reîncepe", "Partida CR1-N-AAAAAAB de la", "restart", "Game CR1-N-AAAAAAB from"
    ),
    "code": Line("cod", "Codul de joc CR1-N-AAAAAAB.", "code", "Deal code CR1-N-AAAAAAB."),
    "language": Line("limba ro", "Limba este româna.", "language en", "The language is English."),
    "repeat": Line("cod|repetă", "Codul de joc CR1-N-", "code|repeat", "Deal code CR1-N-"),
    "reasons": Line("motive oprit", "Motive oprite", "reasons off", "Reasons off"),
    "confirm": Line("confirmare oprit", "Confirmare oprită", "confirm off", "Confirm off"),
    "why": Line(
        "1 3|de ce", "Pe o stivă, o carte se pune doar", "1 3|why", "On a pile, a card goes only"
    ),
    "again": Line("cod|încă o dată", "Codul de joc", "code|again", "Deal code"),
    "oops": Line("1 xx|corectez 2", "10 de cupă pe 9 de cupă", "1 xx|oops 2", "10 of hearts on 9"),
    "alias": Line("prescurtare z cod|z", "Codul de joc", "alias z code|z", "Deal code"),
    "forget": Line(
        "prescurtare z cod|uită z|z", "Nu înțeleg: z", "alias z code|forget z|z", "Not u"
    ),
    "memory": Line("memorie oprit", "Memorie oprită: se spun", "memory off", "Memory off: only"),
    "last": Line("cod|stare|ultimele 2", "0 mutări", "code|status|last 2", "0 moves"),
    "spell": Line("silabisește", "Constantin, Radu, 1, Nico", "spell", "Charlie, Romeo, 1, Nov"),
    "verbosity": Line(
        "detaliu scurt|1 2", "10 de cupă, stiva 2; apa", "verbosity brief|1 2", "10 of"
    ),
    "cards": Line(
        "cărți coduri|1 2", "10H pe 9H, stiva 2.", "cards codes|1 2", "10H on 9H, pile 2."
    ),
    "counts": Line("numere oprit", "Numere oprite", "counts off", "Counts off"),
    "speech": Line("voce oprit", "Voce oprită.", "speech off", "Speech off."),
    "stop": Line("stop", "Liniște.", "stop", "Silent."),
    "braille": Line(
        "linie braille pornit", "Linie braille porni", "braille line on", "Braille line on"
    ),
    "save": Line(
        "salvează a", "Acum nu se salvează nimic", "save a", "Nothing is kept on the disk"
    ),
    "load": Line("încarcă a", "Acum nu se salvează nimic", "load a", "Nothing is kept on the disk"),
    "saves": Line("salvări", "Acum nu se salvează nimic", "saves", "Nothing is kept on the disk"),
    "statistics": Line("statistici", "Acum nu se salvează", "statistics", "Nothing is kept on the"),
    "pause": Line("pauză", "Pauză. Timpul curge", "pause", "Paused. The clock runs on"),
    "log": Line("jurnal", "Ce fișier?", "log", "Which file?"),
    "verify": Line(
        "verifică x.y", "Fișierul x.y nu există.", "verify x.y", "There is no file x.y."
    ),
    "replay": Line("redă x.y", "Fișierul x.y nu există.", "replay x.y", "There is no file x.y."),
    "lesson": Line("lecție", "Lecția are 12 pași", "lesson", "The lesson has 12 steps"),
    "hint": Line("indiciu", "Nu se mai poate câștiga.", "hint", "Nothing wins any more."),
    "solution": Line("soluție", "Nu se mai poate câștiga.", "solution", "Nothing wins any more."),
    "win": Line("mai pot câștiga", "Nu, partida nu mai", "can i still win", "No, the game cannot"),
    "finish": Line(
        "termină", "Partida nu se poate încheia", "finish", "Moves to the foundations a"
    ),
    "warnings": Line("avertizări pornit", "Avertizări porn", "warnings on", "Warnings on: a move"),
    "rules": Line(
        "reguli 4", "Stiva goală. O stivă golită", "rules 4", "The empty pile. A pile on"
    ),
    "help": Line("ajutor cod", "cod spune codul", "help code", "code says the deal code"),
    "cancel": Line("renunță", "Nicio carte nu așteaptă", "cancel", "No card waits for a destin"),
    "quit": Line("ieși", "La revedere.", "quit", "Goodbye."),
}


def test_every_command_has_a_line() -> None:
    assert LINES.keys() == set(NAMES)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@pytest.mark.parametrize("name", NAMES)
def test_a_command_does_its_work_in_either_language(t: Translator, name: str) -> None:
    line = LINES[name]
    if t.language == "ro":
        typed, expected = line.romanian, line.romanian_answer
    else:
        typed, expected = line.english, line.english_answer
    talk = session(t.language, Table.of(TABLE, FOUNDATIONS, redeals=3))
    said = [talk.handle_line(one) for one in typed.split("|")]
    assert said[-1].text.startswith(expected), said[-1].text
    for one in said:
        assert one.language == t.language
        assert not foreign(one.text, t.language, "z x y xx"), one.text


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.language)
@pytest.mark.parametrize("name", NAMES)
def test_the_line_of_a_command_orders_that_command(t: Translator, name: str) -> None:
    line = LINES[name].romanian if t.language == "ro" else LINES[name].english
    ordered = [READER.parse(one, t.language) for one in line.split("|")]
    words = phrases(next(spec.words(t) for spec in SPECS if spec.name == name))
    assert any(isinstance(one, Order) and one.name == name for one in ordered) or (
        name in ("move", "alias", "forget") and any(fold(line).startswith(word) for word in words)
    )


@pytest.mark.parametrize("language", ["ro", "en"])
def test_a_word_of_one_language_means_the_same_command_in_a_session_of_the_other(
    language: str,
) -> None:
    for t in LANGUAGES:
        for spec in SPECS:
            for word in phrases(spec.words(t)):
                found = READER.parse(word, language)
                assert found == (WhichCard() if spec.name == "move" else Order(spec.name)), word
