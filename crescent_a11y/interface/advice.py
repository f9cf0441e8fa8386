"""What looks ahead: hints, whether a win is left, the end game; it judges no move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crescent_a11y.engine import lines
from crescent_a11y.engine.game import Event, Game, Undone
from crescent_a11y.engine.rules import Move, Redeal, legal_moves
from crescent_a11y.engine.table import Table
from crescent_a11y.interface.context import Context, Handler, joined, number
from crescent_a11y.interface.ending import finishing_moves, is_finish_sure
from crescent_a11y.interface.papers import Ask
from crescent_a11y.language import unclear
from crescent_a11y.language.commands import Order
from crescent_a11y.language.foresight import Foresight

PATIENCE = 0.5
"""Seconds after which it is said, once, that the program is thinking."""

BUDGET = 600_000
"""Positions that a hint may search; about ten seconds of a small machine."""

SHORTENING = 20_000
"""Positions that may go into a win with fewer redeals; a few tenths of a second."""

WARNING_BUDGET = 8_000
"""Positions that may be searched before each answer; a few hundredths of a second."""

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
    """Handlers of the commands that look ahead, and what is said by itself after an action.

    A line that was found is kept by its positions, so that the next hints are instant while the
    player follows it, and still true after a detour that comes back.
    """

    def __init__(self, context: Context, ask: Ask, waiting: Waiting) -> None:
        self._context = context
        self._ask = ask
        self._waiting = waiting
        self._plan: dict[Table, Move | Redeal] = {}
        self._lost: set[Table] = set()
        self._vain = 0  # how many searches have found nothing
        self._told: Table | None = None  # the table whose solution may be told
        self._hopeless: object = None  # the run of a game of which it was said that it is lost
        self._offered: Game | None = None  # a game whose end was offered, and is still at hand

    def handlers(self) -> dict[str, Handler]:
        """The handlers by the names of their commands."""
        plain = self._context.plain
        return {
            "hint": plain(self._hint),
            "solution": self._solution,
            "win": plain(self._can_win),
            "finish": plain(self._finish),
        }

    @property
    def _say(self) -> Foresight:
        return Foresight(self._context.t, self._context.cards)

    def after(self, event: Event, before: Table) -> str:
        """What is said by itself after an action of the player's own game; mostly nothing.

        It is to be told of every action, with the table before, those that are taken back too.
        """
        play = self._context.play
        if play is not self._context.own or play.game.is_won:
            return ""
        table, is_undo = play.game.table, isinstance(event, Undone)
        if not is_undo and before in self._lost:
            self._lost.add(table)  # nothing that follows leads out of it
        return joined(self._warning(play.game, is_undo=is_undo), self._offer(is_undo=is_undo))

    def at_return(self) -> str:
        """What is said by itself where the player's own game goes on; mostly nothing."""
        return "" if self._context.own.game.is_won else self._offer(is_undo=False)

    def _warning(self, game: Game, *, is_undo: bool) -> str:
        """That the game is lost, once until a win is known to be possible again."""
        run = self._context.own.run
        if self._hopeless is run:
            if game.table in self._plan:
                self._hopeless = None
            return ""
        if is_undo or not self._context.settings.warnings or game.is_blocked:
            return ""
        if not self._is_soon_lost(game.table):
            return ""
        self._hopeless = run
        return self._say.lost()

    def _is_soon_lost(self, table: Table) -> bool:
        """Whether it is known, or found out at once, that a table is lost."""
        # The solver is imported late: most games are played without it.
        from crescent_a11y.engine.solver import is_lost  # noqa: PLC0415

        if table in self._plan:
            return False
        if table not in self._lost and is_lost(table, budget=WARNING_BUDGET):
            self._lost.add(table)
        return table in self._lost

    def _offer(self, *, is_undo: bool) -> str:
        """How to have the rest played, once while only plain moves are left."""
        play = self._context.play
        if not is_finish_sure(play.game.table, play.memory):
            self._offered = None
            return ""
        if is_undo or self._offered is play.game or _is_last_move(play.game.table):
            return ""
        self._offered = play.game
        return self._say.offer_finish()

    def _look_ahead(self) -> bool | None:
        """Whether a win is left: True with a plan, False proved, None not known."""
        can_win = self._search()
        own = self._context.own
        if can_win is not None and self._context.play is own:
            if not can_win:
                self._hopeless = own.run
            elif self._hopeless is own.run:
                self._hopeless = None
        return can_win

    def _search(self) -> bool | None:
        from crescent_a11y.engine.solver import Found, Impossible, solve  # noqa: PLC0415

        table = self._context.play.game.table
        if table in self._plan:
            return True
        if table in self._lost:
            return False
        thinking = self._say.thinking()
        self._waiting.begin()
        verdict = solve(
            table,
            # Who asks again after nothing was found wants something else to be tried.
            seed=self._vain,
            budget=BUDGET,
            shortening=SHORTENING,
            stop=lambda: self._waiting.stop(thinking),
        )
        match verdict:
            case Found(actions):
                self._keep(table, actions)
                return True
            case Impossible():
                self._lost.add(table)
                return False
            case _:
                self._vain += 1
                return None

    def _keep(self, table: Table, actions: tuple[Move | Redeal, ...]) -> None:
        self._plan = {}
        for action in actions:
            self._plan[table] = action
            table = lines.after(table, action)

    def _hint(self) -> str:
        play = self._context.play
        table = play.game.table
        if play.game.is_won or play.game.is_blocked:
            return self._context.standing()
        moves = list(legal_moves(table))
        if not moves:
            play.count_hint((table, Redeal()))
            return self._say.only_redeal(table)
        can_win = self._look_ahead()
        if can_win is False:
            return self._nothing_wins()
        action = self._plan[table] if can_win else _plausible(moves)
        play.count_hint((table, action))
        return self._say.hint(action, table, wins=bool(can_win))

    def _nothing_wins(self) -> str:
        """That no win is left, and what to do: undo, only where that may lead out of it."""
        back = enumerate(self._context.play.game.earlier(), 1)
        return self._say.nothing_wins(
            undo=next((count for count, table in back if table not in self._lost), 0)
        )

    def _can_win(self) -> str:
        game = self._context.play.game
        if game.is_won or game.is_blocked:
            return self._context.standing()
        return self._say.can_win(self._look_ahead())

    def _solution(self, order: Order) -> str:
        play = self._context.play
        if play.game.is_won or play.game.is_blocked:
            return self._context.standing()
        part = number(order.rest, 1000) if order.words else 1
        if part is None:
            return unclear.bad_number(self._context.t, order.rest)
        if self._told == play.game.table:
            return self._tell_solution(part)
        return self._ask(self._say.ask_solution(), lambda: self._tell_solution(part))

    def _tell_solution(self, part: int) -> str:
        play = self._context.play
        table = play.game.table
        can_win = self._look_ahead()
        if can_win is None:
            return self._say.can_win(None)
        if can_win is False:
            return self._nothing_wins()
        self._told = table
        said = []
        while table in self._plan:
            action = self._plan[table]
            said.append(self._say.action(action, table))
            table = lines.after(table, action)
        start = (part - 1) * PART
        shown = said[start : start + PART]
        if not shown:
            return self._say.solution_parts(-(-len(said) // PART))
        play.count_hint((table, part))
        return self._say.solution(shown, part, len(said) > start + PART)

    def _finish(self) -> str:
        table = self._context.play.game.table
        moves = finishing_moves(table)
        if moves:
            return self._ask("", lambda: self._play_all(moves), lossy=False)
        if table in self._lost and next(legal_moves(table), None) is not None:
            return self._nothing_wins()
        return self._context.standing() or self._say.cannot_finish()

    def _play_all(self, moves: Sequence[Move]) -> str:
        """Play the moves that end the game; the outcome is told, not each of them."""
        for move in moves:
            self._context.play.act(move)
        return joined(self._context.standing(), self._say.finished(len(moves)))


def _is_last_move(table: Table) -> bool:
    return table.foundation_cards == 103


def _plausible(moves: list[Move]) -> Move:
    """A move to tell where nothing is known: to a foundation if there is one."""
    return next((move for move in moves if not move.destination.is_pile), moves[0])
