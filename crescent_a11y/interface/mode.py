"""What takes a session's lines for a while, with a game that is none of the player's."""

from __future__ import annotations

from typing import Protocol

from crescent_a11y.interface.papers import Ask
from crescent_a11y.interface.play import Play
from crescent_a11y.language.commands import Parsed


class Mode(Protocol):
    """A lesson, or the replay of a log."""

    @property
    def play(self) -> Play:
        """The game that the commands are about while this lasts."""

    @property
    def prompt(self) -> str:
        """The word that asks for the next line."""

    def wish(self, line: str) -> str | None:
        """The answer to a line that only this understands; None for any other."""

    def instead(self, parsed: Parsed) -> str | None:
        """The answer to what shall not be obeyed; None where it is."""

    def after(self, said: str) -> str:
        """What is said once a line was obeyed, with what follows from that."""


class Host(Protocol):
    """What a mode needs of the session."""

    @property
    def ask(self) -> Ask:
        """Asks a person before something is lost."""

    def enter(self, mode: Mode) -> None:
        """Let a mode take the lines; the player's own game waits as it is."""

    def leave(self) -> str:
        """Go back to the player's own game, and say how it stands."""
