"""A typed line to a command, in any of the languages; it looks at no table and never guesses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum, auto
from functools import partial
from typing import NamedTuple

from crescent_a11y.engine.cards import ALL_CARDS, Card, Rank, Suit
from crescent_a11y.engine.table import Place, foundation
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.fold import fold
from crescent_a11y.language.vocabulary import SPECS, Spec, phrases

# What a line can be


@dataclass(frozen=True, slots=True)
class Zone:
    """Anywhere on the foundations; `suit` and `ascending` where the player named them."""

    suit: Suit | None = None
    ascending: bool | None = None


Target = Place | Card | Zone
"""Where a card lies or goes, as the player named it: the place, the card on top, or the zone."""


@dataclass(frozen=True, slots=True)
class MoveTyped:
    """A move as it was named; without a destination, the card goes where one place takes it."""

    source: Target
    destination: Target | None


@dataclass(frozen=True, slots=True)
class Order:
    """A command by its name; `words` are what follows it, folded, `rest` the same as typed."""

    name: str
    words: tuple[str, ...] = ()
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing but white space."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """The first word that means nothing where it stands; `nearest` are names of commands."""

    word: str
    nearest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """An abbreviation of several commands, which are given by their names."""

    word: str
    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoSuchPile:
    """A number that is no pile's, as it was typed."""

    word: str


@dataclass(frozen=True, slots=True)
class WhichSuit:
    """A rank without a suit, which could stand in the line at `end`."""

    rank: Rank
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class WhichCard:
    """Half a move: a move was ordered but no card or place was named."""


@dataclass(frozen=True, slots=True)
class WhichPlace:
    """Half a move: what comes after "to" is missing."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes or no, and nothing else."""

    is_yes: bool


Parsed = (
    MoveTyped
    | Order
    | Empty
    | Answer
    | NotUnderstood
    | Ambiguous
    | NoSuchPile
    | WhichSuit
    | WhichCard
    | WhichPlace
)


class Taken(Enum):
    """What a word means already wherever a line begins with it, so that it is no alias."""

    NUMBER = auto()
    PLACE = auto()
    CARD = auto()
    ANSWER = auto()


# Reading


class _Word(NamedTuple):
    folded: str
    typed: str
    start: int
    end: int


_TOKEN = re.compile(r"\S+")
_TRAILING = ".,;:!"
_NUMBER = re.compile(r"[0-9]+")

_SHORTEST_TYPO = 3
"""The fewest letters of a word that can look like another one."""


class _Unknown(Exception):  # noqa: N818 - never leaves this module
    def __init__(self, word: int) -> None:
        self.word = word


class _BadPile(Exception):  # noqa: N818 - never leaves this module
    def __init__(self, word: str) -> None:
        self.word = word


class _NoSuit(Exception):  # noqa: N818 - never leaves this module
    def __init__(self, rank: Rank, word: int) -> None:
        self.rank = rank
        self.word = word


class _Missing(Exception):  # noqa: N818 - never leaves this module
    """The line ends where a place should come."""


