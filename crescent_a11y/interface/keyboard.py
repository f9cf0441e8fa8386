"""How a terminal hands on keys, one by one and unshown; it reads none and restores all it sets."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

if sys.platform != "win32":
    import termios
    import tty

    @contextmanager
    def raw_mode(stream: TextIO) -> Iterator[None]:
        """While this lasts the terminal shows no key and acts upon none, not even on Ctrl-C.

        These are the modes that prompt_toolkit wants, but they are set without it: keys typed
        while it is imported are not shown by the terminal and then again by the prompt line.
        """
        descriptor = stream.fileno()
        try:
            found = termios.tcgetattr(descriptor)
        except termios.error:  # the terminal has gone, as the first read will tell
            yield
            return
        raw = [*found[: tty.CC], [*found[tty.CC]]]
        raw[tty.LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
        raw[tty.IFLAG] &= ~(
            termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR
        )
        raw[tty.CC][termios.VMIN] = 1
        try:
            _set(descriptor, raw)
            yield
        finally:
            _set(descriptor, found)

    def _set(descriptor: int, modes: list[int | list[bytes | int]]) -> None:
        with suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSANOW, modes)

else:

    @contextmanager
    def raw_mode(stream: TextIO) -> Iterator[None]:  # noqa: ARG001
        """Change nothing: a console of Windows shows keys only while somebody reads a line."""
        yield
