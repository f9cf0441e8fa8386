"""Direct speech and braille: what is said, when, how troubles are told, and what it leaves."""

from __future__ import annotations

import importlib.util
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import accessible_output2
import pytest
from accessible_output2.outputs import base
from speech_server import PATIENCE, SpeechServer, require_speech_dispatcher, wait_until

from crescent_a11y.interface import voice as voice_module
from crescent_a11y.interface.voice import LibraryOutput, Output, Trouble, Voice, find_output
from crescent_a11y.language.utterance import Utterance

SALUT = Utterance("Ai mutat valetul de pică.", "ro", "Jp la Qp")
HELLO = Utterance("You moved the jack of spades.", "en", "JS to QS")

AT_ONCE = 0.5
"""Seconds: far more than a call that waits for nothing takes, far less than any wait."""


class RecordingOutput:
    """An output that writes down its calls, and fails or hangs when told to."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, ...]] = []
        self.is_alive = True
        self.failure: Exception | None = None
        self.braille_failure: Exception | None = None
        self.may_return = threading.Event()
        self.may_return.set()

    def is_active(self) -> bool:
        return self.is_alive

    def speak(self, text: str, language: str) -> None:
        self.calls.append(("speak", text, language))
        self.may_return.wait(PATIENCE)
        if self.failure is not None:
            raise self.failure

    def braille(self, text: str) -> None:
        self.calls.append(("braille", text))
        if self.braille_failure is not None:
            raise self.braille_failure

    def silence(self) -> None:
        self.calls.append(("silence",))

    def close(self) -> None:
        self.calls.append(("close",))

    def said(self) -> list[str]:
        return [call[1] for call in self.calls if call[0] == "speak"]


MakeVoice = Callable[..., Voice]


@pytest.fixture
def make_voice() -> Iterator[MakeVoice]:
    made: list[Voice] = []

    def make(*arguments: Any, **options: Any) -> Voice:
        made.append(Voice(*arguments, **options))
        return made[-1]

    yield make
    for voice in made:
        voice.close()


def finder(*outputs: Output | None) -> Callable[[], Output | None]:
    """Find these one after the other, then the last for ever."""
    left = list(outputs)
    return lambda: left.pop(0) if len(left) > 1 else left[0]


def say_and_wait(voice: Voice, output: RecordingOutput, utterance: Utterance) -> None:
    before = len(output.said())
    voice.speak(utterance)
    wait_until(lambda: len(output.said()) > before, f"spoken: {utterance.text}")


# What is said


def test_nothing_is_searched_or_said_until_switched_on(make_voice: MakeVoice) -> None:
    find = MagicMock()
    voice = make_voice(find)
    voice.speak(SALUT)
    voice.silence()
    assert voice.trouble() is None
    voice.switch_off()
    voice.close()
    assert not voice.is_on
    find.assert_not_called()


def test_the_library_is_not_imported_until_switched_on() -> None:
    code = "import sys, crescent_a11y.interface.voice as v; v.Voice().close(); print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "crescent_a11y.interface.voice" in modules
    assert "accessible_output2" not in modules
    assert "speechd" not in modules


def test_an_utterance_is_spoken_and_brailled_once_in_its_language(make_voice: MakeVoice) -> None:
    output = RecordingOutput()
    voice = make_voice(finder(output))
    voice.switch_on()
    say_and_wait(voice, output, SALUT)
    say_and_wait(voice, output, HELLO)
    voice.close()
    assert output.calls == [
        ("speak", SALUT.text, "ro"),
        ("braille", SALUT.braille),
        ("speak", HELLO.text, "en"),
        ("braille", HELLO.braille),
        ("close",),
    ]


def test_nothing_is_brailled_where_there_is_no_short_form(make_voice: MakeVoice) -> None:
    output = RecordingOutput()
    voice = make_voice(finder(output))
    voice.switch_on()
    voice.speak(Utterance("Ajutor.", "ro"))
    voice.close()
    assert output.calls == [("speak", "Ajutor.", "ro"), ("close",)]


@pytest.mark.parametrize("missing", [AttributeError(), NotImplementedError(), OSError()])
def test_an_output_without_braille_is_no_trouble(make_voice: MakeVoice, missing: Exception) -> None:
    output = RecordingOutput()
    output.braille_failure = missing
    voice = make_voice(finder(output))
    voice.switch_on()
    say_and_wait(voice, output, SALUT)
    say_and_wait(voice, output, HELLO)
    assert voice.trouble() is None
    assert output.said() == [SALUT.text, HELLO.text]


def test_only_the_newest_of_the_waiting_utterances_is_said(make_voice: MakeVoice) -> None:
    output = RecordingOutput()
    output.may_return.clear()
    voice = make_voice(finder(output))
    voice.switch_on()
    say_and_wait(voice, output, SALUT)
    for number in range(1000):
        voice.speak(Utterance(str(number), "en"))
    output.may_return.set()
    voice.close()
    assert output.said() == [SALUT.text, "999"]


def test_silence_stops_speech_and_forgets_what_waits(make_voice: MakeVoice) -> None:
    output = RecordingOutput()
    output.may_return.clear()
    voice = make_voice(finder(output))
    voice.switch_on()
    say_and_wait(voice, output, SALUT)
    voice.speak(HELLO)
    voice.silence()
    output.may_return.set()
    voice.close()
    assert output.said() == [SALUT.text]
    assert output.calls[-2:] == [("silence",), ("close",)]


def test_switching_off_silences_and_nothing_more_is_said(make_voice: MakeVoice) -> None:
    output = RecordingOutput()
    voice = make_voice(finder(output))
    voice.switch_on()
    assert voice.is_on
    say_and_wait(voice, output, SALUT)
    voice.switch_off()
    assert not voice.is_on
    voice.speak(HELLO)
    wait_until(lambda: ("close",) in output.calls, "the output is closed")
    assert output.calls[-2:] == [("silence",), ("close",)]
    assert output.said() == [SALUT.text]


def test_it_can_be_switched_on_again(make_voice: MakeVoice) -> None:
    first, second = RecordingOutput(), RecordingOutput()
    voice = make_voice(finder(first, second))
    voice.switch_on()
    say_and_wait(voice, first, SALUT)
    voice.switch_off()
    voice.switch_on()
    say_and_wait(voice, second, HELLO)
    assert voice.trouble() is None


def test_closing_hands_over_the_last_utterance_without_cutting_it(make_voice: MakeVoice) -> None:
    output = RecordingOutput()
    voice = make_voice(finder(output))
    voice.switch_on()
    voice.speak(SALUT)
    voice.close()
    assert output.said() == [SALUT.text]
    assert ("silence",) not in output.calls


# Troubles


def trouble_of(voice: Voice) -> Trouble:
    found: list[Trouble] = []

    def look() -> bool:
        trouble = voice.trouble()
        if trouble is not None:
            found.append(trouble)
        return bool(found)

    wait_until(look, "a trouble is told")
    return found[0]


def test_a_missing_output_is_told_once(make_voice: MakeVoice) -> None:
    find = MagicMock(return_value=None)
    voice = make_voice(find)
    voice.switch_on()
    assert trouble_of(voice) is Trouble.NO_OUTPUT
    for _ in range(3):
        searches = find.call_count
        voice.speak(SALUT)
        wait_until(partial(lambda before: find.call_count > before, searches), "searched again")
    assert voice.trouble() is None


def test_a_search_that_fails_is_a_missing_output(make_voice: MakeVoice) -> None:
    voice = make_voice(MagicMock(side_effect=ImportError))
    voice.switch_on()
    assert trouble_of(voice) is Trouble.NO_OUTPUT


def test_switching_on_again_after_a_trouble_tells_it_again(make_voice: MakeVoice) -> None:
    voice = make_voice(finder(None))
    for _ in range(2):
        voice.switch_on()
        assert trouble_of(voice) is Trouble.NO_OUTPUT


def test_an_utterance_is_not_lost_where_a_dead_output_can_be_replaced(
    make_voice: MakeVoice,
) -> None:
    dead, alive = RecordingOutput(), RecordingOutput()
    dead.failure = ConnectionError()
    voice = make_voice(finder(dead, alive))
    voice.switch_on()
    say_and_wait(voice, alive, SALUT)
    assert alive.said() == [SALUT.text]
    assert dead.calls[-1] == ("close",)
    assert voice.trouble() is None


def test_an_output_that_says_it_is_inactive_is_replaced(make_voice: MakeVoice) -> None:
    reader, system_voice = RecordingOutput(), RecordingOutput()
    voice = make_voice(finder(reader, system_voice))
    voice.switch_on()
    say_and_wait(voice, reader, SALUT)
    reader.is_alive = False
    say_and_wait(voice, system_voice, HELLO)
    assert reader.said() == [SALUT.text]
    assert voice.trouble() is None


def test_a_failing_output_is_told_once_until_it_has_worked_again(make_voice: MakeVoice) -> None:
    output = RecordingOutput()
    voice = make_voice(finder(output))
    voice.switch_on()
    for _ in range(2):
        output.failure = ConnectionError()
        voice.speak(SALUT)
        assert trouble_of(voice) is Trouble.FAILED
        say_and_wait(voice, output, HELLO)
        assert voice.trouble() is None
        output.failure = None
        say_and_wait(voice, output, SALUT)
        wait_until(lambda: output.calls[-1] == ("braille", SALUT.braille), "spoken and brailled")
        assert voice.trouble() is None


def test_a_hung_output_delays_nothing_and_is_told_once(make_voice: MakeVoice) -> None:
    output = RecordingOutput()
    output.may_return.clear()
    voice = make_voice(finder(output), patience=0.1)
    voice.switch_on()
    started = time.monotonic()
    for _ in range(1000):
        voice.speak(SALUT)
        voice.silence()
    assert time.monotonic() - started < AT_ONCE
    voice.speak(SALUT)
    assert trouble_of(voice) is Trouble.HUNG
    voice.speak(HELLO)
    assert voice.trouble() is None
    started = time.monotonic()
    voice.close()
    assert time.monotonic() - started < 1 + AT_ONCE
    output.may_return.set()


def test_a_search_that_hangs_is_told(make_voice: MakeVoice) -> None:
    go_on = threading.Event()
    voice = make_voice(lambda: go_on.wait(PATIENCE) and None, patience=0.1)
    voice.switch_on()
    assert trouble_of(voice) is Trouble.HUNG
    go_on.set()


def test_an_output_that_comes_back_says_the_newest_utterance(make_voice: MakeVoice) -> None:
    output = RecordingOutput()
    output.may_return.clear()
    voice = make_voice(finder(output), patience=0.1)
    voice.switch_on()
    say_and_wait(voice, output, SALUT)
    assert trouble_of(voice) is Trouble.HUNG
    voice.speak(HELLO)
    output.may_return.set()
    wait_until(lambda: output.said() == [SALUT.text, HELLO.text], "the newest is spoken")
    assert voice.trouble() is None


def test_switching_on_again_leaves_a_hung_output_behind(make_voice: MakeVoice) -> None:
    hung, sound = RecordingOutput(), RecordingOutput()
    hung.may_return.clear()
    voice = make_voice(finder(hung, sound), patience=0.1)
    voice.switch_on()
    say_and_wait(voice, hung, SALUT)
    assert trouble_of(voice) is Trouble.HUNG
    voice.switch_on()
    say_and_wait(voice, sound, HELLO)
    hung.may_return.set()
    wait_until(lambda: hung.calls[-1] == ("close",), "the hung output is closed when it returns")
    assert hung.said() == [SALUT.text]


# Printing


def test_what_an_output_prints_is_dropped_and_what_the_game_prints_is_not(
    make_voice: MakeVoice, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = sys.stdout, sys.stderr
    output = RecordingOutput()
    output.may_return.clear()

    def find() -> Output:
        print("Cannot find espeak.core.")  # noqa: T201
        print("warning", file=sys.stderr)  # noqa: T201
        helper = threading.Thread(target=print, args=("event",), name=voice_module._SSIP_THREAD)
        helper.start()
        helper.join()
        return output

    voice = make_voice(find)
    voice.switch_on()
    say_and_wait(voice, output, SALUT)
    print("Comanda:")  # noqa: T201
    print("fault", file=sys.stderr)  # noqa: T201
    output.may_return.set()
    voice.close()
    assert capsys.readouterr() == ("Comanda:\n", "fault\n")
    assert (sys.stdout, sys.stderr) == (out, err)


# The classes of accessible-output2

OUTPUTS = Path(accessible_output2.__file__).parent / "outputs"
KINDS = sorted(
    {module.name for module in pkgutil.iter_modules([str(OUTPUTS)])} - {"auto", "base", "sapi4"}
)  # the library itself never imports sapi4


class FakeModule(types.ModuleType):
    """A module of another system, any part of which can be called."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = MagicMock(name=name)
        setattr(self, name, made)
        return made


