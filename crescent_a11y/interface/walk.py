"""The replay of a log, step by step and by ear; it plays no step that the rules refuse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Game, Redone, Undone
from crescent_a11y.engine.record import Fault, Step, read
from crescent_a11y.engine.replay import Replay
from crescent_a11y.engine.rules import Moved, Redealt
from crescent_a11y.engine.view import ReadView
from crescent_a11y.interface.context import Context, Handler, joined, number
from crescent_a11y.interface.files import FileProblem, bounded_lines, open_ordinary, trouble_of
from crescent_a11y.interface.mode import Host
from crescent_a11y.interface.papers import unquoted
from crescent_a11y.interface.play import Play, Recollection
from crescent_a11y.language import questions, troubles, unclear, walking
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import MoveTyped, Order, Parsed
from crescent_a11y.language.walking import Seek, Wish, WishReader

MOST_STEPS = 100_000
"""The most steps of a log that can be replayed; a long game has some hundreds."""


class TooManySteps(Exception):  # noqa: N818 - it is the log that has too many
    """A log longer than any game."""


@dataclass(frozen=True, slots=True)
class Log:
    """The steps of a log up to its end or its first fault; `code` is None where no deal was read.

    The steps can all be played, one after another. `hints` is how many hints the log claims.
    """

    code: DealCode | None
    steps: tuple[Step, ...]
    fault: Fault | None
    hints: int


def read_log(name: str, read_view: ReadView) -> Log:
    """Read and judge the log in a file. Raises FileProblem and TooManySteps."""
    player = Replay(read_view)
    steps: list[Step] = []
    fault = None
    with open_ordinary(name) as file:
        try:
            for line in read(bounded_lines(file)):
                player.take(line)
                if isinstance(line.item, Step):
                    if len(steps) == MOST_STEPS:
                        raise TooManySteps
                    steps.append(line.item)
        except Fault as found:
            fault = found
        except OSError as error:
            raise FileProblem(name, trouble_of(error)) from None
    code = player.game.code if player.game else None
    return Log(code, tuple(steps), fault, player.hints or 0)


class _Stepper:
    """A game that goes through the steps of a log, forwards and back, in the log's own time."""

    def __init__(self, code: DealCode, steps: Sequence[Step]) -> None:
        self._code = code
        self.steps = steps
        self.play = self._start()

    def _start(self) -> Play:
        self.at = 0
        self._seconds = 0
        play = Play(clock=lambda: self._seconds)
        play.go_on(Game(self._code), Recollection(), 0)
        return play

    def rewind(self) -> None:
        """Go back to the start; what was heard stays heard."""
        before = self.play
        self.play = self._start()
        self.play.keep_told(before)

    def advance(self) -> Moved | Redealt | Undone | Redone:
        """Play the next step."""
        step = self.steps[self.at]
        self._seconds = step.seconds or self._seconds
        event = self.play.act(step.action)
        assert isinstance(event, Moved | Redealt | Undone | Redone)  # noqa: S101 - it was judged
        self.at += 1
        return event


_OF_ONES_OWN = frozenset(
    ("redeal", "finish", "new", "restart", "save", "load", "log", "pause", "cancel")
)


