"""The rules of `play` at a pipe: plain text, every line answered, and a whole log at any end."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest
from catalog_words import foreign
from player import LANGUAGES
from shell_driver import LONGEST_RUN, Finished, Shell, is_one_sentence_line, is_plain
from strategies import DATA, read_words

from crescent_a11y.engine.record import CLAIMS, Record, Step
from crescent_a11y.engine.replay import Report
from crescent_a11y.engine.rules import Move
from crescent_a11y.interface.files import judge_file

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


def judged(shell: Shell, name: str) -> Report:
    return judge_file(str(shell.folder / name), read_words)


# Lines from a pipe


def test_a_pipe_gets_plain_text_without_escapes_or_prompts(shell: Shell) -> None:
    done = shell.run(feed=b"10 14\nquit\n")
    assert (done.status, done.err) == (0, b"")
    assert is_plain(done.out)
    assert b"Command:" not in done.out
    assert len(done.said.splitlines()) >= 3, "an opening, a move or its refusal, a farewell"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_is_answered_in_its_order(shell: Shell, language: str) -> None:
    feed = b"3 7\n\n1 2\nbanana\nstatus\nundo\nquit\n"
    done = shell.run("--deal", "1", "--lang", language, feed=feed)
    lines = done.said.splitlines()
    assert len(lines) == 8
    assert lines[1].startswith({"en": "9 of diamonds on 8", "ro": "9 de caro pe 8"}[language])
    assert "banana" in lines[4]
    assert not foreign(done.said, language, "banana")


@pytest.mark.parametrize(
    ("feed", "moves"),
    [
        (b"", 0),
        (b"3 7\n", 1),
        (b"3 7", 1),
        (b"3 7\r\n6 8\r\n", 2),
        (b"\xef\xbb\xbf\n3 7\n", 1),
        (b"3 7\n\xff\xfe\x1b[2J\n", 1),
        (b"x" * 100_000 + b"\n3 7\n", 1),
        (b"\x00\n3 7\n", 1),
    ],
)
def test_the_end_of_the_lines_ends_the_game_with_a_whole_log(
    shell: Shell, feed: bytes, moves: int
) -> None:
    done = shell.run("--deal", "1", "--log", "a.crescent", feed=feed)
    assert (done.status, done.err) == (0, b"")
    assert is_plain(done.out)
    report = judged(shell, "a.crescent")
    assert report.fault is None
    assert report.moves == moves
    assert len(Record.parse((shell.folder / "a.crescent").read_text()).claims) == len(CLAIMS)


def test_what_stands_after_quit_is_not_played(shell: Shell) -> None:
    shell.run("--deal", "1", "--log", "a.crescent", feed=b"3 7\nquit\n6 8\n")
    assert judged(shell, "a.crescent").moves == 1


def test_at_a_pipe_nothing_is_asked(shell: Shell) -> None:
    feed = b"3 7\nredeal\nrestart\n6 8\nnew 2\ncode\n"
    done = shell.run("--deal", "1", feed=feed)
    assert "CR1-N-AAAAAAC" in done.said.splitlines()[-1]


def test_a_code_given_twice_deals_the_same_cards(shell: Shell) -> None:
    runs = [
        shell.run("play", "--deal", code, feed=b"table\nquit\n", variables={"PYTHONHASHSEED": seed})
        for code, seed in (("CR1-N-QWERTYU", "0"), ("cr1nqwertyu", "7"))
    ]
    assert runs[0].said.splitlines()[1] == runs[1].said.splitlines()[1]


# The log


@pytest.mark.parametrize("name", ["there.crescent", ".", "none/a.crescent", ""])
def test_a_log_that_cannot_be_begun_is_a_usage_error_before_the_game(
    shell: Shell, name: str
) -> None:
    path = shell.write("there.crescent", b"mine")
    done = shell.run("--log", name, "--deal", "1", feed=b"3 7\n")
    assert (done.status, done.out) == (2, b"")
    assert is_one_sentence_line(done.complaint)
    assert path.read_bytes() == b"mine"


def test_a_usage_error_leaves_the_saved_game_as_it_was(shell: Shell) -> None:
    shell.write("there.crescent", b"mine")
    shell.run("--deal", "1", feed=b"3 7\n")
    for words in (("--deal", "2"), ("--deal", "1"), ()):
        assert shell.run(*words, "--log", "there.crescent").status == 2
        assert shell.run(*words, "--log", "none/a.crescent").status == 2
    assert shell.run("--deal", "2", "--speech", "loud").status == 2
    assert shell.run("--deal", "x").status == 2
    said = shell.run(feed=b"status\n").said
    assert "CR1-N-AAAAAAB" in said
    assert "1 move," in said.splitlines()[-1]


@posix_only
def test_a_full_disk_is_told_and_the_game_goes_on(shell: Shell) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (45, 45))

    feed = b"3 7\n6 8\nundo\nstatus\nquit\n"
    done = shell.run("--deal", "1", "--log", "a.crescent", feed=feed, preexec_fn=limit)
    assert done.status == 0
    assert done.said.count("a.crescent cannot be written") == 1
    assert "1 move," in done.said
    written = (shell.folder / "a.crescent").read_bytes()
    assert written.startswith(b"crescent 1\ndeal CR1-N-AAAAAAB\n")
    assert written.endswith(b"\n"), "a part of a line is no line"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_won_and_judged_and_a_changed_digit_is_found(
    shell: Shell, language: str
) -> None:
    record = Record.parse((DATA / "won.crescent").read_text())
    redeal = {"en": "redeal", "ro": "redistribuie"}[language]
    typed = [
        f"{step.action.source.code} {step.action.destination.code}"
        if isinstance(step, Step) and isinstance(step.action, Move)
        else redeal
        for step in record.steps
    ]
    feed = "\n".join([*typed, {"en": "quit", "ro": "ieși"}[language]]).encode()
    words = ("--lang", language, "--deal", str(record.code), "--log", "won.crescent")
    done = shell.run(*words, feed=feed)
    assert (done.status, done.err) == (0, b"")
    assert {"en": "You won", "ro": "Ai câștigat"}[language] in done.said.splitlines()[-2]
    assert not foreign(done.said, language)
    assert shell.run("verify", "won.crescent").status == 0
    lines = (shell.folder / "won.crescent").read_text().splitlines(keepends=True)
    for number in (3, 10, 60):
        first = lines[number - 1].split(" ")[0]
        other = first[:-1] + str((int(first[-1]) + 1) % 10)
        changed = other + lines[number - 1][len(first) :]
        text = "".join([*lines[: number - 1], changed, *lines[number:]])
        shell.write(f"changed-{number}.crescent", text)
    names = [f"changed-{number}.crescent" for number in (3, 10, 60)]
    found = shell.run("verify", *names, "--format", "json")
    assert found.status == 1
    assert [facts["error"]["line"] for facts in found.facts] == [3, 10, 60]


# Signals


def finish(process: subprocess.Popen[bytes]) -> Finished:
    out, err = process.communicate(timeout=LONGEST_RUN)
    return Finished(process.returncode, out, err)


@posix_only
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_while_a_line_is_waited_for_leaves_a_whole_log(shell: Shell, name: str) -> None:
    process = shell.start("--deal", "1", "--log", "a.crescent")
    assert process.stdin and process.stdout  # noqa: PT018
    process.stdin.write(b"3 7\n6 8\n")
    process.stdin.flush()
    for _ in range(3):
        process.stdout.readline()
    process.send_signal(getattr(signal, name))
    done = finish(process)
    assert (done.status, done.err) == (0, b"")
    report = judged(shell, "a.crescent")
    assert report.fault is None
    assert report.moves == 2
    assert len(Record.parse((shell.folder / "a.crescent").read_text()).claims) == len(CLAIMS)


@posix_only
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("after", [1, 40])
def test_a_signal_in_the_midst_of_play_leaves_a_whole_log(
    shell: Shell, name: str, after: int
) -> None:
    process = shell.start("--deal", "1", "--log", "a.crescent")
    stdin, stdout = process.stdin, process.stdout
    assert stdin and stdout  # noqa: PT018

    def feed() -> None:
        try:
            stdin.write(b"3 7\nundo\n" * 50_000)
            stdin.close()
        except OSError:
            pass  # the program has ended, as it should

    feeder = threading.Thread(target=feed)
    feeder.start()
    for _ in range(after):
        stdout.readline()
    process.send_signal(getattr(signal, name))
    process.send_signal(signal.SIGTERM)  # as a closing window does
    stdout.read()
    feeder.join()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(LONGEST_RUN) == 0
    for stream in (stdout, process.stderr):
        stream.close()
    report = judged(shell, "a.crescent")
    assert report.fault is None
    assert report.moves in (0, 1)
    assert len(Record.parse((shell.folder / "a.crescent").read_text()).claims) == len(CLAIMS)


@posix_only
def test_readers_that_go_away_end_the_game_with_a_whole_log(shell: Shell) -> None:
    process = shell.start("--deal", "1", "--log", "a.crescent")
    assert process.stdin and process.stdout and process.stderr  # noqa: PT018
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write(b"3 7\n" + b"undo\n3 7\n" * 100)
    process.stdin.close()
    assert process.stderr.read() == b""
    assert process.wait(LONGEST_RUN) == 0
    process.stderr.close()
    assert judged(shell, "a.crescent").fault is None
