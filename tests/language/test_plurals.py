"""Everything that is counted, with the form that its number wants in each language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from language.talk import EN, RO

from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.words import (
    card_count,
    duration,
    move_count,
    redeal_count,
    redeals_left,
)

NUMBERS = (0, 1, 2, 19, 20, 21, 99, 100, 101, 102, 104, 119, 120, 121, 200, 201, 1000, 1019, 1020)
WITH_DE = {20, 21, 99, 100, 120, 121, 200, 1000, 1020}

COUNTED: list[tuple[Callable[[Translator, int], str], str, str, str, str]] = [
    (card_count, "carte", "cărți", "card", "cards"),
    (move_count, "mutare", "mutări", "move", "moves"),
    (redeal_count, "redistribuire", "redistribuiri", "redeal", "redeals"),
    (redeals_left, "redistribuire rămasă", "redistribuiri rămase", "redeal left", "redeals left"),
]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    ("count", "one", "several"),
    [(case[0], case[1], case[2]) for case in COUNTED],
    ids=[case[4] for case in COUNTED],
)
def test_romanian_counts_with_de_from_twenty_on(
    count: Callable[[Translator, int], str], one: str, several: str, number: int
) -> None:
    wanted = one if number == 1 else f"de {several}" if number in WITH_DE else several
    assert count(RO, number) == f"{number} {wanted}"


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    ("count", "one", "several"),
    [(case[0], case[3], case[4]) for case in COUNTED],
    ids=[case[4] for case in COUNTED],
)
def test_english_counts_one_by_itself(
    count: Callable[[Translator, int], str], one: str, several: str, number: int
) -> None:
    assert count(EN, number) == f"{number} {one if number == 1 else several}"


@given(st.integers(0, 10_000))
def test_romanian_says_de_where_the_last_two_digits_are_none_or_twenty_and_more(
    number: int,
) -> None:
    last = number % 100
    wanted = number != 0 and (last == 0 or last >= 20)
    for count, *_ in COUNTED:
        assert (" de " in count(RO, number)) == wanted


@pytest.mark.parametrize(
    ("seconds", "romanian", "english"),
    [
        (0, "0 secunde", "0 seconds"),
        (1, "1 secundă", "1 second"),
        (2, "2 secunde", "2 seconds"),
        (19, "19 secunde", "19 seconds"),
        (20, "20 de secunde", "20 seconds"),
        (59, "59 de secunde", "59 seconds"),
        (60, "1 minut", "1 minute"),
        (61, "1 minut și 1 secundă", "1 minute and 1 second"),
        (2 * 60, "2 minute", "2 minutes"),
        (19 * 60 + 19, "19 minute și 19 secunde", "19 minutes and 19 seconds"),
        (20 * 60 + 20, "20 de minute și 20 de secunde", "20 minutes and 20 seconds"),
        (3600, "1 oră", "1 hour"),
        (3601, "1 oră", "1 hour"),
        (3660, "1 oră și 1 minut", "1 hour and 1 minute"),
        (2 * 3600 + 20 * 60, "2 ore și 20 de minute", "2 hours and 20 minutes"),
        (19 * 3600 + 59 * 60 + 59, "19 ore și 59 de minute", "19 hours and 59 minutes"),
        (20 * 3600, "20 de ore", "20 hours"),
        (100 * 3600, "100 de ore", "100 hours"),
        (101 * 3600 + 60, "101 ore și 1 minut", "101 hours and 1 minute"),
        (104 * 3600, "104 ore", "104 hours"),
        (119 * 3600, "119 ore", "119 hours"),
        (120 * 3600, "120 de ore", "120 hours"),
    ],
)
def test_a_time_is_said_in_its_two_largest_units(seconds: int, romanian: str, english: str) -> None:
    assert duration(RO, seconds) == romanian
    assert duration(EN, seconds) == english
