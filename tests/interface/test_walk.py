"""The replay of a log by ear: each step as when it was played, up to the end or the fault."""

from __future__ import annotations

import json
import os
import time
from functools import partial
from pathlib import Path

import pytest
from catalog_words import foreign
from hypothesis import given
from hypothesis import strategies as st
from player import LANGUAGES, NEXT_DEAL, Player
from strategies import DATA, act, choices, codes, numbered, play, state

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.record import Record, Step, header, write
from crescent_a11y.engine.rules import Move, Redeal
from crescent_a11y.engine.table import Table
from crescent_a11y.interface import walk
from crescent_a11y.interface.files import judge_file
from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.interface.session import Session
from crescent_a11y.language import reports
from crescent_a11y.language.catalog import load
from crescent_a11y.language.commands import shown_name
from crescent_a11y.language.diagram import read
from crescent_a11y.language.vocabulary import NAMES, SPECS

WON = DATA / "won.crescent"
WRONG = DATA / "wrong-logs"
INDEX = json.loads((WRONG / "index.json").read_text("utf-8"))
READ_VIEW = partial(read, tuple(load(language) for language in LANGUAGES))
RECORD = Record.parse(WON.read_text("utf-8"))
STEPS = [step for step in RECORD.steps if isinstance(step, Step)]
LAST = len(STEPS)

HEAD = b"crescent 1\ndeal CR1-N-AAAAAAR\n7 dd\n"
MOVE = "12 uh"
"""A move of the player's own game, deal 1."""

both = pytest.mark.parametrize("language", LANGUAGES)


def said(language: str, en: str, ro: str) -> str:
    return {"en": en, "ro": ro}[language]


def replaying(language: str, file: Path = WON, *, code: DealCode | None = None) -> Player:
    player = Player(language, code=code)
    player.type(f"{said(language, 'replay', 'redă')} {file}")
    return player


def tables() -> list[Table]:
    """The table after each step, that before the first one included."""
    game = Game(RECORD.code)
    found = [game.table]
    for step in STEPS:
        act(game, step.action)
        found.append(game.table)
    return found


TABLES = tables()


def off(language: str) -> str:
    return said(language, "replay off", "redă oprit")


# Step by step


@both
def test_a_replay_says_the_deal_and_how_many_steps_there_are(language: str) -> None:
    player = Player(language)
    answer = player.type(f"replay {WON}")
    assert str(RECORD.code) in answer
    assert str(LAST) in answer
    assert not foreign(answer, language)
    assert player.session.prompt == said(language, "Replay:  ", "Redarea: ")
    assert player.game.table == TABLES[0]


@both
def test_each_step_is_told_as_when_it_was_played(language: str) -> None:
    player, listener = Player(language, code=RECORD.code), replaying(language)
    for number, step in enumerate(STEPS, 1):
        if isinstance(step.action, Move):
            told = player.type(f"{step.action.source.code} {step.action.destination.code}")
        else:
            told = player.type("redeal")
        heard = listener.type(["", "next", "următor", "înainte"][number % 4])
        assert listener.game.table == TABLES[number]
        if number < LAST:
            # What can be typed in one's own game only is not offered in a replay.
            offer = load(language).gettext("Type finish for the rest.")
            assert heard == told.removesuffix(f" {offer}")
    first, second = told.split(". ")[:2]
    assert heard.startswith(f"{first}. {second}. ")
    # It is won, but not by the player, who is not told to begin another game.
    assert said(language, "The game is won", "Partida este câștigată") in heard
    assert said(language, "The log ends here.", "Aici se termină jurnalul.") in heard
    assert said(language, "new", "nou") not in heard.split()
    assert not foreign(heard, language)
    again = listener.type("")
    assert again == said(language, "The log ends here.", "Aici se termină jurnalul.")
    assert "nou" not in listener.type("moves").split()


@both
def test_every_telling_command_is_about_the_step(language: str) -> None:
    telling = ("table", "hearts", "where 8H", "wanted", "seen 5", "left", "moves", "pile 3", "code")
    player, listener = Player(language, code=RECORD.code), replaying(language)
    for number, step in enumerate(STEPS[:-1], 1):
        if isinstance(step.action, Move):
            player.type(f"{step.action.source.code} {step.action.destination.code}")
        else:
            player.type("redeal")
        listener.type("")
        line = telling[number % len(telling)]
        assert listener.type(line) == player.type(line)


@both
def test_the_time_is_the_logs(language: str) -> None:
    player = replaying(language)
    player.time += 500
    player.type("", "", "")
    assert STEPS[2].seconds == 24
    assert "24 " in player.type("status")
    player.time += 500
    player.type("previous")
    assert "17 " in player.type("status")


