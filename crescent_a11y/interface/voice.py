"""Direct speech and braille through accessible-output2; it never delays an answer nor words one."""

from __future__ import annotations

import enum
import importlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, Protocol

from crescent_a11y.language.utterance import Utterance

_PATIENCE = 5.0
"""Seconds after which a call into a screen reader or a speech server counts as hung."""

_CLOSE = 1.0
"""Seconds at most that `Voice.close` waits for the last utterance to be handed over."""

_SERVER_START = 4.0
"""Seconds given to a speech-dispatcher we start; it took a quarter of one when measured."""

_SERVER_LINGER = "5"
"""Seconds a speech-dispatcher we started has to finish the last utterance."""

_SERVER = """
linger=$1; shift
"$@" &
read _
sleep "$linger"
kill -KILL $!
wait
rm -r -- "$0"
kill -KILL 0
"""
"""Runs a server in a folder until standard input ends, as it does however this program ends.

Killed, since speech-dispatcher 0.11.4 without a sound card never ends when asked to; last, the
shell kills its process group, where the server's modules may be left.
"""

_SSIP_THREAD = "SSIP client communication thread"
"""The name speechd's client gives the thread it starts."""


class Trouble(enum.Enum):
    """Why nothing is heard."""

    NO_OUTPUT = enum.auto()
    """No screen reader, no speech server and no voice of the system was found."""

    FAILED = enum.auto()
    """What was found is gone or refuses; it is looked for again at each utterance."""

    HUNG = enum.auto()
    """What was found does not come back; nothing is heard until it does or until switched on."""


class Output(Protocol):
    """One way to be heard. Every method may raise anything and may take for ever."""

    def is_active(self) -> bool:
        """Whether it can be heard now."""

    def speak(self, text: str, language: str) -> None:
        """Interrupt what is being said and say this, in that language where it can be chosen."""

    def braille(self, text: str) -> None:
        """Show this on the braille display, where there is one."""

    def silence(self) -> None:
        """Stop what is being said."""

    def close(self) -> None:
        """Let go of it; what was handed over may still be said to its end."""


class LibraryOutput:
    """An output of accessible-output2 with the differences between its classes evened out."""

    def __init__(self, output: Any) -> None:
        self._output = output
        self._language: str | None = None

    def is_active(self) -> bool:
        """Whether the library thinks it can be heard."""
        return bool(self._output.is_active())

    def speak(self, text: str, language: str) -> None:
        """Say it, interrupting; raises what the output raises, whose server may be gone."""
        if language != self._language:
            self._language = language
            # An output that can't choose speaks as it does; one whose server is gone fails below.
            with suppress(Exception):
                _set_language(self._output, language)
        # One line: between the lines of a message Speech Dispatcher can speak what it said before.
        self._output.speak(" ".join(text.split()), interrupt=True)

    def braille(self, text: str) -> None:
        """Show it; raises what the output raises."""
        self._output.braille(text)

    def silence(self) -> None:
        """Stop speaking; raises what the output raises."""
        if hasattr(self._output, "silence"):
            self._output.silence()
        else:  # JAWS and System Access only have an empty speech that interrupts
            self._output.speak("", interrupt=True)

    def close(self) -> None:
        """Let go of the output; only Speech Dispatcher's holds anything."""
        if hasattr(self._output, "close"):
            self._output.close()


def find_output() -> Output | None:
    """Give the first active output of accessible-output2, or None if there is none.

    The library is imported here and not before. Its `Auto` is not used: it builds every output
    first and falls over the first that raises anything but the library's own error.
    """
    # Every thread has to enter COM for itself; elsewhere than on Windows there is none.
    with suppress(Exception):
        importlib.import_module("pythoncom").CoInitialize()
    try:
        kinds = importlib.import_module("accessible_output2").get_output_classes()
    except Exception:
        return None
    return next((output for output in map(_build, kinds) if output is not None), None)


