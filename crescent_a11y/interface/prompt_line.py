"""The prompt line: reads commands and says answers; it never sends an escape or repaints a line.

What a key writes is what `row.Row` says, and an answer is one write. All words come from the
caller.
"""

# prompt_toolkit takes longer to import than all else that comes before the first words: the first
# prompt is written before, and a pipe or a file never waits for it.
# ruff: noqa: PLC0415

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING

from crescent_a11y.interface.keyboard import raw_mode
from crescent_a11y.interface.output import USUAL_COLUMNS, TerminalClosed, TextOutput
from crescent_a11y.interface.row import Row, shared_beginning
from crescent_a11y.interface.typed import Past, typed
from crescent_a11y.interface.wrapping import answer_rows, columns_of, usable_columns, wrapped

if TYPE_CHECKING:
    import asyncio

    from prompt_toolkit.application import Application
    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.history import History
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyBindings, KeyPress
    from prompt_toolkit.key_binding.key_processor import KeyPressEvent
    from prompt_toolkit.output import DummyOutput

    from crescent_a11y.interface.editing import LineEditor


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
        self._row = Row(columns_of)
        self._begun: Application[str | BaseException] | None = None  # once a line was read
        self._held: list[KeyPress] = []  # typed before a confirmation was asked for
        self._broken_off: BaseException | None = None
        # Written with what comes next: by itself a line end is a blank row to a screen reader.
        self._due = ""

        self._history = None if isinstance(history, Sequence) else history
        self._past = Past([typed(line) for line in _lines_in(history)])
        self._is_command = True
        self._recalled = False  # the line shown is to be said as a whole
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
        """See `terminal.Terminal.say`."""
        self._write(answer_rows(text, self._output.columns(), columns_of))

    def _write(self, text: str) -> None:
        """Write after the line end that is due, in one piece with it."""
        due, self._due = self._due, ""
        if due or text:
            self._output.write(due + text)

    def read(self, prompt: str) -> str:
        """See `terminal.Terminal.read`."""
        if self._held:
            self._keep(self._pending())
        return self._read(prompt, is_command=True)

    def read_fresh(self, prompt: str) -> str:
        """See `terminal.Terminal.read_fresh`; what is typed is neither completed nor remembered."""
        self._held = self._pending()
        try:
            return self._read(prompt, is_command=False)
        finally:
            from prompt_toolkit.input.typeahead import get_typeahead

            self._held += get_typeahead(self._keys)

    def break_off(self, error: BaseException) -> None:
        """See `terminal.Terminal.break_off`; the line typed so far is lost."""
        self._broken_off = error
        # A signal may come while what reads the keys is still being imported.
        loop = None if self._begun is None else self._begun.loop
        if loop is not None:
            # Raising here would leave the event loop half way through its work.
            loop.call_soon_threadsafe(self._end_broken_off)

    def is_interrupted(self) -> bool:
        """See `terminal.Terminal.is_interrupted`."""
        from prompt_toolkit.keys import Keys

        keys = self._pending()
        if self._after_return and keys:
            self._after_return = False
            if keys[0].key is Keys.ControlJ:
                del keys[0]  # the second half of a pasted "\r\n"
        end = next(filter(lambda at: _ends_line(keys[at]), range(len(keys))), None)
        if end is not None:
            key = keys[end].key
            if key is Keys.ControlC or (end == 0 and key is not Keys.BracketedPaste):
                self._after_return = key is Keys.Enter
                del keys[: end + 1]
        self._keep(keys)
        return end is not None

    def _pending(self) -> list[KeyPress]:
        """Take all keys that were typed and not acted upon, in their order."""
        from prompt_toolkit.input.typeahead import get_typeahead

        keys, self._held = self._held, []
        keys += get_typeahead(self._keys)
        while waiting := self._keys.read_keys():
            keys += waiting
        return keys

    def _keep(self, keys: list[KeyPress]) -> None:
        """Let the next line begin with keys."""
        from prompt_toolkit.input.typeahead import store_typeahead

        store_typeahead(self._keys, keys)

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
    def _editor(self) -> LineEditor:
        from crescent_a11y.interface.editing import LineEditor

        return LineEditor()

    @property
    def _buffer(self) -> Buffer:
        return self._editor.buffer

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

        bindings = KeyBindings()
        self._editor.bind(bindings)
        for handler, keys in {
            self._older: ["up", "c-p"],
            self._newer: ["down", "c-n"],
            self._complete: ["tab"],
            self._redraw: ["c-l"],
            self._suspend: ["c-z"],
            self._interrupt: ["c-c", "<sigint>"],
            self._delete_or_end: ["c-d"],
            self._accept: ["enter"],
            self._accept_newline: ["c-j"],
        }.items():
            for key in keys:
                bindings.add(key)(handler)
        return bindings

    def _key_pressed(self, *_: object) -> None:
        if not self._app.is_done:
            self._after_return = False
        self._show()

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
        shared = shared_beginning(candidates)
        if len(candidates) == 1 or len(shared) >= len(word):
            self._buffer.delete_before_cursor(len(word))
            self._editor.insert(shared)
        if len(candidates) > 1:
            said = wrapped(self._several(candidates), usable_columns(self._columns()), columns_of)
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


def _ends_line(press: KeyPress) -> bool:
    """Whether a line ends with a key: is entered or dropped, or has line ends pasted into it."""
    from prompt_toolkit.keys import Keys

    if press.key is Keys.BracketedPaste:
        return "\n" in press.data or "\r" in press.data
    return press.key in (Keys.Enter, Keys.ControlJ, Keys.ControlC)


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
