"""The commands about files: logs, saves and statistics; what is in a log it does not judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from typing import Protocol

from crescent_a11y.interface.context import Context, Handler, joined
from crescent_a11y.interface.files import FileProblem, judge_file
from crescent_a11y.interface.journal import Loaded
from crescent_a11y.interface.places import Failure
from crescent_a11y.interface.play import Recollection
from crescent_a11y.interface.saves import Saved, is_reserved
from crescent_a11y.interface.statistics import Figures, Summary
from crescent_a11y.language import figures, papers, reports, standing, troubles, unclear
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

    def keep(self) -> str | Failure | None:
        """Make a save of the current game, unless nothing was done in it, and put it by."""

    def load(self, name: str, *, seconds: int) -> tuple[Loaded, Recollection]:
        """Go on with a save instead of the current game."""

    def saves(self) -> tuple[Saved, ...] | Failure:
        """The saves, the newest first."""

    def summary(self) -> Summary | Failure:
        """The figures of all games."""


class Papers:
    """Handlers of the commands about files."""

    def __init__(
        self,
        context: Context,
        archive: Archive | None,
        ask: Ask,
        at_return: Callable[[], str] = lambda: "",
    ) -> None:
        """`at_return` gives what is said where a game goes on."""
        self._context = context
        self._archive = archive
        self._ask = ask
        self._at_return = at_return

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
            return unclear.which_file(context.t)
        name = unquoted(order.rest)
        try:
            context.play.start_log(name)
        except FileProblem as problem:
            return troubles.file_trouble(context.t, problem.name, problem.trouble)
        return papers.log_begun(context.t, name)

    def _verify(self, order: Order) -> str:
        context = self._context
        if not order.rest:
            return unclear.which_file(context.t)
        try:
            report = judge_file(unquoted(order.rest), context.read_view)
        except FileProblem as problem:
            return troubles.file_trouble(context.t, problem.name, problem.trouble)
        return reports.spoken_verdict(context.t, report)

    def _save(self, order: Order) -> str:
        if not order.rest:
            return unclear.which_name(self._context.t)
        name = order.rest
        answer = self._keep(name, replace=False)
        if answer is not None:
            return answer
        question = papers.ask_replace(self._context.t, name)
        return self._ask(question, lambda: self._keep(name, replace=True) or "")

    def _keep(self, name: str, *, replace: bool) -> str | None:
        """Save the game; None where a save of that name would be lost and a person can say so."""
        context = self._context
        if self._archive is None:
            return papers.no_saves(context.t)
        seconds = context.play.seconds
        found = self._archive.save(name, seconds=seconds, replace=replace)
        if found is None:
            return papers.saved(context.t, name)
        if isinstance(found, Failure):
            return troubles.not_done(context.t, found.kind)
        if found is SaveRefusal.TAKEN and self._context.can_ask:
            return None
        return self._refused(found, name)

    def _refused(self, refusal: SaveRefusal, name: str) -> str:
        if refusal is SaveRefusal.BAD_NAME and is_reserved(name):
            refusal = SaveRefusal.RESERVED
        return troubles.save_refused(self._context.t, refusal, name)

    def _load(self, order: Order) -> str:
        context = self._context
        if not order.rest:
            return unclear.which_name(context.t)
        if self._archive is None:
            return papers.no_saves(context.t)
        loaded, recollection = self._archive.load(order.rest, seconds=context.play.seconds)
        if loaded.game is None:
            if loaded.refusal is not None:
                return self._refused(loaded.refusal, order.rest)
            kind = loaded.failure.kind if loaded.failure else FailureKind.OTHER
            return troubles.not_done(context.t, kind)
        if loaded.failure is not None:
            context.play.troubles.append(loaded.failure)
        context.play.go_on(loaded.game, recollection, loaded.seconds, loaded.hints)
        said = joined(
            standing.going_on(context.t, loaded.game),
            context.standing(),
            troubles.damaged(context.t, loaded.damage) if loaded.damage else "",
            troubles.kept_as(context.t, loaded.kept) if loaded.kept else "",
            self._at_return(),
        )
        # What the former game waited for is waited for no longer.
        return self._ask("", lambda: said, lossy=False)

    def _saves(self) -> str:
        context = self._context
        if self._archive is None:
            return papers.no_saves(context.t)
        found = self._archive.saves()
        if isinstance(found, Failure):
            return troubles.not_done(context.t, found.kind)
        return papers.saves(context.t, [saved.name for saved in found])

    def _statistics(self) -> str:
        context = self._context
        if self._archive is None:
            return papers.no_saves(context.t)
        summary = self._archive.summary()
        if isinstance(summary, Failure):
            return troubles.not_counted(context.t, summary.kind)
        of_each = {variant: counts(of_one) for variant, of_one in summary.variants.items()}
        return figures.statistics(context.t, counts(summary.total), of_each)


def counts(found: Figures) -> figures.Counts:
    """Figures as the language layer words them."""
    return figures.Counts(*astuple(found))


def unquoted(name: str) -> str:
    """The name of a file without quotes around it."""
    if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'":
        return name[1:-1]
    return name
