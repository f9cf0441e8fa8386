"""The rules of files that mean harm: no traceback, nothing acted on, bounded time and memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from shell_driver import LONGEST_RUN, Prompt, Shell, environment, is_one_sentence_line, is_plain
from strategies import numbered, read_words

from crescent_a11y.engine.deal import deal
from crescent_a11y.interface.checking import Judge, sources
from crescent_a11y.interface.files import bounded_lines, judge_file, open_ordinary
from crescent_a11y.language.catalog import load
from crescent_a11y.language.diagram import describe

START = b"crescent 1\ndeal CR1-N-AAAAAAB\n"
VALID = START + b"3 7 9D @4\n"
ENGLISH = describe(load("en"), deal(numbered(1)).view)
HOSTILE = {
    "escape": b"\x1b[2J\x1b]0;owned\x07",
    "c1": "\x9b31m".encode(),
    "nul": b"\x00",
    "backspace": b"\x08\x08\x08",
    "return": b"\rvalid",
    "bidi": "\u202e\u2066".encode(),
    "zero width": "\u200b\u200d\ufeff".encode(),
    "separator": "\u2028".encode(),
    "tag characters": "\U000e0041".encode(),
    "lone surrogate": b"\xed\xa0\x80",
    "overlong": b"\xc0\xaf",
    "half a character": b"\xe2\x80",
}
LINES = {
    "tag name": b"play%ser Ana\n",
    "tag value": b"player %s\n",
    "place": b"3%s 7\n",
    "card": b"3 7 9%sD\n",
    "time": b"3 7 9D @%s4\n",
    "expected table": b"expect pile 1: %s empty\n",
    "claim": b"result %s\n",
}

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this")


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize("language", ["en", "ro"])
def test_what_a_terminal_could_act_on_is_a_fault_and_is_shown_as_a_code_point(
    prompt: Prompt, line: bytes, hostile: bytes, language: str
) -> None:
    prompt.write("bad.crescent", START + line.replace(b"%s", hostile))
    for style in ("text", "json"):
        done = prompt.run("verify", "bad.crescent", "--lang", language, "--format", style)
        assert (done.status, done.err) == (1, b"")
        assert done.out.count(b"\n") == 1
        assert is_plain(done.out)


@pytest.mark.parametrize("name", ["escape", "nul", "bidi", "zero width", "tag characters"])
def test_a_comment_may_hold_anything_that_is_text_and_is_never_shown(
    prompt: Prompt, name: str
) -> None:
    prompt.write("odd.crescent", VALID + b"# " + HOSTILE[name] + b"\n")
    done = prompt.run("verify", "odd.crescent")
    assert done.status == 0
    assert is_plain(done.out)


@pytest.mark.parametrize("name", ["lone surrogate", "overlong", "half a character"])
def test_a_comment_must_be_text(prompt: Prompt, name: str) -> None:
    prompt.write("odd.crescent", VALID + b"# " + HOSTILE[name] + b"\n")
    (facts,) = prompt.run("verify", "odd.crescent", "--format", "json").facts
    assert (facts["error"]["line"], facts["error"]["code"]) == (4, "encoding")


@linux_only
@pytest.mark.parametrize(
    "name",
    [
        b"\x1b[31mred\x07",
        b"two\nlines",
        b"r\rn",
        b"\xff\xfe",
        "\u202ecod.exe".encode(),
        b"--",
        b"-x",
    ],
)
def test_a_path_is_shown_on_one_line_without_controls_and_is_whole_in_json(
    shell: Shell, name: bytes
) -> None:
    path = os.fsencode(shell.folder) + b"/" + name + b".crescent"
    Path(os.fsdecode(path)).write_bytes(VALID)
    for style in ("text", "json"):
        done = shell.run("verify", "--format", style, "--", path)
        assert (done.status, done.err) == (0, b"")
        assert done.out.count(b"\n") == 1
        assert is_plain(done.out)
    assert os.fsencode(done.facts[0]["file"]) == path
    gone = shell.run("verify", "--", path + b".none")
    assert gone.status == 2
    assert is_one_sentence_line(gone.complaint)
    assert is_plain(gone.err)


@pytest.mark.parametrize("digits", ["１", "٣", "¹", "𝟏", "1²", "Ⅰ", "1" * 5000, "0" * 5000 + "1"])
def test_only_short_ascii_numbers_are_numbers(prompt: Prompt, digits: str) -> None:
    prompt.write("valid.crescent", VALID)
    prompt.write("time.crescent", START + f"3 7 @{digits}\n".encode())
    prompt.write("table.txt", ENGLISH)
    prompt.write("odd-table.txt", ENGLISH.replace("pile 12:", f"pile {digits}:"))
    for command, status in (
        (["verify", "time.crescent"], 1),
        (["deal", digits], 2),
        (["check", "odd-table.txt"], 2),
        (["check", "table.txt", digits, "2"], 2),
        (["verify", "valid.crescent", "--jobs", digits], 2),
    ):
        done = prompt.run(*command)
        assert done.status == status, command
        assert is_plain(done.out + done.err)


@linux_only
def test_a_million_tags_take_no_memory(shell: Shell) -> None:
    import resource

    shell.write("tags.crescent", START + b"player Ana\n" * 1_000_000 + b"3 7\n")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (10**8, 10**8))

    assert shell.run("verify", "tags.crescent", preexec_fn=limit).status == 0


@linux_only
def test_a_line_of_a_hundred_megabytes_is_too_long_wherever_it_stands(shell: Shell) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (10**8, 10**8))

    for start in (b"#", b"player ", b"expect ", b"3 7 9D @", b"moves "):
        path = shell.write("long.crescent", START)
        with path.open("ab") as file:
            file.write(start)
            for _ in range(100):
                file.write(b"1" * 10**6)
        done = shell.run("verify", "long.crescent", "--format", "json", preexec_fn=limit)
        assert done.status == 1
        assert done.facts[0]["error"]["code"] == "too-long"


# Files that are no files


@linux_only
def test_a_folder_of_loops_pipes_and_folders_does_not_stop_the_others(shell: Shell) -> None:
    folder = shell.folder / "logs"
    folder.mkdir()
    (folder / "a-loop.crescent").symlink_to("a-loop.crescent")
    (folder / "b-gone.crescent").symlink_to("nowhere")
    os.mkfifo(folder / "c-pipe.crescent")
    (folder / "d-folder.crescent").mkdir()
    (folder / "e-zero.crescent").symlink_to("/dev/zero")
    (folder / "f-up.crescent").symlink_to("..")
    (folder / "g-valid.crescent").write_bytes(VALID)
    done = shell.run("verify", "logs")
    assert done.status == 2
    assert done.out.startswith(b"logs/g-valid.crescent: ")
    assert done.out.count(b"\n") == 1
    assert done.complaint.count("\n") == 7
    assert is_plain(done.err)


def test_a_folder_that_may_not_be_read_is_status_2_and_the_others_are_judged(
    prompt: Prompt, monkeypatch: pytest.MonkeyPatch
) -> None:
    list_folder = os.listdir

    def refuse(path: str) -> list[str]:
        if path == "closed":  # the user who runs the tests may be allowed to read everything
            raise PermissionError(path)
        return list_folder(path)

    (prompt.folder / "closed").mkdir()
    prompt.write("a.crescent", VALID)
    monkeypatch.setattr(os, "listdir", refuse)
    done = prompt.run("verify", "closed", "a.crescent", "--format", "json")
    assert done.status == 2
    assert is_one_sentence_line(done.complaint)
    assert done.facts[0]["valid"] is True


@linux_only
def test_a_device_is_never_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*_: object) -> int:
        raise AssertionError("opening a device can set it going")

    monkeypatch.setattr(os, "open", opened)
    verdict = Judge("en", as_facts=False, explain=False)("/dev/null")
    assert not verdict.is_readable


# Files that change


def test_a_file_that_grows_is_read_to_where_it_ended_when_it_was_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.crescent"
    path.write_bytes(START)
    again = b"player Ana\n" * 1000
    with path.open("ab", buffering=0) as end, open_ordinary(str(path)) as file:
        lines = 0
        for _ in bounded_lines(file):
            lines += 1
            end.write(again)
    assert lines == 2
    assert judge_file(str(path), read_words).is_valid


@linux_only
def test_a_file_that_vanishes_or_shrinks_while_it_is_read_has_a_verdict(tmp_path: Path) -> None:
    path = tmp_path / "a.crescent"
    path.write_bytes(START + b"player Ana\n" * 100_000)
    with open_ordinary(str(path)) as file:
        lines = bounded_lines(file)
        next(lines)
        path.unlink()
        assert sum(1 for _ in lines) == 100_001
    path.write_bytes(START + b"player Ana\n" * 100_000)
    with open_ordinary(str(path)) as file:
        lines = bounded_lines(file)
        next(lines)
        os.truncate(path, 20)
        assert sum(1 for _ in lines) < 100_001


def test_a_file_that_vanishes_before_its_turn_is_told_and_the_others_are_judged(
    tmp_path: Path,
) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.crescent").write_bytes(VALID)
    named = sources([str(tmp_path)])
    (tmp_path / "b.crescent").unlink()
    verdicts = map(Judge("ro", as_facts=False, explain=False), named)
    assert [verdict.is_valid for verdict in verdicts] == [True, False, True]


# Nothing is done

WATCHED = """
import os, sys

