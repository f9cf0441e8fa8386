"""The rules of the prompt line, held byte by byte; no test waits for a fixed time."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import DummyInput, PipeInput, create_pipe_input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.utils import get_cwidth
from pty_driver import PtyProgram, run_in_pty

from crescent_a11y.interface.keyboard import raw_mode
from crescent_a11y.interface.output import TerminalClosed, TextOutput
from crescent_a11y.interface.plain_terminal import PlainTerminal
from crescent_a11y.interface.prompt_line import PromptLine
from crescent_a11y.interface.row import Row
from crescent_a11y.interface.terminal import open_terminal
from crescent_a11y.interface.typed import LONGEST_LINE
from crescent_a11y.interface.wrapping import wrapped

needs_pty = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no pseudo-terminals that Python can open"
)

WORDS = ["help", "hint", "move", "mută", "undo"]

# Says each line back. "ask" asks for a confirmation, "wait N" computes until N bytes wait.
PROGRAM = """
import fcntl, os, signal, struct, sys, termios, time
from crescent_a11y.interface.output import TerminalClosed
from crescent_a11y.interface.terminal import open_terminal

WORDS = ["help", "hint", "move", "mută", "undo"]

def complete(before):
    return [word for word in WORDS if word.startswith(before[before.rfind(" ") + 1:])]

def several(words):
    return "Choose: " + ", ".join(words) + "."

def wait_for(count):
    while struct.unpack("i", fcntl.ioctl(0, termios.FIONREAD, b"0000"))[0] < count:
        time.sleep(0.005)

if "deaf" in sys.argv:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
try:
    with open_terminal(complete, several) as terminal:
        while True:
            try:
                line = terminal.read("Command: ")
            except KeyboardInterrupt:
                terminal.say("Dropped.")
                continue
            if line == "quit":
                break
            if line == "fail":
                raise SystemExit(5)
            if line.startswith("wait "):
                wait_for(int(line.split()[1]))
            if line == "search":
                while not terminal.is_interrupted():
                    time.sleep(0.005)
                terminal.say("Stopped.")
            elif line.endswith("ask"):
                terminal.say(f"Got {terminal.read_fresh('Sure? ')}.")
            else:
                terminal.say(f"Line {line}.")
except EOFError:
    sys.exit(3)
except TerminalClosed:
    sys.exit(4)
"""

# Before the program: prompt_toolkit can be imported only when as many bytes wait as it is told.
LATE = """
import fcntl, struct, sys, termios, time

class Late:
    def find_spec(self, name, *_):
        if name == "prompt_toolkit":
            while struct.unpack("i", fcntl.ioctl(0, termios.FIONREAD, b"0000"))[0] < COUNT:
                time.sleep(0.005)

