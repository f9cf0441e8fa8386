"""The journal and the statistics as the session uses them; it decides nothing about a game."""

from __future__ import annotations

from pathlib import Path

from crescent_a11y import __version__
from crescent_a11y.engine.game import Event, Game
from crescent_a11y.engine.record import Step
from crescent_a11y.engine.view import ReadView
from crescent_a11y.interface.archive import ARCHIVE, Ended
from crescent_a11y.interface.journal import Journal, Loaded, Opened
from crescent_a11y.interface.places import Failure
from crescent_a11y.interface.play import Recollection
from crescent_a11y.interface.saves import Saved
from crescent_a11y.interface.statistics import FILE, Statistics, Summary
from crescent_a11y.language.troubles import SaveRefusal


class DiskKeeper:
    """Keeps the current game in its journal, and counts those that have ended.

    `opened` tells what was found, `recollection` what had happened in the game to go on with.
    """

    def __init__(self, folder: Path, read_view: ReadView) -> None:
        """Open the journal in the data folder. Raises nothing: what fails is in `opened`."""
        self._statistics = Statistics(folder / FILE, folder / ARCHIVE, read_view)
        self._uncounted: Failure | None = None
        self.recollection = Recollection()
        self.opened: Opened = Journal.open(
            folder,
            program=__version__,
            ended=self._count,
            watch=self._watch,
            read_view=read_view,
        )
        self._journal = self.opened.journal
        self._uncounted = self._uncounted or self._statistics.catch_up()

    def _watch(self, game: Game, event: Event | None) -> None:
        self.recollection(game, event)

    def _count(self, ended: Ended) -> None:
        self._uncounted = self._uncounted or self._statistics.add(ended)

    def take_uncounted(self) -> Failure | None:
        """What has kept a game from being counted, once."""
        found, self._uncounted = self._uncounted, None
        return found

    def begin(
        self, game: Game, *, seconds: int, restart: bool, is_replayed: bool = False
    ) -> Failure | None:
        """See `play.Keeper`."""
        return self._journal.begin(game, seconds=seconds, restart=restart, is_replayed=is_replayed)

    def append(self, *steps: Step) -> Failure | None:
        """See `play.Keeper`."""
        return self._journal.append(*steps)

    def finish(self, seconds: int) -> Failure | None:
        """See `play.Keeper`."""
        found = self._journal.finish(seconds)
        return found if isinstance(found, Failure) else None

    def note(self, seconds: int) -> Failure | None:
        """See `play.Keeper`."""
        return self._journal.note(seconds)

    def note_hints(self, hints: int) -> Failure | None:
        """See `play.Keeper`."""
        return self._journal.note_hints(hints)

    def save(
        self, name: str, *, seconds: int, replace: bool = False
    ) -> SaveRefusal | Failure | None:
        """See `papers.Archive`."""
        return self._journal.save(name, seconds=seconds, replace=replace)

    def keep(self) -> str | Failure | None:
        """See `papers.Archive`."""
        return self._journal.keep()

    def load(self, name: str, *, seconds: int) -> tuple[Loaded, Recollection]:
        """See `papers.Archive`."""
        self.recollection = Recollection()
        return self._journal.load(name, seconds=seconds), self.recollection

    def saves(self) -> tuple[Saved, ...] | Failure:
        """See `papers.Archive`."""
        return self._journal.saves()

    def summary(self) -> Summary | Failure:
        """See `papers.Archive`."""
        return self._statistics.summary()

    def close(self, seconds: int | None) -> Failure | None:
        """Keep the time played and let go of the journal."""
        return self._journal.close(seconds)
