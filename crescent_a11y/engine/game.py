"""A game in progress: table, counters, undo and redo; it never judges a move itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.deal import DealCode, deal
from crescent_a11y.engine.rules import (
    GameOver,
    Move,
    Moved,
    Redeal,
    Redealt,
    TableRefusal,
    is_blocked,
    judge,
    moved,
)
from crescent_a11y.engine.table import Board, Place, Table

UNDO_LIMIT = 100
"""How many moves can be undone (rules: "până la ultimele 100 de mutări")."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last move."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Play again the move that was taken back last."""


class UndoLimit(Enum):
    """Why nothing more can be taken back.

    No move was made since the start, or since the last redeal; all that were made are taken back,
    to the start or to the redeal; or the last hundred are.
    """

    START = auto()
    REDEAL = auto()
    BACK_AT_START = auto()
    BACK_AT_REDEAL = auto()
    HUNDRED = auto()


@dataclass(frozen=True, slots=True)
class NothingToUndo:
    """No move since the start or the last redeal, or the last 100 are taken back already.

    `limit` says which it is.
    """

    code: ClassVar[str] = "nothing-to-undo"
    limit: UndoLimit


@dataclass(frozen=True, slots=True)
class NothingToRedo:
    """No move has been taken back, or another one was played since."""

    code: ClassVar[str] = "nothing-to-redo"


@dataclass(frozen=True, slots=True)
class Undone:
    """A move was taken back; `move` is the event that it undoes."""

    move: Moved


@dataclass(frozen=True, slots=True)
class Redone:
    """A move that had been taken back was played again."""

    move: Moved


Action = Move | Redeal | Undo | Redo
Event = Moved | Redealt | Undone | Redone
Refusal = TableRefusal | NothingToUndo | NothingToRedo


class Game:
    """A game from its deal on.

    `table` is the position, `moves` the move counter, `redeals` the number of redeals used. They
    change only through `act`, and `play`, which tells less.
    """

    def __init__(self, code: DealCode, table: Table | None = None) -> None:
        """Start the deal of a code, or, by the rules of its variant, on a prepared table."""
        self.code = code
        self.moves = 0
        self.redeals = 0
        self._board = Board(deal(code) if table is None else table)
        self._table: Table | None = table  # the board as a value, made when it is asked for
        self._moves_before = 0  # the move counter at the last redeal
        self._done: deque[Move] = deque(maxlen=UNDO_LIMIT)
        self._undone: list[Move] = []

    @property
    def table(self) -> Table:
        """The position."""
        if self._table is None:
            self._table = self._board.table()
        return self._table

    def top(self, place: Place) -> Card | None:
        """The top card of a place, or None where there is no card."""
        cards = self._board.places[place]
        return cards[-1] if cards else None

    @property
    def undoable(self) -> int:
        """How many moves can be taken back, 0 to 100."""
        return len(self._done)

    @property
    def redoable(self) -> int:
        """How many moves that were taken back can be played again, 0 to 100."""
        return len(self._undone)

    def earlier(self) -> Iterator[Table]:
        """The positions that undo leads back to, the last one first."""
        board = Board(self.table)
        for source, destination in reversed(self._done):
            board.move(destination, source)
            yield board.table()

    @property
    def is_won(self) -> bool:
        """Whether all 104 cards are on the foundations."""
        return self._board.is_won

    @property
    def is_blocked(self) -> bool:
        """Whether no move is left and no redeal that would change anything."""
        return is_blocked(self.table)

    @property
    def result(self) -> str:
        """The word that a log claims: "won", "blocked" or "open"."""
        return "won" if self.is_won else "blocked" if self.is_blocked else "open"

    def act(self, action: Action) -> Event | Refusal:
        """Carry out an action: the event, or the refusal, after which nothing has changed."""
        if isinstance(action, Undo) and self._done:
            last = moved(self._board, self._done[-1])  # told before it is taken back
            return self.play(action) or Undone(last)
        refusal = self.play(action)
        if refusal is not None:
            return refusal
        if isinstance(action, Redeal):
            return Redealt(self._board.redeals)
        event = moved(self._board, self._done[-1])
        return event if isinstance(action, Move) else Redone(event)

    def play(self, action: Action) -> Refusal | None:
        """Carry out an action as `act` does, but make no event of it: None, or the refusal.

        That is quicker, for those who replay millions of actions.
        """
        if isinstance(action, Undo):
            refusal: Refusal | None = self._undo()
        elif isinstance(action, Redo):
            refusal = self._redo()
        else:
            refusal = judge(self._board, action)
            if refusal is None:
                self._carry_out(action)
        if refusal is None:
            self._table = None
        return refusal

    def _carry_out(self, action: Move | Redeal) -> None:
        if isinstance(action, Move):
            # The very move that redo would play keeps what lies behind it, so that a log, which
            # writes a redo as the move itself, brings back the same game. Any other makes it void.
            if self._undone and self._undone.pop() != action:
                self._undone.clear()
            self._board.move(*action)
            self._done.append(action)
            self.moves += 1
        else:
            self._board.redeal()
            self.redeals += 1
            self._moves_before = self.moves
            self._done.clear()
            self._undone.clear()

    @property
    def _undo_limit(self) -> UndoLimit:
        if self.moves > self._moves_before:
            return UndoLimit.HUNDRED
        if self._undone:
            return UndoLimit.BACK_AT_REDEAL if self.redeals else UndoLimit.BACK_AT_START
        return UndoLimit.REDEAL if self.redeals else UndoLimit.START

    def _undo(self) -> NothingToUndo | GameOver | None:
        if self.is_won:
            return GameOver()
        if not self._done:
            return NothingToUndo(self._undo_limit)
        source, destination = move = self._done.pop()
        self._board.move(destination, source)
        self._undone.append(move)
        self.moves -= 1
        return None

    def _redo(self) -> NothingToRedo | GameOver | None:
        if self.is_won:
            return GameOver()
        if not self._undone:
            return NothingToRedo()
        move = self._undone.pop()
        self._board.move(*move)
        self._done.append(move)
        self.moves += 1
        return None