sys.meta_path.insert(0, Late())
"""


@contextmanager
def in_terminal(
    *arguments: str,
    columns: int = 80,
    term: str = "xterm-256color",
    as_job: bool = False,
    before: str = "",
) -> Iterator[PtyProgram]:
    with run_in_pty(
        [sys.executable, "-c", before + PROGRAM, *arguments],
        columns=columns,
        environment={"TERM": term},
        as_job=as_job,
    ) as program:
        program.expect(b"Command: ")
        yield program
        assert b"\x1b" not in program.written
        assert b"\a" not in program.written


class Recorder(TextOutput):
    """A terminal of some width that keeps every write."""

    def __init__(self, columns: int | None = 80) -> None:
        super().__init__(io.StringIO())
        self.wide = columns
        self.writes: list[str] = []

    def columns(self) -> int | None:
        return self.wide

    def write(self, text: str) -> None:
        self.writes.append(text)

    @property
    def text(self) -> str:
        return "".join(self.writes)


def complete(before: str) -> list[str]:
    return [word for word in WORDS if word.startswith(before[before.rfind(" ") + 1 :])]


def several(words: Sequence[str]) -> str:
    return f"Choose: {', '.join(words)}."


@dataclass
class Typist:
    """A prompt line and the keyboard before it."""

    keys: PipeInput
    output: Recorder
    line: PromptLine

    def read(self, keys: str | bytes, prompt: str = "Command: ") -> str:
        self.keys.send_bytes(keys if isinstance(keys, bytes) else keys.encode())
        return self.line.read(prompt)


@contextmanager
def typist(
    *,
    columns: int = 80,
    history: Sequence[str] | InMemoryHistory = (),
    completer: Callable[[str], Sequence[str]] = complete,
) -> Iterator[Typist]:
    output = Recorder(columns)
    with (
        create_pipe_input() as keys,
        PromptLine(completer, several, history, keys=keys, output=output) as line,
    ):
        yield Typist(keys, output, line)


# The bytes of each key, under a real terminal


@needs_pty
def test_a_letter_typed_or_erased_at_the_end_writes_at_most_four_bytes() -> None:
    with in_terminal() as program:
        program.press(b"m", b"m")
        program.press("ș".encode(), "ș".encode())
        program.press("Ț".encode(), "Ț".encode())
        program.press(b" ", b" ")
        program.press(b"\x7f", b"\b \b")
        program.press(b"\x7f", b"\b \b")
        program.press(b"\x08", b"\b \b")
        program.press(b"\x7f", b"\b \b")
        program.press(b"\x7f", b"")
        program.press(b"x", b"x")


@needs_pty
def test_enter_writes_the_line_end_and_nothing_before_the_answer() -> None:
    with in_terminal() as program:
        program.press(b"undo", b"undo")
        program.press(b"\r", b"\r\nLine undo.\r\nCommand: ")
        program.press(b"ab\x1b[D", b"ab\b")
        program.press(b"\r", b"\r\nLine ab.\r\nCommand: ")
        program.press(b"ab\n", b"ab\r\nLine ab.\r\nCommand: ")


@needs_pty
def test_up_and_down_write_the_recalled_line_whole_and_no_prompt() -> None:
    with in_terminal() as program:
        program.press(b"move 5\r", b"move 5\r\nLine move 5.\r\nCommand: ")
        program.press(b"move 67\r", b"move 67\r\nLine move 67.\r\nCommand: ")
        program.press(b"u", b"u")
        program.press(b"\x1b[A", b"\bmove 67")
        program.press(b"\x1bOA", b"\b" * 7 + b"move 5 \b")
        program.press(b"\x10", b"")
        program.press(b"\x1b[B", b"\b" * 6 + b"move 67")
        program.press(b"\x0e", b"\b" * 7 + b"u      " + b"\b" * 6)
        program.press(b"\x1b[B", b"")
        program.press(b"n\r", b"n\r\nLine un.\r\nCommand: ")


@needs_pty
def test_tab_adds_the_rest_of_the_only_word() -> None:
    with in_terminal() as program:
        program.press(b"mo", b"mo")
        program.press(b"\t", b"ve")
        program.press(b"\t", b"")
        program.press(b" xyz\t", b" xyz")
        program.press(b"\r", b"\r\nLine move xyz.\r\nCommand: ")


@needs_pty
def test_tab_says_several_words_on_a_line_of_their_own() -> None:
    with in_terminal() as program:
        program.press(b"5 h", b"5 h")
        program.press(b"\t", b"\r\nChoose: help, hint.\r\nCommand: 5 h")
        program.press(b"i\t", b"int")
        program.press(b"\r", b"\r\nLine 5 hint.\r\nCommand: ")


@needs_pty
def test_left_is_a_backspace_and_right_the_character() -> None:
    with in_terminal() as program:
        program.press("aș".encode(), "aș".encode())
        program.press(b"\x1b[D", b"\b")
        program.press(b"\x02", b"\b")
        program.press(b"\x1b[D", b"")
        program.press(b"\x1b[C", b"a")
        program.press(b"\x06", "ș".encode())
        program.press(b"\x1b[C", b"")
        program.press(b"x", b"x")


@needs_pty
def test_home_and_end_never_write_the_prompt() -> None:
    with in_terminal() as program:
        program.press(b"move", b"move")
        for home, end in ((b"\x1b[H", b"\x1b[F"), (b"\x01", b"\x05"), (b"\x1b[1~", b"\x1b[4~")):
            program.press(home, b"\b\b\b\b")
            program.press(end, b"move")


@needs_pty
def test_word_moves_write_the_word_and_never_the_prompt() -> None:
    with in_terminal() as program:
        program.press("mută ș2".encode(), "mută ș2".encode())
        program.press(b"\x1bb", b"\b\b")
        program.press(b"\x1b[1;5D", b"\b" * 5)
        program.press(b"\x1bb", b"")
        program.press(b"\x1bf", "mută".encode())
        program.press(b"\x1b[1;5C", " ș2".encode())
        program.press(b"\x1bf", b"")
        program.press(b"\r", "\r\nLine mută ș2.\r\nCommand: ".encode())


@needs_pty
def test_edits_amid_the_line_write_the_rest_of_it() -> None:
    with in_terminal() as program:
        program.press(b"moe\x1b[D", b"moe\b")
        program.press(b"v", b"ve\b")
        program.press(b"\x1b[D\x1b[D", b"\b\b")
        program.press(b"\x1b[3~", b"ve \b\b\b")
        program.press(b"\x04", b"e \b\b")
        program.press(b"\x7f", b"\be \b\b")
        program.press(b"\r", b"\r\nLine e.\r\nCommand: ")


@needs_pty
def test_killed_words_are_blanked_and_given_back() -> None:
    with in_terminal() as program:
        program.press(b"ab cd", b"ab cd")
        program.press(b"\x17", b"\b\b  \b\b")
        program.press(b"\x19", b"cd")
        program.press(b"\x1b\x7f", b"\b\b  \b\b")
        program.press(b"\x15", b"\b\b\b   \b\b\b")
        program.press(b"\x19\x19", b"ab ab ")
        program.press(b"\x01\x0b", b"\b" * 6 + b" " * 6 + b"\b" * 6)
        program.press(b"\x19\x01", b"ab ab " + b"\b" * 6)
        program.press(b"\x1bd", b" ab   " + b"\b" * 6)
        program.press(b"\r", b"\r\nLine  ab .\r\nCommand: ")


@needs_pty
def test_control_l_writes_a_fresh_row_and_clears_no_screen() -> None:
    with in_terminal() as program:
        program.press(b"move\x1b[D", b"move\b")
        program.press(b"\x0c", b"\r\nCommand: move\b")
        program.press(b"x", b"xe\b")


@needs_pty
def test_control_c_drops_the_line() -> None:
    with in_terminal() as program:
        program.press(b"mov", b"mov")
        program.press(b"\x03", b"\r\nDropped.\r\nCommand: ")
        program.press(b"x\r", b"x\r\nLine x.\r\nCommand: ")


@needs_pty
def test_control_d_on_an_empty_line_ends_the_lines() -> None:
    with in_terminal() as program:
        program.press(b"x", b"x")
        program.press(b"\x04", b"")
        program.press(b"\x7f", b"\b \b")
        program.type(b"\x04")
        assert program.rest() == b"\r\n"
        assert program.exit_code() == 3


@needs_pty
@pytest.mark.parametrize(
    "key",
    [
        b"\x1b[15~",  # F5
        b"\x1b[<0;12;5M",  # mouse
        b"\x1b[M !!",  # mouse of old terminals
        b"\x1b[24;1R",  # a cursor position nobody asked for
        b"\x1b[I",  # the window has the focus
        b"\x1b[99~",
        b"\x1b[57399;5u",
        b"\x1bOZ",
        b"\x1bx",  # Alt-X
        b"\x1b.",
        b"\x1b5",
        b"\x1b\x1b[15~",
        b"\x12",  # search
        b"\x13",
        b"\x18\x05",  # editor
        b"\x00",
        b"\x1f",
        b"\x07",
        b"\x0f",
        b"\x16",
        b"\x11",
    ],
)
def test_a_key_without_a_meaning_writes_nothing(key: bytes) -> None:
    with in_terminal() as program:
        program.press(b"a" + key + b"b", b"ab")
        program.press(b"\r", b"\r\nLine ab.\r\nCommand: ")


@needs_pty
def test_pasted_lines_are_as_many_commands() -> None:
    with in_terminal() as program:
        program.press(
            b"one\rtwo\rthr",
            b"one\r\nLine one.\r\nCommand: two\r\nLine two.\r\nCommand: thr",
        )
        program.press(b"ee\r\n", b"ee\r\nLine three.\r\nCommand: ")
        program.press(b"x\n", b"x\r\nLine x.\r\nCommand: ")
        program.press(b"\n", b"\r\nLine .\r\nCommand: ")


@needs_pty
def test_a_bracketed_paste_is_typed_text() -> None:
    with in_terminal() as program:
        program.press(
            b"a\x1b[200~b\tc\x07\r\nd\ne\x1b[31mf\x1b[201~g",
            b"ab c\r\nLine ab c.\r\nCommand: d\r\nLine d.\r\nCommand: e[31mfg",
        )


@needs_pty
def test_keys_typed_during_an_answer_show_when_the_next_prompt_stands() -> None:
    with in_terminal() as program:
        # The line end comes with the answer: by itself it is a blank row to a screen reader.
        program.press(b"wait 5\r", b"wait 5")
        program.press(b"undo\r", b"\r\nLine wait 5.\r\nCommand: undo\r\nLine undo.\r\nCommand: ")


@needs_pty
def test_keys_typed_before_a_confirmation_are_held_for_the_next_command() -> None:
    with in_terminal() as program:
        program.press(b"wait 7 ask\r", b"wait 7 ask")
        program.press(b"y\rundo\r", b"\r\nSure? ")
        program.press(b"no\rab", b"no\r\nGot no.\r\nCommand: y\r\nLine y.\r\n")
        program.expect(b"Command: undo\r\nLine undo.\r\nCommand: ab")


@needs_pty
def test_lines_pasted_with_the_question_do_not_answer_it() -> None:
    with in_terminal() as program:
        program.press(b"ask\ryes\rund", b"ask\r\nSure? ")
        program.press(b"\t\x1b[Ano", b"no")
        program.press(b"\r", b"\r\nGot no.\r\nCommand: yes\r\nLine yes.\r\nCommand: und")
        program.press(b"\x1b[A", b"\b\b\byes")


# A search that lines stop


def searched(typist: Typist, *pieces: str) -> list[bool]:
    """Whether a search is stopped after each piece of what is typed while it lasts."""
    found = []
    for piece in pieces:
        typist.keys.send_text(piece)
        found.append(typist.line.is_interrupted())
    return found


@pytest.mark.parametrize("enter", ["\r", "\n"])
def test_a_bare_enter_stops_a_search_and_is_swallowed(enter: str) -> None:
    with typist() as alone:
        assert alone.read("hint\r") == "hint"
        assert searched(alone, "", enter if enter == "\r" else "\r\n") == [False, True]
        assert alone.read("undo\r") == "undo"


@pytest.mark.parametrize(
    "pieces",
    [["undo\r"], ["un", "do\r"], ["undo", "\r"], [*"undo\r"], ["undo\n"], ["undo\r\n"]],
)
def test_a_line_stops_a_search_and_is_carried_out_whole_and_shown_once(pieces: list[str]) -> None:
    with typist() as alone:
        assert alone.read("hint\r") == "hint"
        assert searched(alone, *pieces) == [*[False] * (len(pieces) - 1), True]
        alone.line.say("Stopped.")
        assert alone.read("") == "undo"
        assert alone.output.text.count("undo") == 1
        assert alone.read("status\r") == "status"


def test_lines_typed_before_a_search_began_stop_it_like_those_typed_later() -> None:
    with typist() as alone:
        assert alone.read("hint\rundo\rstatus\r") == "hint"
        assert searched(alone, "", "table\r") == [True, True]
        assert [alone.read("") for _ in range(3)] == ["undo", "status", "table"]
        assert alone.read("hint\r\n") == "hint"
        assert searched(alone, "") == [False], "a pasted line end of two characters is one"
        assert searched(alone, "\n") == [True]
        assert alone.read("undo\r") == "undo"


def test_lines_held_back_from_a_question_come_before_those_typed_in_a_search() -> None:
    with typist() as alone:
        alone.keys.send_text("undo\r")
        asked = alone.line._pending()
        alone.line._held = asked
        assert searched(alone, "status\r") == [True]
        assert [alone.read("") for _ in range(2)] == ["undo", "status"]


def test_keys_without_an_enter_stop_no_search_and_begin_the_next_line() -> None:
    with typist() as alone:
        assert alone.read("hint\r") == "hint"
        assert searched(alone, "un", "\x1b[D", "\x7f", "m", "\x1b[200~p\x1b[201~") == [False] * 5
        assert alone.read("\r") == "mpn"


def test_pasted_lines_stop_a_search_and_are_all_carried_out() -> None:
    with typist() as alone:
        assert alone.read("hint\r") == "hint"
        assert searched(alone, "\x1b[200~undo\nredo\n\x1b[201~") == [True]
        assert [alone.read("") for _ in range(2)] == ["undo", "redo"]


def test_ctrl_c_stops_a_search_and_drops_the_line_typed_so_far() -> None:
    with typist() as alone:
        assert alone.read("hint\r") == "hint"
        assert searched(alone, "und", "\x03") == [False, True]
        assert alone.read("status\r") == "status"


@needs_pty
def test_at_a_terminal_that_edits_its_lines_the_same_lines_stop_a_search() -> None:
    with in_terminal(term="dumb") as program:
        program.press(b"search\n", b"search\r\n")
        program.press(b"\n", b"\r\nStopped.\r\nCommand: ")
        program.press(b"search\n", b"search\r\n")
        program.press(b"undo\n", b"undo\r\nStopped.\r\nCommand: undo\r\nLine undo.\r\nCommand: ")
        program.press(b"search\n", b"search\r\n")
        program.type(b"\x04")
        assert program.rest().startswith(b"Stopped.\r\nCommand: ")
        assert program.exit_code() == 3


@needs_pty
def test_a_line_longer_than_the_window_goes_on_in_a_fresh_row() -> None:
    with in_terminal(columns=20) as program:
        program.press(b"move 5 to", b"move 5 to")
        program.press(b" ", b" ")
        program.press(b"6", b"\r\n6")
        program.press(b"7", b"7")
        program.press(b"\x7f", b"\b \b")
        program.press(b"\x7f", b"\b \b")
        program.press(b"\x7f", b"\r\nCommand: move 5 to")
        program.press(b"\r", b"\r\nLine move 5 to.\r\nCommand: ")


@needs_pty
def test_a_narrower_window_gets_a_fresh_row_only_if_the_line_no_longer_fits() -> None:
    with in_terminal(columns=40) as program:
        program.press(b"move 5 to 6\x1b[D", b"move 5 to 6\b")
        program.resize(30)
        program.press(b"7", b"76\b")
        program.resize(15)
        program.expect(b"6\r\n5 to 76\b")
        program.resize(80)
        program.press(b"\x0c", b"\r\nCommand: move 5 to 76\b")


@needs_pty
def test_control_z_gives_the_terminal_back_and_fg_writes_a_fresh_row() -> None:
    with in_terminal(as_job=True) as program:
        program.press(b"mov\x1b[D", b"mov\b")
        program.press(b"\x1a", b"\r\nstopped, echo on\r\n")
        program.press(b"fg\n", b"fg\r\nCommand: mov\b")
        program.press(b"x", b"xv\b")
        program.press(b"\r", b"\r\nLine moxv.\r\nCommand: ")


@needs_pty
def test_control_z_that_cannot_stop_the_program_leaves_the_line_sane() -> None:
    with in_terminal() as program:
        program.press(b"mov", b"mov")
        program.press(b"\x1a", b"\r\nCommand: mov")


@needs_pty
@pytest.mark.parametrize(("last", "code"), [(b"quit\r", 0), (b"fail\r", 5), (b"\x04", 3)])
def test_the_terminal_is_left_as_it_was_found(last: bytes, code: int) -> None:
    with run_in_pty(
        [sys.executable, "-c", f"input()\n{PROGRAM}"], environment={"TERM": "xterm"}
    ) as program:
        found = program.modes()
        program.press(b"\n", b"\r\nCommand: ")
        assert program.modes() != found
        program.type(last)
        program.rest()
        assert program.modes() == found
        assert program.exit_code() == code


@needs_pty
def test_a_closed_window_ends_the_lines() -> None:
    with in_terminal("deaf") as program:
        program.press(b"mov", b"mov")
        program.hang_up()
        assert program.exit_code() == 3


@needs_pty
def test_an_interrupt_from_outside_drops_the_line() -> None:
    with in_terminal() as program:
        program.press(b"mov", b"mov")
        program.signal(signal.SIGINT)
        program.expect(b"\r\nDropped.\r\nCommand: ")


@needs_pty
def test_a_dumb_terminal_edits_its_own_line() -> None:
    with in_terminal(term="dumb") as program:
        program.press(b"mow\x7fve\n", b"mow\b \bve\r\nLine move.\r\nCommand: ")
        program.press(b"x\x15", b"x\b \b")
        program.press(b"ab", b"ab")
        program.press(b"\x03", b"^C\r\nDropped.\r\nCommand: ")
        program.type(b"\x04")
        assert program.rest() == b"\r\n"
        assert program.exit_code() == 3


@needs_pty
def test_a_dumb_terminal_holds_back_lines_typed_before_a_confirmation() -> None:
    with in_terminal(term="dumb") as program:
        program.press(b"wait 1 ask\n", b"wait 1 ask\r\n")
        program.press(b"y\nundo\n", b"y\r\nundo\r\nSure? ")
        program.press(b"no\n", b"no\r\nGot no.\r\nCommand: y\r\nLine y.\r\n")
        program.expect(b"Command: undo\r\nLine undo.\r\nCommand: ")


@needs_pty
def test_with_answers_in_a_pipe_a_person_still_gets_prompts() -> None:
    command = 'exec "$0" -c "$1" | cat'
    with run_in_pty(["/bin/sh", "-c", command, sys.executable, PROGRAM]) as program:
        program.expect(b"Command: ")
        program.press(b"mow\x7fve\n", b"mow\b \bve\r\nLine move.\r\nCommand: ")
        program.press(b"quit\n", b"quit\r\n")
        assert program.rest() == b""


# Before what reads the keys is there


@needs_pty
def test_keys_typed_before_prompt_toolkit_is_imported_show_once_at_the_prompt_that_stands() -> None:
    keys = "undo\rmută\x03ab".encode()
    with in_terminal(before=LATE.replace("COUNT", str(len(keys)))) as program:
        program.press(keys[:3], b"")
        program.press(
            keys[3:], "undo\r\nLine undo.\r\nCommand: mută\r\nDropped.\r\nCommand: ab".encode()
        )
        program.press(b"c\r", b"c\r\nLine abc.\r\nCommand: ")


@needs_pty
def test_raw_mode_is_what_prompt_toolkit_makes_it_and_the_modes_come_back() -> None:
    import pty
    import termios

    from prompt_toolkit.input.vt100 import raw_mode as their_raw_mode

    near, far = pty.openpty()
    with open(near, "rb"), open(far, encoding="utf-8") as stream:
        found = termios.tcgetattr(far)
        with raw_mode(stream):
            ours = termios.tcgetattr(far)
        assert termios.tcgetattr(far) == found != ours
        with their_raw_mode(far):
            assert termios.tcgetattr(far) == ours


@needs_pty
def test_a_terminal_that_has_gone_has_no_modes_to_be_set() -> None:
    import pty

    near, far = pty.openpty()
    with open(far, encoding="utf-8") as stream:
        os.close(near)
        with raw_mode(stream):
            pass


def test_letters_and_signs_have_their_columns_without_prompt_toolkit() -> None:
    for char in map(chr, (*range(0x400), *map(ord, "世界ｱ♦—„”…"))):
        output = Recorder(9)
        with PromptLine(complete, several, keys=DummyInput(), output=output) as line:
            line.say(f"{char * 4} {char * 4}")
        rows = wrapped(f"{char * 4} {char * 4}", 8, get_cwidth)
        assert output.text.splitlines() == rows, hex(ord(char))


# The line as a whole, with keys of any sort in any order

EDITS = {
    "backspace": "\x7f",
    "delete": "\x1b[3~",
    "left": "\x1b[D",
    "right": "\x1b[C",
    "home": "\x01",
    "end": "\x05",
    "word left": "\x1bb",
    "word right": "\x1bf",
    "kill to start": "\x15",
    "kill to end": "\x0b",
    "kill word left": "\x17",
    "kill word right": "\x1bd",
    "yank": "\x19",
    "older": "\x1b[A",
    "newer": "\x1b[B",
    "complete": "\t",
    "redraw": "\x0c",
}
NOISE = ["\x1b[15~", "\x1b[<0;1;1M", "\x1b[77~", "\x12", "\x16", "\x1b5", "\u200b", "\x00"]
PAST = ["undo", "move seven of hearts to the foundation of hearts", "世界"]


@dataclass
class Model:
    """What a line editor does, said as plainly as possible."""

    lines: list[str] = field(default_factory=lambda: [*PAST, ""])
    place: int = len(PAST)
    cursor: int = 0
    killed: str = ""

    @property
    def text(self) -> str:
        return self.lines[self.place]

    def replace(self, start: int, end: int, text: str = "") -> None:
        self.lines[self.place] = self.text[:start] + text + self.text[end:]
        self.cursor = start + len(text)

    def kill(self, start: int, end: int) -> None:
        self.killed = self.text[start:end] or self.killed
        self.replace(start, end)

    def word_left(self) -> int:
        starts = [p for p in range(self.cursor) if self.text[p] != " "]
        starts = [p for p in starts if p == 0 or self.text[p - 1] == " "]
        return starts[-1] if starts else 0

    def word_right(self) -> int:
        size = len(self.text)
        ends = [p for p in range(self.cursor + 1, size) if self.text[p] == " " != self.text[p - 1]]
        return ends[0] if ends else size

    def recall(self, place: int) -> None:
        if 0 <= place < len(self.lines):
            self.place = place
            self.cursor = len(self.text)

    def complete(self) -> None:
        found = complete(self.text[: self.cursor])
        word = self.cursor - self.text.rfind(" ", 0, self.cursor) - 1
        shared = os.path.commonprefix(found)  # noqa: RUF071 - letters are meant
        if found and (len(found) == 1 or len(shared) >= word):
            self.replace(self.cursor - word, self.cursor, shared)

    def press(self, key: str) -> None:
        text, cursor = self.text, self.cursor
        match key:
            case "backspace":
                self.replace(max(cursor - 1, 0), cursor)
            case "delete":
                self.replace(cursor, cursor + 1)
            case "left":
                self.cursor = max(cursor - 1, 0)
            case "right":
                self.cursor = min(cursor + 1, len(text))
            case "home":
                self.cursor = 0
            case "end":
                self.cursor = len(text)
            case "word left":
                self.cursor = self.word_left()
            case "word right":
                self.cursor = self.word_right()
            case "kill to start":
                self.kill(0, cursor)
            case "kill to end":
                self.kill(cursor, len(text))
            case "kill word left":
                self.kill(self.word_left(), cursor)
            case "kill word right":
                self.kill(cursor, self.word_right())
            case "yank":
                self.replace(cursor, cursor, self.killed)
            case "older":
                self.recall(self.place - 1)
            case "newer":
                self.recall(self.place + 1)
            case "complete":
                self.complete()
            case "redraw":
                pass
            case _:
                self.replace(cursor, cursor, key)


def screen_of(written: str, columns: int) -> pyte.Screen:
    screen = pyte.Screen(columns, 200)
    pyte.Stream(screen).feed(written.replace("\n", "\r\n"))
    return screen


def assert_row_shows(screen: pyte.Screen, prompt: str, text: str, cursor: int) -> None:
    """The cursor's row holds a part of the line, as much of it as fits, and nothing else."""
    x, y = screen.cursor.x, screen.cursor.y
    assert x < screen.columns
    cells = [screen.buffer[y][place].data for place in range(screen.columns)]
    left, right = "".join(cells[:x]), "".join(cells[x:]).rstrip()
    assert (prompt + text[:cursor]).endswith(left)
    assert text[cursor:].startswith(right)
    hidden = text[cursor + len(right) :].lstrip(" ")
    if hidden:
        used = get_cwidth(left) + get_cwidth(text[cursor:].removesuffix(hidden))
        assert used + get_cwidth(hidden[0]) > screen.columns - 1


