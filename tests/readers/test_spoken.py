"""The game's own voice through a real speech-dispatcher: what is spoken, in which language."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from reader_driver import PATIENCE, Play, Turn, playing, squash
from speech_server import SpeechServer, Spoken, require_speech_dispatcher

DEAL = "CR1-N-AAAAAET"
FOREVER = 10 * PATIENCE

# Each line with the language of its answer.
LINES = {
    "ro": [
        ("8 5", "ro"),
        ("8 7", "ro"),
        ("masa", "ro"),
        ("mutări", "ro"),
        ("ajutor anulează", "ro"),
        ("cod", "ro"),
        ("cod", "ro"),
        ("limba en", "en"),
        ("undo", "en"),
        ("moves", "en"),
        ("language ro", "ro"),
        ("silabisește", "ro"),
        ("xyzzy", "ro"),
        ("ieși", "ro"),
    ],
    "en": [
        ("8 5", "en"),
        ("8 7", "en"),
        ("table", "en"),
        ("moves", "en"),
        ("help undo", "en"),
        ("code", "en"),
        ("code", "en"),
        ("language ro", "ro"),
        ("anulează", "ro"),
        ("mutări", "ro"),
        ("limba en", "en"),
        ("spell", "en"),
        ("xyzzy", "en"),
        ("quit", "en"),
    ],
}
CODE = {"ro": "cod", "en": "code"}
SWITCH_ON = {"ro": "voce pornit", "en": "speech on"}

languages = pytest.mark.parametrize("language", ["ro", "en"])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SpeechServer]:
    yield from serving(tmp_path, 0)


@pytest.fixture
def slow_server(tmp_path: Path) -> Iterator[SpeechServer]:
    """A server that speaks each text for longer than a test waits."""
    yield from serving(tmp_path, FOREVER)


def serving(folder: Path, seconds: float) -> Iterator[SpeechServer]:
    require_speech_dispatcher()
    (folder / "s").mkdir()  # the path of a socket has to be short
    server = SpeechServer(folder / "s", seconds)
    try:
        server.start()
        yield server
    finally:
        server.kill()


def options(language: str, *more: str) -> list[str]:
    return ["--lang", language, "--deal", DEAL, *more]


def wait_for_speech(play: Play, server: SpeechServer, expected: list[Spoken]) -> None:
    """Wait until the server has begun to speak these texts; nothing else may come with them."""
    play.wait(lambda: len(server.spoken()) >= len(expected))
    assert server.spoken() == expected


def spoken(language: str, turn: Turn) -> Spoken:
    return Spoken(language, squash(turn.answer))


def answer_to(play: Play, line: str) -> str:
    return squash(play.turn(line).answer)


def processes_with(part: str) -> list[str]:
    """The command lines that contain `part`, of all processes."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = file.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:  # it has ended meanwhile
            continue
        if part in command:
            found.append(command)
    return found


@languages
def test_every_answer_is_spoken_once_in_its_language_to_the_last(
    server: SpeechServer, tmp_path: Path, language: str
) -> None:
    given = {"SPEECHD_ADDRESS": server.address}
    with playing(tmp_path, *options(language, "--speech", "on"), variables=given) as play:
        turns = [play.begin()]
        expected = [spoken(language, turns[0])]
        wait_for_speech(play, server, expected)
        for line, of_answer in LINES[language]:
            turns.append(play.turn(line))
            expected.append(spoken(of_answer, turns[-1]))
            wait_for_speech(play, server, expected)
        assert play.wait(lambda: play.has_ended)
    # What the same lines write where nothing is spoken is all that was written.
    with playing(tmp_path / "mute", *options(language, "--speech", "off")) as play:
        assert play.play([line for line, _ in LINES[language]]) == turns
    assert server.spoken() == expected


@languages
def test_nothing_is_spoken_until_speech_is_switched_on(
    server: SpeechServer, tmp_path: Path, language: str
) -> None:
    given = {"SPEECHD_ADDRESS": server.address}
    with playing(tmp_path, *options(language), variables=given) as play:
        play.play(["8 5", "8 7", CODE[language]])
        assert server.spoken() == []
        expected = [spoken(language, play.turn(SWITCH_ON[language]))]
        wait_for_speech(play, server, expected)
        expected.append(spoken(language, play.turn(CODE[language])))
        wait_for_speech(play, server, expected)
    # The choice is kept for the next start.
    with playing(tmp_path, *options(language), variables=given) as play:
        expected.append(spoken(language, play.begin()))
        wait_for_speech(play, server, expected)


@languages
def test_an_answer_interrupts_the_one_before_it(
    slow_server: SpeechServer, tmp_path: Path, language: str
) -> None:
    given = {"SPEECHD_ADDRESS": slow_server.address}
    with playing(tmp_path, *options(language, "--speech", "on"), variables=given) as play:
        expected = [spoken(language, play.begin())]
        wait_for_speech(play, slow_server, expected)
        for line in (CODE[language], "8 5"):
            expected.append(spoken(language, play.turn(line)))
            wait_for_speech(play, slow_server, expected)
    assert slow_server.finished() == []


