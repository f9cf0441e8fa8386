"""Hints are counted: told in the status and at the end, kept, and claimed in the log."""

from __future__ import annotations

from pathlib import Path

import pytest
from catalog_words import foreign
from player import LANGUAGES, Player, kept_session
from strategies import DATA, numbered, read_words

from crescent_a11y.engine import solver
from crescent_a11y.engine.record import Record
from crescent_a11y.engine.rules import Move
from crescent_a11y.engine.table import Table
from crescent_a11y.interface.archive import ARCHIVE
from crescent_a11y.interface.files import judge_file
from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.language.catalog import load
from crescent_a11y.language.foresight import Foresight
from crescent_a11y.language.words import CardNames

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
        player.type("hint" if "1" in told else "solution")
        status = player.type("status")
        assert f", {told}, " in status
        assert not foreign(status, language)


def test_twenty_hints_are_said_with_de_in_romanian() -> None:
    player = Player("ro", table=LAST_FOUR)
    player.session.own.hints = 19
    player.type("hint")
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
        (LAST_FOUR, ["hint"], 1),
        (LAST_FOUR, ["solution"], 1),
        (LAST_FOUR, ["hint", "solution"], 2),
        (LAST_FOUR, ["hint", "1 dh", "hint"], 2),
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


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (["hint", "indiciu", "HINT"], 1),
        (["solution", "solution", "solution 1"], 1),
        (["hint", "1 dh", "hint", "undo", "hint", "redo", "hint"], 2),
        (["hint", "lesson 12", "hint", "lesson off", "hint"], 1),
    ],
)
def test_the_same_hint_at_the_same_position_counts_once(lines: list[str], count: int) -> None:
    player = Player(table=LAST_FOUR)
    player.type(*lines)
    assert hints(player) == count


def test_the_same_hint_counts_once_after_a_restart_and_again_after_another_deal() -> None:
    player = Player()
    player.type("hint", "restart", "hint")
    assert hints(player) == 1
    player.type("new 5", "new 1")
    assert hints(player) == 0
    player.type("hint")
    assert hints(player) == 1


def test_undo_gives_no_hint_back_and_another_deal_begins_without() -> None:
    player = Player(table=LAST_FOUR)
    player.type("hint", "1 dh", "hint", "undo 3")
    assert hints(player) == 2
    player.type("new 5")
    assert hints(player) == 0


@pytest.mark.parametrize("line", ["restart", "new 1", "new CR1-N-AAAAAAB", "new CR1-D-AAAAAAB"])
def test_the_same_cards_dealt_again_keep_the_count(line: str) -> None:
    player = Player()
    player.type("hint", "3 7", "hint", line)
    assert player.game.moves == 0
    assert hints(player) == 2
    player.type("6 8", line)
    assert hints(player) == 2
    player.type("new 2")
    assert hints(player) == 0


@both
def test_a_win_after_a_restart_says_the_hints_from_before(language: str) -> None:
    player = Player(language, table=LAST_FOUR)
    player.type("solution", "finish", "restart")
    assert said(language, ", 1 hint, ", ", 1 indiciu, ") in player.type("status")


def test_a_hint_of_the_lesson_is_none_of_the_game() -> None:
    player = Player(table=LAST_FOUR)
    player.type("hint", "lesson 12", "hint", "hint", "lesson off")
    assert hints(player) == 1


# What is said


@both
@pytest.mark.parametrize("is_up", [True, False])
def test_a_hint_between_foundations_says_from_which_to_which(is_up: bool, language: str) -> None:
    table = Table.of([], "us:7 ds:6", redeals=0)
    move = Move.parse("ds us" if is_up else "us ds")
    t = load(language)
    told = Foresight(t, CardNames(t)).action(move, table)
    assert not foreign(told, language)
    assert told.endswith(
        {
            ("en", True): " from the descending foundation to the ascending one",
            ("en", False): " from the ascending foundation to the descending one",
            ("ro", True): " de pe fundația descendentă pe cea ascendentă",
            ("ro", False): " de pe fundația ascendentă pe cea descendentă",
        }[language, is_up]
    )


