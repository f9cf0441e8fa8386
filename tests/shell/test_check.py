"""The rules of `check`: a table in words is read, and a move on it judged or all moves listed."""

from __future__ import annotations

from pathlib import Path

import pytest
from player import LANGUAGES
from shell_driver import Prompt, Shell, is_one_sentence_line, is_plain
from strategies import DATA, numbered

from crescent_a11y.engine.deal import deal
from crescent_a11y.engine.rules import legal_moves
from crescent_a11y.language.catalog import load
from crescent_a11y.language.diagram import describe

TABLE = str(DATA / "diagram-before-move-10.txt")
STUCK = str(DATA / "diagram-before-first-redeal.txt")
ENGLISH = describe(load("en"), deal(numbered(1)).view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_allowed_move_is_status_0(shell: Shell, language: str) -> None:
    done = shell.run("check", TABLE, "10", "14", "--lang", language)
    assert (done.status, done.err) == (0, b"")
    assert {"en": "ace of spades", "ro": "as de pică"}[language] in done.said


def test_an_allowed_move_as_json(shell: Shell) -> None:
    (facts,) = shell.run("check", TABLE, "10", "14", "--format", "json").facts
    expected = {"from": "10", "to": "14", "card": "AS", "allowed": True, "error": None}
    assert expected.items() <= facts.items()


@pytest.mark.parametrize(
    ("language", "rule"),
    [("en", "It must be the same suit"), ("ro", "Trebuie să fie de aceeași culoare")],
)
def test_a_refused_move_is_status_1_with_its_reason(shell: Shell, language: str, rule: str) -> None:
    table = shell.write("table.txt", ENGLISH).name
    done = shell.run("check", table, "1", "2", "--lang", language)
    assert (done.status, done.err) == (1, b"")
    assert done.said.startswith(rule)
    as_json = shell.run("check", table, "1", "2", "--lang", language, "--format", "json")
    assert as_json.status == 1
    (facts,) = as_json.facts
    assert facts["allowed"] is False
    assert facts["error"]["code"] == "wrong-suit"
    assert facts["error"]["message"].startswith(rule)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_move_every_legal_move_is_listed(prompt: Prompt, language: str) -> None:
    table = prompt.write("table.txt", ENGLISH).name
    moves = list(legal_moves(deal(numbered(1))))
    done = prompt.run("check", table, "--lang", language)
    assert done.status == 0
    assert len(done.said.splitlines()) == len(moves)
    (facts,) = prompt.run("check", table, "--lang", language, "--format", "json").facts
    listed = [(move["from"], move["to"]) for move in facts["moves"]]
    assert listed == [(move.source.code, move.destination.code) for move in moves]


def test_a_table_without_moves_is_said_so(shell: Shell) -> None:
    done = shell.run("check", STUCK)
    assert done.status == 0
    assert len(done.said.splitlines()) == 1
    assert shell.run("check", STUCK, "--format", "json").facts[0]["moves"] == []


def test_a_description_in_either_language_is_read_in_either(prompt: Prompt) -> None:
    romanian = describe(load("ro"), deal(numbered(1)).view)
    prompt.write("en.txt", ENGLISH)
    prompt.write("ro.txt", romanian)
    for language in LANGUAGES:
        english, other = (prompt.run("check", f"{x}.txt", "--lang", language) for x in LANGUAGES)
        assert english == other
        assert english.status == 0


def test_a_hyphen_is_standard_input(shell: Shell) -> None:
    done = shell.run("check", "-", "10", "14", feed=Path(TABLE).read_bytes())
    assert done.status == 0


@pytest.mark.parametrize(("language", "sentence"), [("en", "103 cards"), ("ro", "103 cărți")])
def test_a_description_with_103_cards_is_refused_with_the_reason(
    shell: Shell, language: str, sentence: str
) -> None:
    shell.write("table.txt", ENGLISH.replace("pile 5: 6 cards", "pile 5: 5 cards"))
    done = shell.run("check", "table.txt", "--lang", language)
    assert (done.status, done.out) == (2, b"")
    assert sentence in done.complaint
    assert is_one_sentence_line(done.complaint)


@pytest.mark.parametrize(
    "log",
    [
        "crescent 1\ndeal 1\n3 7\n",
        "\ufeff# a game\r\n\r\ncrescent 1\r\ndeal 1\r\n",
        # What stands between blank lines could be tables, were it no log.
        f"crescent 1\ndeal 1\n\nexpect {ENGLISH}\n\n3 7\n",
    ],
)
def test_a_log_is_told_from_a_table(prompt: Prompt, log: str) -> None:
    prompt.write("game.crescent", log)
    for more in ((), ("3", "7"), ("--format", "json")):
        done = prompt.run("check", "game.crescent", *more)
        assert (done.status, done.out) == (2, b"")
        assert done.complaint == (
            "game.crescent is a log, not a table in words; crescent-a11y verify judges it.\n"
        )
    told = prompt.run("check", "game.crescent", "--lang", "ro").complaint
    assert told.startswith("game.crescent este un jurnal, nu o masă în cuvinte; ")


def test_an_excerpt_of_a_text_has_blanks_where_its_lines_end(prompt: Prompt) -> None:
    prompt.write("note.txt", "no\ntable\r\nat all\n")
    assert prompt.run("check", "note.txt").complaint == (
        "Not understood at character 1: no table at all.\n"
    )


def test_a_table_where_all_is_done_is_refused_without_advice_on_the_game(prompt: Prompt) -> None:
    ranks = ("ascending", "king"), ("descending", "ace")
    suits = ("spades", "hearts", "diamonds", "clubs")
    parts = [
        f"{way} foundation of {suit}: {top} of {suit} on top, 13 cards"
        for way, top in ranks
        for suit in suits
    ]
    parts += [f"pile {number}: empty" for number in range(1, 17)]
    prompt.write("won.txt", "; ".join(parts))
    done = prompt.run("check", "won.txt", "1", "2")
    assert done == (1, b"The game is won already; nothing can follow.\n", b"")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"pile 1: 6 cards",
        ENGLISH.encode("utf-16"),
        ENGLISH.encode()[:-200],
        ENGLISH.replace("pile 2", "pile 17").encode(),
        ENGLISH.replace("pile 2", "pile 1").encode(),
        ENGLISH.replace("spades", "\x1b[31mspades\x9b").encode(),
        b"\x1b[2J\x07\xc2\x9b" * 20,
        b"\xff\xfe\x00",
        b"\x00" * 70_000,
        b"\xe2\x80\xae;\xe2\x80\xa8",
    ],
)
@pytest.mark.parametrize("style", ["text", "json"])
def test_what_is_no_table_is_one_sentence_and_status_2(
    prompt: Prompt, data: bytes, style: str
) -> None:
    prompt.write("table.txt", data)
    done = prompt.run("check", "table.txt", "--format", style)
    assert (done.status, done.out) == (2, b"")
    assert is_one_sentence_line(done.complaint)
    assert is_plain(done.err)


