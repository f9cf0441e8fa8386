"""Runs the program as a shell does: arguments, input and environment in, status and bytes out."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from crescent_a11y.cli import main

if TYPE_CHECKING:
    import pytest

PROGRAM = (sys.executable, "-m", "crescent_a11y")
"""The command; started in a folder of its own, so that the installed package is what runs."""

LONGEST_RUN = 60.0
"""Seconds after which a run is taken for one that never ends."""

_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
_OF_A_USER = ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "PYTHONIOENCODING")


class Finished(NamedTuple):
    """A run that has ended."""

    status: int
    out: bytes
    err: bytes

    @property
    def said(self) -> str:
        """Standard output as text."""
        return self.out.decode()

    @property
    def complaint(self) -> str:
        """Standard error as text."""
        return self.err.decode()

    @property
    def facts(self) -> list[dict[str, Any]]:
        """Standard output as JSON, one object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def environment(folder: Path, changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a user whose files are all in a folder and who has chosen no language."""
    kept = {name: value for name, value in os.environ.items() if name not in _OF_A_USER}
    folders = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    return {**kept, **dict.fromkeys(folders, str(folder)), "LC_ALL": "C.UTF-8", **(changes or {})}


class InFolder:
    """Somebody at work in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, data: bytes | str) -> Path:
        """Write a file in the folder."""
        path = self.folder / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path


class Shell(InFolder):
    """A user's shell in a folder of its own."""

    def run(
        self,
        *arguments: str | bytes,
        feed: bytes | IO[bytes] = b"",
        variables: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Finished:
        """Run the program to its end; `feed` is its standard input, bytes or an open file."""
        given = {"input": feed} if isinstance(feed, bytes) else {"stdin": feed}
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **given, **options}
        done = subprocess.run(
            [*PROGRAM, *arguments],
            cwd=self.folder,
            env=environment(self.folder, variables),
            timeout=LONGEST_RUN,
            check=False,
            **options,
        )
        finished = Finished(done.returncode, done.stdout or b"", done.stderr or b"")
        assert b"Traceback" not in finished.err, finished.complaint
        return finished

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start the program with pipes to all its streams."""
        return subprocess.Popen(
            [*PROGRAM, *arguments],
            cwd=self.folder,
            env=environment(self.folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


class Prompt(InFolder):
    """The shell commands within this process, which is quicker; not for the game itself."""

    def __init__(
        self,
        folder: Path,
        capture: pytest.CaptureFixture[bytes],
        patch: pytest.MonkeyPatch,
    ) -> None:
        super().__init__(folder)
        patch.chdir(folder)
        for name in _OF_A_USER:
            patch.delenv(name, raising=False)
        self._capture = capture
        self._patch = patch

    def run(self, *arguments: str, locale: str = "C.UTF-8") -> Finished:
        """Run a command to its end."""
        self._patch.setenv("LC_ALL", locale)
        self._capture.readouterr()
        # What ends a game ignores signals for good, and processes started later would inherit that.
        before = {number: signal.getsignal(number) for number in _SIGNALS}
        try:
            status = main(arguments)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return Finished(status, *self._capture.readouterr())


def is_plain(data: bytes) -> bool:
    """Whether a terminal that gets these bytes only shows text: no control but line ends."""
    text = data.decode("utf-8", "surrogateescape")
    odd = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return not any(unicodedata.category(x) in odd for x in text.replace("\n", ""))


def is_one_sentence_line(complaint: str) -> bool:
    """Whether standard error got exactly one line, with some words and an end."""
    return complaint.count("\n") == 1 and complaint.endswith("\n") and len(complaint.split()) > 2
