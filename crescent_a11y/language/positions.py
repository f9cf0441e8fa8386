"""What is said of tables in words and of moves there; it judges nothing itself."""

from __future__ import annotations

from crescent_a11y.engine.rules import Move
from crescent_a11y.engine.table import Table
from crescent_a11y.engine.view import (
    Contradiction,
    ImpossibleCount,
    ThirdCopy,
    UnreadableView,
    WrongTop,
    WrongTotal,
)
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.printable import printable
from crescent_a11y.language.words import card_count, card_name, sentence, the_card, the_place


def contradiction_text(t: Translator, found: Contradiction) -> str:
    """Why no table looks as described."""
    match found:
        case WrongTop(place, told):
            assert told.top is not None  # noqa: S101 - a foundation told without a top has no count
            return t.gettext("{card} cannot lie on {place} with {count}.").format(
                card=sentence(the_card(t, told.top)),
                place=the_place(t, place),
                count=card_count(t, told.count),
            )
        case ImpossibleCount(place, told):
            return t.gettext("{place} cannot have {count}.").format(
                place=sentence(the_place(t, place)), count=card_count(t, told.count)
            )
        case WrongTotal(total):
            return t.gettext("The table has {count}; it must have 104.").format(
                count=card_count(t, total)
            )
        case ThirdCopy(card):
            return t.gettext("{card} is there a third time; there are two.").format(
                card=sentence(the_card(t, card))
            )


def unreadable_view(t: Translator, error: UnreadableView) -> str:
    """Where a table in words is not understood."""
    if not error.word:
        return t.gettext("The table is not whole: 8 foundations and 16 piles are needed.")
    return t.gettext("Not understood at character {column}: {word}.").format(
        column=error.column, word=error.word
    )


def allowed(t: Translator, table: Table, move: Move) -> str:
    """A move of a described table is allowed."""
    card = table.places[move.source][-1]
    return t.gettext("Allowed: {card} from {source} to {destination}.").format(
        card=card_name(t, card),
        source=the_place(t, move.source),
        destination=the_place(t, move.destination),
    )


def no_moves(t: Translator) -> str:
    """A described table has no move."""
    return t.gettext("No move is possible.")


def of_table(t: Translator, number: int, text: str) -> str:
    """What is said of one of several described tables, on one line or more."""
    if "\n" in text:
        return t.gettext("Table {number}:").format(number=number) + "\n" + text
    return t.gettext("Table {number}: {text}").format(number=number, text=text)


def moves_listed(t: Translator, table: Table, moves: list[Move]) -> list[str]:
    """The legal moves of a described table, one a line."""
    return [
        t.gettext("{card} from {source} to {destination}").format(
            card=sentence(card_name(t, table.places[move.source][-1])),
            source=the_place(t, move.source),
            destination=the_place(t, move.destination),
        )
        for move in moves
    ]


def is_a_log(t: Translator, name: str) -> str:
    """A file that should hold a table holds a log."""
    return t.gettext("{name} is a log, not a table in words; {command} judges it.").format(
        name=printable(name, 500), command="crescent-a11y verify"
    )