def _build(kind: Any) -> LibraryOutput | None:
    """Build one of the library's outputs; None where it is inactive or can't be built."""
    try:
        output = LibraryOutput(
            _speech_dispatcher(kind) if kind.__name__ == "SpeechDispatcher" else kind()
        )
        return output if output.is_active() else None
    except Exception:
        return None


def _set_language(output: Any, language: str) -> None:
    """Choose the language of what is spoken next; raises anything where it can't be chosen."""
    match type(output).__name__:
        case "SpeechDispatcher":
            output._client.set_language(language)
        case "ESpeak":
            output._ec.set_voice(language)
        case "SAPI5":
            _set_sapi_language(output, language)


def _set_sapi_language(output: Any, language: str) -> None:
    """Keep the user's voice where it speaks the language, else take the first one that does."""
    primary = {"en": 0x09, "ro": 0x18}[language]

    def speaks(voice: Any) -> bool:
        # "418" or "409;9": language identifiers in hexadecimal, the language in the low ten bits
        codes = str(voice.GetAttribute("Language")).split(";")
        return any(int(code, 16) & 0x3FF == primary for code in codes)

    if not speaks(output.object.Voice):
        for voice in output.object.GetVoices():
            if speaks(voice):
                output.set_voice(voice.GetDescription())
                return


def _speech_dispatcher(kind: Any) -> Any:
    """Build the library's Speech Dispatcher output around a client of our own.

    The library's constructor makes a client that starts a daemon where no server is running,
    which nobody ends, and prints its errors.
    """
    speechd = importlib.import_module("speechd")
    output = kind.__new__(kind)
    output._client = _connect(speechd)
    # The constructor, which is not run, would have imported the module into the library's globals.
    vars(sys.modules[kind.__module__])["speechd"] = speechd
    return output


def _connect(speechd: Any) -> Any:
    """Connect to the running Speech Dispatcher or to one we start; raises if neither works.

    A server that runs, or that systemd starts as soon as its socket is touched, needs no more
    than a connection. Without one, whoever has switched speech on would hear nothing, so we start
    one, unless an address was given, where somebody else sees to the server. Ours has a socket
    that nobody else knows: a screen reader started meanwhile gets its own server and does not
    fall silent when ours goes.
    """
    try:
        return _client(speechd)
    except speechd.SSIPCommunicationError:
        if any(name in os.environ for name in ("SPEECHD_ADDRESS", "SPEECHD_SOCKET")):
            raise
    # Imported here, for the start of a game that does not speak by itself need not wait for them.
    import shutil  # noqa: PLC0415
    import subprocess  # noqa: PLC0415
    import tempfile  # noqa: PLC0415

    command = os.environ.get("SPEECHD_CMD") or shutil.which("speech-dispatcher")
    if command is None:
        raise FileNotFoundError("speech-dispatcher")
    folder = tempfile.mkdtemp(prefix="crescent-a11y-")
    socket = os.path.join(folder, "socket")
    options = ["--run-single", "--timeout", "0", "--communication-method", "unix_socket"]
    paths = [
        "--socket-path",
        socket,
        "--pid-file",
        os.path.join(folder, "pid"),
        "--log-dir",
        folder,
    ]
    # In a session of its own: Ctrl+C is not meant for it, and the shell can end all of it.
    shell = subprocess.Popen(  # noqa: S603
        ["/bin/sh", "-c", _SERVER, folder, _SERVER_LINGER, command, *options, *paths],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    threading.Thread(target=shell.wait, name="voice server", daemon=True).start()
    try:
        return _client_soon(speechd, "unix_socket:" + socket, shell.stdin)
    except Exception:
        _end(shell.stdin)
        raise


def _client_soon(speechd: Any, address: str, server: IO[bytes] | None) -> Any:
    """Connect to a server that may not have started yet."""
    deadline = time.monotonic() + _SERVER_START
    while True:
        try:
            return _client(speechd, address, server)
        except speechd.SSIPCommunicationError:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.05)


