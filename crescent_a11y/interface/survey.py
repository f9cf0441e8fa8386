"""Searches many deals for a win, keeps a line for each in a file, and sums them up; prints nothing.

A survey can be stopped at any time: a deal's line is in the file once it is searched, and the next
run goes on with the deals that have no line yet.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from math import ceil, inf, sqrt
from statistics import NormalDist, fmean, median

from crescent_a11y.engine.deal import NUMBERS, DealCode, deal
from crescent_a11y.engine.solver import DEFAULT_BUDGET, Found, GaveUp, Impossible, solve
from crescent_a11y.interface.solving import BUDGET
from crescent_a11y.language.surveys import Share, Spread, Summary

_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Entry:
    """What came of one deal: a line of a survey's file.

    `verdict` is the name of the solver's; `moves` and `redeals` are those of the win that was
    found, else None. `seconds` is the time on one core, in thousandths.
    """

    code: str
    verdict: str
    moves: int | None
    redeals: int | None
    positions: int
    seconds: float

    def dump(self) -> str:
        """The line, with its end."""
        return json.dumps(asdict(self)) + "\n"

    @classmethod
    def load(cls, line: bytes) -> Entry:
        """Read a line. Raises ValueError for one that `dump` cannot have written."""
        try:
            entry = cls(**json.loads(line))
            if entry.dump().encode() == line.replace(b"\r\n", b"\n") and entry._is_sound:
                return entry
        except (TypeError, AttributeError, RecursionError):
            pass
        raise ValueError("not a line of a survey")

    @property
    def _is_sound(self) -> bool:
        if str(DealCode.parse(self.code)) != self.code:
            return False
        is_won = self.verdict == Found.name
        if not is_won and self.verdict not in (Impossible.name, GaveUp.name):
            return False
        of_win = [self.moves, self.redeals]
        figures = [self.positions, self.seconds, *(of_win if is_won else ())]
        return (is_won or of_win == [None, None]) and all(
            isinstance(figure, (int, float)) and 0 <= figure < inf for figure in figures
        )


@dataclass(frozen=True, slots=True)
class Search:
    """Searches a deal; it can be sent to another process or machine.

    Without `seconds` the same deal gives the same line everywhere, but for the time: the solver's
    own budget of positions ends the search. With it, that time on one core does.
    """

    seconds: float | None = None

    def __call__(self, code: DealCode) -> Entry:
        """What comes of a deal."""
        # The time of this thread: that of others on the machine says nothing about the deal.
        begin = time.thread_time()
        if self.seconds is None:
            verdict = solve(deal(code), budget=DEFAULT_BUDGET)
        else:
            end = begin + self.seconds
            verdict = solve(deal(code), budget=BUDGET, stop=lambda: time.thread_time() > end)
        return Entry(
            str(code),
            verdict.name,
            verdict.moves if isinstance(verdict, Found) else None,
            verdict.redeals if isinstance(verdict, Found) else None,
            verdict.positions,
            round(time.thread_time() - begin, 3),
        )


class BadLine(Exception):  # noqa: N818 - it carries the facts, the words are elsewhere
    """A file is no survey: its `line`, from 1, and the code of a deal that is there `twice`."""

    def __init__(self, line: int, twice: str | None) -> None:
        super().__init__(line, twice)
        self.line = line
        self.twice = twice


class Survey:
    """The deals of a survey, and what has come of them so far."""

    def __init__(self, first: DealCode, count: int) -> None:
        """So many deals from the first on. Raises ValueError where there are not so many."""
        if first.number + count > NUMBERS:
            raise ValueError("no deal has that number")
        self.count = count
        self._first = first
        self._entries: dict[str, Entry] = {}

    @property
    def done(self) -> int:
        """How many deals have been searched."""
        return len(self._entries)

    def recall(self, lines: Iterable[bytes]) -> None:
        """Take in the lines of an earlier run; deals that are not of this survey are let be.

        Raises BadLine.
        """
        codes = set()
        for number, line in enumerate(lines, 1):
            try:
                entry = Entry.load(line)
            except ValueError:
                raise BadLine(number, None) from None
            if entry.code in codes:
                raise BadLine(number, entry.code)
            codes.add(entry.code)
            if self._is_own(DealCode.parse(entry.code)):
                self.add(entry)

    def add(self, entry: Entry) -> None:
        """Take in what came of a deal."""
        self._entries[entry.code] = entry

    def to_do(self) -> Iterator[DealCode]:
        """The deals that had not been searched when they are asked for."""
        return (code for code in self._codes() if str(code) not in self._entries)

    def _is_own(self, code: DealCode) -> bool:
        first = self._first
        return code.variant is first.variant and 0 <= code.number - first.number < self.count

    def _codes(self) -> Iterator[DealCode]:
        first = self._first
        return (first._replace(number=first.number + step) for step in range(self.count))

    def summary(self) -> Summary:
        """The figures of all deals searched so far. Raises ValueError where there are none."""
        entries = self._entries.values()
        verdicts = Counter(entry.verdict for entry in entries)
        moves = [entry.moves for entry in entries if entry.moves is not None]
        redeals = Counter(entry.redeals for entry in entries if entry.redeals is not None)
        return Summary(
            self.done,
            _share(verdicts[Found.name], self.done),
            verdicts[Impossible.name],
            verdicts[GaveUp.name],
            [_share(redeals[used], self.done) for used in range(max(redeals, default=-1) + 1)],
            _spread(moves) if moves else None,
            fmean(redeals.elements()) if redeals else 0,
            _spread([entry.seconds for entry in entries]),
        )


def _share(deals: int, of: int) -> Share:
    """A share with its Wilson interval, which holds for shares near none and all too."""
    share = deals / of
    z = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return Share(deals, share, max(0.0, middle - half), min(1.0, middle + half))


def _spread(values: list[int] | list[float]) -> Spread:
    ordered = sorted(values)
    high = ordered[ceil(0.95 * len(ordered)) - 1]
    return Spread(ordered[0], median(ordered), high, ordered[-1], sum(ordered))
