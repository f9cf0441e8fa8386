"""The journal: what was accepted is on the disk, whatever happens to program, disk and file."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Event, Game, Redo, Undo
from crescent_a11y.engine.record import Record, Step
from crescent_a11y.engine.replay import Report, replay
from crescent_a11y.engine.rules import Move, Moved, Redeal, Redealt, legal_moves
from crescent_a11y.engine.table import Table
from crescent_a11y.engine.view import no_view
from crescent_a11y.interface import places
from crescent_a11y.interface.archive import ARCHIVE, DAMAGED, Ended, read_ended
from crescent_a11y.interface.gamelog import Outcome, step_of
from crescent_a11y.interface.journal import Journal, Loaded, Opened
from crescent_a11y.interface.places import Failure
from crescent_a11y.interface.saves import SAVES, save_name
from crescent_a11y.interface.statistics import FILE, Statistics, Summary
from crescent_a11y.language.troubles import FailureKind, Obstacle, SaveRefusal

DATA = Path(__file__).parent.parent / "data" / "journals"
V1 = DATA / "v1"
CODE = DealCode(Variant.TRADITIONAL, 7)
SCRIPT = [
    step.action
    for step in Record.parse((V1 / "won.crescent").read_text()).steps
    if isinstance(step, Step)
]
FIRST = next(legal_moves(Game(CODE).table))
WON = Record.parse((V1 / "won.crescent").read_text()).code

ACTION = f"{FIRST.source.code} {FIRST.destination.code}"
"""Any action that the deal allows, as its log has it."""

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX alone has this")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def current(home: Path) -> Path:
    return home / "current.crescent"


def opened(home: Path, ended: Callable[[Ended], object] = lambda _: None) -> Opened:
    return Journal.open(home, program="0.1.0", ended=ended)


def begun(home: Path, game: Game | None = None) -> tuple[Journal, Game]:
    journal = opened(home).journal
    game = game or Game(CODE)
    assert journal.begin(game) is None
    return journal, game


def act(journal: Journal, game: Game, action: Move | Redeal | Undo | Redo, seconds: int) -> object:
    event = game.act(action)
    assert isinstance(event, Event)
    return journal.append(step_of(event, seconds))


def play(journal: Journal, game: Game, actions: int, start: int = 0) -> list[object]:
    """Play so many legal actions, undo and redo among them; give what the journal answered."""
    chance = random.Random(actions)
    answers = []
    for number in range(actions):
        action: Move | Redeal | Undo | Redo
        if game.redoable and chance.random() < 0.5:
            action = Redo()
        elif game.undoable and chance.random() < 0.2:
            action = Undo()
        else:
            moves = list(legal_moves(game.table))
            up = [move for move in moves if not move.destination.is_pile]
            action = chance.choice(up or moves) if moves else Redeal()
            if not moves and not game.table.redeals:
                action = Undo()
        answers.append(act(journal, game, action, start + number))
    return answers


def win(journal: Journal, game: Game) -> None:
    for number, action in enumerate(SCRIPT):
        assert act(journal, game, action, number) is None


def same(one: Game | None, other: Game | None) -> bool:
    """Whether two games are one: the table, the counters, and all that undo and redo would do."""
    assert one is not None
    assert other is not None
    return all(
        getattr(one, name) == getattr(other, name)
        for name in ("code", "table", "moves", "redeals", "_done", "_undone")
    )


def verified(path: Path) -> Report:
    with path.open("rb") as file:
        report = replay(file, no_view)
    assert report.is_valid, (path, report.fault)
    return report


def archived(home: Path) -> list[str]:
    """The ends of the names in the archive, all of which a strict reader accepts."""
    names = sorted(path.name for path in (home / ARCHIVE).glob("*"))
    for name in names:
        verified(home / ARCHIVE / name)
    return [name[19:].removesuffix(".crescent") for name in names]


# Going on


def test_nothing_is_found_where_nothing_was(home: Path) -> None:
    found = opened(home)
    assert (found.game, found.damage, found.obstacle, found.failure) == (None, None, None, None)
    assert (found.ended, found.kept) == ((), ())


def test_a_game_goes_on_as_it_stood(home: Path, current: Path) -> None:
    journal, game = begun(home)
    play(journal, game, 60)
    assert journal.note(100) is None
    assert journal.close(130) is None
    seen: list[tuple[Table, Event | None]] = []
    found = Journal.open(
        home, program="0.2.0", watch=lambda game, event: seen.append((game.table, event))
    )
    assert same(found.game, game)
    assert found.seconds == 130
    assert len(seen) == 61
    assert seen[0] == (Game(CODE).table, None)
    assert seen[-1][0] == game.table
    assert found.game is not None
    play(found.journal, found.game, 5, start=130)
    found.journal.close()
    assert same(opened(home).game, found.game)
    assert verified(current).seconds == 134


def test_a_hint_is_on_the_disk_before_its_answer(home: Path, current: Path) -> None:
    journal, game = begun(home)
    play(journal, game, 3)
    for hints in (1, 2, 3):
        assert journal.note_hints(hints) is None
        assert current.read_text().endswith(f"# hints {hints}\n")
    assert journal.note_hints(3) is None
    assert current.read_text().count("# hints") == 3
    play(journal, game, 3, start=3)
    journal.close(9)
    found = opened(home)
    assert (found.hints, found.seconds) == (3, 9)
    assert same(found.game, game)
    assert verified(current).hints is None


def test_the_hints_stay_with_a_save_and_a_new_game_has_none(home: Path) -> None:
    journal, game = begun(home)
    play(journal, game, 3)
    journal.note_hints(2)
    assert journal.save("Ana") is None
    journal.note_hints(5)
    journal.begin(Game(CODE))
    assert opened(home / "none").hints == 0
    found = journal.load("Ana")
    assert found.hints == 2
    assert journal.note_hints(3) is None
    journal.begin(Game(CODE))
    journal.close()
    assert opened(home).hints == 0
    claims = [verified(path).hints for path in sorted((home / ARCHIVE).iterdir())]
    assert sorted(claims, key=str) == [3, 5]


def test_games_that_differ_in_hints_are_not_one_save(home: Path) -> None:
    journal, game = begun(home)
    play(journal, game, 3)
    journal.save("Ana")
    journal.note_hints(1)
    found = journal.load("Ana")
    assert found.kept is not None
    assert journal.load(found.kept).hints == 1


def test_the_hints_that_an_ended_log_claims_go_on_with_it(home: Path) -> None:
    journal, game = begun(home)
    play(journal, game, 3)
    journal.note_hints(4)
    ended = journal.finish(5)
    assert isinstance(ended, Ended)
    (home / SAVES).mkdir(exist_ok=True)
    shutil.copy(ended.path, home / SAVES / "old.crescent")
    found = journal.load("old")
    assert (found.hints, found.seconds) == (4, 5)


def test_the_time_and_hints_of_an_ended_log_stay_with_the_game_that_goes_on(
    home: Path, current: Path
) -> None:
    journal = opened(home).journal
    (home / SAVES).mkdir()
    log = f"crescent 1\ndeal {CODE}\n{ACTION} @5\ntime 300\nhints 4\n"
    (home / SAVES / "old.crescent").write_text(log)
    found = journal.load("old")
    assert (found.seconds, found.hints) == (300, 4)
    journal.close(300)
    found_again = opened(home)
    assert (found_again.seconds, found_again.hints) == (300, 4)
    assert current.read_text().endswith(f"\n{ACTION} @5\n# time 300\n# hints 4\n")


def test_what_says_that_a_game_has_ended_is_taken_out_when_it_goes_on(
    home: Path, current: Path
) -> None:
    home.mkdir()
    tags = "ended blocked\nfinished 2001-01-01T00:00:00Z\n"
    current.write_text(f"crescent 1\ndeal {CODE}\ngame {'01' * 16}\n{tags}")
    found = opened(home)
    assert found.game is not None
    play(found.journal, found.game, 3)
    assert "ended" not in current.read_text()
    ended = found.journal.finish()
    assert isinstance(ended, Ended)
    assert ended.finished > "2026"
    text = ended.path.read_text()
    assert (text.count("\nended "), text.count("\nfinished ")) == (1, 1)


def test_an_action_is_on_the_disk_before_its_answer(home: Path, current: Path) -> None:
    journal, game = begun(home)
    for number in range(20):
        play(journal, game, 1, start=number)
        report = verified(current)
        assert report.game is not None
        assert same(report.game, game)
        assert report.seconds == number
    assert journal.is_saved


def test_the_disk_is_waited_for_at_each_action(
    home: Path, current: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[bytes] = []
    monkeypatch.setattr(
        "crescent_a11y.interface.current.flush", lambda _: flushed.append(current.read_bytes())
    )
    journal, game = begun(home)
    for number in range(5):
        play(journal, game, 1, start=number)
        assert flushed[number:] == [current.read_bytes()]


def test_what_a_killed_program_has_written_is_waited_for_before_it_is_gone_on_with(
    home: Path, current: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, game = begun(home)
    play(journal, game, 5)
    journal.close()
    flushed: list[bytes] = []
    monkeypatch.setattr(
        "crescent_a11y.interface.current.flush", lambda _: flushed.append(current.read_bytes())
    )
    found = opened(home)
    assert flushed == [current.read_bytes()]
    assert found.journal.is_saved
    found.journal.close()

    def fail(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("crescent_a11y.interface.current.flush", fail)
    found = opened(home)
    assert found.failure is not None
    assert same(found.game, game)
    assert not found.journal.is_saved


def test_time_never_goes_back_in_the_file(home: Path, current: Path) -> None:
    journal, game = begun(home)
    play(journal, game, 3, start=50)
    play(journal, game, 3, start=10)
    assert journal.note(20) is None
    assert verified(current).seconds == 52


@posix
def test_files_and_folders_are_the_owner_s_alone(home: Path) -> None:
    journal, game = begun(home)
    play(journal, game, 3)
    assert journal.save("Ana") is None
    journal.begin(Game(CODE))
    for path in [home, *home.rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)
    assert not list(home.rglob("*.tmp"))


# Ends of games


def test_a_won_game_moves_to_the_archive(home: Path, current: Path) -> None:
    ended: list[Ended] = []
    journal = opened(home, ended.append).journal
    game = Game(WON)
    journal.begin(game)
    win(journal, game)
    found = journal.finish()
    assert ended == [found]
    assert isinstance(found, Ended)
    assert (found.code, found.outcome, found.moves, found.redeals, found.seconds) == (
        WON,
        Outcome.WON,
        game.moves,
        game.redeals,
        len(SCRIPT) - 1,
    )
    assert not current.exists()
    assert archived(home) == [f"{WON}-won"]
    text = found.path.read_text()
    claims = f"result won\nmoves {game.moves}\nredeals 3\ntime {found.seconds}\nhints 0\n"
    assert text.endswith(claims)
    journal.close()
    assert opened(home).game is None


def test_left_games_are_blocked_or_given_up_and_untouched_ones_are_nothing(home: Path) -> None:
    ended: list[Ended] = []
    journal = opened(home, ended.append).journal
    journal.begin(Game(CODE))
    assert journal.begin(Game(CODE)) is None
    assert ended == []
    game = Game(CODE)
    journal.begin(game)
    play(journal, game, 2)
    journal.begin(blocked := Game(CODE), seconds=77)
    assert [one.outcome for one in ended] == [Outcome.GIVEN_UP]
    assert ended[0].seconds == 77
    chance = random.Random(1)
    while not blocked.is_blocked:
        # From the piles to the foundations, so that it comes to an end.
        moves = list(legal_moves(blocked.table))
        up = [move for move in moves if move.source.is_pile and not move.destination.is_pile]
        act(journal, blocked, chance.choice(up or moves) if moves else Redeal(), 1)
        assert blocked.moves < 5000
    assert journal.finish() == ended[1]
    assert ended[1].outcome is Outcome.BLOCKED
    assert verified(ended[1].path).result == "blocked"
    assert sorted(archived(home)) == [f"{CODE}-blocked", f"{CODE}-given-up"]


def test_names_in_the_archive_are_never_taken_twice(home: Path) -> None:
    moment = datetime(2026, 11, 29, 20, 15, tzinfo=timezone.utc)
    journal = Journal.open(home, program="0.1.0", now=lambda: moment).journal
    for _ in range(3):
        game = Game(CODE)
        journal.begin(game)
        play(journal, game, 4)
    journal.begin(Game(CODE))
    names = sorted(path.name for path in (home / ARCHIVE).iterdir())
    stem = f"2026-11-29T201500Z-{CODE}-given-up"
    assert names == [f"{stem}-2.crescent", f"{stem}-3.crescent", f"{stem}.crescent"]


@pytest.mark.parametrize("finished", ["1" * 300, "yesterday", "2026-11-29T20:15:00Z/../x"])
def test_a_game_is_archived_whatever_another_hand_calls_its_end(
    home: Path, current: Path, finished: str
) -> None:
    home.mkdir()
    text = f"crescent 1\ndeal {CODE}\nended given-up\nfinished {finished}\n{ACTION}\nmoves 1\n"
    current.write_text(text)
    found = opened(home)
    assert found.failure is None
    (ended,) = found.ended
    assert ended.finished == ""
    assert ended.path == home / ARCHIVE / f"{CODE}-given-up.crescent"
    assert ended.path.read_text() == text
    assert not current.exists()


@posix
def test_a_name_in_the_archive_that_leads_nowhere_is_passed_over(home: Path) -> None:
    moment = datetime(2026, 11, 29, 20, 15, tzinfo=timezone.utc)
    journal = Journal.open(home, program="0.1.0", now=lambda: moment).journal
    stem = f"2026-11-29T201500Z-{CODE}-given-up"
    (home / ARCHIVE).mkdir()
    (home / ARCHIVE / f"{stem}.crescent").symlink_to("nowhere")
    journal.begin(game := Game(CODE))
    play(journal, game, 3)
    ended = journal.finish()
    assert isinstance(ended, Ended)
    assert ended.path.name == f"{stem}-2.crescent"


def test_a_restart_is_the_same_game(home: Path) -> None:
    ended: list[Ended] = []
    journal = opened(home, ended.append).journal
    game = Game(WON)
    journal.begin(game)
    play(journal, game, 10)
    journal.begin(game := Game(WON), restart=True)
    win(journal, game)
    journal.finish()
    journal.begin(game := Game(WON), restart=True)
    win(journal, game)
    journal.finish()
    journal.begin(game := Game(WON))
    play(journal, game, 10)
    journal.begin(game := Game(WON), restart=True)
    journal.begin(Game(CODE))
    outcomes = [one.outcome.value for one in ended]
    assert outcomes == ["restarted", "won", "won", "restarted", "given-up"]
    assert ended[0].game == ended[1].game == ended[2].game != ended[3].game == ended[4].game


@pytest.mark.parametrize("step", range(4))
def test_a_won_game_is_archived_wherever_the_program_was_killed(
    home: Path, current: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    journal, game = begun(home, Game(WON))
    win(journal, game)
    # Killed before anything, at the new content, with two names of the file, before the telling.
    killed: tuple[object, str] = [
        (Journal, "_put_away"),
        (os, "replace"),
        (Path, "unlink"),
        (journal._archive, "_tell"),
    ][step]

    def kill(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(*killed, kill)
        with pytest.raises(KeyboardInterrupt):
            journal.finish()
    journal.close()
    ended: list[Ended] = []
    found = opened(home, ended.append)
    assert found.game is None
    assert len(ended) == len(found.ended) == (0 if step == 3 else 1)
    assert archived(home) == [f"{WON}-won"]
    assert not current.exists()


# Kills


PROGRAM = """
import os, random, sys
from pathlib import Path
from crescent_a11y.engine.game import Game, Undo, Redo
from crescent_a11y.engine.record import Record
from crescent_a11y.interface.gamelog import step_of
from crescent_a11y.interface.journal import Journal
from crescent_a11y.interface.statistics import Statistics

