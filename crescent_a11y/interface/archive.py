"""The archive, the logs of the games that have ended; it never drops a log that holds an action.

What is damaged is first set aside as it is, in a folder of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.view import ReadView, no_view
from crescent_a11y.interface.gamelog import SUFFIX, GameLog, Outcome, read_log
from crescent_a11y.interface.places import Unwritable, keep_file, move_file, replace_file
from crescent_a11y.language.troubles import FailureKind

ARCHIVE = "archive"
DAMAGED = "damaged"
"""The folders of the games that have ended, and of what could not be read."""

_STAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


@dataclass(frozen=True, slots=True)
class Ended:
    """A game in the archive.

    `game` is its id, which it keeps when it is restarted, or saved and loaded; `moves` is the move
    counter, `redeals` the redeals used, `seconds` the time played; `finished` is the UTC time of
    its end, such as "2026-11-29T20:15:00Z", or empty where the log does not tell it in this form.
    `is_replayed` tells that it began as the replay of another log.
    """

    game: str
    code: DealCode
    outcome: Outcome
    moves: int
    redeals: int
    seconds: int
    finished: str
    path: Path
    is_replayed: bool = False


def read_ended(path: Path, read_view: ReadView = no_view) -> Ended | None:
    """Read a log of the archive; None where it is damaged, torn or without a deal.

    What a log by another hand does not tell is taken from its moves: without an id, the file's
    content is the id. Raises OSError.
    """
    log = read_log(path, read_view)
    if log.game is None or log.fault is not None or log.is_torn:
        return None
    return _entry(log, path)


def _entry(log: GameLog, path: Path) -> Ended:
    game = log.require_game()
    outcome = log.outcome()
    if outcome is Outcome.GIVEN_UP and log.tags.get("ended") == Outcome.RESTARTED.value:
        outcome = Outcome.RESTARTED
    key = log.id
    if not key:
        import hashlib  # noqa: PLC0415 - no log of ours needs it

        key = hashlib.sha256(log.text).hexdigest()[:32]
    finished = log.tags.get("finished", "")
    if not _STAMP.fullmatch(finished):
        finished = ""
    counts = (game.moves, game.redeals, log.seconds)
    return Ended(key, game.code, outcome, *counts, finished, path, log.is_replayed)


class GameArchive:
    """The archive in a data folder. What can't be written raises OSError.

    `added` are the games that have come into it since the program began.
    """

    def __init__(
        self, folder: Path, *, tell: Callable[[Ended], object], now: Callable[[], datetime]
    ) -> None:
        """`folder` is the data folder; `tell` is called for each game that comes in, at once."""
        self._folder = folder
        self._tell = tell
        self._now = now
        self.added: list[Ended] = []

    def add(self, path: Path, log: GameLog) -> Ended:
        """Move a file, which holds this whole log of an ended game, into the archive."""
        ended = _entry(log, path)
        day = ended.finished.replace(":", "")
        name = "-".join(filter(None, (day, str(ended.code), ended.outcome.value)))
        target = move_file(path, self._folder / ARCHIVE, name, SUFFIX)
        ended = replace(ended, path=target)
        self.added.append(ended)
        self._tell(ended)
        return ended

    def settle(self, path: Path, log: GameLog) -> None:
        """Put away a log that nobody plays any more, as it was read from a file."""
        if log.is_newer:
            raise Unwritable(FailureKind.NEWER)
        if log.fault is not None or log.is_torn:
            self.set_aside(path)
        if log.game is None or not log.is_played:
            path.unlink(missing_ok=True)
            return
        if not log.has_ended:
            log.reopen()
            log = log.ended(log.outcome(), self._now())
            replace_file(path, bytes(log.text))
        self.add(path, log)

    def set_aside(self, path: Path) -> Path:
        """Keep a damaged file, as it is, where nothing will touch it."""
        when = datetime.fromtimestamp(path.stat().st_mtime, timezone.utc)
        return keep_file(path, self._folder / DAMAGED, f"{when:%Y-%m-%dT%H%M%SZ}", SUFFIX)
