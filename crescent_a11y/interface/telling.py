"""The commands that tell how the game stands and how it is played; they change nothing."""

from __future__ import annotations

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.memory import Memory
from crescent_a11y.engine.rules import legal_moves, moves_from
from crescent_a11y.engine.table import Place, Table
from crescent_a11y.interface.context import Context, Handler, number
from crescent_a11y.language import manual, standing, tuning, unclear
from crescent_a11y.language.commands import NoSuchPile, Order, Zone
from crescent_a11y.language.diagram import describe
from crescent_a11y.language.orientation import LEFT, RIGHT, TOP
from crescent_a11y.language.printable import printable
from crescent_a11y.language.spelling import spelled


class Telling:
    """Handlers of the commands that only tell."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def handlers(self) -> dict[str, Handler]:
        """The handlers by the names of their commands."""
        context = self._context
        plain = context.plain
        return {
            "table": plain(self._whole_table),
            "suit": self._suit,
            "where": self._where,
            "wanted": plain(lambda: context.orientation.wanted(self._table, self._memory)),
            "seen": self._seen,
            "left": plain(lambda: context.orientation.row(LEFT, self._table)),
            "top": plain(lambda: context.orientation.row(TOP, self._table)),
            "right": plain(lambda: context.orientation.row(RIGHT, self._table)),
            "changes": plain(self._changes),
            "foundations": plain(lambda: context.orientation.foundations(self._table)),
            "pile": self._pile,
            "moves": self._moves,
            "status": plain(self._status),
            "code": plain(lambda: standing.code(context.t, context.play.game.code)),
            "spell": plain(lambda: spelled(context.t, str(context.play.game.code))),
            "help": self._help,
            "rules": self._rules,
        }

    @property
    def _memory(self) -> Memory | None:
        return self._context.play.memory if self._context.settings.memory else None

    @property
    def _table(self) -> Table:
        return self._context.play.game.table

    def _whole_table(self) -> str:
        self._context.play.heard = self._table.view
        return describe(self._context.t, self._table.view)

    def _status(self) -> str:
        play = self._context.play
        return standing.status(self._context.t, play.game, play.seconds, play.hints)

    def _changes(self) -> str:
        play = self._context.play
        before, play.heard = play.heard, self._table.view
        return self._context.orientation.changes(before, self._table)

    def _suit(self, order: Order) -> str:
        suit = self._context.reader.suit(order.rest)
        if suit is None:
            return unclear.which_suit(self._context.t)
        return self._context.orientation.suit(suit, self._table)

    def _where(self, order: Order) -> str:
        card = self._context.reader.place(order.rest, self._context.language)
        if not isinstance(card, Card):
            return unclear.which_card(self._context.t)
        return self._context.orientation.where(card, self._table, self._memory)

    def _seen(self, order: Order) -> str:
        place = self._context.reader.place(order.rest, self._context.language)
        if not (isinstance(place, Place) and place.is_pile):
            return unclear.which_pile(self._context.t)
        if self._memory is None:
            return tuning.memory_is(self._context.t, False)
        return self._context.orientation.seen(place, self._table, self._memory)

    def _moves(self, order: Order) -> str:
        context, table = self._context, self._table
        if not order.words:
            moves = list(legal_moves(table))
            return standing.some_moves(context.t, moves, table) if moves else context.standing()
        suit = context.reader.suit(order.rest)
        target = context.reader.place(order.rest, context.language)
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
        return standing.some_moves(context.t, chosen, table)

    def _pile(self, order: Order) -> str:
        if not order.words:
            return unclear.which_pile(self._context.t)
        target = self._context.reader.place(order.rest, self._context.language)
        if isinstance(target, Place) and target.is_pile:
            return self._context.orientation.pile(target, self._table)
        return unclear.not_understood(self._context.t, NoSuchPile(order.rest))

    def _help(self, order: Order) -> str:
        t = self._context.t
        if not order.words:
            return manual.help_text(t, self._context.play.game.code.variant)
        pages = manual.help_pages(t)
        words = order.words
        if self._context.reader.choice(words[0], ("all",)):
            words = words[1:] or ("1",)
        elif not (words[0].isascii() and words[0].isdigit()):
            topic = self._context.reader.topic(words, self._context.language)
            if topic is None:
                return manual.no_such_topic(t, printable(order.rest))
            return manual.command_help(t, topic)
        if len(words) > 1:
            return self._context.unexpected(order, len(order.words) - len(words) + 1)
        page = number(words[0], len(pages))
        return pages[page - 1] if page else manual.no_such_page(t, len(pages))

    def _rules(self, order: Order) -> str:
        t = self._context.t
        variant = self._context.play.game.code.variant
        if not order.words:
            return manual.rules_text(t, None, variant)
        section = number(order.rest, len(manual.rules_sections(t)))
        if section is None:
            return manual.no_such_section(t)
        return manual.rules_text(t, section, variant)