@both
def test_one_can_go_back_and_to_any_step(language: str) -> None:
    player = replaying(language)
    for line, number in (
        ("to 12", 12),
        ("la 30", 30),
        ("previous", 29),
        ("precedent", 28),
        ("undo", 27),
        ("înapoi", 26),
        ("undo 6", 20),
        ("redo", 21),
        ("step 21", 21),
        ("pasul 3", 3),
        ("move 4", 4),
        ("to 0", 0),
        ("previous", 0),
        ("undo 100", 0),
        (f"to {LAST}", LAST),
        ("previous", LAST - 1),
        ("", LAST),
        ("", LAST),
    ):
        answer = player.type(line)
        assert player.game.table == TABLES[number], line
        assert not foreign(answer, language)
        if line and line != "redo":
            where = said(language, f"Step {number} of {LAST}.", f"Pasul {number} din {LAST}.")
            assert answer.startswith(where if number else said(language, "The start", "Începutul"))


@both
@pytest.mark.parametrize("line", ["to 118", "la 999999999", "step 1000000"])
def test_a_step_beyond_the_end_is_told_so(line: str, language: str) -> None:
    player = replaying(language)
    player.type("to 5")
    answer = player.type(line)
    assert str(LAST) in answer
    assert player.game.table == TABLES[5]


@given(
    wishes=st.lists(st.one_of(st.integers(0, LAST), st.sampled_from(["", "previous"])), max_size=12)
)
def test_wherever_one_goes_the_table_is_that_of_the_step(wishes: list[int | str]) -> None:
    player, at = replaying("en"), 0
    for wish in wishes:
        if wish == "previous":
            at = max(0, at - 1)
        else:
            at = wish if isinstance(wish, int) else min(LAST, at + 1)
        player.type(wish if isinstance(wish, str) else f"to {wish}")
        assert player.game.table == TABLES[at]


def test_what_was_heard_stays_heard_on_the_way_back() -> None:
    player = replaying("en")
    player.type("to 5", "table", "to 4")
    assert len(player.type("changes").split(";")) == 2


def test_cards_are_turned_over_in_the_log_of_a_face_down_game(tmp_path: Path) -> None:
    log = tmp_path / "down.crescent"
    log.write_text(WON.read_text("utf-8").replace("CR1-N-", "CR1-D-"), "utf-8")
    player = replaying("ro", log)
    assert "Întoarsă: 3 de cupă" in player.type("")
    player.type("to 3")
    assert "Întoarsă: 3 de cupă" in player.type("la 1")


# The player's own game


@both
def test_nothing_is_moved_in_a_replay(language: str) -> None:
    player = replaying(language)
    player.type("to 7")
    answers = {
        player.type(line)
        for line in (
            *("1 2", "10", "10 f", "ace of spades on king of spades", "redeal", "new", "new f"),
            *("restart", "save x", "load x", "log x", "pause", "finish"),
        )
    }
    assert len(answers) == 1
    assert not foreign(answers.pop(), language)
    assert player.game.table == TABLES[7]


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"undo", "redo", "lesson", "quit"}))
def test_no_command_moves_a_card_in_a_replay_or_in_the_own_game(name: str) -> None:
    spec = next(spec for spec in SPECS if spec.name == name)
    player = Player()
    before = state(player.game)
    player.type(f"replay {WON}", f"to {LAST - 2}", "status")
    player.type(shown_name(spec, load("en")), "yes")
    assert player.game.table == TABLES[LAST - 2]
    assert state(player.session.own.game) == before
    player.type("next")
    assert player.game.table == TABLES[LAST - 1]


@both
@pytest.mark.parametrize("leave", ["off", "quit"])
def test_leaving_leads_back_to_the_own_game_as_it_was(leave: str, language: str) -> None:
    player = Player(language)
    player.type(MOVE, "redeal")
    before, own = state(player.game), player.session.own
    player.time += 60
    player.type(f"replay {WON}", "to 40")
    player.time += 1000
    player.type("next")
    assert own.seconds == 60
    answer = player.type(off(language) if leave == "off" else "ieși")
    assert not player.session.ended
    assert str(numbered(1)) in answer
    assert not foreign(answer, language)
    assert player.session.play is own
    assert state(player.game) == before
    assert own.seconds == 60
    assert not foreign(player.type(off(language)), language), "there is none any more"


def test_a_lesson_and_a_replay_may_follow_each_other() -> None:
    player = replaying("en")
    player.type("next")
    assert "Step 1." in player.type("lesson")
    assert "117 steps" in player.type(f"replay {WON}")
    assert player.game.table == TABLES[0]
    player.type("lesson off")
    assert player.session.play is not player.session.own, "there is no lesson to leave"
    player.type("replay off")
    assert player.session.play is player.session.own


