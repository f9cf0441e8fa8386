"""Where files live, and how they get there whole; it never decides what is written in them."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from crescent_a11y.language.troubles import FailureKind

if sys.platform == "win32":
    import msvcrt

    _FULL_SYNC = None
else:
    import fcntl

    _FULL_SYNC: int | None = getattr(fcntl, "F_FULLFSYNC", None)

HOME = "CRESCENT_A11Y_HOME"
"""The environment variable that names one folder for everything, instead of the platform's."""

_NAME = "crescent-a11y"
_BINARY: int = getattr(os, "O_BINARY", 0)
_FOLDER = 0o700
_FILE = 0o600
_ATTEMPTS = 10_000

_READING = sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_NOCTTY", "O_BINARY"))


def data_folder() -> Path:
    """Give the folder of saved games and statistics, which need not exist yet."""
    import platformdirs  # noqa: PLC0415 - only what uses files pays for it

    return _chosen() or Path(platformdirs.user_data_dir(_NAME, appauthor=False))


def config_folder() -> Path:
    """Give the folder of the settings, which need not exist yet."""
    import platformdirs  # noqa: PLC0415

    return _chosen() or Path(platformdirs.user_config_dir(_NAME, appauthor=False))


def _chosen() -> Path | None:
    home = os.environ.get(HOME)
    # Absolute, so that a change of the working folder does not move the saves.
    return Path(os.path.abspath(os.path.expanduser(home))) if home else None


# Failures


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be read or written.

    `number` is the system's errno where it gave one, for a bug report; `line` is the line of the
    damage, from 1, where there is one.
    """

    kind: FailureKind
    path: Path
    number: int | None = None
    line: int | None = None


class Unwritable(OSError):  # noqa: N818 - like FileNotFoundError's kin, but not the system's
    """A file that must not be used, although the system would allow it."""

    def __init__(self, kind: FailureKind) -> None:
        super().__init__(kind.name)
        self.kind = kind


class NotRegular(Unwritable):
    """A pipe, a device or the like, which could be waited for for ever."""

    def __init__(self) -> None:
        super().__init__(FailureKind.DAMAGED)


_KINDS = {
    FailureKind.FULL: ("ENOSPC", "EDQUOT", "EFBIG"),
    FailureKind.FORBIDDEN: ("EROFS", "EACCES", "EPERM"),
    FailureKind.GONE: ("ENOENT", "ENOTDIR", "EEXIST", "EISDIR", "ESTALE", "ENODEV", "ENXIO"),
}
_KIND_OF = {
    getattr(errno, name): kind
    for kind, names in _KINDS.items()
    for name in names
    if hasattr(errno, name)
}


def failure(error: OSError, path: Path) -> Failure:
    """Say what an error of the system, or Unwritable, means for a file."""
    if isinstance(error, Unwritable):
        return Failure(error.kind, path)
    number = error.errno
    return Failure(_KIND_OF.get(number or 0, FailureKind.OTHER), path, number)


# Folders and files. Everything below raises OSError.


def make_folder(path: Path, mode: int = _FOLDER) -> None:
    """Make a folder that is the owner's alone, unless it is there; what it lies in, as usual."""
    if path.is_dir():
        return
    make_folder(path.parent, 0o777)
    path.mkdir(mode=mode, exist_ok=True)
    with suppress(PermissionError):  # a folder that can be walked through need not be readable
        sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Wait until the disk holds a folder's names, where the platform can."""
    if sys.platform == "win32":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        _sync(folder, os.fsync)
    except OSError as error:
        # Some file systems have no such thing for folders, which is not the player's trouble.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(folder)


def flush(descriptor: int) -> None:
    """Wait until the disk holds what was written to a file, given by its descriptor."""
    # A file's new size is flushed with its data, its other times are not: all a reader needs.
    _sync(descriptor, getattr(os, "fdatasync", os.fsync))


def _sync(descriptor: int, usual: Callable[[int], None]) -> None:
    if sys.platform != "win32" and _FULL_SYNC is not None:
        # On macOS the others leave the data in the drive's cache; not every disk has this one.
        with suppress(OSError):
            fcntl.fcntl(descriptor, _FULL_SYNC)
            return
    usual(descriptor)


def open_regular(path: Path) -> BinaryIO:
    """Open a file for reading, as `regular_descriptor` does."""
    return open(regular_descriptor(path), "rb")


