"""The first lesson, every step in both languages; it never touches the player's own game.

The tables of its first steps are the ones that the rules show.
"""

from __future__ import annotations

import copy
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from catalog_words import foreign
from hypothesis import given
from hypothesis import strategies as st
from player import LANGUAGES, NEXT_DEAL, Player
from strategies import DATA, numbered, state

from crescent_a11y.interface.files import judge_file
from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.interface.play import Recollection
from crescent_a11y.interface.session import Session
from crescent_a11y.language.catalog import load
from crescent_a11y.language.commands import shown_name
from crescent_a11y.language.diagram import read
from crescent_a11y.language.vocabulary import NAMES, SPECS

MOVE = "12 uh"
"""A move of the player's own game, deal 1."""

both = pytest.mark.parametrize("language", LANGUAGES)


class Step(NamedTuple):
    """A step: what to type in each language, and what is allowed but not asked for."""

    en: str
    ro: str
    wrong: str | None


STEPS = (
    Step("table", "masa", "10 14"),
    Step("6 14", "6 14", "11 16"),
    Step("king of spades on queen of spades", "rege de pică pe damă de pică", "10 14"),
    Step("10 14", "10 14", "14 10"),
    Step("2 5", "2 5", "6 14"),
    Step("undo", "anulează", "11 16"),
    Step("redeal", "redistribuie", None),
    Step("moves", "mutări", "redeal"),
    Step("12 f", "12 f", "11 f"),
    Step("11 f", "11 f", "3 4"),
    Step("7 of spades f", "7 de pică f", "3 9"),
    Step("3 f", "3 f", "3 9"),
)
LAST = len(STEPS)
numbered_steps = pytest.mark.parametrize("number", range(1, LAST + 1))


def right(number: int, language: str) -> str:
    step = STEPS[number - 1]
    return step.ro if language == "ro" else step.en


def said_step(number: int, language: str) -> str:
    return {"en": f"Step {number}.", "ro": f"Pasul {number}."}[language]


def lesson(language: str) -> str:
    return {"en": "lesson", "ro": "lecție"}[language]


def off(language: str) -> str:
    return {"en": "lesson off", "ro": "lecție oprit"}[language]


def begun(language: str, number: int = 1) -> Player:
    player = Player(language)
    player.type(f"{lesson(language)} {number}")
    return player


def task(player: Player, number: int) -> str:
    """What the step says is to be done, as the lesson says it again."""
    text = player.type(lesson(player.language))
    return text.removeprefix(f"{said_step(number, player.language)} ")


# The lesson from its first step to its last


@both
def test_the_whole_lesson(language: str) -> None:
    player = Player(language)
    before = state(player.game)
    answer = player.type(lesson(language))
    assert said_step(1, language) in answer
    assert str(LAST) in answer
    for number in range(1, LAST):
        answer = player.type(right(number, language))
        told, _, follows = answer.rpartition("\n")
        assert told.strip()
        assert follows.startswith(said_step(number + 1, language))
        assert not foreign(answer, language)
    assert said_step(LAST, language) in answer
    assert "\n" not in player.type("3 f"), "half of the last step"
    answer = player.type("9 f")
    won = {"en": "The game is won, with 2 moves", "ro": "Partida este câștigată, cu 2 mutări"}
    assert won[language] in answer
    assert str(player.game.code) in answer
    assert not foreign(answer, language)
    assert state(player.session.game) == state(player.session.own.game) == before


@both
@numbered_steps
def test_a_step_says_in_a_few_sentences_what_to_type(number: int, language: str) -> None:
    player = begun(language, number)
    text = task(player, number)
    assert right(number, language) in text
    assert len(text.split()) <= 50
    assert not foreign(text, language)


@both
@numbered_steps
def test_a_right_answer_leads_to_the_next_step(number: int, language: str) -> None:
    player = begun(language, number)
    answer = player.type(right(number, language))
    if number < LAST:
        assert said_step(number + 1, language) in answer
    else:
        assert "\n" not in answer


@both
@pytest.mark.parametrize("number", [n for n, step in enumerate(STEPS, 1) if step.wrong])
def test_what_is_allowed_but_not_asked_for_is_told_and_taken_back(
    number: int, language: str
) -> None:
    wrong = STEPS[number - 1].wrong
    assert wrong is not None
    player = begun(language, number)
    asked, before = task(player, number), state(player.game)
    plain = Player(language, code=numbered(0), table=player.game.table)
    plain.session.play.go_on(copy.deepcopy(player.game), Recollection(), 0)
    answer = player.type(wrong)
    told, _, again = answer.partition("\n")
    assert told
    assert again.endswith(asked)
    assert again != asked
    assert state(player.game) == before
    assert not foreign(answer, language)
    assert said_step(number, language) not in answer
    # What was told is what the game says of that move anywhere.
    assert plain.type(wrong).startswith(told)
    # And the step is there to be done.
    follows = said_step(number + 1, language) if number < LAST else ""
    assert follows in player.type(right(number, language))


