"""Played under real screen readers, in both languages: each answer is heard once, whole, first."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from reader_driver import (
    BACKSPACE,
    COLUMNS,
    READERS,
    TAB,
    UP,
    HeardTurn,
    Reader,
    Turn,
    listen,
    playing,
    require,
    squash,
)
from shell_driver import Shell, is_plain

DEAL = "CR1-N-AAAAAET"

# What is typed, and the line that it makes: a refusal, moves by places and by cards, what tells of
# the game, help, a command recalled, so that the same answer follows itself, a slip mended, a word
# that is none, completions, a redeal that asks, the other language, an empty line, the end.
LINES = {
    "ro": {
        "8 7": "8 7",
        "8": "8",
        "5": "5",
        "9 de pică pe 10 de pică": "9 de pică pe 10 de pică",
        "masa": "masa",
        "mutări": "mutări",
        "ajutor anulează": "ajutor anulează",
        "cod": "cod",
        UP: "cod",
        f"anux{BACKSPACE}lează": "anulează",
        "xyzzy": "xyzzy",
        f"silab{TAB}": "silabisește",
        f"re{TAB}guli": "reguli",
        "redistribuie": "redistribuie",
        "da": "da",
        "limba en": "limba en",
        "moves": "moves",
        "undo": "undo",
        "": "",
        "quit": "quit",
    },
    "en": {
        "8 7": "8 7",
        "8": "8",
        "5": "5",
        "9 of spades on 10 of spades": "9 of spades on 10 of spades",
        "table": "table",
        "moves": "moves",
        "help undo": "help undo",
        "code": "code",
        UP: "code",
        f"unx{BACKSPACE}do": "undo",
        "xyzzy": "xyzzy",
        f"spel{TAB}": "spell",
        f"r{TAB}ules": "rules",
        "redeal": "redeal",
        "yes": "yes",
        "language ro": "language ro",
        "mutări": "mutări",
        "anulează": "anulează",
        "": "",
        "ieși": "ieși",
    },
}

YES = {"ro": "da", "en": "yes"}

SYMBOLS = frozenset(
    re.findall(
        r"\w+",
        """
        ampersand apostrophe asterisk backslash bang bar brace bracket caret carrot colon comma
        dash dollar dot equals grave greater hash hyphen left less line minus paren percent period
        plus pound question quote right semi semicolon slash star tick tilda tilde underscore
        """,
    )
)


class Listened(NamedTuple):
    """A session played without a reader and the same heard under one; the openings come first."""

    reader: Reader
    language: str
    turns: list[Turn]
    heard: list[HeardTurn]

    @property
    def recalled(self) -> int:
        """The number of the turn that recalls the line before it."""
        return list(LINES[self.language]).index(UP) + 1

    @property
    def report(self) -> str:
        """The whole session, for somebody who looks for a fault."""
        said = [(self.reader.said(x.echo), self.reader.said(x.answer)) for x in self.heard]
        return "\n".join(f"{echo} / {answer}" for echo, answer in said)


@pytest.fixture(scope="module", params=["ro", "en"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def turns(language: str, tmp_path_factory: pytest.TempPathFactory) -> list[Turn]:
    """The session without a reader: what the program writes."""
    folder = tmp_path_factory.mktemp("played")
    with playing(folder, "--lang", language, "--deal", DEAL) as play:
        return play.play(list(LINES[language]))


@pytest.fixture(scope="module", params=READERS)
def listened(
    request: pytest.FixtureRequest,
    language: str,
    turns: list[Turn],
    tmp_path_factory: pytest.TempPathFactory,
) -> Listened:
    reader = require(request.param)
    folder = tmp_path_factory.mktemp("heard") / "reader"
    heard = listen(reader, folder, ["--lang", language, "--deal", DEAL], turns, DEAL)
    return Listened(reader, language, turns, heard)


# Under a reader


def test_every_answer_is_spoken_once_whole_and_in_order(listened: Listened) -> None:
    reader = listened.reader
    expected = [reader.expects(turn.spoken, DEAL) for turn in listened.turns]
    assert [reader.said(turn.answer) for turn in listened.heard] == expected, listened.report


def test_the_first_words_after_enter_are_the_outcome(listened: Listened) -> None:
    reader = listened.reader
    for turn, heard in zip(listened.turns[1:], listened.heard[1:], strict=False):
        first = next((x.text for x in heard.answer if reader.said([x])), "")
        words = first.split()[:3]
        assert words, listened.report
        assert reader.expects(turn.spoken, DEAL).split()[:3][: len(words)] == words, first


def test_while_a_line_is_typed_its_keys_are_all_that_is_spoken(listened: Listened) -> None:
    prompt = ""
    for turn, heard in zip(listened.turns, listened.heard, strict=False):
        shown = squash(b"".join(turn.echoes).decode().replace("\b", ""))
        typed = "".join(key for key in turn.keys if key.isprintable())
        for item in heard.echo:
            said = listened.reader.said([item])
            assert said in f"{prompt} {shown} {typed} space", listened.report
        prompt = turn.prompt


def test_every_letter_typed_or_erased_is_spoken(listened: Listened) -> None:
    for turn, heard in zip(listened.turns, listened.heard, strict=False):
        letters = [key for key in turn.keys if key.isalnum()]
        if BACKSPACE in turn.keys:
            letters.append(turn.keys[turn.keys.index(BACKSPACE) - 1])
        said = "".join(item.text for item in heard.echo)
        assert not Counter(letters) - Counter(said), listened.report


def test_a_recalled_command_is_spoken_whole(listened: Listened) -> None:
    echo = listened.heard[listened.recalled].echo
    assert listened.reader.said(echo).endswith(LINES[listened.language][UP]), listened.report


def test_the_same_answer_twice_in_a_row_is_spoken_twice(listened: Listened) -> None:
    both = slice(listened.recalled - 1, listened.recalled + 1)
    first, second = listened.turns[both]
    assert first.answer == second.answer
    expected = listened.reader.expects(first.spoken, DEAL)
    said = [listened.reader.said(turn.answer) for turn in listened.heard[both]]
    assert said == [expected, expected], listened.report


def test_nothing_stops_an_answer(listened: Listened) -> None:
    for turn in listened.heard[1:]:
        kinds = [x.kind for x in turn.answer if x.kind == "stop" or listened.reader.said([x])]
        assert "stop" not in kinds[1:], listened.report  # the first is for the key


def test_no_symbol_is_named_but_in_the_deal_code(listened: Listened) -> None:
    reader = listened.reader
    said = " ".join(reader.said([*turn.echo, *turn.answer]) for turn in listened.heard)
    written = " ".join(f"{b''.join(turn.echoes).decode()} {turn.spoken}" for turn in listened.turns)
    said = said.replace(reader.expects(DEAL, DEAL), "")
    assert not SYMBOLS & words_of(said) - words_of(written), listened.report


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


# What the readers are given


def test_a_letter_at_the_end_of_the_line_writes_itself_and_its_erasure_three_bytes(
    turns: list[Turn],
) -> None:
    for turn in turns:
        for key, echo in zip(turn.keys, turn.echoes, strict=True):
            if key == BACKSPACE:
                assert echo == b"\b \b"
            elif key.isprintable():
                assert echo == key.encode()


def test_nothing_but_text_backspaces_and_line_ends_is_written(turns: list[Turn]) -> None:
    for turn in turns:
        assert turn.answer.replace("\n", "").isprintable(), turn
        for echo in turn.echoes:
            shown = echo.decode().replace("\r\n", "").replace("\b", "")
            assert shown.isprintable(), turn


def test_an_answer_is_of_whole_lines_under_the_width_and_has_no_blank_one(
    turns: list[Turn],
) -> None:
    for turn in turns:
        assert turn.answer.endswith("\n")
        for line in turn.answer.splitlines():
            assert line == line.strip() != ""
            assert len(line) < COLUMNS


def test_a_terminal_without_cursor_gives_the_same_answers_and_no_escape(
    language: str, turns: list[Turn], tmp_path: Path
) -> None:
    options = ("--lang", language, "--deal", DEAL)
    with playing(tmp_path, *options, variables={"TERM": "dumb"}) as play:
        plain = [play.begin()]
        play.set_echo(False)
        plain += [play.turn(line, is_shown=False) for line in LINES[language].values()]
        assert b"\x1b" not in play.written
    assert [turn.spoken for turn in plain] == [turn.spoken for turn in turns]


def test_a_pipe_gets_the_same_answers_without_prompts_and_without_questions(
    language: str, turns: list[Turn], tmp_path: Path
) -> None:
    lines = list(LINES[language].values())
    answers = [squash(turn.answer) for turn in turns]
    answer = lines.index(YES[language])  # to the question that the line before it leads to
    del lines[answer], answers[answer]
    said = Shell(tmp_path).run(
        *("--lang", language, "--deal", DEAL),
        feed="".join(f"{line}\n" for line in lines).encode(),
        variables={"CRESCENT_A11Y_HOME": str(tmp_path / "game")},
    )
    assert is_plain(said.out)
    opening, rest = answers[0], " ".join(answers[1:])
    assert squash(said.said).endswith(f" {rest}")
    # A pipe is not offered the voice, which ends the opening.
    begun = squash(said.said).removesuffix(rest).strip()
    assert begun
    assert opening.startswith(begun)
