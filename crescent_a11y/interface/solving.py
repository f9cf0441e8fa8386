"""Looks for a win for the shell, from a deal or where a log ends; `engine.solver` searches."""

from __future__ import annotations

import time
from dataclasses import dataclass

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.record import Claim, Record, Step, read
from crescent_a11y.engine.replay import Replay
from crescent_a11y.engine.rules import Move
from crescent_a11y.engine.solver import Found, Verdict, solve
from crescent_a11y.engine.view import ReadView
from crescent_a11y.interface.files import FileProblem, bounded_lines, open_ordinary, trouble_of
from crescent_a11y.interface.gamelog import step_of

SECONDS = 60
"""How long is searched where nothing else is asked for."""

BUDGET = 10**12
"""Positions; the time ends a search long before."""


@dataclass(frozen=True, slots=True)
class Start:
    """A game to be won, and the actions that led to it."""

    game: Game
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Solved:
    """What was found: the verdict, and with a win the whole log from the deal on."""

    code: DealCode
    verdict: Verdict
    log: str | None


def from_log(name: str, read_view: ReadView) -> Start:
    """The game at the end of a log. Raises FileProblem, and Fault where the log is not valid."""
    player = Replay(read_view)
    steps = []
    with open_ordinary(name, standard_input=True) as file:
        try:
            for line in read(bounded_lines(file)):
                event = player.take(line)
                if event is not None and isinstance(line.item, Step):
                    steps.append(step_of(event, line.item.seconds))
        except OSError as error:
            raise FileProblem(name, trouble_of(error)) from None
    assert player.game is not None  # noqa: S101 - a log without a deal is a fault
    return Start(player.game, tuple(steps))


def search(start: Start, seconds: float, *, seed: int = 0) -> Solved:
    """Look for a win for some seconds."""
    game = start.game
    end = time.monotonic() + seconds
    verdict = solve(game.table, seed=seed, budget=BUDGET, stop=lambda: time.monotonic() > end)
    if not isinstance(verdict, Found):
        return Solved(game.code, verdict, None)
    steps = list(start.steps)
    for action in verdict.actions:
        card = game.table.top(action.source) if isinstance(action, Move) else None
        game.act(action)
        steps.append(Step(action, card))
    claims = (
        Claim("result", game.result),
        Claim("moves", game.moves),
        Claim("redeals", game.redeals),
    )
    return Solved(game.code, verdict, Record(game.code, (), tuple(steps), claims).dump())