class KeyByKey(DummyInput):
    """A keyboard whose next key comes when the last has been dealt with, and `seen` was told."""

    closed = False

    def __init__(self, keys: Sequence[str], seen: Callable[[int], None]) -> None:
        self.keys = keys
        self.seen = seen
        self.pressed = 0

    def read_keys(self) -> list[KeyPress]:
        if self.pressed == len(self.keys):
            return []
        self.seen(self.pressed)
        found: list[KeyPress] = []
        Vt100Parser(found.append).feed_and_flush(self.keys[self.pressed])
        self.pressed += 1
        return found

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        loop = asyncio.get_running_loop()

        def press() -> None:
            if self.pressed < len(self.keys):
                input_ready_callback()
                loop.call_soon(press)

        loop.call_soon(press)
        return nullcontext()


LETTERS = st.sampled_from("ab ăș世é")
KEYS = st.lists(st.one_of(LETTERS, LETTERS, st.sampled_from([*EDITS, *NOISE])), max_size=120)


def positions_after(keys: Sequence[str]) -> list[tuple[str, int]]:
    """Return the line and the cursor before the first key and after each."""
    model = Model()
    positions = [(model.text, model.cursor)]
    for key in keys:
        if key not in NOISE:
            model.press(key)
        positions.append((model.text, model.cursor))
    return positions


