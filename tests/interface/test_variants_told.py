"""Crescent Four and the face-down game as they are told: no longer than the traditional game."""

from __future__ import annotations

import random
import re

import pytest
from catalog_words import foreign
from player import LANGUAGES, NEXT_DEAL, Player
from strategies import choose

from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Redo, Undo
from crescent_a11y.engine.rules import Move, Redeal
from crescent_a11y.engine.table import Table

LINES = {Redeal: "redeal", Undo: "undo", Redo: "redo"}
ABOUT = r"redeal|redistribui"
TURNED = {"en": "Turned over: ", "ro": "Întoarsă: "}


def face_down(language: str, *piles: str, redeals: int = 3) -> Player:
    code = DealCode(Variant.FACE_DOWN, 1)
    return Player(language, code=code, table=Table.of(piles, redeals=redeals))


# How a variant is begun


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", Variant)
def test_new_and_a_letter_deals_that_variant(variant: Variant, language: str) -> None:
    for line in (f"new {variant.value.lower()}", f"nou {variant.value}"):
        player = Player(language)
        answer = player.type(line)
        assert player.game.code == NEXT_DEAL._replace(variant=variant)
        assert player.game.table.redeals == variant.redeals
        assert str(player.game.code) in answer
        assert not foreign(answer, language, str(player.game.code))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_code_chooses_its_variant_and_the_opening_says_it(language: str) -> None:
    down = {"en": "Face-down", "ro": "Cu fața în jos"}[language]
    for variant, told in zip(Variant, (set(), {"Crescent Four"}, {down}), strict=True):
        code = DealCode(variant, 28)
        opening = Player(language, code=code).session.opening().text
        assert Player(language).type(f"new {code}") == opening
        assert {name for name in ("Crescent Four", down) if name in opening} == told


@pytest.mark.parametrize("line", ["new x", "new fd", "new f d", "nou ș"])
def test_what_is_no_variant_is_no_code(line: str) -> None:
    player = Player()
    assert "is not a deal code" in player.type(line)
    assert player.game.code.number == 1


def test_restart_keeps_the_variant() -> None:
    player = Player(code=DealCode(Variant.FOUR, 5))
    player.type("redeal", "restart")
    assert player.game.code == DealCode(Variant.FOUR, 5)
    assert player.game.table.redeals == 4


# A fourth redeal


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_rules_say_how_many_redeals_this_game_has(language: str) -> None:
    for variant, own, other in ((Variant.FOUR, "4", "3"), (Variant.TRADITIONAL, "3", "4")):
        player = Player(language, code=DealCode(variant, 1))
        for line in ("help", "rules", "rules 6"):
            answer = player.type(line)
            # The list of the sections, which have numbers of their own, is left out.
            sentences = [said for said in re.split(r"[.\n]", answer) if ";" not in said]
            about = [said for said in sentences if re.search(ABOUT, said)]
            numbers = {word for said in about for word in said.split()}
            assert own in numbers, line
            assert other not in numbers, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fourth_redeal_is_told_and_a_fifth_refused(language: str) -> None:
    player = Player(language, code=DealCode(Variant.FOUR, 1))
    left = [player.type("redeal").partition(".")[0] for _ in range(4)]
    assert [number in said for number, said in zip("321", left, strict=False)] == [True] * 3
    refused = {"en": "No redeals left", "ro": "Nicio redistribuire"}[language]
    assert player.type("redeal").startswith(refused)
    assert (
        Player(language, code=DealCode(Variant.TRADITIONAL, 1))
        .type("redeal", "redeal", "redeal", "redeal")
        .startswith(refused)
    )


# Face down


@pytest.mark.parametrize(
    ("line", "language", "answer"),
    [
        ("", "en", "8 of spades on 9 of spades, pile 2. Turned over: 3 of hearts, 2 cards."),
        ("", "ro", "8 de pică pe 9 de pică, stiva 2. Întoarsă: 3 de cupă, 2 cărți."),
        ("counts off", "en", "8 of spades on 9 of spades, pile 2. Turned over: 3 of hearts."),
        ("numere oprit", "ro", "8 de pică pe 9 de pică, stiva 2. Întoarsă: 3 de cupă."),
        ("verbosity brief", "en", "8 of spades, pile 2; flips 3 of hearts."),
        ("detaliu scurt", "ro", "8 de pică, stiva 2; întoarce 3 de cupă."),
        ("cards codes", "en", "8S on 9S, pile 2. Turned over: 3H, 2 cards."),
    ],
)
def test_a_new_top_is_told_as_turned_over(line: str, language: str, answer: str) -> None:
    player = face_down(language, "AD 3H 8S", "9S", "7S")
    if line:
        player.type(line)
    assert player.type("1 2") == answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_has_lain_open_is_not_told_as_turned_over_again(language: str) -> None:
    player = face_down(language, "2D 7S", "8S", "AC 3C 6S")
    assert TURNED[language] in player.type("1 2")
    for line in ("2 3", "undo", "redo", "undo"):
        assert TURNED[language] not in player.type(line)
    assert TURNED[language] not in player.type("undo")
    assert TURNED[language] not in player.type("1 2"), "it was turned over before"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_emptied_pile_turns_nothing_over(language: str) -> None:
    assert TURNED[language] not in face_down(language, "8S", "9S").type("1 2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_redeal_says_that_cards_were_turned_over_as_long_as_it_turns_some(language: str) -> None:
    said = {"en": "face-up", "ro": "cu fața în sus"}[language]
    player = face_down(language, "2D 8S", "9S", "KH", redeals=3)
    assert said in player.type("redeal")
    assert said not in player.type("redeal"), "both have lain open by now"
    player = face_down(language, "2D 8S", "9S", "KH", redeals=1)
    assert said in player.type("redeal")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verbosity", ["brief", "normal", "full"])
def test_face_down_no_move_takes_more_words(verbosity: str, language: str) -> None:
    turned = 0
    for number in range(8):
        pair = [Player(language, code=DealCode(variant, number)) for variant in Variant]
        plain, _, down = pair
        dice = random.Random(number)
        for player in (plain, down):
            player.type(f"verbosity {verbosity}")
        for _ in range(60):
            action = choose(plain.game, dice.randrange(10_000))
            if action is None:
                break
            if isinstance(action, Move):
                line = f"{action.source.code} {action.destination.code}"
            else:
                line = LINES[type(action)]
            told, told_down = plain.type(line), down.type(line)
            turned += told != told_down
            spare = {"en": 1, "ro": 4}[language] if isinstance(action, Redeal) else 0
            assert len(told_down.split()) <= len(told.split()) + spare, told_down
            assert not foreign(told_down, language)
    assert turned > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_player_knows_is_the_same_face_down(language: str) -> None:
    plain, _, down = (Player(language, code=DealCode(variant, 1)) for variant in Variant)
    for line in ("table", "moves", "seen 5", "where 8H", "wanted", "hearts", "changes", "pile 3"):
        assert plain.type(line) == down.type(line)
