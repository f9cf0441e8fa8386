"""The rules of the files that a player names: nothing is waited for, nothing is overwritten."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from strategies import numbered, read_words

from crescent_a11y.engine.record import LONGEST_LINE, Claim, Record, Step
from crescent_a11y.engine.rules import Redeal
from crescent_a11y.interface.files import (
    LONGEST_TABLE,
    ContinuedFile,
    FileProblem,
    LogWriter,
    bounded_lines,
    judge_file,
    logs_in,
    open_ordinary,
    table_texts,
    trouble_of,
)
from crescent_a11y.language.troubles import FileTrouble

VALID = b"crescent 1\ndeal 1\nredeal\n"


def read_table_text(name: str) -> str:
    """The only table of a file."""
    (table,) = table_texts(name)
    return table.text


def trouble(name: object) -> str:
    """The trouble of a file that cannot be judged, by its name."""
    with pytest.raises(FileProblem) as caught:
        judge_file(str(name), read_words)
    assert caught.value.name == str(name)
    return caught.value.trouble.name


def test_a_file_that_is_not_there_a_folder_and_a_false_name_are_told_apart(tmp_path: Path) -> None:
    assert trouble(tmp_path / "none") == "MISSING"
    assert trouble(tmp_path) == "FOLDER"
    (tmp_path / "file").write_bytes(VALID)
    assert trouble(tmp_path / "file" / "below") == "MISSING"
    assert trouble("a\0b") == "OTHER"
    assert trouble("x" * 5000) == "OTHER"
    assert trouble("") == "MISSING"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert trouble(tmp_path / "pipe") == "NOT_A_FILE"
    with pytest.raises(FileProblem):
        read_table_text(str(tmp_path / "pipe"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no such device")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/stdin"])
def test_a_device_is_refused(device: str) -> None:
    if device == "/dev/stdin" and not os.path.exists(device):
        device = "/dev/null"
    if device != "/dev/stdin" or not os.path.isfile(device):
        assert trouble(device) == "NOT_A_FILE"


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="the system has no such file")
def test_a_file_that_fails_while_it_is_read_is_a_trouble() -> None:
    assert trouble("/proc/self/mem") == "OTHER"
    with pytest.raises(FileProblem):
        read_table_text("/proc/self/mem")


@pytest.mark.parametrize(
    ("error", "name"),
    [
        (FileNotFoundError(), "MISSING"),
        (NotADirectoryError(), "MISSING"),
        (IsADirectoryError(), "FOLDER"),
        (PermissionError(), "NO_PERMISSION"),
        (FileExistsError(), "EXISTS"),
        (OSError(), "OTHER"),
        (ValueError(), "OTHER"),
    ],
)
def test_each_error_of_the_system_has_its_trouble(error: OSError | ValueError, name: str) -> None:
    assert trouble_of(error).name == name


def test_a_hyphen_is_standard_input_only_for_those_who_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(VALID)))
    assert trouble("-") == "MISSING"
    assert judge_file("-", read_words, standard_input=True).redeals == 1
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(FileProblem):
        judge_file("-", read_words, standard_input=True)


def test_no_more_of_a_line_is_held_than_a_log_can_have() -> None:
    data = io.BytesIO(b"a\n" + b"x" * 100_000 + b"\nb\n")
    lines = list(bounded_lines(data))
    assert max(map(len, lines)) <= LONGEST_LINE + 3
    assert b"".join(lines) == data.getvalue()
    assert lines[0] == b"a\n"


def test_a_log_is_judged_where_it_lies(tmp_path: Path) -> None:
    path = tmp_path / "a.crescent"
    path.write_bytes(VALID)
    report = judge_file(str(path), read_words)
    assert report.is_valid
    assert (report.moves, report.redeals) == (0, 1)
    with open_ordinary(str(path)) as file:
        assert file.read() == VALID


def test_a_table_is_text_in_utf_8_of_a_bounded_size(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_bytes("\ufeffstivă".encode())
    assert read_table_text(str(path)) == "stivă"
    path.write_bytes(b"x" * LONGEST_TABLE)
    assert len(read_table_text(str(path))) == LONGEST_TABLE
    for data, name in ((b"x" * (LONGEST_TABLE + 1), "TOO_LARGE"), (b"stiv\xe3", "NOT_TEXT")):
        path.write_bytes(data)
        with pytest.raises(FileProblem) as caught:
            read_table_text(str(path))
        assert caught.value.trouble.name == name


def test_the_logs_of_a_folder_are_its_crescent_files_in_order(tmp_path: Path) -> None:
    for name in ("b.crescent", "a.crescent", "c.txt", "d.crescent.bak"):
        (tmp_path / name).touch()
    found = logs_in(str(tmp_path))
    assert found == [str(tmp_path / "a.crescent"), str(tmp_path / "b.crescent")]


@pytest.mark.parametrize("name", ["empty", "none"])
def test_a_folder_without_logs_is_a_trouble(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileProblem):
        logs_in(str(tmp_path / name))


def test_each_line_of_a_log_is_in_the_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.crescent"
    log = LogWriter(str(path), numbered(1))
    assert path.read_bytes() == b"crescent 1\ndeal CR1-N-AAAAAAB\n"
    log.add(Step(Redeal(), None, 7))
    assert path.read_bytes().endswith(b"\nredeal @7\n")
    log.close(Claim("redeals", 1))
    assert path.read_bytes().endswith(b"\nredeals 1\n")
    assert judge_file(str(path), read_words).is_valid
    assert Record.parse(path.read_text()).code == numbered(1)


def test_a_closed_log_takes_no_more_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.crescent"
    log = LogWriter(str(path), numbered(1))
    log.close()
    before = path.read_bytes()
    log.add(Step(Redeal()))
    log.close(Claim("redeals", 1))
    assert path.read_bytes() == before


def test_a_log_never_overwrites_a_file_nor_follows_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "a.crescent", tmp_path / "b.crescent"
    path.write_bytes(b"mine")
    link.symlink_to(tmp_path / "c.crescent")
    for name in (path, link, tmp_path):
        with pytest.raises(FileProblem) as caught:
            LogWriter(str(name), numbered(1))
        assert caught.value.trouble.name == "EXISTS"
    assert path.read_bytes() == b"mine"
    assert not (tmp_path / "c.crescent").exists()


# Files that are written on


def test_a_file_is_read_and_written_on(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    for number in range(3):
        file = ContinuedFile(str(path))
        assert len(list(file.lines())) == number
        file.write(f"{number}\n")
        file.close()
    assert path.read_text() == "0\n1\n2\n"


def test_a_last_line_without_its_end_is_not_given_and_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"whole\nhal")
    file = ContinuedFile(str(path))
    assert list(file.lines()) == [b"whole\n"]
    file.write("next\n")
    file.close()
    assert path.read_bytes() == b"whole\nnext\n"


def test_a_line_that_is_too_long_is_given_in_parts_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"x" * 10_000 + b"\n")
    file = ContinuedFile(str(path))
    assert len(next(file.lines())) > LONGEST_LINE
    file.close()
    assert path.stat().st_size == 10_001


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not let a program lock it twice")
def test_a_file_is_written_by_one_program_at_a_time(tmp_path: Path) -> None:
    name = str(tmp_path / "lines")
    first = ContinuedFile(name)
    with pytest.raises(FileProblem) as caught:
        ContinuedFile(name)
    assert caught.value.trouble is FileTrouble.IN_USE
    first.close()
    ContinuedFile(name).close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_only_an_ordinary_file_is_written_on(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, expected in (
        (tmp_path / "pipe", FileTrouble.NOT_A_FILE),
        (tmp_path, FileTrouble.FOLDER),
        (tmp_path / "none" / "lines", FileTrouble.NO_FOLDER),
        ("nul\0", FileTrouble.OTHER),
    ):
        with pytest.raises(FileProblem) as caught:
            ContinuedFile(str(name))
        assert caught.value.trouble is expected
