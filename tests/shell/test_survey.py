"""The rules of the survey of deals: a line a deal, nothing lost when it is stopped, a summary."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from shell_driver import PROGRAM, Prompt, Shell, environment, is_plain

from crescent_a11y import cli
from crescent_a11y.engine.deal import DealCode, Variant

LINE = {"code", "verdict", "moves", "redeals", "positions", "seconds"}


def codes(path: Path) -> list[str]:
    return [json.loads(line)["code"] for line in path.read_text().splitlines()]


def code(number: int) -> str:
    return str(DealCode(Variant.TRADITIONAL, number))


def test_each_deal_has_a_line_of_facts_and_the_summary_is_for_people(shell: Shell) -> None:
    done = shell.run("survey", "--from", "CR1-N-AAAAAAA", "--count", "5")
    assert done.status == 0
    assert all(set(facts) == LINE for facts in done.facts)
    assert sorted(facts["code"] for facts in done.facts) == [code(number) for number in range(5)]
    told = done.complaint.splitlines()
    lines = [line for line in told if not line.startswith("Deals searched: ")]
    assert lines[0] == "5 deals: 5 won, 0 without a win, 0 undecided."
    assert lines[1].startswith("Won: 100 percent; 95 percent interval: from 56.55 to 100.")


def test_a_survey_finds_what_solve_finds(prompt: Prompt) -> None:
    survey = prompt.run("survey", "--from", "2", "--count", "1", "--jobs", "1").facts[0]
    solved = prompt.run("solve", "2", "--format", "json").facts[0]
    del survey["seconds"], solved["log"]
    assert survey == solved


def test_the_same_survey_gives_the_same_lines_but_for_the_time(shell: Shell) -> None:
    def facts_without_time(jobs: str) -> list[dict[str, object]]:
        done = shell.run("survey", "--from", "4", "--count", "4", "--jobs", jobs)
        kept = [{**facts, "seconds": 0} for facts in done.facts]
        return sorted(kept, key=lambda facts: str(facts["code"]))

    assert facts_without_time("1") == facts_without_time("3")


def test_the_summary_is_in_the_language_of_the_player(prompt: Prompt) -> None:
    done = prompt.run("survey", "--from=0", "--count=2", "--seconds=0", "--lang=ro", "--output=x")
    assert done.status == 0
    lines = done.said.splitlines()
    assert lines[0] == "2 împărțiri: 0 câștigate, 0 fără victorie, 2 nehotărâte."
    assert lines[1] == "Câștigate: 0 la sută; interval de 95 la sută: de la 0 la 65,76."
    assert lines[-1] == "În total, pe un nucleu: 0 secunde."
    assert done.err == b""


def test_the_words_of_a_romanian_summary_agree_with_each_number(prompt: Prompt) -> None:
    line = (
        '{"code": "CR1-N-AAAAAA%s", "verdict": "%s", "moves": %s, "redeals": %s, "positions": 1, '
        '"seconds": 0.5}\n'
    )
    won, open_, none = (
        ("found", "9", "1"),
        ("gave-up", *["null"] * 2),
        ("impossible", *["null"] * 2),
    )
    for results, first, by_redeals in (
        ([won], "1 împărțire: 1 câștigată, 0 fără victorie, 0 nehotărâte.", "1 câștigată, 100 la"),
        ([won, open_], "2 împărțiri: 1 câștigată, 0 fără victorie, 1 nehotărâtă.", "1 câștigată, "),
        ([won, won, none], "3 împărțiri: 2 câștigate, 1 fără victorie, 0 nehotărâte.", "2 câștiga"),
    ):
        lines = "".join(line % (code, *one) for code, one in zip("ABC", results, strict=False))
        prompt.write("lines", lines)
        count = str(len(results))
        done = prompt.run("survey", "--from=0", "--count", count, "--output=lines", "--lang=ro")
        said = done.said.splitlines()
        assert said[0] == first
        assert any(one.startswith(f"Cu 1 redistribuire: {by_redeals}") for one in said), said


def test_a_survey_goes_on_where_it_stopped_and_sums_up_all(prompt: Prompt) -> None:
    path = prompt.folder / "lines"
    first = prompt.run("survey", "--from", "0", "--count", "2", "--output", "lines", "--jobs", "1")
    assert first.said.startswith("2 deals: ")
    before = path.read_bytes()
    # As if the machine had lost its power in the middle of a line.
    path.write_bytes(before + b'{"code": "CR1-N-AAA')
    second = prompt.run("survey", "--from", "0", "--count", "4", "--output", "lines", "--jobs", "1")
    assert second.said.startswith("4 deals: ")
    assert path.read_bytes().startswith(before)
    assert sorted(codes(path)) == [code(number) for number in range(4)]


@pytest.mark.parametrize(("pause", "lines"), [(0.0, 2), (3600.0, 0)])
def test_progress_is_told_in_whole_lines_and_not_too_often(
    prompt: Prompt, monkeypatch: pytest.MonkeyPatch, pause: float, lines: int
) -> None:
    monkeypatch.setattr(cli, "_BETWEEN_NEWS", pause)
    options = ("--seconds=0", "--jobs=1", "--output=lines")
    done = prompt.run("survey", "--from=0", "--count=3", *options)
    told = [f"Deals searched: {number} of 3.\n" for number in range(1, lines + 1)]
    assert done.complaint == "".join(told)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_survey_that_is_stopped_has_lost_no_line(tmp_path: Path, how: signal.Signals) -> None:
    path = tmp_path / "lines"
    command = ["survey", "--from", "0", "--output", str(path), "--count"]
    running = subprocess.Popen(
        [*PROGRAM, *command, "500", "--jobs", "2"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (path.exists() and codes(path)) and time.monotonic() < deadline:
        time.sleep(0.02)
    # Ctrl-C goes to all processes of a terminal, a lack of memory to any.
    (os.killpg if how is signal.SIGINT else os.kill)(running.pid, how)
    out, err = running.communicate(timeout=60)
    stopped = codes(path)
    assert stopped
    if how is signal.SIGINT:
        assert running.returncode == 130
        assert out == b""
        assert err.decode().endswith(
            f"Stopped. Deals searched: {len(stopped)} of 500, all in {path}. "
            "The same command goes on.\n"
        )
    # None of its processes stays behind.
    while time.monotonic() < deadline:
        try:
            os.killpg(running.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.02)
    else:
        pytest.fail("a process of the survey is still there")
    count = len(stopped) + 2
    done = Shell(tmp_path).run(*command, str(count), "--jobs", "1")
    assert done.status == 0
    assert codes(path)[: len(stopped)] == stopped
    assert len(set(codes(path))) == len(codes(path))
    assert {code(number) for number in range(count)} <= set(codes(path))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("crescent 1\n", "lines:1: this is not a line of a survey.\n"),
        ("{}\n", "lines:1: this is not a line of a survey.\n"),
        ("\x1b[2J\n", "lines:1: this is not a line of a survey.\n"),
    ],
)
def test_a_file_that_is_no_survey_is_left_alone(
    prompt: Prompt, content: str, complaint: str
) -> None:
    path = prompt.write("lines", content)
    done = prompt.run("survey", "--from", "0", "--count", "1", "--output", "lines")
    assert (done.status, done.out, done.complaint) == (2, b"", complaint)
    assert path.read_text() == content


def test_a_file_that_has_a_deal_twice_is_left_alone(prompt: Prompt) -> None:
    line = (
        '{"code": "CR1-N-AAAAAAC", "verdict": "found", "moves": 1, "redeals": 0, "positions": 1, '
        '"seconds": 0.5}\n'
    )
    path = prompt.write("lines", line * 2)
    done = prompt.run("survey", "--from", "0", "--count", "1", "--output", "lines")
    assert done.status == 2
    assert done.complaint == "lines:2: the deal CR1-N-AAAAAAC is there twice.\n"
    assert path.read_text() == line * 2


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--from", "0"],
        ["--count", "1"],
        ["--from", "0", "--count", "0"],
        ["--from", "0", "--count", "-1"],
        ["--from", "0", "--count", "1.5"],
        ["--from", "0", "--count", "٣"],
        ["--from", "0", "--count", "9" * 5000],
        ["--from", "no code", "--count", "1"],
        ["--from", "CR1-N-ZZZZZZZ", "--count", "2"],
        ["--from", "0", "--count", "1", "--seconds", "x"],
        ["--from", "0", "--count", "1", "--jobs", "0"],
        ["--from", "0", "--count", "1", "--output", "."],
        ["--from", "0", "--count", "1", "--output", "none/lines"],
        ["--from", "0", "--count", "1", "more"],
        ["--from", "0", "--count", "1", "--jobs", "2", "--dask", "127.0.0.1:1"],
    ],
)
def test_a_wrong_command_line_is_told_in_one_line(prompt: Prompt, arguments: list[str]) -> None:
    done = prompt.run("survey", *arguments)
    assert (done.status, done.out) == (2, b"")
    assert is_plain(done.err)
    assert done.err.count(b"\n") == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("", "The option --from is missing. Usage: "),
        ("--from 1", "The option --count is missing. Usage: "),
        ("--count 1", "The option --from is missing. Usage: "),
        ("--from 1 --count", "A value is needed after --count. Usage: "),
        ("--from 1 --count=", "A value is needed after --count. Usage: "),
        ("--from 1 --count 0", "--count takes a whole number from 1 to 8031810176, not 0."),
        ("--from 1 --count 2 --seconds 0.2", "--seconds takes a whole number from 0 to 999999, "),
        ("--from 1 --count 2 --jobs 0", "--jobs takes a whole number from 1 to 999, not 0."),
        ("--from 1 --count 2 --jobs 2 --dask x:1", "--jobs and --dask cannot go together."),
    ],
)
def test_what_is_missing_or_wrong_is_told_by_its_name(
    prompt: Prompt, arguments: str, told: str
) -> None:
    done = prompt.run("survey", *arguments.split())
    assert done.status == 2
    assert done.complaint.startswith(told)


def test_the_last_deal_of_all_can_be_searched(prompt: Prompt) -> None:
    done = prompt.run("survey", "--from", "CR1-N-ZZZZZZZ", "--count", "1", "--seconds", "0")
    assert done.facts[0]["code"] == "CR1-N-ZZZZZZZ"