@pytest.mark.parametrize("name", ["none.txt", "."])
def test_a_file_that_cannot_be_read_is_status_2(prompt: Prompt, name: str) -> None:
    done = prompt.run("check", name, "1", "2")
    assert (done.status, done.out) == (2, b"")
    assert is_one_sentence_line(done.complaint)


@pytest.mark.parametrize("words", [["x", "2"], ["1", "17"], ["us", "f"], ["1", "u\x1bs"]])
def test_a_word_that_is_no_place_is_a_usage_error(prompt: Prompt, words: list[str]) -> None:
    done = prompt.run("check", TABLE, *words)
    assert (done.status, done.out) == (2, b"")
    assert is_one_sentence_line(done.complaint)
    assert is_plain(done.err)


# Several tables in one file

TABLES = [describe(load("en"), deal(numbered(number)).view) for number in (1, 2, 3)]
ROMANIAN = describe(load("ro"), deal(numbered(4)).view).replace("; ", ";\n").replace(". ", ".\n")
IMPOSSIBLE = TABLES[0].replace("pile 5: 6 cards", "pile 5: 5 cards")


def test_each_of_several_tables_has_its_verdict(prompt: Prompt) -> None:
    prompt.write("tables.txt", "\n\n".join([*TABLES, ROMANIAN]))
    done = prompt.run("check", "tables.txt", "3", "7")
    lines = done.said.splitlines()
    for number, line in enumerate(lines, 1):
        assert line.startswith(f"Table {number}: ")
    facts = prompt.run("check", "tables.txt", "3", "7", "--format", "json").facts
    assert [one["table"] for one in facts] == [1, 2, 3, 4]
    for number, one, line in zip((1, 2, 3, 4), facts, lines, strict=True):
        prompt.write("alone.txt", describe(load("en"), deal(numbered(number)).view))
        alone = prompt.run("check", "alone.txt", "3", "7")
        assert line == f"Table {number}: {alone.said.rstrip()}"
        assert one["allowed"] is (alone.status == 0)
    assert {one["allowed"] for one in facts} == {True, False}
    assert done.status == 1