@pytest.fixture
def library_class(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Any, MagicMock]]:
    """Load an output class of any system, and what stands for everything it calls."""
    backend = MagicMock(name="backend")
    fakes = {
        name: FakeModule(name)
        for name in ("appscript", "espeak", "espeak.core", "libloader.com", "pywintypes", "speechd")
    }
    fakes["win32gui"] = FakeModule("win32gui")
    for name, fake in fakes.items():
        monkeypatch.setitem(sys.modules, name, fake)
    fakes["pywintypes"].com_error = OSError  # type: ignore[attr-defined]
    fakes["appscript"].app = lambda _: backend  # type: ignore[attr-defined]
    fakes["espeak"].core = backend  # type: ignore[attr-defined]
    fakes["libloader.com"].load_com = lambda *_: backend  # type: ignore[attr-defined]
    fakes["speechd"].SSIPClient = lambda *_, **__: backend  # type: ignore[attr-defined]
    fakes["speechd"].SSIPCommunicationError = OSError  # type: ignore[attr-defined]
    monkeypatch.setattr(base, "load_library", lambda *_, **__: backend)
    # Dolphin, NVDA and PC-Talker tell by a number that they are running.
    backend.DolAccess_GetSystem.return_value = 1
    backend.nvdaController_testIfRunning.return_value = 0
    backend.PCTKStatus.return_value = 1
    # For the connection's end, a thread of the voice waits as if it were there already.
    backend._conn._communication_thread.join.return_value = None

    def load(name: str) -> tuple[Any, MagicMock]:
        # Under a name of its own, or the library would take it for an output of this system.
        spec = importlib.util.spec_from_file_location(
            f"accessible_output2.outputs._tested_{name}", OUTPUTS / f"{name}.py"
        )
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
        kind = module.output_class
        # One that exists for 32 bits alone has no library to call elsewhere.
        if kind.lib32 and not kind.lib64:
            monkeypatch.setattr(kind, "lib64", kind.lib32)
        return kind, backend

    return load


