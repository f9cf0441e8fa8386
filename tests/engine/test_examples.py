"""The three tables that the rules show: what can be played on each."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from strategies import DATA, card, copies, move, read_words

from crescent_a11y.engine.cards import ALL_CARDS
from crescent_a11y.engine.rules import Accepted, Moved, Redeal, decide, legal_actions, legal_moves
from crescent_a11y.engine.table import FOUNDATIONS, Place, Sight, View, foundation_card
from crescent_a11y.engine.view import contradiction, lay


class Example(NamedTuple):
    """A table as the rules show it: heights of the foundations; count and top of each pile."""

    file: str
    foundations: str
    piles: str
    moves: list[str]

    @property
    def view(self) -> View:
        piles = []
        for told in self.piles.split(", "):
            count, code = told.split()
            piles.append(Sight(int(count), card(code)))
        heights = map(int, self.foundations.split())
        built = [
            Sight(height, foundation_card(place, height - 1))
            for place, height in zip(FOUNDATIONS, heights, strict=True)
        ]
        return (*piles, *built)


BEFORE_MOVE_10 = Example(
    "diagram-before-move-10.txt",
    "2 2 1 1 2 2 1 5",
    "4 JD, 6 8S, 4 7D, 5 4D, 6 10S, 4 QS, 6 5H, 6 6S, "
    "5 5C, 6 AS, 6 KC, 6 10C, 6 7C, 6 KS, 6 6S, 6 AC",
    ["6 14", "10 14", "11 16", "14 6", "14 10", "16 11"],
)
BEFORE_FIRST_REDEAL = Example(
    "diagram-before-first-redeal.txt",
    "2 2 1 1 4 4 1 5",
    "4 JD, 6 8S, 4 7D, 5 4D, 5 5H, 4 QS, 6 5H, 6 6S, "
    "5 5C, 4 9D, 7 AC, 6 10C, 6 7C, 7 AS, 4 KH, 5 6S",
    [],
)
AFTER_FIRST_REDEAL = Example(
    "diagram-after-first-redeal.txt",
    "2 2 1 1 4 4 1 5",
    "4 2H, 6 7H, 4 4C, 5 5C, 5 8D, 4 JS, 6 10S, 6 AD, "
    "5 7S, 4 QC, 7 8C, 6 2C, 6 6D, 7 4S, 4 8D, 5 3D",
    ["3 4", "4 3", "6 7", "7 6", "11 dc", "12 uc"],
)
EXAMPLES = (BEFORE_MOVE_10, BEFORE_FIRST_REDEAL, AFTER_FIRST_REDEAL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_is_the_one_told_in_words(example: Example) -> None:
    assert read_words((DATA / example.file).read_text(encoding="utf-8")) == example.view


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_is_a_possible_table(example: Example) -> None:
    assert contradiction(example.view) is None
    table = lay(example.view)
    assert table.view == example.view
    assert copies(table) == dict.fromkeys(ALL_CARDS, 2)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_moves_of_the_example_are_these(example: Example) -> None:
    assert list(legal_moves(lay(example.view))) == [move(text) for text in example.moves]


def test_before_move_10_the_ace_of_pile_10_goes_on_the_king_of_pile_14() -> None:
    answer = decide(lay(BEFORE_MOVE_10.view), move("10 14"))
    assert isinstance(answer, Accepted)
    assert isinstance(answer.event, Moved)
    assert (answer.event.card, answer.event.onto) == (card("AS"), card("KS"))
    assert (answer.event.left, answer.event.height) == (5, 7)


def test_before_the_first_redeal_nothing_but_the_redeal_is_left() -> None:
    table = lay(BEFORE_FIRST_REDEAL.view, redeals=3)
    assert list(legal_actions(table)) == [Redeal()]


def test_the_first_redeal_keeps_all_counts_and_the_foundations() -> None:
    answer = decide(lay(BEFORE_FIRST_REDEAL.view, redeals=3), Redeal())
    assert isinstance(answer, Accepted)
    shown, then = AFTER_FIRST_REDEAL.view, answer.table.view
    assert [sight.count for sight in then] == [sight.count for sight in shown]
    assert then[Place.US :] == shown[Place.US :]


def test_the_first_redeal_makes_moves_possible_again() -> None:
    table = lay(AFTER_FIRST_REDEAL.view, redeals=2)
    assert [one.destination.code for one in legal_moves(table)] == ["4", "3", "7", "6", "dc", "uc"]
