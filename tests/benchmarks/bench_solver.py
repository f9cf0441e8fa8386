"""How fast the solver is and what it holds in memory; run by hand, it asserts wins and no times.

`.venv/bin/pytest tests/benchmarks/bench_solver.py --benchmark-verbose`, with pytest-benchmark
installed. Figures that are no times are in the extra information, which
`--benchmark-json=FILE` writes.
"""

from __future__ import annotations

import time
import tracemalloc
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from strategies import numbered

from crescent_a11y.engine.deal import deal
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.replay import replay
from crescent_a11y.engine.solver import Found, GaveUp, Verdict, solve
from crescent_a11y.engine.table import Table
from crescent_a11y.engine.view import no_view
from crescent_a11y.interface.parallel import cores, in_order, pool
from crescent_a11y.interface.solving import Start, search

FIFTY = tuple(deal(numbered(number)) for number in range(50))

# The same deal without redeals is not won within any of the budgets here, so each is spent.
HOPELESS = deal(numbered(0))._replace(redeals=0)


def test_positions_a_second(benchmark: Any) -> None:
    verdict = benchmark.pedantic(solve, (HOPELESS,), {"budget": 100_000}, rounds=3)
    assert isinstance(verdict, GaveUp)
    benchmark.extra_info["positions_per_second"] = verdict.positions / benchmark.stats["mean"]


@pytest.mark.parametrize("shortening", [0, 60_000])
def test_fifty_deals(benchmark: Any, shortening: int) -> None:
    def solve_all() -> list[Verdict]:
        return [solve(table, shortening=shortening) for table in FIFTY]

    verdicts = benchmark.pedantic(solve_all, rounds=1)
    found = [verdict for verdict in verdicts if isinstance(verdict, Found)]
    assert len(found) == len(FIFTY)
    positions = sorted(verdict.positions for verdict in found)
    benchmark.extra_info |= {
        "positions_median": positions[25],
        "positions_most": positions[-1],
        "moves_mean": sum(verdict.moves for verdict in found) / len(found),
        "deals_by_redeals": [
            sum(verdict.redeals == redeals for verdict in found) for redeals in range(4)
        ],
    }


def test_the_first_thousand_deals(benchmark: Any) -> None:
    with pool(cores()) as workers:
        solve_all = partial(in_order, workers, solved, range(1000), 1000, lambda _: False)
        answers = benchmark.pedantic(lambda: list(solve_all()), rounds=1)
    reports = [replay(BytesIO(log), no_view) for log, _ in answers if log is not None]
    assert all(report.is_valid and report.result == "won" for report in reports)
    assert len(reports) >= 999
    seconds = sorted(seconds for _, seconds in answers)
    benchmark.extra_info |= {
        "won": len(reports),
        "seconds_median": seconds[500],
        "seconds_of_95_percent": seconds[950],
        "seconds_most": seconds[-1],
    }


def solved(number: int) -> tuple[bytes | None, float]:
    """The log of a win of a deal, None where none was found; and the time of the search alone."""
    begin = time.thread_time()
    found = search(Start(Game(numbered(number))), 600)
    seconds = time.thread_time() - begin
    return None if found.log is None else found.log.encode(), seconds


@pytest.mark.parametrize("budget", [25_000, 50_000, 100_000, 200_000, 400_000])
def test_growth_with_the_budget(benchmark: Any, budget: int) -> None:
    verdict = benchmark.pedantic(solve, (HOPELESS,), {"budget": budget}, rounds=1)
    assert verdict.positions >= budget


@pytest.mark.parametrize("budget", [100_000, 400_000])
def test_peak_memory(benchmark: Any, budget: int) -> None:
    # Its time says nothing: counting memory slows everything down.
    peak = benchmark.pedantic(_peak, (HOPELESS, budget), rounds=1)
    benchmark.extra_info["peak_mebibytes"] = peak / 2**20


def _peak(table: Table, budget: int) -> int:
    """The most memory that a search held, in bytes, as Python counts it."""
    tracemalloc.start()
    try:
        solve(table, budget=budget, shortening=budget)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
