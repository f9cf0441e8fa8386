"""What the player has seen leaves open: every way that the unseen cards can lie, and no other."""

from __future__ import annotations

from math import factorial

from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import act, choices, choose, copies, sparse_tables, spell

from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.memory import Memory
from crescent_a11y.engine.table import Place, Table


def test_the_unseen_cards_lie_in_every_order_that_makes_a_difference() -> None:
    table = Table.of(["AS AS 2S", "3S KH", "QD"])
    memory = Memory(table)
    assert memory.unseen == 3
    told = [[spell(one.places[n]) for n in range(3)] for one in memory.arrangements(table)]
    assert told == [
        ["AS AS 2S", "3S KH", "QD"],
        ["AS 3S 2S", "AS KH", "QD"],
        ["3S AS 2S", "AS KH", "QD"],
    ]


def test_where_all_is_seen_there_is_one_arrangement() -> None:
    table = Table.of(["2S", "KH", "QD"], "us:9")
    assert Memory(table).unseen == 0
    assert list(Memory(table).arrangements(table)) == [table]


@given(table=sparse_tables(), choices=choices, data=st.data())
def test_arrangements_are_what_the_player_cannot_tell_apart(
    table: Table, choices: list[int] | bytes, data: st.DataObject
) -> None:
    game = Game(DealCode(Variant.TRADITIONAL, 1), table)
    memory = Memory(table)
    for choice in choices:
        action = choose(game, choice)
        if action is None:
            break
        memory.follow(act(game, action))
    assume(memory.unseen <= 5)
    seen = [memory.seen(game.table, place) for place in Place]
    found = list(memory.arrangements(game.table))
    assert game.table in found
    assert len(set(found)) == len(found) <= factorial(memory.unseen)
    for one in found:
        assert copies(one) == copies(game.table)
        assert one.redeals == game.table.redeals
        assert [memory.seen(one, place) for place in Place] == seen
    # However the cards lie, the tables are the same, and in the same order.
    assert list(memory.arrangements(data.draw(st.sampled_from(found)))) == found
