"""What the player chose, in one TOML file; it never drops a comment, nor a key it doesn't know."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, cast

from crescent_a11y.interface.places import (
    Failure,
    failure,
    make_folder,
    replace_file,
)
from crescent_a11y.language.troubles import FailureKind

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

FILE = "settings.toml"
"""The name of the file in the folder of the settings."""

LARGEST = 1 << 16
"""The most bytes that are taken for a file of settings."""

_BOM = "\ufeff"

Language = Literal["ro", "en"]
Verbosity = Literal["brief", "normal", "full"]
Cards = Literal["words", "codes"]
Speech = Literal["on", "off", "ask"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What the player chose; without a choice, the default.

    `language` None follows the system. `reasons` are the interactive rules: why a move is refused.
    `counts` says the counts after a move, `confirm` asks before something is lost, `braille_line`
    puts the short result in the prompt line, `memory` answers what has lain open, `warnings` says
    when the game can no longer be won. `aliases` are commands by the player's own names for them.
    """

    language: Language | None = None
    verbosity: Verbosity = "normal"
    cards: Cards = "words"
    reasons: bool = True
    counts: bool = True
    confirm: bool = True
    speech: Speech = "ask"
    braille_line: bool = False
    memory: bool = True
    warnings: bool = False
    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "language": ("ro", "en"),
        "verbosity": ("brief", "normal", "full"),
        "cards": ("words", "codes"),
        "speech": ("on", "off", "ask"),
    }
)
"""The values of the settings that are neither on or off nor the aliases."""

NAMES = tuple(setting.name for setting in fields(Settings))
"""The settings, as they are named in the file."""


@dataclass(frozen=True, slots=True)
class BadSetting:
    """A value that the setting cannot have; its default is used.

    `key` is the setting, or "aliases.NAME"; `line` counts from 1; `value` is as it is written.
    """

    key: str
    line: int
    value: str


Problem = BadSetting | Failure


IsTaken = Callable[[str], bool]
"""Tells whether a word means so much already that it can be no alias."""


def load(path: Path, is_taken: IsTaken = lambda _: False) -> tuple[Settings, tuple[Problem, ...]]:
    """Read the settings: what is good in the file, defaults for the rest, and what is bad in it.

    A file that is not there is no problem. One that cannot be read, or is no TOML, is one Failure,
    of the kind DAMAGED with its line in the latter case, and gives the defaults.
    """
    try:
        text = _read(path)
        if text is None:
            return Settings(), ()
        document = _parse(path, text)
    except _Unreadable as error:
        return Settings(), (error.failure,)
    bad: list[tuple[str, ...]] = []
    values = {name: value for name, value in document.unwrap().items() if name in NAMES}
    for name, value in list(values.items()):
        if name == "aliases" and isinstance(value, dict):
            bad += [
                (name, alias)
                for alias in value
                if not _is_good_alias(alias, value[alias], is_taken)
            ]
            good = {alias: value[alias] for alias in value if (name, alias) not in bad}
            values[name] = MappingProxyType(good)
        elif not _is_good(name, value):
            bad.append((name,))
            del values[name]
    lines = _lines(text) if bad else {}
    problems = tuple(
        BadSetting(".".join(key), lines.get(key, 1), _written(document, key)) for key in bad
    )
    return Settings(**values), problems


def save(
    path: Path, changes: Mapping[str, object], is_taken: IsTaken = lambda _: False
) -> Failure | None:
    """Change some settings in the file and leave all else in it as it stands.

    `changes` are new values by the names of the settings; None takes `language` out, so that it
    follows the system; `aliases` are given as a whole, which bad ones in the file outlive. Gives
    what kept the file from being written, after which it is as it was; a file that is no TOML is
    never written to. Raises ValueError for an unknown name or a value that the setting cannot have.
    """
    for name, value in changes.items():
        if not _is_change(name, value):
            raise ValueError(f"no such setting: {name} = {value!r}")
    # A file that is a link, as in a collection of dotfiles, stays one.
    path = Path(os.path.realpath(path))
    try:
        text = _read(path) or ""
        document = _parse(path, text)
        _change(document, changes, is_taken)
        changed = document.as_string()
        # Not worth a player's settings if the library once wrote what it can't read.
        if not _holds(_parse(path, changed), changes, is_taken):
            return Failure(FailureKind.OTHER, path)
        if text.startswith(_BOM):
            changed = _BOM + changed
        if changed != text:
            make_folder(path.parent)
            replace_file(path, changed.encode("utf-8"))
    except _Unreadable as error:
        return error.failure
    except OSError as error:
        return failure(error, path)
    return None


# Values


def _is_good(name: str, value: object) -> bool:
    if name in CHOICES:
        return isinstance(value, str) and value in CHOICES[name]
    return name != "aliases" and isinstance(value, bool)


