"""The commands that set how the game sounds; they change no game."""

from __future__ import annotations

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
            "reasons": self._reasons,
            "confirm": self._confirm,
            "counts": self._counts,
            "memory": self._memory,
            "alias": self._alias,
            "braille": self._braille,
            "verbosity": self._verbosity,
            "cards": self._cards,
            "speech": self._speech,
            "stop": self._context.plain(lambda: self._context.say.silenced()),  # noqa: PLW0108 - the language can change,
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

    def _reasons(self, order: Order) -> str:
        on = self._switch(order)
        if on is None:
            return self._context.say.on_or_off("reasons")
        self._context.change(reasons=on)
        return self._context.say.reasons_are(on)

    def _confirm(self, order: Order) -> str:
        on = self._switch(order)
        if on is None:
            return self._context.say.on_or_off("confirm")
        self._context.change(confirm=on)
        return self._context.say.confirm_is(on)

    def _counts(self, order: Order) -> str:
        on = self._switch(order)
        if on is None:
            return self._context.say.on_or_off("counts")
        self._context.change(counts=on)
        return self._context.say.counts_are()

    def _memory(self, order: Order) -> str:
        on = self._switch(order)
        if on is None:
            return self._context.say.on_or_off("memory")
        self._context.change(memory=on)
        return self._context.say.memory_is(on)

    def _alias(self, order: Order) -> str:
        """List the player's own abbreviations, make one, or take one back."""
        context = self._context
        aliases = dict(context.settings.aliases)
        if not order.rest:
            return context.say.aliases(aliases)
        name, equals, meaning = (part.strip() for part in order.rest.partition("="))
        name = fold(name)
        if not equals or not name or " " in name or len(name) > LONGEST_ALIAS:
            return context.say.how_to_alias()
        if not meaning:
            if aliases.pop(name, None) is None:
                return context.say.how_to_alias()
            context.change(aliases=aliases)
            return context.say.alias_gone(name)
        context.change(aliases={**aliases, name: meaning})
        return context.say.alias_is(name, meaning, hides=context.reader.is_command(name))

    def _braille(self, order: Order) -> str:
        on = self._switch(order)
        if on is None:
            return self._context.say.on_or_off("braille")
        self._context.change(braille_line=on)
        return self._context.say.braille_line_is(on)

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
