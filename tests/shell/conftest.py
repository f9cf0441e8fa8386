"""The two ways in which the tests of this folder run the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell_driver import Prompt, Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Processes of their own, in an empty folder."""
    return Shell(tmp_path)


@pytest.fixture
def prompt(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Prompt:
    """This process, in an empty folder."""
    return Prompt(tmp_path, capfdbinary, monkeypatch)
