"""What the first lesson says; what is to be done in it, and whether it is done, is not here."""

from __future__ import annotations

from enum import Enum, auto

from crescent_a11y.language.catalog import Translator


class Topic(Enum):
    """What a step of the lesson is about."""

    TABLE = auto()
    PLACES = auto()
    CARDS = auto()
    WRAP = auto()
    REFUSAL = auto()
    UNDO = auto()
    REDEAL = auto()
    MOVES = auto()
    UP = auto()
    DOWN = auto()
    ACROSS = auto()
    WIN = auto()


def task(t: Translator, topic: Topic) -> str:
    """What a step teaches, and what is to be typed."""
    match topic:
        case Topic.TABLE:
            return t.gettext(
                "The table has eight foundations in the middle and sixteen piles around them. Of "
                "each pile you hear how many cards it has, and the top one. Type table."
            )
        case Topic.PLACES:
            return t.gettext(
                "A card goes on a card of the same suit, one rank higher or lower. The queen of "
                "spades is on pile 6, the king of spades on pile 14. Type: 6 14."
            )
        case Topic.CARDS:
            return t.gettext(
                "Cards can be named instead of piles. The king goes on the queen as well. Type: "
                "king of spades on queen of spades."
            )
        case Topic.WRAP:
            return t.gettext(
                "Ranks go round: an ace goes on the king, and a king on the ace. The ace of spades "
                "is on pile 10, the king of spades on pile 14. Type: 10 14."
            )
        case Topic.REFUSAL:
            return t.gettext(
                "What the rules do not allow is refused, and you hear the reason. Try to put the 8 "
                "of spades on the 10 of spades. Type: 2 5."
            )
        case Topic.UNDO:
            return t.gettext(
                "The ace of spades has just been moved from pile 10 to pile 14. A move can be "
                "taken back. Type undo."
            )
        case Topic.REDEAL:
            return t.gettext(
                "On this table no move is left. Pile 1 holds, from the bottom, 2 of hearts, 9 of "
                "clubs and two jacks of diamonds. A redeal brings the bottom card of each pile to "
                "the top. Type redeal."
            )
        case Topic.MOVES:
            return t.gettext(
                "Now the 2 of hearts is the top card of pile 1. When you do not know how to go on, "
                "moves says what is possible, and help says the commands. Type moves."
            )
        case Topic.UP:
            return t.gettext(
                "Four foundations go up from the ace, each in its suit. The ascending foundation "
                "of clubs has its ace, and the 2 of clubs is on pile 12. For the foundation, put f "
                "after the pile. Type: 12 f."
            )
        case Topic.DOWN:
            return t.gettext(
                "The other four go down from the king. The descending foundation of clubs has come "
                "to the 9, and the 8 of clubs is on pile 11. Type: 11 f."
            )
        case Topic.ACROSS:
            return t.gettext(
                "A card never goes back to a pile, but it can change to the other foundation of "
                "its suit. The 7 of spades is on the ascending one, and the descending one wants "
                "it. Type: 7 of spades f."
            )
        case Topic.WIN:
            return t.gettext(
                "You win when all cards are on the foundations. Two are left: the king of spades "
                "on pile 3 and the ace of spades on pile 9. Type: 3 f, and then: 9 f."
            )


def begun(t: Translator, last: int) -> str:
    """The first words of the lesson."""
    return t.ngettext(
        "The lesson has {count} step, and your game waits. lesson off leaves it.",
        "The lesson has {count} steps, and your game waits. lesson off leaves it.",
        last,
    ).format(count=last)


def step(t: Translator, number: int) -> str:
    """The number of a step, before its task."""
    return t.pgettext("lesson", "Step {number}.").format(number=number)


def another(t: Translator) -> str:
    """The player did something that is allowed but was not asked for."""
    return t.gettext("That was allowed, but something else was asked. It is taken back.")


def ended(t: Translator) -> str:
    """The last step is done."""
    return t.gettext("That was the lesson. Well done.")


def left(t: Translator, number: int) -> str:
    """The lesson is left before its end."""
    return t.gettext("The lesson stops at step {number}; lesson goes on from there.").format(
        number=number
    )


def not_begun(t: Translator) -> str:
    """There is no lesson to leave."""
    return t.gettext("No lesson is going on.")


def no_such_step(t: Translator, last: int) -> str:
    """The number is no step's."""
    return t.gettext("The lesson has steps 1 to {last}.").format(last=last)


def no_code(t: Translator) -> str:
    """There is no deal code for the table of a lesson."""
    return t.gettext("The table of the lesson has no deal code.")


def not_here(t: Translator) -> str:
    """The command is about the player's own game."""
    return t.gettext("That is for your own game. lesson off goes back to it.")


def prompt(t: Translator) -> str:
    """Asks for a command in the lesson."""
    return t.pgettext("prompt", "Lesson:")