def _client(speechd: Any, address: str | None = None, server: IO[bytes] | None = None) -> Any:
    """Connect; the pipe that keeps a server of ours running is closed with the connection."""
    client = speechd.SSIPClient("crescent-a11y", address=address, autospawn=False)
    connection = client._conn

    def await_end() -> None:
        connection._communication_thread.join()
        # The client waits for ever for a reply when the connection ends in between.
        connection._ssip_reply_semaphore.release()
        _end(server)

    threading.Thread(target=await_end, name="voice connection", daemon=True).start()
    return client


def _end(server: IO[bytes] | None) -> None:
    if server is not None:
        with suppress(OSError):
            server.close()


class Voice:
    """The game's own voice, off until switched on.

    No method waits for a screen reader or a speech server, except `close`, and that for a second
    at most: a worker thread does all the talking, the search for an output included. Only the
    newest utterance waits for the worker, since each interrupts the one before it. The worker is
    a daemon thread, so a server that hangs does not keep the program from ending.

    `find_output` is called on the worker and gives None where there is nothing to be heard with.
    `patience` is how many seconds a call may take before it counts as hung.
    """

    def __init__(
        self, find_output: Callable[[], Output | None] = find_output, patience: float = _PATIENCE
    ) -> None:
        self._find_output = find_output
        self._patience = patience
        self._worker: _Worker | None = None

    @property
    def is_on(self) -> bool:
        """Whether utterances are handed on, heard or not."""
        return self._worker is not None

    def switch_on(self) -> None:
        """Hand on utterances from now on; after a trouble, start afresh and report it again."""
        if self._worker is not None:
            if not self._worker.is_in_trouble():
                return
            self._worker.stop()
        self._worker = _Worker(self._find_output, self._patience)

    def switch_off(self) -> None:
        """Silence what is being said and hand on nothing more."""
        if self._worker is not None:
            self._worker.put(_Order.SILENCE)
            self._worker.stop()
            self._worker = None

    def speak(self, utterance: Utterance) -> None:
        """Say it in place of anything said or waiting, and show its braille if it has any."""
        if self._worker is not None:
            self._worker.put(utterance)

    def silence(self) -> None:
        """Stop what is being said and forget what waits."""
        if self._worker is not None:
            self._worker.put(_Order.SILENCE)

    def trouble(self) -> Trouble | None:
        """What has gone wrong, once for each fault: None until speech has worked in between."""
        return None if self._worker is None else self._worker.trouble()

    def close(self) -> None:
        """Switch off without cutting the last utterance, which is handed over within a second."""
        if self._worker is not None:
            self._worker.stop()
            self._worker.join(_CLOSE)
            self._worker = None


class _Order(enum.Enum):
    """What the worker can be told besides an utterance."""

    SILENCE = enum.auto()
    END = enum.auto()


