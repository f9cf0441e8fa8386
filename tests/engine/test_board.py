"""A table that changes in place is the same table, and the rules see no difference."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from strategies import ALL_ACTIONS, choices, choose, codes, play, tables

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.rules import Accepted, Move, decide, judge
from crescent_a11y.engine.table import Board, Table


@given(tables)
def test_the_rules_judge_a_board_as_they_judge_its_table(table: Table) -> None:
    board = Board(table)
    assert board.table() == table
    assert board.is_won == table.is_won
    for action in ALL_ACTIONS:
        assert judge(board, action) == judge(table, action)
    assert board.table() == table


@given(tables)
def test_whatever_is_allowed_leads_a_board_to_the_same_table(table: Table) -> None:
    for action in ALL_ACTIONS:
        answer = decide(table, action)
        if not isinstance(answer, Accepted):
            continue
        board = Board(table)
        if isinstance(action, Move):
            board.move(*action)
        else:
            board.redeal()
        assert board.table() == answer.table
        if isinstance(action, Move):
            board.move(action.destination, action.source)
            assert board.table() == table


@given(codes, choices)
def test_a_game_that_tells_no_events_is_the_same_game(
    code: DealCode, choices: Sequence[int]
) -> None:
    told, silent = Game(code), Game(code)
    for choice in choices:
        action = choose(told, choice)
        if action is None:
            break
        told.act(action)
        assert silent.play(action) is None
        assert (silent.table, silent.moves, silent.redeals) == (
            told.table,
            told.moves,
            told.redeals,
        )
        assert (silent.undoable, silent.redoable) == (told.undoable, told.redoable)


@given(codes, choices)
def test_what_is_refused_changes_nothing(code: DealCode, choices: Sequence[int]) -> None:
    game = play(code, choices).game
    before = (game.table, game.moves, game.redeals, game.undoable, game.redoable)
    for action in ALL_ACTIONS:
        refusal = judge(game.table, action)
        if refusal is not None:
            assert game.play(action) == refusal
            assert (game.table, game.moves, game.redeals, game.undoable, game.redoable) == before