class Reader:
    """Reads lines; made once for all languages."""

    def __init__(self, translators: Sequence[Translator]) -> None:
        self._translators = {t.language: t for t in translators}
        self._commands: dict[str, dict[str, str]] = {}
        for t in translators:
            self._commands[t.language] = {
                phrase: spec.name for spec in SPECS for phrase in phrases(spec.words(t))
            }
        self._phrases = {
            phrase: name for table in self._commands.values() for phrase, name in table.items()
        }

        def words(find: Callable[[Translator], str]) -> set[str]:
            return {word for t in translators for word in phrases(find(t))}

        self._of = words(lambda t: t.pgettext("typed words", "of"))
        self._to = words(lambda t: t.pgettext("typed words", "to, on, onto, over, at, in"))
        self._noise = words(lambda t: t.pgettext("typed words", "from, the, card, off"))
        self._pile = words(lambda t: t.pgettext("typed words", "pile, stack"))
        self._foundation = words(lambda t: t.pgettext("typed words", "foundation, foundations, f"))
        self._up = words(lambda t: t.pgettext("typed words", "ascending, up"))
        self._down = words(lambda t: t.pgettext("typed words", "descending, down"))
        self._on = words(lambda t: t.pgettext("typed words", "on, yes"))
        self._off = words(lambda t: t.pgettext("typed words", "off, no"))
        self._choices = {choice: words(partial(_choice_words, choice=choice)) for choice in CHOICES}
        self._yes = words(lambda t: t.pgettext("typed words", "yes, y"))
        self._no = words(lambda t: t.pgettext("typed words", "no, n"))
        self._ranks: dict[str, Rank] = {}
        self._suits: dict[str, Suit] = {}
        self._own_ranks: dict[str, dict[str, Rank]] = {t.language: {} for t in translators}
        for t in translators:
            for rank, names in zip(Rank, _rank_words(t), strict=True):
                self._own_ranks[t.language] |= dict.fromkeys(phrases(names), rank)
            self._ranks |= self._own_ranks[t.language]
            for suit, names in zip(Suit, _suit_words(t), strict=True):
                self._suits |= dict.fromkeys(phrases(names), suit)
        self._ranks |= {rank.code: rank for rank in Rank if rank.code.isdigit()}
        self._codes: dict[str, Target] = {fold(card.code): card for card in ALL_CARDS}
        self._codes |= {f"t{suit.code.lower()}": Card(Rank.TEN, suit) for suit in Suit}
        self._codes |= {place.code: place for place in Place}

    def is_command(self, word: str) -> bool:
        """Whether a word means a command by itself, in any language."""
        return fold(word) in self._phrases

    def taken(self, word: str) -> Taken | None:
        """What a word names that no alias may hide: a move would become something else."""
        word = _bare(word)
        if word.isnumeric():
            return Taken.NUMBER
        if self.answer(word) is not None:
            return Taken.ANSWER
        if word in self._ranks or word in self._suits or isinstance(self._codes.get(word), Card):
            return Taken.CARD
        places = self._pile | self._foundation | self._up | self._down
        return Taken.PLACE if word in places or word in self._codes else None

    # Lines

    def parse(self, line: str, language: str) -> Parsed:
        """What a line orders; `language` is the game's, whose abbreviations go first."""
        words = list(_words(line))
        if not words:
            return Empty()
        found = self._command(line, words, language)
        if isinstance(found, Order):
            if found.name == "move":
                return self._move_line(words, len(words) - len(found.words), language)
            if found.name in ("pile", "foundations", "top") and found.words:
                return self._place_line(found, words, language)
            if found.name in ("where", "moves") and found.words:
                start = len(words) - len(found.words)
                return self._rank_at_end(words, start, language, found.name) or found
            return found
        if len(words) == 1:
            suit = self._suits.get(words[0].folded)
            if suit is not None:
                return Order("suit", (words[0].folded,), words[0].typed)
            is_yes = self.answer(words[0].folded)
            if is_yes is not None:
                return Answer(is_yes)
        move = self._move_line(words, 0, language)
        if isinstance(move, MoveTyped | NoSuchPile | WhichSuit | WhichPlace):
            return move
        starts_as_move = isinstance(move, NotUnderstood) and move.word != words[0].typed
        abbreviated = self._abbreviation(line, words, language)
        if abbreviated is None or (starts_as_move and isinstance(abbreviated, Ambiguous)):
            return move
        if isinstance(abbreviated, Ambiguous) and "move" in abbreviated.commands:
            # Only a move is followed by two places.
            meant = self._move_line(words, 1, language)
            if isinstance(meant, MoveTyped) and meant.destination is not None:
                return meant
        if isinstance(abbreviated, Order) and abbreviated.name == "move":
            return self._move_line(words, 1, language)
        return abbreviated

    def _place_line(self, order: Order, words: Sequence[_Word], language: str) -> Parsed:
        """A line that begins with a word for places: a move, unless it asks about one pile."""
        if order.name == "pile":
            if len(order.words) == 1:
                return order
            if len(order.words) == 2 and self._phrases.get(order.words[1]) == "seen":
                return Order("seen", order.words[:1], order.words[0])
        return self._move_line(words, 0, language)

    def _rank_at_end(
        self, words: Sequence[_Word], start: int, language: str, command: str
    ) -> WhichSuit | None:
        """A card that a line asks about, where only its rank is named; else None."""
        last = len(words) - 1
        if command == "where" and start == last and words[last].folded.isdigit():
            at = last  # no place is looked for, so a number is a rank
        else:
            try:
                self._target(words, self._skip(words, start, self._to), language)
            except _NoSuit as bare:
                at = bare.word
            except (_Unknown, _BadPile, _Missing):
                return None
            else:
                return None
        rank = self._ranks.get(words[at].folded)
        return None if at < last or rank is None else WhichSuit(rank, words[at].end)

    def suit(self, line: str) -> Suit | None:
        """The suit that a line names, or None."""
        return self._suit(fold(line))

    def place(self, line: str, language: str) -> Target | None:
        """The one place, card or zone that a line names, or None."""
        words = list(_words(line))
        try:
            target, after = self._target(words, self._skip(words, 0, self._to), language)
        except (_Unknown, _BadPile, _NoSuit, _Missing):
            return None
        return target if after == len(words) else None

    def side(self, line: str) -> bool | None:
        """True for "ascending", False for "descending", None for anything else."""
        return _either(_bare(line), self._up, self._down)

    def answer(self, line: str) -> bool | None:
        """True for yes, False for no, in any language, None for anything else."""
        return _either(_bare(line), self._yes, self._no)

    def switch(self, word: str) -> bool | None:
        """True for on, False for off, in any language, None for anything else."""
        return _either(_bare(word), self._on, self._off)

    def choice(self, word: str, choices: Sequence[str]) -> str | None:
        """The one of some values of a setting that a word names, in any language, or None."""
        word = _bare(word)
        return next((choice for choice in choices if word in self._choices[choice]), None)

    def language(self, word: str) -> str | None:
        """The code of the language that a word names, in any language, or None."""
        word = _bare(word)
        for code in self._translators:
            names = [code]
            for t in self._translators.values():
                names += phrases(_language_words(t, code))
            if word in names:
                return code
        return None

    def topic(self, words: Sequence[str], language: str) -> str | None:
        """The command whose help is asked for, by any of its words or a unique beginning."""
        phrase = " ".join(words)
        name = self._phrases.get(phrase)
        if name is not None:
            return name
        names = self._beginning(phrase, language)
        return names[0] if len(names) == 1 else None

    def completions(self, before: str, language: str) -> list[str]:
        """The words that the last word of a line can become, sorted."""
        words = before.split()
        start = fold(words[-1]) if words and not before[-1:].isspace() else ""
        if len(words) - bool(start) > 0:
            t = self._translators[language]
            shown = [name.strip() for names in _suit_words(t) for name in names.split(",")[:1]]
        else:
            shown = [shown_name(spec, self._translators[language]) for spec in SPECS]
        return sorted(word for word in shown if fold(word).startswith(start))

    def nearest(self, word: str, language: str) -> tuple[str, ...]:
        """The names of the commands whose words look most like a word, at most three."""
        if len(fold(word)) < _SHORTEST_TYPO:
            return ()
        near = get_close_matches(fold(word), list(self._phrases), n=6, cutoff=0.6)
        own = [phrase for phrase in near if phrase in self._commands[language]]
        names = dict.fromkeys(self._phrases[phrase] for phrase in own or near)
        return tuple(names)[:3]

    # Commands

    def _command(self, line: str, words: Sequence[_Word], language: str) -> Order | None:
        for length in range(min(4, len(words)), 0, -1):
            phrase = " ".join(word.folded for word in words[:length])
            for table in (self._commands[language], self._phrases):
                if phrase in table:
                    return _order(table[phrase], line, words, length)
        return None

    def _abbreviation(
        self, line: str, words: Sequence[_Word], language: str
    ) -> Order | Ambiguous | None:
        names = self._beginning(words[0].folded, language)
        if not names:
            return None
        if len(names) > 1:
            return Ambiguous(words[0].typed, tuple(names))
        return _order(names[0], line, words, 1)

    def _beginning(self, start: str, language: str) -> list[str]:
        """The commands with a word that starts so: the language's, or where it has none, any."""
        # An answer that comes too late must not begin a new game.
        if start in self._of | self._to | self._noise | self._yes | self._no:
            return []

        def begins(phrase: str) -> bool:
            # Of several words the first must be whole: "d" is no beginning of "de la început".
            first, blank, _ = phrase.partition(" ")
            return phrase.startswith(start) and (not blank or start.startswith(first))

        def names(table: dict[str, str]) -> list[str]:
            return list(dict.fromkeys(name for word, name in table.items() if begins(word)))

        return names(self._commands[language]) or names(self._phrases)

    # Moves

    def _move_line(
        self, words: Sequence[_Word], start: int, language: str
    ) -> MoveTyped | NotUnderstood | NoSuchPile | WhichSuit | WhichCard | WhichPlace:
        if start >= len(words):
            return WhichCard()
        after = 0  # the word behind the source, once that is known
        try:
            at = self._skip(words, start, self._noise, self._to)
            source, after = self._target(words, at, language)
            if after == len(words):
                return MoveTyped(source, None)
            at = self._skip(words, after, self._to)
            if at == after and words[at].folded in self._noise:  # "9 from 3" is not 9 to 3
                raise _Unknown(at)
            destination, end = self._target(words, at, language)
            if end < len(words):
                raise _Unknown(end)
        except _BadPile as bad:
            return NoSuchPile(bad.word)
        except _NoSuit as bare:
            return WhichSuit(bare.rank, words[bare.word].end)
        except _Missing:
            if after:
                return WhichPlace()
            return NotUnderstood(words[-1].typed, self.nearest(words[-1].typed, language))
        except _Unknown as unknown:
            word = words[unknown.word].typed
            return NotUnderstood(word, self.nearest(word, language))
        return MoveTyped(source, destination)

    def _skip(self, words: Sequence[_Word], at: int, *sets: Iterable[str]) -> int:
        while at < len(words) and any(words[at].folded in known for known in sets):
            at += 1
        return at

    def _target(self, words: Sequence[_Word], at: int, language: str) -> tuple[Target, int]:
        """The place, card or zone that starts at a word, and the word after it."""
        at = self._skip(words, at, self._noise)
        if at >= len(words):
            raise _Missing
        word = words[at].folded
        card = self._card(words, at)
        if card is not None:
            return card
        if word in self._pile:
            if at + 1 == len(words):
                raise _Missing
            word, at = words[at + 1].folded, at + 1
            if not _NUMBER.fullmatch(word):
                raise _Unknown(at)
        if _NUMBER.fullmatch(word):
            try:
                return Place.parse(word), at + 1
            except ValueError:
                raise _BadPile(word) from None
        if word in self._foundation | self._up | self._down:
            return self._foundation_place(words, at)
        after = words[at + 1].folded if at + 1 < len(words) else ""
        if word in self._suits and after in self._foundation:  # "hearts foundation"
            return Zone(self._suits[word]), at + 2
        if self._is_code(words, at, language):
            return self._codes[word], at + 1
        if word in self._ranks:
            raise _NoSuit(self._ranks[word], at)
        raise _Unknown(at)

    def _is_code(self, words: Sequence[_Word], at: int, language: str) -> bool:
        """Whether a word is the code of a card or a place.

        One that is a rank in the language, as "as" is the Romanian ace, is a code only in capitals
        or beside the code of another card.
        """
        word = words[at]
        ranks = self._own_ranks[language]
        if word.folded not in self._codes:
            return False
        if word.folded not in ranks or word.typed == word.folded.upper():
            return True
        others = (other.folded for other in words if other.folded not in ranks)
        return any(isinstance(self._codes.get(other), Card) for other in others)

    def _card(self, words: Sequence[_Word], at: int) -> tuple[Card, int] | None:
        rank = self._ranks.get(words[at].folded)
        if rank is None:
            return None
        at = self._skip(words, at + 1, self._of)
        suit = self._suit(words[at].folded) if at < len(words) else None
        return None if suit is None else (Card(rank, suit), at + 1)

    def _suit(self, word: str) -> Suit | None:
        if word in self._suits:
            return self._suits[word]
        if word in self._to:  # "10 in 14" names no heart: "în" is not the beginning of "inimă"
            return None
        near = {suit for name, suit in self._suits.items() if name.startswith(word)}
        return near.pop() if len(word) > 1 and len(near) == 1 else None

    def _foundation_place(self, words: Sequence[_Word], at: int) -> tuple[Target, int]:
        up: bool | None = None
        suit: Suit | None = None
        while at < len(words):
            word = words[at].folded
            if word in self._up or word in self._down:
                up = word in self._up
            elif word not in self._foundation and word not in self._of:
                suit = self._suit(word)
                if suit is None:
                    break
                at += 1
                break
            at += 1
        # The side may also follow the suit: "foundation of spades ascending".
        if suit is not None and up is None and at < len(words):
            side = _either(words[at].folded, self._up, self._down)
            if side is not None:
                up, at = side, at + 1
        if up is None or suit is None:
            return Zone(suit, up), at
        return foundation(suit, ascending=up), at