def test_the_classes_of_three_systems_are_tested() -> None:
    assert {"nvda", "jaws", "sapi5", "voiceover", "speech_dispatcher", "e_speak"} <= set(KINDS)


@pytest.mark.parametrize("name", [name for name in KINDS if name != "system_access"])
def test_every_output_of_the_library_speaks_brailles_and_is_silent(
    name: str, library_class: Callable[[str], tuple[Any, MagicMock]]
) -> None:
    kind, backend = library_class(name)
    output = voice_module._build(kind)
    assert output is not None
    for utterance in (SALUT, HELLO):
        backend.reset_mock()
        output.speak(utterance.text, utterance.language)
        said = [call for call in map(str, backend.mock_calls) if "moved" in call or "mutat" in call]
        assert len(said) == 1
    backend.reset_mock()
    output.silence()
    assert backend.mock_calls
    backend.reset_mock()
    output.braille(SALUT.braille)
    assert len(backend.mock_calls) == (name in ("nvda", "jaws"))
    output.close()


def test_system_access_is_never_chosen_since_the_library_looks_for_it_in_the_wrong_place(
    library_class: Callable[[str], tuple[Any, MagicMock]],
) -> None:
    kind, _ = library_class("system_access")
    assert voice_module._build(kind) is None


def test_a_voice_of_windows_is_chosen_for_the_language(
    library_class: Callable[[str], tuple[Any, MagicMock]],
) -> None:
    def windows_voice(description: str, language: str) -> MagicMock:
        made = MagicMock()
        made.GetDescription.return_value = description
        made.GetAttribute.return_value = language
        return made

    zira = windows_voice("Zira", "409")
    hazel = windows_voice("Hazel", "809;9")
    andrei = windows_voice("Andrei", "418")
    kind, backend = library_class("sapi5")
    backend.GetVoices.return_value = [zira, andrei, hazel]
    backend.Voice = hazel
    output = LibraryOutput(kind())
    output.speak(HELLO.text, "en")
    assert backend.Voice is hazel  # the user's own choice
    output.speak(SALUT.text, "ro")
    assert backend.Voice is andrei
    output.speak(HELLO.text, "en")
    assert backend.Voice is zira


