"""Sessions at a real terminal, typed key by key, in each language."""

from __future__ import annotations

import os
import re
import signal
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from catalog_words import foreign
from player import LANGUAGES
from pty_driver import LONGEST_WAIT, PtyProgram, run_in_pty
from shell_driver import PROGRAM, environment, is_plain
from strategies import read_words

from crescent_a11y.engine.replay import Report
from crescent_a11y.interface.files import judge_file

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no pseudo-terminals that Python can open"
)

PROMPTS = {
    "en": ("Command: ", "Yes, no: ", "Place:   "),
    "ro": ("Comanda: ", "Da, nu:  ", "Locul:   "),
}

# The program with a prompt_toolkit that cannot be imported before the file "go" is there.
LATE = """
import os, sys, time
from crescent_a11y.cli import main

class Late:
    def find_spec(self, name, *_):
        while name == "prompt_toolkit" and not os.path.exists("go"):
            time.sleep(0.005)

sys.meta_path.insert(0, Late())
sys.exit(main())
"""


class Talk:
    """A person at the terminal: types a line and hears what is written until the next prompt."""

    def __init__(self, program: PtyProgram, language: str) -> None:
        self.program = program
        self.language = language
        self._heard = 0

    def hear(self, *, ends_with: tuple[str, ...] | None = None) -> str:
        """What is written until a prompt stands, or until the program has ended."""
        ends = tuple(prompt.encode() for prompt in ends_with or PROMPTS[self.language])
        end = time.monotonic() + LONGEST_WAIT
        while not self.program.written[self._heard :].endswith(ends):
            if not self.program._receive(end):
                break
        heard = self.program.written[self._heard :]
        self._heard += len(heard)
        return heard.decode().replace("\r\n", "\n")

    def type(self, line: str, keys: bytes = b"\r") -> str:
        """Type a line; the answer without the echo and the prompt."""
        self.program.type(line.encode() + keys)
        echo, _, said = self.hear().partition("\n")
        assert line in echo or not keys
        return said.rpartition("\n")[0]

    def leave(self, line: str) -> str:
        """Type a line that ends the program; the last words."""
        self.program.type(line.encode())
        rest = self.hear(ends_with=("\0",))
        assert self.program.exit_code() == 0
        return rest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@contextmanager
def at_terminal(
    language: str,
    *words: str,
    term: str = "xterm-256color",
    program: Sequence[str] = PROGRAM,
) -> Iterator[Talk]:
    command = [*program, "--lang", language, "--deal", "1", "--log", "a.crescent", *words]
    variables = {**environment(Path.cwd()), "TERM": term}
    variables.pop("PYTHONPATH", None)  # the driver sets it
    with run_in_pty(command, environment=variables, columns=200) as running:
        talk = Talk(running, language)
        yield talk
        assert b"\x1b" not in running.written
        assert b"Traceback" not in running.written


def judged() -> Report:
    report = judge_file("a.crescent", read_words)
    assert report.fault is None, report.fault
    return report


def test_a_session_in_english() -> None:
    with at_terminal("en") as talk:
        opening = talk.hear().rpartition("\n")[0]
        assert "Game CR1-N-AAAAAAB" in opening
        assert len(opening.splitlines()) <= 4
        assert talk.type("3 7").startswith("9 of diamonds on 8 of diamonds, pile 7.")
        assert talk.type("1 2").startswith("It must be the same suit.")
        assert talk.type("redeal").endswith("Redeal?")
        assert talk.type("no") == "Not done."
        assert talk.type("table").count("pile") == 16
        assert "1 move" in talk.type("status")
        assert talk.type("restart").endswith("?")
        assert "from the start" in talk.type("yes")
        assert "quit" in talk.type("", keys=b"\x03")
        everything = talk.program.written.decode()
        assert talk.leave("quit\r").rstrip().endswith("Goodbye.")
    heard = re.sub(r"(?m)^.*: (3 7|1 2|no|yes)\r$", "", everything)
    assert not foreign(heard, "en")
    assert judged().moves == 1


