"""The commands that look ahead: hints, whether a win is left, the end game; they judge no move."""

from __future__ import annotations

from collections.abc import Callable

from crescent_a11y.engine.game import Action
from crescent_a11y.engine.rules import (
    Accepted,
    Move,
    Redeal,
    decide,
    foundation_moves,
    legal_moves,
)
from crescent_a11y.engine.table import PILES, Table
from crescent_a11y.interface.context import Context, Handler, joined, number
from crescent_a11y.interface.papers import Ask
from crescent_a11y.language.commands import Order
from crescent_a11y.language.foresight import Foresight

PATIENCE = 0.5
"""Seconds after which it is said, once, that the program is thinking."""

BUDGET = 600_000
"""Positions that a hint may search; about ten seconds of a small machine."""


PART = 15
"""How many actions of a solution are told at once."""


class Waiting:
    """How a long search talks to the person who waits for it."""

    def __init__(
        self,
        clock: Callable[[], float],
        interim: Callable[[str], None] = lambda _: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """`interim` says a sentence before the answer; `is_stopped` tells whether to give up."""
        self._clock = clock
        self._interim = interim
        self._is_stopped = is_stopped
        self._began = 0.0
        self._has_told = False

    def begin(self) -> None:
        """A search begins."""
        self._began = self._clock()
        self._has_told = False

    def stop(self, thinking: str) -> bool:
        """Whether to stop; says once, when patience is over, that the program is thinking."""
        if not self._has_told and self._clock() - self._began > PATIENCE:
            self._has_told = True
            self._interim(thinking)
        return self._is_stopped()


class Advice:
    """Handlers of the commands that look ahead.

    A line that was found is kept by its positions, so that the next hints are instant while the
    player follows it, and still true after a detour that comes back.
    """

    def __init__(
        self,
        context: Context,
        ask: Ask,
        play: Callable[[Action], str],
        waiting: Waiting,
    ) -> None:
        """`play` carries out an action and says what came of it."""
        self._context = context
        self._ask = ask
        self._play = play
        self._waiting = waiting
        self._plan: dict[Table, Move | Redeal] = {}
        self._lost: set[Table] = set()
        self._told: Table | None = None  # the table whose solution may be told

    def handlers(self) -> dict[str, Handler]:
        """The handlers by the names of their commands."""
        plain = self._context.plain
        return {
            "hint": plain(self._hint),
            "solution": self._solution,
            "win": lambda _: self._can_win(),
            "finish": plain(self._finish),
        }

    @property
    def _say(self) -> Foresight:
        return Foresight(self._context.t, self._context.cards)

    def _look_ahead(self) -> bool | None:
        """Whether a win is left: True with a plan, False proved, None not known."""
        # The solver is imported late: most games are played without it.
        from crescent_a11y.engine.solver import Found, Impossible, solve  # noqa: PLC0415

        table = self._context.play.game.table
        if table in self._plan:
            return True
        if table in self._lost:
            return False
        thinking = self._say.thinking()
        self._waiting.begin()
        verdict = solve(
            table, budget=BUDGET, shortening=0, stop=lambda: self._waiting.stop(thinking)
        )
        match verdict:
            case Found(actions):
                self._keep(table, actions)
                return True
            case Impossible():
                self._lost.add(table)
                return False
            case _:
                return None

    def _keep(self, table: Table, actions: tuple[Move | Redeal, ...]) -> None:
        self._plan = {}
        for action in actions:
            self._plan[table] = action
            answer = decide(table, action)
            assert isinstance(answer, Accepted)  # noqa: S101 - the solver plays by the rules
            table = answer.table

    def _hint(self) -> str:
        say, play = self._context.say, self._context.play
        table = play.game.table
        if play.game.is_won or play.game.is_blocked:
            return say.standing(play.game, play.seconds)
        moves = list(legal_moves(table))
        if not moves:
            return self._say.only_redeal(table)
        can_win = self._look_ahead()
        if can_win is False:
            return self._say.nothing_wins(can_undo=bool(self._context.play.game.undoable))
        if can_win is None:
            return self._say.hint(_plausible(moves), table, wins=False)
        return self._say.hint(self._plan[table], table, wins=True)

    def _can_win(self) -> str:
        say, play = self._context.say, self._context.play
        if play.game.is_won or play.game.is_blocked:
            return say.standing(play.game, play.seconds)
        return self._say.can_win(self._look_ahead())

    def _solution(self, order: Order) -> str:
        say, play = self._context.say, self._context.play
        if play.game.is_won or play.game.is_blocked:
            return say.standing(play.game, play.seconds)
        part = number(order.rest, 1000) if order.words else 1
        if part is None:
            return say.bad_number(order.rest)
        if self._told == play.game.table:
            return self._tell_solution(part)
        return self._ask(self._say.ask_solution(), lambda: self._tell_solution(part))

    def _tell_solution(self, part: int) -> str:
        table = self._context.play.game.table
        can_win = self._look_ahead()
        if can_win is None:
            return self._say.can_win(None)
        if can_win is False:
            return self._say.nothing_wins(can_undo=bool(self._context.play.game.undoable))
        self._told = table
        said = []
        while table in self._plan:
            action = self._plan[table]
            said.append(self._say.action(action, table))
            answer = decide(table, action)
            if not isinstance(answer, Accepted):
                break
            table = answer.table
        start = (part - 1) * PART
        return self._say.solution(said[start : start + PART], part, len(said) > start + PART)

    def _finish(self) -> str:
        say, play = self._context.say, self._context.play
        moves = finishing_moves(play.game.table)
        if not moves:
            if play.game.is_won:
                return say.standing(play.game, play.seconds)
            return self._say.cannot_finish()
        for move in moves[:-1]:
            play.act(move)
        return joined(self._say.finished(len(moves)), self._play(moves[-1]))


def finishing_moves(table: Table) -> tuple[Move, ...]:
    """The plain moves to the foundations that end the game, empty where that is not all it takes.

    Whether they do depends on cards under the tops, so it is told only to who asks for the end.
    """
    moves: list[Move] = []
    is_moving = True
    while is_moving and not table.is_won:
        is_moving = False
        for place in PILES:
            for move in foundation_moves(table, place):
                answer = decide(table, move)
                if isinstance(answer, Accepted):
                    moves.append(move)
                    table = answer.table
                    is_moving = True
                    break
    return tuple(moves) if table.is_won else ()


def _plausible(moves: list[Move]) -> Move:
    """A move to tell where nothing is known: to a foundation if there is one."""
    return next((move for move in moves if not move.destination.is_pile), moves[0])
