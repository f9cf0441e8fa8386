"""The current game on the disk, action by action; it never writes to a file it can't vouch for.

The save of a game is its log. A game that has ended moves to the archive, a log that claims how it
ended. When the disk fails, the game goes on in memory.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timezone
from enum import Enum
from pathlib import Path
from typing import BinaryIO
from unicodedata import normalize

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
from crescent_a11y.engine.view import ReadView, no_view
from crescent_a11y.interface.places import (
    Failure,
    Lock,
    Unwritable,
    add_file,
    failure,
    flush,
    keep_file,
    make_folder,
    move_file,
    open_file,
    replace_file,
    write_all,
)
from crescent_a11y.language.troubles import FailureKind, Obstacle, SaveRefusal

SUFFIX = ".crescent"
"""How the name of every log ends."""

ARCHIVE = "archive"
SAVES = "saves"
DAMAGED = "damaged"
"""The folders of the games that have ended, of the named saves, and of what could not be read."""

LONGEST_NAME = 60
"""The most characters that the name of a save can have."""

_SLOTS = 9
"""How many programs can keep a journal at once."""

Watch = Callable[[Game, Event | None], None]
"""Sees a game being brought back: first with None after its deal, then after each event."""


# What is told


class Outcome(Enum):
    """How a game ended, as its log in the archive has it."""

    WON = "won"
    BLOCKED = "blocked"
    GIVEN_UP = "given-up"
    RESTARTED = "restarted"
    """The same deal was begun anew; the game goes on, so this does not count as an end."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game in the archive.

    `game` is its id, which it keeps when it is restarted, or saved and loaded; `moves` is the move
    counter, `redeals` the redeals used, `seconds` the time played; `finished` is the UTC time of
    its end, such as "2026-11-29T20:15:00Z", or empty where the log does not tell it.
    """

    game: str
    code: DealCode
    outcome: Outcome
    moves: int
    redeals: int
    seconds: int
    finished: str
    path: Path


@dataclass(frozen=True, slots=True)
class Damage:
    """A journal that could be read up to a line only; the file is kept, untouched, at `kept_as`."""

    line: int
    kept_as: Path | None


@dataclass(frozen=True, slots=True)
class Opened:
    """What was found when the journal was opened; any of these can be so at once.

    `game` is the game to go on with, None where there is none, `seconds` the time played in it, and
    `hints` the number of hints told in it.
    `damage` tells that the file was damaged; `game` is then what stands before the damage.
    `obstacle` tells that this is a journal beside the usual one. `ended` are games that the last
    program could not put into the archive any more, such as one that was won when it was killed;
    they are there now. `kept` are the names of the saves that hold the games of other programs
    that ran beside the usual one. `failure` tells that nothing will be saved.
    """

    journal: Journal
    game: Game | None
    seconds: int
    hints: int
    damage: Damage | None
    obstacle: Obstacle | None
    ended: tuple[Ended, ...]
    kept: tuple[str, ...]
    failure: Failure | None


@dataclass(frozen=True, slots=True)
class Loaded:
    """A save that was loaded.

    `game` is None where it was refused, and the former game goes on; then `refusal` says why, or
    `failure` does: a file that could not be read (NEWER and DAMAGED included), or a former game
    that could not be kept. With a game, `failure` tells that it will not be saved from now on,
    `damage` the line up to which the save could be read, `kept` the name of the save that holds
    the former game, None where nothing was to be kept.
    """

    game: Game | None = None
    seconds: int = 0
    hints: int = 0
    kept: str | None = None
    damage: int | None = None
    refusal: SaveRefusal | None = None
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """A named save: its deal, None where the file can't be read, and when it was saved (UTC)."""

    name: str
    code: DealCode | None
    when: datetime


def step_of(event: Event, seconds: int | None = None) -> Step:
    """Give the line of an event in a log; a redo is the move itself. `seconds` is time played."""
    if isinstance(event, Undone):
        return Step(Undo(), None, seconds)
    if isinstance(event, Redealt):
        return Step(Redeal(), None, seconds)
    moved = event if isinstance(event, tuple) else event.move
    return Step(Move(moved.source, moved.destination), moved.card, seconds)


