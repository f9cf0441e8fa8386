"""The log of a game that the program keeps, as text: tags, actions, notes; it writes no file.

A note is a comment that the program understands, such as `# time 342` or `# hints 2`; to any other
reader of logs it says nothing. A log that has ended tells so in its tags, and claims how.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timezone
from enum import Enum
from pathlib import Path
from typing import BinaryIO

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Event, Game, Undo, Undone
from crescent_a11y.engine.record import (
    LONGEST_LINE,
    Claim,
    Expected,
    Fault,
    Step,
    Syntax,
    Tag,
    UnsupportedVersion,
    header,
    read,
    write,
)
from crescent_a11y.engine.replay import Replay
from crescent_a11y.engine.rules import Move, Redeal, Redealt
from crescent_a11y.engine.view import ReadView
from crescent_a11y.interface.places import open_regular

SUFFIX = ".crescent"
"""How the name of every log ends."""

Watch = Callable[[Game, Event | None], None]
"""Sees a game being brought back: first with None after its deal, then after each event."""

_NOTE = re.compile(rb"# (time|hints) (0|[1-9][0-9]{0,9})\r?\n")
_NOTHING = (Expected.HEADER, Expected.DEAL)
_END_TAGS = ("ended", "finished")
_REPLAYED = Tag("origin", "replay")


class Outcome(Enum):
    """How a game ended, as its log in the archive has it."""

    WON = "won"
    BLOCKED = "blocked"
    GIVEN_UP = "given-up"
    RESTARTED = "restarted"
    """The same deal was begun anew; the game goes on, so this does not count as an end."""


def step_of(event: Event, seconds: int | None = None) -> Step:
    """Give the line of an event in a log; a redo is the move itself. `seconds` is time played."""
    if isinstance(event, Undone):
        return Step(Undo(), None, seconds)
    if isinstance(event, Redealt):
        return Step(Redeal(), None, seconds)
    moved = event if isinstance(event, tuple) else event.move
    return Step(Move(moved.source, moved.destination), moved.card, seconds)


# The log


@dataclass(slots=True)
class GameLog:
    """A log as far as it can be read: `text` is whole good lines.

    `tags_end` and `body_end` are the places in it where a tag can be added, and where the claims
    start. `fault` is what comes after `text`, None where nothing but a torn line does.
    """

    text: bytearray = field(default_factory=bytearray)
    game: Game | None = None
    tags: dict[str, str] = field(default_factory=dict)
    tags_end: int = 0
    body_end: int = 0
    actions: int = 0
    seconds: int = 0
    hints: int = 0
    fault: Fault | None = None
    is_torn: bool = False

    @classmethod
    def begin(
        cls,
        game: Game,
        *,
        started: datetime,
        program: str,
        id_: str = "",
        restarts: int = 0,
        is_replayed: bool = False,
    ) -> GameLog:
        """Begin the log of a game in which nothing has been done yet; without an id, give it one.

        `program` is the version that writes it, `restarts` how often this game was begun anew.
        `is_replayed` tells that the actions that come next are those of another log.
        """
        log = cls(bytearray(header(game.code).encode()), game)
        log.tags_end = log.body_end = len(log.text)
        log._add_tags(
            Tag("started", _stamp(started)),
            Tag("program", program),
            Tag("game", id_ or _new_id()),
        )
        if restarts:
            log._add_tags(Tag("restarts", str(restarts)))
        if is_replayed:
            log._add_tags(_REPLAYED)
        return log

    @property
    def id(self) -> str:
        """What makes this game one game, however many logs of it there are; may be empty."""
        return self.tags.get("game", "")

    @property
    def restarts(self) -> int:
        """How often the game was begun anew."""
        text = self.tags.get("restarts", "0")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

    @property
    def is_replayed(self) -> bool:
        """Whether it begins with another log, played on from there: no game to be counted."""
        return self.tags.get(_REPLAYED.name) == _REPLAYED.value

    @property
    def is_newer(self) -> bool:
        """Whether it is written in a version of the format that this program does not know."""
        return self.fault is not None and isinstance(self.fault.problem, UnsupportedVersion)

    @property
    def is_played(self) -> bool:
        """Whether it counts when it is left."""
        return self.actions > 0 or self.restarts > 0

    @property
    def has_ended(self) -> bool:
        """Whether it is whole and tells that its game has ended."""
        return "ended" in self.tags and self.body_end < len(self.text) and self.fault is None

    @property
    def can_go_on(self) -> bool:
        """Whether an action can be added to its text as it stands; else `reopen` must be called."""
        is_open = self.body_end == len(self.text) and not self.tags.keys() & set(_END_TAGS)
        return self.fault is None and is_open and bool(self.id)

    def require_game(self) -> Game:
        """Give the game. Raises RuntimeError where none has begun."""
        if self.game is None:
            raise RuntimeError("no game has begun")
        return self.game

    def outcome(self) -> Outcome:
        """How the game ends, if it ends as it stands. Raises RuntimeError without a game."""
        game = self.require_game()
        if game.is_won:
            return Outcome.WON
        return Outcome.BLOCKED if game.is_blocked else Outcome.GIVEN_UP

    def add_step(self, step: Step) -> None:
        """Add an accepted action; its time, where it has one, counts as the time played."""
        timed = step
        if step.seconds is not None:
            # A log whose time goes back could not be read again.
            self.seconds = max(self.seconds, step.seconds)
            timed = step._replace(seconds=self.seconds)
        self._add(write(timed))
        self.actions += 1

    def note_time(self, seconds: int) -> None:
        """Note the time played."""
        self.seconds = seconds
        self._add(_time_note(seconds))

    def note_hints(self, hints: int) -> None:
        """Note how many hints were told."""
        self.hints = hints
        self._add(_hints_note(hints))

    def copy_text(self, seconds: int | None) -> bytes:
        """The text with the time played noted in it, which this log itself need not have."""
        text = bytes(self.text)
        if seconds is not None and seconds > self.seconds:
            text += _time_note(seconds).encode()
        return text

    def reopen(self) -> None:
        """Take out what says that the game has ended, and see that it has an id.

        The time and the hints that were claimed are noted instead.
        """
        has_claims = self.body_end < len(self.text)
        del self.text[self.body_end :]
        head = self.text[: self.tags_end]
        ends = [[name.encode()] for name in _END_TAGS]
        lines = [line for line in head.splitlines(True) if line.split()[:1] not in ends]
        self.text[: self.tags_end] = b"".join(lines)
        self.tags_end = sum(map(len, lines))
        self.body_end = len(self.text)
        self.fault = None
        for name in _END_TAGS:
            self.tags.pop(name, None)
        if not self.id:
            self._add_tags(Tag("game", _new_id()))
        if has_claims:
            noted = self.text.splitlines(True)
            if self.seconds and _time_note(self.seconds).encode() not in noted:
                self.note_time(self.seconds)
            if self.hints and _hints_note(self.hints).encode() not in noted:
                self.note_hints(self.hints)

    def ended(self, outcome: Outcome, finished: datetime) -> GameLog:
        """Give the log as it goes to the archive. Raises RuntimeError without a game."""
        game = self.require_game()
        text = self.text[: self.body_end]
        log = GameLog(text, game, dict(self.tags), self.tags_end, self.body_end)
        log._add_tags(Tag("ended", outcome.value), Tag("finished", _stamp(finished)))
        claims: tuple[tuple[str, str | int], ...] = (
            ("result", game.result),
            ("moves", game.moves),
            ("redeals", game.redeals),
            ("time", self.seconds),
            ("hints", self.hints),
        )
        log.text += "".join(write(Claim(*claim)) for claim in claims).encode()
        log.seconds, log.hints = self.seconds, self.hints
        return log

    def _add(self, line: str) -> None:
        self.text += line.encode()
        self.body_end = len(self.text)

    def _add_tags(self, *tags: Tag) -> None:
        for tag in tags:
            line = write(tag).encode()
            self.text[self.tags_end : self.tags_end] = line
            self.tags_end += len(line)
            self.body_end += len(line)
            self.tags.setdefault(tag.name, tag.value)


def without_times(text: bytes | bytearray) -> bytes:
    """A log without the times noted in it."""

    def is_time(line: bytes | bytearray) -> bool:
        note = _NOTE.fullmatch(line)
        return note is not None and note[1] == b"time"

    return b"".join(line for line in text.splitlines(True) if not is_time(line))


def _time_note(seconds: int) -> str:
    return f"# time {seconds}\n"


def _hints_note(hints: int) -> str:
    return f"# hints {hints}\n"


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%SZ}"


def _new_id() -> str:
    return os.urandom(16).hex()


# Reading


class _Lines:
    """The whole lines of a file, kept, with the times and hints noted in its comments.

    What stands after the last line end was never accepted: the program was killed over it.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.kept = bytearray()
        self.start = 0
        self.count = 0
        self.noted = {b"time": 0, b"hints": 0}
        self.is_torn = False

    def __iter__(self) -> Iterator[bytes]:
        longest = LONGEST_LINE + 3
        while line := self._file.readline(longest):
            if len(line) < longest and not line.endswith(b"\n"):
                self.is_torn = True
                return
            self.start = len(self.kept)
            self.kept += line
            self.count += 1
            if note := _NOTE.fullmatch(line):
                self.noted[note[1]] = max(self.noted[note[1]], int(note[2]))
            yield line


