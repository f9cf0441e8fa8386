"""The commands that tell how the game stands and how it is played; they change nothing."""

from __future__ import annotations

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.deal import DealCode, deal
from crescent_a11y.engine.memory import Memory
from crescent_a11y.engine.rules import legal_moves, moves_from
from crescent_a11y.engine.table import Place, View
from crescent_a11y.interface.context import Context, Handler, number
from crescent_a11y.language import manual
from crescent_a11y.language.commands import NoSuchPile, Order, Zone
from crescent_a11y.language.orientation import LEFT, RIGHT, TOP, Orientation
from crescent_a11y.language.printable import printable
from crescent_a11y.language.words import CardNames


class Telling:
    """Handlers of the commands that only tell."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._heard: tuple[DealCode, View] | None = None  # the table as it was last told

    def handlers(self) -> dict[str, Handler]:
        """The handlers by the names of their commands."""
        context = self._context
        play = context.play
        plain = context.plain
        return {
            "table": plain(self._table),
            "suit": self._suit,
            "where": self._where,
            "wanted": plain(lambda: self._orientation.wanted(play.game.table, self._memory)),
            "seen": self._seen,
            "left": plain(lambda: self._orientation.row(LEFT, play.game.table)),
            "top": plain(lambda: self._orientation.row(TOP, play.game.table)),
            "right": plain(lambda: self._orientation.row(RIGHT, play.game.table)),
            "changes": plain(self._changes),
            "foundations": plain(lambda: context.say.foundations(play.game.table)),
            "pile": self._pile,
            "moves": self._moves,
            "status": plain(lambda: context.say.status(play.game, play.seconds)),
            "code": plain(lambda: context.say.code(play.game.code)),
            "spell": plain(lambda: context.say.spelled(play.game.code)),
            "help": self._help,
            "rules": self._rules,
        }

    @property
    def _orientation(self) -> Orientation:
        context = self._context
        cards = CardNames(context.t, codes=context.settings.cards == "codes")
        return Orientation(context.t, cards, counts=context.settings.counts)

    @property
    def _memory(self) -> Memory | None:
        return self._context.play.memory if self._context.settings.memory else None

    def _table(self) -> str:
        game = self._context.play.game
        self._heard = game.code, game.table.view
        return self._context.say.table(game.table)

    def _changes(self) -> str:
        game = self._context.play.game
        if self._heard is None or self._heard[0] != game.code:
            self._heard = game.code, deal(game.code).view
        before = self._heard[1]
        self._heard = game.code, game.table.view
        return self._orientation.changes(before, game.table)

    def _suit(self, order: Order) -> str:
        suit = self._context.reader.suit(order.rest)
        if suit is None:
            return self._context.say.which_suit()
        return self._orientation.suit(suit, self._context.play.game.table)

    def _where(self, order: Order) -> str:
        card = self._context.reader.place(order.rest)
        if not isinstance(card, Card):
            return self._context.say.which_card()
        return self._orientation.where(card, self._context.play.game.table, self._memory)

    def _seen(self, order: Order) -> str:
        place = self._context.reader.place(order.rest)
        if not (isinstance(place, Place) and place.is_pile):
            return self._context.say.which_pile()
        if self._memory is None:
            return self._context.say.memory_is(False)
        return self._orientation.seen(place, self._context.play.game.table, self._memory)

    def _moves(self, order: Order) -> str:
        context, play = self._context, self._context.play
        if not order.words:
            return context.say.moves(play.game, play.seconds)
        suit = context.reader.suit(order.rest)
        target = context.reader.place(order.rest)
        table = play.game.table
        if suit is not None:
            chosen = [m for m in legal_moves(table) if table.places[m.source][-1].suit == suit]
        elif isinstance(target, Zone) and target.suit is None:
            chosen = [m for m in legal_moves(table) if not m.destination.is_pile]
        elif isinstance(target, Place):
            chosen = list(moves_from(table, target))
        elif isinstance(target, Card):
            chosen = [m for m in legal_moves(table) if table.top(m.source) == target]
        else:
            return context.unexpected(order)
        return context.say.some_moves(chosen, table)

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
        pages = manual.help_pages(t)
        if self._context.reader.choice(order.words[0], ("all",)):
            page = number(order.words[1], len(pages)) if len(order.words) > 1 else 1
            return pages[page - 1] if page else manual.no_such_topic(t, printable(order.rest))
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
