"""The log format, as text and as items; strict, streaming, and it never repairs or guesses.

It knows what a line of a log is, not whether the moves in it are allowed: `replay` asks that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, NamedTuple

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import NothingToRedo, NothingToUndo, Undo
from crescent_a11y.engine.rules import Move, Redeal, TableRefusal
from crescent_a11y.engine.table import Place, Sight

LONGEST_LINE = 4096
"""The most bytes a line can have, its end not counted."""

LONGEST_NUMBER = 10
"""The most digits a number can have."""

VERSION = "1"
"""The version of the format that this program reads and writes."""

RESULTS = ("won", "blocked", "open")
CLAIMS = ("result", "moves", "redeals", "time", "hints")
_WORDS = ("crescent", "deal", "redeal", "undo", "expect", *CLAIMS)


# Items


class Tag(NamedTuple):
    """A `name value` line between the deal and the first action."""

    name: str
    value: str


class Step(NamedTuple):
    """An action, with what the log tells of it: None where it does not.

    `card` is the card that moves; `seconds` is the time played so far, in whole seconds.
    """

    action: Move | Redeal | Undo
    card: Card | None = None
    seconds: int | None = None


class Expect(NamedTuple):
    """A table in words that the position must match."""

    text: str


class Claim(NamedTuple):
    """What the log says of the game as a whole.

    `name` is one of `CLAIMS`. The value of `result` is one of `RESULTS`; `moves`, `redeals` and
    `hints` are counts, `time` whole seconds.
    """

    name: str
    value: str | int


Item = DealCode | Tag | Step | Expect | Claim


class Line(NamedTuple):
    """An item with the line it stands on: its number, from 1, and its text without a comment."""

    number: int
    text: str
    item: Item

    def column(self, word: int) -> int:
        """The column, in characters from 1, at which a word of the line starts; 0 is the first."""
        return _column(self.text, word)


# Problems


class Expected(Enum):
    """What a strict reader waited for where it found something else."""

    HEADER = auto()
    DEAL = auto()
    ITEM = auto()
    ACTION = auto()
    CLAIM = auto()
    DESTINATION = auto()
    CARD_OR_TIME = auto()
    TIME = auto()
    LINE_END = auto()
    VALUE = auto()
    RESULT = auto()
    NUMBER = auto()
    TABLE = auto()
    WHOLE_TABLE = auto()
    PLAIN_TEXT = auto()


@dataclass(frozen=True, slots=True)
class Syntax:
    """Something stands where the format wants something else; `word` is empty at a line's end."""

    code: ClassVar[str] = "syntax"
    word: str
    expected: Expected


@dataclass(frozen=True, slots=True)
class UnknownPlace:
    """A word that should name a place."""

    code: ClassVar[str] = "unknown-place"
    word: str


@dataclass(frozen=True, slots=True)
class UnknownCard:
    """A word that should name a card."""

    code: ClassVar[str] = "unknown-card"
    word: str


@dataclass(frozen=True, slots=True)
class BadDealCode:
    """The deal line does not name a deal."""

    code: ClassVar[str] = "bad-deal-code"
    word: str


@dataclass(frozen=True, slots=True)
class UnsupportedVersion:
    """The log is written in a version of the format that this program does not know."""

    code: ClassVar[str] = "unsupported-version"
    word: str


@dataclass(frozen=True, slots=True)
class TooLong:
    """A number of more than ten digits, which is `word`; or a line of more than 4096 bytes."""

    code: ClassVar[str] = "too-long"
    word: str = ""


@dataclass(frozen=True, slots=True)
class BadEncoding:
    """A line that is not UTF-8; `byte` is the first that does not belong there."""

    code: ClassVar[str] = "encoding"
    byte: int


@dataclass(frozen=True, slots=True)
class CardMismatch:
    """The log names another card, `told`, than the one that would move, `found`."""

    code: ClassVar[str] = "card-mismatch"
    told: Card
    place: Place
    found: Card


