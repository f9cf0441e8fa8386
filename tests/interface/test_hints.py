"""Hints are counted: told in the status and at the end, kept, and claimed in the log."""

from __future__ import annotations

from pathlib import Path

import pytest
from catalog_words import foreign
from player import LANGUAGES, NEXT_DEAL, Player
from strategies import DATA, numbered, read_words

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.record import Record
from crescent_a11y.engine.table import Table
from crescent_a11y.interface.files import judge_file
from crescent_a11y.interface.journal import ARCHIVE
from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.interface.session import Session
from crescent_a11y.language.catalog import load

DONE = "uh:13 ud:13 uc:13 ds:13 dc:13"
LAST_FOUR = Table.of(["AH 2H", "AD 2D"], f"us:13 {DONE} dh:11 dd:11", redeals=1)
LOST = Table.of(["2H AH", "2D AD", "5S"], f"us:4 {DONE} dh:11 dd:11", redeals=0)
ONLY_A_REDEAL = Table.of(["2H AH"], f"us:13 {DONE} dh:11 dd:13", redeals=1)

both = pytest.mark.parametrize("language", LANGUAGES)


def said(language: str, en: str, ro: str) -> str:
    return {"en": en, "ro": ro}[language]


def hints(player: Player) -> int:
    return player.session.own.hints


@both
def test_the_status_says_how_many_hints_there_were_and_nothing_where_there_were_none(
    language: str,
) -> None:
    player = Player(language, table=LAST_FOUR)
    assert said(language, "hint", "indici") not in player.type("status")
    assert player.type("status").count(",") == 3
    for told in said(language, "1 hint/2 hints", "1 indiciu/2 indicii").split("/"):
        player.type("hint")
        status = player.type("status")
        assert f", {told}, " in status
        assert not foreign(status, language)


def test_twenty_hints_are_said_with_de_in_romanian() -> None:
    player = Player("ro", table=LAST_FOUR)
    player.type(*["hint"] * 20)
    assert ", 20 de indicii, " in player.type("status")


@both
def test_a_win_says_with_how_many_hints(language: str) -> None:
    player = Player(language, table=LAST_FOUR)
    player.type("hint")
    won = player.type("finish")
    assert said(language, "with 4 moves and 1 hint, in ", "cu 4 mutări și 1 indiciu, în ") in won
    assert not foreign(won, language)
    assert said(language, "and 1 hint", "și 1 indiciu") in player.type("moves")
    unaided = Player(language, table=LAST_FOUR).type("finish")
    assert said(language, "with 4 moves, in ", "cu 4 mutări, în ") in unaided


@pytest.mark.parametrize(
    ("table", "lines", "count"),
    [
        (LAST_FOUR, ["hint", "indiciu", "HINT"], 3),
        (LAST_FOUR, ["solution", "solution", "solution 1"], 3),
        (LAST_FOUR, ["solution 2"], 0),
        (LAST_FOUR, ["hint 3", "can i still win", "moves", "help hint", "hin x"], 0),
        (LAST_FOUR, ["finish", "hint", "solution"], 0),
        (LOST, ["hint", "solution", "win"], 0),
        (ONLY_A_REDEAL, ["hint"], 1),
    ],
)
def test_only_what_tells_an_action_to_come_is_a_hint(
    table: Table, lines: list[str], count: int
) -> None:
    player = Player(table=table)
    player.type(*lines)
    assert hints(player) == count


def test_a_solution_that_the_player_does_not_want_to_hear_is_no_hint() -> None:
    player = Player(table=LAST_FOUR, interactive=True)
    player.type("solution", "no")
    assert hints(player) == 0
    player.type("solution", "yes")
    assert hints(player) == 1


def test_undo_gives_no_hint_back_and_a_new_game_begins_without() -> None:
    player = Player(table=LAST_FOUR)
    player.type("hint", "1 dh", "undo", "hint", "undo 3")
    assert hints(player) == 2
    player.type("new 5")
    assert hints(player) == 0
    player = Player(table=LAST_FOUR)
    player.type("hint", "restart")
    assert hints(player) == 0


def test_a_hint_of_the_lesson_is_none_of_the_game() -> None:
    player = Player(table=LAST_FOUR)
    player.type("hint", "lesson 12", "hint", "hint", "lesson off")
    assert hints(player) == 1


# What is kept


def begun(keeper: DiskKeeper, code: DealCode | None = None, log: Path | None = None) -> Session:
    return Session(
        [load(known) for known in LANGUAGES],
        "en",
        code,
        clock=lambda: 0.0,
        new_code=lambda: NEXT_DEAL,
        keeper=keeper,
        archive=keeper,
        opened=keeper.opened,
        recollection=keeper.recollection,
        log_name=None if log is None else str(log),
    )


def test_hints_go_on_with_the_game_and_with_its_save(tmp_path: Path) -> None:
    session = begun(DiskKeeper(tmp_path, read_words), numbered(1))
    for line in ("hint", "3 7", "hint", "save two", "hint"):
        session.handle_line(line)
    assert ", 3 hints, " in session.handle_line("status").text
    assert session.handle_line("load two").text.startswith("Game CR1-N-AAAAAAB goes on: 1 move,")
    assert ", 2 hints, " in session.handle_line("status").text
    (name,) = [one.stem for one in (tmp_path / "saves").iterdir() if one.stem != "two"]
    session.handle_line(f"load {name}")
    assert ", 3 hints, " in session.handle_line("status").text
    session.handle_line("new 3")
    assert session.own.hints == 0


def test_a_game_that_is_gone_on_with_has_its_hints(tmp_path: Path) -> None:
    keeper = DiskKeeper(tmp_path, read_words)
    session = begun(keeper, numbered(1))
    session.handle_line("hint")
    session.handle_line("3 7")
    keeper.close(None)
    again = begun(DiskKeeper(tmp_path, read_words))
    assert again.own.hints == 1
    again.handle_line("hint")
    assert "# hints 2\n" in (tmp_path / "current.crescent").read_text()


def test_the_archive_and_the_log_claim_the_hints_of_the_game(tmp_path: Path) -> None:
    log = tmp_path / "mine.crescent"
    session = begun(DiskKeeper(tmp_path / "data", read_words), numbered(1), log)
    for line in ("3 7", "hint", "hint", "new 2", "hint"):
        session.handle_line(line)
    session.close()
    (archived,) = (tmp_path / "data" / ARCHIVE).iterdir()
    for path in (archived, log):
        report = judge_file(str(path), read_words)
        assert report.is_valid
        assert report.hints == 2
        assert Record.parse(path.read_text()).claims[-1] == ("hints", 2)


def test_a_log_of_a_game_without_hints_claims_none(tmp_path: Path) -> None:
    log = tmp_path / "mine.crescent"
    player = Player(log=log)
    player.type("3 7")
    player.session.close()
    assert log.read_text().endswith("time 0\nhints 0\n")


def test_an_old_log_without_a_claim_is_read_as_before() -> None:
    report = judge_file(str(DATA / "won.crescent"), read_words)
    assert report.is_valid
    assert report.hints is None
