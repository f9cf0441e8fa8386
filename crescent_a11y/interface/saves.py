"""The saves, copies of games under names; it overwrites none unasked, and knows no present game."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from unicodedata import normalize

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.record import LONGEST_LINE
from crescent_a11y.interface.gamelog import SUFFIX, GameLog, read_code, without_times
from crescent_a11y.interface.places import (
    Failure,
    Unwritable,
    add_file,
    failure,
    make_folder,
    open_regular,
    replace_file,
)
from crescent_a11y.language.troubles import FailureKind, SaveRefusal

SAVES = "saves"
"""The folder of the saves."""

LONGEST_NAME = 60
"""The most characters that the name of a save can have."""

_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Saved:
    """A named save: its deal, None where the file can't be read, and when it was saved (UTC)."""

    name: str
    code: DealCode | None
    when: datetime


def save_name(text: str) -> str:
    """Give the name of a save in its one form, or nothing where the text can't be one.

    Blanks around it and double blanks go; letters are composed, as a Romanian keyboard types them.
    """
    name = normalize("NFC", " ".join(text.split()))
    if len(name) > LONGEST_NAME or _DEVICES.fullmatch(name):
        return ""
    if not all(letter.isalpha() or letter in "0123456789- " for letter in name):
        return ""
    return name


def is_reserved(text: str) -> bool:
    """Whether a text is no name of a save only since Windows keeps it for a device."""
    return _DEVICES.fullmatch(" ".join(text.split())) is not None


class Saves:
    """The saves in a data folder, in the folder `folder`, which need not be there yet."""

    def __init__(self, data_folder: Path) -> None:
        self._data_folder = data_folder
        self.folder = data_folder / SAVES

    def path(self, name: str) -> Path | None:
        """The file of a save, whether it is there or not; None where the name can't be one."""
        name = save_name(name)
        return self.folder / f"{name}{SUFFIX}" if name else None

    def add(self, name: str, text: bytes, *, replace: bool) -> SaveRefusal | Failure | None:
        """Make a save of the text of a log, or replace one; gives why not, where it isn't done."""
        path = self.path(name)
        if path is None:
            return SaveRefusal.BAD_NAME
        try:
            make_folder(self._data_folder)
            make_folder(self.folder)
            (replace_file if replace else add_file)(path, text)
        except FileExistsError:
            if not os.path.isfile(path):
                return Failure(FailureKind.GONE, path)
            return SaveRefusal.TAKEN
        except OSError as error:
            return failure(error, path)
        return None

    def keep(self, log: GameLog, seconds: int | None = None) -> str:
        """Make a save of a game, unless one of it, as it stands, is there; give its name.

        It is named by the deal, with a number where that is taken. `seconds` is the time played.
        Raises OSError, and RuntimeError where the log has no game.
        """
        make_folder(self.folder)
        text = without_times(log.text)
        for path in self._files():
            if _holds(path, text):
                return path.stem
        code = str(log.require_game().code)
        for number in range(1, 1000):
            path = self.folder / f"{code if number == 1 else f'{code} {number}'}{SUFFIX}"
            with suppress(FileExistsError):
                if not os.path.lexists(path):
                    add_file(path, log.copy_text(seconds))
                    return path.stem
        raise Unwritable(FailureKind.OTHER)

    def listed(self) -> tuple[Saved, ...] | Failure:
        """List the saves, the newest first."""
        found = []
        try:
            paths = self._files()
        except FileNotFoundError:
            return ()
        except OSError as error:
            return failure(error, self.folder)
        for path in paths:
            with suppress(OSError):  # a name that leads nowhere
                when = datetime.fromtimestamp(path.stat().st_mtime, timezone.utc)
                found.append(Saved(path.stem, read_code(path), when))
        return tuple(sorted(found, key=lambda saved: (-saved.when.timestamp(), saved.name)))

    def _files(self) -> list[Path]:
        return [self.folder / name for name in os.listdir(self.folder) if name.endswith(SUFFIX)]


def _holds(path: Path, text: bytes) -> bool:
    """Whether a save is there that holds a log, but for its times."""
    with suppress(OSError), open_regular(path) as file:
        if abs(os.fstat(file.fileno()).st_size - len(text)) < LONGEST_LINE:
            return without_times(file.read()) == text
    return False
