"""What the player is asked and has not answered yet; it words no question and moves no card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.table import Place
from crescent_a11y.interface.context import Context
from crescent_a11y.language import questions, unclear
from crescent_a11y.language.choices import Choices


@dataclass(frozen=True, slots=True)
class Question:
    """Yes or no is waited for; `do` is what yes does."""

    do: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several places is waited for; each does something."""

    card: Card
    options: Mapping[Place, Callable[[], str]]


@dataclass(frozen=True, slots=True)
class Selection:
    """A card waits for its destination."""

    source: Place


class Asking:
    """What is waited for, `waiting`, and the answers that are about that alone."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.waiting: Question | Choice | Selection | None = None

    def ask(self, question: str, do: Callable[[], str], *, lossy: bool = True) -> str:
        """Ask a person before something is lost; where nothing is, or nobody, just do it."""
        self.waiting = None
        if not (lossy and self._context.settings.confirm and self._context.can_ask):
            return do()
        self.waiting = Question(do)
        return question

    def answered(self, question: Question, line: str) -> str:
        """Do what was asked about if the line is yes."""
        self.waiting = None
        answer = self._context.reader.answer(line)
        if answer is None:
            return questions.yes_or_no(self._context.t)
        return question.do() if answer else questions.not_done(self._context.t)

    def unasked(self, *, is_yes: bool) -> str:
        """The answer to yes or no where a place is waited for, or nothing."""
        match self.waiting:
            case None:
                return unclear.nothing_asked(self._context.t)
            case Selection(source) if is_yes:
                return self._choices.help_selected(self._card(source))
            case Choice() if is_yes:
                self.waiting = None
                return self._choices.not_an_answer()
            case _:
                return self.cancel()

    def cancel(self) -> str:
        """Wait no longer."""
        waiting, self.waiting = self.waiting, None
        match waiting:
            case Selection(source):
                return self._choices.let_go(self._card(source))
            case Choice():
                return questions.not_done(self._context.t)
            case _:
                return self._choices.nothing_selected()

    def help(self) -> str:
        """What can be done about the card that waits for its destination; else nothing."""
        if isinstance(self.waiting, Selection):
            return self._choices.help_selected(self._card(self.waiting.source))
        return ""

    @property
    def _choices(self) -> Choices:
        return Choices(self._context.t, self._context.cards)

    def _card(self, source: Place) -> Card:
        return self._context.play.game.table.places[source][-1]
