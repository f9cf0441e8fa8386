"""Settings: what the player wrote stays, what is wrong is named, what can't be read is left."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies

from crescent_a11y.interface import places
from crescent_a11y.interface.places import Failure
from crescent_a11y.interface.settings import BadSetting, Settings, load, save
from crescent_a11y.language.troubles import FailureKind

HAND_WRITTEN = """\
# Mine, don't touch
verbosity = "brief"   # enough for me
colour = "blue"
reasons = false

[aliases]  # my own
r = "redeal"
# the next one is for Ana
"iau tot" = "10 f"

[other]
cards = 7
"""


PARTS = """cards aliases reasons . = [ ] { } " ' # 1 , true "words" x \\ 1979-05-27 inf 0x ș"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


def write(path: Path, text: str | bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def test_without_a_file_the_defaults_hold(path: Path) -> None:
    assert load(path) == (Settings(), ())


def test_what_is_written_is_read_back(path: Path) -> None:
    changes = {
        "language": "ro",
        "verbosity": "full",
        "cards": "codes",
        "reasons": False,
        "counts": False,
        "confirm": False,
        "speech": "on",
        "braille_line": True,
        "memory": False,
        "aliases": {"r": "redistribuie", 'a "b" #=': "1 2", "ș.ț": "undo"},
    }
    assert save(path, changes) is None
    assert load(path) == (Settings(**changes), ())  # type: ignore[arg-type]


def test_comments_and_unknown_keys_are_kept(path: Path) -> None:
    write(path, HAND_WRITTEN)
    assert save(path, {"verbosity": "full", "memory": False}) is None
    text = path.read_text()
    assert 'verbosity = "full"   # enough for me' in text
    for line in set(HAND_WRITTEN.splitlines()) - {'verbosity = "brief"   # enough for me'}:
        assert line in text.splitlines()
    assert load(path)[0] == replace(load(path)[0], verbosity="full", memory=False, reasons=False)
    assert load(path)[1] == ()


def test_aliases_are_changed_one_by_one(path: Path) -> None:
    write(path, HAND_WRITTEN)
    assert save(path, {"aliases": {"iau tot": "10 f", "u": "undo"}}) is None
    text = path.read_text()
    assert "# the next one is for Ana\n" in text
    assert "[aliases]  # my own\n" in text
    assert load(path)[0].aliases == {"iau tot": "10 f", "u": "undo"}


def test_no_language_takes_the_key_out(path: Path) -> None:
    assert save(path, {"language": "en"}) is None
    assert save(path, {"language": None}) is None
    assert load(path) == (Settings(), ())


def test_bad_values_are_named_with_their_lines(path: Path) -> None:
    write(
        path,
        '# x\nverbosity = "loud"\ncards = [\n  "words",\n]\nreasons = 1\nlanguage = "RO"\n'
        'memory = false\n[aliases]\na = "undo"\n"b c" = 3\n[other]\nspeech = 5\n',
    )
    found, problems = load(path)
    assert problems == (
        BadSetting("verbosity", 2, "loud"),
        BadSetting("cards", 3, '[\n  "words",\n]'),
        BadSetting("reasons", 6, "1"),
        BadSetting("language", 7, "RO"),
        BadSetting("aliases.b c", 11, "3"),
    )
    assert found == Settings(memory=False, aliases={"a": "undo"})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('a = 1\nverbosity = "full\n', 2),
        ("a = 1\nb = 2\na = 3\nc = 4\n", 3),
        ("a = 1\nb = '''\n\n'''\na = 3\n", 5),
        ("[a]\n[b]\n\n[a]\n\n", 4),
        ("x = 1\n\n= 3\n", 3),
        (b"x = 1\n# \xff\n", 2),
        (b"x = 1\n\0\0\0\n", 2),
        ("\n" * 70_000, 65538),
    ],
)
def test_what_is_no_toml_is_named_and_never_written_to(
    path: Path, text: str | bytes, line: int
) -> None:
    write(path, text)
    before = path.read_bytes()
    wanted = Failure(FailureKind.DAMAGED, path, line=line)
    assert load(path) == (Settings(), (wanted,))
    assert save(path, {"cards": "codes"}) == wanted
    assert path.read_bytes() == before


