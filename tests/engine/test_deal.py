"""Deal codes and the shuffle, held against a second implementation of its description."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import DATA, TWO_PACKS, codes, copies, numbered, numbers, spell

from crescent_a11y.engine.deal import (
    NUMBERS,
    DealCode,
    Variant,
    deal,
    draw,
    generator,
    pack,
    shuffle,
)
from crescent_a11y.engine.table import FOUNDATIONS, Table

GOLDEN: dict[str, dict[str, list[list[str]]]] = json.loads(
    (DATA / "golden-deals.json").read_text(encoding="utf-8")
)
GOLDEN_NUMBERS = {
    "CR1-N-AAAAAAA": 0,
    "CR1-N-AAAAAAB": 1,
    "CR1-N-AAAAAAC": 2,
    "CR1-N-AAAAAAZ": 25,
    "CR1-N-AAAAABA": 26,
    "CR1-N-ZZZZZZZ": 26**7 - 1,
}


# Codes


def test_a_number_is_seven_letters_in_base_26_most_significant_first() -> None:
    assert {str(numbered(number)): number for number in GOLDEN_NUMBERS.values()} == GOLDEN_NUMBERS
    assert str(numbered(26**6)) == "CR1-N-BAAAAAA"


@pytest.mark.parametrize(
    "text",
    [
        "CR1-N-AAAAABC",
        "cr1-n-aaaaabc",
        "Cr1-n-AaAaAbC",
        "CR1NAAAAABC",
        "cr1naaaaabc",
        "CR1 N AAAAABC",
        " CR1-N-AAAAABC ",
        "C R 1 N A A A A A B C",
        "CR1--N--AAA-AABC-",
        "28",
        "0028",
        " 28 ",
    ],
)
def test_a_deal_code_is_read_in_every_form(text: str) -> None:
    assert DealCode.parse(text) == (Variant.TRADITIONAL, 28)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "CR1",
        "CR1-N",
        "CR1-N-AAAAAA",
        "CR1-N-AAAAAAAA",
        "AAAAAAB",
        "N-AAAAAAB",
        "CR2-N-AAAAAAB",
        "CR-N-AAAAAAB",
        "CR0-N-AAAAAAB",
        "CR11-N-AAAAAAB",
        "CR1-X-AAAAAAB",
        "CR1-E-AAAAAAB",
        "CR1-1-AAAAAAB",
        "CR1-N-AAAAAA1",
        "CR1-N-0000001",
        "CR1_N_AAAAAAB",
        "CR1-N-AAAAAAB.",
        "CR1\tN\tAAAAAAB",
        "CR1-N-AAAAAAB\n",
        "CR1-N-AAAAAAÎ",
        "CR1-N-АААAAAB",  # Cyrillic letters
        "CR1–N–AAAAAAB",  # dashes
        "CR1-N-AAAAAAſ",  # a letter whose capital is S
        "CR1\u00a0N\u00a0AAAAAAB",
        "8031810176",
        "99999999999",
        "1" * 20,
        "1" * 21,
        "7" * 5000,
        "A" * 5000,
        "+1",
        "-1",
        "1-",
        "--1",
        "2 8",
        " 2 8 ",
        "2-8",
        "- 1",
        "1.0",
        "1e3",
        "0x1",
        "1_000",
        "١٢",  # Arabic digits
        "１２",  # full-width digits
        "२",
        "1²",
    ],
)
def test_what_is_no_deal_code_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the type is all that is promised
        DealCode.parse(text)


def test_the_last_number_is_a_deal_and_the_next_is_none() -> None:
    assert NUMBERS == 26**7
    assert str(DealCode.parse(str(26**7 - 1))) == "CR1-N-ZZZZZZZ"
    with pytest.raises(ValueError, match="no deal has that number"):
        DealCode.parse(str(26**7))


@given(codes)
def test_a_written_deal_code_reads_back(code: DealCode) -> None:
    assert DealCode.parse(str(code)) == code
    assert DealCode.parse(str(code.number)) == code


@given(codes, st.data())
def test_case_spaces_and_hyphens_of_a_deal_code_do_not_matter(
    code: DealCode, data: st.DataObject
) -> None:
    blanks = st.text(" -", max_size=2)
    letters = str(code).replace("-", "")
    odd = "".join(
        data.draw(blanks) + data.draw(st.sampled_from([letter, letter.lower()]))
        for letter in letters
    )
    assert DealCode.parse(odd + data.draw(blanks)) == code


@given(st.text(alphabet="CR1-N ABZ09cr", max_size=16))
def test_every_text_that_is_read_as_a_deal_code_is_a_form_of_that_code(text: str) -> None:
    try:
        code = DealCode.parse(text)
    except ValueError:
        return
    bare = text.replace(" ", "").replace("-", "").upper()
    forms = {str(code).replace("-", ""), str(code.number)}
    assert bare in forms or bare.lstrip("0") == str(code.number).lstrip("0")
    # Blanks and hyphens are for codes; a number is one word.
    assert bare.startswith("CR1") or text.strip(" ").isdigit()


# The shuffle, from its description alone

GAMMA = 0x9E3779B97F4A7C15
SUITS = "SHDC"


def second_mix(value: int) -> int:
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        value ^= value >> shift
        value = value * factor % 2**64
    return value ^ (value >> 31)


def second_generator(seed: int) -> Iterator[int]:
    """SplitMix64: the n-th number is a mix of the seed and n times the golden gamma."""
    return (second_mix((seed + n * GAMMA) % 2**64) for n in itertools.count(1))


def second_draw(source: Iterator[int], bound: int) -> int:
    """The last, incomplete run of `bound` numbers below 2^64 is passed over."""
    whole_runs = 2**64 // bound
    return next(number % bound for number in source if number // bound < whole_runs)


def second_deal(number: int) -> dict[str, list[list[str]]]:
    """Cards as codes: sixteen piles and eight foundations, bottom first."""
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    rest = [rank + suit for suit in SUITS for rank in ranks]
    rest += [rank + suit for suit in SUITS for rank in ranks[1:12]]
    source = second_generator(number)
    shuffled: list[str] = []
    while rest:
        # From the end: the drawn card comes last, and the last card takes its place.
        chosen = second_draw(source, len(rest)) if len(rest) > 1 else 0
        last = rest.pop()
        if chosen < len(rest):
            last, rest[chosen] = rest[chosen], last
        shuffled.insert(0, last)
    return {
        "piles": [shuffled[start : start + 6] for start in range(0, 96, 6)],
        "foundations": [[rank + suit] for rank in "AK" for suit in SUITS],
    }


def codes_of(table: Table) -> dict[str, list[list[str]]]:
    places = [[one.code for one in cards] for cards in table.places]
    return {"piles": places[:16], "foundations": places[16:]}


@pytest.mark.parametrize("source", [generator, second_generator])
def test_the_generator_is_splitmix64(source: type[Iterator[int]]) -> None:
    assert list(itertools.islice(source(0), 3)) == [  # type: ignore[call-arg]
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


@given(st.integers(0, 2**64 - 1))
def test_the_generator_is_seeded_with_the_number(seed: int) -> None:
    ours, second = generator(seed), second_generator(seed)
    assert [next(ours) for _ in range(200)] == [next(second) for _ in range(200)]


@pytest.mark.parametrize("bound", range(2, 97))
def test_a_draw_passes_over_the_numbers_that_would_favour_small_results(bound: int) -> None:
    incomplete = 2**64 % bound
    first_passed_over = 2**64 - incomplete
    assert draw(iter([first_passed_over - 1]), bound) == bound - 1
    for passed_over in range(first_passed_over, first_passed_over + incomplete):
        assert draw(iter([passed_over, passed_over, bound + 1]), bound) == 1


@given(st.lists(st.integers(2**64 - 100, 2**64 - 1), max_size=20), st.integers(2, 96))
def test_a_draw_takes_numbers_until_one_is_fair(high: list[int], bound: int) -> None:
    ours, second = iter([*high, 4]), iter([*high, 4])
    assert draw(ours, bound) == second_draw(second, bound)
    assert list(ours) == list(second)


def seed_whose_first_number_is(number: int) -> int:
    """SplitMix64 run backwards."""
    number ^= number >> 31
    number ^= number >> 62
    for factor, shift in ((0x94D049BB133111EB, 27), (0xBF58476D1CE4E5B9, 30)):
        number = number * pow(factor, -1, 2**64) % 2**64
        number = number ^ (number >> shift) ^ (number >> 2 * shift)
    return (number - GAMMA) % 2**64


def test_a_draw_from_the_generator_itself_passes_over_an_unfair_number() -> None:
    seed = seed_whose_first_number_is(2**64 - 1)
    first, second = itertools.islice(generator(seed), 2)
    assert first == 2**64 - 1
    assert draw(generator(seed), 96) == second % 96
    assert first % 96 != second % 96


def test_the_pack_is_52_cards_then_the_twos_to_the_queens() -> None:
    cards = [one.code for one in pack()]
    assert len(cards) == 96
    assert " ".join(cards[:13]) == "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    assert cards[51:54] == ["KC", "2S", "3S"]
    assert cards[62:64] == ["QS", "2H"]
    assert cards[-1] == "QC"
    ends = {rank + suit for rank in "AK" for suit in SUITS}
    assert Counter(cards) == {one: 1 if one in ends else 2 for one in set(cards)}


def test_the_shuffle_goes_from_the_end() -> None:
    cards = pack()
    bounds: list[int] = []

    def pick(bound: int) -> int:
        bounds.append(bound)
        return 0

    shuffle(cards, pick)
    assert bounds == list(range(96, 1, -1))
    before = pack()
    # Always exchanging with the first card moves every card one place down.
    assert cards == [*before[1:], before[0]]


def test_every_order_of_the_cards_comes_of_just_one_row_of_draws() -> None:
    orders = set()
    for picks in itertools.product(range(4), range(3), range(2)):
        cards = pack()[:4]
        shuffle(cards, dict(zip((4, 3, 2), picks, strict=True)).__getitem__)
        orders.add(tuple(cards))
    assert len(orders) == 24


@pytest.mark.parametrize("code", GOLDEN_NUMBERS)
def test_a_deal_is_the_golden_one(code: str) -> None:
    assert codes_of(deal(DealCode.parse(code))) == GOLDEN[code]


@pytest.mark.parametrize("code", GOLDEN_NUMBERS)
def test_the_golden_deals_are_those_of_the_description(code: str) -> None:
    assert second_deal(GOLDEN_NUMBERS[code]) == GOLDEN[code]


def test_the_first_three_hundred_deals_are_those_of_the_description() -> None:
    for number in range(300):
        assert codes_of(deal(numbered(number))) == second_deal(number)


@given(numbers)
def test_any_deal_is_that_of_the_description(number: int) -> None:
    assert codes_of(deal(numbered(number))) == second_deal(number)


@given(codes)
def test_a_deal_is_sixteen_piles_of_six_and_the_bases(code: DealCode) -> None:
    table = deal(code)
    assert copies(table) == TWO_PACKS
    assert [len(cards) for cards in table.places] == [6] * 16 + [1] * 8
    assert spell(table.places[place][0] for place in FOUNDATIONS) == "AS AH AD AC KS KH KD KC"
    assert table.redeals == 3


SCRIPT = """
import sys
from crescent_a11y.engine.deal import DealCode, deal
for code in sys.argv[1:]:
    print(*(one.code for cards in deal(DealCode.parse(code)).places for one in cards))
"""


@pytest.mark.parametrize("seed", ["0", "1", "4294967295"])
def test_deals_do_not_depend_on_the_hash_seed(seed: str) -> None:
    root = str(Path(sys.modules["crescent_a11y"].__path__[0]).parent)
    answer = subprocess.run(
        [sys.executable, "-c", SCRIPT, *GOLDEN_NUMBERS],
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    wanted = [
        " ".join(one for places in GOLDEN[code].values() for cards in places for one in cards)
        for code in GOLDEN_NUMBERS
    ]
    assert answer.stdout.splitlines() == wanted
