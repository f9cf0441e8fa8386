"""The loop between a player and a session, and what signals do to it; it understands no line."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.interface.output import TerminalClosed
from crescent_a11y.interface.session import Session
from crescent_a11y.interface.terminal import Terminal
from crescent_a11y.interface.voice import Voice
from crescent_a11y.language.utterance import Utterance

_ENDING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)  # Windows has no SIGHUP


class Terminated(BaseException):
    """The system asks the program to end."""


class Signals:
    """Lets signals end a wait, but never cut short an answer: its steps would miss in the log.

    `terminal` is the one that lines are read from, once there is one.
    """

    def __init__(self) -> None:
        self.terminal: Terminal | None = None
        self._is_reading = self._is_answering = self._is_ending = False
        self._is_interrupted = False  # Ctrl-C came while an answer was sought
        signal.signal(signal.SIGINT, self._interrupt)
        for number in _ENDING:
            signal.signal(number, self._end)

    def _interrupt(self, *_: object) -> None:
        if self.terminal is None or not self.terminal.interactive:
            self._end()
        elif self._is_reading:
            self.terminal.break_off(KeyboardInterrupt())
        else:
            self._is_interrupted = True

    @property
    def stop_answering(self) -> bool:
        """Whether a signal has come that an answer should not keep waiting for long."""
        return self._is_interrupted or self._is_ending

    def _end(self, *_: object) -> None:
        if self._is_ending:
            return
        self._is_ending = True
        if self._is_reading and self.terminal is not None:
            self.terminal.break_off(Terminated())
        elif not self._is_answering:
            raise Terminated

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While this lasts, Ctrl-C drops the line."""
        self._is_reading = True
        try:
            yield
        finally:
            self._is_reading = False

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Signals wait until this is over."""
        self._is_answering = True
        self._is_interrupted = False
        try:
            yield
        finally:
            self._is_answering = False
        if self._is_ending:
            raise Terminated

    def ignore(self) -> None:
        """From now on nothing is cut short, not even the end of the interpreter itself."""
        self._is_ending = True
        for number in (signal.SIGINT, *_ENDING):
            signal.signal(number, signal.SIG_IGN)


class Conversation:
    """A player and a session that talk until one of them ends it."""

    def __init__(
        self,
        session: Session,
        terminal: Terminal,
        voice: Voice,
        keeper: DiskKeeper,
        signals: Signals,
    ) -> None:
        self._session = session
        self._terminal = terminal
        self._voice = voice
        self._keeper = keeper
        self._signals = signals

    def hold(self) -> None:
        """Talk to the end. Raises Terminated where a signal ends it."""
        try:
            self._say(self._session.opening())
            while not self._session.ended:
                self._turn()
        except (EOFError, TerminalClosed):
            return

    def _turn(self) -> None:
        session = self._session
        read = self._terminal.read_fresh if session.asks else self._terminal.read
        try:
            with self._signals.reading():
                line = read(session.prompt)
        except KeyboardInterrupt:
            self._say(session.to_leave())
            return
        self._tell_troubles()
        with self._signals.answering():
            answer = session.handle_line(line)
        self._say(answer)

    def _tell_troubles(self) -> None:
        trouble = self._voice.trouble()
        if trouble is not None:
            self._session.voice_trouble(trouble)
        uncounted = self._keeper.take_uncounted()
        if uncounted is not None:
            self._session.statistics_problem(uncounted)

    def _say(self, utterance: Utterance) -> None:
        self._terminal.say(utterance.text)
        if utterance.is_silent:
            self._voice.silence()
        else:
            self._voice.speak(utterance)
