"""How fast a log is judged and how soon the program answers; run by hand, never by default.

`.venv/bin/pytest tests/benchmarks/bench_*.py`. Machines differ, and so do their moods: what must
hold is held as a ratio of two times from the same run.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from strategies import DATA, no_words

from crescent_a11y.engine.deal import deal
from crescent_a11y.engine.record import Record
from crescent_a11y.engine.table import Place
from crescent_a11y.interface.files import judge_file

ROUNDS = 9
START = "crescent 1\ndeal CR1-N-AAAAAAR\n12 2\n"


def shuttle(count: int) -> Iterator[str]:
    """A log of moves to and fro and of undos, of so many actions."""
    yield START
    actions = itertools.cycle(("2 6 5D", "6 2 5D", "2 6 5D", "undo"))
    for number, action in enumerate(itertools.islice(actions, count - 1)):
        yield f"{action} @{number // 4}\n"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """Files with logs of so many actions."""
    folder = tmp_path_factory.mktemp("logs")

    def write(count: int) -> Path:
        path = folder / f"{count}.crescent"
        if not path.exists():
            with path.open("w") as file:
                file.writelines(shuttle(count))
        return path

    return write


def judge(path: Path) -> None:
    assert judge_file(str(path), no_words).is_valid


def seconds(*works: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """The shortest time that each of several works takes; they take turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, taken in zip(works, times, strict=True):
            start = time.perf_counter()
            work()
            taken.append(time.perf_counter() - start)
    return [min(taken) for taken in times]


# Replay


def naive(path: Path) -> None:
    """The least that anyone would do: no fault is told, the format is not checked."""
    done: list[tuple[list[Any], list[Any]]] = []
    last = 0
    with path.open(encoding="utf-8") as file:
        next(file)
        table = deal(Record.parse("crescent 1\n" + next(file)).code)
        places = {place.code: list(table.places[place]) for place in Place}
        codes = {card: card.code for cards in table.places for card in cards}
        for line in file:
            first, *words = line.split()
            if first == "undo":
                source, destination = done.pop()
                source.append(destination.pop())
            else:
                source, destination = places[first], places[words[0]]
                card, onto = source[-1], destination[-1]
                if card.suit != onto.suit or abs(card.rank - onto.rank) not in (1, 12):
                    raise ValueError("wrong card")
                if len(destination) > 12 or (len(words) > 1 and words[1] != codes[card]):
                    raise ValueError("wrong pile")
                destination.append(source.pop())
                done.append((source, destination))
                del done[:-100]
            if words and words[-1][0] == "@":
                now = int(words[-1][1:])
                if now < last:
                    raise ValueError("wrong time")
                last = now


@pytest.mark.parametrize("count", [1_000, 100_000])
def test_replay(benchmark: Any, log: Callable[[int], Path], count: int) -> None:
    path = log(count)
    benchmark(judge, path)
    benchmark.extra_info["actions per second"] = round(count / benchmark.stats.stats.min)


def test_a_won_game(benchmark: Any) -> None:
    benchmark(judge, DATA / "won.crescent")


def test_the_checker_takes_at_most_six_times_as_long_as_a_naive_replay(
    log: Callable[[int], Path],
) -> None:
    path = log(100_000)
    ours, least = seconds(lambda: judge(path), lambda: naive(path))
    assert ours < 6 * least, f"{100_000 / ours:,.0f} and {100_000 / least:,.0f} actions a second"


def test_time_is_linear_in_the_log(log: Callable[[int], Path]) -> None:
    short, long = seconds(
        lambda: judge(log(50_000)), lambda: judge(log(400_000)), rounds=ROUNDS // 2
    )
    assert long / short < 8 * 1.3


MEMORY = """
import resource, sys
from crescent_a11y.engine.replay import replay
from crescent_a11y.engine.view import no_view
from bench_replay import shuttle
lines = (line for text in shuttle(int(sys.argv[1])) for line in text.encode().splitlines(True))
assert replay(lines, no_view).is_valid
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in another unit elsewhere")
def test_memory_is_flat_from_a_thousand_to_ten_million_actions() -> None:
    kibibytes = [
        int(python("-c", MEMORY, str(count), path=[str(Path(__file__).parent), *sys.path]))
        for count in (1_000, 100_000, 10_000_000)
    ]
    assert max(kibibytes) < min(kibibytes) + 1024, kibibytes


# Start-up


def python(*arguments: str, path: Sequence[str] = sys.path, feed: bytes = b"") -> bytes:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
    return subprocess.run(
        [sys.executable, *arguments], env=environment, input=feed, capture_output=True, check=True
    ).stdout


def first_words(*arguments: str) -> None:
    """Start the program and end it when it has begun to speak."""
    with subprocess.Popen(
        [sys.executable, "-m", "crescent_a11y", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    ) as program:
        assert program.stdout is not None
        assert program.stdout.read(1)
        program.kill()


@pytest.mark.parametrize(
    ("name", "work", "most"),
    [
        ("version", lambda: python("-m", "crescent_a11y", "--version"), 1.0),
        (
            "verify",
            lambda: python("-m", "crescent_a11y", "verify", str(DATA / "won.crescent")),
            1.0,
        ),
        ("play", lambda: first_words("play", "--deal", "1"), 1.5),
    ],
)
def test_the_program_starts_about_as_soon_as_prompt_toolkit_is_imported(
    name: str, work: Callable[[], object], most: float
) -> None:
    ours, theirs = seconds(work, lambda: python("-c", "import prompt_toolkit"))
    assert ours <= most * theirs, f"{name}: {ours / theirs:.2f}"
