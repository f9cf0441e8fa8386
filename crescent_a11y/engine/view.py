"""What can be seen of a table, as somebody told it: is it possible at all? It words nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from crescent_a11y.engine.cards import ALL_CARDS, Card
from crescent_a11y.engine.table import (
    CARDS_IN_PLAY,
    FOUNDATION_SIZE,
    FOUNDATIONS,
    PILE_LIMIT,
    PILES,
    Place,
    Sight,
    Table,
    View,
    foundation_card,
)


@dataclass(frozen=True, slots=True)
class WrongTop:
    """The card told to lie on top of a foundation cannot be there at that count."""

    place: Place
    told: Sight


@dataclass(frozen=True, slots=True)
class ImpossibleCount:
    """A pile told to have more than 13 cards, or a foundation that has none or more than 13."""

    place: Place
    told: Sight


@dataclass(frozen=True, slots=True)
class WrongTotal:
    """The counts do not add up to 104 cards."""

    total: int


@dataclass(frozen=True, slots=True)
class ThirdCopy:
    """A card that would have to be there three times; there are two of each."""

    card: Card


Contradiction = WrongTop | ImpossibleCount | WrongTotal | ThirdCopy


class UnreadableView(ValueError):  # noqa: N818 - it is the text that is unreadable
    """A table in words that cannot be read.

    `column` counts characters of the text from 1; `word` is the offending part.
    """

    def __init__(self, column: int, word: str) -> None:
        super().__init__(f"unreadable at column {column}")
        self.column = column
        self.word = word


ReadView = Callable[[str], View]
"""Reads a table in words; raises UnreadableView."""


def no_view(text: str) -> View:
    """Read no table in words at all, for logs that have none."""
    raise UnreadableView(1, text)


def contradiction(view: View) -> Contradiction | None:
    """The first thing in a view that no table can show, or None.

    Places are looked at in their order, then the total, then the copies of each card.
    """
    for place in Place:
        told = view[place]
        limit = PILE_LIMIT if place.is_pile else FOUNDATION_SIZE
        if told.count > limit or (told.count == 0) != (told.top is None):
            return ImpossibleCount(place, told)
        if not place.is_pile:
            if not told.count:
                return ImpossibleCount(place, told)
            if told.top != foundation_card(place, told.count - 1):
                return WrongTop(place, told)
    total = sum(told.count for told in view)
    if total != CARDS_IN_PLAY:
        return WrongTotal(total)
    seen = _seen(view)
    for card in ALL_CARDS:
        if seen[card] > 2:
            return ThirdCopy(card)
    return None


def lay(view: View, redeals: int = 0) -> Table:
    """A table that looks like a view without contradiction.

    Which cards lie under the tops of the piles is not known from a view: they are laid in the
    order of `ALL_CARDS`, so nothing that depends on them may be told of such a table.
    """
    seen = _seen(view)
    hidden = iter([card for card in ALL_CARDS for _ in range(2 - seen[card])])
    piles: list[tuple[Card, ...]] = []
    for place in PILES:
        told = view[place]
        if told.top is None:
            piles.append(())
        else:
            piles.append((*(next(hidden) for _ in range(told.count - 1)), told.top))
    built = [_foundation(place, view[place].count) for place in FOUNDATIONS]
    return Table((*piles, *built), redeals)


def _seen(view: View) -> Counter[Card]:
    seen = Counter(view[place].top for place in PILES)
    for place in FOUNDATIONS:
        seen.update(_foundation(place, view[place].count))
    return Counter({card: number for card, number in seen.items() if card is not None})


def _foundation(place: Place, count: int) -> tuple[Card, ...]:
    return tuple(card for n in range(count) if (card := foundation_card(place, n)))
