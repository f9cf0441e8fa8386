"""Yes or no, the prompts, and how to leave: the frame of a conversation; it awaits no answer."""

from __future__ import annotations

from crescent_a11y.engine.game import Game
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.words import move_count, redeal_count

# Yes or no


def ask_redeal(t: Translator, game: Game) -> str:
    """Ask before a redeal ends undo."""
    return t.ngettext(
        "After a redeal {count} move cannot be undone any more. Redeal?",
        "After a redeal {count} moves cannot be undone any more. Redeal?",
        game.undoable,
    ).format(count=game.undoable)


def ask_new(t: Translator, game: Game) -> str:
    """Ask before a game is left for another one."""
    done = _done(t, game)
    if not done:
        return t.gettext("This game has begun. Leave it for a new one?")
    return t.gettext("You have made {done}. Leave this game for a new one?").format(done=done)


def ask_restart(t: Translator, game: Game) -> str:
    """Ask before a game is begun again."""
    done = _done(t, game)
    if not done:
        return t.gettext("This game has begun. Start it over?")
    return t.gettext("You have made {done}. Start this game over?").format(done=done)


def ask_play_on(t: Translator, game: Game) -> str:
    """Ask before the player's own game is left for the one that is replayed."""
    done = _done(t, game)
    if not done:
        return t.gettext("Your own game has begun. Leave it for this one?")
    return t.gettext("You have made {done} in your own game. Leave it for this one?").format(
        done=done
    )


def _done(t: Translator, game: Game) -> str:
    """What is lost with a game: its moves and redeals, or nothing once all is taken back."""
    moves = move_count(t, game.moves)
    redeals = redeal_count(t, game.redeals)
    if game.moves and game.redeals:
        return t.gettext("{moves} and {redeals}").format(moves=moves, redeals=redeals)
    return moves if game.moves else redeals if game.redeals else ""


def not_done(t: Translator) -> str:
    """The player said no."""
    return t.gettext("Not done.")


def yes_or_no(t: Translator) -> str:
    """The answer was neither yes nor no, and nothing is done."""
    return t.gettext("Neither yes nor no: not done.")


# Prompts, each a word or two


def prompt(t: Translator) -> str:
    """Asks for a command."""
    return t.pgettext("prompt", "Command:")


def prompt_yes_no(t: Translator) -> str:
    """Asks for yes or no."""
    return t.pgettext("prompt", "Yes, no:")


def prompt_place(t: Translator) -> str:
    """Asks for one of the places just named."""
    return t.pgettext("prompt", "Place:")


# The end


def to_leave(t: Translator) -> str:
    """How to end the program."""
    return t.gettext("To leave, type quit.")


def goodbye(t: Translator) -> str:
    """The last words of the program."""
    return t.gettext("Goodbye.")
