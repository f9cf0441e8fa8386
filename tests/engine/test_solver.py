"""The solver: its lines win, its proofs agree with brute force, and it keeps its limits."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from typing import TypeGuard

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import TWO_PACKS, copies, move, numbered, tables

from crescent_a11y.engine import beam, lines, shorthand, solver
from crescent_a11y.engine.cards import ALL_CARDS, Card, Suit
from crescent_a11y.engine.deal import deal
from crescent_a11y.engine.rules import Accepted, Move, Redeal, decide, is_blocked, legal_actions
from crescent_a11y.engine.solver import Found, GaveUp, Impossible, Verdict, is_lost, solve
from crescent_a11y.engine.table import FOUNDATIONS, PILES, Place, Table, foundation_card

# All cards are on the foundations but two hearts, which lie in the wrong order.
DONE = "us:13 uh:13 ud:13 uc:13 ds:13 dd:13 dc:13"
WRONG_WAY_ROUND = Table.of(["2H AH"], f"{DONE} dh:11", redeals=1)


def after(table: Table, actions: Iterable[Move | Redeal]) -> Table:
    """The table after actions, each of which the rules must accept."""
    for action in actions:
        answer = decide(table, action)
        assert isinstance(answer, Accepted), (action, answer)
        table = answer.table
    return table


def won(table: Table, verdict: Verdict) -> Found:
    assert isinstance(verdict, Found)
    assert after(table, verdict.actions).is_won
    return verdict


# Wins


@pytest.mark.parametrize("number", [1, 2, 11881375])
def test_a_deal_is_won_by_a_line_that_the_rules_accept(number: int) -> None:
    table = deal(numbered(number))
    found = won(table, solve(table, budget=400_000, shortening=0))
    assert found.redeals == found.actions.count(Redeal()) <= table.redeals
    assert found.moves == len(found.actions) - found.redeals
    assert 0 < found.positions <= 400_000


def test_a_game_in_progress_is_won_with_the_redeals_it_has_left() -> None:
    table = deal(numbered(1))
    line = won(table, solve(table, shortening=0)).actions
    table = after(table, line[: line.index(Redeal()) + 1])
    assert table.redeals == 2
    assert won(table, solve(table, budget=400_000, shortening=0)).redeals <= 2


def test_what_is_searched_for_a_shorter_line_is_not_wasted() -> None:
    table = deal(numbered(1))
    first = won(table, solve(table, shortening=0))
    better = won(table, solve(table, shortening=40_000))
    assert better.redeals < first.redeals
    assert first.positions < better.positions < first.positions + 41_000


def test_a_table_that_is_won_needs_no_action() -> None:
    assert solve(Table.of([], redeals=3), budget=0) == Found((), 0)


def test_a_redeal_is_part_of_the_line_where_nothing_else_is_allowed() -> None:
    assert list(legal_actions(WRONG_WAY_ROUND)) == [Redeal()]
    found = won(WRONG_WAY_ROUND, solve(WRONG_WAY_ROUND))
    assert found.actions == (Redeal(), move("1 dh"), move("1 dh"))


def test_foundations_hand_cards_over_where_a_win_needs_it() -> None:
    # The foundations of hearts meet between 6 and 7; the jack is the first card to be had.
    table = Table.of(
        ["AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH", "KH QH"],
        "us:13 ud:13 uc:13 ds:13 dd:13 dc:13 uh:6 dh:7",
    )
    found = won(table, solve(table))
    assert found.actions[:4] == (move("dh uh"),) * 4


def test_needless_actions_are_cut_out_of_a_line() -> None:
    table = Table.of(["3S 5S", "2S 4S", "AS", "5C 5C"], "ds:8 uc:4 dc:8", redeals=1)
    # The 5 takes a detour over the 4, and the redeal changes nothing that matters.
    start, end = ("1 2", "2 ds", "2 ds"), ("1 ds", "2 ds", "3 ds", "4 uc", "4 dc")
    line: tuple[Move | Redeal, ...] = (*map(move, start), Redeal(), *map(move, end))
    assert after(table, line).is_won
    assert lines.trimmed(table, line) == tuple(map(move, ("1 ds", "2 ds", *end)))


# Proofs


def test_a_blocked_position_is_impossible() -> None:
    table = WRONG_WAY_ROUND._replace(redeals=0)
    assert is_blocked(table)
    assert solve(table, budget=1) == Impossible(1)


def test_a_position_with_moves_that_lead_nowhere_is_impossible() -> None:
    # The queen can go back and forth, but the 3 stays under the ace.
    table = Table.of(["3C AC", "5C", "QS", "KS", "KS"], "us:11 ds:1", redeals=0)
    assert not is_blocked(table)
    assert isinstance(solve(table), Impossible)


@given(table=tables)
@settings(max_examples=60)
def test_what_is_called_lost_has_no_win(table: Table) -> None:
    if is_lost(table, budget=2_000):
        assert isinstance(solve(table, budget=50_000), Impossible | GaveUp)


def test_a_lost_position_is_one_that_is_impossible_within_the_budget() -> None:
    lost = Table.of(["2H AH", "", "QS", "KS"], f"us:11 {DONE[6:]} dh:11", redeals=0)
    verdict = solve(lost)
    assert isinstance(verdict, Impossible)
    assert is_lost(lost, budget=verdict.positions)
    assert not is_lost(lost, budget=verdict.positions - 1)
    assert not is_lost(Table.of([], f"{DONE} dh:13"), budget=10)
    assert not is_lost(WRONG_WAY_ROUND, budget=1_000)


def test_nothing_is_called_impossible_before_all_is_searched() -> None:
    table = deal(numbered(0))._replace(redeals=0)
    assert isinstance(solve(table, budget=5_000), GaveUp)


def unique(table: Table) -> Table:
    """The same table for all orders of its piles."""
    return Table((*sorted(table.places[:16]), *table.places[16:]), table.redeals)


def brute_force(table: Table, limit: int) -> bool | None:
    """Whether a win exists, by the rules alone; None where that takes too many positions."""
    seen = {unique(table)}
    queue = [table]
    for one in queue:
        if one.is_won:
            return True
        if len(seen) > limit:
            return None
        for action in legal_actions(one):
            following = after(one, [action])
            if unique(following) not in seen:
                seen.add(unique(following))
                queue.append(following)
    return False


@st.composite
def small_tables(draw: st.DrawFn) -> Table:
    """Tables with two to nine cards in few piles; each card is there twice."""
    missing = draw(st.lists(st.sampled_from(range(8)), min_size=2, max_size=9))
    heights = [13 - min(missing.count(place), 12) for place in range(8)]
    counts = " ".join(f"{f.code}:{n}" for f, n in zip(FOUNDATIONS, heights, strict=True))
    table = Table.of([], counts, redeals=draw(st.integers(0, 2)))
    rest = draw(st.permutations(list((TWO_PACKS - copies(table)).elements())))
    width = draw(st.integers(1, 5))
    piles: list[list[Card]] = [[] for _ in PILES]
    for card in rest:
        piles[draw(st.integers(0, width - 1))].append(card)
    return Table((*map(tuple, piles), *table.places[16:]), table.redeals)


@settings(max_examples=80)
@given(small_tables())
def test_the_verdict_on_a_small_position_is_that_of_brute_force(table: Table) -> None:
    truth = brute_force(table, 150)
    assume(truth is not None)
    verdict = solve(table, shortening=0)
    if truth:
        won(table, verdict)
    else:
        assert isinstance(verdict, Impossible)


# The shorthand against the rules


def settled_suits(table: Table) -> Table:
    """The same table for all ways to share the cards of foundations that meet."""
    places = list(table.places)
    for suit in range(4):
        up, down = FOUNDATIONS[suit], FOUNDATIONS[suit + 4]
        if len(places[up]) + len(places[down]) == 13:
            places[up] = tuple(c for n in range(6) if (c := foundation_card(up, n)))
            places[down] = tuple(c for n in range(7) if (c := foundation_card(down, n)))
    return unique(Table(tuple(places), table.redeals))


def between_foundations(action: Move | Redeal) -> TypeGuard[Move]:
    return isinstance(action, Move) and action.source >= Place.US


def handed_over(table: Table) -> list[Table]:
    """All tables that hand-overs between the foundations of one suit lead to, this one included."""
    found = [table]
    for suit in Suit:
        tables_of_suit = [table]
        for one in tables_of_suit:
            for action in filter(between_foundations, legal_actions(one)):
                following = after(one, [action])
                if action.source.suit == suit and following not in tables_of_suit:
                    tables_of_suit.append(following)
        found += tables_of_suit[1:]
    return found


def foundations(standing: shorthand.Standing) -> list[tuple[Card, ...]]:
    counts = [each.up for each in standing.suits] + [each.down for each in standing.suits]
    return [
        tuple(card for n in range(count) if (card := foundation_card(place, n)))
        for place, count in zip(FOUNDATIONS, counts, strict=True)
    ]


def spelled(piles: Iterable[shorthand.Pile]) -> list[tuple[Card, ...]]:
    return [tuple(ALL_CARDS[number] for number in pile.cards) for pile in piles]


def new_search(table: Table) -> solver._Solver:
    return solver._Solver(table, 0, beam.Meter(10**9, None, None))


@settings(max_examples=50)
@given(tables)
def test_what_the_whole_search_goes_through_is_what_the_rules_allow(table: Table) -> None:
    search = new_search(table)
    found = set()
    for step, piles, standing, redeals in search.space.successors(
        *search.space.shorthand(table), table.redeals
    ):
        following = after(table, shorthand.spell(table, [step]))
        told = Table((*spelled(piles), *foundations(standing)), redeals)
        assert told.places[:16] == following.places[:16]
        assert settled_suits(told) == settled_suits(following)
        found.add(settled_suits(following))
    allowed = {
        settled_suits(after(one, [action]))
        for one in handed_over(table)
        for action in legal_actions(one)
        if not between_foundations(action)
    }
    assert found == (set() if table.is_won else allowed)


@settings(max_examples=50)
@given(tables, st.booleans())
def test_what_a_beam_goes_through_is_what_the_rules_allow(table: Table, holds: bool) -> None:
    assume(not table.is_won)
    search = new_search(table)
    plan = beam.Plan(width=7, redeals=table.redeals, holds=holds, salt=0)
    run = beam.Run(search.space, search.meter, plan)
    root = beam.Node(*search.space.shorthand(table), None, ())
    win = run.expand(root, 0)
    if win is None and table.redeals:
        win = run.expand_redeal(root, 0)
    if win is not None:
        assert after(table, shorthand.spell(table, win.line())).is_won
        return
    found = set()
    coming = [(used, each) for used, some in enumerate(run.following) for each in some]
    for used, candidate in coming:
        node = beam.built(candidate)
        following = after(table, shorthand.spell(table, node.line()))
        told = Table((*spelled(node.piles), *foundations(node.standing)), table.redeals - used)
        assert told.places[:16] == following.places[:16]
        assert settled_suits(told) == settled_suits(following)
        assert node.key == sum(pile.key for pile in node.piles)
        assert node.left == 104 - following.foundation_cards
        found.add(settled_suits(told))
    if holds:
        allowed = {
            settled_suits(after(one, [action]))
            for one in handed_over(table)
            for action in legal_actions(one)
            if not between_foundations(action)
        }
        assert allowed <= found


# Determinism and limits

PRINT_VERDICT = """
from crescent_a11y.engine.deal import DealCode, deal
from crescent_a11y.engine.solver import solve
print(solve(deal(DealCode.parse("7")), seed=5, budget=40000, shortening=10000))
"""


def test_the_verdict_does_not_depend_on_the_hash_seed_of_python() -> None:
    verdicts = [
        subprocess.run(
            [sys.executable, "-c", PRINT_VERDICT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].startswith(b"Found")


def test_another_seed_makes_other_choices() -> None:
    table = deal(numbered(0))
    verdicts = [solve(table, seed=seed, shortening=0) for seed in (0, 1, 0)]
    assert verdicts[0] == verdicts[2] != verdicts[1]
    won(table, verdicts[1])


def test_the_budget_is_kept() -> None:
    table = deal(numbered(0))._replace(redeals=0)
    for budget in (0, 1, 1_000, 10_000):
        verdict = solve(table, budget=budget)
        assert isinstance(verdict, GaveUp)
        assert budget <= verdict.positions <= budget + 100


def test_progress_is_told_every_few_thousand_positions() -> None:
    told: list[int] = []
    table = deal(numbered(0))._replace(redeals=0)
    verdict = solve(table, budget=50_000, progress=told.append)
    assert 8 <= len(told) <= 20
    assert told == sorted(set(told))
    assert told[-1] <= verdict.positions


def test_a_search_that_is_stopped_gives_up() -> None:
    asked: list[bool] = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) == 3

    verdict = solve(deal(numbered(0))._replace(redeals=0), stop=stop)
    assert isinstance(verdict, GaveUp)
    assert len(asked) == 3
    assert verdict.positions < 20_000


def test_a_line_that_was_found_before_the_stop_is_given() -> None:
    table = deal(numbered(0))
    first = won(table, solve(table, shortening=0))
    told: list[int] = []
    verdict = solve(
        table,
        shortening=10**6,
        progress=told.append,
        stop=lambda: told[-1] > first.positions,
    )
    assert won(table, verdict).positions < first.positions + 10_000


def test_an_exception_of_a_callback_is_passed_on() -> None:
    def stop() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(deal(numbered(0)), stop=stop)