def read_log(path: Path, read_view: ReadView, watch: Watch | None = None) -> GameLog:
    """Read and replay a log up to its end or its first fault. Raises OSError."""
    with open_regular(path) as file:
        lines = _Lines(file)
        log = GameLog(lines.kept)
        replay = Replay(read_view)
        claims: int | None = None
        try:
            for line in read(lines):
                event = replay.take(line)
                item, game = line.item, replay.game
                if isinstance(item, DealCode | Tag):
                    log.tags_end = len(lines.kept)
                if isinstance(item, Tag):
                    log.tags.setdefault(item.name, item.value)
                elif isinstance(item, Step):
                    log.actions += 1
                elif isinstance(item, Claim) and claims is None:
                    claims = lines.start
                if watch and game and (event or isinstance(item, DealCode)):
                    watch(game, event)
        except Fault as fault:
            # A file that ends before its deal says nothing: it was cut while it was made.
            problem = fault.problem
            is_cut = isinstance(problem, Syntax) and problem.expected in _NOTHING
            if not (is_cut and fault.line > lines.count):
                log.fault = fault
                del lines.kept[lines.start :]
        log.body_end = len(log.text) if claims is None else claims
        log.game = replay.game
        log.seconds = max(replay.seconds or 0, lines.noted[b"time"])
        log.hints = max(replay.hints or 0, lines.noted[b"hints"])
        log.is_torn = lines.is_torn
    return log


def find_log(path: Path, read_view: ReadView, watch: Watch | None = None) -> GameLog:
    """Read a log as `read_log` does; where there is no file, the log is empty. Raises OSError."""
    try:
        return read_log(path, read_view, watch)
    except FileNotFoundError:
        return GameLog()


def read_code(path: Path) -> DealCode | None:
    """Read the deal of a log and nothing else; None where it can't be read."""
    try:
        with open_regular(path) as file:
            item = next(read(_Lines(file))).item
    except (Fault, OSError):
        return None
    return item if isinstance(item, DealCode) else None