@languages
@pytest.mark.parametrize("is_empty", [True, False], ids=["empty line", "stop"])
def test_an_empty_line_and_stop_silence_and_are_not_spoken(
    slow_server: SpeechServer, tmp_path: Path, language: str, is_empty: bool
) -> None:
    given = {"SPEECHD_ADDRESS": slow_server.address}
    with playing(tmp_path, *options(language, "--speech", "on"), variables=given) as play:
        expected = [spoken(language, play.begin())]
        wait_for_speech(play, slow_server, expected)
        script = str(slow_server.folder / "speak")
        assert processes_with(script)
        play.turn("" if is_empty else "stop")
        assert play.wait(lambda: not processes_with(script))
        expected.append(spoken(language, play.turn(CODE[language])))
        wait_for_speech(play, slow_server, expected)
    assert slow_server.finished() == []


@languages
def test_a_frozen_server_delays_no_answer_and_is_told_once_and_thawed_it_speaks_again(
    server: SpeechServer, tmp_path: Path, language: str
) -> None:
    given = {"SPEECHD_ADDRESS": server.address}
    with playing(tmp_path, *options(language, "--speech", "on"), variables=given) as play:
        play.begin()
        code = answer_to(play, CODE[language])
        assert play.wait(lambda: server.spoken()[-1:] == [Spoken(language, code)])
        server.freeze()
        notices = notices_in(play, CODE[language], code)
        assert len(notices) == 1
        server.thaw()
        answer = answer_to(play, "8 7")
        assert play.wait(lambda: server.spoken()[-1:] == [Spoken(language, answer)])
        server.freeze()
        play.turn("8 7")
        play.type("quit\r")
        assert play.wait(lambda: play.has_ended)


@languages
def test_a_server_that_was_killed_is_told_once_and_a_new_one_is_used(
    server: SpeechServer, tmp_path: Path, language: str
) -> None:
    given = {"SPEECHD_ADDRESS": server.address}
    with playing(tmp_path, *options(language, "--speech", "on"), variables=given) as play:
        play.begin()
        code = answer_to(play, CODE[language])
        assert play.wait(lambda: server.spoken()[-1:] == [Spoken(language, code)])
        server.kill()
        assert len(notices_in(play, CODE[language], code)) == 1
        server.start()
        answer = answer_to(play, "8 7")
        assert play.wait(lambda: server.spoken()[-1:] == [Spoken(language, answer)])
        assert answer_to(play, CODE[language]) == code


@languages
def test_a_missing_server_is_told_once_in_words(tmp_path: Path, language: str) -> None:
    require_speech_dispatcher()
    given = {"SPEECHD_ADDRESS": f"unix_socket:{tmp_path}/none"}
    with playing(tmp_path / "mute", *options(language, "--speech", "off")) as play:
        turns = play.play([CODE[language], "quit"])
    with playing(tmp_path, *options(language, "--speech", "on"), variables=given) as play:
        assert play.begin() == turns[0]
        code = squash(turns[1].answer)
        assert len(notices_in(play, CODE[language], code)) == 1
        assert play.turn("quit") == turns[2]
    assert processes_with(str(tmp_path)) == []


def notices_in(play: Play, line: str, answer: str) -> list[str]:
    """What is told beside the answer to a line, asked until that comes, and some times more."""
    notices: list[str] = []

    def is_told() -> bool:
        said = answer_to(play, line)
        assert said.startswith(answer)
        notice = said.removeprefix(answer).strip()
        if notice:
            assert len(notice.split()) > 2
            assert all(x.isalnum() or x in " .,:;" for x in notice), notice
            notices.append(notice)
        return bool(notices)

    assert play.wait(is_told)
    for _ in range(3):
        is_told()
    return notices


@languages
def test_a_server_that_the_game_starts_is_gone_after_it(tmp_path: Path, language: str) -> None:
    require_speech_dispatcher()
    configured = SpeechServer(tmp_path)  # only for its settings; it is not started
    temporary = tmp_path / "t"  # the path of a socket has to be short
    temporary.mkdir()
    given = {
        "SPEECHD_CMD": "speech-dispatcher",
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(configured.config.parent),
        "XDG_RUNTIME_DIR": str(tmp_path),
        "TMPDIR": str(temporary),
    }
    with playing(tmp_path, *options(language, "--speech", "on"), variables=given) as play:
        expected = [spoken(language, play.begin())]
        wait_for_speech(play, configured, expected)
        assert os.listdir(temporary)
        expected.append(spoken(language, play.turn("quit")))
        wait_for_speech(play, configured, expected)
        assert play.wait(lambda: play.has_ended)
        assert play.wait(lambda: not processes_with(str(temporary)))
        assert play.wait(lambda: not os.listdir(temporary))
