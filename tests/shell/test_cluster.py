"""The rules of work on a Dask cluster: the same answers, no deal lost or twice, plain refusals."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path

import pytest
from shell_driver import PROGRAM, Shell, environment

from crescent_a11y.interface import checking
from crescent_a11y.interface.cluster import _pass_on

DATA = Path(__file__).parents[1] / "data"
WRONG_LOGS = DATA / "wrong-logs"

Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts processes of Dask, which end with the test."""
    running: list[subprocess.Popen[bytes]] = []

    def start_one(
        kind: str, *arguments: str, folder: Path = tmp_path, **variables: str
    ) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments],
            cwd=folder,
            env=environment(tmp_path, variables),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        running.append(process)
        return process

    yield start_one
    for process in running:
        process.kill()
        process.wait()


@pytest.fixture
def scheduler(start: Start) -> str:
    """The address of a scheduler."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    return f"tcp://127.0.0.1:{port}"


@pytest.fixture
def workers(start: Start, scheduler: str) -> tuple[subprocess.Popen[bytes], ...]:
    """Two workers, which have come to the scheduler."""
    started = tuple(start_worker(start, scheduler) for _ in range(2))
    wait_for_workers(scheduler, 2)
    return started


def start_worker(start: Start, scheduler: str, **changes: str | Path) -> subprocess.Popen[bytes]:
    options = ("--no-nanny", "--nthreads", "1", "--no-dashboard")
    return start("worker", scheduler, *options, **changes)


def wait_for_workers(scheduler: str, number: int) -> None:
    from distributed import Client

    with Client(scheduler, timeout=30, set_as_default=False) as client:
        if number:
            client.wait_for_workers(number, timeout=30)


def test_a_survey_loses_no_deal_and_has_none_twice_when_a_worker_is_killed(
    tmp_path: Path, scheduler: str, workers: tuple[subprocess.Popen[bytes], ...]
) -> None:
    path = tmp_path / "lines"
    running = subprocess.Popen(
        [*PROGRAM, "survey", "--from=0", "--count=12", f"--output={path}", f"--dask={scheduler}"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.02)
    workers[0].kill()
    done_when_killed = len(path.read_text().splitlines())
    out, err = running.communicate(timeout=120)
    assert 0 < done_when_killed < 12
    assert running.returncode == 0, err
    assert set(err.decode().splitlines()) <= {
        f"Deals searched: {number} of 12." for number in range(12)
    }
    assert out.startswith(b"12 deals: 12 won, ")
    by_cluster = {line["code"]: line for line in map(json.loads, path.read_text().splitlines())}
    assert len(by_cluster) == len(path.read_text().splitlines()) == 12
    # And they are what this machine finds.
    here = Shell(tmp_path).run("survey", "--from", "0", "--count", "12").facts
    for facts in here:
        assert {**by_cluster[facts["code"]], "seconds": 0} == {**facts, "seconds": 0}


@pytest.mark.usefixtures("workers")
def test_logs_are_judged_the_same_by_a_cluster(shell: Shell, scheduler: str) -> None:
    valid = str(DATA / "won.crescent")
    # Longer than what is sent: it is judged here.
    shell.write("long.crescent", b"#" * checking.LARGEST_COPY + b"\n")
    names = [valid, "long.crescent", str(WRONG_LOGS), "none", "-", valid]
    feed = (DATA / "open.crescent").read_bytes()
    by_cluster, here = (
        shell.run("verify", *names, *option, "--format", "json", feed=feed)
        for option in (["--dask", scheduler], ["--jobs", "1"])
    )
    assert by_cluster == here
    assert by_cluster.status == 2
    assert len(by_cluster.facts) > 40


def test_files_are_judged_by_what_is_in_them_here_and_not_on_a_worker(
    tmp_path: Path, start: Start, scheduler: str
) -> None:
    # This worker is in another folder, where another file has the same name.
    other = tmp_path / "other"
    other.mkdir()
    (other / "game.crescent").write_text("crescent 2\n")
    here = tmp_path / "here"
    here.mkdir()
    (here / "game.crescent").write_bytes((DATA / "open.crescent").read_bytes())
    worker = start_worker(start, scheduler, folder=other)
    wait_for_workers(scheduler, 1)
    done = Shell(here).run("verify", "game.crescent", "game.crescent", "--dask", scheduler)
    assert done.status == 0
    assert worker.poll() is None


# A cluster that is of no use


def test_a_scheduler_that_is_not_there_is_told(shell: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"127.0.0.1:{port}"
    done = shell.run("survey", "--from", "0", "--count", "1", "--dask", address)
    assert (done.status, done.out) == (2, b"")
    assert done.complaint == f"No cluster answers at {address}.\n"


@pytest.mark.parametrize("address", ["", "\x1b[2J", "no such\u202ehost", "http://", "x" * 5000])
def test_what_is_no_address_is_told_in_one_plain_line(shell: Shell, address: str) -> None:
    done = shell.run("verify", str(DATA / "won.crescent"), f"--dask={address}")
    assert (done.status, done.out) == (2, b"")
    assert done.complaint.count("\n") == 1
    assert done.complaint.replace("\n", "").isprintable()


def test_a_cluster_without_workers_is_told_and_not_waited_for(shell: Shell, scheduler: str) -> None:
    wait_for_workers(scheduler, 0)
    done = shell.run("survey", "--from", "0", "--count", "1", "--dask", scheduler)
    assert done.complaint == f"The cluster at {scheduler} has no workers.\n"
    assert done.status == 2


def test_a_worker_with_another_version_is_told(
    tmp_path: Path, start: Start, scheduler: str, shell: Shell
) -> None:
    package = tmp_path / "old" / "crescent_a11y"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "0"\n')
    start_worker(start, scheduler, PYTHONPATH=str(package.parent))
    wait_for_workers(scheduler, 1)
    done = shell.run("survey", "--from", "0", "--count", "1", "--dask", scheduler)
    assert done.status == 2
    assert done.complaint == (
        f"The workers at {scheduler} do not all have this version of Crescent.\n"
    )


def test_without_dask_that_is_told(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError\n")
    arguments = ("survey", "--from=0", "--count=1", "--dask=127.0.0.1:1")
    done = shell.run(*arguments, variables={"PYTHONPATH": str(tmp_path)})
    assert done.status == 2
    assert done.complaint == "Dask is not installed: it comes with the extra named cluster.\n"


# The errors of a cluster


def outcome(inner: Future[int]) -> Future[int]:
    future: Future[int] = Future()
    _pass_on(future, inner)
    return future


def test_a_result_is_passed_on() -> None:
    inner: Future[int] = Future()
    inner.set_result(7)
    assert outcome(inner).result() == 7


def test_work_that_the_cluster_lost_is_told_from_work_that_failed() -> None:
    from distributed import KilledWorker

    lost: Future[int] = Future()
    lost.set_exception(KilledWorker("task", None, 3))
    cancelled: Future[int] = Future()
    cancelled.cancel()
    failed: Future[int] = Future()
    failed.set_exception(ZeroDivisionError())
    assert isinstance(outcome(lost).exception(), BrokenExecutor)
    assert isinstance(outcome(cancelled).exception(), BrokenExecutor)
    assert isinstance(outcome(failed).exception(), ZeroDivisionError)