# Reading

_NOTE = re.compile(rb"# (time|hints) (0|[1-9][0-9]{0,9})\r?\n")
_NOTHING = (Expected.HEADER, Expected.DEAL)
_END_TAGS = ([b"ended"], [b"finished"])


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


@dataclass(slots=True)
class _Log:
    """A log as far as it can be read: `text` is whole good lines.

    `tags_end` and `body_end` are the places in it where a tag can be added, and where the claims
    start. `fault` is what comes after `text`, None where nothing but a torn line does.
    """

    text: bytearray
    game: Game | None = None
    tags: dict[str, str] = field(default_factory=dict)
    tags_end: int = 0
    body_end: int = 0
    actions: int = 0
    seconds: int = 0
    hints: int = 0
    fault: Fault | None = None
    is_torn: bool = False

    @property
    def id(self) -> str:
        return self.tags.get("game", "")

    @property
    def restarts(self) -> int:
        text = self.tags.get("restarts", "0")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

    @property
    def is_newer(self) -> bool:
        return self.fault is not None and isinstance(self.fault.problem, UnsupportedVersion)

    @property
    def is_played(self) -> bool:
        """Whether it counts when it is left."""
        return self.actions > 0 or self.restarts > 0

    @property
    def has_ended(self) -> bool:
        return "ended" in self.tags and self.body_end < len(self.text) and self.fault is None

    def outcome(self) -> Outcome:
        game = _playing(self.game)
        if game.is_won:
            return Outcome.WON
        return Outcome.BLOCKED if game.is_blocked else Outcome.GIVEN_UP

    def reopen(self) -> None:
        """Take out what says that the game has ended, and see that it has an id."""
        del self.text[self.body_end :]
        head = self.text[: self.tags_end]
        lines = [line for line in head.splitlines(True) if line.split()[:1] not in _END_TAGS]
        self.text[: self.tags_end] = b"".join(lines)
        self.tags_end = sum(map(len, lines))
        self.body_end = len(self.text)
        self.fault = None
        for name in ("ended", "finished"):
            self.tags.pop(name, None)
        if not self.id:
            self.add_tags(Tag("game", _new_id()))

    def add_tags(self, *tags: Tag) -> None:
        for tag in tags:
            line = write(tag).encode()
            self.text[self.tags_end : self.tags_end] = line
            self.tags_end += len(line)
            self.body_end += len(line)
            self.tags.setdefault(tag.name, tag.value)

    def add(self, line: str) -> None:
        self.text += line.encode()
        self.body_end = len(self.text)

    def ended(self, outcome: Outcome, finished: str) -> _Log:
        """The log as it goes to the archive."""
        game = _playing(self.game)
        log = _Log(self.text[: self.body_end], game, dict(self.tags), self.tags_end, self.body_end)
        log.add_tags(Tag("ended", outcome.value), Tag("finished", finished))
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


def _playing(game: Game | None) -> Game:
    if game is None:
        raise RuntimeError("no game has begun")
    return game


def _read(path: Path, watch: Watch | None, read_view: ReadView) -> _Log:
    """Read and replay a log up to its end or its first fault. Raises OSError."""
    with path.open("rb") as file:
        lines = _Lines(file)
        log = _Log(lines.kept)
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


def read_ended(path: Path, read_view: ReadView = no_view) -> Ended | None:
    """Read a log of the archive; None where it is damaged, torn or without a deal.

    What a log by another hand does not tell is taken from its moves: without an id, the file's
    content is the id. Raises OSError.
    """
    log = _read(path, None, read_view)
    if log.game is None or log.fault is not None or log.is_torn:
        return None
    return _ended(log, path)


def _ended(log: _Log, path: Path) -> Ended:
    game = _playing(log.game)
    outcome = log.outcome()
    if outcome is Outcome.GIVEN_UP and log.tags.get("ended") == Outcome.RESTARTED.value:
        outcome = Outcome.RESTARTED
    key = log.id
    if not key:
        import hashlib  # noqa: PLC0415 - no log of ours needs it

        key = hashlib.sha256(log.text).hexdigest()[:32]
    finished = log.tags.get("finished", "")
    return Ended(key, game.code, outcome, game.moves, game.redeals, log.seconds, finished, path)


