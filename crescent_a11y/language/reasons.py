"""The rule behind each refusal, in one short sentence; it decides nothing and names no card."""

from __future__ import annotations

from crescent_a11y.engine.deal import Variant
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
from crescent_a11y.language.catalog import Translator


def rule_behind(t: Translator, refusal: Refusal, variant: Variant) -> str:
    """Why the rules of a variant refuse that, beyond what the refusal itself says."""
    match refusal:
        case GameOver():
            return t.gettext("With all 104 cards on the foundations nothing is left to play.")
        case SamePlace():
            return t.gettext("A move takes a card from one place to another one.")
        case SourceEmpty():
            return t.gettext("Only the top card of a pile moves, and an empty pile has none.")
        case BaseLocked():
            return t.gettext("The base, the ace or king placed at the start, holds its foundation.")
        case FoundationToPile():
            return t.gettext(
                "A card on a foundation is brought home: it can only change to the other "
                "foundation of its suit."
            )
        case PileEmpty():
            return t.gettext("A pile once emptied stays empty to the end of the game.")
        case PileFull():
            return t.gettext("A pile holds at most 13 cards, as many as a suit has ranks.")
        case WrongSuit(destination=place):
            if place.is_pile:
                return t.gettext("On a pile, a card goes only on one of its own suit.")
            return t.gettext("A foundation takes only the suit of its base.")
        case WrongRank():
            return t.gettext(
                "On a pile, a card goes on the next rank, higher or lower; ace and king are "
                "neighbours."
            )
        case FoundationComplete():
            return t.gettext("A foundation is complete with one card of each rank, 13 in all.")
        case NotNext():
            return t.gettext(
                "A foundation takes its suit in order: up from the ace, or down from the king."
            )
        case NoRedeals():
            return t.ngettext(
                "There is {count} redeal a game.",
                "There are {count} redeals a game.",
                variant.redeals,
            ).format(count=variant.redeals)
        case RedealNoEffect():
            return t.gettext(
                "A redeal puts the bottom card of a pile on top, and a pile of one card has no "
                "other."
            )
        case NothingToUndo(limit):
            return _undo_rule(t, limit)
        case NothingToRedo():
            return t.gettext(
                "Only moves that undo took back are played again, and only until another move or a "
                "redeal."
            )


def _undo_rule(t: Translator, limit: UndoLimit) -> str:
    match limit:
        case UndoLimit.START | UndoLimit.BACK_AT_START:
            return t.gettext("Undo takes back moves, and the game is at its start.")
        case UndoLimit.REDEAL | UndoLimit.BACK_AT_REDEAL:
            return t.gettext("A redeal shows new cards, so what came before it is final.")
        case UndoLimit.HUNDRED:
            return t.gettext("The game remembers the last 100 moves and no more.")
