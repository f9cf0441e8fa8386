"""Why an action is refused, in words; it never decides that it is."""

from __future__ import annotations

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.game import NothingToRedo, NothingToUndo, Refusal, UndoLimit
from crescent_a11y.engine.rules import (
    BaseLocked,
    FoundationComplete,
    FoundationToPile,
    GameOver,
    NoRedeals,
    NotNext,
    PileEmpty,
    PileFull,
    RedealNoEffect,
    SamePlace,
    SourceEmpty,
    WrongRank,
    WrongSuit,
)
from crescent_a11y.engine.table import Place
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.words import CardNames, sentence, suit_name, the_place, the_rank


class Refusals:
    """Refusals as the player wants to hear them: with their reasons, or in one word."""

    def __init__(self, translator: Translator, cards: CardNames, *, reasons: bool) -> None:
        self._t = translator
        self._cards = cards
        self._reasons = reasons

    def refused(self, refusal: Refusal) -> str:
        """Why an action is refused, or just that it is."""
        if not self._reasons:
            return self._t.gettext("Refused.")
        return refused(self._t, refusal, self._cards)

    def no_foundation(self, card: Card, up: Card | None, down: Card | None) -> str:
        """Why a card goes on neither foundation of its suit, or just that it does not.

        `up` and `down` are what these want.
        """
        if not self._reasons:
            return self._t.gettext("Refused.")
        return _no_foundation(self._t, self._cards, card, up, down)


def refused(t: Translator, refusal: Refusal, cards: CardNames | None = None) -> str:
    """The reason of a refusal: the rule, then the facts, each a short sentence.

    Cards are called by their words unless `cards` says otherwise.
    """
    cards = cards or CardNames(t)
    match refusal:
        case GameOver():
            return t.gettext("The game is won and over. Type new for another one.")
        case SamePlace(place):
            return t.gettext(
                "Source and destination are the same place. {place} is named twice."
            ).format(place=sentence(the_place(t, place)))
        case SourceEmpty(place):
            return t.gettext("There is no card to move. {place} is empty.").format(
                place=sentence(the_place(t, place))
            )
        case BaseLocked(place, card):
            return t.gettext(
                "The base of the foundation is locked. {card} never leaves its foundation."
            ).format(card=sentence(cards.the(card)))
        case FoundationToPile(card, source, _):
            if source.is_ascending:
                text = t.gettext(
                    "No card goes back from a foundation to a pile. {card} can go only to the "
                    "descending foundation."
                )
            else:
                text = t.gettext(
                    "No card goes back from a foundation to a pile. {card} can go only to the "
                    "ascending foundation."
                )
            return text.format(card=sentence(cards.the(card)))
        case PileEmpty(_, destination):
            return t.gettext(
                "Nothing can be placed on an empty pile. Pile {number} stays empty."
            ).format(number=destination.number)
        case PileFull(_, destination):
            return t.gettext(
                "This pile is full; choose another destination. Pile {number} has 13 cards."
            ).format(number=destination.number)
        case WrongSuit(card, destination, top):
            rule = t.gettext("It must be the same suit.")
            return f"{rule} {_does_not_go(t, cards, card, destination, top)}"
        case WrongRank(card, destination, top):
            rule = t.gettext("It must be one rank higher or lower.")
            return f"{rule} {_does_not_go(t, cards, card, destination, top)}"
        case FoundationComplete(_, destination):
            return t.gettext("This foundation is complete. {place} has its 13 cards.").format(
                place=sentence(the_place(t, destination))
            )
        case NotNext(card, destination, wanted):
            return t.gettext("It is not the next card. {place} takes {wanted}, not {card}.").format(
                place=sentence(the_place(t, destination)),
                wanted=cards.the(wanted),
                card=cards.the(card),
            )
        case NoRedeals():
            return t.gettext("No redeals left. All are used.")
        case RedealNoEffect():
            return t.gettext(
                "A redeal would change nothing. No pile has two cards; the redeal is kept."
            )
        case NothingToUndo(limit):
            return _nothing_to_undo(t, limit)
        case NothingToRedo():
            return t.gettext("There is nothing to play again. No move has been taken back.")


def _no_foundation(
    t: Translator, cards: CardNames, card: Card, up: Card | None, down: Card | None
) -> str:
    rule = t.gettext("No foundation takes {card}.").format(card=cards.the(card))
    suit = suit_name(t, card.suit)
    if up and down:
        facts = t.gettext(
            "The foundations of {suit} want {up} going up, {down} going down."
        ).format(suit=suit, up=the_rank(t, up.rank), down=the_rank(t, down.rank))
    elif up:
        facts = t.gettext("The ascending foundation of {suit} wants {up}.").format(
            suit=suit, up=the_rank(t, up.rank)
        )
    elif down:
        facts = t.gettext("The descending foundation of {suit} wants {down}.").format(
            suit=suit, down=the_rank(t, down.rank)
        )
    else:
        facts = t.gettext("Both foundations of {suit} are complete.").format(suit=suit)
    return f"{rule} {facts}"


def _does_not_go(t: Translator, cards: CardNames, card: Card, destination: Place, top: Card) -> str:
    name = sentence(cards.the(card))
    if destination.is_pile:
        return t.gettext("{card} does not go on pile {number}, which takes {cards}.").format(
            card=name, number=destination.number, cards=cards.either(*top.neighbours)
        )
    if destination.is_ascending:
        text = t.gettext("{card} does not go on the ascending foundation of {suit}.")
    else:
        text = t.gettext("{card} does not go on the descending foundation of {suit}.")
    return text.format(card=name, suit=suit_name(t, top.suit))


def _nothing_to_undo(t: Translator, limit: UndoLimit) -> str:
    match limit:
        case UndoLimit.START:
            return t.gettext("There is nothing to undo. No move has been made yet.")
        case UndoLimit.REDEAL:
            return t.gettext(
                "There is nothing to undo. No move has been made since the redeal, and those from "
                "before it cannot be undone."
            )
        case UndoLimit.BACK_AT_START:
            return t.gettext("There is nothing to undo. All moves are taken back.")
        case UndoLimit.BACK_AT_REDEAL:
            return t.gettext(
                "There is nothing to undo. All moves since the redeal are taken back, and those "
                "from before it cannot be undone."
            )
        case UndoLimit.HUNDRED:
            return t.gettext("There is nothing to undo. Only the last 100 moves can be undone.")
