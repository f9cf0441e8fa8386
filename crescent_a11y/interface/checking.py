"""Judges the logs in files, one after the other, and counts the verdicts; it prints nothing."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple

from crescent_a11y.engine.record import Fault
from crescent_a11y.engine.replay import Report, replay
from crescent_a11y.interface.files import (
    STANDARD_INPUT,
    FileProblem,
    bounded_lines,
    judge_file,
    logs_in,
    open_ordinary,
)
from crescent_a11y.language import reports, troubles
from crescent_a11y.language.catalog import Translator, languages, load
from crescent_a11y.language.diagram import read

Source = str | FileProblem
"""A file to judge by its name, or why one cannot be."""


class Copy(NamedTuple):
    """A file to judge by what is in it, for a machine that has other files."""

    name: str
    data: bytes


LARGEST_COPY = 256 * 1024
"""The most bytes of a file that are sent to another machine; a log of 20,000 moves has as many."""


class Judged(NamedTuple):
    """The verdict on one file, as text or as facts, whichever was asked for.

    `code` is the code of its first fault, None where there is none; a file that cannot be read has
    only its text.
    """

    text: str
    facts: dict[str, Any] | None
    code: str | None
    is_readable: bool

    @property
    def is_valid(self) -> bool:
        """Whether the file is a log without a fault."""
        return self.is_readable and self.code is None


@dataclass(frozen=True)
class Judge:
    """Judges one file; it can be sent to another process.

    `explain` adds what the table looked like where an action was refused.
    """

    language: str
    as_facts: bool
    explain: bool

    def __call__(self, source: Source | Copy) -> Judged:
        """The verdict on a file."""
        t = load(self.language)
        try:
            if isinstance(source, FileProblem):
                raise source
            read_view = partial(read, tuple(map(load, languages())))
            if isinstance(source, Copy):
                source, data = source
                report = replay(bounded_lines(BytesIO(data)), read_view)
            else:
                report = judge_file(source, read_view, standard_input=True)
        except FileProblem as problem:
            text = troubles.file_trouble(t, problem.name, problem.trouble)
            return Judged(text, None, None, is_readable=False)
        code = report.fault.code if report.fault else None
        if self.as_facts:
            facts = _report_facts(t, source, report, explain=self.explain)
            return Judged("", facts, code, is_readable=True)
        text = reports.verdict(t, source, report)
        table = reports.table_there(t, report) if self.explain else None
        if table is not None:
            text = f"{text}\n{reports.explained(t, table)}"
        return Judged(text, None, code, is_readable=True)


def sources(names: Sequence[str]) -> list[Source]:
    """The files named, a folder being all its logs."""
    found: list[Source] = []
    for name in names:
        if not os.path.isdir(name):
            found.append(name)
            continue
        try:
            found += logs_in(name)
        except FileProblem as problem:
            found.append(problem)
    return found


def is_for_here(source: Source | Copy) -> bool:
    """Whether a file can be judged by this process only, since it is its standard input."""
    return source == STANDARD_INPUT


def is_for_this_machine(source: Source | Copy) -> bool:
    """Whether a file can be judged on this machine only, where its name means something."""
    return not isinstance(source, Copy)


def copies(named: Iterable[Source]) -> Iterator[Source | Copy]:
    """The files with what is in them, one after the other as they are wanted.

    A file that is large, standard input, and what cannot be read are left as they are.
    """
    for source in named:
        if isinstance(source, FileProblem) or source == STANDARD_INPUT:
            yield source
            continue
        data = None
        with suppress(FileProblem, OSError), open_ordinary(source) as file:
            data = file.read(LARGEST_COPY + 1)
        yield source if data is None or len(data) > LARGEST_COPY else Copy(source, data)


@dataclass
class Tally:
    """How many files were judged, and how."""

    valid: int = 0
    unreadable: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, judged: Judged) -> None:
        """Count a verdict."""
        if judged.code is not None:
            self.faults[judged.code] += 1
        elif judged.is_readable:
            self.valid += 1
        else:
            self.unreadable += 1

    @property
    def files(self) -> int:
        """The number of verdicts."""
        return self.valid + self.unreadable + self.faults.total()

    def words(self, t: Translator) -> str:
        """The counts in words."""
        return reports.summary(t, self.valid, self.unreadable, self.faults.most_common())


_MUCH = 2**20
"""Bytes of logs for which it is worth to start other processes."""

_OF_A_FILE = 4096
"""Bytes that are judged in the time that it takes to open a file and to word the verdict."""


def is_much(named: Sequence[Source]) -> bool:
    """Whether judging these files takes longer than to start other processes for it."""
    weight = 0
    for name in named:
        weight += _OF_A_FILE
        if isinstance(name, str):
            # What cannot be looked at is told when its turn comes.
            with suppress(OSError, ValueError):
                weight += os.stat(name).st_size
        if weight > _MUCH:
            return len(named) > 1
    return False


# Verdicts as facts


def _report_facts(t: Translator, name: str, report: Report, *, explain: bool) -> dict[str, Any]:
    return {
        "file": name,
        "valid": report.is_valid,
        "code": str(report.code) if report.code else None,
        "result": report.result,
        "moves": report.moves,
        "redeals": report.redeals,
        "time": report.seconds,
        "hints": report.hints,
        "foundation_cards": report.foundation_cards,
        "error": None if report.fault is None else _fault_facts(t, report, report.fault, explain),
    }


def _fault_facts(t: Translator, report: Report, fault: Fault, explain: bool) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "line": fault.line,
        "column": fault.column,
        "code": fault.code,
        "move": fault.move,
        "message": reports.problem_text(t, fault.problem),
    }
    if explain:
        facts["table"] = reports.table_there(t, report)
    return facts
