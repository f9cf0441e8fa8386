"""The rules of the command line: languages, help, usage errors, and what a terminal may get."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import tomlkit
from catalog_words import foreign
from player import LANGUAGES
from shell_driver import LONGEST_RUN, Prompt, Shell, environment, is_one_sentence_line, is_plain
from strategies import DATA

from crescent_a11y import __version__

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = ("play", "deal", "verify", "check", "solve", "survey", "stats")


# Version and help


@pytest.mark.parametrize(
    "words",
    ["--version", "play --version", "deal --version", "verify x --version", "check --version x",
     "--lang ro --version", "--version --lang en"],
)  # fmt: skip
def test_the_version_is_said_everywhere(prompt: Prompt, words: str) -> None:
    assert prompt.run(*words.split()) == (0, f"crescent-a11y {__version__}\n".encode(), b"")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_says_its_help(prompt: Prompt, language: str, command: str) -> None:
    done = prompt.run(*command.split(), "--help", "--lang", language)
    assert (done.status, done.err) == (0, b"")
    assert command in done.said.splitlines()[0]
    assert len(done.said.splitlines()) >= 2
    assert done == prompt.run("--lang", language, *command.split(), "-h")


def test_the_help_of_the_commands_differs_from_one_to_the_other(prompt: Prompt) -> None:
    said = [prompt.run(*command.split(), "--help").out for command in ("", *COMMANDS)]
    assert len(set(said)) == len(said)


# Languages


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LC_ALL": "ro_RO.UTF-8"}, "ro"),
        ({"LC_ALL": "", "LANG": "ro_RO.UTF-8"}, "ro"),
        ({"LC_ALL": "", "LC_MESSAGES": "ro_RO", "LANG": "en_US.UTF-8"}, "ro"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "ro_RO.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "ro"}, "ro"),
        ({"LC_ALL": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C"}, "en"),
        ({"LC_ALL": "POSIX"}, "en"),
        ({"LC_ALL": "", "LANG": ""}, "en"),
    ],
)
def test_the_locale_decides_the_default_language(
    shell: Shell, variables: dict[str, str], language: str
) -> None:
    variables = {**variables, "PYTHONUTF8": "1"}
    first = {"ro": "fundație", "en": "ascending"}[language]
    assert shell.run("deal", "1", variables=variables).said.split()[0] == first


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "words",
    ["--lang {} deal 1", "deal --lang {} 1", "deal 1 --lang {}", "deal 1 --lang={}"],
)
def test_the_option_decides_whatever_the_locale(prompt: Prompt, words: str, language: str) -> None:
    done = prompt.run(*words.format(language).split(), locale="ro_RO.UTF-8")
    assert done.status == 0
    assert done.said.startswith({"ro": "fundație", "en": "ascending"}[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_opens_in_the_language_asked_for(shell: Shell, language: str) -> None:
    done = shell.run("play", "--lang", language, "--deal", "1", feed=b"status\nquit\n")
    assert not foreign(done.said, language)
    assert "CR1-N-AAAAAAB" in done.said.splitlines()[0]
    assert len(done.said.splitlines()) <= 6


# Usage errors

WRONG = [
    "verif", "help", "--frobnicate", "play --frobnicate", "play 1", "play --log", "play --deal",
    "deal", "deal 1 --format", "deal 1 --format xml", "deal 1 --nope", "verify",
    "verify --format json", "check", "check --format text", "check a 1", "check a 1 2 3",
    "--lang", "deal 1 --lang", "verify a --format=", "deal CR1-N-AAAA", "deal 8031810176",
    "deal x", "play --deal CR9-N-AAAAAAA", "--deal banana",
]  # fmt: skip


@pytest.mark.parametrize("words", WRONG)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_usage_error_is_one_clear_sentence_and_status_2(
    prompt: Prompt, language: str, words: str
) -> None:
    done = prompt.run(*words.split(), locale={"ro": "ro_RO.UTF-8", "en": "en_GB.UTF-8"}[language])
    assert (done.status, done.out) == (2, b"")
    assert is_one_sentence_line(done.complaint), done.complaint
    assert not foreign(done.complaint, language, words)


@pytest.mark.parametrize(
    ("words", "english", "romanian"),
    [
        ("deal", "The deal code is missing.", "Lipsește codul de joc."),
        ("verify", "The name of the file is missing.", "Lipsește numele fișierului."),
        ("check", "The name of the file is missing.", "Lipsește numele fișierului."),
        ("check a 1", "The place to move to is missing.", "Lipsește destinația mutării."),
        ("solve", "The deal code or the name of the log is missing.", "Lipsește codul de joc sau"),
        ("survey --from 1", "The option --count is missing.", "Lipsește opțiunea --count."),
        ("--lang", "A value is needed after --lang.", "După --lang trebuie o valoare."),
        ("play --log", "A value is needed after --log.", "După --log trebuie o valoare."),
        ("play --log=", "A value is needed after --log.", "După --log trebuie o valoare."),
        ("deal 1 --format", "A value is needed after --format.", "După --format trebuie o"),
        ("deal 1 --format xml", "--format takes text or json, not xml.", "--format primește text"),
        ("--speech x", "--speech takes on, off, or ask, not x.", "--speech primește on, off sau "),
        ("verify a --quiet=yes", "Not understood: --quiet=yes.", "Nu înțeleg: --quiet=yes."),
        ("-hx", "Not understood: -hx.", "Nu înțeleg: -hx."),
    ],
)
def test_what_is_missing_or_wrong_is_told_by_its_name_and_then_the_usage(
    prompt: Prompt, words: str, english: str, romanian: str
) -> None:
    for locale, told, usage in (
        ("en_GB", english, ". Usage: "),
        ("ro_RO", romanian, ". Folosire: "),
    ):
        done = prompt.run(*words.split(), locale=f"{locale}.UTF-8")
        assert (done.status, done.out) == (2, b"")
        assert done.complaint.startswith(told)
        assert usage in done.complaint


@pytest.mark.parametrize("locale", ["ro_RO.UTF-8", "en_GB.UTF-8"])
def test_an_unknown_language_is_a_usage_error_in_that_of_the_locale(
    prompt: Prompt, locale: str
) -> None:
    done = prompt.run("--lang", "fr", "deal", "1", locale=locale)
    assert (done.status, done.out) == (2, b"")
    assert "fr" in done.complaint
    assert not foreign(done.complaint, locale[:2], "fr")


def test_options_may_stand_anywhere_among_the_words(prompt: Prompt) -> None:
    table = str(DATA / "diagram-before-move-10.txt")
    expected = prompt.run("check", table, "10", "14", "--format", "json")
    assert expected.facts[0]["allowed"] is True
    for words in (["--format", "json", table, "10", "14"], [table, "--format", "json", "10", "14"]):
        assert prompt.run("check", *words) == expected


def test_after_two_hyphens_a_name_may_begin_with_one(shell: Shell) -> None:
    shell.write("-a.crescent", "crescent 1\ndeal 1\n")
    assert shell.run("verify", "--", "-a.crescent").status == 0
    assert shell.run("verify", "--format", "json", "--", "-a.crescent").facts[0]["valid"] is True


# What `solve` is to start from


@pytest.mark.parametrize("name", ["missing.crescent", "none/missing", "../missing", "a.b"])
def test_a_missing_log_to_solve_is_told_as_a_missing_file(prompt: Prompt, name: str) -> None:
    assert prompt.run("solve", name) == (2, b"", f"There is no file {name}.\n".encode())


@pytest.mark.parametrize("word", ["missing", "CR1-N-ABC", "-1", "8031810176"])
def test_a_word_to_solve_that_is_no_code_is_told_to_be_no_file_either(
    prompt: Prompt, word: str
) -> None:
    done = prompt.run("solve", word)
    assert (done.status, done.out) == (2, b"")
    assert done.complaint.startswith(f"{word} is neither a file nor a deal code. ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_log_to_solve_is_told_as_verify_tells_it(shell: Shell, language: str) -> None:
    log = b"crescent 1\ndeal 1\n3 7\n1 2\n"
    shell.write("wrong.crescent", log)
    for name in ("wrong.crescent", "-"):
        verified, solved = (
            shell.run(command, name, "--lang", language, feed=log)
            for command in ("verify", "solve")
        )
        assert verified.said.startswith(f"{name}:4:1: ")
        assert (solved.status, solved.out, solved.err) == (2, b"", verified.out)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this")
def test_a_log_to_solve_that_cannot_be_read_is_told(shell: Shell) -> None:
    done = shell.run("solve", "/proc/self/mem")
    assert (done.status, done.out) == (2, b"")
    assert is_one_sentence_line(done.complaint)


# Ctrl-C

HELD = """
import os, sys, time

