"""The commands about files: logs, saves and statistics; what is in a log it does not judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from typing import Protocol

from crescent_a11y.interface.context import Context, Handler, joined
from crescent_a11y.interface.files import FileProblem, judge_file
from crescent_a11y.interface.journal import Loaded, Saved
from crescent_a11y.interface.places import Failure
from crescent_a11y.interface.play import Recollection
from crescent_a11y.interface.statistics import Figures, Summary
from crescent_a11y.language import reports, troubles
from crescent_a11y.language.commands import Order
from crescent_a11y.language.troubles import FailureKind, SaveRefusal


class Ask(Protocol):
    """Asks a person before something is lost."""

    def __call__(self, question: str, do: Callable[[], str], *, lossy: bool = True) -> str:
        """Give the question, or, where nobody is to be asked, do it and give the answer."""


class Archive(Protocol):
    """What the commands need of the saves and the statistics."""

    def save(
        self, name: str, *, seconds: int, replace: bool = False
    ) -> SaveRefusal | Failure | None:
        """Keep a copy of the current game under a name."""

    def load(self, name: str, *, seconds: int) -> tuple[Loaded, Recollection]:
        """Go on with a save instead of the current game."""

    def saves(self) -> tuple[Saved, ...] | Failure:
        """The saves, the newest first."""

    def summary(self) -> Summary | Failure:
        """The figures of all games."""


class Papers:
    """Handlers of the commands about files."""

    def __init__(self, context: Context, archive: Archive | None, ask: Ask) -> None:
        self._context = context
        self._archive = archive
        self._ask = ask

    def handlers(self) -> dict[str, Handler]:
        """The handlers by the names of their commands."""
        plain = self._context.plain
        return {
            "log": self._log,
            "verify": self._verify,
            "save": self._save,
            "load": self._load,
            "saves": plain(self._saves),
            "statistics": plain(self._statistics),
        }

    def _log(self, order: Order) -> str:
        context = self._context
        if not order.rest:
            return context.say.which_file()
        name = unquoted(order.rest)
        try:
            context.play.start_log(name)
        except FileProblem as problem:
            return troubles.file_trouble(context.t, problem.name, problem.trouble)
        return context.say.log_begun(name)

    def _verify(self, order: Order) -> str:
        context = self._context
        if not order.rest:
            return context.say.which_file()
        try:
            report = judge_file(unquoted(order.rest), context.read_view)
        except FileProblem as problem:
            return troubles.file_trouble(context.t, problem.name, problem.trouble)
        return reports.spoken_verdict(context.t, report)

    def _save(self, order: Order) -> str:
        if not order.rest:
            return self._context.say.which_name()
        name = order.rest
        answer = self._keep(name, replace=False)
        if answer is not None:
            return answer
        question = self._context.say.ask_replace(name)
        return self._ask(question, lambda: self._keep(name, replace=True) or "")

    def _keep(self, name: str, *, replace: bool) -> str | None:
        """Save the game; None where a save of that name would be lost and a person can say so."""
        context = self._context
        if self._archive is None:
            return context.say.no_saves()
        seconds = context.play.seconds
        found = self._archive.save(name, seconds=seconds, replace=replace)
        if found is None:
            return context.say.saved(name)
        if isinstance(found, Failure):
            return troubles.not_done(context.t, found.kind)
        if found is SaveRefusal.TAKEN and self._context.can_ask:
            return None
        return troubles.save_refused(context.t, found, name)

    def _load(self, order: Order) -> str:
        context = self._context
        if not order.rest:
            return context.say.which_name()
        if self._archive is None:
            return context.say.no_saves()
        loaded, recollection = self._archive.load(order.rest, seconds=context.play.seconds)
        if loaded.game is None:
            if loaded.refusal is not None:
                return troubles.save_refused(context.t, loaded.refusal, order.rest)
            kind = loaded.failure.kind if loaded.failure else FailureKind.OTHER
            return troubles.not_done(context.t, kind)
        if loaded.failure is not None:
            context.play.troubles.append(loaded.failure)
        context.play.go_on(loaded.game, recollection, loaded.seconds, loaded.hints)
        return joined(
            context.say.going_on(loaded.game),
            troubles.damaged(context.t, loaded.damage) if loaded.damage else "",
            troubles.kept_as(context.t, loaded.kept) if loaded.kept else "",
            context.standing(),
        )

    def _saves(self) -> str:
        context = self._context
        if self._archive is None:
            return context.say.no_saves()
        found = self._archive.saves()
        if isinstance(found, Failure):
            return troubles.not_done(context.t, found.kind)
        return context.say.saves([saved.name for saved in found])

    def _statistics(self) -> str:
        context = self._context
        if self._archive is None:
            return context.say.no_saves()
        summary = self._archive.summary()
        if isinstance(summary, Failure):
            return troubles.not_counted(context.t, summary.kind)
        of_each = {variant: counts(figures) for variant, figures in summary.variants.items()}
        return reports.statistics(context.t, counts(summary.total), of_each)


def counts(figures: Figures) -> reports.Counts:
    """Figures as the language layer words them."""
    return reports.Counts(*astuple(figures))


def unquoted(name: str) -> str:
    """The name of a file without quotes around it."""
    if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'":
        return name[1:-1]
    return name
