"""Deal codes and the specified shuffle; it never uses a random source of the platform."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple

from crescent_a11y.engine.cards import ALL_CARDS, Card, Rank, Suit
from crescent_a11y.engine.table import Table

NUMBERS = 26**7
"""How many deals there are; deal numbers go from 0 to one less."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MASK = 2**64 - 1


class Variant(Enum):
    """A variant of the game by its letter in a deal code."""

    TRADITIONAL = "N"
    FOUR = "F"
    """Crescent Four: a fourth redeal."""

    FACE_DOWN = "D"
    """Only the top card of each pile is turned over at first, the others as they are uncovered."""

    @property
    def redeals(self) -> int:
        """How many redeals the variant allows."""
        return 4 if self is Variant.FOUR else 3


class DealCode(NamedTuple):
    """The name of a deal: the variant, and the number that fixes the order of the cards."""

    variant: Variant
    number: int

    def __str__(self) -> str:
        """The code in its only output form, such as "CR1-N-AAAAAAB"."""
        letters = ""
        rest = self.number
        for _ in range(7):
            rest, digit = divmod(rest, 26)
            letters = _LETTERS[digit] + letters
        return f"CR1-{self.variant.value}-{letters}"

    @classmethod
    def parse(cls, text: str) -> DealCode:
        """Read a deal code; case, spaces and hyphens do not matter in it.

        A plain number, in ASCII digits and with nothing between them, is taken as the number in the
        traditional variant. Raises ValueError for anything else, numbers of 26 to the 7th and more
        included.
        """
        plain = text.strip(" ")
        if plain.isascii() and plain.isdigit() and len(plain) <= 20:
            number = int(plain)
            if number >= NUMBERS:
                raise ValueError("no deal has that number")
            return cls(Variant.TRADITIONAL, number)
        squeezed = text.replace(" ", "").replace("-", "")
        if not squeezed.isascii() or len(squeezed) > 20:
            raise ValueError("not a deal code")
        squeezed = squeezed.upper()
        head, variant, letters = squeezed[:3], squeezed[3:4], squeezed[4:]
        if head != "CR1" or len(letters) != 7 or any(x not in _LETTERS for x in letters):
            raise ValueError("not a deal code")
        number = 0
        for letter in letters:
            number = number * 26 + _LETTERS.index(letter)
        return cls(Variant(variant), number)


def generator(seed: int) -> Iterator[int]:
    """The SplitMix64 sequence of a seed: whole numbers from 0 to 2^64 - 1, without end."""
    state = seed & _MASK
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        yield mixed ^ (mixed >> 31)


def draw(numbers: Iterator[int], bound: int) -> int:
    """An unbiased draw from 0 to bound - 1; takes numbers until one is below the last multiple.

    `numbers` are of 64 bits, as `generator` gives them; `bound` is at least 1.

    A number of 2^64 - (2^64 mod bound) or more would favour small results and is passed over.
    """
    limit = 2**64 - 2**64 % bound
    number = next(numbers)
    while number >= limit:
        number = next(numbers)
    return number % bound


def pack() -> list[Card]:
    """The 96 cards to be dealt, in the order before the shuffle.

    First all 52 cards, then the 44 from the twos to the queens: the ace and the king of each suit
    of the second pack are the bases of the foundations.
    """
    bases = (Rank.ACE, Rank.KING)
    return [*ALL_CARDS, *(card for card in ALL_CARDS if card.rank not in bases)]


def shuffle(cards: list[Card], pick: Callable[[int], int]) -> None:
    """Shuffle in place from the end (Fisher and Yates); pick(n) gives 0 to n - 1."""
    for last in range(len(cards) - 1, 0, -1):
        other = pick(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def deal(code: DealCode) -> Table:
    """The table that a code deals: sixteen piles of six, the bases on the foundations.

    The first six cards of the shuffled pack are pile 1, bottom first, the next six pile 2, and so
    on. Every variant deals the same cards for the same number.
    """
    numbers = generator(code.number)
    cards = pack()
    shuffle(cards, lambda bound: draw(numbers, bound))
    piles = tuple(tuple(cards[start : start + 6]) for start in range(0, 96, 6))
    bases = tuple((Card(rank, suit),) for rank in (Rank.ACE, Rank.KING) for suit in Suit)
    return Table(piles + bases, code.variant.redeals)
