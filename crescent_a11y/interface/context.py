"""What every command of a session shares: the game, the language, the choices; it obeys nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from crescent_a11y.engine.view import ReadView
from crescent_a11y.interface.files import FileProblem
from crescent_a11y.interface.places import Failure
from crescent_a11y.interface.play import Play
from crescent_a11y.interface.settings import Settings
from crescent_a11y.language import standing, troubles, unclear
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import Order, Reader
from crescent_a11y.language.diagram import read as read_diagram
from crescent_a11y.language.narrator import Narrator
from crescent_a11y.language.orientation import Orientation
from crescent_a11y.language.words import CardNames

Handler: TypeAlias = Callable[[Order], str]
"""Does what a command orders, and gives the answer."""

Remember: TypeAlias = Callable[[Mapping[str, object]], Failure | None]
"""Saves changed settings, or says why not."""


class Context:
    """The state of a session, apart from what it waits for.

    `own` is the player's own game, `play` the one that the commands are about: another one only
    while a lesson or the replay of a log lasts. `notices` are sentences that the next answer ends
    with; `can_ask` tells that there is a person who can be asked for confirmation.
    """

    def __init__(
        self,
        translators: Sequence[Translator],
        language: str,
        play: Play,
        settings: Settings,
        remember: Remember,
        *,
        can_ask: bool,
    ) -> None:
        self._translators = {t.language: t for t in translators}
        self._remember = remember
        self._is_forgetful = False  # whether it was said that settings cannot be saved
        self.reader = Reader(translators)
        self.read_view: ReadView = partial(read_diagram, tuple(translators))
        self.language = language
        self.own = self.play = play
        self.settings = settings
        self.notices: list[str] = []
        self.can_ask = can_ask

    @property
    def t(self) -> Translator:
        """The translator of the present language."""
        return self._translators[self.language]

    @property
    def cards(self) -> CardNames:
        """How cards are called in the present language and style."""
        return CardNames(self.t, codes=self.settings.cards == "codes")

    @property
    def narrator(self) -> Narrator:
        """Tells of events in the present language and style."""
        chosen = self.settings
        return Narrator(self.t, self.cards, verbosity=chosen.verbosity, counts=chosen.counts)

    @property
    def orientation(self) -> Orientation:
        """Tells where the cards lie, in the present language and style."""
        return Orientation(self.t, self.cards, counts=self.settings.counts)

    def standing(self) -> str:
        """What must be said at once about how the game stands; mostly nothing."""
        play = self.play
        is_own = play is self.own
        return standing.at_once(self.t, play.game, play.seconds, play.hints, is_own=is_own)

    def change(self, **changes: object) -> None:
        """Change settings, for this session and for the next ones."""
        self.settings = replace(self.settings, **changes)  # type: ignore[arg-type]
        if self._remember(changes) is not None and not self._is_forgetful:
            self._is_forgetful = True
            self.notices.append(troubles.settings_not_saved(self.t))

    def unexpected(self, order: Order, after: int = 0) -> str:
        """The answer to a command with a word that it does not take."""
        return unclear.unexpected(self.t, order.name, order.rest.split()[after])

    def plain(self, answer: Callable[[], str]) -> Handler:
        """The handler of a command that takes no words."""
        return lambda order: self.unexpected(order) if order.words else answer()

    def gather_troubles(self) -> None:
        """Turn what could not be written into notices."""
        for trouble in self.own.troubles:
            if isinstance(trouble, FileProblem):
                self.notices.append(troubles.log_lost(self.t, trouble.name))
            else:
                self.notices.append(troubles.not_kept(self.t, trouble.kind))
        self.own.troubles.clear()


def number(word: str, last: int) -> int | None:
    """A whole number from 1 to `last` in ASCII digits, or None."""
    if not (word.isascii() and word.isdigit() and len(word) <= 4):
        return None
    return int(word) if 1 <= int(word) <= last else None


def joined(*parts: str) -> str:
    """Sentences one after another, without the empty ones."""
    return " ".join(part for part in parts if part)
