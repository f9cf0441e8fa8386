"""The variants: the same cards, a fourth redeal, and what is turned over for the first time."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import DATA, act, choices, choose, move, no_words, numbers, play

from crescent_a11y.engine.deal import DealCode, Variant, deal
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.memory import Memory
from crescent_a11y.engine.record import header, lines_of
from crescent_a11y.engine.replay import replay
from crescent_a11y.engine.rules import NoRedeals, Redeal
from crescent_a11y.engine.table import PILES, Place, Table

REDEALS = {Variant.TRADITIONAL: 3, Variant.FOUR: 4, Variant.FACE_DOWN: 3}
variants = pytest.mark.parametrize("variant", Variant)


def test_there_are_three_variants_by_their_letters() -> None:
    assert [variant.value for variant in Variant] == ["N", "F", "D"]
    assert {variant: variant.redeals for variant in Variant} == REDEALS


@given(number=numbers)
def test_the_same_number_deals_the_same_cards_in_every_variant(number: int) -> None:
    tables = [deal(DealCode(variant, number)) for variant in Variant]
    assert len({table.places for table in tables}) == 1
    assert [table.redeals for table in tables] == list(REDEALS.values())


@variants
@given(number=numbers)
def test_a_code_of_a_variant_is_read_as_it_is_written(variant: Variant, number: int) -> None:
    code = DealCode(variant, number)
    assert str(code).split("-")[1] == variant.value
    for text in (str(code), str(code).lower(), str(code).replace("-", " ")):
        assert DealCode.parse(text) == code


@variants
def test_a_variant_allows_so_many_redeals_and_no_more(variant: Variant) -> None:
    game = Game(DealCode(variant, 1))
    for left in reversed(range(REDEALS[variant])):
        act(game, Redeal())
        assert game.table.redeals == left
    assert game.act(Redeal()) == NoRedeals()


@variants
def test_a_log_is_judged_by_the_redeals_of_its_variant(variant: Variant) -> None:
    code = DealCode(variant, 1)
    for redeals in range(6):
        log = header(code) + "redeal\n" * redeals + f"redeals {redeals}\n"
        report = replay(lines_of(log.encode()), no_words)
        if redeals <= REDEALS[variant]:
            assert report.is_valid
        else:
            assert report.fault is not None
            assert report.fault.code == "no-redeals"
            assert report.fault.line == 3 + REDEALS[variant]


@variants
def test_a_won_game_is_won_in_every_variant(variant: Variant) -> None:
    log = (DATA / "won.crescent").read_text(encoding="utf-8")
    other = log.replace("CR1-N-", f"CR1-{variant.value}-")
    report = replay(lines_of(other.encode()), no_words)
    assert report.is_valid
    assert report.result == "won"


# What is turned over


def turned(game: Game, memory: Memory, action: Redeal | str) -> tuple[Place, ...]:
    memory.follow(act(game, move(action) if isinstance(action, str) else action))
    return memory.turned


def test_a_card_is_turned_over_once() -> None:
    table = Table.of(["2D 7S", "8S", "AC 3C 6S"], redeals=3)
    game = Game(DealCode(Variant.FACE_DOWN, 0), table)
    memory = Memory(table)
    assert turned(game, memory, "1 2") == (PILES[0],)
    assert turned(game, memory, "2 3") == (), "the 8 has lain open before"
    assert turned(game, memory, Redeal()) == (PILES[2],)
    assert turned(game, memory, Redeal()) == (PILES[2],)
    assert turned(game, memory, Redeal()) == (), "the 6 has lain open before"


def test_a_redeal_turns_over_every_bottom_card_of_a_new_game() -> None:
    game = Game(DealCode(Variant.FACE_DOWN, 1))
    assert turned(game, Memory(game.table), Redeal()) == PILES


@given(number=numbers, chosen=choices)
def test_what_is_turned_over_is_on_top_and_was_not_known(number: int, chosen: list[int]) -> None:
    game = Game(DealCode(Variant.FACE_DOWN, number))
    memory = Memory(game.table)
    for choice in chosen:
        action = choose(game, choice)
        if action is None:
            break
        before = {place: memory.seen(game.table, place) for place in PILES}
        hidden = sum(cards.count(None) for cards in before.values())
        memory.follow(act(game, action))
        after = {place: memory.seen(game.table, place) for place in PILES}
        assert hidden - sum(cards.count(None) for cards in after.values()) == len(memory.turned)
        for place in memory.turned:
            assert None in before[place]
            assert after[place][0] == game.table.top(place)


@given(number=numbers, chosen=choices)
def test_the_same_play_ends_alike_in_every_variant(number: int, chosen: list[int]) -> None:
    variants = (Variant.TRADITIONAL, Variant.FACE_DOWN)
    one, other = (play(DealCode(variant, number), chosen) for variant in variants)
    assert one.game.table == other.game.table
    assert one.steps == other.steps
