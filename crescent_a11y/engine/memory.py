"""What the player has seen: which cards have lain open where; it never looks under a card."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.game import Event, Redone, Undone
from crescent_a11y.engine.rules import Moved, Redealt
from crescent_a11y.engine.table import PILES, Place, Table


class Memory:
    """A perfect memory of a game: it follows each card that has been on top of its place.

    It holds no cards, only whether the card at a position is known; the table tells which it is.
    `turned` are the piles whose top card the last event showed for the first time.
    """

    def __init__(self, table: Table) -> None:
        """Begin with a table of which the tops are seen, and the foundations known whole."""
        self._known = [
            [not place.is_pile] * (len(cards) - 1) + [True] * bool(cards)
            for place, cards in zip(Place, table.places, strict=True)
        ]
        self.turned: tuple[Place, ...] = ()

    def follow(self, event: Event) -> None:
        """Take in what an event moved and what it showed."""
        turned: list[Place] = []
        match event:
            case Moved() | Redone(Moved()):
                move = event if isinstance(event, Moved) else event.move
                turned = self._carry(move.source, move.destination)
            case Undone(move):
                self._carry(move.destination, move.source)
            case Redealt():
                for place in PILES:
                    pile = self._known[place]
                    if len(pile) > 1:
                        pile.append(pile.pop(0))
                        turned += self._turn(place)
        self.turned = tuple(turned)

    def _carry(self, source: Place, destination: Place) -> list[Place]:
        self._known[source].pop()
        self._known[destination].append(True)
        return self._turn(source)

    def _turn(self, place: Place) -> list[Place]:
        """See the top card of a place: the place, if that is for the first time."""
        known = self._known[place]
        if not known or known[-1]:
            return []
        known[-1] = True
        return [place]

    def seen(self, table: Table, place: Place) -> tuple[Card | None, ...]:
        """The cards of a place from the top down, None for each that has not been seen."""
        pairs = zip(table.places[place], self._known[place], strict=True)
        return tuple(card if known else None for card, known in pairs)[::-1]

    @property
    def unseen(self) -> int:
        """How many cards have not been seen."""
        return sum(known.count(False) for known in self._known)

    def arrangements(self, table: Table) -> Iterator[Table]:
        """Every table that this one can be, for somebody who has seen what is known of it.

        Which cards have not been seen is known as well: all that are missing. So these tables, and
        their order, are the same however the unseen cards lie. Of `unseen` cards there can be that
        number's factorial.
        """
        spots = [
            (place, height)
            for place in PILES
            for height, is_known in enumerate(self._known[place])
            if not is_known
        ]
        missing = sorted(table.places[place][height] for place, height in spots)
        for cards in sorted(set(permutations(missing))):
            places = [list(pile) for pile in table.places]
            for (place, height), card in zip(spots, cards, strict=True):
                places[place][height] = card
            yield Table(tuple(map(tuple, places)), table.redeals)

    def find(self, table: Table, card: Card) -> tuple[tuple[Place, int], ...]:
        """Where a card is known to lie: places, with how many cards lie over it."""
        return tuple(
            (place, depth)
            for place in Place
            for depth, found in enumerate(self.seen(table, place))
            if found == card
        )
