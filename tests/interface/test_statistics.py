"""Statistics: a game counts once, and the archive alone gives the same figures."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import sqlite3
import stat
import statistics
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from player import kept_session
from strategies import read_words

from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.record import Record, Step
from crescent_a11y.engine.rules import Moved, Redealt, legal_moves
from crescent_a11y.interface.archive import ARCHIVE, Ended
from crescent_a11y.interface.gamelog import Outcome, step_of
from crescent_a11y.interface.journal import Journal
from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.interface.places import Failure
from crescent_a11y.interface.session import Session
from crescent_a11y.interface.statistics import FILE, Figures, Statistics, Summary
from crescent_a11y.language.troubles import FailureKind

V1 = Path(__file__).parent.parent / "data" / "journals" / "v1"
RECORD = Record.parse((V1 / "won.crescent").read_text())
CODE = DealCode(Variant.TRADITIONAL, 7)
MOVES = 144


class Player:
    """Somebody who plays, with a clock that goes a minute at each look."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.statistics = Statistics(home / FILE, home / ARCHIVE)
        self.failures: list[Failure] = []
        moments = itertools.count(1)
        start = datetime(2026, 11, 29, tzinfo=timezone.utc)
        self.opened = Journal.open(
            home,
            program="0.1.0",
            ended=self.count,
            now=lambda: start + timedelta(minutes=next(moments)),
        )
        self.journal = self.opened.journal

    def count(self, ended: Ended) -> None:
        failure = self.statistics.add(ended)
        if failure is not None:
            self.failures.append(failure)

    def win(self, seconds: int = 600, *, restart: bool = False) -> None:
        game = Game(RECORD.code)
        self.journal.begin(game, restart=restart)
        self.win_on(game, seconds)

    def win_on(self, game: Game, seconds: int) -> None:
        for step in RECORD.steps[game.moves + game.redeals :]:
            assert isinstance(step, Step)
            event = game.act(step.action)
            assert isinstance(event, Moved | Redealt)
            self.journal.append(step_of(event))
        self.journal.finish(seconds)

    def leave(self, *, restart: bool = False) -> None:
        game = Game(CODE)
        self.journal.begin(game, restart=restart)
        event = game.act(next(legal_moves(game.table)))
        assert isinstance(event, Moved)
        self.journal.append(step_of(event, 5))
        self.journal.begin(Game(CODE))

    def figures(self) -> Figures:
        """The figures, which the archive alone gives, too."""
        found = self.statistics.summary()
        assert isinstance(found, Summary)
        other = Statistics(self.home / "other.db", self.home / ARCHIVE)
        assert other.rebuild() == found
        (self.home / "other.db").unlink()
        return found.total


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the disk: what happens to a journal when the machine stops is not asked here."""
    monkeypatch.setattr("crescent_a11y.interface.current.flush", lambda _: None)
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def player(home: Path) -> Player:
    return Player(home)


def test_where_no_game_has_ended_all_is_nothing(home: Path) -> None:
    counts = Statistics(home / FILE, home / ARCHIVE)
    assert counts.catch_up() is None
    assert counts.summary() == Summary(Figures(), {})
    assert not home.exists()
    assert counts.rebuild() == Summary(Figures(), {})
    assert counts.summary() == Summary(Figures(), {})


def test_figures_of_some_games(player: Player) -> None:
    for seconds in (900, 600, 700, 805):
        player.win(seconds)
    player.leave()
    player.win(1000)
    player.win(500)
    assert player.figures() == Figures(
        played=7,
        won=6,
        blocked=0,
        given_up=1,
        streak=2,
        best_streak=4,
        best_moves=MOVES,
        median_moves=MOVES,
        best_seconds=500,
        median_seconds=752.5,
    )
    found = player.statistics.summary()
    assert isinstance(found, Summary)
    assert found.variants == {Variant.TRADITIONAL: found.total}


def test_figures_agree_with_a_plain_count(home: Path) -> None:
    chance = random.Random(3)
    counts = Statistics(home / FILE, home / ARCHIVE)
    games = []
    for number in range(90):
        outcome = chance.choice([Outcome.WON, Outcome.WON, Outcome.BLOCKED, Outcome.GIVEN_UP])
        day = f"2026-01-01T{number // 60:02}:{number % 60:02}:00Z"
        moves, seconds = chance.randrange(130, 300), chance.randrange(300, 4000)
        path = Path(f"{number:03}.crescent")
        games.append(Ended(f"{number}", CODE, outcome, moves, 1, seconds, day, path))
    for game in chance.sample(games, len(games)):
        assert counts.add(game) is None
    found = counts.summary()
    assert isinstance(found, Summary)
    won = [game for game in games if game.outcome is Outcome.WON]
    word = "".join("w" if game.outcome is Outcome.WON else " " for game in games)
    assert found.total == Figures(
        90,
        len(won),
        sum(game.outcome is Outcome.BLOCKED for game in games),
        sum(game.outcome is Outcome.GIVEN_UP for game in games),
        len(word) - len(word.rstrip("w")),
        max(map(len, word.split())),
        min(game.moves for game in won),
        statistics.median(game.moves for game in won),
        min(game.seconds for game in won),
        statistics.median(game.seconds for game in won),
    )


def test_the_same_deal_won_twice_is_two_games(player: Player) -> None:
    player.win()
    player.win()
    assert player.figures().won == 2


def test_a_game_restarted_and_won_again_is_one(player: Player) -> None:
    player.win(600)
    player.win(300, restart=True)
    figures = player.figures()
    assert (figures.played, figures.won, figures.best_seconds) == (1, 1, 600)


def test_a_game_saved_won_loaded_and_won_again_is_one(player: Player) -> None:
    game = Game(RECORD.code)
    player.journal.begin(game)
    for step in RECORD.steps[:30]:
        assert isinstance(step, Step)
        event = game.act(step.action)
        assert isinstance(event, Moved | Redealt)
        player.journal.append(step_of(event))
    player.journal.save("Ana")
    player.win_on(game, 600)
    loaded = player.journal.load("Ana")
    assert loaded.game is not None
    player.win_on(loaded.game, 400)
    assert player.figures().won == 1
    # Given up after that, it stays won.
    assert player.journal.load("Ana").game is not None
    player.journal.begin(Game(CODE))
    figures = player.figures()
    assert (figures.played, figures.given_up, figures.streak) == (1, 0, 1)


def test_a_restarted_game_counts_by_its_end(player: Player) -> None:
    player.leave()
    assert player.figures().given_up == 1
    game = Game(CODE)
    player.journal.begin(game)
    event = game.act(next(legal_moves(game.table)))
    assert isinstance(event, Moved)
    player.journal.append(step_of(event, 5))
    player.journal.begin(Game(CODE), restart=True)
    assert player.figures().played == 1
    player.leave(restart=True)
    assert player.figures().given_up == 2


def test_a_game_put_aside_by_loading_is_not_given_up(player: Player) -> None:
    player.leave()
    game = Game(CODE)
    player.journal.begin(game)
    event = game.act(next(legal_moves(game.table)))
    assert isinstance(event, Moved)
    player.journal.append(step_of(event, 5))
    player.journal.save("Ana")
    player.journal.load("Ana")
    assert player.figures().played == 1


def test_what_the_database_missed_it_catches_up_with(player: Player, home: Path) -> None:
    player.win()
    shutil.copy(home / FILE, home / "before.db")
    player.win()
    player.leave()
    figures = player.figures()
    player.journal.close()
    for lose in (True, False):
        (home / FILE).unlink()
        if lose:
            shutil.copy(home / "before.db", home / FILE)
        assert player.statistics.catch_up() is None
        assert player.figures() == figures


def test_deleted_logs_stay_counted_until_a_rebuild(player: Player, home: Path) -> None:
    player.win()
    shutil.rmtree(home / ARCHIVE)
    assert player.statistics.catch_up() is None
    found = player.statistics.summary()
    assert isinstance(found, Summary)
    assert found.total.won == 1
    assert player.statistics.rebuild() == Summary(Figures(), {})


def test_logs_by_other_hands_count_by_their_moves(player: Player, home: Path) -> None:
    archive = home / ARCHIVE
    player.leave()
    plain = "\n".join((V1 / "won.crescent").read_text().splitlines()[:2])
    moves = [line for line in (V1 / "won.crescent").read_text().splitlines() if "@" in line]
    (archive / "by-hand.crescent").write_text("\n".join([plain, *moves, ""]))
    (archive / "copy.crescent").write_text("\n".join([plain, *moves, ""]))
    shutil.copy(V1 / "damaged.crescent", archive)
    shutil.copy(V1 / "torn.crescent", archive)
    (archive / "folder.crescent").mkdir()
    found = player.statistics.rebuild()
    assert isinstance(found, Summary)
    assert (found.total.won, found.total.given_up) == (1, 1)
    assert {path.name for path in found.skipped} == {
        "damaged.crescent",
        "torn.crescent",
        "folder.crescent",
    }


# Games that went on from a replay


def type_all(session: Session, *lines: str) -> str:
    return [session.handle_line(line).text for line in lines][-1]


def counted(home: Path) -> tuple[int, int]:
    """Games played and won, which a rebuild counts too."""
    counts = Statistics(home / FILE, home / ARCHIVE)
    found = counts.summary()
    assert isinstance(found, Summary)
    assert counts.rebuild() == found
    return found.total.played, found.total.won


REPLAYED = V1.parent.parent / "won.crescent"
NEARLY = "to 113"


def test_a_game_that_went_on_from_a_replay_counts_neither_as_played_nor_as_won(home: Path) -> None:
    session = kept_session(DiskKeeper(home, read_words))
    for _ in range(2):
        type_all(session, f"replay {REPLAYED}", NEARLY)
        answer = type_all(session, "play on")
        assert answer.startswith("Game CR1-N-AAAAAAR goes on: ")
        assert "It does not count in the statistics." in answer
        assert "You won" in type_all(session, "finish")
    type_all(session, f"replay {REPLAYED}", NEARLY, "play on", "new 3")
    logs = [path.read_text() for path in (home / ARCHIVE).iterdir()]
    assert len(logs) == 3
    assert all("\norigin replay\n" in log for log in logs)
    assert all(Record.parse(log).code.number == 17 for log in logs)
    assert counted(home) == (0, 0)


def test_it_stays_one_when_it_is_gone_on_with_saved_and_loaded(home: Path) -> None:
    keeper = DiskKeeper(home, read_words)
    type_all(kept_session(keeper), f"replay {REPLAYED}", NEARLY, "play on", "save mine")
    keeper.close(None)
    session = kept_session(DiskKeeper(home, read_words))
    assert "You won" in type_all(session, "finish")
    type_all(session, "new 5", "load mine", "undo", "redo", "save mine too", "new 3")
    assert "You won" in type_all(session, "load mine too", "finish")
    assert counted(home) == (0, 0)


def test_begun_anew_from_its_deal_it_is_a_game_of_ones_own(home: Path) -> None:
    session = kept_session(DiskKeeper(home, read_words))
    type_all(session, f"replay {REPLAYED}", NEARLY, "play on", "restart", "new 3")
    assert counted(home) == (0, 0), "nothing was done in it"
    type_all(
        session, f"replay {REPLAYED}", NEARLY, "play on", "restart", "moves 1", "7 dd", "new 3"
    )
    assert counted(home) == (1, 0)


def test_a_game_that_only_looks_at_a_replay_counts(home: Path) -> None:
    session = kept_session(DiskKeeper(home, read_words))
    type_all(session, "new 1", "3 7", f"replay {REPLAYED}", "next", "replay off", "new 3")
    assert counted(home) == (1, 0)


STATEMENTS = {"tables": "DROP TABLE game", "rows": "UPDATE game SET rank = 'x'"}
DAMAGE = {
    "garbage": b"this is no database, not at all, but it is long enough" * 100,
    "short": b"SQLite format 3\0",
    "zeros": bytes(8192),
}


@pytest.mark.parametrize("damage", [*DAMAGE, *STATEMENTS, "middle"])
def test_a_damaged_database_is_mended_by_a_rebuild(player: Player, home: Path, damage: str) -> None:
    player.win()
    path = home / FILE
    if damage in DAMAGE:
        path.write_bytes(DAMAGE[damage])
    elif damage == "middle":
        data = bytearray(path.read_bytes())
        data[4096:] = b"\xa5" * (len(data) - 4096)
        path.write_bytes(data)
    else:
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute(
                "DROP TABLE game" if damage == "tables" else "UPDATE game SET rank='x'"
            )
    found = player.statistics.summary()
    assert found == Failure(FailureKind.DAMAGED, path)
    player.win()
    assert [failure.kind for failure in player.failures] in ([FailureKind.DAMAGED], [])
    found = player.statistics.rebuild()
    assert isinstance(found, Summary)
    assert found.total.won == 2
    assert player.statistics.summary() == found


def test_a_locked_database_does_not_stop_the_game(player: Player, home: Path) -> None:
    player.win()
    with closing(sqlite3.connect(home / FILE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        player.win()
        assert [failure.kind for failure in player.failures] == [FailureKind.LOCKED]
        assert player.statistics.rebuild() == Failure(FailureKind.LOCKED, home / FILE)
        other.execute("ROLLBACK")
    assert player.statistics.catch_up() is None
    assert player.figures().won == 2


def test_a_newer_version_s_database_is_left_alone(player: Player, home: Path) -> None:
    player.win()
    with closing(sqlite3.connect(home / FILE, isolation_level=None)) as database:
        database.execute("PRAGMA user_version = 2")
    before = (home / FILE).read_bytes()
    newer = Failure(FailureKind.NEWER, home / FILE)
    player.win()
    assert player.failures == [newer]
    assert player.statistics.summary() == player.statistics.rebuild() == newer
    assert (home / FILE).read_bytes() == before


def test_an_empty_file_is_an_empty_database(home: Path) -> None:
    home.mkdir()
    (home / FILE).touch()
    assert Statistics(home / FILE, home / ARCHIVE).summary() == Summary(Figures(), {})


def test_a_folder_where_the_database_should_be_is_a_failure(player: Player, home: Path) -> None:
    (home / FILE).mkdir()
    player.win()
    assert len(player.failures) == 1
    assert isinstance(player.statistics.summary(), Failure)
    assert isinstance(player.statistics.rebuild(), Failure)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_the_database_is_the_owner_s_alone(player: Player, home: Path) -> None:
    player.win()
    assert stat.S_IMODE((home / FILE).stat().st_mode) == 0o600
