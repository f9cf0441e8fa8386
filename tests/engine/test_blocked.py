"""A game is blocked exactly when no action is left: not sooner, not later."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import ALL_ACTIONS, act, move, numbered, tables

from crescent_a11y.engine.game import Game, Undo
from crescent_a11y.engine.rules import Accepted, Redeal, decide, is_blocked, legal_actions
from crescent_a11y.engine.table import Table


@pytest.mark.parametrize(
    ("piles", "foundations", "possible"),
    [
        # 7 of diamonds goes on 8 of diamonds, though no foundation takes either.
        (["6D 7D", "9D 8D"], "ud:5", ["1 2", "2 1"]),
        (["6D 7D", "QC 8D"], "ud:5", ["1 2", "2 1"]),
        # Ace and king are neighbours in a pile.
        (["5C AS", "5D KS"], "us:4", ["1 2", "2 1"]),
        # A card can pass between two foundations.
        (["5C", "5D"], "us:7 ds:6", ["us ds", "ds us"]),
        # One way only: the 12th card of an ascending foundation, with just the base opposite.
        (["5C", "5D"], "us:12", ["us ds"]),
        (["5C", "5D"], "ds:12", ["ds us"]),
        # A full pile cannot receive, but can give.
        (["2D 3D 4D 5D 6D 7D 8D 9D 10D JD 2C 3C 7H", "8H"], "", ["1 2"]),
    ],
)
def test_one_kind_of_move_is_enough_not_to_be_blocked(
    piles: list[str], foundations: str, possible: list[str]
) -> None:
    table = Table.of(piles, foundations, redeals=0)
    assert list(legal_actions(table)) == [move(text) for text in possible]
    assert not is_blocked(table)


def test_a_last_redeal_that_changes_something_is_enough_not_to_be_blocked() -> None:
    table = Table.of(["5C 9H", "5D"], redeals=1)
    assert list(legal_actions(table)) == [Redeal()]
    assert not is_blocked(table)
    assert is_blocked(table._replace(redeals=0))


@pytest.mark.parametrize("redeals", [0, 1, 3])
def test_redeals_that_change_nothing_do_not_help(redeals: int) -> None:
    assert is_blocked(Table.of(["5C", "5D"], redeals=redeals))


@pytest.mark.parametrize(
    ("piles", "foundations"),
    [
        (["5C 9H", "5D 9S"], ""),
        (["8H", ""], ""),  # an empty pile takes nothing
        (["2D 3D 4D 5D 6D 7D 8D 9D 10D JD 2C 3C 7H"] * 2, ""),  # nor does a full one
        (["AC 9H", "5D"], "uh:13 dh:6"),
        (["5C"], "us:7 ds:7"),
    ],
)
def test_without_any_action_the_game_is_blocked(piles: list[str], foundations: str) -> None:
    table = Table.of(piles, foundations, redeals=0)
    assert is_blocked(table)


def test_a_won_game_is_not_blocked() -> None:
    won = Table.of([], "us:13 uh:13 ud:13 uc:13 ds:13 dh:13 dd:13 dc:13")
    assert not is_blocked(won)
    assert won.is_won


def test_blocked_is_asked_anew_after_a_move_and_after_its_undo() -> None:
    game = Game(numbered(0), Table.of(["2S", "9H 5D"]))
    assert game.result == "open"
    act(game, move("1 us"))
    assert (game.is_blocked, game.result) == (True, "blocked")
    act(game, Undo())
    assert (game.is_blocked, game.result) == (False, "open")


def test_blocked_is_asked_anew_after_a_redeal() -> None:
    game = Game(numbered(0), Table.of(["5C 9H", "5D 10S"], redeals=1))
    assert not game.is_blocked
    act(game, Redeal())
    assert game.is_blocked
    game = Game(numbered(0), Table.of(["2S 9H", "5D 10S"], redeals=1))
    act(game, Redeal())
    assert not game.is_blocked


def test_a_game_ends_blocked_by_a_move_though_a_redeal_without_effect_is_left() -> None:
    game = Game(numbered(0), Table.of(["7H 2S", "5D"], redeals=2))
    act(game, move("1 us"))
    assert game.is_blocked
    assert game.table.redeals == 2


@given(tables)
def test_blocked_is_that_nothing_is_accepted_in_a_game_not_won(table: Table) -> None:
    accepted = any(isinstance(decide(table, action), Accepted) for action in ALL_ACTIONS)
    assert is_blocked(table) == (not accepted and not table.is_won)
