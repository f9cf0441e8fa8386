"""Cards, places, counts, lists and times in one language's words; it makes no sentence."""

from __future__ import annotations

from collections.abc import Sequence

from crescent_a11y.engine.cards import Card, Rank, Suit
from crescent_a11y.engine.table import Place
from crescent_a11y.language.catalog import Translator


def sentence(text: str) -> str:
    """A text with its first letter made a capital."""
    return text[:1].upper() + text[1:]


def suit_name(t: Translator, suit: Suit) -> str:
    """A suit, as it stands after "of": "spades", "pică"."""
    match suit:
        case Suit.SPADES:
            return t.pgettext("suit", "spades")
        case Suit.HEARTS:
            return t.pgettext("suit", "hearts")
        case Suit.DIAMONDS:
            return t.pgettext("suit", "diamonds")
        case Suit.CLUBS:
            return t.pgettext("suit", "clubs")


def rank_name(t: Translator, rank: Rank) -> str:
    """A rank: "ace", "10", "damă"; from two to ten it is a number in digits."""
    match rank:
        case Rank.ACE:
            return t.pgettext("rank", "ace")
        case Rank.JACK:
            return t.pgettext("rank", "jack")
        case Rank.QUEEN:
            return t.pgettext("rank", "queen")
        case Rank.KING:
            return t.pgettext("rank", "king")
        case _:
            return rank.code


def the_rank(t: Translator, rank: Rank) -> str:
    """A rank within a sentence: "the ace", "the 10", "dama"."""
    match rank:
        case Rank.ACE:
            return t.pgettext("rank", "the ace")
        case Rank.JACK:
            return t.pgettext("rank", "the jack")
        case Rank.QUEEN:
            return t.pgettext("rank", "the queen")
        case Rank.KING:
            return t.pgettext("rank", "the king")
        case _:
            return t.pgettext("rank", "the {number}").format(number=rank.code)


def card_name(t: Translator, card: Card) -> str:
    """A card: "ace of spades", "damă de pică"."""
    return t.pgettext("card", "{rank} of {suit}").format(
        rank=rank_name(t, card.rank), suit=suit_name(t, card.suit)
    )


def the_card(t: Translator, card: Card) -> str:
    """A card within a sentence: "the ace of spades", "dama de pică"."""
    suit = suit_name(t, card.suit)
    match card.rank:
        case Rank.ACE:
            return t.gettext("the ace of {suit}").format(suit=suit)
        case Rank.JACK:
            return t.gettext("the jack of {suit}").format(suit=suit)
        case Rank.QUEEN:
            return t.gettext("the queen of {suit}").format(suit=suit)
        case Rank.KING:
            return t.gettext("the king of {suit}").format(suit=suit)
        case rank:
            return t.gettext("the {number} of {suit}").format(number=rank.code, suit=suit)


class CardNames:
    """How cards are called: in words, or by their codes."""

    def __init__(self, translator: Translator, *, codes: bool = False) -> None:
        self._t = translator
        self._codes = codes

    def name(self, card: Card) -> str:
        """A card by itself: "ace of spades" or "AS"."""
        return card.code if self._codes else card_name(self._t, card)

    def the(self, card: Card) -> str:
        """A card within a sentence: "the ace of spades" or "AS"."""
        return card.code if self._codes else the_card(self._t, card)

    def either(self, one: Card, other: Card) -> str:
        """Two cards of one suit to choose from: "6 or 8 of spades" or "6S or 8S"."""
        if self._codes:
            return one_of(self._t, [one.code, other.code])
        return self._t.gettext("{one} or {other} of {suit}").format(
            one=the_rank(self._t, one.rank),
            other=the_rank(self._t, other.rank),
            suit=suit_name(self._t, one.suit),
        )


def card_count(t: Translator, count: int) -> str:
    """A number of cards: "1 card", "20 de cărți"."""
    return t.ngettext("{count} card", "{count} cards", count).format(count=count)


def move_count(t: Translator, count: int) -> str:
    """A number of moves: "1 move", "20 de mutări"."""
    return t.ngettext("{count} move", "{count} moves", count).format(count=count)


def deal_count(t: Translator, count: int) -> str:
    """A number of deals: "1 deal", "20 de împărțiri"."""
    return t.ngettext("{count} deal", "{count} deals", count).format(count=count)


def hint_count(t: Translator, count: int) -> str:
    """A number of hints: "1 hint", "20 de indicii"."""
    return t.ngettext("{count} hint", "{count} hints", count).format(count=count)


def redeal_count(t: Translator, count: int) -> str:
    """A number of redeals: "1 redeal", "3 redistribuiri"."""
    return t.ngettext("{count} redeal", "{count} redeals", count).format(count=count)


def redeals_left(t: Translator, count: int) -> str:
    """How many redeals are left: "1 redeal left", "3 redistribuiri rămase"."""
    return t.ngettext("{count} redeal left", "{count} redeals left", count).format(count=count)


def place_name(t: Translator, place: Place) -> str:
    """A place, named by itself: "pile 3", "ascending foundation of spades"."""
    if place.is_pile:
        return t.gettext("pile {number}").format(number=place.number)
    suit = suit_name(t, place.suit)
    if place.is_ascending:
        return t.gettext("ascending foundation of {suit}").format(suit=suit)
    return t.gettext("descending foundation of {suit}").format(suit=suit)


def the_place(t: Translator, place: Place) -> str:
    """A place within a sentence: "pile 3", "the ascending foundation of spades"."""
    if place.is_pile:
        return place_name(t, place)
    suit = suit_name(t, place.suit)
    if place.is_ascending:
        return t.gettext("the ascending foundation of {suit}").format(suit=suit)
    return t.gettext("the descending foundation of {suit}").format(suit=suit)


def to_foundation(t: Translator, card: str, source: Place, destination: Place) -> str:
    """A move to a foundation, without a full stop; `card` is how its card is called there."""
    if not source.is_pile:
        if destination.is_ascending:
            text = t.gettext("{card} from the descending foundation to the ascending one")
        else:
            text = t.gettext("{card} from the ascending foundation to the descending one")
        return text.format(card=card)
    if destination.is_ascending:
        text = t.gettext("{card} from pile {source} to the ascending foundation")
    else:
        text = t.gettext("{card} from pile {source} to the descending foundation")
    return text.format(card=card, source=source.number)


def all_of(t: Translator, items: Sequence[str]) -> str:
    """A list whose items all count: "a, b and c"."""
    return _list(t, items, "standard")


def one_of(t: Translator, items: Sequence[str]) -> str:
    """A list to choose from: "a, b or c"."""
    return _list(t, items, "or")


def _list(t: Translator, items: Sequence[str], style: str) -> str:
    # Babel is imported late: most answers hold no list, and start-up must stay short.
    from babel.lists import format_list  # noqa: PLC0415

    return str(format_list(list(items), style=style, locale=t.language))  # type: ignore[arg-type]


def duration(t: Translator, seconds: int) -> str:
    """A time in hours and minutes, or minutes and seconds below an hour."""
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    of_hours = t.ngettext("{count} hour", "{count} hours", hour).format(count=hour)
    of_minutes = t.ngettext("{count} minute", "{count} minutes", minute).format(count=minute)
    of_seconds = t.ngettext("{count} second", "{count} seconds", second).format(count=second)
    parts = [(hour, of_hours), (minute, of_minutes)]
    if not hour:
        parts = [(minute, of_minutes), (second, of_seconds)]
    said = [text for count, text in parts if count] or [of_seconds]
    if len(said) == 1:
        return said[0]
    return t.gettext("{greater} and {smaller}").format(greater=said[0], smaller=said[1])
