"""What an answer must say, in which order, and what it must not: found by listening to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest
from player import LANGUAGES, Player
from strategies import DATA, numbered, state

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Game
from crescent_a11y.engine.table import Table
from crescent_a11y.engine.view import no_view
from crescent_a11y.interface.journal import Journal, Opened
from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.interface.session import Session
from crescent_a11y.language.catalog import Translator, load
from crescent_a11y.language.commands import shown_name
from crescent_a11y.language.fold import fold
from crescent_a11y.language.troubles import bad_setting
from crescent_a11y.language.vocabulary import SPECS

BOTH_FOUNDATIONS = Table.of(["2D 6S", "9H"], "us:5 ds:7", redeals=3)
SELECTS = DealCode.parse("CR1-N-AAAAAET")
"""A deal in which several places take the top card of pile 8."""


# Yes and no where nothing was asked


@pytest.mark.parametrize(
    ("language", "said"), [("ro", "Nu am întrebat nimic."), ("en", "Nothing was asked.")]
)
@pytest.mark.parametrize("word", ["yes", "no", "da", "nu", "y", "n", "d", "Da.", "NU"])
def test_yes_and_no_to_no_question_are_told_that_nothing_was_asked(
    language: str, word: str, said: str
) -> None:
    player = Player(language, interactive=True)
    assert player.type(word) == said
    assert player.game.moves == 0


@pytest.mark.parametrize("word", ["no", "nu", "n", "cancel", "renunță", ""])
def test_no_lets_go_of_a_card_that_waits_for_its_place_as_cancel_does(word: str) -> None:
    player = Player("ro", code=SELECTS)
    player.type("8")
    assert player.is_asked_where
    assert player.type(word) == "5 de caro rămâne."
    assert not player.is_asked_where
    assert player.game.moves == 0


def test_no_lets_go_of_a_choice_between_places() -> None:
    player = Player(table=BOTH_FOUNDATIONS)
    assert player.type("1 f").endswith("Ascending or descending?")
    assert player.type("no") == "Not done."
    assert not player.is_asked_where
    assert player.game.moves == 0


def test_yes_is_no_place_and_the_card_still_waits() -> None:
    player = Player("en", code=SELECTS)
    player.type("8")
    assert player.type("yes").startswith("The 5 of diamonds waits for its destination")
    assert player.is_asked_where


# A suit that was asked for


@pytest.mark.parametrize(
    ("language", "line", "suit", "whole"),
    [
        ("ro", "unde as", "pică", "unde as de pică"),
        ("ro", "unde rege", "de", None),
        ("ro", "unde este regele", "treflă", "unde rege de treflă"),
        ("en", "where 7", "hearts", "where 7 of hearts"),
        ("en", "moves king", "spades", "moves king of spades"),
        ("en", "2 to king", "hearts", "2 to king of hearts"),
        ("en", "king from 2", "hearts", None),
        ("ro", "10 pe as", "pică", "10 pe AS"),
    ],
)
def test_the_suit_goes_where_it_was_missing(
    language: str, line: str, suit: str, whole: str | None
) -> None:
    player, twin = Player(language), Player(language)
    assert player.type(line).endswith(("culoare?", "suit?"))
    answer = player.type(suit)
    if whole is not None:
        assert answer == twin.type(whole)
    assert player.game.table == twin.game.table


def test_a_suit_that_was_asked_for_may_be_the_destination_of_a_selected_card() -> None:
    table = Table.of(["5C KS", "2S QS", "5D AS", "3C JH"], redeals=3)
    player = Player("ro", table=table)
    player.type("1")
    assert player.type("damă") == "Dama de ce culoare?"
    assert player.type("pică").startswith("Rege de pică pe damă de pică")


# What is lost


@pytest.mark.parametrize(
    ("language", "lines", "done"),
    [
        ("en", "3 7", "1 move"),
        ("en", "3 7|6 8", "2 moves"),
        ("en", "redeal", "1 redeal"),
        ("en", "redeal|redeal", "2 redeals"),
        ("en", "redeal|1 f|redeal", "2 redeals"),
        ("ro", "3 7", "1 mutare"),
        ("ro", "redistribuie|redistribuie", "2 redistribuiri"),
        ("ro", "3 7|redistribuie|da|redistribuie", "1 mutare și 2 redistribuiri"),
        ("en", "3 7|redeal|yes", "1 move and 1 redeal"),
    ],
)
def test_before_a_game_is_left_it_is_told_what_was_done_in_it(
    language: str, lines: str, done: str
) -> None:
    player = Player(language, interactive=True)
    player.type(*lines.split("|"))
    made = {"en": "You have made", "ro": "Ai făcut"}[language]
    for line in ("new", "restart"):
        assert player.type(line).startswith(f"{made} {done}. ")
        player.type("no")


def test_a_game_whose_moves_are_taken_back_is_not_said_to_have_any() -> None:
    player = Player(interactive=True)
    player.type("3 7", "undo")
    assert player.type("new") == "This game has begun. Leave it for a new one?"
    assert player.type("no") == "Not done."
    assert player.type("restart") == "This game has begun. Start it over?"


# Names that no abbreviation can have


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("5", "A number names a pile, so it cannot mean anything else."),
        ("5.", "A number names a pile, so it cannot mean anything else."),
        ("f", "That word names a place, so it cannot mean anything else."),
        ("stiva", "That word names a place, so it cannot mean anything else."),
        ("KS", "That word names a card, so it cannot mean anything else."),
        ("hearts", "That word names a card, so it cannot mean anything else."),
        ("da", "That word answers a question, so it cannot mean anything else."),
    ],
)
def test_no_abbreviation_is_made_of_a_word_that_moves_or_answers_need(
    name: str, reason: str
) -> None:
    player = Player()
    for line in (f"alias {name} new", f"alias {name} = new", f"prescurtare {name} new"):
        assert player.type(line) == reason
    assert player.type("alias").startswith("You have none.")
    code = player.game.code
    player.type(f"{name} 6")
    assert player.game.code == code


# Help


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overview_names_what_a_game_is_played_with_and_where_all_the_help_is(
    language: str,
) -> None:
    t = load(language)
    said = Player(language).type("help")
    names = "undo redo hint win finish save load status lesson rules new restart quit"
    for name in names.split():
        assert re.search(rf"\b{shown(name, t)}\b", said), name
    assert {"en": "help all", "ro": "ajutor tot"}[language] in said
    assert len(said.split()) < 190


def shown(name: str, t: Translator) -> str:
    return shown_name(next(spec for spec in SPECS if spec.name == name), t)


def test_a_number_after_help_is_a_page_of_the_whole_help() -> None:
    player = Player()
    assert player.type("help 2") == player.type("help all 2")
    assert player.type("help 2").startswith("Page 2 of ")
    assert player.type("help 99").startswith("The help has pages 1 to ")
    assert player.type("help 1 2") == "Not understood: 2, after help."


def test_words_that_fit_many_commands_are_told_with_five_that_begin_so() -> None:
    for language, line in (
        ("ro", "s"),
        ("ro", "c"),
        ("en", "s"),
        ("en", "l"),
        ("en", "re"),
        ("ro", "re"),
    ):
        said = Player(language).type(line)
        names = re.split(r", (?:and )?| și | and ", said.rstrip(".").rsplit(": ")[-1])
        if "fit " in said or "multe comenzi, printre care" in said:
            names = re.split(
                r", (?:and )?| și | and ",
                re.split("among them |printre care ", said.rstrip("."))[1],
            )
            assert len(names) == 5, said
        assert 1 < len(names) <= 5, said
        assert all(fold(name).startswith(line) for name in names), said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "line", ["s", "re", "xx", "xy 5", "code zz", "new abc", "new zz", "help xx"]
)
def test_what_was_typed_is_never_made_a_capital(language: str, line: str) -> None:
    said = Player(language).type(line)
    for word in line.split():
        assert word.capitalize() not in re.findall(r"\w+", said), said


# Speech


def test_a_test_of_a_voice_that_is_off_says_how_to_switch_it_on() -> None:
    assert Player("en").type("speech test") == "Speech is off. Type speech on to hear the game."
    assert Player("ro").type("voce probă") == (
        "Vocea este oprită. Scrie voce pornit ca să auzi jocul."
    )


@pytest.mark.parametrize("line", ["speech ask", "voce întreabă"])
def test_speech_ask_makes_the_next_start_offer_it(line: str) -> None:
    remembered: list[Mapping[str, object]] = []
    session = Session(
        [load(known) for known in LANGUAGES],
        "en",
        numbered(1),
        clock=lambda: 0.0,
        new_code=lambda: numbered(2),
        remember=remembered.append,
        interactive=True,
    )
    said = session.handle_line(line).text
    assert said == "Speech ask: the next start offers speech once more."
    assert remembered == [{"speech": "ask"}]
    assert "speech ask" in session.handle_line("help speech").text


# The news of a game that goes on


@pytest.mark.parametrize(
    ("table", "news"),
    [
        (Table.of(["5C", "7D"], redeals=0), "The game is blocked: no move is left."),
        (Table.of(["2C 5H", "3D 9S"], redeals=2), "No move is left. Type redeal: 2 redeals left."),
    ],
)
def test_what_is_new_about_a_game_that_goes_on_comes_before_the_tips(
    table: Table, news: str
) -> None:
    opened = Opened(cast("Journal", None), Game(numbered(1), table), 3, 0, None, None, (), (), None)
    session = Session(
        [load(known) for known in LANGUAGES],
        "en",
        clock=lambda: 0.0,
        new_code=lambda: numbered(2),
        opened=opened,
    )
    said = session.opening().text
    assert re.match(rf"Game \S+ goes on: [^.]+\. {re.escape(news)}", said), said
    assert said.index(news) < said.index("Type table")


# The rule behind each refusal


REFUSED = {
    "same-place": ("1 1", Table.of(["5C KS", "2S QS"], redeals=3)),
    "source-empty": ("16 1", Table.of(["5C KS"], redeals=3)),
    "base-locked": ("us 1", Table.of(["5C KS"], redeals=3)),
    "foundation-to-pile": ("us 1", Table.of(["5C 4S"], "us:3", redeals=3)),
    "pile-empty": ("1 16", Table.of(["5C KS"], redeals=3)),
    "pile-full": ("1 2", Table.of(["2S", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"], redeals=3)),
    "wrong-suit": ("1 2", Table.of(["5C KS", "2S QH"], redeals=3)),
    "wrong-suit-up": ("1 uh", Table.of(["5C 2S", "2S QH"], redeals=3)),
    "wrong-rank": ("1 2", Table.of(["5C KS", "2S 9S"], redeals=3)),
    "foundation-complete": ("1 us", Table.of(["5C AS"], "us:13", redeals=3)),
    "not-next": ("1 us", Table.of(["5C 9S"], redeals=3)),
    "no-redeals": ("redeal", Table.of(["5C KS"], redeals=0)),
    "redeal-no-effect": ("redeal", Table.of(["5C"], redeals=3)),
    "nothing-to-undo": ("undo", Table.of(["5C KS"], redeals=3)),
    "nothing-to-redo": ("redo", Table.of(["5C KS"], redeals=3)),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", REFUSED)
def test_why_gives_one_short_reason_that_the_refusal_does_not(name: str, language: str) -> None:
    line, table = REFUSED[name]
    player = Player(language, table=table)
    refusal = player.type(line)
    assert player.game.moves == 0
    reason = player.type("why").split(". ")[0].rstrip(".")
    assert reason not in refusal
    assert refusal.split(". ")[0].rstrip(".") not in reason
    assert len(reason.split()) <= 21


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_after_a_win_says_that_nothing_is_left(language: str) -> None:
    told = {"en": "With all 104 cards", "ro": "Cu toate cele 104 cărți"}[language]
    won = Table.of([], "us:13 ds:13 uh:13 dh:13 ud:13 dd:13 uc:13 dc:13", redeals=3)
    for line in ("1 2", "us ds", "redeal", "undo"):
        player = Player(language, table=won)
        player.type(line)
        assert player.type("why").startswith(told), line


@pytest.mark.parametrize(
    ("variant", "said"),
    [("N", "There are 3 redeals a game."), ("F", "There are 4 redeals a game.")],
)
def test_why_no_redeal_is_left_says_how_many_there_are(variant: str, said: str) -> None:
    player = Player(code=DealCode.parse(f"CR1-{variant}-AAAAAAB"))
    player.type(*["redeal"] * 5)
    assert player.type("why") == said


# Replays


def test_how_to_go_through_a_log_is_told_in_full_once_and_then_in_short() -> None:
    player = Player()
    first = player.type(f"replay {DATA / 'won.crescent'}")
    assert "An empty line plays the next step" in first
    player.type("", "replay off")
    again = player.type(f"replay {DATA / 'won.crescent'}")
    assert again.endswith(" steps. Type help replay for the words.")
    assert "previous" in player.type("help replay")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "0 steps, then a fault in line 3: Source and destination are the same place."),
        ("ro", "0 pași, apoi o greșeală în linia 3: Sursa și destinația sunt același loc."),
    ],
)
def test_the_fault_of_a_log_is_named_before_it_is_gone_through(
    language: str, told: str, tmp_path: Path
) -> None:
    log = tmp_path / "wrong.crescent"
    log.write_text("crescent 1\ndeal CR1-N-AAAAAAB\n1 1\n")
    assert told in Player(language).type(f"replay {log}")


def test_before_the_own_game_is_left_for_a_replay_it_is_told_what_was_done_in_it() -> None:
    player = Player(interactive=True)
    player.type("redeal", f"replay {DATA / 'won.crescent'}", "")
    assert player.type("play on") == (
        "You have made 1 redeal in your own game. Leave it for this one?"
    )


# Saves


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("en", "save con", "The system reserves the name con; choose another one."),
        ("en", "load LPT1", "The system reserves the name LPT1; choose another one."),
        ("ro", "salvează con", "Numele con este rezervat de sistem; alege altul."),
        ("en", "save a/b", "A name has up to 60 letters, digits, blanks and hyphens."),
    ],
)
def test_a_name_that_the_system_reserves_is_refused_as_such(
    language: str, line: str, said: str, tmp_path: Path
) -> None:
    session = kept(tmp_path, language)
    assert session.handle_line(line).text == said


def test_a_card_of_the_former_game_waits_no_longer_when_a_save_is_loaded(tmp_path: Path) -> None:
    session = kept(tmp_path, "en", SELECTS)
    for line in ("save mine", "8"):
        session.handle_line(line)
    assert session.prompt.startswith("Place:")
    session.handle_line("load mine")
    assert session.prompt.startswith("Command:")
    before = state(session.game)
    session.handle_line("")
    assert state(session.game) == before


def kept(home: Path, language: str, code: DealCode | None = None) -> Session:
    """A session whose game is kept on the disk."""
    keeper = DiskKeeper(home, no_view)
    return Session(
        [load(known) for known in LANGUAGES],
        language,
        code or numbered(1),
        clock=lambda: 0.0,
        new_code=lambda: numbered(2),
        keeper=keeper,
        archive=keeper,
        opened=keeper.opened,
    )


# Settings


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("verbosity", "loud", "Settings, line 2: verbosity cannot be loud; ignored."),
        ("verbosity", "", "Settings, line 2: verbosity cannot have that value; ignored."),
        ("cards", '["words"]', "Settings, line 2: cards cannot have that value; ignored."),
        ("aliases.5", "new", "Settings, line 2: the alias 5 cannot be used; ignored."),
    ],
)
def test_a_bad_setting_is_told_without_marks(key: str, value: str, said: str) -> None:
    assert bad_setting(load("en"), key, 2, value) == said
