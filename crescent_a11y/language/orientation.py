"""Where the cards lie, in few words: by suit, by card, by row; it says no more than was seen."""

from __future__ import annotations

from collections.abc import Sequence

from crescent_a11y.engine.cards import Card, Rank, Suit
from crescent_a11y.engine.memory import Memory
from crescent_a11y.engine.table import FOUNDATIONS, PILES, Place, Table, View, foundation
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.diagram import describe_place
from crescent_a11y.language.words import (
    CardNames,
    all_of,
    card_count,
    rank_name,
    sentence,
    suit_name,
)

LEFT = PILES[:4]
TOP = PILES[4:12]
RIGHT = PILES[12:]


class Orientation:
    """Sentences about a table in one language."""

    def __init__(self, translator: Translator, cards: CardNames, *, counts: bool) -> None:
        self._t = translator
        self._cards = cards
        self._counts = counts

    # By suit

    def suit(self, suit: Suit, table: Table) -> str:
        """A suit's foundations with what each wants, then its pile tops in rank order.

        Tops that can be joined are said together; ace and king can.
        """
        wanted = self._wants(suit, table)
        piles: dict[Rank, list[str]] = {}
        for place in PILES:
            top = table.top(place)
            if top is not None and top.suit == suit:
                piles.setdefault(top.rank, []).append(place.code)
        if not piles:
            none = self._t.gettext("No pile shows this suit.")
            return f"{wanted} {none}"
        runs = "; ".join(
            ", ".join(self._tops(rank, piles[rank]) for rank in run) for run in _runs(piles)
        )
        return f"{wanted} {sentence(runs)}."

    def _wants(self, suit: Suit, table: Table) -> str:
        t = self._t
        up = table.wanted(foundation(suit, ascending=True))
        down = table.wanted(foundation(suit, ascending=False))
        name = sentence(suit_name(t, suit))
        if up and down:
            return t.gettext("{suit}: up wants {up}, down wants {down}.").format(
                suit=name, up=rank_name(t, up.rank), down=rank_name(t, down.rank)
            )
        if up:
            return t.gettext("{suit}: up wants {up}, down is complete.").format(
                suit=name, up=rank_name(t, up.rank)
            )
        if down:
            return t.gettext("{suit}: up is complete, down wants {down}.").format(
                suit=name, down=rank_name(t, down.rank)
            )
        return t.gettext("{suit}: both foundations are complete.").format(suit=name)

    def _tops(self, rank: Rank, piles: Sequence[str]) -> str:
        text = self._t.ngettext("{rank} pile {piles}", "{rank} piles {piles}", len(piles))
        return text.format(rank=rank_name(self._t, rank), piles=all_of(self._t, piles))

    # By card

    def not_on_top(self, card: Card) -> str:
        """No pile has the card on top."""
        return self._t.gettext("{card} is not on top of any pile.").format(
            card=sentence(self._cards.the(card))
        )

    def where(self, card: Card, table: Table, memory: Memory | None) -> str:
        """Every place where a card is known to lie; without a memory, only where it is on top."""
        t = self._t
        name = sentence(self._cards.the(card))
        places = self._known(card, table, memory)
        if not places:
            if memory is None:
                return self.not_on_top(card)
            return t.gettext("{card} is not seen yet.").format(card=name)
        found = "; ".join(places)
        if memory is not None and len(places) == 1:
            return t.gettext("{card}: {places}; the other is not seen yet.").format(
                card=name, places=found
            )
        return t.gettext("{card}: {places}.").format(card=name, places=found)

    def _known(self, card: Card, table: Table, memory: Memory | None) -> list[str]:
        return [self._lies(place, depth) for place, depth in _found(card, table, memory)]

    def _lies(self, place: Place, depth: int) -> str:
        t = self._t
        if not place.is_pile:
            if place.is_ascending:
                return t.gettext("on the ascending foundation")
            return t.gettext("on the descending foundation")
        if not depth:
            return t.gettext("on pile {number}").format(number=place.number)
        return t.gettext("in pile {number} under {count}").format(
            number=place.number, count=card_count(t, depth)
        )

    def wanted(self, table: Table, memory: Memory | None) -> str:
        """For each foundation the card it wants next, and where that is known to lie."""
        return "\n".join(self._wanted(suit, table, memory) for suit in Suit)

    def _wanted(self, suit: Suit, table: Table, memory: Memory | None) -> str:
        t = self._t
        up = table.wanted(foundation(suit, ascending=True))
        down = table.wanted(foundation(suit, ascending=False))
        return t.gettext("{suit}, up {up}; down {down}.").format(
            suit=sentence(suit_name(t, suit)),
            up=self._wanted_card(up, table, memory),
            down=self._wanted_card(down, table, memory),
        )

    def _wanted_card(self, card: Card | None, table: Table, memory: Memory | None) -> str:
        t = self._t
        if card is None:
            return t.gettext("complete")
        rank = rank_name(t, card.rank)
        # A card on a foundation is not to be had from there unless it is the top one.
        places = [
            self._lies(place, depth)
            for place, depth in _found(card, table, memory)
            if place.is_pile or (depth == 0 and len(table.places[place]) > 1)
        ]
        if places:
            return t.gettext("{rank}, {places}").format(rank=rank, places=all_of(t, places))
        if memory is None:
            return t.gettext("{rank}, not on top").format(rank=rank)
        return t.gettext("{rank}, not seen").format(rank=rank)

    # By place

    def pile(self, place: Place, table: Table) -> str:
        """One pile."""
        return sentence(describe_place(self._t, place, table.view[place])) + "."

    def foundations(self, table: Table) -> str:
        """The tops of the foundations, those that go up, then those that go down."""
        t = self._t

        def tops(places: Sequence[Place]) -> str:
            return all_of(t, [self._foundation_top(place, table) for place in places])

        return t.gettext("Ascending: {up}. Descending: {down}.").format(
            up=tops(FOUNDATIONS[:4]), down=tops(FOUNDATIONS[4:])
        )

    def _foundation_top(self, place: Place, table: Table) -> str:
        t = self._t
        if table.wanted(place) is None:
            return t.gettext("{suit} complete").format(suit=suit_name(t, place.suit))
        return self._cards.name(table.places[place][-1])

    def seen(self, place: Place, table: Table, memory: Memory) -> str:
        """The known cards of a pile from the top down, with the unknown ones counted."""
        t = self._t
        parts: list[str] = []
        unknown = 0
        for card in (*memory.seen(table, place), "end"):
            if card is None:
                unknown += 1
                continue
            if unknown:
                text = t.ngettext("{count} card not seen", "{count} cards not seen", unknown)
                parts.append(text.format(count=unknown))
                unknown = 0
            if isinstance(card, Card):
                parts.append(self._cards.name(card))
        if not parts:
            return t.gettext("Pile {number} is empty.").format(number=place.number)
        return t.gettext("Pile {number}, from the top: {cards}.").format(
            number=place.number, cards=t.gettext(", then ").join(parts)
        )

    def row(self, places: Sequence[Place], table: Table) -> str:
        """Some places with their tops."""
        return sentence("; ".join(self._place(place, table) for place in places)) + "."

    def changes(self, before: View, table: Table) -> str:
        """The places that look different from before."""
        now = table.view
        changed = [place for place in Place if before[place] != now[place]]
        if not changed:
            return self._t.gettext("Nothing has changed.")
        said = [
            self._place(place, table, count=before[place].count != now[place].count)
            for place in changed
        ]
        return sentence("; ".join(said)) + "."

    def _place(self, place: Place, table: Table, *, count: bool = True) -> str:
        t = self._t
        top = table.top(place)
        if top is None:
            return t.gettext("pile {number} empty").format(number=place.number)
        card = self._cards.name(top)
        if not place.is_pile:
            if place.is_ascending:
                return t.gettext("{card} on the ascending foundation").format(card=card)
            return t.gettext("{card} on the descending foundation").format(card=card)
        if not (count and self._counts):
            return t.gettext("pile {number}: {card}").format(number=place.number, card=card)
        return t.gettext("pile {number}: {card}, {count}").format(
            number=place.number, card=card, count=card_count(t, len(table.places[place]))
        )


def _found(card: Card, table: Table, memory: Memory | None) -> Sequence[tuple[Place, int]]:
    """Where a card is known to lie, with how many cards over it; without a memory, on top only."""
    if memory is not None:
        return memory.find(table, card)
    return [(place, 0) for place in Place if table.top(place) == card]


def _runs(ranks: dict[Rank, list[str]]) -> list[list[Rank]]:
    """Ranks in order, those that follow one another together; one run goes round from king to ace.

    The run that goes round comes last, so that the others stay in rank order.
    """
    runs: list[list[Rank]] = []
    for rank in sorted(ranks):
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    if len(runs) > 1 and runs[0][0] == Rank.ACE and runs[-1][-1] == Rank.KING:
        runs[-1] += runs.pop(0)
    return runs
