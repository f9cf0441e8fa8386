"""The commands that tell how the game stands and how it is played; they change nothing."""

from __future__ import annotations

from crescent_a11y.engine.table import Place
from crescent_a11y.interface.context import Context, Handler, number
from crescent_a11y.language import manual
from crescent_a11y.language.commands import NoSuchPile, Order
from crescent_a11y.language.printable import printable


class Telling:
    """Handlers of the commands that only tell."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def handlers(self) -> dict[str, Handler]:
        """The handlers by the names of their commands."""
        context = self._context
        play = context.play
        plain = context.plain
        return {
            "table": plain(lambda: context.say.table(play.game.table)),
            "foundations": plain(lambda: context.say.foundations(play.game.table)),
            "pile": self._pile,
            "moves": plain(lambda: context.say.moves(play.game, play.seconds)),
            "status": plain(lambda: context.say.status(play.game, play.seconds)),
            "code": plain(lambda: context.say.code(play.game.code)),
            "spell": plain(lambda: context.say.spelled(play.game.code)),
            "help": self._help,
            "rules": self._rules,
        }

    def _pile(self, order: Order) -> str:
        if not order.words:
            return self._context.say.which_pile()
        target = self._context.reader.place(order.rest)
        if isinstance(target, Place) and target.is_pile:
            return self._context.say.pile(target, self._context.play.game.table)
        return self._context.say.not_understood(NoSuchPile(order.rest))

    def _help(self, order: Order) -> str:
        t = self._context.t
        if not order.words:
            return manual.help_text(t)
        topic = self._context.reader.topic(order.words, self._context.language)
        if topic is None:
            return manual.no_such_topic(t, printable(order.rest))
        return manual.command_help(t, topic)

    def _rules(self, order: Order) -> str:
        t = self._context.t
        if not order.words:
            return manual.rules_text(t, None)
        section = number(order.rest, len(manual.rules_sections(t)))
        if section is None:
            return manual.no_such_section(t)
        return manual.rules_text(t, section)
