"""The words for going through a log, typed and said; it looks at no log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.record import Fault
from crescent_a11y.engine.replay import Report
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.fold import fold
from crescent_a11y.language.reports import problem_text, spoken_verdict
from crescent_a11y.language.vocabulary import phrases

# Typed


class Wish(Enum):
    """Where to go in a log."""

    NEXT = auto()
    PREVIOUS = auto()
    PLAY_ON = auto()


class Seek(NamedTuple):
    """Go to after a step of the log; 0 is its start."""

    number: int


_NUMBER = re.compile(r"[0-9]{1,9}")


class WishReader:
    """Reads what can be typed in a replay, in any of the languages."""

    def __init__(self, translators: Sequence[Translator]) -> None:
        self._wishes: dict[str, Wish] = {}
        self._to: set[str] = set()
        for t in translators:
            for wish, words in (
                (Wish.NEXT, t.pgettext("typed words", "next, forward")),
                (Wish.PREVIOUS, t.pgettext("typed words", "previous")),
                (Wish.PLAY_ON, t.pgettext("typed words", "play on, play from here, continue")),
            ):
                self._wishes |= dict.fromkeys(phrases(words), wish)
            self._to |= set(phrases(t.pgettext("typed words", "to, go to, step, move")))

    def read(self, line: str) -> Wish | Seek | None:
        """What a line wishes; None for a line that is something else."""
        words = fold(line).rstrip(".,;:!")
        if not words:
            return Wish.NEXT
        start, _, number = words.rpartition(" ")
        if start in self._to and _NUMBER.fullmatch(number):
            return Seek(int(number))
        return self._wishes.get(words)


# Said


def step_count(t: Translator, count: int) -> str:
    """A number of steps: "1 step", "20 de pași"."""
    return t.ngettext("{count} step", "{count} steps", count).format(count=count)


def begun(t: Translator, code: DealCode, steps: int, fault: Fault | None) -> str:
    """The first words of a replay, with the fault that it leads to."""
    if fault is None:
        return t.gettext("Replay of game {code}: {steps}.").format(
            code=code, steps=step_count(t, steps)
        )
    return t.gettext("Replay of game {code}: {steps}, then a fault in line {line}: {fault}").format(
        code=code,
        steps=step_count(t, steps),
        line=fault.line,
        fault=problem_text(t, fault.problem),
    )


def how_to_go(t: Translator, *, is_first: bool) -> str:
    """What can be typed in a replay, or, after the first one, where that is told."""
    if not is_first:
        return t.gettext("Type help replay for the words.")
    return t.gettext(
        "An empty line plays the next step; previous goes back, to 12 goes to a step, play on "
        "plays from there, replay off leaves."
    )


def at_step(t: Translator, number: int, last: int) -> str:
    """Where in the log the replay stands."""
    if not number:
        return t.gettext("The start.")
    return t.gettext("Step {number} of {last}.").format(number=number, last=last)


def at_end(t: Translator, fault: Fault | None) -> str:
    """There is no step after this one, or it cannot be played: why not."""
    if fault is None:
        return t.gettext("The log ends here.")
    return spoken_verdict(t, Report(fault, None, None))


def no_such_step(t: Translator, last: int) -> str:
    """The log is shorter than that."""
    return t.gettext("The log has {steps}.").format(steps=step_count(t, last))


def too_long(t: Translator) -> str:
    """The log has more steps than any game."""
    return t.gettext("The log has too many steps to be replayed.")


def only_listening(t: Translator) -> str:
    """The command is about the player's own game."""
    return t.gettext(
        "This is a replay; play on plays from here, replay off goes back to your game."
    )


def nothing_to_play(t: Translator) -> str:
    """The game is won at this step."""
    return t.gettext("The game is won here; go back a step to play on.")


def not_counted(t: Translator) -> str:
    """A game that goes on from a replay is no game of the player's own."""
    return t.gettext("It does not count in the statistics.")


def left(t: Translator) -> str:
    """The replay is left."""
    return t.gettext("The replay stops.")


def not_begun(t: Translator) -> str:
    """There is no replay to leave."""
    return t.gettext("No replay is going on.")


def prompt(t: Translator) -> str:
    """Asks for a command in a replay."""
    return t.pgettext("prompt", "Replay:")
