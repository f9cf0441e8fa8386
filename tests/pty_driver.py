"""Drives a command under a pseudo-terminal as a person would; it never waits for a fixed time."""

from __future__ import annotations

import os
import select
import signal
import struct
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

LONGEST_WAIT = 30.0
"""Seconds after which a byte that has not come is taken for one that never will."""

# Plays the shell: starts the command as a job and continues it when it has stopped.
_SHELL = """
import os, signal, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
while os.WIFSTOPPED(os.waitpid(job, os.WUNTRACED)[1]):
    os.tcsetpgrp(0, os.getpgrp())
    echoes = termios.tcgetattr(0)[3] & termios.ECHO
    os.write(1, b"stopped, echo on\\n" if echoes else b"stopped, echo off\\n")
    sys.stdin.readline()
    os.tcsetpgrp(0, job)
    os.kill(-job, signal.SIGCONT)
"""


class PtyProgram:
    """A command that believes it runs in a terminal."""

    def __init__(self, process: int, terminal: int) -> None:
        self._process = process
        self._terminal = terminal
        self._unread = b""
        self.written = b""
        """Every byte that the program has written so far and that was read here."""

    def press(self, keys: bytes, writes: bytes) -> None:
        """Type keys at once; the program must write these bytes, and nothing before them."""
        self.type(keys)
        self.expect(writes)

    def type(self, keys: bytes) -> None:
        """Type keys at once."""
        while keys:
            keys = keys[os.write(self._terminal, keys) :]

    def expect(self, writes: bytes) -> None:
        """Wait for exactly these bytes."""
        end = time.monotonic() + LONGEST_WAIT
        while len(self._unread) < len(writes) and writes.startswith(self._unread):
            if not self._receive(end):
                break
        if not self._unread.startswith(writes):
            raise AssertionError(f"{self._unread!r} was written instead of {writes!r}")
        self._unread = self._unread[len(writes) :]

    def rest(self) -> bytes:
        """Wait until the program has closed the terminal; return what it wrote till then."""
        end = time.monotonic() + LONGEST_WAIT
        while self._receive(end):
            pass
        rest, self._unread = self._unread, b""
        return rest

    def resize(self, columns: int) -> None:
        """Make the window so many columns wide."""
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, size)

    def signal(self, number: int) -> None:
        """Send a signal to the program."""
        os.kill(self._process, number)

    def modes(self) -> list[Any]:
        """Return the modes of the terminal."""
        return termios.tcgetattr(self._terminal)

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self._terminal)
        self._terminal = -1

    def exit_code(self) -> int:
        """Wait until the program has ended; return its exit code."""
        end = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < end:
            process, status = os.waitpid(self._process, os.WNOHANG)
            if process:
                self._process = 0
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        raise AssertionError("the program does not end")

    def close(self) -> None:
        """End the program if it has not ended."""
        if self._terminal >= 0:
            os.close(self._terminal)
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)

    def _receive(self, end: float) -> bool:
        if not select.select([self._terminal], [], [], max(0.0, end - time.monotonic()))[0]:
            return False
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # Linux says so when the program has closed the terminal
            return False
        self._unread += data
        self.written += data
        return bool(data)


@contextmanager
def run_in_pty(
    command: Sequence[str],
    *,
    columns: int = 80,
    environment: Mapping[str, str] | None = None,
    as_job: bool = False,
) -> Iterator[PtyProgram]:
    """Run a command in a terminal of its own; with `as_job` under a shell that can continue it."""
    if as_job:
        command = [sys.executable, "-c", _SHELL, *command]
    variables = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        **(environment or {}),
    }
    process, terminal = pty.fork()
    if process == 0:
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.execve(command[0], list(command), variables)
    program = PtyProgram(process, terminal)
    try:
        yield program
    finally:
        program.close()