home, record = Path(sys.argv[1]), Record.parse(Path(sys.argv[2]).read_text())

def say(*words):
    os.write(1, (" ".join(map(str, words)) + "\\n").encode())

def play(chance):
    statistics = Statistics(home / "statistics.db", home / "archive")
    ended = []
    def end(one):
        ended.append(one)
        failure = statistics.add(one)
        say("ended", one.game, failure)
    found = Journal.open(home, program="0.1.0", ended=end)
    statistics.catch_up()
    journal, game = found.journal, found.game
    done = 0
    if game is None:
        game = Game(record.code)
        journal.begin(game)
    else:
        done = game.moves + game.redeals
    say("opened", journal._log.id, journal._log.actions, found.damage, found.obstacle)
    while True:
        if chance.random() < 0.01:
            game = Game(record.code)
            journal.begin(game)
        elif chance.random() < 0.1 and game.undoable:
            journal.append(step_of(game.act(Undo()), 1))
        else:
            event = game.act(record.steps[game.moves + game.redeals].action)
            journal.append(step_of(event, 1))
        say("done", journal._log.id, journal._log.actions, journal.failure)
        if game.is_won:
            journal.finish()
            game = Game(record.code)
            journal.begin(game)

for line in sys.stdin:
    child = os.fork()
    if not child:
        play(random.Random(line))
    say("child", child)
    os.waitpid(child, 0)
    say("killed")
