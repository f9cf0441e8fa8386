"""Work on many things at once, on any executor; the results come in the order of the things.

It is apart from what is worked on because `concurrent.futures` takes long to import.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Generic, TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")

_MOST_TOGETHER = 8
"""The most things that go to another process in one piece of work."""

_PIECES_AHEAD = 4
"""Pieces of work for each core that are handed out before their results are wanted."""


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def pool(jobs: int) -> Iterator[Executor]:
    """An executor of so many processes; what is not begun when it is left is not done any more."""
    executor = ProcessPoolExecutor(jobs, initializer=_end_at_interrupts)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _end_at_interrupts() -> None:
    # Ctrl-C goes to every process; only the first has something to say about it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def in_order(
    executor: Executor,
    work: Callable[[Thing], Result],
    things: Sequence[Thing],
    is_for_here: Callable[[Thing], bool],
) -> Iterator[Result]:
    """The results of some work on many things, each as soon as it and those before are done.

    Things are handed out ahead, but never so many that results pile up. Those `is_for_here` are
    worked on in this process, in their turn; so is the rest where the executor breaks down.
    """
    ahead = cores() * _PIECES_AHEAD
    together = max(1, min(_MOST_TOGETHER, len(things) // ahead))
    pieces = (
        _Piece(executor, work, group, is_here=is_here)
        for group, is_here in _groups(things, together, is_for_here)
    )
    waiting = deque(islice(pieces, ahead))
    while waiting:
        yield from waiting.popleft().results()
        waiting.extend(islice(pieces, 1))


def _groups(
    things: Sequence[Thing], together: int, is_for_here: Callable[[Thing], bool]
) -> Iterator[tuple[list[Thing], bool]]:
    """The things in groups, those for here alone."""
    group: list[Thing] = []
    for thing in things:
        is_here = is_for_here(thing)
        if group and (is_here or len(group) == together):
            yield group, False
            group = []
        if is_here:
            yield [thing], True
        else:
            group.append(thing)
    if group:
        yield group, False


class _Piece(Generic[Thing, Result]):
    """A piece of work that is handed out at once, unless it is to be done here."""

    def __init__(
        self,
        executor: Executor,
        work: Callable[[Thing], Result],
        group: list[Thing],
        *,
        is_here: bool,
    ) -> None:
        self._work = work
        self._group = group
        self._future: Future[list[Result]] | None = None
        if not is_here:
            with suppress(BrokenExecutor):
                self._future = executor.submit(_each, work, group)

    def results(self) -> Iterable[Result]:
        """The results, waited for or made here."""
        if self._future is not None:
            with suppress(BrokenExecutor):
                return self._future.result()
        return map(self._work, self._group)


def _each(work: Callable[[Thing], Result], group: list[Thing]) -> list[Result]:
    return [work(thing) for thing in group]
