"""Every refusal of a move or a redeal, with its facts, and the order in which they are asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import ALL_ACTIONS, card, look_alikes, move, tables

from crescent_a11y.engine.rules import (
    Accepted,
    BaseLocked,
    FoundationComplete,
    FoundationToPile,
    GameOver,
    Move,
    NoRedeals,
    NotNext,
    PileEmpty,
    PileFull,
    Redeal,
    RedealNoEffect,
    SamePlace,
    SourceEmpty,
    TableRefusal,
    WrongRank,
    WrongSuit,
    decide,
    judge,
    legal_actions,
)
from crescent_a11y.engine.table import Place, Table

ORDER = (
    GameOver,
    SamePlace,
    SourceEmpty,
    BaseLocked,
    FoundationToPile,
    PileEmpty,
    PileFull,
    WrongSuit,
    WrongRank,
    FoundationComplete,
    NotNext,
    NoRedeals,
    RedealNoEffect,
)
WON = Table.of([], "us:13 uh:13 ud:13 uc:13 ds:13 dh:13 dd:13 dc:13")
THIRTEEN_HEARTS = "3D 4D 5D 6D 7D 8D 9D 10D JD QD 2C 3C 7H"
THIRTEEN_CLUBS = "3D 4D 5D 6D 7D 8D 9D 10D JD QD 2C 3C 7C"

P = Place.parse


def test_every_refusal_has_its_code() -> None:
    assert [refusal.code for refusal in ORDER] == [
        "game-over",
        "same-place",
        "source-empty",
        "base-locked",
        "foundation-to-pile",
        "pile-empty",
        "pile-full",
        "wrong-suit",
        "wrong-rank",
        "foundation-complete",
        "not-next",
        "no-redeals",
        "redeal-no-effect",
    ]


@pytest.mark.parametrize(
    ("piles", "foundations", "text", "refusal"),
    [
        (["8H", "9H"], "", "1 1", SamePlace(P("1"))),
        (["8H", "9H"], "us:2", "us us", SamePlace(P("us"))),
        (["8H", "", "9H"], "", "2 1", SourceEmpty(P("2"))),
        (["8H", "", "9H"], "", "2 uh", SourceEmpty(P("2"))),
        (["2S", "QS"], "", "us 1", BaseLocked(P("us"), card("AS"))),
        (["2S", "QS"], "", "ds 2", BaseLocked(P("ds"), card("KS"))),
        (["2S"], "us:12", "ds us", BaseLocked(P("ds"), card("KS"))),
        (["8H"], "uh:7", "uh 1", FoundationToPile(card("7H"), P("uh"), P("1"))),
        (["8H"], "dh:5", "dh 1", FoundationToPile(card("9H"), P("dh"), P("1"))),
        (["8H"], "", "1 2", PileEmpty(card("8H"), P("2"))),
        (["8H", THIRTEEN_HEARTS], "", "1 2", PileFull(card("8H"), P("2"))),
        (["8H", "7D"], "", "1 2", WrongSuit(card("8H"), P("2"), card("7D"))),
        (["8H"], "ud:7", "1 ud", WrongSuit(card("8H"), P("ud"), card("7D"))),
        (["8H"], "ds:5", "1 ds", WrongSuit(card("8H"), P("ds"), card("9S"))),
        (["3S"], "uh:2 us:2", "us uh", WrongSuit(card("2S"), P("uh"), card("2H"))),
        (["8H", "6H"], "", "1 2", WrongRank(card("8H"), P("2"), card("6H"))),
        (["8H", "8H"], "", "1 2", WrongRank(card("8H"), P("2"), card("8H"))),
        (["AH", "QH"], "", "1 2", WrongRank(card("AH"), P("2"), card("QH"))),
        (["KH", "2H"], "", "1 2", WrongRank(card("KH"), P("2"), card("2H"))),
        (["8H"], "uh:13", "1 uh", FoundationComplete(card("8H"), P("uh"))),
        (["8H"], "dh:13", "1 dh", FoundationComplete(card("8H"), P("dh"))),
        (["AH"], "uh:13", "1 uh", FoundationComplete(card("AH"), P("uh"))),
        (["KH"], "dh:13", "1 dh", FoundationComplete(card("KH"), P("dh"))),
        (["8S"], "us:13 ds:13", "us ds", FoundationComplete(card("KS"), P("ds"))),
        (["8H"], "uh:6", "1 uh", NotNext(card("8H"), P("uh"), card("7H"))),
        (["8H"], "uh:8", "1 uh", NotNext(card("8H"), P("uh"), card("9H"))),
        (["8H"], "dh:6", "1 dh", NotNext(card("8H"), P("dh"), card("7H"))),
        (["7H"], "dh:8", "1 dh", NotNext(card("7H"), P("dh"), card("5H"))),
        (["KH"], "", "1 uh", NotNext(card("KH"), P("uh"), card("2H"))),
        (["AH"], "", "1 dh", NotNext(card("AH"), P("dh"), card("QH"))),
        (["3S"], "us:6 ds:5", "us ds", NotNext(card("6S"), P("ds"), card("8S"))),
        (["3S"], "us:6 ds:5", "ds us", NotNext(card("9S"), P("us"), card("7S"))),
    ],
)
def test_a_move_is_refused_for_its_reason(
    piles: list[str], foundations: str, text: str, refusal: TableRefusal
) -> None:
    table = Table.of(piles, foundations, redeals=1)
    assert judge(table, move(text)) == refusal
    assert decide(table, move(text)) == refusal
    assert move(text) not in set(legal_actions(table))


@pytest.mark.parametrize(
    ("piles", "redeals", "refusal"),
    [
        (["8H 9H"], 0, NoRedeals()),
        (["8H", "9H"], 1, RedealNoEffect()),
        (["8H"], 3, RedealNoEffect()),
    ],
)
def test_a_redeal_is_refused_for_its_reason(
    piles: list[str], redeals: int, refusal: TableRefusal
) -> None:
    table = Table.of(piles, redeals=redeals)
    assert judge(table, Redeal()) == refusal
    assert decide(table, Redeal()) == refusal
    assert Redeal() not in set(legal_actions(table))


@pytest.mark.parametrize("redeals", [0, 1])
def test_nothing_is_allowed_in_a_won_game(redeals: int) -> None:
    table = WON._replace(redeals=redeals)
    assert {judge(table, action) for action in ALL_ACTIONS} == {GameOver()}


@pytest.mark.parametrize(
    ("piles", "foundations", "text", "given", "later"),
    [
        (["8H", ""], "", "2 2", SamePlace, SourceEmpty),
        (["8H"], "", "us us", SamePlace, BaseLocked),
        (["8H", THIRTEEN_HEARTS], "", "2 2", SamePlace, PileFull),
        (["8H"], "us:13", "us us", SamePlace, FoundationComplete),
        (["8H"], "us:4", "us us", SamePlace, NotNext),
        (["8H"], "", "2 3", SourceEmpty, PileEmpty),
        (["", THIRTEEN_HEARTS], "", "1 2", SourceEmpty, PileFull),
        (["8H"], "us:13", "2 us", SourceEmpty, FoundationComplete),
        (["8H"], "", "us 1", BaseLocked, FoundationToPile),
        (["8H"], "", "us 2", BaseLocked, PileEmpty),
        (["8H", THIRTEEN_HEARTS], "", "ds 2", BaseLocked, PileFull),
        (["8H"], "", "us uh", BaseLocked, WrongSuit),
        (["8H"], "ds:13", "us ds", BaseLocked, FoundationComplete),
        (["8H"], "", "us ds", BaseLocked, NotNext),
        (["8H"], "us:3", "us 2", FoundationToPile, PileEmpty),
        (["8H", THIRTEEN_HEARTS], "us:3", "us 2", FoundationToPile, PileFull),
        (["8H"], "us:3", "us 1", FoundationToPile, WrongSuit),
        (["8H"], "uh:3", "uh 1", FoundationToPile, WrongRank),
        (["8H", THIRTEEN_CLUBS], "", "1 2", PileFull, WrongSuit),
        (["9H", THIRTEEN_HEARTS], "", "1 2", PileFull, WrongRank),
        (["8H", "2C"], "", "1 2", WrongSuit, WrongRank),
        (["8H"], "us:13", "1 us", WrongSuit, FoundationComplete),
        (["8H"], "us:3", "1 us", WrongSuit, NotNext),
    ],
)
def test_of_two_refusals_that_apply_the_earlier_is_given(
    piles: list[str],
    foundations: str,
    text: str,
    given: type[TableRefusal],
    later: type[TableRefusal],
) -> None:
    table = Table.of(piles, foundations)
    assert ORDER.index(given) < ORDER.index(later)
    assert type(judge(table, move(text))) is given
    assert later in reasons(table, move(text))


def test_a_redeal_that_is_not_left_is_refused_before_one_without_effect() -> None:
    assert judge(Table.of(["8H", "9H"], redeals=0), Redeal()) == NoRedeals()


# The rules once more, in other words: all the reasons against an action, wherever they stand.

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


def reasons(table: Table, action: Move | Redeal) -> set[type[TableRefusal]]:
    """Every reason against an action, each asked on its own."""
    names = [[one.code for one in cards] for cards in table.places]
    found: set[type[TableRefusal]] = set()
    if sum(len(cards) for cards in names[16:]) == 104:
        found.add(GameOver)
    if isinstance(action, Redeal):
        if table.redeals == 0:
            found.add(NoRedeals)
        if max(len(cards) for cards in names[:16]) < 2:
            found.add(RedealNoEffect)
        return found
    source, destination = (place.code for place in action)
    piles = {str(number) for number in range(1, 17)}
    cards, onto = names[action.source], names[action.destination]
    if source == destination:
        found.add(SamePlace)
    if source in piles and not cards:
        found.add(SourceEmpty)
    if source not in piles and len(cards) == 1:
        found.add(BaseLocked)
    if source not in piles and destination in piles:
        found.add(FoundationToPile)
    if destination in piles and not onto:
        found.add(PileEmpty)
    if destination in piles and len(onto) == 13:
        found.add(PileFull)
    if cards and onto and cards[-1][-1] != onto[-1][-1]:
        found.add(WrongSuit)
    if cards and onto and destination in piles:
        circle = [*RANKS, "A"]
        couple = [cards[-1][:-1], onto[-1][:-1]]
        neighbours = [circle[start : start + 2] for start in range(13)]
        if couple not in neighbours and couple[::-1] not in neighbours:
            found.add(WrongRank)
    if destination not in piles:
        way = RANKS if destination[0] == "u" else RANKS[::-1]
        if len(onto) == 13:
            found.add(FoundationComplete)
        elif cards and cards[-1][:-1] != way[len(onto)]:
            found.add(NotNext)
    return found


@given(tables)
def test_each_action_is_refused_for_the_first_reason_that_applies(table: Table) -> None:
    for action in ALL_ACTIONS:
        found = reasons(table, action)
        first = next((reason for reason in ORDER if reason in found), None)
        refusal = judge(table, action)
        assert (None if refusal is None else type(refusal)) is first


@given(tables)
def test_what_is_allowed_is_what_is_accepted(table: Table) -> None:
    accepted = [action for action in ALL_ACTIONS if isinstance(decide(table, action), Accepted)]
    assert list(legal_actions(table)) == accepted


@given(st.data())
def test_a_refusal_depends_only_on_what_can_be_seen(data: st.DataObject) -> None:
    table = data.draw(tables)
    other = data.draw(look_alikes(table))
    assert other.view == table.view
    for action in ALL_ACTIONS:
        assert judge(other, action) == judge(table, action)
