"""The prompt line: reads commands and says answers; it never sends an escape or repaints a line.

Screen readers speak what a program writes. So a key writes no more than what it changed on the
line, with printing characters, backspaces and line ends alone, and an answer is one write. All
words come from the caller.
"""

# prompt_toolkit takes longer to import than all else that comes before the first words: the first
# prompt is written before, and a pipe or a file never waits for it.
# ruff: noqa: PLC0415

from __future__ import annotations

import io
import os
import select
import signal
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO, Protocol

from crescent_a11y.interface.keyboard import raw_mode
from crescent_a11y.interface.output import USUAL_COLUMNS, TerminalClosed, TextOutput

if TYPE_CHECKING:
    import asyncio

    from prompt_toolkit.application import Application
    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.history import History
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyBindings, KeyPress
    from prompt_toolkit.key_binding.key_processor import KeyPressEvent
    from prompt_toolkit.output import DummyOutput

__all__ = [
    "LONGEST_LINE",
    "PlainTerminal",
    "PromptLine",
    "Row",
    "Terminal",
    "TerminalClosed",
    "TextOutput",
    "open_terminal",
    "wrapped",
]

LONGEST_LINE = 1000
"""The longest command, in characters; of a longer line one character more is handed on."""

_PIECE = 4 * (LONGEST_LINE + 1)  # bytes; a character takes at most four
_WITHOUT_CURSOR = ("dumb", "unknown")
_FEWEST_COLUMNS = 8
_FIRST_ACCENT = "\u0300"  # the first character that stands on the one before it


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
        """Whether Enter or Ctrl-C was pressed while an answer is sought; other keys are kept."""


class PlainTerminal:
    """Lines from a pipe, a file or a terminal without editing; it writes no escape.

    `source` gives the lines as bytes in `encoding`. A person types them if `interactive`; nobody
    else needs a prompt, and none is written.
    """

    def __init__(
        self,
        source: BinaryIO,
        output: TextOutput,
        *,
        interactive: bool = False,
        encoding: str = "utf-8",
    ) -> None:
        self.interactive = interactive
        self._source = source
        self._output = output
        self._encoding = encoding
        self._held: list[str | None] = []

    def say(self, text: str) -> None:
        """See `Terminal.say`; lines are wrapped only where the output is a terminal."""
        if answer := _answer(self._output, text, len):
            self._output.write(answer)

    def read(self, prompt: str) -> str:
        """See `Terminal.read`."""
        if not self._held:
            return self._read(prompt)
        line = self._held.pop(0)
        self._output.write(prompt + _without_controls(line or "") + "\n")
        if line is None:
            raise EOFError
        return line

    def read_fresh(self, prompt: str) -> str:
        """See `Terminal.read_fresh`.

        Only whole lines are held back, for the terminal keeps the rest to itself; and none on
        Windows. The lines of a pipe or a file are not typed: they come in their order.
        """
        if self.interactive:
            while _has_input(self._source):
                self._held.append(_read_line(self._source, self._encoding))
                if self._held[-1] is None:
                    break
        return self._read(prompt)

    def break_off(self, error: BaseException) -> None:
        """See `Terminal.break_off`."""
        raise error

    def is_interrupted(self) -> bool:
        """See `Terminal.is_interrupted`; lines that are there count only where a person types."""
        if not self.interactive or not _has_input(self._source):
            return False
        line = _read_line(self._source, self._encoding)
        if line:
            self._held.append(line)
        return not line

    def _read(self, prompt: str) -> str:
        try:
            if self.interactive:
                self._output.write(prompt)
            line = _read_line(self._source, self._encoding)
        except KeyboardInterrupt:
            self._end_line()
            raise
        if line is None:
            self._end_line()
            raise EOFError
        return line

    def _end_line(self) -> None:
        if self.interactive:
            self._output.write("\n")