def test_a_session_in_romanian() -> None:
    with at_terminal("ro") as talk:
        opening = talk.hear().rpartition("\n")[0]
        assert "Partida CR1-N-AAAAAAB" in opening
        assert len(opening.splitlines()) <= 4
        assert talk.type("3 pe 7").startswith("9 de caro pe 8 de caro, stiva 7.")
        assert talk.type("9 de caro pe 8 de cupă").endswith("deasupra niciunei stive.")
        assert talk.type("1 2").startswith("Trebuie să fie de aceeași culoare.")
        assert talk.type("redistribuie").endswith("Redistribui?")
        assert talk.type("nu") == "Rămâne cum era."
        assert talk.type("masa").count("stiva") == 16
        assert "1 mutare" in talk.type("stare")
        assert talk.type("reîncepe").endswith("?")
        assert "de la început" in talk.type("da")
        assert "ieși" in talk.type("", keys=b"\x03")
        everything = talk.program.written.decode()
        assert talk.leave("ieși\r").rstrip().endswith("La revedere.")
    assert not foreign(everything, "ro")
    assert judged().moves == 1


def test_the_language_changes_in_the_midst_with_the_prompt() -> None:
    with at_terminal("en") as talk:
        talk.hear()
        talk.type("3 7")
        talk.language = "ro"
        assert "româna" in talk.type("limba ro")
        assert talk.type("1 2").startswith("Trebuie")
        assert "1 mutare" in talk.type("stare")
        talk.leave("ieși\r")
    assert judged().moves == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_end_of_input_leaves_a_whole_log(language: str) -> None:
    with at_terminal(language) as talk:
        talk.hear()
        talk.type("3 7")
        talk.leave("\x04")
    assert judged().moves == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_ctrl_c_drops_the_line_and_says_how_to_leave(language: str) -> None:
    with at_terminal(language) as talk:
        talk.hear()
        leave = {"en": "quit", "ro": "ieși"}[language]
        assert leave in talk.type("3 7", keys=b"\x03")
        assert "0 " in talk.type({"en": "status", "ro": "stare"}[language])
        talk.type("3 7")
        talk.type({"en": "restart", "ro": "reîncepe"}[language])
        assert leave in talk.type("", keys=b"\x03"), "a question is dropped too"
        talk.leave(f"{leave}\r")
    assert judged().moves == 1, "the question that was dropped has restarted nothing"


def test_keys_typed_ahead_answer_no_question() -> None:
    with at_terminal("en") as talk:
        talk.hear()
        talk.type("3 7")
        talk.program.type(b"redeal\ryes\r")
        assert talk.hear(ends_with=("Yes, no: ",)).count("Redeal?") == 1
        said = talk.type("no")
        assert said.startswith("Not done.")
        if "yes" not in said:  # what was typed ahead stands for itself now
            talk.hear()
        assert "3 redeals left" in talk.type("status")
        talk.leave("quit\r")
    assert judged().redeals == 0


# A long search


THINKING = {"en": "Thinking. Enter stops.", "ro": "Mă gândesc. Enter oprește."}


@contextmanager
def searching(language: str, term: str = "xterm-256color") -> Iterator[Talk]:
    """Somebody whose hint is sought for long, and who was told so."""
    enter = b"\r" if term != "dumb" else b"\n"
    with at_terminal(language, "--deal", "3", term=term) as talk:
        talk.hear()
        for _ in range(3):
            talk.type("redeal", keys=enter)
        talk.program.type(b"hint" + enter)
        talk.hear(ends_with=(f"{THINKING[language]}\r\n",))
        yield talk
        talk.leave("quit\r" if language == "en" else "ieși\r")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keys", [b"\r", b"\x03", b"sta\x03"])
