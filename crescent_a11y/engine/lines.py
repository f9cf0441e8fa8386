"""Lines of actions that lead from one position to another; it looks for none."""

from __future__ import annotations

from collections.abc import Sequence

from crescent_a11y.engine.rules import Accepted, Move, Redeal, decide
from crescent_a11y.engine.table import Table

Action = Move | Redeal
"""What a line is made of."""


def redeals_in(actions: Sequence[Action]) -> int:
    """How many of some actions are redeals."""
    return sum(isinstance(action, Redeal) for action in actions)


def after(table: Table, action: Action) -> Table:
    """The position after an action. Raises AssertionError where the rules refuse it."""
    answer = decide(table, action)
    if not isinstance(answer, Accepted):
        raise AssertionError(f"{action} is refused: {answer}")
    return answer.table


def trimmed(table: Table, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """A winning line without the actions that it can do without.

    Each action but the plays is left out where the rest still wins, or where it does once the same
    card's next move starts from where the card lay before.
    """
    line = list(actions)
    index = 0
    while index < len(line):
        shorter = _without_first(table, line[index:])
        if shorter is not None:
            line[index:] = shorter
            continue
        table = after(table, line[index])
        index += 1
    return tuple(line)


def _without_first(table: Table, line: Sequence[Action]) -> list[Action] | None:
    """A line that wins as well without its first action, or None."""
    first, *rest = line
    if _wins(table, rest):
        return rest
    if isinstance(first, Redeal) or not first.destination.is_pile:
        return None
    card = table.top(first.source)
    table_then = after(table, first)
    for index, action in enumerate(rest):
        if (
            isinstance(action, Move)
            and action.source == first.destination
            and table_then.top(action.source) == card
        ):
            instead = [Move(first.source, action.destination)]
            if action.destination == first.source:
                instead = []
            changed = [*rest[:index], *instead, *rest[index + 1 :]]
            if _wins(table, changed):
                return changed
        table_then = after(table_then, action)
    return None


def _wins(table: Table, line: Sequence[Action]) -> bool:
    for action in line:
        answer = decide(table, action)
        if not isinstance(answer, Accepted):
            return False
        table = answer.table
    return table.is_won