@settings(deadline=None)
@given(KEYS)
def test_keys_typed_at_once_give_the_line_a_plain_model_gives(keys: list[str]) -> None:
    text, cursor = positions_after(keys)[-1]
    with typist(columns=30, history=PAST) as person:
        assert person.read("".join(EDITS.get(key, key) for key in keys) + "\r") == text
        screen = screen_of(person.output.text.removesuffix("\n"), 30)
        assert_row_shows(screen, "Command: ", text, cursor)


@settings(deadline=None, max_examples=150)
@given(KEYS)
def test_after_every_key_the_screen_shows_what_a_plain_model_gives(keys: list[str]) -> None:
    positions = positions_after(keys)
    output = Recorder(30)

    def seen(pressed: int) -> None:
        assert "\x1b" not in output.text
        assert_row_shows(screen_of(output.text, 30), "Command: ", *positions[pressed])
        if pressed and len(output.writes) > written[-1]:
            assert len(output.writes) == written[-1] + 1
        written.append(len(output.writes))

    written: list[int] = []
    keyboard = KeyByKey([*(EDITS.get(key, key) for key in keys), "\r"], seen)
    with PromptLine(complete, several, PAST, keys=keyboard, output=output) as line:
        assert line.read("Command: ") == positions[-1][0]
    assert output.writes[-1] == "\n"