@dataclass(frozen=True, slots=True)
class TimeMismatch:
    """The time played goes back, from `before` seconds to `told` seconds."""

    code: ClassVar[str] = "time-mismatch"
    told: int
    before: int


@dataclass(frozen=True, slots=True)
class PositionMismatch:
    """The table in words differs from the position; the first place that does."""

    code: ClassVar[str] = "position-mismatch"
    place: Place
    told: Sight
    found: Sight


@dataclass(frozen=True, slots=True)
class ClaimMismatch:
    """The log claims something that the replay contradicts."""

    code: ClassVar[str] = "claim-mismatch"
    name: str
    told: str | int
    found: str | int


Unreadable = (
    Syntax | UnknownPlace | UnknownCard | BadDealCode | UnsupportedVersion | TooLong | BadEncoding
)
Mismatch = CardMismatch | TimeMismatch | PositionMismatch | ClaimMismatch
Problem = Unreadable | Mismatch | TableRefusal | NothingToUndo | NothingToRedo


class Fault(Exception):  # noqa: N818 - the log has the fault, the program has no error
    """The first fault of a log, which ends it.

    `line` and `column` count from 1, columns in characters; `problem` says what is wrong, and its
    `code` is one of the format's codes or a refusal's. `move` is the number that the offending move
    would have had, or None where the line is no move.
    """

    def __init__(self, line: int, column: int, problem: Problem, move: int | None = None) -> None:
        super().__init__(f"{line}:{column}: {problem.code}")
        self.line = line
        self.column = column
        self.problem = problem
        self.move = move

    @property
    def code(self) -> str:
        """The code of the problem, never translated."""
        return self.problem.code


# Reading

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"[^ ]+")
_TAG_NAME = re.compile(r"[a-z][a-z0-9-]{2,}")
_ODD_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")
_BOM = b"\xef\xbb\xbf"
_REDEAL = Redeal()
_UNDO = Undo()


def read(lines: Iterable[bytes]) -> Iterator[Line]:
    """Read a log item by item; the first item is always the deal's code.

    `lines` are the lines of the file with their ends, as a binary file gives them; of a line that
    is longer than `LONGEST_LINE` the beginning is enough, so that a reader can bound its memory
    with `readline(LONGEST_LINE + 3)`. Raises Fault at the first fault. What is accepted beyond the
    letter of the format: a byte order mark, CRLF, blank lines, several blanks or tabs between
    words and around them, the forms of a deal code, and of a card.
    """
    stage: Expected | None = Expected.HEADER
    number = 0
    for number, raw in enumerate(lines, 1):
        text = _text(number, raw)
        words = text.split()
        if not words:
            continue
        if stage is None or stage is Expected.ITEM:
            moves = _MOVES.get(words[0])
            if moves is not None:
                yield Line(number, text, _move(number, text, words, moves))
                stage = None
                continue
            item = _item(number, text, words, started=stage is None)
            yield Line(number, text, item)
            if isinstance(item, Claim):
                stage = Expected.CLAIM
            elif not isinstance(item, Tag):
                stage = None
        elif stage is Expected.HEADER:
            _header(number, text, words)
            stage = Expected.DEAL
        elif stage is Expected.DEAL:
            yield Line(number, text, _deal(number, text, words))
            stage = Expected.ITEM
        else:
            yield Line(number, text, _claim(number, text, words))
    if stage is Expected.HEADER or stage is Expected.DEAL:
        raise Fault(number + 1, 1, Syntax("", stage))


# Every move by the words of its places: one look tells whether a line is a move.
_MOVES = {
    source.code: {destination.code: Move(source, destination) for destination in Place}
    for source in Place
}