# The journal


class Journal:
    """The journal of one program: the file of its current game, the archive and the saves.

    Everything that can fail gives a Failure the first time; from then on the game goes on in
    memory and nothing more is said, until a game can be written again. Times are seconds played;
    where None is given, the last known time stands. For one thread only.
    """

    def __init__(
        self,
        folder: Path,
        *,
        program: str,
        ended: Callable[[Ended], object],
        watch: Watch | None,
        read_view: ReadView,
        now: Callable[[], datetime],
    ) -> None:
        self._folder = folder
        self._program = program
        self._tell = ended
        self._watch = watch
        self._read_view = read_view
        self._now = now
        self._path = folder / f"current{SUFFIX}"
        self._lock: Lock | None = None
        self._file: int | None = None
        self._ours: tuple[int, int] | None = None  # the file at `_path`, if it is of this game
        self._safe = 0  # how many bytes of the file are known to be on the disk
        self._log = _Log(bytearray())
        self._last_id = ""
        self._failure: Failure | None = None

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        program: str,
        ended: Callable[[Ended], object] = lambda _: None,
        watch: Watch | None = None,
        read_view: ReadView = no_view,
        now: Callable[[], datetime] = lambda: datetime.now(timezone.utc),
    ) -> Opened:
        """Take the journal in the data folder, or one beside it, and bring back its game.

        `program` is the version that is written into new logs. `ended` is called for each game
        that comes into the archive, at once. What `watch` has seen is of use only where a game is
        given. `read_view` reads `expect` lines, which only logs by other hands have. It raises
        nothing: what fails is told.
        """
        journal = cls(
            folder, program=program, ended=ended, watch=watch, read_view=read_view, now=now
        )
        return journal._open()

    @property
    def is_saved(self) -> bool:
        """Whether all of the current game, if there is one, is on the disk."""
        return self._failure is None and self._safe == len(self._log.text)

    @property
    def failure(self) -> Failure | None:
        """Why the game is in memory only, None while it is not."""
        return self._failure

    # Opening

    def _open(self) -> Opened:
        obstacle: Obstacle | None = None
        damage: Damage | None = None
        ended: list[Ended] = []
        kept: list[str] = []
        tell = self._tell

        def collect(one: Ended) -> None:
            ended.append(one)
            tell(one)

        self._tell = collect
        try:
            make_folder(self._folder)
            log, obstacle = self._take_slot()
            self._clear_spares()
            if log.fault is not None:
                damage = Damage(log.fault.line, None)
            if log.game is not None and not (log.has_ended or log.game.is_won):
                # Whatever fails from here on, there is a game to go on with.
                is_clean = damage is None and log.body_end == len(log.text) and bool(log.id)
                self._log = log
                self._remember()
                if damage:
                    log.reopen()
                    damage = Damage(damage.line, self._set_aside(self._path))
                self._go_on(is_clean=is_clean)
            elif damage or log.game is not None:
                if damage:
                    damage = Damage(damage.line, self._set_aside(self._path))
                self._settle(self._path, log)
            if obstacle is None:
                kept = self._gather()
        except OSError as error:
            self._fail(error)
        self._tell = tell
        return Opened(
            self,
            self._log.game,
            self._log.seconds,
            self._log.hints,
            damage,
            obstacle,
            tuple(ended),
            tuple(kept),
            self._failure,
        )

    def _take_slot(self) -> tuple[_Log, Obstacle | None]:
        obstacle = None
        for slot in range(1, _SLOTS + 1):
            path = self._slot(slot)
            lock = Lock.take(path.with_suffix(".lock"))
            if lock is None:
                obstacle = obstacle or Obstacle.LOCKED
                continue
            try:
                log = self._scan(path, self._watch)
            except BaseException:
                lock.release()
                raise
            if log.is_newer:
                lock.release()
                obstacle = obstacle or Obstacle.NEWER
                continue
            self._path, self._lock = path, lock
            return log, obstacle
        raise Unwritable(FailureKind.LOCKED)

    def _slot(self, slot: int) -> Path:
        return self._folder / (f"current{SUFFIX}" if slot == 1 else f"current-{slot}{SUFFIX}")

    def _scan(self, path: Path, watch: Watch | None = None) -> _Log:
        try:
            return _read(path, watch, self._read_view)
        except FileNotFoundError:
            return _Log(bytearray())

    def _clear_spares(self) -> None:
        """Remove what a program that was killed over a new file left of it."""
        for spare in self._folder.glob(f"{self._path.name}.*.tmp"):
            with suppress(OSError):
                spare.unlink()

    def _go_on(self, *, is_clean: bool) -> None:
        """Make the file ready for the next action of the game that was read from it."""
        self._ours = _identity(self._path)
        if is_clean:
            self._take_file()
            if self._log.is_torn:
                os.ftruncate(self._open_file, self._safe)
                flush(self._open_file)
        else:
            self._log.reopen()
            self._write_anew()

    def _gather(self) -> list[str]:
        """Make saves of the games of other programs, which no longer run."""
        kept: list[str] = []
        for slot in range(2, _SLOTS + 1):
            path = self._slot(slot)
            if not path.exists():
                continue
            # What fails here is no reason to play in memory; the file stays for the next time.
            with suppress(OSError):
                lock = Lock.take(path.with_suffix(".lock"))
                if lock is not None:
                    try:
                        kept += self._gather_one(path)
                    finally:
                        lock.release()
        return kept

    def _gather_one(self, path: Path) -> list[str]:
        log = self._scan(path)
        if log.has_ended or log.is_newer or log.game is None or log.game.is_won:
            if not log.is_newer:
                self._settle(path, log)
            return []
        if log.fault is not None:
            self._set_aside(path)
        log.reopen()
        names = [self._keep(log)] if log.is_played else []
        path.unlink()
        return names

    # Playing

    def begin(
        self, game: Game, *, seconds: int | None = None, restart: bool = False
    ) -> Failure | None:
        """Begin the journal of a game in which nothing has been done yet.

        The former game goes to the archive, as blocked or given up; where nothing was done in it,
        it is forgotten. `seconds` is the time played in it. `restart` tells that this is the
        former game again, from its deal: it stays one game, however often it is begun.
        """
        new = self._new_log(game, restart=restart)
        return self._replace(new, Outcome.RESTARTED if restart else None, seconds)

    def append(self, *steps: Step) -> Failure | None:
        """Write accepted actions, and wait until the disk holds them.

        `step_of` makes a step; its time, where it has one, counts as the time played. Raises
        RuntimeError where no game has begun.
        """
        _playing(self._log.game)
        for step in steps:
            timed = step
            if step.seconds is not None:
                # A log whose time goes back could not be read again.
                self._log.seconds = max(self._log.seconds, step.seconds)
                timed = step._replace(seconds=self._log.seconds)
            self._log.add(write(timed))
            self._log.actions += 1
        return self._flush()

    def note(self, seconds: int) -> Failure | None:
        """Write down the time played, as for a pause; nothing where it is known or no game is."""
        log = self._log
        if log.game is None or seconds <= log.seconds:
            return None
        log.seconds = seconds
        log.add(f"# time {seconds}\n")
        return self._flush()

    def note_hints(self, hints: int) -> Failure | None:
        """Write down how many hints were told; nothing where it is known or no game is."""
        log = self._log
        if log.game is None or hints <= log.hints:
            return None
        log.hints = hints
        log.add(f"# hints {hints}\n")
        return self._flush()

    def finish(self, seconds: int | None = None) -> Ended | Failure | None:
        """End the current game and put it into the archive, as won, blocked or given up.

        Gives the game as it is archived, or what kept it from that; None where nothing is saved
        and that has been told, or where nothing was done in the game. Afterwards there is no
        current game until one is begun. Raises RuntimeError where there is none.
        """
        _playing(self._log.game)
        if seconds is not None:
            self._log.seconds = max(self._log.seconds, seconds)
        told = self._failure
        ended = None
        try:
            ended = self._put_away()
            if ended is not None:
                self._failure = None
        except OSError as error:
            self._fail(error)
        self._forget()
        return ended or (None if told else self._failure)

    def close(self, seconds: int | None = None) -> Failure | None:
        """Write down the time played and let go of the journal; the game can be gone on with.

        What could not be written is tried once more; `is_saved` has the answer, and stays.
        """
        found = self.note(seconds) if seconds is not None else None
        if self._failure is not None and self._log.game is not None:
            with suppress(OSError):
                self._rescue()
        self._close_file()
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        return found

    # Saves

    def save(
        self, name: str, *, seconds: int | None = None, replace: bool = False
    ) -> SaveRefusal | Failure | None:
        """Keep a copy of the current game, as it stands, under a name.

        Gives why not, where it is not done; the journal is not touched by that.
        """
        log = self._log
        if log.game is None:
            return SaveRefusal.NO_GAME
        path = self._save_path(name)
        if path is None:
            return SaveRefusal.BAD_NAME
        data = bytes(log.text)
        if seconds is not None and seconds > log.seconds:
            data += f"# time {seconds}\n".encode()
        try:
            make_folder(self._folder)
            make_folder(path.parent)
            (replace_file if replace else add_file)(path, data)
        except FileExistsError:
            if not path.is_file():
                return Failure(FailureKind.GONE, path)
            return SaveRefusal.TAKEN
        except OSError as error:
            return failure(error, path)
        return None

    def load(self, name: str, *, seconds: int | None = None) -> Loaded:
        """Go on with a copy of a save instead of the current game, which becomes a save itself.

        `seconds` is the time played in the current game. The save stays as it is. A loaded game is
        still the game that was saved: in the statistics, both are one.
        """
        path = self._save_path(name)
        if path is None:
            return Loaded(refusal=SaveRefusal.BAD_NAME)
        try:
            new = _read(path, None, self._read_view)
        except FileNotFoundError:
            return Loaded(refusal=SaveRefusal.UNKNOWN)
        except OSError as error:
            return Loaded(failure=failure(error, path))
        damage = new.fault.line if new.fault else None
        if new.game is None:
            kind = FailureKind.NEWER if new.is_newer else FailureKind.DAMAGED
            return Loaded(failure=Failure(kind, path, line=damage or 1))
        if new.game.is_won:
            return Loaded(refusal=SaveRefusal.OVER)
        new.reopen()
        kept = None
        if self._log.game is not None and self._log.is_played:
            if seconds is not None:
                self.note(seconds)
            try:
                kept = self._keep(self._log)
            except OSError as error:
                return Loaded(failure=failure(error, self._folder / SAVES))
        if self._watch is not None:
            # Only now, so that a save that is refused leaves no traces with the one who watches.
            with suppress(OSError):
                new.game = _read(path, self._watch, self._read_view).game or new.game
        self._forget(on_disk=True)
        found = self._replace(new, None, None)
        return Loaded(new.game, new.seconds, new.hints, kept, damage, None, found)

    def saves(self) -> tuple[Saved, ...] | Failure:
        """List the saves, the newest first."""
        folder = self._folder / SAVES
        found = []
        try:
            for path in folder.glob(f"*{SUFFIX}"):
                with suppress(FileNotFoundError):
                    when = datetime.fromtimestamp(path.stat().st_mtime, timezone.utc)
                    found.append(Saved(path.stem, _code(path), when))
        except OSError as error:
            return failure(error, folder)
        return tuple(sorted(found, key=lambda saved: (-saved.when.timestamp(), saved.name)))

    def _save_path(self, name: str) -> Path | None:
        name = save_name(name)
        return self._folder / SAVES / f"{name}{SUFFIX}" if name else None

    def _keep(self, log: _Log) -> str:
        """Make a save of a game, unless one of it, as it stands, is there; give its name."""
        folder = self._folder / SAVES
        make_folder(folder)
        text = _bare(log.text[: log.body_end])
        for path in folder.glob(f"*{SUFFIX}"):
            if abs(path.stat().st_size - len(text)) < LONGEST_LINE:
                with suppress(OSError):
                    if _bare(path.read_bytes()) == text:
                        return path.stem
        stem = f"{_playing(log.game).code} {self._now():%Y-%m-%d %H-%M-%S}"
        for number in range(1, 1000):
            name = stem if number == 1 else f"{stem} {number}"
            with suppress(FileExistsError):
                add_file(folder / f"{name}{SUFFIX}", bytes(log.text[: log.body_end]))
                return name
        raise Unwritable(FailureKind.OTHER)

    # Logs

    def _new_log(self, game: Game, *, restart: bool) -> _Log:
        former = self._log
        key = former.id or self._last_id
        log = _Log(bytearray(header(game.code).encode()), game)
        log.tags_end = log.body_end = len(log.text)
        log.add_tags(
            Tag("started", _stamp(self._now())),
            Tag("program", self._program),
            Tag("game", key if restart and key else _new_id()),
        )
        if restart and former.is_played:
            log.add_tags(Tag("restarts", str(former.restarts + 1)))
        return log

    def _replace(self, new: _Log, left: Outcome | None, seconds: int | None) -> Failure | None:
        """Put the current game away and begin the file of a new one."""
        told = self._failure
        try:
            if self._log.game is not None:
                if seconds is not None:
                    self._log.seconds = max(self._log.seconds, seconds)
                self._put_away(left)
            self._check_lock()
            self._free()
            self._log = new
            self._write_anew()
            self._failure = None
        except OSError as error:
            self._fail(error)
            if self._log is not new:
                self._log = new
                self._ours = None  # what is on the disk is still of the former game
        self._remember()
        return None if told else self._failure

    def _remember(self) -> None:
        self._last_id = self._log.id

    def _forget(self, *, on_disk: bool = False) -> None:
        """Have no current game; its file is still ours to replace where it is kept elsewhere."""
        self._close_file()
        self._log = _Log(bytearray())
        self._safe = 0
        if not on_disk:
            self._ours = None

    def _put_away(self, left: Outcome | None = None) -> Ended | None:
        """Move the current game to the archive, all of it, whatever its file holds."""
        log = self._log
        if not log.is_played:
            return None
        self._remember()
        outcome = log.outcome()
        if left is not None and outcome is not Outcome.WON:
            outcome = left
        self._check_lock()
        self._free()
        final = log.ended(outcome, _stamp(self._now()))
        self._close_file()
        replace_file(self._path, bytes(final.text))
        self._ours = _identity(self._path)
        return self._to_archive(final)

    def _to_archive(self, log: _Log) -> Ended:
        ended = self._archive(self._path, log)
        self._forget()
        return ended

    def _archive(self, path: Path, log: _Log) -> Ended:
        """Move a whole log of an ended game to the archive."""
        ended = _ended(log, path)
        day = re.sub(r"[^0-9TZ-]", "", ended.finished)
        name = "-".join(filter(None, (day, str(ended.code), ended.outcome.value)))
        target = move_file(path, self._folder / ARCHIVE, name, SUFFIX)
        ended = _ended(log, target)
        self._tell(ended)
        return ended

    def _free(self) -> None:
        """See that the file's name is free, or that the file is of the current game."""
        with suppress(FileNotFoundError):
            if _identity(self._path) != self._ours:
                self._settle(self._path, self._scan(self._path))

    def _settle(self, path: Path, log: _Log) -> None:
        """Put away a log that nobody plays any more."""
        if log.is_newer:
            raise Unwritable(FailureKind.NEWER)
        if log.fault is not None:
            self._set_aside(path)
        if log.game is None or not log.is_played:
            path.unlink(missing_ok=True)
            return
        if not log.has_ended:
            log.reopen()
            log = log.ended(log.outcome(), _stamp(self._now()))
            replace_file(path, bytes(log.text))
        self._archive(path, log)

    def _set_aside(self, path: Path) -> Path:
        """Keep a damaged file, as it is, where nothing will touch it."""
        when = datetime.fromtimestamp(path.stat().st_mtime, timezone.utc)
        return keep_file(path, self._folder / DAMAGED, f"{when:%Y-%m-%dT%H%M%SZ}", SUFFIX)

    # The file

    @property
    def _open_file(self) -> int:
        if self._file is None:
            raise Unwritable(FailureKind.GONE)
        return self._file

    def _check_lock(self) -> None:
        if self._lock is None:
            raise Unwritable(FailureKind.LOCKED)
        if not self._lock.is_good:
            raise Unwritable(FailureKind.GONE)

    def _write_anew(self) -> None:
        """Give the file the whole log, and go on writing to it."""
        self._close_file()
        replace_file(self._path, bytes(self._log.text))
        self._take_file()

    def _take_file(self) -> None:
        self._file = open_file(self._path, os.O_WRONLY | os.O_APPEND)
        self._ours = _identity(self._path)
        self._safe = len(self._log.text)

    def _flush(self) -> Failure | None:
        if self._failure is not None:
            return None
        try:
            self._write_on()
        except OSError as error:
            self._cut_back()
            self._fail(error)
        return self._failure

    def _write_on(self) -> None:
        """Write what the file does not have yet.

        The file is always a beginning of the log, even where the last call was interrupted at
        whatever point: its size tells what is missing.
        """
        file = self._open_file
        if _identity(self._path) != self._ours:
            raise Unwritable(FailureKind.CHANGED)
        size = os.fstat(file).st_size
        if not self._safe <= size <= len(self._log.text):
            raise Unwritable(FailureKind.CHANGED)
        write_all(file, bytes(self._log.text[size:]))
        flush(file)
        self._safe = len(self._log.text)

    def _cut_back(self) -> None:
        """Leave no half line behind, where that can be done; the next reader would drop it."""
        with suppress(OSError):
            if _identity(self._path) == self._ours:
                size = os.fstat(self._open_file).st_size
                if self._safe < size <= len(self._log.text):
                    os.ftruncate(self._open_file, self._safe)

    def _rescue(self) -> None:
        """Write to the file after all what it lacks of the current game."""
        self._check_lock()
        if self._ours is None or _identity(self._path) != self._ours:
            return
        written = self._path.read_bytes()
        if not self._log.text.startswith(written):
            return
        self._file = open_file(self._path, os.O_WRONLY | os.O_APPEND)
        self._safe = len(written)
        self._write_on()
        self._failure = None

    def _fail(self, error: OSError) -> None:
        self._close_file()
        if isinstance(error, Unwritable) and error.kind is FailureKind.CHANGED:
            self._ours = None
        if self._failure is None:
            path = self._path if self._lock is not None else self._folder
            self._failure = failure(error, path)

    def _close_file(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            with suppress(OSError):
                os.close(file)


def _identity(path: Path) -> tuple[int, int]:
    state = os.stat(path)
    return state.st_dev, state.st_ino


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%SZ}"


def _new_id() -> str:
    return os.urandom(16).hex()


def _bare(text: bytes | bytearray) -> bytes:
    """A log without the times noted in it."""

    def is_time(line: bytes | bytearray) -> bool:
        note = _NOTE.fullmatch(line)
        return note is not None and note[1] == b"time"

    return b"".join(line for line in text.splitlines(True) if not is_time(line))


def _code(path: Path) -> DealCode | None:
    try:
        with path.open("rb") as file:
            item = next(read(_Lines(file))).item
    except (Fault, OSError):
        return None
    return item if isinstance(item, DealCode) else None


_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])", re.IGNORECASE)


def save_name(text: str) -> str:
    """Give the name of a save in its one form, or nothing where the text can't be one.

    Blanks around it and double blanks go; letters are composed, as a Romanian keyboard types them.
    """
    name = normalize("NFC", " ".join(text.split()))
    if len(name) > LONGEST_NAME or _DEVICES.fullmatch(name):
        return ""
    if not all(letter.isalpha() or letter in "0123456789- " for letter in name):
        return ""
    return name
