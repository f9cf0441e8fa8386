"""The rules of `verify` for many files, and of what it says at the end and beside a verdict."""

from __future__ import annotations

import io
import json
import os
from typing import get_args

import pytest
from player import LANGUAGES
from shell_driver import Prompt, Shell
from strategies import DATA, no_words

from crescent_a11y import cli
from crescent_a11y.engine.deal import deal
from crescent_a11y.engine.game import NothingToRedo
from crescent_a11y.engine.record import Problem
from crescent_a11y.interface.checking import Judge, is_much, sources
from crescent_a11y.interface.files import judge_file
from crescent_a11y.language.catalog import load
from crescent_a11y.language.diagram import describe

WRONG_LOGS = DATA / "wrong-logs"
MESSAGES = WRONG_LOGS / "messages.json"
WRONG = str(WRONG_LOGS / "wrong-suit-pile.crescent")
UNREADABLE_CODE = str(WRONG_LOGS / "bad-deal-code-word.crescent")
VALID = str(DATA / "won.crescent")


# Messages


def test_the_message_of_every_wrong_log_is_the_reviewed_one_in_both_languages() -> None:
    """The texts are in `tests/data/wrong-logs/messages.json`.

    Where a change of wording is meant, run this test once with `CRESCENT_NEW_MESSAGES=1`: it writes
    the file anew, and the difference shows what is said now.
    """
    judges = {language: Judge(language, as_facts=False, explain=False) for language in LANGUAGES}
    messages = {
        path.name: {
            language: judge(str(path)).text.removeprefix(f"{path}:")
            for language, judge in judges.items()
        }
        for path in sorted(WRONG_LOGS.glob("*.crescent"))
    }
    if os.environ.get("CRESCENT_NEW_MESSAGES"):
        MESSAGES.write_text(json.dumps(messages, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert messages == json.loads(MESSAGES.read_text("utf-8"))


def test_every_code_of_a_fault_has_a_wrong_log() -> None:
    # A log writes a redo as the move itself, so it can never be refused there.
    codes = {problem.code for problem in get_args(Problem)} - {NothingToRedo.code}
    index = json.loads((WRONG_LOGS / "index.json").read_text())
    assert {fault["code"] for fault in index.values()} == codes


# What is said beside


@pytest.mark.parametrize("language", LANGUAGES)
def test_explain_tells_the_table_where_a_move_was_refused(prompt: Prompt, language: str) -> None:
    report = judge_file(WRONG, no_words)
    assert report.game is not None
    table = describe(load(language), report.game.table.view)
    assert report.game.table == deal(report.game.code)
    plain = prompt.run("verify", WRONG, "--lang", language)
    done = prompt.run("verify", WRONG, "--explain", "--lang", language)
    assert done.status == 1
    first, second = done.said.splitlines()
    assert first == plain.said.rstrip("\n")
    assert second.endswith(table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_in_json_is_one_that_check_reads(prompt: Prompt, language: str) -> None:
    chosen = ("--lang", language)
    (facts,) = prompt.run("verify", WRONG, "--explain", "--format", "json", *chosen).facts
    report = judge_file(WRONG, no_words)
    assert report.game is not None
    assert facts["error"]["table"] == describe(load(language), report.game.table.view)
    prompt.write("table.txt", facts["error"]["table"])
    assert prompt.run("check", "table.txt").status == 0


def test_explain_says_no_more_of_a_valid_log_or_of_one_that_cannot_be_understood(
    prompt: Prompt,
) -> None:
    for name in (VALID, UNREADABLE_CODE):
        plain, explained = (prompt.run("verify", name, *more) for more in ((), ("--explain",)))
        assert plain == explained
    (facts,) = prompt.run("verify", UNREADABLE_CODE, "--explain", "--format", "json").facts
    assert facts["error"]["table"] is None


@pytest.mark.parametrize("style", ["text", "json"])
@pytest.mark.parametrize(
    ("names", "status"),
    [((VALID,), 0), ((VALID, WRONG), 1), ((VALID, WRONG, "none"), 2), (("none",), 2)],
)
def test_quiet_only_sets_the_exit_status(
    prompt: Prompt, names: tuple[str, ...], status: int, style: str
) -> None:
    assert prompt.run("verify", "--quiet", *names, "--format", style) == (status, b"", b"")


def test_a_wrong_command_line_is_told_in_spite_of_quiet(prompt: Prompt) -> None:
    done = prompt.run("verify", "--quiet", VALID, "--qiet")
    assert done.status == 2
    assert done.err


# Several files


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Valid: 2. Not valid: 3. Unreadable: 1. Faults: wrong-suit 2, bad-deal-code 1."),
        ("ro", "Valide: 2. Nevalide: 3. Necitite: 1. Greșeli: wrong-suit 2, bad-deal-code 1."),
    ],
)
def test_several_files_are_summed_up_on_standard_error(
    prompt: Prompt, language: str, words: str
) -> None:
    names = [VALID, WRONG, "none", UNREADABLE_CODE, WRONG, VALID]
    done = prompt.run("verify", *names, "--lang", language)
    assert done.status == 2
    assert done.out.count(b"\n") == 5
    assert done.complaint.splitlines()[-1] == words
    assert done.complaint.count("\n") == 2


def test_one_file_and_json_have_no_summary(prompt: Prompt) -> None:
    assert prompt.run("verify", WRONG).err == b""
    assert prompt.run("verify", WRONG, VALID, "--format", "json").err == b""


def test_verdicts_are_the_same_and_in_order_on_one_core_and_on_several(shell: Shell) -> None:
    names = [str(WRONG_LOGS), VALID, "-", "none"] + [str(WRONG_LOGS)] * 2
    assert is_much(sources(names))
    feed = (DATA / "open.crescent").read_bytes()
    one, several = (
        shell.run("verify", *names, "--jobs", jobs, "--format", "json", feed=feed)
        for jobs in ("1", "3")
    )
    assert one == several
    assert one.status == 2
    files = [facts["file"] for facts in one.facts]
    assert files[:-1].index("-") == len(list(WRONG_LOGS.glob("*.crescent"))) + 1


def test_a_few_small_files_start_no_process() -> None:
    assert not is_much(sources([VALID, WRONG, "none"]))


def test_a_single_file_starts_no_process_however_large_it_is(prompt: Prompt) -> None:
    path = prompt.write("large.crescent", b"")
    os.truncate(path, 10**8)
    assert not is_much(sources([str(path)]))
    assert is_much(sources([str(path), VALID]))


@pytest.mark.parametrize("jobs", ["0", "-1", "x", "1.5", "1000", "٣"])
def test_a_number_of_jobs_is_a_whole_number_and_which_is_told(prompt: Prompt, jobs: str) -> None:
    done = prompt.run("verify", VALID, f"--jobs={jobs}")
    assert (done.status, done.out) == (2, b"")
    assert done.complaint == f"--jobs takes a whole number from 1 to 999, not {jobs}.\n"
    told = prompt.run("verify", VALID, f"--jobs={jobs}", "--lang=ro").complaint
    assert told == f"--jobs primește un număr întreg de la 1 la 999, nu {jobs}.\n"


class Listener(io.StringIO):
    """Standard error on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("pause", "lines"), [(0.0, 2), (3600.0, 0)])
def test_progress_is_told_on_a_terminal_in_whole_lines_and_not_too_often(
    prompt: Prompt, monkeypatch: pytest.MonkeyPatch, pause: float, lines: int
) -> None:
    monkeypatch.setattr(cli, "_BETWEEN_NEWS", pause)
    listener = Listener()
    monkeypatch.setattr("sys.stderr", listener)
    prompt.run("verify", VALID, VALID, VALID, "--format", "json")
    assert listener.getvalue() == "".join(f"Judged: {n} of 3.\n" for n in range(1, lines + 1))


def test_progress_is_not_told_where_nobody_listens(
    prompt: Prompt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "_BETWEEN_NEWS", 0.0)
    assert prompt.run("verify", VALID, VALID, VALID, "--format", "json").err == b""