def test_a_search_is_stopped_by_enter_alone_and_by_ctrl_c(keys: bytes, language: str) -> None:
    with searching(language) as talk:
        talk.program.type(keys)
        said, _, prompt = talk.hear().rpartition("\n")
        assert prompt == PROMPTS[language][0]
        assert len(said.splitlines()) == 1
        assert {"en": "not known", "ro": "nu se știe"}[language] in said
        assert "104" in talk.type({"en": "status", "ro": "stare"}[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_stops_a_search_and_is_carried_out_after_it(language: str) -> None:
    status = {"en": "status", "ro": "stare"}[language]
    with searching(language) as talk:
        for letter in status:
            talk.program.type(letter.encode())
            time.sleep(0.05)  # each is seen alone, and stops nothing
        talk.program.type(b"\r")
        heard = talk.hear()
        if "104" not in heard:
            heard += talk.hear()
        assert shown_lines(heard, PROMPTS[language][0], [status]) == [status]
        assert {"en": "not known", "ro": "nu se știe"}[language] in heard.splitlines()[0]
        assert "104" in heard
        assert talk.type("10 14").count("10 14") == 0


@pytest.mark.parametrize("keys", [b"\n", b"\x03", b"status\n"])
def test_a_terminal_that_edits_its_lines_stops_a_search_too(keys: bytes) -> None:
    with searching("en", term="dumb") as talk:
        talk.program.type(keys)
        heard = talk.hear()
        assert "not known" in heard
        if keys == b"status\n":
            while "104" not in heard:
                heard += talk.hear()
            assert heard.count("104") == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_search_and_then_the_program(number: int) -> None:
    with at_terminal("en", "--deal", "3") as talk:
        talk.hear()
        for _ in range(3):
            talk.type("redeal")
        talk.program.type(b"hint\r")
        talk.hear(ends_with=(f"{THINKING['en']}\r\n",))
        begun = time.monotonic()
        talk.program.signal(number)
        talk.hear(ends_with=("\0",))
        assert talk.program.exit_code() == 0
        assert time.monotonic() - begun < 5
    assert judged().redeals == 3


ENDING = [signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("number", ENDING)
@pytest.mark.parametrize("keys", [b"", b"6", b"6 8"])
def test_a_signal_at_the_prompt_leaves_a_whole_log_and_the_terminal_as_it_was(
    number: int, keys: bytes
) -> None:
    with at_terminal("ro") as talk:
        talk.hear()
        before = talk.program.modes()
        talk.type("3 7")
        talk.program.type(keys)
        if keys:
            talk.hear(ends_with=(keys.decode(),))  # the prompt stands and takes keys
        talk.program.signal(number)
        assert talk.hear(ends_with=("\0",)) == "\n", "nothing but the end of the row"
        assert talk.program.exit_code() == 0
        assert before[3] & termios.ECHO == 0
    assert judged().moves == 1


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
@pytest.mark.parametrize("number", ENDING)
def test_a_signal_at_any_time_is_the_end_and_nothing_else_is_written(
    number: int, term: str
) -> None:
    for pause in (0.0, 0.001, 0.003, 0.008, 0.02):
        Path("a.crescent").unlink(missing_ok=True)
        with at_terminal("ro", term=term) as talk:
            talk.hear()
            talk.program.type(b"3 7\r" if term != "dumb" else b"3 7\n")
            time.sleep(pause)
            talk.program.signal(number)
            talk.program.signal(number)
            heard = talk.hear(ends_with=("\0",))
            assert talk.program.exit_code() == 0, heard
        told = r"(9 de caro pe 8 de caro, stiva 7\. Stiva 3: [^\n]*\n(Comanda: \n?)?)?"
        assert re.fullmatch(rf"(3? ?7?\n?)?{told}", heard), heard
        assert judged().moves in (0, 1)


def test_an_interrupt_sent_by_the_system_drops_the_line_as_the_key_does() -> None:
    with at_terminal("ro") as talk:
        talk.hear()
        talk.type("3 7")
        for keys in (b"", b"6 8", b""):
            talk.program.type(keys)
            if keys:
                talk.hear(ends_with=(keys.decode(),))
            talk.program.signal(signal.SIGINT)
            assert talk.hear() == "\nCa să ieși, scrie ieși.\nComanda: "
        for _ in range(20):  # one after another, faster than they can be answered
            talk.program.signal(signal.SIGINT)
        talk.program.type(b"\r")
        heard = talk.hear(ends_with=("Scrie o mutare sau ajutor.\r\nComanda: ",))
        said = {"", "Comanda: ", "Ca să ieși, scrie ieși.", "Scrie o mutare sau ajutor."}
        assert set(heard.split("\n")) <= said, heard
        assert "1 mutare" in talk.type("stare")
        talk.leave("ieși\r")
    assert judged().moves == 1


def test_an_interrupt_as_a_line_ends_is_no_error() -> None:
    said = ("", "Comanda: ", "Ca să ieși, scrie ieși.", "Codul de joc CR1-N-AAAAAAB.")
    lines = {*said, "Comanda: cod", "cod", *(f"Comanda: {'cod'[:n]}" for n in (1, 2))}
    with at_terminal("ro") as talk:
        talk.hear()
        for number in range(60):
            talk.program.type(b"cod\r")
            time.sleep(number % 12 / 6000)
            talk.program.signal(signal.SIGINT)
            heard = talk.hear()
            assert set(heard.split("\n")) <= lines, heard
        talk.program.type(b"stare\r")
        talk.hear(ends_with=("fundații.\r\nComanda: ",))
        talk.leave("ieși\r")
    assert judged().moves == 0


def test_ctrl_c_at_a_terminal_without_a_cursor_drops_the_line_too() -> None:
    with at_terminal("ro", term="dumb") as talk:
        talk.hear()
        talk.type("3 7")
        for keys in ("", "6 8", ""):
            talk.program.type(keys.encode())
            if keys:
                talk.hear(ends_with=(keys,))
            talk.program.type(b"\x03")  # the system makes a signal of it
            assert talk.hear() == "^C\nCa să ieși, scrie ieși.\nComanda: "
        assert "1 mutare" in talk.type("stare")
        talk.leave("ieși\r")
    assert judged().moves == 1


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_while_a_question_waits_does_nothing_that_was_asked(number: int) -> None:
    with at_terminal("en") as talk:
        talk.hear()
        talk.type("3 7")
        assert talk.type("restart").endswith("Start this game over?")
        talk.program.signal(number)
        assert talk.hear(ends_with=("\0",)) == "\n"
        assert talk.program.exit_code() == 0
    assert judged().moves == 1


def test_a_window_that_is_closed_leaves_a_whole_log() -> None:
    with at_terminal("ro") as talk:
        talk.hear()
        talk.type("3 7")
        talk.program.hang_up()
        talk.program.exit_code()
    assert judged().moves == 1


# From the first words until the keys can be read


def at_late_terminal() -> AbstractContextManager[Talk]:
    """Somebody who has heard the first words and stands at the prompt, which reads no key yet."""
    return at_terminal("ro", program=(sys.executable, "-c", LATE))


def be_ready() -> None:
    """Let the prompt read keys."""
    Path("go").touch()


def shown_lines(heard: str, prompt: str, lines: Sequence[str]) -> list[str]:
    """The lines among what was written, as often as each is there; each follows a prompt."""
    shown = [line for line in heard.splitlines() if line.removeprefix(prompt) in lines]
    assert all(line.startswith(prompt) for line in shown), shown
    return [line.removeprefix(prompt) for line in shown]


def assert_left_as_found(talk: Talk) -> None:
    modes = talk.program.modes()
    assert modes[0] & termios.ICRNL
    assert modes[3] & termios.ECHO
    assert modes[3] & termios.ICANON
    assert modes[3] & termios.ISIG


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_typed_at_the_first_word_are_obeyed_in_order_and_shown_once(language: str) -> None:
    lines = ["3 7", "6 8", *{"en": ("undo", "quit"), "ro": ("anulează", "ieși")}[language]]
    with at_terminal(language) as talk:
        talk.program._receive(time.monotonic() + LONGEST_WAIT)
        talk.program.type("".join(f"{line}\r" for line in lines).encode())
        heard = talk.hear(ends_with=("\0",))
        assert talk.program.exit_code() == 0
        assert shown_lines(heard, PROMPTS[language][0], lines) == lines
    assert judged().moves == 1


def test_keys_typed_before_the_program_has_begun_are_obeyed_in_order() -> None:
    lines = ["3 7", "6 8", "undo", "quit"]
    with at_terminal("en") as talk:
        talk.program.type("".join(f"{line}\r" for line in lines).encode())
        heard = talk.hear(ends_with=("\0",))
        assert talk.program.exit_code() == 0
        # Until the program is there the terminal shows them too, before the first words.
        heard = heard[heard.index("Game CR1") :]
        assert shown_lines(heard, "Command: ", lines) == lines
    assert judged().moves == 1


def test_the_first_words_and_the_prompt_come_before_the_keys_can_be_read() -> None:
    with at_late_terminal() as talk:
        assert talk.hear().startswith("Partida CR1-N-AAAAAAB")
        talk.program.type(b"3 7\r")
        be_ready()
        assert talk.hear().startswith("3 7\n9 de caro pe 8 de caro, stiva 7.")
        talk.leave("ieși\r")
        assert_left_as_found(talk)
    assert judged().moves == 1


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_before_the_keys_can_be_read_is_the_end(number: int) -> None:
    with at_late_terminal() as talk:
        talk.hear()
        talk.program.signal(number)
        be_ready()
        assert talk.hear(ends_with=("\0",)) == "\n"
        assert talk.program.exit_code() == 0
        assert_left_as_found(talk)
    assert judged().moves == 0


@pytest.mark.parametrize("is_key", [True, False])
def test_ctrl_c_before_the_keys_can_be_read_says_how_to_leave(is_key: bool) -> None:
    with at_late_terminal() as talk:
        talk.hear()
        if is_key:
            talk.program.type(b"\x03")
        else:
            talk.program.signal(signal.SIGINT)
        be_ready()
        assert talk.hear() == "\nCa să ieși, scrie ieși.\nComanda: "
        talk.leave("ieși\r")
        assert_left_as_found(talk)
    assert judged().moves == 0


def test_a_window_closed_before_the_keys_can_be_read_leaves_a_whole_log() -> None:
    with at_late_terminal() as talk:
        talk.hear()
        talk.program.hang_up()
        be_ready()
        talk.program.exit_code()
    assert judged().moves == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_terminal_without_a_cursor_plays_too(language: str) -> None:
    with at_terminal(language, term="dumb") as talk:
        talk.hear()
        said = talk.type("3 7")
        assert said.startswith({"en": "9 of diamonds", "ro": "9 de caro"}[language])
        talk.leave({"en": "quit\r", "ro": "ieși\r"}[language])
        assert is_plain(talk.program.written.replace(b"\r\n", b"\n"))
    assert judged().moves == 1


def test_a_file_given_to_a_shell_on_a_terminal_is_read_without_prompts() -> None:
    Path("lines.txt").write_bytes(b"3 7\nquit\n")
    line = f"{' '.join(PROGRAM)} --deal 1 --lang en < lines.txt"
    with run_in_pty(
        ["/bin/sh", "-c", line], environment=environment(Path.cwd()), columns=200
    ) as program:
        said = program.rest().decode()
        assert program.exit_code() == 0
    assert "Command:" not in said
    assert "9 of diamonds on 8 of diamonds" in said
    assert os.linesep in said