def test_where_no_voice_has_the_language_it_is_spoken_all_the_same(
    library_class: Callable[[str], tuple[Any, MagicMock]],
) -> None:
    kind, backend = library_class("sapi5")
    backend.Voice.GetAttribute.side_effect = OSError
    backend.GetVoices.return_value = []
    output = LibraryOutput(kind())
    output.speak(SALUT.text, "ro")
    assert SALUT.text in str(backend.Speak.mock_calls[-1])


def test_the_first_active_output_is_chosen_whatever_the_others_raise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Unbuildable:
        def __init__(self) -> None:
            raise ImportError("appscript")

    class Inactive:
        def is_active(self) -> bool:
            return False

    class Broken:
        def is_active(self) -> bool:
            raise OSError

    class Active:
        def is_active(self) -> bool:
            return True

        def speak(self, text: str, interrupt: int = 0) -> None:
            assert interrupt
            said.append(text)

    class Later:
        def __init__(self) -> None:
            pytest.fail("built without need")

    said: list[str] = []
    kinds: list[type] = [Unbuildable, Inactive, Broken, Active, Later]
    monkeypatch.setattr(accessible_output2, "get_output_classes", lambda: kinds)
    output = find_output()
    assert output is not None
    output.speak(SALUT.text, "ro")
    assert said == [SALUT.text]
    kinds.remove(Active)
    kinds.remove(Later)
    assert find_output() is None


