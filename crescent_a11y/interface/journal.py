"""The current game on the disk, action by action; it never writes to a file it can't vouch for.

The save of a game is its log. A game that has ended moves to the archive, a log that claims how it
ended. When the disk fails, the game goes on in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from crescent_a11y.engine.game import Game
from crescent_a11y.engine.record import Step
from crescent_a11y.engine.view import ReadView, no_view
from crescent_a11y.interface.archive import Ended, GameArchive
from crescent_a11y.interface.current import CurrentFile
from crescent_a11y.interface.gamelog import GameLog, Outcome, Watch, find_log, read_log
from crescent_a11y.interface.places import Failure, Unwritable, failure, make_folder
from crescent_a11y.interface.saves import Saved, Saves
from crescent_a11y.interface.slots import gather, slot_path, take_slot
from crescent_a11y.language.troubles import FailureKind, Obstacle, SaveRefusal


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
        self._watch = watch
        self._read_view = read_view
        self._now = now
        self._archive = GameArchive(folder, tell=ended, now=now)
        self._saves = Saves(folder)
        self._file = CurrentFile(slot_path(folder, 1))
        self._log = GameLog()
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
        return self._failure is None and self._file.holds(self._log.text)

    @property
    def failure(self) -> Failure | None:
        """Why the game is in memory only, None while it is not."""
        return self._failure

    # Opening

    def _open(self) -> Opened:
        obstacle: Obstacle | None = None
        damage: Damage | None = None
        kept: list[str] = []
        try:
            make_folder(self._folder)
            slot = take_slot(self._folder, self._read_view, self._watch)
            log, obstacle = slot.log, slot.obstacle
            self._file = CurrentFile(slot.path, slot.lock)
            self._file.clear_spares()
            if log.fault is not None:
                damage = Damage(log.fault.line, None)
            if log.game is not None and not (log.has_ended or log.game.is_won):
                # Whatever fails from here on, there is a game to go on with.
                is_clean = log.can_go_on
                if not is_clean:
                    log.reopen()
                self._log = log
                self._remember()
                if damage:
                    damage = Damage(damage.line, self._archive.set_aside(slot.path))
                self._go_on(is_clean=is_clean)
            elif damage or log.game is not None:
                if damage:
                    damage = Damage(damage.line, self._archive.set_aside(slot.path))
                self._archive.settle(slot.path, log)
            if obstacle is None:
                kept = gather(self._folder, self._archive, self._saves, self._read_view)
        except OSError as error:
            self._fail(error)
        return Opened(
            self,
            self._log.game,
            self._log.seconds,
            self._log.hints,
            damage,
            obstacle,
            tuple(self._archive.added),
            tuple(kept),
            self._failure,
        )

    def _go_on(self, *, is_clean: bool) -> None:
        """Make the file ready for the next action of the game that was read from it."""
        self._file.vouch()
        if is_clean:
            self._file.take_up(self._log.text, is_torn=self._log.is_torn)
        else:
            self._file.write_anew(self._log.text)

    # Playing

    def begin(
        self,
        game: Game,
        *,
        seconds: int | None = None,
        restart: bool = False,
        is_replayed: bool = False,
    ) -> Failure | None:
        """Begin the journal of a game in which nothing has been done yet.

        The former game goes to the archive, as blocked or given up; where nothing was done in it,
        it is forgotten. `seconds` is the time played in it. `restart` tells that this is the
        former game again, from its deal: it stays one game, however often it is begun.
        `is_replayed` tells that it goes on from the replay of a log, whose actions follow at once.
        """
        new = self._new_log(game, restart=restart, is_replayed=is_replayed)
        return self._replace(new, Outcome.RESTARTED if restart else None, seconds)

    def append(self, *steps: Step) -> Failure | None:
        """Write accepted actions, and wait until the disk holds them.

        `step_of` makes a step; its time, where it has one, counts as the time played. Raises
        RuntimeError where no game has begun.
        """
        self._log.require_game()
        for step in steps:
            self._log.add_step(step)
        return self._flush()

    def note(self, seconds: int) -> Failure | None:
        """Write down the time played, as for a pause; nothing where it is known or no game is."""
        log = self._log
        if log.game is None or seconds <= log.seconds:
            return None
        log.note_time(seconds)
        return self._flush()

    def note_hints(self, hints: int) -> Failure | None:
        """Write down how many hints were told; nothing where it is known or no game is."""
        log = self._log
        if log.game is None or hints <= log.hints:
            return None
        log.note_hints(hints)
        return self._flush()

    def finish(self, seconds: int | None = None) -> Ended | Failure | None:
        """End the current game and put it into the archive, as won, blocked or given up.

        Gives the game as it is archived, or what kept it from that; None where nothing is saved
        and that has been told, or where nothing was done in the game. Afterwards there is no
        current game until one is begun. Raises RuntimeError where there is none.
        """
        self._log.require_game()
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
                self._file.rescue(self._log.text)
                self._failure = None
        self._file.close()
        self._file.release()
        return found

    # Saves

    def save(
        self, name: str, *, seconds: int | None = None, replace: bool = False
    ) -> SaveRefusal | Failure | None:
        """Keep a copy of the current game, as it stands, under a name.

        Gives why not, where it is not done; the journal is not touched by that.
        """
        if self._log.game is None:
            return SaveRefusal.NO_GAME
        return self._saves.add(name, self._log.copy_text(seconds), replace=replace)

    def keep(self, seconds: int | None = None) -> str | Failure | None:
        """Make a save of the current game, which so is put by for another one; give its name.

        None where nothing was done in it. Where it can't be kept, it goes on as it is. `seconds`
        is the time played.
        """
        kept = None
        if self._log.game is not None and self._log.is_played:
            try:
                kept = self._saves.keep(self._log, seconds)
            except OSError as error:
                return failure(error, self._saves.folder)
        self._forget(is_kept=True)
        return kept

    def load(self, name: str, *, seconds: int | None = None) -> Loaded:
        """Go on with a copy of a save instead of the current game, which becomes a save itself.

        `seconds` is the time played in the current game. The save stays as it is. A loaded game is
        still the game that was saved: in the statistics, both are one.
        """
        path = self._saves.path(name)
        if path is None:
            return Loaded(refusal=SaveRefusal.BAD_NAME)
        try:
            new = read_log(path, self._read_view)
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
        kept = self.keep(seconds)
        if isinstance(kept, Failure):
            return Loaded(failure=kept)
        if self._watch is not None:
            # Only now, so that a save that is refused leaves no traces with the one who watches.
            with suppress(OSError):
                new.game = read_log(path, self._read_view, self._watch).game or new.game
        found = self._replace(new, None, None)
        return Loaded(new.game, new.seconds, new.hints, kept, damage, None, found)

    def saves(self) -> tuple[Saved, ...] | Failure:
        """List the saves, the newest first."""
        return self._saves.listed()

    # One game after another

    def _new_log(self, game: Game, *, restart: bool, is_replayed: bool) -> GameLog:
        former = self._log
        # Begun anew, a game that went on from a replay is the player's own, and not yet played.
        is_again = restart and former.is_played and not former.is_replayed
        return GameLog.begin(
            game,
            started=self._now(),
            program=self._program,
            id_=(former.id or self._last_id) if restart else "",
            restarts=former.restarts + 1 if is_again else 0,
            is_replayed=is_replayed,
        )

    def _replace(self, new: GameLog, left: Outcome | None, seconds: int | None) -> Failure | None:
        """Put the current game away and begin the file of a new one."""
        told = self._failure
        try:
            if self._log.game is not None:
                if seconds is not None:
                    self._log.seconds = max(self._log.seconds, seconds)
                self._put_away(left)
            self._file.check_lock()
            self._free()
            self._log = new
            self._file.write_anew(new.text)
            self._failure = None
        except OSError as error:
            self._fail(error)
            if self._log is not new:
                self._log = new
                self._file.disown()  # what is on the disk is still of the former game
        self._remember()
        return None if told else self._failure

    def _put_away(self, left: Outcome | None = None) -> Ended | None:
        """Move the current game to the archive, all of it, whatever its file holds."""
        log = self._log
        if not log.is_played:
            return None
        self._remember()
        outcome = log.outcome()
        if left is not None and outcome is not Outcome.WON:
            outcome = left
        self._file.check_lock()
        self._free()
        final = log.ended(outcome, self._now())
        self._file.write_last(final.text)
        ended = self._archive.add(self._file.path, final)
        self._forget()
        return ended

    def _free(self) -> None:
        """See that the file's name is free, or that the file is of the current game."""
        path = self._file.path
        try:
            is_ours = self._file.is_ours
        except FileNotFoundError:
            return
        if not is_ours:
            self._archive.settle(path, find_log(path, self._read_view))

    def _remember(self) -> None:
        self._last_id = self._log.id

    def _forget(self, *, is_kept: bool = False) -> None:
        """Have no current game; its file is still ours to replace where it is kept elsewhere."""
        self._file.leave(is_free=is_kept)
        self._log = GameLog()

    # Writing

    def _flush(self) -> Failure | None:
        if self._failure is not None:
            return None
        try:
            self._file.write_on(self._log.text)
        except OSError as error:
            self._file.cut_back(self._log.text)
            self._fail(error)
        return self._failure

    def _fail(self, error: OSError) -> None:
        self._file.close()
        if isinstance(error, Unwritable) and error.kind is FailureKind.CHANGED:
            self._file.disown()
        if self._failure is None:
            path = self._file.path if self._file.is_locked else self._folder
            self._failure = failure(error, path)