class Walk:
    """The replay of a log as a mode of the session."""

    def __init__(self, context: Context, host: Host, translators: Sequence[Translator]) -> None:
        self._context = context
        self._host = host
        self._reader = WishReader(translators)
        self._stepper: _Stepper | None = None
        self._fault: Fault | None = None
        self._hints = 0  # those that the log claims
        self._is_first = True  # whether no log was replayed before
        self._wished: Wish | Seek | None = None  # the last line, for again

    def handlers(self) -> dict[str, Handler]:
        """The handlers by the names of their commands."""
        return {"replay": self._replay}

    @property
    def _log(self) -> _Stepper:
        assert self._stepper is not None  # noqa: S101 - the replay is entered with it
        return self._stepper

    def _replay(self, order: Order) -> str:
        t = self._context.t
        if not order.rest:
            return unclear.which_file(t)
        if self._context.reader.switch(order.rest) is False:
            is_on = self._stepper is not None and self._context.play is self._stepper.play
            return self._leave() if is_on else walking.not_begun(t)
        try:
            log = read_log(unquoted(order.rest), self._context.read_view)
        except FileProblem as problem:
            return troubles.file_trouble(t, problem.name, problem.trouble)
        except TooManySteps:
            return walking.too_long(t)
        if log.code is None:
            return walking.at_end(t, log.fault)
        self._stepper, self._fault = _Stepper(log.code, log.steps), log.fault
        self._hints = log.hints
        self._wished = None
        self._host.enter(self)
        begun = walking.begun(t, log.code, len(log.steps), log.fault)
        is_first, self._is_first = self._is_first, False
        return joined(begun, walking.how_to_go(t, is_first=is_first))

    def _leave(self) -> str:
        return joined(walking.left(self._context.t), self._host.leave())

    # The mode

    @property
    def play(self) -> Play:
        """See `mode.Mode`."""
        return self._log.play

    @property
    def prompt(self) -> str:
        """See `mode.Mode`."""
        return walking.prompt(self._context.t)

    def wish(self, line: str) -> str | None:
        """See `mode.Mode`."""
        wish = self._reader.read(line)
        self._wished = wish or self._wished
        return self._go(wish)

    def _go(self, wish: Wish | Seek | None) -> str | None:
        match wish:
            case Wish.NEXT:
                return self._next()
            case Wish.PREVIOUS:
                return self._seek(self._log.at - 1)
            case Wish.PLAY_ON:
                return self._play_on()
            case Seek(step):
                return self._seek(step)
            case None:
                return None

    def instead(self, parsed: Parsed) -> str | None:
        """See `mode.Mode`; to take back a move is here to go back a step."""
        wished, self._wished = self._wished, None
        match parsed:
            case Order("again", ()) if wished is not None:
                self._wished = wished
                return self._go(wished)
            case Order("quit", ()):
                return self._leave()
            case Order("undo", words) if len(words) < 2:
                count = number(words[0], MOST_STEPS) if words else 1
                if count is None:
                    return unclear.bad_number(self._context.t, words[0])
                return self._seek(max(0, self._log.at - count))
            case Order("redo", ()):
                return self._next()
            case MoveTyped():
                return walking.only_listening(self._context.t)
            case Order(name) if name in _OF_ONES_OWN:
                return walking.only_listening(self._context.t)
        return None

    def after(self, said: str) -> str:
        """See `mode.Mode`."""
        return said

    # Going through the log

    def _next(self) -> str:
        if self._log.at == len(self._log.steps):
            return self._at_end()
        return self._advance()

    def _advance(self) -> str:
        """Play the next step and say it as when it was played."""
        log = self._log
        event = log.advance()
        self._host.enter(self)
        play = log.play
        happened = self._context.narrator.happened(event, play.game, play.turned)
        return joined(happened, self._context.standing(), self._at_end())

    def _at_end(self) -> str:
        """Why there is no next step; nothing where there is one."""
        if self._log.at < len(self._log.steps):
            return ""
        return walking.at_end(self._context.t, self._fault)

    def _seek(self, step: int) -> str:
        log, t = self._log, self._context.t
        last = len(log.steps)
        if step > last:
            return walking.no_such_step(t, last)
        target = max(0, step)
        if target <= log.at:
            log.rewind()
        while log.at < target - 1:
            log.advance()
        where = walking.at_step(t, target, last)
        if log.at < target:
            return joined(where, self._advance())
        self._host.enter(self)
        return joined(where, self._at_end())

    def _play_on(self) -> str:
        context, play = self._context, self._log.play
        if play.game.is_won:
            return walking.nothing_to_play(context.t)

        def begin() -> str:
            # When they were told is not in a log, so they go with every part of the game.
            play.hints += self._hints
            context.own.take_over(play)
            return joined(self._host.leave(), walking.not_counted(context.t))

        own = context.own
        question = questions.ask_play_on(context.t, own.game)
        return self._host.ask(question, begin, lossy=own.is_at_stake)
