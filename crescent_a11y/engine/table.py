"""The table: places and the cards that lie on them; it never decides what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from crescent_a11y.engine.cards import Card, Rank, Suit

PILE_LIMIT = 13
"""The most cards a pile can hold (rules: "O stivă conține cel mult 13 cărți")."""

FOUNDATION_SIZE = 13
"""The number of cards of a complete foundation."""

CARDS_IN_PLAY = 104
"""Two packs of 52 cards."""


class Place(IntEnum):
    """One of the 24 places: piles 1 to 16, then the foundations in their spoken order.

    The value is the place's index in `Table.places`.
    """

    P1 = 0
    P2 = 1
    P3 = 2
    P4 = 3
    P5 = 4
    P6 = 5
    P7 = 6
    P8 = 7
    P9 = 8
    P10 = 9
    P11 = 10
    P12 = 11
    P13 = 12
    P14 = 13
    P15 = 14
    P16 = 15
    US = 16
    UH = 17
    UD = 18
    UC = 19
    DS = 20
    DH = 21
    DD = 22
    DC = 23

    @property
    def code(self) -> str:
        """The place's ASCII name: "1" to "16", "us", "uh", "ud", "uc", "ds", "dh", "dd", "dc"."""
        return _CODES[self]

    @property
    def is_pile(self) -> bool:
        """Whether this is one of the sixteen piles."""
        return self < Place.US

    @property
    def number(self) -> int:
        """The number of a pile, 1 to 16; meaningless for a foundation."""
        return self + 1

    @property
    def is_ascending(self) -> bool:
        """Whether this foundation is built from the ace up to the king."""
        return Place.US <= self < Place.DS

    @property
    def suit(self) -> Suit:
        """The suit of a foundation; meaningless for a pile."""
        return _SUITS[self & 3]

    @classmethod
    def parse(cls, code: str) -> Place:
        """Read a place's ASCII name, exactly as `code` writes it.

        Raises ValueError for anything else.
        """
        try:
            return _PLACES[code]
        except KeyError:
            raise ValueError(f"not a place: {code!r}") from None


PILES: tuple[Place, ...] = tuple(Place)[:16]
"""The sixteen piles: 1 to 4 on the left, 5 to 12 on top, 13 to 16 on the right."""

FOUNDATIONS: tuple[Place, ...] = tuple(Place)[16:]
"""The eight foundations: ascending, then descending, each spades, hearts, diamonds, clubs."""

_SUITS = tuple(Suit)
_CODES = (*(str(number) for number in range(1, 17)), "us", "uh", "ud", "uc", "ds", "dh", "dd", "dc")
_PLACES = dict(zip(_CODES, Place, strict=True))


def foundation(suit: Suit, *, ascending: bool) -> Place:
    """The foundation of a suit: the one up from its ace, or the one down from its king."""
    return FOUNDATIONS[suit if ascending else suit + 4]


def foundation_card(place: Place, position: int) -> Card | None:
    """The card that belongs at a position of a foundation; position 0 is its base.

    None beyond the thirteenth card.
    """
    if position >= FOUNDATION_SIZE:
        return None
    rank = position + 1 if place.is_ascending else FOUNDATION_SIZE - position
    return Card(Rank(rank), place.suit)


@dataclass(frozen=True, slots=True)
class Sight:
    """What can be seen of one place: how many cards lie there, and the top one."""

    count: int
    top: Card | None


View = tuple[Sight, ...]
"""What can be seen of a table: one `Sight` for each of the 24 places, in their order."""


class Table(NamedTuple):
    """A position: the cards of the 24 places and the redeals left.

    `places[place]` is a tuple of cards, bottom first; a foundation's bottom card is its base.
    """

    places: tuple[tuple[Card, ...], ...]
    redeals: int

    @property
    def is_won(self) -> bool:
        """Whether all 104 cards are on the foundations, that is, no pile holds a card."""
        return not any(self.places[:16])

    @property
    def foundation_cards(self) -> int:
        """The number of cards on the foundations, 8 to 104."""
        return sum(map(len, self.places[16:]))

    def top(self, place: Place) -> Card | None:
        """The top card of a place, or None where there is no card."""
        cards = self.places[place]
        return cards[-1] if cards else None

    def wanted(self, place: Place) -> Card | None:
        """The card that a foundation wants next, or None when it is complete."""
        return foundation_card(place, len(self.places[place]))

    @property
    def view(self) -> View:
        """What anyone can see: the count and the top card of each of the 24 places."""
        return tuple(Sight(len(cards), cards[-1] if cards else None) for cards in self.places)

    @classmethod
    def of(cls, piles: Iterable[str], foundations: str = "", redeals: int = 0) -> Table:
        """Build a table from card codes: for examples, lessons and tests.

        `piles` gives up to sixteen piles as codes separated by blanks, bottom first; the missing
        ones are empty. `foundations` gives the counts that differ from 1, such as "us:3 dh:13".
        Nothing is checked but the codes. Raises ValueError for a code that is none.
        """
        heights = dict.fromkeys(FOUNDATIONS, 1)
        for word in foundations.split():
            code, _, count = word.partition(":")
            heights[Place.parse(code)] = int(count)
        laid = [tuple(map(Card.parse, pile.split())) for pile in piles]
        laid += [()] * (16 - len(laid))
        built = [
            tuple(card for n in range(count) if (card := foundation_card(place, n)))
            for place, count in heights.items()
        ]
        return cls((*laid, *built), redeals)


class Board:
    """A table that changes in place, which is cheap; it never asks whether it may.

    `places` and `redeals` are what they are in a `Table`, but for lists instead of tuples, so that
    the rules look at either.
    """

    __slots__ = ("places", "redeals")

    def __init__(self, table: Table) -> None:
        self.places = [list(cards) for cards in table.places]
        self.redeals = table.redeals

    @property
    def is_won(self) -> bool:
        """Whether all 104 cards are on the foundations, that is, no pile holds a card."""
        return not any(self.places[:16])

    def move(self, source: Place, destination: Place) -> None:
        """Move the top card of a place to another place; the other way round takes it back."""
        self.places[destination].append(self.places[source].pop())

    def redeal(self) -> None:
        """Take the bottom card of each pile and put it on top."""
        for pile in self.places[:16]:
            if pile:
                pile.append(pile.pop(0))
        self.redeals -= 1

    def table(self) -> Table:
        """The table as it is now."""
        return Table(tuple(map(tuple, self.places)), self.redeals)