@st.composite
def lines_and_cursors(draw: st.DrawFn) -> tuple[str, int]:
    text = draw(st.text("ab ș世", max_size=70))
    return text, draw(st.integers(0, len(text)))


@settings(deadline=None)
@given(
    st.lists(st.tuples(lines_and_cursors(), st.booleans()), max_size=12),
    st.integers(8, 40),
    st.sampled_from(["", "Command: ", "A question longer than some windows, yes or no? "]),
)
def test_the_row_shows_the_line_after_every_change(
    steps: list[tuple[tuple[str, int], bool]], columns: int, prompt: str
) -> None:
    row = Row(get_cwidth)
    screen = pyte.Screen(columns, 100)
    stream = pyte.Stream(screen)
    stream.feed(row.begin(prompt, columns).replace("\n", "\r\n"))
    for (text, cursor), anew in steps:
        written = row.update(text, cursor, columns, anew=anew)
        assert all(char in "\b\n" or char.isprintable() for char in written)
        stream.feed(written.replace("\n", "\r\n"))
        assert_row_shows(screen, prompt, text, cursor)
        if not anew:
            assert row.update(text, cursor, columns) == ""


@settings(deadline=None)
@given(st.text("ab ș世", max_size=90), st.integers(10, 40))
def test_typing_at_the_end_writes_the_character_or_a_row_with_the_word(
    text: str, columns: int
) -> None:
    row = Row(get_cwidth)
    row.begin("Command: ", columns)
    for end in range(1, len(text) + 1):
        written = row.update(text[:end], end, columns)
        if written != text[end - 1]:
            assert written.startswith("\n")
            assert text[:end].endswith(written[1:])
            assert " " not in written
            assert get_cwidth(written[1:]) <= max(columns // 2, 2)


@pytest.mark.parametrize("columns", [8, 30, 80])
def test_a_key_at_the_end_of_any_row_stays_small(columns: int) -> None:
    row = Row(get_cwidth)
    row.begin("Comanda: ", columns)
    for end in range(1, 200):
        assert len(row.update("ș" * end, end, columns).encode()) <= 3 + columns
    rows = sum("\n" in row.update("ș" * end, end, columns) for end in range(198, -1, -1))
    assert rows <= 200 / (columns // 2 - 1) + 2


def test_a_line_that_changes_left_of_what_the_row_shows_gets_a_fresh_row() -> None:
    row = Row(get_cwidth)
    row.begin("Command: ", 30)
    row.update("seven of hearts goes to the queen", 33, 30)
    assert row.update("seven of spades goes to the queen", 33, 30) == "\nto the queen"
    assert row.update("seven of spades goes to the queens", 34, 30) == "s"
    assert row.update("undo", 4, 30, anew=True) == "\nCommand: undo"


# Input and history


def test_earlier_commands_come_from_the_history_and_go_to_it() -> None:
    history = InMemoryHistory(["undo", "hint"])
    with typist(history=history) as person:
        assert person.read("\x1b[A\x1b[A\r") == "undo"
        assert person.read("undo\r") == "undo"
        assert person.read("  \r") == "  "
    assert list(history.load_history_strings()) == ["undo", "hint", "undo"]


def test_a_recalled_line_edited_and_left_is_found_edited() -> None:
    with typist(history=["undo", "hint"]) as person:
        assert person.read("draft\x1b[As\x1b[B\x1b[A\x15\x1b[B\x1b[A\x1b[B!\r") == "draft!"
        assert person.read("\x1b[A\x1b[A\r") == "hint"


def test_keys_typed_ahead_can_recall_the_history() -> None:
    with typist(history=["undo"]) as person:
        person.keys.send_text("a\r\x1b[A\x1b[A\r")
        assert person.line.read("Command: ") == "a"
        assert person.line.read("Command: ") == "undo"


def test_a_confirmation_is_neither_completed_nor_remembered() -> None:
    with typist(history=["undo"]) as person:
        person.keys.send_text("early")
        asked: list[str] = []

        def answer_when_asked(text: str, write: Callable[[str], None]) -> None:
            write(text)
            if text.endswith("Sure? "):
                person.keys.send_text("\x1b[Ah\tx\rlate")

        write = person.output.write
        person.output.write = lambda text: answer_when_asked(text, write)  # type: ignore[method-assign]
        asked.append(person.line.read_fresh("Sure? "))
        assert asked == ["hx"]
        assert person.read("\r") == "earlylate"
        assert person.read("\x1b[A\x1b[A\r") == "undo"


def test_every_held_key_is_kept_through_several_confirmations() -> None:
    with typist() as person:
        answers = iter(["no\rtwo\r", "yes\rthree\r"])
        write = person.output.write

        def answer(text: str) -> None:
            write(text)
            if text.endswith("Sure? "):
                person.keys.send_text(next(answers))

        person.output.write = answer  # type: ignore[method-assign]
        person.keys.send_text("one\r")
        assert person.line.read_fresh("Sure? ") == "no"
        assert person.line.read_fresh("Sure? ") == "yes"
        assert [person.line.read("Command: ") for _ in range(3)] == ["one", "two", "three"]


def test_a_letter_and_its_accent_become_one_letter() -> None:
    with typist() as person:
        assert person.read("s\u0326\r") == "ș"
        assert person.read(unicodedata.normalize("NFD", "Mută șase în întâi") + "\r") == (
            "Mută șase în întâi"
        )


def test_characters_without_a_width_never_get_into_the_line() -> None:
    with typist() as person:
        assert (
            person.read("\u0301a\u200b\u202eb\ufeff\u0085\x1b[200~\x1b\x00\x9b\x1b[201~\r") == "ab"
        )


def test_escape_before_a_key_of_its_own_changes_nothing() -> None:
    with typist() as person:
        assert person.read("ab\x1b\x1b[H\x1bOHc\x1b\r") == "cab"


def test_blanks_of_other_kinds_are_plain_blanks() -> None:
    with typist() as person:
        assert person.read("a\u00a0b\u2003c\r") == "a b c"


def test_bytes_that_are_not_utf8_become_the_replacement_character() -> None:
    with typist() as person:
        assert person.read(b"a\xffb\xc8\r") == "a\ufffdb\ufffd"


def test_a_line_stops_growing_one_character_past_the_longest() -> None:
    with typist() as person:
        person.keys.send_text("x" * (LONGEST_LINE + 50))
        assert person.read("\x1b[200~more\x1b[201~\r") == "x" * (LONGEST_LINE + 1)


def test_what_the_caller_raises_while_completing_ends_the_read() -> None:
    def fail(_: str) -> list[str]:
        raise LookupError

    with typist(completer=fail) as person:
        with pytest.raises(LookupError):
            person.read("a\t")
        assert person.read("b\r") == "b"


def test_the_end_of_the_keyboard_is_the_end_of_the_lines() -> None:
    with typist() as person:
        person.keys.send_text("one\rtwo")
        person.keys.close()
        assert person.line.read("Command: ") == "one"
        with pytest.raises(EOFError):
            person.line.read("Command: ")


def test_control_c_and_control_d_write_the_line_end() -> None:
    with typist() as person:
        with pytest.raises(KeyboardInterrupt):
            person.read("ab\x03")
        with pytest.raises(EOFError):
            person.read("\x04")
    assert person.output.text == "Command: ab\nCommand: \n"


def test_a_line_end_is_written_with_what_comes_next() -> None:
    with typist() as person:
        person.read("ab\r")
        person.line.say("Done.")
        person.read("c\r")
    assert person.output.writes == ["Command: ", "ab", "\nDone.\n", "Command: ", "c", "\n"]


def test_a_terminal_closed_while_a_key_is_shown_is_told_to_the_caller() -> None:
    with typist() as person:

        def fail(text: str) -> None:
            if text == "a":
                raise TerminalClosed

        person.output.write = fail  # type: ignore[method-assign]
        with pytest.raises(TerminalClosed):
            person.read("a")


def test_a_prompt_longer_than_the_window_takes_rows_of_whole_words() -> None:
    with typist(columns=20) as person:
        assert person.read("yes\r", "A question that is long? ") == "yes"
    assert person.output.writes[0] == "A question that is\nlong? "


def test_pasted_text_is_shown_in_one_write() -> None:
    with typist() as person:
        person.read("\x1b[200~move 5 to 6\x1b[201~\r")
    assert person.output.writes == ["Command: ", "move 5 to 6", "\n"]


# Answers


@pytest.mark.parametrize("columns", [None, 20])
def test_an_answer_is_one_write(columns: int | None) -> None:
    output = Recorder(columns)
    PlainTerminal(io.BytesIO(), output).say("One.\nTwo.\n\nThree, and it is long.")
    assert len(output.writes) == 1


def test_an_answer_is_one_system_call(monkeypatch: pytest.MonkeyPatch) -> None:
    with pipe_output() as (output, received):
        calls: list[bytes] = []
        write = os.write

        def note(descriptor: int, data: bytes) -> int:
            calls.append(data)
            return write(descriptor, data)

        monkeypatch.setattr(os, "write", note)
        PlainTerminal(io.BytesIO(), output).say("One.\n" * 3000)
        assert calls == [b"One.\n" * 3000]
        assert received() == b"One.\n" * 3000


def test_a_short_write_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    with pipe_output() as (output, received):
        write = os.write
        monkeypatch.setattr(os, "write", lambda to, data: write(to, data[:3]))
        output.write("One answer.\n")
        assert received() == b"One answer.\n"


def test_an_answer_has_no_blank_lines_no_trailing_blanks_and_one_end() -> None:
    output = Recorder()
    terminal = PlainTerminal(io.BytesIO(), output)
    terminal.say("\n\nOne.  \n \nTwo.\t\r\n\n")
    terminal.say(" \n")
    assert output.writes == ["One.\nTwo.\n"]


def test_an_answer_never_holds_a_control_character() -> None:
    output = Recorder()
    PlainTerminal(io.BytesIO(), output).say("No word \x1b[2J\x07\x9b here.")
    assert output.writes == ["No word [2J here.\n"]


def test_an_answer_is_broken_at_blanks_before_the_last_column() -> None:
    with typist(columns=20) as person:
        person.line.say("Seven of hearts cannot go there.\nAn-unbreakably-long-word is left.")
        assert person.output.writes == [
            "Seven of hearts\ncannot go there.\nAn-unbreakably-long-word\nis left.\n"
        ]


@given(st.text("ab \n世ș", max_size=80), st.integers(1, 20))
def test_breaking_lines_loses_no_word(text: str, columns: int) -> None:
    lines = wrapped(text, columns, get_cwidth)
    assert " ".join(lines).split() == text.split()
    for line in lines:
        assert line == line.rstrip() != ""
        assert get_cwidth(line) <= columns or " " not in line.strip()


def test_without_a_terminal_no_line_is_broken() -> None:
    output = Recorder(None)
    PlainTerminal(io.BytesIO(), output).say("word " * 100)
    assert output.writes == [("word " * 100).rstrip() + "\n"]


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("utf-8", "Mută â șță Ţ é 世 ♦"),
        ("latin-1", "Muta â sta T é ? ?"),
        ("ascii", "Muta a sta T ? ? ?"),
    ],
)
def test_letters_the_terminal_cannot_write_fall_to_their_base(encoding: str, written: str) -> None:
    with pipe_output(encoding) as (output, received):
        output.write("Mută â șță Ţ é 世 ♦")
        assert received().decode(encoding) == written


