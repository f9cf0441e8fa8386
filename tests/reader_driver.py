"""Plays at a terminal, alone or under a real screen reader whose speech is written to a file.

No sound is made and none is needed: each reader speaks to a few lines of shell here. What a
reader has to say of an answer is known from the program itself, played without a reader.
"""

from __future__ import annotations

import configparser
import importlib.util
import os
import re
import select
import shlex
import shutil
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from shell_driver import PROGRAM, environment

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

PATIENCE = 60.0
"""Seconds a condition may take to come true, on the slowest machine worth testing on."""

COLUMNS = 80

_QUIET = 0.15
"""Seconds of silence after which a prompt is taken for the end of what was written."""

_ECHO = 3.0
"""Seconds after which a listener types on although a key was not said."""

_OF_THE_GAME = ("CRESCENT_A11Y_HOME", "HOME", "LC_ALL")

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|.", re.DOTALL)
_PROMPT = re.compile(r"(?:^|\n)([^\n]+[:?]) +$")

UP = "\x1b[A"
TAB = "\t"
BACKSPACE = "\x7f"
ENTER = "\r"


def keys_of(typed: str) -> list[str]:
    """The keys that typing a text takes."""
    return _KEY.findall(typed)


def squash(text: str) -> str:
    """A text with its white space evened out."""
    return " ".join(text.split())


# A terminal


