"""The end game, when only plain moves to the foundations are left; it tells no card apart."""

from __future__ import annotations

from crescent_a11y.engine.memory import Memory
from crescent_a11y.engine.rules import Accepted, Move, decide, foundation_moves
from crescent_a11y.engine.table import PILES, Table

MOST_UNSEEN = 4
"""The most unseen cards with which every way that they can lie is tried; that is 24 ways."""


def finishing_moves(table: Table) -> tuple[Move, ...]:
    """The plain moves to the foundations that end the game, empty where that is not all it takes.

    Whether they do depends on cards under the tops, so it is told only to who asks for the end.
    """
    moves: list[Move] = []
    is_moving = True
    while is_moving and not table.is_won:
        is_moving = False
        for place in PILES:
            for move in foundation_moves(table, place):
                answer = decide(table, move)
                if isinstance(answer, Accepted):
                    moves.append(move)
                    table = answer.table
                    is_moving = True
                    break
    return tuple(moves) if table.is_won else ()


def is_finish_sure(table: Table, memory: Memory) -> bool:
    """Whether who has seen what is remembered can be sure that plain moves end the game.

    They end it however the unseen cards lie. So this is the same for all tables that look the same
    to the player, and to hear of it gives no card away. With many unseen cards it is never so.
    """
    return memory.unseen <= MOST_UNSEEN and all(map(finishing_moves, memory.arrangements(table)))
