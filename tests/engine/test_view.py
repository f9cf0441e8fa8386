"""Tables as they are told: what contradicts itself, and a table that looks as told."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import TWO_PACKS, card, copies, numbered, tables

from crescent_a11y.engine.deal import deal
from crescent_a11y.engine.rules import legal_moves
from crescent_a11y.engine.table import Place, Sight, Table, View
from crescent_a11y.engine.view import (
    Contradiction,
    ImpossibleCount,
    ThirdCopy,
    WrongTop,
    WrongTotal,
    contradiction,
    lay,
)

DEALT = deal(numbered(0)).view
P = Place.parse


def told(count: int, code: str | None) -> Sight:
    return Sight(count, None if code is None else card(code))


def changed(view: View, **sights: Sight) -> View:
    """A view with other sights of some places; piles are named p1 to p16."""
    places = {P(name.removeprefix("p")): sight for name, sight in sights.items()}
    return tuple(places.get(place, view[place]) for place in Place)


def test_what_is_seen_of_a_table_is_count_and_top_of_each_place() -> None:
    table = Table.of(["2H 9C JD", ""], "us:3")
    assert table.view[P("1")] == told(3, "JD")
    assert table.view[P("2")] == told(0, None)
    assert table.view[P("us")] == told(3, "3S")
    assert table.view[P("dc")] == told(1, "KC")
    assert len(table.view) == 24


@pytest.mark.parametrize(
    ("place", "sight"),
    [
        ("us", told(2, "3S")),
        ("us", told(1, "KS")),
        ("us", told(2, "2H")),
        ("dh", told(2, "KH")),
        ("dh", told(13, "KH")),
        ("uc", told(13, "AC")),
    ],
)
def test_the_top_of_a_foundation_follows_from_its_count(place: str, sight: Sight) -> None:
    assert contradiction(changed(DEALT, **{place: sight})) == WrongTop(P(place), sight)


@pytest.mark.parametrize(
    ("place", "sight"),
    [
        ("p3", told(14, "7H")),
        ("p3", told(104, "7H")),
        ("p3", told(0, "7H")),
        ("p3", told(3, None)),
        ("p3", told(-1, None)),
        ("us", told(0, None)),
        ("us", told(0, "AS")),
        ("us", told(1, None)),
        ("us", told(14, "KS")),
        ("dd", told(14, "AD")),
    ],
)
def test_a_count_that_a_place_cannot_have_is_told(place: str, sight: Sight) -> None:
    code = place.removeprefix("p")
    assert contradiction(changed(DEALT, **{place: sight})) == ImpossibleCount(P(code), sight)


@pytest.mark.parametrize(("count", "total"), [(5, 103), (7, 105), (13, 111)])
def test_a_table_has_104_cards(count: int, total: int) -> None:
    view = changed(DEALT, p16=Sight(count, DEALT[P("16")].top))
    assert contradiction(view) == WrongTotal(total)


@pytest.mark.parametrize("code", ["9H", "10C"])
def test_three_piles_cannot_show_the_same_card(code: str) -> None:
    view = changed(DEALT, p1=told(6, code), p2=told(6, code), p3=told(6, code))
    assert contradiction(view) == ThirdCopy(card(code))


def test_a_card_on_both_foundations_is_on_no_pile() -> None:
    # us holds A to 10, ds holds K to 9: both copies of 9 and of 10.
    view = changed(DEALT, us=told(10, "10S"), ds=told(5, "9S"))
    piles = {f"p{n}": told(6, "5D" if n == 1 else "4D") for n in (1, 2)}
    piles |= {f"p{n}": told(5, f"{n - 1}H") for n in range(3, 11)}
    piles |= {f"p{n}": told(5, f"{n - 9}C") for n in range(11, 16)}
    view = changed(view, **piles, p16=told(96 - 13 - 12 - 65, "3D"))
    assert contradiction(view) is None
    assert contradiction(changed(view, p7=told(5, "9S"))) == ThirdCopy(card("9S"))
    assert contradiction(changed(view, p7=told(5, "10S"))) == ThirdCopy(card("10S"))


@pytest.mark.parametrize(
    ("sights", "first"),
    [
        ({"p2": told(14, "7H"), "us": told(2, "3S")}, ImpossibleCount(P("2"), told(14, "7H"))),
        ({"us": told(2, "3S"), "uh": told(0, None)}, WrongTop(P("us"), told(2, "3S"))),
        ({"us": told(0, None), "uh": told(2, "3H")}, ImpossibleCount(P("us"), told(0, None))),
        ({"dc": told(3, "QC"), "p1": told(1, "7H")}, WrongTop(P("dc"), told(3, "QC"))),
        ({f"p{n}": told(7, "7H") for n in (1, 2, 3)}, WrongTotal(107)),
    ],
)
def test_the_first_contradiction_is_told_places_then_total_then_copies(
    sights: dict[str, Sight], first: Contradiction
) -> None:
    assert contradiction(changed(DEALT, **sights)) == first


@given(tables)
def test_no_table_contradicts_itself(table: Table) -> None:
    assert contradiction(table.view) is None


@given(tables)
def test_a_laid_table_looks_as_told_and_has_104_cards(table: Table) -> None:
    laid = lay(table.view, table.redeals)
    assert laid.view == table.view
    assert copies(laid) == TWO_PACKS
    assert laid.redeals == table.redeals
    assert laid.places[16:] == table.places[16:]


@given(tables)
def test_on_a_laid_table_the_same_moves_are_allowed(table: Table) -> None:
    laid = lay(table.view, table.redeals)
    assert list(legal_moves(laid)) == list(legal_moves(table))