def test_the_line_shows_what_the_terminal_can_write_and_returns_what_was_typed() -> None:
    with typist(columns=30) as person:
        ascii_only = TextOutput(io.TextIOWrapper(io.BytesIO(), "ascii"))
        person.output.displayable = ascii_only.displayable  # type: ignore[method-assign]
        assert person.read("ș世\x1b[Dx\r") == "șx世"
    assert person.output.text == "Command: sx?\b\n"


def test_a_closed_pipe_is_told_by_one_exception() -> None:
    reader, writer = os.pipe()
    with open(writer, "w", encoding="utf-8") as stream:
        os.close(reader)
        with pytest.raises(TerminalClosed):
            PlainTerminal(io.BytesIO(), TextOutput(stream)).say("One.")
    with pytest.raises(TerminalClosed):
        TextOutput(None).write("One.")


@contextmanager
def pipe_output(
    encoding: str = "utf-8",
) -> Iterator[tuple[TextOutput, Callable[[], bytes]]]:
    reader, writer = os.pipe()
    with open(writer, "w", encoding=encoding) as stream, open(reader, "rb", buffering=0) as end:
        yield TextOutput(stream), lambda: end.read(65536)


# Lines from a pipe


def plain(data: bytes) -> tuple[PlainTerminal, Recorder]:
    output = Recorder(None)
    return PlainTerminal(io.BytesIO(data), output), output


