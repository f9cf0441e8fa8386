"""What every test needs: a home of its own, so that no test sees or changes a player's files."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for settings, saves and statistics."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("CRESCENT_A11Y_HOME", str(folder))
    return folder
