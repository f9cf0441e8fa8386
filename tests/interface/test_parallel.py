"""The rules of work on many things at once: any executor, nothing lost, no end at a failure."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent_a11y.interface.parallel import Workers, as_done, in_order, pool


def double(number: int) -> int:
    return 2 * number


def doubled(executor: Executor, count: int) -> Iterator[int]:
    """The doubles of the numbers below a count, worked on by two at a time."""
    return in_order(Workers(executor, 2), double, range(count), count, nowhere)


def nowhere(_: object) -> bool:
    return False


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8, 9, 1000])
def test_results_are_in_the_order_of_the_things(count: int) -> None:
    with ThreadPoolExecutor(4) as executor:
        assert list(doubled(executor, count)) == [2 * number for number in range(count)]


def test_other_processes_do_the_work() -> None:
    with pool(2) as workers:
        assert list(in_order(workers, double, range(40), 40, nowhere)) == list(range(0, 80, 2))
        assert sorted(as_done(workers, double, range(40))) == list(range(0, 80, 2))


def test_some_things_are_worked_on_here_in_their_turn() -> None:
    here: list[int] = []

    def work(number: int) -> int:
        if threading.current_thread() is threading.main_thread():
            here.append(number)
        return number

    with ThreadPoolExecutor(2) as executor:
        things = range(100)
        workers = Workers(executor, 2)
        found = list(in_order(workers, work, things, 100, lambda number: number % 10 == 3))
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
    assert list(doubled(executor, 500)) == list(range(0, 1000, 2))


def test_results_are_given_before_all_work_is_handed_out() -> None:
    executor = Noting()
    assert next(doubled(executor, 100_000)) == 0
    assert executor.handed_out <= Workers(executor, 2).ahead


# Results as soon as they are there


@given(
    count=st.integers(0, 60),
    pieces=st.integers(0, 60),
    number=st.integers(1, 5),
    breaks_late=st.booleans(),
)
def test_each_thing_is_done_once_wherever_the_executor_breaks_down(
    count: int, pieces: int, number: int, breaks_late: bool
) -> None:
    workers = Workers(Noting(pieces, breaks_late=breaks_late), number)
    assert sorted(as_done(workers, double, range(count))) == list(range(0, 2 * count, 2))


def test_a_slow_thing_holds_up_no_other() -> None:
    is_free = threading.Event()

    def work(number: int) -> int:
        if not number:
            is_free.wait(30)
        return number

    found = []
    with ThreadPoolExecutor(2) as executor:
        for number in as_done(Workers(executor, 2), work, range(100)):
            found.append(number)
            if len(found) == 99:
                is_free.set()
    assert found[-1] == 0
    assert sorted(found) == list(range(100))


def test_things_are_taken_only_as_they_are_handed_out() -> None:
    taken: list[int] = []

    def things() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    workers = Workers(Noting(), 3)
    results = as_done(workers, double, things())
    next(results)
    assert len(taken) == workers.ahead


def test_an_error_of_the_work_is_not_taken_for_one_of_the_executor() -> None:
    with ThreadPoolExecutor(2) as executor, pytest.raises(ZeroDivisionError):
        list(as_done(Workers(executor, 2), lambda number: 1 // number, [1, 0]))
