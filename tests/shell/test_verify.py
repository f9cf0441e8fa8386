"""The rules of `verify`: what is judged, what is said of it, and which files are no logs at all."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from player import LANGUAGES
from shell_driver import Prompt, Shell, is_one_sentence_line, is_plain
from strategies import DATA

VALID = "crescent 1\ndeal CR1-N-AAAAAAB\n3 7 9D @4\nredeal @9\nresult open\nmoves 1\n"
WRONG = "crescent 1\ndeal CR1-N-AAAAAAB\n3 7 9D @4\n1 2\n"
WRONG_LOGS = DATA / "wrong-logs"
FAULTS: dict[str, dict[str, object]] = json.loads((WRONG_LOGS / "index.json").read_text())

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this")


@pytest.fixture(autouse=True)
def logs(tmp_path: Path) -> None:
    (tmp_path / "valid.crescent").write_text(VALID)
    (tmp_path / "wrong.crescent").write_text(WRONG)


# Verdicts


@pytest.mark.parametrize(("language", "word"), [("en", "valid"), ("ro", "valid")])
def test_a_valid_log_is_status_0_with_its_facts(shell: Shell, language: str, word: str) -> None:
    done = shell.run("verify", "valid.crescent", "--lang", language)
    assert (done.status, done.err) == (0, b"")
    assert done.said.startswith(f"valid.crescent: {word}: ")
    assert "CR1-N-AAAAAAB" in done.said
    assert "9 second" in done.said or "9 secunde" in done.said


def test_a_valid_log_as_json(shell: Shell) -> None:
    done = shell.run("verify", "valid.crescent", "--format", "json")
    assert done.status == 0
    (facts,) = done.facts
    expected = {"file": "valid.crescent", "valid": True, "result": "open", "moves": 1, "redeals": 1,
                "time": 9, "hints": None, "foundation_cards": 8, "error": None}  # fmt: skip
    assert expected.items() <= facts.items()


@pytest.mark.parametrize(
    ("claim", "english", "romanian"),
    [
        ("", "1 redeal, 9 seconds, deal", "1 redistribuire, 9 secunde, "),
        ("hints 0\n", "1 redeal, 9 seconds, deal", "1 redistribuire, 9 secunde, "),
        ("hints 1\n", ", 1 hint, deal", ", 1 indiciu, "),
        ("hints 121\n", ", 121 hints, deal", ", 121 de indicii, "),
    ],
)
def test_the_hints_that_a_log_claims_are_told_where_there_were_some(
    shell: Shell, claim: str, english: str, romanian: str
) -> None:
    shell.write("hints.crescent", VALID + claim)
    assert english in shell.run("verify", "hints.crescent").said
    assert romanian in shell.run("verify", "hints.crescent", "--lang", "ro").said


def test_an_action_after_the_win_is_told_as_a_fault_of_the_log(prompt: Prompt) -> None:
    name = str(WRONG_LOGS / "game-over-undo.crescent")
    told = "The game is won already; nothing can follow."
    assert prompt.run("verify", name).said == f"{name}:120:1: {told}\n"
    (facts,) = prompt.run("verify", name, "--format", "json").facts
    assert facts["error"]["message"] == told


@pytest.mark.parametrize(
    ("language", "rule", "number"),
    [
        ("en", "It must be the same suit.", "move 2: "),
        ("ro", "Trebuie să fie de aceeași culoare.", "mutarea 2: "),
    ],
)
def test_a_wrong_log_is_status_1_with_file_line_column_move_and_reason(
    shell: Shell, language: str, rule: str, number: str
) -> None:
    done = shell.run("verify", "wrong.crescent", "--lang", language)
    assert (done.status, done.err) == (1, b"")
    assert done.said.startswith(f"wrong.crescent:4:1: {number}{rule} ")


@pytest.mark.parametrize(
    ("claim", "english", "romanian"),
    [
        (
            "moves 3",
            "The log claims 3 moves; the replay gives 1 move.",
            "Jurnalul susține 3 mutări; la redare rezultă 1 mutare.",
        ),
        (
            "redeals 2",
            "The log claims 2 redeals; the replay gives 1 redeal.",
            "Jurnalul susține 2 redistribuiri; la redare rezultă 1 redistribuire.",
        ),
        (
            "time 1",
            "The log claims 1 second; the replay gives 9 seconds.",
            "Jurnalul susține 1 secundă; la redare rezultă 9 secunde.",
        ),
    ],
)
def test_a_false_claim_is_told_in_words(
    shell: Shell, claim: str, english: str, romanian: str
) -> None:
    name = claim.partition(" ")[0]
    text = "".join(
        line for line in VALID.splitlines(keepends=True) if not line.startswith((name, "result"))
    )
    shell.write("false.crescent", f"{text}{claim}\n")
    for language, sentence in (("en", english), ("ro", romanian)):
        done = shell.run("verify", "false.crescent", "--lang", language)
        assert done.status == 1
        assert done.said.partition(": ")[2] == f"{sentence}\n"


def test_a_wrong_log_as_json(shell: Shell) -> None:
    done = shell.run("verify", "wrong.crescent", "--format", "json")
    assert done.status == 1
    (facts,) = done.facts
    expected = {"file": "wrong.crescent", "valid": False, "result": None, "moves": 1, "redeals": 0,
                "time": 4, "foundation_cards": 8}  # fmt: skip
    assert expected.items() <= facts.items()
    error = facts["error"]
    assert (error["line"], error["column"], error["code"]) == (4, 1, "wrong-suit")
    assert error["message"]


def test_every_wrong_log_is_rejected_at_its_line_and_column_with_its_code(shell: Shell) -> None:
    found = shell.run("verify", str(WRONG_LOGS), "--format", "json")
    assert (found.status, found.err) == (1, b"")
    judged = {os.path.basename(facts["file"]): facts for facts in found.facts}
    assert judged.keys() == FAULTS.keys()
    for name, fault in FAULTS.items():
        assert judged[name]["valid"] is False, name
        assert fault.items() <= judged[name]["error"].items(), name


def test_the_reason_of_every_wrong_log_is_told_in_both_languages(shell: Shell) -> None:
    runs = [
        shell.run("verify", str(WRONG_LOGS), "--format", "json", "--lang", language).facts
        for language in LANGUAGES
    ]
    for english, romanian in zip(*runs, strict=True):
        assert english["error"]["message"].strip()
        assert romanian["error"]["message"].strip()
        assert english["error"].pop("message") != romanian["error"].pop("message")
        assert english == romanian, "nothing but the message is translated"


def test_the_text_of_every_wrong_log_begins_with_file_line_and_column(shell: Shell) -> None:
    done = shell.run("verify", str(WRONG_LOGS), "--lang", "ro")
    assert is_plain(done.out)
    lines = done.said.splitlines()
    assert len(lines) == len(FAULTS)
    for line, (name, fault) in zip(lines, sorted(FAULTS.items()), strict=True):
        assert f"{name}:{fault['line']}:{fault['column']}: " in line


def test_the_whole_games_are_valid(shell: Shell) -> None:
    names = ["won", "blocked", "open"]
    files = [str(DATA / f"{name}.crescent") for name in names]
    done = shell.run("verify", *files, "--format", "json")
    assert done.status == 0
    assert [facts["result"] for facts in done.facts] == names
    assert done.facts[0]["foundation_cards"] == 104


def test_the_right_log_under_the_wrong_code_is_rejected(shell: Shell) -> None:
    text = (DATA / "won.crescent").read_text()
    shell.write("other.crescent", text.replace("CR1-N-AAAAAAR", "CR1-N-AAAAAAS"))
    done = shell.run("verify", "other.crescent", "--format", "json")
    assert done.status == 1
    assert done.facts[0]["error"]["line"] > 2


def test_a_log_is_judged_alike_whatever_the_hash_seed(shell: Shell) -> None:
    won = str(DATA / "won.crescent")
    runs = {
        shell.run("verify", won, "--format", "json", variables={"PYTHONHASHSEED": seed})
        for seed in ("0", "99")
    }
    assert len(runs) == 1


# Several files, folders, standard input


def test_several_files_are_judged_in_their_order(shell: Shell) -> None:
    names = ["wrong.crescent", "valid.crescent", "wrong.crescent"]
    done = shell.run("verify", *names, "--format", "json")
    assert done.status == 1
    assert [facts["file"] for facts in done.facts] == names


def test_a_folder_is_all_its_logs_in_order(shell: Shell) -> None:
    shell.write("notes.txt", "no log")
    done = shell.run("verify", ".", "--format", "json")
    assert done.status == 1
    names = [os.path.basename(facts["file"]) for facts in done.facts]
    assert names == ["valid.crescent", "wrong.crescent"]


def test_a_hyphen_is_standard_input(shell: Shell) -> None:
    done = shell.run("verify", "-", feed=WRONG.encode())
    assert done.status == 1
    assert done.said.startswith("-:4:1: ")
    assert shell.run("verify", "-", feed=VALID.encode()).status == 0
    mixed = shell.run("verify", "-", "valid.crescent", feed=VALID.encode())
    assert mixed.status == 0
    assert mixed.out.count(b"\n") == 2


@linux_only
def test_standard_input_without_end_is_judged_at_its_first_fault(shell: Shell) -> None:
    with open("/dev/zero", "rb") as zeros:
        assert shell.run("verify", "-", feed=zeros).status == 1


# What is no log


def test_a_file_that_cannot_be_read_is_status_2_and_the_others_are_still_judged(
    shell: Shell,
) -> None:
    done = shell.run("verify", "none.crescent", "wrong.crescent", "valid.crescent")
    assert done.status == 2
    trouble, summary = done.complaint.splitlines(keepends=True)
    assert is_one_sentence_line(trouble)
    assert "none.crescent" in trouble
    assert summary == "Valid: 1. Not valid: 1. Unreadable: 1. Faults: wrong-suit 1.\n"
    assert done.out.count(b"\n") == 2


@pytest.mark.parametrize(
    ("language", "good", "bad"),
    [
        (
            "en",
            "Valid: 2. Not valid: 0. Unreadable: 0.",
            "Valid: 1. Not valid: 2. Unreadable: 0. Faults: wrong-suit 2.",
        ),
        (
            "ro",
            "Valide: 2. Nevalide: 0. Necitite: 0.",
            "Valide: 1. Nevalide: 2. Necitite: 0. Greșeli: wrong-suit 2.",
        ),
    ],
)
def test_several_verdicts_are_summed_up_on_standard_error(
    shell: Shell, language: str, good: str, bad: str
) -> None:
    chosen = ("--lang", language)
    done = shell.run("verify", "valid.crescent", "valid.crescent", *chosen)
    assert (done.status, done.complaint) == (0, good + "\n")
    done = shell.run("verify", ".", "wrong.crescent", *chosen)
    assert (done.status, done.complaint) == (1, bad + "\n")
    done = shell.run("verify", ".", "--quiet", *chosen)
    assert done == (1, b"", b"")
    done = shell.run("verify", ".", "--format", "json", *chosen)
    assert (done.status, done.err) == (1, b"")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "There is no file none.crescent.\n"),
        ("ro", "Fișierul none.crescent nu există.\n"),
    ],
)
def test_a_missing_file_is_one_sentence_on_standard_error(
    shell: Shell, language: str, sentence: str
) -> None:
    assert shell.run("verify", "none.crescent", "--lang", language) == (2, b"", sentence.encode())


def test_a_folder_without_logs_is_status_2(shell: Shell) -> None:
    (shell.folder / "empty").mkdir()
    done = shell.run("verify", "empty")
    assert (done.status, done.out) == (2, b"")
    assert is_one_sentence_line(done.complaint)
    assert shell.run("verify", "empty", "wrong.crescent").status == 2


@linux_only
def test_pipes_devices_and_files_that_fail_are_status_2_at_once(shell: Shell) -> None:
    os.mkfifo(shell.folder / "pipe")
    for name in ("pipe", "/dev/zero", "/proc/self/mem"):
        done = shell.run("verify", name)
        assert (done.status, done.out) == (2, b""), name
        assert is_one_sentence_line(done.complaint)


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        (b"", 1, "syntax"),
        (b"\n\n", 3, "syntax"),
        (b"\x00\x01\x02\xff" * 300, 1, "encoding"),
        (b"\x7fELF\x02\x01\x01\x00", 1, "syntax"),
        (VALID.encode("utf-16"), 1, "encoding"),
        (VALID.encode("utf-16-le"), 1, "syntax"),
        (VALID.encode()[:20], 2, "bad-deal-code"),
        (VALID.encode()[:38], 3, "syntax"),
        (b"crescent 1\ndeal 1\n# \x1b[2J\x1b]0;x\x07\n\x1b[31m3 7\n", 4, "syntax"),
        (b"crescent 1\ndeal 1\n3 7\xe2\x80\xae\n", 3, "syntax"),
        (b"crescent 1\ndeal 1\n3 \xc2\x9b31m\n", 3, "syntax"),
        (b"crescent 1\ndeal 1\nplayer \xff\n", 3, "encoding"),
    ],
)
@pytest.mark.parametrize("style", ["text", "json"])
def test_what_is_no_log_is_an_invalid_verdict_and_shows_no_control(
    prompt: Prompt, data: bytes, line: int, code: str, style: str
) -> None:
    prompt.write("bad.crescent", data)
    done = prompt.run("verify", "bad.crescent", "--format", style)
    assert (done.status, done.err) == (1, b"")
    assert is_plain(done.out)
    if style == "json":
        error = done.facts[0]["error"]
        assert (error["line"], error["code"]) == (line, code)
    else:
        assert done.said.startswith(f"bad.crescent:{line}:")


@linux_only
def test_an_endless_line_is_too_long_and_takes_no_memory(shell: Shell) -> None:
    import resource

    path = shell.write("long.crescent", "crescent 1\ndeal 1\n")
    os.truncate(path, 10**9)  # no byte of it is on the disk

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (5 * 10**8, 5 * 10**8))

    done = shell.run("verify", "long.crescent", "--format", "json", preexec_fn=limit)
    assert done.status == 1
    error = done.facts[0]["error"]
    assert (error["line"], error["code"]) == (3, "too-long")
    done = shell.run("check", "long.crescent", preexec_fn=limit)
    assert done.status == 2
    assert is_one_sentence_line(done.complaint)


@linux_only
def test_memory_does_not_grow_with_a_log(shell: Shell) -> None:
    import resource

    text = "crescent 1\ndeal 1\n" + "3 7\nundo\n" * 1000
    path = shell.write("long.crescent", text)
    with path.open("a") as file:
        for _ in range(20):
            file.write("# " + "x" * 4000 + "\n" + "\n" * 50_000)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (10**8, 10**8))

    assert shell.run("verify", "long.crescent", preexec_fn=limit).status == 0


def test_line_ends_of_windows_a_byte_order_mark_and_blank_lines_are_read(shell: Shell) -> None:
    data = b"\xef\xbb\xbf" + VALID.replace("\n", "\r\n\r\n").encode()
    shell.write("windows.crescent", data)
    assert shell.run("verify", "windows.crescent").status == 0