def test_each_of_several_tables_has_its_moves_listed(prompt: Prompt) -> None:
    prompt.write("tables.txt", "\n\n\n".join(TABLES))
    done = prompt.run("check", "tables.txt", "--format", "json")
    assert done.status == 0
    for number, one in enumerate(done.facts, 1):
        assert len(one["moves"]) == len(list(legal_moves(deal(numbered(number)))))
    text = prompt.run("check", "tables.txt", "--lang", "ro")
    headings = [line for line in text.said.splitlines() if line.endswith(":")]
    assert headings == ["Masa 1:", "Masa 2:", "Masa 3:"]


@pytest.mark.parametrize(
    ("bad", "code"),
    [("nonsense", "unreadable"), (IMPOSSIBLE, "impossible"), ("\udcff", "unreadable")],
)
def test_a_table_that_cannot_be_read_is_status_2_and_the_others_are_judged(
    prompt: Prompt, bad: str, code: str
) -> None:
    text = "\n\n".join([TABLES[0], bad, TABLES[1]])
    prompt.write("tables.txt", text.encode("utf-8", "surrogateescape"))
    done = prompt.run("check", "tables.txt", "3", "7", "--format", "json")
    assert (done.status, done.err) == (2, b"")
    good, wrong, other = done.facts
    assert wrong["table"] == 2
    assert wrong["error"]["code"] == code
    assert good["allowed"]
    assert not other["allowed"]
    assert is_plain(prompt.run("check", "tables.txt", "3", "7").out)


def test_blank_lines_within_a_single_table_do_not_matter(prompt: Prompt) -> None:
    prompt.write("table.txt", TABLES[0].replace("; ", ";\n\n"))
    (facts,) = prompt.run("check", "table.txt", "3", "7", "--format", "json").facts
    assert facts["allowed"]
    assert "table" not in facts


def test_a_batch_may_be_larger_than_a_table_but_none_of_its_tables(prompt: Prompt) -> None:
    many = "\r\n\r\n".join(TABLES * 50)
    prompt.write("tables.txt", many)
    assert len(prompt.run("check", "tables.txt", "3", "7").said.splitlines()) == 150
    prompt.write("tables.txt", f"{TABLES[0]}\n\n{TABLES[1]}{' ' * 70_000}\n\n{TABLES[2]}")
    done = prompt.run("check", "tables.txt", "3", "7")
    assert done.status == 2
    assert len(done.said.splitlines()) == 2


def test_tables_without_end_are_bounded(prompt: Prompt) -> None:
    prompt.write("blank.txt", TABLES[0] + "\n\n" + TABLES[1] + "\n" * 200_000)
    assert len(prompt.run("check", "blank.txt", "3", "7").said.splitlines()) == 2
    prompt.write("blank.txt", ";" * 30_000 + "\n \n" * 10_000)
    assert prompt.run("check", "blank.txt").status == 2