def regular_descriptor(path: Path | str) -> int:
    """Open a file for reading and give its descriptor. Raises NotRegular for a pipe or a device.

    It is looked at before it is opened, because to open a device can set it going, and after,
    because the name may mean something else by then.
    """
    be_regular(os.stat(path))
    descriptor = os.open(path, os.O_RDONLY | _READING)
    try:
        be_regular(os.fstat(descriptor))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def be_regular(state: os.stat_result) -> None:
    """Raise IsADirectoryError for a folder, NotRegular for anything else that is no file."""
    if stat.S_ISDIR(state.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(state.st_mode):
        raise NotRegular


def open_file(path: Path, flags: int) -> int:
    """Open a file of bytes, the owner's alone where it is created; give its descriptor."""
    return os.open(path, flags | _BINARY, _FILE)


def write_all(descriptor: int, data: bytes) -> None:
    """Write everything, however many calls it takes."""
    while data:
        data = data[os.write(descriptor, data) :]


@contextmanager
def _written(path: Path, data: bytes) -> Iterator[Path]:
    """Hold the data in a flushed file next to `path`; what is left of it afterwards is removed."""
    spare = path.with_name(f"{path.name}.{os.urandom(4).hex()}.tmp")
    descriptor = open_file(spare, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        try:
            write_all(descriptor, data)
            _sync(descriptor, os.fsync)
        finally:
            os.close(descriptor)
        yield spare
    finally:
        with suppress(OSError):
            spare.unlink()


def clear_spares(folder: Path, of: str, *, age: float = 0) -> None:
    """Remove what programs that were killed over a new file of some name have left of it.

    `of` is the pattern of the names. Nobody else may be writing such files, or they must be as old
    as `age` says, in seconds. What can't be removed stays.
    """
    spare = re.compile(rf"(?:{of})\.[0-9a-f]{{8}}\.tmp", re.DOTALL)
    names: list[str] = []
    with suppress(OSError):
        names = os.listdir(folder)
    for path in (folder / name for name in names if spare.fullmatch(name)):
        with suppress(OSError):
            state = path.lstat()
            if stat.S_ISREG(state.st_mode) and time.time() - state.st_mtime >= age:
                path.unlink()


def replace_file(path: Path, data: bytes) -> None:
    """Give a file a new content: at every moment, and after a crash, it has the old or the new."""
    with _written(path, data) as spare:
        os.replace(spare, path)
    sync_folder(path.parent)


def add_file(path: Path, data: bytes) -> None:
    """Make a new file, whole or not at all. Raises FileExistsError where there is one already."""
    with _written(path, data) as spare:
        _link(spare, path)
    sync_folder(path.parent)


def move_file(source: Path, folder: Path, stem: str, suffix: str) -> Path:
    """Move a file to a free name "STEM.SUFFIX", "STEM-2.SUFFIX" … of a folder; give its place.

    A move that a crash cut short, which left the file under both names, is taken up again.
    """
    target = keep_file(source, folder, stem, suffix)
    with suppress(FileNotFoundError):
        source.unlink()
    sync_folder(source.parent)
    return target


def keep_file(source: Path, folder: Path, stem: str, suffix: str) -> Path:
    """Give a file a second, free name as `move_file` does; a copy where names can't be shared."""
    make_folder(folder)
    for number in range(1, _ATTEMPTS):
        target = folder / (f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}")
        try:
            _link(source, target)
        except FileExistsError:
            if not _same(source, target):
                continue
        sync_folder(folder)
        return target
    raise Unwritable(FailureKind.OTHER)


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:
        # No second names here (FAT, some network disks), or a real fault, which comes up again.
        with _written(target, source.read_bytes()) as spare:
            # The name is taken first, empty, so that no two programs can both find it free.
            os.close(open_file(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            os.replace(spare, target)


def _same(source: Path, target: Path) -> bool:
    # A copy that was made where names can't be shared is the same file, too.
    return os.path.isfile(target) and (
        os.path.samefile(source, target) or source.read_bytes() == target.read_bytes()
    )


# Locks


class Lock:
    """A lock on a file that ends with the program, however it ends; the file itself stays."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> Lock | None:
        """Take the lock, or give None where it is held already; it never waits."""
        descriptor = open_file(path, os.O_RDWR | os.O_CREAT)
        try:
            if hold(descriptor):
                return cls(path, descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        return None

    @property
    def is_good(self) -> bool:
        """Whether others who look for the lock would still find this one.

        After its folder was removed, another program may hold a lock of the same name.
        """
        try:
            return os.path.samestat(os.stat(self._path), os.fstat(self._descriptor))
        except OSError:
            return False

    def release(self) -> None:
        """Let go of the lock."""
        os.close(self._descriptor)


def hold(descriptor: int) -> bool:
    """Lock an open file until it is closed; False where another program holds it."""
    if sys.platform == "win32":
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
    else:
        try:
            # Not lockf: its locks are the whole process's, and go when any descriptor is closed.
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