def test_piped_lines_come_without_their_ends_and_without_a_prompt() -> None:
    terminal, output = plain(b"one\ntwo\r\n\nlast")
    assert not terminal.interactive
    assert [terminal.read("Command: ") for _ in range(4)] == ["one", "two", "", "last"]
    with pytest.raises(EOFError):
        terminal.read("Command: ")
    assert output.writes == []


def test_a_confirmation_takes_the_next_piped_line() -> None:
    terminal, _ = plain(b"restart\nyes\nundo\n")
    assert terminal.read("") == "restart"
    assert terminal.read_fresh("Sure? ") == "yes"
    assert terminal.read("") == "undo"


def test_piped_controls_are_handed_on_and_bytes_that_are_no_text_replaced() -> None:
    terminal, _ = plain(b"a\0b\x1b[A\tc\n\xff\xc8 \xc8\x99\n")
    assert terminal.read("") == "a\0b\x1b[A\tc"
    assert terminal.read("") == "\ufffd\ufffd ș"


@pytest.mark.parametrize("letter", ["x", "ș", "世", "𝄞"])
@pytest.mark.parametrize("length", [LONGEST_LINE, LONGEST_LINE + 1, 4 * LONGEST_LINE + 4, 100_000])
def test_of_a_longer_line_one_character_more_is_returned(letter: str, length: int) -> None:
    terminal, _ = plain((letter * length + "\nnext\n").encode())
    assert terminal.read("") == letter * min(length, LONGEST_LINE + 1)
    assert terminal.read("") == "next"