class Row:
    """The row of the screen that shows the line being typed.

    Each method takes the width of the terminal in columns and returns what to write: printing
    characters, backspaces and line ends. The row never uses the last column. Where the line is
    too long for that, or the cursor moves left of what the row shows, it goes on in a fresh row
    that shows the line from another start.
    """

    def __init__(self, width: Callable[[str], int]) -> None:
        """`width` gives the columns that a character takes."""
        self._width = width
        self._prompt = ""
        self._lead = ""  # what stands before the text: the prompt, or nothing
        self._text = ""  # the whole line
        self._start = 0  # the place in the line of the first character shown
        self._shown = ""
        self._cursor = 0  # a place in what is shown

    def begin(self, prompt: str, columns: int) -> str:
        """Start an empty line; a prompt longer than the row takes the rows before it too."""
        blanks = prompt[len(prompt.rstrip()) :]
        room = _room(columns) - len(blanks)
        rows = wrapped(prompt, room, self._width)
        # A last word as long as the row leaves no place for the line beside it.
        fits = bool(rows) and self._measure(rows[-1]) <= room
        self._prompt = rows.pop() + blanks if fits else ""
        return "".join(row + "\n" for row in rows) + self.draw("", 0, columns)

    def draw(self, text: str, cursor: int, columns: int) -> str:
        """Show the prompt and the line on an empty row, with half a row before the cursor."""
        start = self._fitting_before(text, cursor, _room(columns) // 2)
        if start > 0:
            blank = text.find(" ", start - 1, cursor - 1)
            start = start if blank < 0 else blank + 1
        return self._draw(text, cursor, columns, start)

    def update(self, text: str, cursor: int, columns: int, *, anew: bool = False) -> str:
        """Show what has changed since the last call, or with `anew` the whole line."""
        if not self._fits(columns):
            # The terminal has broken the row in two: leave from the end of what it shows.
            return self._shown[self._cursor :] + "\n" + self.draw(text, cursor, columns)
        if self._holds(text, cursor, columns):
            return self._change(text, cursor, columns, anew=anew)
        if anew or not text.startswith(self._text[: self._start + self._cursor]):
            return "\n" + self.draw(text, cursor, columns)
        word = text.rfind(" ", 0, cursor) + 1
        start = max(word, self._fitting_before(text, cursor, _room(columns) // 2))
        return "\n" + self._draw(text, cursor, columns, start)

    def _fits(self, columns: int) -> bool:
        return self._measure(self._lead + self._shown) <= _room(columns)

    def _holds(self, text: str, cursor: int, columns: int) -> bool:
        return (
            cursor >= self._start
            and text.startswith(self._text[: self._start])
            and self._measure(self._lead + text[self._start : cursor]) <= _room(columns)
        )

    def _draw(self, text: str, cursor: int, columns: int, start: int) -> str:
        """Show the line on an empty row: from its beginning if that fits, or from `start`."""
        if self._measure(self._prompt + text[:cursor]) <= _room(columns):
            self._lead, self._start = self._prompt, 0
        else:
            self._lead, self._start = "", start
        self._text = text
        self._shown = self._visible(text, columns)
        self._cursor = cursor - self._start
        return self._lead + self._shown + self._back(self._shown[self._cursor :])

    def _change(self, text: str, cursor: int, columns: int, *, anew: bool) -> str:
        old, at = self._shown, self._cursor
        self._text = text
        self._shown = self._visible(text, columns)
        self._cursor = cursor - self._start
        if self._shown == old and not anew:
            return self._back(old[self._cursor : at]) + old[at : self._cursor]
        kept = 0 if anew else len(_shared_beginning([old, self._shown]))
        surplus = self._measure(old[kept:]) - self._measure(self._shown[kept:])
        return (
            self._back(old[kept:at])
            + old[at:kept]
            + self._shown[kept:]
            + " " * surplus
            + "\b" * surplus
            + self._back(self._shown[self._cursor :])
        )

    def _visible(self, text: str, columns: int) -> str:
        room = _room(columns) - self._measure(self._lead)
        end = self._start
        while end < len(text) and self._width(text[end]) <= room:
            room -= self._width(text[end])
            end += 1
        return text[self._start : end]

    def _fitting_before(self, text: str, cursor: int, room: int) -> int:
        start = cursor
        while start > 0 and self._width(text[start - 1]) <= room:
            room -= self._width(text[start - 1])
            start -= 1
        return start

    def _back(self, text: str) -> str:
        return "\b" * self._measure(text)

    def _measure(self, text: str) -> int:
        return sum(map(self._width, text))


class _Past:
    """The commands so far, and the place among them that the line being typed was taken from."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self.begin()

    def begin(self) -> None:
        """Start an empty line after the last command; forget what was edited and not entered."""
        self._place = len(self._lines)
        self._drafts: dict[int, str] = {}

    def move(self, step: int, text: str) -> str | None:
        """Leave the line with this text for another; None if there is none in that direction."""
        place = self._place + step
        if not 0 <= place <= len(self._lines):
            return None
        self._drafts[self._place] = text
        self._place = place
        return self._drafts[place] if place in self._drafts else self._lines[place]

    def add(self, text: str) -> bool:
        """Keep a command, unless it is blank or the same as the last; return whether it is kept."""
        if not text.strip() or self._lines[-1:] == [text]:
            return False
        self._lines.append(text)
        return True


class PromptLine:
    """A person at a terminal: a line that can be edited, with history and completion.

    `complete` takes the line up to the cursor and returns the words that its last word can
    become; `several` makes of more than one of them the sentence to say. `history` holds earlier
    commands, the oldest first. Used as a context manager, it keeps the terminal in raw mode, so
    that keys typed while an answer is computed show only when the next prompt stands.

    What reads the keys is made when the first prompt stands; keys typed until then wait for it.
    """

    interactive = True

    def __init__(
        self,
        complete: Callable[[str], Sequence[str]],
        several: Callable[[Sequence[str]], str],
        history: Sequence[str] | History = (),
        *,
        keys: Input | None = None,
        output: TextOutput | None = None,
    ) -> None:
        self._candidates = complete
        self._several = several
        self._given_keys = keys
        self._output = output or TextOutput(sys.stdout)
        self._raw_mode = ExitStack()
        self._row = Row(_columns_of)
        self._begun: Application[str | BaseException] | None = None  # once a line was read
        self._held: list[KeyPress] = []  # typed before a confirmation was asked for
        self._broken_off: BaseException | None = None
        # Written with what comes next: by itself a line end is a blank row to a screen reader.
        self._due = ""

        self._history = None if isinstance(history, Sequence) else history
        self._past = _Past([self._typed(line) for line in _lines_in(history)])
        self._is_command = True
        self._recalled = False  # the line shown is to be said as a whole
        self._killed = ""
        self._after_return = False  # the last key was the return that ended the last line

    def __enter__(self) -> PromptLine:
        self._enter_raw_mode()
        return self

    def _enter_raw_mode(self) -> None:
        if self._given_keys is None:
            self._raw_mode.enter_context(raw_mode(sys.stdin))

    def __exit__(self, *_: object) -> None:
        try:
            self._write("")
        except TerminalClosed:
            pass
        finally:
            self._raw_mode.close()

    def say(self, text: str) -> None:
        """See `Terminal.say`."""
        self._write(_answer(self._output, text, _columns_of))

    def _write(self, text: str) -> None:
        """Write after the line end that is due, in one piece with it."""
        due, self._due = self._due, ""
        if due or text:
            self._output.write(due + text)

    def read(self, prompt: str) -> str:
        """See `Terminal.read`."""
        if self._held:
            from prompt_toolkit.input.typeahead import store_typeahead

            store_typeahead(self._keys, self._held)
            self._held = []
        return self._read(prompt, is_command=True)

    def read_fresh(self, prompt: str) -> str:
        """See `Terminal.read_fresh`; what is typed is neither completed nor remembered."""
        from prompt_toolkit.input.typeahead import get_typeahead

        self._held += get_typeahead(self._keys)
        while waiting := self._keys.read_keys():
            self._held += waiting
        try:
            return self._read(prompt, is_command=False)
        finally:
            self._held += get_typeahead(self._keys)

    def break_off(self, error: BaseException) -> None:
        """See `Terminal.break_off`; the line typed so far is lost."""
        self._broken_off = error
        # A signal may come while what reads the keys is still being imported.
        loop = None if self._begun is None else self._begun.loop
        if loop is not None:
            # Raising here would leave the event loop half way through its work.
            loop.call_soon_threadsafe(self._end_broken_off)

    def is_interrupted(self) -> bool:
        """See `Terminal.is_interrupted`."""
        from prompt_toolkit.input.typeahead import store_typeahead
        from prompt_toolkit.keys import Keys

        pressed = self._keys.read_keys()
        for number, press in enumerate(pressed):
            if press.key in (Keys.Enter, Keys.ControlJ, Keys.ControlC):
                store_typeahead(self._keys, [*pressed[:number], *pressed[number + 1 :]])
                return True
        store_typeahead(self._keys, pressed)
        return False

    def _end_broken_off(self) -> None:
        error = self._broken_off
        if error is not None and self._app.is_running and not self._app.is_done:
            self._broken_off = None
            self._end(error)

    def _read(self, prompt: str, *, is_command: bool) -> str:
        self._write(self._row.begin(self._output.displayable(prompt), self._columns()))
        self._buffer.reset()
        self._past.begin()
        self._is_command = is_command
        self._recalled = False
        self._begun = self._app
        outcome = self._app.run(pre_run=self._stop_at_errors, set_exception_handler=False)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def _stop_at_errors(self) -> None:
        # A key is handled in a callback of the event loop, which would swallow what it raises.
        def stop(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
            error = context.get("exception")
            if isinstance(error, BaseException) and self._app.is_running and not self._app.is_done:
                self._app.exit(result=error)
            else:
                loop.default_exception_handler(context)

        from asyncio import get_running_loop

        loop = get_running_loop()
        loop.set_exception_handler(stop)
        # A signal may have come before there was a loop.
        loop.call_soon(self._end_broken_off)

    # What the terminal shows

    def _columns(self) -> int:
        return self._output.columns() or USUAL_COLUMNS

    def _line(self) -> tuple[str, int, int]:
        text = self._output.displayable(self._buffer.text)
        return text, self._buffer.cursor_position, self._columns()

    def _changes(self) -> str:
        anew, self._recalled = self._recalled, False
        return self._row.update(*self._line(), anew=anew)

    def _show(self, *_: object) -> None:
        # Pasted keys are shown when the last of them is there, or when one of them ends the line.
        if self._app.is_done or self._app.key_processor.input_queue:
            return
        if changes := self._changes():
            self._output.write(changes)

    def _fresh_row(self, between: str = "") -> None:
        self._output.write(self._changes() + "\n" + between + self._row.draw(*self._line()))

    def _end(self, outcome: str | BaseException) -> None:
        changes = self._changes()
        if changes:
            self._output.write(changes)
        self._due = "\n"
        self._app.exit(result=outcome)

    # What the keys do

    @cached_property
    def _keys(self) -> Input:
        from prompt_toolkit.input import create_input

        keys = self._given_keys or create_input()
        # On Windows this is all of the raw mode, elsewhere the terminal is in it already.
        self._raw_mode.enter_context(keys.raw_mode())
        return keys

    @cached_property
    def _buffer(self) -> Buffer:
        from prompt_toolkit.buffer import Buffer

        return Buffer(multiline=False)

    @cached_property
    def _app(self) -> Application[str | BaseException]:
        from prompt_toolkit.application import Application
        from prompt_toolkit.key_binding.key_processor import KeyProcessor
        from prompt_toolkit.layout import BufferControl, Layout, Window

        app: Application[str | BaseException] = Application(
            layout=Layout(Window(BufferControl(self._buffer))),
            input=self._keys,
            output=_silent_output(self._columns),
            after_render=self._show,  # a resized window is told by rendering alone
        )
        # In place of the usual bindings, many of which have a state that nobody would hear.
        app.key_processor = KeyProcessor(self._bindings())
        app.key_processor.after_key_press += self._key_pressed
        # Escape is the beginning of other keys; alone it must not spoil the letter typed next.
        app.ttimeoutlen = app.timeoutlen = 0.1  # seconds
        return app

    def _bindings(self) -> KeyBindings:
        from prompt_toolkit.key_binding import KeyBindings
        from prompt_toolkit.key_binding.bindings.named_commands import get_by_name
        from prompt_toolkit.keys import Keys

        bindings = KeyBindings()
        for name, keys in {
            "backward-char": ["left", "c-b"],
            "forward-char": ["right", "c-f"],
            "beginning-of-line": ["home", "c-a", "c-home"],
            "end-of-line": ["end", "c-e", "c-end"],
            "backward-delete-char": ["backspace"],
            "delete-char": ["delete"],
        }.items():
            for key in keys:
                bindings.add(*key.split())(get_by_name(name))
        for handler, keys in {
            self._word_left: ["c-left", "escape left", "escape b"],
            self._word_right: ["c-right", "escape right", "escape f"],
            self._kill_to_word_left: ["c-w", "escape backspace"],
            self._kill_to_word_right: ["c-delete", "escape d"],
            self._kill_to_start: ["c-u"],
            self._kill_to_end: ["c-k"],
            self._yank: ["c-y"],
            self._older: ["up", "c-p"],
            self._newer: ["down", "c-n"],
            self._complete: ["tab"],
            self._redraw: ["c-l"],
            self._suspend: ["c-z"],
            self._interrupt: ["c-c", "<sigint>"],
            self._delete_or_end: ["c-d"],
            self._accept: ["enter"],
            self._accept_newline: ["c-j"],
            self._insert_key: [Keys.Any.value],
            self._paste: [Keys.BracketedPaste.value],
            self._ignore: ["escape"],
            self._after_escape: ["escape " + Keys.Any.value],
        }.items():
            for key in keys:
                bindings.add(*key.split())(handler)
        return bindings

    def _key_pressed(self, *_: object) -> None:
        if not self._app.is_done:
            self._after_return = False
        self._show()

    def _typed(self, text: str) -> str:
        """Return the text as a keyboard could give it: every character has a width."""
        text = unicodedata.normalize("NFC", text)
        return "".join(char for char in map(_typable, text) if _columns_of(char))

    def _insert(self, text: str) -> None:
        # The character before the cursor comes along for the accent that follows it.
        before = self._buffer.document.text_before_cursor[-1:]
        text = self._typed(before + text)
        self._buffer.delete_before_cursor(len(before))
        self._buffer.insert_text(text[: LONGEST_LINE + 1 - len(self._buffer.text)])

    def _insert_key(self, event: KeyPressEvent) -> None:
        # A key that no binding names has its name where a character key has the character.
        if len(event.key_sequence[-1].key) == 1:
            self._insert(event.data)

    def _paste(self, event: KeyPressEvent) -> None:
        from prompt_toolkit.key_binding import KeyPress
        from prompt_toolkit.keys import Keys

        lines = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        keys: list[KeyPress] = []
        for number, line in enumerate(lines):
            if number:
                keys.append(KeyPress(Keys.ControlM, "\r"))
            keys += [KeyPress(char) for char in _without_controls(line)]
        event.key_processor.feed_multiple(keys, first=True)

    def _ignore(self, event: KeyPressEvent) -> None:
        pass

    def _after_escape(self, event: KeyPressEvent) -> None:
        key = event.key_sequence[-1]
        if len(key.key) > 1:
            event.key_processor.feed(key, first=True)  # Escape and then a key of its own
        elif key.key in "[O":
            # A key that prompt_toolkit does not know comes as the characters it is made of.
            queue = event.key_processor.input_queue
            while queue and key.key == "[" and "\x20" <= queue[0].key <= "\x3f":
                queue.popleft()
            if queue and len(queue[0].key) == 1:
                queue.popleft()

    def _word_left(self, _: KeyPressEvent) -> None:
        self._buffer.cursor_position = self._word_start()

    def _word_right(self, _: KeyPressEvent) -> None:
        self._buffer.cursor_position = self._word_end()

    # A word is what stands between blanks, for prompt_toolkit's words end before a letter like ș.

    def _word_start(self) -> int:
        before = self._buffer.document.text_before_cursor.rstrip(" ")
        return before.rfind(" ") + 1

    def _word_end(self) -> int:
        text, cursor = self._buffer.text, self._buffer.cursor_position
        while cursor < len(text) and text[cursor] == " ":
            cursor += 1
        blank = text.find(" ", cursor)
        return len(text) if blank < 0 else blank

    def _kill_to_word_left(self, _: KeyPressEvent) -> None:
        self._kill(self._word_start(), self._buffer.cursor_position)

    def _kill_to_word_right(self, _: KeyPressEvent) -> None:
        self._kill(self._buffer.cursor_position, self._word_end())

    def _kill_to_start(self, _: KeyPressEvent) -> None:
        self._kill(0, self._buffer.cursor_position)

    def _kill_to_end(self, _: KeyPressEvent) -> None:
        self._kill(self._buffer.cursor_position, len(self._buffer.text))

    def _kill(self, start: int, end: int) -> None:
        self._buffer.cursor_position = end
        self._killed = self._buffer.delete_before_cursor(end - start) or self._killed

    def _yank(self, _: KeyPressEvent) -> None:
        self._insert(self._killed)

    def _older(self, _: KeyPressEvent) -> None:
        self._recall(-1)

    def _newer(self, _: KeyPressEvent) -> None:
        self._recall(1)

    def _recall(self, step: int) -> None:
        text = self._past.move(step, self._buffer.text) if self._is_command else None
        if text is not None:
            self._buffer.text = text
            self._buffer.cursor_position = len(text)
            self._recalled = True

    def _complete(self, _: KeyPressEvent) -> None:
        before = self._buffer.document.text_before_cursor
        candidates = self._candidates(before) if self._is_command else ()
        if not candidates:
            return
        word = before[before.rfind(" ") + 1 :]
        shared = _shared_beginning(candidates)
        if len(candidates) == 1 or len(shared) >= len(word):
            self._buffer.delete_before_cursor(len(word))
            self._insert(shared)
        if len(candidates) > 1:
            said = wrapped(self._several(candidates), _room(self._columns()), _columns_of)
            self._fresh_row("".join(line + "\n" for line in said))

    def _redraw(self, _: KeyPressEvent) -> None:
        self._fresh_row()

    def _suspend(self, _: KeyPressEvent) -> None:
        if sys.platform != "win32":
            self._output.write(self._changes() + "\n")
            self._raw_mode.close()
            # The whole group, or whatever started the program would wait for it in vain.
            os.kill(0, signal.SIGTSTP)
            self._enter_raw_mode()
            self._output.write(self._row.draw(*self._line()))

    def _interrupt(self, _: KeyPressEvent) -> None:
        # As a signal it may come when the line has just ended.
        if self._app.is_running and not self._app.is_done:
            self._end(KeyboardInterrupt())

    def _delete_or_end(self, _: KeyPressEvent) -> None:
        if self._buffer.text:
            self._buffer.delete()
        else:
            self._end(EOFError())

    def _accept_newline(self, event: KeyPressEvent) -> None:
        # The second half of a pasted "\r\n" ends no line.
        if not self._after_return:
            self._accept(event)
            self._after_return = False

    def _accept(self, _: KeyPressEvent) -> None:
        text = self._buffer.text
        if self._is_command and self._past.add(text) and self._history is not None:
            self._history.append_string(text)
        self._after_return = True
        self._end(text)


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


LONGEST_ANSWER = 20
"""More rows than this lose their beginning under a screen reader."""


def wrapped(text: str, columns: int | None, width: Callable[[str], int]) -> list[str]:
    """Return the lines of a text, none blank, broken at blanks where longer than `columns`.

    A longer word is left whole; `width` gives the columns of a character. None breaks no line.
    Rows end after a clause where they can, unless that takes more than `LONGEST_ANSWER` rows.
    """
    lines = _wrapped(text, columns, width, by_clauses=True)
    if len(lines) > LONGEST_ANSWER:
        return _wrapped(text, columns, width, by_clauses=False)
    return lines


def _wrapped(
    text: str, columns: int | None, width: Callable[[str], int], *, by_clauses: bool
) -> list[str]:
    lines: list[str] = []
    for line in text.splitlines():
        shown = _without_controls(line).rstrip()
        if columns is None or sum(map(width, shown)) <= columns:
            lines += [shown] if shown else []
            continue
        lines += _rows(shown.split(), columns, width, by_clauses=by_clauses)
    return lines


def _rows(
    words: Sequence[str], columns: int, width: Callable[[str], int], *, by_clauses: bool
) -> Iterator[str]:
    """Fill rows with words; one that is more than half full ends after a clause if asked to."""
    row: list[str] = []
    for word in words:
        if row and sum(map(width, " ".join((*row, word)))) > columns:
            end = _clause(row, columns // 2, width) if by_clauses else len(row)
            yield " ".join(row[:end])
            row = row[end:]
        row.append(word)
    yield " ".join(row)


def _clause(row: Sequence[str], least: int, width: Callable[[str], int]) -> int:
    """How many words of a row make whole clauses that fill at least some columns; else all."""
    for end in range(len(row), 0, -1):
        if sum(map(width, " ".join(row[:end]))) < least:
            break
        if row[end - 1].endswith((";", ".", "?")):
            return end
    return len(row)


def _answer(output: TextOutput, text: str, width: Callable[[str], int]) -> str:
    """An answer as it is written: whole rows with their ends, or nothing."""
    columns = output.columns()
    rows = wrapped(text, None if columns is None else _room(columns), width)
    return "".join(row + "\n" for row in rows)


def _room(columns: int) -> int:
    # A character in the last column would put the cursor where a backspace goes astray.
    return max(columns, _FEWEST_COLUMNS) - 1


def _without_controls(text: str) -> str:
    spaced = text.replace("\t", " ")
    return "".join(char for char in spaced if unicodedata.category(char) != "Cc")


def _columns_of(char: str) -> int:
    """Return the columns that a character takes; for Latin letters that needs no library."""
    if char < _FIRST_ACCENT and char.isprintable():
        return 1
    from prompt_toolkit.utils import get_cwidth

    return get_cwidth(char)


def _shared_beginning(texts: Sequence[str]) -> str:
    first, last = min(texts), max(texts)
    end = 0
    while end < len(first) and first[end] == last[end]:
        end += 1
    return first[:end]


def _typable(char: str) -> str:
    """Return what the key gives to the line: the character, a stand-in for it, or nothing."""
    if "\udc80" <= char <= "\udcff":
        return "\ufffd"  # a byte that is no text in the terminal's encoding
    if unicodedata.category(char) == "Zs":
        return " "
    return char if char.isprintable() else ""


def _lines_in(history: Sequence[str] | History) -> list[str]:
    if isinstance(history, Sequence):
        return list(history)
    return list(history.load_history_strings())[::-1]


def _silent_output(columns: Callable[[], int]) -> DummyOutput:
    """Return an output that shows nothing and has the terminal's width, to notice it change."""
    from prompt_toolkit.data_structures import Size
    from prompt_toolkit.output import DummyOutput

    class SilentOutput(DummyOutput):
        def get_size(self) -> Size:
            return Size(rows=1, columns=columns())

    return SilentOutput()


def _has_input(source: BinaryIO) -> bool:
    return sys.platform != "win32" and bool(select.select([source], [], [], 0)[0])


def _read_line(source: BinaryIO, encoding: str) -> str | None:
    """Return the next line without its end, or None; keep no more of it than can be needed."""
    try:
        kept = piece = source.readline(_PIECE)
        while len(piece) == _PIECE and not piece.endswith(b"\n"):
            piece = source.readline(_PIECE)
    except OSError:  # the terminal has gone
        return None
    line = kept.decode(encoding, "replace").removesuffix("\n").removesuffix("\r")
    return line[: LONGEST_LINE + 1] if kept else None