"""


@posix
def test_kill_9_loses_nothing_but_the_action_in_flight(
    home: Path, record_property: Callable[[str, object], None]
) -> None:
    chance = random.Random(5)
    path = os.pathsep.join(filter(None, sys.path))
    kills, answers, in_flight = 300, 0, 0
    id_, actions = "", 0
    archived_ids: set[str] = set()
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(home), str(V1 / "won.crescent")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=os.environ | {"PYTHONPATH": path},
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for number in range(kills):
            program.stdin.write(f"{number}\n")
            child, said = 0, []
            while not child:
                line = program.stdout.readline().split()
                if line[0] == "child":
                    child = int(line[1])
                else:
                    said.append(line)
            time.sleep(chance.random() ** 2 * 0.08)
            os.kill(child, signal.SIGKILL)
            while (line := program.stdout.readline().split()) != ["killed"]:
                said.append(line)
            for word, key, *rest in said:
                if word == "ended":
                    assert rest == ["None"]
                    archived_ids.add(key)
                elif word == "opened":
                    assert rest[1:] == ["None", "None"]
                    if key == id_:
                        # What was answered is there, and at most what was not answered yet.
                        assert actions <= int(rest[0]) <= actions + 1
                        in_flight += int(rest[0]) - actions
                    id_, actions = key, int(rest[0])
                else:
                    assert rest[1:] == ["None"]
                    id_, actions = key, int(rest[0])
                    answers += 1
        program.stdin.close()
    statistics = Statistics(home / FILE, home / ARCHIVE)
    journal = Journal.open(home, program="0.1.0", ended=statistics.add).journal
    assert statistics.catch_up() is None
    summary = statistics.summary()
    assert isinstance(summary, Summary)
    assert summary == statistics.rebuild()
    assert summary.total.played == len(archived(home)) >= len(archived_ids) > 0
    assert summary.total.won > 0
    assert not (home / DAMAGED).exists()
    assert answers > kills
    assert journal.failure is None
    record_property("kills", kills)
    record_property("actions answered", answers)
    record_property("actions lost", 0)
    record_property("actions on the disk, but not answered yet", in_flight)


def test_only_what_killed_programs_never_finished_is_removed(home: Path) -> None:
    journal, game = begun(home)
    play(journal, game, 3)
    journal.close()
    spare = "x.crescent.0a1b2c3d.tmp"
    slots = [f"current{slot}.crescent.0a1b2c3d.tmp" for slot in ("", "-2", "-9")]
    dead = [home / name for name in slots]
    left = [home / "current.crescent.mine.tmp", home / "current.crescent.0a1b2c3d.tmp.bak"]
    for name in (SAVES, ARCHIVE, DAMAGED):
        folder = home / name
        folder.mkdir(exist_ok=True)
        dead.append(folder / spare)
        left += [folder / "notes.tmp", folder / "x.0a1b2c3d.tmp", folder / "x.crescent.tmp"]
        left.append(folder / "new.crescent.0a1b2c3d.tmp")
    for path in (*dead, *left):
        path.write_text("crescent 1\n")
        if path.parent != home and not path.name.startswith("new"):
            os.utime(path, (0, 0))
    (home / SAVES / "folder.crescent.0a1b2c3d.tmp").mkdir()
    # A program that runs may be writing what is in its slot.
    journals = [opened(home).journal for _ in range(2)]
    (home / slots[1]).write_text("crescent 1\n")
    dead.remove(home / slots[1])
    journals[0].close()
    other = opened(home)
    assert [path for path in dead if path.exists()] == []
    assert [path for path in left if not path.exists()] == []
    assert (home / SAVES / "folder.crescent.0a1b2c3d.tmp").is_dir()
    assert (home / slots[1]).exists()
    journals[1].close()
    other.journal.close()
    opened(home)
    assert not (home / slots[1]).exists()


# Damage


def test_a_file_cut_at_any_byte_gives_every_whole_line(tmp_path: Path) -> None:
    data = (V1 / "open.crescent").read_bytes()
    home = tmp_path / "home"
    games: dict[int, tuple[int, int] | None] = {}
    for end in range(0, len(data), 1 if len(data) < 800 else 3):
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir()
        (home / "current.crescent").write_bytes(data[:end])
        found = opened(home)
        assert (found.damage, found.failure) == (None, None)
        whole = data[:end].count(b"\n")
        stands = (found.game.moves, found.seconds) if found.game else None
        assert games.setdefault(whole, stands) == stands
        assert (found.game is not None) == (whole >= 2)
        if found.game is not None:
            # The next action stands on a line of its own.
            assert play(found.journal, found.game, 1, start=999) == [None]
            assert same(verified(home / "current.crescent").game, found.game)
        found.journal.close()
    assert len(games) == data.count(b"\n")


@pytest.mark.parametrize("garbage", [b"\0" * 100 + b"\n", b"\xff\n", b"undo!\n", b"x" * 9000])
def test_garbage_ends_the_game_there_and_the_file_is_kept(
    home: Path, current: Path, garbage: bytes
) -> None:
    lines = (V1 / "open.crescent").read_bytes().splitlines(keepends=True)
    home.mkdir()
    for number in (0, 1, 2, 5, 30, len(lines)):
        damaged = b"".join([*lines[:number], garbage, *lines[number:]])
        current.write_bytes(damaged)
        good = replay(lines[:number], no_view).game
        found = opened(home)
        assert found.failure is None
        assert found.damage is not None
        assert found.damage.line == number + 1
        assert found.damage.kept_as is not None
        assert found.damage.kept_as.read_bytes() == damaged
        assert (found.game is None) == (number < 2)
        if found.game is not None:
            assert same(found.game, good)
            play(found.journal, found.game, 3, start=1000)
            assert same(verified(current).game, found.game)
        found.journal.close()
        again = opened(home)
        assert again.damage is None
        assert again.game is None or same(again.game, found.game)
        again.journal.close()
    assert archived(home) == []


def test_an_illegal_move_in_the_file_is_damage(home: Path, current: Path) -> None:
    home.mkdir()
    current.write_text(f"crescent 1\ndeal {CODE}\nus us AS @1\n")
    found = opened(home)
    assert found.damage is not None
    assert found.damage.line == 3
    assert found.game is not None
    assert found.game.moves == 0


@pytest.mark.parametrize("fault", ["archive.keep_file", "current.replace_file"])
def test_a_damaged_file_that_cannot_be_kept_is_left_alone(
    home: Path, current: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    home.mkdir()
    shutil.copy(V1 / "damaged.crescent", current)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(f"crescent_a11y.interface.{fault}", full)
    found = opened(home)
    assert found.failure is not None
    assert found.failure.kind is FailureKind.FULL
    assert found.game is not None
    assert set(play(found.journal, found.game, 5, start=1000)) == {None}
    assert not found.journal.is_saved
    found.journal.close()
    assert current.read_bytes() == (V1 / "damaged.crescent").read_bytes()


def test_a_newer_version_s_file_is_left_alone(home: Path, current: Path) -> None:
    home.mkdir()
    shutil.copy(DATA / "newer" / "current.crescent", current)
    before = current.read_bytes()
    for number in range(2):
        found = opened(home)
        assert found.obstacle is Obstacle.NEWER
        assert found.failure is None
        assert (found.game is None) == (number == 0)
        game = found.game or Game(CODE)
        if found.game is None:
            found.journal.begin(game)
        play(found.journal, game, 3, start=number * 10)
        assert same(verified(home / "current-2.crescent").game, game)
        found.journal.close()
    assert current.read_bytes() == before


# Versions


@pytest.mark.parametrize(
    ("name", "stands", "damage"),
    [
        ("open", (46, 2, 342, 21), None),
        ("edited", (46, 2, 700, 21), None),
        ("given-up", (46, 2, 342, 21), None),
        ("torn", (21, 1, 124, 9), None),
        ("damaged", (21, 1, 124, 9), 31),
    ],
)
def test_files_of_version_1_are_read(
    home: Path, name: str, stands: tuple[int, int, int, int], damage: int | None
) -> None:
    journal = opened(home).journal
    (home / SAVES).mkdir()
    shutil.copy(V1 / f"{name}.crescent", home / SAVES)
    found = journal.load(name)
    assert found.game is not None
    game = found.game
    assert (game.moves, game.redeals, found.seconds, game.undoable) == stands
    assert found.damage == damage
    play(journal, game, 2, start=1000)
    journal.close()
    assert same(opened(home).game, game)


def test_an_archived_file_of_version_1_is_taken_back_as_ended(home: Path, current: Path) -> None:
    home.mkdir()
    shutil.copy(V1 / "won.crescent", current)
    found = opened(home)
    assert found.game is None
    assert [one.game for one in found.ended] == ["01" * 16]
    assert (home / ARCHIVE / f"2026-11-29T203042Z-{WON}-won.crescent").read_bytes() == (
        V1 / "won.crescent"
    ).read_bytes()


def test_claims_by_another_hand_do_not_stop_the_game(home: Path, current: Path) -> None:
    home.mkdir()
    shutil.copy(V1 / "edited.crescent", current)
    found = opened(home)
    assert found.game is not None
    play(found.journal, found.game, 3, start=1000)
    assert same(verified(current).game, found.game)
    text = current.read_bytes()
    assert b"\r\nplayer Ana Pop\xc8\x99a\r\ngame " in text
    assert b"result" not in text


# Two programs


def test_a_second_program_has_a_journal_of_its_own(home: Path, current: Path) -> None:
    first, game = begun(home)
    play(first, game, 5)
    before = current.read_bytes()
    second = opened(home)
    assert second.obstacle is Obstacle.LOCKED
    assert (second.game, second.failure) == (None, None)
    other = Game(WON)
    second.journal.begin(other)
    play(second.journal, other, 7)
    assert current.read_bytes() == before
    play(first, game, 2, start=10)
    third = opened(home)
    assert third.obstacle is Obstacle.LOCKED
    for journal in (first, second.journal, third.journal):
        journal.close()
    # The next one alone goes on with the first game; the second is a save, to be loaded.
    last = opened(home)
    assert same(last.game, game)
    assert len(last.kept) == 1
    assert last.kept[0].startswith(str(WON))
    assert not (home / "current-2.crescent").exists()
    assert same(last.journal.load(last.kept[0]).game, other)


@posix
def test_a_lock_holds_against_another_process(home: Path) -> None:
    journal, game = begun(home)
    play(journal, game, 3)
    program = (
        "import sys; from pathlib import Path\n"
        "from crescent_a11y.interface.journal import Journal\n"
        "print(Journal.open(Path(sys.argv[1]), program='0.1.0').obstacle)"
    )
    run = [sys.executable, "-c", program, str(home)]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    assert subprocess.check_output(run, env=env, text=True).strip() == "Obstacle.LOCKED"
    journal.close()
    assert subprocess.check_output(run, env=env, text=True).strip() == "None"


def test_the_tenth_program_plays_in_memory(home: Path) -> None:
    journals = [opened(home).journal for _ in range(9)]
    found = opened(home)
    assert found.failure is not None
    assert found.failure.kind is FailureKind.LOCKED
    assert found.journal.begin(Game(CODE)) is None
    for journal in journals:
        journal.close()


# Disks that fail


def kinds(answers: list[object]) -> list[FailureKind]:
    return [answer.kind for answer in answers if isinstance(answer, Failure)]


@contextmanager
def small_disk(path: Path) -> Iterator[None]:
    path.mkdir()
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    mount = ["mount", "-t", "tmpfs", "-o", "size=32k,mode=700", "crescent", str(path)]
    if sys.platform != "linux" or not is_root or subprocess.run(mount, check=False).returncode:
        if os.environ.get("CI") and sys.platform == "linux":
            pytest.fail("no small disk could be mounted")
        pytest.skip("only root can mount a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)


def test_on_a_full_disk_the_game_goes_on_and_says_so_once(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk"):
        home = tmp_path / "disk" / "home"
        current = home / "current.crescent"
        journal, game = begun(home)
        filler = home / "filler"
        with filler.open("wb", buffering=0) as file:
            for size in (4096, 1):
                with suppress(OSError):
                    while True:
                        file.write(b"x" * size)
        # The page that the file has on the disk still takes some lines.
        answers = play(journal, game, 20)
        for number in range(20, 1000):
            answers.append(act(journal, game, Redo() if game.redoable else Undo(), number))
        assert kinds(answers) == [FailureKind.FULL]
        assert not journal.is_saved
        assert current.read_bytes().endswith(b"\n")
        verified(current)
        found = journal.save("Ana")
        assert isinstance(found, Failure)
        assert found.kind is FailureKind.FULL
        before = current.read_bytes()
        assert journal.begin(other := Game(CODE)) is None
        assert set(play(journal, other, 5)) == {None}
        assert current.read_bytes() == before
        filler.unlink()
        # With room again, the next game is saved, and so are those that wait.
        assert journal.begin(last := Game(CODE)) is None
        assert journal.is_saved
        assert set(play(journal, last, 5)) == {None}
        assert same(verified(current).game, last)
        assert len(archived(home)) == 2


@posix
@pytest.mark.parametrize("limit", [600, 601, 607, 613, 1024])
def test_a_line_that_does_not_fit_is_not_left_half(home: Path, current: Path, limit: int) -> None:
    program = """
