"""Work on many things at once, on any executor; it never loses a thing, nor works on one twice.

It is apart from what is worked on because `concurrent.futures` takes long to import.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import parent_process
from multiprocessing.connection import wait as wait_for_any
from typing import Generic, NamedTuple, TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")

_MOST_TOGETHER = 8
"""The most things that go to another process in one piece of work."""

_AHEAD = 4
"""Pieces of work for each worker that are handed out before their results are wanted."""


class Workers(NamedTuple):
    """Who works: an executor, and how many things it can work on at the same time."""

    executor: Executor
    number: int

    @property
    def ahead(self) -> int:
        """How many pieces of work are handed out at a time, so that nobody waits for more."""
        return self.number * _AHEAD


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def pool(jobs: int) -> Iterator[Workers]:
    """So many processes of this machine; what is not begun when they are left is not done."""
    executor = ProcessPoolExecutor(jobs, initializer=_prepare)
    try:
        yield Workers(executor, jobs)
    finally:
        executor.shutdown(cancel_futures=True)


def _prepare() -> None:
    """Make a process of the pool one that ends with the first, however that ends."""
    # Ctrl-C goes to every process; only the first has something to say about it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_first, daemon=True).start()


def _end_with_the_first() -> None:
    first = parent_process()
    if first is not None:
        # It may have been killed: then nobody else tells the others that there is no more work.
        wait_for_any([first.sentinel])
        os._exit(1)


def as_done(
    workers: Workers, work: Callable[[Thing], Result], things: Iterable[Thing]
) -> Iterator[Result]:
    """The results of some work on many things, each as soon as it is done, in no certain order.

    Where the executor breaks down, the rest is worked on in this process.
    """
    rest = iter(things)
    waiting: dict[Future[Result], Thing] = {}
    while True:
        for thing in islice(rest, workers.ahead - len(waiting)):
            waiting[_submit(workers.executor, work, thing)] = thing
        if not waiting:
            return
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            thing = waiting.pop(future)
            is_broken = isinstance(future.exception(), BrokenExecutor)
            yield work(thing) if is_broken else future.result()


def _submit(executor: Executor, work: Callable[[Thing], Result], thing: Thing) -> Future[Result]:
    """A future for some work; where the executor has broken down, one that says so."""
    try:
        return executor.submit(work, thing)
    except BrokenExecutor as error:
        future: Future[Result] = Future()
        future.set_exception(error)
        return future


def in_order(
    workers: Workers,
    work: Callable[[Thing], Result],
    things: Iterable[Thing],
    count: int,
    is_for_here: Callable[[Thing], bool],
) -> Iterator[Result]:
    """The results of some work on `count` things, each as soon as it and those before are done.

    Things are handed out ahead, but never so many that results pile up. Those `is_for_here` are
    worked on in this process, in their turn; so is the rest where the executor breaks down.
    """
    together = max(1, min(_MOST_TOGETHER, count // workers.ahead))
    pieces = (
        _Piece(workers.executor, work, group, is_here=is_here)
        for group, is_here in _groups(things, together, is_for_here)
    )
    waiting = deque(islice(pieces, workers.ahead))
    while waiting:
        yield from waiting.popleft().results()
        waiting.extend(islice(pieces, 1))


def _groups(
    things: Iterable[Thing], together: int, is_for_here: Callable[[Thing], bool]
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
            self._future = _submit(executor, partial(_each, work), group)

    def results(self) -> Iterable[Result]:
        """The results, waited for or made here."""
        if self._future is not None:
            with suppress(BrokenExecutor):
                return self._future.result()
        return map(self._work, self._group)


def _each(work: Callable[[Thing], Result], group: list[Thing]) -> list[Result]:
    return [work(thing) for thing in group]
