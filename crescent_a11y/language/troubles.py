"""What can be wrong with files, as values and in words; it opens none."""

from __future__ import annotations

from enum import Enum, auto

from crescent_a11y.language import questions
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.printable import printable

# Files that the player names


class FileTrouble(Enum):
    """Why a file cannot be read or written."""

    MISSING = auto()
    FOLDER = auto()
    NO_PERMISSION = auto()
    NOT_A_FILE = auto()
    EXISTS = auto()
    NO_FOLDER = auto()
    EMPTY_FOLDER = auto()
    TOO_LARGE = auto()
    NOT_TEXT = auto()
    IN_USE = auto()
    OTHER = auto()


def file_trouble(t: Translator, name: str, trouble: FileTrouble) -> str:
    """Why a file cannot be used, in one sentence."""
    return _file_trouble(t, trouble).format(name=printable(name, 500))


def _file_trouble(t: Translator, trouble: FileTrouble) -> str:
    match trouble:
        case FileTrouble.MISSING:
            return t.gettext("There is no file {name}.")
        case FileTrouble.FOLDER:
            return t.gettext("{name} is a folder, not a file.")
        case FileTrouble.NO_PERMISSION:
            return t.gettext("The file {name} may not be opened.")
        case FileTrouble.NOT_A_FILE:
            return t.gettext("{name} is not an ordinary file.")
        case FileTrouble.NO_FOLDER:
            return t.gettext("The folder of {name} is not there.")
        case FileTrouble.EXISTS:
            return t.gettext("The file {name} is there already; choose another name.")
        case FileTrouble.EMPTY_FOLDER:
            return t.gettext("{name} holds no logs; their names end in .crescent.")
        case FileTrouble.TOO_LARGE:
            return t.gettext("The file {name} is too large.")
        case FileTrouble.NOT_TEXT:
            return t.gettext("The file {name} is not text in UTF-8.")
        case FileTrouble.IN_USE:
            return t.gettext("Another program is writing the file {name}.")
        case FileTrouble.OTHER:
            return t.gettext("The file {name} cannot be read or written.")


def log_lost(t: Translator, name: str) -> str:
    """The log cannot be written any more; the game goes on."""
    return t.gettext("The log {name} cannot be written any more; the game goes on.").format(
        name=printable(name)
    )


# Clusters


class ClusterTrouble(Enum):
    """Why a cluster cannot be used."""

    NOT_INSTALLED = auto()
    NO_ANSWER = auto()
    NO_WORKERS = auto()
    OTHER_VERSION = auto()


def cluster_trouble(t: Translator, address: str, trouble: ClusterTrouble) -> str:
    """Why the cluster at an address cannot be used, in one sentence."""
    match trouble:
        case ClusterTrouble.NOT_INSTALLED:
            return t.gettext("Dask is not installed: it comes with the extra named cluster.")
        case ClusterTrouble.NO_ANSWER:
            text = t.gettext("No cluster answers at {address}.")
        case ClusterTrouble.NO_WORKERS:
            text = t.gettext("The cluster at {address} has no workers.")
        case ClusterTrouble.OTHER_VERSION:
            text = t.gettext("The workers at {address} do not all have this version of Crescent.")
    return text.format(address=printable(address))


# Files that the program keeps


class FailureKind(Enum):
    """What keeps a file of the program's own from being read or written."""

    FULL = auto()
    """No room on the disk, or more than this user may write."""

    FORBIDDEN = auto()
    """No permission, or a read-only disk."""

    GONE = auto()
    """The folder or the file is not there any more, or never could be."""

    CHANGED = auto()
    """Something else has written to the file; it is left alone."""

    LOCKED = auto()
    """Another program holds it."""

    DAMAGED = auto()
    """What is in the file cannot be read; it is left alone."""

    NEWER = auto()
    """A newer version of the program wrote the file; it is left alone."""

    OTHER = auto()
    """The disk or the system fails in another way."""


class SaveRefusal(Enum):
    """Why a game was not saved under a name, or not loaded."""

    BAD_NAME = auto()
    """A name has up to 60 letters, digits, blanks and hyphens."""

    RESERVED = auto()
    """Windows keeps the name for a device, so that a save of it could not be taken there."""

    TAKEN = auto()
    """There is a save of that name, and it was not asked to be replaced."""

    UNKNOWN = auto()
    """There is no save of that name."""

    NO_GAME = auto()
    """No game is being played."""

    OVER = auto()
    """The game in the save is won."""


class Obstacle(Enum):
    """Why the journal of the player's usual game was left alone."""

    LOCKED = auto()
    """Another program that runs is writing to it."""

    NEWER = auto()
    """A newer version of the program wrote it."""


