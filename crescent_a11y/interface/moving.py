"""Moves as they are typed become moves on the table, or questions; it judges none itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.game import Action, Event, Redo, Redone, Refusal, Undo, Undone
from crescent_a11y.engine.rules import (
    GameOver,
    Move,
    Moved,
    Redeal,
    Redealt,
    foundation_moves,
    judge,
    moves_from,
)
from crescent_a11y.engine.table import Place, Table, foundation
from crescent_a11y.interface.asking import Asking, Choice, Selection
from crescent_a11y.interface.context import Context, Handler, joined, number
from crescent_a11y.interface.play import Play
from crescent_a11y.language import questions, unclear
from crescent_a11y.language.choices import Choices
from crescent_a11y.language.commands import MoveTyped, Order, Parsed, Target, WhichCard, Zone
from crescent_a11y.language.reasons import rule_behind
from crescent_a11y.language.refusals import Refusals


class Moving:
    """Moves, redeals, undo and redo, and why one of them was refused.

    `short` is the last event in short; whoever reads the next line empties it.
    """

    def __init__(
        self, context: Context, asking: Asking, after: Callable[[Event, Table], str]
    ) -> None:
        """`after` is what is said by itself after an event, given with the table before."""
        self._context = context
        self._asking = asking
        self._after = after
        self._refused: tuple[Refusal, Place | None] | None = None  # with the card's place
        self.short = ""

    def handlers(self) -> dict[str, Handler]:
        """The handlers by the names of their commands."""
        plain = self._context.plain
        return {
            "redeal": plain(self._redeal),
            "undo": self._undo,
            "redo": plain(lambda: self.play(Redo())),
            "why": plain(self._why),
        }

    def forget(self) -> None:
        """Another game begins, in which nothing was refused."""
        self._refused = None

    @property
    def _now(self) -> Play:
        return self._context.play

    @property
    def _refusals(self) -> Refusals:
        context = self._context
        return Refusals(context.t, context.cards, reasons=context.settings.reasons)

    @property
    def _choices(self) -> Choices:
        return Choices(self._context.t, self._context.cards)

    def play(self, action: Action) -> str:
        """Carry out an action and say what came of it."""
        before = self._now.game.table
        answer = self._now.act(action)
        self._asking.waiting = None
        if not isinstance(answer, Moved | Redealt | Undone | Redone):
            self._refused = answer, action.source if isinstance(action, Move) else None
            return self._refusals.refused(answer)
        narrator = self._context.narrator
        self.short = narrator.short(answer)
        happened = narrator.happened(answer, self._now.game, self._now.turned)
        return joined(happened, self._context.standing(), self._after(answer, before))

    def _redeal(self) -> str:
        game = self._now.game
        refusal = judge(game.table, Redeal())
        if refusal is not None:
            self._refused = refusal, None
            return self._refusals.refused(refusal)
        lossy = bool(game.undoable)
        question = questions.ask_redeal(self._context.t, game) if lossy else ""
        return self._asking.ask(question, lambda: self.play(Redeal()), lossy=lossy)

    def _undo(self, order: Order) -> str:
        game = self._now.game
        if len(order.words) > 1:
            return self._context.unexpected(order, 1)
        count = number(order.words[0], 100) if order.words else 1
        if count is None:
            return unclear.bad_number(self._context.t, order.rest)
        if count == 1 or game.is_won or not game.undoable:
            return self.play(Undo())
        self._asking.waiting = None
        taken: list[Moved] = []
        while len(taken) < count:
            before = game.table
            answer = self._now.act(Undo())
            if not isinstance(answer, Undone):
                break
            taken.append(answer.move)
            self._after(answer, before)
        said = self._context.narrator.undone(taken, count, game.table)
        return joined(said, self._context.standing())

    def _why(self) -> str:
        if self._refused is None:
            return unclear.nothing_refused(self._context.t)
        refusal, place = self._refused
        game = self._now.game
        rule = rule_behind(self._context.t, refusal, game.code.variant)
        card = None if place is None else game.table.top(place)
        if game.is_won or place is None or card is None or not self._can_leave(place):
            return rule
        places = [move.destination for move in moves_from(game.table, place)]
        return joined(rule, self._choices.could_go(card, places, game.table))

    # What was asked

    def chosen(self, choice: Choice, line: str) -> str | None:
        """The answer to a choice; None where the line is a command of its own."""
        target: Target | None = self._context.reader.place(line, self._context.language)
        side = self._context.reader.side(line)
        if side is not None:
            target = foundation(choice.card.suit, ascending=side)
        if not isinstance(target, Place):
            return None
        self._asking.waiting = None
        if target in choice.options:
            return choice.options[target]()
        return self._choices.not_an_answer()

    def placed(self, selection: Selection, parsed: Parsed) -> str | None:
        """A selected card goes to the place named; None where the line is something else."""
        if isinstance(parsed, MoveTyped) and parsed.destination is None:
            return self.move(selection.source, parsed.source)
        return None

    # Moves as they are named

    def move(self, source: Target, destination: Target | None) -> str:
        """Play the one allowed move that can be meant, ask which, or say why there is none."""
        if isinstance(source, Zone) and destination is None:
            return self._context.orientation.foundations(self._now.game.table)
        if self._now.game.is_won:
            self._refused = GameOver(), None
            return self._refusals.refused(GameOver())
        if isinstance(source, Zone):
            return unclear.not_understood(self._context.t, WhichCard())
        sources = self._lying(source)
        if not sources:
            assert isinstance(source, Card)  # noqa: S101 - a place lies on itself
            return self._context.orientation.not_on_top(source)
        if destination is None:
            return self._pick(sources, self._move_alone)
        moves = [move for place in sources for move in self._moves(place, destination)]
        if not moves:
            assert isinstance(destination, Card)  # noqa: S101 - see above
            return self._context.orientation.not_on_top(destination)
        allowed = [move for move in moves if judge(self._now.game.table, move) is None]
        if len(allowed) <= 1:
            return self._one_move(allowed, moves, destination)
        return self._pick(
            list(dict.fromkeys(move.source for move in allowed)),
            lambda place: self._pick_destination([m for m in allowed if m.source == place]),
        )

    def _one_move(self, allowed: list[Move], moves: list[Move], destination: Target) -> str:
        """Play the only allowed move, or say why none is."""
        if allowed:
            return self.play(allowed[0])
        table = self._now.game.table
        card = table.top(moves[0].source)
        both = isinstance(destination, Zone) and len(moves) == 2
        if both and card is not None and moves[0].source == moves[1].source:
            refusal = judge(table, moves[0])
            if refusal is not None:
                self._refused = refusal, moves[0].source
            up, down = (table.wanted(move.destination) for move in moves)
            return self._refusals.no_foundation(card, up, down)
        return self.play(moves[0])

    def _lying(self, target: Place | Card) -> list[Place]:
        """The places that a target names: itself, or all whose top card it is."""
        if isinstance(target, Place):
            return [target]
        return [place for place in Place if self._now.game.table.top(place) == target]

    def _moves(self, source: Place, destination: Target) -> list[Move]:
        if not isinstance(destination, Zone):
            return [Move(source, place) for place in self._lying(destination)]
        suit, up = destination.suit, destination.ascending
        top = self._now.game.table.top(source)
        if up is not None and top is not None:
            return [Move(source, foundation(top.suit, ascending=up))]
        if suit is None or top is None or top.suit == suit:
            return list(foundation_moves(self._now.game.table, source))
        return [Move(source, foundation(suit, ascending=True))]

    def _pick(self, places: list[Place], do: Callable[[Place], str]) -> str:
        """Do something with a place, or ask which of several that have the same top card."""
        if len(places) > 1:
            # A base never moves: it lies there, but is not what the player can mean.
            movable = [place for place in places if self._can_leave(place)]
            places = movable or places
        if len(places) == 1:
            return do(places[0])
        card = self._now.game.table.top(places[0])
        assert card is not None  # noqa: S101 - several places are named by their card only
        self._asking.waiting = Choice(card, {place: partial(do, place) for place in places})
        return self._choices.which(card, places)

    def _can_leave(self, place: Place) -> bool:
        return place.is_pile or len(self._now.game.table.places[place]) > 1

    def _pick_destination(self, moves: list[Move]) -> str:
        if len(moves) == 1:
            return self.play(moves[0])
        table = self._now.game.table
        card = table.places[moves[0].source][-1]
        options = {move.destination: partial(self.play, move) for move in moves}
        self._asking.waiting = Choice(card, options)
        if not any(place.is_pile for place in options):
            return self._choices.which_foundation(card)
        top = table.places[moves[0].destination][-1]
        return self._choices.which(top, list(options))

    def _move_alone(self, source: Place) -> str:
        """Move a card where only one place takes it, or select it."""
        table = self._now.game.table
        card = table.top(source)
        destinations = [move.destination for move in moves_from(table, source)]
        if len(destinations) == 1:
            return self.play(Move(source, destinations[0]))
        if card is None or not self._can_leave(source):
            # The refusal is the same for every destination.
            other = Place.P1 if source != Place.P1 else Place.P2
            return self.play(Move(source, other))
        if not destinations:
            self._asking.waiting = None
            return self._choices.goes_nowhere(card)
        self._asking.waiting = Selection(source)
        return self._choices.selected(card, destinations, table)