# A real speech-dispatcher


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SpeechServer]:
    require_speech_dispatcher()
    made = SpeechServer(tmp_path)
    monkeypatch.setenv("SPEECHD_ADDRESS", made.address)
    try:
        made.start()
        yield made
    finally:
        made.kill()


@pytest.fixture
def slow_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SpeechServer]:
    """A server that speaks each text for longer than a test waits."""
    require_speech_dispatcher()
    made = SpeechServer(tmp_path, seconds=10 * PATIENCE)
    monkeypatch.setenv("SPEECHD_ADDRESS", made.address)
    try:
        made.start()
        yield made
    finally:
        made.kill()


def program(code: str) -> list[str]:
    """A program of its own with a voice `v`, a Romanian utterance `ro` and an English one `en`."""
    return [
        sys.executable,
        "-c",
        "import os, signal, sys, time\n"
        "from crescent_a11y.interface import voice\n"
        "from crescent_a11y.language.utterance import Utterance\n"
        f"ro = Utterance({SALUT.text!r}, 'ro')\n"
        f"en = Utterance({HELLO.text!r}, 'en')\n"
        "v = voice.Voice()\n"
        f"{code}",
    ]


def test_each_utterance_is_spoken_once_in_its_language_also_when_it_changes(
    server: SpeechServer, make_voice: MakeVoice
) -> None:
    voice = make_voice()
    voice.switch_on()
    expected: list[tuple[str, str]] = []
    for language, text in [
        ("ro", "Ai întors șapte cărți."),
        ("ro", "Ai mutat dama de inimă neagră."),
        ("en", "You moved the queen of hearts."),
        ("ro", "Ai anulat. Rând nou."),
        ("en", "Undone."),
    ]:
        voice.speak(Utterance(text, language))
        expected.append((language, text))
        wait_until(lambda: server.spoken() == expected, f"spoken: {text}")
    voice.close()
    assert server.spoken() == expected
    assert voice.trouble() is None


