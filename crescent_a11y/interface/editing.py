"""What the keys do to the line that is typed; it shows nothing and ends no line.

It is imported when the first prompt stands, for prompt_toolkit takes long to import.
"""

from __future__ import annotations

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.key_binding import KeyBindings, KeyPress
from prompt_toolkit.key_binding.bindings.named_commands import get_by_name
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys

from crescent_a11y.interface.typed import LONGEST_LINE, typed
from crescent_a11y.interface.wrapping import without_controls


class LineEditor:
    """The line that is typed, and the keys that change it or go along it."""

    def __init__(self) -> None:
        self.buffer = Buffer(multiline=False)
        self._killed = ""

    def bind(self, bindings: KeyBindings) -> None:
        """Add what the keys do."""
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
            self._insert_key: [Keys.Any.value],
            self._paste: [Keys.BracketedPaste.value],
            self._ignore: ["escape"],
            self._after_escape: ["escape " + Keys.Any.value],
        }.items():
            for key in keys:
                bindings.add(*key.split())(handler)

    def insert(self, text: str) -> None:
        """Put a text before the cursor, as much of it as the line can hold."""
        # The character before the cursor comes along for the accent that follows it.
        before = self.buffer.document.text_before_cursor[-1:]
        text = typed(before + text)
        self.buffer.delete_before_cursor(len(before))
        self.buffer.insert_text(text[: LONGEST_LINE + 1 - len(self.buffer.text)])

    def _insert_key(self, event: KeyPressEvent) -> None:
        # A key that no binding names has its name where a character key has the character.
        if len(event.key_sequence[-1].key) == 1:
            self.insert(event.data)

    def _paste(self, event: KeyPressEvent) -> None:
        lines = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        keys: list[KeyPress] = []
        for number, line in enumerate(lines):
            if number:
                keys.append(KeyPress(Keys.ControlM, "\r"))
            keys += [KeyPress(char) for char in without_controls(line)]
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

    # A word is what stands between blanks, for prompt_toolkit's words end before a letter like ș.

    def _word_left(self, _: KeyPressEvent) -> None:
        self.buffer.cursor_position = self._word_start()

    def _word_right(self, _: KeyPressEvent) -> None:
        self.buffer.cursor_position = self._word_end()

    def _word_start(self) -> int:
        before = self.buffer.document.text_before_cursor.rstrip(" ")
        return before.rfind(" ") + 1

    def _word_end(self) -> int:
        text, cursor = self.buffer.text, self.buffer.cursor_position
        while cursor < len(text) and text[cursor] == " ":
            cursor += 1
        blank = text.find(" ", cursor)
        return len(text) if blank < 0 else blank

    def _kill_to_word_left(self, _: KeyPressEvent) -> None:
        self._kill(self._word_start(), self.buffer.cursor_position)

    def _kill_to_word_right(self, _: KeyPressEvent) -> None:
        self._kill(self.buffer.cursor_position, self._word_end())

    def _kill_to_start(self, _: KeyPressEvent) -> None:
        self._kill(0, self.buffer.cursor_position)

    def _kill_to_end(self, _: KeyPressEvent) -> None:
        self._kill(self.buffer.cursor_position, len(self.buffer.text))

    def _kill(self, start: int, end: int) -> None:
        self.buffer.cursor_position = end
        self._killed = self.buffer.delete_before_cursor(end - start) or self._killed

    def _yank(self, _: KeyPressEvent) -> None:
        self.insert(self._killed)
