"""Logs played and judged: good ones to their end, wrong ones up to their first fault."""

from __future__ import annotations

import itertools
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    DATA,
    Played,
    card,
    log_lines,
    no_words,
    numbered,
    numbers,
    played,
    read_words,
    state,
)

from crescent_a11y.engine.deal import deal
from crescent_a11y.engine.game import NothingToUndo, UndoLimit, Undone
from crescent_a11y.engine.record import (
    CardMismatch,
    ClaimMismatch,
    Expected,
    Fault,
    PositionMismatch,
    Syntax,
    TimeMismatch,
    read,
)
from crescent_a11y.engine.replay import Replay, Report, replay
from crescent_a11y.engine.rules import BaseLocked, GameOver, Moved, Redealt, SourceEmpty
from crescent_a11y.engine.table import Place, Sight, View
from crescent_a11y.engine.view import UnreadableView

WRONG: dict[str, dict[str, int | str]] = json.loads(
    (DATA / "wrong-logs" / "index.json").read_text(encoding="utf-8")
)
UNREADABLE = "syntax unknown-place unknown-card bad-deal-code unsupported-version too-long encoding"
MISMATCHES = "card-mismatch time-mismatch position-mismatch claim-mismatch"
REFUSALS = (
    "game-over same-place source-empty base-locked foundation-to-pile pile-empty pile-full "
    "wrong-suit wrong-rank foundation-complete not-next no-redeals redeal-no-effect nothing-to-undo"
)
CODES = set(f"{UNREADABLE} {MISMATCHES} {REFUSALS}".split())
WON = (DATA / "won.crescent").read_bytes()
START = b"crescent 1\ndeal CR1-N-AAAAAAR\n"  # the deal of won.crescent
FIRST = b"7 dd QD\n"
SECOND = b"9 uh 2H\n"


def judged(data: bytes) -> Report:
    return replay(log_lines(data), read_words)


def fault(data: bytes) -> Fault:
    found = judged(data).fault
    assert found is not None
    return found


# Files


@pytest.mark.parametrize("file", WRONG)
def test_a_wrong_log_is_refused_at_its_first_fault(file: str) -> None:
    found = fault((DATA / "wrong-logs" / file).read_bytes())
    assert {"line": found.line, "column": found.column, "code": found.code} == WRONG[file]


@pytest.mark.parametrize("file", WRONG)
def test_a_wrong_log_is_right_up_to_its_fault(file: str) -> None:
    lines = log_lines((DATA / "wrong-logs" / file).read_bytes())
    right = lines[: int(WRONG[file]["line"]) - 1]
    report = replay(right, read_words)
    # Before the deal was read, its absence is the one fault that is left.
    assert report.is_valid == (report.code is not None)


def test_there_is_a_wrong_log_for_every_code_and_the_index_names_every_file() -> None:
    assert {wrong["code"] for wrong in WRONG.values()} == CODES
    assert {path.name for path in (DATA / "wrong-logs").glob("*.crescent")} == set(WRONG)
    assert all(file.startswith(str(wrong["code"])) for file, wrong in WRONG.items())


@pytest.mark.parametrize(
    ("result", "moves", "redeals", "seconds", "foundation_cards"),
    [("won", 115, 2, 733, 104), ("blocked", 30, 3, None, 22), ("open", 2, 1, None, 8)],
)
def test_a_right_log_is_valid_and_its_claims_are_true(
    result: str, moves: int, redeals: int, seconds: int | None, foundation_cards: int
) -> None:
    data = (DATA / f"{result}.crescent").read_bytes()
    assert f"result {result}\n".encode() in data
    report = judged(data)
    assert report.fault is None
    assert (report.is_valid, report.result) == (True, result)
    assert (report.moves, report.redeals) == (moves, redeals)
    assert (report.seconds, report.foundation_cards) == (seconds, foundation_cards)


DIGITS = [
    (match.start(), other)
    for line in re.finditer(rb"^(?:\d+|[ud][shdc]) [^@\n]*", WON, re.MULTILINE)
    for match in re.finditer(rb"\d", WON[: line.end()])
    if match.start() >= line.start()
    for other in b"0123456789"
    if other != match[0][0]
]


def test_a_won_log_with_one_digit_of_a_move_changed_is_refused() -> None:
    lines = WON.count(b"\n")
    for place, other in DIGITS[::7]:
        changed = WON[:place] + bytes([other]) + WON[place + 1 :]
        found = fault(changed)
        assert WON.count(b"\n", 0, place) + 1 <= found.line <= lines


def test_a_won_log_with_a_move_left_out_is_refused() -> None:
    lines = log_lines(WON)
    for left_out in range(5, len(lines) - 4, 4):
        assert not replay(lines[:left_out] + lines[left_out + 1 :], no_words).is_valid