def failure_text(t: Translator, kind: FailureKind) -> str:
    """What fails, in a sentence."""
    match kind:
        case FailureKind.FULL:
            return t.gettext("The disk is full.")
        case FailureKind.FORBIDDEN:
            return t.gettext("Writing there is not permitted.")
        case FailureKind.GONE:
            return t.gettext("The folder is gone.")
        case FailureKind.CHANGED:
            return t.gettext("Another program has changed the file.")
        case FailureKind.LOCKED:
            return t.gettext("Another program holds the file.")
        case FailureKind.DAMAGED:
            return t.gettext("The file is damaged.")
        case FailureKind.NEWER:
            return t.gettext("A newer version of the program wrote the file.")
        case FailureKind.OTHER:
            return t.gettext("The disk does not answer as it should.")


def not_kept(t: Translator, kind: FailureKind) -> str:
    """The game cannot be saved any more, and goes on."""
    going_on = t.gettext("The game goes on, but is not saved.")
    return f"{failure_text(t, kind)} {going_on}"


def not_counted(t: Translator, kind: FailureKind) -> str:
    """The statistics cannot be read or written; the games themselves are kept."""
    lost = t.gettext(
        "The statistics cannot be used; crescent-a11y stats --rebuild makes them anew."
    )
    return f"{failure_text(t, kind)} {lost}"


def not_done(t: Translator, kind: FailureKind) -> str:
    """Nothing was saved or loaded."""
    return f"{questions.not_done(t)} {failure_text(t, kind)}"


def save_refused(t: Translator, refusal: SaveRefusal, name: str) -> str:
    """Why a game was not saved or loaded under a name."""
    return _save_refused(t, refusal).format(name=printable(name))


def _save_refused(t: Translator, refusal: SaveRefusal) -> str:
    match refusal:
        case SaveRefusal.BAD_NAME:
            return t.gettext("A name has up to 60 letters, digits, blanks and hyphens.")
        case SaveRefusal.RESERVED:
            return t.gettext("The system reserves the name {name}; choose another one.")
        case SaveRefusal.TAKEN:
            return t.gettext("There is a save {name} already; choose another name.")
        case SaveRefusal.UNKNOWN:
            return t.gettext("There is no save {name}. Type saves to hear which there are.")
        case SaveRefusal.NO_GAME:
            return t.gettext("There is no game to save.")
        case SaveRefusal.OVER:
            return t.gettext("The game {name} is won and over.")


def obstacle_text(t: Translator, obstacle: Obstacle) -> str:
    """Why this is not the usual saved game."""
    match obstacle:
        case Obstacle.LOCKED:
            return t.gettext("The game is open a second time; this is a separate game.")
        case Obstacle.NEWER:
            return t.gettext(
                "The saved game is from a newer version and is left alone; this is another game."
            )


def damaged(t: Translator, line: int) -> str:
    """The file of a game could be read up to a line only."""
    return t.gettext("The saved game was damaged in line {line}; it goes on from there.").format(
        line=line
    )


def kept_as(t: Translator, name: str) -> str:
    """A game that was not gone on with is a save now."""
    return t.gettext("The other game is kept as {name}.").format(name=printable(name))


def not_begun(t: Translator, kind: FailureKind) -> str:
    """The present game could not be kept as a save, so it goes on instead of another one."""
    left = t.gettext("The deal asked for is not begun, so that this game is not lost.")
    return f"{failure_text(t, kind)} {left}"


# The settings


def bad_setting(t: Translator, key: str, line: int, value: str) -> str:
    """A value in the file of the settings that cannot be."""
    setting, _, alias = key.partition(".")
    if alias:
        return t.gettext(
            "Settings, line {line}: the alias {alias} cannot be used; ignored."
        ).format(line=line, alias=printable(alias))
    if not value.replace(" ", "").isalnum():  # nothing, a list, or else nothing to be read out
        return t.gettext("Settings, line {line}: {key} cannot have that value; ignored.").format(
            line=line, key=printable(setting)
        )
    return t.gettext("Settings, line {line}: {key} cannot be {value}; ignored.").format(
        line=line, key=printable(key), value=printable(value)
    )


def settings_unreadable(t: Translator, line: int | None) -> str:
    """The file of the settings cannot be read."""
    if line is None:
        return t.gettext("The settings cannot be read; the usual ones are used.")
    return t.gettext(
        "The settings cannot be read from line {line} on; the usual ones are used."
    ).format(line=line)


def settings_not_saved(t: Translator) -> str:
    """Settings hold for this session only."""
    return t.gettext("The settings cannot be saved; they hold until you quit.")