import resource, sys
from pathlib import Path
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.record import Record
from crescent_a11y.interface.gamelog import step_of
from crescent_a11y.interface.journal import Journal
home, record = Path(sys.argv[1]), Record.parse(Path(sys.argv[2]).read_text())
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
journal, game = Journal.open(home, program="0.1.0").journal, Game(record.code)
journal.begin(game)
for number, step in enumerate(record.steps):
    failure = journal.append(step_of(game.act(step.action), number))
    if failure:
        print(failure.kind.name, number)
if len(sys.argv) > 4:
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    if sys.argv[4] == "finish":
        print(journal.finish().outcome.value)
    else:
        journal.close()
        print(journal.is_saved)
"""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = [sys.executable, "-c", program, str(home), str(V1 / "won.crescent"), str(limit)]
    said = subprocess.check_output(run, env=env, text=True).split()
    assert said[::2] == ["FULL"]
    data = current.read_bytes()
    assert data.endswith(b"\n")
    assert limit - 20 < len(data) <= limit
    report = verified(current)
    assert report.moves + report.redeals == int(said[1])
    if limit == 1024:
        # With room again, nothing of the game is missing.
        for how, answer in (("finish", "won"), ("close", "True")):
            shutil.rmtree(home)
            said = subprocess.check_output([*run, how], env=env, text=True).split()
            assert said[2:] == [answer]
        found = opened(home)
        assert [one.outcome for one in found.ended] == [Outcome.WON]


def test_a_load_that_a_full_disk_prevents_hides_no_failure(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, game = begun(home)
    play(journal, game, 3)
    journal.save("Ana")
    play(journal, game, 3, start=3)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("crescent_a11y.interface.current.write_all", full)
        patch.setattr(places, "write_all", full)
        found = journal.load("Ana", seconds=100)
        assert found.game is None
        assert found.failure is not None
        # What is in memory only is told, and is told once.
        assert journal.is_saved
        assert kinds(play(journal, game, 5, start=100)) == [FailureKind.FULL]
        assert not journal.is_saved
        assert journal.load("Ana", seconds=200).game is None
    found = journal.load("Ana", seconds=300)
    assert found.kept is not None
    assert found.failure is None
    assert journal.is_saved
    assert journal.load(found.kept).seconds == 300


def test_a_removed_folder_is_told_once(home: Path, current: Path) -> None:
    journal, game = begun(home)
    assert kinds(play(journal, game, 5)) == []
    shutil.rmtree(home, ignore_errors=os.name == "nt")
    assert kinds(play(journal, game, 5, start=5)) == [FailureKind.GONE]
    assert journal.begin(Game(CODE)) is None
    assert journal.finish() is None
    home.mkdir()
    second, other = begun(home)
    play(second, other, 3)
    before = current.read_bytes()
    # The folder is another program's now.
    assert journal.begin(game := Game(CODE)) is None
    assert set(play(journal, game, 5)) == {None}
    journal.close()
    assert current.read_bytes() == before


def test_a_file_where_the_folder_should_be_is_told_once(home: Path) -> None:
    home.write_text("I am a file")
    found = opened(home)
    assert found.failure is not None
    assert found.failure.kind is FailureKind.GONE
    game = Game(WON)
    assert found.journal.begin(game) is None
    win(found.journal, game)
    assert found.journal.finish() is None
    assert found.journal.begin(Game(CODE)) is None
    assert isinstance(found.journal.save("Ana"), Failure)
    assert found.journal.close(5) is None
    assert home.read_text() == "I am a file"


def test_a_read_only_folder_is_told_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.name == "nt" or os.geteuid() == 0:
        # Nothing is read-only for root: the system's answer is put in its place.
        def refuse(*_: object) -> int:
            raise OSError(errno.EROFS, "Read-only file system")

        home.mkdir()
        monkeypatch.setattr(places, "open_file", refuse)
    else:
        home.mkdir(mode=0o500)
    found = opened(home)
    assert found.failure is not None
    assert found.failure.kind is FailureKind.FORBIDDEN
    game = Game(CODE)
    assert found.journal.begin(game) is None
    assert set(play(found.journal, game, 5)) == {None}


def test_an_archive_that_cannot_be_written_loses_no_game(home: Path, current: Path) -> None:
    journal, game = begun(home, Game(WON))
    (home / ARCHIVE).write_text("I am a file")
    win(journal, game)
    found = journal.finish()
    assert isinstance(found, Failure)
    assert found.kind is FailureKind.GONE
    # The won game waits in its file; the next one is played in memory meanwhile.
    game = Game(CODE)
    assert journal.begin(game) is None
    assert set(play(journal, game, 5)) == {None}
    assert verified(current).result == "won"
    (home / ARCHIVE).unlink()
    assert journal.begin(Game(CODE)) is None
    assert journal.is_saved
    assert sorted(archived(home)) == sorted([f"{WON}-won", f"{CODE}-given-up"])


@pytest.mark.parametrize("change", ["append", "truncate", "replace", "unlink"])
def test_a_file_that_something_else_has_changed_is_left_alone(
    home: Path, current: Path, change: str
) -> None:
    journal, game = begun(home)
    play(journal, game, 5)
    if change == "append":
        with current.open("ab") as file:
            file.write(b"x" * 500)
    elif change == "truncate":
        with current.open("r+b") as file:
            file.truncate(20)
    elif change == "replace":
        (home / "other").write_bytes(b"crescent 1\n")
        os.replace(home / "other", current)
    else:
        current.unlink()
    before = current.read_bytes() if current.exists() else None
    wanted = FailureKind.GONE if change == "unlink" else FailureKind.CHANGED
    assert kinds(play(journal, game, 5, start=5)) == [wanted]
    journal.close(20)
    assert (current.read_bytes() if current.exists() else None) == before


@pytest.mark.parametrize("size", [1, 2, 5])
def test_half_a_line_by_another_hand_is_not_taken_for_ours(
    home: Path, current: Path, size: int
) -> None:
    journal, game = begun(home)
    play(journal, game, 5)
    with current.open("ab") as file:
        file.write(b"z" * size)
    before = current.read_bytes()
    assert kinds(play(journal, game, 3, start=5)) == [FailureKind.CHANGED]
    assert current.read_bytes() == before
    assert not journal.is_saved
    # Only when the name is needed, the file is set aside, as it is.
    assert journal.begin(Game(CODE)) is None
    assert journal.is_saved
    assert [path.read_bytes() for path in (home / DAMAGED).iterdir()] == [before]


@pytest.mark.parametrize("then", ["act", "finish", "begin", "load"])
@pytest.mark.parametrize("edit", ["change", "append", "begin"])
def test_what_was_changed_in_the_file_unnoticed_is_never_written_over(
    home: Path, current: Path, edit: str, then: str
) -> None:
    journal, game = begun(home)
    play(journal, game, 5)
    assert journal.save("Ana") is None
    if edit == "begin":
        # Nothing was done in the game, which would be forgotten.
        journal.begin(game := Game(CODE))
    text = current.read_text()
    changed = text.replace(str(CODE), "CR1-N-ZZZZZZY") if edit == "change" else f"{text}# mine\n!\n"
    state = current.stat()
    with current.open("r+") as file:
        file.write(changed)
    os.utime(current, ns=(state.st_atime_ns, state.st_mtime_ns))
    match then:
        case "act":
            assert kinds(play(journal, game, 3, start=9)) == [FailureKind.CHANGED]
            assert current.read_text() == changed
        case "finish":
            assert not isinstance(journal.finish(), Failure)
        case "begin":
            assert journal.begin(Game(CODE)) is None
        case "load":
            found = journal.load("Ana")
            assert found.game is not None
            assert found.failure is None
    kept = [path.read_text() for path in home.rglob("*.crescent")]
    assert changed in kept


def test_a_foreign_file_that_cannot_be_put_away_is_not_written_over(
    home: Path, current: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, game = begun(home)
    play(journal, game, 5)
    (home / "other").write_text("mine\n")
    os.replace(home / "other", current)

    def gone(*_: object) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    monkeypatch.setattr("crescent_a11y.interface.archive.keep_file", gone)
    found = journal.finish()
    assert isinstance(found, Failure)
    assert found.kind is FailureKind.GONE
    assert current.read_text() == "mine\n"


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """What waits longer than this would wait for ever."""

    def fail(*_: object) -> None:
        pytest.fail("it hangs")

    former = signal.signal(signal.SIGALRM, fail)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, former)


@posix
def test_pipes_and_devices_are_not_waited_for(home: Path, current: Path) -> None:
    saves = home / SAVES
    saves.mkdir(parents=True)
    (home / ARCHIVE).mkdir()
    for path in (home / "current-2.crescent", saves / "a.crescent", home / ARCHIVE / "a.crescent"):
        os.mkfifo(path)
    (saves / "b.crescent").symlink_to("/dev/zero")
    with within(20):
        found = opened(home)
        journal, game = found.journal, Game(CODE)
        assert (found.failure, found.kept) == (None, ())
        journal.begin(game)
        play(journal, game, 3)
        for name in ("a", "b"):
            answer = journal.load(name)
            assert answer.failure is not None
            assert answer.failure.kind is FailureKind.DAMAGED
        assert journal.save("c") is None
        assert isinstance(listed := journal.saves(), tuple)
        assert {one.name: one.code for one in listed} == {"a": None, "b": None, "c": CODE}
        play(journal, game, 3)
        assert journal.load("c").kept == str(CODE)
        with pytest.raises(OSError, match="DAMAGED"):
            read_ended(home / ARCHIVE / "a.crescent")
        journal.close()
        current.unlink()
        os.mkfifo(current)
        found = opened(home)
        assert found.failure is not None
        assert found.failure.kind is FailureKind.DAMAGED
        assert found.journal.begin(Game(CODE)) is None
        found.journal.close()
        assert stat.S_ISFIFO(current.stat().st_mode)


def test_a_write_that_is_interrupted_is_made_whole(
    home: Path, current: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, game = begun(home)
    play(journal, game, 5)

    def interrupted(descriptor: int, data: bytes) -> None:
        os.write(descriptor, data[:3])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("crescent_a11y.interface.current.write_all", interrupted)
        with pytest.raises(KeyboardInterrupt):
            play(journal, game, 1, start=5)
    assert kinds(play(journal, game, 1, start=6)) == []
    assert same(verified(current).game, game)


def test_where_files_cannot_have_two_names_they_are_copied(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    journal, game = begun(home, Game(WON))
    win(journal, game)
    assert isinstance(journal.finish(), Ended)
    journal.begin(game := Game(CODE))
    play(journal, game, 3)
    assert journal.save("Ana") is None
    assert journal.save("Ana") is SaveRefusal.TAKEN
    assert archived(home) == [f"{WON}-won"]
    assert not list(home.rglob("*.tmp"))
    # Two programs that take a name at one time: the second finds it free no more.
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    assert journal.save("Ana") is SaveRefusal.TAKEN


def test_a_new_folder_is_on_the_disk_with_all_it_lies_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(places, "sync_folder", synced.append)
    places.make_folder(tmp_path / "a" / "b" / "c")
    assert synced == [tmp_path, tmp_path / "a", tmp_path / "a" / "b"]
    places.make_folder(tmp_path / "a" / "b" / "c")
    assert len(synced) == 3


@posix
@pytest.mark.parametrize("has_it", [True, False])
def test_the_drive_s_cache_is_emptied_where_the_system_can(
    home: Path, monkeypatch: pytest.MonkeyPatch, has_it: bool
) -> None:
    import fcntl

    orders: list[str] = []

    def order(_: int, number: int) -> None:
        assert number == 51
        orders.append("full")
        if not has_it:
            raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(places, "_FULL_SYNC", 51)
    monkeypatch.setattr(fcntl, "fcntl", order)
    for name in ("fsync", "fdatasync"):
        monkeypatch.setattr(os, name, lambda _: orders.append("usual"), raising=False)
    journal, game = begun(home)
    orders.clear()
    play(journal, game, 1)
    assert orders == (["full"] if has_it else ["full", "usual"])


# Saves


def test_a_save_is_loaded_and_the_former_game_becomes_a_save(home: Path) -> None:
    ended: list[Ended] = []
    journal = opened(home, ended.append).journal
    assert journal.save("Ana") is SaveRefusal.NO_GAME
    journal.begin(game := Game(CODE))
    play(journal, game, 10)
    assert journal.save("Ana", seconds=60) is None
    assert journal.save("Ana") is SaveRefusal.TAKEN
    play(journal, game, 10, start=60)
    later = Game(CODE)
    for step in Record.parse((home / "current.crescent").read_text()).steps:
        assert isinstance(step, Step)
        later.act(step.action)
    found = journal.load("  Ana ")
    assert found.game is not None
    assert found.seconds == 60
    assert found.kept is not None
    assert (found.failure, found.refusal, found.damage) == (None, None, None)
    play(journal, found.game, 3, start=60)
    assert same(verified(home / "current.crescent").game, found.game)
    # The other way round; what is a save already is not saved twice.
    assert journal.save("Ana", replace=True) is None
    again = journal.load(found.kept)
    assert same(again.game, later)
    assert again.kept == "Ana"
    listed = journal.saves()
    assert isinstance(listed, tuple)
    assert {saved.name for saved in listed} == {"Ana", found.kept}
    assert {saved.code for saved in listed} == {CODE}
    assert ended == []
    journal.close()
    assert same(opened(home).game, later)


@posix
def test_names_that_lead_nowhere_prevent_neither_saving_nor_loading(home: Path) -> None:
    journal, game = begun(home)
    play(journal, game, 3)
    assert journal.save("Ana") is None
    play(journal, game, 3, start=3)
    (home / SAVES / "nowhere.crescent").symlink_to("nothing")
    (home / SAVES / "round.crescent").symlink_to("round.crescent")
    (home / SAVES / f"{CODE}.crescent").symlink_to("nothing")
    listed = journal.saves()
    assert isinstance(listed, tuple)
    assert [one.name for one in listed] == ["Ana"]
    assert journal.load("Ana").kept == f"{CODE} 2"
    second = opened(home)
    second.journal.begin(game := Game(WON))
    play(second.journal, game, 3)
    second.journal.close()
    journal.close()
    assert opened(home).kept == (str(WON),)
    assert not (home / "current-2.crescent").exists()


def test_a_disk_that_fails_over_a_taken_name_is_told_not_raised(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, _ = begun(home)
    assert journal.save("Ana") is None
    real = os.stat

    def fail(path: Any, **options: Any) -> os.stat_result:
        if str(path).endswith("Ana.crescent"):
            raise OSError(errno.EIO, "Input/output error")
        return real(path, **options)

    monkeypatch.setattr(os, "stat", fail)
    assert isinstance(journal.save("Ana"), Failure)


def test_a_game_that_is_put_by_is_a_save_and_has_not_ended(home: Path, current: Path) -> None:
    ended: list[Ended] = []
    journal = opened(home, ended.append).journal
    assert journal.keep() is None
    journal.begin(game := Game(CODE))
    assert journal.keep() is None
    journal.begin(game)
    play(journal, game, 4)
    assert journal.keep(70) == str(CODE)
    assert journal.begin(Game(WON)) is None
    assert ended == []
    assert journal.is_saved
    assert same(journal.load(str(CODE)).game, game)
    assert verified(current).moves == game.moves
    # What is kept already is not kept twice.
    assert journal.keep() == str(CODE)


NO_NAMES = """. .. ../x a/b a\\b C:x CON lpt1 a.b a* ~ $HOME"""


@pytest.mark.parametrize(
    "name", [*NO_NAMES.split(), "", " ", "a\0b", "x" * 61, "a\n/", "\u202ea", "\ud800"]
)
def test_names_that_could_lead_elsewhere_are_refused(home: Path, name: str) -> None:
    journal, game = begun(home)
    play(journal, game, 3)
    assert journal.save(name) is SaveRefusal.BAD_NAME
    assert journal.load(name) == Loaded(refusal=SaveRefusal.BAD_NAME)
    assert not (home / SAVES).exists()


def test_romanian_names_are_one_however_they_are_typed() -> None:
    assert save_name("  Partida  lui S\u0326tefan 2 ") == "Partida lui \u0218tefan 2"


def test_saves_that_cannot_be_loaded_leave_the_game_as_it_is(home: Path) -> None:
    seen: list[Event | None] = []
    found = Journal.open(home, program="0.1.0", watch=lambda _, event: seen.append(event))
    journal, game = found.journal, Game(CODE)
    journal.begin(game)
    play(journal, game, 5)
    saves = home / SAVES
    saves.mkdir()
    shutil.copy(V1 / "won.crescent", saves / "won.crescent")
    shutil.copy(DATA / "newer" / "current.crescent", saves / "newer.crescent")
    (saves / "garbage.crescent").write_bytes(b"\xff\xfe\n")
    (saves / "folder.crescent").mkdir()
    assert journal.load("none").refusal is SaveRefusal.UNKNOWN
    assert journal.load("won").refusal is SaveRefusal.OVER
    for name, kind in [
        ("newer", FailureKind.NEWER),
        ("garbage", FailureKind.DAMAGED),
        ("folder", FailureKind.GONE if os.name != "nt" else FailureKind.FORBIDDEN),
    ]:
        answer = journal.load(name)
        assert answer.game is None
        assert answer.failure is not None
        assert answer.failure.kind is kind
    assert seen == []
    play(journal, game, 5, start=5)
    assert same(verified(home / "current.crescent").game, game)
    listed = journal.saves()
    assert isinstance(listed, tuple)
    assert len(listed) == 4


# Steps


def test_a_step_is_what_the_log_has() -> None:
    game = Game(CODE)
    move = next(legal_moves(game.table))
    event = game.act(move)
    assert isinstance(event, Moved)
    assert step_of(event, 3) == Step(move, event.card, 3)
    undone = game.act(Undo())
    assert isinstance(undone, Event)
    assert step_of(undone) == Step(Undo())
    redone = game.act(Redo())
    assert isinstance(redone, Event)
    assert step_of(redone, 4) == Step(move, event.card, 4)
    redealt = game.act(Redeal())
    assert isinstance(redealt, Redealt)
    assert step_of(redealt, 5) == Step(Redeal(), None, 5)


def test_nothing_is_written_where_no_game_has_begun(home: Path, current: Path) -> None:
    journal = opened(home).journal
    with pytest.raises(RuntimeError):
        journal.append(Step(Undo()))
    with pytest.raises(RuntimeError):
        journal.finish()
    assert journal.note(5) is None
    journal.close(7)
    assert not current.exists()
