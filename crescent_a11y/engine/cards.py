"""Suits, ranks and cards with their ASCII codes; it knows no rule and no word for a card."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Suit(IntEnum):
    """A suit, in the order in which suits are always listed."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def code(self) -> str:
        """The suit's letter: S, H, D or C."""
        return "SHDC"[self]


class Rank(IntEnum):
    """A rank from the ace, 1, to the king, 13."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def code(self) -> str:
        """The rank's code: A, 2 to 10, J, Q or K."""
        return _RANK_CODES[self - 1]


_RANK_CODES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Card(NamedTuple):
    """A card; its two copies in the two packs are equal."""

    rank: Rank
    suit: Suit

    @property
    def code(self) -> str:
        """The card's code in its only output form, such as "AS" or "10H"."""
        return _CODE_OF_CARD[self]

    @property
    def neighbours(self) -> tuple[Card, Card]:
        """The two cards that go on this one in a pile: one rank lower, one rank higher.

        Ace and king are neighbours (rules: "Rangurile se continuă în cerc").
        """
        return _NEIGHBOURS[self]

    @classmethod
    def parse(cls, code: str) -> Card:
        """Read a card code: "AS", "10H", also "TH" and lower case.

        Raises ValueError for anything else.
        """
        try:
            return _CARD_OF_CODE[code]
        except KeyError:
            raise ValueError(f"not a card code: {code!r}") from None


ALL_CARDS: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 different cards: spades, hearts, diamonds, clubs, each from the ace to the king."""

_CODE_OF_CARD = {card: card.rank.code + card.suit.code for card in ALL_CARDS}
_CARD_OF_CODE = {code: card for card, code in _CODE_OF_CARD.items()}
_CARD_OF_CODE |= {"T" + card.suit.code: card for card in ALL_CARDS if card.rank == Rank.TEN}
_CARD_OF_CODE |= {
    "".join(form): card
    for code, card in tuple(_CARD_OF_CODE.items())
    for form in (
        (code[:-1].lower(), code[-1].lower()),
        (code[:-1].lower(), code[-1]),
        (code[:-1], code[-1].lower()),
    )
}
_NEIGHBOURS = {
    card: (
        Card(Rank((card.rank - 2) % 13 + 1), card.suit),
        Card(Rank(card.rank % 13 + 1), card.suit),
    )
    for card in ALL_CARDS
}
