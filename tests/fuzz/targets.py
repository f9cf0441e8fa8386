"""What must hold for any bytes at all: the readers of logs, tables, commands and deal codes.

Each target takes bytes and raises an error where the program does not keep its word.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import get_args

from crescent_a11y.engine.deal import NUMBERS, DealCode, deal
from crescent_a11y.engine.record import LONGEST_LINE, Record, lines_of
from crescent_a11y.engine.replay import replay
from crescent_a11y.engine.table import View
from crescent_a11y.engine.view import UnreadableView, contradiction, lay
from crescent_a11y.interface.files import bounded_lines
from crescent_a11y.language.catalog import languages, load
from crescent_a11y.language.commands import Parsed, Reader
from crescent_a11y.language.diagram import describe, read
from crescent_a11y.language.positions import contradiction_text, unreadable_view
from crescent_a11y.language.reports import table_there, verdict

CORPUS = Path(__file__).parent / "corpus"
"""A folder of seeds for each target, by its name."""

START = b"crescent 1\ndeal CR1-N-AAAAAAB\n"
TRANSLATORS = tuple(map(load, languages()))
READ_VIEW = partial(read, TRANSLATORS)
READER = Reader(TRANSLATORS)


def log(data: bytes) -> None:
    """A log has a verdict, the same read whole and in pieces, which is shown on one plain line."""
    for start in (b"", START):  # chance does not write the first lines of a log
        _judge(start + data)


def _judge(data: bytes) -> None:
    report = replay(lines_of(data), READ_VIEW)
    again = replay(bounded_lines(io.BytesIO(data)), READ_VIEW)
    assert (report.moves, report.redeals, report.seconds) == (
        again.moves,
        again.redeals,
        again.seconds,
    )
    assert str(report.fault) == str(again.fault)
    for t in TRANSLATORS:
        assert verdict(t, "log", report).isprintable()
        assert (table_there(t, report) or "").isprintable()
    if report.fault is not None:
        assert report.fault.line >= 1
        assert 1 <= report.fault.column <= LONGEST_LINE + 1
        return
    text = Record.parse(data.decode()).dump()
    assert replay(lines_of(text.encode()), READ_VIEW).is_valid


def table(data: bytes) -> None:
    """A text is a table, or told to be none; a table that is possible is read as it is told."""
    text = data.decode("utf-8", "replace")
    view, trouble = _read(text)
    if trouble is not None:
        assert 1 <= trouble.column <= len(text) + 1
        assert all(unreadable_view(t, trouble).isprintable() for t in TRANSLATORS)
        return
    found = contradiction(view)
    if found is not None:
        assert all(contradiction_text(t, found).isprintable() for t in TRANSLATORS)
        return
    assert lay(view).view == view
    for t in TRANSLATORS:
        assert READ_VIEW(describe(t, view)) == view


def _read(text: str) -> tuple[View, UnreadableView | None]:
    try:
        return READ_VIEW(text), None
    except UnreadableView as trouble:
        return (), trouble


def command(data: bytes) -> None:
    """A typed line is one of the things that a line can be, and so is every completion of it."""
    line = data.decode("utf-8", "surrogateescape")
    for language in languages():
        assert isinstance(READER.parse(line, language), get_args(Parsed))
        for word in READER.completions(line, language)[:20]:
            assert isinstance(READER.parse(word, language), get_args(Parsed))
        READER.nearest(line[:40], language)
        READER.place(line, language)
    for ask in (READER.answer, READER.suit, READER.side, READER.taken):
        ask(line)


def code(data: bytes) -> None:
    """A text is a deal code or not; one that is deals 104 cards and is read as it is written."""
    try:
        found = DealCode.parse(data.decode("utf-8", "replace"))
    except ValueError:
        return
    assert 0 <= found.number < NUMBERS
    assert DealCode.parse(str(found)) == found
    assert sum(map(len, deal(found).places)) == 104


TARGETS: dict[str, Callable[[bytes], None]] = {
    "log": log,
    "table": table,
    "command": command,
    "deal": code,
}