class Terminal:
    """A command in a terminal of its own; what it writes is read while a condition is awaited."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        variables: Mapping[str, str],
        *,
        columns: int = COLUMNS,
    ) -> None:
        """Start it in a folder, which need not exist."""
        folder.mkdir(parents=True, exist_ok=True)
        self.written = b""
        """Every byte written so far."""
        self.has_ended = False
        self.process, self._terminal = pty.fork()
        if self.process == 0:
            size = struct.pack("HHHH", 24, columns, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            try:
                os.chdir(folder)
                os.execvpe(command[0], list(command), dict(variables))
            finally:
                os._exit(127)

    def set_echo(self, on: bool) -> None:
        """Let the terminal itself show what is typed, or not."""
        modes = termios.tcgetattr(self._terminal)
        modes[3] = modes[3] | termios.ECHO if on else modes[3] & ~termios.ECHO
        termios.tcsetattr(self._terminal, termios.TCSANOW, modes)

    def type(self, keys: str) -> None:
        """Type keys at once."""
        data = keys.encode()
        while data:
            data = data[os.write(self._terminal, data) :]

    def wait(self, condition: Callable[[], object], longest: float = PATIENCE) -> bool:
        """Read until the condition holds; whether it does."""
        deadline = time.monotonic() + longest
        while not condition():
            if time.monotonic() > deadline:
                return False
            self._receive(0.01)
        return True

    def quiet(self, seconds: float) -> bool:
        """Whether nothing is written for so long."""
        before = len(self.written)
        self.wait(lambda: len(self.written) > before or self.has_ended, seconds)
        return len(self.written) == before

    def close(self) -> None:
        """End the command if it has not ended."""
        os.close(self._terminal)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    def _receive(self, seconds: float) -> None:
        if self.has_ended:
            time.sleep(seconds)
            return
        if not select.select([self._terminal], [], [], seconds)[0]:
            return
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # Linux says so when the command has closed the terminal
            data = b""
        self.written += data
        self.has_ended = not data


# The game without a reader


class Turn(NamedTuple):
    """A line as it was typed, and what the program wrote.

    `echoes` are the bytes written for each key before Enter; `answer` what was written between
    the end of the line and the next `prompt`, which is empty after the last answer.
    """

    keys: tuple[str, ...]
    echoes: tuple[bytes, ...]
    answer: str
    prompt: str

    @property
    def spoken(self) -> str:
        """What a reader has to say after Enter."""
        return squash(f"{self.answer} {self.prompt}")


class Play(Terminal):
    """The game in a terminal, a line at a time."""

    def begin(self) -> Turn:
        """Wait for the first prompt; the opening."""
        return Turn((), (), *self._answer(0))

    def turn(self, typed: str, *, is_shown: bool = True) -> Turn:
        """Type a line and Enter; `is_shown` unless nothing is written for a key."""
        keys = keys_of(typed)
        echoes = [self._press(key) if is_shown else self._send(key) for key in keys]
        before = len(self.written)
        self.type(ENTER)
        if is_shown:
            self._wait(lambda: len(self.written) >= before + 2, "the end of the line")
            assert self.written[before:].startswith(b"\r\n"), self.written[before:]
            before += 2
        return Turn(tuple(keys), tuple(echoes), *self._answer(before))

    def play(self, lines: Sequence[str]) -> list[Turn]:
        """The opening and the turns of some lines."""
        return [self.begin(), *map(self.turn, lines)]

    def _send(self, key: str) -> bytes:
        self.type(key)
        return b""

    def _press(self, key: str) -> bytes:
        before = len(self.written)
        self.type(key)
        self._wait(lambda: len(self.written) > before, f"what {key!r} writes")
        if key in (UP, TAB):  # these may write more than a read gives
            while not self.quiet(_QUIET):
                pass
        return self.written[before:]

    def _answer(self, start: int) -> tuple[str, str]:
        """The answer that begins at a byte, and the prompt after it."""

        def text() -> str:
            return self.written[start:].decode("utf-8", "replace").replace("\r\n", "\n")

        while True:
            self._wait(lambda: self.has_ended or _PROMPT.search(text()), "a prompt")
            if self.has_ended or self.quiet(_QUIET):
                break
        prompt = _PROMPT.search(text())
        if prompt is None:
            return text(), ""
        return text()[: prompt.start(1)], prompt[1]

    def _wait(self, condition: Callable[[], object], what: str) -> None:
        if not self.wait(condition):
            pytest.fail(f"{what} does not come; so far: {self.written!r}")


@contextmanager
def playing(
    folder: Path,
    *arguments: str,
    variables: Mapping[str, str] | None = None,
    columns: int = COLUMNS,
) -> Iterator[Play]:
    """The game, for a player whose files are all in a folder."""
    if sys.platform == "win32":
        pytest.skip("Windows has no pseudo-terminals that Python can open")
    play = Play(
        [*PROGRAM, *arguments],
        folder,
        {**_player(folder), "TERM": "xterm-256color", **(variables or {})},
        columns=columns,
    )
    try:
        yield play
    finally:
        play.close()


def _player(folder: Path) -> dict[str, str]:
    return environment(folder, {"CRESCENT_A11Y_HOME": str(folder / "game")})


# Screen readers


class Heard(NamedTuple):
    """Something a reader did: "speak" a text, "char" for a single character, "stop" speaking."""

    kind: str
    text: str


class HeardTurn(NamedTuple):
    """What a reader did while the keys of a line were typed, and after Enter."""

    echo: list[Heard]
    answer: list[Heard]


class Reader(NamedTuple):
    """A screen reader: how to start it around a program, and what its log means.

    `command` is given the program, a folder for its files, and the log. `hears` turns what the
    log holds into what was heard; `own` are the words that the reader says of itself. Fenrir names
    hyphens, and `drops` are the marks that it passes over.
    """

    command: Callable[[Path, Path, Path], list[str]]
    hears: Callable[[str], list[Heard]]
    own: frozenset[str]
    names_hyphens: bool = False
    drops: str = ""

    def expects(self, text: str, code: str) -> str:
        """How it says a text in which the deal code may stand."""
        text = squash(text.translate(dict.fromkeys(map(ord, self.drops), " ")))
        return text.replace(code, code.replace("-", " dash ")) if self.names_hyphens else text

    def said(self, heard: Sequence[Heard]) -> str:
        """What was spoken, in one line and without what the reader says of itself."""
        return squash(" ".join(item.text for item in heard if item.text not in self.own))


READERS = ("yasr", "fenrir", "tdsr2")


def require(name: str) -> Reader:
    """A reader by its name; skip the test where it is not installed; with CI set, fail instead."""
    if sys.platform != "linux":
        pytest.skip("the readers are for Linux")
    if name == "tdsr2":
        needed = ("tdsr", "setproctitle", "pyte", "wcwidth")
        missing = [module for module in needed if importlib.util.find_spec(module) is None]
    else:
        missing = [name] if shutil.which(name) is None else []
    if missing:
        missed(f"{name} is not installed: {', '.join(missing)}")
    return {"yasr": _YASR, "fenrir": _FENRIR, "tdsr2": _TDSR}[name]


def missed(why: str) -> None:
    """Skip the test, or fail it with CI set."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def _script(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(("#!/bin/sh", *lines, "")), encoding="utf-8")
    path.chmod(0o755)
    return path


