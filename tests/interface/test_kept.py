"""The game that was kept, and a deal that is asked for while there is one: none is lost."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from player import kept_session
from strategies import numbered, read_words

from crescent_a11y.interface import places
from crescent_a11y.interface.archive import ARCHIVE
from crescent_a11y.interface.keeper import DiskKeeper

FIRST = "CR1-N-AAAAAAB"


def left(folder: Path, *lines: str) -> None:
    """Play the first deal and leave it."""
    keeper = DiskKeeper(folder, read_words)
    session = kept_session(keeper, numbered(1))
    for line in lines:
        session.handle_line(line)
    keeper.close(None)


def test_a_deal_that_is_asked_for_overwrites_no_save(tmp_path: Path) -> None:
    left(tmp_path, "3 7", f"save {FIRST}", "redeal")
    mine = (tmp_path / "saves" / f"{FIRST}.crescent").read_bytes()
    keeper = DiskKeeper(tmp_path, read_words)
    session = kept_session(keeper, numbered(2))
    assert f"The other game is kept as {FIRST} 2." in session.opening().text
    assert (tmp_path / "saves" / f"{FIRST}.crescent").read_bytes() == mine
    assert not (tmp_path / ARCHIVE).exists()
    assert session.handle_line(f"load {FIRST} 2").text.startswith(f"Game {FIRST} goes on: 1 move,")
    assert session.own.game.redeals == 1


def test_a_game_that_cannot_be_kept_goes_on_instead_of_the_deal_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left(tmp_path, "3 7")
    current = tmp_path / "current.crescent"
    before = current.read_bytes()
    keeper = DiskKeeper(tmp_path, read_words)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    log = tmp_path / "mine.log"
    with monkeypatch.context() as patch:
        patch.setattr(places, "write_all", full)
        session = kept_session(keeper, numbered(2), log=log)
        said = session.opening().text
    assert said.startswith(f"Game {FIRST} goes on: 1 move,")
    assert (
        "The disk is full. The deal asked for is not begun, so that this game is not lost." in said
    )
    assert current.read_bytes() == before
    assert not (tmp_path / ARCHIVE).exists()
    # It is the game that was kept in every way, and so is the log.
    assert session.handle_line("undo").text.startswith("9 of diamonds back")
    assert current.read_bytes().startswith(before)
    assert FIRST in log.read_text()


def test_a_game_in_which_nothing_was_done_is_not_kept(tmp_path: Path) -> None:
    left(tmp_path)
    session = kept_session(DiskKeeper(tmp_path, read_words), numbered(2))
    assert "kept" not in session.opening().text
    assert not (tmp_path / "saves").exists()


def test_a_game_of_which_all_was_undone_is_kept(tmp_path: Path) -> None:
    left(tmp_path, "3 7", "undo")
    session = kept_session(DiskKeeper(tmp_path, read_words), numbered(2))
    assert f"The other game is kept as {FIRST}." in session.opening().text
    session.handle_line(f"load {FIRST}")
    assert session.handle_line("redo").text.startswith("9 of diamonds")
