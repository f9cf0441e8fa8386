"""Looks for a win from any position, or proves that there is none; it never decides a rule.

`solve` is what to call, or `is_lost` where only that is asked. Every line it gives was played
through `rules.decide`, so that a mistake in the shorthand used here for speed cannot become a wrong
line. It reads no clock: what it may spend is counted in positions, and the same position, seed and
budget give the same verdict.

Two searches share the budget:

* A beam search with restarts finds wins. It goes forward move by move, keeping the few most
  promising positions for each number of redeals used, so that redeals are not spent greedily. A
  little noise, different in every run, makes each run try something else: many narrow runs find
  more than one wide one, because the effort that deals need differs by factors of thousands.
* A search of the whole space, which can prove that a position is lost when few cards are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from crescent_a11y.engine.beam import Ended, Meter, Node, Plan, Run
from crescent_a11y.engine.deal import draw, generator
from crescent_a11y.engine.lines import Action, after, redeals_in, trimmed
from crescent_a11y.engine.rules import Redeal
from crescent_a11y.engine.shorthand import Space, Step, spell
from crescent_a11y.engine.table import Table

DEFAULT_BUDGET = 5_000_000
"""Positions that `solve` may search where the caller names no budget."""

DEFAULT_SHORTENING = 60_000
"""Positions of the budget that may go into a better line once a first one is found."""


@dataclass(frozen=True, slots=True)
class Found:
    """A win: the actions that lead to it, and how many positions were searched."""

    name: ClassVar[str] = "found"

    actions: tuple[Action, ...]
    positions: int

    @property
    def redeals(self) -> int:
        """How many redeals the line uses."""
        return redeals_in(self.actions)

    @property
    def moves(self) -> int:
        """How many moves the line has; redeals are not moves."""
        return len(self.actions) - self.redeals


@dataclass(frozen=True, slots=True)
class Impossible:
    """No win exists: the whole space of `positions` positions was searched."""

    name: ClassVar[str] = "impossible"

    positions: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    """Nothing is known: `positions` were searched before the budget ended or `stop` said so."""

    name: ClassVar[str] = "gave-up"

    positions: int


Verdict = Found | Impossible | GaveUp


def solve(
    table: Table,
    *,
    seed: int = 0,
    budget: int = DEFAULT_BUDGET,
    shortening: int = DEFAULT_SHORTENING,
    progress: Callable[[int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Verdict:
    """Look for a win from a position with the redeals it has left.

    `budget` is the number of positions to search at most, give or take one position's successors.
    Once a line is found, up to `shortening` of what is left of the budget goes into one with
    fewer redeals or, failing that, fewer moves; 0 takes the first line that is found. Another
    `seed` makes other choices. Every few thousand positions `progress` is told how many have been
    searched so far, and `stop` is asked whether to stop: then the best line so far is given, or
    `GaveUp`. Exceptions of the two callbacks are passed on.
    """
    return _Solver(table, seed, Meter(budget, progress, stop)).solve(shortening)


def is_lost(table: Table, *, budget: int) -> bool:
    """Whether it is proved that no win is left, by searching at most `budget` positions.

    False proves nothing. All of the budget goes into the search of the whole space, so that this
    proves more with it than `solve` does.
    """
    if table.is_won:
        return False
    whole = _Solver(table, 0, Meter(budget, None, None)).whole_space()
    try:
        return all(line is None for line in whole)
    except Ended:
        return False


_WIDTH = 8
# What a run counts for at least when lines are made shorter, so that it ends in small spaces too.
_LEAST_RUN = 500
# The standings to remember from run to run, about a kilobyte each with what hangs on them.
_SPACE_LIMIT = 20_000
_WHOLE_FIRST = 1_000
_WHOLE_LIMIT = 400_000


class _Solver:
    """One call of `solve`."""

    def __init__(self, table: Table, seed: int, meter: Meter) -> None:
        self.table = table
        self.meter = meter
        self.numbers = generator(seed)
        self.space = Space(self.numbers)

    def solve(self, shortening: int) -> Verdict:
        """See `solve`."""
        if self.table.is_won:
            return Found((), 0)
        meter = self.meter
        try:
            line = self.first_line()
        except Ended:
            return GaveUp(meter.spent)
        if line is None:
            return Impossible(meter.spent)
        best = trimmed(self.table, spell(self.table, line))
        meter.limit = min(meter.limit, meter.spent + shortening)
        try:
            for better in self.better_lines(best, shortening):
                best = better
        except Ended:
            pass
        return Found(best, meter.spent)

    def first_line(self) -> list[Step] | None:
        """The first win that either search finds; None if there is none at all."""
        meter = self.meter
        whole = self.whole_space()
        spent_on_whole = 0
        run = 0
        while True:
            # A small space is settled before the beams start. Later the whole space gets an eighth
            # of what is spent, up to a limit that memory sets.
            share = min(max(_WHOLE_FIRST, meter.spent // 8), _WHOLE_LIMIT)
            while spent_on_whole < share:
                before = meter.spent
                try:
                    line = next(whole)
                except StopIteration:
                    return None
                if line is not None:
                    return line
                spent_on_whole += meter.spent - before
            line = self.beam(self.table, self.plan(run, self.table.redeals))
            if line is not None:
                return line
            run += 1

    def plan(self, run: int, redeals: int) -> Plan:
        """What a run of the beam search does; `run` counts from 0."""
        return Plan(_WIDTH, redeals, run % 4 > 1, next(self.numbers))

    def better_lines(
        self, best: tuple[Action, ...], allowance: int
    ) -> Iterator[tuple[Action, ...]]:
        """Lines with fewer redeals, then with fewer moves, each better than the one before.

        Every fourth run starts at the beginning, the others somewhere on the best line so far: the
        rest of it is quicker to search, and often has a better end. `allowance` is what may be
        spent, in positions; the meter may end it sooner.
        """
        cards = sum(map(len, self.table.places[:16]))
        for_redeals = allowance // 4 * 3
        spent = 0
        run = 0
        while spent < allowance:
            redeals = redeals_in(best)
            if not redeals and len(best) == cards:
                return
            end = len(best)
            if redeals and spent < for_redeals:
                # Saved can only be a redeal that still lies ahead.
                redeals -= 1
                end = max(index for index in range(end) if isinstance(best[index], Redeal))
            kept = best[: draw(self.numbers, end + 1)] if run % 4 else ()
            before = self.meter.spent
            table = self.table
            for action in kept:
                table = after(table, action)
            line = self.beam(table, self.plan(run, redeals - redeals_in(kept)))
            if line is not None:
                found = trimmed(self.table, kept + spell(table, line))
                if (redeals_in(found), len(found)) < (redeals_in(best), len(best)):
                    best = found
                    yield best
            spent += max(self.meter.spent - before, _LEAST_RUN)
            run += 1

    def beam(self, table: Table, plan: Plan) -> list[Step] | None:
        """One run of the beam search from a position: a win, or None."""
        if self.space.size > _SPACE_LIMIT:
            self.space = Space(self.numbers)
        root = Node(*self.space.shorthand(table), None, ())
        return Run(self.space, self.meter, plan).search(root)

    def whole_space(self) -> Iterator[list[Step] | None]:
        """Search all positions, one a time: yields None after each, and a win where it finds one.

        It ends without a win only when there is none. Two positions are one here when their piles
        hold the same in another order: what lies on the foundations follows from that, but for
        the ways to share a loose suit, which are all the same.
        """
        self.meter.spend(1)
        # The beams may forget theirs; this one is kept until the end.
        space = Space(self.numbers)
        steps: list[Step] = []
        seen: set[bytes] = set()
        stack = [space.successors(*space.shorthand(self.table), self.table.redeals)]
        while stack:
            following = next(stack[-1], None)
            if following is None:
                stack.pop()
                if steps:
                    steps.pop()
                continue
            step, piles, standing, redeals = following
            if not any(pile.size for pile in piles):
                yield [*steps, step]
                return
            key = b"\xff".join([bytes((redeals,)), *sorted([pile.cards for pile in piles])])
            self.meter.spend(1)
            if key not in seen:
                seen.add(key)
                steps.append(step)
                stack.append(space.successors(piles, standing, redeals))
            yield None