def test_an_utterance_of_several_lines_is_spoken_whole(
    server: SpeechServer, make_voice: MakeVoice
) -> None:
    voice = make_voice()
    voice.switch_on()
    voice.speak(Utterance("Unu.\n.\nTrei.", "ro"))
    wait_until(server.spoken, "spoken")
    assert server.spoken() == [("ro", "Unu. . Trei.")]


def test_a_new_utterance_interrupts_and_silence_silences(
    slow_server: SpeechServer, make_voice: MakeVoice
) -> None:
    voice = make_voice()
    voice.switch_on()
    voice.speak(SALUT)
    wait_until(lambda: len(slow_server.spoken()) == 1, "the first is being spoken")
    voice.speak(HELLO)
    wait_until(lambda: len(slow_server.spoken()) == 2, "the second is being spoken")
    voice.silence()
    voice.close()
    assert slow_server.finished() == []
    wait_until(lambda: not processes_with(str(slow_server.folder / "speak")), "silence")


def test_the_last_utterance_is_spoken_after_the_program_has_ended(server: SpeechServer) -> None:
    subprocess.run(program("v.switch_on(); v.speak(ro); v.close()"), check=True)
    wait_until(lambda: server.spoken() == [("ro", SALUT.text)], "spoken")


def test_a_frozen_server_delays_nothing_and_the_program_ends(server: SpeechServer) -> None:
    code = f"""
v._patience = 0.2
v.switch_on()
v.speak(ro)
while not os.path.getsize({str(server.log)!r}): time.sleep(0.01)
os.killpg({server.pid}, signal.SIGSTOP)
times = []
for call in [lambda: v.speak(en), v.silence, lambda: v.speak(ro)]:
    start = time.monotonic(); call(); times.append(time.monotonic() - start)
told = []
while not told:
    time.sleep(0.01)
    told += [t for t in [v.trouble()] if t]
assert told == [voice.Trouble.HUNG], told
start = time.monotonic(); v.close(); closing = time.monotonic() - start
assert max(times) < {AT_ONCE}, times
assert closing < 1 + {AT_ONCE}, closing
"""
    ended = subprocess.run(program(code), capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_a_program_ends_also_when_it_closes_nothing(server: SpeechServer) -> None:
    code = f"""
v.switch_on()
v.speak(ro)
while not os.path.getsize({str(server.log)!r}): time.sleep(0.01)
os.killpg({server.pid}, signal.SIGSTOP)
v.speak(en)
"""
    ended = subprocess.run(program(code), capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_connecting_to_a_frozen_server_is_told_and_the_program_ends(server: SpeechServer) -> None:
    server.freeze()
    code = """
v._patience = 0.2
v.switch_on()
while not (told := v.trouble()): time.sleep(0.01)
assert told is voice.Trouble.HUNG, told
v.close()
"""
    ended = subprocess.run(program(code), capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_a_thawed_server_is_heard_again(server: SpeechServer, make_voice: MakeVoice) -> None:
    voice = make_voice(patience=0.2)
    voice.switch_on()
    server.freeze()
    voice.speak(SALUT)
    assert trouble_of(voice) is Trouble.HUNG
    voice.speak(HELLO)
    server.thaw()
    wait_until(lambda: server.spoken()[-1:] == [("en", HELLO.text)], "the newest is spoken")
    assert voice.trouble() is None


def test_a_server_that_dies_is_told_once_and_a_restarted_one_is_used(
    server: SpeechServer, make_voice: MakeVoice
) -> None:
    voice = make_voice()
    voice.switch_on()
    voice.speak(SALUT)
    wait_until(lambda: len(server.spoken()) == 1, "spoken by the first server")
    server.kill()
    voice.speak(HELLO)
    assert trouble_of(voice) is Trouble.FAILED
    voice.speak(HELLO)
    assert voice.trouble() is None
    server.start()
    voice.speak(SALUT)
    wait_until(lambda: server.spoken()[-1:] == [("ro", SALUT.text)], "spoken by the second server")
    assert voice.trouble() is None


def test_a_server_that_dies_while_it_owes_a_reply_is_a_failure_and_no_hang(
    server: SpeechServer, make_voice: MakeVoice
) -> None:
    voice = make_voice()
    voice.switch_on()
    voice.speak(SALUT)
    wait_until(server.spoken, "spoken")
    server.freeze()
    voice.speak(HELLO)
    time.sleep(0.2)  # for the worker to wait for a reply; should it not yet, the result is the same
    server.kill()
    assert trouble_of(voice) is Trouble.FAILED


def test_a_server_that_talks_nonsense_prints_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_speech_dispatcher()
    code = """
v._patience = 0.2
v.switch_on()
while not (told := v.trouble()): time.sleep(0.01)
v.close()
"""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        listener.listen()
        monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path}/socket")
        game = subprocess.Popen(program(code), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        with listener.accept()[0] as connection:
            connection.sendall(b"nonsense\r\n")
            printed, _ = game.communicate(timeout=PATIENCE)
    assert (game.returncode, printed) == (0, b"")


def test_nothing_is_printed_and_no_daemon_is_left_where_there_is_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_speech_dispatcher()
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path}/socket")
    code = """
v.switch_on()
while not (told := v.trouble()): time.sleep(0.01)
assert told is voice.Trouble.NO_OUTPUT, told
v.close()
"""
    ended = subprocess.run(program(code), capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
    assert processes_with(str(tmp_path)) == []


def processes_with(part: str) -> list[str]:
    """The command lines that contain `part`, of all processes but the dead."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = file.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:  # it has ended meanwhile
            continue
        if part in command:
            found.append(command)
    return found


@pytest.mark.parametrize("is_killed", [False, True], ids=["closed", "killed"])
def test_without_a_server_one_is_started_and_goes_after_the_program_however_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_killed: bool
) -> None:
    require_speech_dispatcher()
    configured = SpeechServer(tmp_path)  # only for its settings; it is not started
    temporary = tmp_path / "t"  # the path of a socket has to be short
    temporary.mkdir()
    for name in ("SPEECHD_ADDRESS", "SPEECHD_SOCKET", "SPEECHD_CMD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(configured.config.parent))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(temporary))
    code = f"""
voice._SERVER_LINGER = "1"
v.switch_on()
v.speak(ro)
while not os.path.getsize({str(configured.log)!r}): time.sleep(0.01)
assert os.listdir({str(temporary)!r})
if {is_killed}:
    os.kill(os.getpid(), signal.SIGKILL)
v.speak(en)
v.close()
"""
    ended = subprocess.run(program(code), capture_output=True, timeout=PATIENCE, check=False)
    code_of_end = -signal.SIGKILL if is_killed else 0
    assert (ended.returncode, ended.stdout, ended.stderr) == (code_of_end, b"", b"")
    wait_until(lambda: not processes_with(str(temporary)), "the server is gone")
    wait_until(lambda: not os.listdir(temporary), "its folder is gone")
    expected = [("ro", SALUT.text), ("en", HELLO.text)]
    assert configured.spoken() == (expected[:1] if is_killed else expected)