def _yasr(program: Path, folder: Path, log: Path) -> list[str]:
    server = _script(folder / "server", f"exec cat >>{shlex.quote(str(log))}")
    settings = folder / "yasr.conf"
    settings.write_text(
        "[options]\ncursor tracking=full\nsynthesizer=Emacspeak server\n"
        f"synthesizer port=|{server}\nkey echo=keys\nshell=/bin/sh\nspecial=off\n"
        "up and down arrows=speak line\n[Emacspeak server]\nrate=175\npunctuation=some\n"
    )
    return ["yasr", "-C", str(settings), str(program)]


def _yasr_hears(log: str) -> list[Heard]:
    heard = []
    for line in log.splitlines():
        said = re.fullmatch(r"([ql]) \{ ?(.*?) *\}", line)
        if line == "s":
            heard.append(Heard("stop", ""))
        elif said is not None:
            heard.append(Heard({"q": "speak", "l": "char"}[said[1]], said[2]))
    return heard


_YASR = Reader(_yasr, _yasr_hears, frozenset())


# Its drivers start a program for each text, lose what they are told to cancel, or print. This one
# notes both; it stands in for one that is named in the settings.
_FENRIR_START = """
import os, sys
from fenrirscreenreader.core import fenrirManager, speechDriver
from fenrirscreenreader.utils import module_utils

log = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_APPEND)

class driver(speechDriver.speechDriver):
    def speak(self, text, queueable=True):
        if not queueable:
            self.cancel()
        os.write(log, f"s{text}\\n".encode())
    def cancel(self):
        os.write(log, b"x\\n")

load = module_utils.importModule
module_utils.importModule = lambda name, file: (
    sys.modules["__main__"] if name == "genericDriver" and "speech" in file else load(name, file)
)
app = fenrirManager.fenrirManager()
app.proceed()
del app
"""

_FENRIR_SETTINGS = {
    "sound": {"enabled": "False"},
    "speech": {"enabled": "True", "driver": "genericDriver", "autoReadIncoming": "True"},
    "braille": {"enabled": "False"},
    "screen": {"driver": "ptyDriver"},
    "keyboard": {
        "driver": "ptyDriver",
        "keyboardLayout": "pty",
        "charEcho": "True",
        "charDeleteEcho": "True",
        "wordEcho": "False",
        "interruptOnKeyPress": "False",
    },
    "general": {
        "autoSpellCheck": "False",
        "punctuationProfile": "default",
        "punctuationLevel": "some",
        "debugLevel": "0",
    },
    "remote": {"enable": "False"},
    "promote": {"enabled": "False"},
}


def _fenrir(program: Path, folder: Path, log: Path) -> list[str]:
    settings = configparser.ConfigParser(interpolation=None)
    settings.read_dict(_FENRIR_SETTINGS)
    settings["general"]["shell"] = str(program)
    with (folder / "fenrir.conf").open("w") as file:
        settings.write(file)
    start = folder / "start.py"
    start.write_text(_FENRIR_START)
    found = shutil.which("fenrir")
    assert found is not None
    python = Path(found).read_text().splitlines()[0].removeprefix("#!").split()
    return [*python, str(start), str(log), "-s", str(folder / "fenrir.conf"), "-e"]


def _fenrir_hears(log: str) -> list[Heard]:
    # It says the end of a row as a comma, so that the voice pauses there.
    return [Heard(item.kind, re.sub(r"(\s+,)+(?=\s|$)", " ", item.text)) for item in _notes(log)]


