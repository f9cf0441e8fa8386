"""Long sessions, whose every answer suits ears and fingers: short, without symbols, in braille."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest
from player import Player
from reader_driver import BACKSPACE, COLUMNS, missed, playing
from strategies import numbered

from crescent_a11y.engine.cards import ALL_CARDS
from crescent_a11y.engine.rules import Redeal, legal_moves
from crescent_a11y.engine.table import FOUNDATIONS, PILES
from crescent_a11y.interface import advice
from crescent_a11y.interface.wrapping import wrapped
from crescent_a11y.language.catalog import load
from crescent_a11y.language.commands import shown_name
from crescent_a11y.language.utterance import Utterance
from crescent_a11y.language.vocabulary import SPECS

MOST_LINES = 20
CELLS = 40

# Commands whose answers are as long as the player orders, or that change how much is said.
LONGER = frozenset({"last", "verbosity", "cards", "counts", "reasons"})
ENDS = frozenset({"quit"})
ARGUMENTS = ("", "1", "2", "5", "99", "xyzzy", "on", "off", "3 7", "ro", "test")
STYLES = ("verbosity brief", "cards codes", "counts off", "verbosity full", "reasons off")

# What may stand in an answer beside letters, digits and blanks: every reader turns it into pauses.
PAUSES = frozenset(".,;:?\n")
CODE = re.compile(r"\bCR1-N-[A-Z]{7}\b")

languages = pytest.mark.parametrize("language", ["ro", "en"])


@pytest.fixture(scope="module", autouse=True)
def _in_a_folder_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Some commands write files; and some search, for long where a game is lost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("player"))
        patch.setattr(advice, "BUDGET", 5_000)
        yield


def commands(language: str) -> Iterator[tuple[str, str]]:
    """Each command by its name and as it is typed, with each of the arguments."""
    for spec in SPECS:
        typed = shown_name(spec, load(language))
        if spec.name in ENDS:
            continue
        yield "help", f"help {typed}"
        for argument in ARGUMENTS:
            yield spec.name, f"{typed} {argument}".strip()


def moves(player: Player, chance: random.Random) -> Iterator[str]:
    """The lines of a game played by chance, to its end: moves, refusals, names of cards."""
    places = [place.code for place in (*PILES, *FOUNDATIONS)]
    cards = [card.code for card in ALL_CARDS]
    while not player.game.is_won:
        allowed = list(legal_moves(player.game.table))
        if allowed and chance.random() < 0.9:
            move = chance.choice(allowed)
            yield f"{move.source.code} {move.destination.code}"
        elif player.game.table.redeals:
            yield from ("redeal", "yes")
        else:
            return
        match chance.randrange(8):
            case 0:
                yield " ".join(chance.sample(places, 2))
            case 1:
                yield " ".join(chance.sample(cards, 2))
            case 2:
                yield chance.choice([*places, *cards])
            case 3:
                yield chance.choice(["undo", "undo 3", "redo", "cancel", "", "xyzzy"])


def session(
    language: str, number: int, *styles: str, without: frozenset[str] = frozenset()
) -> Iterator[tuple[str, Utterance]]:
    """Lines and answers of a long session: a game played to its end, and every command in it."""
    player = Player(language, code=numbered(number), interactive=True)
    chance = random.Random(number)

    def answers(lines: Iterator[str]) -> Iterator[tuple[str, Utterance]]:
        for line in lines:
            yield line, player.session.handle_line(line)

    yield "", player.session.opening()
    yield from answers(iter(styles))
    told = ["table", "moves", "foundations", "status", "pile 3"]
    for line, answer in answers(moves(player, chance)):
        yield line, answer
        if chance.random() < 0.2:
            yield from answers(iter(told))
    language_again = f"language {language}"
    for name, line in commands(language):
        if name not in without:
            yield from answers(iter((line, "no", "cancel", language_again)))


@pytest.fixture(scope="module", params=["ro", "en"])
def default_session(
    request: pytest.FixtureRequest, _in_a_folder_of_its_own: None
) -> list[tuple[str, Utterance]]:
    """A long session in which nothing is changed that sets how much is said."""
    return [
        pair for number in (123, 4, 77) for pair in session(request.param, number, without=LONGER)
    ]


def test_no_answer_by_default_is_longer_than_twenty_lines(
    default_session: list[tuple[str, Utterance]],
) -> None:
    long = {
        line: len(rows)
        for line, answer in default_session
        if len(rows := wrapped(answer.text, COLUMNS - 1, len)) > MOST_LINES
    }
    assert not long


@languages
def test_the_table_and_the_moves_are_never_longer_than_twenty_lines(language: str) -> None:
    long: dict[str, int] = {}
    for number in range(30):
        player = Player(language, code=numbered(7919 * number))
        chance = random.Random(number)
        for count in range(100):
            allowed = list(legal_moves(player.game.table))
            if not allowed and not player.game.table.redeals:
                break
            player.game.act(chance.choice(allowed) if allowed else Redeal())
            if count % 5 == 4:
                for line in ("table", "moves"):
                    said = player.type(line)
                    if (rows := len(wrapped(said, COLUMNS - 1, len))) > MOST_LINES:
                        long[said] = rows
    assert not long


def test_no_answer_has_a_symbol_that_a_reader_would_name(
    default_session: list[tuple[str, Utterance]],
) -> None:
    odd: dict[str, str] = {}
    for _, answer in default_session:
        for sentence in re.split(r"(?<=[.?])\s", CODE.sub("", answer.text)):
            for mark in {x for x in sentence if not (x.isalnum() or x == " " or x in PAUSES)}:
                odd.setdefault(f"{mark} {sentence}", mark)
    assert not odd


@languages
@pytest.mark.parametrize("style", ["", *STYLES])
def test_every_braille_form_fits_a_display_and_has_letters_digits_and_blanks_alone(
    language: str, style: str
) -> None:
    styles = [style] if style else []
    for number in (5, 123):
        for line, answer in session(language, number, *styles):
            assert 0 < len(answer.braille) <= CELLS, (line, answer)
            assert all(x.isalnum() or x == " " for x in answer.braille), (line, answer)
            assert answer.braille == " ".join(answer.braille.split()), (line, answer)


def cells(lines: list[str]) -> list[str]:
    """The braille cells of lines by the Romanian table, one for each character."""
    done = subprocess.run(
        ["brltty-trtxt", "-b", "-i", "ro", "-o", "unicode"],
        input="".join(line + "\n" for line in lines).encode(),
        capture_output=True,
        check=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    return done.stdout.decode().split("\n")[:-1]


def test_every_character_of_a_long_romanian_session_has_a_cell_in_the_romanian_table() -> None:
    if shutil.which("brltty-trtxt") is None:
        missed("brltty is not installed")
    lines: dict[str, None] = {}
    for style in ("", *STYLES):
        for _, answer in session("ro", 123, *([style] if style else [])):
            lines.update(dict.fromkeys([*answer.text.split("\n"), answer.braille]))
    shown = cells([*lines, "\ue000"])
    undefined = shown.pop()
    assert len(undefined) == 1
    assert len(shown) == len(lines)
    without = set()
    for line, row in zip(lines, shown, strict=True):
        assert len(line) == len(row)
        without |= {x for x, cell in zip(line, row, strict=True) if cell == undefined and x != "?"}
    assert not without


@languages
def test_with_a_braille_line_the_row_of_the_cursor_begins_with_the_short_result(
    tmp_path: Path, language: str
) -> None:
    code = numbered(123)
    player = Player(language, code=code, interactive=True)
    with playing(tmp_path, "--lang", language, "--deal", str(code)) as play:
        word = play.begin().prompt
        for line in ("braille line on", "8 5", "8 7", "undo", "redeal", "table", "8", "5", "code"):
            turn = play.turn(line)
            answer = player.session.handle_line(line)
            assert turn.prompt.startswith(f"{answer.braille} "), line
            assert line == "8" or turn.prompt == f"{answer.braille} {word}"
            assert cursor_row(play.written) == turn.prompt
        play.type("8 ")
        play.wait(lambda: play.written.endswith(b"8 "))
        assert cursor_row(play.written) == f"{turn.prompt} 8"
        assert play.turn(f"{BACKSPACE * 2}braille line off").prompt == word


def cursor_row(written: bytes) -> str:
    """What a display shows that follows the cursor."""
    screen = pyte.Screen(COLUMNS, 24)
    pyte.ByteStream(screen).feed(written)
    return screen.display[screen.cursor.y].rstrip()