class Held:
    def find_spec(self, name, *_):
        if name == MODULE:
            open("held", "w").close()
            while not os.path.exists("go"):
                time.sleep(0.005)

sys.meta_path.insert(0, Held())
from ENTRY import main
sys.exit(main())
"""
"""The program with a module that cannot be imported before the file "go" is there."""

PROJECT = tomlkit.parse((ROOT / "pyproject.toml").read_text("utf-8")).unwrap()["project"]
ENTRY = str(PROJECT["scripts"]["crescent-a11y"]).removesuffix(":main")
"""The module that a console script starts with."""


@contextmanager
def held(
    folder: Path, module: str, *command: str, first: str = ""
) -> Iterator[subprocess.Popen[bytes]]:
    """The program as a console script starts it, while it imports a module, after `first`."""
    code = first + HELD.replace("MODULE", repr(module)).replace("ENTRY", ENTRY)
    running = subprocess.Popen(
        [sys.executable, "-c", code, *command],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        end = time.monotonic() + LONGEST_RUN
        while not (folder / "held").exists() and time.monotonic() < end:
            time.sleep(0.005)
        yield running
    finally:
        running.kill()
        running.communicate()


IMPORTS = [
    ("crescent_a11y.cli", "deal 1"),
    ("argparse", "--version"),
    ("crescent_a11y.engine.deal", "deal 1"),
    ("crescent_a11y.interface.checking", "verify -"),
    ("crescent_a11y.interface.playing", "play"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(("module", "command"), IMPORTS)
def test_ctrl_c_while_the_program_is_imported_ends_it_without_a_word(
    tmp_path: Path, module: str, command: str
) -> None:
    with held(tmp_path, module, *command.split()) as running:
        running.send_signal(signal.SIGINT)
        assert running.communicate(timeout=LONGEST_RUN) == (b"", b"")
        assert running.returncode in (-signal.SIGINT, 128 + signal.SIGINT)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_ctrl_c_that_is_ignored_stays_so_while_the_program_is_imported(
    tmp_path: Path,
) -> None:
    ignore = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
    with held(tmp_path, "crescent_a11y.cli", "deal", "1", first=ignore) as running:
        running.send_signal(signal.SIGINT)
        time.sleep(0.05)
        (tmp_path / "go").touch()
        out, err = running.communicate(timeout=LONGEST_RUN)
        assert (running.returncode, err) == (0, b"")
        assert out.startswith(b"ascending")


# Whatever reaches the terminal

EVIL = "a\x1b]0;x\x07\x1b[2J\x9b31m\x7f\u202e\u2028\r\n\tz"


@pytest.mark.parametrize(
    "words",
    [
        ["EVIL"],
        ["--lang", "EVIL"],
        ["--lang=EVIL"],
        ["deal", "EVIL"],
        ["deal", "1", "--format", "EVIL"],
        ["deal", "1", "--EVIL"],
        ["verify", "EVIL"],
        ["check", "EVIL"],
        ["check", "TABLE", "EVIL", "2"],
        ["play", "--deal", "EVIL"],
        ["play", "--log", "EVIL/none"],
        ["play", "EVIL"],
    ],
)
def test_no_control_character_of_the_command_line_comes_back(
    prompt: Prompt, words: list[str]
) -> None:
    table = str(DATA / "diagram-before-move-10.txt")
    typed = [word.replace("EVIL", EVIL).replace("TABLE", table) for word in words]
    done = prompt.run(*typed)
    assert done.status == 2
    assert is_plain(done.out)
    assert is_plain(done.err)
    assert is_one_sentence_line(done.complaint)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("style", ["text", "json"])
def test_no_control_character_of_a_file_name_comes_back(shell: Shell, style: str) -> None:
    names = [b"\x1b[2J.crescent", b"\xc2\x9b1m.crescent", b"\x7f\n.crescent", b"\xff\xfe.crescent"]
    for name in names:
        Path(os.fsdecode(os.fsencode(shell.folder) + b"/" + name)).write_bytes(b"nothing\n")
    for words in ([*names], [b"."]):
        done = shell.run("verify", *words, "--format", style)
        assert done.status == 1
        assert is_plain(done.out)
        assert done.out.count(b"\n") == len(names)
        if style == "json":
            found = sorted(os.fsencode(os.path.basename(facts["file"])) for facts in done.facts)
            assert found == sorted(names), "JSON tells the very name"
    missing = shell.run("verify", b"no\x1b[31m\xc2\x9b\xffne")
    assert missing.status == 2
    assert is_plain(missing.err)


# Encodings


@pytest.mark.parametrize(
    "variables",
    [
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONIOENCODING": "iso8859-2"},
        {"PYTHONIOENCODING": "cp1250"},
    ],
)
def test_an_encoding_without_romanian_letters_gets_base_letters(
    shell: Shell, variables: dict[str, str]
) -> None:
    encoding = variables.get("PYTHONIOENCODING", "ascii")
    done = shell.run("--lang", "ro", "deal", "1", variables=variables)
    text = done.out.decode(encoding)
    assert done.status == 0
    letters = {"ă": "a", "ț": "t"}
    expected = "".join(
        letters.get(x, x) if x.encode(encoding, "ignore") == b"" else x
        for x in "fundație ascendentă de pică: as de pică deasupra, 1 carte"
    )
    assert text.startswith(expected)
    assert "?" not in text
    wrong = shell.run("--lang", "ro", "verify", variables=variables)
    assert wrong.status == 2
    assert wrong.err.decode(encoding).startswith("Lipse")
    feed = "mută 3 7\nreguli\nanulează\nșțăîâ\nieși\n".encode()
    played = shell.run("--lang", "ro", "--deal", "1", feed=feed, variables=variables)
    assert (played.status, played.err) == (0, b"")
    lines = played.out.decode(encoding).splitlines()
    assert lines[1].startswith("9 de caro pe 8 de caro")
    assert lines[-1] == "La revedere."


def test_json_keeps_every_letter_in_any_encoding(shell: Shell) -> None:
    shell.write("partidă.crescent", "crescent 1\ndeal 1\n1 2\n")
    plain = shell.run("--lang", "ro", "verify", "partidă.crescent", "--format", "json")
    ascii_only = shell.run(
        "--lang", "ro", "verify", "partidă.crescent", "--format", "json",
        variables={"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert plain.facts == ascii_only.facts
    assert plain.facts[0]["file"] == "partidă.crescent"
    assert ascii_only.out.isascii()


# Nobody reads


def closed_pipe() -> int:
    """The writing end of a pipe that nobody reads any more."""
    read, write = os.pipe()
    os.close(read)
    return write


@pytest.mark.parametrize(
    "words",
    ["--help", "--version", "deal 1", "deal 1 --format json", "verify a.crescent", "play --deal 1",
     "verify b.crescent --format json"],
)  # fmt: skip
def test_a_closed_output_pipe_is_no_error_to_complain_of(shell: Shell, words: str) -> None:
    shell.write("a.crescent", "crescent 1\ndeal 1\n")
    shell.write("b.crescent", "crescent 1\ndeal 1\n1 2\n")
    pipe = closed_pipe()
    try:
        done = shell.run(*words.split(), feed=b"3 7\n" * 100, stdout=pipe)
    finally:
        os.close(pipe)
    assert done.err == b""


def test_a_verdict_that_nobody_got_does_not_pass_for_a_good_one(shell: Shell) -> None:
    shell.write("b.crescent", "crescent 1\ndeal 1\n1 2\n")
    pipe = closed_pipe()
    try:
        assert shell.run("verify", "b.crescent", stdout=pipe).status != 0
    finally:
        os.close(pipe)


def test_a_closed_error_pipe_changes_no_status(shell: Shell) -> None:
    pipe = closed_pipe()
    try:
        assert shell.run("deal", "x", stderr=pipe).status == 2
    finally:
        os.close(pipe)


def test_streams_that_are_not_there_are_no_crash(shell: Shell) -> None:
    def close_all() -> None:
        os.closerange(0, 3)

    if sys.platform == "win32":
        return
    for words in ("verify -", "deal 1", "deal x", "check -", "play --deal 1", "--help"):
        done = shell.run(*words.split(), feed=b"", stdout=None, stderr=None, preexec_fn=close_all)
        assert done.status in (0, 2), words