@both
@numbered_steps
def test_a_refusal_is_told_and_the_step_asked_again(number: int, language: str) -> None:
    player = begun(language, number)
    asked, before = task(player, number), state(player.game)
    answer = player.type("us 3" if number < 11 else "uh us")
    told, _, again = answer.partition("\n")
    assert told
    if number == 5:
        assert again.startswith(said_step(6, language)), "any refusal shows what one sounds like"
    else:
        assert again == asked
        assert state(player.game) == before


@both
@numbered_steps
def test_every_telling_command_may_be_asked_meanwhile(number: int, language: str) -> None:
    player = begun(language, number)
    before = state(player.game)
    telling = (
        "foundations",
        "pile 3",
        "hearts",
        "where 2 of hearts",
        "wanted",
        "seen 1",
        "left",
        "top",
        "right",
        "changes",
        "status",
        "help",
        "help lesson",
        "rules",
        "why",
        "last 2",
        "xyzzy",
    )
    for line in telling:
        answer = player.type(line)
        assert said_step(number + 1, language) not in answer, line
        assert state(player.game) == before
    assert task(player, number)


# The tables of the rules


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
def test_the_first_steps_have_the_table_before_move_10(step: int) -> None:
    answer = begun("ro", step).type("masa").partition("\n")[0]
    assert answer == (DATA / "diagram-before-move-10.txt").read_text("utf-8").strip()


def test_the_redeal_is_that_of_the_rules() -> None:
    player = begun("ro", 7)
    shown = [DATA / f"diagram-{when}-first-redeal.txt" for when in ("before", "after")]
    assert player.type("masa") == shown[0].read_text("utf-8").strip()
    assert [card.code for card in player.game.table.places[0]] == ["2H", "9C", "JD", "JD"]
    assert "Stiva 1: 2 de cupă;" in player.type("redistribuie")
    assert [card.code for card in player.game.table.places[0]] == ["9C", "JD", "JD", "2H"]
    assert player.type("masa").partition("\n")[0] == shown[1].read_text("utf-8").strip()


def test_the_ace_goes_on_the_king_as_in_the_rules() -> None:
    answer = begun("ro", 4).type("10 14")
    assert answer.startswith("As de pică pe rege de pică, stiva 14.")


# Leaving and coming back


@both
@numbered_steps
def test_the_lesson_can_be_left_and_come_back_to_at_every_step(number: int, language: str) -> None:
    player = Player(language)
    player.type(MOVE, "redeal")
    own, before = player.session.own, state(player.game)
    player.type(f"{lesson(language)} {number}")
    if number > 1:
        player.type("undo", "redeal", "hearts")
    answer = player.type(off(language))
    assert str(own.game.code) in answer
    assert player.session.play is own
    assert state(player.game) == before
    player.type("table")
    step = {6: 8, 7: 8}.get(number, number)
    assert said_step(step, language) in player.type(lesson(language))
    answer = player.type("quit")
    assert not player.session.ended, "quit leaves the lesson first"
    assert str(own.game.code) in answer
    assert state(player.game) == before
    player.type("quit")
    assert player.session.ended


@both
def test_after_its_end_the_lesson_begins_anew(language: str) -> None:
    player = begun(language, LAST)
    player.type("3 f", "9 f")
    assert said_step(1, language) in player.type(lesson(language))


@both
@pytest.mark.parametrize("word", ["0", "13", "x", "5 6", "-1", "٣"])
def test_a_step_that_is_not_there_is_told_so(word: str, language: str) -> None:
    player = Player(language)
    answer = player.type(f"{lesson(language)} {word}")
    assert str(LAST) in answer
    assert not foreign(answer, language)
    assert player.session.play is player.session.own


@both
def test_there_is_no_lesson_to_leave_before_it_begins(language: str) -> None:
    player = Player(language)
    assert not foreign(player.type(off(language)), language)
    assert player.session.play is player.session.own