def _notes(log: str) -> list[Heard]:
    """What a log says of which each line begins with what it is: to say, a letter, or to stop."""
    kinds = {"s": "speak", "l": "char", "x": "stop"}
    return [Heard(kinds[line[0]], line[1:]) for line in log.split("\n") if line[:1] in kinds]


_FENRIR = Reader(
    _fenrir,
    _fenrir_hears,
    frozenset({"Start Fenrir", "pychant is not installed", "Quit Fenrir"}),
    names_hyphens=True,
    drops='()[]{}<>"#%&^_`|=',
)

# 0.2.1 undoes its own raw mode; keep the outer terminal raw.
_TDSR_START = """
import termios
import tdsr
set_modes = termios.tcsetattr
termios.tcsetattr = lambda file, *modes: None if file == 0 else set_modes(file, *modes)
tdsr.main()
"""


def _tdsr(program: Path, folder: Path, log: Path) -> list[str]:
    (folder / ".config" / "tdsr").mkdir(parents=True)  # it does not start without
    start = folder / "start.py"
    start.write_text(_TDSR_START)
    server = _script(folder / "server", f"exec cat >>{shlex.quote(str(log))}")
    return [sys.executable, str(start), "-s", str(server), "--", str(program)]


_TDSR = Reader(_tdsr, _notes, frozenset({"tdsr, presented by Lighthouse of San Francisco"}))


def listen(
    reader: Reader, folder: Path, arguments: Sequence[str], turns: Sequence[Turn], code: str
) -> list[HeardTurn]:
    """Type the lines of some turns under a reader; what it said of each, the opening first.

    `turns` are those of the same game played without it, and tell what to wait for before the
    next key, as somebody would who listens. Where that does not come, the listener goes on.
    """
    folder.mkdir(parents=True)
    log = folder / "log"
    log.touch()
    variables = {**_player(folder), "TERM": "xterm-256color"}
    given = [name for name in ("PYTHONPATH", *_OF_THE_GAME) if name in variables]
    program = _script(
        folder / "program",
        *(f"export {name}={shlex.quote(variables[name])}" for name in given),
        f"exec {shlex.join([*PROGRAM, *arguments])}",
    )
    variables.pop("PYTHONPATH", None)  # a reader of the system has a Python of its own
    terminal = Terminal(reader.command(program, folder, log), folder, variables)
    try:
        return _listened(terminal, reader, log, turns, code)
    finally:
        terminal.close()


def _listened(
    terminal: Terminal, reader: Reader, log: Path, turns: Sequence[Turn], code: str
) -> list[HeardTurn]:
    result: list[HeardTurn] = []
    end = 0
    patience = PATIENCE

    def heard() -> list[Heard]:
        return reader.hears(log.read_bytes().decode("utf-8", "replace"))[end:]

    def wait_for_speech(start: int, length: int, longest: float) -> bool:
        return terminal.wait(lambda: len(reader.said(heard()[start:])) >= length, longest)

    for number, turn in enumerate(turns):
        for key, echo in zip(turn.keys, turn.echoes, strict=True):
            written, known = len(terminal.written), len(heard())
            terminal.type(key)
            if not _is_more_written(terminal, written):
                return [*result, HeardTurn(heard(), [])]  # the reader hangs
            if key == " ":  # not every reader says it
                terminal.quiet(_QUIET)
                continue
            shown = squash(echo.decode()) if key == TAB else key
            wait_for_speech(known, len(shown.lstrip("\x1b")), _ECHO)
        echoed = heard()
        end += len(echoed)
        if number:
            terminal.type(ENTER)
        if not wait_for_speech(0, len(reader.expects(turn.spoken, code)), patience):
            patience = _ECHO  # one fault is enough to fail the tests, and must not take all day
        answered = heard()
        end += len(answered)
        result.append(HeardTurn(echoed, answered))
    terminal.wait(lambda: terminal.has_ended)
    terminal.quiet(1.0)
    late = heard()
    return [*result, HeardTurn(late, [])] if reader.said(late) else result


def _is_more_written(terminal: Terminal, length: int) -> bool:
    return terminal.wait(lambda: len(terminal.written) > length)