@both
@pytest.mark.parametrize("table", [LAST_FOUR, None])
def test_beyond_its_end_the_solution_says_how_many_parts_it_has(
    table: Table | None, language: str
) -> None:
    player = Player(language, table=table)
    answer = player.type(f"{said(language, 'solution', 'soluție')} 60")
    assert not foreign(answer, language)
    (count,) = [int(word) for word in answer.split() if word.isdigit()]
    assert (
        answer
        == {
            ("en", True): "The solution has 1 part.",
            ("ro", True): "Soluția are 1 parte.",
            ("en", False): f"The solution has {count} parts.",
            ("ro", False): f"Soluția are {count} părți.",
        }[language, count == 1]
    )
    assert f"solution {count + 1}" not in player.type(f"solution {count}")
    assert player.type(f"solution {count + 1}") == answer
    assert (count == 1) == (table is not None)


@both
@pytest.mark.parametrize("word", ["xyz", "5", "?"])
def test_what_follows_win_is_refused_as_after_hint(word: str, language: str) -> None:
    player = Player(language, table=LAST_FOUR)
    win, hint = said(language, "win|hint", "mai pot câștiga|indiciu").split("|")
    refused = player.type(f"{win} {word}")
    assert not foreign(refused.replace("xyz", ""), language)
    assert refused == player.type(f"{hint} {word}").replace(hint, win)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [
        *("win", "can i still win", "can i still win?", "Can I still win?", "can i win"),
        *("can i win?", "Can I win?", "mai pot câștiga", "mai pot câștiga?", "Mai pot castiga?"),
        *("pot câștiga?", "câștig"),
    ],
)
def test_whether_one_can_win_is_asked_with_a_question_mark_or_without(
    line: str, language: str
) -> None:
    player = Player(language, table=LAST_FOUR)
    assert player.type(line) == said(
        language, "Yes, the game can still be won.", "Da, partida mai poate fi câștigată."
    )


# What is kept


def test_hints_go_on_with_the_game_and_with_its_save(tmp_path: Path) -> None:
    session = kept_session(DiskKeeper(tmp_path, read_words), numbered(1))
    for line in ("hint", "3 7", "hint", "save two", "6 8", "hint"):
        session.handle_line(line)
    assert ", 3 hints, " in session.handle_line("status").text
    assert session.handle_line("load two").text.startswith("Game CR1-N-AAAAAAB goes on: 1 move,")
    assert ", 3 hints, " in session.handle_line("status").text, "loading takes none back"
    (name,) = [one.stem for one in (tmp_path / "saves").iterdir() if one.stem != "two"]
    session.handle_line(f"load {name}")
    assert ", 3 hints, " in session.handle_line("status").text
    session.handle_line("new 3")
    assert session.own.hints == 0


def test_a_game_that_is_gone_on_with_has_its_hints(tmp_path: Path) -> None:
    keeper = DiskKeeper(tmp_path, read_words)
    session = kept_session(keeper, numbered(1))
    session.handle_line("hint")
    session.handle_line("3 7")
    keeper.close(None)
    again = kept_session(DiskKeeper(tmp_path, read_words))
    assert again.own.hints == 1
    again.handle_line("hint")
    again.handle_line("restart")
    assert "# hints 2\n" in (tmp_path / "current.crescent").read_text()


def test_another_start_on_the_deal_that_was_kept_keeps_its_hints(tmp_path: Path) -> None:
    keeper = DiskKeeper(tmp_path, read_words)
    session = kept_session(keeper, numbered(1))
    session.handle_line("hint")
    session.handle_line("3 7")
    keeper.close(None)
    again = kept_session(DiskKeeper(tmp_path, read_words), numbered(1))
    assert (again.game.moves, again.own.hints) == (0, 1)


def test_a_save_with_more_hints_brings_them_back(tmp_path: Path) -> None:
    session = kept_session(DiskKeeper(tmp_path, read_words), numbered(1))
    for line in ("hint", "3 7", "hint", "save two", "new 2", "hint", "load two"):
        session.handle_line(line)
    assert session.own.hints == 2
    assert "# hints 2\n" in (tmp_path / "current.crescent").read_text()


def test_the_archive_and_the_log_claim_the_hints_of_the_game(tmp_path: Path) -> None:
    log = tmp_path / "mine.crescent"
    session = kept_session(DiskKeeper(tmp_path / "data", read_words), numbered(1), log=log)
    for line in ("hint", "3 7", "hint", "new 2", "hint"):
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


def test_who_asks_again_after_nothing_was_found_has_something_else_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds = []

    def find_nothing(_: Table, *, seed: int, **__: object) -> solver.GaveUp:
        seeds.append(seed)
        return solver.GaveUp(1)

    monkeypatch.setattr(solver, "solve", find_nothing)
    player = Player("en")
    assert [player.type("win") for _ in range(3)] == ["That is not known."] * 3
    assert len(set(seeds)) == 3
