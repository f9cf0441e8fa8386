"""What an action did, outcome first, in words or in 40 cells; it decides and keeps nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.game import Event, Game, Redone, Undone
from crescent_a11y.engine.rules import Moved, Redealt
from crescent_a11y.engine.table import FOUNDATION_SIZE, PILES, Place, Table
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.spelling import braille_cells
from crescent_a11y.language.words import (
    CardNames,
    card_count,
    place_name,
    rank_name,
    redeals_left,
    sentence,
    suit_name,
)


class Narrator:
    """Sentences about events, in one language and as fully as the player wants to hear them.

    `verbosity` is "brief", "normal" or "full"; with `counts` it is said how many cards lie where a
    card was moved.
    """

    def __init__(
        self, translator: Translator, cards: CardNames, *, verbosity: str, counts: bool
    ) -> None:
        self._t = translator
        self._cards = cards
        self._verbosity = verbosity
        self._counts = counts

    def happened(self, event: Event, game: Game, turned: Collection[Place] = ()) -> str:
        """What an event did: which card went where, and what it uncovered.

        `turned` are the piles whose top card it turned over, where cards lie face down.
        """
        match event:
            case Moved():
                return self._played(event, game, turned)
            case Redone(move):
                return self._played(move, game, turned)
            case Undone(move):
                return self._undone(move)
            case Redealt():
                return self._redealt(event, game.table, turned)

    def _played(self, event: Moved, game: Game, turned: Collection[Place]) -> str:
        if self._verbosity == "brief":
            return self._briefly(event, is_turned=event.source in turned)
        said = [self._moved(event)]
        if event.uncovered is not None and event.source in turned:
            said.append(self._turned(event.uncovered, event.left))
        else:
            said.append(self._top(event.source, event.uncovered, event.left))
        if self._verbosity == "full":
            if event.destination.is_pile:
                count = card_count(self._t, event.height)
                text = self._t.gettext("Pile {number} now has {count}.")
                said.append(text.format(number=event.destination.number, count=count))
            said.append(self._t.gettext("Move {number}.").format(number=game.moves))
        return " ".join(said)

    def _briefly(self, event: Moved, *, is_turned: bool) -> str:
        t = self._t
        card = sentence(self._cards.name(event.card))
        if event.height == FOUNDATION_SIZE and not event.destination.is_pile:
            return f"{self._moved(event)} {self._top(event.source, event.uncovered, event.left)}"
        if event.destination.is_pile:
            where = place_name(t, event.destination)
        elif event.destination.is_ascending:
            where = t.gettext("ascending foundation")
        else:
            where = t.gettext("descending foundation")
        if event.uncovered is None:
            return t.gettext("{card}, {place}; pile {number} empty.").format(
                card=card, place=where, number=event.source.number
            )
        if is_turned:
            text = t.gettext("{card}, {place}; flips {uncovered}.")
        else:
            text = t.gettext("{card}, {place}; uncovers {uncovered}.")
        return text.format(card=card, place=where, uncovered=self._cards.name(event.uncovered))

    def _moved(self, event: Moved) -> str:
        t = self._t
        card = sentence(self._cards.name(event.card))
        if event.destination.is_pile:
            return t.gettext("{card} on {onto}, pile {number}.").format(
                card=card, onto=self._cards.name(event.onto), number=event.destination.number
            )
        if event.height == FOUNDATION_SIZE:
            if event.destination.is_ascending:
                return t.gettext("{card} completes the ascending foundation.").format(card=card)
            return t.gettext("{card} completes the descending foundation.").format(card=card)
        if not self._counts:
            if event.destination.is_ascending:
                return t.gettext("{card} on the ascending foundation.").format(card=card)
            return t.gettext("{card} on the descending foundation.").format(card=card)
        if event.destination.is_ascending:
            text = t.gettext("{card} on the ascending foundation, {count}.")
        else:
            text = t.gettext("{card} on the descending foundation, {count}.")
        return text.format(card=card, count=card_count(t, event.height))

    def _top(self, place: Place, top: Card | None, count: int) -> str:
        """What lies on a place now."""
        t = self._t
        if top is None:
            return t.gettext("Pile {number} is empty.").format(number=place.number)
        card = self._cards.name(top)
        if not self._counts:
            if place.is_pile:
                return t.gettext("Pile {number}: {card}.").format(number=place.number, card=card)
            if place.is_ascending:
                return t.gettext("Ascending foundation: {card}.").format(card=card)
            return t.gettext("Descending foundation: {card}.").format(card=card)
        if place.is_pile:
            return t.gettext("Pile {number}: {card}, {count}.").format(
                number=place.number, card=card, count=card_count(t, count)
            )
        if place.is_ascending:
            text = t.gettext("Ascending foundation: {card}, {count}.")
        else:
            text = t.gettext("Descending foundation: {card}, {count}.")
        return text.format(card=card, count=card_count(t, count))

    def _turned(self, card: Card, count: int) -> str:
        """The card that a move turned over, on the pile that it left."""
        t = self._t
        if not self._counts:
            return t.gettext("Turned over: {card}.").format(card=self._cards.name(card))
        return t.gettext("Turned over: {card}, {count}.").format(
            card=self._cards.name(card), count=card_count(t, count)
        )

    def _undone(self, move: Moved) -> str:
        t = self._t
        card = sentence(self._cards.name(move.card))
        if move.source.is_pile:
            back = t.gettext("{card} back on pile {number}.").format(
                card=card, number=move.source.number
            )
        elif move.source.is_ascending:
            back = t.gettext("{card} back on the ascending foundation.").format(card=card)
        else:
            back = t.gettext("{card} back on the descending foundation.").format(card=card)
        return f"{back} {self._top(move.destination, move.onto, move.height - 1)}"

    def undone(self, moves: Sequence[Moved], asked: int, table: Table) -> str:
        """Several moves taken back; says so where there were fewer than asked for."""
        t = self._t
        text = t.ngettext("{count} move taken back.", "{count} moves taken back.", len(moves))
        said = [text.format(count=len(moves))]
        if len(moves) < asked:
            said.append(t.gettext("No more can be undone."))
        touched = {place for move in moves for place in (move.source, move.destination)}
        said += [
            self._top(place, table.top(place), len(table.places[place]))
            for place in sorted(touched)
        ]
        return " ".join(said)

    def _redealt(self, event: Redealt, table: Table, turned: Collection[Place]) -> str:
        """A redeal with the tops that it brought up."""
        t = self._t
        if event.left and turned:
            text = t.ngettext(
                "Redealt face-up, {count} left.", "Redealt face-up, {count} left.", event.left
            )
        elif turned:
            text = t.gettext("Redealt face-up, for the last time.")
        elif event.left:
            text = t.ngettext("Redealt, {count} left.", "Redealt, {count} left.", event.left)
        else:
            text = t.gettext("Redealt, for the last time.")
        done = text.format(count=event.left)
        tops = [
            t.gettext("pile {number}: {card}").format(
                number=place.number, card=self._cards.name(table.places[place][-1])
            )
            for place in PILES
            if len(table.places[place]) > 1
        ]
        return f"{done} {sentence('; '.join(tops))}."

    # Braille

    def short(self, event: Event) -> str:
        """An event in at most 40 cells of letters, digits and blanks."""
        match event:
            case Moved() | Redone(Moved()):
                move = event if isinstance(event, Moved) else event.move
                shown = [self._short_card(move.card), self._short_place(move.destination)]
                shown.append(self._short_place(move.source))
                if move.uncovered is not None:
                    shown.append(self._short_card(move.uncovered))
                return braille_cells(" ".join(shown))
            case Undone(move):
                shown = [self._short_card(move.card), self._short_place(move.source)]
                return braille_cells(" ".join(shown))
            case Redealt(left):
                return braille_cells(redeals_left(self._t, left))

    def _short_card(self, card: Card) -> str:
        return f"{rank_name(self._t, card.rank)} {suit_name(self._t, card.suit)}"

    def _short_place(self, place: Place) -> str:
        t = self._t
        if place.is_pile:
            return t.pgettext("braille", "p{number}").format(number=place.number)
        if place.is_ascending:
            return t.pgettext("braille", "up")
        return t.pgettext("braille", "down")