def test_again_goes_on_in_the_same_direction() -> None:
    player = replaying("en")
    player.type("next", "again", "again")
    assert player.game.table == TABLES[3]
    player.type("previous", "again")
    assert player.game.table == TABLES[1]
    assert player.type("hearts") == player.type("again")


def test_abbreviations_of_the_players_own_work_in_a_replay() -> None:
    player = Player()
    player.type("alias b = previous", "alias v = next", f"replay {WON}", "v", "v", "b")
    assert player.game.table == TABLES[1]


# Playing on


@both
@pytest.mark.parametrize("number", [0, 1, 60, LAST - 1])
def test_playing_on_makes_it_the_own_game(number: int, language: str, tmp_path: Path) -> None:
    keeper = DiskKeeper(tmp_path / "data", READ_VIEW)
    now = [0.0]
    session = Session(
        [load(known) for known in LANGUAGES],
        language,
        numbered(1),
        clock=lambda: now[0],
        new_code=lambda: NEXT_DEAL,
        keeper=keeper,
        archive=keeper,
        log_name=str(tmp_path / "before.crescent"),
    )
    session.handle_line(MOVE)
    session.handle_line(f"replay {WON}")
    session.handle_line(f"to {number}")
    answer = session.handle_line(said(language, "play on", "continuă de aici")).text
    assert str(RECORD.code) in answer
    not_counted = said(language, "It does not count in the statistics.", "Nu intră în statistici.")
    assert answer.count(not_counted) == 1
    assert not foreign(answer, language)
    assert session.play is session.own
    assert session.game.table == TABLES[number]
    seconds = STEPS[number - 1].seconds if number else 0
    assert session.own.seconds == seconds
    now[0] += 7
    log = tmp_path / "after.crescent"
    session.handle_line(f"log {log}")
    last = STEPS[number]
    assert isinstance(last.action, Move | Redeal)
    line = "redeal"
    if isinstance(last.action, Move):
        line = f"{last.action.source.code} {last.action.destination.code}"
    session.handle_line(line)
    assert session.game.table == TABLES[number + 1]
    # The former game's log ended with what was played in it; the new one holds every step.
    session.close()
    keeper.close(session.own.seconds)
    for name, code in (("before", numbered(1)), ("after", RECORD.code)):
        report = judge_file(str(tmp_path / f"{name}.crescent"), READ_VIEW)
        assert report.is_valid
        assert report.code == code
    written = Record.parse(log.read_text("utf-8"))
    assert [step.action for step in written.steps if isinstance(step, Step)] == [
        step.action for step in STEPS[: number + 1]
    ]
    again = DiskKeeper(tmp_path / "data", READ_VIEW)
    if number + 1 < LAST:
        assert again.opened.game is not None
        assert state(again.opened.game) == state(session.game)
        assert again.opened.seconds == (seconds or 0) + 7
    else:
        assert again.opened.game is None, "it is won, and in the archive"
    again.close(None)


@both
def test_the_hints_of_a_log_and_of_its_replay_go_with_the_game(
    language: str, tmp_path: Path
) -> None:
    log, mine = tmp_path / "log.crescent", tmp_path / "mine.crescent"
    log.write_bytes(WON.read_bytes() + b"hints 4\n")
    player = replaying(language, log)
    player.type(f"{said(language, 'to', 'la')} {LAST - 4}")
    assert said(language, "hint", "indici") not in player.type("status")
    player.type("hint", "previous")
    assert said(language, ", 1 hint, ", ", 1 indiciu, ") in player.type("status")
    player.type(said(language, "play on", "continuă"), "hint", f"log {mine}")
    assert said(language, ", 6 hints, ", ", 6 indicii, ") in player.type("status")
    player.session.close()
    assert judge_file(str(mine), READ_VIEW).hints == 6


@both
def test_playing_on_asks_where_something_is_at_stake(language: str) -> None:
    player = Player(language, interactive=True)
    player.type(MOVE, "redeal", "yes")
    before = state(player.game)
    assert len(player.session.own.steps) == 2
    player.type(f"replay {WON}", "to 9")
    question = player.type("play on")
    assert player.session.asks
    assert not foreign(question, language)
    player.type("no")
    assert player.game.table == TABLES[9], "the replay goes on"
    assert state(player.session.own.game) == before
    player.type("play on", "yes")
    assert player.session.play is player.session.own
    assert player.game.table == TABLES[9]
    assert player.game.undoable == 9
    player.type("undo")
    assert player.game.table == TABLES[8]


