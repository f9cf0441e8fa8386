"""The rules of work on many things at once: any executor, results in order, no end at a failure."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from crescent_a11y.interface.parallel import cores, in_order, pool


def double(number: int) -> int:
    return 2 * number


def nowhere(_: object) -> bool:
    return False


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8, 9, 1000])
def test_results_are_in_the_order_of_the_things(count: int) -> None:
    with ThreadPoolExecutor(4) as executor:
        assert list(in_order(executor, double, range(count), nowhere)) == [
            2 * number for number in range(count)
        ]


def test_other_processes_do_the_work() -> None:
    with pool(2) as executor:
        assert list(in_order(executor, double, range(40), nowhere)) == list(range(0, 80, 2))


def test_some_things_are_worked_on_here_in_their_turn() -> None:
    here: list[int] = []

    def work(number: int) -> int:
        if threading.current_thread() is threading.main_thread():
            here.append(number)
        return number

    with ThreadPoolExecutor(2) as executor:
        things = range(100)
        found = list(in_order(executor, work, things, lambda number: number % 10 == 3))
    assert found == list(things)
    assert here == list(range(3, 100, 10))


class Noting(Executor):
    """Does work at once, or breaks down after so many pieces of it."""

    def __init__(self, pieces: int = 10**9, *, breaks_late: bool = False) -> None:
        self.pieces = pieces
        self.breaks_late = breaks_late
        self.handed_out = 0

    def submit(self, work: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.handed_out += 1
        if self.handed_out > self.pieces:
            if not self.breaks_late:
                raise BrokenExecutor
            future.set_exception(BrokenExecutor())
        else:
            future.set_result(work(*arguments))
        return future


@pytest.mark.parametrize("breaks_late", [False, True])
@pytest.mark.parametrize("pieces", [0, 1, 5])
def test_where_the_executor_breaks_down_the_rest_is_done_here(
    pieces: int, breaks_late: bool
) -> None:
    executor = Noting(pieces, breaks_late=breaks_late)
    found = list(in_order(executor, double, range(500), nowhere))
    assert found == list(range(0, 1000, 2))


def test_results_are_given_before_all_work_is_handed_out() -> None:
    executor = Noting()
    results: Iterator[int] = in_order(executor, double, range(100_000), nowhere)
    assert next(results) == 0
    assert executor.handed_out <= 8 * cores()
