"""What is said by itself after a move: that no win is left, and how to have the rest played."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from catalog_words import foreign
from hypothesis import given, settings
from hypothesis import strategies as st
from player import LANGUAGES, Player, kept_session
from strategies import DATA, TWO_PACKS, act, copies, numbered, read_words, tables

from crescent_a11y.engine import solver
from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Action, Game, Redo, Undo
from crescent_a11y.engine.memory import Memory
from crescent_a11y.engine.record import Record, Step
from crescent_a11y.engine.rules import Move, Redeal, legal_moves
from crescent_a11y.engine.solver import Found, Impossible, solve
from crescent_a11y.engine.table import FOUNDATIONS, PILES, Place, Table, foundation_card
from crescent_a11y.interface import advice
from crescent_a11y.interface.ending import MOST_UNSEEN, finishing_moves, is_finish_sure
from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.language.catalog import load

DONE = "uh:13 ud:13 uc:13 ds:13 dc:13"
both = pytest.mark.parametrize("language", LANGUAGES)


def said(language: str, en: str, ro: str) -> str:
    return {"en": en, "ro": ro}[language]


BLOCKED = Record.parse((DATA / "blocked.crescent").read_text())
"""A game whose 27th action loses it."""

WON = Record.parse((DATA / "won.crescent").read_text())


def lines_of(record: Record) -> list[str]:
    """What is typed to play a log without undo."""
    found = []
    for step in record.steps:
        assert isinstance(step, Step)
        action = step.action
        if isinstance(action, Move):
            found.append(f"{action.source.code} {action.destination.code}")
        else:
            found.append("redeal")
    return found


# Warnings

TWO_WAYS = Table.of(["2H AH", "KH", "QS", "KS"], f"us:11 uh:12 {DONE[6:]} dh:11 dd:13", redeals=0)
"""The ace on the king frees the two; without the king it lies there for good."""


LOST_FOR_LONG = Table.of(["2H AH", "2D AD", "6S 5S"], f"us:4 {DONE} dh:11 dd:11", redeals=0)
"""Moves are left, and no win."""


def lost(language: str) -> str:
    return said(language, "This can no longer be won.", "Partida nu mai poate fi câștigată.")


def warned(language: str, table: Table = TWO_WAYS) -> Player:
    player = Player(language, table=table)
    player.type(said(language, "warnings on", "avertizări pornit"))
    return player


@both
def test_a_move_that_loses_the_game_is_told_so_at_its_end_and_once(language: str) -> None:
    player = warned(language)
    answer = player.type("2 uh")
    assert answer.endswith(f". {lost(language)}")
    assert not foreign(answer, language)
    assert lost(language) not in player.type("3 us")
    blocked = player.type("4 us")
    assert said(language, "is blocked", "este blocată") in blocked
    assert lost(language) not in blocked


def test_it_is_told_once_until_a_win_is_known_to_be_possible_again() -> None:
    player = warned("en")
    assert lost("en") in player.type("2 uh")
    for line in (
        "3 us",
        "undo",
        "3 us",
        "undo",
        "status",
        "redo",
        "undo 2",
        "redo",
        "undo",
        "3 us",
    ):
        assert lost("en") not in player.type(line), line
    assert lost("en") not in player.type("2 uh")
    for command in ("win", "hint", "solution"):
        player.type("undo 3", command)
        assert lost("en") in player.type("2 uh"), command
        assert lost("en") not in player.type("3 us")
    player.type("undo 2")
    assert lost("en") in player.type("2 uh"), "the way to win from there is known"


@both
def test_it_is_told_once_for_a_game_that_is_saved_and_loaded(language: str, tmp_path: Path) -> None:
    session = kept_session(DiskKeeper(tmp_path, read_words), BLOCKED.code, language=language)
    *lines, last = lines_of(BLOCKED)[:27]
    for line in (*lines, said(language, "warnings on", "avertizări pornit"), "save here"):
        session.handle_line(line)
    assert lost(language) in session.handle_line(last).text
    for line in ("load here", last):
        assert lost(language) not in session.handle_line(line).text, line
    for line in ("restart", *lines):
        session.handle_line(line)
    assert lost(language) in session.handle_line(last).text, "a game begun anew is warned of anew"


@both
def test_undo_is_advised_only_where_it_is_not_known_to_be_of_no_use(language: str) -> None:
    no_undo = said(
        language,
        "Nothing wins any more. Type new for another game.",
        "Nu se mai poate câștiga. Scrie nou pentru altă partidă.",
    )
    player = Player(language, table=LOST_FOR_LONG)
    for command in ("hint", "3 us", "hint", "solution", "finish"):
        answer = player.type(command)
        assert answer == no_undo or command == "3 us"
    player = Player(language, code=BLOCKED.code)
    *before, last = lines_of(BLOCKED)[:27]
    player.type(*before, said(language, "warnings on", "avertizări pornit"), last)
    for count, line in enumerate(lines_of(BLOCKED)[27:29], 2):
        player.type(line)
        answer = player.type("hint")
        assert answer == said(
            language,
            f"Nothing wins any more. Type undo {count}, or new.",
            f"Nu se mai poate câștiga. Scrie anulează {count} sau nou.",
        )
    player.type(f"undo {count - 1}")
    assert player.type("hint") == said(
        language,
        "Nothing wins any more. Type undo, or new.",
        "Nu se mai poate câștiga. Scrie anulează sau nou.",
    )


@given(table=tables, choices=st.lists(st.integers(0, 99), max_size=8))
def test_what_follows_on_a_lost_table_is_known_to_be_lost(table: Table, choices: list[int]) -> None:
    session = Player(table=table).session
    game, known = session.game, session._advice._lost
    for choice in choices:
        if game.is_won:
            break
        actions: list[Action] = [*legal_moves(game.table), Redeal(), Redo()]
        known.clear()
        known.add(game.table)
        session._moving.play(actions[choice % len(actions)])
        assert game.is_won or game.table in known
        if choice % 3 == 0:
            session._moving.play(Undo())


def test_it_is_not_told_where_it_was_not_asked_for_nor_after_it_was_switched_off() -> None:
    player = Player(table=TWO_WAYS)
    assert lost("en") not in player.type("2 uh")
    player.type("undo", "warnings on")
    assert lost("en") in player.type("2 uh")
    player.type("undo", "warnings off")
    assert lost("en") not in player.type("2 uh")


def test_what_a_command_has_said_is_not_said_once_more() -> None:
    for command in ("win", "hint", "solution"):
        player = Player(table=TWO_WAYS)
        player.type("2 uh", "warnings on", command)
        assert lost("en") not in player.type("3 us")
        player.type("undo 2", "win")
        assert lost("en") in player.type("2 uh")


def test_a_move_that_leaves_a_win_is_not_warned_of() -> None:
    player = warned("en")
    assert lost("en") not in player.type("1 2")
    with_a_redeal = Table(TWO_WAYS.places, 1)
    assert lost("en") not in warned("en", with_a_redeal).type("2 uh")


def test_a_redeal_can_be_what_loses_the_game() -> None:
    table = Table.of(["AH 2H", "QS", "KS"], f"us:11 {DONE} dh:11 dd:13", redeals=1)
    assert copies(table) == TWO_PACKS
    player = warned("en", table)
    assert player.type("redeal").endswith(lost("en"))


def test_the_lesson_and_a_replay_warn_of_nothing() -> None:
    player = warned("en")
    for number in range(1, 13):
        player.type(f"lesson {number}")
        for line in ("10 14", "6 14", "14 6", "redeal", "12 uc", "9 us"):
            assert lost("en") not in player.type(line)
    player.type(f"replay {DATA / 'blocked.crescent'}")
    answer = ""
    while "The log ends here" not in answer:
        answer = player.type("next")
        assert lost("en") not in answer


def test_a_known_way_to_win_makes_the_search_needless(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Table] = []

    def is_lost(table: Table, *, budget: int) -> bool:
        assert budget == advice.WARNING_BUDGET
        searched.append(table)
        return False

    monkeypatch.setattr(solver, "is_lost", is_lost)
    found = solve(TWO_WAYS, budget=advice.BUDGET, shortening=0)
    assert isinstance(found, Found)
    player = warned("en")
    player.type("hint")
    for action in found.actions:
        assert isinstance(action, Move)
        player.type(f"{action.source.code} {action.destination.code}")
    assert player.game.is_won
    assert not searched
    player = warned("en")
    player.type("2 uh")
    assert searched == [player.game.table]


def test_without_warnings_the_solver_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "is_lost", None)
    player = Player(table=TWO_WAYS)
    player.type("2 uh", "3 us")


@given(table=tables, choices=st.lists(st.integers(0, 99), max_size=8))
@settings(max_examples=40)
def test_every_warning_is_true(table: Table, choices: list[int]) -> None:
    player = warned("en", table)
    for choice in choices:
        moves = list(legal_moves(player.game.table))
        if not moves:
            return
        move = moves[choice % len(moves)]
        if lost("en") in player.type(f"{move.source.code} {move.destination.code}"):
            assert isinstance(solve(player.game.table, budget=200_000), Impossible)


# The offer to play the rest

FREED = Table.of(["2H AH", "KH"], f"us:13 uh:12 {DONE[6:]} dh:11 dd:13", redeals=0)
"""The rest is plain once the ace lies on the king."""

WHEREVER = Table.of(["AH 2H", "AD 2D", "KS QS"], f"us:11 {DONE} dh:11 dd:11", redeals=0)
"""Any order of the three cards below ends the game."""

ORDER_MATTERS = Table.of(["AH 2H 3H", "4H"], f"us:13 {DONE} dh:9 dd:13", redeals=0)
"""Of the two cards below, the two must come first."""


def offer(language: str) -> str:
    return said(language, "Type finish for the rest.", "Scrie termină pentru restul cărților.")


@both
def test_the_rest_is_offered_once_it_takes_plain_moves_only(language: str) -> None:
    player = Player(language, table=FREED)
    answer = player.type("1 2")
    assert answer.endswith(f". {offer(language)}")
    assert not foreign(answer, language)
    assert offer(language) not in player.type("1 dh")
    won = player.type(said(language, "finish", "termină"))
    assert player.game.is_won
    assert offer(language) not in won


def test_it_is_offered_again_only_where_undo_led_out_of_the_plain_end() -> None:
    player = Player(table=FREED)
    assert offer("en") in player.type("1 2")
    for line in ("1 dh", "undo", "1 dh", "undo"):
        assert offer("en") not in player.type(line), line
    assert offer("en") not in player.type("undo")
    assert offer("en") in player.type("redo")
    player.type("1 dh", "undo 2")
    assert offer("en") in player.type("1 2")


def test_a_card_that_nobody_saw_is_not_given_away_by_the_offer() -> None:
    player = Player(table=ORDER_MATTERS)
    assert finishing_moves(ORDER_MATTERS)
    assert offer("en") not in player.type("2 dh"), "the two might lie under the ace"
    assert offer("en") in player.type("1 dh"), "the two lies open now"


def test_it_is_offered_where_the_unseen_cards_may_lie_in_any_order() -> None:
    assert offer("en") in Player(table=WHEREVER).type("3 us")


def test_the_last_card_needs_no_offer() -> None:
    table = Table.of(["KS QS"], f"us:11 {DONE} dh:13 dd:13", redeals=0)
    assert offer("en") not in Player(table=table).type("1 us")


@pytest.mark.parametrize("variant", Variant)
def test_every_variant_offers_what_was_seen_to_be_sure(variant: Variant) -> None:
    for table, line, expected in ((FREED, "1 2", True), (ORDER_MATTERS, "2 dh", False)):
        player = Player(code=DealCode(variant, 1), table=table)
        assert (offer("en") in player.type(line)) == expected


def test_the_lesson_offers_nothing() -> None:
    player = Player()
    player.type("lesson 12")
    assert offer("en") not in player.type("3 us")


def test_it_is_offered_once_in_a_whole_game_and_then_wins_it() -> None:
    player = Player(code=WON.code)
    offers = []
    for number, line in enumerate(lines_of(WON)):
        if offer("en") in player.type(line):
            offers.append(number)
            assert finishing_moves(player.game.table)
    assert len(offers) == 1


@both
def test_it_is_offered_where_a_game_goes_on(language: str, tmp_path: Path) -> None:
    keeper = DiskKeeper(tmp_path, read_words)
    session = kept_session(keeper, WON.code, language=language)
    assert offer(language) not in session.opening().text
    for line in lines_of(WON)[:-3]:
        said_last = session.handle_line(line).text
    assert offer(language) not in said_last
    assert offer(language) not in session.handle_line("save 1").text
    answer = session.handle_line("load 1").text
    assert offer(language) in answer
    assert not foreign(answer, language)
    assert offer(language) not in session.handle_line("load 2").text
    keeper.close(None)
    session = kept_session(DiskKeeper(tmp_path, read_words), language=language)
    opening = session.opening().text
    assert offer(language) in opening
    assert not foreign(opening, language)
    session.handle_line("lesson")
    assert offer(language) not in session.handle_line("lesson off").text, "it was offered"
    session.handle_line("new 5")
    session.handle_line(f"replay {DATA / 'won.crescent'}")
    session.handle_line(f"to {len(WON.steps) - 3}")
    assert offer(language) in session.handle_line("play on").text


# Playing the rest


@both
@pytest.mark.parametrize("count", [1, 4])
def test_the_end_tells_the_outcome_first_and_then_what_was_played(
    count: int, language: str
) -> None:
    player = Player(language, table=WHEREVER)
    moves = finishing_moves(WHEREVER)
    player.type(*(f"{m.source.code} {m.destination.code}" for m in moves[:-count]))
    answer = player.type("finish")
    assert player.game.is_won
    assert answer.startswith(said(language, "You won with ", "Ai câștigat cu "))
    assert answer.endswith(
        {
            ("en", 1): " 1 move was played for you.",
            ("en", 4): " 4 moves were played for you.",
            ("ro", 1): " 1 mutare a fost jucată în locul tău.",
            ("ro", 4): " 4 mutări au fost jucate în locul tău.",
        }[language, count]
    )
    assert len(answer.split(". ")) == 3
    assert not foreign(answer, language)


@both
def test_finish_says_what_hint_says_where_no_win_is_left(language: str) -> None:
    player = Player(language, table=LOST_FOR_LONG)
    not_yet = player.type("finish")
    assert not foreign(not_yet, language)
    hint = player.type("hint")
    assert player.type("finish") == hint != not_yet
    player.type("3 us", "3 us")
    assert player.game.is_blocked
    assert player.type("finish") == player.type("hint")


def test_what_is_typed_before_finish_waits_for_nothing_after_it() -> None:
    player = Player(table=WHEREVER)
    player.type("1", "finish")
    assert player.game.is_won
    assert not player.is_asked_where


@st.composite
def endings(draw: st.DrawFn) -> Table:
    """Tables with few cards left, most of which plain moves to the foundations end."""
    heights = dict.fromkeys(FOUNDATIONS, 13)
    piles: list[list[Card]] = [[] for _ in PILES]
    width = draw(st.integers(2, 6))
    for _ in range(draw(st.integers(2, 9))):
        place = draw(st.sampled_from(FOUNDATIONS))
        heights[place] -= 1
        card = foundation_card(place, heights[place])
        assert card is not None
        piles[draw(st.integers(0, width - 1))].append(card)
    counts = " ".join(f"{place.code}:{height}" for place, height in heights.items())
    table = Table.of([], counts, redeals=0)
    missing = TWO_PACKS - copies(table)
    assert missing == Counter(card for pile in piles for card in pile)
    return Table((*map(tuple, piles), *table.places[16:]), 0)


@given(table=endings(), data=st.data())
def test_the_offer_is_the_same_however_the_unseen_cards_lie(
    table: Table, data: st.DataObject
) -> None:
    """What was seen is more than the tops: some plain moves were played, and some taken back."""
    game, memory = Game(numbered(1), table), Memory(table)
    for move in finishing_moves(table)[: data.draw(st.integers(0, 4))]:
        memory.follow(act(game, move))
    now = game.table
    hidden = [
        (place, height)
        for place in PILES
        for height, card in enumerate(reversed(memory.seen(now, place)))
        if card is None
    ]
    cards = data.draw(st.permutations([now.places[place][height] for place, height in hidden]))
    places = [list(pile) for pile in now.places]
    for (place, height), card in zip(hidden, cards, strict=True):
        places[place][height] = card
    other = Table(tuple(map(tuple, places)), now.redeals)
    assert [memory.seen(other, place) for place in Place] == [
        memory.seen(now, place) for place in Place
    ]
    assert is_finish_sure(now, memory) == is_finish_sure(other, memory)
    if is_finish_sure(now, memory):
        assert finishing_moves(now)
        assert finishing_moves(other)


@given(table=endings())
def test_all_that_is_seen_is_offered_where_it_ends_the_game(table: Table) -> None:
    memory = Memory(table)
    if memory.unseen <= 1:
        assert is_finish_sure(table, memory) == bool(finishing_moves(table))
    if memory.unseen > MOST_UNSEEN:
        assert not is_finish_sure(table, memory)


@both
def test_neither_is_said_in_the_words_of_the_other_language(language: str) -> None:
    t = load(language)
    for text in (lost(language), offer(language)):
        assert not foreign(text, t.language)