def test_playing_on_asks_nothing_where_nothing_is_at_stake() -> None:
    player = Player(interactive=True)
    player.type(f"replay {WON}", "to 9", "play on")
    assert player.session.play is player.session.own
    assert player.game.table == TABLES[9]


@both
def test_a_won_game_cannot_be_played_on(language: str) -> None:
    player = replaying(language)
    player.type(f"to {LAST}")
    assert not foreign(player.type("continuă"), language)
    assert player.session.play is not player.session.own
    player.type("previous", "continuă")
    assert player.session.play is player.session.own


# Wrong logs


@both
@pytest.mark.parametrize("name", INDEX)
def test_a_wrong_log_is_walked_up_to_its_fault_which_is_explained(name: str, language: str) -> None:
    report = judge_file(str(WRONG / name), READ_VIEW)
    assert report.fault is not None
    t = load(language)
    explained = reports.spoken_verdict(t, report)
    assert reports.fault_text(t, report.fault) in explained
    player = Player(language)
    before = state(player.game)
    answer = player.type(f"replay {WRONG / name}")
    if report.game is None:
        assert answer == explained
        assert player.session.play is player.session.own
        return
    assert said(language, "then a fault", "apoi o greșeală") in answer
    heard = player.type("")
    for _ in range(3000):
        if heard.endswith(explained):
            break
        assert explained not in heard
        heard = player.type("")
    assert heard.endswith(explained)
    assert state(player.game) == state(report.game)
    assert player.type("") == explained
    player.type(off(language))
    assert state(player.game) == before


@both
@pytest.mark.parametrize("name", ["no such", "", ".", "fifo"])
def test_a_file_that_cannot_be_read_changes_nothing(
    name: str, language: str, tmp_path: Path
) -> None:
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "fifo")
    player = Player(language)
    before = state(player.game)
    answer = player.type(f"replay {tmp_path / name}" if name else "replay")
    assert not foreign(answer.replace(str(tmp_path / name), ""), language)
    assert player.session.play is player.session.own
    assert state(player.game) == before


def test_the_name_of_a_file_may_stand_in_quotes(tmp_path: Path) -> None:
    log = tmp_path / "my game.crescent"
    log.write_bytes(WON.read_bytes())
    for name in (str(log), f'"{log}"', f"'{log}'"):
        assert "117 steps" in Player().type(f"replay {name}")


@both
def test_a_log_of_more_steps_than_any_game_is_refused(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walk, "MOST_STEPS", 20)
    moves = [write(step) for step in STEPS]
    for count in (20, 21):
        log = tmp_path / f"{count}.crescent"
        log.write_text(header(RECORD.code) + "".join(moves[:count]), "utf-8")
        player = Player(language)
        answer = player.type(f"replay {log}")
        assert (player.session.play is player.session.own) == (count > 20)
        assert not foreign(answer, language)


def test_the_longest_log_is_gone_through_in_time_and_taken_over_at_once(tmp_path: Path) -> None:
    log = tmp_path / "long.crescent"
    game = Game(RECORD.code)
    first = write(STEPS[0])
    assert act(game, STEPS[0].action)
    with log.open("w", encoding="utf-8") as file:
        file.write(header(RECORD.code))
        for _ in range(10_000):
            file.write(first.partition(" @")[0] + "\nundo\n")
    started = time.monotonic()
    player = Player()
    assert "20000 steps" in player.type(f"replay {log}")
    player.type("to 20000", "previous")
    assert player.game.table == game.table
    player.type("play on")
    assert len(player.session.own.steps) == 19_999
    assert time.monotonic() - started < 20


@given(data=st.one_of(st.binary(max_size=300), st.binary(max_size=80).map(lambda x: HEAD + x)))
def test_any_bytes_are_replayed_or_explained(data: bytes) -> None:
    player = Player()
    log = Path(os.environ["CRESCENT_A11Y_HOME"]) / "any.crescent"
    log.write_bytes(data)
    player.type(f"replay {log}", "", "to 1", "previous", "", "", "table", "play on", "undo")


@given(code=codes, chosen=choices)
def test_a_log_with_undos_and_redeals_is_replayed_as_it_was_played(
    code: DealCode, chosen: list[int]
) -> None:
    played = play(code, chosen)
    log = Path(os.environ["CRESCENT_A11Y_HOME"]) / "played.crescent"
    log.write_bytes(played.log)
    player = Player("ro")
    player.type(f"redă {log}")
    for _ in played.steps:
        player.type("")
    assert player.game.table == played.game.table
    if played.steps:
        assert player.type("") == "Aici se termină jurnalul."
    if not player.game.is_won:
        player.type("continuă")
        assert player.session.own.game.moves == played.game.moves
        assert state(player.game) == state(played.game)
