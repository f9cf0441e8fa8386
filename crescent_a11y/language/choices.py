"""Which card is meant and where it goes, asked and answered in words; it chooses nothing."""

from __future__ import annotations

from collections.abc import Sequence

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.table import Place, Table
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.words import CardNames, all_of, one_of, sentence, the_rank


class Choices:
    """Sentences about a card that is named or waits, in one language."""

    def __init__(self, translator: Translator, cards: CardNames) -> None:
        self._t = translator
        self._cards = cards

    def which(self, card: Card, places: Sequence[Place]) -> str:
        """The card named lies on several places: which one?"""
        return self._t.gettext("{card} lies {places}. Which one?").format(
            card=sentence(self._cards.the(card)),
            places=all_of(self._t, [self._on(place) for place in places]),
        )

    def which_foundation(self, card: Card) -> str:
        """Both foundations of its suit take the card."""
        return self._t.gettext("Both foundations take {card}. Ascending or descending?").format(
            card=self._cards.the(card)
        )

    def selected(self, card: Card, places: Sequence[Place], table: Table) -> str:
        """A card that several places take: where to?"""
        return self._t.gettext("{card} goes {places}. Where?").format(
            card=sentence(self._cards.the(card)),
            places=one_of(self._t, [self._onto(place, table) for place in places]),
        )

    def goes_nowhere(self, card: Card) -> str:
        """No place takes the card."""
        return self._t.gettext("No place takes {card}.").format(card=self._cards.the(card))

    def could_go(self, card: Card, places: Sequence[Place], table: Table) -> str:
        """The places that take the card, if any."""
        if not places:
            return self.goes_nowhere(card)
        return self._t.gettext("{card} goes {places}.").format(
            card=sentence(self._cards.the(card)),
            places=one_of(self._t, [self._onto(place, table) for place in places]),
        )

    def _onto(self, place: Place, table: Table) -> str:
        """On a place that takes a card; a pile is told by the rank of its top card."""
        t = self._t
        top = table.top(place)
        if place.is_pile and top is not None:
            return t.gettext("on {rank} of pile {number}").format(
                rank=the_rank(t, top.rank), number=place.number
            )
        return self._on(place)

    def _on(self, place: Place) -> str:
        """On a place. In a list, each has its own preposition."""
        t = self._t
        if place.is_pile:
            return t.gettext("on pile {number}").format(number=place.number)
        if place.is_ascending:
            return t.gettext("on the ascending foundation")
        return t.gettext("on the descending foundation")

    def help_selected(self, card: Card) -> str:
        """What can be done while a card waits for its destination."""
        return self._t.gettext("{card} waits for its destination: type a place, or cancel.").format(
            card=sentence(self._cards.the(card))
        )

    def let_go(self, card: Card) -> str:
        """The selected card stays where it is."""
        return self._t.gettext("{card} stays.").format(card=sentence(self._cards.the(card)))

    def nothing_selected(self) -> str:
        """There is no selection to cancel."""
        return self._t.gettext("No card waits for a destination.")

    def not_an_answer(self) -> str:
        """What was typed is none of the places to choose from."""
        return self._t.gettext("That is none of them; nothing is moved.")
