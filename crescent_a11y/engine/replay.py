"""A log played through the same rules as a game, and judged; it never goes on after a fault."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Event, Game, Redone, Refusal, Undone
from crescent_a11y.engine.record import (
    CardMismatch,
    Claim,
    ClaimMismatch,
    Expect,
    Expected,
    Fault,
    Line,
    PositionMismatch,
    Step,
    Syntax,
    TimeMismatch,
    read,
)
from crescent_a11y.engine.rules import Move, Moved, Redealt
from crescent_a11y.engine.table import Place
from crescent_a11y.engine.view import ReadView, UnreadableView


class Replay:
    """Plays the lines of a log one by one.

    `game` is None until the deal's line was taken; `seconds` is the time played so far, and `hints`
    how many hints the log claims, None where the log does not tell.
    """

    def __init__(self, read_view: ReadView) -> None:
        """`read_view` reads the tables in words of `expect` lines."""
        self.game: Game | None = None
        self.seconds: int | None = None
        self.hints: int | None = None
        self._read_view = read_view
        self._claimed: set[str] = set()

    def take(self, line: Line) -> Event | None:
        """Play one line: the event of an action, None for any other line. Raises Fault."""
        item = line.item
        if not isinstance(item, Step):
            self.judge(line)
            return None
        game = self._agree(line, item)
        answer = game.act(item.action)
        if not isinstance(answer, Moved | Redealt | Undone | Redone):
            raise _refused(game, line, item, answer)
        return answer

    def judge(self, line: Line) -> None:
        """Play one line as `take` does, without the event, which costs time. Raises Fault."""
        item = line.item
        if isinstance(item, Step):
            game = self._agree(line, item)
            refusal = game.play(item.action)
            if refusal is not None:
                raise _refused(game, line, item, refusal)
        elif isinstance(item, DealCode):
            self.game = Game(item)
        elif isinstance(item, Expect):
            self._compare(self._begun, line, item)
        elif isinstance(item, Claim):
            self._check(self._begun, line, item)

    @property
    def _begun(self) -> Game:
        assert self.game is not None  # noqa: S101 - `read` gives the deal first
        return self.game

    def _agree(self, line: Line, step: Step) -> Game:
        """The game in which a step is to be played, if what it tells of card and time is so."""
        game = self.game
        assert game is not None  # noqa: S101 - `read` gives the deal first
        action, card, seconds = step
        if card is not None and isinstance(action, Move):
            found = game.top(action.source)
            # An empty source has no card to differ: the rules refuse it in their own words.
            if found is not None and card != found:
                problem = CardMismatch(card, action.source, found)
                raise Fault(line.number, line.column(2), problem, _number(game, step))
        if seconds is not None:
            if self.seconds is not None and seconds < self.seconds:
                column = line.text.index("@") + 1
                mismatch = TimeMismatch(seconds, self.seconds)
                raise Fault(line.number, column, mismatch, _number(game, step))
            self.seconds = seconds
        return game

    def _compare(self, game: Game, line: Line, item: Expect) -> None:
        start = line.column(1)
        try:
            told = self._read_view(item.text)
        except UnreadableView as error:
            expected = Expected.TABLE if error.word else Expected.WHOLE_TABLE
            problem = Syntax(error.word, expected)
            raise Fault(line.number, start + error.column - 1, problem) from None
        found = game.table.view
        for place in Place:
            if told[place] != found[place]:
                mismatch = PositionMismatch(place, told[place], found[place])
                raise Fault(line.number, start, mismatch)

    def _check(self, game: Game, line: Line, claim: Claim) -> None:
        name, told = claim
        if name in self._claimed:
            raise Fault(line.number, line.column(0), Syntax(name, Expected.CLAIM))
        self._claimed.add(name)
        found: str | int
        if name == "time":
            # The game may have gone on after its last action, so only a smaller time contradicts.
            found = max(self.seconds or 0, int(told))
            self.seconds = found
        elif name == "hints":
            # No action tells of one, so nothing can contradict this.
            found = self.hints = int(told)
        elif name == "result":
            found = game.result
        else:
            found = game.moves if name == "moves" else game.redeals
        if told != found:
            raise Fault(line.number, line.column(1), ClaimMismatch(name, told, found))


def _refused(game: Game, line: Line, step: Step, refusal: Refusal) -> Fault:
    return Fault(line.number, line.column(0), refusal, _number(game, step))


def _number(game: Game, step: Step) -> int | None:
    """The number that a move would have."""
    return game.moves + 1 if isinstance(step.action, Move) else None


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on a log.

    `result` is "won", "blocked" or "open", None for an invalid log; `moves` is the move counter,
    `redeals` the redeals used, `seconds` the time played and `hints` the hints claimed (None where
    the log gives none), `foundation_cards` the cards on the foundations, all at the end or at the
    fault; `game` is the game as it stood there, None where no deal was read.
    """

    fault: Fault | None
    game: Game | None
    seconds: int | None
    hints: int | None = None

    @property
    def is_valid(self) -> bool:
        """Whether the whole log can be played and every claim in it is true."""
        return self.fault is None

    @property
    def code(self) -> DealCode | None:
        """The deal, None where none was read."""
        return self.game.code if self.game else None

    @property
    def result(self) -> str | None:
        """How the game of a valid log stands at its end."""
        return self.game.result if self.game and self.is_valid else None

    @property
    def moves(self) -> int:
        """The move counter."""
        return self.game.moves if self.game else 0

    @property
    def redeals(self) -> int:
        """The redeals used."""
        return self.game.redeals if self.game else 0

    @property
    def foundation_cards(self) -> int:
        """The cards on the foundations."""
        return self.game.table.foundation_cards if self.game else 0


def replay(lines: Iterable[bytes], read_view: ReadView) -> Report:
    """Play a log, given as for `record.read`, up to its end or its first fault, and judge it.

    A fault is told in the report, never raised; what `lines` raises goes through to the caller. Of
    the log no more is held than one line and the position.
    """
    player = Replay(read_view)
    fault = None
    try:
        for line in read(lines):
            player.judge(line)
    except Fault as found:
        fault = found
    return Report(fault, player.game, player.seconds, player.hints)