def test_a_line_without_an_end_is_read_in_pieces() -> None:
    class Endless(io.RawIOBase):
        def __init__(self) -> None:
            self.left = 50_000_000

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: object) -> int:
            assert isinstance(buffer, memoryview)
            assert len(buffer) < 100_000
            count = min(len(buffer), self.left)
            buffer[:count] = b"x" * count
            self.left -= count
            return count

    terminal = PlainTerminal(io.BufferedReader(Endless()), Recorder(None))
    assert terminal.read("") == "x" * (LONGEST_LINE + 1)
    with pytest.raises(EOFError):
        terminal.read("")


def test_without_a_terminal_no_prompt_is_written(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("mută\n".encode())))
    with open_terminal(complete, several) as terminal:
        assert not terminal.interactive
        assert terminal.read("Command: ") == "mută"
        terminal.say("Mutat.")
    assert capfd.readouterr().out == "Mutat.\n"


def test_without_a_terminal_prompt_toolkit_is_not_loaded() -> None:
    program = """
import sys
from crescent_a11y.interface.terminal import open_terminal
with open_terminal(lambda before: [], lambda words: "") as terminal:
    terminal.say(f"Line {terminal.read('Command: ')}.")
    terminal.say(str("prompt_toolkit" in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=b"mut\xc4\x83\r\n",
        capture_output=True,
        check=True,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "PYTHONIOENCODING": "ascii",
        },
    )
    assert done.stdout.split() == [b"Line", b"muta.", b"False"]
    assert done.stderr == b""


def test_a_program_started_without_streams_ends_orderly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", None)
    with open_terminal(complete, several) as terminal:
        with pytest.raises(EOFError):
            terminal.read("Command: ")
        with pytest.raises(TerminalClosed):
            terminal.say("One.")