def watch(event, arguments):
    if event == "open":
        path, mode, flags = arguments
        written = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
        if written:
            sys.exit(f"written: {path}")
    elif event.partition(".")[0] in ("socket", "subprocess", "shutil", "ctypes") or event in (
        "os.exec", "os.posix_spawn", "os.system", "os.fork", "os.remove", "os.rename", "os.mkdir",
        "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.utime", "pty.spawn",
    ):
        sys.exit(f"{event} {arguments}")

from crescent_a11y.cli import main
sys.addaudithook(watch)
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "command", [["verify", "hostile.crescent"], ["check", "hostile.crescent", "1", "2"]]
)
def test_nothing_is_written_executed_or_sent(tmp_path: Path, command: list[str]) -> None:
    text = (
        START + b"player $(touch x) `id` ; rm -rf / {0.__class__} %s%n\n3 7\n1 __import__('os')\n"
    )
    (tmp_path / "hostile.crescent").write_bytes(text)
    done = subprocess.run(
        [sys.executable, "-B", "-c", WATCHED, *command],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        timeout=LONGEST_RUN,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == (1 if command[0] == "verify" else 2), done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["hostile.crescent"]


# Tables in words

LONG = 64_000


@pytest.mark.parametrize(
    "text",
    [
        "ascending foundation of " + "a " * (LONG // 2),
        "pile " + "1 " * (LONG // 2) + ": empty",
        "pile 1: " + "a " * (LONG // 2) + ", ace of spades on top",
        "pile 1: 6 cards, " + "on top " * (LONG // 7),
        "pile 1" + ":" * LONG,
        "pile 1: 6 cards" + ", " * (LONG // 2),
        "pile 1" + "\u0301" * (LONG // 2),
        ";a" * (LONG // 2),
        "\n" * LONG,
        ";\n\n" * (LONG // 3),
    ],
    ids=[
        "suit",
        "number",
        "count",
        "card",
        "colons",
        "commas",
        "marks",
        "parts",
        "lines",
        "tables",
    ],
)
def test_a_table_as_long_as_it_may_be_is_refused_in_little_time(prompt: Prompt, text: str) -> None:
    prompt.write("table.txt", text)
    start = time.process_time()
    done = prompt.run("check", "table.txt")
    assert time.process_time() - start < 5
    assert done.status == 2
    assert is_one_sentence_line(done.complaint)
    assert is_plain(done.err)