@settings(max_examples=300, deadline=None)
@given(
    strategies.lists(
        strategies.sampled_from([*PARTS.split(), " ", "\n", "\r\n", "\0"]),
        max_size=30,
    )
)
def test_whatever_stands_in_the_file_the_program_starts(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes("".join(parts).encode())
    found, problems = load(path)
    assert all(problem.line for problem in problems)
    before = path.read_bytes()
    if save(path, {"speech": "off"}) is None:
        assert load(path)[0] == replace(found, speech="off")
    else:
        assert path.read_bytes() == before


def test_values_that_a_setting_cannot_have_are_the_caller_s_mistake(path: Path) -> None:
    for name, value in [("cards", "x"), ("colour", "red"), ("memory", 1), ("aliases", {"a": 3})]:
        with pytest.raises(ValueError, match=name):
            save(path, {name: value})
    assert not path.exists()


def test_line_ends_and_byte_order_mark_stay(path: Path) -> None:
    write(path, b'\xef\xbb\xbfcards = "codes"\r\n# end\r\n')
    assert save(path, {"cards": "words"}) is None
    assert path.read_bytes() == b'\xef\xbb\xbfcards = "words"\r\n# end\r\n'


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_files_and_folders_are_the_owner_s_alone(path: Path) -> None:
    assert save(path, {"cards": "codes"}) is None
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.skipif(os.name == "nt", reason="needs a privilege on Windows")
def test_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text('cards = "words"\n')
    path.parent.mkdir()
    path.symlink_to(real)
    assert save(path, {"cards": "codes"}) is None
    assert path.is_symlink()
    assert real.read_text() == 'cards = "codes"\n'


def test_a_file_where_the_folder_should_be_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("I am a file")
    path = tmp_path / "config" / "settings.toml"
    _, problems = load(path)
    assert [problem.kind for problem in problems if isinstance(problem, Failure)] == [
        FailureKind.GONE
    ]
    found = save(path, {"cards": "codes"})
    assert isinstance(found, Failure)
    assert found.kind is FailureKind.GONE


def test_no_half_written_file_is_left(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path, HAND_WRITTEN)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(places, "write_all", full)
    assert save(path, {"cards": "codes"}) == Failure(FailureKind.FULL, path, 28)
    assert path.read_text() == HAND_WRITTEN
    assert list(path.parent.iterdir()) == [path]


def test_the_environment_names_one_folder_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(places.HOME, str(tmp_path / "x"))
    assert places.data_folder() == places.config_folder() == tmp_path / "x"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(places.HOME, "here")
    assert places.data_folder() == tmp_path / "here"
    monkeypatch.setenv(places.HOME, "")
    assert places.data_folder().name == "crescent-a11y"
    assert places.config_folder().name == "crescent-a11y"


def test_the_toml_library_is_imported_only_for_a_file(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from crescent_a11y.interface import settings, places\n"
        f"settings.load(Path({str(tmp_path / 'none.toml')!r}))\n"
        "assert not {'tomlkit', 'platformdirs'} & set(sys.modules)"
    )
    path = os.pathsep.join(filter(None, sys.path))
    subprocess.run(
        [sys.executable, "-c", program], check=True, env=os.environ | {"PYTHONPATH": path}
    )


BAD_ALIASES = """\
verbosity = "full"
[aliases]
5 = "new"  # never
z = "code"
odd = 3
as = "redeal"
"""


def is_taken(word: str) -> bool:
    return word in ("5", "as")


def test_an_alias_that_hides_what_moves_need_is_told_and_not_used(path: Path) -> None:
    write(path, BAD_ALIASES)
    found, problems = load(path, is_taken)
    assert found == Settings(verbosity="full", aliases={"z": "code"})
    assert problems == (
        BadSetting("aliases.5", 3, "new"),
        BadSetting("aliases.odd", 5, "3"),
        BadSetting("aliases.as", 6, "redeal"),
    )


def test_a_bad_alias_outlives_every_change_of_the_good_ones(path: Path) -> None:
    write(path, BAD_ALIASES)
    for aliases in ({"z": "code", "y": "status"}, {"y": "status"}, {}):
        assert save(path, {"aliases": aliases}, is_taken) is None
        text = path.read_text()
        assert '5 = "new"  # never\n' in text
        assert "odd = 3\n" in text
        assert 'as = "redeal"\n' in text
        assert load(path, is_taken)[0].aliases == aliases
