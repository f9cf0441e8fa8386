"""What is said of what is to come: hints, whether a win is left; it looks nothing up itself."""

from __future__ import annotations

from collections.abc import Sequence

from crescent_a11y.engine.rules import Move, Redeal
from crescent_a11y.engine.table import Table
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.words import CardNames, redeals_left, sentence, to_foundation


class Foresight:
    """Sentences about what could be done next, in one language."""

    def __init__(self, translator: Translator, cards: CardNames) -> None:
        self._t = translator
        self._cards = cards

    def thinking(self) -> str:
        """A search takes longer than an answer should."""
        return self._t.gettext("Thinking. Enter stops.")

    def hint(self, action: Move | Redeal, table: Table, *, wins: bool) -> str:
        """One action, and what it is worth: part of a known win, or not known."""
        move = sentence(self.action(action, table))
        if wins:
            return self._t.gettext("{move}: this leads to a win.").format(move=move)
        return self._t.gettext("{move}: whether this wins is not known.").format(move=move)

    def only_redeal(self, table: Table) -> str:
        """No move is left, and redeals are."""
        return self._t.gettext("Only a redeal is possible: {redeals}.").format(
            redeals=redeals_left(self._t, table.redeals)
        )

    def nothing_wins(self, *, undo: int) -> str:
        """It is proved that the game cannot be won any more; so many undos may change that."""
        if undo == 1:
            return self._t.gettext("Nothing wins any more. Type undo, or new.")
        if undo:
            text = self._t.gettext("Nothing wins any more. Type undo {count}, or new.")
            return text.format(count=undo)
        return self._t.gettext("Nothing wins any more. Type new for another game.")

    def lost(self) -> str:
        """Said by itself: it is proved that the game cannot be won any more."""
        return self._t.gettext("This can no longer be won.")

    def offer_finish(self) -> str:
        """Said by itself: plain moves to the foundations are sure to end the game."""
        return self._t.gettext("Type finish for the rest.")

    def can_win(self, is_possible: bool | None) -> str:
        """Whether a win is left: yes and no are proved, None is not known."""
        match is_possible:
            case True:
                return self._t.gettext("Yes, the game can still be won.")
            case False:
                return self._t.gettext("No, the game cannot be won any more.")
            case None:
                return self._t.gettext("That is not known.")

    def ask_solution(self) -> str:
        """Ask before everything is given away."""
        return self._t.gettext("The solution gives hidden cards away. Do you want to hear it?")

    def solution(self, actions: Sequence[str], part: int, has_more: bool) -> str:
        """A part of a line to a win, an action a line."""
        lines = [sentence(action) + "." for action in actions]
        if has_more:
            text = self._t.gettext("Type solution {number} for more.")
            lines.append(text.format(number=part + 1))
        return "\n".join(lines)

    def solution_parts(self, count: int) -> str:
        """A later part than the last one was asked for."""
        text = self._t.ngettext(
            "The solution has {count} part.", "The solution has {count} parts.", count
        )
        return text.format(count=count)

    def action(self, action: Move | Redeal, table: Table) -> str:
        """An action in a few words, without a full stop."""
        t = self._t
        if isinstance(action, Redeal):
            return t.gettext("redeal, all piles")
        source, destination = action
        card = self._cards.name(table.places[source][-1])
        if destination.is_pile:
            return t.gettext("{card} from pile {source} to pile {destination}").format(
                card=card, source=source.number, destination=destination.number
            )
        return to_foundation(t, card, source, destination)

    def finished(self, moves: int) -> str:
        """The rest of the game was played, and is won."""
        text = self._t.ngettext(
            "{count} move was played for you.", "{count} moves were played for you.", moves
        )
        return text.format(count=moves)

    def cannot_finish(self) -> str:
        """More than plain moves to the foundations is needed."""
        return self._t.gettext("Moves to the foundations alone do not end the game yet.")
