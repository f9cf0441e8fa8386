"""What the rules allow, and what an allowed action does to the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import ALL_ACTIONS, TWO_PACKS, card, copies, move, tables

from crescent_a11y.engine.cards import ALL_CARDS, Card
from crescent_a11y.engine.rules import (
    Accepted,
    Moved,
    Redeal,
    Redealt,
    decide,
    foundation_moves,
    judge,
    legal_actions,
    legal_moves,
    moves_from,
)
from crescent_a11y.engine.table import PILES, Place, Table

P = Place.parse


def after(table: Table, text: str) -> Accepted:
    answer = decide(table, Redeal() if text == "redeal" else move(text))
    assert isinstance(answer, Accepted), answer
    return answer


def moved(text: str, *, onto: str, uncovered: str = "", left: int = 0, height: int) -> Moved:
    """The event of a move told by card, source and destination, such as "8H 1 2"."""
    code, source, destination = text.split()
    below = card(uncovered) if uncovered else None
    return Moved(card(code), P(source), P(destination), card(onto), below, left, height)


def piles(table: Table) -> list[str]:
    codes = [" ".join(one.code for one in cards) for cards in table.places[:16]]
    while codes and not codes[-1]:
        codes.pop()
    return codes


# Piles


@pytest.mark.parametrize("top", ["7H", "9H"])
def test_a_card_goes_on_the_next_lower_or_higher_card_of_its_suit(top: str) -> None:
    answer = after(Table.of(["2C 8H", f"3D {top}"]), "1 2")
    assert piles(answer.table) == ["2C", f"3D {top} 8H"]
    assert answer.event == moved("8H 1 2", onto=top, uncovered="2C", left=1, height=3)


@pytest.mark.parametrize(("text", "top"), [("AS", "KS"), ("KS", "AS")])
def test_ace_and_king_go_on_each_other_in_a_pile(text: str, top: str) -> None:
    answer = after(Table.of([text, top]), "1 2")
    assert piles(answer.table) == ["", f"{top} {text}"]
    assert answer.event == moved(f"{text} 1 2", onto=top, height=2)


@pytest.mark.parametrize("one", ALL_CARDS)
def test_on_a_pile_a_card_accepts_just_its_two_neighbours(one: Card) -> None:
    accepted = set()
    for start in range(0, 52, 13):
        others = ALL_CARDS[start : start + 13]
        table = Table.of([one.code, *(other.code for other in others)])
        accepted |= {
            others[source - 1]
            for source in PILES[1:14]
            if judge(table, move(f"{source.code} 1")) is None
        }
    assert accepted == set(one.neighbours)


def test_a_pile_takes_its_thirteenth_card_and_no_fourteenth() -> None:
    twelve = "2D 3D 4D 5D 6D 7D 8D 9D 10D JD 2C 7H"
    answer = after(Table.of(["8H", twelve, "9H"]), "1 2")
    assert answer.event == moved("8H 1 2", onto="7H", height=13)
    refusal = judge(answer.table, move("3 2"))
    assert refusal is not None
    assert refusal.code == "pile-full"


def test_the_top_card_of_a_full_pile_can_leave_it() -> None:
    thirteen = "2D 3D 4D 5D 6D 7D 8D 9D 10D JD 2C 3C 7H"
    answer = after(Table.of([thirteen, "8H"]), "1 2")
    assert answer.event == moved("7H 1 2", onto="8H", uncovered="3C", left=12, height=2)


# Foundations


def test_a_foundation_of_an_ace_goes_up_and_that_of_a_king_down() -> None:
    table = Table.of(["3H 2H", "JH QH"])
    table = after(after(table, "1 uh").table, "2 dh").table
    answer = after(table, "1 uh")
    assert answer.event == moved("3H 1 uh", onto="2H", height=3)
    assert after(answer.table, "2 dh").event == moved("JH 2 dh", onto="QH", height=3)


@pytest.mark.parametrize(
    ("pile", "foundations", "text"),
    [("AH", "uh:13", "1 uh"), ("KH", "dh:13", "1 dh"), ("KH", "", "1 uh"), ("AH", "", "1 dh")],
)
def test_on_a_foundation_ranks_do_not_go_round(pile: str, foundations: str, text: str) -> None:
    assert judge(Table.of([pile], foundations), move(text)) is not None


@pytest.mark.parametrize(("text", "back"), [("us ds", "ds us"), ("ds us", "us ds")])
def test_a_card_passes_between_the_foundations_of_its_suit_both_ways(text: str, back: str) -> None:
    # The tops are neighbours: 7 going up, 8 going down.
    table = Table.of(["AH 2H"], "us:7 ds:6")
    answer = after(table, text)
    source, destination = P(text[:2]), P(back[:2])
    moved = table.top(source)
    assert isinstance(answer.event, Moved)
    assert (answer.event.card, answer.event.source) == (moved, source)
    assert answer.table.top(destination) == moved
    assert answer.table.foundation_cards == table.foundation_cards
    assert after(answer.table, back).table == table


def test_a_card_passes_to_the_other_foundation_only_if_it_follows_there() -> None:
    allowed = {
        (up, down)
        for up in range(2, 14)
        for down in range(2, 14)
        if judge(Table.of(["AH"], f"us:{up} ds:{down}"), move("us ds")) is None
    }
    # A card of rank `up` wants to lie on one of rank up + 1, which is 14 - down.
    assert allowed == {(up, 13 - up) for up in range(2, 12)}


def test_the_base_of_a_foundation_never_moves() -> None:
    table = Table.of(["AH", "KS", "2S"], "ds:12 uh:1")
    for place in Place:
        assert judge(table, move(f"us {place.code}")) is not None
        assert judge(table, move(f"dh {place.code}")) is not None


def test_no_card_goes_back_from_a_foundation_to_a_pile() -> None:
    table = Table.of(["8H", "6H", "", "KS"], "uh:7 dh:7 us:2")
    assert not [
        one for one in legal_moves(table) if not one.source.is_pile and one.destination.is_pile
    ]


# The redeal


def test_a_redeal_puts_the_bottom_card_on_top_and_keeps_the_order_of_the_others() -> None:
    answer = after(Table.of(["2H 9C JD JD", "7S 8S"], redeals=3), "redeal")
    assert piles(answer.table) == ["9C JD JD 2H", "8S 7S"]
    assert answer.event == Redealt(2)
    assert answer.table.redeals == 2


def test_a_redeal_keeps_piles_of_one_card_and_empty_ones() -> None:
    answer = after(Table.of(["2H", "", "3C 4C", "5D"], "us:4", redeals=1), "redeal")
    assert piles(answer.table) == ["2H", "", "4C 3C", "5D"]
    assert answer.table.places[16:] == Table.of([], "us:4").places[16:]
    assert answer.event == Redealt(0)


def test_three_redeals_are_allowed_and_no_fourth() -> None:
    table = Table.of(["2H 9C JD JD"], redeals=3)
    left = []
    for _ in range(3):
        answer = after(table, "redeal")
        assert isinstance(answer.event, Redealt)
        left.append(answer.event.left)
        table = answer.table
    assert left == [2, 1, 0]
    refusal = judge(table, Redeal())
    assert refusal is not None
    assert refusal.code == "no-redeals"


def test_a_redeal_of_two_equal_cards_is_allowed() -> None:
    # The table stays as it was, yet a pile of two cards has been redealt.
    table = Table.of(["JD JD"], redeals=1)
    assert after(table, "redeal").table == table._replace(redeals=0)


def test_a_redeal_without_effect_is_refused_and_kept() -> None:
    table = Table.of(["2H", "9C"], redeals=1)
    answer = decide(table, Redeal())
    assert not isinstance(answer, Accepted)
    assert answer.code == "redeal-no-effect"
    assert table.redeals == 1


# What is possible


def test_moves_are_listed_by_their_source_then_by_their_destination() -> None:
    table = Table.of(["8H", "7H", "9H"], "uh:6 dh:6 us:3 ds:10", redeals=1)
    listed = [" ".join(place.code for place in one) for one in legal_moves(table)]
    assert listed == ["1 2", "1 3", "2 1", "2 uh", "2 dh", "3 1", "us ds", "ds us"]
    assert list(legal_actions(table)) == [*legal_moves(table), Redeal()][: len(listed)]


def test_the_moves_of_a_place_are_those_of_its_top_card() -> None:
    table = Table.of(["2C 8H", "7H", "9H", "8D"], "uh:6 dh:5")
    assert [one.destination.code for one in moves_from(table, P("1"))] == ["2", "3", "dh"]
    assert list(moves_from(table, P("4"))) == []
    assert list(moves_from(table, P("5"))) == []


def test_a_card_put_in_the_foundation_zone_tries_the_two_foundations_of_its_suit() -> None:
    table = Table.of(["8H", ""], "us:3")
    assert foundation_moves(table, P("1")) == (move("1 uh"), move("1 dh"))
    assert foundation_moves(table, P("us")) == (move("us ds"),)
    assert foundation_moves(table, P("ds")) == (move("ds us"),)
    assert [judge(table, one) for one in foundation_moves(table, P("2"))] == [
        judge(table, move("2 us"))
    ]


@given(tables)
def test_the_foundation_zone_finds_every_foundation_that_accepts(table: Table) -> None:
    for source in Place:
        accepted = {one for one in moves_from(table, source) if not one.destination.is_pile}
        tried = foundation_moves(table, source)
        assert accepted <= set(tried)
        assert len(tried) in (1, 2)


@given(tables)
def test_every_action_keeps_the_104_cards_and_tells_what_it_did(table: Table) -> None:
    assert copies(table) == TWO_PACKS
    for action in ALL_ACTIONS:
        answer = decide(table, action)
        if not isinstance(answer, Accepted):
            continue
        event, then = answer
        assert copies(then) == TWO_PACKS
        assert max(len(cards) for cards in then.places) <= 13
        if isinstance(event, Redealt):
            assert event.left == then.redeals == table.redeals - 1
            continue
        source, destination = then.places[event.source], then.places[event.destination]
        assert destination == (*table.places[event.destination], event.card)
        assert event.onto == table.top(event.destination)
        assert (*source, event.card) == table.places[event.source]
        assert (event.left, event.height) == (len(source), len(destination))
        assert event.uncovered == (source[-1] if source else None)
        assert then.redeals == table.redeals
        others = [place for place in Place if place not in (event.source, event.destination)]
        assert all(then.places[place] == table.places[place] for place in others)


@given(tables)
def test_a_move_never_fills_an_empty_pile_nor_empties_a_foundation(table: Table) -> None:
    for one in legal_moves(table):
        answer = decide(table, one)
        assert isinstance(answer, Accepted)
        for place in PILES:
            assert table.places[place] or not answer.table.places[place]
        assert all(answer.table.places[16:])
