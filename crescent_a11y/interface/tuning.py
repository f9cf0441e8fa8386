"""The commands that set how the game sounds; they change no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from crescent_a11y.interface.context import Context, Handler
from crescent_a11y.language import tuning, unclear
from crescent_a11y.language.catalog import Translator
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
            "reasons": self._toggle("reasons", tuning.reasons_are),
            "confirm": self._toggle("confirm", tuning.confirm_is),
            "counts": self._toggle("counts", tuning.counts_are),
            "memory": self._toggle("memory", tuning.memory_is),
            "braille": self._toggle("braille_line", tuning.braille_line_is),
            "warnings": self._toggle("warnings", tuning.warnings_are),
            "alias": self._alias,
            "forget": self._forget,
            "verbosity": self._verbosity,
            "cards": self._cards,
            "speech": self._speech,
            "stop": self._context.plain(lambda: tuning.silenced(self._context.t)),
        }

    def _switch(self, order: Order) -> bool | None:
        return self._context.reader.switch(order.words[-1]) if order.words else None

    def _language(self, order: Order) -> str:
        context = self._context
        language = context.reader.language(order.rest) if order.words else None
        if language is None:
            return tuning.which_language(context.t)
        context.language = language
        context.change(language=language)
        return tuning.language_is(context.t)

    def _toggle(self, setting: str, tell: Callable[[Translator, bool], str]) -> Handler:
        """The handler of a command that switches a setting on or off."""

        def handle(order: Order) -> str:
            on = self._switch(order)
            if on is None:
                return unclear.on_or_off(self._context.t, order.name)
            self._context.change(**{setting: on})
            return tell(self._context.t, on)

        return handle

    def _alias(self, order: Order) -> str:
        """List the player's own abbreviations, or make one."""
        context = self._context
        aliases = context.settings.aliases
        if not order.rest:
            return tuning.aliases(context.t, aliases)
        name, _, meaning = order.rest.replace("=", " ", 1).strip().partition(" ")
        name, meaning = fold(name), meaning.strip()
        if not name or not meaning or len(name) > LONGEST_ALIAS:
            return tuning.how_to_alias(context.t)
        taken = context.reader.taken(name)
        if taken is not None:
            return tuning.taken(context.t, taken)
        context.change(aliases={**aliases, name: meaning})
        return tuning.alias_is(context.t, name, meaning, hides=context.reader.is_command(name))

    def _forget(self, order: Order) -> str:
        """Take an abbreviation back."""
        context = self._context
        aliases = dict(context.settings.aliases)
        if not order.rest:
            return tuning.aliases(context.t, aliases)
        if aliases.pop(fold(order.rest), None) is None:
            return tuning.no_alias(context.t, order.rest)
        context.change(aliases=aliases)
        return tuning.alias_gone(context.t, order.rest)

    def _verbosity(self, order: Order) -> str:
        choice = self._context.reader.choice(order.rest, ("brief", "normal", "full"))
        if choice is None:
            return tuning.which_verbosity(self._context.t)
        self._context.change(verbosity=choice)
        return tuning.verbosity_is(self._context.t, choice)

    def _cards(self, order: Order) -> str:
        choice = self._context.reader.choice(order.rest, ("words", "codes"))
        if choice is None:
            return tuning.which_cards(self._context.t)
        self._context.change(cards=choice)
        return tuning.cards_are(self._context.t, choice)

    def _speech(self, order: Order) -> str:
        t = self._context.t
        if self._context.reader.choice(order.rest, ("test",)):
            return tuning.speech_test(t, self._speaker.is_on)
        if self._context.reader.choice(order.rest, ("ask",)):
            self._context.change(speech="ask")
            return tuning.speech_is_asked(t)
        on = self._switch(order)
        if on is None:
            return tuning.which_speech(t)
        self._context.change(speech="on" if on else "off")
        if on:
            self._speaker.switch_on()
        else:
            self._speaker.switch_off()
        return tuning.speech_is(t, on)