def shown_name(spec: Spec, t: Translator) -> str:
    """The first of a command's words in a language, as it is written there."""
    return spec.words(t).split(",")[0].strip()


def _order(name: str, line: str, words: Sequence[_Word], length: int) -> Order:
    # What stands behind the last word, such as a full stop, follows no command.
    rest = line[words[length - 1].end :].strip() if length < len(words) else ""
    return Order(name, tuple(word.folded for word in words[length:]), rest)


def _words(line: str) -> Iterator[_Word]:
    for match in _TOKEN.finditer(line):
        typed = match[0].rstrip(_TRAILING) or match[0]
        folded = fold(typed)
        if folded and folded.strip("-=>→"):
            yield _Word(folded, typed, match.start(), match.start() + len(typed))


def _bare(answer: str) -> str:
    """An answer of one word, folded; a full stop after it does not matter, as in a command."""
    return fold(answer).rstrip(_TRAILING)


def _either(word: str, yes: set[str], no: set[str]) -> bool | None:
    return True if word in yes else False if word in no else None


CHOICES = ("brief", "normal", "full", "words", "codes", "test", "ask", "all")
"""Values of settings that have words of their own."""


def _choice_words(t: Translator, choice: str) -> str:
    match choice:
        case "brief":
            return t.pgettext("typed words", "brief, short")
        case "normal":
            return t.pgettext("typed words", "normal")
        case "full":
            return t.pgettext("typed words", "full, long")
        case "words":
            return t.pgettext("typed words", "words")
        case "codes":
            return t.pgettext("typed words", "codes")
        case "test":
            return t.pgettext("typed words", "test")
        case "ask":
            return t.pgettext("typed words", "ask")
        case _:
            return t.pgettext("typed words", "all")


def _rank_words(t: Translator) -> tuple[str, ...]:
    return (
        t.pgettext("typed rank", "ace, one"),
        t.pgettext("typed rank", "two, deuce"),
        t.pgettext("typed rank", "three"),
        t.pgettext("typed rank", "four"),
        t.pgettext("typed rank", "five"),
        t.pgettext("typed rank", "six"),
        t.pgettext("typed rank", "seven"),
        t.pgettext("typed rank", "eight"),
        t.pgettext("typed rank", "nine"),
        t.pgettext("typed rank", "ten"),
        t.pgettext("typed rank", "jack, knave"),
        t.pgettext("typed rank", "queen"),
        t.pgettext("typed rank", "king"),
    )


def _suit_words(t: Translator) -> tuple[str, ...]:
    return (
        t.pgettext("typed suit", "spades, spade"),
        t.pgettext("typed suit", "hearts, heart"),
        t.pgettext("typed suit", "diamonds, diamond"),
        t.pgettext("typed suit", "clubs, club"),
    )


def _language_words(t: Translator, code: str) -> str:
    match code:
        case "ro":
            return t.pgettext("typed language", "Romanian")
        case "en":
            return t.pgettext("typed language", "English")
        case _:
            return code