@given(numbers)
def test_the_right_log_under_another_code_is_refused(number: int) -> None:
    other = WON.replace(b"CR1-N-AAAAAAR", str(numbered(number)).encode())
    without_cards = re.sub(rb" (?:10|[2-9AJQK])[SHDC] ", b" ", other)
    assert without_cards.count(b"\n") == WON.count(b"\n")
    assert judged(other).is_valid == judged(without_cards).is_valid == (number == 17)


# Faults, with what is told of them


def test_a_card_that_would_not_move_is_told_with_the_card_that_would() -> None:
    found = fault(START + b"7 dd JD\n")
    assert found.problem == CardMismatch(card("JD"), Place.P7, card("QD"))
    assert (found.column, found.move) == (6, 1)


def test_a_card_is_optional_and_need_not_be_in_the_form_written() -> None:
    assert judged(START + b"7 dd\n9 uh 2h\n").is_valid


def test_of_an_empty_pile_the_move_is_refused_whatever_the_card() -> None:
    # The game is over, but the pile is empty too: the rules speak, not the card.
    assert fault(WON[: WON.index(b"result")] + b"1 us KS\n").problem == GameOver()
    lines = log_lines((DATA / "wrong-logs" / "source-empty-to-a-pile.crescent").read_bytes())
    place = Place.parse(lines[-1].split()[0].decode())
    lines[-1] = lines[-1].rstrip() + b" KS\n"
    report = replay(lines, no_words)
    assert report.fault is not None
    assert report.fault.problem == SourceEmpty(place)


def test_a_refusal_of_the_rules_is_told_at_the_move_with_its_number() -> None:
    found = fault(START + FIRST + b"undo\n" + FIRST + b"redeal\n   us ds AS @5\n")
    assert found.problem == BaseLocked(Place.US, card("AS"))
    assert (found.line, found.column, found.move) == (7, 4, 2)


@pytest.mark.parametrize("line", [b"undo\n", b"undo @5\n"])
def test_an_undo_too_many_has_no_move_number(line: bytes) -> None:
    found = fault(START + line)
    assert found.problem == NothingToUndo(UndoLimit.START)
    assert (found.column, found.move) == (1, None)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"us ds KS @4", "card-mismatch"),
        (b"us ds AS @4", "time-mismatch"),
        (b"us ds AS @5", "base-locked"),
    ],
)
def test_of_one_line_the_card_is_asked_first_then_the_time_then_the_rules(
    line: bytes, code: str
) -> None:
    assert fault(START + FIRST.replace(b"\n", b" @5\n") + line).code == code


def test_the_time_may_stand_still_and_be_left_out_but_never_goes_back() -> None:
    lines = START + b"7 dd @5\n9 uh @5\nundo\nundo @5\nredeal @6\n"
    assert judged(lines).seconds == 6
    found = fault(lines + b"us ds @5\n")
    assert found.problem == TimeMismatch(5, 6)
    assert (found.line, found.column) == (8, 7)


@pytest.mark.parametrize(("claimed", "valid"), [(59, False), (60, True), (61, True)])
def test_the_time_claimed_is_not_before_the_last_action(claimed: int, valid: bool) -> None:
    report = judged(START + f"7 dd @60\ntime {claimed}\n".encode())
    assert report.is_valid == valid
    if valid:
        assert report.seconds == claimed
    else:
        assert report.fault is not None
        assert report.fault.problem == ClaimMismatch("time", 59, 60)


def test_a_log_without_times_may_claim_any_time() -> None:
    assert judged(START + FIRST).seconds is None
    assert judged(START + FIRST + b"time 0\n").seconds == 0
    assert judged(START + b"time 1234567890\n").seconds == 1234567890


@pytest.mark.parametrize(
    ("name", "told", "found"),
    [("result", "won", "open"), ("result", "blocked", "open"), ("moves", 2, 1), ("redeals", 2, 1)],
)
def test_a_false_claim_is_told_with_what_is_true(
    name: str, told: str | int, found: str | int
) -> None:
    problem = fault(START + FIRST + f"redeal\n{name} {told}\n".encode()).problem
    assert problem == ClaimMismatch(name, told, found)


@pytest.mark.parametrize("claimed", [0, 1, 20, 9999999999])
def test_any_number_of_hints_may_be_claimed(claimed: int) -> None:
    assert judged(START + FIRST).hints is None
    report = judged(START + FIRST + f"moves 1\nhints {claimed}\ntime 5\n".encode())
    assert report.is_valid
    assert report.hints == claimed


