"""What the player has seen: which cards have lain open where; it never looks under a card."""

from __future__ import annotations

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.game import Event, Redone, Undone
from crescent_a11y.engine.rules import Moved, Redealt
from crescent_a11y.engine.table import Place, Table


class Memory:
    """A perfect memory of a game: it follows each card that has been on top of its place.

    It holds no cards, only whether the card at a position is known; the table tells which it is.
    """

    def __init__(self, table: Table) -> None:
        """Begin with a table of which the tops are seen, and the foundations known whole."""
        self._known = [
            [not place.is_pile] * (len(cards) - 1) + [True] * bool(cards)
            for place, cards in zip(Place, table.places, strict=True)
        ]

    def follow(self, event: Event) -> None:
        """Take in what an event moved and what it showed."""
        match event:
            case Moved() | Redone(Moved()):
                move = event if isinstance(event, Moved) else event.move
                self._carry(move.source, move.destination)
            case Undone(move):
                self._carry(move.destination, move.source)
            case Redealt():
                for pile in self._known[:16]:
                    if len(pile) > 1:
                        pile.append(pile.pop(0))
                        pile[-1] = True

    def _carry(self, source: Place, destination: Place) -> None:
        self._known[source].pop()
        self._known[destination].append(True)
        if self._known[source]:
            self._known[source][-1] = True

    def seen(self, table: Table, place: Place) -> tuple[Card | None, ...]:
        """The cards of a place from the top down, None for each that has not been seen."""
        pairs = zip(table.places[place], self._known[place], strict=True)
        return tuple(card if known else None for card, known in pairs)[::-1]

    def find(self, table: Table, card: Card) -> tuple[tuple[Place, int], ...]:
        """Where a card is known to lie: places, with how many cards lie over it."""
        return tuple(
            (place, depth)
            for place in Place
            for depth, found in enumerate(self.seen(table, place))
            if found == card
        )
