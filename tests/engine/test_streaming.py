"""Logs are read line by line: nothing beyond a fault, and memory that does not grow."""

from __future__ import annotations

import io
import itertools
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterable, Iterator

import pytest
from strategies import DATA, no_words

from crescent_a11y.engine.record import LONGEST_LINE, Fault, read
from crescent_a11y.engine.replay import replay

START = [b"crescent 1\n", b"deal CR1-N-AAAAAAR\n"]
KILOBYTE = 2**10
MEGABYTE = 2**20


def no_further(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Lines of which no more than these may be asked for."""
    yield from lines
    raise AssertionError("a line beyond the fault was asked for")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"17 3\n", "unknown-place"),
        (b"\xff\n", "encoding"),
        (b"x" * 5000, "too-long"),
        (b"us ds\n", "base-locked"),
        (b"moves 3\n", "claim-mismatch"),
        (b"undo\n", "nothing-to-undo"),
    ],
)
def test_nothing_is_read_beyond_the_first_fault(line: bytes, code: str) -> None:
    report = replay(no_further([*START, line]), no_words)
    assert report.fault is not None
    assert (report.fault.line, report.fault.code) == (3, code)


def test_each_item_is_given_before_the_next_line_is_read() -> None:
    pulled = 0

    def lines() -> Iterator[bytes]:
        nonlocal pulled
        for line in (*START, b"player Ana\n", b"# a comment\n", b"7 dd\n", b"moves 1\n"):
            pulled += 1
            yield line

    assert [pulled for _ in read(lines())] == [2, 3, 5, 6]


def test_of_a_line_without_end_only_the_beginning_is_read() -> None:
    file = io.BytesIO(b"".join(START) + b"#" * MEGABYTE)
    lines = iter(lambda: file.readline(LONGEST_LINE + 3), b"")
    with pytest.raises(Fault) as caught:
        list(read(lines))
    assert (caught.value.line, caught.value.code) == (3, "too-long")
    assert file.tell() == sum(map(len, START)) + LONGEST_LINE + 3


@pytest.mark.parametrize("size", range(LONGEST_LINE - 3, LONGEST_LINE + 1))
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_lines_read_in_bounded_pieces_are_whole_up_to_the_longest(size: int, end: bytes) -> None:
    data = b"".join(START) + b"#" * size + end + b"7 dd QD\n"
    file = io.BytesIO(data)
    lines = iter(lambda: file.readline(LONGEST_LINE + 3), b"")
    assert [line.number for line in read(lines)] == [2, 4]


def log_of(again: list[bytes], count: int) -> Iterator[bytes]:
    """A log of so many lines, which are never all in memory."""
    return itertools.chain(START, [b"12 2\n"], itertools.islice(itertools.cycle(again), count))


def peak(work: Callable[[], object]) -> int:
    """The most memory that is in use while something is done, in bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def judge(lines: Iterable[bytes]) -> None:
    assert replay(lines, no_words).fault is None


@pytest.mark.parametrize("again", [[b"2 6 5D @0\n", b"redeal\n"], [b"\n", b"# a comment\n"]])
def test_memory_of_reading_does_not_grow_with_the_log(again: list[bytes]) -> None:
    short, long = (
        peak(lambda count=count: deque(read(log_of(again, count)), maxlen=0))  # type: ignore[misc]
        for count in (1_000, 200_000)
    )
    assert long < short + KILOBYTE * 32


@pytest.mark.parametrize("again", [[b"2 6 5D @0\n", b"6 2 5D @0\n"], [b"2 6\n", b"undo\n"]])
def test_memory_of_playing_does_not_grow_with_the_log(again: list[bytes]) -> None:
    short, long = (
        peak(lambda count=count: judge(log_of(again, count)))  # type: ignore[misc]
        for count in (1_000, 20_000)
    )
    assert long < short + KILOBYTE * 32


def test_a_won_log_is_judged_in_little_memory() -> None:
    with (DATA / "won.crescent").open("rb") as file:
        assert peak(lambda: judge(file)) < MEGABYTE
