"""Games: counters, undo, redo and redeals, and that a log of any game brings it back."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    ALL_ACTIONS,
    TWO_PACKS,
    Played,
    act,
    choose,
    codes,
    copies,
    history,
    log_lines,
    move,
    no_words,
    numbered,
    play,
    played,
    state,
)

from crescent_a11y.engine.deal import DealCode, deal
from crescent_a11y.engine.game import (
    Action,
    Game,
    NothingToRedo,
    NothingToUndo,
    Redo,
    Redone,
    Undo,
    UndoLimit,
    Undone,
)
from crescent_a11y.engine.replay import replay
from crescent_a11y.engine.rules import GameOver, Moved, Redeal, RedealNoEffect, Redealt
from crescent_a11y.engine.table import PILES, Place, Table

# 8 of hearts goes to and fro between two cards of its suit; there is a card to come up as well.
BETWEEN = ["7H", "3C 9H 8H", "2S 5D", "10S"]
SHUTTLE = Table.of(["7H 8H", "3C 9H", "2S 5D", "10S"], "ud:3", redeals=3)


def shuttle(game: Game, times: int) -> None:
    texts = itertools.cycle(["1 2", "2 1"])
    for text in itertools.islice(texts, times):
        act(game, move(text))


def game_on(table: Table) -> Game:
    return Game(numbered(0), table)


# Counters


def test_a_game_starts_with_its_deal_and_with_counters_of_nought() -> None:
    game = Game(numbered(1))
    assert game.table == deal(numbered(1))
    assert (game.moves, game.redeals, game.undoable, game.redoable) == (0, 0, 0, 0)
    assert game.result == "open"


def test_a_move_is_counted_and_an_undo_lowers_the_counter() -> None:
    game = game_on(SHUTTLE)
    shuttle(game, 3)
    assert game.moves == 3
    act(game, Undo())
    assert game.moves == 2
    act(game, Redo())
    assert game.moves == 3


def test_a_redeal_is_no_move_and_redeals_are_counted() -> None:
    game = game_on(SHUTTLE)
    shuttle(game, 1)
    counted = [(game.moves, game.redeals, game.table.redeals)]
    for _ in range(3):
        act(game, Redeal())
        counted.append((game.moves, game.redeals, game.table.redeals))
    assert counted == [(1, 0, 3), (1, 1, 2), (1, 2, 1), (1, 3, 0)]


# Undo


def test_nothing_can_be_taken_back_at_the_start() -> None:
    assert game_on(SHUTTLE).act(Undo()) == NothingToUndo(UndoLimit.START)


def test_one_undo_takes_back_one_move_and_tells_which() -> None:
    game = game_on(SHUTTLE)
    first, second = act(game, move("1 2")), act(game, move("2 1"))
    assert isinstance(first, Moved)
    assert isinstance(second, Moved)
    assert game.act(Undo()) == Undone(second)
    assert (game.moves, game.table) == (1, Table.of(BETWEEN, "ud:3", redeals=3))
    assert game.act(Undo()) == Undone(first)
    assert (game.moves, game.table) == (0, SHUTTLE)
    assert game.act(Undo()) == NothingToUndo(UndoLimit.BACK_AT_START)


def test_the_earlier_positions_are_those_that_undo_leads_back_to() -> None:
    game = game_on(SHUTTLE)
    shuttle(game, 120)
    earlier = list(game.earlier())
    found = []
    while game.undoable:
        act(game, Undo())
        found.append(game.table)
    assert earlier == found
    assert len(found) == 100
    assert not list(game.earlier())


def test_a_hundred_moves_can_be_taken_back_and_no_more() -> None:
    game = game_on(SHUTTLE)
    shuttle(game, 150)
    assert (game.moves, game.undoable) == (150, 100)
    for left in range(149, 49, -1):
        act(game, Undo())
        assert game.moves == left
    before = state(game)
    assert game.act(Undo()) == NothingToUndo(UndoLimit.HUNDRED)
    assert state(game) == before
    assert (game.moves, game.redoable) == (50, 100)


def test_redone_moves_can_be_taken_back_again_a_hundred_in_all() -> None:
    game = game_on(SHUTTLE)
    shuttle(game, 150)
    for _ in range(100):
        act(game, Undo())
    for _ in range(100):
        act(game, Redo())
    assert (game.moves, game.undoable, game.redoable) == (150, 100, 0)


def test_moves_played_after_a_hundred_undos_can_be_taken_back() -> None:
    game = game_on(SHUTTLE)
    shuttle(game, 110)
    for _ in range(100):
        act(game, Undo())
    shuttle(game, 2)
    act(game, Undo())
    act(game, Undo())
    assert game.act(Undo()) == NothingToUndo(UndoLimit.HUNDRED)
    assert game.moves == 10


def test_a_redeal_clears_what_could_be_undone_and_redone() -> None:
    game = game_on(SHUTTLE)
    shuttle(game, 3)
    act(game, Undo())
    act(game, Redeal())
    before = state(game)
    assert game.act(Undo()) == NothingToUndo(UndoLimit.REDEAL)
    assert game.act(Redo()) == NothingToRedo()
    assert state(game) == before
    assert (game.moves, game.undoable, game.redoable) == (2, 0, 0)


def test_undo_goes_back_to_the_last_redeal_and_no_further() -> None:
    game = game_on(SHUTTLE)
    shuttle(game, 1)
    act(game, Redeal())
    after_redeal = game.table
    act(game, move("3 us"))
    act(game, Undo())
    assert game.table == after_redeal
    assert game.act(Undo()) == NothingToUndo(UndoLimit.BACK_AT_REDEAL)
    assert game.moves == 1


def test_a_refused_redeal_keeps_what_could_be_undone_and_redone() -> None:
    game = game_on(Table.of(["2S", "3S", "5D"], redeals=2))
    for action in (move("1 us"), move("2 us"), Undo()):
        act(game, action)
    before = state(game)
    assert game.act(Redeal()) == RedealNoEffect()
    assert state(game) == before
    assert (game.undoable, game.redoable, game.redeals, game.table.redeals) == (1, 1, 0, 2)


# Redo


def test_nothing_can_be_redone_before_an_undo() -> None:
    game = game_on(SHUTTLE)
    assert game.act(Redo()) == NothingToRedo()
    shuttle(game, 1)
    assert game.act(Redo()) == NothingToRedo()


def test_another_move_ends_what_could_be_redone() -> None:
    game = game_on(SHUTTLE)
    shuttle(game, 2)
    act(game, Undo())
    act(game, Undo())
    act(game, move("2 1"))
    assert game.redoable == 0
    assert game.act(Redo()) == NothingToRedo()


def test_the_move_that_redo_would_play_keeps_what_could_be_redone_after_it() -> None:
    # A log writes a redo as the move itself: both must lead to the same game.
    by_redo, by_move = game_on(SHUTTLE), game_on(SHUTTLE)
    for game in (by_redo, by_move):
        shuttle(game, 3)
        for _ in range(3):
            act(game, Undo())
    act(by_redo, Redo())
    act(by_move, move("1 2"))
    assert state(by_move) == state(by_redo)
    assert by_move.redoable == 2


def test_undo_and_redo_restore_the_very_position_around_moves_between_foundations() -> None:
    game = game_on(Table.of(["8S", "2H"], "us:7 ds:5", redeals=1))
    tables = [game.table]
    for text in ("1 ds", "us ds", "us ds", "ds us", "ds us", "ds us"):
        act(game, move(text))
        tables.append(game.table)
    assert tables[-1] == Table.of(["", "2H"], "us:8 ds:5", redeals=1)
    for times in range(1, 7):
        for earlier in tables[-2 : -2 - times : -1]:
            act(game, Undo())
            assert game.table == earlier
        for later in tables[-times:]:
            act(game, Redo())
            assert game.table == later


# Won


def test_a_won_game_refuses_everything_and_stays_as_it_is() -> None:
    heights = "us:11 uh:13 ud:13 uc:13 ds:13 dh:13 dd:13 dc:13"
    game = game_on(Table.of(["KS QS"], heights, redeals=1))
    act(game, move("1 us"))
    assert not game.is_won
    act(game, move("1 us"))
    assert (game.is_won, game.is_blocked, game.result) == (True, False, "won")
    assert game.table.foundation_cards == 104
    for action in (*ALL_ACTIONS, Undo(), Redo()):
        assert game.act(action) == GameOver()
    assert (game.moves, game.undoable, game.redoable, game.redeals) == (2, 2, 0, 0)


# Whatever is played


@given(codes, st.lists(st.integers(0, 255), max_size=30))
def test_restart_gives_the_deal_of_the_code_again(code: DealCode, choices: list[int]) -> None:
    first = deal(code)
    one = play(code, choices)
    assert Game(one.game.code).table == first == deal(code)


@given(codes, st.lists(st.integers(0, 255), max_size=40))
def test_every_action_keeps_104_cards_each_twice(code: DealCode, choices: list[int]) -> None:
    game = Game(code)
    for choice in choices:
        action = choose(game, choice)
        if action is None:
            break
        before = game.table
        event = act(game, action)
        assert copies(game.table) == TWO_PACKS
        for place in PILES:
            # An emptied pile is filled again by undo alone.
            assert before.places[place] or not game.table.places[place] or isinstance(event, Undone)


@given(played, st.sampled_from([*ALL_ACTIONS, Undo(), Redo()]))
def test_a_refused_action_changes_nothing(one: Played, action: Action) -> None:
    before = state(one.game)
    if not isinstance(one.game.act(action), Moved | Redealt | Undone | Redone):
        assert state(one.game) == before


@given(played)
def test_counters_follow_from_the_steps(one: Played) -> None:
    steps = [step.action for step in one.steps]
    undos = steps.count(Undo())
    redeals = steps.count(Redeal())
    assert one.game.moves == len(steps) - 2 * undos - redeals
    assert one.game.redeals == redeals == 3 - one.game.table.redeals
    undone, redone = history(one.game)
    assert (one.game.undoable, one.game.redoable) == (len(undone), len(redone))


@given(played, st.integers(1, 100))
def test_undo_n_and_redo_n_restore_the_very_position(one: Played, times: int) -> None:
    game = one.game
    if game.is_won:
        return
    before = state(game)
    times = min(times, game.undoable)
    tables = [game.table]
    for _ in range(times):
        act(game, Undo())
        tables.append(game.table)
    for table in reversed(tables[:-1]):
        act(game, Redo())
        assert game.table == table
    assert state(game) == before


@given(played)
def test_undo_of_everything_is_the_deal_or_the_table_after_the_last_redeal(one: Played) -> None:
    game = one.game
    if game.is_won or game.moves > 100:
        return
    start = Game(game.code)
    last = max((n for n, step in enumerate(one.steps, 1) if step.action == Redeal()), default=0)
    for step in one.steps[:last]:
        act(start, step.action)
    while game.undoable:
        act(game, Undo())
    assert (game.table, game.moves) == (start.table, start.moves)


@given(played)
def test_the_log_of_any_game_replays_to_the_same_game(one: Played) -> None:
    report = replay(log_lines(one.log + one.claims), no_words)
    assert report.fault is None
    assert report.game is not None
    assert state(report.game) == state(one.game)
    assert (report.code, report.result) == (one.game.code, one.game.result)
    assert (report.moves, report.redeals) == (one.game.moves, one.game.redeals)
    assert report.foundation_cards == sum(
        len(one.game.table.places[place]) for place in Place if not place.is_pile
    )


def test_some_played_games_use_everything() -> None:
    # What the properties above say would be empty if no game ever came so far.
    kinds = set()
    for number in range(10):
        one = play(numbered(number), bytes((7 * n * n + number) % 256 for n in range(120)))
        for before, after in itertools.pairwise(one.steps):
            if before.action == Undo() and not isinstance(after.action, Undo | Redeal):
                kinds.add("move after undo")
            if isinstance(after.action, Undo | Redeal):
                kinds.add(type(after.action).__name__)
            elif not after.action.source.is_pile:
                kinds.add("between foundations")
            elif not after.action.destination.is_pile:
                kinds.add("to a foundation")
            else:
                kinds.add("between piles")
    assert kinds == {
        "move after undo",
        "Undo",
        "Redeal",
        "between foundations",
        "to a foundation",
        "between piles",
    }