def _text(number: int, raw: bytes) -> str:
    """The characters of a line without its end, a comment and, on line 1, a byte order mark."""
    if raw[-1:] == b"\n":
        raw = raw[:-2] if raw[-2:] == b"\r\n" else raw[:-1]
    if len(raw) > LONGEST_LINE:
        fitting = raw[:LONGEST_LINE].decode("utf-8", "ignore")
        raise Fault(number, len(fitting) + 1, TooLong())
    if number == 1 and raw.startswith(_BOM):
        raw = raw[len(_BOM) :]
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode("utf-8")) + 1
        raise Fault(number, column, BadEncoding(raw[error.start])) from None
    if "#" in text:
        text = text[: text.index("#")]
    if not text.isprintable():
        text = text.replace("\t", " ")
        for column, character in enumerate(text, 1):
            if character != " " and unicodedata.category(character) in _ODD_CATEGORIES:
                raise Fault(number, column, Syntax(character, Expected.PLAIN_TEXT))
    return text


def _column(text: str, word: int) -> int:
    starts = [match.start() + 1 for match in _WORD.finditer(text)]
    return starts[word] if word < len(starts) else len(text.rstrip(" ")) + 1


def _fault(number: int, text: str, word: int, problem: Problem) -> Fault:
    return Fault(number, _column(text, word), problem)


def _syntax(number: int, text: str, words: list[str], word: int, expected: Expected) -> Fault:
    found = words[word] if word < len(words) else ""
    return _fault(number, text, word, Syntax(found, expected))


def _nothing_after(number: int, text: str, words: list[str], count: int) -> None:
    if len(words) > count:
        raise _syntax(number, text, words, count, Expected.LINE_END)


def _header(number: int, text: str, words: list[str]) -> None:
    if words[0] != "crescent":
        raise _syntax(number, text, words, 0, Expected.HEADER)
    if len(words) == 1:
        raise _syntax(number, text, words, 1, Expected.NUMBER)
    if words[1] != VERSION:
        raise _fault(number, text, 1, UnsupportedVersion(words[1]))
    _nothing_after(number, text, words, 2)


def _deal(number: int, text: str, words: list[str]) -> DealCode:
    if words[0] != "deal":
        raise _syntax(number, text, words, 0, Expected.DEAL)
    if len(words) == 1:
        raise _syntax(number, text, words, 1, Expected.VALUE)
    code = " ".join(words[1:])
    try:
        return DealCode.parse(code)
    except ValueError:
        raise _fault(number, text, 1, BadDealCode(code)) from None


def _item(
    number: int, text: str, words: list[str], *, started: bool
) -> Tag | Step | Expect | Claim:
    """A line that does not start with a place."""
    name = words[0]
    if name in ("redeal", "undo"):
        if len(words) > 1 and not words[1].startswith("@"):
            raise _syntax(number, text, words, 1, Expected.TIME)
        seconds = _seconds(number, text, words, 1)
        return Step(_REDEAL if name == "redeal" else _UNDO, None, seconds)
    if name == "expect":
        if len(words) == 1:
            raise _syntax(number, text, words, 1, Expected.TABLE)
        return Expect(_value(text))
    if name in CLAIMS:
        return _claim(number, text, words)
    if not _TAG_NAME.fullmatch(name):
        if name.isalpha() and len(name) > 2:
            raise _syntax(number, text, words, 0, Expected.ACTION)
        raise _fault(number, text, 0, UnknownPlace(name))
    if started or name in _WORDS:
        raise _syntax(number, text, words, 0, Expected.ACTION)
    if len(words) == 1:
        raise _syntax(number, text, words, 1, Expected.VALUE)
    if words[1].startswith("@"):
        # A time belongs to an action: this is one with a misspelt name, not a tag.
        raise _syntax(number, text, words, 0, Expected.ACTION)
    return Tag(name, _value(text))


def _value(text: str) -> str:
    return text[_column(text, 1) - 1 :].rstrip(" ")


def _move(number: int, text: str, words: list[str], moves: dict[str, Move]) -> Step:
    """A line that starts with a place; `moves` are those from there."""
    if len(words) == 1:
        raise _syntax(number, text, words, 1, Expected.DESTINATION)
    move = moves.get(words[1])
    if move is None:
        raise _fault(number, text, 1, UnknownPlace(words[1]))
    if len(words) == 2:
        return Step(move)
    word = words[2]
    if word[0] == "@":
        return Step(move, None, _seconds(number, text, words, 2))
    try:
        card = Card.parse(word)
    except ValueError:
        raise _fault(number, text, 2, UnknownCard(word)) from None
    return Step(move, card, _seconds(number, text, words, 3) if len(words) > 3 else None)


