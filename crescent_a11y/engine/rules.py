"""The one place that decides whether a move or a redeal is allowed; it words nothing.

Play, hints, the solver, `check` and `verify` all ask `judge`, alone or through `decide`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.table import (
    FOUNDATION_SIZE,
    FOUNDATIONS,
    PILE_LIMIT,
    Board,
    Place,
    Table,
    foundation,
)

_FIRST_FOUNDATION = Place.US
_STEPS = (1, -1, 12, -12)


# Actions


class Move(NamedTuple):
    """Move the top card of one place to another place."""

    source: Place
    destination: Place

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read two places' ASCII names, such as "10 14" or "us ds".

        Raises ValueError where they are not two places.
        """
        source, destination = text.split()
        return cls(Place.parse(source), Place.parse(destination))


@dataclass(frozen=True, slots=True)
class Redeal:
    """Take the bottom card of each pile of two or more and put it on top."""


# Refusals: the first that applies, in the order in which they stand here


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is won; nothing can be done any more."""

    code: ClassVar[str] = "game-over"


@dataclass(frozen=True, slots=True)
class SamePlace:
    """Source and destination are one."""

    code: ClassVar[str] = "same-place"
    place: Place


@dataclass(frozen=True, slots=True)
class SourceEmpty:
    """There is no card to move on the pile."""

    code: ClassVar[str] = "source-empty"
    place: Place


@dataclass(frozen=True, slots=True)
class BaseLocked:
    """The foundation holds just its base, which never moves ("Baza fundației este blocată")."""

    code: ClassVar[str] = "base-locked"
    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class FoundationToPile:
    """No card goes back from a foundation to a pile."""

    code: ClassVar[str] = "foundation-to-pile"
    card: Card
    source: Place
    destination: Place


@dataclass(frozen=True, slots=True)
class PileEmpty:
    """An empty pile stays empty ("Nu se poate plasa pe o stivă goală")."""

    code: ClassVar[str] = "pile-empty"
    card: Card
    destination: Place


@dataclass(frozen=True, slots=True)
class PileFull:
    """The pile has 13 cards ("Această stivă este plină; alege altă destinație")."""

    code: ClassVar[str] = "pile-full"
    card: Card
    destination: Place


@dataclass(frozen=True, slots=True)
class WrongSuit:
    """The suits differ ("Trebuie să fie de aceeași culoare")."""

    code: ClassVar[str] = "wrong-suit"
    card: Card
    destination: Place
    top: Card


@dataclass(frozen=True, slots=True)
class WrongRank:
    """The ranks are not neighbours ("Trebuie să fie de rang mai mare sau mai mic")."""

    code: ClassVar[str] = "wrong-rank"
    card: Card
    destination: Place
    top: Card


@dataclass(frozen=True, slots=True)
class FoundationComplete:
    """The foundation has its 13 cards."""

    code: ClassVar[str] = "foundation-complete"
    card: Card
    destination: Place


@dataclass(frozen=True, slots=True)
class NotNext:
    """The foundation wants another card next."""

    code: ClassVar[str] = "not-next"
    card: Card
    destination: Place
    wanted: Card


@dataclass(frozen=True, slots=True)
class NoRedeals:
    """All redeals are used up ("Nicio redistribuire")."""

    code: ClassVar[str] = "no-redeals"


@dataclass(frozen=True, slots=True)
class RedealNoEffect:
    """No pile has two cards: a redeal would change nothing, and is kept."""

    code: ClassVar[str] = "redeal-no-effect"


MoveRefusal = (
    GameOver
    | SamePlace
    | SourceEmpty
    | BaseLocked
    | FoundationToPile
    | PileEmpty
    | PileFull
    | WrongSuit
    | WrongRank
    | FoundationComplete
    | NotNext
)
RedealRefusal = GameOver | NoRedeals | RedealNoEffect
TableRefusal = MoveRefusal | NoRedeals | RedealNoEffect


# Events


class Moved(NamedTuple):
    """A card went from one place to another.

    `onto` is the card that it was put on; `uncovered` is the card that now lies on top of the
    source, None where it is empty; `left` and `height` count the cards of the source and of the
    destination after the move.
    """

    card: Card
    source: Place
    destination: Place
    onto: Card
    uncovered: Card | None
    left: int
    height: int


@dataclass(frozen=True, slots=True)
class Redealt:
    """The bottom cards came to the top; `left` counts the redeals left."""

    left: int


class Accepted(NamedTuple):
    """An action that is allowed: what happened, and the table after it."""

    event: Moved | Redealt
    table: Table


def judge(table: Table | Board, action: Move | Redeal) -> TableRefusal | None:
    """Decide whether an action is allowed on a table: None if it is, else the first refusal.

    Nothing is carried out, also where the table is one that changes in place. What it says depends
    only on what can be seen: counts and top cards.
    """
    if isinstance(action, Move):
        return _judge_move(table, action)
    if table.is_won:
        return GameOver()
    if not table.redeals:
        return NoRedeals()
    if not any(len(pile) > 1 for pile in table.places[:16]):
        return RedealNoEffect()
    return None


def _judge_move(table: Table | Board, move: Move) -> MoveRefusal | None:
    source, destination = move
    cards, onto = table.places[source], table.places[destination]
    # A pile that holds a card says by itself that the game is not won.
    if (not cards or source >= _FIRST_FOUNDATION) and table.is_won:
        return GameOver()
    if source == destination:
        return SamePlace(source)
    if not cards:
        return SourceEmpty(source)
    card = cards[-1]
    if source >= _FIRST_FOUNDATION and len(cards) == 1:
        return BaseLocked(source, card)
    if destination >= _FIRST_FOUNDATION:
        return _judge_foundation(card, destination, onto)
    if source >= _FIRST_FOUNDATION:
        return FoundationToPile(card, source, destination)
    if not onto:
        return PileEmpty(card, destination)
    if len(onto) >= PILE_LIMIT:
        return PileFull(card, destination)
    top = onto[-1]
    if card.suit != top.suit:
        return WrongSuit(card, destination, top)
    if card.rank - top.rank not in _STEPS:
        return WrongRank(card, destination, top)
    return None


def _judge_foundation(
    card: Card, destination: Place, onto: Sequence[Card]
) -> WrongSuit | FoundationComplete | NotNext | None:
    top = onto[-1]
    if card.suit != top.suit:
        return WrongSuit(card, destination, top)
    if len(onto) == FOUNDATION_SIZE:
        return FoundationComplete(card, destination)
    # No wrap is possible here: beyond the last rank the foundation is complete.
    step = 1 if destination < Place.DS else -1
    if card.rank - top.rank != step:
        lower, higher = top.neighbours
        return NotNext(card, destination, higher if step == 1 else lower)
    return None


def decide(table: Table, action: Move | Redeal) -> Accepted | TableRefusal:
    """Carry out an action if it is allowed: the event and the next table, or the refusal."""
    refusal = judge(table, action)
    if refusal is not None:
        return refusal
    after = table_after(table, action)
    event = moved(after, action) if isinstance(action, Move) else Redealt(after.redeals)
    return Accepted(event, after)


def moved(table: Table | Board, move: Move) -> Moved:
    """The event of a move that was carried out, told from the table after it."""
    source, destination = move
    left, grown = table.places[source], table.places[destination]
    uncovered = left[-1] if left else None
    return Moved(grown[-1], source, destination, grown[-2], uncovered, len(left), len(grown))


def table_after(table: Table, action: Move | Redeal) -> Table:
    """The table after an action that `judge` allows on the table; nothing is decided here."""
    if not isinstance(action, Move):
        piles = tuple(pile[1:] + pile[:1] for pile in table.places[:16])
        return Table(piles + table.places[16:], table.redeals - 1)
    source, destination = action
    places = list(table.places)
    cards = places[source]
    places[source] = cards[:-1]
    places[destination] = (*places[destination], cards[-1])
    return Table(tuple(places), table.redeals)


# What is possible


def moves_from(table: Table, source: Place) -> Iterator[Move]:
    """The allowed moves of one place's top card, in the order of the places."""
    for destination in Place:
        move = Move(source, destination)
        if judge(table, move) is None:
            yield move


def legal_moves(table: Table) -> Iterator[Move]:
    """All allowed moves, in the order of their sources, then of their destinations."""
    for source in Place:
        yield from moves_from(table, source)


def legal_actions(table: Table) -> Iterator[Move | Redeal]:
    """All allowed actions: the moves, then the redeal."""
    yield from legal_moves(table)
    if judge(table, Redeal()) is None:
        yield Redeal()


def is_blocked(table: Table) -> bool:
    """Whether the game is not won and no action is allowed any more."""
    return not table.is_won and next(legal_actions(table), None) is None


def foundation_moves(table: Table, source: Place) -> tuple[Move, ...]:
    """The moves to try when a card is put anywhere in the foundation zone.

    From a pile: its suit's two foundations, ascending first; from a foundation: the other one of
    its suit. Nothing is decided here; of an empty pile, which has no suit, one move is returned.
    """
    if not source.is_pile:
        other = foundation(source.suit, ascending=not source.is_ascending)
        return (Move(source, other),)
    top = table.top(source)
    if top is None:
        return (Move(source, FOUNDATIONS[0]),)
    return tuple(Move(source, foundation(top.suit, ascending=up)) for up in (True, False))
