"""What is answered to a line that names no command, or says too little; it reads no line."""

from __future__ import annotations

from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import (
    Ambiguous,
    NoSuchPile,
    NotUnderstood,
    WhichCard,
    WhichPlace,
    WhichSuit,
    shown_name,
)
from crescent_a11y.language.fold import fold
from crescent_a11y.language.printable import printable
from crescent_a11y.language.vocabulary import SPECS
from crescent_a11y.language.words import all_of, one_of, sentence, the_rank

MOST_NAMES = 5
"""The most commands that are named to choose from."""


def not_understood(
    t: Translator,
    problem: NotUnderstood | Ambiguous | NoSuchPile | WhichSuit | WhichCard | WhichPlace,
) -> str:
    """What of a line was not understood, and what would be."""
    match problem:
        case NotUnderstood(word, ()):
            return t.gettext("Not understood: {word}. Type help for the commands.").format(
                word=printable(word)
            )
        case NotUnderstood(word, nearest):
            return t.gettext("Not understood: {word}. Did you mean {commands}?").format(
                word=printable(word), commands=one_of(t, [_name(t, name) for name in nearest])
            )
        case Ambiguous(word, commands):
            if len(commands) > MOST_NAMES:
                text = t.gettext("Many commands fit {word}, among them {commands}.")
            else:
                text = t.gettext("More than one command fits {word}: {commands}.")
            names = [_name(t, name, word) for name in commands[:MOST_NAMES]]
            return text.format(word=printable(word), commands=all_of(t, names))
        case NoSuchPile(word):
            return t.gettext("There is no pile {word}; the piles are 1 to 16.").format(
                word=printable(word, 12)
            )
        case WhichSuit(rank):
            return t.gettext("{rank} of which suit?").format(rank=sentence(the_rank(t, rank)))
        case WhichCard():
            return t.gettext("Which card? Type two places, such as 10 14.")
        case WhichPlace():
            return t.gettext("A place is missing at the end. Type two, such as 10 14.")


def _name(t: Translator, command: str, start: str = "") -> str:
    """The word for a command that begins so, as it is written, else the one to be shown first."""
    spec = next(spec for spec in SPECS if spec.name == command)
    words = [word.strip() for word in spec.words(t).split(",")]
    start = fold(start)
    return next((word for word in words if fold(word).startswith(start)), shown_name(spec, t))


def empty(t: Translator) -> str:
    """Nothing was typed."""
    return t.gettext("Type a move, or help.")


def too_long(t: Translator) -> str:
    """The line is longer than any command."""
    return t.gettext("That line is too long. Type help for the commands.")


def unexpected(t: Translator, command: str, word: str) -> str:
    """A command is followed by a word that it does not take."""
    return t.gettext("Not understood: {word}, after {command}.").format(
        word=printable(word), command=_name(t, command)
    )


def bad_number(t: Translator, text: str) -> str:
    """The text should be a small number."""
    return t.gettext("Not understood: {text}. A number from 1 to 100 is needed.").format(
        text=printable(text)
    )


def on_or_off(t: Translator, command: str) -> str:
    """A setting takes on or off."""
    return t.gettext("Type {command} on, or {command} off.").format(command=_name(t, command))


# Something is missing


def which_suit(t: Translator) -> str:
    """No suit was named."""
    return t.gettext("Which suit? Spades, hearts, diamonds or clubs.")


def which_card(t: Translator) -> str:
    """No card was named."""
    return t.gettext("Which card? Name it, such as 8 of hearts, or 8H.")


def which_pile(t: Translator) -> str:
    """A pile's number is missing."""
    return t.gettext("Which pile? The piles are 1 to 16.")


def which_file(t: Translator) -> str:
    """A file's name is missing."""
    return t.gettext("Which file? Type its name after the command.")


def which_name(t: Translator) -> str:
    """A save's name is missing."""
    return t.gettext("Which name? Type it after the command.")


# Nothing is there that the command is about


def nothing_asked(t: Translator) -> str:
    """Yes or no answers no question."""
    return t.gettext("Nothing was asked.")


def nothing_to_mend(t: Translator) -> str:
    """There is no word that was not understood."""
    return t.gettext("There is no word to put right.")


def no_last_command(t: Translator) -> str:
    """There is no command to do again."""
    return t.gettext("There is no command to do again.")


def nothing_refused(t: Translator) -> str:
    """There is no refusal to explain."""
    return t.gettext("Nothing was refused.")


def nothing_to_repeat(t: Translator) -> str:
    """Nothing was said yet."""
    return t.gettext("Nothing was said yet.")
