"""Judges tables in words: which moves are allowed there, or whether one is; it prints nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from crescent_a11y.engine.rules import Move, judge, legal_moves
from crescent_a11y.engine.table import Table
from crescent_a11y.engine.view import UnreadableView, contradiction, lay
from crescent_a11y.interface.files import TableText, table_texts
from crescent_a11y.language import positions as words
from crescent_a11y.language import troubles
from crescent_a11y.language.catalog import Translator, languages, load
from crescent_a11y.language.diagram import read
from crescent_a11y.language.reports import refusal_text


class Position(NamedTuple):
    """The verdict on one table, in words and as facts.

    `number` is its number in the file, None where it is the only one. `is_allowed` is None where
    the moves are listed, or where the table cannot be read or is impossible.
    """

    number: int | None
    text: str
    facts: dict[str, Any]
    is_readable: bool
    is_allowed: bool | None = None


def positions(t: Translator, name: str, move: Move | None) -> Iterator[Position]:
    """The verdicts on the tables in a file, one by one; without a move, all moves are listed.

    Raises FileProblem.
    """
    for told in table_texts(name):
        if told.number in (None, 1) and _is_log(told.text):
            yield _unreadable(None, "unreadable", words.is_a_log(t, name))
            return
        found = _position(t, name, told, move)
        if told.number is None:
            yield found
            continue
        text = words.of_table(t, told.number, found.text)
        facts = {"file": name, "table": told.number, **found.facts}
        yield found._replace(text=text, facts=facts)


def _position(t: Translator, name: str, told: TableText, move: Move | None) -> Position:
    unreadable = partial(_unreadable, told.number)
    if told.trouble is not None:
        return unreadable("unreadable", troubles.file_trouble(t, name, told.trouble))
    try:
        view = read(tuple(map(load, languages())), told.text)
    except UnreadableView as error:
        return unreadable("unreadable", words.unreadable_view(t, error))
    wrong = contradiction(view)
    if wrong is not None:
        return unreadable("impossible", words.contradiction_text(t, wrong))
    table = lay(view)
    facts: dict[str, Any] = {"file": name}
    if move is None:
        moves = list(legal_moves(table))
        facts["moves"] = [_move_facts(table, one) for one in moves]
        text = "\n".join(words.moves_listed(t, table, moves)) or words.no_moves(t)
        return Position(told.number, text, facts, is_readable=True)
    refusal = judge(table, move)
    text = words.allowed(t, table, move) if refusal is None else refusal_text(t, refusal)
    facts |= _move_facts(table, move)
    facts["allowed"] = refusal is None
    facts["error"] = None if refusal is None else {"code": refusal.code, "message": text}
    return Position(told.number, text, facts, is_readable=True, is_allowed=refusal is None)


def _is_log(text: str) -> bool:
    """Whether a text begins as a log does."""
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            return line.split()[0] == "crescent"
    return False


def _unreadable(number: int | None, code: str, text: str) -> Position:
    return Position(number, text, {"error": {"code": code, "message": text}}, is_readable=False)


def _move_facts(table: Table, move: Move) -> dict[str, Any]:
    card = table.top(move.source)
    return {
        "from": move.source.code,
        "to": move.destination.code,
        "card": card.code if card else None,
    }
