"""How many rows of one, two and three actions a deal allows, counted by a second program."""

from __future__ import annotations

import json

import pytest
from strategies import DATA

from crescent_a11y.engine.deal import DealCode, deal
from crescent_a11y.engine.rules import Accepted, decide, legal_actions
from crescent_a11y.engine.table import Table

COUNTS: dict[str, list[int]] = json.loads((DATA / "perft.json").read_text(encoding="utf-8"))


def perft(table: Table, depth: int) -> int:
    """The number of rows of `depth` actions, moves and redeals, that a table allows."""
    actions = list(legal_actions(table))
    if depth == 1:
        return len(actions)
    answers = [decide(table, action) for action in actions]
    return sum(perft(answer.table, depth - 1) for answer in answers if isinstance(answer, Accepted))


@pytest.mark.parametrize("code", COUNTS)
def test_a_deal_allows_so_many_rows_of_actions(code: str) -> None:
    table = deal(DealCode.parse(code))
    assert [perft(table, depth) for depth in (1, 2, 3)] == COUNTS[code]
