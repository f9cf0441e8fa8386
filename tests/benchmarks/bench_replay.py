"""How fast a log is judged and how soon the program answers; run by hand, never by default.

`.venv/bin/pytest tests/benchmarks/bench_*.py`. Machines differ, and so do their moods: what must
hold is held as a ratio of two times from the same run.
"""

from __future__ import annotations

import compileall
import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from pty_driver import LONGEST_WAIT, run_in_pty
from shell_driver import PROGRAM
from strategies import DATA, no_words

import crescent_a11y
from crescent_a11y.engine.deal import deal
from crescent_a11y.engine.record import Record
from crescent_a11y.engine.table import Place
from crescent_a11y.interface.files import judge_file
from crescent_a11y.interface.places import HOME

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


def seconds(
    *works: Callable[[], object],
    rounds: int = ROUNDS,
    typical: Callable[[Sequence[float]], float] = min,
) -> list[float]:
    """The shortest time, or another typical one, of each of several works; they take turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, taken in zip(works, times, strict=True):
            start = time.perf_counter()
            work()
            taken.append(time.perf_counter() - start)
    return [typical(taken) for taken in times]


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


def variables(path: Sequence[str] = sys.path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}


def python(*arguments: str, path: Sequence[str] = sys.path, feed: bytes = b"") -> bytes:
    return subprocess.run(
        [sys.executable, *arguments],
        env=variables(path),
        input=feed,
        capture_output=True,
        check=True,
    ).stdout


def prompt_toolkit() -> None:
    python("-c", "import prompt_toolkit")


def first_words(home: Path, *arguments: str) -> None:
    """Start the program at pipes and end it when it has begun to speak."""
    with subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**variables(), HOME: str(home)},
    ) as program:
        assert program.stdout is not None
        assert program.stdout.read(1)
        program.kill()


def first_words_on_a_terminal(home: Path, *arguments: str) -> None:
    """Start the program on a terminal and end it when it has begun to speak."""
    with run_in_pty([*PROGRAM, *arguments], environment={HOME: str(home)}) as program:
        assert program._receive(time.monotonic() + LONGEST_WAIT)


@pytest.fixture(scope="module")
def installed() -> None:
    """Compile the package, as an installation does; what is compared with it is compiled too."""
    compileall.compile_dir(Path(crescent_a11y.__file__).parent, quiet=1)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    "words", [["--version"], ["verify", str(DATA / "won.crescent")]], ids=["version", "verify"]
)
def test_what_reads_no_line_is_done_before_prompt_toolkit_could_be_imported(
    words: list[str],
) -> None:
    ours, theirs = seconds(lambda: python("-m", "crescent_a11y", *words), prompt_toolkit)
    assert ours <= theirs, f"{ours / theirs:.2f}"


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("language", ["en", "ro"])
@pytest.mark.parametrize("is_saved", [False, True], ids=["new game", "saved game"])
@pytest.mark.parametrize("speak", [first_words, first_words_on_a_terminal])
def test_the_first_words_come_about_as_soon_as_prompt_toolkit_is_imported(
    tmp_path: Path, speak: Callable[..., None], is_saved: bool, language: str
) -> None:
    homes = map(str, itertools.count())
    words = ["--lang", language]
    if is_saved:
        first_words_on_a_terminal(tmp_path, *words)  # and the settings are saved

    def start() -> None:
        speak(tmp_path if is_saved else tmp_path / next(homes), *words)

    ours, theirs = seconds(start, prompt_toolkit, rounds=25, typical=median)
    assert ours <= 1.5 * theirs, f"{ours / theirs:.2f}"
