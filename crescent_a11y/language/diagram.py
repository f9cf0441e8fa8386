"""The table in words, both ways: it says what can be seen, and never what is allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from string import Formatter
from typing import NamedTuple

from crescent_a11y.engine.cards import ALL_CARDS, Card, Suit
from crescent_a11y.engine.table import CARDS_IN_PLAY, FOUNDATIONS, PILES, Place, Sight, View
from crescent_a11y.engine.view import UnreadableView
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.fold import fold
from crescent_a11y.language.printable import printable
from crescent_a11y.language.words import card_count, card_name, suit_name


def _ascending(t: Translator) -> str:
    return t.pgettext("table in words", "ascending foundation of {suit}: {card} on top, {count}")


def _descending(t: Translator) -> str:
    return t.pgettext("table in words", "descending foundation of {suit}: {card} on top, {count}")


def _pile(t: Translator) -> str:
    return t.pgettext("table in words", "pile {number}: {count}, {card} on top")


def _empty_pile(t: Translator) -> str:
    return t.pgettext("table in words", "pile {number}: empty")


def describe_place(t: Translator, place: Place, seen: Sight) -> str:
    """One place of the table in words, without a full stop."""
    if seen.top is None:
        return _empty_pile(t).format(number=place.number)
    count, card = card_count(t, seen.count), card_name(t, seen.top)
    if place.is_pile:
        return _pile(t).format(number=place.number, count=count, card=card)
    template = _ascending(t) if place.is_ascending else _descending(t)
    return template.format(suit=suit_name(t, place.suit), card=card, count=count)


def describe(t: Translator, view: View) -> str:
    """The whole table in words, on one line: the foundations, then the piles."""
    foundations = "; ".join(describe_place(t, place, view[place]) for place in FOUNDATIONS)
    piles = "; ".join(describe_place(t, place, view[place]) for place in PILES)
    return f"{foundations}. {piles}."


class _Grammar(NamedTuple):
    """The sentences of one language as patterns over folded text."""

    patterns: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Place | None]], ...]
    cards: dict[str, Card]
    counts: dict[str, int]


def _pattern(template: str) -> re.Pattern[str]:
    pieces = []
    for text, field, _, _ in Formatter().parse(template):
        # Fold the literals apart from the fields, and keep the blanks at their ends.
        folded = fold(f"|{text}|").strip("|")
        literal = re.escape(folded).replace(r"\ ", r"\s*")
        pieces.append(literal.replace(":", r"\s*:").replace(",", r"\s*,"))
        if field is not None:
            # A field ends at the next colon or comma: nothing is tried twice, however long a text.
            pieces.append(f"(?P<{field}>[^:,]+?)")
    return re.compile("".join(pieces))


@cache
def _grammar(t: Translator) -> _Grammar:
    suits = {fold(suit_name(t, suit)): suit for suit in Suit}

    def foundation(first: int) -> Callable[[re.Match[str]], Place | None]:
        def find(match: re.Match[str]) -> Place | None:
            suit = suits.get(match["suit"])
            return None if suit is None else FOUNDATIONS[first + suit]

        return find

    def pile(match: re.Match[str]) -> Place | None:
        try:
            place = Place.parse(match["number"])
        except ValueError:
            return None
        return place if place.is_pile else None

    return _Grammar(
        (
            (_pattern(_ascending(t)), foundation(0)),
            (_pattern(_descending(t)), foundation(4)),
            (_pattern(_pile(t)), pile),
            (_pattern(_empty_pile(t)), pile),
        ),
        {fold(card_name(t, card)): card for card in ALL_CARDS},
        {fold(card_count(t, count)): count for count in range(CARDS_IN_PLAY + 1)},
    )


_PART = re.compile(r"[^;.]+")
_LINE_ENDS = re.compile(r"[\r\n]+")


def _parts(text: str) -> Iterator[tuple[int, str]]:
    for match in _PART.finditer(text):
        part = match[0].strip()
        if part:
            yield match.start() + match[0].index(part[0]) + 1, part


def _read_part(t: Translator, folded: str) -> tuple[Place, Sight] | None:
    grammar = _grammar(t)
    for pattern, find in grammar.patterns:
        match = pattern.fullmatch(folded)
        place = find(match) if match else None
        if match is None or place is None:
            continue
        facts = match.groupdict()
        if "card" not in facts:
            return place, Sight(0, None)
        card, count = grammar.cards.get(facts["card"]), grammar.counts.get(facts["count"])
        if card is not None and count is not None:
            return place, Sight(count, card)
    return None


def read(translators: Sequence[Translator], text: str) -> View:
    """Read a table in words, in any of the languages; the places may stand in any order.

    Line breaks, case, diacritics and blanks do not matter. Whether the table is possible is not
    asked here: `engine.view.contradiction` does. Raises UnreadableView at the first part that is
    not understood or names a place again, and at the end where places are missing.
    """
    seen: dict[Place, Sight] = {}
    for column, part in _parts(text):
        folded = fold(part)
        facts = next((found for t in translators if (found := _read_part(t, folded))), None)
        if facts is None or facts[0] in seen:
            raise UnreadableView(column, printable(_LINE_ENDS.sub(" ", part)))
        seen[facts[0]] = facts[1]
    if len(seen) < len(Place):
        raise UnreadableView(len(text.rstrip()) + 1, "")
    return tuple(seen[place] for place in Place)
