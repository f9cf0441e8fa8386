"""A real speech-dispatcher without sound card, which writes down what it speaks; it plays nothing.

Its one module is a shell script instead of a synthesizer: a line when it begins to speak a text,
a line when it has ended, and nothing more for a text that was interrupted.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

PATIENCE = 20.0
"""Seconds a condition may take to come true, on the slowest machine worth testing on."""


class Spoken(NamedTuple):
    """A text that the server began to speak, in the language the client had set."""

    language: str
    text: str


def require_speech_dispatcher() -> None:
    """Skip the test where there is no speech-dispatcher; on Linux with CI set, fail instead."""
    if sys.platform != "linux":
        pytest.skip("speech-dispatcher is for Linux")
    if shutil.which("speech-dispatcher") is None:
        if os.environ.get("CI"):
            pytest.fail("speech-dispatcher is not installed")
        pytest.skip("speech-dispatcher is not installed")


def wait_until(condition: Callable[[], object], what: str) -> None:
    """Wait for a condition; fails the test when it does not come true."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"not within {PATIENCE} s: {what}")
        time.sleep(0.02)


class SpeechServer:
    """A speech-dispatcher in a folder of its own; each text takes `seconds` to speak."""

    def __init__(self, folder: Path, seconds: float = 0) -> None:
        self.folder = folder
        self._socket = folder / "socket"
        self.log = folder / "spoken"
        self.log.touch()
        self._end = folder / "end"  # tells scripts that are out of reach of a signal to end
        self.config = folder / "config" / "speech-dispatcher"
        self._process: subprocess.Popen[bytes] | None = None
        self._configure(seconds)

    def _configure(self, seconds: float) -> None:
        (self.config / "modules").mkdir(parents=True)
        script = self.folder / "speak"
        script.write_text(
            "#!/bin/sh\n"
            'text=$(printf %s "$2" | tr "\\n" " ")\n'
            f'printf "begin\\t%s\\t%s\\n" "$1" "$text" >>"{self.log}"\n'
            f"steps={round(seconds * 10)}\n"
            f'while [ "$steps" -gt 0 ] && [ ! -e "{self._end}" ]; do\n'
            "sleep 0.1; steps=$((steps - 1))\n"
            "done\n"
            f'printf "end\\t%s\\t%s\\n" "$1" "$text" >>"{self.log}"\n',
            encoding="utf-8",
        )
        script.chmod(0o755)
        # The server opens its sound even for a module that needs none.
        (self.folder / ".asoundrc").write_text(
            "pcm.!default { type null }\nctl.!default { type null }\n"
        )
        (self.config / "speechd.conf").write_text(
            "LogLevel 1\n"
            'AudioOutputMethod "alsa"\n'
            'SymbolsPreproc "none"\n'
            'AddModule "script" "sd_generic" "script.conf"\n'
            "DefaultModule script\n"
        )
        languages = "".join(
            f'GenericLanguage "{code}" "{code}" "utf-8"\nAddVoice "{code}" "MALE1" "{code}"\n'
            for code in ("en", "en-US", "ro", "ro-RO")
        )
        scales = "".join(
            f"Generic{name}Add 0\nGeneric{name}Multiply 1\nGeneric{name}ForceInteger 1\n"
            for name in ("Rate", "Pitch")
        )
        (self.config / "modules" / "script.conf").write_text(
            f"Debug 0\nGenericExecuteSynth \"{script} '$LANGUAGE' \\'$DATA\\'\"\n"
            'GenericMaxChunkLength 5000\nGenericDelimiters "~"\nGenericRecodeFallback "?"\n'
            f'{languages}DefaultVoice "en"\n{scales}'
        )

    @property
    def address(self) -> str:
        """What SPEECHD_ADDRESS has to be for a program that is to find this server."""
        return f"unix_socket:{self._socket}"

    def start(self) -> None:
        """Start it, also once more after `kill`, and wait until it listens."""
        self._socket.unlink(missing_ok=True)
        self._end.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            [
                *("speech-dispatcher", "--run-single", "--timeout", "0"),
                *("--config-dir", self.config, "--log-dir", self.folder),
                *("--communication-method", "unix_socket", "--socket-path", self._socket),
                *("--pid-file", self.folder / "pid"),
            ],
            env={**os.environ, "HOME": str(self.folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_until(self._listens, "speech-dispatcher listens")

    def _listens(self) -> bool:
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(self._socket)) == 0

    @property
    def pid(self) -> int:
        """Its process, which leads a process group of its own."""
        assert self._process is not None
        return self._process.pid

    def freeze(self) -> None:
        """Let it hang: it keeps its connections and answers nothing."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on after `freeze`."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it and its modules at once, as a crash would."""
        self._end.touch()
        if self._process is not None:
            self._signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _signal(self, number: signal.Signals) -> None:
        os.killpg(self.pid, number)

    def spoken(self) -> list[Spoken]:
        """What it has begun to speak, in order."""
        return self._lines("begin")

    def finished(self) -> list[Spoken]:
        """What it has spoken to the end, in order."""
        return self._lines("end")

    def _lines(self, kind: str) -> list[Spoken]:
        lines = [line.split("\t") for line in self.log.read_text("utf-8").splitlines()]
        return [Spoken(*fields) for what, *fields in lines if what == kind]