@pytest.mark.parametrize("claimed", ["-1", "+1", "01", "1.0", "x", "١", ""])
def test_the_hints_claimed_are_a_number(claimed: str) -> None:
    found = fault(START + FIRST + f"hints {claimed}\n".encode())
    assert found.problem == Syntax(claimed, Expected.NUMBER)


def test_every_claim_is_made_once() -> None:
    found = fault(START + b"moves 0\n result open\n  moves 0\n")
    assert found.problem == Syntax("moves", Expected.CLAIM)
    assert (found.line, found.column) == (5, 3)


def test_a_game_that_is_won_claims_neither_open_nor_blocked() -> None:
    actions = WON[: WON.index(b"result")]
    for word in ("open", "blocked"):
        problem = fault(actions + f"result {word}".encode()).problem
        assert problem == ClaimMismatch("result", word, "won")
    assert judged(actions).result == "won"


@pytest.mark.parametrize("line", [b"undo", b"redeal", b"1 2", b"1 us", b"us ds", b"us us"])
def test_nothing_follows_a_won_game(line: bytes) -> None:
    assert fault(WON[: WON.index(b"result")] + line).problem == GameOver()


# Tables in words


def test_a_table_in_words_must_be_the_position() -> None:
    view = deal(numbered(17)).view
    asked = []

    def read_view(text: str) -> View:
        asked.append(text)
        return view

    report = replay(log_lines(START + b"expect  the  table # now\n" + FIRST), read_view)
    assert report.is_valid
    assert asked == ["the  table"]
    found = replay(log_lines(START + FIRST + b"expect   the table\n"), read_view).fault
    assert found is not None
    before, after = Sight(6, card("QD")), Sight(5, card("3H"))
    assert found.problem == PositionMismatch(Place.P7, before, after)
    assert (found.line, found.column, found.move) == (4, 10, None)


@pytest.mark.parametrize("told", [Sight(5, card("QD")), Sight(6, card("JD")), Sight(0, None)])
def test_a_table_in_words_must_have_each_count_and_each_top(told: Sight) -> None:
    view = deal(numbered(17)).view
    other = (*view[: Place.P7], told, *view[Place.P8 :])
    found = replay(log_lines(START + b"expect it\n"), lambda _: other).fault
    assert found is not None
    assert found.problem == PositionMismatch(Place.P7, told, view[Place.P7])


def test_an_unreadable_table_is_refused_at_its_word() -> None:
    def read_view(text: str) -> View:
        raise UnreadableView(text.index("queer") + 1, "queer")

    found = replay(log_lines(START + b"  expect   a queer table\n"), read_view).fault
    assert found is not None
    assert found.problem == Syntax("queer", Expected.TABLE)
    assert (found.line, found.column) == (3, 14)


# Playing line by line


def test_each_line_gives_its_event() -> None:
    player = Replay(read_words)
    events = [
        player.take(line) for line in read(log_lines(START + FIRST + b"undo\nredeal\nmoves 0"))
    ]
    assert [type(event) for event in events] == [type(None), Moved, Undone, Redealt, type(None)]
    assert player.game is not None
    assert player.game.redeals == 1


def test_a_report_tells_the_game_as_it_stood_at_the_fault() -> None:
    report = judged(START + FIRST + SECOND + b"redeal @9\nus us\n" + b"redeal\n")
    assert (report.is_valid, report.result) == (False, None)
    assert (report.code, report.moves, report.redeals) == (numbered(17), 2, 1)
    assert (report.foundation_cards, report.seconds) == (10, 9)


def test_a_report_without_a_deal_has_no_game() -> None:
    report = judged(b"crescent 1\n")
    assert (report.is_valid, report.code, report.game, report.result) == (False, None, None, None)
    assert (report.moves, report.redeals, report.foundation_cards) == (0, 0, 0)


@given(played, st.data())
def test_a_log_cut_anywhere_is_an_earlier_moment_of_its_game(
    one: Played, data: st.DataObject
) -> None:
    lines = log_lines(one.log)
    cut = data.draw(st.integers(2, len(lines)))
    first = replay(lines[:cut], no_words)
    assert first.is_valid
    player = Replay(no_words)
    for line in itertools.islice(read(lines), cut - 1):
        player.take(line)
    assert player.game is not None
    assert first.game is not None
    assert state(player.game) == state(first.game)


@given(st.integers(0, len(WON)), st.integers(0, 4), st.binary(max_size=4))
def test_whatever_is_in_a_file_it_is_judged(start: int, length: int, other: bytes) -> None:
    report = judged(WON[:start] + other + WON[start + length :])
    assert report.is_valid == (report.result is not None)
    assert report.fault is None or report.fault.code in CODES
