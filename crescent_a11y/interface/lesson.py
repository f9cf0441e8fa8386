"""The first lesson: tasks on tables of its own; it never touches the player's game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Action, Event, Game, Redone, Refusal, Undone
from crescent_a11y.engine.rules import Move, Moved, MoveRefusal, Redeal, Redealt
from crescent_a11y.engine.table import Table
from crescent_a11y.interface.context import Context, Handler, joined, number
from crescent_a11y.interface.mode import Host
from crescent_a11y.interface.play import Play, Recollection
from crescent_a11y.language import lesson
from crescent_a11y.language.commands import MoveTyped, Order, Parsed
from crescent_a11y.language.lesson import Topic

# The tables: the examples of the rules, then two that a long game could come to

_EXAMPLE = Table.of(
    [
        "2H 9C JD JD",
        "7H 5D 10D 9H KD 8S",
        "4C 10H 6C 7D",
        "5C JH QD 9H 4D",
        "8D AH 8S 2S 5H 10S",
        "JS 2C 3C QS",
        "10S QD JC 5S 5S 5H",
        "AD 8H 6D 3S 6H 6S",
        "7S 3H 4H 7D 5C",
        "QC 2D 6C 9D JS AS",
        "8C 4C 2D 5D 9S KC",
        "2C 4D QH 10D 4S 10C",
        "6D 7H 3H 3D 7C 7C",
        "4S 3C 6H 9D 8H KS",
        "8D 8C 9S KH 10H 6S",
        "3D 3S 4H 7S JH AC",
    ],
    "us:2 uh:2 ds:2 dh:2 dc:5",
    redeals=3,
)
_TO_THE_REDEAL = ("10 14", "10 ds", "5 ds", "16 11", "16 dh", "15 16", "15 dh")
_COMPLETE = "uh:13 ud:13 uc:13 dh:13 dd:13 dc:13"
_ACROSS = Table.of(
    ["", "", "7S 6S", "", "", "", "", "", "AS 2S 3S 4S 5S", "", "", "8S 9S 10S JS QS KS"],
    f"us:7 ds:6 {_COMPLETE}",
    redeals=1,
)
_LAST = Table.of(["", "", "KS", "", "", "", "", "", "AS"], f"us:12 ds:12 {_COMPLETE}")


def _played(table: Table, *actions: Action) -> Game:
    game = Game(DealCode(Variant.TRADITIONAL, 0), table)
    for action in actions:
        game.act(action)
    return game


def _before_redeal() -> Table:
    return _played(_EXAMPLE, *map(Move.parse, _TO_THE_REDEAL)).table


def _after_redeal() -> Table:
    return _played(_before_redeal(), Redeal()).table


# The tasks


class _Done(NamedTuple):
    """What a line did: the command that was obeyed, what became of each action, the game now."""

    order: str | None
    answers: Sequence[Event | Refusal]
    game: Game


def _is_event(answer: Event | Refusal) -> bool:
    return isinstance(answer, Moved | Redealt | Undone | Redone)


def _asks(name: str) -> Callable[[_Done], bool]:
    return lambda done: done.order == name


def _moves(text: str) -> Callable[[_Done], bool]:
    move = Move.parse(text)
    return lambda done: any(
        isinstance(one, Moved) and (one.source, one.destination) == move for one in done.answers
    )


def _is_refused(done: _Done) -> bool:
    return any(isinstance(one, MoveRefusal) for one in done.answers)


def _does(kind: type[Undone] | type[Redealt]) -> Callable[[_Done], bool]:
    return lambda done: any(isinstance(one, kind) for one in done.answers)


def _goes_well(done: _Done) -> bool:
    """Whether a task of several moves is under way."""
    return all(isinstance(one, Moved) and not one.destination.is_pile for one in done.answers)


class _Task(NamedTuple):
    """A step of the lesson; `moved` is a move that is made before it begins."""

    topic: Topic
    table: Callable[[], Table]
    is_done: Callable[[_Done], bool]
    goes_well: Callable[[_Done], bool] = lambda _: False
    moved: str = ""

    def begin(self) -> Game:
        return _played(self.table(), *([Move.parse(self.moved)] if self.moved else []))


_TASKS = (
    _Task(Topic.TABLE, lambda: _EXAMPLE, _asks("table")),
    _Task(Topic.PLACES, lambda: _EXAMPLE, _moves("6 14")),
    _Task(Topic.CARDS, lambda: _EXAMPLE, _moves("14 6")),
    _Task(Topic.WRAP, lambda: _EXAMPLE, _moves("10 14")),
    _Task(Topic.REFUSAL, lambda: _EXAMPLE, _is_refused),
    _Task(Topic.UNDO, lambda: _EXAMPLE, _does(Undone), moved="10 14"),
    _Task(Topic.REDEAL, _before_redeal, _does(Redealt)),
    _Task(Topic.MOVES, _after_redeal, _asks("moves")),
    _Task(Topic.UP, _after_redeal, _moves("12 uc")),
    _Task(Topic.DOWN, _after_redeal, _moves("11 dc")),
    _Task(Topic.ACROSS, lambda: _ACROSS, _moves("us ds")),
    _Task(Topic.WIN, lambda: _LAST, lambda done: done.game.is_won, _goes_well),
)
_NOT_HERE = frozenset(("new", "restart", "save", "load", "log", "pause"))


class _Watched(Play):
    """A play that notes what becomes of every action."""

    def __init__(self, game: Game, clock: Callable[[], float]) -> None:
        super().__init__(clock=clock)
        self.answers: list[Event | Refusal] = []
        self.go_on(game, Recollection(), 0)
        self.heard = game.table.view

    def act(self, action: Action) -> Event | Refusal:
        answer = super().act(action)
        self.answers.append(answer)
        return answer


class Lesson:
    """The lesson as a mode of the session; it keeps its place when it is left."""

    def __init__(self, context: Context, host: Host, clock: Callable[[], float]) -> None:
        self._context = context
        self._host = host
        self._clock = clock
        self._at = 0
        self._order: str | None = None  # the command that is being obeyed
        self._play: _Watched | None = None  # None while the lesson does not last

    def handlers(self) -> dict[str, Handler]:
        """The handlers by the names of their commands."""
        return {"lesson": self._lesson}

    def _lesson(self, order: Order) -> str:
        t = self._context.t
        if not order.words:
            begun = "" if self._is_on else lesson.begun(t, len(_TASKS))
            return joined(begun, self._begin())
        if len(order.words) == 1 and self._context.reader.switch(order.words[0]) is False:
            return self._leave() if self._is_on else lesson.not_begun(t)
        step = number(order.rest, len(_TASKS))
        if step is None:
            return lesson.no_such_step(t, len(_TASKS))
        self._at = step - 1
        return self._begin()

    @property
    def _is_on(self) -> bool:
        return self._play is not None and self._context.play is self._play

    def _begin(self) -> str:
        """Lay the table of the present step, and say what is to be done."""
        self._play = _Watched(_TASKS[self._at].begin(), self._clock)
        self._host.enter(self)
        return joined(lesson.step(self._context.t, self._at + 1), self._task)

    @property
    def _task(self) -> str:
        return lesson.task(self._context.t, _TASKS[self._at].topic)

    def _leave(self) -> str:
        return joined(lesson.left(self._context.t, self._at + 1), self._host.leave())

    # The mode

    @property
    def play(self) -> Play:
        """See `mode.Mode`."""
        assert self._play is not None  # noqa: S101 - the lesson is entered with it
        return self._play

    @property
    def prompt(self) -> str:
        """See `mode.Mode`."""
        return lesson.prompt(self._context.t)

    def wish(self, line: str) -> str | None:  # noqa: ARG002
        """See `mode.Mode`: there is nothing that only a lesson understands."""
        return None

    def instead(self, parsed: Parsed) -> str | None:
        """See `mode.Mode`."""
        match parsed:
            case Order("quit", ()):
                return self._leave()
            case Order("code" | "spell"):
                return lesson.no_code(self._context.t)
            case Order(name) if name in _NOT_HERE:
                return lesson.not_here(self._context.t)
            case Order(name):
                self._order = name
            case MoveTyped():
                self._order = "move"
        return None

    def after(self, said: str) -> str:
        """See `mode.Mode`."""
        assert self._play is not None  # noqa: S101 - the lesson is entered with it
        task, t = _TASKS[self._at], self._context.t
        done = _Done(self._order, self._play.answers, self._play.game)
        self._order, self._play.answers = None, []
        if task.is_done(done):
            return f"{said}\n{self._next()}"
        if not done.answers or task.goes_well(done):
            return said
        if any(map(_is_event, done.answers)):
            self._begin()
            return f"{said}\n{joined(lesson.another(t), self._task)}"
        return f"{said}\n{self._task}"

    def _next(self) -> str:
        self._at += 1
        if self._at < len(_TASKS):
            return self._begin()
        self._at = 0
        return joined(lesson.ended(self._context.t), self._host.leave())
