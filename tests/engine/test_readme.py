"""The example in the README is what it says: short, complete, and it runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crescent_a11y.engine.record import Record

README = Path(__file__).parent.parent.parent / "README.md"


def test_the_example_deals_plays_writes_and_verifies_in_under_twenty_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert len([line for line in example.splitlines() if line.strip()]) < 20
    monkeypatch.chdir(tmp_path)
    exec(compile(example, str(README), "exec"), {})
    *events, code, verdict = capsys.readouterr().out.splitlines()
    assert len(events) == 3
    assert all(event.startswith("Moved(") for event in events)
    assert code == "base-locked"
    assert verdict == "True 3 open"
    assert len(Record.parse((tmp_path / "game.crescent").read_text("utf-8")).steps) == 3