def _is_alias(alias: object, command: object) -> bool:
    return bool(alias and command) and isinstance(alias, str) and isinstance(command, str)


def _is_good_alias(alias: object, command: object, is_taken: IsTaken) -> bool:
    return _is_alias(alias, command) and not is_taken(str(alias))


def _is_change(name: str, value: object) -> bool:
    if name == "aliases":
        return isinstance(value, Mapping) and all(_is_alias(*pair) for pair in value.items())
    return name in NAMES and (_is_good(name, value) or (name == "language" and value is None))


def _written(document: TOMLDocument, key: tuple[str, ...]) -> str:
    item: Any = document
    for name in key:
        item = item[name]
    if isinstance(item, str):  # without the quotes around it
        return item.strip()
    return str(item.as_string() if hasattr(item, "as_string") else item).strip()


def _change(document: TOMLDocument, changes: Mapping[str, object], is_taken: IsTaken) -> None:
    import tomlkit  # noqa: PLC0415 - it takes as long to import as the rest of a start

    for name, value in changes.items():
        if value is None:
            document.pop(name, None)
        elif name == "aliases":
            wanted = dict(cast("Mapping[str, str]", value))
            if not isinstance(document.get(name), dict):
                document.pop(name, None)
                document[name] = tomlkit.table()
            table: Any = document[name]
            good = [alias for alias in table if _is_good_alias(alias, table[alias], is_taken)]
            for alias in good:
                if alias not in wanted:
                    del table[alias]
            for alias, command in wanted.items():
                if table.get(alias) != command:
                    table[alias] = command
        elif document.get(name) is not value and document.get(name) != value:
            document[name] = value


def _holds(document: TOMLDocument, changes: Mapping[str, object], is_taken: IsTaken) -> bool:
    values = document.unwrap()
    if "aliases" in changes:
        aliases = values["aliases"].items()
        values["aliases"] = {
            alias: command for alias, command in aliases if _is_good_alias(alias, command, is_taken)
        }
    return all(
        values.get(name) == (dict(value) if isinstance(value, Mapping) else value)
        for name, value in changes.items()
    )


# Reading


class _Unreadable(Exception):  # noqa: N818 - never leaves the module
    def __init__(self, found: Failure) -> None:
        super().__init__(found)
        self.failure = found


def _read(path: Path) -> str | None:
    """The text of the file, None where there is no file."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _Unreadable(failure(error, path)) from None
    if len(data) > LARGEST:
        line = data.count(b"\n") + 1
        raise _Unreadable(Failure(FailureKind.DAMAGED, path, line=line))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _Unreadable(Failure(FailureKind.DAMAGED, path, line=line)) from None


def _parse(path: Path, text: str) -> TOMLDocument:
    text = text.removeprefix(_BOM)
    found = _try(text)
    if isinstance(found, Exception):
        line = _line_of(found, text)
        raise _Unreadable(Failure(FailureKind.DAMAGED, path, line=line))
    return found


def _try(text: str) -> TOMLDocument | Exception:
    import tomlkit  # noqa: PLC0415

    try:
        document = tomlkit.parse(text)
        document.unwrap()
    except Exception as error:
        return error
    return document


# Lines


def _line_of(error: Exception, text: str) -> int:
    """The line that brings a fault into the file.

    The library tells it of faults of grammar alone; of a name that is there twice, whose error is
    no special one, it tells where its parser was when that came out.
    """
    import tomlkit.exceptions  # noqa: PLC0415

    known = getattr(error, "line", None)
    if known and type(error) is not tomlkit.exceptions.ParseError:
        return int(known)
    lines = text.split("\n")
    low, high = 1, len(lines)
    while low < high:
        middle = (low + high) // 2
        if type(_try("\n".join(lines[:middle]))) is type(error):
            high = middle
        else:
            low = middle + 1
    return low


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """The lines at which the values of the file start, by their keys and the first parts of them.

    Statement by statement, each of which is TOML of its own: a table's head or a key's value.
    """
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    start, statement = 1, ""
    for number, line in enumerate(text.removeprefix(_BOM).split("\n"), 1):
        statement += line + "\n"
        document = _try(statement)
        if isinstance(document, Exception):
            continue
        is_head = statement.lstrip().startswith("[")
        if is_head:
            table = ()
        for path in _paths(document.unwrap()):
            found.setdefault((*table, *path), start)
            if is_head:
                table = path
        start, statement = number + 1, ""
    return found


def _paths(values: object) -> Iterator[tuple[str, ...]]:
    """The keys in a statement's values, outer ones first, so that a head's own comes last."""
    if isinstance(values, list):
        values = values[0] if values else None
    if isinstance(values, dict):
        for key, value in values.items():
            yield (key,)
            for path in _paths(value):
                yield (key, *path)
