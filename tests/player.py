"""Plays a session without a terminal, line by line, as the tests of the session need it."""

from __future__ import annotations

from pathlib import Path

from strategies import TWO_PACKS, copies, numbered

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.rules import Move
from crescent_a11y.engine.table import Table
from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.interface.play import Recollection
from crescent_a11y.interface.session import Session
from crescent_a11y.language.catalog import load
from crescent_a11y.language.words import place_name

LANGUAGES = ("en", "ro")
NEXT_DEAL = numbered(77)
"""The deal of a new game for which no code is given."""


def kept_session(
    keeper: DiskKeeper,
    code: DealCode | None = None,
    *,
    language: str = "en",
    log: Path | None = None,
) -> Session:
    """A session whose games are kept; without a code it goes on with the last one, if any."""
    return Session(
        [load(known) for known in LANGUAGES],
        language,
        code,
        clock=lambda: 0.0,
        new_code=lambda: NEXT_DEAL,
        keeper=keeper,
        archive=keeper,
        opened=keeper.opened,
        recollection=keeper.recollection,
        log_name=None if log is None else str(log),
    )


class Player:
    """Somebody who types lines; each answer is checked for what every answer must be."""

    def __init__(
        self,
        language: str = "en",
        *,
        code: DealCode | None = None,
        table: Table | None = None,
        interactive: bool = False,
        log: Path | None = None,
    ) -> None:
        """Begin a deal, or the rules on a prepared table."""
        self.time = 100.0
        code = code or numbered(1)
        self.session = Session(
            [load(known) for known in LANGUAGES],
            language,
            code,
            clock=lambda: self.time,
            new_code=lambda: NEXT_DEAL,
            interactive=interactive,
            log_name=None if log is None else str(log),
        )
        if table is not None:
            self.session.play.go_on(Game(code, table), Recollection(), 0)
        self._cards = copies(self.game.table)
        self.language = language

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    @property
    def is_asked_where(self) -> bool:
        """Whether the session waits for a place."""
        return self.session.prompt != self._prompts("Command:") and not self.session.asks

    def _prompts(self, english: str) -> str:
        return load(self.language).pgettext("prompt", english) + " "

    def type(self, *lines: str) -> str:
        """Type lines; the last answer."""
        text = ""
        for line in lines:
            utterance = self.session.handle_line(line)
            text, self.language = utterance.text, utterance.language
            assert text.strip(), f"no answer to {line!r}"
            assert is_clean(text), f"{line!r} is answered with {text!r}"
            assert copies(self.game.table) in (self._cards, TWO_PACKS), line
        return text


def is_clean(text: str) -> bool:
    """Whether a text has nothing in it but printable characters and line ends."""
    return all(x.isprintable() for x in text.replace("\n", ""))


def answer_which(player: Player, move: Move, question: str) -> str:
    """Answer a question for a place with the one of a move's places that it offers."""
    t = load(player.language)
    source = place_name(t, move.source)
    offered = source in question or source.capitalize() in question
    place = move.source if offered else move.destination
    return player.type(place.code)
