"""The game being played and all that is kept of it: log, journal, memory, time; it says nothing."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol

from crescent_a11y.engine.deal import DealCode, Variant, deal
from crescent_a11y.engine.game import Action, Event, Game, Redone, Refusal, Undone
from crescent_a11y.engine.memory import Memory
from crescent_a11y.engine.record import Claim, Step
from crescent_a11y.engine.rules import Moved, Redealt
from crescent_a11y.engine.table import Place, View
from crescent_a11y.interface.files import FileProblem, LogWriter
from crescent_a11y.interface.gamelog import step_of
from crescent_a11y.interface.places import Failure


class Keeper(Protocol):
    """Keeps the game on the disk. What fails is given back, once; play goes on all the same."""

    def begin(
        self, game: Game, *, seconds: int, restart: bool, is_replayed: bool = False
    ) -> Failure | None:
        """Begin a game; the former one, played for some seconds, has ended.

        A game is `restart`ed, or is another one; `is_replayed` tells that it goes on from a replay.
        """

    def append(self, *steps: Step) -> Failure | None:
        """Keep actions; when this returns, the disk holds them."""

    def finish(self, seconds: int) -> Failure | None:
        """The game has ended."""

    def note(self, seconds: int) -> Failure | None:
        """Keep the time played."""

    def note_hints(self, hints: int) -> Failure | None:
        """Keep the number of hints told."""


class Recollection:
    """A game brought back from its log: sees every event and remembers what it showed."""

    def __init__(self) -> None:
        self.memory: Memory | None = None
        self.steps: list[Step] = []

    def __call__(self, game: Game, event: Event | None) -> None:
        """Take in a game after its deal, with None, then after each event."""
        if event is None or self.memory is None:
            self.memory = Memory(game.table)
            self.steps = []
        else:
            self.memory.follow(event)
            self.steps.append(step_of(event))


class Play:
    """One game after another, and everything that follows from an action.

    `game` is the present one, `memory` what has been seen in it, `steps` its log so far, `hints`
    how many hints were told of its deal, `heard` the table as the player last heard it. `run` is
    the same thing as long as the same game goes on, loaded again or not. `troubles` gathers what
    could not be written; whoever says it empties the list.

    Whoever deals the same cards once more knows the hints still: they stay counted until other
    cards are dealt.
    """

    def __init__(self, *, clock: Callable[[], float], keeper: Keeper | None = None) -> None:
        """`clock` gives seconds that never go back. `begin` or `go_on` must follow."""
        self._clock = clock
        self._keeper = keeper
        self._log: LogWriter | None = None
        self._played = 0.0  # the seconds up to the last time the clock stood
        self._since: float | None = None
        self.troubles: list[FileProblem | Failure] = []
        self.game: Game
        self.memory: Memory
        self.steps: list[Step] = []
        self.hints = 0
        self.run = object()
        self.heard: View
        self._hinted: int | None = None  # the number of the deal that the hints are about
        self._told: set[Hashable] = set()  # what they told

    # Games

    def begin(self, code: DealCode, *, restart: bool = False) -> None:
        """Begin a deal, the present one again with `restart`; the present game ends."""
        seconds = self.seconds
        self.end_log()
        game = Game(code)
        self._take(game, Memory(game.table), [], 0, 0)
        self.run = object()
        if self._keeper is not None:
            self._note(self._keeper.begin(game, seconds=seconds, restart=restart))
            self._note(self._keeper.note_hints(self.hints))

    def take_over(self, other: Play) -> None:
        """Go on from where the replay of a log stands, which must end; the present game ends."""
        seconds = self.seconds
        self.end_log()
        self._take(other.game, other.memory, other.steps, other.seconds, other.hints)
        self._told |= other._told
        self.run = object()
        if self._keeper is not None:
            keeper, game = self._keeper, self.game
            self._note(keeper.begin(game, seconds=seconds, restart=False, is_replayed=True))
            self._note(keeper.append(*self.steps))
            self._note(keeper.note_hints(self.hints))

    def go_on(self, game: Game, recollection: Recollection, seconds: int, hints: int = 0) -> None:
        """Go on with a game that was kept, which the keeper holds already."""
        self.end_log()
        memory = recollection.memory or Memory(game.table)
        if game.code.number != self._hinted:
            self.run = object()
        self._take(game, memory, recollection.steps, seconds, hints)
        if self._keeper is not None:
            self._note(self._keeper.note_hints(self.hints))

    def _take(
        self, game: Game, memory: Memory, steps: list[Step], seconds: int, hints: int
    ) -> None:
        self.game, self.memory, self.steps = game, memory, list(steps)
        self.know_hints(game.code, hints)
        self.heard = deal(game.code).view
        self._played = seconds
        self._since = None if game.is_won else self._clock()

    def act(self, action: Action) -> Event | Refusal:
        """Carry out an action; when an event is given back, the disk holds it."""
        answer = self.game.act(action)
        if not isinstance(answer, Moved | Redealt | Undone | Redone):
            return answer
        self.memory.follow(answer)
        step = step_of(answer, self.seconds)
        self.steps.append(step)
        self._write(step)
        if self._keeper is not None:
            self._note(self._keeper.append(step))
        if self.game.is_won:
            self.pause()
            if self._keeper is not None:
                self._note(self._keeper.finish(self.seconds))
        return answer

    def know_hints(self, code: DealCode, hints: int) -> None:
        """Take in how many hints about a deal were told; of the same cards, the most count."""
        if code.number == self._hinted:
            hints = max(hints, self.hints)
        else:
            self._told.clear()
        self.hints, self._hinted = hints, code.number

    def count_hint(self, told: Hashable) -> None:
        """Count a hint unless it was told before; when this returns, the disk holds it."""
        if told in self._told:
            return
        self._told.add(told)
        self.hints += 1
        if self._keeper is not None:
            self._note(self._keeper.note_hints(self.hints))

    def keep_told(self, other: Play) -> None:
        """Take over what another play of the same deal has told and what was heard of it."""
        self.heard, self.hints, self._told = other.heard, other.hints, other._told

    @property
    def turned(self) -> tuple[Place, ...]:
        """The piles whose top card the last event turned over, where cards lie face down."""
        is_face_down = self.game.code.variant is Variant.FACE_DOWN
        return self.memory.turned if is_face_down else ()

    @property
    def is_at_stake(self) -> bool:
        """Whether leaving the game would end something: it has actions and is not won."""
        return bool(self.steps) and not self.game.is_won

    # Time

    @property
    def seconds(self) -> int:
        """The time played, in whole seconds."""
        running = 0.0 if self._since is None else max(0.0, self._clock() - self._since)
        return int(self._played + running)

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands, though the game is not over."""
        return self._since is None and not self.game.is_won

    def pause(self) -> None:
        """Let the clock stand, and keep the time played."""
        if self._since is not None:
            self.halt()
            if self._keeper is not None and not self.game.is_won:
                self._note(self._keeper.note(self.seconds))

    def halt(self) -> None:
        """Let the clock stand; nothing is written."""
        if self._since is not None:
            self._played += max(0.0, self._clock() - self._since)
            self._since = None

    def resume(self) -> None:
        """Let the clock run on."""
        if self.is_paused:
            self._since = self._clock()

    # The log that the player asked for

    def start_log(self, name: str) -> None:
        """Write the log of the game to a new file, from its first action on. Raises FileProblem."""
        log = LogWriter(name, self.game.code)
        log.add(*self.steps)
        self.end_log()
        self._log = log

    def take_log(self, log: LogWriter | None) -> None:
        """Go on writing a log that holds the game as it stands."""
        self._log = log

    def end_log(self) -> None:
        """Finish the log with its claims."""
        if self._log is None:
            return
        log, self._log = self._log, None
        game = self.game
        last = max((step.seconds or 0 for step in self.steps), default=0)
        try:
            log.close(
                Claim("result", game.result),
                Claim("moves", game.moves),
                Claim("redeals", game.redeals),
                Claim("time", max(self.seconds, last)),
                Claim("hints", self.hints),
            )
        except FileProblem as problem:
            self.troubles.append(problem)

    def _write(self, step: Step) -> None:
        if self._log is None:
            return
        try:
            self._log.add(step)
        except FileProblem as problem:
            self._log = None
            self.troubles.append(problem)

    def _note(self, found: Failure | None) -> None:
        if found is not None:
            self.troubles.append(found)