def test_the_prompt_says_that_this_is_the_lesson() -> None:
    player = Player("ro")
    assert player.session.prompt == "Comanda: "
    player.type("lecție")
    assert player.session.prompt == "Lecția:  "
    player.type("14")
    assert player.session.prompt == "Locul:   "
    player.type("10", "lecție oprit")
    assert player.session.prompt == "Comanda: "


def test_a_card_that_waits_for_its_place_is_let_go_with_the_lesson() -> None:
    player = Player()
    player.type("lesson 2", "14", "lesson off")
    assert not player.is_asked_where


def test_the_language_may_change_in_the_middle() -> None:
    player = begun("en", 2)
    player.type("limba ro")
    assert "Pasul 3." in player.type("6 14")


def test_the_reason_of_a_refusal_may_be_off() -> None:
    player = Player()
    player.type("reasons off", "lesson 5")
    assert player.type("2 5").startswith("Refused.\nStep 6.")


def test_again_does_the_last_command_in_the_lesson_too() -> None:
    player = begun("en", 7)
    player.type("moves")
    assert player.type("again") == player.type("moves")
    assert "Step 8." in player.type("redeal")


def test_an_oops_can_be_the_right_answer() -> None:
    player = begun("en", 2)
    player.type("6 fourteen")
    assert "Step 3." in player.type("oops 14")


# The player's own game


@both
@pytest.mark.parametrize(
    "line", ["new", "new f", "restart", "save x", "load x", "log x", "pause", "code", "spell"]
)
def test_what_belongs_to_the_own_game_waits(
    line: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    player = begun(language, 2)
    before = state(player.game)
    answer = player.type(line)
    assert not foreign(answer, language)
    assert state(player.game) == before
    assert player.session.own.game.code == numbered(1)
    assert not list(tmp_path.iterdir())


def test_the_own_clock_stands_while_the_lesson_lasts() -> None:
    player = Player()
    player.time += 30
    player.type("lesson")
    player.time += 1000
    player.type("table", "6 14")
    player.time += 1000
    assert player.session.own.seconds == 30
    player.type("lesson off")
    assert player.session.own.seconds == 30
    player.time += 5
    assert player.session.own.seconds == 35


def test_neither_journal_nor_log_is_written(tmp_path: Path) -> None:
    translators = [load(known) for known in LANGUAGES]
    read_view = partial(read, tuple(translators))
    keeper = DiskKeeper(tmp_path, read_view)
    now = [100.0]
    log = tmp_path / "my.crescent"
    session = Session(
        translators,
        "en",
        numbered(1),
        clock=lambda: now[0],
        new_code=lambda: NEXT_DEAL,
        keeper=keeper,
        archive=keeper,
        log_name=str(log),
    )
    session.handle_line(MOVE)
    session.handle_line("moves")

    def files() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}

    before = files()
    for number in range(1, LAST + 1):
        session.handle_line(f"lesson {number}")
        now[0] += 60
        session.handle_line(STEPS[number - 1].wrong or "moves")
        session.handle_line(STEPS[number - 1].en)
        assert files() == before
    session.close()
    keeper.close(session.own.seconds)
    assert judge_file(str(log), read_view).is_valid
    again = DiskKeeper(tmp_path, read_view)
    assert again.opened.game is not None
    assert state(again.opened.game) == state(session.own.game)
    assert again.opened.seconds == 0
    again.close(None)


@numbered_steps
def test_no_command_of_the_lesson_touches_the_own_game(number: int) -> None:
    for name in sorted(set(NAMES) - {"hint", "win", "solution", "quit"}):
        player = begun("en", number)
        before = state(player.session.own.game)
        word = shown_name(next(spec for spec in SPECS if spec.name == name), load("en"))
        player.type(word, "yes")
        assert state(player.session.own.game) == before, name
        assert not player.session.ended


_LINES = st.sampled_from(
    [
        *(line for step in STEPS for line in (step.en, step.ro, step.wrong or "redo")),
        *("lesson", "lesson off", "lesson 12", "9 f", "10", "14", "f", "", "again", "undo 2"),
        *("yes", "no", "quit", "new", "12", "redo", "cancel", "repeat", "help", "why"),
    ]
)


@given(lines=st.lists(_LINES, max_size=25), language=st.sampled_from(LANGUAGES))
def test_whatever_is_typed_in_lessons_the_own_game_stands(lines: list[str], language: str) -> None:
    player = begun(language, 1)
    own = player.session.own
    before = state(own.game)
    for line in lines:
        if player.session.play is own:
            player.type("lesson")
        player.type(line)
        assert state(own.game) == before
        assert own.steps == []
