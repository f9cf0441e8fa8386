"""The commands that set how the game sounds; they change no game."""

# ruff: noqa: PLW0108 - the narrator is another one when the language has changed

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from crescent_a11y.interface.context import Context, Handler
from crescent_a11y.language.commands import Order
from crescent_a11y.language.fold import fold

LONGEST_ALIAS = 20
"""The most characters that an abbreviation can have."""


class Speaker(Protocol):
    """What a session needs of the voice: that it can be switched."""

    @property
    def is_on(self) -> bool:
        """Whether it speaks."""

    def switch_on(self) -> None:
        """Begin to speak; returns at once."""

    def switch_off(self) -> None:
        """Fall silent; returns at once."""


class NoSpeaker:
    """A voice where there is none; it is never on."""

    is_on = False

    def switch_on(self) -> None:
        """Do nothing."""

    def switch_off(self) -> None:
        """Do nothing."""


class Tuning:
    """Handlers of the commands for settings."""

    def __init__(self, context: Context, speaker: Speaker) -> None:
        self._context = context
        self._speaker = speaker

    def handlers(self) -> dict[str, Handler]:
        """The handlers by the names of their commands."""
        return {
            "language": self._language,
            "reasons": self._toggle("reasons", lambda: self._context.say.reasons_are()),
            "confirm": self._toggle(
                "confirm", lambda: self._context.say.confirm_is(self._context.settings.confirm)
            ),
            "counts": self._toggle("counts", lambda: self._context.say.counts_are()),
            "memory": self._toggle(
                "memory", lambda: self._context.say.memory_is(self._context.settings.memory)
            ),
            "braille": self._toggle(
                "braille_line",
                lambda: self._context.say.braille_line_is(self._context.settings.braille_line),
            ),
            "warnings": self._toggle(
                "warnings", lambda: self._context.say.warnings_are(self._context.settings.warnings)
            ),
            "alias": self._alias,
            "forget": self._forget,
            "verbosity": self._verbosity,
            "cards": self._cards,
            "speech": self._speech,
            "stop": self._context.plain(lambda: self._context.say.silenced()),
        }

    def _switch(self, order: Order) -> bool | None:
        return self._context.reader.switch(order.words[-1]) if order.words else None

    def _language(self, order: Order) -> str:
        context = self._context
        language = context.reader.language(order.rest) if order.words else None
        if language is None:
            return context.say.which_language()
        context.language = language
        context.change(language=language)
        return context.say.language_is()

    def _toggle(self, setting: str, tell: Callable[[], str]) -> Handler:
        """The handler of a command that switches a setting on or off."""

        def handle(order: Order) -> str:
            on = self._switch(order)
            if on is None:
                return self._context.say.on_or_off(order.name)
            self._context.change(**{setting: on})
            return tell()

        return handle

    def _alias(self, order: Order) -> str:
        """List the player's own abbreviations, or make one."""
        context = self._context
        aliases = context.settings.aliases
        if not order.rest:
            return context.say.aliases(aliases)
        name, _, meaning = order.rest.replace("=", " ", 1).strip().partition(" ")
        name, meaning = fold(name), meaning.strip()
        if not name or not meaning or len(name) > LONGEST_ALIAS:
            return context.say.how_to_alias()
        context.change(aliases={**aliases, name: meaning})
        return context.say.alias_is(name, meaning, hides=context.reader.is_command(name))

    def _forget(self, order: Order) -> str:
        """Take an abbreviation back."""
        context = self._context
        aliases = dict(context.settings.aliases)
        if not order.rest:
            return context.say.aliases(aliases)
        if aliases.pop(fold(order.rest), None) is None:
            return context.say.no_alias(order.rest)
        context.change(aliases=aliases)
        return context.say.alias_gone(order.rest)

    def _verbosity(self, order: Order) -> str:
        choice = self._context.reader.choice(order.rest, ("brief", "normal", "full"))
        if choice is None:
            return self._context.say.which_verbosity()
        self._context.change(verbosity=choice)
        return self._context.say.verbosity_is()

    def _cards(self, order: Order) -> str:
        choice = self._context.reader.choice(order.rest, ("words", "codes"))
        if choice is None:
            return self._context.say.which_cards()
        self._context.change(cards=choice)
        return self._context.say.cards_are()

    def _speech(self, order: Order) -> str:
        say = self._context.say
        if self._context.reader.choice(order.rest, ("test",)):
            return say.speech_test() if self._speaker.is_on else say.speech_is(False)
        on = self._switch(order)
        if on is None:
            return say.which_speech()
        self._context.change(speech="on" if on else "off")
        if on:
            self._speaker.switch_on()
        else:
            self._speaker.switch_off()
        return say.speech_is(on)
