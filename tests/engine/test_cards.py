"""Cards and places: every form in, and the one form out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import card, cards, places, spell

from crescent_a11y.engine.cards import ALL_CARDS, Card, Rank, Suit
from crescent_a11y.engine.table import FOUNDATIONS, PILES, Place, Table, foundation, foundation_card


def test_suits_are_listed_spades_hearts_diamonds_clubs() -> None:
    assert "".join(suit.code for suit in Suit) == "SHDC"
    assert [suit.name for suit in Suit] == ["SPADES", "HEARTS", "DIAMONDS", "CLUBS"]


def test_ranks_are_written_a_2_to_10_j_q_k() -> None:
    assert " ".join(rank.code for rank in Rank) == "A 2 3 4 5 6 7 8 9 10 J Q K"


def test_there_are_52_different_cards_by_suit_then_by_rank() -> None:
    assert len(set(ALL_CARDS)) == 52
    assert spell(ALL_CARDS[:14]) == "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AH"
    assert spell(ALL_CARDS[-2:]) == "QC KC"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("AS", "AS"),
        ("as", "AS"),
        ("aS", "AS"),
        ("As", "AS"),
        ("10H", "10H"),
        ("10h", "10H"),
        ("TH", "10H"),
        ("th", "10H"),
        ("tH", "10H"),
        ("Th", "10H"),
        ("qd", "QD"),
        ("2c", "2C"),
    ],
)
def test_a_card_is_read_in_every_form_and_written_in_one(text: str, written: str) -> None:
    assert Card.parse(text).code == written


@pytest.mark.parametrize(
    "text",
    [
        "", "A", "S", "SA", "1S", "0S", "11S", "13S", "01S", "010H", "A S", " AS", "AS ", "AS\n",
        "ASS", "AX", "10", "TT", "1OH", "♠A", "A♠", "２S", "١S", "ſ", "Aſ", "RS", "VD",
    ],
)  # fmt: skip
def test_what_is_no_card_code_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card code"):
        Card.parse(text)


@given(cards)
def test_a_written_card_reads_back(one: Card) -> None:
    assert Card.parse(one.code) == one
    assert Card.parse(one.code.lower()) == one


@given(st.text(max_size=4))
def test_a_text_is_a_card_only_if_it_is_a_form_of_its_code(text: str) -> None:
    try:
        one = Card.parse(text)
    except ValueError:
        return
    assert text.upper().replace("T", "10") == one.code
    assert text.isascii()


def test_the_neighbours_of_a_card_are_one_lower_and_one_higher() -> None:
    assert card("8H").neighbours == (card("7H"), card("9H"))


def test_ace_and_king_of_a_suit_are_neighbours() -> None:
    assert card("AS").neighbours == (card("KS"), card("2S"))
    assert card("KS").neighbours == (card("QS"), card("AS"))


@given(cards)
def test_neighbours_are_mutual_and_of_one_suit(one: Card) -> None:
    for other in one.neighbours:
        assert one in other.neighbours
        assert other.suit == one.suit
        assert other != one


def test_places_are_piles_1_to_16_then_the_foundations_in_their_spoken_order() -> None:
    piles = " ".join(str(number) for number in range(1, 17))
    assert " ".join(place.code for place in Place) == f"{piles} us uh ud uc ds dh dd dc"
    assert [place.number for place in PILES] == list(range(1, 17))
    assert [place.is_pile for place in Place] == [True] * 16 + [False] * 8
    assert [place.is_ascending for place in Place] == [False] * 16 + [True] * 4 + [False] * 4
    assert [place.suit for place in FOUNDATIONS] == [*Suit, *Suit]


@pytest.mark.parametrize(
    "text",
    [
        "", "0", "17", "01", "1 ", " 1", "+1", "-1", "1.0", "US", "Us", "u", "s", "su", "u s",
        "us ", "１", "१", "²", "1\n", "99999999999999999999", "pile 1",
    ],
)  # fmt: skip
def test_a_place_is_read_only_as_it_is_written(text: str) -> None:
    with pytest.raises(ValueError, match="not a place"):
        Place.parse(text)


@given(places)
def test_a_written_place_reads_back(place: Place) -> None:
    assert Place.parse(place.code) is place


@pytest.mark.parametrize("suit", Suit)
def test_each_suit_has_one_foundation_up_and_one_down(suit: Suit) -> None:
    up, down = foundation(suit, ascending=True), foundation(suit, ascending=False)
    assert (up.code, down.code) == ("u" + suit.code.lower(), "d" + suit.code.lower())
    assert up.suit is down.suit is suit


def test_a_foundation_goes_from_ace_to_king_or_from_king_to_ace() -> None:
    up = spell(foundation_card(Place.UH, position) for position in range(14))
    down = spell(foundation_card(Place.DH, position) for position in range(14))
    assert up == "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH -"
    assert down == "KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H AH -"


def test_a_table_of_codes_has_its_cards_bottom_first_and_the_other_piles_empty() -> None:
    table = Table.of(["2H 9C TD", "", "as"], "us:3 dh:13", redeals=2)
    assert table.places[Place.P1] == (card("2H"), card("9C"), card("10D"))
    assert table.places[Place.P3] == (card("AS"),)
    assert [len(cards) for cards in table.places] == [3, 0, 1] + [0] * 13 + [
        3,
        1,
        1,
        1,
        1,
        13,
        1,
        1,
    ]
    assert table.top(Place.US) == card("3S")
    assert table.top(Place.DH) == card("AH")
    assert table.top(Place.P2) is None
    assert table.redeals == 2


def test_a_foundation_wants_the_next_card_until_it_is_complete() -> None:
    table = Table.of([], "us:3 ds:3 uh:13 dh:13")
    wanted = spell(table.wanted(place) for place in FOUNDATIONS)
    assert wanted == "4S - 2D 2C 10S - QD QC"