def _seconds(number: int, text: str, words: list[str], word: int) -> int | None:
    if len(words) <= word:
        return None
    if words[word][0] != "@":
        raise _syntax(number, text, words, word, Expected.TIME)
    if len(words) > word + 1:
        raise _syntax(number, text, words, word + 1, Expected.LINE_END)
    return _number(number, text, words, word, words[word][1:])


def _number(number: int, text: str, words: list[str], word: int, digits: str) -> int:
    if not (digits.isdecimal() and digits.isascii()) or (digits[0] == "0" and digits != "0"):
        raise _syntax(number, text, words, word, Expected.NUMBER)
    if len(digits) > LONGEST_NUMBER:
        raise _fault(number, text, word, TooLong(digits))
    return int(digits)


def _claim(number: int, text: str, words: list[str]) -> Claim:
    name = words[0]
    if name not in CLAIMS:
        raise _syntax(number, text, words, 0, Expected.CLAIM)
    expected = Expected.RESULT if name == "result" else Expected.NUMBER
    if len(words) == 1:
        raise _syntax(number, text, words, 1, expected)
    _nothing_after(number, text, words, 2)
    if name == "result":
        if words[1] not in RESULTS:
            raise _syntax(number, text, words, 1, expected)
        return Claim(name, words[1])
    return Claim(name, _number(number, text, words, 1, words[1]))


def lines_of(data: bytes) -> Iterator[bytes]:
    """The lines of a log in memory with their ends, as `read` wants them."""
    return (match[0] for match in _LINE.finditer(data))


# Writing


def header(code: DealCode) -> str:
    """The first two lines of a log."""
    return f"crescent {VERSION}\ndeal {code}\n"


def write(item: Tag | Step | Expect | Claim) -> str:
    """The line of one item, with its end. Raises ValueError for text that a log cannot hold."""
    match item:
        case Step(action, card, seconds):
            if isinstance(action, Move):
                words = [action.source.code, action.destination.code]
            else:
                words = ["redeal" if isinstance(action, Redeal) else "undo"]
            if card is not None:
                words.append(card.code)
            if seconds is not None:
                words.append(f"@{seconds}")
            line = " ".join(words)
        case Expect(text):
            line = f"expect {text}"
        case Tag(name, value) | Claim(name, value):
            line = f"{name} {value}"
    line += "\n"
    probe = f"crescent 1\ndeal 0\n{line}".encode("utf-8", "surrogatepass")
    try:
        found = [line.item for line in read(lines_of(probe))]
    except Fault:
        found = []
    # A tag and a claim of the same words are equal tuples.
    if found[1:] != [item] or type(found[1]) is not type(item):
        raise ValueError("a log cannot hold this item")
    return line


@dataclass(frozen=True, slots=True)
class Record:
    """A whole log in memory: the deal, the tags, the actions with what is expected, the claims."""

    code: DealCode
    tags: tuple[Tag, ...] = ()
    steps: tuple[Step | Expect, ...] = ()
    claims: tuple[Claim, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a whole log; whether it can be played is not asked. Raises Fault."""
        items = [line.item for line in read(lines_of(text.encode("utf-8", "surrogatepass")))]
        code = items[0]
        assert isinstance(code, DealCode)  # noqa: S101 - what `read` promises
        return cls(
            code,
            tuple(item for item in items if isinstance(item, Tag)),
            tuple(item for item in items if isinstance(item, Step | Expect)),
            tuple(item for item in items if isinstance(item, Claim)),
        )

    def dump(self) -> str:
        """The log as text. Raises ValueError where an item holds text that a log cannot hold."""
        items = (*self.tags, *self.steps, *self.claims)
        return header(self.code) + "".join(map(write, items))
