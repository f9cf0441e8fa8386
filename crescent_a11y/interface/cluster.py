"""Hands work to the machines of a Dask cluster; it starts no cluster and knows no kind of work.

Dask is an extra: without it, a cluster is one more thing that cannot be used.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import crescent_a11y
from crescent_a11y.interface.parallel import Workers
from crescent_a11y.language.troubles import ClusterTrouble

if TYPE_CHECKING:
    import distributed

Result = TypeVar("Result")

_PATIENCE = 10
"""Seconds after which a scheduler that does not answer is taken for none."""


class ClusterProblem(Exception):  # noqa: N818 - it carries the trouble, which has its sentence
    """A cluster that cannot be used."""

    def __init__(self, trouble: ClusterTrouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of the cluster whose scheduler has this address. Raises ClusterProblem.

    A worker that is lost loses nothing: its work goes to another. Where the cluster as a whole is
    lost, the executor says that it is broken.
    """
    with _connected(address) as client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ClusterProblem(ClusterTrouble.NO_WORKERS)
        if set(_versions(client)) != {crescent_a11y.__version__}:
            raise ClusterProblem(ClusterTrouble.OTHER_VERSION)
        yield Workers(_ClusterExecutor(client), threads)


@contextmanager
def _connected(address: str) -> Iterator[distributed.Client]:
    try:
        import distributed  # noqa: PLC0415 - it is optional, and slow to import
    except ImportError:
        raise ClusterProblem(ClusterTrouble.NOT_INSTALLED) from None
    # What they have to say about lost workers is nothing for a listener.
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).disabled = True
    try:
        # A client that finds no scheduler takes long to go, and not without a word.
        asyncio.run(_touch(address))
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise ClusterProblem(ClusterTrouble.NO_ANSWER) from None
    try:
        yield client
    finally:
        with suppress(OSError):
            client.close(timeout=_PATIENCE)


async def _touch(address: str) -> None:
    """Connect to a scheduler and let go. Raises OSError or ValueError where there is none."""
    from distributed.comm import connect  # noqa: PLC0415 - see `_connected`

    (await connect(address, timeout=_PATIENCE)).abort()


def _versions(client: distributed.Client) -> list[str | None]:
    """The version of this package on each worker, None where there is none."""
    answers = client.run(_version, on_error="return")
    return [answer if isinstance(answer, str) else None for answer in answers.values()]


def _version() -> str:
    return crescent_a11y.__version__


class _ClusterExecutor(Executor):
    """Dask's executor, with the errors of a cluster told from the errors of the work."""

    def __init__(self, client: distributed.Client) -> None:
        self._executor = client.get_executor(pure=False)

    def submit(
        self, work: Callable[..., Result], /, *arguments: Any, **named: Any
    ) -> Future[Result]:
        future: Future[Result] = Future()
        try:
            inner = self._executor.submit(work, *arguments, **named)
        except Exception as error:
            raise BrokenExecutor from error
        inner.add_done_callback(partial(_pass_on, future))
        return future


def _pass_on(future: Future[Result], inner: Future[Result]) -> None:
    from distributed.client import FutureCancelledError  # noqa: PLC0415 - see `_connected`
    from distributed.comm import CommClosedError  # noqa: PLC0415
    from distributed.scheduler import KilledWorker  # noqa: PLC0415

    error = None if inner.cancelled() else inner.exception()
    if inner.cancelled() or isinstance(
        error, (KilledWorker, CommClosedError, FutureCancelledError)
    ):
        future.set_exception(BrokenExecutor())
    elif error is not None:
        future.set_exception(error)
    else:
        future.set_result(inner.result())
