"""A game in progress: table, counters, undo and redo; it never judges a move itself."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, NamedTuple

from crescent_a11y.engine.deal import DealCode, deal
from crescent_a11y.engine.rules import (
    Accepted,
    GameOver,
    Move,
    Moved,
    Redeal,
    Redealt,
    TableRefusal,
    decide,
    is_blocked,
)
from crescent_a11y.engine.table import Table

UNDO_LIMIT = 100
"""How many moves can be undone (rules: "până la ultimele 100 de mutări")."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last move."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Play again the move that was taken back last."""


class UndoLimit(Enum):
    """Why nothing more can be taken back."""

    START = auto()
    REDEAL = auto()
    HUNDRED = auto()


@dataclass(frozen=True, slots=True)
class NothingToUndo:
    """No move since the start or the last redeal, or the last 100 are taken back already.

    `limit` says which of the three it is.
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


class _Step(NamedTuple):
    before: Table
    event: Moved
    after: Table


class Game:
    """A game from its deal on.

    `table` is the position, `moves` the move counter, `redeals` the number of redeals used. They
    change only through `act`.
    """

    def __init__(self, code: DealCode, table: Table | None = None) -> None:
        """Start the deal of a code, or its rules on a prepared table."""
        self.code = code
        self.table = deal(code) if table is None else table
        self.moves = 0
        self.redeals = 0
        self._moves_before = 0  # the move counter at the last redeal
        self._done: deque[_Step] = deque(maxlen=UNDO_LIMIT)
        self._undone: list[_Step] = []

    @property
    def undoable(self) -> int:
        """How many moves can be taken back, 0 to 100."""
        return len(self._done)

    @property
    def redoable(self) -> int:
        """How many moves that were taken back can be played again, 0 to 100."""
        return len(self._undone)

    @property
    def is_won(self) -> bool:
        """Whether all 104 cards are on the foundations."""
        return self.table.is_won

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
        if isinstance(action, Undo):
            return self._undo()
        if isinstance(action, Redo):
            return self._redo()
        before = self.table
        answer = decide(before, action)
        if not isinstance(answer, Accepted):
            return answer
        event, after = answer
        self.table = after
        if isinstance(event, Redealt):
            self.redeals += 1
            self._moves_before = self.moves
            self._done.clear()
            self._undone.clear()
            return event
        # The very move that redo would play keeps what lies behind it, so that a log, which writes
        # a redo as the move itself, brings back the same game. Any other move makes it void.
        if self._undone and self._undone[-1].event == event:
            self._undone.pop()
        else:
            self._undone.clear()
        self._done.append(_Step(before, event, after))
        self.moves += 1
        return event

    @property
    def _undo_limit(self) -> UndoLimit:
        if self.moves > self._moves_before:
            return UndoLimit.HUNDRED
        return UndoLimit.REDEAL if self.redeals else UndoLimit.START

    def _undo(self) -> Undone | NothingToUndo | GameOver:
        if self.is_won:
            return GameOver()
        if not self._done:
            return NothingToUndo(self._undo_limit)
        step = self._done.pop()
        self._undone.append(step)
        self.table = step.before
        self.moves -= 1
        return Undone(step.event)

    def _redo(self) -> Redone | NothingToRedo | GameOver:
        if self.is_won:
            return GameOver()
        if not self._undone:
            return NothingToRedo()
        step = self._undone.pop()
        self._done.append(step)
        self.table = step.after
        self.moves += 1
        return Redone(step.event)
