"""How a game begins, goes on and stands, and what moves it has; it does not tell the table."""

from __future__ import annotations

from collections.abc import Sequence

from crescent_a11y.engine.cards import Card, Suit
from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.rules import Move, legal_moves
from crescent_a11y.engine.table import Table
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.words import (
    duration,
    hint_count,
    move_count,
    rank_name,
    redeal_count,
    redeals_left,
    sentence,
    suit_name,
    to_foundation,
)


def opening(t: Translator, game: Game, stands: str, *, is_resumed: bool) -> str:
    """The first words of a game, or of one that goes on; `stands` is what `at_once` says of it."""
    first = (
        going_on(t, game)
        if is_resumed
        else t.gettext("Game {code}, {redeals}.").format(
            code=game.code, redeals=redeal_count(t, game.table.redeals)
        )
    )
    news = (stands,) if stands else ()
    return " ".join((first, *_variant(t, game.code.variant), *news, _how_to_begin(t)))


def _variant(t: Translator, variant: Variant) -> tuple[str, ...]:
    """What is special about a variant; nothing about the traditional game."""
    match variant:
        case Variant.TRADITIONAL:
            return ()
        case Variant.FOUR:
            return (t.gettext("Crescent Four: a fourth redeal is allowed."),)
        case Variant.FACE_DOWN:
            return (t.gettext("Face-down: cards are turned over as they are uncovered."),)


def _how_to_begin(t: Translator) -> str:
    return t.gettext("Type table to hear the cards, help for the commands.")


def going_on(t: Translator, game: Game) -> str:
    """A game that was kept goes on."""
    return t.gettext("Game {code} goes on: {moves}, {redeals}.").format(
        code=game.code,
        moves=move_count(t, game.moves),
        redeals=redeals_left(t, game.table.redeals),
    )


def started_over(t: Translator, code: DealCode) -> str:
    """The same deal from its start."""
    return t.gettext("Game {code} from the start.").format(code=code)


def paused(t: Translator) -> str:
    """The clock stands."""
    return t.gettext("Paused. The clock runs on with the next command.")


def at_once(t: Translator, game: Game, seconds: int, hints: int, *, is_own: bool) -> str:
    """What must be said at once about how a game stands: won, blocked, or only a redeal left.

    Empty where the game simply goes on. `hints` were told in it; where it is not the player's own,
    who plays it is not told to begin another.
    """
    if game.is_won and not is_own:
        return t.gettext("The game is won, with {moves} in {time}.").format(
            moves=move_count(t, game.moves), time=duration(t, seconds)
        )
    if game.is_won:
        if hints:
            text = t.gettext(
                "You won with {moves} and {hints}, in {time}. Type new for another game."
            )
        else:
            text = t.gettext("You won with {moves}, in {time}. Type new for another game.")
        return text.format(
            moves=move_count(t, game.moves),
            hints=hint_count(t, hints),
            time=duration(t, seconds),
        )
    if next(legal_moves(game.table), None) is not None:
        return ""
    if not game.is_blocked:
        return t.gettext("No move is left. Type redeal: {redeals}.").format(
            redeals=redeals_left(t, game.table.redeals)
        )
    if not is_own:
        return t.gettext("The game is blocked: no move is left.")
    if game.undoable:
        return t.gettext("The game is blocked: no move is left. Type undo, or new.")
    return t.gettext("The game is blocked: no move is left. Type new for another game.")


def status(t: Translator, game: Game, seconds: int, hints: int) -> str:
    """The counters of a game; that of the hints where there were any."""
    if hints:
        text = t.gettext(
            "{moves}, {redeals}, {time}, {hints}, {count} of 104 cards on the foundations."
        )
    else:
        text = t.gettext("{moves}, {redeals}, {time}, {count} of 104 cards on the foundations.")
    return text.format(
        moves=move_count(t, game.moves),
        redeals=redeals_left(t, game.table.redeals),
        time=duration(t, seconds),
        hints=hint_count(t, hints),
        count=game.table.foundation_cards,
    )


def code(t: Translator, code: DealCode) -> str:
    """The deal code."""
    return t.gettext("Deal code {code}.").format(code=code)


def some_moves(t: Translator, moves: Sequence[Move], table: Table) -> str:
    """Legal moves, a sentence a suit."""
    by_suit: dict[Suit, list[str]] = {}
    for move in moves:
        card = table.places[move.source][-1]
        by_suit.setdefault(card.suit, []).append(_move(t, card, move))
    if not by_suit:
        return t.gettext("There is no such move.")
    lines = [
        t.gettext("{suit}: {moves}.").format(
            suit=sentence(suit_name(t, suit)), moves="; ".join(by_suit[suit])
        )
        for suit in sorted(by_suit)
    ]
    return "\n".join(lines)


def _move(t: Translator, card: Card, move: Move) -> str:
    """A possible move by its rank and places, the suit being said before."""
    rank = rank_name(t, card.rank)
    source, destination = move
    if destination.is_pile:
        return t.gettext("{rank} from pile {source} to {destination}").format(
            rank=rank, source=source.number, destination=destination.number
        )
    return to_foundation(t, rank, source, destination)
