"""The rules of the package: built from its sources alone it holds its catalogs and plays."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from catalog_words import foreign
from player import LANGUAGES
from shell_driver import environment, is_plain
from strategies import DATA

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("crescent_a11y", "locale", "tests", "README.md", "pyproject.toml")
LONGEST_STEP = 600.0
"""Seconds; installing what the wheel needs depends on the network."""


class Built(NamedTuple):
    """What was built, and the program installed from it."""

    sdist: Path
    wheel: Path
    program: Path
    folder: Path


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    variables = environment(folder)
    variables.pop("PYTHONPATH", None)
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=LONGEST_STEP,
    )


def succeed(*command: str | Path, folder: Path) -> str:
    done = run(*command, folder=folder)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """An sdist of a copy of the sources, a wheel of the sdist, and the wheel in a fresh place."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "copy"
    copy.mkdir()
    skip = shutil.ignore_patterns("__pycache__", "*.mo", ".*")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=skip)
        else:
            shutil.copy(source, copy / name)
    made = folder / "made"
    succeed(sys.executable, "-m", "build", "--no-isolation", "--outdir", made, copy, folder=folder)
    (sdist,), (wheel,) = made.glob("*.tar.gz"), made.glob("*.whl")
    succeed(sys.executable, "-m", "venv", folder / "fresh", folder=folder)
    scripts = folder / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    succeed(scripts / "python", "-m", "pip", "install", "--quiet", wheel, folder=folder)
    return Built(sdist, wheel, scripts / "crescent-a11y", folder)


def test_the_wheel_holds_the_catalogs_and_not_their_sources(built: Built) -> None:
    names = zipfile.ZipFile(built.wheel).namelist()
    for language in LANGUAGES:
        assert f"crescent_a11y/locale/{language}/LC_MESSAGES/crescent_a11y.mo" in names
    assert not [name for name in names if name.endswith((".po", ".pot"))]
    assert not [name for name in names if name.startswith(("tests", "locale/"))]
    assert "crescent_a11y/py.typed" in names


def test_the_sdist_holds_the_tests_and_the_sources_of_the_catalogs(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert "tests/data/won.crescent" in names
    assert "tests/shell/test_wheel.py" in names
    assert "tests/data/wrong-logs/index.json" in names
    assert "README.md" in names
    assert "locale/catalogs.py" in names
    for language in LANGUAGES:
        assert f"locale/{language}/LC_MESSAGES/crescent_a11y.po" in names


def test_the_installed_program_plays_in_both_languages(built: Built) -> None:
    told = {
        "en": ("3 7\n1 2\nquit\n", "9 of diamonds on 8 of diamonds", "the same suit", "Goodbye."),
        "ro": ("3 7\n1 2\nieși\n", "9 de caro pe 8 de caro", "aceeași culoare", "La revedere."),
    }
    for language, (lines, move, refusal, farewell) in told.items():
        variables = environment(built.folder)
        variables.pop("PYTHONPATH", None)
        done = subprocess.run(
            [built.program, "--lang", language, "--deal", "1", "--log", f"{language}.crescent"],
            cwd=built.folder,
            env=variables,
            input=lines.encode(),
            capture_output=True,
            check=False,
            timeout=LONGEST_STEP,
        )
        said = done.stdout.decode()
        assert (done.returncode, done.stderr) == (0, b"")
        assert is_plain(done.stdout)
        assert move in said
        assert refusal in said
        assert said.endswith(farewell + "\n")
        assert not foreign(said, language)
        verdict = run(built.program, "verify", f"{language}.crescent", folder=built.folder)
        assert verdict.returncode == 0


def test_the_installed_program_judges_a_won_game(built: Built) -> None:
    log = DATA / "won.crescent"
    said = succeed(built.program, "verify", log, "--lang", "ro", folder=built.folder)
    assert "câștigată" in said
    said = succeed(built.program, "deal", "1", "--lang", "ro", folder=built.folder)
    assert said.startswith("fundație ascendentă de pică: as de pică deasupra, 1 carte;")
