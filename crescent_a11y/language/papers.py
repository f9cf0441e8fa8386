"""The answers of the commands about logs and saves, where all goes well; it opens no file."""

from __future__ import annotations

from collections.abc import Sequence

from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.printable import printable


def log_begun(t: Translator, name: str) -> str:
    """The log of the game is being written."""
    return t.gettext("The log of this game is written to {name}.").format(name=printable(name, 500))


def saved(t: Translator, name: str) -> str:
    """The game is kept under a name."""
    return t.gettext("Saved as {name}.").format(name=printable(name))


def ask_replace(t: Translator, name: str) -> str:
    """Ask before a save is replaced."""
    return t.gettext("There is a save {name} already. Replace it?").format(name=printable(name))


def saves(t: Translator, names: Sequence[str]) -> str:
    """The names of the saves."""
    if not names:
        return t.gettext("There are no saves.")
    return t.gettext("Saves: {names}.").format(names=", ".join(map(printable, names)))


def no_saves(t: Translator) -> str:
    """This session keeps nothing on the disk."""
    return t.gettext("Nothing is kept on the disk in this session.")
