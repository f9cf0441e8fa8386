"""How long an answer takes, with and without the journal; run by hand, it asserts no time."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.interface.session import Session
from crescent_a11y.language.catalog import languages, load
from crescent_a11y.language.diagram import read


@pytest.mark.parametrize("keeps", [False, True], ids=["in memory", "with the journal"])
def test_the_answer_to_a_move(benchmark: Any, tmp_path: Path, keeps: bool) -> None:
    """A move and its undo, from the typed lines to both answers."""
    translators = tuple(load(language) for language in languages())
    keeper = DiskKeeper(tmp_path, partial(read, translators)) if keeps else None
    code = DealCode.parse("1")
    session = Session(
        translators, "ro", code, clock=time.monotonic, new_code=lambda: code, keeper=keeper
    )

    def turn() -> None:
        assert session.handle_line("3 7").text.startswith("9 de caro pe 8 de caro")
        assert session.handle_line("anulează").text.startswith("9 de caro înapoi")

    benchmark(turn)
    if keeper is not None:
        keeper.close(None)
