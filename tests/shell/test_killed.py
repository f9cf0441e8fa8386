"""The whole program, killed while it plays: what was answered is kept, and goes on."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.replay import replay
from crescent_a11y.engine.rules import Move, Redeal, legal_actions
from crescent_a11y.engine.view import no_view

KILLS = 30
WAIT = 60.0


class Program:
    """The game at a pipe, a line at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdin is not None
        assert process.stdout is not None
        self._typed: IO[str] = process.stdin
        self._said: IO[str] = process.stdout
        self.opening = self._said.readline()

    def tell(self, line: str) -> None:
        """Type a line without waiting for its answer."""
        self._typed.write(f"{line}\n")
        self._typed.flush()

    def hear(self) -> str:
        """The next line that is said."""
        return self._said.readline()

    def ask(self, line: str) -> str:
        """The answer to a line, which is one line long."""
        self.tell(line)
        return self._said.readline()


@contextmanager
def program(*arguments: str) -> Iterator[Program]:
    process = subprocess.Popen(
        [sys.executable, "-m", "crescent_a11y", "--lang", "en", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield Program(process)
    finally:
        process.kill()
        process.communicate(timeout=WAIT)


def typed(action: Move | Redeal) -> str:
    if isinstance(action, Redeal):
        return "redeal"
    return f"{action.source.code} {action.destination.code}"


def kept(home: Path) -> tuple[int, int]:
    """The moves and the redeals of the journal, which must be whole but for a torn last line."""
    data = (home / "current.crescent").read_bytes()
    report = replay([line + b"\n" for line in data.split(b"\n")[:-1]], no_view)
    assert report.fault is None
    return report.moves, report.redeals


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a signal of POSIX")
def test_a_killed_game_lacks_at_most_the_command_in_flight(home: Path) -> None:
    rng = random.Random(20260101)
    game = Game(DealCode.parse("17"))
    first = ["--deal", "17"]
    for _ in range(KILLS):
        with program(*first) as player:
            first = []
            if game.moves:
                told = re.search(r": (\d+) moves?, (\d+) redeals? left", player.opening)
                assert told, player.opening
                assert int(told[1]) == game.moves, player.opening
                assert int(told[2]) == game.table.redeals, player.opening
            actions: list[Move | Redeal] = []
            for _ in range(rng.randrange(1, 6)):
                actions = [*legal_actions(game.table)]
                if not actions:
                    break
                action = rng.choice(actions)
                player.ask(typed(action))
                game.act(action)
            before = game.moves, game.redeals
            actions = [*legal_actions(game.table)]
            if actions:
                # This one is not waited for: it may be kept, or not.
                action = rng.choice(actions)
                player.tell(typed(action))
                player.process.kill()
                player.process.wait(WAIT)
                if kept(home) != before:
                    game.act(action)
            else:
                player.process.kill()
                player.process.wait(WAIT)
        assert kept(home) == (game.moves, game.redeals)
        if not [*legal_actions(game.table)]:
            # Nothing to go on with: begin again as on the first day.
            (home / "current.crescent").unlink()
            game = Game(DealCode.parse("17"))
            first = ["--deal", "17"]


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a signal of POSIX")
def test_the_hints_of_a_killed_game_are_kept(home: Path) -> None:
    for hints, told in enumerate(("0 seconds, 8 of", "1 hint, 8 of", "2 hints, 8 of")):
        with program(*([] if hints else ["--deal", "17"])) as player:
            assert told in player.ask("status")
            assert "leads to a win" in player.ask("hint")
            player.process.kill()
            player.process.wait(WAIT)
        assert f"# hints {hints + 1}\n" in (home / "current.crescent").read_text()


def test_a_second_program_has_a_game_of_its_own(home: Path) -> None:
    with program("--deal", "1") as one:
        assert one.ask("3 7").startswith("9 of diamonds")
        first = (home / "current.crescent").read_bytes()
        with program() as two:
            assert "CR1-N-AAAAAAB" not in two.opening
            assert two.hear().startswith("The game is open a second time")
        assert (home / "current.crescent").read_bytes() == first
        assert one.ask("status").startswith("1 move,")


def test_another_deal_keeps_the_saved_game_as_a_save(home: Path) -> None:
    with program("--deal", "1") as one:
        one.ask("3 7")
        one.ask("quit")
        one.process.wait(WAIT)
    with program("--deal", "2") as two:
        assert two.hear() == "The other game is kept as CR1-N-AAAAAAB.\n"
        assert two.ask("saves") == "Saves: CR1-N-AAAAAAB.\n"
        assert two.ask("load CR1-N-AAAAAAB").startswith("Game CR1-N-AAAAAAB goes on: 1 move,")
    assert kept(home) == (1, 0)