class _Worker:
    """A thread that owns one output from finding to closing it.

    The output is a local of that thread alone. Were it reachable from a module, the interpreter
    would collect it on its way out, and the destructor of speechd's client waits for a thread
    that can no longer run.
    """

    def __init__(self, find_output: Callable[[], Output | None], patience: float) -> None:
        self._find_output = find_output
        self._patience = patience
        self._turn = threading.Condition()  # guards the rest; never held while an output is called
        self._waiting: Utterance | _Order | None = None
        self._is_stopped = False
        self._busy_since: float | None = time.monotonic()
        self._fault: Trouble | None = None
        self._news: Trouble | None = None
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def put(self, task: Utterance | _Order) -> None:
        """Let this be the next task in place of what was waiting."""
        with self._turn:
            self._waiting = task
            self._turn.notify()

    def stop(self) -> None:
        """End after what is waiting."""
        with self._turn:
            self._is_stopped = True
            self._turn.notify()

    def join(self, timeout: float) -> None:
        self._thread.join(timeout)

    def is_in_trouble(self) -> bool:
        with self._turn:
            self._notice_hang()
            return self._fault is not None

    def trouble(self) -> Trouble | None:
        with self._turn:
            self._notice_hang()
            news, self._news = self._news, None
            return news

    def _notice_hang(self) -> None:
        # The one who asks looks at the clock, so no further thread has to watch this one.
        is_late = (
            self._busy_since is not None and time.monotonic() - self._busy_since > self._patience
        )
        if is_late and self._fault is not Trouble.HUNG:
            if self._fault is None:
                self._news = Trouble.HUNG
            self._fault = Trouble.HUNG

    def _done(self, fault: Trouble | None) -> None:
        """Note how a task ended; only a step from working to not working is news."""
        with self._turn:
            self._busy_since = None
            if fault is None:
                self._news = None
            elif self._fault is None:
                self._news = fault
            self._fault = fault

    def _next(self) -> Utterance | _Order:
        """Wait for a task; END comes once stopped with none left."""
        with self._turn:
            self._turn.wait_for(lambda: self._waiting is not None or self._is_stopped)
            task, self._waiting = self._waiting, None
            self._busy_since = time.monotonic()
            return _Order.END if task is None else task

    def _run(self) -> None:
        with _hushed():
            output = self._find()
            self._done(Trouble.NO_OUTPUT if output is None else None)
            while (task := self._next()) is not _Order.END:
                if isinstance(task, Utterance):
                    output, fault = self._say(output, task)
                    self._done(fault)
                elif output is None:
                    self._done(self._fault)
                else:
                    with suppress(Exception):  # a dead output is noticed by the next utterance
                        output.silence()
                    self._done(None)
            _close(output)

    def _say(
        self, output: Output | None, utterance: Utterance
    ) -> tuple[Output | None, Trouble | None]:
        """Speak and braille; where the output has died, find one again and try once more."""
        fault = Trouble.NO_OUTPUT
        for _ in range(2):
            if output is None or not _is_active(output):
                _close(output)
                output = self._find()
            if output is None:
                return None, fault
            if _spoken(output, utterance):
                return output, None
            fault = Trouble.FAILED
            _close(output)
            output = None
        return None, fault

    def _find(self) -> Output | None:
        try:
            return self._find_output()
        except Exception:
            return None


def _is_active(output: Output) -> bool:
    try:
        return output.is_active()
    except Exception:
        return False


def _spoken(output: Output, utterance: Utterance) -> bool:
    try:
        output.speak(utterance.text, utterance.language)
    except Exception:
        return False
    if utterance.braille:
        with suppress(Exception):  # no display is no fault: most outputs have none
            output.braille(utterance.braille)
    return True


def _close(output: Output | None) -> None:
    if output is not None:
        with suppress(Exception):
            output.close()


class _Hushed:
    """A text stream that drops what some threads write and is the stream itself for the rest."""

    def __init__(self, stream: Any, worker: threading.Thread) -> None:
        self._stream = stream
        self._worker = worker

    def write(self, text: str) -> int:
        thread = threading.current_thread()
        if thread is self._worker or thread.name == _SSIP_THREAD:
            return len(text)
        written: int = self._stream.write(text)
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _hushed() -> Iterator[None]:
    """Let what this thread and speechd's print go nowhere; others print as ever.

    This covers print, warnings, logging and the traceback of a thread. File descriptors are left
    alone, since another thread may be writing an answer to them: what C code writes there is not
    caught, and the only program that is started has no standard stream of ours.
    """
    worker = threading.current_thread()
    names = [name for name in ("stdout", "stderr") if getattr(sys, name) is not None]
    hushed = {name: _Hushed(getattr(sys, name), worker) for name in names}
    for name, stream in hushed.items():
        setattr(sys, name, stream)
    try:
        yield
    finally:
        for name, stream in hushed.items():
            if getattr(sys, name) is stream:  # else somebody has put in another since
                setattr(sys, name, stream._stream)
