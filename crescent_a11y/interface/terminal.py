"""Where commands come from and answers go, and which way suits this terminal; it has no words."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from crescent_a11y.interface.output import TextOutput
from crescent_a11y.interface.plain_terminal import PlainTerminal
from crescent_a11y.interface.prompt_line import PromptLine

if TYPE_CHECKING:
    from prompt_toolkit.history import History

_WITHOUT_CURSOR = ("dumb", "unknown")


class Terminal(Protocol):
    """Where commands come from and answers go."""

    interactive: bool
    """Whether a person types the lines, so that asking for a confirmation makes sense."""

    def say(self, text: str) -> None:
        """Write one answer of one or more lines; raise `TerminalClosed` if it cannot be."""

    def read(self, prompt: str) -> str:
        """Return the next line without its end.

        At most `LONGEST_LINE` + 1 characters are returned; what a longer line has more is lost.
        Raise EOFError when there are no more lines, KeyboardInterrupt when the person drops the
        line, and `TerminalClosed` when the prompt cannot be written.
        """

    def read_fresh(self, prompt: str) -> str:
        """Return a line of which no key was typed before the prompt stood.

        Keys typed earlier are held back for the next `read`. Raises what `read` raises.
        """

    def break_off(self, error: BaseException) -> None:
        """Let the read that is under way raise an error; for handlers of signals."""

    def is_interrupted(self) -> bool:
        """Whether what was typed by now stops the search for an answer, however early it was typed.

        A line does, and is kept, whole, for the next `read`. An empty one is only for stopping,
        and is swallowed; so is Ctrl-C, with the line that it drops. Keys without an end of the
        line stop nothing and are kept.
        """


@contextmanager
def open_terminal(
    complete: Callable[[str], Sequence[str]],
    several: Callable[[Sequence[str]], str],
    history: Sequence[str] | History = (),
) -> Iterator[Terminal]:
    """Give the terminal that suits standard input and output, and leave it as it was found.

    The arguments are those of `PromptLine`; nothing else uses them.
    """
    output = TextOutput(sys.stdout)
    typed = sys.stdin is not None and sys.stdin.isatty()
    if typed and output.is_terminal and os.environ.get("TERM", "").lower() not in _WITHOUT_CURSOR:
        with PromptLine(complete, several, history, output=output) as line:
            yield line
    else:
        source = io.BytesIO() if sys.stdin is None else sys.stdin.buffer
        encoding = sys.stdin.encoding if typed else "utf-8"
        yield PlainTerminal(source, output, interactive=typed, encoding=encoding)
