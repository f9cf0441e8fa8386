"""The answers of the commands that set how the game sounds; it sets nothing."""

from __future__ import annotations

from collections.abc import Mapping

from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import Taken
from crescent_a11y.language.printable import printable

# On or off


def reasons_are(t: Translator, on: bool) -> str:
    """Whether refusals say why."""
    if on:
        return t.gettext("Reasons on: a refusal says why.")
    return t.gettext("Reasons off: a refusal is one word.")


def confirm_is(t: Translator, on: bool) -> str:
    """Whether the game asks before something is lost."""
    if on:
        return t.gettext("Confirm on: redeal, new and restart ask first.")
    return t.gettext("Confirm off: redeal, new and restart do not ask.")


def counts_are(t: Translator, on: bool) -> str:
    """Whether counts are said after a move."""
    if on:
        return t.gettext("Counts on: a move says how many cards lie there.")
    return t.gettext("Counts off.")


def memory_is(t: Translator, on: bool) -> str:
    """Whether the game remembers what has lain open."""
    if on:
        return t.gettext("Memory on: the game remembers what has lain open.")
    return t.gettext("Memory off: only the top cards are told.")


def braille_line_is(t: Translator, on: bool) -> str:
    """Whether the prompt line holds the last short result."""
    if on:
        return t.gettext("Braille line on: the prompt begins with the last result.")
    return t.gettext("Braille line off.")


def warnings_are(t: Translator, on: bool) -> str:
    """Whether it is said when the game can no longer be won."""
    if on:
        return t.gettext("Warnings on: a move says when the game can no longer be won.")
    return t.gettext("Warnings off.")


# One of several


def language_is(t: Translator) -> str:
    """The language is the one that this is said in."""
    return t.gettext("The language is English.")


def which_language(t: Translator) -> str:
    """No known language was named."""
    return t.gettext("The languages are English, en, and Romanian, ro.")


def verbosity_is(t: Translator, verbosity: str) -> str:
    """How much is said after a move."""
    match verbosity:
        case "brief":
            return t.gettext("Verbosity brief: the card, its place, what it uncovers.")
        case "full":
            return t.gettext("Verbosity full: also the pile it went to, and the move.")
        case _:
            return t.gettext("Verbosity normal.")


def which_verbosity(t: Translator) -> str:
    """No known verbosity was named."""
    return t.gettext("Type verbosity brief, verbosity normal, or verbosity full.")


def cards_are(t: Translator, cards: str) -> str:
    """How cards are called."""
    if cards == "codes":
        return t.gettext("Cards by their codes, such as QS for the queen of spades.")
    return t.gettext("Cards in words.")


def which_cards(t: Translator) -> str:
    """No known way to call cards was named."""
    return t.gettext("Type cards words, or cards codes.")


# Speech


def speech_is(t: Translator, on: bool) -> str:
    """Whether the program speaks itself."""
    if on:
        return t.gettext("Speech on: the game speaks by itself.")
    return t.gettext("Speech off.")


def speech_test(t: Translator, on: bool) -> str:
    """To be heard where speech works; where it is off, how to switch it on."""
    if on:
        return t.gettext("This is the voice of the game.")
    return t.gettext("Speech is off. Type speech on to hear the game.")


def speech_is_asked(t: Translator) -> str:
    """Whether the program shall speak is asked once more."""
    return t.gettext("Speech ask: the next start offers speech once more.")


def speech_offer(t: Translator) -> str:
    """What direct speech is for, in one sentence."""
    return t.gettext("If no screen reader reads this to you, type speech on.")


def which_speech(t: Translator) -> str:
    """What can follow the command."""
    return t.gettext("Type speech on, speech off, speech ask, or speech test.")


def no_speech_output(t: Translator) -> str:
    """Nothing that can speak was found."""
    return t.gettext("Speech: no screen reader or voice was found.")


def speech_failed(t: Translator) -> str:
    """The voice has gone."""
    return t.gettext("Speech has stopped working; the game goes on in text.")


def speech_hangs(t: Translator) -> str:
    """The voice does not answer."""
    return t.gettext("Speech does not answer; the game goes on in text.")


def silenced(t: Translator) -> str:
    """Speech was cut."""
    return t.gettext("Silent.")


# The player's own abbreviations


def alias_is(t: Translator, name: str, meaning: str, *, hides: bool) -> str:
    """An abbreviation of the player's own."""
    if hides:
        text = t.gettext("{name} now means {meaning}, and hides the command {name}.")
    else:
        text = t.gettext("{name} means {meaning}.")
    return text.format(name=printable(name), meaning=printable(meaning))


def taken(t: Translator, taken: Taken) -> str:
    """Why a word cannot be an abbreviation."""
    match taken:
        case Taken.NUMBER:
            return t.gettext("A number names a pile, so it cannot mean anything else.")
        case Taken.PLACE:
            return t.gettext("That word names a place, so it cannot mean anything else.")
        case Taken.CARD:
            return t.gettext("That word names a card, so it cannot mean anything else.")
        case Taken.ANSWER:
            return t.gettext("That word answers a question, so it cannot mean anything else.")


def no_alias(t: Translator, name: str) -> str:
    """There is no such abbreviation."""
    return t.gettext("{name} has no meaning of yours.").format(name=printable(name))


def alias_gone(t: Translator, name: str) -> str:
    """An abbreviation was taken back."""
    return t.gettext("{name} no longer has a meaning of yours.").format(name=printable(name))


def aliases(t: Translator, aliases: Mapping[str, str]) -> str:
    """All abbreviations of the player's own."""
    if not aliases:
        return t.gettext("You have none. Type, for example, alias r redeal.")
    return "\n".join(
        alias_is(t, name, meaning, hides=False) for name, meaning in sorted(aliases.items())
    )


def how_to_alias(t: Translator) -> str:
    """How an abbreviation is made."""
    return t.gettext("Type alias, a word, and the command it stands for.")
