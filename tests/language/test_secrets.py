"""What is said tells nothing of a card that has never lain on top of a pile.

Two games that look alike, but for cards that nobody has seen, must answer alike.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from language.talk import session
from strategies import look_alikes, numbered, numbers, sparse_tables

from crescent_a11y.engine.cards import ALL_CARDS
from crescent_a11y.engine.deal import Variant, deal
from crescent_a11y.engine.rules import legal_moves
from crescent_a11y.engine.table import Place, Table
from crescent_a11y.interface.session import Session

TELLING = (
    "table",
    "moves",
    "status",
    "foundations",
    "code",
    "repeat",
    "help",
    "rules",
    "changes",
    "wanted",
    "left",
    "top",
    "right",
    "why",
    "suit hearts",
    "moves 3",
    "seen",
    *(f"seen {number}" for number in range(1, 17)),
    *(f"where {one.code}" for one in ALL_CARDS),
    *(f"pile {number}" for number in range(1, 17)),
)
PLAYING = ("undo", "redo", "undo 3", "redeal", "cancel", "", *(str(n) for n in range(1, 17)))

places = st.sampled_from(Place)
typed = st.one_of(
    st.sampled_from(TELLING),
    st.sampled_from(PLAYING),
    st.builds(lambda one, other: f"{one.code} {other.code}", places, places),
    st.builds(lambda one: f"{one.code} f", places),
)
wishes = st.lists(st.one_of(typed, st.integers(0, 1000)), min_size=1, max_size=25)
"""What is typed: a line, or a number that picks one of the moves possible then."""


def line(talk: Session, wish: str | int) -> str:
    if isinstance(wish, str):
        return wish
    moves = list(legal_moves(talk.play.game.table))
    if not moves:
        return "moves"
    one = moves[wish % len(moves)]
    return f"{one.source.code} {one.destination.code}"


def compare(one: Session, other: Session, wished: list[str | int]) -> int:
    """Type the same lines in both games while they look alike: how many answers were compared."""
    for compared, wish in enumerate(wished):
        text = line(one, wish)
        answers = one.handle_line(text), other.handle_line(text)
        if one.play.game.table.view != other.play.game.table.view:
            return compared
        assert answers[0] == answers[1], text
        for asked in ("moves", "status", "foundations", "wanted", "suit spades", "seen 1"):
            assert one.handle_line(asked) == other.handle_line(asked)
    return len(wished)


def swapped(table: Table, one: tuple[int, int], other: tuple[int, int]) -> Table:
    """A table on which two cards of the piles have changed places."""
    piles = [list(cards) for cards in table.places]
    (a, i), (b, j) = one, other
    piles[a][i], piles[b][j] = piles[b][j], piles[a][i]
    return Table(tuple(map(tuple, piles)), table.redeals)


@pytest.mark.parametrize("language", ["ro", "en"])
@given(
    number=numbers,
    one=st.tuples(st.integers(0, 15), st.integers(0, 4)),
    other=st.tuples(st.integers(0, 15), st.integers(0, 4)),
    wished=wishes,
)
def test_two_cards_that_nobody_saw_may_change_places_and_nothing_said_changes(
    language: str,
    number: int,
    one: tuple[int, int],
    other: tuple[int, int],
    wished: list[str | int],
) -> None:
    table = deal(numbered(number))
    twin = swapped(table, one, other)
    assert twin.view == table.view
    compare(session(language, table), session(language, twin), wished)


@pytest.mark.parametrize("language", ["ro", "en"])
@given(
    number=numbers,
    one=st.tuples(st.integers(0, 15), st.integers(0, 4)),
    other=st.tuples(st.integers(0, 15), st.integers(0, 4)),
    wished=wishes,
)
def test_face_down_nothing_more_is_told_either(
    language: str,
    number: int,
    one: tuple[int, int],
    other: tuple[int, int],
    wished: list[str | int],
) -> None:
    table = deal(numbered(number))
    twin = swapped(table, one, other)
    compare(
        session(language, table, variant=Variant.FACE_DOWN),
        session(language, twin, variant=Variant.FACE_DOWN),
        wished,
    )


@pytest.mark.parametrize("language", ["ro", "en"])
@given(data=st.data(), number=numbers, wished=wishes)
def test_all_buried_cards_may_be_mixed_and_nothing_said_changes(
    language: str, data: st.DataObject, number: int, wished: list[str | int]
) -> None:
    table = deal(numbered(number))
    twin = data.draw(look_alikes(table))
    compare(session(language, table), session(language, twin), wished)


@pytest.mark.parametrize("language", ["ro", "en"])
@given(data=st.data(), table=sparse_tables(), wished=wishes)
def test_late_in_a_game_buried_cards_may_be_mixed_and_nothing_said_changes(
    language: str, data: st.DataObject, table: Table, wished: list[str | int]
) -> None:
    twin = data.draw(look_alikes(table))
    compare(session(language, table), session(language, twin), wished)


def test_a_redeal_and_a_move_do_tell_what_they_uncover() -> None:
    """The comparison would notice: where a swapped card comes up, the answers differ."""
    table = deal(numbered(1))
    twin = swapped(table, (0, 0), (1, 0))
    assert table.places[0][0] != twin.places[0][0]
    told = [session("en", each).handle_line("redeal").text for each in (table, twin)]
    assert told[0] != told[1]
    assert compare(session("en", table), session("en", twin), ["table", "redeal", "table"]) == 1
